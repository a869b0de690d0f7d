"""Score deals that were played with real cards: no game state, only the bill."""

import boston_rules as br


def main() -> None:
    variant = br.get_variant("french")
    pool = 40

    # Clubs are belle, hearts were turned. Seat 1 bid Simple in Petite, seat 3 accepted; they took
    # nine tricks, one more than the eight they owed, and held three honours between them.
    contract = br.Contract(
        "simple-petite",
        declarer=1,
        partner=3,
        trump=br.HEARTS,
        turned=br.HEARTS,
        belle=br.CLUBS,
    )
    outcome = br.Outcome(tricks=(2, 5, 2, 4), honours=(1, 2, 0, 1), boston=0)
    bill = br.settle(variant, contract, outcome, pool=pool)
    print(bill, end="\n\n")

    # The same contract with the partner one trick short of his quota of three: he pays alone.
    short = br.Outcome(tricks=(3, 5, 3, 2), honours=(1, 2, 0, 1), boston=0)
    print(br.settle(variant, contract, short, pool=pool), end="\n\n")

    # A bill that cannot be is refused with everything that is wrong with it.
    try:
        br.settle(variant, br.Contract("grande-misere", 0, trump=br.SPADES), outcome)
    except br.SettlementError as error:
        for problem in error.problems:
            print("refused:", problem)


if __name__ == "__main__":
    main()
