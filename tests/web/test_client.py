"""The client in Chromium, at the host: a deal by pointer, by keyboard and on a phone; four people,
a line that drops, an onlooker, three languages."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.headless import Visit
from tests.web.conftest import SECONDS, Host
from tests.web.playing import (
    ENOUGH,
    PHONE,
    act,
    at_once,
    next_deal,
    play_the_deal,
    quick_visits,
    sit_down,
    turn,
    until,
)

import boston_rules as br
from boston_rules.bots import SimpleBot, play_deal
from boston_rules.web.line import MOST_WINDOWS

INSIDE = "document.activeElement.closest('.hand, .middle') !== null"


def _is_expected(message: Any) -> bool:
    """What tests are about: a host that is down, and what it refuses."""
    return "ERR_CONNECTION" in message.text or "status of 422" in message.text


@pytest.fixture
def visit(chromium: Any) -> Iterator[Visit]:
    """Opens a page of the host, at which nothing takes its time."""
    with quick_visits(chromium, _is_expected) as visit:
        yield visit


def open_table(page: Any, game: str, friends: bool = False, deals: int = 1) -> str:
    """Open a table by the list of games; its name."""
    page.click(f".way >> text={'Play with friends' if friends else 'All games'}")
    page.fill("dialog .setting input", "Ann")
    page.dispatch_event("dialog .setting input", "change")
    page.click(f".game-line[data-slug={game}]")
    page.click("dialog summary")
    page.fill("dialog [name=deals]", str(deals))
    page.click("dialog .main")
    page.wait_for_selector("#root[data-view=table]")
    return str(page.url.rpartition("=")[2])


@pytest.mark.parametrize("phone", [False, True])
def test_a_deal_is_played_by_touch_from_the_first_page_to_the_next_deal(
    host: Host, visit: Visit, phone: bool
) -> None:
    page = visit(host.url, **(PHONE if phone else {}))
    sit_down(page)
    play_the_deal(page)
    assert page.locator(".sums li").count() == 4
    next_deal(page)
    assert "deal 2 of" in page.inner_text("h1")
    page.reload()
    turn(page)
    assert "deal 2 of" in page.inner_text("h1")


def test_the_only_card_that_can_be_played_is_played_by_itself(host: Host, visit: Visit) -> None:
    page = visit(host.url)
    sit_down(page)
    while page.locator(".hand button").count() != 2:
        assert turn(page), "the deal has come to tricks"
        act(page)
    turn(page)
    at_once(page, only="on")
    act(page)
    page.wait_for_selector(".bill")


def test_one_of_four_plays_in_the_browser(host: Host, visit: Visit, tmp_path: Path) -> None:
    """Ann opens a table, sends the link to three others, and they play a session of two deals."""
    page = visit(host.url)
    table = open_table(page, "classic", friends=True, deals=2)
    page.wait_for_selector(".lobby")
    assert page.input_value(".share input") == page.url

    async def sit_and_play(seat: int, name: str) -> None:
        async with host.player(table) as player:
            await player.ask("sit", seat=seat, name=name)
            await player.play(random.Random(seat))

    def others() -> None:
        async def all_three() -> None:
            async with asyncio.TaskGroup() as tasks:
                for seat, name in ((1, "Ben"), (2, "Cato"), (3, "Dora")):
                    tasks.create_task(sit_and_play(seat, name))

        asyncio.run(asyncio.wait_for(all_three(), SECONDS * 2))

    with ThreadPoolExecutor(1) as thread:
        playing = thread.submit(others)
        for _ in range(ENOUGH):
            if turn(page):
                act(page)
            elif page.locator(".over").count():
                break
            else:
                next_deal(page)
        playing.result()
    assert page.inner_text(".over").startswith("The session is over: ")
    page.click(".top .icon >> nth=0")
    with page.expect_download() as waiting:
        page.click("dialog .menu button >> text=Download the record")
    file = tmp_path / "record.txt"
    waiting.value.save_as(file)
    record = br.load(file)
    assert record.players == ("Ann", "Ben", "Cato", "Dora")
    assert len(br.replay(record)) == 2


def test_the_page_comes_back_after_the_host(own_host: Callable[..., Host], visit: Visit) -> None:
    host = own_host()
    table, token = host.open("mariland", bots=3, settings={"seconds": 60})
    page = visit(f"{host.url}#t={table}&k={token}")
    turn(page)
    words = page.text_content("#turn")
    clock = "document.querySelector('.clock').textContent"
    until(page, f"{clock} < '0:57'")
    host.kill()
    page.wait_for_selector(".note >> text=The line to the host is down")
    page.locator(".middle .others button").first.dispatch_event("click")
    page.wait_for_selector(".note >> text=No: the line to the host is down.")
    own_host(port=host.port)
    until(page, "!document.querySelector('.note.shown')")
    assert page.text_content("#turn") == words
    until(page, f"{clock} > '0:57'")
    act(page)


def test_a_tab_too_many_leaves_the_player_his_seat(host: Host, visit: Visit) -> None:
    table, token = host.open("mariland", bots=3)
    page = visit(f"{host.url}#t={table}&k={token}")
    turn(page)
    tabs = [page.context.new_page() for _ in range(MOST_WINDOWS)]
    for tab in tabs:
        tab.goto(f"{host.url}#t={table}")
    tabs[-1].wait_for_selector(".note >> text=Too many are connected.")
    tabs[0].close()
    turn(tabs[-1])
    assert tabs[-1].inner_text(".hand") == page.inner_text(".hand")


def test_a_deal_is_played_by_the_keyboard_alone(host: Host, visit: Visit) -> None:
    page = visit(host.url)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('.way.main')")
    page.keyboard.press("Enter")
    moved = typed = False
    for _ in range(ENOUGH):
        if not turn(page):
            break
        until(page, INSIDE)
        if page.evaluate("document.activeElement.matches('.hand button')") and not moved:
            before = page.evaluate("document.activeElement.dataset.card")
            page.keyboard.press("ArrowRight")
            assert page.evaluate("document.activeElement.dataset.card") != before
            page.keyboard.press("ArrowLeft")
            assert page.evaluate("document.activeElement.dataset.card") == before
            moved = True
        said = page.text_content(".live")
        if not typed and page.locator(".hand .legal").count():
            card = page.locator(".hand .legal").first.get_attribute("data-card")
            page.keyboard.type(card)
            typed = True
        page.keyboard.press("Enter")
        until(page, "before => document.querySelector('.live').textContent !== before", said)
    assert moved
    assert typed
    assert page.evaluate("document.activeElement.matches('.next')")
    page.keyboard.press("Enter")
    turn(page)


def test_a_card_that_may_not_be_played_says_why(host: Host, visit: Visit) -> None:
    page = visit(host.url)
    open_table(page, "mariland", deals=9)
    for _ in range(ENOUGH):
        if not turn(page):
            next_deal(page)
            continue
        if page.locator(".hand .barred").count():
            break
        act(page)
    barred = page.locator(".hand .barred").first
    assert re.search(r": \w+ were led and you hold ", barred.get_attribute("aria-label"))
    barred.dispatch_event("click")
    assert "were led" in page.inner_text(".note")


def test_everybody_reads_his_own_language(host: Host, visit: Visit) -> None:
    page = visit(host.url, locale="de-AT")
    assert page.inner_text(".way.main strong") == "Gleich spielen"
    assert page.get_attribute("html", "lang") == "de"
    page.click(".way.main")
    turn(page)
    table = page.url.rpartition("=")[2]
    other = visit(f"{host.url}#t={table}", locale="fr")
    until(other, "document.querySelector('.tool.hint')?.textContent === 'Conseil'")
    other.click(".tool.history")
    assert other.inner_text("dialog .log li >> nth=-1").endswith(".")
    other.keyboard.press("Escape")
    other.click(".icon >> nth=-1")
    other.select_option("dialog select >> nth=0", "de")
    until(other, "document.querySelector('.tool.hint')?.textContent === 'Tipp'")


def test_an_onlooker_sees_no_hand_and_has_nothing_to_press(host: Host, visit: Visit) -> None:
    table, _ = host.open("mariland", bots=3)
    page = visit(f"{host.url}#t={table}")
    page.wait_for_selector(".plate")
    # A token that is none changes nothing, and is forgotten.
    page.evaluate("name => localStorage.setItem(`boston-rules token ${name}`, 'guessed')", table)
    page.reload()
    page.wait_for_selector(".plate")
    until(page, "table => localStorage.getItem(`boston-rules token ${table}`) === null", table)
    page.wait_for_selector(".backs svg")
    assert page.locator(".hand button").count() == 0
    assert page.locator(".middle button").count() == 0


def test_the_first_lesson_says_what_to_do_until_the_bill(host: Host, visit: Visit) -> None:
    page = visit(host.url)
    page.click(".way >> text=Learn in ten minutes")
    said: list[str] = []
    while turn(page):
        if page.is_visible(".lesson p") and page.inner_text(".lesson p") not in said:
            said.append(page.inner_text(".lesson p"))
        advised = page.locator(".advised")
        stood = page.text_content(".live")
        if advised.count():
            advised.first.dispatch_event("click")
            until(page, "before => document.querySelector('.live').textContent !== before", stood)
        else:
            act(page)
    assert said[0].startswith("Welcome. ")
    assert said[1].startswith("Nobody bids more: ")
    assert len(said) >= 5
    assert page.inner_text(".lesson p").startswith("The deal is over")


def test_a_card_of_the_review_is_played_again_at_a_table_of_its_own(
    host: Host, visit: Visit
) -> None:
    page = visit(host.url)
    sit_down(page)
    play_the_deal(page)
    first = page.url
    page.click(".bill >> text=Review the deal")
    page.wait_for_selector(".strip .judged")
    own = page.locator(".strip .judged:has(small:text-is('You'))").nth(2)
    card = own.locator(".mini").get_attribute("aria-label")
    own.click()
    assert page.inner_text(".about p")
    page.click(".about .main")
    until(page, "first => location.href !== first", first)
    assert turn(page)
    assert page.locator(f".hand [aria-label*='{card}' i].legal").count() == 1
    play_the_deal(page)
    page.click(".top .icon >> nth=0")
    page.click("dialog >> text=Back to the table before")
    page.wait_for_selector(".bill")
    assert page.url == first


def test_a_record_that_is_chosen_is_reviewed(host: Host, visit: Visit, tmp_path: Path) -> None:
    page = visit(host.url)
    file = tmp_path / "evening.txt"
    file.write_text("Dear diary", encoding="utf-8")
    page.set_input_files("[type=file]", file)
    page.wait_for_selector(".note >> text=evening.txt cannot be reviewed: line 1, ")
    states = [play_deal(br.start("mariland"), [SimpleBot()] * 4, random.Random(5))]
    states.append(play_deal(br.next_deal(states[0]), [SimpleBot()] * 4, random.Random(6)))
    br.dump(br.record(states, players=["Ann", "Bob", "Cid", "Dot"]), file)
    page.set_input_files("[type=file]", file)
    page.click(".deals >> text=Deal 1")
    page.wait_for_selector(".deals [aria-pressed=true] >> text=Deal 1")
    assert page.locator(".strip .judged").count() == 52
    assert page.inner_text(".dealt >> nth=1").startswith("Bob")


def test_the_score_of_a_real_table_is_kept_at_the_host(host: Host, visit: Visit) -> None:
    page = visit(host.url)
    page.click(".way >> text=Score a real table")
    for seat, name in enumerate(("Ann", "Bob", "Cid", "Dot")):
        page.locator("#br-names input").nth(seat).fill(name)
    page.click("#br-begin button")
    page.select_option("#br-bid", "6")
    page.select_option("#br-told [name=trump]", "H")
    page.locator("#br-told [name=tricks]").nth(0).fill("12")
    page.click("#br-told button[type=submit]")
    page.wait_for_selector("#br-wrong >> text=No: deal 1: Six has 13 tricks, not 12.")
    page.locator("#br-told [name=tricks]").nth(0).fill("13")
    page.click("#br-told button[type=submit]")
    page.wait_for_selector("#br-sheet >> text=+150")
