"""The pack, shuffle, cuts, packets and the turned card."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import Any, Final, Literal, TypeAlias, TypeVar

from attrs import field, frozen

from boston_rules.core.arguments import shown
from boston_rules.core.cardplay.bits import indices
from boston_rules.core.cards import WHOLE_PACK, Cards, Suit
from boston_rules.core.errors import VariantError
from boston_rules.core.saying import Said, joined, say, with_values
from boston_rules.core.sources import ADDED, Cite, cited
from boston_rules.rules.checked import choice, figure
from boston_rules.rules.rule import LEFT, RIGHT, Rule
from boston_rules.rules.suits import Turn

__all__ = ["DealingRule"]

_T = TypeVar("_T")

_TURN_WORDS: Final[Mapping[str, Said]] = {
    "last-card": say("the dealer's last card is turned face up"),
    "second-pack": say("a card is turned from a second pack"),
    "dead-hand": say("the last card of the dead hand is turned face up"),
    "still-pack": say(
        "the player opposite the dealer cuts the pack that is not dealt, and the top card of the "
        "lower part is turned"
    ),
}


@frozen(kw_only=True)
class DealingRule(Rule):
    """How the cards come to the hands.

    >>> from boston_rules.rules.dealing import DealingRule
    >>> DealingRule(packets=(4, 4, 5)).deal(range(52), dealer=3)[0]
    (0, 1, 2, 3, 16, 17, 18, 19, 32, 33, 34, 35, 36)

    A game may be played with fewer cards, all of which are dealt:

    >>> import boston_rules as br
    >>> DealingRule(pack=br.Cards.parse("AS KS AH KH AC KC AD KD")).packets
    (1, 1)
    """

    seats: int = figure(4, least=3)
    """Players. With three, a fourth hand is dealt before the dealer's and laid aside."""
    pack: Cards = field(default=WHOLE_PACK, metadata=ADDED)
    """The cards of the game, a fourth of them for each hand: four times two, or more."""
    packets: tuple[int, ...] = field()
    """Sizes of the packets, each dealt to every player in turn before the next; singly if none are
    given."""
    packs: int = figure(1, least=1, metadata=ADDED)
    """Packs, one or two; of two, one is dealt in odd deals and the other in even ones."""
    shuffle: Literal["each-deal", "first-deal"] = choice("each-deal", "first-deal")
    """Unshuffled packs are gathered trick by trick."""
    sorts_misdeal: bool = field(default=False, metadata=ADDED)
    """Whether a pack that is dealt again after a misdeal is gathered from hands that were sorted:
    spades, hearts, diamonds, clubs, each from high to low (F2)."""
    cutters: Literal["all", "dealer-right"] | None = choice(None, "all", "dealer-right")
    """Who cuts, if anybody does."""
    first_cutters: Literal["dealer-right"] | None = choice(None, "dealer-right")
    """Who alone cuts for the first deal of the session, where all cut for the later ones."""
    cuts_optional: bool = False
    """Whether a player may decline to cut."""
    dealer_must_cut: bool = field(default=False, metadata=ADDED)
    """Whether the dealer may not, where the others may."""
    least_cut: int = figure(1, least=1, metadata=ADDED)
    """Cards in the smaller part of a cut, at least."""
    turn: Literal["last-card", "second-pack", "dead-hand", "still-pack"] | None = choice(
        None, "last-card", "second-pack", "dead-hand", "still-pack"
    )
    """The card that is turned up, if any."""
    fixes_belle: bool = False
    """The suit turned in the first deal is kept for the session."""
    turn_order: Literal["left", "right"] = choice("left", "right", metadata=ADDED)
    """Which way deal, auction and play go round the table; seats are numbered in that order."""
    source: Cite | None = cited()

    @packets.default
    def _singly(self) -> tuple[int, ...]:
        pack: object = self.pack
        if not isinstance(pack, Cards):
            raise VariantError(f"DealingRule.pack is a set of Cards, not {shown(pack)}")
        return (1,) * self.hand

    @property
    def hand(self) -> int:
        """Cards in a hand."""
        return len(self.pack) // 4

    @property
    def suits(self) -> tuple[Suit, ...]:
        """The suits of which it has cards."""
        return tuple(suit for suit in Suit if self.pack.of(suit))

    @property
    def order(self) -> tuple[int, ...]:
        """The cards of the game by index, lowest first."""
        return _in_order(self.pack.mask)

    def clockwise(self, seat: int) -> tuple[int, ...]:
        """The seats clockwise around the table from one of them.

        >>> from boston_rules.rules.dealing import DealingRule
        >>> DealingRule().clockwise(1), DealingRule(turn_order="right").clockwise(1)
        ((1, 2, 3, 0), (1, 0, 3, 2))
        """
        step = 1 if self.turn_order == "left" else -1
        return tuple((seat + step * place) % self.seats for place in range(self.seats))

    def sided(self, said: str) -> str:
        """A message on a game in which the turn goes to the left, as it is of this game.

        >>> from boston_rules.core.saying import say
        >>> from boston_rules.rules.dealing import DealingRule
        >>> from boston_rules.rules.rule import RIGHT
        >>> DealingRule(turn_order="right").sided(say("at the dealer's {right}", right=RIGHT))
        "at the dealer's left"
        """
        return said if self.turn_order == "left" else with_values(said, _exchanged)

    @property
    def gathers(self) -> bool:
        """Whether the pack is gathered after a deal, and not shuffled for the next."""
        return self.shuffle == "first-deal"

    @property
    def turns_from_hand(self) -> bool:
        """Whether the card turned is one of the dealer's hand, which he takes up."""
        return self.turn == "last-card"

    @property
    def turns_from_dead(self) -> bool:
        """Whether the card turned is one of a dead hand."""
        return self.turn == "dead-hand"

    @property
    def turns_by_chance(self) -> bool:
        """Whether chance turns any card of a pack that is not part of the game otherwise."""
        return self.turn == "second-pack"

    @property
    def turns_from_still(self) -> bool:
        """Whether a player cuts the still pack for the card turned."""
        return self.turn == "still-pack"

    @property
    def turns_of_another(self) -> bool:
        """Whether the card turned is none of the pack that is dealt."""
        return self.turn in ("second-pack", "still-pack")

    @property
    def cuts(self) -> range:
        """How many cards can be cut from the top.

        >>> from boston_rules.rules.dealing import DealingRule
        >>> DealingRule(least_cut=4).cuts
        range(4, 49)
        """
        return range(self.least_cut, len(self.pack) - self.least_cut + 1)

    def may_decline(self, seat: int, dealer: int) -> bool:
        """Whether a seat may decline to cut."""
        return self.cuts_optional and not (self.dealer_must_cut and seat == dealer)

    def turned(self, order: Sequence[Sequence[int]], dealer: int) -> int | None:
        """The card that the deal itself turns; ``None`` where none is, or of another pack.

        Args:
            order: the hands in the order received, a dead hand last.
            dealer: his seat.
        """
        if self.turn is None or self.turns_of_another:
            return None
        return order[dealer if self.turns_from_hand else -1][-1]

    def turns(self) -> tuple[Turn, ...]:
        """Everything that turned cards can fix for a deal.

        >>> from boston_rules.rules.dealing import DealingRule
        >>> DealingRule().turns()
        (Turn(suit=None, belle=None),)
        """
        suits = (None,) if self.turn is None else self.suits
        belles = self.suits if self.fixes_belle else (None,)
        return tuple(Turn(suit, belle) for suit in suits for belle in belles)

    def cutting_seats(self, dealer: int, *, first: bool = False) -> tuple[int, ...]:
        """Who cuts, in order; no fewer than for the ``first`` deal of the session.

        >>> from boston_rules.rules.dealing import DealingRule
        >>> rule = DealingRule(cutters="all", first_cutters="dealer-right")
        >>> rule.cutting_seats(0, first=True), rule.cutting_seats(0)
        ((3,), (1, 2, 3, 0))
        """
        cutters = self.cutters if not first or self.first_cutters is None else self.first_cutters
        if cutters == "all":
            return tuple((dealer + 1 + step) % self.seats for step in range(self.seats))
        return ((dealer - 1) % self.seats,) if cutters == "dealer-right" else ()

    def deal(
        self, pack: Sequence[int], dealer: int, packets: tuple[int, ...] = ()
    ) -> tuple[tuple[int, ...], ...]:
        """The cards each seat receives, in the order received; a dead hand comes last.

        Args:
            pack: the cards, top first.
            dealer: his seat.
            packets: sizes of the packets, where they are not those of the rule.
        """
        first, second, third, fourth = _places(packets or self.packets, self.seats, dealer)
        return first(pack), second(pack), third(pack), fourth(pack)

    def undealt(
        self, hands: Sequence[Sequence[_T]], dealer: int, packets: tuple[int, ...] = ()
    ) -> tuple[_T, ...]:
        """The pack, top first, of which :meth:`deal` makes these hands, whatever stands for a card.

        >>> from boston_rules.rules.dealing import DealingRule
        >>> rule = DealingRule(packets=(4, 4, 5))
        >>> rule.undealt(rule.deal(range(52), 2), 2) == tuple(range(52))
        True
        """
        taken = _taken(packets or self.packets, self.seats, dealer)
        return taken(tuple(chain.from_iterable(hands)))

    def problems(self) -> list[str]:
        """What is nonsense in the rule."""
        found = []
        if len(self.pack) % 4 or self.hand < 2:
            found.append(
                f"a pack is dealt out to four hands of two cards or more: not {len(self.pack)} "
                "cards"
            )
        elif sum(self.packets) != self.hand or any(size < 1 for size in self.packets):
            found.append(f"packets {self.packets} do not add up to {self.hand} cards")
        if self.seats not in (3, 4):
            found.append(f"the game is for 4 seats, or 3 with a dead hand, not {self.seats}")
        if self.turns_from_dead != (self.seats == 3 and self.turn is not None):
            found.append("with three seats, and only then, the card turned is the dead hand's")
        if self.first_cutters is not None and self.cutters != "all":
            found.append("who alone cuts for the first deal goes with cuts by all for the others")
        found += self._two_pack_problems()
        if self.dealer_must_cut and not (self.cuts_optional and self.cutters == "all"):
            found.append("the dealer must cut where all may: say that all do and cuts are optional")
        if 4 * self.least_cut > len(self.pack) >= 8:
            found.append(f"{self.least_cut} cards are more than a fourth of the pack to cut")
        if self.sorts_misdeal and not self.gathers:
            found.append("a pack that is shuffled for each deal is not sorted after a misdeal")
        if self.fixes_belle and self.turn is None:
            found.append("belle is fixed by a turned card, but no card is turned")
        return found

    def _two_pack_problems(self) -> Iterator[str]:
        """Those of two packs, and of the one that lies still."""
        if self.packs not in (1, 2):
            yield f"a game has one pack or two, not {self.packs}"
        if self.packs == 2 and not self.gathers:
            yield "two packs are dealt in turn where neither is shuffled again"
        if self.packs == 2 and self.turns_by_chance:
            yield "of two packs the one that lies still is cut for the card turned"
        if self.turns_from_still and (self.packs, self.seats) != (2, 4):
            yield "the still pack is the other of two, cut by the player opposite: 4 seats"

    def words(self) -> str:
        return joined("; ", self._parts())

    def _parts(self) -> Iterator[str]:
        if self.pack != WHOLE_PACK:
            yield say("the cards are {cards}", cards=self.pack)
        if set(self.packets) == {1}:
            yield say("{cards} cards each, dealt singly", cards=self.hand)
        else:
            yield say(
                "{cards} cards each, dealt in packets {packets}",
                cards=self.hand,
                packets="-".join(map(str, self.packets)),
            )
        if self.seats == 3:
            yield say("the hand before the dealer's is dead and laid aside")
        if self.shuffle == "each-deal":
            yield say("the pack is shuffled before every deal")
        elif self.packs == 1:
            yield say(
                "the pack is shuffled before the first deal only and gathered trick by trick after "
                "it"
            )
        else:
            yield say(
                "two packs are dealt in turn, each shuffled before the first deal only and "
                "gathered trick by trick after it"
            )
        if self.sorts_misdeal:
            yield say("before a misdeal is dealt again each hand is sorted")
        if self.turn_order == "right":
            yield say("deal, auction and play go round to the right")
        yield from self._cut_parts()
        if self.turn is not None:
            yield _TURN_WORDS[self.turn]
        if self.fixes_belle:
            yield say(
                "the suit turned in the first deal is belle for the session; another suit turned "
                "in a later deal is petite in that deal"
            )

    def _cut_parts(self) -> Iterator[str]:
        if self.cutters is None:
            return
        if self.cutters == "dealer-right":
            who = say("the player at the dealer's {right} cuts", right=RIGHT)
        elif self.first_cutters is None:
            who = say("every player cuts once, eldest first and the dealer last")
        else:
            who = say(
                "the player at the dealer's {right} alone cuts for the first deal; for the later "
                "ones every player cuts once, eldest first and the dealer last",
                right=RIGHT,
            )
        if self.least_cut > 1:
            who = say(
                "{who_cuts}, {cards} cards at least in either part",
                who_cuts=who,
                cards=self.least_cut,
            )
        yield self.sided(who)
        if self.dealer_must_cut:
            yield say("a cut may be declined, but not by the dealer")
        elif self.cuts_optional:
            yield say("a cut may be declined")
        yield say("to cut is to put some cards from the top of the pack below the others")


_OTHER_SIDE: Final[Mapping[object, Said]] = {LEFT: RIGHT, RIGHT: LEFT}


def _exchanged(what: object) -> object:
    """Right in the place of left, left in that of right."""
    named = isinstance(what, Said) and what.context == LEFT.context
    return _OTHER_SIDE[what] if named else what


_in_order: Final = lru_cache(maxsize=64)(indices)

_Taken: TypeAlias = Callable[[Sequence[int]], tuple[int, ...]]


def _rows(packets: tuple[int, ...], seats: int, dealer: int) -> list[list[int]]:
    """By hand, where in the pack its cards lie."""
    hands: list[list[int]] = [[] for _ in range(4)]
    order = [(dealer + 1 + step) % seats for step in range(seats)]
    if seats == 3:
        order.insert(2, 3)
    top = 0
    for size in packets:
        for place in order:
            hands[place].extend(range(top, top + size))
            top += size
    return hands


@lru_cache(maxsize=256)
def _places(packets: tuple[int, ...], seats: int, dealer: int) -> tuple[_Taken, ...]:
    """By hand, what takes its cards out of a pack."""
    return tuple(itemgetter(*hand) for hand in _rows(packets, seats, dealer))


@lru_cache(maxsize=256)
def _taken(
    packets: tuple[int, ...], seats: int, dealer: int
) -> Callable[[Sequence[Any]], tuple[Any, ...]]:
    """What takes a pack out of the hands, laid one after another."""
    places = list(chain.from_iterable(_rows(packets, seats, dealer)))
    return itemgetter(*sorted(range(len(places)), key=places.__getitem__))
