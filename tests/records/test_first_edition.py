"""Records and fingerprints of the first edition are still good.

The files of ``tests/records/first_edition`` and ``tests/golden/first-edition.json`` were written by
the library as it stood before rules of its own had classes for what they used to tell by tags.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, frozen

import boston_rules as br
from boston_rules import records
from boston_rules.questions.accepting import InAuction
from boston_rules.questions.asking import AskAndAccept
from boston_rules.questions.calling import CalledCard
from boston_rules.records.data import Data, freeze
from boston_rules.records.houserules import build_variant, tell_variant
from boston_rules.rules.ladder import Ladder
from boston_rules.rules.leads import EldestLeads, LeftOfDeclarerLeads
from boston_rules.rules.partners import FixedSides
from boston_rules.variants import Fontainebleau
from boston_rules.variants.former import Fontainebleau1

STORED = Path(__file__).resolve().parent / "first_edition"
GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "first-edition.json"
ROWS: list[dict[str, Any]] = json.loads(GOLDEN.read_text(encoding="utf-8"))
ADDED = {("fontainebleau", "last_pool"), ("classic", "levels")}
"""Options that the first edition did not have."""
PRINTS = {row["name"]: row["fingerprint"] for row in ROWS if row["variant"] == "fontainebleau"}
SESSIONS = sorted(
    path.name for path in STORED.iterdir() if path.stem not in ("stranger", "view", "README")
)


def told(pairs: dict[str, Any]) -> tuple[tuple[str, Data], ...]:
    return tuple((name, freeze(value)) for name, value in pairs.items())


# Fingerprints.


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['variant']}: {row['name']}")
def test_rules_told_by_the_first_edition_have_the_fingerprint_that_it_gave(
    row: dict[str, Any],
) -> None:
    variant = build_variant(row["variant"], told(row["options"]), told(row["rules"]), 1)
    assert variant.revision == 1
    assert variant.fingerprint() == row["fingerprint"]
    again = build_variant(row["variant"], *tell_variant(variant), 1)
    assert again == variant
    assert again.fingerprint() == row["fingerprint"]


def test_every_variant_and_every_choice_of_an_option_is_among_them() -> None:
    names = {(row["variant"], row["name"]) for row in ROWS}
    first = {row["variant"] for row in ROWS}
    assert len(first) == 16
    for slug in first:
        cls = br.variant_class(slug)
        assert (slug, "telling") in names
        for option in cls.option_names():
            if (slug, option) in ADDED:
                continue
            for choice in cls.option_choices(option) or ():
                assert (slug, f"option {option}={choice}") in names


def lead_left(*keys: str) -> Ladder:
    return Ladder(
        tuple(
            evolve(step, lead=LeftOfDeclarerLeads() if step.key in keys else EldestLeads())
            for step in Fontainebleau1().ladder
        )
    )


ALONE = Ladder(tuple(evolve(step, partnered=False) for step in Fontainebleau1().ladder))
DEALING = Fontainebleau1().dealing


@pytest.mark.parametrize(
    ("name", "house"),
    [
        ("asks", Fontainebleau1(partners=AskAndAccept(extra=2))),
        ("in auction", Fontainebleau1(partners=InAuction(extra=2))),
        ("called card", Fontainebleau1(partners=CalledCard(extra=3))),
        ("fixed sides", Fontainebleau1(partners=FixedSides(extra=3))),
        ("no partner", Fontainebleau1(partners=None, ladder=ALONE)),
        ("no partner, cited", Fontainebleau1(partners=None, ladder=ALONE)),
        ("left of declarer leads", Fontainebleau1(ladder=lead_left("8", "grand-misere"))),
        ("nobody cuts", Fontainebleau1(dealing=evolve(DEALING, cutters=None))),
        ("last card turned", Fontainebleau1(dealing=evolve(DEALING, turn="last-card"))),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_same_rules_said_as_they_are_now(name: str, house: br.Variant) -> None:
    assert house.fingerprint() == PRINTS[name]


# Records.


@pytest.mark.parametrize("name", SESSIONS)
def test_a_record_of_the_first_edition_is_read_and_replayed(name: str) -> None:
    made = records.load(STORED / name)
    variant = records.variant_of(made)
    assert variant.fingerprint() == made.fingerprint
    states = records.replay(made)
    assert [state.settlement for state in states if state.settlement] == [
        deal.settlement for deal in made.deals if deal.settlement
    ]
    # What is written now tells the same session, with house rules as they are spelled now.
    again = records.record(states, players=made.players)
    assert again.deals == made.deals
    assert again.fingerprint == made.fingerprint
    text = records.dumps(again)
    assert not any(old in text for old in ("NoPartner", "declarer_left_leads"))
    assert records.replay(records.loads(text)) == states


def test_a_record_without_house_rules_is_written_as_before() -> None:
    for name in ("telling.txt", "hands.txt"):
        text = (STORED / name).read_text(encoding="utf-8")
        assert records.dumps(records.load(STORED / name)) == text
        states = records.replay(records.load(STORED / name))
        made = records.record(states, players=records.load(STORED / name).players)
        assert records.dumps(made) == text


def test_a_view_of_the_first_edition_is_read() -> None:
    text = (STORED / "view.json").read_text(encoding="utf-8")
    view = br.loads_view(text)
    assert view.variant.partners is None
    assert (view.stakes, view.variant.fingerprint()) == (1, json.loads(text)["fingerprint"])
    assert br.loads_view(br.dumps_view(view)) == view


@frozen
class Kitty:
    """The rule of somebody else with which a session was stored."""

    chips: int = 4

    def amounts(self, dealer: int, deal: int, deals: int, seats: int) -> tuple[int, ...]:
        return (self.chips,) * seats

    def words(self) -> str:
        return f"everybody antes {self.chips}"


Kitty.__module__ = "club_rules"


def test_the_rule_of_somebody_else_is_read_once_it_is_registered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("boston_rules.registry._rules", {})
    made = records.load(STORED / "stranger.txt")
    with pytest.raises(br.RecordError, match=r"club_rules\.Kitty.* import club_rules first"):
        records.replay(made)
    br.register_rule(Kitty)
    # A fingerprint now says whose rule it is.
    with pytest.raises(br.FingerprintMismatch):
        records.replay(made)
    (state,) = records.replay(made, ignore_fingerprint=True)
    assert state.settlement == made.deals[0].settlement
    assert records.replay(records.record(state)) == (state,)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("partners", {"rule": "NoPartners"}),
        ("partners", "none"),
        ("pool", {"rule": "NoPartner"}),
        ("dealing.cutters", "nobody"),
        ("dealing.shuffle", "none"),
        ("ladder.declarer_left_leads", True),
    ],
)
def test_what_the_first_edition_did_not_say_is_refused(path: str, value: object) -> None:
    with pytest.raises(br.RecordError):
        build_variant("fontainebleau", (), told({path: value}))


def test_a_field_is_told_by_one_name_only() -> None:
    name, data = "ladder", tell_variant(Fontainebleau(ladder=lead_left("8")))[1][0][1]
    assert isinstance(data, records.Fields)
    for change, reason in (
        ({"declarer_left_leads": True}, r"Step\.lead is told twice"),
        ({"lead": True}, r"Step\.lead cannot be True"),
        ({"declarer_left_leads": 1}, "cannot be 1"),
    ):
        steps = [dict(step.items) for step in data.get("steps")]  # type: ignore[union-attr]
        changed = {**steps[0], **change}
        if reason.endswith("1"):
            del changed["lead"]
        rule = freeze({"rule": "Ladder", "steps": [{**changed}]})
        assert isinstance(rule, records.Fields)
        with pytest.raises(br.RecordError, match=reason):
            build_variant("fontainebleau", (), ((name, rule),))


def test_dotted_paths_take_old_spellings_too() -> None:
    built = build_variant("fontainebleau", (), told({"dealing.cutters": "none"}))
    assert built == Fontainebleau(dealing=evolve(Fontainebleau().dealing, cutters=None))
