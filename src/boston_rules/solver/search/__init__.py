"""Exact results of card play with all hands open; plain integers, can be compiled.

Knows no variant: :mod:`boston_rules.solver` asks the rules what a side wants and calls this.
"""
