"""A payload is complete or refused: a slip does not end as a gap in a report."""

from __future__ import annotations

import json

import pytest

from pbem.reports.payloads import BLANK, NEEDS, PayloadError, complete
from tests.pbem.reports.samples import MAILS, REPORT


def test_what_is_left_out_is_blank() -> None:
    given = complete({"kind": "help"})

    assert set(given) == set(BLANK)
    assert given["events"] == []


def test_an_unknown_key_is_named() -> None:
    with pytest.raises(PayloadError, match="evnts"):
        complete(REPORT | {"evnts": []})


def test_an_unknown_kind_is_named() -> None:
    with pytest.raises(PayloadError, match="rumour"):
        complete({"kind": "rumour"})


def test_what_a_kind_needs_is_named() -> None:
    with pytest.raises(PayloadError, match=r"about\.commitment"):
        complete({"kind": "invitation", "game": REPORT["game"], "about": {"seats": ["spain"]}})


def test_every_kind_of_mail_has_a_sample() -> None:
    assert {payload["kind"] for payload in MAILS.values()} == set(NEEDS)


def test_the_samples_are_plain_json() -> None:
    assert json.loads(json.dumps(MAILS)) == MAILS
