# Settle a deal of a real table
import boston_rules as br
from boston_rules.telling import draw

contract = br.Contract("6", declarer=0, trump=br.HEARTS)
outcome = br.Outcome(tricks=(7, 2, 2, 2))
bill = br.settle(br.get_variant("classic"), contract, outcome, pool=40)
print(bill.explain())
draw.bill(bill)
