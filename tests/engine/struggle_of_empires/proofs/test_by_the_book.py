"""What may be answered agrees with a second reading of the rules that shares no code with them."""

from collections import Counter

import pytest

from engine.struggle_of_empires import GAME
from tests.engine.struggle_of_empires.by_the_book import ANSWERS, Book, Turn
from tests.engine.struggle_of_empires.campaigns import Thrifty, Warlike, answers, begin, rules_of
from tests.engine.struggle_of_empires.crowded import crowded, melee
from tests.sampling import sampled

TOKENS = {"pirates": "pirates", "revolt": "rebels"}
USED = {
    "surprise": "surprise_attack",
    "withdraw": "fighting_withdrawal",
    "use_blockade": "blockade",
}
"""Answers that use a tile which goes back to the display at once."""


class Onlooker:
    """Follows a game, and keeps what a position does not tell of the turn under way."""

    def __init__(self, original):
        self.original = original
        self.round, self.barred = None, {}
        self.moved, self.moving = Counter(), None
        self.incited = None
        self.blockades = {}

    def sees(self, tree, asked):
        """What lies on the table when these kinds of question are asked."""
        if self.moving and "sea_die" not in asked:
            self._follow_move(tree)
        if self.incited and asked & {"action", "free_action", "auction"}:
            self._follow_token(tree)
        self._follow_blockades(tree["blockades"])
        if self.round != (tree["war"], tree["round"]):
            self.round, self.barred = (tree["war"], tree["round"]), {}
        if "action" in asked:
            self.moved = Counter()

    def _follow_move(self, tree):
        """A unit that arrived, or was kept where it was, has moved; one that sank is gone."""
        (seat, kind, origin, to, at_origin, at_end), self.moving = self.moving, None
        if units(tree, seat, kind, to) > at_end:
            self.moved[kind, to] += 1
        elif units(tree, seat, kind, origin) == at_origin:
            self.moved[kind, origin] += 1

    def _follow_token(self, tree):
        """One that failed is left to others in this round."""
        (seat, verb, out), self.incited = self.incited, None
        if len(tree[TOKENS[verb]]) == out:
            self.bar(seat, verb)

    def _follow_blockades(self, lying):
        """One that ends has been used until now."""
        before, self.blockades = self.blockades, lying
        for region, owner in before.items():
            if region not in lying and self.original:
                self.bar(owner, "blockade")

    def bar(self, seat, tile):
        self.barred.setdefault(seat, set()).add(tile)

    def hears(self, tree, seat, kind, choice):
        """What a seat answers to a kind of question."""
        verb = choice[0]
        if verb in TOKENS:
            self.incited = seat, verb, len(tree[TOKENS[verb]])
        elif verb in USED and self.original:
            self.bar(seat, USED[verb])
        elif verb == "move" and kind != "native_move":
            there = [units(tree, seat, choice[1], place) for place in choice[2:]]
            self.moving = seat, *choice[1:], *there


def units(tree, power, kind, place):
    return tree["units"].get(power, {}).get(place, {}).get(kind, 0)


def agreements(session, stream):
    """Play to the end by chance; how many menus there were, all of which agree with the book."""
    onlooker, agreed = Onlooker(session.state.edition == "original"), 0
    for seat, choice in answers(session, stream):
        kind, _, args = session.questions[seat]
        tree = GAME.position(session.state)
        onlooker.sees(tree, {question.kind.name for question in session.questions.values()})
        if kind.name in ANSWERS:
            agrees(session, seat, tree, onlooker, args)
            agreed += 1
        onlooker.hears(tree, seat, kind.name, choice)
    return agreed


def agrees(session, seat, tree, onlooker, args):
    state = session.state
    turn = Turn(onlooker.barred.get(seat, set()), onlooker.moved, state.counters_left())
    book = Book(tree, state.edition, state.variants, state.seats, seat, turn)
    allowed = set(ANSWERS[session.questions[seat].kind.name](book, *args))
    listed = list(entries(session.decision(seat).menu))
    assert len(listed) == len(set(listed))
    assert set(listed) - allowed == set(), f"the book forbids it to {seat}: {tree}"
    assert allowed - set(listed) == set(), f"the book allows it to {seat}: {tree}"


def entries(menu):
    """All that a menu holds, but of bids in an auction the lowest only."""
    for name, verb in menu.items():
        if name == "bid":
            bids = verb.domain()
            yield from ((name, *args) for args in verb.endings(bids.start) if bids)
        else:
            yield from ((name, *args) for args in verb.endings())


EACH = [(begin, 5), (crowded, 7), (melee, 6)]


@pytest.mark.parametrize(
    ("make", "players"),
    [
        (make, players)
        if (make, players) in EACH
        else pytest.param(make, players, marks=pytest.mark.soak)
        for make in (begin, crowded, melee)
        for players in (4, 5, 6, 7)
    ],
)
def test_menus_agree_with_the_book(make, players):
    name = f"book {players}"
    assert agreements(make(name, players), Thrifty(name)) > 60


@pytest.mark.parametrize("number", sampled(range(12), range(4)))
def test_menus_agree_with_the_book_in_editions_and_variants(number):
    name, players = f"variants {number}", 2 + number % 6
    make = (crowded, melee, begin)[number % 3]
    session = make(name, players, **rules_of(name, players))
    assert agreements(session, Thrifty(name)) > 20


@pytest.mark.soak
@pytest.mark.parametrize("number", range(60))
def test_menus_agree_with_the_book_in_many_games(number):
    make, stream = (begin, crowded, melee)[number % 3], (Thrifty, Warlike)[number % 2]
    name, players = f"book {number}", 2 + number % 6
    assert agreements(make(name, players, **rules_of(name, players)), stream(name)) > 20
