"""The public functions that draw tables, and the one that draws whatever it is given."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from boston_rules import Record, Settlement, State, Trick, Variant
from boston_rules.core.arguments import check_int, check_type, wrong_type
from boston_rules.records.model import check_record
from boston_rules.rules.variant import as_variant
from boston_rules.telling.draw.sheets import sheet_drawing
from boston_rules.telling.draw.svg import Drawing
from boston_rules.telling.draw.table import deal
from boston_rules.telling.draw.theme import Theme
from boston_rules.telling.draw.tricks import trick
from boston_rules.telling.language import speaking
from boston_rules.telling.tables.deals import bill_sheet, play_sheet
from boston_rules.telling.tables.html import sheet_html
from boston_rules.telling.tables.labels import players_of
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
    lang: str | None = None,
) -> Drawing:
    """The play of a deal: a row a trick, leader and winner marked, the side's tricks counted.

    Args:
        state: a state, or a view.
        names: the players by seat, or nothing.
        analysis: what :func:`boston_rules.solver.analyse` says of the same play, to be marked.
        theme: ``auto`` follows the reader's preference for ``light`` or ``dark``.
        four_colours: clubs green and diamonds blue.
        lang: the code of a language; without it that of the moment.

    Raises:
        TypeError: it is not a state.
        ValueError: not as many names as seats; no such theme or language.
    """
    sheet = play_sheet(state, names, analysis)
    with speaking(lang, players_of(names, state.variant.seats)):
        return sheet_drawing(sheet, theme, four_colours=four_colours)


def ladder(variant: Variant | str, *, theme: Theme = "auto", lang: str | None = None) -> Drawing:
    """The bids of a variant, highest on top, with what they take and what they cost.

    Args:
        variant: a variant, or the slug of a registered one.
        theme: ``auto`` follows the reader's preference for ``light`` or ``dark``.
        lang: the code of a language; without it that of the moment.

    Raises:
        ValueError: there is no such theme or language.
        VariantError: no variant has the slug.
        TypeError: it is neither a variant nor a slug.
    """
    variant = as_variant(variant)
    with speaking(lang):
        return sheet_drawing(ladder_sheet(variant), theme)


def bill(
    settlement: Settlement,
    *,
    names: Iterable[str] = (),
    theme: Theme = "auto",
    lang: str | None = None,
) -> Drawing:
    """A settlement: who pays whom and for what, and what each seat has won or lost in all.

    Args:
        settlement: a bill.
        names: the players by seat, or nothing.
        theme: ``auto`` follows the reader's preference for ``light`` or ``dark``.
        lang: the code of a language; without it that of the moment.

    Raises:
        ValueError: not as many names as seats; no such theme or language.
        TypeError: an argument is of another type.
    """
    check_type("settlement", settlement, Settlement, "a Settlement, such as br.settle() returns")
    with speaking(lang, players_of(names, len(settlement.deltas))):
        return sheet_drawing(bill_sheet(settlement, names), theme)


def score(
    record: Record,
    *,
    limit: int | None = 100,
    theme: Theme = "auto",
    lang: str | None = None,
) -> Drawing:
    """The score of a record: what each deal came to, seat by seat, and all deals together.

    Args:
        record: a record, whole or redacted. It is not played again; its bills are taken as told.
        limit: how many deals are drawn, the last ones; ``None`` for all.
        theme: ``auto`` follows the reader's preference for ``light`` or ``dark``.
        lang: the code of a language; without it that of the moment.

    Raises:
        ValueError: there is no such theme or language.
        TypeError: an argument is of another type.
    """
    check_record(record)
    if limit is not None:
        check_int("limit", limit, "a number of deals, or None")
    with speaking(lang, players_of(record.players, record.seats)):
        return sheet_drawing(score_sheet(record, limit), theme)


def picture(thing: object, *, theme: Theme = "auto", lang: str | None = None) -> Drawing:
    """The drawing of a state, trick, settlement, record or variant.

    Args:
        thing: what is drawn.
        theme: ``auto`` follows the reader's preference for ``light`` or ``dark``.
        lang: the code of a language; without it that of the moment.

    Raises:
        TypeError: it is not one of these.
        ValueError: there is no such theme or language.

    >>> import boston_rules as br
    >>> from boston_rules.telling.draw import picture
    >>> picture(br.start(br.get_variant("french"))).title
    'French Boston (Boston de Nantes), deal 1: shuffle'
    """
    if isinstance(thing, State):
        return deal(thing, theme=theme, lang=lang)
    if isinstance(thing, Trick):
        return trick(thing, theme=theme, lang=lang)
    if isinstance(thing, Settlement):
        return bill(thing, theme=theme, lang=lang)
    if isinstance(thing, Record):
        return score(thing, theme=theme, lang=lang)
    if isinstance(thing, Variant):
        return ladder(thing, theme=theme, lang=lang)
    raise wrong_type("thing", "a State, Trick, Settlement, Record or Variant", thing)


def html(
    thing: Settlement | Record | Variant,
    *,
    names: Iterable[str] = (),
    lang: str | None = None,
) -> str:
    """A settlement, the score of a record or a ladder as HTML tables, every text escaped.

    Args:
        thing: what is told.
        names: the players of a settlement by seat, or nothing; a record has its own.
        lang: the code of a language; without it that of the moment.

    Raises:
        TypeError: it is not one of these.
        ValueError: not as many names as seats; no such language.
    """
    if isinstance(thing, Settlement):
        with speaking(lang, players_of(names, len(thing.deltas))):
            return sheet_html(bill_sheet(thing, names))
    if isinstance(thing, Record):
        with speaking(lang, players_of(thing.players, thing.seats)):
            return sheet_html(score_sheet(thing))
    if isinstance(thing, Variant):
        with speaking(lang):
            return sheet_html(ladder_sheet(thing))
    raise wrong_type("thing", "a Settlement, Record or Variant", thing)
