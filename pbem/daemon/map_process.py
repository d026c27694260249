"""A separate process that draws maps, and runs only while maps are needed.

The renderer, its fonts and the pictures take 60 MB that a daemon would never give back, and a crash
of the renderer leaves the daemon running. The process gets a line of JSON for each map and answers
with one (see map_cache.py). It ends when nothing is asked for a while, and with the daemon.
"""

import json
import subprocess
import sys
from base64 import b64decode
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock, Timer
from typing import Any

from pbem.reports.drawing.map_svg import MapFailed
from pbem.reports.languages.language import ENGLISH

IDLE = 60.0
"""The process ends after this many seconds without a map; reports seldom come alone."""
PATIENCE = 60.0
"""The most seconds for one map; the very first takes two."""


class MapProcess:
    """Draws maps one after the other; `draw` can be used as a MapMaker."""

    def __init__(self, folder: Path, idle: float = IDLE, patience: float = PATIENCE) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self._program = [
            sys.executable,
            "-P",
            "-m",
            "pbem.daemon.map_cache",
            str(folder),
            str(idle),
        ]
        self._patience = patience
        self._busy = Lock()

    def draw(
        self,
        rules: str,
        view: Mapping[str, Any],
        events: Sequence[Mapping[str, Any]],
        language: str = ENGLISH,
    ) -> bytes:
        """Draw the map as PNG; the arguments must be JSON. Raises MapFailed."""
        order = json.dumps([rules, view, events, language]).encode() + b"\n"
        with self._busy:
            answer = self._asked(order) or self._asked(order)  # it may just have ended
        if answer is None:
            raise MapFailed("the process that draws maps ended before the map was done")
        if "failed" in answer:
            raise MapFailed(answer["failed"])
        return b64decode(answer["png"])

    def close(self) -> None:
        """End the process. One that is still drawing ends when we do."""
        if self._busy.acquire(blocking=False):
            self._end()
            self._busy.release()

    def _asked(self, order: bytes) -> dict[str, str] | None:
        """Return the process's answer; None if it ended instead."""
        try:
            process = self._at_work()
        except OSError as problem:
            raise MapFailed(f"no process could be begun: {problem.strerror}") from problem
        too_long = Timer(self._patience, process.kill)
        too_long.start()
        answer = b""
        with suppress(BrokenPipeError):
            answer = _exchange(process, order)
        too_long.cancel()
        if not answer.endswith(b"\n"):
            self._end()
            return None
        told: dict[str, str] = json.loads(answer)
        return told

    def _at_work(self) -> subprocess.Popen[bytes]:
        if self.process is not None and self.process.poll() is not None:
            self._end()
        if self.process is None:
            # Its own process group: Ctrl-C is meant for the daemon, which ends this process when it
            # is done.
            self.process = subprocess.Popen(
                self._program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=0
            )
        return self.process

    def _end(self) -> None:
        """Close the pipes, which ends the process, and wait for that."""
        if self.process is not None:
            with suppress(BrokenPipeError), self.process:
                pass
        self.process = None


def _exchange(process: subprocess.Popen[bytes], order: bytes) -> bytes:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(order)
    process.stdin.flush()
    return process.stdout.readline()
