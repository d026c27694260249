"""What a mail of the moderator to itself shows, once it has come back: what others will object to,
and whether the clock is right."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime

from pbem.mail import authentication, mime
from pbem.mail.transports.configuration_findings import Finding
from pbem.settings.config import Config

SKEW = timedelta(minutes=2)
"""By how much the clock may differ from that of the mail server."""
OBJECTIONS = {
    "spf": "large providers refuse or hide such mail: publish an SPF record (TXT v=spf1 ...) for"
    " the domain of the envelope's sender that names the server of [mail.out]",
    "dkim": "large providers refuse or hide such mail: let the server of [mail.out] sign mails"
    " (DKIM) for the domain of [moderator] address",
    "dmarc": "large providers refuse or hide such mail: publish a DMARC record (TXT v=DMARC1;"
    " p=none at _dmarc. and the domain of [moderator] address), and let SPF or DKIM pass for that"
    " domain",
}
ELSEWHERE = "mail a large provider's account, such as with `pbem subscribe`, and look at the source"


def seen(config: Config, raw: bytes, read: datetime) -> Iterator[Finding]:
    """Tell what the copy shows that came in. `read`: when it was, by this machine's clock."""
    head = mime.parse(raw).head
    yield from _believed(config.mail.authserv_id, head.every["authentication-results"])
    yield from _clock(head.first["received"], read)


def _believed(server: str, fields: Sequence[str]) -> Iterator[Finding]:
    """Whether its sender is believed, by the tests of the own mail server."""
    what = "SPF, DKIM and DMARC of its own mails"
    if not server and (named := authentication.named(fields)):
        advice = f'set authserv_id = "{named}" in [mail], if that is your own server'
        yield Finding(what, True, advice, tried=False)
        return
    found = authentication.results(fields, server) if server else []
    if not found:
        advice = f"the copy that came in does not tell; {ELSEWHERE}"
        yield Finding(what, True, advice, tried=False)
        return
    for method, objection in OBJECTIONS.items():
        got = [each.result for each in found if each.method == method]
        passed = "pass" in got
        said = f"{method.upper()} of its own mails: {', '.join(dict.fromkeys(got)) or 'not tested'}"
        yield Finding(said, passed or not got, "" if passed or not got else objection)


def _clock(received: str, read: datetime) -> Iterator[Finding]:
    """Whether this machine's clock agrees with that of the mail server (RFC 5321, 4.4)."""
    try:
        stamped = parsedate_to_datetime(received.rpartition(";")[2].strip())
        apart = read - stamped
    except (TypeError, ValueError):  # no date, or one without a zone
        yield Finding("clock: the copy that came in has no time of its own", True, tried=False)
        return
    minutes = round(abs(apart).total_seconds() / 60)
    which = "ahead of" if apart > timedelta() else "behind"
    ok = abs(apart) <= SKEW
    said = f"clock {minutes} minutes {which} the mail server's" if not ok else "clock"
    advice = "deadlines go by it: set it, and let NTP keep it (timedatectl set-ntp true)"
    yield Finding(said, ok, "" if ok else advice)
