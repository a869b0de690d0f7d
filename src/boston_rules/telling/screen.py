"""What a screen shows of a view, as data for JSON: the picture, what may be chosen, what is told.

The page in the browser and the host of ``examples/web_table`` send it to what draws their pages,
which then needs no table of its own: every word and every token comes from here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import boston_rules as br
from boston_rules.core.arguments import check_int, check_type
from boston_rules.knowing.views import check_view
from boston_rules.telling import draw
from boston_rules.telling.tables.deals import on_table
from boston_rules.telling.tables.labels import players_of
from boston_rules.telling.typed import Choices, own_actions
from boston_rules.telling.wording.rulewords import capital, stop

__all__ = ["refusal", "screen", "told"]

_FROM_HAND: Final = (br.Play, br.Discard)
"""What is done with a card of one's own hand."""
_FEW: Final = 16
"""More choices than these of one kind are offered as a list to select from."""


def screen(
    view: br.State,
    names: Sequence[str] = (),
    *,
    theme: draw.Theme = "auto",
    narrow: bool = False,
) -> dict[str, Any]:
    """Everything that a screen shows of a view, and nothing that the view does not have.

    Args:
        view: what the seat, or an onlooker, knows.
        names: the players by seat, or nothing.
        theme: ``auto`` follows the reader's preference for ``light`` or ``dark``.
        narrow: the picture in one column, for a phone.

    Returns:
        ``picture`` (SVG) and ``words`` for it; ``turn``, who is to act; ``facts``, pairs of a name
        and a value; ``hand``, each card with its ``token`` and whether it is ``legal``, until the
        deal is settled;
        ``choices``, all other legal actions in groups; ``trick``, the last one; ``bill`` (HTML)
        once the deal is settled; ``slug``, ``title`` and ``phase``.

    Raises:
        ValueError: not as many names as seats; no such theme.
        TypeError: it is no view; a full state has all hands.

    >>> import boston_rules as br
    >>> from boston_rules.telling.screen import screen
    >>> hands = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "SHCD"]
    >>> shown = screen(br.observe(br.start("classic", dealer=3, hands=hands), 0))
    >>> shown["turn"]
    'Your turn: auction.'
    >>> shown["choices"][0]["items"]
    [{'token': 'pass', 'label': 'pass', 'short': ''}]
    >>> shown["hand"][0]["words"], shown["hand"][0]["legal"]
    ('ace of spades', False)
    """
    check_view(view)
    picture = draw.deal(view, narrow=narrow, names=names, theme=theme)
    made: dict[str, Any] = {
        "slug": view.variant.slug,
        "title": picture.title,
        "picture": picture.svg,
        "words": picture.description,
        "phase": view.phase,
        "turn": _turn(view, names),
        "facts": list(_facts(view, names)),
        "hand": list(_hand(view)) if view.settlement is None else [],
        "choices": list(_choices(view)),
    }
    if view.tricks:
        last = draw.trick(view, len(view.tricks), names=names, theme=theme)
        made["trick"] = {"picture": last.svg, "words": last.description}
    if view.settlement is not None:
        made["bill"] = draw.html(view.settlement, names=names)
    return made


def told(view: br.State, names: Sequence[str] = (), *, since: int = 0) -> list[str]:
    """What has happened in the deal, a sentence for each action of which the view tells.

    Args:
        view: what the seat, or an onlooker, knows.
        names: the players by seat, or nothing.
        since: how many events are left out, from the first on.

    Raises:
        TypeError: it is no view; a full state has all hands.

    >>> import random
    >>> import boston_rules as br
    >>> from boston_rules.telling.screen import told
    >>> state = br.start("french", dealer=3)
    >>> state = br.apply(state, br.draw_chance(state, random.Random(1)))
    >>> told(br.observe(br.apply(state, br.Pass()), 1), ["Ann", "Ben", "Cid", "Dot"])
    ['Shuffle the pack.', 'Ann: pass.']
    """
    check_view(view)
    names = players_of(names, view.variant.seats)
    check_int("since", since, "a number of events")
    found: list[str] = []
    played: set[br.Card] = set()
    tricks = iter(enumerate(view.tricks, 1))
    number, trick = next(tricks, (0, None))
    for place, event in enumerate(view.events[1:], 1):  # the first opens the deal
        words = br.describe(event, view.variant)
        said = f"{_who(view, event.seat, names)}: {words}." if event.seat >= 0 else stop(words)
        if event.shows.laid is not None:
            said += f" The card laid is the {event.shows.laid.words}."
        if isinstance(event.action, br.Play | br.Correct):
            played.add(event.action.card)
        if trick is not None and played.issuperset(trick.cards):
            takes = "take" if trick.winner == view.viewer else "takes"
            said += f" {capital(_who(view, trick.winner, names))} {takes} trick {number}."
            number, trick = next(tricks, (0, None))
        if place >= since:
            found.append(said)
    return found


def refusal(error: br.BostonError) -> dict[str, str]:
    """An error as data: why (``refused``), and of an illegal action the code and the rule.

    >>> import boston_rules as br
    >>> from boston_rules.telling.screen import refusal
    >>> try:
    ...     br.apply(br.start("french"), br.Pass())
    ... except br.IllegalAction as error:
    ...     refusal(error)["code"]
    'phase/wrong'
    """
    check_type("error", error, br.BostonError, "an error of the library")
    if not isinstance(error, br.IllegalAction):
        return {"refused": str(error)}
    made = {"refused": error.reason, "code": error.code, "whole": str(error)}
    if error.rule is not None:
        made["rule"] = str(error.rule)
    return made


def _who(view: br.State, seat: int, names: Sequence[str]) -> str:
    if seat == view.viewer:
        return "You"
    return names[seat] if names else f"seat {seat}"


def _symbol(card: br.Card) -> str:
    return card.symbol.replace("T", "10")


def _turn(view: br.State, names: Sequence[str]) -> str:
    if view.actor is None:
        return "The deal is over; here is its bill."
    if view.actor == view.viewer:
        return f"Your turn: {view.phase}."
    if view.actor == br.CHANCE:
        return f"Chance is to act: {view.phase}."
    return f"{capital(_who(view, view.actor, names))} is to act: {view.phase}."


def _hand(view: br.State) -> Iterator[dict[str, Any]]:
    """The cards held, each with what may be done with it."""
    legal = own_actions(view)
    kind = next((type(action) for action in legal if isinstance(action, _FROM_HAND)), None)
    for card in view.hand.sorted():
        action = None if kind is None else kind(card)
        yield {
            "card": str(card),
            "symbol": _symbol(card),
            "words": card.words,
            "token": None if action is None else str(action),
            "legal": action in legal,
        }


def _choices(view: br.State) -> Iterator[dict[str, Any]]:
    """Everything else that may be done, arranged by what belongs together."""
    groups: dict[str, list[br.Action]] = {}
    for action in Choices(view).actions:
        if not isinstance(action, _FROM_HAND):
            groups.setdefault(_group(action, view.variant), []).append(action)
    for name, actions in groups.items():
        items = [
            {
                "token": str(action),
                "label": br.describe(action, view.variant),
                "short": _short(action, view.variant),
            }
            for action in actions
        ]
        yield {"name": name, "items": items, "long": len(items) > _FEW}


def _group(action: br.Action, variant: br.Variant) -> str:
    if isinstance(action, br.Bid):
        step = variant.ladder[action.key]
        return step.name or step.key
    if isinstance(action, br.Call):
        return f"Call {action.card.suit.symbol}"
    if isinstance(action, br.Cut):
        return "Cut the pack"
    if isinstance(action, br.TurnCut):
        return "Cut the still pack"
    return "Trumps" if isinstance(action, br.NameTrump) else ""


def _short(action: br.Action, variant: br.Variant) -> str:
    """What a button of a group says, where the group's name says the rest."""
    match action:
        case br.Bid(suit=br.Suit() as suit, alone=alone):
            return suit.symbol + " alone" * alone
        case br.NameTrump(suit=suit):
            return suit.symbol
        case br.Bid(suit_class="grand", alone=alone):
            return "grand" + " alone" * alone
        case br.Bid(card=br.Card() as card) | br.Call(card=card):
            return _symbol(card)
        case br.Bid():
            step = variant.ladder[action.key]
            unnamed = step.suit.unnamed_class if step.has_trumps else None
            return action.suit_class or unnamed or ""
    return ""


def _facts(view: br.State, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What one glances at, where the picture is too small for it."""
    variant, table, viewer = view.variant, view.table, view.viewer

    def who(seat: int) -> str:
        return _who(view, seat, names)

    yield "Deal", str(table.deal_number)
    yield "Dealer", who(table.dealer)
    if view.turned is not None:
        yield "Turned", _symbol(view.turned)
    if table.belle is not None:
        yield "Belle", table.belle.symbol
    if view.standing_bid is not None:
        seat, bid = view.standing_bid
        yield "Highest bid", f"{br.describe(bid, variant)}, {who(seat)}"
    if view.contract is not None:
        yield "Contract", _contract(view, view.contract, names)
    if view.trick:
        played = (f"{who(seat)} {_symbol(card)}" for seat, card in on_table(view).items())
        yield "In the trick", ", ".join(played)
    if any(view.taken):
        yield "Tricks", ", ".join(f"{who(seat)} {won}" for seat, won in enumerate(view.taken))
    for seat, cards in view.exposed:
        if seat != viewer and cards:
            yield f"{capital(who(seat))} shows", str(cards)
    if variant.pool is not None:
        yield "Pool", str(table.pool)
    if isinstance(viewer, int):
        yield "Your chips", str(table.purses[viewer])


def _contract(view: br.State, contract: br.Contract, names: Sequence[str]) -> str:
    bid = br.Bid(contract.key, suit=contract.trump)
    text = f"{br.describe(bid, view.variant)}, {_who(view, contract.declarer, names)}"
    if isinstance(contract.partner, int):
        text += f" with {_who(view, contract.partner, names)}"
    elif contract.partner is br.UNKNOWN and contract.called is not None:
        text += f" with the holder of {_symbol(contract.called)}"
    if view.decided is not None:
        text += ", made already" if view.decided else ", lost already"
    return text
