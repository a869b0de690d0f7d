"""Validates a view that was read: that some deal gives exactly this view."""

from __future__ import annotations

from random import Random

from attrs import fields

from boston_rules.actions import Bid
from boston_rules.arguments import shown
from boston_rules.errors import RecordError
from boston_rules.sampling.facts import HIDDEN, token_read
from boston_rules.sampling.worlds import Worlds
from boston_rules.views import View, observe

__all__ = ["check_view"]


def check_view(view: View) -> None:
    """Refuse a view that no deal gives.

    A deal that fits what the view says of the cards is played as its history says, and the same
    seat must then see the same. So whatever is asked of a view that was read can be answered.

    Raises:
        RecordError: no deal fits it, or something in it does not follow from the rest.
    """
    problem = _problem_of_form(view)
    if problem:
        raise RecordError(f"the view: {problem}")
    try:
        again = observe(Worlds(view).state(Random(0)), view.seat)
    except Exception as error:  # what a rule makes of nonsense is known to nobody
        raise RecordError("the view: no deal fits what it shows") from error
    if again != view:
        wrong = next(
            field.name
            for field in fields(View)
            if getattr(again, field.name) != getattr(view, field.name)
        )
        raise RecordError(
            f"the view: by the rest of it {wrong} is {shown(getattr(again, wrong))}, "
            f"not {shown(getattr(view, wrong))}"
        )


def _problem_of_form(view: View) -> str:
    """What must hold before a deal can be looked for; empty for a sound view."""
    seats = view.variant.seats
    if len(view.purses) != seats or len(view.taken) not in (0, seats):
        return (
            f"purses and taken have a number for each of {seats} seats, "
            f"not {len(view.purses)} and {len(view.taken)}"
        )
    session = view.variant.session
    if session.first_to is None and view.deal_number > session.deals:
        return f"the session has {session.deals} deals, and this is number {view.deal_number}"
    laid = 0
    for _, token in view.history:
        if token in ("shuffle ?", "cut ?", "discard ?"):
            continue
        hidden = token.endswith(HIDDEN)
        action = token_read(token.removesuffix(HIDDEN))
        if isinstance(action, Bid):
            if action.key not in view.variant.ladder:
                return f"the ladder of {view.variant.slug} has no {shown(action.key)}"
            laid += hidden
        elif hidden:
            return f"nothing of {shown(token)} is hidden from anybody"
    if laid > len(view.variant.ladder):
        return "more cards are laid with bids than there are bids"
    return ""
