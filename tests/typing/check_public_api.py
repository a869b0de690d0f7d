"""What a user's type checker says of the public names: this file only has to type-check.

``mypy --strict`` reads it with all the tests; nothing of it runs. A line that must *not* check has
an ignore with its code, which is itself an error as soon as it is not needed.
"""

from __future__ import annotations

import random
from typing import assert_type

import boston_rules as br
from boston_rules import records
from boston_rules.bots import Bot, SimpleBot, decide, make_bot
from boston_rules.knowing.worlds import Worlds
from boston_rules.simulate import Report, SimulationResults, simulate
from boston_rules.telling import draw


def states(rng: random.Random) -> None:
    variant = br.get_variant("fontainebleau", deals=3)
    assert_type(variant, br.Variant)
    assert_type(br.variants.French(), br.variants.French)
    state = br.start(variant, dealer=1)
    assert_type(state, br.State)
    assert_type(state.actor, int | None)
    assert_type(br.legal_actions(state), tuple[br.Action, ...])
    assert_type(br.apply(state, br.Pass(), seat=2), br.State)
    assert_type(br.why_illegal(state, br.Pass()), br.IllegalAction | None)
    assert_type(br.apply(state, br.draw_chance(state, rng)), br.State)
    assert_type(br.next_deal(state, hands=["AS KS"] * 4), br.State)
    assert_type(state.table.purses, tuple[int, ...])
    assert_type(state.settlement, br.Settlement | None)
    if isinstance(state, br.Settled):
        assert_type(state.session_over, bool)
        assert_type(state.settlement, br.Settlement)
    br.apply(state, "pass")  # type: ignore[arg-type]
    br.start(variant, dealer="north")  # type: ignore[arg-type]
    state.actor = 3  # type: ignore[misc]


def cards() -> None:
    assert_type(br.parse_card("AS"), br.Card)
    assert_type(br.parse_card("AS").suit, br.Suit)
    assert_type(br.Cards.parse("AS KS") & br.Cards.parse("AS"), br.Cards)
    for card in br.Cards.parse("AS KS"):
        assert_type(card, br.Card)
    assert_type(br.parse_action("play AS"), br.Action)


def views(state: br.State, rng: random.Random) -> None:
    view = br.observe(state, None)
    assert_type(view, br.State)
    assert_type(view.voids, tuple[tuple[br.Suit, ...], ...])
    assert_type(br.sample(view, rng), br.State)
    assert_type(br.advance(view, view.events[-1]), br.State)
    assert_type(Worlds(view).count, int)
    assert_type(br.loads_view(br.dumps_view(view)), br.State)
    assert_type(draw.deal(view).svg, str)


def settlements(variant: br.Variant) -> None:
    contract = br.Contract("5", 0, trump=br.HEARTS, partner=2)
    bill = br.settle(variant, contract, br.Outcome((7, 2, 2, 2)), pool=50)
    assert_type(bill, br.Settlement)
    assert_type(bill.deltas, tuple[int, ...])
    assert_type(bill.made, bool | None)
    br.Contract("5", 0, trump="H")  # type: ignore[arg-type]


def session(state: br.State) -> None:
    assert_type(records.loads(b""), records.Record)
    assert_type(records.dumps(records.record(state)), str)
    assert_type(br.list_variants(), tuple[str, ...])


class Passer:
    """A bot of a stranger: nothing to inherit from."""

    def choose(self, view: br.State) -> br.Action:
        return br.legal_actions(view)[0]


def bots(state: br.State, rng: random.Random) -> None:
    own: Bot = Passer()
    company: list[Bot] = [own, SimpleBot(), make_bot("random", rng), own]
    assert_type(decide(state, company, rng), br.Action)
    results = simulate("french", ["simple", "random"] * 2, sessions=2)
    assert_type(results, SimulationResults)
    assert_type(results.report(), Report)
