"""Packets, cuts and the turned card."""

from __future__ import annotations

from typing import Any, Literal

import pytest

import boston_rules as br
from boston_rules.rules.dealing import DealingRule


def test_P4_packets_of_four_four_five_from_eldest() -> None:
    # Dealer 1: eldest is 2. Cards are numbered from the top of the pack.
    hands = DealingRule(packets=(4, 4, 5)).deal(range(52), dealer=1)
    assert hands == (
        (8, 9, 10, 11, 24, 25, 26, 27, 42, 43, 44, 45, 46),
        (12, 13, 14, 15, 28, 29, 30, 31, 47, 48, 49, 50, 51),
        (0, 1, 2, 3, 16, 17, 18, 19, 32, 33, 34, 35, 36),
        (4, 5, 6, 7, 20, 21, 22, 23, 37, 38, 39, 40, 41),
    )


@pytest.mark.parametrize("dealer", range(4))
def test_P4_singly_the_dealer_gets_every_fourth_card_and_the_last(dealer: int) -> None:
    hands = DealingRule().deal(range(52), dealer)
    for place in range(4):
        assert hands[(dealer + 1 + place) % 4] == tuple(range(place, 52, 4))
    assert hands[dealer][-1] == 51


@pytest.mark.parametrize("packets", [(1,) * 13, (4, 4, 5), (3, 3, 3, 3, 1), (3, 3, 3, 4), (13,)])
def test_every_card_is_dealt_once(packets: tuple[int, ...]) -> None:
    for seats in (3, 4):
        for dealer in range(seats):
            hands = DealingRule(packets=packets, seats=seats).deal(range(52), dealer)
            assert [len(hand) for hand in hands] == [13] * 4
            assert sorted(card for hand in hands for card in hand) == list(range(52))


def test_R33_with_three_seats_the_hand_before_the_dealers_is_dead() -> None:
    # Dealer 0: eldest 1, second 2, the dead hand, the dealer; the dead hand stands last.
    hands = DealingRule(seats=3, turn="dead-hand").deal(range(52), dealer=0)
    assert [hand[0] for hand in hands] == [3, 0, 1, 2]
    assert hands[3][-1] == 50  # the 51st card of the pack


@pytest.mark.parametrize(
    ("cutters", "dealer", "seats"),
    [
        ("all", 0, (1, 2, 3, 0)),
        ("all", 2, (3, 0, 1, 2)),
        ("dealer-right", 0, (3,)),
        ("dealer-right", 2, (1,)),
        (None, 0, ()),
    ],
)
def test_R11_P1_who_cuts(
    cutters: Literal["all", "dealer-right"] | None, dealer: int, seats: tuple[int, ...]
) -> None:
    assert DealingRule(cutters=cutters).cutting_seats(dealer) == seats


@pytest.mark.parametrize("dealer", range(4))
def test_R11_the_dealers_right_alone_cuts_for_the_first_deal(dealer: int) -> None:
    rule = DealingRule(cutters="all", first_cutters="dealer-right")
    assert rule.cutting_seats(dealer, first=True) == ((dealer + 3) % 4,)
    assert rule.cutting_seats(dealer) == DealingRule(cutters="all").cutting_seats(dealer)
    assert DealingRule(cutters="all").cutting_seats(dealer, first=True) == rule.cutting_seats(
        dealer
    )
    assert "alone cuts for the first deal; for the later ones every player cuts" in rule.words()


def test_R11_cuts_in_words_and_what_does_not_fit() -> None:
    assert "a cut may be declined" in DealingRule(cutters="all", cuts_optional=True).words()
    assert "declined" not in DealingRule(cutters="all").words()
    for rule, said in (
        (DealingRule(first_cutters="dealer-right"), "cuts by all"),
        (DealingRule(cutters="dealer-right", first_cutters="dealer-right"), "cuts by all"),
    ):
        (problem,) = rule.problems()
        assert said in problem


def test_three_seats_cut_among_themselves() -> None:
    assert DealingRule(cutters="all", seats=3).cutting_seats(1) == (2, 0, 1)
    assert DealingRule(cutters="dealer-right", seats=3).cutting_seats(0) == (2,)


def test_the_dealing_of_the_tellings() -> None:
    rules = {slug: br.get_variant(slug).dealing for slug in ("fontainebleau", "american", "french")}
    assert {
        slug: (rule.packets, rule.shuffle, rule.cutters, rule.turn, rule.fixes_belle)
        for slug, rule in rules.items()
    } == {
        "fontainebleau": ((4, 4, 5), "first-deal", "all", None, False),
        "american": ((1,) * 13, "first-deal", "all", "second-pack", False),
        "french": ((1,) * 13, "each-deal", None, "last-card", True),
    }
    assert {rule.seats for rule in rules.values()} == {4}


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (DealingRule(packets=(4, 4, 4)), "do not add up to 13"),
        (DealingRule(packets=()), "do not add up to 13"),
        (DealingRule(packets=(14, -1)), "do not add up to 13"),
        (DealingRule(packets=(13, 0)), "do not add up to 13"),
        (DealingRule(seats=5), "seats"),
        (DealingRule(seats=3, turn="last-card"), "dead hand"),
        (DealingRule(turn="dead-hand"), "dead hand"),
        (DealingRule(fixes_belle=True), "belle"),
    ],
    ids=repr,
)
def test_nonsense_is_named(rule: DealingRule, said: str) -> None:
    found = rule.problems()
    assert len(found) == 1
    assert said in found[0]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("seats", 2),
        ("seats", "4"),
        ("shuffle", "never"),
        ("cutters", "everyone"),
        ("turn", "first-card"),
    ],
)
def test_what_no_deal_has_is_refused(name: str, value: object) -> None:
    given: Any = {name: value}
    with pytest.raises(br.VariantError, match=name):
        DealingRule(**given)


def test_several_problems_are_named_together() -> None:
    assert len(DealingRule(packets=(9,), seats=5, fixes_belle=True).problems()) == 3


def test_sound_rules_have_no_problems() -> None:
    for seats, turn in ((4, None), (4, "last-card"), (4, "second-pack"), (3, None)):
        assert DealingRule(seats=seats, turn=turn).problems() == []  # type: ignore[arg-type]
    assert DealingRule(seats=3, turn="dead-hand").problems() == []
    assert DealingRule(turn="last-card", fixes_belle=True).problems() == []


def test_words() -> None:
    plain = DealingRule().words()
    assert "singly" in plain
    assert "shuffled before every deal" in plain
    assert "cut" not in plain
    assert "turned" not in plain
    assert "belle" not in plain
    assert "dead" not in plain
    words = DealingRule(
        packets=(4, 4, 5),
        shuffle="first-deal",
        cutters="all",
        turn="last-card",
        fixes_belle=True,
    ).words()
    for said in ("4-4-5", "gathered trick by trick", "dealer last", "last card", "belle"):
        assert said in words
    assert "right cuts" in DealingRule(cutters="dealer-right").words()
    assert "second pack" in DealingRule(turn="second-pack").words()
    assert "dead" in DealingRule(seats=3, turn="dead-hand").words()
