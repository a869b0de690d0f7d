# Why is it illegal?
import boston_rules as br

hands = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "SHCD"]
state = br.start("classic", dealer=3, hands=hands)
state = br.apply(state, br.parse_action("bid 8 S"))
print(br.why_illegal(state, br.parse_action("bid 7 H")))
