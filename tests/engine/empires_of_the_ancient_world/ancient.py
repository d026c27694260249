"""Games in a given position or played by chance, and what must hold in each of their states."""

from collections import Counter

from engine.core.bots import Stream, random_choice
from engine.core.dice import Dice, ScriptedDice, Seed
from engine.core.rules_interface import Table
from engine.core.session import Session
from engine.empires_of_the_ancient_world import GAME
from engine.empires_of_the_ancient_world.data import SHIPPED, read

DATA = read(SHIPPED)
AREAS, BOARD, SEATS, VARIANTS = DATA.areas, DATA.board, DATA.seats, DATA.variants
ARMIES, CARDS, PERSONALITIES = DATA.armies, DATA.cards, DATA.personalities
MERCENARIES = DATA.mercenaries


def at(dice=(), *, seats=SEATS[:3], variants=(), **position):
    """A session at a position, with dice written down beforehand."""
    options = GAME.options({"seats": list(seats), "variants": list(variants)})
    return Session.of_state(GAME, ScriptedDice(dice), GAME.place(options, position), options)


def dice_of(name):
    return Dice(Seed(name.encode().ljust(32)))


def begin(name, players, **options):
    """A new game of so many, with the dice and the colours that belong to its name."""
    seats = list(Stream(f"{name}, seats").shuffled(SEATS))[:players]
    options = GAME.options({"seats": seats, **options})
    return Session.start(GAME, dice_of(name), options)


def any_rules(name):
    """An opening and variants, by chance."""
    stream = Stream(f"{name}, rules")
    variants = [key for key in VARIANTS if stream.below(3) == 0]
    return {"opening": stream.pick(["placed", "fixed"]), "variants": variants}


FULL = AREAS[::6]
"""Areas that a crowded board has full of cubes."""


def crowded(name, players, variants=(), **position):
    """A board full of bases, forts, cubes and cards, as random play from the start has it late."""
    stream = Stream(f"{name}, crowded")
    options = GAME.options(
        {"seats": list(stream.shuffled(SEATS))[:players], "variants": list(variants)}
    )
    seats = options["seats"]
    cards = list(stream.shuffled(MERCENARIES))
    held, hands = {seat: [] for seat in seats}, {seat: [] for seat in seats}
    row, cards = cards[:6], cards[6:]
    for _ in range(9 * players):
        seat, card = stream.pick(seats), cards.pop()
        if card not in PERSONALITIES:
            hands[seat].append(card)
        elif PERSONALITIES[card].many or card not in held[seat]:
            held[seat].append(card)
    taken = [area for area in AREAS if stream.below(6) <= players]
    bases = {
        area: {seats[(n + stream.below(2)) % players]: 1 + (players > 3 and stream.below(2))}
        for n, area in enumerate(taken)
    }
    forts = [area for area in bases if BOARD[area].half and stream.below(3) == 0]
    full = {area: Counter(seats[n % players] for n in range(BOARD[area].value)) for area in FULL}
    armies = dict(zip(seats, stream.shuffled(ARMIES), strict=False))
    tree = {
        "bases": bases, "forts": forts, "cubes": full, "armies": armies, "hands": hands,
        "personalities": held, "row": row, "warehouse": dict.fromkeys(seats, 6), "turn": 3,
    }  # fmt: skip
    state = GAME.place(options, tree | position)
    return Session.of_state(GAME, dice_of(name), state, options)


class Warlike(Stream):
    """Who draws from it attacks wherever it can, with full decks, and recruits otherwise."""

    __slots__ = ()

    def shuffled(self, values):
        if "attack" in values and self.below(4):
            yield "attack"
            values = [value for value in values if value != "attack"]
        held_back = [value for value in values if value == "none"]
        yield from super().shuffled([value for value in values if value != "none"])
        yield from held_back


def wander(session, stream):
    """Play to the end by chance, with changes of joint answers; yields after each answer."""
    while session.waiting():
        seat = stream.pick([*session.waiting(), *session.sealed])
        session.submit(seat, random_choice(session.decision(seat), stream))
        yield


def check(state):
    """Cubes, bases, forts and cards are conserved; control is with whoever has most bases."""
    rules, data = state.rules, state.data
    for seat in state.seats:
        board = sum(cubes.get(seat, 0) for cubes in state.cubes.values())
        kept = sum(held.get(seat, 0) for held in state.plunder.values())
        assert state.warehouse[seat] >= 0
        assert board + kept + state.warehouse[seat] <= rules.cubes
        assert seat not in state.plunder[seat]
        assert sum(bases.get(seat, 0) for bases in state.bases.values()) <= rules.bases
        single = [card for card in state.personalities[seat] if not data.personalities[card].many]
        assert len(single) == len(set(single))
        assert set(state.personalities[seat]) <= set(data.personalities)
        assert not set(state.hands[seat]) & set(data.personalities)
    for area, cubes in state.cubes.items():
        assert all(number > 0 for number in cubes.values())
        assert 0 < sum(cubes.values()) <= data.board[area].value
    assert set(state.control) == set(state.bases)
    for area, bases in state.bases.items():
        assert all(number > 0 for number in bases.values())
        assert bases[state.control[area]] == max(bases.values())
    assert len(state.forts) == len(set(state.forts)) <= rules.forts
    assert all(data.board[area].half and area in state.control for area in state.forts)
    out = [*state.row, *state.deck, *state.discards]
    for seat in state.seats:
        out += state.hands[seat] + state.personalities[seat]
    assert Counter(out) == Counter(data.mercenaries)
    armies = [army for army in state.armies.values() if army]
    assert len(armies) == len(set(armies))


def otherwise(state, seat, stream):
    """The same position with other cards in the hands of all but `seat`: their starting armies
    exchanged for others, and each mercenary for one of the deck."""
    twin = GAME.load(GAME.dump(state))
    own = twin.armies.get(seat)
    free = list(stream.shuffled([key for key in ARMIES if key != own]))
    for other in twin.seats:
        if other != seat and twin.armies[other]:
            twin.armies[other] = free.pop()
            twin.hands[other] = [_exchanged(twin, card, stream) for card in twin.hands[other]]
    return Table(twin, None, None)


def _exchanged(twin, card, stream):
    there = [c for c in twin.deck if c not in PERSONALITIES]
    if not there:
        return card
    other = stream.pick(there)
    twin.deck.remove(other)
    twin.deck = sorted([*twin.deck, card])
    return other
