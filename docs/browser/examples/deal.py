# A deal, and its bill
import random

import boston_rules as br
from boston_rules.bots import SimpleBot, play_deal
from boston_rules.telling import draw

rng = random.Random(7)
settled = play_deal(br.start("fontainebleau"), [SimpleBot()] * 4, rng)
print(settled.settlement.explain())
draw.deal(settled)
