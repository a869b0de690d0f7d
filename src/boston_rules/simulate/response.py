"""How much a player could win against a bot that sits at all other seats: a lower bound.

A *local best response* (Lisý and Bowling, 2017) sits down in the place of one of four equal bots.
Before each of its decisions it draws worlds that it cannot tell apart, tries each action in all of
them, lets everybody, itself included, go on as the bot would, and takes the action that brings most
chips on average. It is a strategy like any other, so what it wins more than the bot would in its
place is a gain that somebody really can make: the true best response wins at least as much. It does
not conclude anything from what the bot has done, so that much more may be possible.

With two players this would bound the exploitability of the bot from below. With three or four it
bounds one term of the Nash gap, what one player gains by leaving the profile alone. That nobody
gains does not make a bot unbeatable there: two who change their play together may win from the
others, and against others than itself a bot is worth something else.

>>> from boston_rules.simulate.response import local_response
>>> found = local_response("mariland", "random", deals=3, worlds=1, seed=1)
>>> found.gain.low is not None
True
"""

from __future__ import annotations

import random
from typing import Final

from attrs import evolve, frozen

import boston_rules as br
from boston_rules.bots import Bot, play_deal
from boston_rules.bots.makers import BotMaker, Maker, label, maker_of
from boston_rules.core.saying import say
from boston_rules.rules.variant import as_variant
from boston_rules.simulate.intervals import Clusters, Interval
from boston_rules.simulate.runs import whole
from boston_rules.simulate.streams import stream

__all__ = ["Response", "local_response"]

_FEW: Final = 6
"""So many actions are tried in every world; of more, the best of a first world."""


@frozen
class Response:
    """What a local best response wins in the place of one of the bots."""

    bot: str
    """The bot that sits at the other seats."""
    deals: int
    """How many deals were played, each twice."""
    gain: Interval
    """Chips a deal that it wins more than the bot at the same seat."""
    own: Interval
    """Chips a deal that it wins."""


@frozen
class _Responder:
    """One seat of a deal that answers the bots at the others."""

    make: Maker
    worlds: int
    rng: random.Random

    def choose(self, view: br.State) -> br.Action:
        """The action that brings most when everybody goes on as the bot."""
        actions = br.lawful_actions(view)
        if len(actions) == 1 or all(isinstance(each, br.Cut | br.TurnCut) for each in actions):
            return actions[0]
        seat, found = view.viewer, dict.fromkeys(actions, 0)
        assert isinstance(seat, int), "a player is shown what a seat sees"
        for number in range(self.worlds):
            world = br.sample(view, self.rng)
            for action in found:
                found[action] += self._chips(world, action, seat)
            if not number and len(found) > _FEW:
                ranked = sorted(found, key=found.__getitem__, reverse=True)
                found = {action: found[action] for action in ranked[:_FEW]}
        return max(found, key=found.__getitem__)

    def _chips(self, world: br.State, action: br.Action, seat: int) -> int:
        """What a seat has at the end of the deal."""
        bots = [self.make(self.rng) for _ in range(world.variant.seats)]
        return play_deal(br.apply(world, action), bots, self.rng).table.purses[seat]


def local_response(
    variant: br.Variant | str, bot: BotMaker, deals: int, worlds: int = 4, seed: int = 0
) -> Response:
    """Measure a local best response to a bot in sessions of one deal.

    Args:
        variant: the rules, or the slug of a registered variant.
        bot: who sits at all other seats: a name, or what makes one.
        deals: how many deals; in deal *n* the seat *n* modulo the seats is the responder's.
        worlds: how many worlds are drawn for each decision.
        seed: any whole number.

    Raises:
        VariantError: no such variant.
        ValueError: no such bot, or a number is not possible.
    """
    rules = evolve(as_variant(variant), deals=1)
    make = maker_of(bot)
    whole(deals, "deals", least=2)
    whole(worlds, "worlds", least=1)
    whole(seed, "seed")
    gains, own = Clusters(), Clusters()
    for number in range(deals):
        name = say("deal {number}", number=number)
        seat = number % rules.seats
        won = []
        for responds in (False, True):
            bots: list[Bot] = [
                make(stream(seed, name, f"seat {place}")) for place in range(rules.seats)
            ]
            if responds:
                bots[seat] = _Responder(make, worlds, stream(seed, name, "response"))
            start = br.start(rules, number // rules.seats % rules.seats)
            settled = play_deal(start, bots, stream(seed, name, "cards"))
            won.append(settled.table.purses[seat] - rules.session.starting_chips)
        gains.add(won[1] - won[0], 1)
        own.add(won[1], 1)
    gain, mean = gains.mean(), own.mean()
    assert gain is not None, "there are deals"
    assert mean is not None, "there are deals"
    return Response(label(make), deals, gain, mean)
