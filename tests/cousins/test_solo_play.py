"""Solo Whist: deal, first leads, open hands, and what everything costs."""

from __future__ import annotations

import random

import pytest
from tests.cousins.games import MIXED, SOLO, refused, solo
from tests.phases.table_talk import act, finish, first_legal, last_legal, legal, speak
from tests.play.tables import face_up, orders

import boston_rules as br
from boston_rules.core import errors


def test_packets_and_the_turned_card() -> None:
    state = br.apply(br.start(SOLO, dealer=3), br.Shuffle(br.PACK))
    assert state.phase == "auction", "nobody cuts"
    first = (0, 1, 2, 12, 13, 14, 24, 25, 26, 36, 37, 38, 48)
    last = (9, 10, 11, 21, 22, 23, 33, 34, 35, 45, 46, 47, 51)
    assert (orders(state)[0], orders(state)[3]) == (face_up(first), face_up(last))
    assert state.turned == br.PACK[51], "the dealer's last card"


def test_the_pack_is_shuffled_for_each_deal() -> None:
    state = br.next_deal(speak(solo(), "0 pass; 1 pass; 2 pass; 3 pass"))
    assert (state.phase, state.actor) == ("shuffle", br.CHANCE)
    assert br.apply(state, br.Shuffle(br.PACK)).phase == "auction"


def test_the_turned_card_is_public_and_belongs_to_the_dealer() -> None:
    state = solo(MIXED, dealer=2, turned="KD")
    card = br.parse_card("KD")
    assert card in state.hands[2]
    for seat in (None, 0, 1, 2, 3):
        view = br.observe(state, seat)
        assert view.turned == card
        worlds = br.Worlds(view)
        rng = random.Random(1)
        assert all(worlds.draw(rng)[2] >> card.index & 1 for _ in range(50))


def test_the_turned_card_binds_samples_until_it_is_played() -> None:
    state = speak(solo(MIXED, dealer=2, turned="KD"), "3 bid solo; 0 pass; 1 pass; 2 pass")
    assert state.actor == 3, "eldest leads"
    state = act(state, "play 2D", "play QD", "play AD", "play KD")
    assert br.parse_card("KD") not in state.hands[2]
    rng = random.Random(1)
    worlds = br.Worlds(br.observe(state, 0))
    assert all(not worlds.draw(rng)[2] >> br.parse_card("KD").index & 1 for _ in range(20))


def test_no_pool_no_antes_sixteen_deals_purses_from_nothing() -> None:
    assert SOLO.pool is None
    table = solo().table
    assert (table.pool, table.set_aside, table.antes) == (0, 0, ())
    assert table.purses == (0, 0, 0, 0)
    assert SOLO.session.deals == 16
    assert (table.stakes, SOLO.carryover, SOLO.dealt) == (1, None, None)


@pytest.mark.parametrize(
    ("bids", "trump"),
    [
        ("0 bid prop; 1 accept; 2 pass; 3 pass", br.DIAMONDS),
        ("0 bid solo; 1 pass; 2 pass; 3 pass", br.DIAMONDS),
        ("0 bid misere; 1 pass; 2 pass; 3 pass", None),
        ("0 bid royal-abundance; 1 pass; 2 pass; 3 pass", br.DIAMONDS),
        ("0 bid misere-ouverte; 1 pass; 2 pass; 3 pass", None),
        ("0 bid declared-abundance", None),
    ],
)
def test_trumps(bids: str, trump: br.Suit | None) -> None:
    contract = speak(solo(), bids).contract
    assert contract is not None
    assert (contract.trump, contract.turned) == (trump, br.DIAMONDS)


def test_an_abundance_names_any_suit_after_the_auction() -> None:
    state = speak(solo(), "0 pass; 1 bid abundance; 2 pass; 3 pass")
    assert (state.phase, state.actor) == ("naming trumps", 1)
    assert legal(state) == ["trump C", "trump D", "trump H", "trump S"], "the turned suit too"
    assert type(refused(state, "pass")) is errors.WrongPhase
    for suit in br.Suit:
        named = act(state, f"trump {suit.letter}")
        assert named.contract is not None
        assert named.contract.trump == suit
        assert (named.phase, named.actor) == ("play", 0)


@pytest.mark.parametrize("declarer", range(4))
@pytest.mark.parametrize("key", [step.key for step in SOLO.ladder])
def test_eldest_leads_but_the_declarer_in_declared_abundance(key: str, declarer: int) -> None:
    state = solo(dealer=1, turned="2H")
    while state.actor != declarer:
        state = act(state, "pass")
    state = act(state, f"bid {key}")
    while state.phase == "auction":
        state = act(state, "accept" if "accept" in legal(state) else "pass")
    if state.phase == "naming trumps":
        state = act(state, "trump S")
    assert state.actor == state.leader == (declarer if key == "declared-abundance" else 2)


def test_suit_must_be_followed() -> None:
    state = speak(solo(MIXED, turned="2H"), "0 bid solo; 1 pass; 2 pass; 3 pass; 0 play QD")
    assert legal(state) == ["play 7D", "play 8D", "play AD"]
    error = refused(state, "play QS")
    assert type(error) is errors.MustFollowSuit
    assert error.reason == "diamonds were led and you hold one"


def test_the_open_hand_lies_on_the_table_when_the_first_trick_is_complete() -> None:
    state = speak(solo(MIXED, turned="2H"), "0 pass; 1 bid misere-ouverte; 2 pass; 3 pass")
    for token in ("play QD", "play 7D", "play 9D"):
        state = act(state, token)
        assert state.exposed == ()
        assert br.observe(state, 0).exposed == ()
    state = act(state, "play 2D")
    assert state.exposed == ((1, state.hands[1]),)
    for seat in (None, 0, 1, 2, 3):
        assert br.observe(state, seat).exposed == state.exposed


def test_a_closed_misere_is_never_laid_down() -> None:
    state = speak(solo(MIXED, turned="2H"), "0 pass; 1 bid misere; 2 pass; 3 pass")
    assert finish(state).exposed == ()


def test_every_deal_is_played_to_the_last_trick() -> None:
    state = speak(solo(), "0 bid misere; 1 pass; 2 pass; 3 pass")
    settled = finish(state)
    assert settled.outcome.tricks == (13, 0, 0, 0), "lost with the first trick, and played on"
    assert settled.settlement.deltas == (-45, 15, 15, 15)


def test_whole_deals_and_what_they_cost() -> None:
    """Who has the trumps wins all tricks; without trumps, who leads."""
    for bids, tricks, deltas in (
        ("0 pass; 1 pass; 2 pass; 3 bid prop; 0 accept", (0, 0, 0, 13), (20, -20, -20, 20)),
        ("0 bid prop; 1 accept; 2 pass; 3 pass", (0, 0, 0, 13), (-26, -26, 26, 26)),
        ("0 pass; 1 pass; 2 pass; 3 bid solo", (0, 0, 0, 13), (-26, -26, -26, 78)),
        ("0 bid solo; 1 pass; 2 pass; 3 pass", (0, 0, 0, 13), (-60, 20, 20, 20)),
        ("0 pass; 1 bid misere; 2 pass; 3 pass", (13, 0, 0, 0), (-15, 45, -15, -15)),
        (
            "0 pass; 1 bid abundance; 2 pass; 3 pass; 1 trump H",
            (0, 13, 0, 0),
            (-27, 81, -27, -27),
        ),
        ("0 pass; 1 pass; 2 pass; 3 bid royal-abundance", (0, 0, 0, 13), (-27, -27, -27, 81)),
        ("0 pass; 1 bid misere-ouverte; 2 pass; 3 pass", (13, 0, 0, 0), (-30, 90, -30, -30)),
        ("0 pass; 1 bid declared-abundance", (0, 13, 0, 0), (-60, 180, -60, -60)),
    ):
        for choose in (first_legal, last_legal):
            state = speak(solo(), bids)
            settled = finish(state, choose)
            assert settled.outcome.tricks == tricks, bids
            assert settled.settlement.deltas == deltas, bids


PRICES = [
    ("prop", 8, 10),
    ("prop", 9, 12),
    ("prop", 12, 18),
    ("prop", 13, 20),
    ("prop", 7, -12),
    ("prop", 1, -24),
    ("prop", 0, -26),
    ("solo", 5, 10),
    ("solo", 6, 12),
    ("solo", 13, 26),
    ("solo", 4, -12),
    ("solo", 0, -20),
    ("misere", 0, 15),
    ("misere", 1, -15),
    ("misere", 13, -15),
    ("abundance", 9, 15),
    ("abundance", 10, 18),
    ("abundance", 13, 27),
    ("abundance", 8, -18),
    ("abundance", 0, -42),
    ("royal-abundance", 9, 15),
    ("royal-abundance", 11, 21),
    ("royal-abundance", 13, 27),
    ("royal-abundance", 7, -21),
    ("royal-abundance", 0, -42),
    ("misere-ouverte", 0, 30),
    ("misere-ouverte", 1, -30),
    ("misere-ouverte", 6, -30),
    ("declared-abundance", 13, 60),
    ("declared-abundance", 12, -60),
    ("declared-abundance", 0, -60),
]
"""Contract, tricks of the side, and what each opponent pays, or gets."""


@pytest.mark.parametrize(("key", "tricks", "each"), PRICES)
def test_the_price_from_or_to_each_opponent(key: str, tricks: int, each: int) -> None:
    step = SOLO.ladder[key]
    trump = br.SPADES if step.has_trumps else None
    partner = 3 if step.partnered else None
    contract = br.Contract(key, 1, trump=trump, partner=partner, turned=br.SPADES)
    bill = br.settle(SOLO, contract, br.Outcome((13 - tricks, tricks, 0, 0)))
    if partner is None:
        assert bill.deltas == (-each, 3 * each, -each, -each)
        assert len(bill.transfers) == 3
    else:
        assert bill.deltas == (-each, each, -each, each)
        assert len(bill.transfers) == 2
    assert bill.made is (each > 0)
    assert bill.pool == bill.set_aside == 0
    assert all(
        isinstance(paid.payer, int) and isinstance(paid.payee, int) for paid in bill.transfers
    )


@pytest.mark.parametrize(
    ("partner", "won", "lost"),
    [
        (1, {(2, 0), (3, 1)}, {(0, 2), (1, 3)}),
        (2, {(1, 0), (3, 2)}, {(0, 1), (2, 3)}),
        (3, {(1, 0), (2, 3)}, {(0, 1), (3, 2)}),
    ],
)
def test_a_prop_is_paid_in_pairs(
    partner: int, won: set[tuple[int, int]], lost: set[tuple[int, int]]
) -> None:
    contract = br.Contract("prop", 0, trump=br.CLUBS, partner=partner, turned=br.CLUBS)
    for tricks, pairs, chips in ((9, won, 12), (6, lost, 14)):
        bill = br.settle(SOLO, contract, br.Outcome(_split(partner, tricks)))
        assert {(paid.payer, paid.payee) for paid in bill.transfers} == pairs
        assert {paid.chips for paid in bill.transfers} == {chips}


def _split(partner: int, tricks: int) -> tuple[int, ...]:
    """Some tricks of seat 0 and his partner, the rest of another."""
    found = [0, 0, 0, 0]
    found[0], found[partner] = tricks - 2, 2
    found[next(seat for seat in (1, 2) if seat != partner)] = 13 - tricks
    return tuple(found)


def test_an_infraction_costs_as_at_a_table_without_fines() -> None:
    assert (SOLO.laws.misdeal.fine, SOLO.laws.misdeal.loses_deal) == (0, False)
    assert (SOLO.laws.revoke.penalty, SOLO.laws.revoke.fine) == ("tricks", 0)
    assert not SOLO.laws.revoke.fails_bid


def test_what_no_deal_can_have_is_not_settled() -> None:
    """Nobody plays a prop alone, and there are no stakes but plain ones."""
    outcome = br.Outcome((8, 5, 0, 0))
    for contract, problem in (
        (br.Contract("solo", 0, trump=br.CLUBS, partner=2), "Solo is played alone in Solo Whist"),
        (
            br.Contract("solo", 0, trump=br.CLUBS, stakes=2),
            "the stakes of Solo Whist are 1, not 2",
        ),
        (
            br.Contract("solo", 0, trump=br.CLUBS, target=6),
            "Solo has the target of the ladder, not 6",
        ),
        (
            br.Contract("prop", 0, trump=br.CLUBS),
            "Prop and Cop is not played alone in Solo Whist [CLUB, auction]",
        ),
    ):
        with pytest.raises(br.SettlementError) as caught:
            br.settle(SOLO, contract, outcome)
        assert caught.value.problems == (problem,)
    with pytest.raises(br.SettlementError, match="pool"):
        br.settle(SOLO, br.Contract("solo", 0, trump=br.CLUBS), outcome, pool=10)
