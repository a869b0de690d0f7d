"""A card table in the browser: who sits at it, the host, and the client that it serves."""
