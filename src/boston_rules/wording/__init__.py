"""Rules, prices and actions in words: what the terminal, drawings and pages of variants share.

Everything here is plain text and data; how it is laid out is the business of whoever shows it.
"""
