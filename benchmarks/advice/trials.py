"""Deals played by simple bots with and without a piece of advice, and what is counted in them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from attrs import field, frozen

import boston_rules as br
from benchmarks.advice.hands import misere_hand, sure_tricks
from benchmarks.advice.players import ADVICE, Advice
from boston_rules.bots import Bot, MonteCarloBot, SimpleBot, play_deal
from boston_rules.bots.simple.contracts import has_limit
from boston_rules.simulate.duplicate import first_deal
from boston_rules.simulate.intervals import Clusters
from boston_rules.simulate.streams import stream

__all__ = ["ASKED", "BEYOND", "MISERE", "Job", "Tally", "Trial", "Trials", "clusters"]

Tally: TypeAlias = list[tuple[int, int]]
"""A total and a size by deal: chips and hands, or successes and trials."""

ASKED: Final = 20
"""The iterations of the Monte Carlo bot that is asked."""
MISERE: Final = "grande-misere"
"""The contract for which hands are tried."""
BEYOND: Final = "tricks beyond the sure ones"
"""What declarers win more than they count, in tricks."""
_AGAIN: Final = 40
"""Random hands drawn to find one with a void."""


def clusters(tally: Iterable[tuple[int, int]]) -> Clusters:
    """The sums of a tally; a deal is the unit."""
    found = Clusters()
    for total, size in tally:
        found.add(total, size)
    return found


@frozen
class Trial:
    """What came of following a piece of advice, deal by deal."""

    gain: Tally = field(factory=list)
    """Chips won more by those who follow it, by all their hands."""
    changed: Tally = field(factory=list)
    """The same by the hands in which it makes them act otherwise."""
    contrary: Tally = field(factory=list)
    """Hands in which the simple bot acts otherwise, of all."""
    asked: Tally = field(factory=list)
    """Of its first contrary decisions, those in which the Monte Carlo bot follows the advice."""


@frozen
class Trials:
    """Everything that came of some deals."""

    trials: tuple[Trial, ...]
    counts: dict[str, Tally] = field(factory=dict)
    """Successes and trials, by what is counted."""

    def count(self, name: str, successes: int, trials: int = 1) -> None:
        """Count something of a deal."""
        self.counts.setdefault(name, []).append((successes, trials))

    def extend(self, other: Trials) -> None:
        """Add the deals that follow."""
        for mine, theirs in zip(self.trials, other.trials, strict=True):
            for name in ("gain", "changed", "contrary", "asked"):
                getattr(mine, name).extend(getattr(theirs, name))
        for name, tally in other.counts.items():
            self.counts.setdefault(name, []).extend(tally)


@frozen
class Advised:
    """A simple bot that is shown only the actions that the advice leaves."""

    advice: Advice
    bot: SimpleBot = field(factory=SimpleBot)

    def choose(self, view: br.State) -> br.Action:
        """What the simple bot chooses among them."""
        return self.bot.choose_among(view, self.advice.left(view))


@frozen(kw_only=True)
class Job:
    """What is to be played."""

    variant: br.Variant
    seed: int
    ask: int
    """In so many deals the Monte Carlo bot is asked too."""
    hands: int = 0
    """So many hands of each kind are played as a misère, one with each of the first deals."""

    @property
    def advice(self) -> tuple[Advice, ...]:
        """What is tried out."""
        return ADVICE[self.variant.slug]

    def play(self, numbers: Iterable[int]) -> Trials:
        """Play deals by simple bots, and again by whoever follows a piece of advice.

        A deal is played again from the first action that the advice changes. Where it changes none
        its followers win what they won; the deal counts all the same.
        """
        found = Trials(tuple(Trial() for _ in self.advice))
        for number in numbers:
            self._play(found, number)
            if number < self.hands:
                for kind, made in self._miseres(number):
                    found.count(kind, made)
        return found

    def _stream(self, number: int, purpose: str) -> random.Random:
        return stream(self.seed, f"deal {number} of {self.variant.slug}", purpose)

    def _play(self, found: Trials, number: int) -> None:
        seats = self.variant.seats
        bots: list[Bot] = [SimpleBot() for _ in range(seats)]
        state = first_deal(self.variant, number % self.variant.seats, self._stream(number, "cards"))
        before: dict[tuple[int, int], br.State] = {}
        while state.actor is not None:
            view = br.observe(state, state.actor)
            legal = br.legal_actions(view)
            action = bots[state.actor].choose(view)
            for place, advice in enumerate(self.advice):
                who = (place, -1 if advice.together else state.actor)
                if who in before:
                    continue
                left = advice.left(view)
                if action in left and (
                    left == legal or SimpleBot().choose_among(view, left) == action
                ):
                    continue
                before[who] = state
                if advice.asked and number < self.ask:
                    # A stream for each question: nothing depends on what was asked before.
                    rng = self._stream(number, f"advice {place} to seat {state.actor}")
                    other = MonteCarloBot(rng, iterations=ASKED).choose(view)
                    found.trials[place].asked.append((int(other in left), 1))
            state = br.apply(state, action)
        assert isinstance(state, br.Settled), "nobody is to act"
        _count(found, state)
        for place, (advice, trial) in enumerate(zip(self.advice, found.trials, strict=True)):
            players = (-1,) if advice.together else range(seats)
            won = 0
            changed = [seat for seat in players if (place, seat) in before]
            for seat in changed:
                table = [
                    Advised(advice) if seat in (-1, other) else bot
                    for other, bot in enumerate(bots)
                ]
                rng = self._stream(number, "play")
                again = play_deal(before[place, seat], table, rng)
                won += _chips(again, seat) - _chips(state, seat)
            trial.gain.append((won, len(players)))
            trial.changed.append((won, len(changed)))
            trial.contrary.append((len(changed), len(players)))

    # Hands for a misère.

    def _miseres(self, number: int) -> Iterator[tuple[str, int]]:
        """Kinds of hands, and whether a misère is made with one."""
        rng = self._stream(number, "misère")
        random_hand = rng.sample(br.PACK, 13)
        yield "any hand", self._makes(random_hand, rng)
        with_void = (rng.sample(br.PACK, 13) for _ in range(_AGAIN))
        found = next((hand for hand in with_void if len({card.suit for card in hand}) < 4), None)
        if found is not None:
            yield "a hand with a void", self._makes(found, rng)
        yield "the hand described", self._makes(misere_hand(rng), rng)

    def _makes(self, hand: Sequence[br.Card], rng: random.Random) -> int:
        """Whether eldest makes a misère with a hand."""
        rest = [card for card in br.PACK if card not in hand]
        rng.shuffle(rest)
        hands = [hand, *(rest[13 * seat : 13 * seat + 13] for seat in range(3))]
        state = br.start(self.variant, 3, hands=hands)
        state = br.apply(state, br.Bid(MISERE))
        while br.Pass() in br.legal_actions(state):
            state = br.apply(state, br.Pass())
        settled = play_deal(state, [SimpleBot() for _ in hands], rng)
        return int(settled.settlement.made is True)


def _chips(settled: br.Settled, seat: int) -> int:
    """The chips of a seat, or of all opponents of the declarer where all follow the advice."""
    deltas = settled.settlement.deltas
    if seat >= 0:
        return deltas[seat]
    contract = settled.contract
    assert contract is not None, "advice for all is about the play of a contract"
    return sum(chips for player, chips in enumerate(deltas) if player not in contract.side)


# What is counted in the deals of the simple bots.


def _count(found: Trials, settled: br.Settled) -> None:
    contract, variant = settled.contract, settled.table.variant
    found.count("a contract", int(contract is not None))
    if contract is None:
        return
    made = int(settled.settlement.made is True)
    dealt = [br.Cards.from_mask(hand) for hand in settled.deal.hands]
    hand = dealt[contract.declarer]
    _count_calls(found, settled.events, contract)
    if has_limit(variant, variant.ladder[contract.key]):
        voids = sum(not hand.of(suit) for suit in br.Suit)
        found.count("misère made", made)
        found.count(f"misère made with {voids} voids", made)
        return
    found.count("tricks made", made)
    if contract.trump is not None:
        if contract.partner is None:
            taken = settled.outcome.tricks[contract.declarer]
            found.count(BEYOND, taken - sure_tricks(hand.mask, contract.trump))
            _count_holdings(found, settled, hand, contract.trump)
        _count_follows(found, settled, dealt)


def _count_calls(found: Trials, events: Iterable[br.Event], contract: br.Contract) -> None:
    """What the simple bot calls."""
    for event in events:
        if isinstance(event.action, br.Call):
            card = event.action.card
            found.count("calls an ace or a king", int(card.rank >= br.Rank.KING))
            found.count("calls a trump", int(card.suit == contract.trump))


def _count_holdings(found: Trials, settled: br.Settled, hand: br.Cards, trump: br.Suit) -> None:
    """Which cards of a declarer win a trick, by what is held beside them."""
    won = {
        trick.cards[(trick.winner - trick.leader) % len(trick.cards)] for trick in settled.tricks
    }
    by_name: dict[str, list[br.Card]] = {}
    for suit in br.Suit:
        row = sorted(hand.of(suit), reverse=True)
        for name, card in _holdings({card.rank: card for card in row}, suit == trump):
            by_name.setdefault(name, []).append(card)
        if suit == trump:
            low = [card for card in row[3:] if card.rank < br.Rank.QUEEN]
            by_name.setdefault("trump below the queen, the fourth of the hand or later", []).extend(
                low
            )
    for name, cards in by_name.items():
        found.count(name, sum(card in won for card in cards), len(cards))


def _holdings(row: dict[br.Rank, br.Card], trumps: bool) -> Iterator[tuple[str, br.Card]]:
    rank = br.Rank
    ace, king, queen, jack = (
        row.get(each) for each in (rank.ACE, rank.KING, rank.QUEEN, rank.JACK)
    )
    if ace:
        yield "ace of trumps" if trumps else "ace of another suit", ace
    if trumps:
        if king and len(row) > 1:
            yield "king of trumps, not alone", king
        return
    if king and ace:
        yield "king with its ace", king
    elif king:
        yield "king without its ace, not alone" if len(row) > 1 else "king alone", king
    if queen and ace and not king:
        yield "queen with the ace but not the king: a finesse", queen
    if queen and not ace and not king and len(row) > 2:
        yield "queen without ace and king, two cards beside it", queen
    if jack and king and not queen:
        yield "jack with the king but not the queen: a finesse", jack


def _count_follows(found: Trials, settled: br.Settled, dealt: Sequence[br.Cards]) -> None:
    """How defenders follow to each other's leads, and what a low card says of length."""
    contract = settled.contract
    assert contract is not None, "somebody declares"
    side = set(contract.side)
    hands = [set(hand) for hand in dealt]
    led_before: set[br.Suit] = set()
    lowest = follows = 0
    long_by_rank: dict[str, list[int]] = {}
    for trick in settled.tricks:
        led, best = trick.cards[0].suit, trick.cards[0]
        for step, card in enumerate(trick.cards):
            seat = (trick.leader + step) % len(hands)
            row = sorted(held for held in hands[seat] if held.suit == led)
            beats = card.suit == best.suit and card > best
            among_defenders = not side & {seat, trick.leader}
            if step and among_defenders and card.suit == led and len(row) > 1 and not beats:
                follows += 1
                lowest += card == row[0]
            if step and row and led not in led_before and seat not in side:
                kind = _RANKS[(row[0].rank - br.Rank.TWO) // 3]
                long_by_rank.setdefault(kind, []).append(len(row) > 3)
            if beats or (card.suit == contract.trump != best.suit):
                best = card
            hands[seat].remove(card)
        led_before.add(led)
    found.count("follows low", lowest, follows)
    for kind, longs in long_by_rank.items():
        found.count(f"four or more with lowest {kind}", sum(longs), len(longs))


_RANKS: Final = ("2 to 4", "5 to 7", "8 to 10", "jack to king", "ace")
