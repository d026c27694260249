"""Lets other programs watch the moderator: by a page on the loopback address, and by systemd."""

import os
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from errno import EADDRINUSE
from typing import Any

import structlog

from pbem.campaign.mails import failures
from pbem.daemon.local_pages import Handler, another_port, served
from pbem.daemon.monitoring import health
from pbem.daemon.monitoring.health import Sign

PLAIN, METRICS = "text/plain; charset=utf-8", "text/plain; version=0.0.4; charset=utf-8"
Look = Callable[[], list[Sign]]
ADVICE = (
    "if another process of this moderator has it, that one tells of the health of all; otherwise "
    + another_port("health")
)
log: Any = structlog.get_logger()


@contextmanager
def page(look: Look, port: int) -> Iterator[int]:
    """Serve `/metrics` for Prometheus and `/health` for others, to this machine only; yield the
    port.

    `/health` answers 503 while something is wrong. Neither shows anything that players hide.
    `port`: 0 for any that is free. Raises OSError if it is taken.
    """
    with served(_handler(look), port, "health") as taken:
        yield taken


class SharedPage:
    """The page of several processes on one machine: whoever has its port serves it, and when that
    process ends, another does."""

    def __init__(self, look: Look, port: int) -> None:
        self._look, self._port = look, port
        self._serving = ExitStack()
        self._serves = self._waits = False

    def take(self) -> bool:
        """Serve it if its port is free; tell whether this process serves it. Raises OSError if it
        cannot, for another reason than that the port is taken."""
        if self._serves:
            return True
        try:
            self._serving.enter_context(page(self._look, self._port))
        except OSError as error:
            if error.errno != EADDRINUSE:
                raise
            if not self._waits:
                log.warning("the port for health is taken", port=self._port, advice=ADVICE)
            self._waits = True
        else:
            self._serves = True
            log.info("serves health", port=self._port)
        return self._serves

    def close(self) -> None:
        """Stop serving it."""
        self._serving.close()


def _handler(look: Look) -> type[Handler]:
    class Health(Handler):
        def do_GET(self) -> None:
            """Answer a request (http.server)."""
            if self.path not in ("/metrics", "/health"):
                self._answer(404, PLAIN, "There are /metrics and /health.\n")
                return
            try:
                signs = look()
            except Exception as problem:  # the database is unavailable, which is an answer, too
                log.warning("health cannot be told", **failures.told(problem))
                self._answer(503, PLAIN, "The database cannot be read.\n")
                return
            if self.path == "/metrics":
                self._answer(200, METRICS, health.prometheus(signs))
            else:
                bad = [f"{sign.said}: {sign.advice}\n" for sign in signs if not sign.ok]
                self._answer(503 if bad else 200, PLAIN, "".join(bad) or "ok\n")

        def _answer(self, status: int, kind: str, text: str) -> None:
            self.answer(status, {"Content-Type": kind}, text)

    return Health


def tell_systemd(what: str) -> None:
    """Send `READY=1`, `WATCHDOG=1` or `STOPPING=1` to systemd (sd_notify(3)), if it is there."""
    if not (name := os.environ.get("NOTIFY_SOCKET")):
        return
    address = "\0" + name[1:] if name.startswith("@") else name
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
        try:
            out.sendto(what.encode(), address)
        except OSError:
            return  # nobody listens: carry on
