"""What is raised when a law does not hold."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum

from boston_rules.rules.variant import Variant
from boston_rules.testing.walks import Position, Walk

__all__ = ["Law", "LawBroken", "breaking"]


class Law(IntEnum):
    """The laws by number.

    >>> from boston_rules.testing import Law
    >>> Law(3).words
    'law 3 (conservation)'
    """

    SOUND_AND_TOTAL = 1
    COMPLETE = 2
    CONSERVATION = 3
    TERMINATION = 4
    ROUND_TRIPS = 5
    NON_INTERFERENCE = 6
    SAMPLING = 7
    COMPANY = 9
    ONE_BILL = 10
    VIEWS_MOVE = 11
    IMMUTABILITY = 13
    TABLES = 14

    @property
    def words(self) -> str:
        """Number and name."""
        return f"law {self.value} ({self.name.lower().replace('_', ' ')})"


class LawBroken(AssertionError):
    """A variant breaks a law.

    The message names the law, the variant and the place, and ends with the walk to that place in
    tokens, as :meth:`~boston_rules.testing.walks.Walk.parse` reads it.
    """

    def __init__(
        self,
        law: Law,
        what: str,
        variant: Variant,
        walk: Walk | None = None,
        at: Position | None = None,
    ) -> None:
        self.law = law
        """Which law."""
        self.what = what
        """What was found."""
        self.variant = variant
        """Whose rules."""
        self.walk: Walk | None = walk if walk is None or at is None else walk.until(at)
        """The walk to the state in question, where there is one."""
        self.at = at
        super().__init__(self._message())

    def _message(self) -> str:
        variant = self.variant
        name = variant.slug or type(variant).__name__
        options = variant.options()
        lines = [f"{self.law.words} is broken by {name}{f' {options}' if options else ''}"]
        if self.at is not None:
            lines.append(f"at {self.at}")
        lines.append(self.what)
        if self.walk is not None:
            lines += ["the walk to this state, for Walk.parse(variant, text):", self.walk.text]
        return "\n".join(lines)


@contextmanager
def breaking(
    law: Law, what: str, variant: Variant, walk: Walk | None = None, at: Position | None = None
) -> Iterator[None]:
    """Whatever is raised meanwhile breaks a law; ``what`` is done, or nothing worth a word."""
    try:
        yield
    except LawBroken:
        raise
    except Exception as error:  # rules and bots of any make, which may fail anyhow
        told = f"{type(error).__name__}: {error}"
        raise LawBroken(law, f"{what}: {told}" if what else told, variant, walk, at) from error
