"""A made-up game in which a seat leads several powers, and who leads what changes."""

import json

from engine.core.decision import (
    Decision,
    Menu,
    Verb,
    kind,
)
from engine.core.game import Game
from engine.core.rules_interface import GameEvent
from engine.orders.vocabulary import Vocabulary
from tests.saying import no, refuse

SEATS = ["britain", "france"]
POWERS = ["britain", "prussia", "france", "austria"]
SQUARES = ["london", "berlin", "paris", "vienna", "rhine", "silesia"]
ARMIES = {"britain": {"london": 2}, "prussia": {"berlin": 2}} | {
    "france": {"paris": 3, "rhine": 1},
    "austria": {"vienna": 2, "rhine": 1},
}
TURNS = 16
VOCABULARY = b"""
signatures = ["power"]
actions = ["turn"]
[names.power]
britain = ["Great Britain", "Britain"]
prussia = ["Prussia"]
france = ["France"]
austria = ["Austria"]
[names.square]
london = ["London"]
berlin = ["Berlin"]
paris = ["Paris"]
vienna = ["Vienna"]
rhine = ["Rhine"]
silesia = ["Silesia"]
[slots]
from = "square"
to = "square"
whom = "power"
seat = "power"
enemy = "power"
[prepositions]
to = ["to", "into"]
from = ["from"]
[words]
noise = ["the"]
courtesy = ["thanks"]
[[lead]]
say = "for {power}:"
also = ["in the name of {power}"]
[[form]]
say = "move army from {from} to {to}"
choice = ["move", "{power}", "{from}", "{to}"]
default = { power = "?" }
kinds = ["turn"]
carry = "move army"
help = "an army goes elsewhere"
[[form]]
say = "done"
choice = ["done"]
kinds = ["turn"]
help = "no more moves"
[[form]]
say = "retreat to {to}"
choice = ["retreat", "{power}", "{to}"]
default = { power = "?" }
kinds = ["retreat"]
help = "the beaten go there"
[[form]]
say = "stand"
choice = ["stand"]
kinds = ["retreat"]
help = "and die"
[[form]]
say = "hand over to {seat}"
choice = ["hand_over", "{power}", "{seat}"]
default = { power = "?" }
anytime = true
help = "another leads the power"
[[condition]]
say = "{whom} is mine"
holds = {}
where = [{ "view.leader.{whom}" = "me" }]
[[situation]]
say = "{enemy} attacks"
kinds = ["retreat"]
where = [{ "facts.attacker" = "{enemy}" }]
"""
WORDS = Vocabulary.read_toml(VOCABULARY, "coalitions.toml")


class Beaten(GameEvent):
    power: str
    by: str


class HandedOver(GameEvent):
    power: str
    to: str


def not_led(table, seat, power):
    if table.state["leader"].get(power) != seat:
        return no(f"You do not lead {WORDS.name(power)}.", "Coalitions 1")
    return None


@kind(role="action")
def turn(table, seat):
    def why_not(power="", start="", end=""):
        if power and (refusal := not_led(table, seat, power)):
            return refusal
        if start and not table.state["armies"][power].get(start):
            return refuse(f"No army of {WORDS.name(power)} is in {WORDS.name(start)}.")
        return refuse("It is there.") if start and start == end else None

    return Decision(
        Menu(Verb("move", why_not, (POWERS, SQUARES, SQUARES)), Verb("done")),
        ("done",),
    )


@kind()
def retreat(table, seat, power, square, attacker):
    def why_not(who="", to=""):
        if who and who != power:
            return not_led(table, seat, who) or refuse(f"{WORDS.name(who)} is not beaten.")
        taken = to and any(a.get(to) for p, a in table.state["armies"].items() if p != power)
        return refuse(f"{WORDS.name(to)} is taken.") if taken or (to and to == square) else None

    menu = Menu(Verb("stand"), Verb("retreat", why_not, (POWERS, SQUARES)))
    return Decision(menu, ("stand",), {"power": power, "attacker": attacker})


async def play(table, seat):
    verb, *args = await table.ask(turn, seat)
    if verb == "done":
        table.state["turn"] += 1
        return
    power, start, end = args
    armies = table.state["armies"]
    shift(armies[power], start, end)
    for other in POWERS:
        leader = table.state["leader"][other]
        if armies[other].get(end) and leader != table.state["leader"][power]:
            told = await table.ask(retreat, leader, other, end, power)
            beaten = armies[other].pop(end)
            if told[0] == "retreat":
                armies[other][told[2]] = armies[other].get(told[2], 0) + beaten
            table.tell(Beaten(other, by=power))


def shift(armies, start, end):
    armies[start] -= 1
    armies[end] = armies.get(end, 0) + 1
    if not armies[start]:
        del armies[start]


def anytime(table, seat):
    def why_not(power="", to=""):
        if power and (refusal := not_led(table, seat, power)):
            return refusal
        if power in SEATS:
            return no("A main power stays where it is.", "Coalitions 2")
        return refuse("You lead it.") if to == seat else None

    return Menu(Verb("hand_over", why_not, (POWERS, SEATS)))


def do_anytime(table, _seat, choice):
    table.state["leader"][choice[1]] = choice[2]
    table.tell(HandedOver(*choice[1:]))


def segment(state):
    return ("play", SEATS[state["turn"] % 2]) if state["turn"] < TURNS else None


def start(_options):
    leader = {"britain": "britain", "prussia": "britain", "france": "france", "austria": "france"}
    return {"turn": 0, "leader": leader, "armies": {p: dict(a) for p, a in ARMIES.items()}}


GAME = Game(
    name="coalitions",
    title="Coalitions",
    version="1",
    options=dict,
    seat_names=lambda options: SEATS,
    start=start,
    segments={"play": play},
    segment=segment,
    follow=lambda state: None,
    dump=lambda state: json.dumps(state).encode(),
    load=json.loads,
    kinds={each.name: each for each in (turn, retreat)},
    view=lambda state, seat: state,
    place=lambda options, position: {**start(options), **position},
    position=lambda state: state,
    paths={},
    result=lambda state: None,
    words=WORDS,
    anytime=anytime,
    do_anytime=do_anytime,
)
