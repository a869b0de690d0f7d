"""Which phases a game can show, and everything that its players can ever do.

>>> import boston_rules as br
>>> [phase.name for phase in phases_of(br.get_variant("mariland"))]
['shuffle', 'turn-up', 'auction', 'play', 'settled']
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from boston_rules.actions import Action
from boston_rules.play.auction import Auction
from boston_rules.play.dealing import Cutting, Shuffling, Turning
from boston_rules.play.opening import questions_of
from boston_rules.play.settled import Settled
from boston_rules.play.tricks import Playing
from boston_rules.state import State
from boston_rules.variant import Variant

__all__ = ["actions_of_players", "most_answers", "phases_of"]


@lru_cache(maxsize=256)
def phases_of(variant: Variant) -> tuple[type[State], ...]:
    """The phases that a deal of a variant can show, in the order in which they follow each other.

    Phases of chance and the end are among them. Whether the phases of a question come up in a deal
    depends on its contract.

    Raises:
        TypeError: a rule that asks something does not say in which phases.
    """
    found: list[type[State]] = [Shuffling]
    if variant.dealing.cutting_seats(0):
        found.append(Cutting)
    if variant.dealing.turn is not None:
        found.append(Turning)
    found.append(Auction)
    for rule in _asking(variant):
        found += _phases(rule)
    found.append(Playing)
    if variant.concession is not None:
        found += _phases(variant.concession)
    found.append(Settled)
    return tuple(dict.fromkeys(found))


def actions_of_players(variant: Variant) -> frozenset[Action]:
    """Everything that players can ever do under these rules, claims of the laws left out.

    >>> import boston_rules as br
    >>> len(actions_of_players(br.get_variant("mariland")))
    93
    """
    return frozenset(action for phase in phases_of(variant) for action in phase.actions(variant))


def most_answers(variant: Variant) -> int:
    """How many answers the questions of a deal get in all, at most.

    Unless a rule says so by ``most_answers``, each seat answers once in each of its phases.
    """
    rules: list[Any] = list(_asking(variant))
    if variant.concession is not None:
        rules.append(variant.concession)
    total = 0
    for rule in rules:
        limit = getattr(rule, "most_answers", None)
        total += len(_phases(rule)) * variant.seats if limit is None else limit(variant)
    return total


def _asking(variant: Variant) -> Iterator[Any]:
    """The rules that can ask something between the auction and the first lead."""
    for rule in questions_of(variant):
        can_arise = getattr(rule, "can_arise", None)
        if can_arise is None or can_arise(variant):
            yield rule


def _phases(rule: Any) -> tuple[type[State], ...]:
    """The phases that a rule brings."""
    phases = getattr(rule, "phases", None)
    if phases is None:
        raise TypeError(f"{rule!r} asks something, and does not say in which phases: phases()")
    found: tuple[type[State], ...] = phases()
    return found
