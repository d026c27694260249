"""Rules of Struggle of Empires that differ from the real ones in one thing.

Each is put around the real rules: a segment's questions, draws and events pass through the change.
"""

from dataclasses import replace
from functools import partial

import msgspec

from engine.core.decision import (
    Decision,
    Kind,
    Menu,
    Verb,
)
from engine.core.rules_interface import Asked, Table
from engine.kit.naming import VOCABULARY, vocabulary_text
from engine.orders.vocabulary import Vocabulary
from engine.struggle_of_empires import GAME
from engine.struggle_of_empires.attack.combat import DIE
from engine.struggle_of_empires.data import SHIPPED, read
from engine.struggle_of_empires.events import AuctionWon, UnitPlaced
from engine.struggle_of_empires.setting_up.placing import placement
from engine.struggle_of_empires.state_changes import pay, put, transfer
from engine.struggle_of_empires.words import names
from tests.saying import no, refuse


def changed(**parts):
    """The next version of the game, with other parts."""
    return replace(GAME, version=f"{GAME.version}+1", **parts)


def passing(rules, *, asking=None, at=lambda table: table):
    """A segment whose questions go through `asking` and whose hands are those `at` its table."""

    async def through(table, *args):
        frame, answers = rules(at(table), *args), None
        while True:
            try:
                asked = frame.send(answers)
            except StopIteration:
                return
            answers = await (asking(table, asked) if asking else asked)

    return through


def everywhere(**how):
    """All segments, changed in this way."""
    return {name: passing(rules, **how) for name, rules in GAME.segments.items()}


def hands(table, *, draw=None, tell=None):
    """A table whose draws and events are made in another way."""

    def drawn(label, options, to, hoped):
        return (draw or Table.draw)(table, label, options, to=to, hoped=hoped)

    def told(event):
        (tell or Table.tell)(table, event)

    return Table(table.state, drawn, told)


def with_kinds(new):
    """The kinds of decision, some of them others, and the segments that ask these."""
    kinds = {**GAME.kinds, **{kind.name: kind for kind in new}}

    async def asking(_table, asked):
        return await Asked(q._replace(kind=kinds[q.kind.name]) for q in asked)

    return {"kinds": kinds, "segments": everywhere(asking=asking)}


# A new question: who is attacked may buy the attacker off before anybody is called

PARLEY = b"""
[[form]]
say = "parley: pay tribute"
choice = ["tribute"]
kinds = ["parley"]
help = "give the attacker a gold"

[[form]]
say = "parley: be firm"
choice = ["firm"]
kinds = ["parley"]
help = "give the attacker nothing"
"""
WORDS = vocabulary_text("engine.struggle_of_empires")
PARLEY_WORDS = Vocabulary.read_toml(WORDS + PARLEY, VOCABULARY, names(read(SHIPPED)))


def parley(absent=None):
    """Who is attacked may give the attacker a gold before anything is resolved."""

    def why_not(table, seat):
        return None if table.state.capacity(seat) else refuse("You have no gold.")

    def make(table, seat):
        buy = Verb("tribute", partial(why_not, table, seat))
        return Decision(Menu(buy, Verb("firm")), ("firm",))

    kind = Kind("parley", make, absent=absent)

    async def asking(table, asked):
        answers = await asked
        attacks = [(s, c[2]) for s, c in answers.items() if c[0] in ("attack", "war_office")]
        for attacker, target in attacks:
            if target in table.state.gold and await table.ask(kind, target) == ("tribute",):
                transfer(table, "gift", target, attacker, 1)
        return answers

    kinds = {**GAME.kinds, kind.name: kind}
    return changed(kinds=kinds, segments=everywhere(asking=asking), words=PARLEY_WORDS)


# A new draw: a storm may keep navies apart


def storms():
    """Before navies are asked whether they fight, a die says whether they can."""

    async def asking(table, asked):
        fleets = [question.seat for question in asked if question.kind.name == "naval"]
        if fleets and table.draw(f"storm {table.state.battle.region}", DIE) < 4:
            return dict.fromkeys(fleets, ("decline",))
        return await asked

    return changed(segments=everywhere(asking=asking))


# A changed cost: who wins an auction pays a gold more than his bid


def dearer_auctions():
    """A bid costs one gold more than it says, which must be raised too; who opens can bid 0."""
    auction = GAME.kinds["auction"]

    def make(table, seat):
        asked = auction.make(table, seat)
        bid = asked.menu["bid"]
        bids = bid.domains[0][:-1] or bid.domains[0][: "pass" not in asked.menu]

        def why_not(*args):
            dear = no("You cannot raise the gold.", "Taxation")
            return bid.why_not(*args) or (None if bids else dear)

        dearer = bid._replace(why_not=why_not, domains=(bids, *bid.domains[1:]))
        return replace(asked, menu=Menu(*({**asked.menu, "bid": dearer}).values()))

    def tell(table, event):
        table.tell(event)
        if isinstance(event, AuctionWon):
            pay(table, event.seat, 1, "auction")

    parts = with_kinds([replace(auction, make=make)])
    segments = {
        name: passing(rules, at=partial(hands, tell=tell))
        for name, rules in parts["segments"].items()
    }
    return changed(kinds=parts["kinds"], segments=segments)


# Withdrawn options

WITHDRAWN = {"redraw": "redraw", "further_move": "move", "reroll": "reroll"}
"""By kind of decision: what can no longer be chosen."""


def poorer_menus():
    """No second draw, no second move, no second throw."""

    def without(kind, verb):
        def make(table, seat, *args):
            asked = kind.make(table, seat, *args)
            left = [it for it in asked.menu.values() if it.name != verb]
            return replace(asked, menu=Menu(*left))

        return replace(kind, make=make)

    return changed(**with_kinds([without(GAME.kinds[it], verb) for it, verb in WITHDRAWN.items()]))


# Another order


async def placed_backwards(table):
    """The last seat is the first to place a unit."""
    for seat in table.state.seats[::-1]:
        _, unit, place = await table.ask(placement, seat)
        put(table.state, seat, unit, place)
        table.tell(UnitPlaced(seat, unit, place))


def other_order():
    """Units are placed by the last seat first."""
    return changed(segments={**GAME.segments, "placement": placed_backwards})


NEXT = {"actions": "scoring", "scoring": "income", "income": "end-of-war"}
"""By phase of a war: the next one, where it is another than it was."""


def other_phases():
    """The regions are scored before the income."""

    def follow(state):
        before = state.phase
        GAME.follow(state)
        if state.phase != before:
            state.phase = NEXT.get(before, state.phase)

    return changed(follow=follow)


# A renamed key


def renamed(old, new, *, known=True):
    """What had one key in positions, menus, draws and labels has another. `known`: positions that
    say it in the old way are read."""
    there, back = partial(replaced, old, new), partial(replaced, new, old)

    def load(data):
        position = msgspec.msgpack.decode(data)
        if not known and there(position) != position:
            raise ValueError(f"there is no {old}")
        return GAME.load(msgspec.msgpack.encode(back(position)))

    def draw(table, label, options, **how):
        return back(table.draw(there(label), there(list(options)), **how))

    async def asking(_table, asked):
        answers = await Asked(q._replace(kind=kinds[q.kind.name]) for q in asked)
        return back(answers)

    kinds = {name: _renamed_kind(kind, there, back) for name, kind in GAME.kinds.items()}
    return changed(
        kinds=kinds,
        segments=everywhere(asking=asking, at=partial(hands, draw=draw)),
        dump=lambda state: msgspec.msgpack.encode(there(msgspec.msgpack.decode(GAME.dump(state)))),
        load=load,
    )


def _renamed_kind(kind, there, back):
    def renamed_verb(verb):
        def domain_at(place):
            return lambda *args: there(verb.domain(*back(args)))

        domains = tuple(map(domain_at, range(len(verb.domains))))
        return Verb(verb.name, lambda *args: verb.why_not(*back(args)), domains)

    def make(table, seat, *args):
        asked = kind.make(table, seat, *args)
        menu = Menu(*map(renamed_verb, asked.menu.values()))
        return replace(asked, menu=menu, default=there(asked.default))

    return replace(kind, make=make)


def replaced(old, new, value):
    """The same with a word in place of another, wherever it stands."""
    if isinstance(value, str):
        return value.replace(old, new)
    if isinstance(value, dict):
        return {replaced(old, new, k): replaced(old, new, v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(replaced(old, new, item) for item in value)
    return value
