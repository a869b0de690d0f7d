"""What the page "Play in the browser" asks of the library, one JSON question at a time.

It holds no rules: it observes, lists, applies, draws and settles by the public names of
``boston_rules``, and puts what they say into JSON. The page is in ``page.mjs``.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

import boston_rules as br
from boston_rules.core.parse_errors import message_of
from boston_rules.core.saying import say
from boston_rules.telling import draw
from boston_rules.telling.language import speaking, spoken
from boston_rules.telling.screen import refusal
from playground.console import Console
from playground.play import Game, games, restored
from playground.score import begun, corrected, dealt, form, read, removed

__all__ = ["answer"]

Answer = dict[str, Any]

_game: Game | None = None
_console = Console()


def _playing() -> Game:
    if _game is None:
        raise ValueError(say("no game is being played"))
    return _game


def _begin(game: Game) -> Answer:
    global _game
    _game = game
    return game.go_on()


_ANSWERS: Final[dict[str, Callable[..., Answer]]] = {
    "games": lambda: {"games": games()},
    "ladder": lambda slug: {"html": draw.html(br.get_variant(slug))},
    # Play a deal.
    "new": lambda slug, seed: _begin(Game.begun(slug, seed)),
    "restore": lambda record: _begin(restored(record)),
    "do": lambda text: _playing().do(text),
    "undo": lambda: _playing().undo(),
    "next": lambda: _playing().next_deal(),
    "scene": lambda: _playing().scene(),
    "look": lambda theme, narrow, again=False: _playing().look(theme, narrow, again=again),
    # Score a real table.
    "form": form,
    "begin evening": begun,
    "read evening": read,
    "deal": dealt,
    "correct": corrected,
    "remove": removed,
    # Try Python.
    "run": _console.run,
}


def answer(question: str) -> str:
    """The answer to ``{"ask": WHAT, ...}``, or what was refused and why as ``refused``.

    It is in the language of the code ``lang``, as far as the question has one.
    """
    asked = json.loads(question)
    what = asked.pop("ask")
    with speaking(asked.pop("lang", None)):
        try:
            made = _ANSWERS[what](**asked)
        except br.BostonError as error:
            made = dict(refusal(error))
        except ValueError as error:
            made = {"refused": spoken(message_of(error))}
    return json.dumps(made, ensure_ascii=False)
