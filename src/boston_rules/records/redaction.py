"""What one seat may know of a session, as a record."""

from __future__ import annotations

from attrs import evolve

from boston_rules.arguments import check_kind_of_seat, problem_of_seat
from boston_rules.cards import Card
from boston_rules.errors import RecordError
from boston_rules.records.model import ONLOOKER, DealRecord, Record
from boston_rules.records.replaying import check_record, replay
from boston_rules.state import State
from boston_rules.variant import Variant
from boston_rules.views import observe

__all__ = ["redact"]


def redact(
    record: Record,
    seat: int | None,
    *,
    variant: Variant | str | None = None,
    ignore_fingerprint: bool = False,
    keep_words: bool = False,
) -> Record:
    """The record as a seat may know it, or an onlooker for ``None``.

    Kept are the own cards, hands on the table, turned cards, every action as that seat has seen it
    (``?`` stands for what it has not), and the bills. Packs and cuts are not. It is made from
    :func:`~boston_rules.views.observe` of the replayed states and from nothing else that is hidden.

    Args:
        record: a whole record.
        seat: who is to read it; ``None`` for an onlooker.
        variant: as for :func:`~boston_rules.records.replaying.replay`.
        ignore_fingerprint: as for :func:`~boston_rules.records.replaying.replay`.
        keep_words: keep comments and further tags too; they are what people wrote, and nobody can
            tell what they give away.

    Raises:
        RecordError: there is no such seat, or the record cannot be replayed.
        TypeError: not a record, or neither a variant nor a slug.

    >>> import random
    >>> import boston_rules as br
    >>> from boston_rules.records import record
    >>> state = br.start(br.get_variant(br.list_variants()[0]))
    >>> made = record(br.apply(state, br.draw_chance(state, random.Random(1))))
    >>> br.redact(made, 2).deals[0].actions
    ((-1, 'shuffle ?'),)
    """
    check_record(record)
    if seat is not None:
        check_kind_of_seat(seat, "seat", record.seats)
        if problem := problem_of_seat(seat, "the viewer", record.seats):
            raise RecordError(problem)
    states = replay(record, variant=variant, ignore_fingerprint=ignore_fingerprint)
    made = evolve(
        record,
        viewer=ONLOOKER if seat is None else seat,
        start=None if record.start is None else evolve(record.start, pack=()),
        deals=(_seen(state, seat) for state in states),
        tags=record.tags if keep_words else (),
        comments=record.comments if keep_words else (),
    )
    if not keep_words:
        return made
    return evolve(
        made,
        deals=(
            evolve(seen, comments=deal.comments, tags=deal.tags)
            for seen, deal in zip(made.deals, record.deals, strict=True)
        ),
    )


def _seen(state: State, seat: int | None) -> DealRecord:
    view = observe(state, seat)
    hands: list[tuple[Card, ...]] = [()] * len(view.purses)
    for other, cards in view.exposed:
        hands[other] = cards.sorted()
    if seat is not None:
        hands[seat] = view.dealt.sorted()
    return DealRecord(
        number=view.deal_number,
        dealer=view.dealer,
        hands=hands if any(hands) else None,
        turned=view.turned,
        actions=view.history,
        settlement=view.settlement,
    )
