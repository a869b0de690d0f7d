"""Every word of a refusal and of a bill comes from a message, so that it can be translated."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from string import Formatter

import pytest

import boston_rules as br
from boston_rules.core.saying import Said
from boston_rules.telling.language import Speaker
from boston_rules.testing import random_walk
from boston_rules.testing.universe import universe

CARDS_OR_CITATION = re.compile(r"[♠♥♣♦][2-9TJQKA]+| \[[^]]*\]")
WORD = re.compile(r"[^\W\d_][\w-]*")


class Silent(Speaker):
    """Leaves out the words of messages, and says what fills their holes."""

    def _found(self, what: Said) -> str:
        holes = (name for _, name, _, _ in Formatter().parse(what.message) if name)
        return " ".join(f"{{{name}}}" for name in holes)


SILENT = Silent("fr")


@cache
def tokens_of(variant: br.Variant) -> set[str]:
    """The words of tokens and keys."""
    keys = " ".join(step.key for step in variant.ladder)
    return {variant.slug, *WORD.findall(f"{' '.join(map(str, universe(variant)))} {keys}")}


def unsaid(text: str, variant: br.Variant) -> list[str]:
    """The words of a sentence that no message has: but for tokens, keys, cards and citations."""
    left = CARDS_OR_CITATION.sub("", SILENT(text))
    return [word for word in WORD.findall(left) if word not in tokens_of(variant)]


def refusals(variant: br.Variant, seed: int) -> Iterator[str]:
    """Why whatever can be formed is refused, in the first state of each phase of a deal."""
    met = set()
    (states,) = random_walk(variant, seed=seed).states
    for state in states:
        if state.phase not in met:
            met.add(state.phase)
            for action in universe(variant):
                for seat in {None, 0, state.actor or 0} - {br.CHANCE}:
                    error = br.why_illegal(state, action, seat)
                    if error is not None:
                        yield error.reason


@pytest.mark.parametrize("enforcement", ["strict", "table"])
@pytest.mark.parametrize("slug", br.list_variants())
def test_no_word_of_a_refusal_is_outside_a_message(slug: str, enforcement: str) -> None:
    variant = br.get_variant(slug, enforcement=enforcement)
    for reason in set(refusals(variant, seed=1)):
        assert not unsaid(reason, variant), reason


@pytest.mark.parametrize("slug", br.list_variants())
def test_no_word_of_a_bill_is_outside_a_message(slug: str) -> None:
    variant = br.get_variant(slug, enforcement="table")
    rng = random.Random(slug)
    for _ in range(10):
        bill = random_walk(variant, seed=rng.randrange(10**6)).states[0][-1].settlement
        assert bill is not None
        assert not unsaid(bill.explain(), variant), bill


def test_a_bid_within_the_reason_is_called_by_its_name() -> None:
    state = br.start("classic", dealer=3)
    state = br.apply(br.apply(state, br.draw_chance(state, random.Random(1))), br.Cut(20))
    refused = br.why_illegal(br.apply(state, br.Bid("6", br.HEARTS)), br.Bid("5", br.HEARTS))
    assert refused is not None
    told = refused.told(lambda action: br.describe(action, state.variant))
    assert "not higher than the standing Six in hearts of seat 0" in told
