"""Runs a real IMAP server and an SMTP server on the loopback address, for the demo and for tests.

Dovecot's own folder is below the system's temporary folder, since its mail user must be able to get
there and its sockets need short paths. All of it is removed at the end.
"""

import getpass
import grp
import itertools
import os
import pwd
import re
import shutil
import signal
import smtplib
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from string import Template

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

HOST = "127.0.0.1"
START_LIMIT = 60.0
END_LIMIT = 10.0
PORTS = itertools.count(os.getpid() * 101)
HOW_TO_GET_IT = "install Debian's dovecot-imapd and dovecot-lmtpd (make system-packages)"

CONFIGURATION = Template((files("pbem.demo") / "dovecot.conf").read_text("utf-8"))


def missing() -> str | None:
    """Tell why Dovecot cannot be started here, and what to do about it; None if it can."""
    if _program() is None:
        return f"Dovecot is not installed: {HOW_TO_GET_IT}"
    if not any(
        Path(folder, "lmtp").exists() for folder in ("/usr/lib/dovecot", "/usr/libexec/dovecot")
    ):
        return f"Dovecot's LMTP server is not installed: {HOW_TO_GET_IT}"
    return None


def _program() -> str | None:
    return shutil.which("dovecot", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")


def free_port() -> int:
    """Find a port that nobody listens on, below the range from which the system assigns ports."""
    for number in PORTS:
        port = 10_000 + number % 20_000
        with socket.socket() as probe, suppress(OSError):
            probe.bind((HOST, port))
            return port
    raise RuntimeError("no port is free")


@dataclass
class Dovecot:
    """A Dovecot server that can be killed and started again with the same ports and mails."""

    folder: Path
    imap: int
    imaps: int
    lmtp: int
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait for its greeting. Raises RuntimeError with the end of its log."""
        command = [_program() or "dovecot", "-F", "-c", str(self.folder / "dovecot.conf")]
        self.process = subprocess.Popen(
            command, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until = time.monotonic() + START_LIMIT
        while time.monotonic() < until and self.process.poll() is None:
            if _greets(self.imap) and _greets(self.lmtp):
                return
            time.sleep(0.01)
        self.kill()
        log = self.folder / "dovecot.log"
        tail = log.read_text(errors="replace")[-500:] if log.exists() else "it wrote no log"
        raise RuntimeError(f"Dovecot did not start: {tail}")

    def kill(self) -> None:
        """Kill the server and all its sessions at once, as a power failure would."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None
            until = time.monotonic() + END_LIMIT  # its child processes die a moment later
            while time.monotonic() < until and (_answers(self.imap) or _answers(self.lmtp)):
                time.sleep(0.005)

    def deliver(self, sender: str, recipient: str, raw: bytes) -> None:
        """Deliver a mail by LMTP (RFC 2033). Raises smtplib.SMTPException or OSError."""
        with smtplib.LMTP(HOST, self.lmtp, timeout=30) as client:
            client.sendmail(sender, [recipient], re.sub(rb"\r?\n", b"\r\n", raw))


def _answers(port: int) -> bool:
    try:
        socket.create_connection((HOST, port), timeout=1).close()
    except OSError:
        return False
    return True


def _greets(port: int) -> bool:
    try:
        with socket.create_connection((HOST, port), timeout=1) as connection:
            connection.settimeout(1)
            return connection.recv(4) in (b"* OK", b"220 ")
    except OSError:
        return False


@contextmanager
def dovecot(users: Mapping[str, str], certificate: Path | None = None) -> Iterator[Dovecot]:
    """Start Dovecot with a mailbox for each address in `users`, which maps to its password.

    `certificate` is a PEM file with key and chain; with it, STARTTLS and the port `imaps` work.
    Raises RuntimeError if Dovecot is missing or does not start.
    """
    if why := missing():
        raise RuntimeError(why)
    folder = Path(tempfile.mkdtemp(prefix="pbem-"))
    server = Dovecot(folder, free_port(), free_port() if certificate else 0, free_port())
    try:
        _write_configuration(server, users, certificate)
        server.start()
        yield server
    finally:
        server.kill()
        shutil.rmtree(folder, ignore_errors=True)


def _write_configuration(
    server: Dovecot, users: Mapping[str, str], certificate: Path | None
) -> None:
    user, group, login_user = _accounts()
    folder = server.folder
    folder.chmod(0o755)
    (folder / "mail").mkdir()
    if os.geteuid() == 0:
        shutil.chown(folder / "mail", user, group)
    tls = "ssl = no"
    if certificate:
        tls = f"ssl = yes\nssl_cert = <{certificate}\nssl_key = <{certificate}"
    lines = (f"{address}:{{PLAIN}}{password}::::::\n" for address, password in users.items())
    (folder / "users").write_text("".join(lines))
    (folder / "dovecot.conf").write_text(
        CONFIGURATION.substitute(
            folder=folder, user=user, group=group, login_user=login_user, tls=tls,
            imap=server.imap, imaps=server.imaps, lmtp=server.lmtp,
        )
    )  # fmt: skip


def _accounts() -> tuple[str, str, str]:
    """Return the accounts the servers run as: Dovecot's own if we are root, else ours."""
    if os.geteuid() == 0:
        return "dovecot", "dovecot", "dovenull"
    group = grp.getgrgid(pwd.getpwuid(os.geteuid()).pw_gid).gr_name
    return getpass.getuser(), group, getpass.getuser()


class _Handler:
    """The handler for aiosmtpd: passes each mail on, and answers with the reason if it is
    refused."""

    def __init__(self, deliver: Callable[[str, str, bytes], None]) -> None:
        self.deliver = deliver

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        content = envelope.content
        raw = content.encode() if isinstance(content, str) else content or b""
        try:
            for recipient in envelope.rcpt_tos:
                self.deliver(envelope.mail_from or "", recipient, raw)
        except smtplib.SMTPRecipientsRefused as error:
            code, text = next(iter(error.recipients.values()))
            return f"{code} {text.decode(errors='replace')}"
        except (smtplib.SMTPException, OSError) as error:
            return f"451 4.3.0 cannot be delivered now: {type(error).__name__}"
        return "250 2.0.0 accepted"


@contextmanager
def smtp_server(deliver: Callable[[str, str, bytes], None]) -> Iterator[int]:
    """Start an SMTP server that passes on each mail (sender, recipient, bytes). Yields its port.

    With `Dovecot.deliver`, it delivers into a mailbox; with a wrapper around `list.append`, it only
    collects the mails.
    """
    controller = Controller(_Handler(deliver), hostname=HOST, port=free_port())
    controller.start()
    try:
        yield int(controller.port)
    finally:
        controller.stop()
