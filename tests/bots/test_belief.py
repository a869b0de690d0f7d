"""What the Monte Carlo bot makes of the cards that others have played."""

from __future__ import annotations

import random
import statistics

import pytest

import boston_rules as br
from boston_rules.bots import SimpleBot, decide
from boston_rules.bots.montecarlo.belief import Belief, partner_in
from boston_rules.bots.montecarlo.rollout import Players
from boston_rules.bots.simple.policy import choose_card
from boston_rules.simulate.duplicate import first_deal

SLUGS = ("classic", "fontainebleau", "fontainebleau-cats", "french", "mariland", "russian-foster")


def played(slug: str, number: int) -> tuple[br.Playing, int] | None:
    """A deal in which players err at times, as far as the last trick but one, and how often."""
    rng = random.Random(number)
    variant = br.get_variant(slug)
    state: br.State = first_deal(variant, number % variant.seats, rng)
    unlike, before = 0, None
    while (actor := state.actor) is not None:
        action = decide(state, [SimpleBot(rng)] * variant.seats, rng)
        if isinstance(state, br.Playing):
            if len(state.hands[actor]) == 1:
                return state, unlike
            before = state, unlike
            legal = [each for each in br.legal_actions(state) if isinstance(each, br.Play)]
            view = br.observe(state, actor)
            card = choose_card(view, actor, sum(1 << each.card.index for each in legal))
            action = rng.choice(legal) if rng.random() < 0.3 else br.Play(br.PACK[card])
            assert isinstance(action, br.Play)
            unlike += action.card.index != card
        state = br.apply(state, action)
    return before


@pytest.mark.parametrize("slug", SLUGS)
def test_cards_are_unlike_where_a_simple_player_would_have_played_another(slug: str) -> None:
    most = 0
    for number in range(12):
        found = played(slug, number)
        if found is None:  # nobody has bid, and it was not played
            continue
        state, unlike = found
        held = zip(state.setup.hands, strict=True)
        cards = [card for trick in state.done for card in trick[1]]
        players = Players(state, begun=False)
        counted = players.alike(
            [hand for (hand,) in held],
            state.deal.hands,
            partner_in(state.contract, state.deal.hands),
            players.masks([*cards, *state.played]),
            (1 << state.variant.seats) - 1,
        )
        assert len(cards) + len(state.played) - counted == unlike
        most = max(most, unlike)
    assert most > 3


def after(tricks: int, number: int) -> br.Playing:
    """A deal of simple players after so many tricks."""
    rng = random.Random(number)
    state: br.State = first_deal(br.get_variant("mariland"), number % 4, rng)
    while not (isinstance(state, br.Playing) and len(state.done) == tricks):
        state = br.apply(state, decide(state, [SimpleBot(rng)] * 4, rng))
    return state


def test_the_true_hands_are_believed_when_players_are_simple() -> None:
    """Half way through, against hands drawn by chance: far likelier, in most deals and seats."""
    likelier = seen = 0
    for number in range(8):
        state, rng = after(7, number), random.Random(number)
        for seat in range(4):
            belief = Belief(br.observe(state, seat))
            hands = [hand.mask for hand in state.hands]
            true = belief.unlike(hands, state.deal.hands)
            others = [
                belief.unlike(world.hands, belief.dealt(world))
                for world in (belief.worlds.world(rng) for _ in range(20))
            ]
            assert true == 0
            likelier += sum(other > 1 for other in others) > 15
            seen += 1
    assert likelier > seen * 0.8


def test_few_worlds_at_a_time_tell_in_the_long_run_what_many_do() -> None:
    """Worlds left out are made up for by those that stand for them, however few are drawn."""
    state = after(7, 2)
    belief, rng = Belief(br.observe(state, state.actor)), random.Random(3)

    def unlike(world: br.World) -> int:
        return belief.unlike(world.hands, belief.dealt(world))

    every = [belief.worlds.world(rng) for _ in range(1500)]
    by_chance = statistics.fmean(map(unlike, every))
    by_likelihood = statistics.fmean(map(unlike, every), map(belief.likely, every))
    parts = [part for _ in range(150) for part in belief.draw(2, rng)]
    found = statistics.fmean([unlike(world) for world, _ in parts], [weight for _, weight in parts])
    assert found == pytest.approx(by_likelihood, abs=(by_chance - by_likelihood) / 8)


@pytest.mark.parametrize("count", [1, 8, 64])
def test_as_many_worlds_are_drawn_as_are_worth_those_asked_for(count: int) -> None:
    state, rng = after(1, 4), random.Random(4)
    belief, worth = Belief(br.observe(state, state.actor)), []
    for _ in range(10):
        weights = [weight for _, weight in belief.draw(count, rng)]
        worth.append(sum(weights) ** 2 / sum(weight**2 for weight in weights))
    assert 0.6 * count < statistics.fmean(worth) < 1.3 * count
