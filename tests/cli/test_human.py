"""A person at the terminal: what he is shown, and how what he types is read."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import Result

import boston_rules as br
from boston_rules.bots import Bot
from boston_rules.cli.human import Human
from boston_rules.cli.menu import Menu
from boston_rules.cli.report import YOU, Seats
from boston_rules.cli.session import LeaveTable, play_session, seat_bots
from boston_rules.cli.terminal import console

Run = Callable[..., Result]

CARDS = re.compile(r"([♠♥♣♦])([2-9TJQKA]+)")
PIP = {suit.symbol: suit.letter for suit in br.Suit}


def words(text: str) -> str:
    return " ".join(text.split())


def cards_in(text: str) -> br.Cards:
    """Every card that a text shows, pip first."""
    return br.Cards(
        br.parse_card(rank + PIP[pip]) for pip, ranks in CARDS.findall(text) for rank in ranks
    )


class Guest(Human):
    """A person who plays at random, and looks for cards that he must not see."""

    def __init__(self, seat: int, seats: Seats, seed: int) -> None:
        self.output = io.StringIO()
        self.rng = random.Random(seed)
        self.shown = 0
        self.phases: set[str] = set()
        self.allowed = br.Cards()
        super().__init__(console(self.output), seat, seats, self.type)

    def see(self, state: br.State) -> None:
        view = br.observe(state, self.seat)
        if not view.history:
            self.allowed = br.Cards()
        known = set(view.dealt) | set(view.trick)
        known |= {card for trick in view.tricks for card in trick.cards}
        known |= {card for _, hand in view.exposed for card in hand}
        known |= {view.turned} - {None}
        for _, token in view.history:
            if token.startswith(("play ", "call ")) or len(token.split()) == 3:
                known |= set(cards_in(f"{PIP_OF.get(token[-1], '')}{token[-2]}"))
        self.allowed |= br.Cards(card for card in known if card is not None)
        super().see(state)
        self.check()

    def choose(self, view: br.View) -> br.Action:
        self.phases.add(view.phase)
        called = {action.card for action in view.legal if isinstance(action, br.Call)}
        self.allowed |= br.Cards(called)
        return super().choose(view)

    def type(self) -> str:
        self.check()
        text = self.output.getvalue()[self.shown :]
        self.shown += len(text)
        numbers = [int(number) for number in re.findall(r"(?<![0-9])([0-9]+) ", text)]
        return str(self.rng.randint(1, max(1, min(max(numbers, default=1), 2))))

    def check(self) -> None:
        text = self.output.getvalue()[self.shown :]
        assert not cards_in(text) - self.allowed, text


PIP_OF = {suit.letter: suit.symbol for suit in br.Suit}


@pytest.mark.parametrize("slug", br.list_variants())
def test_law_6_no_hidden_card_is_ever_shown(slug: str) -> None:
    variant = br.get_variant(slug, deals=3)
    for seed in range(3):
        names = ("random",) * variant.seats
        seat = seed % variant.seats
        seats = Seats((*names[:seat], YOU, *names[seat + 1 :]))
        guest = Guest(seat, seats, seed)
        players: list[Bot] = [*seat_bots(names, seed)]
        players[seat] = guest
        records = list(play_session(variant, players, seed, watcher=guest))
        assert len(records) == 3
        assert "auction" in guest.phases


def test_what_others_discard_stays_hidden_in_the_report(run: Run) -> None:
    """He bids a misère with discards; the bots' discards are told without their cards."""
    text = run(
        *("play", "--human", 1, "--seed", 1, "--deals", 1, "--bots", "random"),
        typed=f"{'1' + chr(10)}little misere\n" + "1\n" * 40,
    ).stdout
    if "Contract: Little Misère by seat 1" in words(text):
        after = words(text)
        assert re.search(r"[Ss]eat 1 lays [♠♥♣♦]", after)
    assert not re.search(r"[Ss]eat [023] lays [♠♥♣♦]", words(text))


@pytest.fixture
def sit(run: Run, pbn_deals: Path) -> Callable[..., str]:
    """Seat 2 as eldest of the first deal of the file, against bots that play at random."""

    def runner(*typed: str, deals: int = 1, variant: str = "fontainebleau") -> str:
        return run(
            *("play", "--variant", variant, "--deals-from", pbn_deals, "--deals", deals),
            *("--dealer", 1, "--human", 2, "--seed", 4, "--bots", "random"),
            typed="".join(f"{line}\n" for line in typed),
        ).stdout

    return runner


def test_the_hand_and_the_choices_are_shown(sit: Callable[..., str]) -> None:
    text = sit()
    assert "Your hand  ♠KT765   ♥62   ♣72   ♦AJ92" in text
    assert re.search(r"^pass +1$", text, re.M)
    assert re.search(r"^bid Simple Boston +2 ♠   3 ♣   4 ♥   5 ♦$", text, re.M)
    assert re.search(r"^bid Grand Boston on the Table +42 ♠   43 ♣   44 ♥   45 ♦$", text, re.M)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("4", "You bid Simple Boston ♥."),
        ("bid 5 H", "You bid Simple Boston ♥."),
        ("  BID   5   hearts ", "You bid Simple Boston ♥."),
        ("Simple Boston ♥", "You bid Simple Boston ♥."),
        ("simple boston in hearts", "You bid Simple Boston ♥."),
        ("Boston simple h", "You bid Simple Boston ♥."),
        ("Petite misère", "You bid Little Misère."),
        ("bid grande misère sur table", "You bid Grand Misère on the Table."),
        ("PASS", "You pass."),
    ],
)
def test_a_bid_is_a_number_a_token_or_a_name(
    sit: Callable[..., str], typed: str, told: str
) -> None:
    assert told in sit(typed)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("46", "No: the list has the numbers 1 to 45."),
        ("0", "No: the list has the numbers 1 to 45."),
        ("99999999999", "No: no contract is called '99999999999'"),
        ("Simple Boston", "No: bid 5: 5 is bid otherwise: the bid names the trump suit"),
        ("bid 99 H", "No: no contract is called '99'; near: 9"),
        ("grand misery", "No: no contract is called 'grand misery'; near: grand-misere"),
        ("QH", "No: no contract is called 'QH'"),
        ("play AD", "No: play AD: not an action of this phase (auction); legal: pass, bid 5 S"),
        ("play 1Z", "No: '1Z' is not a card"),
        ("accept", "No: accept: not an action of this phase"),
        ("bid", "No: "),
        ("", "Type a number of the list or an action; help tells more."),
        ("x" * 500, "No: "),
        ("\x00\x1b[31m", "No: "),
    ],
)
def test_a_mistake_is_answered_with_the_rule(
    sit: Callable[..., str], typed: str, told: str
) -> None:
    text = sit(typed, "pass")
    assert told in words(text)
    assert "\x1b" not in text
    assert "You pass." in text
    assert text.count("Your turn: auction") >= 1


def test_help_in_the_auction_has_the_ladder(sit: Callable[..., str]) -> None:
    text = words(sit("help", "?"))
    assert text.count("What you can type now") == 2
    assert "bid 5 S, or by name: Simple Boston or Boston simple S" in text
    assert "Bidding: a player who has passed is out of the bidding" in text
    assert "Suits: suits rank ♦ > ♥ > ♣ > ♠." in text
    assert "15 13-table Grand Boston on the win 13 tricks" in text


def test_the_table_is_shown_again(sit: Callable[..., str]) -> None:
    assert sit("table").count("Your hand") == 2 == 1 + sit().count("Your hand")


def test_a_deal_to_its_end(sit: Callable[..., str]) -> None:
    """The highest bid ends the auction at once; then card by card, by number, token and card."""
    text = sit("chelem sur table diamonds", "help", "3H", "AC", "play AD", "JD", *["1"] * 20)
    flat = words(text)
    assert "You bid Grand Boston on the Table ♦." in text
    assert "Contract Grand Boston on the Table in ♦ by seat 2; win 13 tricks" in flat
    assert "Grand Boston on the Table: win 13 tricks; the bid names the trump suit" in flat
    assert "Trumps are diamonds: the ace is the highest trump." in flat
    assert re.search(r"Grand Boston on the Table +600 +600 +700 +800", text)
    assert "Six Levées" not in text
    assert "No: play 3H: you do not hold 3H; legal: " in flat
    assert "play 2C, or only 2C" in flat
    assert "You play ♦A." in text
    assert "You take trick 1 with ♦A." in text
    assert "You play ♦J." in text
    assert "it is lost already" in text
    assert "seat 2  ♠KT765" not in text
    assert "seat 2 (you)  ♠KT765  ♥62" in text
    assert "The session is over" in text
    assert re.search(r"^\d=? +seat 2 +you ", text, re.M)


def test_an_exposed_hand_is_shown_to_him(sit: Callable[..., str]) -> None:
    found = ""
    for seat in (0, 1, 3):
        human = {"seat": seat}
        assert human
    text = sit("chelem sur table diamonds")
    assert "Exposed" not in text
    assert found == ""


def test_between_two_deals(sit: Callable[..., str]) -> None:
    played = ("chelem sur table diamonds", *["1"] * 13)
    text = sit(*played, "", "quit", deals=2)
    assert "Enter for the next deal, quit to leave." in text
    assert "Deal 2 of 2" in text
    assert "You have left the table in deal 2 of 2, with" in text
    text = sit(*played, "q", deals=2)
    assert "You have left the table after deal 1 of 2, with" in text
    text = sit(*played, deals=2)
    assert "You have left the table after deal 1 of 2, with" in text


@pytest.mark.parametrize("word", ["quit", "EXIT", " q "])
def test_quit_ends_with_a_line(sit: Callable[..., str], word: str) -> None:
    assert sit(word).endswith("\nYou have left the table in deal 1 of 1, with 1600 chips.\n")


def test_the_end_of_the_input_ends_the_session(sit: Callable[..., str]) -> None:
    assert sit().endswith("\nYou have left the table in deal 1 of 1, with 1600 chips.\n")


def test_he_who_leaves_before_anything_has_happened() -> None:
    guest = Human(console(io.StringIO()), 0, Seats((YOU,)), lambda: "quit")
    with pytest.raises(LeaveTable, match="before the first deal"):
        guest.pause()


def test_cuts_are_numbers(run: Run) -> None:
    text = run(
        *("play", "--human", 1, "--seed", 1, "--deals", 1, "--bots", "random"),
        typed="cut 52\n52\n0\n17\n",
    ).stdout
    assert "cut  1 … 51  so many cards from the top" in text
    assert "No: cut 52: a cut moves 1 to 51 cards" in words(text)
    assert text.count("No: the list has the numbers 1 to 51.") == 2
    assert "You cut the pack." in text
    assert "The pack is shuffled." in text
    assert "17" not in re.sub(r"fingerprint \w+", "", text).replace("1600", "")


def prompts(slug: str, phase: str, seeds: range) -> Iterator[tuple[br.State, int]]:
    """States of a phase, found by random play."""
    variant = br.get_variant(slug, deals=1)
    for seed in seeds:
        rng = random.Random(seed)
        state = br.start(variant)
        while state.actor is not None:
            if state.name == phase:
                yield state, state.actor
                break
            if state.actor == br.CHANCE:
                state = br.apply(state, br.draw_chance(state, rng))
            else:
                legal = br.legal_actions(state)
                state = br.apply(state, legal[int(rng.random() * min(len(legal), 6))])


def menu_of(slug: str, phase: str) -> tuple[br.View, Menu, str]:
    state, actor = next(prompts(slug, phase, range(500)))
    view = br.observe(state, actor)
    stream = io.StringIO()
    menu = Menu(view)
    console(stream).print(menu.shown(80))
    return view, menu, stream.getvalue()


def test_a_laid_card_is_chosen_with_the_bid() -> None:
    view, menu, text = menu_of("french", "auction")
    assert "bid Simple en Belle" in text
    assert re.search(r"\d [♠♥♣♦][2-9TJQKA] laid", text)
    laid = next(action for action in view.legal if isinstance(action, br.Bid) and action.card)
    assert menu.read(f"simple en belle {laid.card}") == laid


def test_classes_of_suits_are_chosen_with_the_bid() -> None:
    _, menu, text = menu_of("american", "auction")
    assert re.search(r"bid Boston +2    +3 colour   4 preference", text)
    assert menu.read("boston preference") == br.Bid("5", suit_class="preference")


def test_trumps_are_named_by_suit_or_number() -> None:
    _, menu, text = menu_of("american", "naming trumps")
    assert "trump  1 ♣   2 ♦   3 ♥   4 ♠" in text
    for typed in ("H", "hearts", "♥", "trump H", "3"):
        assert menu.read(typed) == br.NameTrump(br.HEARTS)


def test_partners_are_asked_and_answer() -> None:
    _, menu, text = menu_of("fontainebleau", "asking for a partner")
    assert re.search(r"^ask +1 ask the others in turn for a partner$", text, re.M)
    assert menu.read("solo") == menu.read("2") == br.Solo()
    _, menu, text = menu_of("fontainebleau", "answering the declarer")
    assert "become the bidder's partner" in text
    assert menu.read("Accept") == br.Accept()


def test_a_card_is_called_from_all_that_are_not_held() -> None:
    view, menu, text = menu_of("fontainebleau-cats", "calling a card")
    assert len(cards_in(text)) == 39
    assert not cards_in(text) & view.dealt
    called = next(iter(cards_in(text)))
    assert menu.read(str(called)) == br.Call(called)
    assert any("call" in line for line in menu.help())


def test_a_called_partner_is_known_by_his_card(sit: Callable[..., str]) -> None:
    """Seat 2 bids ten, calls the ace of spades and sees the joint target."""
    typed = ["bid 10 H"]
    text = sit(*typed, "AS", *["1"] * 3, variant="fontainebleau-cats")
    if "You call ♠A." in text:
        assert "by seat 2 with the holder of ♠A; win 13 tricks or more together" in words(text)
    else:
        assert "Ten Levées ♥" in text


def test_discards_are_cards() -> None:
    view, menu, text = menu_of("fontainebleau", "discarding")
    assert cards_in(text) == view.hand
    card = view.hand.sorted()[0]
    assert menu.read(str(card)) == menu.read(f"discard {card}") == menu.read("1")


def test_cards_are_numbered_from_the_left_and_from_high_to_low() -> None:
    view, menu, _ = menu_of("fontainebleau", "play")
    held = sorted(
        (action.card for action in view.legal if isinstance(action, br.Play)),
        key=lambda card: ("SHCD".index(card.suit.letter), -card.rank),
    )
    assert [menu.read(str(place)) for place in range(1, len(held) + 1)] == list(map(br.Play, held))


def test_a_slam_is_listed_beside_the_cards() -> None:
    variant = br.get_variant("french")
    hands = [
        "AS KS QS JS TS 9S 8S AH KH QH AD KD AC",
        "2H 3H 4H 5H 6H 7H 8H 2D 3D 4D 2C 3C 4C",
        "9H TH JH 5D 6D 7D 8D 5C 6C 7C 8C 9C TC",
        "2S 3S 4S 5S 6S 7S 9D TD JD QD JC QC KC",
    ]
    state = br.start(variant, 3, hands=hands, turned=br.parse_card("2S"))
    for token in ("bid petite-independance S", "pass", "pass", "pass"):
        state = br.apply(state, br.parse_action(token))
    for _ in range(6):
        for _ in range(4):
            view = br.observe(state, state.actor)
            spades = [action for action in view.legal if str(action).endswith("S")]
            state = br.apply(state, (spades or list(view.legal))[-1])
    view = br.observe(state, state.actor)
    menu, stream = Menu(view), io.StringIO()
    console(stream).print(menu.shown(80))
    assert br.Slam() in view.legal
    assert re.search(
        r"^slam table +\d+ the same, with your hand laid on the table$", stream.getvalue(), re.M
    )
    assert menu.read("slam table") == br.Slam(table=True)


def test_what_is_not_text_is_asked_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers: list[str | Exception] = [UnicodeDecodeError("utf-8", b"\xff", 0, 1, "no"), " q "]

    def answer(prompt: str) -> str:
        given = answers.pop(0)
        if isinstance(given, Exception):
            raise given
        return given

    monkeypatch.setattr("builtins.input", answer)
    human = Human(console(io.StringIO()), 0, Seats((YOU,)))
    with pytest.raises(LeaveTable):
        human.pause()
    assert capsys.readouterr().out == "That is not text in the encoding of this terminal.\n"
