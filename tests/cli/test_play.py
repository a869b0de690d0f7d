"""``boston-rules play`` with bots."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

import boston_rules as br
from boston_rules.records import load_deals

Run = Callable[..., Result]
Read = Callable[..., Any]

THREE = ("fontainebleau", "american", "french")


def replay(document: Any) -> list[br.Settled]:
    """Play the recorded actions again, deal by deal; the tokens must be legal."""
    variant = br.get_variant(document["variant"], **document["options"])
    assert document["revision"] == variant.revision
    assert document["fingerprint"] == variant.fingerprint()
    settled: list[br.Settled] = []
    for deal in document["deals"]:
        hands = deal["hands"] if "given" in deal else None
        if settled:
            state = br.next_deal(settled[-1], hands=hands)
        else:
            state = br.start(variant, deal["dealer"], hands=hands)
        for seat, token in deal["actions"]:
            assert seat == state.actor
            state = br.apply(state, br.parse_action(token))
        assert isinstance(state, br.Settled)
        settled.append(state)
    return settled


@pytest.mark.no_cover  # depth, not coverage: four times as fast
@pytest.mark.parametrize("slug", br.list_variants())
@pytest.mark.parametrize("bots", ["random", "simple"])
def test_a_session_as_json_can_be_played_again(document: Read, slug: str, bots: str) -> None:
    told = document("play", slug, "--seed", 5, "--deals", 4, "--bots", bots)
    settled = replay(told)
    assert settled[-1].session_over
    assert told["winners"] == list(settled[-1].winners)
    assert told["purses"] == list(settled[-1].table.purses)
    assert told["seed"] == 5
    assert told["bots"] == [bots] * len(told["purses"])
    for deal, state in zip(told["deals"], settled, strict=True):
        outcome, tricks = deal["outcome"]["tricks"], deal["tricks"]
        won = [sum(trick["winner"] == seat for trick in tricks) for seat in range(len(outcome))]
        assert won == outcome == list(state.outcome.tricks)
        assert deal["hands"] == [br.Cards.from_mask(hand).tokens for hand in state.deal.hands]
        cards = [card for trick in tricks for card in trick["cards"]]
        assert len(cards) == len(set(cards)) == len(outcome) * len(tricks)
        assert deal["settlement"]["made"] == state.settlement.made
        assert deal["standings"]["purses"] == list(state.table.purses)


def moved(transfers: list[Any], account: object) -> int:
    return sum(
        paid["chips"] * ((paid["payee"] == account) - (paid["payer"] == account))
        for paid in transfers
    )


@pytest.mark.parametrize("slug", br.list_variants())
def test_law_3_every_chip_of_the_json_is_accounted_for(document: Read, slug: str) -> None:
    told = document("play", slug, "--seed", 11, "--deals", 6, "--bots", "random")
    variant = br.get_variant(slug)
    purses = [variant.session.starting_chips] * len(told["purses"])
    chips = sum(purses)
    before = {"pool": 0, "set_aside": 0}
    for deal in told["deals"]:
        bill, after = deal["settlement"], deal["standings"]
        for paid in (*deal["antes"], *bill["transfers"]):
            assert paid["chips"] == sum(line["chips"] for line in paid["lines"]) > 0
            assert all(line["reason"] for line in paid["lines"])
        both = [*deal["antes"], *bill["transfers"]]
        purses = [purse + moved(both, seat) for seat, purse in enumerate(purses)]
        assert purses == after["purses"]
        assert bill["deltas"] == [moved(bill["transfers"], seat) for seat in range(len(purses))]
        assert before["pool"] + moved(both, "pool") == after["pool"] == bill["pool"]
        assert before["set_aside"] + moved(both, "set-aside") == after["set_aside"]
        assert sum(after["purses"]) + after["pool"] + after["set_aside"] == chips
        before = {"pool": after["pool"], "set_aside": after["set_aside"]}
    assert before == {"pool": 0, "set_aside": 0}


@pytest.mark.long
@pytest.mark.parametrize("slug", THREE)
def test_the_25_deals_of_a_file(document: Read, pbn_deals: Path, slug: str) -> None:
    told = document("play", slug, "--seed", 1, "--deals-from", pbn_deals)
    deals = load_deals(pbn_deals)
    assert len(told["deals"]) == len(deals) == 25
    assert told["options"] == {"deals": 25}
    replay(told)
    for place, (played, given) in enumerate(zip(told["deals"], deals, strict=True)):
        assert played["hands"] == [br.Cards(hand).tokens for hand in given.hands]
        assert played["dealer"] == (deals[0].dealer + place) % 4
        assert played["given"] == {
            "board": given.board,
            "dealer": given.dealer,
            "line": given.line,
        }


def test_fewer_deals_than_a_file_has_and_another_dealer(
    run: Run, document: Read, pbn_deals: Path
) -> None:
    told = document("play", "--deals-from", pbn_deals, "--deals", 3, "--dealer", 2, "--seed", 1)
    assert [deal["dealer"] for deal in told["deals"]] == [2, 3, 0]
    text = run("play", "--deals-from", pbn_deals, "--deals", 3, "--dealer", 2, "--seed", 1).stdout
    assert "Clara deals. The hands are board 1 of the file, line 5, dealt there by N (Alix)." in (
        " ".join(text.split())
    )


def test_more_deals_than_a_file_has_are_not_played(run: Run, pbn_deals: Path) -> None:
    arguments = ("play", "--deals-from", pbn_deals, "--deals", 26, "--summary", "--bots", "random")
    from click.testing import CliRunner

    from boston_rules.cli.program import program

    result = CliRunner().invoke(program, [str(word) for word in arguments])
    assert result.exit_code == 0
    assert result.stderr == f"boston-rules: {pbn_deals} has 25 deals: all are played\n"
    assert "The session is over: " in result.stdout


def test_a_board_without_number_is_told_so(run: Run, tmp_path: Path, pbn_deals: Path) -> None:
    path = tmp_path / "one.pbn"
    tags = pbn_deals.read_text().splitlines()[4]
    path.write_text(tags)
    text = run("play", "--deals-from", path, "--seed", 1).stdout
    assert "a board without number of the file, line 1" in text


def test_the_same_seed_prints_the_same_and_another_does_not(run: Run) -> None:
    first, again, other = (
        run("play", "--seed", seed, "--deals", 2, "--bots", "random").stdout for seed in (7, 7, 8)
    )
    assert first == again
    assert first.splitlines()[5:] != other.splitlines()[5:]


def test_a_seed_that_is_not_given_is_told_and_repeats_the_session(run: Run) -> None:
    text = run("play", "--deals", 1, "--bots", "random").stdout
    seed = re.search(r"Seed ([0-9]+)\.", text)
    assert seed is not None
    assert run("play", "--deals", 1, "--bots", "random", "--seed", seed[1]).stdout == text


def test_bots_do_not_disturb_the_cards_of_a_shuffled_game(document: Read) -> None:
    arguments = ("play", "french", "--seed", 9, "--deals", 3)
    first, other = (document(*arguments, "--bots", bots)["deals"] for bots in ("random", "simple"))
    assert [deal["hands"] for deal in first] == [deal["hands"] for deal in other]


def test_a_bot_for_each_seat(run: Run, document: Read) -> None:
    names = "simple,random, simple ,random"
    told = document("play", "--bots", names, "--deals", 1, "--seed", 2)
    assert told["bots"] == ["simple", "random", "simple", "random"]
    text = run("play", "--bots", names, "--deals", 1, "--seed", 2).stdout
    assert "Alix (simple), Basil (random), Clara (simple), Denis (random)." in text


def test_the_default_variant_is_the_one_to_try_first(document: Read) -> None:
    assert document("play", "--deals", 1)["variant"] == "classic"


def test_options_of_the_variant(document: Read) -> None:
    told = document(
        *("play", "french", "--deals", 1, "--option", "boston_jack=Turned"),
        *("--option", "starting-chips=7"),
    )
    assert told["options"] == {"deals": 1, "starting_chips": 7, "boston_jack": "turned"}
    assert sum(told["purses"]) == 28
    assert document("play", "--option", "deals=2")["options"] == {"deals": 2}


def test_a_session_that_ends_at_a_number_of_chips(run: Run) -> None:
    text = run(
        *("play", "classic", "--option", "first_to=500"),
        *("--bots", "random", "--seed", 1),
    ).stdout
    assert "Deal 1 (first to 500 chips)" in text


def test_three_seats_and_the_dead_hand(run: Run, document: Read) -> None:
    arguments = ("play", "english-boston", "--option", "seats=3", "--seed", 3)
    told = document(*arguments, "--deals", 2, "--bots", "simple,random,random")
    dealt = br.Cards.parse(" ".join([*told["deals"][0]["hands"], told["deals"][0]["dead"]]))
    assert len(dealt) == 52
    text = run(*arguments, "--deals", 1).stdout
    assert re.search(r"^dead hand +♠.* laid aside$", text, re.MULTILINE)


# The text.

PLAYERS = ("Alix", "Basil", "Clara", "Denis")
NAMES: dict[object, str] = {
    "pool": "the pool",
    "set-aside": "set aside",
    **dict(enumerate(PLAYERS)),
}


def section(text: str, first: str) -> str:
    """A block of the text that begins with a line that begins so."""
    found = re.search(rf"^{re.escape(first)}.*?(?=^$|\Z)", text, re.MULTILINE | re.DOTALL)
    assert found, f"no block {first!r}"
    return found[0]


@pytest.mark.parametrize("slug", br.list_variants())
def test_the_text_of_a_session(run: Run, document: Read, slug: str) -> None:
    arguments = ("play", slug, "--seed", 21, "--deals", 3, "--bots", "random")
    text, told = run(*arguments).stdout, document(*arguments)
    assert "\x1b" not in text
    assert all(line == line.rstrip() for line in text.splitlines())
    assert max(map(len, text.splitlines())) <= 80
    parts = re.split(r"^Deal [0-9]+ of 3 ─+$", text, flags=re.MULTILINE)
    assert len(parts) == 4
    for part, deal in zip(parts[1:], told["deals"], strict=True):
        assert f"{PLAYERS[deal['dealer']]} deals." in part
        assert f"The pool holds {deal['pool']} chip" in part
        for seat, hand in enumerate(deal["hands"]):
            row = section(part, "Alix   ♠").splitlines()[seat]
            shown = str(br.Cards.parse(hand)).split()
            assert [suit for suit in row.split() if suit in shown] == shown
        for number, trick in enumerate(deal["tricks"], 1):
            row = next(
                line for line in part.splitlines() if re.match(rf" +{number} +>? *[♠♥♣♦]", line)
            )
            assert row.endswith(PLAYERS[trick["winner"]])
            cells = [br.parse_card(card).symbol for card in trick["cards"]]
            best = cells[(trick["winner"] - trick["leader"]) % len(cells)]
            assert re.search(rf"{best}\*", row)
            assert f">{cells[0]}" in row
            assert row.count("*") == row.count(">") == 1
            assert all(cell in row for cell in cells)
        bill = " ".join(part.split())
        for paid in deal["settlement"]["transfers"]:
            payer, payee = NAMES[paid["payer"]], NAMES[paid["payee"]]
            reasons = [line["reason"] for line in paid["lines"]]
            assert f"{payer} {payee} {paid['chips']} {reasons[0]}" in bill
            assert all(reason in bill for reason in reasons)
        chips = next(row for row in part.splitlines() if row.startswith("chips ")).split()
        assert chips[1 : 1 + len(told["purses"])] == [
            str(purse) for purse in deal["standings"]["purses"]
        ]
    places = section(text, "place").splitlines()[2:]
    assert sum(line.endswith("winner") for line in places) == len(told["winners"])
    assert all(
        PLAYERS[seat] in text.splitlines()[-1] or "jointly" in text for seat in told["winners"]
    )


def test_the_auction_stands_in_columns_by_seat(run: Run, document: Read) -> None:
    arguments = ("play", "fontainebleau", "--seed", 5, "--deals", 1, "--bots", "random")
    told = document(*arguments)["deals"][0]
    text = run(*arguments).stdout
    lines = text[text.index("Alix ", text.index("dealer")) :].split("\n\n")[0].splitlines()
    columns = [lines[0].index(player) for player in PLAYERS]
    calls = []
    for line in lines[2:]:
        for seat, start in enumerate(columns):
            end = columns[seat + 1] if seat < 3 else None
            if line[start:end].strip():
                calls.append((seat, line[start:end].strip()))
    variant = br.get_variant("fontainebleau")
    expected = []
    for seat, token in told["auction"]:
        words = token.split()
        name = variant.ladder[words[1]].name if words[0] == "bid" else token
        suit = f" {br.parse_suit(words[2]).symbol}" if len(words) > 2 else ""
        expected.append((seat, name + suit))
    assert calls == expected


def test_a_joint_win_is_told(run: Run) -> None:
    text = run("play", "french", "--deals", 1, "--seed", 3, "--bots", "random").stdout
    for seed in range(3, 60):
        text = run(
            "play",
            "american",
            "--deals",
            1,
            "--seed",
            seed,
            "--summary",
            "--bots",
            "random",
        ).stdout
        if " and " in text.rpartition("The session is over: ")[2]:
            break
    assert re.search(
        r"The session is over: \w+(, \w+)? and \w+ won with",
        " ".join(text.split()),
    )
    assert len(re.findall(r"^1= .* winner$", text, re.MULTILINE)) >= 2


def test_a_summary_has_a_line_a_deal(run: Run, document: Read) -> None:
    arguments = ("play", "--seed", 4, "--deals", 5, "--bots", "random")
    text, told = run(*arguments, "--summary").stdout, document(*arguments)
    rows = section(text, "deal ").splitlines()[2:]
    numbered = [row for row in rows if re.match(r" +[0-9]+ ", row)]
    assert len(numbered) == 5
    for row, deal in zip(numbered, told["deals"], strict=True):
        assert row.split()[-1] == str(deal["standings"]["pool"])
        assert row.split()[-5:-1] == [str(purse) for purse in deal["standings"]["purses"]]
        made = deal["settlement"]["made"]
        assert ("passed out" if made is None else " made " if made else " lost ") in row


def test_columns_set_the_width_of_a_pipe(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def widest() -> int:
        return max(map(len, run("play", "--seed", 5, "--deals", 1).stdout.splitlines()))

    assert widest() == 80
    for columns, width in (("120", 120), ("100", 100), ("500", 120), ("0", 80), ("wide", 80)):
        monkeypatch.setenv("COLUMNS", columns)
        assert widest() == width


# What is refused.


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("frensh",), "no variant is called 'frensh'; near: french"),
        (("--seed", "x"), "Invalid value for '--seed'"),
        (("--seed", "-1"), "Invalid value for '--seed'"),
        (("--seed", "9" * 5000), "Invalid value for '--seed'"),
        (("--deals", "0"), "Invalid value for '--deals': 0 is not in the range"),
        (("--dealer", "4"), "Invalid value for '--dealer': 4 is not in the range 0<=x<=3"),
        (("--human", "north"), "Invalid value for '--human'"),
        (("--bots", "clever"), "no bot is called 'clever'; known: "),
        (("--bots", "simple,random"), "one for each of 4 seats, not 2"),
        (("--bots", ""), "a name is missing before or after a comma"),
        (("--option", "deals"), "'deals' is not NAME=VALUE"),
        (("--option", "=3"), "'=3' is not NAME=VALUE"),
        (("--option", "deal=3"), "has no field 'deal'; near: "),
        (("--option", "deals=few"), "deals cannot be 'few': it may be a whole number or none"),
        (
            ("--option", "deals=" + "9" * 5000),
            "'deals' has a value that is neither",
        ),
        (("--option", "deals=0"), "0"),
        (("--option", "deals=1", "--option", "deals=2"), "deals is given twice"),
        (("--option", "deals=1", "--deals", "1"), "give --deals or --option deals=N, not both"),
        (
            ("french", "--option", "boston_jack=hearts"),
            "it may be 'trumps' or 'turned'",
        ),
        (("mariland", "--option", "prices=2"), "may be the rule Payments or none"),
        (("english-boston", "--option", "seats=3", "--human", "3"), "0 to 2"),
        (("--json", "--summary"), "--json and --summary exclude each other"),
        (("--json", "--human", "1"), "--human is a conversation"),
        (("--summary", "--human", "1"), "--human is a conversation"),
        (("--deals-from", "no such file"), "no such file: No such file or directory"),
        (("--deals-from", "nul\0"), "Invalid value for '--deals-from'"),
        (("--deals-from", "."), ".: Is a directory"),
        (("--bogus",), "No such option"),
        (("classic", "surplus"), "unexpected extra argument"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(run: Run, arguments: tuple[str, ...], told: str) -> None:
    result = run("play", *arguments, status=2)
    assert result.stdout == ""
    assert re.fullmatch(r"boston-rules: [^\n]+\n", result.stderr)
    assert told in result.stderr


def test_a_file_that_is_no_pbn_is_told_with_its_place(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.pbn"
    path.write_text('[Board "1"]\n[Deal "N:AK.. - - -"]\n')
    result = run("play", "--deals-from", path, status=2)
    assert "line 2, column 10: the hand of North has 3 suits" in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_file_does_not_fit_every_game(run: Run, pbn_deals: Path) -> None:
    seats = ("english-boston", "--option", "seats=3")
    told = run("play", "--deals-from", pbn_deals, *seats, status=2).stderr
    assert "a deal of the file has 4 hands, the game 3 seats" in told
    first_to = ("classic", "--option", "first_to=500")
    told = run("play", "--deals-from", pbn_deals, *first_to, status=2).stderr
    assert "needs more deals than a file may have" in told


def test_G7_a_grand_is_told_as_one_and_a_deal_broken_off_by_its_last_trick(run: Run) -> None:
    asked = ("american-foster", "--option", "end=grand", "--deals", 1)
    text = run("play", *asked, "--bots", "random", "--seed", 8).stdout
    assert "Lost with 0 tricks; the deal ended with trick 1." in text
    (grand,) = re.findall(r"^Grand ──.*", text, re.MULTILINE | re.DOTALL)
    assert "whoever wins the last trick takes the pool" in " ".join(grand.split())
    assert "Nobody bids" not in grand
    lines = run("play", *asked, "--bots", "random", "--seed", 8, "--summary").stdout
    assert re.search(r"^ *2 +grand ", lines, re.MULTILINE)


def test_G18_prices_are_told_with_the_stakes_of_the_doubles(run: Run) -> None:
    asked = ("french-foster", "--deals", 1, "--human", 0, "--dealer", 3, "--seed", 5)
    text = run("play", *asked, typed="prices\nquit\n").stdout
    assert "All of it is multiplied by 2 in this deal." in text
    assert re.search(r"bid Demande .* laid +±16", text), "8 in clubs, twice"


def test_an_adviser_would_not_concede(run: Run) -> None:
    asked = ("american-foster", "--human", 0, "--dealer", 3, "--seed", 5)
    text = run("play", *asked, typed="pass\nbid 5\npass\n1\nhint\nquit\n").stdout
    assert "The bot called simple would not concede." in text


def test_the_report_says_what_is_passed_after_the_auction(run: Run) -> None:
    text = " ".join(run("play", "russian", "--seed", 11, "--deals", 1).stdout.split())
    assert re.search(r"Chicane: \w+ passes, \w+ passes, \w+ passes and \w+ passes\.", text)
