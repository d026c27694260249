"""A way to a server that breaks where a test says: at bytes that pass by."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

HOST = "127.0.0.1"


class Breaks:
    """What passes between clients and a server, on a port of its own."""

    def __init__(self, server: int) -> None:
        self.server = server
        self.listening = socket.create_server((HOST, 0))
        self.port = int(self.listening.getsockname()[1])
        self._at: bytes | None = None
        self._then: Callable[[], None] = lambda: None
        self._broken, self._lost = threading.Event(), False
        self._one = threading.Lock()

    def at(self, passing: bytes, then: Callable[[], None], *, lost: bool) -> threading.Event:
        """Do something when half of these bytes have passed by the next time; return the event of
        its being done. `lost`: the other half and the connection are."""
        self._broken, self._then, self._lost, self._at = threading.Event(), then, lost, passing
        return self._broken

    def serve(self) -> None:
        """Take callers until the port is closed."""
        with suppress(OSError):
            while True:
                client, _ = self.listening.accept()
                threading.Thread(target=self._join, args=(client,), daemon=True).start()

    def _join(self, client: socket.socket) -> None:
        try:
            server = socket.create_connection((HOST, self.server))
        except OSError:
            client.close()
            return
        for source, target in ((client, server), (server, client)):
            threading.Thread(target=self._pass, args=(source, target), daemon=True).start()

    def _pass(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while chunk := source.recv(65_536):
                at = self._breaks_at(chunk)
                target.sendall(chunk[:at])
                if at is not None:
                    self._then()
                    self._broken.set()
                    if self._lost:
                        break
                    target.sendall(chunk[at:])
        for each in (source, target):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        source.close()  # the other is the source of the other direction

    def _breaks_at(self, chunk: bytes) -> int | None:
        """Where in this it breaks, if it does; only once."""
        with self._one:
            if self._at is None or self._at not in chunk:
                return None
            at, self._at = chunk.index(self._at) + len(self._at) // 2, None
            return at


@contextmanager
def breaks(server: int) -> Iterator[Breaks]:
    """Let clients reach a server by another port, as long as this lasts."""
    way = Breaks(server)
    serving = threading.Thread(target=way.serve)
    serving.start()
    try:
        yield way
    finally:
        way.listening.shutdown(socket.SHUT_RDWR)
        serving.join()
        way.listening.close()
