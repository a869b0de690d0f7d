"""Variants: options, house rules, cross-checks, fingerprints."""

from __future__ import annotations

import copy
import pickle
from typing import Any, ClassVar

import pytest
from attrs import evolve, fields, frozen, has
from attrs.exceptions import FrozenInstanceError

import boston_rules as br
from boston_rules.core.sources import Cite, Source
from boston_rules.deal.questions.asking import AskAndAccept
from boston_rules.deal.questions.polls import ContestRule
from boston_rules.rules.bidding import ReturnWith, UntilAllPass
from boston_rules.rules.composition import validate_rules
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.ladder import (
    AtLeast,
    BelleSuit,
    ClassCall,
    Exactly,
    Ladder,
    NoTrumps,
    PetiteSuit,
    Step,
    TurnedSuit,
)
from boston_rules.rules.partners import FixedSides
from boston_rules.rules.payments import BySuit, ByTricks, Flat, OvertrickEach
from boston_rules.rules.pool import AtOrAbove, DealerAntes, DoublesPool, PoolRule
from boston_rules.rules.sessions import BostonBonus, SessionRule
from boston_rules.rules.trumps import PlainTrumps
from boston_rules.rules.variant import _interned
from boston_rules.variants import ALL, American, Fontainebleau, French
from boston_rules.variants.fontainebleau import T1, T1_SPECIAL

LIBRARY = [cls.with_options({}) for cls in ALL]
SLUGS = [variant.slug for variant in LIBRARY]


def refused(call: Any, **arguments: Any) -> tuple[str, ...]:
    with pytest.raises(br.VariantError) as caught:
        call(**arguments)
    return caught.value.problems


# What every variant is.


@pytest.mark.parametrize("variant", LIBRARY, ids=SLUGS)
def test_variants_are_sound_frozen_hashable_and_pickle(variant: br.Variant) -> None:
    assert validate_rules(variant) == []
    assert variant.title
    assert variant.about
    assert variant.sources
    assert variant.revision >= 1
    assert variant.seats == variant.dealing.seats
    again = pickle.loads(pickle.dumps(variant))
    for other in (again, copy.copy(variant), copy.deepcopy(variant), br.get_variant(variant.slug)):
        assert other == variant
        assert hash(other) == hash(variant)
        assert other.fingerprint() == variant.fingerprint()
    with pytest.raises(FrozenInstanceError):
        variant.pool = variant.pool  # type: ignore[misc]


def test_variants_of_different_tellings_differ() -> None:
    assert len({variant.fingerprint() for variant in LIBRARY}) == len(LIBRARY)
    assert len({variant.slug for variant in LIBRARY}) == len(LIBRARY)
    assert len({variant.title for variant in LIBRARY}) == len(LIBRARY)
    assert len(set(LIBRARY)) == len(LIBRARY)


@pytest.mark.parametrize("variant", LIBRARY, ids=SLUGS)
def test_a_variant_prints_as_its_class_and_options(variant: br.Variant) -> None:
    name = type(variant).__name__
    assert repr(variant) == f"{name}()"
    assert repr(type(variant).with_options({"deals": 5})) == f"{name}(deals=5)"
    house = evolve(variant, laws=evolve(variant.laws, source=Cite(variant.sources[0], "here")))
    assert repr(house) != repr(variant)
    assert house.fingerprint() in repr(house)


@pytest.mark.parametrize("variant", LIBRARY, ids=SLUGS)
def test_rules_lists_every_rule_object_with_its_path(variant: br.Variant) -> None:
    found = dict(variant.rules())
    for name in ("dealing", "suits", "ladder", "pool.ante", "pool.lost", "session", "laws.misdeal"):
        target: Any = variant
        for part in name.split("."):
            target = getattr(target, part)
        assert found[name] is target
    assert found["ladder.steps[0]"] is variant.ladder.steps[0]
    assert not any(isinstance(rule, Cite | Source) for rule in found.values())
    assert all(has(type(rule)) for rule in found.values())


@pytest.mark.parametrize("variant", LIBRARY, ids=SLUGS)
def test_every_rule_that_speaks_says_something_of_its_own(variant: br.Variant) -> None:
    for path, rule in variant.rules():
        words = getattr(rule, "words", None)
        if words is not None:
            said = words()
            assert said, path
            assert said == said.strip(), path
            assert "None" not in said, path


# Options.


@pytest.mark.parametrize("slug", SLUGS)
def test_every_variant_takes_deals_and_starting_chips(slug: str) -> None:
    variant = br.get_variant(slug, deals=3, starting_chips=77)
    assert (variant.session.deals, variant.session.starting_chips) == (3, 77)
    assert variant.options() == {"deals": 3, "starting_chips": 77}
    table = br.start(variant).table
    assert sum(table.purses) + table.pool == 77 * variant.seats
    assert br.get_variant(slug, **variant.options()) == variant
    assert {"deals", "starting_chips"} <= set(variant.option_names())


@pytest.mark.parametrize("cls", ALL, ids=SLUGS)
def test_every_choice_of_every_option_makes_a_sound_variant(cls: type[br.Variant]) -> None:
    plain = cls.with_options({})
    assert plain.options() == {}
    for name in cls.option_names():
        for choice in cls.option_choices(name) or ():
            variant = cls.with_options({name: choice})
            assert validate_rules(variant) == []
            default = choice == getattr(plain, name)
            assert variant.options() == ({} if default else {name: choice})
            assert (variant == plain) is default
            assert (variant.fingerprint() == plain.fingerprint()) is default, (name, choice)


def test_an_option_and_its_rule_object_are_the_same_rule() -> None:
    by_option = Fontainebleau(deals=24)
    by_rule = Fontainebleau(session=evolve(Fontainebleau().session, deals=24))
    assert by_option.session == by_rule.session
    assert by_option.fingerprint() == by_rule.fingerprint() != Fontainebleau().fingerprint()
    assert by_rule.options() == {}
    jack = French(boston_jack="turned")
    assert jack.fingerprint() == French(trumps=jack.trumps).fingerprint()
    assert jack.fingerprint() != French().fingerprint()


def test_an_option_that_names_the_tellings_own_figure_changes_no_rule() -> None:
    assert Fontainebleau(deals=12).fingerprint() == Fontainebleau().fingerprint()
    assert French(boston_jack="trumps") == French()


def test_an_unknown_option_is_refused_with_near_matches() -> None:
    assert refused(br.get_variant, slug="french", deal=8) == (
        "french has no option 'deal'; near: deals",
    )
    two = refused(br.get_variant, slug="french", bston_jack="turned", zzz=1)
    assert "near: boston_jack" in two[0]
    assert "near" not in two[1]
    assert "known: " in two[1]
    assert all(name in two[1] for name in French.option_names())
    # Options of one telling are not those of another.
    assert refused(br.get_variant, slug="american", boston_jack="turned")


def test_a_bad_choice_is_refused_with_the_choices() -> None:
    for said in (
        refused(br.get_variant, slug="french", boston_jack="hearts"),
        refused(French, boston_jack="hearts"),
    ):
        assert len(said) == 1
        assert all(word in said[0] for word in ("boston_jack", "'trumps'", "'turned'", "'hearts'"))
    assert refused(br.get_variant, slug="french", boston_jack=["turned"])
    assert French.option_choices("boston_jack") == ("trumps", "turned")
    assert French.option_choices("deals") is None
    assert "near: boston_jack" in refused(French.option_choices, name="boston-jack")[0]


@pytest.mark.parametrize("deals", [0, -1])
def test_a_session_without_deals_is_refused(deals: int) -> None:
    for call, more in ((br.get_variant, {"slug": "french"}), (French, {})):
        assert str(deals) in refused(call, deals=deals, **more)[0]


@pytest.mark.parametrize("figure", ["12", 8.5, (12,)])
def test_a_figure_that_is_no_number_is_refused_in_plain_words(figure: object) -> None:
    for call, more in ((br.get_variant, {"slug": "french"}), (French, {})):
        said = refused(call, deals=figure, **more)
        assert len(said) == 1
        assert "deals" in said[0]
        assert repr(figure) in said[0]
        assert "Attribute(" not in said[0]


def test_a_truth_value_is_no_figure() -> None:
    assert refused(French, deals=True)


@frozen
class NoAnte:
    """A rule of a third party that has no chips to change."""

    def amounts(self, dealer: int, deal: int, deals: int, seats: int) -> tuple[int, ...]:
        return (0,) * seats

    def words(self) -> str:
        return "nobody antes"


def test_an_option_may_reach_deep_into_the_rules() -> None:
    @frozen(kw_only=True, cache_hash=True)
    class Deep(Fontainebleau):
        slug: ClassVar[str] = "deep"
        stake: int | None = br.option(None, sets="pool.ante.chips")
        speed: str = br.option(
            "slow",
            sets=("session.deals", "session.starting_chips"),
            values={"slow": (12, 1600), "fast": (3, 400)},
        )

    ante = pool_of(Deep(stake=7)).ante
    assert ante == DealerAntes(7, source=getattr(ante, "source", None))
    fast = Deep(speed="fast")
    assert (fast.session.deals, fast.session.starting_chips) == (3, 400)
    assert fast.options() == {"speed": "fast"}
    assert "stake" in refused(Deep, stake=-7)[0]
    bare = evolve(pool_of(Deep()), ante=NoAnte())
    assert "pool.ante.chips" in refused(Deep, stake=7, pool=bare)[0]


def pool_of(variant: br.Variant) -> PoolRule:
    assert variant.pool is not None
    return variant.pool


# House rules by rule object.


def test_a_house_rule_is_a_rule_object() -> None:
    house = Fontainebleau(pool=evolve(pool_of(Fontainebleau()), ante=DealerAntes(7)))
    assert br.start(house, dealer=1).table.pool == 7
    assert br.start(house, dealer=1).table.purses == (1600, 1593, 1600, 1600)
    assert house.fingerprint() != Fontainebleau().fingerprint()


def test_a_new_telling_is_a_subclass_with_other_defaults() -> None:
    @frozen(kw_only=True, cache_hash=True)
    class Short(French):
        slug: ClassVar[str] = "short-french"
        session: SessionRule = SessionRule(deals=4)

    assert Short().session.deals == 4
    assert Short(deals=2).session.deals == 2
    assert repr(Short(deals=2)) == "Short(deals=2)"
    assert Short().fingerprint() != French(session=SessionRule(deals=4)).fingerprint()
    assert br.settle(Short(), None, br.Outcome((0, 0, 0, 0))).pool == 0


def test_a_class_without_defaults_prints_as_well() -> None:
    @frozen(kw_only=True, cache_hash=True)
    class Bare(br.Variant):
        slug: ClassVar[str] = "bare"

    american = American()
    names = ("dealing", "suits", "ladder", "payments", "pool", "passed_out")
    bare = Bare(**{name: getattr(american, name) for name in names})
    assert "Bare" in repr(bare)


# Nonsense.

LADDER = Fontainebleau().ladder


def step(key: str, **more: Any) -> Step:
    given: dict[str, Any] = {"goal": AtLeast(5), "name": key, **more}
    return Step(key=key, **given)


NONSENSE_LADDER = Ladder(
    (
        step("14", goal=AtLeast(14)),
        step("after-discard", goal=AtLeast(13), discard=True),
        step("twice"),
        step("twice"),
        step("partnered-misere", goal=Exactly(0), suit=NoTrumps(), partnered=True),
        step("partnered-eleven", goal=AtLeast(11), partnered=True),
        step("laid", suit=NoTrumps(), lays_card=True),
        step("petite", suit=PetiteSuit()),
        step("belle", suit=BelleSuit()),
        step("turned", suit=TurnedSuit()),
        step("class", suit=ClassCall()),
    )
)


def test_every_problem_of_a_nonsense_composition_is_listed_together() -> None:
    found = refused(
        Fontainebleau,
        dealing=DealingRule(packets=(4, 4, 4), seats=5),
        session=SessionRule(first_to=3, starting_chips=3),
        ladder=NONSENSE_LADDER,
        partners=None,
        bidding=UntilAllPass(ReturnWith(("no-return",))),
        contest=ContestRule(("no-contest",)),
        pool=PoolRule(
            ante=DealerAntes(1), taken_by=AtOrAbove("no-taker"), lost=DoublesPool(AtOrAbove("no-l"))
        ),
        boston_bonus=BostonBonus(2),
    )
    for said in (
        "do not add up to 13",
        "not 5",
        "everybody has 3 chips",
        "14: 14 of 13 tricks",
        "after-discard: 13 of 12 tricks",
        "'twice' twice",
        "partnered-misere: partnered, but the variant has no partners",
        "partnered-eleven: partnered, but the variant has no partners",
        "laid: a card of the trump suit is laid",
        "petite, belle: needs a card that fixes belle",
        "turned, class: needs a turned card",
        "'no-taker'",
        "'no-l'",
        "'no-return'",
        "'no-contest'",
        "no Boston jack",
    ):
        assert sum(said in problem for problem in found) >= 1, said
    assert all(problem.startswith("Fontainebleau: ") for problem in found)
    assert len(set(found)) == len(found)


def test_two_cannot_play_for_no_trick() -> None:
    found = refused(Fontainebleau, ladder=NONSENSE_LADDER)
    assert any("partnered-misere: a partnered step needs" in problem for problem in found)


def test_a_missing_price_is_listed_beside_other_problems() -> None:
    found = refused(
        Fontainebleau,
        contest=ContestRule(("no-contest",)),
        payments=evolve(Fontainebleau().payments, lost=()),
    )
    assert any("'no-contest'" in problem for problem in found)
    assert any("5: no price when lost by 5" in problem for problem in found)


@pytest.mark.parametrize("name", ["dealing", "ladder", "payments", "pool", "session", "laws"])
def test_what_is_no_rule_is_refused_by_name(name: str) -> None:
    for thing in (5, None, "x", br.PACK[0]):
        if name == "pool" and thing is None:
            continue  # a game without a pool
        said = refused(Fontainebleau, **{name: thing})
        assert any(name in problem and repr(thing) in problem for problem in said), said


def test_an_empty_ladder_is_nonsense() -> None:
    said = refused(Fontainebleau, ladder=Ladder(()))
    assert said == ("Fontainebleau: the ladder is empty",)


def test_a_joint_target_beyond_the_tricks_is_nonsense() -> None:
    said = refused(Fontainebleau, partners=AskAndAccept(extra=4))
    assert said == ("Fontainebleau: 10: with a partner more tricks are needed than are played",)


def test_fixed_sides_need_four_seats() -> None:
    said = refused(
        American,
        dealing=evolve(American().dealing, seats=3, turn="dead-hand"),
        partners=FixedSides(),
    )
    assert said == ("American: fixed sides need four seats, not 3",)


def test_a_price_for_every_contract_and_every_number_of_tricks() -> None:
    won = evolve(American().payments, won=(ByTricks((("5", (12,)),)), Flat((("6", 15),))))
    said = refused(American, payments=won)
    made = [problem.removeprefix("American: ") for problem in said]
    assert {"5: no price when made with 1 over", "5: no price when made with 8 over"} <= set(made)
    assert {"7: no price when made", "13: no price when made"} <= set(made)
    assert "little-misere: no price when made" in made
    assert "5: no price when made" not in made
    assert not any(problem.startswith("6:") or "lost" in problem for problem in made)
    # Overtricks alone are no price of the bid itself.
    bare = evolve(Fontainebleau().payments, won=(OvertrickEach(5),))
    assert "Fontainebleau: 11: no price when made" in refused(Fontainebleau, payments=bare)


def test_a_price_for_every_suit() -> None:
    short = ("5", (10, 10, 20))
    rows = BySuit((short, *T1[1:]))  # type: ignore[arg-type]
    bad = evolve(Fontainebleau().payments, won=(rows, Flat(T1_SPECIAL)))
    assert refused(Fontainebleau, payments=bad)[0] == "Fontainebleau: 5: no price when made"


def test_a_price_for_every_trick_that_a_side_with_a_partner_can_miss() -> None:
    # Five and three more: a side can be short by eight, the table of American Boston ends at five.
    partnered = Ladder(
        tuple(evolve(open_bid, partnered=open_bid.key == "5") for open_bid in American().ladder)
    )
    said = refused(American, ladder=partnered, partners=AskAndAccept())
    assert {f"American: 5: no price when lost by {under}" for under in (6, 7, 8)} <= set(said)


NEGATIVE = (Flat(tuple((open_bid.key, -5) for open_bid in LADDER)),)


def test_a_negative_price_is_nonsense() -> None:
    said = refused(Fontainebleau, payments=evolve(Fontainebleau().payments, won=NEGATIVE))
    assert "Fontainebleau: 11: a negative price when made" in said


def test_a_price_of_nothing_is_a_price() -> None:
    free = (Flat(tuple((open_bid.key, 0) for open_bid in LADDER)),)
    house = Fontainebleau(payments=evolve(Fontainebleau().payments, won=free))
    bill = br.settle(house, br.Contract("5", 0, br.HEARTS), br.Outcome((5, 3, 3, 2)), pool=50)
    assert bill.deltas == (50, 0, 0, 0)


def test_a_list_within_a_rule_is_refused_at_once() -> None:
    assert refused(Fontainebleau, bidding=UntilAllPass(ReturnWith(["9"])))  # type: ignore[arg-type]


def test_a_bad_option_does_not_hide_the_other_problems() -> None:
    said = refused(French, deals=0, boston_jack="hearts", ladder=Ladder(()))
    for what in ("boston_jack is one of", "deals", "the ladder is empty"):
        assert any(what in problem for problem in said), what


def test_an_option_that_does_not_fit_the_rule_given_is_a_variant_error() -> None:
    assert refused(French, trumps=PlainTrumps(), boston_bonus=None, boston_jack="turned")


# Pickles.


@pytest.mark.parametrize("slug", SLUGS)
def test_a_telling_is_pickled_by_name_and_found_again(slug: str) -> None:
    variant = br.get_variant(slug)
    assert pickle.loads(pickle.dumps(variant)) is variant
    assert len(pickle.dumps(variant)) < 200
    short = br.get_variant(slug, deals=3)
    assert pickle.loads(pickle.dumps(type(variant)(deals=3))) is short


def elsewhere(variant: br.Variant) -> br.Variant:
    """A variant as another process gets it, which has never seen it."""
    data = pickle.dumps(variant)
    _interned.cache_clear()
    return pickle.loads(data)  # type: ignore[no-any-return]


def test_a_house_rule_is_pickled_whole() -> None:
    house = Fontainebleau(session=SessionRule(deals=3, starting_chips=77))
    again = elsewhere(house)
    assert again == house
    assert again is not house
    assert again.session.starting_chips == 77
    worded = evolve(house, session=evolve(house.session, source=None))
    assert elsewhere(worded).session.source is None


def test_equal_house_rules_from_pickles_and_records_are_one_object() -> None:
    """So that what is kept by variant is found at once."""
    house = Fontainebleau(session=SessionRule(deals=3, starting_chips=77))
    _interned.cache_clear()
    assert pickle.loads(pickle.dumps(house)) is house
    other = elsewhere(house)
    assert pickle.loads(pickle.dumps(Fontainebleau(session=house.session))) is other
    record = br.loads(br.dumps(br.record(br.start(house))))
    assert br.replay(record)[0].table.variant is other
    worded = evolve(house, session=evolve(house.session, source=None))
    assert pickle.loads(pickle.dumps(worded)).session.source is None


def test_a_variant_without_defaults_is_pickled_whole() -> None:
    plain = br.Variant(
        **{
            field.name: getattr(Fontainebleau(), field.name)
            for field in fields(br.Variant)
            if field.name not in br.Variant.option_names()
        }
    )
    assert pickle.loads(pickle.dumps(plain)) == plain


def test_a_pickle_of_rules_that_have_changed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = pickle.dumps(br.get_variant("russian"))
    monkeypatch.setattr(br.Variant, "fingerprint", lambda self: "0" * 16)
    with pytest.raises(br.VariantError, match="have changed since it was pickled"):
        pickle.loads(kept)
