"""Players to play with: bots that see a view and answer with an action.

>>> import random
>>> import boston_rules as br
>>> rng = random.Random(1)
>>> bots = [make_bot("simple", rng) for _ in range(4)]
>>> deals = list(play_session(br.get_variant("fontainebleau", deals=3), bots, rng))
>>> [deal.table.deal_number for deal in deals]
[1, 2, 3]
"""

from boston_rules.bots.basic import RandomBot
from boston_rules.bots.beginner import BeginnerBot
from boston_rules.bots.driver import decide, play_deal, play_session
from boston_rules.bots.makers import BotMaker, Bots
from boston_rules.bots.montecarlo import MonteCarloBot
from boston_rules.bots.names import BOT_NAMES, BotNameError, NamedBot, load_bot, make_bot
from boston_rules.bots.programs import ProgramBot
from boston_rules.bots.protocol import Bot
from boston_rules.bots.simple import SimpleBot

__all__ = [
    "BOT_NAMES",
    "BeginnerBot",
    "Bot",
    "BotMaker",
    "BotNameError",
    "Bots",
    "MonteCarloBot",
    "NamedBot",
    "ProgramBot",
    "RandomBot",
    "SimpleBot",
    "decide",
    "load_bot",
    "make_bot",
    "play_deal",
    "play_session",
]
