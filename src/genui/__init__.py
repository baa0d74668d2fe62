"""A build-time static UI compiler for MCP servers."""

__version__ = "0.1.0"
