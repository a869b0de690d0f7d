"""The end of a deal: the bill is paid, the pack gathered, the session goes on or is over."""

from __future__ import annotations

from operator import add
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from attrs import evolve, field, frozen

from boston_rules.actions import Action
from boston_rules.cardplay.bits import BIT
from boston_rules.cards import Cards
from boston_rules.contract import Contract, Outcome, outcome_of
from boston_rules.errors import IllegalAction, SessionOver
from boston_rules.phases.state import State
from boston_rules.phases.table import Deal, History, Table, Trick, clockwise, opened
from boston_rules.settlement import Settlement, draw_up

if TYPE_CHECKING:
    from boston_rules.phases.tricks import Playing

__all__ = ["Course", "Settled", "bill_of", "finish", "settle_play", "throw_in"]


class Course(Protocol):
    """How a deal was played: what a settled one goes back to when it is asked."""

    @property
    def history(self) -> History:
        """Every action of the deal up to the last card played."""
        ...

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The complete tricks."""
        ...

    @property
    def gathered(self) -> tuple[int, ...]:
        """The cards as gathered, top first."""
        ...


class _Draft(State):
    """A :class:`Settled` while it is made, which then changes its class."""

    __slots__ = (
        "__weakref__",
        "contract",
        "course",
        "deal",
        "outcome",
        "said",
        "session_over",
        "settlement",
    )


@frozen
class Settled(_Draft):
    """The deal is settled; nobody is to act."""

    name: ClassVar[str] = "settled"
    actor: ClassVar[None] = None
    deal: Deal
    said: History = field(repr=False)
    """What was said after the last card played; everything where none was."""
    contract: Contract | None
    outcome: Outcome
    settlement: Settlement
    session_over: bool
    """Whether this was the last deal."""
    course: Course | None = field(default=None, repr=False)
    """The play as it stood at the end; ``None`` of hands thrown in."""

    @property
    def history(self) -> History:
        """Every action of the deal."""
        return self.said if self.course is None else self.course.history + self.said

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks, as far as they were played."""
        return () if self.course is None else self.course.tricks

    @property
    def gathered(self) -> tuple[int, ...]:
        """The cards as gathered, top first; hands thrown in seat by seat from eldest."""
        if self.course is not None:
            return self.course.gathered
        deal = self.deal
        seats = clockwise(deal.table.eldest, deal.table.variant.seats)
        return (*(card for seat in seats for card in deal.order[seat]), *deal.dead)

    @property
    def table(self) -> Table:
        """The table after the bill is paid."""
        table = self.deal.table
        bill = self.settlement
        return evolve(
            table,
            purses=paid(table.purses, bill.deltas),
            pool=bill.pool,
            set_aside=bill.set_aside,
        )

    @property
    def hands(self) -> tuple[Cards, ...]:
        """No cards are held."""
        return (Cards(),) * self.deal.table.variant.seats

    @property
    def taken(self) -> tuple[int, ...]:
        """Tricks won by each seat."""
        return self.outcome.tricks

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the most chips once the session is over; empty before."""
        if not self.session_over:
            return ()
        purses = self.table.purses
        return tuple(seat for seat, purse in enumerate(purses) if purse == max(purses))

    def next_table(self) -> Table:
        """The table of the next deal, its antes paid.

        Raises:
            SessionOver: this was the last deal.
        """
        table, bill = self.deal.table, self.settlement
        if self.session_over:
            raise SessionOver(
                f"the session is over after {table.deal_number} deals; "
                f"won by seat {' and seat '.join(map(str, self.winners))}"
            )
        return opened(
            table.variant,
            paid(table.purses, bill.deltas),
            pool=bill.pool,
            set_aside=bill.set_aside,
            dealer=table.eldest,
            deal_number=table.deal_number + 1,
            belle=table.belle,
            pack=self.gathered if table.variant.dealing.shuffle == "first-deal" else (),
        )

    def legal(self) -> tuple[Action, ...]:
        """Nothing is to do."""
        return ()

    def refuse(self, action: Action) -> IllegalAction | None:
        """Everything."""
        return self.wrong_phase(action)


def finish(
    deal: Deal,
    said: History,
    contract: Contract | None,
    outcome: Outcome,
    course: Course | None = None,
) -> Settled:
    """Settle a deal."""
    settlement, over = bill_of(deal.table, contract, outcome)
    draft: Any = _Draft()
    draft.deal = deal
    draft.said = said
    draft.contract = contract
    draft.outcome = outcome
    draft.settlement = settlement
    draft.session_over = over
    draft.course = course
    draft.__class__ = Settled
    settled: Settled = draft
    return settled


def bill_of(table: Table, contract: Contract | None, outcome: Outcome) -> tuple[Settlement, bool]:
    """The bill of a deal at a table, and whether the session ends with it.

    Contract and outcome are those of a deal that was played, so that nothing is checked.
    """
    rules, pool, aside, dealer = table.variant, table.pool, table.set_aside, table.dealer
    over = table.is_last_deal
    bill = draw_up(rules, contract, outcome, pool, aside, over, dealer)
    if not over and rules.session.ends(table.deal_number, paid(table.purses, bill.deltas)):
        over = True
        bill = draw_up(rules, contract, outcome, pool, aside, over, dealer)
    return bill, over


def paid(purses: tuple[int, ...], deltas: tuple[int, ...]) -> tuple[int, ...]:
    """Purses after chips were won or lost."""
    return tuple(map(add, purses, deltas))


def throw_in(deal: Deal, history: History) -> Settled:
    """All passed and the hands are thrown in."""
    return finish(deal, history, None, Outcome(tricks=(0,) * deal.table.variant.seats))


def settle_play(state: Playing, *, conceded: bool = False, answers: History = ()) -> Settled:
    """The bill, after the last trick or after all opponents have conceded with ``answers``."""
    setting = state.setting
    deal, contract = setting.deal, setting.contract
    if contract is None:
        return finish(deal, answers, None, Outcome(tricks=state.taken), state)
    terms, hands = setting.terms, deal.hands
    slam = state.slam[0] if state.slam is not None else "waived"
    boston = None
    if terms.boston is not None:
        bit = BIT[terms.boston]
        boston = next(seat for seat, hand in enumerate(hands) if hand & bit)
    outcome = outcome_of(
        state.taken,
        tuple(map(int.bit_count, map(terms.honours.__and__, hands))),
        None if slam == "waived" else slam,
        boston,
        conceded,
        setting.chicane,
    )
    return finish(deal, answers, contract, outcome, state)
