"""Who may bid again: P24, P31, R5, R6, R29 and P3."""

from __future__ import annotations

from typing import Final

import pytest
from tests.phases.table_talk import act, legal, speak
from tests.play.tables import SLUGS, contract, opened, refusal

from boston_rules.core.errors import BidTooLow, PassedOut

RETURN_WITH_MISERE: Final = ("american", "american-decimal", "american-capped")
FREE: Final = ("classic",)
OUT: Final = tuple(slug for slug in SLUGS if slug not in (*RETURN_WITH_MISERE, *FREE))
LOW_TO_HIGH: Final = {
    "american-capped": ("bid 5", "bid 6", "bid 7"),
    "american-partnership": ("bid 5", "bid 6", "bid 7"),
    "american": ("bid 5", "bid 6", "bid 7"),
    "american-decimal": ("bid 5", "bid 6", "bid 7"),
    "whisch-bostonien": ("bid demande", "bid independance", ""),
    "french": ("bid petite-independance H", "bid petite-misere", "bid grande-independance H"),
}
USUAL: Final = ("bid 5 C", "bid 6 C", "bid 7 C")


@pytest.mark.parametrize("slug", OUT)
def test_R29_who_has_passed_is_out(slug: str) -> None:
    """Seat 0 passes and is not asked again when seat 1 is overcalled."""
    low, high, higher = LOW_TO_HIGH.get(slug, USUAL)
    if slug == "american-partnership":  # only an opponent overcalls
        state = speak(opened(slug), f"0 pass; 1 {low}; 2 {high}; 3 pass")
        assert state.actor == 1
        assert act(state, "pass").phase == "play"
        return
    state = speak(opened(slug), f"0 pass; 1 {low}; 2 pass; 3 {high}")
    if not higher:
        # P3: after the highest bid there is nothing more to say.
        assert state.phase == "play"
        return
    assert state.actor == 1
    state = act(state, higher)
    assert state.actor == 3
    assert act(state, "pass").phase != "auction"


@pytest.mark.parametrize("slug", RETURN_WITH_MISERE)
class TestReturnWithMisere:
    """P24."""

    def test_only_little_and_grand_misere(self, slug: str) -> None:
        state = speak(opened(slug), "0 pass; 1 bid 5; 2 pass; 3 pass")
        assert state.actor == 0
        assert legal(state) == ["pass", "bid little-misere", "bid grand-misere"]
        for token in ("bid 6", "bid 13" if slug != "american-capped" else "bid 12"):
            assert refusal(state, token) is PassedOut

    def test_never_the_spreads(self, slug: str) -> None:
        state = speak(opened(slug), "0 pass; 1 bid 5; 2 pass; 3 pass")
        assert refusal(state, "bid little-spread") is PassedOut
        if slug != "american-capped":
            assert refusal(state, "bid grand-spread") is PassedOut

    def test_only_while_they_overcall(self, slug: str) -> None:
        state = speak(opened(slug), "0 pass; 1 bid 8; 2 pass; 3 pass")
        assert legal(state) == ["pass", "bid grand-misere"]
        assert refusal(state, "bid little-misere") is BidTooLow

    def test_R6_nobody_is_asked_once_they_do_not(self, slug: str) -> None:
        """Ten is above both: the auction ends with the pass of the last who has not passed."""
        state = speak(opened(slug), "0 pass; 1 bid 10; 2 pass; 3 pass")
        assert state.phase != "auction"

    def test_as_often_as_they_overcall(self, slug: str) -> None:
        state = speak(
            opened(slug),
            "0 pass; 1 pass; 2 bid 5; 3 pass; 0 bid little-misere; 1 pass; 2 bid 8; "
            "3 pass; 0 bid grand-misere; 2 pass",
        )
        # Seats 1 and 3 have passed and cannot overcall a Grand Misère, so they are not asked.
        assert contract(state).key == "grand-misere"
        assert contract(state).declarer == 0

    def test_a_return_lets_the_others_return(self, slug: str) -> None:
        state = speak(
            opened(slug),
            "0 pass; 1 pass; 2 pass; 3 bid 7; 0 pass; 1 bid little-misere; 2 bid grand-misere; "
            "3 pass",
        )
        assert contract(state).declarer == 2

    def test_who_bid_and_was_overcalled_has_not_passed(self, slug: str) -> None:
        """R5: seat 0 may bid anything higher."""
        state = speak(opened(slug), "0 bid 5; 1 bid 6; 2 pass; 3 pass")
        assert state.actor == 0
        assert refusal(state, "bid 7") is None
        assert refusal(state, "bid little-spread") is None

    def test_four_opening_passes_end_it(self, slug: str) -> None:
        state = act(opened(slug), "pass; pass; pass; pass")
        assert state.phase == ("settled" if slug == "american-capped" else "play")


class TestFreeReturn:
    """P31: ``classic``."""

    def test_any_higher_bid_after_a_pass(self) -> None:
        state = speak(opened("classic"), "0 pass; 1 bid 5 S; 2 pass; 3 pass")
        assert state.actor == 0
        every = legal(opened("classic"))
        assert legal(state) == ["pass", *every[every.index("bid 5 S") + 1 :]]

    def test_however_often_he_has_passed(self) -> None:
        state = speak(
            opened("classic"),
            "0 pass; 1 bid 5 S; 2 pass; 3 pass; 0 pass",
        )
        assert contract(state).declarer == 1, "three passes end it"
        state = speak(
            opened("classic"),
            "0 pass; 1 pass; 2 bid 5 S; 3 bid 5 C; 0 pass; 1 pass; 2 bid 5 H; 3 bid 5 D; 0 pass; "
            "1 pass; 2 bid 6 S; 3 pass; 0 bid 13 C; 1 bid 13 D",
        )
        assert contract(state).declarer == 1
        assert contract(state).key == "13"

    def test_P3_three_passes_after_a_bid_end_the_auction(self) -> None:
        state = speak(opened("classic"), "0 bid 5 S; 1 pass; 2 pass")
        assert state.phase == "auction"
        assert act(state, "pass").phase == "play"

    def test_P3_a_new_bid_lets_everybody_speak_again(self) -> None:
        state = speak(opened("classic"), "0 bid 5 S; 1 pass; 2 pass; 3 bid 6 S; 0 pass; 1 pass")
        assert state.actor == 2
        assert refusal(state, "bid 7 S") is None
        assert act(state, "pass").phase == "play"

    def test_four_passes_at_the_start_throw_in(self) -> None:
        state = act(opened("classic"), "pass; pass; pass")
        assert state.phase == "auction"
        assert act(state, "pass").phase == "settled"

    def test_R5_nobody_raises_himself(self) -> None:
        state = speak(opened("classic"), "0 bid 5 S; 1 pass; 2 pass; 3 pass")
        assert state.phase == "play"
        assert contract(state).key == "5"

    def test_P3_after_the_highest_bid_nobody_is_asked(self) -> None:
        assert speak(opened("classic"), "0 pass; 1 bid 13 D").phase == "play"


@pytest.mark.parametrize("slug", SLUGS)
def test_P3_before_a_bid_everybody_is_asked_once(slug: str) -> None:
    for dealer in range(4):
        # Where the dealer's last card is turned it is one of his.
        turned = ("AS", "KS", "QS", "JS")[dealer]
        state = opened(slug, dealer=dealer, turned=turned)
        asked = []
        while state.phase == "auction":
            assert state.actor is not None
            asked.append(state.actor)
            state = act(state, "pass")
        assert asked == [(dealer + step) % 4 for step in (1, 2, 3, 4)]
