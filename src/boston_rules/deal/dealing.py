"""From an empty table to hands of cards: shuffle, cuts, deal, turned card."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from itertools import chain, islice
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, TypeAlias

from attrs import evolve, field, fields, frozen

from boston_rules.core.actions import (
    TURN_UPS,
    Action,
    Cut,
    Misdeal,
    Pass,
    Shuffle,
    TurnCut,
    TurnUp,
    shuffle_of,
)
from boston_rules.core.arguments import shown
from boston_rules.core.cardplay.bits import BIT, indices
from boston_rules.core.cards import PACK, Card, Cards, bits, mask_of, mix, parse_card
from boston_rules.core.errors import (
    BadCut,
    BadPack,
    BadTurnUp,
    DealError,
    EventError,
    IllegalAction,
    NotationError,
)
from boston_rules.core.events import (
    Event,
    Events,
    Opened,
    event_of,
    expected,
    seen_events,
    tell,
)
from boston_rules.core.hidden import FULL, HOLE, Hole
from boston_rules.core.making import maker
from boston_rules.core.saying import Player, Said, say, say_as, term
from boston_rules.deal.auction import Auction, open_auction
from boston_rules.deal.settled import gathered_hands, throw_in
from boston_rules.deal.state import AfterDeal, State
from boston_rules.deal.table import CHANCE, Deal, Table, deal_of, hidden
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.variant import Variant

__all__ = [
    "Cutting",
    "FirstCall",
    "Hand",
    "Shuffling",
    "ShufflingStill",
    "TurnCutting",
    "Turning",
    "cut",
    "deal_given",
    "masks_of",
    "open_as_told",
    "open_deal",
]

if TYPE_CHECKING:  # whoever shuffles has loaded it
    import random

Hand: TypeAlias = Iterable[Card] | str
"""A hand given outright, as cards in the order dealt, or their tokens."""

_MOST_HANDS: Final = 8
"""Hands that are counted for a message; there may be endlessly many."""
_MOST_NAMED: Final = 8
"""Cards that a message names."""
_MISDEALS: Final = (Misdeal(), Misdeal(touched=True))


def open_deal(table: Table) -> State:
    """The first phase of a deal; the antes are paid.

    Raises:
        EventError: in a view, where the cards are dealt at once from a pack that nobody shuffles or
            cuts: the event that opens the deal tells of them.
    """
    events = (table.opened(),)
    if table.pack and (table.still or table.variant.dealing.packs == 1):
        if table.viewer is not FULL and not _cutters(table):
            raise EventError(
                "the cards are dealt at once: the event that opens the deal tells them"
            )
        return _cut_or_deal(table, table.pack, table.still, _cutters(table), events)
    return Shuffling(table, events, table.pack)


def open_as_told(table: Table, event: Event) -> State:
    """The first phase of a deal in a view, as the event tells that opens it.

    Raises:
        EventError: the event does not open the deal that comes next.
    """
    if event.action != table.opened().action:
        raise EventError(f"the next deal is opened by {table.opened().action!r}")
    events = (expected(event),)
    if event.shows.dealt:
        return _deal_told(table, table.still, events)
    return open_deal(table)


class _ChanceDue(State):
    """Nobody but chance has anything to do."""

    __slots__ = ()
    actor: ClassVar[int] = CHANCE
    """Chance."""

    @classmethod
    def actions(cls, variant: Variant) -> tuple[Action, ...]:
        """None: chance is due."""
        return ()

    def legal(self) -> tuple[Action, ...]:
        """Nothing: chance is due."""
        return ()


class _ShuffleDue(_ChanceDue):
    """Chance is due to shuffle a pack."""

    __slots__ = ()
    phase: ClassVar[str] = say_as("phase", "shuffle")

    if TYPE_CHECKING:

        def _shuffled(self, order: tuple[int, ...] | Hole, event: Event) -> State: ...

    def draw(self, rng: random.Random) -> Shuffle:
        """A shuffle."""
        self.check_full()
        rules = self.table.variant.dealing
        return shuffle_of(mix(list(rules.order), rng), rules.pack.mask)

    def refuse(self, action: Action) -> IllegalAction | None:
        """A pack names each card once."""
        if type(action) is not Shuffle:
            return self.wrong_phase(action)
        pack = self.table.variant.dealing.pack
        if action.cards == pack.mask or (action.pack is HOLE and self.viewer is not FULL):
            return None
        reason = say("a pack is each of the {number} cards once", number=len(pack))
        return self.refusal(BadPack, action, reason)

    def moved_by(self, event: Event) -> State:
        """The pack is ready to be cut, or another one is to be shuffled."""
        action: Any = event.action
        return self._shuffled(action.order or HOLE, event)


@frozen(cache_hash=True)
class Shuffling(_ShuffleDue):
    """Chance is due to shuffle the pack; of two, the one that is dealt first, then the other."""

    table: Table
    """The table of this deal, its antes paid."""
    events: Events = field(repr=False)
    """What has happened in this deal."""
    pack: tuple[int, ...] | Hole = field(default=(), repr=False)
    """Of two packs the one that is dealt, once only the other is still to be shuffled."""

    @property
    def is_cut(self) -> bool:
        """Whether players cut the pack before it is dealt."""
        return bool(_cutters(self.table))

    def _shuffled(self, order: tuple[int, ...] | Hole, event: Event) -> State:
        table, events = self.table, (*self.events, event)
        pack, still = (self.pack, order) if self.pack else (order, table.still)
        if table.variant.dealing.packs > 1 and not still:
            return Shuffling(table, events, pack)
        return _cut_or_deal(table, pack, still, _cutters(table), events)

    def seen_by(self, viewer: int | None) -> Shuffling:
        """The same without the packs that were dealt before a misdeal."""
        events = seen_events(self.events, None)
        return Shuffling(self.table.seen_by(viewer), events, hidden(self.pack))

    def lying(
        self, table: Table, pack: tuple[int, ...], still: tuple[int, ...], events: Events
    ) -> Shuffling:
        """The same with other packs on the table, of events that make the same public."""
        return Shuffling(table, events, pack if self.pack else ())


@frozen
class Cutting(State):
    """A player cuts the pack, or declines where the rules allow it."""

    phase: ClassVar[str] = say_as("phase", "cut")
    table: Table
    """The table of this deal, its antes paid."""
    pack: tuple[int, ...] | Hole = field(repr=False)
    """The pack as it lies, top first; a hole in a view."""
    still: tuple[int, ...] | Hole = field(repr=False)
    """The pack that is not dealt, where there are two; a hole in a view."""
    actor: int
    """The seat that cuts."""
    waiting: tuple[int, ...]
    """Who cuts after this player."""
    events: Events = field(repr=False)
    """What has happened in this deal."""

    @classmethod
    def actions(cls, variant: Variant) -> tuple[Action, ...]:
        """Every cut, and pass where a cut may be declined."""
        return _cuts(variant, variant.dealing.cuts_optional)

    def legal(self) -> tuple[Action, ...]:
        """Every cut, and pass where a cut may be declined."""
        if not self.sees(self.actor):
            return ()
        table = self.table
        optional = table.variant.dealing.may_decline(self.actor, table.dealer)
        return _cuts(table.variant, optional)

    def refuse(self, action: Action) -> IllegalAction | None:
        """A cut leaves two parts."""
        if type(action) is Cut:
            return _refuse_cut(self, action)
        dealing = self.table.variant.dealing
        if type(action) is not Pass or not dealing.cuts_optional:
            return self.wrong_phase(action)
        if dealing.may_decline(self.actor, self.table.dealer):
            return None
        return self.refusal(BadCut, action, say("the dealer must cut"), dealing.source)

    @property
    def public(self) -> Hashable:
        """What everybody knows of it, on which alone depends who cuts next."""
        return self.table.dealer, self.table.stakes, self.actor, self.waiting

    def after(self, action: Action) -> State:
        """The next cut, or the deal.

        Raises:
            IllegalAction: the rules refuse the action.
            TypeError: not an action at all, or a view.
        """
        pack, table = self.pack, self.table
        if type(action) is not Cut or pack is HOLE or action.at is HOLE:
            return State.after(self, action)
        at, least = action.at, table.variant.dealing.least_cut
        if not least <= at <= len(pack) - least:
            return State.after(self, action)
        events = (*self.events, event_of(self.actor, action))
        return _cut_or_deal(table, pack[at:] + pack[:at], self.still, self.waiting, events)

    def moved_by(self, event: Event) -> State:
        """The next cut, or the deal."""
        pack = HOLE if self.pack is HOLE else cut(self.pack, event.action)
        return _cut_or_deal(self.table, pack, self.still, self.waiting, (*self.events, event))

    def seen_by(self, viewer: int | None) -> Cutting:
        """The same without the packs."""
        table, events = self.table.seen_by(viewer), seen_events(self.events, None)
        return _cutting(table, HOLE, hidden(self.still), self.actor, self.waiting, events)

    def lying(
        self, table: Table, pack: tuple[int, ...], still: tuple[int, ...], events: Events
    ) -> Cutting:
        """The same with other packs, of events that make the same public."""
        still = still if self.still else ()
        return _cutting(table, pack, still, self.actor, self.waiting, events)


_cutting: Final = maker(Cutting)


@lru_cache(maxsize=256)
def _cuts(variant: Variant, optional: bool) -> tuple[Action, ...]:
    """Every cut, and pass where it may be declined."""
    cuts: list[Action] = [Cut(at) for at in variant.dealing.cuts]
    return tuple([*cuts, Pass()] if optional else cuts)


@lru_cache(maxsize=256)
def _turn_cuts(variant: Variant) -> tuple[Action, ...]:
    """Every cut of the still pack."""
    return tuple([TurnCut(at) for at in variant.dealing.cuts])


def _refuse_cut(state: State, action: Cut | TurnCut) -> IllegalAction | None:
    """Why a pack cannot be cut so: either part has some cards."""
    variant = state.table.variant
    numbers = variant.dealing.cuts
    if action.at is not HOLE and action.at in numbers:
        return None
    reason = say("a cut moves {least} to {most} cards", least=numbers[0], most=numbers[-1])
    return state.refusal(BadCut, action, reason, variant.dealing.source)


def cut(pack: tuple[int, ...], action: Action | Opened) -> tuple[int, ...]:
    """A pack after a cut, or one that was declined."""
    at = action.at if type(action) is Cut and action.at is not HOLE else 0
    return pack[at:] + pack[:at]


def _cutters(table: Table) -> tuple[int, ...]:
    """Who cuts, in order."""
    return _cutting_seats(table.variant, table.dealer, table.deal_number == 1)


@lru_cache(maxsize=1024)
def _cutting_seats(rules: Variant, dealer: int, first: bool) -> tuple[int, ...]:
    return rules.dealing.cutting_seats(dealer, first=first)


def _cut_or_deal(
    table: Table,
    pack: tuple[int, ...] | Hole,
    still: tuple[int, ...] | Hole,
    cutters: tuple[int, ...],
    events: Events,
) -> State:
    if cutters:
        return _cutting(table, pack, still, cutters[0], cutters[1:], events)
    if pack is HOLE:
        return _deal_told(table, still, events)
    return _deal_cards(table, table.dealt(pack), still, events)


def _deal_cards(
    table: Table,
    order: tuple[tuple[int, ...], ...],
    still: tuple[int, ...] | Hole,
    events: Events,
) -> State:
    """What follows the deal of four hands in the order received; with three seats one is dead."""
    rules = table.variant.dealing
    hands = masks_of(order, rules)
    turned, turns = None, False
    if rules.turn is not None and not table.is_grand:
        turned, turns = rules.turned(order, table.dealer), rules.turns_of_another
    return _open(table, hands, order, turned, still, events, turns=turns)


def _deal_told(table: Table, still: tuple[int, ...] | Hole, events: Events) -> State:
    """What follows the deal in a view, to which the last event tells the viewer's own cards.

    Raises:
        EventError: the event does not tell a deal as the viewer sees it.
    """
    rules, seats = table.variant.dealing, table.variant.seats
    dealt, turned = events[-1].pending.dealt, events[-1].pending.turned
    hands = tuple([0 if hand is HOLE else hand.mask for hand in dealt])
    sizes = [None if hand is HOLE else len(hand) for hand in dealt]
    due = [rules.hand if seat == table.viewer else None for seat in range(seats)]
    if sizes != due or sum(hands) & ~rules.pack.mask:
        raise EventError(
            f"a deal tells a viewer the {rules.hand} cards of his own hand and no others"
        )
    opened = isinstance(events[-1].action, Opened)
    if turned is None:
        turns = rules.turn is not None and not table.is_grand
        if turns and not (rules.turns_of_another or opened):
            raise EventError("the deal turns up a card, which the event does not tell")
        return _open(table, hands, HOLE, None, still, events, turns=turns)
    if rules.turn is None or table.is_grand or (rules.turns_of_another and not opened):
        raise EventError(f"the deal itself turns up no card, and the event tells {turned}")
    own = rules.turns_from_hand and table.viewer == table.dealer
    misplaced = bool(sum(hands) >> turned.index & 1) is not own and not rules.turns_of_another
    if misplaced or turned not in rules.pack:
        raise EventError(f"{turned} cannot have been turned from the hand where one is turned")
    return _open(table, hands, HOLE, turned.index, still, events)


def _open(
    table: Table,
    hands: tuple[int, ...],
    order: tuple[tuple[int, ...], ...] | Hole,
    turned: int | None,
    still: tuple[int, ...] | Hole,
    events: Events,
    *,
    turns: bool = False,
) -> State:
    """The auction, or the turning of a card where that is still due."""
    if turned is not None:
        table = table.with_belle(turned)
    deal = deal_of(
        table=table,
        hands=hands,
        order=order,
        bare_events=events,
        dealt_at=len(events) - 1,
        turned=turned,
        still=still,
    )
    if turns and table.variant.dealing.turns_from_still:
        return TurnCutting(deal) if still else ShufflingStill(deal)
    return Turning(deal) if turns else _open_auction(deal)


def _open_auction(deal: Deal) -> State:
    """The auction; by the table's law a misdeal can be called first, unless it was too often."""
    state, law = open_auction(deal), deal.table.variant.table_law
    if law is None or not isinstance(state, Auction):
        return state
    if sum(type(event.action) is Misdeal for event in deal.bare_events) >= law.misdeals:
        return state
    return FirstCall(*(getattr(state, attribute.name) for attribute in fields(Auction)))


class FirstCall(Auction):
    """The first call of an auction, at which a misdeal can be called instead (P40)."""

    __slots__ = ()

    @classmethod
    def actions(cls, variant: Variant) -> tuple[Action, ...]:
        """The calls of an auction, and a misdeal."""
        return (*Auction.actions(variant), *_MISDEALS)

    def legal(self) -> tuple[Action, ...]:
        """The calls, then a misdeal."""
        calls = Auction.legal(self)
        return (*calls, *_MISDEALS) if calls else ()

    def lawful(self) -> tuple[Action, ...]:
        """The calls: nobody needs to call a misdeal."""
        return Auction.legal(self)

    def refuse(self, action: Action) -> IllegalAction | None:
        """As in the auction."""
        return None if type(action) is Misdeal else Auction.refuse(self, action)

    def rule_of(self, action: Action) -> object:
        """The law of misdeals, or as in the auction."""
        if type(action) is Misdeal:
            return self.table.variant.laws.misdeal
        return Auction.rule_of(self, action)

    def after(self, action: Action, told: Event | None = None) -> State:
        """The state after the action: a misdeal is dealt again, or ends the deal.

        Raises:
            IllegalAction: the rules refuse the action.
            TypeError: not an action at all, or a view.
        """
        if type(action) is not Misdeal:
            return Auction.after(self, action, told)
        if told is None:
            self.check_full()
        event = told or event_of(self.actor, action)
        events = (*self.events, event)
        if self.table.variant.laws.misdeal.loses_deal:
            return throw_in(self.deal, (*self.said, event))
        return self._redealt(events)

    def _redealt(self, events: Events) -> State:
        """The same dealer deals again: the pack is shuffled, or gathered from eldest on (L2)."""
        deal = self.deal
        table, rules = deal.table, deal.table.variant.dealing
        if table.viewer is not FULL:
            events = seen_events(events, None)
        if rules.fixes_belle and table.deal_number == 1:
            table = evolve(table, belle=None)  # the card turned now counts
        if not table.gathers:
            return Shuffling(table, events)
        pack = gathered_hands(deal, sort=rules.sorts_misdeal)
        return _cut_or_deal(table, pack, deal.still, _cutters(table), events)


@frozen(cache_hash=True)
class _TurnDue(AfterDeal):
    """The cards are dealt, and one is still to be turned."""

    deal: Deal

    @property
    def events(self) -> Events:
        """What has happened in this deal."""
        return self.deal.events

    def seen_by(self, viewer: int | None) -> Self:
        """The same as a viewer sees the deal."""
        return type(self)(self.deal.seen_by(viewer))

    def over(self, deal: Deal, said: Events) -> Self:
        """The same with other cards."""
        return type(self)(deal)


class Turning(_ChanceDue, _TurnDue):
    """Chance is due to turn a card."""

    __slots__ = ()
    phase: ClassVar[str] = say_as("phase", "turn-up")

    @property
    def among(self) -> int:
        """The cards that can be turned, as far as the viewer knows (any of a second pack, of the
        dealer's hand or of a dead hand)."""
        deal, table = self.deal, self.deal.table
        dealer, rules = table.dealer, table.variant.dealing
        if rules.turns_by_chance:
            return rules.pack.mask
        if rules.turns_from_hand and self.sees(dealer):
            return deal.hands[dealer]
        return rules.pack.mask & ~sum(deal.hands)

    def draw(self, rng: random.Random) -> TurnUp:
        """A card that can be turned."""
        self.check_full()
        rules = self.deal.table.variant.dealing
        cards = rules.order if rules.turns_by_chance else indices(self.among)
        return TURN_UPS[cards[int(rng.random() * len(cards))]]

    def refuse(self, action: Action) -> IllegalAction | None:
        """The card is one that can be turned."""
        if type(action) is not TurnUp:
            return self.wrong_phase(action)
        if not self.among >> action.card.index & 1:
            reason = say("the card is not in the hand from which one is turned")
            return self.refusal(BadTurnUp, action, reason, self.table.variant.dealing.source)
        return None

    def moved_by(self, event: Event) -> State:
        """The suits are ranked; the auction opens."""
        action: Any = event.action
        return _open_auction(self.deal.with_turned(action.card.index, event))


class ShufflingStill(_ShuffleDue, _TurnDue):
    """Chance is due to shuffle the still pack, which is to be cut for a card to be turned."""

    __slots__ = ()

    def _shuffled(self, still: tuple[int, ...] | Hole, event: Event) -> State:
        deal = self.deal
        return TurnCutting(evolve(deal, bare_events=(*deal.bare_events, event), still=still))


class TurnCutting(_TurnDue):
    """The player opposite the dealer cuts the still pack, and the next card is turned."""

    __slots__ = ()
    phase: ClassVar[str] = say_as("phase", "turn-cut")

    @property
    def actor(self) -> int:
        """The seat opposite the dealer."""
        return (self.table.dealer + 2) % self.table.variant.seats

    @classmethod
    def actions(cls, variant: Variant) -> tuple[Action, ...]:
        """Every cut."""
        return _turn_cuts(variant)

    def legal(self) -> tuple[Action, ...]:
        """Every cut."""
        return _turn_cuts(self.table.variant) if self.sees(self.actor) else ()

    def refuse(self, action: Action) -> IllegalAction | None:
        """A cut leaves two parts."""
        return _refuse_cut(self, action) if type(action) is TurnCut else self.wrong_phase(action)

    def moved_by(self, event: Event) -> State:
        """The top card of the lower part is turned, which then lies on the other part.

        Raises:
            EventError: a view is told a card that cannot have been turned.
        """
        action: Any = event.action
        deal, still = self.deal, self.deal.still
        if still is not HOLE and action.at is not HOLE:
            still = still[action.at :] + still[: action.at]
        card, event = tell(
            event, deal.viewer, "turned", lambda: None if still is HOLE else PACK[still[0]]
        )
        if card is None or card not in deal.table.variant.dealing.pack or card == self._before:
            raise EventError(f"{card} cannot have been turned from the still pack")
        return _open_auction(deal.with_turned(card.index, event, still))

    @property
    def _before(self) -> Card | None:
        """The card that lies on top of the still pack, if it was cut for a deal that was misdealt.

        A cut moves it down.
        """
        turned = [event.shows.turned for event in self.events if type(event.action) is TurnCut]
        return turned[-1] if turned else None


def deal_given(table: Table, hands: Iterable[Hand], turned: Card | None) -> State:
    """A deal whose hands are given outright: no shuffle, no cuts.

    Raises:
        DealError: the hands are not a deal, or the turned card cannot be.
    """
    rules = table.variant
    dealing = rules.dealing
    order = _order_of(hands, dealing)
    problems = _deal_problems(order, dealing)
    if turned is not None and table.is_grand:
        problems.append(say("{variant} turns no card in a grand", variant=term(rules.title)))
    elif turned is not None and dealing.turn is None:
        problems.append(say("{variant} turns no card", variant=term(rules.title)))
    elif turned is not None and turned not in dealing.pack:
        problems.append(say("{card} is turned, which is not in the pack", card=turned))
    if problems:
        raise DealError(problems)
    dead = dealing.pack.mask ^ mask_of(chain(*order))
    order += [list(bits(dead))] * (4 - rules.seats)
    if turned is not None and (dealing.turns_from_hand or dealing.turns_from_dead):
        owner = order[table.dealer if dealing.turns_from_hand else -1]
        if turned.index not in owner:
            if dealing.turns_from_hand:
                raise DealError(
                    say(
                        "the dealer's last card is turned, but {dealer} has no {card}",
                        dealer=Player(table.dealer),
                        card=turned,
                    )
                )
            raise DealError(
                say(
                    "the last card of the dead hand is turned, but {card} is elsewhere", card=turned
                )
            )
        owner.remove(turned.index)
        owner.append(turned.index)
    masks = masks_of(order, dealing)
    return _open(
        table,
        masks,
        tuple(map(tuple, order)),
        None if turned is None else turned.index,
        table.still,
        (table.opened(),),
        turns=turned is None and dealing.turn is not None and not table.is_grand,
    )


def masks_of(order: Sequence[Sequence[int]], rules: DealingRule) -> tuple[int, ...]:
    """The hands of the players as masks; with three seats the last of four is dead."""
    first = sum(itemgetter(*order[0])(BIT))
    second = sum(itemgetter(*order[1])(BIT))
    third = sum(itemgetter(*order[2])(BIT))
    if rules.seats == 4:
        return first, second, third, rules.pack.mask ^ first ^ second ^ third
    return first, second, third


def _order_of(hands: Iterable[Hand], dealing: DealingRule) -> list[list[int]]:
    """The cards of each hand, by index. No more is read than shows that there is too much."""
    seats = dealing.seats
    if isinstance(hands, str) or not isinstance(hands, Iterable):
        raise DealError(_hands_due(seats, shown(hands)))
    given = list(islice(hands, _MOST_HANDS + 1))
    if len(given) > _MOST_HANDS:
        raise DealError(
            say("{number} hands are dealt, not more than {most}", number=seats, most=_MOST_HANDS)
        )
    return [_given(place, hand, dealing.hand) for place, hand in enumerate(given)]


def _given(place: int, hand: Hand, size: int) -> list[int]:
    if isinstance(hand, str):
        words = hand.replace(",", " ").split(maxsplit=len(PACK))
        if len(words) > len(PACK):
            raise DealError(_too_many(place, size))
        try:
            return [parse_card(token).index for token in words]
        except NotationError as error:
            (problem,) = error.args
            raise DealError(
                say("hand {number}: {problem}", number=place, problem=problem)
            ) from error
    if not isinstance(hand, Iterable):
        raise DealError(
            say(
                "hand {number} holds cards, or their tokens; it is not {given}",
                number=place,
                given=shown(hand),
            )
        )
    found: list[object] = list(
        islice(hand.sorted() if isinstance(hand, Cards) else hand, len(PACK) + 1)
    )
    if len(found) > len(PACK):
        raise DealError(_too_many(place, size))
    strange = [card for card in found if not isinstance(card, Card)]
    if strange:
        raise DealError(
            say(
                "hand {number} holds {given}, which is not a Card",
                number=place,
                given=shown(strange[0]),
            )
        )
    return [card.index for card in found if isinstance(card, Card)]


def _hands_due(seats: int, given: object) -> Said:
    return say("{number} hands are dealt, not {given}", number=seats, given=given)


def _too_many(place: int, size: int) -> Said:
    return say(
        "hand {number} has more than {most} cards, not {size}",
        number=place,
        most=len(PACK),
        size=size,
    )


def _deal_problems(order: list[list[int]], dealing: DealingRule) -> list[str]:
    found: list[str] = []
    if len(order) != dealing.seats:
        found.append(_hands_due(dealing.seats, len(order)))
    found += [
        say(
            "hand {place} has {given} cards, not {size}",
            place=place,
            given=len(hand),
            size=dealing.hand,
        )
        for place, hand in enumerate(order)
        if len(hand) != dealing.hand
    ]
    seen = 0
    twice = 0
    for hand in order:
        for card in hand:
            twice |= seen & (1 << card)
            seen |= 1 << card
    if twice:
        cards = " ".join(str(PACK[card]) for card in bits(twice))
        found.append(say("dealt twice: {cards}", cards=cards))
    strange = [str(PACK[card]) for card in bits(seen & ~dealing.pack.mask)]
    if strange:
        cards, more = " ".join(strange[:_MOST_NAMED]), len(strange) - _MOST_NAMED
        if more > 0:
            found.append(say("not in the pack: {cards} and {more} more", cards=cards, more=more))
        else:
            found.append(say("not in the pack: {cards}", cards=cards))
    return found
