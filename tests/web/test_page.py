"""What the client asks of Python in the page, in plain CPython."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from tests.web.conftest import legal_tokens

import boston_rules as br
from boston_rules.bots import SimpleBot, play_deal
from boston_rules.web import advice, page
from boston_rules.web.table import Table, opening

PLAYERS = ["Ann", "Bob", "Cid", "Dot"]
PLAYED = {"bid": "6", "trump": "H", "declarer": 0, "tricks": [7, 2, 2, 2]}


def ask(question: str, **asked: Any) -> Any:
    return json.loads(page.answer(json.dumps({"ask": question, **asked})))


def test_what_is_opened_to_warm_up_is_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "_page", page.Page())
    page.warm_up()
    assert ask("ask", do="look")["refused"] == "no game is being played"


class Player:
    """The person at the table of the page."""

    def __init__(self, game: str, seed: str) -> None:
        asked = {"game": game, "name": "Ann", "options": {}, "bot": "simple", "seed": seed}
        self.saved: Any = None
        self.scene: Any = {}
        self._enter(ask("open", **asked))

    def restore(self) -> None:
        """Leave the page, and come back."""
        self._enter(ask("restore", token=self.token, **self.saved))

    def _enter(self, opened: Any) -> None:
        self.token = opened["token"]
        self.saved = opened.get("saved") or self.saved
        self.do("hello", token=self.token)

    def do(self, do: str, **more: Any) -> Any:
        """Ask something at the table; what comes of it is seen."""
        answer = ask("ask", do=do, **more)
        self._see(answer)
        news = answer
        while news.get("more"):
            self._see(news := ask("go_on"))
        return answer

    def _see(self, news: Any) -> None:
        self.scene = news.get("scene", self.scene)
        for frame in news.get("frames", ()):
            self.scene |= frame["changes"]
        self.saved = news.get("saved", self.saved)

    def act(self, text: str) -> Any:
        return self.do("act", text=text, position=self.scene["position"])

    @property
    def legal(self) -> list[str]:
        return legal_tokens(self.scene)

    def to_the_cards(self) -> None:
        """Bid at once, until a card is to be played."""
        while not self.scene["bill"] and not any(each.startswith("play") for each in self.legal):
            bids = [token for token in self.legal if token.startswith("bid")]
            assert "refused" not in self.act((bids or self.legal)[0])

    def to_the_bill(self) -> None:
        while not self.scene["bill"]:
            assert "refused" not in self.act(self.legal[0])


@pytest.mark.parametrize("slug", br.list_variants())
def test_a_session_of_every_game_is_played(slug: str) -> None:
    """A deal to its bill and some of the next, which goes on from where it was left."""
    player = Player(slug, "3")
    player.to_the_cards()
    player.to_the_bill()
    assert player.scene["over"] is None
    assert "refused" not in player.do("ready")
    player.to_the_cards()
    scene = player.scene
    states = Table.load(player.saved["entries"]).states
    assert [state.table.deal_number for state in states] == [1, 2]
    assert states[0].table.chips == states[1].table.chips
    player.restore()
    assert player.scene | {"log": scene["log"]} == scene


def test_a_card_may_be_typed_as_it_is_seen_or_said() -> None:
    player = Player("classic", "3")
    player.to_the_cards()
    card = next(card for card in player.scene["hand"] if card["legal"])
    for text in (card["words"], card["card"], card["token"]):
        player.restore()
        before = player.saved
        (frame, *_) = player.act(text)["frames"]
        assert frame["said"].startswith(f"You played the {card['words']}")
        player.saved = before


def test_a_refusal_says_why_at_the_card_and_by_which_rule() -> None:
    player = Player("fontainebleau", "1")
    player.to_the_cards()
    while not (wrong := [card for card in player.scene["hand"] if card["why"]]):
        player.act(player.legal[0])
    refused = player.act(wrong[0]["token"])
    assert refused["code"] == "play/follow-suit"
    assert refused["refused"] == wrong[0]["why"]
    assert "refused" in player.act("play with me")
    assert player.act("")["refused"]


def test_a_bid_too_low_is_seen_with_its_reason() -> None:
    closed: list[Any] = []
    for seed in range(40):
        player = Player("fontainebleau", str(seed))
        while not player.scene["bids"]:
            player.act(player.legal[0])
        closed = [cell for row in player.scene["bids"] for cell in row["cells"] if cell["why"]]
        if closed:
            break
    assert closed[0]["why"].startswith("not higher than the standing ")
    assert " bid " not in closed[0]["why"]
    refused = player.act(closed[0]["token"])
    assert refused["code"] == "auction/too-low"
    assert refused["rule"]


def test_what_was_chosen_last_is_taken_back() -> None:
    for seed in range(9):
        player = Player("classic", str(seed))
        player.to_the_cards()
        if len(player.legal) > 1:
            break
    hand = player.scene["hand"]
    player.act(player.legal[0])
    player.do("wish", what="undo")
    assert player.scene["hand"] == hand
    player.to_the_bill()
    record = player.do("record")["record"]
    assert "In the last deal 1 action was taken back." in record
    fresh = Player("mariland", "4")
    assert not fresh.scene["undo"]
    assert (
        fresh.do("wish", what="undo")["refused"]
        == "there is nothing of yours in this deal to take back"
    )


def test_what_cannot_be_gone_on_with_is_refused() -> None:
    opened = opening("classic", {})
    for spoilt in (
        [],
        ["nonsense"],
        [{"do": "open"}],
        [{**opened, "of": "other rules"}],
        [opened, {"do": "fly"}],
        [opened, {"do": "act", "seat": 0, "token": "pass"}],
        [{**opened, "settings": {"x": 1}}],
    ):
        assert ask("restore", entries=spoilt, token="")["refused"], spoilt


def test_the_bids_of_a_game_are_shown_with_their_prices() -> None:
    assert "Grand Misère" in Player("classic", "1").do("prices")["html"]


# A real table.


def test_an_evening_is_scored_corrected_and_read_again() -> None:
    sheet = ask("begin evening", slug="classic", players=PLAYERS, dealer=3)
    assert "Antes: Dot 10;" in sheet["coming"]
    sheet = ask("deal", evening=sheet["evening"], told=PLAYED)
    for told in (">made<", ">+70<", ">-30<"):
        assert told in sheet["sheet"]
    assert sheet["deals"][0]["title"] == "Deal 1 of 16: Six in hearts by Ann: made"
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
    if asks["belle"]:  # where the first deal fixes it, not every bid is open in that deal
        passed = {"turned": "S", "tricks": [4, 3, 3, 3] if form["passed out is played"] else None}
        sheet = ask("deal", evening=sheet["evening"], told=passed)
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


# Advice.


def test_a_hint_says_why() -> None:
    player = Player("classic", "3")
    while not player.scene["bids"]:
        player.act(player.legal[0])
    bid = player.do("hint")
    assert bid["token"] in player.legal
    assert " of 10 such hands; it pays " in bid["why"]
    player.to_the_cards()
    card = player.do("hint")
    assert card["token"] == f"play {card['card']}"
    assert " of 20 deals " in card["why"] or card["why"].startswith("It is the only card")
    player.to_the_bill()
    assert player.do("hint")["refused"] == "it is not your turn"


def test_a_hint_has_a_reason_before_the_play_too() -> None:
    rng, reasons = random.Random(1), {}
    for _ in range(30):
        state: br.State = br.start("fontainebleau")
        while state.actor is not None and state.phase != "play":
            if state.actor == br.CHANCE:
                state = br.apply(state, br.draw_chance(state, rng))
                continue
            said = advice.hint(br.observe(state, state.actor), rng)
            token = said["token"].partition(" ")[0]
            reasons[token] = said["why"]
            state = br.apply(state, br.parse_action(said["token"]))
    assert reasons["cut"] == "Nobody has seen a card: one cut is as good as another."
    for token in ("ask", "accept", "decline"):
        assert re.fullmatch(r"By yourself you can count on about \d tricks?\.", reasons[token])


def test_the_rules_of_the_moment_have_their_sources() -> None:
    player = Player("french", "3")
    player.to_the_cards()
    rules = player.do("rules")["rules"]
    assert any(source.startswith("CATS, ") for _, source in rules)
    assert all(said.endswith(".") and not said.endswith("..") for said, _ in rules)
    assert not any("seat " in said for said, _ in rules)


def test_a_deal_is_reviewed_card_by_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "_SECONDS", 0.3)
    player = Player("classic", "3")
    assert player.do("review")["refused"] == "the deal is not over"
    player.to_the_cards()
    player.to_the_bill()
    review = player.do("review")
    assert [len(trick["cards"]) for trick in review["tricks"]] == [4] * 13
    judged = [card for trick in review["tricks"] for card in trick["cards"]]
    assert review["lines"] or any(mark for _, mark, *_ in judged)
    assert all(bool(mark) == ("Best play before it" in (said or "")) for _, mark, said, _ in judged)
    assert player.do("review", deal=2)["refused"] == "the deal is not over"
    # Played again from one of its cards, in the place of whoever played it.
    leader, (card, *_, events) = review["tricks"][4]["leader"], review["tricks"][4]["cards"][0]
    moment = {"record": review["record"], "seat": leader, "events": events}
    stood = player.scene
    player._enter(ask("open", bot="simple", **moment))
    assert player.scene["seat"] == player.scene["actor"] == leader
    assert [who["name"] for who in player.scene["people"]] == [
        who["name"] for who in stood["people"]
    ]
    assert f"play {card}" in player.legal
    assert [seat["chips"] for seat in player.scene["seats"]] != [
        seat["chips"] for seat in stood["seats"]
    ]
    player.restore()
    assert player.scene["actor"] == leader
    wrongs: list[dict[str, object]] = [{"record": "nonsense"}]
    wrongs += [{"seat": seat} for seat in (4, 1.0, True, "1")]
    wrongs += [{"events": events} for events in (999, 1.0, True, "1")]
    for wrong in wrongs:
        assert ask("open", bot="simple", **{**moment, **wrong})["refused"]


@pytest.mark.long
def test_a_record_of_other_players_is_opened_at_its_end() -> None:
    states, rng = [br.start("mariland", dealer=1)], random.Random(5)
    states[0] = play_deal(states[0], [SimpleBot()] * 4, rng)
    states.append(play_deal(br.next_deal(states[0]), [SimpleBot()] * 4, rng))
    text = br.dumps(br.record(states, players=PLAYERS))
    player = Player("classic", "3")
    player._enter(ask("open", bot="simple", record=text))
    assert [who["name"] for who in player.scene["people"]] == PLAYERS
    assert player.scene["bill"]
    reviews = [player.do("review", deal=number) for number in (1, 2)]
    assert reviews[1] | {"lines": []} == player.do("review") | {"lines": []}
    assert reviews[0]["hands"] != reviews[1]["hands"]
    seen = br.dumps(br.record([br.observe(state, 0) for state in states]))
    assert "all players" in ask("open", bot="simple", record=seen)["refused"]
    begun = br.dumps(br.record(br.next_deal(states[-1])))
    assert ask("open", bot="simple", record=begun)["refused"] == "no deal of the record is over"
