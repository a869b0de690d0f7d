"""Bots by name, as they are typed: ``montecarlo:iterations=40``, ``my_bots:Careful:risk=2``,
``cmd:seconds=2:node bot.mjs``."""

from __future__ import annotations

import importlib
import inspect
import random
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final, get_args, get_type_hints

from attrs import frozen
from typing_extensions import is_protocol

from boston_rules import BostonError
from boston_rules.bots.basic import RandomBot
from boston_rules.bots.beginner import BeginnerBot
from boston_rules.bots.montecarlo import MonteCarloBot
from boston_rules.bots.programs import ProgramBot
from boston_rules.bots.protocol import Bot
from boston_rules.bots.simple import SimpleBot
from boston_rules.core.arguments import check_rng, check_type, shown
from boston_rules.core.parse_errors import message_of
from boston_rules.core.programs import ProgramError
from boston_rules.core.saying import Said, joined, say

__all__ = ["BOT_NAMES", "BotNameError", "NamedBot", "load_bot", "make_bot"]

_NO_OPTION: Final = say("it has none")
_KINDS: Final[dict[str, type[Bot]]] = {
    "random": RandomBot,
    "beginner": BeginnerBot,
    "simple": SimpleBot,
    "montecarlo": MonteCarloBot,
}
_GRADES: Final[dict[str, tuple[type[Bot], tuple[tuple[str, object], ...]]]] = {
    "club": (MonteCarloBot, (("seconds", 0.03),)),
    "strongest": (MonteCarloBot, (("seconds", 0.8),)),
}
"""Names for a kind with options."""
_PROGRAM: Final = "cmd"
"""Stands before the command of a program that plays."""
BOT_NAMES: Final[tuple[str, ...]] = (*_KINDS, *_GRADES)
"""The names that :func:`make_bot` knows of bots that need nothing else."""
_LATER: Final = {"net": "boston_rules.envs.network:NetBot"}
"""Bots that are built on the environments, and are imported once they are asked for."""


class BotNameError(BostonError, ValueError):
    """No bot has this name, or the bot has no such option."""

    def __init__(self, name: str, reason: str, legal: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.name = name
        """What was tried."""
        self.reason = reason
        """What is wrong with it."""
        self.legal = legal
        """The names, or the options of the bot, that would do."""

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.name, self.reason, self.legal))


@frozen
class NamedBot:
    """A bot by name: a callable that makes one from a ``random.Random``.

    It is picklable, so that worker processes can make the bot too, and ``str()`` is the name.
    """

    name: str
    """As it was typed, options included."""
    kind: type[Bot]
    """The class."""
    options: tuple[tuple[str, object], ...] = ()
    """Arguments of the class, each by name."""

    def __call__(self, rng: random.Random) -> Bot:
        """A new bot, which draws its choices with ``rng``.

        Raises:
            BotNameError: the class refuses the values of its options, or fails.
        """
        first = (rng,) if _takes_generator(self.kind) else ()
        try:
            return self.kind(*first, **dict(self.options))
        except (Exception, SystemExit) as error:  # whatever somebody's class may raise
            told = message_of(error) if isinstance(error, ValueError) else _told(error)
            raise BotNameError(self.name, _placed(self.name, told)) from error

    def __str__(self) -> str:
        return self.name


def make_bot(name: str, rng: random.Random) -> Bot:
    """A new bot of the library.

    Args:
        name: one of ``BOT_NAMES``; each of its options follows a colon, as in
            ``montecarlo:iterations=40`` or ``montecarlo:seconds=0.5``.
        rng: what the bot draws its choices with.

    Raises:
        BotNameError: no bot has the name, or it has no such option or value; what is known is
            listed.
        TypeError: the name is not a ``str``.

    >>> import random
    >>> from boston_rules.bots import make_bot
    >>> type(make_bot("simple", random.Random(1))).__name__
    'SimpleBot'
    >>> make_bot("montecarlo:iterations=none", random.Random(1))
    Traceback (most recent call last):
        ...
    boston_rules.bots.names.BotNameError: montecarlo: iterations is no number: 'none'
    """
    check_type("name", name, str, f"a str, such as {BOT_NAMES[0]!r}")
    check_rng(rng)
    return _named(name)(rng)


@lru_cache(maxsize=256)
def _named(name: str) -> NamedBot:
    called = name.partition(":")[0]
    if name in _GRADES:
        return NamedBot(name, *_GRADES[name])
    if called not in (*_KINDS, *_LATER):
        names = ", ".join(BOT_NAMES)
        known = say("known: {names}", names=names)
        if _own(name) or name.startswith("cmd:"):
            known = say(
                "known: {names}; load_bot() takes a class of your own, or a program", names=names
            )
        raise BotNameError(name, joined("; ", [_unknown(called), known]), BOT_NAMES)
    if called in _LATER:
        module, _, title = _LATER[called].partition(":")
        kind: type[Bot] = getattr(importlib.import_module(module), title)
    else:
        kind = _KINDS[called]
    options = _options_of(name, kind)
    if called in _LATER and not dict(options).get(getattr(kind, "named_by", "")):
        example = f"{called}:FILE"
        raise BotNameError(
            name, say("{name} needs a file: {example}", name=called, example=example)
        )
    return NamedBot(name, kind, options)


def load_bot(name: str, *, own: bool = True) -> NamedBot:
    """A bot of the library, a class of your own by ``module:Class``, or a program by ``cmd:``.

    An import runs code, and so does a program, which is started at once to see whether it greets:
    only a name that your user has typed may bring them. With ``own=False``, for a name that stands
    in somebody's record or results, nothing is imported or started.

    Args:
        name: a name as for :func:`make_bot`, or ``module:Class``, with options after further
            colons. The class is called with a ``random.Random``, unless its constructor takes no
            positional argument, and with its options by name: read as numbers, truth values
            (``true`` or ``false``) or text by their annotations, or else by their defaults.
            Options of a program stand before its command, as in
            ``cmd:seconds=2:fallback=random:node bot.mjs``.
        own: whether a class of your own or a program may be named.

    Raises:
        BotNameError: there is no such bot, module or class, the class is not a bot, or it does not
            take an option or its value, or the program does not start or does not greet.
        TypeError: the name is not a ``str``.

    >>> from boston_rules.bots import load_bot
    >>> load_bot("boston_rules.bots:MonteCarloBot:iterations=40").options
    (('iterations', 40),)
    >>> load_bot("random:Random")
    Traceback (most recent call last):
        ...
    boston_rules.bots.names.BotNameError: random has no option 'Random'; it has none
    >>> load_bot("fractions:Fraction")
    Traceback (most recent call last):
        ...
    boston_rules.bots.names.BotNameError: fractions:Fraction is no bot: it has no method choose
    """
    check_type("name", name, str, f"a str, such as {BOT_NAMES[0]!r} or 'module:Class'")
    if own and name.startswith(f"{_PROGRAM}:"):
        return _program_of(name)
    if own and _own(name):
        kind = _class_of(name)
        made = NamedBot(name, kind, _options_of(name, kind))
    else:
        made = _named(name)
    made(random.Random(0))  # a value that the class refuses is refused now
    return made


def _program_of(name: str) -> NamedBot:
    """A program that plays, started once to see that it does."""
    options: dict[str, object] = {}
    command = name.partition(":")[2]
    while (found := re.match(r"(seconds|fallback)=([^:]*):", command)) is not None:
        option, value = found.groups()
        if option in options:
            raise BotNameError(name, say("{path} is given twice", path=option))
        if option == "fallback":
            options[option] = _named(value)
        else:
            try:
                options[option] = float(value)
            except ValueError:
                reason = say("{option} is no number: {value}", option=option, value=shown(value))
                raise BotNameError(name, reason) from None
        command = command[found.end() :]
    made = NamedBot(name, ProgramBot, (*options.items(), ("command", command)))
    bot = made(random.Random(0))
    assert isinstance(bot, ProgramBot), "that is its class"
    try:
        bot.check()
    except ProgramError as error:
        raise BotNameError(
            name, say("the program {command} {problem}", command=command, problem=str(error))
        ) from error
    return made


def _own(name: str) -> bool:
    """Whether a name is that of a module and a class, rather than of a bot of the library."""
    module, *rest = name.split(":")
    return module not in (*_KINDS, *_LATER) and bool(rest) and "=" not in rest[0]


def _unknown(name: str) -> Said:
    return say("no bot is called {name}", name=shown(name))


def _placed(name: str, reason: str) -> Said:
    """A reason, with the name of the bot before it."""
    return say("{place}: {reason}", place=_head(name), reason=reason)


def _head(name: str) -> str:
    """A name without its options."""
    return ":".join(name.split(":")[: 1 + _own(name)])


def _class_of(name: str) -> type[Bot]:
    path, called = _head(name).split(":")
    if not all(map(str.isidentifier, (*path.split("."), called))):
        hint = say(
            "known: {names}, or a class of your own as {example}",
            names=", ".join(BOT_NAMES),
            example="module:Class",
        )
        raise BotNameError(name, joined("; ", [_unknown(_head(name)), hint]), BOT_NAMES)
    try:
        module = importlib.import_module(path)
    except (Exception, SystemExit) as error:  # whatever somebody's module may raise
        missing = error.name if isinstance(error, ModuleNotFoundError) else None
        if missing is not None and f"{path}.".startswith(f"{missing}."):
            reason = say("there is no module {module}", module=missing)
        else:
            reason = say(
                "the module {module} cannot be imported: {error}", module=path, error=_told(error)
            )
        raise BotNameError(name, _placed(name, reason)) from error
    found = getattr(module, called, None)
    if found is None:
        raise BotNameError(
            name, say("the module {module} has no class {name}", module=path, name=called)
        )
    if not isinstance(found, type):
        raise BotNameError(name, say("{name} is no bot: it is not a class", name=_head(name)))
    if not callable(getattr(found, "choose", None)):
        raise BotNameError(
            name,
            say("{name} is no bot: it has no method {method}", name=_head(name), method="choose"),
        )
    return found


def _told(error: Exception | SystemExit) -> str:
    return f"{type(error).__name__}: {error}"


# The constructor of a class.


@lru_cache(maxsize=256)
def _parameters(kind: type[Bot]) -> tuple[inspect.Parameter, ...]:
    makers = [base for base in kind.__mro__ if "__init__" in vars(base)]
    if is_protocol(makers[0]):  # its constructor is replaced when a bot is made
        return ()
    return tuple(inspect.signature(kind).parameters.values())


def _takes_generator(kind: type[Bot]) -> bool:
    named = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_KEYWORD)
    return any(parameter.kind not in named for parameter in _parameters(kind)[:1])


def _readers(kind: type[Bot]) -> Mapping[str, Callable[[str], object]]:
    """The options of a bot, and how the value of each is read: ValueError for a wrong one."""
    try:
        hints = get_type_hints(kind.__init__)
    except Exception:  # annotations that only a type checker can read
        hints = {}
    return {
        parameter.name: _reader(hints.get(parameter.name), parameter.default)
        for parameter in _parameters(kind)[_takes_generator(kind) :]
        if parameter.kind
        in (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    }


def _reader(hint: object, default: object) -> Callable[[str], object]:
    types = [each for each in (*(get_args(hint) or (hint,)), type(default)) if each in _READERS]
    return _READERS[types[0]] if types else str


def _truth(text: str) -> bool:
    if text not in ("true", "false"):
        raise ValueError(text)
    return text == "true"


_READERS: Final[dict[object, Callable[[str], object]]] = {
    int: int,
    float: float,
    bool: _truth,
    str: str,
}


def _options_of(name: str, kind: type[Bot]) -> tuple[tuple[str, object], ...]:
    """The options in a name: each follows a colon, ``NAME:OPTION=VALUE:OPTION=VALUE``.

    Raises:
        BotNameError: the bot has no such option, or the value is wrong, or it is given twice.
    """
    head, readers = _head(name), _readers(kind)
    options: dict[str, object] = {}
    first = getattr(kind, "named_by", None)
    for place, part in enumerate(name.split(":")[head.count(":") + 1 :]):
        key, equals, value = part.partition("=")
        if not (place or equals) and first is not None:
            key, equals, value = first, "=", part
        if key not in readers:
            known = say("known: {names}", names=", ".join(readers)) if readers else _NO_OPTION
            problem = say("{name} has no option {option}", name=head, option=shown(key))
            raise BotNameError(name, joined("; ", [problem, known]), tuple(readers))
        if not equals:
            example = f"{key}=VALUE"
            reason = say("{option} has no value; give {example}", option=key, example=example)
            raise BotNameError(name, _placed(name, reason))
        if key in options:
            raise BotNameError(name, _placed(name, say("{path} is given twice", path=key)))
        try:
            options[key] = readers[key](value)
        except ValueError:
            if readers[key] is _truth:
                reason = say(
                    "{option} is neither true nor false: {value}", option=key, value=shown(value)
                )
            else:
                reason = say("{option} is no number: {value}", option=key, value=shown(value))
            if "," in value:
                reason = joined("; ", [reason, say("a colon goes before each option")])
            raise BotNameError(name, _placed(name, reason)) from None
    return tuple(options.items())
