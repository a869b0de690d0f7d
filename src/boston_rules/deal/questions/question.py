"""Questions between the auction and the first lead: the rule that asks and its phase.

A rule that asks something brings a phase, which is a :class:`Question`. What comes next it leaves
to the :class:`~boston_rules.deal.opening.Opening` that it was given, so that it need not know the
other rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self

from attrs import evolve, field, frozen

from boston_rules.core.actions import Action, Discard
from boston_rules.core.cards import Card, Cards
from boston_rules.core.contract import Contract
from boston_rules.core.errors import IllegalAction
from boston_rules.core.events import Event, Events, seen_events
from boston_rules.core.hidden import HOLE
from boston_rules.deal.state import AfterDeal, State
from boston_rules.deal.table import Deal
from boston_rules.rules.polls import Asks
from boston_rules.rules.variant import Variant

if TYPE_CHECKING:
    from boston_rules.deal.opening import Opening

__all__ = [
    "FixedAnswers",
    "HandCount",
    "Question",
    "QuestionRule",
    "Told",
    "discards_of",
    "held_by",
    "without",
]


@frozen(cache_hash=True)
class Question(AfterDeal):
    """A phase between the auction and the first lead: a player is asked something.

    A phase without fields of its own needs no decorator, only ``__slots__ = ()``. It says what
    public facts refuse, and what the hand of the player who is asked refuses; other hands are no
    business of it. Where a rule needs the holder of a card, ``deal.holder`` tells him as far as the
    viewer may know.
    """

    opening: Opening = field(repr=False)
    """How far the deal has come, to go on from."""
    actor: int
    """The seat that is asked."""

    @property
    def deal(self) -> Deal:
        return self.opening.deal

    @property
    def said(self) -> Events:
        """What has happened since the cards were dealt."""
        return self.opening.events

    @property
    def events(self) -> Events:
        """What has happened in this deal."""
        return self.opening.deal.events + self.opening.events

    @property
    def contract(self) -> Contract:
        """The contract as it stands, with the partner if the viewer knows him.

        What a phase does must depend on ``opening.contract``, which is what everybody knows.
        """
        return self.opening.deal.known(self.opening.contract)

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The hands without the cards laid aside."""
        opening = self.opening
        return Cards.of_masks(without(opening.deal.hands, discards_of(opening.events)))

    def held(self, seat: int) -> Cards:
        """The hand of a seat without the card laid aside."""
        return self.hands[seat]

    # For the author of a phase.

    def answers_with(self, hand: int) -> tuple[Action, ...]:
        """Every answer that public facts and a hand admit, in canonical order.

        Args:
            hand: what the player was dealt, as a mask.
        """
        raise NotImplementedError

    def refuse_openly(self, action: Action) -> IllegalAction | None:
        """Why public facts refuse an action, or ``None``."""
        raise NotImplementedError

    def refuse_hand(self, action: Action) -> IllegalAction | None:
        """Why the hand of the player refuses an action that public facts admit, or ``None``.

        In a view ``deal.lacks`` says what is known of it.
        """
        return None

    # What follows from these.

    def legal(self) -> tuple[Action, ...]:
        """Every answer that is open to the actor; nothing in the view of anybody else."""
        if not self.sees(self.actor):
            return ()
        return self.answers_with(self.opening.deal.hands[self.actor])

    def refuse(self, action: Action) -> IllegalAction | None:
        """What public facts refuse, then what the hand does."""
        return self.refuse_openly(action) or self.refuse_hand(action)

    def rule_of(self, action: Action) -> object:
        """The rule that asks."""
        return self.opening.asked_by

    def over(self, deal: Deal, said: Events) -> Self:
        return evolve(self, opening=self.opening.over(deal, said))

    def seen_by(self, viewer: int | None) -> Self:
        return self.over(
            self.opening.deal.seen_by(viewer), seen_events(self.opening.events, viewer)
        )

    def told(self, event: Event) -> State:
        """What follows an answer."""
        return evolve(self, opening=self.opening.expecting(event)).advance(event.action)


class FixedAnswers(Question):
    """A question with a few answers, the same for whoever is asked."""

    __slots__ = ()
    answers: ClassVar[tuple[Action, ...]] = ()
    """The answers in canonical order."""

    @classmethod
    def actions(cls, variant: Variant) -> tuple[Action, ...]:
        """The answers."""
        return cls.answers

    def answers_with(self, hand: int) -> tuple[Action, ...]:
        """Every answer."""
        return self.answers

    def refuse_openly(self, action: Action) -> IllegalAction | None:
        """Anything else."""
        return None if action in self.answers else self.wrong_phase(action)


def discards_of(events: Events) -> tuple[tuple[int, int], ...]:
    """Seat and card of each discard; -1 for a card that the viewer does not see."""
    return tuple(
        [
            (event.seat, -1 if event.action.card is HOLE else event.action.card.index)
            for event in events
            if isinstance(event.action, Discard)
        ]
    )


def without(hands: tuple[int, ...], discards: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """Hands without the cards that were laid aside, as far as these are seen."""
    left = list(hands)
    for seat, card in discards:
        if card >= 0:
            left[seat] &= ~(1 << card)
    return tuple(left)


def held_by(contract: Contract, card: Card, seats: int) -> Iterator[Contract]:
    """A contract with each partner whom a called card can make; with three seats perhaps nobody.

    >>> import boston_rules as br
    >>> from boston_rules.deal.questions.question import held_by
    >>> contract = br.Contract("5", 1, br.HEARTS)
    >>> [found.partner for found in held_by(contract, br.parse_card("AS"), 4)]
    [0, 2, 3]
    """
    for seat in range(seats):
        if seat != contract.declarer:
            yield evolve(contract, partner=seat, called=card)
    if seats < 4:
        yield evolve(contract, called=card)


class HandCount(NamedTuple):
    """A predicate on a hand: how many of some cards it was dealt.

    >>> import boston_rules as br
    >>> from boston_rules.deal.questions.question import HandCount
    >>> aces = br.Cards.parse("AS AH AD AC").mask
    >>> three = HandCount(aces, least=3)
    >>> [three.holds_of(br.Cards.parse(hand).mask) for hand in ("AS AH AD", "AS AH KD")]
    [True, False]
    """

    cards: int
    """The cards, as a mask: ``Cards.mask``."""
    least: int = 1
    """How many of them at least; without more said, one."""
    most: int = 52
    """How many of them at most."""

    def holds_of(self, hand: int) -> bool:
        """Whether it holds of a hand, as a mask."""
        return self.least <= (hand & self.cards).bit_count() <= self.most


class Told(NamedTuple):
    """What an answer tells everybody of a hand as it was dealt. Sets of cards are masks.

    >>> import boston_rules as br
    >>> from boston_rules.deal.questions.question import HandCount, Told
    >>> spades = br.Cards(card for card in br.PACK if card.suit is br.SPADES).mask
    >>> one_at_least = Told(2, counts=(HandCount(spades),))
    >>> none = Told(2, lacks=spades)
    >>> two_at_most = Told(2, counts=(HandCount(spades, least=0, most=2),))
    """

    seat: int
    """The seat of which it tells, mostly the one that answered."""
    holds: int = 0
    """Cards that were surely dealt to the seat, each of them."""
    lacks: int = 0
    """Cards that surely were not, none of them."""
    held: int = 0
    """Cards that were surely dealt to some seat, whichever: with three players they are not in the
    hand that is laid aside. At four everything is."""
    counts: tuple[HandCount, ...] = ()
    """Of how many of some cards the seat was surely dealt, at least or at most."""


class QuestionRule(Asks):
    """Base of every rule that asks something between the auction and the first lead.

    A rule of your own derives from it, says when its question arises, and brings the phase.
    """

    __slots__ = ()

    by_contract: ClassVar[bool] = False
    """Whether ``ask`` looks at nothing but the contract and who deals, neither at hands nor at the
    history; batches of tables then find again what it has asked at another table."""

    rebids: ClassVar[bool] = False
    """Whether an answer can make the contract another one of the ladder."""

    def __repr__(self) -> str:
        return f"{type(self).__qualname__}()"

    def arises(self, variant: Variant, contract: Contract) -> bool:
        """Whether the question is asked about a contract."""
        raise NotImplementedError

    def ask(self, opening: Opening) -> State:
        """The phase in which it is asked."""
        raise NotImplementedError

    def phases(self) -> tuple[type[State], ...]:
        """The classes of the phases that the rule brings.

        Each says by ``actions`` what can be done in it.
        """
        raise NotImplementedError

    def can_arise(self, variant: Variant) -> bool:
        """Whether the question can come up at all under these rules."""
        return True

    def contracts(self, variant: Variant, contract: Contract) -> Iterable[Contract]:
        """Every contract to which the answers can lead from one about which it is asked.

        Bills, the solver and records admit what some bid and these answers lead to, and nothing
        else. A partner stands in it as a seat, whether or not the players know him yet. A rule
        whose answers leave the contract as it is need not say so.
        """
        return (contract,)

    def most_answers(self, variant: Variant) -> int:
        """How many answers it gets in a deal, at most: one from each seat in each phase."""
        return len(self.phases()) * variant.seats

    def tells(
        self, variant: Variant, contract: Contract, seat: int, action: Action
    ) -> tuple[Told, ...]:
        """What an answer tells everybody of the hands; mostly nothing.

        It is asked of the answers given to this question and of no other action, so that a question
        may be answered with words that the auction and other questions have as well.

        Args:
            variant: the rules.
            contract: as far as it is known by now.
            seat: who has answered.
            action: the answer.
        """
        return ()
