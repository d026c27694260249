"""Events know their neighbours, and those in a row are found together."""

from engine.kit.telling import Story, chained, run

QUIET = Story({}, {"silent": lambda _: True})
"""A story that leaves out what is silent."""


def chain(*names):
    return chained([{"what": name, "data": {"n": n}} for n, name in enumerate(names)], QUIET)


def test_an_event_knows_its_neighbours_that_are_told():
    first, second = chain("a", "silent", "b")

    assert (first["after"]["what"], second["before"]["what"]) == ("b", "a")
    assert (first["before"]["what"], second["after"]["what"]) == ("", "")


def test_a_field_that_is_called_like_a_neighbour_is_not_lost():
    led = {"seat": "spain", "before": "france"}
    (event,) = chained([{"what": "led", "data": led}], QUIET)

    assert event["fields"]["before"] == "france"


def test_where_all_is_left_out_there_is_nothing():
    assert chain("silent", "silent") == []


def test_a_run_is_told_by_its_last_event():
    one, two, other, three = chain("a", "a", "b", "a")

    assert run(one) == []
    assert [event["n"] for event in run(two)] == [0, 1]
    assert [event["n"] for event in run(three, "b")] == [0, 1, 3]
    assert run(two, "b") == []
    assert [event["n"] for event in run(other)] == [2]


def test_a_run_can_be_of_one_seat():
    events = [{"what": "a", "data": {"seat": seat}} for seat in ("x", "y", "y")]
    one, two, three = chained(events, QUIET)

    assert run(one, same="seat") == [one]
    assert run(two, same="seat") == []
    assert run(three, same="seat") == [two, three]
