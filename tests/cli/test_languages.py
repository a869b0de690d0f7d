"""The terminal speaks three languages, calls players by their names and bids by theirs."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from click.testing import Result
from tests.depth import DEEP

import boston_rules as br

Run = Callable[..., Result]
SEATS = {"en": "seat", "fr": "place", "de": "Platz"}
GAMES = ("fontainebleau", "american", "classic", "french", "mariland", "french-foster")


@pytest.mark.deep
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("lang", SEATS)
def test_nobody_is_a_number_and_no_bid_a_key(run: Run, slug: str, lang: str) -> None:
    for seed in range(3 if DEEP else 1):
        told = run("play", slug, "--deals", 3, "--seed", seed, "--lang", lang).stdout
        assert "Clara" in told
        assert not re.search(rf"(?i)\b{SEATS[lang]} [0-3]\b", told)
        for step in br.get_variant(slug).ladder:
            if "-" in step.key:
                assert step.key not in told


ASIDES = ("hand", "last", "score", "prices", "hint", "help", "table", "nonsense", "pass please")


@pytest.mark.parametrize(("slug", "lang"), [*zip(GAMES, 2 * (*SEATS,), strict=True)])
def test_a_person_reads_names_whatever_he_does_or_asks(run: Run, slug: str, lang: str) -> None:
    """With the law of the table he claims, corrects and is refused out of turn as well."""
    rng, rules = random.Random(1), ("--enforcement", "table")
    typed = [line for _ in range(60) for line in (rng.choice(ASIDES), *rng.choices("12358", k=4))]
    seat = ("--human", 0, "--deals", 1, "--seed", 1)
    told = run("play", slug, *seat, *rules, "--lang", lang, typed="\n".join(typed)).stdout
    assert told.count("> ") > 20
    assert not re.search(rf"(?i)\b{SEATS[lang]} [0-3]\b", told)
    keys = (step.key for step in br.get_variant(slug).ladder if "-" in step.key)
    assert not [key for key in keys if key in told]
    assert not re.search(r"\b(of|by|with|to) You\b", told)
    assert not re.search(r"\b(de|par|avec|à) Vous\b", told)
    assert not re.search(r"\bYou (is|has|pays|bids|plays|takes|revoked it)\b", told)
    if lang == "fr":
        assert not re.search(r"\w[:;!?](?!\S)", told)
        assert not re.search(r"^[ \u00a0\u202f]*[:;!?»]", told, re.MULTILINE)
        assert not re.search(r"\b(de|que) (?!onze)[aeiouéêî]", told, re.IGNORECASE)


@pytest.mark.parametrize(
    ("lang", "told"),
    [("en", "bids, prices"), ("fr", "enchères, prix"), ("de", "Gebote, Preise")],
)
def test_help_is_in_the_language_wherever_it_is_named(run: Run, lang: str, told: str) -> None:
    for arguments in (("--lang", lang, "--help"), ("--help", "--lang", lang)):
        assert told in " ".join(run(*arguments).stdout.split())


def test_the_language_of_the_system_is_the_usual_one(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "fr_CA:en")
    assert "Joueurs et cartes" in run("show", "classic").stdout
    assert "Spieler und Karten" in run("show", "classic", "--lang", "de").stdout


def test_a_language_that_it_does_not_speak_is_refused(run: Run) -> None:
    made = run("show", "classic", "--lang", "it", status=2)
    assert "'it'" in made.stderr
    assert "de" in made.stderr


def test_a_refusal_keeps_the_spaces_of_its_language(run: Run) -> None:
    made = run("show", "frensh", "--lang", "fr", status=2)
    assert "aucune variante ne s’appelle 'frensh'\u202f; proches\u00a0: french" in made.stderr


@pytest.mark.parametrize(
    ("lang", "arguments", "told"),
    [
        ("fr", ("solve", "--help"), "Avec une ENCHÈRE avant laquelle tous écartent une carte"),
        ("fr", ("settle", "--help"), "ENCHÈRE est omise"),
        ("en", ("rulebook", "american-foster"), "goes to any bid at or above Seven, to no other"),
        ("fr", ("rulebook", "american-foster"), "va alors à toute enchère à partir de Sept, à"),
        ("de", ("rulebook", "american-foster"), "geht dann an jedes Gebot ab Sieben, an kein"),
    ],
)
def test_sentences_agree_with_what_fills_them(
    run: Run, lang: str, arguments: tuple[str, ...], told: str
) -> None:
    shown = re.sub(r"\s+", " ", run("--lang", lang, *arguments).stdout)
    assert told in shown
