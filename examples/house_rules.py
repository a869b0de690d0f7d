"""House rules: the options of a telling, and rule objects put in place of its own."""

from collections.abc import Callable

from attrs import evolve

import boston_rules as br
from boston_rules.rules.payments import BySuit, Flat, OvertrickEach, Payments, UndertrickEach
from boston_rules.rules.pool import DoublesPool, EachAntes, PoolRule
from boston_rules.rules.suits import FixedRanking
from boston_rules.variants.fontainebleau import T1, T1_SPECIAL


def bill(variant: br.Variant, pool: int = 50) -> str:
    """Seven hearts with two over and three honours, 50 in the pool where there is one."""
    contract = br.Contract("7", declarer=0, trump=br.HEARTS)
    outcome = br.Outcome(tricks=(9, 2, 1, 1), honours=(3, 1, 0, 0))
    return str(br.settle(variant, contract, outcome, pool=pool))


def main() -> None:
    plain = br.get_variant("fontainebleau")
    print("As the telling has it:", bill(plain), sep="\n", end="\n\n")

    # Options by name: the same through get_variant and through the class.
    short = br.get_variant("fontainebleau", deals=4, starting_chips=0)
    assert short == br.variants.Fontainebleau(deals=4, starting_chips=0)
    print("Four deals, purses from 0:", short.session.words(), sep="\n", end="\n\n")

    # Another rule object in a slot: hearts before diamonds, as one modern page tells it.
    order = (br.HEARTS, br.DIAMONDS, br.CLUBS, br.SPADES)
    hearts_first = br.variants.Fontainebleau(suits=FixedRanking(order))
    for variant in (plain, hearts_first):
        state = br.start(variant, dealer=3, hands=HANDS)
        state = br.apply(state, br.parse_action("bid 5 D"))
        error = br.why_illegal(state, br.parse_action("bid 5 H"))
        answer = "legal" if error is None else error.reason
        print(f"{variant.suits.words()}; 5 hearts over 5 diamonds: {answer}")
    print()

    # Several at once: everybody antes, lost bids double the pool, no honours, dear overtricks.
    pool = PoolRule(ante=EachAntes(10), lost=DoublesPool())
    dear = br.variants.Fontainebleau(
        pool=pool,
        payments=Payments(
            won=(BySuit(T1), Flat(T1_SPECIAL), OvertrickEach(20)),
            lost=(BySuit(T1), Flat(T1_SPECIAL), UndertrickEach(20)),
        ),
    )
    print("Twenty for each trick over, no honours:", bill(dear), sep="\n")
    print("The pool:", pool.words(), end="\n\n")

    # A rule changed in one figure.
    capped = evolve(pool, cap=40)
    print("With a cap:", capped.words(), end="\n\n")

    # A topic that the game does not have is None.
    free = evolve(dear, pool=None)
    print("Without a pool:", bill(free, pool=0), sep="\n", end="\n\n")

    # Rules have fingerprints; records carry them, so nobody reads a bill by other rules.
    for name, variant in (("plain", plain), ("hearts first", hearts_first), ("dear", dear)):
        print(f"{name}: fingerprint {variant.fingerprint()}")
    print()

    # What cannot be played is refused, with everything that is wrong.
    attempts: tuple[Callable[[], object], ...] = (
        lambda: br.get_variant("fontainebleu"),
        lambda: br.get_variant("fontainebleau", deal=4),
        lambda: br.get_variant("french", boston_jack="hearts"),
        lambda: br.variants.Fontainebleau(payments=Payments(won=(Flat(()),), lost=(BySuit(T1),))),
    )
    for attempt in attempts:
        try:
            attempt()
        except br.VariantError as error:
            first, *others = error.problems
            more = f" (and {len(others)} more)" if others else ""
            print(f"refused: {first.partition('; known')[0]}{more}")


HANDS = (
    "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S",
    "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H",
    "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C",
    "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D",
)

if __name__ == "__main__":
    main()
