"""Whether a record can be one: what every reader and every maker of records relies on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from boston_rules.cards import Card, Suit
from boston_rules.errors import RecordError
from boston_rules.records.data import Fields, is_sound, problem_of_data
from boston_rules.records.limits import (
    MOST_CHARACTERS,
    MOST_COMMENTS,
    MOST_DEALS,
    MOST_DIGITS,
    MOST_NODES,
    MOST_PLIES,
    MOST_PLIES_IN_ALL,
    MOST_RULE_NUMBER,
    MOST_TAGS,
    MOST_TOKEN,
    MOST_TRANSFERS,
)
from boston_rules.rules.transfers import POOL, SET_ASIDE

if TYPE_CHECKING:
    from boston_rules.records.model import DealRecord, Record
    from boston_rules.settlement import Settlement

__all__ = [
    "HIDDEN",
    "ONLOOKER",
    "RESERVED",
    "TAG_NAME",
    "check_record",
    "problem_of_bill",
]

ONLOOKER: Final = "onlooker"
HIDDEN: Final = "?"
"""What stands for a hidden part of an action."""

RESERVED: Final = frozenset(
    {
        *("Schema", "Variant", "Revision", "Fingerprint", "Option", "Rule", "Seats", "Viewer"),
        *(f"Player{seat}" for seat in range(4)),
        *("StartPurses", "StartPool", "StartSetAside", "StartStakes", "StartBelle", "StartPack"),
        *("Deal", "Dealer", "Turned", "Dealing", "Auction", "Play", "Settlement"),
        *(f"Hand{seat}" for seat in range(4)),
        *("Made", "Deltas", "Pool", "SetAside"),
    }
)
"""Tags with a meaning of their own; further tags have other names."""
_RESERVED_FOLDED: Final = {name.lower(): name for name in RESERVED}

TAG_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
_FINGERPRINT: Final = re.compile(r"[0-9A-Za-z]{1,128}")
_OPTION: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
_PATH: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}(\.[A-Za-z_][A-Za-z0-9_]{0,63}){0,15}")
_WORD: Final = re.compile(r"[^\s\[\]{}\"\\;%:]+")
_MOST_CHIPS: Final = 10**MOST_DIGITS


def check_record(record: Record) -> None:
    """Refuse what cannot be the record of anything.

    Raises:
        RecordError: the first thing found, with the deal and the ply where there is one.
    """
    found = _header(record)
    if found:
        raise RecordError(found)
    plies = 0
    for number, deal in enumerate(record.deals, record.deals[0].number):
        found, ply = _deal(record, deal, number)
        if found:
            raise RecordError(found, deal=number, ply=ply)
        plies += len(deal.actions)
    if plies > MOST_PLIES_IN_ALL:
        raise RecordError(f"{plies} actions in all; {MOST_PLIES_IN_ALL} is the most")


def _whole(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _shown(value: object) -> str:
    if isinstance(value, int) and not -_MOST_CHIPS < value < _MOST_CHIPS:
        return "a number beyond the limits"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _text(value: object, what: str, *, empty: bool = True, most: int = MOST_CHARACTERS) -> str:
    """What is wrong with a text; nothing for a sound one."""
    if type(value) is not str:
        return f"{what} is a text, not {_shown(value)}"
    if not value and not empty:
        return f"{what} is empty"
    if len(value) > most:
        return f"{what} has {len(value)} characters; {most} is the most"
    return "" if is_sound(value) else f"{what} holds half a character, which no file can keep"


def _first(problems: Iterable[str]) -> str:
    return next(filter(None, problems), "")


def _header(record: Record) -> str:
    found = _text(record.variant, "the variant", empty=False, most=200)
    if found:
        return found
    if record.revision is not None and not _whole(record.revision, 0, 10**9):
        return f"the revision is a whole number, not {_shown(record.revision)}"
    if record.fingerprint is not None and not (
        type(record.fingerprint) is str and _FINGERPRINT.fullmatch(record.fingerprint)
    ):
        return f"a fingerprint is letters and digits, not {_shown(record.fingerprint)}"
    if not _whole(record.seats, 3, 4):
        return f"there are 3 or 4 seats, not {_shown(record.seats)}"
    if len(record.players) not in (0, record.seats):
        return f"{record.seats} players sit at the table, not {len(record.players)}"
    if record.viewer not in (None, ONLOOKER) and not _whole(record.viewer, 0, record.seats - 1):
        return (
            f"the viewer is a seat 0 to {record.seats - 1} or {ONLOOKER}, "
            f"not {_shown(record.viewer)}"
        )
    if not record.deals:
        return "a record has at least one deal"
    if len(record.deals) > MOST_DEALS:
        return f"the record has {len(record.deals)} deals; {MOST_DEALS} is the most"
    if not _whole(record.deals[0].number, 1, 10**9):
        return f"a deal has a number from 1, not {_shown(record.deals[0].number)}"
    if len(record.comments) > MOST_COMMENTS:
        return f"{len(record.comments)} comments; {MOST_COMMENTS} is the most"
    return (
        _first(_text(name, "the name of a player") for name in record.players)
        or _tags(record.tags)
        or _first(_text(text, "a comment", empty=False) for text in record.comments)
        or _house_rules(record)
        or _start(record)
    )


def _tags(tags: Sequence[tuple[object, object]]) -> str:
    if len(tags) > MOST_TAGS:
        return f"{len(tags)} tags; {MOST_TAGS} is the most"
    for name, value in tags:
        if type(name) is not str or not TAG_NAME.fullmatch(name):
            return f"the name of a tag is a letter and letters, digits or _, not {_shown(name)}"
        known = _RESERVED_FOLDED.get(name.lower())
        if known is not None:
            return f"the tag {known} has a meaning of its own and does not stand here"
        found = _text(value, f"the tag {name}")
        if found:
            return found
    return ""


def _house_rules(record: Record) -> str:
    for pairs, form, what in (
        (record.options, _OPTION, "option"),
        (record.rules, _PATH, "rule"),
    ):
        for name, _ in pairs:
            if type(name) is not str or not form.fullmatch(name):
                return f"no {what} is called {_shown(name)}"
    both = (Fields(record.options), Fields(record.rules))
    found = problem_of_data(both, MOST_NODES, MOST_CHARACTERS)
    return f"options and rules: {found}" if found else ""


def _start(record: Record) -> str:
    start, first = record.start, record.deals[0].number
    if start is None:
        if first != 1:
            return f"a record that begins with deal {first} says how the table stood (its start)"
        return ""
    if len(start.purses) != record.seats:
        return f"{record.seats} purses stand at the start, not {len(start.purses)}"
    for chips in start.purses:
        if not _whole(chips, 1 - _MOST_CHIPS, _MOST_CHIPS - 1):
            return f"a purse holds a whole number of chips, not {_shown(chips)}"
    for what, chips in (("pool", start.pool), ("set-aside", start.set_aside)):
        if not _whole(chips, 0, _MOST_CHIPS - 1):
            return f"the {what} at the start is a whole number from 0, not {_shown(chips)}"
    if not _whole(start.stakes, 1, MOST_RULE_NUMBER):
        return f"the stakes at the start are a whole number from 1, not {_shown(start.stakes)}"
    if start.belle is not None and not isinstance(start.belle, Suit):
        return f"belle is a suit, not {_shown(start.belle)}"
    if not all(isinstance(card, Card) for card in start.pack):
        return "the gathered pack is made of cards"
    if record.viewer is not None and start.pack:
        return "a redacted record does not show the gathered pack"
    different = len(set(start.pack))
    if len(start.pack) != different or different not in (0, 52):
        return f"the gathered pack is each of the 52 cards once, not {different} of them"
    return ""


_Found = tuple[str, int | None]


def _deal(record: Record, deal: DealRecord, number: int) -> _Found:
    seats = record.seats
    if not _whole(deal.number, number, number):
        return f"the deals are numbered one after another, and this is {_shown(deal.number)}", None
    if not _whole(deal.dealer, 0, seats - 1):
        return f"the dealer is a seat 0 to {seats - 1}, not {_shown(deal.dealer)}", None
    found = _given(record, deal)
    if found:
        return found, None
    if len(deal.actions) > MOST_PLIES:
        return f"{len(deal.actions)} actions; {MOST_PLIES} is the most in a deal", None
    redacted = record.viewer is not None
    for ply, (seat, token) in enumerate(deal.actions):
        found = _action(seat, token, seats, redacted=redacted)
        if found:
            return found, ply
    if deal.settlement is not None:
        found = problem_of_bill(deal.settlement, seats)
        if found:
            return found, None
    return _tags(deal.tags) or _comments(deal), None


def _given(record: Record, deal: DealRecord) -> str:
    redacted = record.viewer is not None
    if deal.turned is not None:
        if not isinstance(deal.turned, Card):
            return f"the turned card is a card, not {_shown(deal.turned)}"
        if deal.hands is None and not redacted:
            return "a turned card is given together with the hands; else it follows from the deal"
    if deal.hands is None:
        return ""
    if len(deal.hands) != record.seats:
        return f"{record.seats} hands are dealt, not {len(deal.hands)}"
    cards = [card for hand in deal.hands for card in hand]
    if not all(isinstance(card, Card) for card in cards):
        return "hands are made of cards"
    if not cards:
        return "hands are given, but no card of them is"
    if len(set(cards)) < len(cards):
        twice = next(card for card in cards if cards.count(card) > 1)
        return f"{twice} stands twice in the hands"
    for seat, hand in enumerate(deal.hands):
        if len(hand) > 13 or (len(hand) < 13 and not redacted):
            return f"the hand of seat {seat} has {len(hand)} cards, not 13"
    return ""


def _action(seat: object, token: object, seats: int, *, redacted: bool) -> str:
    if not _whole(seat, -1, seats - 1):
        return f"a seat 0 to {seats - 1} acts, or chance as -1, not {_shown(seat)}"
    if type(token) is not str or not token or len(token) > MOST_TOKEN:
        return f"an action is a text of 1 to {MOST_TOKEN} characters, not {_shown(token)}"
    words = token.split(" ")
    if not all(_WORD.fullmatch(word) for word in words) or not token.isprintable():
        return f"an action is words with one space between them, not {_shown(token)}"
    if HIDDEN in token and not (redacted and words[-1] == HIDDEN and token.count(HIDDEN) == 1):
        return f"the action {_shown(token)} hides something, and the record is not redacted for it"
    return ""


def problem_of_bill(bill: Settlement, seats: int) -> str:
    """What makes a settlement none; empty for a sound one."""
    if bill.made is not None and type(bill.made) is not bool:
        return f"a contract is made, lost or neither, not {_shown(bill.made)}"
    if len(bill.deltas) != seats:
        return f"{seats} seats win or lose chips, not {len(bill.deltas)}"
    for chips in bill.deltas:
        if not _whole(chips, 1 - _MOST_CHIPS, _MOST_CHIPS - 1):
            return f"chips won or lost are a whole number, not {_shown(chips)}"
    for what, chips in (("pool", bill.pool), ("set-aside", bill.set_aside)):
        if not _whole(chips, 0, _MOST_CHIPS - 1):
            return f"the {what} is a whole number from 0, not {_shown(chips)}"
    if len(bill.transfers) > MOST_TRANSFERS:
        return f"{len(bill.transfers)} transfers; {MOST_TRANSFERS} is the most"
    for paid in bill.transfers:
        for account in (paid.payer, paid.payee):
            if account not in (POOL, SET_ASIDE) and not _whole(account, 0, seats - 1):
                return f"{_shown(account)} neither pays nor is paid: seats, pool and set-aside are"
        if not 1 <= len(paid.lines) <= MOST_TRANSFERS:
            return f"a transfer has 1 to {MOST_TRANSFERS} lines, not {len(paid.lines)}"
        for line in paid.lines:
            if not _whole(line.chips, 0, _MOST_CHIPS - 1):
                return f"a line of a bill is a whole number from 0, not {_shown(line.chips)}"
            found = _text(line.reason, "the reason of a line")
            if found:
                return found
    return _text(bill.heading, "the heading of a bill")


def _comments(deal: DealRecord) -> str:
    if len(deal.comments) > MOST_COMMENTS:
        return f"{len(deal.comments)} comments; {MOST_COMMENTS} is the most in a deal"
    before = 0
    for ply, text in deal.comments:
        if not _whole(ply, before, len(deal.actions)):
            return (
                f"a comment stands after 0 to {len(deal.actions)} actions, and after the comment "
                f"before it, not at {_shown(ply)}"
            )
        before = ply
        found = _text(text, "a comment", empty=False)
        if found:
            return found
    return ""
