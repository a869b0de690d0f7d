"""Deals and tricks in plain text, for a terminal: with pips, or in ASCII alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from boston_rules import Card, Cards, State, Trick
from boston_rules.core.saying import Said, joined, say, term
from boston_rules.telling.draw.shown import Hand, ShownDeal, face_down, shown_deal
from boston_rules.telling.draw.tricks import chosen_trick
from boston_rules.telling.language import speaker, speaking, spoken
from boston_rules.telling.tables.deals import (
    hand_texts,
    on_table,
    play_sheet,
    revokes_of,
    without_contract_of,
)
from boston_rules.telling.tables.labels import players_of, seat_labels
from boston_rules.telling.tables.text import columns_of, padded, plain, sheet_text
from boston_rules.telling.wording.phrases import (
    contract_words,
    deal_title,
    tricks_in_words,
)

__all__ = ["play_text", "text", "trick_text"]

_GAP: Final = 3


def text(
    state: State,
    *,
    ascii: bool = False,
    dealt: bool | None = None,
    names: Iterable[str] = (),
    bottom: int | None = None,
    lang: str | None = None,
) -> str:
    """A deal in lines of text: the hands as on a compass, the trick in the middle.

    Args:
        state: a state, of which all hands are shown, or a view, of which what its seat may know.
        ascii: letters for pips, and no other sign outside ASCII.
        dealt: show the hands as dealt; without it they are shown so once the deal is settled.
        names: the players by seat, or nothing.
        bottom: the seat set below; without it the one whose view it is, or seat 0.
        lang: the code of a language; without it that of the moment.

    Raises:
        TypeError: it is not a state.
        ValueError: not as many names as seats; no such seat or language.

    >>> import boston_rules as br
    >>> from boston_rules.telling.draw import text
    >>> hands = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "SHCD"]
    >>> state = br.start(br.get_variant("fontainebleau"), dealer=3, hands=hands)
    >>> print(text(br.observe(state, 0), ascii=True))
    Boston de Fontainebleau - Deal 1 of 12 - auction
    no contract yet - pool 50
    <BLANKLINE>
                            seat 2
                            13 face down
    seat 1                                       seat 3 (dealer)
    13 face down                                 13 face down
                            seat 0 (eldest)*
                            S AKQJT98765432
                            H -
                            C -
                            D -
    <BLANKLINE>
    * to act
    """
    shown = shown_deal(state, dealt=dealt, names=names, bottom=bottom)
    with speaking(lang, shown.names):
        blocks = [_block(shown, seat, ascii=ascii) for seat in shown.clockwise]
        if shown.seats == 3:
            dead = [spoken(say("dead hand")), *_hand(shown.dead, ascii=ascii)] if shown.dead else []
            blocks.insert(2, dead)
        lines = [*map(spoken, _head(shown, ascii=ascii)), ""]
        lines += _compass(blocks, _middle(shown, ascii=ascii))
        if state.actor is not None and state.actor >= 0:
            lines += ["", f"{'*' if ascii else '◂'} {spoken(say('to act'))}"]
    whole = "\n".join(line.rstrip() for line in lines)
    return plain(whole) if ascii else whole


def _head(shown: ShownDeal, *, ascii: bool) -> Iterable[Said]:
    state, table = shown.state, shown.state.table
    title = deal_title(state.variant, table.deal_number)
    yield joined(" · ", (term(state.variant.title), title, state.phase))
    if state.contract is not None:
        said = contract_words(state.variant, state.contract)
    else:
        said = without_contract_of(state)
    parts = [said]
    if state.variant.pool is not None:
        parts.append(say("pool {chips}", chips=table.pool))
    if table.stakes != 1 and state.contract is None:
        parts.append(say("stakes × {number}", number=table.stakes))
    if state.turned is not None:
        parts.append(say("turned {card}", card=_card(state.turned, ascii=ascii)))
    if table.belle is not None:
        parts.append(say("belle {suit}", suit=table.belle.symbol))
    yield joined(" · ", parts)


def _block(shown: ShownDeal, seat: int, *, ascii: bool) -> list[str]:
    """What stands at a seat, line by line."""
    state = shown.state
    head = shown.label(seat)
    roles = shown.roles(seat)
    if roles:
        head = say("{who} ({roles})", who=head, roles=joined(", ", roles))
    mark = "*" if ascii else " ◂"
    lines = [spoken(head) + mark * (seat == state.actor), *_hand(shown.hands[seat], ascii=ascii)]
    if state.settlement is not None:
        tricks, chips = tricks_in_words(state.taken[seat]), state.settlement.deltas[seat]
        lines.append(spoken(joined(", ", (tricks, f"{chips:+d}"))))
    elif state.tricks:
        lines.append(spoken(tricks_in_words(state.taken[seat])))
    if revoked := revokes_of(state, seat):
        lines.append(spoken(revoked))
    return lines


def _hand(hand: Hand, *, ascii: bool) -> list[str]:
    held = Cards(hand.cards)
    if hand.hidden:
        held -= hand.faced
    lines: list[str] = []
    if held:
        suits = hand_texts(held)
        lines += [f"{suit[0]} {suit[1:]}" for suit in suits if suit[1:] != "–" or not hand.hidden]
    if hand.hidden:
        lines.append(face_down(hand))
    if hand.faced:
        lying = " ".join(_card(card, ascii=ascii) for card in hand.faced.sorted())
        lines.append(say("exposed: {cards}", cards=lying))
    return [spoken(line) for line in lines or [say("no cards")]]


def _middle(shown: ShownDeal, *, ascii: bool) -> list[list[str]]:
    """The cards of the trick, clockwise from the one below."""
    cards: list[list[str]] = [[] for _ in range(4)]
    for seat, card in on_table(shown.state).items():
        place = shown.clockwise.index(seat)
        cards[place if shown.seats == 4 or place < 2 else 3] = [_card(card, ascii=ascii)]
    return cards


def _card(card: Card, *, ascii: bool) -> str:
    return str(card) if ascii else card.symbol


def _compass(blocks: Sequence[list[str]], trick: Sequence[list[str]]) -> Iterable[str]:
    """Four blocks below, left, above and right, and four cards within."""
    below, left, above, right = blocks if len(blocks) == 4 else (*blocks[:2], [], *blocks[2:])
    west = max([16, *map(columns_of, left)])
    inner = max([11, *map(columns_of, above), *map(columns_of, below)])
    indent = " " * (west + _GAP + 5)
    yield from (indent + line for line in above)
    under, at_left, over, at_right = ("".join(card) for card in trick)
    middle = [
        padded(over, 11, "middle"),
        padded(f"{padded(at_left, 2)}       {padded(at_right, 2)}", 11, "middle"),
        padded(under, 11, "middle"),
    ]
    if not (under or at_left or over or at_right):
        middle = []
    rows = max(len(left), len(right), len(middle))
    first = (rows - len(middle)) // 2
    for row in range(rows):
        one = left[row] if row < len(left) else ""
        place = row - first
        between = middle[place] if 0 <= place < len(middle) else ""
        other = right[row] if row < len(right) else ""
        yield f"{padded(one, west)}{' ' * _GAP}{padded('     ' + between, inner + 10)}{other}"
    yield from (indent + line for line in below)


def trick_text(
    what: State | Trick,
    number: int | None = None,
    *,
    ascii: bool = False,
    names: Iterable[str] = (),
    lang: str | None = None,
) -> str:
    """A trick in a line: who played what in turn, and who won; arguments as for ``trick``.

    Raises:
        ValueError: there is no such trick; not as many names as seats; no such language.
        TypeError: an argument is of another type.

    >>> import boston_rules as br
    >>> from boston_rules.telling.draw import trick_text
    >>> cards = tuple(map(br.parse_card, ("KH", "2H", "AH", "3S")))
    >>> trick_text(br.Trick(leader=1, cards=cards, winner=3))
    'seat 1 leads ♥K, seat 2 ♥2, seat 3 ♥A ✓, seat 0 ♠3'
    """
    trick, number, seats = chosen_trick(what, number)
    labels = seat_labels(names, seats)
    parts: list[str] = []
    for seat, card in trick.cards.items():
        shown = _card(card, ascii=ascii)
        if seat == trick.leader:
            part = say("{who} leads {card}", who=labels[seat], card=shown)
        else:
            part = joined(" ", (labels[seat], shown))
        parts.append(part + " ✓" if seat == trick.winner else part)
    told = joined(", ", parts)
    if number is not None:
        told = say("trick {number}: {cards}", number=number, cards=told)
    said = speaker(lang, players_of(names, seats))(told)
    return plain(said) if ascii else said


def play_text(
    state: State,
    *,
    ascii: bool = False,
    names: Iterable[str] = (),
    lang: str | None = None,
) -> str:
    """The play of a deal as a table of plain text, a line a trick.

    The card led has an arrow (``>``) before it, the card that wins a tick (``*``) behind it.

    Raises:
        ValueError: not as many names as seats; no such language.
        TypeError: an argument is of another type.
    """
    sheet = play_sheet(state, names)
    with speaking(lang, players_of(names, state.variant.seats)):
        return sheet_text(sheet, ascii_only=ascii)
