"""Write the stored records of the present schema; those of earlier ones are never written again.

python -m tests.records.make_fixture
"""

from __future__ import annotations

from pathlib import Path

import attrs

import boston_rules as br
from boston_rules.questions.polls import ChicaneRule
from boston_rules.records import Record, dump, record
from boston_rules.testing import random_walk

DATA = Path(__file__).resolve().parents[1] / "data" / "records"
VERSION = 1


def fixture() -> Record:
    """A record with everything in it that the schema knows."""
    variant = br.variants.Fontainebleau(deals=3, chicane=ChicaneRule(3))
    walk = random_walk(variant, seed=7, deals=3)
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
    dump(fixture(), DATA / f"record-{VERSION}.txt")
    dump(fixture(), DATA / f"record-{VERSION}.json")
