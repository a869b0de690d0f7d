"""``boston-rules variants`` and ``boston-rules show``."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve
from click.testing import Result

import boston_rules as br
from boston_rules.core.saying import sentence_of
from boston_rules.telling.wording.rulewords import words_of

Run = Callable[..., Result]
Read = Callable[..., Any]
EVERY = pytest.mark.parametrize("slug", br.list_variants())


def words(text: str) -> str:
    return " ".join(text.split())


def test_the_list_of_variants(run: Run, document: Read) -> None:
    text, told = run("variants").stdout, document("variants")
    assert [entry["variant"] for entry in told] == list(br.list_variants())
    for entry in told:
        variant = br.get_variant(entry["variant"])
        assert entry["fingerprint"] == variant.fingerprint()
        assert entry["revision"] == variant.revision
        assert entry["bids"] == len(variant.ladder)
        assert entry["about"] == variant.about
        assert [source["title"] for source in entry["sources"]] == [
            source.title for source in variant.sources
        ]
        row = re.search(
            rf"^{variant.slug}  .*{re.escape(variant.title)} +{len(variant.ladder)}$",
            text,
            re.MULTILINE,
        )
        assert row, variant.slug
        assert f"revision {variant.revision} " in text
        assert variant.fingerprint() in text
        for source in variant.sources:
            assert re.search(rf"^{source.key} +{re.escape(source.title[:30])}", text, re.MULTILINE)
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize(
    ("slug", "columns"),
    [*((slug, 80) for slug in br.list_variants()), ("fontainebleau", 120), ("french", 109)],
)
def test_the_whole_of_a_variant_is_shown(
    run: Run, monkeypatch: pytest.MonkeyPatch, slug: str, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    text = run("show", slug).stdout
    variant = br.get_variant(slug)
    lines = text.splitlines()
    assert lines[0] == variant.title
    assert max(map(len, lines)) <= columns
    assert "\x1b" not in text
    assert all(line == line.rstrip() for line in lines)
    assert f"{slug}, revision {variant.revision}, fingerprint {variant.fingerprint()}" in lines
    flat = words(text)
    for place, step in enumerate(variant.ladder, 1):
        first = re.escape(step.name.split()[0])
        row = re.search(rf"^ *{place}  ({first} .*)$", text, re.MULTILINE)
        assert row, step.name
        assert ("yes" in row[1]) is step.partnered
        for name in (step.name, step.french):
            assert all(word in flat for word in name.split())
    for name in ("dealing", "suits", "bidding", "partners", "trumps", "pool", "passed_out", "laws"):
        rule = getattr(variant, name)
        assert rule is None or words_of(variant, rule)[1:] in flat
    for _, rule in variant.rules():
        source = getattr(rule, "source", None)
        if isinstance(source, br.Cite):
            cite = evolve(source, ruling="")
            assert f"[{cite}" in flat, cite
            for told in source.sources:
                assert words(str(told)) in flat
    for name in variant.option_names():
        assert re.search(rf"^{name}  ", text, re.MULTILINE)


@EVERY
def test_the_same_as_json(document: Read, slug: str) -> None:
    told, variant = document("show", slug), br.get_variant(slug)
    assert told["fingerprint"] == variant.fingerprint()
    assert [row["key"] for row in told["ladder"]] == [step.key for step in variant.ladder]
    for row, step in zip(told["ladder"], variant.ladder, strict=True):
        assert row["words"] == step.words()
        assert row["name"] == step.name
        assert row["french_name"] == step.french
        assert row["partner"] is step.partnered
        assert row["cite"] == str(step.source)
    rules = {entry["label"]: entry for chapter in told["chapters"] for entry in chapter["rules"]}
    for name in ("dealing", "session", "laws"):
        entry = rules[name.capitalize()]
        assert entry["words"] == sentence_of(words_of(variant, getattr(variant, name)))
        assert entry["cites"]
    assert {"First lead", "Following", "Tricks"} <= set(rules)
    assert set(told["admitted"]) == set(variant.option_names())
    assert {source["key"] for source in told["sources"]} >= {
        source.key for source in variant.sources
    }


def test_options_change_what_is_shown(run: Run, document: Read) -> None:
    text = run("show", "french", "--option", "boston_jack=turned", "--option", "deals=8").stdout
    assert "Options: deals=8, boston_jack=turned" in text
    assert "8 deals; purses start at 0" in words(text)
    assert "when diamonds are turned up" in words(text)
    assert "one of trumps, turned; as a rule trumps; here turned" in text
    assert "a whole number, in place of the figure of the telling; here 8" in text
    assert document("show", "french", "--option", "deals=8")["options"] == {"deals": 8}


def test_an_option_that_takes_a_rule_object_is_told_so(run: Run) -> None:
    assert re.search(
        r"^prices +a rule object, as a file of house rules spells it$",
        run("show", "mariland").stdout,
        re.M,
    )


def test_how_trumps_are_named_is_said_once_where_bids_agree(run: Run) -> None:
    text = words(run("show", "american").stdout)
    assert text.count("the bid names colour or preference as trumps") == 1
    assert "Bids with trumps: the bid names" in text
    nantes = words(run("show", "french").stdout)
    assert "Bids with trumps" not in nantes
    assert "petite is" in nantes


def test_rulings_are_merged_and_in_order(run: Run) -> None:
    text = words(run("show", "french").stdout)
    cited = "[CATS, French Boston, list of bids; rulings R2, R3, R4, R38, R40, R51, P32, P33, P37]"
    assert cited in text


@pytest.mark.parametrize("command", ["show", "settle"])
def test_an_unknown_variant_and_its_near_matches(run: Run, command: str) -> None:
    told = run(command, "amercan", status=2).stderr
    assert told.startswith("boston-rules: no variant is called 'amercan'; near: american")
    assert told.count("\n") == 1


def test_an_unknown_option_and_its_near_matches(run: Run) -> None:
    told = run("show", "french", "--option", "boston_jak=turned", status=2).stderr
    assert "near: boston_jack" in told


def test_help_and_version(run: Run) -> None:
    top = run().stdout
    assert run("--help").stdout == run("-h").stdout == top
    for command in ("play", "settle", "show", "variants"):
        assert re.search(rf"^  {command} ", top, re.MULTILINE)
        assert run(command, "--help").stdout.startswith(f"Usage: program {command}")
    assert re.fullmatch(r"boston-rules, version [0-9].*\n", run("--version").stdout)
    assert "No such command 'shwo'" in run("shwo", status=2).stderr


@pytest.mark.parametrize("named", ["French", "french boston", "French Boston (Boston de Nantes)"])
def test_a_variant_is_named_as_people_name_it(run: Run, named: str) -> None:
    assert run("show", named).stdout.startswith("French Boston (Boston de Nantes)\n")
