"""Games restored in another process, without the dice's seed.

That process runs this file. Standard input: a line per restore, {lines, snapshots, held}, the
game's name as the argument; it prints what it finds.
"""

import base64
import json
import os
import subprocess
import sys
from importlib import import_module

from engine.core.bots import Stream
from engine.core.decision import as_choice
from engine.core.dice import Dice
from engine.core.record import Line, Record
from engine.core.session import Session
from tests import ROOT

TOYS = ("toy", "marches", "coalitions", "markers")


def looks(session):
    """Everything a restored game could differ in, as text."""
    asked = []
    for seat, question in session.questions.items():
        decision = session.decision(seat)
        told = decision.facts, decision.default
        choices = list(decision.menu.choices(30))
        asked.append((seat, question.kind.name, question.args, told, choices))
    state = base64.b64encode(session.game.dump(session.state)).decode()
    held = sorted(session.sealed.items())
    return json.dumps([state, asked, held, session.waiting(), session.over])


def packed(session):
    """What another process needs: only what stands since the last segment that stands."""
    record = session.record
    at, _ = record.standing()
    lines = [list(record.line(n)) for n in range(at, len(record))]
    snapshot = base64.b64encode(record.snapshot(at)).decode()
    return json.dumps({"first": at, "lines": lines, "snapshot": snapshot, "held": session.sealed})


def unpacked(text, game):
    found = json.loads(text)
    lines = [Line(*line) for line in found["lines"]]
    snapshots = {found["first"]: base64.b64decode(found["snapshot"])}
    record = Record(lines, snapshots, first=found["first"])
    held = {seat: (as_choice(choice), by) for seat, (choice, by) in found["held"].items()}
    return Session(game, Dice(None), record, held)


def restored_elsewhere(session, playing):
    """What is seen of a game here and in another process, at each point at which `playing` it on
    pauses: first here, then there, where time zone, locale and hash seed are other ones."""
    sent, seen = [packed(session)], [looks(session)]
    for _ in playing:
        sent.append(packed(session))
        seen.append(looks(session))
    world = Stream(seen[0])
    there = in_another_world(
        *("-m", __name__, session.game.name),
        text="\n".join(sent),
        PYTHONHASHSEED=str(1 + world.below(1000)),
        TZ=world.pick(["Asia/Tokyo", "America/St_Johns", "Pacific/Kiritimati"]),
        LC_ALL=world.pick(["C", "POSIX", "tr_TR.UTF-8"]),
    )
    return seen, there


def in_another_world(*arguments, text="", **environment):
    """What a second process prints that shares nothing with this one but the code."""
    run = subprocess.run(
        [sys.executable, *arguments],
        input=text,
        text=True,
        capture_output=True,
        env={**os.environ, **environment},
        cwd=ROOT,
    )
    assert run.stderr == ""
    return run.stdout.splitlines()


def main():
    name = sys.argv[1].replace("-", "_")
    game = import_module(f"tests.engine.{name}" if name in TOYS else f"engine.{name}").GAME
    for text in sys.stdin:
        sys.stdout.write(looks(unpacked(text, game)) + "\n")


if __name__ == "__main__":
    main()
