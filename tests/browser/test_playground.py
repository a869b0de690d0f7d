"""What the page asks of the library, in plain CPython."""

from __future__ import annotations

import json
from typing import Any

import playground
import pytest

import boston_rules as br

PLAYERS = ["Ann", "Bob", "Cid", "Dot"]
PLAYED = {"bid": "6", "trump": "H", "declarer": 0, "tricks": [7, 2, 2, 2]}


def ask(what: str, **asked: Any) -> Any:
    return json.loads(playground.answer(json.dumps({"ask": what, **asked})))


def tokens(scene: Any) -> list[str]:
    """Everything that may be done."""
    cards = [card["token"] for card in scene["hand"] if card["legal"]]
    return cards + [item["token"] for group in scene["choices"] for item in group["items"]]


def to_the_cards(scene: Any, bidding: bool = True) -> Any:
    """Bid at once, until a card is to be played."""
    while "bill" not in scene and not any(token.startswith("play") for token in tokens(scene)):
        found = tokens(scene)
        bids = [token for token in found if token.startswith("bid")] if bidding else []
        scene = ask("do", text=(bids or found)[0])
        assert "refused" not in scene
    return scene


def to_the_bill(scene: Any) -> Any:
    while "bill" not in scene:
        scene = ask("do", text=tokens(scene)[0])
        assert "refused" not in scene
    return scene


@pytest.mark.parametrize("slug", br.list_variants())
def test_a_session_of_every_game_is_played(slug: str) -> None:
    """Two deals to their bills; the record has them, and goes on from where it was left."""
    scene = to_the_bill(to_the_cards(ask("new", slug=slug, seed="3")))
    assert "over" not in scene
    purses = br.loads(scene["record"]).deals[0].settlement
    assert purses is not None
    opened = ask("next")
    assert ["Deal", "2"] in opened["facts"]
    middle = to_the_cards(opened, bidding=False)
    states = br.replay(br.loads(middle["record"]))
    assert [state.table.deal_number for state in states] == [1, 2]
    assert sum(states[1].table.purses) + states[1].table.pool + states[1].table.set_aside == sum(
        states[0].table.purses
    ) + (states[0].table.pool + states[0].table.set_aside)
    again = ask("restore", record=middle["record"])
    for part in ("facts", "hand", "choices", "words", "record"):
        assert again[part] == middle[part]
    assert "<table>" in to_the_bill(again)["score"]


def test_what_is_told_hides_what_a_player_may_not_know() -> None:
    """Discards of others, and laid cards, are told without the card."""
    told: list[str] = []
    for seed in range(6):
        scene = ask("new", slug="french", seed=str(seed))
        told += scene["told"]
        while "bill" not in scene:
            own = [token for token in tokens(scene) if token == "pass"]
            scene = ask("do", text=(own or tokens(scene))[0])
            told += scene["told"]
    discards = [line for line in told if " lay " in line and not line.startswith("You")]
    laid = [line for line in told if "laying" in line and not line.startswith("You")]
    assert discards or laid
    assert {line.partition(": ")[2] for line in discards} <= {"lay a card aside."}
    assert all(line.endswith("laying a card.") for line in laid)


def test_a_card_may_be_typed_as_it_is_seen_or_said() -> None:
    scene = to_the_cards(ask("new", slug="classic", seed="3"))
    card = next(card for card in scene["hand"] if card["legal"])
    for text in (card["symbol"], card["words"], card["card"], card["token"]):
        scene = ask("restore", record=scene["record"])
        after = ask("do", text=text)
        assert after["told"][0].startswith(f"You play the {card['words']}")


def test_a_refusal_says_why_and_by_which_rule() -> None:
    scene = to_the_cards(ask("new", slug="fontainebleau", seed="1"))
    while not (wrong := [card["token"] for card in scene["hand"] if not card["legal"]]):
        scene = ask("do", text=tokens(scene)[0])
    refused = ask("do", text=wrong[0])
    assert refused["code"] == "play/follow-suit"
    assert refused["refused"]
    assert ask("scene")["hand"] == scene["hand"]
    assert "refused" in ask("do", text="play with me")
    assert ask("do", text="")["refused"]


def test_a_bid_too_low_is_refused_with_its_source() -> None:
    for seed in range(40):
        scene = ask("new", slug="fontainebleau", seed=str(seed))
        while not (bids := [token for token in tokens(scene) if token.startswith("bid")]):
            scene = ask("do", text=tokens(scene)[0])
        scene = ask("do", text=bids[0])
        if scene["phase"] == "auction":
            break
    refused = ask("do", text=bids[0])
    assert refused["code"] == "auction/too-low"
    assert refused["rule"]


def test_what_was_chosen_last_is_taken_back() -> None:
    scene = to_the_cards(ask("new", slug="classic", seed="3"))
    first = tokens(scene)[0]
    ask("do", text=first)
    back = ask("undo")
    assert back["hand"] == scene["hand"]
    assert back["told"][0].startswith("Taken back: You play")
    assert "In the last deal 1 action was taken back." in back["record"]
    fresh = ask("new", slug="classic", seed="4")
    assert not fresh["undo"]
    assert ask("undo")["refused"] == "there is nothing of yours in this deal to take back"


def test_a_record_of_another_table_is_refused() -> None:
    state = br.start("classic")
    assert "another table" in ask("restore", record=br.dumps(br.record(state)))["refused"]
    assert ask("restore", record="nonsense")["refused"]


def test_the_bids_of_a_game_are_shown_with_their_prices() -> None:
    assert "Grand Misère" in ask("ladder", slug="classic")["html"]


# A real table.


def test_an_evening_is_scored_corrected_and_read_again() -> None:
    sheet = ask("begin evening", slug="classic", players=PLAYERS, dealer=3)
    assert "Antes: Dot 10;" in sheet["coming"]
    sheet = ask("deal", evening=sheet["evening"], told=PLAYED)
    for told in (">made<", ">+70<", ">-30<"):
        assert told in sheet["sheet"]
    assert sheet["deals"][0]["title"] == "Deal 1 of 16: Six in hearts, Ann: made"
    assert "Six ♥ by Ann: made" in sheet["deals"][0]["bill"]
    assert "seat" not in sheet["deals"][0]["bill"]
    sheet = ask("deal", evening=sheet["evening"], told={})
    lost = {**sheet["deals"][0]["told"], "tricks": [5, 3, 3, 2]}
    corrected = ask("correct", evening=sheet["evening"], number=1, told=lost)
    assert corrected["deals"][0]["title"].endswith(": lost")
    assert ask("read evening", evening=corrected["evening"]) == corrected
    assert len(ask("remove", evening=corrected["evening"], number=1)["deals"]) == 1


@pytest.mark.parametrize("slug", br.list_variants())
def test_the_form_of_every_game_asks_for_what_its_bids_need(slug: str) -> None:
    """Every bid can be settled with what the form asks for, and nothing else."""
    form = ask("form", slug=slug)
    asks = form["asks"]
    sheet = ask("begin evening", slug=slug, players=PLAYERS[: form["seats"]], dealer=0)
    for bid in form["bids"]:
        told: dict[str, Any] = {"bid": bid["key"], "declarer": 0}
        told["tricks"] = [bid["tricks"], *[0] * (form["seats"] - 1)]
        if not bid["trumps"]:  # nobody plays on when a misère is lost
            told["tricks"] = [0, bid["tricks"], *[0] * (form["seats"] - 2)]
        if bid["partner"]:
            told["partner"] = 2
        if asks["turned"]:
            told["turned"] = "H"
        if asks["belle"] and ("belle" not in bid["key"] or bid["key"] == "demande-belle"):
            told["belle"] = "S"
        answers = []
        for trump in "HDSC" if bid["trumps"] else ["H"]:
            if bid["trumps"]:
                told["trump"] = trump
            answers.append(ask("deal", evening=sheet["evening"], told=told))
        if bid["partner"] and not any("deals" in answer for answer in answers):
            answers.append(ask("deal", evening=sheet["evening"], told={**told, "partner": None}))
        assert any("deals" in answer for answer in answers), (bid, answers)


def test_an_evening_that_cannot_be_is_refused() -> None:
    refused = ask("begin evening", slug="classic", players=["Ann", "ann", "Cid", "Dot"], dealer=0)
    assert refused["refused"] == "everybody needs a name of his own"
    assert "no evening" in ask("read evening", evening="[]")["refused"]
    sheet = ask("begin evening", slug="classic", players=PLAYERS, dealer=0)
    wrong = ask("deal", evening=sheet["evening"], told={**PLAYED, "tricks": [9, 9, 0, 0]})
    assert wrong["refused"] == "deal 1: Six has 13 tricks, not 18"


# Python.


def test_python_runs_prints_and_shows_the_last_value() -> None:
    made = ask("run", code="import boston_rules as br\nprint('a')\nbr.start('classic')")
    assert made["printed"] == "a\n"
    assert made["picture"].startswith("<svg")
    assert ask("run", code="x = br.list_variants()[0]")["printed"] == ""
    assert ask("run", code="x")["value"] == "'fontainebleau'"


def test_an_error_is_told_from_the_typed_code_on() -> None:
    told = ask("run", code="def f():\n    return 1 / 0\nf()")["error"]
    assert told.endswith("ZeroDivisionError: division by zero\n")
    assert told.count("<your code>") == 2
    assert "console" not in told
    assert "SyntaxError" in ask("run", code="1 +")["error"]
