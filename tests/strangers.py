"""Rules of a stranger that the tests of several rooms use: no classes of the library."""

from __future__ import annotations

from typing import ClassVar, Self

from attrs import frozen

__all__ = ["Between", "DeclarersTricks"]


@frozen
class DeclarersTricks:
    """What goals share that count the declarer's own tricks, and nothing over or under."""

    counted: ClassVar[bool] = False

    def binds(self, side: tuple[int, ...]) -> tuple[int, ...]:
        """The declarer alone."""
        return side[:1]

    def with_partner(self, extra: int) -> Self:
        """The same: a partner changes nothing."""
        return self

    def over(self, taken: int) -> int:
        """None are counted."""
        return 0

    def under(self, taken: int) -> int:
        """None are counted."""
        return 0


@frozen
class Between(DeclarersTricks):
    """Win at least ``tricks`` and at most ``most`` tricks."""

    tricks: int
    most: int

    def verdict(self, taken: int, left: int) -> bool | None:
        """Sure once no trick can lead out of the limits, or back into them."""
        if taken > self.most or taken + left < self.tricks:
            return False
        return True if taken >= self.tricks and taken + left <= self.most else None

    def wants(self, taken: int) -> bool:
        """Up to the fewest."""
        return taken < self.tricks

    def words(self) -> str:
        """The goal in English."""
        return f"win {self.tricks} to {self.most} tricks"
