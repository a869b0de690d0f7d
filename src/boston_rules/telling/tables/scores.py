"""The score of a session, deal by deal, and who has won it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from attrs import frozen

from boston_rules import (
    BostonError,
    Record,
    Settled,
    VariantError,
    variant_class,
    variant_of,
)
from boston_rules.core.saying import say, say_as, say_number, term
from boston_rules.deal.terms import terms_of
from boston_rules.telling.tables.deals import without_contract_of
from boston_rules.telling.tables.labels import players_of, seat_labels
from boston_rules.telling.tables.model import Cell, Column, Row, Sheet, Table, bold, signed
from boston_rules.telling.wording.phrases import contract_words
from boston_rules.telling.wording.terms import verdict_words

__all__ = ["ScoreRow", "places_table", "score_sheet", "score_table", "settled_row"]


@frozen(kw_only=True)
class ScoreRow:
    """What a deal came to, as far as it is told."""

    number: int
    words: str
    """The contract."""
    dealer: str = ""
    tricks: str = ""
    made: bool | None = None
    chips: Sequence[str] = ()
    """By seat, what it wins and loses, or what it has afterwards."""
    pool: int | None = None
    """Chips in it afterwards, where there is a pool."""


def settled_row(state: Settled, chips: Sequence[str]) -> ScoreRow:
    """A deal that was played here."""
    opening, contract = state.deal.table, state.contract
    words, tricks = without_contract_of(state), ""
    if contract is not None:
        words = contract_words(opening.variant, contract)
        counting = terms_of(opening.variant, contract).counting
        tricks = str(sum(state.outcome.tricks[seat] for seat in counting))
    return ScoreRow(
        number=opening.deal_number,
        words=words,
        tricks=tricks,
        made=state.settlement.made,
        chips=chips,
        pool=None if opening.variant.pool is None else state.table.pool,
    )


def score_table(
    labels: Sequence[str],
    deals: Iterable[ScoreRow],
    totals: tuple[str, Sequence[str]] | None = None,
    *,
    before: tuple[str, Sequence[str]] | None = None,
    told: Collection[str] = (),
    pooled: bool,
) -> Table:
    """A row a deal.

    Args:
        labels: of the seats.
        deals: the rows.
        totals: the name of a row below, and what it says of each seat and the pool.
        before: the same of a row above, for deals that are not shown.
        told: which of ``dealer``, ``tricks`` and ``verdict`` have a column.
        pooled: whether there is a pool.
    """
    rows = [_row(deal, len(labels), pooled) for deal in deals]
    columns = [
        Column(say_as("column", "deal"), "right"),
        Column(say_as("column", "dealer"), room=20),
        Column(say_as("column", "contract"), room=40),
        Column(say_as("column", "tricks"), "right"),
        Column(""),
        *(Column(name, "right", 12) for name in labels),
        *([Column(say_as("column", "pool"), "right")] if pooled else []),
    ]
    optional = {1: "dealer", 3: "tricks", 4: "verdict"}
    kept = [at for at in range(len(columns)) if at not in optional or optional[at] in told]
    above, below = (
        [] if sums is None else [bold("", "", sums[0], "", "", *sums[1])]
        for sums in (before, totals)
    )
    return Table(columns, [*above, *rows], below).part(kept)


def _row(deal: ScoreRow, seats: int, pooled: bool) -> Row:
    verdict = "" if deal.made is None else verdict_words(deal.made)
    pool = "" if deal.pool is None else str(deal.pool)
    texts = [str(deal.number), deal.dealer, deal.words, deal.tricks, verdict]
    texts += [*(deal.chips or [""] * seats), *([pool] if pooled else [])]
    return tuple(map(Cell, texts))


def places_table(players: Sequence[str], purses: Sequence[int], winners: Sequence[int]) -> Table:
    """The end of a session: everybody's place and chips, and who has won."""
    labels, rows = players_of(players, len(players)), []
    for seat in sorted(range(len(players)), key=lambda seat: (-purses[seat], seat)):
        place = 1 + sum(chips > purses[seat] for chips in purses)
        tied = "=" if purses.count(purses[seat]) > 1 else ""
        won = seat in winners
        texts = (f"{place}{tied}", labels[seat], str(purses[seat]), say("winner") if won else "")
        rows.append([Cell(text, bold=won) for text in texts])
    columns = (say("place"), say("player"), Column(say_as("column", "chips"), "right"), "")
    return Table(columns, rows)


# The score of a record.


def score_sheet(record: Record, limit: int | None = 100) -> Sheet:
    """What each deal of a record came to.

    Args:
        record: it is not played again; its bills are taken as told.
        limit: how many deals are shown, the last ones; ``None`` for all.
    """
    deals = record.deals if limit is None else record.deals[max(0, len(record.deals) - limit) :]
    left_out = len(record.deals) - len(deals)
    pooled = _has_pool(record)
    labels = seat_labels(record.players, record.seats)
    rows = []
    for deal in deals:
        bill = deal.settlement
        words: str = say_number(
            "not finished: {number} action so far",
            "not finished: {number} actions so far",
            len(deal.events),
        )
        if bill is not None:
            words = bill.heading or verdict_words(bill.made)
        rows.append(
            ScoreRow(
                number=deal.number,
                words=words,
                dealer=labels[deal.dealer],
                chips=() if bill is None else [signed(chips) for chips in bill.deltas],
                pool=None if bill is None else bill.pool,
            )
        )
    table = score_table(
        labels,
        rows,
        (say("in all"), _totals(record, len(record.deals), pooled=pooled)),
        before=(
            say_number("{number} deal before", "{number} deals before", left_out),
            _totals(record, left_out, pooled=pooled),
        )
        if left_out
        else None,
        told=["dealer"],
        pooled=pooled,
    )
    about: tuple[str, ...] = ()
    if record.viewer is not None:
        if isinstance(record.viewer, int):
            about = (say("It shows what {who} knows.", who=labels[record.viewer]),)
        else:
            about = (say("It shows what an onlooker knows."),)
    title = say_number(
        "{game}: {number} deal",
        "{game}: {number} deals",
        len(record.deals),
        game=_title_of(record.variant),
    )
    note = (
        say("Chips won and lost by the bills of the deals; antes are not part of them.")
        if pooled
        else say("Chips won and lost by the bills of the deals.")
    )
    return Sheet(title, about, (table,), (note,))


def _has_pool(record: Record) -> bool:
    """Whether the rules have a pool, or the bills mention one where the rules are not at hand."""
    try:
        return variant_of(record).pool is not None
    except BostonError:
        bills = (deal.settlement for deal in record.deals)
        return any(bill is not None and bill.mentions_pool for bill in bills)


def _totals(record: Record, deals: int, *, pooled: bool) -> list[str]:
    """What the first so many deals came to."""
    bills = [deal.settlement.deltas for deal in record.deals[:deals] if deal.settlement is not None]
    sums = [sum(deltas[seat] for deltas in bills) for seat in range(record.seats)]
    return [*map(signed, sums), *([""] if pooled else [])]


def _title_of(slug: str) -> str:
    """The title of a variant, or its slug where it is not here."""
    try:
        return term(variant_class(slug).title)
    except VariantError:
        return slug
