"""The README keeps its word: its example prints what it shows, its commands can be pasted."""

import contextlib
import io
import re
from pathlib import Path

import pytest

import boston_rules as br

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def first_block(language: str, text: str) -> tuple[str, str]:
    """Return the first fenced block in *language* and the text that follows it."""
    found = re.search(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert found, f"no {language} block"
    return found[1], text[found.end() :]


def test_example_prints_what_the_readme_shows() -> None:
    example, rest = first_block("python", README)
    shown, _ = first_block("text", rest)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(example, "README.md", "exec"), {"__name__": "__main__"})
    assert printed.getvalue().strip() == shown.strip()


def test_example_is_ten_lines() -> None:
    example, _ = first_block("python", README)
    assert sum(bool(line.strip()) for line in example.splitlines()) <= 10


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "SECURITY.md"])
def test_links_lead_to_files_that_are_there(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#]+)", text)
    assert links or page == "SECURITY.md"
    for link in links:
        assert (ROOT / link).exists(), link


def test_every_variant_is_in_the_gallery() -> None:
    for slug in br.variants.BUILT_IN:
        assert f"`{slug}`" in README


@pytest.mark.parametrize("name", ["run", "test"])
def test_command_is_one_line(name: str) -> None:
    blocks = re.findall(rf"^<!-- {name} -->\n```sh\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 1
    assert len(blocks[0].splitlines()) == 1
