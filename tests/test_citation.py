"""``CITATION.cff``, ``codemeta.json`` and ``pyproject.toml`` say the same of the project."""

from __future__ import annotations

import json
import re
import runpy
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]


def citation() -> dict[str, Any]:
    """The file, as far as this project uses YAML: texts, and lists of texts or of names."""
    found: dict[str, Any] = {}
    name = ""
    for line in ROOT.joinpath("CITATION.cff").read_text(encoding="utf-8").splitlines():
        field = re.fullmatch(r"([\w-]+):(?: (.+))?", line)
        entry = re.fullmatch(r"  - (?:name: )?(.+)", line)
        if field:
            name, value = field.groups()
            found[name] = [] if value is None else value.strip('"')
        elif entry:
            found[name].append(entry[1])
        else:
            raise AssertionError(f"a line that this reader does not know: {line}")
    return found


@pytest.fixture
def codemeta() -> dict[str, Any]:
    made: dict[str, Any] = json.loads(ROOT.joinpath("codemeta.json").read_text(encoding="utf-8"))
    return made


@pytest.fixture
def project() -> dict[str, Any]:
    with ROOT.joinpath("pyproject.toml").open("rb") as file:
        made: dict[str, Any] = tomllib.load(file)["project"]
    return made


def test_codemeta_is_the_citation(codemeta: dict[str, Any]) -> None:
    cited = citation()
    assert codemeta["name"] == cited["title"]
    assert codemeta["version"] == cited["version"]
    assert codemeta["license"] == f"https://spdx.org/licenses/{cited['license']}"
    assert codemeta["keywords"] == cited["keywords"]
    assert [author["name"] for author in codemeta["author"]] == cited["authors"]


def test_both_are_the_metadata_of_the_package(
    codemeta: dict[str, Any], project: dict[str, Any]
) -> None:
    assert codemeta["identifier"] == project["name"]
    assert codemeta["version"] == project["version"]
    assert codemeta["description"] == project["description"]
    assert codemeta["license"].endswith(f"/{project['license']}")
    assert codemeta["softwareRequirements"] == project["dependencies"]
    assert codemeta["runtimePlatform"] == f"Python {project['requires-python']}"
    assert citation()["authors"] == [author["name"] for author in project["authors"]]


def test_the_changelog_has_a_section_of_the_version(project: dict[str, Any]) -> None:
    text = ROOT.joinpath("CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert headings[0] == "[Unreleased]"
    assert re.fullmatch(rf"\[{re.escape(project['version'])}\] - \d{{4}}-\d\d-\d\d", headings[1])


def test_every_reference_of_the_paper_is_in_its_bibliography() -> None:
    paper = ROOT.joinpath("paper", "paper.md").read_text(encoding="utf-8")
    bibliography = ROOT.joinpath("paper", "paper.bib").read_text(encoding="utf-8")
    cited = set(re.findall(r"@([a-z]+[0-9]{4}[a-z]*)", paper))
    known = set(re.findall(r"^@\w+\{([a-z]+[0-9]{4}[a-z]*),", bibliography, re.MULTILINE))
    assert cited == known


def test_the_figures_of_the_paper_are_those_of_its_command() -> None:
    text = ROOT.joinpath("paper", "paper.md").read_text(encoding="utf-8")
    command = runpy.run_path(str(ROOT / "paper" / "figures.py"))
    assert command["filled"](text) == text
    assert text.count("<!-- figures: ") == len(command["FIGURES"])
