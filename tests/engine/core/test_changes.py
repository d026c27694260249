"""A game in play under changed rules, on the made-up game: what fits, what does not, and where."""

import json
from base64 import b64encode
from dataclasses import replace

import pytest

from engine.core.decision import Kind
from engine.core.dice import Dice, Seed, commitment, seed_of
from engine.core.record import Diverged, Record, begun_from, spans
from engine.core.session import Session
from engine.core.verify import verify
from tests.engine import toy
from tests.engine.core.test_session import first_choice, start, to_kind


def under(session, **changes):
    """The game of a session, restored from its record under changed rules."""
    record = Record(session.record.lines, session.record.snapshots)
    rules = replace(toy.GAME, **{"version": "2", **changes})
    return Session(rules, session.dice, record, session.sealed)


def segments(**changed):
    return {"segments": {**toy.GAME.segments, **changed}}


def bodies(session):
    return [line.body for line in session.record.lines]


def finish(session):
    while session.waiting():
        seat = session.waiting()[0]
        session.submit(seat, session.decision(seat).default)


def in_a_move():
    """Red has marched, and the others are asked one by one whether they march against it."""
    session = start()
    to_kind(session, "step")
    return session


async def march_one_by_one(table):
    """As `march`, but the other way round and one seat after the other."""
    for seat in reversed(toy.SEATS):
        _, number = await table.ask(toy.send, seat)
        toy.pay(table, seat, number)


def test_a_version_is_entered_and_told_once_before_what_it_plays():
    session = under(start())
    for seat in toy.SEATS:
        session.submit(seat, ("send", 0))
    versions = [n for n, body in enumerate(bodies(session)) if body["t"] == "version"]
    assert [bodies(session)[n]["version"] for n in versions] == ["2"]
    assert bodies(session)[versions[0] + 1]["t"] == "choice"
    told = [event.data for event in session.events if event.what == "version"]
    assert told == [{"version": "2", "data": False}]


def sends(numbers=(1, 1, 1)):
    """A game in the middle of a segment: all have sent soldiers, and are asked once more."""

    async def twice(table):
        await toy.march(table)
        await table.ask_all(*(toy.Question(toy.send, seat) for seat in toy.SEATS))

    rules = replace(toy.GAME, **segments(march=twice))
    session = Session.start(rules, Dice(Seed(b"x")), {"seats": toy.SEATS})
    for seat, number in zip(toy.SEATS, numbers, strict=True):
        session.submit(seat, ("send", number))
    return session


def test_joint_answers_fit_whatever_the_order_they_are_asked_for_in():
    async def other(table):
        await march_one_by_one(table)
        await table.ask(toy.send, "blue")

    session = sends()
    restored = under(session, **segments(march=other))
    assert list(restored.questions) == ["blue"]
    assert restored.path == session.path
    assert {body["label"] for _, body in restored.unwanted} >= {"avalanche, red"}


def test_a_draw_that_nobody_wants_is_not_taken_for_one_of_the_next_segment():
    async def without(table):
        for seat in toy.SEATS:
            await table.ask(toy.send, seat)
        await table.ask(toy.send, "red")

    async def wages(table):
        table.state["men"]["red"] = table.draw("avalanche, red", range(100))

    session = under(sends(), **segments(march=without, wages=wages))
    session.submit("red", ("send", 0))
    drawn = [body for body in bodies(session) if body.get("label") == "avalanche, red"]
    assert [body["of"] for body in drawn] == [3, 100]


def test_a_draw_that_is_new_stands_behind_the_version_and_can_be_verified():
    async def stormy(table):
        await toy.march(table)
        table.draw("storm", range(6))
        await table.ask(toy.send, "red")

    session = under(sends(), **segments(march=stormy))
    *_, version, storm = bodies(session)
    assert (version["t"], storm["label"], storm["path"]) == ("version", "storm", session.path)
    assert again_under(session).record.lines == session.record.lines


def again_under(session):
    record = Record(session.record.lines, session.record.snapshots)
    return Session(session.game, Dice(None), record)


def test_an_outcome_that_is_no_longer_there_diverges_at_its_draw():
    async def milder(table):
        for seat in await table.ask_all(*(toy.Question(toy.send, seat) for seat in toy.SEATS)):
            table.draw(f"avalanche, {seat}", ["none", "some"])

    session = sends()
    labels = [body.get("label") for body in bodies(session)]
    with pytest.raises(Diverged, match="avalanche, red") as found:
        under(session, **segments(march=milder))
    assert found.value.line == labels.index("avalanche, red")


def test_rules_that_fail_on_the_record_diverge_at_the_answer_they_fail_on():
    async def failing(table):
        await table.ask_all(*(toy.Question(toy.send, seat) for seat in toy.SEATS))
        raise KeyError("a marker with another name")

    session = sends()
    with pytest.raises(Diverged, match="KeyError") as found:
        under(session, **segments(march=failing))
    assert found.value.line == first_choice(session)


def test_a_position_that_cannot_be_read_diverges_at_no_line():
    with pytest.raises(Diverged, match="ZeroDivisionError") as found:
        under(sends(), load=lambda _data: 1 / 0)
    assert found.value.line is None


def test_a_game_that_is_over_by_the_new_rules_while_its_record_goes_on_diverges():
    with pytest.raises(Diverged, match="ends where the record has"):
        under(sends(), segment=lambda _state: None)


def test_a_segment_that_ends_where_its_record_ends_is_left_when_told():
    session = under(sends(), **segments(march=toy.march))
    assert session.ended
    assert session.waiting() == []
    session.go_on()
    assert not session.ended
    assert session.state["phase"] == "move"


def test_an_answer_that_old_ledgers_lack_is_no_line_of_them():
    asked = Kind("blessing", toy.send.make, absent=("send", 0))

    async def blessed(table):
        await table.ask(asked, "green")
        await toy.march(table)
        await table.ask(toy.send, "red")

    session = sends()
    kinds = {**toy.GAME.kinds, "blessing": asked}
    restored = under(session, kinds=kinds, **segments(march=blessed))
    assert list(restored.questions) == ["red"]
    assert restored.record.lines == session.record.lines
    assert restored.path == session.path


def test_a_segment_can_be_begun_again():
    session = sends()
    session.restart("the rules were corrected")
    assert session.waiting() == toy.SEATS
    assert bodies(session)[-1]["t"] == "undo"
    assert again_under(session).waiting() == toy.SEATS


# Verification, span by span

SECRET = Seed(b"the host's thirty-two fresh bytes")


async def wages_of_version_2(table):
    for seat in toy.SEATS:
        table.state["gold"][seat] += 5


SECOND = replace(toy.GAME, version="2", **segments(wages=wages_of_version_2))


def played_under_two():
    """A game begun under one version, and gone on with under the next in the middle of a move."""
    words = dict.fromkeys(toy.SEATS, "")
    dice = Dice(seed_of(SECRET, toy.SEATS, list(words.values())))
    session = Session.start(
        toy.GAME, dice, {"seats": toy.SEATS}, words=words, commitment=commitment(SECRET)
    )
    to_kind(session, "step")
    back = len(session.record) - 1
    seat = session.waiting()[0]
    session.submit(seat, ("step", 0))
    session = Session(SECOND, dice, Record(session.record.lines, session.record.snapshots))
    to_kind(session, "step")
    session.undo(next(n for n in range(back, 999) if session.record.line(n).body["t"] == "choice"))
    finish(session)
    return session


@pytest.fixture(scope="module")
def portable():
    session = played_under_two()
    assert session.over
    lines = json.loads(json.dumps(session.record.export(over=True)))
    found = [line["body"] for line in lines]
    needed = {n for span in spans(found) for n in begun_from(found, span)}
    kept = {str(n): b64encode(session.record.snapshot(n)).decode() for n in needed}
    return {"pbem": 1, "game": "toy", "secret": SECRET.reveal().hex(), "positions": kept}, lines


def rules_found(portable, game, **header):
    return verify({**portable[0], **header}, portable[1], {"toy": game})[2:]


def test_each_version_verifies_its_own_span_and_names_the_other(portable):
    first, second = rules_found(portable, toy.GAME)
    assert (first.ok, second.ok) == (True, None)
    assert second.text.endswith("not replayed: the version at hand is 1")
    first, second = rules_found(portable, SECOND)
    assert (first.ok, second.ok) == (None, True)
    assert f"to {len(portable[1]) - 1}, version 2" in second.text


def test_an_undo_goes_back_behind_the_change_and_needs_a_position_there(portable):
    assert len(portable[0]["positions"]) == 2


def test_rules_that_play_the_later_span_differently_are_found(portable):
    wrong = replace(toy.GAME, version="2")
    assert [finding.ok for finding in rules_found(portable, wrong)] == [None, False]


def test_a_span_without_its_position_is_named(portable):
    _, second = rules_found(portable, SECOND, positions={})
    assert second.ok is None
    assert "lacks the position at line" in second.text


def test_a_forged_position_is_found(portable):
    forged = dict.fromkeys(portable[0]["positions"], b64encode(b"{}").decode())
    _, second = rules_found(portable, SECOND, positions=forged)
    assert second.ok is False
    assert "is not the one" in second.text


def test_before_the_seed_is_published_the_spans_are_told_all_the_same(portable):
    header = {**portable[0], "secret": None, "positions": {}}
    found = verify(header, portable[1], {"toy": toy.GAME})[2:]
    assert [finding.ok for finding in found] == [None, None]
    assert "version 1: not replayed until" in found[0].text


def test_where_the_record_has_an_act_of_the_host_it_is_said_so():
    async def alone(table):
        await table.ask(toy.send, "red")
        await table.ask(toy.send, "green")

    async def in_pairs(table):
        await table.ask_all(toy.Question(toy.send, "red"), toy.Question(toy.send, "green"))

    dice = Dice(Seed(bytes(32)))
    session = Session.start(replace(toy.GAME, **segments(march=alone)), dice, {"seats": toy.SEATS})
    session.submit("red", ("send", 0))
    session.change(("gold", "red", 3), "a gift of the host")
    with pytest.raises(Diverged, match=r"green who is asked .* has an act of the host"):
        under(session, **segments(march=in_pairs))
