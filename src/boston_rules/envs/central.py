"""The whole state as a tensor, for critics that see every hand while the players do not.

What an onlooker sees comes first, told from seat 0, and then what is hidden: the hands, as held
now and as dealt, and the partner. Seats are absolute here: place 0 is seat 0.

>>> import boston_rules as br
>>> spec = state_spec(br.get_variant("mariland"))
>>> [part.name for part in spec.slices[-3:]], len(spec) - spec.slices[-3].start
(['all hands', 'all dealt', 'true partner'], 420)
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, final

import numpy as np

import boston_rules as br
from boston_rules.envs.observation import Tensor, as_floats, observation_spec
from boston_rules.envs.slices import Layout, Slice

__all__ = ["StateSpec", "state_spec"]


@final
class StateSpec(Layout):
    """The tensor of a state: its slices, and how it is filled."""

    __slots__ = ("_public",)

    def __init__(self, variant: br.Variant) -> None:
        self._public: Final = observation_spec(variant)
        n = variant.seats
        hidden = (
            Slice("all hands", 0, (n, 52), "by seat, the cards held"),
            Slice("all dealt", 0, (n, 52), "by seat, the cards dealt"),
            Slice("true partner", 0, (n,), "the partner, whoever knows it"),
        )
        super().__init__(variant, (*self._public.slices, *hidden))

    def encode(self, state: br.State) -> Tensor:
        """The tensor of a state."""
        n, contract, ones = self.variant.seats, state.contract, 0
        for seat in range(n):
            if state.settlement is None:  # what is left is gathered
                ones |= state.held(seat).mask << 52 * seat
            if state.deal is not None:
                ones |= state.deal.hands[seat] << 52 * (n + seat)
        if contract is not None and isinstance(contract.partner, int):
            ones |= 1 << 104 * n + contract.partner
        public = self._public.encode_public(state)
        return np.concatenate((public, as_floats(ones, 105 * n)))[: len(self)]


@lru_cache(maxsize=64)
def state_spec(variant: br.Variant) -> StateSpec:
    """The tensor of the states of a variant, made once."""
    return StateSpec(variant)
