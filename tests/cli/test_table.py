"""The score of an evening: settled deal after deal, corrected, and kept in a file."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import attrs
import pytest
from attrs import frozen
from click.testing import Result
from tests.envs.strangers import Challenge

import boston_rules as br
from boston_rules.bots import make_bot, play_session
from boston_rules.cli.files import read_evening, write_evening
from boston_rules.core.contract import Turn
from boston_rules.records.evening import (
    Entry,
    Evening,
    dumps_evening,
    next_table,
    settled_deals,
)
from boston_rules.rules.carryover import AfterThrownIn, Conditions
from boston_rules.rules.pool import PoolRule
from boston_rules.variants import registry

Run = Callable[..., Result]
FIRST = ("6", "--trump", "H", "--declarer", "ann", "--partner", "Cid", "--tricks", "5,2,4,2")
SECOND = ("grand misere", "--declarer", 1, "--tricks", "3,1,4,5")


@frozen(kw_only=True, cache_hash=True)
class Challenged(br.variants.Classic):
    """A player may double the stakes, and a deal thrown in leaves fourfold ones."""

    slug: ClassVar[str] = "challenged"
    questions: tuple[Challenge, ...] = (Challenge(),)
    carryover: AfterThrownIn = AfterThrownIn(Conditions("fourfold", stakes=4))
    pool: PoolRule | None = None


@pytest.mark.parametrize("slug", br.list_variants())
def test_an_evening_comes_out_as_the_session_that_was_played(slug: str, tmp_path: Path) -> None:
    """Antes, pool, set-aside, stakes, belle, dealer and the end, deal by deal."""
    variant = br.get_variant(slug, deals=6)
    rng = random.Random(8)
    players = [make_bot(name, rng) for name in ("simple", "random", "simple", "simple")]
    evening = Evening(variant, ("Ann", "Bob", "Cid", "Dot")[: variant.seats], 2)
    purses = (variant.session.starting_chips,) * variant.seats
    for settled in play_session(variant, players[: variant.seats], rng, dealer=2):
        upcoming = next_table(evening)
        assert upcoming is not None
        opening = settled.deal.table
        for name in ("purses", "pool", "set_aside", "dealer", "deal_number", "stakes", "antes"):
            assert getattr(upcoming, name) == getattr(opening, name), name
        assert upcoming.belle == opening.belle or opening.deal_number == 1
        contract, turned = settled.contract, Turn()
        if contract is None:
            turned = Turn(settled.turn.suit)
        else:
            contract = attrs.evolve(contract, belle=None)
        entry = Entry(contract, settled.outcome, turn=turned)
        evening = attrs.evolve(evening, entries=(*evening.entries, entry))
        last = list(settled_deals(evening))[-1]
        assert (last.bill, last.over) == (settled.settlement, settled.session_over)
        assert last.purses == settled.table.purses
        assert tuple(map(sum, zip(purses, last.changes, strict=True))) == last.purses
        purses = last.purses
    assert next_table(evening) is None
    file = tmp_path / "evening.json"
    write_evening(evening, str(file))
    again = read_evening(str(file))
    assert [each.purses for each in settled_deals(again)] == [
        each.purses for each in settled_deals(evening)
    ]


def test_what_was_turned_is_as_the_contract_tells_it() -> None:
    contract = br.Contract("5", 0, turned=br.CLUBS, belle=br.HEARTS)
    entry = Entry(contract, br.Outcome((7, 2, 2, 2)), turn=Turn(br.SPADES))
    assert entry.turn == Turn(br.CLUBS, br.HEARTS)
    assert entry == Entry(contract, entry.outcome)
    assert attrs.evolve(entry, contract=None).turn == entry.turn
    evening = Evening(br.get_variant("american"), ("Ann", "Bob", "Cid", "Dot"), 0, (entry,))
    (written,) = json.loads(dumps_evening(evening))["deals"]
    assert sorted(written) == ["contract", "outcome"]


def test_stakes_that_a_player_has_raised_are_told_with_the_deal(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    br.register(Challenged)
    evening = tmp_path / "evening.json"
    run("table", "new", evening, "challenged", "--players", "Ann,Bob,Cid,Dot")
    told = ("5", "--trump", "H", "--declarer", "Ann", "--tricks", "5,3,3,2")
    for stakes, paid in (((), 10), (("--stakes", 2), 20), (("--stakes", 1), 10)):
        text = run("table", "deal", evening, *told, *stakes).stdout
        assert re.search(rf"^Bob +Ann +{paid} +Boston", text, re.M)
    refused = run("table", "deal", evening, *told, "--stakes", 3, status=2).stderr
    assert "deal 4: the stakes of this deal are 1 or 2, not 3" in refused
    purses = [each.purses for each in settled_deals(read_evening(str(evening)))]
    run("table", "deal", evening, "--passed-out")
    assert "multiplied by 4" in run("table", "sheet", evening).stdout
    refused = run("table", "deal", evening, *told, "--stakes", 2, status=2).stderr
    assert "deal 5: the stakes of this deal are 4, not 2" in refused
    text = run("table", "deal", evening, *told).stdout
    assert re.search(r"^Bob +Ann +40 +Boston", text, re.M)
    assert [each.purses for each in settled_deals(read_evening(str(evening)))][:3] == purses


@pytest.fixture
def file(run: Run, tmp_path: Path) -> Path:
    path = tmp_path / "friday.json"
    players = ("--players", "Ann, Bob,Cid,Dot", "--dealer", "bob")
    text = run("table", "new", path, "fontainebleau", *players).stdout
    assert "Next: deal 1 of 12, dealt by Bob. Antes: Bob 50; the pool then holds 50." in text
    return path


def chips(text: str) -> list[str]:
    found = re.findall(r"(?m)^ +chips +(.*)$", text)
    return str(found[-1]).split()


@pytest.mark.parametrize("lost", ["passed-out", "misdeal"])
@pytest.mark.parametrize("belle", br.Suit)
def test_P37_the_first_deal_fixes_belle_even_where_nobody_plays_it(
    run: Run, tmp_path: Path, belle: br.Suit, lost: str
) -> None:
    file, other = tmp_path / "evening.json", br.Suit.HEARTS if belle != 2 else br.Suit.SPADES
    run("table", "new", file, "mariland", "--players", "A,B,C,D")
    misdealt = ["--misdeal"] * (lost == "misdeal")
    run("table", "deal", file, "--passed-out", "--turned", belle.letter, *misdealt)

    def played(trump: br.Suit, *more: object, status: int = 0) -> Result:
        words = "7", "--trump", trump.letter, "--turned", trump.letter, "--declarer", "A"
        return run("table", "deal", file, *words, "--tricks", "7,2,2,2", *more, status=status)

    assert "16  Seven × 2" in played(other).stdout, "preference"
    assert "24  Seven × 3" in played(belle).stdout, "superpreference"
    wrong = played(other, "--belle", other.letter, status=2)
    assert f"{belle.symbol} is belle, the suit turned in the first deal" in wrong.stderr
    first = "--turned", other.letter, "--belle", belle.letter, *misdealt
    assert "is belle" in run("table", "correct", file, 1, "--passed-out", *first, status=2).stderr


def test_belle_is_asked_for_where_nobody_told_what_the_first_deal_turned(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "evening.json"
    run("table", "new", file, "mariland", "--players", "A,B,C,D")
    run("table", "deal", file, "--passed-out")
    words = ("7", "--trump", "C", "--turned", "C", "--declarer", "A", "--tricks", "7,2,2,2")
    refused = run("table", "deal", file, *words, status=2)
    assert "give the turned suit and belle" in refused.stderr
    assert "Seven × 2" in run("table", "deal", file, *words, "--belle", "H").stdout


def test_deal_after_deal(run: Run, file: Path) -> None:
    text = run("table", "deal", file, *FIRST).stdout
    assert "Deal 1 of 12: Six Levées in hearts by Ann with Cid: made" in text
    assert re.search(r"^Bob +Ann +40 +Six Levées in ♥$", text, re.M)
    assert re.search(
        r"^ +1 +Bob +Six Levées in hearts +5-2-4-2 +made +\+65 +-90 +\+65 +-40", text, re.M
    )
    assert chips(text) == ["1665", "1510", "1665", "1560", "0"]
    text = run("table", "deal", file, *SECOND).stdout
    assert "Deal 2 of 12: Grand Misère by Bob: lost" in text
    assert re.search(r"^Bob +the pool +\d+ +contract lost$", text, re.M)
    assert "Next: deal 3 of 12, dealt by Dot." in text
    assert text.endswith(run("table", "sheet", file).stdout)


def test_a_mistake_is_corrected_and_everything_after_it_follows(run: Run, file: Path) -> None:
    run("table", "deal", file, *SECOND)
    run("table", "deal", file, *FIRST)
    right = chips(run("table", "sheet", file).stdout)
    other = file.with_name("other.json")
    run("table", "new", other, "fontainebleau", "--players", "Ann,Bob,Cid,Dot", "--dealer", 1)
    run("table", "deal", other, "7", *FIRST[1:6], *FIRST[6:])
    run("table", "deal", other, *FIRST)
    assert chips(run("table", "sheet", other).stdout) != right
    text = run("table", "correct", other, 1, *SECOND).stdout
    assert "Deal 1 of 12: Grand Misère by Bob: lost" in text
    assert chips(text) == right
    assert other.read_bytes() == file.read_bytes()


def test_errors_at_the_table_stand_in_the_bill(run: Run, file: Path) -> None:
    text = run("table", "deal", file, *FIRST, "--misdeal", "--revoke", "dot").stdout
    law = "ENC, laws of the game, 9 and 10; ruling P41"
    assert f"Dot revoked: 3 tricks more for the declarer's side [{law}]." in " ".join(text.split())
    assert re.search(r"^Bob +the pool +50 +fine for a misdeal", text, re.M)
    run("table", "deal", file, *SECOND, "--misdeal", "--touched")
    (first, second) = settled_deals(read_evening(str(file)))
    six = br.Contract("6", 0, trump=br.HEARTS, partner=2)
    assert first.bill == br.settle(
        *("fontainebleau", six, br.Outcome((5, 2, 4, 2)), 50),
        dealer=1,
        infractions=[br.Infraction("misdeal", 1), br.Infraction("revoke", 3)],
    )
    assert second.entry.infractions == (br.Infraction("misdeal", 2, touched=True),)
    assert (
        second.bill.transfers
        == br.settle(
            *("fontainebleau", second.entry.contract, second.entry.outcome, second.opening.pool),
            dealer=2,
        ).transfers
    )
    # The deal that comes first now was dealt, and misdealt, by the first dealer.
    run("table", "correct", file, 2, *SECOND, "--misdeal")
    (only,) = settled_deals(_removed(run, file))
    assert [paid.payer for paid in only.bill.transfers if "misdeal" in paid.reason] == [1]
    unused = run("table", "deal", file, *SECOND, "--touched", status=2)
    assert "--touched says something of a misdeal" in unused.stderr


def _removed(run: Run, file: Path) -> Evening:
    run("table", "remove", file, 1)
    return read_evening(str(file))


def test_a_deal_lost_by_a_misdeal_has_no_tricks(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "lost.json"
    run("table", "new", file, "russian", "--players", "Ann,Bob,Cid,Dot")
    text = run("table", "deal", file, "--misdeal").stdout
    assert "Deal 1 of 12: lost by a misdeal" in text
    assert re.search(r"^Ann +the pool +1 +fine for a misdeal", text, re.M)
    assert "Next: deal 2 of 12, dealt by Bob." in text
    kept = file.read_bytes()
    run("table", "correct", file, 1, "--passed-out", "--misdeal")
    assert file.read_bytes() == kept


def test_after_a_misdeal_that_loses_nothing_the_deal_is_still_to_be_told(
    run: Run, file: Path
) -> None:
    told = run("table", "deal", file, "--misdeal", status=2).stderr
    assert "the dealer deals again after a misdeal: name the bid" in told


def test_a_deal_is_removed(run: Run, file: Path) -> None:
    empty = file.read_bytes()
    run("table", "deal", file, *FIRST)
    after = file.read_bytes()
    run("table", "deal", file, *SECOND)
    assert chips(run("table", "remove", file).stdout) == ["1665", "1510", "1665", "1560", "0"]
    assert file.read_bytes() == after
    run("table", "remove", file, 1)
    assert file.read_bytes() == empty
    assert "no deal is written down yet" in run("table", "remove", file, status=2).stderr


def test_a_deal_that_cannot_be_changes_nothing(run: Run, file: Path) -> None:
    run("table", "deal", file, *FIRST)
    before = file.read_bytes()
    for told, reason in (
        (("6", "--trump", "H", "--declarer", "Zoe"), "'--declarer': 'Zoe' is none of Ann, Bob, C"),
        (("6", "--declarer", "A", "--tricks", "6,2,3,2"), "Six Levées is played with trumps"),
        ((*FIRST[:-1], "7,7,7,7"), "deal 2: Six Levées has 13 tricks, not 28"),
        (("picnic", "--declarer", "A", "--tricks", "6,2,3,2"), "no contract is called 'picnic'"),
        (("--declarer", "A"), "name the bid that was played, or give --passed-out"),
    ):
        result = run("table", "deal", file, *told, status=2)
        assert reason in result.stderr
        assert file.read_bytes() == before
    assert "there is no deal 2: 1 deal" in run("table", "correct", file, 2, *FIRST, status=2).stderr


def test_the_session_ends(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "short.json"
    arguments = ("french", "--option", "deals=1", "--players", "A,B,C,D")
    run("table", "new", file, *arguments)
    told = ("grande misere", "--declarer", "B", "--tricks", "5,0,4,4", "--turned", "H")
    text = run("table", "deal", file, *told).stdout
    assert re.search(r"The session is over: B won with \d+ chips\.", text)
    assert "over after deal 1" in run("table", "deal", file, *told, status=2).stderr


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--players", "Ann,Bob"), "Classic Boston is for 4 players, not 2"),
        (("--players", "Ann,Bob,ann,Dot"), "a name of his own"),
        (("--players", "Ann,,Cid,Dot"), "a name of his own"),
        (("--players", "A,B,C,D", "--dealer", "E"), "'E' is none of A, B, C or D"),
        (("--players", "A,B,C,D", "bridge"), "no variant is called 'bridge'"),
    ],
)
def test_an_evening_that_cannot_begin(
    run: Run, tmp_path: Path, arguments: tuple[str, ...], reason: str
) -> None:
    file = tmp_path / "s.json"
    assert reason in run("table", "new", file, *arguments, status=2).stderr
    assert not file.exists()


def test_a_file_that_is_there_is_replaced_by_force_alone(run: Run, file: Path) -> None:
    run("table", "deal", file, *FIRST)
    arguments = ("table", "new", file, "fontainebleau", "--players", "E,F,G,H")
    assert "is there already: --force replaces it" in run(*arguments, status=2).stderr
    assert "1600" in run(*arguments, "--force").stdout


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"schema": "x"}, "its schema is 'x'"),
        ({"fingerprint": "0"}, "kept by other rules"),
        ({"variant": "bridge"}, "no variant is called 'bridge'"),
        ({"players": ["A"]}, "has 4 players"),
        ({"dealer": 7}, "has 4 players, one of whom deals first"),
        ({"deals": [{}]}, "it is no evening"),
        ({"deals": [{"contract": None, "outcome": {"tricks": [1]}}]}, "deal 1: tricks are 4"),
        ({"deals": 5}, "it is no evening"),
    ],
)
def test_a_file_that_holds_no_evening(
    run: Run, file: Path, change: dict[str, object], reason: str
) -> None:
    file.write_text(json.dumps(json.loads(file.read_text(encoding="utf-8")) | change))
    assert reason in run("table", "sheet", file, status=2).stderr
    file.write_text("[1, 2")
    assert "it is no evening" in run("table", "sheet", file, status=2).stderr
    file.unlink()
    assert "No such file" in run("table", "sheet", file, status=2).stderr
