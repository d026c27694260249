"""The bot's turn: it values every possible action and takes the best."""

from collections import Counter
from collections.abc import Callable, Iterator

from engine.core.chance import Stream
from engine.core.decision import Choice, Decision, Seat
from engine.empires_of_the_ancient_world.actions import diplomacy
from engine.empires_of_the_ancient_world.actions.bases import fort_cost
from engine.empires_of_the_ancient_world.actions.trade import allowance, why_not_trade
from engine.empires_of_the_ancient_world.attack.borders import surest
from engine.empires_of_the_ancient_world.bot import valuing_cards
from engine.empires_of_the_ancient_world.bot.fronts import Deck, Fronts
from engine.empires_of_the_ancient_world.bot.odds import Odds, share
from engine.empires_of_the_ancient_world.bot.seeing import Seen
from engine.empires_of_the_ancient_world.bot.valuing import POINT, SURE, Worth, moved
from engine.empires_of_the_ancient_world.bot.valuing_cards import Muster
from engine.empires_of_the_ancient_world.schema import DIPLOMAT, NOBODY, Area, Place
from engine.kit.bot_kit import ALIKE, Option, best

EXTRA = 150
"""The value of an extra action, for each scoring that counts."""
VETERAN = 8
"""The value of a mercenary that may be lost, in a turn and for each scoring that counts."""
REVOLT = 12
"""One province in this many revolts in a game turn."""
COVETED = 25
"""The likelihood, in percent, that a Diplomat next to it wants a base."""
BESIEGED = 30
"""The likelihood, in percent, that a province is attacked in a game turn."""
SHARED = 3
"""Winning one base of several is worth one part in this many of the area."""
DIE = 6

Options = Iterator[Option]


class Mind:
    """What the bot considers when it decides on an action."""

    def __init__(self, seen: Seen) -> None:
        self.seen, self.worth, self.fronts = seen, Worth(seen), Fronts(seen)


def action(seen: Seen, decision: Decision, stream: Stream) -> Choice:
    """Choose the best of all actions, or a pass."""
    it = Mind(seen)
    options = [option for list_ in ACTIONS for option in list_(it)]
    return best(decision, options, stream, 0) or ("pass",)


# Attack


def _attacks(it: Mind) -> Options:
    """Value attacks, best targets first, until even a sure arrival would be no better."""
    targets = [area for area in it.seen.data.areas if it.seen.owner(area) != it.seen.me]
    values = {area: _arrival(it, area) for area in targets}
    most = 0
    for area in sorted(targets, key=lambda area: -values[area]):
        if values[area] + ALIKE < most:
            return
        if way := surest(it.seen.state, it.seen.me, area):
            chance = way.chance
            arrived = values[area] * chance.numerator // chance.denominator
            most = max(most, arrived)
            yield Option(arrived, ("attack", area, "surest"))


def _arrival(it: Mind, area: Area) -> int:
    """Value an attack once it has arrived."""
    owner = it.seen.owner(area)
    return _battle(it, area, owner) if owner else _neutral(it, area)


def _neutral(it: Mind, area: Area) -> int:
    rules = it.seen.rules
    plunder = it.worth.plunder(area, it.seen.others) if rules.plunder_neutrals else 0
    won = it.worth.taking(area) + plunder
    return won * (DIE + 1 - rules.neutral_attack_on) // DIE


def _battle(it: Mind, area: Area, enemy: Seat) -> int:
    """Value a battle: the area, plunder and an extra action against lost cards and cubes."""
    seen, worth, rules = it.seen, it.worth, it.seen.rules
    victims = seen.others if rules.plunder == "everybody" else [enemy]
    deck, odds = _fought(it, area, enemy)
    won = share(worth.taking(area) + worth.plunder(area, victims), odds.win)
    extra = 0 if seen.state.step == "extra" else EXTRA * worth.keeping // SURE
    cubes = min(rules.rout_cubes, seen.view["warehouse"][seen.me])
    routed = cubes * worth.cube - worth.for_me(enemy, cubes * POINT)
    return won + share(extra, odds.rout) - share(routed, odds.routed) - _losses(it, deck, odds)


def _fought(it: Mind, area: Area, enemy: Seat) -> tuple[Deck, Odds]:
    """Return the best deck and the odds, in the place that the defender will choose."""
    if not it.seen.data.board[area].half:
        return it.fronts.fought(enemy, "sea")
    places: list[Place] = ["field", "siege"] if area in it.seen.view["forts"] else ["field"]
    return min((it.fronts.fought(enemy, place) for place in places), key=lambda found: found[1].win)


def _losses(it: Mind, deck: Deck, odds: Odds) -> int:
    """Value the mercenaries that may be drawn as losses."""
    hired = sum((Counter(deck) - it.seen.state.starting(it.seen.me)).values())
    price = VETERAN * it.worth.future // SURE
    return share(price, odds.lost) * hired // max(1, len(deck))


# Diplomatic Attack


def _diplomacy(it: Mind) -> Options:
    seen, worth, rules = it.seen, it.worth, it.seen.rules
    due = diplomacy.cost(seen.state, seen.me)
    if seen.view["warehouse"][seen.me] < due:
        return
    diplomat = seen.state.has(seen.me, DIPLOMAT)
    for area in seen.data.areas:
        target = seen.owner(area)
        if target == seen.me or not seen.state.borders(seen.me, area):
            continue
        if not target:
            faces = DIE if diplomat else DIE + 1 - rules.neutral_diplomacy_on
            value = worth.taking(area) * faces // DIE - due * worth.cube
            yield Option(value, ("diplomacy", area, 0))
        elif diplomat:
            for extra in range(rules.diplomat_extra + 1):
                faces = min(DIE, max(0, DIE + 1 - rules.diplomat_on + extra))
                value = _won_over(it, area, target) * faces // DIE
                yield Option(value - (due + extra) * worth.cube, ("diplomacy", area, extra))


def _won_over(it: Mind, area: Area, target: Seat) -> int:
    """Value winning a base of another player: the last one is the area."""
    value = it.worth.taking(area)
    return value if it.seen.view["bases"][area].get(target, 0) == 1 else value // SHARED


# Expand Trade Routes


def _placings(it: Mind) -> list[Option]:
    """Return every single cube that can be placed, the best first."""
    seen, found = it.seen, list[Option]()
    for area in seen.data.areas:
        if why_not_trade(seen.state, seen.me, area) is None:
            found += _placing(it, area)
    return sorted(found, key=lambda option: (-option.value, option.choice))


def _placing(it: Mind, area: Area) -> Options:
    seen, cubes = it.seen, it.seen.cubes(area)
    full = seen.state.cubes_in(area) >= seen.data.board[area].value
    faces = DIE + 1 - seen.rules.replace_on
    faces += seen.rules.trade_merchant * seen.state.merchants(seen.me)
    before = it.worth.trade(area, cubes)
    for loser in [seat for seat in cubes if seat != seen.me] if full else [""]:
        gained = it.worth.trade(area, moved(cubes, loser, seen.me)) - before
        chance = min(DIE, faces) if loser else DIE
        choice = ("trade", area, loser or NOBODY)
        yield Option(gained * chance // DIE - it.worth.cube, choice)


def _trade(it: Mind) -> Options:
    """Value the best cube together with those after it."""
    number = min(allowance(it.seen.state, it.seen.me), it.seen.view["warehouse"][it.seen.me])
    placings = [option for option in _placings(it)[:number] if option.value > 0]
    if placings:
        yield Option(sum(option.value for option in placings), placings[0].choice)


def further_trade(seen: Seen, decision: Decision, stream: Stream) -> Choice:
    """Place another cube, if it gains more there than in the warehouse."""
    return best(decision, _placings(Mind(seen)), stream, 0) or ("done",)


# Bases, forts, cards


def _risen(it: Mind, area: Area) -> int:
    """Return the expected cost of a revolt in an area in the remaining game turns."""
    state = it.seen.state
    if not it.seen.data.board[area].half or area in state.forts:
        return 0
    return it.worth.area(area) * it.seen.incomes_left // REVOLT


def _bases(it: Mind) -> Options:
    """Value a second base, best where a revolt or a Diplomat would cost the most."""
    seen = it.seen
    envoys = [seat for seat in seen.others if seen.state.has(seat, DIPLOMAT)]
    for area in seen.mine:
        if seen.view["bases"][area].get(seen.me, 0) == 1:
            near = any(seen.state.borders(seat, area) for seat in envoys)
            coveted = it.worth.area(area) * COVETED // 100 if near else 0
            yield Option(_risen(it, area) + coveted, ("base", area))


def _forts(it: Mind) -> Options:
    """Value a fort, which prevents revolts and lets its owner fight inside."""
    seen, worth = it.seen, it.worth
    price = fort_cost(seen.state, seen.me) * worth.cube
    if seen.view["warehouse"][seen.me] < fort_cost(seen.state, seen.me):
        return
    enemy = max(seen.others, key=seen.standing)
    open_, walled = (it.fronts.fought(enemy, place)[1].hold for place in ("field", "siege"))
    better = max(0, walled - open_)
    for area in seen.mine:
        if seen.data.board[area].half and area not in seen.view["forts"]:
            held = share(worth.area(area), better) * BESIEGED // 100
            yield Option(_risen(it, area) + held - price, ("fort", area))


def _cards(it: Mind) -> Options:
    muster = Muster(it.seen, it.worth, it.fronts)
    for list_ in valuing_cards.OPTIONS:
        yield from list_(muster)


ACTIONS: tuple[Callable[[Mind], Options], ...] = (
    _attacks,
    _diplomacy,
    _trade,
    _bases,
    _forts,
    _cards,
)
