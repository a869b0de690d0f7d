"""Perfect recall: everything that a seat has seen of a session so far, deal by deal.

The view of a seat tells everything of its deal but where the seat itself has cut the pack. A player
with perfect recall also knows that, and all deals before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve, field, frozen

import boston_rules as br
from boston_rules.core.events import Events
from boston_rules.envs.events import history

__all__ = ["DealMemory", "Memory", "chips_of"]


@frozen(eq=False)
class DealMemory:
    """One deal as far as it has gone."""

    state: br.State
    cuts: Mapping[int | None, br.Cut] = field(factory=dict)
    """Who has cut, and where: he remembers it."""
    _texts: dict[int | None, str] = field(factory=dict, init=False, repr=False)

    def after(self, action: br.Action) -> DealMemory:
        """The deal after an action.

        Raises:
            IllegalAction: the rules refuse it.
        """
        cut = {self.state.actor: action} if isinstance(action, br.Cut) else {}
        return DealMemory(br.apply(self.state, action), {**self.cuts, **cut})

    def view(self, seat: int | None) -> br.State:
        """What a seat, or an onlooker, sees."""
        return br.observe(self.state, seat)

    def events(self, seat: int | None) -> Events:
        """The events of the deal as a seat remembers them, its own cut as it was."""
        events, own = self.view(seat).events, self.cuts.get(seat)
        if own is None:
            return events
        return tuple(
            evolve(event, action=own)
            if event.seat == seat and isinstance(event.action, br.Cut)
            else event
            for event in events
        )

    def text(self, seat: int | None) -> str:
        """All that a seat remembers of the deal, in one line; equal only for equal memories."""
        if seat not in self._texts:
            self._texts[seat] = "; ".join(self._parts(seat))
        return self._texts[seat]

    def _parts(self, seat: int | None) -> Iterator[str]:
        view, events = self.view(seat), self.events(seat)
        yield f"deal {view.table.deal_number} by {view.table.dealer}"
        yield chips_of(view)
        if view.turned is not None:
            yield f"turned {view.turned}"
        if view.dealt:
            yield f"dealt {view.dealt.tokens}"
        for event in events:
            yield from _shown(event)
        told = history(events)
        yield ", ".join(str(done) if who < 0 else f"{who} {done}" for who, done in told)


def _shown(event: br.Event) -> Iterator[str]:
    """A contract that the cards have made, a hand that was laid on the table, and a partner whom
    nobody knew before the end."""
    made, exposed, partner = event.shows.made, event.shows.exposed, event.shows.partner
    if made is not None:
        yield str(made)
        if made.target is not None:
            yield f"target {made.target}"
        if made.called is not None:
            yield f"called {made.called}"
    if exposed is not None:
        yield f"shown by {exposed[0]} {exposed[1].tokens}"
    if partner is not br.HOLE:
        yield f"partner {partner}"


def chips_of(view: br.State) -> str:
    """Purses by seat, then the pool and the conditions of the deal in a game that has them."""
    table = view.table
    text = f"purses {' '.join(map(str, table.purses))}"
    if table.variant.pool is not None:
        text += f" pool {table.pool}+{table.set_aside}"
    if table.variant.carryover is not None:
        text += f" conditions {table.conditions.name}"
    return text


@frozen(eq=False)
class Memory:
    """A session up to now: its deals, the last one open, and the pack while it is shuffled."""

    deals: tuple[DealMemory, ...]
    pack: tuple[int, ...] = ()
    """The cards drawn so far in a shuffle, top first."""
    opened: int = 0
    """Actions before the open deal, those of chance included, each card of a shuffle as one."""
    count: int = 0
    """All actions, counted alike."""

    @property
    def state(self) -> br.State:
        """The open deal."""
        return self.deals[-1].state

    def after(self, action: br.Action) -> Memory:
        """The session after an action; a settled deal is followed by the next.

        Raises:
            IllegalAction: the rules refuse it.
        """
        deals = (*self.deals[:-1], self.deals[-1].after(action))
        state, count = deals[-1].state, self.count + 1
        if isinstance(state, br.Settled) and not state.session_over:
            return Memory((*deals, DealMemory(br.next_deal(state))), (), count, count)
        return Memory(deals, (), self.opened, count)

    def drawn(self, card: int) -> Memory:
        """The session after the next card of a shuffle, which is applied with the last one."""
        pack = (*self.pack, card)
        if len(pack) < len(self.state.variant.dealing.pack):
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
