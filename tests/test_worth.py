"""What a price was worth: hands whose results are evident, and the figures on the page."""

from __future__ import annotations

import random
import re
import shlex
from pathlib import Path

import pytest
from attrs import evolve
from benchmarks.worth.__main__ import main
from benchmarks.worth.contracts import Came, Hand, Row, bill, came_to, rows_of
from benchmarks.worth.dealt import Dealt, deal_of, dealt
from benchmarks.worth.figures import Figures, figures_of
from benchmarks.worth.page import Run, sections, table_of
from benchmarks.worth.runs import SolvedDeal, solve
from benchmarks.worth.solving import Solved
from click.testing import CliRunner

import boston_rules as br
from boston_rules.simulate.intervals import Interval
from boston_rules.solver import first_lead, tricks

DOCS = Path(__file__).resolve().parents[1] / "docs" / "explanation"
SUITS = "CDHS"


def suits(*exchanged: tuple[str, str]) -> Dealt:
    """A suit a seat, clubs at seat 0 to spades at seat 3, but for cards that are exchanged."""
    hands = [[br.parse_card(rank + suit) for rank in "23456789TJQKA"] for suit in SUITS]
    for one, other in exchanged:
        first, second = br.parse_card(one), br.parse_card(other)
        swap = {first: second, second: first}
        hands = [[swap.get(card, card) for card in hand] for hand in hands]
    return Dealt(tuple(map(tuple, hands)), 3, br.parse_card("2H"), br.HEARTS)


def solved(cards: Dealt, nodes: int = 100_000) -> Solved:
    return Solved([br.Cards(hand).mask for hand in cards.hands], nodes)


def came(slug: str, cards: Dealt) -> dict[tuple[str, bool], Came | None]:
    found = came_to(br.get_variant(slug), cards, solved(cards))
    return {(row.key, row.partnered): each for row, each in found.items()}


# Deals in which everybody sees what is made.


@pytest.mark.long
def test_thirteen_trumps_in_one_hand_make_everything_and_diamonds_pay_best() -> None:
    found = came("fontainebleau", suits())
    # From three opponents the price, eight overtricks at 5 and four honours at 20; the pool of 50.
    assert found["5", False] == Came(3 * (30 + 40 + 20) + 50, made=True)
    assert found["13", False] == Came(3 * (500 + 20) + 50, made=True)
    assert found["13-table", False] == Came(3 * (800 + 20) + 50, made=True)
    # With a partner eight tricks are asked for: from one opponent, five over, and half of the pool.
    assert found["5", True] == Came(30 + 25 + 20 + 25, made=True)


def test_a_hand_of_one_suit_loses_every_trick_without_trumps_unless_it_leads() -> None:
    found = came("fontainebleau", suits())
    assert found["grand-misere", False] == Came(3 * 150 + 50, made=True)
    assert found["little-misere", False] == Came(3 * 75 + 50, made=True)
    # One trick exactly is nobody's: eldest wins all, the others none. The pool is paid as well.
    assert found["piccolissimo", False] == Came(-4 * 100, made=False)


def test_every_trick_with_the_boston_is_a_slam_on_the_table() -> None:
    found = came("french", suits(("2S", "JD")))
    # Spades and the jack of diamonds: 200 and four honours at 6, the pool of 10, the Boston.
    assert found["petite-independance", False] == Came(3 * (200 + 6) + 10 + 3 * 2, made=True)
    # No other suit has more than twelve trumps in one hand; hearts are belle.
    assert found["simple-belle", False] is not None
    assert ("quatre-as", False) not in found, "no hand has the four aces"


def test_half_of_the_loss_where_a_partner_may_pay_alone() -> None:
    deal = deal_of(br.get_variant("whisch-bostonien"), suits())
    contract = br.Contract("demande", 0, br.SPADES, partner=1, turned=br.SPADES)
    # Together both pay each opponent 4, and to the pool the 36 that it holds.
    assert bill(deal, contract, 0) == Came(-(2 * 4 + 36) // 2, made=False)
    # With seven tricks of the declarer the partner pays alone, with seven of his the declarer.
    assert bill(deal, contract, 7) == Came(-(2 * 4 + 36) // 2, made=False)


@pytest.mark.parametrize("count", range(13))
def test_G1_a_slam_that_is_broken_off_is_lost_by_one_trick(count: int) -> None:
    deal = deal_of(br.get_variant("fontainebleau-foster"), suits())
    # To three opponents and into the pool the price of a slam in diamonds and 5.
    lost = bill(deal, br.Contract("13", 1, br.DIAMONDS), count)
    assert lost == Came(-4 * (500 + 5), made=False)


def test_a_misere_that_is_broken_off_costs_what_its_first_trick_does() -> None:
    deal = deal_of(br.get_variant("american-foster"), suits())
    # To three opponents, and as much into the pool as the four antes.
    assert bill(deal, br.Contract("little-spread", 2), 1) == Came(-(3 * 80 + 40), made=False)


def test_a_demande_is_of_the_suit_of_a_card_that_is_held_and_scores_its_slam() -> None:
    found = came("french-foster", suits())
    # Hearts are belle, in one hand: 48 from three, the pool, and the jack's 2 to seat 1.
    assert found["demande", False] == Came(3 * 48 + 10 - 2, made=True)
    assert found["demande-belle", False] == Came(3 * 48 + 10 - 2, made=True)
    # Without a heart nobody else demands in them, so that the jack is the partner's.
    assert found["demande", True] == Came(48 + 5 - 2, made=True)
    # With belle turned there is no petite, and nothing to be told apart.
    found = came("french-foster", evolve(suits(), belle=br.SPADES))
    assert found["demande", False] == Came(3 * 48 + 10 - 2, made=True)
    assert ("demande-belle", False) not in found


@pytest.mark.parametrize("truth", range(14))
@pytest.mark.parametrize("guess", [0, 6, 13])
def test_what_is_earned_by_more_tricks_may_be_less(truth: int, guess: int) -> None:
    """From eight on a demande alone in diamonds brings 24 from each; with seven more."""
    deal = deal_of(br.get_variant("french-foster"), evolve(suits(), dealer=1))
    contract = br.Contract("demande", 1, br.DIAMONDS, turned=br.DIAMONDS, belle=br.HEARTS)
    bills = tuple(bill(deal, contract, count) for count in range(14))
    # The pool of 10 besides, and 2 to seat 2 for the jack of hearts.
    assert [each.chips for each in bills[5:9]] == [3 * each + 8 for each in (24, 27, 30, 24)]
    table = br.get_variant("classic").trumps.table(br.DIAMONDS, None)
    hand = Hand((table, 2, 0b0010), bills)
    for chips in sorted({each.chips for each in bills}):
        bounds = 0, 13
        while hand.least(bounds).chips <= chips and (needs := hand.needs(bounds, chips, guess)):
            low, high = bounds
            assert low < needs[0] <= high
            bounds = (needs[0], high) if truth >= needs[0] else (low, needs[0] - 1)
        assert hand.least(bounds).chips <= bills[truth].chips <= hand.most(bounds).chips
        assert (hand.least(bounds).chips > chips) is (bills[truth].chips > chips)


def test_rows_are_alone_and_with_a_partner_as_the_game_has_it() -> None:
    def keys(slug: str, key: str) -> list[tuple[bool, int]]:
        rows = rows_of(br.get_variant(slug))
        return [(row.partnered, row.target) for row in rows if row.key == key]

    assert keys("fontainebleau", "6") == [(False, 6), (True, 9)]
    assert keys("fontainebleau", "11") == [(False, 11)]
    assert keys("fontainebleau", "piccolissimo") == [(False, 1)]
    assert keys("russian-partnership", "6") == [(True, 9)]
    assert keys("classic", "6") == [(False, 6)]
    assert keys("fontainebleau-foster", "10") == [(False, 10), (True, 13)]
    assert keys("russian-foster", "5") == [(False, 5)]
    assert keys("russian-foster", "7") == [(False, 7), (True, 11)]
    assert keys("french-foster", "demande-belle") == [(False, 5), (True, 8)]


# Answers.


@pytest.mark.parametrize("seed", range(3))
def test_the_answers_are_those_of_the_solver(seed: int) -> None:
    rng = random.Random(seed)
    pairs = [(f"{rng.choice('2345')}C", "AS"), ("KH", "9C"), (f"{rng.choice('678')}D", "QH")]
    cards = suits(*pairs)
    answers = solved(cards)
    variant = br.get_variant("fontainebleau")
    for trump in br.Suit:
        for declarer, partner in ((0, None), (1, None), (2, None), (3, None), (0, 1), (3, 1)):
            contract = br.Contract("5", declarer, trump, partner=partner)
            state = first_lead(variant, cards.hands, contract, dealer=cards.dealer)
            side = sum(1 << seat for seat in contract.side)
            question = (state.setup.terms.trick_table, 0, side)
            while (bounds := answers.bounds(question))[0] < bounds[1]:
                assert answers.ask(question, bounds[1])
            assert bounds[0] == tricks(state)


def test_what_is_given_up_is_unknown_and_not_asked_again() -> None:
    cards = dealt(1, 0)
    answers = solved(cards, nodes=1)
    table = br.get_variant("classic").trumps.table(br.HEARTS, None)
    question = (table, 0, 0b0001)
    low, high = answers.bounds(question)
    assert not answers.ask(question, (low + high) // 2)
    assert (answers.asked, answers.stopped) == (1, 1)
    assert not answers.ask(question, (low + high) // 2)
    assert answers.asked == 1
    assert answers.bounds(question) == (low, high)
    found = came_to(br.get_variant("classic"), cards, answers)
    assert found[Row("5")] is None


def test_what_is_known_of_a_deal_without_all_answers_is_no_more_than_the_truth() -> None:
    cards = suits(("5C", "AS"), ("KH", "9C"), ("7D", "QH"))
    variant = br.get_variant("fontainebleau")
    every = came_to(variant, cards, solved(cards))
    assert all(each is not None and not each.more for each in every.values())
    few = came_to(variant, cards, solved(cards, nodes=1))
    assert few != every
    for row, each in few.items():
        true = every[row]
        assert true is not None
        if each is not None:
            assert each.made is true.made
            assert each.chips <= true.chips <= each.chips + each.more


def test_bounds_hold_for_opponents_and_for_a_seat_more() -> None:
    answers = solved(suits())
    table = br.get_variant("classic").trumps.table(br.HEARTS, None)
    assert answers.ask((table, 0, 0b0100), 13)
    assert answers.bounds((table, 0, 0b0110)) == (13, 13)
    assert answers.bounds((table, 0, 0b1011)) == (0, 0)
    assert answers.bounds((table, 0, 0b0001)) == (0, 0)
    assert answers.bounds((table, 1, 0b0001)) == (0, 13), "of another leader nothing is known"


# Figures.

FIVE, SIX = Row("5"), Row("6")


def deals(*came: tuple[int | None, int | None]) -> list[SolvedDeal]:
    """Deals of two contracts; chips below 0 are of one that is lost."""
    return [
        SolvedDeal(
            number,
            {
                "classic": {
                    row: None if chips is None else Came(chips, made=chips > 0)
                    for row, chips in zip((FIVE, SIX), pair, strict=True)
                }
            },
            asked=2,
            stopped=0,
        )
        for number, pair in enumerate(came)
    ]


def figures(*came: tuple[int | None, int | None]) -> tuple[Figures, ...]:
    return figures_of("classic", (FIVE, SIX), deals(*came))


def test_a_price_pays_off_where_gains_and_losses_cancel_out() -> None:
    five, six = figures((60, 90), (60, 90), (60, -90), (-180, -90))
    assert five.made is not None
    assert (five.made.estimate, five.break_even, five.ratio) == (0.75, 0.75, 1.0)
    assert five.always is not None
    assert five.always.estimate == 0
    assert (six.break_even, six.ratio) == (0.5, 1.0)


def test_bargains_and_traps_are_as_their_intervals_say() -> None:
    five, six = figures(*[(60, -90), (50, -60)] * 20)
    assert (five.verdict, six.verdict) == ("bargain", "trap")
    assert five.break_even is None, "it is never lost"
    five, six = figures((60, -90), (-60, 90))
    assert (five.verdict, six.verdict) == ("open", "open")
    five, six = figures(*[(60, -90), (50, -60), (-10, -60)] * 20, *[(None, None)] * 30)
    assert (five.verdict, six.verdict) == ("bargain", "open"), "nobody knows what it brings if made"
    assert table_of(br.get_variant("classic"), (six,)).rows[0][5].text == "-70.0 (-79.8 to ?)"


def test_an_unknown_deal_is_told_and_counts_both_ways() -> None:
    five, six = figures((60, None), (60, 90), (-10, -20))
    assert (five.unknown, six.unknown) == (0, 1)
    assert len(six.known) == 2
    low, high = (figures(*[(each, 0) for each in (unknown, 90, -20)])[0] for unknown in (-20, 90))
    for found, least, most, estimate in (
        (six.made, low.made, high.made, 0.5),
        (six.always, low.always, high.always, 35),
    ):
        assert least is not None
        assert most is not None
        assert found == Interval(estimate, least.low, most.high)
    # Which pays best is not known of the first deal, and nothing is earned in the last.
    assert (five.best.total, six.best.total, five.best.size) == (0, 1, 2)


# The command and the page.


def parts(text: str) -> dict[str, str]:
    """The parts of a file of figures, as the page includes them."""
    found = re.findall(
        r"^\.\. \[([\w-]+)\]\n(.*?)^\.\. \[end of \1\]$", text, re.MULTILINE | re.DOTALL
    )
    return dict(found)


def test_variants_of_the_same_figures_share_a_table() -> None:
    slugs = ("fontainebleau-hoyle", "russian")
    run = [SolvedDeal(0, {slug: {} for slug in slugs}, 0, 0)]
    made = sections(Run(deals=tuple(run), slugs=slugs, nodes=1, command="python"))
    assert ".. list-table::" in made["fontainebleau-hoyle"][0]
    assert "</variants/fontainebleau-hoyle>" in made["russian"][0]


def test_the_smoke_mode_writes_every_part(tmp_path: Path) -> None:
    file = tmp_path / "worth.inc"
    asked = ["--smoke", "--jobs", "1", "--table", str(file)]
    result = CliRunner().invoke(main, asked, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    assert set(parts(file.read_text(encoding="utf-8"))) == {"classic", "command"}


def test_an_unknown_variant_is_refused() -> None:
    result = CliRunner().invoke(main, ["--only", "bridge"])
    assert result.exit_code == 2
    assert "no variant is called 'bridge'" in result.output


@pytest.mark.long
def test_the_figures_do_not_depend_on_the_processes() -> None:
    one = list(solve(2, 1, 50, ("whisch-bostonien",), 1))
    assert one == list(solve(2, 1, 50, ("whisch-bostonien",), 2))
    assert one != list(solve(2, 2, 50, ("whisch-bostonien",), 1))


def test_the_page_has_every_variant_and_the_command_of_its_figures() -> None:
    page = (DOCS / "worth.rst").read_text(encoding="utf-8")
    made = parts((DOCS / "worth.inc").read_text(encoding="utf-8"))
    included = re.findall(r"^   :start-after: \.\. \[([\w-]+)\]$", page, re.MULTILINE)
    assert re.findall(r"^   :end-before: \.\. \[end of ([\w-]+)\]$", page, re.MULTILINE) == included
    assert set(included) == set(made) == {*br.variants.BUILT_IN, "command"}
    (line,) = re.findall(r"^   \$ (.*)$", made["command"], re.MULTILINE)
    context = main.make_context("worth", shlex.split(line)[3:])
    assert context.params["page"] == "docs/explanation/worth.inc"


@pytest.mark.parametrize("slug", br.variants.BUILT_IN)
def test_the_committed_figures_have_the_contracts_of_today(slug: str) -> None:
    made = parts((DOCS / "worth.inc").read_text(encoding="utf-8"))[slug]
    variant = br.get_variant(slug)
    if "Every figure is as in" in made:
        return
    names = re.findall(r"^   \* - (.*)$", made, re.MULTILINE)[1:]
    assert names == [
        (variant.ladder[row.key].name or row.key)
        + (" with a partner" if row.partnered else "")
        + f", {row.target}"
        for row in rows_of(variant)
    ]
