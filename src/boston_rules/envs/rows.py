"""Observations of many states at once, as rows of whole numbers (``ObservationSpec.as_whole``)."""

from __future__ import annotations

from typing import Any, Final, final

import numpy as np
from numpy.typing import NDArray

import boston_rules as br
from boston_rules.envs.observation import Tensor, WholeTensor, observation_spec

__all__ = ["Rows", "cards_of"]


def cards_of(hands: Any) -> NDArray[np.uint8]:
    """Hands, masks in an array of any shape, with an axis of 52 ones and zeros for each."""
    masks = np.asarray(hands, dtype="<u8")
    raw = masks.view(np.uint8).reshape(*masks.shape, 8)
    return np.unpackbits(raw, axis=-1, count=52, bitorder="little")


@final
class Rows:
    """Room for so many rows of a variant, which are put in one by one and filled in together."""

    def __init__(self, variant: br.Variant, count: int) -> None:
        self._spec: Final = observation_spec(variant)
        self._first_chip: Final = self._spec.chips
        self.whole: Final[WholeTensor] = np.zeros((count, len(self._spec)), dtype=np.int8)
        """The rows."""
        self.chips: Final[Tensor] = np.zeros(
            (count, len(self._spec) - self._first_chip), dtype=np.float32
        )
        """What the rows end with, exactly."""
        self._one: Final[list[tuple[int, Tensor]]] = []
        """Rows of one seat."""
        self._all: Final[list[tuple[int, Tensor]]] = []
        """The first of the rows of all seats, and what everybody sees."""
        self._counted: Final = [
            (slice(part.start, part.stop), part.unit)
            for part in self._spec.slices
            if part.unit > 1 and part.start < self._first_chip
        ]

    def put(self, row: int, state: br.State, seat: int) -> None:
        """What a seat sees of a state, for a row that :meth:`fill` fills in."""
        self._one.append((row, self._spec.encode(state, seat)))

    def put_public(self, row: int, state: br.State) -> None:
        """What everybody sees of a state, for a row for each seat, from this one on."""
        self._all.append((row, self._spec.encode_public(state)))

    def fill(self) -> None:
        """Fill in the rows that were put."""
        as_whole, turned, first = self._spec.as_whole, self._spec.turned, self._first_chip
        if self._one:
            rows, found = zip(*self._one, strict=True)
            tensors = np.stack(found)
            self.whole[list(rows)] = as_whole(tensors)
            self.chips[list(rows)] = tensors[:, first:]
            self._one.clear()
        if self._all:
            rows, found = zip(*self._all, strict=True)
            tensors = np.stack(found)
            places = np.array(rows)[:, None] + np.arange(len(turned))
            self.whole[places] = as_whole(tensors)[:, turned]
            self.chips[places] = tensors[:, turned[:, first:]]
            self._all.clear()

    def as_floats(self, made: NDArray[Any], which: Any = slice(None)) -> None:
        """Put rows into an array of floats, as the tensors of an environment."""
        made[:] = self.whole[which]
        for counted, unit in self._counted:
            made[:, counted] /= np.float32(unit)
        made[:, self._first_chip :] = self.chips[which]

    def floats(self, which: NDArray[Any]) -> Tensor:
        """Some rows, in floats."""
        made = np.empty((len(which), len(self._spec)), dtype=np.float32)
        self.as_floats(made, which)
        return made
