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
    Discard,
    NameTrump,
    Pass,
    Play,
    Slam,
    Solo,
)
from boston_rules.cardplay.tricks import winning_place
from boston_rules.cards import PACK, Card, Suit
from boston_rules.engine import apply, draw_chance, legal_actions, next_deal, start
from boston_rules.errors import SessionOver
from boston_rules.play.settled import Settled
from boston_rules.play.tricks import Playing
from boston_rules.rules.ladder import Step
from boston_rules.rules.suits import Turn
from boston_rules.rules.trumps import TrickTable
from boston_rules.state import State
from boston_rules.table import CHANCE
from boston_rules.variant import Variant

__all__ = ["Wanted", "deal_hands", "first_deals", "play_to_verdict", "steer"]


def _power(table: TrickTable, card: int, led: int | None) -> tuple[int, int]:
    return table.power[card if led is None else led][card], card % 13


def steer(state: Playing, *, made: bool, rng: random.Random) -> Action:
    """A play that helps the contract to be made, or lost, whoever is to play.

    Without a contract any play.
    """
    legal = legal_actions(state)
    plays = [action for action in legal if isinstance(action, Play)]
    contract = state.contract
    if contract is None or not plays:
        return rng.choice(legal)
    variant = state.table.variant
    goal = variant.ladder[contract.key].goal
    taken = sum(state.taken[seat] for seat in contract.side)
    if goal.counted:
        more = made
    else:
        more = taken < goal.tricks if made else taken <= goal.tricks
    table = variant.trumps.table(contract.trump, contract.turned)
    trick = [card.index for card in state.trick]
    led = trick[0] if trick else None
    by_power = sorted(plays, key=lambda play: _power(table, play.card.index, led))
    if led is None:
        return by_power[-1] if more == (state.actor in contract.side) else by_power[0]
    over = [
        play
        for play in by_power
        if winning_place((*trick, play.card.index), table.power) == len(trick)
    ]
    under = [play for play in by_power if play not in over]
    if more == (state.actor in contract.side):
        return over[-1] if over else by_power[0]
    return max(under, key=lambda play: play.card.rank) if under else by_power[0]


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
    turn = variant.dealing.turn
    shown: Card | None = None
    if turned is not None and turn == "second-pack":
        shown = rng.choice([card for card in PACK if card.suit is turned])
    elif turned is not None:
        mine = order[:13]
        if turn == "last-card" and seat == dealer:
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
    turned: Suit | None,
    belle: Suit | None = None,
) -> State:
    """An auction in which ``seat`` holds what is wanted, in the first deal of a session.

    With ``belle`` another deal comes before, in which that suit is turned, and is thrown away.
    """
    state: State
    if belle is None:
        hands, shown = deal_hands(
            variant, rng, dealer=dealer, seat=seat, first=first, turned=turned
        )
        return start(variant, dealer, hands=hands, turned=shown)
    before = (dealer - 1) % variant.seats
    hands, shown = deal_hands(variant, rng, dealer=before, seat=seat, first=(), turned=belle)
    state = start(variant, before, hands=hands, turned=shown)
    while state.actor is not None:
        legal = legal_actions(state)
        state = apply(state, Pass() if Pass() in legal else legal[0])
    hands, shown = deal_hands(variant, rng, dealer=dealer, seat=seat, first=first, turned=turned)
    return next_deal(state, hands=hands, turned=shown)


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
    return sorted(
        PACK, key=lambda card: (*_power(table, card.index, None), noise[card.index]), reverse=True
    )


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
    return [*needed, *(card for card in wanted if card not in needed)]


def play_to_verdict(variant: Variant, wanted: Wanted, rng: random.Random) -> State | None:
    """Try once to bring about a contract and its verdict; ``None`` when it did not come to that.

    >>> import boston_rules as br
    >>> variant = br.get_variant(br.list_variants()[0])
    >>> step = variant.ladder.steps[0]
    >>> state = play_to_verdict(variant, Wanted(step.key, made=True), random.Random(0))
    >>> state.settlement.made
    True
    """
    step = variant.ladder[wanted.key]
    turn = turns_of(variant, rng)
    forms = step.suit.forms(turn, variant.suits)
    if not forms:
        return None
    form = rng.choice(forms)
    trump = form.trump
    if trump is None and step.has_trumps:
        trump = rng.choice(list(Suit))
    counted = step.goal.counted
    strong = wanted.made == counted or wanted.slam is not None
    some = not counted and step.goal.tricks > 0 and wanted.made
    first = (
        list(step.holding)
        if some
        else _preference(
            variant,
            step,
            trump,
            turn,
            strong=strong,
            hole=wanted.slam is not None and not wanted.made,
            rng=rng,
        )
    )
    dealer, seat = rng.randrange(variant.seats), rng.randrange(variant.seats)
    in_first = turn.belle is None or turn.belle == turn.suit
    try:
        state = first_deals(
            variant,
            rng,
            seat=seat,
            first=first,
            dealer=dealer,
            turned=turn.suit,
            belle=None if in_first else turn.belle,
        )
    except SessionOver:
        return None
    bids = (form.suit, form.suit_class)
    while state.actor is not None:
        contract = state.contract
        if contract is None:
            if isinstance(state, Playing):
                return None
        elif contract.key != wanted.key:
            return None
        state = apply(state, _lead_on(state, wanted, seat, bids, trump, strong=strong, rng=rng))
    return state if wanted.reached(state) else None


def _lead_on(
    state: State,
    wanted: Wanted,
    seat: int,
    form: tuple[object, object],
    trump: Suit | None,
    *,
    strong: bool,
    rng: random.Random,
) -> Action:
    """The next action on the way to what is wanted."""
    if state.actor == CHANCE:
        return draw_chance(state, rng)
    legal = legal_actions(state)
    if isinstance(state, Playing):
        if wanted.slam is not None:
            declared = any(isinstance(action, Slam) for _, action in state.history)
            if wanted.slam in legal:
                return wanted.slam
            return steer(state, made=wanted.made or not declared, rng=rng)
        return steer(state, made=wanted.made, rng=rng)
    if state.actor == seat and state.contract is None:
        for action in legal:
            if (
                isinstance(action, Bid)
                and action.key == wanted.key
                and (action.suit, action.suit_class) == form
            ):
                return action
    contract = state.contract
    if isinstance(legal[0], Discard):
        on_side = contract is not None and state.actor in contract.side
        ranked = sorted(
            (action for action in legal if isinstance(action, Discard)),
            key=lambda discard: discard.card.rank,
        )
        return ranked[0] if on_side == strong else ranked[-1]
    if trump is not None and NameTrump(trump) in legal:
        return NameTrump(trump)
    for kinds in (
        (Chicane,) if wanted.chicane else (),
        (Accept, Ask, Call) if wanted.partnered else (Pass, Solo),
        (Concede,) if wanted.conceded else (Contest,),
        (Pass, Solo),
    ):
        found = [action for action in legal if isinstance(action, kinds)]
        if found:
            return rng.choice(found)
    return legal[-1]
