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

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from random import Random
from typing import TypeAlias

from attrs import frozen

from boston_rules.core.arguments import RNG, wrong_type
from boston_rules.core.cardplay.placing import Placing
from boston_rules.core.cards import FULL_PACK, bits
from boston_rules.core.events import Counted
from boston_rules.core.hidden import FULL, HOLE
from boston_rules.deal.state import State
from boston_rules.deal.terms import terms_of
from boston_rules.knowing.facts import Facts, facts_of
from boston_rules.knowing.filling import World, filled

__all__ = ["World", "Worlds", "sample"]


@frozen
class _Place:
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

    __slots__ = ("_aside", "_facts", "_options", "_places", "_shown", "count", "view")

    def __init__(self, view: State) -> None:
        expected = "a view, such as br.observe() returns"
        if not isinstance(view, State):
            raise wrong_type("view", expected, view)
        if view.viewer is FULL:
            raise wrong_type("view", expected, view)
        self.view: State = view
        self._facts = facts_of(view)
        self._places = _places(view, self._facts) if self._facts.dealt else ()
        self._options: tuple[tuple[tuple[int, ...], Placing], ...] = ()
        """Cards that are fixed by place, and the rest to be placed."""
        if self._facts.dealt and not _contradicts(self._facts):
            self._options = tuple(
                (pins, placing) for pins, placing in self._placings() if placing.total
            )
        facts, seats = self._facts, range(view.variant.seats)
        self._shown: list[int] = [facts.shown.get(seat, 0) for seat in seats]
        """By seat, the hand as far as it is seen."""
        self._aside: list[int] = [
            0 if (card := facts.aside.get(seat)) is None else 1 << card for seat in seats
        ]
        """By seat, the card laid aside as far as it is seen."""
        self.count: int = sum(placing.total for _, placing in self._options)
        """How many worlds there are; 0 before the cards are dealt."""

    def _placings(self) -> Iterator[tuple[tuple[int, ...], Placing]]:
        view, facts, places = self.view, self._facts, self._places
        seen = facts.turned_dead
        for seat in range(view.variant.seats):
            seen |= facts.played[seat] | facts.shown.get(seat, 0)
            aside = facts.aside.get(seat)
            seen |= 0 if aside is None else 1 << aside
        unseen = FULL_PACK ^ seen
        needs = [
            (sum(1 << at for at, place in enumerate(places) if place.seat == seat), suit)
            for seat, suit in facts.laid
            if not facts.known[seat] & suit
        ]
        needs += [
            (1 << at, suit)
            for seat, suit in facts.held
            for at, place in enumerate(places)
            if place.seat == seat and place.kind == "hand"
        ]
        for pins in _pinned(view, facts, places, unseen):
            fixed = 0
            for mask in pins:
                fixed |= mask
            open_needs = [
                (at, suit)
                for at, suit in needs
                if not any(at >> place & 1 and mask & suit for place, mask in enumerate(pins))
            ]
            yield (
                pins,
                Placing(
                    unseen & ~fixed,
                    [place.allowed for place in places],
                    [
                        place.size - mask.bit_count()
                        for place, mask in zip(places, pins, strict=True)
                    ],
                    open_needs,
                ),
            )

    def world(self, rng: Random) -> World:
        """A world; all are equally likely.

        Raises:
            ValueError: the cards are not dealt yet, or no deal fits the view (one made by hand).
        """
        if not self.count:
            raise ValueError(
                "no deal fits the view" if self._facts.dealt else "the cards are not dealt yet"
            )
        pins, placing = self._option(rng)
        hands, aside = list(self._shown), list(self._aside)
        dead = 0
        for place, mask, pin in zip(self._places, placing.draw(rng), pins, strict=True):
            if place.kind == "hand":
                hands[place.seat] |= mask | pin
            elif place.kind == "aside":
                aside[place.seat] |= mask | pin
            else:
                dead = mask | pin | place.fixed
        return World(tuple(hands), tuple(aside), dead)

    def _option(self, rng: Random) -> tuple[tuple[int, ...], Placing]:
        if len(self._options) == 1:
            return self._options[0]
        pick = rng.randrange(self.count)
        for option in self._options:
            if pick < option[1].total:
                return option
            pick -= option[1].total
        raise AssertionError("a pick is below the sum of the weights")

    def admits(self, world: World) -> bool:
        """Whether a world is one of these, which have a chance each.

        >>> import boston_rules as br
        >>> worlds = br.Worlds(br.observe(br.start(br.get_variant("russian")), 0))
        >>> worlds.admits(br.World((0, 0, 0, 0), (0, 0, 0, 0), 0))  # no cards are dealt yet
        False
        """
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
        return (
            shown
            and known
            and any(
                all(not pin & ~mask for pin, mask in zip(pins, lying, strict=True))
                and placing.admits(
                    tuple(mask & ~pin for pin, mask in zip(pins, lying, strict=True))
                )
                for pins, placing in self._options
            )
        )

    def draw(self, rng: Random) -> tuple[int, ...]:
        """The cards each seat holds now in a world, as masks over ``Card.index``.

        Raises:
            ValueError: as for :meth:`world`.
        """
        return self.world(rng).hands

    def state(self, rng: Random) -> State:
        """A full state of a world, which this seat could not tell from the one it sees.

        Before the deal, a state with a pack in random order.

        Raises:
            ValueError: no deal fits the view (one made by hand).
            TypeError: ``rng`` is not a generator.
        """
        if not hasattr(rng, "randrange"):
            raise wrong_type("rng", RNG, rng)
        return filled(self.view, self._facts, self.world(rng) if self._facts.dealt else None, rng)

    def state_of(self, world: World, rng: Random) -> State:
        """A full state of one of these worlds, such as :meth:`world` gives.

        Args:
            world: one of these, of cards that are dealt.
            rng: draws what the world leaves open.
        """
        return filled(self.view, self._facts, world, rng)


def _contradicts(facts: Facts) -> bool:
    """Whether a view made by hand shows a card twice, or a hand of more or fewer than 13."""
    seen = facts.turned_dead
    for seat, played in enumerate(facts.played):
        aside = facts.aside.get(seat)
        whole = [played, facts.shown.get(seat, 0), 0 if aside is None else 1 << aside]
        for mask in whole:
            if mask & seen:
                return True
            seen |= mask
        hidden = seat in facts.aside and aside is None
        if seat in facts.shown and sum(mask.bit_count() for mask in whole) + hidden != 13:
            return True
    return False


def _places(view: State, facts: Facts) -> tuple[_Place, ...]:
    """The places that the viewer does not see, with what may lie in each."""
    seats = range(view.variant.seats)
    found = []
    for seat in seats:
        elsewhere = facts.barred[seat] | facts.turned_dead
        for other in seats:
            if other != seat:
                elsewhere |= facts.known[other]
        laid_aside = seat in facts.aside
        if seat not in facts.shown:
            size = 13 - facts.played[seat].bit_count() - laid_aside
            allowed = FULL_PACK & ~elsewhere & ~facts.void[seat]
            found.append(_Place("hand", seat, size, allowed))
        if laid_aside and facts.aside[seat] is None:
            found.append(_Place("aside", seat, 1, FULL_PACK & ~elsewhere & ~facts.seen[seat]))
    if view.variant.seats == 3:
        known = facts.not_dead
        for seat in seats:
            known |= facts.known[seat]
        size = 13 - facts.turned_dead.bit_count()
        found.append(_Place("dead", -1, size, FULL_PACK & ~known, facts.turned_dead))
    return tuple(found)


_Condition: TypeAlias = tuple[int, Callable[[Sequence[int]], bool]]
"""Some cards, and whether the hands can have been dealt so as far as these cards go."""


def _pinned(
    view: State, facts: Facts, places: tuple[_Place, ...], unseen: int
) -> list[tuple[int, ...]]:
    """How the cards can lie that something binds which no single hand shows, by place.

    No card is pinned where all ways are alike.
    """
    told = _by_count(view), _by_partner(view), _by_limit(facts)
    conditions = [each for each in told if each is not None]
    special = 0
    for cards, _ in conditions:
        special |= cards
    hidden = tuple(bits(special & unseen))
    free = [(0,) * len(places)]
    if not hidden:
        return free if all(admits(facts.known) for _, admits in conditions) else []
    found = []
    choices = [
        [at for at, place in enumerate(places) if place.size and place.allowed >> card & 1]
        for card in hidden
    ]
    ways = 0
    for chosen in product(*choices):
        pins = [0] * len(places)
        dealt = list(facts.known)
        for card, at in zip(hidden, chosen, strict=True):
            pins[at] |= 1 << card
            if places[at].seat >= 0:
                dealt[places[at].seat] |= 1 << card
        if any(pin.bit_count() > place.size for pin, place in zip(pins, places, strict=True)):
            continue
        ways += 1
        if all(admits(dealt) for _, admits in conditions):
            found.append(tuple(pins))
    return free if ways and len(found) == ways else found


def _by_partner(view: State) -> _Condition | None:
    """Who held the called card, where the end of the deal has told it."""
    partner, contract = view.events[-1].shows.partner, view.contract
    if partner is HOLE or contract is None or contract.called is None:
        return None
    card = 1 << contract.called.index

    def admits(dealt: Sequence[int]) -> bool:
        return [seat for seat, hand in enumerate(dealt) if hand & card] == (
            [] if partner is None else [partner]
        )

    return card, admits


def _by_limit(facts: Facts) -> _Condition | None:
    """In a deal that the cards did not decide nobody was dealt too many of those that would."""
    if facts.limit is None:
        return None
    cards, most = facts.limit
    return cards, lambda dealt: all((hand & cards).bit_count() <= most for hand in dealt)


def _by_count(view: State) -> _Condition | None:
    """What was counted of the hands as dealt when the deal was settled."""
    contract = view.contract
    counted = view.events[-1].shows.counted
    if counted is None or contract is None:
        return None
    terms = terms_of(view.variant, contract)

    def admits(dealt: Sequence[int]) -> bool:
        return Counted(terms.honours_in(dealt), terms.boston_in(dealt)) == counted

    return terms.honours | (0 if terms.boston is None else 1 << terms.boston), admits


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
