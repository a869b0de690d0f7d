"""The play read off the rulings, slowly: every question answered from the events alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property

from attrs import frozen

import boston_rules as br

JACK_OF_DIAMONDS = br.parse_card("JD")
JACK_OF_HEARTS = br.parse_card("JH")


def boston(variant: br.Variant, trump: br.Suit | None, turned: br.Suit | None) -> br.Card | None:
    """R37 and P36: the card that stands above the ace of trumps."""
    if variant.slug != "french" or trump is None:
        return None
    exchanged = turned if variant.options().get("boston_jack") == "turned" else trump
    return JACK_OF_HEARTS if exchanged is br.DIAMONDS else JACK_OF_DIAMONDS


@cache
def verdicts(
    target: int, exact: bool, taken: int, lost: int, left: int, slam: str, *, spoken: bool = False
) -> frozenset[bool]:
    """Every verdict that the tricks still to come can bring, by playing them all out.

    ``slam``: ``no`` (there are none), ``open`` (not declared yet) or ``declared``; ``spoken`` says
    that the declarer has played to the current trick, or has decided whether he declares at it.
    """
    if slam == "open" and lost == 0 and taken >= target and left and not spoken:
        # P34, G20: the declarer may say it at this turn, or at a later one.
        return verdicts(target, exact, taken, lost, left, "declared") | verdicts(
            target, exact, taken, lost, left, slam, spoken=True
        )
    if not left:
        if slam == "declared":
            return frozenset({lost == 0})
        return frozenset({taken == target if exact else taken >= target})
    return verdicts(target, exact, taken + 1, lost, left - 1, slam) | verdicts(
        target, exact, taken, lost + 1, left - 1, slam
    )


@frozen(slots=False)
class Oracle:
    """What is so in a state of the play."""

    state: br.Playing

    @cached_property
    def done(self) -> Sequence[tuple[int, object]]:
        """Everything that was done, with its seat."""
        return [(event.seat, event.action) for event in self.state.events]

    @property
    def variant(self) -> br.Variant:
        return self.state.table.variant

    @cached_property
    def contract(self) -> br.Contract | None:
        return self.state.contract

    @cached_property
    def trump(self) -> br.Suit | None:
        return None if self.contract is None else self.contract.trump

    @cached_property
    def boston(self) -> br.Card | None:
        return boston(self.variant, self.trump, self.state.deal.turn.suit)

    @cached_property
    def plays(self) -> list[tuple[int, br.Card]]:
        return [(seat, a.card) for seat, a in self.done if isinstance(a, br.Play)]

    def suit(self, card: br.Card) -> br.Suit:
        if card is self.boston:
            assert self.trump is not None
            return self.trump
        return card.suit

    def beats(self, card: br.Card, other: br.Card) -> bool:
        """Whether ``card``, played later, beats ``other``, the best so far."""
        if self.suit(card) is self.suit(other):
            if other is self.boston:
                return False
            return card is self.boston or card.rank > other.rank
        return self.suit(card) is self.trump

    @cached_property
    def complete(self) -> list[tuple[list[tuple[int, br.Card]], int]]:
        """Complete tricks with their winners."""
        found = []
        for place in range(0, len(self.plays) - 3, 4):
            row = self.plays[place : place + 4]
            best = row[0]
            for other in row[1:]:
                if self.beats(other[1], best[1]):
                    best = other
            found.append((row, best[0]))
        return found

    @cached_property
    def current(self) -> list[tuple[int, br.Card]]:
        return self.plays[4 * len(self.complete) :]

    @cached_property
    def actor(self) -> int:
        if self.current:
            return (self.current[-1][0] + 1) % 4
        return self.complete[-1][1] if self.complete else self.state.table.eldest

    @cached_property
    def hands(self) -> list[set[br.Card]]:
        assert self.state.deal is not None
        held = [set(br.Cards.from_mask(mask)) for mask in self.state.deal.hands]
        for who, action in self.done:
            if isinstance(action, br.Play | br.Discard) and action.card is not br.HOLE:
                held[who].remove(action.card)
        return held

    def hand(self, seat: int) -> set[br.Card]:
        return self.hands[seat]

    @cached_property
    def taken(self) -> tuple[int, ...]:
        return tuple(sum(won == seat for _, won in self.complete) for seat in range(4))

    def legal_cards(self) -> set[br.Card]:
        """Follow suit if able, else anything; the four aces' holder is free in tricks 1 to 10."""
        hand = self.hand(self.actor)
        number = len(self.complete) + 1
        if self.contract is not None and self.contract.key == "quatre-as":
            free = self.actor == self.contract.declarer and number <= 10
        else:
            free = False
        if not self.current or free:
            return hand
        led = self.suit(self.current[0][1])
        following = {card for card in hand if self.suit(card) is led}
        return following or hand

    # Contracts.

    @property
    def goal(self) -> tuple[int, bool]:
        """Tricks and whether they are exact."""
        assert self.contract is not None
        step = self.variant.ladder[self.contract.key]
        extra = 0 if self.contract.partner is None else 3
        return step.goal.tricks + extra, not step.goal.counted

    @property
    def slam(self) -> br.Slam | None:
        return next((a for _, a in self.done if isinstance(a, br.Slam)), None)

    @property
    def side_taken(self) -> int:
        assert self.contract is not None
        return sum(self.taken[seat] for seat in self.contract.side)

    def slam_open(self) -> bool:
        """P34, G20: with every trick won the target is met as soon as so many are complete."""
        if self.contract is None or self.variant.slug != "french":
            return False
        target, exact = self.goal
        done = len(self.complete)
        return (
            not exact
            and self.actor == self.contract.declarer
            and done >= target
            and done == self.side_taken
            and self.slam is None
        )

    def legal(self) -> set[str]:
        slams = {"slam", "slam table"} if self.slam_open() else set()
        return {f"play {card}" for card in self.legal_cards()} | slams

    @property
    def decided(self) -> bool | None:
        if self.contract is None:
            return None
        target, exact = self.goal
        step = self.variant.ladder[self.contract.key]
        done = len(self.complete)
        word = "no"
        if self.variant.slug == "french" and not exact:
            word = "open" if self.slam is None else "declared"
        found = verdicts(
            target,
            exact,
            self.side_taken,
            done - self.side_taken,
            (12 if step.discard else 13) - done,
            word,
            spoken=any(seat == self.contract.declarer for seat, _ in self.current),
        )
        return next(iter(found)) if len(found) == 1 else None

    @property
    def exposed(self) -> tuple[int, ...]:
        """R3, and a slam on the table."""
        if self.contract is None:
            return ()
        key = self.contract.key
        open_bid = key.endswith(("-table", "-spread"))
        shown = open_bid or (self.slam is not None and self.slam.table)
        return (self.contract.declarer,) if shown else ()
