"""The tables of the tellings held against each other, and what tellings make of one question."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve
from docs._ext.history import read

import boston_rules as br
from boston_rules.edition import disputes
from boston_rules.edition.__main__ import main
from boston_rules.edition.checking import register, silences, text_in
from boston_rules.edition.collation import Table, collate, irregular, stemma, tables
from boston_rules.edition.disputes import contradictions
from boston_rules.edition.statements import FAMILIES, texts
from boston_rules.variants.registry import own_variants

ROOT = Path(__file__).resolve().parents[2]


def table(text: str, kind: str, part: str = "") -> Table:
    (found,) = [
        each
        for each in tables()
        if (each.text, each.kind) == (text, kind) and each.part.startswith(part)
    ]
    return found


def test_the_tables_by_tricks_won_and_by_tricks_short_are_one() -> None:
    """CATS prints what is lost by the tricks won, the others by the tricks short."""
    cats = table("CATS", "lost", "American Boston, tricks short")
    assert cats.cells["9", "9"] == 127
    assert cats.cells["13", "1"] == 177
    assert len(cats.cells) == sum(range(5, 14)) == 81


@pytest.mark.parametrize(
    ("one", "other"),
    [(("CATS", "lost", "American Boston, tricks"), ("FOSTER", "lost", "p. 171"))],
)
def test_a_shared_caprice_is_found_and_a_spoilt_one_is_not(
    one: tuple[str, str, str], other: tuple[str, str, str]
) -> None:
    found = collate(table(*one), table(*other))
    assert found is not None
    assert (found.equal, found.irregular) == (81, (("8", "8"),))
    spoilt = evolve(table(*other), cells={**table(*other).cells, ("8", "8"): 100})
    found = collate(table(*one), spoilt)
    assert found is not None
    assert (found.equal, found.irregular) == (80, ())
    assert found.differing == ((("8", "8"), 110, 100),)


def test_a_row_that_falls_is_irregular_and_an_even_one_is_not() -> None:
    def row(chips: Iterable[int]) -> dict[tuple[str, str], int]:
        return {("12", str(short)): each for short, each in enumerate(chips, 1)}

    assert irregular(row((24, 26, 29, 32, 26, 40))) == {("12", "5"), ("12", "6")}
    assert irregular(row((24, 26, 29, 32, 36, 40))) == frozenset()


def test_the_slams_of_a_telling_are_a_fifth_of_the_american_table() -> None:
    found = collate(table("FOSTER", "suits", "p. 178"), table("PKW", "suits"))
    assert found is not None
    assert (found.factor, found.equal, found.differing) == (Fraction(1, 5), 8, ())


def test_tables_of_two_games_are_not_kin() -> None:
    found = collate(table("WEB", "flat"), table("CATS", "flat"))
    assert found is not None
    assert not found.kindred
    assert all("WEB" not in pair for pair in stemma())


def test_every_variant_is_of_one_family() -> None:
    slugs = [slug for family in FAMILIES.values() for slug in family]
    assert sorted(slugs) == sorted(own_variants())


def test_within_a_variant_the_register_decides_every_disagreement() -> None:
    """A variant may rest on several tellings; where they differ, something says which is heard."""
    for found in disputes.disputes():
        for one, other in found.between:
            sides = [
                each for each in found.statements if texts()[each.text].telling in (one, other)
            ]
            mine = {
                slug for each in sides if texts()[each.text].telling == one for slug in each.games
            }
            shared = [each for each in sides if mine.intersection(each.games)]
            if {texts()[each.text].telling for each in shared} == {one, other}:
                assert found.covered, f"{found.game}: {found.question}: {one} and {other}"


def test_the_search_finds_most_contradictions_of_the_register_by_itself() -> None:
    known = contradictions(ROOT)
    assert set(known) <= set(register(ROOT))
    assert {number for number, is_found in known.items() if not is_found} == {"N7", "R1", "R22"}
    assert sum(known.values()) == 19


def test_what_no_telling_speaks_of_has_a_ruling() -> None:
    numbers = set(register(ROOT))
    for slug in own_variants():
        for path, ruling in silences(slug).items():
            assert set(ruling.split(", ")) <= numbers, f"{slug}: {path}"


def test_the_program_tells_both(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--stemma"]) == 0
    assert "both irregular: 8 8: 110" in capsys.readouterr().out
    assert main(["--disputes", "--root", str(ROOT)]) == 0
    told = capsys.readouterr().out
    assert "19 of 22 contradictions of the register found" in told
    assert "NOT COVERED" in told


def test_witnesses_dates_and_names_refer_to_each_other() -> None:
    witnesses = set(read("witnesses"))
    assert {text.telling for text in texts().values()} <= witnesses
    events = read("chronology")["event"]
    assert [event["year"] for event in events] == sorted(event["year"] for event in events)
    named = [(bid["key"], name) for bid in read("names")["bid"] for name in bid["names"]]
    told = [key for event in events for key in event["by"]]
    told += [key for _, (_, _, keys) in named for key in keys]
    assert set(told) <= witnesses
    keys = {step.key for slug in own_variants() for step in br.get_variant(slug).ladder}
    assert {key for key, _ in named} <= keys
    assert len(named) == len({(key, *name[:2]) for key, name in named})


def test_the_names_of_the_bids_are_printed_so() -> None:
    folder = os.environ.get("BOSTON_TEXTS")
    if folder is None:
        pytest.skip("the texts are not ours to keep: BOSTON_TEXTS=DIR")
    printed = {
        key: re.sub(r"[\s_=]+", " ", "\n".join(lines)).casefold()
        for key, text in texts().items()
        if (lines := text_in(Path(folder), text)) is not None
    }
    assert len(printed) > 5
    names = [name for bid in read("names")["bid"] for name in bid["names"]]
    for _, name, witnesses in names:
        for key in printed.keys() & set(witnesses):
            assert name.casefold() in printed[key], f"{key} does not print {name}"
