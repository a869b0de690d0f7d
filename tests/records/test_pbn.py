"""Bridge deals read from Portable Bridge Notation."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import boston_rules as br
from boston_rules.records import PbnDeal, load_deals, pbn, read_deals

DEALS = Path(__file__).resolve().parents[1] / "data" / "deals-25.pbn"
SEATS = "NESW"
NORTH = "AKQJT98765432..."
ONE_SUIT_EACH = f"{NORTH} .{NORTH[:-1]} ..{NORTH[:-2]} ...{NORTH[:-3]}"
SOUND = f'[Board "7"]\n[Dealer "W"]\n[Deal "N:{ONE_SUIT_EACH}"]\n'


def write(hands: list[tuple[br.Card, ...]], first: int) -> str:
    """The value of a deal tag, from a seat on."""
    rows = []
    for step in range(4):
        held = br.Cards(hands[(first + step) % 4])
        rows.append(
            ".".join(
                "".join(card.rank.letter for card in held.of(suit).sorted())
                for suit in (br.SPADES, br.HEARTS, br.DIAMONDS, br.CLUBS)
            )
        )
    return f"{SEATS[first]}:{' '.join(rows)}"


def shuffled_hands(seed: int) -> list[tuple[br.Card, ...]]:
    pack = br.shuffled(random.Random(seed))
    return [br.Cards(pack[13 * seat : 13 * seat + 13]).sorted() for seat in range(4)]


def test_the_25_deals_are_read() -> None:
    deals = load_deals(DEALS)
    assert [deal.board for deal in deals] == [str(board) for board in range(1, 26)]
    assert [deal.dealer for deal in deals] == [board % 4 for board in range(25)]
    assert deals[0].line == 5
    assert deals[24].line == 101
    for deal in deals:
        assert all(len(hand) == 13 for hand in deal.hands)
        assert len({card for hand in deal.hands for card in hand}) == 52


def test_cards_are_in_the_order_written_and_in_the_right_suits() -> None:
    first = load_deals(DEALS)[0]
    assert " ".join(map(str, first.hands[0])) == "QS JS 4S AH KH 7H 5D 4D 3D QC 9C 6C 5C"
    assert " ".join(map(str, first.hands[3])) == "9S 8S 2S QH JH 4H 3H QD 7D KC JC 8C 3C"


@pytest.mark.parametrize("slug", br.list_variants())
def test_every_deal_can_be_played_by_every_variant(slug: str) -> None:
    variant = br.get_variant(slug)
    for deal in load_deals(DEALS):
        state = br.start(variant, deal.dealer, hands=deal.hands)
        assert state.hands == tuple(map(br.Cards, deal.hands))


@given(st.integers(0, 2**32), st.integers(0, 3), st.integers(0, 3))
def test_a_deal_written_from_any_seat_is_the_same_deal(seed: int, first: int, dealer: int) -> None:
    hands = shuffled_hands(seed)
    text = f'[Dealer "{SEATS[dealer]}"] [Deal "{write(hands, first)}"]'
    (deal,) = read_deals(text)
    assert list(map(br.Cards, deal.hands)) == list(map(br.Cards, hands))
    assert deal.dealer == dealer


def test_everything_else_in_a_file_is_read_over() -> None:
    text = """% PBN 2.1
%[Deal "nothing of this line is read"]
; a comment [Deal "nor of this"]
{ a comment over
  [Deal "several"] lines }
[Event "A \\"quoted\\" [name]"][Site "somewhere"]
[Board "3"]  ; the board
[Dealer { a comment may stand in a file, not in a tag } "N"]
""".replace("{ a comment may stand in a file, not in a tag } ", "")
    text += f"""[Deal "S:{ONE_SUIT_EACH}"]
[Auction "N"]
1S =1= Pass 2H Pass $12
Pass AP
[Note "1: five spades [or six]"]
[Play "E"]
S2 SA - + *
[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]
N NT 12
"a string [with] brackets" ^R

[Board "4"]
[Dealer "E"]
[Deal "E:{ONE_SUIT_EACH}"]
"""
    first, second = read_deals(text)
    assert (first.board, first.dealer) == ("3", 0)
    assert (second.board, second.dealer) == ("4", 1)
    assert first.hands[2] == second.hands[1]


def test_boards_without_a_blank_line_between_them() -> None:
    text = "".join(
        f'[Board "{board}"]\n[Dealer "{dealer}"]\n[Deal "N:{ONE_SUIT_EACH}"]\n'
        for board, dealer in ((1, "S"), (2, "W"))
    )
    assert [(deal.board, deal.dealer) for deal in read_deals(text)] == [("1", 2), ("2", 3)]


def test_a_blank_line_ends_a_game_only_after_its_deal() -> None:
    text = f'[Board "1"]\n\n[Dealer "S"]\n[Deal "N:{ONE_SUIT_EACH}"]\n\n[Deal "N:{ONE_SUIT_EACH}"]'
    first, second = read_deals(text)
    assert (first.board, first.dealer) == ("1", 2)
    assert (second.board, second.dealer) == ("", 0)


def test_a_game_without_deal_gives_none() -> None:
    text = f'[Board "1"]\n[Dealer "S"]\n\n[Board "2"]\n[Dealer "W"]\n[Deal "N:{ONE_SUIT_EACH}"]\n'
    (deal,) = read_deals(text)
    assert (deal.board, deal.dealer) == ("2", 3)


def test_values_of_the_game_before() -> None:
    text = SOUND + '\n[Board "8"]\n[Dealer "#"]\n[Deal "#"]\n'
    first, second = read_deals(text)
    assert (second.board, second.dealer, second.hands) == ("8", first.dealer, first.hands)
    (deal,) = read_deals(SOUND.replace('"N:', '"##N:').replace('"W"', '"##W"'))
    assert deal.hands == first.hands
    assert deal.dealer == 3


@pytest.mark.parametrize(
    ("tags", "dealer"),
    [('[Board "1"]', 0), ('[Board "6"]', 1), ('[Board "16"][Dealer "?"]', 3), ('[Board "A"]', 2)],
)
def test_a_dealer_who_is_not_given_follows_from_the_board(tags: str, dealer: int) -> None:
    (deal,) = read_deals(f'{tags}[Deal "S:{ONE_SUIT_EACH}"]')
    assert deal.dealer == dealer


@pytest.mark.parametrize(
    "changed",
    [
        SOUND.replace("\n", "\r\n"),
        SOUND.replace("\n", "\r"),
        "\ufeff" + SOUND,
        SOUND.replace("T", "10"),
        SOUND.replace("AKQJT", "akqjt"),
        SOUND.replace("[Deal ", "[ deal\n "),
        SOUND.replace("N:", "  N:  ").replace('"]', '  " ]'),
        SOUND.rstrip("\n"),
        SOUND.replace("[Board", '[Site "C:\\files\\"]\n[Board'),
        SOUND.replace("[Board", '[Event "an "unescaped" quote"]\n[Board'),
        SOUND.replace("[Board", "] [ [Board").replace("] [ [", "] [\n["),
    ],
)
def test_the_same_deal_in_other_dress(changed: str) -> None:
    (plain,) = read_deals(SOUND)
    (deal,) = read_deals(changed)
    assert (deal.board, deal.dealer, deal.hands) == (plain.board, plain.dealer, plain.hands)


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("", None, None, "holds no deal"),
        ('[Board "1"]', None, None, "holds no deal"),
        ("one\n{ two", 2, 1, "never closed"),
        ('[Deal "N:- - - -"]', 1, 10, "hand of North is not given"),
        (SOUND.replace(".A", ". A", 1), 3, 8, "four hands, not 5"),
        (SOUND.replace("...A", "..A"), 3, 61, "hand of West has 3 suits"),
        (SOUND.replace("AKQJ", "AKXJ", 1), 3, 12, "'X' is no rank: spades of North"),
        (SOUND.replace(".AKQ", ".AAQ", 1), 3, 29, "AH of East stands in this deal already"),
        (SOUND.replace("32...", "3...", 1), 3, 10, "North has 12 cards, not 13"),
        (SOUND.replace("N:", "X:"), 3, 8, "begins with the seat"),
        (SOUND.replace("N:", "NE"), 3, 8, "begins with the seat"),
        (SOUND.replace('"W"', '"Q"'), 2, 10, "dealer is N, E, S or W, not 'Q'"),
        (SOUND.replace('"W"', '"NE"'), 2, 10, "dealer is N, E, S or W, not 'NE'"),
        ('\n  [Deal ""]', 2, 10, "deal is not given"),
        ('[Deal "?"]', 1, 8, "deal is not given"),
        ('[Deal "#"]', 1, 8, "deal is not given"),
        (SOUND.replace('"]\n', '"\n'), 1, 1, 'written [Board "value"]'),
        ("[Deal]", 1, 1, 'written [Deal "value"]'),
        ("  [deal N:]", 1, 3, 'written [deal "value"]'),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(
    text: str, line: int | None, column: int | None, reason: str
) -> None:
    with pytest.raises(br.RecordError, match=re.escape(reason)) as caught:
        read_deals(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_a_card_twice_names_both_places() -> None:
    with pytest.raises(br.RecordError, match="line 3, column 10"):
        read_deals(SOUND.replace("..AKQ", "A..KQ", 1).replace("AKQJT98765432. ", "", 0))


TAGS = ("Board", "Dealer", "Deal", "Event", "deal")
PIECES = st.sampled_from(
    [
        *(f'[{tag} "' for tag in TAGS),
        *('"]', "\n", "\n\n", "\r\n", "{", "}", ";", "%", "#", "##", "[", "]", "-", ".", " "),
        *('"', "\\", "10", "ß", f"N:{ONE_SUIT_EACH}", "N:", "S:"),
        *ONE_SUIT_EACH.split(),
    ]
)


@given(st.one_of(st.text(), st.lists(PIECES).map("".join)))
@example('[Deal "N:')
@example('[Dealer "ŉ"]' + SOUND[11:])
def test_reading_is_total(text: str) -> None:
    try:
        deals = read_deals(text)
    except br.RecordError:
        return
    assert deals
    assert all(type(deal) is PbnDeal and 0 <= deal.dealer <= 3 for deal in deals)


@given(st.binary())
def test_loading_is_total(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.mktemp("pbn") / "any.pbn"
    path.write_bytes(content)
    with pytest.raises(br.RecordError):
        load_deals(path)


def test_files_in_utf_8_and_in_latin_1(tmp_path: Path) -> None:
    text = '[Event "Coupe d\'été"]\n' + SOUND
    for name, encoding in (("a", "utf-8"), ("b", "utf-8-sig"), ("c", "latin-1")):
        (tmp_path / name).write_bytes(text.encode(encoding))
        assert load_deals(tmp_path / name) == read_deals(text)
    with pytest.raises(FileNotFoundError):
        load_deals(tmp_path / "d")


def test_long_texts_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pbn, "MOST", len(SOUND))
    assert len(read_deals(SOUND)) == 1
    with pytest.raises(br.RecordError, match=f"{len(SOUND)} are read at most"):
        read_deals(SOUND + "\n")
    path = tmp_path / "long.pbn"
    path.write_text(SOUND)
    assert len(load_deals(path)) == 1
    path.write_text(SOUND + "\n")
    with pytest.raises(br.RecordError, match=f"{len(SOUND)} bytes are read at most"):
        load_deals(path)


@pytest.mark.parametrize("piece", ["[", '"', "{}", "[a ", '[x"', "\n", " ", '[Deal "#"]\n'])
def test_the_time_grows_no_faster_than_the_text(piece: str) -> None:
    """A text of 200 000 pieces would take minutes if any piece were read again and again."""
    with pytest.raises(br.RecordError):
        read_deals(piece * 200_000)


@pytest.mark.parametrize("piece", ['"', "{}", "[a\n", '[x "y"]', ";\n", "a\n", "%\n"])
def test_however_much_is_read_over_the_deal_after_it_is_read(piece: str) -> None:
    (deal,) = read_deals(f"{piece * 5001}\n{SOUND}")
    assert deal.line == piece.count("\n") * 5001 + 4
    with pytest.raises(br.RecordError, match="a comment opens here and is never closed"):
        read_deals(f"{piece * 5001}\n{{")
