"""Reading a corpus: what is none is refused in a line that names the file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import boston_rules as br
from boston_rules.conformance import FORMAT, Case, load_corpus

CASE = {"id": "one", "input": {"depth": 1}, "expect": {"leaves": [1]}}


def corpus(folder: Path, document: Any, name: str = "whist/perft.json") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    text = document if isinstance(document, str) else json.dumps(document)
    path.write_text(text, encoding="utf-8")
    return folder


def document(*cases: Any, **changed: Any) -> dict[str, Any]:
    return {"format": FORMAT, "kind": "perft", "variant": "whist", "cases": list(cases), **changed}


def test_cases_are_read(tmp_path: Path) -> None:
    corpus(tmp_path, document(CASE, {**CASE, "id": "two", "options": {"seats": 3}}))
    corpus(tmp_path, document(CASE, kind="prices"), "whist/prices.json")
    (tmp_path / "README.md").write_text("words")
    (tmp_path / ".git").mkdir()
    found = list(load_corpus(tmp_path))
    assert found == [
        Case("prices", "whist", "one", CASE["input"], CASE["expect"]),
        Case("perft", "whist", "one", CASE["input"], CASE["expect"]),
        Case("perft", "whist", "two", CASE["input"], CASE["expect"], {"seats": 3}),
    ]
    assert list(load_corpus(tmp_path, kinds=["prices"])) == found[:1]
    assert list(load_corpus(str(tmp_path), variants=["whist"], kinds=["perft"])) == found[1:]


@pytest.mark.parametrize(
    ("told", "content"),
    [
        ("no JSON", "{"),
        ("nested too deep", "[" * 100_000),
        ("names no format", []),
        ("names no format", {"cases": []}),
        ("'boston_rules/conformance/2'", document(CASE, format="boston_rules/conformance/2")),
        ("the kind is 'perft'", document(CASE, kind="prices")),
        ("the variant is 'whist'", document(CASE, variant="bridge")),
        ("no list of cases", document(cases={})),
        ("case 2 is no object", document(CASE, 3)),
        ("case 1 has no id", document({**CASE, "id": 3})),
        ("case 1 has no input", document({**CASE, "input": []})),
        ("case 1 has no expect", document({"id": "one", "input": {}})),
        ("case 1 has options that", document({**CASE, "options": 3})),
        ("two cases are called 'one'", document(CASE, CASE)),
    ],
)
def test_what_is_no_file_of_a_corpus_is_refused(tmp_path: Path, told: str, content: Any) -> None:
    with pytest.raises(br.RecordError) as caught:
        list(load_corpus(corpus(tmp_path, content)))
    assert told in str(caught.value)
    assert "perft.json" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("record", [None, 3, {}, {"deals": 3}, {"deals": [3]}])
def test_sessions_have_records(tmp_path: Path, record: Any) -> None:
    case = {**CASE, "input": {"record": record}}
    corpus(tmp_path, document(case, kind="sessions"), "whist/sessions.json")
    with pytest.raises(br.RecordError, match="no record with a list of deals"):
        list(load_corpus(tmp_path))


def test_a_record_is_asked_without_its_bills() -> None:
    record = {"seats": 4, "deals": [{"actions": [], "settlement": {"pool": 3}}]}
    case = Case("sessions", "whist", "one", {"record": record}, {})
    assert case.question == {"record": {"seats": 4, "deals": [{"actions": []}]}}
    assert record["deals"] == [{"actions": [], "settlement": {"pool": 3}}], "left as it was"


def test_a_folder_without_files_is_no_corpus(tmp_path: Path) -> None:
    with pytest.raises(br.RecordError, match="no corpus"):
        list(load_corpus(tmp_path))
    with pytest.raises(OSError, match=r"."):
        list(load_corpus(tmp_path / "nowhere"))


def test_a_file_of_an_unknown_kind_is_told(tmp_path: Path) -> None:
    with pytest.raises(br.RecordError, match="'riddles' is none of prices, "):
        list(load_corpus(corpus(tmp_path, document(CASE), "whist/riddles.json")))


def test_variants_and_kinds_that_are_asked_for_must_be_there(tmp_path: Path) -> None:
    corpus(tmp_path, document(CASE))
    with pytest.raises(br.RecordError, match=r"no variant of the corpus is called 'bridge'.*whist"):
        list(load_corpus(tmp_path, variants=["bridge"]))
    with pytest.raises(br.RecordError, match="no kind of the corpus is called 'riddles'"):
        list(load_corpus(tmp_path, kinds=["riddles"]))
    with pytest.raises(br.RecordError, match="no cases of these variants and kinds"):
        list(load_corpus(tmp_path, kinds=["prices"]))


def test_files_beyond_all_measure_are_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boston_rules.conformance.corpus.MOST_BYTES", 10)
    with pytest.raises(br.RecordError, match="more than 10 bytes"):
        list(load_corpus(corpus(tmp_path, document(CASE))))
