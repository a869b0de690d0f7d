"""What a card is worth to a player who cannot tell apart the worlds that fit what he has seen.

The player has one policy for all worlds: the same card wherever he has seen the same. It is
searched exhaustively. Everybody else sees all cards and knows the policy: his partners help it, his
opponents do what hurts it most.

>>> import random
>>> import boston_rules as br
>>> from boston_rules.solver.policy import weigh
>>> rng = random.Random(2)
>>> state = br.start(br.get_variant("mariland"), dealer=3)
>>> while not isinstance(state, br.Playing) or len(state.done) < 11:
...     chance = state.actor == br.CHANCE
...     state = br.apply(
...         state, br.draw_chance(state, rng) if chance else rng.choice(br.legal_actions(state))
...     )
>>> weighed = weigh(br.observe(state, state.actor))
>>> weighed.worlds, [(str(option.cards[0]), option.chips) for option in weighed.options]
(36, [('JS', -9504), ('8D', -9756)])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Final, TypeAlias

from attrs import frozen

from boston_rules.core.actions import PLAYS
from boston_rules.core.cardplay.bits import indices
from boston_rules.core.cards import PACK, Card, bits, mask_of
from boston_rules.core.hidden import UNKNOWN
from boston_rules.core.saying import say
from boston_rules.deal.cardplay import CardPlay
from boston_rules.deal.tricks import Playing
from boston_rules.knowing.worlds import Worlds
from boston_rules.solver.chips import chips_by_count
from boston_rules.solver.errors import NotSolvable

__all__ = ["MOST_WORLDS", "Option", "Weighed", "weigh"]

MOST_WORLDS: Final = 10_000
"""The most worlds over which a policy is searched."""
_MOST_STEPS: Final = 3_000_000
"""Positions looked at, at most."""
_WIDEST: Final = 400
"""Policies kept at a point of the play that do not beat each other, at most."""

_Node: TypeAlias = tuple[int, CardPlay]
"""A world by number, and the position in it."""
_Prices: TypeAlias = dict[tuple[int, int], tuple[int, int]]
"""By the tricks that count and all complete ones: the fewest and the most chips that can follow."""
_Point: TypeAlias = tuple[int, int, dict[int, int]]
"""What a policy comes to: chips and contracts made in the worlds that are summed up, and chips by
world where an opponent or a partner may still prefer to leave this line."""


@frozen
class Option:
    """Cards of the player that are worth the same whatever happens."""

    cards: tuple[Card, ...]
    """The cards, the lowest first."""
    chips: int
    """What his side gains in all worlds together, under the best policy that begins so."""
    made: int
    """The worlds in which the contract is then made."""
    open_chips: int
    """The same sum if he saw all cards from the next trick on, as is assumed by players who solve
    each world for itself."""


@frozen
class Weighed:
    """What the cards that a player may play are worth to him."""

    worlds: int
    """How many ways of the unseen cards fit what he has seen; all count alike."""
    options: tuple[Option, ...]
    """The best first."""

    @property
    def margin(self) -> int:
        """By how many chips, in all worlds together, the best option is better than the next."""
        first, *others = self.options
        return first.chips - others[0].chips if others else 0


def weigh(view: Playing, *, most: int = MOST_WORLDS, steps: int = _MOST_STEPS) -> Weighed:
    """What every card is worth, with one policy for all worlds that fit a view.

    No slam is declared from here on, and chips are those of the bill of this deal.

    Args:
        view: of the seat that is to play a card.
        most: the most worlds.
        steps: the most positions looked at.

    Raises:
        NotSolvable: the partner is not known to all, the number of tricks alone does not tell what
            is paid, or there are too many worlds or positions.
        ValueError: no deal fits the view.
    """
    return _Weighing(view, most, steps).weighed()


class _Weighing:
    def __init__(self, view: Playing, most: int, steps: int) -> None:
        contract = view.contract
        if contract is None or contract.partner is UNKNOWN:
            raise NotSolvable(say("it is not known to all who plays with whom"))
        self.seat: Final = view.actor
        worlds, rng = Worlds(view), Random(0)
        if not 0 < worlds.count <= most:
            raise NotSolvable(
                say("{count} worlds fit the view, more than {most}", count=worlds.count, most=most)
            )
        terms = view.terms
        self.declares: Final = self.seat in contract.side
        self.friends: Final = frozenset(contract.side if self.declares else terms.opponents)
        self.terms: Final = terms
        self.steps = steps
        self.nodes: list[_Node] = []
        self.prices: list[_Prices] = []
        """By world, what the tricks that count are worth."""
        priced: dict[object, _Prices] = {}
        for number, world in enumerate(worlds.every()):
            state = worlds.state_of(world, rng)
            assert isinstance(state, Playing), "the view is of the play"
            dealt = state.deal.hands
            key = terms.honours_in(dealt), terms.boston_in(dealt)
            if key not in priced:
                priced[key] = self._priced(state)
            here = (state.setup, state.unplayed, state.actor, state.played, state.done, state.won)
            self.nodes.append((number, CardPlay(*here, state.slam)))
            self.prices.append(priced[key])
        self._bounds: list[dict[object, tuple[int, int]]] = [{} for _ in self.nodes]

    def _priced(self, state: Playing) -> _Prices:
        taken, left = state.tricks_of(self.terms.counting), self.terms.total - len(state.done)
        found = chips_by_count(state, range(taken, taken + left + 1))
        if found is None:
            raise NotSolvable(say("the number of tricks alone does not tell what is paid"))
        chips = [won.declarers if self.declares else won.opponents for won in found.values()]
        prices: _Prices = {}
        for rest in range(left + 1):
            for more in range(left - rest + 1):
                least, most = min(chips[more : more + rest + 1]), max(chips[more : more + rest + 1])
                done = self.terms.total - rest
                if self.terms.is_broken_off(taken + more, done, slam=state.slam is not None):
                    least = most = chips[more]
                prices[taken + more, done] = least, most
        return prices

    def _step(self) -> None:
        self.steps -= 1
        if self.steps < 0:
            raise NotSolvable(say("there are too many positions to be searched"))

    # One world, all cards open.

    def _bound(self, world: int, at: CardPlay, *, helps: bool) -> int:
        """The chips of a world when all see all cards, and the player helps his side or does not.

        Between the two lies whatever a policy of his comes to.
        """
        least, most = self.prices[world][at.tricks_of(self.terms.counting), len(at.done)]
        if least == most:
            return least
        return self._within(world, at, helps, least, most)

    def _within(self, world: int, at: CardPlay, helps: bool, low: int, high: int) -> int:
        """The same where it lies between two figures; else one that lies on the same side of both.

        Args:
            world: its number.
            at: the position.
            helps: whether the player helps his side.
            low: what the side comes to anyhow.
            high: what it cannot come to more than.
        """
        least, most = self.prices[world][at.tricks_of(self.terms.counting), len(at.done)]
        known, key = self._bounds[world], (helps, at.unplayed, at.actor, at.played, at.won)
        if key in known:
            least, most = known[key]
        if least == most or least >= high:
            return least
        if most <= low:
            return most
        self._step()
        start, end, actor = max(low, least), min(high, most), at.actor
        rises = helps if actor == self.seat else actor in self.friends
        value, alpha, beta = least if rises else most, start, end
        for card in reversed(_different(at)):
            found = self._within(world, at.after(PLAYS[card]), helps, alpha, beta)
            if rises:
                value = max(value, found)
                alpha = max(alpha, value)
            else:
                value = min(value, found)
                beta = min(beta, value)
            if alpha >= beta:
                break
        known[key] = (least if value <= start else value), (most if value >= end else value)
        if start == least and value <= least:
            known[key] = value, value
        if end == most and value >= most:
            known[key] = value, value
        return value

    # All worlds, one policy.

    def weighed(self) -> Weighed:
        """What the options are worth, the best first."""
        view = self.nodes[0][1]
        found = []
        for cards in _alike(view):
            nodes = [(world, state.after(PLAYS[cards[0]])) for world, state in self.nodes]
            (point,) = self._best(nodes, frozenset())
            seen = sum(self._bound(world, state, helps=True) for world, state in nodes)
            found.append(Option(tuple(PACK[card] for card in cards), point[0], point[1], seen))
        found.sort(key=lambda option: -option.chips)
        return Weighed(len(self.nodes), tuple(found))

    def _best(self, nodes: Sequence[_Node], contested: frozenset[int]) -> list[_Point]:
        """What policies come to from a point of the play on, those left out that another beats.

        Args:
            nodes: the worlds in which the play can have come here; he cannot tell them apart.
            contested: the worlds in which somebody may prefer to leave this line before.
        """
        chips = made = 0
        fixed: dict[int, int] = {}
        live: list[_Node] = []
        for world, state in nodes:
            value = self._bound(world, state, helps=True)
            if value != self._bound(world, state, helps=False):
                live.append((world, state))
            elif world in contested:
                fixed[world] = value
            else:
                chips, made = chips + value, made + self._made(value)
        if not live:
            return [(chips, made, fixed)]
        self._step()
        first = live[0][1]
        if first.actor == self.seat:
            points = []
            for cards in _alike(first):
                after = [(world, state.after(PLAYS[cards[0]])) for world, state in live]
                points += self._best(after, contested)
        else:
            points = self._answered(live, contested)
        return _unbeaten(
            [(chips + more, made + also, {**fixed, **open_}) for more, also, open_ in points]
        )

    def _answered(self, live: Sequence[_Node], contested: frozenset[int]) -> list[_Point]:
        """The same where somebody else is to play: in every world he plays what suits him best."""
        best = max if live[0][1].actor in self.friends else min
        lines: dict[int, list[_Node]] = {}
        ways: dict[int, int] = {}
        """By world, the lines that are open in it."""
        for world, state in live:
            after = {card: state.after(PLAYS[card]) for card in bits(state.may)}
            high = {card: self._bound(world, to, helps=True) for card, to in after.items()}
            low = {card: self._bound(world, to, helps=False) for card, to in after.items()}
            sure, other = (low, high) if best is max else (high, low)
            goal = best(sure.values())
            kept = {card for card in after if best(goal, other[card]) != goal}
            kept.add(next(card for card in after if sure[card] == goal))
            ways[world] = len(kept)
            for card in kept:
                lines.setdefault(card, []).append((world, after[card]))
        shared = contested | {world for world, number in ways.items() if number > 1}
        points: list[_Point] = [(0, 0, {})]
        for nodes in lines.values():
            here = frozenset(world for world, _ in nodes)
            done = set()
            for world in here:
                ways[world] -= 1
                if not ways[world] and world not in contested:
                    done.add(world)
            further = self._best(nodes, shared & here)
            if len(points) * len(further) > _WIDEST * _WIDEST:
                raise NotSolvable(say("there are too many positions to be searched"))
            points = _unbeaten(
                [self._joined(one, other, best, done) for one in points for other in further]
            )
        return points

    def _joined(
        self, one: _Point, other: _Point, best: Callable[[int, int], int], done: Iterable[int]
    ) -> _Point:
        """Two lines between which somebody chooses world by world; some worlds are summed up."""
        chips, made, open_ = one[0] + other[0], one[1] + other[1], {**one[2]}
        for world, value in other[2].items():
            open_[world] = best(open_[world], value) if world in open_ else value
        for world in done:
            if world in open_:
                value = open_.pop(world)
                chips, made = chips + value, made + self._made(value)
        return chips, made, open_

    def _made(self, value: int) -> bool:
        """Whether the contract is made where the player's side gains so much."""
        return (value > 0) is self.declares


def _alike(at: CardPlay) -> list[list[int]]:
    """The cards that may be played; those with none between them that others may hold together."""
    terms = at.setup.terms
    others = at.unplayed & ~at.setup.hands[at.actor] | mask_of(at.played)
    found: list[list[int]] = []
    for mask in terms.trick_table.suit_masks:
        may = at.may & mask
        power = terms.trick_table.power[may.bit_length() - 1] if may else ()
        cards = sorted(bits(may), key=power.__getitem__)
        for place, card in enumerate(cards):
            last = cards[place - 1]
            between = any(power[last] < power[c] < power[card] for c in bits(others & mask))
            if not place or between or terms.binding is not None:
                found.append([card])
            else:
                found[-1].append(card)
    return found


def _different(at: CardPlay) -> Sequence[int]:
    """One card of each such group where all cards are seen; where it is not quick to say, all."""
    cards, terms = indices(at.may), at.setup.terms
    if len(cards) < 2 or terms.binding is not None or terms.trick_table.boston is not None:
        return cards
    others = at.left & ~at.setup.hands[at.actor] | mask_of(at.played)
    return [
        card
        for last, card in zip((-13, *cards), cards, strict=False)
        if last // 13 != card // 13 or others & (1 << card) - (2 << last)
    ]


def _unbeaten(points: list[_Point]) -> list[_Point]:
    """The points that no other equals or beats everywhere."""
    if len(points) < 2:
        return points
    points.sort(key=lambda point: -point[0] - sum(point[2].values()))
    found: list[_Point] = []
    for point in points:
        if not any(
            other[0] >= point[0] and all(other[2][w] >= v for w, v in point[2].items())
            for other in found
        ):
            found.append(point)
            if len(found) > _WIDEST:
                raise NotSolvable(say("there are too many positions to be searched"))
    return found
