"""Phase IV, Income and Maintenance and Population Increase."""

from tests.engine.struggle_of_empires.soe import only, told


def settled(dice=(), **position):
    return only("income", dice, **position)


def income_of(session, seat):
    return next(event for event in told(session, "income") if event["seat"] == seat)


def test_population_and_markers_bring_gold_and_units_cost_it():
    session = settled(
        control={"india": {"britain": 2}, "baltic": {"britain": 1}},
        units={"britain": {"india": {"army": 1, "navy": 2}, "baltic": {"fort": 1}}},
        population={"britain": 3},
        gold={"britain": 1},
    )
    assert session.state.gold["britain"] == 1 + 3 + 3 - 4
    assert income_of(session, "britain") == {
        "seat": "britain", "population": 3, "markers": 3, "maintenance": 4, "gold": 3,
    }  # fmt: skip


def test_units_at_home_cost_maintenance_too():
    session = settled(units={"britain": {"home": {"army": 2}}})
    assert session.state.gold["britain"] == 13


def test_maintenance_is_paid_from_the_income_before_taxation():
    session = settled(
        units={"britain": {"home": {"army": 6}}}, population={"britain": 5}, gold={"britain": 1}
    )
    assert session.state.gold["britain"] == 0
    assert session.state.unrest["britain"] == 0


def test_maintenance_that_gold_does_not_cover_is_taxed():
    session = settled(
        [1, 0],
        units={"britain": {"home": {"army": 8}}},
        population={"britain": 5},
        gold={"britain": 0},
    )
    assert session.state.gold["britain"] == 1
    assert session.state.unrest_taken["britain"] == 2


def test_population_grows_by_5_up_to_9_after_the_income():
    session = settled(population={"britain": 2, "france": 6})
    assert session.state.population["britain"] == 7
    assert session.state.population["france"] == 9
    assert income_of(session, "france")["population"] == 6


def test_maintenance_is_waived_when_nothing_can_be_raised():
    session = settled(
        units={"britain": {"home": {"army": 9}}},
        population={"britain": 1},
        gold={"britain": 0},
        counters=[0, 0, 0],
    )
    assert session.state.gold["britain"] == 0
    assert told(session, "maintenance_short") == [{"seat": "britain", "gold": 8}]
