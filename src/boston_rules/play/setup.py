"""Everything about a deal that is settled before the first card is led."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from attrs import field, frozen

from boston_rules.contract import Contract
from boston_rules.making import maker
from boston_rules.questions.discarding import discards_of
from boston_rules.questions.question import actions_of
from boston_rules.rules.ladder import Step
from boston_rules.rules.trumps import TrickTable
from boston_rules.table import Deal, History
from boston_rules.terms import Terms, passed_out_terms, terms_of

__all__ = ["DealSetup", "SlamWord", "contract_setup", "passed_out_setup"]

SlamWord: TypeAlias = tuple[Literal["waived", "closed", "table"], int]
"""What the declarer said of a slam, and how many cards had been played.

It is waived by playing on at the turn at which it could have been declared, and also, since it is
then too late for good, if the side has lost a trick by that turn.
"""


@frozen(cache_hash=True)
class DealSetup:
    """Everything about a deal that is settled before the first card is led."""

    deal: Deal
    """What the deal has fixed."""
    history: History = field(repr=False)
    """Every action before the first lead."""
    contract: Contract | None
    """``None`` in a passed-out deal."""
    hands: tuple[int, ...] = field(repr=False)
    """The hands at the first lead."""
    terms: Terms = field(eq=False, repr=False)
    """What the contract fixes by itself."""
    discards: tuple[tuple[int, int], ...] = field(default=(), repr=False)
    """Seat and card of each discard."""
    chicane: tuple[int, ...] = ()
    """Seats that have declared chicane."""
    called: int | None = field(default=None, eq=False)
    """The card whose holder is the unknown partner."""
    interlude: History = field(default=(), repr=False)
    """What was said between the first trick and the second."""

    def after(self, interlude: History) -> DealSetup:
        """The same once the opponents have been asked whether they concede."""
        return setup_of(
            self.deal,
            self.history,
            self.contract,
            self.hands,
            self.terms,
            self.discards,
            self.chicane,
            self.called,
            interlude,
        )

    @property
    def step(self) -> Step | None:
        """The step of the ladder; ``None`` in a passed-out deal."""
        return self.terms.step

    @property
    def trick_table(self) -> TrickTable:
        """What follows and beats what."""
        return self.terms.trick_table

    @property
    def target(self) -> int:
        """Tricks that the declarer's side must win."""
        return self.terms.target

    @property
    def counting(self) -> tuple[int, ...]:
        """Whose tricks count for the contract, declarer first."""
        return self.terms.counting

    @property
    def total(self) -> int:
        """Tricks in the deal."""
        return self.terms.total

    @property
    def seats(self) -> int:
        """Players."""
        return self.terms.seats


setup_of: Final = maker(DealSetup)


def contract_setup(deal: Deal, history: History, contract: Contract) -> DealSetup:
    """The setup of a contract, with what its history has said of the play."""
    variant = deal.table.variant
    terms = terms_of(variant, contract)
    hands = deal.hands
    discards: tuple[tuple[int, int], ...] = ()
    if terms.total < 13:
        discards = discards_of(history)
        left = list(hands)
        for seat, card in discards:
            left[seat] ^= 1 << card
        hands = tuple(left)
    chicane = () if variant.chicane is None else variant.chicane.declared(history)
    called = None
    if contract.partner is not None and variant.partners is not None:
        called = variant.partners.unknown_card(actions_of(history))
        if called is not None and type(called) is not int:
            raise TypeError(f"the unknown card of a partner rule is a card index, not {called!r}")
    return setup_of(deal, history, contract, hands, terms, discards, chicane, called)


def passed_out_setup(deal: Deal, history: History) -> DealSetup:
    """The setup of a deal that nobody bid."""
    terms = passed_out_terms(deal.table.variant, deal.turn.suit)
    return setup_of(deal, history, None, deal.hands, terms)
