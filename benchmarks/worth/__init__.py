"""What the prices of the variants were worth: ``python -m benchmarks.worth``.

Seeded deals are solved with all cards seen. For every contract of every variant the hand that does
best with it is found, and the bill of the variant says what it earns.
"""
