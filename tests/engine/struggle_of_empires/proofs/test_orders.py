"""Every entry of a menu, printed as order text and read back, is the same choice."""

from itertools import islice

import pytest

from engine.core.bots import Stream, random_choice
from engine.struggle_of_empires import GAME
from tests.engine.order_texts import entries, printed_and_read
from tests.engine.struggle_of_empires.campaigns import Thrifty, begin, wander
from tests.engine.struggle_of_empires.crowded import crowded, melee
from tests.sampling import sampled

WORDS = GAME.words
MOST = 200
SAMPLE = 10
FEW = 3


def reads_back(kind, choice, menu):
    """Printed, read, resolved; whatever else the text could answer, of this kind it is this."""
    text, line = printed_and_read(WORDS, kind, choice)
    meant = [found for of, found in line.steps[0].candidates if of == kind]
    assert meant == [choice], text
    assert WORDS.resolve(kind, choice, menu) == choice
    assert WORDS.role(line) in (GAME.kinds[kind].role, "action")


def reads_back_anytime(choice):
    """Gifts and offers too."""
    line = WORDS.read(WORDS.say_anytime(choice))
    assert line.anytime == choice, WORDS.say_anytime(choice)


def campaign(number):
    name, players = f"said {number}", 4 + number % 4
    return (begin, crowded, melee)[number % 3](name, players), Thrifty(name)


def all_read_back(numbers):
    """How many different entries were met in these campaigns; each was read back once."""
    read, stream = set(), Stream("sample")
    for number in numbers:
        session, chance = campaign(number)
        for _ in wander(session, chance, undos=False):
            for seat, question in session.questions.items():
                menu, kind = session.decision(seat).menu, question.kind.name
                most = SAMPLE if kind == "auction" else MOST  # hundreds of bids, all alike
                for choice in entries(menu, stream, most, SAMPLE):
                    if (kind, choice) not in read:
                        reads_back(kind, choice, menu)
                        read.add((kind, choice))
            seat = stream.pick(session.state.seats)
            for choice in entries(session.anytime_menu(seat), stream, FEW, FEW):
                if choice not in read:
                    reads_back_anytime(choice)
                    read.add(choice)
    return len(read)


@pytest.mark.parametrize("number", sampled(range(3), [1]))
def test_every_entry_of_a_menu_is_read_back_from_its_order_text(number):
    assert all_read_back([number]) > 1500


@pytest.mark.soak
@pytest.mark.parametrize("tens", range(1, 21))
def test_every_entry_of_a_menu_is_read_back_over_two_hundred_campaigns(tens):
    assert all_read_back(range(10 * tens, 10 * tens + 10)) > 3000


def test_every_whole_order_is_read_the_same_in_any_letters():
    """Case, a full stop, more spaces: as mail programs and people write."""
    session, stream = crowded("letters", 5), Thrifty("letters")
    for _ in islice(wander(session, stream), 60):
        for seat, question in session.questions.items():
            kind, choice = question.kind.name, random_choice(session.decision(seat), stream)
            text = WORDS.say(kind, choice)
            for written in (text.upper(), text.lower(), f"  {text}.", text.replace(" ", "  ")):
                line = WORDS.read(written)
                assert (kind, choice) in line.steps[0].candidates, written
