"""Law 9: what stands around the engine works for a variant as it does for the library's own.

Bots play it, records and views of it read back, environments encode it, rules and contracts have
words, and everything can be drawn. All of it goes through the public functions of those packages.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from math import isfinite
from typing import Any, Final

from attrs import evolve

from boston_rules.bots import BOT_NAMES, Bot, make_bot
from boston_rules.core.errors import VariantError
from boston_rules.deal.engine import lawful_actions
from boston_rules.deal.table import CHANCE
from boston_rules.knowing.views import observe
from boston_rules.records import dumps, dumps_view, loads, loads_view, record, replay
from boston_rules.rules.variant import Variant
from boston_rules.telling import draw
from boston_rules.telling.wording.phrases import contract_words, goal_words, sentence
from boston_rules.telling.wording.pricetables import price_tables
from boston_rules.telling.wording.rulewords import bids_of, worded_rules
from boston_rules.testing.broken import Law, LawBroken, breaking
from boston_rules.testing.by_variant import by_variant
from boston_rules.testing.random_walks import STYLES, choose
from boston_rules.testing.walks import Position, Walk, WalkBuilder, named
from boston_rules.variants.registry import variant_class

__all__ = [
    "check_bots",
    "check_company",
    "check_environments",
    "check_records",
    "check_words",
    "skipped",
]

SMALL_BUDGETS: Final = dict.fromkeys(("montecarlo", "club", "strongest"), "montecarlo:iterations=1")
"""Bots that think for as long as they are told, by name, each with the least to think."""
_NAMES: Final = tuple(dict.fromkeys(SMALL_BUDGETS.get(name, name) for name in BOT_NAMES))
"""All bots, those that think once and in haste."""
_MOST_ACTIONS: Final = 5000
"""More than a deal has; a deal that comes so far does not end."""
_doing: Final = partial(breaking, Law.COMPANY)


@by_variant
def skipped(variant: Variant) -> tuple[str, ...]:
    """What law 9 cannot check here, each with the reason; empty where it checks everything.

    Raises:
        TypeError: it is neither a variant nor a slug.
        VariantError: no variant has the slug.
    """
    found = []
    if not _is_registered(variant):
        found.append(f"records and views: {type(variant).__name__} is not registered")
    for name in _ENVIRONMENTS:
        missing = _missing(name)
        if missing:
            found.append(f"{name}: {missing} is not installed")
        elif name == "OpenSpiel" and _openspiel_game(variant) is None:
            found.append("OpenSpiel: no game is named by the slug and options of these rules")
    return tuple(found)


@by_variant
def check_company(variant: Variant, walk: Walk, *, states: int = 6) -> None:
    """Bots, records, environments, words and drawings manage a walk; ``states`` are looked at.

    Each by an onlooker and by one of the seats, which take turns.

    What :func:`skipped` names is left out.

    Raises:
        LawBroken: law 9.
        TypeError: an argument is of another type.
        VariantError: no variant has the slug.
    """
    rng = random.Random(walk.seed)
    check_words(walk.variant)
    chosen = walk.sample(states, rng)
    last = list(walk.positions)[-1]
    for place, at in enumerate((*chosen, last)):
        for seat in (None, place % variant.seats):
            _look(walk, at, seat)
        _ask_bots(walk, at, rng)
    check_bots(walk.variant, seed=walk.seed)
    if _is_registered(walk.variant):
        check_records(walk, chosen)
    check_environments(walk, chosen)


def _is_registered(variant: Variant) -> bool:
    try:
        return variant_class(variant.slug) is type(variant)
    except VariantError:
        return False


def _pettingzoo() -> Any:
    import boston_rules.envs.pettingzoo as module  # an extra

    return module


def _openspiel() -> Any:
    import boston_rules.envs.openspiel as module  # an extra

    return module


def _encodings() -> Any:
    import boston_rules.envs as module  # an extra

    return module


_ENVIRONMENTS: Final[dict[str, Callable[[], Any]]] = {
    "encodings": _encodings,
    "PettingZoo": _pettingzoo,
    "OpenSpiel": _openspiel,
}


def _missing(name: str) -> str:
    """The module that an environment needs and does not find; nothing where it finds all."""
    try:
        _ENVIRONMENTS[name]()
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("boston_rules"):
            raise
        return error.name
    return ""


# Words.


@by_variant
def check_words(variant: Variant) -> None:
    """Every rule object says what it is, unless it only holds others; every bid and price as well.

    Raises:
        LawBroken: law 9.
    """
    rules = list(variant.rules())
    for path, rule in rules:
        words = getattr(rule, "words", None)
        if words is None and any(other.startswith((f"{path}.", f"{path}[")) for other, _ in rules):
            continue
        with _doing(f"the words of {path} ({type(rule).__name__})", variant):
            if words is None or not str(words()).strip():
                raise ValueError("there are none")
    with _doing("the bids and prices in words", variant):
        bids = bids_of(variant)
        if len(bids) != len(variant.ladder):
            raise ValueError(f"{len(bids)} bids of {len(variant.ladder)} steps")
        if not price_tables(variant):
            raise ValueError("no table of prices")
        for _, rule in worded_rules(variant):
            rule.words()
    with _doing("drawing the ladder", variant):
        _drawn(draw.ladder(variant))


def _drawn(drawing: draw.Drawing) -> None:
    if not drawing.title or not drawing.svg.startswith("<svg"):
        raise ValueError("nothing is drawn")


def _look(walk: Walk, at: Position, seat: int | None) -> None:
    """Words and drawings of a position, and its view written and read."""
    variant = walk.variant
    view = observe(at.state, seat)
    who = named(seat)
    with _doing(f"drawing what {who} sees", variant, walk, at):
        _drawn(draw.deal(view))
        if not draw.text(view).strip():
            raise ValueError("the text is empty")
        if view.contract is not None and view.tricks:
            _drawn(draw.play(view))
    with _doing(f"putting what {who} sees into words", variant, walk, at):
        for event in view.events:
            if not sentence(variant, event).strip():
                raise ValueError(f"{event} has no words")
        if view.contract is not None:
            if not contract_words(variant, view.contract).strip():
                raise ValueError(f"{view.contract} has no words")
            if not goal_words(variant, view.contract).strip():
                raise ValueError(f"the goal of {view.contract} has no words")
    with _doing("drawing the bill", variant, walk, at):
        if view.settlement is not None:
            _drawn(draw.bill(view.settlement))
    if _is_registered(variant):
        with _doing(f"writing and reading what {who} sees", variant, walk, at):
            if loads_view(dumps_view(view)) != view:
                raise ValueError("read back it is another view")


# Bots.


def _ask_bots(walk: Walk, at: Position, rng: random.Random) -> None:
    """Every bot answers a position, whatever came before it, with a legal action."""
    actor = at.state.actor
    if actor is None or actor == CHANCE:
        return
    view = observe(at.state, actor)
    for name in _NAMES:
        with _doing(f"asking the bot {name}", walk.variant, walk, at):
            chosen = make_bot(name, rng).choose(view)
        if chosen not in lawful_actions(at.state):
            text = f"the bot {name} answers {chosen}, which is not legal"
            raise LawBroken(Law.COMPANY, text, walk.variant, walk, at)


@by_variant
def check_bots(variant: Variant, *, seed: int = 0) -> None:
    """Every bot plays a deal with its like, and all of them together.

    Raises:
        LawBroken: law 9.
    """
    rng = random.Random(seed)
    seats = range(variant.seats)
    mixed = [make_bot(name, rng) for name in _NAMES]
    tables = [(f"the bot {name}", [make_bot(name, rng) for _ in seats]) for name in _NAMES]
    tables.append(("bots of all kinds", [mixed[seat % len(mixed)] for seat in range(4)]))
    for names, bots in tables:
        _bots_play(WalkBuilder(variant, rng.randrange(variant.seats)), names, bots, rng)


def _bots_play(builder: WalkBuilder, names: str, bots: list[Bot], rng: random.Random) -> None:
    """Finish a deal; a refusal or a fault is told with the deal up to there."""
    state = builder.state
    while state.actor is not None:
        try:
            if builder.at.ply >= _MOST_ACTIONS:
                raise ValueError("the deal does not end")
            if state.actor == CHANCE:
                action = choose(state, rng, STYLES[0])
            else:
                action = bots[state.actor].choose(observe(state, state.actor))
            builder.apply(action)
        except Exception as error:  # bots of any make
            what = f"{names} to act: {type(error).__name__}: {error}"
            raise LawBroken(Law.COMPANY, what, state.variant, builder.walk, builder.at) from error
        state = builder.state


# Records.


def check_records(walk: Walk, positions: list[Position]) -> None:
    """The walk, and the session up to each position, read back from text and from JSON.

    Raises:
        LawBroken: law 9.
    """
    ends = [states[-1] for states in walk.states]
    for at in (None, *positions):
        states = ends if at is None else [*ends[: at.deal], at.state]
        with _doing("recording", walk.variant, walk, at):
            made = record(states)
            _drawn(draw.score(made))
            for form in ("text", "json"):
                again = loads(dumps(made, form))
                if again != made:
                    raise ValueError(f"read back from {form} it is another record")
                if replay(again) != tuple(states):
                    raise ValueError(f"replayed from {form} the states are others")


# Environments.


def check_environments(walk: Walk, positions: list[Position]) -> None:
    """The environments whose extras are installed number every action and encode every view.

    Raises:
        LawBroken: law 9.
    """
    for name, play in (("PettingZoo", _play_pettingzoo), ("OpenSpiel", _play_openspiel)):
        if not _missing(name):
            with _doing(f"playing in {name}", walk.variant, walk):
                play(walk)
    for at in positions:
        if not _missing("encodings"):
            with _doing("encoding for learners", walk.variant, walk, at):
                _encode(walk, at)


def _encode(walk: Walk, at: Position) -> None:
    variant, envs = walk.variant, _encodings()
    encoding, spec = envs.action_encoding(variant), envs.observation_spec(variant)
    legal = lawful_actions(at.state)
    if {encoding.decode(encoding.encode(action)) for action in legal} != set(legal):
        raise ValueError("an action is read back from its number as another")
    if int(encoding.mask(legal).sum()) != len(legal):
        raise ValueError("two legal actions have the same number")
    for seat in range(variant.seats):
        tensor = spec.encode(observe(at.state, seat))
        if len(tensor) != len(spec) or not all(map(isfinite, tensor.tolist())):
            raise ValueError(f"{len(tensor)} numbers for seat {seat}, or some that are not finite")


def _play_pettingzoo(walk: Walk) -> None:
    game = _pettingzoo().env(walk.variant, deals=1, dealer=walk.dealer)
    game.reset(seed=walk.seed % 2**31)
    rng = random.Random(walk.seed)
    for count, agent in enumerate(game.agent_iter()):
        observation, _, terminated, truncated, _ = game.last()
        if count > _MOST_ACTIONS:
            raise ValueError("the episode does not end")
        if terminated or truncated:
            game.step(None)
            continue
        if not game.observation_space(agent).contains(observation):
            raise ValueError(f"what {agent} is shown does not lie in its space")
        game.step(
            rng.choice([place for place, open_ in enumerate(observation["action_mask"]) if open_])
        )


def _openspiel_game(variant: Variant) -> Any:
    """The game of one deal; ``None`` where its parameters cannot name these rules."""
    options = {name: value for name, value in variant.options().items() if name != "deals"}
    told = ";".join(f"{name}:{str(value).lower()}" for name, value in options.items())
    one = evolve(variant, deals=1)
    if not _is_registered(variant) or variant.session.first_to is not None:
        return None
    try:
        parameters = {"variant": variant.slug, "deals": 1, "options": told}
        game = _openspiel().BostonGame(parameters)
    except (VariantError, ValueError):
        return None
    return game if game.variant == one else None


def _play_openspiel(walk: Walk) -> None:
    game = _openspiel_game(walk.variant)
    if game is None:
        return
    rng = random.Random(walk.seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        legal = state.legal_actions()
        if not state.is_chance_node():
            seat = state.current_player()
            if len(state.observation_tensor(seat)) != game.observation_tensor_size():
                raise ValueError(f"the tensor of seat {seat} is of another size")
            if not state.information_state_string(seat):
                raise ValueError(f"seat {seat} is told nothing")
        state.apply_action(rng.choice(legal))
    if round(sum(state.returns()), 6):
        raise ValueError(f"what is won does not add up to 0: {state.returns()}")
