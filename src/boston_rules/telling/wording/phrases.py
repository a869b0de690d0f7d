"""Actions, events and contracts in words. What a viewer does not see is *a card* in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from boston_rules.core import actions as act
from boston_rules.core.actions import ACTION_TYPES
from boston_rules.core.arguments import check_type, wrong_type
from boston_rules.core.cards import Card, Suit
from boston_rules.core.contract import Contract
from boston_rules.core.events import Event, Opened
from boston_rules.core.hidden import HOLE, UNKNOWN, Hole
from boston_rules.core.parse_errors import BostonError
from boston_rules.core.saying import (
    Player,
    Said,
    joined,
    listed,
    personal,
    say,
    say_as,
    say_number,
    sentence_of,
    term,
)
from boston_rules.core.transfers import Line, Transfer, account_name
from boston_rules.deal.settlement import Settlement
from boston_rules.deal.state import State
from boston_rules.deal.terms import terms_of
from boston_rules.rules.variant import Variant, as_variant
from boston_rules.telling.language import speaker
from boston_rules.telling.wording.terms import class_word, label_with, verdict_words

__all__ = [
    "bill_lines",
    "call",
    "chips_in_words",
    "contract_line",
    "contract_name",
    "contract_words",
    "deal_title",
    "describe",
    "goal_so_far",
    "goal_words",
    "player_words",
    "sentence",
    "session_over_words",
    "tricks_in_words",
    "without_contract",
    "words",
]

_DONE: Final[Mapping[type, tuple[Said, Said, Said]]] = {
    act.Cut: (say("cut the pack"), say("you cut the pack"), say("{who} cuts the pack")),
    act.TurnCut: (
        say("cut the still pack"),
        say("you cut the still pack"),
        say("{who} cuts the still pack"),
    ),
    act.Pass: (say("pass"), say("you pass"), say("{who} passes")),
    act.Bid: (Said("{bid}", {}), say("you bid {bid}"), say("{who} bids {bid}")),
    act.Accept: (say("accept"), say("you accept"), say("{who} accepts")),
    act.Decline: (say("decline"), say("you decline"), say("{who} declines")),
    act.Ask: (
        say("ask for a partner"),
        say("you ask for a partner"),
        say("{who} asks for a partner"),
    ),
    act.Solo: (say("play alone"), say("you play alone"), say("{who} plays alone")),
    act.Call: (say("call {card}"), say("you call {card}"), say("{who} calls {card}")),
    act.NameTrump: (
        say("name {suit} as trumps"),
        say("you name {suit} as trumps"),
        say("{who} names {suit} as trumps"),
    ),
    act.Chicane: (
        say("declare chicane"),
        say("you declare chicane"),
        say("{who} declares chicane"),
    ),
    act.Concede: (say("concede"), say("you concede"), say("{who} concedes")),
    act.Contest: (
        say("do not concede"),
        say("you do not concede"),
        say("{who} does not concede"),
    ),
    act.Discard: (
        say("lay {card} aside"),
        say("you lay {card} aside"),
        say("{who} lays {card} aside"),
    ),
    act.Play: (say("play {card}"), say("you play {card}"), say("{who} plays {card}")),
    act.Slam: (say("declare a slam"), say("you declare a slam"), say("{who} declares a slam")),
    act.Misdeal: (say("call a misdeal"), say("you call a misdeal"), say("{who} calls a misdeal")),
    act.Revoke: (
        say("claim a revoke of {offender}"),
        say("you claim a revoke of {offender}"),
        say("{who} claims a revoke of {offender}"),
    ),
    act.Correct: (
        say("correct the play to {card}"),
        say("you correct the play to {card}"),
        say("{who} corrects the play to {card}"),
    ),
    act.Demand: (say("demand {card}"), say("you demand {card}"), say("{who} demands {card}")),
    act.CallSuit: (
        say("call a lead in {suit}"),
        say("you call a lead in {suit}"),
        say("{who} calls a lead in {suit}"),
    ),
    act.Shuffle: (
        say("shuffle the pack"),
        say("the pack is shuffled"),
        say("the pack is shuffled"),
    ),
    act.TurnUp: (say("turn up {card}"), say("{card} is turned"), say("{card} is turned")),
    Opened: (say("begin the deal"), say("the deal begins"), say("the deal begins")),
}
"""What is done: on the label of a button, by the reader, and by somebody else."""
_HAPPENED: Final[Mapping[type, tuple[Said, Said]]] = {
    act.Cut: (say_as("past", "you cut the pack"), say_as("past", "{who} cut the pack")),
    act.TurnCut: (
        say_as("past", "you cut the still pack"),
        say_as("past", "{who} cut the still pack"),
    ),
    act.Pass: (say_as("past", "you passed"), say_as("past", "{who} passed")),
    act.Bid: (say_as("past", "you bid {bid}"), say_as("past", "{who} bid {bid}")),
    act.Accept: (say_as("past", "you accepted"), say_as("past", "{who} accepted")),
    act.Decline: (say_as("past", "you declined"), say_as("past", "{who} declined")),
    act.Ask: (
        say_as("past", "you asked for a partner"),
        say_as("past", "{who} asked for a partner"),
    ),
    act.Solo: (
        say_as("past", "you chose to play alone"),
        say_as("past", "{who} chose to play alone"),
    ),
    act.Call: (say_as("past", "you called {card}"), say_as("past", "{who} called {card}")),
    act.NameTrump: (
        say_as("past", "you named {suit} as trumps"),
        say_as("past", "{who} named {suit} as trumps"),
    ),
    act.Chicane: (say_as("past", "you declared chicane"), say_as("past", "{who} declared chicane")),
    act.Concede: (say_as("past", "you conceded"), say_as("past", "{who} conceded")),
    act.Contest: (say_as("past", "you did not concede"), say_as("past", "{who} did not concede")),
    act.Discard: (
        say_as("past", "you laid {card} aside"),
        say_as("past", "{who} laid {card} aside"),
    ),
    act.Play: (say_as("past", "you played {card}"), say_as("past", "{who} played {card}")),
    act.Slam: (say_as("past", "you declared a slam"), say_as("past", "{who} declared a slam")),
    act.Misdeal: (say_as("past", "you called a misdeal"), say_as("past", "{who} called a misdeal")),
    act.Revoke: (
        say_as("past", "you claimed a revoke of {offender}"),
        say_as("past", "{who} claimed a revoke of {offender}"),
    ),
    act.Correct: (
        say_as("past", "you corrected the play to {card}"),
        say_as("past", "{who} corrected the play to {card}"),
    ),
    act.Demand: (say_as("past", "you demanded {card}"), say_as("past", "{who} demanded {card}")),
    act.CallSuit: (
        say_as("past", "you called a lead in {suit}"),
        say_as("past", "{who} called a lead in {suit}"),
    ),
    act.Shuffle: (say_as("past", "the pack was shuffled"), say_as("past", "the pack was shuffled")),
    act.TurnUp: (say_as("past", "{card} was turned"), say_as("past", "{card} was turned")),
    Opened: (say_as("past", "the deal began"), say_as("past", "the deal began")),
}
"""What was done: by the reader, and by somebody else."""
_SLAM_ON_TABLE: Final = (
    say("declare a slam on the table"),
    say("you declare a slam on the table"),
    say("{who} declares a slam on the table"),
    say_as("past", "you declared a slam on the table"),
    say_as("past", "{who} declared a slam on the table"),
)
_MISDEAL_TOUCHED: Final = (
    say("call a misdeal, cards touched"),
    say("you call a misdeal, cards touched"),
    say("{who} calls a misdeal, cards touched"),
    say_as("past", "you called a misdeal, cards touched"),
    say_as("past", "{who} called a misdeal, cards touched"),
)
_REVOKE_IN_TRICK: Final = (
    say("claim a revoke of {offender} in trick {trick}"),
    say("you claim a revoke of {offender} in trick {trick}"),
    say("{who} claims a revoke of {offender} in trick {trick}"),
    say_as("past", "you claimed a revoke of {offender} in trick {trick}"),
    say_as("past", "{who} claimed a revoke of {offender} in trick {trick}"),
)
_CLASSES: Final[Mapping[str, tuple[Said, Said, Said]]] = {
    "plain": (
        say("{bid} in a plain suit"),
        say("{bid} in the plain suit"),
        say("{bid} in plain"),
    ),
    "colour": (
        say("{bid} in a colour suit"),
        say("{bid} in the colour suit"),
        say("{bid} in colour"),
    ),
    "preference": (
        say("{bid} in a preference suit"),
        say("{bid} in the preference suit"),
        say("{bid} in preference"),
    ),
    "grand": (
        say("{bid} grand"),
        say("{bid} grand"),
        say("{bid} grand"),
    ),
}
"""How trumps stand to the turned card: in a bid that names no suit, that names the class, and in
the few words of a call."""


def _filled(template: Said, values: Mapping[str, object]) -> Said:
    return Said(template.message, values, template.context)


def chips_in_words(chips: int) -> Said:
    """So many chips.

    >>> chips_in_words(1), chips_in_words(40)
    ('1 chip', '40 chips')
    """
    return say_number("{number} chip", "{number} chips", chips)


def tricks_in_words(tricks: int) -> Said:
    """So many tricks."""
    return say_number("{number} trick", "{number} tricks", tricks)


# Actions and events.


def describe(what: act.Action | Event, variant: Variant | str, *, lang: str | None = None) -> str:
    """What an action is called: the label of a button, without pips and keys.

    Args:
        what: an action, or an event, of whose action a viewer may not see all.
        variant: the rules, whose names the bids have, or the slug of a registered variant.
        lang: the code of a language; without it English, which
            :func:`~boston_rules.telling.language.spoken` can say in another.

    Raises:
        NotationError: the variant has no such bid.
        VariantError: no variant has the slug.
        TypeError: an argument is of another type.
        ValueError: the library does not speak the language.

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
        case act.Cut(at=int(number)):
            said = say_number(
                "cut {number} card from the top", "cut {number} cards from the top", number
            )
        case act.TurnCut(at=int(number)):
            said = say_number(
                "cut {number} card from the top of the still pack",
                "cut {number} cards from the top of the still pack",
                number,
            )
        case _:
            if not isinstance(action, Opened):
                act.checked(action)
            said = _filled(_forms(action)[0], _values(variant, action, worded=True))
    return said if lang is None else speaker(lang)(said)


def _forms(action: act.Action | Opened) -> tuple[Said, ...]:
    """The label, what the reader and somebody else do, and what they did."""
    match action:
        case act.Slam(table=True):
            return _SLAM_ON_TABLE
        case act.Misdeal(touched=True):
            return _MISDEAL_TOUCHED
        case act.Revoke(trick=int()):
            return _REVOKE_IN_TRICK
    kind = type(action)
    return (*_DONE[kind], *_HAPPENED[kind])


def _values(variant: Variant, action: act.Action | Opened, *, worded: bool) -> dict[str, object]:
    """What fills the holes of the sentence on an action."""
    shown = _in_words if worded else _shown
    match action:
        case act.Bid():
            return {"bid": _bid_label(variant, action) if worded else call(variant, action)}
        case act.NameTrump() | act.CallSuit():
            return {"suit": shown(action.suit)}
        case act.Revoke():
            return {"offender": player_words(action.seat), "trick": action.trick}
        case act.Call() | act.Discard() | act.Play() | act.Correct() | act.Demand() | act.TurnUp():
            return {"card": shown(action.card)}
    return {}


def _in_words(thing: Card | Suit | Hole) -> Said:
    """A card or suit in words."""
    if isinstance(thing, Card):
        return thing.the
    return say("a card") if thing is HOLE else thing.word


def _shown(thing: Card | Suit | Hole) -> str:
    """A card or suit with its pip."""
    return say("a card") if thing is HOLE else thing.symbol


def sentence(
    variant: Variant,
    event: Event,
    *,
    worded: bool = False,
    past: bool = False,
) -> Said:
    """What happened, without a full stop; the reader who did it is told ``you``.

    Args:
        variant: the rules.
        event: what happened.
        worded: say cards and suits in words; without it they have their pips.
        past: tell it as past, as in a log.

    >>> import boston_rules as br
    >>> french = br.get_variant("french")
    >>> sentence(french, br.Event(1, br.Bid("simple-belle", card=br.HOLE)))
    'seat 1 bids Simple in Belle, a card laid'
    >>> speaker(viewer=1)(sentence(french, br.Event(1, br.Pass())))
    'you pass'
    """
    action = event.action
    values = _values(variant, action, worded=worded)
    own, said = _forms(action)[1 + 2 * past : 3 + 2 * past]
    told = _filled(said, {"who": Player(event.seat), **values})
    return personal(told, {event.seat: _filled(own, values)})


def _bid_label(variant: Variant, bid: act.Bid) -> Said:
    step = variant.ladder[variant.ladder.find(bid.key)]
    name = step.title
    if bid.suit_class is not None:
        return _in_class(name, bid, 1)
    if bid.card is not None:
        return say("{bid}, laying {card}", bid=name, card=_in_words(bid.card))
    if bid.suit is not None:
        if bid.alone:
            return say("{bid} in {suit}, alone", bid=name, suit=bid.suit.word)
        return say("{bid} in {suit}", bid=name, suit=bid.suit.word)
    unnamed = step.suit.unnamed_class if step.has_trumps else None
    return name if unnamed is None else _filled(_CLASSES[unnamed][0], {"bid": name})


def _in_class(name: Said, bid: act.Bid, form: int) -> Said:
    assert bid.suit_class is not None, "the bid names a class"
    if bid.suit_class == "grand" and bid.alone:
        return say("{bid} grand, alone", bid=name)
    return _filled(_CLASSES[bid.suit_class][form], {"bid": name})


def call(variant: Variant, what: act.Action | Event) -> Said:
    """A call of the auction, in a few words.

    >>> import boston_rules as br
    >>> call(br.get_variant("fontainebleau"), br.Bid("6", br.HEARTS))
    'Six Levées ♥'
    """
    action = what.action if isinstance(what, Event) else what
    match action:
        case act.Pass():
            return say_as("call", "pass")
        case act.Accept():
            return say_as("call", "accept")
        case act.Bid():
            pass
        case _:
            return term(describe(what, variant))
    name = variant.ladder[action.key].title
    if action.suit_class is not None:
        return _in_class(name, action, 2)
    if action.card is not None:
        return say("{bid}, {card} laid", bid=name, card=_shown(action.card))
    if action.suit is None:
        return name
    if action.alone:
        return say("{bid} {suit}, alone", bid=name, suit=action.suit.symbol)
    return joined(" ", (name, action.suit.symbol))


# Contracts.


def contract_name(variant: Variant, contract: Contract, *, worded: bool = False) -> Said:
    """The contract without its players; with ``worded`` the suit in a word and not as a pip."""
    return _still_open(variant, contract, _bid_and_suit(variant, contract, worded=worded))


def _bid_and_suit(variant: Variant, contract: Contract, *, worded: bool) -> Said:
    name = variant.ladder[contract.key].title
    if contract.trump is not None:
        suit: str = contract.trump.word if worded else contract.trump.symbol
        if contract.suit_class is None or not _bid_by_suit(variant):
            return say("{bid} in {suit}", bid=name, suit=suit)
        suit_class = class_word(contract.suit_class)
        return say("{bid} in {suit} ({suit_class})", bid=name, suit=suit, suit_class=suit_class)
    if contract.suit_class == "grand":
        return say("{bid} grand", bid=name)
    return name


def _still_open(variant: Variant, contract: Contract, told: Said) -> Said:
    """A contract in words, with what is still to be said of its trumps behind all else."""
    named = contract.trump is not None or contract.suit_class == "grand"
    if named or not variant.ladder[contract.key].leaves_open(None, contract.turn):
        return told
    return say("{bid}, trumps not named yet", bid=told)


@lru_cache(maxsize=64)
def _bid_by_suit(variant: Variant) -> bool:
    """Whether suits compete in the auction, so that their classes are spoken of."""
    return bool(variant.ladder.ranks_bid(variant.suits))


def contract_words(variant: Variant, contract: Contract, *, worded: bool = False) -> Said:
    """The contract and who plays it; ``you`` for its players.

    Args:
        variant: the rules.
        contract: as far as it is known.
        worded: say suits and cards in words; without it they have their pips.
    """
    name = _bid_and_suit(variant, contract, worded=worded)
    whole = joined(" ", (name, contract.side_words(worded=worded)))
    whole = _still_open(variant, contract, whole)
    if contract.stakes == 1:
        return whole
    return joined(", ", (whole, say("stakes × {number}", number=contract.stakes)))


def deal_title(variant: Variant, number: int) -> Said:
    """Which deal of how many."""
    rules = variant.session
    if rules.first_to is not None:
        return say_number(
            "Deal {deal} (first to {number} chip)",
            "Deal {deal} (first to {number} chips)",
            rules.first_to,
            deal=number,
        )
    if rules.is_grand(number):
        return say("Grand")
    if number > rules.deals:
        return say("Extra deal {number}", number=number - rules.deals)
    return say("Deal {number} of {deals}", number=number, deals=rules.deals)


def player_words(seat: int) -> Said:
    """What a player is called; ``you`` for himself."""
    return personal(account_name(seat), {seat: say("you")})


def session_over_words(winners: Iterable[int], chips: int) -> Said:
    """The end of a session: who has won it, and with how many chips."""
    return say_number(
        "The session is over: {winners} won with {number} chip.",
        "The session is over: {winners} won with {number} chips.",
        chips,
        winners=listed(map(player_words, winners)),
    )


def goal_words(variant: Variant, contract: Contract) -> Said:
    """What the declarer's side must win."""
    terms = terms_of(variant, contract)
    goal = variant.ladder[contract.key].goal if terms.goal is None else terms.goal
    both = len(terms.counting) > 1 or contract.partner is UNKNOWN
    told = term(goal.words())
    if both and goal != variant.ladder[contract.key].goal:
        return say("{goal} together", goal=told)
    return told


def goal_so_far(state: State, contract: Contract) -> Said:
    """What the declarer's side must win, and the verdict where the play has decided it already."""
    goal = goal_words(state.variant, contract)
    if state.decided is None:
        return goal
    if state.decided:
        return say("{goal} – made already", goal=goal)
    return say("{goal} – lost already", goal=goal)


def contract_line(variant: Variant, contract: Contract) -> Said:
    """The contract, as far as it is known, and what it takes; ``you`` for its players."""
    return joined("; ", (contract_words(variant, contract), goal_words(variant, contract)))


def without_contract(*, grand: bool, misdeal: bool) -> Said:
    """Why a deal whose auction is over has no contract."""
    if grand:
        return say("grand")
    return say("lost by a misdeal") if misdeal else verdict_words(None)


def bill_lines(bill: Settlement) -> list[Said]:
    """A bill as one would read it out, sentence by sentence."""
    lines = (bill.heading, *bill.penalties, *map(str, bill.transfers))
    return [sentence_of(line) for line in lines if line]


# Anything at all.


_SAYABLE: Final = (
    *(str, BostonError, Settlement, Transfer, Line, Event, Contract),
    *ACTION_TYPES,
)


def words(
    what: object,
    variant: Variant | str | None = None,
    *,
    lang: str | None = None,
    names: Sequence[str] = (),
) -> str:
    """Anything that the library has to say, in a language and to players who have names.

    Args:
        what: a refusal or another error, a settlement or a transfer or line of one, an action, an
            event, a contract, or a sentence of which one of these is made.
        variant: the rules, or the slug of a registered variant; actions, events and contracts need
            it, because it has the names of the bids.
        lang: the code of a language; without it that of the moment, which is English unless
            :func:`~boston_rules.telling.language.speaking` says otherwise.
        names: the players by seat, or nothing.

    Raises:
        ValueError: the library does not speak the language.
        VariantError: no variant has the slug.
        TypeError: an action, event or contract without a variant.

    >>> import boston_rules as br
    >>> names = ("Ann", "Bob", "Cid", "Dot")
    >>> br.words(br.Event(2, br.parse_action("play QH")), "french", names=names)
    'Cid plays the queen of hearts'
    >>> br.words(br.Contract("6", 1, br.HEARTS, partner=3), "fontainebleau", names=names)
    'Six Levées in hearts by Bob with Dot'
    >>> print(br.words(br.Transfer(1, 0, (br.Line(20, "2 overtricks"),)), names=names))
    Bob pays Ann 20: 2 overtricks
    """
    check_type("what", what, _SAYABLE, "an error, bill, action, event, contract or sentence")
    rules = None if variant is None else as_variant(variant)
    said = what
    match what:
        case Transfer():
            said = str(what)
        case Line():
            said = label_with(what.reason, what.chips)
        case Settlement():
            said = joined(" ", bill_lines(what))
    if isinstance(what, Event | Contract | act.Action):
        if rules is None:
            raise wrong_type("variant", "a Variant or its slug, to name the bids", None)
        if isinstance(what, Contract):
            said = contract_words(rules, what, worded=True)
        elif isinstance(what, Event):
            said = sentence(rules, what, worded=True)
        else:
            said = describe(what, rules)
    return speaker(lang, names)(said)
