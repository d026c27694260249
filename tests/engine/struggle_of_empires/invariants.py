"""What holds of a state whenever anybody is asked anything, by the rules and by the box."""

from collections import Counter

from engine.struggle_of_empires.actions.taking import actions
from engine.struggle_of_empires.data import SHIPPED, read
from engine.struggle_of_empires.setting_up.unplayed import letter_set, letter_sets, region_of
from engine.struggle_of_empires.view import named

DATA = read(SHIPPED)

POINTS = 9 * 0 + 72 * 1 + 9 * 2 + 10 * 5
"""Of all unrest counters."""


def check(state):
    """All of it."""
    for holds in CHECKS:
        holds(state)


def neutral_markers_are_conserved(state):
    everywhere = Counter(named(state, state.neutrals) + named(state, state.used) + state.bag)
    for held in (*state.hands.values(), *state.chosen.values()):
        everywhere.update(held)
    assert everywhere == Counter(DATA.markers)
    assert sum(everywhere.values()) == 65


def each_used_marker_has_become_one_control_marker(state):
    """Ownership is a zero-sum game: nothing but neutral markers makes control markers; those of
    unplayed powers have made units too."""
    held = [region for token in (state.pirates, state.rebels) for region in token]
    idle = [
        region
        for power in state.unplayed
        for region, force in state.units[power].items()
        for _ in range(sum(force.values()))
    ]
    for region in DATA.regions:
        owned = sum(state.control.get(region, {}).values()) + held.count(region)
        assert owned + idle.count(region) == len(state.used.get(region, ())), region


def control_markers_are_within_the_box(state):
    powers = {*state.seats, *state.unplayed}
    placed = Counter([*state.pirates.values(), *state.rebels.values()])
    for owners in state.control.values():
        assert owners
        assert min(owners.values()) > 0
        assert owners.keys() <= powers
        for power, number in owners.items():
            placed[power] += number
    for power in powers:
        most = state.rules.pieces.control if power in state.seats else of_unplayed(state)
        assert placed[power] <= most, power


def of_unplayed(state):
    """Control markers of each unplayed power."""
    return state.rules.unplayed_markers.get(len(state.seats), 0)


def pieces_are_within_the_box(state):
    most = {"army": 14, "navy": state.rules.pieces.navy, "fort": 2}
    for power in (*state.seats, *state.unplayed):
        forces = state.units[power]
        for place, force in forces.items():
            assert force, (power, place)
            assert min(force.values()) > 0
            assert "navy" not in force or place == "home" or place in DATA.ports
        for unit, number in most.items():
            assert sum([force.get(unit, 0) for force in forces.values()]) <= number


def units_of_unplayed_powers_never_change(state):
    for power in state.unplayed:
        assert state.fielded_all(power) == 5 - of_unplayed(state)
    if state.rules.unplayed == "letters":
        for power, letter in letter_sets(state).items():
            regions = {region_of(marker) for marker in letter_set(DATA, letter)}
            assert set(state.units[power]) <= regions


def gold_and_population_are_within_their_tracks(state):
    for seat in state.seats:
        assert state.gold[seat] >= 0, seat
        assert 0 <= state.population[seat] <= 9, seat


def points_of_unrest_are_conserved(state):
    assert min(*state.counters, state.supply, state.fives, *state.unrest.values()) >= 0
    bag = sum(value * number for value, number in enumerate(state.counters))
    assert bag + state.supply + 5 * state.fives + sum(state.unrest.values()) == POINTS


def tiles_are_conserved(state):
    held = Counter(tile for tiles in state.tiles.values() for tile in tiles)
    held["blockade"] += len(state.blockades)
    for tile, row in DATA.tiles.items():
        there = state.stock[tile] + held[tile]
        in_play = state.rules.in_play(tile, len(state.seats))
        assert there <= in_play if row.kind == "immediate" else there == in_play, tile
        assert state.stock[tile] >= 0


def only_free_action_tiles_are_flipped(state):
    for seat in state.seats:
        tiles = state.tiles[seat]
        for tile in state.flipped[seat]:
            assert state.flipped[seat].count(tile) <= tiles.count(tile)
            assert DATA.tiles[tile].kind in ("free action", "trade")
        assert "immediate" not in [DATA.tiles[tile].kind for tile in tiles]


def a_local_alliance_has_one_owner(state):
    held = [alliance for alliances in state.alliances.values() for alliance in alliances]
    assert len(held) == len(set(held))
    most = state.rules.pieces.alliance
    assert all(len(alliances) <= most for alliances in state.alliances.values())


def powers_are_placed_in_pairs(state):
    """Each auction places one in red and one in blue, seats first; only the last stands alone."""
    rows = [state.colour(power) for power in (*state.seats, *state.unplayed)]
    assert abs(rows.count("red") - rows.count("blue")) <= 1
    assert abs(len(state.red) - len(state.blue)) <= 1
    assert not set(state.red) & set(state.blue)
    if any(state.unplayed.values()):
        assert all(state.colour(seat) for seat in state.seats)
    if state.phase == "actions":
        assert all(rows)


def one_action_of_a_group_a_turn(state):
    sorts = [actions(DATA)[verb].sort for verb in state.actions_taken]
    for group in state.rules.once_a_turn.values():
        assert sum(verb in group for verb in state.actions_taken) <= 1
    regular = len(sorts) - sorts.count("free")
    if state.phase == "actions":
        assert regular + state.actions_left == 2
    else:
        assert not sorts
        assert not state.actions_left


def covert_tokens_lie_where_they_may(state):
    assert len(state.pirates) <= state.rules.tokens["pirates"]
    assert all(region in DATA.colonies for region in state.pirates)
    assert len(state.rebels) <= state.rules.tokens["rebels"]
    assert all(region in DATA.revolt_regions for region in state.rebels)


def a_blockade_lies_under_a_navy_in_a_colony(state):
    assert len(state.blockades) <= 1
    for region, seat in state.blockades.items():
        assert region in DATA.colonies
        assert state.units[seat][region]["navy"] > 0


def committed_units_are_there(state):
    battle = state.battle
    if battle is None:
        return
    for side in (battle.attacker, battle.defender):
        for power, force in side.forces.items():
            for unit, number in force.items():
                place = DATA.sea[battle.region] if unit == "navy" else battle.region
                there = state.units[power].get(place, {}).get(unit, 0)
                assert 0 <= number <= there, (power, unit)
            if power != side.power:
                assert state.allied(power, side.power)


def who_bids_has_not_passed(state):
    auction = state.auction
    if auction is not None and auction.bidder:
        assert auction.bid >= 0
        assert auction.bidder not in auction.passed
        assert len(auction.passed) < len(state.seats) - 1


def offers_are_to_others(state):
    for offer in state.offers:
        assert offer.giver != offer.receiver
        assert offer.gold > 0
    pairs = [(offer.giver, offer.receiver) for offer in state.offers]
    assert len(pairs) == len(set(pairs))


def nothing_outlives_its_segment(state):
    """Of a state at a segment's start."""
    assert state.battle is None
    assert state.offers == []
    assert state.locked == {}
    assert state.moves_left == 0
    assert state.drawn == state.hands == state.chosen == {}
    assert state.auction is None


CHECKS = (
    neutral_markers_are_conserved,
    each_used_marker_has_become_one_control_marker,
    control_markers_are_within_the_box,
    pieces_are_within_the_box,
    units_of_unplayed_powers_never_change,
    gold_and_population_are_within_their_tracks,
    points_of_unrest_are_conserved,
    tiles_are_conserved,
    only_free_action_tiles_are_flipped,
    a_local_alliance_has_one_owner,
    powers_are_placed_in_pairs,
    one_action_of_a_group_a_turn,
    covert_tokens_lie_where_they_may,
    a_blockade_lies_under_a_navy_in_a_colony,
    committed_units_are_there,
    who_bids_has_not_passed,
    offers_are_to_others,
)
