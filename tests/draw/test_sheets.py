"""Plays, ladders, bills and scores: the tables tell what the objects hold."""

from __future__ import annotations

import random
import re
from xml.etree import ElementTree as ET

import pytest
from attrs import evolve
from docs._ext.specimens import ENGLISH, FONTAINEBLEAU, FRENCH, position, session

import boston_rules as br
from boston_rules import testing
from boston_rules.deal.terms import fixed_partner, terms_of
from boston_rules.telling import draw
from boston_rules.telling.tables.deals import bill_sheet, play_sheet
from boston_rules.telling.tables.ladders import ladder_sheet
from boston_rules.telling.tables.scores import score_sheet
from boston_rules.telling.tables.text import sheet_text

SLUGS = br.list_variants()
ENDS = session(FONTAINEBLEAU)


def rows(text: str) -> list[list[str]]:
    """The cells of a table in plain text, below its rule."""
    lines = text.splitlines()
    first = next(place for place, line in enumerate(lines) if set(line) <= set("─- ") and line)
    found = []
    for line in lines[first + 1 :]:
        if not line:
            break
        found.append(re.split(r"\s{2,}", line.strip()))
    return found


# The play.


@pytest.mark.parametrize("slug", ["fontainebleau", "french", "english-boston", "mariland"])
def test_the_play_has_every_card_its_leader_and_its_winner(slug: str) -> None:
    variant = br.get_variant(slug, **({"seats": 3} if slug == "english-boston" else {}))
    ends = {}
    for seed in range(12):
        for at in testing.random_walk(variant, seed=seed).positions:
            if isinstance(at.state, br.Settled) and at.state.tricks:
                ends[at.state.contract is None] = at.state
    assert ends
    for state in ends.values():
        (table,) = play_sheet(state).tables
        assert len(table.rows) == len(state.tricks)
        for trick, row in zip(state.tricks, table.rows, strict=True):
            cells = row[1 : 1 + variant.seats]
            order = [(trick.leader + step) % variant.seats for step in range(variant.seats)]
            assert tuple(cells[seat].card for seat in order) == trick.cards
            assert [seat for seat in range(variant.seats) if cells[seat].leads] == [trick.leader]
            assert [seat for seat in range(variant.seats) if cells[seat].wins] == [trick.winner]
        if state.contract is None:
            assert len(table.columns) == 2 + variant.seats
        else:
            exact = variant.ladder[state.contract.key].goal.words().startswith(("win no", "win ex"))
            side = (state.contract.declarer,) if exact else state.contract.side
            won = sum(state.taken[seat] for seat in side)
            assert [cell.text for cell in table.rows[-1][-3:-1]] == [
                str(won),
                str(len(state.tricks) - won),
            ]


def test_the_play_says_what_the_side_must_win_and_whether_it_has() -> None:
    assert play_sheet(ENDS[0]).about == (
        "Six Levées in ♥ by seat 0 with seat 1.",
        "The side must win 9 tricks or more and has won 9: made.",
    )
    assert play_sheet(ENDS[2]).about == (
        "Grand Misère on the Table by seat 3.",
        "The declarer must win no trick and has won 1: lost.",
    )
    middle = position(FONTAINEBLEAU, 30)
    assert play_sheet(middle).about[1] == ("The side must win 9 tricks or more and has won 2.")
    assert play_sheet(position(FONTAINEBLEAU, 5)).about == ("No contract yet.",)


def test_the_play_of_a_deal_under_way_ends_with_the_cards_on_the_table() -> None:
    middle = position(FONTAINEBLEAU, 30)
    (table,) = play_sheet(br.observe(middle, 2)).tables
    assert table == play_sheet(middle).tables[0]
    assert [cell.card for cell in table.rows[-1][1:5]] == [
        br.parse_card("2H"), None, br.parse_card("JC"), br.parse_card("5C"),
    ]  # fmt: skip
    assert [cell.leads for cell in table.rows[-1][1:5]] == [False, False, True, False]


# The ladder.


@pytest.mark.parametrize("slug", SLUGS)
def test_a_ladder_has_every_bid_and_its_prices(slug: str) -> None:
    """The prices are those of the bills: just made, and lost by one."""
    variant = br.get_variant(slug)
    sheet = ladder_sheet(variant)
    (table,) = sheet.tables
    heads = [column.head for column in table.columns]
    steps = list(reversed(tuple(variant.ladder)))
    assert [row[1].text for row in table.rows] == [step.name or step.key for step in steps]
    assert [row[0].text for row in table.rows] == [str(n) for n in range(len(steps), 0, -1)]
    for step, row in zip(steps, table.rows, strict=True):
        cells = dict(zip(heads, (cell.text for cell in row), strict=True))
        for verdict in ("made", "lost"):
            low, _, high = cells[verdict].partition("–")
            assert 0 < int(low) <= int(high or low)
        assert ("French" in cells) == any(s.french and s.french != s.name for s in steps)
        assert bool(cells.get("partner")) == step.partnered


PRICES = [
    ("fontainebleau", "5", "10–30", "15–35"),
    ("fontainebleau", "little-misere", "75", "75"),
    ("french", "quatre-as", "32–128", "32–128"),
    ("mariland", "4", "2–6", "3–9"),
]


@pytest.mark.parametrize(("slug", "key", "made", "lost"), PRICES)
def test_prices_of_a_ladder(slug: str, key: str, made: str, lost: str) -> None:
    variant = br.get_variant(slug)
    (table,) = ladder_sheet(variant).tables
    row = table.rows[len(variant.ladder) - 1 - variant.ladder.place(key)]
    assert [cell.text for cell in row[-2:]] == [made, lost]


UNTURNED = [slug for slug in SLUGS if br.get_variant(slug).dealing.turn is None]


@pytest.mark.parametrize("slug", UNTURNED)
def test_prices_of_a_ladder_are_those_of_the_bills(slug: str) -> None:
    """Where no card is turned: what an opponent pays, or gets, when one more or less decides."""
    variant = br.get_variant(slug)
    partner = fixed_partner(variant, 0)
    for step, row in zip(
        reversed(tuple(variant.ladder)), ladder_sheet(variant).tables[0].rows, strict=True
    ):
        target = terms_of(variant, br.Contract(step.key, 0, partner=partner)).target
        counted = step.goal.words().endswith(("or more", "win 13 tricks"))
        for cell, taken in zip(
            row[-2:], (target, target - 1 if counted else target + 1), strict=True
        ):
            chips = set()
            for trump in br.Suit if step.has_trumps else (None,):
                tricks = (taken, step.tricks_played(variant.hand) - taken, 0, 0)
                contract = br.Contract(step.key, 0, trump, partner=partner)
                bill = br.settle(variant, contract, br.Outcome(tricks=tricks))
                chips |= {
                    paid.chips
                    for paid in bill.transfers
                    if 1 in (paid.payer, paid.payee) and br.POOL not in (paid.payer, paid.payee)
                }
            low, _, high = cell.text.partition("–")
            assert (min(chips), max(chips)) == (int(low), int(high or low)), step.key
    assert len(UNTURNED) > 3


# Bills and scores.


@pytest.mark.parametrize("state", ENDS, ids=range(4))
def test_a_bill_tells_every_transfer_and_what_it_comes_to(state: br.State) -> None:
    bill = state.settlement
    assert bill is not None
    paid, totals = bill_sheet(bill).tables
    assert [tuple(cell.text for cell in row[:3]) for row in paid.rows] == [
        tuple(re.match(r"(.+) pays (.+) (\d+):", str(transfer)).groups())  # type: ignore[union-attr]
        for transfer in bill.transfers
    ]
    assert [int(cell.text) for cell in totals.rows[0][1:5]] == list(bill.deltas)
    assert sum(int(cell.text) for cell in totals.rows[0][1:]) == 0
    assert totals.rows[1][5].text == str(bill.pool)


def test_a_bill_without_transfers() -> None:
    bill = br.Settlement((), (0, 0, 0, 0), pool=40, set_aside=0, made=None)
    paid, totals = bill_sheet(bill).tables
    assert paid.rows[0][0].text == "nobody pays"
    assert [cell.text for cell in totals.rows[0]] == ["in all", *"00000"]
    assert draw.bill(bill).title == "Settlement"


def test_chips_set_aside_are_told() -> None:
    bill = br.Settlement((), (0, 0, 0), pool=40, set_aside=1, made=None)
    assert bill_sheet(bill).notes == (
        "The pool holds 40 chips afterwards; set aside: 1 chip. Antes are not part of the bill.",
    )


def test_a_score_adds_up() -> None:
    record = br.record(ENDS, players=["Ann", "Ben", "Cato", "Dora"])
    sheet = score_sheet(record)
    assert sheet.title == "Boston de Fontainebleau: 4 deals"
    (table,) = sheet.tables
    assert [column.head for column in table.columns[3:]] == [
        *("Ann", "Ben", "Cato", "Dora", "pool"),
    ]
    deltas = [[int(cell.text) for cell in row[3:7]] for row in table.all_rows]
    assert [sum(column) for column in zip(*deltas[:-1], strict=True)] == deltas[-1]
    assert deltas[0] == [65, 65, -40, -40]

    short = score_sheet(record, limit=1).tables[0].all_rows
    assert short[0][2].text == "3 deals before"
    assert len(short) == 3
    assert [row[0].text for row in short] == ["", "4", ""]
    assert short[-1] == table.footer[-1]
    assert len(score_sheet(record, limit=None).tables[0].all_rows) == 5


def test_a_score_of_what_is_not_finished_hidden_or_unknown() -> None:
    record = br.record([*ENDS[:1], br.next_deal(ENDS[0])])
    assert "not finished: 0 actions so far" in draw.score(record).svg
    redacted = br.redact(br.record(ENDS), 2)
    assert score_sheet(redacted).about == ("It shows what seat 2 knows.",)
    assert "what an onlooker knows" in draw.score(br.redact(br.record(ENDS), None)).svg
    foreign = evolve(record, variant="no-such-game", fingerprint=None, revision=None)
    assert draw.score(foreign).title == "no-such-game: 2 deals"


# Forms of a table.


def test_plain_text_has_the_rows_of_the_sheet() -> None:
    text = draw.play_text(ENDS[0], names=["Ann", "Ben", "Cato", "Dora"])
    head = next(line for line in text.splitlines() if line.startswith("trick"))
    assert head.split() == ["trick", "Ann", "Ben", "Cato", "Dora", "side", "others", "won", "by"]
    assert rows(text)[0] == ["1", "▸♣A✓", "♣2", "♣6", "♣3", "1", "0", "Ann"]
    assert [row[0] for row in rows(text)[:13]] == [str(number) for number in range(1, 14)]
    plain = draw.play_text(ENDS[0], ascii=True)
    assert plain.isascii()
    assert rows(plain)[0] == ["1", ">AC*", "2C", "6C", "3C", "1", "0", "seat 0"]
    assert "Six Levees in H by seat 0" in plain
    for slug in SLUGS:
        assert sheet_text(ladder_sheet(br.get_variant(slug)), ascii_only=True).isascii()


def test_html_tables_hold_the_same_and_escape_it() -> None:
    hostile = evolve(br.record(ENDS), players=["<script>", "&amp;", '"', "d"])
    for html in (draw.html(hostile), draw.html(br.get_variant("french"))):
        assert "<script>" not in html
        root = ET.fromstring(html)
        assert root.tag == "div"
        for table in root.iter("table"):
            heads = [head.text for head in table.iter("th")]
            assert all(len(row) == len(heads) for row in table.iter("tr"))
            assert all(head.get("scope") == "col" for head in table.iter("th"))
    assert "&lt;script&gt;" in draw.html(hostile)
    bill = session(FRENCH)[0].settlement
    assert bill is not None
    cells = list(ET.fromstring(draw.html(bill)).iter("td"))
    assert "".join(cells[2].itertext()) == str(bill.transfers[0].chips)


# Tricks.


def test_a_trick_is_the_one_asked_for() -> None:
    middle, end = position(FONTAINEBLEAU, 30), ENDS[0]
    assert isinstance(end, br.Settled)
    assert draw.trick_text(end) == draw.trick_text(end, 13)
    assert draw.trick_text(end, 4) == (
        "trick 4: seat 2 leads ♠K ✓, seat 3 ♠6, seat 0 ♠2, seat 1 ♠J"
    )
    assert draw.trick_text(end.tricks[3], ascii=True) == (
        "seat 2 leads KS *, seat 3 6S, seat 0 2S, seat 1 JS"
    )
    assert draw.trick_text(middle) == draw.trick_text(middle, 5)
    assert draw.trick_text(middle) == "trick 5: seat 2 leads ♣J, seat 3 ♣5, seat 0 ♥2"
    assert draw.trick(br.observe(middle, 1)) == draw.trick(middle)
    wins = [name for name in ("trick", "middle") if ">wins<" in draw.trick(
        end if name == "trick" else middle).svg]  # fmt: skip
    assert wins == ["trick"]
    assert draw.trick(end, 4).title == "Trick 4"
    for number in (0, 6, -1):
        with pytest.raises(ValueError, match="4 tricks are complete; there is no trick number"):
            draw.trick(middle, number)
    with pytest.raises(ValueError, match="no card has been played"):
        draw.trick(position(FRENCH, 3))
    with pytest.raises(ValueError, match="there are 4 seats, and 1 names"):
        draw.trick_text(end, names=["Ann"])
    with pytest.raises(ValueError, match="there are 4 seats, and 1 names"):
        draw.trick(end, names=["Ann"])
    with pytest.raises(ValueError, match="bottom, who is drawn below, is a seat 0 to 3, not -1"):
        draw.trick(end, bottom=-1)
    with pytest.raises(TypeError, match="what must be a State or a Trick"):
        draw.trick(3)  # type: ignore[arg-type]


# Deals as text.


def cards_in(text: str) -> br.Cards:
    """The cards of the hands in a deal in ASCII."""
    found = re.findall(r"(?<!\S)([SHCD]) ([2-9TJQKA]+)(?!\S)", text)
    return br.Cards(br.parse_card(rank + suit) for suit, ranks in found for rank in ranks)


def test_a_deal_in_text_has_the_cards_of_its_hands() -> None:
    rng = random.Random(1)
    for ends, count in ((FONTAINEBLEAU, 30), (FRENCH, 3), (ENGLISH, 18)):
        state = position(ends, count)
        held = br.Cards(card for hand in state.hands for card in hand)
        dead = br.Cards()
        if state.table.variant.seats == 3:
            assert state.deal is not None
            dead = br.Cards(br.PACK[card] for card in state.deal.dead)
        text = draw.text(state, ascii=True)
        assert text.isascii()
        assert cards_in(text) == held | dead
        for seat in range(state.table.variant.seats):
            view = br.observe(state, seat)
            seen = cards_in(draw.text(view, ascii=True))
            assert state.hands[seat] <= seen
            assert draw.text(view) == draw.text(br.observe(br.sample(view, rng), seat))
    assert cards_in(draw.text(ENDS[0], ascii=True)) == br.Cards(br.PACK)


def test_a_deal_in_text_lies_like_a_compass() -> None:
    lines = draw.text(
        position(FONTAINEBLEAU, 30), names=["Ann", "Ben", "Cato", "名前"]
    ).splitlines()
    assert lines[0] == "Boston de Fontainebleau · Deal 1 of 12 · play"
    assert lines[1] == "Six Levées in ♥ by Ann with Ben · pool 50"
    at = {
        name: next(n for n, line in enumerate(lines[2:], 2) if name in line)
        for name in ("Cato", "Ben", "Ann")
    }
    assert at["Cato"] < at["Ben"] < at["Ann"]
    both = lines[at["Ben"]]
    assert both.index("Ben") < both.index("名前")
    assert "Ben (partner) ◂" in both
    assert lines[-1] == "◂ to act"
    assert "♣J" in lines[at["Ben"] + 1]
