"""A person at the terminal: what he is shown, and how what he types is read."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import Result

import boston_rules as br
from boston_rules.bots import Bot, load_bot
from boston_rules.cli.human import Human
from boston_rules.cli.menu import Menu
from boston_rules.cli.report import Seats, print_deal
from boston_rules.cli.session import LeaveTable, play_session, seat_bots
from boston_rules.cli.terminal import open_console
from boston_rules.core.saying import Said
from boston_rules.records import PbnDeal, load_deals
from boston_rules.telling.language import speaking, spoken
from boston_rules.telling.tables.deals import hand_texts
from boston_rules.telling.typed import suits_as_bid

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
        self.deal = 0
        self.rng = random.Random(seed)
        self.shown = 0
        self.phases: set[str] = set()
        self.allowed = br.Cards()
        super().__init__(open_console(self.output), seat, seats, self.type)

    def see(self, state: br.State) -> None:
        view = br.observe(state, self.seat)
        if view.table.deal_number != self.deal:
            self.check()
            self.deal, self.shown = view.table.deal_number, len(self.text)
            self.allowed = br.Cards()
        known = {*view.dealt, *(card for _, hand in view.exposed for card in hand)}
        if view.turned is not None:
            known.add(view.turned)
        cards = (getattr(event.action, "card", None) for event in view.events)
        known |= {card for card in cards if isinstance(card, br.Card)}
        self.allowed |= br.Cards(known)
        super().see(state)
        self.check()

    def choose(self, view: br.State) -> br.Action:
        self.phases.add(view.phase)
        legal = br.legal_actions(view)
        called = {action.card for action in legal if isinstance(action, br.Call)}
        self.allowed |= br.Cards(called)
        return super().choose(view)

    @property
    def text(self) -> str:
        return self.output.getvalue()

    def type(self) -> str:
        self.check()
        return str(self.rng.choice((1, 1, 1, 2, 3, 5, 8)))

    def check(self) -> None:
        shown = self.text[self.shown :]
        assert not cards_in(shown) - self.allowed, shown


class Scripted:
    """A bot that says what it was told to say in a phase, and else what comes first."""

    def __init__(self, **said: str) -> None:
        self.said = said

    def choose(self, view: br.State) -> br.Action:
        token = self.said.get(view.phase.replace(" ", "_"))
        action = None if token is None else br.parse_action(token)
        legal = br.legal_actions(view)
        return action if action in legal and action is not None else legal[0]


def talk(*typed: str, variant: br.Variant, deal: PbnDeal, dealer: int, **said: Scripted) -> str:
    """What seat 2 sees of a deal while he types; ``said`` are the bots ``seat_0`` to ``seat_3``."""
    output, lines = io.StringIO(), list(typed)

    def read() -> str:
        if not lines:
            raise EOFError
        return lines.pop(0)

    seats = Seats.of_bots(("scripted",) * 4, 2)
    human = Human(open_console(output), 2, seats, read)
    players: list[Bot] = [said.get(f"seat_{seat}", Scripted()) for seat in range(4)]
    players[2] = human
    given = [deal] * variant.session.deals
    dealt = play_session(variant, players, 1, dealer=dealer, given=given, watcher=human)
    with speaking(names=seats.names, viewer=seats.viewer), suppress(LeaveTable):
        for record in dealt:
            print_deal(open_console(output), record, seats)
    return output.getvalue()


@pytest.fixture
def deal(pbn_deals: Path) -> PbnDeal:
    """The first deal of the file; seat 2 holds ♠KT765 ♥62 ♣72 ♦AJ92."""
    return load_deals(pbn_deals)[0]


@pytest.mark.long
@pytest.mark.no_cover  # depth, not coverage: four times as fast
@pytest.mark.parametrize("slug", br.list_variants())
def test_law_6_no_hidden_card_is_ever_shown(slug: str) -> None:
    variant = br.get_variant(slug, deals=2)
    for seed in range(2):
        names = ("random",) * variant.seats
        seat = seed % variant.seats
        seats = Seats.of_bots(names, seat)
        guest = Guest(seat, seats, seed)
        players: list[Bot] = [*seat_bots([load_bot(name) for name in names], seed)]
        players[seat] = guest
        records = list(play_session(variant, players, seed, watcher=guest))
        assert len(records) == 2
        assert "auction" in guest.phases


def test_what_others_discard_stays_hidden_in_the_report(deal: PbnDeal) -> None:
    text = talk(
        *("little misere", "2C", *["1"] * 12),
        variant=br.get_variant("fontainebleau", deals=1),
        deal=deal,
        dealer=1,
    )
    assert "You lay ♣2 aside." in text
    told = words(text)
    assert re.search(
        "You lay ♣2 aside, Denis lays a card aside, "
        "Alix lays a card aside and Basil lays a card aside. Contract: Little Misère",
        told,
    )


def test_a_hand_on_the_table_is_shown_to_him(deal: PbnDeal) -> None:
    text = talk(
        variant=br.get_variant("fontainebleau", deals=1),
        deal=deal,
        dealer=0,
        seat_1=Scripted(auction="bid 13-table D"),
    )
    assert "Exposed     Basil:   ♠A3  ♣AT  ♥T985  ♦KT86" in text
    assert "Contract    Grand Boston on the Table in ♦ by Basil; win 13 tricks" in text
    assert "This trick  Basil ♣4" in text


def test_P43_a_called_partner_is_known_by_his_card_alone(deal: PbnDeal) -> None:
    variant = br.get_variant("fontainebleau-cats", deals=1)
    caller = {"seat_1": Scripted(auction="bid 10 S", calling_a_card="call QS")}
    text = words(talk("pass", variant=variant, deal=deal, dealer=0, **caller))
    assert "Basil calls ♠Q." in text
    goal = "win 13 tricks together"
    assert f"Contract Ten Levées in ♠ by Basil with the holder of ♠Q; {goal}" in text
    assert "with Alix" not in text
    caller = {"seat_1": Scripted(auction="bid 10 S", calling_a_card="call KS")}
    text = words(talk("pass", "help", variant=variant, deal=deal, dealer=0, **caller))
    assert f"Contract Ten Levées in ♠ by Basil with you; {goal}" in text


def test_he_calls_a_card_himself(deal: PbnDeal) -> None:
    variant = br.get_variant("fontainebleau-cats", deals=1)
    text = words(talk("bid 10 S", "KS", "AS", "help", variant=variant, deal=deal, dealer=1))
    assert "No: call the king of spades: you hold ♠K yourself" in text
    assert "You call ♠A." in text
    assert "with the holder of ♠A; win 13 tricks together" in text
    assert "Ten Levées in ♠ by you with the holder of ♠A; win 13 tricks together." in text


def test_he_is_told_how_partners_may_be_found(deal: PbnDeal) -> None:
    variant = br.get_variant("fontainebleau", deals=1)
    text = words(talk("bid 10 S", "help", "ask", variant=variant, deal=deal, dealer=1))
    assert "Partners: the declarer of a partnered bid may ask for a whister" in text
    assert "You ask for a partner. Denis accepts." in text
    assert "Ten Levées in ♠ by you with Denis; win 13 tricks together" in text


def test_help_in_a_deal_that_nobody_bid(deal: PbnDeal) -> None:
    variant = br.get_variant("fontainebleau", deals=1)
    text = words(talk("pass", "help", variant=variant, deal=deal, dealer=1))
    assert "All passed: if all pass the deal is played without trumps" in text


@pytest.fixture
def sit(run: Run, pbn_deals: Path) -> Callable[..., str]:
    """Seat 2 as eldest of the first deal of the file, against bots that play at random."""

    def runner(*typed: str, deals: int = 1, variant: str = "fontainebleau") -> str:
        return run(
            *("play", variant, "--deals-from", pbn_deals, "--deals", deals),
            *("--dealer", 1, "--human", 2, "--seed", 4, "--bots", "random"),
            typed="".join(f"{line}\n" for line in typed),
        ).stdout

    return runner


def test_the_hand_and_the_choices_are_shown(sit: Callable[..., str]) -> None:
    text = sit()
    assert "Your hand  ♠KT765   ♣72   ♥62   ♦AJ92" in text
    assert re.search(r"^pass +1$", text, re.M)
    assert re.search(r"^bid Simple Boston +2 ♠   3 ♣   4 ♥   5 ♦ +\+10 10 20 30$", text, re.M)
    assert re.search(
        r"^bid Grand Boston on the Table +43 ♠   44 ♣   45 ♥   46 ♦ +\+600 600 700 800$", text, re.M
    )
    # Seven prices on either side would not fit; one that is both stands for both.
    assert re.search(r"^bid Little Misère +\d+ +±75$", text, re.M)
    assert "On the right: chips from (+) or to (−) each opponent for a bid just made" in text


@pytest.mark.parametrize(
    ("slug", "width", "told"),
    [
        ("classic", 80, "+10 −15"),  # the whole list is 53 columns wide
        ("classic", 52, "+10"),
        ("fontainebleau", 80, "+10 10 20 30"),
        ("fontainebleau", 100, "+10 10 20 30 −15 15 25 35"),
    ],
)
def test_what_a_lost_bid_costs_is_shown_where_it_fits(slug: str, width: int, told: str) -> None:
    hands = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "SHCD"]
    menu, stream = Menu(br.observe(br.start(slug, dealer=3, hands=hands), 0)), io.StringIO()
    open_console(stream).print(menu.shown(width))
    assert re.search(rf"^bid (Simple )?Boston .* {re.escape(told)}$", stream.getvalue(), re.M)


@pytest.mark.long
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


@pytest.mark.long
@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("47", "No: the list has the numbers 1 to 46."),
        ("0", "No: the list has the numbers 1 to 46."),
        ("99999999999", "No: the list has the numbers 1 to"),
        (
            "Simple Boston",
            "No: Simple Boston: Simple Boston is bid otherwise: the bid names the trump suit",
        ),
        ("bid 99 H", "No: 'bid 99 H' is not understood"),
        ("grand misery", "No: 'grand misery' is not understood; near it: Grand Misère"),
        ("QH", "No: play the queen of hearts: that cannot be done in the phase"),
        (
            "play AD",
            "No: play the ace of diamonds: that cannot be done in the phase 'auction'; legal: "
            "pass, Simple Boston in spades, Simple Boston in clubs and 43 more.",
        ),
        ("play 1Z", "No: 'play 1Z' is not understood"),
        ("accept", "No: accept: that cannot be done in the phase"),
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
    assert "Simple Boston in spades, or only 5 ♠" in text
    assert "Bidding: a player who has passed is out of the bidding" in text
    assert "Suits: suits rank ♦ > ♥ > ♣ > ♠." in text
    assert "15 Grand Boston on the Table win 13 tricks" in text


def test_the_table_is_shown_again(sit: Callable[..., str]) -> None:
    assert sit("table").count("Your hand") == 2 == 1 + sit().count("Your hand")


def test_a_deal_to_its_end(sit: Callable[..., str]) -> None:
    """The highest bid ends the auction at once; then card by card, by number, token and card."""
    text = sit("chelem sur table diamonds", "help", "3H", "AC", "play AD", "JD", *["1"] * 20)
    flat = words(text)
    assert "You bid Grand Boston on the Table ♦." in text
    assert "Contract Grand Boston on the Table in ♦ by you; win 13 tricks" in flat
    assert "Grand Boston on the Table: win 13 tricks; the bid names the trump suit" in flat
    assert "Trumps are diamonds: the ace is the highest trump." in flat
    assert re.search(r"Grand Boston on the Table +600 +600 +700 +800", text)
    assert "Six Levées" not in text.partition("You bid")[2]
    assert "No: play the three of hearts: you do not hold ♥3; legal: play the two of cl" in flat
    assert "play the two of clubs, or only ♣2" in flat
    assert "You play ♦A." in text
    assert "You take trick 1 with ♦A." in text
    assert "You play ♦J." in text
    assert "it is lost already" in text
    assert "You    ♠KT765  ♥62" in text
    assert "The session is over" in text
    assert re.search(r"^\d=? +You ", text, re.M)


@pytest.mark.long
def test_between_two_deals(sit: Callable[..., str]) -> None:
    played = ("chelem sur table diamonds", *["1"] * 10)  # three cards are forced
    text = sit(*played, "", "quit", deals=2)
    assert "Enter for the next deal, quit to leave." in text
    assert "Deal 2 of 2" in text
    assert "You have left the table in deal 2, with" in text
    text = sit(*played, "q", deals=2)
    assert "You have left the table after deal 1, with" in text
    text = sit(*played, deals=2)
    assert "You have left the table after deal 1, with" in text


@pytest.mark.parametrize("word", ["quit", "EXIT", " q "])
def test_quit_ends_with_a_line(sit: Callable[..., str], word: str) -> None:
    text = sit(word)
    assert "\nYou have left the table in deal 1, with 1600 chips.\n" in text
    assert text.endswith("or type another name.\n> ")


def test_the_end_of_the_input_ends_the_session(sit: Callable[..., str]) -> None:
    assert sit().endswith("\nYou have left the table in deal 1, with 1600 chips.\n")


def test_he_who_leaves_before_anything_has_happened() -> None:
    guest = Human(open_console(io.StringIO()), 0, Seats.of_bots(("",), 0), lambda: "quit")
    with pytest.raises(LeaveTable, match="before the first deal"):
        guest.pause()


def test_cuts_are_numbers(run: Run) -> None:
    text = run(
        *("play", "fontainebleau", "--human", 1, "--seed", 1, "--deals", 1, "--bots", "random"),
        typed="cut 52\n53\n0\n17\n",
    ).stdout
    assert re.search(r"^cut the pack +1 … 51  so many cards from the top$", text, re.M)
    assert "No: cut 52 cards from the top: a cut moves 1 to 51 cards" in words(text)
    assert text.count("No: the list has the numbers 1 to 52.") == 2
    assert "You cut the pack." in text
    assert "The pack is shuffled." in text
    assert text.count(" cuts the pack.") == 3


def prompts(slug: str, phase: str, seeds: range) -> Iterator[tuple[br.State, int]]:
    """States of a phase, found by random play."""
    variant = br.get_variant(slug, deals=1)
    for seed in seeds:
        rng = random.Random(seed)
        state = br.start(variant)
        while state.actor is not None:
            if state.phase == phase:
                yield state, state.actor
                break
            if state.actor == br.CHANCE:
                state = br.apply(state, br.draw_chance(state, rng))
            else:
                legal = br.legal_actions(state)
                state = br.apply(state, legal[int(rng.random() * min(len(legal), 6))])


def menu_of(slug: str, phase: str) -> tuple[br.State, Menu, str]:
    state, actor = next(prompts(slug, phase, range(500)))
    view = br.observe(state, actor)
    stream = io.StringIO()
    menu = Menu(view)
    open_console(stream).print(menu.shown(80))
    return view, menu, stream.getvalue()


@pytest.mark.parametrize("slug", br.list_variants())
def test_what_help_says_is_enough_is_understood(slug: str) -> None:
    for seed, (state, actor) in enumerate(prompts(slug, "auction", range(6))):
        view = br.observe(state, actor)
        menu = Menu(view)
        with speaking(("en", "fr", "de")[seed % 3]):
            for action in br.legal_actions(view):
                told = list(Menu(view, [action]).help())[1]
                assert isinstance(told, Said)
                enough = told.values.get("short", told)
                assert menu.read(spoken(enough)) == action
                assert len(spoken(enough)) <= len(spoken(br.describe(action, view.variant)))


def test_who_may_become_a_partner_is_told_what_two_must_win_and_what_they_get() -> None:
    """Seven asks ten of two; Foster prices it by that (RULEBOOK-FOSTER 14)."""
    hands = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "SHCD"]
    after_auction = [
        ("fontainebleau", "win 10 tricks or more together"),
        ("fontainebleau-foster", "win 10 tricks or more together; 130 from each opponent"),
    ]
    for slug, goal in after_auction:
        state = br.start(slug, dealer=2, hands=hands)
        for token in ("bid 7 D", "pass", "pass", "pass"):
            state = br.apply(state, br.parse_action(token))
        assert f"for a partner: {goal} play alone" in choices(state)
        state = br.apply(state, br.Ask())
        assert f"become the bidder's partner: {goal} decline" in choices(state)
    # In the auction of others a bid is accepted while it stands.
    state = br.start("whisch-bostonien", dealer=2, hands=hands, turned=br.parse_card("2C"))
    state = br.apply(state, br.parse_action("bid demande"))
    goal = "win 8 tricks or more together"
    assert f"become the bidder's partner: {goal} bid" in choices(state)


def choices(state: br.State) -> str:
    stream = io.StringIO()
    open_console(stream).print(Menu(br.observe(state, state.actor)).shown(100))
    return words(stream.getvalue())


def test_a_laid_card_is_chosen_with_the_bid() -> None:
    view, menu, text = menu_of("french", "auction")
    assert "bid Simple in Belle" in text
    assert re.search(r"\d [♠♥♣♦][2-9TJQKA] laid", text)
    laid = next(
        action for action in br.legal_actions(view) if isinstance(action, br.Bid) and action.card
    )
    assert menu.read(f"simple en belle {laid.card}") == laid


def test_classes_of_suits_are_chosen_with_the_bid() -> None:
    _, menu, text = menu_of("american", "auction")
    assert re.search(r"bid Boston +2    +3 colour   4 preference", text)
    assert menu.read("boston preference") == br.Bid("5", suit_class="preference")


def test_trumps_are_named_by_suit_or_number() -> None:
    _, menu, text = menu_of("american", "naming trumps")
    assert "trumps  1 ♦   2 ♥   3 ♠   4 ♣" in text
    for typed in ("H", "hearts", "♥", "trump H", "2"):
        assert menu.read(typed) == br.NameTrump(br.HEARTS)


def test_partners_are_asked_and_answer() -> None:
    _, menu, text = menu_of("fontainebleau", "asking for a partner")
    assert re.search(r"^ask for a partner +1 ask the others in turn for a partner: win", text, re.M)
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


@pytest.mark.parametrize("slug", ["fontainebleau", "fontainebleau-cats", "french", "classic"])
def test_hands_sort_suits_as_bids_do(slug: str) -> None:
    view, _, _ = menu_of(slug, "auction")
    bids = [action.suit for action in br.legal_actions(view) if isinstance(action, br.Bid)]
    rising = [suit for suit in suits_as_bid(view) if suit in bids]
    last = [suit for suit in bids if suit is not None][-len(rising) :]
    assert last == rising
    assert [text[0] for text in hand_texts(view.hand, suits_as_bid(view))] == [
        suit.symbol for suit in suits_as_bid(view)
    ]


def test_discards_are_cards() -> None:
    view, menu, text = menu_of("fontainebleau", "discarding")
    assert cards_in(text) == view.hand
    card = view.hand.sorted()[0]
    assert menu.read(str(card)) == menu.read(f"discard {card}") == menu.read("1")


def test_cards_are_numbered_from_the_left_and_from_high_to_low() -> None:
    view, menu, _ = menu_of("fontainebleau", "play")
    held = sorted(
        (action.card for action in br.legal_actions(view) if isinstance(action, br.Play)),
        key=lambda card: ("SCHD".index(card.suit.letter), -card.rank),
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
            spades = [action for action in br.legal_actions(view) if str(action).endswith("S")]
            state = br.apply(state, (spades or [*br.legal_actions(view)])[-1])
    view = br.observe(state, state.actor)
    menu, stream = Menu(view), io.StringIO()
    open_console(stream).print(menu.shown(80))
    assert br.Slam() in br.legal_actions(view)
    assert re.search(
        r"^declare a slam on the table +\d+ the same, with your hand laid on the table$",
        stream.getvalue(),
        re.M,
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
    human = Human(open_console(io.StringIO()), 0, Seats.of_bots(("",), 0))
    with pytest.raises(LeaveTable):
        human.pause()
    assert capsys.readouterr().out == "That is not text in the encoding of this terminal.\n"


def test_a_bot_that_breaks_the_rules_is_not_asked_again(deal: PbnDeal) -> None:
    class Cheat:
        def choose(self, view: br.State) -> br.Action:
            return br.Slam()

    variant = br.get_variant("fontainebleau", deals=1)
    human = Human(open_console(io.StringIO()), 2, Seats.of_bots(("cheat",) * 4, 2))
    for watcher in (None, human):
        players: list[Bot] = [Cheat(), Cheat(), human, Cheat()]
        with pytest.raises(br.IllegalAction):
            list(play_session(variant, players, 1, given=[deal], watcher=watcher))
