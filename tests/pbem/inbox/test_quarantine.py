"""What cannot be read, is too long or fails is set aside, and nothing is lost by it."""

import os
from dataclasses import replace

import pytest
from sqlalchemy.exc import NoResultFound
from sqlmodel import delete

from engine.core.record import Diverged
from engine.games import GAMES
from pbem.daemon import receive_judge_send
from pbem.store import tables as t
from tests.house import HOST, PLAYERS, House, flat, kinds, to

RULES = "struggle-of-empires"
WINMAIL = (
    b"From: %s\nTo: %s\nSubject: my move\nMessage-ID: <tnef@example.org>\n"
    b"Content-Type: application/ms-tnef\n\nx\n"
)


def aside_of(house):
    return sorted((house.folder / "mail/aside").glob("*.eml"))


def waiting(house):
    seat = house.session().waiting()[0]
    return seat, f"{seat}@example.org"


def test_what_cannot_be_read_is_set_aside_with_the_reason(house):
    house.drop(b"\xff\xfe\x00 this is no mail at all")
    assert house.cycle(minutes=1) == []
    ((status, reason),) = house.letters()
    assert status == "aside"
    (file,) = aside_of(house)
    assert file.read_bytes().startswith(b"X-Set-Aside: unreadable(")
    assert reason.encode() in file.read_bytes()
    assert file.read_bytes().endswith(b"this is no mail at all")


def test_a_player_is_told_that_their_mail_cannot_be_read(setting_up):
    _, address = waiting(setting_up)
    reply_to = setting_up.last(address)["Reply-To"].split("<")[1].rstrip(">")
    setting_up.drop(WINMAIL % (address.encode(), reply_to.encode()))
    (mail,) = setting_up.cycle(minutes=1)
    assert (mail["To"], kinds([mail])) == (address, ["unreadable"])
    assert "a format that only Outlook reads" in flat(mail)
    assert len(aside_of(setting_up)) == 1


def test_a_stranger_is_not_told(house):
    house.drop(WINMAIL % (b"stranger@example.net", b"games@example.org"))
    assert house.cycle(minutes=1) == []
    assert house.letters()[0][0] == "aside"


def test_a_mail_without_text_but_a_command_as_subject_is_read(house):
    house.new()
    house.mail("anne@example.org", "", subject="join soe1")
    assert kinds(house.cycle(minutes=1)) == ["confirm"]


def test_a_mail_that_is_too_long_is_set_aside_unread(setting_up):
    _, address = waiting(setting_up)
    setting_up.mailbox.size_limit = 100_000
    setting_up.answer(setting_up.last(address), "place army in India\n" * 20_000)
    (mail,) = setting_up.cycle(minutes=1)
    assert (mail["To"], kinds([mail])) == (address, ["unreadable"])
    assert "larger than 20 megabytes" in flat(mail)
    (letter,) = setting_up.rows(t.InboundMail, status="aside")
    assert len(letter.raw) < 100_000
    assert setting_up.session().view(None)["units"][waiting(setting_up)[0]] == {}


def test_a_folder_that_cannot_be_written_stops_nothing_and_the_host_hears(setting_up):
    seat, _ = waiting(setting_up)
    folder = setting_up.folder / "mail/aside"
    folder.write_text("no folder")
    setting_up.drop(b"From: stranger@example.net\nSubject: picture\n\n")
    setting_up.order(seat, "place army in India")
    mails = setting_up.cycle(minutes=1)
    assert setting_up.session().view(None)["units"][seat]["india"]
    assert setting_up.letters()[-2][0] == "aside"
    said = flat(*to(mails, HOST))
    assert "cannot be copied into" in said
    assert "kept in the database" in said


class Mistaken:
    """A game with a mistake in it, as long as it is not mended."""

    def __init__(self, problem):
        self.problem, self.mended = problem, False
        right = GAMES[RULES]

        def view(state, seat):
            if not self.mended:
                raise self.problem
            return right.view(state, seat)

        def load(data):
            if isinstance(self.problem, Diverged) and not self.mended:
                raise self.problem
            return right.load(data)

        self.games = {RULES: replace(right, view=view, load=load)}


def under(mistake, house):
    """The same moderator with other rules."""
    again = House(house.folder, games=mistake.games)
    again.now, again.count = house.now, house.count + 1000
    again.sent()
    return again


def test_a_mail_that_fails_three_times_is_set_aside_and_the_host_told(setting_up):
    house = under(Mistaken(ValueError("a secret in the text")), setting_up)
    seat, address = waiting(house)
    house.order(seat, "place army in India")
    assert house.cycle(minutes=1) == []
    assert house.cycle(minutes=1) == []
    assert house.letters()[-1][0] == "new"
    mails = house.cycle(minutes=1)
    assert sorted(mail["To"] for mail in mails) == sorted([HOST, address])
    assert "failed 3 times (ValueError)" in flat(to(mails, HOST)[0])
    assert "the host has been told" in flat(to(mails, address)[0])
    assert house.letters()[-1] == ("aside", "it failed 3 times (ValueError)")
    assert len(aside_of(house)) == 1
    assert all("a secret in the text" not in mail.as_string() for mail in mails)
    house.close()


def test_a_mail_set_aside_is_judged_when_the_host_drops_it_into_the_mailbox_again(setting_up):
    mistake = Mistaken(ValueError())
    house = under(mistake, setting_up)
    seat, _ = waiting(house)
    house.order(seat, "place army in India")
    for _ in range(3):
        house.cycle(minutes=1)
    mistake.mended = True
    (kept,) = aside_of(house)
    house.drop(kept.read_bytes())
    assert "receipt" in kinds(house.cycle(minutes=1))
    assert house.session().view(None)["units"][seat]["india"]
    house.close()


def test_other_mails_go_on_meanwhile(setting_up):
    house = under(Mistaken(ValueError()), setting_up)
    house.order(waiting(house)[0], "place army in India")
    house.mail("stranger@example.net", "help")
    assert kinds(house.cycle(minutes=1)) == ["help"]
    house.close()


def test_a_mail_at_which_the_moderator_ended_each_time_is_set_aside(setting_up):
    setting_up.order(waiting(setting_up)[0], "place army in India")
    receive_judge_send.take_in(setting_up.world, setting_up.mailbox, setting_up.now)
    with setting_up.world.store.transaction() as db:
        letter = db.get_one(t.InboundMail, setting_up.rows(t.InboundMail)[-1].id)
        letter.attempts = 3
    mails = setting_up.cycle(minutes=1)
    assert "RuntimeError" in flat(to(mails, HOST)[0])
    assert setting_up.letters()[-1][0] == "aside"


def test_a_letter_to_a_game_that_cannot_be_restored_waits_until_it_can(setting_up):
    mistake = Mistaken(Diverged("no longer fits"))
    seat, _ = waiting(setting_up)
    setting_up.order(seat, "place army in India")
    house = under(mistake, setting_up)
    told = [mail for _ in range(6) for mail in house.cycle(minutes=1)]
    assert [mail["To"] for mail in told] == [HOST]
    again = [mail["Subject"] for mail in house.cycle(days=1)]
    assert again.count("a game cannot be restored") == 1
    assert house.letters()[-1][0] == "new"
    mistake.mended = True
    assert "receipt" in kinds(house.cycle(minutes=1))
    house.close()


def test_a_game_that_fails_at_its_deadline_stops_no_other(house):
    house.begin("soe1")
    house.begin("soe2")
    house.limit(silent=100)
    with house.world.store.transaction() as db:
        db.exec(delete(t.Snapshot).where(t.Snapshot.game_id == 1))
    mails = house.cycle(hours=49) + house.cycle(minutes=1) + house.cycle(minutes=1)
    assert len(to(mails, HOST)) == 1
    assert "[soe1] the game cannot go on" in to(mails, HOST)[0]["Subject"]
    assert len(to(house.cycle(hours=23), HOST)) == 1
    assert house.rows(t.Window, game_id=2, state="defaulted")
    assert house.rows(t.Window, game_id=1, state="defaulted") == []
    with pytest.raises(NoResultFound):
        house.session("soe1")


@pytest.mark.parametrize("number", [250])
def test_all_that_lies_in_the_mailbox_is_taken_in(house, number):
    for _ in range(number):
        house.mail(PLAYERS[0], "hello")
    house.cycle(minutes=1)
    assert len(house.letters()) == number
    assert not os.listdir(house.folder / "mail/inbox/new")
