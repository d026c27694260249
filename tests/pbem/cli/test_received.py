"""What `pbem check` reads in its own mail that has come back."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from pbem.cli.check import received_copy
from pbem.settings.config import Config

NOW = datetime(2026, 11, 24, 12, tzinfo=UTC)


def copy(results, stamped=NOW):
    return (
        f"Received: from a by mx.example.org with LMTP id 1;\n\t{format_datetime(stamped)}\n"
        f"Authentication-Results: {results}\nFrom: games@example.org\n\nx\n"
    ).encode()


def found(results, stamped=NOW, server="mx.example.org"):
    config = Config(mail={"authserv_id": server})
    return list(received_copy.seen(config, copy(results, stamped), NOW))


def test_what_passes_is_well():
    says = found("mx.example.org; spf=pass smtp.mailfrom=a; dkim=pass header.d=a; dmarc=pass")
    assert all(one.ok and one.tried for one in says)
    assert [one.what.partition(" ")[0] for one in says] == ["SPF", "DKIM", "DMARC", "clock"]


@pytest.mark.parametrize(
    ("results", "fails", "how"),
    [
        ("spf=softfail; dkim=pass; dmarc=pass", "SPF", "v=spf1"),
        ("spf=pass; dkim=none; dmarc=pass", "DKIM", "sign mails"),
        ("spf=pass; dkim=pass; dmarc=none", "DMARC", "v=DMARC1"),
    ],
)
def test_what_large_providers_object_to_is_named_with_what_to_do(results, fails, how):
    (one,) = (one for one in found(f"mx.example.org; {results}") if not one.ok)
    assert one.what.startswith(fails)
    assert how in one.advice


@pytest.mark.parametrize(
    ("server", "says"),
    [("", 'authserv_id = "mx.example.org"'), ("mx.example.net", "does not tell")],
)
def test_where_nothing_is_known_it_says_so(server, says):
    first, _ = found("mx.example.org; spf=fail", server=server)
    assert (first.ok, first.tried) == (True, False)
    assert says in first.advice


@pytest.mark.parametrize(("minutes", "which"), [(7, "behind"), (-7, "ahead of")])
def test_a_clock_that_is_wrong_is_told(minutes, which):
    *_, clock = found("mx.example.org; none", NOW + timedelta(minutes=minutes))
    assert not clock.ok
    assert f"7 minutes {which}" in clock.what
