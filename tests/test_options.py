"""The options of every variant by name, and options that are none.

What each changes is settled in ``tests/settlement/family/test_options.py``.
"""

from __future__ import annotations

from typing import Any, Final

import pytest
from attrs import evolve, frozen
from tests.play.tables import SLUGS, session

import boston_rules as br
from boston_rules.rules.payments import (
    Flat,
    Payments,
    Price,
)
from boston_rules.rules.sessions import SessionRule
from boston_rules.rules.trumps import PlainTrumps
from boston_rules.rules.variant import with_options, with_rules

OPTIONS: Final[dict[str, dict[str, tuple[object, ...] | None]]] = {
    "fontainebleau": {"last_pool": ("adversaries", "all")},
    "fontainebleau-cats": {"special_losses": ("table", "as-won")},
    "american-foster": {"overtricks": (True, False), "end": ("divide", "grand")},
    "two-pack-hoyle": {
        "all_pass": ("ante", "general-misery"),
        "antes": ("each-deal", "when-empty"),
        "concessions": (True, False),
    },
    "french": {"boston_jack": ("trumps", "turned")},
    "english-boston": {"seats": (4, 3)},
    "classic": {"first_to": None, "levels": ("standard", "short", "long")},
    "fontainebleau-hoyle": {"concessions": (True, False)},
    "russian": {"concessions": (True, False)},
    "russian-partnership": {"concessions": (True, False)},
    "american-partnership": {"prices": None},
    "mariland": {"prices": None},
    "whisch-bostonien": {"prices": None},
}
"""What a variant has beside the options of all, with its choices; the first is the default."""
NO_CHOICES: Final[tuple[object, ...]] = ("no such thing", 5, None, [])
COMMON: Final = {"deals", "starting_chips", "enforcement"}
"""Options of all variants; not each of them need be there yet."""


@frozen(kw_only=True)
class Fussy(br.variants.Classic):
    """A telling whose options alone make no game."""

    slug = "fussy"
    laps: int = 0

    @classmethod
    def with_options(cls, options: Any) -> Fussy:
        raise br.VariantError("it needs laps")


@pytest.mark.parametrize("slug", SLUGS)
def test_the_options_of_a_variant(slug: str) -> None:
    cls = br.variant_class(slug)
    own = OPTIONS.get(slug, {})
    assert set(cls.option_names()) - COMMON == set(own)
    assert {"deals", "starting_chips"} <= set(cls.option_names())
    for name, choices in own.items():
        assert cls.option_choices(name) == choices
    assert cls.option_choices("deals") is None
    assert cls.option_choices("starting_chips") is None


class TestForAll:
    @pytest.mark.parametrize("slug", SLUGS)
    @pytest.mark.parametrize("deals", [1, 3])
    def test_deals(self, slug: str, deals: int) -> None:
        variant = br.get_variant(slug, deals=deals)
        assert variant.options() == {"deals": deals}
        found = session(variant, seed=deals)
        assert len(found) == deals
        with pytest.raises(br.SessionOver, match=f"after {deals} deal{'s' * (deals > 1)};"):
            br.next_deal(found[-1][1])

    @pytest.mark.parametrize("slug", SLUGS)
    def test_more_deals_than_the_telling_has(self, slug: str) -> None:
        usual = br.get_variant(slug).session.deals
        found = session(br.get_variant(slug, deals=usual + 2), seed=1, passing=1.0)
        assert len(found) == usual + 2
        assert not found[usual - 1][1].session_over

    @pytest.mark.parametrize("slug", SLUGS)
    @pytest.mark.parametrize("chips", [0, 7, 5000])
    def test_starting_chips(self, slug: str, chips: int) -> None:
        variant = br.get_variant(slug, starting_chips=chips)
        state = br.start(variant)
        before = [
            purse + sum(paid.chips for paid in state.table.antes if paid.payer == seat)
            for seat, purse in enumerate(state.table.purses)
        ]
        assert before == [chips] * 4
        assert state.table.chips == 4 * chips

    @pytest.mark.parametrize("slug", SLUGS)
    def test_options_and_rule_objects_make_the_same_rules(self, slug: str) -> None:
        cls = br.variant_class(slug)
        plain = cls.with_options({})
        rule = evolve(plain.session, deals=5, starting_chips=9)
        built: Any = evolve(plain, session=rule)
        by_name = cls.with_options({"deals": 5, "starting_chips": 9})
        assert built.session == by_name.session
        assert built.fingerprint() == by_name.fingerprint() != plain.fingerprint()


class TestRefused:
    @pytest.mark.parametrize("slug", SLUGS)
    @pytest.mark.parametrize(
        ("wrong", "near"), [("deal", "deals"), ("start_chips", "starting_chips")]
    )
    def test_an_unknown_option_names_near_matches(self, slug: str, wrong: str, near: str) -> None:
        with pytest.raises(br.VariantError, match=f"no option '{wrong}'.*{near}"):
            br.get_variant(slug, **{wrong: 3})

    @pytest.mark.parametrize(
        ("slug", "wrong", "near"),
        [
            ("fontainebleau-cats", "special_loss", "special_losses"),
            ("two-pack-hoyle", "allpass", "all_pass"),
            ("french", "boston", "boston_jack"),
            ("english-boston", "seat", "seats"),
            ("classic", "firstto", "first_to"),
            ("russian", "concession", "concessions"),
            ("mariland", "price", "prices"),
        ],
    )
    def test_near_matches_among_its_own(self, slug: str, wrong: str, near: str) -> None:
        with pytest.raises(br.VariantError, match=near):
            br.get_variant(slug, **{wrong: 3})

    def test_all_unknown_options_are_listed(self) -> None:
        with pytest.raises(br.VariantError) as caught:
            br.get_variant("classic", deal=3, frist_to=500)
        assert len(caught.value.problems) == 2

    @pytest.mark.parametrize("slug", SLUGS)
    def test_the_option_of_another_variant_is_unknown(self, slug: str) -> None:
        for name in {name for own in OPTIONS.values() for name in own} - set(OPTIONS.get(slug, {})):
            with pytest.raises(br.VariantError, match=f"no option '{name}'"):
                br.get_variant(slug, **{name: 500})

    @pytest.mark.parametrize(
        ("slug", "name", "value"),
        [
            (slug, name, value)
            for slug, own in OPTIONS.items()
            for name, choices in own.items()
            if choices is not None
            for value in NO_CHOICES
        ],
    )
    def test_a_value_that_is_no_choice(self, slug: str, name: str, value: object) -> None:
        with pytest.raises(br.VariantError, match=name):
            br.get_variant(slug, **{name: value})
        cls: Any = br.variant_class(slug)
        with pytest.raises(br.VariantError):
            cls(**{name: value})

    @pytest.mark.parametrize("slug", [slug for slug, own in OPTIONS.items() if "prices" in own])
    @pytest.mark.parametrize("card", [(), (Flat((("5", 1), ("demande", 1))),)], ids=["none", "one"])
    def test_prices_that_leave_bids_without_one_are_refused_with_every_gap(
        self, slug: str, card: tuple[Price, ...]
    ) -> None:
        cls: Any = br.variant_class(slug)
        for make in (lambda prices: br.get_variant(slug, prices=prices), lambda p: cls(prices=p)):
            with pytest.raises(br.VariantError) as caught:
                make(Payments(won=card, lost=card))
            assert all("no price when" in problem for problem in caught.value.problems)
            assert len(caught.value.problems) > 1

    @pytest.mark.parametrize("slug", SLUGS)
    def test_figures_that_are_none(self, slug: str) -> None:
        for name, values in (
            ("deals", (0, -4, "12", 2.5, True)),
            ("starting_chips", ("many", 1.5, False)),
        ):
            for value in values:
                with pytest.raises(br.VariantError, match=name):
                    br.get_variant(slug, **{name: value})

    @pytest.mark.parametrize("value", [0, -500, "500", 0.5, True])
    def test_first_to_is_more_than_one_starts_with(self, value: object) -> None:
        with pytest.raises(br.VariantError):
            br.get_variant("classic", first_to=value)
        with pytest.raises(br.VariantError):
            br.get_variant("classic", first_to=500, starting_chips=500)

    @pytest.mark.parametrize("slug", [slug for slug, own in OPTIONS.items() if "prices" in own])
    @pytest.mark.parametrize("value", ["dear", 3, Flat(()), SessionRule()])
    def test_prices_are_payments(self, slug: str, value: object) -> None:
        with pytest.raises(br.VariantError):
            br.get_variant(slug, prices=value)
        cls: Any = br.variant_class(slug)
        with pytest.raises(br.VariantError):
            cls(prices=value)

    def test_three_seats_without_the_option_need_a_dead_hand(self) -> None:
        plain = br.get_variant("english-boston")
        three = evolve(plain.dealing, seats=3)
        with pytest.raises(br.VariantError, match="dead hand"):
            br.variants.EnglishBoston(dealing=three)
        right = evolve(three, turn="dead-hand")
        variant = br.variants.EnglishBoston(dealing=right)
        assert variant.seats == 3
        told = br.get_variant("english-boston", seats=3).dealing
        assert evolve(variant.dealing, source=told.source) == told

    def test_an_option_whose_rule_has_no_such_field_is_told_no_more(self) -> None:
        turned = br.get_variant("french", boston_jack="turned")
        assert with_rules(turned, {"trumps": PlainTrumps(), "boston_bonus": None}).options() == {}
        assert with_rules(turned, {"boston_bonus": None}).options() == turned.options()

    def test_a_class_whose_defaults_make_no_game_keeps_all_its_rules(self) -> None:
        house = evolve(Fussy(laps=3), pool=None)
        again = with_options(house, {"deals": 2})
        assert (again.options(), again.pool, getattr(again, "laps", None)) == (
            {"deals": 2},
            None,
            3,
        )

    def test_an_option_beats_the_rule_object_it_changes(self) -> None:
        rule = SessionRule(deals=40, starting_chips=3)
        variant = br.variants.Classic(session=rule, deals=2)
        assert (variant.session.deals, variant.session.starting_chips) == (2, 3)
        assert len(session(variant, seed=0)) == 2
