"""Everything a player or chance can do, as frozen objects with one token each.

``str(action)`` is the token and :func:`~boston_rules.rules.notation.parse_action` reads it back.
Actions carry no seat: the state knows whose turn it is, and who acts out of turn is said beside the
action. Only a claim (``revoke SEAT``, or ``revoke SEAT TRICK`` by the law of whist) names the seat
that it accuses. What somebody may not see of
a pack, a cut, a discard or a laid card is a :data:`~boston_rules.core.hidden.HOLE` in its place,
``?`` in the token; no rule admits an action with a hole, it tells of one that was taken.

>>> from boston_rules.core.cards import parse_card
>>> str(Bid("5", suit=Suit.HEARTS)), str(Play(parse_card("QH"))), str(Discard(HOLE))
('bid 5 H', 'play QH', 'discard ?')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter, itemgetter
from typing import Any, ClassVar, Final, Literal, TypeAlias, get_args

from attrs import Attribute, field, frozen

from boston_rules.core.arguments import CARD, SUIT, check_kind, tuple_of, wrong_type
from boston_rules.core.cards import FULL_PACK, PACK, Card, Suit, mask_of
from boston_rules.core.hidden import HOLE, Hole

__all__ = [
    "ACTION_TYPES",
    "ANSWERS",
    "CALLED_SUITS",
    "CALLS",
    "CORRECTIONS",
    "DEMANDS",
    "DISCARDS",
    "NAMED_CLASSES",
    "PLAYS",
    "TURN_UPS",
    "WORDS",
    "Accept",
    "Action",
    "Ask",
    "Bid",
    "Call",
    "CallSuit",
    "Chicane",
    "Concede",
    "Contest",
    "Correct",
    "Cut",
    "Decline",
    "Demand",
    "Discard",
    "Misdeal",
    "NameTrump",
    "NamedClass",
    "Pass",
    "Play",
    "Revoke",
    "Shuffle",
    "Slam",
    "Solo",
    "SuitClass",
    "TurnCut",
    "TurnUp",
    "checked",
    "shuffle_of",
]

SuitClass: TypeAlias = Literal["plain", "colour", "preference", "grand"]
"""How a suit stands to the turned card where suits rank by preference; ``grand``: no trumps."""
NamedClass: TypeAlias = Literal["colour", "preference", "grand"]
"""What a bid of the American kind names in place of a suit."""
NAMED_CLASSES: Final[tuple[NamedClass, ...]] = get_args(NamedClass)


def _whole(instance: object, attribute: Attribute[Any], value: object) -> None:
    if type(value) is not int:
        raise wrong_type(f"{attribute.name} of {type(instance).__name__}", "an int", value)


def _whole_or_none(instance: object, attribute: Attribute[Any], value: object) -> None:
    if value is not None:
        _whole(instance, attribute, value)


def _is_class(instance: object, attribute: Attribute[str | None], value: object) -> None:
    if value not in (None, *NAMED_CLASSES):
        raise wrong_type("suit_class of Bid", "'colour', 'preference', 'grand' or None", value)


def _or_hole(validator: Callable[..., None]) -> Callable[..., None]:
    """A validator that lets a hole pass as well."""

    def check(instance: object, attribute: Attribute[Any], value: object) -> None:
        if value is not HOLE:
            validator(instance, attribute, value)

    return check


_IS_CARD: Final = check_kind(Card, CARD)
_IS_SUIT: Final = check_kind(Suit, SUIT)
_IS_FLAG: Final = check_kind(bool, "True or False")


def _cards(values: Iterable[Card] | Hole) -> tuple[Card, ...] | Hole:
    return HOLE if values is HOLE else tuple_of("what pack of Shuffle holds", values, CARD)


def _all_cards(instance: object, attribute: Attribute[Any], value: tuple[object, ...]) -> None:
    for kind in set(map(type, value)):
        if kind is not Card:
            stranger = next(each for each in value if type(each) is kind)
            raise wrong_type("what pack of Shuffle holds", CARD, stranger)


_INDEX: Final[Callable[[Card], int]] = attrgetter("index")
_set: Final = object.__setattr__


@frozen
class Shuffle:
    """Chance: the pack after the shuffle, top card first."""

    pack: tuple[Card, ...] | Hole = field(converter=_cards, validator=_or_hole(_all_cards))
    """The cards from the top down; a legal shuffle has each card of the game once."""
    order: tuple[int, ...] = field(init=False, eq=False, repr=False)
    """The indices of the cards."""
    cards: int = field(init=False, eq=False, repr=False)
    """The cards as a mask; 0 where one of them is there twice."""

    def __attrs_post_init__(self) -> None:
        order = () if self.pack is HOLE else tuple(map(_INDEX, self.pack))
        _set(self, "order", order)
        _set(self, "cards", mask_of(order) if len(order) == len(set(order)) else 0)

    def __str__(self) -> str:
        return "shuffle " + ("?" if self.pack is HOLE else " ".join(map(str, self.pack)))


def shuffle_of(order: Iterable[int], cards: int = FULL_PACK) -> Shuffle:
    """The shuffle of card indices, each once: they are not checked.

    Args:
        order: the indices, two or more, top first.
        cards: the same cards as a mask.

    >>> import boston_rules as br
    >>> from boston_rules.core.actions import shuffle_of
    >>> shuffle_of(range(52)) == br.Shuffle(br.PACK)
    True
    """
    made = object.__new__(Shuffle)
    _set(made, "order", tuple(order))
    _set(made, "cards", cards)
    _set(made, "pack", itemgetter(*made.order)(PACK))
    return made


@frozen
class Cut:
    """Move the top ``at`` cards to the bottom: at least one, and not all."""

    at: int | Hole = field(validator=_or_hole(_whole))
    """How many cards go to the bottom: 1 to 51 of a whole pack."""

    def __str__(self) -> str:
        return f"cut {self.at}"


@frozen
class TurnCut:
    """Cut the still pack below its top ``at`` cards, so that the next one is turned."""

    at: int | Hole = field(validator=_or_hole(_whole))
    """How many cards go to the bottom of the still pack."""

    def __str__(self) -> str:
        return f"turn-cut {self.at}"


@frozen
class TurnUp:
    """Chance: the card turned up to rank the suits of this deal."""

    card: Card = field(validator=_IS_CARD)
    """The card that is turned up."""

    def __str__(self) -> str:
        return f"turn {self.card}"


@frozen
class _Word:
    """Base of the actions that are one word, which is the name: two of one class are equal."""

    _token: ClassVar[str]

    def __init_subclass__(cls) -> None:
        cls._token = cls.__name__.lower()

    def __hash__(self) -> int:
        return hash(self._token)  # that of no fields would be the same for all of them

    def __str__(self) -> str:
        return self._token


class Pass(_Word):
    """Decline to bid; in the chicane poll, decline to declare."""

    __slots__ = ()


@frozen(cache_hash=True)
class Bid:
    """A step of the ladder, with a suit, suit class or laid card where the step wants one."""

    key: str = field(validator=check_kind(str, "a str, the key of a bid, such as '5'"))
    """Which bid of the ladder."""
    suit: Suit | None = field(default=None, validator=check_kind(Suit, SUIT, none=True))
    """The suit, where the bid names one."""
    suit_class: NamedClass | None = field(default=None, validator=_is_class)
    """How the suit stands to the turned card, where the bid says only that."""
    card: Card | Hole | None = field(
        default=None, validator=_or_hole(check_kind(Card, CARD, none=True))
    )
    """The card laid face down with the bid; it stays in the hand."""
    alone: bool = field(default=False, validator=_IS_FLAG)
    """Whether the bid rules out a partner."""

    def __str__(self) -> str:
        token = f"bid {self.key}"
        if self.suit is not None:
            token += f" {self.suit.letter}"
        if self.suit_class is not None:
            token += f" {self.suit_class}"
        if self.card is not None:
            token += f" {self.card}"
        return token + " solo" * self.alone


class Accept(_Word):
    """Become the partner of the bidder."""

    __slots__ = ()


class Decline(_Word):
    """Refuse to become the partner of the bidder."""

    __slots__ = ()


class Ask(_Word):
    """Ask the table for a partner."""

    __slots__ = ()


class Solo(_Word):
    """Play without a partner."""

    __slots__ = ()


@frozen
class Call:
    """Call a card: whoever holds it is the partner."""

    card: Card = field(validator=_IS_CARD)
    """The card that is called."""

    def __str__(self) -> str:
        return f"call {self.card}"


@frozen
class NameTrump:
    """Name the trump suit after the auction."""

    suit: Suit = field(validator=_IS_SUIT)
    """The trump suit."""

    def __str__(self) -> str:
        return f"trump {self.suit.letter}"


class Chicane(_Word):
    """Declare a hand without trumps."""

    __slots__ = ()


class Concede(_Word):
    """Pay without further play."""

    __slots__ = ()


class Contest(_Word):
    """Refuse to concede."""

    __slots__ = ()


@frozen
class Discard:
    """Lay one card aside, face down."""

    card: Card | Hole = field(validator=_or_hole(_IS_CARD))
    """The card that is laid aside."""

    def __str__(self) -> str:
        return f"discard {self.card}"


@frozen
class Play:
    """Play a card to the trick."""

    card: Card = field(validator=_IS_CARD)
    """The card that is played."""
    index: int = field(init=False, eq=False, repr=False)
    """The index of the card."""
    bit: int = field(init=False, eq=False, repr=False)
    """The card as a mask."""

    def __attrs_post_init__(self) -> None:
        _set(self, "index", self.card.index)
        _set(self, "bit", 1 << self.card.index)

    def __str__(self) -> str:
        return f"play {self.card}"


@frozen
class Slam:
    """Undertake to win every trick, with the hand closed or spread on the table."""

    table: bool = field(default=False, validator=_IS_FLAG)
    """Whether the hand is spread on the table."""

    def __str__(self) -> str:
        return "slam table" if self.table else "slam"


@frozen
class Misdeal:
    """Call a misdeal before the first call."""

    touched: bool = field(default=False, validator=_IS_FLAG)
    """Another player touched the cards, or the pack is faulty."""

    def __str__(self) -> str:
        return "misdeal touched" if self.touched else "misdeal"


@frozen
class Revoke:
    """Claim that a seat has failed to follow suit while able to."""

    seat: int = field(validator=_whole)
    """The seat that is accused."""
    trick: int | None = field(default=None, validator=_whole_or_none)
    """The trick, from 1, by the law of whist; ``None`` where only the last trick can be meant."""

    def __str__(self) -> str:
        return f"revoke {self.seat}" + ("" if self.trick is None else f" {self.trick}")


@frozen
class Correct:
    """Replace one's own card in the current trick by one that follows suit."""

    card: Card = field(validator=_IS_CARD)
    """The card that takes the place of the one played."""

    def __str__(self) -> str:
        return f"correct {self.card}"


@frozen
class Demand:
    """Make the player who is to play lay his exposed card."""

    card: Card = field(validator=_IS_CARD)
    """The exposed card that must be played."""

    def __str__(self) -> str:
        return f"demand {self.card}"


@frozen
class CallSuit:
    """Call the suit that the side of a player who has led out of turn must lead next."""

    suit: Suit = field(validator=_IS_SUIT)
    """The suit to be led."""

    def __str__(self) -> str:
        return f"suit {self.suit.letter}"


Action: TypeAlias = (
    Shuffle
    | Cut
    | TurnCut
    | TurnUp
    | Pass
    | Bid
    | Accept
    | Decline
    | Ask
    | Solo
    | Call
    | NameTrump
    | Chicane
    | Concede
    | Contest
    | Discard
    | Play
    | Slam
    | Misdeal
    | Revoke
    | Correct
    | Demand
    | CallSuit
)
"""Any action."""

ACTION_TYPES: Final[tuple[type, ...]] = get_args(Action)
_KINDS: Final = frozenset(ACTION_TYPES)


def checked(action: Action) -> Action:
    """The action itself.

    Raises:
        TypeError: not an action at all.
    """
    if type(action) not in _KINDS:
        raise wrong_type(
            "action",
            "an Action, such as br.Pass() or what br.parse_action('play QH') returns",
            action,
        )
    return action


PLAYS: Final[tuple[Play, ...]] = tuple(Play(card) for card in PACK)
"""The interned play of each card, by card index."""
TURN_UPS: Final[tuple[TurnUp, ...]] = tuple(TurnUp(card) for card in PACK)
DISCARDS: Final[tuple[Discard, ...]] = tuple(Discard(card) for card in PACK)
CALLS: Final[tuple[Call, ...]] = tuple(Call(card) for card in PACK)
CORRECTIONS: Final[tuple[Correct, ...]] = tuple(Correct(card) for card in PACK)
DEMANDS: Final[tuple[Demand, ...]] = tuple(Demand(card) for card in PACK)
CALLED_SUITS: Final[tuple[CallSuit, ...]] = tuple(map(CallSuit, Suit))
ANSWERS: Final[tuple[Action, ...]] = (
    *(Pass(), Accept(), Decline(), Ask(), Solo()),
    *(Chicane(), Concede(), Contest()),
)
"""The actions that are one word, each once."""
WORDS: Final[tuple[Action, ...]] = (
    *ANSWERS,
    *(Slam(), Slam(table=True), Misdeal(), Misdeal(touched=True)),
)
"""The actions that name no card, suit, number or seat."""
