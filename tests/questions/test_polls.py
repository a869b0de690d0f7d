"""Chicane (P20), contested bids (P26) and concession after the first trick (P19)."""

from __future__ import annotations

import pytest
from attrs import evolve
from tests.phases.table_talk import (
    STRIPES,
    SUITS,
    act,
    cutting,
    finish,
    legal,
    playing,
    settled,
    speak,
    tricks,
)

import boston_rules as br
from boston_rules.errors import HoldsTrump
from boston_rules.questions.conceding import Conceding, ConcessionRule


def deal(
    slug: str, hands: tuple[str, ...] = STRIPES, dealer: int = 3, **options: object
) -> br.State:
    """Seat 0 is eldest; 7♣ is turned where a card is turned."""
    variant = br.get_variant(slug, **options)
    turned = br.parse_card("7C") if variant.dealing.turn is not None else None
    return br.start(variant, dealer, hands=hands, turned=turned)


class TestChicane:
    def test_P20_all_four_are_asked_in_turn_from_eldest(self) -> None:
        state = speak(deal("russian", dealer=1), "2 pass; 3 bid 5 S; 0 pass; 1 pass; 3 solo")
        for seat in (2, 3, 0, 1):
            assert (state.name, state.actor) == ("chicane", seat)
            assert legal(state) == ["pass"], "everybody holds a trump"
            assert isinstance(br.why_illegal(state, br.Chicane()), HoldsTrump)
            state = act(state, "pass")
        assert state.name == "play"
        assert state.actor == 2

    def test_P20_several_may_declare(self) -> None:
        state = speak(deal("russian", SUITS), "0 bid 11 S; 1 pass; 2 pass; 3 pass")
        assert legal(state) == ["pass"]
        state = act(state, "pass")
        for _ in range(3):
            assert legal(state) == ["pass", "chicane"]
            state = act(state, "chicane")
        assert playing(state).setup.chicane == (1, 2, 3)
        done = finish(state, lambda now: br.legal_actions(now)[-1])
        assert done.outcome.chicane == (1, 2, 3)
        # Each of the three takes 2 from the three others, the declarer included.
        paid = [
            (t.payer, t.payee, t.chips) for t in done.settlement.transfers if "chic" in t.reason
        ]
        assert paid == [
            (0, 1, 2), (2, 1, 2), (3, 1, 2),
            (0, 2, 2), (1, 2, 2), (3, 2, 2),
            (0, 3, 2), (1, 3, 2), (2, 3, 2),
        ]  # fmt: skip

    def test_P20_a_void_player_may_keep_silent(self) -> None:
        state = speak(deal("russian", SUITS), "0 bid 11 S; 1 pass; 2 pass; 3 pass")
        state = act(state, "pass;pass;chicane;pass")
        assert playing(state).setup.chicane == (2,)

    def test_P20_the_declarer_and_his_partner_are_asked_too(self) -> None:
        """Seat 0 bids hearts without holding one, seat 2 is his partner."""
        state = speak(deal("russian", SUITS), "0 bid 5 H; 1 pass; 2 pass; 3 pass; 0 ask")
        state = speak(state, "1 decline; 2 accept; 0 chicane; 1 pass; 2 chicane; 3 pass")
        assert playing(state).setup.chicane == (0, 2)

    def test_a_whister_is_public_while_chicane_is_asked(self) -> None:
        state = speak(deal("russian"), "0 bid 5 H; 1 pass; 2 pass; 3 pass; 0 ask; 1 accept")
        assert state.name == "chicane"
        for seat in (0, 1, 2, 3, None):
            contract = br.observe(state, seat).contract
            assert contract is not None
            assert contract.partner == 1

    @pytest.mark.parametrize("token", ["bid piccolissimo", "bid grand-misere"])
    def test_P20_no_chicane_without_trumps(self, token: str) -> None:
        state = act(deal("russian"), token, "pass;pass;pass")
        assert state.name in ("play", "discarding")

    def test_P22_nor_in_a_passed_out_deal(self) -> None:
        assert act(deal("russian"), "pass;pass;pass;pass").name == "play"

    def test_P47_who_is_asked_tells_nothing(self) -> None:
        """Void or not, the others see the same question and the same silence."""
        one = act(deal("russian"), "bid 11 S;pass;pass;pass;pass")
        other = act(deal("russian", SUITS), "bid 11 S;pass;pass;pass;pass")
        assert br.observe(one, None) == br.observe(other, None)
        assert br.observe(act(one, "pass"), None) == br.observe(act(other, "pass"), None)

    def test_only_russian_has_it(self) -> None:
        for slug in ("fontainebleau-hoyle", "russian-partnership"):
            state = act(deal(slug), "bid 11 S;pass;pass;pass")
            assert state.name == "play"


class TestContest:
    @pytest.mark.parametrize(("token", "asked"), [
        ("bid 5 S", True), ("bid 6 C", True), ("bid 7 S", False), ("bid little-misere", False),
        ("bid 8 C", False),
    ])  # fmt: skip
    def test_P26_bids_five_and_six_only(self, token: str, asked: bool) -> None:
        state = act(deal("two-pack-hoyle"), token, "pass;pass;pass")
        assert (state.name == "contesting the bid") == asked

    def test_P26_in_turn_from_the_declarers_left_and_the_first_refusal_ends_it(self) -> None:
        state = speak(deal("two-pack-hoyle"), "0 pass; 1 pass; 2 bid 5 S; 3 pass")
        assert legal(state) == ["concede", "contest"]
        state = speak(state, "3 concede; 0 concede")
        assert act(state, "contest").name == "play"
        assert act(state, "contest").actor == 0, "eldest leads"
        state = speak(deal("two-pack-hoyle"), "0 pass; 1 pass; 2 bid 5 S; 3 pass; 3 contest")
        assert state.name == "play"

    def test_P26_conceded(self) -> None:
        state = act(deal("two-pack-hoyle"), "bid 6 S;pass;pass;pass;concede;concede;concede")
        done = settled(state)
        assert done.outcome.conceded
        assert done.outcome.tricks == (0, 0, 0, 0)
        assert done.settlement.made is True
        # Six made exactly: 3 from each; the pool of 8 stays.
        assert done.settlement.deltas == (9, -3, -3, -3)
        assert done.settlement.pool == 8
        assert sorted(done.gathered) == list(range(52)), "no card has been played"

    def test_P26_contested_and_made_with_seven(self) -> None:
        state = act(deal("two-pack-hoyle", SUITS), "bid 6 S;pass;pass;pass;contest")
        done = finish(state)
        assert done.outcome.tricks == (13, 0, 0, 0)
        assert not done.outcome.conceded
        assert done.settlement.deltas == (9 + 8, -3, -3, -3)

    def test_P26_contested_and_lost_does_not_double(self) -> None:
        state = act(deal("two-pack-hoyle", SUITS, dealer=0), "bid 5 H;pass;pass;pass;contest")
        assert state.contract is not None
        assert state.contract.declarer == 1
        done = finish(act(deal("two-pack-hoyle", SUITS), "bid 5 D;pass;pass;pass;contest"))
        assert done.outcome.tricks == (0, 0, 0, 13)
        # Five lost by five: 10 to each; nothing to the pool of 8.
        assert done.settlement.deltas == (-30, 10, 10, 10)
        assert done.settlement.pool == 8

    def test_concessions_false(self) -> None:
        state = act(deal("two-pack-hoyle", concessions=False), "bid 5 S;pass;pass;pass")
        assert state.name == "play"


FIRST_TRICK = "AS KS QS JS"


class TestConcession:
    @staticmethod
    def asked(*tokens: str, slug: str = "fontainebleau-hoyle", dealer: int = 3) -> br.State:
        return tricks(act(deal(slug, dealer=dealer), *tokens), f"0: {FIRST_TRICK}")

    def test_P19_after_the_first_trick_from_the_declarers_left(self) -> None:
        state = self.asked("pass;bid 11 H;pass;pass")
        assert state.contract is not None
        assert state.contract.declarer == 1
        for seat in (2, 3, 0):
            assert (state.name, state.actor) == ("conceding", seat)
            assert legal(state) == ["concede", "contest"]
            assert [len(hand) for hand in state.hands] == [12, 12, 12, 12]
            assert state.deal is not None
            state = act(state, "concede")
        assert settled(state).outcome.conceded

    def test_P19_the_partner_is_not_asked(self) -> None:
        state = self.asked("bid 5 S;pass;pass;pass;ask;decline;accept")
        state = speak(state, "1 concede; 3 concede")
        assert settled(state).settlement.made is True
        state = tricks(
            act(deal("russian-partnership"), "bid 5 S;pass;pass;pass"), f"0: {FIRST_TRICK}"
        )
        assert state.actor == 1
        assert speak(state, "1 concede; 3 concede").actor is None

    @pytest.mark.parametrize("before", [0, 1, 2])
    def test_P19_one_refusal_ends_the_asking(self, before: int) -> None:
        state = self.asked("bid 11 S;pass;pass;pass")
        state = act(state, *["concede"] * before, "contest")
        assert (state.name, state.actor) == ("play", 0)
        assert playing(state).taken == (1, 0, 0, 0)
        words = [str(action) for _, action in state.history[8:]]
        assert words == ["concede"] * before + ["contest"]
        state = tricks(state, "0: AH KH QH JH")
        assert state.name == "play", "never again in this deal"
        assert len(state.history) == 4 + 4 + before + 1 + 4
        assert [str(action) for _, action in state.history[-4:]] == [
            "play AH",
            "play KH",
            "play QH",
            "play JH",
        ]

    def test_P19_made_without_overtricks_the_pool_included(self) -> None:
        state = self.asked("bid 11 S;pass;pass;pass")
        done = settled(act(state, "concede;concede;concede"))
        assert done.outcome.tricks == (1, 0, 0, 0)
        # 11♠ 26 from each and the pool of 1.
        assert done.settlement.deltas == (3 * 26 + 1, -26, -26, -26)

    def test_P19_decided_or_not(self) -> None:
        """A misère whose declarer has won the first trick may still be conceded to him."""
        lead = playing(act(deal("fontainebleau-hoyle"), "bid grand-misere;pass;pass;pass"))
        assert lead.decided is None
        state = self.asked("bid grand-misere;pass;pass;pass")
        assert state.name == "conceding"
        assert isinstance(state, Conceding)
        assert isinstance(state.playing, br.Playing)
        assert state.playing.decided is None, "a concession would make it"
        assert br.observe(state, 0).decided is None
        assert settled(act(state, "concede;concede;concede")).settlement.made is True
        refused = playing(act(state, "contest"))
        assert refused.decided is False

    def test_P19_none_in_a_passed_out_deal(self) -> None:
        state = self.asked("pass;pass;pass;pass")
        assert (state.name, state.actor) == ("play", 0)

    def test_P19_after_the_discards(self) -> None:
        state = act(deal("fontainebleau-hoyle"), "bid piccolissimo;pass;pass;pass")
        state = act(state, "discard 2S;discard 2H;discard 2C;discard 2D")
        state = tricks(state, f"0: {FIRST_TRICK}")
        assert state.name == "conceding"
        done = settled(act(state, "concede;concede;concede"))
        assert done.settlement.deltas == (61, -20, -20, -20)

    def test_P20_P19_chicane_as_usual(self) -> None:
        state = act(deal("russian", SUITS), "bid 11 S;pass;pass;pass;pass;chicane;pass;pass")
        state = act(tricks(state, "0: AS AH AC AD"), "concede;concede;concede")
        # 26 from each, the pool of 1; seat 1 takes 2 from each other.
        assert settled(state).settlement.deltas == (3 * 26 + 1 - 2, -26 + 6, -28, -28)

    def test_concessions_false(self) -> None:
        state = deal("russian", SUITS, concessions=False)
        state = act(state, "bid 11 S;pass;pass;pass;pass;pass;pass;pass")
        state = tricks(state, "0: AS AH AC AD")
        assert state.name == "play"

    def test_the_view_of_the_asking(self) -> None:
        state = self.asked("bid 11 S;pass;pass;pass")
        for seat in (0, 1, 2, 3, None):
            view = br.observe(state, seat)
            assert view.phase == "conceding"
            assert len(view.tricks) == 1
            assert view.taken == (1, 0, 0, 0)
            assert view.legal == ((br.Concede(), br.Contest()) if seat == 1 else ())
            after = br.observe(act(state, "concede"), seat)
            assert after.history[-1] == (1, "concede")

    def test_P2_R10_the_pack_of_a_conceded_deal(self) -> None:
        """Complete tricks, discards, then the cards held, hand by hand in the order dealt."""
        base = br.variants.Fontainebleau()
        variant = evolve(base, concession=ConcessionRule())
        hands = [list(map(br.parse_card, reversed(hand.split()))) for hand in STRIPES]
        state = br.start(variant, 1, hands=hands)
        state = speak(state, "2 pass; 3 bid piccolissimo; 0 pass; 1 pass")
        state = speak(state, "2 discard 8H; 3 discard 7H; 0 discard 6H; 1 discard 5H")
        state = tricks(state, "2: QS JS AS KS")
        state = speak(state, "0 concede; 1 concede; 2 concede")
        gone = {"QS", "JS", "AS", "KS", "8H", "7H", "6H", "5H"}
        expected = ["QS", "JS", "AS", "KS", "8H", "7H", "6H", "5H"]
        for seat in (2, 3, 0, 1):
            expected += [str(card) for card in hands[seat] if str(card) not in gone]
        pack = cutting(br.next_deal(state)).pack
        assert [str(br.PACK[card]) for card in pack] == expected
