"""Deals built and played to an end: a contract made, or lost.

All four hands play together to bring about what is wanted, so that it is reached in a few tries.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from attrs import frozen

from boston_rules.actions import (
    Accept,
    Action,
    Ask,
    Bid,
    Call,
    Chicane,
    Concede,
    Contest,
    Decline,
    Discard,
    NameTrump,
    Pass,
    Play,
    Slam,
    Solo,
)
from boston_rules.cards import PACK, Card, Suit
from boston_rules.engine import apply, draw_chance, legal_actions, next_deal, start
from boston_rules.errors import SessionOver
from boston_rules.play.settled import Settled
from boston_rules.play.tricks import Playing
from boston_rules.rules.ladder import Step, SuitChoice
from boston_rules.rules.suits import Turn
from boston_rules.state import State
from boston_rules.steering import (
    DRAWS,
    capped,
    helpful_play,
    is_dealt,
    makes_contract,
    opening_bids,
    within_limit,
)
from boston_rules.table import CHANCE
from boston_rules.variant import Variant

__all__ = ["Wanted", "deal_hands", "first_deals", "play_to_verdict", "steer"]


def steer(state: Playing, *, made: bool, rng: random.Random) -> Action:
    """A play that helps the contract to be made, or lost, whoever is to play.

    Without a contract any play.
    """
    legal = legal_actions(state)
    plays = [action for action in legal if isinstance(action, Play)]
    if state.contract is None or not plays:
        return rng.choice(legal)
    return helpful_play(state, plays, made=made, by_rank=True)


@frozen
class Wanted:
    """What a deal is to come to."""

    key: str
    """The contract."""
    made: bool
    partnered: bool = False
    """Played with a partner."""
    slam: Slam | None = None
    """A slam declared on the way."""
    conceded: bool = False
    """All opponents concede when they are asked."""
    chicane: bool = False
    """Somebody declares chicane."""

    def __str__(self) -> str:
        words = [self.key, "made" if self.made else "lost"]
        if self.partnered:
            words.append("with a partner")
        if self.slam is not None:
            words.append(f"with {self.slam} declared")
        if self.conceded:
            words.append("by concession")
        if self.chicane:
            words.append("with chicane")
        return " ".join(words)

    def reached(self, state: State) -> bool:
        """Whether a settled deal is it."""
        contract, bill = state.contract, state.settlement
        return (
            isinstance(state, Settled)
            and contract is not None
            and bill is not None
            and contract.key == self.key
            and bill.made is self.made
            and (contract.partner is not None or not self.partnered)
            and (self.slam is None or (contract.declarer, self.slam) in state.history)
            and (state.outcome.conceded or not self.conceded)
            and (bool(state.outcome.chicane) or not self.chicane)
        )


def deal_hands(
    variant: Variant,
    rng: random.Random,
    *,
    dealer: int,
    seat: int,
    first: Sequence[Card],
    turned: Suit | None,
) -> tuple[tuple[tuple[Card, ...], ...], Card | None]:
    """Hands in which ``seat`` holds the ``first`` thirteen cards of a list, and the turned card.

    Where the dealer's last card or that of a dead hand is turned, it is the lowest of the suit that
    can be spared.
    """
    pack = list(PACK)
    rng.shuffle(pack)
    order = [*dict.fromkeys([*first, *pack])]
    others = [other for other in range(variant.seats) if other not in (seat, dealer)]
    rest_seats = [*others, *([] if seat == dealer else [dealer])]
    dealing = variant.dealing
    shown: Card | None = None
    if turned is not None and dealing.turns_by_chance:
        shown = rng.choice([card for card in PACK if card.suit is turned])
    elif turned is not None:
        mine = order[:13]
        if dealing.turns_from_hand and seat == dealer:
            shown = next(card for card in order if card.suit is turned)
            if shown not in mine:
                order.remove(shown)
                order.insert(12, shown)
        else:
            of_suit = [card for card in PACK if card.suit is turned]
            shown = min(of_suit, key=lambda card: (card in mine, card.rank))
            order.remove(shown)
            order.append(shown)
    given = {seat: tuple(order[:13])}
    for place, other in enumerate(rest_seats, 1):
        given[other] = tuple(order[13 * place : 13 * place + 13])
    return tuple(given[place] for place in range(variant.seats)), shown


def first_deals(
    variant: Variant,
    rng: random.Random,
    *,
    seat: int,
    first: Sequence[Card],
    dealer: int,
    turn: Turn,
    makes: str | None = None,
) -> State | None:
    """A deal in which ``seat`` holds what is wanted, as early in a session as there can be one.

    Where the suit fixed for the session is not the one turned in this deal, another deal comes
    before, in which that suit is turned, and nobody bids.

    Args:
        variant: the rules.
        rng: draws the other cards.
        seat: who holds the ``first`` thirteen cards of a list.
        first: that list.
        dealer: who deals.
        turn: the suits that turned cards are to fix.
        makes: a contract that the cards are to make by themselves; they are drawn until they do.

    Returns:
        The first state after the deal; ``None`` where the cards never made the contract.

    Raises:
        SessionOver: it takes two deals, and the session has one.
    """
    before: State | None = None
    if turn.belle is not None and turn.belle != turn.suit:
        earlier = (dealer - 1) % variant.seats
        hands, shown = deal_hands(
            variant, rng, dealer=earlier, seat=seat, first=(), turned=turn.belle
        )
        before = start(variant, earlier, hands=hands, turned=shown)
        while before.actor is not None:
            legal = legal_actions(before)
            before = apply(before, Pass() if Pass() in legal else legal[0])
    for _ in range(1 if makes is None else DRAWS):
        hands, shown = deal_hands(
            variant, rng, dealer=dealer, seat=seat, first=first, turned=turn.suit
        )
        if makes is None or makes_contract(variant, makes, hands, turn):
            break
    else:
        return None
    if before is None:
        return start(variant, dealer, hands=hands, turned=shown)
    return next_deal(before, hands=hands, turned=shown)


def turns_of(variant: Variant, rng: random.Random) -> Turn:
    """Suits to be turned: in this deal, and for belle in an earlier one or in this."""
    if variant.dealing.turn is None:
        return Turn()
    suit = rng.choice(list(Suit))
    if not variant.dealing.fixes_belle:
        return Turn(suit)
    return Turn(suit, rng.choice(list(Suit)))


def _ranked(variant: Variant, trump: Suit | None, turn: Turn, rng: random.Random) -> list[Card]:
    """The pack, strongest card first."""
    table = variant.trumps.table(trump, turn.suit)
    noise = [rng.random() for _ in PACK]

    def strength(card: Card) -> tuple[int, int, float]:
        return table.power[card.index][card.index], card.rank, noise[card.index]

    return sorted(PACK, key=strength, reverse=True)


def _preference(
    variant: Variant,
    step: Step,
    trump: Suit | None,
    turn: Turn,
    *,
    strong: bool,
    hole: bool,
    rng: random.Random,
) -> list[Card]:
    """The cards that the declarer should hold, most wanted first; a ``hole`` is a loser."""
    ranked = _ranked(variant, trump, turn, rng)
    wanted = ranked if strong else ranked[::-1]
    if hole:
        wanted = [*wanted[:11], wanted[-1], *wanted[11:-1]]
    needed = list(step.holding)
    if step.lays_card and trump is not None:
        of_suit = [card for card in wanted if card.suit is trump]
        needed.append(of_suit[0])
    order = within_limit(variant, [*needed, *(card for card in wanted if card not in needed)])
    # The other hands are dealt anyhow where they could make a contract by themselves.
    return order if variant.dealt is None else order[:13]


def _with_partner(first: list[Card], *, strong: bool, rng: random.Random) -> list[Card]:
    """Cards for a declarer who leaves his partner some of those that a rule may ask for.

    Who holds all aces and kings has none to call; who holds nothing should not meet a partner with
    all of them.
    """
    if not strong:
        return first[:13]
    best = first[:26]
    rng.shuffle(best)
    return best


def play_to_verdict(variant: Variant, wanted: Wanted, rng: random.Random) -> State | None:
    """Try once to bring about a contract and its verdict; ``None`` when it did not come to that.

    >>> import random
    >>> import boston_rules as br
    >>> from boston_rules.testing import play_to_verdict
    >>> from boston_rules.testing.playouts import Wanted
    >>> variant = br.get_variant(br.list_variants()[0])
    >>> step = variant.ladder.steps[0]
    >>> state = play_to_verdict(variant, Wanted(step.key, made=True), random.Random(0))
    >>> state.settlement.made
    True
    """
    step = variant.ladder[wanted.key]
    turn = turns_of(variant, rng)
    dealt = is_dealt(variant, step.key)
    suit_choices = step.suit.suit_choices(turn, variant.suits)
    if not suit_choices and not dealt:
        return None
    suit_choice = rng.choice(suit_choices) if suit_choices else None
    trump = None if suit_choice is None else suit_choice.trump
    if trump is None and step.has_trumps:
        trump = rng.choice(list(Suit))
    strong = wanted.made != capped(step) or wanted.slam is not None
    anything = dealt or (capped(step) and step.goal.tricks > 0 and wanted.made)
    first = list(step.holding)
    if not anything:
        hole = wanted.slam is not None and not wanted.made
        first = _preference(variant, step, trump, turn, strong=strong, hole=hole, rng=rng)
        if wanted.partnered and rng.random() < 0.5:
            first = _with_partner(first, strong=strong, rng=rng)
    dealer, seat = rng.randrange(variant.seats), rng.randrange(variant.seats)
    try:
        state = first_deals(
            variant,
            rng,
            seat=seat,
            first=first,
            dealer=dealer,
            turn=turn,
            makes=step.key if dealt else None,
        )
    except SessionOver:
        return None
    if state is None:
        return None
    partnered = wanted.partnered or (step.partnered and rng.random() < 0.5)
    steerer = _Steerer(wanted, step, seat, suit_choice, trump, strong, partnered, rng)
    while state.actor is not None:
        contract = state.contract
        if isinstance(state, Playing) and (contract is None or contract.key != wanted.key):
            return None
        state = apply(state, steerer.choose(state))
    return state if wanted.reached(state) else None


@frozen
class _Steerer:
    """Chooses for all seats what brings a deal nearer to what is wanted."""

    wanted: Wanted
    step: Step
    seat: int
    """Who is to be declarer."""
    suit_choice: SuitChoice | None
    """The form of the bid."""
    trump: Suit | None
    strong: bool
    """Whether the declarer's hand is a strong one."""
    partnered: bool
    """Whether a partner is looked for."""
    rng: random.Random

    def choose(self, state: State) -> Action:
        """The next action."""
        if state.actor == CHANCE:
            return draw_chance(state, self.rng)
        if isinstance(state, Playing):
            return self._play(state)
        legal = legal_actions(state)
        bid = self._bid(state, [action for action in legal if isinstance(action, Bid)])
        if bid is not None:
            return bid
        discards = [action for action in legal if isinstance(action, Discard)]
        if discards:
            return self._discard(state, discards)
        if self.trump is not None and NameTrump(self.trump) in legal:
            return NameTrump(self.trump)
        contract = state.contract
        on_the_way = contract is not None and contract.key != self.step.key
        partnered = self.partnered and self.step.biddable and not on_the_way
        for kinds in (
            (Chicane,) if self.wanted.chicane else (),
            (Accept, Ask, Call) if partnered else (Pass, Solo, Decline),
            (Concede,) if self.wanted.conceded else (Contest,),
            (Pass, Solo),
        ):
            found = [action for action in legal if isinstance(action, kinds)]
            if found:
                return self.rng.choice(found)
        return self.rng.choice(legal)

    def _play(self, state: Playing) -> Action:
        wanted = self.wanted
        if wanted.slam is None:
            return steer(state, made=wanted.made, rng=self.rng)
        if wanted.slam in legal_actions(state):
            return wanted.slam
        declared = any(isinstance(action, Slam) for _, action in state.history)
        return steer(state, made=wanted.made or not declared, rng=self.rng)

    def _bid(self, state: State, bids: Sequence[Bid]) -> Bid | None:
        """A bid on the way to the contract; in the auction only by the declarer to be."""
        step, suit_choice, contract = self.step, self.suit_choice, state.contract
        if contract is None and state.actor == self.seat:
            bids = opening_bids(state.table.variant, step, bids)
        elif contract is not None and contract.key != step.key:
            bids = [bid for bid in bids if bid.key == step.key]
        else:
            return None
        exact = [
            bid
            for bid in bids
            if suit_choice is not None
            and (bid.suit, bid.suit_class) == (suit_choice.suit, suit_choice.suit_class)
        ]
        if exact:
            return self.rng.choice(exact)
        return None if step.biddable or not bids else self.rng.choice(bids)

    def _discard(self, state: State, discards: Sequence[Discard]) -> Discard:
        contract = state.contract
        on_side = contract is not None and state.actor in contract.side
        ranked = sorted(discards, key=lambda discard: discard.card.rank)
        return ranked[0] if on_side == self.strong else ranked[-1]
