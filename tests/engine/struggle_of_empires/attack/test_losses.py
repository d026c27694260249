"""Unit losses, ally losses, the loss for a seven, Fighting Withdrawal."""

from tests.engine.struggle_of_empires.soe import asked, at, refusal, told, units

WIN = [6, 2, 1, 1]
WIN_BOTH_SEVEN = [6, 1, 4, 3]
TIE = [2, 2, 3, 3]
TIE_DEFENDER_SEVEN = [2, 1, 4, 3]
LOSE_SEVEN = [4, 3, 6, 2]


def battle(dice=(), units=None, join=(), **position):
    """Britain attacks France in the German States; `join` answers for those who are asked."""
    session = at(
        dice,
        units={power: {"german_states": force} for power, force in units.items()},
        **({"control": {"german_states": {"france": 1}}} | position),
    )
    session.submit("britain", ("attack", "german_states", "france"))
    for seat, armies in join:
        session.submit(seat, ("join", armies, 0))
    return session


def losses(session):
    return [(event["power"], event["unit"], event["cause"]) for event in told(session, "loss")]


def test_the_loser_loses_a_unit_and_takes_a_counter():
    session = battle([*WIN, 2], {"britain": {"army": 1}, "france": {"army": 2}})
    assert losses(session) == [("france", "army", "defeat")]
    assert units(session, "france", "german_states") == {"army": 1}
    assert session.state.unrest["france"] == 2


def test_in_a_tie_both_lose_the_attacker_first():
    session = battle([*TIE, 0, 2], {"britain": {"army": 1}, "france": {"army": 1}})
    assert losses(session) == [("britain", "army", "tie"), ("france", "army", "tie")]
    assert session.state.unrest["france"] == 2


def test_a_seven_costs_a_winner_a_unit_too():
    session = battle([*WIN_BOTH_SEVEN, 1, 1, 1], {"britain": {"army": 1}, "france": {"army": 2}})
    assert losses(session) == [
        ("britain", "army", "seven"),
        ("france", "army", "defeat"),
        ("france", "army", "seven"),
    ]


def test_the_second_loss_falls_on_an_ally():
    session = battle(
        [*LOSE_SEVEN, 1, 1],
        {"britain": {"army": 2}, "spain": {"army": 1}, "france": {"army": 1}},
        [("spain", 1)],
    )
    assert losses(session) == [("britain", "army", "defeat"), ("spain", "army", "seven")]


def test_nothing_is_asked_where_all_that_can_be_lost_is_lost():
    session = battle(
        [*WIN_BOTH_SEVEN, 1, 1, 1], {"britain": {"army": 3}, "france": {"army": 1, "fort": 1}}
    )
    assert losses(session)[1:] == [("france", "army", "defeat"), ("france", "fort", "seven")]
    assert asked(session) == {"britain": "action"}


def test_what_is_left_is_chosen_where_something_is_left():
    session = battle(
        [*WIN_BOTH_SEVEN, 1, 1, 1], {"britain": {"army": 4}, "france": {"army": 2, "fort": 1}}
    )
    assert asked(session) == {"france": "loss"}


def test_without_an_ally_both_losses_fall_on_the_principal():
    session = battle([*LOSE_SEVEN, 1, 1], {"britain": {"army": 3}, "france": {"army": 2}})
    assert units(session, "britain", "german_states") == {"army": 1}


def test_only_allies_defending_bear_all_losses():
    session = battle(
        [*WIN_BOTH_SEVEN, 1, 1, 1],
        {"britain": {"army": 3}, "prussia": {"army": 2}},
        [("prussia", 2)],
    )
    assert losses(session)[1:] == [("prussia", "army", "defeat"), ("prussia", "army", "seven")]


def test_an_ally_loses_no_more_than_they_committed():
    session = battle(
        [*WIN_BOTH_SEVEN, 1, 1],
        {"britain": {"army": 3}, "prussia": {"army": 2}},
        [("prussia", 1)],
    )
    assert units(session, "prussia", "german_states") == {"army": 1}
    assert [e["cause"] for e in told(session, "no_loss")] == ["seven"]


def test_the_principal_chooses_which_ally_bears_a_loss():
    session = battle(
        LOSE_SEVEN,
        {"britain": {"army": 1}, "austria": {"army": 1}, "spain": {"army": 1},
         "france": {"army": 4}},
    )  # fmt: skip
    session.dice.left += [1]
    session.submit("spain", ("join", 1, 0))
    session.submit("austria", ("join", 1, 0))
    assert asked(session) == {"britain": "loss"}
    assert session.decision("britain").default == ("lose", "austria")
    assert "cannot take this loss" in refusal(session, "britain", "lose", "army")
    session.dice.left += [1]
    session.submit("britain", ("lose", "spain"))
    assert losses(session)[-1] == ("spain", "army", "seven")


# Forts


def test_a_defender_chooses_between_army_and_fort():
    session = battle(WIN, {"britain": {"army": 6}, "france": {"army": 1, "fort": 1}})
    assert asked(session) == {"france": "loss"}
    assert session.decision("france").default == ("lose", "army")
    session.dice.left += [1]
    session.submit("france", ("lose", "fort"))
    assert units(session, "france", "german_states") == {"army": 1}


def test_a_fort_is_not_lost_to_a_tie():
    session = battle([*TIE, 1], {"britain": {"army": 2}, "france": {"fort": 1}})
    assert units(session, "france", "german_states") == {"fort": 1}
    assert told(session, "no_loss")[0]["cause"] == "tie"


def test_an_army_beside_a_fort_is_lost_to_a_tie_without_a_question():
    session = battle([*TIE, 1, 1], {"britain": {"army": 3}, "france": {"army": 1, "fort": 1}})
    assert units(session, "france", "german_states") == {"fort": 1}


def test_a_fort_alone_is_lost_to_a_seven_in_a_tie():
    session = battle([*TIE_DEFENDER_SEVEN, 1, 1], {"britain": {"army": 2}, "france": {"fort": 1}})
    assert losses(session) == [("britain", "army", "tie"), ("france", "fort", "seven")]


def test_in_a_tie_an_ally_pays_for_the_fort_which_then_falls_to_the_seven():
    session = battle(
        [*TIE_DEFENDER_SEVEN, 1, 1, 1],
        {"britain": {"army": 3}, "france": {"fort": 1}, "prussia": {"army": 1}},
        [("prussia", 1)],
    )
    assert losses(session) == [
        ("britain", "army", "tie"),
        ("prussia", "army", "tie"),
        ("france", "fort", "seven"),
    ]


# Fighting Withdrawal


def withdrawing(dice, france=None, **position):
    return battle(
        dice,
        {"britain": {"army": 3}, "france": france or {"army": 1}},
        tiles={"france": ["fighting_withdrawal"]},
        **position,
    )


def test_after_a_defeat_the_defender_may_withdraw_and_lose_no_units():
    session = withdrawing(WIN_BOTH_SEVEN)
    assert asked(session) == {"france": "withdraw"}
    session.dice.left += [1]
    session.submit("france", ("withdraw",))
    assert units(session, "france", "german_states") == {"army": 1}
    assert session.state.control["german_states"] == {"britain": 1}
    assert losses(session) == [("britain", "army", "seven")]
    assert session.state.stock["fighting_withdrawal"] == 1
    assert session.state.unrest_taken["france"] == 0


def test_by_default_the_defender_stands():
    session = withdrawing(WIN)
    session.dice.left += [1]
    session.submit("france", session.decision("france").default)
    assert units(session, "france", "german_states") == {}
    assert session.state.tiles["france"] == ["fighting_withdrawal"]


def test_there_is_no_withdrawal_from_a_tie():
    session = withdrawing([2, 2, 5, 3, 1, 1])
    assert asked(session) == {"britain": "action"}


def test_there_is_no_withdrawal_where_nothing_can_be_lost():
    session = battle(
        WIN, {"britain": {"army": 3}, "france": {}}, tiles={"france": ["fighting_withdrawal"]}
    )
    assert asked(session) == {"britain": "action"}


# Fighting Withdrawal for a whole attack


def withdrawing_everywhere(dice, land, **position):
    """Britain attacks France in India by the original rules; both have a navy and fight."""
    session = at(
        dice,
        rules={"edition": "original"},
        units={
            "britain": {"india": {"army": 3, "navy": 3}},
            "france": {"india": {"navy": 1} | land},
        },
        control={"india": {"france": 1}},
        tiles={"france": ["fighting_withdrawal"]},
        **position,
    )
    session.submit("britain", ("attack", "india", "france"))
    session.submit("britain", ("fight",))
    session.submit("france", ("fight",))
    return session


def test_by_the_original_rules_a_withdrawal_at_sea_covers_the_land():
    session = withdrawing_everywhere([1, 1, 2, 2, 1, 1, 3, 4], {"army": 2})
    assert session.decision("france").facts["covers"] == "attack"
    session.submit("france", ("withdraw",))
    assert [event["combat"] for event in told(session, "spared")] == ["land"]
    assert units(session, "france", "india") == {"army": 2, "navy": 1}
    assert session.state.control["india"] == {"britain": 1}
    assert session.state.barred == {"fighting_withdrawal": ["france"]}


def test_a_fort_in_a_tie_is_no_loss_to_withdraw_from():
    session = withdrawing_everywhere([1, 1, 2, 2, 1, 1, 3, 1], {"fort": 1})
    session.submit("france", ("stand",))
    assert asked(session) == {"britain": "action"}
    assert told(session, "combat_fought")[1]["winner"] == "tie"
    assert units(session, "france", "india") == {"fort": 1}


def test_a_won_combat_with_a_seven_can_be_withdrawn_from_by_the_original_rules():
    session = battle(
        [1, 1, 6, 1],
        {"britain": {"army": 1}, "france": {"army": 1}},
        tiles={"france": ["fighting_withdrawal"]},
        rules={"edition": "original"},
    )
    assert session.decision("france").facts["winner"] == "defender"
    session.submit("france", ("withdraw",))
    assert units(session, "france", "german_states") == {"army": 1}


# The worked examples


def ottoman():
    """Russia attacks Great Britain in the Ottoman Empire."""
    return at(
        [],
        seats=["russia", "britain", "united_provinces", "spain", "france", "austria"],
        red=["russia", "united_provinces", "france"],
        blue=["britain", "spain", "austria"],
        unplayed={"prussia": "red"},
        gold={"russia": 9, "britain": 9},
        control={"ottoman_empire": {"britain": 1}},
        units={
            "russia": {"ottoman_empire": {"army": 2}},
            "britain": {"mediterranean": {"navy": 1}, "ottoman_empire": {"fort": 1}},
            "united_provinces": {"mediterranean": {"navy": 2}, "ottoman_empire": {"army": 2}},
            "france": {"ottoman_empire": {"army": 1}},
            "spain": {"mediterranean": {"navy": 2}, "ottoman_empire": {"army": 1}},
            "austria": {"ottoman_empire": {"army": 1}},
        },
        tiles={
            "russia": ["army_training", "army_training"],
            "britain": ["army_training", "naval_training"],
        },
        alliances={"britain": ["ottoman"]},
    )


def test_the_examples_of_naval_and_land_combat():
    session = ottoman()
    session.submit("russia", ("attack", "ottoman_empire", "britain"))
    session.submit("united_provinces", ("join", 2, 2))
    session.submit("france", ("join", 1, 0))
    session.submit("spain", ("join", 1, 2))
    session.submit("austria", ("join", 1, 0))
    session.submit("russia", ("fight",))
    session.submit("britain", ("fight",))
    session.dice.left += [5, 2, 4, 3, 1, 1, 1, 1]  # both roll a seven at sea: four losses
    session.dice.left += [3, 3, 4, 3, 1]
    session.submit("britain", ("alliance", "army"))
    sea, land = told(session, "combat_fought")
    assert (sea["attacker"]["base"], sea["defender"]["base"]) == (2, 4)
    assert (sea["attacker"]["total"], sea["defender"]["total"]) == (5, 5)
    assert [(e["power"], e["unit"]) for e in told(session, "loss")][:4] == [
        ("united_provinces", "navy"),
        ("united_provinces", "navy"),
        ("britain", "navy"),
        ("spain", "navy"),
    ]
    assert (land["attacker"]["base"], land["defender"]["base"]) == (6, 5)
    assert land["winner"] == "tie"
    assert asked(session) == {"britain": "loss"}
    session.dice.left += [1, 1]
    session.submit("britain", ("lose", "spain"))
    assert [(e["power"], e["unit"]) for e in told(session, "loss")][4:] == [
        ("russia", "army"),
        ("spain", "army"),
        ("britain", "fort"),
    ]
    assert session.state.control["ottoman_empire"] == {"britain": 1}
