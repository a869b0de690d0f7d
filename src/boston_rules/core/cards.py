"""Suits, ranks, the 52 interned cards, and immutable sets of cards.

A card is an interned object in public and an integer ``0..51`` inside
(``13 * suit + rank`` with the two at 0 and the ace at 12); a set of cards is a 52-bit integer
inside.
Nothing here knows any rule of a game.

>>> str(Card(Rank.ACE, Suit.SPADES)), parse_card("10h") is parse_card("TH")
('AS', True)
>>> print(Cards.parse("AS KS 2D"))
♠AK ♦2
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from enum import IntEnum
from functools import total_ordering
from typing import Any, ClassVar, Final, TypeAlias, TypeVar, cast, final

from boston_rules.core.arguments import SUIT, check_type, shown, wrong_type
from boston_rules.core.cardplay.shuffling import mix
from boston_rules.core.making import draft_of
from boston_rules.core.parse_errors import NotationError
from boston_rules.core.saying import Said, say

__all__ = [
    "CLUBS",
    "DIAMONDS",
    "FULL_PACK",
    "HEARTS",
    "IN_HAND",
    "PACK",
    "SPADES",
    "WHOLE_PACK",
    "Card",
    "Cards",
    "Rank",
    "Suit",
    "bits",
    "mask_of",
    "mix",
    "parse_card",
    "parse_suit",
    "subsets",
]

T = TypeVar("T")

_SUIT_LETTERS: Final = "CDHS"
_RANK_LETTERS: Final = "23456789TJQKA"
_SUIT_SYMBOLS: Final = "♣♦♥♠"
_SUIT_WORDS: Final = (say("clubs"), say("diamonds"), say("hearts"), say("spades"))


class _Printed:
    """What is formatted as the text that it is printed as."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


class Suit(_Printed, IntEnum):
    """One of the four suits. The integer order is alphabetical and ranks nothing by itself."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    # That of the number that it equals, and not, as enumerations have it, that of its name.
    __hash__ = int.__hash__

    def __str__(self) -> str:
        return self.letter

    @property
    def letter(self) -> str:
        """The letter of tokens, ``C``, ``D``, ``H`` or ``S``."""
        return _SUIT_LETTERS[self]

    @property
    def symbol(self) -> str:
        """The pip, ``♣``, ``♦``, ``♥`` or ``♠``."""
        return _SUIT_SYMBOLS[self]

    @property
    def word(self) -> Said:
        """The English name in lower case, such as ``hearts``; it can be said in other languages."""
        return _SUIT_WORDS[self]

    @property
    def other_of_colour(self) -> Suit:
        """The other suit of the same colour.

        >>> import boston_rules as br
        >>> br.Suit.CLUBS.other_of_colour.name
        'SPADES'
        """
        return Suit(3 - self)


CLUBS: Final = Suit.CLUBS
DIAMONDS: Final = Suit.DIAMONDS
HEARTS: Final = Suit.HEARTS
SPADES: Final = Suit.SPADES


class Rank(_Printed, IntEnum):
    """One of the thirteen ranks, ``TWO`` (0) to ``ACE`` (12), ace high."""

    TWO = 0
    THREE = 1
    FOUR = 2
    FIVE = 3
    SIX = 4
    SEVEN = 5
    EIGHT = 6
    NINE = 7
    TEN = 8
    JACK = 9
    QUEEN = 10
    KING = 11
    ACE = 12

    def __str__(self) -> str:
        return self.letter

    @property
    def letter(self) -> str:
        """The letter of tokens, ``2`` … ``9``, ``T``, ``J``, ``Q``, ``K``, ``A``."""
        return _RANK_LETTERS[self]


_NO_SUIT: Final = cast("Suit", None)


@final
@total_ordering
class Card(_Printed):
    """One of 52 interned cards; ``Card(Rank.ACE, Suit.SPADES) is parse_card("AS")``.

    Immutable, hashable, ordered by index (suit first), and the same object after pickling.
    """

    __slots__ = ("index", "rank", "suit")

    index: int
    """``13 * suit + rank``, from 0 (2♣) to 51 (A♠)."""
    rank: Rank
    """Two to ace."""
    suit: Suit
    """The printed suit."""

    _interned: ClassVar[list[Card]] = []

    # Without a suit only by mistake: most often a token is given.
    def __new__(cls, rank: Rank, suit: Suit = _NO_SUIT) -> Card:
        for name, value in (("rank", rank), ("suit", suit)):
            if not isinstance(value, int):
                kind = "a Rank, such as Rank.ACE" if name == "rank" else SUIT
                raise wrong_type(f"{name} of Card", f"{kind}; br.parse_card reads 'AS'", value)
        if not (0 <= rank <= 12 and 0 <= suit <= 3):
            raise ValueError(f"no card has rank {shown(rank)} and suit {shown(suit)}")
        return cls._interned[13 * suit + rank]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"cards are immutable: cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"cards are immutable: cannot delete {name!r}")

    def __reduce__(self) -> tuple[Any, ...]:
        return (Card, (self.rank, self.suit))

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self

    def __str__(self) -> str:
        return _RANK_LETTERS[self.rank] + _SUIT_LETTERS[self.suit]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Card):
            return NotImplemented
        return self.index < other.index

    @property
    def symbol(self) -> str:
        """Suit pip and rank for people, such as ``♥T``."""
        return _SUIT_SYMBOLS[self.suit] + _RANK_LETTERS[self.rank]

    @property
    def words(self) -> Said:
        """The card in English, such as ``ace of spades``; it can be said in other languages."""
        return _CARD_WORDS[self.index]

    @property
    def the(self) -> Said:
        """The card with its article, such as ``the ace of spades``."""
        return _CARD_WITH_ARTICLE[self.index]


def _intern_pack() -> tuple[Card, ...]:
    pack = []
    for index in range(52):
        card = object.__new__(Card)
        object.__setattr__(card, "index", index)
        object.__setattr__(card, "suit", Suit(index // 13))
        object.__setattr__(card, "rank", Rank(index % 13))
        pack.append(card)
    Card._interned[:] = pack
    return tuple(pack)


PACK: Final[tuple[Card, ...]] = _intern_pack()
"""The 52 cards in index order."""
_CARD_WORDS: Final = tuple(
    said
    for suit in _SUIT_WORDS
    for said in (
        say("two of {suit}", suit=suit),
        say("three of {suit}", suit=suit),
        say("four of {suit}", suit=suit),
        say("five of {suit}", suit=suit),
        say("six of {suit}", suit=suit),
        say("seven of {suit}", suit=suit),
        say("eight of {suit}", suit=suit),
        say("nine of {suit}", suit=suit),
        say("ten of {suit}", suit=suit),
        say("jack of {suit}", suit=suit),
        say("queen of {suit}", suit=suit),
        say("king of {suit}", suit=suit),
        say("ace of {suit}", suit=suit),
    )
)
_CARD_WITH_ARTICLE: Final = tuple(
    said
    for suit in _SUIT_WORDS
    for said in (
        say("the two of {suit}", suit=suit),
        say("the three of {suit}", suit=suit),
        say("the four of {suit}", suit=suit),
        say("the five of {suit}", suit=suit),
        say("the six of {suit}", suit=suit),
        say("the seven of {suit}", suit=suit),
        say("the eight of {suit}", suit=suit),
        say("the nine of {suit}", suit=suit),
        say("the ten of {suit}", suit=suit),
        say("the jack of {suit}", suit=suit),
        say("the queen of {suit}", suit=suit),
        say("the king of {suit}", suit=suit),
        say("the ace of {suit}", suit=suit),
    )
)
FULL_PACK: Final = (1 << 52) - 1

_BY_NAME: Final[dict[str, Card]] = {
    **{str(card): card for card in PACK},
    **{"10" + card.suit.letter: card for card in PACK if card.rank is Rank.TEN},
}
_SUIT_BY_TEXT: Final[dict[str, Suit]] = {
    text: suit
    for suit in Suit
    for text in (suit.letter, suit.symbol, suit.name, suit.name.removesuffix("S"))
}


def parse_card(text: str) -> Card:
    """Read a card token: rank then suit letter, ``T`` or ``10`` for the ten, any case.

    Raises:
        NotationError: the text is not a card.
        TypeError: it is not a ``str``.

    >>> import boston_rules as br
    >>> br.parse_card("qh")
    Card('QH')
    """
    if not isinstance(text, str):
        raise wrong_type("text", "a str, such as 'QH'", text)
    card = _BY_NAME.get(text.strip().upper())
    if card is None:
        raise NotationError(
            say(
                "{text} is not a card: write rank then suit, such as AS, TH, 7C or 2D",
                text=repr(text[:40]),
            )
        )
    return card


def parse_suit(text: str) -> Suit:
    """Read a suit: its letter, pip or English name.

    Raises:
        NotationError: the text is not a suit.
        TypeError: it is not a ``str``.

    >>> import boston_rules as br
    >>> br.parse_suit("h").name, br.parse_suit("spades").name
    ('HEARTS', 'SPADES')
    """
    if not isinstance(text, str):
        raise wrong_type("text", "a str, such as 'H'", text)
    suit = _SUIT_BY_TEXT.get(text.strip().upper())
    if suit is None:
        raise NotationError(
            say("{text} is not a suit: write one of C, D, H, S", text=repr(text[:40]))
        )
    return suit


def mask_of(cards: Iterable[int]) -> int:
    """Card indices as a mask."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_of(suits: Iterable[Suit]) -> int:
    """All cards of some suits as a mask.

    >>> Cards.from_mask(cards_of([Suit.HEARTS])) == WHOLE_PACK.of(Suit.HEARTS)
    True
    """
    return sum(0x1FFF << 13 * suit for suit in set(suits))


def bits(mask: int) -> Iterator[int]:
    """The indices of the set bits of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def subsets(row: Sequence[T]) -> tuple[tuple[T, ...], ...]:
    """All sub-rows of a row, each at the mask of the places it takes.

    >>> from boston_rules.core.cards import subsets
    >>> subsets("ab")
    ((), ('a',), ('b',), ('a', 'b'))
    """
    found: list[tuple[T, ...]] = [()]
    for each in row:
        found += [(*fewer, each) for fewer in found]
    return tuple(found)


Lists: TypeAlias = tuple[tuple[T, ...], ...]


def lists(row: Sequence[T]) -> tuple[Lists[T], ...]:
    """What :func:`listed` looks up: of 52 things the low seven and the high six of each suit."""
    return tuple(
        subsets(row[13 * suit + low : 13 * suit + high])
        for suit in range(4)
        for low, high in ((0, 7), (7, 13))
    )


def listed(table: tuple[Lists[T], ...], mask: int) -> tuple[T, ...]:
    """Those of 52 things that a mask of cards picks, in card order.

    >>> listed(lists(PACK), 0b101)
    (Card('2C'), Card('4C'))
    """
    low_clubs, clubs, low_diamonds, diamonds, low_hearts, hearts, low_spades, spades = table
    return (
        low_clubs[mask & 0x7F]
        + clubs[mask >> 7 & 0x3F]
        + low_diamonds[mask >> 13 & 0x7F]
        + diamonds[mask >> 20 & 0x3F]
        + low_hearts[mask >> 26 & 0x7F]
        + hearts[mask >> 33 & 0x3F]
        + low_spades[mask >> 39 & 0x7F]
        + spades[mask >> 46]
    )


IN_HAND: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
"""The suits in the order in which a hand is written."""


@final
class Cards(AbstractSet[Card]):
    """An immutable set of cards over a 52-bit integer; iterates in index order.

    >>> import boston_rules as br
    >>> hand = br.Cards.parse("AS KS QH 2D")
    >>> len(hand), br.parse_card("KS") in hand, str(hand - br.Cards.parse("KS"))
    (4, True, '♠A ♥Q ♦2')
    """

    __slots__ = ("mask",)

    mask: int
    """One bit a card, at the card's index."""

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        mask = 0
        try:
            for card in cards:
                mask |= 1 << card.index
        except (AttributeError, TypeError):
            raise wrong_type("cards", "Card objects; Cards.parse reads 'AS KS'", cards) from None
        object.__setattr__(self, "mask", mask)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a set of cards is immutable: cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a set of cards is immutable: cannot delete {name!r}")

    @classmethod
    def from_mask(cls, mask: int) -> Cards:
        """The set whose bits are ``mask``.

        Raises:
            ValueError: a bit outside the 52.
            TypeError: it is not an ``int``.
        """
        if not isinstance(mask, int):
            raise wrong_type("mask", "an int with a bit for each card", mask)
        if not 0 <= mask <= FULL_PACK:
            raise ValueError(f"a mask of cards has 52 bits, not {mask:#x}")
        made = object.__new__(cls)
        object.__setattr__(made, "mask", mask)
        return made

    @classmethod
    def of_masks(cls, masks: Iterable[int]) -> tuple[Cards, ...]:
        """Sets of masks that are known to be right, made fast."""
        found = []
        for mask in masks:
            made = _Draft()
            made.mask = mask
            made.__class__ = cls
            found.append(made)
        return tuple(found)

    @classmethod
    def parse(cls, text: str) -> Cards:
        """Read card tokens between spaces or commas.

        Raises:
            NotationError: a token is not a card, or a card stands twice.
            TypeError: it is not a ``str``.
        """
        check_type("text", text, str, "a str, such as 'AS KS'")
        mask = 0
        for token in text.replace(",", " ").split():
            card = parse_card(token)
            if mask >> card.index & 1:
                raise NotationError(
                    say("{card} stands twice in {text}", card=str(card), text=repr(text[:200]))
                )
            mask |= 1 << card.index
        return cls.from_mask(mask)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Cards.from_mask, (self.mask,))

    def __contains__(self, item: object) -> bool:
        return isinstance(item, Card) and bool(self.mask >> item.index & 1)

    def __iter__(self) -> Iterator[Card]:
        return (PACK[index] for index in bits(self.mask))

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Cards):
            return self.mask == other.mask
        return super().__eq__(other)

    def __hash__(self) -> int:
        return self._hash()

    @classmethod
    def _from_iterable(cls, it: Iterable[Any]) -> Cards:  # type: ignore[override]
        return Cards(it)

    def __and__(self, other: AbstractSet[Any]) -> Cards:
        return Cards.from_mask(self.mask & _mask_of(other))

    def __or__(self, other: AbstractSet[Any]) -> Cards:
        return Cards.from_mask(self.mask | _mask_of(other))

    def __sub__(self, other: AbstractSet[Any]) -> Cards:
        return Cards.from_mask(self.mask & ~_mask_of(other))

    def of(self, suit: Suit) -> Cards:
        """The cards of one printed suit.

        Raises:
            TypeError: it is not a suit.
        """
        check_type("suit", suit, Suit, SUIT)
        return Cards.from_mask(self.mask & (0x1FFF << (13 * suit)))

    def sorted(self) -> tuple[Card, ...]:
        """The cards as a player holds them: spades, hearts, clubs, diamonds, high to low."""
        cards: list[Card] = []
        for suit in IN_HAND:
            lane = (self.mask >> (13 * suit)) & 0x1FFF
            cards.extend(PACK[13 * suit + rank] for rank in range(12, -1, -1) if lane >> rank & 1)
        return tuple(cards)

    @property
    def tokens(self) -> str:
        """Card tokens between spaces, as :meth:`parse` reads them."""
        return " ".join(map(str, self.sorted()))

    def __str__(self) -> str:
        parts = []
        for suit in IN_HAND:
            held = self.of(suit)
            if held:
                parts.append(suit.symbol + "".join(card.rank.letter for card in held.sorted()))
        return " ".join(parts) if parts else "–"

    def __repr__(self) -> str:
        return f"Cards.parse({self.tokens!r})"


_Draft: Any = draft_of(Cards)

WHOLE_PACK: Final = Cards.from_mask(FULL_PACK)
"""All 52 cards."""


def _mask_of(cards: AbstractSet[Any]) -> int:
    if isinstance(cards, Cards):
        return cards.mask
    return Cards(cast("Iterable[Card]", cards)).mask
