"""Findings from trying parts of the configuration, and server errors made fit to be shown, with
advice on certificates that were not accepted."""

import base64
import ssl
from typing import NamedTuple

REASON_LIMIT = 300


class Finding(NamedTuple):
    """What was tried, whether it works, and if not, what to do about it."""

    what: str
    ok: bool
    advice: str = ""
    tried: bool = True
    """False: it could not be tried, so nothing is known of it."""
    warns: bool = False
    """Whether it works, but perhaps not as it is meant to."""

    @property
    def state(self) -> str:
        """The word before it: FAIL, skip, warn or ok."""
        if not self.ok:
            return "FAIL"
        return "skip" if not self.tried else "warn" if self.warns else "ok"


def without_password(text: str, user: str, password: str) -> str:
    """Return a server's words on one line, without the password, in case it repeated that."""
    if password:
        plain = (password, f"\0{user}\0{password}")
        encoded = [base64.b64encode(word.encode()).decode() for word in plain]
        for secret in (*encoded, *plain):
            text = text.replace(secret, "***")
    return " ".join(text.split())[:REASON_LIMIT]


ADVICE = {
    "hostname mismatch": "set host in [{section}] to the name that the certificate is for",
    "ip address mismatch": "set host in [{section}] to the name that the certificate is for",
    "certificate has expired": "it has expired: the server's keeper has to renew it",
    "certificate is not yet valid": "it is not valid yet: is the clock of this machine right?",
}
UNTRUSTED = (
    "nobody whom this machine trusts has signed it: put the certificate of who did into a file"
    " and name that as ca_file in [{section}]"
)


def certificate_advice(error: BaseException | None, section: str) -> str:
    """Say what is wrong with the certificate that an error, or its cause, is about; empty: none is.

    `section`: the part of the configuration that names the server.
    """
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            said = f"{error.verify_message} {error}".lower()
            known = (what for why, what in ADVICE.items() if why in said)
            return f"the server's certificate: {next(known, UNTRUSTED).format(section=section)}"
        error = error.__cause__ or error.__context__
    return ""
