"""What one seat may know of a session, as a record."""

from __future__ import annotations

from attrs import evolve

from boston_rules.core.arguments import check_kind_of_seat, problem_of_seat
from boston_rules.core.errors import RecordError
from boston_rules.core.saying import say
from boston_rules.knowing.views import observe
from boston_rules.records.model import Record, check_record
from boston_rules.records.recording import record as recorded
from boston_rules.records.replaying import replay
from boston_rules.rules.variant import Variant

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

    It is the record of the views of that seat: every event as the seat has seen it, with what it
    showed (``?`` stands for what is hidden), and the bills.

    Args:
        record: a whole record.
        seat: who is to read it; ``None`` for an onlooker.
        variant: as for :func:`~boston_rules.records.replaying.replay`.
        ignore_fingerprint: as for :func:`~boston_rules.records.replaying.replay`.
        keep_words: keep comments and further tags too; they are what people wrote, and nobody can
            tell what they give away.

    Raises:
        RecordError: there is no such seat, or the record cannot be replayed, or is redacted.
        TypeError: not a record, or neither a variant nor a slug.
        VariantError: no variant has the slug.

    >>> import random
    >>> import boston_rules as br
    >>> from boston_rules.records import record
    >>> state = br.start(br.get_variant("french"))
    >>> made = record(br.apply(state, br.draw_chance(state, random.Random(1))))
    >>> (event,) = br.redact(made, 2).deals[0].events
    >>> str(event), len(event.shows.dealt[2]), event.shows.dealt[0]
    ('shuffle ?', 13, HOLE)
    """
    check_record(record)
    if seat is not None:
        check_kind_of_seat(seat, "seat", record.seats)
        if problem := problem_of_seat(seat, "the viewer", record.seats):
            raise RecordError(problem)
    if record.viewer is not None:
        raise RecordError(
            say("the record is redacted, and holds what its viewer has seen and no more")
        )
    states = replay(record, variant=variant, ignore_fingerprint=ignore_fingerprint)
    seen = recorded((observe(state, seat) for state in states), players=record.players)
    made = evolve(record, viewer=seen.viewer, start=seen.start, deals=seen.deals)
    if keep_words:
        said = zip(seen.deals, record.deals, strict=True)
        return evolve(
            made,
            deals=(evolve(one, comments=deal.comments, tags=deal.tags) for one, deal in said),
        )
    return evolve(made, tags=(), comments=())
