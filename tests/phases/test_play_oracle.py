"""Whole deals of every contract, compared with the rulings at every ply."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from tests.phases.play_oracle import Oracle, boston
from tests.phases.table_talk import OPENINGS, act, playing, settled
from tests.play.tables import face_up

import boston_rules as br

ACES = "AS AH AC AD"


def deal_for(key: str, rng: random.Random, strong: br.Suit | None) -> list[str]:
    """Random hands; seat 0 gets four aces where the bid needs them, or many top trumps."""
    mine: list[br.Card] = []
    if key == "quatre-as":
        mine = [br.parse_card(token) for token in ACES.split()]
    elif strong is not None:
        mine = [card for card in br.PACK if card.suit is strong][rng.randrange(1, 6) :]
    rest = [card for card in br.shuffled(rng) if card not in mine]
    hands = [mine + rest[: 13 - len(mine)]]
    rest = rest[13 - len(mine) :]
    hands += [rest[place : place + 13] for place in range(0, 39, 13)]
    return [" ".join(map(str, hand)) for hand in hands]


def won(slug: str, key: str, rng: random.Random, **options: str) -> br.State:
    """A deal in which seat 0 wins the auction with a step, at its first lead."""
    strong = rng.choice([None, *br.Suit])
    while True:
        hands = deal_for(key, rng, strong)
        dealer = rng.randrange(4) if strong is None else rng.choice([0, 3, 3, 3])
        where = dict(options)
        if slug != "fontainebleau":
            where["turned"] = rng.choice(hands[dealer].split())
        if slug == "french":
            where["belle"] = rng.choice("SHCD") if strong is None else strong.letter
        state = OPENINGS[slug](hands, dealer, **where)
        while state.actor != 0:
            state = act(state, "pass")
        bids = [a for a in br.legal_actions(state) if isinstance(a, br.Bid) and a.key == key]
        if bids:
            break
    in_strong = [
        bid
        for bid in bids
        if bid.suit is strong or (isinstance(bid.card, br.Card) and bid.card.suit is strong)
    ]
    state = br.apply(state, rng.choice(in_strong or bids))
    while state.phase != "play":
        choices = list(br.legal_actions(state))
        if state.phase == "auction":
            choices = [br.Pass(), br.Pass(), br.Pass()]
            choices += [br.Accept()] if br.Accept() in br.legal_actions(state) else []
        elif state.phase == "naming trumps" and strong is not None:
            choices = [br.NameTrump(strong)]
        state = br.apply(state, rng.choice(choices))
    return state


def choose(oracle: Oracle, rng: random.Random) -> br.Action:
    """The declarer's side plays high more often than not and declares slams at times."""
    legal = br.legal_actions(oracle.state)
    contract = oracle.contract
    slams = [action for action in legal if isinstance(action, br.Slam)]
    if slams and rng.random() < 0.6:
        return rng.choice(slams)
    cards = [action for action in legal if isinstance(action, br.Play)]
    if contract is not None and oracle.actor in contract.side and rng.random() < 0.85:
        return max(
            cards,
            key=lambda play: (
                play.card is oracle.boston,
                oracle.suit(play.card) is contract.trump,
                play.card.rank,
            ),
        )
    return rng.choice(cards)


def play_out(state: br.State, rng: random.Random) -> Counter[str]:
    """Play a deal; everything the state says is compared with the oracle at every ply."""
    seen: Counter[str] = Counter()
    decided: bool | None = None
    while True:
        now = playing(state)
        oracle = Oracle(now)
        assert now.actor == oracle.actor
        listed, expected = br.legal_actions(now), oracle.legal()
        assert {str(action) for action in listed} == expected
        assert len(listed) == len(expected)
        assert now.decided is oracle.decided
        assert decided is None or now.decided is decided, "a verdict does not change any more"
        decided = now.decided
        assert tuple(seat for seat, _ in now.exposed) == oracle.exposed
        assert now.taken == oracle.taken
        assert [set(hand) for hand in now.hands] == [oracle.hand(seat) for seat in range(4)]
        assert now.trick == tuple(card for _, card in oracle.current)
        assert now.leader == (oracle.current[0][0] if oracle.current else now.actor)
        assert [(t.leader, t.cards, t.winner) for t in now.tricks] == [
            (row[0][0], tuple(card for _, card in row), winner) for row, winner in oracle.complete
        ]
        action = choose(oracle, rng)
        if isinstance(action, br.Slam):
            assert oracle.contract is not None
            partner = oracle.contract.partner
            seen[f"{action}{' with a partner' if partner is not None else ''}"] += 1
        after = br.apply(now, action)
        assert (after.events[-1].seat, after.events[-1].action) == (now.actor, action)
        assert after.events[: len(now.events)] == now.events
        state = after
        if state.actor is None:
            break
    done = settled(state)
    assert decided is None or done.settlement.made is decided
    # The last trick is complete now, so that the oracle can count it from the events.
    plays = [event.action.card for event in done.events if isinstance(event.action, br.Play)]
    assert face_up(done.gathered)[: len(plays)] == tuple(map(str, plays))
    assert sum(done.outcome.tricks) == len(plays) // 4
    deal, contract = done.deal, done.contract
    if contract is not None and contract.trump is not None:
        honours = {c for c in br.PACK if c.suit is contract.trump and str(c)[0] in "AKQJ"}
        held = [set(br.Cards.from_mask(hand)) for hand in deal.hands]
        assert done.outcome.honours == tuple(len(hand & honours) for hand in held)
        if done.table.variant.slug == "french":
            turned = deal.turn.suit
            exchange = done.table.variant.options().get("boston_jack") == "turned"
            jack = boston(done.table.variant, contract.trump, turned) if exchange else None
            jack = jack or br.parse_card("JD")  # P36: J♦, also when diamonds are trumps
            assert done.outcome.boston == next(s for s in range(4) if jack in held[s])
        else:
            assert done.outcome.boston is None
    else:
        assert done.outcome.honours == (0, 0, 0, 0)
        assert done.outcome.boston is None
    if done.outcome.slam is not None:
        seen[f"slam {'made' if done.settlement.made else 'lost'}"] += 1
    return seen


# Depth, not coverage: the tests of single rules measure that, and this is four times as fast.
pytestmark = pytest.mark.no_cover


@pytest.mark.long
@pytest.mark.parametrize("slug", ["fontainebleau", "american", "french"])
def test_every_contract_at_every_ply(slug: str) -> None:
    rng = random.Random(f"play {slug}")
    seen: Counter[str] = Counter()
    for step in br.get_variant(slug).ladder:
        for _ in range(6):
            seen += play_out(won(slug, step.key, rng), rng)
    assert bool(seen) == (slug == "french"), "slams are french"


def test_boston_jack_turned_at_every_ply() -> None:
    rng = random.Random("turned")
    seen: Counter[str] = Counter()
    for key in ("simple-petite", "simple-belle", "petite-independance", "neuf", "quatre-as"):
        for _ in range(12):
            seen += play_out(won("french", key, rng, boston_jack="turned"), rng)
    assert seen["slam made"]
    assert seen["slam lost"]


def test_slams_of_every_kind_at_every_ply() -> None:
    rng = random.Random("slams")
    seen: Counter[str] = Counter()
    for key in ("simple-belle", "petite-independance", "grande-independance") * 30:
        seen += play_out(won("french", key, rng), rng)
    assert set(seen) >= {
        "slam",
        "slam table",
        "slam made",
        "slam lost",
        "slam with a partner",
        "slam table with a partner",
    }


@pytest.mark.parametrize("slug", ["fontainebleau", "american"])
def test_P22_passed_out_deals_at_every_ply(slug: str) -> None:
    rng = random.Random(f"passed out {slug}")
    for _ in range(15):
        hands = deal_for("", rng, None)
        options = {} if slug == "fontainebleau" else {"turned": "AS"}
        state = act(OPENINGS[slug](hands, rng.randrange(4), **options), "pass;pass;pass;pass")
        assert not play_out(state, rng)
