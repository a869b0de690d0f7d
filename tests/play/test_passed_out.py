"""Deals that nobody bids, in each of the sixteen variants: P5, P22, P25, P28, R30, R35."""

from __future__ import annotations

from typing import Final

import pytest
from tests.phases.table_talk import act, finish, playing, settled, tricks
from tests.play.deals import LOW, MIXED, NONE_THREE_TIED, NONE_TWO_TIED
from tests.play.tables import SLUGS, THROWN_IN, bill, next_opened, said, session
from tests.settlement.bills import pool_of

import boston_rules as br

PASSES: Final = "pass; pass; pass; pass"
ANTES: Final = {
    "fontainebleau": 50, "fontainebleau-cats": 20, "fontainebleau-hoyle": 1, "russian": 1,
    "russian-partnership": 1, "american": 20, "american-decimal": 20, "boston-whist": 40,
    "two-pack-hoyle": 8, "american-partnership": 20, "american-capped": 20,
    "english-boston": 40, "classic": 10, "french": 10, "mariland": 10, "whisch-bostonien": 36,
}  # fmt: skip
"""What is in the pool before the first deal."""
FINES: Final = {
    "boston-whist": 10, "english-boston": 10, "two-pack-hoyle": 2, "classic": 5,
    "american-capped": 5,
}  # fmt: skip
"""What everybody pays when all pass."""
FEWEST: Final = (
    *("fontainebleau", "fontainebleau-cats", "fontainebleau-hoyle"),
    *("russian", "russian-partnership"),
)
MOST: Final = ("american", "american-decimal")

# Without trumps, seat 0 to lead.
FOUR_THREE_SIX: Final = (4, 3, 6, 0)
"""Tricks when everybody plays his first legal card."""


def passed_out(slug: str, hands: tuple[str, ...] = MIXED, **options: object) -> br.State:
    state = br.start(
        br.get_variant(slug, **options),
        3,
        hands=hands,
        turned=br.parse_card("8S") if opened_turns(slug) else None,
    )
    return act(state, PASSES)


def opened_turns(slug: str) -> bool:
    return br.get_variant(slug).dealing.turn is not None


@pytest.mark.parametrize("slug", SLUGS)
def test_the_antes_lie_in_the_pool(slug: str) -> None:
    assert br.start(br.get_variant(slug)).table.pool == ANTES[slug]


@pytest.mark.parametrize("slug", SLUGS)
def test_thrown_in_or_played(slug: str) -> None:
    state = passed_out(slug)
    assert state.phase == ("settled" if slug in THROWN_IN else "play")
    assert (state.contract, said(state)[-1]) == (None, "3 pass")


@pytest.mark.parametrize("slug", THROWN_IN)
def test_P5_thrown_in_deals_count_and_the_pool_stays(slug: str) -> None:
    done = settled(passed_out(slug))
    fine = FINES.get(slug, 0)
    assert bill(done).deltas == (-fine,) * 4
    assert bill(done).pool == ANTES[slug] + 4 * fine
    assert bill(done).made is None
    after = br.next_deal(done)
    assert after.table.deal_number == 2
    assert after.table.dealer == 0
    cap = pool_of(br.get_variant(slug)).cap
    antes = ANTES[slug] * 2 + 4 * fine
    assert after.table.pool + after.table.set_aside == antes
    assert cap is None or after.table.pool == min(cap, antes)


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if slug not in THROWN_IN])
class TestPlayed:
    def test_P22_thirteen_tricks_without_trumps_eldest_leads(self, slug: str) -> None:
        state = playing(passed_out(slug))
        assert state.actor == 0
        assert state.setup.terms.total == 13
        assert state.setup.terms.trick_table.trump is None
        assert state.exposed == ()
        done = settled(finish(state))
        assert sum(done.outcome.tricks) == 13
        kinds = {type(event.action) for event in done.events[5:]}
        assert kinds == {br.Play}, "no discards, no chicane, no concession"

    def test_P22_no_verdict(self, slug: str) -> None:
        state: br.State = passed_out(slug)
        while state.actor is not None:
            assert br.observe(state, 0).decided is None
            state = br.apply(state, br.legal_actions(state)[0])
        assert bill(state).made is None

    def test_the_pool(self, slug: str) -> None:
        done = settled(finish(passed_out(slug)))
        assert done.outcome.tricks == FOUR_THREE_SIX
        if slug in FEWEST:
            # Seat 3 has won none and takes it.
            assert bill(done).deltas == (0, 0, 0, ANTES[slug])
            assert bill(done).pool == 0
        else:
            # R30: seat 2 alone has most: 5 × the difference to each; the pool is untouched.
            assert bill(done).deltas == (5 * 2, 5 * 3, -5 * 11, 5 * 6)
            assert bill(done).pool == ANTES[slug]


class TestTies:
    def test_R8_fewest_divide_and_odd_chips_stay(self) -> None:
        """Seat 0 wins every trick of LOW; 20 by three is 6 each, and 2 stay."""
        done = settled(finish(passed_out("fontainebleau-cats", LOW)))
        assert done.outcome.tricks == (13, 0, 0, 0)
        assert bill(done).deltas == (0, 6, 6, 6)
        assert bill(done).pool == 2

    def test_R8_nothing_to_divide(self) -> None:
        """A pool of 1 for three winners stays where it is."""
        done = settled(finish(passed_out("russian", LOW)))
        assert bill(done).deltas == (0, 0, 0, 0)
        assert bill(done).pool == 1

    def test_R30_one_with_every_trick(self) -> None:
        done = settled(finish(passed_out("american-decimal", LOW)))
        assert bill(done).deltas == (-3 * 65, 65, 65, 65)

    @pytest.mark.parametrize("slug", MOST)
    def test_R30_P25_two_tied_for_most_pay_half_each(self, slug: str) -> None:
        """Seats 1 and 2 with five: 15 to seat 0 is 8 and 7, 20 to seat 3 is 10 and 10."""
        done = settled(tricks(passed_out(slug), *NONE_TWO_TIED))
        assert done.outcome.tricks == (2, 5, 5, 1)
        assert bill(done).deltas == (15, -18, -17, 20)

    @pytest.mark.parametrize("slug", MOST)
    def test_R30_three_tied_pay_the_fourth(self, slug: str) -> None:
        done = settled(tricks(passed_out(slug), *NONE_THREE_TIED))
        assert done.outcome.tricks == (4, 4, 4, 1)
        assert bill(done).deltas == (-5, -5, -5, 15)


class TestGeneralMisery:
    """P25, by the option of ``two-pack-hoyle``."""

    def test_ties(self) -> None:
        """The same with 10 for 5."""
        state = passed_out("two-pack-hoyle", all_pass="general-misery")
        assert bill(tricks(state, *NONE_TWO_TIED)).deltas == (30, -35, -35, 40)
        assert bill(tricks(state, *NONE_THREE_TIED)).deltas == (-10, -10, -10, 30)

    def test_played_and_paid_by_tens(self) -> None:
        done = settled(finish(passed_out("two-pack-hoyle", all_pass="general-misery")))
        assert done.outcome.tricks == FOUR_THREE_SIX
        assert bill(done).deltas == (20, 30, -110, 60)
        assert bill(done).pool == 8, "the pool is untouched"

    def test_the_other_way(self) -> None:
        done = settled(passed_out("two-pack-hoyle", all_pass="ante"))
        assert bill(done).deltas == (-2, -2, -2, -2)


def test_R49_L13_capped_all_pass_and_each_pays_five_from_eldest() -> None:
    """Four antes of 5 and four fines of 5 lie in the next pool, with its antes: 60."""
    done = settled(passed_out("american-capped"))
    assert [(paid.payer, paid.payee, paid.chips) for paid in bill(done).transfers] == [
        (seat, br.POOL, 5) for seat in (0, 1, 2, 3)
    ]
    assert done.table.pool == 40
    assert br.next_deal(done).table.pool == 60


@pytest.mark.parametrize("slug", SLUGS)
def test_P5_a_session_of_passed_out_deals(slug: str) -> None:
    """They count: the session is over after its number of deals, and R9 empties the pool."""
    variant = br.get_variant(slug, deals=3)
    deals = session(variant, seed=5, passing=1.0)
    assert len(deals) == 3
    table = deals[-1][1].table
    assert (table.pool, table.set_aside) == (0, 0)
    assert sum(table.purses) == 4 * variant.session.starting_chips


@pytest.mark.parametrize("slug", ["boston-whist", "two-pack-hoyle"])
def test_P9_fines_above_the_cap_are_set_aside(slug: str) -> None:
    """All pass: 40 + 40 a deal against 250, or 8 + 8 against 50, put back before the antes."""
    cap, step = (250, 40) if slug == "boston-whist" else (50, 8)
    done = settled(passed_out(slug))
    for number in range(2, 7):
        held = done.table.pool + done.table.set_aside
        state = next_opened(done, MIXED, turned="8S")
        assert state.table.pool == min(cap, held + step)
        assert state.table.set_aside == max(0, held + step - cap)
        done = settled(act(state, PASSES))
        assert done.table.pool == min(cap, 2 * number * step)
        assert done.table.set_aside == max(0, 2 * number * step - cap)
    assert done.table.set_aside > 0
