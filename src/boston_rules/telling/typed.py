"""Reads what people type: a token, a number of a list, a card as they see or say it, a bid by name.

It is what the terminal and the page in the browser read with.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

import boston_rules as br
from boston_rules import Rank, Suit
from boston_rules.core.actions import ACTION_TYPES, checked
from boston_rules.core.arguments import check_type, tuple_of, wrong_type
from boston_rules.core.cards import IN_HAND
from boston_rules.deal.state import check_state
from boston_rules.rules.notation import parse_token
from boston_rules.telling.wording.phrases import listed

__all__ = ["Choices", "card_of", "head_of", "own_actions", "suits_as_bid", "with_tokens"]

_RANKS: Final = {
    **{rank.letter: rank.letter for rank in Rank},
    **{rank.name: rank.letter for rank in Rank},
    **{str(rank.value + 2): rank.letter for rank in Rank if rank.value < Rank.JACK},
    "KNAVE": Rank.JACK.letter,
    "DEUCE": Rank.TWO.letter,
}
_SUITS: Final = {
    **{suit.letter: suit.letter for suit in Suit},
    **{suit.symbol: suit.letter for suit in Suit},
    **{suit.name: suit.letter for suit in Suit},
    **{suit.name.removesuffix("S"): suit.letter for suit in Suit},
    **dict(zip("♧♢♡♤", (suit.letter for suit in Suit), strict=True)),
}


def _any(names: dict[str, str]) -> str:
    """Any of the names, the longest first."""
    return "|".join(sorted(map(re.escape, names), key=len, reverse=True))


_EMOJI: Final = "\ufe0f"
"""What a telephone puts after a pip."""
_PIP: Final = "[♣♦♥♠♧♢♡♤]"
_CARD: Final = re.compile(
    rf"(?<!\w)(?:(?P<pip>{_PIP})\s*(?P<after>{_any(_RANKS)})"
    rf"|(?P<rank>{_any(_RANKS)})\s*(?:\bof\s+)?(?P<suit>{_any(_SUITS)}))(?!\w)",
    re.IGNORECASE,
)


def with_tokens(text: str) -> str:
    """The text with every card in it as its token.

    >>> from boston_rules.telling.typed import with_tokens
    >>> [with_tokens(text) for text in ("♠A", "a ♠", "10h", "Queen of Hearts", "play ♦️2")]
    ['AS', 'AS', 'TH', 'QH', 'play 2D']
    """
    check_type("text", text, str, "a str")
    return _CARD.sub(_token, text.replace(_EMOJI, ""))


def _token(found: re.Match[str]) -> str:
    rank, suit = found["after"] or found["rank"], found["pip"] or found["suit"]
    return _RANKS[rank.upper()] + _SUITS[suit.upper()]


_LEGAL: Final = "Action objects"
_ALL_SUITS: Final = "the four suits"
_NUMBER: Final = re.compile(r"[0-9]{1,6}")
_BID: Final = re.compile(r"(?:bid\s+)?([0-9]{1,2})\s*([cdhs♣♦♥♠])", re.IGNORECASE)
_FEW: Final = 4
"""So many actions are named where what was typed may be any of them."""
_IN: Final = re.compile(r"\s+in\s+(\S+)$", re.IGNORECASE)
_SHORT: Final = ("bid", "play", "discard", "call", "trump", "cut", "turn-cut")
"""Words that may be left out where they alone can be meant."""
_VERBS: Final = frozenset(
    {
        *_SHORT,
        *("pass", "accept", "decline", "ask", "solo", "chicane", "concede", "contest", "slam"),
        *("misdeal", "revoke", "correct", "demand", "suit", "shuffle", "turn"),
    }
)


def suits_as_bid(state: br.State) -> tuple[Suit, ...]:
    """The suits in the order in which bids of them rank in this deal, the lowest first.

    >>> import boston_rules as br
    >>> from boston_rules.telling.typed import suits_as_bid
    >>> "".join(suit.letter for suit in suits_as_bid(br.observe(br.start("french"), 0)))
    'SCDH'
    """
    check_state(state)
    turn, ranking = state.turn, state.variant.suits
    return tuple(sorted(Suit, key=lambda suit: (ranking.rank(suit, turn), suit)))


def own_actions(view: br.State) -> tuple[br.Action, ...]:
    """What the viewer may do now, out of turn too where the table's law lets him."""
    check_type("view", view, br.State, "a view, such as br.observe() returns")
    viewer = view.viewer
    return br.legal_actions(view, viewer if isinstance(viewer, int) else None)


def card_of(action: br.Action) -> br.Card | None:
    """The card that an action is about, but for one laid with a bid."""
    card = None if isinstance(checked(action), br.Bid) else getattr(action, "card", None)
    return card if isinstance(card, br.Card) else None


def head_of(action: br.Action) -> str:
    """The first word of an action's token."""
    return str(checked(action)).partition(" ")[0]


class Choices:
    """Legal actions in the order of a menu, and what is typed to choose one.

    Args:
        view: what the player sees.
        suits: the suits in the order of the hand; without it that of :meth:`Cards.sorted`.
        legal: the actions; without it all that the player may do now.

    >>> import boston_rules as br
    >>> from boston_rules.telling.typed import Choices
    >>> hands = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "SHCD"]
    >>> state = br.start("classic", dealer=3, hands=hands)
    >>> choices = Choices(br.observe(state, 0))
    >>> [str(choices.read(text)) for text in ("1", "six ♠", "7s", "pas")]
    ['pass', 'bid 6 S', 'bid 7 S', 'pass']
    """

    def __init__(
        self,
        view: br.State,
        suits: Iterable[Suit] = IN_HAND,
        legal: Sequence[br.Action] | None = None,
    ) -> None:
        order = tuple_of("suits", suits, _ALL_SUITS)
        if set(map(type, order)) != {Suit} or len(set(order)) != len(Suit):
            raise wrong_type("suits", _ALL_SUITS, order)
        actions = own_actions(view) if legal is None else tuple_of("legal", legal, _LEGAL)
        for action in actions:
            check_type("legal", action, ACTION_TYPES, _LEGAL)
        place = {suit: place for place, suit in enumerate(order)}

        def in_order(action: br.Action) -> tuple[int, int, int]:
            card = card_of(action)
            if card is not None:
                return 0, place[card.suit], -card.rank
            suit = action.suit if isinstance(action, br.NameTrump | br.CallSuit) else None
            return 1, 0 if suit is None else place[suit], 0

        self._variant = view.variant
        self._actions = tuple(sorted(actions, key=in_order))

    @property
    def actions(self) -> tuple[br.Action, ...]:
        """The legal actions, cards first as a player holds them, then all else as it comes."""
        return self._actions

    def read(self, text: str) -> br.Action:
        """The action meant by a number, a token, a card, a suit, or the name of a bid.

        A card may be written as it is seen (``♠A``) or said (``ace of spades``), and anything legal
        by as much of its beginning as tells it from the rest.

        Raises:
            NotationError: nothing of the kind is named, or more than one thing.
        """
        check_type("text", text, str, "a str")
        if not text.strip():
            raise br.NotationError("nothing is typed")
        try:
            return self._named(text)
        except br.NotationError as error:
            for other in (with_tokens(text), _BID.sub(r"bid \1 \2", text)):
                if other != text:
                    try:
                        return self._named(other)
                    except br.NotationError:
                        continue
            begun = self._begun_by(text)
            if not begun:
                raise
            if len(begun) > 1:
                meant = listed(_few([br.describe(action, self._variant) for action in begun]), "or")
                raise br.NotationError(f"{text[:40]!r} may be {meant}") from error
            return begun[0]

    def _begun_by(self, text: str) -> list[br.Action]:
        """The legal actions, but those told by a card, that begin with the text."""
        start = " ".join(text.casefold().split())
        return [
            action
            for action in self._actions
            if start and card_of(action) is None
            if any(name.casefold().startswith(start) for name in self._names(action))
        ]

    def _names(self, action: br.Action) -> tuple[str, ...]:
        token, label = str(action), br.describe(action, self._variant)
        if not isinstance(action, br.Bid):
            return token, label
        step = self._variant.ladder[action.key]
        form = token.removeprefix(f"bid {action.key}")
        return token, label, token.removeprefix("bid "), f"{step.french}{form}"

    def _named(self, text: str) -> br.Action:
        if _NUMBER.fullmatch(text):
            number = int(text)
            if 1 <= number <= len(self._actions):
                return self._actions[number - 1]
            raise br.NotationError(f"the list has the numbers 1 to {len(self._actions)}")
        try:
            return parse_token(text, self._variant)
        except br.NotationError as error:
            refused = error
        for head in self._heads:
            for short in (text, _IN.sub(r" \1", text)):
                try:
                    return parse_token(f"{head} {short}", self._variant)
                except br.NotationError as error:
                    if text.split()[0].lower() not in _VERBS:
                        refused = error
        raise refused

    @property
    def _heads(self) -> list[str]:
        heads = dict.fromkeys(map(head_of, self._actions))
        return [head for head in heads if head in _SHORT]


def _few(labels: list[str]) -> list[str]:
    more = len(labels) - _FEW
    return labels if more <= 1 else [*labels[:_FEW], f"one of {more} others"]
