"""What binds the card that is played: how long the declarer need not follow suit."""

from __future__ import annotations

import pytest

import boston_rules as br
from boston_rules.bots.simple.contracts import free_tricks
from boston_rules.rules.binding import FollowSuit, FreeDiscards, ToPlay

HEARTS = 0x1FFF << 13 * br.HEARTS
CONTRACT = br.Contract("quatre-as", 2)


def to_play(number: int, seat: int) -> ToPlay:
    return ToPlay(CONTRACT, seat, 0, number, follow=HEARTS, best=1 << 26, left=0)


@pytest.mark.parametrize("tricks", [1, 3, 10])
@pytest.mark.parametrize("number", range(13))
def test_the_declarer_is_free_in_exactly_so_many_tricks(tricks: int, number: int) -> None:
    rule = FreeDiscards(tricks)
    assert rule.lasts(CONTRACT) == tricks
    assert rule.binds(to_play(number, seat=2)) == (() if number < tricks else (HEARTS,))
    for seat in (1, 3):
        assert rule.binds(to_play(number, seat)) == FollowSuit().binds(to_play(number, seat))
        assert rule.binds(to_play(number, seat)) == (HEARTS,)


@pytest.mark.parametrize("slug", ["french", "fontainebleau", "mariland"])
def test_R14_bots_know_in_how_many_tricks_a_declarer_is_free(slug: str) -> None:
    for step in br.get_variant(slug).ladder:
        assert free_tricks(step) == (10 if step.key == "quatre-as" else 0), step.key
