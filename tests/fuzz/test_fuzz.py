"""The fuzz targets run, and find what is wrong."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.fuzz import __main__ as fuzz
from tests.fuzz.targets import SEEDS, TARGETS, Target, seeds_of


@pytest.mark.parametrize("name", TARGETS)
def test_every_seed_is_read_or_refused(name: str) -> None:
    assert len(seeds_of(name)) >= 2
    for content in seeds_of(name):
        TARGETS[name].read(content)


@pytest.mark.long
@pytest.mark.parametrize(
    "name", ["records", "views", "events", "pbn", "tokens", "protocol", "houses"]
)
def test_the_samples_among_the_seeds_are_those_that_are_made(name: str) -> None:
    for number, content in enumerate(TARGETS[name].samples()):
        assert SEEDS.joinpath(name, f"sample-{number:02}").read_bytes() == content


def test_there_is_a_target_for_every_reader() -> None:
    assert set(TARGETS) == set(fuzz.READERS) == {path.name for path in SEEDS.iterdir()}


@pytest.mark.parametrize("name", fuzz.GUIDING)
def test_what_guides_the_inputs_is_there(name: str) -> None:
    assert find_spec(name) is not None


@pytest.mark.parametrize("name", TARGETS)
def test_mutations_of_the_seeds_find_nothing(name: str) -> None:
    """A moment of them; the gate takes five seconds for each reader."""
    assert fuzz.mutated(name, 0.3, seed=1) > 0


def test_the_command_says_how_many_there_were(capsys: pytest.CaptureFixture[str]) -> None:
    fuzz.main(["tokens", "--plain", "--seconds", "1"])
    assert "nothing but results" in capsys.readouterr().out


def test_anything_else_that_comes_out_is_found_and_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def broken(content: bytes) -> None:
        raise KeyError("x")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(TARGETS, "records", Target(broken, TARGETS["records"].samples))
    with pytest.raises(KeyError):
        fuzz.main(["records", "--plain", "--seconds", "1"])
    assert [path.name[:8] for path in tmp_path.iterdir()] == ["records-"]
