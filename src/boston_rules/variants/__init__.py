"""The historical tellings, one class each; a class only sets the defaults of its rules.

The classes are loaded when they are first asked for: a game is of one telling.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from boston_rules.rules.variant import Variant
    from boston_rules.variants.cats import FontainebleauCats
    from boston_rules.variants.classic import Classic
    from boston_rules.variants.early import Mariland, WhischBostonien
    from boston_rules.variants.fontainebleau import Fontainebleau
    from boston_rules.variants.fontainebleau_foster import FontainebleauFoster, RussianFoster
    from boston_rules.variants.foster import AmericanFoster
    from boston_rules.variants.french_foster import FrenchFoster
    from boston_rules.variants.nantes import French
    from boston_rules.variants.russian import FontainebleauHoyle, Russian, RussianPartnership
    from boston_rules.variants.two_pack import American, AmericanDecimal, BostonWhist, TwoPackHoyle
    from boston_rules.variants.two_pack_relatives import (
        AmericanCapped,
        AmericanPartnership,
        EnglishBoston,
    )

if TYPE_CHECKING:
    ALL: tuple[type[Variant], ...]
    """Every variant that comes with the library."""

BUILT_IN: Final = {
    "fontainebleau": ("fontainebleau", "Fontainebleau"),
    "fontainebleau-cats": ("cats", "FontainebleauCats"),
    "fontainebleau-hoyle": ("russian", "FontainebleauHoyle"),
    "fontainebleau-foster": ("fontainebleau_foster", "FontainebleauFoster"),
    "russian": ("russian", "Russian"),
    "russian-partnership": ("russian", "RussianPartnership"),
    "russian-foster": ("fontainebleau_foster", "RussianFoster"),
    "american": ("two_pack", "American"),
    "american-decimal": ("two_pack", "AmericanDecimal"),
    "boston-whist": ("two_pack", "BostonWhist"),
    "two-pack-hoyle": ("two_pack", "TwoPackHoyle"),
    "american-partnership": ("two_pack_relatives", "AmericanPartnership"),
    "american-capped": ("two_pack_relatives", "AmericanCapped"),
    "english-boston": ("two_pack_relatives", "EnglishBoston"),
    "american-foster": ("foster", "AmericanFoster"),
    "classic": ("classic", "Classic"),
    "french": ("nantes", "French"),
    "french-foster": ("french_foster", "FrenchFoster"),
    "mariland": ("early", "Mariland"),
    "whisch-bostonien": ("early", "WhischBostonien"),
}
"""Every slug that comes with the library, and the module and class behind it."""

__all__ = [
    "ALL",
    "BUILT_IN",
    "American",
    "AmericanCapped",
    "AmericanDecimal",
    "AmericanFoster",
    "AmericanPartnership",
    "BostonWhist",
    "Classic",
    "EnglishBoston",
    "Fontainebleau",
    "FontainebleauCats",
    "FontainebleauFoster",
    "FontainebleauHoyle",
    "French",
    "FrenchFoster",
    "Mariland",
    "Russian",
    "RussianFoster",
    "RussianPartnership",
    "TwoPackHoyle",
    "WhischBostonien",
]

_MODULES: Final = {name: module for module, name in BUILT_IN.values()}


def __getattr__(name: str) -> object:
    value: object
    if name == "ALL":
        value = tuple(__getattr__(cls) for _, cls in BUILT_IN.values())
    elif name in _MODULES:
        value = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
