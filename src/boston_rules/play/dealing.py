"""From an empty table to thirteen cards each: shuffle, cuts, deal, turned card."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from itertools import chain, islice
from operator import itemgetter
from typing import ClassVar, Final, TypeAlias

from attrs import evolve, field, frozen

from boston_rules.actions import Action, Cut, Pass, Shuffle, TurnUp
from boston_rules.arguments import shown
from boston_rules.cardplay.bits import BIT
from boston_rules.cards import FULL_PACK, PACK, Card, Cards, bits, mask_of, parse_card
from boston_rules.errors import (
    BadCut,
    BadPack,
    BadTurnUp,
    DealError,
    IllegalAction,
    NotationError,
)
from boston_rules.making import maker
from boston_rules.play.auction import Auction, open_auction
from boston_rules.play.infractions.misdeals import FirstCall, first_call_of
from boston_rules.play.settled import Settled
from boston_rules.state import AfterDeal, State
from boston_rules.table import CHANCE, Deal, History, Table, clockwise, deal_of
from boston_rules.variant import Variant

__all__ = [
    "Cutting",
    "Hand",
    "Shuffling",
    "Turning",
    "cut",
    "deal_given",
    "open_deal",
    "plies_before_deal",
]

Hand: TypeAlias = Iterable[Card] | str
"""A hand given outright, as cards in the order dealt, or their tokens."""

_MOST_HANDS: Final = 8
"""Hands that are counted for a message; there may be endlessly many."""
_CUTS: Final[tuple[Action, ...]] = tuple(Cut(at) for at in range(1, 52))
_CUTS_OR_PASS: Final = (*_CUTS, Pass())


def open_deal(table: Table) -> State:
    """The first phase of a deal; the antes are paid."""
    if table.pack and table.variant.dealing.gathers:
        return _cut_or_deal(table, table.pack, _cutters(table), ())
    return Shuffling(table)


@frozen(cache_hash=True)
class Shuffling(State):
    """Chance is due to shuffle the pack."""

    name: ClassVar[str] = "shuffle"
    actor: ClassVar[int] = CHANCE
    """Chance."""
    table: Table
    """The table of this deal, its antes paid."""

    @property
    def history(self) -> History:
        """Nothing was done yet."""
        return ()

    @classmethod
    def actions(cls, variant: Variant) -> tuple[Action, ...]:
        """None: chance is due."""
        return ()

    def legal(self) -> tuple[Action, ...]:
        """Nothing: chance is due."""
        return ()

    def refuse(self, action: Action) -> IllegalAction | None:
        """A pack names each card once."""
        if type(action) is not Shuffle:
            return self.wrong_phase(action)
        if not action.complete:
            return self.refusal(BadPack, action, "a pack is each of the 52 cards once")
        return None

    @property
    def is_cut(self) -> bool:
        """Whether players cut the pack before it is dealt."""
        return bool(_cutters(self.table))

    def advance(self, action: Shuffle) -> State:
        """The pack is ready to be cut."""
        table = self.table
        return _cut_or_deal(table, action.order, _cutters(table), ((CHANCE, action),))


@frozen(cache_hash=True)
class Reshuffling(Shuffling):
    """Chance is due to shuffle the pack again after a misdeal."""

    history: History = field(repr=False)
    misdealt: Deal = field(repr=False)

    def advance(self, action: Shuffle) -> State:
        """The pack is ready to be cut."""
        table = self.table
        history = (*self.history, (CHANCE, action))
        return _cut_or_deal(table, action.order, _cutters(table), history, self.misdealt)


@frozen
class Cutting(State):
    """A player cuts the pack, or declines where the rules allow it."""

    name: ClassVar[str] = "cut"
    table: Table
    """The table of this deal, its antes paid."""
    pack: tuple[int, ...] = field(repr=False)
    """The pack as it lies, top first."""
    actor: int
    """The seat that cuts."""
    waiting: tuple[int, ...]
    """Who cuts after this player."""
    history: History = field(repr=False)
    """Every action of this deal so far."""
    misdealt: Deal | None = field(default=None, repr=False)
    """The deal before, which was called a misdeal."""

    @classmethod
    def actions(cls, variant: Variant) -> tuple[Action, ...]:
        """Every cut, and pass where a cut may be declined."""
        return _CUTS_OR_PASS if variant.dealing.cuts_optional else _CUTS

    def legal(self) -> tuple[Action, ...]:
        """Every cut, and pass where a cut may be declined."""
        return self.actions(self.table.variant)

    def refuse(self, action: Action) -> IllegalAction | None:
        """A cut leaves two parts."""
        if type(action) is not Cut:
            if type(action) is Pass and self.table.variant.dealing.cuts_optional:
                return None
            return self.wrong_phase(action)
        if not 1 <= action.at <= 51:
            return self.refusal(
                BadCut, action, "a cut moves 1 to 51 cards", self.table.variant.dealing.source
            )
        return None

    @property
    def public(self) -> Hashable:
        """What everybody knows of it, on which alone depends who cuts next."""
        return self.table.dealer, self.actor, self.waiting

    def advance(self, action: Cut | Pass) -> State:
        """The next cut, or the deal."""
        history = self.history + ((self.actor, action),)  # noqa: RUF005 - faster than to unpack
        pack = cut(self.pack, action)
        return _cut_or_deal(self.table, pack, self.waiting, history, self.misdealt)


_cutting: Final = maker(Cutting)


def cut(pack: tuple[int, ...], action: Action) -> tuple[int, ...]:
    """A pack after a cut, or one that was declined."""
    at = action.at if type(action) is Cut else 0
    return pack[at:] + pack[:at]


def _cutters(table: Table) -> tuple[int, ...]:
    """Who cuts, in order."""
    return _cutting_seats(table.variant, table.dealer, table.deal_number == 1)


@lru_cache(maxsize=1024)
def _cutting_seats(rules: Variant, dealer: int, first: bool) -> tuple[int, ...]:
    return rules.dealing.cutting_seats(dealer, first=first)


def plies_before_deal(
    history: Sequence[tuple[int, str]], dealer: int, seats: int, *, phase: str
) -> int:
    """How many actions of a history came before the cards were dealt: the shuffle and the cuts.

    A cut that was declined is a ``pass`` like those of the auction. It is known by its place: each
    player has one turn to cut, and an auction is over after a pass of everybody. After a misdeal
    they are the cards dealt again; where it loses the deal, those that were.

    Args:
        history: the actions of a deal with their seats, as tokens; cuts may be hidden.
        dealer: the dealing seat.
        seats: players at the table.
        phase: the phase after the history.

    >>> from boston_rules.play.dealing import plies_before_deal
    >>> passes = [(seat, "pass") for seat in (1, 2, 3, 0)]
    >>> plies_before_deal([(-1, "shuffle ?"), *passes], 0, 4, phase="auction")
    5
    >>> plies_before_deal([*passes, (1, "play AS")], 0, 4, phase="play")
    0
    >>> plies_before_deal([*passes, (1, "misdeal"), *passes, (1, "pass")], 0, 4, phase="auction")
    9
    """
    if phase in (Shuffling.name, Cutting.name):
        return len(history)
    again = _after_misdeals(history)
    if again == len(history) and phase == Settled.name:
        again = 0  # nobody has dealt again
    shuffled = 1 if len(history) > again and history[again][1].startswith("shuffle") else 0
    said = history[again + shuffled :]
    cuts = 0
    for order in (clockwise(dealer + 1, seats), (((dealer - 1) % seats),)):
        head = said[: len(order)]
        if tuple(seat for seat, _ in head) == order and all(map(_may_be_cut, head)):
            cuts = len(order)
            break
    if cuts == seats and all(token == "pass" for _, token in said[:cuts]):
        following = said[cuts][1] if len(said) > cuts else ""
        waiting = phase in (Turning.name, Auction.name)
        if following.startswith("play ") or not (following or waiting):
            cuts = 0  # nobody bid
    return again + shuffled + cuts


def _after_misdeals(history: Sequence[tuple[int, str]]) -> int:
    """How many actions of a history end with the last misdeal; none comes after the first bid."""
    found = 0
    for place, (_, token) in enumerate(history, 1):
        if token.startswith("misdeal"):
            found = place
        elif token.startswith(("bid ", "play ")):
            break
    return found


def _may_be_cut(said: tuple[int, str]) -> bool:
    return said[1] == "pass" or said[1].startswith("cut ")


def _cut_or_deal(
    table: Table,
    pack: tuple[int, ...],
    cutters: tuple[int, ...],
    history: History,
    misdealt: Deal | None = None,
) -> State:
    if cutters:
        return _cutting(table, pack, cutters[0], cutters[1:], history, misdealt)
    rules = table.variant.dealing
    order = rules.deal(pack, table.dealer)
    if rules.turns_by_chance:
        return Turning(_dealt(table, order, misdealt=misdealt), FULL_PACK, history)
    turned = rules.turned(order, table.dealer)
    return _open_auction(_dealt(table, order, turned, misdealt), history)


def _open_auction(deal: Deal, history: History) -> State:
    """The auction; by the table's law a misdeal can be called at its first call."""
    state = open_auction(deal, history)
    if deal.table.variant.table_law is None or not isinstance(state, Auction):
        return state
    return first_call_of(_FirstCall, state)


class _FirstCall(FirstCall):
    """The first call of an auction; a misdeal is dealt again."""

    __slots__ = ()

    def redealt(self, history: History) -> State:
        """The same dealer deals again: the pack is shuffled, or gathered from eldest on (L2)."""
        deal = self.deal
        table, rules = deal.table, deal.table.variant.dealing
        if rules.fixes_belle and table.deal_number == 1:
            table = evolve(table, belle=None)  # the card turned now counts
        if not rules.gathers:
            return Reshuffling(table, history, deal)
        seats = clockwise(table.eldest, table.variant.seats)
        pack = (*(card for seat in seats for card in deal.order[seat]), *deal.dead)
        return _cut_or_deal(table, pack, _cutters(table), history, deal)


@frozen(cache_hash=True)
class Turning(AfterDeal):
    """Chance is due to turn a card."""

    name: ClassVar[str] = "turn-up"
    actor: ClassVar[int] = CHANCE
    """Chance."""
    deal: Deal
    among: int = field(repr=False)
    """The cards that can be turned, any of a second pack, of the dealer's or of a dead hand."""
    history: History = field(repr=False)
    """Every action of this deal so far."""

    @classmethod
    def actions(cls, variant: Variant) -> tuple[Action, ...]:
        """None: chance is due."""
        return ()

    def legal(self) -> tuple[Action, ...]:
        """Nothing: chance is due."""
        return ()

    def refuse(self, action: Action) -> IllegalAction | None:
        """The card is one that can be turned."""
        if type(action) is not TurnUp:
            return self.wrong_phase(action)
        if not self.among >> action.card.index & 1:
            reason = "the card is not in the hand from which one is turned"
            return self.refusal(BadTurnUp, action, reason, self.table.variant.dealing.source)
        return None

    def advance(self, action: TurnUp) -> State:
        """The suits are ranked; the auction opens."""
        deal = self.deal.with_turned(action.card.index)
        return _open_auction(deal, (*self.history, (CHANCE, action)))


def deal_given(table: Table, hands: Iterable[Hand], turned: Card | None) -> State:
    """A deal whose hands are given outright: no shuffle, no cuts.

    Raises:
        DealError: the hands are not a deal, or the turned card cannot be.
    """
    rules = table.variant
    order = _order_of(hands, rules.seats)
    problems = _deal_problems(order, rules.seats)
    dealing = rules.dealing
    if turned is not None and dealing.turn is None:
        problems.append(f"{rules.slug} turns no card")
    if problems:
        raise DealError(problems)
    order += [sorted(bits(FULL_PACK ^ mask_of(chain(*order))))] * (4 - rules.seats)
    deal = _dealt(table, tuple(map(tuple, order)))
    among = FULL_PACK
    if dealing.turns_from_hand:
        among = deal.hands[table.dealer]
    elif dealing.turns_from_dead:
        among = mask_of(deal.dead)
    if turned is not None:
        if not among >> turned.index & 1:
            if dealing.turns_from_hand:
                raise DealError(
                    f"the dealer's last card is turned, but seat {table.dealer} has no {turned}"
                )
            raise DealError(f"the last card of the dead hand is turned, but {turned} is elsewhere")
        return _open_auction(deal.with_turned(turned.index), ())
    return _open_auction(deal, ()) if dealing.turn is None else Turning(deal, among, ())


def _dealt(
    table: Table,
    order: tuple[tuple[int, ...], ...],
    turned: int | None = None,
    misdealt: Deal | None = None,
) -> Deal:
    """The deal of four hands in the order received; with three seats the last is dead."""
    first = sum(itemgetter(*order[0])(BIT))
    second = sum(itemgetter(*order[1])(BIT))
    third = sum(itemgetter(*order[2])(BIT))
    hands: tuple[int, ...] = first, second, third
    dead: tuple[int, ...] = ()
    if table.variant.seats == 4:
        hands = first, second, third, FULL_PACK ^ first ^ second ^ third
    else:
        dead = order[3]
        order = order[:3]
    if turned is not None:
        table = table.with_belle(turned)
    return deal_of(
        table=table, hands=hands, order=order, dead=dead, turned=turned, misdealt=misdealt
    )


def _order_of(hands: Iterable[Hand], seats: int) -> list[list[int]]:
    """The cards of each hand, by index. No more is read than shows that there is too much."""
    if isinstance(hands, str) or not isinstance(hands, Iterable):
        raise DealError(f"{seats} hands are dealt, not {shown(hands)}")
    given = list(islice(hands, _MOST_HANDS + 1))
    if len(given) > _MOST_HANDS:
        raise DealError(f"{seats} hands are dealt, not more than {_MOST_HANDS}")
    return [_given(place, hand) for place, hand in enumerate(given)]


def _given(place: int, hand: Hand) -> list[int]:
    if isinstance(hand, str):
        words = hand.replace(",", " ").split(maxsplit=len(PACK))
        if len(words) > len(PACK):
            raise DealError(f"hand {place} has more than {len(PACK)} cards, not 13")
        try:
            return [parse_card(token).index for token in words]
        except NotationError as error:
            raise DealError(f"hand {place}: {error}") from error
    if not isinstance(hand, Iterable):
        raise DealError(f"hand {place} holds cards, or their tokens; it is not {shown(hand)}")
    found: list[object] = list(
        islice(hand.sorted() if isinstance(hand, Cards) else hand, len(PACK) + 1)
    )
    if len(found) > len(PACK):
        raise DealError(f"hand {place} has more than {len(PACK)} cards, not 13")
    strange = [card for card in found if not isinstance(card, Card)]
    if strange:
        raise DealError(f"hand {place} holds {shown(strange[0])}, which is not a Card")
    return [card.index for card in found if isinstance(card, Card)]


def _deal_problems(order: list[list[int]], seats: int) -> list[str]:
    found = []
    if len(order) != seats:
        found.append(f"{seats} hands are dealt, not {len(order)}")
    found += [
        f"hand {place} has {len(hand)} cards, not 13"
        for place, hand in enumerate(order)
        if len(hand) != 13
    ]
    seen = 0
    twice = 0
    for hand in order:
        for card in hand:
            twice |= seen & (1 << card)
            seen |= 1 << card
    if twice:
        found.append("dealt twice: " + " ".join(str(PACK[card]) for card in bits(twice)))
    return found
