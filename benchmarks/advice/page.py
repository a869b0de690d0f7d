"""The figures as the page for players includes them: parts between marks, and the command."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from benchmarks.advice.hands import count_misere_hands
from benchmarks.advice.players import ADVICE, Advice
from benchmarks.advice.runs import Run, Size
from benchmarks.advice.trials import ASKED, BEYOND, Tally, Trial, Trials, clusters
from benchmarks.page import marked
from boston_rules.simulate.intervals import Interval
from boston_rules.telling.tables.model import Table
from boston_rules.telling.tables.rst import table_rst

__all__ = ["rst", "sections"]

_HANDS: Final = 635_013_559_600
"""Hands of thirteen cards."""
_HOLDINGS: Final = (
    "ace of trumps",
    "ace of another suit",
    "king with its ace",
    "king of trumps, not alone",
    "king without its ace, not alone",
    "trump below the queen, the fourth of the hand or later",
    "queen with the ace but not the king: a finesse",
    "queen without ace and king, two cards beside it",
    "jack with the king but not the queen: a finesse",
    "king alone",
)
_MISERES: Final = ("any hand", "a hand with a void", "the hand described")
_LOWEST: Final = ("2 to 4", "5 to 7", "8 to 10", "jack to king")


def rst(run: Run) -> str:
    """All parts, and the command that makes them, as reStructuredText."""
    return marked(sections(run))


def sections(run: Run) -> dict[str, list[str]]:
    """The parts by name."""
    plays, calls = run.plays, run.calls
    found: dict[str, list[str]] = {}
    for slug, trials in (("classic", plays), ("fontainebleau-cats", calls)):
        for group in dict.fromkeys(advice.group for advice in ADVICE[slug]):
            found[group] = [
                *_gains(_of(slug, trials, group, together=False), "One player", "hand"),
                *_gains(_of(slug, trials, group, together=True), "All defenders", "deal"),
            ]
    found["holdings"] = _shares(
        "card of the declarer", "cards", "win a trick", ((name, name) for name in _HOLDINGS), plays
    )
    found["hands"] = [
        *_shares("hand", "hands", "misères made", ((name, name) for name in _MISERES), plays),
        f"Of {_HANDS:,} hands {count_misere_hands():,} are as described, "
        f"one in {round(_HANDS / count_misere_hands()):,}.",
        "",
    ]
    found["length"] = _shares(
        "lowest card of the suit",
        "hands",
        "hold four or more",
        ((name, f"four or more with lowest {name}") for name in _LOWEST),
        plays,
    )
    found["simple"] = _table(
        ["of the simple bot", "number", "share"],
        [
            _share(words, trials, name)
            for words, trials, name in (
                ("contracts of tricks made", plays, "tricks made"),
                ("misères made", plays, "misère made"),
                ("misères made with no suit missing", plays, "misère made with 0 voids"),
                ("misères made with one suit missing", plays, "misère made with 1 voids"),
                ("low cards to the lead of another defender", plays, "follows low"),
                ("calls of an ace or a king", calls, "calls an ace or a king"),
                ("calls of a trump", calls, "calls a trump"),
            )
        ],
    )
    beyond = clusters(plays.counts.get(BEYOND, ())).mean()
    found["beyond"] = [
        "A declarer of the simple bot's contracts of tricks wins, on average, "
        f"{_interval(beyond, '+.2f')} tricks more than he counts.",
        "",
    ]
    found["montecarlo"] = _asked(run)
    found["command"] = _command(run)
    return found


def _of(slug: str, trials: Trials, group: str, *, together: bool) -> list[tuple[Advice, Trial]]:
    return [
        (advice, trial)
        for advice, trial in zip(ADVICE[slug], trials.trials, strict=True)
        if advice.group == group and advice.together is together
    ]


# Tables.


def _gains(rows: Sequence[tuple[Advice, Trial]], who: str, unit: str) -> list[str]:
    if not rows:
        return []
    told = []
    for advice, trial in rows:
        gain, changed = clusters(trial.gain).mean(), clusters(trial.changed).mean()
        contrary = clusters(trial.contrary).share()
        told.append(
            [
                advice.words,
                "–" if contrary is None else _percent(contrary.estimate),
                _interval(gain, "+.2f"),
                "–" if changed is None else f"{changed.estimate:+.1f}",
                _verdict(trial, gain),
            ]
        )
    whose = "" if who == "One player" else " of all defenders"
    return _table(
        [who, f"{unit}s changed", f"chips{whose} a {unit}", f"a changed {unit}", ""], told
    )


def _verdict(trial: Trial, gain: Interval | None) -> str:
    if not any(times for times, _ in trial.contrary):
        return "is always done"
    if gain is None or gain.low is None or gain.high is None or gain.low <= 0 <= gain.high:
        return "undecided"
    return "gains" if gain.low > 0 else "loses"


def _shares(
    what: str, number: str, share: str, names: Iterable[tuple[str, str]], trials: Trials
) -> list[str]:
    return _table([what, number, share], [_share(words, trials, name) for words, name in names])


def _share(words: str, trials: Trials, name: str) -> list[str]:
    found = clusters(trials.counts.get(name, ()))
    return [words, str(found.size), _interval(found.share(), "%")]


def _asked(run: Run) -> list[str]:
    rows = []
    for slug, trials in (("classic", run.plays), ("fontainebleau-cats", run.calls)):
        for advice, trial in zip(ADVICE[slug], trials.trials, strict=True):
            if advice.asked:
                asked: Tally = trial.asked
                found = clusters(asked)
                rows.append([advice.words, str(found.size), _interval(found.share(), "%")])
    return _table(["advice", "decisions", f"``montecarlo:iterations={ASKED}`` follows it"], rows)


def _interval(found: Interval | None, form: str) -> str:
    """An estimate with its interval."""
    if found is None:
        return "–"
    ends = (found.estimate, found.low, found.high)
    if any(end is None for end in ends):
        return _shown(found.estimate, form)
    estimate, low, high = (_shown(end, form) for end in ends if end is not None)
    return f"{estimate} ({low} … {high})"


def _shown(value: float, form: str) -> str:
    return _percent(value) if form == "%" else format(value, form)


def _percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return table_rst(Table(head, rows), str, classes="figures")


def _command(run: Run) -> list[str]:
    usual, size = Size(), run.size
    options = [
        f" --{name} {getattr(size, name)}"
        for name in ("deals", "calls", "hands", "ask")
        if getattr(size, name) != getattr(usual, name)
    ]
    return [
        f"{size.deals} deals of ``classic``, {size.calls} of ``fontainebleau-cats``, "
        f"{size.hands} hands of each kind for a misère; the Monte Carlo bot is asked in the first "
        f"{size.ask} deals of each. Intervals of 95 %, a deal the unit. Made by:",
        "",
        ".. code-block:: console",
        "",
        f"   $ python -m benchmarks.advice{''.join(options)} --seed {run.seed} "
        "--table docs/advice.inc",
        "",
    ]
