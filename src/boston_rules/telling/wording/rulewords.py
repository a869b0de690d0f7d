"""A variant in words: its bids, rules, citations, sources and options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from typing import Any, Final

from attrs import evolve, fields_dict, frozen

from boston_rules.core.saying import Joined, Said, joined, say, say_as, term
from boston_rules.core.sources import Cite, Source, own_cites
from boston_rules.rules.ladder import Step
from boston_rules.rules.variant import Variant

__all__ = [
    "WINS",
    "Bid",
    "bids_of",
    "choice_label",
    "chosen_options",
    "cites_of",
    "identity_words",
    "is_number",
    "label_of",
    "merged_cites",
    "option_words",
    "options_words",
    "ruling_order",
    "slots_of",
    "sources_of",
    "suit_rule",
    "within",
    "worded_rules",
    "words_of",
]

WINS: Final = say(
    "the highest trump wins the trick, and without a trump the highest card of the suit led"
)
"""How every trick is won."""


def label_of(slot: str) -> str:
    """A rule by the name of its field.

    >>> label_of("passed_out"), label_of("questions[0]")
    ('Passed out', 'Questions')
    """
    return term(slot.partition("[")[0].replace("_", " ").capitalize())


def choice_label(value: object) -> str:
    """A choice of an option.

    >>> choice_label("as-won"), choice_label(True), choice_label(3)
    ('as won', 'yes', '3')
    """
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    return say_as("choice", value.replace("-", " ")) if isinstance(value, str) else str(value)


# Bids.


@frozen(kw_only=True)
class Bid:
    """A bid of the ladder in words."""

    place: int
    """1 is the lowest."""
    key: str
    name: Said
    """Its name, or its key if it has none."""
    french: str
    goal: str
    """What must be won; how trumps are settled too, unless all bids agree on it."""
    partnered: bool


def bids_of(variant: Variant) -> tuple[Bid, ...]:
    """The ladder, lowest first."""
    common = suit_rule(variant) is not None
    return tuple(
        Bid(
            place=place,
            key=step.key,
            name=step.title,
            french=step.french,
            goal=variant.ladder.named(_goal(step, suit=not common)),
            partnered=step.partnered,
        )
        for place, step in enumerate(variant.ladder, 1)
    )


def _goal(step: Step, *, suit: bool) -> str:
    words = evolve(step, partnered=False).words()
    if not step.has_trumps or suit:
        return words
    if isinstance(words, Joined):
        return joined("; ", (part for part in words.parts if part != step.suit.words()))
    return words.replace(f"; {step.suit.words()}", "", 1)


def suit_rule(variant: Variant) -> str | None:
    """How the trump suit is settled, where all bids with trumps agree on it."""
    found = {step.suit.words() for step in variant.ladder if step.has_trumps}
    return found.pop() if len(found) == 1 else None


# Rules.


def slots_of(variant: Variant) -> Iterator[tuple[str, Any]]:
    """Every rule that a variant is composed of, by its path; those of a tuple one by one."""
    options = variant.option_names()
    for name in dict.fromkeys([*fields_dict(Variant), *fields_dict(type(variant))]):
        rule = getattr(variant, name)
        if name in options or rule is None:
            continue
        if isinstance(rule, tuple):
            yield from ((f"{name}[{place}]", each) for place, each in enumerate(rule))
        else:
            yield name, rule


def worded_rules(variant: Variant) -> Iterator[tuple[str, Any]]:
    """Those of them that have words, but the ladder, which is told bid by bid."""
    return (
        (name, rule)
        for name, rule in slots_of(variant)
        if name != "ladder" and callable(getattr(rule, "words", None))
    )


def words_of(variant: Variant, rule: Any) -> str:
    """What a rule object says; nothing of what the variant has not.

    A rule that mentions the pool, although it is not about the pool, has ``words_without_pool()``
    as well; one that mentions partners may have ``words_without_partners()``; one that mentions
    contracts of the declarer alone, ``words_without_misere()``; and a ranking of suits that no bid
    may name may have ``words_among(ranks)``, for the ranks that can be bid. Where what it says goes
    by more of the game it has ``words_in(variant)`` in place of all these. Left and right are those
    of a game in which the turn goes to the left, and are exchanged where it goes to the right; the
    dealing rule, which says so, has its own words. Bids are called by their names.

    Raises:
        TypeError: the rule has no words.

    >>> import boston_rules as br
    >>> variant = br.get_variant("fontainebleau")
    >>> words_of(variant, variant.dealing)[:8]
    '13 cards'
    """
    words = getattr(rule, "words", None)
    if variant.pool is None:
        words = getattr(rule, "words_without_pool", words)
    if variant.partners is None:
        words = getattr(rule, "words_without_partners", words)
    elif all(len(step.goal.binds((0, 1))) == 2 for step in variant.ladder):
        words = getattr(rule, "words_without_misere", words)
    within_game = getattr(rule, "words_in", None)
    if callable(within_game):
        words = partial(within_game, variant)
    among = getattr(rule, "words_among", None)
    if callable(among):
        text: str = among(variant.ladder.ranks_bid(rule))
        return text
    if not callable(words):
        raise TypeError(f"{variant.slug}: {type(rule).__name__} has no words")
    text = variant.ladder.named(words())
    return text if rule is variant.dealing else variant.dealing.sided(text)


def within(variant: Variant, slot: str) -> Iterator[tuple[str, Any]]:
    """Every rule object within one of them, itself left out, by its path."""
    below = (f"{slot}.", f"{slot}[")
    return ((path, rule) for path, rule in _rules_of(variant) if path.startswith(below))


def identity_words(variant: Variant) -> Said:
    """Which rules these are: slug, revision and fingerprint, then the options."""
    told = say(
        "{variant}, revision {revision}, fingerprint {fingerprint}",
        variant=variant.slug,
        revision=variant.revision,
        fingerprint=variant.fingerprint(),
    )
    options = options_words(variant)
    return joined("\n", (told, options)) if options else told


def options_words(variant: Variant) -> str:
    """The options that are not as usual, in a line; nothing where all are."""
    chosen = chosen_options(variant)
    return say("Options: {options}", options=chosen) if chosen else ""


def chosen_options(variant: Variant, between: str = ", ") -> str:
    """The options that are not as usual, each with its value."""
    return between.join(f"{name}={value}" for name, value in variant.options().items())


# Citations.


def cites_of(variant: Variant, slot: str) -> list[Cite]:
    """The citations of a rule and of all rules within it."""
    below = (f"{slot}.", f"{slot}[")
    return list(
        dict.fromkeys(
            cite for path, cite in _cited(variant) if path == slot or path.startswith(below)
        )
    )


def _cited(variant: Variant) -> Iterator[tuple[str, Cite]]:
    """Every citation, by the path of the rule that has it."""
    return ((path, cite) for path, rule in _rules_of(variant) for cite in own_cites(rule))


@lru_cache(maxsize=8)
def _rules_of(variant: Variant) -> tuple[tuple[str, Any], ...]:
    """Every rule object of a variant, by its path."""
    return tuple(variant.rules())


def merged_cites(cites: Iterable[Cite]) -> list[Cite]:
    """Citations of the same place as one, with the rulings of all of them in order."""
    merged: dict[Cite, dict[str, None]] = {}
    for cite in cites:
        rulings = filter(None, cite.ruling.split(", "))
        merged.setdefault(evolve(cite, ruling=""), {}).update(dict.fromkeys(rulings))
    return [
        evolve(cite, ruling=", ".join(sorted(rulings, key=ruling_order)))
        for cite, rulings in merged.items()
    ]


_SERIES = ("R", "P", "L", "LW", "F", "G", "N")


def ruling_order(ruling: str) -> tuple[int, int, str]:
    """Rulings as the register has them, R, P, L, LW, F, G, N, each by number; others after them.

    >>> sorted(["P2", "R10", "at our table", "N1", "LW1", "L3", "R9"], key=ruling_order)
    ['R9', 'R10', 'P2', 'L3', 'LW1', 'N1', 'at our table']
    """
    kind = ruling.rstrip("0123456789")
    digits = ruling.removeprefix(kind)
    if kind in _SERIES and digits:
        return _SERIES.index(kind), int(digits), ruling
    return len(_SERIES), 0, ruling


def sources_of(variant: Variant) -> list[Source]:
    """Every telling that is named or cited."""
    found = dict.fromkeys(variant.sources)
    for _, cite in _cited(variant):
        found.update(dict.fromkeys(cite.sources))
    return list(found)


# Options.


def option_words(variant: Variant, name: str) -> Said:
    """What values an option takes, and which it has here where it was chosen."""
    choices = variant.option_choices(name)
    if choices is None and not is_number(type(variant), name):
        text = say("a rule object, as a file of house rules spells it")
    elif choices is None:
        text = say("a whole number, in place of the figure of the telling")
    else:
        text = say(
            "one of {choices}; as a rule {default}",
            choices=", ".join(str(choice).lower() for choice in choices),
            default=str(fields_dict(type(variant))[name].default).lower(),
        )
    if name not in variant.options():
        return text
    return joined("; ", (text, say("here {value}", value=str(getattr(variant, name)))))


def is_number(cls: type[Variant], name: str) -> bool:
    """Whether an option without a list of choices takes a number, and not a rule object."""
    return "int" in str(fields_dict(cls)[name].type)
