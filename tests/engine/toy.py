"""A made-up game that asks of the kernel what the hard games will: joint and secret answers,
gifts at any time, a countermarch in the middle of another seat's move, a battle of two decks.
"""

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
VOCABULARY = b"""
signatures = []
actions = []
[names]
[slots]
[labels]
[words]
noise = []
[[form]]
say = "pass"
choice = ["pass"]
kinds = ["step"]
"""
WORDS = Vocabulary.read_toml(VOCABULARY, "toy.toml")
ROUNDS = 3
PHASES = ["march", "wages", "move", "battle"]
CARDS = ["archers", "horse", "sword"]
SQUARES = 6


class Countermarched(GameEvent):
    seat: str


class Met(GameEvent):
    seat: str
    square: int


class Pair(GameEvent):
    attacker: str
    defender: str
    die: int


class Paid(GameEvent):
    seat: str
    gold: int


@kind()
def send(table, seat):
    gold = table.state["gold"][seat]
    verb = Verb("send", domains=(range(gold + 3),))
    return Decision(Menu(verb), ("send", 0), facts={"gold": gold})


async def march(table):
    """All are asked at once how many soldiers they pay to send over a pass."""
    asked = await table.ask_all(*(Question(send, seat) for seat in SEATS))
    for seat, (_, number) in asked.items():
        pay(table, seat, number)
        lost = table.draw(f"avalanche, {seat}", range(3), hoped=0)
        table.state["men"][seat] += max(0, number - lost)


async def wages(table):
    for seat in SEATS:
        pay(table, seat, table.state["men"][seat] // 3)
        table.state["gold"][seat] += 2


@kind(role="action")
def step(table, seat):
    def why_not(by=0):
        there = table.state["place"][seat] + by
        return None if 0 <= there < SQUARES else no("That is off the board.", "Movement")

    return Decision(Menu(Verb("step", why_not, ((-2, -1, 0, 1, 2),))), ("step", 0))


@kind()
def countermarch(table, seat, mover, square):
    verbs = Verb("stand"), Verb("countermarch", domains=((-1, 1),))
    facts = {"mover": mover, "square": square}
    return Decision(Menu(*verbs), ("stand",), facts, patience="policy")


async def move(table, mover):
    """Square by square; before each the others may countermarch, and whoever meets is stopped."""
    _, by = await table.ask(step, mover)
    for _ in range(abs(by)):
        square = table.state["place"][mover] + (1 if by > 0 else -1)
        others = [seat for seat in SEATS if seat != mover]
        asked = [Question(countermarch, seat, (mover, square)) for seat in others]
        for seat, choice in (await table.ask_all(*asked)).items():
            if choice[0] == "countermarch":
                to = table.state["place"][seat] + choice[1]
                table.state["place"][seat] = min(max(to, 0), SQUARES - 1)
                table.tell(Countermarched(seat))
        if any(table.state["place"][seat] == square for seat in others):
            table.tell(Met(mover, square))
            return
        table.state["place"][mover] = square


@kind(secret=True)
def deck(table, seat):
    def rest(*played):
        left = list(table.state["hand"][seat])
        for card in played:
            left.remove(card)
        return left

    verb = Verb("deck", domains=(rest, rest, rest))
    hand = table.state["hand"][seat]
    return Decision(Menu(verb), ("deck", *hand), facts={"hand": hand})


async def battle(table, attacker, defender):
    """Both decks are one joint decision, secret and open to change until both are in."""
    decks = await table.ask_all(Question(deck, attacker), Question(deck, defender))
    won = 0
    for pair in range(3):
        ours, theirs = decks[attacker][1 + pair], decks[defender][1 + pair]
        die = table.draw(f"pair {pair + 1}", range(1, 7), hoped=6)
        won += (CARDS.index(ours) + die > CARDS.index(theirs) + 3) * 2 - 1
        table.tell(Pair(ours, theirs, die))
    table.state["men"][defender if won > 0 else attacker] //= 2


def pay(table, seat, gold):
    """What a seat lacks is lent at a price that only it knows."""
    while table.state["gold"][seat] < gold:
        table.state["gold"][seat] += 2
        table.state["debt"][seat] += table.draw(f"debt, {seat}", range(1, 4), to=[seat], hoped=1)
    table.state["gold"][seat] -= gold
    table.tell(Paid(seat, gold))


def anytime(table, seat):
    def why_not(gold=0, to=""):
        return no("You cannot give gold to yourself.", "Gifts") if to == seat else None

    return Menu(Verb("give", why_not, (range(1, 10), SEATS)))


def do_anytime(table, seat, choice):
    pay(table, seat, choice[1])
    table.state["gold"][choice[2]] += choice[1]


def changes(table):
    return Menu(Verb("gold", domains=(SEATS, range(20))))


def do_change(table, choice):
    table.state["gold"][choice[1]] = choice[2]


def segment(state):
    if state["round"] > ROUNDS:
        return None
    red, green, blue = SEATS[state["round"] % 3 :] + SEATS[: state["round"] % 3]
    seats = {"move": (red,), "battle": (green, blue)}
    return (state["phase"], *seats.get(state["phase"], ()))


def follow(state):
    place = PHASES.index(state["phase"]) + 1
    state["round"] += place == len(PHASES)
    state["phase"] = PHASES[place % len(PHASES)]


def start(_options):
    numbers = {key: dict.fromkeys(SEATS, 0) for key in ("gold", "debt", "men")}
    place = {seat: 2 * i for i, seat in enumerate(SEATS)}
    return {
        "round": 1,
        "phase": "march",
        **numbers,
        "place": place,
        "hand": dict.fromkeys(SEATS, CARDS),
    }


def view(state, seat):
    shown = {key: state[key] for key in ("round", "phase", "gold", "men", "place")}
    return shown | ({"debt": state["debt"][seat]} if seat else {})


GAME = Game(
    name="toy",
    title="Toy",
    version="1",
    options=dict,
    seat_names=lambda options: SEATS,
    start=start,
    segments={"march": march, "wages": wages, "move": move, "battle": battle},
    segment=segment,
    follow=follow,
    dump=lambda state: json.dumps(state).encode(),
    load=json.loads,
    kinds={each.name: each for each in (send, step, countermarch, deck)},
    view=view,
    place=lambda options, position: {**start(options), **position},
    position=lambda state: state,
    paths={},
    result=lambda state: None,
    words=WORDS,
    anytime=anytime,
    do_anytime=do_anytime,
    changes=changes,
    do_change=do_change,
)
