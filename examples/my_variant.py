"""A variant of your own: a new contract, a price rule of your own, records, and the laws."""

import importlib.util
from typing import ClassVar

from attrs import frozen

import boston_rules as br
from boston_rules.core.sources import cited
from boston_rules.rules.checked import figure
from boston_rules.rules.ladder import AtLeast, Ladder, NoTrumps, Step
from boston_rules.rules.payments import BySuit, Case, Flat, Payments, Price
from boston_rules.variants.fontainebleau import LADDER, T1, T1_SPECIAL

VILLAGE = br.Source("VIL", "Rules on the wall of the village inn", "2026")


@br.register_rule
@frozen
class Climbing:
    """Tricks over or missing cost more and more: ``step`` for the first, twice that for the second.

    >>> sans = VillageBoston().ladder["8-sans"]
    >>> Climbing(5).lines(Case(step=sans, made=False, under=3))
    (Line(chips=30, reason='3 tricks short, climbing'),)
    """

    step: int = figure(least=1)
    source: br.Cite | None = cited()

    def lines(self, case: Case) -> tuple[br.Line, ...]:
        """One line, when there is something to pay for."""
        count = case.over + case.under
        if not count:
            return ()
        what = "over" if case.made else "short"
        tricks = "trick" if count == 1 else "tricks"
        return (
            br.Line(self.step * count * (count + 1) // 2, f"{count} {tricks} {what}, climbing"),
        )

    def words(self) -> str:
        """The rule in English."""
        return f"{self.step} for the first trick over or missing, {2 * self.step} for the second…"


EIGHT_SANS = Step(
    key="8-sans",
    name="Eight without Trumps",
    french="Huit sans atout",
    goal=AtLeast(8),
    suit=NoTrumps(),
    source=br.Cite(VILLAGE, "line 3"),
)


def ladder_with(step: Step, above: str) -> Ladder:
    """The fifteen bids of Fontainebleau and one more."""
    place = LADDER.place(above) + 1
    return Ladder((*LADDER.steps[:place], step, *LADDER.steps[place:]))


PRICES: tuple[Price, ...] = (
    BySuit(T1),
    Flat((*T1_SPECIAL, (EIGHT_SANS.key, 90))),
    Climbing(5),
)
"""The table of Fontainebleau, a price for the new bid, and climbing tricks instead of fives."""


@br.register
@frozen(kw_only=True, cache_hash=True)
class VillageBoston(br.variants.Fontainebleau):
    """Boston de Fontainebleau with one bid more."""

    slug: ClassVar[str] = "village"
    title: ClassVar[str] = "Village Boston"
    about: ClassVar[str] = "Boston de Fontainebleau with Eight without Trumps and climbing prices"
    sources: ClassVar[tuple[br.Source, ...]] = (
        VILLAGE,
        *br.variants.Fontainebleau.sources,
    )

    ladder: Ladder = ladder_with(EIGHT_SANS, above="8")
    payments: Payments = Payments(won=PRICES, lost=PRICES)


HANDS = (
    "2S 8H 7H 6H 5H JC TC 9C 8C 7C 8D 7D 6D",
    "6S 5S 4S 3S QH JH TH 9H AC KC QC 5D 4D",
    "AS KS QS JS TS 9S 8S 7S AH KH 3D 2D 2C",
    "4H 3H 2H 6C 5C 4C 3C AD KD QD JD TD 9D",
)


def main() -> None:
    variant = br.get_variant("village")
    print(variant.title, "after", VILLAGE)
    print(variant.ladder["8-sans"].words())

    # The new bid stands between eight in diamonds and the Grand Misère, under each of its names.
    state = br.start(variant, dealer=3, hands=HANDS)
    for token in ("pass", "bid 8 D", "bid Huit sans atout", "pass", "pass"):
        state = br.apply(state, br.parse_action(token, variant))
    while state.actor is not None:
        state = br.apply(state, br.legal_actions(state)[-1])
    print(state.settlement, end="\n\n")

    # Prices of your own, in a variant of the library: a record tells the rule by its name.
    bills = Payments(won=(BySuit(T1), Flat(T1_SPECIAL), Climbing(2)), lost=PRICES[:2])
    house = br.variants.Fontainebleau(payments=bills)
    made = br.loads(br.dumps(br.record(br.start(house))))
    print("Read again:", br.variant_of(made) == house, end="\n\n")

    if importlib.util.find_spec("hypothesis") is None:
        print("the laws need boston_rules[testing]")
        return
    from boston_rules.testing import check_variant

    print(check_variant(br.get_variant("village"), examples=2))


if __name__ == "__main__":
    main()
