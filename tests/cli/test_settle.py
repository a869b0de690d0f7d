"""``boston-rules settle``."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import Result

import boston_rules as br

Run = Callable[..., Result]
Read = Callable[..., Any]


def rows(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines()]


def test_the_bill_of_a_made_contract(run: Run) -> None:
    """A worked example: 5 in hearts, two over, two by honours."""
    text = run(
        *("settle", "fontainebleau", 5, "--trump", "H", "--declarer", 0),
        *("--tricks", "7,2,2,2", "--honours", "3,0,0,0", "--pool", 50),
    ).stdout
    shown = rows(text)
    assert "Simple Boston in ♥ by seat 0; win 5 tricks or more: made." in shown
    for seat in (1, 2, 3):
        reason = "Simple Boston in ♥: 20; 2 overtricks: 10; 3 honours: 10"
        assert f"seat {seat} seat 0 40 {reason}" in shown
    assert "the pool seat 0 50 contract made" in shown
    assert "bill +170 -40 -40 -40 -50" in shown
    assert "after it 0" in shown


def test_the_bill_of_a_lost_contract_with_a_partner(document: Read) -> None:
    told = document(
        *("settle", "fontainebleau", "Seven", "levées", "--trump", "hearts", "--declarer", 1),
        *("--partner", 3, "--tricks", "3,5,2,3", "--pool", 50, "--dealer", 2),
    )
    assert told["settlement"] == {
        "heading": "Seven Levées ♥ by seat 1 with seat 3: lost",
        "made": False,
        "transfers": [
            {
                "payer": payer,
                "payee": payee,
                "chips": sum(chips for chips, _ in lines),
                "lines": [{"chips": chips, "reason": reason} for chips, reason in lines],
            }
            for payer, payee, lines in (
                (1, 2, ((60, "Seven Levées in ♥"), (10, "2 undertricks"))),
                (3, 0, ((60, "Seven Levées in ♥"), (10, "2 undertricks"))),
                (1, "pool", ((35, "contract lost"),)),
                (3, "pool", ((35, "contract lost"),)),
            )
        ],
        "deltas": [70, -105, 70, -105],
        "pool": 120,
        "set_aside": 0,
    }
    assert told["contract"]["trump"] == "H"
    assert told["variant"] == "fontainebleau"
    assert told["dealer"] == 2


@pytest.mark.parametrize(
    "name", ["little-misere", "Little Misère", "petite misere", "PETITE MISÈRE"]
)
def test_a_bid_by_key_or_by_either_name(document: Read, name: str) -> None:
    told = document("settle", "fontainebleau", name, "--declarer", 2, "--tricks", "4,4,0,4")
    assert told["contract"]["key"] == "little-misere"
    assert told["settlement"]["made"] is True


def test_every_option_reaches_the_bill(document: Read) -> None:
    told = document(
        *("settle", "french", "simple-belle", "--declarer", 0, "--partner", 1, "--trump", "C"),
        *("--turned", "7H", "--belle", "♣", "--tricks", "8,5,0,0", "--honours", "2,1,0,0"),
        *("--slam", "closed", "--boston", 3, "--pool", 41, "--last", "--dealer", 3),
    )
    variant = br.get_variant("french")
    bill = br.settle(
        variant,
        br.Contract("simple-belle", 0, br.CLUBS, 1, turned=br.HEARTS, belle=br.CLUBS),
        br.Outcome((8, 5, 0, 0), honours=(2, 1, 0, 0), slam="closed", boston=3),
        pool=41,
        last=True,
        dealer=3,
    )
    assert told["settlement"]["deltas"] == list(bill.deltas)
    assert [paid["chips"] for paid in told["settlement"]["transfers"]] == [
        paid.chips for paid in bill.transfers
    ]
    assert told["outcome"]["slam"] == "closed"
    assert told["last"] is True


def test_prices_by_class_and_what_is_set_aside(run: Run, document: Read) -> None:
    arguments = (
        *("settle", "boston-whist", 5, "--declarer", 0, "--trump", "H", "--suit-class", "plain"),
        *("--turned", "C", "--tricks", "1,4,4,4", "--pool", 240, "--set-aside", 20),
    )
    told = document(*arguments)
    assert told["settlement"]["pool"] == 250
    assert told["settlement"]["set_aside"] == 250
    assert told["contract"]["suit_class"] == "plain"
    shown = rows(run(*arguments).stdout)
    assert "seat 0 seat 1 seat 2 seat 3 pool set aside" in shown
    assert "bill -360 +40 +40 +40 +10 +230" in shown
    assert "after it 250 250" in shown


def test_a_conceded_contract_and_chicane(document: Read) -> None:
    told = document(
        *("settle", "russian", 5, "--declarer", 0, "--trump", "H", "--tricks", "0,1,0,0"),
        *("--conceded", "--chicane", "2, 3"),
    )
    assert told["outcome"]["conceded"] is True
    assert told["outcome"]["chicane"] == [2, 3]
    assert told["settlement"]["deltas"] == [12 - 4, -4 - 4, -4 + 6 - 2, -4 + 6 - 2]


@pytest.mark.parametrize("words", [(), ("-",)])
def test_a_deal_passed_out(run: Run, words: tuple[str, ...]) -> None:
    shown = rows(
        run(
            *("settle", "fontainebleau", *words, "--passed-out", "--tricks", "2,2,4,5"),
            *("--pool", 51),
        ).stdout
    )
    assert "All passed." in shown
    assert "the pool seat 0 25 fewest tricks" in shown
    assert "bill +25 +25 0 0 -50" in shown


def test_hands_thrown_in_have_no_tricks(run: Run) -> None:
    assert "nobody pays" in run("settle", "french", "--passed-out").stdout
    assert "all passed" in run("settle", "boston-whist", "--passed-out").stdout


def test_options_of_the_variant_count(document: Read) -> None:
    arguments = ("settle", "fontainebleau-cats", "little-misere", "--declarer", 0)
    lost = (*arguments, "--tricks", "1,3,4,4")
    as_won = document(*lost, "--option", "special_losses=as-won")["settlement"]["deltas"]
    by_table = document(*lost)["settlement"]["deltas"]
    assert (by_table[1], as_won[1]) == (20, 75)


@pytest.mark.parametrize(
    ("slug", "name", "told"),
    [
        ("fontainebleu", "5", "no variant is called 'fontainebleu'; near: fontainebleau"),
        ("american", "grand misery", "no contract is called 'grand misery'; near: Grand Misère"),
    ],
)
def test_unknown_names_and_their_near_matches(run: Run, slug: str, name: str, told: str) -> None:
    result = run("settle", slug, name, "--declarer", 0, "--tricks", "1,1,1,1", status=2)
    assert result.stderr.startswith(f"boston-rules: {told}")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "Missing argument 'VARIANT'"),
        (("american",), "name the bid that was played, or give --passed-out"),
        (("american", "-"), "name the bid that was played, or give --passed-out"),
        (("american", "5"), "give --declarer SEAT"),
        (("american", "5", "--declarer", "0"), "give --tricks a,b,c,d"),
        (("american", "--passed-out"), "give --tricks a,b,c,d"),
        (
            ("american", "--passed-out", "--tricks", "4,3,3,3", "--stakes", "2"),
            "the stakes of American Boston are 1, not 2",
        ),
        (("american", "5", "--passed-out"), "a deal passed out has no bid, such as '5'"),
        (("american", "--passed-out", "--declarer", "1"), "has no declarer, partner or trumps"),
        (("american", "5", "--declarer", "4"), "Invalid value for '--declarer'"),
        (("american", "5", "--trump", "north"), "'north' is not a suit"),
        (("american", "5", "--tricks", "7;2;2;2"), "a number for each seat is expected"),
        (("american", "5", "--tricks", "7,2,2,-2"), "a number for each seat is expected"),
        (("american", "5", "--honours", "four"), "a number for each seat is expected"),
        (("american", "5", "--chicane", "0,4"), "seats are 0 to 3, between commas, not '0,4'"),
        (("american", "5", "--slam", "open"), "Invalid value for '--slam'"),
        (("american", "5", "--pool", "-1"), "Invalid value for '--pool'"),
        (("american", "5", "--pool", "9" * 5000), "Invalid value for '--pool'"),
        (("american", "5", "--suit-class", "red"), "Invalid value for '--suit-class'"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(run: Run, arguments: tuple[str, ...], told: str) -> None:
    result = run("settle", *arguments, status=2)
    assert result.stdout == ""
    assert re.fullmatch(r"boston-rules: [^\n]+\n", result.stderr)
    assert told in result.stderr


def test_every_problem_of_an_impossible_deal_is_told(run: Run) -> None:
    result = run(
        *("settle", "fontainebleau", "little-misere", "--declarer", 0, "--partner", 0),
        *("--trump", "H", "--tricks", "0,4,4,4", "--boston", 1, "--slam", "table"),
        status=2,
    )
    lines = result.stderr.splitlines()
    with pytest.raises(br.SettlementError) as caught:
        br.settle(
            br.get_variant("fontainebleau"),
            br.Contract("little-misere", 0, br.HEARTS, 0),
            br.Outcome((0, 4, 4, 4), boston=1, slam="table"),
        )
    assert lines == [f"boston-rules: {problem}" for problem in caught.value.problems]
    assert len(lines) >= 4


def test_a_misdeal_and_a_revoke_stand_in_the_bill(run: Run, document: Read) -> None:
    asked = (
        *("settle", "fontainebleau", 7, "--trump", "S", "--declarer", 0, "--tricks", "4,5,2,2"),
        *("--dealer", 3, "--pool", 50, "--misdeal", "--revoke", 1),
    )
    text = run(*asked).stdout
    shown = rows(text)
    law = "[ENC, laws of the game, 9 and 10; ruling P41]"
    assert f"Seat 1 revoked: 3 tricks more for the declarer's side {law}." in " ".join(shown)
    assert "bill +250 -50 -50 -100 -50" in shown
    told = document(*asked)
    assert told["infractions"] == [
        {"kind": "misdeal", "seat": 3},
        {"kind": "revoke", "seat": 1},
    ]
    assert told["settlement"]["deltas"] == [250, -50, -50, -100]
    assert len(told["settlement"]["penalties"]) == 1


def test_a_deal_lost_by_a_misdeal(run: Run) -> None:
    shown = rows(
        run("settle", "russian", "--passed-out", "--misdeal", "--touched", "--pool", 4).stdout
    )
    assert "Misdeal: the dealer loses the deal." in shown
    assert "bill -1 0 0 0 +1" in shown


def test_touched_belongs_to_a_misdeal(run: Run) -> None:
    found = run("settle", "classic", "--passed-out", "--touched", status=2)
    assert "give --misdeal" in found.stderr


def test_a_bid_is_told_as_it_is_made(document: Read) -> None:
    told = document(
        *("settle", "american-foster", "Six", "preference", "--turned", "8S"),
        *("--declarer", 0, "--tricks", "1,4,0,2", "--revoke", "0 7"),
    )
    assert (told["contract"]["trump"], told["contract"]["suit_class"]) == ("S", "preference")
    assert told["infractions"] == [{"kind": "revoke", "seat": 0, "trick": 7}]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("7", "D", "solo", "--trump", "H"), "--trump is another than that of the bid '7 D solo'"),
        (("7", "D", "--revoke", "0 x"), "'x' is not a number"),
        (("7", "D", "--revoke", "0 1 2"), "is not understood"),
        (("7", "D", "--out-of-turn", "1"), "ends a deal only against a misère"),
        (("--grand",), "does not end with a grand"),
        (("7", "D", "--grand"), "has no bid, such as '7 D'"),
    ],
)
def test_what_a_bid_and_its_options_contradict_is_refused(
    run: Run, words: tuple[str, ...], problem: str
) -> None:
    declarer = () if words == ("--grand",) else ("--declarer", 0)
    result = run("settle", "russian-foster", *words, *declarer, "--tricks", "7,2,2,2", status=2)
    assert problem in " ".join(result.stderr.split())


def test_what_the_bill_depends_on_and_nobody_told_is_named(run: Run) -> None:
    deal = "settle", "french", "petite independance", "--trump", "H", "--turned", "H"
    whole = (*deal, "--declarer", 0, "--tricks", "7,2,2,2")
    text = run(*whole).stdout
    assert "Honours were not told (--honours)" in text
    assert "Who was dealt the Boston was not told (--boston)" in text
    assert "not told" not in run(*whole, "--honours", "1,1,1,1", "--boston", 2).stdout
    assert "not told" not in run("settle", "classic", 6, "H", *whole[7:]).stdout


@pytest.mark.parametrize(
    ("bid", "told", "notes"),
    [
        # Conceded, a bid is paid with its honours and the Boston (G4, G14).
        (("fontainebleau-foster", 7, "D"), ("1,0,0,0", "--conceded"), ["Honours"]),
        (("french-foster", "neuf", "--trump", "S"), ("1,0,0,0", "--conceded"), ["Honours", "Who"]),
        # Foster's Fontainebleau counts honours in no bid that is lost.
        (("fontainebleau-foster", 7, "D"), ("5,4,2,2",), []),
        (("fontainebleau", 7, "D"), ("5,4,2,2",), ["Honours"]),
        # Who revoked pays the bid without honours, and the Boston is paid all the same (G23, G24).
        (
            ("french-foster", "neuf", "--trump", "S"),
            ("6,2,2,1", "--revoke", "1 3"),
            ["Who"],
        ),
    ],
)
def test_only_what_this_bill_depends_on_is_asked_for(
    run: Run, bid: tuple[object, ...], told: tuple[str, ...], notes: list[str]
) -> None:
    turned = ("--turned", "S", "--belle", "H") if bid[0] == "french-foster" else ()
    text = run("settle", *bid, "--declarer", 0, *turned, "--pool", 50, "--tricks", *told).stdout
    found = [line.split()[0] for line in text.splitlines() if "not told" in line]
    assert found == notes
