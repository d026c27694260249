"""What a seat is shown of a game, to be compared with what it is shown of another."""

import json

from engine.core.bots import Stream
from tests.engine.disorder import out_of_order

LISTED = 60


def shown(session, table, seat):
    """All that a seat is shown of a game: its view, who is asked what, its own question."""
    asked = [(s, q.kind.name, q.args) for s, q in session.questions.items()]
    menus = [session.game.anytime(table, seat)] if seat else []
    own = None
    if question := session.questions.get(seat):
        decision = question.kind.make(table, seat, *question.args)
        menus.append(decision.menu)
        own = question.kind.name, decision.facts, decision.default
    entries = [list(menu.choices(LISTED)) for menu in menus]
    return json.dumps([session.game.view(table.state, seat), asked, own, entries])


def refused(menu, name):
    """What orders made up at random are answered."""
    stream = Stream(name)
    return [str(menu.judge(out_of_order(menu, stream))) for _ in range(4)]


def looks_the_same(session, twin, seat):
    """A table that differs from the game's in what is hidden from a seat shows it nothing else,
    and refuses it nothing else."""
    assert shown(session, session.table, seat) == shown(session, twin, seat)
    if question := session.questions.get(seat):
        menu = question.kind.make(twin, seat, *question.args).menu
        name = f"{len(session.record)} {seat}"
        assert refused(session.decision(seat).menu, name) == refused(menu, name)


def heard(session, seat):
    """The events that a seat sees."""
    return [(event.what, event.data) for event in session.events if event.seen_by(seat)]


def recorded(session, seat):
    """The bodies of the record that a seat gets, without the marks of states: keyed hashes."""
    bodies = [line.get("body", {}) for line in session.record.export(seat)]
    return [body | {"state": ""} for body in bodies]
