"""``boston-rules replay``: a record is shown as it was played, or as far as that can be told."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
from click.testing import CliRunner, Result
from tests.phases.table_talk import SUITS

import boston_rules as br
from boston_rules import records
from boston_rules.cli.program import program
from boston_rules.deal.questions.polls import ChicaneRule
from boston_rules.records import Record
from boston_rules.telling.wording.phrases import contract_words
from boston_rules.testing import Walk, random_walk

Run = Callable[..., Result]

SLUGS = br.list_variants()
PIP = {suit.letter: suit.symbol for suit in br.Suit}


def words(text: str) -> str:
    return " ".join(text.split())


def walked(slug: str, seed: int = 3, deals: int = 2) -> Walk:
    return random_walk(br.get_variant(slug, deals=deals), seed=seed, deals=deals)


def recorded(walk: Walk, **more: Any) -> Record:
    return records.record([states[-1] for states in walk.states], **more)


@pytest.fixture
def shown(run: Run, tmp_path: Path) -> Callable[..., str]:
    """What is shown of a record."""

    def show(made: Record, *arguments: object, status: int = 0) -> str:
        records.dump(made, tmp_path / "s.txt")
        return run("replay", tmp_path / "s.txt", *arguments, status=status).stdout

    return show


@pytest.fixture
def refused(run: Run, tmp_path: Path) -> Callable[..., str]:
    """What is complained of."""

    def complain(made: Record, *arguments: object, status: int = 1) -> str:
        records.dump(made, tmp_path / "s.txt")
        result = run("replay", tmp_path / "s.txt", *arguments, status=status)
        prefix = f"boston-rules: {tmp_path / 's.txt'}: "
        assert result.stderr.startswith(prefix)
        assert result.stderr.count("\n") == 1
        return result.stderr.removeprefix(prefix).removesuffix("\n")

    return complain


def card(token: str) -> str:
    return PIP[token[1]] + token[0]


@pytest.mark.parametrize("slug", SLUGS)
def test_everything_of_a_session_is_shown(shown: Callable[..., str], slug: str) -> None:
    walk = walked(slug)
    players = [f"Player-{seat}" for seat in range(walk.variant.seats)]
    text = shown(recorded(walk, players=players))
    assert text.startswith(walk.variant.title)
    assert walk.variant.fingerprint() in text
    parts = re.split(r"(?m)^Deal \d+ of 2 ─+$", text)
    assert len(parts) == 3
    for states, part in zip(walk.states, parts[1:], strict=True):
        settled = states[-1]
        assert isinstance(settled, br.Settled)
        for hand, player in zip(settled.deal.hands, players, strict=True):
            (row,) = re.findall(rf"(?m)^{player} +(♠.*)$", part)
            held = {
                rank + letter
                for symbol, ranks in re.findall("([♠♥♣♦])([2-9TJQKA]+)", row)
                for rank in ranks
                for letter, pip in PIP.items()
                if pip == symbol
            }
            assert held == {str(card) for card in br.Cards.from_mask(hand)}
        rows = re.findall(r"(?m)^ +\d+ [ >]*[ >]([♠♥♣♦].*?) +Player-(\d)$", part)
        assert [int(winner) for _, winner in rows] == [trick.winner for trick in settled.tricks]
        for trick, (row, _) in zip(settled.tricks, rows, strict=True):
            best = trick.cards[(trick.winner - trick.leader) % walk.variant.seats]
            assert re.findall(r"(\S\S)\*", row) == [card(str(best))]
        for paid in settled.settlement.transfers:
            assert f" {paid.chips} " in part
        purses = re.findall(r"(?m)^chips +(.*)$", part)
        assert purses
        assert purses[-1].split()[: walk.variant.seats] == list(map(str, settled.table.purses))
    assert "The session is over: " in text


@pytest.mark.no_cover
@pytest.mark.parametrize("slug", SLUGS)
def test_a_state_of_every_phase_is_shown_and_checked(run: Run, tmp_path: Path, slug: str) -> None:
    walk = walked(slug, deals=1)
    states = walk.states[0]
    names = {state.phase: state for state in states}
    for place, state in enumerate([states[0], *names.values(), states[len(states) * 2 // 3]]):
        file = tmp_path / f"{place}.json"
        records.dump(records.record(state), file)
        text = run("replay", file).stdout
        if isinstance(state, br.Settled):
            assert "The session is over: " in text
        else:
            due = f"seat {state.actor} is next" if state.actor != br.CHANCE else "the pack"
            assert f"{due}" in text
            assert f"({state.phase})." in text
            assert "chips +" not in text
        told = run("replay", file, "--check").stdout
        assert told.startswith(f"{file}: 1 deal and {len(state.events) - 1} action")
        over = "the session is over" if isinstance(state, br.Settled) else "deal 1 is not finished"
        assert told.endswith(f", all by the rules of {slug}; {over}\n")


def test_a_trick_on_the_table_is_shown(shown: Callable[..., str]) -> None:
    walk = walked("french", seed=4)
    state = next(
        state
        for state in walk.states[0]
        if isinstance(state, br.Playing) and len(state.trick) == 2 and len(state.tricks) == 3
    )
    text = words(shown(records.record(state)))
    first, second = ((state.leader + step) % 4 for step in range(2))
    cards = [card.symbol for card in state.trick]
    row = {first: f">{cards[0]}", second: cards[1]}
    assert f" 4 {' '.join(row[seat] for seat in sorted(row))} " in text


def test_one_deal_alone(shown: Callable[..., str], refused: Callable[..., str]) -> None:
    made = recorded(walked("classic", deals=3))
    text = shown(made, "--deal", 2)
    assert "Deal 2 of 3" in text
    assert "Deal 1 of 3" not in text
    assert "The session" not in text
    assert refused(made, "--deal", 4, status=2) == "the record has deals 1 to 3, and no deal 4"
    one = attrs.evolve(made, deals=made.deals[:1])
    assert refused(one, "--deal", 2, status=2) == "the record has deal 1, and no deal 2"
    assert "The session is not over." in shown(one)
    assert shown(one, "--check").endswith("; the session is not over\n")


def test_house_rules_options_words_and_a_later_beginning_are_told(
    shown: Callable[..., str],
) -> None:
    house = br.variants.Fontainebleau(deals=4, chicane=ChicaneRule(3))
    walk = random_walk(house, seed=7, deals=3)
    made = records.record(
        [states[-1] for states in walk.states[1:]],
        players=["Anne", "you", "\x1b[2JMallory", ""],
        tags=[("Event", 'The "Boston" \x07club')],
        comments=["two\nlines"],
    )
    first = attrs.evolve(
        made.deals[0], comments=[(0, "cut low"), (1, "well\x1b]0;played")], tags=[("Table", "2")]
    )
    text = shown(attrs.evolve(made, deals=[first, *made.deals[1:]]))
    assert "Options: deals=4" in text
    assert "House rules: chicane" in text
    assert "Anne, you, \\x1b[2JMallory, Denis." in text
    assert 'Event: The "Boston" \\x07club' in text
    assert "two\\nlines" in text
    assert "It begins with deal 2: purses of " in words(text)
    assert "  Table: 2\n  after 0 actions: cut low\n  after 1 action: well\\x1b]0;played\n" in text
    assert "\x1b" not in text
    assert "(you)" not in text
    assert "The session is not over." in text


# What cannot be played again is shown as it is written.


@pytest.mark.no_cover
@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("how", ["unheard", "changed"])
def test_a_record_that_cannot_be_played_is_shown_as_it_is_written(
    shown: Callable[..., str], refused: Callable[..., str], slug: str, how: str
) -> None:
    walk = walked(slug)
    made = recorded(walk, players=[f"Player-{seat}" for seat in range(walk.variant.seats)])
    made, told = {
        "unheard": (attrs.evolve(made, variant="unheard"), "no variant is called 'unheard'"),
        "changed": (attrs.evolve(made, fingerprint="0" * 16), "have changed since"),
    }[how]
    text = shown(made)
    assert told in words(text)
    assert told in refused(made, "--check")
    for states, number in zip(walk.states, (1, 2), strict=True):
        settled = states[-1]
        assert isinstance(settled, br.Settled)
        part = text.partition(f"Deal {number}, as it is written")[2]
        rows = re.findall(r"(?m)^ +\d+ [ >]*[ >](?=[♠♥♣♦]).*$", part)[: len(settled.tricks)]
        assert len(rows) == len(settled.tricks)
        for place, (trick, row) in enumerate(zip(settled.tricks, rows, strict=True)):
            last = place == len(rows) - 1
            assert (f"{trick.cards[0].symbol}" in row) is True
            assert row.rstrip().endswith(f"Player-{trick.winner}") is not last
        assert words(f"{settled.settlement.heading}.") in words(part)
        if settled.contract is not None:
            assert ("bid " in part) is (how == "unheard")


@pytest.mark.long
@pytest.mark.parametrize("slug", ["fontainebleau", "french"])
@pytest.mark.parametrize(("seat", "who"), [(1, "seat 1"), (None, "an onlooker")])
def test_a_redacted_record_is_played_as_its_viewer_has_seen_it(
    run: Run, shown: Callable[..., str], tmp_path: Path, slug: str, seat: int | None, who: str
) -> None:
    walk = walked(slug)
    redacted = records.redact(recorded(walk), seat)
    text = shown(redacted)
    assert f"Redacted: what {who} may know." in text
    assert shown(redacted, "--check").endswith("; the session is over\n")
    for states, number in zip(walk.states, (1, 2), strict=True):
        part = text.partition(f"Deal {number} of 2")[2].partition("Deal 2 of 2")[0]
        settled = states[-1]
        assert isinstance(settled, br.Settled)
        assert part.count("hidden") == walk.variant.seats - (seat is not None)
        if settled.contract is not None:
            assert f"Contract: {contract_words(walk.variant, settled.contract)}" in words(part)
        for paid in settled.settlement.transfers:
            assert f" {paid.chips} " in part
    records.dump(redacted, tmp_path / "r.txt")
    for command in ("solve", "play --resume"):
        told = run(*command.split(), tmp_path / "r.txt", status=2).stderr
        assert "the record is redacted: it does not tell all hands" in words(told)
    assert "not analysed" in shown(redacted, "--analyse")


def test_a_record_of_an_unknown_game_with_unknown_calls(shown: Callable[..., str]) -> None:
    hands = [[br.Card(rank, suit) for rank in br.Rank] for suit in br.Suit]
    aces = [br.parse_card(f"A{suit.letter}") for suit in br.Suit]
    ends = [(3, "KS"), (3, "QS"), (0, "2C")]
    events = [
        br.Event(2, br.Bid("moon", card=aces[3])),
        br.Event(1, br.Bid("99")),
        *(br.Event(seat, br.Play(ace)) for seat, ace in enumerate(aces)),
        *(br.Event(seat, br.Play(br.parse_card(card))) for seat, card in ends),
    ]
    deal = records.DealRecord(number=1, dealer=1, hands=hands, turned=hands[0][0], events=events)
    for slug in ("moonshine", "classic"):
        text = shown(
            attrs.evolve(Record(variant=slug, seats=4, deals=[deal]), fingerprint="f" * 16)
        )
        assert "Turned: ♣2." in text
        assert "bid moon AS" in text
        assert re.search(r"1 +>♣A +♦A +♥A +♠A\* +seat 3\n", text)
        assert re.search(r"3 +♣2 +>♠Q\n", text)
        assert "The deal is not finished." in text


def test_a_bill_with_words_of_a_stranger_is_told_without_harm(shown: Callable[..., str]) -> None:
    made = recorded(walked("classic", deals=1))
    (deal,) = made.deals
    assert deal.settlement is not None
    bill = attrs.evolve(
        deal.settlement,
        heading="\x1b[2Jwon",
        transfers=(br.Transfer(1, 0, (br.Line(7, "\x07bell"),)),),
    )
    text = shown(attrs.evolve(made, variant="other", deals=[attrs.evolve(deal, settlement=bill)]))
    assert "\\x1b[2Jwon." in text
    assert re.search(r"seat 1 +seat 0 +7 +\\x07bell", text)
    passed = attrs.evolve(bill, transfers=())
    assert "bell" not in shown(
        attrs.evolve(made, variant="other", deals=[attrs.evolve(deal, settlement=passed)])
    )


def test_other_rules_of_the_same_name_can_be_used(
    shown: Callable[..., str], run: Run, tmp_path: Path
) -> None:
    made = attrs.evolve(recorded(walked("classic")), revision=7)
    assert "follows revision 7" in words(shown(made))
    text = shown(made, "--any-revision")
    assert "as it is written" not in text
    assert "The session is over: " in text
    assert (
        "all by the rules of classic"
        in run("replay", tmp_path / "s.txt", "--check", "--any-revision").stdout
    )


# Checking.


def broken(made: Record, deal: int, **changed: Any) -> Record:
    deals = list(made.deals)
    deals[deal - 1] = attrs.evolve(deals[deal - 1], **changed)
    return attrs.evolve(made, deals=deals)


def test_what_the_rules_refuse_is_told_with_its_place(
    refused: Callable[..., str], run: Run, tmp_path: Path
) -> None:
    state = br.start(br.get_variant("french"), dealer=3, hands=SUITS, turned=br.parse_card("AD"))
    for token in ("bid grande-independance S", "pass"):
        state = br.apply(state, br.parse_action(token))
    made = records.record(state)
    (deal,) = made.deals
    lower = br.Event(2, br.Bid("petite-misere"))
    for event, told in (
        (lower, r"seat 2 may not do this: .*: not higher .*; legal"),
        (br.Event(2, br.Play(br.parse_card("AS"))), r"seat 2 may not do this: .*play AS.*"),
        (br.Event(0, br.Pass()), r"seat 0 acts \(pass\), but seat 2 is to act"),
    ):
        bad = broken(made, 1, events=[*deal.events, event])
        for arguments in (("--check",), ()):
            said = refused(bad, *arguments)
            assert re.match(f"deal 1, ply 2: {told}", said), said
        shown = run("replay", tmp_path / "s.txt", status=1).stdout
        assert "Deal 1, as it is written" in shown
    said = refused(broken(made, 1, events=[*deal.events, lower]), "--check")
    assert "ruling" in said, "the source of the rule is cited"


@pytest.mark.long
@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"made": None}, "the verdict is "),
        ({"deltas": (1, 2, 3, 4)}, "what each seat wins is "),
        ({"pool": 77}, " by the rules, and 77 in the record"),
        ({"set_aside": 9}, "the set-aside is 0 by the rules, and 9 in the record"),
        ({"transfers": ()}, "the transfers differ: by the rules "),
        (
            {"transfers": (br.Transfer(1, 0, (br.Line(7, "x"),)),)},
            "in the record 1 pays 0 7",
        ),
    ],
)
def test_a_bill_that_differs_is_told(
    refused: Callable[..., str], changed: dict[str, Any], told: str
) -> None:
    made = recorded(walked("classic", seed=3, deals=3))
    place = next(
        number
        for number, deal in enumerate(made.deals)
        if deal.settlement is not None and deal.settlement.made is not None
    )
    deal = made.deals[place]
    assert deal.settlement is not None
    bad = broken(made, place + 1, settlement=attrs.evolve(deal.settlement, **changed))
    said = refused(bad, "--check")
    assert said.startswith(f"deal {place + 1}: ")
    assert told in said
    assert refused(bad) == said


def test_deals_before_the_wrong_one_are_shown_in_full(run: Run, tmp_path: Path) -> None:
    made = recorded(walked("classic", deals=3))
    records.dump(broken(made, 2, dealer=(made.deals[1].dealer + 1) % 4), tmp_path / "s.txt")
    result = run("replay", tmp_path / "s.txt", status=1)
    assert "Deal 1 of 3" in result.stdout
    assert "Deal 2, as it is written" in result.stdout
    assert "Deal 3, as it is written" in result.stdout
    assert "deal 2: seat" in result.stderr


# Input.


@pytest.mark.parametrize("form", ["text", "json"])
def test_the_standard_input(form: records.Format) -> None:
    text = records.dumps(recorded(walked("russian")), form)
    result = CliRunner().invoke(program, ["replay", "-", "--check"], input=text)
    assert result.exit_code == 0
    assert result.stdout.startswith("the standard input: 2 deals and ")
    result = CliRunner().invoke(program, ["replay", "-"], input="nonsense")
    assert result.exit_code == 2
    assert result.stderr.startswith("boston-rules: the standard input: line 1, column 1: ")


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("none", None, "No such file or directory"),
        ("empty", b"", ""),
        ("nul", b"\0" * 100, ""),
        ("latin", b'[Schema "caf\xe9"]', "the text is not UTF-8, at byte 12"),
        ("json", b"{}", "this is no record"),
        ("later", b'{"schema": "boston_rules/record/9"}', "is read here"),
        ("deep", b'{"a":' + b"[" * 500_000, "nested too deep"),
        ("long", b" " * 8_400_000, "is too long"),
        ("number", b'{"seats": ' + b"9" * 8_000_000 + b"}", "digits"),
    ],
)
def test_what_is_no_record_is_refused_in_one_line(
    run: Run, tmp_path: Path, name: str, content: bytes | None, told: str
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    for command in (
        ("replay", tmp_path / name),
        ("replay", tmp_path / name, "--check"),
        ("convert", tmp_path / name, "-"),
        ("play", "--resume", tmp_path / name),
    ):
        result = run(*command, status=2)
        assert result.stdout == ""
        assert told in result.stderr
        assert result.stderr.startswith(f"boston-rules: {tmp_path / name}: ")
        assert result.stderr.count("\n") == 1
        assert len(result.stderr) < 5000


def test_a_path_that_no_file_can_have(run: Run) -> None:
    assert "null" in run("replay", "a\0b", status=2).stderr


def test_checking_looks_at_everything(run: Run, tmp_path: Path) -> None:
    result = run("replay", tmp_path / "s.txt", "--check", "--deal", 1, status=2)
    assert "--check looks at the whole record" in result.stderr
