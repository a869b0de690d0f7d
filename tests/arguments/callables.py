"""Every public callable, with arguments that it takes, found by its annotations."""

from __future__ import annotations

import inspect
import os
import random
import re
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from enum import Enum
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

from attrs import evolve, fields_dict, frozen, has
from docs._ext.names import ROOMS as DOCUMENTED
from docs._ext.names import ROOMS_OF_EXTRAS
from tests.cousins.games import SmallBoston

import boston_rules as br
from boston_rules import bots, records, solver, testing
from boston_rules.conformance import Case, LibraryEngine
from boston_rules.core.actions import ACTION_TYPES
from boston_rules.core.extras import MissingExtra
from boston_rules.core.hidden import Hole, Unknown
from boston_rules.records.evening import Evening, dumps_evening
from boston_rules.simulate import simulate, tournament
from boston_rules.telling import draw
from boston_rules.telling.typed import Choices

if TYPE_CHECKING:
    from boston_rules.envs.vector import SelfPlayVectorEnv

__all__ = ["ROOMS", "Public", "kinds_of", "methods", "publics"]


@frozen
class _Rule:
    """A rule of no game, which is registered without a trace in any."""


ROOMS: Final = (
    *DOCUMENTED,
    *(room for room, _ in ROOMS_OF_EXTRAS),
    *(f"boston_rules.envs.{name}" for name in ("gymnasium", "pettingzoo", "vector", "openspiel")),
)

UNCHECKED: Final = re.compile(
    r"""boston_rules\.
      ( Deal | Playing | Settled | Table | World
      | core\. ( actions\.shuffle_of | cards\.(bits|indices|mask_of|mix|subsets)
               | slugs\.\w+ | (events|sources|transfers)\.[a-z]\w+ )
      | deal\. ( questions\..+ | state\..+ | table\..+ | settlement\.settle_unchecked )
      | rules\. ( cases\.[a-z]\w+ | passed_out\.(passed_out_cases|PassedOut)
                | notation\.(check_length|not_understood)
                | trumps\.(honours_mask|TrickTable)
                | variant\.(as_variant|intern_\w+|option_key|variant_with) )
      | knowing\.views\.check_view | simulate\.(Clusters|cluster_executor)
      | envs\.openspiel\.Boston\w+
      )$""",
    re.VERBOSE,
)
"""What the library, OpenSpiel or Dask calls of itself with what it has made; nothing is checked."""

UNCHECKED_METHODS: Final = re.compile(
    r"Ladder\.ranks_bid|Cards\.of_masks|\.choose_among|ObservationSpec\.(as_whole|part)"
)
"""The same of methods; and arrays are for NumPy to judge."""

SLUG: Final = "fontainebleau"
CUT: Final = 154
"""The number of a cut, which comes first."""
NAMES: Final = ("Ann", "Bob", "Cid", "Dot")
HANDS: Final = tuple(" ".join(rank + suit for rank in "AKQJT98765432") for suit in "SHDC")
PBN: Final = '[Deal "N:AKQJ.T98.765.432 T987.654.32.AKQJ 6543.32.AKQJ.T98 2.AKQJ7.T984.765"]'
LATE: Final = ("best", "line", "makes", "tricks")
WHOLE: Final = ("analyse", "judged_cards")


@frozen
class Public:
    """A callable, and arguments that it takes."""

    name: str
    call: Callable[..., object]
    parameters: tuple[inspect.Parameter, ...]
    hints: dict[str, str]
    """By name, the annotations."""
    refuses: Collection[str]
    """The parameters of which a wrong type is refused by the callable itself."""

    @property
    def good(self) -> dict[str, object]:
        """By name, a value for every parameter."""
        given = {parameter.name: good_value(parameter) for parameter in self.parameters}
        return given | particular().get(self.name, {})


@frozen
class World:
    """Values to call with: one of everything."""

    auction: br.State
    late: br.State
    """Three cards before the end of a play."""
    settled: br.State
    small: br.State
    """The end of a game of two tricks."""
    folder: Path


@cache
def world() -> World:
    walk = testing.random_walk(br.get_variant(SLUG), seed=1, deals=2)
    states = [state for row in walk.states for state in row]
    small: br.State = br.start(SmallBoston())
    rng = random.Random(1)
    while small.contract is None or small.actor is not None:
        if small.actor is None:
            small = br.next_deal(small)
        small = br.apply(small, bots.decide(small, [bots.RandomBot(rng)] * 4, rng))
    return World(
        auction=next(state for state in states if state.phase == "auction"),
        late=[state for state in states if isinstance(state, br.Playing)][-3],
        settled=next(state for state in states if isinstance(state, br.Settled)),
        small=small,
        folder=_folder(states[-1]),
    )


_FOLDER: Final = tempfile.TemporaryDirectory(prefix="boston-arguments-")


def _folder(state: br.State) -> Path:
    """A folder with a file of each kind that is read."""
    folder = Path(_FOLDER.name)
    br.dump(br.record(state), folder / "record.txt")
    (folder / "house.toml").write_text(f'variant = "{SLUG}"', encoding="utf-8")
    (folder / "deals.pbn").write_text(PBN, encoding="utf-8")
    simulate(SLUG, "random", deals=1, workers=1, results=folder / "results.sqlite")
    bots = ["random", "simple"]
    tournament(SLUG, bots, 1, workers=1, results=folder / "tournament.sqlite")
    return folder


@cache
def values() -> dict[str, object]:
    """By annotation, a value."""
    variant, auction, settled = br.get_variant(SLUG), world().auction, world().settled
    cards = tuple(map(br.parse_card, ("7C", "8S", "QD", "AH")))
    found: dict[str, object] = {
        "Action": br.Pass(),
        "Any": "x",
        "Card": cards[0],
        "Cards": br.Cards(cards),
        "Case": None,
        "Contract": br.Contract("5", 0, br.HEARTS),
        "Evening": Evening(variant, NAMES, 0),
        "Event": br.Event(0, br.Pass()),
        "Iterable[Card]": cards,
        "Iterable[Hand]": HANDS,
        "Iterable[int]": (7, 2, 2, 2),
        "Iterable[str]": NAMES,
        "Json": {},
        "Mapping[str, object]": {},
        "Outcome": br.Outcome((7, 2, 2, 2)),
        "PathLike[str]": world().folder / "record.txt",
        "Random": random.Random(1),
        "Rank": br.Rank.ACE,
        "Record": br.record(settled),
        "Sequence[Bot]": [bots.SimpleBot()] * 4,
        "Sequence[str]": NAMES,
        "Settlement": settled.settlement,
        "Source": br.Source("ENC", "Boston"),
        "State": auction,
        "Step": variant.ladder["5"],
        "Suit": br.HEARTS,
        "Variant": variant,
        "Viewer": 0,
        "Walk": testing.random_walk(variant, seed=1, deals=1),
        "bool": False,
        "float": 1.0,
        "int": 1,
        "object": "x",
        "str": "x",
        "tuple[Price, ...]": variant.payments.won,
        "tuple[Step, ...]": variant.ladder.steps,
        "tuple[Suit, ...]": tuple(br.Suit),
        "tuple[int, ...]": (1, 1, 1, 1),
        "tuple[int, int, int, int]": (1, 1, 1, 1),
        "type": br.variants.French,
        "type[Variant]": br.variants.French,
    }
    for slot, annotation in inspect.get_annotations(br.Variant).items():
        found.setdefault(str(annotation), getattr(variant, slot, None))
    return found


@cache
def tables() -> SelfPlayVectorEnv:
    """Tables of which clones are made."""
    from boston_rules.envs.vector import SelfPlayVectorEnv

    game = SelfPlayVectorEnv(2, SLUG, deals=1)
    game.reset(seed=1)
    return game


@cache
def particular() -> dict[str, dict[str, object]]:
    """By callable, the arguments of which an annotation does not say enough."""
    auction, settled, folder = world().auction, world().settled, world().folder
    view = br.observe(auction, auction.actor)
    step = next(iter(view.variant.ladder)).key
    passed = br.observe(br.apply(auction, br.Pass()), auction.actor).events[-1]
    cut = {"cards": values()["Iterable[Card]"]}
    variant = br.get_variant(SLUG)
    face: dict[str, dict[str, object]] = {
        "Card": {"suit": br.HEARTS},
        "Infraction": {"kind": "revoke"},
        "Record": {"variant": SLUG, "deals": br.record(settled).deals, "seats": 4, "players": ()},
        "Start": {"purses": (1, 2, 3, 4)},
        "Worlds": {"view": view},
        "advance": {"view": view, "event": passed},
        "draw_chance": {"state": br.start(SLUG)},
        "dump": {"path": folder / "dumped.txt"},
        "dumps_view": {"view": view},
        "get_variant": {"slug": SLUG},
        "load": {"path": folder / "record.txt"},
        "loads": {"text": br.dumps(br.record(settled))},
        "loads_event": {"text": br.dumps_event(passed)},
        "loads_view": {"text": br.dumps_view(view)},
        "next_deal": {"state": settled},
        "option": {"sets": "session.deals"},
        "parse_action": {"token": "pass"},
        "parse_card": {"text": "QH"},
        "parse_suit": {"text": "H"},
        "played_tricks": {"contract": None},
        "record": {"states": settled},
        "redact": {"seat": 0},
        "register": {"cls": br.variants.French},
        "register_rule": {"cls": _Rule},
        "sample": {"view": view},
        "settle": {"contract": None, "outcome": br.Outcome((4, 3, 3, 3))},
        "variant_class": {"slug": SLUG},
    }
    rooms: dict[str, dict[str, object]] = {
        "bots.NamedBot": {"kind": bots.RandomBot},
        "bots.load_bot": {"name": "simple"},
        "bots.make_bot": {"name": "simple"},
        "bots.play_deal": {"state": world().late},
        "conformance.ProcessEngine": {"command": ("no-such-program",)},
        "conformance.answer": {"kind": "settlements", "question": {}},
        "conformance.load_corpus": {"folder": folder},
        "conformance.run": {"cases": (), "engine": LibraryEngine()},
        "deal.seating.CutForDeal": {"dealer": 0},
        "deal.seating.Seating": {"players": (0, 1, 2, 3)},
        "deal.seating.cut_for_deal": cut,
        "deal.seating.draw_for_seats": cut,
        "deal.seating.deal_for_jack": {"pack": br.PACK},
        "records.Fields": {"items": ()},
        "variants.registry.telling": {"key": "ENC"},
        "records.evening.infractions_document": {"infractions": ()},
        "records.evening.loads_evening": {"text": dumps_evening(Evening(variant, NAMES, 0))},
        "records.load_deals": {"path": folder / "deals.pbn"},
        "records.load_house": {"path": folder / "house.toml"},
        "records.loads_house": {"text": f'variant = "{SLUG}"'},
        "records.read_deals": {"text": PBN},
        "rules.notation.parse_action": {"token": "pass"},
        "rules.notation.parse_token": {"token": "pass"},
        "simulate.load_results": {"path": folder / "results.sqlite"},
        "simulate.load_tournament": {"path": folder / "tournament.sqlite"},
        "simulate.plot_report": {
            "results": simulate(SLUG, "random", deals=1, workers=1),
            "path": folder / "report.svg",
        },
        "simulate.simulate": {"variant": SLUG, "bots": "random", "deals": 1},
        "simulate.tournament": {"variants": SLUG, "bots": ["random", "simple"], "deals": 1},
        "solver.analysis_of": {"state": world().small, "judged": ()},
        "solver.cells": {"limits": solver.Limits(nodes=5)},
        "words": {"what": br.Pass(), "variant": SLUG},
        "telling.draw.play": {"state": settled},
        "telling.draw.trick": {"what": settled},
        "telling.draw.trick_text": {"what": settled},
        "telling.draw.html": {"thing": settled.settlement},
        "telling.draw.picture": {"thing": settled},
        "telling.screen.refusal": {"error": br.VariantError("x")},
        "telling.screen.events_told": {"view": view},
        "telling.screen.explained": {"view": view},
        "telling.screen.screen": {"view": view},
        "telling.screen.told": {"view": view},
        "telling.screen.worth_of": {"view": view, "bid": br.Bid(step)},
        "telling.typed.Choices": {"view": view},
        "telling.typed.bid_named": {"text": "5"},
        "telling.typed.own_actions": {"view": view},
        "telling.typed.suit_named": {"text": "H"},
        **{f"solver.{name}": {"state": world().late} for name in LATE},
        **{f"solver.{name}": {"state": world().small} for name in WHOLE},
    }
    worlds, late = br.Worlds(view), world().late
    methods: dict[str, dict[str, object]] = {
        "variants.fontainebleau.Fontainebleau.option_choices": {"name": "deals"},
        "rules.ladder.Ladder.find": {"name": "5"},
        "rules.ladder.Ladder.place": {"key": "5"},
        "core.cards.Cards.parse": {"text": "AS KS"},
        "knowing.worlds.Worlds.admits": {"world": worlds.world(random.Random(1))},
        "knowing.worlds.Worlds.state_of": {"world": worlds.world(random.Random(1))},
        "telling.typed.Choices.read": {"text": "pass"},
        "conformance.engines.LibraryEngine.ask": {"case": Case("prices", SLUG, "x", {}, {})},
        "bots.simple.bot.SimpleBot.choose": {"view": view},
        "bots.basic.RandomBot.choose": {"view": view},
        "bots.beginner.BeginnerBot.choose": {"view": view},
        "bots.montecarlo.bot.MonteCarloBot.choose": {"view": view},
        "simulate.hindsight.outcomes": {"state": late},
        "envs.gymnasium.BostonEnv.step": {"action": 1},
        "envs.gymnasium.SelfPlayEnv.step": {"action": CUT},
        "envs.pettingzoo.raw_env.step": {"action": CUT},
        "envs.vector.BostonVectorEnv.step": {"actions": [1, 1]},
        "envs.vector.SelfPlayVectorEnv.step": {"actions": [CUT, CUT]},
        "envs.vector.SelfPlayVectorEnv.restore": {"clones": tables().clone()},
        "envs.encoding.ActionEncoding.legal": {"actions": (br.Pass(),)},
        "envs.encoding.ActionEncoding.mask": {"actions": (br.Pass(),)},
        "envs.observation.ObservationSpec.encode": {"seat": 0},
        "envs.observation.ObservationSpec.places": {"names": ()},
        **{
            f"envs.pettingzoo.raw_env.{name}": {"agent": "seat_0"}
            for name in ("action_space", "observation_space", "observe")
        },
    }
    return {f"boston_rules.{name}": given for name, given in (face | rooms | methods).items()}


def plain(annotation: object) -> str:
    """An annotation without the modules before its names."""
    text = annotation.__forward_arg__ if hasattr(annotation, "__forward_arg__") else str(annotation)
    return re.sub(r"\b(act|br|draw|os|random|st)\.", "", text)


def good_value(parameter: inspect.Parameter) -> object:
    if parameter.default is not inspect.Parameter.empty:
        return parameter.default
    annotation = plain(parameter.annotation)
    for each in (annotation, *annotation.split(" | ")):
        if each == "None":
            return None
        if each in values():
            return values()[each]
    return None


def public(name: str, call: Callable[..., object]) -> Public:
    """The callable with its parameters."""
    taken = [
        parameter
        for parameter in inspect.signature(call).parameters.values()
        if parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
    ]
    hints = {parameter.name: plain(parameter.annotation) for parameter in taken}
    if name.startswith("boston_rules.testing."):  # whole suites, which take long
        hints = {each: hints[each] for each in ("variant", "walk") if each in hints}
    refuses: Collection[str] = [
        each for each, hint in hints.items() if not hint.startswith(("bool", "object", "Any"))
    ]
    if isinstance(call, type):
        own = fields_dict(call) if has(call) else {}
        refuses = [each for each in refuses if each in own and own[each].validator is not None]
    return Public(name, call, tuple(taken), hints, refuses)


@cache
def publics() -> dict[str, list[Public]]:
    """By room, what it offers that none before it does; protocols and exceptions are left out.

    Rooms whose framework is not installed are empty.
    """
    found: dict[str, list[Public]] = {room: [] for room in ROOMS}
    seen: set[int] = set()
    for room in ROOMS:
        try:
            module = import_module(room)
        except MissingExtra:
            continue
        for called in module.__all__:
            value, name = getattr(module, called), f"{room}.{called}"
            if not _is_made_here(value) or UNCHECKED.match(name) or id(value) in seen:
                continue
            seen.add(id(value))
            found[room].append(public(name, value))
    return found


def _is_made_here(value: object) -> bool:
    if not callable(value) or not str(getattr(value, "__module__", "")).startswith("boston_rules"):
        return False
    if not isinstance(value, type):
        return True
    is_variant = issubclass(value, br.Variant) and value is not br.variants.French
    others = issubclass(value, BaseException | Enum | dict) or getattr(value, "_is_protocol", False)
    return not (is_variant or others)  # one variant stands for all, whose constructor is the same


@cache
def methods() -> list[Public]:
    """The methods that take arguments, of the objects that people hold in their hands."""
    found = []
    for thing in things():
        kind = type(thing)
        for called, _ in inspect.getmembers(kind, callable):
            if called.startswith("_") or not _is_ours(kind, called):
                continue
            name = f"{kind.__module__}.{kind.__name__}.{called}"
            made = public(name, getattr(thing, called))
            if made.hints and not UNCHECKED_METHODS.search(name):
                found.append(evolve(made, refuses=()))
    return found


def _is_ours(kind: type, called: str) -> bool:
    home = next(base for base in kind.__mro__ if called in vars(base))
    return home.__module__.startswith("boston_rules")


def things() -> Iterator[object]:
    """Objects with methods, one of each class."""
    from boston_rules.envs import action_encoding, observation_spec
    from boston_rules.envs.gymnasium import BostonEnv, SelfPlayEnv
    from boston_rules.envs.pettingzoo import raw_env
    from boston_rules.envs.vector import BostonVectorEnv

    variant, view = br.get_variant(SLUG), br.observe(world().auction, world().auction.actor)
    yield from (variant, variant.ladder, br.PACK[0], br.Cards(br.PACK[:4]))
    yield from (values()["Record"], values()["Contract"], values()["Outcome"])
    yield from (br.Worlds(view), Choices(view), br.seating.draw_for_seats(br.PACK[:4]))
    yield from (draw.deal(view), LibraryEngine(), records.Fields(()))
    yield from (
        bots.SimpleBot(),
        bots.RandomBot(random.Random(1)),
        bots.MonteCarloBot(iterations=1),
    )
    yield from (action_encoding(SLUG), observation_spec(SLUG))
    yield simulate(SLUG, "random", deals=1, workers=1)
    yield tournament(SLUG, ["random", "simple"], 1, workers=1)
    for made in (
        BostonEnv(SLUG, deals=1),
        raw_env(SLUG, deals=1),
        SelfPlayEnv(SLUG, deals=1),
        BostonVectorEnv(2, SLUG, deals=1),
    ):
        made.reset(seed=1)
        yield made
    yield tables()


_KINDS: Final[dict[str, tuple[type, ...]]] = {
    "None": (type(None),),
    "int": (int,),
    "bool": (bool,),
    "str": (str,),
    "bytes": (bytes,),
    "float": (float, int),
    "Random": (random.Random,),
    "Path": (os.PathLike,),
    "PathLike[str]": (os.PathLike,),
    "Action": ACTION_TYPES,
    "Hole": (Hole,),
    "Unknown": (Unknown,),
    "Limits": (solver.Limits,),
    "Evening": (Evening,),
    "type[Variant]": (type,),
    "type": (type,),
    **{
        name: (getattr(br, name),)
        for name in ("Card", "Cards", "Cite", "Contract", "Event", "Outcome", "Rank", "Record")
    },
    **{name: (getattr(br, name),) for name in ("Settlement", "Shows", "Source", "State", "Suit")},
    "Variant": (br.Variant,),
}
_WALKED: Final = re.compile("(Iterable|Sequence|Collection)\\[.*\\]")


def kinds_of(hint: str) -> tuple[type, ...] | None:
    """The types that an annotation admits, as ``isinstance`` asks; ``None`` where it cannot."""
    found: list[type] = []
    for each in hint.split(" | "):
        if _WALKED.fullmatch(each):
            found.append(Iterable)
        elif each.startswith("Mapping["):
            found.append(Mapping)
        elif each in _KINDS:
            found += _KINDS[each]
        else:
            return None
    return tuple(found)
