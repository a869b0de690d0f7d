"""Validates the parts of a record; every reader and every maker of records relies on it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from boston_rules.arguments import shown
from boston_rules.cards import Card, Suit
from boston_rules.records.data import Data, Fields, is_sound, problem_of_data
from boston_rules.records.deals import DealRecord, Start
from boston_rules.records.limits import (
    MOST_CHARACTERS,
    MOST_COMMENTS,
    MOST_DIGITS,
    MOST_NODES,
    MOST_PLIES,
    MOST_RULE_NUMBER,
    MOST_TAGS,
    MOST_TOKEN,
    MOST_TRANSFERS,
)
from boston_rules.records.tags import RESERVED
from boston_rules.rules.transfers import POOL, SET_ASIDE
from boston_rules.settlement import Settlement

__all__ = [
    "HIDDEN",
    "TAG_NAME",
    "first_problem",
    "is_whole",
    "problem_of_bill",
    "problem_of_deal",
    "problem_of_house_rules",
    "problem_of_start",
    "problem_of_tags",
    "problem_of_text",
]

HIDDEN: Final = "?"
"""What stands for a hidden part of an action."""

_RESERVED_FOLDED: Final = {name.lower(): name for name in RESERVED}

TAG_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
_OPTION: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
_PATH: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}(\.[A-Za-z_][A-Za-z0-9_]{0,63}){0,15}")
_WORD: Final = re.compile(r"[^\s\[\]{}\"\\;%:]+")
_MOST_CHIPS: Final = 10**MOST_DIGITS


def is_whole(value: object, least: int, most: int) -> bool:
    """Whether a value is a whole number within bounds, both included."""
    return type(value) is int and least <= value <= most


def problem_of_text(
    value: object, what: str, *, empty: bool = True, most: int = MOST_CHARACTERS
) -> str:
    """What is wrong with a text; empty for a sound one."""
    if type(value) is not str:
        return f"{what} is a text, not {shown(value)}"
    if not value and not empty:
        return f"{what} is empty"
    if len(value) > most:
        return f"{what} has {len(value)} characters; {most} is the most"
    return "" if is_sound(value) else f"{what} holds half a character, which no file can keep"


def first_problem(problems: Iterable[str]) -> str:
    """The first of several answers that names a problem; empty where none does."""
    return next(filter(None, problems), "")


def problem_of_tags(tags: Sequence[tuple[object, object]]) -> str:
    """What is wrong with further tags; empty for sound ones."""
    if len(tags) > MOST_TAGS:
        return f"{len(tags)} tags; {MOST_TAGS} is the most"
    for name, value in tags:
        if type(name) is not str or not TAG_NAME.fullmatch(name):
            return f"the name of a tag is a letter and letters, digits or _, not {shown(name)}"
        known = _RESERVED_FOLDED.get(name.lower())
        if known is not None:
            return f"the tag {known} has a meaning of its own and does not stand here"
        found = problem_of_text(value, f"the tag {name}")
        if found:
            return found
    return ""


_Pairs: TypeAlias = Sequence[tuple[str, Data]]


def problem_of_house_rules(options: _Pairs, rules: _Pairs) -> str:
    """What is wrong with options and rules, each by name; empty for sound ones."""
    for pairs, form, what in ((options, _OPTION, "option"), (rules, _PATH, "rule")):
        for name, _ in pairs:
            if type(name) is not str or not form.fullmatch(name):
                return f"no {what} is called {shown(name)}"
    found = problem_of_data((Fields(options), Fields(rules)), MOST_NODES, MOST_CHARACTERS)
    return f"options and rules: {found}" if found else ""


def problem_of_start(start: Start | None, first: int, seats: int, *, redacted: bool) -> str:
    """What is wrong with the table at which a record begins with deal ``first``."""
    if start is None:
        if first != 1:
            return f"a record that begins with deal {first} says how the table stood (its start)"
        return ""
    if len(start.purses) != seats:
        return f"{seats} purses stand at the start, not {len(start.purses)}"
    for chips in start.purses:
        if not is_whole(chips, 1 - _MOST_CHIPS, _MOST_CHIPS - 1):
            return f"a purse holds a whole number of chips, not {shown(chips)}"
    for what, chips in (("pool", start.pool), ("set-aside", start.set_aside)):
        if not is_whole(chips, 0, _MOST_CHIPS - 1):
            return f"the {what} at the start is a whole number from 0, not {shown(chips)}"
    if not is_whole(start.stakes, 1, MOST_RULE_NUMBER):
        return f"the stakes at the start are a whole number from 1, not {shown(start.stakes)}"
    if start.belle is not None and not isinstance(start.belle, Suit):
        return f"belle is a suit, not {shown(start.belle)}"
    if not all(isinstance(card, Card) for card in start.pack):
        return "the gathered pack is made of cards"
    if redacted and start.pack:
        return "a redacted record does not show the gathered pack"
    different = len(set(start.pack))
    if len(start.pack) != different or different not in (0, 52):
        return f"the gathered pack is each of the 52 cards once, not {different} of them"
    return ""


def problem_of_deal(
    deal: DealRecord, number: int, seats: int, *, redacted: bool
) -> tuple[str, int | None]:
    """What is wrong with a deal of a number, and at which action; empty for a sound one."""
    if not is_whole(deal.number, number, number):
        return f"the deals are numbered one after another, and this is {shown(deal.number)}", None
    if not is_whole(deal.dealer, 0, seats - 1):
        return f"the dealer is a seat 0 to {seats - 1}, not {shown(deal.dealer)}", None
    found = _given(deal, seats, redacted=redacted)
    if found:
        return found, None
    if len(deal.actions) > MOST_PLIES:
        return f"{len(deal.actions)} actions; {MOST_PLIES} is the most in a deal", None
    for ply, (seat, token) in enumerate(deal.actions):
        found = _action(seat, token, seats, redacted=redacted)
        if found:
            return found, ply
    if deal.settlement is not None:
        found = problem_of_bill(deal.settlement, seats)
        if found:
            return found, None
    return problem_of_tags(deal.tags) or _comments(deal), None


def _given(deal: DealRecord, seats: int, *, redacted: bool) -> str:
    if deal.turned is not None:
        if not isinstance(deal.turned, Card):
            return f"the turned card is a card, not {shown(deal.turned)}"
        if deal.hands is None and not redacted:
            return "a turned card is given together with the hands; else it follows from the deal"
    if deal.hands is None:
        return ""
    if len(deal.hands) != seats:
        return f"{seats} hands are dealt, not {len(deal.hands)}"
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
    if not is_whole(seat, -1, seats - 1):
        return f"a seat 0 to {seats - 1} acts, or chance as -1, not {shown(seat)}"
    if type(token) is not str or not token or len(token) > MOST_TOKEN:
        return f"an action is a text of 1 to {MOST_TOKEN} characters, not {shown(token)}"
    words = token.split(" ")
    if not all(_WORD.fullmatch(word) for word in words) or not token.isprintable():
        return f"an action is words with one space between them, not {shown(token)}"
    if HIDDEN in token and not (redacted and words[-1] == HIDDEN and token.count(HIDDEN) == 1):
        return f"the action {shown(token)} hides something, and the record is not redacted for it"
    return ""


def problem_of_bill(bill: Settlement, seats: int) -> str:
    """What is wrong with a settlement; empty for a sound one."""
    if bill.made is not None and type(bill.made) is not bool:
        return f"a contract is made, lost or neither, not {shown(bill.made)}"
    if len(bill.deltas) != seats:
        return f"{seats} seats win or lose chips, not {len(bill.deltas)}"
    for chips in bill.deltas:
        if not is_whole(chips, 1 - _MOST_CHIPS, _MOST_CHIPS - 1):
            return f"chips won or lost are a whole number, not {shown(chips)}"
    for what, chips in (("pool", bill.pool), ("set-aside", bill.set_aside)):
        if not is_whole(chips, 0, _MOST_CHIPS - 1):
            return f"the {what} is a whole number from 0, not {shown(chips)}"
    if len(bill.transfers) > MOST_TRANSFERS:
        return f"{len(bill.transfers)} transfers; {MOST_TRANSFERS} is the most"
    for paid in bill.transfers:
        for account in (paid.payer, paid.payee):
            if account not in (POOL, SET_ASIDE) and not is_whole(account, 0, seats - 1):
                return f"{shown(account)} neither pays nor is paid: seats, pool and set-aside are"
        if not 1 <= len(paid.lines) <= MOST_TRANSFERS:
            return f"a transfer has 1 to {MOST_TRANSFERS} lines, not {len(paid.lines)}"
        for line in paid.lines:
            if not is_whole(line.chips, 0, _MOST_CHIPS - 1):
                return f"a line of a bill is a whole number from 0, not {shown(line.chips)}"
            found = problem_of_text(line.reason, "the reason of a line")
            if found:
                return found
    return problem_of_text(bill.heading, "the heading of a bill")


def _comments(deal: DealRecord) -> str:
    if len(deal.comments) > MOST_COMMENTS:
        return f"{len(deal.comments)} comments; {MOST_COMMENTS} is the most in a deal"
    before = 0
    for ply, text in deal.comments:
        if not is_whole(ply, before, len(deal.actions)):
            return (
                f"a comment stands after 0 to {len(deal.actions)} actions, and after the comment "
                f"before it, not at {shown(ply)}"
            )
        before = ply
        found = problem_of_text(text, "a comment", empty=False)
        if found:
            return found
    return ""
