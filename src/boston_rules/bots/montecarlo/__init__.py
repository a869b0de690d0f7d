"""A player who samples worlds and plays them out."""

from boston_rules.bots.montecarlo.bot import MonteCarloBot

__all__ = ["MonteCarloBot"]
