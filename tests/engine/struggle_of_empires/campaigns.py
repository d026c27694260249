"""Whole campaigns played by chance, and what players do between their answers.

As a program it plays the campaigns named by its arguments and prints what came of each, for a test
that compares processes.
"""

import sys

from engine.core.bots import Stream, random_choice
from engine.core.decision import Refused
from engine.core.dice import Dice, Seed
from engine.core.record import Record
from engine.core.rules_interface import Table
from engine.core.session import Session
from engine.struggle_of_empires import GAME
from engine.struggle_of_empires.data import SHIPPED, read

DATA = read(SHIPPED)

LONG = 6
"""A range with more values than this is one of gold, not of units."""


BID_OR_PASS = ["bid", "pass"]


class Thrifty(Stream):
    """Who draws from it takes one of the four lowest sums of gold: with sums drawn evenly up to
    what taxation could raise, the first auctions leave no unrest counter in the bag. Of bidding
    and passing it passes three times of four: an auction ends when all others pass in a row."""

    __slots__ = ()

    def shuffled(self, values):
        if values == BID_OR_PASS and self.below(4):
            return iter(reversed(values))
        long = isinstance(values, range) and len(values) > LONG
        return super().shuffled(values[:4] if long else values)


class Warlike(Thrifty):
    """Who draws from it attacks wherever it can, and fights at sea."""

    __slots__ = ()

    def shuffled(self, values):
        if first := [value for value in ("attack", "fight") if value in values]:
            yield from first
            values = [value for value in values if value not in first]
        yield from super().shuffled(values)


class Belligerent(Warlike):
    """Who draws from it does nothing but attack, incite and claim what helps in battle."""

    __slots__ = ()

    FIGHTING = ("attack", "pirates", "revolt", "war_office", "claim")

    def shuffled(self, values):
        if "attack" in values:
            yield from Stream.shuffled(self, self.FIGHTING)
            yield "pass"
        elif "done" in values:
            yield "done"
        elif "withdraw" in values:
            yield "withdraw"
        else:
            yield from super().shuffled(values)


def begin(name, players, **options):
    """A new campaign of so many seats, with the dice and the powers that belong to its name."""
    seats = list(Stream(f"{name}, seats").shuffled(DATA.powers))[:players]
    options = GAME.options({"seats": seats, **options})
    return Session.start(GAME, dice_of(name), options)


def rules_of(name, players):
    """An edition and variants that can be played with so many, by chance."""
    stream, chosen = Stream(f"{name}, rules"), {"seats": players}
    for edition in stream.shuffled(DATA.editions):
        chosen = _tried(chosen, edition=edition)
    for variant in stream.shuffled(DATA.variants):
        if stream.below(3) == 0:
            chosen = _tried(chosen, variants=[*chosen.get("variants", ()), variant])
    return {key: value for key, value in chosen.items() if key != "seats"}


def _tried(chosen, **more):
    """With more options, if they go together and can be played."""
    return chosen | more if playable(**(chosen | more)) else chosen


def playable(seats, **options):
    """Whether so many can play with these options."""
    try:
        GAME.options({"seats": seats, **options})
    except Refused:
        return False
    return True


def dice_of(name):
    return Dice(Seed(name.encode().ljust(32)))


def answers(session, stream):
    """Play to the end by chance; yields each answer before it is given."""
    while waiting := session.waiting():
        seat = stream.pick(waiting)
        choice = random_choice(session.decision(seat), stream)
        yield seat, choice
        session.submit(seat, choice, "bot")


def wander(session, stream, *, undos=True, gifts=9):
    """Play to the end by chance, with gifts and offers (one in so many answers), changes of joint
    answers, notes of the host and undos between; yields after each."""
    while session.waiting():
        if stream.below(gifts) == 0 and give(session, stream):
            yield
        if stream.below(60) == 0:
            session.note("paused", because="holidays")
            yield
        seat = stream.pick([*session.waiting(), *session.sealed])
        session.submit(seat, random_choice(session.decision(seat), stream))
        yield
        if undos and stream.below(25) == 0 and (lines := undoable(session)):
            session.undo(stream.pick(lines[-4:]), "a mistake", new_dice=stream.below(3) == 0)
            yield


def give(session, stream):
    """A gift or an offer by somebody; whether one was possible."""
    seat = stream.pick(session.state.seats)
    choice = session.anytime_menu(seat).walk(stream.shuffled)
    if choice is not None:
        session.anytime(seat, choice)
    return choice is not None


def undoable(session):
    """Of the last lines, those that can be taken back."""
    record = session.record
    last = range(max(0, len(record) - 40), len(record))
    kinds = ("choice", "anytime")
    return [n for n in last if record.line(n).body["t"] in kinds and record.stands(n)]


def again(session, dice=None):
    """The same game restored from a copy of its record, as between two mails."""
    record = Record(session.record.lines, session.record.snapshots)
    return Session(GAME, dice or session.dice, record, session.sealed)


def main(names):
    for name in names:
        stream = Thrifty(name)
        session = begin(name, 4 + stream.below(4))
        for _ in wander(session, stream):
            pass
        lines = session.record.lines
        print(name, len(lines), lines[-1].hash, GAME.dump(session.state).hex())


if __name__ == "__main__":
    main(sys.argv[1:])


def otherwise(state, seat, stream):
    """The same position with other unrest: of two seats that are not `seat`, and in the bag."""
    twin = GAME.load(GAME.dump(state))
    others = list(stream.shuffled([other for other in twin.seats if other != seat]))
    for other in others[:2]:
        twin.unrest[other] = stream.below(40)
    rest = sum(twin.counters)
    drawn = state.rules.unrest_drawn and stream.below(2)
    twin.counters = [rest // 2, rest - rest // 2, 0] if drawn else [0, rest, 0]
    return Table(twin, None, None)
