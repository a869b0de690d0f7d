"""Could I have made it? A deal of four bots, solved and judged with all cards seen."""

import random

import boston_rules as br
from boston_rules.bots import make_bot
from boston_rules.solver import Limits, analyse

LIMITS = Limits(nodes=20_000)
"""With positions as the limit, and not seconds, the same is printed on every machine."""


def main() -> None:
    rng = random.Random(5)
    bots = [make_bot("simple", rng) for _ in range(4)]
    state = br.start("fontainebleau")
    while state.actor is not None:
        if state.actor == br.CHANCE:
            action = br.draw_chance(state, rng)
        else:
            action = bots[state.actor].choose(br.observe(state, state.actor))
        state = br.apply(state, action)
    assert isinstance(state, br.Settled)
    print(f"{state.contract}: {'made' if state.settlement.made else 'lost'}")

    found = analyse(state, LIMITS)
    print(f"{len(found.cards)} of {found.played} cards judged, from trick {found.certain_from} on")
    for card in found.mistakes:
        right = " or ".join(map(str, card.right))
        cost = "decides the contract" if card.decides else "costs a trick"
        print(
            f"trick {card.trick}: seat {card.seat} plays {card.card}, which {cost}; right: {right}"
        )


if __name__ == "__main__":
    main()
