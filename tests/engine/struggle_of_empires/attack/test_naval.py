"""Naval support and naval combat."""

from tests.engine.struggle_of_empires.soe import asked, at, told, units

SEA_WIN = [6, 2, 1, 1]
LAND_WIN = [6, 2, 1, 1]


def at_sea(dice=(), britain=None, france=None, region="baltic", sea=None, **position):
    """Britain attacks France where both have navies and armies."""
    sea = sea or region
    placed = {}
    for power, navies in (("britain", britain or 1), ("france", france or 1)):
        placed[power] = {sea: {"navy": navies}}
        placed[power].setdefault(region, {})["army"] = 1
    start = {"units": placed, "control": {region: {"france": 1}}}
    session = at(dice, **(start | position))
    session.submit("britain", ("attack", region, "france"))
    return session


def test_the_attacker_decides_first_then_the_defender():
    session = at_sea()
    assert asked(session) == {"britain": "naval"}
    session.submit("britain", ("fight",))
    assert asked(session) == {"france": "naval"}


def test_who_declines_cedes_support():
    session = at_sea([*LAND_WIN, 1])
    session.submit("britain", ("decline",))
    assert told(session, "naval_support") == [
        {"side": "defender", "power": "france", "reason": "declined"}
    ]
    items = told(session, "combat_fought")[0]["defender"]["items"]
    assert [i["strength"] for i in items if i["item"] == "support"] == [1]


def test_a_defender_who_declines_cedes_support_to_the_attacker():
    session = at_sea([*LAND_WIN, 1])
    session.submit("britain", ("fight",))
    session.submit("france", ("decline",))
    assert told(session, "naval_support")[0]["side"] == "attacker"


def test_the_winner_at_sea_has_support_on_land():
    session = at_sea([*SEA_WIN, 1, *LAND_WIN, 1])
    session.submit("britain", ("fight",))
    session.submit("france", ("fight",))
    sea, land = told(session, "combat_fought")
    assert (sea["combat"], sea["winner"]) == ("naval", "attacker")
    assert land["attacker"]["base"] == 2
    assert units(session, "france", "baltic") == {}


def test_a_tie_at_sea_gives_nobody_support_and_costs_both_a_navy():
    session = at_sea([1, 1, 1, 1, 1, 1, *LAND_WIN, 1])
    session.submit("britain", ("fight",))
    session.submit("france", ("fight",))
    assert told(session, "naval_support")[0]["reason"] == "tie"
    assert "navy" not in units(session, "britain", "baltic")
    assert told(session, "combat_fought")[1]["attacker"]["base"] == 1


def test_the_winner_needs_no_surviving_navy_for_support():
    session = at_sea([6, 1, 1, 1, 1, 1, *LAND_WIN, 1])
    session.submit("britain", ("fight",))
    session.submit("france", ("fight",))
    assert "navy" not in units(session, "britain", "baltic")
    assert told(session, "naval_support")[0]["side"] == "attacker"


def test_the_only_navy_has_support_without_a_question():
    session = at(
        [*LAND_WIN, 1],
        control={"baltic": {"france": 1}},
        units={"britain": {"baltic": {"army": 1}}, "france": {"baltic": {"army": 1, "navy": 1}}},
    )
    session.submit("britain", ("attack", "baltic", "france"))
    assert told(session, "naval_support")[0] == {
        "side": "defender", "power": "france", "reason": "unopposed",
    }  # fmt: skip


def test_an_allys_navy_is_enough_to_fight_at_sea():
    session = at(
        [*SEA_WIN, 1, *LAND_WIN, 1],
        control={"baltic": {"france": 1}},
        units={
            "britain": {"baltic": {"army": 1}},
            "spain": {"baltic": {"navy": 1}},
            "france": {"baltic": {"army": 1, "navy": 1}},
        },
    )
    session.submit("britain", ("attack", "baltic", "france"))
    session.submit("spain", ("join", 0, 1))
    assert asked(session) == {"britain": "naval"}


def test_there_is_no_support_in_the_german_states():
    session = at(
        [*LAND_WIN, 1],
        control={"german_states": {"france": 1}},
        units={
            p: {"german_states": {"army": 1}, "baltic": {"navy": 1}} for p in ("britain", "france")
        },
    )
    session.submit("britain", ("attack", "german_states", "france"))
    assert told(session, "naval_support") == []


def test_navies_of_the_mediterranean_fight_for_the_ottoman_empire():
    session = at_sea([*SEA_WIN, 1, *LAND_WIN, 1], region="ottoman_empire", sea="mediterranean")
    session.submit("britain", ("fight",))
    session.submit("france", ("fight",))
    assert told(session, "unit_lost")[0]["place"] == "mediterranean"
    assert session.state.control["ottoman_empire"] == {"britain": 1}


def test_the_question_names_the_sea_who_attacks_and_what_is_there_on_land():
    session = at_sea(region="ottoman_empire", sea="mediterranean")
    session.submit("britain", ("fight",))
    facts = session.decision("france").facts
    assert (facts["region"], facts["sea"]) == ("ottoman_empire", "mediterranean")
    assert (facts["attacker"], facts["target"]) == ("britain", "france")
    assert (facts["own"], facts["against"], facts["land"]) == (1, 1, [1, 1])


def test_navies_alone_have_no_strength_on_land():
    here = {power: {"baltic": {"navy": 1}} for power in ("britain", "france")}
    session = at(units=here)
    session.submit("britain", ("attack", "baltic", "france"))
    assert session.decision("britain").facts["land"] is None


def test_naval_training_adds_1_only_with_an_own_navy():
    session = at_sea(
        [*SEA_WIN, 1, *LAND_WIN, 1], tiles={"france": ["naval_training"], "britain": []}
    )
    session.submit("britain", ("fight",))
    session.submit("france", ("fight",))
    sea = told(session, "combat_fought")[0]
    assert [i["item"] for i in sea["defender"]["items"]] == ["navies", "training"]


def test_by_default_a_side_fights_that_is_not_weaker():
    session = at_sea(britain=2, france=1)
    assert session.decision("britain").default == ("fight",)
    session.submit("britain", ("fight",))
    assert session.decision("france").default == ("decline",)


# Alliances for sea or land


def with_denmark(dice, **position):
    session = at_sea(dice, alliances={"britain": ["denmark"]}, **position)
    session.submit("britain", ("fight",))
    session.submit("france", ("fight",))
    return session


def test_an_alliance_for_sea_or_land_is_chosen_before_a_naval_combat():
    session = with_denmark([])
    assert asked(session) == {"britain": "alliance_use"}
    assert session.decision("britain").default == ("alliance", "army")


def test_as_a_navy_it_counts_at_sea_and_not_on_land():
    session = with_denmark([])
    session.dice.left += [*SEA_WIN, 1, *LAND_WIN, 1]
    session.submit("britain", ("alliance", "navy"))
    sea, land = told(session, "combat_fought")
    assert [i["item"] for i in sea["attacker"]["items"]] == ["navies", "alliance"]
    assert [i["item"] for i in land["attacker"]["items"]] == ["armies", "support"]


def test_as_an_army_it_counts_on_land_and_not_at_sea():
    session = with_denmark([*SEA_WIN, 1, *LAND_WIN, 1])
    session.submit("britain", ("alliance", "army"))
    sea, land = told(session, "combat_fought")
    assert [i["item"] for i in sea["attacker"]["items"]] == ["navies"]
    assert [i["item"] for i in land["attacker"]["items"]] == ["armies", "alliance", "support"]


def test_unused_it_counts_nowhere():
    session = with_denmark([*SEA_WIN, 1, *LAND_WIN, 1])
    session.submit("britain", ("alliance", "unused"))
    sea, land = told(session, "combat_fought")
    assert "alliance" not in [
        i["item"] for i in (*sea["attacker"]["items"], *land["attacker"]["items"])
    ]


def test_without_an_army_it_counts_at_sea_without_a_question():
    session = at(
        [],
        control={"baltic": {"france": 1}},
        units={"britain": {"baltic": {"navy": 1}}, "france": {"baltic": {"navy": 1}}},
        alliances={"britain": ["denmark"]},
    )
    session.submit("britain", ("attack", "baltic", "france"))
    session.submit("britain", ("fight",))
    session.dice.left += [*SEA_WIN, 1]
    session.submit("france", ("fight",))
    assert told(session, "alliance_used")[0]["use"] == "navy"


def test_without_an_own_navy_it_is_left_for_the_land():
    session = at(
        [],
        control={"baltic": {"france": 1}},
        units={
            "britain": {"baltic": {"army": 1}},
            "spain": {"baltic": {"navy": 1}},
            "france": {"baltic": {"navy": 1}},
        },
        alliances={"britain": ["denmark"]},
    )
    session.submit("britain", ("attack", "baltic", "france"))
    session.submit("spain", ("join", 0, 1))
    session.submit("britain", ("fight",))
    session.dice.left += [*SEA_WIN, 1, *LAND_WIN]
    session.submit("france", ("fight",))
    assert told(session, "alliance_used") == []
    assert [i["item"] for i in told(session, "combat_fought")[1]["attacker"]["items"]] == [
        "armies", "alliance", "support",
    ]  # fmt: skip


# Own navies


ORIGINAL = {"edition": "original"}
OWN_FLEET = {"variants": ["own_fleet"]}


def joined_at_sea(rules, dice, **units_of):
    """Britain attacks France in India; both have an army beside what is given."""
    armies = {"britain": {"army": 1}, "france": {"army": 1}}
    placed = {power: armies.get(power, {}) | force for power, force in units_of.items()}
    start = armies | placed
    session = at(
        dice,
        rules=rules,
        units={power: {"india": force} for power, force in start.items()},
        control={"india": {"france": 1}},
    )
    session.submit("britain", ("attack", "india", "france"))
    return session


def test_an_attacker_needs_an_own_navy_where_the_rules_say_so():
    for rules, unrest in ((ORIGINAL, []), (OWN_FLEET, [1])):
        session = joined_at_sea(rules, [1, 1, 1, 1, *unrest], spain={"navy": 2}, france={"navy": 1})
        assert asked(session) == {"britain": "action"}
        assert told(session, "naval_support") == [
            {"side": "defender", "power": "france", "reason": "unopposed"}
        ]


def test_a_defender_needs_an_own_navy_by_the_original_rules_only():
    navies = {"britain": {"navy": 1}, "prussia": {"navy": 1}}
    original = joined_at_sea(ORIGINAL, LAND_WIN, **navies)
    assert told(original, "naval_support")[0]["reason"] == "unopposed"
    assert asked(joined_at_sea(OWN_FLEET, [], **navies)) == {"prussia": "call"}


def test_by_the_original_rules_an_alliance_tile_counts_beside_no_unit():
    session = at(
        [2, 1, 1, 1],
        rules=ORIGINAL,
        units={"britain": {"india": {"army": 1}}},
        control={"india": {"france": 1}},
        alliances={"france": ["portugal"]},
    )
    session.submit("britain", ("attack", "india", "france"))
    (combat,) = told(session, "combat_fought")
    assert [(i["item"], i["name"]) for i in combat["defender"]["items"]] == [
        ("alliance", "portugal")
    ]


def test_an_alliance_tile_sails_against_pirates_without_a_navy():
    session = at(
        [2, 1, 1, 1],
        rules=ORIGINAL,
        control={"india": {"france": 1}},
        alliances={"france": ["portugal"]},
    )
    session.submit("britain", ("pirates", "india", "france"))
    assert told(session, "combat_fought")[0]["defender"]["base"] == 1
