"""A made-up game of interrupts: a marker is played on another's that has just been revealed."""

import json

from engine.core.decision import (
    Decision,
    Menu,
    Question,
    Verb,
    kind,
)
from engine.core.game import Game
from engine.core.rules_interface import GameEvent
from engine.orders.vocabulary import Vocabulary
from tests.saying import no

SEATS = ["red", "green", "blue"]
TURNS = 9
HANDS = {
    "red": ["plot", "plot", "sturm"],
    "green": ["plot", "sturm", "sturm"],
    "blue": ["plot", "plot", "sturm"],
}
VOCABULARY = b"""
signatures = ["seat"]
actions = ["play"]
[names.seat]
red = ["Red"]
green = ["Green"]
blue = ["Blue"]
[names.marker]
plot = ["plot"]
sturm = ["sturm"]
[[form]]
say = "play {marker}"
choice = ["play", "{marker}"]
kinds = ["play"]
[[form]]
say = "pass"
choice = ["pass"]
kinds = ["play"]
[[form]]
say = "stop it"
choice = ["stop"]
kinds = ["react"]
[[form]]
say = "let it be"
choice = ["let"]
kinds = ["react"]
[[situation]]
say = "{seat} plays {marker}"
kinds = ["react"]
where = [{ "facts.by" = "{seat}", "facts.marker" = "{marker}" }]
[[situation]]
say = "anybody plays {marker}"
kinds = ["react"]
where = [{ "facts.marker" = "{marker}" }]
"""
WORDS = Vocabulary.read_toml(VOCABULARY, "markers.toml")


class Stopped(GameEvent):
    seat: str
    marker: str


class Revealed(GameEvent):
    seat: str
    marker: str


@kind(role="action")
def play(table, seat):
    hand = table.state["hand"][seat]
    menu = Menu(*[Verb("play", domains=(("plot",),))] * ("plot" in hand), Verb("pass"))
    return Decision(menu, ("pass",))


@kind(secret=True, settles="stop")
def react(table, seat, by, marker):
    def why_not():
        has = "sturm" in table.state["hand"][seat]
        return None if has else no("You have no sturm.", "Markers 2")

    patience = "wait" if table.state["asks"] else "policy"
    menu, facts = Menu(Verb("stop", why_not), Verb("let")), {"by": by, "marker": marker}
    return Decision(menu, ("let",), facts, patience)


async def turn(table, seat):
    """A plot counts three points, unless it is stopped."""
    if (await table.ask(play, seat))[0] == "play":
        reveal(table, seat, "plot")
        if not await is_stopped(table, seat, "plot"):
            table.state["points"][seat] += table.draw("plot", range(1, 4), hoped=3)


async def is_stopped(table, by, marker):
    """All others who hold markers may stop it, which all can see; the first in order does. That,
    too, may be stopped."""
    table.state["played"].append([by, marker])
    at = SEATS.index(by)
    left = [*SEATS[at + 1 :], *SEATS[:at]]
    stopped = False
    while not stopped and (left := [seat for seat in left if table.state["hand"][seat]]):
        asked = [Question(react, seat, (by, marker)) for seat in left]
        answers = await table.ask_all(*asked)
        stopping = next((seat for seat, choice in answers.items() if choice[0] == "stop"), None)
        if stopping is None:
            break
        reveal(table, stopping, "sturm")
        stopped = not await is_stopped(table, stopping, "sturm")
        left = left[left.index(stopping) + 1 :]
    table.state["played"].pop()
    if stopped:
        table.tell(Stopped(by, marker))
    return stopped


def reveal(table, seat, marker):
    table.state["hand"][seat].remove(marker)
    table.tell(Revealed(seat, marker))


def segment(state):
    return ("turn", SEATS[state["turn"] % 3]) if state["turn"] < TURNS else None


def follow(state):
    state["turn"] += 1


def start(options):
    return {
        "turn": 0,
        "asks": options.get("asks", False),
        "hand": {seat: list(hand) for seat, hand in HANDS.items()},
        "points": dict.fromkeys(SEATS, 0),
        "played": [],
    }


def view(state, seat):
    hands = {who: len(hand) for who, hand in state["hand"].items()}
    mine = {"hand": state["hand"][seat]} if seat else {}
    return {"hands": hands, "points": state["points"], "played": state["played"], **mine}


GAME = Game(
    name="markers",
    title="Markers",
    version="1",
    options=dict,
    seat_names=lambda options: SEATS,
    start=start,
    segments={"turn": turn},
    segment=segment,
    follow=follow,
    dump=lambda state: json.dumps(state).encode(),
    load=json.loads,
    kinds={each.name: each for each in (play, react)},
    view=view,
    place=lambda options, position: {**start(options), **position},
    position=lambda state: state,
    paths={key: {seat: {} for seat in SEATS} for key in ("points", "hand")},
    result=lambda state: None,
    words=WORDS,
)
