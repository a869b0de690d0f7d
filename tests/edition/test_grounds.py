"""Every action and every line of a bill has its rule, and the statements on which that rests."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from attrs import evolve
from tests.phases.table_talk import SUITS, act, finish

import boston_rules as br
from boston_rules.bots import SimpleBot, decide
from boston_rules.core.sources import own_cites, source_of
from boston_rules.edition.statements import texts
from boston_rules.variants.registry import own_variants

LIBRARY = "LIB"


def walked(slug: str, deals: int) -> Iterator[br.State]:
    """The states of deals, played by bots and by chance in turn."""
    variant = br.get_variant(slug)
    bots = [SimpleBot()] * variant.seats
    for seed in range(deals):
        rng = random.Random(seed)
        state = br.start(variant)
        yield state
        while state.actor is not None:
            by_chance = seed % 2 and state.actor != br.CHANCE
            action = rng.choice(br.legal_actions(state)) if by_chance else decide(state, bots, rng)
            state = br.apply(state, action)
            yield state


@pytest.mark.parametrize("slug", own_variants())
def test_what_is_legal_has_a_rule_of_the_game_with_statements(slug: str) -> None:
    variant = br.get_variant(slug)
    rules = [rule for _, rule in variant.rules()]
    cited = {cite for rule in rules for cite in own_cites(rule)}
    seen: set[object] = set()
    for state in walked(slug, 2):
        for ground in br.why(state):
            if (state.phase, ground.cite) in seen:
                continue
            seen.add((state.phase, ground.cite))
            assert ground.cite in cited, f"{state.phase}: {ground.decides[0]}"
            if state.actor is not None:
                assert ground.rule in rules
                assert source_of(ground.rule) == ground.cite
            tellings = {source.key for source in ground.cite.sources}
            assert ground.statements or tellings == {LIBRARY}, f"{ground.cite}: {ground.decides[0]}"
            for statement in ground.statements:
                assert texts()[statement.text].telling in tellings
                assert statement.part in ground.cite.locus
    assert len(seen) > 4


def dealt(slug: str) -> br.State:
    """A deal in which each player has a suit of his own, the first spades."""
    return br.start(slug, dealer=3, hands=SUITS)


def told(state: br.State, token: str, seat: int | None = None) -> tuple[list[str], str]:
    """The statements about an action, and why it is refused."""
    (ground,) = br.why(state, br.parse_action(token), seat)
    assert ground.decides == (br.parse_action(token),)
    reason = "" if ground.refusal is None else ground.refusal.reason
    return [each.identifier for each in ground.statements], reason


def test_a_bid_is_decided_by_what_is_said_of_that_bid() -> None:
    state = dealt("fontainebleau")
    assert told(state, "bid piccolissimo") == (["ENC.35", "CATS.21"], "")
    assert told(state, "pass")[0] == ["ENC.56", "ENC.57"]


def test_a_refusal_is_decided_by_the_rule_that_it_names() -> None:
    hands = [br.Cards(br.PACK[seat::4]) for seat in range(4)]
    state = br.apply(br.start("fontainebleau", dealer=3, hands=hands), br.parse_action("bid 9 S"))
    statements, reason = told(state, "bid 8 H")
    assert reason.startswith("not higher")
    assert statements == ["ENC.36", "CATS.22"]
    for token in ("pass", "pass", "pass", "solo"):
        state = br.apply(state, br.parse_action(token))
    lead, *_ = br.legal_actions(state)
    assert told(state, str(lead)) == (["ENC.1", "CATS.38"], "")
    state = br.apply(state, lead)
    other = next(card for card in state.held(1) if br.why_illegal(state, br.Play(card)))
    statements, reason = told(state, f"play {other}")
    assert statements == ["ENC.2", "CATS.39"]
    assert "were led" in reason


def test_another_players_turn_rests_on_no_statement() -> None:
    statements, reason = told(dealt("fontainebleau"), "pass", seat=2)
    assert statements == []
    assert reason.startswith("it is not the turn")


def test_a_bill_is_explained_line_by_line_by_its_own_contract() -> None:
    state = finish(act(dealt("fontainebleau"), "bid piccolissimo"))
    grounds = {
        line.reason: ground
        for ground in br.why(state)
        for line in ground.decides
        if isinstance(line, br.Line)
    }
    assert [each.identifier for each in grounds["Piccolissimo"].statements] == [
        "CATS.55",
        "FOSTER.145",
    ]
    assert [each.identifier for each in grounds["ante"].statements] == ["ENC.53"]


def test_a_line_keeps_the_source_of_its_own_game() -> None:
    """Two games share the line of a bonus and cite it from different tellings."""
    for slug, telling in (("french", "CATS"), ("french-foster", "FOSTER")):
        bill = br.settle(
            slug,
            br.Contract("petite-independance", 0, trump=br.SPADES, turned=br.CLUBS, belle=br.CLUBS),
            br.Outcome(tricks=(7, 2, 2, 2), boston=1),
        )
        (line,) = {
            line for paid in bill.transfers for line in paid.lines if "Boston" in line.reason
        }
        assert line.source is not None
        assert [source.key for source in line.source.sources] == [telling]


def test_a_source_changes_neither_a_bill_nor_a_record() -> None:
    state = finish(dealt("classic"))
    bill = state.settlement
    assert all(line.source for paid in bill.transfers for line in paid.lines)
    bare = [
        evolve(paid, lines=tuple(evolve(line, source=None) for line in paid.lines))
        for paid in bill.transfers
    ]
    assert evolve(bill, transfers=tuple(bare)) == bill
    (read,) = br.replay(br.loads(br.dumps(br.record(state))))
    assert read.settlement == bill


def test_a_rule_of_ones_own_has_no_statements() -> None:
    state = br.start("classic", hands=dealt("classic").hands)
    own = br.Cite(br.Source("OWN", "A rule of ours"), "p. 1")
    bidding: Any = state.variant.bidding
    variant = evolve(state.variant, bidding=evolve(bidding, source=own))
    (ground,) = br.why(br.start(variant, hands=state.hands), br.Pass())
    assert ground.cite == own
    assert ground.statements == ()


@pytest.mark.parametrize(("state", "action"), [(None, None), ("classic", None), (1, br.Pass())])
def test_no_state_is_refused(state: object, action: object) -> None:
    with pytest.raises(TypeError):
        br.why(state, action)  # type: ignore[arg-type]


def test_no_action_is_refused() -> None:
    with pytest.raises(TypeError):
        br.why(dealt("classic"), "pass")  # type: ignore[arg-type]
