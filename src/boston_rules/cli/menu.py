"""The numbered list of a player's legal actions, and the parser of what he types."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Final

from rich.console import RenderableType
from rich.text import Text

import boston_rules as br
from boston_rules.cli.terminal import PIPS, grid, pips

__all__ = ["Menu"]

_NUMBER: Final = re.compile(r"[0-9]{1,6}")
_IN: Final = re.compile(r"\s+in\s+(\S+)$", re.IGNORECASE)
_SHORT: Final = ("bid", "play", "discard", "call", "trump", "cut")
"""Words that may be left out where they alone can be meant."""
_VERBS: Final = frozenset(
    {
        *_SHORT,
        *("pass", "accept", "decline", "ask", "solo", "chicane", "concede", "contest", "slam"),
        *("misdeal", "revoke", "correct", "demand", "shuffle", "turn"),
    }
)
_WITH_CARD: Final = (br.Play, br.Discard, br.Call, br.Correct, br.Demand)
_ABOUT: Final = {
    "accept": "become the bidder's partner",
    "decline": "do not become his partner",
    "ask": "ask the others in turn for a partner",
    "solo": "play without a partner",
    "misdeal": "the cards were dealt wrongly",
    "misdeal touched": "the same, and another player had touched them",
    "slam": "undertake to win every trick",
    "slam table": "the same, with your hand laid on the table",
}


class Menu:
    """The legal actions of a view, arranged and numbered."""

    def __init__(self, view: br.View) -> None:
        self._variant = view.variant
        self._legal = view.legal
        self._unlawful = frozenset(view.legal).difference(view.lawful)
        self._in_turn = view.actor == view.seat
        cards = [action for action in view.legal if isinstance(action, _WITH_CARD)]
        others = [action for action in view.legal if not isinstance(action, _WITH_CARD)]
        cards.sort(key=lambda action: (PIPS.index(action.card.suit), -action.card.rank))
        self._actions: list[br.Action] = [*cards, *others]

    def read(self, text: str) -> br.Action:
        """The action meant by a number, a token, a card, a suit, or the name of a bid.

        Raises:
            NotationError: nothing of the kind is named.
        """
        if _NUMBER.fullmatch(text):
            number = int(text)
            if 1 <= number <= len(self._actions):
                return self._actions[number - 1]
            raise br.NotationError(f"the list has the numbers 1 to {len(self._actions)}")
        try:
            return br.parse_action(text, self._variant)
        except br.NotationError as error:
            refused = error
        for head in self._heads:
            for short in (text, _IN.sub(r" \1", text)):
                try:
                    return br.parse_action(f"{head} {short}", self._variant)
                except br.NotationError as error:
                    if text.split()[0].lower() not in _VERBS:
                        refused = error
        raise refused

    @property
    def _heads(self) -> list[str]:
        heads = dict.fromkeys(str(action).split()[0] for action in self._legal)
        return [head for head in heads if head in _SHORT]

    def shown(self, width: int) -> RenderableType:
        """The list: bids by step, cards by suit, everything else as it comes."""
        made = grid(2)
        numbered = enumerate(self._actions, 1)
        for name, items in groupby(numbered, key=lambda item: self._row(item[1])):
            entries = list(items)
            if isinstance(entries[0][1], br.Cut):
                shown = [Text(f"1 … {len(entries)}  so many cards from the top")]
            else:
                shown = [_numbered(number, self._item(action)) for number, action in entries]
            made.add_row(pips(name), _flow(shown, width - 30))
        return made

    def _row(self, action: br.Action) -> str:
        if isinstance(action, br.Bid):
            return f"bid {self._variant.ladder[action.key].name or action.key}"
        if isinstance(action, _WITH_CARD):
            row = f"{_head(action)} {action.card.suit.symbol}"
            if isinstance(action, br.Play) and action in self._unlawful:
                row += ", a revoke" if self._in_turn else ", exposed"
            return row
        if isinstance(action, br.NameTrump | br.Cut):
            return _head(action)
        return str(action)

    def _item(self, action: br.Action) -> Text:
        if isinstance(action, br.Bid):
            form = action.card.symbol + " laid" if action.card is not None else ""
            if action.suit is not None:
                form = action.suit.symbol
            return pips(action.suit_class or form)
        if isinstance(action, _WITH_CARD):
            return pips(action.card.symbol)
        if isinstance(action, br.NameTrump):
            return pips(action.suit.symbol)
        if isinstance(action, br.Revoke):
            return Text(f"claim that seat {action.seat} could have followed suit", "dim")
        return Text(_ABOUT.get(str(action), ""), "dim")

    def help(self) -> Iterator[str]:
        """How each kind of action can be typed."""
        yield "a number of the list"
        kinds = {type(action): action for action in reversed(self._legal)}
        for kind, action in kinds.items():
            token = str(action)
            if kind is br.Bid:
                step = self._variant.ladder[token.split()[1]]
                names = " or ".join(dict.fromkeys(filter(None, (step.name, step.french))))
                rest = " ".join(token.split()[2:])
                yield f"{token}, or by name: {f'{names} {rest}'.strip()}"
            elif kind in (br.Play, br.Discard, br.Call, br.NameTrump, br.Cut):
                yield f"{token}, or only {token.split()[1]}"
            else:
                yield token
        yield "table, to see the table again; quit, to leave it"


def _head(action: br.Action) -> str:
    return str(action).partition(" ")[0]


def _numbered(number: int, item: Text) -> Text:
    return Text.assemble((str(number), "bold cyan"), " ", item)


def _flow(items: list[Text], width: int) -> Text:
    """Items side by side, as many a line as fit, none broken."""
    lines = [Text()]
    for item in items:
        if lines[-1].cell_len and lines[-1].cell_len + 3 + item.cell_len > width:
            lines.append(Text())
        if lines[-1].cell_len:
            lines[-1].append("   ")
        lines[-1].append_text(item)
    return Text("\n").join(lines)
