"""A host's changes of the state: whatever the menu offers keeps the game whole."""

import json

import pytest

from engine.core.bots import random_choice
from engine.core.dice import Dice, Seed, commitment, seed_of
from engine.core.record import Record
from engine.core.session import Session
from engine.core.verify import verify
from engine.struggle_of_empires import GAME
from engine.struggle_of_empires.host_changes import changes
from tests.engine.struggle_of_empires import invariants
from tests.engine.struggle_of_empires.campaigns import Thrifty, begin
from tests.wording import refusing, worded

WORDS = GAME.words
SECRET = Seed(b"the host's thirty-two fresh bytes")


def some_change(session, stream):
    """A change by chance, each verb as likely as another; None: nothing of that verb is legal."""
    menu = GAME.changes(session.table)
    verb = stream.pick(list(menu))
    ending = menu[verb].ending(stream.shuffled)
    return None if ending is None else (verb, *ending)


def play(session, stream, met, *, every=6):
    while session.waiting():
        if stream.below(every) == 0 and (choice := some_change(session, stream)):
            met.add(choice[0])
            yield choice
        seat = stream.pick(session.waiting())
        session.submit(seat, random_choice(session.decision(seat), stream), "bot")


@pytest.mark.parametrize("players", [3, 5, 7])
def test_a_game_stays_whole_under_all_kinds_of_changes_and_is_restored_to_the_letter(players):
    session, met = begin(f"changed {players}", players), set()
    for n, choice in enumerate(play(session, Thrifty(f"changed {players}"), met, every=3)):
        for words in (WORDS, WORDS.spoken("de")):
            assert WORDS.read_change(words.say_change(choice)) == choice
        session.change(choice, "a test")
        invariants.check(session.state)
        if n % 10 == 0:
            record = Record(session.record.lines, session.record.snapshots)
            again = Session(GAME, session.dice, record, session.sealed)
            assert GAME.dump(again.state) == GAME.dump(session.state)
            assert (again.path, again.waiting()) == (session.path, session.waiting())
    assert session.over
    assert met >= {"gold", "population", "points", "give_unrest", "take_unrest", "units"}
    assert met >= {"hand_over", "settle", "free", "give_tile", "take_tile"}


def test_a_changed_game_is_verified_with_its_reasons():
    seats = ["britain", "france", "spain"]
    words = dict.fromkeys(seats, "")
    dice = Dice(seed_of(SECRET, seats, list(words.values())))
    options = GAME.options({"seats": seats})
    session = Session.start(GAME, dice, options, words=words, commitment=commitment(SECRET))
    for choice in play(session, Thrifty("verified"), set(), every=20):
        session.change(choice, "it was counted wrong")
    lines = json.loads(json.dumps(session.record.export(over=True)))
    header = {"pbem": 1, "game": GAME.name, "secret": SECRET.reveal().hex(), "positions": {}}
    found = verify(header, lines, {GAME.name: GAME})
    assert [finding.ok for finding in found] == [True, True, True], found
    changed = next(n for n, line in enumerate(lines) if line["body"]["t"] == "change")
    assert lines[changed]["body"]["because"] == "it was counted wrong"


def test_a_change_needs_a_reason_and_is_told_to_all():
    session = begin("a reason", 4)
    seat = session.state.seats[0]
    with refusing("Say why"):
        session.change(("gold", seat, 5), " ")
    session.change(("gold", seat, 5), "a tax was forgotten")
    assert session.state.gold[seat] == 5
    told = session.events[-1]
    assert (told.what, told.to) == ("ruled", None)
    assert told.data == {"choice": ["gold", seat, 5], "because": "a tax was forgotten"}


def test_a_change_can_be_taken_back():
    session = begin("taken back", 4)
    before = GAME.dump(session.state)
    session.change(("gold", session.state.seats[0], 77), "a slip of the host's")
    session.undo(len(session.record) - 1, "it was another seat's")
    assert GAME.dump(session.state) == before


REFUSED = [
    (("gold", "nobody", 5), "no nobody"),
    (("population", "britain", 10), "10 is not between 0 and 9"),
    (("units", "britain", "navy", "central_europe", 1), "No navy can be in Central Europe"),
    (("units", "britain", "fort", "india", 9), "Britain has pieces for 2 there at most"),
    (("hand_over", "britain", "india", "france"), "Britain has no control marker in India"),
    (("settle", "britain", "india", "4+3gold"), "There is no neutral marker 4\\+3gold in India"),
    (("take_tile", "britain", "banking"), "Britain has no Banking"),
    (("give_alliance", "france", "denmark"), "Britain has Denmark"),
    (("take_alliance", "france", "denmark"), "France does not have Denmark"),
]


@pytest.mark.parametrize(("choice", "reason"), REFUSED)
def test_what_cannot_be_is_refused_with_its_reason(choice, reason):
    options = GAME.options({"seats": ["britain", "france", "spain"]})
    rows = {"red": ["britain"], "blue": ["france", "spain"]}
    position = {"phase": "actions", **rows, "alliances": {"britain": ["denmark"]}}
    state = GAME.place(options, position)
    session = Session.of_state(GAME, Dice(Seed(b"refused")), state, options)
    before = GAME.dump(session.state)
    with refusing(reason):
        session.change(choice, "a test")
    assert GAME.dump(session.state) == before


def test_a_player_cannot_order_a_change():
    for form in WORDS.changes:
        assert form not in WORDS.forms
    said = WORDS.say_change(("gold", "britain", 5))
    assert "not understood" in worded(WORDS.split(said))


def test_a_refusal_shows_nothing_that_a_seat_hides():
    """Whatever unrest the seats have, the same is refused in the same words."""
    session = begin("hidden", 3)
    seats = session.state.seats
    asked = [("take_unrest", seat, n) for seat in seats for n in (1, 5, 30)]
    said = []
    for unrest in (0, 40):
        for seat in seats:
            session.state.unrest[seat] = unrest
        said.append([changes(session.table).judge(choice) for choice in asked])
    assert said[0] == said[1] == [None] * len(asked)


def test_every_change_is_explained():
    assert {form.choice[0] for form in WORDS.changes} == set(changes(begin("menu", 3).table))
    assert all(form.help for form in WORDS.changes)
