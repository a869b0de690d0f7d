"""What deals come to, contract by contract: shares, chips, and when a price pays off."""

from __future__ import annotations

from collections.abc import Sequence

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
        """The share of deals in which it is made."""
        found = Clusters()
        for each in self.known:
            found.add(int(each.made), 1)
        return found.share()

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
        """Mean chips of all deals: of who declares it with the best hand whatever that is."""
        return _mean([each.chips for each in self.known])

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
        if gain is None or gain.low is None or gain.high is None:
            return "open"
        return "bargain" if gain.low > 0 else "trap" if gain.high < 0 else "open"


def _mean(chips: Sequence[int]) -> Interval | None:
    found = Clusters()
    for each in chips:
        found.add(each, 1)
    return found.mean()


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
