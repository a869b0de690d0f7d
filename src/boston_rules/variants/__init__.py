"""The historical tellings, one class each; a class only sets the defaults of its rules."""

from boston_rules.variants.fontainebleau import Fontainebleau
from boston_rules.variants.nantes import French
from boston_rules.variants.two_pack import American

__all__ = ["ALL", "American", "Fontainebleau", "French"]

ALL = (Fontainebleau, American, French)
"""Every variant that comes with the library, in the order of the rulebook."""
