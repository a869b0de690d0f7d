"""The check of many deals, on a few of them."""

from __future__ import annotations

import pytest
from tests.records.selfcheck import main

import boston_rules as br


def test_a_few_deals_of_every_variant(capsys: pytest.CaptureFixture[str]) -> None:
    variants = len(br.list_variants())
    main(["--deals", str(3 * variants)])
    assert capsys.readouterr().out.startswith(f"{3 * variants} deals of {variants} variants")
