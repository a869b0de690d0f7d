"""All laws for one variant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from boston_rules.rules.composition import validate_rules
from boston_rules.rules.variant import Variant
from boston_rules.testing.bill import check_bill
from boston_rules.testing.broken import Law, LawBroken, breaking
from boston_rules.testing.by_variant import by_variant
from boston_rules.testing.company import check_company, skipped
from boston_rules.testing.completeness import check_completeness
from boston_rules.testing.conservation import check_conservation
from boston_rules.testing.immutability import check_immutability, mutable_parts
from boston_rules.testing.interference import check_non_interference
from boston_rules.testing.random_walks import random_walk
from boston_rules.testing.round_trips import check_round_trips, check_tokens
from boston_rules.testing.sampling import check_sampling
from boston_rules.testing.soundness import check_soundness
from boston_rules.testing.tables import check_tables
from boston_rules.testing.termination import check_termination
from boston_rules.testing.views import check_views

__all__ = ["Report", "check_variant"]


_ON_WALKS: Final = (
    (Law.SOUND_AND_TOTAL, check_soundness),
    (Law.CONSERVATION, check_conservation),
    (Law.TERMINATION, check_termination),
    (Law.ROUND_TRIPS, check_round_trips),
    (Law.SAMPLING, check_sampling),
    (Law.ONE_BILL, check_bill),
    (Law.VIEWS_MOVE, check_views),
    (Law.IMMUTABILITY, check_immutability),
)
_COMPANY_EVERY: Final = 5
"""Law 9 is checked on the first of so many walks: bots take their time."""


@frozen
class Report:
    """What a conformance run went through."""

    walks: int
    """Walks through sessions."""
    deals: int
    """Deals in them."""
    states: int
    """States in them."""
    twins: int
    """Pairs of states compared for non-interference."""
    skipped: tuple[str, ...] = ()
    """What law 9 could not check, each with the reason."""

    def __str__(self) -> str:
        text = (
            f"all laws hold on {self.walks} walks of {self.deals} deals and {self.states} states, "
            f"{self.twins} twins compared"
        )
        return "; not checked: ".join([text, *self.skipped])


@by_variant
def check_variant(variant: Variant, *, examples: int = 20, seed: int = 0) -> Report:
    """Check every law for a variant, on ``examples`` random walks; the first failure is raised.

    What the constructor refuses, such as overlapping ranks or a missing price, is asked first, for
    rules that were made without it.

    The walks are of one to three deals; every other one is a whole (short) session. The same seed
    walks the same way, so that a failure comes back.

    Raises:
        LawBroken: an ``AssertionError`` with the number of the law and the walk in tokens.
        TypeError: it is neither a variant nor a slug.
        VariantError: no variant has the slug.

    >>> import boston_rules as br
    >>> from boston_rules.testing import check_variant
    >>> check_variant(br.get_variant(br.list_variants()[-1]), examples=1).walks
    1
    """
    found: Sequence[str] = mutable_parts(variant)
    if found:
        raise LawBroken(Law.IMMUTABILITY, "; ".join(found), variant)
    with breaking(Law.SOUND_AND_TOTAL, "", variant):
        found = validate_rules(variant)
    if found:
        raise LawBroken(Law.SOUND_AND_TOTAL, "; ".join(found), variant)
    with breaking(Law.ROUND_TRIPS, "", variant):
        check_tokens(variant)
    with breaking(Law.TABLES, "", variant):
        check_tables(variant)
    deals = states = twins = 0
    for number in range(examples):
        count = 1 + number % 3
        session = count if number % 2 else None
        walk = random_walk(variant, seed=seed + number, deals=count, session=session)
        for law, check in _ON_WALKS:
            with breaking(law, "", variant, walk):
                check(variant, walk)
        with breaking(Law.NON_INTERFERENCE, "", variant, walk):
            twins += check_non_interference(variant, walk)
        if number % _COMPANY_EVERY == 0:
            with breaking(Law.COMPANY, "", variant, walk):
                check_company(variant, walk)
        deals += len(walk.taken)
        states += sum(map(len, walk.states))
    with breaking(Law.COMPLETE, "", variant):
        check_completeness(variant, seed=seed)
    return Report(examples, deals, states, twins, skipped(variant))
