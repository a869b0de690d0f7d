"""From the auction to the first lead: which rule asks something next."""

from __future__ import annotations

from typing import Final

from attrs import field, frozen

from boston_rules.core.actions import Action
from boston_rules.core.contract import Contract
from boston_rules.core.events import Event, Events, event_of, expected
from boston_rules.core.making import maker
from boston_rules.deal.questions.order import next_place, questions_of
from boston_rules.deal.questions.question import QuestionRule
from boston_rules.deal.settled import settle_play, throw_in
from boston_rules.deal.state import State
from boston_rules.deal.table import Deal
from boston_rules.deal.tricks import Playing, play_contract, play_passed_out

__all__ = ["Opening", "led", "pass_out", "proceed"]


@frozen
class Opening:
    """How far a deal has come on the way from the auction to the first lead.

    A rule that asks something there is handed one, and gives it back when it has its answer.
    """

    deal: Deal
    """What the deal has fixed."""
    events: Events = field(repr=False)
    """What has happened since the cards were dealt."""
    contract: Contract
    """The contract as everybody knows it; the holder of a called card is ``UNKNOWN``."""
    done: int = 0
    """How many of the rules that may ask have had their turn."""
    coming: Event | None = field(default=None, eq=False, repr=False)
    """In a view, the event by which it is being moved."""

    @property
    def asked_by(self) -> QuestionRule:
        """The rule that has been handed it last."""
        return questions_of(self.deal.table.variant)[self.done - 1]

    def over(self, deal: Deal, events: Events) -> Opening:
        """The same with other cards, of a deal and events that make the same public."""
        return _opening(deal, events, self.contract, self.done)

    def expecting(self, event: Event) -> Opening:
        """The same, about to be told what is said next."""
        return _opening(self.deal, self.events, self.contract, self.done, expected(event))

    def said(self, seat: int, action: Action) -> Opening:
        """The same after an action."""
        event = self.coming or event_of(seat, action)
        return _opening(self.deal, (*self.events, event), self.contract, self.done)

    def proceed(self, contract: Contract | None = None) -> State:
        """The next question, or the first lead, with the contract as the answer leaves it."""
        return proceed(self.deal, self.events, contract or self.contract, self.done)

    def concede(self) -> State:
        """The end of a deal whose contract all opponents have conceded."""
        play = play_contract(self.deal, self.events, self.contract)
        return settle_play(play, play.events[-1], conceded=True)

    def pass_out(self) -> State:
        """What follows where nobody has a contract."""
        return pass_out(self.deal, self.events)


_opening: Final = maker(Opening)


def proceed(deal: Deal, said: Events, contract: Contract, done: int = 0) -> State:
    """What follows the auction, or a question: the next question, or the first lead."""
    variant = deal.table.variant
    place = next_place(variant, contract, done)
    if place < 0:
        return led(play_contract(deal, said, contract))
    return questions_of(variant)[place].ask(_opening(deal, said, contract, place + 1))


def pass_out(deal: Deal, said: Events) -> State:
    """What follows where nobody has a contract: the cards are played, or the hands thrown in."""
    if deal.table.variant.passed_out.played or deal.table.is_grand:
        return led(play_passed_out(deal, said))
    return throw_in(deal, said)


def led(play: Playing) -> Playing:
    """The first lead by the law that is in force at the table."""
    variant = play.setup.deal.table.variant
    if variant.table_law is None:
        return play
    from boston_rules.deal.law.opening import play_by_law  # few tables need it

    return play_by_law(play, variant.laws)
