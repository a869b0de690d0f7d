"""Bots by name: those of the library, and a class of one's own by ``module:Class``."""

from __future__ import annotations

import pickle
import random
import sys
from pathlib import Path

import pytest

from boston_rules.bots import (
    Bot,
    BotNameError,
    MonteCarloBot,
    RandomBot,
    SimpleBot,
    load_bot,
    make_bot,
)

OWN = """
import random
from boston_rules import lawful_actions
from boston_rules.bots import Bot, RandomBot

LOADED = True

class Careful:
    def choose(self, view):
        return lawful_actions(view)[0]

class Typed(Bot):
    def choose(self, view):
        return lawful_actions(view)[0]

class Bold(RandomBot):
    def __init__(
        self, rng, risk=1, *, share: "float | None" = None, loud: bool = False, motto="go", x=None
    ):
        super().__init__(rng)
        if risk < 0:
            raise ValueError("risk is a whole number from 0")
        if risk > 9:
            raise RuntimeError("too bold")
        self.told = (isinstance(rng, random.Random), risk, share, loud, motto, x)

class Mute:
    pass

def function(rng):
    return Careful()

number = 3
"""
PLACES = {
    "own_bots": OWN,
    "broken_bots": "import there_is_no_such_module",
    "raising_bots": "1 / 0",
    "leaving_bots": "import sys; sys.exit(3)",
}


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Modules with bots, which can be imported and are not yet."""
    for name, text in PLACES.items():
        tmp_path.joinpath(f"{name}.py").write_text(text, encoding="utf-8")
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def test_a_bot_of_the_library_is_loaded_by_the_name_it_is_made_by() -> None:
    loaded = load_bot("montecarlo:iterations=6")
    assert (str(loaded), loaded.kind, dict(loaded.options)) == (
        "montecarlo:iterations=6",
        MonteCarloBot,
        {"iterations": 6},
    )
    kinds = [type(load_bot(name)(random.Random(1))) for name in ("random", "simple")]
    assert kinds == [RandomBot, SimpleBot]


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize("name", ["own_bots:Careful", "own_bots:Typed"])
def test_a_class_of_ones_own_without_a_constructor(name: str) -> None:
    loaded = load_bot(name)
    for _ in range(2):  # the first call replaces the constructor of a class that names the protocol
        assert callable(loaded(random.Random(1)).choose)
    assert type(load_bot(name)(random.Random(1))).__name__ == name.partition(":")[2]


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("", (True, 1, None, False, "go", None)),
        (":risk=3", (True, 3, None, False, "go", None)),
        (":share=0.5:loud=true:motto=7:x=9", (True, 1, 0.5, True, "7", "9")),
        (":loud=false", (True, 1, None, False, "go", None)),
    ],
)
def test_options_are_read_as_the_constructor_has_them(
    options: str, told: tuple[object, ...]
) -> None:
    loaded = load_bot(f"own_bots:Bold{options}")
    assert loaded(random.Random(1)).told == told  # type: ignore[attr-defined]
    copy = pickle.loads(pickle.dumps(loaded))
    assert copy == loaded
    assert str(copy) == f"own_bots:Bold{options}"


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("clever", "no bot is called 'clever'; known: random, beginner, simple, montecarlo"),
        ("clever:iterations=4", "no bot is called 'clever'; known"),
        ("no_such_bots:Careful", "no_such_bots:Careful: there is no module no_such_bots"),
        ("own_bots.inner:Careful", "there is no module own_bots.inner"),
        ("own_bots:Carefull", "the module own_bots has no class Carefull"),
        ("own_bots:Mute", "own_bots:Mute is no bot: it has no method choose"),
        ("own_bots:function", "own_bots:function is no bot: it is not a class"),
        ("own_bots:number", "own_bots:number is no bot: it is not a class"),
        ("own_bots:Careful:risk=2", "own_bots:Careful has no option 'risk'; it has none"),
        ("own_bots:Bold:rng=2", "has no option 'rng'; known: risk, share, loud, motto, x"),
        ("own_bots:Bold:risk", "own_bots:Bold: risk has no value; give risk=VALUE"),
        ("own_bots:Bold:risk=few", "own_bots:Bold: risk is no number: 'few'"),
        ("own_bots:Bold:loud=yes", "own_bots:Bold: loud is neither true nor false: 'yes'"),
        ("own_bots:Bold:risk=1:risk=2", "own_bots:Bold: risk is given twice"),
        ("own_bots:Bold:risk=-1", "own_bots:Bold: risk is a whole number from 0"),
        ("own_bots:Bold:risk=10", "own_bots:Bold: RuntimeError: too bold"),
        ("broken_bots:Careful", "broken_bots cannot be imported: ModuleNotFoundError: No module"),
        ("raising_bots:Careful", "raising_bots cannot be imported: ZeroDivisionError"),
        ("leaving_bots:Careful", "leaving_bots cannot be imported: SystemExit: 3"),
        (
            "own bots:Careful",
            "no bot is called 'own bots:Careful'; known: random, beginner",
        ),
        ("..own_bots:Careful", "or a class of your own as module:Class"),
        ("own_bots:", "or a class of your own as module:Class"),
        (":Careful", "or a class of your own as module:Class"),
    ],
)
def test_what_makes_no_bot_is_refused_with_a_reason(name: str, message: str) -> None:
    with pytest.raises(BotNameError) as caught:
        load_bot(name)
    assert message in str(caught.value)
    assert caught.value.name == name


@pytest.mark.usefixtures("own")
def test_only_a_typed_name_imports_anything() -> None:
    for refused in (
        lambda: make_bot("own_bots:Careful", random.Random(1)),
        lambda: load_bot("own_bots:Careful", own=False),
    ):
        with pytest.raises(BotNameError, match="no bot is called 'own_bots'"):
            refused()
    assert "own_bots" not in sys.modules
    load_bot("own_bots:Careful")
    assert "own_bots" in sys.modules


def test_a_bot_by_name_is_what_simulations_take() -> None:
    made: Bot = load_bot("boston_rules.bots:RandomBot")(random.Random(4))
    assert isinstance(made, RandomBot)
