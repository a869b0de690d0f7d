"""What the golden tables and the rules around them say of a deal, written down without the library.

A :class:`House` lists, for one variant, who may be partners, which bids take the pool and what a
lost bid puts into it; prices come from the tables under ``golden/``. Together they draw up a bill
that the library's bill is held against (``whole_bills.py``).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Literal

from attrs import evolve, frozen
from tests.settlement.bills import golden

import boston_rules as br

SUITS = {suit.letter: suit for suit in br.Suit}

_FONTAINEBLEAU = (
    *("5", "6", "little-misere", "7", "piccolissimo", "8", "grand-misere", "9"),
    *("little-misere-table", "10", "grand-misere-table", "11", "12", "13", "13-table"),
)
_TWO_PACK = (
    *("5", "6", "7", "little-misere", "8", "9", "grand-misere", "10", "11"),
    *("little-spread", "12", "grand-spread", "13"),
)
_DISCARDS = (
    *("little-misere", "piccolissimo", "little-misere-table", "little-spread"),
    *("petite-misere", "petite-misere-table"),
)
_DEMANDES = ("demande", "demande-belle")
_NAMED = {
    **dict.fromkeys(_DEMANDES, 5),
    "independance": 8,
    "13-table": 13,
    "simple-petite": 5,
    "simple-belle": 5,
    "petite-independance": 6,
    "grande-independance": 8,
    **dict.fromkeys(("neuf", "neuf-petite", "neuf-belle"), 9),
}
_BY_SUIT = (
    *("fontainebleau", "fontainebleau-cats", "fontainebleau-hoyle", "russian"),
    *("russian-partnership", "french", "french-foster"),
    *("fontainebleau-foster", "russian-foster"),
)
_NANTES = ("french", "french-foster")


def bid_of(key: str) -> int | None:
    """Tricks bid; none for misères and Piccolissimo."""
    return _NAMED.get(key, int(key) if key.isdigit() else None)


@frozen(kw_only=True)
class House:
    """The rules around the prices of one variant."""

    slug: str
    keys: tuple[str, ...]
    partners: Literal["none", "any", "opposite"] = "none"
    joint: tuple[str, ...] = ()
    """Bids that need more tricks when two play them."""
    extra: int = 3
    """How many more."""
    priced_by_target: bool = False
    """What two pay or get is the price of the tricks that they must win together."""
    by_seats: bool = False
    """Of two partners side by side each settles with the adversary beside him; of two opposite
    who pays pays the adversary at his right."""
    scored: tuple[str, ...] = ()
    """Bids that are paid as a slam with eight tricks alone, or with all of two partners."""
    chicane: int = 2
    """What each other player pays for a hand without trumps."""
    takes: tuple[str, ...] = ()
    """Bids that take the pool when made."""
    fed: Literal["price", "double", "nothing"] = "double"
    """What a lost bid puts into the pool."""
    feeds: tuple[str, ...] = ()
    """The bids that do so when lost."""
    spared_at: int | None = None
    """With so many tricks of the side a lost bid of tricks feeds nothing."""
    quotas: tuple[int, int] | None = None
    cap: int | None = None
    pool_at_seven: tuple[str, ...] = ()
    """Bids that take the pool when made with seven tricks or more."""
    all_pass: Literal["fewest", "most", "thrown"] = "thrown"
    """The fewest tricks take the pool, the most pay, or the hands are thrown in."""
    all_pass_chips: int = 0
    """What a trick of difference, or throwing in, costs."""
    honours: str = ""
    """The golden table of what honours add."""
    last_pool: Literal["all", "adversaries"] = "all"
    """Who divides what a lost bid leaves in the pool of the last deal."""
    bidder_alone: bool = False
    """The bidder of a fixed side has all payments and the pool to himself."""
    broken_off: tuple[str, ...] = ()
    """Bids whose deal ends with the trick by which they are lost."""
    spare: tuple[str, ...] = ()
    """Bids that leave the pool when they are conceded, of those that take it."""
    as_won: bool = False
    """Special bids that are lost cost what they would have won."""

    @property
    def tables(self) -> tuple[str, ...]:
        """The golden tables, a later one before an earlier one."""
        return (f"{self.slug}.csv", *(("special-losses-as-won.csv",) if self.as_won else ()))

    @property
    def trick_bids(self) -> tuple[str, ...]:
        """Bids to win tricks with trumps."""
        return tuple(key for key in self.keys if bid_of(key) is not None)

    @property
    def exact_bids(self) -> tuple[str, ...]:
        """Misères and Piccolissimo."""
        return tuple(key for key in self.keys if bid_of(key) is None)


def _at_or_above(keys: tuple[str, ...], low: str) -> tuple[str, ...]:
    return keys[keys.index(low) :]


_SEVEN_UP = _at_or_above(_TWO_PACK, "7")
_CLASSIC = (
    *("5", "6", "7", "petite-misere", "8", "grande-misere", "9", "10", "misere-ouverte"),
    *("11", "12", "13"),
)
_FRENCH = (
    *("simple-petite", "simple-belle", "petite-independance", "petite-misere"),
    *("grande-independance", "grande-misere", "quatre-as", "neuf", "neuf-petite", "neuf-belle"),
    *("petite-misere-table", "grande-misere-table"),
)
_FRENCH_FOSTER = (*_DEMANDES, *_FRENCH[2:])
_FIVE_TO_TEN = ("5", "6", "7", "8", "9", "10")
_MARILAND = tuple(str(number) for number in range(4, 14))
_CAPPED = tuple(key for key in _TWO_PACK if key not in ("grand-spread", "13"))
_NUMBERS = tuple(str(number) for number in range(5, 14))
_SLAMS = ("13", "13-table")

HOUSES = {
    house.slug: house
    for house in (
        House(
            slug="fontainebleau-cats",
            keys=_FONTAINEBLEAU,
            partners="any",
            joint=_FIVE_TO_TEN,
            takes=_at_or_above(_FONTAINEBLEAU, "7"),
            feeds=_at_or_above(_FONTAINEBLEAU, "7"),
            spared_at=7,
            all_pass="fewest",
            honours="honours-cats.csv",
        ),
        House(
            slug="fontainebleau",
            keys=_FONTAINEBLEAU,
            partners="any",
            joint=_FIVE_TO_TEN,
            takes=_FONTAINEBLEAU,
            fed="price",
            feeds=_FONTAINEBLEAU,
            all_pass="fewest",
            honours="honours.csv",
            last_pool="adversaries",
        ),
        House(
            slug="french",
            keys=_FRENCH,
            partners="any",
            joint=("simple-petite", "simple-belle"),
            takes=_FRENCH,
            feeds=_FRENCH,
            quotas=(5, 3),
            honours="honours.csv",
        ),
        *(
            House(
                slug=slug,
                keys=_FONTAINEBLEAU,
                partners="opposite" if slug == "russian-partnership" else "any",
                joint=_FIVE_TO_TEN,
                takes=_FONTAINEBLEAU,
                fed="price",
                feeds=_FONTAINEBLEAU,
                all_pass="fewest",
            )
            for slug in ("fontainebleau-hoyle", "russian", "russian-partnership")
        ),
        *(
            House(
                slug=slug,
                keys=_TWO_PACK,
                takes=_SEVEN_UP,
                feeds=_TWO_PACK,
                all_pass="most",
                all_pass_chips=5,
                honours="honours.csv" if slug == "american" else "",
            )
            for slug in ("american", "american-decimal")
        ),
        *(
            House(
                slug=slug,
                keys=_TWO_PACK,
                takes=_SEVEN_UP,
                feeds=_TWO_PACK,
                cap=250,
                all_pass_chips=10,
            )
            for slug in ("boston-whist", "english-boston")
        ),
        House(
            slug="american-foster",
            keys=_TWO_PACK,
            takes=_TWO_PACK,
            feeds=_TWO_PACK,
            cap=250,
            all_pass="most",
            all_pass_chips=10,
            broken_off=(*(key for key in _TWO_PACK if "-" in key), "13"),
            spare=("5", "6"),
        ),
        *(
            House(
                slug=slug,
                keys=_FONTAINEBLEAU,
                partners="any",
                joint=_FIVE_TO_TEN[1:4] if slug == "russian-foster" else _FIVE_TO_TEN,
                extra=4 if slug == "russian-foster" else 3,
                priced_by_target=True,
                by_seats=True,
                chicane=10,
                takes=_FONTAINEBLEAU,
                fed="price",
                feeds=_FONTAINEBLEAU,
                all_pass="fewest",
                honours="fontainebleau-foster.csv",
                last_pool="adversaries",
                broken_off=(*(key for key in _FONTAINEBLEAU if bid_of(key) is None), *_SLAMS),
            )
            for slug in ("fontainebleau-foster", "russian-foster")
        ),
        House(
            slug="french-foster",
            keys=_FRENCH_FOSTER,
            partners="any",
            joint=_DEMANDES,
            scored=_DEMANDES,
            takes=_FRENCH_FOSTER,
            feeds=_FRENCH_FOSTER,
            quotas=(5, 3),
            honours="honours.csv",
            broken_off=tuple(key for key in _FRENCH_FOSTER if bid_of(key) is None),
        ),
        House(
            slug="two-pack-hoyle",
            keys=_TWO_PACK,
            takes=_SEVEN_UP,
            feeds=_SEVEN_UP,
            cap=50,
            all_pass_chips=2,
            pool_at_seven=("5", "6"),
        ),
        House(
            slug="american-partnership",
            keys=_NUMBERS,
            partners="opposite",
            takes=_NUMBERS[2:],
            feeds=_NUMBERS,
            bidder_alone=True,
        ),
        House(
            slug="american-capped",
            keys=_CAPPED,
            takes=_at_or_above(_CAPPED, "7"),
            feeds=_CAPPED,
            all_pass_chips=5,
        ),
        House(slug="classic", keys=_CLASSIC, takes=_CLASSIC, fed="nothing", all_pass_chips=5),
        House(slug="mariland", keys=_MARILAND, takes=_MARILAND, feeds=_MARILAND),
        House(
            slug="whisch-bostonien",
            keys=("demande", "independance"),
            partners="any",
            joint=("demande",),
            takes=("demande", "independance"),
            feeds=("demande", "independance"),
            quotas=(5, 3),
        ),
    )
}
"""The variants of the library."""


TRICK_BIDS = [(slug, key) for slug, house in HOUSES.items() for key in house.trick_bids]
EXACT_BIDS = [(slug, key) for slug, house in HOUSES.items() for key in house.exact_bids]


def house_of(variant: br.Variant) -> House:
    """The house of a variant with the options it has."""
    options = variant.options()
    house = HOUSES[variant.slug]
    if options.get("special_losses") == "as-won":
        house = evolve(house, as_won=True)
    if options.get("all_pass") == "general-misery":
        house = evolve(house, all_pass="most", all_pass_chips=10)
    if options.get("concessions") is False:
        house = evolve(house, pool_at_seven=())
    if options.get("last_pool") == "all":
        house = evolve(house, last_pool="all")
    return house


def goal_of(key: str) -> int:
    """Tricks that a misère (none) or Piccolissimo (one) must win exactly."""
    return 1 if key == "piccolissimo" else 0


def played_of(key: str) -> int:
    """Tricks in the deal: twelve after discards."""
    return 12 if key in _DISCARDS else 13


def ended_of(house: House, key: str, taken: int, *, made: bool) -> int:
    """Tricks in a deal in which the declarer's side has taken so many."""
    if made or key not in house.broken_off or bid_of(key) is None:
        return played_of(key)
    return taken + 1


def target_of(house: House, key: str, *, two: bool) -> int:
    """Tricks a side must win."""
    bid = bid_of(key)
    assert bid is not None
    return bid + house.extra if two and key in house.joint else bid


def _by_target(house: House, key: str, *, two: bool) -> Iterator[dict[str, str]]:
    """The cells of a contract that is priced by the tricks to be won, from its compact table."""
    table = {(row["table"], row["target"]): row for row in golden("fontainebleau-foster.csv")}
    bid = bid_of(key)
    if bid is None:
        chips = table["special", key]["grand"]
        for side in ("made", "lost"):
            yield {"suit_class": "", "tricks_relation": "", "side": side, "chips": chips}
        return
    target = target_of(house, key, two=two)
    prices = table["europe", key] if key in _SLAMS else table["tricks", str(target)]
    low = -1 if key in house.broken_off else -target
    for suit, relation in product(br.Suit, range(low, 14 - target)):
        name = suit.name.lower()
        yield {
            "suit_class": suit.letter,
            "tricks_relation": f"{relation:+d}",
            "side": "made" if relation >= 0 else "lost",
            "chips": str(int(prices[name]) + int(table["extra", "1"][name]) * abs(relation)),
        }


def rows_of(house: House, key: str, *, two: bool = False) -> list[dict[str, str]]:
    """The cells of a contract; by whom it is played matters where the joint target is priced."""
    if house.priced_by_target:
        return list(_by_target(house, key, two=two))
    cells = {
        (row["suit_class"], row["tricks_relation"], row["side"]): row
        for table in house.tables
        for row in golden(table)
        if row["contract"] == key
    }
    return list(cells.values())


@cache
def _prices(house: House, two: bool) -> dict[tuple[str, str, str, str], int]:
    return {
        (key, row["suit_class"], row["tricks_relation"], row["side"]): int(row["chips"])
        for key in house.keys
        for row in rows_of(house, key, two=two)
        if not two or key in house.joint
    }


@cache
def honour_cells(house: House) -> dict[tuple[str, str, str, str], int]:
    """What honours add, by bid, suit, their number, and whether the bid is made."""
    if not house.priced_by_target:
        return {
            (row["contract"], row["suit_class"], row["honours"], row["side"]): int(row["chips"])
            for row in golden(house.honours)
            if row["variant"] == house.slug
        }
    told = {row["target"]: row for row in golden(house.honours) if row["table"] == "honours"}
    return {
        (key, suit.letter, held, side): int(
            told[held][suit.name.lower()] if side == "made" and held in told else 0
        )
        for key, suit, held, side in product(house.trick_bids, br.Suit, "01234", ("made", "lost"))
    }


def honours_of(house: House, key: str, suit: br.Suit, held: int, side: str) -> int:
    """What honours add, where they are counted."""
    if not house.honours:
        return 0
    # Where special losses are as won, a slam on the table is lost like any other bid of tricks.
    row_key = "13" if house.as_won and key == "13-table" else key
    letter = suit.letter if house.slug in _BY_SUIT else ""
    return honour_cells(house)[row_key, letter, str(held), side]


def classes_of(slug: str, key: str) -> list[str]:
    """The entries of the column ``suit_class`` for a bid."""
    if slug == "mariland":
        return ["other", "preference", "superpreference"]
    return list("SCHD") if slug in _BY_SUIT and (bid_of(key) or slug in _NANTES) else [""]


def price_class(slug: str, contract: br.Contract) -> str:
    """The entry of the column ``suit_class`` for a contract."""
    if slug == "mariland":
        if contract.trump is contract.belle:
            return "superpreference"
        return "preference" if contract.trump is contract.turned else "other"
    suit = contract.trump
    if slug in _NANTES and suit is None:
        assert isinstance(contract.turned, br.Suit)
        suit = contract.turned
    return suit.letter if suit is not None and slug in _BY_SUIT else ""


def slam_price(slam: str, contract: br.Contract, *, made: bool) -> int:
    """The price of a slam declared in ``french``."""
    assert contract.trump is not None
    kind = "table" if slam == "table" else "alone" if contract.partner is None else "two"
    wanted = (kind, contract.trump.letter, "made" if made else "lost")
    (chips,) = (
        int(row["chips"])
        for row in golden("slams.csv")
        if (row["slam"], row["suit_class"], row["side"]) == wanted
    )
    return chips


def every_trick(slug: str, key: str, *, two: bool) -> int:
    """The bonus for all thirteen tricks, where there is one."""
    played = "partner" if two else "alone"
    return sum(
        int(row["chips"])
        for row in golden("every-trick.csv")
        if (row["variant"], row["contract"], row["played"]) == (slug, key, played)
    )


def scored_slam(house: House, contract: br.Contract, taken: int) -> int | None:
    """The price of a slam that is scored by the tricks taken; ``None`` where there is none."""
    two = contract.partner is not None
    if contract.key not in house.scored or taken < (13 if two else 8):
        return None
    suit = "belle" if contract.trump is contract.belle else "petite"
    wanted = (contract.key, "partner" if two else "alone", suit)
    (chips,) = (
        int(row["chips"])
        for row in golden("scored-slams.csv")
        if (row["contract"], row["played"], row["suit"]) == wanted
    )
    return chips


def price_of(house: House, contract: br.Contract, outcome: br.Outcome) -> tuple[bool, int]:
    """Made or lost, and what one opponent pays or is paid."""
    slug, key = house.slug, contract.key
    two = contract.partner is not None
    taken = sum(outcome.tricks[seat] for seat in contract.side)
    if bid_of(key) is None:
        made = outcome.tricks[contract.declarer] == goal_of(key)
        relation = ""
    else:
        difference = 0 if outcome.conceded else taken - target_of(house, key, two=two)
        if key in house.broken_off:
            difference = max(difference, -1)
        made, relation = difference >= 0, f"{difference:+d}"
    if outcome.conceded:
        made = True
    if outcome.slam is not None:
        made = taken == 13
    side = "made" if made else "lost"
    chips = (
        slam_price(outcome.slam, contract, made=made)
        if outcome.slam is not None
        else _prices(house, two and house.priced_by_target)[
            key, price_class(slug, contract), relation, side
        ]
    )
    if outcome.slam is None and not outcome.conceded:
        scored = scored_slam(house, contract, taken)
        if scored is not None:
            return made, contract.stakes * scored
    if made and taken == 13 and not outcome.conceded:
        chips += every_trick(slug, key, two=two)
    held = sum(outcome.honours[seat] for seat in contract.side) if any(outcome.honours) else 0
    if contract.trump is not None:
        chips += honours_of(house, key, contract.trump, held, side)
    return made, contract.stakes * chips


def foes_of(seats: int, declarer: int, partner: int | None = None) -> list[int]:
    """The opponents, clockwise from the bidder."""
    return [
        seat
        for seat in ((declarer + step) % seats for step in range(1, seats))
        if seat not in (declarer, partner)
    ]


def contracts_of(
    slug: str,
    key: str,
    price_row: str,
    declarer: int,
    partner: int | None = None,
) -> Iterator[br.Contract]:
    """Every contract that a cell is about: all trumps, and all turned cards that matter."""
    if slug in _NANTES:
        suit = SUITS[price_row]
        other = br.Suit((suit + 1) % 4)
        trump = suit if bid_of(key) else None
        in_belle = trump is not None and not key.endswith("petite")
        turned, belle = (other, suit) if in_belle else (suit, other)
        yield br.Contract(key, declarer, trump, partner=partner, turned=turned, belle=belle)
        if key == "demande":
            yield br.Contract(key, declarer, trump, partner=partner, turned=suit, belle=other)
        return
    if bid_of(key) is None:
        yield br.Contract(key, declarer, partner=partner)
        return
    if price_row in SUITS:
        yield br.Contract(key, declarer, trump=SUITS[price_row], partner=partner)
        return
    for trump in br.Suit:
        if slug == "mariland":
            for turned in br.Suit:
                for belle in br.Suit:
                    contract = br.Contract(key, declarer, trump=trump, turned=turned, belle=belle)
                    if price_class(slug, contract) == price_row:
                        yield contract
        elif slug in ("american-capped", "american-partnership", "whisch-bostonien"):
            yield br.Contract(key, declarer, trump=trump, partner=partner, turned=trump)
        elif slug == "classic":
            yield br.Contract(key, declarer, trump=trump)
        else:
            for turned in br.Suit:
                name: Literal["plain", "colour", "preference"] = "plain"
                if turned is trump:
                    name = "preference"
                elif turned is trump.other_of_colour:
                    name = "colour"
                if slug == "english-boston" and name == "plain":
                    continue
                yield br.Contract(key, declarer, trump=trump, suit_class=name, turned=turned)
