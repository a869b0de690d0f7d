"""Every drawing is a sound SVG document that stands for itself, in light and in dark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import get_args
from xml.etree import ElementTree as ET

import pytest
from attrs.exceptions import FrozenInstanceError
from docs._ext.gallery import pictures
from docs._ext.specimens import ENGLISH, FONTAINEBLEAU, FRENCH, position, session

import boston_rules as br
from boston_rules.telling import draw
from boston_rules.telling.draw.measure import fit, width_of, wrapped
from boston_rules.telling.draw.theme import COLOURS
from boston_rules.telling.tables.text import clean

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = ("<b>&\"'", "x\x00\x1b[31m\ud800\n", "W" * 400, "名前 Dóra")
SLUGS = br.list_variants()


@cache
def gallery() -> dict[str, draw.Drawing]:
    """The pictures of the documentation, made when a test first asks for them."""
    return pictures()


def parsed(drawing: draw.Drawing) -> ET.Element:
    return ET.fromstring(drawing.svg)


def extremes() -> Iterator[draw.Drawing]:
    """Drawings at the edge of what there is room for."""
    ends = session(FONTAINEBLEAU)
    for theme in get_args(draw.Theme):
        for state in (position(FONTAINEBLEAU, 30), position(FRENCH, 3), ends[0]):
            yield draw.deal(state, names=HOSTILE, theme=theme)
            yield draw.deal(br.observe(state, 1), names=HOSTILE, bottom=3, theme=theme)
            yield draw.deal(state, names=HOSTILE, theme=theme, narrow=True)
            yield draw.deal(br.observe(state, 1), names=HOSTILE, theme=theme, narrow=True)
        three = position(ENGLISH, 18)
        yield draw.deal(three, names=HOSTILE[:3], theme=theme)
        yield draw.deal(br.observe(three, 0), names=HOSTILE[:3], theme=theme, narrow=True)
        yield draw.trick(ends[0], 4, names=HOSTILE, theme=theme)
        yield draw.trick(three, 2, names=HOSTILE[1:], bottom=2, theme=theme)
        yield draw.play(ends[0], names=HOSTILE, theme=theme, four_colours=True)
        yield draw.bill(ends[0].settlement, names=HOSTILE, theme=theme)  # type: ignore[arg-type]
        yield draw.score(br.record(ends, players=["A" * 90, "<i>", "名", "d"]), theme=theme)


CARDS = {card.words for card in br.PACK}
KINDS = ("gallery", "extremes", "ladders")


@cache
def drawings(kind: str) -> tuple[draw.Drawing, ...]:
    """The drawings of a kind, made when a test first asks for them."""
    if kind == "gallery":
        return tuple(gallery().values())
    if kind == "extremes":
        return tuple(extremes())
    return tuple(draw.ladder(br.get_variant(slug)) for slug in SLUGS)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_drawings_are_sound_and_every_text_has_its_own_place(kind: str) -> None:
    for drawing in drawings(kind):
        try:
            check_soundness(drawing)
            check_texts_are_inside(drawing)
            check_texts_are_apart(drawing)
        except AssertionError as error:
            error.add_note(f"in {drawing.title}")
            raise


def check_soundness(drawing: draw.Drawing) -> None:
    root = parsed(drawing)
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == f"0 0 {drawing.width} {drawing.height}"

    # Whoever cannot see it is told what it is.
    assert root.get("role") == "img"
    heads = [root.find(f"{SVG}title"), root.find(f"{SVG}desc")]
    assert [head is not None and head.text for head in heads] == [
        drawing.title,
        drawing.description,
    ]
    assert root.get("aria-labelledby") == " ".join(
        head.get("id", "") for head in heads if head is not None
    )
    assert drawing.title
    assert len(drawing.description) > 20
    assert not re.search("[♣♦♥♠]", drawing.description)

    # It refers to nothing but itself, and leaves nothing open.
    ids = [part.get("id") for part in root.iter() if part.get("id")]
    assert len(ids) == len(set(ids))
    prefix = ids[0] if root.get("id") is None else root.get("id")
    assert prefix is not None
    assert all(str(name).startswith(prefix.partition("-")[0]) for name in ids)
    for part in root.iter():
        assert part.tag.removeprefix(SVG) in {
            *("svg", "title", "desc", "style", "defs", "path", "use"),
            *("rect", "g", "text", "circle", "ellipse"),
        }
        if part.tag == f"{SVG}use":
            assert part.get("href", "").removeprefix("#") in ids
        for name, value in part.attrib.items():
            assert "url(" not in value
            assert not re.search("[@%]", value) or name == "style"
        assert part.get("font-family") in (None, "sans-serif")
    assert drawing.svg.count("http") == 1, "the name of the namespace, and no address"

    # Suits are shapes: no text relies on a font that has them.
    texts = [part.text or "" for part in root.iter(f"{SVG}text")]
    assert texts
    assert not re.search("[♣♦♥♠▸✓→]", "".join(texts))


def check_texts_are_inside(drawing: draw.Drawing) -> None:
    root = parsed(drawing)
    inside = {text for group in root.iter(f"{SVG}g") for text in group.iter(f"{SVG}text")}
    for text in root.iter(f"{SVG}text"):
        if text in inside:  # of a card, in whose own room it is
            continue
        x, y = float(text.get("x", "")), float(text.get("y", ""))
        size = float(text.get("font-size", ""))
        wide = width_of(text.text or "", size, bold=text.get("font-weight") == "bold")
        left = x - {"start": 0, "middle": wide / 2, "end": wide}[text.get("text-anchor", "start")]
        assert left >= 0, text.text
        assert left + wide <= drawing.width, text.text
        assert size <= y <= drawing.height - 2, text.text


def check_texts_are_apart(drawing: draw.Drawing) -> None:
    boxes = []
    root = parsed(drawing)
    inside = {text for group in root.iter(f"{SVG}g") for text in group.iter(f"{SVG}text")}
    for text in root.iter(f"{SVG}text"):
        if text in inside:
            continue
        x, y = float(text.get("x", "")), float(text.get("y", ""))
        size = float(text.get("font-size", ""))
        # Nine tenths: the estimate is on the safe side.
        wide = 0.9 * width_of(text.text or "", size, bold=text.get("font-weight") == "bold")
        left = x - {"start": 0, "middle": wide / 2, "end": wide}[text.get("text-anchor", "start")]
        boxes.append((left, y - 0.7 * size, left + wide, y + 0.1 * size, text.text))
    for place, (left, top, right, bottom, said) in enumerate(boxes):
        for other in boxes[place + 1 :]:
            apart = right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
            assert apart, (said, other[4])


@pytest.mark.long
def test_several_drawings_stand_on_one_page() -> None:
    """Equal ids are of equal drawings, and a rule for the dark reaches its own drawing alone."""
    by_id: dict[str, str] = {}
    for drawing in chain.from_iterable(map(drawings, KINDS)):
        root = parsed(drawing)
        for part in root.iter():
            name = part.get("id")
            if name is not None:
                assert by_id.setdefault(name, drawing.svg) == drawing.svg
        style = root.find(f"{SVG}style")
        if style is not None:
            assert style.text is not None
            name, inner = (
                root.get("id"),
                re.fullmatch(r"@media \(prefers-color-scheme:dark\)\{(.*)\}", style.text),
            )
            assert inner is not None
            rules = inner[1].removesuffix("}").split("}")
            assert all(rule.startswith(f"#{name} .") for rule in rules)


def test_the_theme_follows_the_reader() -> None:
    for name, drawing in gallery().items():
        root = parsed(drawing)
        if name == "deal-dark":
            assert root.find(f"{SVG}style") is None
            assert not any(part.get("class") for part in root.iter())
        else:
            check_theme_follows(root)


def check_theme_follows(root: ET.Element) -> None:
    style = root.find(f"{SVG}style")
    assert style is not None
    assert style.text is not None
    ruled = dict(re.findall(r"\.([fs]-[\w-]+)\{(\w+:#\w{6})\}", style.text))
    used = {name for part in root.iter() for name in part.get("class", "").split()}
    assert used == set(ruled)
    for part in root.iter():
        for paint in ("fill", "stroke"):
            classes = [one for one in part.get("class", "").split() if one[0] == paint[0]]
            colour = part.get(paint)
            if classes:  # without style sheets it is as in the light
                assert colour == COLOURS[classes[0][2:]][0]
                assert ruled[classes[0]] == f"{paint}:{COLOURS[classes[0][2:]][1]}"
            else:
                assert colour in (None, "none") or any(
                    pair == (colour, colour) for pair in COLOURS.values()
                )


def test_themes_are_the_same_drawing_in_other_colours() -> None:
    state = position(FONTAINEBLEAU, 30)
    light, dark = draw.deal(state, theme="light"), draw.deal(state, theme="dark")
    assert light != dark

    def bare(drawing: draw.Drawing) -> str:
        return re.sub(r"#[0-9a-f]{6}|br[0-9a-f]{10}", "", drawing.svg)

    assert bare(light) == bare(dark)
    with pytest.raises(ValueError, match="a theme is one of auto, light, dark, not 'blue'"):
        draw.deal(state, theme="blue")  # type: ignore[arg-type]


READ = [
    *((ink, ground) for ink in ("ink", "muted") for ground in ("table", "panel", "stripe")),
    *(("win", ground) for ground in ("table", "panel", "stripe")),
    ("on-accent", "accent"),
    ("on-win", "win"),
    *((suit, "card") for suit in ("black", "red", "green", "blue")),
    *(
        (f"pip-{suit}", ground)
        for suit in ("black", "red", "green", "blue")
        for ground in ("table", "panel", "stripe")
    ),
]
SEEN = [("back-line", "back"), ("back", "panel"), ("accent", "panel"), ("bar", "panel")]
"""Shapes that tell something need less."""


def luminance(colour: str) -> float:
    parts = []
    for place in (1, 3, 5):
        part = int(colour[place : place + 2], 16) / 255
        parts.append(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: str, other: str) -> float:
    """How much two colours differ, 1 to 21, as WCAG 2 reckons it.

    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_colours_stand_out(theme: int) -> None:
    for ink, ground in READ:
        assert contrast(COLOURS[ink][theme], COLOURS[ground][theme]) >= 4.5, (ink, ground)
    for shape, ground in SEEN:
        least = 3 if shape != "bar" and shape != "back" else 2
        assert contrast(COLOURS[shape][theme], COLOURS[ground][theme]) >= least, (shape, ground)


def test_names_are_escaped_and_cannot_break_out() -> None:
    drawing = draw.deal(position(FONTAINEBLEAU, 30), names=HOSTILE)
    texts = [part.text or "" for part in parsed(drawing).iter(f"{SVG}text")]
    assert "<b>&\"'" in texts
    assert "x\ufffd\ufffd[31m\ufffd " in texts
    assert any(text.startswith("WWW") and text.endswith("…") for text in texts)
    assert "名前 Dóra" in texts
    drawing.svg.encode("utf-8")


def test_a_drawing_is_a_value_and_can_be_saved(tmp_path: Path) -> None:
    one, same = (draw.trick(session(FRENCH)[0], 1) for _ in range(2))
    assert one == same
    assert hash(one) == hash(same)
    assert one._repr_svg_() == str(one) == one.svg
    with pytest.raises(FrozenInstanceError):
        one.svg = ""  # type: ignore[misc]
    path = one.save(tmp_path / "trick.svg")
    assert path.read_text(encoding="utf-8") == one.svg + "\n"
    assert ET.parse(path).getroot().tag == f"{SVG}svg"


def test_measures() -> None:
    assert fit("W" * 10**6, 10, 50).endswith("…")
    assert width_of(fit("Featherstonehaugh", 13, 60), 13) <= 60
    assert wrapped("", 10, 50) == ()
    assert " ".join(wrapped("one two three four", 10, 45)) == "one two three four"
    assert width_of("e\u0301", 10) == width_of("e", 10)
    assert clean("\ufffe\x7f\t") == "\ufffd\ufffd "


@pytest.mark.parametrize("seat", range(4))
def test_a_narrow_drawing_shows_what_the_wide_one_does(seat: int) -> None:
    """The same words, the same cards, and less than half as wide."""
    for state in (position(FRENCH, 3), position(FONTAINEBLEAU, 30), session(FONTAINEBLEAU)[0]):
        view = br.observe(state, seat)
        wide, narrow = draw.deal(view), draw.deal(view, narrow=True)
        assert (narrow.title, narrow.description) == (wide.title, wide.description)
        assert narrow.width * 2 < wide.width
        faces = [
            {title.text for title in parsed(drawing).iter(f"{SVG}title")} & CARDS
            for drawing in (wide, narrow)
        ]
        turned = {view.turned.words} if view.turned is not None else set()
        assert faces[0] == faces[1] | (turned - faces[1])
