"""``boston-rules solve`` and ``replay --analyse``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.phases.table_talk import last_legal, only_bid, reach
from tests.solver.test_use import SQUEEZED, played

import boston_rules as br
from boston_rules import records, solver
from boston_rules.cli.program import program
from boston_rules.core.cardplay import COMPILED

Run = Callable[..., Result]


def of_hands(hands: list[str], dealer: str = "W") -> str:
    """A bridge deal in PBN."""
    written = [
        ".".join(
            "".join(card.rank.letter for card in br.Cards.parse(hand).of(suit).sorted())
            for suit in (br.SPADES, br.HEARTS, br.DIAMONDS, br.CLUBS)
        )
        for hand in hands
    ]
    return f'[Dealer "{dealer}"]\n[Deal "N:{" ".join(written)}"]\n'


@pytest.fixture
def pbn(tmp_path: Path) -> Path:
    file = tmp_path / "deal.pbn"
    file.write_text(of_hands(SQUEEZED))
    return file


@pytest.fixture
def session(tmp_path: Path) -> Path:
    """A record of a session whose first deal is the one above, with a mistake in trick 11."""
    hands = [hand.split() for hand in SQUEEZED]
    state: br.State = br.start(
        "fontainebleau", 3, hands=[[br.parse_card(card) for card in hand] for hand in hands]
    )
    state = reach(only_bid(state, 0, "bid 13 D"), "play", last_legal)
    for trick in played("13", "JS").tricks:
        for card in trick.cards:
            state = br.apply(state, br.Play(card))
    file = tmp_path / "session.txt"
    records.dump(records.record(state), file)
    return file


def row(text: str, first: str) -> list[str]:
    """The cells of the row of a table of answers."""
    after = text[text.index("♣  ") :].partition("─")[2]
    return next(line for line in after.splitlines() if line.startswith(first)).split()[2:]


def test_all_contracts_of_a_bridge_deal(run: Run, pbn: Path) -> None:
    shown = run("solve", pbn, "fontainebleau", "--nodes", 20_000, "--jobs", 1).stdout
    assert "Seat 3 deals." in shown
    assert row(shown, "seat 0") == ["2", "12", "0", "3", "no", "no", "no"]
    assert row(shown, "seat 2") == ["0", "0", "13", "0", "yes", "no", "yes"]
    assert "Grand Misère stands for Grand Misère on the Table too" in shown


def test_what_is_not_found_within_the_limits_is_unknown(
    document: Callable[..., Any], run: Run, pbn_deals: Path
) -> None:
    how = ("solve", pbn_deals, "mariland", "--nodes", 1, "--jobs", 1)
    shown = run(*how).stdout
    assert "?: not known within the limits." in shown
    assert ("Compiled, the solver is" in shown) is not COMPILED
    found = document(*how)
    assert found["complete"] is True
    unknown = [answer for answer in found["answers"] if not answer["known"]]
    assert unknown
    assert {answer["stopped"] for answer in unknown} == {"nodes"}
    assert {answer["tricks"] for answer in unknown} == {None}


def test_of_one_contract_that_is_not_solved_the_bounds_are_told(
    document: Callable[..., Any], run: Run, tmp_path: Path
) -> None:
    deal = tmp_path / "weak.pbn"
    hands = "AKQ4.K732.95.T86 J987.A4.KQ73.J52 T53.QJT9.A82.AQ4 62.865.JT64.K973"
    deal.write_text(f'[Deal "N:{hands}"]', encoding="utf-8")
    contract = ("solve", deal, "classic", "6", "--declarer", 0, "--trump", "H", "--nodes")
    told = " ".join(run(*contract, 1).stdout.split())
    assert "no answer after 1 position, as many as were allowed." in told
    assert "most" not in document(*contract, 1)
    found = document(*contract, 300)
    assert found["known"] is False
    assert found["fewest"] <= 3 <= found["most"] < 6, "three tricks are right"
    told = f"{found['fewest']} to {found['most']} tricks with best play; no answer after 300"
    assert told in " ".join(run(*contract, 300).stdout.split())


def test_one_contract_with_its_line(document: Callable[..., Any], run: Run, pbn: Path) -> None:
    how = ("solve", pbn, "fontainebleau", "13", "--declarer", 0, "--trump", "D")
    shown = run(*how).stdout
    found = document(*how)
    assert (found["known"], found["made"], found["tricks"]) == (True, False, 12)
    assert sum(trick["winner"] == 0 for trick in found["line"]) == 12
    state: br.State = solver.first_lead(
        "fontainebleau", SQUEEZED, br.Contract("13", 0, br.DIAMONDS), dealer=3
    )
    for trick in found["line"]:
        assert state.actor == trick["leader"]
        for card in trick["cards"]:
            state = br.apply(state, br.parse_action(f"play {card}"))
    assert isinstance(state, br.Settled)
    assert state.outcome.tricks[0] == 12
    mine, *others = state.settlement.deltas
    assert found["chips"] == {"declarers": mine, "opponents": sum(others)}
    said = f"lost with 12 tricks with best play; the declarer's side loses {-mine} chips."
    assert said in " ".join(shown.split())


def test_what_every_card_of_the_first_lead_is_worth(
    document: Callable[..., Any], run: Run, pbn: Path
) -> None:
    how = ("solve", pbn, "fontainebleau", "12", "--declarer", 0, "--trump", "D")
    shown = run(*how, "--cards").stdout
    assert "seat 0 plays" in shown
    found = document(*how, "--cards")
    state = solver.first_lead(
        "fontainebleau", SQUEEZED, br.Contract("12", 0, br.DIAMONDS), dealer=3
    )
    best = solver.best(state)
    assert [(each["card"], each["tricks"], each["best"]) for each in found["cards"]] == [
        (str(card), result.tricks, card in best.cards) for card, result in best.results
    ]
    assert best.chips is not None
    assert [each["chips"]["declarers"] for each in found["cards"]] == [
        chips for _, chips in best.chips
    ]
    assert found["chips"] == found["cards"][0]["chips"]


def test_one_contract_that_takes_too_long(document: Callable[..., Any], pbn_deals: Path) -> None:
    how = ("solve", pbn_deals, "classic", "5", "--declarer", 0, "--trump", "D")
    found = document(*how, "--nodes", 2)
    assert found["known"] is False
    assert "made" not in found


def test_a_contract_after_discards(document: Callable[..., Any], pbn: Path) -> None:
    how = ("solve", pbn, "fontainebleau", "little-misere", "--declarer", 1)
    found = document(*how, "--discards", "QS KS AH TS")
    assert (found["made"], found["tricks"], len(found["line"])) == (True, None, 12)


def test_a_deal_of_a_record_and_pairs(document: Callable[..., Any], session: Path) -> None:
    found = document("solve", session, "--pairs", "--nodes", 20_000, "--jobs", 1)
    assert found["dealer"] == 3
    sides = {(answer["declarer"], answer["partner"]) for answer in found["answers"]}
    assert len(sides) == 10
    (answer,) = [
        answer
        for answer in found["answers"]
        if (answer["declarer"], answer["partner"], answer["trump"]) == (0, 1, "D")
    ]
    assert answer["tricks"] == 13


@pytest.mark.long
def test_what_is_known_of_tricks_within_the_limits(
    document: Callable[..., Any], run: Run, pbn_deals: Path
) -> None:
    how = ("solve", pbn_deals, "classic", "--nodes", 300, "--jobs", 1)
    answers = document(*how)["answers"]
    (answer,) = [a for a in answers if a["fewest"] != a["most"]][:1]
    assert answer["known"] is False
    assert answer["stopped"] == "nodes"
    shown = run(*how).stdout
    assert f"{answer['fewest']}–{answer['most']}" in shown
    assert "Two numbers" in shown


@pytest.mark.long
def test_on_several_processors_the_answers_are_the_same(
    document: Callable[..., Any], pbn: Path
) -> None:
    how = ("solve", pbn, "mariland")
    assert document(*how, "--jobs", 2) == document(*how, "--jobs", 1)


def test_an_interruption_shows_what_was_found(monkeypatch: pytest.MonkeyPatch, pbn: Path) -> None:
    def interrupted(*arguments: Any, **named: Any) -> Any:
        for number, cell in enumerate(solver.cells(*arguments, **named)):
            if number == 2:
                raise KeyboardInterrupt
            yield cell

    monkeypatch.setattr("boston_rules.cli.solve.cells", interrupted)
    how = ["solve", str(pbn), "fontainebleau", "--jobs", "1"]
    result = CliRunner().invoke(program, how)
    assert result.exit_code == 130
    assert row(result.stdout, "seat 0") == ["2", *"??????"]
    assert "interrupted" in result.stderr
    told = json.loads(CliRunner().invoke(program, [*how, "--json"]).stdout)
    assert (told["complete"], len(told["answers"])) == (False, 2)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--trump", "H"), "go with BID"),
        (("13", "--pairs"), "leave out BID"),
        (("13",), "who is the declarer?"),
        (("5", "--declarer", "0"), "give the trump suit"),
        (("5", "--declarer", "0", "--trump", "H", "--deal", "7"), "no deal 7"),
        (("little-misere", "--declarer", "0"), "4 discards are needed"),
        (("Fünf", "--declarer", "0"), "no contract is called 'Fünf'; the ladder has Simple Boston"),
    ],
)
def test_what_solve_refuses(run: Run, pbn: Path, arguments: tuple[str, ...], said: str) -> None:
    refused = run("solve", pbn, "fontainebleau", *arguments, status=2)
    assert said in " ".join(refused.stderr.split())


def test_a_bridge_deal_needs_a_variant(run: Run, pbn: Path) -> None:
    assert "name the VARIANT" in run("solve", pbn, status=2).stderr
    refused = run("solve", pbn, "--dealer", 1, status=2).stderr
    assert "go with VARIANT" in refused


def test_replay_marks_the_card_that_decided_the_contract(
    document: Callable[..., Any], run: Run, session: Path
) -> None:
    shown = run("replay", session, "--analyse").stdout
    assert "♠J ??" in shown
    told = " ".join(shown.split())
    assert (
        "Trick 11: seat 1 plays ♠J ??. Best play before it: lost with 12 tricks; "
        "after it: made with 13 tricks. Right was ♣4." in told
    )
    (deal,) = document("replay", session, "--analyse")["deals"]
    assert deal["analysis"]["complete"] is True
    (mistake,) = deal["analysis"]["mistakes"]
    assert (mistake["seat"], mistake["card"], mistake["right"]) == (1, "JS", ["4C"])
    assert mistake["before"] == {"made": False, "tricks": 12}
    assert "??" not in run("replay", session).stdout


def test_replay_tells_from_where_on_an_analysis_is_certain(
    document: Callable[..., Any], run: Run, session: Path
) -> None:
    how = ("replay", session, "--analyse", "--nodes", 4)
    (deal,) = document(*how)["deals"]
    analysis = deal["analysis"]
    assert analysis["complete"] is False
    assert analysis["stopped"] == "nodes"
    told = " ".join(run(*how).stdout.split())
    assert f"Certain from trick {analysis['certain_from']}, seat " in told


def test_an_analysis_of_what_cannot_be_analysed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "begun.txt"
    records.dump(records.record(br.start("fontainebleau", 3, hands=SQUEEZED)), file)
    told = " ".join(run("replay", file, "--analyse").stdout.split())
    assert "The play is not analysed: no card was played" in told
    assert "go with --analyse" in run("replay", file, "--json", status=2).stderr
    assert "does not go" in run("replay", file, "--analyse", "--check", status=2).stderr


def test_an_interrupted_analysis_shows_what_is_certain(
    monkeypatch: pytest.MonkeyPatch, session: Path
) -> None:
    def interrupted(*arguments: Any) -> Any:
        for number, card in enumerate(solver.judged_cards(*arguments)):
            if number == 11:
                raise KeyboardInterrupt
            yield card

    monkeypatch.setattr("boston_rules.cli.solving.judged_cards", interrupted)
    result = CliRunner().invoke(program, ["replay", str(session), "--analyse"])
    assert result.exit_code == 130
    assert "♠J ??" in result.stdout
    assert "Certain from trick 11, seat 1's card, on" in " ".join(result.stdout.split())
