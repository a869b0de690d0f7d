# Four bots and a session
import random

import boston_rules as br
from boston_rules.bots import SimpleBot, play_session

ours = br.get_variant("fontainebleau", deals=6)
for settled in play_session(ours, [SimpleBot()] * 4, random.Random(5)):
    print(settled.settlement.heading or "all passed", settled.table.purses, settled.table.pool)
