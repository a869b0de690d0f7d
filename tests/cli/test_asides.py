"""What a person may type besides tokens, and ask for beside his turn."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

import boston_rules as br
from boston_rules import records
from boston_rules.bots import SimpleBot, decide
from boston_rules.cli.menu import Menu, prices_beside
from boston_rules.telling.asides import Aside, Reply, aside_of, reply_of
from boston_rules.telling.language import languages, speaking

Run = Callable[..., Result]
SLAM = "chelem sur table diamonds"


@pytest.fixture
def sit(run: Run, pbn_deals: Path) -> Callable[..., str]:
    """Seat 2, ♠KT765 ♥62 ♣72 ♦AJ92, is eldest of the first deal, against bots at random."""

    def runner(*typed: str, deals: int = 1) -> str:
        return run(
            *("play", "fontainebleau", "--deals-from", pbn_deals, "--deals", deals),
            *("--dealer", 1, "--human", 2, "--seed", 4, "--bots", "random"),
            typed="".join(f"{line}\n" for line in typed),
        ).stdout

    return runner


@pytest.mark.parametrize("typed", ["♦A", "a♦", "AD", "ace of diamonds", "Ace Diamonds", "play ♦ A"])
def test_a_card_is_typed_as_it_is_seen(sit: Callable[..., str], typed: str) -> None:
    assert "You play ♦A." in sit(SLAM, typed)


@pytest.mark.long
@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("6h", "You bid Six Levées ♥."),
        ("6♥", "You bid Six Levées ♥."),
        ("bid 13 d", "You bid Grand Boston ♦."),
        ("six levées in hea", "You bid Six Levées ♥."),
        ("picc", "You bid Piccolissimo."),
        ("petite misère", "You bid Little Misère."),
        ("pas", "You pass."),
    ],
)
def test_the_beginning_of_one_thing_is_enough(
    sit: Callable[..., str], typed: str, told: str
) -> None:
    assert told in sit(typed)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("grand m", "No: 'grand m' may be Grand Misère or Grand Misère on the Table."),
        ("p", "No: 'p' may be pass, Little Misère, Piccolissimo or Little Misère on the Table."),
        ("bid", "and Simple Boston in"),
        ("zzz", "No: 'zzz' is not understood"),
    ],
)
def test_the_beginning_of_several_things_is_asked_about(
    sit: Callable[..., str], typed: str, told: str
) -> None:
    text = " ".join(sit(typed).split())
    if typed == "bid":
        assert re.search(r"No: 'bid' may be (\w.*, ){2}.* or one of 42 others\.", text)
    else:
        assert told in text


def test_prices_stand_beside_the_bids(sit: Callable[..., str]) -> None:
    text = sit()
    assert re.search(r"^bid Little Misère +\d+ +±75$", text, re.M)
    assert re.search(r"^bid Six Levées .*♦ +\+30 30 40 50$", text, re.M)


@pytest.mark.parametrize("slug", br.list_variants())
def test_the_price_beside_a_bid_is_that_of_the_bill(slug: str) -> None:
    """Without honours, partner and pool, the contract just made."""
    variant = br.get_variant(slug)
    for seed in range(3):
        view = _first_auction(variant, seed)
        bids = [action for action in br.legal_actions(view) if isinstance(action, br.Bid)]
        assert bids
        for bid in bids:
            told = prices_beside(view, [bid], lost=False)
            chips = _just_made(view, bid)
            assert chips is None or told.replace("±", "+") == f"+{chips}", (bid, told)


def _first_auction(variant: br.Variant, seed: int) -> br.State:
    rng, state = random.Random(seed), br.start(variant)
    while state.phase != "auction":
        state = br.apply(state, decide(state, [SimpleBot()] * variant.seats, rng))
    assert state.actor is not None
    return br.observe(state, state.actor)


def _just_made(view: br.State, bid: br.Bid) -> int | None:
    """What one opponent pays, where the bid alone says what is played."""
    variant = view.variant
    step = variant.ladder[bid.key]
    if variant.partners is not None and not variant.partners.optional:
        return None
    trump = bid.card.suit if isinstance(bid.card, br.Card) else bid.suit
    if (step.has_trumps and trump is None) or not step.goal.counted or step.partnered:
        return None
    turn = view.turn
    contract = br.Contract(bid.key, 0, trump=trump, turned=turn.suit, belle=turn.belle)
    rest = step.tricks_played(variant.hand) - step.goal.tricks
    tricks = [step.goal.tricks, rest, *[0] * (variant.seats - 2)]
    outcome = br.Outcome(tuple(tricks), honours=(0,) * variant.seats)
    bill = br.settle(variant, contract, outcome)
    return next(paid.chips for paid in bill.transfers if paid.payee == 0)


def test_a_hand_a_hint_and_the_score(sit: Callable[..., str]) -> None:
    text = sit("hand", "last", "score", "hint", "prices", SLAM, "AD", "last", "prices", "hint")
    assert text.count("Your hand   ♠KT765   ♣72   ♥62   ♦AJ92") == 1
    assert "No trick is complete yet." in text
    assert re.search(r"^ +now +1600 +1550 +1600 +1600 +50$", text, re.M)
    assert re.search(r"The bot called simple would (pass|bid .+)\.", text)
    assert re.search(r"is made in about \d+ of 10 such hands; it pays \d+", " ".join(text.split()))
    assert re.search(r"^Six Levées +30 +30 +40 +50$", text, re.M)
    assert re.search(r"^ +1 .*>♦A\*.* You$", text, re.M)
    assert re.search(r"The bot called simple would play the \w+ of \w+\.", text)


def test_the_score_has_every_deal(sit: Callable[..., str]) -> None:
    text = sit(SLAM, *["1"] * 10, "", "1", "score", deals=2)
    assert re.search(r"^ +1 +Grand Boston", text, re.M)


def test_help_lists_what_can_be_asked_for(sit: Callable[..., str]) -> None:
    text = sit("help")
    for aside in Aside:
        assert f"  {aside.word}: {aside.about}" in text


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("asked", [*Aside, *Reply])
def test_every_word_is_read_in_every_language(lang: str, asked: Aside | Reply) -> None:
    with speaking(lang):
        for typed in (asked.word, f" {asked.word.upper()} "):
            assert (aside_of(typed) or reply_of(typed)) is asked


def test_what_was_done_last_is_taken_back(sit: Callable[..., str]) -> None:
    text = sit(SLAM, "AD", "undo", "2C", "undo", "undo", "pass")
    assert re.findall("Taken back: (.*)", text) == [
        "play the ace of diamonds.",
        "play the two of clubs.",
        "Grand Boston on the Table in diamonds.",
    ]
    assert "You pass." in text


def test_nothing_is_taken_back_before_he_has_acted(sit: Callable[..., str]) -> None:
    text = sit("undo", "pass")
    assert "There is nothing of yours in this deal to take back." in text
    assert "You pass." in text


def test_what_was_taken_back_is_told_in_report_and_record(
    run: Run, pbn_deals: Path, tmp_path: Path
) -> None:
    file = tmp_path / "s.txt"
    text = run(
        *("play", "fontainebleau", "--deals-from", pbn_deals, "--deals", 1, "--dealer", 1),
        *("--human", 2),
        *("--seed", 4, "--bots", "random", "--save", file),
        typed="\n".join([SLAM, "AD", "undo", *["1"] * 12, ""]),
    ).stdout
    assert "1 action was taken back." in text
    (deal,) = records.load(file).deals
    assert [told for _, told in deal.comments] == ["play AD was taken back"]
    assert records.replay(records.load(file))[-1].settlement is not None
    for lang, told in (("en", "play the ace of diamonds, taken back"), ("de", "zurückgenommen")):
        (line,) = [
            each for each in run("--lang", lang, "replay", file).stdout.splitlines() if told in each
        ]
        assert "AD" not in line


def test_what_was_taken_back_one_after_the_other_is_saved(
    run: Run, pbn_deals: Path, tmp_path: Path
) -> None:
    file = tmp_path / "s.txt"
    sitting = ("--human", 2, "--seed", 4, "--bots", "random")
    typed = "\n".join([SLAM, "AD", "2C", "undo", "undo", "undo", SLAM, "AD", ""])
    deal = ("--deals-from", pbn_deals, "--deals", 1, "--dealer", 1)
    run("play", "fontainebleau", *deal, *sitting, "--save", file, typed=typed)
    notes = [f"{what} was taken back" for what in ("play 2C", "play AD", "bid 13-table D")]
    (kept,) = records.load(file).deals
    assert [told for _, told in kept.comments] == notes
    run("play", "--resume", file, typed="undo\nundo\n")
    (kept,) = records.load(file).deals
    assert [told for _, told in kept.comments] == [*notes, *notes[1:]]


def test_a_forced_card_is_played_with_a_word(sit: Callable[..., str]) -> None:
    text = sit(SLAM, *["1"] * 12)
    assert "is the only card that you may play." in text
    assert "The session is over" in text


def test_leaving_offers_to_save_and_says_how_to_go_on(
    run: Run, tmp_path: Path, pbn_deals: Path
) -> None:
    file, taken = tmp_path / "s.txt", tmp_path / "taken"
    taken.write_text("something else")
    typed = f"{SLAM}\nquit\n{taken}\n{tmp_path}/no/s.txt\n{file}\n"
    arguments = ("play", "fontainebleau", "--deals-from", pbn_deals, "--deals", 1, "--human", 2)
    text = run(*arguments, "--dealer", 1, typed=typed).stdout
    assert " ".join(text.split()).count("no lets it go; or type another name") == 3
    assert "is there already" in " ".join(text.split())
    assert "its folder cannot be written" in " ".join(text.split())
    assert text.endswith(f"The session is in {file}; boston-rules play --resume {file} goes on.\n")
    assert taken.read_text() == "something else"
    assert "Your turn: play" in run("play", "--resume", file, typed="").stdout


def test_a_file_that_cannot_be_written_is_not_said_to_hold_the_session(
    sit: Callable[..., str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("boston_rules.cli.saving.dump", full)
    text = " ".join(sit("quit", f"{tmp_path}/s.txt", "no").split())
    assert "it cannot be written: No space left on device" in text
    assert "The session is in" not in text


@pytest.mark.parametrize("typed", ["no", "n", "No", None])
def test_a_session_is_let_go(
    sit: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str | None
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "The session is in" not in sit("quit", *([] if typed is None else [typed]))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("typed", ["", "y", "Yes"])
def test_a_session_is_saved_where_no_file_is_yet(
    sit: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "The session is in fontainebleau.txt" in sit("quit", typed)
    assert "The session is in fontainebleau-2.txt" in sit("quit", typed)
    assert "The session is in fontainebleau-3.txt" in sit("quit", typed)
    assert len(list(tmp_path.iterdir())) == 3


def test_a_menu_is_read_as_its_labels_say() -> None:
    view = _first_auction(br.get_variant("american"), 1)
    menu = Menu(view)
    for action in br.legal_actions(view):
        assert menu.read(br.describe(action, view.variant)) == action
