"""A deal and a session as text."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from attrs import frozen
from rich.console import Console

import boston_rules as br
from boston_rules.cli.session import AUCTION, PlayedDeal
from boston_rules.cli.terminal import (
    in_words,
    pips,
    print_blocks,
    print_table,
    rich_table,
    ruled,
)
from boston_rules.core.saying import (
    Player,
    Said,
    joined,
    listed,
    personal,
    say,
    say_number,
    sentence_of,
)
from boston_rules.core.transfers import Account
from boston_rules.deal.settlement.penalties import lost_by_misdeal
from boston_rules.deal.terms import terms_of
from boston_rules.records import PbnDeal
from boston_rules.solver import Analysis
from boston_rules.telling.language import spoken
from boston_rules.telling.tables.deals import (
    auction_table,
    balance_table,
    bill_table,
    changes,
    hands_table,
    play_table,
    tricks_of,
)
from boston_rules.telling.tables.labels import GIVEN_NAMES, label
from boston_rules.telling.tables.model import Table
from boston_rules.telling.tables.scores import places_table, score_table, settled_row
from boston_rules.telling.tables.solved import analysis_lines
from boston_rules.telling.wording.phrases import (
    call,
    contract_line,
    deal_title,
    sentence,
    session_over_words,
)
from boston_rules.telling.wording.rulewords import words_of
from boston_rules.telling.wording.terms import verdict_with, verdict_words

__all__ = [
    "Seats",
    "before_deal",
    "deal_blocks",
    "dealer_line",
    "print_deal",
    "print_final",
    "print_summary",
]

_CHIPS: Final = 6
"""The characters of a sum of chips, as far as they are lined up."""
_VERDICTS: Final = verdict_words(True), verdict_words(False)
"""The words of a column."""
_LEAST: Final = 12
"""The least room for a contract."""


@frozen
class Seats:
    """Who sits where."""

    kinds: tuple[str, ...]
    """The bot that plays each seat; nothing for a player who is known by his name."""
    names: tuple[str, ...] = ()
    """The players by seat, if they have names."""
    viewer: int | None = None
    """The seat of the person at the terminal."""

    @classmethod
    def of_bots(cls, kinds: Sequence[str], human: int | None) -> Seats:
        """A table of bots, at which a person may sit."""
        names = [
            say("You") if seat == human else name
            for seat, name in zip(range(len(kinds)), GIVEN_NAMES, strict=False)
        ]
        told = ["" if seat == human else kind for seat, kind in enumerate(kinds)]
        return cls(tuple(told), tuple(map(spoken, names)), human)

    @classmethod
    def of_record(cls, players: Sequence[str], seats: int, kinds: Collection[str]) -> Seats:
        """The players of a record; those whose name is one of ``kinds`` are called otherwise."""
        if not any(players):
            return cls(("",) * seats)
        told = [name if name.partition(":")[0] in kinds else "" for name in players]
        named = zip(told, players, GIVEN_NAMES, strict=False)
        return cls(
            tuple(told), tuple(given if kind or not own else own for kind, own, given in named)
        )

    def __len__(self) -> int:
        return len(self.kinds)

    def roles(self, dealer: int, contract: br.Contract | None = None) -> list[str]:
        """What each seat is in a deal."""
        parts: dict[Said, object] = {say("dealer"): dealer}
        if contract is not None:
            parts |= {say("declarer"): contract.declarer, say("partner"): contract.partner}
        return [
            joined(", ", [part for part, held in parts.items() if held == seat])
            for seat in range(len(self))
        ]

    def label(self, seat: int) -> str:
        """What the player of a seat is called."""
        return label(seat, self.names)

    @property
    def labels(self) -> list[str]:
        """What all are called."""
        return [self.label(seat) for seat in range(len(self))]

    def introduced(self) -> list[str]:
        """All with the bots that play for them."""
        return [
            joined(" ", (label, f"({kind})")) if kind else label
            for label, kind in zip(self.labels, self.kinds, strict=True)
        ]


def print_deal(
    console: Console, played: PlayedDeal, seats: Seats, analysis: Analysis | None = None
) -> None:
    """The whole deal, from the antes to the standings; with an analysis, its play judged."""
    ruled(console, deal_title(played.state.variant, played.state.table.deal_number))
    print_blocks(console, deal_blocks(played, seats, analysis))


def deal_blocks(
    played: PlayedDeal, seats: Seats, analysis: Analysis | None = None
) -> Iterator[Table | str]:
    """What is told of a deal, as far as it was played."""
    state = played.state
    yield joined("\n", _opening(played, seats))
    if played.hands:
        dead = () if state.deal is None else state.deal.dead
        cards = br.Cards(br.PACK[index] for index in dead)
        roles = seats.roles(played.table.dealer, state.contract)
        yield hands_table(seats.labels, played.hands, roles, cards)
    calls, after = _said(played, seats)
    if calls:
        yield auction_table(seats.labels, calls)
    if number := played.taken_back:
        yield say_number(
            "{number} action was taken back.", "{number} actions were taken back.", number
        )
    settled = isinstance(state, br.Settled)
    # Of a deal that goes on no more is told than everybody may know.
    seen = br.observe(state, None) if state.viewer is br.FULL and not settled else state
    contract = seen.contract
    if settled or contract is not None or seen.phase == br.Playing.phase:
        yield joined("\n", _contract(state, after))
    if seen.tricks or (seen.trick and not settled):
        side = () if contract is None else terms_of(seen.variant, contract).counting
        yield play_table(seats.labels, tricks_of(seen, analysis), side=side, taken=seen.taken)
    if analysis is not None:
        yield joined("\n", analysis_lines(seats.labels, analysis))
    if not isinstance(state, br.Settled):
        chance = seen.actor in (None, br.CHANCE)
        phase = seen.phase
        if chance:
            yield say(
                "The deal is not finished: the pack or a card of it is next ({phase}).", phase=phase
            )
        else:
            assert seen.actor is not None, "the deal goes on"
            who = Player(seen.actor)
            yield say("The deal is not finished: {who} is next ({phase}).", who=who, phase=phase)
        return
    if contract is not None:
        yield _verdict(state, contract)
    if state.settlement.penalties:
        yield joined("\n", map(sentence_of, state.settlement.penalties))
    if state.settlement.transfers:
        yield bill_table(state.settlement.transfers, seats.labels if seats.names else ())
    yield _standings(played, seats)


def _opening(played: PlayedDeal, seats: Seats) -> Iterator[Said]:
    """Dealer, antes, pool, turned card."""
    opening = played.table
    dealer = dealer_line(opening.dealer)
    yield dealer if played.given is None else joined(" ", (dealer, _board(played.given)))
    yield from before_deal(opening)
    if played.state.turned is not None:
        yield _turned(played.state.turned, opening.belle, played.state.turn.petite)


def dealer_line(seat: int) -> Said:
    """Who deals."""
    return personal(say("{who:capital} deals.", who=Player(seat)), {seat: say("You deal.")})


def _board(given: PbnDeal) -> Said:
    """Where the hands come from."""
    values = {"line": given.line, "side": "NESW"[given.dealer], "who": Player(given.dealer)}
    if not given.board:
        return say(
            "The hands are a board without number of the file, line {line}, dealt there by {side} "
            "({who}).",
            **values,
        )
    return say(
        "The hands are board {board} of the file, line {line}, dealt there by {side} ({who}).",
        board=given.board,
        **values,
    )


def _turned(card: br.Card, belle: br.Suit | None, petite: br.Suit | None) -> Said:
    if belle is None:
        return say("Turned: {card}.", card=card.symbol)
    told = {"card": card.symbol, "belle": belle.symbol}
    if petite is None:
        return say("Turned: {card}; belle is {belle}, no petite.", **told)
    return say(
        "Turned: {card}; belle is {belle}, petite is {petite}.", **told, petite=petite.symbol
    )


def before_deal(table: br.Table) -> Iterator[Said]:
    """Antes and pool, where the game has a pool; what the deals before have left to this one."""
    if table.variant.pool is not None:
        yield _antes_line(table)
    left = table.conditions.words()
    if left:
        yield sentence_of(left)


def _antes_line(table: br.Table) -> Said:
    """What was paid before the deal, and what the pool holds then."""
    paid = {move.payer: move.chips for move in table.antes if isinstance(move.payer, int)}
    if len(paid) == table.variant.seats and len(set(paid.values())) == 1:
        told = [say("Antes: every player {chips}.", chips=paid[0])]
    elif paid:
        each = [
            Said("{who} {chips}", {"who": Player(seat), "chips": chips})
            for seat, chips in paid.items()
        ]
        told = [say("Antes: {antes}.", antes=listed(each))]
    else:
        told = [say("Antes: none.")]
    back = sum(move.chips for move in table.antes if move.payer == br.SET_ASIDE)
    if back:
        told.append(
            say_number(
                "Set aside before: {number} chip.", "Set aside before: {number} chips.", back
            )
        )
    if table.set_aside:
        held = say_number(
            "The pool holds {number} chip, {aside} set aside.",
            "The pool holds {number} chips, {aside} set aside.",
            table.pool,
            aside=table.set_aside,
        )
    else:
        held = say_number(
            "The pool holds {number} chip.", "The pool holds {number} chips.", table.pool
        )
    return joined(" ", [*told, held])


def _said(played: PlayedDeal, seats: Seats) -> tuple[list[tuple[int, str]], list[Said]]:
    """The calls of the auction, and in sentences what was said after it, without plain plays."""
    calls: list[tuple[int, str]] = []
    after: list[tuple[br.State, br.Event]] = []
    for before, event in played.steps(seats.viewer):
        if before.phase == AUCTION:
            calls.append((event.seat, call(before.variant, event)))
        elif calls and not (isinstance(event.action, br.Play) and event.seat == before.actor):
            after.append((before, event))
    moments = groupby(after, key=lambda each: (each[0].phase, len(each[0].tricks)))
    return calls, [_spoken_in(phase, done, list(said)) for (phase, done), said in moments]


def _spoken_in(phase: str, done: int, said: Sequence[tuple[br.State, br.Event]]) -> Said:
    """A sentence about what was said in a phase, after so many tricks."""
    each = []
    for before, event in said:
        told = sentence(before.variant, event)
        plays = isinstance(event.action, br.Play)
        each.append(say("{what} out of turn", what=told) if plays else told)
    what = listed(each)
    if any(isinstance(event.action, br.Pass) for _, event in said):
        # To pass is another thing in each of them.
        what = say("{phase}: {what}", phase=phase, what=what)
    if done:
        what = say("after trick {number}: {what}", number=done, what=what)
    return sentence_of(what)


def _contract(state: br.State, after: list[Said]) -> Iterator[Said]:
    variant, contract = state.variant, state.contract
    yield from after
    if isinstance(state, br.Settled) and lost_by_misdeal(variant, state.infractions):
        yield sentence_of(state.settlement.heading)
    elif state.table.is_grand and variant.session.grand is not None:
        yield sentence_of(words_of(variant, variant.session.grand))
    elif contract is None:
        rule = sentence_of(words_of(variant, variant.passed_out))
        yield joined(" ", (say("Nobody bids."), rule))
    else:
        yield say("Contract: {contract}.", contract=contract_line(variant, contract))


def _verdict(settled: br.Settled, contract: br.Contract) -> Said:
    terms, made = terms_of(settled.variant, contract), settled.settlement.made
    taken = sum(settled.outcome.tricks[seat] for seat in terms.counting)
    told = verdict_with(taken, made=bool(made))
    short, played = terms.target - taken, sum(settled.outcome.tricks)
    if not made and played < terms.total:
        ended = say("the deal ended with trick {trick}", trick=played)
        told = joined("; ", (told, ended))
    elif made and short < 0:
        told = joined(", ", (told, say("{number} over", number=-short)))
    elif not made and short > 0:
        told = joined(", ", (told, say("{number} short", number=short)))
    if settled.outcome.conceded:
        told = joined(", ", (told, say("conceded by the opponents")))
    return sentence_of(told)


def _standings(played: PlayedDeal, seats: Seats) -> Table:
    """Antes, where there is a pool, bill and purses."""
    opening, settled = played.table, played.settled
    after, bill = settled.table, settled.settlement
    pooled = opening.variant.pool is not None
    moves: dict[str, Mapping[Account, int]] = {}
    if pooled:
        moves[say("antes")] = changes(opening.antes)
    moves[say("bill")] = changes(bill.transfers, bill.deltas)
    held: dict[Account, int] = dict(enumerate(after.purses))
    held |= {br.POOL: after.pool, br.SET_ASIDE: after.set_aside}
    return balance_table(
        seats.labels,
        moves,
        (say("chips"), held),
        pooled=pooled,
    )


def print_final(console: Console, settled: br.Settled, seats: Seats) -> None:
    """The end of a session: everybody's chips, and who has won."""
    ruled(console, say("The session is over"))
    purses = settled.table.purses
    print_table(console, places_table(seats.labels, purses, settled.winners))
    console.print()
    console.print(pips(session_over_words(settled.winners, max(purses))))


def print_summary(console: Console, played: PlayedDeal, seats: Seats, *, head: bool) -> None:
    """A deal as a row of a table that is printed row by row."""
    settled = played.settled
    row = settled_row(settled, [*map(str, settled.table.purses)])
    pooled = row.pool is not None
    told = ("tricks", "verdict")
    table = in_words(score_table(seats.labels, [row], told=told, pooled=pooled))
    made = rich_table(table)
    made.show_header = head
    made.padding = 0
    # Every row is a table of its own, so that the columns are as wide as any row could need.
    chips = [max(_CHIPS, len(label)) for label in seats.labels] + [_CHIPS] * pooled
    heads = [len(column.head) for column in table.columns]
    verdicts = max(len(spoken(verdict)) for verdict in _VERDICTS)
    before, after = [heads[0]], [heads[2], verdicts, *chips]
    gaps = len(before) + len(after)
    words_wide = max(_LEAST, console.width - sum(before) - sum(after) - gaps)
    for column, cells in zip(made.columns, (*before, words_wide, *after), strict=True):
        column.width = cells
    console.print(made)
