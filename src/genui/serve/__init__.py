"""Serving: the proxy between a host and an upstream. bytes pass, and little is read."""
