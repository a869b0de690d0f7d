"""Rules, prices and actions in words: what the terminal, drawings and pages of variants share.

Everything here is plain text and data; the layout is left to the caller.
"""
