"""Every way in which random numbers can fall, each with its probability."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from random import Random
from typing import Any, TypeVar

__all__ = ["distribution"]

_T = TypeVar("_T", bound=Hashable)


class _Uniform:
    """A number from 0 to 1 that is drawn when it is multiplied by a whole number of chances."""

    def __init__(self, rng: _Script) -> None:
        self._rng = rng

    def __mul__(self, chances: float) -> int:
        assert chances == int(chances)
        return self._rng.randrange(int(chances))


class _Script(Random):
    """A generator that follows a script, and goes on with the first of all chances."""

    def __init__(self, script: list[int]) -> None:
        super().__init__(0)
        self._script = script
        self.path: list[tuple[int, int]] = []
        """What was drawn, and of how many."""

    def randrange(self, start: int, *_: Any) -> int:
        at = len(self.path)
        pick = self._script[at] if at < len(self._script) else 0
        self.path.append((pick, start))
        return pick

    def random(self) -> Any:
        return _Uniform(self)


def distribution(draw: Callable[[Random], _T]) -> dict[_T, Fraction]:
    """What a function draws, with exact probabilities: every path of random numbers is followed."""
    found: dict[_T, Fraction] = {}
    script: list[int] | None = []
    while script is not None:
        rng = _Script(script)
        drawn = draw(rng)
        chance = Fraction(1)
        for _, chances in rng.path:
            chance /= chances
        found[drawn] = found.get(drawn, Fraction(0)) + chance
        path = rng.path
        while path and path[-1][0] == path[-1][1] - 1:
            path.pop()
        script = [pick for pick, _ in path[:-1]] + [path[-1][0] + 1] if path else None
    return found
