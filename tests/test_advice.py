"""The trials of the advice to players run, and the figures on the page are of their command."""

from __future__ import annotations

import random
import re
import shlex
from math import comb
from pathlib import Path

import pytest
from benchmarks.advice.__main__ import main
from benchmarks.advice.hands import count_misere_hands, is_misere_hand, misere_hand, sure_tricks
from benchmarks.advice.page import sections
from benchmarks.advice.players import ADVICE
from benchmarks.advice.runs import Size, play
from benchmarks.advice.trials import Advised, Job, clusters
from click.testing import CliRunner

import boston_rules as br
from boston_rules.bots import SimpleBot, play_deal
from boston_rules.simulate.intervals import Interval

DOCS = Path(__file__).resolve().parents[1] / "docs"
TINY = Size(deals=2, calls=2, hands=1, ask=1)


def parts(text: str) -> dict[str, str]:
    """The parts of a file of figures, as the page includes them."""
    found = re.findall(
        r"^\.\. \[(\w+)\]\n(.*?)^\.\. \[end of \1\]$", text, re.MULTILINE | re.DOTALL
    )
    return dict(found)


@pytest.mark.long
def test_the_command_makes_every_part_that_the_page_includes(tmp_path: Path) -> None:
    file = tmp_path / "advice.inc"
    result = CliRunner().invoke(main, ["--smoke", "--workers", "1", "--table", str(file)])
    assert result.exit_code == 0, result.output
    made = parts(file.read_text(encoding="utf-8"))
    page = (DOCS / "playing.rst").read_text(encoding="utf-8")
    included = re.findall(r"^   :start-after: \.\. \[(\w+)\]$", page, re.MULTILINE)
    assert set(included) == set(made) == set(parts((DOCS / "advice.inc").read_text("utf-8")))
    assert re.findall(r"^   :end-before: \.\. \[end of (\w+)\]$", page, re.MULTILINE) == included


@pytest.mark.long
def test_figures_depend_on_the_seed_and_not_on_the_workers() -> None:
    one = play(TINY, 1, 1, lambda told: None)
    assert one == play(TINY, 1, 2, lambda told: None)
    assert one != play(TINY, 2, 1, lambda told: None)
    assert (
        "\n".join(sections(one)["command"])
        .rstrip()
        .endswith("--deals 2 --calls 2 --hands 1 --ask 1 --seed 1 --table docs/advice.inc")
    )


def figures() -> list[tuple[str, list[str]]]:
    """Every line of every table of gains of the committed figures."""
    found = []
    for name, text in parts((DOCS / "advice.inc").read_text("utf-8")).items():
        if name in {advice.group for each in ADVICE.values() for advice in each}:
            cells = re.findall(r"^   (?:\*| ) - ?(.*)$", text, re.MULTILINE)
            rows = [cells[at : at + 5] for at in range(0, len(cells), 5)]
            found += [(name, row) for row in rows if row[0] not in ("One player", "All defenders")]
    return found


def test_the_committed_figures_are_of_the_advice_of_today() -> None:
    assert [(name, row[0]) for name, row in figures()] == [
        (advice.group, advice.words)
        for each in ADVICE.values()
        for group in dict.fromkeys(advice.group for advice in each)
        for together in (False, True)
        for advice in each
        if advice.group == group and advice.together is together
    ]
    command = re.findall(r"^   \$ (.*)$", (DOCS / "advice.inc").read_text("utf-8"), re.MULTILINE)
    (line,) = command
    context = main.make_context("advice", shlex.split(line)[3:])
    assert context.params["page"] == "docs/advice.inc"


@pytest.mark.parametrize(("name", "row"), figures())
def test_a_verdict_is_what_its_interval_says(name: str, row: list[str]) -> None:
    estimate, low, high = map(float, re.findall(r"[-+]\d+\.\d+", row[2]))
    assert low <= estimate <= high
    if row[4] == "is always done":
        assert row[1] == "0.0 %"
    else:
        assert row[4] == ("gains" if low > 0 else "loses" if high < 0 else "undecided")


# What is tried.


def view_of(
    slug: str, hands: list[str], *tokens: str, dealer: int = 3
) -> tuple[br.State, br.State]:
    state = br.start(br.get_variant(slug), dealer, hands=[br.Cards.parse(hand) for hand in hands])
    for token in tokens:
        state = br.apply(state, br.parse_action(token))
    assert state.actor is not None
    return state, br.observe(state, state.actor)


HANDS = [
    "AS KS QS JS TS 9S 8S AH KH 4D 3D 5C 4C",
    "QH JH TH 9H AD KD QD 7C 6C 3C 2C 7S 6S",
    "8H 7H 6H 5H JD TD 9D AC KC 5S 4S 3S 2S",
    "4H 3H 2H 8D 7D 6D 5D 2D QC JC TC 9C 8C",
]


def left(slug: str, words: str, *tokens: str) -> set[str]:
    _, view = view_of(slug, HANDS, *tokens)
    (advice,) = (each for each in ADVICE[slug] if each.words == words)
    found = advice.left(view)
    assert set(found) <= set(br.legal_actions(view))
    return set(map(str, found))


@pytest.mark.long
@pytest.mark.parametrize("slug", ADVICE)
def test_whoever_follows_a_piece_of_advice_does_what_it_leaves(slug: str) -> None:
    told = set()

    class Watching(SimpleBot):
        def choose(self, view: br.State) -> br.Action:
            action = super().choose(view)
            for advice in ADVICE[slug]:
                found = advice.left(view)
                if action not in found:
                    assert Advised(advice).choose(view) in found
                    told.add(advice.words)
            return action

    for seed in range(15):
        state = br.start(br.get_variant(slug), seed % 4)
        play_deal(state, [Watching()] * 4, random.Random(seed))
    assert len(told) > len(ADVICE[slug]) / 2


def test_who_counts_bids_no_more_than_he_counts() -> None:
    # Three tops, four small trumps, an ace and a king beside it.
    assert sure_tricks(br.Cards.parse(HANDS[0]).mask, br.SPADES) == 9
    found = left("classic", "bids no more tricks than he counts")
    assert {"pass", "bid 9 S", "bid grande-misere"} <= found
    assert "bid 10 S" not in found
    assert "bid 5 H" not in found, "two tops are two tricks"


def test_a_balanced_hand_bids_the_highest_suit() -> None:
    # The hand has four hearts and three diamonds; its clubs are as long and lower.
    found = left("classic", "of suits within half a trick bids the highest", "pass", "pass", "pass")
    bids = {token for token in found if token.startswith("bid 5 ")}
    assert len(bids) == 1


def test_who_does_not_return_passes_once_he_is_overcalled() -> None:
    words = "does not bid again once he is overcalled"
    tokens = ("bid 5 S", "bid 5 D", "pass", "pass")
    assert left("classic", words, *tokens) == {"pass"}
    assert len(left("classic", words, *tokens[:2])) > 1


def test_a_bid_of_tricks_is_left_to_its_bidder_but_for_a_misere() -> None:
    found = left("classic", "bids no tricks over a bid of tricks", "bid 8 S")
    assert found == {"pass", "bid grande-misere", "bid misere-ouverte"}


def test_a_defender_keeps_his_trumps() -> None:
    hands = [
        "AS KS QS JS TS 9S 8S AH KH 4D 3D 5C 4C",
        "QH JH TH 9H 8H 7H AD KD QD 7C 6C 7S 6S",
        "6H 5H JD TD 9D AC KC QC JC 5S 4S 3S 2S",
        "4H 3H 2H 8D 7D 6D 5D 2D TC 9C 8C 3C 2C",
    ]
    # Seat 3 has no spade; hearts are trumps and seat 1 is the declarer.
    state, view = view_of(
        "classic", hands, "pass", "bid 6 H", "pass", "pass", "pass", "play AS", "play 6S", "play 2S"
    )
    by_words = {advice.words: advice for advice in ADVICE["classic"]}
    for words in ("one defender does not ruff in the first four tricks", "no defender ever ruffs"):
        kept = by_words[words].left(view)
        assert {str(action) for action in br.legal_actions(view)} - set(map(str, kept)) == {
            "play 4H", "play 3H", "play 2H",
        }  # fmt: skip
    assert by_words["no defender ruffs over a ruff"].left(view) == br.legal_actions(view)
    low = by_words["one defender follows low even where he could win"]
    before = br.observe(br.apply(state, br.parse_action("play 2D")), None)
    assert before.actor == 0
    assert low.left(view) == br.legal_actions(view), "he cannot follow"


def test_a_call_outside_trumps() -> None:
    tokens = ("bid 5 S", "pass", "pass", "pass")
    found = left("fontainebleau-cats", "calls an ace outside trumps, else a king", *tokens)
    assert found == {"solo", "call AD", "call AC"}


def test_a_deal_in_which_the_advice_changes_nothing_counts() -> None:
    job = Job(variant=br.get_variant("classic"), seed=3, ask=0)
    found = job.play(range(3))
    for trial, advice in zip(found.trials, ADVICE["classic"], strict=True):
        assert len(trial.gain) == 3
        hands = clusters(trial.gain).size
        assert hands == (3 if advice.together else 12)
        assert clusters(trial.contrary).size == hands
        assert clusters(trial.changed).size == clusters(trial.contrary).total


# Hands.


def test_hands_for_a_misere_are_counted_in_two_ways() -> None:
    # Thirteen of the 22 cards that are left when one suit loses its four middle ones, except the
    # hand of the other suit alone; what is counted for both suits counts once.
    assert count_misere_hands() == 6 * (2 * (comb(22, 13) - 1) - comb(18, 13))


def test_a_random_hand_for_a_misere_is_one() -> None:
    rng = random.Random(5)
    for _ in range(50):
        hand = misere_hand(rng)
        assert len(set(hand)) == 13
        assert is_misere_hand(br.Cards(hand).mask)


def test_an_interval_is_of_deals_not_of_hands() -> None:
    """Four hands of a deal hang together."""
    apart = clusters([(1, 1), (-1, 1)] * 40).mean()
    together = clusters([(4, 4), (-4, 4)] * 10).mean()
    assert isinstance(apart, Interval)
    assert isinstance(together, Interval)
    assert apart.high is not None
    assert together.high is not None
    assert together.high > 1.9 * apart.high
