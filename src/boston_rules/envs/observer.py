"""What OpenSpiel's observers show of a state: named tensors and strings, from views alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final, final

import numpy as np
import pyspiel  # type: ignore[import-not-found] # compiled, without stubs

import boston_rules as br
from boston_rules.envs.events import event_spec, history
from boston_rules.envs.memory import DealMemory, Memory, chips_of
from boston_rules.envs.observation import Tensor, observation_spec
from boston_rules.envs.slices import Slice, placed

if TYPE_CHECKING:
    from boston_rules.envs.openspiel import BostonState

__all__ = ["BostonObserver"]

_PRIVATE: Final = ("hand", "dealt")


@final
class BostonObserver:
    """Fills tensors and writes strings, as OpenSpiel's observers do.

    The tensor is :class:`~boston_rules.envs.ObservationSpec`'s, or those of its slices that the
    kind of observation asks for. With perfect recall there are besides ``recall_seen``, the same of
    each deal before as it ended, and for every deal of the session ``recall_history``, a row an
    action in order: who, a one among chance, the player, the player at his left and so on, and
    what, the binary digits of its number in :func:`~boston_rules.envs.events.event_codes`. Rows of
    0 follow.
    """

    def __init__(self, variant: br.Variant, kind: pyspiel.IIGObservationType | None = None) -> None:
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        private = kind.private_info
        if private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("the private information of all players at once is not observed")
        self._spec = observation_spec(variant)
        self._events = event_spec(variant)
        self._public: bool = kind.public_info
        self._private: bool = private == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recall: bool = kind.perfect_recall
        shown = [part for part in self._spec.slices if self._shows(part)]
        self._places: Final = self._spec.places([part.name for part in shown])
        """The places of the observation that are shown."""
        parts = placed([*shown, *self._recalled(variant.session.deals)])
        self.tensor: Tensor = np.zeros(sum(part.size for part in parts), dtype=np.float32)
        """Everything, flat; filled anew by every :meth:`set_from`."""
        self.dict: dict[str, Tensor] = {
            part.name: self.tensor[part.start : part.stop].reshape(part.shape) for part in parts
        }
        """The same by name, each in its shape."""
        self._seen_at_end = lru_cache(maxsize=64)(self._seen)
        self._history_at_end = lru_cache(maxsize=64)(self._history)
        self._filled: tuple[Memory | None, int] = (None, -1)
        self._openings: dict[int, tuple[Memory, Tensor]] = {}
        """By player, the session before its first action, and what is seen of it."""

    def _recalled(self, deals: int) -> Iterator[Slice]:
        if self._recall and deals > 1:
            yield Slice("recall_seen", 0, (deals - 1, len(self._places)), "")
        if self._recall and self._public:
            width = self._events.whos + self._events.digits.shape[1]
            yield Slice("recall_history", 0, (deals, self._events.rows, width), "")

    def _shows(self, part: Slice) -> bool:
        return self._private if part.name in _PRIVATE else self._public

    def _viewer(self, player: int) -> int | None:
        return player if self._private else None

    def set_from(self, state: BostonState, player: int) -> None:
        """Fill the tensor with what the player sees."""
        memory = state.memory
        if self._filled[0] is memory and self._filled[1] == player:
            return  # the tensor and its dictionary are asked for one after the other
        self._filled = memory, player
        opening = self._openings.get(player)
        if opening is not None and opening[0] is memory:
            # OpenSpiel asks for it before every other tensor, to learn the shape.
            self.tensor[:] = opening[1]
            return
        self._fill(memory, player)
        if not memory.count:
            self._openings[player] = memory, self.tensor.copy()

    def _fill(self, memory: Memory, player: int) -> None:
        self.tensor.fill(0)
        *before, deal = memory.deals
        self.tensor[: len(self._places)] = self._seen(deal, player)
        if not self._recall:
            return
        for place, ended in enumerate(before):
            self.dict["recall_seen"][place] = self._seen_at_end(ended, player)
            if self._public:
                self.dict["recall_history"][place] = self._history_at_end(ended, player)
        if self._public:
            self.dict["recall_history"][len(before)] = self._history(deal, player)

    def _seen(self, deal: DealMemory, player: int) -> Tensor:
        """What is shown of a deal as it stands."""
        state = deal.state if self._private else deal.view(None)
        seen = self._spec.encode(state, player)
        return seen if len(seen) == len(self._places) else seen[self._places]

    def _history(self, deal: DealMemory, player: int) -> Tensor:
        """What has happened in a deal, an action a row."""
        told = self._events.encode(deal.events(self._viewer(player)), player)
        whos, digits = self._events.whos, self._events.digits
        count = np.count_nonzero(told[:, 1])
        rows = np.zeros((len(told), whos + digits.shape[1]), dtype=np.float32)
        rows[range(count), told[:count, 0]] = 1
        rows[:count, whos:] = digits[told[:count, 1]]
        return rows

    def string_from(self, state: BostonState, player: int) -> str:
        """What the player sees, in words."""
        memory = state.memory
        seat = self._viewer(player)
        if not self._public:
            if seat is None:
                return ""
            deals = memory.deals if self._recall else memory.deals[-1:]
            return "\n".join(_own(deal, player) for deal in deals)
        if self._recall:
            return f"seat {player}\n{memory.text(seat)}"
        return f"seat {player}; " + "; ".join(_present(memory.deals[-1].view(seat)))


def _own(deal: DealMemory, player: int) -> str:
    """What only the player knows of a deal: his cards, and what he did that others do not see."""
    mine, theirs = history(deal.events(player)), history(deal.events(None))
    secrets = [str(done) for (_, done), other in zip(mine, theirs, strict=True) if done != other[1]]
    return "; ".join([f"dealt {deal.view(player).dealt.tokens}", *secrets])


def _present(view: br.State) -> Iterator[str]:
    """The deal as it stands, without its history."""
    table = view.table
    yield f"deal {table.deal_number} by {table.dealer}, {view.phase}, to act {view.actor}"
    yield chips_of(view)
    if view.hand and view.settlement is None:
        yield f"hand {view.hand.tokens}"
    if view.turned is not None:
        yield f"turned {view.turned}"
    if table.belle is not None:
        yield f"belle {table.belle.letter}"
    if view.standing_bid is not None:
        yield f"standing {view.standing_bid[0]} {view.standing_bid[1]}"
    if view.contract is not None:
        yield f"contract {view.contract}"
    for owner, cards in view.exposed:
        if cards:
            yield f"shown by {owner} {cards.tokens}"
    for owner, cards in view.faced:
        yield f"exposed by {owner} {cards.tokens}"
    if view.trick:
        yield f"trick of {view.leader} {' '.join(map(str, view.trick))}"
    if any(view.taken):
        yield f"taken {' '.join(map(str, view.taken))}"
    said = [
        f"{seat} {done}"
        for seat, done in history(view.events)
        if seat >= 0 and not isinstance(done, br.Play)
    ]
    if said:
        yield f"said {', '.join(said)}"
