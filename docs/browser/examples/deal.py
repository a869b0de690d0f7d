# A deal, and its bill
import random

import boston_rules as br
from boston_rules import draw
from boston_rules.bots import SimpleBot, play_deal

rng = random.Random(7)
settled = play_deal(br.start("fontainebleau"), [SimpleBot()] * 4, rng)
print(settled.settlement.explain())
draw.deal(settled)
