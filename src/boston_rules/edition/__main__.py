"""Checks and counts the statements: ``python -m boston_rules.edition --check``."""

from __future__ import annotations

import argparse
import re
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from boston_rules.edition import checking
from boston_rules.edition.collation import readings, stemma
from boston_rules.edition.disputes import contradictions, disputes
from boston_rules.edition.statements import FATES, Text, texts
from boston_rules.variants.registry import own_variants

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """The program."""
    parser = argparse.ArgumentParser(
        prog="python -m boston_rules.edition", description="Count and check the statements."
    )
    parser.add_argument("names", nargs="*", metavar="TEXT", help="only these texts")
    parser.add_argument("--check", action="store_true", help="check every edge")
    parser.add_argument("--texts", type=Path, metavar="DIR", help="where the texts are")
    parser.add_argument("--root", type=Path, default=Path(), metavar="DIR", help="the checkout")
    parser.add_argument("--stamp", action="store_true", help="write the digests of the lines")
    parser.add_argument("--stemma", action="store_true", help="tell which tellings are kin")
    parser.add_argument("--disputes", action="store_true", help="tell where tellings disagree")
    chosen = parser.parse_args(arguments)
    if chosen.stemma:
        _tell_stemma()
        return 0
    if chosen.disputes:
        _tell_disputes(chosen.root)
        return 0
    names = [name.upper() for name in chosen.names] or [*texts()]
    unknown = [name for name in names if name not in texts()]
    if unknown:
        parser.error(f"no text is called {unknown[0]}; there are {', '.join(texts())}")
    read = [texts()[name] for name in names]
    if chosen.stamp:
        if chosen.texts is None:
            parser.error("--stamp needs the texts: --texts DIR")
        return _stamp(read, chosen.texts)
    _count(read)
    if not chosen.check:
        return 0
    faults = list(_faults(read, chosen.root, chosen.texts, whole=not chosen.names))
    print(*faults, sep="\n", end="\n" if faults else "")
    print(f"{len(faults)} faults" if faults else "every edge holds")
    return 1 if faults else 0


def _tell_stemma() -> None:
    for (one, other), found in stemma().items():
        cells = sum(each.common for each in found)
        print(f"{one} and {other}: {sum(each.equal for each in found)} of {cells} cells")
        for each in found:
            print(f"  {each.one} * {each.factor} = {each.other}: {each.equal} of {each.common}")
            for cell in each.irregular:
                print(f"    both irregular: {' '.join(cell)}: {each.one.cells[cell]}")
            for cell, first, second in each.differing:
                print(f"    differ: {' '.join(cell)}: {first} and {second}")
    for pair in readings():
        print(
            f"{pair.one} and {pair.other}: {len(pair.same)} of {pair.asked} questions alike; "
            f"against the others {', '.join(pair.alone) or 'none'}"
        )


def _tell_disputes(root: Path) -> None:
    found = [each for each in disputes() if each.between]
    for each in found:
        pairs = ", ".join(" and ".join(pair) for pair in each.between)
        decided = " ".join(sorted(each.rulings)) or ("decided" if each.covered else "NOT COVERED")
        print(f"{each.game}: {each.question}: {pairs}: {decided}")
    print(f"{len(found)} disagreements, {sum(each.covered for each in found)} of them covered")
    for slug in own_variants():
        for path, ruling in checking.silences(slug).items():
            print(f"{slug}: {path}: no telling speaks of it; {ruling}")
    known = contradictions(root)
    if known:
        missed = ", ".join(number for number, is_found in known.items() if not is_found)
        print(f"{sum(known.values())} of {len(known)} contradictions of the register found")
        print(f"not found: {missed}")


def _count(read: Sequence[Text]) -> None:
    head = ("text", *FATES, "all")
    rows = []
    for text in read:
        counted = Counter(each.fate for each in text.statements)
        rows.append((text.name, *(counted[fate] for fate in FATES), len(text.statements)))
    sums = [sum(column) for column in list(zip(*rows, strict=True))[1:]]
    for row in (head, *rows, ("all", *sums)):
        print("".join(f"{cell!s:<14}" for cell in row).rstrip())


def _faults(read: Sequence[Text], root: Path, folder: Path | None, *, whole: bool) -> Iterator[str]:
    for text in read:
        yield from checking.check_statements(text)
    if whole:
        for slug in own_variants():
            yield from checking.check_citations(slug)
    if (root / "tests").is_dir():
        for text in read:
            yield from checking.check_proofs(text, root)
    else:
        print("not checked: rulings and proofs, for want of a checkout")
    if folder is None:
        print("not checked: lines, for want of the texts")
    else:
        for text in read:
            yield from checking.check_lines(text, folder)


def _stamp(read: Sequence[Text], folder: Path) -> int:
    """Write the digest of its lines into every statement."""
    for text in read:
        lines = checking.text_in(folder, text)
        if lines is None:
            print(f"{text.name}: no file in {folder} has its SHA-256", file=sys.stderr)
            return 1
        made = [checking.digest_of(lines[a - 1 : b]) for a, b in (s.lines for s in text.statements)]
        file = Path(__file__).with_name(f"{text.name.lower()}.toml")
        told = re.sub(r"^digest = .*\n", "", file.read_text("utf-8"), flags=re.MULTILINE)
        pieces = re.split(r"(?<=\n)(?=lines = )", told)
        stamped = [
            re.sub(r"\n", f'\ndigest = "{digest}"\n', piece, count=1)
            for digest, piece in zip(made, pieces[1:], strict=True)
        ]
        file.write_text("".join((pieces[0], *stamped)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    if hasattr(signal, "SIGPIPE"):  # not on Windows
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a reader who has gone ends it quietly
    sys.exit(main())
