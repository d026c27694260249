"""Who is missing, away, punctual: what mail scripts do not show."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from engine.core.verify import verify
from engine.games import GAMES
from pbem.campaign import host_acts, stand_in
from pbem.campaign.lookup import portable_record, punctuality
from pbem.features.replacement import handing_over_a_seat
from pbem.features.spectators import subscribers
from pbem.settings.attendance_policy import Terms, stored
from pbem.store import tables as t
from tests.house import HOST, PLAYERS, flat, kinds, text_of, to
from tests.wording import refusing


def treat(house, name="soe1", **settings):
    def change(_post, game):
        game.terms = stored(Terms(**settings))

    house.command(change, name=name)


def seat(house, key, name="soe1"):
    (row,) = house.rows(t.Seat, game_id=house.game(name).id, key=key)
    return row


def due(house, name="soe1"):
    (row,) = house.rows(t.Window, game_id=house.game(name).id, state="open")
    return row.due


def test_a_stand_in_is_in_the_record_and_its_answers_are_a_bots(setting_up):
    house = setting_up
    treat(house, stand_in_after=1)
    house.cycle(hours=49)
    bodies = [json.loads(row.body) for row in house.rows(t.Entry)]
    assert [b["seat"] for b in bodies if b.get("what") == "stand_in"] == ["britain"]
    for name in ("france", "austria", "spain"):
        house.order(name, "place army in India")
        house.cycle(minutes=1)
    bodies = [json.loads(row.body) for row in house.rows(t.Entry)]
    sources = [b["source"] for b in bodies if b["t"] == "choice" and b["seat"] == "britain"]
    assert sources[-2:] == ["default", "bot"]
    house.command(host_acts.cancel, because="it is a test")
    with house.world.store.reading() as db:
        header, *lines = map(json.loads, portable_record.lines(db, house.game()))
    assert [finding.ok for finding in verify(header, lines, GAMES)] == [True] * 3


def test_nobody_stands_in_for_the_last_who_plays_by_mail(house):
    house.new(seats=2, bots=1, treats={"stand_in_after": 1})
    house.join(PLAYERS[0])
    (mine,) = [row.key for row in house.rows(t.Seat) if not row.bot]
    for _ in range(3):
        house.cycle(hours=60)
    assert seat(house, mine).missed >= 1
    assert seat(house, mine).stand_in == ""
    assert house.game().status == "running"


def test_missed_deadlines_in_a_row_begin_anew_when_orders_come(setting_up):
    house = setting_up
    treat(house, stand_in_after=2)
    house.cycle(hours=49)
    assert seat(house, "britain").missed == 1
    house.order("britain", "place army in India")
    house.cycle(minutes=1)
    assert seat(house, "britain").missed == 0


def test_one_mail_counts_in_all_games_and_each_allows_what_it_does(setting_up):
    house = setting_up
    house.begin("soe2")
    house.new("soe3", treats={"away": ()})
    house.join(PLAYERS[0], name="soe3")
    treat(house, "soe2", away=("stand-in",), away_days=2)
    house.mail(PLAYERS[0], "away from 10 to 20 December: wait", subject="[soe1]")
    (asked,) = house.cycle(minutes=1)
    house.answer(asked, "yes")
    (told,) = house.cycle(minutes=1)
    assert kinds([told]) == ["away"]
    said = flat(told)
    assert "soe1: from Thu 10 Dec 00:00 UTC to Sun 20 Dec 23:59 UTC your deadlines wait" in said
    assert "soe2: from Thu 10 Dec 00:00 UTC to Fri 11 Dec 23:59 UTC a bot answers" in said
    assert "This game does not allow what you asked for. It allows no more than 2 days." in said
    assert "soe3: this game does not allow absences" in said
    assert max(map(len, text_of(told).splitlines())) <= 72


def test_days_begin_by_the_players_own_clock(setting_up):
    house = setting_up
    house.order("britain", "zone America/New_York\naway from 10 to 12 December")
    house.cycle(minutes=1)
    (row,) = house.rows(t.Absence)
    assert row.begins == datetime(2026, 12, 10, 5, tzinfo=UTC)
    assert row.ends == datetime(2026, 12, 13, 5, tzinfo=UTC)


def test_back_gives_the_time_that_was_left_and_uses_up_the_days_that_were(setting_up):
    house = setting_up
    before = due(house)
    house.order("britain", "away until 10 December")
    house.cycle(minutes=1)
    assert due(house) > before + timedelta(days=8)
    house.cycle(days=3)
    house.order("britain", "back")
    house.cycle(minutes=1)
    assert due(house) - before == timedelta(days=3, minutes=1)
    assert not [row for row in house.rows(t.Absence) if row.state != "over"]


def test_a_moderator_who_was_down_over_an_absence_begins_and_ends_it_in_order(setting_up):
    house = setting_up
    house.order("britain", "away from 2 to 3 December: stand-in")
    house.cycle(minutes=1)
    sent = house.cycle(days=3)
    assert [row.state for row in house.rows(t.Absence)] == ["over"]
    assert seat(house, "britain").stand_in == ""
    assert house.session().waiting() == ["france"]
    assert to(sent, "britain@example.org")


def test_a_new_player_is_not_away_because_the_one_before_was(setting_up):
    house = setting_up
    house.order("britain", "away until 10 December")
    house.cycle(minutes=1)
    takes_over(house)
    assert house.rows(t.Absence) == []
    assert due(house) == house.now + timedelta(hours=48)


def takes_over(house):
    house.command(
        lambda post, game: handing_over_a_seat.invite(post, game, "britain", "new@example.net")
    )
    (asked,) = to(house.cycle(minutes=1), "new@example.net")
    house.answer(asked, "yes")
    return house.cycle(minutes=1)


def test_a_handover_shows_what_was_left_and_only_what_the_seat_saw(setting_up):
    house = setting_up
    house.order("spain", "place army in India")
    house.cycle(minutes=1)
    house.order("britain", "when attacked in India: fight at sea\nif it arrives: pass\n")
    house.cycle(minutes=1)
    house.transport.stalled = ["britain@example.org"]
    house.order("britain", "status")
    house.cycle(minutes=1)
    (told,) = to(takes_over(house), "new@example.net")
    said = flat(told)
    assert kinds([told]) == ["handover"]
    assert "Standing: when attacked in India: fight at sea" in said
    assert "The table is set." in said
    assert "place army in India" not in said.split("THE STORY SO FAR")[1]
    waiting = [row for row in house.rows(t.Outgoing, state="waiting") if row.seat == "britain"]
    assert waiting == []
    assert max(map(len, text_of(told).splitlines())) <= 72


def known(house, address):
    (person,) = house.rows(t.Person, address=address)
    with house.world.store.reading() as db:
        return punctuality.of_person(db, person.id)


def test_answers_count_as_on_time_late_or_missed_for_the_person(setting_up):
    house = setting_up
    before = known(house, "austria@example.org")
    house.order("britain", "place army in India")
    house.cycle(minutes=1)
    house.cycle(hours=49)
    assert known(house, "britain@example.org").on_time == 1
    assert known(house, "france@example.org").missed == 1
    assert known(house, "austria@example.org") == before


def test_an_answer_in_the_grace_is_late(house):
    house.begin()
    house.command(lambda _post, game: host_acts.change_pace(_post, game, {"grace": "12h"}, ""))
    house.keep_all()
    house.cycle(hours=50)
    house.order("britain", "place army in India")
    house.cycle(minutes=1)
    assert known(house, "britain@example.org").late == 1


def test_an_answer_that_is_taken_back_counts_once(setting_up):
    house = setting_up
    for text in ("place army in India", "undo", "place army in Baltic"):
        house.order("britain", text)
        house.cycle(minutes=1)
    assert known(house, "britain@example.org").asked == 1


def test_a_game_for_the_punctual_refuses_who_is_not_with_a_reason(setting_up):
    house = setting_up
    house.new("soe2", treats={"punctual": 80})
    (person,) = house.rows(t.Person, address="britain@example.org")
    with house.world.store.transaction() as db:
        for number in range(90, 95):
            how = "on time" if number == 90 else "missed"
            where = {"game_id": 1, "number": number, "seat": "britain", "opened": house.now}
            asked = {"question": "placement", "fingerprint": "", "state": "answered"}
            db.add(t.Window(**where, **asked, person_id=person.id, punctual=how))
    house.mail("britain@example.org", "join soe2")
    (told,) = house.cycle(minutes=1)
    assert kinds([told]) == ["refused"]
    assert "is for players who answer 80 % of their questions in time" in flat(told)
    assert "missed 4" in flat(told)
    house.mail("newcomer@example.org", "join soe2")
    assert kinds(house.cycle(minutes=1)) == ["confirm"]
    house.mail("britain@example.org", "wait for soe2")
    (told,) = house.cycle(minutes=1)
    assert "is for players who answer 80 % of their questions in time" in flat(told)
    assert house.rows(t.Entrant, state="waiting") == []


def test_a_seat_is_not_offered_to_who_is_less_punctual_than_the_game_asks_for(setting_up):
    house = setting_up
    treat(house, stand_in_after=1, offer_after=1, punctual=80)
    house.new("soe2")
    house.join("late@example.net", "early@example.net", name="soe2")
    for name in ("late", "early"):
        house.command(
            lambda post, game, n=name: subscribers.subscribe(post, game, f"{n}@example.net")
        )
    (person,) = house.rows(t.Person, address="late@example.net")
    with house.world.store.transaction() as db:
        for number in range(90, 95):
            where = {"game_id": 1, "number": number, "seat": "spain", "opened": house.now}
            asked = {"question": "placement", "fingerprint": "", "state": "answered"}
            db.add(t.Window(**where, **asked, person_id=person.id, punctual="missed"))
    house.cycle(hours=49)
    for name in ("france", "austria", "spain"):
        house.order(name, "place army in India")
        house.cycle(minutes=1)
    offered = [m["To"] for m in house.box if kinds([m]) == ["takeover"]]
    assert offered == ["early@example.net"]


def test_the_host_cannot_let_a_bot_stand_in_for_a_bot(house):
    house.new(seats=3, bots=1)
    house.join(*PLAYERS[:2])
    (bots,) = [row.key for row in house.rows(t.Seat) if row.bot]
    with refusing("is played by a bot"):
        house.command(lambda post, game: stand_in.by_host(post, game, bots, back=False))


def test_where_nobody_waits_the_host_is_told_and_who_comes_later_is_offered_the_seat(setting_up):
    house = setting_up
    treat(house, stand_in_after=1, offer_after=1)
    house.cycle(hours=49)
    for name in ("france", "austria", "spain"):
        house.order(name, "place army in India")
        sent = house.cycle(minutes=1)
    (told,) = to(sent, HOST)
    assert 'Nobody is waiting for a seat. "replace Britain by ADDRESS" invites' in flat(told)
    house.mail("late@example.net", "wait for soe1")
    assert sorted(kinds(house.cycle(minutes=1))) == ["refused", "takeover"]
    house.mail("france@example.org", "wait for soe1", subject="[soe1]")
    (told,) = house.cycle(minutes=1)
    assert "You have already joined" in told["Subject"]


@pytest.mark.parametrize("answer", ["when placing: keep all", "keep all"])
def test_a_new_player_answers_anew_what_the_one_before_had_answered(drawing, answer):
    former = drawing.session().waiting()[0]
    drawing.order(former, answer)
    drawing.cycle(minutes=1)
    assert former in drawing.session().sealed
    drawing.command(handing_over_a_seat.invite, key=former, address="new@example.net")
    (invitation,) = to(drawing.cycle(minutes=1), "new@example.net")
    drawing.answer(invitation, "yes")
    sent = to(drawing.cycle(minutes=1), "new@example.net")
    assert former in drawing.session().waiting()
    assert any("Keep the duplicates" in flat(mail) for mail in sent)


def test_who_has_got_a_seat_waits_for_none_any_more(setting_up):
    """Or he would be offered the next one as soon as he has left this one."""
    house, newcomer = setting_up, "someone@example.net"
    house.mail(newcomer, "wait for soe1")
    house.cycle(minutes=1)
    house.command(handing_over_a_seat.invite, key="britain", address=newcomer)
    (asked,) = to(house.cycle(minutes=1), newcomer)
    assert [row.address for row in house.rows(t.Entrant, state="waiting")] == [newcomer]
    house.answer(asked, "yes")
    house.cycle(minutes=1)
    assert house.rows(t.Entrant, state="waiting") == []
