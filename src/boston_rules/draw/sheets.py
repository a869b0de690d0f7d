"""The tables: the play of a deal, a ladder, a bill, the score of a session."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from boston_rules import (
    BostonError,
    Contract,
    Record,
    Settlement,
    State,
    Transfer,
    Variant,
    VariantError,
    View,
    observe,
    variant_class,
    variant_of,
)
from boston_rules.draw.grids import Align, Cell, Column, Grid, Sheet
from boston_rules.draw.shown import label, nameplate, revokes_of, without_contract
from boston_rules.draw.tricks import trick_parts
from boston_rules.rules.ladder import Step
from boston_rules.rules.transfers import Account, account_name
from boston_rules.terms import terms_of
from boston_rules.wording.phrases import contract_words, counted
from boston_rules.wording.prices import ALONE, LOST, MADE, priced
from boston_rules.wording.rulewords import bids_of, suit_rule

__all__ = ["bill_sheet", "ladder_sheet", "play_sheet", "score_sheet"]


def _named(names: Iterable[str], seats: int) -> tuple[str, ...]:
    players = tuple(names)
    if players and len(players) != seats:
        raise ValueError(f"there are {seats} seats, and {len(players)} names")
    return players


def _seat_column(seat: int, names: Sequence[str], align: Align, room: int) -> Column:
    name, tail = nameplate(seat, names)
    return Column(name, align, room, tail)


# The play.


def play_sheet(what: State | View, names: Iterable[str] = ()) -> Sheet:
    """Every trick of a deal, card by card."""
    tricks, leader, current, seats = trick_parts(what)
    players = _named(names, seats)
    view = what if isinstance(what, View) else observe(what, None)
    variant, contract = view.variant, what.contract
    side = () if contract is None else terms_of(variant, contract).counting
    rows = []
    won = 0
    for place, done in enumerate(tricks, 1):
        won += done.winner in side
        by_seat: list[Cell] = [Cell()] * seats
        for step, card in enumerate(done.cards):
            seat = (done.leader + step) % seats
            by_seat[seat] = Cell(card=card, leads=step == 0, wins=seat == done.winner)
        tally = (Cell(text=str(won), bold=True), Cell(text=str(place - won))) if side else ()
        rows.append((Cell(text=str(place)), *by_seat, *tally))
    if current and leader is not None:
        by_seat = [Cell()] * seats
        for step, card in enumerate(current):
            by_seat[(leader + step) % seats] = Cell(card=card, leads=step == 0)
        rows.append(
            (Cell(text=str(len(tricks) + 1)), *by_seat, *((Cell(), Cell()) if side else ()))
        )
    columns = [Column("trick", "right")]
    columns += [_seat_column(seat, players, "middle", 110) for seat in range(seats)]
    if side:
        columns += [
            Column("declarer" if len(side) == 1 else "side", "right"),
            Column("others", "right"),
        ]
    return Sheet(
        f"{variant.title}, deal {view.deal_number}: the play",
        tuple(_contract_lines(view, contract, won, len(side), players)),
        (Grid(tuple(columns), tuple(rows)),),
        ("An arrow stands before the card led, a tick behind the card that wins.",),
    )


def _contract_lines(
    view: View, contract: Contract | None, won: int, counting: int, names: Sequence[str]
) -> Iterable[str]:
    variant = view.variant
    told = [(label(seat, names), revokes_of(view, seat)) for seat in range(variant.seats)]
    revokes = [_sentence(f"{who} {revoked}") for who, revoked in told if revoked]
    if contract is None:
        over = view.leader is not None or view.settlement is not None
        yield _sentence(without_contract(view)) if over else "No contract yet."
        yield from revokes
        return
    yield f"{contract_words(variant, contract)}."
    goal = terms_of(variant, contract).goal
    assert goal is not None, "a contract has a goal"
    verdict = view.decided if view.settlement is None else view.settlement.made
    said = "" if verdict is None else f": {'made' if verdict else 'lost'}"
    who = "The side" if counting == 2 else "The declarer"
    yield f"{who} must {goal.words()} and has won {won}{said}."
    yield from revokes


# The ladder.


def ladder_sheet(variant: Variant) -> Sheet:
    """The bids, the highest on top."""
    bids = bids_of(variant)
    french = any(bid.french and bid.french != bid.english for bid in bids)
    partnered = any(bid.partnered for bid in bids)
    common = suit_rule(variant)
    rows = []
    for bid in reversed(bids):
        made, lost = _prices(variant, variant.ladder[bid.key])
        cells = [
            Cell(text=str(bid.place)),
            Cell(text=bid.english, bold=True),
            *((Cell(text=bid.french),) if french else ()),
            Cell(text=bid.goal),
            *((Cell(text="yes" if bid.partnered else ""),) if partnered else ()),
            Cell(text=made),
            Cell(text=lost),
        ]
        rows.append(tuple(cells))
    columns = (
        Column("", "middle"),
        Column("bid", room=150),
        *((Column("in French", room=150),) if french else ()),
        Column("what it takes", room=240),
        *((Column("partner", "middle"),) if partnered else ()),
        Column("made", "right"),
        Column("lost", "right"),
    )
    notes = [
        "Chips from each opponent when just made, to each when lost by one, without honours and "
        "played alone where that is possible; a range where the price depends on suits."
    ]
    if common is not None:
        notes.insert(0, f"In bids with trumps, {common}.")
    return Sheet(
        f"Ladder of {variant.title}", (), (Grid(columns, tuple(rows), rails=True),), tuple(notes)
    )


def _prices(variant: Variant, step: Step) -> tuple[str, str]:
    """What a bid costs when just made and when lost by one, as a figure or a range."""
    found = priced(variant, step)
    if found is None:
        return "", ""
    shown = []
    for verdict in (MADE, LOST):
        ends = [end for end in found.ways if end[0] == verdict]
        if not ends:
            shown.append("")
            continue
        end = next((end for end in ends if end[1] == ALONE), ends[0])
        chips = {price for schedules in found.columns.values() for price in schedules[end].least}
        low, high = min(chips), max(chips)
        shown.append(str(low) if low == high else f"{low}–{high}")
    return shown[0], shown[1]


# The bill.


def bill_sheet(settlement: Settlement, names: Iterable[str] = ()) -> Sheet:
    """Who pays whom, how much and for what, and what each seat wins in all."""
    seats = len(settlement.deltas)
    players = _named(names, seats)
    transfers = Grid(
        (
            Column("from", room=150),
            Column(""),
            Column("to", room=150),
            Column("chips", "right"),
            Column("for", room=310),
        ),
        tuple(_transfer(transfer, players) for transfer in settlement.transfers)
        or ((Cell(text="nobody pays"), *(Cell() for _ in range(4))),),
    )
    most = max(1, *(abs(delta) for delta in settlement.deltas))
    totals = Grid(
        (Column("in all", room=150), Column("chips", "right"), Column("")),
        tuple(
            (
                Cell(text=label(seat, players)),
                Cell(text=f"{delta:+d}" if delta else "0", bold=True),
                Cell(bar=delta / most),
            )
            for seat, delta in enumerate(settlement.deltas)
        ),
    )
    notes: tuple[str, ...] = ()
    if settlement.mentions_pool:
        held = f"The pool holds {counted(settlement.pool, 'chip')} afterwards"
        if settlement.set_aside:
            held += f"; set aside: {counted(settlement.set_aside, 'chip')}"
        notes = (f"{held}. Antes are not part of the bill.",)
    return Sheet(
        "Settlement",
        tuple(_sentence(said) for said in (settlement.heading, *settlement.penalties) if said),
        (transfers, totals),
        notes,
    )


def _transfer(transfer: Transfer, names: Sequence[str]) -> tuple[Cell, ...]:
    return (
        Cell(text=_account(transfer.payer, names)),
        Cell(arrow=True),
        Cell(text=_account(transfer.payee, names)),
        Cell(text=str(transfer.chips), bold=True),
        Cell(text=transfer.reason),
    )


def _account(account: Account, names: Sequence[str]) -> str:
    return label(account, names) if isinstance(account, int) else account_name(account)


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


# The score.


def score_sheet(record: Record, limit: int | None = 100) -> Sheet:
    """What each deal of a record came to."""
    players = record.players
    deals = record.deals if limit is None else record.deals[max(0, len(record.deals) - limit) :]
    left_out = len(record.deals) - len(deals)
    pool = _has_pool(record)
    rows: list[tuple[Cell, ...]] = []
    if left_out:
        rows.append(_totals(f"{counted(left_out, 'deal')} before", record, left_out, pool=pool))
    for deal in deals:
        bill = deal.settlement
        if bill is None:
            said = f"not finished: {counted(len(deal.actions), 'action')} so far"
            results = [Cell()] * (record.seats + pool)
        else:
            said = bill.heading or {True: "made", False: "lost", None: "all passed"}[bill.made]
            results = [Cell(text=f"{delta:+d}" if delta else "0") for delta in bill.deltas]
            results += [Cell(text=str(bill.pool))] * pool
        dealer = Cell(text=label(deal.dealer, players))
        rows.append((Cell(text=str(deal.number)), dealer, Cell(text=said), *results))
    rows.append(_totals("in all", record, len(record.deals), pool=pool))
    columns = (
        Column("deal", "right"),
        Column("dealer", room=150),
        Column("contract", room=300),
        *(_seat_column(seat, players, "right", 90) for seat in range(record.seats)),
        *((Column("pool", "right"),) if pool else ()),
    )
    about = []
    if record.viewer is not None:
        who = f"seat {record.viewer}" if isinstance(record.viewer, int) else "an onlooker"
        about.append(f"It shows what {who} knows.")
    antes = "; antes are not part of them" if pool else ""
    return Sheet(
        f"{_title_of(record.variant)}: {counted(len(record.deals), 'deal')}",
        tuple(about),
        (Grid(columns, tuple(rows)),),
        (f"Chips won and lost by the bills of the deals{antes}.",),
    )


def _has_pool(record: Record) -> bool:
    """Whether the rules have a pool, or the bills mention one where the rules are not at hand."""
    try:
        return variant_of(record).pool is not None
    except BostonError:
        bills = (deal.settlement for deal in record.deals)
        return any(bill is not None and bill.mentions_pool for bill in bills)


def _totals(said: str, record: Record, deals: int, *, pool: bool) -> tuple[Cell, ...]:
    """What the first so many deals came to."""
    bills = [deal.settlement.deltas for deal in record.deals[:deals] if deal.settlement is not None]
    sums = [sum(deltas[seat] for deltas in bills) for seat in range(record.seats)]
    return (
        Cell(),
        Cell(),
        Cell(text=said, bold=True),
        *(Cell(text=f"{total:+d}" if total else "0", bold=True) for total in sums),
        *((Cell(),) if pool else ()),
    )


def _title_of(slug: str) -> str:
    """The title of a variant, or its slug where it is not here."""
    try:
        return variant_class(slug).title
    except VariantError:
        return slug
