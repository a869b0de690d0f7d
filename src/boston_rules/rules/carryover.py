"""What one deal leaves to the next: stakes, antes, and a pack that is not shuffled."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, Protocol

from attrs import Attribute, field, frozen

from boston_rules.core.arguments import shown
from boston_rules.core.contract import Contract
from boston_rules.core.errors import VariantError
from boston_rules.core.saying import Said, joined, say
from boston_rules.core.sources import Cite, cited
from boston_rules.rules.checked import figure
from boston_rules.rules.rule import Rule

__all__ = ["PLAIN", "AfterThrownIn", "CarryoverRule", "Conditions"]

_NAME: Final = re.compile(r"[a-z0-9]([a-z0-9 -]{0,38}[a-z0-9])?")


def _is_name(rule: object, attribute: Attribute[str], value: Any) -> None:
    if type(value) is not str or not _NAME.fullmatch(value):
        raise VariantError(
            say(
                "the name of conditions has 1 to 40 small letters, digits, spaces and hyphens, "
                "not {given}",
                given=shown(value),
            )
        )


@frozen
class Conditions:
    """What the deals before have left to a deal; everything that is left out is as usual.

    >>> from boston_rules.rules.carryover import Conditions
    >>> Conditions("unshuffled", gathered=True, packets=(6, 7)).words()
    'the pack is gathered, not shuffled; cards are dealt in packets 6-7'
    """

    name: str = field(validator=_is_name)
    """What they are called in records; no two conditions of a game are called alike."""
    stakes: int = figure(1, least=1)
    """What payments between players are multiplied by."""
    antes: int = figure(1)
    """What the antes are multiplied by."""
    gathered: bool = False
    """Whether the pack is gathered from the last deal, where it is shuffled otherwise."""
    packets: tuple[int, ...] = ()
    """Sizes of the packets in which the cards are dealt; nothing for those of the dealing rule."""

    def words(self) -> str:
        """The conditions; nothing of plain ones."""
        if parts := [*self._parts()]:
            return joined("; ", parts)
        return "" if self == PLAIN else say("all is as usual")

    def _parts(self) -> Iterator[Said]:
        if self.stakes != 1:
            yield say("payments between players are multiplied by {factor}", factor=self.stakes)
        if not self.antes:
            yield say("there are no antes")
        elif self.antes != 1:
            yield say("antes are multiplied by {factor}", factor=self.antes)
        if self.gathered:
            yield say("the pack is gathered, not shuffled")
        if self.packets:
            yield say(
                "cards are dealt in packets {packets}", packets="-".join(map(str, self.packets))
            )


PLAIN: Final = Conditions("plain")
"""The conditions of a deal to which nothing is left."""


class CarryoverRule(Rule, Protocol):
    """The conditions of each deal, from what came before it."""

    __slots__ = ()

    @property
    def possible(self) -> tuple[Conditions, ...]:
        """All that can be, those of the first deal of a session first."""
        ...

    def following(
        self, conditions: Conditions, contract: Contract | None, *, played: bool, made: bool | None
    ) -> Conditions:
        """The conditions of the next deal.

        It is not asked of a deal that was lost by a misdeal, which leaves them as they are.

        Args:
            conditions: those of this deal.
            contract: what was played; ``None`` where nobody had a contract.
            played: whether cards were played; otherwise the hands were thrown in.
            made: whether the contract was made; ``None`` without one.
        """
        ...


@frozen
class AfterThrownIn(CarryoverRule):
    """Hands that are thrown in leave conditions to the next deal, until one is played.

    Doubled stakes, which do not grow when hands are thrown in again:

    >>> from boston_rules.rules.carryover import PLAIN, AfterThrownIn, Conditions
    >>> rule = AfterThrownIn(Conditions("doubled", stakes=2))
    >>> thrown_in = rule.following(PLAIN, None, played=False, made=None)
    >>> thrown_in.stakes, rule.following(thrown_in, None, played=False, made=None).stakes
    (2, 2)
    >>> rule.following(thrown_in, None, played=True, made=None) == PLAIN
    True
    """

    leaves: Conditions
    """The conditions of the next deal."""
    source: Cite | None = cited()

    @property
    def possible(self) -> tuple[Conditions, ...]:
        """Plain ones, and those that are left."""
        return (PLAIN, self.leaves)

    def following(
        self, conditions: Conditions, contract: Contract | None, *, played: bool, made: bool | None
    ) -> Conditions:
        """Plain ones after a deal that was played."""
        return PLAIN if played else self.leaves

    def words(self) -> str:
        return say(
            "when the hands are thrown in, until a deal is played: {conditions}",
            conditions=self.leaves.words(),
        )
