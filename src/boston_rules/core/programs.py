"""Programs on the other end of two pipes, which are sent lines and answer with lines.

A program may be slow, silent or gone, or write without end: each is a :class:`ProgramError` after a
time that the caller sets, and nothing here waits for longer.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import queue
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from typing import IO, Final, Literal, TypeAlias

from boston_rules.core.arguments import shortened

__all__ = ["Failure", "Program", "ProgramError", "end_all", "kill_all"]

_GRACE: Final = 2.0
"""Seconds that a program has to end by itself once it is sent nothing more."""
_DRAIN: Final = 0.5
"""Seconds in which what a program has written before its end is read; a child of it that is still
there may hold the pipes open for longer."""
_UNREAD: Final = 64
"""Lines of a program that are kept before anybody reads them; a program that writes more waits."""
_COMPLAINTS: Final = 8
"""Lines on its standard error that are kept, the last ones."""
_LONGEST_COMPLAINT: Final = 1000
"""Bytes of such a line."""


Failure: TypeAlias = Literal["start", "silent", "ended", "long"]
"""It did not start, said nothing in time, is gone, or wrote a line without end."""


class ProgramError(Exception):
    """A program that does not start, or does not answer. The text goes on after its name."""

    def __init__(self, told: str, kind: Failure) -> None:
        super().__init__(told)
        self.kind = kind


class Program:
    """A running program: lines go to its standard input and come from its standard output.

    Args:
        command: the program and its arguments; no shell reads them.
        longest: the longest line that it may answer, in bytes.

    Raises:
        ProgramError: it does not start.
    """

    def __init__(self, command: Sequence[str | os.PathLike[str]], *, longest: int) -> None:
        self._longest = longest
        self._closed = False
        self._answers: queue.Queue[bytes | None] = queue.Queue(_UNREAD)
        self._orders: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._complaints: deque[bytes] = deque(maxlen=_COMPLAINTS)
        try:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # with its children, so that all can be ended
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise ProgramError(f"does not start: {shortened(str(reason))}", "start") from error
        _running.add(self)
        works = (self._read, self._write, self._listen)
        self._threads = [threading.Thread(target=work, daemon=True) for work in works]
        for thread in self._threads:
            thread.start()

    def send(self, line: bytes) -> None:
        """Send a line, which ends with a line feed; nobody waits until it is read."""
        self._orders.put(line)

    def receive(self, seconds: float) -> bytes:
        """The next line that the program has written.

        Raises:
            ProgramError: there is none after so many seconds, or it is too long, or it has ended.
        """
        deadline = time.monotonic() + seconds
        line = None
        while True:
            gone = self._process.poll() is not None
            left = max(0.0, deadline - time.monotonic())
            with contextlib.suppress(queue.Empty):
                line = self._answers.get(timeout=min(left, _DRAIN))
                break
            if gone:  # and a child of it holds its output open
                break
            if left <= _DRAIN:
                raise ProgramError(f"is silent for {seconds:g} s", "silent")
        if line is None:
            raise ProgramError(f"has ended{self._last_words()}", "ended")
        if len(line) > self._longest:
            raise ProgramError(f"has written a line of more than {self._longest} bytes", "long")
        return line

    def close(self, *, patient: bool = True) -> None:
        """End the program: its input ends, and if it does not end then, it is killed.

        Args:
            patient: give it some time to end by itself.
        """
        _running.discard(self)
        self._closed = True
        self._orders.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_GRACE if patient else 0)
        self.kill()  # also if it has ended: its children may outlive it
        self._process.wait()
        while not self._answers.empty():  # whoever waits to put a line there goes on
            self._answers.get()
        deadline = time.monotonic() + _DRAIN
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))

    def kill(self) -> None:
        """Kill the program, and its children where the system has groups of processes."""
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()

    def _last_words(self) -> str:
        """How it ended, and the last line of its complaints."""
        try:
            status: object = self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            return " its output"
        self._threads[-1].join(_DRAIN)
        told = b"".join(self._complaints).decode("utf-8", "replace")
        lines = [line for line in told.splitlines() if line.strip()]
        return f" with status {status}" + (f" ({lines[-1].rstrip()[:120]!r})" if lines else "")

    def _read(self) -> None:
        for line in _lines(self._process.stdout, self._longest + 1):
            self._answers.put(line)
            if self._closed:
                return
        self._answers.put(None)

    def _write(self) -> None:
        pipe = self._process.stdin
        assert pipe is not None, "the program was started with a pipe"
        # A program that has gone is noticed where its answer is read.
        with contextlib.suppress(OSError), pipe:
            while line := self._orders.get():
                pipe.write(line)
                pipe.flush()

    def _listen(self) -> None:
        for line in _lines(self._process.stderr, _LONGEST_COMPLAINT):
            self._complaints.append(line)


_running: Final[set[Program]] = set()
"""Those that have not been closed."""


@atexit.register
def end_all() -> None:
    """End all programs of this process: they have two seconds to end by themselves, all at once."""
    ending = list(_running)
    for program in ending:
        program._orders.put(None)
    deadline = time.monotonic() + _GRACE
    for program in ending:
        with contextlib.suppress(subprocess.TimeoutExpired):
            program._process.wait(max(0.0, deadline - time.monotonic()))
        program.close(patient=False)


def kill_all() -> None:
    """Kill all programs of this process, for one that leaves at once."""
    for program in list(_running):
        program.kill()


def _lines(pipe: IO[bytes] | None, longest: int) -> Iterator[bytes]:
    assert pipe is not None, "the program was started with a pipe"
    with pipe:
        while line := pipe.readline(longest):
            yield line
