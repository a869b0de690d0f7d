"""Exact play: what a contract comes to when all cards are seen and everybody plays perfectly.

Any state in which a card is to be played can be asked about, of any variant: three or four seats,
any declarer and any partner, trumps or none, from the first lead to the middle of the last trick.
What the declarer's side wants is what the goal of the contract says.

>>> import random
>>> import boston_rules as br
>>> from boston_rules.solver import best, makes
>>> rng = random.Random(1)
>>> state = br.start(br.get_variant("fontainebleau", deals=1))
>>> while not isinstance(state, br.Playing) or len(state.done) < 8:
...     if state.actor == br.CHANCE:
...         action = br.draw_chance(state, rng)
...     else:
...         action = rng.choice(br.legal_actions(state))
...     state = br.apply(state, action)
>>> makes(state) is best(state).result.made
True
"""

from boston_rules.solver.cells import Kind, SolvedCell, cells, kinds
from boston_rules.solver.chips import Chips
from boston_rules.solver.errors import NotSolvable, SearchStopped
from boston_rules.solver.exact import Best, best, makes, tricks
from boston_rules.solver.limits import Limits
from boston_rules.solver.line import (
    Analysis,
    JudgedCard,
    Line,
    Outlook,
    analyse,
    analysis_of,
    judged_cards,
    line,
)
from boston_rules.solver.positions import first_lead
from boston_rules.solver.question import Result

__all__ = [
    "Analysis",
    "Best",
    "Chips",
    "JudgedCard",
    "Kind",
    "Limits",
    "Line",
    "NotSolvable",
    "Outlook",
    "Result",
    "SearchStopped",
    "SolvedCell",
    "analyse",
    "analysis_of",
    "best",
    "cells",
    "first_lead",
    "judged_cards",
    "kinds",
    "line",
    "makes",
    "tricks",
]
