"""Others at a table, in Chromium: seats change hands, all are asked, cards are checked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.headless import Visit
from tests.web.conftest import Host
from tests.web.playing import act, play_the_deal, quick_visits, turn, until


@pytest.fixture
def visit(chromium: Any) -> Iterator[Visit]:
    """Opens a page of the host, at which nothing takes its time."""
    with quick_visits(chromium, lambda message: False) as visit:
        yield visit


def menu(page: Any, text: str) -> None:
    """Choose something of the menu."""
    page.click(".icon >> nth=0")
    page.click(f"dialog .menu button >> text={text}")


def sit(page: Any, name: str) -> None:
    """Sit down in the first seat that is empty."""
    page.fill(".lobby label input", name)
    page.click(".lobby li button >> nth=0")


def opened(host: Host, visit: Visit) -> Any:
    """A table that Ann has opened, who waits for others: with a clock, and shown to everybody."""
    page = visit(host.url)
    page.click(".way >> text=Play with friends")
    page.fill("dialog .setting input", "Ann")
    page.dispatch_event("dialog .setting input", "change")
    page.click(".game-line[data-slug=mariland]")
    page.select_option("dialog [data-name=seconds]", "120")
    page.select_option("dialog [data-name=public]", "yes")
    page.click("dialog .main")
    page.wait_for_selector(".lobby")
    return page


def test_friends_sit_down_agree_go_and_come_back(host: Host, visit: Visit) -> None:
    ann = opened(host, visit)
    link = ann.input_value(".share input")
    ben = visit(host.url)
    ben.click(".way >> text=Find a table")
    ben.click("dialog .game-line >> text=Ann")
    sit(ben, "Ben")
    onlooker = visit(link)
    onlooker.wait_for_selector(".lobby label")
    ann.click(".lobby .main")
    for page in (ann, ben):
        page.wait_for_selector(".hand")
        until(page, "document.querySelector('.clock').textContent.includes(':')")
    # Something is asked, refused, asked again and agreed to.
    menu(ann, "Deal again")
    ann.wait_for_selector(".asks >> text=You have asked the others")
    ben.click(".asks button >> text=No")
    until(ann, "!document.querySelector('.asks').childElementCount")
    menu(ben, "End the session")
    ben.click("dialog .menu button >> text=Play on")
    menu(ben, "Deal again")
    ann.click(".asks button >> text=Agreed")
    until(ben, "!document.querySelector('.asks').childElementCount")
    # A bot plays for Ben; Ann gives his seat away; he takes it again, by his link from then on.
    menu(ben, "Let a bot play for me")
    ben.wait_for_selector(".asks >> text=A bot plays for you.")
    until(ann, "document.querySelector('.plate .away')?.textContent === 'a bot plays'")
    ben.click(".asks button >> text=Play on yourself")
    for page in (ann, ben):
        until(page, "!document.querySelector('.plate .away')")
    menu(ben, "Let a bot play for me")
    until(ann, "document.querySelector('.plate .away')?.textContent === 'a bot plays'")
    menu(ann, "Give the seat of Ben to somebody else")
    until(ben, "!document.querySelector('.hand').childElementCount")
    bot = ben.inner_text(".seat[data-seat='1'] strong")
    menu(ben, f"Take the place of {bot}")
    ben.fill("dialog form input", "Benno")
    ben.click("dialog form .main")
    until(ben, "document.querySelector('.hand').childElementCount")
    menu(ben, "Play on with another device")
    other = visit(ben.input_value("dialog .share input"))
    until(other, "document.querySelector('.hand').childElementCount")
    assert "k=" not in other.url
    assert other.inner_text(".hand") == ben.inner_text("body >> .hand")
    # Both want the end, and the cards were fair.
    menu(ann, "End the session")
    ann.click("dialog .menu button >> text=End the session")
    other.click(".asks button >> text=Agreed")
    for page in (ann, other, onlooker):
        page.wait_for_selector(".box >> text=The session was ended by its players.")
    menu(onlooker, "Were the cards fair?")
    onlooker.wait_for_selector("dialog >> text=They were: all 2 draws")


def test_cards_are_fair_in_a_session_that_is_played_to_its_end(host: Host, visit: Visit) -> None:
    for game in ("fontainebleau", "russian"):
        table, token = host.open(game, bots=3, deals=1)
        page = visit(f"{host.url}#t={table}&k={token}")
        turn(page)
        play_the_deal(page)
        menu(page, "Were the cards fair?")
        page.wait_for_selector("dialog >> text=They were: all")


def test_a_deal_that_is_over_is_watched_step_by_step(host: Host, visit: Visit) -> None:
    table, token = host.open("mariland", bots=3, deals=1)
    page = visit(f"{host.url}#t={table}&k={token}")
    turn(page)
    play_the_deal(page)
    page.click("button >> text=Review the deal")
    page.click("dialog button >> text=Watch it step by step")
    page.wait_for_selector(".steps")
    last = int(page.get_attribute(".steps input", "max") or 0)
    first = page.inner_text(".whole .said")
    for _ in range(last):
        page.click(".steps .icon >> nth=1")
    end = page.inner_text(".whole .said")
    assert first != end
    page.click(".steps .icon >> nth=0")
    # One card or none is left to each, and everybody's lies open.
    assert page.locator(".replay .backs svg").count() == 0
    assert page.locator(".replay .hand button").count() <= 1
    assert page.locator(".replay .hand .legal").count() == 0


def test_a_page_says_that_there_is_nothing_for_it(host: Host, visit: Visit) -> None:
    gone = visit(f"{host.url}#t=0123456789abcdef")
    gone.click(".wait:has-text('No: there is no such table.') button")
    gone.wait_for_selector("#root[data-view=home]")
    # People who want to be alone, one who came before the last of them, and one who comes after.
    table, token = host.open("classic", settings={"onlookers": False})
    link = f"{host.url}#t={table}"
    ann, early, *others = (visit(each) for each in (f"{link}&k={token}", *[link] * 4))
    for page, name in zip(others, ("Ben", "Cato", "Dora"), strict=True):
        page.wait_for_selector(".lobby label")
        sit(page, name)
        until(ann, f"document.body.textContent.includes('{name}')")
    for page in (early, visit(link)):
        page.wait_for_selector(".wait:has-text('No: nobody may look on at this table.')")
        assert not page.locator(".lobby, .hand button").count()
    for page in (ann, *others):
        until(page, "!document.querySelector('.lobby, .wait')")


def test_who_leaves_has_no_seat(host: Host, visit: Visit) -> None:
    table, token = host.open("classic", bots=3)
    page = visit(f"{host.url}#t={table}&k={token}")
    turn(page)
    act(page)
    menu(page, "Leave the seat")
    page.click("dialog .menu button >> text=Leave the seat")
    until(page, "!document.querySelector('.hand').childElementCount")
    page.reload()
    page.wait_for_selector(".game .plate")
    assert page.locator(".hand .legal").count() == 0
