"""House rules at the command line: ``--option`` with a path, ``--house`` and ``show --fields``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import Result

import boston_rules as br
from boston_rules.records import house_rules, load_house, loads_house

Run = Callable[..., Result]
Read = Callable[..., Any]
HOUSES: Final = Path(__file__).resolve().parents[2] / "examples" / "houses"


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A table without honours, with a pool of at most 100, and eight deals."""
    path = tmp_path / "friday.toml"
    path.write_text(
        'variant = "fontainebleau"\ndeals = 8\npool.cap = 100\n'
        'payments.won.Honours = "none"\npayments.lost.Honours = "none"\n',
        "utf-8",
    )
    return path


HANDS: Final = tuple(br.Cards(br.PACK[seat::4]) for seat in range(4))
DECLARED: Final = ("--trump", "H", "--declarer", 0)
SETTLED: Final[dict[str, tuple[tuple[object, ...], dict[str, Any]]]] = {
    "capped-pool": (
        (7, *DECLARED, "--tricks", "2,5,3,3", "--pool", 90),
        {"pool": 100, "set_aside": 90 + 85 - 100},
    ),
    "double-in-hearts": (
        (7, *DECLARED, "--tricks", "7,2,2,2"),
        {"deltas": [2 * 180, -2 * 60, -2 * 60, -2 * 60]},
    ),
    "miseres-above-eight": (
        ("grand-misere", "--declarer", 0, "--tricks", "0,5,4,4"),
        {"deltas": [450, -150, -150, -150]},
    ),
    "one-round": (("grand-misere", "--declarer", 2, "--tricks", "5,4,0,4"), {"made": True}),
    "no-fives": ((6, *DECLARED, "--tricks", "6,3,2,2"), {"made": True}),
}
"""A deal at each table of the examples, and what its bill says."""


class TestExamples:
    """Tables' own rules, from the command line alone."""

    def test_each_is_tried(self) -> None:
        assert {path.stem for path in HOUSES.glob("*.toml")} == SETTLED.keys()

    @pytest.mark.long
    @pytest.mark.parametrize("name", SETTLED)
    def test_one_is_played_recorded_replayed_and_solved(
        self, run: Run, tmp_path: Path, name: str
    ) -> None:
        path, target = HOUSES / f"{name}.toml", tmp_path / "evening.txt"
        played = run(
            *("play", "--house", path, "--deals", 2, "--seed", 1, "--summary", "--save", target)
        )
        assert "House rules: " in played.stdout
        record = br.load(target)
        rules = br.variant_of(record)
        assert rules.fingerprint() == record.fingerprint
        assert house_rules(rules) == house_rules(load_house(path))
        assert len(br.replay(record)) == 2
        assert "House rules: " in run("replay", target).stdout
        run("solve", target, 13, *DECLARED, "--deal", 1, "--seconds", 1)

    @pytest.mark.long
    @pytest.mark.parametrize("name", SETTLED)
    def test_one_is_settled_and_kept_as_an_evening(
        self, run: Run, document: Read, tmp_path: Path, name: str
    ) -> None:
        path, file = HOUSES / f"{name}.toml", tmp_path / "evening.json"
        deal, expected = SETTLED[name]
        told = document("settle", path, *deal)
        assert told["house"]
        assert expected.items() <= told["settlement"].items()
        run("table", "new", file, "--house", path, "--players", "Ann,Bob,Cid,Dot")
        told = [word for word in deal if word not in ("--pool", 90)]
        run("table", "deal", file, *told)
        for shown in (run("table", "sheet", file), run("settle", path, *deal)):
            assert "House rules: " in shown.stdout

    def test_an_abolished_bid_is_refused(self, run: Run) -> None:
        words = ("settle", HOUSES / "no-fives.toml", 5, *DECLARED, "--tricks", "6,3,2,2")
        refused = run(*words, status=2)
        assert (
            "no contract is called '5'; the ladder has Six Levées, Little Misère" in refused.stderr
        )

    def test_each_seat_bids_once(self) -> None:
        state = br.start(load_house(HOUSES / "one-round.toml"), dealer=3, hands=HANDS)
        for call in ("bid 5 H", "pass", "pass", "bid 6 S"):
            state = br.apply(state, br.parse_action(call))
        assert state.contract is not None
        assert (state.contract.key, state.contract.declarer) == ("6", 3)

    def test_miseres_rank_above_eight(self, document: Read) -> None:
        told = document("show", HOUSES / "miseres-above-eight.toml")
        keys = [step["key"] for step in told["ladder"]]
        assert keys[4:8] == ["8", "little-misere", "grand-misere", "9"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("pool.cap=100", "chips above 100 are set aside"),
        ("pool.cap = 100", "chips above 100 are set aside"),
        ("pool.lost=FeedsNothing", "puts nothing into the pool"),
        ('pool.taken-by={rule = "AtOrAbove", key = "8"}', "any bid at or above Eight Levées"),
        ("suits.order=['H', 'D', 'C', 'S']", "Suits rank ♥ > ♦ > ♣ > ♠"),
        ("bidding.reentry=FreeReturn", "may come back with any higher bid"),
    ],
)
def test_a_field_is_set_by_its_path(run: Run, option: str, words: str) -> None:
    shown = " ".join(run("show", "fontainebleau", "--option", option).stdout.split())
    assert words in shown
    assert f"House rules: {option.partition('.')[0]}" in shown


def test_a_topic_is_left_out(document: Read) -> None:
    told = document("show", "fontainebleau", "--option", "pool=none")
    labels = [rule["label"] for chapter in told["chapters"] for rule in chapter["rules"]]
    assert "Bidding" in labels
    assert "Pool" not in labels


def test_an_option_that_takes_a_rule_object(run: Run) -> None:
    shown = run("show", "mariland", "--option", 'prices={same = "payments"}').stdout
    assert "Prices" in shown


class TestCommands:
    """Every command that takes a variant takes a house."""

    def test_options_come_after_the_file(self, document: Read, house: Path) -> None:
        told = document("show", "fontainebleau", "--house", house, "--option", "pool.cap=60")
        assert told["options"] == {"deals": 8}
        rules = [rule for chapter in told["chapters"] for rule in chapter["rules"]]
        (pool,) = [rule["words"] for rule in rules if rule["label"] == "Pool"]
        assert "chips above 60" in pool

    def test_files_come_one_after_the_other(
        self, document: Read, house: Path, tmp_path: Path
    ) -> None:
        other = tmp_path / "other.toml"
        other.write_text("pool.cap = 40", "utf-8")
        told = document("show", "fontainebleau", "--house", house, "--house", other, "--fields")
        fields = {field["path"]: field["value"] for field in told["fields"]}
        assert (fields["pool.cap"], fields["deals"]) == (40, 8)

    def test_settle(self, document: Read, house: Path) -> None:
        words = ("5", "--trump", "H", "--declarer", 0, "--tricks", "5,3,3,2")
        told = document("settle", "fontainebleau", *words, "--honours", "4,0,0,0", "--house", house)
        assert told["settlement"]["deltas"] == [60, -20, -20, -20]
        assert told["fingerprint"] == load_house(house).fingerprint()

    def test_table(self, run: Run, house: Path, tmp_path: Path) -> None:
        file = tmp_path / "evening.json"
        run("table", "new", file, "--house", house, "--players", "Ann,Bob,Cid,Dot")
        words = ("--trump", "H", "--declarer", "Ann", "--tricks", "4,3,3,3")
        shown = run("table", "deal", file, 8, *words).stdout
        assert "the pool then holds 100" in shown
        written = json.loads(file.read_text("utf-8"))
        assert list(written["rules"]) == ["payments", "pool"]
        assert written["options"] == {"deals": 8}
        written["rules"] = {}
        file.write_text(json.dumps(written), "utf-8")
        assert "kept by other rules" in run("table", "sheet", file, status=2).stderr
        wrongs: tuple[object, ...] = ([], 3, {"pool": {"rule": "Ladder"}}, {"poll": 3})
        for wrong in wrongs:
            file.write_text(json.dumps({**written, "rules": wrong}), "utf-8")
            run("table", "sheet", file, status=2)

    @pytest.mark.long
    def test_simulate(self, run: Run, document: Read, house: Path) -> None:
        words = ("simulate", "--house", house, "--sessions", 2, "--deals", 1, "--seed", 1)
        told = document(*words, "--bots", "random")
        rules = br.get_variant("fontainebleau", deals=1)
        assert told["variant"]["fingerprint"] != rules.fingerprint()

    def test_solve_and_convert(
        self, run: Run, house: Path, pbn_deals: Path, tmp_path: Path
    ) -> None:
        words = ("fontainebleau", "--house", house)
        target = tmp_path / "made.txt"
        run("convert", pbn_deals, target, *words)
        assert br.variant_of(br.load(target)) == load_house(house)
        bid = (9, "--trump", "H", "--declarer", 0, "--seconds", 1)
        run("solve", pbn_deals, words[0], *bid, *words[1:])
        for command in (("solve", pbn_deals), ("convert", pbn_deals, "-")):
            refused = run(*command, "--house", house, status=2)
            assert "--option and --house go with VARIANT" in refused.stderr

    def test_perft(self, document: Read, house: Path) -> None:
        told = document("perft", house, "--depth", 1)
        assert told["fingerprint"] == load_house(house).fingerprint()

    @pytest.mark.long
    def test_compare(self, run: Run, house: Path) -> None:
        shown = run("compare", "fontainebleau", house, "fontainebleau:pool.cap=50").stdout
        assert "fontainebleau:deals=8:payments,pool" in shown
        assert "fontainebleau:pool" in shown
        both = run("compare", "fontainebleau", "french", "--option", "pool.cap=77").stdout
        assert " ".join(both.split()).count("chips above 77") == 2


class TestFields:
    def test_the_list(self, run: Run) -> None:
        lines = run("show", "fontainebleau", "--fields").stdout.splitlines()
        assert 'pool.cap = "none"  # a whole number or none' in lines
        assert "ladder.5.goal.tricks = 5  # a whole number" in lines
        assert '# pool = "PoolRule"  # the rule PoolRule or none' in lines

    @pytest.mark.long
    @pytest.mark.parametrize("slug", br.list_variants())
    def test_it_is_a_file_of_house_rules(self, run: Run, slug: str) -> None:
        same = loads_house(run("show", slug, "--fields").stdout)
        assert same.fingerprint() == br.get_variant(slug).fingerprint()
        assert house_rules(same) == ()

    def test_of_a_house(self, document: Read, house: Path) -> None:
        told = document("show", "fontainebleau", "--fields", "--house", house)
        assert told["fingerprint"] == load_house(house).fingerprint()
        fields = {field["path"]: field for field in told["fields"]}
        assert fields["pool.cap"] == {
            "path": "pool.cap",
            "value": 100,
            "type": "int | None",
            "may_be": "a whole number or none",
        }
        assert "payments.won.Honours" not in fields


class TestRefused:
    @pytest.mark.parametrize(
        ("option", "told"),
        [
            ("pool.cup=100", "pool has no field 'cup'; near: cap; there are: ante, taken_by"),
            ("pool.cap=many", "pool.cap cannot be 'many': it may be a whole number or none"),
            ("pool.cap=1\nx=2", "pool.cap cannot be '1\\nx=2'"),
            ("pool.cap=" + "[" * 2000, "pool.cap cannot be '[[["),
            ("pool.cap", "'pool.cap' is not NAME=VALUE"),
            ("pool.=3", "'pool.' names no field: a path is such as pool.cap"),
            ("pool=PoolRule", "pool: PoolRule lacks ante, lost"),
            ("seats=3", "fontainebleau has no field 'seats'"),
            ("seat=3", "fontainebleau has no field 'seat'"),
        ],
    )
    def test_an_option(self, run: Run, option: str, told: str) -> None:
        assert told in run("show", "fontainebleau", "--option", option, status=2).stderr

    def test_every_problem_has_a_line(self, run: Run) -> None:
        words = ("--option", "pool.cup=1", "--option", "ladder.55=none", "--option", "pool.cap=x")
        lines = run("show", "fontainebleau", *words, status=2).stderr.splitlines()
        assert len(lines) == 3
        twice = run("show", "french", *("--option", "pool.cap=1") * 2, status=2)
        assert "pool.cap is given twice" in twice.stderr

    def test_a_file(self, run: Run, house: Path, tmp_path: Path) -> None:
        other = run("show", "french", "--house", house, status=2).stderr
        assert "friday.toml: it changes the rules of 'fontainebleau', not of french" in other
        absent = run("show", "french", "--house", tmp_path / "no.toml", status=2).stderr
        assert "no.toml: No such file or directory" in absent
        house.write_bytes(b'[pool]\n"c\x1b[2Jp" = 3\ncap = x')
        assert "this is not TOML" in run("show", "french", "--house", house, status=2).stderr
        house.write_text('pool."c\\u001b" = 3\npool.cap = "x"', "utf-8")
        lines = run("show", "french", "--house", house, status=2).stderr.splitlines()
        assert len(lines) == 2
        assert "\x1b" not in "".join(lines)
        unnamed = run("play", "--house", house, status=2).stderr
        assert "which rules does it change" in unnamed

    def test_a_named_variant_is_that_of_the_file(self, run: Run, house: Path) -> None:
        refused = run("play", "french", "--house", house, status=2).stderr
        assert "not of french" in refused
