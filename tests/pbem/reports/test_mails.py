"""A mail is checked before it is stored: a slip does not end as a gap in a report."""

import json
from collections.abc import Callable
from typing import Any, get_args

import pytest

from engine.struggle_of_empires import GAME as SOE
from pbem.reports import compose_mail, stored_mails
from pbem.reports.composers.all_composers import COMPOSERS
from pbem.reports.mail_parts import GameTold, Line, Lines, Status, Vote
from pbem.reports.mails import (
    KINDS,
    Act,
    HostMail,
    InvitationMail,
    LeftMail,
    Mail,
    NoticeMail,
    PreviewMail,
    Resigning,
    ResignMail,
    StatusMail,
    WhyNoReports,
    WhyRefused,
)
from pbem.reports.stored_mails import NotAMail, stored
from tests.pbem.reports.sampled import mail_of
from tests.pbem.reports.samples import GAME, MAILS

WORDS = SOE.words
STATUSES = [status for status in get_args(Status) if status != "remark"]
BY_VOTE = ("vote_closed",)


def made(kind: Callable[..., Mail], **fields: Any) -> Mail:
    """A mail with whatever fields, right or wrong."""
    return kind(**fields)


def test_a_mail_that_lacks_what_its_kind_needs_cannot_be_made() -> None:
    with pytest.raises(TypeError, match="commitment"):
        made(InvitationMail, seats=["spain"], places=5)


def test_a_field_that_is_not_of_its_kind_is_named() -> None:
    with pytest.raises(TypeError, match="evnts"):
        made(StatusMail, evnts=[])
    with pytest.raises(NotAMail, match=r"\$\.lines"):
        stored(made(HostMail, subject="A look", lines="one"))


def test_a_mail_about_a_game_needs_one() -> None:
    with pytest.raises(NotAMail, match="needs its game"):
        stored(LeftMail(declined="spain"))


def test_an_unknown_kind_is_named() -> None:
    with pytest.raises(NotAMail, match="rumour"):
        mail_of({"kind": "rumour"})


def test_every_kind_of_mail_has_a_sample_and_a_composer() -> None:
    assert {payload["kind"] for payload in MAILS.values()} == set(KINDS) == set(COMPOSERS)


@pytest.mark.parametrize("name", MAILS)
def test_what_an_older_version_stored_is_stored_anew_without_loss(name: str) -> None:
    mail = mail_of(MAILS[name])

    assert stored_mails.restored(mail.kind, stored(mail)) == mail


def test_the_samples_are_plain_json() -> None:
    assert json.loads(json.dumps(MAILS)) == MAILS
    assert mail_of({"kind": "status", "game": GAME}).game.name == GAME["name"]


@pytest.mark.parametrize("act", get_args(Act))
def test_every_act_of_a_notice_is_told(act: Act) -> None:
    when = "2026-12-03T20:00:00+00:00"
    notice = NoticeMail(
        act=act,
        game=GameTold(**GAME),
        who="spain",
        why="missed",
        by="bot",
        since=when,
        late=["spain"],
        until=when,
        ends=when,
        vote=Vote(vote=3, on="draw", seat="spain", result="failed") if act in BY_VOTE else None,
    )
    mail = compose_mail.compose(notice, WORDS)
    assert mail.subject.startswith("[soe1] ")
    assert "." in mail.text.partition("The moderator, moderator")[0]


def test_whatever_became_of_a_line_can_be_told() -> None:
    told = [Line(n, f"line {n}", status) for n, status in enumerate(STATUSES, 1)]
    mail = PreviewMail(game=GameTold(**GAME), seat="spain", told=Lines(told))
    text = compose_mail.compose(mail, WORDS).text
    assert all(f"line {n} " in text for n in range(1, len(told) + 1))


@pytest.mark.parametrize(
    ("kind", "field", "ids"),
    [
        ("refused", "why", WhyRefused),
        ("resign", "step", Resigning),
        ("subscription", "why", WhyNoReports),
    ],
)
def test_every_id_that_a_mail_may_carry_has_a_sample(kind: str, field: str, ids: object) -> None:
    samples = [mail_of(payload) for payload in MAILS.values() if payload["kind"] == kind]
    assert set(get_args(ids)) - {getattr(mail, field) for mail in samples} <= {"unclear", "shared"}


def test_an_id_that_no_template_knows_is_no_mail() -> None:
    with pytest.raises(NotAMail, match="Invalid enum value 'vanished'"):
        stored(ResignMail(step="vanished", who="spain", game=GameTold(**GAME)))
