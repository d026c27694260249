"""`done` behind what is over by itself ends nothing else."""

from engine.queue.intake import take_in
from engine.queue.using_lines import settle
from tests.engine.seven_years_world_war.campaigns import at


def asked_after(session, seat, *lines):
    """Who is asked what when a mail of a seat has been played as far as it goes."""
    orders = settle(session, {seat: take_in(session, seat, [], lines, 1)})
    while session.waiting() and session.waiting()[0] != seat:
        other = session.waiting()[0]
        session.submit(other, session.decision(other).default, "default")
        orders = settle(session, orders)
    states = [order.state for order in orders[seat]]
    return session.waiting()[:1], session.questions[seat].kind.name, states


def test_done_behind_the_last_enlightenment_of_a_year_skips_no_treasury():
    session = at(
        (3, "sturm", "sturm", "sturm"),
        variants=["enlightenment"],
        phase="enlightenment",
        units={"britain": {"C14": {"army": 1}}},
        markers={"britain": ["diplomacy_2"]},
        controllers={"russia": "neutral", "austria": "neutral"},
        pool=["sturm"] * 3,
    )
    found = asked_after(session, "britain", "enlighten C14 with 2", "done")
    assert found == (["britain"], "treasury", ["played", "skipped"])


def test_done_behind_a_wild_unit_skips_no_treasury():
    session = at(
        (
            3,
            1,
            *["diplomacy_1"] * 6,
        ),
        phase="setup",
        step="wild",
        first="britain",
        pool=["diplomacy_1"] * 6 + ["sturm"],
        controllers={"russia": "neutral", "austria": "neutral"},
    )
    found = asked_after(session, "britain", "place base in H18", "done")
    assert found == (["britain"], "treasury", ["played", "skipped"])
