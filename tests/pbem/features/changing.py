"""A made-up game of which there are many versions: `caravans(toll=True)` are rules with a toll.

Bids are joint; a market is several questions and draws of one seat; a council asks one seat after
the other. The posts that caravans go to stand in a file of data.
"""

import json
import tomllib
from collections.abc import Sequence

from engine.core.decision import (
    Decision,
    Kind,
    Menu,
    Question,
    Verb,
)
from engine.core.game import Game, hash_of
from engine.core.rules_interface import GameEvent
from engine.orders.vocabulary import Vocabulary
from tests.saying import no

SEATS = ["red", "green", "blue"]
ROUNDS = 5
POSTS = b"[posts]\nford = 2\noasis = 3\n"
RENAMED = b"[posts]\nbridge = 2\noasis = 3\n"

VOCABULARY = """
signatures = ["seat"]
actions = ["buy"]
[names.seat]
red = ["Red"]
green = ["Green"]
blue = ["Blue"]
[slots]
n = "number"
[labels]
n = "N"
[words]
noise = ["the"]
[[form]]
say = "bid {n}"
choice = ["bid", "{n}"]
kinds = ["bid"]
help = "bid"
[[form]]
say = "buy {n}"
choice = ["buy", "{n}"]
kinds = ["buy"]
help = "buy"
[[form]]
say = "sell {n}"
choice = ["sell", "{n}"]
kinds = ["sell"]
help = "sell"
[[form]]
say = "gamble"
choice = ["gamble"]
kinds = ["sell"]
help = "gamble"
[[form]]
say = "pay"
choice = ["pay"]
kinds = ["toll"]
help = "pay"
[[form]]
say = "refuse"
choice = ["refuse"]
kinds = ["toll"]
help = "refuse"
[[form]]
say = "aye"
choice = ["aye"]
kinds = ["vote"]
help = "vote"
[[form]]
say = "nay"
choice = ["nay"]
kinds = ["vote"]
help = "vote"
"""
WORDS = Vocabulary.read_toml(VOCABULARY.encode(), "vocabulary.toml")


class Sold(GameEvent):
    seat: str
    number: int
    at: str


def caravans(
    *,
    version: str = "2",
    toll: bool = False,
    absent: bool = False,
    storm: bool = False,
    cost: int = 2,
    gamble: bool = True,
    order: Sequence[str] = SEATS,
    council: bool = True,
    rounds: int = ROUNDS,
    alias: bool = False,
    careless: bool = False,
    posts: bytes = POSTS,
    fixed_data: bool = False,
) -> Game:
    """The game by these rules and data; without any of them it is the first version's."""
    values = tomllib.loads(posts.decode())["posts"]

    def make_bid(table, seat):
        return Decision(Menu(Verb("bid", domains=(range(4),))), ("bid", 0))

    def make_buy(table, seat):
        def why_not(number=0):
            poor = number * cost > table.state["gold"][seat]
            return no("You lack the gold.", "Market") if poor else None

        return Decision(Menu(Verb("buy", why_not, (range(9),))), ("buy", 0))

    def make_sell(table, seat):
        sell = Verb("sell", domains=(range(table.state["goods"][seat] + 1),))
        verbs = [sell, *([Verb("gamble")] if gamble else [])]
        return Decision(Menu(*verbs), ("sell", 0), {"at": table.state["at"]})

    def make_toll(table, seat):
        return Decision(Menu(Verb("pay"), Verb("refuse")), ("refuse",))

    def make_vote(table, seat):
        return Decision(Menu(Verb("aye"), Verb("nay")), ("nay",))

    bid, buy = Kind("bid", make_bid), Kind("buy", make_buy, role="action")
    sell, vote = Kind("sell", make_sell), Kind("vote", make_vote)
    asked_toll = Kind("toll", make_toll, absent=("refuse",) if absent else None)

    async def bids(table):
        for seat, (_, number) in (await table.ask_all(*(Question(bid, s) for s in order))).items():
            table.state["gold"][seat] += 3 - number + table.draw(f"luck, {seat}", range(3))
        table.state["bids"] += 1

    async def market(table, seat):
        state = table.state
        if toll:
            (paid,) = await table.ask(asked_toll, seat)
            state["gold"][seat] -= paid == "pay"
        _, number = await table.ask(buy, seat)
        state["gold"][seat] -= number * cost
        state["goods"][seat] += number
        if storm and table.draw("storm", [False, True]):
            state["goods"][seat] //= 2
        state["at"] = table.draw("post", sorted(state["posts"]))
        choice = await table.ask(sell, seat)
        sold = state["goods"][seat] if choice[0] == "gamble" else choice[1]
        price = values[state["at"]] + table.draw("price", range(2)) * (choice[0] == "gamble")
        state["goods"][seat] -= sold
        state["gold"][seat] += sold * price
        table.tell(Sold(seat, sold, state["at"]))
        state["gold"][seat] += (await table.ask(vote, seat)) == ("aye",)

    async def vote_on_it(table):
        ayes = 0
        for seat in order if council else []:
            ayes += (await table.ask(vote, seat)) == ("aye",)
            table.state["gold"][seat] += ayes > 1

    def segment(state):
        if state["round"] > rounds:
            return None
        markets = [("market", seat) for seat in SEATS]
        return [("bids",), *markets, ("council",)][state["phase"]]

    def follow(state):
        state["phase"] = (state["phase"] + 1) % 5
        state["round"] += state["phase"] == 0

    def start(_options):
        numbers = {key: dict.fromkeys(SEATS, 4) for key in ("gold", "goods")}
        return {"round": 1, "phase": 0, "bids": 0, "at": "", "posts": list(values), **numbers}

    def load(data):
        state = json.loads(data)
        if alias:
            known = {"ford": "bridge"} if "bridge" in values else {}
            state["posts"] = [known.get(post, post) for post in state["posts"]]
        strange = [post for post in state["posts"] if post not in values]
        if strange and not careless:
            raise ValueError(f"no such posts: {strange}")
        return state

    def with_data(files):
        return caravans(
            version=version,
            toll=toll,
            absent=absent,
            storm=storm,
            cost=cost,
            gamble=gamble,
            order=order,
            council=council,
            rounds=rounds,
            alias=alias,
            posts=files["posts.toml"],
        )

    files = {"posts.toml": posts}
    return Game(
        name="caravans",
        title="Caravans",
        version=version,
        options=lambda given: {"seats": 3, **given},
        seat_names=lambda options: SEATS,
        start=start,
        segments={"bids": bids, "market": market, "council": vote_on_it},
        segment=segment,
        follow=follow,
        dump=lambda state: json.dumps(state, sort_keys=True).encode(),
        load=load,
        kinds={each.name: each for each in (bid, buy, sell, asked_toll, vote)},
        view=lambda state, seat: dict(state),
        place=lambda options, position: {**start(options), **position},
        position=lambda state: state,
        paths={},
        result=lambda state: None,
        words=WORDS,
        data=files,
        data_hash=hash_of(files),
        with_data=None if fixed_data else with_data,
    )  # fmt: skip


FIRST = caravans(version="1")
