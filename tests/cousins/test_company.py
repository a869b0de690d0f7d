"""Everything that the library does for its own games, it does for these two.

Laws, players, records, pictures and the command line, none of which knows them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from attrs import evolve
from tests.cousins.games import BOTH, DANISH, FOUR_HIGH, THREE, kleuren, solo
from tests.cousins.ways import WAYS, stepped
from tests.phases.table_talk import finish, speak

import boston_rules as br
from boston_rules import testing
from boston_rules.bots import MonteCarloBot, SimpleBot, play_session
from boston_rules.telling import draw

BOTH_GAMES = pytest.mark.parametrize("variant", BOTH, ids=lambda each: each.slug)
DEALS = 4


def ended(variant: br.Variant, seed: int = 1) -> list[br.State]:
    """The settled deals of a session at random."""
    rng = random.Random(seed)
    state = br.start(variant, seed % 4)
    found = []
    while True:
        if isinstance(state, br.Settled):
            found.append(state)
            if state.session_over:
                return list(found)
        state = stepped(state, rng)


def spots() -> Iterator[br.State]:
    """States of every phase of both games."""
    yield from (br.start(variant) for variant in BOTH)
    yield from (solo(), kleuren(), kleuren(THREE), kleuren(FOUR_HIGH))
    yield speak(solo(), "0 bid prop; 1 pass; 2 pass; 3 pass")
    yield speak(solo(), "0 bid prop; 1 accept")
    yield speak(kleuren(), "0 bid vraag S; 1 pass; 2 pass; 3 pass")
    yield speak(kleuren(), "0 pass; 1 bid vraag S; 2 bid vraag C; 3 pass")
    yield speak(solo(), "0 bid abundance; 1 pass; 2 pass; 3 pass")
    for state, script, _, _ in WAYS:
        opened = speak(state, script) if script else state
        yield opened
        yield finish(opened)
    thrown_in = speak(kleuren(), "0 pass; 1 pass; 2 pass; 3 pass")
    yield thrown_in
    yield br.next_deal(thrown_in)


@pytest.mark.long
@pytest.mark.laws
@pytest.mark.no_cover
@BOTH_GAMES
def test_every_law_holds(variant: br.Variant) -> None:
    walks = 4
    assert testing.check_variant(variant, examples=walks).walks == walks


@pytest.mark.long
@pytest.mark.laws
@pytest.mark.no_cover
@pytest.mark.parametrize("variant", [*BOTH, DANISH], ids=lambda each: each.slug)
def test_players_may_err_as_at_a_table(variant: br.Variant) -> None:
    rules = evolve(variant, enforcement="table")
    for seed in range(4):
        walk = testing.random_walk(rules, seed=seed, deals=2)
        for check in (testing.check_sampling, testing.check_non_interference, testing.check_views):
            check(rules, walk)


@pytest.mark.long
@pytest.mark.no_cover
@BOTH_GAMES
def test_simple_bots_play_whole_sessions(variant: br.Variant) -> None:
    bid = 0
    for seed in range(3):
        rng = random.Random(seed)
        deals = list(play_session(variant, [SimpleBot() for _ in range(4)], rng))
        assert [deal.table.deal_number for deal in deals] == list(range(1, 17))
        assert sum(deals[-1].table.purses) == 0
        bid += sum(deal.contract is not None for deal in deals)
    assert bid > 8, "they bid"


@pytest.mark.long
@pytest.mark.no_cover
@BOTH_GAMES
def test_searching_bots_play_a_session(variant: br.Variant) -> None:
    short = br.get_variant(variant.slug, deals=DEALS)
    bots = [MonteCarloBot(random.Random(seat), iterations=2) for seat in range(4)]
    deals = list(play_session(short, bots, random.Random(3)))
    assert len(deals) == DEALS
    assert sum(deals[-1].table.purses) == 0


def test_bots_answer_wherever_they_are_asked() -> None:
    for state in spots():
        actor = state.actor
        if actor is None or actor == br.CHANCE:
            continue
        view = br.observe(state, actor)
        assert SimpleBot().choose(view) in br.legal_actions(view)
        assert MonteCarloBot(random.Random(1), iterations=2).choose(view) in br.legal_actions(view)


@pytest.mark.no_cover
@BOTH_GAMES
@pytest.mark.parametrize("format", ["text", "json"])
def test_records_are_read_and_replayed(variant: br.Variant, format: str) -> None:
    states = ended(variant)
    made = br.record(states, players=["Ann", "Bob", "Cid", "Dot"])
    text = br.dumps(made, format)  # type: ignore[arg-type]
    assert br.loads(text) == made
    assert br.dumps(br.loads(text), format) == text  # type: ignore[arg-type]
    assert list(br.replay(br.loads(text))) == states
    assert br.variant_of(br.loads(text)) == variant


def test_a_record_that_begins_at_double_stakes() -> None:
    thrown_in = speak(kleuren(), "0 pass; 1 pass; 2 pass; 3 pass")
    state = finish(br.next_deal(thrown_in, hands=THREE))
    assert state.table.stakes == 2
    for format in ("text", "json"):
        text = br.dumps(br.record([state]), format)
        assert br.replay(br.loads(text)) == (state,)


@BOTH_GAMES
def test_house_rules_of_them_are_recorded(variant: br.Variant) -> None:
    house = evolve(variant, session=evolve(variant.session, starting_chips=100))
    state = br.start(house)
    rng = random.Random(3)
    while state.actor is not None:
        state = stepped(state, rng)
    text = br.dumps(br.record([state]))
    again = br.replay(br.loads(text))
    assert again == (state,)
    assert again[0].table.variant.fingerprint() == house.fingerprint()


@BOTH_GAMES
def test_views_are_written_and_read(variant: br.Variant) -> None:
    rng = random.Random(5)
    state = br.start(variant)
    for step in range(60):
        if state.actor is None:
            break
        view = br.observe(state, step % 4)
        assert br.loads_view(br.dumps_view(view)) == view
        state = stepped(state, rng)


@pytest.mark.long
def test_everything_is_drawn_and_written() -> None:
    for number, state in enumerate(spots()):
        what = (state, br.observe(state, 0), br.observe(state, None))[number % 3]
        picture, text = draw.deal(what).svg, draw.text(what)
        assert picture.startswith("<svg")
        assert draw.text(what, ascii=True).isascii()
        assert text
        assert "pool" not in (picture + text).casefold()
        if state.tricks:
            assert draw.play(state).svg.startswith("<svg")
        if state.settlement is not None:
            assert "pool" not in draw.bill(state.settlement).svg.casefold()
            assert "pool" not in draw.html(state.settlement).casefold()
            assert "pool" not in state.settlement.explain()


@BOTH_GAMES
def test_the_ladder_is_drawn_with_every_name(variant: br.Variant) -> None:
    svg = draw.ladder(variant).svg
    for step in variant.ladder:
        assert step.name in svg
        assert step.name in draw.html(variant)
    assert "pool" not in svg.casefold()


@BOTH_GAMES
def test_no_rule_speaks_of_a_pool(variant: br.Variant) -> None:
    pytest.importorskip("click")
    shown = _run("show", variant.slug)
    assert variant.title in shown
    for step in variant.ladder:
        assert step.name in shown
    assert "pool" not in shown.casefold()
    assert "ante" not in shown.casefold().split()


@pytest.mark.parametrize(
    "words",
    [
        "settle solo-whist prop --trump H --declarer 0 --partner 2 --tricks 5,2,3,3",
        "settle solo-whist misere --declarer 3 --tricks 5,5,3,0",
        "settle kleurenwiezen vraag --trump S --declarer 0 --partner 1 --tricks 6,2,3,2",
        "settle kleurenwiezen troel --trump S --declarer 0 --partner 1 --tricks 6,2,3,2",
        "settle kleurenwiezen abondance-9 --trump S --declarer 0 --tricks 6,2,3,2",
        "play solo-whist --seed 3 --deals 2",
        "play kleurenwiezen --seed 16 --deals 2",
    ],
)
def test_no_command_prints_a_pool(words: str) -> None:
    pytest.importorskip("click")
    pytest.importorskip("rich")
    shown = _run(*words.split())
    assert shown.strip()
    assert "pool" not in shown.casefold()
    assert "antes" not in shown.casefold()


def _run(*words: str) -> str:
    """What a command prints."""
    from click.testing import CliRunner

    from boston_rules.cli.program import program

    result = CliRunner().invoke(program, list(words))
    assert result.exit_code == 0, result.output
    return result.output
