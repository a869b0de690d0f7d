"""What misdeals and revokes cost by the law of each telling, worked out by hand."""

from __future__ import annotations

import re
from typing import Any, ClassVar

import pytest
from attrs import evolve
from tests.settlement.bills import balanced

import boston_rules as br
from boston_rules import CLUBS, SPADES, Contract, Infraction, Outcome, Settlement
from boston_rules.deal.questions.conceding import ConcessionRule
from boston_rules.rules.laws import Laws, RevokeLaw, WhistLaw
from boston_rules.rules.variant import with_rules


def bill(
    slug: str,
    contract: Contract | None,
    tricks: tuple[int, ...],
    *infractions: Infraction,
    options: dict[str, Any] | None = None,
    outcome: dict[str, Any] | None = None,
    **table: Any,
) -> Settlement:
    variant = br.get_variant(slug, **(options or {}))
    told = Outcome(tricks, **(outcome or {}))
    found = br.settle(variant, contract, told, infractions=infractions, **table)
    pool, aside = table.get("pool", 0), table.get("set_aside", 0)
    assert sum(found.deltas) + found.pool + found.set_aside == pool + aside
    assert balanced(found, pool, aside)
    return found


def revoke(seat: int) -> Infraction:
    return Infraction("revoke", seat)


def misdeal(seat: int, *, touched: bool = False) -> Infraction:
    return Infraction("misdeal", seat, touched)


def solo(key: str, *, trump: br.Suit | None = SPADES, **more: Any) -> Contract:
    return Contract(key, 0, trump=trump, **more)


FOSTER = {slug for slug in br.list_variants() if slug.endswith("-foster")}
FIVE = (5, 4, 2, 2)
THIRTEEN_IN_ALL = (0, 0, 0, 0)

FINES = {
    "fontainebleau": 50,
    "boston-whist": 10,
    "english-boston": 10,
    **dict.fromkeys(("american-foster", "fontainebleau-foster", "russian-foster"), 10),
    "fontainebleau-hoyle": 1,
    "russian": 1,
    "russian-partnership": 1,
    "two-pack-hoyle": 1,
}
LOSES_DEAL = {"fontainebleau-hoyle", "russian", "russian-partnership", "two-pack-hoyle"}
TRICKS = {
    *("fontainebleau", "fontainebleau-cats", "american-partnership", "classic"),
    *("french", "mariland", "whisch-bostonien"),
}
THAT_TRICK = {"american", "american-decimal", "american-capped", "boston-whist", "english-boston"}


class TestMisdeals:
    def test_L1_the_fine_lies_in_the_pool_that_the_winner_takes(self) -> None:
        found = bill("fontainebleau", solo("5"), FIVE, misdeal(3), pool=50)
        assert found.deltas == (30 + 100, -10, -10, -10 - 50)
        assert str(found.transfers[0]) == (
            "seat 3 pays the pool 50: fine for a misdeal [ENC, laws of the game, 5]"
        )

    def test_L1_touched_cards_excuse_the_dealer_in_fontainebleau(self) -> None:
        found = bill("fontainebleau", solo("5"), FIVE, misdeal(3, touched=True), pool=50)
        assert found.deltas == (30 + 50, -10, -10, -10)

    def test_L1_touched_cards_excuse_nobody_else(self) -> None:
        found = bill("boston-whist", None, THIRTEEN_IN_ALL, misdeal(3, touched=True), pool=40)
        assert found.deltas == (-10, -10, -10, -20)
        found = bill("russian", None, THIRTEEN_IN_ALL, misdeal(3, touched=True), pool=1)
        assert (found.deltas, found.pool) == ((0, 0, 0, -1), 2)

    def test_L1_a_doubling_doubles_the_fine_too(self) -> None:
        lost = bill("boston-whist", solo("5", turned=CLUBS), (4, 5, 2, 2), misdeal(1), pool=40)
        # 10 to each opponent, and 50 into a pool of 50.
        assert lost.deltas == (-30 - 50, 10 - 10, 10, 10)
        assert lost.pool == 100

    def test_P9_the_cap_applies_after_each_fine(self) -> None:
        found = bill("boston-whist", None, THIRTEEN_IN_ALL, misdeal(0), misdeal(0), pool=245)
        assert [str(paid) for paid in found.transfers[:4]] == [
            "seat 0 pays the pool 10: fine for a misdeal [DGM, The Deal; ruling R53]",
            "the pool pays the set-aside 5: above the cap of the pool",
            "seat 0 pays the pool 10: fine for a misdeal [DGM, The Deal; ruling R53]",
            "the pool pays the set-aside 10: above the cap of the pool",
        ]
        assert (found.pool, found.set_aside) == (250, 245 + 60 - 250)

    @pytest.mark.parametrize("slug", br.list_variants())
    def test_L1_the_fine_of_every_variant(self, slug: str) -> None:
        variant = br.get_variant(slug)
        played = variant.passed_out.played and slug not in LOSES_DEAL
        tricks = (3, 3, 3, 4) if played else THIRTEEN_IN_ALL
        plain = () if slug in LOSES_DEAL else bill(slug, None, tricks, pool=20).deltas
        found = bill(slug, None, tricks, misdeal(2), pool=20)
        fines = [paid.chips for paid in found.transfers if "misdeal" in paid.reason]
        assert fines == ([FINES[slug]] if slug in FINES else [])
        if slug in LOSES_DEAL:
            assert found.made is None
            assert found.heading == "misdeal: the dealer loses the deal"
            assert (found.deltas, found.pool) == ((0, 0, -1, 0), 21)
        else:
            assert found.deltas[2] <= plain[2]

    @pytest.mark.parametrize("slug", sorted(LOSES_DEAL))
    def test_L1_R9_after_the_last_deal_a_lost_one_leaves_the_pool_to_all(self, slug: str) -> None:
        found = bill(slug, None, THIRTEEN_IN_ALL, misdeal(1), pool=6, last=True, dealer=1)
        # 7 in the pool: one each and the odd three from eldest, seat 2.
        assert (found.deltas, found.pool) == ((2, 1 - 1, 2, 2), 0)


class TestForfeitedTricks:
    """ENC and WEB: three tricks to the other side."""

    def test_P41_a_defenders_tricks_are_the_declarers(self) -> None:
        found = bill("fontainebleau", solo("7"), (4, 5, 2, 2), revoke(1), pool=50)
        assert (found.made, found.deltas) == (True, (150 + 50, -50, -50, -50))
        assert found.penalties == (
            "seat 1 revoked: 3 tricks more for the declarer's side "
            "[ENC, laws of the game, 9 and 10; ruling P41]",
        )

    def test_P41_and_overtricks_count(self) -> None:
        found = bill("fontainebleau", solo("5"), (5, 4, 2, 2), revoke(2), pool=0)
        assert found.deltas == (3 * (10 + 15), -25, -25, -25)

    def test_P41_a_declarers_tricks_are_undertricks(self) -> None:
        found = bill("fontainebleau", solo("5"), (7, 2, 2, 2), revoke(0), pool=50)
        assert (found.made, found.deltas, found.pool) == (False, (-4 * 15, 15, 15, 15), 65)

    def test_P41_no_more_than_the_side_has(self) -> None:
        found = bill("fontainebleau", solo("5"), (1, 4, 4, 4), revoke(0), pool=50)
        assert found.deltas == (-4 * (10 + 25), 35, 35, 35)
        found = bill("fontainebleau", solo("9"), (11, 2, 0, 0), revoke(3), pool=0)
        # The three have two tricks: eleven and two are thirteen, four over nine.
        assert found.deltas[1] == -(90 + 20)

    def test_P41_from_the_offender_first_then_from_his_partner(self) -> None:
        pair = solo("5", partner=2)
        found = bill("fontainebleau", pair, (1, 2, 8, 2), revoke(0), pool=50)
        # Nine less three: two short of eight. The bidder pays seat 1, the partner seat 3.
        assert (found.made, found.deltas) == (False, (-20 - 10, 20, -20 - 10, 20))
        assert found.pool == 70

    def test_P41_several_revokes_in_the_order_established(self) -> None:
        found = bill("fontainebleau", solo("5"), (2, 7, 2, 2), revoke(0), revoke(1), pool=0)
        # Two tricks lost, then three won.
        assert found.deltas[1] == 10 + 10
        other = bill("fontainebleau", solo("5"), (2, 7, 2, 2), revoke(1), revoke(0), pool=0)
        # Three won, then three of the five lost.
        assert other.deltas[1] == 10 + 15

    @pytest.mark.parametrize(
        ("tricks", "offender", "made"), [((3, 4, 3, 2), 2, True), ((0, 5, 4, 3), 0, False)]
    )
    def test_P41_a_misere_is_made_or_lost_by_it(
        self, tricks: tuple[int, ...], offender: int, made: bool
    ) -> None:
        contract = solo("little-misere", trump=None)
        found = bill("fontainebleau", contract, tricks, revoke(offender), pool=50)
        assert found.made is made
        assert found.deltas[1:] == ((-75,) * 3 if made else (75,) * 3)
        assert found.pool == (0 if made else 50 + 75)

    def test_P41_piccolissimo_needs_one_trick_and_a_revoke_gives_it(self) -> None:
        contract = solo("piccolissimo", trump=None)
        found = bill("fontainebleau", contract, (0, 5, 4, 3), revoke(3), pool=0)
        assert (found.made, found.deltas) == (True, (300, -100, -100, -100))
        found = bill("fontainebleau", contract, (1, 5, 4, 2), revoke(0), pool=0)
        assert (found.made, found.deltas) == (False, (-300 - 100, 100, 100, 100))

    def test_L6_of_two_revokes_in_a_misere_the_last_decides(self) -> None:
        contract = solo("grand-misere", trump=None)
        both = revoke(0), revoke(1)
        assert bill("fontainebleau", contract, (0, 6, 4, 3), *both, pool=0).made is True
        assert bill("fontainebleau", contract, (0, 6, 4, 3), *both[::-1], pool=0).made is False

    def test_a_deal_that_nobody_bid_burdens_the_offender(self) -> None:
        found = bill("fontainebleau", None, (2, 3, 4, 4), revoke(0), pool=50)
        assert found.deltas == (0, 50, 0, 0)  # 5, 2, 3, 3
        assert found.penalties == (
            "seat 0 revoked: 3 tricks more [ENC, laws of the game, 9 and 10; ruling P41]",
        )

    def test_L7_one_round_from_each_who_has_a_trick(self) -> None:
        found = bill("fontainebleau", None, (0, 0, 6, 7), revoke(2), pool=50)
        # Only seat 3 has one: 0, 0, 7, 6.
        assert found.deltas == (25, 25, 0, 0)
        assert found.penalties[0].startswith("seat 2 revoked: 1 trick more")

    def test_WEB_a_revoking_declarers_bid_has_failed(self) -> None:
        kept = bill("classic", solo("5"), (9, 2, 1, 1), revoke(0), pool=10)
        assert (kept.made, kept.deltas, kept.pool) == (False, (-30, 10, 10, 10), 10)
        short = bill("classic", solo("7"), (7, 2, 2, 2), revoke(0), pool=10)
        assert short.deltas == (-3 * (20 + 15), 35, 35, 35)
        other = bill("classic", solo("7"), (4, 5, 2, 2), revoke(1), pool=10)
        assert (other.made, other.deltas) == (True, (70, -20, -20, -20))

    def test_cats_follows_enc(self) -> None:
        found = bill("fontainebleau-cats", solo("7"), (8, 3, 1, 1), revoke(0), pool=20)
        # Five of seven: 50 and 10 each, and the pool doubled, the side having fewer than seven.
        assert (found.deltas, found.pool) == ((-180 - 20, 60, 60, 60), 40)

    def test_L8_quotas_of_french_count_what_is_left(self) -> None:
        pair = solo("simple-belle", partner=1, turned=SPADES, belle=SPADES)
        found = bill("french", pair, (5, 3, 3, 2), revoke(1), pool=10)
        # The partner has none of his three left and pays alone: 4 each, and the pool once more.
        assert (found.made, found.deltas, found.pool) == (False, (0, -8 - 10, 4, 4), 20)

    def test_L8_a_forfeited_trick_makes_a_slam(self) -> None:
        contract = solo("petite-independance", turned=SPADES, belle=SPADES)
        slam = {"slam": "closed"}
        lost = bill("french", contract, (12, 1, 0, 0), outcome=slam, pool=0)
        made = bill("french", contract, (12, 1, 0, 0), revoke(1), outcome=slam, pool=0)
        assert (lost.deltas[0], made.deltas[0]) == (-300, 300)

    def test_L8_and_the_bonus_for_thirteen_tricks(self) -> None:
        contract = solo("independance", turned=SPADES)
        found = bill("whisch-bostonien", contract, (12, 1, 0, 0), revoke(2), pool=0)
        # 8, five overtricks at 4, and 100.
        assert found.deltas[3] == -(8 + 20 + 100)

    def test_mariland(self) -> None:
        contract = solo("4", turned=CLUBS, belle=CLUBS)
        found = bill("mariland", contract, (5, 4, 2, 2), revoke(0), pool=10)
        assert (found.deltas, found.pool) == ((-12 - 10, 4, 4, 4), 20)

    def test_fixed_partners_share_what_they_forfeit(self) -> None:
        contract = solo("9", turned=SPADES, partner=2)
        found = bill("american-partnership", contract, (4, 2, 4, 3), revoke(1), pool=20)
        assert found.made is True
        assert found.penalties[0].startswith(
            "seat 1 revoked: 3 tricks more for the declarer's side"
        )

    def test_fixed_partners_lose_by_a_partners_revoke(self) -> None:
        contract = solo("9", turned=SPADES, partner=2)
        found = bill("american-partnership", contract, (5, 2, 5, 1), revoke(2), pool=20)
        # Ten less three: short by two. The bidder alone pays, and doubles the pool.
        assert (found.made, found.deltas, found.pool) == (False, (-90 - 20, 45, 0, 45), 40)

    def test_a_supported_demande(self) -> None:
        pair = solo("demande", turned=SPADES, partner=2)
        found = bill("whisch-bostonien", pair, (5, 3, 3, 2), revoke(2), pool=10)
        # The partner keeps none of his three and pays alone, and doubles the pool.
        assert (found.made, found.deltas, found.pool) == (False, (0, 4, -8 - 10, 4), 20)
        found = bill("whisch-bostonien", pair, (4, 3, 3, 3), revoke(1), pool=10)
        # Seven and three: two over eight; the pool is halved.
        assert (found.made, found.deltas, found.pool) == (True, (6 + 5, -6, 6 + 5, -6), 0)

    @pytest.mark.parametrize(
        ("slug", "key", "price", "pool"),
        [
            ("classic", "petite-misere", 20, 10),
            ("french", "petite-misere", 16, 20),
            ("french", "quatre-as", 32, 20),
            ("fontainebleau-cats", "grand-misere", 40, 20),
        ],
    )
    def test_P41_miseres_of_the_other_tellings(
        self, slug: str, key: str, price: int, pool: int
    ) -> None:
        """The pool after a loss: as it was in WEB, doubled in CATS and in French Boston."""
        turned = SPADES if slug == "french" else None
        contract = solo(key, trump=None, turned=turned, belle=turned)
        rest = 2 if key == "petite-misere" else 3  # a card is laid aside
        lost = bill(slug, contract, (0, 5, 5, rest), revoke(0), pool=10)
        assert (lost.made, lost.deltas[1:], lost.pool) == (False, (price,) * 3, pool)
        assert lost.deltas[0] == -3 * price - (pool - 10)
        made = bill(slug, contract, (2, 5, 3, rest), revoke(3), pool=10)
        won = 150 if key == "grand-misere" else price
        assert (made.made, made.deltas) == (True, (3 * won + 10, -won, -won, -won))

    def test_L8_a_slam_is_lost_by_a_forfeit(self) -> None:
        contract = solo("petite-independance", turned=SPADES, belle=SPADES)
        found = bill("french", contract, (13, 0, 0, 0), revoke(0), outcome={"slam": "closed"})
        assert (found.made, found.deltas) == (False, (-300, 100, 100, 100))


class TestThatTrick:
    """DGM and the American three: the trick itself has gone over, and 40 to the pool."""

    @pytest.mark.parametrize("slug", sorted(THAT_TRICK))
    def test_L6_the_fine_comes_last_and_lies_in_the_next_pool(self, slug: str) -> None:
        bid = solo("7", turned=SPADES)
        for offender in (0, 1):
            plain = bill(slug, bid, (7, 2, 2, 2), pool=20)
            found = bill(slug, bid, (7, 2, 2, 2), revoke(offender), pool=20)
            assert (found.made, found.pool) == (True, 40)
            fine = found.transfers[-1]
            assert (fine.payer, fine.payee, fine.chips) == (offender, "pool", 40)
            assert re.search(r"DGM(?: and LIB)?, Penalties", fine.reason)
            moved = [one - two for one, two in zip(found.deltas, plain.deltas, strict=True)]
            assert moved == [-40 if seat == offender else 0 for seat in range(4)]

    def test_L6_a_misere_is_decided_instead(self) -> None:
        contract = solo("little-misere", trump=None)
        found = bill("american", contract, (2, 8, 1, 1), revoke(1), pool=20)
        assert (found.made, found.deltas) == (True, (60 + 20, -20 - 40, -20, -20))
        found = bill("american", contract, (0, 9, 2, 1), revoke(0), pool=20)
        # 20 to each, the pool doubled, then the fine.
        assert (found.made, found.deltas[0], found.pool) == (False, -60 - 20 - 40, 80)

    def test_L6_after_the_last_deal_the_fine_is_divided(self) -> None:
        found = bill("american", solo("5", turned=CLUBS), FIVE, revoke(3), pool=0, last=True)
        assert found.deltas == (36 + 10, -12 + 10, -12 + 10, -12 - 40 + 10)

    def test_nobody_bid(self) -> None:
        found = bill("american", None, (4, 3, 3, 3), revoke(2), pool=20)
        assert (found.deltas, found.pool) == ((-15, 5, 5 - 40, 5), 60)


class TestLostDeal:
    """PKW: the deal is lost, and 8 to the pool."""

    def test_R32_a_defender_makes_the_bid_exactly(self) -> None:
        found = bill("russian", solo("5"), (0, 3, 0, 0), revoke(3), pool=1)
        assert (found.made, found.deltas) == (True, (6 + 1, -2, -2, -2 - 8))
        assert found.pool == 8
        assert found.penalties == (
            "seat 3 revoked, which ends the deal: 5 tricks more for the declarer's side "
            "[PKW, Scoring; ruling R32]",
        )

    def test_the_trick_is_named_where_it_is_known(self) -> None:
        known = Infraction("revoke", 3, trick=2)
        found = bill("russian", solo("5"), (0, 3, 0, 0), known, pool=1)
        (told,) = found.penalties
        assert told.startswith("seat 3 revoked in trick 2, which ends the deal: 5 tricks more")

    def test_R32_or_with_what_he_has(self) -> None:
        found = bill("fontainebleau-hoyle", solo("5"), (7, 1, 0, 0), revoke(3), pool=0)
        assert found.deltas == (3 * 4, -4, -4, -4 - 8)

    def test_R32_a_declarer_has_lost_by_one_at_least(self) -> None:
        found = bill("russian", solo("5"), (3, 1, 0, 0), revoke(0), pool=1)
        assert (found.made, found.deltas, found.pool) == (False, (-6 - 2 - 8, 2, 2, 2), 11)

    def test_L7_and_by_more_where_that_is_certain(self) -> None:
        found = bill("two-pack-hoyle", solo("8", turned=CLUBS), (1, 7, 1, 1), revoke(0), pool=8)
        # Three are left: four short of eight at best; 11 each, the pool doubled, and 8.
        assert (found.deltas, found.pool) == ((-33 - 8 - 8, 11, 11, 11), 24)

    def test_L7_a_contested_bid_takes_the_pool_with_seven(self) -> None:
        five = solo("5", turned=CLUBS)
        found = bill("two-pack-hoyle", five, (7, 1, 0, 0), revoke(1), pool=8)
        assert found.deltas[0] == 6 + 8
        found = bill("two-pack-hoyle", five, (6, 1, 0, 0), revoke(1), pool=8)
        assert found.deltas[0] == 6

    def test_P41_a_misere(self) -> None:
        contract = solo("little-misere", trump=None)
        found = bill("russian", contract, (1, 0, 0, 0), revoke(1), pool=4)
        assert (found.made, found.deltas) == (True, (45 + 4, -15 - 8, -15, -15))
        found = bill("russian", contract, (0, 1, 0, 0), revoke(0), pool=4)
        assert (found.made, found.deltas) == (False, (-45 - 15 - 8, 15, 15, 15))

    def test_R32_a_pair_makes_or_loses_what_it_needs_together(self) -> None:
        pair = solo("5", partner=2)
        for slug in ("russian", "russian-partnership", "fontainebleau-hoyle"):
            found = bill(slug, pair, (2, 1, 2, 0), revoke(3), pool=1)
            # Eight exactly; the odd chip of the pool is the bidder's.
            assert (found.made, found.deltas) == (True, (2 + 1, -2, 2, -2 - 8))
            found = bill(slug, pair, (5, 1, 2, 0), revoke(2), pool=2)
            # One each way, as much to the pool by halves, and the partner's fine.
            assert (found.made, found.deltas) == (False, (-2 - 1, 2, -2 - 1 - 8, 2))

    def test_L6_the_partners_revoke_in_a_misere_is_the_declarers_sides(self) -> None:
        contract = solo("little-misere", trump=None)
        found = bill("russian-partnership", contract, (0, 1, 0, 0), revoke(2), pool=4)
        # The two pay 15 each and half of 15 to the pool; the offender alone the fine.
        assert (found.made, found.deltas) == (False, (-15 - 8, 15, -15 - 7 - 8, 15))

    def test_L7_nobody_bid(self) -> None:
        found = bill("fontainebleau-hoyle", None, (0, 2, 0, 1), revoke(0), pool=4)
        assert (found.deltas, found.pool) == ((-8, 0, 4, 0), 8)
        options = {"all_pass": "general-misery"}
        found = bill("two-pack-hoyle", None, (1, 4, 0, 2), revoke(2), options=options, pool=4)
        # Five tricks against 1, 4 and 2, ten chips for each of difference, and the fine.
        assert (found.deltas, found.pool) == ((40, 10, -80 - 8, 30), 12)


@pytest.mark.parametrize("slug", br.list_variants())
def test_L5_who_follows_which_law(slug: str) -> None:
    law = br.get_variant(slug).laws.revoke
    assert law.ends_deal == (slug not in TRICKS | THAT_TRICK)
    assert law.moves_trick == (slug in THAT_TRICK)
    fosters = ("american-foster", "fontainebleau-foster", "russian-foster")
    fines = dict.fromkeys((*THAT_TRICK, *fosters), 40)
    fines |= dict.fromkeys((*TRICKS, "french-foster"), 0)
    assert law.fine == fines.get(slug, 8)
    assert law.each_other == (50 if slug in FOSTER - {"french-foster"} else 0)
    assert law.offender_pays is (slug == "french-foster")
    assert law.fails_bid == (slug == "classic")


@pytest.mark.parametrize(
    ("slug", "contract", "tricks", "infractions", "problem"),
    [
        ("russian", solo("5"), FIVE, (misdeal(0),), "no contract and no tricks"),
        ("russian", None, THIRTEEN_IN_ALL, (misdeal(0), misdeal(0)), "no other infraction"),
        ("russian", solo("5"), (1, 1, 1, 0), (revoke(0), revoke(1)), "there is one at most"),
        ("russian", solo("5"), (9, 5, 0, 0), (revoke(0),), "13 tricks"),
        ("fontainebleau", solo("5"), (1, 1, 1, 0), (revoke(0),), "has 13 tricks, not 3"),
        ("classic", None, THIRTEEN_IN_ALL, (revoke(0),), "no trick is played"),
        ("classic", solo("5"), (0, 0, 0, 0), (revoke(0),), "no trick is complete"),
        ("classic", solo("5"), FIVE, (revoke(4),), "the offender of a revoke is a seat 0 to 3"),
        ("classic", solo("5"), FIVE, (Infraction("revoke", 0, touched=True),), "only of a misdeal"),
        ("classic", solo("5"), FIVE, ("revoke",), "is an Infraction"),
    ],
)
def test_infractions_that_cannot_be(
    slug: str, contract: Contract | None, tricks: tuple[int, ...], infractions: Any, problem: str
) -> None:
    with pytest.raises(br.SettlementError, match=problem):
        br.settle(br.get_variant(slug), contract, Outcome(tricks), infractions=infractions)


def test_an_infraction_of_no_known_kind() -> None:
    strange: Any = "exposed"
    with pytest.raises(br.SettlementError, match="a revoke or a card out of turn, not 'exposed'"):
        br.settle(
            br.get_variant("classic"),
            solo("5"),
            Outcome(FIVE),
            infractions=[Infraction(strange, 1)],
        )


def test_infractions_that_are_no_list() -> None:
    strange: Any = 1
    with pytest.raises(TypeError, match="infractions must be a sequence of Infraction"):
        br.settle("classic", solo("5"), Outcome(FIVE), infractions=strange)


def test_nobody_concedes_after_a_revoke_that_has_ended_the_deal() -> None:
    conceded = Outcome((1, 0, 0, 0), conceded=True)
    with pytest.raises(br.SettlementError, match="nobody concedes after it"):
        br.settle("russian", solo("5"), conceded, infractions=[revoke(1)])


def test_fines_need_a_pool() -> None:
    """Without one there is nothing to pay them into, and nothing is said of them."""
    variant = evolve(br.get_variant("boston-whist"), pool=None)
    found = br.settle(
        variant, solo("5", turned=CLUBS), Outcome(FIVE), infractions=[misdeal(0), revoke(1)]
    )
    assert found.deltas == (30, -10, -10, -10)
    assert "pool" not in variant.laws.words_in(variant)


class TestLawOfWhist:
    """LW3, LW6 and G23 as the fields of the rule say them, whatever the game."""

    FOSTER = Laws(
        revoke=RevokeLaw("deal", fine=40, each_other=50),
        whist=WhistLaw(spares_declarer=True, misere_fine=40),
    )
    FRENCH = Laws(revoke=RevokeLaw("deal", offender_pays=True), whist=WhistLaw(misere_fine=40))

    def settled(
        self,
        slug: str,
        laws: Laws,
        contract: Contract | None,
        outcome: Outcome,
        *infractions: Infraction,
        **table: Any,
    ) -> Settlement:
        variant = evolve(br.get_variant(slug), laws=laws)
        found = br.settle(variant, contract, outcome, infractions=infractions, **table)
        assert balanced(found, table.get("pool", 0), 0)
        return found

    def test_G30_a_revoke_may_name_its_trick(self) -> None:
        found = bill("fontainebleau", solo("5"), FIVE, Infraction("revoke", 1, trick=3))
        assert found.penalties[0].startswith("seat 1 revoked in trick 3: 3 tricks more")
        assert found.transfers == bill("fontainebleau", solo("5"), FIVE, revoke(1)).transfers

    @pytest.mark.parametrize(("tricks", "short"), [((2, 3, 2, 2), 1), ((0, 6, 3, 2), 3)])
    def test_LW3_a_declarer_is_short_by_what_is_certain(
        self, tricks: tuple[int, ...], short: int
    ) -> None:
        found = self.settled("fontainebleau", self.FOSTER, solo("5"), Outcome(tricks), revoke(0))
        price = 10 + 5 * short
        assert found.deltas == (-4 * price - 40, price, price, price)
        assert (found.made, found.pool) == (False, price + 40)

    def test_LW3_an_opponent_makes_it_exactly_or_with_what_is_taken(self) -> None:
        for taken, chips in ((1, 10), (7, 20)):
            outcome = Outcome((taken, 1, 0, 0))
            found = self.settled(
                "fontainebleau", self.FOSTER, solo("5"), outcome, revoke(2), pool=50
            )
            assert found.deltas == (3 * chips + 50, -chips, -chips - 40, -chips)
            assert found.pool == 40

    def test_G24_honours_in_a_bid_that_an_opponents_revoke_makes(self) -> None:
        outcome = Outcome((1, 1, 0, 0), honours=(4, 0, 0, 0))
        found = self.settled("fontainebleau", self.FOSTER, solo("5"), outcome, revoke(2))
        assert found.deltas == (90, -30, -70, -30)

    def test_G24_after_a_concession(self) -> None:
        conceded = Outcome((1, 0, 0, 0), conceded=True)
        lost = self.settled("fontainebleau-hoyle", self.FOSTER, solo("5"), conceded, revoke(0))
        assert (lost.made, lost.deltas) == (False, (-3 * 2 - 2 - 40, 2, 2, 2))
        made = self.settled("fontainebleau-hoyle", self.FOSTER, solo("5"), conceded, revoke(1))
        assert (made.made, made.deltas) == (True, (6, -42, -2, -2))
        misere = solo("little-misere", trump=None)
        lost = self.settled("fontainebleau-hoyle", self.FOSTER, misere, conceded, revoke(0))
        assert lost.made is False

    def test_G24_nobody_bid(self) -> None:
        outcome = Outcome((1, 2, 0, 0))
        found = self.settled("fontainebleau", self.FOSTER, None, outcome, revoke(3), pool=50)
        assert found.deltas == (50, 50, 50, -190)
        assert (found.pool, found.made) == (90, None)
        last = self.settled(
            "fontainebleau", self.FOSTER, None, outcome, revoke(3), pool=50, last=True
        )
        assert last.pool == 0

    def test_G23_the_offender_alone_pays_and_doubles_the_pool(self) -> None:
        contract = Contract("simple-belle", 0, trump=br.HEARTS, turned=br.HEARTS, belle=br.HEARTS)
        outcome = Outcome((3, 0, 0, 0), honours=(4, 0, 0, 0), boston=2)
        opponent = self.settled("french", self.FRENCH, contract, outcome, revoke(1), pool=10)
        # 4 × 4 without honours; the Boston's 2 as ever; the pool of 10 is doubled and stays.
        assert opponent.made is True
        assert opponent.deltas == (16 - 2, -16 - 10 - 2, 6, -2)
        assert opponent.pool == 20
        declarer = self.settled("french", self.FRENCH, contract, outcome, revoke(0), pool=10)
        assert declarer.made is False
        assert declarer.deltas == (-48 - 10 - 2, 16 - 2, 16 + 6, 16 - 2)
        assert declarer.pool == 20

    def test_G23_of_partners_both_or_each_opponent(self) -> None:
        pair = Contract("simple-belle", 0, trump=SPADES, partner=2, turned=SPADES, belle=SPADES)
        outcome = Outcome((3, 0, 1, 0))
        opponent = self.settled("french", self.FRENCH, pair, outcome, revoke(1), pool=10)
        assert opponent.deltas == (4, -8 - 10, 4, 0)
        partner = self.settled("french", self.FRENCH, pair, outcome, revoke(2), pool=10)
        assert partner.deltas == (0, 4, -8 - 10, 4)

    def test_G24_with_a_declared_slam_its_price_stands(self) -> None:
        contract = Contract("simple-belle", 0, trump=SPADES, turned=SPADES, belle=SPADES)
        outcome = Outcome((6, 0, 0, 0), slam="closed")
        for offender in (1, 0):
            found = self.settled("french", self.FRENCH, contract, outcome, revoke(offender))
            assert found.made is (offender == 1)
            paid = -100 if offender == 1 else -300
            assert found.deltas[offender] == paid

    def test_G23_without_a_pool(self) -> None:
        variant = evolve(br.get_variant("mariland"), pool=None, laws=self.FRENCH)
        contract = Contract("5", 0, trump=SPADES, turned=SPADES, belle=SPADES)
        found = br.settle(variant, contract, Outcome((1, 0, 0, 0)), infractions=[revoke(1)])
        assert sum(found.deltas) == 0
        assert found.deltas[1] == -found.deltas[0]
        words = variant.laws.words_in(variant)
        assert "and the offender pays 40" not in words

    def test_LW6_a_card_out_of_turn(self) -> None:
        contract = solo("grand-misere", trump=None)
        for tricks in ((0, 0, 0, 0), (0, 3, 1, 0)):
            card = Infraction("out-of-turn", 2)
            found = self.settled(
                "fontainebleau", self.FOSTER, contract, Outcome(tricks), card, pool=50
            )
            assert found.deltas == (3 * 150 + 50, -150, -190, -150)
            assert (found.made, found.pool) == (True, 40)

    @pytest.mark.parametrize(
        ("contract", "outcome", "infractions", "problem"),
        [
            (solo("5"), Outcome((1, 0, 0, 0)), (Infraction("out-of-turn", 1),), "against a misère"),
            (None, Outcome((1, 0, 0, 0)), (Infraction("out-of-turn", 1),), "against a misère"),
            (
                solo("grand-misere", trump=None),
                Outcome((0, 1, 0, 0)),
                (Infraction("out-of-turn", 0),),
                "of an opponent",
            ),
            (
                solo("grand-misere", trump=None),
                Outcome((0, 1, 0, 0)),
                (Infraction("out-of-turn", 1), Infraction("out-of-turn", 1)),
                "nothing else comes after it",
            ),
            (
                solo("grand-misere", trump=None),
                Outcome((0, 1, 0, 0), conceded=True),
                (Infraction("out-of-turn", 1),),
                "nobody concedes after it",
            ),
            (
                solo("5"),
                Outcome(FIVE),
                (Infraction("revoke", 1, trick=2), Infraction("revoke", 1, trick=2)),
                "a seat revokes once in a trick",
            ),
            (solo("5"), Outcome(FIVE), (Infraction("revoke", 1, trick=14),), "is 1 to 13, not 14"),
            (solo("5"), Outcome(FIVE), (Infraction("misdeal", 1, trick=1),), "only of a revoke"),
        ],
    )
    def test_what_cannot_be(
        self,
        contract: Contract | None,
        outcome: Outcome,
        infractions: tuple[Infraction, ...],
        problem: str,
    ) -> None:
        with pytest.raises(br.SettlementError, match=problem):
            self.settled("fontainebleau-hoyle", self.FOSTER, contract, outcome, *infractions)

    def test_a_card_out_of_turn_ends_no_deal_elsewhere(self) -> None:
        card = Infraction("out-of-turn", 1)
        for slug in ("classic", "fontainebleau"):
            with pytest.raises(br.SettlementError, match="ends no deal of "):
                bill(slug, solo("5"), FIVE, card)


class TestConceded:
    """N13: a contract that is conceded counts as made exactly, and the penalty comes after that."""

    HOUSES: ClassVar[dict[str, br.Variant]] = {
        slug: with_rules(br.get_variant(slug), {"concession": ConcessionRule()})
        for slug in ("fontainebleau", "classic", "french", "boston-whist", "fontainebleau-cats")
    }

    def settled(
        self,
        variant: br.Variant,
        contract: Contract,
        *infractions: Infraction,
        tricks: tuple[int, ...] = (1, 0, 0, 0),
        **told: Any,
    ) -> Settlement:
        outcome = Outcome(tricks, conceded=True, **told)
        found = br.settle(variant, contract, outcome, 50, infractions=infractions)
        assert balanced(found, 50, 0)
        return found

    @pytest.mark.parametrize("tricks", [(1, 0, 0, 0), (0, 1, 0, 0)])
    def test_N13_a_declarers_forfeits_are_missing_from_the_bid(
        self, tricks: tuple[int, ...]
    ) -> None:
        found = self.settled(
            self.HOUSES["fontainebleau"], solo("7"), revoke(0), tricks=tricks, honours=(3, 0, 0, 0)
        )
        # Seven less three: 50, 15 for the tricks and 10 for two by honours.
        assert (found.made, found.deltas, found.pool) == (False, (-4 * 75, 75, 75, 75), 50 + 75)
        assert found.heading == "Seven Levées ♠ by seat 0: lost"
        assert "3 tricks fewer for the declarer's side" in found.penalties[0]

    def test_N13_an_opponents_forfeits_are_over(self) -> None:
        found = self.settled(self.HOUSES["fontainebleau"], solo("7"), revoke(2))
        assert (found.made, found.deltas, found.pool) == (True, (3 * 65 + 50, -65, -65, -65), 0)
        # Who has conceded thirteen tricks has none to forfeit.
        found = self.settled(self.HOUSES["fontainebleau"], solo("13"), revoke(2))
        assert found.deltas[2] == -400

    def test_N13_of_two_revokes_each_is_penalized_in_turn(self) -> None:
        found = self.settled(self.HOUSES["fontainebleau"], solo("7"), revoke(2), revoke(0))
        assert (found.made, found.deltas[1]) == (True, -50)

    def test_N13_the_pool_after_a_loss_goes_by_the_tricks_that_are_left(self) -> None:
        house = self.HOUSES["fontainebleau-cats"]
        # R23: a side that is left with seven tricks or more does not double the pool.
        for bid, pool in (("9", 100), ("10", 50)):
            found = self.settled(house, solo(bid), revoke(0))
            assert (found.made, found.pool) == (False, pool)

    def test_N13_a_bid_that_a_revoke_fails_is_lost(self) -> None:
        lost = self.settled(self.HOUSES["classic"], solo("7"), revoke(0))
        assert (lost.made, lost.deltas) == (False, (-3 * (20 + 15), 35, 35, 35))
        that_trick = Laws(revoke=RevokeLaw("that-trick", fails_bid=True))
        house = evolve(self.HOUSES["classic"], laws=that_trick)
        assert self.settled(house, solo("7"), revoke(0)).deltas == (-3 * 20, 20, 20, 20)

    @pytest.mark.parametrize("slug", ["fontainebleau", "boston-whist"])
    @pytest.mark.parametrize(("offender", "made"), [(0, False), (1, True)])
    def test_N13_P41_a_misere_by_the_side_that_revoked(
        self, slug: str, offender: int, made: bool
    ) -> None:
        misere = solo("little-misere", trump=None)
        found = self.settled(self.HOUSES[slug], misere, revoke(offender), tricks=(0, 1, 0, 0))
        assert found.made is made
        assert (found.deltas[2] < 0) is made

    @pytest.mark.parametrize(("tricks", "offender"), [((0, 1, 0, 0), 0), ((1, 0, 0, 0), 1)])
    def test_N13_that_trick_has_gone_over_before(
        self, tricks: tuple[int, ...], offender: int
    ) -> None:
        """The table sees it go, and concedes all the same: nothing but the fine is due."""
        bid = solo("7", turned=SPADES)
        found = self.settled(self.HOUSES["boston-whist"], bid, revoke(offender), tricks=tricks)
        plain = self.settled(self.HOUSES["boston-whist"], bid)
        fine = tuple(-40 * (seat == offender) for seat in range(4))
        assert found.made is True
        assert tuple(a - b for a, b in zip(found.deltas, plain.deltas, strict=True)) == fine

    @pytest.mark.parametrize("offender", [0, 2])
    def test_N13_P35_of_two_partners_the_offender_is_short(self, offender: int) -> None:
        pair = solo("simple-belle", partner=2, turned=SPADES, belle=SPADES)
        found = self.settled(self.HOUSES["french"], pair, revoke(offender), tricks=(0, 0, 1, 0))
        # Five and three are owed and credited; 4 to each opponent, and the pool doubled.
        assert (found.made, found.pool) == (False, 100)
        assert found.deltas[offender] == -8 - 50
        assert found.deltas[2 - offender] == 0

    def test_N13_partners_who_share_alike_lose_alike(self) -> None:
        pair = solo("5", partner=2)
        found = self.settled(self.HOUSES["fontainebleau"], pair, revoke(2))
        # Eight less three: 10 and 15 from each, and 25 by halves to the pool.
        assert (found.deltas, found.pool) == ((-25 - 13, 25, -25 - 12, 25), 75)
