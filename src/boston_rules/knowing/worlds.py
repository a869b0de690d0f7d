"""Every deal that fits a view, counted exactly and drawn from uniformly.

>>> import random
>>> import boston_rules as br
>>> rng = random.Random(3)
>>> state = br.start(br.get_variant("french"))
>>> view = br.observe(br.apply(state, br.draw_chance(state, rng)), 1)
>>> worlds = Worlds(view)
>>> worlds.count  # 38 cards in three hands, as the dealer's last card is turned
28159366024288800
>>> hypothetical = worlds.state(rng)
>>> br.observe(hypothetical, 1) == view
True
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from boston_rules.core.arguments import check_rng, check_type
from boston_rules.core.cardplay.placing import Need, Placing
from boston_rules.core.cards import bits
from boston_rules.deal.state import State
from boston_rules.knowing.facts import Facts, facts_of
from boston_rules.knowing.filling import World, filled
from boston_rules.knowing.packs import cuts_of_sorted
from boston_rules.knowing.presorted import draw_presorted
from boston_rules.knowing.views import check_view

__all__ = ["World", "Worlds", "sample"]


class _Place(NamedTuple):
    """A hand, a card laid aside or a dead hand that the viewer does not see."""

    kind: str
    seat: int
    size: int
    allowed: int
    fixed: int = 0
    """Cards that lie there for certain, besides."""


class Worlds:
    """The worlds of a view: every way in which the unseen cards can lie.

    A world gives each unseen card a place: a hand, a card laid aside, a dead hand. All worlds that
    fit what the seat has seen are equally likely; what others thought when they bid or passed is
    not weighed. What a view leaves open besides (the card laid with a bid that was overcalled, the
    order of the cards in the pack, the cuts) is drawn uniformly for the world by :meth:`state`.

    The worlds are counted when the object is made, which is the larger part of the work: for many
    samples of one view make one object. Counting takes well under a tenth of a second for a seat
    whatever is known, and no draw is ever rejected.

    >>> import math
    >>> import boston_rules as br
    >>> suits = ("A K Q J T 9 8 7 6 5 4 3 2".replace(" ", f"{suit} ") + suit for suit in "SHCD")
    >>> state = br.start(br.get_variant("fontainebleau"), hands=suits)
    >>> br.Worlds(br.observe(state, 1)).count == math.comb(39, 13) * math.comb(26, 13)
    True
    """

    __slots__ = ("_aside", "_facts", "_lying", "_places", "_shown", "_sorted", "count", "view")

    def __init__(self, view: State) -> None:
        check_view(view)
        self.view: State = view
        self._facts = facts_of(view)
        self._places = _places(view, self._facts) if self._facts.dealt else ()
        self._lying: Placing | None = None
        """The unseen cards in their places; ``None`` where no cards are dealt or no deal fits."""
        if self._facts.dealt and not _contradicts(self._facts, view.variant.hand):
            self._lying = self._placing()
        facts, seats = self._facts, range(view.variant.seats)
        self._shown: list[int] = [facts.shown.get(seat, 0) for seat in seats]
        """By seat, the hand as far as it is seen."""
        self._aside: list[int] = [
            0 if (card := facts.aside.get(seat)) is None else 1 << card for seat in seats
        ]
        """By seat, the card laid aside as far as it is seen."""
        self.count: int = 0 if self._lying is None else self._lying.total
        """How many worlds there are; 0 before the cards are dealt. Of cards that were dealt again
        from sorted hands it is the most there can be."""
        deal = view.deal
        self._sorted: tuple[int, ...] = ()
        """How often a pack of sorted hands was cut, for each deal from one."""
        if deal is not None:
            self._sorted = cuts_of_sorted(deal.table, deal.events)

    def _placing(self) -> Placing:
        """Every way to lay the unseen cards into the places that the viewer does not see."""
        facts, places, variant = self._facts, self._places, self.view.variant
        unseen = variant.dealing.pack.mask ^ facts.turned_dead
        seen = []
        for seat in range(variant.seats):
            aside = facts.aside.get(seat)
            seen.append(facts.played[seat] | facts.shown.get(seat, 0))
            seen[seat] |= 0 if aside is None else 1 << aside
            unseen &= ~seen[seat]
        needs: list[Need] = []
        for seat, (cards, least, most) in facts.counts:
            there = sum(1 << at for at, place in enumerate(places) if place.seat == seat)
            had, hidden = (seen[seat] & cards).bit_count(), (unseen & cards).bit_count()
            sure = (facts.known[seat] & unseen & cards).bit_count()
            if had + sure < least or had + hidden > most:
                needs.append((there, cards, least - had, most - had))
        needs += [
            (1 << at, suit, 1, 52)
            for seat, suit in facts.held
            for at, place in enumerate(places)
            if place.seat == seat and place.kind == "hand"
        ]
        allowed = [place.allowed for place in places]
        return Placing(unseen, allowed, [place.size for place in places], needs)

    def world(self, rng: Random) -> World:
        """A world; all are equally likely.

        Raises:
            ValueError: the cards are not dealt yet, or no deal fits the view (one made by hand).
            TypeError: it is not a generator.
        """
        check_rng(rng)
        if self._lying is None or not self.count:
            raise ValueError(
                "no deal fits the view" if self._facts.dealt else "the cards are not dealt yet"
            )
        if self._sorted:
            return self._redealt(rng)
        return self._lain(self._lying.draw(rng))

    def every(self) -> Iterator[World]:
        """All the worlds, :attr:`count` of them: only where that are few enough to be looked at.

        Raises:
            ValueError: cards were dealt again from sorted hands, so that worlds are not alike.
        """
        if self._sorted:
            raise ValueError("worlds of cards dealt from sorted hands are drawn, not listed")
        return map(self._lain, () if self._lying is None else self._lying.every())

    def _lain(self, masks: Sequence[int]) -> World:
        """The world in which the places that are not seen hold these cards."""
        hands, aside = list(self._shown), list(self._aside)
        dead = 0
        for place, mask in zip(self._places, masks, strict=True):
            if place.kind == "hand":
                hands[place.seat] |= mask
            elif place.kind == "aside":
                aside[place.seat] |= mask
            else:
                dead = mask | place.fixed
        return World(tuple(hands), tuple(aside), dead)

    def _redealt(self, rng: Random) -> World:
        """A world whose cards can have been dealt from a pack that was sorted after a misdeal."""
        facts, deal = self._facts, self.view.deal
        assert deal is not None, "the cards are dealt"
        allowed = _dealt_to(self.view, facts)
        while True:
            deals = draw_presorted(deal.table, allowed, self._sorted, rng)
            if deals is None:
                raise ValueError("no deal fits the view")
            held, aside, dead = list(deals.dealt), list(self._aside), 0
            if self.view.variant.seats < len(held):
                dead = held.pop()
            for seat, cards in enumerate(held):
                left = cards & ~facts.played[seat]
                if seat in facts.aside and not aside[seat]:
                    loose = tuple(bits(left & ~facts.seen[seat]))
                    aside[seat] = 1 << loose[int(rng.random() * len(loose))] if loose else 0
                held[seat] = left & ~aside[seat]
            world = World(tuple(held), tuple(aside), dead, deals)
            if self.admits(world):
                return world

    def admits(self, world: World) -> bool:
        """Whether a world is one of these, which have a chance each.

        Raises:
            TypeError: it is not a world.

        >>> import boston_rules as br
        >>> worlds = br.Worlds(br.observe(br.start(br.get_variant("russian")), 0))
        >>> worlds.admits(br.World((0, 0, 0, 0), (0, 0, 0, 0), 0))  # no cards are dealt yet
        False
        """
        check_type("world", world, World, "a World, such as Worlds.world() returns")
        facts, places = self._facts, self._places
        shown = all(world.hands[seat] == cards for seat, cards in facts.shown.items())
        known = all(
            world.aside[seat] == 1 << card for seat, card in facts.aside.items() if card is not None
        )
        lying = []
        for place in places:
            if place.kind == "dead":
                if place.fixed & ~world.dead:
                    return False
                lying.append(world.dead & ~place.fixed)
            else:
                lying.append((world.hands if place.kind == "hand" else world.aside)[place.seat])
        return shown and known and self._lying is not None and self._lying.admits(lying)

    def draw(self, rng: Random) -> tuple[int, ...]:
        """The cards each seat holds now in a world, as masks over ``Card.index``.

        Raises:
            ValueError: as for :meth:`world`.
            TypeError: it is not a generator.
        """
        return self.world(rng).hands

    def state(self, rng: Random) -> State:
        """A full state of a world, which this seat could not tell from the one it sees.

        Before the deal, a state with a pack in random order.

        Raises:
            ValueError: no deal fits the view (one made by hand).
            TypeError: ``rng`` is not a generator.
        """
        check_rng(rng)
        return filled(self.view, self._facts, self.world(rng) if self._facts.dealt else None, rng)

    def state_of(self, world: World, rng: Random) -> State:
        """A full state of one of these worlds, such as :meth:`world` gives.

        Args:
            world: one of these, of cards that are dealt.
            rng: draws what the world leaves open.

        Raises:
            TypeError: an argument is of another type.
        """
        check_type("world", world, World, "a World, such as Worlds.world() returns")
        check_rng(rng)
        return filled(self.view, self._facts, world, rng)


def _contradicts(facts: Facts, hand: int) -> bool:
    """Whether a view made by hand shows a card twice, or a hand of more or fewer cards."""
    seen = facts.turned_dead
    for seat, played in enumerate(facts.played):
        aside = facts.aside.get(seat)
        whole = [played, facts.shown.get(seat, 0), 0 if aside is None else 1 << aside]
        for mask in whole:
            if mask & seen:
                return True
            seen |= mask
        hidden = seat in facts.aside and aside is None
        if seat in facts.shown and sum(mask.bit_count() for mask in whole) + hidden != hand:
            return True
    return False


def _dealt_to(view: State, facts: Facts) -> list[int]:
    """The cards that each hand may have been dealt, a dead one last, as masks."""
    pack, seats, found = view.variant.dealing.pack.mask, range(view.variant.seats), []
    known = 0
    for seat in seats:
        known |= facts.known[seat]
        elsewhere = facts.barred[seat] | facts.turned_dead
        for other in seats:
            if other != seat:
                elsewhere |= facts.known[other]
        gone = 0 if seat in facts.aside else facts.void[seat]
        found.append(facts.known[seat] | pack & ~elsewhere & ~gone)
    return found if len(found) == 4 else [*found, pack & ~known & ~facts.not_dead]


def _places(view: State, facts: Facts) -> tuple[_Place, ...]:
    """The places that the viewer does not see, with what may lie in each."""
    variant = view.variant
    seats, pack, dealt = range(variant.seats), variant.dealing.pack.mask, variant.hand
    found = []
    for seat in seats:
        elsewhere = facts.barred[seat] | facts.turned_dead
        for other in seats:
            if other != seat:
                elsewhere |= facts.known[other]
        laid_aside = seat in facts.aside
        if seat not in facts.shown:
            size = dealt - facts.played[seat].bit_count() - laid_aside
            allowed = pack & ~elsewhere & ~facts.void[seat]
            found.append(_Place("hand", seat, size, allowed))
        if laid_aside and facts.aside[seat] is None:
            found.append(_Place("aside", seat, 1, pack & ~elsewhere & ~facts.seen[seat]))
    if variant.seats == 3:
        known = facts.not_dead
        for seat in seats:
            known |= facts.known[seat]
        size = dealt - facts.turned_dead.bit_count()
        found.append(_Place("dead", -1, size, pack & ~known, facts.turned_dead))
    return tuple(found)


def sample(view: State, rng: Random) -> State:
    """A full state that the viewer could not tell from what it sees.

    Every way in which the unseen cards can lie is equally likely, and none is rejected;
    :class:`Worlds` draws many samples of one view faster.

    Raises:
        ValueError: no deal fits the view.
        TypeError: not a view, or ``rng`` is not a generator.

    >>> import random
    >>> import boston_rules as br
    >>> state = br.start(br.get_variant("classic", deals=8), dealer=3)
    >>> view = br.observe(br.apply(state, br.draw_chance(state, random.Random(1))), 0)
    >>> other = br.sample(view, random.Random(2))
    >>> br.observe(other, 0) == view, other == state
    (True, False)
    """
    return Worlds(view).state(rng)
