"""Contracts one may bid: goals, steps and the ladder that orders them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, ClassVar, Final, Literal, Protocol

from attrs import Attribute, evolve, field, frozen

from boston_rules.core.actions import NamedClass, SuitClass
from boston_rules.core.arguments import check_type, near_matches, shown
from boston_rules.core.cards import Cards, Suit
from boston_rules.core.errors import NotationError, VariantError
from boston_rules.core.saying import BidKey, Joined, Said, joined, say, say_number, term, with_bids
from boston_rules.core.sources import ADDED, Cite, cited, text
from boston_rules.rules.binding import FollowSuit, PlayRule
from boston_rules.rules.checked import choice
from boston_rules.rules.goals import AtLeast, Exactly, Goal
from boston_rules.rules.leads import EldestLeads, FirstLead
from boston_rules.rules.rule import Rule
from boston_rules.rules.suits import SuitRanking, Turn

__all__ = [
    "KEY",
    "RANKS",
    "AtLeast",
    "BelleOrPetite",
    "BelleSuit",
    "ClassCall",
    "Exactly",
    "Goal",
    "Ladder",
    "NamedAfterwards",
    "NamedSuit",
    "NoTrumps",
    "PetiteSuit",
    "Step",
    "SuitCall",
    "SuitChoice",
    "TurnedSuit",
    "normal_key",
]


RANKS: Final = 16
"""The forms of a step rank 0 to 15, so that none is as strong as a form of the next step."""


@frozen
class SuitChoice:
    """One way of calling a step: what the bid names, the trump it leads to, its rank."""

    rank: int
    """How high it ranks among the ways of calling the same step, from 0."""
    trump: Suit | None
    """The trump suit that it leads to; ``None`` without trumps, or where the suit is named later.
        """
    suit: Suit | None = None
    """The suit that the bid names."""
    suit_class: NamedClass | None = None
    """The class that the bid names."""
    alone: bool = False
    """Whether the bid rules out a partner."""


class SuitCall(Rule, Protocol):
    """How the trump suit of a step is settled.

    A suit call that derives from it says only what is not as usual: the bid settles the trump suit,
    whatever card is turned.
    """

    __slots__ = ()

    @property
    def has_trumps(self) -> bool:
        """Whether the step is played with a trump suit."""
        return True

    @property
    def unnamed_class(self) -> SuitClass | None:
        """The class under which a suit named after the auction is priced, if there are classes."""
        return None

    @property
    def by_laid_card(self) -> bool:
        """Whether the trump suit is that of a card laid with the bid, which need not tell it."""
        return False

    @property
    def needs_turn(self) -> bool:
        """Whether the call is open only where a card is turned."""
        return False

    @property
    def needs_belle(self) -> bool:
        """Whether the call is open only where a card fixes a suit for the session."""
        return False

    def suit_choices(self, turn: Turn, ranking: SuitRanking) -> tuple[SuitChoice, ...]:
        """Every form of the call in this deal, lowest rank first; none if it is not open."""
        ...

    def nameable(self, turn: Turn) -> tuple[Suit, ...]:
        """The suits of which one is trumps, where the bid does not tell which.

        The declarer names one of them after the auction, or lays a card of one with the bid.
        """
        return ()


@frozen
class NoTrumps(SuitCall):
    """Played without trumps."""

    has_trumps: ClassVar[bool] = False

    def suit_choices(self, turn: Turn, ranking: SuitRanking) -> tuple[SuitChoice, ...]:
        return (SuitChoice(0, None),)

    def words(self) -> str:
        return say("no trumps")


@frozen
class NamedSuit(SuitCall):
    """The bid names its trump suit; ``preferred`` admits only suits above the lowest class.

    >>> from boston_rules.rules.ladder import NamedSuit
    >>> from boston_rules.rules.suits import EqualSuits, Turn
    >>> forms = NamedSuit(grand=True).suit_choices(Turn(), EqualSuits())
    >>> [(form.rank, form.suit, form.suit_class) for form in forms][-2:]
    [(0, <Suit.SPADES: 3>, None), (1, None, 'grand')]
    """

    preferred: bool = False
    """Whether only suits above the lowest class are admitted."""
    grand: bool = field(default=False, metadata=ADDED)
    """Whether it may be bid without trumps as well, above all suits."""
    solo: bool = field(default=False, metadata=ADDED)
    """Whether it is bid in two ways of the same rank: willing to take a partner, and alone."""

    def suit_choices(self, turn: Turn, ranking: SuitRanking) -> tuple[SuitChoice, ...]:
        """A form a suit, then one without; of each a second one alone, where it is so bid."""
        ranked = sorted((ranking.rank(suit, turn), suit) for suit in Suit)
        forms = [
            SuitChoice(rank, suit, suit=suit) for rank, suit in ranked if rank or not self.preferred
        ]
        if self.grand:
            forms.append(SuitChoice(1 + forms[-1].rank, None, suit_class="grand"))
        ways = (False, True) if self.solo else (False,)
        return tuple(evolve(form, alone=alone) for form in forms for alone in ways)

    def words(self) -> str:
        said = (
            say("the bid names colour or preference as trumps")
            if self.preferred
            else say("the bid names the trump suit")
        )
        if self.grand:
            said = say("{names_suit}, or no trumps, which is above all suits", names_suit=said)
        if self.solo:
            said = say("{names_suit}, and may rule out a partner", names_suit=said)
        return said


@frozen
class ClassCall(SuitCall):
    """The bid names colour or preference, or nothing: then any suit is named afterwards."""

    unnamed_class: ClassVar[SuitClass | None] = "plain"
    needs_turn: ClassVar[bool] = True

    def nameable(self, turn: Turn) -> tuple[Suit, ...]:
        """Every suit."""
        return tuple(Suit)

    def suit_choices(self, turn: Turn, ranking: SuitRanking) -> tuple[SuitChoice, ...]:
        """Plain, colour, preference."""
        found = [SuitChoice(0, None)]
        for suit in sorted(Suit, key=lambda suit: ranking.rank(suit, turn)):
            suit_class = ranking.suit_class(suit, turn)
            if suit_class in ("colour", "preference"):
                found.append(SuitChoice(ranking.rank(suit, turn), suit, suit_class=suit_class))
        return tuple(found)

    def words(self) -> str:
        return say(
            "the bid names colour or preference as trumps, or no suit: "
            "then the declarer names any suit after the auction"
        )


@frozen
class NamedAfterwards(SuitCall):
    """The bid names no suit; the declarer names one as trumps after the auction.

    >>> import boston_rules as br
    >>> from boston_rules.rules.ladder import NamedAfterwards
    >>> from boston_rules.rules.suits import Turn
    >>> named = NamedAfterwards(but_turned=True).nameable(Turn(br.CLUBS))
    >>> print(*(suit.symbol for suit in named))
    ♦ ♥ ♠
    """

    but_turned: bool = False
    """Whether any suit may be named but the one turned in this deal."""

    @property
    def needs_turn(self) -> bool:
        """Where the turned suit may not be named."""
        return self.but_turned

    def nameable(self, turn: Turn) -> tuple[Suit, ...]:
        """Every suit, or every one but the turned."""
        return tuple(suit for suit in Suit if not (self.but_turned and suit == turn.suit))

    def suit_choices(self, turn: Turn, ranking: SuitRanking) -> tuple[SuitChoice, ...]:
        return (SuitChoice(0, None),)

    def words(self) -> str:
        if self.but_turned:
            return say("the declarer names any suit but the turned one as trumps after the auction")
        return say("the declarer names any suit as trumps after the auction")


@frozen
class TurnedSuit(SuitCall):
    """Trumps are the suit turned in this deal."""

    needs_turn: ClassVar[bool] = True

    def suit_choices(self, turn: Turn, ranking: SuitRanking) -> tuple[SuitChoice, ...]:
        return () if turn.suit is None else (SuitChoice(0, turn.suit),)

    def words(self) -> str:
        return say("the turned suit is trumps")


@frozen
class PetiteSuit(SuitCall):
    """Trumps are petite: the suit turned in this deal, unless it is belle."""

    needs_belle: ClassVar[bool] = True

    def suit_choices(self, turn: Turn, ranking: SuitRanking) -> tuple[SuitChoice, ...]:
        """The one form, or none where the deal has no petite."""
        return () if turn.petite is None else (SuitChoice(0, turn.petite),)

    def words(self) -> str:
        return say("petite is trumps")


@frozen
class BelleSuit(SuitCall):
    """Trumps are belle: the suit turned in the first deal of the session."""

    beside_petite: bool = field(default=False, metadata=ADDED)
    """Whether the call is open only in a deal that has a petite."""
    needs_belle: ClassVar[bool] = True

    def suit_choices(self, turn: Turn, ranking: SuitRanking) -> tuple[SuitChoice, ...]:
        closed = turn.belle is None or (self.beside_petite and turn.petite is None)
        return () if closed else (SuitChoice(0, turn.belle),)

    def words(self) -> str:
        if self.beside_petite:
            return say("belle is trumps, in a deal that has a petite")
        return say("belle is trumps")


@frozen
class BelleOrPetite(SuitCall):
    """Trumps are belle or petite, by the suit of the card that is laid with the bid.

    The bid does not tell which, except in a deal without petite.

    >>> import boston_rules as br
    >>> from boston_rules.rules.ladder import BelleOrPetite
    >>> from boston_rules.rules.suits import Turn
    >>> print(*(suit.symbol for suit in BelleOrPetite().nameable(Turn(br.CLUBS, br.HEARTS))))
    ♣ ♥
    """

    by_laid_card: ClassVar[bool] = True
    needs_belle: ClassVar[bool] = True

    def nameable(self, turn: Turn) -> tuple[Suit, ...]:
        """Belle and petite; nothing where the deal has no petite."""
        if turn.belle is None or turn.petite is None:
            return ()
        return tuple(suit for suit in Suit if suit in (turn.belle, turn.petite))

    def suit_choices(self, turn: Turn, ranking: SuitRanking) -> tuple[SuitChoice, ...]:
        if turn.belle is None:
            return ()
        return (SuitChoice(0, turn.belle if turn.petite is None else None),)

    def words(self) -> str:
        return say("belle or petite is trumps, by the suit of the laid card, which nobody is told")


_OPENED_AFTER: Final[Mapping[str, int | None]] = {
    "no": None,
    "before-lead": 0,
    "after-first-trick": 1,
}


KEY: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
"""How the key of a bid is spelled, so that tokens and records of it can be read."""
_LONGEST_KEY: Final = 40


def _is_key(rule: object, attribute: Attribute[str], value: Any) -> None:
    if type(value) is not str or len(value) > _LONGEST_KEY or not KEY.fullmatch(value):
        raise VariantError(
            say(
                "the key of a bid has 1 to {most} small letters and digits, in words joined by "
                "hyphens, not {given}",
                most=_LONGEST_KEY,
                given=shown(value),
            )
        )


@frozen(kw_only=True)
class Step:
    """One step of the ladder."""

    key: str = field(validator=_is_key)
    """The token, such as ``grand-misere``."""
    name: str = text()
    """English display name."""
    french: str = text()
    """French display name."""
    goal: Goal
    """How many tricks must be won."""
    suit: SuitCall = NamedSuit()
    """How the bid settles its trump suit."""
    partnered: bool = False
    """A partner is possible, and raises the target by the partner rule's extra tricks."""
    lays_card: bool = False
    """The bidder lays a card of the trump suit face down with the bid."""
    only_over: str = field(default="", metadata=ADDED)
    """The one bid over which alone it can be made; empty where it needs none."""
    discard: bool = False
    """Every player lays one card aside before the first lead; a trick fewer is played."""
    exposed: Literal["no", "before-lead", "after-first-trick"] = choice(
        "no", "before-lead", "after-first-trick"
    )
    """When the declarer's hand is laid on the table."""
    play: PlayRule = FollowSuit()
    """What binds the card that a player plays."""
    holding: Cards = Cards()
    """Cards the bidder must hold."""
    lead: FirstLead = EldestLeads()
    """Who leads to the first trick."""
    biddable: bool = True
    """Whether it can be bid in the auction; a contract that cannot is reached in another way."""
    breaks_off: bool = field(default=False, metadata=ADDED)
    """Whether the deal ends with the trick by which it is lost, which is then short by one."""
    source: Cite | None = cited()

    @property
    def title(self) -> Said:
        """What it is called; its key where it has no name."""
        return term(self.name or self.key)

    @property
    def is_misere(self) -> bool:
        """The goal is to win no trick."""
        return self.goal.most == 0

    @property
    def has_trumps(self) -> bool:
        """The step is played with a trump suit."""
        return self.suit.has_trumps

    def leaves_open(self, trump: Suit | None, turn: Turn) -> bool:
        """Whether the trump suit is still to be named, or told by a card that lies face down.

        Args:
            trump: the trump suit as far as it is settled.
            turn: the suits that turned cards have fixed.

        >>> import boston_rules as br
        >>> from boston_rules.rules.suits import Turn
        >>> five = br.get_variant("american").ladder["5"]
        >>> five.leaves_open(None, Turn(br.CLUBS)), five.leaves_open(br.CLUBS, Turn(br.CLUBS))
        (True, False)
        """
        return trump is None and bool(self.suit.nameable(turn))

    @property
    def is_exposed(self) -> bool:
        """The declarer's hand is laid on the table at some time."""
        return self.exposed != "no"

    @property
    def opened_after(self) -> int | None:
        """After how many tricks the declarer lays his hand on the table; ``None`` for never."""
        return _OPENED_AFTER[self.exposed]

    def open_after(self, tricks: int) -> bool:
        """Whether the declarer's hand lies on the table once so many tricks are complete."""
        opened = self.opened_after
        return opened is not None and tricks >= opened

    def named_later(self, turn: Turn) -> tuple[Suit, ...]:
        """The suits of which the declarer names one after the auction.

        Nothing where the bid settles the trump suit, or a card that is laid with it.
        """
        return () if self.suit.by_laid_card else self.suit.nameable(turn)

    def tricks_played(self, hand: int) -> int:
        """Tricks in a deal of so many cards to a hand: one fewer after discards.

        >>> import boston_rules as br
        >>> classic = br.get_variant("classic")
        >>> classic.ladder["petite-misere"].tricks_played(classic.hand)
        12
        """
        return hand - self.discard

    def words(self) -> Joined:
        """The step, as messages side by side: its goal, its suit, and what else is to be said."""
        parts = [self.goal.words(), self.suit.words()]
        if self.lays_card:
            parts.append(say("a card of the trump suit is laid face down with the bid"))
        if self.holding:
            parts.append(say("only with {cards} in hand", cards=self.holding))
        if self.discard:
            parts.append(say("every player first discards one card"))
        if self.exposed == "before-lead":
            parts.append(say("the hand is laid on the table before the first lead"))
        elif self.exposed == "after-first-trick":
            parts.append(say("the hand is laid on the table after the first trick"))
        usual = (FollowSuit().words(), EldestLeads().words())
        parts += [said for said in (self.play.words(), self.lead.words()) if said not in usual]
        if not self.biddable:
            parts.append(say("it is not bid in the auction"))
        if self.only_over:
            parts.append(say("it is bid only over {bid}", bid=BidKey(self.only_over)))
        if self.breaks_off:
            parts.append(say("the deal ends with the trick by which it is lost"))
        if self.partnered:
            parts.append(say("a partner is possible"))
        return Joined("; ", tuple(parts))


def normal_key(name: str) -> str:
    """A name as a key: lower case, no accents, hyphens for spaces.

    Raises:
        TypeError: it is not a ``str``.

    >>> from boston_rules.rules.ladder import normal_key
    >>> normal_key("Grande Misère sur Table")
    'grande-misere-sur-table'
    """
    check_type("name", name, str, "a str")
    plain = unicodedata.normalize("NFKD", name.casefold())
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    return "-".join(plain.replace("-", " ").split())


@frozen(cache_hash=True)
class Ladder:
    """The steps, lowest first."""

    steps: tuple[Step, ...]
    """The bids, from the lowest to the highest."""
    source: Cite | None = cited()

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def __contains__(self, key: object) -> bool:
        return key in [step.key for step in self.steps]

    def __getitem__(self, key: str) -> Step:
        # A dozen keys are sooner compared than two equal ladders, as a cache by ladder would.
        for step in self.steps:
            if step.key == key:
                return step
        raise KeyError(key)

    def words(self) -> str:
        """The ladder, as a message."""
        names = joined(", ", [term(step.name or step.key) for step in self.steps])
        return say_number("{number} bid: {bids}", "{number} bids: {bids}", len(self), bids=names)

    def named(self, words: str) -> str:
        """What a rule says, with the names of the bids in place of their keys.

        >>> import boston_rules as br
        >>> variant = br.get_variant("two-pack-hoyle")
        >>> variant.ladder.named(variant.pool.taken_by.words())
        'any bid at or above Seven'
        """
        return with_bids(words, lambda key: self[key].title if key in self else key)

    def place(self, key: str) -> int:
        """How many steps are lower than this one.

        Raises:
            KeyError: no step has the key.
            TypeError: it is not a ``str``.
        """
        check_type("key", key, str, "the key of a bid")
        for place, step in enumerate(self.steps):
            if step.key == key:
                return place
        raise KeyError(key)

    def ranks_bid(self, ranking: SuitRanking) -> frozenset[int]:
        """The ranks under which bids of one step can compete by their suits, in whatever deal.

        There are none where no bid names a suit, so that the ranking decides nothing.

        >>> from boston_rules.rules.goals import AtLeast
        >>> from boston_rules.rules.ladder import Ladder, NamedSuit, Step, TurnedSuit
        >>> from boston_rules.rules.suits import TurnedRanking
        >>> five = AtLeast(5)
        >>> ladder = Ladder((Step(key="5", goal=five, suit=NamedSuit(preferred=True)),))
        >>> sorted(ladder.ranks_bid(TurnedRanking()))
        [1, 2]
        >>> Ladder((Step(key="5", goal=five, suit=TurnedSuit()),)).ranks_bid(TurnedRanking())
        frozenset()
        """
        forms = (
            step.suit.suit_choices(Turn(turned, belle), ranking)
            for step in self.steps
            for turned in (None, *Suit)
            for belle in (None, *Suit)
        )
        return frozenset(form.rank for found in forms if len(found) > 1 for form in found)

    def names(self, name: str) -> bool:
        """Whether a text is the key or a name of a step.

        Raises:
            TypeError: it is not a ``str``.
        """
        return normal_key(name) in _names(self)

    def find(self, name: str) -> str:
        """The key of a step by its key or its English or French name.

        Raises:
            NotationError: no step has that name; near matches are listed.
            TypeError: it is not a ``str``.
        """
        key = _names(self).get(normal_key(name))
        if key is None:
            raise NotationError(self.unknown(name))
        return key

    def unknown(self, name: str) -> Said:
        """That no step has a name, with those that come near it, or else with all.

        Raises:
            TypeError: it is not a ``str``.
        """
        names = _names(self)
        near = dict.fromkeys(names[each] for each in near_matches(normal_key(name), names))
        known = say("the ladder has {bids}", bids=_titles(self))
        if near:
            known = say("near: {names}", names=_titles(self[key] for key in near))
        return joined("; ", (say("no contract is called {name}", name=repr(name[:60])), known))


def _titles(steps: Iterable[Step]) -> Said:
    return joined(", ", (step.title for step in steps))


@lru_cache(maxsize=256)
def _names(ladder: Ladder) -> dict[str, str]:
    """The key of each step by everything it is called."""
    names = {
        normal_key(said): step.key
        for step in ladder.steps
        for said in (step.french, step.name)
        if said
    }
    return names | {step.key: step.key for step in ladder.steps}
