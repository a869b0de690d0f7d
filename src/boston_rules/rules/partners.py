"""How a declarer comes by a partner, and what the side must win together."""

from __future__ import annotations

from typing import ClassVar, Protocol

from attrs import frozen

from boston_rules.core.saying import joined, say, say_number
from boston_rules.core.sources import Cite, cited
from boston_rules.rules.checked import figure
from boston_rules.rules.rule import Rule

__all__ = ["FixedSides", "PartnerRule"]


class PartnerRule(Rule, Protocol):
    """How a declarer comes by a partner, and what the side must win together.

    A rule that puts a question to somebody after the auction is a
    :class:`~boston_rules.deal.questions.question.QuestionRule` as well, and has its phase beside
    it. A partner rule that derives from it says only what is not as usual: nobody is partner before
    somebody agrees to be.
    """

    __slots__ = ()

    @property
    def extra(self) -> int:
        """Tricks added to the goal of a step that is played with a partner."""
        ...

    @property
    def source(self) -> Cite | None:
        """Where the rule comes from."""
        ...

    @property
    def chosen(self) -> bool:
        """Whether the declarer decides after the auction if he wants a partner."""
        return False

    @property
    def volunteers(self) -> bool:
        """Whether a partner offers himself, so that there may be none."""
        return False

    @property
    def calls(self) -> bool:
        """Whether a partner is the holder of a card that the declarer calls."""
        return False

    @property
    def optional(self) -> bool:
        """Whether a partnered contract may be played without a partner; as usual it may."""
        return True

    def opposite(self, declarer: int, seats: int) -> int | None:
        """The partner whom a declarer has before a card is dealt, if he has one."""
        return None

    def may_accept(self, *, passed: bool, eldest: bool) -> bool:
        """Whether a seat may accept a partnered bid while it stands in the auction.

        Args:
            passed: the seat has passed in this auction.
            eldest: the seat is at the dealer's left.
        """
        return False

    def problems(self, seats: int) -> list[str]:
        """What is nonsense in the rule at a table of so many seats."""
        return []


@frozen
class FixedSides(PartnerRule):
    """Players opposite each other are partners throughout."""

    extra: int = figure(0)
    """Tricks more that a bid asks of two."""
    source: Cite | None = cited()
    optional: ClassVar[bool] = False

    def opposite(self, declarer: int, seats: int) -> int:
        """The seat across the table.

        >>> from boston_rules.rules.partners import FixedSides
        >>> FixedSides().opposite(3, 4)
        1
        """
        return (declarer + 2) % seats

    def problems(self, seats: int) -> list[str]:
        """Sides need four seats."""
        return [] if seats == 4 else [f"fixed sides need four seats, not {seats}"]

    def words(self) -> str:
        alone = say("a misère or Piccolissimo binds the declarer alone")
        return joined("; ", (self.words_without_misere(), alone))

    def words_without_misere(self) -> str:
        """The rule where every contract binds both partners."""
        both = say(
            "players opposite each other are partners throughout and count their tricks together"
        )
        if not self.extra:
            return both
        more = say_number(
            "a partnered bid needs {number} trick more",
            "a partnered bid needs {number} tricks more",
            self.extra,
        )
        return joined("; ", (both, more))
