"""Ends that see cards: a deal that all pass is played, and the queen of spades and its end cost."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from attrs import evolve
from tests.cousins.black_lady import LADY as QUEEN
from tests.cousins.black_lady import LAST, LadyAndLast
from tests.cousins.games import LADY, MIXED
from tests.cousins.ways import stepped
from tests.phases.table_talk import SUITS, act, finish, first_legal, last_legal

import boston_rules as br
from boston_rules import testing
from boston_rules.bots import MonteCarloBot, SimpleBot, play_session
from boston_rules.records.evening import Entry, Evening, dumps_evening, loads_evening
from boston_rules.rules.cases import cases_of
from boston_rules.rules.counts import CardsTaken, LastTrick
from boston_rules.rules.laws import Laws, RevokeLaw
from boston_rules.rules.passed_out import PassedOut, passed_out_cases
from boston_rules.rules.payments import EachCounted, Flat, Payments

PASSES = ("pass",) * 4


def opened(*tokens: str, hands: tuple[str, ...] = MIXED) -> br.State:
    """The play of a deal with eldest at seat 0."""
    return act(br.start(LADY, 3, hands=hands), *tokens)


def taker(state: br.Settled, card: str) -> int:
    wanted = br.parse_card(card)
    return next(trick.winner for trick in state.tricks if wanted in trick.cards)


@pytest.mark.long
@pytest.mark.laws
@pytest.mark.no_cover
def test_every_law_holds() -> None:
    walks = 6
    assert testing.check_variant(LADY, examples=walks).walks == walks


@pytest.mark.long
@pytest.mark.no_cover
@pytest.mark.parametrize("penalty", ["tricks", "that-trick", "deal"])
def test_laws_of_the_bill_and_of_views_hold_where_players_err(penalty: Any) -> None:
    rules = evolve(LADY, enforcement="table", laws=Laws(revoke=RevokeLaw(penalty)))
    for seed in range(5):
        walk = testing.random_walk(rules, seed=seed, deals=2)
        for check in (testing.check_bill, testing.check_sampling, testing.check_views):
            check(rules, walk)


def test_the_takers_of_the_queen_and_of_the_last_trick_pay() -> None:
    for choose in (first_legal, last_legal):
        state = finish(opened(*PASSES), choose)
        queen, end = taker(state, "QS"), state.tricks[-1].winner
        wanted = [0] * 4
        for payer, chips in ((queen, 4), (end, 2)):
            wanted = [each - 3 * chips if seat == payer else each + chips
                      for seat, each in enumerate(wanted)]  # fmt: skip
        assert state.settlement.deltas == tuple(wanted)
        assert state.outcome.played == state.tricks
        assert "the last trick" in state.settlement.explain()


def test_a_contract_is_paid_for_the_last_trick() -> None:
    state = finish(opened("bid 5 S", "pass", "pass", "pass", hands=SUITS))
    assert state.contract is not None
    assert [str(line.chips) for line in state.settlement.transfers[0].lines] == [
        "5",
        "8",
        "5",
        "13",
    ]
    lost = finish(opened("bid 9 H", "pass", "pass", "pass"), last_legal)
    assert lost.settlement.made is False
    reasons = [line.reason for line in lost.settlement.transfers[0].lines]
    assert ("♠Q taken" in reasons) is (taker(lost, "QS") == 0)


@pytest.mark.parametrize("tokens", [PASSES, ("bid 5 S", "pass", "pass", "pass")])
def test_a_bill_without_a_game_needs_the_tricks(tokens: tuple[str, ...]) -> None:
    state = finish(opened(*tokens))
    told = evolve(state.outcome, played=())
    with pytest.raises(br.SettlementError, match="give the tricks in order") as caught:
        br.settle(LADY, state.contract, told, dealer=3)
    assert len(caught.value.problems) == 1
    cards = [card for trick in state.tricks for card in trick.cards]
    tricks = br.played_tricks(LADY, state.contract, cards, dealer=3)
    assert tricks == state.tricks
    bill = br.settle(LADY, state.contract, evolve(told, played=tricks), dealer=3)
    assert bill == state.settlement


def ended_at_random(seed: int) -> br.Settled:
    """A deal at random to its end."""
    rng = random.Random(seed)
    state = br.start(LADY, seed % 4)
    while not isinstance(state, br.Settled):
        state = stepped(state, rng)
    return state


def broken(tricks: tuple[br.Trick, ...], number: int, **changed: Any) -> tuple[br.Trick, ...]:
    return (*tricks[:number], evolve(tricks[number], **changed), *tricks[number + 1 :])


def test_tricks_that_cannot_have_been_played_are_refused() -> None:
    state = finish(opened(*PASSES))
    tricks = state.tricks
    winner, leader = tricks[4].winner, tricks[4].leader
    other = (winner + 1) % 4
    twice = (tricks[3].cards[0], *tricks[4].cards[1:])
    won = [each.winner for each in tricks]
    counted = tuple(won.count(seat) for seat in range(4))
    moved = [*won[:4], other, *won[5:]]
    cases: tuple[tuple[Any, tuple[int, ...], str], ...] = (
        (tricks[:-1], counted, "the tricks as played are"),
        (broken(tricks, 4, cards=twice), counted, f"trick 5: {twice[0]} was played before"),
        (
            broken(tricks, 4, winner=other),
            tuple(moved.count(seat) for seat in range(4)),
            f"trick 5: seat {winner} wins it, not seat {other}",
        ),
        (broken(tricks, 4, leader=(leader + 1) % 4), counted, f"trick 5: seat {leader} leads"),
        (broken(tricks, 4, cards=twice[:3]), counted, "holds a Trick of 4 cards"),
        ((1, *tricks[1:]), counted, "holds a Trick of 4 cards"),
    )
    for changed, tricks_won, said in cases:
        outcome = br.Outcome(tricks_won, played=changed)
        with pytest.raises(br.SettlementError) as caught:
            br.settle(LADY, None, outcome, dealer=3)
        assert said in str(caught.value)
    with pytest.raises(TypeError, match="played of Outcome"):
        br.Outcome(counted, played=5)  # type: ignore[arg-type]
    with pytest.raises(br.SettlementError, match="3 cards are no tricks") as caught:
        br.played_tricks(LADY, br.Contract("moon", 0), tricks[0].cards[:3], dealer=4)
    assert len(caught.value.problems) == 3


def test_other_games_need_no_tricks_and_have_none() -> None:
    for slug in ("fontainebleau", "american"):
        state = br.start(slug, 3, hands=MIXED)
        if state.phase == "turn-up":
            state = act(state, "turn 2C")
        state = finish(act(state, *["pass"] * 4))
        assert state.outcome.played == ()
        given = evolve(state.outcome, played=state.tricks)
        around: Any = {"pool": state.deal.table.pool, "dealer": 3}
        bill = br.settle(slug, None, given, **around)
        assert bill == br.settle(slug, None, state.outcome, **around)


def test_every_case_of_the_counts_is_enumerated() -> None:
    step = LADY.ladder["5"]
    cases = list(cases_of(LADY, step))
    counted = {case.counted for case in cases}
    assert {dict(each)[QUEEN] for each in counted} == {0, 1}
    assert len(counted) == 2 * 2 * 14
    ends = list(passed_out_cases(LadyAndLast(), 4, 13))
    assert len(ends) == 5 * 5, "the rule does not ask for the tricks"
    assert {end.count(LAST) for end in ends} == {
        (0, 0, 0, 0), (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1),
    }  # fmt: skip


def test_a_count_that_makes_a_price_negative_is_refused() -> None:
    class Bonus(EachCounted):
        def lines(self, case: Any) -> tuple[br.Line, ...]:
            return (br.Line(-case.count(self.count), "hearts taken"),)

    hearts = CardsTaken(br.Cards.parse("AH KH"))
    prices = (Flat((*((str(n), n) for n in range(5, 14)), ("misere", 3))),)
    with pytest.raises(br.VariantError, match="when made, with 1 of ♥AK taken"):
        evolve(LADY, payments=Payments(won=(*prices, Bonus(hearts, 1)), lost=prices))


def test_what_cannot_be_counted_is_refused() -> None:
    won = (*LADY.payments.won, EachCounted("the moon", 1))  # type: ignore[arg-type]
    with pytest.raises(br.VariantError, match="is a PlayCount, but 'the moon'"):
        evolve(LADY, payments=evolve(LADY.payments, won=won))

    class Endless(LastTrick):
        total = -1

    with pytest.raises(br.VariantError, match="-1 is no whole number of the last trick"):
        evolve(LADY, payments=evolve(LADY.payments, won=(EachCounted(Endless(), 1),)))


@pytest.mark.no_cover
def test_no_deal_is_beyond_the_bounds_of_rewards() -> None:
    pytest.importorskip("numpy")
    from boston_rules.envs.bounds import bounds_of

    dear = evolve(LADY, passed_out=LadyAndLast(lady=500), deals=1)
    assert bounds_of(dear).lose >= 3 * 502
    bounds = bounds_of(evolve(LADY, deals=1))
    deltas = [ended_at_random(seed).settlement.deltas for seed in range(30)]
    assert max(map(max, deltas)) <= bounds.win
    assert min(map(min, deltas)) >= -bounds.lose


@pytest.mark.no_cover
def test_a_batch_pays_as_the_engine_does() -> None:
    pytest.importorskip("numpy")
    pytest.importorskip("gymnasium")
    from tests.envs.batch_steps import compare

    assert compare(evolve(LADY, deals=2), tables=3, steps=240, seed=3, every=8) == 720


def test_the_solver_finds_tricks_and_says_that_chips_are_open() -> None:
    from boston_rules.solver import best, line

    state = opened("bid 5 S", "pass", "pass", "pass", hands=SUITS)
    while len(state.tricks) < 9:
        state = br.apply(state, br.legal_actions(state)[0])
    found = best(state)
    assert (found.result.made, found.result.tricks, found.chips) == (True, 13, None)
    paid = line(state).chips
    assert paid is not None
    assert paid.declarers == 3 * (5 + 8 + 5 + 13), "a line of cards has its bill"


@pytest.mark.no_cover
def test_bots_play_sessions_of_it() -> None:
    short = evolve(LADY, deals=2)
    searching = MonteCarloBot(random.Random(1), iterations=2)
    bots = (SimpleBot(), searching, SimpleBot(), searching)
    assert sum(list(play_session(short, bots, random.Random(2)))[-1].table.purses) == 0


def test_an_evening_keeps_the_tricks() -> None:
    state = finish(opened(*PASSES))
    evening = Evening(LADY, ("Ann", "Bob", "Cid", "Dot"), 3, (Entry(None, state.outcome),))
    text = dumps_evening(evening)
    assert loads_evening(text) == evening
    told = json.loads(text)["deals"][0]["outcome"]["played"][0]
    assert told["cards"] == [str(card) for card in state.tricks[0].cards]


def test_the_command_line_takes_the_cards_played(tmp_path: Any) -> None:
    click = pytest.importorskip("click.testing")
    from boston_rules.cli.program import program

    state = finish(opened(*PASSES))
    cards = " ".join(str(card) for trick in state.tricks for card in trick.cards)

    def run(*words: object) -> str:
        result = click.CliRunner().invoke(program, [str(word) for word in words])
        assert result.exit_code == 0, result.output
        return str(result.output)

    settle = ("settle", LADY.slug, "--passed-out", "--dealer", 3, "--played", cards)
    document = json.loads(run(*settle, "--json"))
    assert document["settlement"]["deltas"] == list(state.settlement.deltas)
    assert len(document["outcome"]["played"]) == 13
    file = tmp_path / "friday.json"
    run("table", "new", file, LADY.slug, "--players", "A,B,C,D", "--dealer", "D")
    assert "the last trick" in run("table", "deal", file, "--passed-out", "--played", cards)
    wrong = click.CliRunner().invoke(
        program, ["settle", LADY.slug, "--passed-out", "--played", "X"]
    )
    assert wrong.exit_code == 2


def test_rules_say_what_they_count() -> None:
    assert "5 for the last trick" in LADY.payments.words()
    assert QUEEN.words() == "♠Q taken"
    assert EachCounted(LastTrick(), 3).words() == "3 for the last trick"


def test_a_passed_out_deal_may_ask_for_tricks_and_cards() -> None:
    class Fewest(LadyAndLast):
        def transfers(self, end: PassedOut) -> tuple[br.Transfer, ...]:
            (queen,) = [*[seat for seat in range(4) if end.count(QUEEN)[seat]], 4][:1]
            return super().transfers(end) if queen < 4 and end.tricks[queen] > 4 else ()

    ends = list(passed_out_cases(Fewest(), 4, 13))
    assert len(ends) == 5 * (4 * 560 + 1)
    state = finish(act(br.start(evolve(LADY, passed_out=Fewest()), 3, hands=MIXED), *PASSES))
    queen = taker(state, "QS")
    assert any(state.settlement.deltas) is (state.outcome.tricks[queen] > 4)
