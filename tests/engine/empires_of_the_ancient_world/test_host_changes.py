"""A host's changes of the state: whatever the menu offers keeps the game whole."""

import pytest

from engine.core.bots import random_choice
from engine.core.record import Record
from engine.core.session import Session
from engine.empires_of_the_ancient_world import GAME
from engine.empires_of_the_ancient_world.host_changes import changes
from tests.engine.empires_of_the_ancient_world.ancient import Warlike, at, begin, check, crowded
from tests.wording import refusing, worded

WORDS = GAME.words


def play(session, stream, met):
    """Play on by chance; before one answer in five a change, each verb as likely as another."""
    while session.waiting():
        menu = GAME.changes(session.table)
        verb = stream.pick(list(menu))
        ending = menu[verb].ending(stream.shuffled) if stream.below(5) == 0 else None
        if ending is not None:
            met.add(verb)
            yield (verb, *ending)
        seat = stream.pick(session.waiting())
        session.submit(seat, random_choice(session.decision(seat), stream), "bot")


def test_games_stay_whole_under_all_kinds_of_changes_and_are_restored_to_the_letter():
    met = set()
    for number in range(4):
        name = f"changed {number}"
        session = (crowded if number % 2 else begin)(name, 2 + number)
        for n, choice in enumerate(play(session, Warlike(name), met)):
            for words in (WORDS, WORDS.spoken("de")):
                assert WORDS.read_change(words.say_change(choice)) == choice
            session.change(choice, "a test")
            check(session.state)
            if n % 10 == 0:
                record = Record(session.record.lines, session.record.snapshots)
                again = Session(GAME, session.dice, record, session.sealed)
                assert GAME.dump(again.state) == GAME.dump(session.state)
        assert session.over
    assert met == set(changes(begin("menu", 3).table))


REFUSED = [
    (("bases", "red", "italia", 99), "Red has 20 bases for it at most"),
    (("bases", "red", "italia", -1), "-1 is not between 0 and 20"),
    (("control", "blue", "italia"), "Others have more bases"),
    (("take_card", "red", "merchant"), "does not have"),
    (("take_fort", "italia"), "There is no fort in"),
]


@pytest.mark.parametrize(("choice", "reason"), REFUSED)
def test_what_cannot_be_is_refused_with_its_reason(choice, reason):
    session = at(bases={"italia": {"red": 2}})
    before = GAME.dump(session.state)
    with refusing(reason):
        session.change(choice, "a test")
    assert GAME.dump(session.state) == before


def test_a_refusal_shows_nothing_of_hands():
    """Whoever holds a mercenary army, the same is refused in the same words."""
    said = []
    for hands in ({"red": ["sword"]}, {"blue": ["sword"]}):
        session = at(hands=hands, row=[])
        menu = changes(session.table)
        asked = [("give_card", seat, "sword") for seat in ("red", "blue")]
        asked += [("take_card", seat, "sword") for seat in ("red", "blue")]
        said.append([menu.judge(choice) for choice in asked])
    assert said[0] == said[1]


def test_every_change_is_explained():
    assert {form.choice[0] for form in WORDS.changes} == set(changes(begin("menu", 3).table))
    assert all(form.help for form in WORDS.changes)


def test_where_a_fort_lies_the_menu_offers_every_number_of_bases_but_none():
    menu = changes(at(bases={"italia": {"red": 2}}, forts=["italia"]).table)
    numbers = list(menu.options("bases", "red", "italia"))
    assert numbers == list(range(1, 21))
    assert "There is a fort" in worded(menu.judge(("bases", "red", "italia", 0)))
