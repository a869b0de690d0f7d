"""Pools over whole sessions, booked again by hand: P6, P7, P9, R9, R12."""

from __future__ import annotations

from typing import Final

import pytest
from tests.phases.table_talk import act, settled, speak, tricks
from tests.play.deals import MIXED, SPADES_EIGHT, SPADES_SIX, rotated, rotated_line
from tests.play.tables import SLUGS, bill, next_opened, opened, session

import boston_rules as br

CAPS: Final = {"boston-whist": 250, "two-pack-hoyle": 50, "english-boston": 250}
EACH: Final = {
    "fontainebleau-cats": 5, "american": 5, "american-decimal": 5, "american-capped": 5,
    "american-partnership": 5, "boston-whist": 10, "english-boston": 10, "two-pack-hoyle": 2,
}  # fmt: skip
DEALER: Final = {
    "fontainebleau": 50, "fontainebleau-hoyle": 1, "russian": 1, "russian-partnership": 1,
    "classic": 10, "mariland": 10,
}  # fmt: skip


def antes(slug: str, dealer: int, number: int, deals: int) -> list[int]:
    if slug in EACH:
        return [EACH[slug]] * 4
    if slug == "whisch-bostonien":
        return [12 if seat == dealer else 8 for seat in range(4)]
    chips = (20 if number > deals - 8 else 10) if slug == "french" else DEALER[slug]
    return [chips if seat == dealer else 0 for seat in range(4)]


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("seed", range(3))
def test_P6_P9_every_chip_of_a_session(slug: str, seed: int) -> None:
    """Antes and transfers booked by hand, the cap applied after each payment into the pool."""
    variant = br.get_variant(slug)
    cap = CAPS.get(slug)
    deals = session(variant, seed, dealer=seed)
    count = len(deals)
    purses = [variant.session.starting_chips] * 4
    pool = aside = 0
    for number, (opening, done) in enumerate(deals, start=1):
        # P9: the set-aside first, then the antes, then the cap.
        pool, aside = pool + aside, 0
        for seat, chips in enumerate(antes(slug, opening.table.dealer, number, count)):
            purses[seat] -= chips
            pool += chips
        if cap is not None and pool > cap:
            pool, aside = cap, pool - cap
        assert list(opening.table.purses) == purses
        assert (opening.table.pool, opening.table.set_aside) == (pool, aside)
        deltas = [0] * 4
        ending = False
        for paid in bill(done).transfers:
            ending = ending or any(line.reason == "end of the session" for line in paid.lines)
            assert paid.chips > 0
            if paid.payer == br.POOL and paid.payee == br.SET_ASIDE:
                continue  # booked below, by the cap
            if paid.payer == br.POOL:
                pool -= paid.chips
            elif paid.payer == br.SET_ASIDE:
                assert ending
                aside -= paid.chips
            else:
                assert isinstance(paid.payer, int)
                deltas[paid.payer] -= paid.chips
            if paid.payee == br.POOL:
                pool += paid.chips
                if cap is not None and pool > cap and not ending:
                    aside, pool = aside + pool - cap, cap
            else:
                assert isinstance(paid.payee, int)
                deltas[paid.payee] += paid.chips
        assert list(bill(done).deltas) == deltas
        purses = [purse + delta for purse, delta in zip(purses, deltas, strict=True)]
        assert list(done.table.purses) == purses
        assert (done.table.pool, done.table.set_aside) == (pool, aside)
        assert ending <= (number == count)
    assert (pool, aside) == (0, 0)
    assert sum(purses) == 4 * variant.session.starting_chips


class TestCap:
    """P9 in two deals of ``boston-whist`` with a pool of 240."""

    @staticmethod
    def full(slug: str = "boston-whist", deals: int = 12) -> br.State:
        """The fourth deal after three that were thrown in: 3 × 80 + 40 = 280."""
        state: br.State = opened(slug, MIXED, turned="5C", deals=deals)
        for number in (1, 2, 3):
            done = settled(act(state, "pass; pass; pass; pass"))
            state = next_opened(done, rotated(MIXED, number), turned="5C")
        return state

    def test_at_the_antes(self) -> None:
        assert (self.full().table.pool, self.full().table.set_aside) == (250, 30)

    def test_doubling_pays_what_the_pool_holds_and_not_the_set_aside(self) -> None:
        state = speak(self.full(), "3 bid 8 S; 0 pass; 1 pass; 2 pass")
        done = settled(tricks(state, *rotated_line(SPADES_SIX, 3)))
        # Eight short by two 35 to each, and 250 to the pool, all of it set aside at once.
        assert bill(done).deltas == (35, 35, 35, -355)
        assert (done.table.pool, done.table.set_aside) == (250, 280)
        after = next_opened(done, MIXED, turned="5C")
        assert {br.observe(after, seat).table.set_aside for seat in (0, None)} == {280 + 40}
        assert (after.table.pool, after.table.set_aside) == (250, 280 + 40)

    def test_a_won_pool_is_250_and_the_rest_comes_back(self) -> None:
        state = speak(self.full(), "3 bid 8 S; 0 pass; 1 pass; 2 pass")
        done = settled(tricks(state, *rotated_line(SPADES_EIGHT, 3)))
        # Eight 25 from each, and the pool of 250.
        assert bill(done).deltas == (-25, -25, -25, 325)
        assert (done.table.pool, done.table.set_aside) == (0, 30)
        after = next_opened(done, MIXED, turned="5C")
        assert (after.table.pool, after.table.set_aside) == (70, 0)
        assert [(paid.payer, paid.payee, paid.chips) for paid in after.table.antes] == [
            (br.SET_ASIDE, br.POOL, 30),
            *((seat, br.POOL, 10) for seat in range(4)),
        ]

    def test_P7_the_last_deal_divides_both(self) -> None:
        """After a loss 250 and 280 are 530: 133 to seats 3 and 0 of it, 132 to seats 1 and 2."""
        state = speak(self.full(deals=4), "3 bid 8 S; 0 pass; 1 pass; 2 pass")
        done = settled(tricks(state, *rotated_line(SPADES_SIX, 3)))
        assert done.session_over
        assert bill(done).deltas == (35 + 133, 35 + 132, 35 + 132, -355 + 133)
        assert (done.table.pool, done.table.set_aside) == (0, 0)
        assert done.table.chips == 0

    def test_P9_the_cap_of_two_pack_hoyle(self) -> None:
        """Three deals thrown in: 3 × 16 + 8 = 56 against 50."""
        state = self.full("two-pack-hoyle")
        assert (state.table.pool, state.table.set_aside) == (50, 6)
        state = speak(state, "3 bid 8 S; 0 pass; 1 pass; 2 pass")
        done = settled(tricks(state, *rotated_line(SPADES_SIX, 3)))
        # Eight short by two 7 to each, and 50 to the pool.
        assert bill(done).deltas == (7, 7, 7, -71)
        assert (done.table.pool, done.table.set_aside) == (50, 56)


class TestLastDeal:
    """R9, P7: what is left after the last deal."""

    @pytest.mark.parametrize("slug", [slug for slug in SLUGS if slug != "fontainebleau"])
    def test_divided_among_all_when_the_caller_fails(self, slug: str) -> None:
        """A high bid that seat 0 cannot make; 'adversaries' is the rule of one variant alone."""
        state = opened(slug, MIXED, turned="8S", deals=1)
        bids = [token for token in map(str, br.legal_actions(state)) if token.startswith("bid")]
        tall = {"french": "bid neuf S", "whisch-bostonien": "bid independance"}
        bid = tall.get(slug) or next(token for token in bids if token.split()[1] in ("12", "13"))
        state = act(state, bid)
        while state.actor is not None:
            legal = br.legal_actions(state)
            if br.Contest() in legal:
                state = act(state, "contest")
            elif br.NameTrump(br.SPADES) in legal:
                state = act(state, "trump S")
            else:
                state = br.apply(state, legal[0])
        done = settled(state)
        assert bill(done).made is False
        final = [paid for paid in bill(done).transfers if "end of the session" in paid.reason]
        assert {paid.payee for paid in final} == {0, 1, 2, 3}
        shares = {paid.payee: paid.chips for paid in final}
        total = sum(shares.values())
        assert [shares[seat] for seat in range(4)] == [
            total // 4 + (seat < total % 4) for seat in range(4)
        ]
        assert (done.table.pool, done.table.set_aside) == (0, 0)
