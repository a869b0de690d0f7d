"""The score of a real table: an evening comes and goes as the text of its file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import evolve

import boston_rules as br
from boston_rules.core.contract import Turn
from boston_rules.core.parse_errors import message_of
from boston_rules.core.saying import joined, say
from boston_rules.records.document import letter_of
from boston_rules.records.evening import (
    Entry,
    Evening,
    Settling,
    begun_evening,
    dumps_evening,
    loads_evening,
    settled_deals,
)
from boston_rules.telling import draw
from boston_rules.telling.language import speaking, spoken
from boston_rules.telling.screen import refusal
from boston_rules.telling.tables.evenings import evening_sheet, evening_title
from boston_rules.telling.tables.html import sheet_html
from boston_rules.telling.wording.terms import class_word
from boston_rules.web.menu import games
from boston_rules.web.table import Refused, check_seen

__all__ = ["answer"]

_MOST_MISDEALS: Final = 9
_CLASSES: Final = ("plain", "colour", "preference")
Told = Mapping[str, Any]
"""A deal as the form tells it."""


def form(slug: str) -> dict[str, Any]:
    """What the form of a deal has to ask in a game."""
    variant = br.get_variant(slug)
    payments = variant.payments
    bids = [
        {
            "key": step.key,
            "name": spoken(step.title),
            "trumps": step.has_trumps,
            "partner": step.partnered,
            "tricks": step.tricks_played(variant.hand),
        }
        for step in variant.ladder
    ]
    return {
        "slug": slug,
        "seats": variant.seats,
        "bids": bids,
        "classes": [[each, spoken(class_word(each))] for each in _CLASSES],
        "passed out is played": variant.passed_out.played,
        "asks": {
            "turned": _has_classes(variant)
            or any("turned" in payments.reads_of(step) for step in variant.ladder),
            "belle": variant.dealing.fixes_belle,
            "class": _has_classes(variant),
            "slam": payments.slams is not None,
            "conceded": variant.concession is not None or variant.contest is not None,
            "chicane": variant.chicane is not None,
            "boston": variant.boston_bonus is not None,
            "target": variant.dealt is not None,
        },
    }


def _has_classes(variant: br.Variant) -> bool:
    """Whether suits stand in classes to the turned card."""
    return any(step.has_trumps and step.suit.unnamed_class for step in variant.ladder)


def begun(slug: str, players: Sequence[str], dealer: int) -> dict[str, Any]:
    """A new evening.

    Raises:
        ValueError: not everybody has a name of his own that can be seen.
    """
    names = [" ".join(name.split())[:40] for name in players]
    for name in names:
        check_seen(name)
    return _sheet(begun_evening(br.get_variant(slug), names, dealer))


def read(evening: str) -> dict[str, Any]:
    """The sheet of an evening.

    Raises:
        BostonError: the text is no evening, or one kept by other rules.
    """
    return _sheet(loads_evening(evening))


def dealt(evening: str, told: Told) -> dict[str, Any]:
    """The sheet with one deal more.

    Raises:
        BostonError: the session is over, or the deal cannot be so.
    """
    kept = loads_evening(evening)
    return _sheet(evolve(kept, entries=(*kept.entries, _entry(kept, len(kept.entries), told))))


def corrected(evening: str, number: int, told: Told) -> dict[str, Any]:
    """The sheet with a deal replaced; all bills after it follow.

    Raises:
        BostonError: the deal cannot be so.
    """
    kept = loads_evening(evening)
    entries = list(kept.entries)
    entries[number - 1] = _entry(kept, number - 1, told)
    return _sheet(evolve(kept, entries=tuple(entries)))


def removed(evening: str, number: int) -> dict[str, Any]:
    """The sheet without a deal."""
    kept = loads_evening(evening)
    return _sheet(evolve(kept, entries=(*kept.entries[: number - 1], *kept.entries[number:])))


def _entry(evening: Evening, place: int, told: Told) -> Entry:
    seats = evening.variant.seats
    dealer = (evening.dealer + place) % seats
    if told.get("misdeals", 0) > _MOST_MISDEALS:
        raise Refused(say("{number} misdeals are too many", number=told["misdeals"]))
    misdeals = [
        br.Infraction("misdeal", dealer, told.get("touched", False))
        for _ in range(told.get("misdeals", 0))
    ]
    revokes = [br.Infraction("revoke", seat) for seat in told.get("revokes", ())]
    outcome = br.Outcome(
        told.get("tricks") or (0,) * seats,
        honours=told.get("honours") or (0,) * seats,
        slam=told.get("slam"),
        boston=told.get("boston"),
        conceded=told.get("conceded", False),
        chicane=told.get("chicane", ()),
    )
    contract, turn = None, Turn(_suit(told.get("turned")), _suit(told.get("belle")))
    if told.get("bid"):
        contract = br.Contract(
            told["bid"],
            told["declarer"],
            partner=told.get("partner"),
            trump=_suit(told.get("trump")),
            turned=turn.suit,
            belle=turn.belle,
            suit_class=told.get("class"),
            target=told.get("target"),
        )
    return Entry(contract, outcome, (*misdeals, *revokes), turn)


def _suit(letter: str | None) -> br.Suit | None:
    return br.parse_suit(letter) if letter else None


def _sheet(evening: Evening) -> dict[str, Any]:
    """The evening as text, its score and what comes next, and its deals with their bills."""
    with speaking(names=evening.players):
        score = evening_sheet(evening)
        return {
            "evening": dumps_evening(evening),
            "slug": evening.variant.slug,
            "players": evening.players,
            "dealer": evening.dealer,
            "deals": [_deal(evening, each) for each in settled_deals(evening)],
            "sheet": sheet_html(evolve(score, notes=())),
            "coming": spoken(joined(" ", score.notes)),
        }


def _deal(evening: Evening, settling: Settling) -> dict[str, Any]:
    return {
        "number": settling.opening.deal_number,
        "title": spoken(evening_title(evening, settling)),
        "bill": draw.html(settling.bill, names=evening.players),
        "told": dict(_told(settling.entry)),
    }


def _told(entry: Entry) -> Iterator[tuple[str, Any]]:
    """A deal as the form tells it, to be corrected."""
    contract, outcome = entry.contract, entry.outcome
    if contract is not None:
        yield "bid", contract.key
        yield "declarer", contract.declarer
        yield "partner", contract.partner
        yield "class", contract.suit_class
        yield "target", contract.target
        yield "trump", letter_of(contract.trump)
    yield "turned", letter_of(entry.turn.suit)
    yield "belle", letter_of(entry.turn.belle)
    for name in ("tricks", "honours", "slam", "boston", "conceded", "chicane"):
        yield name, getattr(outcome, name)
    misdeals = [each for each in entry.infractions if each.kind == "misdeal"]
    yield "misdeals", len(misdeals)
    yield "touched", any(each.touched for each in misdeals)
    yield "revokes", [each.seat for each in entry.infractions if each.kind == "revoke"]


_ASKED: Final[Mapping[str, Callable[..., dict[str, Any]]]] = {
    "games": lambda: {"games": games()},
    "form": form,
    "begin evening": begun,
    "read evening": read,
    "deal": dealt,
    "correct": corrected,
    "remove": removed,
}
"""What can be asked about the score of a real table, each with its fields by name."""


def answer(asked: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to ``{"ask": WHAT, ...}`` from anybody, or why there is none as ``refused``.

    >>> from boston_rules.web.evening import answer
    >>> answer({"ask": "form", "slug": "classic"})["seats"]
    4
    >>> answer({"ask": "why"})
    {'refused': 'there is no answer to that'}
    """
    fields = {name: value for name, value in asked.items() if name != "ask"}
    try:
        return _ASKED[asked["ask"]](**fields)
    except br.BostonError as error:
        return dict(refusal(error))
    except (ValueError, TypeError) as error:
        return {"refused": spoken(message_of(error))}
    except (AttributeError, LookupError):  # a field that is none of a form
        return {"refused": spoken(say("there is no answer to that"))}
