"""The conformance suite: Hypothesis strategies and the laws that every variant keeps.

For whoever writes a variant, in the library or elsewhere. One call checks everything:

>>> import boston_rules as br
>>> from boston_rules.testing import check_variant
>>> report = check_variant(br.get_variant(br.list_variants()[-1]), examples=1)
>>> report.walks
1

It needs hypothesis, which is no dependency of the library itself: install
``boston_rules[testing]``. The laws, with one public function each:

1. *Sound and total* (:func:`check_soundness`): an action succeeds exactly when it is listed as
   legal, everything else is an :class:`~boston_rules.IllegalAction` equal to what
   :func:`~boston_rules.why_illegal` gives, and the state is unchanged.
2. *Complete* (:func:`check_completeness`): every step of the ladder is reached, as a bid or in the
   way that its rule gives, every contract can be made and lost, every rule object acts.
3. *Conservation* (:func:`check_conservation`): all cards, and all chips.
4. *Termination* (:func:`check_termination`): every deal ends within :func:`bounds`.
5. *Round trips* (:func:`check_round_trips`): tokens, pickles, copies, replay of the events.
6. *Non-interference* (:func:`check_non_interference`): what a seat cannot see changes nothing that
   it is shown.
7. *Sampling* (:func:`check_sampling`): a sampled state looks to its seat like the state itself,
   and every state that does can be drawn.
9. *Company* (:func:`check_company`): every bot plays the variant, every record of it reads back,
   every environment encodes it, every rule and contract has words and can be drawn.
10. *The bill is one* (:func:`check_bill`): a deal is settled without a game as it was in the game.
11. *Views move* (:func:`check_views`): each event moves a view to what is seen of the state after
    it, and what cannot have happened is refused.
13. *Immutability* (:func:`check_immutability`): nothing in a state, view or variant can be changed.
14. *Tables* (:func:`check_tables`): those of auction, sides, prices and bills are enumerated; they
    are total, single-valued and zero-sum.

Numbers 8 (golden data) and 12 (words come back) are kept for laws that need more than a variant.
A broken law raises :class:`LawBroken`, an ``AssertionError`` that carries the walk to the state in
question as tokens; :meth:`Walk.parse` takes you there again.
"""

from boston_rules.core.extras import needs as _needs

with _needs("boston_rules.testing", "testing", "hypothesis"):
    import hypothesis as _hypothesis

from boston_rules.testing.bill import check_bill
from boston_rules.testing.broken import Law, LawBroken
from boston_rules.testing.company import check_company, skipped
from boston_rules.testing.completeness import (
    check_completeness,
    idle_rules,
    missing_openings,
    missing_verdicts,
    unused_rules,
)
from boston_rules.testing.conservation import check_conservation
from boston_rules.testing.immutability import check_immutability, mutable_parts
from boston_rules.testing.interference import check_non_interference
from boston_rules.testing.playouts import play_to_verdict, steer
from boston_rules.testing.random_walks import STYLES, Style, random_walk
from boston_rules.testing.round_trips import check_round_trips
from boston_rules.testing.sampling import check_sampling
from boston_rules.testing.sessions import SessionCount, play_sessions
from boston_rules.testing.soundness import check_soundness
from boston_rules.testing.strategies import (
    actions,
    cards,
    deals,
    seeds,
    suits,
    tokens,
    walks,
)
from boston_rules.testing.suite import Report, check_variant
from boston_rules.testing.tables import Enumerated, check_tables
from boston_rules.testing.termination import bounds, check_termination
from boston_rules.testing.universe import malformed, universe, well_formed
from boston_rules.testing.views import check_views
from boston_rules.testing.walks import Position, Walk

__all__ = [
    "STYLES",
    "Enumerated",
    "Law",
    "LawBroken",
    "Position",
    "Report",
    "SessionCount",
    "Style",
    "Walk",
    "actions",
    "bounds",
    "cards",
    "check_bill",
    "check_company",
    "check_completeness",
    "check_conservation",
    "check_immutability",
    "check_non_interference",
    "check_round_trips",
    "check_sampling",
    "check_soundness",
    "check_tables",
    "check_termination",
    "check_variant",
    "check_views",
    "deals",
    "idle_rules",
    "malformed",
    "missing_openings",
    "missing_verdicts",
    "mutable_parts",
    "play_sessions",
    "play_to_verdict",
    "random_walk",
    "seeds",
    "skipped",
    "steer",
    "suits",
    "tokens",
    "universe",
    "unused_rules",
    "walks",
    "well_formed",
]

del _hypothesis, _needs
