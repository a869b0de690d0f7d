"""What a seat is called: by the name of its player, or by its number where there is none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from boston_rules.core.arguments import check_type, tuple_of
from boston_rules.core.saying import say
from boston_rules.core.transfers import SET_ASIDE, Account, account_name
from boston_rules.telling.language import spoken
from boston_rules.telling.tables.text import clean

__all__ = ["GIVEN_NAMES", "account_label", "label", "nameplate", "players_of", "seat_labels"]

GIVEN_NAMES: Final = ("Alix", "Basil", "Clara", "Denis")
"""What players are called by seat who have no names of their own, such as bots."""
_NAMES: Final = "a name for each seat, such as ('Ann', 'Bob', 'Cid', 'Dot')"


def label(seat: int, names: Sequence[str] = ()) -> str:
    """The name of the player, or the seat where nobody has a name.

    >>> label(1), label(1, ["Ann", "Bob", "Cid", "Dot"])
    ('seat 1', 'Bob')
    """
    return names[seat] if names else account_name(seat)


def nameplate(label: str) -> tuple[str, str]:
    """A label in two parts, of which the first may be cut short.

    >>> nameplate("Bob"), nameplate("Bob (1)")
    (('Bob', ''), ('Bob', ' (1)'))
    """
    said = spoken(label)
    name, bracket, tail = said.rpartition(" (")
    return (name, bracket + tail) if name else (said, "")


def seat_labels(names: Iterable[str], seats: int) -> tuple[str, ...]:
    """The labels of all seats; without names their numbers.

    Raises:
        ValueError: not as many names as seats.
    """
    players = players_of(names, seats)
    return tuple(label(seat, players) for seat in range(seats))


def players_of(names: Iterable[str], seats: int) -> tuple[str, ...]:
    """The names of the players by seat, or nothing; with the seat where two have the same name.

    Raises:
        ValueError: not as many names as seats.
        TypeError: they are not names.
    """
    players = tuple_of("names", names, _NAMES)
    for name in players:
        check_type("names", name, str, _NAMES)
    if players and len(players) != seats:
        raise ValueError(f"there are {seats} seats, and {len(players)} names")
    shown = tuple(map(clean, players))
    return tuple(
        f"{name} ({seat})" if shown.count(name) > 1 else name for seat, name in enumerate(shown)
    )


def account_label(account: Account, labels: Sequence[str] = ()) -> str:
    """A seat by its label, the pool, or what a capped pool has set aside."""
    if account == SET_ASIDE:
        return say("set aside")
    return labels[account] if labels and isinstance(account, int) else account_name(account)
