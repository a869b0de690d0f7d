"""Everything about a deal that is settled before the first card is led."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from attrs import field, frozen

from boston_rules.core.cards import Cards
from boston_rules.core.contract import Contract
from boston_rules.core.errors import EventError
from boston_rules.core.events import Events, seen_events
from boston_rules.core.hidden import UNKNOWN
from boston_rules.core.making import Keeps, changer, maker
from boston_rules.deal.questions.question import discards_of, without
from boston_rules.deal.table import Deal, partnered
from boston_rules.deal.terms import Terms, passed_out_terms, terms_of

__all__ = ["DealSetup", "SlamCall", "contract_setup", "passed_out_setup"]

SlamCall: TypeAlias = tuple[Literal["closed", "table"], int]
"""The slam that the declarer has declared, and how many cards had been played."""


@frozen
class DealSetup(Keeps):
    """Everything about a deal that is settled before the first card is led.

    Only the contract grows: when a called card is seen, its holder becomes the partner.
    """

    deal: Deal
    """What the deal has fixed."""
    said: Events = field(repr=False)
    """What has happened between the deal and the first lead."""
    contract: Contract | None
    """The contract as everybody knows it; ``None`` in a passed-out deal."""
    hands: tuple[int, ...] = field(repr=False)
    """The hands at the first lead as far as the viewer sees them, as masks; 0 for a hole."""
    terms: Terms = field(eq=False, repr=False)
    """What the contract fixes by itself, as far as everybody knows it."""
    discards: tuple[tuple[int, int], ...] = field(default=(), repr=False)
    """Seat and card of each discard; -1 for a card that the viewer does not see."""
    chicane: tuple[int, ...] = ()
    """Seats that have declared chicane."""
    called: int = field(default=-1, eq=False)
    """The card whose holder is the unknown partner; -1 where there is none, or once it was seen."""
    interlude: Events = field(default=(), repr=False)
    """What was said between the first trick and the second."""

    def with_partner(self, seat: int) -> DealSetup:
        """The same once the called card has been seen in a hand."""
        assert self.contract is not None, "a card is called for a contract"
        contract = partnered(self.contract, seat)
        terms = terms_of(self.deal.table.variant, contract)
        return _changed(self, contract=contract, terms=terms, called=-1)

    def laid_open(
        self, seat: int, shown: tuple[int, Cards] | None, gone: int, unplayed: int
    ) -> DealSetup:
        """The same once a seat has laid its hand on the table.

        Args:
            seat: whose hand lies there.
            shown: who shows which cards, as an event tells it; ``None`` if it tells nothing.
            gone: the cards that the seat has played.
            unplayed: those that nobody has played.

        Raises:
            EventError: it cannot be that hand.
        """
        hand = 0 if shown is None else shown[1].mask
        known = self.hands[seat]
        if shown is None or shown[0] != seat or known not in (0, hand):
            raise EventError(
                f"seat {seat} lays its hand on the table, which the event does not tell"
            )
        if known:
            return self
        if (
            hand & ~unplayed
            or hand & sum(self.hands)
            or hand.bit_count() + gone.bit_count() != self.terms.total
            or self.lacks(seat, hand)
        ):
            raise EventError(f"seat {seat} cannot hold {shown[1]}")
        return self.with_hand(seat, hand | gone)

    def interrupted(self, answers: Events) -> DealSetup:
        """The same with what was said between the first trick and the second."""
        return _changed(self, interlude=answers)

    def with_hand(self, seat: int, hand: int) -> DealSetup:
        """The same in a view to which a hand is shown, as a mask of what was held at the lead."""
        hands = tuple([hand if at == seat else other for at, other in enumerate(self.hands)])
        return _changed(self, hands=hands)

    def over(self, deal: Deal, said: Events) -> DealSetup:
        """The same with other cards, of a deal and events that make the same public."""
        discards = discards_of(said) if self.discards else ()
        hands = without(deal.hands, discards)
        return _changed(self, deal=deal, said=said, hands=hands, discards=discards)

    def seen_by(self, viewer: int | None, exposed: int | None) -> DealSetup:
        """The setup as a viewer sees it; the same object whenever he looks.

        Args:
            viewer: a seat, or ``None`` for an onlooker.
            exposed: the seat whose hand lies on the table, if one does.
        """
        return self.kept((viewer, exposed), lambda: self._seen_by(viewer, exposed))

    def _seen_by(self, viewer: int | None, exposed: int | None) -> DealSetup:
        seen = self.over(self.deal.seen_by(viewer), seen_events(self.said, viewer))
        return seen if exposed is None else seen.with_hand(exposed, self.hands[exposed])

    @property
    def known_contract(self) -> Contract | None:
        """The contract, with the partner if the viewer knows him."""
        return None if self.contract is None else self.deal.known(self.contract)

    @property
    def possible_partners(self) -> tuple[int | None, ...]:
        """Who may have the called card (another seat, and with three ``None`` for nobody)."""
        assert self.contract is not None, "a card is called for a contract"
        others = [seat for seat in range(self.seats) if seat != self.contract.declarer]
        return tuple(others) if self.seats == 4 else (*others, None)

    def lacks_called(self, seat: int | None) -> bool:
        """Whether the viewer knows that a seat was not dealt the called card, as who called it."""
        assert self.contract is not None, "a card is called for a contract"
        if seat is None:
            return False
        return seat == self.contract.declarer or self.deal.lacks(seat, 1 << self.called)

    def lacks(self, seat: int, cards: int) -> bool:
        """Whether the viewer knows that a seat was not dealt all of some cards, as a mask."""
        if self.deal.lacks(seat, cards):
            return True
        trump = None if self.contract is None else self.contract.trump
        if trump is None or seat not in self.chicane:
            return False
        return bool(cards & self.terms.trick_table.suit_masks[trump])

    @property
    def events(self) -> Events:
        """What has happened before the first lead."""
        return self.deal.events + self.said

    @property
    def seats(self) -> int:
        """Players."""
        return self.terms.seats


setup_of: Final = maker(DealSetup)
_changed: Final = changer(DealSetup)


def contract_setup(deal: Deal, said: Events, contract: Contract) -> DealSetup:
    """The setup of a contract, with what was said of the play.

    Raises:
        EventError: in a view, the last event does not tell a hand that must lie on the table.
    """
    variant = deal.table.variant
    terms, hands = terms_of(variant, contract), deal.hands
    discards: tuple[tuple[int, int], ...] = ()
    if terms.step is not None and terms.step.discard:
        discards = discards_of(said)
        hands = without(hands, discards)
    chicane = () if variant.chicane is None else variant.chicane.declared(said)
    called = -1
    if contract.partner is UNKNOWN and contract.called is not None:
        called = contract.called.index
    own = shown = None
    if terms.opened:
        own = contract.declarer, Cards.of_masks((hands[contract.declarer],))[0]
        shown, deal, said = deal.reveal(said, "exposed", lambda: own)
    setup = setup_of(deal, said, contract, hands, terms, discards, chicane, called)
    if shown is own:
        return setup
    return setup.laid_open(contract.declarer, shown, 0, variant.dealing.pack.mask)


def passed_out_setup(deal: Deal, said: Events) -> DealSetup:
    """The setup of a deal that nobody bid."""
    table = deal.table
    terms = passed_out_terms(table.variant, deal.turn.suit, table.is_grand)
    return setup_of(deal, said, None, deal.hands, terms)
