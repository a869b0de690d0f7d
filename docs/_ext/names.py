"""The public names, gathered from the packages themselves."""

from __future__ import annotations

import inspect
import sys
from importlib import import_module
from types import ModuleType
from typing import Any

from docs._ext.rst import escaped, list_table

import boston_rules as br

__all__ = ["ROOMS", "ROOMS_OF_EXTRAS", "homes", "name_table", "public_names"]

ROOMS = (
    "boston_rules",
    "boston_rules.bots",
    "boston_rules.conformance",
    "boston_rules.conformance.perft",
    "boston_rules.core.actions",
    "boston_rules.core.cards",
    "boston_rules.core.contract",
    "boston_rules.core.errors",
    "boston_rules.core.events",
    "boston_rules.core.hidden",
    "boston_rules.core.sources",
    "boston_rules.core.transfers",
    "boston_rules.deal.engine",
    "boston_rules.deal.questions.accepting",
    "boston_rules.deal.questions.asking",
    "boston_rules.deal.questions.calling",
    "boston_rules.deal.questions.conceding",
    "boston_rules.deal.questions.discarding",
    "boston_rules.deal.questions.naming",
    "boston_rules.deal.questions.polls",
    "boston_rules.deal.questions.question",
    "boston_rules.deal.seating",
    "boston_rules.deal.settlement",
    "boston_rules.deal.state",
    "boston_rules.deal.table",
    "boston_rules.knowing.views",
    "boston_rules.knowing.worlds",
    "boston_rules.records",
    "boston_rules.records.evening",
    "boston_rules.rules.bidding",
    "boston_rules.rules.carryover",
    "boston_rules.rules.cases",
    "boston_rules.rules.dealing",
    "boston_rules.rules.dealt",
    "boston_rules.rules.goals",
    "boston_rules.rules.ladder",
    "boston_rules.rules.laws",
    "boston_rules.rules.leads",
    "boston_rules.rules.notation",
    "boston_rules.rules.partners",
    "boston_rules.rules.passed_out",
    "boston_rules.rules.payments",
    "boston_rules.rules.polls",
    "boston_rules.rules.pool",
    "boston_rules.rules.sessions",
    "boston_rules.rules.suits",
    "boston_rules.rules.trumps",
    "boston_rules.rules.variant",
    "boston_rules.simulate",
    "boston_rules.solver",
    "boston_rules.telling.draw",
    "boston_rules.telling.screen",
    "boston_rules.telling.typed",
    "boston_rules.testing",
    "boston_rules.variants",
    "boston_rules.variants.registry",
)
"""Packages and modules of which every public name must be documented."""

ROOMS_OF_EXTRAS = (("boston_rules.envs", "numpy"), ("boston_rules.envs.bounds", "numpy"))
"""The same, where a package that they need is installed."""


def public_names(room: str) -> list[str]:
    """What a package offers."""
    return list(import_module(room).__all__)


def homes(room: str, name: str) -> tuple[str, ...]:
    """The full names under which something may be documented, the likeliest first."""
    value = getattr(import_module(room), name)
    if isinstance(value, ModuleType):
        return (value.__name__,)
    found = []
    if name in br.__all__ and getattr(br, name) is value:
        found.append(f"boston_rules.{name}")
    if inspect.isclass(value) or inspect.isroutine(value):
        found.append(f"{value.__module__}.{value.__qualname__}")
    found += [
        f"{module}.{name}"
        for module, loaded in sorted(sys.modules.items())
        if module.startswith("boston_rules.")
        and name in getattr(loaded, "__all__", ())
        and getattr(loaded, name, None) is value
    ]
    return tuple(dict.fromkeys([*found, f"{room}.{name}"]))


def _summary(value: Any) -> str:
    if isinstance(value, ModuleType) or inspect.isclass(value) or inspect.isroutine(value):
        doc = inspect.getdoc(value) or ""
        text = " ".join(doc.split("\n\n")[0].split()).replace("``", "")
        return escaped(text.split(": ")[0] if ":class:" in text else text)
    shown = repr(value)
    return f"``{shown}``" if len(shown) < 40 else ""


def name_table() -> str:
    """The names of ``boston_rules`` itself, with links to where they are described."""
    rows = []
    for name in sorted(br.__all__, key=str.casefold):
        value = getattr(br, name)
        role = "mod" if isinstance(value, ModuleType) else "obj"
        link = f":py:{role}:`{name} <{homes('boston_rules', name)[0]}>`"
        rows.append([link, _summary(value)])
    return "\n".join(list_table(["name", "what it is"], rows, widths="25 75"))
