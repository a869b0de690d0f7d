"""Reads what people type: a token, a number of a list, a card as they see or say it, a bid by name.

Whatever the library displays can be typed back, in every language that it speaks. The terminal, the
page in the browser and the host on the web read with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property, lru_cache
from typing import Final, TypeAlias

import boston_rules as br
from boston_rules import PACK, Suit
from boston_rules.core.actions import ACTION_TYPES, NAMED_CLASSES, WORDS, checked
from boston_rules.core.arguments import check_type, near_matches, shortened, tuple_of, wrong_type
from boston_rules.core.cards import IN_HAND
from boston_rules.core.saying import Said, joined, listed, say, say_as, term
from boston_rules.deal.state import check_state
from boston_rules.rules import notation
from boston_rules.rules.ladder import normal_key
from boston_rules.rules.notation import check_length, not_understood, parse_token
from boston_rules.rules.variant import Variant, as_variant
from boston_rules.telling.language import Speaker, languages
from boston_rules.telling.wording.phrases import call, describe

__all__ = [
    "Choices",
    "bid_named",
    "card_of",
    "own_actions",
    "parse_action",
    "suit_named",
    "suits_as_bid",
    "variant_named",
]

_Words: TypeAlias = tuple[str, ...]

_LEGAL: Final = "Action objects"
_ALL_SUITS: Final = "the four suits"
_NUMBER: Final = re.compile(r"[0-9]{1,6}")
_FEW: Final = 3
"""So many actions are named where what was typed may be any of them."""
_LOOKED_AT: Final = 9
"""So many names that are near what was typed are looked at: an action has several."""
_SHORT: Final = ("bid", "play", "discard", "call", "trump", "cut", "turn-cut")
"""Words that may be left out where they alone can be meant."""
_BY_TOKEN: Final = {str(card): card for card in PACK}
_OF_CARDS: Final = (br.Play, br.Discard, br.Call, br.Correct, br.Demand)

# From text to words.

_PIPS: Final = dict(zip("♧♢♡♤cdhs", "♣♦♥♠" * 2, strict=True))
_WORD: Final = re.compile(r"[♣♦♥♠♧♢♡♤]|[^\W_]+")
_SHORT_FORM: Final = re.compile(r"(10|1[0-3]|[2-9tjqka])([cdhs])")
_SUIT_FIRST: Final = re.compile(r"\b([cdhs])(10|[2-9tjqka])\b", re.IGNORECASE)
_ALSO: Final = {"knave": "jack", "deuce": "two", "10": "t", "spade": "♠", "club": "♣"} | {
    "heart": "♥",
    "diamond": "♦",
}
_LEFT_OUT: Final = say_as("words that may be left out of what is typed", "the of in i ll please")
_TO_BID: Final = say_as("the words of which one is typed before a bid", "bid say")
_TO_PLAY: Final = say_as("the words of which one is typed before a card", "play")
_NO: Final = say_as(
    "what else is typed to pass or to refuse, a bar between two", "no bid|no|next|skip|nothing"
)
_YES: Final = say_as("what else is typed to agree, a bar between two", "yes|ok")
_TO_JOIN: Final = say_as("what else is typed to accept a bid, a bar between two", "support")
_ANSWERS: Final[dict[type, Said]] = {
    **dict.fromkeys((br.Pass, br.Decline, br.Contest), _NO),
    **dict.fromkeys((br.Ask, br.Chicane, br.Concede), _YES),
    br.Accept: joined("|", (_YES, _TO_JOIN)),
}


@cache
def _speakers() -> tuple[Speaker, ...]:
    return tuple(map(Speaker, languages()))


def _plain(text: str) -> Iterator[str]:
    """Words without capitals and accents; a card in two letters is two words."""
    for word in _WORD.findall(normal_key(text.replace("œ", "oe").replace("Œ", "oe"))):
        short = _SHORT_FORM.fullmatch(word)
        yield from (word,) if short is None else short.groups()


def _rank_first(text: str) -> str:
    """A text with cards that are written in letters, suit first, the other way round.

    It is tried when nothing else was meant: in French *ca* begins *carreau*.
    """
    return _SUIT_FIRST.sub(r"\2\1", text)


@cache
def _suits() -> dict[str, str]:
    """The pip of a suit by what it is called."""
    named = {next(_plain(speak(suit.word))): suit.symbol for suit in Suit for speak in _speakers()}
    return {**_PIPS, **named}


@cache
def _needless() -> frozenset[str]:
    return frozenset(_in_all_languages(_LEFT_OUT))


def _in_all_languages(words: str) -> Iterator[str]:
    """The words of a message."""
    for speak in _speakers():
        yield from _plain(speak(words))


@lru_cache(maxsize=8192)
def _words_of(text: str) -> _Words:
    """The words of a text that matter, suits as pips, in whatever language it is."""
    suits = _suits()
    words = [suits.get(word, word) for word in (_ALSO.get(each, each) for each in _plain(text))]
    kept = [word for word in words if word not in _needless()]
    return tuple(kept or words)


@cache
def _cards() -> dict[_Words, str]:
    """The token of a card by the words for it, suit first or last."""
    found: dict[_Words, str] = {}
    for card in PACK:
        token, pip = str(card), card.suit.symbol
        ranks = {_words_of(token)[:1]}
        for speak in _speakers():
            words = list(_words_of(speak(card.words)))
            words.reverse()
            words.remove(pip)  # the last of them: an ace may be two letters that read as one
            words.reverse()
            ranks.add(tuple(words))
        for rank in ranks:
            found[*rank, pip] = found[pip, *rank] = token
    return found


def _with_cards(words: _Words) -> _Words:
    """The words with each card as one word."""
    known, made, place = _cards(), [], 0
    while place < len(words):
        for size in (4, 3, 2):
            token = known.get(words[place : place + size])
            if token is not None:
                break
        else:
            token, size = words[place], 1
        made.append(token)
        place += size
    return tuple(made)


# From actions to the words for them.


def _spelled(variant: Variant, action: br.Action) -> Iterator[_Words]:
    """Everything that an action is called, in words."""
    token = str(action)
    yield _words_of(token)
    head, _, rest = token.partition(" ")
    if head in _SHORT:
        yield _words_of(rest)
    said = (describe(action, variant), call(variant, action))
    labels = {_words_of(speak(each)) for each in said for speak in _speakers()}
    if isinstance(action, br.Bid) and action.key in variant.ladder:
        for bid in _bids(variant, action, labels):
            yield bid
            yield from ((head, *bid) for head in _in_all_languages(_TO_BID))
    elif not isinstance(action, br.Bid):
        yield from labels
    if isinstance(action, br.Play):
        cards = {_words_of(speak(action.card.words)) for speak in _speakers()}
        yield from ((head, *card) for head in _in_all_languages(_TO_PLAY) for card in cards)
    for speak in _speakers() if type(action) in _ANSWERS else ():
        yield from map(_words_of, speak(_ANSWERS[type(action)]).split("|"))


def _bids(variant: Variant, action: br.Bid, labels: set[_Words]) -> Iterator[_Words]:
    """The words for a bid, by each name that it has."""
    yield from labels
    step = variant.ladder[action.key]
    names = {_words_of(speak(step.title)) for speak in _speakers()}
    others = {*names, _words_of(step.key), _words_of(step.french or step.key)}
    for name in names:
        for label in labels:
            if label[: len(name)] == name:
                yield from ((*other, *label[len(name) :]) for other in others)


@lru_cache(maxsize=32)
def _sayable(variant: Variant) -> dict[_Words, br.Action]:
    """Actions by what they are called, legal or not, so that the rules can refuse them."""
    bids = (
        br.Bid(step.key, suit=suit, alone=alone)
        for step in variant.ladder
        for suit in (None, *Suit)
        for alone in (False, True)
    )
    laid = (
        br.Bid(step.key, card=card) for step in variant.ladder if step.lays_card for card in PACK
    )
    classes = (
        br.Bid(step.key, suit_class=suit_class)
        for step in variant.ladder
        for suit_class in NAMED_CLASSES
    )
    cards = (kind(card) for kind in _OF_CARDS for card in PACK)
    found: dict[_Words, br.Action] = {}
    for action in (*bids, *laid, *classes, *cards, *WORDS):
        for words in _spelled(variant, action):
            found.setdefault(_with_cards(words), action)
            found.setdefault(words, action)
    return found


def _near(typed: _Words, spelled: Mapping[_Words, br.Action]) -> list[br.Action]:
    """The actions that are called nearly so: a word of what was typed is near one of theirs."""
    known = {word for words in spelled for word in words}
    shared = {each for word in typed for each in near_matches(word, known)}
    ways = {" ".join(words): act for words, act in spelled.items() if not shared.isdisjoint(words)}
    near = near_matches(" ".join(typed), ways, _LOOKED_AT)
    return list(dict.fromkeys(map(ways.__getitem__, near)))


def _begins(typed: _Words, words: _Words) -> bool:
    """Whether what was typed are beginnings of some of the words, in their order, the first too."""
    left = iter(words)
    found = (any(_begun(each, word) for word in left) for each in typed[1:])
    return _begun(typed[0], next(left, "")) and all(found)


def _named(typed: _Words, words: _Words) -> bool:
    """Whether what was typed are beginnings of some of the words, in any order."""
    return all(any(_begun(each, word) for word in words) for each in typed)


def _begun(typed: str, word: str) -> bool:
    """Whether it is the beginning of a word, or of what a suit is called."""
    if word.startswith(typed):
        return True
    return len(typed) > 1 and any(
        pip == word and name.startswith(typed) for name, pip in _suits().items()
    )


def bid_named(variant: Variant, text: str) -> str:
    """The key of a bid by its key or its name, in any language that the library speaks.

    Raises:
        NotationError: no bid of the variant has that name; near matches are listed.
        TypeError: an argument is of another type.

    >>> import boston_rules as br
    >>> from boston_rules.telling.typed import bid_named
    >>> bid_named(br.get_variant("classic"), "kleine Misere")
    'petite-misere'
    """
    check_type("variant", variant, Variant, "a variant, such as get_variant() returns")
    check_type("text", text, str, "a str")
    typed = _words_of(text)
    for step in variant.ladder:
        if any(_words_of(speak(step.title)) == typed for speak in _speakers()):
            return step.key
    return variant.ladder.find(text)


def suit_named(text: str) -> Suit:
    """A suit by letter, pip or name, in any language; of a card its suit counts.

    Raises:
        NotationError: it is neither.
        TypeError: it is not a ``str``.

    >>> from boston_rules.telling.typed import suit_named
    >>> [suit_named(text).letter for text in ("h", "♥", "cœur", "Herz", "Herz-Dame", "QH")]
    ['H', 'H', 'H', 'H', 'H', 'H']
    """
    check_type("text", text, str, "a str")
    words = _with_cards(_words_of(text))
    if len(words) == 1 and words[0] in _BY_TOKEN:
        return _BY_TOKEN[words[0]].suit
    for suit in Suit:
        if words == (suit.symbol,):
            return suit
    return br.parse_suit(text)


def variant_named(text: str) -> str:
    """The slug of the variant that is called so, in any language; else the text itself.

    Raises:
        TypeError: it is not a ``str``.

    >>> from boston_rules.telling.typed import variant_named
    >>> variant_named("boston français"), variant_named("Whist")
    ('french', 'Whist')
    """
    check_type("text", text, str, "a str")
    typed = normal_key(text)
    for slug in br.list_variants():
        titles = [speak(term(br.variant_class(slug).title)) for speak in _speakers()]
        short = [title.partition(" (")[0] for title in titles]
        if typed in map(normal_key, (slug, *titles, *short)):
            return slug
    return text


def parse_action(token: str, variant: Variant | str | None = None) -> br.Action:
    """Read the token of an action; ``str(action)`` gives it back.

    Case and spacing do not matter; a card alone is played; ``?`` stands for what is hidden, as in
    ``discard ?``. With a variant, or the slug of one, everything that its actions are called is
    read as well, in every language that the library speaks.

    Raises:
        NotationError: the text is not an action; with a variant, what is near it.
        VariantError: no variant has the slug.
        TypeError: the token is not a ``str``, or the variant neither a variant nor a slug.

    >>> import boston_rules as br
    >>> str(br.parse_action("qs")), str(br.parse_action("six hearts", "classic"))
    ('play QS', 'bid 6 H')
    >>> str(br.parse_action("dame de pique", "french"))
    'play QS'
    """
    try:
        return notation.parse_action(token, variant)
    except br.NotationError:
        if variant is None:
            raise
        rules = as_variant(variant)
        typed, sayable = _words_of(token), _sayable(rules)
        for words in (typed, _words_of(_rank_first(token))):
            meant = sayable.get(_with_cards(words))
            if meant is not None:
                return meant
        near = _near(typed, sayable)
        if not near or token.split()[0].lower() in notation.HEADS:
            raise
        named = dict.fromkeys(describe(each, rules) for each in near)
        raise br.NotationError(not_understood(token, named)) from None


def suits_as_bid(state: br.State) -> tuple[Suit, ...]:
    """The suits in the order in which bids of them rank in this deal, the lowest first.

    Raises:
        TypeError: it is not a state.

    >>> import boston_rules as br
    >>> from boston_rules.telling.typed import suits_as_bid
    >>> "".join(suit.letter for suit in suits_as_bid(br.observe(br.start("french"), 0)))
    'SCDH'
    """
    check_state(state)
    turn, ranking = state.turn, state.variant.suits
    return tuple(sorted(Suit, key=lambda suit: (ranking.rank(suit, turn), suit)))


def own_actions(view: br.State) -> tuple[br.Action, ...]:
    """What the viewer may do now, out of turn too where the table's law lets him.

    Raises:
        TypeError: it is not a view.
    """
    check_type("view", view, br.State, "a view, such as br.observe() returns")
    viewer = view.viewer
    return br.legal_actions(view, viewer if isinstance(viewer, int) else None)


def card_of(action: br.Action) -> br.Card | None:
    """The card that an action is about, but for one laid with a bid.

    Raises:
        TypeError: it is not an action.
    """
    card = None if isinstance(checked(action), br.Bid) else getattr(action, "card", None)
    return card if isinstance(card, br.Card) else None


class Choices:
    """Legal actions in the order of a menu, and what is typed to choose one.

    Args:
        view: what the player sees.
        suits: the suits in the order of the hand; without it that of :meth:`Cards.sorted`.
        legal: the actions; without it all that the player may do now.
        numbered: whether a number is a place in the list.

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
        *,
        numbered: bool = True,
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
        self._numbered = numbered
        self._actions = tuple(sorted(actions, key=in_order))

    @property
    def actions(self) -> tuple[br.Action, ...]:
        """The legal actions, cards first as a player holds them, then all else as it comes."""
        return self._actions

    def read(self, text: str) -> br.Action:
        """The action meant by a number, a token, a card, a suit, or the name of a bid.

        Anything displayed is read, in every language that the library speaks, with or without
        capitals and accents, and anything legal by as much of its words as tells it from the rest.

        Raises:
            NotationError: nothing of the kind is named, or more than one thing; the nearest are.
            TypeError: it is not a ``str``.
        """
        check_type("text", text, str, "a str")
        check_length(text)
        try:
            return self._meant(text)
        except br.NotationError:
            other = _rank_first(text)
            if other != text:
                with suppress(br.NotationError):
                    return self._meant(other)
            raise

    def _meant(self, text: str) -> br.Action:
        typed = _words_of(text)
        if not typed:
            raise br.NotationError(say("nothing is typed"))
        if self._numbered and _NUMBER.fullmatch(text.strip()):
            number = int(text)
            if 1 <= number <= len(self._actions):
                return self._actions[number - 1]
        if (action := self._by_token.get(text)) is not None:
            return action
        whole = _with_cards(typed)
        meant = self._by_name.get(whole, [])
        if len(meant) == 1:
            return meant[0]
        if not meant:
            known = self._known(text, whole)
            if known is not None:
                return known
            spelled = self._by_words.items()
            meant = [each for each, ways in spelled if any(_begins(typed, way) for way in ways)]
            if len(meant) == 1:  # unless others are called so as well, but for their first word
                alike = [each for each, ways in spelled if any({*typed} <= {*way} for way in ways)]
                meant = alike if meant[0] in alike else meant
        if len(meant) == 1:
            return meant[0]
        raise br.NotationError(self._unclear(text, meant) if meant else self._unknown(text, typed))

    @cached_property
    def _by_token(self) -> dict[str, br.Action]:
        return {str(action): action for action in self._actions}

    @cached_property
    def _by_words(self) -> dict[br.Action, set[_Words]]:
        """Everything that each of the legal actions is called."""
        return {action: set(_spelled(self._variant, action)) for action in self._actions}

    @cached_property
    def _by_name(self) -> dict[_Words, list[br.Action]]:
        """The legal actions by each thing that they are called."""
        found: dict[_Words, list[br.Action]] = {}
        for action, ways in self._by_words.items():
            for words in set(map(_with_cards, ways)):
                found.setdefault(words, []).append(action)
        return found

    def _known(self, text: str, whole: _Words) -> br.Action | None:
        """An action that is not legal now, for the rules to say why."""
        try:
            return parse_token(text, self._variant)
        except br.NotationError:
            pass
        heads = [kind for kind in _OF_CARDS if kind in map(type, self._actions)]
        if len(whole) == 1 and len(heads) == 1 and whole[0] in _BY_TOKEN:
            return heads[0](_BY_TOKEN[whole[0]])
        return _sayable(self._variant).get(whole)

    def _unclear(self, text: str, meant: Sequence[br.Action]) -> Said:
        return say("{typed} may be {meant}", typed=_quoted(text), meant=self._few(meant))

    def _few(self, actions: Sequence[br.Action]) -> Said:
        labels = [describe(action, self._variant) for action in actions]
        more = len(labels) - _FEW
        if more > 1:
            labels[_FEW:] = [say("one of {number} others", number=more)]
        return listed(labels, "or")

    def _unknown(self, text: str, typed: _Words) -> Said:
        if self._numbered and typed[0].isdecimal():
            most = len(self._actions)
            return say("the list has the numbers 1 to {most}", most=most)
        named = [
            each
            for each, ways in self._by_words.items()
            if type(each) not in _ANSWERS and any(_named(typed, way) for way in ways)
        ]
        if named:
            return self._unclear(text, named)
        spelled = {way: each for each, ways in self._by_words.items() for way in ways}
        near = [describe(each, self._variant) for each in _near(typed, spelled)]
        if near or not self._actions:
            return not_understood(text, near)
        return say(
            "{typed} is not understood; possible now: {actions}",
            typed=_quoted(text),
            actions=self._few(self._of_each_kind()),
        )

    def _of_each_kind(self) -> list[br.Action]:
        """The legal actions, the first of every kind before the others."""
        firsts = {type(action): action for action in reversed(self._actions)}.values()
        return sorted(self._actions, key=lambda action: action not in firsts)


def _quoted(text: str) -> str:
    return repr(shortened(text.strip()))
