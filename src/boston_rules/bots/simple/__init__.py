"""A sensible player for every variant."""

from boston_rules.bots.simple.bot import SimpleBot

__all__ = ["SimpleBot"]
