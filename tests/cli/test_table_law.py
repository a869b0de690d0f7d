"""A person at the terminal by the table's law: he revokes, claims, corrects, demands."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.cli.test_human import Scripted, talk
from tests.engine.at_table import go, opened, spades
from tests.phases.table_talk import finish, first_lawful

import boston_rules as br
from boston_rules.cli.human import Human
from boston_rules.cli.report import Seats
from boston_rules.cli.terminal import open_console
from boston_rules.records.pbn import PbnDeal, load_deals

TABLE = br.get_variant("fontainebleau", enforcement="table", deals=1)
AUCTION = ("bid 5 S", "solo")


@pytest.fixture
def deal(pbn_deals: Path) -> PbnDeal:
    """The first deal of the file.

    Seat 0 has ♠QJ4 ♥AK7 ♦543 ♣Q965, seat 1 ♠A3 ♥T985 ♦KT86 ♣AT4, seat 2, the person,
    ♠KT765 ♥62 ♦AJ92 ♣72, seat 3 ♠982 ♥QJ43 ♦Q7 ♣KJ83.
    """
    return load_deals(pbn_deals)[0]


def flat(text: str) -> str:
    return " ".join(text.split())


def after_an_ace(*typed: str, deal: PbnDeal, third: str) -> str:
    """What is shown of a trick to his ace of diamonds, in which seat 3 plays ``third``."""
    return flat(
        talk(
            *(*AUCTION, "play AD", *typed),
            variant=TABLE,
            deal=deal,
            dealer=1,
            seat_3=Scripted(play=third),
            seat_0=Scripted(play="play 3D"),
            seat_1=Scripted(play="play 6D"),
        )
    )


def test_he_claims_a_revoke_and_the_claim_is_right(deal: PbnDeal) -> None:
    text = after_an_ace("revoke 3 1", "help", deal=deal, third="play 9S")
    assert "Denis plays ♠9." in text
    assert "claim a revoke of Denis in trick 1" in text
    assert "You claim a revoke of Denis in trick 1, and so it was." in text
    assert "By the law of this table, a dealer who misdeals" in text
    assert "forfeits three tricks to the other; a revoke by an opponent makes a misère" in text
    assert "a revoke can be claimed from the end of its trick until the cards are cut" in text


def test_a_claim_that_is_not_open_is_refused_with_the_reason(deal: PbnDeal) -> None:
    text = after_an_ace("revoke 0", deal=deal, third="play QD")
    assert "No: claim a revoke of Alix: only another seat that did not follow suit" in text
    assert "You claim" not in text


def test_his_revokes_are_marked_and_he_may_correct_one(deal: PbnDeal) -> None:
    text = flat(
        talk(
            *("pass", "decline", "play KS", "correct AD", "quit"),
            variant=TABLE,
            deal=deal,
            dealer=0,
            seat_1=Scripted(auction="bid 6 D", play="play KD"),
            seat_3=Scripted(play="play QD"),
        )
    )
    assert "play ♠, a revoke" in text
    assert "You play ♠K." in text
    assert "Out of turn" in text
    assert "correct ♦" in text
    assert "You correct the play to ♦A." in text


def test_he_demands_an_exposed_card(deal: PbnDeal) -> None:
    state = br.start(TABLE, 1, hands=deal.hands)
    for token in ("bid 5 S", "pass", "pass", "pass", "solo"):
        state = br.apply(state, br.parse_action(token))
    state = br.apply(state, br.parse_action("play 9S"), seat=3)
    state = br.apply(state, br.parse_action("play KS"))
    output = io.StringIO()
    lines = ["", "help", "nonsense", "demand 9S"]
    seats = Seats.of_bots(("scripted",) * 4, 2)
    human = Human(open_console(output), 2, seats, lambda: lines.pop(0))
    view = br.observe(state, 2)
    assert human.interrupt(view) is None
    assert human.interrupt(view) == br.Demand(br.parse_card("9S"))
    text = flat(output.getvalue())
    assert "demand ♠ 1 ♠9" in text
    assert "an opponent may demand it when its owner is to play" in text
    assert "'nonsense' is not understood; possible now: demand the nine of spades." in text
    # Nothing but cards to lay out of turn: he is not asked.
    assert human.interrupt(br.observe(state, 0)) is None


def test_out_of_turn_he_may_look_and_take_back(deal: PbnDeal) -> None:
    text = talk(
        *("pass", "decline", "play KS", "hand", "hint", "table", "correct AD", "undo", "quit"),
        variant=TABLE,
        deal=deal,
        dealer=0,
        seat_1=Scripted(auction="bid 6 D", play="play KD"),
        seat_3=Scripted(play="play QD"),
    )
    assert "The bot called simple would wait for its turn." in text
    assert "Out of turn: play" in text
    assert "Your hand   ♠T765   ♣72   ♥62   ♦AJ92" in text
    assert "Taken back: correct the play to the ace of diamonds." in text
    assert text.count("Enter to let it be.") == 2


def test_the_option_of_the_command(run: Run) -> None:
    text = run(*("play", "classic", "--enforcement", "table", "--seed", 1, "--deals", 1)).stdout
    assert "enforcement=table" in text
    again = run(
        *("play", "classic", "--option", "enforcement=table", "--seed", 1),
        *("--deals", 1),
    ).stdout
    assert again == text


ERRORS = go(
    *(spades(), "play AS", "play KH", "play 5S", "play 2S", "2: revoke 1"),
    *("play KS", "2: play TH", "play QH", "1: correct 8S", "0: demand TH"),
)


def replayed(run: Run, folder: Path, state: br.State) -> str:
    state = finish(state, first_lawful)
    path = folder / "errors.txt"
    path.write_text(br.dumps(br.record([state])), encoding="utf-8")
    return flat(run("replay", path).stdout)


def test_a_replay_tells_what_was_done_out_of_turn_and_what_it_cost(
    run: Run, tmp_path: Path
) -> None:
    text = replayed(run, tmp_path, ERRORS)
    assert (
        "Seat 0 plays alone. After trick 1: seat 2 claims a revoke of seat 1, seat 2 plays ♥T out "
        "of turn, seat 1 corrects the play to ♠8 and seat 0 demands ♥T."
    ) in text
    assert "Seat 1 revoked: 3 tricks more for the declarer's side [ENC" in text


def test_a_replay_of_a_deal_that_a_misdeal_has_lost(run: Run, tmp_path: Path) -> None:
    text = replayed(run, tmp_path, go(opened("russian"), "misdeal"))
    assert "Misdeal: the dealer loses the deal." in text
    assert "Nobody bids" not in text
    text = replayed(run, tmp_path, go(opened("classic"), "pass", "pass", "pass", "pass"))
    assert "Nobody bids" in text
