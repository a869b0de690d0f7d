"""Kleurenwiezen: cut and deal, first leads, and what everything costs."""

from __future__ import annotations

import pytest
from tests.cousins.games import KLEUREN, MIXED, kleuren, refused
from tests.phases.table_talk import act, finish, first_legal, last_legal, legal, speak
from tests.play.tables import face_up, orders

import boston_rules as br
from boston_rules.core import errors


def test_the_dealers_right_cuts_the_first_deal_too() -> None:
    for dealer in range(4):
        state = br.start(KLEUREN, dealer)
        assert (state.phase, state.actor) == ("shuffle", br.CHANCE)
        state = br.apply(state, br.Shuffle(br.PACK))
        assert (state.phase, state.actor) == ("cut", (dealer + 3) % 4)
        assert act(state, "cut 20").phase in ("auction", "play")


def test_packets_and_no_turned_card() -> None:
    state = act(br.apply(br.start(KLEUREN, dealer=3), br.Shuffle(br.PACK)), "cut 1")
    first = (1, 2, 3, 4, 17, 18, 19, 20, 33, 34, 35, 36, 37)
    last = (13, 14, 15, 16, 29, 30, 31, 32, 48, 49, 50, 51, 0)
    assert (orders(state)[0], orders(state)[3]) == (face_up(first), face_up(last))
    assert state.turned is None
    assert br.observe(state, 0).turned is None


def test_the_pack_is_gathered_trick_by_trick_and_cut_by_the_dealers_right() -> None:
    state = finish(speak(kleuren(), "0 bid vraag S; 1 accept; 2 pass; 3 pass"))
    following = br.next_deal(state)
    assert (following.phase, following.actor) == ("cut", 3), "seat 0 deals"
    cards = tuple(str(card) for trick in state.tricks for card in trick.cards)
    assert face_up(following.table.pack) == cards
    dealt = act(following, "cut 4")
    cut = cards[4:] + cards[:4]
    assert orders(dealt)[1] == cut[:4] + cut[16:20] + cut[32:37]


@pytest.mark.parametrize(
    "script", ["0 pass; 1 pass; 2 pass; 3 pass", "0 bid vraag S; 1 pass; 2 pass; 3 pass; 0 pass"]
)
def test_hands_thrown_in_are_gathered_from_eldest(script: str) -> None:
    """Eldest is that of the deal thrown in; each hand in the order dealt."""
    state = kleuren(dealer=3)
    order = orders(state)
    following = br.next_deal(speak(state, script))
    assert face_up(following.table.pack) == order[0] + order[1] + order[2] + order[3]
    assert (following.phase, following.actor) == ("cut", 3)
    state = kleuren(dealer=1)
    state = br.next_deal(speak(state, "2 pass; 3 pass; 0 pass; 1 pass"))
    assert face_up(state.table.pack) == order[2] + order[3] + order[0] + order[1]


def test_no_pool_no_antes_sixteen_deals_purses_from_nothing() -> None:
    assert KLEUREN.pool is None
    table = kleuren().table
    assert (table.pool, table.set_aside, table.antes) == (0, 0, ())
    assert table.purses == (0, 0, 0, 0)
    assert KLEUREN.session.deals == 16


@pytest.mark.parametrize("declarer", range(4))
@pytest.mark.parametrize("key", [step.key for step in KLEUREN.ladder if step.key != "troel"])
def test_eldest_leads_but_the_declarer_of_thirteen(key: str, declarer: int) -> None:
    state = kleuren(dealer=1)
    while state.actor != declarer:
        state = act(state, "pass")
    bid = f"bid {'vraag' if key == 'alleen' else key}"
    state = act(state, bid + " H" if key in ("vraag", "alleen", "solo-13") else bid)
    while state.phase == "auction":
        accepts = key == "vraag" and "accept" in legal(state)
        state = act(state, "accept" if accepts else "pass")
    if key == "alleen":
        state = act(state, "bid alleen H")
    if state.phase == "naming trumps":
        state = act(state, "trump S")
    assert state.contract is not None
    assert (state.contract.key, state.contract.declarer) == (key, declarer)
    assert state.actor == state.leader == (declarer if key == "solo-13" else 2)


def test_suit_must_be_followed() -> None:
    state = speak(kleuren(MIXED), "0 bid abondance-9; 1 pass; 2 pass; 3 pass; 0 trump S; 0 play QD")
    assert legal(state) == ["play 7D", "play 8D", "play AD"]
    assert type(refused(state, "play QS")) is errors.MustFollowSuit


def test_the_open_hand_lies_on_the_table_when_the_first_trick_is_complete() -> None:
    state = speak(kleuren(MIXED), "0 pass; 1 bid open-miserie; 2 pass; 3 pass")
    for token in ("play QD", "play 7D", "play 9D"):
        state = act(state, token)
        assert state.exposed == ()
    state = act(state, "play 2D")
    assert state.exposed == ((1, state.hands[1]),)
    for seat in (None, 0, 1, 2, 3):
        assert br.observe(state, seat).exposed == state.exposed
    closed = speak(kleuren(MIXED), "0 pass; 1 bid miserie; 2 pass; 3 pass")
    assert finish(closed).exposed == ()


def test_whole_deals_and_what_they_cost() -> None:
    """Who has the trumps wins all tricks; without trumps, who leads."""
    for bids, tricks, deltas in (
        ("0 bid vraag S; 1 accept; 2 pass; 3 pass", (13, 0, 0, 0), (14, 14, -14, -14)),
        ("0 bid vraag H; 1 pass; 2 accept; 3 pass", (0, 13, 0, 0), (-10, 10, -10, 10)),
        ("0 pass; 1 bid vraag S; 2 accept; 3 pass", (13, 0, 0, 0), (10, -10, -10, 10)),
        (
            "0 bid vraag S; 1 pass; 2 pass; 3 pass; 0 bid alleen S",
            (13, 0, 0, 0),
            (30, -10, -10, -10),
        ),
        ("0 bid vraag H; 1 pass; 2 pass; 3 pass; 0 bid alleen H", (0, 13, 0, 0), (-27, 9, 9, 9)),
        ("0 bid abondance-9; 1 pass; 2 pass; 3 pass; 0 trump S", (13, 0, 0, 0), (15, -5, -5, -5)),
        ("0 bid abondance-9; 1 pass; 2 pass; 3 pass; 0 trump H", (0, 13, 0, 0), (-15, 5, 5, 5)),
        ("0 bid miserie; 1 pass; 2 pass; 3 pass", (13, 0, 0, 0), (-18, 6, 6, 6)),
        ("0 pass; 1 bid miserie; 2 pass; 3 pass", (13, 0, 0, 0), (-6, 18, -6, -6)),
        ("0 pass; 1 bid open-miserie; 2 pass; 3 pass", (13, 0, 0, 0), (-12, 36, -12, -12)),
        ("0 pass; 1 bid solo-13 H", (0, 13, 0, 0), (-25, 75, -25, -25)),
        ("0 bid solo-13 C; 1 pass; 2 pass; 3 pass", (0, 0, 13, 0), (-75, 25, 25, 25)),
    ):
        for choose in (first_legal, last_legal):
            state = speak(kleuren(), bids)
            settled = finish(state, choose)
            assert settled.outcome.tricks == tricks, bids
            assert settled.settlement.deltas == deltas, bids


PRICES = [
    ("vraag", 8, 2),
    ("vraag", 9, 3),
    ("vraag", 12, 6),
    ("vraag", 13, 14),
    ("vraag", 7, -3),
    ("vraag", 5, -5),
    ("vraag", 0, -10),
    ("troel", 8, 4),
    ("troel", 9, 6),
    ("troel", 12, 12),
    ("troel", 13, 28),
    ("troel", 7, -6),
    ("troel", 0, -20),
    ("troel 9", 9, 4),
    ("troel 9", 10, 6),
    ("troel 9", 12, 10),
    ("troel 9", 13, 24),
    ("troel 9", 8, -6),
    ("troel 9", 0, -22),
    ("alleen", 6, 3),
    ("alleen", 7, 4),
    ("alleen", 13, 10),
    ("alleen", 5, -4),
    ("alleen", 0, -9),
    ("abondance-9", 9, 5),
    ("abondance-9", 13, 5),
    ("abondance-9", 8, -5),
    ("abondance-9", 0, -5),
    ("abondance-10", 10, 6),
    ("abondance-10", 13, 6),
    ("abondance-10", 9, -6),
    ("abondance-11", 11, 8),
    ("abondance-11", 13, 8),
    ("abondance-11", 3, -8),
    ("abondance-12", 12, 10),
    ("abondance-12", 13, 10),
    ("abondance-12", 11, -10),
    ("miserie", 0, 6),
    ("miserie", 1, -6),
    ("miserie", 13, -6),
    ("open-miserie", 0, 12),
    ("open-miserie", 2, -12),
    ("solo-13", 13, 25),
    ("solo-13", 12, -25),
    ("solo-13", 0, -25),
]
"""Contract (with a target of its own), tricks of the side, and what each opponent pays, or gets."""


@pytest.mark.parametrize("stakes", [1, 2])
@pytest.mark.parametrize(("key", "tricks", "each"), PRICES)
def test_the_price_from_or_to_each_opponent(key: str, tricks: int, each: int, stakes: int) -> None:
    key, _, target = key.partition(" ")
    step = KLEUREN.ladder[key]
    contract = br.Contract(
        key,
        declarer=1,
        trump=br.SPADES if step.has_trumps else None,
        partner=3 if step.partnered else None,
        stakes=stakes,
        target=int(target) if target else None,
    )
    bill = br.settle(KLEUREN, contract, br.Outcome((13 - tricks, tricks, 0, 0)))
    each *= stakes
    if step.partnered:
        assert bill.deltas == (-each, each, -each, each)
        assert len(bill.transfers) == 2
    else:
        assert bill.deltas == (-each, 3 * each, -each, -each)
        assert len(bill.transfers) == 3
    assert bill.made is (each > 0)
    assert bill.pool == bill.set_aside == 0
    assert all(
        isinstance(paid.payer, int) and isinstance(paid.payee, int) for paid in bill.transfers
    )


@pytest.mark.parametrize("key", ["vraag", "troel"])
@pytest.mark.parametrize(
    ("partner", "won", "lost"),
    [
        (1, {(2, 0), (3, 1)}, {(0, 2), (1, 3)}),
        (2, {(1, 0), (3, 2)}, {(0, 1), (2, 3)}),
        (3, {(1, 0), (2, 3)}, {(0, 1), (3, 2)}),
    ],
)
def test_partners_are_paid_in_pairs(
    key: str, partner: int, won: set[tuple[int, int]], lost: set[tuple[int, int]]
) -> None:
    contract = br.Contract(key, 0, trump=br.CLUBS, partner=partner)
    for tricks, pairs in ((9, won), (6, lost)):
        found = [tricks, 0, 0, 0]
        found[1 if partner != 1 else 2] = 13 - tricks
        bill = br.settle(KLEUREN, contract, br.Outcome(tuple(found)))
        assert {(paid.payer, paid.payee) for paid in bill.transfers} == pairs


def test_an_infraction_costs_as_at_a_table_without_fines() -> None:
    assert (KLEUREN.laws.misdeal.fine, KLEUREN.laws.misdeal.loses_deal) == (0, False)
    assert (KLEUREN.laws.revoke.penalty, KLEUREN.laws.revoke.fine) == ("tricks", 0)


def test_what_no_deal_can_have_is_not_settled() -> None:
    outcome = br.Outcome((8, 5, 0, 0))
    for contract, problem in (
        (
            br.Contract("vraag", 0, trump=br.CLUBS),
            "Vraag is not played alone in Kleurenwiezen (Belgian colour whist) [CAFE, auction]",
        ),
        (
            br.Contract("troel", 0, trump=br.CLUBS),
            "Troel is not played alone in Kleurenwiezen (Belgian colour whist) [CAFE, auction]",
        ),
        (
            br.Contract("alleen", 0, trump=br.CLUBS, partner=1),
            "Alleen is played alone in Kleurenwiezen (Belgian colour whist)",
        ),
        (
            br.Contract("alleen", 0, trump=br.CLUBS, stakes=4),
            "the stakes of Kleurenwiezen (Belgian colour whist) are 1 or 2, not 4",
        ),
        (
            br.Contract("vraag", 0, trump=br.CLUBS, partner=1, target=9),
            "Vraag has the target of the ladder, not 9",
        ),
        (
            br.Contract("abondance-9", 0),
            "Abondance 9 is played with trumps: give the trump suit",
        ),
    ):
        with pytest.raises(br.SettlementError) as caught:
            br.settle(KLEUREN, contract, outcome)
        assert caught.value.problems == (problem,)
