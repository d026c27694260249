"""Logs in to mail servers with tokens instead of a password: OAuth 2 (RFC 6749, 8628).

A person authorises the moderator once, on a page of their provider. The refresh token from this is
kept in a file of mode 600. It is used to get access tokens, each valid for about an hour, which
IMAP and SMTP servers accept. Processes may share the file: one at a time asks for a new token.
"""

import fcntl
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from pbem.mail.transports.mailbox import MailboxDown

EARLY = timedelta(minutes=5)
"""How long before it expires a token is replaced."""
USUAL_LIFE = 3600
"""Seconds that a token is valid, if the server does not say (RFC 6749, 5.1)."""
USUAL_INTERVAL = 5
"""Seconds between asking whether the person has agreed (RFC 8628, 3.2), and how many more each time
the server asks to slow down."""
DEVICE = "urn:ietf:params:oauth:grant-type:device_code"
AGREE_AGAIN = "let the moderator in again: `pbem login`"


class NotAuthorized(MailboxDown):
    """The authorization server gives no token; the text says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Authorization:
    """An authorization server, and where its tokens are kept."""

    token_url: str
    device_url: str
    client_id: str
    client_secret: str = field(repr=False)
    scope: str
    file: Path
    timeout: float = 20.0


class Device(NamedTuple):
    """What to show the person who is to agree, and how to ask whether they have."""

    code: str
    page: str
    user_code: str
    interval: float
    lasts: float


def ask(server: Authorization) -> Device:
    """Return the page where a person agrees, and the code to enter there (RFC 8628, 3.1). Raises
    NotAuthorized."""
    if not server.device_url:
        raise NotAuthorized("[mail.oauth] device_url is missing: see `pbem login --refresh-token`")
    given = _post(server, server.device_url, {"scope": server.scope})
    try:
        page = given.get("verification_uri") or given["verification_url"]
        code, user_code = str(given["device_code"]), str(given["user_code"])
        interval, lasts = float(given.get("interval", USUAL_INTERVAL)), float(given["expires_in"])
    except (KeyError, TypeError, ValueError):
        raise NotAuthorized(_said(given, server.device_url)) from None
    return Device(code, str(page), user_code, interval, lasts)


def agreed(
    server: Authorization,
    device: Device,
    now: Callable[[], datetime],
    wait: Callable[[float], object] = time.sleep,
) -> None:
    """Wait until the person has agreed, and keep the tokens. Raises NotAuthorized if they refuse,
    or do not agree in time (RFC 8628, 3.5)."""
    until, interval = now() + timedelta(seconds=device.lasts), device.interval
    while now() < until:
        wait(interval)
        given = _post(server, server.token_url, {"grant_type": DEVICE, "device_code": device.code})
        match given.get("error"):
            case "authorization_pending":
                continue
            case "slow_down":
                interval += USUAL_INTERVAL
            case None:
                _keep(server, given, now())
                return
            case _:
                raise NotAuthorized(_said(given, server.token_url))
    raise NotAuthorized("nobody has agreed in time: begin again")


def keep_refresh_token(server: Authorization, refresh_token: str, now: datetime) -> None:
    """Keep a refresh token that came from elsewhere, after checking that it works. Raises
    NotAuthorized."""
    _keep(server, _refreshed(server, refresh_token), now, refresh_token)


class Tokens:
    """Access tokens for log-ins, fresh whenever they are asked for."""

    def __init__(self, server: Authorization, now: Callable[[], datetime]) -> None:
        self.server, self.now = server, now

    def access(self) -> str:
        """Return a token that is valid for at least some minutes. Raises NotAuthorized."""
        with _locked(self.server):
            kept = _kept(self.server)
            ends = datetime.fromisoformat(kept["ends"]) if kept.get("ends") else self.now()
            if kept.get("access_token") and ends - EARLY > self.now():
                return str(kept["access_token"])
            refresh_token = str(kept["refresh_token"])
            given = _refreshed(self.server, refresh_token)
            _keep(self.server, given, self.now(), refresh_token)
            return str(given["access_token"])

    def refused(self, token: str) -> None:
        """Note that a server does not accept this token: the next log-in gets another one."""
        with _locked(self.server):
            kept = _kept(self.server)
            if kept.get("access_token") == token:
                _write(self.server, {"refresh_token": kept["refresh_token"]})


def _refreshed(server: Authorization, refresh_token: str) -> Mapping[str, Any]:
    """Ask for a new access token (RFC 6749, 6)."""
    about = {"grant_type": "refresh_token", "refresh_token": refresh_token}
    about |= {"scope": server.scope} if server.scope else {}
    given = _post(server, server.token_url, about)
    if not given.get("access_token"):
        raise NotAuthorized(_said(given, server.token_url))
    return given


def _post(server: Authorization, url: str, about: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the server's answer, even if it refuses."""
    secret = {"client_secret": server.client_secret} if server.client_secret else {}
    data = {"client_id": server.client_id, **secret, **about}
    try:
        given = httpx.post(url, data=data, timeout=server.timeout).json()
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        said = str(error) or type(error).__name__
        raise NotAuthorized(f"{url}: {said}; check the addresses in [mail.oauth]") from None
    except ValueError:
        given = None
    if not isinstance(given, dict):
        raise NotAuthorized(f"{url} does not answer as an authorization server does")
    return given


ADVICE = {
    "invalid_grant": AGREE_AGAIN,
    "expired_token": AGREE_AGAIN,
    "access_denied": "the person has said no",
    "invalid_client": "check client_id and client_secret in [mail.oauth]",
    "unauthorized_client": "the client may not do this: check how it is registered",
    "invalid_scope": "check scope in [mail.oauth]",
}


def _said(given: Mapping[str, Any], url: str) -> str:
    """Describe an error by its code alone: its description may repeat what was sent."""
    code = str(given.get("error", "no token"))[:60]
    code = "".join(char for char in code if char.isalnum() or char in "_-. ")
    return f"{url}: {code}; {ADVICE.get(code, 'check [mail.oauth]')}"


# The file


def _keep(server: Authorization, given: Mapping[str, Any], now: datetime, before: str = "") -> None:
    """Keep the tokens; if a server leaves out the refresh token, the old one stays."""
    refresh_token = given.get("refresh_token") or before
    if not refresh_token:
        raise NotAuthorized("no refresh token was given: does the scope lack offline_access?")
    try:
        life = float(given.get("expires_in", USUAL_LIFE))
    except (TypeError, ValueError):
        life = USUAL_LIFE
    ends = (now + timedelta(seconds=life)).isoformat()
    access = {"access_token": given.get("access_token", ""), "ends": ends}
    _write(server, {"refresh_token": refresh_token, **access})


def _kept(server: Authorization) -> dict[str, Any]:
    try:
        if server.file.stat().st_mode & 0o077:
            raise NotAuthorized(f"others can read {server.file}: chmod 600 {server.file}")
        kept = json.loads(server.file.read_text("utf-8"))
        return {"refresh_token": kept["refresh_token"], **kept}
    except FileNotFoundError:
        raise NotAuthorized(f"{server.file} is missing: `pbem login` makes it") from None
    except (OSError, ValueError, KeyError, TypeError):
        raise NotAuthorized(f"{server.file} cannot be read: {AGREE_AGAIN}") from None


def _write(server: Authorization, kept: Mapping[str, Any]) -> None:
    """Replace the whole file at once: without the refresh token, logging in would be impossible."""
    temporary = server.file.with_name(f".{server.file.name}.tmp")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(kept, file)
        file.flush()
        os.fsync(descriptor)
    temporary.replace(server.file)


@contextmanager
def _locked(server: Authorization) -> Iterator[None]:
    """Lock the file against other threads and processes."""
    lock = server.file.with_name(f".{server.file.name}.lock")
    try:
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise NotAuthorized(f"{lock}: {error.strerror}") from None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
