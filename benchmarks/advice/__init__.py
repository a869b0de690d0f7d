"""The tellings' advice to players, tried out by playing: ``python -m benchmarks.advice``.

Every piece of advice is a filter on what a player may choose. The simple bot plays the same deals
with the filter and without, and what it wins more or less is what following the advice is worth to
it.
"""
