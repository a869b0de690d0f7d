"""P39, R45: Demande, support and Indépendance in ``whisch-bostonien``."""

from __future__ import annotations

import pytest
from tests.phases.table_talk import act, finish, legal, playing, settled, speak, tricks
from tests.play.deals import MIXED, SPADES_FIVE_AND_TWO, SPADES_SIX_AND_FOUR
from tests.play.tables import bill, contract, next_opened, opened, refusal

import boston_rules as br
from boston_rules.core.errors import AlreadyAccepted, BidTooLow, NothingToAccept, PassedOut


def bostonien(words: str = "") -> br.State:
    """Seat 0 is eldest; 8♠, the last card of seat 3, makes spades trumps."""
    state = opened("whisch-bostonien", MIXED, turned="8S")
    return speak(state, words) if words else state


class TestCalls:
    def test_two_bids_and_no_support_yet(self) -> None:
        assert legal(bostonien()) == ["pass", "bid demande", "bid independance"]
        assert refusal(bostonien(), "accept") is NothingToAccept

    def test_while_a_demande_stands(self) -> None:
        state = bostonien("0 bid demande")
        assert legal(state) == ["pass", "accept", "bid independance"]
        assert refusal(state, "bid demande") is BidTooLow, "one Demande per deal"

    def test_P39_the_supporter_is_partner_and_eight_are_needed(self) -> None:
        state = bostonien("0 bid demande; 1 pass; 2 accept; 3 pass")
        assert state.phase == "play"
        assert contract(state).partner == 2
        assert playing(state).setup.terms.target == 8
        for seat in (0, 1, 2, 3, None):
            assert br.observe(state, seat).contract == contract(state)

    def test_without_support_five_alone(self) -> None:
        state = bostonien("0 bid demande; 1 pass; 2 pass; 3 pass")
        assert contract(state).partner is None
        assert playing(state).setup.terms.target == 5

    def test_independance_is_eight_alone(self) -> None:
        state = bostonien("0 bid independance")
        assert contract(state).partner is None
        assert playing(state).setup.terms.target == 8

    def test_the_only_trump_is_turned(self) -> None:
        assert contract(bostonien("0 bid independance")).trump is br.SPADES


class TestSupport:
    def test_P33_of_a_player_who_has_passed(self) -> None:
        state = bostonien("0 pass; 1 bid demande; 2 pass; 3 pass")
        assert state.actor == 0
        assert legal(state) == ["pass", "accept"]
        assert refusal(state, "bid independance") is PassedOut
        state = act(state, "accept")
        assert contract(state).partner == 0
        assert state.phase == "play"

    def test_P33_a_passed_player_is_not_asked_twice(self) -> None:
        """Seat 0 passes before and after the Demande; nobody else is left."""
        assert bostonien("0 pass; 1 bid demande; 2 pass; 3 pass; 0 pass").phase == "play"

    def test_only_one_supports(self) -> None:
        state = bostonien("0 bid demande; 1 accept")
        assert state.actor == 2
        assert legal(state) == ["pass", "bid independance"]
        assert refusal(state, "accept") is AlreadyAccepted

    def test_P39_the_others_are_still_asked_for_independance(self) -> None:
        state = bostonien("0 bid demande; 1 accept; 2 pass")
        assert state.actor == 3
        assert legal(state) == ["pass", "bid independance"]
        assert act(state, "pass").phase == "play"

    def test_P39_passed_players_are_skipped_after_a_support(self) -> None:
        """Seats 0 and 1 have passed and can say nothing more."""
        state = bostonien("0 pass; 1 pass; 2 bid demande; 3 accept")
        assert state.phase == "play"
        assert contract(state).side == (2, 3)

    def test_P39_the_bidder_is_not_asked(self) -> None:
        """Seat 1 has bid and is overcalled by nobody; the supporter has had his word."""
        state = bostonien("0 pass; 1 bid demande; 2 accept; 3 pass")
        assert state.phase == "play"
        assert contract(state).side == (1, 2)


class TestIndependance:
    @pytest.mark.parametrize("before", ["1 pass", "1 accept"])
    def test_P39_overcalls_a_demande_supported_or_not(self, before: str) -> None:
        state = bostonien(f"0 bid demande; {before}; 2 bid independance")
        assert state.phase == "play", "the auction is over after it"
        assert contract(state).side == (2,)
        assert playing(state).setup.terms.target == 8

    def test_the_last_word_may_be_an_overcall(self) -> None:
        state = bostonien("0 bid demande; 1 pass; 2 accept; 3 bid independance")
        assert contract(state).side == (3,)

    def test_P39_over_at_once_as_an_opening(self) -> None:
        for declarer in range(4):
            words = "; ".join(f"{seat} pass" for seat in range(declarer))
            state = bostonien(f"{words}{'; ' if words else ''}{declarer} bid independance")
            assert contract(state).declarer == declarer


class TestChips:
    def test_R45_antes(self) -> None:
        assert bostonien().table.purses == (-8, -8, -8, -12)
        assert bostonien().table.pool == 36

    def test_R45_all_pass(self) -> None:
        done = settled(bostonien("0 pass; 1 pass; 2 pass; 3 pass"))
        assert bill(done).transfers == ()
        after = next_opened(done, MIXED, turned="4D")
        assert (after.table.dealer, after.table.pool) == (0, 72)
        assert contract(act(after, "bid independance")).trump is br.DIAMONDS

    def test_P39_every_trick_alone(self) -> None:
        """Seat 3 has all the trumps: 8 + five over 20 + 100 from each, and the pool."""
        state = opened("whisch-bostonien", SPADES, turned="8S")
        done = settled(finish(speak(state, "0 pass; 1 pass; 2 pass; 3 bid independance")))
        assert done.outcome.tricks == (0, 0, 0, 13)
        assert bill(done).deltas == (-128, -128, -128, 3 * 128 + 36)

    def test_P39_every_trick_with_a_supporter(self) -> None:
        """4 + five over eight 5 + 50 = 59: R14 with bidder 3, supporter 1: 0 pays 3, 2 pays 1."""
        state = opened("whisch-bostonien", SPADES, turned="8S")
        state = speak(state, "0 pass; 1 pass; 2 pass; 3 bid demande; 0 pass; 1 accept")
        done = settled(finish(state))
        assert bill(done).deltas == (-59, 59 + 18, -59, 59 + 18)

    def test_P39_every_trick_of_a_demande_alone(self) -> None:
        """4 + eight over 8 + 100."""
        state = opened("whisch-bostonien", SPADES, turned="8S")
        state = speak(state, "0 pass; 1 pass; 2 pass; 3 bid demande; 0 pass; 1 pass; 2 pass")
        assert bill(finish(state)).deltas == (-112, -112, -112, 3 * 112 + 36)

    def test_P35_quotas(self) -> None:
        """The bidder has his five, the supporter two of three: he alone pays."""
        state = bostonien("0 bid demande; 1 pass; 2 accept; 3 pass")
        lost = settled(tricks(state, *SPADES_FIVE_AND_TWO))
        assert bill(lost).deltas == (0, 4, -44, 4)
        made = settled(tricks(state, *SPADES_SIX_AND_FOUR))
        assert bill(made).deltas == (24, -6, 24, -6)

    def test_R42_a_lost_bid_alone(self) -> None:
        """Indépendance with six tricks: 8 to each, no undertricks, and 36 to the pool of 36."""
        state = bostonien("0 bid independance")
        done = settled(tricks(state, *SPADES_SIX_AND_FOUR))
        assert bill(done).deltas == (-60, 8, 8, 8)
        assert bill(done).pool == 72


SPADES = (
    "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H",
    "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C",
    "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D",
    "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S",
)
"""The dealer, seat 3, has all the spades, and turns one."""
