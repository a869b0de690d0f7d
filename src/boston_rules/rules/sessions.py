"""How long a session is, what everybody starts with, and how its last deal settles the pool."""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

from boston_rules.core.saying import joined, say, say_number
from boston_rules.core.sources import ADDED, Cite, cited
from boston_rules.rules.checked import choice, figure
from boston_rules.rules.passed_out import PassedOutRule
from boston_rules.rules.rule import Rule

__all__ = ["BostonBonus", "SessionRule"]


@frozen(kw_only=True)
class SessionRule(Rule):
    """The session."""

    deals: int = figure(12, least=1)
    """Deals in the session, thrown-in ones included."""
    starting_chips: int = figure(0)
    """Chips in each purse before the first deal."""
    first_to: int | None = figure(None, least=1, optional=True)
    """Chips that end the session instead of a number of deals, where set."""
    last_pool: Literal["all", "adversaries"] = choice("all", "adversaries")
    """On the last deal a failed caller's *adversaries* divide the pool; otherwise all do."""
    late_deals: int = figure(0, metadata=ADDED)
    """How many deals at the end are played for other stakes."""
    late_stakes: int = figure(1, least=1, metadata=ADDED)
    """What payments between players are multiplied by in those."""
    play_out: int = figure(0, metadata=ADDED)
    """Deals at most that follow the last one until the pool is empty."""
    grand: PassedOutRule | None = field(default=None, metadata=ADDED)
    """What decides a grand, one deal more that is played without an auction and trumps, where there
    is one."""
    source: Cite | None = cited()

    @property
    def most_deals(self) -> int:
        """Deals at most, where their number ends the session; a grand is one of them.

        >>> from boston_rules.rules.passed_out import LastTrickTakesPool
        >>> from boston_rules.rules.sessions import SessionRule
        >>> SessionRule().most_deals, SessionRule(grand=LastTrickTakesPool()).most_deals
        (12, 13)
        """
        return self.deals + self.play_out + (self.grand is not None)

    @property
    def possible_stakes(self) -> tuple[int, ...]:
        """What payments between players can be multiplied by, that of the first deal first."""
        return tuple(dict.fromkeys(map(self.stakes, (1, self.deals, self.most_deals))))

    def stakes(self, deal: int) -> int:
        """What payments between players are multiplied by in deal number ``deal``.

        >>> from boston_rules.rules.sessions import SessionRule
        >>> rule = SessionRule(deals=40, late_deals=8, late_stakes=2, play_out=1)
        >>> [rule.stakes(deal) for deal in (32, 33, 40, 41)]
        [1, 2, 2, 1]
        """
        late = self.deals - self.late_deals < deal <= self.deals
        return self.late_stakes if late and self.first_to is None else 1

    def problems(self) -> list[str]:
        """What is nonsense in the rule."""
        found: list[str] = []
        if self.first_to is not None and (self.late_deals or self.play_out):
            found.append(
                say("a session to a number of chips has no last deals, nor deals after them")
            )
        if self.first_to is not None and self.first_to <= self.starting_chips:
            found.append(
                say("everybody has {chips} chips before the first deal", chips=self.first_to)
            )
        if self.grand is not None and (self.first_to is not None or self.play_out):
            found.append(say("a grand follows a number of deals, and none follow it"))
        if self.grand is not None and not self.grand.played:
            found.append(say("a grand is played, but its rule throws the hands in"))
        return found

    def is_grand(self, deal: int) -> bool:
        """Whether deal number ``deal`` is a grand."""
        return self.grand is not None and deal > self.deals

    def without(self, made: bool | None, side: tuple[int, ...]) -> tuple[int, ...]:
        """The seats that have no part of what is left in the pool after the last deal.

        Args:
            made: the verdict on the last contract; ``None`` where there was none.
            side: the seats of its side.
        """
        return side if made is False and self.last_pool == "adversaries" else ()

    def ends(self, deal: int, purses: tuple[int, ...], pool: int = 0) -> bool:
        """Whether deal number ``deal``, settled with these purses, is the last.

        Args:
            deal: the first of the session is 1.
            purses: chips by seat after the deal.
            pool: chips in the pool, and set aside.

        >>> from boston_rules.rules.sessions import SessionRule
        >>> SessionRule(first_to=500).ends(99, (0, 499, -1, 0))
        False
        >>> rule = SessionRule(deals=40, play_out=40)
        >>> rule.ends(40, (0, 0, 0, 0), pool=10), rule.ends(41, (5, 5, 0, 0), pool=0)
        (False, True)
        """
        if self.first_to is not None:
            return max(purses) >= self.first_to
        return deal >= (self.most_deals if pool or self.grand is not None else self.deals)

    def words(self) -> str:
        parts = [self.words_without_pool()]
        if self.grand is not None:
            parts.append(
                say(
                    "after the last of them a grand: one deal more, {rule}", rule=self.grand.words()
                )
            )
            return joined("; ", parts)
        if self.play_out:
            parts.append(
                say(
                    "after the last deal at most {deals} more are played until the pool is empty",
                    deals=self.play_out,
                )
            )
        parts.append(
            say(
                "what is left in the pool after the last deal is divided among all, but if the "
                "last caller fails his adversaries divide it"
            )
            if self.last_pool == "adversaries"
            else say("what is left in the pool after the last deal is divided among all")
        )
        return joined("; ", parts)

    def words_without_pool(self) -> str:
        """The rule in a game without a pool."""
        length = (
            say_number("{number} deal", "{number} deals", self.deals)
            if self.first_to is None
            else say("first to {chips}", chips=self.first_to)
        )
        if self.late_deals:
            length = say(
                "{length}, in the last {late_deals} of which payments between players are "
                "multiplied by {factor}",
                length=length,
                late_deals=self.late_deals,
                factor=self.late_stakes,
            )
        start = (
            say_number(
                "every player starts with {number} chip",
                "every player starts with {number} chips",
                self.starting_chips,
            )
            if self.starting_chips
            else say("purses start at 0 and show winnings")
        )
        return joined("; ", (length, start))


@frozen
class BostonBonus(Rule):
    """The player dealt the Boston collects from each other player in every deal with trumps."""

    chips: int = figure()
    """Chips that each other player pays."""
    source: Cite | None = cited()

    def words(self) -> str:
        return say_number(
            "the player dealt the Boston takes {number} chip from each other player in every deal "
            "with trumps, whoever wins",
            "the player dealt the Boston takes {number} chips from each other player in every deal "
            "with trumps, whoever wins",
            self.chips,
        )
