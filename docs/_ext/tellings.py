"""The statements of the tellings as tables: by telling, and by topic across the tellings."""

from __future__ import annotations

from collections.abc import Iterator

from docs._ext.rst import escaped, list_table

from boston_rules.edition.statements import TOPICS, Statement, texts

__all__ = ["apparatus", "parts_table"]


def parts_table(key: str) -> str:
    """The parts of a telling as a table, for the page of the sources."""
    rows = []
    for text in texts().values():
        for part, place in text.parts.items() if text.telling == key else ():
            told = [each for each in text.statements if each.part == part]
            carried = dict.fromkeys(rule for each in told for rule in each.rules)
            numbers = f"{told[0].identifier} – {told[-1].number}" if told else ""
            paths = ", ".join(f"``{path}``" for path in carried)
            rows.append([escaped(part), escaped(place), numbers, paths])
    return "\n".join(list_table(["part", "where", "statements", "speaks of"], rows))


def apparatus() -> str:
    """All statements by topic and question, those of different tellings side by side."""
    return "\n\n".join(_topic(topic) for topic in TOPICS)


def _topic(topic: str) -> str:
    asked: dict[str, list[Statement]] = {}
    for text in texts().values():
        for statement in text.statements:
            if statement.topic == topic:
                asked.setdefault(statement.question, []).append(statement)
    title = topic.capitalize()
    lines = [title, "-" * len(title), ""]
    for question, statements in sorted(asked.items()):
        rows = [
            [
                f"{each.identifier}: {', '.join(f'``{slug}``' for slug in each.games)}".rstrip(
                    ": "
                ),
                escaped(each.says),
                escaped(each.answer),
                "; ".join(_made_of_it(each)),
            ]
            for each in statements
        ]
        head = ["statement", "says", "reading", "made of it"]
        lines += [f".. rubric:: {question}", "", *list_table(head, rows, "22 34 18 26"), ""]
    return "\n".join(lines)


def _made_of_it(statement: Statement) -> Iterator[str]:
    """The fate of a statement, with what decided it and where it stands."""
    yield statement.fate
    if statement.option:
        yield f"``{statement.option}``"
    if statement.by:
        yield f"by {' and '.join(statement.by)}"
    yield from (f":ref:`{ruling} <{ruling}>`" for ruling in statement.rulings)
    if statement.why:
        yield escaped(statement.why.rstrip("."))
    first, last = statement.lines
    place = f"line {first}" if first == last else f"lines {first}-{last}"
    yield escaped(f"{statement.part}, {place}")
