"""Whether rules composed into a variant can be played: every problem, not the first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import product
from types import NoneType
from typing import TYPE_CHECKING, Any, Final, Protocol, get_args, get_origin, get_type_hints

from attrs import astuple, evolve, field, fields, frozen, has

from boston_rules.core.arguments import shown
from boston_rules.core.errors import VariantError
from boston_rules.rules.cases import Case, Payments, cases_of
from boston_rules.rules.checked import BIDS
from boston_rules.rules.counts import PlayCount, counts_of
from boston_rules.rules.ladder import RANKS, Ladder, Step, normal_key
from boston_rules.rules.options import OPTION
from boston_rules.rules.polls import Asks

if TYPE_CHECKING:
    from boston_rules.rules.variant import Variant

__all__ = ["validate_rules"]

_DEEPEST: Final = 64
"""How deep rules may be nested, tuples counted too."""
_LAST: Final = 1000
"""How many deals before the last are asked for their antes."""
_FAR: Final = 10**9
"""A number of deals whose last ones nobody comes near."""


def validate_rules(variant: Variant) -> list[str]:
    """Everything that makes the composition unplayable; empty for a sound variant."""
    found: list[str] = []
    cls: type = type(variant)
    for name, hint in _slots(cls).items():
        found += _slot_problems(name, hint, getattr(variant, name))
    found += _question_problems(variant)
    if found:
        return found
    if _is_deeper(variant, _DEEPEST):
        return [f"rules are nested more than {_DEEPEST} deep"]
    found += _part_problems(variant)
    if found:
        return found
    found += [*variant.dealing.problems(), *variant.session.problems()]
    found += _ladder_problems(variant)
    found += _missing_turns(variant)
    found += _unknown_keys(variant)
    found += _mismatches(variant)
    asked: Callable[[_Priced], tuple[str, ...]] = _price_problems.__wrapped__
    try:
        variant.hashed()
        hash(astuple(variant, recurse=False))
    except VariantError as error:
        found += error.problems
    except TypeError as error:
        found.append(f"a rule holds something mutable: {error}")
    else:
        asked = _price_problems  # what has a hash is asked once
    suits = (variant.dealing, variant.ladder, variant.suits)
    parts = (*suits, variant.partners, variant.payments, variant.dealt, variant.laws.revoke)
    return [*found, *asked(_Priced(parts, variant))]


def _is_deeper(value: Any, most: int) -> bool:
    """Whether rules stand in rules, or in tuples, more than so many deep."""
    if most < 0:
        return True
    if isinstance(value, tuple):
        return any(_is_deeper(part, most - 1) for part in value)
    cls: type = type(value)
    return any(_is_deeper(getattr(value, name), most - 1) for name in _field_names(cls))


@cache
def _field_names(cls: type) -> tuple[str, ...]:
    """The fields of a class of rules; none of any other."""
    return tuple([each.name for each in fields(cls)]) if has(cls) else ()


@cache
def _slots(cls: type) -> dict[str, Any]:
    """By the name of each field that holds rules, its declared type."""
    *_, base = filter(has, cls.__mro__)  # which declares what every variant has
    hints = get_type_hints(base)
    return {each.name: hints[each.name] for each in fields(base) if OPTION not in each.metadata}


def _slot_problems(name: str, hint: Any, rule: object) -> list[str]:
    """Whether a rule is of the type that its field declares; of a list it is asked elsewhere."""
    kinds = get_args(hint) or (hint,)
    optional = NoneType in kinds
    if get_origin(hint) is tuple or (rule is None and optional):
        return []
    kind = next(each for each in kinds if each is not NoneType)
    if _is_protocol(kind):
        return _misfits(name, kind, rule)
    if isinstance(rule, kind):
        return []
    return [f"{name} is a {kind.__name__}{' or None' * optional}, not {shown(rule)}"]


def _is_protocol(kind: object) -> bool:
    """Whether any class will do that answers its questions."""
    return isinstance(kind, type) and Protocol in kind.__bases__


def _misfits(name: str, protocol: type, rule: object) -> list[str]:
    """What an object lacks to fill a slot, and the facts that it gives as methods or vice versa.

    A method where a fact is read would always be taken as true.
    """
    members = _members(protocol)
    missing = [member for member in members if not hasattr(rule, member)]
    if missing:
        return [f"{name} is a {protocol.__name__}, but {shown(rule)} lacks {', '.join(missing)}"]
    found = []
    for member, kind in members.items():
        fact = isinstance(kind, property)
        if fact == callable(getattr(rule, member)):
            what = "a property or a value, not a method" if fact else "a method, not a value"
            found.append(f"{name}: {type(rule).__name__}.{member} must be {what}")
    return found


@cache
def _members(protocol: type) -> dict[str, Any]:
    """What a protocol asks for, its own members first."""
    return {
        name: member
        for base in protocol.__mro__
        for name, member in vars(base).items()
        if not name.startswith("_")
    }


def _question_problems(variant: Variant) -> Iterator[str]:
    """Rules that would never ask what they are there to ask, or ask it at another time."""
    if not isinstance(variant.questions, tuple):
        yield f"questions is a tuple of rules, not {shown(variant.questions)}"
        return
    asking = {f"questions[{place}]": rule for place, rule in enumerate(variant.questions)}
    for name in ("partners", "chicane", "contest"):
        if hasattr(getattr(variant, name), "ask"):
            asking[name] = getattr(variant, name)
    for name, rule in asking.items():
        if not isinstance(rule, Asks):
            kind = type(rule).__name__
            yield f"{name}: {kind} asks nothing: it does not derive from QuestionRule"
    if isinstance(variant.concession, Asks):
        kind = type(variant.concession).__name__
        yield f"concession: {kind} asks before the first lead, not after the first trick"


def _part_problems(variant: Variant) -> list[str]:
    """Parts of rules that are of another type, or do not answer what they are asked."""
    found: list[str] = []
    cls: type = type(variant)
    for name in _slots(cls):
        found += _problems_within(name, getattr(variant, name))
    if found:
        return found
    ends = {"passed_out": variant.passed_out, "session.grand": variant.session.grand}
    for name, rule in {"payments": variant.payments, **ends}.items():
        found += _count_problems(name, rule)
    return found


def _problems_within(path: str, rule: Any) -> Iterator[str]:
    """What stands in the fields of a rule, and of the rules in it, that is of another type."""
    cls: type = type(rule)
    for name, hint in _typed_fields(cls).items():
        place = f"{rule.key}: {name}" if isinstance(rule, Step) else f"{path}.{name}"
        value = getattr(rule, name)
        parts = {place: value}
        if get_origin(hint) is tuple:
            if not isinstance(value, tuple):
                yield f"{place} is a tuple of rules, not {shown(value)}"
                continue
            parts = {f"{place}[{number}]": part for number, part in enumerate(value)}
            hint = get_args(hint)[0]
        for at, part in parts.items():
            found = _slot_problems(at, hint, part)
            yield from found or _problems_within(at, part)


@cache
def _typed_fields(cls: type) -> dict[str, Any]:
    """By the name of each field that the library declares for one class, or several of it, its
    type; what somebody else's class adds is his."""
    ours = __name__.partition(".")[0]
    declared = (each for each in cls.__mro__ if each.__module__.partition(".")[0] == ours)
    base = next(filter(has, declared), None)
    if base is None:
        return {}
    hints = get_type_hints(base)
    return {each.name: hints[each.name] for each in fields(base) if _is_typed(hints[each.name])}


def _is_typed(hint: Any) -> bool:
    """Whether one class says what a field holds; figures and choices have been checked before."""
    args = get_args(hint)
    if get_origin(hint) is tuple:
        return len(args) == 2 and args[1] is ... and _is_rule(args[0])
    kinds = [each for each in args or (hint,) if each is not NoneType]
    return len(kinds) == 1 and isinstance(kinds[0], type) and kinds[0] not in (int, str)


def _is_rule(kind: object) -> bool:
    return isinstance(kind, type) and (has(kind) or _is_protocol(kind))


def _count_problems(name: str, rule: object) -> Iterator[str]:
    """What a price, or a passed-out deal, wants counted and nobody can count."""
    for what in counts_of((rule,)):
        misfits = _misfits(f"{name}.counts", PlayCount, what)
        if not misfits and (type(what.total) is not int or what.total < 0):
            misfits = [f"{name}.counts: {shown(what.total)} is no whole number of {what.words()}"]
        yield from misfits


def _ladder_problems(variant: Variant) -> Iterator[str]:
    keys = [step.key for step in variant.ladder]
    if not keys:
        yield "the ladder is empty"
    for key in dict.fromkeys(keys):
        if keys.count(key) > 1:
            yield f"the ladder has {shown(key)} twice"
    yield from _name_problems(variant.ladder)
    for step in variant.ladder:
        if step.only_over not in ("", *keys):
            yield f"{step.key}: bid only over {shown(step.only_over)}, which is no bid"
    partners = variant.partners
    for step in variant.ladder:
        played = step.tricks_played(variant.hand)
        if step.goal.tricks > played:
            yield f"{step.key}: {step.goal.tricks} of {played} tricks"
        elif step.goal.verdict(step.goal.tricks, 0) is not True:
            yield f"{step.key}: its goal is not met by the {step.goal.tricks} tricks it names"
        if step.lays_card and not step.has_trumps:
            yield f"{step.key}: a card of the trump suit is laid, but there are no trumps"
        if step.suit.by_laid_card and not step.lays_card:
            yield f"{step.key}: a laid card settles the trump suit, but none is laid"
        missing = step.holding - variant.dealing.pack
        if missing or len(step.holding) > variant.hand:
            yield f"{step.key}: nobody can hold {step.holding}"
        yield from _rank_problems(variant, step)
        if not step.partnered:
            continue
        if partners is None:
            yield f"{step.key}: partnered, but the variant has no partners"
            continue
        if not step.goal.counted:
            yield f"{step.key}: a partnered step needs a goal of at least so many tricks"
        elif step.goal.with_partner(partners.extra).tricks > played:
            yield f"{step.key}: with a partner more tricks are needed than are played"


def _name_problems(ladder: Ladder) -> Iterator[str]:
    """What a bid is called, by its key or a name of it, is no other bid."""
    called: dict[str, str] = {step.key: step.key for step in ladder}
    for step in ladder:
        for name in dict.fromkeys((step.name, step.french)):
            other = called.setdefault(normal_key(name), step.key) if name else step.key
            if other != step.key:
                yield f"{step.key}: its name {shown(name)} is that of {other} as well"


def _rank_problems(variant: Variant, step: Step) -> list[str]:
    """Every bid of a step must rank above those of the step before and below the next.

    A card that is laid with it is of the trump suit, which then the deal settles or the card, and
    not the bid.
    """
    found: dict[str, None] = {}
    for turn in variant.dealing.turns():
        suit_choices = step.suit.suit_choices(turn, variant.suits)
        for suit_choice in suit_choices:
            if type(suit_choice.rank) is not int or not 0 <= suit_choice.rank < RANKS:
                named = (
                    step.key
                    if suit_choice.trump is None
                    else f"{step.key} in {suit_choice.trump.symbol}"
                )
                found[
                    f"{named} has the rank {suit_choice.rank!r} within its step: with one that is "
                    f"not 0 to {RANKS - 1} it is as strong as a bid of another step"
                ] = None
        names = [(each.suit, each.suit_class, each.alone) for each in suit_choices]
        settled = step.suit.by_laid_card or all(choice.trump is not None for choice in suit_choices)
        plain = settled and {*names} <= {(None, None, False)}
        if step.lays_card and step.has_trumps and not plain:
            why = "a card of the trump suit is laid, but the deal does not settle which that is"
            found[f"{step.key}: {why}"] = None
        if len(set(names)) < len(names):
            found[f"{step.key}: two of its bids are called alike"] = None
    return list(found)


def _missing_turns(variant: Variant) -> Iterator[str]:
    dealing = variant.dealing
    for users, missing, why in (
        (
            [step.key for step in variant.ladder if step.suit.needs_belle],
            not dealing.fixes_belle,
            "needs a card that fixes belle",
        ),
        (
            [step.key for step in variant.ladder if step.suit.needs_turn],
            dealing.turn is None,
            "needs a turned card",
        ),
    ):
        if users and missing:
            yield f"{', '.join(users)}: {why}, but the dealing rule has none"


def _bids_named(path: str, rule: Any) -> Iterator[tuple[str, str]]:
    """The keys by which a rule and its parts name bids, each with what names it."""
    for attribute in fields(type(rule)) if has(type(rule)) else ():
        value = getattr(rule, attribute.name)
        if BIDS in attribute.metadata:
            yield from ((path, key) for key in ((value,) if isinstance(value, str) else value))
        else:
            yield from _bids_named(f"{path}.{attribute.name}", value)


def _unknown_keys(variant: Variant) -> Iterator[str]:
    ladder = variant.ladder
    for name in ("pool", "bidding", "partners", "contest", "concession"):
        for path, key in _bids_named(name, getattr(variant, name)):
            if key not in ladder:
                yield f"{path} names {shown(key)}, which is not on the ladder"
    if variant.dealt is not None:
        for key in variant.dealt.keys:
            if key not in ladder:
                yield f"the dealt contract {shown(key)} is not on the ladder"
            elif ladder[key].biddable:
                yield f"{key}: the cards make it without an auction, and it can be bid as well"


def _mismatches(variant: Variant) -> Iterator[str]:
    partners = variant.partners
    if partners is not None:
        yield from partners.problems(variant.seats)
    yield from variant.bidding.problems(partners, variant.seats)
    yield from _order_problems(variant)
    yield from _carryover_problems(variant)
    yield from _late_ante_problems(variant)
    if variant.session.grand is not None and variant.pool is None:
        yield "a grand is played for the pool, but there is none"
    if variant.boston_bonus is not None and variant.trumps.bonus_card(None) is None:
        yield "a bonus for the Boston, but the trump rule has no Boston jack"


def _order_problems(variant: Variant) -> Iterator[str]:
    """Whom the bidding rule asks must be seats, each once, and somebody speaks first."""
    if variant.dealing.problems():
        return  # as many seats as somebody has typed in
    partners, seats = variant.partners, variant.dealing.seats
    for bidder, speaker in product((None, *range(seats)), range(seats)):
        partner = None
        if bidder is not None and partners is not None:
            partner = partners.opposite(bidder, seats)
        asked = variant.bidding.order(speaker, bidder, partner, seats)
        known = sorted({*asked} & {*range(seats)})
        if sorted(asked) != known or (bidder is None and not asked):
            yield f"the bidding rule asks the seats {asked} after seat {speaker}, of {seats}"
            return


def _carryover_problems(variant: Variant) -> Iterator[str]:
    """Conditions have names of their own, the cards go round, and there is a pool for antes."""
    possible = variant.conditions
    names = [each.name for each in possible]
    if len(set(names)) < max(len(names), 1):
        yield f"conditions of deals are one or more, each with a name of its own, not {names}"
    for each in possible:
        if each.packets:
            dealing = evolve(variant.dealing, packets=each.packets)
            new = (text for text in dealing.problems() if text not in variant.dealing.problems())
            yield from (f"{each.name}: {problem}" for problem in new)
        if each.antes != 1 and variant.pool is None:
            yield f"{each.name}: the antes are multiplied by {each.antes}, but there is no pool"


def _late_ante_problems(variant: Variant) -> Iterator[str]:
    """Without a number of deals nobody knows which are the last (N15)."""
    session, seats = variant.session, variant.seats
    if variant.pool is None or session.first_to is None or variant.dealing.problems():
        return
    ante, last = variant.pool.ante, session.deals
    for deal, dealer in product(range(max(1, last - _LAST), last + 1), range(seats)):
        soon, late = (ante.amounts(dealer, deal, end, seats) for end in (last, _FAR))
        if soon != late:
            yield (
                "the antes depend on how many deals are left, which a session to a number of chips "
                "does not tell"
            )
            return


@frozen
class _Priced:
    """A variant, alike with others whose contracts end alike and cost the same."""

    parts: tuple[object, ...]
    variant: Variant = field(eq=False)


@lru_cache(maxsize=128)
def _price_problems(priced: _Priced) -> tuple[str, ...]:
    """Every contract must have a price, won and lost, whatever was taken; none is negative.

    Most options of a telling leave the prices alone.
    """
    variant = priced.variant
    found: dict[tuple[str, ...], str] = {}
    for step in variant.ladder:
        for case in cases_of(variant, step):
            problem = _price_problem(variant.payments, case)
            if problem:
                how = _how(case)
                held = f", with {case.honours} honours" if case.honours else ""
                had = [f", with {each} of {what.words()}" for what, each in case.counted if each]
                held += "".join(had)
                found.setdefault((step.key, problem, how), f"{step.key}: {problem} {how}{held}")
    return tuple(found.values())


def _price_problem(payments: Payments, case: Case) -> str:
    try:
        lines = payments.lines(case)
    except LookupError:
        lines = ()
    except (ArithmeticError, AttributeError, TypeError, ValueError) as error:
        return f"a price fails ({type(error).__name__}: {error})"
    if not lines:
        return "no price"
    for line in lines:
        if type(line.chips) is not int:
            return f"a price of {shown(line.chips)} chips"
        if line.chips < 0:
            return "a negative price"
    return ""


def _how(case: Case) -> str:
    slam = "" if case.slam is None else f"with a slam ({case.slam}) "
    if case.made:
        return f"{slam}when made" + (f" with {case.over} over" if case.over else "")
    return f"{slam}when lost" + (f" by {case.under}" if case.under else "")
