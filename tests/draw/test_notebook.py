"""Notebooks find pictures on the objects themselves, and nobody else pays for it."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from docs._ext.gallery import main, pictures
from docs._ext.specimens import ENGLISH, FONTAINEBLEAU, FRENCH, position, session

import boston_rules as br
from boston_rules.telling import draw
from boston_rules.variants import BUILT_IN

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"


def test_states_views_bills_and_records_show_themselves() -> None:
    for state in (position(FONTAINEBLEAU, 30), position(FRENCH, 3), session(ENGLISH)[0]):
        assert state._repr_svg_() == draw.deal(state).svg
        for seat in (None, 0, 2):
            view = br.observe(state, seat)
            assert view._repr_svg_() == draw.deal(view).svg
    ends = session(FONTAINEBLEAU)
    bill, record = ends[0].settlement, br.record(ends)
    assert bill is not None
    assert bill._repr_html_() == draw.html(bill)
    assert record._repr_html_() == draw.html(record)
    variant = ends[0].table.variant
    assert variant._repr_html_() == draw.html(variant)
    for table in (bill, record, variant):
        assert not hasattr(table, "_repr_svg_")


@pytest.mark.parametrize("slug", br.list_variants())
def test_every_phase_of_every_variant_shows_itself(slug: str) -> None:
    from boston_rules import testing

    seen: set[str] = set()
    for seed in range(3):
        for at in testing.random_walk(br.get_variant(slug), seed=seed).positions:
            if at.state.phase not in seen:
                seen.add(at.state.phase)
                assert at.state._repr_svg_().startswith("<svg")
    assert {"auction", "settled"} <= seen


def test_whatever_has_a_picture_has_the_same_by_its_kind() -> None:
    end = session(FONTAINEBLEAU)[0]
    assert isinstance(end, br.Settled)
    assert draw.picture(end.tricks[3]) == draw.trick(end.tricks[3])
    variant = end.table.variant
    assert draw.picture(variant, theme="dark") == draw.ladder(variant, theme="dark")
    assert draw.picture(end.settlement, theme="light") == draw.bill(end.settlement, theme="light")


def test_showing_a_state_leaves_it_as_it_is() -> None:
    state = position(FONTAINEBLEAU, 30)
    kept = pickle.dumps(state)
    state._repr_svg_()
    assert pickle.dumps(state) == kept
    assert pickle.loads(kept) == state
    assert not hasattr(state, "__dict__")


_LOADED = """
import sys
import boston_rules as br
state = br.start(br.get_variant("classic"))
early = ("boston_rules.telling.draw", "boston_rules.telling.wording", "boston_rules.cli", "xml")
assert not {name for name in sys.modules if name.startswith(early)}
assert state._repr_svg_().startswith("<svg")
outside = {name.partition(".")[0] for name in sys.modules} - set(sys.stdlib_module_names)
print(*sorted(name for name in outside if name in ("click", "rich", "numpy", "hypothesis")))
"""


def test_pictures_are_loaded_when_they_are_asked_for_and_need_no_extra() -> None:
    done = subprocess.run([sys.executable, "-c", _LOADED], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == ""


# The pictures of the documentation.


@pytest.mark.long
def test_the_pictures_of_the_documentation_are_drawn_by_this_code() -> None:
    """After a change: python -m docs._ext.gallery docs/pictures, and look at them."""
    drawn = {f"{name}.svg": drawing.svg + "\n" for name, drawing in pictures(BUILT_IN).items()}
    kept = {path.name: path.read_text(encoding="utf-8") for path in PICTURES.glob("*.svg")}
    assert sorted(kept) == sorted(drawn)
    stale = [name for name, svg in drawn.items() if kept[name] != svg]
    assert stale == []


@pytest.mark.long
def test_the_gallery_writes_its_pictures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path / "new")]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert {path.name for path in PICTURES.glob("*.svg")} <= {Path(path).name for path in printed}
    assert sorted(map(str, (tmp_path / "new").iterdir())) == sorted(printed)
    assert main([]) == 2
    assert capsys.readouterr().err == "usage: python -m docs._ext.gallery FOLDER\n"
