"""Every registered variant, so that one added later is tested without a new line."""

from __future__ import annotations

import pytest

import boston_rules as br


@pytest.fixture(scope="session", params=br.list_variants())
def variant(request: pytest.FixtureRequest) -> br.Variant:
    """A variant with its default options."""
    slug: str = request.param
    return br.get_variant(slug)
