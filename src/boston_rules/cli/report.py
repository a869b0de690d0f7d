"""A deal and a session as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from attrs import frozen
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

import boston_rules as br
from boston_rules.cli.session import AUCTION, DealRecord, Ply
from boston_rules.cli.terminal import PIPS, grid, joined, pips, ruled, table
from boston_rules.rules.transfers import Account
from boston_rules.settlement.penalties import lost_by_misdeal
from boston_rules.terms import terms_of
from boston_rules.wording.phrases import (
    call,
    contract_words,
    counted,
    deal_title,
    goal_words,
    listed,
    sentence,
)
from boston_rules.wording.rulewords import words_of

__all__ = [
    "YOU",
    "Seats",
    "auction_table",
    "before_deal",
    "bill_table",
    "hand_cells",
    "hands_table",
    "print_deal",
    "print_final",
    "summary_table",
    "tricks_table",
]

Calls: TypeAlias = Iterable[tuple[int, str]]
"""Seats and tokens."""


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

    def label(self, seat: int) -> str:
        """The seat at the head of a column."""
        return f"seat {seat} (you)" if self.players[seat] == YOU else f"seat {seat}"

    @property
    def labels(self) -> list[str]:
        """The heads of all columns."""
        return [self.label(seat) for seat in range(len(self))]


def hand_cells(hand: br.Cards) -> list[Text]:
    """A hand by suit, each with its pip; a void is a dash."""
    return [
        pips(suit.symbol + ("".join(card.rank.letter for card in hand.of(suit).sorted()) or "–"))
        for suit in PIPS
    ]


def hands_table(hands: Sequence[br.Cards], seats: Seats, roles: Sequence[str]) -> Table:
    """A row a seat, a column a suit."""
    made = grid(6)
    for seat, hand in enumerate(hands):
        made.add_row(seats.label(seat), *hand_cells(hand), Text(roles[seat], "italic"))
    return made


def auction_table(variant: br.Variant, calls: Calls, seats: Seats) -> Table:
    """The auction by seat, a row each time round."""
    made = table(*seats.labels)
    row: list[Text] = []
    for seat, token in calls:
        place = len(row)
        if row and seat < place:
            made.add_row(*row)
            row, place = [], 0
        row += [Text("")] * (seat - place)
        row.append(pips(call(variant, token)))
    if row:
        made.add_row(*row)
    return made


def tricks_table(tricks: Sequence[br.Trick], seats: Seats, first: int = 1) -> Table:
    """A row a trick, a column a seat: ``>`` before the card led, ``*`` after the best one."""
    made = table("trick", *seats.labels, "won by", right=(0,), wrap=())
    for number, trick in enumerate(tricks, first):
        cells = [Text("")] * len(seats)
        for step, card in enumerate(trick.cards):
            seat = (trick.leader + step) % len(seats)
            cell = joined((">" if step == 0 else " ", pips(card.symbol)), "")
            if seat == trick.winner:
                cell.append("*").stylize("bold")
            cells[seat] = cell
        made.add_row(str(number), *cells, seats.label(trick.winner))
    return made


def bill_table(transfers: Sequence[br.Transfer], names: Sequence[str] = ()) -> Table:
    """A row a transfer, with its reasons; seats by their names where they have some."""
    made = table("from", "to", "chips", "for", right=(2,), wrap=(3,))
    for paid in transfers:
        made.add_row(
            _account(paid.payer, names),
            _account(paid.payee, names),
            str(paid.chips),
            pips(_reasons(paid)),
        )
    return made


def _account(account: Account, names: Sequence[str]) -> str:
    """``seat 2``, or the pool, or what a capped pool has set aside."""
    if isinstance(account, int):
        return names[account] if names else f"seat {account}"
    return "the pool" if account == br.POOL else "set aside"


def _reasons(paid: br.Transfer) -> str:
    if len(paid.lines) == 1:
        return paid.lines[0].reason
    return "; ".join(f"{line.reason}: {line.chips}" for line in paid.lines)


def print_deal(console: Console, record: DealRecord, seats: Seats) -> None:
    """The whole deal, from the antes to the standings."""
    title = deal_title(record.table.variant, record.table.deal_number)
    ruled(console, title)
    for block in _blocks(record, seats):
        console.print(block)
        console.print()


def _blocks(record: DealRecord, seats: Seats) -> Iterator[RenderableType]:
    state, variant = record.state, record.table.variant
    yield pips("\n".join(_opening(record)))
    if record.hands:
        yield _hands(record, seats)
    if record.auction:
        yield auction_table(variant, ((ply.seat, ply.token) for ply in record.auction), seats)
    if record.taken_back:
        number = record.taken_back
        yield f"{counted(number, 'action')} {_was(number)} taken back."
    if not isinstance(state, br.Settled):
        yield from _unfinished(record, seats)
        return
    yield pips("\n".join(_contract(record)))
    if state.tricks:
        yield _counted_tricks(state.tricks, state.outcome.tricks, seats)
    if state.contract is not None:
        yield pips(_verdict(record, state.contract))
    if state.settlement.penalties:
        yield pips("\n".join(map(_sentence, state.settlement.penalties)))
    if state.settlement.transfers:
        yield bill_table(state.settlement.transfers)
    yield _standings(record, seats)


def _was(number: int) -> str:
    return "was" if number == 1 else "were"


def _counted_tricks(tricks: Sequence[br.Trick], taken: Sequence[int], seats: Seats) -> Table:
    made = tricks_table(tricks, seats)
    made.columns[0].footer = "won"
    made.show_footer = True
    for seat, count in enumerate(taken):
        made.columns[seat + 1].footer = f" {count}"
    made.caption = Text("(> led, * won the trick)", "dim")
    made.caption_justify = "left"
    return made


def _unfinished(record: DealRecord, seats: Seats) -> Iterator[RenderableType]:
    """The contract and the play as far as they came, and who is to act."""
    view = br.observe(record.state, None)
    if view.contract is not None or view.phase == br.Playing.name:
        yield pips("\n".join(_contract(record)))
    if view.tricks:
        yield _counted_tricks(view.tricks, view.taken, seats)
    if view.trick and view.leader is not None:
        cards = [
            f"{seats.label((view.leader + step) % len(seats))} {card.symbol}"
            for step, card in enumerate(view.trick)
        ]
        yield pips(f"On the table: {', '.join(cards)}.")
    due = "the pack or a card of it" if view.actor in (None, br.CHANCE) else f"seat {view.actor}"
    yield f"The deal is not finished: {due} is next ({view.phase})."


def _opening(record: DealRecord) -> Iterator[str]:
    """Dealer, antes, pool, turned card."""
    opening = record.table
    line = f"Seat {opening.dealer} deals."
    if record.given is not None:
        given = record.given
        board = f"board {given.board}" if given.board else "a board without number"
        line += f" The hands are {board} of the file, line {given.line}"
        line += f", where {'NESW'[given.dealer]} (seat {given.dealer}) deals."
    yield line
    yield from before_deal(opening)
    if record.turned is not None:
        line = f"Turned: {record.turned.symbol}"
        if opening.belle is not None:
            line += f"; belle is {opening.belle.symbol}"
            petite = None if record.state.deal is None else record.state.deal.turn.petite
            line += f", petite is {petite.symbol}" if petite is not None else ", no petite"
        yield line + "."


def before_deal(table: br.Table | br.View) -> Iterator[str]:
    """Antes and pool, where the game has a pool; the stakes, where they are raised."""
    if table.variant.pool is not None:
        yield _antes_line(table.antes, table.pool, table.set_aside, table.variant.seats)
    if table.stakes != 1:
        yield f"Payments between players are multiplied by {table.stakes}."


def _antes_line(antes: Sequence[br.Transfer], pool: int, set_aside: int, seats: int) -> str:
    """What was paid before the deal, and what the pool holds then."""
    paid = {move.payer: move.chips for move in antes if isinstance(move.payer, int)}
    if len(paid) == seats and len(set(paid.values())) == 1:
        told = f"every player {paid[0]}"
    else:
        told = listed([f"seat {seat} {chips}" for seat, chips in paid.items()])
    back = sum(move.chips for move in antes if move.payer == br.SET_ASIDE)
    line = f"Antes: {told or 'none'}."
    if back:
        line += f" Set aside before: {counted(back, 'chip')}."
    line += f" The pool holds {counted(pool, 'chip')}"
    return line + (f", {set_aside} set aside." if set_aside else ".")


def _hands(record: DealRecord, seats: Seats) -> Table:
    made = hands_table(record.hands, seats, _roles(record, seats))
    dead = () if record.state.deal is None else record.state.deal.dead
    if dead:
        cards = br.Cards(br.PACK[index] for index in dead)
        made.add_row("dead", *hand_cells(cards), Text("laid aside", "italic"))
    return made


def _roles(record: DealRecord, seats: Seats) -> list[str]:
    contract = record.state.contract
    roles = []
    for seat, player in enumerate(seats.players):
        words = [player] if player != YOU else []
        if seat == record.table.dealer:
            words.append("dealer")
        if contract is not None and seat == contract.declarer:
            words.append("declarer")
        if contract is not None and seat == contract.partner:
            words.append("partner")
        roles.append(", ".join(filter(None, words)))
    return roles


def _contract(record: DealRecord) -> Iterator[str]:
    variant, contract = record.table.variant, record.state.contract
    after = [
        ply
        for ply in _after_auction(record.plies)
        if ply.exposes or not ply.token.startswith("play ")
    ]
    if after:
        yield _sentence(listed([_told(variant, ply) for ply in after]))
    state = record.state
    if isinstance(state, br.Settled) and lost_by_misdeal(variant, state.infractions):
        yield _sentence(state.settlement.heading)
    elif contract is None:
        words = words_of(variant, variant.passed_out)
        yield f"Nobody bids. {words[0].upper()}{words[1:]}."
    else:
        words = contract_words(variant, contract)
        yield f"Contract: {words}; {goal_words(variant, contract)}."


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _told(variant: br.Variant, ply: Ply) -> str:
    said = sentence(variant, f"seat {ply.seat}", ply.token)
    return f"{said} out of turn" if ply.exposes else said


def _after_auction(plies: Sequence[Ply]) -> Iterator[Ply]:
    seen = False
    for ply in plies:
        seen = seen or ply.phase == AUCTION
        if seen and ply.phase != AUCTION:
            yield ply


def _verdict(record: DealRecord, contract: br.Contract) -> str:
    settled, variant = record.settled, record.table.variant
    outcome = settled.outcome
    taken = sum(outcome.tricks[seat] for seat in terms_of(variant, contract).counting)
    text = f"{'Made' if settled.settlement.made else 'Lost'} with {counted(taken, 'trick')}"
    short = terms_of(variant, contract).target - taken
    if settled.settlement.made and short < 0:
        text += f", {-short} over"
    elif not settled.settlement.made and short > 0:
        text += f", {short} short"
    if outcome.conceded:
        text += ", conceded by the opponents"
    return text + "."


def _standings(record: DealRecord, seats: Seats) -> Table:
    """Antes, where there is a pool, bill and purses: every row but the last adds up to nothing."""
    opening, settled = record.table, record.settled
    after, bill = settled.table, settled.settlement.transfers
    pooled = opening.variant.pool is not None
    accounts: list[Account] = list(range(len(seats)))
    if pooled:
        accounts.append(br.POOL)
    if any(br.SET_ASIDE in (paid.payer, paid.payee) for paid in (*opening.antes, *bill)):
        accounts.append(br.SET_ASIDE)
    chips: dict[Account, int] = {
        **dict(enumerate(after.purses)),
        br.POOL: after.pool,
        br.SET_ASIDE: after.set_aside,
    }
    pools = [str(account).replace("-", " ") for account in accounts[len(seats) :]]
    made = table("", *seats.labels, *pools, wrap=(), right=range(1, 9))
    for name, paid in (*([("antes", opening.antes)] if pooled else []), ("bill", bill)):
        made.add_row(name, *(f"{_change(paid, account):+d}" for account in accounts))
    made.add_row("chips", *(str(chips[account]) for account in accounts), style="bold")
    return made


def _change(paid: Iterable[br.Transfer], account: Account) -> int:
    return sum(
        transfer.chips * ((transfer.payee == account) - (transfer.payer == account))
        for transfer in paid
    )


def print_final(console: Console, settled: br.Settled, seats: Seats) -> None:
    """The end of a session: everybody's chips, and who has won."""
    ruled(console, "The session is over")
    purses = settled.table.purses
    made = table("place", "seat", "player", "chips", "", right=(3,), wrap=())
    ranked = sorted(range(len(seats)), key=lambda seat: (-purses[seat], seat))
    for seat in ranked:
        place = 1 + sum(chips > purses[seat] for chips in purses)
        tied = sum(chips == purses[seat] for chips in purses) > 1
        won = seat in settled.winners
        made.add_row(
            f"{place}{'=' if tied else ''}",
            f"seat {seat}",
            seats.players[seat],
            str(purses[seat]),
            "winner" if won else "",
            style="bold" if won else "",
        )
    console.print(made)
    winners = [f"seat {seat}" for seat in settled.winners]
    joint = "jointly won" if len(winners) > 1 else "won"
    deals = counted(settled.deal.table.deal_number, "deal")
    with_chips = counted(purses[settled.winners[0]], "chip")
    console.print(f"\nThe session of {deals} is {joint} by {listed(winners)} with {with_chips}.")


def summary_table(record: DealRecord, seats: Seats, width: int, *, head: bool) -> Table:
    """A deal as a row of a table ``width`` wide, which is printed row by row."""
    pooled = record.table.variant.pool is not None
    made = table(
        "deal",
        "contract",
        "tricks",
        "",
        *seats.labels,
        *(["pool"] if pooled else []),
        wrap=(1,),
        right=(0, 2, *range(4, 9)),
    )
    # Every row is a table of its own, so that the columns are as wide as any row could need.
    made.show_header = head
    chips = [max(_CHIPS, len(label)) for label in seats.labels] + [_CHIPS] * pooled
    before, after = [len("deal")], [len("tricks"), len("made"), *chips]
    made.padding = 0
    gaps = len(before) + len(after)
    words_wide = max(_LEAST, width - sum(before) - sum(after) - gaps)
    for column, cells in zip(made.columns, (*before, words_wide, *after), strict=True):
        column.width = cells
    settled = record.settled
    contract = settled.contract
    if contract is None:
        words, tricks, verdict = "passed out", "", ""
    else:
        words = contract_words(record.table.variant, contract)
        counting = terms_of(record.table.variant, contract).counting
        tricks = str(sum(settled.outcome.tricks[seat] for seat in counting))
        verdict = "made" if settled.settlement.made else "lost"
    made.add_row(
        str(record.table.deal_number),
        pips(words),
        tricks,
        verdict,
        *map(str, settled.table.purses),
        *([str(settled.table.pool)] if pooled else []),
    )
    return made
