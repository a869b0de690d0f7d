"""What a seat and an onlooker see in every phase (P44, P45)."""

from __future__ import annotations

import pickle

import pytest
from attrs import evolve
from tests.phases.table_talk import (
    STRIPES,
    SUITS,
    act,
    american,
    finish,
    fontainebleau,
    french,
    speak,
    tokens,
    tricks,
)

import boston_rules as br
from boston_rules.deal.state import State
from boston_rules.deal.table import Deal, Table
from boston_rules.testing.immutability import parts
from boston_rules.testing.interference import uncovered

EVERYBODY = (0, 1, 2, 3, None)
SIMPLE = br.Bid("simple-belle", card=br.HOLE)
"""Another's bid with a card that lies face down."""


def shown(state: br.State, seat: int | None) -> list[str]:
    """What was done in the deal, as a seat sees it."""
    return [str(event) for event in br.observe(state, seat).events[1:]]


def states() -> dict[str, br.State]:
    """One state of each phase of the three variants."""
    shuffle = br.Shuffle(br.PACK)
    start = br.start(br.get_variant("fontainebleau"), 3)
    return {
        "shuffle": start,
        "cut": act(br.apply(start, shuffle), "cut 7", "cut 20"),
        "turn-up": br.start(br.get_variant("american"), 3, hands=STRIPES),
        "auction": french(belle="H"),
        "asking": act(fontainebleau(), "bid 5 S;pass;pass;pass"),
        "answering": act(fontainebleau(), "bid 5 S;pass;pass;pass;ask"),
        "naming": act(american(), "bid 5;pass;pass;pass"),
        "discarding": act(american(), "bid little-spread;pass;pass;pass;discard AS"),
        "play": act(fontainebleau(), "bid 13-table S;pass;pass;pass;play AS"),
        "settled": finish(act(french(belle="H"), "bid simple-petite AC")),
    }


STATES = states()


@pytest.mark.parametrize("name", STATES)
class TestEveryPhase:
    def test_what_everybody_sees(self, name: str) -> None:
        state = STATES[name]
        table = state.table
        for seat in EVERYBODY:
            view = br.observe(state, seat)
            assert type(view) is type(state)
            assert view.viewer == seat
            assert view.actor == state.actor
            pack = br.HOLE if table.pack else ()
            assert view.table == evolve(table, viewer=seat, pack=pack)
            assert view.contract == state.contract
            assert view.settlement == state.settlement

    def test_legal_actions_are_the_actors_alone(self, name: str) -> None:
        state = STATES[name]
        for seat in EVERYBODY:
            expected = br.legal_actions(state) if seat == state.actor else ()
            assert br.legal_actions(br.observe(state, seat)) == expected

    def test_hands_are_the_own_ones_alone(self, name: str) -> None:
        state = STATES[name]
        for seat in range(4):
            view = br.observe(state, seat)
            assert view.hand == (state.hands[seat] if state.hands else br.Cards())
            dealt = br.Cards() if state.deal is None else br.Cards.from_mask(state.deal.hands[seat])
            assert view.dealt == dealt
        onlooker = br.observe(state, None)
        assert onlooker.hand == onlooker.dealt == br.Cards()

    def test_the_events_have_every_action_and_its_seat(self, name: str) -> None:
        state = STATES[name]
        for seat in EVERYBODY:
            for event, seen in zip(state.events, br.observe(state, seat).events, strict=True):
                assert seen.seat == event.seat
                if str(seen).endswith("?") and event.seat == seat:
                    assert isinstance(event.action, br.Cut), "what one did one knows, but P44"
                elif not str(seen).endswith("?"):
                    assert seen.action == event.action

    def test_nothing_hidden_can_be_reached_from_a_view(self, name: str) -> None:
        for seat in EVERYBODY:
            view = br.observe(STATES[name], seat)
            seen = set()
            for _, part in parts(view, set()):
                if isinstance(part, Deal | Table | State):
                    assert part.viewer == seat
                seen |= {id(part)}
            assert id(STATES[name]) not in seen
            assert uncovered(view) == ""

    def test_views_are_values(self, name: str) -> None:
        for seat in EVERYBODY:
            view = br.observe(STATES[name], seat)
            assert view == br.observe(STATES[name], seat)
            assert pickle.loads(pickle.dumps(view)) == view
            with pytest.raises(AttributeError):
                view.actor = 2  # type: ignore[misc]


@pytest.mark.parametrize("seat", [-1, 4, 17])
def test_a_view_is_of_a_seat(seat: int) -> None:
    with pytest.raises(ValueError, match=f"^the viewer is a seat 0 to 3, not {seat}$"):
        br.observe(fontainebleau(), seat)


class TestCuts:
    def test_P44_nobody_sees_the_number_of_a_cut_not_even_who_cut(self) -> None:
        for seat in EVERYBODY:
            assert shown(STATES["cut"], seat) == ["shuffle ?", "cut ?", "cut ?"]

    def test_P44_the_pack_is_part_of_no_view(self) -> None:
        """Two packs, cut differently: before the deal every view is the same."""
        start = br.start(br.get_variant("fontainebleau"), 3)
        one = act(br.apply(start, br.Shuffle(br.PACK)), "cut 7")
        other = act(br.apply(start, br.Shuffle(tuple(reversed(br.PACK)))), "cut 30")
        for seat in EVERYBODY:
            assert br.observe(one, seat) == br.observe(other, seat)

    def test_P44_the_gathered_pack_is_part_of_no_view(self) -> None:
        """The same second deal by two packs, whose tricks were gathered in another order."""
        first = act(fontainebleau(SUITS), "pass;pass;pass;pass")
        one = finish(first)
        other = finish(first, lambda now: br.legal_actions(now)[-1])
        assert one.gathered != other.gathered
        assert one.settlement == other.settlement
        for seat in EVERYBODY:
            view = br.observe(one, seat)
            assert isinstance(view, br.Settled)
            assert view.gathered is br.HOLE
            assert br.observe(br.next_deal(one), seat) == br.observe(br.next_deal(other), seat)


class TestLaidCards:
    """P45: others see ``bid simple-belle ?``."""

    def test_in_the_auction(self) -> None:
        state = speak(french(belle="H"), "0 bid simple-petite AC; 1 bid simple-belle KH")
        assert shown(state, 0) == ["bid simple-petite AC", "bid simple-belle ?"]
        assert shown(state, 1) == ["bid simple-petite ?", "bid simple-belle KH"]
        for seat in (2, 3, None):
            assert shown(state, seat) == ["bid simple-petite ?", "bid simple-belle ?"]

    def test_the_standing_bid(self) -> None:
        state = speak(french(belle="H"), "0 pass; 1 bid simple-belle KH")
        assert br.observe(state, 1).standing_bid == (1, br.parse_action("bid simple-belle KH"))
        for seat in (0, 2, 3, None):
            assert br.observe(state, seat).standing_bid == (1, SIMPLE)

    def test_there_is_no_standing_bid_before_the_first_and_after_the_auction(self) -> None:
        assert br.observe(french(), 0).standing_bid is None
        assert br.observe(act(french(), "pass"), 0).standing_bid is None
        played = act(french(), "bid neuf H;pass;pass;pass")
        for seat in EVERYBODY:
            view = br.observe(played, seat)
            assert (view.standing_bid, view.acceptor) == (None, None)
        state = act(french(), "bid neuf H")
        for seat in EVERYBODY:
            assert br.observe(state, seat).standing_bid == (0, br.Bid("neuf", suit=br.HEARTS))

    def test_the_winning_card_is_shown_from_the_end_of_the_auction(self) -> None:
        state = speak(
            french(belle="H"),
            "0 bid simple-petite AC; 1 bid simple-belle KH; 2 pass; 3 pass",
        )
        assert br.observe(state, 2).standing_bid == (1, SIMPLE)
        state = act(state, "pass")
        assert state.phase == "play"
        for seat in EVERYBODY:
            view = br.observe(state, seat)
            assert shown(state, seat)[1] == f"bid simple-belle {'KH' if seat == 1 else '?'}"
            assert view.events[-1] == br.Event(0, br.Pass(), br.Shows(laid=br.parse_card("KH"))), (
                "told where the auction ends"
            )

    def test_an_overcalled_card_is_never_shown(self) -> None:
        state: br.State = speak(
            french(belle="H"),
            "0 bid simple-petite AC; 1 bid simple-belle KH; 2 bid neuf S; 3 pass; 0 pass; 1 pass",
        )
        while True:
            assert shown(state, 0)[:2] == ["bid simple-petite AC", "bid simple-belle ?"]
            assert shown(state, 1)[:2] == ["bid simple-petite ?", "bid simple-belle KH"]
            for seat in (2, 3, None):
                assert shown(state, seat)[:2] == ["bid simple-petite ?", "bid simple-belle ?"]
                assert shown(state, seat)[2] == "bid neuf S"
            if state.actor is None:
                break
            state = br.apply(state, br.legal_actions(state)[0])

    def test_ones_own_overcalled_card_of_the_winning_bidder(self) -> None:
        """The winner's earlier laid card was overcalled too; only the last one is shown."""
        state = speak(
            french(belle="H"),
            "0 bid simple-petite AC; 1 bid simple-belle KH; 2 pass; 3 pass;"
            "0 bid petite-independance S; 1 pass",
        )
        assert shown(state, 2)[0] == "bid simple-petite ?"
        assert shown(state, 0)[0] == "bid simple-petite AC"

    def test_P45_another_card_laid_looks_the_same(self) -> None:
        one = act(french(belle="H"), "bid simple-belle AH;pass")
        other = act(french(belle="H"), "bid simple-belle 6H;pass")
        for seat in (1, 2, 3, None):
            assert br.observe(one, seat) == br.observe(other, seat)
        assert br.observe(one, 0) != br.observe(other, 0)


class TestDiscards:
    """R2: a discard is hidden from the other three to the end of the deal."""

    def test_to_the_end_of_the_deal(self) -> None:
        state = act(american(), "bid little-misere;pass;pass;pass")
        state = act(state, "discard AS;discard KH;discard QC;discard JD")
        while True:
            for seat in EVERYBODY:
                row = [token for token in shown(state, seat) if token.startswith("discard")]
                own = ["discard AS", "discard KH", "discard QC", "discard JD"]
                assert row == [own[n] if n == seat else "discard ?" for n in range(4)]
            if state.actor is None:
                break
            state = br.apply(state, br.legal_actions(state)[0])

    def test_the_exposed_declarers_discard_is_hidden_too(self) -> None:
        state = act(american(), "bid little-spread;pass;pass;pass")
        for seat in EVERYBODY:
            assert br.observe(state, seat).exposed == (), "not before the discards are made"
        state = act(state, "discard AS;discard KH;discard QC;discard JD")
        view = br.observe(state, 2)
        [(declarer, cards)] = view.exposed
        assert declarer == 0
        assert len(cards) == 12
        assert "AS" not in tokens(cards)
        assert "discard AS" not in shown(state, 2)

    def test_another_discard_looks_the_same(self) -> None:
        start = act(fontainebleau(), "bid little-misere;pass;pass;pass")
        one = act(start, "discard AS;discard KH;discard QC;discard JD;play 6H")
        other = act(start, "discard AH;discard KS;discard QC;discard JD;play 6H")
        for seat in (2, 3, None):
            assert br.observe(one, seat) == br.observe(other, seat)


class TestTurnedCard:
    def test_R36_it_is_public(self) -> None:
        for seat in EVERYBODY:
            view = br.observe(french(turned="7D", belle="H"), seat)
            assert view.turned == br.parse_card("7D")
            assert view.table.belle is br.HEARTS

    def test_american_turn_is_an_event(self) -> None:
        state = act(br.start(br.get_variant("american"), 3, hands=STRIPES), "turn AS")
        for seat in EVERYBODY:
            assert br.observe(state, seat).turned == br.parse_card("AS")
            assert shown(state, seat) == ["turn AS"]

    def test_nothing_is_turned_before(self) -> None:
        assert br.observe(STATES["turn-up"], 0).turned is None
        assert br.observe(fontainebleau(), 0).turned is None


class TestPlay:
    def test_tricks_are_public(self) -> None:
        state = act(fontainebleau(), "bid 11 S;pass;pass;pass")
        state = tricks(state, "0: AS KS QS JS", "0: AH KH")
        for seat in EVERYBODY:
            view = br.observe(state, seat)
            assert view.leader == 0
            assert tokens(view.trick) == ["AH", "KH"]
            [first] = view.tricks
            assert (first.leader, tokens(first.cards), first.winner) == (
                0,
                ["AS", "KS", "QS", "JS"],
                0,
            )
            assert view.taken == (1, 0, 0, 0)
            assert view.decided is None
            assert view.exposed == ()
            assert list(map(str, view.events[-2:])) == ["play AH", "play KH"]

    def test_decided_is_public(self) -> None:
        state = act(fontainebleau(), "bid grand-misere;pass;pass;pass")
        state = tricks(state, "0: AS KS QS JS")
        for seat in EVERYBODY:
            assert br.observe(state, seat).decided is False

    @pytest.mark.parametrize(
        ("state", "cards"),
        [
            (act(fontainebleau(), "bid 13-table S;pass;pass;pass"), 13),
            (act(american(), "bid grand-spread;pass;pass;pass"), 13),
            (act(french(), "bid grande-misere-table"), 13),
        ],
    )
    def test_R3_an_exposed_hand_is_seen_by_everybody(self, state: br.State, cards: int) -> None:
        for seat in EVERYBODY:
            [(declarer, held)] = br.observe(state, seat).exposed
            assert (declarer, held) == (0, state.hands[0])
            assert len(held) == cards
        later = tricks(state, "0: AS KS QS JS")
        for seat in EVERYBODY:
            assert br.observe(later, seat).exposed == ((0, later.hands[0]),)

    def test_slam_on_the_table(self) -> None:
        hands = (
            "JD AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S",
            *SUITS[1:3],
            "AD KD QD TD 9D 8D 7D 6D 5D 4D 3D 2D 2S",
        )
        state = act(french(hands, turned="2S"), "bid simple-belle AS;pass;pass;pass")
        state = tricks(
            state, "0: JD 2H 2C 2S", "0: AS 3H 3C 2D", "0: KS 4H 4C 3D", "0: QS 5H 5C 4D",
            "0: JS 6H 6C 5D",
        )  # fmt: skip
        for seat in EVERYBODY:
            assert br.observe(state, seat).exposed == ()
            after = br.observe(act(state, "slam table"), seat)
            assert after.exposed == ((0, state.hands[0]),)
            assert after.events[-1] == br.Event(
                0, br.Slam(table=True), br.Shows(exposed=(0, state.hands[0]))
            )

    def test_before_and_after_the_play_there_is_no_current_trick(self) -> None:
        for name in ("auction", "discarding", "settled"):
            view = br.observe(STATES[name], 1)
            assert (view.leader, view.trick, view.decided, view.exposed) == (None, (), None, ())
        before = br.observe(STATES["auction"], 1)
        assert (before.tricks, before.taken) == ((), ())

    def test_the_tricks_stay_in_view_when_the_deal_is_settled(self) -> None:
        done = finish(act(fontainebleau(SUITS), "bid 11 S;pass;pass;pass"))
        for seat in EVERYBODY:
            view = br.observe(done, seat)
            assert view.taken == (13, 0, 0, 0)
            assert [trick.winner for trick in view.tricks] == [0] * 13
            assert tokens(view.tricks[12].cards) == [
                str(event.action.card)
                for event in done.events[-4:]
                if isinstance(event.action, br.Play)
            ]

    def test_ones_hand_now_and_as_dealt(self) -> None:
        state = act(american(), "bid little-misere;pass;pass;pass")
        state = act(state, "discard AS;discard KH;discard QC;discard JD;play 6H")
        view = br.observe(state, 0)
        assert len(view.dealt) == 13
        assert view.dealt - view.hand == br.Cards.parse("AS 6H")
