"""Write the stored records of each schema; a schema that has been released is never written again.

python -m tests.records.make_fixture
"""

from __future__ import annotations

from pathlib import Path

import attrs

import boston_rules as br
from boston_rules.questions.polls import ChicaneRule
from boston_rules.records import Record, dump, record
from boston_rules.rules.stakes import DoubledAfterThrownIn
from boston_rules.testing import random_walk

DATA = Path(__file__).resolve().parents[1] / "data" / "records"
VERSIONS = (1, 2)


def fixture(version: int) -> Record:
    """A record with everything in it that the schema knows."""
    if version == 1:
        walk = random_walk(
            br.variants.Fontainebleau(deals=3, chicane=ChicaneRule(3)), seed=7, deals=3
        )
    else:  # the first deal is thrown in
        walk = random_walk(br.variants.Classic(stakes=DoubledAfterThrownIn()), seed=13, deals=3)
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
    for version in VERSIONS:
        for form in ("txt", "json"):
            path = DATA / f"record-{version}.{form}"
            if not path.exists():
                dump(fixture(version), path)
