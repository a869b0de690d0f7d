"""Who sits where and who deals first: pure functions of the cards that were cut, drawn or dealt.

They serve a table with real cards as well as a program. A host who draws by machine takes the cards
from a pack that he has shuffled, for instance by :func:`~boston_rules.deal.engine.shuffled`:

>>> import random
>>> import boston_rules as br
>>> pack = br.shuffled(random.Random(5))
>>> cut_from_pack(pack)
2
>>> draw_for_seats(pack[:4])
Seating(players=(1, 0, 3, 2), dealer=0)
>>> choose_seat(deal_for_jack(pack), seat=2)
Seating(players=(3, 0, 1, 2), dealer=2)

A session is started with the dealer found, ``br.start(variant, dealer)``, or with any other. Which
way is which telling's: everyone cuts and the lowest deals in the law code of Boston de
Fontainebleau, on the page of the plain game, and wherever a telling is silent; a draw for seats in
the Boston and American Boston of CatsAtCards; the jack of diamonds in its French Boston.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from attrs import field, frozen

from boston_rules.core.arguments import check_type, is_seat, shown, tuple_of
from boston_rules.core.cards import PACK, Card, Rank, parse_card
from boston_rules.core.errors import DealError
from boston_rules.core.saying import Said, say

__all__ = [
    "CutForDeal",
    "Seating",
    "choose_seat",
    "cut_for_deal",
    "cut_from_pack",
    "deal_for_jack",
    "draw_for_seats",
]

_CARDS: Final = "Card objects"
_COUNTS = (3, 4)
_BOSTON = parse_card("JD")


@frozen
class CutForDeal:
    """What a round of cuts has decided."""

    dealer: int | None
    """The seat that deals first; ``None`` while there is a tie."""
    again: tuple[int, ...] = ()
    """The seats tied for lowest, who cut again; empty once there is a dealer."""


def _players(players: Iterable[int]) -> tuple[int, ...]:
    return tuple_of("players", players, "the number of each player, by seat")


@frozen
class Seating:
    """Players on their seats, and the seat that deals first."""

    players: tuple[int, ...] = field(converter=_players)
    """The player on each seat, clockwise, by his number before the draw."""
    dealer: int
    """The seat, not the player, that deals first."""

    def seat_of(self, player: int) -> int:
        """Where a player sits.

        Raises:
            DealError: there is no such player.

        >>> from boston_rules.deal.seating import Seating
        >>> Seating((2, 0, 3, 1), dealer=0).seat_of(3)
        2
        """
        if type(player) is not int or player not in self.players:
            raise DealError(
                say(
                    "players are {players}, not {given}",
                    players=sorted(self.players),
                    given=shown(player),
                )
            )
        return self.players.index(player)


def cut_for_deal(cards: Iterable[Card] | Mapping[int, Card]) -> CutForDeal:
    """Everyone cuts and the lowest card deals; the ace is low, and ties cut again (R17).

    Suits do not count. The pack may have been put together between two cuts, so one card may have
    been cut twice; that is a tie like any other.

    Args:
        cards: the card each seat has cut, seat 0 first; where only some cut, as in a second round,
            a mapping of their seats to their cards.

    Raises:
        DealError: not three or four seats cut at first, fewer than two again, a seat is none, or
            what was cut is not a card; every problem is listed.
        TypeError: they are not cards.

    Source: *Boston (card game)*, an encyclopedia article reprinting a 19th-century law code, laws
    of the game; *How to Play Boston*, a rules page of unnamed origin, has the lowest card deal.

    >>> from boston_rules.deal.seating import cut_for_deal
    >>> from boston_rules import parse_card
    >>> cut_for_deal([parse_card(token) for token in ("7C", "AS", "QD", "AH")])
    CutForDeal(dealer=None, again=(1, 3))
    >>> cut_for_deal({1: parse_card("9D"), 3: parse_card("2S")})
    CutForDeal(dealer=3, again=())
    """
    cut: Mapping[int, Card]
    if isinstance(cards, Mapping):
        cut = cards
        problems = [_no_seat(seat) for seat in cut if not is_seat(seat)]
        if len(cut) < 2:
            problems.append(say("at least two seats cut, not {number}", number=len(cut)))
    else:
        cut = dict(enumerate(tuple_of("cards", cards, _CARDS)))
        problems = _count_problem(len(cut))
    problems += _strangers(cut.values())
    if problems:
        raise DealError(problems)
    height = {seat: _ace_low(card) for seat, card in cut.items()}
    lowest = min(height.values())
    tied = tuple(sorted(seat for seat in height if height[seat] == lowest))
    return CutForDeal(tied[0]) if len(tied) == 1 else CutForDeal(None, tied)


def cut_from_pack(pack: Iterable[Card], seats: int = 4) -> int:
    """The first dealer by cuts taken from a shuffled pack, ties and all.

    Seats take a card each from the top in turn; those who tie for lowest take on from there.

    Args:
        pack: cards from the top, each at most once, usually the whole pack.
        seats: three or four.

    Raises:
        DealError: not three or four seats, a card twice, or the cards end in a tie.
        TypeError: they are not cards.

    Source: as :func:`cut_for_deal`.

    >>> from boston_rules.deal.seating import cut_from_pack
    >>> from boston_rules import parse_card
    >>> cut_from_pack(parse_card(token) for token in ("AC", "5S", "AD", "KH", "3C", "2C"))
    2
    """
    found = tuple_of("pack", pack, _CARDS)
    problems = [*_count_problem(seats), *_card_problems(found)]
    if problems:
        raise DealError(problems)
    again: tuple[int, ...] = tuple(range(seats))
    top = 0
    while top + len(again) <= len(found):
        verdict = cut_for_deal(dict(zip(again, found[top:], strict=False)))
        if verdict.dealer is not None:
            return verdict.dealer
        top += len(again)
        again = verdict.again
    raise DealError(
        say(
            "{number} cards do not decide who deals: cut again from a fresh pack",
            number=len(found),
        )
    )


def draw_for_seats(cards: Iterable[Card]) -> Seating:
    """Everybody draws a card; they sit clockwise by its height, and the highest deals first (R15).

    The ace is high; cards of one rank go by suit, spades before hearts, diamonds and clubs, so
    that nobody draws twice. The highest has seat 0.

    Args:
        cards: the card each player has drawn, in the order of the players' numbers.

    Raises:
        DealError: not three or four players, a card twice, or what was drawn is not a card.
        TypeError: they are not cards.

    Source: *How to Play Boston*, CatsAtCards.com (2015), before the deal.

    >>> from boston_rules.deal.seating import draw_for_seats
    >>> from boston_rules import parse_card
    >>> draw_for_seats([parse_card(token) for token in ("7C", "KH", "2D", "KS")])
    Seating(players=(3, 1, 0, 2), dealer=0)
    """
    drawn = tuple_of("cards", cards, _CARDS)
    problems = [*_count_problem(len(drawn)), *_card_problems(drawn)]
    if problems:
        raise DealError(problems)
    return Seating(_highest_first(dict(enumerate(drawn))), dealer=0)


def deal_for_jack(pack: Iterable[Card], first: int = 0) -> int:
    """The player who gets J♦ when a pack is dealt round, face up and singly, thirteen each.

    He deals the first hand and has the first choice of seats, see :func:`choose_seat`. That the
    cards are dealt singly is this library's choice (N10), which changes no chance.

    Args:
        pack: the 52 cards, top first.
        first: the player, 0 to 3, who gets the top card.

    Raises:
        DealError: not each of the 52 cards once, or no such player.
        TypeError: they are not cards.

    Source: *How to Play Boston*, CatsAtCards.com (2015), French Boston, initial deal; face up:
    R. F. Foster, *Foster's Complete Hoyle* (October 1914), p. 179.

    >>> from boston_rules.deal.seating import deal_for_jack
    >>> from boston_rules import PACK
    >>> PACK[22], deal_for_jack(PACK), deal_for_jack(PACK, first=3)
    (Card('JD'), 2, 1)
    """
    found = tuple_of("pack", pack, _CARDS)
    problems = _card_problems(found)
    if not problems and len(found) != len(PACK):
        problems.append(say("all 52 cards are dealt round, not {number}", number=len(found)))
    if not is_seat(first):
        problems.append(_no_player(first))
    if problems:
        raise DealError(problems)
    return (first + found.index(_BOSTON)) % 4


def choose_seat(player: int, seat: int, drawn: Mapping[int, Card] | None = None) -> Seating:
    """The player with the first choice takes a seat and deals; the others sit clockwise from him.

    Args:
        player: who got J♦, 0 to 3.
        seat: the seat he takes, 0 to 3.
        drawn: the cards of the other three, if they draw for the seats left: the highest sits at
            the dealer's left (ace high, equal ranks by suit as in :func:`draw_for_seats`). Without
            a draw they keep the order of their numbers from the dealer's on.

    Raises:
        DealError: no such player or seat, or the draw is not that of the other three.
        TypeError: the cards are not by player.

    Source: *How to Play Boston*, CatsAtCards.com (2015), French Boston, initial deal.

    >>> from boston_rules.deal.seating import choose_seat
    >>> from boston_rules import parse_card
    >>> choose_seat(
    ...     2, seat=1, drawn={0: parse_card("4H"), 1: parse_card("4S"), 3: parse_card("AD")}
    ... )
    Seating(players=(0, 2, 3, 1), dealer=1)
    """
    problems = [] if is_seat(player) else [_no_player(player)]
    if not is_seat(seat):
        problems.append(_no_seat(seat))
    if problems:
        raise DealError(problems)
    others = tuple((player + step) % 4 for step in (1, 2, 3))
    if drawn is not None:
        check_type("drawn", drawn, Mapping, "a mapping of players to cards, or None")
        if {*map(repr, drawn)} != {*map(repr, others)}:
            problems.append(
                say(
                    "players {players} draw for the seats left, not {given}",
                    players=sorted(others),
                    given=shown(list(drawn)),
                )
            )
        problems += _card_problems(tuple(drawn.values()))
        if problems:
            raise DealError(problems)
        others = _highest_first(drawn)
    round_table = (player, *others)
    return Seating((round_table[(place - seat) % 4] for place in range(4)), dealer=seat)


def _no_player(given: object) -> Said:
    return say("players are 0 to 3, not {given}", given=shown(given))


def _no_seat(given: object) -> Said:
    return say("seats are 0 to 3, not {given}", given=shown(given))


def _count_problem(count: object) -> list[Said]:
    right = type(count) is int and count in _COUNTS
    return [] if right else [say("three or four play, not {given}", given=shown(count))]


def _strangers(cards: Iterable[object]) -> list[Said]:
    return [
        say("{given} is not a card", given=shown(card))
        for card in cards
        if not isinstance(card, Card)
    ]


def _card_problems(cards: tuple[object, ...]) -> list[Said]:
    real = [card for card in cards if isinstance(card, Card)]
    twice = " ".join(map(str, sorted({card for card in real if real.count(card) > 1})))
    again = [say("drawn twice: {cards}", cards=twice)] if twice else []
    return _strangers(cards) + again


def _ace_low(card: Card) -> int:
    return -1 if card.rank is Rank.ACE else int(card.rank)


def _highest_first(drawn: Mapping[int, Card]) -> tuple[int, ...]:
    def height(player: int) -> tuple[int, int]:
        card = drawn[player]
        return card.rank, card.suit

    return tuple(sorted(drawn, key=height, reverse=True))
