"""Whatever the library has to say, to players who have names."""

from __future__ import annotations

import json
import pickle
import re

import pytest
from docs._ext.specimens import FONTAINEBLEAU, FRENCH, position, session
from tests.phases.table_talk import SUITS

import boston_rules as br
from boston_rules.core.saying import Player, say, sentence_of
from boston_rules.telling import draw
from boston_rules.telling.language import Speaker, speaker, speaking, spoken
from boston_rules.telling.screen import refusal, screen, told
from boston_rules.telling.wording.phrases import contract_words

NAMES = ("Ann", "Bob", "Cid", "Dot")


def test_everything_has_words_with_names() -> None:
    state = session(FONTAINEBLEAU)[0]
    assert isinstance(state, br.Settled)
    assert state.contract is not None
    said = br.words(state.contract, "fontainebleau", names=NAMES)
    assert said == "Six Levées in hearts by Ann with Bob"
    paid = state.settlement.transfers[0]
    assert br.words(paid, names=NAMES) == "Cid pays Ann 40: Six Levées in ♥"
    assert br.words(paid.lines[0]) == "Six Levées in ♥: 40"
    assert br.words(state.settlement, names=NAMES).count(" pays ") == len(
        state.settlement.transfers
    )
    assert br.words(br.Pass(), "classic") == "pass"
    assert br.words("as it is") == "as it is"
    with pytest.raises(TypeError, match="variant must be a Variant or its slug"):
        br.words(br.Pass())
    with pytest.raises(ValueError, match="lang must be one of"):
        br.words(br.Pass(), "classic", lang="tlh")


def test_a_contract_is_told_to_those_who_play_it() -> None:
    fontainebleau = br.get_variant("fontainebleau")
    alone, joined = br.Contract("6", 1, br.HEARTS), br.Contract("6", 1, br.HEARTS, partner=3)
    called = br.Contract("6", 1, br.HEARTS, br.UNKNOWN, called=br.parse_card("QS"), stakes=2)
    told = [contract_words(fontainebleau, each) for each in (alone, joined, called)]
    assert list(map(speaker(viewer=1), told)) == [
        "Six Levées in ♥ by you",
        "Six Levées in ♥ by you with seat 3",
        "Six Levées in ♥ by you with the holder of ♠Q, stakes × 2",
    ]
    assert speaker(viewer=3)(told[1]) == "Six Levées in ♥ by seat 1 with you"


@pytest.mark.parametrize("ends", [FONTAINEBLEAU, FRENCH])
def test_where_players_have_names_nobody_is_a_seat(ends: str) -> None:
    for actions in (3, 12, 30):
        state = position(ends, actions)
        for seat in (0, 2, None):
            view = br.observe(state, seat)
            shown = json.dumps(screen(view, NAMES), ensure_ascii=False)
            shown += "".join(told(view, NAMES)) + draw.text(view, names=NAMES)
            assert not re.search(r"\bseat [0-9]", shown)
            assert "Dot" in shown
    error = br.why_illegal(position(ends, 3), br.parse_action("chicane"))
    assert error is not None
    assert refusal(error, NAMES)["refused"] == br.words(error, names=NAMES)


def test_players_of_the_same_name_are_told_apart() -> None:
    text = draw.text(position(FRENCH, 3), names=("Ann", "Bob", "Ann", "Dot"))
    assert all(name in text for name in ("Ann (0)", "Ann (2)", "Bob", "Dot"))
    assert "Bob (1)" not in text


@pytest.mark.parametrize(
    ("lang", "other", "own"),
    [
        ("en", "Ann revoked: 3", "You revoked: 3"),
        ("fr", "Ann a renoncé\u00a0: 3", "Vous avez renoncé\u00a0: 3"),
        ("de", "Ann hat eine Renonce begangen: 3", "Sie haben eine Renonce begangen: 3"),
    ],
)
def test_whoever_a_bill_is_about_is_told_it_is_he(lang: str, other: str, own: str) -> None:
    contract, outcome = br.Contract("7", 1, br.HEARTS), br.Outcome((5, 4, 2, 2))
    revoked = [br.Infraction("revoke", 0)]
    bill = br.settle("fontainebleau", contract, outcome, infractions=revoked)
    for seat, begins, heading in ((0, own, "Bob"), (2, other, "Bob"), (1, other, "you|vous|Ihnen")):
        with speaking(lang, NAMES, seat):
            penalty, said = spoken(sentence_of(bill.penalties[0])), spoken(bill.heading)
            assert penalty.startswith(begins)
            assert re.search(rf"\b({heading})\b", said)


@pytest.mark.parametrize(
    ("lang", "to_other", "to_actor", "to_onlooker"),
    [
        (
            "en",
            "it is not your turn: Ann is to act",
            "it is not the turn of Bob: you are to act",
            "it is not the turn of Bob: Ann is to act",
        ),
        (
            "fr",
            "ce n’est pas votre tour\u00a0: c’est à Ann",
            "ce n’est pas le tour de Bob\u00a0: c’est à vous",
            "ce n’est pas le tour de Bob\u00a0: c’est à Ann",
        ),
        (
            "de",
            "Sie sind nicht an der Reihe, sondern Ann",
            "Bob ist nicht an der Reihe, sondern Sie",
            "Bob ist nicht an der Reihe, sondern Ann",
        ),
    ],
)
def test_whose_turn_it_is_reads_well_to_everybody(
    lang: str, to_other: str, to_actor: str, to_onlooker: str
) -> None:
    state = br.start("classic", dealer=3, hands=SUITS)
    error = br.why_illegal(state, br.Pass(), seat=1)
    assert error is not None
    for seat, words in ((1, to_other), (0, to_actor), (None, to_onlooker)):
        with speaking(lang, NAMES, seat):
            assert spoken(error.reason) == words
            assert spoken(pickle.loads(pickle.dumps(error)).reason) == words


def test_french_cuts_words_short_before_a_vowel() -> None:
    said = say("the side of {who} leads {suit} next", who=Player(0), suit="♠")
    french = [Speaker("fr", (name,))(said) for name in ("Alix", "Émile", "Bob", "Onze", "7")]
    assert [each.split(" entame")[0] for each in french] == [
        *("le camp d’Alix", "le camp d’Émile", "le camp de Bob", "le camp de Onze", "le camp de 7")
    ]
    assert Speaker("de", ("Alix",))(said).startswith("die Partei von Alix")
