"""Rules of somebody else travel in records, views and pickles once they are registered."""

from __future__ import annotations

import json
import pickle
import sys
from typing import Any, Final, Literal, Protocol

import attrs
import pytest
from attrs import field, frozen

import boston_rules as br
from boston_rules import records
from boston_rules.records import dumps, loads, record, replay
from boston_rules.records.catalogue import RULES, fits
from boston_rules.records.data import Data, Fields, freeze
from boston_rules.records.houserules import build_variant, tell_variant
from boston_rules.rules.pool import PoolAnte
from boston_rules.testing import random_walk
from boston_rules.variants import registry

FORMATS: tuple[records.Format, ...] = ("text", "json")
_POOL = br.variants.Fontainebleau().pool
assert _POOL is not None
POOL: Final = _POOL
HERE = __name__


class Mood(Protocol):
    """A slot of somebody else."""

    def words(self) -> str: ...

    @property
    def tips(self) -> int: ...


@br.register_rule
@frozen
class Merry:
    """Fits the slot by a field."""

    tips: int = 1

    def words(self) -> str:
        return f"tips {self.tips}"


@br.register_rule
@frozen
class Sullen:
    """Has too little for the slot."""

    def words(self) -> str:
        return "no tips"


@br.register_rule
@frozen(slots=False)
class StrangeAnte:
    """Somebody else's rule."""

    chips: int
    rows: tuple[tuple[str, int], ...] = ()
    suit: br.Suit | None = None
    when: Literal["always", "never"] = "always"
    mood: Mood = Merry()
    _hidden: int = 3
    worked_out: int = field(init=False, default=0)
    note: str = field(default="", metadata={"boston_rules.text": True})

    def amounts(self, dealer: int, deal: int, deals: int, seats: int) -> tuple[int, ...]:
        return (self.chips,) * seats

    def words(self) -> str:
        return "strange"


@br.register_rule
@frozen
class Fussy:
    """Refuses what it is given, in its own way."""

    chips: int

    def __attrs_post_init__(self) -> None:
        if self.chips > 9:
            raise LookupError("too dear")

    def amounts(self, dealer: int, deal: int, deals: int, seats: int) -> tuple[int, ...]:
        return (self.chips,) * seats

    def words(self) -> str:
        return "fussy"


def house(ante: Any) -> br.Variant:
    return br.variants.Fontainebleau(pool=attrs.evolve(POOL, ante=ante))


FULL = StrangeAnte(
    5, rows=(("a", 1),), suit=br.HEARTS, when="never", mood=Merry(2), hidden=4, note="said"
)


@pytest.mark.parametrize("ante", [StrangeAnte(4), FULL, Fussy(2)], ids=lambda ante: ante.words())
def test_a_registered_rule_travels_with_record_view_and_pickle(ante: Any) -> None:
    variant = house(ante)
    walk = random_walk(variant, seed=2, deals=2)
    states = (walk.states[0][-1], walk.states[1][30])
    made = record(states)
    for form in FORMATS:
        read = loads(dumps(made, form))
        assert read == made
        built = records.variant_of(read)
        assert built == variant
        assert built.fingerprint() == variant.fingerprint()
        assert replay(read) == states
    view = br.observe(states[1], 2)
    again = br.loads_view(br.dumps_view(view))
    assert again == view
    assert again.variant is br.loads_view(br.dumps_view(view)).variant
    assert pickle.loads(pickle.dumps(states)) == states
    assert pickle.loads(pickle.dumps(variant)).fingerprint() == variant.fingerprint()


def test_how_it_is_told() -> None:
    _, ((path, data),) = tell_variant(house(FULL))
    assert path == "pool.ante"
    assert isinstance(data, Fields)
    assert records.dumps(record(br.start(house(FULL))), "json")
    told = json.loads(dumps(record(br.start(house(FULL))), "json"))["rules"]["pool.ante"]
    assert told == {
        "rule": f"{HERE}.StrangeAnte",
        "fields": {
            "chips": 5,
            "rows": [["a", 1]],
            "suit": {"suit": "H"},
            "when": "never",
            "mood": {"rule": f"{HERE}.Merry", "fields": {"tips": 2}},
            "_hidden": 4,
            "note": "said",
        },
    }


def test_a_rule_that_is_not_registered_is_not_written() -> None:
    @frozen
    class Unknown:
        def amounts(self, dealer: int, deal: int, deals: int, seats: int) -> tuple[int, ...]:
            return (0,) * seats

        def words(self) -> str:
            return "unknown"

    state = br.start(house(Unknown()))
    for write in (lambda: record(state), lambda: br.dumps_view(br.observe(state, 0))):
        with pytest.raises(br.RecordError, match=r"pool\.ante is a .*Unknown.*register_rule"):
            write()


def test_what_could_not_be_read_again_is_not_written() -> None:
    for ante, reason in (
        (StrangeAnte("x"), "declared type"),  # type: ignore[arg-type]
        (StrangeAnte(1, mood=Sullen()), "declared type"),  # type: ignore[arg-type]
        (StrangeAnte(1, rows=((1, 1),)), "declared type"),  # type: ignore[arg-type]
    ):
        with pytest.raises(br.RecordError, match=reason):
            tell_variant(house(ante))


def test_a_rule_that_is_not_registered_here_is_named_and_nothing_is_imported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = dumps(record(br.start(house(Fussy(2))))).replace(HERE, "antigravity")
    monkeypatch.setattr(registry, "_entry_points_loaded", True)
    made = loads(text)
    message = r"antigravity\.Fussy.*import antigravity first.*variant="
    with pytest.raises(br.RecordError, match=message):
        replay(made)
    view = br.dumps_view(br.observe(br.start(house(Fussy(2))), 0)).replace(HERE, "antigravity")
    with pytest.raises(br.RecordError, match=message):
        br.loads_view(view)
    assert "antigravity" not in sys.modules
    assert replay(made, variant=house(Fussy(2)), ignore_fingerprint=True)


def told(data: object) -> Data:
    return freeze(data)


def strange(name: str = "StrangeAnte", **told_fields: object) -> dict[str, object]:
    return {"rule": f"{HERE}.{name}", "fields": told_fields}


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (strange(), "StrangeAnte lacks chips"),
        (strange(chips="5"), r"StrangeAnte\.chips cannot be"),
        (strange(chips=True), r"StrangeAnte\.chips cannot be"),
        (strange(chips=5, more=1), "no field 'more'"),
        (strange(chips=5, worked_out=1), "no field 'worked_out'"),
        (strange(chips=5, hidden=1), "no field 'hidden'"),
        (strange(chips=5, when="later"), r"StrangeAnte\.when cannot be"),
        (strange(chips=5, rows=[["a"]]), r"StrangeAnte\.rows cannot be"),
        (strange(chips=5, suit="H"), r"StrangeAnte\.suit cannot be"),
        (strange(chips=5, mood=strange("Sullen")), r"StrangeAnte\.mood cannot be"),
        (strange(chips=5, mood={"rule": "AnyBid"}), r"StrangeAnte\.mood cannot be"),
        (strange(chips=5, mood=strange("Nobody")), "Nobody.*not registered"),
        (strange("Sullen"), r"pool\.ante cannot be"),
        (strange("Fussy", chips=10), "too dear"),
        ({"rule": f"{HERE}.StrangeAnte", "chips": 5}, "under 'fields'"),
        ({"rule": f"{HERE}.StrangeAnte", "fields": 5}, "under 'fields'"),
        ({"rule": "StrangeAnte", "fields": {"chips": 5}}, "no rule of this library"),
        ({"rule": "DealerAntes", "fields": {"chips": 5}}, "no field 'fields'"),
        ({"rule": "boston_rules.rules.pool.DealerAntes", "chips": 5}, "not registered"),
    ],
)
def test_values_are_checked_against_the_declared_types(
    value: dict[str, object], reason: str
) -> None:
    with pytest.raises(br.RecordError, match=reason):
        build_variant("fontainebleau", (), (("pool.ante", told(value)),))


def test_what_a_rule_of_somebody_else_refuses_as_an_option_is_a_record_error() -> None:
    with pytest.raises(br.RecordError, match="too dear"):
        build_variant("fontainebleau", (("deals", told(strange("Fussy", chips=10))),), ())


def test_types_that_cannot_be_looked_up_are_said() -> None:
    @br.register_rule
    @frozen
    class Vague:
        chips: Nowhere = 1  # type: ignore[name-defined]  # noqa: F821

        def amounts(self, dealer: int, deal: int, deals: int, seats: int) -> tuple[int, ...]:
            return (0,) * seats

        def words(self) -> str:
            return "vague"

    with pytest.raises(br.RecordError, match=r"types of the fields of .*Vague.*Nowhere"):
        record(br.start(house(Vague())))


def test_a_slot_of_a_protocol_is_filled_by_whoever_has_its_members() -> None:
    assert fits(StrangeAnte(1), PoolAnte)
    assert fits(Fussy(1), PoolAnte | None)
    assert not fits(Merry(), PoolAnte)
    assert not fits("amounts words", PoolAnte)
    assert fits(Merry(), Mood)


def test_a_slot_may_be_empty_whatever_a_telling_says_of_it() -> None:
    @frozen(kw_only=True, cache_hash=True)
    class Narrow(br.variants.Fontainebleau):
        slug = "narrow-here"
        pool: Any = POOL

    assert Narrow(pool=None).pool is None
    house = br.variants.Fontainebleau(pool=None)
    assert build_variant("fontainebleau", *tell_variant(house)) == house


def test_every_rule_class_of_the_library_has_a_name_of_its_own() -> None:
    """The names are part of the format: one that goes is to be read still."""
    assert {
        *("AnyBid", "AskAndAccept", "AtLeast", "AtOrAbove", "BelleSuit"),
        *("AfterThrownIn", "Conditions"),
        *("BostonBonus", "BostonJack", "BySuit", "ByTricks", "CalledCard", "ChicaneRule", "Cite"),
        *("ClassCall", "ConcessionRule", "ContestRule", "DealerAntes", "DealingRule"),
        *("DeclarerLeads", "DoublesPool", "EachAntes", "EldestLeads"),
        *("EvenShares", "EveryTrick", "Exactly", "FeedsNothing", "FewestTakesPool"),
        *("FixedRanking", "FixedSides", "Flat", "FreeReturn", "Honours", "InAuction", "Ladder"),
        *("Laws", "LeftOfDeclarerLeads", "MisdealLaw", "MostPaysEach", "NamedAfterwards"),
        *("NamedSuit", "NoTrumps", "OutOfBidding", "OvertrickEach", "PartnerLeads", "Payments"),
        *("PaysLikeOpponent", "PetiteSuit", "PlainTrumps", "PoolRule", "Quotas", "RaiseHigher"),
        *("RaiseTo", "RankFactor", "ReturnWith", "RevokeLaw", "SessionRule", "SlamRule", "Source"),
        *("Step", "SuitFactor", "SuperPreferenceRanking", "ThrownIn", "TurnedRanking"),
        *("OneRound", "TurnedSuit", "UndertrickEach", "UntilAllPass"),
    } <= set(RULES)


def test_no_rule_of_the_library_is_forgotten() -> None:
    """Whatever a telling or another rule holds can be named."""
    import importlib
    import pkgutil

    import boston_rules.deal.questions
    import boston_rules.rules

    for package in (boston_rules.rules, boston_rules.deal.questions):
        for found in pkgutil.iter_modules(package.__path__):
            module = importlib.import_module(f"{package.__name__}.{found.name}")
            for name, cls in vars(module).items():
                if (
                    isinstance(cls, type)
                    and cls.__module__ == module.__name__
                    and attrs.has(cls)
                    and hasattr(cls, "words")
                    and not name.startswith("_")
                ):
                    assert RULES[name] is cls
