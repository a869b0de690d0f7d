"""Write the stored record; once its schema has been released it is never written again.

python -m tests.records.make_fixture
"""

from __future__ import annotations

from pathlib import Path

import attrs

import boston_rules as br
from boston_rules.deal.questions.polls import ChicaneRule
from boston_rules.records import Record, dump, record
from boston_rules.rules.carryover import AfterThrownIn, Conditions
from boston_rules.rules.passed_out import ThrownIn
from boston_rules.testing import random_walk

DATA = Path(__file__).resolve().parents[1] / "data" / "records"
FILES = tuple(DATA / f"record-1.{form}" for form in ("txt", "json"))


def fixture() -> Record:
    """A record with an option, house rules, names, comments and raised stakes."""
    house = br.variants.Fontainebleau(
        deals=3,
        chicane=ChicaneRule(3),
        passed_out=ThrownIn(),
        carryover=AfterThrownIn(Conditions("doubled", stakes=2)),
    )
    walk = random_walk(house, seed=15, deals=3)  # the first deal is thrown in
    made = record(
        [walk.states[1][-1], walk.states[2][40]],
        players=["Anne", "Émile", "", "D."],
        tags=[("Event", 'The "Boston" club'), ("Date", "1810.??.??")],
        comments=["from the second deal on", "two\nlines }"],
    )
    first = attrs.evolve(made.deals[0], comments=[(0, "cut low"), (30, "well\nplayed")])
    return attrs.evolve(made, deals=[first, *made.deals[1:]])


if __name__ == "__main__":
    DATA.mkdir(parents=True, exist_ok=True)
    for path in FILES:
        if not path.exists():
            dump(fixture(), path)
