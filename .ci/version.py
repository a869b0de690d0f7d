"""Set the version: ``version.py X.Y.Z [DATE]``. Without arguments: print it, if all files agree.

It is set in ``pyproject.toml``, ``CITATION.cff`` and ``codemeta.json``; in ``CHANGELOG.md`` what
stands under *Unreleased* becomes the section of the version, or its section gets the date.
"""

import re
import sys
from datetime import date
from pathlib import Path

PLACES = {
    "pyproject.toml": r'^version = "(.+)"$',
    "CITATION.cff": r"^version: (.+)$",
    "codemeta.json": r'^  "version": "(.+)",$',
    "CHANGELOG.md": r"^## \[(\d.*)\] - \d{4}-\d\d-\d\d$",
}


def stated(root: Path) -> dict[str, str]:
    """The version by file: in the changelog that of the topmost section with a date."""
    found = {}
    for name, pattern in PLACES.items():
        match = re.search(pattern, (root / name).read_text(encoding="utf-8"), re.MULTILINE)
        found[name] = match[1] if match else "no version"
    return found


def dated(changelog: str, version: str, day: str) -> str:
    """The changelog with a section of *version* under an empty *Unreleased*."""
    heading = f"## [{version}] - {day}"
    section = rf"^## \[{re.escape(version)}\] - .*$"
    above = re.search(r"^## \[Unreleased\]\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    if above is None:
        raise SystemExit("CHANGELOG.md has no section Unreleased")
    if not re.search(section, changelog, re.MULTILINE):
        if not above[1].strip():
            raise SystemExit(f"CHANGELOG.md says nothing of {version}")
        return changelog.replace("## [Unreleased]\n", f"## [Unreleased]\n\n{heading}\n", 1)
    if above[1].strip():
        raise SystemExit(f"CHANGELOG.md has a section {version}, and more under Unreleased")
    return re.sub(section, heading, changelog, count=1, flags=re.MULTILINE)


def set_version(root: Path, version: str, day: str) -> None:
    """Write all files, or none where one of them cannot have the version."""
    made = {}
    for name, pattern in PLACES.items():
        text = (root / name).read_text(encoding="utf-8")
        if name == "CHANGELOG.md":
            text = dated(text, version, day)
        else:
            match = re.search(pattern, text, re.MULTILINE)
            if match is None:
                raise SystemExit(f"{name} states no version")
            text = text[: match.start(1)] + version + text[match.end(1) :]
        made[name] = text
    for name, text in made.items():
        (root / name).write_text(text, encoding="utf-8")


def main(arguments: list[str]) -> None:
    root = Path(__file__).resolve().parents[1]
    if arguments:
        day = arguments[1] if arguments[1:] else date.today().isoformat()
        set_version(root, arguments[0], day)
    found = stated(root)
    if len(set(found.values())) != 1:
        raise SystemExit("\n".join(f"{name}: {version}" for name, version in found.items()))
    print(found["pyproject.toml"])


if __name__ == "__main__":
    main(sys.argv[1:])
