"""The page in Chromium: one of four at a table, a line that drops, a phone, the keyboard alone."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.headless import Visit, visits
from tests.web_table.conftest import SECONDS, Host

import boston_rules as br

PHONE = {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True}
ENOUGH = 400
CARDS = ".br-card[data-token]:not([aria-disabled])"
LOG_OTHER_THAN = "before => document.querySelector('#br-log').innerText !== before"


def _host_is_down(message: Any) -> bool:
    """What one test is about."""
    return "ERR_CONNECTION" in message.text


@pytest.fixture
def visit(chromium: Any) -> Iterator[Visit]:
    """Opens a page of the host."""
    with visits(chromium, SECONDS, ready=".br-part[lang]", expected=_host_is_down) as visit:
        yield visit


def until(page: Any, expression: str, argument: object = None) -> None:
    """Wait until it is true. (The page forbids what ``wait_for_function`` does: to evaluate.)"""
    end = time.monotonic() + SECONDS
    while not page.evaluate(expression, argument):
        assert time.monotonic() < end, expression
        page.wait_for_timeout(20)


def open_table(page: Any, game: str, bots: int, deals: int = 1) -> str:
    """Open a table by the form; its name."""
    page.wait_for_selector("#br-open", state="visible")
    page.select_option("#br-game", game)
    page.fill("#br-mine", "Ann")
    page.select_option("#br-bots", str(bots))
    page.click("#br-open summary")
    page.fill("#br-options [name=deals]", str(deals))
    page.click("#br-open button[type=submit]")
    page.wait_for_selector("#br-seats li >> text=Ann (you)")
    return str(page.url.rpartition("/")[2])


def wait_for_turn(page: Any) -> bool:
    """Wait until something is to be done; whether it is an action of the deal."""
    until(
        page,
        "!document.querySelector('#br-web').hasAttribute('aria-busy') && "
        f"document.querySelector('#br-settled:not([hidden]), {CARDS}, #br-choices > *')",
    )
    return not page.is_visible("#br-settled")


def click_on(page: Any) -> None:
    """The first card that may be played, or the first of the choices."""
    cards, position = page.locator(CARDS), page.inner_text("#br-log")
    if cards.count():
        cards.first.dispatch_event("click")
    elif page.locator("#br-choices select").count():
        page.locator("#br-choices .br-group button").first.click()
    else:
        page.locator("#br-choices [data-token]").first.click()
    until(page, LOG_OTHER_THAN, position)


def test_one_of_four_plays_in_the_browser(host: Host, visit: Visit, tmp_path: Path) -> None:
    """Ann opens a table, sends the link to three others, and they play a session of two deals."""
    page = visit(host.url)
    table = open_table(page, "classic", 0, deals=2)
    assert page.input_value("#br-link") == page.url

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
        refused = False
        for _ in range(ENOUGH):
            if wait_for_turn(page):
                if not refused:
                    page.fill("#br-typed", "correct AS")
                    page.keyboard.press("Enter")
                    page.wait_for_selector("#br-refusal:not(:empty)")
                    assert page.inner_text("#br-refusal").startswith("No: ")
                    refused = True
                click_on(page)
                assert page.inner_text("#br-refusal") == ""
            elif page.inner_text("#br-over"):
                break
            else:
                assert page.locator("#br-bill caption").first.inner_text().startswith("Settlement")
                page.click("#br-next")
                page.wait_for_selector("#br-settled", state="hidden")
        playing.result()
    assert page.inner_text("#br-over").startswith("The session is over: ")
    with page.expect_download() as waiting:
        page.click("#br-record")
    file = tmp_path / "record.txt"
    waiting.value.save_as(file)
    record = br.load(file)
    assert record.players == ("Ann", "Ben", "Cato", "Dora")
    assert len(br.replay(record)) == 2


def test_the_page_comes_back_after_the_host(own_host: Callable[..., Host], visit: Visit) -> None:
    host = own_host()
    page = visit(host.url)
    open_table(page, "mariland", 3)
    assert wait_for_turn(page)
    words = page.text_content("#br-words")
    host.kill()
    page.wait_for_selector("#br-line >> text=The line to the host is down")
    page.locator("#br-choices [data-token]").first.click()
    assert page.inner_text("#br-refusal") == "No: the line to the host is down."
    own_host(port=host.port)
    until(page, "document.querySelector('#br-line').textContent === ''")
    assert page.text_content("#br-words") == words
    click_on(page)
    page.reload()
    wait_for_turn(page)  # or the bill, where that was the last of four passes
    assert "Ann (you)" in page.inner_text("#br-seats")


def test_a_deal_is_played_by_the_keyboard_alone(host: Host, visit: Visit) -> None:
    page = visit(host.url)
    page.wait_for_selector("#br-open", state="visible")
    page.focus("#br-mine")
    page.keyboard.type("Ann")
    for key in ("Tab", "End", "Tab", "Tab", "Enter"):
        page.keyboard.press(key)
    page.wait_for_selector("#br-table svg")
    for _ in range(ENOUGH):
        if not wait_for_turn(page):
            break
        inside = "document.activeElement.closest('#br-table, #br-choices') !== null"
        until(page, inside)
        before = page.inner_text("#br-log")
        if page.evaluate("document.activeElement.tagName") == "SELECT":
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        until(page, LOG_OTHER_THAN, before)
    assert page.evaluate("document.activeElement.id") == "br-next"
    page.keyboard.press("Enter")
    page.wait_for_selector("#br-settled", state="hidden")


@pytest.mark.parametrize("game", ["american", "french"])
def test_on_a_phone_nothing_is_wider_than_the_screen(host: Host, visit: Visit, game: str) -> None:
    page = visit(host.url, **PHONE)

    def fits() -> bool:
        return bool(page.evaluate("document.documentElement.scrollWidth <= 390"))

    page.wait_for_selector("#br-open", state="visible")
    assert fits()
    open_table(page, game, 2)
    assert fits()
    page.click("#br-fill")
    for _ in range(12):
        if not wait_for_turn(page):
            break
        assert fits()
        click_on(page)
    unnamed = page.evaluate(
        """() => [...document.querySelectorAll("input, select, textarea")]
        .filter((each) => !each.labels?.length && !each.getAttribute("aria-label"))
        .map((each) => each.outerHTML)"""
    )
    assert unnamed == []


def test_everybody_reads_his_own_language(host: Host, visit: Visit) -> None:
    page = visit(host.url, locale="de-AT")
    page.wait_for_selector("#br-open", state="visible")
    assert page.inner_text("#br-open h2") == "Einen Tisch eröffnen"
    assert page.get_attribute("html", "lang") == "de"
    page.fill("#br-mine", "Ann")
    page.select_option("#br-bots", "3")
    page.click("#br-open button[type=submit]")
    page.wait_for_selector("#br-seats li >> text=Ann (Sie)")
    assert wait_for_turn(page)
    page.fill("#br-typed", "springen")
    page.keyboard.press("Enter")
    page.wait_for_selector("#br-refusal:not(:empty)")
    assert page.inner_text("#br-refusal").startswith("Nein: ")
    other = visit(page.url, locale="fr")
    other.wait_for_selector("#br-line >> text=Vous regardez.")
    until(other, "document.querySelector('#br-log li') !== null")
    until(page, "document.querySelector('#br-log li') !== null")
    german, french = (each.inner_text("#br-log li >> nth=0") for each in (page, other))
    assert german == "Die Karten werden gemischt."
    other.select_option("#br-lang", "de")
    until(other, "told => document.querySelector('#br-log li').innerText === told", german)
    assert french != german


def test_an_onlooker_sees_no_hand_and_has_nothing_to_press(host: Host, visit: Visit) -> None:
    table, _ = host.open("mariland", bots=3)
    page = visit(f"{host.url}t/{table}")
    page.wait_for_selector("#br-line >> text=You are watching.")
    # A token that is none changes nothing, and is forgotten.
    page.evaluate("name => localStorage.setItem(`boston-rules token ${name}`, 'guessed')", table)
    page.reload()
    page.wait_for_selector("#br-line >> text=You are watching.")
    until(page, "document.querySelector('h1 a').textContent === 'Mariland'")
    assert page.evaluate("localStorage.length") == 0
    assert page.is_visible("#br-table svg")
    assert page.locator(".br-card").count() == 0
    assert page.locator("#br-choices > *").count() == 0
    assert not page.is_visible("#br-type")
