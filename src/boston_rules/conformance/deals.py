"""Deals laid out and played towards a contract, so that a corpus shows every part of the rules.

Everything is drawn from :meth:`random.Random.random` alone, so that the same corpus comes out of
every version of Python. All hands play together for what is wanted; where it does not come to that,
the deal is as good an example of something else.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final, TypeVar

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
    Cut,
    Decline,
    NameTrump,
    Pass,
    Play,
    Shuffle,
    Slam,
    Solo,
    TurnUp,
)
from boston_rules.cards import PACK, Card, Suit
from boston_rules.engine import apply, lawful_actions
from boston_rules.play.settled import Settled
from boston_rules.play.tricks import Playing
from boston_rules.rules.ladder import SuitChoice
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
from boston_rules.variant import Variant

__all__ = ["DealLayout", "DealPlan", "Dice", "choose", "form_of", "laid_out", "play_out", "split"]

_T = TypeVar("_T")


class Dice:
    """Choices that follow from a text, the same everywhere."""

    def __init__(self, seed: str) -> None:
        self._rng = random.Random(seed)

    def below(self, count: int) -> int:
        """0 to ``count - 1``."""
        return int(self._rng.random() * count)

    def chance(self, part: float) -> bool:
        """True in so many cases of one."""
        return self._rng.random() < part

    def pick(self, values: Sequence[_T]) -> _T:
        """One of several."""
        return values[self.below(len(values))]

    def noise(self, most: float) -> float:
        """0 to ``most``."""
        return self._rng.random() * most

    def mixed(self, values: Sequence[_T]) -> list[_T]:
        """All of them in another order."""
        left = list(values)
        return [left.pop(self.below(len(left))) for _ in values]


def split(dice: Dice, total: int, parts: int) -> list[int]:
    """A total as a sum of so many numbers from 0."""
    cuts = sorted(dice.below(total + 1) for _ in range(parts - 1))
    return [high - low for low, high in zip([0, *cuts], [*cuts, total], strict=True)]


@frozen(kw_only=True)
class DealPlan:
    """What a deal is to come to; without a key it is passed out."""

    key: str | None
    seat: int
    """Who is to play the contract."""
    suit_choice: SuitChoice | None = None
    trump: Suit | None = None
    made: bool = True
    partner: bool = False
    slam: Slam | None = None
    concede: bool = False
    chatter: float = 0.0
    """How often the others bid as well."""
    cuts: tuple[int, ...] = (26,)
    """The cuts, one after the other; 0 for one that is declined."""


@frozen
class DealLayout:
    """Hands in the order dealt, the dead one last, and the card that is turned."""

    hands: tuple[tuple[Card, ...], ...]
    turned: Card | None

    def tokens(self, seats: int) -> list[str]:
        """The hands of the players as tokens."""
        return [" ".join(map(str, hand)) for hand in self.hands[:seats]]

    def pack(self, variant: Variant, dealer: int, cuts: Sequence[int]) -> tuple[Card, ...]:
        """The shuffled pack that comes to these hands after the cuts."""
        places = variant.dealing.deal(range(52), dealer)
        pack: list[Card] = [PACK[0]] * 52
        for row, hand in zip(places, self.hands, strict=True):
            for place, card in zip(row, hand, strict=True):
                pack[place] = card
        moved = sum(cuts) % 52
        return (*pack[52 - moved :], *pack[: 52 - moved])


def form_of(
    variant: Variant, key: str, turn: Turn, dice: Dice
) -> tuple[SuitChoice | None, Suit | None]:
    """A form in which a step can be bid, and its trump suit; nothing where it cannot."""
    step = variant.ladder[key]
    suit_choices = step.suit.suit_choices(turn, variant.suits)
    if not suit_choices:
        return None, None
    suit_choice = dice.pick(suit_choices)
    trump = suit_choice.trump
    if trump is None and step.has_trumps:
        trump = dice.pick(tuple(Suit))
    return suit_choice, trump


def laid_out(
    variant: Variant, plan: DealPlan, dealer: int, turned: Suit | None, dice: Dice
) -> DealLayout:
    """Hands that suit a plan more or less, and a card of the suit to be turned."""
    rule = variant.dealing
    if plan.key is not None and is_dealt(variant, plan.key) and rule.turn is None:
        for _ in range(DRAWS):
            pack = dice.mixed(PACK)
            dealt = tuple(tuple(pack[13 * seat : 13 * seat + 13]) for seat in range(4))
            if makes_contract(variant, plan.key, dealt, Turn()):
                return DealLayout(dealt, None)
    wanted = _wanted(variant, plan, turned, dice)
    shown: Card | None = None
    if rule.turns_by_chance:
        shown = dice.pick([card for card in PACK if card.suit is turned])
    elif rule.turn is not None:
        # A low card, and not one that the plan needs.
        shown = min(
            (card for card in wanted if card.suit is turned),
            key=lambda card: (wanted.index(card) < 13, card.rank),
        )
    last = dealer if rule.turns_from_hand else 3 if rule.turns_from_dead else None
    own = [card for card in wanted if last is None or card is not shown]
    hands: list[list[Card]] = [[], [], [], []]
    size = [12 if seat == last else 13 for seat in range(4)]
    hands[plan.seat] = own[: size[plan.seat]]
    rest = dice.mixed(own[size[plan.seat] :])
    for seat in range(4):
        if seat != plan.seat:
            hands[seat], rest = rest[: size[seat]], rest[size[seat] :]
    hands[plan.seat] = dice.mixed(hands[plan.seat])
    if last is not None and shown is not None:
        hands[last].append(shown)
    return DealLayout(tuple(map(tuple, hands)), shown)


def _wanted(variant: Variant, plan: DealPlan, turned: Suit | None, dice: Dice) -> list[Card]:
    """The pack, the cards first that the declarer should hold."""
    if plan.key is None:
        return dice.mixed(PACK)
    step = variant.ladder[plan.key]
    table = variant.trumps.table(plan.trump, turned)
    strong = plan.made != capped(step)
    spread = 0.0 if plan.slam is not None and plan.made else 11.0

    def rank(card: Card) -> float:
        power = card.rank + 13 * (table.suit_of[card.index] == plan.trump)
        value = power if strong else -power
        return value + dice.noise(spread)

    values = {card: rank(card) for card in PACK}
    ordered = sorted(PACK, key=lambda card: -values[card])
    needed = [card for card in ordered if card in step.holding]
    if step.lays_card:
        needed += [card for card in ordered if card.suit is plan.trump][:1]
    return within_limit(variant, [*needed, *(card for card in ordered if card not in needed)])


def choose(state: State, plan: DealPlan, layout: DealLayout | None, dice: Dice) -> Action:
    """The next action on the way to a plan; chance deals the layout where there is one."""
    variant = state.table.variant
    if state.name == "shuffle":
        assert layout is not None, "a pack that is shuffled is laid out"
        return Shuffle(layout.pack(variant, state.table.dealer, plan.cuts))
    if state.name == "turn-up":
        card = None if layout is None else layout.turned
        return TurnUp(card if card is not None else dice.pick(PACK))
    legal = lawful_actions(state)
    if isinstance(state, Playing):
        return _card(state, plan, legal, dice)
    if state.name == "cut":
        done = sum(1 for seat, _ in state.history if seat >= 0)
        return Cut(plan.cuts[done]) if plan.cuts[done] else Pass()
    if state.name == "auction":
        return _call(state, plan, legal, dice)
    raises = [action for action in legal if isinstance(action, Bid) and action.key == plan.key]
    if raises:
        return dice.pick(raises)
    kinds: dict[type, bool] = {
        Ask: plan.partner,
        Solo: not plan.partner,
        Accept: plan.partner and dice.chance(0.5),
        Decline: not plan.partner,
        Call: plan.partner,
        NameTrump: True,
        Chicane: dice.chance(0.8),
        Concede: plan.concede or dice.chance(0.2),
        Contest: not plan.concede,
    }
    wanted = [action for action in legal if kinds.get(type(action), False)]
    if plan.trump is not None and NameTrump(plan.trump) in wanted:
        return NameTrump(plan.trump)
    return dice.pick(wanted or legal)


def _call(state: State, plan: DealPlan, legal: Sequence[Action], dice: Dice) -> Action:
    bids = [action for action in legal if isinstance(action, Bid)]
    if state.actor == plan.seat and plan.key is not None:
        variant = state.table.variant
        mine = opening_bids(variant, variant.ladder[plan.key], bids)
        suit_choice = plan.suit_choice
        exact = [
            bid
            for bid in mine
            if suit_choice is not None
            and (bid.suit, bid.suit_class) == (suit_choice.suit, suit_choice.suit_class)
        ]
        said = {action.key for _, action in state.history if isinstance(action, Bid)}
        if mine and said.isdisjoint(bid.key for bid in mine):
            return dice.pick(exact or mine)
    elif plan.partner and Accept() in legal and dice.chance(0.7):
        return Accept()
    elif bids and plan.key is not None and dice.chance(plan.chatter):
        return dice.pick(bids[: max(1, len(bids) // 4)])
    return Pass()


def _card(state: Playing, plan: DealPlan, legal: Sequence[Action], dice: Dice) -> Action:
    """A card that helps the contract to its verdict, whoever plays it; now and then any."""
    plays = [action for action in legal if isinstance(action, Play)]
    contract = state.contract
    if contract is None or dice.chance(0.0 if plan.slam is not None else 0.12):
        return dice.pick(plays)
    if plan.slam is not None and plan.slam in legal:
        return plan.slam
    declared = any(isinstance(action, Slam) for _, action in state.history)
    made = plan.made or (plan.slam is not None and not declared)
    return helpful_play(state, plays, made=made)


_MOST_ACTIONS: Final = 2000
"""More than any deal has."""


def play_out(state: State, plan: DealPlan, layout: DealLayout | None, dice: Dice) -> list[State]:
    """The states from the first to the settled one."""
    states = [state]
    while not isinstance(state, Settled):
        assert len(states) < _MOST_ACTIONS, "a deal that does not end"
        state = apply(state, choose(state, plan, layout, dice))
        states.append(state)
    return states
