"""A game goes on with the data that it began with, whatever other games are played with."""

import re
from importlib.resources import files

import pytest

from engine.core.bots import Stream, play, random_bot, random_choice
from engine.core.decision import Refusal
from engine.core.dice import Dice, Seed
from engine.core.game import DataError
from engine.core.record import Record
from engine.core.session import Session
from engine.struggle_of_empires import GAME
from engine.struggle_of_empires.data import SHIPPED
from pbem.reports.languages.english import refusal_said
from tests.engine.struggle_of_empires.campaigns import begin
from tests.wording import refusing

MARKER = '{ id = "IN9", region = "india", face = "6+1vp", letter = "", source = "reconstruction" },'
CORRECTIONS = {
    "board.toml": [
        ('name = "Caribbean"', 'name = "Sugar Isles"'),
        ('name = "Africa"', 'name = "West Indies"'),
        ("values = [8, 5, 3]", "values = [9, 6, 4]"),
    ],
    "editions.toml": [("attack_cost = 2", "attack_cost = 5")],
    "markers.toml": [("marker = [", f"marker = [\n  {MARKER}")],
    "tiles.toml": [
        ('name = "Banking"', 'name = "Counting House"'),
        ('name = "Army Training"', 'name = "Drill"'),
        ("cost = {}", "cost = { gold = 40 }"),
    ],
}


def corrected(corrections):
    data = {name: text.decode() for name, text in SHIPPED.items()}
    for name, pairs in corrections.items():
        for old, new in pairs:
            assert old in data[name]
            data[name] = data[name].replace(old, new)
    return {name: text.encode() for name, text in data.items()}


OTHER = GAME.with_data(corrected(CORRECTIONS))
SEATS = ["britain", "france", "austria", "prussia", "spain"]
OPTIONS = GAME.options({"seats": SEATS})


def begun(game, name):
    return Session.start(game, Dice(Seed(name.encode())), OPTIONS)


def restored(session):
    record = Record(session.record.lines, session.record.snapshots)
    return Session(session.game, session.dice, record, session.sealed)


def answer(session, stream, number):
    """Up to so many answers by chance, then the game as it is between two mails."""
    for _ in range(number):
        if waiting := session.waiting():
            choice = random_choice(session.decision(waiting[0]), stream)
            session.submit(waiting[0], choice, "bot")
    return restored(session), paid_for_attacks(session.events)


def paid_for_attacks(events):
    paid = [event.data for event in events if event.what == "gold_paid"]
    return {row["gold"] for row in paid if row["purpose"] == "attack"}


def in_action(game, **position):
    place = {"red": SEATS[:3], "blue": SEATS[3:], "gold": dict.fromkeys(SEATS, 9), **position}
    state = game.place(OPTIONS, place)
    return Session.of_state(game, Dice(Seed(b"data")), state, OPTIONS)


def test_a_game_half_way_and_one_of_other_data_go_on_each_by_its_own_numbers():
    alone = begun(GAME, "one")
    play(alone, random_bot(Stream("one")))
    half = sum(line.body["t"] == "choice" for line in alone.record.lines) // 2
    ours, theirs = Stream("one"), Stream("other")
    one, costs = answer(begun(GAME, "one"), ours, half)
    other, other_costs = begun(OTHER, "other"), set()
    while not (one.over and other.over):
        one, paid = answer(one, ours, 7)
        costs |= paid
        other, paid = answer(other, theirs, 7)
        other_costs |= paid
    assert [line.body for line in one.record.lines] == [line.body for line in alone.record.lines]
    assert (max(costs), max(other_costs)) == (2, 5)
    assert one.view(None)["values"]["german_states"] == [8, 5, 3]
    assert other.view(None)["values"]["german_states"] == [9, 6, 4]
    assert "india:6+1vp" not in one.state.bag + one.view(None)["used"]


def test_the_data_are_no_part_of_what_is_written():
    session = begin("written", 5)
    written = GAME.dump(session.state)
    ours, theirs = GAME.load(written), OTHER.load(written)
    assert GAME.dump(ours) == OTHER.dump(theirs) == written
    assert ours == theirs
    assert (ours.rules.attack_cost, theirs.rules.attack_cost) == (2, 5)


def test_the_files_make_the_hash_and_give_the_game_again():
    again = OTHER.with_data(OTHER.data)
    assert GAME.with_data(SHIPPED).data_hash == GAME.data_hash != OTHER.data_hash
    assert again.data_hash == OTHER.data_hash
    assert again.start(OPTIONS) == OTHER.start(OPTIONS)


def test_files_without_the_switch_for_forts_play_on_as_they_did():
    keys = r"(?m)^fort_safe_in_ties = .*\n"
    older = {name: re.sub(keys, "", text.decode()).encode() for name, text in SHIPPED.items()}
    options = {**OPTIONS, "edition": "original"}
    ours, theirs = (game.start(options).rules for game in (GAME, GAME.with_data(older)))
    assert (ours.fort_safe_in_ties, theirs.fort_safe_in_ties) == (True, False)


def test_the_added_marker_is_in_the_bag_of_new_games_only():
    assert "india:6+1vp" in OTHER.start(OPTIONS).bag
    assert "india:6+1vp" not in GAME.start(OPTIONS).bag
    neutral = {"neutrals": {"india": ["6+1vp"]}}
    assert in_action(OTHER, **neutral).view(None)["neutrals"] == {"india": ["6+1vp"]}
    with refusing(r"neutrals\.india"):
        in_action(GAME, **neutral)


def test_an_attack_on_it_costs_what_its_game_says_and_brings_its_reward():
    here = {
        "neutrals": {"india": ["6+1vp"]},
        "units": {"britain": {"india": {"army": 9, "navy": 1}}},
        "gold": {"britain": 20},
    }
    session = in_action(OTHER, **here)
    session.submit("britain", ("attack", "india", "neutral:6+1vp"))
    assert session.state.gold["britain"] == 15
    assert session.state.control["india"] == {"britain": 1}
    assert session.state.victory_points["britain"] == 1


@pytest.mark.parametrize(
    ("text", "ours", "theirs"),
    [
        ("build army in Caribbean", "caribbean", "caribbean"),
        ("build army in Sugar Isles", None, "caribbean"),
        ("build army in West Indies", "caribbean", "africa"),
        ("build army in Africa", "africa", "africa"),
    ],
)
def test_orders_are_read_by_the_names_of_their_game(text, ours, theirs):
    for game, region in ((GAME, ours), (OTHER, theirs)):
        line = game.words.read(text)
        if region is None:
            assert isinstance(line, Refusal)
        else:
            ((choice,),) = [step.choices("action") for step in line.steps]
            assert choice == ("build", "army", region)


def test_an_added_marker_can_be_ordered_by_its_strength():
    line = OTHER.words.read("attack neutral 6+1vp in India")
    assert [step.choices("action") for step in line.steps] == [
        [("attack", "india", "neutral:6+1vp")]
    ]


def test_what_is_asked_and_refused_has_the_names_of_its_game():
    for game, region, tile in (
        (GAME, "the Caribbean", "Banking"),
        (OTHER, "Sugar Isles", "Counting House"),
    ):
        session = in_action(game, stock={})
        menu = session.decision("britain").menu
        name = region.removeprefix("the ")
        refused = menu.judge(("attack", "caribbean", "france"))
        assert f"in the {name}." in refusal_said(game, refused)
        assert tile in refusal_said(game, menu.judge(("claim", "banking")))
        assert game.words.say("action", ("claim", "banking")) == f"claim {tile}"
        assert session.view(None)["names"]["caribbean"] == name


def test_what_help_says_comes_from_the_data_of_its_game():
    ours, theirs = GAME.rules_facts(OPTIONS), OTHER.rules_facts(OPTIONS)
    assert (ours["attack_cost"], theirs["attack_cost"]) == (2, 5)
    assert ours["regions"]["german_states"]["values"] == [8, 5, 3]
    assert theirs["regions"]["german_states"]["values"] == [9, 6, 4]
    assert "6+1vp" in theirs["regions"]["india"]["markers"]
    assert "6+1vp" not in ours["regions"]["india"]["markers"]


def test_the_bot_reckons_with_the_data_of_its_game():
    session = in_action(GAME, stock={"banking": 2})
    view, decision = session.view("britain"), session.decision("britain")
    ours, theirs = (game.advise(view, "action", decision, Stream("bot")) for game in (GAME, OTHER))
    assert ours == ("claim", "banking")
    assert theirs != ours


def test_options_are_those_of_the_data():
    fewer = GAME.with_data(
        corrected({"editions.toml": [("players = [2, 3, 4, 5, 6, 7]", "players = [4, 5]")]})
    )
    with refusing("give 4 to 5"):
        fewer.options({"seats": 7})
    assert GAME.options({"seats": 7})["seats"] == 7
    assert "4 to 5" in next(o.line for o in fewer.option_list if o.key == "seats")


def test_a_mistake_in_the_files_is_named():
    with pytest.raises(DataError, match=r"board\.toml: region german_states\.values"):
        GAME.with_data(corrected({"board.toml": [("values = [8, 5, 3]", 'values = ["8"]')]}))


def test_no_rule_looks_at_the_shipped_data():
    package = files("engine.struggle_of_empires")
    modules = [*package.iterdir(), *package.joinpath("bot").iterdir()]
    using = [
        module.name
        for module in modules
        if module.name.endswith(".py") and re.search(r"\bSHIPPED\b", module.read_text())
    ]
    assert sorted(using) == ["data.py"]
