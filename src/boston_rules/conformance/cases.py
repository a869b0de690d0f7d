"""The questions of a corpus: price cells, bills, positions, trees and sessions of a variant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from boston_rules.conformance.answers import tricks_of_others
from boston_rules.conformance.corpus import Json
from boston_rules.conformance.steering import Dice, open_steps, suit_choice_of
from boston_rules.core.actions import Action, Bid, Call, Discard, NameTrump, Play, SuitClass
from boston_rules.core.cards import PACK, Suit
from boston_rules.deal.contracts import reachable
from boston_rules.deal.terms import fixed_partner
from boston_rules.records.document import letter_of
from boston_rules.rules.cases import DealSuits, deal_suits, ended, most_honours, ways_of
from boston_rules.rules.goals import Goal
from boston_rules.rules.ladder import Step
from boston_rules.rules.suits import Turn
from boston_rules.rules.variant import Variant

__all__ = [
    "NOTHING_DECLARED",
    "Question",
    "price_questions",
    "settlement_questions",
    "tokens_to_try",
    "turns",
]

Question: TypeAlias = tuple[str, Json]
"""A name and an input."""

_SUITS: Final = (Suit.SPADES, Suit.CLUBS, Suit.HEARTS, Suit.DIAMONDS)


def turns(variant: Variant) -> list[Turn]:
    """Every pair of suits that turned cards can fix."""
    place = (None, *_SUITS).index
    return sorted(variant.dealing.turns(), key=lambda turn: (place(turn.belle), place(turn.suit)))


# Prices.


def _suit_cases(variant: Variant, step: Step) -> Iterator[tuple[str, DealSuits]]:
    """The suits in which a step can be played, each way of standing to the turned ones once."""
    seen = set()
    order = turns(variant).index
    for suits in sorted(deal_suits(variant, step), key=lambda suits: order(suits.turn)):
        turn, trump, named = suits
        told = turn.suit if trump is None else None
        key = (trump, named, told, trump == turn.suit, trump == turn.belle)
        if key in seen:
            continue
        seen.add(key)
        words = [step.key, letter_of(trump) or "no trumps", *([named] if named else [])]
        if turn.suit is not None:
            words.append(f"{turn.suit.letter} turned")
        if turn.belle is not None:
            words.append(f"{turn.belle.letter} belle")
        yield ", ".join(words), suits


def _honours_matter(variant: Variant, step: Step, suits: DealSuits, partnered: bool) -> bool:
    """Whether any price of the contract, slams left out, depends on the honours of the side."""
    goal, played = ways_of(variant, step)[partnered], step.tricks_played(variant.hand)
    return any(
        variant.payments.lines(
            ended(step, goal, suits, taken, played, honours=honours, partnered=partnered)
        )
        != variant.payments.lines(ended(step, goal, suits, taken, played, partnered=partnered))
        for taken in range(played + 1)
        for honours in range(1, most_honours(variant, suits.trump) + 1)
    )


def most_tricks(variant: Variant, step: Step, goal: Goal) -> int:
    """Tricks that those whose tricks count can have at the end, at most."""
    total = step.tricks_played(variant.hand)
    return goal.most + 1 if step.breaks_off and goal.most is not None else total


def price_questions(variant: Variant) -> Iterator[Question]:
    """One question a step, setting and way, with all honours where they matter."""
    for step in variant.ladder:
        for partner, goal in ways_of(variant, step).items():
            way = "with a partner" if partner else "alone"
            for name, suits in _suit_cases(variant, step):
                base: dict[str, Json] = {
                    "contract": step.key,
                    "trump": letter_of(suits.trump),
                    "suit_class": suits.suit_class,
                    "turned": letter_of(suits.turn.suit),
                    "belle": letter_of(suits.turn.belle),
                    "partner": partner,
                    "slam": None,
                }
                matter = suits.trump is not None and _honours_matter(variant, step, suits, partner)
                most = most_honours(variant, suits.trump)
                held = [*range(most + 1)] if matter else [*dict.fromkeys((0, most))]
                tricks = list(range(most_tricks(variant, step, goal) + 1))
                yield f"{name}, {way}", {**base, "honours": held, "tricks": tricks}
                if variant.payments.slams is None or not goal.counted:
                    continue
                for slam in ("closed", "table"):
                    yield (
                        f"{name}, {way}, slam {slam}",
                        {
                            **base,
                            "slam": slam,
                            "honours": [*dict.fromkeys((0, most))],
                            "tricks": tricks[goal.tricks :],
                        },
                    )


# Settlements.


def settlement_questions(variant: Variant, seed: str, each: int) -> Iterator[Question]:
    """Bills of every step, ``each`` of them or so, and of passed-out deals."""
    number = 0
    for step in variant.ladder:
        dice = Dice(f"{variant.slug} settlements {seed} {step.key}")
        for way in ways_of(variant, step):
            for _ in range(each):
                number += 1
                yield f"{number:03} {step.key}", _bill(variant, step, dice, partner=way)
    dice = Dice(f"{variant.slug} settlements {seed} passed out")
    for _ in range(each):
        number += 1
        total = variant.hand if variant.passed_out.played else 0
        yield (
            f"{number:03} passed out",
            {
                "contract": None,
                "outcome": _outcome(_split(dice, total, variant.seats), [0] * variant.seats),
                **_around(variant, dice),
            },
        )


def _around(variant: Variant, dice: Dice) -> dict[str, Json]:
    pool = set_aside = 0
    if variant.pool is not None:
        cap = variant.pool.cap
        pool = dice.below((120 if cap is None else cap) + 1)
        set_aside = 0 if cap is None or dice.chance(0.5) else dice.below(2 * cap)
    return {
        "pool": pool,
        "set_aside": set_aside,
        "last": dice.chance(0.2),
        "dealer": dice.below(variant.seats),
    }


def _split(dice: Dice, total: int, parts: int) -> list[int]:
    """A total as a sum of so many numbers from 0."""
    cuts = sorted(dice.below(total + 1) for _ in range(parts - 1))
    return [high - low for low, high in zip([0, *cuts], [*cuts, total], strict=True)]


NOTHING_DECLARED: Final[dict[str, Json]] = {
    "slam": None,
    "boston": None,
    "conceded": False,
    "chicane": [],
}
"""What an outcome tells besides tricks and honours, where there is nothing to tell."""


def _outcome(tricks: list[int], honours: list[int], **more: Json) -> dict[str, Json]:
    return {"tricks": tricks, "honours": honours, **NOTHING_DECLARED, **more}


def _bill(variant: Variant, step: Step, dice: Dice, *, partner: bool) -> Json:
    seats = variant.seats
    open_turns = [turn for turn in turns(variant) if step in open_steps(variant, turn)]
    turn = dice.pick(open_turns)
    suit_choice, trump = suit_choice_of(variant, step.key, turn, dice)
    named: SuitClass | None = None if suit_choice is None else suit_choice.suit_class
    if named is None and suit_choice is not None and trump is not None:
        later = suit_choice.trump is None
        named = step.suit.unnamed_class if later else variant.suits.suit_class(trump, turn)
    declarer = dice.below(seats)
    other = fixed_partner(variant, declarer)
    if other is None and partner:
        found = {each.partner for each in reachable(variant, turn, declarer, step.key)}
        other = dice.pick([seat for seat in range(seats) if seat in found])
    contract: dict[str, Json] = {
        "key": step.key,
        "declarer": declarer,
        "trump": letter_of(trump),
        "partner": other,
        "suit_class": named,
        "turned": letter_of(turn.suit),
        "belle": letter_of(turn.belle),
    }
    stakes = dice.pick(variant.stakes) if len(variant.stakes) > 1 else variant.stakes[0]
    if stakes != 1:
        contract["stakes"] = stakes
    honours = [0] * seats
    if trump is not None:
        honours = _split(dice, most_honours(variant, trump), seats)
    extra = _extras(variant, step, trump, honours, dice)
    tricks = _tricks(variant, step, declarer, other, extra, dice)
    return {
        "contract": contract,
        "outcome": _outcome(tricks, honours, **extra),
        **_around(variant, dice),
    }


def _extras(
    variant: Variant, step: Step, trump: Suit | None, honours: list[int], dice: Dice
) -> dict[str, Json]:
    seats = variant.seats
    extra: dict[str, Json] = {}
    contested = variant.contest is not None and variant.contest.covers(step.key)
    if (variant.concession is not None or contested) and dice.chance(0.2):
        extra["conceded"] = True
    if variant.chicane is not None and trump is not None and dice.chance(0.3):
        free = [seat for seat in range(seats) if not honours[seat]]
        extra["chicane"] = sorted(seat for seat in free[: seats - 1] if dice.chance(0.6))
    if variant.boston_bonus is not None and trump is not None:
        extra["boston"] = dice.below(seats)
    counted = variant.payments.slams is not None and step.goal.counted
    if counted and dice.chance(0.25) and "conceded" not in extra:
        extra["slam"] = dice.pick(("closed", "table"))
    return extra


def _tricks(
    variant: Variant,
    step: Step,
    declarer: int,
    partner: int | None,
    extra: dict[str, Json],
    dice: Dice,
) -> list[int]:
    """Tricks by seat, often near the target."""
    seats, played = variant.seats, step.tricks_played(variant.hand)
    if extra.get("conceded"):
        played = 1 if variant.concession is not None else 0
        tricks = [0] * seats
        tricks[dice.below(seats)] = played
        return tricks
    goal = step.goal
    if partner is not None and step.partnered and variant.partners is not None:
        goal = goal.with_partner(variant.partners.extra)
    target = goal.tricks
    low = target if extra.get("slam") else 0
    near = [
        target,
        target,
        target - 1,
        target + 1,
        target - 2,
        target + 2,
        played,
        dice.below(variant.hand + 1),
    ]
    taken = min(max(dice.pick(near), low), most_tricks(variant, step, goal))
    side = goal.binds((declarer,) if partner is None else (declarer, partner))
    others = [seat for seat in range(seats) if seat not in side]
    tricks = [0] * seats
    left = tricks_of_others(variant, step, goal, taken, slam=extra.get("slam"))
    for group, total in ((side, taken), (others, left)):
        for seat, number in zip(group, _split(dice, total, len(group)), strict=True):
            tricks[seat] = number
    return tricks


def tokens_to_try(variant: Variant, legal: Sequence[Action], dice: Dice, count: int) -> list[str]:
    """Actions of all sorts, most of them out of place; more of the sorts that are legal."""
    keys = [step.key for step in variant.ladder]
    kinds = set(map(type, legal))
    found = ["accept"] if Bid in kinds else []
    for _ in range(count):
        card = str(dice.pick(PACK))
        suit = dice.pick(tuple(Suit)).letter
        key = "99" if dice.chance(0.05) else dice.pick(keys)
        bids = [f"bid {key}{end}" for end in ("", f" {suit}", f" {card}", " colour", " preference")]
        sorts: dict[type[Action] | None, str] = {
            Bid: dice.pick(bids),
            Play: f"play {card}",
            Discard: f"discard {card}",
            Call: f"call {card}",
            NameTrump: f"trump {suit}",
            None: dice.pick(_WORDS),
        }
        near = [token for kind, token in sorts.items() if kind in kinds]
        found.append(dice.pick(near if near and dice.chance(0.5) else list(sorts.values())))
    return found


_WORDS: Final = (
    *("pass", "accept", "decline", "ask", "solo", "chicane", "concede", "contest"),
    *("slam", "slam table", "misdeal", "revoke 1"),
)
"""Actions that name nothing, or no card."""
