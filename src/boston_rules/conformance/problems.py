"""Problems with one right answer: what is a player to do who has seen this?

A problem of the play shows a view in which few worlds are left, and its answer is the card that is
worth most with one policy for all of them (:func:`~boston_rules.solver.policy.weigh`). A problem of
the auction is about a first bid, and its answer is worth most in sampled deals, beyond chance.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Final

from attrs import evolve, field, frozen

from boston_rules.bots.montecarlo.table_talk import word_values
from boston_rules.bots.protocol import Bot
from boston_rules.conformance.corpus import Json
from boston_rules.core.actions import Play
from boston_rules.core.cardplay.tricks import winning_place
from boston_rules.core.cards import Card, Suit, parse_card
from boston_rules.core.errors import RecordError
from boston_rules.core.saying import Player, Said, joined, listed, say
from boston_rules.deal.engine import lawful_actions
from boston_rules.deal.state import State
from boston_rules.deal.tricks import Playing
from boston_rules.knowing.worlds import Worlds
from boston_rules.records.data import parse_json
from boston_rules.records.viewing import dumps_view, loads_view
from boston_rules.rules.notation import parse_action
from boston_rules.solver.policy import Option, weigh

__all__ = [
    "PROBLEMS",
    "SAMPLES",
    "THEMES",
    "Choice",
    "Problem",
    "answered",
    "certified",
    "compared_bids",
    "dumps_problems",
    "load_problems",
    "pose",
    "pose_bid",
    "reason",
]

PROBLEMS: Final = "boston_rules/problems/1"
"""What the file of problems calls itself."""
SAMPLES: Final = 1000
"""Deals in which bids are compared."""
THEMES: Final[dict[str, Said]] = {
    "safety": say("safety play"),
    "finesse": say("finesse or drop"),
    "duck": say("ducking and holding up"),
    "partner": say("the partner's winner"),
    "count": say("counting the hands"),
    "misere-lead": say("misère: the suit to lead"),
    "misere-discard": say("misère: the discard"),
    "misere-follow": say("misère: how high to follow"),
    "bid": say("bidding: price against chance"),
}
"""What problems are about, by key."""
_DIGITS: Final = 4


@frozen
class Choice:
    """Actions that are worth the same, and what they are worth."""

    actions: tuple[str, ...]
    """The actions as tokens."""
    chips: float
    """Mean chips: in the play those of the player's side, in the auction his own, with his part of
    what the pool gains."""
    made: int
    """In the play the worlds in which the contract is made; in the auction those in which the
    player gains."""
    open_chips: float | None = None
    """In the play, the mean if he were to see all cards from now on."""
    interval: float | None = None
    """In the auction, how far the mean may be off: half of its 95 % interval."""


@frozen
class Problem:
    """A view, and what each choice in it is worth."""

    id: str
    """Its name."""
    theme: str
    """What it is about, a key of :data:`THEMES`."""
    view: State = field(repr=False)
    """What the player sees."""
    worlds: int
    """Ways of the unseen cards: all that fit the view, or those that were drawn."""
    choices: tuple[Choice, ...]
    """The best first."""

    @property
    def answer(self) -> tuple[str, ...]:
        """The right actions, as tokens: one, or several that are worth the same."""
        return self.choices[0].actions

    @property
    def margin(self) -> float:
        """By how many chips the answer is better than any other choice."""
        return round(self.choices[0].chips - self.choices[1].chips, _DIGITS)

    @property
    def rival(self) -> Choice:
        """The mistake to be made: what looks as good with all cards seen, or else the next best."""
        best, *others = self.choices
        tempting = [
            one
            for one in others
            if one.open_chips is not None
            and best.open_chips is not None
            and one.open_chips >= best.open_chips
        ]
        return (tempting or others)[0]

    @property
    def misleads(self) -> bool:
        """Whether somebody who solves each world for itself may choose otherwise."""
        best, rival = self.choices[0].open_chips, self.rival.open_chips
        return best is not None and rival is not None and rival >= best


# Posing.


def pose(name: str, view: Playing, **limits: int) -> Problem | None:
    """The problem of a view, or ``None`` where two choices are worth the same.

    Args:
        name: what it is called.
        view: of the seat that is to play a card.
        limits: as for :func:`~boston_rules.solver.policy.weigh`.

    Raises:
        NotSolvable: it cannot be weighed.
    """
    weighed = weigh(view, **limits)
    if weighed.margin <= 0:
        return None

    def choice(option: Option) -> Choice:
        actions = tuple(f"play {card}" for card in option.cards)
        mean, seen = (
            round(all_ / weighed.worlds, _DIGITS) for all_ in (option.chips, option.open_chips)
        )
        return Choice(actions, mean, option.made, open_chips=seen)

    found = Problem(name, "", view, weighed.worlds, tuple(map(choice, weighed.options)))
    return evolve(found, theme=_theme(found, view))


def pose_bid(
    name: str, view: State, tokens: Iterable[str], samples: int = SAMPLES
) -> Problem | None:
    """The problem of a first bid, or ``None`` where the intervals of the best two overlap.

    Args:
        name: what it is called; the deals are drawn by it.
        view: of the seat that is to bid.
        tokens: what is compared.
        samples: how many deals are drawn.
    """
    best, second, *others = compared_bids(name, view, tokens, samples)
    assert best.interval is not None, "just measured"
    assert second.interval is not None, "just measured"
    if best.chips - best.interval <= second.chips + second.interval:
        return None
    return Problem(name, "bid", view, samples, (best, second, *others))


def compared_bids(name: str, view: State, tokens: Iterable[str], samples: int) -> list[Choice]:
    """What bids are worth in the same sampled deals, the best first; see :func:`pose_bid`."""
    seat = view.actor
    assert isinstance(seat, int), "somebody is to bid"
    rng, worlds = random.Random(name), Worlds(view)
    states = [worlds.state(rng) for _ in range(samples)]
    worth = word_values(view, seat)
    choices = []
    for token in tokens:
        action = parse_action(token)
        gains = [worth(action, state) for state in states]
        choices.append(
            Choice(
                (token,),
                round(fmean(gains), _DIGITS),
                sum(gain > 0 for gain in gains),
                interval=round(1.96 * stdev(gains) / sqrt(samples), _DIGITS),
            )
        )
    return sorted(choices, key=lambda one: -one.chips)


def certified(problem: Problem) -> Problem | None:
    """The same problem, worked out anew."""
    if isinstance(problem.view, Playing):
        return pose(problem.id, problem.view)
    tokens = [token for choice in problem.choices for token in choice.actions]
    return pose_bid(problem.id, problem.view, tokens, problem.worlds)


# What a problem is about.


def _card(choice: Choice) -> Card:
    """The lowest card of a choice."""
    return parse_card(choice.actions[0].removeprefix("play "))


def _wins(view: Playing, card: Card) -> bool:
    """Whether a card would win the trick as it lies; one that is led does not count."""
    played, power = view.played, view.terms.trick_table.power
    return bool(played) and winning_place((*played, card.index), power) == len(played)


def _winner(view: Playing) -> int | None:
    """Whose the trick is as it lies."""
    if not view.played:
        return None
    place = winning_place(view.played, view.terms.trick_table.power)
    return (view.leader + place) % view.variant.seats


def _suit(view: Playing, card: Card) -> Suit:
    return Suit(view.terms.trick_table.suit_of[card.index])


def _theme(problem: Problem, view: Playing) -> str:
    """What decides between the answer and the mistake."""
    contract, goal = view.contract, view.terms.goal
    assert contract is not None, "a contract is played"
    assert goal is not None, "a contract has a goal"
    best, rival = _card(problem.choices[0]), _card(problem.rival)
    same_suit = _suit(view, best) is _suit(view, rival)
    declares = view.actor in contract.side
    if goal.most is not None:
        if not view.played:
            return "misere-lead"
        led = view.terms.trick_table.follow[view.played[0]]
        return "misere-follow" if led & 1 << best.index else "misere-discard"
    friends = contract.side if declares else view.opponents
    takes, would = _wins(view, best), _wins(view, rival)
    if _winner(view) in friends:
        return "partner"
    if same_suit and ((takes and would) or not view.played):
        return "finesse"
    sure = problem.worlds if declares else 0
    if problem.choices[0].made == sure != problem.rival.made:
        return "safety"
    return "duck" if takes != would else "count"


def reason(problem: Problem) -> Said:
    """Why the answer is right, in sentences made from what was counted.

    Names of players are filled in where it is shown.
    """
    best, rival = problem.choices[0], problem.rival
    if best.interval is not None and rival.interval is not None:
        return joined(
            " ",
            (
                say(
                    "In {worlds} deals drawn at random and played on by simple players {answer} "
                    "brings {chips} chips a deal (± {interval}) and gains in {made}.",
                    worlds=problem.worlds,
                    answer=_said(best),
                    chips=f"{best.chips:+.1f}",
                    interval=f"{best.interval:.1f}",
                    made=best.made,
                ),
                *[
                    say(
                        "{rival} brings {chips} (± {interval}) and gains in {made}.",
                        rival=_said(one),
                        chips=f"{one.chips:+.1f}",
                        interval=f"{one.interval:.1f}",
                        made=one.made,
                    )
                    for one in problem.choices[1:3]
                ],
            ),
        )
    view = problem.view
    assert isinstance(view, Playing), "a card is to be played"
    return joined(" ", (*_seen(view), *_compared(problem, view), *_sentence(problem, view)))


def _said(choice: Choice) -> object:
    """The first action of a choice: a card, or a bid as it is typed."""
    action = parse_action(choice.actions[0])
    return action.card if isinstance(action, Play) else str(action)


def _seen(view: Playing) -> Iterator[Said]:
    """What is known of the hands."""
    for seat, suits in enumerate(view.voids):
        some = [suit for suit in suits if view.terms.trick_table.suit_masks[suit] & _unseen(view)]
        if some and seat != view.viewer and view.held(seat).mask == 0:
            yield say(
                "{player} has no {suits}.",
                player=Player(seat),
                suits=listed([suit.word for suit in some], last="or"),
            )


def _unseen(view: Playing) -> int:
    """The cards that the player does not see."""
    return view.unplayed & ~view.hand.mask


def _compared(problem: Problem, view: Playing) -> Iterator[Said]:
    """In how many worlds the answer and the mistake make or beat the contract."""
    best, rival, contract = problem.choices[0], problem.rival, view.contract
    assert contract is not None, "a contract is played"
    facts = {
        "worlds": problem.worlds,
        "answer": _said(best),
        "rival": _said(rival),
        "chips": f"{best.chips - rival.chips:.1f}",
    }
    if view.actor in contract.side:
        yield say(
            "The cards that you do not see can lie in {worlds} ways: {answer} makes the contract "
            "in {made} of them, {rival} in {other}; on average {answer} brings your side {chips} "
            "chips more.",
            made=best.made,
            other=rival.made,
            **facts,
        )
    else:
        yield say(
            "The cards that you do not see can lie in {worlds} ways: {answer} defeats the contract "
            "in {made} of them, {rival} in {other}; on average {answer} brings your side {chips} "
            "chips more.",
            made=problem.worlds - best.made,
            other=problem.worlds - rival.made,
            **facts,
        )


def _sentence(problem: Problem, view: Playing) -> Iterator[Said]:
    """What the answer does, and why the mistake tempts."""
    best, rival = _card(problem.choices[0]), _card(problem.rival)
    facts = {"answer": _said(problem.choices[0]), "rival": _said(problem.rival)}
    winner, would = _winner(view), _wins(view, rival)
    if problem.theme == "safety":
        yield say("{answer} is right however the cards lie.", **facts)
    elif problem.theme == "partner" and winner is not None:
        if _wins(view, best):
            yield say("It is worth taking the trick over from {player}.", player=Player(winner))
        else:
            yield say("{player} is winning the trick for your side already.", player=Player(winner))
    elif problem.theme == "duck":
        if would:
            yield say("{rival} could take this trick, but it is better kept.", **facts)
        else:
            yield say("{answer} takes the trick while it can be had.", **facts)
    elif problem.theme == "finesse":
        if best.rank > rival.rank and winner is None:
            yield say("Lead the high card: one that would beat {rival} may fall.", **facts)
        elif best.rank > rival.rank:
            yield say("Put the high card on: {rival} would be beaten too often.", **facts)
        elif winner is None:
            yield say("Lead the low card, and keep {rival} for later.", **facts)
        else:
            yield say("Take the trick as cheaply as you can: {rival} is still needed.", **facts)
    if problem.misleads:
        yield say(
            "A player who solves each lie of the cards by itself thinks {rival} just as good; but "
            "you cannot play each as if you saw it.",
            **facts,
        )


# Answering.


def answered(problem: Problem, make: Callable[[random.Random], Bot]) -> tuple[str, bool]:
    """What a new bot does in a problem, as a token, and whether that is right."""
    token = str(make(random.Random(problem.id)).choose(problem.view))
    return token, token in problem.answer


# Files.


def dumps_problems(problems: Sequence[Problem]) -> str:
    """Problems as JSON, one a line."""
    lines = [
        json.dumps(_document(one), ensure_ascii=False, separators=(",", ":")) for one in problems
    ]
    inner = ",\n".join(lines)
    return f'{{"format":"{PROBLEMS}","problems":[\n{inner}\n]}}\n'


def _document(problem: Problem) -> Json:
    choices = []
    for one in problem.choices:
        row: Json = {"actions": list(one.actions), "chips": one.chips, "made": one.made}
        if one.open_chips is not None:
            row["open"] = one.open_chips
        if one.interval is not None:
            row["interval"] = one.interval
        choices.append(row)
    return {
        "id": problem.id,
        "theme": problem.theme,
        "view": json.loads(dumps_view(problem.view)),
        "worlds": problem.worlds,
        "answer": list(problem.answer),
        "margin": problem.margin,
        "options": choices,
    }


def load_problems(path: str | Path) -> tuple[Problem, ...]:
    """Read a file of problems.

    Raises:
        RecordError: it is not one; the problem is named.
        OSError: it cannot be read.
    """
    try:
        document = parse_json(Path(path).read_bytes(), whole=False)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from error
    if not isinstance(document, dict) or document.get("format") != PROBLEMS:
        raise RecordError(f"{path}: this is no file of problems: its format is not {PROBLEMS!r}")
    rows = document.get("problems")
    if not isinstance(rows, list):
        raise RecordError(f"{path}: it has no list of problems")
    found: dict[str, Problem] = {}
    for number, row in enumerate(rows, 1):
        try:
            problem = _read(row)
        except (KeyError, TypeError, ValueError) as error:
            raise RecordError(f"{path}: problem {number} is none: {error!r:.300}") from error
        if problem.id in found:
            raise RecordError(f"{path}: two problems are called {problem.id[:60]!r}")
        found[problem.id] = problem
    return tuple(found.values())


def _read(row: Json) -> Problem:
    """A problem of a file.

    Raises:
        KeyError: a field is missing.
        TypeError: a field is of another type.
        ValueError: a value is wrong.
    """
    view = loads_view(json.dumps(row["view"]), ignore_fingerprint=True)
    legal = set(map(str, lawful_actions(view)))
    choices = tuple(
        Choice(
            tuple(one["actions"]),
            float(one["chips"]),
            int(one["made"]),
            open_chips=one.get("open"),
            interval=one.get("interval"),
        )
        for one in row["options"]
    )
    if row["theme"] not in THEMES:
        raise ValueError(f"the theme {row['theme']!r:.60} is none of {', '.join(THEMES)}")
    named = [token for choice in choices for token in choice.actions]
    if len(choices) < 2 or len(set(named)) < len(named) or not legal.issuperset(named):
        raise ValueError("its options are not two or more legal actions")
    problem = Problem(str(row["id"]), row["theme"], view, int(row["worlds"]), choices)
    if (
        list(problem.answer) != row["answer"]
        or problem.margin != row["margin"]
        or problem.margin <= 0
    ):
        raise ValueError("its answer is not its best option, by its margin")
    return problem
