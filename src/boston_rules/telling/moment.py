"""The rules that matter now, in words, each with its source."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

import boston_rules as br
from boston_rules.core.saying import Said, say, sentence_of
from boston_rules.core.sources import source_of
from boston_rules.rules.binding import FollowSuit
from boston_rules.telling.wording.phrases import contract_line
from boston_rules.telling.wording.rulewords import WINS, label_of, worded_rules, words_of

__all__ = ["Told", "rules_of_the_moment", "without_bid"]

Told: TypeAlias = tuple[Said, br.Cite | None]
"""A sentence, and where it comes from."""


def rules_of_the_moment(view: br.State) -> Iterator[Told]:
    """What one should know in this phase of a deal, each with its source where one is cited.

    >>> import boston_rules as br
    >>> view = br.observe(br.start("classic"), 0)
    >>> [str(cite) for said, cite in rules_of_the_moment(view)]
    ['WEB, Setup and Deal, 2 and 3; ruling P1']
    """
    variant, contract = view.variant, view.contract
    if contract is not None:
        step = variant.ladder[contract.key]
        yield _rule(step.title, step.words(), step)
        yield sentence_of(contract_line(variant, contract)), None
        slots = dict.fromkeys(_asking(view))
        if step.partnered and not isinstance(contract.partner, int):
            slots["partners"] = None
        yield from _worded(variant, *slots)
        if contract.trump is not None:
            trumps = words_of(variant, variant.trumps)
            said = say("Trumps are {suit}: {rule}.", suit=contract.trump.word, rule=trumps)
            yield said, source_of(variant.trumps)
        yield from _worded(variant, "pool", "carryover")
    elif view.phase == "auction":
        bidding = words_of(variant, variant.bidding)
        said = say("Bidding: {rule}; a bid must be higher than the standing one.", rule=bidding)
        yield said, source_of(variant.bidding)
        yield from _worded(variant, "suits", "partners")
        if variant.dealt is not None:
            words = words_of(variant, variant.dealt)
            yield _rule(say("Without an auction"), words, variant.dealt)
        words = words_of(variant, variant.passed_out)
        yield _rule(say("All pass"), words, variant.passed_out)
        if variant.enforcement == "table":
            words = words_of(variant, variant.laws.misdeal)
            yield _rule(say("Misdeals"), words, variant.laws.misdeal)
    else:
        yield from _worded(variant, "dealing")
        if view.tricks or view.trick or view.phase == br.Playing.phase:
            yield _rule(*without_bid(view))
    playing = view.phase == br.Playing.phase
    if playing:
        rule = FollowSuit() if contract is None else variant.ladder[contract.key].play
        yield _rule(say("Following"), words_of(variant, rule), rule)
    if variant.enforcement == "table" and (playing or view.tricks):
        law = words_of(variant, variant.laws)
        yield say("By the law of this table, {rule}.", rule=law), source_of(variant.laws)
        law = words_of(variant, variant.table_law)
        yield say("At this table {rule}.", rule=law), source_of(variant.table_law)
    if playing:
        yield sentence_of(WINS), source_of(variant.trumps)


def _asking(view: br.State) -> Iterator[str]:
    """The rules that have brought this phase, in which they ask something; by their slots."""
    for slot, rule in worded_rules(view.variant):
        phases = getattr(rule, "phases", None)
        if callable(phases) and isinstance(view, phases()):
            yield slot


def _rule(label: str, words: str, rule: Any) -> Told:
    return say("{topic}: {rule}.", topic=label, rule=words), source_of(rule)


def _worded(variant: br.Variant, *slots: str) -> Iterator[Told]:
    """Rules in words, as far as the variant has them."""
    rules = dict(worded_rules(variant))
    for slot in slots:
        if slot in rules:
            yield _rule(label_of(slot), words_of(variant, rules[slot]), rules[slot])


def without_bid(view: br.State) -> tuple[str, str, Any]:
    """A heading, the words and the rule of what becomes of a deal that is without a contract."""
    variant = view.variant
    if view.table.is_grand and variant.session.grand is not None:
        grand = variant.session.grand
        return say("Grand"), words_of(variant, grand), grand
    return say("All passed"), words_of(variant, variant.passed_out), variant.passed_out
