"""What a screen shows is what its view has: every legal action once, and nothing that is hidden."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from docs._ext.specimens import FRENCH, position
from tests.cousins.games import DANISH
from tests.phases.table_talk import SUITS
from tests.web.conftest import legal_tokens

import boston_rules as br
from boston_rules.bots import RandomBot, decide
from boston_rules.telling.screen import explained, refusal, screen, told
from boston_rules.telling.typed import own_actions

NAMES = ("Ann", "Ben", "Cato", "Dora")


def states(rules: str | br.Variant, seed: int = 5) -> list[br.State]:
    """A deal in which a bid is made rather than passed by."""
    rng = random.Random(seed)
    bots = [RandomBot(rng) for _ in range(4)]
    found: list[br.State] = [br.start(rules, dealer=3)]
    while found[-1].actor is not None:
        found.append(br.apply(found[-1], decide(found[-1], bots, rng)))
    return found


@pytest.mark.no_cover
@pytest.mark.parametrize("slug", br.list_variants())
def test_every_legal_action_can_be_chosen_and_no_other(slug: str) -> None:
    found = states(slug)
    for state in (*found[::8], found[-1]):
        for seat in {0, state.actor, None} - {br.CHANCE}:
            view = br.observe(state, seat)
            made = screen(view, NAMES)
            assert sorted(legal_tokens(made)) == sorted(map(str, own_actions(view)))
            shown = [cell for row in made["bids"] for cell in row["cells"]]
            for cell in (*shown, *made["hand"]):
                refused = cell["token"] and br.why_illegal(view, br.parse_action(cell["token"]))
                told = refusal(refused, NAMES, variant=view.variant) if refused else {"refused": ""}
                assert cell["why"] == told["refused"]
            for cell in shown:
                assert cell["pays"] or cell["costs"]
            hand = [] if view.settlement else view.hand.sorted()
            assert [card["card"] for card in made["hand"]] == list(map(str, hand))
            assert ("bill" in made) is (view.settlement is not None)
            assert json.loads(json.dumps(made))["turn"] == made["turn"]


SEATS = {"en": "seat", "fr": "place", "de": "Platz"}


def read(shown: Any, name: str = "") -> str:
    """Everything that a person reads of a screen, without what only a program uses."""
    if isinstance(shown, dict):
        unread = ("slug", "token", "card")
        return "\n".join(read(each, key) for key, each in shown.items() if key not in unread)
    if isinstance(shown, list | tuple):
        return "\n".join(map(read, shown))
    return re.sub("<[^>]*>", "\n", shown) if isinstance(shown, str) else ""


@pytest.mark.no_cover
@pytest.mark.parametrize("slug", br.list_variants())
def test_nobody_is_a_number_and_no_bid_a_key(slug: str) -> None:
    found = states(slug)
    keys = [step.key for step in found[0].variant.ladder if "-" in step.key]
    for state in (*found[::8], found[-1]):
        for seat, lang in ((0, "en"), (state.actor, "fr"), (None, "de")):
            if seat == br.CHANCE:
                continue
            view = br.observe(state, seat)
            shown = (screen, explained, told)
            text = "".join(read(each(view, NAMES, lang=lang)) for each in shown)
            assert "Cato" in text
            assert not re.search(rf"(?i)\b{SEATS[lang]} [0-3]\b", text)
            assert not [key for key in keys if key in text]


@pytest.mark.parametrize("rules", ["fontainebleau", "french", DANISH])
def test_every_action_has_its_line_and_every_trick_is_told_when_it_is_taken(
    rules: str | br.Variant,
) -> None:
    """In the Danish game an ace is called, in one of these deals the last card of its trick."""
    for seed in (1, 2, 16):
        last = states(rules, seed)[-1]
        for seat in (0, None):
            view = br.observe(last, seat)
            lines = told(view, NAMES)
            actions = [event.action for event in view.events[1:]]
            assert len(lines) == len(actions)
            assert lines[5:] == told(view, NAMES, since=6)
            assert any(line.startswith("You ") for line in lines) is (seat == 0)
            plays = [at for at, action in enumerate(actions) if isinstance(action, br.Play)]
            taken = [at for at, line in enumerate(lines) if " trick " in line]
            assert taken == plays[3::4]


def test_a_bill_is_headed_by_the_contract_as_its_reader_played_it() -> None:
    last = next(end for seed in range(9) if (end := states("classic", seed)[-1]).contract)
    assert last.contract is not None
    for seat in range(4):
        heading, *_ = screen(br.observe(last, seat), NAMES)["bill"]
        who = "you" if seat == last.contract.declarer else NAMES[last.contract.declarer]
        assert re.search(rf" by {who}: (made|lost)\.$", heading)


def test_the_cards_that_another_lays_aside_are_not_told() -> None:
    state: br.State = br.start("fontainebleau", dealer=3, hands=SUITS)
    for token in ("bid piccolissimo", "pass", "pass", "pass", "discard AS"):
        state = br.apply(state, br.parse_action(token))
    assert told(br.observe(state, 0), NAMES)[-1] == "You laid the ace of spades aside."
    assert told(br.observe(state, 1), NAMES)[-1] == "Ann laid a card aside."


def test_the_card_laid_with_the_winning_bid_is_told_once_the_auction_is_over() -> None:
    for actions, ends in (
        (4, "East accepted."),
        (5, "You passed. The card laid was the two of clubs."),
    ):
        lines = told(br.observe(position(FRENCH, actions), 3), ("West", "South", "East", "North"))
        assert lines[1] == "West bid Simple in Belle, laying a card."
        assert lines[-1].startswith(ends)


def test_a_state_is_no_view() -> None:
    state: Any = br.start("classic")
    for shows in (screen, told):
        with pytest.raises(TypeError, match="view must be a view, such as"):
            shows(state)


@pytest.mark.parametrize(
    ("seat", "turn"),
    [
        (0, "You are to bid: Boston or more, or pass."),
        (1, "Ann is to bid."),
        (None, "Ann is to bid."),
    ],
)
def test_whose_turn_it_is(seat: int | None, turn: str) -> None:
    view = br.observe(br.start("classic", dealer=3, hands=SUITS), seat)
    assert screen(view, NAMES)["turn"] == turn
    assert screen(view)["turn"] == turn.replace("Ann", "Seat 0")


@pytest.mark.parametrize(
    ("lang", "turn"),
    [
        ("en", "Your turn: ask for a partner or play alone."),
        ("de", "Sie sind am Zug: einen Partner suchen oder allein spielen."),
        ("fr", "À vous\u00a0: chercher un partenaire ou jouer seul."),
    ],
)
def test_who_is_asked_is_told_what_can_be_answered(lang: str, turn: str) -> None:
    state: br.State = br.start("fontainebleau-hoyle", dealer=3, hands=SUITS)
    for token in ("bid 5 S", "pass", "pass", "pass"):
        state = br.apply(state, br.parse_action(token))
    assert screen(br.observe(state, 0), NAMES, lang=lang)["turn"] == turn


def test_bids_by_classes_of_suits_have_short_labels_and_whole_ones() -> None:
    state = br.start("american", dealer=3)
    rng = random.Random(1)
    while state.phase != "auction":
        state = br.apply(state, decide(state, [RandomBot(rng)] * 4, rng))
    assert state.actor is not None
    six = next(
        row for row in screen(br.observe(state, state.actor))["bids"] if row["name"] == "Six"
    )
    assert [cell["short"] for cell in six["cells"]] == ["plain", "colour", "preference"]
    assert six["cells"][1]["label"] == "Six in the colour suit"


def test_a_refusal_has_its_reason_and_its_rule() -> None:
    state = br.start("french", dealer=3, hands=SUITS, turned=br.parse_card("2D"))
    error = br.why_illegal(state, br.parse_action("bid grande-misere H"))
    assert error is not None
    made = refusal(error)
    assert made["code"] == error.code
    assert made["rule"] == str(error.rule)
    assert made["refused"] in made["whole"]
    assert refusal(br.NotationError("no card")) == {"refused": "no card"}


def test_a_deal_that_nobody_bid_says_what_it_is_about() -> None:
    hands = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "SHDC"]
    state = br.start("american", dealer=3, hands=hands, turned=br.parse_card("2S"))
    assert screen(br.observe(state, 0))["contract"] is None
    for _ in range(4):
        state = br.apply(state, br.Pass())
    shown = screen(br.observe(state, 0), lang="en")["contract"]
    assert (shown["name"], shown["side"], shown["trump"]) == ("All passed", "", None)
    assert "who takes most tricks pays" in shown["goal"]
