"""Actions and contracts in words. What a token hides (``?``) stays hidden."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from boston_rules.actions import Action, checked
from boston_rules.cards import Card, Suit, parse_card, parse_suit
from boston_rules.contract import Contract
from boston_rules.errors import NotationError
from boston_rules.rules.payments import counted
from boston_rules.terms import terms_of
from boston_rules.variant import Variant, as_variant

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

_VERBS: Final = {
    "pass": ("pass", "passes"),
    "accept": ("accept", "accepts"),
    "decline": ("decline", "declines"),
    "ask": ("ask for a partner", "asks for a partner"),
    "solo": ("play alone", "plays alone"),
    "chicane": ("declare chicane", "declares chicane"),
    "concede": ("concede", "concedes"),
    "contest": ("do not concede", "does not concede"),
    "slam": ("declare a slam", "declares a slam"),
    "slam table": ("declare a slam on the table", "declares a slam on the table"),
    "misdeal": ("call a misdeal", "calls a misdeal"),
    "misdeal touched": ("call a misdeal, cards touched", "calls a misdeal, cards touched"),
}
_VERBS_OF: Final = {
    "cut": ("cut the pack", "cuts the pack"),
    "call": ("call {}", "calls {}"),
    "trump": ("name {} as trumps", "names {} as trumps"),
    "discard": ("lay {} aside", "lays {} aside"),
    "play": ("play {}", "plays {}"),
    "correct": ("correct the play to {}", "corrects the play to {}"),
    "demand": ("demand {}", "demands {}"),
    "revoke": ("claim a revoke of seat {}", "claims a revoke of seat {}"),
}


def describe(action: Action | str, variant: Variant | str) -> str:
    """What an action is called: the label of a button, without pips and keys.

    Args:
        action: an action, or its token as a view has it, where ``?`` stands for what is hidden.
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
    >>> br.describe("discard ?", "french")
    'lay a card aside'
    """
    variant = as_variant(variant)
    token = action if isinstance(action, str) else str(checked(action))
    head, _, rest = token.partition(" ")
    if token in _VERBS:
        return _VERBS[token][0]
    if head == "bid":
        return _bid_label(variant, rest)
    if head == "shuffle":
        return "shuffle the pack"
    if head == "turn":
        return f"turn up {_in_words(rest)}"
    if head == "cut" and rest.isdigit():
        return f"cut {counted(int(rest), 'card')} from the top"
    if head in _VERBS_OF:
        return _VERBS_OF[head][0].format(_in_words(rest))
    return token


def _bid_label(variant: Variant, text: str) -> str:
    key, _, form = text.partition(" ")
    step = variant.ladder[variant.ladder.find(key)]
    name = step.name or step.key
    if form == "?":
        return f"{name}, laying a card"
    if form in ("colour", "preference"):
        return f"{name} in the {form} suit"
    if len(form) == 2:
        return f"{name}, laying {_in_words(form)}"
    if form:
        return f"{name} in {_in_words(form)}"
    unnamed = step.suit.unnamed_class if step.has_trumps else None
    return name if unnamed is None else f"{name} in a {unnamed} suit"


def _in_words(text: str) -> str:
    """A card or suit in words; a hidden card is *a card*."""
    return _read(text, lambda card: f"the {card.words}", lambda suit: suit.word)


def sentence(variant: Variant, who: str, token: str) -> str:
    """What happened, without a full stop; ``who`` is a seat by name, or ``you``.

    >>> import boston_rules as br
    >>> sentence(br.get_variant("french"), "seat 1", "bid simple-belle ?")
    'seat 1 bids Simple in Belle, a card laid'
    """
    second = who == "you"
    head, _, rest = token.partition(" ")
    if token in _VERBS:
        return f"{who} {_VERBS[token][0 if second else 1]}"
    if head == "shuffle":
        return "the pack is shuffled"
    if head == "turn":
        return f"{_shown(rest)} is turned"
    if head == "bid":
        return f"{who} bid{'' if second else 's'} {call(variant, token)}"
    if head in _VERBS_OF:
        return f"{who} {_VERBS_OF[head][0 if second else 1].format(_shown(rest))}"
    return f"{who}: {token}"


def call(variant: Variant, token: str) -> str:
    """A call of the auction, in a few words.

    >>> import boston_rules as br
    >>> call(br.get_variant("fontainebleau"), "bid 6 H")
    'Six Levées ♥'
    """
    head, _, rest = token.partition(" ")
    if head != "bid":
        return token
    key, _, form = rest.partition(" ")
    name = variant.ladder[key].name or key
    if form == "?":
        return f"{name}, a card laid"
    if form in ("colour", "preference"):
        return f"{name} in {form}"
    if len(form) == 2:
        return f"{name}, {_shown(form)} laid"
    return f"{name} {_shown(form)}" if form else name


def _shown(text: str) -> str:
    """A card or suit with its pip; a hidden card is *a card*."""
    return _read(text, lambda card: card.symbol, lambda suit: suit.symbol)


def _read(text: str, of_card: Callable[[Card], str], of_suit: Callable[[Suit], str]) -> str:
    if text == "?":
        return "a card"
    with suppress(NotationError):
        return of_card(parse_card(text))
    with suppress(NotationError):
        return of_suit(parse_suit(text))
    return text


def contract_words(variant: Variant, contract: Contract) -> str:
    """The contract and who plays it."""
    step = variant.ladder[contract.key]
    text = step.name or step.key
    if contract.trump is not None:
        text += f" in {contract.trump.symbol}"
        if contract.suit_class is not None:
            text += f" ({contract.suit_class})"
    elif step.has_trumps:
        text += ", trumps not named yet"
    text += f" by seat {contract.declarer}"
    if contract.partner is not None:
        text += f" with seat {contract.partner}"
    if contract.stakes != 1:
        text += f", stakes × {contract.stakes}"
    return text


def deal_title(variant: Variant, number: int) -> str:
    """Which deal of how many."""
    rules = variant.session
    if rules.first_to is not None:
        return f"Deal {number} (first to {counted(rules.first_to, 'chip')})"
    return f"Deal {number} of {rules.deals}"


def goal_words(variant: Variant, contract: Contract) -> str:
    """What the declarer's side must win."""
    terms = terms_of(variant, contract)
    goal = variant.ladder[contract.key].goal if terms.goal is None else terms.goal
    together = len(terms.counting) > 1 and goal != variant.ladder[contract.key].goal
    return f"{goal.words()} together" if together else goal.words()


def listed(parts: list[str], last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return f" {last} ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
