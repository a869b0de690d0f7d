"""Walks steered into every rule of the play, for tests that hold a second spelling to the engine.

Random walks hardly ever meet the rarer rules: nobody bids the one contract in which the declarer
need not follow suit. A :class:`Case` names a rule, a game that has it, what the deal is steered to,
and the situations that must come up on the way; a walk that misses one of them is an error.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from attrs import evolve
from tests.cousins.games import DANISH, KLEUREN, SOLO
from tests.envs.strangers import ColourGame

import boston_rules as br
from boston_rules.conformance.steering import (
    DealLayout,
    DealPlan,
    Dice,
    choose,
    is_dealt,
    laid_out,
    suit_choice_of,
)
from boston_rules.rules.goals import AtLeast
from boston_rules.rules.suits import Turn

__all__ = ["CASES", "Case", "Steered", "walk"]

_CUT: Final = 17
"""Where every pack is cut."""
_SESSIONS: Final = 20
"""So many at most come to what a case is for."""

Situation = Callable[[br.State, br.Action], bool]
"""Whether a situation has come up: the state, and the action about to be taken."""


# Situations.


def in_play(test: Callable[[br.Playing, br.Play], bool]) -> Situation:
    def situation(state: br.State, action: br.Action) -> bool:
        return isinstance(state, br.Playing) and isinstance(action, br.Play) and test(state, action)

    situation.__name__ = test.__name__
    return situation


def _off_suit(state: br.Playing, play: br.Play) -> bool:
    """The suit led is not followed by one who holds it."""
    follow = state.setup.terms.follow[state.played[0]] if state.played else -1
    return not follow >> play.index & 1 and bool(state.held(state.actor).mask & follow)


def _ruled(state: br.Playing) -> int:
    """In how many tricks the play rule of the contract binds."""
    binding = state.setup.terms.binding
    return 0 if binding is None else binding.lasts


@in_play
def free_discard(state: br.Playing, play: br.Play) -> bool:
    return _off_suit(state, play) and bool(state.may & play.bit)


@in_play
def last_free_discard(state: br.Playing, play: br.Play) -> bool:
    return _off_suit(state, play) and len(state.done) == _ruled(state) - 1


@in_play
def exempt_no_more(state: br.Playing, play: br.Play) -> bool:
    hand, contract = state.held(state.actor).mask, state.contract
    declarer = contract is not None and state.actor == contract.declarer
    return declarer and len(state.done) == _ruled(state) > 0 and state.may != hand


@in_play
def decided_early(state: br.Playing, play: br.Play) -> bool:
    return state.decided is True and bool(state.done)


@in_play
def lost_early(state: br.Playing, play: br.Play) -> bool:
    return state.decided is False


@in_play
def short_deal(state: br.Playing, play: br.Play) -> bool:
    return state.setup.terms.total == 12 and len(state.done) == 11


@in_play
def open_from_the_lead(state: br.Playing, play: br.Play) -> bool:
    return bool(state.exposed) and not state.done


@in_play
def opened_later(state: br.Playing, play: br.Play) -> bool:
    return bool(state.exposed) and len(state.done) == 1


@in_play
def own_exposed_card(state: br.Playing, play: br.Play) -> bool:
    return state.actor == state.exposed_seat


@in_play
def partner_took_tricks(state: br.Playing, play: br.Play) -> bool:
    counting = state.terms.counting
    return len(counting) == 2 and bool(state.taken[counting[1]]) and state.decided is not None


@in_play
def target_of_the_cards(state: br.Playing, play: br.Play) -> bool:
    return state.contract is not None and state.contract.target is not None


@in_play
def partner_unknown(state: br.Playing, play: br.Play) -> bool:
    return not state.partner_shown


@in_play
def partner_shown(state: br.Playing, play: br.Play) -> bool:
    called = state.contract is not None and state.contract.called is not None
    return called and state.partner_shown and len(state.done) > 2


@in_play
def decided_in_secret(state: br.Playing, play: br.Play) -> bool:
    return state.decided is not None and br.observe(state, None).decided is None


@in_play
def eldest_does_not_lead(state: br.Playing, play: br.Play) -> bool:
    first = not state.done and not state.played
    return first and state.actor != state.table.eldest


@in_play
def three_players(state: br.Playing, play: br.Play) -> bool:
    return state.setup.seats == 3 and len(state.done) == 12


@in_play
def nobody_has_bid(state: br.Playing, play: br.Play) -> bool:
    return state.contract is None


@in_play
def jack_beats_a_queen(state: br.Playing, play: br.Play) -> bool:
    """Or a king or an ace of trumps."""
    table = state.setup.terms.trick_table
    if table.boston != play.index or table.trump is None:
        return False
    return any(13 * table.trump + rank in state.played for rank in (10, 11, 12))


@in_play
def jack_is_no_diamond(state: br.Playing, play: br.Play) -> bool:
    table = state.setup.terms.trick_table
    home = None if table.boston is None else table.boston // 13
    if not state.played or home == table.trump or table.suit_of[state.played[0]] != home:
        return False
    held = state.held(state.actor).mask
    return bool(held >> (table.boston or 0) & 1 and not state.may >> (table.boston or 0) & 1)


@in_play
def slam_may_be_declared(state: br.Playing, play: br.Play) -> bool:
    return br.Slam() in br.legal_actions(state)


@in_play
def slam_put_off(state: br.Playing, play: br.Play) -> bool:
    return br.Slam() in br.legal_actions(state) and len(state.done) > state.setup.terms.target


@in_play
def contested(state: br.Playing, play: br.Play) -> bool:
    return bool(state.setup.interlude)


def slam_closed(state: br.State, action: br.Action) -> bool:
    return action == br.Slam()


def slam_on_the_table(state: br.State, action: br.Action) -> bool:
    return action == br.Slam(table=True)


def conceding(state: br.State, action: br.Action) -> bool:
    return isinstance(action, br.Concede)


def refusing_after_one_gave_up(state: br.State, action: br.Action) -> bool:
    given_up = any(isinstance(event.action, br.Concede) for event in state.events)
    return isinstance(action, br.Contest) and given_up


def chicane(state: br.State, action: br.Action) -> bool:
    return isinstance(action, br.Chicane)


def asking(state: br.State, action: br.Action) -> bool:
    return isinstance(action, br.Ask)


def calling_a_card(state: br.State, action: br.Action) -> bool:
    return isinstance(action, br.Call)


def discarding(state: br.State, action: br.Action) -> bool:
    return isinstance(action, br.Discard)


def laying_a_card(state: br.State, action: br.Action) -> bool:
    return isinstance(action, br.Bid) and action.card is not None


def naming_trumps(state: br.State, action: br.Action) -> bool:
    return isinstance(action, br.NameTrump)


def _closing(state: br.State, action: br.Action) -> bool:
    """The last card of a session."""
    return (
        isinstance(state, br.Playing)
        and len(state.done) == state.setup.terms.total - 1
        and len(state.played) == state.setup.seats - 1
        and state.table.is_last_deal
    )


def last_pool(state: br.State, action: br.Action) -> bool:
    return _closing(state, action) and state.table.pool > 0


def later_last_deal(state: br.State, action: br.Action) -> bool:
    return _closing(state, action) and state.table.deal_number > 1


def honours_at_the_end(state: br.State, action: br.Action) -> bool:
    if not isinstance(state, br.Playing) or not _closing(state, action):
        return False
    terms = state.setup.terms
    held = terms.honours_in(state.deal.hands)
    return sum(held[seat] for seat in state.terms.counting) >= 3


def jack_at_the_end(state: br.State, action: br.Action) -> bool:
    """Somebody else collects for it than the declarer."""
    if not isinstance(state, br.Playing) or not _closing(state, action):
        return False
    return state.setup.terms.boston_in(state.deal.hands) not in state.terms.counting


def chicane_at_the_end(state: br.State, action: br.Action) -> bool:
    return isinstance(state, br.Playing) and _closing(state, action) and bool(state.setup.chicane)


# Cases.


class Case(NamedTuple):
    """A rule of the play, and how a walk comes to it."""

    rule: str
    variant: br.Variant
    key: str | None
    """The contract; ``None`` for a deal that nobody bids."""
    met: tuple[Situation, ...]
    """What must come up."""
    plan: Mapping[str, Any] = MappingProxyType({})
    """More of the :class:`~boston_rules.conformance.steering.DealPlan`."""
    tables: int = 4
    """How many walks come to all of it."""

    def __str__(self) -> str:
        words = [self.rule, self.variant.slug, self.key or "passed out"]
        return " ".join(words).replace(" ", "-")


def variant(slug: str, deals: int = 1, **options: object) -> br.Variant:
    return br.get_variant(slug, deals=deals, **options)


def with_goal(rules: br.Variant, key: str, goal: AtLeast) -> br.Variant:
    """A house rule: a step of another goal."""
    steps = tuple(
        evolve(step, goal=goal) if step.key == key else step for step in rules.ladder.steps
    )
    return evolve(rules, ladder=evolve(rules.ladder, steps=steps))


WILD: Final = {"stray": 0.4}
MIXED: Final = {"stray": 0.4, "spread": 60.0}
FEW: Final = with_goal(variant("fontainebleau"), "little-misere", AtLeast(5))
"""With a contract of the house: five tricks of twelve."""
FRENCH: Final = variant("french")
ONLY_CARDS: Final = evolve(FRENCH, payments=evolve(FRENCH.payments, slams=None))
"""Nothing but cards comes before the bill, which counts honours and the Boston jack."""
SIDES: Final = evolve(
    variant("russian-partnership"), concession=None, chicane=variant("russian").chicane
)
"""Nothing but chicane is asked, so that the cards are led in arrays."""
LOST: Final = {"made": False}
PAIR: Final = {"partner": True}
SLAM: Final = {"slam": br.Slam()}

CASES: Final = (
    Case(
        "free discards",
        FRENCH,
        "quatre-as",
        (free_discard, last_free_discard, exempt_no_more),
        {"stray": 0.6},
    ),
    Case("free discards", variant("french", 2), "quatre-as", (free_discard, lost_early), LOST),
    Case("twelve tricks", variant("fontainebleau"), "little-misere", (discarding, short_deal)),
    Case("twelve tricks", variant("american", 2), "little-misere", (discarding, lost_early), LOST),
    Case("twelve tricks", FEW, "little-misere", (short_deal, lost_early), LOST),
    Case(
        "open hand",
        variant("fontainebleau"),
        "little-misere-table",
        (open_from_the_lead, own_exposed_card, short_deal),
    ),
    Case("open hand", FRENCH, "grande-misere-table", (open_from_the_lead,), WILD),
    Case("open hand", variant("classic"), "misere-ouverte", (opened_later, own_exposed_card)),
    Case("open hand", SOLO, "misere-ouverte", (opened_later, lost_early), LOST),
    Case("first lead", variant("classic"), "petite-misere", (eldest_does_not_lead, discarding)),
    Case("first lead", KLEUREN, "solo-13", (eldest_does_not_lead,)),
    Case("dealt contract", KLEUREN, "troel", (eldest_does_not_lead, partner_took_tricks)),
    Case("dealt contract", ColourGame(deals=1), "troel", (target_of_the_cards,)),
    Case("one trick", variant("fontainebleau"), "piccolissimo", (lost_early,), LOST),
    Case("at most one", DANISH, "sol", (lost_early,), LOST),
    Case("partner asked", variant("fontainebleau"), "5", (asking, partner_took_tricks), PAIR),
    Case("partner in the auction", FRENCH, "simple-belle", (laying_a_card,), PAIR),
    Case("partner in the auction", SOLO, "prop", (partner_took_tricks,), {**PAIR, **MIXED}),
    Case("called card", variant("fontainebleau-cats"), "5", (partner_unknown, partner_shown), PAIR),
    Case("called card", variant("fontainebleau-cats"), "8", (decided_in_secret,), {**PAIR, **LOST}),
    Case("called ace", DANISH, "8", (calling_a_card, naming_trumps, partner_shown), PAIR),
    Case("fixed sides", variant("russian-partnership"), "5", (partner_took_tricks,), MIXED),
    Case("fixed sides", variant("russian-partnership"), "piccolissimo", (lost_early,), LOST),
    Case("slam put off", FRENCH, "grande-independance", (slam_put_off,), {"stray": 0.0}),
    Case("slam declared", FRENCH, "grande-independance", (slam_closed,), SLAM),
    Case(
        "slam on the table",
        variant("french", 2),
        "grande-independance",
        (slam_on_the_table, own_exposed_card),
        {"slam": br.Slam(table=True)},
    ),
    Case("slam lost", FRENCH, "petite-independance", (slam_closed,), {**SLAM, **LOST}),
    Case(
        "jack of diamonds",
        FRENCH,
        "grande-independance",
        (jack_beats_a_queen, jack_is_no_diamond),
        MIXED,
        8,
    ),
    Case("contested", variant("russian", 2), "7", (contested, refusing_after_one_gave_up), WILD),
    Case("conceded", variant("fontainebleau-hoyle", 2), "7", (conceding,), {"concede": True}),
    Case("chicane", variant("russian"), "6", (chicane, chicane_at_the_end)),
    Case("chicane", SIDES, "6", (chicane_at_the_end,), {"spread": 4.0}, 12),
    Case("three players", variant("english-boston", seats=3), "6", (three_players, decided_early)),
    Case("three players", variant("english-boston", 2, seats=3), "6", (three_players,), LOST),
    Case("passed out", variant("fontainebleau"), None, (nobody_has_bid, last_pool)),
    Case("passed out", variant("american", 2), None, (nobody_has_bid, later_last_deal)),
    Case("honours", variant("fontainebleau"), "7", (honours_at_the_end, last_pool)),
    # So many that some differ in nothing but the honours, or who was dealt the jack.
    Case("honours", ONLY_CARDS, "neuf", (honours_at_the_end,), {"spread": 35.0, "stray": 0.2}, 12),
    Case("bill", ONLY_CARDS, "neuf", (jack_at_the_end,), {"spread": 60.0, "stray": 0.2}, 12),
    Case("table law", variant("french", enforcement="table"), "quatre-as", (free_discard,)),
    Case("table law", variant("mariland", enforcement="table"), "6", (decided_early,)),
    Case("last deal", variant("american", 2), "6", (later_last_deal, last_pool), LOST),
)


# Walks.


class Steered:
    """Acts for all seats of some tables, and deals hands that suit the case."""

    def __init__(self, case: Case) -> None:
        rules, dice = case.variant, Dice(str(case))
        self.case: Final = case
        self.met: Final[set[Situation]] = set()
        """What has come up."""
        self._dice = dice
        self._layouts: dict[tuple[int, int], DealLayout] = {}
        self._turn = Turn()
        if rules.dealing.turn is not None:
            suit = dice.pick(tuple(br.Suit))
            self._turn = Turn(suit, suit if rules.dealing.fixes_belle else None)
        suit_choice = trump = None
        if case.key is not None and not is_dealt(rules, case.key):
            suit_choice, trump = suit_choice_of(rules, case.key, self._turn, dice)
        self._plan = DealPlan(
            key=case.key,
            seat=2,  # not eldest in the first deal, nor at the right of eldest
            suit_choice=suit_choice,
            trump=trump,
            cuts=(_CUT,) * rules.seats,
            **case.plan,
        )

    def draw(self, state: br.State, rng: random.Random) -> br.Action:
        """In place of :func:`~boston_rules.draw_chance`: one of three deals."""
        rules, table = self.case.variant, state.table
        place = table.dealer, int(rng.random() * 3)
        if place not in self._layouts:
            dice = Dice(f"{self.case} {place}")
            self._layouts[place] = laid_out(rules, self._plan, place[0], self._turn, dice)
        layout = self._layouts[place]
        if state.phase == "turn-up" and layout.turned is not None:
            return br.TurnUp(layout.turned)
        cutting = rules.dealing.cutting_seats(table.dealer, first=table.deal_number == 1)
        return br.Shuffle(layout.pack(table, [_CUT for _ in cutting]))

    def choose(self, state: br.State) -> br.Action:
        """On the way to the case."""
        action = choose(state, self._plan, None, self._dice)
        if isinstance(state, br.Playing) and len(state.done) < _ruled(state):
            freely = [play for play in br.lawful_actions(state) if free_discard(state, play)]
            action = self._dice.pick(freely or [action])
        self.met.update(test for test in self.case.met if test(state, action))
        return action

    def check(self) -> None:
        """Everything has come up that the case is for."""
        missed = [test.__name__ for test in self.case.met if test not in self.met]
        assert not missed, "the walks have missed what they are for"


def walk(case: Case) -> Iterator[br.State]:
    """The states of steered sessions, of their first two deals, until all of it has come up."""
    steered = Steered(case)
    for seed in range(_SESSIONS):
        yield from _session(steered, random.Random(seed))
        if steered.met.issuperset(case.met):
            return
    steered.check()


def _session(steered: Steered, rng: random.Random) -> Iterator[br.State]:
    state = br.start(steered.case.variant)
    while True:
        yield state
        if isinstance(state, br.Settled):
            if state.session_over or state.table.deal_number == 2:
                return
            state = br.next_deal(state)
        elif state.actor == br.CHANCE:
            state = br.apply(state, steered.draw(state, rng))
        else:
            state = br.apply(state, steered.choose(state))
