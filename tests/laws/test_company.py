"""Law 9 bites: a bot, record, environment, word or picture that fails is found."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve, frozen
from tests.depth import DEEP

import boston_rules as br
from boston_rules import testing
from boston_rules.rules.bidding import FreeReturn, UntilAllPass
from boston_rules.testing import company

pytestmark = [pytest.mark.laws, pytest.mark.no_cover]  # depth, not coverage

PLAIN: br.Variant = br.variants.Fontainebleau()
WALK = testing.random_walk(PLAIN, seed=3, deals=2, session=2)


def broken(check: Callable[[], object]) -> str:
    """What law 9 says."""
    with pytest.raises(testing.LawBroken) as caught:
        check()
    assert caught.value.law is testing.Law.COMPANY
    return caught.value.what


def positions() -> list[testing.Position]:
    """Some of the walk, different phases first."""
    return WALK.sample(6, random.Random(1))


@pytest.mark.deep
def test_company_holds(variant: br.Variant) -> None:
    walk = testing.random_walk(variant, seed=5, deals=2, session=2)
    testing.check_company(variant, walk, states=6 if DEEP else 2)
    assert all("not installed" in reason for reason in testing.skipped(variant))


class Stubborn:
    """A bot that plays the two of clubs, whatever is asked."""

    def choose(self, view: br.State) -> br.Action:
        """That."""
        return br.Play(br.PACK[0])


class Helpless:
    """A bot that does not know these rules."""

    def choose(self, view: br.State) -> br.Action:
        """Never comes to an answer."""
        raise KeyError(view.phase)


@pytest.mark.parametrize(
    ("bot", "what"), [(Stubborn(), "play 2C"), (Helpless(), "KeyError: 'cut'")]
)
def test_a_bot_that_does_not_play(bot: object, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(company, "make_bot", lambda name, rng: bot)
    assert what in broken(lambda: company.check_bots(PLAIN))


def test_a_bot_that_is_lost_in_a_rare_position(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(company, "make_bot", lambda name, rng: Stubborn())
    at = next(at for at in WALK.positions if at.state.phase == "auction")
    assert "which is not legal" in broken(lambda: company._ask_bots(WALK, at, random.Random(1)))


@pytest.mark.parametrize("form", ["text", "JSON"])
def test_a_record_that_reads_back_otherwise(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(text: str) -> Any:
        made = br.loads(text)
        whole = text.lstrip().startswith("{") is not (form == "JSON")
        return made if whole else evolve(made, deals=made.deals[:-1])

    monkeypatch.setattr(company, "loads", forgetful)
    assert "another record" in broken(lambda: company.check_records(WALK, []))


def test_a_record_that_replays_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(company, "replay", lambda record: br.replay(record)[:-1])
    assert "the states are others" in broken(lambda: company.check_records(WALK, []))


def test_a_view_that_reads_back_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(company, "loads_view", lambda text: br.observe(WALK.states[-1][-1], 3))
    at = positions()[0]
    assert "another view" in broken(lambda: company._look(WALK, at, 0))


def test_a_picture_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boston_rules.telling.draw.deal", lambda view: 1 / 0)
    assert "ZeroDivisionError" in broken(lambda: company._look(WALK, positions()[0], None))


@frozen
class Wordless(FreeReturn):
    """A rule that does not say what it is."""

    def words(self) -> str:
        """Nothing."""
        return " "


def test_a_rule_without_words() -> None:
    variant = evolve(PLAIN, bidding=UntilAllPass(Wordless()))
    said = broken(lambda: company.check_words(variant))
    assert said.startswith("the words of bidding")


def test_a_number_for_two_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    encoding = pytest.importorskip("boston_rules.envs.encoding").ActionEncoding
    monkeypatch.setattr(encoding, "decode", lambda self, number: br.Pass())
    with pytest.raises(ValueError, match="as another"):
        company._encode(WALK, positions()[0])


def test_an_observation_that_is_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = pytest.importorskip("boston_rules.envs.observation").ObservationSpec
    encode = spec.encode
    monkeypatch.setattr(
        spec, "encode", lambda self, view, seat=None: encode(self, view, seat) * float("nan")
    )
    broken(lambda: company.check_environments(WALK, positions()))


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> Any:
        raise ModuleNotFoundError("no module named pyspiel", name="pyspiel")

    monkeypatch.setitem(company._ENVIRONMENTS, "OpenSpiel", missing)
    assert "OpenSpiel: pyspiel is not installed" in testing.skipped(PLAIN)


def test_an_environment_that_cannot_be_imported_is_no_missing_extra(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def failing() -> Any:
        raise ModuleNotFoundError("no module named x", name="boston_rules.envs.x")

    monkeypatch.setitem(company._ENVIRONMENTS, "PettingZoo", failing)
    with pytest.raises(ModuleNotFoundError):
        testing.skipped(PLAIN)


@frozen(kw_only=True, cache_hash=True)
class Unregistered(br.variants.Fontainebleau):
    """A variant that no record can name."""

    slug = "unregistered"


@pytest.mark.long
def test_records_of_a_game_that_is_not_registered_are_left_out() -> None:
    reasons = testing.skipped(Unregistered())
    assert "records and views: Unregistered is not registered" in reasons
    report = testing.check_variant(Unregistered(), examples=1)
    assert report.skipped == reasons
    assert str(report).endswith("; not checked: " + "; not checked: ".join(reasons))
