"""The numbered list of a player's legal actions, and the parser of what he types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final

from attrs import evolve
from rich.console import Group, RenderableType
from rich.text import Text

import boston_rules as br
from boston_rules.cli.terminal import grid, pips
from boston_rules.rules.cases import deal_suits
from boston_rules.rules.ladder import Step
from boston_rules.telling.typed import Choices, card_of, head_of, own_actions, suits_as_bid
from boston_rules.telling.wording.prices import (
    LABELS,
    LOST,
    MADE,
    Verdict,
    priced,
)

__all__ = ["ASIDES", "Menu", "prices_beside"]

ASIDES: Final = {
    "hand": "your cards",
    "last": "the last trick",
    "score": "everybody's chips, and the deals so far",
    "prices": "what the bids, or the contract, cost",
    "hint": "what a bot would do in your place",
    "undo": "take back what you did last in this deal; the report says so",
    "table": "the table again",
    "help": "this",
    "quit": "leave the table",
}
"""What can be typed besides actions, and what it shows or does."""

_ROOMY: Final = 100
"""From this width on what a lost bid costs stands beside the bids too."""
_PRICES: Final = (
    "On the right: chips from each opponent for a bid just made, suit by suit; prices shows all.",
    "On the right: chips from (+) or to (−) each opponent for a bid just made or just lost, suit by"
    " suit; prices shows all.",
)
_ABOUT: Final[Mapping[br.Action, str]] = {
    br.Accept(): "become the bidder's partner",
    br.Decline(): "do not become his partner",
    br.Ask(): "ask the others in turn for a partner",
    br.Solo(): "play without a partner",
    br.Misdeal(): "the cards were dealt wrongly",
    br.Misdeal(touched=True): "the same, and another player had touched them",
    br.Slam(): "undertake to win every trick",
    br.Slam(table=True): "the same, with your hand laid on the table",
}


class Menu:
    """Legal actions of the viewer, arranged and numbered: all of them, or some."""

    def __init__(self, view: br.State, legal: Sequence[br.Action] | None = None) -> None:
        self._view = view
        self._variant = view.variant
        self._legal = own_actions(view) if legal is None else legal
        self._unlawful = frozenset(self._legal).difference(br.lawful_actions(view))
        self._in_turn = view.actor == view.viewer
        self._choices = Choices(view, suits_as_bid(view), self._legal)
        self._actions = self._choices.actions

    def read(self, text: str) -> br.Action:
        """The action meant by a number, a token, a card, a suit, or the name of a bid.

        Raises:
            NotationError: nothing of the kind is named, or more than one thing.
        """
        return self._choices.read(text)

    def shown(self, width: int) -> RenderableType:
        """The list: bids by step, cards by suit, everything else as it comes."""
        prices = any(isinstance(action, br.Bid) for action in self._actions)
        made = grid(3 if prices else 2)
        numbered = enumerate(self._actions, 1)
        for name, items in groupby(numbered, key=lambda item: self._row(item[1])):
            entries = list(items)
            if isinstance(entries[0][1], br.Cut | br.TurnCut):
                shown = [Text(f"1 … {len(entries)}  so many cards from the top")]
            else:
                shown = [
                    Text.assemble((str(number), "bold cyan"), " ", self._item(action))
                    for number, action in entries
                ]
            row = [pips(name), _flow(shown, width - 30)]
            bids = [action for _, action in entries if isinstance(action, br.Bid)]
            if bids:
                row.append(Text(prices_beside(self._view, bids, lost=width >= _ROOMY), "dim"))
            made.add_row(*row)
        if not prices:
            return made
        return Group(made, Text(_PRICES[width >= _ROOMY], "dim"))

    def _row(self, action: br.Action) -> str:
        if isinstance(action, br.Bid):
            return f"bid {self._variant.ladder[action.key].name or action.key}"
        if (card := card_of(action)) is not None:
            row = f"{head_of(action)} {card.suit.symbol}"
            if isinstance(action, br.Play) and action in self._unlawful:
                row += ", a revoke" if self._in_turn else ", exposed"
            return row
        if isinstance(action, br.NameTrump | br.CallSuit | br.Cut | br.TurnCut):
            return head_of(action)
        return str(action)

    def _item(self, action: br.Action) -> Text:
        if isinstance(action, br.Bid):
            form = f"{action.card.symbol} laid" if isinstance(action.card, br.Card) else ""
            if action.suit is not None:
                form = action.suit.symbol
            return pips((action.suit_class or form) + " alone" * action.alone)
        if (card := card_of(action)) is not None:
            return pips(card.symbol)
        if isinstance(action, br.NameTrump | br.CallSuit):
            return pips(action.suit.symbol)
        if isinstance(action, br.Revoke):
            trick = "" if action.trick is None else f" in trick {action.trick}"
            return Text(f"claim that seat {action.seat} could have followed suit{trick}", "dim")
        return Text(_ABOUT.get(action, ""), "dim")

    def help(self) -> Iterator[str]:
        """How each kind of action can be typed."""
        yield "a number of the list"
        kinds = {type(action): action for action in reversed(self._legal)}
        for kind, action in kinds.items():
            token = str(action)
            if isinstance(action, br.Bid):
                step = self._variant.ladder[action.key]
                names = " or ".join(dict.fromkeys(filter(None, (step.name, step.french))))
                rest = token.removeprefix(f"bid {action.key}").strip()
                yield f"{token}, or by name: {f'{names} {rest}'.strip()}"
            elif kind in (br.Play, br.Discard, br.Call, br.NameTrump, br.Cut, br.TurnCut):
                yield f"{token}, or only {token.split()[1]}"
            else:
                yield token
        yield "the beginning of anything in the list, where nothing else begins so"
        if any(map(card_of, self._legal)):
            yield "♠A, A♠, AS or ace of spades for a card"
        yield from (f"{word}: {what}" for word, what in ASIDES.items())


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


def prices_beside(view: br.State, bids: Sequence[br.Bid], *, lost: bool = True) -> str:
    """Chips from each opponent for forms of one bid just made, and to each for one just lost.

    One price stands for forms that cost the same; between the lowest and the highest is a dash,
    where trumps are not named yet or where it goes by the tricks won. Bids for which nobody can
    tell have none.

    >>> import boston_rules as br
    >>> view = br.observe(br.start("fontainebleau"), 0)
    >>> prices_beside(view, [br.Bid("6", suit=suit) for suit in (br.SPADES, br.DIAMONDS)])
    '+30 50 −35 55'
    >>> prices_beside(view, [br.Bid("little-misere")])
    '±75'
    """
    # A form that rules out a partner costs what the other does when it is played alone.
    bids = list(dict.fromkeys(evolve(bid, alone=False) for bid in bids))
    steps = [view.variant.ladder[bid.key] for bid in bids]
    made, short = (
        _told([_chips(view, bid, step, verdict) for bid, step in zip(bids, steps, strict=True)])
        for verdict in (MADE, LOST)
    )
    if not made or not short or not lost:
        return made and f"+{made}"
    return f"±{made}" if made == short else f"+{made} −{short}"


def _told(forms: Sequence[tuple[int, ...]]) -> str:
    """The prices of forms, each as a figure or as the lowest and the highest."""
    if not all(forms):
        return ""
    told = [f"{chips[0]}" if len(chips) == 1 else f"{min(chips)}–{max(chips)}" for chips in forms]
    return " ".join(dict.fromkeys(told) if len(set(told)) == 1 else told)


def _chips(view: br.State, bid: br.Bid, step: Step, verdict: Verdict) -> tuple[int, ...]:
    """The prices that a bid may have with this verdict, at the stakes of the deal."""
    table = _priced(view.variant, step)
    if table is None:
        return ()
    label = dict(LABELS)[table.by]
    trump = bid.card.suit if isinstance(bid.card, br.Card) else bid.suit
    found: list[int] = []
    for suits in deal_suits(view.variant, step):
        if suits.turn != view.turn:
            continue
        if trump is not None and suits.trump != trump:
            continue
        if bid.suit_class is not None and suits.suit_class != bid.suit_class:
            continue
        unnamed = bid.suit_class is None and step.leaves_open(trump, view.turn)
        if unnamed and step.suit.unnamed_class not in (None, suits.suit_class):
            continue
        by_end = table.columns[label(suits)]
        for (end, _), schedule in by_end.items():
            if end == verdict:
                found += schedule.least
                break  # alone, where there are two ways
    return tuple(sorted({view.table.stakes * chips for chips in found}))


_priced: Final = lru_cache(maxsize=512)(priced)
