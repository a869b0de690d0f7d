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
from boston_rules.play.phases import phases_of
from boston_rules.variant import as_variant

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


def _phases(variant: Variant) -> tuple[str, ...]:
    """The phases in which a player can be to act, by their names in views, and the end."""
    *before, end = phases_of(variant)
    names = [phase.name for phase in before if phase.actions(variant)]
    return tuple(dict.fromkeys([*names, end.name]))


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
        for name, shape, meaning, filler in self._slices():
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
        writer = _Writer(view, seat)
        for at, fill in self._fillers:
            fill(writer, at)
        tensor[writer.ones] = 1
        for at, value in writer.values:
            tensor[at] = value
        return tensor

    # What the slices hold. A filler writes a slice from the place where it begins.

    def _slices(self) -> Iterator[tuple[str, tuple[int, ...], str, _Filler]]:
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
        dealt = variant.dealt is not None
        if dealt or any(block.name == "call" for block in action_encoding(variant).blocks):
            yield "called", (52,), "the card by which a partner was called", _called
        steps = len(variant.ladder)
        yield "contract", (steps,), "the contract, by the steps of the ladder", self._contract
        yield "trump", (5,), "its trump suit; the last for none (yet)", _trump
        yield "declarer", (n,), "the declarer", _declarer
        if dealt or any(step.partnered for step in variant.ladder):
            yield "partner", (n,), "the partner, where the observer knows one", _partner
        if dealt:
            meaning = "tricks needed where the deal sets them, divided by 13"
            yield "target", (1,), meaning, _target
        yield "verdict", (2,), "the contract is lost, is made, for certain", _verdict
        if variant.stakes is not None:
            stakes = variant.stakes.values
            shown = ", ".join(map(str, stakes))
            yield "stakes", (len(stakes),), f"the stakes, one of: {shown}", _stakes
        if variant.pool is not None:
            yield "pool", (2,), "chips in the pool, chips set aside, squeezed", _pool
        yield "purses", (n,), "by seat, chips won since the session began, squeezed", _purses
        if variant.pool is not None:
            meaning = "by seat, chips paid into the pool for this deal, squeezed"
            yield "antes", (n,), meaning, _antes
        yield "result", (n,), "by seat, chips won in the settled deal, squeezed", _result
        yield "session", (1,), "the deals begun, of the session's", _session

    def _phase(self, writer: _Writer, at: int) -> None:
        place = self._phases.get(writer.view.phase)
        if place is not None:
            writer.ones.append(at + place)

    def _said(self, writer: _Writer, at: int) -> None:
        width = len(self._words)
        for seat, token in writer.said:
            writer.ones.append(at + width * seat + self._words[token])

    def _bids(self, writer: _Writer, at: int) -> None:
        width = len(self._forms)
        for seat, bid in writer.bids:
            writer.ones.append(at + width * seat + self._form(bid))

    def _form(self, bid: Bid) -> int:
        return self._forms[bid.key, bid.suit, bid.suit_class]

    def _standing(self, writer: _Writer, at: int) -> None:
        if writer.view.standing is not None:
            writer.ones.append(at + self._form(writer.view.standing[1]))

    def _contract(self, writer: _Writer, at: int) -> None:
        if writer.view.contract is not None:
            writer.ones.append(at + self.variant.ladder.place(writer.view.contract.key))


@lru_cache(maxsize=4096)
def _read_bid(token: str) -> Bid:
    """The bid of a token of the history; an unknown laid card is left out."""
    action = parse_action(token.removesuffix(" ?"))
    assert isinstance(action, Bid), "only bids begin with that word"
    return action


_CARDS_AND_CHANCE: Final = frozenset({"play", "disc", "shuf", "turn", "cut ", "call", "trum"})
"""How tokens begin that are neither bids nor words."""


class _Writer:
    """What a view puts into the tensor: the view, its history read once, and the numbers so far."""

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
        for actor, token in view.history[view.plies_before_deal :]:
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


_Filler: TypeAlias = Callable[[_Writer, int], None]


def _actor(writer: _Writer, at: int) -> None:
    writer.mark(at, writer.view.actor)


def _hand(writer: _Writer, at: int) -> None:
    writer.cards(at, writer.view.hand)


def _dealt(writer: _Writer, at: int) -> None:
    writer.cards(at, writer.view.dealt)


def _exposed(writer: _Writer, at: int) -> None:
    for seat, cards in writer.view.exposed:
        writer.cards(at + 52 * ((seat - writer.seat) % writer.n), cards)


def _trick(writer: _Writer, at: int) -> None:
    if writer.view.leader is not None:
        writer.trick(at, writer.view.leader, writer.view.trick)


def _played(writer: _Writer, at: int) -> None:
    for trick in writer.view.tricks:
        writer.trick(at, trick.leader, trick.cards)
    _trick(writer, at)


def _voids(writer: _Writer, at: int) -> None:
    for seat, suits in enumerate(writer.view.voids):
        for suit in suits:
            writer.ones.append(at + 4 * ((seat - writer.seat) % writer.n) + suit)


def _leader(writer: _Writer, at: int) -> None:
    writer.mark(at, writer.view.leader)


def _taken(writer: _Writer, at: int) -> None:
    writer.by_seat(at, [tricks / 13 for tricks in writer.view.taken])


def _dealer(writer: _Writer, at: int) -> None:
    writer.mark(at, writer.view.dealer)


def _turned(writer: _Writer, at: int) -> None:
    if writer.view.turned is not None:
        writer.ones.append(at + writer.view.turned.index)


def _belle(writer: _Writer, at: int) -> None:
    if writer.view.belle is not None:
        writer.ones.append(at + writer.view.belle)


def _bidder(writer: _Writer, at: int) -> None:
    writer.mark(at, None if writer.view.standing is None else writer.view.standing[0])


def _laid(writer: _Writer, at: int) -> None:
    card = writer.bids[-1][1].card if writer.bids else None
    if card is not None:
        writer.ones.append(at + card.index)


def _called(writer: _Writer, at: int) -> None:
    contract = writer.view.contract
    card = writer.view.called or (None if contract is None else contract.called)
    if card is not None:
        writer.ones.append(at + card.index)


def _trump(writer: _Writer, at: int) -> None:
    contract = writer.view.contract
    if contract is not None:
        writer.ones.append(at + (4 if contract.trump is None else contract.trump))


def _declarer(writer: _Writer, at: int) -> None:
    contract = writer.view.contract
    writer.mark(at, None if contract is None else contract.declarer)


def _partner(writer: _Writer, at: int) -> None:
    contract = writer.view.contract
    writer.mark(at, None if contract is None else contract.partner)


def _target(writer: _Writer, at: int) -> None:
    contract = writer.view.contract
    if contract is not None and contract.target is not None:
        writer.values.append((at, contract.target / 13))


def _verdict(writer: _Writer, at: int) -> None:
    view = writer.view
    verdict = view.decided if view.settlement is None else view.settlement.made
    if verdict is not None:
        writer.ones.append(at + verdict)


def _stakes(writer: _Writer, at: int) -> None:
    rule = writer.view.variant.stakes
    if rule is not None:
        writer.ones.append(at + rule.values.index(writer.view.stakes))


def _pool(writer: _Writer, at: int) -> None:
    writer.values.append((at, squeezed(writer.view.pool)))
    writer.values.append((at + 1, squeezed(writer.view.set_aside)))


def _purses(writer: _Writer, at: int) -> None:
    start = writer.view.variant.session.starting_chips
    writer.by_seat(at, [squeezed(purse - start) for purse in writer.view.purses])


def _antes(writer: _Writer, at: int) -> None:
    for transfer in writer.view.antes:
        if isinstance(transfer.payer, int):
            place = at + (transfer.payer - writer.seat) % writer.n
            writer.values.append((place, squeezed(transfer.chips)))


def _result(writer: _Writer, at: int) -> None:
    if writer.view.settlement is not None:
        writer.by_seat(at, map(squeezed, writer.view.settlement.deltas))


def _session(writer: _Writer, at: int) -> None:
    deals = writer.view.variant.session.deals
    writer.values.append((at, min(1.0, writer.view.deal_number / deals)))


def observation_spec(variant: Variant | str) -> ObservationSpec:
    """The observation of a variant, or of the one with a slug, made once.

    Raises:
        VariantError: no variant has the slug.
        TypeError: it is neither a variant nor a slug.
    """
    return _observation_spec(as_variant(variant))


@lru_cache(maxsize=64)
def _observation_spec(variant: Variant) -> ObservationSpec:
    return ObservationSpec(variant)
