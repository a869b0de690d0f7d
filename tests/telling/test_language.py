"""The speaker: what is said in another language, and to people who have names."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

import boston_rules as br
from boston_rules.core.errors import IllegalAction, SettlementError, VariantError
from boston_rules.core.saying import (
    Joined,
    Player,
    Said,
    joined,
    listed,
    personal,
    say,
    say_as,
    say_number,
    sentence_of,
    term,
    with_values,
)
from boston_rules.records import ReplayError
from boston_rules.solver import SearchStopped
from boston_rules.telling import language
from boston_rules.telling.glossary import words_met
from boston_rules.telling.language import (
    Speaker,
    languages,
    own_language,
    speaker,
    speaking,
    spoken,
)
from boston_rules.telling.rulebook import rulebook
from boston_rules.telling.wording.phrases import contract_words

NAMES = ("Ann", "Bob", "Cid", "Dot")

CATALOGUE = """
msgid ""
msgstr ""
"Language: fr\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"

msgid "seat {number}"
msgstr "place {number}"

msgid "{who} passes"
msgstr "{who} passe"

msgid "{who} holds {suit}"
msgstr "{suit:capital} : {who} en a"

msgid "hearts"
msgstr "cœur"

msgid "{who:capital} leads"
msgstr "{who:capital} entame"

msgid "{number} trick"
msgid_plural "{number} tricks"
msgstr[0] "{number} levée"
msgstr[1] "{number} levées"

msgctxt "verdict"
msgid "made"
msgstr "réussi"

msgctxt "a column of chips"
msgid "made"
msgstr "gagné"

msgid "{chips:+d} chips"
msgstr "{chips:+d} jetons"

msgctxt "marks of thousands and decimals"
msgid ",."
msgstr ".,"

msgid "{first} or {last}"
msgstr "{first} ou {last}"

msgid "{sentence:capital}."
msgstr "{sentence:capital} !"

msgid "line {number}"
msgstr "ligne {number}"

msgid "column {number}"
msgstr "colonne {number}"

msgid "deal {number}"
msgstr "donne {number}"

msgid "ply {number}"
msgstr "coup {number}"

msgid "{action}: {reason}"
msgstr "{action} : {reason}"

msgid "legal: {actions} and {more} more"
msgstr "permis : {actions} et {more} autres"

msgid "{place}: {reason}"
msgstr "{place} : {reason}"

msgid "and {more} more"
msgstr "et {more} autres"

msgid "no answer after {number} position, {why}"
msgid_plural "no answer after {number} positions, {why}"
msgstr[0] "sans réponse : {number} position ({why})"
msgstr[1] "sans réponse : {number} positions ({why})"
"""


@pytest.fixture(autouse=True)
def french(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Speaker]:
    """A library that speaks a little French beside English, and who says it."""
    folder = tmp_path / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "boston_rules.po").write_text(CATALOGUE, "utf-8")
    with (folder / "boston_rules.mo").open("wb") as file:
        write_mo(file, read_po(BytesIO(CATALOGUE.encode())))
    monkeypatch.setattr(language, "CATALOGUES", tmp_path)
    language.languages.cache_clear()
    language._catalogue.cache_clear()
    yield Speaker("fr")
    language.languages.cache_clear()
    language._catalogue.cache_clear()


def passes(seat: int = 2) -> Said:
    return say("{who} passes", who=Player(seat))


def test_english_to_nobody_by_name_is_the_text() -> None:
    for said in (passes(), sentence_of(passes()), joined("; ", [passes(1), "so be it"])):
        assert Speaker()(said) == str(said)


def test_a_seat_is_called_by_its_name() -> None:
    assert Speaker("en", NAMES)(passes()) == "Cid passes"
    assert Speaker("en", NAMES)(sentence_of(passes())) == "Cid passes."


def test_the_language_orders_the_words(french: Speaker) -> None:
    said = say("{who} holds {suit}", who=Player(0), suit=br.HEARTS.word)
    assert said == "seat 0 holds hearts"
    assert french(said) == "Cœur : place 0 en a"
    assert Speaker("fr", NAMES)(said) == "Cœur : Ann en a"


def test_what_has_no_translation_is_said_in_english(french: Speaker) -> None:
    assert french(say("nobody {what}", what=passes())) == "nobody place 2 passe"


@pytest.mark.parametrize(
    ("number", "english", "in_french"),
    [
        (0, "0 tricks", "0 levée"),
        (1, "1 trick", "1 levée"),
        (2, "2 tricks", "2 levées"),
        (-2, "-2 tricks", "-2 levées"),
    ],
)
def test_each_language_counts_in_its_own_way(
    french: Speaker, number: int, english: str, in_french: str
) -> None:
    said = say_number("{number} trick", "{number} tricks", number)
    assert said == english
    assert Speaker("en", NAMES)(said) == english
    assert french(said) == in_french


def test_a_context_tells_words_of_the_same_letters_apart(french: Speaker) -> None:
    assert french(say_as("verdict", "made")) == "réussi"
    assert french(say_as("a column of chips", "made")) == "gagné"
    assert french(say("made")) == "made"


def test_numbers_have_the_marks_of_the_language(french: Speaker) -> None:
    said = say("{share:.1%} of {chips:,} chips, {change:+d}", share=0.125, chips=1600, change=-3)
    assert said == "12.5% of 1,600 chips, -3"
    assert Speaker("en", NAMES)(said) == said
    assert french(said) == "12,5% of 1.600 chips, -3"
    assert french(say("{chips:+d} chips", chips=1600)) == "+1600 jetons"


def test_a_capital_is_that_of_what_is_said(french: Speaker) -> None:
    said = say("{who:capital} leads", who=Player(1))
    assert said == "Seat 1 leads"
    assert french(said) == "Place 1 entame"
    assert Speaker("fr", ("d'Artagnan", "éric", "", "Dot"))(said) == "Éric entame"
    assert french(sentence_of(br.HEARTS.word)) == "Cœur !"


def test_what_stands_side_by_side_is_said_one_by_one(french: Speaker) -> None:
    said = joined("; ", [passes(0), term("hearts"), "plain"]) + ", " + say_as("verdict", "made")
    assert isinstance(said, Joined)
    assert said == "seat 0 passes; hearts; plain, made"
    assert french(said) == "place 0 passe; cœur; plain, réussi"
    assert french("[" + said) == "[place 0 passe; cœur; plain, réussi"
    assert french(listed([br.HEARTS.word, passes(), passes(3)], last="or")) == (
        "cœur, place 2 passe ou place 3 passe"
    )


def test_suits_and_cards_keep_their_symbols(french: Speaker) -> None:
    assert french(br.HEARTS) == "♥"
    assert french(say("not {card}", card=br.parse_card("QH"))) == "not ♥Q"


@pytest.mark.parametrize(
    "said",
    [
        passes(),
        say_as("verdict", "made"),
        say_number("{number} trick", "{number} tricks", 3),
        joined("; ", [passes(), "plain"]),
        term("hearts"),
    ],
)
def test_sentences_pickle_with_what_they_were_made_from(french: Speaker, said: Said) -> None:
    again = pickle.loads(pickle.dumps(said))
    assert type(again) is type(said)
    assert (again, french(again)) == (said, french(said))


# Exceptions.


def test_a_place_is_said_before_the_reason(french: Speaker) -> None:
    error = br.RecordError(passes(), line=3, column=4)
    assert str(error) == "line 3, column 4: seat 2 passes"
    assert french(error) == "ligne 3, colonne 4 : place 2 passe"
    again = pickle.loads(pickle.dumps(error))
    assert french(again) == french(error)
    replayed = ReplayError(passes(), deal=2, ply=0)
    assert (str(replayed), french(replayed)) == (
        "deal 2, ply 0: seat 2 passes",
        "donne 2, coup 0 : place 2 passe",
    )
    assert french(br.NotationError(passes())) == "place 2 passe"


@pytest.mark.parametrize("kind", [VariantError, SettlementError])
def test_each_of_several_problems_is_said(
    french: Speaker, kind: type[VariantError | SettlementError]
) -> None:
    error = kind([passes(0), "plain", br.HEARTS.word])
    assert str(error) == "seat 0 passes; plain; hearts"
    assert french(error) == "place 0 passe; plain; cœur"
    many = kind([passes(0), "x" * 1400, "y" * 1400, passes(1)])
    assert str(many).endswith("; and 2 more")
    assert french(many).endswith("; et 2 autres")


def test_a_refusal_is_its_reason(french: Speaker) -> None:
    error = br.why_illegal(br.start("french"), br.Pass())
    assert error is not None
    assert Speaker()(error) == error.reason
    told = IllegalAction(passes(), action=br.Pass(), seat=2, legal=(br.Pass(),) * 9)
    assert str(told).startswith("pass: seat 2 passes; legal: pass, pass, ")
    assert str(told).endswith(", pass and 1 more")
    assert french(told.message).startswith("pass : place 2 passe; permis : pass, pass, ")
    assert french(told) == "place 2 passe"


def test_other_exceptions_say_their_sentence(french: Speaker) -> None:
    assert french(br.SessionOver(passes())) == "place 2 passe"
    stopped = SearchStopped("nodes", 2)
    assert french(stopped) == "sans réponse : 2 positions (as many as were allowed)"
    assert french(pickle.loads(pickle.dumps(stopped))) == french(stopped)
    assert french(ValueError(passes())) == "place 2 passe"
    assert french(ValueError("plain")) == "plain"
    assert french(OSError(2, "not there")) == "[Errno 2] not there"
    assert french(br.SessionOver()) == ""


# Languages.


def test_an_unknown_language_names_those_that_are_spoken() -> None:
    assert language.languages() == ("en", "fr")
    with pytest.raises(ValueError, match=r"^lang must be one of en, fr, not 'it'$"):
        speaker("it")
    with pytest.raises(ValueError, match=r"not '\.\./fr'$"):
        speaker("../fr")


def test_whatever_is_said_within_is_said_in_the_language() -> None:
    with speaking("fr") as now:
        assert speaker() is now
        assert spoken(passes()) == "place 2 passe"
        with speaking(names=NAMES):
            assert spoken(passes()) == "Cid passe"
            with speaking("en"):
                assert spoken(passes()) == "Cid passes"
        assert spoken(passes()) == "place 2 passe"
    assert spoken(passes()) == "seat 2 passes"


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "en"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "french"}, "fr"),
        ({"LANG": "it_IT.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "it:fr:en"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": ""}, "fr"),
    ],
)
def test_the_environment_asks_for_a_language(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], expected: str
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert own_language() == expected


def test_what_fills_a_personal_sentence_is_changed_for_everybody() -> None:
    said = personal(
        say("{who} has {number}", who=Player(1), number=2), {1: say("{number}", number=2)}
    )
    other = with_values(said, lambda value: 3 if value == 2 else value)
    assert other == "seat 1 has 3"
    assert Speaker(viewer=1)(other) == "3"


def test_the_french_name_of_a_bid_explains_no_suit() -> None:
    for lang in languages():
        with speaking(lang):
            words = [spoken(entry.word) for entry in words_met(["Petite Misère"])]
            assert len(words) <= 1, (lang, words)
            assert not words_met(["Petite Indépendance ♦"])
    assert [entry.word for entry in words_met(["Simple en Petite ♦"])] == ["petite"]


def test_a_bid_is_explained_only_where_it_can_be_bid() -> None:
    with speaking("fr"):
        for slug, known in (("french", []), ("french-foster", ["demande"])):
            met = words_met(["À Clara la plus haute demande."], br.get_variant(slug))
            assert [entry.word for entry in met] == known
            book = rulebook(br.get_variant(slug))
            explained = [getattr(passage, "label", "") for passage in book.chapters[-1].blocks]
            assert ("demande" in explained) is bool(known)


def test_classes_of_suits_are_named_where_bids_name_suits() -> None:
    for slug, told in (("american-partnership", False), ("boston-whist", True)):
        variant = br.get_variant(slug)
        contract = br.Contract(
            "7", 0, br.HEARTS, partner=2, suit_class="preference", turned=br.HEARTS
        )
        assert ("preference" in contract_words(variant, contract)) is told
