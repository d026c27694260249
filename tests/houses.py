"""Moderators to write to: an empty one, one whose game is being set up, one whose game goes on."""

import pytest

from tests.house import House


@pytest.fixture
def house(tmp_path):
    house = House(tmp_path / "house")
    yield house
    house.close()


@pytest.fixture(scope="session")
def begun(tmp_path_factory):
    """A game that has just begun: all are asked at once what they keep of what they drew."""
    house = House(tmp_path_factory.mktemp("begun") / "house")
    house.begin()
    house.close()
    return house


@pytest.fixture(scope="session")
def placing(begun, tmp_path_factory):
    """The same, a little later: one seat at a time places its first units."""
    house = begun.copy(tmp_path_factory.mktemp("placing") / "house")
    house.keep_all()
    house.close()
    return house


@pytest.fixture(scope="session")
def bidding(placing, tmp_path_factory):
    """The same, when all units are placed: the first auction."""
    house = placing.copy(tmp_path_factory.mktemp("bidding") / "house")
    while next(iter(house.session().questions.values())).kind.name == "placement":
        house.place(house.session().waiting()[0])
    house.close()
    return house


@pytest.fixture(scope="session")
def acting(bidding, tmp_path_factory):
    """The same, when the alliances are formed: the first seat has two actions."""
    house = bidding.copy(tmp_path_factory.mktemp("acting") / "house")
    house.answer_by_default_until("action")
    house.close()
    return house


@pytest.fixture(scope="session")
def rising(tmp_path_factory):
    """Two empires: Red begins, and its ships would come to Asia and to Africa, which are Blue's."""
    folder = tmp_path_factory.mktemp("rising")
    for number in (37, *range(200)):  # 37 is one that suits
        house = House(folder / f"house{number}", address=f"games{number}@example.org")
        house.begin_empires("red", "blue")
        house.close()
        if suits(house, folder):
            return house
    raise AssertionError("no such dice")


@pytest.fixture(scope="session")
def mustering(tmp_path_factory):
    """Four powers at war: the first sets up its forces."""
    house = House(tmp_path_factory.mktemp("mustering") / "house")
    house.begin_war()
    house.close()
    return house


@pytest.fixture(scope="session")
def marching(mustering, tmp_path_factory):
    """The same, when all have spent their points: the first turn of the first player."""
    house = mustering.copy(tmp_path_factory.mktemp("marching") / "house")
    house.answer_by_default_until("turn")
    house.close()
    return house


@pytest.fixture(scope="session")
def reacting(tmp_path_factory):
    """Four powers at war, whose reactions are asked: the first turn of the first player."""
    house = House(tmp_path_factory.mktemp("reacting") / "house")
    house.begin_war(reactions="ask")
    house.answer_by_default_until("turn")
    house.close()
    return house


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
