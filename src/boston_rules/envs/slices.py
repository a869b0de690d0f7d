"""Which slices the tensor of a variant has, where each stands and what it says."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator
from itertools import chain
from math import prod
from typing import Final, TypeVar

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from boston_rules import Variant
from boston_rules.core.arguments import tuple_of
from boston_rules.deal.law.playing import PlayingAtTable
from boston_rules.deal.phases import phases_of
from boston_rules.envs.encoding import OfVariant, action_encoding, bid_forms

__all__ = ["Layout", "Slice", "placed", "slices_of"]

_T = TypeVar("_T", np.float32, np.int8, np.intp)

_UNITS: Final = {
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
    by_seat: bool = False
    """Whether it has a row for each seat, the observer's first."""

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


class Layout(OfVariant):
    """The tensor of a variant: slices, one after the other."""

    __slots__ = ("_named", "slices", "variant")

    def __init__(self, variant: Variant, parts: Iterable[Slice]) -> None:
        self.variant: Variant = variant
        self.slices: Final = placed(parts)
        self._named: Final = {part.name: part for part in self.slices}

    def __len__(self) -> int:
        """How many numbers in all."""
        return self.slices[-1].stop

    def __getitem__(self, name: str) -> Slice:
        """The slice of that name.

        Raises:
            KeyError: there is none.
        """
        return self._named[name]

    def __contains__(self, name: object) -> bool:
        return name in self._named

    @property
    def digest(self) -> str:
        """A hash of the slices in order: equal for tensors that say the same at the same places."""
        told = [(part.name, part.shape, part.labels) for part in self.slices]
        return hashlib.sha256(repr(told).encode()).hexdigest()[:12]

    def places(self, names: Collection[str]) -> NDArray[np.intp]:
        """The places of the slices with some names, in order.

        Raises:
            TypeError: they are not names.
        """
        asked = tuple_of("names", names, "names of slices")
        named = (range(part.start, part.stop) for part in self.slices if part.name in asked)
        return np.fromiter(chain.from_iterable(named), dtype=np.intp)

    def part(self, tensor: NDArray[_T], name: str) -> NDArray[_T]:
        """A slice of a tensor, in its own shape.

        Raises:
            KeyError: there is none of that name.
        """
        where = self[name]
        return tensor[where.start : where.stop].reshape(where.shape)


def placed(parts: Iterable[Slice]) -> tuple[Slice, ...]:
    """Slices, one after the other."""
    found: list[Slice] = []
    for part in parts:
        found.append(evolve(part, start=found[-1].stop if found else 0))
    return tuple(found)


def slices_of(variant: Variant) -> Iterator[Slice]:
    """The slices of a variant, as if each were the first."""

    def whole(name: str, size: int, meaning: str, labels: tuple[str, ...] = ()) -> Slice:
        return Slice(name, 0, (size,), meaning, labels)

    def each(name: str, meaning: str, *columns: int, labels: tuple[str, ...] = ()) -> Slice:
        return Slice(name, 0, (variant.seats, *columns), meaning, labels, by_seat=True)

    encoding = action_encoding(variant)
    ladder, dealt = variant.ladder, variant.dealt is not None
    phases = phases_of(variant)
    # Those in which a player can be to act, and the end.
    acting = [phase.phase for phase in phases if phase is phases[-1] or phase.actions(variant)]
    names = tuple(dict.fromkeys(acting))
    yield whole("phase", len(names), f"the phase, one of: {', '.join(names)}", names)
    yield each("actor", "the seat to act; nothing where chance is due or nobody")
    yield whole("hand", 52, "the cards the observer holds")
    yield whole("dealt", 52, "the cards the observer was dealt")
    if variant.payments.slams is not None or any(step.is_exposed for step in ladder):
        yield each("exposed", "by seat, the hand that lies face up", 52)
    yield each("trick", "by seat, the card in the current trick", 52)
    yield each("played", "by seat, every card played in the deal", 52)
    yield whole("order", 52, "by card, its number in the order of play, divided by 52")
    yield each("voids", "by seat, suits it has shown to be out of", 4)
    yield each("leader", "who led, or leads, the current trick")
    yield each("taken", "by seat, tricks won, divided by 13")
    yield each("dealer", "the dealer")
    if variant.dealing.turn is not None:
        yield whole("turned", 52, "the card turned up")
    if variant.dealing.fixes_belle:
        yield whole("belle", 4, "the suit fixed by the first deal")
    words = tuple(map(str, encoding.words))
    said = f"by seat, what it has said: {', '.join(words)}"
    yield each("words", said, len(words), labels=words)
    bids = tuple(map(str, bid_forms(variant)))
    yield each("bids", "by seat, every bid it has made, without laid cards", len(bids), labels=bids)
    yield whole("standing", len(bids), "the bid that stands in the auction", bids)
    yield each("bidder", "whose bid that is")
    if any(step.lays_card for step in ladder):
        yield whole("laid", 52, "the card laid with the last bid, where it is known")
    if dealt or any(block.name == "call" for block in encoding.blocks):
        yield whole("called", 52, "the card by which a partner was called")
    keys = tuple(step.key for step in ladder)
    yield whole("contract", len(keys), "the contract, by the steps of the ladder", keys)
    yield whole("trump", 5, "its trump suit; the last for none (yet)")
    yield each("declarer", "the declarer")
    if dealt or any(step.partnered for step in ladder):
        yield each("partner", "the partner, where the observer knows one")
    if dealt:
        yield whole("target", 1, "tricks needed where the deal sets them, divided by 13")
    yield whole("verdict", 2, "the contract is lost, is made, for certain")
    if variant.carryover is not None:
        names = tuple(each.name for each in variant.conditions)
        what = f"what is left to the deal, one of: {', '.join(names)}"
        yield whole("conditions", len(names), what, names)
    if len(variant.session.possible_stakes) > 1:
        names = tuple(map(str, variant.stakes))
        what = f"what payments between players are multiplied by, one of: {', '.join(names)}"
        yield whole("stakes", len(names), what, names)
    if variant.pool is not None:
        yield whole("pool", 2, "chips in the pool, chips set aside, squeezed")
    if any(issubclass(phase, PlayingAtTable) for phase in phases):
        yield each("faced", "by seat, single cards that lie exposed", 52)
        if variant.laws.whist is not None:
            yield each("returned", "by seat, cards that went back for a suit that was called", 52)
            yield each("called-suits", "by seat, suits that its side must lead: ♣ ♦ ♥ ♠", 4)
        yield each("revokes", "by seat, established revokes, divided by 13")
    yield each("purses", "by seat, chips won since the session began, squeezed")
    if variant.pool is not None:
        yield each("antes", "by seat, chips paid into the pool for this deal, squeezed")
    yield each("result", "by seat, chips won in the settled deal, squeezed")
    yield whole("session", 1, "the deals begun, of the session's")
