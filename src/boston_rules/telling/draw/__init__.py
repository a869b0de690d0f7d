"""Pictures of the game: deals, tricks, whole plays, ladders, bills and scores.

Each function gives a :class:`~boston_rules.telling.draw.svg.Drawing`, an SVG document that stands
for itself: suits are shapes, fonts are the reader's own, colours follow the reader's preference for
light or dark, and title and description tell in words what is drawn. A view is drawn with what its
seat may know, and nothing else.

>>> import random
>>> import boston_rules as br
>>> from boston_rules.telling import draw
>>> state = br.start(br.get_variant("fontainebleau"), dealer=3)
>>> state = br.apply(state, br.draw_chance(state, random.Random(1)))
>>> picture = draw.deal(br.observe(state, 0))
>>> picture.title
'Boston de Fontainebleau, deal 1: cut'

A notebook shows states and views that are the last value of a cell as pictures, and settlements,
records and variants as HTML tables. For a terminal there are
:func:`~boston_rules.telling.draw.texts.text`, :func:`~boston_rules.telling.draw.texts.trick_text`
and :func:`~boston_rules.telling.draw.texts.play_text`.
"""

from boston_rules.telling.draw.pictures import bill, html, ladder, picture, play, score
from boston_rules.telling.draw.svg import Drawing
from boston_rules.telling.draw.table import deal
from boston_rules.telling.draw.texts import play_text, text, trick_text
from boston_rules.telling.draw.theme import Theme
from boston_rules.telling.draw.tricks import trick

__all__ = [
    "Drawing",
    "Theme",
    "bill",
    "deal",
    "html",
    "ladder",
    "picture",
    "play",
    "play_text",
    "score",
    "text",
    "trick",
    "trick_text",
]
