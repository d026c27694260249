"""A made-up game of lists: armies march along paths on a board of 510 squares, and units are chosen
out of a force.
"""

import json
from itertools import pairwise

from engine.core.decision import (
    Decision,
    Menu,
    Question,
    Verb,
    allow,
    kind,
)
from engine.core.game import Game
from engine.core.repeated_arguments import Begun, Repeated
from engine.core.rules_interface import GameEvent
from engine.orders.vocabulary import Vocabulary
from tests.saying import no

SEATS = ["red", "blue"]
ROWS = "abcdefghijklmnopq"
SQUARES = [f"{row}{column}" for row in ROWS for column in range(1, 31)]
KINDS = ["recruit", "veteran"]
MOST_STEPS = 4
ROUNDS = 3
VOCABULARY = """
signatures = ["seat"]
actions = ["turn"]
[names.seat]
red = ["Red"]
blue = ["Blue"]
[names.kind]
recruit = ["recruit"]
veteran = ["veteran"]
[slots]
n = "count"
[counts]
all = "all"
[lists]
path = { each = "{square}", joined = "-", between = ["via"] }
force = { each = "{n} {kind}", joined = " and ", also = ["{kind}"], default = { n = 1 } }
units = { each = "{kind}", joined = ", " }
[words]
noise = ["the"]
courtesy = ["thanks"]
[[form]]
say = "move {force} {path}"
choice = ["move", "{path}", "{force}"]
also = ["move {path}"]
default = { force = "?" }
kinds = ["turn"]
help = "a march, square by square"
[[form]]
say = "stay"
choice = ["stay"]
kinds = ["turn"]
help = "no march"
[[form]]
say = "lose {units}"
choice = ["lose", "{units}"]
also = ["lose"]
default = { units = "?" }
kinds = ["losses"]
help = "units that are lost"
[[form]]
say = "lose nothing"
choice = ["lose", []]
kinds = ["losses"]
"""
NAMES = {"square": {square: [square.upper()] for square in SQUARES}}
WORDS = Vocabulary.read_toml(VOCABULARY.encode(), "marches.toml", NAMES)


class Marched(GameEvent):
    seat: str
    path: list[str]


class Lost(GameEvent):
    seat: str
    units: list[str]


def near(square):
    """The squares beside this one, in the order of the board."""
    row, column = ROWS.index(square[0]), int(square[1:])
    around = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    return [f"{ROWS[r]}{c}" for r, c in around if 0 <= r < len(ROWS) and 1 <= c <= 30]


def is_marsh(square):
    return int(square[1:]) % 5 == 0


@kind(role="action")
def turn(table, seat):
    armies = table.state["armies"][seat]

    def why_not(path=(), force=()):
        if path and path[0] not in armies:
            return no(f"You have nothing in {path[0].upper()}.", "Marches 1")
        for one, next_one in pairwise(path):
            if next_one not in near(one):
                where = f"{next_one.upper()} is not beside {one.upper()}"
                return no(f"{where}.", "Marches 2")
        if path and type(path) is not Begun and is_marsh(path[-1]):
            return no("No march ends in the marshes.", "Marches 3")
        return None

    def squares(path):
        return near(path[-1]) if path else sorted(armies)

    def units(path, force):
        named = [kind for _, kind in force]
        there = armies[path[0]].items()
        return [(n, k) for k, most in there if k not in named for n in range(1, most + 1)]

    path = Repeated(squares, least=2, most=MOST_STEPS, among=frozenset(SQUARES))
    force = Repeated(units, most=len(KINDS), ordered=False)
    return Decision(Menu(Verb("move", why_not, (path, force)), Verb("stay")), ("stay",))


@kind(secret=True)
def losses(table, seat, number):
    army = sum_of(table.state["armies"][seat])

    def left(lost):
        return [kind for kind in KINDS if army[kind] > lost.count(kind)]

    most = min(number, sum(army.values()))
    weakest = [kind for kind in KINDS for _ in range(army[kind])][:most]
    lists = Repeated(left, least=most, most=most, ordered=False)
    return Decision(Menu(Verb("lose", allow, (lists,))), ("lose", tuple(weakest)))


def sum_of(armies):
    return {kind: sum(army[kind] for army in armies.values()) for kind in KINDS}


async def march(table, seat):
    verb, *args = await table.ask(turn, seat)
    if verb == "stay":
        return
    (start, *_, end), force = args
    for number, unit in force:
        move(table.state["armies"][seat], unit, number, start, end)
    table.tell(Marched(seat, list(args[0])))


def move(armies, kind, number, start, end):
    armies[start][kind] -= number
    armies.setdefault(end, dict.fromkeys(KINDS, 0))[kind] += number
    if not any(armies[start].values()):
        del armies[start]


async def winter(table):
    """Each loses what the same die says, and chooses what."""
    number = table.draw("winter", range(4), hoped=0)
    lost = await table.ask_all(*(Question(losses, seat, (number,)) for seat in SEATS))
    for seat, (_, units) in lost.items():
        armies = table.state["armies"][seat]
        for unit in units:
            square = next(square for square in sorted(armies) if armies[square][unit])
            armies[square][unit] -= 1
            if not any(armies[square].values()):
                del armies[square]
        table.tell(Lost(seat, list(units)))


PHASES = [("march", "red"), ("march", "blue"), ("winter",)]


def segment(state):
    return PHASES[state["phase"]] if state["round"] <= ROUNDS else None


def follow(state):
    state["phase"] = (state["phase"] + 1) % len(PHASES)
    state["round"] += state["phase"] == 0


def start(_options):
    armies = {
        "red": {"a1": {"recruit": 3, "veteran": 2}, "b4": {"recruit": 1, "veteran": 0}},
        "blue": {"q30": {"recruit": 2, "veteran": 3}, "p6": {"recruit": 0, "veteran": 2}},
    }
    return {"round": 1, "phase": 0, "armies": armies}


GAME = Game(
    name="marches",
    title="Marches",
    version="1",
    options=dict,
    seat_names=lambda options: SEATS,
    start=start,
    segments={"march": march, "winter": winter},
    segment=segment,
    follow=follow,
    dump=lambda state: json.dumps(state).encode(),
    load=json.loads,
    kinds={each.name: each for each in (turn, losses)},
    view=lambda state, seat: state,
    place=lambda options, position: {**start(options), **position},
    position=lambda state: state,
    paths={},
    result=lambda state: None,
    words=WORDS,
)
