"""Are the bots better than they were? Duplicate deals against those of another edition.

    $ git worktree add ../before COMMIT
    $ python -m benchmarks.editions ../before/src --bot montecarlo:iterations=10

The other edition runs in a process of its own, from a ``src`` folder or from a tree in which it is
compiled. It is told a deal that fits what the seat to act has seen, so that both sides see no more
than players do.
"""
