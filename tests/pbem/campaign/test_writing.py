"""Mails are written in the transaction of what they tell, to a recipient found in one place."""

import pytest

from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import to_address, to_host, to_seat
from pbem.reports import stored_mails
from pbem.reports.mails import DiaryMail, HostMail, LeftMail
from pbem.reports.stored_mails import NotAMail
from pbem.store import tables as t
from tests.house import HOST


@pytest.mark.parametrize("mail", [LeftMail(), HostMail(subject="a look", lines="no list")])
def test_a_mail_that_lacks_something_undoes_what_it_tells(setting_up, mail):
    def tell(ctx, game):
        game.status = "paused"
        ctx.write(mail, to_address("somebody@example.org"))

    with pytest.raises(NotAMail):
        setting_up.command(tell)
    assert setting_up.game().status == "running"
    assert not setting_up.rows(t.Outgoing, kind=mail.kind)


def test_a_mail_to_a_seat_is_addressed_and_tagged_for_it(setting_up):
    with setting_up.world.store.transaction() as db:
        game, (seat, *_) = db.get_one(t.Game, 1), setting_up.rows(t.Seat, key="spain")
        context(setting_up, db).write(DiaryMail(entries=[]), to_seat(game, seat))
    (row,) = setting_up.rows(t.Outgoing, kind="diary")
    mail = stored_mails.restored(row.kind, row.payload)
    assert (row.recipient, row.seat, mail.seat) == ("spain@example.org", "spain", "spain")
    assert mail.game.name == "soe1"
    assert mail.tag.startswith("soe1-spain-w")
    assert mail.tag in mail.reply_to


def test_an_answer_of_the_host_is_a_command_where_their_mail_is_about_a_game(setting_up):
    with setting_up.world.store.transaction() as db:
        ctx, told = context(setting_up, db), HostMail(subject="a look", lines=["Look."])
        ctx.write(told, to_host(ctx.world))
        ctx.write(told, to_host(ctx.world, db.get_one(t.Game, 1)))
    bare, tagged = setting_up.rows(t.Outgoing, kind="host", state="waiting")
    assert {bare.recipient, tagged.recipient} == {HOST}
    assert stored_mails.restored("host", bare.payload).tag == ""
    assert stored_mails.restored("host", tagged.payload).tag.startswith("soe1-host-w")


def context(house, db):
    return Context(house.world, db, house.now, "a test")
