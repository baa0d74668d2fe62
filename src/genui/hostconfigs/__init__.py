"""MCP servers that hosts are already configured with: Claude Desktop, Claude Code, VS Code, Cursor.

`hosts` has the table of hosts and their files, `servers` reads a file, `attach` puts genui before its
servers, `server_json` reads what the MCP registry says of a server. May import `config` and `serve.spans`.
"""
