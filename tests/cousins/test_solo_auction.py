"""Solo Whist: the auction, sentence by sentence."""

from __future__ import annotations

import pytest
from tests.cousins.games import SOLO, refused, solo
from tests.phases.table_talk import legal, speak

import boston_rules as br
from boston_rules.core import errors

LADDER = [
    "prop",
    "solo",
    "misere",
    "abundance",
    "royal-abundance",
    "misere-ouverte",
    "declared-abundance",
]
BIDS = [f"bid {key}" for key in LADDER]


def contract(state: br.State) -> tuple[object, ...]:
    """Its key, its declarer, his partner."""
    found = state.contract
    assert found is not None
    return found.key, found.declarer, found.partner


def test_the_ladder_from_low_to_high() -> None:
    assert [step.key for step in SOLO.ladder] == LADDER
    assert legal(solo()) == ["pass", *BIDS]


def test_the_goals_and_trumps_of_the_ladder() -> None:
    found = [(step.goal.tricks, step.has_trumps, step.partnered) for step in SOLO.ladder]
    assert found == [
        (8, True, True),
        (5, True, False),
        (0, False, False),
        (9, True, False),
        (9, True, False),
        (0, False, False),
        (13, False, False),
    ]
    assert [step.is_misere for step in SOLO.ladder].count(True) == 2


def test_every_name_is_the_same_in_every_language() -> None:
    assert [step.name for step in SOLO.ladder] == [
        "Prop and Cop",
        "Solo",
        "Misère",
        "Abundance",
        "Royal Abundance",
        "Misère Ouverte",
        "Declared Abundance",
    ]
    assert all(step.french == step.name for step in SOLO.ladder)


def test_eldest_bids_first() -> None:
    for dealer in range(4):
        turned = ("2S", "2H", "2C", "2D")[dealer]
        assert solo(dealer=dealer, turned=turned).actor == (dealer + 1) % 4


@pytest.mark.parametrize("place", range(len(LADDER)))
def test_each_step_outranks_the_ones_before_it_and_not_itself(place: int) -> None:
    state = speak(solo(), f"0 {BIDS[place]}")
    if place == len(LADDER) - 1:
        assert state.phase == "play", "nobody can bid higher"
        return
    assert [token for token in legal(state) if token.startswith("bid")] == BIDS[place + 1 :]
    for token in BIDS[: place + 1]:
        error = refused(state, token)
        assert type(error) is errors.BidTooLow
        assert error.reason == f"not higher than the standing bid {LADDER[place]} of seat 0"


@pytest.mark.parametrize("token", ["bid prop S", "bid solo H", "bid abundance C"])
def test_bids_carry_no_suit(token: str) -> None:
    assert type(refused(solo(), token)) is errors.BidForm


def test_who_is_asked_about_a_prop_may_accept_it() -> None:
    state = speak(solo(), "0 bid prop")
    assert legal(state) == ["pass", "accept", *BIDS[1:]]


def test_nobody_accepts_what_is_not_a_prop() -> None:
    for script in ("0 pass", "0 bid solo", "0 bid prop; 1 bid misere"):
        error = refused(speak(solo(), script), "accept")
        assert type(error) is errors.NothingToAccept
        assert error.reason == "no bid that asks for a partner is standing"


def test_the_first_to_accept_is_the_partner_and_the_others_may_only_bid() -> None:
    state = speak(solo(), "0 bid prop; 1 accept")
    assert state.actor == 2
    assert legal(state) == ["pass", *BIDS[1:]]
    error = refused(state, "accept")
    assert type(error) is errors.AlreadyAccepted
    assert error.reason == "seat 1 has accepted the standing bid already"
    state = speak(state, "2 pass; 3 pass")
    assert state.phase == "play"
    assert contract(state) == ("prop", 0, 1)


def test_who_has_passed_is_skipped_after_an_acceptance() -> None:
    state = speak(solo(), "0 pass; 1 bid prop; 2 accept; 3 pass")
    assert state.phase == "play", "eldest passed and can do nothing more"
    assert contract(state) == ("prop", 1, 2)


def test_eldest_having_passed_may_accept_and_nothing_else() -> None:
    state = speak(solo(), "0 pass; 1 bid prop; 2 pass; 3 pass")
    assert state.actor == 0
    assert legal(state) == ["pass", "accept"]
    error = refused(state, "bid solo")
    assert type(error) is errors.PassedOut
    assert error.reason == "a player who has passed is out of the bidding"
    assert contract(speak(state, "0 accept")) == ("prop", 1, 0)
    assert speak(state, "0 accept").phase == "play", "nobody is left to speak"


@pytest.mark.parametrize(
    "script",
    ["0 pass; 1 pass; 2 bid prop; 3 pass", "0 pass; 1 pass; 2 pass; 3 bid prop"],
)
def test_eldest_may_accept_the_prop_of_anybody(script: str) -> None:
    state = speak(solo(), script)
    assert state.actor == 0
    assert legal(state) == ["pass", "accept"]


def test_nobody_else_who_has_passed_may_accept() -> None:
    state = speak(solo(), "0 pass; 1 pass; 2 pass; 3 bid prop; 0 pass")
    assert state.phase == "raising the bid", "seats 1 and 2 are not asked"
    assert state.actor == 3


def test_eldest_at_another_table() -> None:
    state = speak(solo(dealer=0, turned="2S"), "1 pass; 2 pass; 3 bid prop; 0 pass; 1 accept")
    assert contract(state) == ("prop", 3, 1)


def test_eldest_who_passed_is_not_asked_once_the_prop_is_overcalled() -> None:
    state = speak(solo(), "0 pass; 1 bid prop; 2 bid solo; 3 pass")
    assert state.actor == 1
    assert legal(state) == ["pass", *BIDS[2:]]
    assert contract(speak(state, "1 pass")) == ("solo", 2, None)


def test_an_overcall_cancels_bid_and_acceptance() -> None:
    state = speak(solo(), "0 bid prop; 1 accept; 2 bid solo")
    assert legal(state) == ["pass", *BIDS[2:]]
    state = speak(state, "3 pass; 0 pass; 1 pass")
    assert contract(state) == ("solo", 2, None)


def test_both_partners_may_bid_on_after_an_overcall() -> None:
    state = speak(solo(), "0 bid prop; 1 accept; 2 bid solo; 3 pass")
    assert state.actor == 0
    assert legal(state) == ["pass", *BIDS[2:]]
    state = speak(state, "0 bid misere")
    assert state.actor == 1
    assert legal(state) == ["pass", *BIDS[3:]]
    state = speak(state, "1 bid abundance; 2 pass")
    assert state.actor == 0, "seat 3 has passed"
    assert contract(speak(state, "0 pass; 1 trump C")) == ("abundance", 1, None)


def test_a_seat_that_passed_may_not_come_back() -> None:
    state = speak(solo(), "0 bid prop; 1 pass; 2 bid solo; 3 pass; 0 bid misere")
    assert state.actor == 2, "seats 1 and 3 are out"


@pytest.mark.parametrize(
    "script",
    [
        "0 bid prop; 1 pass; 2 pass; 3 pass",
        "0 pass; 1 bid prop; 2 pass; 3 pass; 0 pass",
        "0 pass; 1 pass; 2 bid prop; 3 pass; 0 pass",
        "0 pass; 1 pass; 2 pass; 3 bid prop; 0 pass",
    ],
)
def test_the_bidder_of_an_unaccepted_prop_is_asked(script: str) -> None:
    bidder = script.split(" bid")[0][-1]
    state = speak(solo(), script)
    assert state.actor == int(bidder)
    assert state.phase == "raising the bid"
    assert legal(state) == ["pass", *BIDS[1:]]


@pytest.mark.parametrize("place", range(1, len(LADDER)))
def test_he_may_raise_it_to_any_higher_step_and_nobody_is_asked_again(place: int) -> None:
    state = speak(solo(), f"0 bid prop; 1 pass; 2 pass; 3 pass; 0 {BIDS[place]}")
    assert contract(state) == (LADDER[place], 0, None)
    if LADDER[place] == "abundance":
        assert (state.phase, state.actor) == ("naming trumps", 0)
        assert legal(state) == ["trump C", "trump D", "trump H", "trump S"]
    else:
        assert state.phase == "play"


@pytest.mark.parametrize(
    ("token", "kind", "reason"),
    [
        (
            "bid prop",
            errors.BidUnavailable,
            "nobody has accepted Prop and Cop: he may raise it to any higher bid",
        ),
        ("bid solo H", errors.BidForm, "Solo is bid otherwise: the turned suit is trumps"),
        (
            "bid vraag",
            errors.UnknownBid,
            "no contract is called 'vraag'; the ladder has Prop and Cop, Solo, Misère, Abundance, "
            "Royal Abundance, Misère Ouverte, Declared Abundance",
        ),
        ("accept", errors.WrongPhase, "that cannot be done in the phase 'raising the bid'"),
        ("decline", errors.WrongPhase, "that cannot be done in the phase 'raising the bid'"),
        ("solo", errors.WrongPhase, "that cannot be done in the phase 'raising the bid'"),
        ("play AS", errors.WrongPhase, "that cannot be done in the phase 'raising the bid'"),
        ("trump S", errors.WrongPhase, "that cannot be done in the phase 'raising the bid'"),
    ],
)
def test_nothing_else_raises_it(token: str, kind: type[br.IllegalAction], reason: str) -> None:
    error = refused(speak(solo(), "0 bid prop; 1 pass; 2 pass; 3 pass"), token)
    assert type(error) is kind
    assert error.reason == reason


def test_nobody_else_raises_it() -> None:
    state = speak(solo(), "0 bid prop; 1 pass; 2 pass; 3 pass")
    action = br.parse_action("bid solo")
    with pytest.raises(errors.NotYourTurn, match="it is not the turn of seat 1: seat 0 is to act"):
        br.apply(state, action, seat=1)
    assert type(br.why_illegal(state, action, seat=1)) is errors.NotYourTurn


@pytest.mark.parametrize(
    "script",
    [
        "0 bid prop; 1 pass; 2 pass; 3 pass; 0 pass",
        "0 pass; 1 bid prop; 2 pass; 3 pass; 0 pass; 1 pass",
        "0 pass; 1 pass; 2 pass; 3 pass",
    ],
)
def test_hands_are_thrown_in_nobody_pays_and_the_deal_counts(script: str) -> None:
    state = speak(solo(), script)
    assert isinstance(state, br.Settled)
    assert state.contract is None
    assert state.settlement.transfers == ()
    assert state.settlement.deltas == (0, 0, 0, 0)
    assert state.settlement.made is None
    following = br.next_deal(state).table
    assert (following.deal_number, following.dealer) == (2, 0)
    assert following.purses == (0, 0, 0, 0)


@pytest.mark.parametrize("place", range(1, len(LADDER)))
def test_every_other_standing_bid_wins_when_all_others_have_passed(place: int) -> None:
    state = speak(solo(), f"0 pass; 1 pass; 2 {BIDS[place]}")
    if place < len(LADDER) - 1:
        state = speak(state, "3 pass")
    assert state.phase == ("naming trumps" if LADDER[place] == "abundance" else "play")
    assert contract(state) == (LADDER[place], 2, None)


def test_the_auction_ends_at_once_after_the_highest_bid() -> None:
    for script in (
        "0 bid declared-abundance",
        "0 bid prop; 1 accept; 2 bid declared-abundance",
        "0 pass; 1 bid misere; 2 pass; 3 bid declared-abundance",
    ):
        assert speak(solo(), script).phase == "play"


def test_a_misere_is_open_to_one_who_has_bid_tricks_or_accepted() -> None:
    state = speak(solo(), "0 bid prop; 1 accept; 2 bid solo; 3 pass; 0 bid misere; 1 pass")
    assert legal(state) == ["pass", *BIDS[3:]]
    assert contract(speak(state, "2 bid misere-ouverte; 0 pass")) == ("misere-ouverte", 2, None)
