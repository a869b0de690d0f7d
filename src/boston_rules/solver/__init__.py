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

from boston_rules.solver.errors import NotSolvable, SearchStopped
from boston_rules.solver.exact import Best, Limits, Result, best, makes, tricks

__all__ = ["Best", "Limits", "NotSolvable", "Result", "SearchStopped", "best", "makes", "tricks"]
