"""What a simulation shows: contracts, successes and chips, with intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from attrs import asdict, frozen

from boston_rules.core.transfers import account_name
from boston_rules.simulate.intervals import Clusters, Interval
from boston_rules.simulate.rows import DealRow

__all__ = ["ChipsLine", "ContractLine", "Report", "report_of"]


@frozen(kw_only=True)
class ContractLine:
    """A contract of the ladder."""

    key: str
    """The key of the contract."""
    deals: int
    """How often it was played."""
    share: Interval
    """Of all deals."""
    made: int
    """How often it was made."""
    success: Interval | None
    """Share of those made; ``None`` if it was never played."""
    chips: Interval | None
    """Mean chips of the declarer in such a deal."""


@frozen(kw_only=True)
class ChipsLine:
    """A bot, or a seat."""

    name: str
    """The name of the bot, or the number of the seat."""
    deals: int
    """Deals played; a bot that has several seats has played a deal as many times."""
    chips: Interval
    """Mean chips a deal, antes included."""


@frozen(kw_only=True)
class Report:
    """The figures of a simulation. Shares are between 0 and 1, amounts are chips a deal."""

    confidence: float
    """How sure the intervals are, such as 0.95."""
    sessions: int
    """Sessions played."""
    deals: int
    """Deals played."""
    passed_out: int
    """Deals in which everybody passed."""
    passed_out_share: Interval
    """Of all deals."""
    contracts: tuple[ContractLine, ...]
    """The whole ladder, from below."""
    success: Interval | None
    """Share of contracts made, all together."""
    bots: tuple[ChipsLine, ...]
    """The bots."""
    seats: tuple[ChipsLine, ...]
    """The seats."""
    pool: int
    """Chips that were left in pools, or set aside, at the ends of sessions."""

    def as_dict(self) -> dict[str, Any]:
        """The figures as JSON values."""
        return asdict(self)


def report_of(
    rows: Iterable[DealRow],
    *,
    contracts: Sequence[str],
    bots: Sequence[str],
    confidence: float = 0.95,
) -> Report | None:
    """The report of the rows of whole sessions; ``None`` if there is no row.

    Args:
        rows: the rows, those of a session together.
        contracts: the keys of the ladder, from below.
        bots: what the bot of each seat is called.
        confidence: how often each interval covers what it estimates.
    """
    played = {key: Clusters() for key in contracts}
    made = {key: Clusters() for key in contracts}
    declarer = {key: Clusters() for key in contracts}
    passed, success = Clusters(), Clusters()
    by_seat = [Clusters() for _ in bots]
    by_bot = {name: Clusters() for name in bots}
    chairs = Counter(bots)
    sessions = pool = 0
    for _, group in groupby(rows, key=lambda row: row.session):
        deals = list(group)
        sessions += 1
        pool += deals[-1].pool_after + deals[-1].set_aside_after
        count = len(deals)
        times: Counter[str | None] = Counter(row.contract for row in deals)
        wins = Counter(row.contract for row in deals if row.made)
        gains: Counter[str] = Counter()
        for row in deals:
            if row.contract is not None and row.declarer is not None:
                gains[row.contract] += row.chips[row.declarer]
        passed.add(times[None], count)
        success.add(wins.total(), count - times[None])
        for key in contracts:
            played[key].add(times[key], count)
            made[key].add(wins[key], times[key])
            declarer[key].add(gains[key], times[key])
        totals = [sum(row.chips[seat] for row in deals) for seat in range(len(bots))]
        for seat, total in enumerate(totals):
            by_seat[seat].add(total, count)
        for name, chips in by_bot.items():
            own = sum(total for total, bot in zip(totals, bots, strict=True) if bot == name)
            chips.add(own, count * chairs[name])
    everything = passed.share(confidence)
    if everything is None:
        return None
    return Report(
        confidence=confidence,
        sessions=sessions,
        deals=passed.size,
        passed_out=passed.total,
        passed_out_share=everything,
        contracts=tuple(
            ContractLine(
                key=key,
                deals=played[key].total,
                share=_some(played[key].share(confidence)),
                made=made[key].total,
                success=made[key].share(confidence),
                chips=declarer[key].mean(confidence),
            )
            for key in contracts
        ),
        success=success.share(confidence),
        bots=tuple(_chips(name, chips, confidence) for name, chips in by_bot.items()),
        seats=tuple(
            _chips(account_name(seat), chips, confidence) for seat, chips in enumerate(by_seat)
        ),
        pool=pool,
    )


def _chips(name: str, chips: Clusters, confidence: float) -> ChipsLine:
    return ChipsLine(name=name, deals=chips.size, chips=_some(chips.mean(confidence)))


def _some(interval: Interval | None) -> Interval:
    assert interval is not None, "there is a deal"
    return interval
