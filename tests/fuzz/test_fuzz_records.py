"""The fuzz target runs, and finds what is wrong."""

from __future__ import annotations

import pytest
from tests.fuzz import fuzz_records

from boston_rules import records


def test_the_target_takes_its_corpus() -> None:
    for content in fuzz_records.corpus():
        fuzz_records.one_input(content)


def test_a_second_of_mutations_finds_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    fuzz_records.main(["--plain", "--seconds", "1"])
    assert "nothing but records" in capsys.readouterr().out


def test_anything_else_that_comes_out_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(text: bytes) -> None:
        raise KeyError("x")

    monkeypatch.setattr(records, "loads", broken)
    with pytest.raises(KeyError):
        fuzz_records.main(["--plain", "--seconds", "1"])
