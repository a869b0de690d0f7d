"""The historical tellings, one class each; a class only sets the defaults of its rules."""

from boston_rules.variants.cats import FontainebleauCats
from boston_rules.variants.classic import Classic
from boston_rules.variants.early import Mariland, WhischBostonien
from boston_rules.variants.fontainebleau import Fontainebleau
from boston_rules.variants.nantes import French
from boston_rules.variants.russian import FontainebleauHoyle, Russian, RussianPartnership
from boston_rules.variants.two_pack import American, AmericanDecimal, BostonWhist, TwoPackHoyle
from boston_rules.variants.two_pack_relatives import (
    AmericanCapped,
    AmericanPartnership,
    EnglishBoston,
)

ALL = (
    Fontainebleau,
    FontainebleauCats,
    FontainebleauHoyle,
    Russian,
    RussianPartnership,
    American,
    AmericanDecimal,
    BostonWhist,
    TwoPackHoyle,
    AmericanPartnership,
    AmericanCapped,
    EnglishBoston,
    Classic,
    French,
    Mariland,
    WhischBostonien,
)
"""Every variant that comes with the library."""

__all__ = [
    "ALL",
    "American",
    "AmericanCapped",
    "AmericanDecimal",
    "AmericanPartnership",
    "BostonWhist",
    "Classic",
    "EnglishBoston",
    "Fontainebleau",
    "FontainebleauCats",
    "FontainebleauHoyle",
    "French",
    "Mariland",
    "Russian",
    "RussianPartnership",
    "TwoPackHoyle",
    "WhischBostonien",
]
