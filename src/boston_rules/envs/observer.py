"""What OpenSpiel's observers show of a state: named tensors and strings, from views alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, final

import numpy as np
import pyspiel  # type: ignore[import-not-found] # compiled, without stubs

import boston_rules as br
from boston_rules.envs.events import event_spec, history
from boston_rules.envs.memory import DealMemory, Memory, chips_of
from boston_rules.envs.observation import Tensor, observation_spec, squeezed
from boston_rules.envs.slices import Slice, placed

if TYPE_CHECKING:
    from boston_rules.envs.openspiel import BostonState

__all__ = ["BostonObserver"]

_PRIVATE: Final = ("hand", "dealt")


@final
class BostonObserver:
    """Fills tensors and writes strings, as OpenSpiel's observers do.

    The public tensor is :class:`~boston_rules.envs.ObservationSpec`'s, slice by slice. With perfect
    recall there are, for every deal of the session: ``recall_dealt``, the cards the player was
    dealt; ``recall_shown``, a hand that lay face up; ``recall_chips``, by seat, then of the pool
    and set aside, squeezed; where the cards can make a contract, ``recall_contract``: step, trump,
    declarer, partner, target, called card; and ``recall_history``, a row an action in order: who, a
    one among chance, the player, the player at his left and so on, and what, the binary digits of
    its number in :func:`~boston_rules.envs.events.event_codes`. Rows of 0 follow.
    """

    def __init__(self, variant: br.Variant, kind: pyspiel.IIGObservationType | None = None) -> None:
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        private = kind.private_info
        if private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("the private information of all players at once is not observed")
        self._spec = observation_spec(variant)
        self._events = event_spec(variant)
        self._seats = variant.seats
        self._public: bool = kind.public_info
        self._private: bool = private == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recall: bool = kind.perfect_recall
        self._pool = variant.pool is not None
        parts = placed([*filter(self._shows, self._spec.slices), *self._recalled(variant)])
        self.tensor: Tensor = np.zeros(sum(part.size for part in parts), dtype=np.float32)
        """Everything, flat; filled anew by every :meth:`set_from`."""
        self.dict: dict[str, Tensor] = {
            part.name: self.tensor[part.start : part.stop].reshape(part.shape) for part in parts
        }
        """The same by name, each in its shape."""
        self._filled: tuple[Memory | None, int] = (None, -1)
        self._openings: dict[int, tuple[Memory, Tensor]] = {}
        """By player, the session before its first action, and what is seen of it."""

    def _recalled(self, variant: br.Variant) -> Iterator[Slice]:
        deals = variant.session.all_deals
        if self._recall and self._private:
            yield Slice("recall_dealt", 0, (deals, 52), "")
        if self._recall and self._public:
            yield Slice("recall_shown", 0, (deals, 52), "")
            yield Slice("recall_chips", 0, (deals, variant.seats + 2 * self._pool), "")
            if variant.dealt is not None:
                yield Slice("recall_contract", 0, (deals, 6), "")
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
        deal = memory.deals[-1]
        seen = self._spec.encode(deal.state if self._private else deal.view(None), player)
        if self._public and self._private:
            self.tensor[: len(seen)] = seen
        else:
            for part in self._spec.slices:
                if self._shows(part):
                    self.dict[part.name][:] = seen[part.start : part.stop].reshape(part.shape)
        if self._recall:
            for place, deal in enumerate(memory.deals):
                self._remember(place, deal, player)

    def _remember(self, place: int, deal: DealMemory, player: int) -> None:
        view = deal.view(self._viewer(player))
        if self._private:
            for card in view.dealt:
                self.dict["recall_dealt"][place, card.index] = 1
        if not self._public:
            return
        table, events = view.table, deal.events(self._viewer(player))
        for event in events:
            if event.shows.exposed is not None:
                for card in event.shows.exposed[1]:
                    self.dict["recall_shown"][place, card.index] = 1
        chips = [table.purses[(player + i) % self._seats] for i in range(self._seats)]
        if self._pool:
            chips += [table.pool, table.set_aside]
        self.dict["recall_chips"][place] = [squeezed(value) for value in chips]
        if "recall_contract" in self.dict and view.contract is not None:
            self.dict["recall_contract"][place] = self._contract_row(view, view.contract, player)
        told = self._events.encode(events, player)
        count = np.count_nonzero(told[:, 1])
        rows = self.dict["recall_history"][place][:count]
        rows[range(count), told[:count, 0]] = 1
        rows[:, self._events.whos :] = self._events.digits[told[:count, 1]]

    def _contract_row(self, view: br.State, contract: br.Contract, player: int) -> list[float]:
        """Step, trump, declarer, partner, target and called card of a contract; 0 for none."""
        variant, n = view.variant, self._seats
        partner = contract.partner
        return [
            (variant.ladder.place(contract.key) + 1) / len(variant.ladder),
            0 if contract.trump is None else (contract.trump + 1) / 4,
            ((contract.declarer - player) % n + 1) / n,
            ((partner - player) % n + 1) / n if isinstance(partner, int) else 0,
            0 if contract.target is None else contract.target / 13,
            0 if contract.called is None else (contract.called.index + 1) / 52,
        ]

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
