"""Every name of every bid, in English and French, with what it is and who plays it."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, field, frozen
from docs._ext.rst import escaped, indented

import boston_rules as br
from boston_rules.core.saying import sentence_of
from boston_rules.rules.ladder import Step, normal_key

__all__ = ["Entry", "bid_glossary", "entries"]


@frozen
class Entry:
    """Names that are given to the same bid somewhere, and every bid that has one of them."""

    names: tuple[str, ...]
    bids: tuple[tuple[str, Step], ...] = field(repr=False)
    """Slugs and steps."""


def entries(variants: Sequence[br.Variant]) -> list[Entry]:
    """All bids, gathered by their names; in alphabetical order."""
    groups: list[tuple[dict[str, str], list[tuple[str, Step]]]] = []
    for variant in variants:
        for step in variant.ladder:
            names = {
                normal_key(name): name for name in (step.french, step.name or step.key) if name
            }
            bids = [(variant.slug, step)]
            met = [group for group in groups if group[0].keys() & names.keys()]
            for group in met:
                names = names | group[0]
                bids = [*group[1], *bids]
            groups = [group for group in groups if group not in met]
            groups.append((names, bids))
    found = []
    for names, bids in groups:
        said = [step.name or step.key for _, step in bids]
        main = max(dict.fromkeys(said), key=said.count)
        others = [name for key, name in sorted(names.items()) if key != normal_key(main)]
        found.append(Entry((main, *others), tuple(bids)))
    return sorted(found, key=lambda entry: normal_key(entry.names[0]))


def bid_glossary(variants: Sequence[br.Variant]) -> str:
    """A glossary of all bids, as reStructuredText."""
    lines = [".. glossary::", ""]
    for entry in entries(variants):
        lines += indented(entry.names)
        lines += indented(_definition(entry), 6)
        lines.append("")
    return "\n".join(lines)


def _definition(entry: Entry) -> list[str]:
    meanings: dict[str, list[tuple[str, Step]]] = {}
    for slug, step in entry.bids:
        meanings.setdefault(_words(step), []).append((slug, step))
    lines = []
    for words, bids in meanings.items():
        shown = []
        for slug, step in bids:
            french = f", *{escaped(step.french)}*" if step.french else ""
            shown.append(f":doc:`{slug} </variants/{slug}>` (``{step.key}``{french})")
        lines += [f"{escaped(sentence_of(words))} In {', '.join(shown)}.", ""]
    return lines[:-1]


def _words(step: Step) -> str:
    """What is to be won and how; suit and partner are told on the pages of the variants."""
    words = evolve(step, partnered=False).words()
    if step.has_trumps:
        return words.replace(f"; {step.suit.words()}", "", 1)
    return words
