"""Law 6: what a seat cannot see changes nothing that it is shown.

For a state and a viewer a *twin* is built: the same deal with hidden cards exchanged between the
hands that the viewer does not see, other discards and overcalled laid cards, another pack and other
cuts, in which everything public happened alike. The viewer must not be able to tell them apart.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final

from attrs import define, evolve, fields

from boston_rules.actions import (
    Action,
    Bid,
    Call,
    Correct,
    Cut,
    Discard,
    Misdeal,
    Play,
    Shuffle,
    Slam,
)
from boston_rules.cards import PACK, bits, mask_of
from boston_rules.engine import apply, next_deal, why_illegal
from boston_rules.errors import IllegalAction
from boston_rules.play.settled import Settled
from boston_rules.play.tricks import Playing
from boston_rules.state import State
from boston_rules.steering import is_dealt
from boston_rules.table import CHANCE, Deal
from boston_rules.testing.broken import Law, LawBroken
from boston_rules.testing.universe import universe
from boston_rules.testing.walks import Position, Walk, named, seat_of
from boston_rules.variant import Variant
from boston_rules.views import View, observe

__all__ = ["TwinCount", "answered_apart", "check_non_interference", "hidden_from"]

_SWAPS: Final = 8

Order = tuple[tuple[int, ...], ...]
"""The cards of each seat in the order received, as card indices."""


@define
class TwinCount:
    """How a check of non-interference went."""

    compared: int = 0
    """Twins with other hands, compared."""
    discarded: int = 0
    """States for which no exchange of hidden cards was found that could have been played alike.

    Such twins are still compared up to the first action that is illegal in them.
    """
    nothing_hidden: int = 0
    """States where every card is known; pack, cuts and order of the hands were changed."""

    def add(self, other: TwinCount) -> None:
        """Count together."""
        self.compared += other.compared
        self.discarded += other.discarded
        self.nothing_hidden += other.nothing_hidden


def check_non_interference(
    variant: Variant, walk: Walk, *, samples: int = 3, glances: int = 60
) -> TwinCount:
    """Twins of ``samples`` states of a walk, each for the seat to act, another seat, an onlooker.

    Where a partner was called, the last state before his card is played is looked at as well.

    Compared are the views (legal actions and the seat to act among them) of the state and of all
    states before it in its deal and after it at the opening of the next, and the refusals of
    ``glances`` actions of the universe where the viewer is to act.

    Raises:
        LawBroken: law 6.
    """
    rng = random.Random(walk.seed)
    count = TwinCount()
    for at in walk.sample(samples, rng) + _secrets(walk):
        actor = at.state.actor
        others = [seat for seat in range(variant.seats) if seat != actor]
        viewers: list[int | None] = [None, rng.choice(others)]
        if actor is not None and actor != CHANCE:
            viewers.append(actor)
        for viewer in viewers:
            attempts, differs = _twins(walk, at, viewer, rng)
            if differs is None:
                count.discarded += 1
            elif differs:
                count.compared += 1
            else:
                count.nothing_hidden += 1
            glanced = rng.sample(universe(variant), glances)
            shown = _Shown(walk, at, viewer)
            for twin in attempts:
                what = _told_apart(shown, twin, glanced)
                if what:
                    text = f"{named(viewer)} can tell two deals apart that look alike: {what}"
                    text += _both(at, twin[-1])
                    raise LawBroken(Law.NON_INTERFERENCE, text, walk.variant, walk, at)
    return count


def hidden_from(state: State, viewer: int | None) -> tuple[int, ...]:
    """By hand, as masks of the cards dealt: what the viewer may not know. By the rules alone.

    Known are the own hand as dealt, cards played, the card turned from a hand, the laid card of the
    bid that won the auction, the cards that are known to have made a contract without an auction,
    and a hand on the table (but not what its owner laid aside).
    """
    deal = state.deal
    if deal is None:
        return ()
    variant = state.table.variant
    known = 0 if viewer is None else deal.hands[viewer]
    dealing = variant.dealing
    if deal.turned is not None and (dealing.turns_from_hand or dealing.turns_from_dead):
        known |= 1 << deal.turned
    winning = _winning_bid(state)
    if winning is not None:
        bid = state.history[winning][1]
        if isinstance(bid, Bid) and bid.card is not None:
            known |= 1 << bid.card.index
    if state.contract is not None and is_dealt(variant, state.contract.key):
        assert variant.dealt is not None, "it has dealt the contract"
        for _, cards in variant.dealt.known(state.contract):
            known |= cards
    known |= _face_up(state)
    return tuple(mask_of(hand) & ~known for hand in _hands_of(deal))


def _face_up(state: State) -> int:
    """Cards that lie on the table, or have: played, or of an exposed hand; so nobody's discard."""
    deal, contract = state.deal, state.contract
    actions = [action for _, action in state.history]
    plays = [action.card for action in actions if isinstance(action, Play | Correct)]
    shown = mask_of(card.index for card in plays)
    if contract is None or deal is None:
        return shown
    variant = state.table.variant
    step = variant.ladder[contract.key]
    playing = bool(plays) or isinstance(state, Playing)
    if (playing and step.open_after(len(state.tricks))) or Slam(table=True) in actions:
        shown |= deal.hands[contract.declarer] & ~_laid_aside(state, contract.declarer)
    return shown


def _hands_of(deal: Deal) -> Order:
    """The hands in the order dealt; a dead hand comes last."""
    return (*deal.order, deal.dead) if deal.dead else deal.order


def _laid_aside(state: State, seat: int) -> int:
    for other, action in state.history:
        if other == seat and isinstance(action, Discard):
            return 1 << action.card.index
    return 0


def _twins(
    walk: Walk, at: Position, viewer: int | None, rng: random.Random
) -> tuple[list[list[State]], bool | None]:
    """The states of twins, and whether hands differ in one (``None``: they should, and do not).

    A twin that could not be played alike to the end is there up to that point.
    """
    if at.state.deal is None:
        return [_replayed(walk, at, viewer, rng.sample(range(52), 52), rng)], True
    hidden = hidden_from(at.state, viewer)
    order = _hands_of(at.state.deal)
    seats = [seat for seat, mask in enumerate(hidden) if mask]
    if len(seats) < 2:
        return [_with_order(walk, at, viewer, order, rng)], False
    attempts: list[list[State]] = []
    anew = _dealt_anew(order, hidden, rng)
    if _could_lie(at.state, anew):
        attempts.append(_with_order(walk, at, viewer, anew, rng))
        if len(attempts[0]) > at.ply:
            return attempts, True
    differs = None
    called = _called(at.state)
    for _ in range(_SWAPS):
        new = _swapped(order, hidden, seats, called, rng)
        if not _could_lie(at.state, new):
            continue
        attempts.append(_with_order(walk, at, viewer, new, rng))
        if len(attempts[-1]) > at.ply:
            differs = True
            order, hidden = new, _remasked(order, new, hidden)
    return attempts, differs


def _could_lie(state: State, order: Order) -> bool:
    """Whether hands leave the deal its auction, by what everybody may conclude from having one.

    Hands with which the cards are known to have made a contract must make it whatever else they
    hold, so that nothing is concluded there.
    """
    dealt, contract = state.table.variant.dealt, state.contract
    if dealt is None or (contract is not None and contract.key in dealt.keys):
        return True
    cards, most = dealt.limit()
    seats = state.table.variant.seats
    return all((mask_of(hand) & cards).bit_count() <= most for hand in order[:seats])


def _called(state: State) -> int | None:
    """The card by which a partner was called, where one was."""
    for _, action in state.history:
        if isinstance(action, Call):
            return action.card.index
    return None


def _secrets(walk: Walk) -> list[Position]:
    """The last states in which only a called partner knows that he is one."""
    found = []
    for deal, (states, actions) in enumerate(zip(walk.states, walk.taken, strict=True)):
        called = _called(states[-1])
        plays = [action.card.index if isinstance(action, Play) else None for action in actions]
        if called is not None and called in plays:
            ply = plays.index(called)
            found.append(Position(deal, ply, states[ply]))
    return found


def _dealt_anew(order: Order, hidden: tuple[int, ...], rng: random.Random) -> Order:
    pool = [card for mask in hidden for card in bits(mask)]
    rng.shuffle(pool)
    return tuple(
        tuple(pool.pop() if mask >> card & 1 else card for card in hand)
        for hand, mask in zip(order, hidden, strict=True)
    )


def _swapped(
    order: Order,
    hidden: tuple[int, ...],
    seats: Sequence[int],
    called: int | None,
    rng: random.Random,
) -> Order:
    """Two hidden cards of two hands change places; every other time a called card is one."""
    one, two = rng.sample(seats, 2)
    if called is not None and rng.random() < 0.5:
        holders = [seat for seat in seats if hidden[seat] >> called & 1]
        if holders:
            one, two = holders[0], rng.choice([seat for seat in seats if seat != holders[0]])
            mine, theirs = called, rng.choice(list(bits(hidden[two])))
            return _exchanged(order, mine, theirs)
    mine, theirs = rng.choice(list(bits(hidden[one]))), rng.choice(list(bits(hidden[two])))
    return _exchanged(order, mine, theirs)


def _exchanged(order: Order, mine: int, theirs: int) -> Order:
    turned = {mine: theirs, theirs: mine}
    return tuple(tuple(turned.get(card, card) for card in hand) for hand in order)


def _remasked(old: Order, new: Order, hidden: tuple[int, ...]) -> tuple[int, ...]:
    """What is hidden of the new hands: what stands where something hidden stood."""
    return tuple(
        sum(1 << now for was, now in zip(before, after, strict=True) if mask >> was & 1)
        for before, after, mask in zip(old, new, hidden, strict=True)
    )


def _with_order(
    walk: Walk,
    at: Position,
    viewer: int | None,
    order: Order,
    rng: random.Random,
) -> list[State]:
    """Play a deal with other hands as it was played, as long as that is legal."""
    deal = at.state.deal
    assert deal is not None, "a dealt state"
    places = walk.variant.dealing.deal(range(52), at.state.table.dealer)
    pack = [-1] * 52
    for row, hand in zip(places, order, strict=True):
        mixed = list(hand[:-1] if hand[-1] == deal.turned else hand)
        rng.shuffle(mixed)
        for place, card in zip(row, [*mixed, *hand[len(mixed) :]], strict=True):
            pack[place] = card
    return _replayed(walk, at, viewer, pack, rng)


def _replayed(
    walk: Walk,
    at: Position,
    viewer: int | None,
    pack: list[int],
    rng: random.Random,
) -> list[State]:
    """The deal again from another pack; ``pack`` is what is dealt from the top after the cuts."""
    state = walk.states[at.deal][0]
    taken = walk.taken[at.deal][: at.ply]
    again = _dealt_again(taken)
    if again and walk.variant.dealing.gathers:
        return [state]  # the hands of the misdeal, which the viewer has seen, make the pack
    cuts = [rng.randrange(1, 52) for cut in taken[again:] if isinstance(cut, Cut)]
    turn = sum(cuts) % 52
    before = tuple(pack[52 - turn :] + pack[: 52 - turn])
    if state.actor != CHANCE:
        inner: Any = state
        state = evolve(inner, pack=before, table=evolve(inner.table, pack=before))
    states = [state]
    winning, kept = _winning_bid(at.state), _face_up(at.state)
    for ply, action in enumerate(taken):
        alike: Action | None = action
        if ply >= again:
            alike = _alike(state, action, viewer, before, cuts, kept, ply == winning, again, rng)
        if alike is None:
            break
        was = walk.states[at.deal][ply + 1]
        try:
            state = apply(state, alike, seat_of(was))
        except IllegalAction:
            break
        if state.revokes != was.revokes:
            break  # a claim has shown that the hands differ
        states.append(state)
    return states


def _dealt_again(actions: Sequence[Action]) -> int:
    """How many actions there were up to the last misdeal."""
    places = [place for place, action in enumerate(actions, 1) if isinstance(action, Misdeal)]
    return places[-1] if places else 0


def _winning_bid(state: State) -> int | None:
    """The place of the bid that made the contract, once there is one that was bid."""
    if state.contract is None:
        return None
    bids = [place for place, (_, action) in enumerate(state.history) if isinstance(action, Bid)]
    return bids[-1] if bids else None


def _alike(
    state: State,
    action: Action,
    viewer: int | None,
    pack: tuple[int, ...],
    cuts: list[int],
    kept: int,
    winning: bool,
    again: int,
    rng: random.Random,
) -> Action | None:
    """What looks like the action to the viewer, in the twin."""
    actor = state.actor
    done = [one for _, one in state.history]
    if again:  # cuts are counted from the misdeal on
        done = done[again:]
    if isinstance(action, Shuffle):
        return Shuffle(tuple(PACK[card] for card in pack))
    if isinstance(action, Cut):
        return Cut(cuts[sum(isinstance(one, Cut) for one in done)])
    if actor is None or actor in (viewer, CHANCE):
        return action
    if isinstance(action, Discard):
        return Discard(PACK[rng.choice(list(bits(state.hands[actor].mask & ~kept)))])
    if isinstance(action, Bid) and action.card is not None and not winning:
        held = state.hands[actor].of(action.card.suit).sorted()
        return evolve(action, card=rng.choice(held)) if held else None
    return action


class _Shown:
    """What a viewer is shown on the way to a position; made once for all its twins."""

    def __init__(self, walk: Walk, at: Position, viewer: int | None) -> None:
        self.walked = walk.states[at.deal][: at.ply + 1]
        self.viewer = viewer
        self._views: dict[int, View] = {}

    def after(self, ply: int) -> View:
        """The view after so many actions."""
        if ply not in self._views:
            self._views[ply] = observe(self.walked[ply], self.viewer)
        return self._views[ply]


def _told_apart(shown: _Shown, twin: Sequence[State], glances: Sequence[Action]) -> str:
    viewer, walked = shown.viewer, shown.walked
    last = len(twin) - 1
    theirs_last = observe(twin[last], viewer)
    for ply in range(last) if len(twin) == len(walked) else ():
        what = _seen(shown.after(ply), observe(twin[ply], viewer))
        if what:
            return f"after {ply} actions, {what}"
    what = _seen(shown.after(last), theirs_last)
    if what:
        return f"after {last} actions, {what}"
    if len(twin) < len(walked):
        return ""
    ours, theirs = walked[-1], twin[-1]
    if _printed(shown.after(last)) != _printed(theirs_last):
        return "views that are equal are printed otherwise"
    if viewer is not None:
        for action in glances if viewer == ours.actor else glances[:4]:
            seat = viewer if viewer != ours.actor else None
            what = answered_apart(ours, theirs, action, seat)
            if what:
                return what
    if isinstance(ours, Settled) and not ours.session_over:
        ours, theirs = next_deal(ours), next_deal(theirs)
        # A pack that is neither shuffled nor cut deals out again what was hidden: that is no leak.
        what = "" if ours.hands else _seen(observe(ours, viewer), observe(theirs, viewer))
        if what:
            return f"in the next deal, {what}"
    return ""


def answered_apart(ours: State, theirs: State, action: Action, seat: int | None) -> str:
    """How an action is answered otherwise in one state than in another; empty where it is not."""
    one, two = (why_illegal(state, action, seat=seat) for state in (ours, theirs))
    if one == two and str(one) == str(two) and repr(one) == repr(two):
        return ""
    return f"{action} is answered {str(one)!r} in one and {str(two)!r} in the other"


def _seen(ours: View, theirs: View) -> str:
    if ours == theirs:
        return ""
    for attribute in fields(View):
        one, two = getattr(ours, attribute.name), getattr(theirs, attribute.name)
        if one != two:
            return f"the view shows {attribute.name} {one!r} in one and {two!r} in the other"
    return "the views are not equal"


def _printed(view: View) -> list[str]:
    """What a view shows, printed; but for the variant."""
    return [
        repr(getattr(view, attribute.name))
        for attribute in fields(View)
        if attribute.name != "variant"
    ]


def _both(at: Position, twin: State) -> str:
    rows = []
    for name, state in (("one", at.state), ("other", twin)):
        if state.deal is not None:
            hands = " | ".join(
                " ".join(str(PACK[card]) for card in hand) for hand in _hands_of(state.deal)
            )
            rows.append(f"\nthe {name}: {hands}")
    return "".join(rows)
