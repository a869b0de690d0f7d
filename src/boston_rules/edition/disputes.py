"""Where the tellings of a game disagree, or all are silent, and what the register makes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path

from attrs import frozen

from boston_rules.edition.checking import register
from boston_rules.edition.statements import FAMILIES, Statement, texts

__all__ = ["Dispute", "contradictions", "disputes"]


@frozen
class Dispute:
    """A question about a game to which there are answers that differ."""

    game: str
    """One of :data:`~boston_rules.edition.statements.FAMILIES`."""
    question: str
    """The question."""
    statements: tuple[Statement, ...]
    """All answers to it, by text and number."""
    between: tuple[tuple[str, str], ...]
    """Pairs of tellings that have no answer in common."""
    inside: tuple[str, ...]
    """Tellings that give more than one answer, of which some are parts of one and some are not."""

    @property
    def covered(self) -> bool:
        """Whether a ruling or an option decides it, or a reason why one answer was left aside."""
        return any(each.rulings or each.option or each.why for each in self.statements)

    @property
    def rulings(self) -> frozenset[str]:
        """The rulings that speak of any of the answers."""
        return frozenset(ruling for each in self.statements for ruling in each.rulings)


def disputes() -> Iterator[Dispute]:
    """Every question on which two tellings of a game disagree, or one of them with itself.

    Figures are compared as tables instead (:mod:`boston_rules.edition.collation`), because tellings
    count in different chips.

    >>> from boston_rules.edition.disputes import disputes
    >>> found = [each for each in disputes() if each.question == "suits.order"]
    >>> found[0].game, found[0].between, found[0].covered
    ... # doctest: +NORMALIZE_WHITESPACE
    ('Boston de Fontainebleau', (('CATS', 'ENC'), ('CATS', 'FOSTER'), ('CATS', 'PKW'),
     ('ENC', 'FOSTER'), ('FOSTER', 'PKW')), True)
    """
    for game, slugs in FAMILIES.items():
        asked: dict[str, dict[str, list[Statement]]] = {}
        for text in texts().values():
            for each in text.statements:
                if not each.question.startswith("price.") and not set(slugs).isdisjoint(each.games):
                    asked.setdefault(each.question, {}).setdefault(text.telling, []).append(each)
        for question, told in sorted(asked.items()):
            answers = {key: {each.answer for each in said} for key, said in told.items()}
            between = tuple(
                pair
                for pair in combinations(sorted(answers), 2)
                if answers[pair[0]].isdisjoint(answers[pair[1]])
            )
            inside = tuple(sorted(key for key, said in answers.items() if len(said) > 1))
            if between or inside:
                statements = tuple(each for said in told.values() for each in said)
                yield Dispute(game, question, statements, between, inside)


def contradictions(root: Path) -> Mapping[str, bool]:
    """The rulings that the register calls for by a contradiction, and which :func:`disputes` finds.

    Args:
        root: a checkout.
    """
    found = frozenset(ruling for each in disputes() for ruling in each.rulings)
    return {
        number: number in found
        for number, ruling in register(root).items()
        if "contradict" in ruling.why.lower()
    }
