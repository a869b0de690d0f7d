"""The program with a third party's variants: nothing is printed of what they have not."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.wording.strangers import ABSENT, Company, Solitary

import boston_rules as br
from boston_rules.variants import registry

BOTH = pytest.mark.parametrize("slug", ["company", "solitary"])


@pytest.fixture(autouse=True)
def own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    br.register(Company)
    br.register(Solitary)


def silent(text: str) -> None:
    """Assert that nothing is said of what the variants have not."""
    for word in ABSENT:
        assert not re.search(rf"\b{word}\b", text, re.IGNORECASE), word


@BOTH
def test_the_rules_are_shown(run: Callable[..., Any], slug: str) -> None:
    text = run("show", slug).stdout
    silent(text)
    assert "win at most 2 tricks" in text
    assert "by tricks won" in text
    assert ("partner" in text) == (slug == "company")
    told = text.partition("\nSources ")[2].partition("\nOptions ")[0]
    assert re.findall(r"^[A-Z]+", told, re.MULTILINE) == ["ENC"]  # of its words; it has none itself
    silent(run("show", slug, "--json").stdout)


@pytest.mark.long
@BOTH
def test_a_session_is_played_and_shown_again(
    run: Callable[..., Any], slug: str, tmp_path: Path
) -> None:
    saved = tmp_path / "session.txt"
    arguments = (slug, "--bots", "random", "--deals", 8, "--seed", 2)
    text = run("play", *arguments, "--save", saved).stdout
    silent(text)
    assert "The session is over: " in text
    silent(run("play", *arguments, "--summary").stdout)
    silent(run("replay", saved).stdout)


@pytest.mark.long
@BOTH
def test_a_person_is_told_the_rules_of_the_moment(run: Callable[..., Any], slug: str) -> None:
    typed = "help\npass\n" + "help\n1\n" * 30
    arguments = (slug, "--bots", "random", "--deals", 2, "--seed", 4, "--human", 1)
    text = run("play", *arguments, typed=typed).stdout
    silent(text)
    assert ("Partners: " in text) == (slug == "company")
    assert ("Without an auction: four aces" in text) == (slug == "company")


def test_a_bill_without_a_pool(run: Callable[..., Any]) -> None:
    few = ("settle", "solitary", "few", "--declarer", 0, "--tricks", "1,12,0,0")
    text = run(*few).stdout
    silent(text)
    assert re.search(r"^bill +\+39 +-13 +-13 +-13$", text, re.MULTILINE)
    for option in ("--pool", "--set-aside"):
        refused = run(*few, option, 0, status=2).stderr
        assert "Solitary has no pool: leave out --pool and --set-aside" in refused
    assert "the stakes of Solitary are 1, not 2" in run(*few, "--stakes", 2, status=2).stderr


def test_a_bill_at_raised_stakes(run: Callable[..., Any], document: Callable[..., Any]) -> None:
    aces = (
        *("settle", "company", "aces", "--declarer", 0, "--partner", 2, "--trump", "S"),
        *("--tricks", "8,2,2,1", "--target", 9),
    )
    assert re.search(r"^bill +\+28 +-28 +\+28 +-28$", run(*aces, "--stakes", 2).stdout, re.M)
    told = document(*aces, "--stakes", 2)["contract"]
    assert (told["stakes"], told["target"]) == (2, 9)
    assert {"stakes", "target", "called"}.isdisjoint(
        document("settle", "company", "few", "--declarer", 0, "--tricks", "1,12,0,0")["contract"]
    )
    refused = run(*aces, "--stakes", 3, status=2).stderr
    assert "the stakes of Company are 1 or 2" in refused
