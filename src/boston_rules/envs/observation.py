"""What a seat sees, as numbers: a flat tensor a variant, made from the view and nothing else.

Seats are counted from the observer: 0 is the observer, 1 the player at his left. Cards stand in
index order (2♣ to A♠), suits in the order ♣ ♦ ♥ ♠. Everything is 0 or 1, except chips, which are
squeezed into -1 to 1 (see :func:`squeezed`), and fractions from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from math import prod
from typing import Final, TypeAlias, TypeVar, final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from boston_rules import Action, Bid, State, Variant
from boston_rules.envs import slices
from boston_rules.envs.encoding import action_encoding, bid_forms
from boston_rules.envs.slices import (
    CHIPS,
    OF_TABLE,
    Filler,
    TableFiller,
    TableWriter,
    Writer,
    squeezed,
)
from boston_rules.play.phases import phases_of
from boston_rules.table import Table
from boston_rules.variant import as_variant

__all__ = [
    "CHIPS",
    "ObservationSpec",
    "Slice",
    "Tensor",
    "WholeTensor",
    "dense",
    "dense_rows",
    "observation_spec",
    "squeezed",
    "units_of",
]

Tensor: TypeAlias = NDArray[np.float32]
WholeTensor: TypeAlias = NDArray[np.int8]

_T = TypeVar("_T", np.float32, np.int8)

_UNITS: Final[Mapping[str, int]] = {
    **dict.fromkeys(("taken", "target", "revokes"), 13),
    "order": 52,
    **dict.fromkeys(("pool", "purses", "antes", "result", "session"), 127),
}
"""By slice, what 1.0 is as a whole number, where that is not 1."""


@frozen
class Slice:
    """A named part of the tensor."""

    name: str
    """Its name."""
    start: int
    """Where it begins."""
    shape: tuple[int, ...]
    """Its shape, as rows and columns."""
    meaning: str
    """What it says."""
    labels: tuple[str, ...] = ()
    """What the places of the last axis stand for, where that depends on the variant."""

    @property
    def size(self) -> int:
        """How many numbers."""
        return prod(self.shape)

    @property
    def unit(self) -> int:
        """What 1.0 is in a tensor of whole numbers."""
        return _UNITS.get(self.name, 1)

    @property
    def stop(self) -> int:
        """The place after the last number."""
        return self.start + self.size


def units_of(slices: Iterable[Slice]) -> Tensor:
    """By place of a tensor with these slices, what 1.0 is as a whole number."""
    row = [unit for part in slices for unit in [part.unit] * part.size]
    return np.array(row, dtype=np.float32)


def dense(ones: int, size: int) -> NDArray[np.uint8]:
    """A mask as an array of ones and zeros.

    >>> dense(0b101, 4).tolist()
    [1, 0, 1, 0]
    """
    raw = np.frombuffer(ones.to_bytes(size + 7 >> 3, "little"), np.uint8)
    return np.unpackbits(raw, count=size, bitorder="little")


def dense_rows(masks: Iterable[int], size: int) -> NDArray[np.uint8]:
    """Masks as rows of ones and zeros.

    >>> dense_rows([0b101, 0b010], 3).tolist()
    [[1, 0, 1], [0, 1, 0]]
    """
    width = size + 7 >> 3
    raw = b"".join([mask.to_bytes(width, "little") for mask in masks])
    packed = np.frombuffer(raw, np.uint8).reshape(-1, width)
    return np.unpackbits(packed, axis=1, count=size, bitorder="little")


def _phases(variant: Variant) -> tuple[str, ...]:
    """The phases in which a player can be to act, by their names in views, and the end."""
    *before, end = phases_of(variant)
    names = [phase.phase for phase in before if phase.actions(variant)]
    return tuple(dict.fromkeys([*names, end.phase]))


@final
class ObservationSpec:
    """The tensor of a variant: which slice stands where, and how it is filled.

    >>> import boston_rules as br
    >>> from boston_rules.envs import ObservationSpec
    >>> spec = ObservationSpec(br.get_variant("french"))
    >>> spec["hand"].start, spec["hand"].size, spec["turned"].shape
    (8, 52, (52,))
    >>> hands = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "SHCD"]
    >>> state = br.start(spec.variant, hands=hands, turned=br.parse_card("AS"))
    >>> tensor = spec.encode(br.observe(state, 1))
    >>> [br.PACK[place].rank.letter for place in spec.part(tensor, "hand").nonzero()[0]][:3]
    ['2', '3', '4']
    """

    __slots__ = (
        "_fillers",
        "_forms",
        "_of_table",
        "_words",
        "phases",
        "slices",
        "units",
        "variant",
    )

    def __init__(self, variant: Variant) -> None:
        self.variant: Final = variant
        self.phases: Final = {name: place for place, name in enumerate(_phases(variant))}
        blocks = {block.name: block for block in action_encoding(variant).blocks}
        words = blocks["word"].actions
        self._words: Final[dict[Action, int]] = {word: place for place, word in enumerate(words)}
        self._forms: Final = {
            (bid.key, bid.suit, bid.suit_class): place
            for place, bid in enumerate(bid_forms(variant))
        }
        found: list[Slice] = []
        fillers: list[tuple[int, Filler]] = []
        start = 0
        labels = self._labels()
        for name, shape, meaning, filler in self._slices():
            found.append(Slice(name, start, shape, meaning, labels.get(name, ())))
            fillers.append((start, filler))
            start = found[-1].stop
        self.slices: Final = tuple(found)
        self._fillers: Final = tuple(fillers)
        self._of_table: Final[list[tuple[int, TableFiller]]] = [
            (at, fill) for at, fill in fillers for each in OF_TABLE if each is fill
        ]
        self.units: Final = units_of(self.slices)
        """By place, what 1.0 is in a tensor of whole numbers."""

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

    def part(self, tensor: NDArray[_T], name: str) -> NDArray[_T]:
        """A slice of a tensor, in its own shape."""
        where = self[name]
        return tensor[where.start : where.stop].reshape(where.shape)

    def encode(self, view: State, seat: int | None = None) -> Tensor:
        """The tensor of a view.

        Args:
            view: of a seat, or of an onlooker.
            seat: from which an onlooker's view is told; the view's own seat when it has one.

        Raises:
            ValueError: an onlooker's view without a seat.
        """
        if isinstance(view.viewer, int):
            seat = view.viewer
        if seat is None:
            raise ValueError("an onlooker's view is told from a seat, and none is given")
        writer = Writer(view, seat)
        for at, fill in self._fillers:
            fill(writer, at)
        tensor = dense(writer.ones, len(self)).astype(np.float32)
        for at, value in writer.values:
            tensor[at] = value
        return tensor

    def of_table(self, table: Table, seat: int) -> TableWriter:
        """What the table alone puts into the tensor of a seat, the same throughout a deal."""
        writer = TableWriter(table, seat)
        for at, fill in self._of_table:
            fill(writer, at)
        return writer

    def as_whole(self, tensor: Tensor) -> WholeTensor:
        """A tensor, or a batch of them, in whole numbers of 8 bits: a quarter of the size.

        Divided by :attr:`units` they are what they were; chips only nearly, being rounded.

        >>> import boston_rules as br
        >>> from boston_rules.envs import observation_spec
        >>> spec = observation_spec("mariland")
        >>> tensor = spec.encode(br.observe(br.start("mariland"), 1))
        >>> whole = spec.as_whole(tensor)
        >>> spec.part(whole, "purses").tolist()
        [0, 0, 0, -12]
        >>> round(-12 / 127, 3), squeezed(-10)
        (-0.094, -0.09090909090909091)
        """
        whole: WholeTensor = np.rint(tensor * self.units).astype(np.int8)
        return whole

    def _labels(self) -> dict[str, tuple[str, ...]]:
        """By slice, what the places of the last axis stand for."""
        bids = tuple(map(str, bid_forms(self.variant)))
        stakes = self.variant.stakes
        return {
            "phase": tuple(self.phases),
            "words": tuple(map(str, self._words)),
            "bids": bids,
            "standing": bids,
            "contract": tuple(step.key for step in self.variant.ladder),
            "stakes": () if stakes is None else tuple(map(str, stakes.values)),
        }

    # What the slices hold. A filler writes a slice from the place where it begins.

    def _slices(self) -> Iterator[tuple[str, tuple[int, ...], str, Filler]]:
        variant = self.variant
        n = variant.seats
        phases = ", ".join(self.phases)
        yield "phase", (len(self.phases),), f"the phase, one of: {phases}", self._phase
        yield "actor", (n,), "the seat to act; nothing where chance is due or nobody", slices.actor
        yield "hand", (52,), "the cards the observer holds", slices.hand
        yield "dealt", (52,), "the cards the observer was dealt", slices.dealt
        slams = variant.payments.slams is not None
        if slams or any(step.is_exposed for step in variant.ladder):
            yield "exposed", (n, 52), "by seat, the hand that lies face up", slices.exposed
        yield "trick", (n, 52), "by seat, the card in the current trick", slices.trick
        yield "played", (n, 52), "by seat, every card played in the deal", slices.played
        meaning = "by card, its number in the order of play, divided by 52"
        yield "order", (52,), meaning, slices.order
        yield "voids", (n, 4), "by seat, suits it has shown to be out of", slices.voids
        yield "leader", (n,), "who led, or leads, the current trick", slices.leader
        yield "taken", (n,), "by seat, tricks won, divided by 13", slices.taken
        yield "dealer", (n,), "the dealer", slices.dealer
        if variant.dealing.turn is not None:
            yield "turned", (52,), "the card turned up", slices.turned
        if variant.dealing.fixes_belle:
            yield "belle", (4,), "the suit fixed by the first deal", slices.belle
        words = ", ".join(map(str, self._words))
        yield "words", (n, len(self._words)), f"by seat, what it has said: {words}", self._said
        bids = len(self._forms)
        yield "bids", (n, bids), "by seat, every bid it has made, without laid cards", self._bids
        yield "standing", (bids,), "the bid that stands in the auction", self._standing
        yield "bidder", (n,), "whose bid that is", slices.bidder
        if any(step.lays_card for step in variant.ladder):
            meaning = "the card laid with the last bid, where it is known"
            yield "laid", (52,), meaning, slices.laid
        dealt = variant.dealt is not None
        if dealt or any(block.name == "call" for block in action_encoding(variant).blocks):
            yield "called", (52,), "the card by which a partner was called", slices.called
        steps = len(variant.ladder)
        yield "contract", (steps,), "the contract, by the steps of the ladder", self._contract
        yield "trump", (5,), "its trump suit; the last for none (yet)", slices.trump
        yield "declarer", (n,), "the declarer", slices.declarer
        if dealt or any(step.partnered for step in variant.ladder):
            yield "partner", (n,), "the partner, where the observer knows one", slices.partner
        if dealt:
            meaning = "tricks needed where the deal sets them, divided by 13"
            yield "target", (1,), meaning, slices.target
        yield "verdict", (2,), "the contract is lost, is made, for certain", slices.verdict
        if variant.stakes is not None:
            stakes = variant.stakes.values
            shown = ", ".join(map(str, stakes))
            yield "stakes", (len(stakes),), f"the stakes, one of: {shown}", slices.stakes
        if variant.pool is not None:
            yield "pool", (2,), "chips in the pool, chips set aside, squeezed", slices.pool
        if variant.table_law is not None:
            yield "faced", (n, 52), "by seat, single cards that lie exposed", slices.faced
            yield "revokes", (n,), "by seat, established revokes, divided by 13", slices.revokes
        yield "purses", (n,), "by seat, chips won since the session began, squeezed", slices.purses
        if variant.pool is not None:
            meaning = "by seat, chips paid into the pool for this deal, squeezed"
            yield "antes", (n,), meaning, slices.antes
        yield "result", (n,), "by seat, chips won in the settled deal, squeezed", slices.result
        yield "session", (1,), "the deals begun, of the session's", slices.session

    def _phase(self, writer: Writer, at: int) -> None:
        place = self.phases.get(writer.view.phase)
        if place is not None:
            writer.ones |= 1 << at + place

    def _said(self, writer: Writer, at: int) -> None:
        width = len(self._words)
        for seat, action in writer.said:
            place = self._words.get(action)
            if place is not None:
                writer.ones |= 1 << at + width * seat + place

    def _bids(self, writer: Writer, at: int) -> None:
        width = len(self._forms)
        for seat, bid in writer.bids:
            writer.ones |= 1 << at + width * seat + self._form(bid)

    def _form(self, bid: Bid) -> int:
        return self._forms[bid.key, bid.suit, bid.suit_class]

    def _standing(self, writer: Writer, at: int) -> None:
        if writer.view.standing_bid is not None:
            writer.ones |= 1 << at + self._form(writer.view.standing_bid[1])

    def _contract(self, writer: Writer, at: int) -> None:
        if writer.view.contract is not None:
            writer.ones |= 1 << at + self.variant.ladder.place(writer.view.contract.key)


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
