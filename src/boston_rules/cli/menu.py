"""The numbered list of a player's legal actions, and the parser of what he types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from typing import Final, Literal

from attrs import evolve
from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.text import Text

import boston_rules as br
from boston_rules.cli.terminal import grid, pips
from boston_rules.core.saying import Said, joined, say, term
from boston_rules.telling.asides import Aside
from boston_rules.telling.language import spoken
from boston_rules.telling.screen import worth_of
from boston_rules.telling.typed import Choices, card_of, own_actions, suits_as_bid
from boston_rules.telling.wording.phrases import call, goal_words
from boston_rules.telling.wording.terms import class_word

__all__ = ["Menu", "prices_beside"]

_PRICES: Final = (
    say("On the right: chips from each opponent for a bid just made; prices shows all."),
    say(
        "On the right: chips from (+) or to (−) each opponent for a bid just made or just lost; "
        "prices shows all."
    ),
)
_ABOUT: Final[Mapping[br.Action, Said]] = {
    br.Accept(): say("become the bidder's partner"),
    br.Decline(): say("do not become his partner"),
    br.Ask(): say("ask the others in turn for a partner"),
    br.Solo(): say("play without a partner"),
    br.Concede(): say("pay now, if all opponents agree"),
    br.Contest(): say("have it played out"),
    br.Misdeal(): say("the cards were dealt wrongly"),
    br.Misdeal(touched=True): say("the same, and another player had touched them"),
    br.Slam(): say("undertake to win every trick"),
    br.Slam(table=True): say("the same, with your hand laid on the table"),
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
        """The list: bids by step, cards by suit, everything else as it comes.

        What a lost bid costs stands beside it too, unless the list would be longer for it.
        """
        names, items, bids = [], [], []
        for name, numbered in groupby(enumerate(self._actions, 1), lambda item: self._row(item[1])):
            entries = list(numbered)
            names.append(spoken(name))
            bids.append([action for _, action in entries if isinstance(action, br.Bid)])
            if isinstance(entries[0][1], br.Cut | br.TurnCut):
                items.append(
                    [pips(say("1 … {last}  so many cards from the top", last=len(entries)))]
                )
            else:
                items.append(
                    [
                        Text.assemble((str(number), "bold cyan"), " ", self._item(action))
                        for number, action in entries
                    ]
                )
        left = width - max(map(cell_len, names)) - 4

        def laid_out(*, lost: bool) -> tuple[list[str], list[Text], int]:
            """The prices, what stands between the names and them, and how wide that may be."""
            told = [prices_beside(self._view, each, lost=lost) if each else "" for each in bids]
            room = left - max(map(cell_len, told))
            return told, [_flow(each, room) for each in items], room

        told, shown, _ = laid_out(lost=False)
        whole, narrower, room = laid_out(lost=True)
        lines = [line for text in narrower for line in text.split()]
        if len(lines) == sum(len(text.split()) for text in shown) and room >= max(
            line.cell_len for line in lines
        ):
            told, shown = whole, narrower
        if not any(told):
            made = grid(2)
            for row in zip(map(pips, names), shown, strict=True):
                made.add_row(*row)
            return made
        made = grid(3)
        for name, text, prices in zip(names, shown, told, strict=True):
            made.add_row(pips(name), text, Text(prices, "dim"))
        of_lost = any(sign in prices for prices in told for sign in "±−")
        return Group(made, pips(_PRICES[of_lost], "dim"))

    def _row(self, action: br.Action) -> str:
        match action:
            case br.Bid():
                return say("bid {bid}", bid=self._variant.ladder[action.key].title)
            case br.Play(card=br.Card() as card):
                if action not in self._unlawful:
                    return say("play {suit}", suit=card.suit.symbol)
                if self._in_turn:
                    return say("play {suit}, a revoke", suit=card.suit.symbol)
                return say("play {suit}, exposed", suit=card.suit.symbol)
            case br.Discard(card=br.Card() as card):
                return say("discard {suit}", suit=card.suit.symbol)
            case br.Call(card=card):
                return say("call {suit}", suit=card.suit.symbol)
            case br.Correct(card=card):
                return say("correct {suit}", suit=card.suit.symbol)
            case br.Demand(card=card):
                return say("demand {suit}", suit=card.suit.symbol)
            case br.NameTrump():
                return say("trumps")
            case br.CallSuit():
                return say("call a suit")
            case br.Cut():
                return say("cut the pack")
            case br.TurnCut():
                return say("cut the still pack")
        return br.describe(action, self._variant)

    def _item(self, action: br.Action) -> Text:
        if isinstance(action, br.Bid):
            return pips(_form(action))
        if (card := card_of(action)) is not None:
            return pips(card.symbol)
        if isinstance(action, br.NameTrump | br.CallSuit):
            return pips(action.suit.symbol)
        about = _ABOUT.get(action, "")
        if isinstance(action, br.Accept | br.Ask):
            about = joined(": ", (about, self._together))
        return pips(about, "dim")

    @cached_property
    def _together(self) -> Said:
        """What the bidder has to win with a partner, and for how much if alone it is otherwise."""
        view, contract = self._view, self._view.contract
        if contract is None:
            assert view.standing_bid is not None, "it is accepted"
            declarer, bid = view.standing_bid
            contract = br.Contract(bid.key, declarer)
        else:
            grand: Literal["grand"] | None = "grand" if contract.suit_class == "grand" else None
            bid = br.Bid(contract.key, suit=contract.trump, suit_class=grand)
        partner = (contract.declarer + 1) % self._variant.seats
        goal = goal_words(self._variant, evolve(contract, partner=partner))
        alone, both = (worth_of(view, bid, partnered=two)[0] for two in (False, True))
        if alone == both:
            return goal
        return joined("; ", (goal, say("{chips} from each opponent", chips=both)))

    def help(self) -> Iterator[str]:
        """How each kind of action can be typed."""
        yield say("a number of the list")
        kinds = {type(action): action for action in reversed(self._legal)}
        for action in kinds.values():
            label, short = br.describe(action, self._variant), _short(self._variant, action)
            if short and len(spoken(short)) < len(spoken(label)):
                yield say("{action}, or only {short}", action=label, short=short)
            else:
                yield label
        yield say("the beginning of anything in the list, where nothing else begins so")
        if any(map(card_of, self._legal)):
            yield say("♠A, A♠, AS or ace of spades for a card")
        yield from (
            say("{word}: {meaning}", word=aside.word, meaning=aside.about) for aside in Aside
        )


def _short(variant: br.Variant, action: br.Action) -> str:
    """What may be typed of an action alone: its card, suit or number, or a bid in fewer words."""
    if isinstance(action, br.Bid):
        step, form = variant.ladder[action.key], _form(action)
        if form and step.key.isdecimal():
            return joined(" ", (step.key, form))
        return call(variant, action) if form else step.french
    if (card := card_of(action)) is not None:
        return card.symbol
    if isinstance(action, br.NameTrump | br.CallSuit):
        return action.suit.symbol
    return str(action.at) if isinstance(action, br.Cut | br.TurnCut) else ""


def _form(bid: br.Bid) -> Said:
    """What tells the forms of a bid apart."""
    if bid.suit_class is not None:
        form = class_word(bid.suit_class)
    elif bid.suit is not None:
        form = term(bid.suit.symbol)
    elif isinstance(bid.card, br.Card):
        form = say("{card} laid", card=bid.card.symbol)
    else:
        form = term("")
    return say("{form} alone", form=form) if bid.alone else form


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

    Args:
        view: what is known of the deal.
        bids: the forms of a bid.
        lost: whether to tell what it costs if that is not what it pays.

    >>> import boston_rules as br
    >>> view = br.observe(br.start("fontainebleau"), 0)
    >>> prices_beside(view, [br.Bid("6", suit=suit) for suit in (br.SPADES, br.DIAMONDS)])
    '+30 50 −35 55'
    >>> prices_beside(view, [br.Bid("little-misere")])
    '±75'
    """
    # A form that rules out a partner costs what the other does when it is played alone.
    forms = dict.fromkeys(evolve(bid, alone=False) for bid in bids)
    made, short = map(_told, zip(*(worth_of(view, bid) for bid in forms), strict=True))
    if made and made == short:
        return f"±{made}"
    if not made or not short or not lost:
        return made and f"+{made}"
    return f"+{made} −{short}"


def _told(forms: Sequence[str]) -> str:
    """The prices of forms, or the only one that they have, if all have one."""
    return " ".join(forms if len(set(forms)) > 1 else forms[:1]) if all(forms) else ""
