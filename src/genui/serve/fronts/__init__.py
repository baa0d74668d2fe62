"""The fronts over HTTP, streamable and SSE, on one port."""
