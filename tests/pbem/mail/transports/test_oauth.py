"""Tokens in place of passwords: an authorization server that stands in for a provider's, a real
Dovecot that asks it, and an SMTP server that takes its tokens."""

import asyncio
import base64
import json
import threading
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

from pbem.demo.loopback import dovecot as a_dovecot
from pbem.demo.loopback import missing
from pbem.mail.transports import oauth
from pbem.mail.transports.imap import Imap, ImapServer
from pbem.mail.transports.mailbox import MailboxDown
from pbem.mail.transports.oauth import Authorization, NotAuthorized, Tokens
from pbem.mail.transports.smtp import Smtp, SmtpServer
from pbem.mail.transports.transport import Sending
from tests.servers import ADDRESS, PASSWORD, free_port

NOW = datetime(2026, 11, 24, 12, tzinfo=UTC)


class Provider:
    """What the server answers, in order; then it refreshes. Tokens are numbered."""

    def __init__(self):
        self.says, self.asked, self.number, self.good = [], [], 0, set()

    def answer(self, path, form):
        if path == "/introspect":
            active = form.get("token") in self.good
            return {"active": active, **({"username": ADDRESS} if active else {})}
        self.asked.append(form)
        if self.says:
            return self.says.pop(0)
        self.number += 1
        self.good = {f"access{self.number}"}
        return {
            "access_token": f"access{self.number}",
            "refresh_token": f"refresh{self.number}",
            "expires_in": 3600,
        }


@contextmanager
def serving(provider):
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"] or 0)).decode()
            form = {name: values[0] for name, values in parse_qs(body).items()}
            said = json.dumps(provider.answer(self.path, form)).encode()
            self.send_response(400 if b'"error"' in said else 200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def provider():
    return Provider()


@pytest.fixture
def server(provider, tmp_path):
    with serving(provider) as url:
        yield Authorization(
            f"{url}/token", f"{url}/device", "club", "s3cret", "mail", tmp_path / "oauth.token"
        )


DEVICE = {
    "device_code": "d1",
    "user_code": "ABCD-EFGH",
    "verification_uri": "https://example.org/device",
    "expires_in": 900,
    "interval": 5,
}


def test_a_person_agrees_after_a_while_and_only_the_user_can_read_what_is_kept(provider, server):
    provider.says = [DEVICE, {"error": "authorization_pending"}, {"error": "slow_down"}]
    waited = []
    device = oauth.ask(server)
    assert (device.page, device.user_code) == ("https://example.org/device", "ABCD-EFGH")
    oauth.agreed(server, device, lambda: NOW, waited.append)
    assert waited == [5, 5, 10]
    assert provider.asked[-1]["device_code"] == "d1"
    assert server.file.stat().st_mode & 0o777 == 0o600
    assert Tokens(server, lambda: NOW).access() == "access1"


@pytest.mark.parametrize("error", ["access_denied", "expired_token", "invalid_client"])
def test_who_does_not_agree_is_told_and_nothing_is_kept(provider, server, error):
    provider.says = [DEVICE, {"error": error, "error_description": "club s3cret"}]
    device = oauth.ask(server)
    with pytest.raises(NotAuthorized, match=error) as problem:
        oauth.agreed(server, device, lambda: NOW, lambda _: None)
    assert "s3cret" not in str(problem.value)
    assert not server.file.exists()


def test_a_code_that_nobody_types_runs_out(provider, server):
    provider.says = [DEVICE] + [{"error": "authorization_pending"}] * 200
    times = iter(NOW + timedelta(minutes=n) for n in range(100))
    with pytest.raises(NotAuthorized, match="in time"):
        oauth.agreed(server, oauth.ask(server), lambda: next(times), lambda _: None)


def test_a_token_is_used_until_shortly_before_its_end_and_then_replaced(provider, server):
    oauth.keep_refresh_token(server, "mine", NOW)
    assert provider.asked[-1]["refresh_token"] == "mine"
    now = [NOW]
    tokens = Tokens(server, lambda: now[0])
    assert tokens.access() == tokens.access() == "access1"
    now[0] += timedelta(minutes=56)
    assert tokens.access() == "access2"
    assert provider.asked[-1]["refresh_token"] == "refresh1"


def test_a_refresh_token_that_is_not_given_anew_stays(provider, server):
    provider.says = [{"access_token": "a", "expires_in": "soon"}] * 2
    oauth.keep_refresh_token(server, "mine", NOW)
    tokens = Tokens(server, lambda: NOW)
    tokens.refused("a")
    assert tokens.access() == "a"
    assert json.loads(server.file.read_text())["refresh_token"] == "mine"


def test_what_is_wrong_says_what_to_do_and_no_token(provider, server):
    with pytest.raises(NotAuthorized, match="pbem login"):
        Tokens(server, lambda: NOW).access()
    oauth.keep_refresh_token(server, "mine", NOW)
    server.file.chmod(0o644)
    with pytest.raises(NotAuthorized, match="chmod 600"):
        Tokens(server, lambda: NOW).access()
    server.file.chmod(0o600)
    provider.says = [{"error": "invalid_grant"}]
    with pytest.raises(NotAuthorized, match="pbem login") as problem:
        Tokens(server, lambda: NOW + timedelta(hours=2)).access()
    assert "refresh1" not in str(problem.value)


def test_many_at_once_ask_for_one_new_token(provider, server):
    oauth.keep_refresh_token(server, "mine", NOW)
    tokens = Tokens(server, lambda: NOW + timedelta(hours=2))
    got: list[str] = []
    threads = [threading.Thread(target=lambda: got.append(tokens.access())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert got == ["access2"] * 8
    assert len(provider.asked) == 2


# Servers that take the tokens

DOVECOT = """
auth_mechanisms = plain login xoauth2 oauthbearer
passdb {{
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = {file}
}}
"""
INTROSPECTION = """
introspection_mode = post
introspection_url = {url}/introspect
username_attribute = username
active_attribute = active
active_value = true
"""


@pytest.fixture
def dovecot(provider, server):
    """A Dovecot that asks the provider whether a token is good."""
    if why := missing():
        pytest.skip(why)
    with a_dovecot({ADDRESS: PASSWORD}) as running:
        running.kill()
        file = running.folder / "oauth2.conf"
        file.write_text(INTROSPECTION.format(url=server.token_url.removesuffix("/token")))
        conf = running.folder / "dovecot.conf"
        text = conf.read_text().replace("auth_mechanisms = plain login\n", "")
        conf.write_text(text + DOVECOT.format(file=file))
        running.start()
        yield running


def imap(dovecot, tokens):
    about = ImapServer("127.0.0.1", dovecot.imap, "none", user=ADDRESS, tokens=tokens)
    return closing(Imap(about, lambda: NOW))


def test_dovecot_lets_the_moderator_in_by_token_and_a_refused_one_is_replaced(
    provider, server, dovecot
):
    oauth.keep_refresh_token(server, "mine", NOW)
    tokens = Tokens(server, lambda: NOW)
    with imap(dovecot, tokens) as mailbox:
        assert mailbox.fetch() == []
    provider.good = set()  # the provider has taken it back
    with pytest.raises(MailboxDown, match="pbem login") as problem:
        imap(dovecot, tokens)
    assert "access1" not in str(problem.value)
    with imap(dovecot, tokens) as mailbox:
        assert mailbox.fetch() == []


class TakesTokens:
    """An SMTP server's log-in by XOAUTH2."""

    def __init__(self, provider):
        self.provider = provider

    async def auth_XOAUTH2(self, _server, args):
        said = base64.b64decode(args[1]).decode()
        token = said.partition("auth=Bearer ")[2].rstrip("\1")
        good = token in self.provider.good and ADDRESS in said
        return AuthResult(success=good, handled=False)

    async def handle_DATA(self, _server, _session, _envelope):
        return "250 OK"


def test_mail_goes_out_by_token_and_a_refused_one_is_replaced(provider, server):
    oauth.keep_refresh_token(server, "mine", NOW)
    handler = TakesTokens(provider)
    port = free_port()
    controller = Controller(handler, "127.0.0.1", port, auth_require_tls=False)
    controller.start()
    try:
        tokens = Tokens(server, lambda: NOW)
        way = Smtp(SmtpServer("127.0.0.1", port, "none", ADDRESS, tokens=tokens))
        mail = Sending("1@example.org", ADDRESS, "a@example.net", b"Subject: x\n\nx\n")

        async def outcome():
            (sent,) = [sent async for sent in way.send([mail])]
            return sent

        assert asyncio.run(outcome()).outcome == "accepted"
        provider.good = set()
        refused = asyncio.run(outcome())
        assert (refused.outcome, "access1" in refused.reason) == ("later", False)
        assert asyncio.run(outcome()).outcome == "accepted"
    finally:
        controller.stop()
