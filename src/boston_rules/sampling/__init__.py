"""The deals that fit what a seat has seen: counted, and drawn from uniformly.

>>> import random
>>> import boston_rules as br
>>> rng = random.Random(3)
>>> state = br.start(br.get_variant("french"))
>>> view = br.observe(br.apply(state, br.draw_chance(state, rng)), 1)
>>> worlds = Worlds(view)
>>> worlds.count  # 38 cards in three hands, as the dealer's last card is turned
28159366024288800
>>> hypothetical = worlds.state(rng)
>>> br.observe(hypothetical, 1) == view
True
"""

from boston_rules.cardplay.placing import Placing
from boston_rules.sampling.filling import World
from boston_rules.sampling.worlds import Worlds, sample

__all__ = ["Placing", "World", "Worlds", "sample"]
