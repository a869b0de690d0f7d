"""The public functions that draw tables, and the one that draws whatever it is given."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from boston_rules import Record, Settlement, State, Trick, Variant
from boston_rules.core.arguments import check_int, wrong_type
from boston_rules.records.model import check_record
from boston_rules.rules.variant import as_variant
from boston_rules.telling.draw.sheets import sheet_drawing
from boston_rules.telling.draw.svg import Drawing
from boston_rules.telling.draw.table import deal
from boston_rules.telling.draw.theme import Theme
from boston_rules.telling.draw.tricks import trick
from boston_rules.telling.tables.deals import bill_sheet, play_sheet
from boston_rules.telling.tables.html import sheet_html
from boston_rules.telling.tables.ladders import ladder_sheet
from boston_rules.telling.tables.scores import score_sheet

if TYPE_CHECKING:  # whoever has an analysis has loaded the solver
    from boston_rules.solver import Analysis

__all__ = ["bill", "html", "ladder", "picture", "play", "score"]


def play(
    state: State,
    *,
    names: Iterable[str] = (),
    analysis: Analysis | None = None,
    theme: Theme = "auto",
    four_colours: bool = False,
) -> Drawing:
    """The play of a deal: a row a trick, leader and winner marked, the side's tricks counted.

    Args:
        state: a state, or a view.
        names: the players by seat, or nothing.
        analysis: what :func:`boston_rules.solver.analyse` says of the same play, to be marked.
        theme: ``auto`` follows the reader's preference for ``light`` or ``dark``.
        four_colours: clubs green and diamonds blue.

    Raises:
        TypeError: it is not a state.
        ValueError: not as many names as seats; no such theme.
    """
    return sheet_drawing(play_sheet(state, names, analysis), theme, four_colours=four_colours)


def ladder(variant: Variant | str, *, theme: Theme = "auto") -> Drawing:
    """The bids of a variant, highest on top, with what they take and what they cost.

    Raises:
        ValueError: there is no such theme.
        VariantError: no variant has the slug.
        TypeError: it is neither a variant nor a slug.
    """
    return sheet_drawing(ladder_sheet(as_variant(variant)), theme)


def bill(settlement: Settlement, *, names: Iterable[str] = (), theme: Theme = "auto") -> Drawing:
    """A settlement: who pays whom and for what, and what each seat has won or lost in all.

    Raises:
        ValueError: not as many names as seats; no such theme.
    """
    if not isinstance(settlement, Settlement):
        raise wrong_type("settlement", "a Settlement, such as br.settle() returns", settlement)
    return sheet_drawing(bill_sheet(settlement, names), theme)


def score(record: Record, *, limit: int | None = 100, theme: Theme = "auto") -> Drawing:
    """The score of a record: what each deal came to, seat by seat, and all deals together.

    Args:
        record: a record, whole or redacted. It is not played again; its bills are taken as told.
        limit: how many deals are drawn, the last ones; ``None`` for all.
        theme: ``auto`` follows the reader's preference for ``light`` or ``dark``.

    Raises:
        ValueError: there is no such theme.
    """
    check_record(record)
    if limit is not None:
        check_int("limit", limit, "a number of deals, or None")
    return sheet_drawing(score_sheet(record, limit), theme)


def picture(thing: object, *, theme: Theme = "auto") -> Drawing:
    """The drawing of a state, trick, settlement, record or variant.

    Raises:
        TypeError: it is not one of these.
        ValueError: there is no such theme.

    >>> import boston_rules as br
    >>> from boston_rules.telling.draw import picture
    >>> picture(br.start(br.get_variant("french"))).title
    'French Boston (Boston de Nantes), deal 1: shuffle'
    """
    if isinstance(thing, State):
        return deal(thing, theme=theme)
    if isinstance(thing, Trick):
        return trick(thing, theme=theme)
    if isinstance(thing, Settlement):
        return bill(thing, theme=theme)
    if isinstance(thing, Record):
        return score(thing, theme=theme)
    if isinstance(thing, Variant):
        return ladder(thing, theme=theme)
    raise wrong_type("thing", "a State, Trick, Settlement, Record or Variant", thing)


def html(thing: Settlement | Record | Variant, *, names: Iterable[str] = ()) -> str:
    """A settlement, the score of a record or a ladder as HTML tables, every text escaped.

    Args:
        thing: what is told.
        names: the players of a settlement by seat, or nothing; a record has its own.

    Raises:
        TypeError: it is not one of these.
        ValueError: not as many names as seats.
    """
    if isinstance(thing, Settlement):
        return sheet_html(bill_sheet(thing, names))
    if isinstance(thing, Record):
        return sheet_html(score_sheet(thing))
    if isinstance(thing, Variant):
        return sheet_html(ladder_sheet(thing))
    raise wrong_type("thing", "a Settlement, Record or Variant", thing)
