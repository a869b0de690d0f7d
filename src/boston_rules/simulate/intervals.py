"""Confidence intervals for means and shares, from whole-number sums.

Sessions are the independent unit: what happens within one session may hang together, through the
pool, a pack that is not shuffled between deals, or a bot that learns. So a mean chips a deal is the
ratio of two sums over sessions, chips and deals, and its standard error is that of a ratio of
cluster totals, with the usual linearisation [1]_. Sums are kept as whole numbers, so that the
figures do not depend on the order in which sessions were finished.

A share has Wilson's score interval [2]_ with the effective number of trials, which is the number of
trials divided by the design effect, the variance between sessions over that of independent trials,
where that is more than 1 [3]_.

Quantiles are those of the normal distribution: with fewer than some thirty sessions intervals of
means are too narrow.

.. [1] W. G. Cochran, *Sampling Techniques*, 3rd edition (1977), 6.4 and 9A.
.. [2] E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal
   of the American Statistical Association 22 (1927).
.. [3] E. L. Korn and B. I. Graubard, "Confidence intervals for proportions with small expected
   number of positive counts estimated from survey data", Survey Methodology 24 (1998).
"""

from __future__ import annotations

import math
from fractions import Fraction
from statistics import NormalDist

from attrs import define, frozen

from boston_rules.core.arguments import is_number, shown
from boston_rules.core.saying import say

__all__ = ["Clusters", "Interval", "quantile", "wilson"]


def quantile(confidence: float) -> float:
    """How many standard errors a two-sided interval reaches to each side.

    Raises:
        ValueError: the confidence is not between 0 and 1.

    >>> round(quantile(0.95), 4)
    1.96
    """
    if not (is_number(confidence) and 0 < confidence < 1):
        raise ValueError(
            say("a confidence is between 0 and 1, not {value}", value=shown(confidence))
        )
    return NormalDist().inv_cdf((1 + confidence) / 2)


@frozen
class Interval:
    """An estimate and how far it can be trusted."""

    estimate: float
    """The mean, or the share."""
    low: float | None
    """Lower end; ``None`` where a single session tells nothing about the spread."""
    high: float | None
    """Upper end; ``None`` as for ``low``."""


def wilson(
    successes: float, trials: float, confidence: float = 0.95, *, design_effect: float = 1.0
) -> Interval | None:
    """Wilson's interval for a share; ``None`` without trials.

    Args:
        successes: how many trials succeeded.
        trials: how many there were.
        confidence: how often such an interval covers the true share.
        design_effect: by how much the variance is larger than that of independent trials; less
            than 1 counts as 1.

    Raises:
        ValueError: a number is negative or not a number, more trials succeeded than there were, or
            the confidence is not between 0 and 1.

    >>> from boston_rules.simulate import wilson
    >>> made = wilson(8, 10)
    >>> round(made.low, 4), round(made.high, 4)
    (0.4902, 0.9433)
    """
    for name, value in (
        ("successes", successes),
        ("trials", trials),
        ("design_effect", design_effect),
    ):
        if not (is_number(value) and 0 <= value < math.inf):
            raise ValueError(f"{name} must be a number from 0, not {shown(value)}")
    if not successes <= trials:
        raise ValueError(f"successes must be {trials} at most, not {successes}")
    if not trials:
        return None
    share = successes / trials
    z = quantile(confidence)
    n = trials / max(1.0, design_effect)
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    reach = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    # Rounding must not put the end of an interval beyond a share of 0 or 1.
    low = 0.0 if successes == 0 else max(0.0, middle - reach)
    high = 1.0 if successes == trials else min(1.0, middle + reach)
    return Interval(share, low, high)


@define
class Clusters:
    """Sums over sessions of a total (chips, successes) and of a size (deals, trials)."""

    sessions: int = 0
    """Sessions with a size other than 0."""
    total: int = 0
    """The sum of the totals."""
    size: int = 0
    """The sum of the sizes."""
    _total_squared: int = 0
    _size_squared: int = 0
    _product: int = 0

    def add(self, total: int, size: int) -> None:
        """Count a session."""
        if size:
            self.sessions += 1
            self.total += total
            self.size += size
            self._total_squared += total * total
            self._size_squared += size * size
            self._product += total * size

    def variance(self) -> float | None:
        """Of the ratio ``total / size``; ``None`` with fewer than two sessions."""
        n = self.sessions
        if n < 2:
            return None
        ratio = Fraction(self.total, self.size)
        squares = (
            self._total_squared - 2 * ratio * self._product + ratio * ratio * self._size_squared
        )
        return float(Fraction(n, n - 1) * squares / self.size**2)

    def mean(self, confidence: float = 0.95) -> Interval | None:
        """The ratio with its interval; ``None`` if nothing was counted.

        >>> from boston_rules.simulate import Clusters
        >>> clusters = Clusters()
        >>> for chips in (10, 20, 30):
        ...     clusters.add(chips, 2)
        >>> interval = clusters.mean()
        >>> interval.estimate, round(interval.low, 3), round(interval.high, 3)
        (10.0, 4.342, 15.658)
        """
        if not self.size:
            return None
        estimate = self.total / self.size
        variance = self.variance()
        if variance is None:
            return Interval(estimate, None, None)
        reach = quantile(confidence) * math.sqrt(variance)
        return Interval(estimate, estimate - reach, estimate + reach)

    def share(self, confidence: float = 0.95) -> Interval | None:
        """The ratio, where totals are successes among trials, with Wilson's interval."""
        if not self.size:
            return None
        share = self.total / self.size
        alone = share * (1 - share) / self.size
        variance = self.variance()
        effect = variance / alone if alone and variance is not None else 1.0
        return wilson(self.total, self.size, confidence, design_effect=effect)
