"""Games of Struggle of Empires of both editions that are stopped, each at another place."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from engine.core.bots import Stream
from engine.struggle_of_empires import GAME
from engine.struggle_of_empires.data import SHIPPED, read
from pbem.campaign import turns
from tests.engine.struggle_of_empires.campaigns import (
    Belligerent,
    Thrifty,
    Warlike,
    rules_of,
    wander,
)
from tests.pbem.campaign.upgrading import open_game

POWERS = read(SHIPPED).powers

ATTEMPTS, GAMES = 12, 12
ORIGINAL = {"edition": "original", "variants": []}
DELUXE = {"edition": "deluxe", "variants": []}
DRAFT, SURRENDER = DELUXE | {"variants": ["draft"]}, DELUXE | {"variants": ["surrender"]}


class Stop(NamedTuple):
    """Where a game is stopped: whether a session stands there, who plays it, by which options."""

    there: Callable
    options: Mapping = MappingProxyType({})
    players: type[Stream] = Thrifty
    seats: int = 0


def standing(session):
    """What was answered and done in the segment at hand."""
    return [body for _, body in session.record.standing()[1]]


def asked(kind, *, held=False, answered=0):
    """Somebody is asked this; joint answers to it are held; so many answers came before it."""

    def there(session):
        kinds = [question.kind.name for question in session.questions.values()]
        answers = [body for body in standing(session) if body["t"] == "choice"]
        return kind in kinds and bool(session.sealed) >= held and len(answers) >= answered

    return there


def after(**like):
    """Such an answer or act stands in the segment at hand."""
    return lambda session: any(like.items() <= body.items() for body in standing(session))


def named(word):
    """An answer in the segment at hand names it."""
    return lambda session: any(word in body.get("choice", ()) for body in standing(session))


def undone(*, new_dice=False):
    """The last thing that was done was to take something back."""

    def there(session):
        lines = [line.body for line in session.record.lines[-2:]]
        return any(body["t"] == "undo" and ("epoch" in body) == new_dice for body in lines)

    return there


def begins(phase, war):
    """The first question of this phase in this war: what came before it asks nothing."""
    return lambda s: (s.state.phase, s.state.war) == (phase, war) and not standing(s)


def last_action(session):
    """The last action of the last war."""
    state = session.state
    last = (state.war, state.round) == (state.rules.wars, state.rounds)
    return last and state.actions_left == 1 and state.turn_order()[-1] == state.active


def all_was_bid(session):
    """Somebody has bid all gold there is, and what all unrest left would bring."""
    bids = [body for body in standing(session) if body.get("choice", ("",))[0] == "bid"]
    if not bids:
        return False
    before = session.game.load(session.record.snapshot(session.record.standing()[0]))
    return any(0 < body["choice"][1] == before.capacity(body["seat"]) for body in bids)


def at_war(session):
    """A combat with another power."""
    return session.state.battle is not None and session.state.battle.target in POWERS


def held(alliance):
    """Somebody has this local alliance, at the beginning of an action."""
    return lambda s: not standing(s) and any(alliance in own for own in s.state.alliances.values())


def on_land(session):
    """A land combat whose dice are thrown."""
    return session.state.battle.combat == "land"


def both(*conditions):
    return lambda session: all(there(session) for there in conditions)


STOPS = {
    "redraws, some held": Stop(asked("redraw", held=True), DELUXE, seats=5),
    "bids after all was bid": Stop(all_was_bid, players=Stream),
    "calls, some held": Stop(asked("call", held=True), {"calls": "together"}, Warlike, 6),
    "units placed by some": Stop(asked("placement", answered=2), seats=4),
    "a further move": Stop(both(asked("further_move"), named("caribbean")), seats=7),
    "dice of a combat": Stop(asked("reroll"), players=Warlike, seats=5),
    "a second war": Stop(begins("alliances", 2), ORIGINAL, seats=3),
    "an undo": Stop(undone(), seats=2),
    "a redraw done": Stop(after(kind="redraw"), DELUXE, seats=6),
    "drafts, some held": Stop(asked("draft", held=True), DRAFT, seats=4),
    "drafts, a round done": Stop(after(kind="draft"), DRAFT, seats=7),
    "the last units": Stop(both(asked("placement"), lambda s: s.state.round == 5)),
    "an auction's opening": Stop(begins("alliances", 1)),
    "an auction": Stop(asked("auction", answered=4), seats=6),
    "an auction of a later war": Stop(
        both(asked("auction", answered=3), lambda s: s.state.war == 3), players=Stream
    ),
    "bids after all was bid, originally": Stop(all_was_bid, ORIGINAL, Stream, 4),
    "a first action": Stop(begins("actions", 1)),
    "a gift": Stop(both(asked("action"), after(t="anytime"))),
    "an offer in a combat": Stop(both(asked("call"), after(t="anytime")), players=Warlike, seats=6),
    "a free action": Stop(asked("free_action")),
    "a move after a move": Stop(after(kind="further_move")),
    "a sea die": Stop(asked("sea_die")),
    "militia": Stop(asked("militia_build")),
    "native militia": Stop(asked("native_move")),
    "calls in order": Stop(asked("call", answered=2), {"calls": "in order"}, Warlike, 7),
    "a surprise": Stop(asked("surprise"), DELUXE, Belligerent, 6),
    "navies": Stop(both(asked("naval"), at_war), players=Warlike),
    "navies that decline": Stop(asked("naval", answered=2), players=Warlike),
    "support that could count twice": Stop(asked("double_support"), DELUXE, Warlike, 6),
    "a surrender": Stop(asked("surrender"), SURRENDER, Warlike, 5),
    "a combat after another": Stop(asked("reroll", answered=2), players=Warlike),
    "a reroll": Stop(after(kind="reroll", choice=["reroll"]), players=Warlike, seats=5),
    "an alliance": Stop(held("bavaria"), seats=5),
    "losses": Stop(asked("loss"), DELUXE, Warlike, 6),
    "losses, originally": Stop(asked("loss"), ORIGINAL, Warlike, 5),
    "losses that can be spared": Stop(asked("withdraw"), players=Belligerent),
    "an undo with new dice": Stop(undone(new_dice=True), seats=6),
    "an undo in a combat": Stop(both(undone(), at_war), players=Warlike),
    "an undo in an auction": Stop(both(undone(), asked("auction", answered=1))),
    "a land combat after one at sea": Stop(
        both(at_war, after(choice=["fight"]), on_land), {}, Warlike
    ),
    "a choice at sea": Stop(after(kind="naval"), players=Warlike, seats=6),
    "a third war": Stop(begins("alliances", 3)),
    "a last action": Stop(last_action),
}
"""Where the first games are stopped; those after them likewise, with other seats and variants."""


class NeverThere(Exception):
    """A game did not come to where it was to be stopped."""


def stop_at(stop, post, game):
    """Play until a game stands there: by chance, again from its beginning if it came to its end."""
    for attempt in range(ATTEMPTS):
        at = turns.at(post, game)
        stream = stop.players(f"{game.name}, {attempt}")
        if any(stop.there(at.session) for _ in wander(at.session, stream)):
            turns.go_on(at)
            turns.tell_all(at)
            return
    raise NeverThere


def stopped_at(house, number):
    """Open a game and stop it at the place of its number; its name. Another game is begun if need
    be: what is dealt at the beginning is not played again."""
    places = list(STOPS.values())
    name, stop = f"game{number}", places[number % len(places)]
    seats = stop.seats or 2 + number % 6
    options = {**rules_of(name, seats), **stop.options}
    powers = list(Stream(name).shuffled(POWERS))[:seats]
    for _ in range(GAMES):
        with suppress(NeverThere):
            open_game(house, GAME.name, name, powers, partial(stop_at, stop), **options)
            return name
    raise NeverThere(name)
