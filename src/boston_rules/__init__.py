"""A rules engine for the Boston family of card games.

>>> import random
>>> import boston_rules as br
>>> rng = random.Random(7)
>>> state = br.start(br.get_variant("fontainebleau", deals=1))
>>> while state.actor is not None:
...     if state.actor == br.CHANCE:
...         action = br.draw_chance(state, rng)
...     else:
...         action = rng.choice(br.legal_actions(state))
...     state = br.apply(state, action)
>>> state.settlement is not None and sum(state.table.purses) + state.table.pool
6400
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from boston_rules.core.display import set_painter
from boston_rules.core.slugs import set_registry

if TYPE_CHECKING:
    from boston_rules import variants
    from boston_rules.core import errors
    from boston_rules.core.actions import (
        Accept,
        Action,
        Ask,
        Bid,
        Call,
        CallSuit,
        Chicane,
        Concede,
        Contest,
        Correct,
        Cut,
        Decline,
        Demand,
        Discard,
        Misdeal,
        NameTrump,
        Pass,
        Play,
        Revoke,
        Shuffle,
        Slam,
        Solo,
        TurnCut,
        TurnUp,
    )
    from boston_rules.core.cards import (
        CLUBS,
        DIAMONDS,
        HEARTS,
        PACK,
        SPADES,
        Card,
        Cards,
        Rank,
        Suit,
        parse_card,
        parse_suit,
    )
    from boston_rules.core.contract import Contract, Infraction, Outcome, Trick
    from boston_rules.core.errors import (
        BostonError,
        DealError,
        DealNotSettled,
        EventError,
        IllegalAction,
        NoChanceDue,
        NotationError,
        RecordError,
        SessionOver,
        SettlementError,
        VariantError,
    )
    from boston_rules.core.events import Counted, Event, Opened, Shows
    from boston_rules.core.hidden import FULL, HOLE, UNKNOWN
    from boston_rules.core.sources import Cite, Source
    from boston_rules.core.transfers import POOL, SET_ASIDE, Line, Transfer
    from boston_rules.deal import seating
    from boston_rules.deal.engine import (
        apply,
        draw_chance,
        lawful_actions,
        legal_actions,
        next_deal,
        shuffled,
        start,
        why_illegal,
    )
    from boston_rules.deal.settled import Settled
    from boston_rules.deal.settlement import Settlement, played_tricks, settle
    from boston_rules.deal.state import State
    from boston_rules.deal.table import CHANCE, Deal, Table
    from boston_rules.deal.tricks import Playing
    from boston_rules.edition.grounds import why
    from boston_rules.knowing.views import advance, observe
    from boston_rules.knowing.worlds import World, Worlds, sample
    from boston_rules.records import (
        DealRecord,
        FingerprintMismatch,
        Record,
        Replayed,
        ReplayError,
        Start,
        dump,
        dumps,
        dumps_event,
        dumps_view,
        load,
        loads,
        loads_event,
        loads_view,
        record,
        redact,
        replay,
        replay_while_valid,
        variant_of,
    )
    from boston_rules.rules.variant import Variant, option
    from boston_rules.telling.typed import parse_action
    from boston_rules.telling.wording.phrases import describe, words
    from boston_rules.variants.registry import (
        get_variant,
        list_variants,
        register,
        register_rule,
        variant_class,
    )

__all__ = [
    "CHANCE",
    "CLUBS",
    "DIAMONDS",
    "FULL",
    "HEARTS",
    "HOLE",
    "PACK",
    "POOL",
    "SET_ASIDE",
    "SPADES",
    "UNKNOWN",
    "Accept",
    "Action",
    "Ask",
    "Bid",
    "BostonError",
    "Call",
    "CallSuit",
    "Card",
    "Cards",
    "Chicane",
    "Cite",
    "Concede",
    "Contest",
    "Contract",
    "Correct",
    "Counted",
    "Cut",
    "Deal",
    "DealError",
    "DealNotSettled",
    "DealRecord",
    "Decline",
    "Demand",
    "Discard",
    "Event",
    "EventError",
    "FingerprintMismatch",
    "IllegalAction",
    "Infraction",
    "Line",
    "Misdeal",
    "NameTrump",
    "NoChanceDue",
    "NotationError",
    "Opened",
    "Outcome",
    "Pass",
    "Play",
    "Playing",
    "Rank",
    "Record",
    "RecordError",
    "ReplayError",
    "Replayed",
    "Revoke",
    "SessionOver",
    "Settled",
    "Settlement",
    "SettlementError",
    "Shows",
    "Shuffle",
    "Slam",
    "Solo",
    "Source",
    "Start",
    "State",
    "Suit",
    "Table",
    "Transfer",
    "Trick",
    "TurnCut",
    "TurnUp",
    "Variant",
    "VariantError",
    "World",
    "Worlds",
    "advance",
    "apply",
    "describe",
    "draw_chance",
    "dump",
    "dumps",
    "dumps_event",
    "dumps_view",
    "errors",
    "get_variant",
    "lawful_actions",
    "legal_actions",
    "list_variants",
    "load",
    "loads",
    "loads_event",
    "loads_view",
    "next_deal",
    "observe",
    "option",
    "parse_action",
    "parse_card",
    "parse_suit",
    "played_tricks",
    "record",
    "redact",
    "register",
    "register_rule",
    "replay",
    "replay_while_valid",
    "sample",
    "seating",
    "settle",
    "shuffled",
    "start",
    "variant_class",
    "variant_of",
    "variants",
    "why",
    "why_illegal",
    "words",
]

# Nothing is loaded before it is asked for: few programs need everything.
_MODULES = {
    "errors": "boston_rules.core.errors",
    "seating": "boston_rules.deal.seating",
    "variants": "boston_rules.variants",
}
_NAMES = {
    "boston_rules.core.actions": (
        "Accept Action Ask Bid Call CallSuit Chicane Concede Contest Correct Cut Decline "
        "Demand Discard Misdeal NameTrump Pass Play Revoke Shuffle Slam Solo TurnCut TurnUp"
    ),
    "boston_rules.core.cards": (
        "CLUBS DIAMONDS HEARTS PACK SPADES Card Cards Rank Suit parse_card parse_suit"
    ),
    "boston_rules.core.contract": "Contract Infraction Outcome Trick",
    "boston_rules.core.errors": (
        "BostonError DealError DealNotSettled EventError IllegalAction NoChanceDue "
        "NotationError RecordError SessionOver SettlementError VariantError"
    ),
    "boston_rules.core.events": "Counted Event Opened Shows",
    "boston_rules.core.hidden": "FULL HOLE UNKNOWN",
    "boston_rules.core.sources": "Cite Source",
    "boston_rules.core.transfers": "POOL SET_ASIDE Line Transfer",
    "boston_rules.deal.engine": (
        "apply draw_chance lawful_actions legal_actions next_deal shuffled start why_illegal"
    ),
    "boston_rules.deal.settled": "Settled",
    "boston_rules.deal.settlement": "Settlement played_tricks settle",
    "boston_rules.deal.state": "State",
    "boston_rules.deal.table": "CHANCE Deal Table",
    "boston_rules.deal.tricks": "Playing",
    "boston_rules.edition.grounds": "why",
    "boston_rules.knowing.views": "advance observe",
    "boston_rules.knowing.worlds": "World Worlds sample",
    "boston_rules.records": (
        "DealRecord FingerprintMismatch Record Replayed ReplayError Start dump dumps "
        "dumps_event dumps_view load loads loads_event loads_view record redact replay "
        "replay_while_valid variant_of"
    ),
    "boston_rules.rules.variant": "Variant option",
    "boston_rules.telling.typed": "parse_action",
    "boston_rules.telling.wording.phrases": "describe words",
    "boston_rules.variants.registry": (
        "get_variant list_variants register register_rule variant_class"
    ),
}
"""By module, the names that are found in it."""
_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    value: object
    if name in _MODULES:
        value = import_module(_MODULES[name])
    elif name in _HOMES:
        value = getattr(import_module(_HOMES[name]), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)


def _draw() -> Any:
    return import_module("boston_rules.telling.draw")


def _find(slug: str) -> Any:
    return sys.modules[__name__].get_variant(slug)


# Pictures come from a room above all that can be drawn, and slugs are known above all that takes
# them; both rooms are loaded when they are first asked.
set_painter(lambda thing: _draw().picture(thing).svg, lambda thing: _draw().html(thing))
set_registry(_find)
