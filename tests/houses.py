"""Moderators to write to: an empty one, one whose game is being set up, one whose game goes on."""

import pytest

from tests.house import House
from tests.made_once import house_made_once


@pytest.fixture
def house(tmp_path):
    house = House(tmp_path / "house")
    yield house
    house.close()


@pytest.fixture(scope="session")
def begun(tmp_path_factory):
    """A game that has just begun: all are asked at once what they keep of what they drew."""

    def make(folder):
        house = House(folder)
        house.begin()
        return house

    return house_made_once(tmp_path_factory, "begun", make)


@pytest.fixture(scope="session")
def placing(begun, tmp_path_factory):
    """The same, a little later: one seat at a time places its first units."""

    def make(folder):
        house = begun.copy(folder)
        house.keep_all()
        return house

    return house_made_once(tmp_path_factory, "placing", make)


@pytest.fixture(scope="session")
def bidding(placing, tmp_path_factory):
    """The same, when all units are placed: the first auction."""

    def make(folder):
        house = placing.copy(folder)
        while next(iter(house.session().questions.values())).kind.name == "placement":
            house.place(house.session().waiting()[0])
        return house

    return house_made_once(tmp_path_factory, "bidding", make)


@pytest.fixture(scope="session")
def acting(bidding, tmp_path_factory):
    """The same, when the alliances are formed: the first seat has two actions."""

    def make(folder):
        house = bidding.copy(folder)
        house.answer_by_default_until("action")
        return house

    return house_made_once(tmp_path_factory, "acting", make)


@pytest.fixture(scope="session")
def redrawing(tmp_path_factory):
    """A game in which three seats or more are asked at once what they keep of what they drew."""

    def make(folder):
        for number in range(50):
            house = House(folder / f"house{number}", address=f"games{number}@example.org")
            house.begin()
            if len(house.session().waiting()) >= 3:
                return house
            house.close()
        raise AssertionError("nobody drew anything twice")

    return house_made_once(tmp_path_factory, "redrawing", make)


@pytest.fixture(scope="session")
def rising(tmp_path_factory):
    """Two empires: Red begins, and its ships would come to Asia and to Africa, which are Blue's."""

    def make(folder):
        for number in (37, *range(200)):  # 37 is one that suits
            house = House(folder / f"house{number}", address=f"games{number}@example.org")
            house.begin_empires("red", "blue")
            if suits(house, folder):
                return house
            house.close()
        raise AssertionError("no such dice")

    return house_made_once(tmp_path_factory, "rising", make)


@pytest.fixture(scope="session")
def mustering(tmp_path_factory):
    """Four powers at war: the first sets up its forces."""

    def make(folder):
        house = House(folder)
        house.begin_war()
        return house

    return house_made_once(tmp_path_factory, "mustering", make)


@pytest.fixture(scope="session")
def marching(mustering, tmp_path_factory):
    """The same, when all have spent their points: the first turn of the first player."""

    def make(folder):
        house = mustering.copy(folder)
        house.answer_by_default_until("turn")
        return house

    return house_made_once(tmp_path_factory, "marching", make)


@pytest.fixture(scope="session")
def reacting(tmp_path_factory):
    """Four powers at war, whose reactions are asked: the first turn of the first player."""

    def make(folder):
        house = House(folder)
        house.begin_war(reactions="ask")
        house.answer_by_default_until("turn")
        return house

    return house_made_once(tmp_path_factory, "reacting", make)


def suits(house, folder):
    """Whether Red may do first what the scripts of this game have it do."""
    view = house.session().view(None)
    if [view["first"], *view["seats"]] != ["red", "red", "blue"]:
        return False
    if any(card["label"] for card in view["draft"][2:4]):
        return False
    if {view["control"].get(area, "") for area in ("graecia", "sicilia")} != {"red"}:
        return False
    found = set()
    for area in ("asia", "africa"):
        twin = house.copy(folder / area)
        twin.order("red", f"attack {area}")
        twin.cycle(minutes=1)
        found |= {question.kind.name for question in twin.session().questions.values()}
        twin.close()
    return found == {"deck", "stance"}


def table(name):
    @pytest.fixture
    def at_the_table(request, tmp_path):
        house = request.getfixturevalue(name).copy(tmp_path / "table")
        yield house
        house.close()

    return at_the_table


drawing = table("begun")
setting_up = table("placing")
auction = table("bidding")
action = table("acting")
empires = table("rising")
war = table("marching")
asking = table("reacting")
