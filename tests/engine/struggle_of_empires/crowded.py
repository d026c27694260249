"""Positions in which everything is near at hand: random play from the set-up on hardly meets the
rare decisions, since few units of different powers are in one region."""

from collections import Counter
from itertools import chain, islice

from engine.core.bots import Stream
from engine.core.session import Session
from engine.struggle_of_empires import GAME
from engine.struggle_of_empires.actions.covert import where
from engine.struggle_of_empires.data import SHIPPED, read
from engine.struggle_of_empires.setting_up.unplayed import letter_set
from engine.struggle_of_empires.start import stock
from tests.engine.struggle_of_empires.campaigns import dice_of

DATA = read(SHIPPED)

DELUXE = DATA.ruleset("deluxe", ())
LETTERS = "ABCDE"


def crowded(name, players, *, calls="together", edition="deluxe", variants=(), **more):
    """A campaign that begins with units, markers, tiles and alliances dealt by chance, within the
    limits of the box; `more` replaces parts of the position."""
    stream = Stream(f"{name}, position")
    rules = DATA.ruleset(edition, tuple(variants))
    place = position(stream, _seats(stream, players), rules=rules) | more
    return _begun(name, place, calls=calls, edition=edition, variants=variants)


def melee(name, players, *, edition="deluxe", variants=(), **more):
    """All units are in three regions, the alliances of which have owners."""
    stream = Stream(f"{name}, position")
    seats = _seats(stream, players)
    places, rules = stream.pick(THEATRES), DATA.ruleset(edition, tuple(variants))
    battlefield = position(stream, seats, places=places, rules=rules) | {
        "gold": dict.fromkeys(seats, 15),
        "alliances": {
            seat: [key] for seat, key in zip(stream.shuffled(seats), EITHER, strict=False)
        },
    }
    return _begun(name, battlefield | more, edition=edition, variants=variants)


THEATRES = (
    ("baltic", "south_america", "india"),
    ("ottoman_empire", "mediterranean", "baltic"),
    ("east_indies", "caribbean", "north_america"),
)
EITHER = tuple(key for key, alliance in DATA.alliances.items() if alliance.use == "either")
"""The alliances that can help on land or at sea."""


def ruined(name, players):
    """All unrest counters are taken and gold is short: what is owed cannot always be paid."""
    stream = Stream(f"{name}, position")
    seats = _seats(stream, players)
    broke = position(stream, seats) | {"gold": dict.fromkeys(seats, 4)}
    options = GAME.options({"seats": seats})
    state = GAME.place(options, broke)
    state.unrest[seats[0]] += state.counters[1] + 2 * state.counters[2] + 5 * state.fives
    state.counters, state.fives = [0, 0, 0], 0
    return Session.of_state(GAME, dice_of(name), state, options)


def overgrown(name, players):
    """One seat has all its control markers on the map."""
    stream = Stream(f"{name}, position")
    seats = _seats(stream, players)
    owners = seats[:1] * 20 + seats[1:] * 3
    first = {"red": seats[::2], "blue": seats[1::2]}
    return _begun(name, position(stream, seats, owners=owners, tokens=()) | first)


def _seats(stream, players):
    return list(stream.shuffled(DATA.powers))[:players]


def _begun(name, place, **options):
    options = GAME.options({"seats": list(place["gold"]), **options})
    return Session.of_state(GAME, dice_of(name), GAME.place(options, place), options)


def position(
    stream, seats, *, places=DATA.regions, owners=(), tokens=("rebels", "pirates"), rules=DELUXE
):
    """The position; `owners`: of the control markers, in the order in which they are drawn."""
    idle = [power for power in DATA.powers if power not in seats and rules.unplayed != "none"]
    order = list(stream.shuffled(seats))
    sets = {power: letter_set(DATA, letter) for power, letter in zip(idle, LETTERS, strict=False)}
    units = {seat: forces(stream, places) for seat in seats}
    held = rules.unplayed_markers.get(len(seats), 0)
    units |= {
        power: {marker.partition(":")[0]: {"army": 1} for marker in placed[held:]}
        for power, placed in sets.items()
    }
    unplayed_markers = [
        (marker.partition(":")[0], power)
        for power, placed in sets.items()
        for marker in placed[:held]
    ]
    return {
        "war": 1 + stream.below(3),
        "phase": "actions",
        "red": order[::2],
        "blue": order[1::2],
        "unplayed": {
            power: ("red", "blue")[(place + len(order)) % 2] for place, power in enumerate(idle)
        },
        "units": units,
        "gold": {seat: stream.below(16) for seat in seats},
        "population": {seat: stream.below(10) for seat in seats},
        "unrest": {seat: stream.below(8) for seat in seats},
        "tiles": tiles(stream, seats, rules),
        "alliances": alliances(stream, seats),
        **markers(
            stream, owners or seats * 6, list(chain(*sets.values())), tokens, unplayed_markers
        ),
    }


def forces(stream, places):
    """Ten armies, six navies and two forts of a seat."""
    ports = [place for place in places if place in DATA.ports]
    placed = {}
    for unit, number, regions in (("army", 10, places), ("navy", 6, ports), ("fort", 2, places)):
        for _ in range(number):
            there = placed.setdefault(stream.pick(regions), Counter())
            there[unit] += 1
    return {place: dict(there) for place, there in placed.items()}


def tiles(stream, seats, rules):
    """Of the tiles in play three quarters in somebody's hand."""
    held = {seat: [] for seat in seats}
    for tile, number in stock(rules, len(seats)).items():
        for _ in range(number):
            if DATA.tiles[tile].kind != "immediate" and stream.below(4):
                held[stream.pick(seats)].append(tile)
    return held


def alliances(stream, seats):
    """Half of the local alliances are established."""
    held = {seat: [] for seat in seats}
    for alliance in DATA.alliances:
        seat = stream.pick(seats)
        if stream.below(2) and len(held[seat]) < 6:
            held[seat].append(alliance)
    return held


def markers(stream, owners, of_unplayed, tokens, control_of_unplayed):
    """Control markers of the owners, twelve neutral markers, the rest in the bag; a control marker
    is held by each of the tokens."""
    left = Counter(DATA.markers)
    left.subtract(of_unplayed)
    drawn = stream.shuffled(sorted(left.elements()))
    used, control, neutrals = list(of_unplayed), {}, {}
    for region, power in control_of_unplayed:
        control.setdefault(region, Counter())[power] += 1
    held = {}
    for owner in owners:
        marker = next(drawn)
        used.append(marker)
        region = marker.partition(":")[0]
        token = next((token for token in tokens if token not in held), "")
        if token and region in where(DATA, token):
            held[token] = {region: owner}
        else:
            control.setdefault(region, Counter())[owner] += 1
    for marker in islice(drawn, 12):
        region, _, face = marker.partition(":")
        neutrals.setdefault(region, []).append(face)
    return {"used": used, "control": control, "neutrals": neutrals, **held}
