"""Intervals against published and hand-worked figures."""

from __future__ import annotations

import math
import random
from itertools import permutations
from statistics import mean, stdev

import pytest
from attrs import evolve

from boston_rules.simulate import Clusters, DealRow, Interval, wilson
from boston_rules.simulate.intervals import quantile
from boston_rules.simulate.report import report_of


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        # R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in
        # Medicine 17 (1998), table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_as_published(successes: int, trials: int, low: float, high: float) -> None:
    found = wilson(successes, trials)
    assert found is not None
    assert found.estimate == successes / trials
    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)


def test_wilson_at_its_ends_and_with_fewer_effective_trials() -> None:
    assert wilson(0, 0) is None
    every = wilson(7, 7)
    assert every is not None
    assert every.high == 1.0
    assert wilson(8, 10, design_effect=0.3) == wilson(8, 10)
    halved, five = wilson(8, 10, design_effect=2), wilson(4, 5)
    assert halved == five


@pytest.mark.parametrize("confidence", [0, 1, -0.5, 95])
def test_a_confidence_is_between_0_and_1(confidence: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        quantile(confidence)


@pytest.mark.parametrize(("confidence", "z"), [(0.9, 1.644854), (0.95, 1.959964), (0.99, 2.575829)])
def test_quantiles_are_those_of_the_tables(confidence: float, z: float) -> None:
    assert quantile(confidence) == pytest.approx(z, abs=1e-6)


def clusters(*pairs: tuple[int, int]) -> Clusters:
    made = Clusters()
    for total, size in pairs:
        made.add(total, size)
    return made


def test_sessions_of_one_length_have_the_standard_error_of_their_means() -> None:
    totals = [12, -30, 55, 8, 0, 21]
    found = clusters(*((total, 4) for total in totals)).mean(0.95)
    assert found is not None
    means = [total / 4 for total in totals]
    reach = 1.959963984540054 * stdev(means) / math.sqrt(6)
    assert found.estimate == pytest.approx(mean(means))
    assert found.high == pytest.approx(mean(means) + reach)
    assert found.low == pytest.approx(mean(means) - reach)


def test_sessions_of_different_lengths_worked_by_hand() -> None:
    # 10 chips in 1 deal and 20 in 3: 7.5 a deal. Residuals 10 - 7.5 = 2.5 and 20 - 22.5 = -2.5;
    # variance 2/1 * (6.25 + 6.25) / 4**2 = 1.5625, standard error 1.25.
    assert clusters((10, 1), (20, 3)).variance() == 1.5625
    assert clusters((10, 1), (20, 3), (5, 0)) == clusters((10, 1), (20, 3))
    found = clusters((10, 1), (20, 3)).mean()
    assert found is not None
    assert found.low == pytest.approx(7.5 - 1.25 * 1.959963984540054)


def test_one_session_tells_nothing_about_the_spread() -> None:
    assert clusters((10, 4)).mean() == Interval(2.5, None, None)
    assert clusters().mean() is None
    assert clusters().share() is None
    assert clusters((3, 4)).share() == wilson(3, 4)


def test_the_order_of_sessions_does_not_matter_to_the_last_bit() -> None:
    pairs = [(10**9 + 7, 3), (-5, 7), (123456789, 11), (1, 1)]
    assert len({clusters(*order).variance() for order in permutations(pairs)}) == 1


def test_shares_that_hang_together_within_sessions_have_wider_intervals() -> None:
    # Each session of 4 has all or none: 4 independent trials, not 16.
    # Variance 4/3 * 4 * 2**2 / 16**2 = 1/12; independent 1/64; design effect 16/3; n = 3.
    found = clusters((4, 4), (0, 4), (4, 4), (0, 4)).share()
    assert found is not None
    alike = wilson(1.5, 3)
    assert alike is not None
    assert (found.estimate, found.low, found.high) == pytest.approx(
        (alike.estimate, alike.low, alike.high)
    )
    assert clusters((2, 4), (2, 4)).share() == wilson(4, 8)


def test_intervals_cover_the_truth_about_as_often_as_they_say() -> None:
    rng = random.Random(4)
    runs, inside = 400, 0
    for _ in range(runs):
        made = Clusters()
        for _ in range(60):
            common, size = rng.gauss(0, 30), rng.randint(3, 9)
            made.add(sum(round(common + rng.gauss(5, 40)) for _ in range(size)), size)
        interval = made.mean(0.9)
        assert interval is not None
        assert interval.low is not None
        assert interval.high is not None
        inside += interval.low <= 5 <= interval.high
    assert 0.85 < inside / runs < 0.94


ROW = DealRow(
    session=0,
    deal=1,
    dealer=0,
    contract="6",
    suit="H",
    suit_class=None,
    declarer=1,
    partner=None,
    made=True,
    slam=None,
    conceded=False,
    tricks=6,
    target=6,
    chips=(-10, 40, -10, -10),
    pool_before=0,
    pool_after=-10,
    set_aside_before=0,
    set_aside_after=0,
    actions=60,
)
LOST = evolve(ROW, deal=2, made=False, tricks=5, chips=(10, -40, 10, 10), pool_after=10)
PASSED = evolve(
    ROW,
    session=1,
    contract=None,
    suit=None,
    declarer=None,
    made=None,
    conceded=None,
    tricks=None,
    target=None,
    chips=(-5, 0, 0, 0),
    pool_after=5,
)
OTHER = evolve(PASSED, deal=2, chips=(0, -5, 0, 0), pool_after=7, set_aside_after=3)


def test_a_report_worked_by_hand() -> None:
    rows = [ROW, LOST, PASSED, OTHER]
    report = report_of(rows, contracts=("5", "6"), bots=("a", "b", "a", "a"), confidence=0.9)
    assert report is not None
    assert (report.sessions, report.deals, report.passed_out, report.pool) == (2, 4, 2, 20)
    never, six = report.contracts
    assert (never.key, never.deals, never.made, never.success, never.chips) == (
        "5",
        0,
        0,
        None,
        None,
    )
    assert (six.deals, six.share.estimate, six.made) == (2, 0.5, 1)
    assert six.success == wilson(1, 2, 0.9)
    assert six.chips == Interval(0.0, None, None), "one session has it"
    assert report.success == wilson(1, 2, 0.9)
    seats = [line.chips.estimate for line in report.seats]
    assert seats == [-5 / 4, -5 / 4, 0, 0]
    first = report.seats[0].chips
    # 0 chips and -5 chips in 2 deals each: means 0 and -2.5, standard error 1.25.
    assert first.high == pytest.approx(-1.25 + 1.25 * 1.6448536269514722)
    assert [(line.name, line.deals) for line in report.bots] == [("a", 12), ("b", 4)]
    assert report.bots[0].chips.estimate == pytest.approx(-5 / 12)
    assert report.as_dict()["contracts"][1]["share"]["estimate"] == 0.5
    assert report_of([], contracts=(), bots=("a",)) is None
