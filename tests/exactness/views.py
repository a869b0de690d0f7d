"""Views of small games and of the ends of large ones, each steered to something that binds cards.

A :class:`Case` names what is known of hidden cards, and the game and the views in which it is.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from attrs import evolve
from tests.cousins.games import KLEUREN, SMALL
from tests.exactness.alike import Alike, Deal
from tests.exactness.faults import DRAWING, planted
from tests.exactness.frequencies import Expected
from tests.exhaustion.chances import distribution
from tests.questions.telling_aces import TellAces
from tests.sampling.test_hidden_suit import SMALL as DEMANDE
from tests.sampling.test_hidden_suit import opening

import boston_rules as br
from boston_rules.rules.goals import AtLeast
from boston_rules.rules.ladder import Ladder

__all__ = ["CASES", "Case", "exact_chances", "views"]

LEAST: Final = 8
"""Fewer states that look the same are no sample to test."""
MOST: Final = 360
"""More divisions take too long to try."""
_SEEDS: Final = 400
_PATHS: Final = 1500

Wanted = Callable[[br.State], bool]
"""Whether what a case is about binds the hidden cards of a view."""


class Case(NamedTuple):
    """Something that is known of hidden cards."""

    known: str
    variant: br.Variant
    wanted: Wanted
    keys: Sequence[str] = ()
    """The bids that are made if they may be; any by default."""
    held: str = ""
    """Cards that the last seat is dealt."""
    fault: str = "does not mix"
    """A fault of :mod:`~tests.exactness.faults`: with it the samples of each view are refused."""
    views: int = 2
    left: int = 13
    """Cards that each seat holds at most; of a large game only the end is small enough."""
    open: Callable[[Sequence[br.Cards]], br.State] | None = None
    """Begins the deal; as the first of a session where there is none."""

    def __str__(self) -> str:
        return f"{self.known}, {self.variant.slug}, {self.fault}".replace(" ", "-")


# Games.


def variant(slug: str, **options: object) -> br.Variant:
    return br.get_variant(slug, deals=1, **options)


COURT: Final = "AS KS QS AH KH QH AC KC QC AD KD QD"
JACKS: Final = "AS KS JS AH KH JH AC KC JC AD KD JD"


def small(slug: str, pack: str, goals: Mapping[str, int | None], **options: object) -> br.Variant:
    """A game with few cards and the bids named, which need so many tricks now if any."""
    full = variant(slug, **options)
    cards = br.Cards.parse(pack)
    steps = [
        evolve(step, goal=AtLeast(goal), breaks_off=False) if goal else step
        for step in full.ladder.steps
        if (goal := goals.get(step.key, 0)) != 0
    ]
    partners: Any = full.partners
    return evolve(
        full,
        dealing=evolve(full.dealing, pack=cards, packets=(1,) * (len(cards) // 4), least_cut=1),
        ladder=Ladder(tuple(steps)),
        partners=evolve(partners, extra=1) if hasattr(partners, "extra") else partners,
    )


FRENCH: Final = small(
    "french",
    JACKS,
    {
        "simple-petite": 1,
        "simple-belle": 1,
        "petite-independance": 2,
        "petite-misere": None,
        "grande-misere-table": None,
    },
)
FONTAINEBLEAU: Final = small(
    "fontainebleau", COURT, {"5": 1, "little-misere": None, "little-misere-table": None}
)
BILLS: Final = evolve(FONTAINEBLEAU, concession=br.get_variant("russian").concession)
"""With a poll after the first trick: no telling has both it and honours; a house may."""
RUSSIAN: Final = small("russian", COURT, {"5": 1, "6": 2})
ALLIANCE: Final = SMALL[2]
CALLING: Final = small("fontainebleau-cats", COURT, {"5": 1, "7": 2})
QUOTAS: Final = evolve(FONTAINEBLEAU, questions=(TellAces(1),))
HIGHER: Final = evolve(FONTAINEBLEAU, questions=(TellAces(2),))
AT_THE_TABLE: Final = small("fontainebleau", COURT, {"5": 1}, enforcement="table")
SIMPLE: Final = ("simple-petite", "simple-belle")
DEMANDES: Final = ("demande", "demande-belle")
CLASSIC: Final = small("classic", COURT, {"5": 1, "6": 2}, enforcement="table")


def dealt_again(hands: Sequence[br.Cards]) -> br.State:
    """The deal of these hands after others were misdealt, the pack shuffled again and cut."""
    state = br.start(CLASSIC, 3, hands=("AS KH QC", "KS QH AC", "QS AH KD", "AD QD KC"))
    state = br.apply(state, br.Misdeal())
    rows = CLASSIC.dealing.deal(range(len(COURT.split())), state.table.dealer)
    cards = {
        place: card
        for row, hand in zip(rows, hands, strict=True)
        for place, card in zip(row, hand, strict=True)
    }
    pack = [cards[place] for place in sorted(cards)]
    state = br.apply(state, br.Shuffle(tuple(pack[-5:] + pack[:-5])))
    return br.apply(state, br.Cut(5))


# What is known.


def hidden(view: br.State) -> list[int]:
    """The seats whose cards the viewer does not see."""
    shown = {seat for seat, _ in view.exposed} | {view.viewer}
    return [seat for seat in range(view.variant.seats) if seat not in shown]


def acted(view: br.State, *kinds: type) -> bool:
    return any(isinstance(event.action, kinds) for event in view.events)


def by_others(view: br.State, *kinds: type) -> bool:
    return any(
        isinstance(event.action, kinds) and event.seat in hidden(view) for event in view.events
    )


def anything(view: br.State) -> bool:
    return True


def voids(view: br.State) -> bool:
    return any(view.voids[seat] for seat in hidden(view)) and view.contract is not None


def uneven(view: br.State) -> bool:
    """Hidden hands are out of different suits, so that cards must be weighed."""
    return view.contract is not None and len({view.voids[seat] for seat in hidden(view)}) > 2


def bids(view: br.State) -> bool:
    return by_others(view, br.Bid)


def discards(view: br.State) -> bool:
    return by_others(view, br.Discard)


def laid(view: br.State) -> bool:
    return any(
        isinstance(event.action, br.Bid) and event.action.card is br.HOLE for event in view.events
    )


def shown(view: br.State) -> bool:
    return any(event.shows.laid is not None for event in view.events)


def called(view: br.State) -> bool:
    contract = view.contract
    return (
        contract is not None
        and contract.called is not None
        and contract.partner is br.UNKNOWN
        and view.viewer != contract.declarer
    )


def limits(view: br.State) -> bool:
    return acted(view, br.Pass, br.Bid)


def made(view: br.State) -> bool:
    rule, contract = view.variant.dealt, view.contract
    return (
        rule is not None
        and contract is not None
        and contract.key in rule.keys
        and contract.declarer in hidden(view)
    )


def bills(view: br.State) -> bool:
    counted = view.events[-1].shows.counted
    return counted is not None and any(counted.honours) and acted(view, br.Concede)


def answers(view: br.State) -> bool:
    return by_others(view, br.Accept, br.Pass) and view.phase == "play"


def chicane(view: br.State) -> bool:
    return by_others(view, br.Chicane)


def exposed(view: br.State) -> bool:
    return any(seat != view.viewer for seat, _ in view.exposed)


def revokes(view: br.State) -> bool:
    return any(event.shows.verdict for event in view.events)


def free(view: br.State) -> bool:
    contract = view.contract
    return contract is not None and contract.key == "quatre-as" and view.viewer != contract.declarer


# Cases.

FIRST: Final = "takes the first option"
LOWEST: Final = "lays the lowest card"
EVERY: Final = "takes every option as often"
VOIDS: Final = "forgets who could follow"
DEALT: Final = "forgets what was dealt"
NOT_DEALT: Final = "forgets what was not dealt"
COUNTS: Final = "forgets counts"

CASES: Final = (
    Case("nothing", SMALL[0], anything),
    Case("a dead hand", SMALL[1], anything),
    Case("a bid's holding", SMALL[0], bids, fault=DEALT),
    Case("suits not followed", FONTAINEBLEAU, voids, ("5",), fault=VOIDS, views=3),
    Case("cards laid", FRENCH, laid, SIMPLE, fault=LOWEST),
    Case("a card laid and shown", FRENCH, shown, SIMPLE, fault=DEALT),
    Case("discards", FRENCH, discards, ("petite-misere",), fault="discards follow suit"),
    Case("discards", FONTAINEBLEAU, discards, ("little-misere",), fault="discards follow suit"),
    Case("an exposed hand", FONTAINEBLEAU, exposed, ("little-misere-table",)),
    Case("a called card", CALLING, called, ("5",), fault=NOT_DEALT),
    Case("a called card", ALLIANCE, called, ("1",), fault=NOT_DEALT),
    Case("a limit", ALLIANCE, limits, fault=COUNTS),
    Case("a limit", ALLIANCE, limits, fault=FIRST, views=3),
    Case("a dealt contract", ALLIANCE, made, fault=DEALT),
    Case("a bill", BILLS, bills, ("5",), fault=COUNTS, views=3),
    Case("a bill", BILLS, bills, ("5",), fault=FIRST, views=1),
    Case("answers", QUOTAS, answers, ("5",), fault=COUNTS, views=3),
    Case("answers", QUOTAS, answers, ("5",), fault=EVERY, views=1),
    Case("answers", HIGHER, answers, ("5",), fault=COUNTS),
    Case("a revoke", AT_THE_TABLE, revokes, ("5",), fault="forgets who holds a suit", views=3),
    Case("a demande", DEMANDE, laid, DEMANDES, "KC", LOWEST, open=opening),
    Case("hands after a misdeal", CLASSIC, voids, ("5",), fault=VOIDS, open=dealt_again),
    Case("chicane", RUSSIAN, chicane, ("5",), fault=NOT_DEALT),
    Case("suits not followed", variant("classic"), uneven, fault=FIRST, views=1, left=3),
    Case("free discards", variant("french"), free, ("quatre-as",), "AS AH AC AD", VOIDS, left=3),
    Case("a dealt contract", KLEUREN, made, (), "AS AH AC", VOIDS, left=3),
    *(
        Case("suits not followed", variant(slug), voids, fault=VOIDS, views=1, left=3)
        for slug in br.list_variants()
    ),
)


# Walks.


def views(case: Case) -> Iterator[tuple[Alike, Expected]]:
    """The views of a case, each with what should be drawn; its fault is refused in each of them.

    Raises:
        AssertionError: too few are found.
    """
    found = 0
    for seed in range(_SEEDS):
        rng = random.Random(f"{case} {seed}")
        deals = [deal for deal in walked(case, rng) if _left(deal.state) <= case.left]
        for deal in rng.sample(deals, len(deals)):
            alike = Alike(deal, rng.choice((None, *range(case.variant.seats))))
            fits = LEAST <= alike.tries <= MOST and case.wanted(alike.view)
            if fits and shows(alike, case.fault):
                expected = Expected.of(alike.states())
                if len(expected.chances) >= LEAST and refuses(alike, expected, case.fault):
                    yield alike, expected
                    found += 1
                    break
        if found == case.views:
            return
    raise AssertionError(f"{case}: {found} views of {case.views}")


def shows(alike: Alike, fault: str) -> bool:
    """Whether a fault may change what is drawn: one in what is known changes how many it is of."""
    if fault in DRAWING:
        return True
    count = br.Worlds(alike.view).count
    with planted(fault):
        return br.Worlds(alike.view).count != count


def refuses(alike: Alike, expected: Expected, fault: str) -> bool:
    """Whether samples with a fault are refused."""
    with planted(fault):
        return expected.fit(alike).refused


def _left(state: br.State) -> int:
    """The most cards that a seat holds."""
    return max(map(len, state.hands))


def walked(case: Case, rng: random.Random) -> list[Deal]:
    """The states of a deal at random, its hands given."""
    variant, held = case.variant, br.Cards.parse(case.held)
    size, seats = variant.hand, range(variant.seats)
    dealer, turned, begin = rng.randrange(variant.seats), None, case.open
    pack = [*br.shuffled(rng, variant.dealing.pack - held), *held]
    hands = [br.Cards(pack[size * seat : size * (seat + 1)]) for seat in seats]
    if begin is not None:
        dealer, turned = begin(hands).table.dealer, None
    elif variant.dealing.turn is not None:
        dealt = hands[dealer] if variant.dealing.turns_from_hand else variant.dealing.pack
        turned = rng.choice(list(dealt))

    def start(given: Sequence[br.Cards]) -> br.State:
        return br.start(variant, dealer, hands=given, turned=turned)

    deals = [Deal(begin or start, (begin or start)(hands))]
    while (state := deals[-1].state).actor is not None:
        deals.append(Deal(begin or start, _moved(case, state, rng)))
    return deals


def _moved(case: Case, state: br.State, rng: random.Random) -> br.State:
    """The state after an action at random."""
    seat = state.actor
    actions = br.legal_actions(state)
    claims = [
        (other, each)
        for other in range(state.variant.seats)
        for each in br.legal_actions(state, other)
        if isinstance(each, br.Revoke) and state.variant.enforcement == "table"
    ]
    if claims and rng.random() < 0.3:
        seat, action = rng.choice(claims)
        return br.apply(state, action, seat)
    named = [each for each in actions if isinstance(each, br.Bid) and each.key in case.keys]
    calm = [each for each in actions if isinstance(each, br.Pass | br.Accept | br.Concede)]
    standing = any(isinstance(event.action, br.Bid) for event in state.events)
    wished = (calm if standing else named) or actions
    kept = [each for each in actions if not isinstance(each, br.Misdeal)]
    return br.apply(state, rng.choice(wished if rng.random() < 0.7 else kept), seat)


class _TooManyPathsError(Exception):
    """More than can be followed."""


def exact_chances(worlds: br.Worlds) -> Mapping[br.World, Fraction] | None:
    """What chance each world has, all paths of the random numbers followed.

    ``None`` where there are too many paths.
    """
    paths = 0

    def world(rng: random.Random) -> br.World:
        nonlocal paths
        paths += 1
        if paths > _PATHS:
            raise _TooManyPathsError
        return worlds.world(rng)

    try:
        return distribution(world)
    except _TooManyPathsError:
        return None
