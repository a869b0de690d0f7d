"""The deals of a record, and the table at which it begins, as plain immutable values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from attrs import field, frozen

from boston_rules.cards import Card, Suit
from boston_rules.play.dealing import plies_before_deal
from boston_rules.settlement import Settlement

__all__ = ["Comment", "DealRecord", "Ply", "Start", "Tag", "tags_of"]

Ply: TypeAlias = tuple[int, str]
"""The seat that acted (-1 for chance) and the token of the action."""
Comment: TypeAlias = tuple[int, str]
"""How many actions of the deal stand before the comment, and its text."""
Tag: TypeAlias = tuple[str, str]
"""Name and value."""


def _numbers(numbers: Iterable[int]) -> tuple[int, ...]:
    return tuple(numbers)


def _cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(cards)


def _numbered(pairs: Iterable[tuple[int, str]]) -> tuple[tuple[int, str], ...]:
    return tuple((number, text) for number, text in pairs)


def tags_of(tags: Iterable[Tag]) -> tuple[Tag, ...]:
    """Tags as a record keeps them."""
    return tuple((name, value) for name, value in tags)


def _hands(hands: Iterable[Iterable[Card]] | None) -> tuple[tuple[Card, ...], ...] | None:
    return None if hands is None else tuple(map(tuple, hands))


@frozen(kw_only=True)
class Start:
    """The table at which a record begins in the middle of a session, before the antes.

    Dealer and number are those of the first deal of the record.
    """

    purses: tuple[int, ...] = field(converter=_numbers)
    """Chips by seat."""
    pool: int = 0
    """Chips in the pool."""
    set_aside: int = 0
    """Chips that a capped pool has set aside."""
    stakes: int = 1
    """What payments between players are multiplied by, where the variant has a rule for it."""
    belle: Suit | None = None
    """The suit fixed by the first deal of the session, where the variant fixes one."""
    pack: tuple[Card, ...] = field(default=(), converter=_cards, repr=False)
    """The pack as gathered after the deal before, top first, where it is not shuffled again."""


@frozen(kw_only=True)
class DealRecord:
    """One deal."""

    number: int
    """1 for the first deal of the session."""
    dealer: int
    """The dealing seat."""
    hands: tuple[tuple[Card, ...], ...] | None = field(default=None, converter=_hands)
    """Hands given outright, by seat, in the order dealt; in a redacted record the cards that the
    viewer knows of each hand. ``None`` where the cards follow from shuffle, cuts or the last deal.
    """
    turned: Card | None = None
    """The card turned up, where it was given with the hands; in a redacted record always."""
    actions: tuple[Ply, ...] = field(default=(), converter=_numbered, repr=False)
    """Every action in order; chance is seat -1."""
    settlement: Settlement | None = None
    """The bill; ``None`` while the deal is unfinished."""
    comments: tuple[Comment, ...] = field(default=(), converter=_numbered)
    """Comments in order, each with the number of actions before it."""
    tags: tuple[Tag, ...] = field(default=(), converter=tags_of)
    """Further tags, in order."""

    def plies_before_deal(self, seats: int) -> int:
        """How many actions came before the cards were dealt, a cut that was declined included.

        See :func:`~boston_rules.play.dealing.plies_before_deal`.
        """
        phase = "auction" if self.settlement is None else "settled"
        return plies_before_deal(self.actions, self.dealer, seats, phase=phase)
