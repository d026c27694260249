"""Orders by mail: queue, answers, receipts, quotes, stale mail."""

import json

import pytest
from sqlmodel import SQLModel, select

from pbem.inbox.proposals import shared_by
from pbem.store import tables as t
from tests.house import PLAYERS, REGIONS, SEATS, flat, kinds, text_of, to


def next_seat(house):
    return house.session().waiting()[0]


def receipt_to(mails, seat):
    (mail,) = [m for m in to(mails, f"{seat}@example.org") if kinds([m]) == ["receipt"]]
    return mail


def queue_of(house, seat):
    return [(row.text, row.state) for row in house.rows(t.QueueLine, seat=seat)]


def units(house, seat):
    """What a seat has on the board: region and number of units."""
    return {
        where: sum(u.values()) for where, u in house.session().view(None)["units"][seat].items()
    }


# The queue


def test_a_whole_turn_goes_into_one_mail(setting_up):
    seat = next_seat(setting_up)
    setting_up.order(seat, "Hello,\n\nplace army in India\nplace fort in Baltic\n\nbest, the king")
    mails = setting_up.cycle(minutes=1)
    said = flat(receipt_to(mails, seat))
    assert "1 place army in India played" in said
    assert "2 place fort in Baltic saved until your turn comes" in said
    assert '- "best, the king" not an order' in said
    assert "Hello" not in said
    assert queue_of(setting_up, seat)[-1] == ("place fort in Baltic", "queued")


def test_the_queue_is_used_when_its_turn_comes_and_nobody_waits(setting_up):
    first = next_seat(setting_up)
    setting_up.place(first)
    while next_seat(setting_up) != first and len(setting_up.rows(t.Window)) < 9:
        mails = setting_up.place(next_seat(setting_up))
    assert sum(units(setting_up, first).values()) == 5
    assert not [m for m in to(mails, f"{first}@example.org") if kinds([m]) == ["reminder"]]


def test_new_actions_replace_what_is_left_of_the_queue(setting_up):
    seat = next_seat(setting_up)
    setting_up.order(seat, "place army in India\nplace fort in Baltic\nplace fort in Africa")
    setting_up.cycle(minutes=1)
    setting_up.order(seat, "place navy in Caribbean")
    setting_up.cycle(minutes=1)
    open_ = [text for text, state in queue_of(setting_up, seat) if state == "queued"]
    assert open_ == ["place navy in Caribbean"]


def test_add_puts_them_behind(setting_up):
    seat = next_seat(setting_up)
    setting_up.order(seat, "place army in India\nplace fort in Baltic")
    setting_up.cycle(minutes=1)
    setting_up.order(seat, "add\nplace navy in Caribbean")
    setting_up.cycle(minutes=1)
    open_ = [text for text, state in queue_of(setting_up, seat) if state == "queued"]
    assert open_ == ["place fort in Baltic", "place navy in Caribbean"]


def test_a_refused_line_holds_the_lines_behind_it(setting_up):
    seat = next_seat(setting_up)
    setting_up.order(seat, "place navy in Central Europe\nplace army in India")
    said = flat(receipt_to(setting_up.cycle(minutes=1), seat))
    assert "place navy in Central Europe refused" in said
    assert "place army in India saved, not played" in said
    assert units(setting_up, seat) == {}


def test_what_is_held_stays_held_whatever_else_happens(setting_up):
    seat, other = next_seat(setting_up), next(s for s in SEATS if s != next_seat(setting_up))
    setting_up.order(seat, "place navy in Central Europe\nplace army in India")
    setting_up.cycle(minutes=1)
    setting_up.order(other, "place army in Africa")
    setting_up.cycle(minutes=1)
    assert units(setting_up, seat) == {}
    assert queue_of(setting_up, seat)[-1] == ("place army in India", "on_hold")


def test_a_line_that_is_not_understood_holds_them_too(setting_up):
    seat = next_seat(setting_up)
    setting_up.order(seat, "place elephants in Inja\nplace army in India")
    said = flat(receipt_to(setting_up.cycle(minutes=1), seat))
    assert "1 place elephants in Inja not understood" in said
    assert units(setting_up, seat) == {}


def test_of_a_mail_with_too_many_orders_none_is_used_and_it_is_said(setting_up):
    seat = next_seat(setting_up)
    lines = [f"place army in {region}" for region in ("India", "Baltic", "Africa") * 101]
    setting_up.order(seat, "\n".join(lines))
    (mail,) = to(setting_up.cycle(minutes=1), f"{seat}@example.org")
    assert kinds([mail]) == ["denied"]
    assert "Your mail has 303 lines that look like orders" in flat(mail)
    assert units(setting_up, seat) == {}
    setting_up.order(seat, "\n".join(lines[:300]))
    assert receipt_to(setting_up.cycle(minutes=1), seat)
    assert sum(units(setting_up, seat).values()) > 0


def test_a_guess_is_named(setting_up):
    seat = next_seat(setting_up)
    setting_up.order(seat, "plase an army in the INDIA!!")
    assert '"plase" read as place' in flat(receipt_to(setting_up.cycle(minutes=1), seat))


def test_a_refusal_names_the_rule_and_what_is_near(auction):
    seat = next_seat(auction)
    auction.order(seat, "bid 3 red Britain blue Britain")
    said = flat(receipt_to(auction.cycle(minutes=1), seat))
    assert "refused" in said
    assert "Close to it, and possible: bid" in said


def test_an_order_out_of_turn_waits_for_its_turn(setting_up):
    seat = next(s for s in SEATS if s != next_seat(setting_up))
    setting_up.order(seat, "place army in Africa")
    said = flat(receipt_to(setting_up.cycle(minutes=1), seat))
    assert "saved until your turn comes" in said
    assert "You have nothing to answer" in said


def test_an_answer_that_answers_nothing_is_refused(setting_up):
    seat = next_seat(setting_up)
    setting_up.order(seat, "fight")
    said = flat(receipt_to(setting_up.cycle(minutes=1), seat))
    assert "You are not asked anything that this answers" in said


def test_a_joint_answer_can_be_changed_until_all_are_in(drawing):
    first, second = drawing.session().waiting()
    region = drawing.session().decision(first).menu
    other = next(choice for choice in region.choices() if choice[0] == "redraw")
    drawing.order(first, "keep all")
    assert "can still be changed" in flat(receipt_to(drawing.cycle(minutes=1), first))
    drawing.order(first, drawing.session().game.words.say("redraw", other))
    drawing.cycle(minutes=1)
    assert drawing.session().sealed[first][0] == other
    drawing.order(second, "keep all")
    drawing.cycle(minutes=1)
    assert drawing.session().sealed == {}


# Receipts


def test_a_receipt_says_what_came_of_it_and_who_is_waited_for(setting_up):
    seat = next_seat(setting_up)
    setting_up.order(seat, "place army in India")
    said = flat(receipt_to(setting_up.cycle(minutes=1), seat))
    assert "placed an army in India" in said
    assert "You have nothing to answer. Waiting for" in said


def test_who_is_still_asked_is_told_by_when_and_what_happens_otherwise(auction):
    seat = next_seat(auction)
    auction.order(seat, "bid 5 on nobody")
    said = flat(receipt_to(auction.cycle(minutes=1), seat))
    assert "If nothing comes, I open for you" in said
    assert "By Thursday 3 December" in said


def test_a_receipt_answers_the_mail_in_its_thread(setting_up):
    seat = next_seat(setting_up)
    setting_up.order(seat, "place army in India", message_id="<order.7@phone.example>")
    mails = setting_up.cycle(minutes=1)
    receipt = receipt_to(mails, seat)
    assert receipt["In-Reply-To"] == "<order.7@phone.example>"
    assert "order.7@phone.example" in receipt["References"]


def test_no_other_player_sees_the_id_of_the_mail(setting_up):
    seat = next_seat(setting_up)
    setting_up.order(seat, "place army in India", message_id="<order.7@phone.example>")
    mails = setting_up.cycle(minutes=1)
    others = [mail for mail in mails if mail["To"] != f"{seat}@example.org"]
    assert others
    assert all("phone.example" not in mail.as_string() for mail in others)


def test_orders_and_requests_may_stand_in_one_mail(setting_up):
    seat = next_seat(setting_up)
    setting_up.order(seat, "place army in India\nstatus")
    mails = to(setting_up.cycle(minutes=1), f"{seat}@example.org")
    assert kinds(mails) == ["receipt", "status"]


# Quotes


def report_of(house, seat):
    return house.last(f"{seat}@example.org")


def quoted(mail):
    return "".join(f"> {line}\n" for line in text_of(mail).splitlines())


def test_a_quoted_report_is_no_order(setting_up):
    seat = next_seat(setting_up)
    mail = report_of(setting_up, seat)
    setting_up.answer(mail, f"place army in India\n\nOn Tuesday Games wrote:\n{quoted(mail)}")
    said = flat(receipt_to(setting_up.cycle(minutes=1), seat))
    assert "2 " not in said.partition("WHAT CAME")[0].partition("understood.")[2]
    assert units(setting_up, seat) == {"india": 1}


def test_an_unedited_block_is_nothing(setting_up):
    seat = next_seat(setting_up)
    mail = report_of(setting_up, seat)
    setting_up.answer(mail, f"> On Tuesday you wrote:\n{quoted(mail)}")
    mails = to(setting_up.cycle(minutes=1), f"{seat}@example.org")
    assert kinds(mails) == ["status"]
    assert units(setting_up, seat) == {}


def edited(mail, seat):
    (line, *_) = [x.strip() for x in text_of(mail).splitlines() if x.startswith("  # place")]
    return line.removeprefix("# "), quoted(mail).replace(f"# {line[2:]}", line[2:])


def test_a_block_of_a_mail_that_cannot_be_made_any_more_is_obeyed(setting_up):
    """As after a new version whose templates want other payloads than the old one wrote."""
    seat = next_seat(setting_up)
    mail = setting_up.last(f"{seat}@example.org")
    with setting_up.world.store.transaction() as db:
        for row in db.exec(select(t.Outgoing).where(t.Outgoing.seat == seat)):
            row.payload = json.dumps(json.loads(row.payload) | {"game": None})
    order, block = edited(mail, seat)
    setting_up.answer(mail, block)
    assert f"1 {order} played" in flat(receipt_to(setting_up.cycle(minutes=1), seat))


def test_an_edited_block_is_obeyed(setting_up):
    seat = next_seat(setting_up)
    mail = report_of(setting_up, seat)
    order, block = edited(mail, seat)
    setting_up.answer(mail, block)
    assert f"1 {order} played" in flat(receipt_to(setting_up.cycle(minutes=1), seat))


def test_a_block_and_a_text_that_disagree_are_asked_about(setting_up):
    seat = next_seat(setting_up)
    mail = report_of(setting_up, seat)
    _, block = edited(mail, seat)
    setting_up.answer(mail, f"place fort in Africa\n\n{block}")
    (ask,) = to(setting_up.cycle(minutes=1), f"{seat}@example.org")
    assert "your mail says two things" in flat(ask)
    assert units(setting_up, seat) == {}
    setting_up.answer(ask, "yes")
    setting_up.cycle(minutes=1)
    assert units(setting_up, seat) == {}


def test_a_word_that_is_not_known_is_quoted_as_it_was_written(setting_up):
    seat = next_seat(setting_up)
    setting_up.order(seat, "zurückerobern: Armee nach Indien")
    said = flat(*to(setting_up.cycle(minutes=1), f"{seat}@example.org"))
    assert "zurückerobern" in said
    assert "zuruckerobern" not in said


def test_a_block_and_a_text_that_agree_are_one(setting_up):
    seat = next_seat(setting_up)
    mail = report_of(setting_up, seat)
    order, block = edited(mail, seat)
    setting_up.answer(mail, f"{order.upper()}\n\n{block}")
    assert f"1 {order} played" in flat(receipt_to(setting_up.cycle(minutes=1), seat))


def test_a_block_of_another_seat_is_not_obeyed(setting_up):
    seat = next_seat(setting_up)
    mail = report_of(setting_up, seat)
    _, block = edited(mail, seat)
    setting_up.answer(mail, block.replace(f"orders soe1 {seat}", "orders soe1 prussia"))
    setting_up.cycle(minutes=1)
    assert units(setting_up, seat) == {}


def test_html_is_read_like_text(setting_up):
    seat = next_seat(setting_up)
    html = "<div>place army in&nbsp;<b>India</b></div><blockquote>place fort in Baltic</blockquote>"
    setting_up.answer(report_of(setting_up, seat), html, subtype="html")
    setting_up.cycle(minutes=1)
    assert units(setting_up, seat) == {"india": 1}


# Stale mail


@pytest.fixture
def stale(setting_up):
    """A report that was answered, and whose seat faces another question now."""
    seat = next_seat(setting_up)
    old = report_of(setting_up, seat)
    setting_up.order(seat, "place army in India")
    setting_up.cycle(minutes=1)
    while next_seat(setting_up) != seat:
        setting_up.order(next_seat(setting_up), "place army in Africa")
        setting_up.cycle(minutes=1)
    return setting_up, seat, old


def test_an_answer_to_an_older_question_is_shown_first(stale):
    house, seat, old = stale
    house.answer(old, "place fort in Baltic")
    (mail,) = to(house.cycle(minutes=1), f"{seat}@example.org")
    assert kinds([mail]) == ["stale"]
    assert "place fort in Baltic possible" in flat(mail)
    assert units(house, seat) == {"india": 1}


def test_yes_applies_what_was_shown(stale):
    house, seat, old = stale
    house.answer(old, "place fort in Baltic")
    (mail,) = to(house.cycle(minutes=1), f"{seat}@example.org")
    house.answer(mail, "Yes please.\n\nbest,\nthe king\n\n" + quoted(mail))
    house.cycle(minutes=1)
    assert units(house, seat) == {"india": 1, "baltic": 1}


def test_other_orders_take_the_place_of_what_was_shown(stale):
    house, seat, old = stale
    house.answer(old, "place fort in Baltic")
    (mail,) = to(house.cycle(minutes=1), f"{seat}@example.org")
    house.answer(mail, "place fort in Africa")
    house.cycle(minutes=1)
    house.answer(mail, "yes")
    house.cycle(minutes=1)
    assert units(house, seat) == {"india": 1, "africa": 1}


def test_a_yes_that_time_has_overtaken_is_asked_again(stale):
    house, seat, old = stale
    house.answer(old, "place fort in Baltic")
    (mail,) = to(house.cycle(minutes=1), f"{seat}@example.org")
    house.cycle(hours=49)
    before = units(house, seat)
    while next_seat(house) != seat:
        house.order(next_seat(house), "place army in Africa")
        house.cycle(minutes=1)
    house.answer(mail, "yes")
    (again,) = to(house.cycle(minutes=1), f"{seat}@example.org")
    assert kinds([again]) == ["stale"]
    assert units(house, seat) == before
    house.answer(again, "yes")
    house.cycle(minutes=1)
    assert units(house, seat)["baltic"] == before.get("baltic", 0) + 1


def test_an_older_tag_is_good_while_the_question_is_the_same(setting_up):
    seat, other = next_seat(setting_up), next(s for s in SEATS if s != next_seat(setting_up))
    mail = report_of(setting_up, seat)
    setting_up.order(other, "place army in Africa")
    setting_up.cycle(minutes=1)
    setting_up.answer(mail, "place army in India")
    setting_up.cycle(minutes=1)
    assert units(setting_up, seat) == {"india": 1}


def test_equal_words_for_another_question_are_a_new_order(stale):
    house, seat, _ = stale
    house.order(seat, "place army in India", message_id="<another@example.org>")
    house.cycle(minutes=1)
    assert units(house, seat) == {"india": 2}


# Over the end


def test_orders_for_a_game_that_is_over_are_answered_with_how_it_stands(setting_up):
    with setting_up.world.store.transaction() as db:
        db.get_one(t.Game, 1).status = "over"
    setting_up.order(SEATS[0], "place army in India")
    assert kinds(setting_up.cycle(minutes=1)) == ["status"]


def test_everybody_has_a_report_of_each_question(setting_up):
    windows = setting_up.rows(t.Window)
    reports = setting_up.rows(t.Outgoing)
    told = {(row.seat, row.window) for row in reports if row.window is not None}
    assert {(row.seat, row.number) for row in windows} == told
    assert {row.recipient for row in reports} >= set(PLAYERS)


def test_an_undo_gives_conditions_back_with_what_depends_on_them_and_no_more(action):
    seat = action.session().waiting()[0]
    action.order(
        seat, "build army\nbuild army\nif I have 99 gold: claim Banking\nbuild fort\nif I win: pass"
    )
    action.cycle(minutes=1)
    before = depending(action, seat)
    assert before == [("claim Banking", True), ("build fort", False), ("pass", True)]
    action.order(seat, "undo")
    (back,) = to(action.cycle(minutes=1), f"{seat}@example.org")
    action.answer(back, "yes")
    action.cycle(minutes=1)
    assert depending(action, seat) == before


def depending(house, seat):
    """The actions that are held for a seat, and whether they depend on something."""
    rows = house.rows(t.QueueLine, seat=seat, role="action")
    return [(r.text, bool(json.loads(r.data)["within"])) for r in rows if r.state == "queued"]


@pytest.mark.parametrize("words", ["preview", "Preview, please:", "what would happen if:"])
def test_a_preview_changes_nothing_but_what_tells_of_it(action, words):
    house, seat = action, next_seat(action)
    before = stored(house)
    house.order(
        seat,
        f"{words}\nbuild army\ngive 1 gold to {other(house, seat)}\nwhen anyone asks: decline\n"
        "if I have 5 gold: build army\nstop",
    )
    (mail,) = to(house.cycle(minutes=1), f"{seat}@example.org")
    assert kinds([mail]) == ["preview"]
    assert "would be kept, and answer for you" in flat(mail)
    assert stored(house) == before


def other(house, seat):
    return next(key for key in house.session().view(None)["seats"] if key != seat)


def stored(house):
    """All that is kept but the mails, the limits on answers and the clock."""
    told = {"inbound_mail", "outgoing", "answered", "answer_count", "safety_stop"}
    tables = [table for table in SQLModel.metadata.sorted_tables if table.name not in told]
    with house.world.store.reading() as db:
        return {table.name: db.exec(select(table)).all() for table in tables}


def test_a_name_in_the_plural_that_is_not_known_is_quoted_whole(setting_up):
    seat = next_seat(setting_up)
    setting_up.order(seat, "place army in India with Zanzibaries")
    (mail,) = setting_up.cycle(minutes=1)
    assert [status for status, _ in setting_up.letters()][-1] == "done"
    assert "zanzibaries)" in flat(mail)


@pytest.mark.parametrize(
    ("ways", "shared"),
    [
        ([["attack A", "done"], ["attack B", "done"]], ["done"]),
        ([["attack A", "done"], ["done"]], []),
        ([["no defence"]], []),
    ],
)
def test_each_way_to_understand_a_mail_has_a_line_to_be_told_by(ways, shared):
    assert list(shared_by(ways).elements()) == shared


# The same once more

TWO = "place army in India\nplace fort in Africa"


def waiting_for_others(house):
    """A seat that is not asked: what it sends is kept."""
    asked = house.session().waiting()
    return next(seat for seat in SEATS if seat not in asked)


def sent_by(house, seat, *mails):
    """The subjects of what comes back for each of these mails."""
    subjects = []
    for text in mails:
        house.order(seat, text)
        subjects.append([m["Subject"] for m in to(house.cycle(minutes=1), f"{seat}@example.org")])
    return subjects


def test_orders_that_are_kept_already_are_answered_once_as_a_repeat(setting_up):
    seat = waiting_for_others(setting_up)
    (first,), (again,), *others = sent_by(setting_up, seat, *[TWO] * 5)
    assert "2 orders saved" in first
    assert "I had these orders already" in again
    assert others == [[]] * 3
    reasons = [reason for _, reason in setting_up.letters()[-4:]]
    assert reasons == ["orders_repeated(queued)"] * 4


def test_other_orders_are_answered_as_ever_and_then_the_first_ones_again(setting_up):
    seat = waiting_for_others(setting_up)
    *_, other, back, again = sent_by(
        setting_up, seat, TWO, TWO, TWO, "place fort in Africa", TWO, TWO
    )
    assert "1 order saved" in other[0]
    assert "2 orders saved" in back[0]
    assert "already" in again[0]


def test_the_same_line_added_once_more_is_no_repeat(setting_up):
    seat = waiting_for_others(setting_up)
    _, (added,) = sent_by(setting_up, seat, "place army in India", "add\nplace army in India")
    assert "1 order saved" in added
    assert len(queue_of(setting_up, seat)) == len(set(queue_of(setting_up, seat))) + 1


def test_a_standing_order_and_a_sealed_answer_are_repeats_too(house):
    house.begin()
    seat, *_ = house.session().waiting()
    first, again, *rest = sent_by(house, seat, "keep all", "keep all", "keep all")
    assert ("already" in first[0], "already" in again[0], rest) == (False, True, [[]])
    _, again, *rest = sent_by(house, seat, *["always pass in auctions"] * 3)
    assert ("already" in again[0], rest) == (True, [[]])


def test_the_same_orders_play_when_they_are_asked_for(setting_up):
    seat = next_seat(setting_up)
    (first,) = sent_by(setting_up, seat, TWO)
    assert "1 order played" in first[0]
    assert "already" not in sent_by(setting_up, seat, "place fort in India")[0][0]


def test_a_question_beside_the_same_orders_is_answered(setting_up):
    seat = waiting_for_others(setting_up)
    _, (again,) = sent_by(setting_up, seat, TWO, f"{TWO}\nCan I place a navy in Baltic?")
    assert "already" not in again


def test_a_program_that_sends_its_orders_at_each_answer_comes_to_an_end(setting_up):
    seat, mails = waiting_for_others(setting_up), 0
    setting_up.order(seat, TWO)
    while got := to(setting_up.cycle(minutes=1), f"{seat}@example.org"):
        mails += 1
        assert mails < 5
        setting_up.answer(got[-1], TWO)
    assert mails == 2


def test_what_is_saved_for_the_set_up_is_dropped_with_a_word_when_that_is_over(setting_up):
    first = setting_up.session().waiting()[0]
    lines = [f"place army in {region}" for region in REGIONS] + ["place fort in India"]
    setting_up.order(first, "\n".join(lines))
    sent = setting_up.cycle(minutes=10)
    while setting_up.session().state.phase == "setup":
        sent += setting_up.place(*setting_up.session().waiting())
    sent += setting_up.cycle(days=1)
    assert ("place fort in India", "queued") not in queue_of(setting_up, first)
    told = " ".join(flat(mail) for mail in to(sent, f"{first}@example.org"))
    assert 'Your saved order "place fort in India" is dropped' in told
