"""Actions, events and contracts in words. What a viewer does not see is *a card* in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from boston_rules.core import actions as act
from boston_rules.core.cards import Card, Suit
from boston_rules.core.contract import Contract
from boston_rules.core.events import Event, Opened
from boston_rules.core.hidden import HOLE, UNKNOWN, Hole
from boston_rules.deal.terms import terms_of
from boston_rules.rules.payments import counted
from boston_rules.rules.variant import Variant, as_variant

__all__ = [
    "call",
    "contract_words",
    "counted",
    "deal_title",
    "describe",
    "goal_words",
    "listed",
    "sentence",
]

_VERBS: Final[Mapping[type, tuple[str, str]]] = {
    act.Cut: ("cut the pack", "cuts the pack"),
    act.TurnCut: ("cut the still pack", "cuts the still pack"),
    act.Pass: ("pass", "passes"),
    act.Accept: ("accept", "accepts"),
    act.Decline: ("decline", "declines"),
    act.Ask: ("ask for a partner", "asks for a partner"),
    act.Solo: ("play alone", "plays alone"),
    act.Call: ("call {}", "calls {}"),
    act.NameTrump: ("name {} as trumps", "names {} as trumps"),
    act.Chicane: ("declare chicane", "declares chicane"),
    act.Concede: ("concede", "concedes"),
    act.Contest: ("do not concede", "does not concede"),
    act.Discard: ("lay {} aside", "lays {} aside"),
    act.Play: ("play {}", "plays {}"),
    act.Slam: ("declare a slam{}", "declares a slam{}"),
    act.Misdeal: ("call a misdeal{}", "calls a misdeal{}"),
    act.Revoke: ("claim a revoke of seat {}", "claims a revoke of seat {}"),
    act.Correct: ("correct the play to {}", "corrects the play to {}"),
    act.Demand: ("demand {}", "demands {}"),
    act.CallSuit: ("call a lead in {}", "calls a lead in {}"),
}
"""What is done, as an order and of somebody else."""


def describe(what: act.Action | Event, variant: Variant | str) -> str:
    """What an action is called: the label of a button, without pips and keys.

    Args:
        what: an action, or an event, of whose action a viewer may not see all.
        variant: the rules, whose names the bids have, or the slug of a registered variant.

    Raises:
        NotationError: the variant has no such bid.
        VariantError: no variant has the slug.
        TypeError: an argument is of another type.

    >>> import boston_rules as br
    >>> br.describe(br.parse_action("bid 6 preference"), "american")
    'Six in the preference suit'
    >>> br.describe(br.parse_action("play QH"), "american")
    'play the queen of hearts'
    >>> br.describe(br.Event(2, br.Discard(br.HOLE)), "french")
    'lay a card aside'
    """
    variant = as_variant(variant)
    action = what.action if isinstance(what, Event) else what
    match action:
        case Opened():
            return "begin the deal"
        case act.Bid():
            return _bid_label(variant, action)
        case act.Shuffle():
            return "shuffle the pack"
        case act.TurnUp():
            return f"turn up {_in_words(action.card)}"
        case act.Cut(at=int(number)):
            return f"cut {counted(number, 'card')} from the top"
        case act.TurnCut(at=int(number)):
            return f"cut {counted(number, 'card')} from the top of the still pack"
    return _VERBS[type(act.checked(action))][0].format(_object(action, _in_words))


def _bid_label(variant: Variant, bid: act.Bid) -> str:
    step = variant.ladder[variant.ladder.find(bid.key)]
    name = step.name or step.key
    alone = ", alone" * bid.alone
    if bid.suit_class == "grand":
        return f"{name} grand{alone}"
    if bid.suit_class is not None:
        return f"{name} in the {bid.suit_class} suit"
    if bid.card is not None:
        return f"{name}, laying {_in_words(bid.card)}"
    if bid.suit is not None:
        return f"{name} in {_in_words(bid.suit)}{alone}"
    unnamed = step.suit.unnamed_class if step.has_trumps else None
    return name if unnamed is None else f"{name} in a {unnamed} suit"


def _object(action: act.Action, named: Callable[[Card | Suit | Hole], str]) -> str:
    """What an action is about, to follow its verb."""
    match action:
        case act.Call() | act.Discard() | act.Play() | act.Correct() | act.Demand():
            return named(action.card)
        case act.NameTrump() | act.CallSuit():
            return named(action.suit)
        case act.Revoke(trick=None):
            return str(action.seat)
        case act.Revoke():
            return f"{action.seat} in trick {action.trick}"
        case act.Slam(table=True):
            return " on the table"
        case act.Misdeal(touched=True):
            return ", cards touched"
    return ""


def _in_words(thing: Card | Suit | Hole) -> str:
    """A card or suit in words."""
    if isinstance(thing, Card):
        return f"the {thing.words}"
    return "a card" if thing is HOLE else thing.word


def _shown(thing: Card | Suit | Hole) -> str:
    """A card or suit with its pip."""
    return "a card" if thing is HOLE else thing.symbol


def sentence(variant: Variant, who: str, what: act.Action | Event) -> str:
    """What happened, without a full stop; ``who`` is a seat by name, or ``you``.

    >>> import boston_rules as br
    >>> sentence(br.get_variant("french"), "seat 1", br.Bid("simple-belle", card=br.HOLE))
    'seat 1 bids Simple in Belle, a card laid'
    """
    action = what.action if isinstance(what, Event) else what
    second = who == "you"
    match action:
        case Opened():
            return "the deal begins"
        case act.Shuffle():
            return "the pack is shuffled"
        case act.TurnUp():
            return f"{_shown(action.card)} is turned"
        case act.Bid():
            return f"{who} bid{'' if second else 's'} {call(variant, action)}"
    verb = _VERBS[type(action)][0 if second else 1]
    return f"{who} {verb.format(_object(action, _shown))}"


def call(variant: Variant, what: act.Action | Event) -> str:
    """A call of the auction, in a few words.

    >>> import boston_rules as br
    >>> call(br.get_variant("fontainebleau"), br.Bid("6", br.HEARTS))
    'Six Levées ♥'
    """
    action = what.action if isinstance(what, Event) else what
    if not isinstance(action, act.Bid):
        return str(action)
    name = variant.ladder[action.key].name or action.key
    alone = ", alone" * action.alone
    if action.suit_class == "grand":
        return f"{name} grand{alone}"
    if action.suit_class is not None:
        return f"{name} in {action.suit_class}"
    if action.card is not None:
        return f"{name}, {_shown(action.card)} laid"
    return name if action.suit is None else f"{name} {_shown(action.suit)}{alone}"


def contract_words(variant: Variant, contract: Contract) -> str:
    """The contract and who plays it."""
    step = variant.ladder[contract.key]
    text = step.name or step.key
    if contract.trump is not None:
        text += f" in {contract.trump.symbol}"
        if contract.suit_class is not None:
            text += f" ({contract.suit_class})"
    elif contract.suit_class == "grand":
        text += " grand"
    elif step.leaves_open(None, contract.turn):
        text += ", trumps not named yet"
    text += f" by seat {contract.declarer}"
    if contract.partner is UNKNOWN and contract.called is not None:
        text += f" with the holder of {contract.called.symbol}"
    elif contract.partner is not None:
        text += f" with seat {contract.partner}"
    if contract.stakes != 1:
        text += f", stakes × {contract.stakes}"
    return text


def deal_title(variant: Variant, number: int) -> str:
    """Which deal of how many."""
    rules = variant.session
    if rules.first_to is not None:
        return f"Deal {number} (first to {counted(rules.first_to, 'chip')})"
    return "Grand" if rules.is_grand(number) else f"Deal {number} of {rules.deals}"


def goal_words(variant: Variant, contract: Contract) -> str:
    """What the declarer's side must win."""
    terms = terms_of(variant, contract)
    goal = variant.ladder[contract.key].goal if terms.goal is None else terms.goal
    both = len(terms.counting) > 1 or contract.partner is UNKNOWN
    together = both and goal != variant.ladder[contract.key].goal
    return f"{goal.words()} together" if together else goal.words()


def listed(parts: list[str], last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return f" {last} ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
