"""Mail handed to a real SMTP server, and to servers that refuse, stall and die."""

import asyncio
import base64
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

from pbem.demo.loopback import free_port
from pbem.mail.transports.smtp import Smtp, SmtpServer
from pbem.mail.transports.transport import Sending, Sent

PASSWORD = "correct horse battery staple"
SHORT = 0.5
"""Seconds: for servers that never answer."""
HANGING = 30
"""Seconds: longer than anything takes, also on a busy machine, and far from for ever."""
Misbehaving = Callable[[Any], AbstractContextManager[int]]


def mail(number: int, recipient: str = "spain@example.net") -> Sending:
    raw = f"Subject: {number}\n\nline\n.\n.dot\n".encode()
    return Sending(f"{number}@example.org", f"games+b{number}@example.org", recipient, raw)


def send(server: SmtpServer, *mails: Sending) -> list[Sent]:
    async def collect() -> list[Sent]:
        return [sent async for sent in Smtp(server).send(mails)]

    return asyncio.run(collect())


def outcomes(sent: list[Sent]) -> list[str]:
    return [one.outcome for one in sent]


class Sink:
    """Keeps what it is given; refuses by name of the recipient."""

    def __init__(self) -> None:
        self.got: list[tuple[str, list[str], bytes]] = []
        self.connections: set[int] = set()

    async def handle_RCPT(
        self, server: Any, session: Any, envelope: Any, address: str, options: Any
    ) -> str:
        self.connections.add(id(session))
        if address.startswith("unknown"):
            return "550 5.1.1 nobody of that name"
        if address.startswith("busy"):
            return "451 4.7.1 greylisted, come again"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        if b"Subject: 13" in envelope.content:
            return "554 5.7.1 we do not like this mail"
        self.got.append((envelope.mail_from, envelope.rcpt_tos, envelope.content))
        return "250 OK"


@pytest.fixture
def sink() -> Iterator[Controller]:
    yield from running(Controller(Sink(), hostname="127.0.0.1", port=free_port()))


def running(controller: Controller) -> Iterator[Controller]:
    controller.start()
    yield controller
    controller.stop()


def plain(port: int, *, timeout: float = HANGING, **more: Any) -> SmtpServer:
    return SmtpServer("127.0.0.1", port, "none", timeout=timeout, **more)


def test_a_batch_goes_over_one_connection_in_order(sink: Controller):
    sent = send(plain(sink.port), *map(mail, range(5)))
    assert sent == [Sent(f"{number}@example.org", "accepted") for number in range(5)]
    assert [envelope for envelope, _, _ in sink.handler.got] == [
        f"games+b{number}@example.org" for number in range(5)
    ]
    assert len(sink.handler.connections) == 1


def test_lines_and_dots_arrive_as_they_were(sink: Controller):
    send(plain(sink.port), mail(1))
    assert sink.handler.got[0][2] == b"Subject: 1\r\n\r\nline\r\n.\r\n.dot\r\n"


def test_each_mail_has_its_own_fate(sink: Controller):
    mails = (
        mail(1, "unknown@example.net"),
        mail(2),
        mail(3, "busy@example.net"),
        mail(13),
        mail(4),
    )
    sent = send(plain(sink.port), *mails)
    assert outcomes(sent) == ["never", "accepted", "later", "never", "accepted"]
    assert sent[0].reason == "550 5.1.1 nobody of that name"
    assert sent[2].reason == "451 4.7.1 greylisted, come again"
    assert sent[3].reason == "554 5.7.1 we do not like this mail"


def test_an_empty_batch_connects_nowhere():
    assert send(plain(free_port())) == []


def test_an_address_that_cannot_be_written_is_never_sent(sink: Controller):
    sent = send(plain(sink.port), mail(1, "späin@example.net"), mail(2))
    assert outcomes(sent) == ["never", "accepted"]


def test_a_server_that_is_not_there_means_later_for_all_and_advice():
    sent = send(plain(free_port()), mail(1), mail(2))
    assert outcomes(sent) == ["later", "later"]
    assert "check host and port" in sent[1].reason


async def refuse(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"554 5.7.1 go away\r\n")
    writer.close()


async def say_nothing(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
    await reader.read()


GO_ON = b"354 go on\r\n"


def obeying(answers: dict[bytes, bytes | None]) -> Any:
    """A server that says 250 to everything but the commands given; None: it hangs up."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 hello\r\n")
        answer: bytes | None = b""
        while line := await reader.readline():
            if answer == GO_ON:
                await reader.readuntil(b"\r\n.\r\n")
                line = b".\r\n"
            answer = answers.get(line.split()[0].upper(), b"250 OK\r\n")
            if answer is None:
                return
            writer.write(answer)

    return talk


@pytest.mark.parametrize(
    ("talk", "reason"),
    [
        (refuse, "554"),
        (say_nothing, "Timed out"),
        (obeying({b"MAIL": None}), "EOF"),
        (obeying({b"DATA": None}), "EOF"),
        (obeying({b"DATA": GO_ON, b".": None}), "EOF"),
        (obeying({b"MAIL": b"421 4.3.2 shutting down\r\n"}), "421 4.3.2 shutting down"),
        (obeying({b"MAIL": b"503 5.5.1 nested MAIL\r\n"}), "503 5.5.1 nested MAIL"),
        (obeying({b"MAIL": b""}), "Timed out"),
        (obeying({b"MAIL": b"this is no answer\r\n"}), "response"),
    ],
)
def test_a_server_that_refuses_stalls_or_dies_means_later(
    misbehaving: Misbehaving, talk: Any, reason: str
):
    timeout = SHORT if reason == "Timed out" else HANGING
    began = time.monotonic()
    with misbehaving(talk) as port:
        sent = send(plain(port, timeout=timeout), *map(mail, range(4)))
    assert outcomes(sent) == ["later"] * 4
    assert all(reason in one.reason for one in sent)
    assert time.monotonic() - began < HANGING


def test_a_sender_that_the_server_does_not_take_means_later_with_advice(misbehaving: Misbehaving):
    """It is not the recipient's fault: once the settings are mended, all can go out."""
    refusing = obeying({b"MAIL": b"553 5.7.1 sender address rejected: not owned by user\r\n"})
    with misbehaving(refusing) as port:
        sent = send(plain(port), mail(1), mail(2))
    assert outcomes(sent) == ["later"] * 2
    assert "not owned by user" in sent[0].reason
    assert "envelope_sender" in sent[0].reason


def test_a_mail_that_is_too_long_for_the_server_is_never_taken(misbehaving: Misbehaving):
    """RFC 1870: the server learns the size with MAIL already."""
    with misbehaving(obeying({b"MAIL": b"552 5.3.4 message too big\r\n"})) as port:
        (sent,) = send(plain(port), mail(1))
    assert (sent.outcome, sent.reason) == ("never", "552 5.3.4 message too big")


def test_a_server_that_drips_does_not_hold_us_for_ever(misbehaving: Misbehaving):
    async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            writer.write(b"220-wait\r\n")
            await asyncio.sleep(0.1)

    began = time.monotonic()
    with misbehaving(drip) as port:
        sent = send(plain(port, timeout=SHORT), mail(1))
    assert outcomes(sent) == ["later"]
    assert time.monotonic() - began < HANGING


def test_after_a_lost_connection_the_rest_goes_over_another(misbehaving: Misbehaving):
    async def dislikes_the_second(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        writer.write(b"220 hello\r\n")
        while line := await reader.readline():
            if b"MAIL FROM:<games+b1@" in line:
                break
            if line.startswith(b"DATA"):
                writer.write(b"354 go on\r\n")
                await reader.readuntil(b"\r\n.\r\n")
            writer.write(b"250 OK\r\n")
        writer.close()

    with misbehaving(dislikes_the_second) as port:
        sent = send(plain(port), *map(mail, range(3)))
    assert outcomes(sent) == ["accepted", "later", "accepted"]


@pytest.fixture
def encrypted(certificate: Path) -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)
    return context


def authenticate(server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
    return AuthResult(success=data.password == PASSWORD.encode(), handled=False)


@pytest.fixture
def guarded(encrypted: ssl.SSLContext) -> Iterator[Controller]:
    yield from running(
        Controller(
            Sink(),
            hostname="127.0.0.1",
            port=free_port(),
            tls_context=encrypted,
            require_starttls=True,
            auth_required=True,
            authenticator=authenticate,
        )
    )


def with_starttls(port: int, ca_file: Path, password: str = PASSWORD) -> SmtpServer:
    context = ssl.create_default_context(cafile=str(ca_file))
    return SmtpServer("127.0.0.1", port, "starttls", "games", password, 5, context)


def test_starttls_and_a_password_let_us_in(guarded: Controller, ca_file: Path):
    server = with_starttls(guarded.port, ca_file)
    assert outcomes(send(server, mail(1))) == ["accepted"]
    assert asyncio.run(Smtp(server).check())[0].ok


def test_a_wrong_password_means_later_with_advice_and_is_not_shown(
    guarded: Controller, ca_file: Path
):
    server = with_starttls(guarded.port, ca_file, "hunter2")
    (sent,) = send(server, mail(1))
    assert sent.outcome == "later"
    assert "check user and password" in sent.reason
    assert "hunter2" not in sent.reason + repr(server)


def test_a_server_that_nobody_vouches_for_is_not_trusted(guarded: Controller):
    (sent,) = send(SmtpServer("127.0.0.1", guarded.port, "starttls", timeout=HANGING), mail(1))
    assert sent.outcome == "later"
    assert "certificate: nobody" in sent.reason
    assert "ca_file in [mail.out]" in sent.reason


def test_starttls_is_not_given_up_where_the_server_has_none(sink: Controller):
    (sent,) = send(SmtpServer("127.0.0.1", sink.port, "starttls", timeout=HANGING), mail(1))
    assert sent.outcome == "later"
    assert sink.handler.got == []


def test_implicit_tls_works(encrypted: ssl.SSLContext, ca_file: Path, misbehaving: Misbehaving):
    controller = Controller(Sink(), hostname="127.0.0.1", port=free_port(), ssl_context=encrypted)
    for sink in running(controller):
        context = ssl.create_default_context(cafile=str(ca_file))
        server = SmtpServer("127.0.0.1", sink.port, "implicit", timeout=30, tls_context=context)
        assert outcomes(send(server, mail(1))) == ["accepted"]


def test_a_server_that_repeats_the_password_does_not_make_us_show_it(misbehaving: Misbehaving):
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 hello\r\n")
        while line := await reader.readline():
            if line.startswith(b"EHLO"):
                writer.write(b"250-x\r\n250 AUTH PLAIN LOGIN\r\n")
            else:
                writer.write(b"535 no: " + line.strip() + b"\r\n")

    with misbehaving(talk) as port:
        server = plain(port, user="games", password=PASSWORD)
        (finding,) = asyncio.run(Smtp(server).check())
    assert not finding.ok
    for said in (PASSWORD, PASSWORD.encode(), b"\0games\0" + PASSWORD.encode()):
        encoded = base64.b64encode(said if isinstance(said, bytes) else said.encode()).decode()
        assert encoded not in finding.advice
    assert PASSWORD not in finding.advice


def test_the_check_tells_what_is_wrong(sink: Controller):
    assert asyncio.run(Smtp(plain(sink.port)).check())[0].ok
    (finding,) = asyncio.run(Smtp(plain(free_port())).check())
    assert not finding.ok
    assert "check host and port" in finding.advice
