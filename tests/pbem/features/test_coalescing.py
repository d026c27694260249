"""Mails that ask nothing: kept where their reader prefers it, told in one where they pile up."""

import pytest

from pbem.features.host import rulings
from pbem.store import tables as t
from tests.house import kinds, to
from tests.pbem.campaign.telling_readers import told

SPAIN = "spain@example.org"


def answer(house):
    """The default; the host gives that of Spain, who may have got no mail to answer."""
    session = house.session()
    seat = session.waiting()[0]
    asked = session.questions[seat].kind.name
    said = session.game.words.say(asked, session.decision(seat).default)
    if seat == "spain":
        house.command(rulings.answer_for, key=seat, written=[said])
    else:
        house.order(seat, said)
    house.cycle(minutes=1)


@pytest.fixture(scope="module")
def piling(bidding, tmp_path_factory):
    """No mail server takes anything for Spain, while the alliances are formed; the last report
    that waits asks nothing."""
    house = bidding.copy(tmp_path_factory.mktemp("piling") / "house")
    house.transport.stalled = [SPAIN]
    house.answers = 0
    while house.answers < 12 or not only_telling(house):
        house.answers += 1
        assert house.answers < 40
        answer(house)
    yield house
    house.close()


@pytest.fixture
def piled(piling, tmp_path):
    house = piling.copy(tmp_path / "piled")
    house.transport.stalled = [SPAIN]
    yield house
    house.close()


@pytest.fixture(scope="module")
def flowing(bidding, piling, tmp_path_factory):
    """The same where mail servers take all."""
    house = bidding.copy(tmp_path_factory.mktemp("flowing") / "house")
    for _ in range(piling.answers):
        answer(house)
    yield house
    house.close()


def only_telling(house):
    return [row for row in reports(house, "waiting") if row.window is None]


def reports(house, state):
    return house.rows(t.Outgoing, recipient=SPAIN, kind="report", state=state)


def test_reports_that_pile_up_are_told_in_fewer_and_nothing_is_lost(flowing, piled):
    assert told(piled, SPAIN) != told(flowing, SPAIN)
    piled.transport.stalled = []
    piled.cycle(hours=5)
    assert told(piled, SPAIN) == told(flowing, SPAIN)
    assert set(told(piled, SPAIN).values()) == {1}
    assert len(reports(piled, "sent")) < len(reports(flowing, "sent"))
    assert {row.error for row in reports(piled, "withdrawn")} == {"a newer mail tells it"}


def test_what_a_reader_prefers_holds_for_mails_that_wait_already(flowing, piled):
    waited = {row.id for row in only_telling(piled)}
    piled.answer(piled.last(SPAIN), "only my turn\ntext only")
    piled.cycle(minutes=1)
    piled.transport.stalled = []
    sent = to(piled.cycle(hours=5), SPAIN)
    assert {mail.get_body(("html",)) for mail in sent} == {None}
    kept = {row.id for row in reports(piled, "suppressed")}
    assert kept
    assert waited <= kept
    assert told(piled, SPAIN) != told(flowing, SPAIN)
    piled.answer(sent[-1], "all reports")
    later = to(piled.cycle(minutes=1), SPAIN)
    assert "report" in kinds(later)
    assert told(piled, SPAIN) == told(flowing, SPAIN)
