"""Formal Call for Allies."""

import pytest

from engine.core.decision import Refused
from tests.engine.struggle_of_empires.soe import asked, at, refusal, told

WIN = [6, 2, 1, 1]


def called(dice=(), *, calls="together", target="france", attack=True, **position):
    """Britain attacks France in India; Spain and Prussia could join."""
    start = {
        "units": {
            "britain": {"india": {"army": 1}},
            "france": {"india": {"army": 1}},
            "spain": {"india": {"army": 2, "navy": 1, "fort": 1}},
            "prussia": {"india": {"army": 1}},
            "austria": {"baltic": {"army": 3}},
        },
        "control": {"india": {"france": 1}},
    }
    session = at(dice, calls=calls, **(start | position))
    if attack:
        session.submit("britain", ("attack", "india", target))
    return session


def test_allies_of_both_sides_are_asked_together():
    session = called()
    assert asked(session) == {"spain": "call", "prussia": "call"}
    assert told(session, "allies_called")[0] == {
        "region": "india", "attacker": ["spain"], "defender": ["prussia"],
    }  # fmt: skip


def test_in_order_the_attackers_side_is_asked_first():
    session = called(calls="in order")
    assert asked(session) == {"spain": "call"}
    session.submit("spain", ("decline",))
    assert asked(session) == {"prussia": "call"}


def test_an_ally_sends_as_many_as_they_want_but_no_forts():
    session = called()
    for armies, navies in ((1, 0), (2, 1), (0, 1)):
        assert refusal(session, "spain", "join", armies, navies) is None
    assert "You have 2 armies to send" in refusal(session, "spain", "join", 3, 0)
    assert "You have 1 navy to send" in refusal(session, "spain", "join", 1, 2)


def test_joining_with_nothing_is_declining():
    session = called()
    with pytest.raises(Refused):
        session.submit("spain", ("join", 0, 0))
    with pytest.raises(Refused):
        session.submit("prussia", ("join", 0, 0))


def test_the_default_is_to_decline():
    assert called().decision("spain").default == ("decline",)


def test_what_is_committed_counts():
    session = called([*WIN, 1, 1])
    session.submit("spain", ("join", 2, 0))
    session.submit("prussia", ("join", 1, 0))
    (combat,) = told(session, "combat_fought")
    assert [(i["power"], i["strength"]) for i in combat["attacker"]["items"]] == [
        ("britain", 1),
        ("spain", 2),
    ]
    assert combat["defender"]["base"] == 2


def test_a_joint_answer_can_be_changed_until_all_are_in():
    session = called()
    session.submit("spain", ("join", 2, 0))
    session.submit("spain", ("decline",))
    assert session.waiting() == ["prussia"]


def test_only_the_attacker_gains_the_marker():
    session = called([*WIN, 1])
    session.submit("spain", ("join", 2, 0))
    session.submit("prussia", ("decline",))
    assert session.state.control["india"] == {"britain": 1}


def test_nobody_is_asked_where_nobody_could_join():
    session = called(
        [*WIN, 1],
        units={"britain": {"india": {"army": 1}}, "france": {"india": {"army": 1}},
               "spain": {"india": {"fort": 1}}},
    )  # fmt: skip
    assert asked(session) == {"britain": "action"}
    assert told(session, "allies_called") == []


def test_nobody_joins_a_neutral_marker():
    session = called(target="neutral:3", neutrals={"india": ["3"]})
    assert asked(session) == {"spain": "call"}


def test_navies_are_not_called_against_a_neutral_marker_if_one_is_there():
    session = called(
        [*WIN],
        target="neutral:3",
        neutrals={"india": ["3"]},
        units={"britain": {"india": {"army": 1, "navy": 1}}, "spain": {"india": {"navy": 2}}},
    )
    assert asked(session) == {"britain": "action"}


def test_an_allys_navy_brings_support_against_a_neutral_marker():
    session = called(
        WIN,
        target="neutral:3",
        neutrals={"india": ["3"]},
        units={"britain": {"india": {"army": 1}}, "spain": {"india": {"navy": 2}}},
    )
    session.submit("spain", ("join", 0, 1))
    assert told(session, "naval_support")[0]["side"] == "attacker"


# Unplayed powers

UNPLAYED = {
    "britain": {"german_states": {"army": 1}},
    "france": {"german_states": {"army": 1}},
    "united_provinces": {"german_states": {"army": 1}},
    "russia": {"german_states": {"army": 1}},
}


def test_unplayed_powers_join_their_alliance_by_themselves():
    session = at([*WIN, 1], units=UNPLAYED, control={"german_states": {"france": 1}})
    session.submit("britain", ("attack", "german_states", "france"))
    assert [(e["power"], e["side"]) for e in told(session, "unplayed_joined")] == [
        ("united_provinces", "attacker"),
        ("russia", "defender"),
    ]
    (combat,) = told(session, "combat_fought")
    assert (combat["attacker"]["base"], combat["defender"]["base"]) == (2, 2)


def test_the_strengths_of_a_call_count_what_joins_by_itself():
    session = called(
        units={
            "britain": {"india": {"army": 3}},
            "spain": {"india": {"army": 1}},
            "united_provinces": {"india": {"army": 1}},
            "russia": {"india": {"army": 1}},
        }
    )
    facts = session.decision("spain").facts
    assert facts["strengths"] == {"land": {"attacker": 4, "defender": 1}}
    assert facts["joining"] == {
        "attacker": {"united_provinces": {"army": 1, "navy": 0}},
        "defender": {"russia": {"army": 1, "navy": 0}},
    }
    assert (facts["own"], facts["against"]) == (4, 1)


def test_nothing_joins_by_itself_against_a_neutral_marker():
    session = called(
        target="neutral:4+1vp",
        neutrals={"india": ["4+1vp"]},
        units={
            "britain": {"india": {"army": 3}},
            "spain": {"india": {"army": 1}},
            "united_provinces": {"india": {"army": 1}},
        },
    )
    facts = session.decision("spain").facts
    assert facts["strengths"]["land"] == {"attacker": 3, "defender": 4}
    assert facts["joining"] == {"attacker": {}, "defender": {}}


def test_unplayed_powers_stay_out_of_attacks_on_neutral_markers():
    session = at(WIN, units=UNPLAYED, neutrals={"german_states": ["3"]})
    session.submit("britain", ("attack", "german_states", "neutral:3"))
    assert told(session, "unplayed_joined") == []


def test_units_of_unplayed_powers_are_never_lost():
    session = at(
        [1, 1, 6, 1, 1, 1],
        units={**UNPLAYED, "france": {}},
        control={"german_states": {"france": 1}},
    )
    session.submit("britain", ("attack", "german_states", "france"))
    assert session.state.units["russia"]["german_states"] == {"army": 1}
    assert [e["cause"] for e in told(session, "no_loss")] == ["seven"]


# Offers


def test_an_offer_is_paid_when_its_receiver_joins():
    session = called([*WIN, 1], attack=False)
    session.anytime("britain", ("offer", 3, "spain"))
    session.submit("britain", ("attack", "india", "france"))
    assert session.decision("spain").facts["offers"] == [{"giver": "britain", "gold": 3}]
    session.submit("spain", ("join", 1, 0))
    session.submit("prussia", ("decline",))
    assert session.state.gold["spain"] == 13
    assert session.state.gold["britain"] == 5


def test_an_offer_is_gone_if_its_receiver_declines():
    session = called([*WIN, 1])
    session.anytime("france", ("offer", 3, "prussia"))
    session.submit("spain", ("decline",))
    session.submit("prussia", ("decline",))
    assert session.state.gold["prussia"] == 10
    assert session.state.offers == []


def test_an_offer_of_the_other_side_is_not_paid():
    session = called([*WIN, 1], offers=[{"giver": "france", "receiver": "spain", "gold": 3}])
    session.submit("spain", ("join", 1, 0))
    session.submit("prussia", ("decline",))
    assert session.state.gold["spain"] == 10
    assert session.state.gold["france"] == 10


def test_an_offer_is_paid_by_taxation_if_need_be():
    session = called([1, 1, *WIN, 1], gold={"britain": 2})
    session.anytime("britain", ("offer", 3, "spain"))
    session.submit("spain", ("join", 1, 0))
    session.submit("prussia", ("join", 1, 0))
    assert session.state.gold["spain"] == 13
    assert session.state.unrest["britain"] == 2


def test_an_offer_that_can_no_longer_be_paid_fails():
    session = called([*WIN, 1])
    session.anytime("britain", ("offer", 3, "spain"))
    session.state.counters, session.state.fives = [0, 1, 0], 0
    session.state.gold["britain"] = 0
    session.submit("spain", ("join", 1, 0))
    session.submit("prussia", ("decline",))
    assert told(session, "offer_failed")[0]["gold"] == 3
