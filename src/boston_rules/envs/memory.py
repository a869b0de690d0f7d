"""Perfect recall: everything that a seat has seen of a session so far, deal by deal.

A :class:`~boston_rules.views.View` shows a deal as it stands. A player with perfect recall also
knows where he has cut, which hands lay on the table for a while, and all deals before.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from attrs import evolve, field, frozen

import boston_rules as br
from boston_rules.actions import Action, Cut
from boston_rules.cards import Cards
from boston_rules.state import State

__all__ = ["DealMemory", "Memory", "chips_of"]

Cuts = tuple[tuple[int, int], ...]
Shown = tuple[tuple[int, Cards], ...]


@frozen(eq=False)
class DealMemory:
    """One deal as far as it has gone."""

    state: State
    cuts: Cuts = ()
    """Seat and number of each cut: who made it remembers it."""
    shown: Shown = ()
    """Seat and cards of each hand that has lain face up, as it was when it was laid there."""
    _views: dict[int | None, br.View] = field(factory=dict, init=False, repr=False)
    _texts: dict[int | None, str] = field(factory=dict, init=False, repr=False)

    def after(self, action: Action) -> DealMemory:
        """The deal after an action.

        Raises:
            IllegalAction: the rules refuse it.
        """
        actor = self.state.actor
        state = br.apply(self.state, action)
        cuts = self.cuts
        if isinstance(action, Cut) and actor is not None:
            cuts = (*cuts, (actor, action.at))
        shown = self.shown
        if not shown and state.contract is not None and _may_expose(state):
            shown = br.observe(state, None).exposed
        return DealMemory(state, cuts, shown)

    def view(self, seat: int | None) -> br.View:
        """What a seat, or an onlooker, sees; made once."""
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = br.observe(self.state, seat)
        return view

    def tokens(self, seat: int | None) -> tuple[tuple[int, str], ...]:
        """The actions of the deal as a seat remembers them, its own cut with its number."""
        history = self.view(seat).history
        for cutter, at in self.cuts:
            if cutter == seat:
                place = next(i for i, (actor, _) in enumerate(history) if actor == seat)
                history = (*history[:place], (seat, f"cut {at}"), *history[place + 1 :])
        return history

    def text(self, seat: int | None) -> str:
        """All that a seat remembers of the deal, in one line; equal only for equal memories."""
        text = self._texts.get(seat)
        if text is None:
            text = self._texts[seat] = self._text(seat)
        return text

    def _text(self, seat: int | None) -> str:
        view = self.view(seat)
        parts = [
            f"deal {view.deal_number} by {view.dealer}",
            chips_of(view),
        ]
        if view.turned is not None:
            parts.append(f"turned {view.turned}")
        if view.dealt:
            parts.append(f"dealt {view.dealt.tokens}")
        parts += _dealt_contract(view)
        parts += [f"shown by {owner} {cards.tokens}" for owner, cards in self.shown]
        tokens = self.tokens(seat)
        parts.append(", ".join(token if who < 0 else f"{who} {token}" for who, token in tokens))
        return "; ".join(parts)

    def __getstate__(self) -> tuple[State, Cuts, Shown]:
        return self.state, self.cuts, self.shown

    def __setstate__(self, state: tuple[State, Cuts, Shown]) -> None:
        DealMemory.__init__(self, *state)


def _dealt_contract(view: br.View) -> Iterator[str]:
    """A contract that the cards have made, of which no action of the history tells."""
    contract, rule = view.contract, view.variant.dealt
    if rule is None or contract is None or contract.key not in rule.keys:
        return
    yield str(contract)
    if contract.target is not None:
        yield f"target {contract.target}"
    if contract.called is not None:
        yield f"called {contract.called}"


def chips_of(view: br.View) -> str:
    """Purses by seat, then the pool and the stakes in a game that has them."""
    text = f"purses {' '.join(map(str, view.purses))}"
    if view.variant.pool is not None:
        text += f" pool {view.pool}+{view.set_aside}"
    if view.variant.stakes is not None:
        text += f" stakes {view.stakes}"
    return text


def _may_expose(state: State) -> bool:
    contract = state.contract
    variant = state.table.variant
    return contract is not None and _exposes(variant, contract.key)


@lru_cache(maxsize=4096)
def _exposes(variant: br.Variant, key: str) -> bool:
    return variant.payments.slams is not None or variant.ladder[key].is_exposed


@frozen(eq=False)
class Memory:
    """A session up to now: its deals, the last one open, and the pack while it is shuffled."""

    deals: tuple[DealMemory, ...]
    pack: tuple[int, ...] = ()
    """The cards drawn so far in a shuffle, top first."""
    opened: int = 0
    """Actions, those of chance included and a shuffle counted as 52, before the open deal."""
    count: int = 0
    """All actions, counted alike."""

    @property
    def state(self) -> State:
        """The open deal."""
        return self.deals[-1].state

    def after(self, action: Action) -> Memory:
        """The session after an action; a settled deal is followed by the next.

        Raises:
            IllegalAction: the rules refuse it.
        """
        deal = self.deals[-1].after(action)
        deals = (*self.deals[:-1], deal)
        count = self.count + 1
        opened = self.opened
        if isinstance(deal.state, br.Settled) and not deal.state.session_over:
            deals = (*deals, DealMemory(br.next_deal(deal.state)))
            opened = count
        return Memory(deals, (), opened, count)

    def drawn(self, card: int) -> Memory:
        """The session after the next card of a shuffle, which is applied with the last one."""
        pack = (*self.pack, card)
        if len(pack) < 52:
            return Memory(self.deals, pack, self.opened, self.count + 1)
        return self.after(br.Shuffle(br.PACK[card] for card in pack))

    def with_open(self, deal: DealMemory) -> Memory:
        """The same with another open deal."""
        return evolve(self, deals=(*self.deals[:-1], deal))

    def text(self, seat: int | None) -> str:
        """All that a seat remembers, a line a deal."""
        return "\n".join(deal.text(seat) for deal in self.deals)

    def __deepcopy__(self, memo: object) -> Memory:
        """Itself: nothing in it changes."""
        return self
