"""A player who samples worlds and plays them out."""

from boston_rules.bots.montecarlo.bot import MonteCarloBot
from boston_rules.bots.montecarlo.outcomes import outcomes

__all__ = ["MonteCarloBot", "outcomes"]
