"""Nonsense arguments: one check of seats, errors at once, and messages that cut what they echo."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boston_rules as br
from boston_rules import records
from boston_rules.core.arguments import shown
from boston_rules.deal.seating import Seating, choose_seat, deal_for_jack
from boston_rules.telling import draw

FRENCH = br.get_variant("french")
SIDES = br.get_variant("russian-partnership")
FIVE = br.Contract("5", 0, trump=br.HEARTS)
EVEN = br.Outcome((7, 2, 2, 2))

NO_SEATS: tuple[Any, ...] = (True, False, 1.0, "1", 4, -2, 10**5000, (0,), object())


def opened() -> br.State:
    state = br.start(FRENCH)
    return br.apply(state, br.draw_chance(state, random.Random(1)))


ASKING: dict[str, Callable[[Any], object]] = {
    "start": lambda seat: br.start(FRENCH, dealer=seat),
    "observe": lambda seat: br.observe(opened(), seat),
    "apply": lambda seat: br.apply(opened(), br.Pass(), seat=seat),
    "why_illegal": lambda seat: br.why_illegal(opened(), br.Pass(), seat=seat),
    "legal_actions": lambda seat: br.legal_actions(opened(), seat),
    "redact": lambda seat: records.redact(records.record(opened()), seat),
    "draw": lambda seat: draw.deal(opened(), bottom=seat),
    "settle, dealer": lambda seat: br.settle(FRENCH, None, br.Outcome((0, 0, 0, 0)), dealer=seat),
    "settle, declarer": lambda seat: br.settle(SIDES, br.Contract("5", seat, br.HEARTS), EVEN),
    "settle, partner": lambda seat: br.settle(
        FRENCH, br.Contract("simple-belle", 0, br.HEARTS, partner=seat), EVEN
    ),
    "choose_seat": lambda seat: choose_seat(0, seat),
    "deal_for_jack": lambda seat: deal_for_jack(br.PACK, first=seat),
    "seat_of": lambda seat: Seating((0, 1, 2, 3), 0).seat_of(seat),
}


TYPED = {"start", "observe", "apply", "why_illegal", "legal_actions", "redact", "draw"}


@pytest.mark.parametrize("asked", ASKING)
@pytest.mark.parametrize("seat", NO_SEATS, ids=range(len(NO_SEATS)))
def test_a_seat_is_an_int_in_range(asked: str, seat: Any) -> None:
    # What a bill or a draw for seats has wrong is refused as a fault of that, whatever its type.
    kind = TypeError if asked in TYPED and type(seat) is not int else ValueError
    with pytest.raises(kind, match=r"seat|player|bottom|dealer") as caught:
        ASKING[asked](seat)
    assert len(str(caught.value)) < 1000


def test_none_is_no_declarer_under_fixed_sides() -> None:
    with pytest.raises(br.SettlementError, match="declarer is a seat 0 to 3, not None"):
        br.settle(SIDES, br.Contract("5", None, br.HEARTS), EVEN)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"pool": 10**5000}, "a number of 16610 bits"),
        ({"set_aside": -(10**5000)}, "a number of 16610 bits"),
        ({"pool": "7"}, "chips"),
        ({"pool": True}, "chips"),
        ({"last": 1}, "last is true or false"),
        ({"contract": br.Contract("x" * 10**6, 0)}, "has no contract 'xxx"),
        ({"contract": br.Contract("5", 0, br.HEARTS, stakes=10**5000)}, "stakes"),
        ({"contract": br.Contract("5", 0, br.HEARTS, target=10**5000)}, "target"),
        ({"contract": br.Contract("5", 0, br.HEARTS, suit_class=["x"])}, "suit"),  # type: ignore[arg-type]
        ({"outcome": br.Outcome((1,) * 10**6)}, "tricks are 4 numbers"),
        ({"outcome": br.Outcome((10**5000, 0, 0, 0))}, "13 tricks"),
        ({"outcome": br.Outcome((7, 2, 2, 2), honours=(10**5000, 0, 0, 0))}, "4 honours"),
        ({"outcome": br.Outcome((7, 2, 2, 2), slam="both")}, "a slam is"),  # type: ignore[arg-type]
        ({"outcome": br.Outcome((7, 2, 2, 2), conceded=None)}, "conceded"),  # type: ignore[arg-type]
        ({"outcome": br.Outcome((7, 2, 2, 2), chicane=(9,) * 10**6)}, "chicane"),
        ({"outcome": br.Outcome((7, 2, 2, 2), boston=True)}, "boston"),
    ],
)
def test_no_bill_is_drawn_up_of_nonsense(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(br.SettlementError, match=said) as caught:
        br.settle(
            br.get_variant("fontainebleau"), **{"contract": FIVE, "outcome": EVEN, **arguments}
        )
    assert len(str(caught.value)) < 1000


def endless() -> Iterator[br.Card]:
    return cycle(br.PACK)


@pytest.mark.parametrize(
    "hands",
    [
        (1, 2, 3, 4),
        5,
        10**5000,
        "AS KS",
        (None,) * 4,
        ("AS " * 10**6,) * 4,
        ("Z" * 10**6,) * 4,
        [br.PACK[:13]] * 10**6,
        (endless(), endless(), endless(), endless()),
        ([10**5000],) * 4,
        ([object()],) * 4,
        {},
    ],
    ids=range(12),
)
def test_no_deal_is_made_of_nonsense(hands: Any) -> None:
    with pytest.raises(br.DealError) as caught:
        br.start(FRENCH, hands=hands)
    assert len(str(caught.value)) < 1000


def test_endless_hands_are_not_read_to_the_end() -> None:
    with pytest.raises(br.DealError, match="4 hands are dealt, not more than 8"):
        br.start(FRENCH, hands=cycle([br.PACK[:13]]))


def test_an_unknown_slug_is_cut_in_the_message() -> None:
    with pytest.raises(br.VariantError) as caught:
        br.get_variant("x" * 10**6)
    assert len(str(caught.value)) < 1000


@pytest.mark.parametrize("turned", [5, 5.5, "QH", 10**5000, object()], ids=range(5))
def test_what_is_turned_is_a_card(turned: Any) -> None:
    with pytest.raises(TypeError, match="turned must be a Card, such as") as caught:
        br.start(br.get_variant("fontainebleau"), hands=[""] * 4, turned=turned)
    assert len(str(caught.value)) < 1000


class Spiteful:
    def __repr__(self) -> str:
        raise SystemError("no")


@given(
    st.recursive(
        st.none() | st.integers() | st.text() | st.binary() | st.floats() | st.builds(Spiteful),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner) | st.tuples(inner),
    )
)
def test_whatever_is_echoed_is_short(value: object) -> None:
    assert 0 < len(shown(value)) <= 60
