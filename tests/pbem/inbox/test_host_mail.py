"""The host by mail, and what mail scripts cannot show: rows, records, what a playing host sees."""

import json

import pytest

from engine.core.verify import verify
from engine.games import GAMES
from pbem.campaign import host_acts
from pbem.campaign.lookup import portable_record
from pbem.inbox.host import hosts_mails, performing_commands
from pbem.inbox.reading import hosts_grammar
from pbem.reports.mail_parts import Line
from pbem.store import tables as t
from tests.house import HOST, PLAYERS, flat, kinds, text_of, to
from tests.wording import refusing


def bodies(house):
    return [json.loads(row.body) for row in house.rows(t.Entry)]


def line_of(house, seat):
    return [n for n, body in enumerate(bodies(house)) if body.get("seat") == seat][-1]


def do(house, line):
    """What the host's line does, by command."""
    house.command(
        lambda post, game: performing_commands.perform(post, game, hosts_grammar.act_in(line))
    )
    return house.cycle(minutes=1)


def exported(house, name="soe1"):
    with house.world.store.reading() as db:
        header, *lines = map(json.loads, portable_record.lines(db, host_acts.game_named(db, name)))
    return header, lines


def take_over(house, seat, address, name=""):
    """Somebody new for a seat, who says yes."""
    sent = do(house, f"replace {seat} by {address}")
    (asked,) = to(sent, address)
    house.answer(asked, f"yes\n{name}")
    return house.cycle(minutes=1)


def test_all_that_a_host_does_is_in_the_record_and_verified(setting_up):
    house = setting_up
    first = house.session().waiting()[0]
    for line in ("pause", "resume", "extend 2 days because of me", "remind"):
        do(house, line)
    take_over(house, "Spain", "newcomer@example.org")
    do(house, f"rule: set gold of {first} to 3 because of a slip")
    do(house, f"answer for {first}: place army in India")
    do(house, f"undo to {line_of(house, first)} because it was misread")
    house.order(first, "place army in Africa")
    house.cycle(minutes=1)
    house.order(first, "undo")
    house.cycle(minutes=1)
    do(house, "end because it is a test")
    header, lines = exported(house)
    assert [finding.ok for finding in verify(header, lines, GAMES)] == [True] * 3
    found = bodies(house)
    noted = [body["what"] for body in found if body["t"] == "note"]
    assert noted == [
        "paused", "resumed", "extended", "reminded", "new_player_sought", "taken_over",
        "answered_for", "cancelled",
    ]  # fmt: skip
    assert [body["because"] for body in found if body["t"] == "change"] == ["because of a slip"]
    assert [body.get("by") for body in found if body["t"] == "undo"] == [None, first]
    chosen = [body for body in found if body["t"] == "choice" and body["seat"] == first]
    assert [body["source"] for body in chosen][-2:] == ["host", "order"]
    assert "newcomer" not in json.dumps(found)


def test_an_undo_rolls_new_dice_where_the_game_was_made_so(house):
    house.new(seats=4)
    with house.world.store.transaction() as db:
        host_acts.game_named(db, "soe1").new_dice = True
    house.join(*PLAYERS, wish={p: p.partition("@")[0] for p in PLAYERS})
    house.keep_all()
    seat = house.session().waiting()[0]
    house.place(seat, number=1)
    mails = do(house, f"undo to {line_of(house, seat)}")
    assert bodies(house)[-1]["epoch"] == 1
    assert house.session().epoch == 1
    assert all(
        "from here on the dice are new" in flat(mail)
        for mail in mails
        if kinds([mail]) == ["report"]
    )


def test_an_undo_of_ones_own_order_rolls_the_same_dice(setting_up):
    seat = setting_up.session().waiting()[0]
    setting_up.place(seat, number=1)
    setting_up.order(seat, "undo")
    setting_up.cycle()
    assert "epoch" not in bodies(setting_up)[-1]


def test_an_order_taken_back_leaves_the_time_that_it_had(setting_up):
    seat = setting_up.session().waiting()[0]
    before = setting_up.rows(t.Window, seat=seat, state="open")[0]
    setting_up.cycle(hours=40)
    setting_up.place(seat, number=1)
    setting_up.order(seat, "undo")
    setting_up.cycle()
    (after,) = setting_up.rows(t.Window, seat=seat, state="open")
    assert (after.id, after.due, after.reminded) == (before.id, before.due, 1)
    setting_up.cycle(hours=8)
    assert setting_up.rows(t.Window, seat=seat, state="defaulted")


def test_an_order_cannot_be_taken_back_when_its_time_is_over(setting_up):
    seat = setting_up.session().waiting()[0]
    setting_up.cycle(hours=47)
    setting_up.place(seat, number=1)
    setting_up.cycle(hours=2)
    setting_up.order(seat, "undo")
    lines = len(bodies(setting_up))
    mails = setting_up.cycle()
    denied = [mail for mail in to(mails, f"{seat}@example.org") if kinds([mail]) == ["denied"]]
    assert "The time for that answer is over" in flat(denied[0])
    assert [body["t"] for body in bodies(setting_up)[lines:]].count("undo") == 0


def test_an_answer_that_waits_for_those_of_others_is_taken_back(drawing):
    seat, other = drawing.session().waiting()[:2]
    drawing.order(seat, "keep all")
    drawing.cycle(minutes=1)
    assert seat not in drawing.session().waiting()
    drawing.order(seat, "undo")
    mails = drawing.cycle(minutes=1)
    assert seat in drawing.session().waiting()
    assert kinds(mails) == ["report"]
    assert drawing.rows(t.QueueLine, seat=seat) == []
    drawing.answer(drawing.last(f"{seat}@example.org"), "yes")
    drawing.cycle(minutes=1)
    assert drawing.session().waiting() == [s for s in drawing.session().questions if s != seat]
    assert other in drawing.session().waiting()


def test_what_is_held_for_the_old_player_is_forgotten(setting_up):
    turn = setting_up.session().view(None)["seats"]
    seat = next(s for s in turn if s not in setting_up.session().waiting())
    setting_up.place(seat)
    assert setting_up.rows(t.QueueLine, seat=seat)
    take_over(setting_up, seat, "newcomer@example.org", "name: Jane")
    assert setting_up.rows(t.QueueLine, seat=seat) == []
    (row,) = setting_up.rows(t.Seat, key=seat)
    assert (row.address, row.name, row.bot) == ("newcomer@example.org", "Jane", False)


def test_a_new_player_has_the_whole_time_from_their_report_on(setting_up):
    seat = setting_up.session().waiting()[0]
    setting_up.cycle(hours=40)
    mails = take_over(setting_up, seat, "newcomer@example.org")
    (row,) = setting_up.rows(t.Window, seat=seat, state="open")
    assert (row.due - setting_up.now).total_seconds() == 48 * 3600
    assert kinds(to(mails, "newcomer@example.org")) == ["handover"]


def test_a_second_invitation_makes_the_first_void(setting_up):
    (first,) = to(do(setting_up, "replace Spain by one@example.org"), "one@example.org")
    (second,) = to(do(setting_up, "replace Spain by two@example.org"), "two@example.org")
    setting_up.answer(first, "yes")
    assert setting_up.cycle(minutes=1) == []
    setting_up.answer(second, "yes")
    assert kinds(to(setting_up.cycle(minutes=1), "two@example.org")) == ["handover"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("replace Spain by france@example.org", "has a seat in soe1 already"),
        ("replace Spain by games@example.org", "not an address that a player can have"),
        ("replace Atlantis by new@example.org", "not known here"),
        ("answer for Spain: hello there", "No order for Spain was found"),
        ("remind Atlantis", "not known here"),
        ("extend 0 days", "at least 1 hour"),
        ("replace Spian by new@example.org", "is Spain meant"),
        ("extend 9999999 days", "at most 365 days at a time"),
    ],
)
def test_what_cannot_be_done_is_refused_and_leaves_no_trace(setting_up, line, reason):
    before = bodies(setting_up)
    with refusing(reason):
        do(setting_up, line)
    assert bodies(setting_up) == before
    assert setting_up.cycle(minutes=1) == []


def test_a_host_who_plays_sees_of_orders_for_another_only_whether_they_are_good(setting_up):
    first, *_ = setting_up.session().waiting()
    other = next(p.partition("@")[0] for p in PLAYERS if not p.startswith(first))
    take_over(setting_up, other, HOST)
    sent = []
    for line in ("place navy in Central Europe", "place army in India"):
        done = []
        act = hosts_grammar.act_in(f"answer for {first}: {line}")
        setting_up.command(
            lambda post, game, act=act, done=done: done.append(
                performing_commands.perform(post, game, act)
            )
        )
        sent += setting_up.cycle(minutes=1)
        (judged,) = done[0].lines
        assert judged == Line(1, line, judged.status)
    receipts = [mail for mail in to(sent, f"{first}@example.org") if kinds([mail]) == ["receipt"]]
    assert "ship" in flat(receipts[0])
    noted = [body for body in bodies(setting_up) if body.get("what") == "answered_for"]
    assert len(noted) == 2


def test_a_seats_own_held_answer_stands_if_the_hosts_is_refused(drawing):
    seat = drawing.session().waiting()[0]
    drawing.order(seat, "keep all")
    drawing.cycle(minutes=1)
    given = drawing.session().sealed[seat]
    do(drawing, f"answer for {seat}: place army in India")
    assert drawing.session().sealed[seat] == given


def test_mails_to_the_host_about_a_game_can_be_answered(setting_up):
    setting_up.transport.refused = ["spain@example.org"]
    do(setting_up, "pause")
    (told,) = [m for m in setting_up.box if m["To"] == HOST and kinds([m]) == ["host"]][-1:]
    assert "soe1-host-w" in told["Reply-To"]
    assert "soe1-host-w" in told["Subject"]
    setting_up.answer(told, "resume")
    mails = setting_up.cycle(minutes=1)
    assert "host_receipt" in kinds(mails)
    assert setting_up.game().status == "running"


def test_a_command_for_no_game_in_particular_is_asked_about(house):
    house.begin("soe1")
    house.begin("soe2")
    house.mail(HOST, "pause", subject="a word")
    (asked,) = house.cycle(minutes=1)
    assert kinds([asked]) == ["host"]
    assert 'Your mail "a word" does not say which one game it is for' in flat(asked)
    assert "You can choose from: soe1, soe2." in flat(asked)
    house.mail(HOST, "pause", subject="soe1 soe2")
    assert "soe1, soe2" in flat(house.cycle(minutes=1)[0])
    house.mail(HOST, "pause", subject="[soe2] a word")
    (shown,) = house.cycle(minutes=1)
    house.answer(shown, "yes")
    house.cycle(minutes=1)
    assert [house.game(name).status for name in ("soe1", "soe2")] == ["running", "paused"]


def test_what_is_sent_in_the_hosts_name_and_is_no_command_is_answered_rarely(setting_up):
    answers = []
    for n in range(9):
        setting_up.mail(HOST, f"some news, number {n}", subject="news")
        answers += setting_up.cycle(minutes=1)
    assert {mail["To"] for mail in answers} == {HOST}
    assert len(answers) == setting_up.world.config.limits.answers_a_day


def test_commands_of_one_mail_that_are_too_many_are_said_not_to_be_done(setting_up):
    (row,) = setting_up.rows(t.Window, state="open")
    setting_up.mail(
        HOST, "\n".join(["extend 1 hour"] * (hosts_mails.MOST_ACTS + 2)), subject="[soe1]"
    )
    (shown,) = setting_up.cycle(minutes=1)
    setting_up.answer(shown, "yes")
    (told,) = to(setting_up.cycle(minutes=1), HOST)
    assert "Your commands stop at line 11: one mail can hold no more" in flat(told)
    assert flat(told).count("not done") == 2
    (after,) = setting_up.rows(t.Window, state="open")
    assert (after.due - row.due).total_seconds() == hosts_mails.MOST_ACTS * 3600


def test_what_was_no_command_is_shown_beside_what_is_asked_for_a_yes(setting_up):
    text = "pause; extend 2 days\nremind all\nIt is because " + "of the weather " * 40
    setting_up.mail(HOST, text, subject="[soe1]")
    (shown,) = setting_up.cycle(minutes=1)
    assert "1 remind all possible" in flat(shown)
    assert '- "pause; extend 2 days" "It is because not commands' in flat(shown)


def test_orders_below_an_order_that_is_not_taken_back_are_said_not_to_be_looked_at(setting_up):
    first = setting_up.session().waiting()[0]
    setting_up.order(first, "Hello,\nundo\nplace army in India")
    (told,) = setting_up.cycle(minutes=1)
    assert kinds([told]) == ["denied"]
    assert "2 place army in India refused It was not looked at" in flat(told)
    assert "Hello" not in flat(told)
    assert setting_up.session().waiting() == [first]


def test_no_mail_to_a_player_has_the_hosts_tag(setting_up):
    do(setting_up, "pause because of holidays")
    do(setting_up, "resume")
    for mail in setting_up.box:
        if mail["To"] != HOST:
            assert "soe1-host-" not in mail.as_string()
            assert "soe1-host-" not in text_of(mail)


def test_of_a_game_that_is_over_no_commands_are_listed(setting_up):
    setting_up.command(host_acts.cancel, because="")
    setting_up.cycle()
    setting_up.mail(HOST, "help", "soe1")
    (told,) = to(setting_up.cycle(minutes=1), HOST)
    assert "This is how soe1 stands. Nothing was changed" in flat(told)
    setting_up.answer(told, "extend 2 days")
    (refused,) = to(setting_up.cycle(minutes=1), HOST)
    assert "soe1 is cancelled, not running or paused" in flat(refused)
    for mail in (told, refused):
        assert "What the host can do" not in flat(mail)


@pytest.mark.parametrize("said", ["SPAIN", "the Spanish", "Spanien", "die Spanier"])
def test_a_seat_is_known_by_each_of_its_names(setting_up, said):
    found = []
    setting_up.command(lambda post, game: found.append(host_acts.seat_named(post, game, said)))
    assert found == ["spain"]
