"""Small pages that are served to this machine only: for programs that watch, and for the host's web
server, which passes on what comes to it."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import socket
from threading import BoundedSemaphore, Thread
from typing import Any

LOOPBACK = "127.0.0.1"
PATIENCE = 10.0
"""Seconds for a program to send its request."""
AT_ONCE = 16
"""How many requests are answered at a time; others wait."""


class Handler(BaseHTTPRequestHandler):
    """Answers requests. It logs none of them, as their addresses may be secret."""

    timeout = PATIENCE
    server_version, sys_version = "pbem", ""

    def answer(self, status: int, headers: Mapping[str, str], text: str) -> None:
        """Send an answer."""
        body = text.encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Keep requests out of the log (http.server)."""


def another_port(section: str) -> str:
    """Return the words for what to do if the port of a section of the settings is taken."""
    return (
        f"set another port in [{section}], or for this process alone as"
        f" PBEM_{section.upper()}__PORT in its environment"
    )


@contextmanager
def served(handler: type[Handler], port: int, name: str) -> Iterator[int]:
    """Serve pages in threads called `name`; yield the port. `port`: 0 for any that is free. Raises
    OSError if it is taken."""
    server = _Server((LOOPBACK, port), handler)
    Thread(target=server.serve_forever, name=name, daemon=True).start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()


class _Server(ThreadingHTTPServer):
    """Answers a few requests at a time, each in a thread."""

    daemon_threads = True

    def __init__(self, address: tuple[str, int], handler: type[Handler]) -> None:
        super().__init__(address, handler)
        self._room = BoundedSemaphore(AT_ONCE)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Wait for room (socketserver)."""
        self._room.acquire()
        super().process_request(request, client_address)

    def process_request_thread(self, request: socket | tuple[bytes, socket], client: Any) -> None:
        """Answer a request and give its room back (socketserver)."""
        try:
            super().process_request_thread(request, client)
        finally:
            self._room.release()

    def handle_error(self, request: object, client_address: object) -> None:
        """Keep broken connections out of the log (socketserver)."""
