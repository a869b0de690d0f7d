"""Exact results of the end of a deal, with all hands open; plain integers, can be compiled."""
