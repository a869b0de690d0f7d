"""What a screen shows of a view, as data for JSON: the picture, what may be chosen, what is told.

The page in the browser and the host of ``examples/web_table`` send it to what draws their pages,
which then needs no table of its own: every word and every token comes from here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import boston_rules as br
from boston_rules.core.arguments import check_int, check_type
from boston_rules.core.saying import Player, Said, joined, say, say_as, sentence_of
from boston_rules.core.transfers import account_name
from boston_rules.knowing.views import check_view
from boston_rules.telling import draw
from boston_rules.telling.glossary import words_met
from boston_rules.telling.language import speaker, speaking, spoken
from boston_rules.telling.tables.deals import on_table
from boston_rules.telling.tables.labels import players_of
from boston_rules.telling.typed import Choices, own_actions
from boston_rules.telling.wording.phrases import (
    class_word,
    contract_words,
    phase_words,
    sentence,
    session_over_words,
    words,
)

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
    lang: str | None = None,
) -> dict[str, Any]:
    """Everything that a screen shows of a view, and nothing that the view does not have.

    Args:
        view: what the seat, or an onlooker, knows.
        names: the players by seat, or nothing.
        theme: ``auto`` follows the reader's preference for ``light`` or ``dark``.
        narrow: the picture in one column, for a phone.
        lang: the code of a language; without it that of the moment.

    Returns:
        ``picture`` (SVG) and ``words`` for it; ``turn``, who is to act; ``facts``, pairs of a name
        and a value; ``hand``, each card with its ``token``, its ``label`` and whether it is
        ``legal``, until the deal is settled; ``choices``, all other legal actions in groups;
        ``trick``, the last one; ``bill`` (HTML) once the deal is settled, and ``over`` if the
        session has ended with it; ``glossary``, pairs of a word that is shown and its meaning;
        ``slug``, ``title`` and ``phase``.

    Raises:
        ValueError: not as many names as seats; no such theme or language.
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
    with speaking(lang, players_of(names, view.variant.seats)):
        shown: dict[str, Any] = _spoken(_screen(view, names, theme, narrow=narrow))
        met = words_met(_texts(shown))
        shown["glossary"] = [[spoken(word), spoken(means)] for word, means in met]
        return shown


def _screen(
    view: br.State, names: Sequence[str], theme: draw.Theme, *, narrow: bool
) -> dict[str, Any]:
    picture = draw.deal(view, narrow=narrow, names=names, theme=theme)
    made: dict[str, Any] = {
        "slug": view.variant.slug,
        "title": picture.title,
        "picture": picture.svg,
        "words": picture.description,
        "phase": phase_words(view),
        "turn": _turn(view),
        "facts": list(_facts(view)),
        "hand": list(_hand(view)) if view.settlement is None else [],
        "choices": list(_choices(view)),
    }
    if view.tricks:
        last = draw.trick(view, len(view.tricks), names=names, theme=theme)
        made["trick"] = {"picture": last.svg, "words": last.description}
    if view.settlement is not None:
        made["bill"] = draw.html(view.settlement, names=names)
    if isinstance(view, br.Settled) and view.session_over:
        winners = [_who(view, seat) for seat in view.winners]
        made["over"] = session_over_words(winners, max(view.table.purses))
    return made


def _spoken(what: Any) -> Any:
    """Data with every sentence in it said."""
    if isinstance(what, dict):
        return {key: _spoken(value) for key, value in what.items()}
    if isinstance(what, list | tuple):
        return type(what)(map(_spoken, what))
    return spoken(what) if isinstance(what, str) else what


def _texts(shown: Any) -> Iterator[str]:
    """What of a screen is read."""
    if isinstance(shown, str):
        yield shown
    elif isinstance(shown, dict):
        for key, inner in shown.items():
            if key not in ("picture", "token", "slug", "title"):
                yield from _texts(inner)
    elif isinstance(shown, list | tuple):
        for inner in shown:
            yield from _texts(inner)


def told(
    view: br.State, names: Sequence[str] = (), *, since: int = 0, lang: str | None = None
) -> list[str]:
    """What has happened in the deal, a sentence or two for each action of which the view tells.

    Args:
        view: what the seat, or an onlooker, knows.
        names: the players by seat, or nothing.
        since: how many events are left out, from the first on.
        lang: the code of a language; without it that of the moment.

    Raises:
        ValueError: not as many names as seats; no such language.
        TypeError: it is no view; a full state has all hands.

    >>> import random
    >>> import boston_rules as br
    >>> from boston_rules.telling.screen import told
    >>> state = br.start("french", dealer=3)
    >>> state = br.apply(state, br.draw_chance(state, random.Random(1)))
    >>> told(br.observe(br.apply(state, br.Pass()), 1), ["Ann", "Ben", "Cid", "Dot"])
    ['The pack is shuffled.', 'Ann passes.']
    """
    check_view(view)
    check_int("since", since, "a number of events")
    speak = speaker(lang, players_of(names, view.variant.seats))
    return [speak(said) for place, said in enumerate(_log(view), 1) if place >= since]


def _log(view: br.State) -> Iterator[Said]:
    """What each event says, but the first, which opens the deal."""
    played: set[br.Card] = set()
    tricks = iter(enumerate(view.tricks, 1))
    number, trick = next(tricks, (0, None))
    for event in view.events[1:]:
        said = [sentence_of(sentence(view.variant, event, viewer=view.viewer, worded=True))]
        if event.shows.laid is not None:
            said.append(say("The card laid is {card}.", card=event.shows.laid.the))
        if isinstance(event.action, br.Play | br.Correct):
            played.add(event.action.card)
        if trick is not None and played.issuperset(trick.cards):
            if trick.winner == view.viewer:
                said.append(say("You take trick {number}.", number=number))
            else:
                who = Player(trick.winner)
                said.append(say("{who:capital} takes trick {number}.", who=who, number=number))
            number, trick = next(tricks, (0, None))
        yield joined(" ", said)


def refusal(
    error: br.BostonError, names: Sequence[str] = (), *, lang: str | None = None
) -> dict[str, str]:
    """An error as data: why (``refused``), and of an illegal action the code and the rule.

    Args:
        error: any error of the library.
        names: the players by seat, or nothing.
        lang: the code of a language; without it that of the moment.

    Raises:
        ValueError: no such language.

    >>> import boston_rules as br
    >>> from boston_rules.telling.screen import refusal
    >>> try:
    ...     br.apply(br.start("french"), br.Pass())
    ... except br.IllegalAction as error:
    ...     refusal(error)["code"]
    'phase/wrong'
    """
    check_type("error", error, br.BostonError, "an error of the library")
    made = {"refused": words(error, lang=lang, names=names)}
    if isinstance(error, br.IllegalAction):
        made |= {"code": error.code, "whole": str(error)}
        if error.rule is not None:
            made["rule"] = str(error.rule)
    return made


def _who(view: br.State, seat: int) -> Said:
    return say("You") if seat == view.viewer else account_name(seat)


def _symbol(card: br.Card) -> str:
    return card.symbol.replace("T", "10")


def _turn(view: br.State) -> Said:
    phase = phase_words(view)
    if view.actor is None:
        return say("The deal is over; here is its bill.")
    if view.actor == view.viewer:
        return say("Your turn: {phase}.", phase=phase)
    if view.actor == br.CHANCE:
        return say("Chance is to act: {phase}.", phase=phase)
    return say("{who:capital} is to act: {phase}.", who=Player(view.actor), phase=phase)


def _hand(view: br.State) -> Iterator[dict[str, Any]]:
    """The cards held, each with what may be done with it."""
    legal = own_actions(view)
    kind = next((type(action) for action in legal if isinstance(action, _FROM_HAND)), None)
    for card in view.hand.sorted():
        action = None if kind is None else kind(card)
        if action is not None and action in legal:
            may, label = True, br.describe(action, view.variant)
        else:
            may, label = False, say("{card}, not now", card=card.words)
        yield {
            "card": str(card),
            "symbol": _symbol(card),
            "words": card.words,
            "token": None if action is None else str(action),
            "label": label,
            "legal": may,
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
        return variant.ladder[action.key].title
    if isinstance(action, br.Call):
        return say("Call {suit}", suit=action.card.suit.symbol)
    if isinstance(action, br.Cut):
        return say("Cut the pack")
    if isinstance(action, br.TurnCut):
        return say("Cut the still pack")
    return say("Trumps") if isinstance(action, br.NameTrump) else ""


def _short(action: br.Action, variant: br.Variant) -> str:
    """What a button of a group says, where the group's name says the rest."""
    match action:
        case br.Bid(suit=br.Suit() as suit, alone=alone):
            return say("{suit} alone", suit=suit.symbol) if alone else suit.symbol
        case br.NameTrump(suit=suit):
            return suit.symbol
        case br.Bid(suit_class="grand", alone=alone):
            return say("grand alone") if alone else class_word("grand")
        case br.Bid(card=br.Card() as card) | br.Call(card=card):
            return _symbol(card)
        case br.Bid():
            step = variant.ladder[action.key]
            unnamed = step.suit.unnamed_class if step.has_trumps else None
            named = action.suit_class or unnamed
            return class_word(named) if named else ""
    return ""


def _facts(view: br.State) -> Iterator[tuple[Said, str]]:
    """What one glances at, where the picture is too small for it."""
    variant, table, viewer = view.variant, view.table, view.viewer
    yield say("Deal"), str(table.deal_number)
    yield say("Dealer"), _who(view, table.dealer)
    if view.turned is not None:
        yield say_as("card", "Turned"), _symbol(view.turned)
    if table.belle is not None:
        yield say("Belle"), table.belle.symbol
    if view.standing_bid is not None:
        seat, bid = view.standing_bid
        yield say("Highest bid"), joined(", ", (br.describe(bid, variant), _who(view, seat)))
    if view.contract is not None:
        yield say("Contract"), _contract(view, view.contract)
    if view.trick:
        played = (
            joined(" ", (_who(view, seat), _symbol(card))) for seat, card in on_table(view).items()
        )
        yield say("In the trick"), joined(", ", played)
    if any(view.taken):
        taken = (joined(" ", (_who(view, seat), str(won))) for seat, won in enumerate(view.taken))
        yield say("Tricks"), joined(", ", taken)
    for seat, cards in view.exposed:
        if seat != viewer and cards:
            yield say("{who:capital} shows", who=Player(seat)), str(cards)
    if variant.pool is not None:
        yield say("Pool"), str(table.pool)
    if isinstance(viewer, int):
        yield say("Your chips"), str(table.purses[viewer])


def _contract(view: br.State, contract: br.Contract) -> Said:
    said = contract_words(view.variant, contract, view.viewer)
    if view.decided is None:
        return said
    if view.decided:
        return say("{contract}, made already", contract=said)
    return say("{contract}, lost already", contract=said)
