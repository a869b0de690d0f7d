"""The paper as a PDF: ``python paper/build.py FILE``. It needs the dependency group ``paper``.

Pandoc reads the text with its references and writes it for typst, which sets it.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pypandoc
import typst

HERE = Path(__file__).parent
SETTINGS = ["papersize=a4", "fontsize=10pt", "section-numbering=1.1"]
AUTHORS = "The boston_rules developers"


def source() -> str:
    """The paper in the language of typst, its references resolved."""
    given = [f"--variable={setting}" for setting in SETTINGS]
    text: str = pypandoc.convert_file(
        str(HERE / "paper.md"),
        "typst",
        extra_args=["--standalone", "--citeproc", f"--metadata=author:{AUTHORS}", *given],
        cworkdir=str(HERE),
    )
    return text


def main(arguments: list[str]) -> int:
    """Write it, and say so; 2 where no file is named."""
    if len(arguments) != 1:
        print("usage: python paper/build.py FILE", file=sys.stderr)
        return 2
    Path(arguments[0]).write_bytes(typst.compile(source().encode()))
    print(f"Written to {arguments[0]}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
