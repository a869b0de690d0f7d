"""Samples are exactly uniform over what the viewer could not tell apart, whatever binds the cards.

Each view is one in which a planted fault is refused, so that no test here can pass for want of
power. ``python -m tests.exactness`` prints the table of all views and of the faults.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from tests.exactness.frequencies import LIMIT, Fit, pooled, power, smallest_bias
from tests.exactness.views import CASES, Case, exact_chances, views

import boston_rules as br
from boston_rules.core.cardplay.bits import COMPILED

pytestmark = pytest.mark.no_cover


@pytest.mark.long
@pytest.mark.skipif(COMPILED, reason="no fault can be planted in machine code")
@pytest.mark.parametrize("case", CASES, ids=str)
def test_law_7_samples_are_the_states_that_look_the_same(case: Case) -> None:
    for alike, expected in views(case):
        worlds = br.Worlds(alike.view)
        assert worlds.count == expected.worlds
        assert not (fit := expected.fit(alike)).refused, fit
        chances = exact_chances(worlds)
        if chances is not None:
            assert list(chances.values()) == [Fraction(1, worlds.count)] * worlds.count


def test_power_is_that_of_a_noncentral_chi_square_distribution() -> None:
    """Samples with a known bias are refused as often as it says."""
    states, draws, bias, rng = 40, 4000, 0.13, Random(1)
    expected = power(draws * bias**2, states - 1)
    refused = 0
    for _ in range(200):
        counts = [0] * states
        for _ in range(draws):
            half = rng.random() < (1 + bias) / 2
            counts[int(rng.random() * states / 2) + (0 if half else states // 2)] += 1
        square = sum((count - draws / states) ** 2 for count in counts) * states / draws
        refused += Fit(draws, square, states - 1).refused
    assert 0.3 < expected < 0.7
    assert abs(refused / 200 - expected) < 0.15


def test_many_small_biases_are_found_together() -> None:
    one = Fit(2000, 140.0, 99)
    assert not one.refused
    assert pooled([one] * 10) == Fit(20000, 1400.0, 990)
    assert pooled([one] * 10).height > LIMIT
    assert smallest_bias(20000, 990) < smallest_bias(2000, 99) / 1.5
