"""Write one whole session of each variant to tests/laws/golden, for the golden test.

    python tests/laws/make_golden.py            the variants of the library that have no file yet
    python tests/laws/make_golden.py SLUG ...   these anew, after a change of their rules

Of fifty random sessions the one that shows most contracts and verdicts is kept.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import boston_rules as br
from boston_rules.testing import Walk, random_walk

GOLDEN = Path(__file__).resolve().parent / "golden"


def own_variants() -> tuple[str, ...]:
    """The slugs of the variants that come with the library."""
    return tuple(cls.slug for cls in br.variants.ALL)


def recorded(walk: Walk) -> dict[str, Any]:
    """A session as JSON values: per deal its actions, what was legal, and what it came to."""
    deals = []
    for states, actions in zip(walk.states, walk.taken, strict=True):
        contract, bill = states[-1].contract, states[-1].settlement
        assert bill is not None, "a walk goes to the end of its deals"
        deals.append(
            {
                "contract": None if contract is None else str(contract),
                "made": bill.made,
                "deltas": list(bill.deltas),
                "pool": bill.pool,
                "set_aside": bill.set_aside,
                "choices": sum(len(br.legal_actions(state)) for state in states),
                "actions": [str(action) for action in actions],
            }
        )
    last = walk.states[-1][-1]
    return {
        "variant": walk.variant.slug,
        "dealer": walk.dealer,
        "deals": deals,
        "purses": list(last.table.purses),
    }


def walked(record: dict[str, Any]) -> Walk:
    """The session of a record, played again from its tokens."""
    lines = [f"dealer {record['dealer']}"]
    for number, deal in enumerate(record["deals"], 1):
        lines += [f"deal {number}", *deal["actions"]]
    return Walk.parse(br.get_variant(record["variant"]), "\n".join(lines))


def richness(walk: Walk) -> int:
    """How many different contracts, partnerships and verdicts a session shows."""
    seen = set()
    for states in walk.states:
        contract, bill = states[-1].contract, states[-1].settlement
        made = None if bill is None else bill.made
        seen.add(
            (made,)
            if contract is None
            else (contract.key, contract.partner is not None, contract.trump, made)
        )
    return len(seen)


def text_of(record: dict[str, Any]) -> str:
    """The record as JSON with one line a deal."""
    deals = ",\n".join(json.dumps(deal, ensure_ascii=False) for deal in record["deals"])
    rest = {key: value for key, value in record.items() if key != "deals"}
    return json.dumps(rest, ensure_ascii=False)[:-1] + ', "deals": [\n' + deals + "\n]}\n"


def main(slugs: list[str]) -> None:
    """Write the files."""
    missing = [slug for slug in own_variants() if not (GOLDEN / f"{slug}.json").exists()]
    for slug in slugs or missing:
        variant = br.get_variant(slug)
        walks = [random_walk(variant, seed=seed, deals=10**6) for seed in range(50)]
        path = GOLDEN / f"{slug}.json"
        path.write_text(text_of(recorded(max(walks, key=richness))), encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main(sys.argv[1:])
