"""Steering a deal to a contract and its verdict, all four hands working together.

The corpus, the laws and the tests need deals that come to something rare. A :class:`DealPlan` says
what, :func:`laid_out` deals hands for it, :func:`choose` acts for whoever is to act. Everything is
drawn from :meth:`random.Random.random` alone, so that the same deals come out of every version of
Python. Where a deal does not come to what was planned, it is as good an example of something else.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

from attrs import frozen

from boston_rules.core.actions import (
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
    TurnCut,
    TurnUp,
)
from boston_rules.core.cardplay.tricks import winning_place
from boston_rules.core.cards import PACK, Card, Suit, mask_of
from boston_rules.core.hidden import HOLE
from boston_rules.deal.dealing import Shuffling, ShufflingStill, TurnCutting
from boston_rules.deal.engine import apply, lawful_actions, legal_actions, next_deal, start
from boston_rules.deal.settled import Settled
from boston_rules.deal.state import State
from boston_rules.deal.table import Table
from boston_rules.deal.tricks import Playing
from boston_rules.rules.ladder import Step, SuitChoice
from boston_rules.rules.suits import Turn
from boston_rules.rules.variant import Variant

__all__ = [
    "DealLayout",
    "DealPlan",
    "Dice",
    "capped",
    "choose",
    "helpful_play",
    "is_dealt",
    "laid_out",
    "moves_of",
    "open_deal",
    "open_steps",
    "play_out",
    "suit_choice_of",
    "turn_drawn",
    "wants_trick",
]

_T = TypeVar("_T")
_A = TypeVar("_A", bound=Action)


def capped(step: Step) -> bool:
    """Whether too many tricks lose the contract, so that strong hands are no help.

    >>> import boston_rules as br
    >>> from boston_rules.conformance.steering import capped
    >>> ladder = br.get_variant("fontainebleau").ladder
    >>> capped(ladder["5"]), capped(ladder["grand-misere"])
    (False, True)
    """
    return step.goal.most is not None


def wants_trick(state: Playing, *, made: bool) -> bool:
    """Whether one more trick for those whose tricks count brings the verdict nearer.

    A contract that too many tricks lose is lost by taking them, any other by taking too few.

    Args:
        state: the play of a contract.
        made: whether it is to be made.
    """
    terms = state.terms
    goal = terms.goal
    assert goal is not None, "the play of a contract"
    taken = sum(state.taken[seat] for seat in terms.counting)
    if made:
        return goal.wants(taken)
    return goal.most is not None and taken <= goal.most


def helpful_play(state: Playing, plays: Sequence[Play], *, made: bool) -> Play:
    """The card that helps a contract to its verdict most, whoever is to play.

    Args:
        state: the play of a contract.
        plays: the cards to choose from.
        made: whether the contract is to be made.
    """
    terms = state.terms
    wins = wants_trick(state, made=made) == (state.actor in terms.counting)
    trick = [card.index for card in state.trick]

    def strength(play: Play) -> tuple[int, int]:
        card = play.card
        return terms.power[trick[0] if trick else card.index][card.index], card.rank

    ordered = sorted(plays, key=strength)
    if not trick:
        return ordered[-1] if wins else ordered[0]
    over = [
        play
        for play in ordered
        if winning_place((*trick, play.card.index), terms.power) == len(trick)
    ]
    if wins:
        return over[-1] if over else ordered[0]
    under = [play for play in ordered if play not in over]
    return under[-1] if under else ordered[0]


def moves_of(state: State, kind: type[_A]) -> list[tuple[int, _A]]:
    """Every legal action of a kind, with the seat that may take it."""
    return [
        (seat, action)
        for seat in range(state.variant.seats)
        for action in legal_actions(state, seat)
        if isinstance(action, kind)
    ]


# What a deal is to come to, and the hands for it.


class Dice:
    """Choices that follow from a text or from a generator, the same everywhere."""

    def __init__(self, source: str | random.Random) -> None:
        self._rng = random.Random(source) if isinstance(source, str) else source

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
    stray: float = 0.12
    """How often a card is played that need not help."""
    spread: float = 11.0
    """By how many ranks a card may be out of its place in the hand of who is to play."""
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

    def pack(self, table: Table, cuts: Sequence[int]) -> tuple[Card, ...]:
        """The shuffled pack that comes to these hands after the cuts."""
        pack = table.undealt(self.hands)
        turn = len(pack) - sum(cuts) % len(pack)
        return pack[turn:] + pack[:turn]


def suit_choice_of(
    variant: Variant, key: str, turn: Turn, dice: Dice
) -> tuple[SuitChoice | None, Suit | None]:
    """A suit in which a step can be bid, and its trump suit; nothing where it cannot."""
    step = variant.ladder[key]
    suit_choices = step.suit.suit_choices(turn, variant.suits)
    if not suit_choices:
        return None, None
    suit_choice = dice.pick(suit_choices)
    trump = suit_choice.trump
    if step.leaves_open(trump, turn):
        trump = dice.pick(step.suit.nameable(turn))
    return suit_choice, trump


def open_steps(variant: Variant, turn: Turn) -> list[Step]:
    """The steps that can be bid when these suits are turned."""
    return [step for step in variant.ladder if step.suit.suit_choices(turn, variant.suits)]


def turn_drawn(variant: Variant, dice: Dice) -> Turn:
    """Suits to be turned, belle in this deal or in one before."""
    rule = variant.dealing
    if rule.turn is None:
        return Turn()
    suit = dice.pick(rule.suits)
    if not rule.fixes_belle:
        return Turn(suit)
    return Turn(suit, suit if dice.chance(0.2) else dice.pick(rule.suits))


_DRAWS: Final = 500
"""Deals to draw for one that makes a contract by itself."""


def laid_out(variant: Variant, plan: DealPlan, dealer: int, turn: Turn, dice: Dice) -> DealLayout:
    """Hands that suit a plan more or less, and a card of the suit to be turned."""
    rule = variant.dealing
    last = dealer if rule.turns_from_hand else 3 if rule.turns_from_dead else None
    if plan.key is not None and is_dealt(variant, plan.key):
        layout = _that_makes(variant, plan.key, last, turn, dice)
        if layout is not None:
            return layout
    wanted = _wanted(variant, plan, turn.suit, dice)
    shown: Card | None = None
    if rule.turns_of_another:
        shown = dice.pick([card for card in rule.pack if card.suit is turn.suit])
    elif rule.turn is not None:
        # A low card, and not one that the plan needs.
        shown = min(
            (card for card in wanted if card.suit is turn.suit),
            key=lambda card: (wanted.index(card) < rule.hand, card.rank),
        )
    own = [card for card in wanted if last is None or card is not shown]
    hands: list[list[Card]] = [[], [], [], []]
    size = [rule.hand - (seat == last) for seat in range(4)]
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
        return dice.mixed(tuple(variant.dealing.pack))
    step = variant.ladder[plan.key]
    table = variant.trumps.table(plan.trump, turned)
    strong = plan.made != capped(step) or plan.slam is not None
    spread = 0.0 if plan.slam is not None else plan.spread

    def rank(card: Card) -> float:
        power = card.rank + 13 * (table.suit_of[card.index] == plan.trump)
        value = power if strong else -power
        return value + dice.noise(spread)

    values = {card: rank(card) for card in variant.dealing.pack}
    ordered = sorted(values, key=lambda card: -values[card])
    if plan.slam is not None and not plan.made:
        ordered.insert(
            variant.hand - 2, ordered.pop()
        )  # a slam is declared by who wins trick after trick
    needed = [card for card in ordered if card in step.holding]
    if step.lays_card and all(card.suit is not plan.trump for card in needed):
        needed += [card for card in ordered if card.suit is plan.trump][:1]
    return _within_limit(variant, [*needed, *(card for card in ordered if card not in needed)])


def is_dealt(variant: Variant, key: str) -> bool:
    """Whether the cards make a contract without an auction."""
    return variant.dealt is not None and key in variant.dealt.keys


def _that_makes(
    variant: Variant, key: str, last: int | None, turn: Turn, dice: Dice
) -> DealLayout | None:
    """Hands that make a contract by themselves; ``last`` is the hand whose last card is turned."""
    assert variant.dealt is not None, "a contract that cards make"
    for _ in range(_DRAWS):
        pack, size = dice.mixed(tuple(variant.dealing.pack)), variant.hand
        hands = [pack[size * seat : size * (seat + 1)] for seat in range(4)]
        masks = tuple(mask_of(card.index for card in hand) for hand in hands[: variant.seats])
        contract = variant.dealt.contract(masks, turn)
        if contract is None or contract.key != key:
            continue
        offered = pack if last is None else hands[last]
        of_suit = [card for card in offered if card.suit is turn.suit]
        if turn.suit is None or of_suit:
            shown = dice.pick(of_suit) if of_suit else None
            if last is not None:
                hands[last].sort(key=lambda card: card is shown)
            return DealLayout(tuple(map(tuple, hands)), shown)
    return None


def _within_limit(variant: Variant, cards: Sequence[Card]) -> list[Card]:
    """Cards by preference, reordered so that a hand of the first of them allows an auction.

    Where the cards can make a contract by themselves, a hand holds only so many of some cards.
    """
    if variant.dealt is None:
        return list(cards)
    mask, most = variant.dealt.limit()
    late = {card for card in cards if mask >> card.index & 1}
    late.difference_update([card for card in cards if card in late][:most])
    hand = [card for card in cards if card not in late][: variant.hand]
    return [*hand, *(card for card in cards if card not in hand)]


# Whoever is to act.


def choose(state: State, plan: DealPlan, layout: DealLayout | None, dice: Dice) -> Action:
    """The next action on the way to a plan; chance deals the layout where there is one."""
    if isinstance(state, ShufflingStill) or (isinstance(state, Shuffling) and state.pack):
        return Shuffle(tuple(dice.mixed(tuple(state.variant.dealing.pack))))
    if isinstance(state, Shuffling):
        assert layout is not None, "a pack that is shuffled is laid out"
        return Shuffle(layout.pack(state.table, plan.cuts))
    if isinstance(state, TurnCutting):
        return _turn_cut(state, None if layout is None else layout.turned, dice)
    if state.phase == "turn-up":
        card = None if layout is None else layout.turned
        return TurnUp(card if card is not None else dice.pick(tuple(state.variant.dealing.pack)))
    legal = lawful_actions(state)
    if isinstance(state, Playing):
        return _card(state, plan, legal, dice)
    if state.phase == "cut":
        done = sum(event.seat >= 0 for event in state.events)
        return Cut(plan.cuts[done]) if plan.cuts[done] else Pass()
    if state.phase == "auction":
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


def _turn_cut(state: TurnCutting, shown: Card | None, dice: Dice) -> TurnCut:
    """A cut of the still pack that turns a card of some suit, if one does."""
    still, numbers = state.deal.still, state.variant.dealing.cuts
    assert still is not HOLE, "nothing is hidden"
    wanted = [at for at in numbers if shown is not None and PACK[still[at]].suit is shown.suit]
    return TurnCut(dice.pick(wanted or numbers))


def _call(state: State, plan: DealPlan, legal: Sequence[Action], dice: Dice) -> Action:
    bids = [action for action in legal if isinstance(action, Bid)]
    if state.actor == plan.seat and plan.key is not None:
        variant = state.table.variant
        mine = _opening_bids(variant, variant.ladder[plan.key], bids)
        suit_choice = plan.suit_choice
        exact = [
            bid
            for bid in mine
            if suit_choice is not None
            and (bid.suit, bid.suit_class) == (suit_choice.suit, suit_choice.suit_class)
            and (not isinstance(bid.card, Card) or bid.card.suit is plan.trump)
        ]
        said = {event.action.key for event in state.said if isinstance(event.action, Bid)}
        if mine and said.isdisjoint(bid.key for bid in mine):
            return dice.pick(exact or mine)
    elif first := _to_be_overcalled(state, plan, bids):
        return dice.pick(first)
    elif plan.partner and Accept() in legal and dice.chance(0.7):
        return Accept()
    elif bids and plan.key is not None and dice.chance(plan.chatter):
        return dice.pick(bids[: max(1, len(bids) // 4)])
    return Pass()


def _to_be_overcalled(state: State, plan: DealPlan, bids: Iterable[Bid]) -> list[Bid]:
    """The bids over which alone that of the plan can be made, where nobody has bid yet."""
    if plan.key is None or state.standing_bid is not None:
        return []
    over = state.variant.ladder[plan.key].only_over
    return [bid for bid in bids if bid.key == over]


def _card(state: Playing, plan: DealPlan, legal: Sequence[Action], dice: Dice) -> Action:
    """A card that helps the contract to its verdict, whoever plays it; now and then any."""
    plays = [action for action in legal if isinstance(action, Play)]
    contract = state.contract
    if contract is None or dice.chance(0.0 if plan.slam is not None else plan.stray):
        return dice.pick(plays)
    if plan.slam is not None and plan.slam in legal:
        return plan.slam
    made = plan.made or (plan.slam is not None and state.slam is None)
    return helpful_play(state, plays, made=made)


def _opening_bids(variant: Variant, step: Step, bids: Iterable[Bid]) -> list[Bid]:
    """The bids on the way to a step: its own, or those for which it may be the raise.

    What a step that is not bid in the auction is reached by is for its rule to say, so that any
    bid that asks for a partner may be the way, or if there is none any bid.
    """
    offered = list(bids)
    own = [bid for bid in offered if bid.key == step.key]
    if own or step.biddable:
        return own
    return [bid for bid in offered if variant.ladder[bid.key].partnered] or offered


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


def open_deal(
    variant: Variant, plan: DealPlan, dealer: int, turn: Turn, dice: Dice
) -> tuple[list[tuple[DealLayout, Settled]], DealLayout, State]:
    """A deal laid out for a plan, as early in a session as there can be one.

    Where the suit fixed for the session is not the one turned in this deal, another deal comes
    before, in which that suit is turned, and nobody bids.

    Returns:
        The deals before; the layout of the deal; its first state.

    Raises:
        SessionOver: it takes two deals, and the session has one.
    """
    if plan.key is not None and variant.ladder[plan.key].only_over:
        first, *_ = variant.bidding.order(dealer, None, None, variant.seats)
        dealer = (dealer + (first == plan.seat)) % variant.seats  # another is to bid before him
    layout = laid_out(variant, plan, dealer, turn, dice)
    hands = layout.hands[: variant.seats]
    if turn.belle is None or turn.belle == turn.suit:
        return [], layout, start(variant, dealer, hands=hands, turned=layout.turned)
    nobody = DealPlan(key=None, seat=0)
    first = (dealer - 1) % variant.seats
    before = laid_out(variant, nobody, first, Turn(turn.belle, turn.belle), dice)
    opening = start(variant, first, hands=before.hands[: variant.seats], turned=before.turned)
    *_, settled = play_out(opening, nobody, before, dice)
    assert isinstance(settled, Settled), "a deal is played to its end"
    return [(before, settled)], layout, next_deal(settled, hands=hands, turned=layout.turned)
