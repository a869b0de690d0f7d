"""The tables of a deal: hands, auction, play, bill, and what it changes in everybody's chips."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from boston_rules import (
    CHANCE,
    POOL,
    SET_ASIDE,
    Card,
    Cards,
    Contract,
    Settlement,
    State,
    Suit,
    Transfer,
    Trick,
    View,
    observe,
)
from boston_rules.cards import IN_HAND
from boston_rules.rules.transfers import Account
from boston_rules.tables.labels import account_label, seat_labels
from boston_rules.tables.model import Cell, Column, Row, Sheet, Table, bold, signed
from boston_rules.tables.solved import MARKS, analysis_lines, mark_of
from boston_rules.terms import terms_of
from boston_rules.wording.phrases import contract_words, counted, listed
from boston_rules.wording.rulewords import stop

if TYPE_CHECKING:  # whoever has an analysis has loaded the solver
    from boston_rules.solver import Analysis

__all__ = [
    "PlayedTrick",
    "auction_table",
    "balance_table",
    "bill_balance",
    "bill_sheet",
    "bill_table",
    "calls_of",
    "changes",
    "complete_tricks",
    "hand_texts",
    "hands_table",
    "marked",
    "on_table",
    "play_sheet",
    "play_table",
    "revokes_of",
    "tricks_of",
    "without_contract",
]


# Hands and auction.


def hand_texts(hand: Cards, suits: Iterable[Suit] = IN_HAND) -> list[str]:
    """A hand by suit, each with its pip; a void is a dash.

    >>> hand_texts(Cards.parse("AS TS 2D"))
    ['♠AT', '♥–', '♣–', '♦2']
    """
    return [
        suit.symbol + ("".join(card.rank.letter for card in hand.of(suit).sorted()) or "–")
        for suit in suits
    ]


def hands_table(
    labels: Sequence[str], hands: Iterable[Cards], roles: Sequence[str], dead: Cards | None = None
) -> Table:
    """A row a seat, a column a suit; a hand without cards is hidden."""
    rows = [
        (label, *(hand_texts(hand) if hand else ("hidden", "", "", "")), role)
        for label, hand, role in zip(labels, hands, roles, strict=True)
    ]
    if dead:
        rows.append(("dead", *hand_texts(dead), "laid aside"))
    return Table(("",) * 6, rows)


def calls_of(view: View) -> list[tuple[int, str]]:
    """What players have said since the cards were dealt, with their seats, as tokens."""
    dealt = view.plies_before_deal
    return [(seat, token) for seat, token in view.history[dealt:] if seat != CHANCE]


def auction_table(labels: Sequence[str], calls: Iterable[tuple[int, str]]) -> Table:
    """The calls by seat, a row each time round."""
    rows: list[list[str]] = []
    last = len(labels)
    for seat, said in calls:
        if seat <= last:
            rows.append([""] * len(labels))
        rows[-1][seat] = said
        last = seat
    return Table([Column(label, room=12) for label in labels], rows)


# The play.


@frozen
class PlayedTrick:
    """A trick, complete or not, as far as it is known."""

    leader: int
    cards: Mapping[int, Card | str]
    """By seat; text for what is no card."""
    winner: int | None = None
    marks: Mapping[int, str] = field(factory=dict)
    """By seat, the sign behind a card of which something is said."""

    def cell(self, seat: int) -> Cell:
        """What a seat has played."""
        shown = self.cards.get(seat, "")
        text, card = ("", shown) if isinstance(shown, Card) else (shown, None)
        leads = bool(shown) and seat == self.leader
        mark = "" if card is None else self.marks.get(seat, "")
        return Cell(text, card=card, leads=leads, wins=seat == self.winner, mark=mark)


def tricks_of(what: State | View, analysis: Analysis | None = None) -> list[PlayedTrick]:
    """The tricks of a deal, the one on the table last; with an analysis, its mistakes marked.

    Raises:
        TypeError: it is neither a state nor a view.
    """
    if not isinstance(what, State | View):
        raise TypeError(f"tricks are those of a state or a view, not of {type(what).__name__}")
    seats = (what if isinstance(what, View) else what.table).variant.seats

    found = complete_tricks(what.tricks, seats)
    if what.trick and what.leader is not None:
        found.append(PlayedTrick(what.leader, _placed(what.leader, what.trick, seats)))
    return found if analysis is None else marked(found, analysis)


def complete_tricks(tricks: Iterable[Trick], seats: int) -> list[PlayedTrick]:
    """Complete tricks, with each card at its seat."""
    return [
        PlayedTrick(trick.leader, _placed(trick.leader, trick.cards, seats), trick.winner)
        for trick in tricks
    ]


def on_table(view: View) -> dict[int, Card]:
    """The cards of the trick on the table by seat, in the order played."""
    if view.leader is None:
        return {}
    return _placed(view.leader, view.trick, view.variant.seats)


def _placed(leader: int, cards: Sequence[Card], seats: int) -> dict[int, Card]:
    return {(leader + step) % seats: card for step, card in enumerate(cards)}


def marked(tricks: Iterable[PlayedTrick], analysis: Analysis) -> list[PlayedTrick]:
    """Tricks with a mark at every card by which something was lost."""
    marks: dict[int, dict[int, str]] = {}
    for card in analysis.mistakes:
        marks.setdefault(card.trick, {})[card.seat] = mark_of(card)
    return [evolve(trick, marks=marks.get(number, {})) for number, trick in enumerate(tricks, 1)]


def play_table(
    labels: Sequence[str],
    tricks: Iterable[PlayedTrick],
    *,
    first: int = 1,
    side: Sequence[int] = (),
    taken: Sequence[int] = (),
) -> Table:
    """A row a trick, a column a seat.

    Args:
        labels: of the seats.
        tricks: those that are shown.
        first: the number of the first of them.
        side: the seats whose tricks are counted, of a whole play.
        taken: the tricks of each seat, for a footer.
    """
    rows: list[list[str | Cell]] = []
    won = 0
    for number, trick in enumerate(tricks, first):
        over = trick.winner is not None
        won += trick.winner in side
        winner = "" if trick.winner is None else labels[trick.winner]
        tally = [Cell(str(won) if over else "", bold=True), str(number - won) if over else ""]
        rows.append(
            [str(number), *map(trick.cell, range(len(labels))), *(tally if side else ()), winner]
        )
    columns = [Column("trick", "right")]
    columns += [Column(label, "middle", 12) for label in labels]
    if side:
        columns.append(Column("declarer" if len(side) == 1 else "side", "right"))
        columns.append(Column("others", "right"))
    columns.append(Column("won by"))
    notes = ["An arrow stands before the card led, a mark behind the card that wins."]
    if any(cell.mark for row in rows for cell in row if isinstance(cell, Cell)):
        notes.append(MARKS)
    footer = ["won", *(f" {count}" for count in taken), "", *["", ""][: 2 * bool(side)]]
    return Table(
        columns,
        rows,
        footer=[footer] if taken else (),
        notes=tuple(notes),
    )


def play_sheet(
    what: State | View, names: Iterable[str] = (), analysis: Analysis | None = None
) -> Sheet:
    """Every trick of a deal, card by card, with the marks of an analysis if one is given.

    Raises:
        TypeError: it is neither a state nor a view.
        ValueError: not as many names as seats.
    """
    tricks = tricks_of(what, analysis)
    view = what if isinstance(what, View) else observe(what, None)
    variant, contract = view.variant, what.contract
    labels = seat_labels(names, variant.seats)
    side = () if contract is None else terms_of(variant, contract).counting
    won = sum(trick.winner in side for trick in tricks)
    return Sheet(
        f"{variant.title}, deal {view.deal_number}: the play",
        tuple(_contract_lines(view, contract, won, len(side), labels)),
        (play_table(labels, tricks, side=side, taken=view.taken if view.tricks else ()),),
        () if analysis is None else tuple(analysis_lines(labels, analysis)),
    )


def _contract_lines(
    view: View, contract: Contract | None, won: int, counting: int, labels: Sequence[str]
) -> Iterable[str]:
    told = [(label, revokes_of(view, seat)) for seat, label in enumerate(labels)]
    revokes = [stop(f"{who} {revoked}") for who, revoked in told if revoked]
    if contract is None:
        over = view.leader is not None or view.settlement is not None
        yield stop(without_contract(view)) if over else "No contract yet."
        yield from revokes
        return
    yield f"{contract_words(view.variant, contract)}."
    goal = terms_of(view.variant, contract).goal
    assert goal is not None, "a contract has a goal"
    verdict = view.decided if view.settlement is None else view.settlement.made
    said = "" if verdict is None else f": {'made' if verdict else 'lost'}"
    who = "The side" if counting == 2 else "The declarer"
    yield f"{who} must {goal.words()} and has won {won}{said}."
    yield from revokes


def revokes_of(view: View, seat: int) -> str:
    """The established revokes of a seat in words; empty where it has none."""
    tricks = [str(trick + 1) for trick, offender in view.revokes if offender == seat]
    return f"revoked in trick {listed(tricks)}" if tricks else ""


def without_contract(view: View) -> str:
    """Why a deal whose auction is over has no contract."""
    lost = view.variant.laws.misdeal.loses_deal
    if lost and any(token.startswith("misdeal") for _, token in view.history):
        return "misdeal"
    return "all passed"


# The bill.


def bill_table(transfers: Iterable[Transfer], labels: Sequence[str] = ()) -> Table:
    """A row a transfer, with its reasons; seats by their labels where they have some."""
    rows: list[Sequence[str | Cell]] = [
        (
            account_label(paid.payer, labels),
            account_label(paid.payee, labels),
            Cell(str(paid.chips), bold=True),
            _reasons(paid),
        )
        for paid in transfers
    ]
    columns = (Column("from", room=20), Column("to", room=20), Column("chips", "right"))
    return Table((*columns, Column("for", room=41)), rows or [("nobody pays", "", "", "")])


def _reasons(paid: Transfer) -> str:
    if len(paid.lines) == 1:
        return paid.reason
    return "; ".join(f"{line.reason}: {line.chips}" for line in paid.lines)


def changes(transfers: Iterable[Transfer], deltas: Sequence[int] = ()) -> dict[Account, int]:
    """What transfers bring each account; of seats what is told (``deltas``), if anything is."""
    found: Counter[Account] = Counter()
    for paid in transfers:
        found[paid.payee] += paid.chips
        found[paid.payer] -= paid.chips
    return {**found, **dict(enumerate(deltas))}


def balance_table(
    labels: Sequence[str],
    moves: Mapping[str, Mapping[Account, int]],
    held: tuple[str, Mapping[Account, int]],
    *,
    pooled: bool,
    tricks: Sequence[int] = (),
) -> Table:
    """What each account wins and loses, a row a step.

    Args:
        labels: of the seats.
        moves: the steps by their names, each with what it brings the accounts.
        held: what the last row is called, and the chips that accounts hold afterwards.
        pooled: whether there is a pool.
        tricks: what each seat has won, for a row above.
    """
    name, chips = held
    accounts: list[Account] = list(range(len(labels)))
    accounts += [POOL] if pooled else []
    if chips.get(SET_ASIDE) or any(SET_ASIDE in step for step in moves.values()):
        accounts.append(SET_ASIDE)
    pools = [str(account).replace("-", " ") for account in accounts[len(labels) :]]
    whole = 0 in chips  # the last row is about everybody, and not about the pool alone
    rows: list[Sequence[str] | Row] = []
    if tricks:
        rows.append(("tricks", *map(str, tricks), *[""] * len(pools)))
    rows += [
        (step, *(signed(moved.get(account, 0)) for account in accounts))
        for step, moved in moves.items()
    ]
    last = [str(chips[account]) if account in chips else "" for account in accounts]
    rows[-1] = rows[-1] if whole else bold(*rows[-1])
    if any(last):
        rows.append(bold(name, *last) if whole else (name, *last))
    pool_columns = (Column(pool, "right") for pool in pools)
    return Table(("", *(Column(label, "right", 12) for label in labels), *pool_columns), rows)


def bill_balance(
    labels: Sequence[str],
    bill: Settlement,
    *,
    pooled: bool,
    name: str = "bill",
    tricks: Sequence[int] = (),
) -> Table:
    """What a bill alone brings each account, and what the pool holds after it."""
    held: dict[Account, int] = {POOL: bill.pool, SET_ASIDE: bill.set_aside} if pooled else {}
    moves = {name: changes(bill.transfers, bill.deltas)}
    return balance_table(labels, moves, ("after it", held), pooled=pooled, tricks=tricks)


def bill_sheet(settlement: Settlement, names: Iterable[str] = ()) -> Sheet:
    """Who pays whom, how much and for what, and what each seat wins in all.

    Raises:
        ValueError: not as many names as seats.
    """
    labels = seat_labels(names, len(settlement.deltas))
    pooled = settlement.mentions_pool
    notes: tuple[str, ...] = ()
    if pooled:
        held = f"The pool holds {counted(settlement.pool, 'chip')} afterwards"
        if settlement.set_aside:
            held += f"; set aside: {counted(settlement.set_aside, 'chip')}"
        notes = (f"{held}. Antes are not part of the bill.",)
    balance = bill_balance(labels, settlement, pooled=pooled, name="in all")
    about = filter(None, (settlement.heading, *settlement.penalties))
    return Sheet(
        "Settlement",
        tuple(map(stop, about)),
        (bill_table(settlement.transfers, labels), balance),
        notes,
    )
