"""The command that shows what the tests catch: ``python -m tests.mutations``."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.mutations import MUTATIONS, ROOT, Mutation, caught, copied


def test_every_fault_has_its_place_in_the_source_and_its_tests() -> None:
    assert len(MUTATIONS) == len({each.what for each in MUTATIONS}) == 29
    for each in MUTATIONS:
        source = ROOT / "src" / "boston_rules" / each.file
        assert source.read_text(encoding="utf-8").count(each.old) == 1, each.what
        for test in each.tests.split():
            assert (ROOT / "tests" / test.partition("::")[0]).is_file(), each.what


@pytest.mark.long
def test_a_fault_is_caught_and_a_sound_copy_is_not_blamed(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    goal = next(each for each in MUTATIONS if each.file == "rules/goals.py")
    assert caught(goal, folder).startswith("rules/test_goals.py::")
    assert caught(goal._replace(new=goal.old), folder) == ""
    with pytest.raises(ValueError, match="stands not once"):
        caught(Mutation("nothing", "rules/goals.py", "no such text", "", "rules"), folder)
