"""Resigning: what mail scripts do not show."""

import json

from engine.core.verify import verify
from engine.games import GAMES
from pbem.campaign import host_acts, stand_in
from pbem.campaign.lookup import portable_record
from pbem.settings.attendance_policy import Terms, stored
from pbem.store import tables as t
from tests.house import PLAYERS, flat, kinds, to


def resign(house, seat):
    """A seat resigns, and says so twice; the mails sent by the second."""
    house.order(seat, "resign")
    house.cycle(minutes=1)
    house.order(seat, "yes")
    return house.cycle(minutes=1)


def seat(house, key):
    (row,) = house.rows(t.Seat, game_id=house.game().id, key=key)
    return row


def treat(house, **settings):
    def change(_post, game):
        game.terms = stored(Terms(**settings))

    house.command(change)


def test_what_was_held_goes_with_the_player_and_no_mail_follows_them(setting_up):
    house = setting_up
    house.order("spain", "place army in India\nwhen attacked in India: fight at sea")
    house.cycle(minutes=1)
    assert house.rows(t.QueueLine, seat="spain")
    resign(house, "spain")
    assert house.rows(t.QueueLine, seat="spain") == []
    row = seat(house, "spain")
    assert (row.bot, row.address, row.person_id) == (True, "", None)
    assert to(house.place("britain"), "spain@example.org") == []
    (left,) = house.rows(t.Entrant, state="resigned")
    assert (left.address, left.wished) == ("spain@example.org", "spain")


def test_it_is_in_the_record_which_still_can_be_verified(setting_up):
    house = setting_up
    resign(house, "britain")
    bodies = [json.loads(row.body) for row in house.rows(t.Entry)]
    assert [body["seat"] for body in bodies if body.get("what") == "resigned"] == ["britain"]
    house.command(host_acts.cancel, because="it is a test")
    with house.world.store.reading() as db:
        header, *lines = map(json.loads, portable_record.lines(db, house.game()))
    assert [finding.ok for finding in verify(header, lines, GAMES)] == [True] * 3


def test_where_bots_stand_in_for_all_who_are_left_their_players_are_asked_again(setting_up):
    house = setting_up
    for key in ("france", "austria", "spain"):
        house.command(lambda post, game, key=key: stand_in.by_host(post, game, key, back=False))
    house.cycle()
    resign(house, "britain")
    assert house.game().status == "running"
    assert house.session().waiting()[0] in ("france", "austria", "spain")
    assert {row.stand_in for row in house.rows(t.Seat)} == {""}


def test_an_answer_that_waits_for_those_of_others_is_given_by_the_bot(begun, tmp_path):
    house = begun.copy(tmp_path / "house")
    house.order("spain", "keep all")
    house.cycle(minutes=1)
    assert [row.source for row in house.rows(t.SealedAnswer)] == ["order"]
    resign(house, "spain")
    assert [(row.seat, row.source) for row in house.rows(t.SealedAnswer)] == [("spain", "bot")]
    assert "spain" not in house.session().waiting()
    house.close()


def test_a_game_that_waits_for_players_is_left_and_not_resigned(house):
    house.new()
    house.join(PLAYERS[0])
    house.order("britain", "resign")
    (told,) = house.cycle(minutes=1)
    assert kinds([told]) == ["denied"]
    assert '"leave soe1" gives the seat back' in flat(told)


def test_without_a_tag_the_one_yes_that_is_asked_is_enough(setting_up):
    house = setting_up
    house.mail("spain@example.org", "resign", subject="[soe1]")
    (asked,) = house.cycle(minutes=1)
    assert kinds([asked]) == ["ask"]
    assert not seat(house, "spain").bot
    house.answer(asked, "yes")
    house.cycle(minutes=1)
    assert seat(house, "spain").bot


def test_who_has_resigned_can_do_something_else_from_their_address(setting_up):
    house = setting_up
    resign(house, "spain")
    house.new("soe2")
    house.mail("spain@example.org", "join soe2 as Spain", subject="hello")
    (told,) = house.cycle(minutes=1)
    assert kinds([told]) == ["confirm"]
    house.mail("spain@example.org", "subscribe soe1", subject="hello")
    (told,) = house.cycle(minutes=1)
    assert kinds([told]) == ["subscription"]
    house.mail("spain@example.org", "how is my war going?", subject="hello")
    (told,) = house.cycle(minutes=1)
    assert "Nothing was done: you had already given up Spain in soe1" in flat(told)


def test_who_takes_their_seat_back_is_asked_and_their_old_tags_stay_void(setting_up):
    house = setting_up
    report = house.last(PLAYERS[0])
    sent = resign(house, "britain")
    (goodbye,) = to(sent, PLAYERS[0])
    house.place("france")
    house.answer(goodbye, "back")
    house.cycle(minutes=1)
    assert not seat(house, "britain").bot
    before = len(house.rows(t.Entry))
    house.answer(report, "place army in India")
    (asked,) = house.cycle(minutes=1)
    assert kinds([asked]) == ["ask"]
    assert len(house.rows(t.Entry)) == before


def test_others_who_come_later_are_offered_the_seat(setting_up):
    house = setting_up
    sent = resign(house, "britain")
    assert any("The player of Britain has resigned" in flat(mail) for mail in sent)
    house.mail("late@example.net", "wait for soe1")
    assert sorted(kinds(house.cycle(minutes=1))) == ["refused", "takeover"]
