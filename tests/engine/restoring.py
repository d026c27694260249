"""Restores games in another process, without the dice's seed, and prints what it finds.

Standard input: a line per restore, {lines, snapshots, held}, the game's name as the argument.
"""

import base64
import json
import sys
from importlib import import_module

from engine.decision import as_choice
from engine.dice import Dice
from engine.record import Line, Record
from engine.session import Session


def looks(session):
    """Everything a restored game could differ in, as text."""
    asked = []
    for seat, question in session.questions.items():
        decision = session.decision(seat)
        told = decision.question, decision.facts, decision.default
        choices = list(decision.menu.choices(30))
        asked.append((seat, question.kind.name, question.args, told, choices))
    state = base64.b64encode(session.game.dump(session.state)).decode()
    held = sorted(session.held.items())
    return json.dumps([state, asked, held, session.waiting(), session.over])


def packed(session):
    """What another process needs: only what stands since the last segment that stands."""
    record = session.record
    at, _ = record.standing()
    lines = [list(record.line(n)) for n in range(at, len(record))]
    snapshot = base64.b64encode(record.snapshot(at)).decode()
    return json.dumps({"first": at, "lines": lines, "snapshot": snapshot, "held": session.held})


def unpacked(text, game):
    found = json.loads(text)
    lines = [Line(*line) for line in found["lines"]]
    snapshots = {found["first"]: base64.b64decode(found["snapshot"])}
    record = Record(lines, snapshots, first=found["first"])
    held = {seat: (as_choice(choice), by) for seat, (choice, by) in found["held"].items()}
    return Session(game, Dice(None), record, held)


def main():
    if sys.argv[1] == "toy":
        sys.path.insert(0, __file__.rpartition("/")[0])
        from toy import GAME as game
    else:
        game = import_module(f"engine.{sys.argv[1].replace('-', '_')}").GAME
    for text in sys.stdin:
        sys.stdout.write(looks(unpacked(text, game)) + "\n")


if __name__ == "__main__":
    main()
