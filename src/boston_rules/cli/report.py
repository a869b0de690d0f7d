"""A deal and a session as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from attrs import frozen
from rich.console import Console

import boston_rules as br
from boston_rules.cli.session import AUCTION, PlayedDeal
from boston_rules.cli.terminal import pips, print_table, rich_table, ruled
from boston_rules.core.transfers import Account
from boston_rules.deal.settlement.penalties import lost_by_misdeal
from boston_rules.deal.terms import terms_of
from boston_rules.solver import Analysis
from boston_rules.telling.tables.deals import (
    auction_table,
    balance_table,
    bill_table,
    changes,
    hands_table,
    play_table,
    tricks_of,
)
from boston_rules.telling.tables.model import Table
from boston_rules.telling.tables.scores import places_table, score_table, settled_row
from boston_rules.telling.tables.solved import analysis_lines
from boston_rules.telling.wording.phrases import (
    call,
    contract_words,
    counted,
    deal_title,
    goal_words,
    listed,
    sentence,
)
from boston_rules.telling.wording.rulewords import stop, words_of

__all__ = [
    "YOU",
    "Seats",
    "before_deal",
    "contract_line",
    "print_blocks",
    "print_deal",
    "print_final",
    "print_summary",
]

YOU: Final = "you"
"""The player at the terminal, in place of the name of a bot."""


_CHIPS: Final = 6
"""The characters of a sum of chips, as far as they are lined up."""
_LEAST: Final = 12
"""The least room for a contract."""


@frozen
class Seats:
    """Who sits where."""

    players: tuple[str, ...]
    """The name of the bot of each seat, or :data:`YOU`."""

    def __len__(self) -> int:
        return len(self.players)

    def roles(self, dealer: int, contract: br.Contract | None = None) -> list[str]:
        """The players by name, with what each is in a deal."""
        parts: dict[str, object] = {"dealer": dealer}
        if contract is not None:
            parts |= {"declarer": contract.declarer, "partner": contract.partner}
        return [
            ", ".join(
                [
                    *([player] if player not in ("", YOU) else []),
                    *(part for part, held in parts.items() if held == seat),
                ]
            )
            for seat, player in enumerate(self.players)
        ]

    def label(self, seat: int) -> str:
        """The seat at the head of a column."""
        return f"seat {seat} (you)" if self.players[seat] == YOU else f"seat {seat}"

    @property
    def viewer(self) -> int | None:
        """The seat of the person at the terminal."""
        return self.players.index(YOU) if YOU in self.players else None

    @property
    def labels(self) -> list[str]:
        """The heads of all columns."""
        return [self.label(seat) for seat in range(len(self))]


def print_deal(
    console: Console, played: PlayedDeal, seats: Seats, analysis: Analysis | None = None
) -> None:
    """The whole deal, from the antes to the standings; with an analysis, its play judged."""
    ruled(console, deal_title(played.state.variant, played.state.table.deal_number))
    print_blocks(console, _blocks(played, seats, analysis))


def print_blocks(console: Console, blocks: Iterable[Table | str]) -> None:
    """Tables and lines of text, each with an empty line below."""
    for block in blocks:
        if isinstance(block, Table):
            print_table(console, block)
        else:
            console.print(pips(block))
        console.print()


def _blocks(played: PlayedDeal, seats: Seats, analysis: Analysis | None) -> Iterator[Table | str]:
    state = played.state
    yield "\n".join(_opening(played))
    if played.hands:
        dead = () if state.deal is None else state.deal.dead
        cards = br.Cards(br.PACK[index] for index in dead)
        roles = seats.roles(played.table.dealer, state.contract)
        yield hands_table(seats.labels, played.hands, roles, cards)
    calls, after = _said(played, seats)
    if calls:
        yield auction_table(seats.labels, calls)
    if number := played.taken_back:
        yield f"{counted(number, 'action')} {'was' if number == 1 else 'were'} taken back."
    settled = isinstance(state, br.Settled)
    # Of a deal that goes on no more is told than everybody may know.
    seen = br.observe(state, None) if state.viewer is br.FULL and not settled else state
    contract = seen.contract
    if settled or contract is not None or seen.phase == br.Playing.phase:
        yield "\n".join(_contract(state, after))
    if seen.tricks or (seen.trick and not settled):
        side = () if contract is None else terms_of(seen.variant, contract).counting
        yield play_table(seats.labels, tricks_of(seen, analysis), side=side, taken=seen.taken)
    if analysis is not None:
        yield "\n".join(analysis_lines(seats.labels, analysis))
    if not isinstance(state, br.Settled):
        chance = seen.actor in (None, br.CHANCE)
        due = "the pack or a card of it" if chance else f"seat {seen.actor}"
        yield f"The deal is not finished: {due} is next ({seen.phase})."
        return
    if contract is not None:
        yield _verdict(state, contract)
    if state.settlement.penalties:
        yield "\n".join(map(stop, state.settlement.penalties))
    if state.settlement.transfers:
        yield bill_table(state.settlement.transfers)
    yield _standings(played, seats)


def _opening(played: PlayedDeal) -> Iterator[str]:
    """Dealer, antes, pool, turned card."""
    opening = played.table
    line = f"Seat {opening.dealer} deals."
    if played.given is not None:
        given = played.given
        board = f"board {given.board}" if given.board else "a board without number"
        line += f" The hands are {board} of the file, line {given.line}"
        line += f", where {'NESW'[given.dealer]} (seat {given.dealer}) deals."
    yield line
    yield from before_deal(opening)
    if played.state.turned is not None:
        line = f"Turned: {played.state.turned.symbol}"
        if opening.belle is not None:
            line += f"; belle is {opening.belle.symbol}"
            petite = played.state.turn.petite
            line += f", petite is {petite.symbol}" if petite is not None else ", no petite"
        yield line + "."


def before_deal(table: br.Table) -> Iterator[str]:
    """Antes and pool, where the game has a pool; what the deals before have left to this one."""
    if table.variant.pool is not None:
        yield _antes_line(table)
    left = table.conditions.words()
    if left:
        yield stop(left)


def _antes_line(table: br.Table) -> str:
    """What was paid before the deal, and what the pool holds then."""
    paid = {move.payer: move.chips for move in table.antes if isinstance(move.payer, int)}
    if len(paid) == table.variant.seats and len(set(paid.values())) == 1:
        told = f"every player {paid[0]}"
    else:
        told = listed([f"seat {seat} {chips}" for seat, chips in paid.items()] or [""])
    back = sum(move.chips for move in table.antes if move.payer == br.SET_ASIDE)
    line = f"Antes: {told or 'none'}."
    if back:
        line += f" Set aside before: {counted(back, 'chip')}."
    line += f" The pool holds {counted(table.pool, 'chip')}"
    return line + (f", {table.set_aside} set aside." if table.set_aside else ".")


def _said(played: PlayedDeal, seats: Seats) -> tuple[list[tuple[int, str]], list[str]]:
    """The calls of the auction, and in sentences what was said after it, without plain plays."""
    variant = played.state.variant
    calls: list[tuple[int, str]] = []
    after: list[str] = []
    for before, event in played.steps(seats.viewer):
        if before.phase == AUCTION:
            calls.append((event.seat, call(variant, event)))
        elif calls:
            plays = isinstance(event.action, br.Play)
            if not plays or event.seat != before.actor:
                said = sentence(variant, event)
                after.append(f"{said} out of turn" if plays else said)
    return calls, after


def _contract(state: br.State, after: list[str]) -> Iterator[str]:
    variant, contract = state.variant, state.contract
    if after:
        yield stop(listed(after))
    if isinstance(state, br.Settled) and lost_by_misdeal(variant, state.infractions):
        yield stop(state.settlement.heading)
    elif state.table.is_grand and variant.session.grand is not None:
        yield stop(words_of(variant, variant.session.grand))
    elif contract is None:
        yield f"Nobody bids. {stop(words_of(variant, variant.passed_out))}"
    else:
        yield f"Contract: {contract_line(variant, contract)}."


def contract_line(variant: br.Variant, contract: br.Contract) -> str:
    """The contract, as far as it is known, and what it takes."""
    return f"{contract_words(variant, contract)}; {goal_words(variant, contract)}"


def _verdict(settled: br.Settled, contract: br.Contract) -> str:
    terms, made = terms_of(settled.variant, contract), settled.settlement.made
    taken = sum(settled.outcome.tricks[seat] for seat in terms.counting)
    text = f"{'Made' if made else 'Lost'} with {counted(taken, 'trick')}"
    short, played = terms.target - taken, sum(settled.outcome.tricks)
    if not made and played < terms.total:
        text += f"; the deal ended with trick {played}"
    elif made and short < 0:
        text += f", {-short} over"
    elif not made and short > 0:
        text += f", {short} short"
    if settled.outcome.conceded:
        text += ", conceded by the opponents"
    return text + "."


def _standings(played: PlayedDeal, seats: Seats) -> Table:
    """Antes, where there is a pool, bill and purses."""
    opening, settled = played.table, played.settled
    after, bill = settled.table, settled.settlement
    pooled = opening.variant.pool is not None
    antes = {"antes": changes(opening.antes)} if pooled else {}
    held: dict[Account, int] = dict(enumerate(after.purses))
    held |= {br.POOL: after.pool, br.SET_ASIDE: after.set_aside}
    return balance_table(
        seats.labels,
        {**antes, "bill": changes(bill.transfers, bill.deltas)},
        ("chips", held),
        pooled=pooled,
    )


def print_final(console: Console, settled: br.Settled, seats: Seats) -> None:
    """The end of a session: everybody's chips, and who has won."""
    ruled(console, "The session is over")
    purses = settled.table.purses
    print_table(console, places_table(seats.players, purses, settled.winners))
    winners = [f"seat {seat}" for seat in settled.winners]
    joint = "jointly won" if len(winners) > 1 else "won"
    deals = counted(settled.deal.table.deal_number, "deal")
    with_chips = counted(purses[settled.winners[0]], "chip")
    console.print(f"\nThe session of {deals} is {joint} by {listed(winners)} with {with_chips}.")


def print_summary(console: Console, played: PlayedDeal, seats: Seats, *, head: bool) -> None:
    """A deal as a row of a table that is printed row by row."""
    settled = played.settled
    row = settled_row(settled, [str(chips) for chips in settled.table.purses])
    pooled = row.pool is not None
    told = ("tricks", "verdict")
    made = rich_table(score_table(seats.labels, [row], told=told, pooled=pooled))
    made.show_header = head
    made.padding = 0
    # Every row is a table of its own, so that the columns are as wide as any row could need.
    chips = [max(_CHIPS, len(label)) for label in seats.labels] + [_CHIPS] * pooled
    before, after = [len("deal")], [len("tricks"), len("made"), *chips]
    gaps = len(before) + len(after)
    words_wide = max(_LEAST, console.width - sum(before) - sum(after) - gaps)
    for column, cells in zip(made.columns, (*before, words_wide, *after), strict=True):
        column.width = cells
    console.print(made)
