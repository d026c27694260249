"""What trying a part of the configuration found, and errors of servers fit to be shown."""

import base64
from typing import NamedTuple

REASON_LIMIT = 300


class Finding(NamedTuple):
    """What was tried, whether it works, and, if not, what to do about it."""

    what: str
    ok: bool
    advice: str = ""
    tried: bool = True
    """False: it could not be tried, and says so; nothing is known of it."""


def without_password(text: str, user: str, password: str) -> str:
    """A server's words on one line, without the password, should it have repeated that."""
    if password:
        plain = (password, f"\0{user}\0{password}")
        encoded = [base64.b64encode(word.encode()).decode() for word in plain]
        for secret in (*encoded, *plain):
            text = text.replace(secret, "***")
    return " ".join(text.split())[:REASON_LIMIT]
