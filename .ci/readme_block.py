"""Print a block of README.md: ``run`` and ``test`` are its commands, ``python`` its example."""

import re
import sys
from pathlib import Path

README = Path(__file__).resolve().parents[1] / "README.md"
COMMAND = r"^<!-- {} -->\n```sh\n(.*?)^```$"
EXAMPLE = r"^```{}\n(.*?)^```$"


def main(name: str) -> None:
    pattern = (EXAMPLE if name == "python" else COMMAND).format(re.escape(name))
    text = README.read_text(encoding="utf-8")
    blocks = re.findall(pattern, text, re.MULTILINE | re.DOTALL)
    if name == "python":
        blocks = blocks[:1]
    if len(blocks) != 1:
        sys.exit(f"README.md: {len(blocks)} blocks marked {name!r}, expected exactly one")
    if name != "python" and len(blocks[0].splitlines()) != 1:
        sys.exit(f"README.md: the block marked {name!r} is not one line")
    print(blocks[0], end="")


if __name__ == "__main__":
    main(sys.argv[1])
