"""Campaigns kept as files: a line a choice, an order unasked or a draw; at the end the position.

`python -m tests.engine.seven_years_world_war.stored` writes them anew: after a change of the rules
that is meant to change them, never after one of speed or shape. With names of campaigns it plays
these and prints how the chain of each record ends.
"""

import json
import sys

from engine.core.bots import Stream
from engine.seven_years_world_war import GAME
from tests import ROOT
from tests.engine.seven_years_world_war.campaigns import any_rules, begin, wander

FOLDER = ROOT / "tests" / "engine" / "seven_years_world_war" / "records"
NAMES = ("campaign 6", "campaign 11", "campaign 19")
KEPT = {
    "choice": ("seat", "kind", "choice", "source"),
    "anytime": ("seat", "choice"),
    "draw": ("label", "value"),
}
"""What is kept of a line, by what it is."""


def kept(session):
    """What a campaign came to, as lines of JSON."""
    bodies = (line.body for line in session.record.lines)
    found = [[b["t"], *(b[key] for key in KEPT[b["t"]])] for b in bodies if b["t"] in KEPT]
    return [json.dumps(item) for item in (*found, GAME.position(session.state))]


def read(name):
    """The lines of a file."""
    return (FOLDER / f"{name.replace(' ', '_')}.jsonl").read_text().splitlines()


def played_again(name, lines):
    """The campaign when the same is answered and ordered; what nobody was asked comes by itself."""
    session = begin(name, **any_rules(name))
    for line in lines[:-1]:
        what, seat, *said = json.loads(line)
        if what == "anytime":
            session.anytime(seat, _tuples(said[0]))
        elif what == "choice" and said[2] == "order":
            session.submit(seat, _tuples(said[1]))
    return session


def _tuples(value):
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def played(name):
    """A campaign by chance."""
    session = begin(name, **any_rules(name))
    for _ in wander(session, Stream(name)):
        pass
    return session


def main(names):
    """Write the files, or print ends of chains."""
    for name in names:
        print(played(name).record.lines[-1].hash)
    for name in () if names else NAMES:
        session = played(name)
        path = FOLDER / f"{name.replace(' ', '_')}.jsonl"
        path.write_text("\n".join(kept(session)) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
