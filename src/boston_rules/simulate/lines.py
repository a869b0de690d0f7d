"""Lines that prove themselves: JSON objects whose last member is a check of all that is before it.

The check is the 8-byte BLAKE2b digest, in hexadecimal, of the bytes of the line up to the comma
before ``"check"``.

>>> line = format_line({"session": 3, "rows": []})
>>> line
b'{"session":3,"rows":[],"check":"8669a76d66bdf299"}\\n'
>>> parse_line(line)
{'session': 3, 'rows': []}
>>> parse_line(line.replace(b"3,", b"4,")) is None
True
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final

__all__ = ["format_line", "parse_line", "verified"]

_SEAL: Final = b',"check":"'
_TAIL: Final = len(_SEAL) + 16 + len(b'"}\n')


def _check(body: bytes) -> bytes:
    return hashlib.blake2b(body, digest_size=8).hexdigest().encode()


def format_line(content: dict[str, Any]) -> bytes:
    """A line that holds a JSON object with at least one member."""
    body = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()[:-1]
    return body + _SEAL + _check(body) + b'"}\n'


def verified(line: bytes) -> bool:
    """Whether a line is whole: not cut short, not changed."""
    body = line[:-_TAIL]
    return line[-_TAIL:] == _SEAL + _check(body) + b'"}\n'


def parse_line(line: bytes) -> dict[str, Any] | None:
    """What a line holds, without its check; ``None`` if it is not whole."""
    if not verified(line):
        return None
    content: dict[str, Any] = json.loads(line[:-_TAIL] + b"}")
    return content
