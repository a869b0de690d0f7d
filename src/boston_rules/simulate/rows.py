"""A row for each deal: what is kept of it."""

from __future__ import annotations

from typing import Any, Final

from attrs import astuple, fields, frozen

import boston_rules as br
from boston_rules.deal.terms import terms_of
from boston_rules.records.document import letter_of
from boston_rules.simulate.store import Row

__all__ = ["FORFEITS", "PLAY", "DealRow", "columns", "row_of"]

PLAY: Final = "play"
"""The column of a results file that has how the deal went, as JSON."""
FORFEITS: Final = "forfeits"
"""The column that has how many decisions of a deal were made in the place of programs, as JSON by
seat and reason; nothing where there were none."""


@frozen(kw_only=True)
class DealRow:
    """One deal of a session. Seats are numbers from 0, amounts are chips.

    Chips are conserved in each row: what the seats won, and what the pool and the chips set aside
    have gained, add up to nothing.
    """

    session: int
    """The number of the session, from 0."""
    deal: int
    """1 for the first of the session."""
    dealer: int
    """The seat that dealt."""
    contract: str | None
    """Key of the contract; ``None`` when all passed, as for all that is about a contract."""
    suit: str | None
    """Trumps, as the letter of a suit."""
    suit_class: str | None
    """``plain``, ``colour`` or ``preference``, where suits have classes."""
    declarer: int | None
    """The seat of the bidder."""
    partner: int | None
    """The seat of the partner; ``None`` where the contract was played alone."""
    made: bool | None
    """Whether the contract was made."""
    slam: str | None
    """``closed`` or ``table``, where a slam was declared, for which every trick was needed."""
    conceded: bool | None
    """Whether the opponents paid without play, so that no trick was taken."""
    tricks: int | None
    """Tricks that count, those of the declarer's side or in a misère of the declarer alone."""
    target: int | None
    """Tricks that the contract asks for."""
    chips: tuple[int, ...]
    """What the deal changed in each purse, by seat, the ante included."""
    pool_before: int
    """Chips in the pool before the antes of the deal."""
    pool_after: int
    """Chips in the pool after the bill."""
    set_aside_before: int
    """Chips that a capped pool had set aside before the antes."""
    set_aside_after: int
    """Chips set aside after the bill."""
    actions: int
    """Decisions of players, such as cuts, calls and cards; no chance events."""

    def values(self) -> tuple[Any, ...]:
        """The session, then the values of :func:`columns`."""
        values = astuple(self, recurse=False)
        return (*values[:_CHIPS], *self.chips, *values[_CHIPS + 1 :])

    def cells(self) -> Row:
        """The values of :func:`columns`, as a database has them."""
        return tuple(
            int(value) if isinstance(value, bool) else value for value in self.values()[1:]
        )

    @classmethod
    def read(cls, session: int, cells: Row) -> DealRow:
        """The row with these cells."""
        values, rest = (session, *cells), len(_FIELDS) - _CHIPS - 1
        whole = (*values[:_CHIPS], values[_CHIPS:-rest], *values[-rest:])
        named: dict[str, Any] = dict(zip(_FIELDS, whole, strict=True))
        for name in ("made", "conceded"):
            if named[name] is not None:
                named[name] = bool(named[name])
        return cls(**named)


_FIELDS: Final = tuple(field.name for field in fields(DealRow))
_CHIPS: Final = _FIELDS.index("chips")


def columns(seats: int) -> tuple[str, ...]:
    """The columns of a row after ``session``.

    >>> columns(3)[:3], columns(3)[-9:-5]
    (('deal', 'dealer', 'contract'), ('target', 'chips_0', 'chips_1', 'chips_2'))
    """
    chips = tuple(f"chips_{seat}" for seat in range(seats))
    return (*_FIELDS[1:_CHIPS], *chips, *_FIELDS[_CHIPS + 1 :])


def row_of(session: int, settled: br.Settled, before: br.Settled | None) -> DealRow:
    """The row of a settled deal.

    Args:
        session: its session.
        settled: how it ended.
        before: how the deal before it ended; ``None`` for the first.
    """
    after, opening = settled.table, settled.deal.table
    variant, contract = after.variant, settled.contract
    if before is None:
        purses = (variant.session.starting_chips,) * variant.seats
        pool = set_aside = 0
    else:
        purses = before.table.purses
        pool, set_aside = before.table.pool, before.table.set_aside
    tricks = target = None
    if contract is not None:
        target = terms_of(variant, contract).target
        tricks = sum(settled.outcome.tricks[seat] for seat in terms_of(variant, contract).counting)
    return DealRow(
        session=session,
        deal=opening.deal_number,
        dealer=opening.dealer,
        contract=None if contract is None else contract.key,
        suit=None if contract is None else letter_of(contract.trump),
        suit_class=None if contract is None else contract.suit_class,
        declarer=None if contract is None else contract.declarer,
        partner=None if contract is None or contract.partner is br.UNKNOWN else contract.partner,
        made=settled.settlement.made,
        slam=settled.outcome.slam,
        conceded=None if contract is None else settled.outcome.conceded,
        tricks=tricks,
        target=target,
        chips=tuple(now - then for now, then in zip(after.purses, purses, strict=True)),
        pool_before=pool,
        pool_after=after.pool,
        set_aside_before=set_aside,
        set_aside_after=after.set_aside,
        actions=sum(event.seat != br.CHANCE for event in settled.events),
    )
