"""What a seat sees, as numbers: a flat tensor a variant, made from the view and nothing else.

Seats are counted from the observer: 0 is the observer, 1 the player at his left. Cards stand in
index order (2♣ to A♠), suits in the order ♣ ♦ ♥ ♠. Everything is 0 or 1, except chips, which are
squeezed into -1 to 1 (see :func:`squeezed`), and fractions from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Final, TypeAlias, final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from boston_rules import Bid, Card, Cards, Variant, View, parse_action
from boston_rules.cards import bits
from boston_rules.envs.encoding import action_encoding, bid_forms

__all__ = ["CHIPS", "ObservationSpec", "Slice", "Tensor", "observation_spec", "squeezed"]

Tensor: TypeAlias = NDArray[np.float32]

CHIPS: Final = 100.0
"""The chips that become one half."""


def squeezed(chips: float) -> float:
    """Chips between -1 and 1, strictly rising: ``chips / (abs(chips) + 100)``.

    >>> squeezed(100), squeezed(-300), squeezed(0)
    (0.5, -0.75, 0.0)
    """
    return chips / (abs(chips) + CHIPS)


@frozen
class Slice:
    """A named part of the tensor."""

    name: str
    start: int
    shape: tuple[int, ...]
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers."""
        return int(np.prod(self.shape))

    @property
    def stop(self) -> int:
        """The place after the last number."""
        return self.start + self.size


def _phases(variant: Variant) -> Iterator[str]:
    """The phases in which a player can be to act, by their names in views, and the end."""
    ladder = variant.ladder
    partnered = any(step.partnered for step in ladder)
    method = variant.partners.method if partnered else "none"
    for name, used in (
        ("cut", variant.dealing.cutters is not None),
        ("auction", True),
        ("asking for a partner", method == "ask"),
        ("answering the declarer", method == "ask"),
        ("calling a card", method == "call"),
        ("naming trumps", any(step.suit.named_later for step in ladder)),
        ("chicane", variant.chicane is not None),
        ("contesting the bid", variant.contest is not None),
        ("discarding", any(step.discard for step in ladder)),
        ("play", True),
        ("conceding", variant.concession is not None),
        ("settled", True),
    ):
        if used:
            yield name


@final
class ObservationSpec:
    """The tensor of a variant: which slice stands where, and how it is filled.

    >>> import boston_rules as br
    >>> spec = ObservationSpec(br.get_variant("french"))
    >>> spec["hand"].start, spec["hand"].size, spec["turned"].shape
    (8, 52, (52,))
    >>> hands = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "SHCD"]
    >>> state = br.start(spec.variant, hands=hands, turned=br.parse_card("AS"))
    >>> tensor = spec.encode(br.observe(state, 1))
    >>> [br.PACK[place].rank.letter for place in spec.part(tensor, "hand").nonzero()[0]][:3]
    ['2', '3', '4']
    """

    __slots__ = ("_fillers", "_forms", "_phases", "_words", "slices", "variant")

    def __init__(self, variant: Variant) -> None:
        self.variant: Final = variant
        self._phases: Final = {name: place for place, name in enumerate(_phases(variant))}
        blocks = {block.name: block for block in action_encoding(variant).blocks}
        words = blocks["word"].actions
        self._words: Final = {str(word): place for place, word in enumerate(words)}
        self._forms: Final = {
            (bid.key, bid.suit, bid.suit_class): place
            for place, bid in enumerate(bid_forms(variant))
        }
        slices: list[Slice] = []
        fillers: list[tuple[int, _Filler]] = []
        start = 0
        for name, shape, meaning, filler in self._layout():
            slices.append(Slice(name, start, shape, meaning))
            fillers.append((start, filler))
            start = slices[-1].stop
        self.slices: Final = tuple(slices)
        self._fillers: Final = tuple(fillers)

    def __len__(self) -> int:
        """How many numbers in all."""
        return self.slices[-1].stop

    def __getitem__(self, name: str) -> Slice:
        """The slice of that name.

        Raises:
            KeyError: the variant has none.
        """
        for part in self.slices:
            if part.name == name:
                return part
        raise KeyError(name)

    def __contains__(self, name: object) -> bool:
        return any(part.name == name for part in self.slices)

    def __reduce__(self) -> tuple[type[ObservationSpec], tuple[Variant]]:
        return ObservationSpec, (self.variant,)

    def __repr__(self) -> str:
        return f"ObservationSpec({self.variant!r})"

    def part(self, tensor: Tensor, name: str) -> Tensor:
        """A slice of a tensor, in its own shape."""
        where = self[name]
        return tensor[where.start : where.stop].reshape(where.shape)

    def encode(self, view: View, seat: int | None = None) -> Tensor:
        """The tensor of a view.

        Args:
            view: of a seat, or of an onlooker.
            seat: from which an onlooker's view is told; the view's own seat when it has one.

        Raises:
            ValueError: an onlooker's view without a seat.
        """
        if view.seat is not None:
            seat = view.seat
        if seat is None:
            raise ValueError("an onlooker's view is told from a seat, and none is given")
        tensor = np.zeros(len(self), dtype=np.float32)
        sight = _Sight(view, seat)
        for at, fill in self._fillers:
            fill(sight, at)
        tensor[sight.ones] = 1
        for at, value in sight.values:
            tensor[at] = value
        return tensor

    # The layout. Every filler sees the view and writes from where its slice begins.

    def _layout(self) -> Iterator[tuple[str, tuple[int, ...], str, _Filler]]:
        variant = self.variant
        n = variant.seats
        phases = ", ".join(self._phases)
        yield "phase", (len(self._phases),), f"the phase, one of: {phases}", self._phase
        yield "actor", (n,), "the seat to act; nothing where chance is due or nobody", _actor
        yield "hand", (52,), "the cards the observer holds", _hand
        yield "dealt", (52,), "the cards the observer was dealt", _dealt
        slams = variant.payments.slams is not None
        if slams or any(step.is_exposed for step in variant.ladder):
            yield "exposed", (n, 52), "by seat, the hand that lies face up", _exposed
        yield "trick", (n, 52), "by seat, the card in the current trick", _trick
        yield "played", (n, 52), "by seat, every card played in the deal", _played
        yield "voids", (n, 4), "by seat, suits it has shown to be out of", _voids
        yield "leader", (n,), "who led, or leads, the current trick", _leader
        yield "taken", (n,), "by seat, tricks won, divided by 13", _taken
        yield "dealer", (n,), "the dealer", _dealer
        if variant.dealing.turn is not None:
            yield "turned", (52,), "the card turned up", _turned
        if variant.dealing.fixes_belle:
            yield "belle", (4,), "the suit fixed by the first deal", _belle
        words = ", ".join(self._words)
        yield "words", (n, len(self._words)), f"by seat, what it has said: {words}", self._said
        bids = len(self._forms)
        yield "bids", (n, bids), "by seat, every bid it has made, without laid cards", self._bids
        yield "standing", (bids,), "the bid that stands in the auction", self._standing
        yield "bidder", (n,), "whose bid that is", _bidder
        if any(step.lays_card for step in variant.ladder):
            meaning = "the card laid with the last bid, where it is known"
            yield "laid", (52,), meaning, _laid
        if any(block.name == "call" for block in action_encoding(variant).blocks):
            yield "called", (52,), "the card by which a partner was called", _called
        steps = len(variant.ladder)
        yield "contract", (steps,), "the contract, by the steps of the ladder", self._contract
        yield "trump", (5,), "its trump suit; the last for none (yet)", _trump
        yield "declarer", (n,), "the declarer", _declarer
        if any(step.partnered for step in variant.ladder):
            yield "partner", (n,), "the partner, where the observer knows one", _partner
        yield "verdict", (2,), "the contract is lost, is made, for certain", _verdict
        yield "pool", (2,), "chips in the pool, chips set aside, squeezed", _pool
        yield "purses", (n,), "by seat, chips won since the session began, squeezed", _purses
        yield "antes", (n,), "by seat, chips paid into the pool for this deal, squeezed", _antes
        yield "result", (n,), "by seat, chips won in the settled deal, squeezed", _result
        yield "session", (1,), "the deals begun, of the session's", _session

    def _phase(self, sight: _Sight, at: int) -> None:
        place = self._phases.get(sight.view.phase)
        if place is not None:
            sight.ones.append(at + place)

    def _said(self, sight: _Sight, at: int) -> None:
        width = len(self._words)
        for seat, token in sight.said:
            sight.ones.append(at + width * seat + self._words[token])

    def _bids(self, sight: _Sight, at: int) -> None:
        width = len(self._forms)
        for seat, bid in sight.bids:
            sight.ones.append(at + width * seat + self._form(bid))

    def _form(self, bid: Bid) -> int:
        return self._forms[bid.key, bid.suit, bid.suit_class]

    def _standing(self, sight: _Sight, at: int) -> None:
        if sight.view.standing is not None:
            sight.ones.append(at + self._form(sight.view.standing[1]))

    def _contract(self, sight: _Sight, at: int) -> None:
        if sight.view.contract is not None:
            sight.ones.append(at + self.variant.ladder.place(sight.view.contract.key))


@lru_cache(maxsize=4096)
def _read_bid(token: str) -> Bid:
    """The bid of a token of the history; an unknown laid card is left out."""
    action = parse_action(token.removesuffix(" ?"))
    assert isinstance(action, Bid), "only bids begin with that word"
    return action


_CARDS_AND_CHANCE: Final = frozenset({"play", "disc", "shuf", "turn", "cut ", "call", "trum"})
"""How tokens begin that are neither bids nor words."""


class _Sight:
    """A view with its history read once, and what is to be written into the tensor."""

    __slots__ = ("bids", "n", "ones", "said", "seat", "values", "view")

    def __init__(self, view: View, seat: int) -> None:
        self.view = view
        self.seat = seat
        self.n = view.variant.seats
        self.ones: list[int] = []
        """Places that become 1."""
        self.values: list[tuple[int, float]] = []
        """Places that become something else."""
        self.said: list[tuple[int, str]] = []
        self.bids: list[tuple[int, Bid]] = []
        for actor, token in view.history:
            head = token[:4]
            if head == "bid ":
                self.bids.append(((actor - seat) % self.n, _read_bid(token)))
            elif head not in _CARDS_AND_CHANCE:
                self.said.append(((actor - seat) % self.n, token))

    def mark(self, at: int, seat: int | None) -> None:
        """A seat, as counted from the observer; nothing for no seat and for chance."""
        if seat is not None and seat >= 0:
            self.ones.append(at + (seat - self.seat) % self.n)

    def cards(self, at: int, cards: Cards) -> None:
        """A set of cards."""
        self.ones += [at + card for card in bits(cards.mask)]

    def by_seat(self, at: int, values: Iterable[float]) -> None:
        """A value for each seat."""
        for seat, value in enumerate(values):
            self.values.append((at + (seat - self.seat) % self.n, value))

    def trick(self, at: int, leader: int, cards: tuple[Card, ...]) -> None:
        """The cards of a trick, each at the seat that played it."""
        first = leader - self.seat
        n = self.n
        self.ones += [
            at + 52 * ((first + place) % n) + card.index for place, card in enumerate(cards)
        ]


_Filler: TypeAlias = Callable[[_Sight, int], None]


def _actor(sight: _Sight, at: int) -> None:
    sight.mark(at, sight.view.actor)


def _hand(sight: _Sight, at: int) -> None:
    sight.cards(at, sight.view.hand)


def _dealt(sight: _Sight, at: int) -> None:
    sight.cards(at, sight.view.dealt)


def _exposed(sight: _Sight, at: int) -> None:
    for seat, cards in sight.view.exposed:
        sight.cards(at + 52 * ((seat - sight.seat) % sight.n), cards)


def _trick(sight: _Sight, at: int) -> None:
    if sight.view.leader is not None:
        sight.trick(at, sight.view.leader, sight.view.trick)


def _played(sight: _Sight, at: int) -> None:
    for trick in sight.view.tricks:
        sight.trick(at, trick.leader, trick.cards)
    _trick(sight, at)


def _voids(sight: _Sight, at: int) -> None:
    for seat, suits in enumerate(sight.view.voids):
        for suit in suits:
            sight.ones.append(at + 4 * ((seat - sight.seat) % sight.n) + suit)


def _leader(sight: _Sight, at: int) -> None:
    sight.mark(at, sight.view.leader)


def _taken(sight: _Sight, at: int) -> None:
    sight.by_seat(at, [tricks / 13 for tricks in sight.view.taken])


def _dealer(sight: _Sight, at: int) -> None:
    sight.mark(at, sight.view.dealer)


def _turned(sight: _Sight, at: int) -> None:
    if sight.view.turned is not None:
        sight.ones.append(at + sight.view.turned.index)


def _belle(sight: _Sight, at: int) -> None:
    if sight.view.belle is not None:
        sight.ones.append(at + sight.view.belle)


def _bidder(sight: _Sight, at: int) -> None:
    sight.mark(at, None if sight.view.standing is None else sight.view.standing[0])


def _laid(sight: _Sight, at: int) -> None:
    card = sight.bids[-1][1].card if sight.bids else None
    if card is not None:
        sight.ones.append(at + card.index)


def _called(sight: _Sight, at: int) -> None:
    card = sight.view.called
    if card is not None:
        sight.ones.append(at + card.index)


def _trump(sight: _Sight, at: int) -> None:
    contract = sight.view.contract
    if contract is not None:
        sight.ones.append(at + (4 if contract.trump is None else contract.trump))


def _declarer(sight: _Sight, at: int) -> None:
    contract = sight.view.contract
    sight.mark(at, None if contract is None else contract.declarer)


def _partner(sight: _Sight, at: int) -> None:
    contract = sight.view.contract
    sight.mark(at, None if contract is None else contract.partner)


def _verdict(sight: _Sight, at: int) -> None:
    view = sight.view
    verdict = view.decided if view.settlement is None else view.settlement.made
    if verdict is not None:
        sight.ones.append(at + verdict)


def _pool(sight: _Sight, at: int) -> None:
    sight.values.append((at, squeezed(sight.view.pool)))
    sight.values.append((at + 1, squeezed(sight.view.set_aside)))


def _purses(sight: _Sight, at: int) -> None:
    start = sight.view.variant.session.starting_chips
    sight.by_seat(at, [squeezed(purse - start) for purse in sight.view.purses])


def _antes(sight: _Sight, at: int) -> None:
    for transfer in sight.view.antes:
        if isinstance(transfer.payer, int):
            place = at + (transfer.payer - sight.seat) % sight.n
            sight.values.append((place, squeezed(transfer.chips)))


def _result(sight: _Sight, at: int) -> None:
    if sight.view.settlement is not None:
        sight.by_seat(at, map(squeezed, sight.view.settlement.deltas))


def _session(sight: _Sight, at: int) -> None:
    deals = sight.view.variant.session.deals
    sight.values.append((at, min(1.0, sight.view.deal_number / deals)))


@lru_cache(maxsize=64)
def observation_spec(variant: Variant) -> ObservationSpec:
    """The observation of a variant, made once."""
    return ObservationSpec(variant)
