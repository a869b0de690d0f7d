"""Whatever the library has to say, to players who have names."""

from __future__ import annotations

import json
import re

import pytest
from docs._ext.specimens import FONTAINEBLEAU, FRENCH, position, session

import boston_rules as br
from boston_rules.telling import draw
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
    assert [contract_words(fontainebleau, each, 1) for each in (alone, joined, called)] == [
        "Six Levées in ♥ by you",
        "Six Levées in ♥ by you with seat 3",
        "Six Levées in ♥ by you with the holder of ♠Q, stakes × 2",
    ]
    assert contract_words(fontainebleau, joined, 3) == "Six Levées in ♥ by seat 1 with you"


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
