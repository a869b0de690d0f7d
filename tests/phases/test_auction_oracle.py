"""Random auctions against the rulings read straight off the calls (R4, R5, R6, P3, P24, P33)."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from attrs import frozen
from tests.phases.table_talk import OPENINGS, auction

import boston_rules as br
from boston_rules.deal.calls import calls_of

MISERE = ("misere", "quatre-as", "spread")


@frozen
class Said:
    """What the calls say, with nothing kept on the way."""

    slug: str
    ladder: tuple[str, ...]
    done: Sequence[tuple[int, object]]

    @staticmethod
    def bare(action: object) -> str:
        """A bid without its laid card."""
        assert isinstance(action, br.Bid)
        return str(br.Bid(action.key, action.suit, action.suit_class))

    @property
    def bids(self) -> list[int]:
        return [n for n, (_, action) in enumerate(self.done) if isinstance(action, br.Bid)]

    @property
    def standing(self) -> tuple[int, str] | None:
        if not self.bids:
            return None
        seat, action = self.done[self.bids[-1]]
        return seat, self.bare(action)

    @property
    def since(self) -> list[tuple[int, object]]:
        return list(self.done[self.bids[-1] + 1 :] if self.bids else self.done)

    @property
    def acceptor(self) -> int | None:
        return next((seat for seat, a in self.since if isinstance(a, br.Accept)), None)

    def has(self, seat: int, *kinds: type) -> bool:
        return any(who == seat and isinstance(a, kinds) for who, a in self.done)

    def may_bid(self, seat: int) -> set[str]:
        floor = -1 if self.standing is None else self.ladder.index(self.standing[1])
        higher = set(self.ladder[floor + 1 :])
        misere = {bid for bid in higher if any(word in bid for word in MISERE)}
        if self.has(seat, br.Pass):
            back = {"bid little-misere", "bid grand-misere"} if self.slug == "american" else set()
            return higher & back
        tricks = any(
            who == seat
            and (
                isinstance(a, br.Accept)
                or (isinstance(a, br.Bid) and not any(word in a.key for word in MISERE))
            )
            for who, a in self.done
        )
        return higher - misere if self.slug == "french" and tricks else higher

    def may_accept(self, seat: int) -> bool:
        return (
            self.slug == "french"
            and self.standing is not None
            and "simple" in self.standing[1]
            and self.acceptor is None
            and self.standing[0] != seat
        )

    def next(self, eldest: int) -> int | None:
        """Who is asked now; ``None`` when the auction is over."""
        last = self.done[-1][0] if self.done else (eldest - 1) % 4
        spoken = {seat for seat, _ in self.since}
        for step in range(1, 5):
            seat = (last + step) % 4
            if seat in spoken or (self.standing is not None and self.standing[0] == seat):
                continue
            if self.standing is None or self.may_bid(seat) or self.may_accept(seat):
                return seat
        return None


def walk(slug: str, state: br.State, rng: random.Random) -> set[tuple[str, bool]]:
    """Go through one auction; every kind of action met, and whether its seat had passed."""
    met = set()
    eldest = state.table.eldest
    assert state.deal is not None
    ladder = tuple(str(r.bid) for r in calls_of(state.table.variant, state.deal.turn).open_bids)
    while True:
        said = Said(slug, ladder, [(event.seat, event.action) for event in state.said])
        expected = said.next(eldest)
        if expected is None:
            break
        state = auction(state)
        assert state.actor == expected
        hand = state.hands[expected]
        legal = br.legal_actions(state)
        bids = {said.bare(action) for action in legal if isinstance(action, br.Bid)}
        held = set()
        for bid in said.may_bid(expected):
            if bid == "bid quatre-as" and len(hand & br.Cards.parse("AS AH AC AD")) < 4:
                continue
            if "simple" in bid:
                suit = state.deal.turn.petite if "petite" in bid else state.deal.turn.belle
                assert suit is not None
                if not hand.of(suit):
                    continue
            held.add(bid)
        assert bids == held
        assert (br.Accept() in legal) == said.may_accept(expected)
        assert legal[0] == br.Pass()
        # Low bids and passes, so that the auctions are long.
        choice = rng.choice([legal[0], legal[min(1, len(legal) - 1)], rng.choice(legal[:6])])
        met.add((type(choice).__name__, said.has(expected, br.Pass)))
        state = br.apply(state, choice)
    assert state.phase != "auction"
    if said.standing is None:
        assert state.contract is None
    else:
        assert state.contract is not None
        assert state.contract.declarer == said.standing[0]
        assert f"bid {state.contract.key}" == " ".join(said.standing[1].split()[:2])
        assert state.contract.partner == said.acceptor
    return met


FIRST_WORDS = {("Pass", False), ("Bid", False)}


@pytest.mark.no_cover  # depth, not coverage: four times as fast
@pytest.mark.parametrize(
    ("slug", "kinds"),
    [
        ("fontainebleau", FIRST_WORDS),
        ("american", FIRST_WORDS | {("Pass", True), ("Bid", True)}),
        ("french", FIRST_WORDS | {("Pass", True), ("Accept", False), ("Accept", True)}),
    ],
)
def test_random_auctions(slug: str, kinds: set[tuple[str, bool]]) -> None:
    """``kinds``: every action that is met, and whether its seat had passed before."""
    rng = random.Random(f"auction {slug}")
    met = set()
    for _ in range(150):
        pack = [str(card) for card in br.shuffled(rng)]
        hands = [" ".join(pack[place : place + 13]) for place in range(0, 52, 13)]
        dealer = rng.randrange(4)
        options: dict[str, str] = {}
        if slug != "fontainebleau":
            options["turned"] = hands[dealer].split()[-1]
        if slug == "french" and rng.random() < 0.7:
            options["belle"] = rng.choice("SHCD")
        met |= walk(slug, OPENINGS[slug](hands, dealer, **options), rng)
    assert met == kinds
