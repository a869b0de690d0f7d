"""The tables of a deal: hands, auction, play, bill, and what it changes in everybody's chips."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from attrs import evolve, field, frozen

from boston_rules import (
    POOL,
    SET_ASIDE,
    UNKNOWN,
    Card,
    Cards,
    Settlement,
    State,
    Suit,
    Transfer,
    Trick,
)
from boston_rules.core.arguments import check_type, wrong_type
from boston_rules.core.cards import IN_HAND
from boston_rules.core.saying import (
    Player,
    Said,
    joined,
    listed,
    personal,
    say,
    say_as,
    say_number,
    sentence_of,
    term,
)
from boston_rules.core.transfers import Account
from boston_rules.deal.settlement.penalties import lost_by_misdeal
from boston_rules.deal.terms import terms_of
from boston_rules.telling.tables.labels import account_label, seat_labels
from boston_rules.telling.tables.model import Cell, Column, Row, Sheet, Table, bold, signed
from boston_rules.telling.tables.solved import MARKS, analysis_lines, mark_of
from boston_rules.telling.wording.phrases import chips_in_words, contract_words, without_contract
from boston_rules.telling.wording.terms import label_with, verdict_words

if TYPE_CHECKING:  # whoever has an analysis has loaded the solver
    from boston_rules.solver import Analysis

__all__ = [
    "PlayedTrick",
    "auction_table",
    "balance_table",
    "bill_balance",
    "bill_sheet",
    "bill_table",
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
    "without_contract_of",
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
        (label, *(hand_texts(hand) if hand else (say("hidden"), "", "", "")), role)
        for label, hand, role in zip(labels, hands, roles, strict=True)
    ]
    if dead:
        rows.append((say("dead hand"), *hand_texts(dead), say("laid aside")))
    return Table(("",) * 6, rows)


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
    cards: Mapping[int, Card]
    """By seat."""
    winner: int | None = None
    marks: Mapping[int, str] = field(factory=dict)
    """By seat, the sign behind a card of which something is said."""

    def cell(self, seat: int) -> Cell:
        """What a seat has played."""
        card = self.cards.get(seat)
        if card is None:
            return Cell("")
        mark = self.marks.get(seat, "")
        return Cell("", card=card, leads=seat == self.leader, wins=seat == self.winner, mark=mark)


def tricks_of(state: State, analysis: Analysis | None = None) -> list[PlayedTrick]:
    """The tricks of a deal, the one on the table last; with an analysis, its mistakes marked.

    Raises:
        TypeError: it is not a state.
    """
    check_type("state", state, State, "a State, such as br.observe() returns")
    found = complete_tricks(state.tricks, state.variant.seats)
    if state.trick and state.leader is not None:
        found.append(PlayedTrick(state.leader, on_table(state)))
    return found if analysis is None else marked(found, analysis)


def complete_tricks(tricks: Iterable[Trick], seats: int) -> list[PlayedTrick]:
    """Complete tricks, with each card at its seat."""
    return [
        PlayedTrick(trick.leader, _placed(trick.leader, trick.cards, seats), trick.winner)
        for trick in tricks
    ]


def on_table(state: State) -> dict[int, Card]:
    """The cards of the trick on the table by seat, in the order played."""
    return _placed(state.leader or 0, state.trick, state.variant.seats)


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
    columns = [Column(say_as("column", "trick"), "right")]
    columns += [Column(label, "middle", 12) for label in labels]
    if side:
        own = say_as("column", "declarer") if len(side) == 1 else say_as("column", "side")
        columns += [Column(own, "right"), Column(say_as("column", "others"), "right")]
    columns.append(Column(say_as("column", "won by")))
    notes = [say("An arrow stands before the card led, a mark behind the card that wins.")]
    if any(cell.mark for row in rows for cell in row if isinstance(cell, Cell)):
        notes.append(MARKS)
    footer = [say_as("tricks", "won"), *(f" {count}" for count in taken), ""]
    footer += ["", ""] if side else []
    return Table(
        columns,
        rows,
        footer=[footer] if taken else (),
        notes=tuple(notes),
    )


def play_sheet(state: State, names: Iterable[str] = (), analysis: Analysis | None = None) -> Sheet:
    """Every trick of a deal, card by card, with the marks of an analysis if one is given.

    Raises:
        TypeError: it is not a state.
        ValueError: not as many names as seats.
    """
    if analysis is not None and not hasattr(analysis, "mistakes"):
        raise wrong_type("analysis", "what solver.analyse() returns, or None", analysis)
    tricks = tricks_of(state, analysis)
    variant, contract = state.variant, state.contract
    labels = seat_labels(names, variant.seats)
    side = () if contract is None else terms_of(variant, contract).counting
    return Sheet(
        say(
            "{game}, deal {number}: the play",
            game=term(variant.title),
            number=state.table.deal_number,
        ),
        tuple(_contract_lines(state, tricks, side, labels)),
        (play_table(labels, tricks, side=side, taken=state.taken if state.tricks else ()),),
        () if analysis is None else tuple(analysis_lines(labels, analysis)),
    )


def _contract_lines(
    state: State, tricks: Iterable[PlayedTrick], side: Sequence[int], labels: Sequence[str]
) -> Iterable[str]:
    contract = state.contract
    if contract is None:
        yield sentence_of(without_contract_of(state))
    else:
        yield sentence_of(contract_words(state.variant, contract))
        goal = terms_of(state.variant, contract).goal
        assert goal is not None, "a contract has a goal"
        verdict = state.decided if state.settlement is None else state.settlement.made
        said = _must_and_has(
            goal.words(),
            sum(trick.winner in side for trick in tricks),
            partnered=len(side) == 2,
            unknown=contract.partner is UNKNOWN,
        )
        yield sentence_of(said if verdict is None else label_with(said, verdict_words(verdict)))
    for seat in range(len(labels)):
        if revoked := revokes_of(state, seat, named=True):
            yield sentence_of(revoked)


def _must_and_has(goal: str, won: int, *, partnered: bool, unknown: bool) -> Said:
    """What the declarer's side must win, and how many tricks it has."""
    if unknown:
        return say("the side must {goal} and its declarer has won {number}", goal=goal, number=won)
    if partnered:
        return say("the side must {goal} and has won {number}", goal=goal, number=won)
    return say("the declarer must {goal} and has won {number}", goal=goal, number=won)


def revokes_of(state: State, seat: int, *, named: bool = False) -> str:
    """The established revokes of a seat in words, with its player or without; or nothing."""
    tricks = [str(trick + 1) for trick, offender in state.revokes if offender == seat]
    if not tricks:
        return ""
    number, told = len(tricks), listed(tricks)
    if not named:
        return say_number(
            "revoked in trick {tricks}", "revoked in tricks {tricks}", number, tricks=told
        )
    said = say_number(
        "{who} revoked in trick {tricks}",
        "{who} revoked in tricks {tricks}",
        number,
        who=Player(seat),
        tricks=told,
    )
    own = say_number(
        "you revoked in trick {tricks}", "you revoked in tricks {tricks}", number, tricks=told
    )
    return personal(said, {seat: own})


def without_contract_of(state: State) -> Said:
    """Why a deal has no contract."""
    if state.leader is None and state.settlement is None:
        return say("no contract yet")
    lost = lost_by_misdeal(state.variant, state.infractions)
    return without_contract(grand=state.table.is_grand, misdeal=lost)


# The bill.

BILL: Final = say("bill")


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
    columns = (
        Column(say_as("payer", "from"), room=20),
        Column(say_as("payee", "to"), room=20),
        Column(say_as("column", "chips"), "right"),
        Column(say_as("reason", "for"), room=41),
    )
    return Table(columns, rows or [(say("nobody pays"), "", "", "")])


def _reasons(paid: Transfer) -> str:
    """What chips are paid for, each with its figure where there are several reasons."""
    if len(paid.lines) == 1:
        return paid.reason
    return joined("; ", (label_with(line.reason, line.chips) for line in paid.lines))


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
    pools = [
        say_as("column", "pool") if account == POOL else account_label(account)
        for account in accounts[len(labels) :]
    ]
    whole = 0 in chips  # the last row is about everybody, and not about the pool alone
    rows: list[Sequence[str] | Row] = []
    if tricks:
        rows.append((say_as("column", "tricks"), *map(str, tricks), *[""] * len(pools)))
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
    name: str = BILL,
    tricks: Sequence[int] = (),
) -> Table:
    """What a bill alone brings each account, and what the pool holds after it."""
    held: dict[Account, int] = {POOL: bill.pool, SET_ASIDE: bill.set_aside} if pooled else {}
    moves = {name: changes(bill.transfers, bill.deltas)}
    return balance_table(labels, moves, (say("after it"), held), pooled=pooled, tricks=tricks)


def bill_sheet(settlement: Settlement, names: Iterable[str] = ()) -> Sheet:
    """Who pays whom, how much and for what, and what each seat wins in all.

    Raises:
        ValueError: not as many names as seats.
    """
    labels = seat_labels(names, len(settlement.deltas))
    pooled = settlement.mentions_pool
    notes: tuple[str, ...] = ()
    if pooled:
        notes = (joined(" ", (_held(settlement), say("Antes are not part of the bill."))),)
    balance = bill_balance(labels, settlement, pooled=pooled, name=say("in all"))
    about = filter(None, (settlement.heading, *settlement.penalties))
    return Sheet(
        say("Settlement"),
        tuple(map(sentence_of, about)),
        (bill_table(settlement.transfers, labels), balance),
        notes,
    )


def _held(settlement: Settlement) -> Said:
    if settlement.set_aside:
        return say(
            "The pool holds {chips} afterwards; set aside: {aside}.",
            chips=chips_in_words(settlement.pool),
            aside=chips_in_words(settlement.set_aside),
        )
    return say("The pool holds {chips} afterwards.", chips=chips_in_words(settlement.pool))
