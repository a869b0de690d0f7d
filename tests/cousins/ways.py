"""Ways through the two games that ``examples/`` adds: steps at random, and every contract."""

from __future__ import annotations

import random
from typing import Final

from tests.cousins.games import filled, kleuren, solo

import boston_rules as br


def some(actions: tuple[br.Action, ...], rng: random.Random) -> br.Action:
    """An action at random, low bids and passes more often than high ones."""
    if isinstance(actions[-1], br.Bid):
        return actions[min(int(rng.expovariate(0.4)), len(actions) - 1)]
    return rng.choice(actions)


def stepped(state: br.State, rng: random.Random) -> br.State:
    """The state after an action at random, or the next deal of a session."""
    if state.actor is None:
        return br.next_deal(state)
    if state.actor == br.CHANCE:
        return br.apply(state, br.draw_chance(state, rng))
    return br.apply(state, some(br.legal_actions(state), rng))


WAYS: Final = [
    (solo(), "0 bid prop; 1 accept; 2 pass; 3 pass", "prop", False),
    (solo(), "0 pass; 1 pass; 2 bid prop; 3 accept", "prop", True),
    (solo(), "0 bid prop; 1 pass; 2 pass; 3 pass; 0 bid solo", "solo", False),
    (solo(), "0 pass; 1 pass; 2 pass; 3 bid prop; 0 pass; 3 bid solo", "solo", True),
    (solo(), "0 bid misere; 1 pass; 2 pass; 3 pass", "misere", False),
    (solo(), "0 pass; 1 bid misere; 2 pass; 3 pass", "misere", True),
    (solo(), "0 bid abundance; 1 pass; 2 pass; 3 pass; 0 trump H", "abundance", False),
    (solo(), "0 bid abundance; 1 pass; 2 pass; 3 pass; 0 trump S", "abundance", True),
    (solo(), "0 bid royal-abundance; 1 pass; 2 pass; 3 pass", "royal-abundance", False),
    (solo(), "0 pass; 1 pass; 2 pass; 3 bid royal-abundance", "royal-abundance", True),
    (solo(), "0 bid misere-ouverte; 1 pass; 2 pass; 3 pass", "misere-ouverte", False),
    (solo(), "0 pass; 1 bid misere-ouverte; 2 pass; 3 pass", "misere-ouverte", True),
    (
        solo(filled("2S 2H 2D 2C", "AS KS", "AH", "AD"), turned="AD"),
        "0 bid declared-abundance",
        "declared-abundance",
        False,
    ),
    (solo(), "0 bid declared-abundance", "declared-abundance", True),
    (kleuren(), "0 bid vraag H; 1 pass; 2 accept; 3 pass", "vraag", False),
    (kleuren(), "0 bid vraag H; 1 accept; 2 pass; 3 pass", "vraag", True),
    (kleuren(), "0 bid vraag H; 1 pass; 2 pass; 3 pass; 0 bid alleen H", "alleen", False),
    (kleuren(), "0 bid vraag S; 1 pass; 2 pass; 3 pass; 0 bid alleen S", "alleen", True),
    (kleuren(), "0 bid abondance-9; 1 pass; 2 pass; 3 pass; 0 trump C", "abondance-9", False),
    (kleuren(), "0 bid abondance-9; 1 pass; 2 pass; 3 pass; 0 trump S", "abondance-9", True),
    (kleuren(), "0 bid miserie; 1 pass; 2 pass; 3 pass", "miserie", False),
    (kleuren(), "0 pass; 1 bid miserie; 2 pass; 3 pass", "miserie", True),
    (kleuren(), "0 bid abondance-10; 1 pass; 2 pass; 3 pass; 0 trump C", "abondance-10", False),
    (kleuren(), "0 bid abondance-10; 1 pass; 2 pass; 3 pass; 0 trump S", "abondance-10", True),
    (kleuren(), "0 bid abondance-11; 1 pass; 2 pass; 3 pass; 0 trump C", "abondance-11", False),
    (kleuren(), "0 bid abondance-11; 1 pass; 2 pass; 3 pass; 0 trump S", "abondance-11", True),
    (kleuren(), "0 bid abondance-12; 1 pass; 2 pass; 3 pass; 0 trump C", "abondance-12", False),
    (kleuren(), "0 bid abondance-12; 1 pass; 2 pass; 3 pass; 0 trump S", "abondance-12", True),
    (kleuren(), "0 bid open-miserie; 1 pass; 2 pass; 3 pass", "open-miserie", False),
    (kleuren(), "0 pass; 1 bid open-miserie; 2 pass; 3 pass", "open-miserie", True),
    (
        kleuren(filled("2S 2H 2D 2C", "AS KS", "AH", "AD")),
        "0 bid solo-13 S; 1 pass; 2 pass; 3 pass",
        "solo-13",
        False,
    ),
    (kleuren(), "0 bid solo-13 S; 1 pass; 2 pass; 3 pass", "solo-13", True),
    (kleuren(filled("2S 3S", "AS AH AD", "AC KC QC JC TC 9C", "")), "", "troel", True),
    (
        kleuren(filled("KH QH JH TH 9H KD QD JD KC QC JC", "AS AC AH", "AD 2D", "")),
        "",
        "troel",
        False,
    ),
]
"""Every contract, made and lost."""
