"""Stakes that one deal leaves to the next."""

from __future__ import annotations

import pytest

import boston_rules as br
from boston_rules.rules.stakes import DoubledAfterThrownIn


@pytest.mark.parametrize("factor", [2, 3])
def test_raised_once_by_a_deal_thrown_in_and_back_by_one_played(factor: int) -> None:
    rule = DoubledAfterThrownIn(factor)
    assert rule.values == (1, factor)
    for stakes in rule.values:
        assert rule.following(stakes, played=False) == factor
        assert rule.following(stakes, played=True) == 1


@pytest.mark.parametrize("factor", [1, 0, -2, 2.0, True, None])
def test_a_factor_that_raises_nothing_is_refused(factor: object) -> None:
    with pytest.raises(br.VariantError, match="factor is a whole number from 2"):
        DoubledAfterThrownIn(factor)  # type: ignore[arg-type]


def test_words() -> None:
    words = DoubledAfterThrownIn().words()
    assert "multiplied by 2, once" in words
    assert "by 3, once" in DoubledAfterThrownIn(3).words()
