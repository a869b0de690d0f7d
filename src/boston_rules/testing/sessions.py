"""Whole sessions by the thousand, with every card and chip counted on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from attrs import define, field

from boston_rules.rules.variant import Variant
from boston_rules.testing.by_variant import by_variant
from boston_rules.testing.conservation import check_conservation
from boston_rules.testing.random_walks import random_walk

__all__ = ["SessionCount", "play_sessions", "table_of"]


@define
class SessionCount:
    """What was met in the sessions of one variant."""

    slug: str
    """The slug of the variant."""
    sessions: int = 0
    """Sessions played."""
    deals: int = 0
    """Deals played."""
    actions: int = 0
    """Actions taken, those of chance included."""
    passed_out: int = 0
    """Deals that nobody bid."""
    made: Counter[str] = field(factory=Counter)
    """Contracts made, by key."""
    lost: Counter[str] = field(factory=Counter)
    """Contracts lost, by key."""

    @property
    def contracts(self) -> int:
        """Different contracts met."""
        return len({*self.made, *self.lost})

    def add(self, other: SessionCount) -> None:
        """Count what was met in other sessions too."""
        self.sessions += other.sessions
        self.deals += other.deals
        self.actions += other.actions
        self.passed_out += other.passed_out
        self.made.update(other.made)
        self.lost.update(other.lost)


@by_variant
def play_sessions(variant: Variant, sessions: int, *, seed: int = 0) -> SessionCount:
    """Play random sessions to their end; cards and chips are counted after every action.

    Raises:
        LawBroken: law 3 (conservation).
        TypeError: it is neither a variant nor a slug.
        VariantError: no variant has the slug.

    >>> import boston_rules as br
    >>> from boston_rules.testing import play_sessions
    >>> play_sessions(br.get_variant(br.list_variants()[0], deals=2), 3).deals
    6
    """
    count = SessionCount(variant.slug)
    for number in range(sessions):
        walk = random_walk(variant, seed=seed + number, deals=10**6)
        check_conservation(variant, walk)
        assert walk.complete
        count.sessions += 1
        count.deals += len(walk.taken)
        count.actions += sum(map(len, walk.taken))
        for states in walk.states:
            contract, bill = states[-1].contract, states[-1].settlement
            if contract is None:
                count.passed_out += 1
            elif bill is not None:
                (count.made if bill.made else count.lost)[contract.key] += 1
    return count


def table_of(counts: Iterable[tuple[Variant, SessionCount]]) -> str:
    """The counts as lines of text: two for each variant, and one for all."""
    lines = [_FORM.format(*_HEAD)]
    total = SessionCount("all")
    for variant, count in counts:
        keys = [step.key for step in variant.ladder]
        lines.append(_row(count, f"{count.contracts}/{len(keys)}"))
        lines.append("  " + ", ".join(f"{key} {count.made[key]}/{count.lost[key]}" for key in keys))
        total.add(count)
    return "\n".join((*lines, _row(total, "")))


_FORM: Final = "{:<22} {:>8} {:>7} {:>9} {:>10} {:>9}  {}"
_HEAD: Final = ("variant", "sessions", "deals", "actions", "passed out", "contracts", "made / lost")


def _row(count: SessionCount, seen: str) -> str:
    played = (count.slug, count.sessions, count.deals, count.actions, count.passed_out)
    return _FORM.format(*played, seen, f"{count.made.total()} / {count.lost.total()}")
