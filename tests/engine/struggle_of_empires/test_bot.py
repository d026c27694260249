"""The bot: always legal, beats chance, keeps clear of revolution, plays like somebody."""

import json
from collections import Counter

import pytest

from engine.core.bots import Stream, advised_choice
from engine.core.session import Session
from engine.struggle_of_empires import GAME
from engine.struggle_of_empires.bot import OPINIONS, advise
from engine.struggle_of_empires.bot.odds import OF, odds
from engine.struggle_of_empires.bot.seeing import Seen
from engine.struggle_of_empires.data import SHIPPED, read
from tests.engine.minds import by_chance, play, thriftily, wins
from tests.engine.struggle_of_empires.campaigns import dice_of
from tests.engine.struggle_of_empires.crowded import crowded, melee, overgrown, ruined
from tests.engine.struggle_of_empires.soe import at, told
from tests.sampling import sampled

DATA = read(SHIPPED)
SOAK = pytest.mark.soak


def begun(name, players, **options):
    seats = list(Stream(name).shuffled(DATA.powers))[:players]
    return Session.start(GAME, dice_of(name), GAME.options({"seats": seats, **options}))


def test_it_beats_players_who_choose_by_chance():
    assert wins(begun, range(5), by_chance, 5) >= 4


@pytest.mark.soak
def test_it_wins_95_of_100_games_against_players_who_choose_by_chance():
    assert wins(begun, range(100, 200), by_chance, 5) >= 95


@pytest.mark.soak
def test_it_wins_95_of_100_games_against_thrifty_players():
    assert wins(begun, range(100, 200), thriftily, 5) >= 95


@pytest.fixture(scope="module", params=sampled(range(2), [0]))
def among_themselves(request):
    """A game that bots play with each other."""
    number = request.param
    session = begun(f"among themselves {number}", 5)
    play(session, f"{number}", lambda _seat: advised_choice)
    return session


def test_nobody_among_bots_falls_in_revolution(among_themselves):
    assert max(GAME.result(among_themselves.state)["unrest"].values()) < 20


def test_a_game_among_bots_is_fought_over_and_gold_goes_into_the_war(among_themselves):
    told = Counter(event.what for event in among_themselves.events)
    assert told["control_taken"] > 20
    assert told["tile_claimed"] > 12
    assert told["attack_declared"] > 20
    paid = Counter()
    for event in among_themselves.events:
        if event.what == "gold_paid":
            paid[event.data["purpose"]] += event.data["gold"]
    assert 4 * paid["auction"] < paid.total()


def opinion(session, seat, stream):
    """An opinion from what can be written down of the view; it is legal as it stands."""
    kind, decision = session.questions[seat].kind.name, session.decision(seat)
    if (thinks := OPINIONS.get(kind)) is None:
        return decision.default
    seen = Seen(DATA, json.loads(json.dumps(session.view(seat))))
    choice = thinks(seen, decision, stream)
    assert decision.menu.judge(choice) is None, (kind, choice)
    return choice


def against_its_opinion(session, seat, stream):
    """By chance, whatever it thinks."""
    opinion(session, seat, stream)
    return by_chance(session, seat, stream)


@pytest.mark.parametrize("players", sampled((4, 5, 6, 7), [7]))
@pytest.mark.parametrize("position", [crowded, melee, ruined, overgrown])
def test_each_opinion_is_legal_whatever_the_position(position, players):
    def mind_of(seat):
        return opinion if DATA.powers.index(seat) % 2 else against_its_opinion

    session = position(f"opinions {position.__name__} {players}", players)
    play(session, f"opinions {players}", mind_of, most=100)


KEYS = {
    edition: {key for key, row in DATA.variants.items() if edition not in row.not_in}
    for edition in DATA.editions
}
APART = {"draft", "open_unrest", "random_letters"}
GO_TOGETHER = [
    ({"edition": "original"}, KEYS["original"], 5),
    ({}, APART, 5),
    ({}, KEYS["deluxe"] - APART, 4),
]
"""All variants, in as few games as can be: some do not go with each other."""
EACH_ALONE = [
    *(({"edition": "original"}, players) for players in (2, 3, 5, 7)),
    ({}, 3),
    *(
        (
            {"edition": "original" if "deluxe" in row.not_in else "deluxe", "variants": [key]},
            5 if 5 in row.players or not row.players else 4,
        )
        for key, row in DATA.variants.items()
    ),
]


def test_the_games_with_several_variants_have_them_all():
    assert set().union(*(variants for _, variants, _ in GO_TOGETHER)) == set(DATA.variants)


@pytest.mark.parametrize(
    ("options", "players"),
    [
        *(
            ({**options, "variants": sorted(variants)}, players)
            for options, variants, players in GO_TOGETHER
        ),
        ({}, 2),
        *(pytest.param(*each, marks=SOAK) for each in EACH_ALONE),
    ],
    ids=str,
)
def test_each_opinion_is_legal_in_any_edition_and_with_any_variant(options, players):
    session = begun(f"opinions {options} {players}", players, **options)
    first = session.state.seats[0]

    def mind_of(seat):
        return against_its_opinion if seat == first else opinion

    play(session, "any edition", mind_of, most=100)


LAST = {"war": 3, "round": 5, "active": "britain", "actions_left": 1}


def answer(session, seat="britain"):
    return advised_choice(session, seat, Stream("any"))


def test_in_its_last_turn_it_takes_the_marker_that_is_as_good_as_won():
    session = at(
        **LAST,
        gold={"britain": 8},
        units={"britain": {"german_states": {"army": 6}}},
        neutrals={"german_states": ["3"], "central_europe": ["5+1vp"]},
    )
    assert answer(session) == ("attack", "german_states", "neutral:3")


def test_it_makes_no_attack_without_hope():
    session = at(
        **LAST,
        units={"britain": {"german_states": {"army": 1}}, "france": {"german_states": {"army": 9}}},
        control={"german_states": {"france": 1}},
    )
    assert answer(session)[0] != "attack"


def test_on_the_brink_of_revolution_it_returns_unrest_rather_than_tax():
    session = at(
        **LAST,
        gold={"britain": 0},
        unrest={"britain": 18},
        units={"britain": {"german_states": {"army": 3}}},
        neutrals={"german_states": ["3"]},
    )
    assert answer(session) == ("claim", "government_reform")


def test_it_colonizes_a_region_in_which_it_has_nothing():
    session = at(**LAST, stock={}, neutrals={"north_america": ["pop"]})
    assert answer(session) == ("colonize", "north_america")


def joining(offered):
    """What Austria answers when Britain attacks France in India and has offered it gold."""
    session = at(
        gold={"britain": 9},
        units={
            "britain": {"india": {"army": 2, "navy": 1}},
            "austria": {"india": {"army": 2}},
            "france": {"india": {"army": 3}},
        },
        control={"india": {"france": 1}},
    )
    if offered:
        session.anytime("britain", ("offer", offered, "austria"))
    session.submit("britain", ("attack", "india", "france"))
    return answer(session, "austria")


def test_it_does_not_bleed_for_an_ally_who_alone_would_gain_unless_for_gold():
    assert joining(offered=0) == ("decline",)
    assert joining(offered=6)[0] == "join"


def test_a_bid_is_never_raised_beyond_a_third_of_the_gold(among_themselves):
    gold = dict.fromkeys(among_themselves.state.seats, 10)
    for event in among_themselves.events:
        data = event.data
        if event.what in ("gold_paid", "gold_gained"):
            gold[data["seat"]] = data["left"]
        elif event.what == "income":
            gold[data["seat"]] = data["gold"]
        elif event.what == "bid":
            assert 3 * data["gold"] <= gold[data["seat"]]
    assert told(among_themselves, "bid")


def test_it_has_an_opinion_on_no_kind_that_there_is_not():
    assert set(OPINIONS) <= set(GAME.kinds)


def test_what_it_has_no_opinion_on_it_leaves_to_the_default():
    session = begun("default", 4)
    seat = session.waiting()[0]
    decision = session.decision(seat)
    assert advise(DATA, session.view(seat), "a new kind", decision, Stream("x")) == decision.default


def test_the_same_view_and_chance_give_the_same_answer():
    session = begun("same", 5)
    for _ in range(60):
        seat = session.waiting()[0]
        first, second = (advised_choice(session, seat, Stream("same")) for _ in range(2))
        assert first == second
        session.submit(seat, first)


@pytest.mark.parametrize("lead", range(-11, 12))
def test_odds_are_exact(lead):
    dice = range(1, 7)
    ends = [lead + abs(a - b) - abs(c - d) for a in dice for b in dice for c in dice for d in dice]
    win, tie, defeat = odds(lead)
    assert (win, tie, defeat) == (
        sum(end > 0 for end in ends),
        sum(end == 0 for end in ends),
        sum(end < 0 for end in ends),
    )
    assert win + tie + defeat == OF
