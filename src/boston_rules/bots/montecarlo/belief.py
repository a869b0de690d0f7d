"""Which worlds are likely: words and cards weighed by the hands behind them."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from typing import Final

from boston_rules import UNKNOWN, Accept, Bid, Contract, Pass, Playing, State, Suit
from boston_rules.bots.montecarlo.fitted import FITTED, Fitted, facts_of
from boston_rules.bots.montecarlo.rollout import Players
from boston_rules.bots.simple.contracts import (
    base_target,
    free_tricks,
    has_limit,
    own_share,
    setting_of,
    table_of,
)
from boston_rules.bots.simple.estimate import misere_odds, own_of_side, own_tricks, support
from boston_rules.core.cards import bits
from boston_rules.deal.terms import fixed_partner, terms_of
from boston_rules.knowing.worlds import World, Worlds

__all__ = ["Belief", "likelihood", "partner_in"]

_TRIALS: Final = 16
"""Worlds that are weighed at most for each one asked for."""
_Word = Callable[[int], float]
"""How likely a hand is to have said what it said."""


class Belief:
    """Draws worlds of a view that agree with what the others have said.

    A world is as likely as the hands in it make the bids, passes and acceptances of their seats,
    by the estimates that the simple bot bids by, and the cards that they have played, by those that
    it would have played. It is a belief about players, not a fact.

    Args:
        view: of the seat that believes.
        fitted: how closely players keep to the estimates.
    """

    def __init__(self, view: State, fitted: Fitted = FITTED) -> None:
        self.view = view
        self._floor = fitted.floor
        self.worlds: Worlds = Worlds(view)
        self._words = _words(view, fitted)
        seats, play = view.variant.seats, view.play
        self._played = [0] * seats if play is None else list(play.gone)
        self._cards: list[int] = []
        """The cards played, in the order of play."""
        self._others = self._number = 0
        """Whose cards are judged, as a set, and how many they are."""
        self._unlike = 1.0
        self._players: Players | None = None
        """Simple players before the first card, if one was played where nobody can err."""
        # By the law of the table tricks need not go round from their winner: nothing is read there.
        if isinstance(view, Playing) and view.strict and (view.done or view.played):
            self._players = Players(view, begun=False)
            cards = [*(card for trick in view.done for card in trick[1]), *view.played]
            self._cards = self._players.masks(cards)
            self._others = (1 << seats) - 1
            if isinstance(view.viewer, int):
                self._others &= ~(1 << view.viewer)
            self._number = sum(self._played[seat].bit_count() for seat in bits(self._others))
            self._unlike = fitted.unlike[facts_of(view.setup.terms) is not None]

    def dealt(self, world: World) -> tuple[int, ...]:
        """The hands of a world as dealt."""
        return tuple(
            [
                held | aside | played
                for held, aside, played in zip(world.hands, world.aside, self._played, strict=True)
            ]
        )

    def words(self, dealt: Sequence[int]) -> list[float]:
        """How likely each other seat would have said what it has said, with the hands as dealt."""
        return [word(dealt[seat]) for seat, word in self._words]

    def said(self, dealt: Sequence[int]) -> float:
        """How likely the others would have said what they have, with the hands as dealt."""
        return likelihood(self.words(dealt), self._floor)

    def unlike(self, hands: Sequence[int], dealt: Sequence[int]) -> int:
        """How many of the others' cards simple players would not have played.

        Args:
            hands: what is left of the hands.
            dealt: the hands as dealt.
        """
        if self._players is None:
            return 0
        before = [held | played for held, played in zip(hands, self._played, strict=True)]
        partner = partner_in(self.view.contract, dealt)
        alike = self._players.alike(before, dealt, partner, self._cards, self._others)
        return self._number - alike

    def likely(self, world: World) -> float:
        """How likely the others say and play in a world what they have, next to other worlds."""
        dealt = self.dealt(world)
        return self.said(dealt) * self._unlike ** self.unlike(world.hands, dealt)

    def draw(self, count: int, rng: random.Random) -> list[tuple[World, float]]:
        """Worlds to think about, each with its weight.

        They are drawn until their weights tell as much as so many worlds that are equally likely,
        or sixteen times as many are drawn. Of those that weigh little a part is left out, and the
        others stand for them.

        Args:
            count: how many worlds they are to be worth.
            rng: draws them.
        """
        drawn: list[tuple[World, float]] = []
        total = squares = 0.0
        for _ in range(_TRIALS * count):
            world = self.worlds.world(rng)
            weight = self.likely(world)
            drawn.append((world, weight))
            total += weight
            squares += weight * weight
            if total * total >= count * squares:
                break
        least = squares / total
        found: dict[World, float] = {}
        for world, weight in drawn:
            if weight >= least or rng.random() * least < weight:
                found[world] = found.get(world, 0.0) + max(weight, least)
        return list(found.items())


def likelihood(words: Sequence[float], floor: float) -> float:
    """How likely all words are together, if any word is at least as likely as the floor."""
    return math.prod([floor + (1 - floor) * word for word in words])


def partner_in(contract: Contract | None, dealt: Sequence[int]) -> int | None:
    """The declarer's partner if the hands were dealt so, which tells who holds a called card."""
    partner = None if contract is None else contract.partner
    if partner is not UNKNOWN:
        return partner
    assert contract is not None, "somebody has called the card"
    assert contract.called is not None, "the partner holds it"
    card = contract.called.index
    return next((seat for seat, hand in enumerate(dealt) if hand >> card & 1), None)


def _words(view: State, fitted: Fitted) -> list[tuple[int, _Word]]:
    """What each other seat has said last of its own accord, as a likelihood of its hand."""
    found: dict[int, _Word] = {}
    standing = 0.0
    for event in view.said:
        seat, action = event.seat, event.action
        if isinstance(action, Bid):
            standing = max(standing, _level(view, action))
        if seat == view.viewer:
            continue
        if isinstance(action, Bid):
            found[seat] = _bid_word(view, seat, action, fitted)
        elif isinstance(action, Accept):
            found[seat] = _accept_word(view, fitted)
        elif isinstance(action, Pass) and seat not in found:
            found[seat] = _pass_word(view, seat, max(standing + 1, _lowest(view)), fitted)
    return list(found.items())


def _level(view: State, bid: Bid) -> float:
    step = view.variant.ladder[bid.key]
    return 0.0 if has_limit(view.variant, step) else own_share(view.variant, step)


def _lowest(view: State) -> float:
    """The fewest tricks of one's own with which anything can be bid for tricks."""
    ladder = view.variant.ladder
    bids = [step for step in ladder if step.biddable and not has_limit(view.variant, step)]
    return min((own_share(view.variant, step) for step in bids), default=float(view.variant.hand))


def _certainty(surplus: float, doubt: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, surplus / doubt))))


def _trump_of(view: State, seat: int, bid: Bid) -> Suit | None:
    contract = view.contract
    if contract is not None and contract.declarer == seat:
        return contract.trump
    return setting_of(view).trump(bid)


def _bid_word(view: State, seat: int, bid: Bid, fitted: Fitted) -> _Word:
    variant, doubt = view.variant, fitted.doubt
    step = variant.ladder[bid.key]
    trump = _trump_of(view, seat, bid)
    if has_limit(variant, step):
        table = table_of(view, None)
        if step.goal.most or free_tricks(step):
            return lambda hand: 0.5
        pack = variant.dealing.pack.mask
        discards, exposed, leads = int(step.discard), step.is_exposed, seat == view.table.eldest
        return lambda hand: misere_odds(
            hand, table, pack=pack, discards=discards, exposed=exposed, leads=leads
        )
    if fixed_partner(variant, seat) is not None:
        needed = own_of_side(base_target(variant, step) - fitted.boldness)
    else:
        needed = own_share(variant, step) - 0.5
    seats = variant.seats
    if not step.leaves_open(trump, view.turn):
        table = table_of(view, trump)
        return lambda hand: _certainty(own_tricks(hand, table, seats) - needed, doubt)
    most = _most_tricks(view)
    return lambda hand: _certainty(most(hand) - needed, doubt)


def _most_tricks(view: State) -> Callable[[int], float]:
    """The tricks of a hand in its longest suit."""
    seats = view.variant.seats
    suits = [(0x1FFF << 13 * suit, table_of(view, suit)) for suit in Suit]

    def most(hand: int) -> float:
        best, longest = suits[0][1], -1
        for mask, table in suits:
            length = (hand & mask).bit_count()
            if length > longest:
                best, longest = table, length
        return own_tricks(hand, best, seats)

    return most


def _accept_word(view: State, fitted: Fitted) -> _Word:
    contract = view.contract
    if contract is None:
        return lambda hand: 0.5
    step = view.variant.ladder[contract.key]
    if step.leaves_open(contract.trump, contract.turn):
        return lambda hand: 0.5
    table = table_of(view, contract.trump)
    needed = terms_of(view.variant, contract).target - own_share(view.variant, step) + 0.2
    return lambda hand: _certainty(support(hand, table) - needed, fitted.doubt)


def _pass_word(view: State, seat: int, level: float, fitted: Fitted) -> _Word:
    extra = 0.4
    if fixed_partner(view.variant, seat) is not None:
        level = own_of_side(level - fitted.boldness)
    most = _most_tricks(view)
    return lambda hand: 1 - _certainty(most(hand) - level - extra, fitted.doubt)
