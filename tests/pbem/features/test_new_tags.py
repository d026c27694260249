"""A player gets new tags: those of earlier mails are void, whoever has them."""

import pytest

from pbem.campaign import stand_in
from pbem.features.replacement import handing_over_a_seat
from pbem.mail.identity import find_tags
from pbem.store import tables as t
from tests.house import PLAYERS, flat, kinds, to

BRITAIN, FRANCE, _SPAIN, AUSTRIA = PLAYERS
NEW = "new@example.net"


def says(house, mail, text, **headers):
    house.answer(mail, text, **headers)
    return house.cycle(minutes=1)


def tag_of(mail):
    return find_tags((), mail["Subject"])[0]


def counts(house, mail):
    """Whether the tag of a mail does: what changes something needs no yes then."""
    (answer,) = kinds(says(house, mail, "zone Europe/Madrid"))
    assert answer in ("status", "ask")
    return answer == "status"


def test_each_time_the_tags_before_are_void_and_those_of_others_stay(setting_up):
    reports = [setting_up.last(BRITAIN), setting_up.last(FRANCE)]
    (first,) = says(setting_up, reports[0], "new token")
    (second,) = says(setting_up, first, "new token")
    assert len({tag_of(mail).code for mail in (reports[0], first, second)}) == 3
    good = [counts(setting_up, mail) for mail in (reports[0], first, second, reports[1])]
    assert good == [False, False, True, True]


def test_a_yes_with_an_old_tag_applies_nothing(setting_up):
    report = setting_up.last(BRITAIN)
    setting_up.mail(BRITAIN, "place army in India")
    (asked,) = setting_up.cycle(minutes=1)
    says(setting_up, report, "new token")
    assert kinds(says(setting_up, asked, "yes")) == ["status"]
    assert setting_up.session().waiting() == ["britain"]
    assert setting_up.session().view(None)["units"]["britain"] == {}


def test_a_mail_that_waits_goes_out_with_the_new_tag(setting_up):
    report = setting_up.last(BRITAIN)
    setting_up.transport.stalled = [BRITAIN]
    says(setting_up, setting_up.last(FRANCE), "press to Britain:\nShall we?")
    assert says(setting_up, report, "new token") == []
    setting_up.transport.stalled = []
    press, status = sorted(setting_up.cycle(hours=1), key=kinds_of)
    assert (kinds_of(press), kinds_of(status)) == ("press", "status")
    assert tag_of(press).press == 1
    assert kinds(to(says(setting_up, press, "reply: No."), FRANCE)) == ["press"]
    assert kinds(says(setting_up, status, "place army in India"))[0] == "receipt"


def kinds_of(mail):
    return kinds([mail])[0]


def test_a_digest_of_several_games_that_waits_goes_out_with_the_new_tag(setting_up):
    mail = setting_up.last(AUSTRIA)
    setting_up.begin("soe2")
    says(setting_up, mail, "digest at 12")
    setting_up.transport.stalled = [AUSTRIA]
    setting_up.order("britain", "keep all")
    says(setting_up, to(setting_up.box, BRITAIN)[0], "status")
    setting_up.cycle(hours=3)
    old = codes_in_digest(setting_up)
    says(setting_up, mail, "new token")
    new = codes_in_digest(setting_up)
    assert old.keys() == {"soe1", "soe2"}
    assert [game for game in old if old[game] != new[game]] == ["soe1"]


def codes_in_digest(house):
    """The codes of the tags in a digest that waits, by game."""
    (row,) = house.rows(t.Outgoing, kind="digest", state="waiting")
    return {tag.game: tag.code for tag in find_tags((), row.payload)}


def test_before_the_game_begins_a_seat_has_new_tags_too(house):
    house.new()
    house.join(BRITAIN)
    joined = house.last(BRITAIN)
    (status,) = says(house, joined, "new token")
    assert tag_of(status).seat == tag_of(joined).seat
    assert kinds(says(house, joined, "leave soe1")) == ["ask"]
    assert kinds(says(house, status, "leave soe1")) == ["left"]


def test_who_plays_several_games_has_new_tags_in_that_of_the_mail_only(setting_up):
    report = setting_up.last(BRITAIN)
    setting_up.begin("soe2")
    other = setting_up.last(BRITAIN)
    assert (tag_of(report).game, tag_of(other).game) == ("soe1", "soe2")
    says(setting_up, other, "new token")
    assert (counts(setting_up, other), counts(setting_up, report)) == (False, True)


@pytest.mark.parametrize("renewed", [False, True])
def test_what_was_sent_to_the_player_before_is_void_when_a_seat_has_another(setting_up, renewed):
    old = [setting_up.last(BRITAIN)]
    if renewed:
        old += says(setting_up, old[0], "new token")
    setting_up.command(lambda post, game: handing_over_a_seat.invite(post, game, "britain", NEW))
    (asked,) = to(setting_up.cycle(minutes=1), NEW)
    (told,) = to(says(setting_up, asked, "yes"), NEW)
    for mail in old:
        for sender in (BRITAIN, NEW, "thief@elsewhere.example"):
            says(setting_up, mail, "place army in India", sender=sender)
            assert setting_up.letters()[-1][1] in ("bad_tag", "yes_asked", "replaced_told(britain)")
    assert setting_up.session().view(None)["units"]["britain"] == {}
    assert "played" in flat(says(setting_up, told, "place army in India")[0])


def test_when_a_stand_in_ends_the_players_tags_are_what_they_were(setting_up):
    report = setting_up.last(FRANCE)
    for back in (False, True):
        setting_up.command(stand_in.by_host, key="france", back=back)
        setting_up.cycle(minutes=1)
    assert counts(setting_up, report)
