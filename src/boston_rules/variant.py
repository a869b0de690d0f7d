"""A variant: rules composed, cited, cross-checked and fingerprinted.

Each historical telling is a subclass of :class:`Variant` that only sets defaults. A house rule is
a constructor argument, either a rule object (``session=SessionRule(deals=24)``) or one of the named
options (``deals=24``).
"""

from __future__ import annotations

import difflib
import hashlib
import json
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any, ClassVar, Final, Self

from attrs import Attribute, evolve, field, fields, frozen, has

from boston_rules.cards import Cards, Suit
from boston_rules.errors import VariantError
from boston_rules.rules.bidding import BiddingRule
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.ladder import (
    AtLeast,
    BelleSuit,
    ClassCall,
    Ladder,
    PetiteSuit,
    Step,
    TurnedSuit,
)
from boston_rules.rules.laws import Laws
from boston_rules.rules.partners import NoPartner, PartnerRule
from boston_rules.rules.passed_out import PassedOutRule
from boston_rules.rules.payments import Case, Payments
from boston_rules.rules.polls import ChicaneRule, ConcessionRule, ContestRule
from boston_rules.rules.pool import AtOrAbove, PoolRule
from boston_rules.rules.sessions import BostonBonus, SessionRule
from boston_rules.rules.sources import TEXT_ONLY, Cite, Source
from boston_rules.rules.suits import SuitRanking, Turn
from boston_rules.rules.trumps import BostonJack, PlainTrumps, TrumpRule

__all__ = ["Variant", "option"]

_OPTION: Final = "boston_rules.option"


@frozen
class _OptionSpec:
    paths: tuple[tuple[str, ...], ...]
    values: tuple[tuple[object, object], ...] | None


def option(
    default: Any,
    *,
    sets: str | tuple[str, ...],
    values: Mapping[object, object] | None = None,
    source: Cite | None = None,
) -> Any:
    """A named option of a variant class.

    ``sets`` is the dotted path of the field it overrides, such as ``"session.deals"``; ``values``
    maps each admitted choice to what is put there. Without ``values`` the choice itself is put
    there and ``None`` leaves the telling's own figure. With several paths in ``sets`` each choice
    has a tuple of as many values.
    """
    table = None if values is None else tuple(values.items())
    paths = (sets,) if isinstance(sets, str) else sets
    spec = _OptionSpec(tuple(tuple(path.split(".")) for path in paths), table)
    return field(default=default, metadata={_OPTION: spec, "source": source})


def _replaced(target: Any, path: tuple[str, ...], value: object) -> Any:
    if len(path) == 1:
        return evolve(target, **{path[0]: value})
    return evolve(target, **{path[0]: _replaced(getattr(target, path[0]), path[1:], value)})


@frozen(kw_only=True, cache_hash=True, repr=False)
class Variant:
    """The rules of one telling. Subclasses set the defaults; see :mod:`boston_rules.variants`.

    Raises:
        VariantError: the composition cannot be played, with all problems listed.
    """

    slug: ClassVar[str] = ""
    """The name in the registry and in records."""
    title: ClassVar[str] = ""
    """The name for people."""
    about: ClassVar[str] = ""
    """What the game is, in a sentence."""
    revision: ClassVar[int] = 1
    """Raised whenever the rules of a released variant change."""
    sources: ClassVar[tuple[Source, ...]] = ()

    dealing: DealingRule
    suits: SuitRanking
    ladder: Ladder
    bidding: BiddingRule = BiddingRule()
    partners: PartnerRule = NoPartner()
    trumps: TrumpRule = PlainTrumps()
    payments: Payments
    boston_bonus: BostonBonus | None = None
    chicane: ChicaneRule | None = None
    contest: ContestRule | None = None
    concession: ConcessionRule | None = None
    pool: PoolRule
    passed_out: PassedOutRule
    session: SessionRule = SessionRule()
    laws: Laws = Laws()

    deals: int | None = option(None, sets="session.deals")
    """Option. Deals in a session."""
    starting_chips: int | None = option(None, sets="session.starting_chips")
    """Option. Chips in each purse at the start."""

    def __attrs_post_init__(self) -> None:
        for attribute, spec in self._option_specs():
            chosen = getattr(self, attribute.name)
            if chosen == attribute.default:
                continue
            value = chosen
            if spec.values is not None:
                table = dict(spec.values)
                if chosen not in table:
                    choices = ", ".join(repr(choice) for choice in table)
                    raise VariantError(
                        f"{type(self).__name__}: {attribute.name} is one of {choices}, "
                        f"not {chosen!r}"
                    )
                value = table[chosen]
            values = value if len(spec.paths) > 1 else (value,)
            for (head, *rest), new in zip(spec.paths, values, strict=True):
                if rest:
                    new = _replaced(getattr(self, head), tuple(rest), new)
                object.__setattr__(self, head, new)
        problems = self.problems()
        if problems:
            raise VariantError(f"{type(self).__name__}: {problem}" for problem in problems)

    @classmethod
    def __attrs_init_subclass__(cls) -> None:
        # A variant is dozens of rule objects: what names it is short, in every subclass.
        cls.__repr__ = Variant.__repr__  # type: ignore[method-assign]

    def __repr__(self) -> str:
        options = ", ".join(f"{name}={value!r}" for name, value in self.options().items())
        plain = f"{type(self).__name__}({options})"
        if self == type(self).with_options(self.options()):
            return plain
        return f"<{plain} with other rules, fingerprint {self.fingerprint()}>"

    @classmethod
    def _option_specs(cls) -> Iterator[tuple[Attribute[Any], _OptionSpec]]:
        for attribute in fields(cls):
            spec = attribute.metadata.get(_OPTION)
            if spec is not None:
                yield attribute, spec

    @property
    def seats(self) -> int:
        """Players at the table."""
        return self.dealing.seats

    @classmethod
    def option_names(cls) -> tuple[str, ...]:
        """The named options this class takes."""
        return tuple(attribute.name for attribute, _ in cls._option_specs())

    @classmethod
    def option_choices(cls, name: str) -> tuple[object, ...] | None:
        """The admitted values of an option, or ``None`` where any figure goes."""
        for attribute, spec in cls._option_specs():
            if attribute.name == name:
                return None if spec.values is None else tuple(dict(spec.values))
        raise VariantError(_unknown(name, cls.option_names(), f"{cls.__name__} has no option"))

    @classmethod
    def with_options(cls, options: Mapping[str, object]) -> Self:
        """The variant with named options, as read from a record or a command line.

        Raises:
            VariantError: an option is unknown (near matches are named) or its value is not one.
        """
        known = cls.option_names()
        bad = [
            _unknown(name, known, f"{cls.slug} has no option")
            for name in options
            if name not in known
        ]
        if bad:
            raise VariantError(bad)
        try:
            return cls(**dict[str, Any](options))
        except (TypeError, AttributeError) as error:
            raise VariantError(f"{cls.slug}: {error}") from error

    def options(self) -> dict[str, object]:
        """The named options that differ from their defaults."""
        return {
            attribute.name: getattr(self, attribute.name)
            for attribute, _ in self._option_specs()
            if getattr(self, attribute.name) != attribute.default
        }

    def problems(self) -> list[str]:
        """Everything that makes the composition unplayable; empty for a sound variant."""
        return [*self._structural_problems(), *self._price_problems()]

    def _structural_problems(self) -> list[str]:
        found = [*self.dealing.problems(), *self.session.problems()]
        keys = [step.key for step in self.ladder]
        if not keys:
            found.append("the ladder is empty")
        found += [
            f"the ladder has {key!r} twice"
            for key in sorted({k for k in keys if keys.count(k) > 1})
        ]
        for step in self.ladder:
            if step.goal.tricks > step.tricks_played or step.goal.tricks < 0:
                found.append(f"{step.key}: {step.goal.tricks} of {step.tricks_played} tricks")
            if step.partnered and not isinstance(step.goal, AtLeast):
                found.append(
                    f"{step.key}: a partnered step needs a goal of at least so many tricks"
                )
            elif step.partnered and step.goal.tricks + self.partners.extra > step.tricks_played:
                found.append(f"{step.key}: with a partner more tricks are needed than are played")
            if step.partnered and self.partners.method == "none":
                found.append(f"{step.key}: partnered, but the variant has no partners")
            if step.lays_card and not step.has_trumps:
                found.append(
                    f"{step.key}: a card of the trump suit is laid, but there are no trumps"
                )
        for needs, missing, why in (
            (
                (PetiteSuit, BelleSuit),
                not self.dealing.fixes_belle,
                "needs a card that fixes belle",
            ),
            ((TurnedSuit, ClassCall), self.dealing.turn == "none", "needs a turned card"),
        ):
            users = [step.key for step in self.ladder if isinstance(step.suit, needs)]
            if users and missing:
                found.append(f"{', '.join(users)}: {why}, but the dealing rule has none")
        ranges = [self.pool.taken_by, getattr(self.pool.lost, "bids", None)]
        for named in ranges:
            if isinstance(named, AtOrAbove) and named.key not in keys:
                found.append(f"the pool rule names {named.key!r}, which is not on the ladder")
        for what, rule in (("re-entry", self.bidding.reentry), ("contest", self.contest)):
            for key in getattr(rule, "keys", ()):
                if key not in keys:
                    found.append(f"the {what} rule names {key!r}, which is not on the ladder")
        if self.partners.method == "sides" and self.seats != 4:
            found.append(f"fixed sides need four seats, not {self.seats}")
        if self.boston_bonus is not None and not isinstance(self.trumps, BostonJack):
            found.append("a bonus for the Boston, but the trump rule has no Boston jack")
        return found

    def _price_problems(self) -> list[str]:
        found = []
        turn = Turn(Suit.CLUBS, Suit.HEARTS)
        for step in self.ladder:
            for form in step.suit.forms(turn, self.suits):
                for case in _extremes(
                    step, form.trump or (Suit.SPADES if step.has_trumps else None), turn
                ):
                    prices = self.payments.won if case.made else self.payments.lost
                    verdict = "made" if case.made else "lost"
                    try:
                        priced = any(price.lines(case) for price in prices)
                    except (IndexError, KeyError):
                        priced = False
                    if not priced:
                        how = f" by {case.under}" if case.under else f" with {case.over} over"
                        found.append(f"{step.key}: no price when {verdict}{how}")
        return sorted(set(found))

    def fingerprint(self) -> str:
        """A hash of the rules, without words and citations; equal rules have equal fingerprints."""
        content = json.dumps([self.slug, _content(self)], separators=(",", ":"), sort_keys=True)
        return hashlib.sha256(content.encode()).hexdigest()[:16]

    def rules(self) -> Iterator[tuple[str, Any]]:
        """Every rule object with its dotted path, depth first."""
        return _rule_objects("", self)


def _extremes(step: Step, trump: Suit | None, turn: Turn) -> Iterator[Case]:
    def case(made: bool, over: int = 0, under: int = 0) -> Case:
        return Case(
            step=step,
            trump=trump,
            turned=turn.suit,
            belle=turn.belle,
            made=made,
            over=over,
            under=under,
        )

    if isinstance(step.goal, AtLeast):
        for over in range(step.tricks_played - step.goal.tricks + 1):
            yield case(True, over=over)
        for under in range(1, step.goal.tricks + 1):
            yield case(False, under=under)
    else:
        yield case(True)
        yield case(False)


def _unknown(name: str, known: tuple[str, ...], what: str) -> str:
    near = difflib.get_close_matches(name, known, n=3)
    hint = f"; near: {', '.join(near)}" if near else f"; known: {', '.join(known)}"
    return f"{what} {name!r}{hint}"


def _content(value: Any) -> Any:
    """The rules as JSON values: class names and fields, words left out."""
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, Cards):
        return value.tokens
    if has(type(value)):
        shown = [
            [attribute.name, _content(getattr(value, attribute.name))]
            for attribute in fields(type(value))
            if TEXT_ONLY.items().isdisjoint(attribute.metadata.items())
            and _OPTION not in attribute.metadata
        ]
        return [type(value).__name__, shown] if not isinstance(value, Variant) else shown
    if isinstance(value, tuple):
        return [_content(item) for item in value]
    if value is None or isinstance(value, (bool, int, str)):
        return value
    raise VariantError(
        f"a rule holds {value!r}: rules are made of frozen objects, tuples, numbers and text"
    )


def _rule_objects(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, tuple):
        for place, item in enumerate(value):
            yield from _rule_objects(f"{path}[{place}]", item)
    elif has(type(value)) and not isinstance(value, Cite | Source):
        if path:
            yield path, value
        for attribute in fields(type(value)):
            if _OPTION not in attribute.metadata:
                below = f"{path}.{attribute.name}" if path else attribute.name
                yield from _rule_objects(below, getattr(value, attribute.name))
