"""Perfect play card by card, and the cards of a play by which something was lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from boston_rules.core.arguments import check_type
from boston_rules.core.cards import PACK, Card
from boston_rules.core.contract import Contract, Trick
from boston_rules.deal.state import State, check_state
from boston_rules.solver.chips import Chips, chips_won
from boston_rules.solver.errors import SearchStopped
from boston_rules.solver.limits import Limits
from boston_rules.solver.positions import check_solvable, positions_of, slam_ply
from boston_rules.solver.question import Question

__all__ = [
    "Analysis",
    "JudgedCard",
    "Line",
    "Outlook",
    "analyse",
    "analysis_of",
    "judged_cards",
    "line",
]


@frozen
class Outlook:
    """What perfect play comes to from a position on."""

    made: bool
    """Whether the contract is made."""
    tricks: int | None
    """Tricks of those whose tricks count, at the end of the deal; ``None`` where the goal does not
    count over- and undertricks, so that only made or lost matters."""


@frozen
class Line:
    """A line of perfect play to the end of the deal."""

    outlook: Outlook
    """What it comes to."""
    tricks: tuple[Trick, ...]
    """Every trick of the deal, those complete before the line included."""
    first: int
    """How many cards had been played before the line."""
    chips: Chips | None
    """What its bill comes to; ``None`` where the contract leaves open what sets its price."""


@frozen(kw_only=True)
class JudgedCard:
    """A card that was played, with what perfect play came to before it and after it."""

    ply: int
    """How many cards of the deal had been played before it."""
    trick: int
    """The number of the trick, from 1."""
    seat: int
    """Who played it."""
    card: Card
    """The card."""
    before: Outlook
    """What perfect play came to before it."""
    after: Outlook
    """What perfect play came to after it."""
    right: tuple[Card, ...] = ()
    """Of a mistake, the cards that would have kept the outlook before, in the order of the pack."""

    @property
    def is_mistake(self) -> bool:
        """Whether another card would have been worth more to the side that played it."""
        return self.before != self.after

    @property
    def decides(self) -> bool:
        """Whether the card turned the contract from made to lost, or from lost to made."""
        return self.before.made != self.after.made


@frozen(kw_only=True)
class Analysis:
    """A play judged from its end backwards, as far as the limits allowed."""

    contract: Contract
    """What was played."""
    played: int
    """Cards played in the deal."""
    cards: tuple[JudgedCard, ...]
    """The cards judged, the last of the play at the end; none before them is judged."""
    stopped: SearchStopped | None = None
    """What ended the analysis before the first card was judged."""

    @property
    def complete(self) -> bool:
        """Whether every card is judged."""
        return len(self.cards) == self.played

    @property
    def certain_from(self) -> int | None:
        """The number of the trick in which the judged cards begin; ``None`` without any."""
        return self.cards[0].trick if self.cards else None

    @property
    def mistakes(self) -> tuple[JudgedCard, ...]:
        """The cards by which something was lost, in the order played."""
        return tuple(card for card in self.cards if card.is_mistake)


def _outlook(question: Question, level: int) -> Outlook:
    result = question.result(level)
    return Outlook(result.made, None if question.verdict else result.tricks)


def line(state: State, limits: Limits | None = None) -> Line:
    """Perfect play card by card to the end; of cards that are as good the lowest is played.

    Args:
        state: a card is to be played in it, for a contract.
        limits: how much it may take in all.

    Raises:
        NotSolvable: no card is to be played, or nobody has bid.
        SearchStopped: a limit was reached before there was an answer.
        TypeError: an argument is of another type.

    >>> import boston_rules as br
    >>> from boston_rules.solver import line
    >>> hands = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "SHDC"]
    >>> from boston_rules.solver import first_lead
    >>> found = line(first_lead("fontainebleau", hands, br.Contract("5", 1, br.HEARTS)))
    >>> found.outlook, found.tricks[0].winner
    (Outlook(made=True, tricks=13), 1)
    """
    question = first = Question(state, limits, verdict=None)
    level = question.level(0, question.top)
    outlook = _outlook(question, level)
    at = question.state
    begun = at.setup.seats * len(at.done) + len(at.played)
    while len(at.done) < at.setup.terms.total:
        tried: set[int] = set()
        for card in question.playable():
            if card not in tried and question.keeps(level, card):
                break
            tried.update(question.alike(card))
        at = at.with_card(card)
        question = Question(at, verdict=None, like=first)
        level = _level_of(question, outlook)
    return Line(outlook, at.tricks, begun, chips_won(at))


def _level_of(question: Question, outlook: Outlook) -> int:
    """The level that is an outlook."""
    if outlook.tricks is None:
        return question.won.index(outlook.made)
    return question.counts.index(outlook.tricks)


def judged_cards(state: State, limits: Limits | None = None) -> Iterator[JudgedCard]:
    """The cards of a play, judged one by one from the last back to the first.

    Args:
        state: the end of a deal, or its play as far as it came.
        limits: how much it may take, all cards together.

    Raises:
        NotSolvable: no card was played, nobody has bid, or errors at the table decide too.
        SearchStopped: a limit was reached before there was an answer; the cards told are certain.
        TypeError: an argument is of another type.
    """
    positions = positions_of(state)
    first = Question(positions[0], limits, verdict=None)
    declared = slam_ply(state)
    last = Question(positions[-1], verdict=None, like=first)
    after = _outlook(last, last.level(0, last.top))
    for ply in reversed(range(len(positions) - 1)):
        at = positions[ply]
        following = positions[ply + 1]
        if ply + 1 == declared:
            # After this card the slam was declared: what the card was worth is without it.
            without = Question(evolve(following, slam=None), verdict=None, like=first)
            after = _outlook(without, without.level(0, without.top))
        question = Question(at, verdict=None, like=first)
        least = level = _level_of(question, after)
        if question.ours:
            while level < question.top and question.reaches(level + 1):
                level += 1
        else:
            while level > 0 and not question.reaches(level):
                level -= 1
        before = _outlook(question, level)
        right = () if level == least else question.keepers(level)
        card = (at.unplayed ^ following.unplayed).bit_length() - 1
        yield JudgedCard(
            ply=ply,
            trick=len(at.done) + 1,
            seat=at.actor,
            card=PACK[card],
            before=before,
            after=after,
            right=tuple(PACK[each] for each in right),
        )
        after = before


def analyse(state: State, limits: Limits | None = None) -> Analysis:
    """Which cards of a play lost the contract, or a trick, with all cards seen.

    The play is judged from its end backwards. Where a limit is reached the cards judged so far are
    certain, and those before them are not judged.

    Args:
        state: the end of a deal, or its play as far as it came.
        limits: how much it may take, all cards together.

    Raises:
        NotSolvable: no card was played, nobody has bid, or errors at the table decide too.
        TypeError: an argument is of another type.
    """
    found: list[JudgedCard] = []
    stopped = None
    try:
        for judged in judged_cards(state, limits):
            found.append(judged)  # noqa: PERF402 - those before a limit are kept
    except SearchStopped as reached:
        stopped = reached
    return analysis_of(state, found, stopped)


def analysis_of(
    state: State, judged: Sequence[JudgedCard], stopped: SearchStopped | None = None
) -> Analysis:
    """The analysis of a play of which these cards were judged, the last card first.

    Raises:
        TypeError: an argument is of another type.
    """
    check_state(state)
    contract = check_solvable(state)
    check_type("judged", judged, Sequence, "cards that judged_cards() has given")
    for card in judged:
        check_type("judged", card, JudgedCard, "cards that judged_cards() has given")
    if stopped is not None:
        check_type("stopped", stopped, SearchStopped, "a SearchStopped, or None")
    played = sum(len(trick.cards) for trick in state.tricks) + len(state.trick)
    return Analysis(
        contract=contract, played=played, cards=tuple(reversed(judged)), stopped=stopped
    )
