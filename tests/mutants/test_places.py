"""The sample of mutants, with Cosmic Ray's operators."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.mutants.places import Changed, changed, files, of_line, places, sample

SOURCE = """from __future__ import annotations

@final
def cut(cards: int | None, *, most: int = 3) -> int | None:
    left: int | None = None
    if cards == most:
        left = cards + 1
    return left
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "cuts.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "deal").mkdir()
    (tmp_path / "deal" / "cuts.py").write_text(SOURCE.replace("cut", "lift"), encoding="utf-8")
    (tmp_path / "telling.py").write_text(SOURCE, encoding="utf-8")
    return tmp_path


def drawn(package: Path, size: int, seed: int) -> list[tuple[str, str, str]]:
    return [(each.mutant.file, each.was, each.becomes) for each in sample(package, size, seed)]


def test_annotations_and_marks_of_keywords_are_no_places(package: Path) -> None:
    assert files(package) == ["deal/cuts.py", "rules/cuts.py"]
    everywhere = drawn(package, 100, 1)
    assert sorted(was for file, was, _ in everywhere if file == "rules/cuts.py") == [
        "@final",
        "def cut(cards: int | None, *, most: int = 3) -> int | None:",
        "if cards == most:",
        "if cards == most:",
        "left = cards + 1",
        "left = cards + 1",
    ]


def test_the_first_of_a_sample_are_a_smaller_sample(package: Path) -> None:
    assert drawn(package, 3, 7) == drawn(package, 8, 7)[:3]
    assert drawn(package, 8, 7) == drawn(package, 8, 7)
    assert drawn(package, 8, 7) != drawn(package, 8, 8)


def test_a_change_leaves_the_sample_of_other_files(package: Path) -> None:
    before = [each for each in drawn(package, 100, 1) if each[0] == "deal/cuts.py"]
    other = package / "rules" / "cuts.py"
    other.write_text("\n" + SOURCE.replace("most:", "least:"), encoding="utf-8")
    assert [each for each in drawn(package, 100, 1) if each[0] == "deal/cuts.py"] == before


def test_a_mutant_is_one_line_changed(package: Path) -> None:
    of_sum = list(of_line(package, "rules/cuts.py", "left = cards + 1"))
    assert {each.becomes for each in of_sum} >= {"left = cards - 1", "left = cards + 2"}
    assert len({each.becomes for each in of_sum}) == len(of_sum) == 13
    for each in of_sum:
        assert each.source == SOURCE.replace(each.was, each.becomes)
        assert each == changed(package, each.mutant)
        assert isinstance(each, Changed)
    (bare,) = of_line(package, "rules/cuts.py", "@final")
    assert bare.becomes == ""
    assert "@final" not in bare.source
    assert len(places(package, "rules/cuts.py")) > 5
