"""Draw a deal: as all see it and as one seat sees it, for a page and for a terminal.

Run it with a folder to have the pictures written there: python draw_a_deal.py pictures
"""

import random
import sys
from pathlib import Path

import boston_rules as br
from boston_rules.bots import make_bot
from boston_rules.telling import draw

NAMES = ("Ann", "Ben", "Cato", "Dora")


def main(folder: str | None = None) -> None:
    rng = random.Random(5)
    bots = [make_bot("simple", rng) for _ in NAMES]
    state = br.start(br.get_variant("fontainebleau"), dealer=3)

    # Four bots play; the third card of the second trick is the moment to look at.
    moment = state
    while state.actor is not None:
        if state.actor == br.CHANCE:
            action = br.draw_chance(state, rng)
        else:
            action = bots[state.actor].choose(br.observe(state, state.actor))
        state = br.apply(state, action)
        if isinstance(state, br.Playing) and len(state.tricks) == 1 and len(state.trick) == 3:
            moment = state

    # A terminal: what seat 0 knows, and in plain ASCII the trick that is on the table.
    view = br.observe(moment, 0)
    print(draw.text(view, names=NAMES), end="\n\n")
    print(draw.trick_text(moment, names=NAMES, ascii=True), end="\n\n")

    # A page: every picture is a string of SVG with a title and a description of its own.
    assert state.settlement is not None
    pictures = {
        "all": draw.deal(moment, names=NAMES),
        "seat-0": draw.deal(view, names=NAMES),
        "play": draw.play(state, names=NAMES),
        "bill": draw.bill(state.settlement, names=NAMES, theme="dark"),
        "ladder": draw.ladder(state.table.variant),
    }
    for name, picture in pictures.items():
        print(f"{name}: {picture.title}, {picture.width} × {picture.height}")
        if folder is not None:
            print("written:", picture.save(Path(folder) / f"{name}.svg"))
    print(pictures["seat-0"].description.split(". ")[0])


if __name__ == "__main__":
    main(*sys.argv[1:2])
