"""The preview: a strict MCP Apps host on loopback, in which views are looked at, run and changed."""
