"""What is believed of the own mail server's tests of a sender."""

import pytest

from pbem.mail.authentication import doubt
from pbem.mail.incoming import read

OWN, SENDER = "mx.example.org", "spain@example.net"


@pytest.mark.parametrize(
    "field",
    [
        "mx.example.org; dmarc=fail (p=reject dis=none) header.from=example.net",
        "MX.Example.org 1;\n\tspf=pass smtp.mailfrom=evil.example; dkim=none; dmarc = fail",
        'mx.example.org; dkim=fail reason="x; dmarc=pass" header.d=example.net;dmarc/1=fail',
        "mx.example.org (a (nested; comment)); dmarc=fail (no; dmarc=pass)",
        "mx.example.org; spf=pass smtp.mailfrom=<>; compauth=fail; dmarc=fail action=none",
    ],
)
def test_a_failed_dmarc_is_a_doubt(field: str) -> None:
    assert doubt([field], OWN, SENDER) == "dmarc=fail"


@pytest.mark.parametrize(
    ("tests", "doubted"),
    [
        ("spf=fail smtp.mailfrom=spain@example.net; dkim=fail header.d=example.net", True),
        ("spf=fail smtp.mailfrom=list.example; dkim=pass header.d=example.net", False),
        ("spf=fail; dkim=fail; dkim=pass header.i=@mail.example.net", False),
        ("spf=fail; dkim=fail; dkim=pass header.d=list.example", True),
        ("spf=fail; dkim=none", False),
        ("spf=softfail; dkim=fail", False),
        ("spf=pass smtp.mailfrom=other.example; dkim=none; dmarc=none", False),
        ("dmarc=temperror; spf=temperror; dkim=temperror", False),
        ("none", False),
        ("", False),
    ],
)  # fmt: skip
def test_without_dmarc_both_others_have_to_fail_for_the_senders_domain(
    tests: str, doubted: bool
) -> None:
    assert bool(doubt([f"{OWN}; {tests}"], OWN, SENDER)) == doubted


@pytest.mark.parametrize(
    "field",
    [
        "mx.example.net; dmarc=fail",
        "mx.example.org.evil.example; dmarc=fail",
        "spf=pass smtp.mailfrom=a; dmarc=fail",  # a server that does not name itself
        "(mx.example.org; dmarc=fail",
        "",
    ],
)
def test_only_the_own_server_is_heard(field: str) -> None:
    assert doubt([field], OWN, SENDER) == ""


def test_nothing_is_doubted_where_no_server_is_named() -> None:
    assert doubt(["; dmarc=fail", "mx.example.org; dmarc=fail"], "", SENDER) == ""


def test_a_pass_that_somebody_added_takes_no_doubt_away() -> None:
    assert doubt(["mx.example.org; dmarc=pass", "mx.example.org; dmarc=fail"], OWN, SENDER)


def test_the_fields_of_a_mail_are_kept_in_their_order_and_not_without_end() -> None:
    fields = "".join(f"Authentication-Results: mx{n};\n dmarc=pass\n" for n in range(1_000))
    letter = read(f"From: {SENDER}\n{fields}\nhi\n".encode())
    assert [field.partition(";")[0] for field in letter.authentication[:2]] == ["mx0", "mx1"]
    assert len(letter.authentication) == 20
