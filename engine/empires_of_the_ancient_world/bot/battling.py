"""The bot's battles: inside or outside, and the deck."""

from engine.core.chance import Stream
from engine.core.decision import Choice, Decision
from engine.empires_of_the_ancient_world.attack.decks import fit
from engine.empires_of_the_ancient_world.bot.fronts import Deck, Front, Fronts
from engine.empires_of_the_ancient_world.bot.odds import FULL
from engine.empires_of_the_ancient_world.bot.seeing import Seen
from engine.empires_of_the_ancient_world.schema import NO_CARD, Place

CLOSE = FULL // 12
"""Decks count as equally good if their advantage over all pairs differs by at most this."""


def deck(seen: Seen, decision: Decision, stream: Stream) -> Choice:
    """Choose the best deck; pick at random among decks with two cards swapped at little cost."""
    battle = seen.state.current_battle
    enemy = battle.defender if battle.attacker == seen.me else battle.attacker
    front = Fronts(seen).front(enemy, battle.place, ambush=battle.ambush)
    found = front.best(fit(seen.state, seen.me, battle.place))
    return _laid_out(stream.pick(_as_good(front, found, decision)), decision)


def _laid_out(cards: Deck, decision: Decision) -> Choice:
    """Return a deck as an answer."""
    return ("deck", *cards, *[NO_CARD] * (len(decision.default) - 1 - len(cards)))


def _as_good(front: Front, found: Deck, decision: Decision) -> list[Deck]:
    """Return the deck, and those with two cards swapped that are about as good."""
    decks = [found]
    least = front.value(found) - CLOSE
    for one in range(len(found)):
        for other in range(one + 1, len(found)):
            changed = list(found)
            changed[one], changed[other] = found[other], found[one]
            choice = _laid_out(tuple(changed), decision)
            if front.value(changed) >= least and decision.menu.judge(choice) is None:
                decks.append(tuple(changed))
    return list(dict.fromkeys(decks))


def stance(seen: Seen, decision: Decision, stream: Stream) -> Choice:
    """Choose the stance that most likely holds the area."""
    battle, fronts, chances = seen.state.current_battle, Fronts(seen), {}
    for said in decision.facts["stances"]:
        place: Place = "siege" if said.startswith("inside") else battle.place
        ambush = said.endswith("ambush")
        chances[said] = fronts.fought(battle.attacker, place, ambush=ambush)[1].hold
    best = max(chances.values())
    return (stream.pick([said for said, chance in chances.items() if chance == best]),)
