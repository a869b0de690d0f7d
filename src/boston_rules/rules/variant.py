"""A variant: rules composed, cited, cross-checked and fingerprinted.

Each historical telling is a subclass of :class:`Variant` that only sets defaults. A house rule is
a constructor argument, either a rule object (``session=SessionRule(deals=24)``) or one of the named
options (``deals=24``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cache, lru_cache
from typing import Any, ClassVar, Final, Self, TypeAlias

from attrs import Attribute, fields, frozen, has

from boston_rules.core.arguments import check_type, near_matches, shown, wrong_type
from boston_rules.core.cards import Cards
from boston_rules.core.display import html_of
from boston_rules.core.errors import VariantError
from boston_rules.core.saying import Said, joined, say
from boston_rules.core.slugs import variant_of_slug
from boston_rules.core.sources import ADDED, TEXT_ONLY, Cite, Source
from boston_rules.rules.bidding import BiddingRule, UntilAllPass
from boston_rules.rules.carryover import PLAIN, CarryoverRule, Conditions
from boston_rules.rules.cases import Payments
from boston_rules.rules.composition import validate_rules
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.dealt import DealtContract
from boston_rules.rules.ladder import Ladder
from boston_rules.rules.laws import Laws, TableLaw
from boston_rules.rules.options import (
    OPTION,
    name_options,
    option,
    option_specs,
    options_in_force,
    take_options,
)
from boston_rules.rules.partners import PartnerRule
from boston_rules.rules.passed_out import PassedOutRule
from boston_rules.rules.polls import AnyQuestion, ChicanePoll, ConcessionPoll, ContestPoll
from boston_rules.rules.pool import PoolRule
from boston_rules.rules.sessions import BostonBonus, SessionRule
from boston_rules.rules.suits import SuitRanking
from boston_rules.rules.trumps import PlainTrumps, TrumpRule

__all__ = [
    "Variant",
    "as_variant",
    "intern_by_options",
    "intern_variant",
    "option",
    "option_key",
    "variant_with",
    "with_options",
    "with_rules",
]


_OWN: Final = f"{__name__.partition('.')[0]}.variants."
"""The modules of the library's own tellings."""


@frozen(kw_only=True, cache_hash=True, repr=False)
class Variant:
    """The rules of one telling. Subclasses set the defaults; see :mod:`boston_rules.variants`.

    An option beats the rule object that it changes. A variant with other options is made anew, not
    evolved: what an option has put in its place stays there.

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
    """The tellings it rests on, the one it follows first."""

    dealing: DealingRule
    """How the pack is shuffled, cut and dealt, and whether a card is turned."""
    suits: SuitRanking
    """How the suits rank in the auction."""
    ladder: Ladder
    """The bids, from the lowest to the highest."""
    bidding: BiddingRule = UntilAllPass()
    """Who is asked in the auction, who may bid again, and what bars whom from which bid."""
    partners: PartnerRule | None = None
    """``None`` where every contract is played alone."""
    trumps: TrumpRule = PlainTrumps()
    """Which cards are trumps, and in which order they rank."""
    payments: Payments
    """What opponents pay for a made contract, and get for a lost one."""
    boston_bonus: BostonBonus | None = None
    """What the player dealt the Boston collects; ``None`` where there is no such thing."""
    chicane: ChicanePoll | None = None
    """What a hand without trumps is paid; ``None`` where it is not."""
    contest: ContestPoll | None = None
    """Which bids opponents may pay without play; ``None`` where there are none."""
    concession: ConcessionPoll | None = None
    """How opponents may pay after the first trick; ``None`` where they may not."""
    questions: tuple[AnyQuestion, ...] = ()
    """Further questions put to players between the auction and the first lead."""
    dealt: DealtContract | None = None
    """The contract that the cards make without an auction, in a game that has one."""
    carryover: CarryoverRule | None = None
    """What one deal leaves to the next; ``None`` where that is nothing but purses and pool."""
    pool: PoolRule | None
    """``None`` in a game without a pool."""
    passed_out: PassedOutRule
    """What becomes of a deal in which everybody passes."""
    session: SessionRule = SessionRule()
    """How long a session lasts, and how many chips everybody starts with."""
    laws: Laws = Laws()
    """What misdeals and revokes cost."""
    table_law: TableLaw | None = None
    """``None`` where whatever is illegal is refused; otherwise players may err as at a table."""

    deals: int | None = option(None, sets="session.deals")
    """Option. Deals in a session."""
    starting_chips: int | None = option(None, sets="session.starting_chips")
    """Option. Chips in each purse at the start."""
    enforcement: str = option(
        "strict", sets="table_law", values={"strict": None, "table": TableLaw()}
    )
    """Option. Whether what is illegal is refused, or may happen as at a table and is penalized."""

    def __attrs_post_init__(self) -> None:
        problems = take_options(self)
        if problems or not self._is_validated():
            problems += validate_rules(self)
        if problems:
            name = type(self).__name__
            raise VariantError(joined(": ", (name, problem)) for problem in problems)
        name_options(self)

    def _is_validated(self) -> bool:
        """Whether it is a telling of the library as it stands: the tests validate those."""
        cls = type(self)
        return cls.__module__.startswith(_OWN) and all(
            getattr(self, attribute.name) is attribute.default for attribute in fields(cls)
        )

    @classmethod
    def __attrs_init_subclass__(cls) -> None:
        # A variant is dozens of rule objects: what names it is short, in every subclass.
        cls.__repr__ = Variant.__repr__  # type: ignore[method-assign]

    def __repr__(self) -> str:
        options = ", ".join(f"{name}={value!r}" for name, value in self.options().items())
        plain = f"{type(self).__name__}({options})"
        if self._is_telling():
            return plain
        return f"<{plain} with other rules, fingerprint {self.fingerprint()}>"

    def _repr_html_(self) -> str:
        """The ladder, which a notebook shows."""
        return html_of(self)

    def _is_telling(self) -> bool:
        """Whether these are the rules of the class with the options, and no house rules."""
        try:
            return intern_by_options(type(self), option_key(self.options())) == self
        except (TypeError, VariantError):  # no defaults, or options that go with other rules only
            return False

    @property
    def seats(self) -> int:
        """Players at the table."""
        return self.dealing.seats

    @property
    def hand(self) -> int:
        """Cards in a hand."""
        return self.dealing.hand

    @property
    def conditions(self) -> tuple[Conditions, ...]:
        """All under which a deal can be played, those of the first deal of a session first."""
        return (PLAIN,) if self.carryover is None else self.carryover.possible

    @property
    def stakes(self) -> tuple[int, ...]:
        """What payments between players can be multiplied by, that of the first deal first."""
        of_session = self.session.possible_stakes
        found = (each.stakes * stakes for each in self.conditions for stakes in of_session)
        return tuple(dict.fromkeys(found))

    @classmethod
    def option_names(cls) -> tuple[str, ...]:
        """The named options this class takes."""
        return tuple(attribute.name for attribute, _ in option_specs(cls))

    @classmethod
    def option_choices(cls, name: str) -> tuple[object, ...] | None:
        """The admitted values of an option, or ``None`` where any figure goes.

        Raises:
            TypeError: it is not a ``str``.
            VariantError: it has no such option.
        """
        check_type("name", name, str, "a str, such as 'deals'")
        for attribute, spec in option_specs(cls):
            if attribute.name == name:
                return None if spec.values is None else tuple(dict(spec.values))
        raise VariantError(_no_option(cls.__name__, name, cls.option_names()))

    @classmethod
    def with_options(cls, options: Mapping[str, object]) -> Self:
        """The variant with named options, as read from a record or a command line.

        Raises:
            VariantError: an option is unknown (near matches are named) or its value is not one.
            TypeError: they are not by name.
        """
        check_type("options", options, Mapping, "a mapping of names to values")
        known = cls.option_names()
        bad = [_no_option(cls.slug, str(name), known) for name in options if name not in known]
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
            for attribute, _ in option_specs(type(self))
            if getattr(self, attribute.name) != attribute.default
        }

    def fingerprint(self) -> str:
        """A hash of the rules, without words and citations; equal rules have equal fingerprints."""
        return _fingerprint(self)

    def hashed(self) -> str:
        """The fingerprint, worked out: for a variant that is still being made.

        Raises:
            VariantError: a rule holds something that has no fingerprint.
        """
        import json  # only who keeps records asks
        from hashlib import sha256

        rules = json.dumps([self.slug, content(self)], separators=(",", ":"), sort_keys=True)
        return sha256(rules.encode()).hexdigest()[:16]

    def __reduce__(self) -> Any:
        """A telling with its options is pickled by name, and found again rather than made again.

        So every state of a telling in a process has one and the same variant, wherever it was
        made. A house rule is pickled whole, and is the same object for all equal ones on the other
        side.
        """
        cls = type(self)
        if self._is_telling():
            return _found_again, (cls, option_key(self.options()), self.fingerprint())
        state: Any = self.__getstate__()  # which attrs has written, with its twin
        intern_variant(self)
        return _whole, (cls, state)

    def rules(self) -> Iterator[tuple[str, Any]]:
        """Every rule object with its dotted path, depth first."""
        return _rule_objects("", self)


OptionKey: TypeAlias = tuple[tuple[str, type, object], ...]
"""Options as they are looked up: 1 and ``True`` are equal, but not the same option."""


def option_key(options: Mapping[str, object]) -> OptionKey:
    """Options by name, with the type of each value."""
    return tuple((name, type(value), value) for name, value in sorted(options.items()))


def variant_with(cls: type[Variant], options: Mapping[str, object]) -> Variant:
    """The variant of a class with options; the same object whenever it is asked for.

    Raises:
        VariantError: as :meth:`Variant.with_options`.
    """
    try:
        return intern_by_options(cls, option_key(options))
    except TypeError:  # a value that cannot be looked up is none that an option has
        return cls.with_options(options)


def with_options(variant: Variant, options: Mapping[str, object]) -> Variant:
    """A variant with other options; its house rules stay.

    Raises:
        VariantError: as :meth:`Variant.with_options`.
        TypeError: an argument is of another type.

    >>> import boston_rules as br
    >>> from boston_rules.rules.variant import with_options
    >>> short = with_options(br.variants.French(pool=None, deals=8), {"starting_chips": 5})
    >>> short.options(), short.pool
    ({'deals': 8, 'starting_chips': 5}, None)
    """
    check_type("variant", variant, Variant, "a Variant")
    check_type("options", options, Mapping, "a mapping of names to values")
    if not options:
        return variant
    cls: Any = type(variant)
    chosen = {**variant.options(), **options}
    if variant._is_telling() or not set(cls.option_names()).issuperset(options):
        return variant_with(cls, chosen)
    slots = _slots(variant)
    try:
        base = variant_with(cls, variant.options())
    except VariantError:  # no defaults, or options that go with other rules only
        pass
    else:
        slots = {name: rule for name, rule in slots.items() if getattr(base, name) != rule}
    return intern_variant(cls(**{**chosen, **slots}))


def with_rules(variant: Variant, rules: Mapping[str, object]) -> Variant:
    """A variant with other rule objects, by the name of the field that holds each.

    An option that one of them contradicts is told no more.

    Raises:
        VariantError: the composition cannot be played, with all problems listed.
        TypeError: an argument is of another type.

    >>> import boston_rules as br
    >>> from boston_rules.rules.sessions import SessionRule
    >>> from boston_rules.rules.variant import with_rules
    >>> with_rules(br.get_variant("french", deals=8), {"session": SessionRule(deals=9)}).options()
    {}
    """
    check_type("variant", variant, Variant, "a Variant")
    check_type("rules", rules, Mapping, "a mapping of names of fields to rules")
    cls: Any = type(variant)
    slots = _slots(variant)
    strange = [
        _with_hint(
            say("{variant} has no rule {rule}", variant=cls.slug, rule=shown(str(name))),
            str(name),
            tuple(slots),
        )
        for name in rules
        if name not in slots
    ]
    if strange:
        raise VariantError(strange)
    slots |= rules
    return intern_variant(cls(**options_in_force(variant, rules), **slots))


def _slots(variant: Variant) -> dict[str, object]:
    return {
        attribute.name: getattr(variant, attribute.name)
        for attribute in fields(type(variant))
        if OPTION not in attribute.metadata
    }


def intern_by_options(cls: type[Variant], given: OptionKey) -> Variant:
    """The same by the :func:`option_key` of the options.

    A variant is immutable and checks itself when it is made, so one object serves everybody.

    Raises:
        VariantError: as :meth:`Variant.with_options`.
        TypeError: a value cannot be looked up.
    """
    # (a class hashes by identity; the checker looks at the __hash__ of its instances)
    return _made(cls, given)  # type: ignore[arg-type]


@lru_cache(maxsize=256)
def _made(cls: type[Variant], given: OptionKey) -> Variant:
    return cls.with_options({name: value for name, _, value in given})


def _whole(cls: type[Variant], state: Any) -> Variant:
    """A pickled house rule."""
    made: Any = object.__new__(cls)
    made.__setstate__(state)
    return intern_variant(made)


def as_variant(given: Variant | str, name: str = "variant") -> Variant:
    """The variant itself, or the one registered under a slug.

    Every public function that takes a variant asks this one, so that all take a slug as well.

    Args:
        given: a variant or a slug.
        name: the argument, for the message.

    Raises:
        VariantError: no variant has the slug; near matches are named.
        TypeError: it is neither.

    >>> import boston_rules as br
    >>> from boston_rules.rules.variant import as_variant
    >>> as_variant("french") == as_variant(br.variants.French())
    True
    >>> as_variant(br.variants.French)
    Traceback (most recent call last):
        ...
    TypeError: variant must be a Variant or its slug, not the class French: call it, French()
    """
    if isinstance(given, Variant):
        return given
    if isinstance(given, str):
        found: Variant = variant_of_slug(given)
        return found
    if isinstance(given, type) and issubclass(given, Variant):
        cls = given.__name__
        raise TypeError(
            f"{name} must be a Variant or its slug, not the class {cls}: call it, {cls}()"
        )
    raise wrong_type(name, "a Variant or its slug", given)


def intern_variant(variant: Variant) -> Variant:
    """The one object of all equal variants that have been made from something written.

    Tables are kept by variant, and to look them up is quick only where it is the same object.
    """
    return _interned(variant, variant.fingerprint())


@lru_cache(maxsize=64)
def _interned(variant: Variant, fingerprint: str) -> Variant:
    # Of the fingerprint too, since 1 and True are equal, and so would be rules with them.
    return variant


def _found_again(cls: type[Variant], given: OptionKey, fingerprint: str) -> Variant:
    """A pickled variant."""
    variant = intern_by_options(cls, given)
    if variant.fingerprint() != fingerprint:
        raise VariantError(
            say(
                "the rules of {variant} have changed since it was pickled: their fingerprint was "
                "{old} and is {new}",
                variant=cls.slug,
                old=fingerprint,
                new=variant.fingerprint(),
            )
        )
    return variant


@lru_cache(maxsize=256)
def _fingerprint(variant: Variant) -> str:
    return variant.hashed()


def _no_option(variant: str, name: str, known: tuple[str, ...]) -> Said:
    problem = say("{variant} has no option {option}", variant=variant, option=shown(name))
    return _with_hint(problem, name, known)


def _with_hint(problem: Said, name: str, known: tuple[str, ...]) -> Said:
    """What is wrong with a name, with those that are meant perhaps."""
    near = near_matches(name, known)
    hint = (
        say("near: {names}", names=", ".join(near))
        if near
        else say("known: {names}", names=", ".join(known))
    )
    return joined("; ", (problem, hint))


def content(value: Any) -> Any:
    """The rules as JSON values: class names and fields, words left out."""
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, Cards):
        return value.tokens
    cls: type = type(value)
    if has(cls):
        told = [
            [attribute.name, content(getattr(value, attribute.name))]
            for attribute in _contents(cls)
            if not _is_added_default(attribute, getattr(value, attribute.name))
        ]
        return [_identity(cls), told] if not isinstance(value, Variant) else told
    if isinstance(value, tuple):
        return [content(item) for item in value]
    if value is None or isinstance(value, (bool, int, str)):
        return value
    raise VariantError(
        f"a rule holds {shown(value)}: rules are made of frozen objects, tuples, numbers and text"
    )


@cache
def _contents(cls: type) -> tuple[Attribute[Any], ...]:
    """The fields of a rule that are more than words and options.

    By name: a subclass that states a field anew moves it to its own.
    """
    return tuple(
        attribute
        for attribute in sorted(fields(cls), key=lambda each: each.name)
        if TEXT_ONLY.items().isdisjoint(attribute.metadata.items())
        and OPTION not in attribute.metadata
    )


def _is_added_default(attribute: Attribute[Any], value: object) -> bool:
    """Whether a field that was added later says what was so before: older fingerprints stay."""
    added = not ADDED.items().isdisjoint(attribute.metadata.items())
    return added and value == attribute.default


def _identity(cls: type) -> Any:
    """What a rule class is: its name; of anybody else's where it stands, and its revision.

    The revision is a number in the class, which its author raises when what the rule does changes
    and its fields do not; without one it is 1.
    """
    if cls.__module__.partition(".")[0] == __name__.partition(".")[0]:
        return cls.__name__
    revision = getattr(cls, "revision", 1)  # of a field of that name, what attrs puts there
    return [f"{cls.__module__}.{cls.__qualname__}", revision if type(revision) is int else 1]


def _rule_objects(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, tuple):
        for place, item in enumerate(value):
            yield from _rule_objects(f"{path}[{place}]", item)
    elif has(type(value)) and not isinstance(value, Cite | Source):
        if path:
            yield path, value
        for attribute in fields(type(value)):
            if OPTION not in attribute.metadata:
                below = f"{path}.{attribute.name}" if path else attribute.name
                yield from _rule_objects(below, getattr(value, attribute.name))
