"""The score of an evening at a real table, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence

import boston_rules as br
from boston_rules.core.saying import Player, Said, joined, listed, say, sentence_of, term
from boston_rules.deal.settlement.penalties import lost_by_misdeal
from boston_rules.records.evening import Evening, Settling, next_table, settled_deals
from boston_rules.telling.tables.model import Sheet, signed
from boston_rules.telling.tables.scores import ScoreRow, score_table
from boston_rules.telling.wording.phrases import (
    contract_words,
    deal_title,
    session_over_words,
    without_contract,
)
from boston_rules.telling.wording.terms import label_with, verdict_words

__all__ = ["evening_sheet", "evening_title"]


def evening_sheet(evening: Evening) -> Sheet:
    """The score of an evening, and what comes next.

    Raises:
        SettlementError: a deal cannot be so.
        SessionOver: there are more deals than the session has.
    """
    variant = evening.variant
    pooled = variant.pool is not None
    settled = list(settled_deals(evening))
    rows = [
        ScoreRow(
            number=each.opening.deal_number,
            dealer=evening.players[each.opening.dealer],
            words=_words(evening, each),
            tricks="-".join(map(str, tricks)) if any(tricks := each.entry.outcome.tricks) else "",
            made=each.bill.made,
            chips=[*map(signed, each.changes)],
            pool=each.bill.pool if pooled else None,
        )
        for each in settled
    ]
    start = (variant.session.starting_chips,) * variant.seats
    purses = settled[-1].purses if settled else start
    last = [str(settled[-1].bill.pool if settled else 0)] if pooled else []
    totals = (say("chips"), [*map(str, purses), *last])
    table = score_table(
        evening.players, rows, totals, told=("dealer", "tricks", "verdict"), pooled=pooled
    )
    return Sheet(term(variant.title), (), (table,), (_next_line(evening, purses),))


def evening_title(evening: Evening, settling: Settling) -> Said:
    """A deal of an evening with its contract, and whether that was made."""
    deal = deal_title(evening.variant, settling.opening.deal_number)
    told, made = label_with(deal, _words(evening, settling)), settling.bill.made
    return told if made is None else label_with(told, verdict_words(made))


def _words(evening: Evening, settling: Settling) -> Said:
    """The contract with the names of its players."""
    variant, contract = evening.variant, settling.entry.contract
    if contract is None:
        lost = lost_by_misdeal(variant, settling.entry.infractions)
        return without_contract(grand=settling.opening.is_grand, misdeal=lost)
    return contract_words(variant, contract, worded=True)


def _next_line(evening: Evening, purses: Sequence[int]) -> Said:
    upcoming = next_table(evening)
    if upcoming is None:
        won = [seat for seat, chips in enumerate(purses) if chips == max(purses)]
        return session_over_words(won, max(purses))
    lines = [_upcoming(evening.variant, upcoming)]
    if evening.variant.pool is not None:
        antes = [
            f"{evening.players[paid.payer]} {paid.chips}"
            for paid in upcoming.antes
            if isinstance(paid.payer, int)
        ]
        told = listed(antes) if antes else say("none")
        lines.append(
            say("Antes: {antes}; the pool then holds {pool}.", antes=told, pool=upcoming.pool)
        )
    if left := upcoming.conditions.words():
        lines.append(sentence_of(left))
    return joined(" ", lines)


def _upcoming(variant: br.Variant, table: br.Table) -> Said:
    """Which deal comes next, and who deals it."""
    session, number, dealer = variant.session, table.deal_number, Player(table.dealer)
    if session.first_to is not None:
        return say(
            "Next: deal {number} (first to {chips} chips), dealt by {dealer}.",
            number=number,
            chips=session.first_to,
            dealer=dealer,
        )
    if session.is_grand(number):
        return say("Next: the grand, dealt by {dealer}.", dealer=dealer)
    return say(
        "Next: deal {number} of {deals}, dealt by {dealer}.",
        number=number,
        deals=session.deals,
        dealer=dealer,
    )
