"""The ladders and prices of several variants side by side, contract by contract.

The figures are those of :mod:`~boston_rules.telling.wording.prices`, so any variant can be compared
with any other. Two bids are the same contract when they ask the same: as many tricks, with or
without trumps, discards and an open hand, whatever they are called. Where a variant has several
bids that ask the same, the first of each variant belong together, then the second, and so on.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, TypeAlias

from attrs import frozen

from boston_rules.core.errors import VariantError
from boston_rules.core.saying import Said, joined, say, say_as, say_number, sentence_of
from boston_rules.records import house_rules
from boston_rules.rules.ladder import Step
from boston_rules.rules.variant import Variant
from boston_rules.telling.wording.comparedrows import (
    ComparedRow,
    PricedColumn,
    compared_rows,
    priced_columns,
)
from boston_rules.telling.wording.pricelines import PriceLine
from boston_rules.telling.wording.prices import slam_prices
from boston_rules.telling.wording.pricetables import named_slams
from boston_rules.telling.wording.rulewords import chosen_options, suit_rule, words_of

__all__ = [
    "LADDER_LEGEND",
    "PRICE_LEGEND",
    "ComparedBid",
    "ComparedContract",
    "Comparison",
    "compare",
    "variant_name",
]

LADDER_LEGEND: Final = say(
    "Places in the ladder, 1 the lowest. * another place than in the first variant, among the "
    "contracts of both."
)
PRICE_LEGEND: Final = say(
    "Chips from each opponent when the contract is made, to each when it is lost. * not the figure "
    "of the first variant that has one in the line."
)
_FEWEST: Final = 2


@frozen(kw_only=True)
class ComparedBid:
    """A bid of one variant."""

    place: int
    """In its ladder; 1 is the lowest."""
    moved: bool
    """Whether it stands elsewhere among the contracts that the first variant has too."""
    step: Step

    def words(self, usual: str) -> str:
        """Its place, and what it is called unless that is as usual."""
        name = self.step.title
        return str(self.place) if name == usual else joined(" ", (str(self.place), name))


@frozen(kw_only=True)
class ComparedContract:
    """What bids of several variants ask in common, with its prices."""

    name: Said
    """As the first variant that has it calls it."""
    bids: tuple[ComparedBid | None, ...]
    """By variant; ``None`` where it has none. Empty for what is not bid, such as a slam."""
    rows: tuple[ComparedRow, ...]


@frozen(kw_only=True)
class Comparison:
    """Variants side by side."""

    variants: tuple[Variant, ...]
    names: tuple[str, ...]
    """Of the variants, with the options that are not as usual."""
    contracts: tuple[ComparedContract, ...]
    """In the order of the ladders, as far as these agree; what is not bid stands last."""

    def ladder_lines(self) -> Iterator[PriceLine]:
        """The place of each contract in each ladder, and what it is called if that differs."""
        for contract in self.contracts:
            if contract.bids:
                yield PriceLine(
                    contract.name,
                    False,
                    tuple("" if bid is None else bid.words(contract.name) for bid in contract.bids),
                    tuple(bid is not None and bid.moved for bid in contract.bids),
                )

    def price_lines(self) -> Iterator[PriceLine]:
        """Every price of every contract."""
        for contract in self.contracts:
            for place, row in enumerate(contract.rows):
                label = row.label()
                yield PriceLine(
                    label if place else joined(", ", filter(None, (contract.name, label))),
                    place > 0,
                    tuple("" if chips is None else str(chips) for chips in row.chips),
                    row.differs,
                )

    def summary(self) -> Said:
        """How many lines of the prices differ."""
        rows = [row for contract in self.contracts for row in contract.rows]
        shared = [row for row in rows if sum(chips is not None for chips in row.chips) > 1]
        count, lines = sum(any(row.differs) for row in shared), len(shared)
        if not count:
            return say(
                "Of the {lines} lines in which more than one variant has a figure none differs.",
                lines=lines,
            )
        return say_number(
            "Of the {lines} lines in which more than one variant has a figure one differs.",
            "Of the {lines} lines in which more than one variant has a figure {number} differ.",
            count,
            lines=lines,
        )

    def rules(self) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
        """What else decides who pays: each topic with the words of each group of variants."""
        for title, words in (
            (say("Suits in bids"), _suit_words),
            (say("Partners"), lambda variant: _words(variant, variant.partners)),
            (say("Shares"), _share_words),
            (say("Pool"), lambda variant: _words(variant, variant.pool)),
            (say("All pass"), lambda variant: _words(variant, variant.passed_out)),
        ):
            found: dict[str, list[str]] = {}
            for name, variant in zip(self.names, self.variants, strict=True):
                found.setdefault(words(variant), []).append(name)
            if set(found) != {_NONE}:
                yield title, tuple((", ".join(names), said) for said, names in found.items())


_NONE: Final = say_as("rule", "None.")


def _words(variant: Variant, rule: object) -> str:
    return sentence_of(words_of(variant, rule)) if rule else _NONE


def _suit_words(variant: Variant) -> str:
    agreed = suit_rule(variant)
    return say("As each bid has it.") if agreed is None else sentence_of(agreed)


def _share_words(variant: Variant) -> str:
    return _NONE if variant.partners is None else _words(variant, variant.payments.shares)


def variant_name(variant: Variant) -> str:
    """The slug, with the options that are not as usual and the house rules, after colons.

    >>> import boston_rules as br
    >>> from boston_rules.telling.wording.comparison import variant_name
    >>> variant_name(br.get_variant("fontainebleau-cats", special_losses="as-won"))
    'fontainebleau-cats:special_losses=as-won'
    """
    house = ",".join(house_rules(variant))
    return ":".join(filter(None, (variant.slug, chosen_options(variant, ":"), house)))


def compare(variants: Iterable[Variant]) -> Comparison:
    """The ladders and prices of variants side by side.

    Args:
        variants: two or more, all different; house rules and variants of third parties too.

    Raises:
        VariantError: fewer than two, or the same rules twice.

    >>> import boston_rules as br
    >>> from boston_rules.telling.wording.comparison import compare
    >>> found = compare(map(br.get_variant, ("american", "american-decimal")))
    >>> [contract.name for contract in found.contracts][:4]
    ['Boston', 'Six', 'Seven', 'Little Misère']
    >>> just_made = found.contracts[0].rows[0]
    >>> just_made.label(), just_made.chips, just_made.differs
    ('made exactly', (12, 10), (False, True))
    """
    chosen = tuple(variants)
    names = tuple(map(variant_name, chosen))
    if len(chosen) < _FEWEST:
        if chosen:
            raise VariantError(
                say(
                    "prices are compared between two variants or more; only {variant} was given",
                    variant=names[0],
                )
            )
        raise VariantError(say("prices are compared between two variants or more; none was given"))
    given: dict[str, str] = {}
    for name, variant in zip(names, chosen, strict=True):
        same = given.get(variant.fingerprint())
        if same == name:
            raise VariantError(say("{variant} is given twice", variant=name))
        if same is not None:
            raise VariantError(say("{one} and {other} have the same rules", one=same, other=name))
        given[variant.fingerprint()] = name
    return Comparison(
        variants=chosen,
        names=names,
        contracts=(*_contracts(chosen), *_slams(chosen)),
    )


# Which bids belong together.

_Task: TypeAlias = tuple[Hashable, ...]
"""What a bid asks, and how many bids below it in the same ladder ask the same."""


def _tasks(variant: Variant) -> dict[_Task, tuple[int, Step]]:
    """Place and step by task."""
    found: dict[_Task, tuple[int, Step]] = {}
    for place, step in enumerate(variant.ladder, 1):
        asked = (
            step.goal.words(), step.has_trumps, step.discard, step.exposed, step.play.words()
        )  # fmt: skip
        count = sum(task[:-1] == asked for task in found)
        found[(*asked, count)] = (place, step)
    return found


def _merged(ladders: Iterable[Iterable[_Task]]) -> list[_Task]:
    """All tasks, each behind the one that it follows in the first ladder that has it."""
    merged: list[_Task] = []
    for ladder in ladders:
        at = 0
        for task in ladder:
            if task in merged:
                at = merged.index(task) + 1
            else:
                merged.insert(at, task)
                at += 1
    return merged


def _contracts(variants: Sequence[Variant]) -> Iterator[ComparedContract]:
    ladders = [_tasks(variant) for variant in variants]
    prices = [priced_columns(variant) for variant in variants]
    for task in _merged(ladders):
        found = [ladder.get(task) for ladder in ladders]
        bids = tuple(
            None
            if here is None
            else ComparedBid(place=here[0], moved=_is_moved(task, ladder, ladders[0]), step=here[1])
            for here, ladder in zip(found, ladders, strict=True)
        )
        names = (step.title for _, step in filter(None, found))
        columns = [
            None if here is None else told.get(here[1].key)
            for told, here in zip(prices, found, strict=True)
        ]
        yield ComparedContract(name=next(names), bids=bids, rows=compared_rows(columns))


def _is_moved(task: _Task, ladder: Iterable[_Task], first: Mapping[_Task, object]) -> bool:
    """Whether it stands at another place among the tasks of both ladders."""
    if task not in first:
        return False
    common = [each for each in ladder if each in first]
    return common.index(task) != [each for each in first if each in common].index(task)


# What is not bid.


def _slams(variants: Sequence[Variant]) -> Iterator[ComparedContract]:
    """Slams declared in the play, by what they are called."""
    found = [named_slams(list(slam_prices(variant))) for variant in variants]
    for name in dict.fromkeys(chain.from_iterable(found)):
        columns = [PricedColumn.slam(slams[name]) if name in slams else None for slams in found]
        yield ComparedContract(name=name, bids=(), rows=compared_rows(columns))
