"""What a declarer's side must win for its contract."""

from __future__ import annotations

from typing import ClassVar, Protocol

from attrs import frozen

from boston_rules.core.saying import say, say_number
from boston_rules.rules.checked import figure
from boston_rules.rules.rule import Rule

__all__ = ["AtLeast", "Exactly", "Goal"]


class Goal(Rule, Protocol):
    """What a declarer's side must win for its contract."""

    __slots__ = ()

    @property
    def tricks(self) -> int:
        """The fewest tricks that make the contract."""
        ...

    @property
    def most(self) -> int | None:
        """The most tricks that make it; ``None``, as usual, where more do no harm."""
        return None

    @property
    def counted(self) -> bool:
        """Whether tricks above and below the goal are counted, as over- and undertricks."""
        ...

    def binds(self, side: tuple[int, ...]) -> tuple[int, ...]:
        """The seats of a side, declarer first, whose tricks count."""
        ...

    def with_partner(self, extra: int) -> Goal:
        """The goal of two who must win ``extra`` tricks more together."""
        ...

    def verdict(self, taken: int, left: int) -> bool | None:
        """Whether it is met, once no further trick can change that, else ``None``.

        Args:
            taken: tricks won so far by those whom it binds.
            left: tricks still to be played.
        """
        ...

    def over(self, taken: int) -> int:
        """Overtricks of a contract made with so many tricks; as usual none are counted."""
        return 0

    def under(self, taken: int) -> int:
        """Undertricks of a contract lost with so many tricks; as usual none are counted."""
        return 0

    def wants(self, taken: int) -> bool:
        """Whether a declarer who has won so many tricks wants one more."""
        ...


@frozen
class AtLeast(Goal):
    """Win ``tricks`` tricks or more, a partner's counted."""

    tricks: int = figure()
    """Tricks to be won."""
    counted: ClassVar[bool] = True
    """Tricks above and below the goal are counted."""

    def binds(self, side: tuple[int, ...]) -> tuple[int, ...]:
        return side

    def with_partner(self, extra: int) -> AtLeast:
        """So many tricks more.

        >>> from boston_rules.rules.goals import AtLeast
        >>> AtLeast(5).with_partner(3)
        AtLeast(tricks=8)
        """
        return AtLeast(self.tricks + extra) if extra else self

    def verdict(self, taken: int, left: int) -> bool | None:
        """True or False once no further trick can change it, else None.

        >>> from boston_rules.rules.goals import AtLeast
        >>> AtLeast(5).verdict(5, 3), AtLeast(5).verdict(1, 3), AtLeast(5).verdict(4, 3)
        (True, False, None)
        """
        if taken >= self.tricks:
            return True
        return False if taken + left < self.tricks else None

    def over(self, taken: int) -> int:
        """Tricks above the goal."""
        return max(0, taken - self.tricks)

    def under(self, taken: int) -> int:
        """Tricks missing to the goal."""
        return max(0, self.tricks - taken)

    def wants(self, taken: int) -> bool:
        """Always: a trick more makes the contract, or is an overtrick."""
        return True

    def words(self) -> str:
        if self.tricks == 13:
            return say("win {number} tricks", number=self.tricks)
        return say_number("win {number} trick or more", "win {number} tricks or more", self.tricks)


@frozen
class Exactly(Goal):
    """Win exactly ``tricks`` tricks, the declarer alone: none in a misère, one in Piccolissimo."""

    tricks: int = figure()
    """Tricks to be won, neither more nor fewer."""
    counted: ClassVar[bool] = False
    """Only made or lost is told."""

    @property
    def most(self) -> int:
        """The same number."""
        return self.tricks

    def binds(self, side: tuple[int, ...]) -> tuple[int, ...]:
        return side[:1]

    def with_partner(self, extra: int) -> Exactly:
        """The same: a partner changes nothing."""
        return self

    def verdict(self, taken: int, left: int) -> bool | None:
        """True or False once no further trick can change it, else None.

        >>> from boston_rules.rules.goals import Exactly
        >>> Exactly(0).verdict(0, 0), Exactly(0).verdict(1, 9), Exactly(1).verdict(0, 2)
        (True, False, None)
        """
        if taken > self.tricks or taken + left < self.tricks:
            return False
        return None if left else True

    def wants(self, taken: int) -> bool:
        """Only while the tricks of the goal are not complete."""
        return taken < self.tricks

    def words(self) -> str:
        if not self.tricks:
            return say("win no trick")
        return say_number("win exactly {number} trick", "win exactly {number} tricks", self.tricks)
