"""Whole random sessions: cards and chips conserved, counted and tabled."""

from __future__ import annotations

from pathlib import Path

import pytest

import boston_rules as br
from boston_rules.testing.__main__ import main
from boston_rules.testing.broken import Law, LawBroken
from boston_rules.testing.errors_at_table import play_at_table
from boston_rules.testing.sessions import SessionCount, play_sessions, table_of

pytestmark = pytest.mark.laws


@pytest.mark.no_cover  # depth, not coverage: four times as fast
def test_random_sessions_conserve_cards_and_chips(variant: br.Variant) -> None:
    sessions = max(2, 72 // variant.session.deals)
    count = play_sessions(variant, sessions)
    assert count.sessions == sessions
    assert count.deals == count.passed_out + count.made.total() + count.lost.total()
    if variant.session.first_to is None:
        assert count.deals == sessions * variant.session.deals
    assert count.actions > 13 * count.deals
    assert 0 < count.passed_out < count.deals / 2
    assert count.contracts > len(variant.ladder) / 2
    assert count.made
    assert count.lost


def test_the_table_has_two_lines_a_variant_and_one_for_all() -> None:
    count = SessionCount("some", sessions=2, deals=3, actions=200, passed_out=1)
    variant = br.get_variant(br.list_variants()[0])
    key = variant.ladder.steps[0].key
    count.made[key] += 1
    count.lost[key] += 1
    head, row, contracts, *_, total = table_of([(variant, count)] * 2).splitlines()
    assert head.split()[:3] == ["variant", "sessions", "deals"]
    assert row.split() == ["some", "2", "3", "200", "1", f"1/{len(variant.ladder)}", "1", "/", "1"]
    assert contracts.strip().startswith(f"{key} 1/1, ")
    assert total.split() == ["all", "4", "6", "400", "2", "2", "/", "2"]


def test_module_prints_sessions(capsys: pytest.CaptureFixture[str]) -> None:
    slug = br.list_variants()[1]
    main([slug, "--sessions", "1", "--seed", "3"])
    printed = capsys.readouterr().out
    assert len(printed.splitlines()) == 4
    assert slug in printed


def test_module_plays_strictly_and_by_the_law_of_the_table(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["russian-foster", "--sessions", "1", "--table", "2", "--jobs", "2"])
    strict, _, all_strict, _, table, all_table = capsys.readouterr().out.splitlines()[1:]
    assert strict.split()[1:3] == all_strict.split()[1:3] == ["1", "12"]
    assert table.split()[1] == all_table.split()[1] == "2"
    assert int(strict.split()[3]) == int(all_strict.split()[3]) > 12 * 13
    assert int(table.split()[2]) == int(all_table.split()[2]) > 2 * 13


def test_module_tells_what_is_broken_in_play(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stuck(*_: object) -> tuple[br.Action, ...]:
        return ()

    monkeypatch.setattr("boston_rules.testing.random_walks.lawful_actions", stuck)
    with pytest.raises(SystemExit) as ended:
        main(["russian-foster", "--sessions", "1"])
    assert ended.value.code == 1
    assert "law 1" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["russian-foster", "--sessions", "1", "--walks", "1"])
    assert "--sessions and --table only play" in capsys.readouterr().err


def test_module_checks_laws(capsys: pytest.CaptureFixture[str]) -> None:
    slug = br.list_variants()[-1]
    main([slug, "--walks", "1"])
    assert capsys.readouterr().out.startswith(f"{slug}: all laws hold on 1 walks of 1 deals")


def test_module_checks_laws_without_an_option(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def check(variant: br.Variant, *, examples: int, seed: int) -> str:
        asked.append((variant.slug, examples))
        raise LawBroken(Law.COMPLETE, "so", variant)

    monkeypatch.setattr("boston_rules.testing.__main__.check_variant", check)
    with pytest.raises(SystemExit) as ended:
        main(["mariland"])
    assert (ended.value.code, asked) == (1, [("mariland", 20)])
    assert "law 2 (complete) is broken by mariland" in capsys.readouterr().err


def test_module_checks_the_laws_of_house_rules(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    house = tmp_path / "friday.toml"
    house.write_text('variant = "whisch-bostonien"\npool.ante_when_empty = true', "utf-8")
    main([str(house), "--walks", "1"])
    assert capsys.readouterr().out.startswith("whisch-bostonien: all laws hold on 1 walks")
    for text in ("[", 'variant = "mariland"\npool.cup = 3'):
        house.write_text(text, "utf-8")
        with pytest.raises(SystemExit):
            main([str(house)])
    with pytest.raises(SystemExit):
        main([str(tmp_path / "other.toml")])
    told = capsys.readouterr().err
    assert "this is not TOML" in told
    assert "pool has no field 'cup'" in told
    assert "No such file" in told


def test_module_names_near_variants(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["marylan"])
    assert "mariland" in capsys.readouterr().err


def test_the_table_of_errors(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = br.list_variants()[:2]
    main([first, second, "--table", "6"])
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split()[:3] == ["variant", "deals", "actions"]
    assert [row.split()[:2] for row in rows] == [[first, "3"], [second, "3"], ["all", "6"]]


@pytest.mark.no_cover  # depth, not coverage: four times as fast
def test_deals_with_errors_of_every_kind_conserve_chips(variant: br.Variant) -> None:
    deals = 12 if variant.laws.whist is None else 72  # many of which an error ends
    count = play_at_table(variant, deals)
    assert count.deals == deals
    for kind in ("revokes played", "claims", "exposed cards", "demands"):
        assert count.happened[kind], kind
