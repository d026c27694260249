from __future__ import annotations

import smtplib
import socket
import time
from datetime import timedelta
from threading import Thread, Timer

from sqlmodel import col, select

from engine.games import GAMES
from pbem.campaign.mails.outbox import Context
from pbem.daemon.clock import utc_now
from pbem.daemon.loops import Loops
from pbem.daemon.moderator_folder import opened
from pbem.demo import loopback
from pbem.features.host import changed_rules
from pbem.features.joining import join_and_leave, opening_and_starting
from pbem.settings.pacing import Pace
from pbem.store import tables as t

HELP = b"From: stranger@example.org\nTo: moderator@example.org\nSubject: x\n\nhelp\n"
HANGING = 30
"""Seconds: longer than anything takes, also on a busy machine, and far from for ever."""
PLAYER, HOST = "player@example.org", "host@example.org"


def drop(folder, name="a.eml", raw=HELP):
    (folder / "mail/inbox/new" / name).write_bytes(raw)


def answers(folder):
    return list((folder / "mail/outbox").glob("*.eml"))


def invite(world, address):
    with world.store.transaction() as db:
        post = Context(world, db, utc_now(), "a test")
        game = opening_and_starting.new(
            world, db, post.now, rules=next(iter(GAMES)), name="club1", options={}, pace=Pace()
        )
        join_and_leave.invite(post, game, address)


def send_by_smtp(folder, port):
    text = (folder / "config.toml").read_text()
    way = f'host = "127.0.0.1"\nport = {port}\ntls = "none"\nuser = ""\ntimeout = {10 * HANGING}'
    (folder / "config.toml").write_text(f'{text}\n[mail.out]\nkind = "smtp"\n{way}\n')


def test_a_mail_is_taken_in_judged_and_answered(world, folder, working, until):
    with working(world):
        drop(folder)
        until(lambda: answers(folder))
    assert b"To: stranger@example.org" in answers(folder)[0].read_bytes()


def test_what_was_written_by_a_command_is_sent_without_a_mail_coming_in(
    world, folder, working, until
):
    with working(world):
        invite(world, PLAYER)
        until(lambda: answers(folder))


def test_while_the_mailbox_is_down_no_time_passes_and_it_is_tried_again(
    world, folder, working, until, capsys
):
    inbox = folder / "mail/inbox"
    inbox.rename(folder / "mail/away")
    with working(world) as loops:
        until(lambda: "the mailbox is down" in "".join(capsys.readouterr()))
        assert loops.seen is None
        (folder / "mail/away").rename(inbox)
        drop(folder)
        until(lambda: answers(folder))


def test_a_way_out_that_is_closed_keeps_mails_waiting(world, folder, working, until):
    outbox = folder / "mail/outbox"
    outbox.rename(folder / "mail/away")
    invite(world, PLAYER)

    def tried():
        with world.store.reading() as db:
            return db.exec(select(t.Outgoing.attempts)).one()

    with working(world):
        until(tried)
    with world.store.reading() as db:
        row = db.exec(select(t.Outgoing)).one()
    assert row.state == "waiting"
    assert row.next_try > utc_now() + timedelta(seconds=30)


def test_of_a_mail_that_is_refused_for_good_the_host_hears_once(folder, working, until):
    mails = []

    def deliver(_sender, recipient, raw):
        if recipient == PLAYER:
            raise smtplib.SMTPRecipientsRefused({recipient: (550, b"no such user here")})
        mails.append((recipient, raw))

    with loopback.smtp_server(deliver) as port:
        send_by_smtp(folder, port)
        with opened(folder) as world:
            invite(world, PLAYER)
            with working(world) as loops:
                until(lambda: mails)
                loops.written.set()
                drop(folder)
                until(lambda: len(mails) == 2)
            with world.store.reading() as db:
                state = select(t.Outgoing.state).where(col(t.Outgoing.recipient) == PLAYER)
                assert db.exec(state).one() == "failed"
    assert sorted(recipient for recipient, _ in mails) == [HOST, "stranger@example.org"]
    assert b"no such user here" in next(raw for to, raw in mails if to == HOST)


def test_a_server_that_stalls_does_not_hold_up_the_end(folder, working, until):
    with socket.create_server(("127.0.0.1", 0)) as server:
        send_by_smtp(folder, server.getsockname()[1])
        with opened(folder) as world:
            invite(world, PLAYER)
            with working(world):
                connection, _ = server.accept()
                began = time.monotonic()
            assert time.monotonic() - began < HANGING
        connection.close()


def test_a_mailbox_that_is_down_for_long_is_told_to_the_host(world):
    """Nobody's mail has been lost yet; but nobody else notices."""
    asked_since_yesterday(world)
    clock, seconds = [utc_now()], [0.0]
    loops = Loops(world, lambda: None, None, None, lambda: clock[0], lambda: seconds[0])
    loops.leading = True
    clock[0] += timedelta(hours=13)
    seconds[0] += 13 * 3_600
    assert '"why":"unread"' in told_to_host(world, loops)


def test_a_clock_that_is_set_while_the_moderator_runs_is_told_to_the_host(world):
    """By the steady clock no more than a minute has gone."""
    asked_since_yesterday(world)
    clock, seconds = [utc_now()], [0.0]
    loops = Loops(world, lambda: None, None, None, lambda: clock[0], lambda: seconds[0])
    loops.leading = True
    clock[0] += timedelta(hours=3)
    seconds[0] += 60
    loops.seen = clock[0]
    assert '"why":"jumped"' in told_to_host(world, loops)


def test_of_several_threads_that_ask_one_takes_up_the_games(world, monkeypatch, capsys):
    """The thread that reads the mailbox asks whether this process leads; so does the site's."""
    loops = Loops(world, lambda: None, None, None, utc_now)
    other = Thread(target=loops._leads)

    def meanwhile(_world, _now):
        if not other.ident:
            other.start()
            other.join(0.2)

    monkeypatch.setattr(changed_rules, "take_up", meanwhile)
    assert loops._leads()
    other.join(HANGING)
    assert "".join(capsys.readouterr()).count("leads") == 1


def test_what_went_on_for_long_before_it_failed_is_tried_again_soon(world, monkeypatch):
    """The thread that judges beside others does not end its step while all goes well."""
    seconds, pauses = [0.0], []
    lasts = iter([0, 0, 0, 0, 200, 0, 100, 100, 100])
    loops = Loops(world, lambda: None, None, None, utc_now)

    def step():
        last = next(lasts, None)
        if last is None:
            loops.stop.set()
            return
        seconds[0] += last
        raise ConnectionError

    monkeypatch.setattr("pbem.daemon.loops.time.monotonic", lambda: seconds[0])
    monkeypatch.setattr(loops.stop, "wait", pauses.append)
    loops._again_and_again(step)
    assert pauses == [1, 2, 4, 8, 16, 1, 2, 1, 1]


def told_to_host(world, loops):
    """What the host is told, once the clocks are stopped."""
    Timer(0.1, loops.came.set).start()
    loops.judge()
    with world.store.reading() as db:
        (told,) = db.exec(select(t.Outgoing)).all()
        assert db.exec(select(t.Game.stopped)).one() is not None
    return told.payload


def asked_since_yesterday(world):
    """A game that runs, as the store has it, and waits for an answer."""
    rules = next(iter(GAMES.values()))
    with world.store.transaction() as db:
        game = opening_and_starting.new(
            world, db, utc_now(), rules=rules.name, name="club1", options={}, pace=Pace()
        )
        game.status = "running"
        asked = {"game_id": game.id, "number": 1, "seat": "spain", "question": "", "state": "open"}
        at = utc_now() - timedelta(days=1)
        db.add(t.Window(**asked, fingerprint="", opened=at, accepted=at, runs_from=at))


def test_a_mailbox_that_another_takes_over_is_read_no_more(world, folder, working, until, capsys):
    with working(world):
        drop(folder)
        until(lambda: answers(folder))
        mark = folder / "mail/inbox/.moderator"
        mark.write_text("another elsewhere:/srv/games\n")
        drop(folder, "b.eml", HELP.replace(b"stranger", b"other"))
        until(lambda: "the mailbox is not ours" in "".join(capsys.readouterr()))
        until(lambda: any(b"To: host@example.org" in a.read_bytes() for a in answers(folder)))
        assert (folder / "mail/inbox/new/b.eml").exists()
        mark.unlink()
        until(lambda: not (folder / "mail/inbox/new/b.eml").exists())
