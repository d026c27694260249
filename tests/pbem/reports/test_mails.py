"""A mail is checked before it is stored: a slip does not end as a gap in a report."""

import json

import pytest

from pbem.reports import stored_mails
from pbem.reports.mails import KINDS, HostMail, InvitationMail, LeftMail, StatusMail
from pbem.reports.stored_mails import NotAMail, stored
from pbem.resources import templates
from tests.pbem.reports.sampled import mail_of
from tests.pbem.reports.samples import GAME, MAILS


def test_a_mail_that_lacks_what_its_kind_needs_cannot_be_made() -> None:
    with pytest.raises(TypeError, match="commitment"):
        InvitationMail(seats=["spain"], places=5)  # type: ignore[call-arg]


def test_a_field_that_is_not_of_its_kind_is_named() -> None:
    with pytest.raises(TypeError, match="evnts"):
        StatusMail(evnts=[])  # type: ignore[call-arg]
    with pytest.raises(NotAMail, match=r"\$\.lines"):
        stored(HostMail(subject="A look", lines="one"))  # type: ignore[arg-type]


def test_a_mail_about_a_game_needs_one() -> None:
    with pytest.raises(NotAMail, match="needs its game"):
        stored(LeftMail(declined="spain"))


def test_an_unknown_kind_is_named() -> None:
    with pytest.raises(NotAMail, match="rumour"):
        mail_of({"kind": "rumour"})


def test_every_kind_of_mail_has_a_sample_and_a_template() -> None:
    assert {payload["kind"] for payload in MAILS.values()} == set(KINDS)
    assert all((templates() / "mail" / f"{kind}.j2").exists() for kind in KINDS)


@pytest.mark.parametrize("name", MAILS)
def test_what_an_older_version_stored_is_stored_anew_without_loss(name: str) -> None:
    mail = mail_of(MAILS[name])

    assert stored_mails.restored(mail.kind, stored(mail)) == mail


def test_the_samples_are_plain_json() -> None:
    assert json.loads(json.dumps(MAILS)) == MAILS
    assert mail_of({"kind": "status", "game": GAME}).game.name == GAME["name"]
