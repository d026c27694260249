"""The moves of a phase are told together, those along one way once."""

from engine.kit.telling import chained
from engine.seven_years_world_war import GAME
from pbem.reports.rendering import document as d
from pbem.reports.telling import story
from tests.pbem.reports.languages.galleries import of_game


def moved(units, *path, by="land", aboard=None, manner="move", seat="russia"):
    data = {
        "seat": seat,
        "units": {seat: units},
        "path": list(path),
        "start": path[0],
        "end": path[-1],
        "by": by,
        "aboard": {seat: aboard} if aboard else {},
        "manner": manner,
        "arrived": True,
    }
    return {"what": "force_moved", "data": data, "n": 1}


def told(*news, code="en", reader=None):
    """The paragraphs of a story, and the items of its lists, a line each."""
    tells, language = GAME.telling.story, of_game(code, GAME.name, reader)
    parts = [part for event in chained(news, tells) for part in tells.tell(event, {})]
    lines = []
    for block in story(parts, language):
        texts = block.items if isinstance(block, d.Bullets) else [block.text]
        lines += [d.words(text) for text in texts]
    return lines


RECRUIT = moved({"army": 1}, "C18", "B18", "B17")


def test_units_that_go_one_way_are_counted_together():
    assert told(RECRUIT, RECRUIT, moved({"army": 1, "veteran_army": 1}, "C18", "B18", "B17")) == [
        "Russia moved 3 recruit armies and 1 veteran army from C18 to B17 via B18."
    ]


def test_ships_and_those_aboard_are_counted_apart():
    sailing = moved({"veteran_fleet": 1, "army": 1}, "B17", "A17", by="sea", aboard={"army": 1})
    assert told(sailing, sailing) == [
        "Russia moved 2 veteran fleets (with 2 recruit armies aboard) from B17 to A17."
    ]


def test_what_goes_by_land_and_by_sea_goes_two_ways():
    sailing = moved({"fleet": 1, "army": 1}, "B17", "A17", by="sea", aboard={"army": 1})
    assert told(moved({"army": 2}, "B17", "A17"), sailing) == [
        "Russia moved 2 recruit armies from B17 to A17 and 1 recruit fleet "
        "(with 1 recruit army aboard) from B17 to A17."
    ]


def test_more_than_three_ways_are_a_list():
    ways = [
        moved({"army": n}, start, "B17") for n, start in enumerate(("C18", "C19", "B18", "A17"))
    ]
    ways[0] = moved({"veteran_army": 1}, "C18", "B17")
    assert told(*ways, code="de") == [
        "Russland zog:",
        "1 Veteranenarmee von C18 nach B17",
        "1 Rekrutenarmee von C19 nach B17",
        "2 Rekrutenarmeen von B18 nach B17",
        "3 Rekrutenarmeen von A17 nach B17",
    ]


def test_moves_of_two_seats_or_manners_stay_apart():
    forced = moved({"army": 1}, "C18", "B18", manner="forced")
    prussian = moved({"army": 1}, "C18", "B18", "B17", seat="prussia")
    assert told(RECRUIT, forced, prussian, reader="prussia") == [
        "Russia moved 1 recruit army from C18 to B17 via B18 and force-marched 1 recruit army "
        "from C18 to B18.",
        "You sent 1 recruit army from C18 to B17 via B18.",
    ]


def test_moves_of_allies_are_told_one_by_one():
    ally = moved({"horde": 1}, "E21", "E22", manner="alliance")
    (said,) = told(ally, ally)
    assert said.count("had 1 recruit horde move from E21 to E22") == 2


ARRIVED = {"what": "force_arrived", "data": {"seat": "russia", "square": "C17"}, "n": 1}
WATCHED = [moved({"army": 3}, "D16", "D17"), moved({"army": 3}, "D17", "C17")]


def test_a_move_that_was_watched_on_its_way_is_told_as_one():
    assert told(*WATCHED, ARRIVED) == ["Russia moved 3 recruit armies from D16 to C17 via D17."]


def test_a_move_that_begins_where_another_has_ended_is_told_apart():
    first, second = WATCHED
    assert told(first, ARRIVED, second, ARRIVED) == [
        "Russia moved 3 recruit armies from D16 to D17 and 3 recruit armies from D17 to C17."
    ]
