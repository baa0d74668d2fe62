"""Hosts of MCP Apps as facts, their faults, and the laboratory that shows every view in each of them."""
