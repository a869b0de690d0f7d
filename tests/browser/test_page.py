"""The page of the documentation in Chromium: score is kept, Python is tried."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import boston_rules as br
from boston_rules.records.evening import loads_evening

Visit = Callable[..., Any]


ENGLISH_LEFT = """async () => {
  const messages = await (await fetch(document.querySelector("script[src$='parts.mjs']").src
    .replace("parts.mjs", "pages.json"))).json();
  const lang = document.querySelector("#br-lang").value;
  const parts = [...document.querySelectorAll(".br-part")];
  const heard = parts.flatMap((part) => [...part.querySelectorAll("[aria-label]")]);
  const texts = [...parts.map((part) => part.textContent), ...heard.map((each) => each.ariaLabel)];
  const known = Object.entries(messages[lang]);
  return known.filter(([english, said]) => english !== said && english.includes(" ") &&
    texts.some((text) => text.includes(english))).map(([english]) => english);
}"""
"""What a page that speaks another language still says in English."""


def test_the_page_speaks_as_its_reader_does(visit: Visit) -> None:
    page = visit(locale="fr-CH")
    page.click("#br-evening .br-load")
    page.wait_for_selector("#br-begin form", state="visible")
    assert page.evaluate(ENGLISH_LEFT) == []
    page.select_option("#br-lang", "de")
    page.wait_for_function("document.querySelector('#br-evening').lang === 'de'")
    assert page.evaluate(ENGLISH_LEFT) == []
    page.reload()
    assert page.input_value("#br-lang") == "de"


def test_the_table_is_one_touch_away(visit: Visit) -> None:
    page = visit()
    page.click(".br-play")
    page.wait_for_selector(".way.main")


def test_an_evening_is_scored_corrected_kept_saved_and_opened(visit: Visit, tmp_path: Path) -> None:
    page = visit()
    page.click("#br-evening .br-load")
    page.wait_for_selector("#br-begin form", state="visible")
    page.select_option("#br-rules", "classic")
    for seat, name in enumerate(("Ann", "Bob", "Cid", "Dot")):
        page.locator("#br-names input").nth(seat).fill(name)
    page.select_option("#br-dealer", "3")
    page.click("#br-begin button")

    def tell(tricks: tuple[int, ...]) -> None:
        page.select_option("#br-bid", "6")
        page.select_option("#br-told [name=trump]", "H")
        for seat, won in enumerate(tricks):
            page.locator("#br-told [name=tricks]").nth(seat).fill(str(won))
        page.click("#br-told button[type=submit]")

    page.wait_for_selector("#br-told")
    tell((7, 2, 2, 1))
    page.wait_for_selector("#br-wrong:not(:empty)")
    assert page.inner_text("#br-wrong") == "No: deal 1: Six has 13 tricks, not 12."
    tell((7, 2, 2, 2))
    page.wait_for_selector("#br-sheet tbody tr")
    assert "+70" in page.inner_text("#br-sheet")
    assert "by Ann: made" in page.inner_text("#br-last-bill")
    assert "dealt by Ann" in page.inner_text("#br-next-deal")
    page.select_option("#br-which", "0")
    page.click("#br-correct")
    tell((5, 3, 3, 2))
    page.wait_for_selector("#br-sheet >> text=lost")
    with page.expect_download() as waiting:
        page.click("#br-export")
    file = tmp_path / "evening.json"
    waiting.value.save_as(file)
    assert loads_evening(file.read_bytes()).entries[0].outcome.tricks == (5, 3, 3, 2)
    page.reload()
    page.click("#br-evening .br-load")
    page.wait_for_selector("#br-sheet >> text=lost")
    kept = json.loads(file.read_text(encoding="utf-8"))
    kept["players"][0] = "Eve"
    file.write_text(json.dumps(kept), encoding="utf-8")
    page.set_input_files("#br-import", file)
    page.wait_for_selector("#br-sheet >> text=Eve")


def test_python_is_tried_stopped_and_tried_again(visit: Visit) -> None:
    page = visit()
    page.wait_for_selector("#br-run:enabled")
    assert page.input_value("#br-code").startswith("import ")
    page.click("#br-run")
    page.wait_for_selector("#br-output svg")
    assert "pays" in page.inner_text("#br-output")
    page.fill("#br-code", "print(1)\n1 / 0")
    page.press("#br-code", "Control+Enter")
    page.wait_for_selector("#br-output .br-error")
    assert "ZeroDivisionError" in page.inner_text("#br-output .br-error")
    page.fill("#br-code", "while True: pass")
    page.click("#br-run")
    page.wait_for_selector("#br-python .br-status >> text=Running")
    page.click("#br-stop")
    page.fill("#br-code", "import boston_rules as br\nlen(br.list_variants())")
    page.click("#br-run")
    page.wait_for_selector(f"#br-output pre >> text={len(br.list_variants())}")
