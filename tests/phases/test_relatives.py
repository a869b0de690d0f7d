"""Fixed sides, the only trump, three seats, the free return of ``classic``, capped pools."""

from __future__ import annotations

import random

import pytest
from attrs import evolve
from tests.phases.table_talk import (
    STRIPES,
    SUITS,
    act,
    cards,
    finish,
    legal,
    playing,
    settled,
    speak,
    tricks,
)

import boston_rules as br
from boston_rules.errors import BadTurnUp, PassedOut


def deal(
    slug: str,
    hands: tuple[str, ...] = STRIPES,
    dealer: int = 3,
    turned: str = "7C",
    **options: object,
) -> br.State:
    """Seat 0 is eldest unless another dealer is named."""
    variant = br.get_variant(slug, **options)
    card = None if variant.dealing.turn is None else br.parse_card(turned)
    return br.start(variant, dealer, hands=hands, turned=card)


class TestFixedSides:
    @pytest.mark.parametrize("declarer", range(4))
    @pytest.mark.parametrize("slug", ["american-partnership", "russian-partnership"])
    def test_P21_P27_opposite_players_are_partners_without_asking(
        self, slug: str, declarer: int
    ) -> None:
        suit = "" if slug.startswith("american") else " C"
        state = act(deal(slug), *["pass"] * declarer, f"bid 7{suit}")
        while state.name == "auction":
            state = act(state, "pass")
        assert state.name == "play"
        assert state.contract is not None
        assert state.contract.partner == (declarer + 2) % 4
        assert state.contract.trump is br.CLUBS

    def test_P21_partners_may_overcall_each_other(self) -> None:
        state = speak(deal("russian-partnership"), "0 bid 5 S; 1 pass; 2 bid 5 H; 3 pass")
        assert state.actor == 0

    def test_R47_only_an_opponent_overcalls(self) -> None:
        state = speak(deal("american-partnership"), "0 bid 5; 1 bid 6; 2 bid 7; 3 pass; 1 pass")
        assert state.contract is not None
        assert state.contract.side == (2, 0)

    @pytest.mark.parametrize(
        ("key", "target"), [("5 S", 8), ("10 S", 13), ("11 S", 11), ("13 S", 13)]
    )
    def test_P21_three_more_from_five_to_ten_only(self, key: str, target: int) -> None:
        state = act(deal("russian-partnership"), f"bid {key};pass;pass;pass")
        assert playing(state).setup.target == target
        assert playing(state).setup.counting == (0, 2)

    def test_P27_the_number_bid_is_the_target(self) -> None:
        state = act(deal("american-partnership"), "bid 9;pass;pass")
        assert playing(state).setup.target == 9
        state = tricks(state, "0: 6S KS QS JS", "1: 9S 8S 7S AS")
        assert playing(state).taken == (1, 1, 0, 0)

    def test_P21_a_misere_binds_the_declarers_own_tricks(self) -> None:
        state = act(deal("russian-partnership"), "pass;bid grand-misere;pass;pass")
        state = tricks(state, "0: 6C 9C QC JC")
        assert state.name == "conceding"
        state = tricks(act(state, "contest"), "2: QD JD TD 9D")
        assert playing(state).decided is None, "seat 2's trick is not the declarer's"
        state = playing(tricks(state, "2: 8H 7H 6H 9H"))
        assert state.decided is False

    def test_P21_only_the_declarers_hand_is_exposed(self) -> None:
        state = act(deal("russian-partnership"), "bid 13-table S;pass;pass;pass")
        assert playing(state).exposed == (0,)

    def test_P21_passed_out_each_for_himself(self) -> None:
        done = finish(act(deal("russian-partnership", SUITS), "pass;pass;pass;pass"))
        assert done.outcome.tricks == (13, 0, 0, 0)
        assert done.settlement.pool == 1, "three cannot divide the one chip"

    def test_P27_thrown_in_and_gathered_by_hands(self) -> None:
        state = settled(act(deal("american-partnership"), "pass;pass;pass;pass"))
        assert state.settlement.pool == 20
        pack = br.next_deal(state).table.pack
        assert pack[:13] == tuple(card.index for card in cards(STRIPES[0]))
        assert pack[39:] == tuple(card.index for card in cards(STRIPES[3]))


class TestOnlyTrump:
    def test_P28_suit_bids_carry_no_suit(self) -> None:
        state = deal("american-capped")
        ladder = "5 6 7 little-misere 8 9 grand-misere 10 11 little-spread 12"
        assert " ".join(token.removeprefix("bid ") for token in legal(state)) == f"pass {ladder}"
        state = act(state, "bid 12")
        assert state.name == "play", "the highest there is, and no suit to name"
        assert state.contract is not None
        assert state.contract.trump is br.CLUBS

    def test_P28_re_entry_as_american(self) -> None:
        state = speak(deal("american-capped"), "0 pass; 1 bid 5; 2 pass; 3 pass")
        assert legal(state) == ["pass", "bid little-misere", "bid grand-misere"]
        assert isinstance(br.why_illegal(state, br.Bid("6")), PassedOut)

    def test_P39_support_and_independence(self) -> None:
        state = speak(deal("whisch-bostonien"), "0 pass; 1 bid demande; 2 accept")
        assert state.actor == 3, "asked for independence; 0 has passed and 1 has demanded"
        assert legal(state) == ["pass", "bid independance"]
        supported = act(state, "pass")
        assert supported.contract is not None
        assert (supported.contract.declarer, supported.contract.partner) == (1, 2)
        alone = act(state, "bid independance")
        assert alone.name == "play", "after independence the auction is over"
        assert alone.contract is not None
        assert (alone.contract.declarer, alone.contract.partner) == (3, None)

    def test_P39_a_passed_player_may_support(self) -> None:
        state = speak(deal("whisch-bostonien"), "0 pass; 1 pass; 2 pass; 3 bid demande; 0 pass")
        assert legal(state) == ["pass", "accept"]
        assert act(state, "accept").name == "play"

    def test_P38_superpreference_only_in_the_first_deal(self) -> None:
        """Then 4 ♣ is the better of two fours only while clubs are superpreference."""
        state = act(deal("mariland"), "bid 4 C")
        assert not any(token.startswith("bid 4") for token in legal(state))
        state = act(deal("mariland"), "bid 4 S")
        assert [token for token in legal(state) if token.startswith("bid 4")] == ["bid 4 C"]
        thrown = act(deal("mariland", dealer=2, turned="8H"), "pass;pass;pass;pass")
        later = br.next_deal(thrown, hands=STRIPES, turned=br.parse_card("7C"))
        state = act(later, "bid 4 S")
        assert [token for token in legal(state) if token.startswith("bid 4")] == [
            "bid 4 C",
            "bid 4 H",
        ]


class TestThreeSeats:
    """P29, R33, P48: four hands are dealt, the third of them dead."""

    def test_P29_the_dead_hand_is_the_dealers_right_and_its_last_card_is_turned(self) -> None:
        state = br.start(br.get_variant("english-boston", seats=3), dealer=2)
        assert state.table.pool == 30
        state = br.apply(state, br.Shuffle(br.PACK))
        assert state.name == "auction"
        assert state.deal is not None
        # Packets of three to 0, 1, the dead hand and 2, four times, then one each.
        dead = [*range(6, 9), *range(18, 21), *range(30, 33), *range(42, 45), 50]
        assert list(state.deal.dead) == dead
        assert state.deal.turned == 50, "the 51st card"
        assert [len(hand) for hand in state.hands] == [13, 13, 13]
        assert state.deal.order[2][-1] == 51
        assert state.actor == 0

    def test_P29_the_other_twelve_stay_hidden(self) -> None:
        state = br.apply(
            br.start(br.get_variant("english-boston", seats=3), 2), br.Shuffle(br.PACK)
        )
        for seat in (0, 1, 2, None):
            view = br.observe(state, seat)
            assert view.turned == br.PACK[50]
            assert len(view.purses) == 3
        with pytest.raises(ValueError, match=r"^the viewer is a seat 0 to 2, not 3$"):
            br.observe(state, 3)

    def test_three_hands_given(self) -> None:
        variant = br.get_variant("english-boston", seats=3)
        state = br.start(variant, 2, hands=STRIPES[:3], turned=br.parse_card("3H"))
        assert state.deal is not None
        assert state.deal.dead[-1] == br.parse_card("3H").index
        assert sorted(state.deal.dead) == sorted(card.index for card in cards(STRIPES[3]))
        with pytest.raises(br.DealError, match="dead hand is turned, but AS is elsewhere"):
            br.start(variant, 2, hands=STRIPES[:3], turned=br.parse_card("AS"))
        with pytest.raises(br.DealError, match=r"^3 hands are dealt, not 4$"):
            br.start(variant, 2, hands=STRIPES, turned=br.parse_card("3H"))

    def test_the_turn_by_chance_is_of_the_dead_hand(self) -> None:
        variant = br.get_variant("english-boston", seats=3)
        state = br.start(variant, 2, hands=STRIPES[:3])
        assert state.name == "turn-up"
        rng = random.Random(1)
        drawn = {str(br.draw_chance(state, rng)) for _ in range(300)}
        assert drawn == {f"turn {card}" for card in STRIPES[3].split()}
        assert isinstance(br.why_illegal(state, br.TurnUp(br.parse_card("AS"))), BadTurnUp)
        after = act(state, "turn 3H")
        outright = br.start(variant, 2, hands=STRIPES[:3], turned=br.parse_card("3H"))
        assert after.deal == outright.deal

    @pytest.mark.parametrize(("token", "count"), [("bid 5 H", 13), ("bid little-misere", 12)])
    def test_R33_tricks_of_three_cards(self, token: str, count: int) -> None:
        variant = br.get_variant("english-boston", seats=3)
        state = br.start(variant, 2, hands=STRIPES[:3], turned=br.parse_card("3H"))
        state = act(state, token, "pass;pass")
        done = finish(state)
        assert sum(done.outcome.tricks) == count
        assert sum(isinstance(a, br.Play) for _, a in done.history) == 3 * count
        payers = [t.payer for t in done.settlement.transfers if t.payee == 0]
        assert len(payers) <= 3
        assert br.next_deal(done).table.dealer == 0

    @pytest.mark.parametrize("token", ["pass", "bid 5 H", "bid little-misere"])
    def test_R10_the_dead_hand_is_gathered_last(self, token: str) -> None:
        """Where a pack for three is not shuffled again, all 52 cards lie in it."""
        base = br.get_variant("english-boston", seats=3)
        variant = evolve(base, dealing=evolve(base.dealing, shuffle="first-deal"))
        state = br.start(variant, 2, hands=STRIPES[:3], turned=br.parse_card("3H"))
        done = finish(act(state, token, "pass;pass"))
        dead = [card for card in STRIPES[3].split() if card != "3H"]
        assert sorted(done.gathered) == list(range(52))
        assert done.gathered[39:] == done.deal.dead
        assert {str(br.PACK[card]) for card in done.gathered[39:51]} == set(dead)
        assert str(br.PACK[done.gathered[51]]) == "3H"

    def test_P29_colour_and_preference_alone(self) -> None:
        state = deal("english-boston")
        assert legal(state)[:5] == ["pass", "bid 5 S", "bid 5 C", "bid 6 S", "bid 6 C"]


class TestClassic:
    def test_P1_the_dealers_right_cuts(self) -> None:
        state = br.apply(br.start(br.get_variant("classic"), 2), br.Shuffle(br.PACK))
        assert (state.name, state.actor) == ("cut", 1)
        assert act(state, "cut 26").name == "auction"

    def test_P31_a_passed_player_comes_back_however_often_he_has_passed(self) -> None:
        state = speak(
            deal("classic"),
            "0 pass; 1 bid 5 S; 2 pass; 3 pass; 0 bid 6 S; 1 pass; 2 bid 7 S; 3 pass; 0 pass;"
            "1 bid 8 S; 2 pass; 3 bid 9 S; 0 bid 10 S; 1 pass; 2 pass; 3 pass",
        )
        assert state.contract == br.Contract("10", 0, trump=br.SPADES)

    def test_three_passes_after_a_bid_end_it(self) -> None:
        state = speak(deal("classic"), "0 pass; 1 pass; 2 pass; 3 bid 5 S; 0 pass; 1 pass")
        assert state.actor == 2
        assert act(state, "pass").name == "play"

    @pytest.mark.parametrize(
        ("token", "leader"), [("bid 7 H", 0), ("bid grande-misere", 2), ("bid misere-ouverte", 2)]
    )
    def test_P31_the_declarers_left_leads_in_a_misere(self, token: str, leader: int) -> None:
        state = speak(deal("classic"), f"0 pass; 1 {token}; 2 pass; 3 pass; 0 pass")
        assert state.actor == leader

    def test_P31_discards_go_from_eldest(self) -> None:
        state = speak(deal("classic"), "0 pass; 1 bid petite-misere; 2 pass; 3 pass; 0 pass")
        state = speak(state, "0 discard AS; 1 discard KS; 2 discard QS; 3 discard JS")
        assert state.actor == 2

    def test_R3_misere_ouverte_is_shown_after_the_first_trick(self) -> None:
        state = act(deal("classic"), "bid misere-ouverte;pass;pass;pass")
        assert playing(state).exposed == ()
        state = act(state, "play KC;play QC;play JC")
        assert playing(state).exposed == ()
        state = act(state, "play 6C")
        assert playing(state).exposed == (0,)
        for seat in range(4):
            assert br.observe(state, seat).exposed == ((0, state.hands[0]),)

    def test_P31_first_to_500(self) -> None:
        state = deal("classic", SUITS, first_to=500)
        # Chelem in spades: 400 from each, and the pool.
        done = finish(act(state, "bid 13 S;pass;pass;pass"))
        assert done.outcome.tricks == (13, 0, 0, 0)
        assert done.session_over
        assert done.winners == (0,)
        slow = settled(act(deal("classic", first_to=500, dealer=0), "pass;pass;pass;pass"))
        assert not slow.session_over
        assert deal("classic", deals=1).table.is_last_deal
        assert not deal("classic", deals=1, first_to=500).table.is_last_deal

    def test_R35_thrown_in_at_five_each(self) -> None:
        done = settled(act(deal("classic"), "pass;pass;pass;pass"))
        assert done.settlement.deltas == (-5, -5, -5, -5)
        assert done.settlement.pool == 30


class TestCappedPool:
    """P9: 50 is the cap of ``two-pack-hoyle``; 2 each a deal, and 2 each when all pass."""

    def test_P9_the_excess_is_set_aside_and_comes_back(self) -> None:
        state = deal("two-pack-hoyle")
        total = 8
        for turned in ("AC", "AH", "AD", "AS", "KC"):
            assert (state.table.pool, state.table.set_aside) == (min(total, 50), max(0, total - 50))
            assert state.table.chips == 0
            for seat in (0, None):
                assert br.observe(state, seat).set_aside == max(0, total - 50)
            done = settled(act(state, "pass;pass;pass;pass"))
            total += 8
            assert (done.table.pool, done.table.set_aside) == (min(total, 50), max(0, total - 50))
            assert done.table.chips == 0
            state = br.next_deal(done, hands=SUITS, turned=br.parse_card(turned))
            total += 8
        # Seat 0 deals; seat 1 bids seven hearts and wins thirteen tricks and the pool of 50.
        assert (total, state.table.pool, state.table.set_aside) == (88, 50, 38)
        won = finish(act(state, "bid 7 H;pass;pass;pass"))
        assert (won.settlement.pool, won.settlement.set_aside) == (0, 38)
        after = br.next_deal(won).table
        assert (after.pool, after.set_aside) == (38 + 8, 0)
        assert [(t.payer, t.payee, t.chips) for t in after.antes] == [
            (br.SET_ASIDE, br.POOL, 38),
            *((seat, br.POOL, 2) for seat in range(4)),
        ]
        assert after.chips == 0
