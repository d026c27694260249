"""Sending: what is withdrawn, tried again, given up; maps; bounces."""

import asyncio
import json
import unicodedata
from datetime import timedelta
from pathlib import Path
from threading import Event

import pytest

from pbem.campaign import host_acts
from pbem.campaign.mails import delivery_status, recipients
from pbem.campaign.sending import rows_to_mails, sent_or_tried_again
from pbem.daemon import receive_judge_send
from pbem.mail import identity
from pbem.mail.transports.transport import Sent
from pbem.reports import stored_mails
from pbem.reports.drawing.map_svg import MapFailed
from pbem.store import tables as t
from tests.house import ADDRESS, HOST, PLAYERS, flat, kinds, readable, to

PNG = b"\x89PNG\r\n\x1a\n and so on"


class Server:
    """A way out that says what it is told to say, for each mail in turn."""

    def __init__(self, *says):
        self.says, self.got = list(says), []

    async def send(self, batch):
        for mail in batch:
            self.got.append(mail)
            outcome = self.says.pop(0) if self.says else "accepted"
            yield Sent(mail.message_id, outcome, "the server's words")

    async def check(self):
        return []


def waiting(house):
    seat = house.session().waiting()[0]
    return seat, f"{seat}@example.org"


def written(house):
    """An order was taken in and judged; its receipt and a report wait to be sent."""
    house.order(waiting(house)[0], "place army in India")
    house.now += timedelta(minutes=1)
    receive_judge_send.take_in(house.world, house.mailbox, house.now)
    receive_judge_send.work(house.world, house.now)
    return house.rows(t.Outgoing, state="waiting")


def send(house, server, maps=lambda *_: None, **later):
    house.now += timedelta(**later)
    return receive_judge_send.send(house.world, server, house.now, maps)


def test_a_mail_is_tried_again_later_with_the_same_id(setting_up):
    rows = written(setting_up)
    server = Server("later", "later")
    assert send(setting_up, server) == 0
    assert send(setting_up, server, seconds=30) == 0
    assert send(setting_up, server, minutes=1) == 2
    ids = [mail.message_id for mail in server.got]
    assert ids == [row.message_id for row in rows] * 2
    assert {row.state for row in setting_up.rows(t.Outgoing)} == {"sent"}


def test_what_is_tried_again_waits_longer_and_longer(setting_up):
    written(setting_up)
    server = Server(*["later"] * 100)
    tries = []
    for _ in range(60):
        send(setting_up, server, minutes=10)
        tries.append(len(server.got) // 2)
    assert 5 <= tries[-1] <= 8


def try_in_vain(house):
    """For a day, as often as it is tried."""
    for _ in sent_or_tried_again.RETRIES:
        send(house, Server(*["later"] * 10), hours=5)


def test_what_was_written_long_ago_is_not_given_up_at_its_first_tries(setting_up):
    """A moderator that was down for a week answers old mails, and a server greylists him."""
    rows = written(setting_up)
    send(setting_up, Server("later", "later"), days=7)
    send(setting_up, Server("later", "later"), minutes=2)
    assert send(setting_up, Server(), minutes=10) == len(rows)
    assert setting_up.rows(t.Outgoing, state="failed") == []


def test_a_mail_that_nobody_takes_for_days_is_given_up_and_the_host_told(setting_up):
    written(setting_up)
    try_in_vain(setting_up)
    server = Server("later", "later")
    send(setting_up, server, days=6)
    failed = setting_up.rows(t.Outgoing, state="failed")
    assert len(failed) == 2
    assert [mail.recipient for mail in server.got[2:]] == [HOST, HOST]


def test_a_mail_that_is_refused_is_told_to_the_host_once(setting_up):
    rows = written(setting_up)
    server = Server("never")
    assert send(setting_up, server) == 2
    assert [mail.recipient for mail in server.got] == [*(row.recipient for row in rows), HOST]
    said = server.got[-1].raw.decode()
    assert rows[0].message_id in said.replace("=\n", "")
    assert send(setting_up, Server(), days=1) == 0


def test_a_refused_mail_to_the_host_is_not_told_to_the_host(setting_up):
    written(setting_up)
    send(setting_up, Server("never", "accepted", "never"))
    assert send(setting_up, Server(), days=1) == 0


def test_the_clock_starts_when_the_report_is_given_up(setting_up):
    written(setting_up)
    seat, _ = waiting(setting_up)
    try_in_vain(setting_up)
    server = Server("later", "later")
    send(setting_up, server, days=6)
    (row,) = setting_up.rows(t.Window, seat=seat, state="open")
    assert (row.accepted, row.due) == (setting_up.now, setting_up.now + timedelta(hours=48))
    assert "default" in server.got[-1].raw.decode()


def test_a_bounce_before_the_server_is_known_to_have_the_mail_starts_the_clock(setting_up):
    report = next(row for row in written(setting_up) if row.kind == "report")
    came_back = setting_up.now
    bounce(setting_up, report)
    (row,) = setting_up.rows(t.Window, seat=report.seat, state="open")
    assert row.due == came_back + timedelta(hours=48)
    assert setting_up.rows(t.Outgoing, id=report.id)[0].state == "failed"


def test_of_many_mails_to_a_dead_address_the_host_hears_twice(setting_up):
    """Once of those that ask for something, once of those that do not."""
    _, address = waiting(setting_up)
    for _ in range(5):
        setting_up.mail(address, "status\nresend", to=setting_up.last(address)["Reply-To"])
    setting_up.transport.refused = [address]
    for day in range(2):
        told = setting_up.cycle(hours=24 * day)
        assert [mail["To"] for mail in told] == [HOST] * (2 - 2 * day)


def test_the_clock_starts_when__the_report_is_taken_not_before(setting_up):
    written(setting_up)
    seat, _ = waiting(setting_up)
    send(setting_up, Server("later", "later"))
    (row,) = setting_up.rows(t.Window, seat=seat, state="open")
    assert (row.accepted, row.next_at) == (None, None)
    send(setting_up, Server(), hours=3)
    (row,) = setting_up.rows(t.Window, seat=seat, state="open")
    assert row.due == setting_up.now + timedelta(hours=48)


def test_a_mail_that_cannot_be_made_holds_up_no_other(setting_up):
    rows = written(setting_up)
    with setting_up.world.store.transaction() as db:
        db.get_one(t.Outgoing, rows[0].id).payload = '{"kind": "receipt", "nonsense": 1}'
    server = Server()
    assert send(setting_up, server) == 2
    assert [mail.recipient for mail in server.got] == [rows[1].recipient, HOST]
    assert b"NotAMail" in server.got[1].raw


def test_many_mails_that_cannot_be_made_hold_up_none(setting_up):
    rows = written(setting_up)
    with setting_up.world.store.transaction() as db:
        good = db.get_one(t.Outgoing, rows[0].id)
        for number in range(30):
            values = good.model_dump(exclude={"id"}) | {"message_id": f"bad{number}@example.org"}
            db.add(t.Outgoing(**values | {"payload": "{}", "kind": "host"}))
        db.get_one(t.Outgoing, rows[1].id).payload = "{}"
    assert send(setting_up, Server()) == 2


def test_a_mail_of_which_nobody_can_tell_whether_it_is_still_true_is_not_sent(setting_up):
    report = next(row for row in written(setting_up) if row.kind == "report")
    payload = json.loads(report.payload) | {"question": 3}
    with setting_up.world.store.transaction() as db:
        db.get_one(t.Outgoing, report.id).payload = json.dumps(payload)
    server = Server()
    send(setting_up, server)
    assert report.recipient not in [mail.recipient for mail in server.got]
    assert setting_up.rows(t.Outgoing, id=report.id)[0].state == "failed"
    assert b"NotAMail" in server.got[-1].raw


# What time has overtaken


def overtaken(house):
    """The next seat's report is written, and its question answered, before anything is sent."""
    turn = house.session().view(None)["seats"]
    seat, _ = waiting(house)
    other = turn[(turn.index(seat) + 1) % 4]
    written(house)
    report = next(row for row in house.rows(t.Outgoing, state="waiting") if row.kind == "report")
    assert report.seat == other
    house.drop(_answer(house, report, "place army in Africa"))
    receive_judge_send.take_in(house.world, house.mailbox, house.now)
    receive_judge_send.work(house.world, house.now)
    return report


def _answer(house, row, text):
    mail = stored_mails.restored(row.kind, row.payload)
    return (
        f"From: {row.recipient}\nTo: {mail.reply_to}\nSubject: x\n"
        f"Message-ID: <early@example.org>\n\n{text}\n"
    ).encode()


def test_a_question_that_is_answered_is_cut_from_its_report(setting_up):
    report = overtaken(setting_up)
    mails = setting_up.cycle()
    (mail,) = [m for m in mails if report.message_id in m["Message-ID"]]
    assert "what happened" in mail["Subject"]
    assert not [p for p in mail.iter_attachments() if p.get_filename() == "orders.html"]


def test_a_report_with_nothing_but_its_question_is_withdrawn(setting_up):
    report = overtaken(setting_up)
    with setting_up.world.store.transaction() as db:
        row = db.get_one(t.Outgoing, report.id)
        row.payload = json.dumps(json.loads(row.payload) | {"events": []})
    mails = setting_up.cycle()
    assert report.message_id not in str([m["Message-ID"] for m in mails])
    assert setting_up.rows(t.Outgoing, id=report.id)[0].state == "withdrawn"


def test_receipts_are_never_withdrawn(setting_up):
    overtaken(setting_up)
    assert kinds(setting_up.cycle()).count("receipt") == 2


# Maps


def test_a_map_is_shown_in_the_report(setting_up):
    written(setting_up)
    server = Server()
    send(setting_up, server, maps=lambda *_: PNG)
    assert b"Content-ID: <map>" in server.got[1].raw


def test_a_map_that_fails_goes_missing_with_a_note_and_the_host_hears_once(setting_up):
    def no_font(*_):
        raise MapFailed("no font")

    written(setting_up)
    server = Server()
    send(setting_up, server, maps=no_font)
    assert b"image/png" not in server.got[1].raw
    assert b"There is no map this time" in server.got[1].raw
    told = [mail for mail in server.got if mail.recipient == HOST]
    assert len(told) == 1
    written(setting_up)
    server = Server()
    send(setting_up, server, maps=no_font)
    assert [mail for mail in server.got if mail.recipient == HOST] == []


# Stopping


def test_sending_stops_between_two_mails(setting_up):
    stop = Event()

    class Stopping(Server):
        async def send(self, batch):
            async for sent in super().send(batch):
                stop.set()
                yield sent

    written(setting_up)
    server = Stopping()
    done = receive_judge_send.send(setting_up.world, server, setting_up.now, lambda *_: None, stop)
    assert (done, len(setting_up.rows(t.Outgoing, state="waiting"))) == (1, 1)


def test_judging_stops_between_two_letters(setting_up):
    stop = Event()
    stop.set()
    setting_up.order(waiting(setting_up)[0], "place army in India")
    receive_judge_send.take_in(setting_up.world, setting_up.mailbox, setting_up.now)
    assert receive_judge_send.work(setting_up.world, setting_up.now, stop) == 0


# Bounces


def envelope(house, row):
    return identity.envelope_sender(ADDRESS, recipients.tag_key(house.world), row.id)


def bounce(house, row, action="failed", to=None):
    house.bounce(to or envelope(house, row), action)
    return house.cycle(minutes=1)


def sent_report(house):
    return next(row for row in house.rows(t.Outgoing) if row.kind == "started")


def test_a_bounce_tells_the_host_once_which_mail_came_back(setting_up):
    row = sent_report(setting_up)
    (mail,) = bounce(setting_up, row)
    assert mail["To"] == HOST
    assert row.recipient in flat(mail)
    assert row.message_id in flat(mail)
    assert bounce(setting_up, row) == []
    assert setting_up.rows(t.Outgoing, id=row.id)[0].state == "failed"


def test_why_a_mail_came_back_is_told_in_one_line_without_what_hides(setting_up):
    said = "550 5.1.1 <x>:\r\n  no \x1b[31muser\u202e;\x07 " + "long " * 200
    setting_up.bounce(envelope(setting_up, sent_report(setting_up)), said=said)
    (mail,) = setting_up.cycle(minutes=1)
    (line,) = [line for line in readable(mail).splitlines() if "550 5.1.1 <x>: no" in line][:1]
    assert not {char for char in line if unicodedata.category(char) in ("Cc", "Cf")}
    assert len(flat(mail)) < 1_500


def test_a_mail_that_came_back_is_not_taken_and_its_address_is_in_trouble(setting_up):
    seat, _ = waiting(setting_up)
    row = setting_up.rows(t.Outgoing, seat=seat, kind="report")[-1]
    bounce(setting_up, row)
    assert trouble(setting_up, row.recipient)["reason"].endswith("5.1.1 550 no such user here")
    assert last_report(setting_up, row.seat).taken is None
    setting_up.mail(row.recipient, "status")
    setting_up.cycle(minutes=1)
    assert trouble(setting_up, row.recipient) is None


def trouble(house, address):
    with house.world.store.reading() as db:
        return delivery_status.trouble(db, address)


def last_report(house, key):
    with house.world.store.reading() as db:
        (seat,) = house.rows(t.Seat, key=key)
        return delivery_status.of_last(db, house.game(), seat)


@pytest.mark.parametrize(
    ("says", "waits"), [("421 4.7.28 unusual rate of mail", True), ("452 4.2.2 full", False)]
)
def test_a_domain_that_wants_fewer_mails_gets_none_until_the_next_try(setting_up, says, waits):
    first, *others = written(setting_up)
    later = Sent(first.message_id, "later", says)
    sent_or_tried_again.note_result(setting_up.world, first.id, later, setting_up.now)
    assert others
    for row in setting_up.rows(t.Outgoing, state="waiting"):
        assert (row.next_try > setting_up.now) == (waits or row.id == first.id)


def returned(house, row, status="5.1.1 550 no such user here", **later):
    house.bounce(envelope(house, row), said=status)
    return house.cycle(**later)


def test_after_three_days_of_bounces_an_address_rests_until_somebody_writes(setting_up):
    seat, address = waiting(setting_up)
    row = setting_up.rows(t.Outgoing, seat=seat, kind="report")[-1]
    for day in range(3):
        again = setting_up.rows(t.Outgoing, id=row.id)[0]
        with setting_up.world.store.transaction() as db:
            db.get_one(t.Outgoing, again.id).state = "sent"
        notes = [flat(mail) for mail in returned(setting_up, row, days=1) if mail["To"] == HOST]
        assert any("third day" in note for note in notes) == (day == 2)
    (known,) = setting_up.rows(t.Bouncing)
    assert (known.address, known.strikes) == (address, 3)
    setting_up.command(host_acts.extend, hours=24, because="")
    assert not to(setting_up.cycle(minutes=1), address)
    setting_up.mail(address, "status")
    mails = to(setting_up.cycle(minutes=1), address)
    assert kinds(mails)[0] == "returned"
    assert "no such user here" in flat(mails[0])
    assert setting_up.rows(t.Bouncing) == []


def test_a_full_mailbox_gets_the_mail_again_some_hours_later_and_nobody_hears(setting_up):
    row = setting_up.rows(t.Outgoing, seat=waiting(setting_up)[0], kind="report")[-1]
    full = SOFT.replace("{to}", envelope(setting_up, row))
    setting_up.drop(full.encode())
    assert setting_up.cycle(minutes=1) == []
    assert setting_up.rows(t.Outgoing, id=row.id)[0].state == "waiting"
    assert setting_up.cycle(hours=6) == []  # the folder has the mail of this id already
    (again,) = setting_up.rows(t.Outgoing, id=row.id)
    assert (again.state, again.attempts) == ("sent", 2)


SOFT = """\
Return-Path: <>
From: MAILER-DAEMON@mx.example.net
To: {to}
Subject: Undelivered Mail Returned to Sender
Message-ID: <full.1@mx.example.net>

<a@example.net>: 552 5.2.2 mailbox full
"""


def test_a_forged_bounce_is_ignored(setting_up):
    row = sent_report(setting_up)
    assert bounce(setting_up, row, to=f"games+bounce-{row.id}-aaaaaaaaaa@example.org") == []
    assert bounce(setting_up, row, to=ADDRESS) == []
    assert setting_up.rows(t.Outgoing, id=row.id)[0].state == "sent"


def test_a_delay_is_no_bounce(setting_up):
    assert bounce(setting_up, sent_report(setting_up), action="delayed") == []


def test_a_bounce_of_a_mail_to_the_host_is_not_answered(setting_up):
    bounce(setting_up, sent_report(setting_up))
    row = next(row for row in setting_up.rows(t.Outgoing) if row.kind == "host")
    assert bounce(setting_up, row) == []


def test_bounces_come_back_to_the_mail_they_are_about(setting_up):
    file = next(Path(setting_up.folder / "mail/outbox").glob("*.started.*"))
    first = file.read_text().splitlines()[0]
    assert first.startswith("X-Envelope-From: games+bounce-")


@pytest.mark.parametrize("kind", ["started", "receipt"])
def test_our_mail_says_that_a_machine_wrote_it(setting_up, kind):
    mail = next(m for m in setting_up.box if kinds([m]) == [kind])
    assert mail["Auto-Submitted"] == "auto-generated"
    assert to([mail], mail["To"])
    assert mail["To"] in PLAYERS


def test_a_mail_is_made_from_its_row_alone(setting_up):
    row = sent_report(setting_up)
    twice = [
        rows_to_mails.compose(setting_up.world, row, setting_up.now, lambda *_: None).mail.raw
        for _ in range(2)
    ]
    assert twice[0] == twice[1]


def test_sending_may_run_inside_an_event_loop(setting_up):
    written(setting_up)
    sent = receive_judge_send.send_waiting(
        setting_up.world, Server(), setting_up.now, lambda *_: None
    )
    assert asyncio.run(sent) == 2


def test_a_mail_that_is_tried_again_does_not_cancel_the_deadline_that_another_brings(house):
    """The receipt goes before the report that asks; both failed once. Bots have the other seats."""
    house.new(bots=3)
    house.join(PLAYERS[0])
    session = house.session()
    (seat,) = session.waiting()
    asked = session.questions[seat].kind.name
    answer = session.game.words.say(asked, session.decision(seat).default)
    house.answer(house.last(PLAYERS[0]), answer)
    house.transport.stalled = [PLAYERS[0]]
    house.cycle(minutes=1)
    house.transport.stalled = []
    house.cycle(minutes=1)
    (window,) = house.rows(t.Window, seat=seat, state="open")
    mails = house.rows(t.Outgoing, seat=seat, state="sent")[-2:]
    entries = [stored_mails.restored(row.kind, row.payload).calendar for row in mails]
    methods = [e.method for found in entries for e in found if e.window == window.number]
    assert ([row.kind for row in mails], methods) == (["receipt", "report"], ["publish"])
