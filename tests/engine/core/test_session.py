"""The kernel, on a made-up game."""

import pytest

from engine.core.bots import Stream, play, random_bot, random_choice, random_policy
from engine.core.decision import Menu, Refused, Verb
from engine.core.dice import Dice, NeedsDice, Seed
from engine.core.record import Diverged, Record
from engine.core.session import Session
from tests.engine import restoring, toy
from tests.saying import refuse
from tests.wording import refusing, worded

SEED = Seed(b"made by words and a secret".ljust(32))


def start(policy=None, seed=SEED):
    options = {"seats": toy.SEATS}
    return Session.start(toy.GAME, Dice(seed), options, **({"policy": policy} if policy else {}))


def again(session, held=None):
    """The same game, restored from a copy of its record."""
    record = Record(session.record.lines, session.record.snapshots)
    return Session(toy.GAME, session.dice, record, session.sealed if held is None else held)


def to_kind(session, name):
    """Play defaults until a decision of this kind is open."""
    while session.questions[session.waiting()[0]].kind.name != name:
        seat = session.waiting()[0]
        session.submit(seat, session.decision(seat).default)
    return session.waiting()


def wander(session, stream):
    """Play by chance, with gifts, changes of mind, a host's changes and undos; yield after each."""
    while session.waiting():
        if stream.below(4) == 0:
            giver, *others = stream.shuffled(toy.SEATS)
            session.anytime(giver, ("give", 1 + stream.below(3), others[0]))
            yield
        if stream.below(25) == 0:
            session.change(("gold", stream.pick(toy.SEATS), stream.below(9)), "a slip")
            yield
        if stream.below(30) == 0:
            session.note("paused", because="holidays")
            yield
        seat = stream.pick(session.waiting() + list(session.sealed))
        session.submit(seat, random_choice(session.decision(seat), stream))
        yield
        if stream.below(12) == 0:
            bodies = [(n, session.record.line(n).body) for n in range(len(session.record))]
            kinds = ("choice", "anytime")
            can = [n for n, b in bodies if b["t"] in kinds and session.record.stands(n)]
            if can:
                session.undo(stream.pick(can[-6:]), "a mistake", new_dice=stream.below(3) == 0)
                yield


@pytest.mark.parametrize("seed", range(6))
def test_restores_at_every_decision_in_another_process_without_the_seed(seed):
    stream = Stream(f"wander {seed}")
    session = start(random_policy(stream))
    seen, found = restoring.restored_elsewhere(session, wander(session, stream))
    assert len(seen) > 20
    assert found == seen


def test_submitting_to_a_restored_game_equals_going_on():
    stream = Stream("live")
    live, dropped = start(), start()
    while live.waiting():
        seat = live.waiting()[0]
        choice = random_choice(live.decision(seat), stream)
        live.submit(seat, choice)
        dropped = again(dropped)
        dropped.submit(seat, choice)
    assert dropped.over
    assert live.record.lines == dropped.record.lines


def test_a_joint_answer_is_held_unseen_and_may_be_changed_until_the_last_is_in():
    session = start()
    session.submit("red", ("send", 1))
    before = len(session.record)
    session.submit("red", ("send", 2))
    assert session.sealed == {"red": (("send", 2), "order")}
    assert session.waiting() == ["green", "blue"]
    assert len(session.record) == before
    assert "send" not in str(session.view("green"))


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0), (2, 1, 0)])
def test_the_order_in_which_joint_answers_come_changes_nothing(order):
    session, usual = start(), start()
    for place in range(3):
        usual.submit(toy.SEATS[place], ("send", place))
    for place in order:
        session.submit(toy.SEATS[place], ("send", place))
    assert session.record.lines == usual.record.lines


def test_a_refused_answer_says_why_and_leaves_no_trace():
    session = start()
    before = restoring.packed(session), restoring.looks(session)
    with refusing("9 is not between 0 and 2"):
        session.submit("red", ("send", 9))
    with refusing("is no answer here"):
        session.submit("red", ("march", 9))
    with pytest.raises(Refused, match="cannot give gold to yourself"):
        session.anytime("red", ("give", 1, "red"))
    assert (restoring.packed(session), restoring.looks(session)) == before


def test_a_judge_that_counts_says_what_is_wrong_with_one_argument_too_many():
    def most(*cards):
        return refuse("too many") if len(cards) > 2 else None

    cards = (("sword", "spear"),) * 2
    counting = Menu(Verb("deck", most, cards, counts=True), of=())
    assert counting.judge(("deck", "sword", "spear")) is None
    assert worded(counting.judge(("deck", "sword", "spear", "spear"))) == "too many"
    assert "no answer here" in worded(counting.judge(("deck", "sword")))
    assert "no answer here" in worded(Menu(Verb("deck", most, cards)).judge(("deck", *"abc")))


def test_nobody_can_answer_what_they_are_not_asked():
    session = start()
    to_kind(session, "step")
    others = [seat for seat in toy.SEATS if seat not in session.questions]
    with refusing("You are not asked anything"):
        session.submit(others[0], ("step", 0))


def test_a_countermarch_is_declared_in_the_middle_of_another_seats_move():
    def policy(seat, decision):
        if decision.facts.get("square") == 3 and seat == "blue":
            return ("countermarch", -1), "standing order"
        return decision.default, "default"

    session = start(policy)
    (mover,) = to_kind(session, "step")
    assert mover == "green"
    session.submit(mover, ("step", 1))
    told = [event.what for event in session.events]
    assert "countermarched" in told
    assert "met" in told
    choices = [line.body for line in session.record.lines if line.body["t"] == "choice"]
    standing = [b for b in choices if b["source"] == "standing order"]
    assert [(b["seat"], b["choice"]) for b in standing] == [("blue", ["countermarch", -1])]
    # The answers were entered, so a restored game needs no policy for them.
    assert again(session).state == session.state


def test_a_seat_with_patience_policy_is_never_waited_for():
    session = start()
    (mover,) = to_kind(session, "step")
    session.submit(mover, ("step", 2 if session.state["place"][mover] < 3 else -2))
    assert all(q.kind.name != "countermarch" for q in session.questions.values())


def test_secret_decks_are_revisable_and_hidden_from_the_other_seat():
    session = start()
    attacker, defender = to_kind(session, "deck")
    session.submit(attacker, ("deck", "sword", "horse", "archers"))
    session.submit(attacker, ("deck", "horse", "sword", "archers"))
    with refusing("There is no sword here"):
        session.submit(defender, ("deck", "sword", "sword", "archers"))
    session.submit(defender, ("deck", "archers", "horse", "sword"))
    exported = session.record.export(attacker)
    mine = [line["body"] for line in exported if line.get("body", {}).get("kind") == "deck"]
    assert [body["choice"] for body in mine] == [["deck", "horse", "sword", "archers"]]
    assert sum("sealed" in line for line in exported) == 1
    assert not any("sealed" in line for line in session.record.export(over=True))


def test_a_note_is_hidden_from_nobody_whatever_it_names():
    session = start()
    session.note("moved", to="other@example.net")
    (mover,) = to_kind(session, "step")
    for reader in (None, mover):
        told = next(one for one in session.record.export(reader) if one["body"]["t"] == "note")
        assert told["body"]["to"] == "other@example.net"


def test_a_dry_run_has_no_dice_and_leaves_no_trace():
    session = start()
    for seat in toy.SEATS[:2]:
        session.submit(seat, ("send", 2))
    before = restoring.packed(session)
    ahead = session.dry_run()
    ahead.submit("blue", ("send", 2))
    assert ahead.state["men"] == dict.fromkeys(toy.SEATS, 2)
    assert restoring.packed(session) == before


def test_a_dry_run_stops_at_a_draw_that_hopes_for_nothing(monkeypatch):
    session = start()
    table = session.dry_run().table
    with pytest.raises(NeedsDice):
        table.draw("a die", range(6))


def test_undoing_to_the_same_choices_gives_the_same_dice_and_a_new_epoch_others():
    def men(session):
        for seat in session.waiting():
            session.submit(seat, ("send", 2))
        return [b["index"] for b in drawn(session) if b["label"].startswith("avalanche")][-3:]

    session = start()
    first = [men(session)]
    for new_dice in (False, True, False):
        session.undo(first_choice(session), "again", new_dice=new_dice)
        first.append(men(session))
    assert first[0] == first[1]
    assert first[1] != first[2]
    assert first[2] == first[3]


def drawn(session):
    return [line.body for line in session.record.lines if line.body["t"] == "draw"]


def first_choice(session):
    lines = enumerate(session.record.lines)
    return next(n for n, x in lines if x.body["t"] == "choice" and session.record.stands(n))


def test_only_what_still_stands_can_be_undone():
    session = start()
    for seat in toy.SEATS:
        session.submit(seat, ("send", 1))
    line = first_choice(session)
    session.undo(line)
    with refusing("still stands"):
        session.undo(line)
    with refusing("still stands"):
        session.undo(0)
    with refusing("still stands"):
        session.undo(10_000)


def test_an_undo_goes_back_over_segments_and_keeps_held_answers_to_the_same_question():
    session = start()
    session.anytime("red", ("give", 1, "green"))
    gift = len(session.record) - 1
    while session.record.line(gift).body["t"] != "anytime":
        gift -= 1
    session.submit("green", ("send", 1))
    session.undo(gift)
    assert session.sealed == {"green": (("send", 1), "order")}
    while not session.over:
        seat = session.waiting()[0]
        session.submit(seat, session.decision(seat).default)
    session.undo(first_choice(session))
    assert session.state["round"] == 1
    assert not session.over


def test_the_hour_of_a_gift_moves_no_other_dice():
    def avalanches(at):
        session = start()
        for place, seat in enumerate(toy.SEATS):
            if place == at:
                session.anytime("red", ("give", 3, "blue"))
            session.submit(seat, ("send", 1))
        return [b["index"] for b in drawn(session) if b["label"].startswith("avalanche")]

    assert avalanches(0) == avalanches(1) == avalanches(2) == avalanches(None)


def test_held_answers_that_an_anytime_order_makes_illegal_are_given_back():
    session = start()
    session.change(("gold", "red", 5), "rich")
    session.submit("red", ("send", 7))
    session.anytime("red", ("give", 5, "green"))
    assert session.sealed == {}
    assert "red" in session.dropped


def test_an_exception_in_the_rules_leaves_the_game_as_it_was(monkeypatch):
    session = start()
    for seat in toy.SEATS[:2]:
        session.submit(seat, ("send", 2))
    before = restoring.packed(session), restoring.looks(session)

    def broken(*_):
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(toy, "pay", broken)
        with pytest.raises(ZeroDivisionError):
            session.submit("blue", ("send", 2))
    assert (restoring.packed(session), restoring.looks(session)) == before
    session.submit("blue", ("send", 2))


def test_rules_may_await_nothing_but_questions(monkeypatch):
    class Nap:
        def __await__(self):
            yield "nap"

    async def sleepy(table):
        await Nap()

    monkeypatch.setitem(toy.GAME.segments, "march", sleepy)
    with pytest.raises(TypeError, match="only what the table asks"):
        start()


def test_an_undeclared_kind_of_decision_is_refused(monkeypatch):
    monkeypatch.delitem(toy.GAME.kinds, "send")
    with pytest.raises(TypeError, match="does not declare"):
        start()


def test_a_record_that_no_longer_fits_the_rules_is_refused(monkeypatch):
    session = start()
    to_kind(session, "step")
    session.submit(session.waiting()[0], ("step", 1))
    line = max(n for n, x in enumerate(session.record.lines) if x.body.get("kind") == "step")
    record = Record(session.record.lines[: line + 1], session.record.snapshots)

    async def other(table, mover):
        await table.ask(toy.send, mover)

    monkeypatch.setitem(toy.GAME.segments, "move", other)
    with pytest.raises(Diverged, match=r"who is asked \(send\)"):
        Session(toy.GAME, Dice(SEED), record)


def test_whole_games_by_random_bots_end():
    for seed in range(20):
        stream = Stream(f"game {seed}")
        session = start(random_policy(stream))
        play(session, random_bot(stream))
        assert session.over
        assert session.waiting() == []
