"""Random sessions, each bill drawn up a second time from the cards played."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from tests.settlement.bills import flows
from tests.settlement.family.cells import HOUSES, bid_of, house_of, played_of
from tests.settlement.family.whole_bills import whole_bill

import boston_rules as br

OPTIONS: list[tuple[str, dict[str, object]]] = [
    # The tricks of the French games, with their Boston, are counted elsewhere.
    *((slug, {}) for slug in HOUSES if not slug.startswith("french")),
    ("fontainebleau", {"last_pool": "all"}),
    ("english-boston", {"seats": 3}),
    ("fontainebleau-cats", {"special_losses": "as-won"}),
    ("two-pack-hoyle", {"all_pass": "general-misery"}),
    ("russian", {"concessions": False}),
]
DEALS = 24


def choose(state: br.State, rng: random.Random) -> br.Action:
    """Anything legal, but calm in the auction and not seldom agreeable."""
    if state.actor == br.CHANCE:
        return br.draw_chance(state, rng)
    legal = br.legal_actions(state)
    if state.phase == "auction":
        if rng.random() < 0.75:
            return legal[0]
        low = legal[1:4]
        return rng.choice(low if low and rng.random() < 0.5 else legal)
    if isinstance(legal[0], br.Concede | br.Accept | br.Chicane) and rng.random() < 0.7:
        return legal[0]
    return rng.choice(legal)


def winner_of(trick: list[tuple[int, br.Card]], trump: br.Suit | None) -> int:
    """Who wins a trick: the highest trump, else the highest card of the suit led."""
    led = trick[0][1].suit
    return max(
        trick,
        key=lambda play: (
            (2, play[1].rank)
            if play[1].suit is trump
            else ((1, play[1].rank) if play[1].suit is led else (0, 0))
        ),
    )[0]


def outcome_of(state: br.Settled) -> br.Outcome:
    """What happened, told from the hands dealt and the actions taken."""
    seats = state.table.variant.seats
    contract = state.contract
    trump = None if contract is None else contract.trump
    tricks = [0] * seats
    trick: list[tuple[int, br.Card]] = []
    words: list[str] = []
    chicane = []
    for event in state.events:
        seat, action = event.seat, event.action
        if isinstance(action, br.Play):
            trick.append((seat, action.card))
            if len(trick) == seats:
                tricks[winner_of(trick, trump)] += 1
                trick = []
        elif isinstance(action, br.Concede | br.Contest):
            words.append(str(action))
        elif isinstance(action, br.Chicane):
            chicane.append(seat)
    honours = [0] * seats
    for seat in range(seats):
        for card in br.Cards.from_mask(state.deal.hands[seat]):
            honours[seat] += card.suit is trump and card.rank >= br.Rank.JACK
    conceded = bool(words) and "contest" not in words
    return br.Outcome(
        tuple(tricks), honours=tuple(honours), conceded=conceded, chicane=tuple(chicane)
    )


@pytest.mark.no_cover  # depth, not coverage: four times as fast
@pytest.mark.parametrize(("slug", "options"), OPTIONS, ids=str)
def test_every_bill_of_a_session_is_what_the_cards_and_the_tables_say(
    slug: str, options: dict[str, object]
) -> None:
    variant = br.get_variant(slug, deals=DEALS, **options)
    seen: Counter[str] = Counter()
    for seed in range(6):
        seen += play_session(variant, random.Random(f"{slug} {seed}"))
    wanted = {"made", "lost", "all passed"}
    if HOUSES[slug].partners != "none":
        wanted |= {"partner made", "partner lost"}
    if variant.concession is not None or variant.contest is not None:
        wanted |= {"conceded", "contested"}
    if slug in ("russian", "russian-foster"):
        wanted.add("chicane")
    assert wanted <= set(seen)


def play_session(variant: br.Variant, rng: random.Random) -> Counter[str]:
    """A session to its end, every bill compared; what was met."""
    house = house_of(variant)
    seen: Counter[str] = Counter()
    state = br.start(variant, dealer=rng.randrange(variant.seats))
    while True:
        before = state.table
        while state.actor is not None:
            state = br.apply(state, choose(state, rng))
        assert isinstance(state, br.Settled)
        contract, bill = state.contract, state.settlement
        outcome = outcome_of(state)
        if contract is None:
            assert sum(outcome.tricks) == (0 if house.all_pass == "thrown" else 13)
            outcome = br.Outcome(outcome.tricks, honours=(0,) * variant.seats)
            seen["all passed"] += 1
        else:
            if house.partners == "opposite":
                assert contract.partner == (contract.declarer + 2) % 4
            if not outcome.conceded:
                total = 13 if bid_of(contract.key) is not None else played_of(contract.key)
                off = contract.key in house.broken_off and not bill.made
                assert sum(outcome.tricks) == total or off
            verdict = "made" if bill.made else "lost"
            seen[verdict] += 1
            seen[f"partner {verdict}"] += contract.partner is not None
            seen["conceded" if outcome.conceded else "contested"] += 1
            seen["chicane"] += bool(outcome.chicane)
        want = whole_bill(
            house,
            contract,
            outcome,
            pool=before.pool,
            set_aside=before.set_aside,
            last=before.deal_number == DEALS,
            dealer=before.dealer,
        )
        after = state.table
        assert (flows(bill), after.pool, after.set_aside) == want, (contract, outcome)
        assert after.purses == tuple(
            purse + delta for purse, delta in zip(before.purses, bill.deltas, strict=True)
        )
        assert after.chips == before.chips
        if state.session_over:
            break
        state = br.next_deal(state)
    assert state.table.deal_number == DEALS
    assert (state.table.pool, state.table.set_aside) == (0, 0)
    assert sum(state.table.purses) == variant.session.starting_chips * variant.seats
    return +seen
