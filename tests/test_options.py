"""Every option of every variant by its name, both ways, in play; and options that are none."""

from __future__ import annotations

from typing import Any, Final

import pytest
from attrs import evolve
from tests.phases.table_talk import STRIPES, act, finish, settled, speak, tricks
from tests.play.deals import LOW, MIXED, SPADES_NINE, SPADES_SEVEN, SPADES_SIX_AND_FOUR
from tests.play.tables import SLUGS, bill, next_opened, opened, refusal, session

import boston_rules as br
from boston_rules.rules.payments import (
    Flat,
    OvertrickEach,
    Payments,
    Price,
    RankFactor,
    UndertrickEach,
)
from boston_rules.rules.sessions import SessionRule
from boston_rules.rules.suits import SuperPreferenceRanking

OPTIONS: Final[dict[str, dict[str, tuple[object, ...] | None]]] = {
    "fontainebleau": {"last_pool": ("adversaries", "all")},
    "fontainebleau-cats": {"special_losses": ("table", "as-won")},
    "two-pack-hoyle": {"all_pass": ("ante", "general-misery"), "concessions": (True, False)},
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
        with pytest.raises(br.SessionOver, match=f"after {deals} deals"):
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

    @pytest.mark.parametrize("slug", SLUGS)
    def test_defaults_are_no_options(self, slug: str) -> None:
        defaults: dict[str, object] = {"deals": None, "starting_chips": None}
        for name, choices in OPTIONS.get(slug, {}).items():
            defaults[name] = choices[0] if choices else None
        variant = br.get_variant(slug, **defaults)
        assert variant == br.get_variant(slug)
        assert variant.options() == {}
        assert variant.fingerprint() == br.get_variant(slug).fingerprint()

    @pytest.mark.parametrize("slug", OPTIONS)
    def test_the_constructor_takes_the_same_names(self, slug: str) -> None:
        cls: Any = br.variant_class(slug)
        for name, choices in OPTIONS[slug].items():
            chosen = PRICES[slug] if name == "prices" else 500 if choices is None else choices[1]
            variant = cls(**{name: chosen})
            assert variant == br.get_variant(slug, **{name: chosen})
            assert variant.options() == {name: chosen}
            assert variant.fingerprint() != br.get_variant(slug).fingerprint()


class TestSpecialLosses:
    """R22, P16: what a lost special bid of ``fontainebleau-cats`` costs each opponent."""

    @pytest.mark.parametrize(
        ("bid", "table", "as_won"),
        [
            ("little-misere", 20, 75),
            ("piccolissimo", 30, 100),
            ("grand-misere", 40, 150),
            ("little-misere-table", 80, 200),
            ("grand-misere-table", 160, 250),
        ],
    )
    @pytest.mark.parametrize("option", ["table", "as-won"])
    def test_bids_without_trumps(self, bid: str, table: int, as_won: int, option: str) -> None:
        """Seat 0 of LOW wins every trick, so he can make none of them."""
        state = act(opened("fontainebleau-cats", LOW, special_losses=option), f"bid {bid}")
        done = lose(state)
        price = table if option == "table" else as_won
        assert bill(done).deltas[1:] == (price, price, price)

    @pytest.mark.parametrize("option", ["table", "as-won"])
    def test_grand_boston_on_the_table(self, option: str) -> None:
        """225 flat; or 600 in spades, four undertricks 20 and three honours 10."""
        state = opened("fontainebleau-cats", MIXED, special_losses=option)
        state = speak(state, "0 bid 13-table S; 1 pass; 2 pass; 3 pass")
        done = settled(tricks(state, *SPADES_NINE))
        price = 225 if option == "table" else 600 + 20 + 10
        assert bill(done).deltas[1:] == (price, price, price)

    @pytest.mark.parametrize("option", ["table", "as-won"])
    def test_suit_bids_are_lost_alike(self, option: str) -> None:
        """Nine in spades with seven tricks: 90 + 10 + 10."""
        state = opened("fontainebleau-cats", MIXED, special_losses=option)
        state = speak(state, "0 bid 9 S; 1 pass; 2 pass; 3 pass; 0 solo")
        assert bill(tricks(state, *SPADES_SEVEN)).deltas[1:] == (110, 110, 110)


class TestAllPass:
    @pytest.mark.parametrize(("option", "phase"), [("ante", "settled"), ("general-misery", "play")])
    def test_thrown_in_or_played(self, option: str, phase: str) -> None:
        state = act(opened("two-pack-hoyle", MIXED, all_pass=option), "pass; pass; pass; pass")
        assert state.name == phase
        done = settled(finish(state))
        # 2 each to the pool of 8; or tricks (4, 3, 6, 0): 10 for each trick of difference.
        assert bill(done).deltas == ((-2, -2, -2, -2) if phase == "settled" else (20, 30, -110, 60))
        assert bill(done).pool == (16 if phase == "settled" else 8)


class TestBostonJack:
    """P36, R37: diamonds as trumps, or diamonds turned, put J♥ in the place of J♦."""

    @pytest.mark.parametrize(
        ("option", "turned", "bid", "jack"),
        [
            # Diamonds are trumps and not turned, then turned and not trumps.
            ("trumps", "8S", "petite-independance D", "JH"),
            ("turned", "8S", "petite-independance D", "JD"),
            ("trumps", "JD", "petite-independance S", "JD"),
            ("turned", "JD", "petite-independance S", "JH"),
        ],
    )
    def test_the_highest_trump(self, option: str, turned: str, bid: str, jack: str) -> None:
        """Seat 0 leads a trump; the jack must follow to it and beats the ace."""
        holder = {"JH": 2, "JD": 3}[jack]
        state = act(opened("french", MIXED, turned=turned, boston_jack=option), f"bid {bid}")
        state = act(state, "pass; pass; pass")
        lead = "QD" if bid.endswith("D") else "AS"
        state = act(state, f"play {lead}")
        while state.actor != holder:
            state = br.apply(state, br.legal_actions(state)[0])
        assert refusal(state, f"play {jack}") is None
        state = act(state, f"play {jack}")
        while isinstance(state, br.Playing) and not state.tricks:
            state = br.apply(state, br.legal_actions(state)[0])
        assert isinstance(state, br.Playing)
        assert state.tricks[0].winner == holder

    @pytest.mark.parametrize(
        ("option", "turned", "bid", "holder"),
        [
            ("trumps", "8S", "petite-independance D", 3),
            ("turned", "8S", "petite-independance D", 3),
            ("trumps", "JD", "petite-independance S", 3),
            ("turned", "JD", "petite-independance S", 2),
        ],
    )
    def test_P36_who_collects(self, option: str, turned: str, bid: str, holder: int) -> None:
        """J♦ is seat 3's, J♥ seat 2's."""
        state = act(opened("french", MIXED, turned=turned, boston_jack=option), f"bid {bid}")
        done = settled(finish(act(state, "pass; pass; pass")))
        assert done.outcome.boston == holder


class TestSeats:
    @pytest.mark.parametrize("seats", [4, 3])
    def test_players_hands_and_antes(self, seats: int) -> None:
        variant = br.get_variant("english-boston", seats=seats)
        assert variant.seats == seats
        hands = MIXED[:seats]
        state = br.start(variant, seats - 1, hands=hands, turned=br.parse_card("5C"))
        assert len(state.hands) == seats
        assert state.table.pool == 10 * seats
        done = settled(finish(act(state, "bid 5 S", *["pass"] * (seats - 1))))
        assert len(done.outcome.tricks) == seats
        assert sum(done.outcome.tricks) == 13


class TestFirstTo:
    @pytest.mark.parametrize(("chips", "over"), [(None, False), (100, True), (101, False)])
    def test_the_end_of_the_session(self, chips: int | None, over: bool) -> None:
        """Seven with two over: 30 from each and the pool of 10 are 100."""
        state = opened("classic", MIXED, first_to=chips)
        done = settled(tricks(speak(state, "0 bid 7 S; 1 pass; 2 pass; 3 pass"), *SPADES_NINE))
        assert done.table.purses[0] == 100
        assert done.session_over is over

    def test_instead_of_a_number_of_deals(self) -> None:
        state: br.State = opened("classic", MIXED, first_to=500, deals=1)
        done = settled(act(state, "pass; pass; pass; pass"))
        assert not done.session_over
        assert next_opened(done).table.deal_number == 2


class TestConcessions:
    @pytest.mark.parametrize("slug", ["fontainebleau-hoyle", "russian", "russian-partnership"])
    @pytest.mark.parametrize("option", [True, False])
    def test_after_the_first_trick(self, slug: str, option: bool) -> None:
        state = act(opened(slug, concessions=option), "bid grand-misere; pass; pass; pass")
        state = tricks(state, "0: AS 5S 4S 3S")
        assert state.name == ("conceding" if option else "play")

    @pytest.mark.parametrize("option", [True, False])
    def test_before_the_first_lead(self, option: bool) -> None:
        state = act(opened("two-pack-hoyle", concessions=option), "bid 5 C; pass; pass; pass")
        assert state.name == ("contesting the bid" if option else "play")


def _flat(keys: range, chips: int) -> Flat:
    return Flat(tuple((str(key), chips) for key in keys))


_OWN: Final[tuple[Price, ...]] = (Flat((("demande", 7), ("independance", 9))),)
PRICES: Final[dict[str, Payments]] = {
    "american-partnership": Payments(
        won=(_flat(range(5, 14), 11), OvertrickEach(3)), lost=(_flat(range(5, 14), 13),)
    ),
    "mariland": Payments(
        won=(RankFactor(SuperPreferenceRanking(), (1, 5, 10), (_flat(range(4, 14), 2),)),),
        lost=(_flat(range(4, 14), 2), UndertrickEach(4)),
    ),
    "whisch-bostonien": Payments(won=_OWN, lost=_OWN),
}
"""Cards of prices that players might agree."""


class TestPrices:
    def test_american_partnership(self) -> None:
        """Eight with ten together, R47: the default 25, or 11 and two over at 3 each."""
        words = "0 bid 8; 1 pass; 3 pass"
        prices = PRICES["american-partnership"]
        for chosen, price in ((None, 25), (prices, 11 + 2 * 3)):
            state = opened("american-partnership", MIXED, turned="8S", prices=chosen)
            done = settled(tricks(speak(state, words), *SPADES_SIX_AND_FOUR))
            # And the pool of 20.
            assert bill(done).deltas == (2 * price + 20, -price, 0, -price)

    def test_mariland(self) -> None:
        """Five spades, superpreference, with nine: (2 × 2 + 4) × 3, or 2 × 10."""
        prices = PRICES["mariland"]
        for chosen, price in ((None, 24), (prices, 20)):
            state = opened("mariland", MIXED, turned="8S", prices=chosen)
            state = speak(state, "0 bid 5 S; 1 pass; 2 pass; 3 pass")
            done = settled(tricks(state, *SPADES_NINE))
            assert bill(done).deltas == (3 * price + 10, -price, -price, -price)

    def test_whisch_bostonien(self) -> None:
        """Indépendance with nine: 8 + 4, or 9 flat."""
        prices = PRICES["whisch-bostonien"]
        for chosen, price in ((None, 12), (prices, 9)):
            state = opened("whisch-bostonien", MIXED, turned="8S", prices=chosen)
            done = settled(tricks(act(state, "bid independance"), *SPADES_NINE))
            assert bill(done).deltas == (3 * price + 36, -price, -price, -price)

    @pytest.mark.parametrize("slug", PRICES)
    def test_prices_that_leave_out_a_bid_are_refused(self, slug: str) -> None:
        gap = Payments(won=(Flat((("5", 1),)),), lost=(Flat((("5", 1),)),))
        with pytest.raises(br.VariantError, match="no price"):
            br.get_variant(slug, prices=gap)


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

    @pytest.mark.parametrize("slug", PRICES)
    @pytest.mark.parametrize("value", ["dear", 3, Flat(()), SessionRule()])
    def test_prices_are_payments(self, slug: str, value: object) -> None:
        with pytest.raises(br.VariantError):
            br.get_variant(slug, prices=value)

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

    def test_an_option_beats_the_rule_object_it_changes(self) -> None:
        rule = SessionRule(deals=40, starting_chips=3)
        variant = br.variants.Classic(session=rule, deals=2)
        assert (variant.session.deals, variant.session.starting_chips) == (2, 3)
        assert len(session(variant, seed=0)) == 2


def test_the_examples_of_these_tests_are_hands() -> None:
    for hands in (MIXED, LOW, STRIPES):
        assert sorted(" ".join(hands).split()) == sorted(map(str, br.PACK))


def lose(state: br.State) -> br.Settled:
    """Play on so that seat 0 wins what he can: the highest legal card, whoever plays the lowest."""
    while state.actor is not None:
        legal = br.legal_actions(state)
        if br.Pass() in legal:
            state = act(state, "pass")
            continue
        cards = [a for a in legal if isinstance(a, br.Play | br.Discard)]
        ranked = sorted(cards, key=lambda action: action.card.rank)
        high = state.actor == 0 and isinstance(ranked[0], br.Play)
        state = br.apply(state, ranked[-1] if high else ranked[0])
    done = settled(state)
    assert bill(done).made is False
    return done
