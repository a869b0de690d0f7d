"""What becomes of a deal in which nobody bids."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boston_rules as br
from boston_rules.core.transfers import POOL
from boston_rules.rules.passed_out import FewestTakesPool, MostPaysEach, PassedOut, ThrownIn

EVERY_SHARE = [
    (a, b, c, 13 - a - b - c)
    for a, b, c in itertools.product(range(14), repeat=3)
    if a + b + c <= 13
]


def test_the_tellings() -> None:
    rules = {
        slug: br.get_variant(slug).passed_out for slug in ("fontainebleau", "american", "french")
    }
    assert isinstance(rules["fontainebleau"], FewestTakesPool)
    assert rules["american"] == MostPaysEach(5, source=getattr(rules["american"], "source", None))
    assert isinstance(rules["french"], ThrownIn)
    assert rules["french"].fine == 0
    assert [rule.played for rule in rules.values()] == [True, True, False]


@given(st.sampled_from(EVERY_SHARE), st.integers(0, 300), st.integers(0, 3))
def test_R8_winners_get_equal_shares_and_fewer_chips_than_winners_stay(
    tricks: tuple[int, ...], pool: int, eldest: int
) -> None:
    paid = FewestTakesPool().transfers(PassedOut(tricks, pool, eldest))
    winners = [seat for seat in range(4) if tricks[seat] == min(tricks)]
    assert all(transfer.payer == POOL for transfer in paid)
    assert len({transfer.chips for transfer in paid}) <= 1
    left = pool - sum(transfer.chips for transfer in paid)
    assert 0 <= left < len(winners)
    if pool >= len(winners):
        assert sorted(str(transfer.payee) for transfer in paid) == [str(seat) for seat in winners]
    else:
        assert paid == ()


@pytest.mark.parametrize("eldest", range(4))
@pytest.mark.parametrize("rate", [5, 10])
def test_R30_P25_every_share_of_thirteen_tricks(eldest: int, rate: int) -> None:
    for tricks in EVERY_SHARE:
        most = max(tricks)
        tied = [seat for seat in range(4) if tricks[seat] == most]
        paid = MostPaysEach(rate).transfers(PassedOut(tricks, 77, eldest))
        got = {
            (transfer.payer, transfer.payee): transfer.chips
            for transfer in paid
            if transfer.chips  # a half of nothing is no payment
        }
        want = {}
        for payee in range(4):
            due = rate * (most - tricks[payee])
            if not due:
                continue
            if len(tied) == 3:
                want.update({(payer, payee): rate for payer in tied})
                assert sorted(tricks) == [1, 4, 4, 4]
            elif len(tied) == 2:
                first = min(tied, key=lambda seat: (seat - eldest) % 4)
                second = tied[1] if first == tied[0] else tied[0]
                want[first, payee] = due - due // 2
                want[second, payee] = due // 2
            else:
                want[tied[0], payee] = due
        assert got == want, tricks
        assert len(tied) < 4


@pytest.mark.parametrize(
    ("tricks", "paid"),
    [
        # Two tricks of difference are 10: 4 by the first of the three from eldest, seat 2.
        ((3, 3, 3, 1), {(2, 3): 4, (0, 3): 3, (1, 3): 3}),
        ((2, 2, 2, 2), {}),
        # Four are 20: 7, 7 and 6.
        ((4, 4, 4, 0), {(2, 3): 7, (0, 3): 7, (1, 3): 6}),
        # With three seats.
        ((4, 4, 4), {}),
        ((5, 3, 5), {(2, 1): 5, (0, 1): 5}),
        ((6, 1, 6), {(2, 1): 13, (0, 1): 12}),
    ],
)
def test_N17_players_tied_for_most_share_what_is_due_in_packs_of_any_size(
    tricks: tuple[int, ...], paid: dict[tuple[int, int], int]
) -> None:
    found = MostPaysEach(5).transfers(PassedOut(tricks, 77, eldest=2))
    assert {(each.payer, each.payee): each.chips for each in found} == paid


@pytest.mark.parametrize("seats", [3, 4])
def test_hands_thrown_in_cost_what_the_rule_says(seats: int) -> None:
    nothing = PassedOut((0,) * seats, pool=40, eldest=1)
    assert ThrownIn().transfers(nothing) == ()
    paid = ThrownIn(fine=5).transfers(nothing)
    assert [(transfer.payer, transfer.payee, transfer.chips) for transfer in paid] == [
        ((1 + step) % seats, POOL, 5) for step in range(seats)
    ]


def test_words() -> None:
    assert "fewest tricks" in FewestTakesPool().words()
    assert "odd chips" in FewestTakesPool().words()
    assert "pays each other player 10 " in MostPaysEach(10).words()
    assert "in equal parts" in MostPaysEach(10).words()
    assert "thrown in" in ThrownIn().words()
    assert "pays the pool" not in ThrownIn().words()
    assert "every player pays the pool 5" in ThrownIn(5).words()
