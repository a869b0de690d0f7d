"""Observations of many states at once, as rows of whole numbers (``ObservationSpec.as_whole``)."""

from __future__ import annotations

from typing import Any, Final, final

import numpy as np
from numpy.typing import NDArray

import boston_rules as br
from boston_rules.envs.direct import Fixed, direct_encoder
from boston_rules.envs.observation import Tensor, WholeTensor, dense_rows

__all__ = ["Rows"]

_TRICKS: Final = tuple(range(14))
_ORDER: Final = np.arange(1, 53, dtype=np.int8)


@final
class Rows:
    """Room for so many rows of a variant, which are put in one by one and filled in together."""

    def __init__(self, variant: br.Variant, count: int) -> None:
        self._encode: Final = direct_encoder(variant)
        self._spec: Final = self._encode.spec
        self._first_chip: Final = self._encode.chips
        self.whole: Final[WholeTensor] = np.zeros((count, len(self._spec)), dtype=np.int8)
        """The rows."""
        self.chips: Final[Tensor] = np.zeros(
            (count, len(self._spec) - self._first_chip), dtype=np.float32
        )
        """What the rows end with, exactly."""
        self._places: Final[list[int]] = []
        self._parts: Final[list[Fixed]] = []
        self._seen: Final[list[tuple[int, br.State, int]]] = []
        """Where cards were played: the row, the state, and who sees it."""
        self._read: Final[list[tuple[int, Tensor]]] = []
        """Where the view was read: the row, and its tensor."""
        self._counted: Final = [
            (slice(part.start, part.stop), part.unit)
            for part in self._spec.slices
            if part.unit > 1 and part.start < self._first_chip
        ]
        self._target: Final = next(
            (part.start for part in self._spec.slices if part.name == "target"), None
        )

    def put(self, place: int, state: br.State, seats: tuple[int, ...]) -> None:
        """What some seats see of a state, for rows side by side that :meth:`fill` fills in."""
        encode = self._encode
        if not encode.reads(state):
            self._read.extend((row, encode(state, seat)) for row, seat in enumerate(seats, place))
            return
        self._places.extend(range(place, place + len(seats)))
        self._parts.extend(encode.parts(state, seats))
        if state.tricks or state.trick:
            self._seen.extend((row, state, seat) for row, seat in enumerate(seats, place))

    def fill(self) -> None:
        """Fill in the rows that were put."""
        for place, tensor in self._read:
            self.whole[place] = self._spec.as_whole(tensor)
            self.chips[place] = tensor[self._first_chip :]
        self._read.clear()
        places = self._places
        if not places:
            return
        masks, targets, chips = zip(*self._parts, strict=True)
        exact = np.concatenate(chips).reshape(len(places), -1)
        whole = dense_rows(masks, len(self._spec)).view(np.int8)
        whole[:, self._first_chip :] = np.rint(exact * self._spec.units[self._first_chip :])
        if self._target is not None:
            whole[:, self._target] = targets
        self.whole[places] = whole
        self.chips[places] = exact
        for place, state, seat in self._seen:
            self._encode.count(state, seat, self.whole[place], _TRICKS, _ORDER)
        places.clear()
        self._parts.clear()
        self._seen.clear()

    def as_floats(self, made: NDArray[Any]) -> None:
        """Put the rows into an array of floats, as the tensors of an environment."""
        made[:] = self.whole
        for counted, unit in self._counted:
            made[:, counted] /= np.float32(unit)
        made[:, self._first_chip :] = self.chips
