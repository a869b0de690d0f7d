"""The pictures of the documentation: ``python -m docs._ext.gallery docs/pictures``."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from docs._ext.specimens import (
    CLASSIC,
    ENGLISH,
    ERRORS,
    FONTAINEBLEAU,
    FRENCH,
    LOST,
    position,
    session,
)
from docs._ext.stemma import stemma_picture

import boston_rules as br
from boston_rules.solver import Limits, analyse
from boston_rules.telling.draw.pictures import bill, ladder, play, score
from boston_rules.telling.draw.svg import Drawing
from boston_rules.telling.draw.table import deal
from boston_rules.telling.draw.tricks import trick

__all__ = ["main", "pictures"]


def pictures(slugs: Iterable[str] | None = None) -> dict[str, Drawing]:
    """Every picture by the name of its file, without the suffix.

    Args:
        slugs: the games of which there is a picture; without them all that are registered.

    >>> pictures()["bill"].title
    'Settlement'
    """
    games = br.list_variants() if slugs is None else slugs
    names = br.loads(FONTAINEBLEAU).players
    ends = session(FONTAINEBLEAU)
    first = ends[0]
    assert first.settlement is not None, "the deal was played to its end"
    middle = position(FONTAINEBLEAU, 30)
    auction = position(FRENCH, 3)
    three = position(ENGLISH, 18)
    (evening,) = session(CLASSIC)
    (lost,) = session(LOST)
    assert evening.settlement is not None, "the deal was played to its end"
    return {
        "analysis": play(lost, names=names, analysis=analyse(lost, _LIMITS)),
        "auction": deal(br.observe(auction, 2), four_colours=True),
        "bill": bill(first.settlement, names=names),
        "deal": deal(middle, names=names),
        "deal-dark": deal(middle, names=names, theme="dark"),
        "exposed": deal(br.observe(position(ERRORS, 15), 0)),
        "ladder": ladder(first.table.variant),
        "play": play(first, names=names),
        "score": score(br.record(ends, players=names)),
        "settled": deal(first, names=names),
        "stemma": stemma_picture(),
        "three": deal(br.observe(three, 0)),
        "tonight-auction": deal(br.observe(position(CLASSIC, 4), 2), names=names),
        "tonight-bill": bill(evening.settlement, names=names),
        "tonight-play": deal(position(CLASSIC, 18), names=names),
        "tonight-trick": trick(evening, 3, names=names),
        "trick": trick(first, 4, names=names),
        "view": deal(br.observe(middle, 2), names=names),
        **{f"game-{slug}": _game(slug, place) for place, slug in enumerate(games)},
    }


_SEED: Final = 7
_LIMITS: Final = Limits(nodes=40_000)
"""Enough for the play that is drawn with its mistakes, and the same everywhere."""
_QUIET: Final = (br.Pass, br.Decline, br.Contest, br.Accept)
"""What players do who only let a contract be played."""


def _game(slug: str, place: int) -> Drawing:
    """A game in its third trick: whoever speaks first has made one of its bids, each game another.

    No bot plays, so that the pictures change with the rules alone.
    """
    state = br.start(slug, dealer=3)
    rng = random.Random(_SEED)
    # One whose deal can end with its first trick may show no third.
    keys = [step.key for step in state.table.variant.ladder if not step.breaks_off]
    wanted = [*keys[place % len(keys) :], *keys[: place % len(keys)]]
    while len(state.tricks) < 2 or len(state.trick) < 2:
        if state.actor == br.CHANCE:
            state = br.apply(state, br.draw_chance(state, rng))
            continue
        legal = br.legal_actions(state)
        bids = [action for action in legal if isinstance(action, br.Bid)]
        if bids and state.standing_bid is None:
            bids = [action for action in bids if action.key in wanted]
            bid = min(bids, key=lambda action: (wanted.index(action.key), -(action.suit or 0)))
            state = br.apply(state, bid)
        else:
            quiet = [action for action in legal if isinstance(action, _QUIET)]
            state = br.apply(state, (quiet or legal)[0])
    return deal(state)


def main(arguments: Sequence[str]) -> int:
    """Write the pictures into a folder, and say which; 2 where no folder is named."""
    if len(arguments) != 1:
        print("usage: python -m docs._ext.gallery FOLDER", file=sys.stderr)
        return 2
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    for name, drawing in pictures().items():
        print(drawing.save(folder / f"{name}.svg"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
