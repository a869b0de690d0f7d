"""R10, P2: whole sessions of a pack that is never shuffled again, each deal dealt anew by hand."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from attrs import evolve
from tests.phases.table_talk import STRIPES, act, finish, settled
from tests.play.tables import UNSHUFFLED, after_tricks, face_up, opened_with, orders, session

import boston_rules as br

PACKETS = {
    "fontainebleau": (4, 4, 5),
    "american-partnership": (5, 5, 3),
    **dict.fromkeys(
        ("fontainebleau-cats", "american", "american-decimal", "american-capped"), (1,) * 13
    ),
}


def gathered(opening: br.State, done: br.Settled) -> list[str]:
    """The pack after a deal, read off its events: tricks, discards, hands thrown in."""
    eldest = (done.deal.table.dealer + 1) % 4
    seats = [(eldest + step) % 4 for step in range(4)]
    done_so = [(event.seat, event.action) for event in done.events]
    played = [str(action.card) for _, action in done_so if isinstance(action, br.Play)]
    aside = {seat: str(action.card) for seat, action in done_so if isinstance(action, br.Discard)}
    pack = played + [aside[seat] for seat in seats if seat in aside]
    held = orders(opening)
    pack += [card for seat in seats for card in held[seat] if card not in set(pack)]
    return pack


def dealt(pack: list[str], dealer: int, packets: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
    hands: list[list[str]] = [[], [], [], []]
    for size in packets:
        for step in (1, 2, 3, 4):
            hands[(dealer + step) % 4] += pack[:size]
            pack = pack[size:]
    return tuple(map(tuple, hands))


def kind(done: br.Settled) -> str:
    plays = sum(isinstance(event.action, br.Play) for event in done.events)
    if done.contract is None:
        return "played without a bid" if plays else "thrown in"
    return "with discards" if plays == 48 else "bid"


@pytest.mark.parametrize("slug", UNSHUFFLED)
@pytest.mark.parametrize("seed", range(6))
def test_R10_P2_every_deal_follows_from_the_events_of_the_last(slug: str, seed: int) -> None:
    deals = session(br.get_variant(slug), seed, dealer=seed % 4, passing=0.8)
    assert len(deals) == 12
    declined = 0
    for (opening, done), (after, _) in pairwise(deals):
        pack = gathered(opening, done)
        assert sorted(pack) == sorted(map(str, br.PACK))
        # In the auction's first state nothing has been said but at the cuts.
        words = [(event.seat, event.action) for event in after.events if event.seat >= 0]
        cuts = [(seat, int(str(a.at)) if isinstance(a, br.Cut) else 0) for seat, a in words]
        dealer = after.table.dealer
        assert dealer == (opening.table.dealer + 1) % 4
        cutters = [(dealer + step) % 4 for step in (1, 2, 3, 4)]
        assert [seat for seat, _ in cuts] == ([] if slug == "american-partnership" else cutters)
        declined += sum(at == 0 for _, at in cuts)
        assert not any(isinstance(event.action, br.Shuffle) for event in after.events)
        for _, at in cuts:
            pack = pack[at:] + pack[:at]
        assert orders(after) == dealt(pack, dealer, PACKETS[slug])
    assert bool(declined) == (slug == "fontainebleau")


def test_the_sessions_see_every_way_a_deal_ends() -> None:
    found: dict[str, Counter[str]] = {}
    for slug in UNSHUFFLED:
        found[slug] = Counter(
            kind(done)
            for seed in range(6)
            for _, done in session(br.get_variant(slug), seed, dealer=seed % 4, passing=0.8)
        )
    for slug in ("fontainebleau", "fontainebleau-cats", "american", "american-decimal"):
        assert set(found[slug]) == {"played without a bid", "with discards", "bid"}
    assert set(found["american-capped"]) == {"thrown in", "with discards", "bid"}
    assert set(found["american-partnership"]) == {"thrown in", "bid"}


def test_R10_a_first_deal_by_hand() -> None:
    """Thrown in: hand under hand from eldest on, then dealt singly."""
    state = opened_with(br.get_variant("american-capped"))
    done = settled(act(state, "pass; pass; pass; pass"))
    after = br.next_deal(done)
    # Seat 3 dealt, so the hands lie 0, 1, 2, 3; 26, 26, 26, 26 brings the pack round twice.
    after = act(after, "cut 26; cut 26; cut 26; cut 26")
    pack = " ".join(STRIPES).split()
    assert orders(after)[1] == tuple(pack[0::4])
    assert orders(after)[0] == tuple(pack[3::4])


@pytest.mark.parametrize("words", ["pass; pass; pass", "bid 5 C; pass; pass"])
def test_R10_a_dead_hand_is_gathered_last(words: str) -> None:
    """Three seats and a pack that is not shuffled again: a house rule. All 52 cards are dealt."""
    three_seats = br.get_variant("english-boston", seats=3)
    variant = evolve(three_seats, dealing=evolve(three_seats.dealing, shuffle="first-deal"))
    state = br.start(variant, 2, hands=STRIPES[:3], turned=br.parse_card("7C"))
    done = settled(finish(act(state, words)))
    pack = list(face_up(done.gathered))
    assert sorted(pack) == sorted(map(str, br.PACK))
    if words.startswith("pass"):
        assert pack[:39] == " ".join(STRIPES[:3]).split()
    # Given outright, the dead hand has no order but that the card turned was its last.
    assert set(pack[39:]) == set(STRIPES[3].split())
    assert pack[-1] == "7C"
    after = br.next_deal(done)
    assert after.deal is not None
    assert [len(hand) for hand in orders(after)] == [13] * 4


class TestEndedEarly:
    """P2: complete tricks, then discards, then the cards still held, seat by seat from eldest.

    No variant of the library has both concessions and an unshuffled pack, a house rule may.
    """

    @staticmethod
    def variant() -> br.Variant:
        hoyle = br.get_variant("fontainebleau-hoyle")
        return evolve(hoyle, dealing=br.get_variant("fontainebleau-cats").dealing)

    def test_after_one_trick(self) -> None:
        state = act(opened_with(self.variant(), dealer=1), "bid 5 H; pass; pass; pass; solo")
        # Seat 2 is eldest and declarer: 8♠ is led.
        state = act(state, "play 8S; play 7S; play TS; play 9S; concede; concede; concede")
        after = act(br.next_deal(settled(state)), "cut 26; cut 26; cut 26; cut 26")
        gone = ["8S", "7S", "TS", "9S"]
        rest = [[card for card in hand.split() if card not in gone] for hand in STRIPES]
        pack = [*gone, *rest[2], *rest[3], *rest[0], *rest[1]]
        assert orders(after) == dealt(pack, 2, (1,) * 13)

    def test_with_discards(self) -> None:
        state = act(opened_with(self.variant()), "bid little-misere; pass; pass; pass")
        state = act(state, "discard AS; discard KS; discard QS; discard JS")
        state = act(state, "play 6S; play 5S; play 4S; play 3S; concede; concede; concede")
        done = settled(state)
        after = act(br.next_deal(done), "cut 26; cut 26; cut 26; cut 26")
        gone = ["6S", "5S", "4S", "3S", "AS", "KS", "QS", "JS"]
        rest = [card for hand in STRIPES for card in hand.split() if card not in gone]
        assert orders(after) == dealt([*gone, *rest], 0, (1,) * 13)

    def test_a_contested_deal_is_gathered_like_any_other(self) -> None:
        opening = act(opened_with(self.variant()), "bid 5 H; pass; pass; pass; solo")
        done = settled(finish(after_tricks(opening, 2, seed=3)))
        after = act(br.next_deal(done), "cut 26; cut 26; cut 26; cut 26")
        assert orders(after) == dealt(gathered(opening, done), 0, (1,) * 13)
