"""A seat changes hands: what goes with it and what does not."""

import pytest

from engine.games import GAMES
from pbem.campaign import host_acts, stand_in
from pbem.features.replacement import handing_over_a_seat
from pbem.inbox.host import performing_commands
from pbem.inbox.reading.hosts_grammar import HostCommand
from pbem.reports.languages.english import message_said
from pbem.settings.attendance_policy import Terms, stored
from pbem.store import tables as t
from tests.house import HOST, flat, kinds, to
from tests.wording import refusing

NEW = "new@example.net"
GAME = "struggle-of-empires"


def invite(house, key, address=NEW):
    house.command(lambda post, game: handing_over_a_seat.invite(post, game, key, address))
    return to(house.cycle(minutes=1), address)[-1]


def says(house, mail, text):
    house.answer(mail, text)
    return house.cycle(minutes=1)


def test_an_answer_that_waits_for_those_of_others_is_the_old_players_and_void(drawing):
    key = drawing.session().waiting()[0]
    drawing.order(key, "keep all")
    drawing.cycle(minutes=1)
    mails = says(drawing, invite(drawing, key), "yes")
    (told,) = to(mails, NEW)
    assert kinds([told]) == ["handover"]
    assert "Answer: keep all" in flat(told)
    assert key in drawing.session().waiting()
    assert drawing.rows(t.SealedAnswer) == []
    (window,) = drawing.rows(t.Window, seat=key, state="open")
    assert (window.due - drawing.now).total_seconds() == 48 * 3600
    drawing.answer(told, "keep all")
    drawing.cycle(minutes=1)
    assert key not in drawing.session().waiting()


def test_who_plays_already_takes_no_second_seat_over(setting_up):
    first, second = invite(setting_up, "britain"), invite(setting_up, "spain")
    assert kinds(to(says(setting_up, first, "yes"), NEW)) == ["handover"]
    (told,) = says(setting_up, second, "yes")
    assert kinds([told]) == ["refused"]
    assert "you cannot have a second one" in flat(told)
    assert [row.key for row in setting_up.rows(t.Seat, address=NEW)] == ["britain"]


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("New Player <New@example.org>", "Give the bare address: new@example.org."),
        ("new@example", "has no dot in its domain"),
    ],
)
def test_an_address_that_reaches_nobody_is_not_invited(setting_up, address, why):
    with refusing(why):
        invite(setting_up, "britain", address)


def test_the_host_hears_which_invitation_another_withdraws(setting_up):
    invite(setting_up, "britain")
    act = HostCommand("replace", "other@example.net", seat="Britain")
    done = []
    setting_up.command(
        lambda post, game: done.append(performing_commands.perform(post, game, act).said)
    )
    assert f"The earlier invitation of {NEW} is withdrawn" in message_said(GAMES[GAME], done[0])


def test_the_host_hears_that_a_player_who_is_back_ends_an_invitation(setting_up):
    setting_up.command(stand_in.by_host, key="britain", back=False)
    invite(setting_up, "britain")
    setting_up.command(stand_in.by_host, key="britain", back=True)
    (told,) = to(setting_up.cycle(minutes=1), HOST)
    assert f"the invitation of {NEW} to take it over is withdrawn" in flat(told)


def test_the_host_hears_when_the_last_of_those_who_were_offered_a_seat_declines(setting_up):
    def change(_post, game):
        game.terms = stored(Terms(stand_in_after=1, offer_after=1))

    setting_up.command(change)
    for name in ("one", "two"):
        setting_up.mail(f"{name}@example.net", "wait for soe1")
    setting_up.cycle(hours=49)
    for key in ("france", "austria", "spain"):
        setting_up.order(key, "place army in India")
        setting_up.cycle(minutes=1)
    heard = []
    for name in ("one", "two"):
        offer = to(setting_up.box, f"{name}@example.net")[-1]
        heard.append(to(says(setting_up, offer, "no"), HOST))
    assert heard[0] == []
    (told,) = heard[1]
    assert '"replace Britain by ADDRESS" invites somebody else' in flat(told)


def test_who_takes_over_a_seat_of_a_game_that_has_ended_hears_so(setting_up):
    asked = invite(setting_up, "britain")
    setting_up.command(host_acts.cancel, because="all have left")
    setting_up.cycle()
    (told,) = says(setting_up, asked, "yes")
    assert "soe1 is over" in flat(told)


@pytest.mark.parametrize(
    "text",
    ["Yes, gladly!", "Yes, I will take it.\nname: Persia", "Sure, happy to!", "Ja, sehr gerne!"],
)
def test_a_yes_in_other_words_takes_the_seat(setting_up, text):
    mails = says(setting_up, invite(setting_up, "britain"), text)
    assert kinds(to(mails, NEW)) == ["handover"]


def test_who_says_neither_yes_nor_no_is_told_so(setting_up):
    (told,) = says(setting_up, invite(setting_up, "britain"), "How long does a turn take?")
    assert kinds([told]) == ["takeover"]
    assert "Your answer says neither yes nor no" in flat(told)
    assert kinds(to(says(setting_up, told, "Yes, I would love to."), NEW)) == ["handover"]
