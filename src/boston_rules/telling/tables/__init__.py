"""Tables: what bills, ladders, prices, plays, scores and comparisons have in their cells.

A :class:`~boston_rules.telling.tables.model.Table` says what stands where. Printers set it in plain
text, in HTML, in reStructuredText, as a drawing (:mod:`boston_rules.telling.draw`) or on a
terminal.
"""
