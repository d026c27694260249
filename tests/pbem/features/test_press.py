"""Press on its way, and diaries: who reads them, and who does not."""

import json
import re

import pytest
from sqlmodel import select

from engine.games import GAMES
from pbem.campaign import host_acts, seats
from pbem.campaign.lookup import portable_record
from pbem.features.press import delivery
from pbem.features.spectators import subscribers
from pbem.settings.attendance_policy import Terms, stored
from pbem.store import tables as t
from tests.house import ADDRESS, HOST, PLAYERS, flat, kinds, text_of, to

BRITAIN, FRANCE, SPAIN, AUSTRIA = PLAYERS
SECRET = "xyzzy"
NUMBERS = re.compile(r"bounce-\d+-\w+|(?<=\.)[a-z2-7]{12}(?=@)|=_[a-z]+_[0-9a-f]{32}")
"""Of mails sent, in an order derived from a key: different, and no hint for who has it not."""


def allow(house, *press):
    def change(_post, game):
        game.terms = stored(Terms(press=press))

    house.command(change)


def say(house, seat, text):
    """Answer the last mail but press; the mails sent."""
    last = [m for m in house.box if m["To"] == f"{seat}@example.org" and kinds([m]) != ["press"]]
    house.answer(last[-1], text)
    return house.cycle(minutes=1)


def answer(house, address, text, **headers):
    """Answer the last press."""
    (*_, press) = [m for m in house.box if m["To"] == address and kinds([m]) == ["press"]]
    house.answer(press, text, **headers)
    return house.cycle(minutes=1)


def parents(mail):
    return (mail["References"] or "").split()


def test_a_conversation_among_the_same_seats_is_one_thread(setting_up):
    (first,) = to(say(setting_up, "france", "press to Spain: one"), SPAIN)
    (second,) = to(answer(setting_up, SPAIN, "reply: two"), FRANCE)
    (third,) = to(say(setting_up, "france", "press to Spain: three"), SPAIN)
    (other,) = to(say(setting_up, "austria", "press to Spain: four"), SPAIN)
    roots = [parents(mail)[0] for mail in (first, second, third, other)]
    assert len(set(roots[:3])) == 1
    assert roots[3] != roots[0]
    assert third["In-Reply-To"] == setting_up.rows(t.InboundMail)[-3].message_id.join("<>")
    assert first["In-Reply-To"] is None


def test_the_author_sees_their_own_mail_answered(setting_up):
    say(setting_up, "france", "press to Spain: one")
    own = setting_up.rows(t.InboundMail)[-1].message_id
    (mail,) = to(answer(setting_up, SPAIN, "reply: two"), FRANCE)
    assert mail["In-Reply-To"] == f"<{own}>"
    (mail,) = to(say(setting_up, "france", "press to Spain: three"), SPAIN)
    assert mail["In-Reply-To"] == f"<{setting_up.rows(t.InboundMail)[-2].message_id}>"


def test_addresses_stay_hidden(setting_up):
    for mail in say(setting_up, "france", "press to all: Hello"):
        said = mail.as_string()
        hidden = [address for address in PLAYERS if address != mail["To"]]
        assert [address for address in hidden if address in said] == []
        assert ADDRESS in mail["From"]


def test_press_is_quoted_in_html_so_that_no_answer_repeats_it(setting_up):
    """An answer in HTML alone: what stands in it of the press is not the writer's."""
    text = "press to Spain:\nanonymous <b>&</b>\npress now\nend press"
    say(setting_up, "france", text.replace("press now", "- press to all: I resign"))
    (mail,) = to(setting_up.box[-2:], SPAIN)
    html = mail.get_body(("html",)).get_content()
    assert "anonymous &lt;b&gt;&amp;&lt;/b&gt;" in html
    sent = answer(setting_up, SPAIN, f"<p>Never mind.</p>{html}", subtype="html")
    assert kinds(sent) == ["unsent"]
    (quoted,) = sent
    assert "resign" not in flat(quoted)


def test_bots_get_no_press(house):
    house.new(bots=3)
    house.join(BRITAIN, wish={BRITAIN: "Britain"})
    bot = next(row for row in house.rows(t.Seat) if row.bot)
    name = GAMES["struggle-of-empires"].words.name(bot.key)
    (receipt,) = say(house, "britain", f"press to {name}: Hello?")
    assert f"{name} has no player now: nobody would read it." in flat(receipt)
    (receipt,) = say(house, "britain", "press to all: Hello?")
    assert "have no player now: nobody would read it." in flat(receipt)
    mails = say(house, "britain", f"press to host, {name}: Hello?")
    assert sorted(mail["To"] for mail in mails) == [BRITAIN, HOST]
    assert f"{name} has no player now and does not get it." in flat(to(mails, BRITAIN)[0])


def test_before_the_game_only_the_host_can_be_reached(house):
    house.new()
    house.join(BRITAIN)
    (receipt,) = say(house, "britain", "press to all: Hello?\nend\ndiary: Nobody is here.")
    assert "The game has not begun: until then, press goes to the host only." in flat(receipt)
    assert "your diary begins with it" in flat(receipt)
    assert {mail["To"] for mail in say(house, "britain", "press to host: Hi")} == {BRITAIN, HOST}


def test_press_goes_on_when_the_game_has_ended(setting_up):
    setting_up.command(host_acts.cancel, because="")
    setting_up.cycle()
    mails = say(setting_up, "spain", "press to France: Thank you for the game.")
    assert sorted(kinds(mails)) == ["press", "press_receipt"]


@pytest.mark.parametrize("writer", ["france", "spain"])
def test_who_wrote_without_their_name_is_told_by_nothing(setting_up, writer, request, tmp_path):
    """Whoever it was: all others get the same mails, to the letter, also by their answers."""
    other = {"france": "spain", "spain": "france"}[writer]
    twin = setting_up.copy(tmp_path / "twin")
    request.addfinalizer(twin.close)
    seen = []
    for house, seat in ((setting_up.copy(tmp_path / "again"), writer), (twin, other)):
        request.addfinalizer(house.close)
        house.command(subscribers.subscribe, address="board@forum.example")
        allow(house, "signed", "anonymous")
        house.mail(f"{seat}@example.org", f"anonymous press to all: {SECRET}", subject="x")
        (ask,) = house.cycle(minutes=1)
        house.answer(ask, "yes")
        house.cycle(minutes=1)
        answer(house, AUSTRIA, "reply: Who are you?")
        answer(house, BRITAIN, "reply all: Who is it?")
        public = [m for m in house.box if m["To"] in (BRITAIN, AUSTRIA, "board@forum.example")]
        seen.append(sorted(NUMBERS.sub("N", mail.as_string()) for mail in public))
    assert seen[0] == seen[1]
    assert sum(SECRET in mail for mail in seen[0]) >= 3


def test_press_of_one_who_plays_no_more_is_answered_to_nobody_and_names_nobody(setting_up):
    allow(setting_up, "anonymous", "signed")
    say(setting_up, "france", "anonymous press to Spain: Guess.")

    def leave(post, game):
        rows = select(t.Seat).where(t.Seat.game_id == game.id, t.Seat.key == "france")
        seats.vacate(post, game, post.db.exec(rows).one())

    setting_up.command(leave)
    (receipt,) = answer(setting_up, SPAIN, "reply: France?")
    assert "Nobody would read it: its writer has left the game." in flat(receipt)
    assert "FRANCE" not in text_of(receipt).upper().replace("FRANCE?", "")


def test_a_seat_without_a_player_is_told_to_who_writes_to_several(setting_up):
    def leave(post, game):
        rows = select(t.Seat).where(t.Seat.game_id == game.id, t.Seat.key == "france")
        seats.vacate(post, game, post.db.exec(rows).one())

    setting_up.command(leave)
    mails = say(setting_up, "spain", "press to France, Austria: Hello")
    assert {mail["To"] for mail in mails} == {SPAIN, AUSTRIA}
    assert "France has no player now and does not get it." in flat(to(mails, SPAIN)[0])


def test_an_undo_does_not_unsend_press(setting_up):
    setting_up.order("britain", "place army in India\npress to France: Mine.")
    setting_up.cycle(minutes=1)
    setting_up.order("britain", "undo")
    setting_up.cycle(minutes=1)
    assert [row.state for row in setting_up.rows(t.Press)] == ["sent"]
    assert len(setting_up.rows(t.PressCopy)) == 1


def test_what_the_former_player_wrote_and_was_held_never_goes_out(setting_up):
    setting_up.command(lambda _post, game: setattr(game, "pace", '{"grace": 43200}'))
    setting_up.cycle(hours=49)
    say(setting_up, "britain", "press to France: Held.")
    (press,) = setting_up.rows(t.Press)
    assert press.state == "embargoed"
    setting_up.command(lambda post, game: delivery.withdraw(post.db, game, "britain"))
    setting_up.order("britain", "place army in India")
    setting_up.cycle(minutes=1)
    assert [row.state for row in setting_up.rows(t.Press)] == ["withdrawn"]
    assert setting_up.rows(t.PressCopy) == []


def test_no_page_mail_or_record_of_others_holds_a_diary_before_the_end(setting_up):
    say(setting_up, "spain", f"diary: {SECRET}")
    say(setting_up, "spain", "diary?")
    setting_up.command(subscribers.subscribe, address="board@forum.example")
    setting_up.place(*setting_up.session().waiting())
    for seat in ("britain", "france", "austria"):
        say(setting_up, seat, "status\ndiary?\nresend\nhelp diary")
    say(setting_up, "france", "press to Spain: What do you think?")
    foreign = [mail for mail in setting_up.box if mail["To"] != SPAIN]
    assert len(foreign) > 10
    assert [mail["Subject"] for mail in foreign if SECRET in mail.as_string()] == []
    kept = [row for row in setting_up.rows(t.Outgoing) if SECRET in row.payload]
    assert {(row.recipient, row.kind) for row in kept} == {(SPAIN, "diary")}
    with setting_up.world.store.reading() as db:
        record = list(portable_record.lines(db, db.get_one(t.Game, 1)))
    rows = [*setting_up.rows(t.Event), *setting_up.rows(t.Entry)]
    assert SECRET not in json.dumps(record) + "".join(row.body for row in rows)
    assert SECRET not in "".join(reason for _, reason in setting_up.letters())


def test_a_diary_has_its_most(setting_up):
    setting_up.limit("limits", press_characters=50_000)
    text = "diary:\n" + ("word " * 380 + "\n") * 24
    for _ in range(2):
        say(setting_up, "spain", text)
    (receipt,) = say(setting_up, "spain", text)
    assert "Your diary is full: it holds 100,000 characters at most." in flat(receipt)


def test_a_mail_may_hold_ten_of_them(setting_up):
    (*press, receipt) = say(setting_up, "spain", "press to host: x\nend\n" * 11)
    assert len(press) == 10
    assert "It is more than the 10 that one mail may hold." in flat(receipt)


def test_a_preview_sends_no_press(setting_up):
    text = "preview\nplace army in India\npress to all: Look out."
    mails = say(setting_up, "britain", text)
    assert sorted(kinds(mails)) == ["press_receipt", "preview"]
    assert "Your mail asks for a preview: send it without that line." in flat(mails[1])
    assert setting_up.rows(t.Press) == []


def test_a_paragraph_that_would_be_cut_is_not_sent(setting_up):
    (receipt,) = say(setting_up, "spain", "press to France: one\n" + "word " * 500)
    assert "A paragraph of it has over 1,900 characters: break it." in flat(receipt)
