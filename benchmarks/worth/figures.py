"""What deals come to, contract by contract: shares, chips, and when a price pays off."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from attrs import field, frozen

from benchmarks.worth.contracts import Came, Row
from benchmarks.worth.runs import SolvedDeal
from boston_rules.simulate.intervals import Clusters, Interval

__all__ = ["Figures", "figures_of"]


@frozen(kw_only=True)
class Figures:
    """What a contract came to with the best hand of each deal."""

    row: Row
    """The contract."""
    came: tuple[Came | None, ...]
    """By deal in which it was open to somebody; ``None`` where the verdict is unknown."""
    best: Clusters = field(factory=Clusters)
    """Deals in which it earns something and nothing earns more, of those known whole."""

    @property
    def known(self) -> tuple[Came, ...]:
        """What it came to, where that is known."""
        return tuple(each for each in self.came if each is not None)

    @property
    def unknown(self) -> int:
        """Deals in which what it comes to is unknown."""
        return len(self.came) - len(self.known)

    @property
    def more(self) -> float:
        """Chips a deal by which the averages may be too low, since answers were given up."""
        return sum(each.more for each in self.known) / max(1, len(self.known))

    @property
    def made(self) -> Interval | None:
        """The share of the known deals in which it is made.

        The interval counts those that are unknown both ways: from all of them lost to all made.
        """
        found = [int(each.made) for each in self.known]
        return _between(found, self.unknown, 0, 1, Clusters.share)

    @property
    def when_made(self) -> Interval | None:
        """Mean chips of the deals in which it is made."""
        return _mean([each.chips for each in self.known if each.made])

    @property
    def when_lost(self) -> Interval | None:
        """Mean chips of the deals in which it is lost."""
        return _mean([each.chips for each in self.known if not each.made])

    @property
    def always(self) -> Interval | None:
        """Mean chips of the known deals: of who declares with the best hand whatever that is.

        The interval counts those that are unknown both ways, as the dearest of the lost ones and as
        the best paid of the made ones; an end is missing where no such deal is known.
        """
        chips = [each.chips for each in self.known]
        worst = min((each.chips for each in self.known if not each.made), default=None)
        most = max((each.chips for each in self.known if each.made), default=None)
        return _between(chips, self.unknown, worst, most, Clusters.mean)

    @property
    def break_even(self) -> float | None:
        """The share of deals in which it must be made lest its declarer lose in the long run.

        ``None`` where it is never made or never lost, or where a side of the price has no stake.
        """
        won, lost = self.when_made, self.when_lost
        if won is None or lost is None or won.estimate <= 0 or lost.estimate >= 0:
            return None
        return -lost.estimate / (won.estimate - lost.estimate)

    @property
    def ratio(self) -> float | None:
        """The share of deals in which it is made, by the share at which it pays off."""
        made, even = self.made, self.break_even
        return None if made is None or even is None else made.estimate / even

    @property
    def verdict(self) -> str:
        """Whether the price is a ``bargain`` or a ``trap``, or neither is sure (``open``)."""
        gain = self.always
        if gain is not None and gain.low is not None and gain.low > 0:
            return "bargain"
        return "trap" if gain is not None and gain.high is not None and gain.high < 0 else "open"


def _clusters(values: Iterable[int]) -> Clusters:
    found = Clusters()
    for each in values:
        found.add(each, 1)
    return found


def _mean(chips: Sequence[int]) -> Interval | None:
    return _clusters(chips).mean()


def _between(
    known: Sequence[int],
    unknown: int,
    worst: int | None,
    best: int | None,
    told: Callable[[Clusters], Interval | None],
) -> Interval | None:
    """What is known, with an interval from all unknown ones at their worst to all at their best."""
    found = told(_clusters(known))
    if found is None or not unknown:
        return found
    low = None if worst is None else told(_clusters([*known, *[worst] * unknown]))
    high = None if best is None else told(_clusters([*known, *[best] * unknown]))
    return Interval(found.estimate, low.low if low else None, high.high if high else None)


def figures_of(slug: str, rows: Sequence[Row], deals: Sequence[SolvedDeal]) -> tuple[Figures, ...]:
    """The figures of all rows of a variant."""
    best = {row: Clusters() for row in rows}
    for deal in deals:
        came = deal.came[slug]
        chips = {
            row: each.chips for row, each in came.items() if each is not None and not each.more
        }
        if len(chips) < len(came):
            continue
        most = max(chips.values(), default=0)
        for row in rows:
            best[row].add(int(most > 0 and chips.get(row) == most), 1)
    return tuple(
        Figures(
            row=row,
            came=tuple(deal.came[slug][row] for deal in deals if row in deal.came[slug]),
            best=best[row],
        )
        for row in rows
    )
