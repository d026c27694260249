"""Joining and leaving by mail."""

import pytest

from pbem.campaign import host_acts
from pbem.features.joining import join_and_leave, opening_and_starting
from pbem.features.spectators import subscribers
from pbem.store import tables as t
from tests.house import HOST, PLAYERS, flat, kinds, to
from tests.wording import refusing

ANNE, BERT = "anne@example.org", "bert@example.org"


def asked_by(house, text, sender=ANNE):
    house.mail(sender, text)
    return house.cycle(minutes=1)


def test_a_wish_that_asks_for_a_language_is_answered_in_it(house):
    house.new()
    (confirm,) = asked_by(house, "join soe1 as Britain\nSprache de")
    assert "Bitte bestätige" in confirm["Subject"]
    assert flat(confirm).rstrip().endswith("Der Spielleiter")


def test_a_wish_is_confirmed_by_answering(house):
    house.new()
    (confirm,) = asked_by(house, "join soe1 as Britain\nname: Anne of the Isles\ndice: rule!")
    assert 'answer just "yes"' in flat(confirm).lower()
    assert house.rows(t.Entrant)[0].state == "asked"
    house.answer(confirm, "Yes, gladly.\n\nAnne")
    (joined,) = house.cycle(minutes=1)
    (seat,) = house.rows(t.Seat)
    assert (seat.wished, seat.name) == ("britain", "Anne of the Isles")
    assert seat.words == "rule!"
    assert house.game().commitment in flat(joined)


def test_without_a_power_any_is_taken(house):
    house.new()
    (confirm,) = asked_by(house, "join soe1")
    house.answer(confirm, "yes")
    house.cycle(minutes=1)
    assert house.rows(t.Seat)[0].wished == ""


def test_an_invitation_is_answered_with_join(house):
    (invitation,) = house.new(invite=[ANNE])
    assert "join soe1" in flat(invitation)
    house.answer(invitation, "join soe1 as Prussia")
    assert kinds(house.cycle(minutes=1)) == ["confirm"]


def test_an_invitation_says_which_powers_a_seat_leads_and_takes_their_names_for_it(house):
    (invitation,) = house.new("syw1", 2, "seven-years-world-war", invite=[ANNE])
    assert "Great Britain leads Great Britain and Prussia" in flat(invitation)
    house.answer(invitation, "Yes please, I'd like to be Prussia")
    (confirm,) = house.cycle(minutes=1)
    assert "as Great Britain" in flat(confirm)
    assert house.rows(t.Entrant)[0].wished == "britain"


def test_a_wish_in_a_command_may_name_a_power_that_a_seat_leads(house):
    house.new("syw1", 2, "seven-years-world-war")
    asked_by(house, "join syw1 as Prussia")
    assert house.rows(t.Entrant)[0].wished == "britain"


@pytest.mark.parametrize("named", [True, False])
def test_an_invitation_names_the_host_unless_it_is_switched_off(house, named):
    house.limit("moderator", host_in_invitations=named)
    (invitation,) = house.new(invite=[ANNE])
    assert (house.world.config.moderator.host in flat(invitation)) == named


def test_a_wish_in_the_subject_is_read_too(house):
    house.new()
    house.mail(ANNE, "Hello, I am new here.", subject="join soe1 as Russia")
    assert kinds(house.cycle(minutes=1)) == ["confirm"]
    assert house.rows(t.Entrant)[0].wished == "russia"


@pytest.mark.parametrize("text", ["no", "No, thanks.", "leave soe1"])
def test_no_is_an_answer_too(house, text):
    house.new()
    (confirm,) = asked_by(house, "join soe1")
    house.answer(confirm, text)
    assert kinds(house.cycle(minutes=1)) == ["left"]
    assert house.rows(t.Entrant)[0].state == "left"


def test_the_answer_may_name_another_power(house):
    house.new()
    (confirm,) = asked_by(house, "join soe1 as Britain")
    house.answer(confirm, "join soe1 as Spain")
    assert kinds(house.cycle(minutes=1)) == ["joined"]
    assert house.rows(t.Entrant)[0].wished == "spain"


def test_nobody_joins_by_a_mail_from_another_address(house):
    house.new()
    (confirm,) = asked_by(house, "join soe1 as Britain")
    house.answer(confirm, "yes", sender=BERT)
    house.cycle(minutes=1)
    assert house.rows(t.Entrant)[0].state == "asked"


def refusal(house, text, sender=ANNE):
    (mail,) = asked_by(house, text, sender)
    assert kinds([mail]) == ["refused"]
    return flat(mail)


def test_a_taken_power_is_refused_with_those_that_are_free(house):
    house.new()
    house.join(BERT, wish={BERT: "Britain"})
    said = refusal(house, "join soe1 as Britain")
    assert "Britain is taken" in said
    assert "France" in said


def test_two_may_wish_for_a_power_and_the_first_to_confirm_has_it(house):
    house.new()
    (hers,) = asked_by(house, "join soe1 as Britain")
    (his,) = asked_by(house, "join soe1 as Britain", BERT)
    house.answer(his, "yes")
    house.cycle(minutes=1)
    house.answer(hers, "yes")
    (mail,) = house.cycle(minutes=1)
    assert "Britain is taken" in flat(mail)
    house.answer(hers, "join soe1 as Austria")
    assert kinds(house.cycle(minutes=1)) == ["joined"]


def test_an_unknown_power_is_refused(house):
    house.new()
    assert "no such seat" in refusal(house, "join soe1 as Atlantis").lower()


def test_an_unknown_game_is_refused(house):
    assert "no such game" in refusal(house, "join soe9").lower()


def test_who_has_joined_cannot_join_again(house):
    house.new()
    house.join(ANNE)
    assert "already joined" in refusal(house, "join soe1 as Spain")


def test_a_table_that_filled_meanwhile_is_refused(house):
    house.new()
    (late,) = asked_by(house, "join soe1")
    house.join(*PLAYERS)
    house.answer(late, "yes")
    assert "All seats of soe1 are taken" in flat(to(house.cycle(minutes=1), ANNE)[0])


def test_who_comes_too_late_is_told(house):
    house.begin()
    assert "already begun" in refusal(house, "join soe1")


def test_leaving_before_the_start_frees_the_seat(house):
    house.new()
    (joined,) = to(house.join(ANNE, wish={ANNE: "Britain"}), ANNE)
    house.answer(joined, "leave soe1")
    assert kinds(house.cycle(minutes=1)) == ["left"]
    assert to(house.join(BERT, wish={BERT: "Britain"}), BERT)
    assert [row.state for row in house.rows(t.Entrant)] == ["left", "seated"]


def test_who_has_left_can_come_back_and_old_tags_are_void(house):
    house.new()
    (joined,) = to(house.join(ANNE), ANNE)
    house.answer(joined, "leave soe1")
    house.cycle(minutes=1)
    house.answer(joined, "status")
    assert house.cycle(minutes=1) == []
    house.join(ANNE)
    assert [row.state for row in house.rows(t.Entrant)] == ["seated"]


def test_leaving_without_a_tag_needs_a_yes(house):
    house.new()
    house.join(ANNE)
    (ask,) = asked_by(house, "leave soe1")
    assert house.rows(t.Entrant)[0].state == "seated"
    house.answer(ask, "yes")
    assert kinds(house.cycle(minutes=1)) == ["left"]
    assert house.rows(t.Entrant)[0].state == "left"


def test_nobody_leaves_one_game_by_answering_another(house):
    house.new("soe1")
    house.new("soe2")
    house.join(ANNE, name="soe1")
    (joined,) = to(house.join(ANNE, name="soe2"), ANNE)
    house.answer(joined, "leave soe1")
    house.cycle(minutes=1)
    assert [row.state for row in house.rows(t.Entrant)] == ["left", "seated"]


def test_after_the_start_nobody_leaves(drawing):
    drawing.order("spain", "leave soe1")
    (mail,) = drawing.cycle(minutes=1)
    assert "cannot simply leave" in mail["Subject"]


def test_name_and_words_can_be_changed_until_the_start(house):
    house.new()
    (joined,) = to(house.join(ANNE), ANNE)
    house.answer(joined, "name: The Admiral\ndice: new words")
    house.cycle(minutes=1)
    (seat,) = house.rows(t.Seat)
    assert (seat.name, seat.words) == ("The Admiral", "new words")


def test_a_member_joins_another_game_by_answering_any_mail(house):
    house.new("soe1")
    house.new("soe2")
    (joined,) = to(house.join(ANNE, name="soe1"), ANNE)
    house.answer(joined, "join soe2 as Russia")
    assert kinds(house.cycle(minutes=1)) == ["confirm"]


def test_the_game_starts_by_itself_when_the_last_seat_is_taken(house):
    house.new()
    house.join(*PLAYERS[:3])
    assert house.game().status == "open"
    sent = house.join(PLAYERS[3])
    assert house.game().status == "running"
    started = [m for m in sent if kinds([m]) == ["started"]]
    assert sorted(mail["To"] for mail in started) == sorted(PLAYERS)


def test_bots_hold_their_seats_and_play_by_themselves(house):
    house.new(bots=3)
    sent = house.join(ANNE)
    assert house.game().status == "running"
    assert {mail["To"] for mail in sent} == {ANNE}
    assert sum(seat.bot for seat in house.rows(t.Seat)) == 3
    (key,) = [seat.key for seat in house.rows(t.Seat) if not seat.bot]
    assert house.session().waiting() == [key]


@pytest.mark.parametrize(("seats", "said"), [(2, "1 seat is empty"), (4, "3 seats are empty")])
def test_with_empty_seats_no_game_starts_unless_bots_take_them(house, seats, said):
    house.new(seats=4, bots=4 - seats)
    house.join(ANNE)
    with refusing(said):
        house.command(opening_and_starting.start)


def test_the_host_starts_with_bots_in_the_empty_seats(house):
    house.new()
    house.join(ANNE)
    house.command(opening_and_starting.start, fill_with_bots=True)
    assert kinds(house.cycle(minutes=1)) == ["started"]
    assert [seat.bot for seat in house.rows(t.Seat)] == [False, True, True, True]


def test_powers_not_wished_for_and_seats_are_drawn(house):
    house.new()
    house.join(*PLAYERS, wish={PLAYERS[0]: "Russia"})
    seats = house.rows(t.Seat)
    assert seats[0].key == "russia"
    assert len({seat.key for seat in seats}) == 4
    assert sorted(seat.place for seat in seats) == [0, 1, 2, 3]


def test_a_cancelled_game_tells_those_who_joined_and_no_bot(house):
    house.new(bots=1)
    house.join(ANNE)
    house.command(host_acts.cancel, because="nobody comes")
    (notice,) = house.cycle(minutes=1)
    assert notice["To"] == ANNE
    assert "nobody comes" in flat(notice)


def test_invitations_to_a_game_that_is_given_up_are_withdrawn(house):
    (_, _, declined) = house.new(invite=[ANNE, BERT, "carl@example.org"])
    house.answer(declined, "no thanks")
    house.join(BERT)
    house.command(
        lambda post, game: (
            join_and_leave.invite(post, game, "dora@example.org"),
            host_acts.cancel(post, game, "nobody comes"),
        )
    )
    sent = house.cycle(minutes=1)
    assert sorted((mail["To"], *kinds([mail])) for mail in sent) == [
        (ANNE, "refused"),
        (BERT, "notice"),
    ]
    assert "The host has given soe1 up" in flat(to(sent, ANNE)[0])
    (told,) = asked_by(house, "join soe1")
    assert "The host has given soe1 up" in flat(told)


def test_the_first_public_report_goes_to_a_subscriber(house):
    house.new()
    house.command(subscribers.subscribe, address=["Board", "<board@example.org>"][1])
    sent = house.join(*PLAYERS)
    assert [kinds([m]) for m in to(sent, "board@example.org")] == [["started"]]
    assert not to(sent, HOST)


def hosts(mails):
    return [flat(mail) for mail in to(mails, HOST)]


@pytest.fixture
def told(house):
    """A moderator whose host hears of seats."""
    house.limit("moderator", host_hears_of_seats=True)
    return house


def test_the_host_hears_who_takes_a_seat_who_gives_one_back_and_when_the_game_begins(told):
    told.new()
    sent = hosts(told.join(ANNE, wish={ANNE: "Prussia"}))
    assert [line.partition(".")[0] for line in sent] == ["Prussia is taken by Anne (anne@example"]
    assert "three seats are still free" in sent[0]
    told.join(BERT)
    told.answer(told.last(BERT), "leave soe1")
    assert (
        "bert@example.org has left soe1, which has not begun; three seats are free now."
        in (hosts(told.cycle(minutes=1))[0])
    )
    told.join(BERT, PLAYERS[0])
    *_, begun = hosts(told.join(PLAYERS[1]))
    assert begun.startswith("soe1 has begun. ")
    assert "Prussia: Anne (anne@example.org)" in begun
    assert "until Thursday 3 December, 09:" in begun


@pytest.mark.parametrize("off", [True, False])
def test_a_host_who_plays_or_does_not_want_to_hear_of_seats_gets_no_mail_about_them(house, off):
    house.limit("moderator", host_hears_of_seats=not off)
    house.new()
    sent = house.join(ANNE if off else HOST, *PLAYERS[:3])
    assert house.game().status == "running"
    assert "host" not in kinds(sent)


def test_the_host_hears_of_seats_in_the_language_of_the_game(told):
    told.new()
    with told.world.store.transaction() as db:
        db.get_one(t.Game, 1).language = "de"
    (taken,) = hosts(told.join(ANNE, wish={ANNE: "Prussia"}))
    assert "Preußen ist vergeben, an Anne (anne@example.org); drei Plätze sind noch frei." in taken
    *_, begun = hosts(told.join(*PLAYERS[:3]))
    assert "soe1 hat begonnen. " in begun
    assert "Gewartet wird auf " in begun
