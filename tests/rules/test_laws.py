"""Penalties as the tellings state them."""

from __future__ import annotations

from attrs import evolve

import boston_rules as br
from boston_rules.rules.laws import Laws, MisdealLaw, RevokeLaw, WhistLaw
from boston_rules.telling.wording.rulewords import words_of


def test_the_laws_of_the_tellings() -> None:
    found = {}
    for slug in ("fontainebleau", "american", "french"):
        laws = br.get_variant(slug).laws
        found[slug] = (
            (laws.misdeal.fine, laws.misdeal.loses_deal, laws.misdeal.excused),
            (laws.revoke.penalty, laws.revoke.fine, laws.revoke.fails_bid),
        )
    assert found == {
        "fontainebleau": ((50, False, True), ("tricks", 0, False)),
        "american": ((0, False, False), ("that-trick", 40, False)),  # R31
        "french": ((0, False, False), ("tricks", 0, False)),  # R43
    }


def test_misdeals_in_words() -> None:
    assert MisdealLaw().words() == "a dealer who misdeals deals again without payment"
    fined = MisdealLaw(fine=50, excused=True).words()
    assert "deals again" in fined
    assert "pays the pool 50" in fined
    assert "faulty" in fined
    lost = MisdealLaw(fine=1, loses_deal=True).words()
    assert "loses the deal and pays the pool 1" in lost
    assert "faulty" not in lost


def test_revokes_in_words() -> None:
    assert "forfeits three tricks" in RevokeLaw().words()
    assert "cannot win the trick" in RevokeLaw("that-trick", fine=40).words()
    assert "pays 40 to the pool" in RevokeLaw("that-trick", fine=40).words()
    assert "loses the deal" in RevokeLaw("deal").words()
    assert "pays" not in RevokeLaw("deal").words()
    assert "contract" not in RevokeLaw().words()
    assert "contract of a declarer who revokes is lost" in RevokeLaw(fails_bid=True).words()
    laws = Laws(MisdealLaw(fine=50), RevokeLaw("deal", fine=8)).words()
    assert "50" in laws
    assert "8" in laws


def test_the_law_of_whist_in_words() -> None:
    plain = WhistLaw().words()
    assert "until the cards are cut or shuffled for the next deal" in plain
    assert "misère" not in plain
    assert "own errors" not in plain
    foster = WhistLaw(spares_declarer=True, misere_fine=40)
    assert "of the declarer's own errors only a revoke" in foster.words()
    assert "ends a misère as made, and the offender pays 40 to the pool" in foster.words()
    without_pool = evolve(br.get_variant("french-foster"), pool=None)
    assert foster.words_in(without_pool).endswith("ends a misère as made")
    assert Laws(whist=WhistLaw()).words().endswith(plain)
    assert "to the next lead" in Laws().words()
    assert "pays each other player 50" in RevokeLaw("deal", each_other=50).words()
    assert "the offender alone pays" in RevokeLaw("deal", offender_pays=True).words()


def test_laws_say_what_becomes_of_a_misere_and_of_a_deal_that_nobody_bid() -> None:
    """P41, L6 and L7, LW6: only of bids that the game has, and where all passing is played."""
    told = {slug: words_of(variant, variant.laws) for slug, variant in games().items()}
    revoke = "a revoke by an opponent makes {}, one by the declarer's side loses it"
    assert revoke.format("a misère or Piccolissimo") in told["fontainebleau"]
    assert revoke.format("a misère") + ";" in told["american"]
    for slug in ("mariland", "russian"):  # no such bid; the whole deal is lost
        assert "a revoke by an opponent makes" not in told[slug]
    card = "a card out of turn by an opponent ends {} as made, and the offender pays 40"
    assert card.format("a misère or Piccolissimo") in told["fontainebleau-foster"]
    assert card.format("a misère") in told["american-foster"]
    alone = "in a deal that nobody bid the offender "
    assert f"{alone}gets a trick from each of the others" in told["fontainebleau"]
    assert f"{alone}counts a trick more than anybody" in told["russian"]
    assert f"{alone}pays each other player 50" in told["american-foster"]
    for slug in ("classic", "two-pack-hoyle"):
        assert not games()[slug].passed_out.played
        assert alone not in told[slug]


def games() -> dict[str, br.Variant]:
    return {slug: br.get_variant(slug) for slug in br.list_variants()}


def test_laws_of_a_game_without_a_pool_name_no_fine() -> None:
    laws = br.get_variant("fontainebleau-foster").laws
    variant = evolve(br.get_variant("mariland"), pool=None, laws=laws)
    assert "pool" not in words_of(variant, laws)
    assert "ends" not in words_of(variant, laws)
