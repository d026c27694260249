"""A game as its events tell it, for comparison with the state: what is not told is in no report,
and what the course of the events breaks is no game by the rules."""

from collections import Counter

from engine.struggle_of_empires.data import SHIPPED, read

DATA = read(SHIPPED)

OUT = ("neutral:", "pirates", "rebels")
"""What a control marker is taken from that is not of a seat, or no longer on the map."""


class Retold:
    """Gold, population, points, units, markers, tiles and alliances, from events alone."""

    def __init__(self, seats, *, rules=DATA.editions["deluxe"], gold=10, population=5):
        self.seats, self.rules = list(seats), rules
        self.gold = dict.fromkeys(seats, gold)
        self.population = dict.fromkeys(seats, population)
        self.victory_points = dict.fromkeys(seats, 0)
        self.unrest = dict.fromkeys(seats, 0)
        self.unrest_taken = dict.fromkeys(seats, 0)
        self.unrest_returned = dict.fromkeys(seats, 0)
        self.units, self.control, self.tiles, self.alliances = (Counter() for _ in range(4))
        self.phases, self.turns, self.order = [], [], []
        self.active = ""
        self.due = {}
        """Losses that the last combat still brings, by side."""

    def hear(self, events):
        """Events in the order in which they were told."""
        for event in events:
            if (heard := getattr(self, f"_{event.what}", None)) is not None:
                heard(event.data)
        return self

    def differs(self, state):
        """By name, what the state has otherwise."""
        units = {
            (power, place, unit): number
            for power, places in state.units.items()
            for place, force in places.items()
            for unit, number in force.items()
        }
        control = {
            (region, seat): number
            for region, owners in state.control.items()
            for seat, number in owners.items()
        }
        tiles = Counter((seat, tile) for seat, held in state.tiles.items() for tile in held)
        alliances = Counter((seat, key) for seat, held in state.alliances.items() for key in held)
        same = {name: getattr(state, name) for name in SAME}
        found = same | {
            "units": units,
            "control": control,
            "tiles": dict(tiles),
            "alliances": dict(alliances),
        }
        told = {name: _present(getattr(self, name)) for name in found}
        return {name: (told[name], found[name]) for name in found if told[name] != found[name]}

    # Sequence of play

    def _phase_begun(self, told):
        self.phases.append((told["war"], told["phase"]))

    def _round_begun(self, told):
        self.order = told["turn_order"]

    def _turn_begun(self, told):
        self._all_losses_are_borne()
        self.active = told["seat"]
        self.turns.append((told["war"], told["round"]))
        assert told["seat"] == self.order[(len(self.turns) - 1) % len(self.seats)]

    def _alliances_formed(self, told):
        red, blue = told["red"], told["blue"]
        pairs = [red[place : place + 1] + blue[place : place + 1] for place in range(len(red) + 1)]
        assert told["turn_order"] == [seat for pair in pairs for seat in pair][: len(self.seats)]
        assert told["gavel"] == told["turn_order"][-1]

    def _neutrals_placed(self, told):
        assert len(told["markers"]) == self.rules.neutral_markers[len(self.seats)]

    # Gold, population, points, unrest

    def _gold_paid(self, told):
        self.gold[told["seat"]] -= told["gold"]
        assert self.gold[told["seat"]] == told["left"] or told["purpose"] == "maintenance"
        assert told["gold"] == {"attack": 2, "alliance": 1}.get(told["purpose"], told["gold"])

    def _gold_gained(self, told):
        self.gold[told["seat"]] += told["gold"]

    def _taxed(self, told):
        """Taxation raises no more than the one instance that is needed at least."""
        self.gold[told["seat"]] += told["gold"]
        assert told["gold"] in (2 * told["times"], 3 * told["times"])

    def _gift(self, told):
        self.gold[told["seat"]] -= told["gold"]
        self.gold[told["receiver"]] += told["gold"]

    _offer_paid = _gift

    def _income(self, told):
        """Told after maintenance was paid, which is told apart."""
        seat = told["seat"]
        self.gold[seat] += told["population"] + told["markers"]
        assert told["gold"] == self.gold[seat]
        assert told["population"] == self.population[seat]
        owned = sum(number for (_, owner), number in self.control.items() if owner == seat)
        fielded = sum(number for (owner, *_), number in self.units.items() if owner == seat)
        assert (told["markers"], told["maintenance"]) == (owned, fielded)

    def _population_changed(self, told):
        if told["cause"] == "growth":
            assert told["change"] == min(5, 9 - self.population[told["seat"]])
        self.population[told["seat"]] += told["change"]
        assert told["population"] == self.population[told["seat"]]

    def _victory_points_gained(self, told):
        self.victory_points[told["seat"]] += told["points"]

    def _unrest_taken(self, told):
        self.unrest_taken[told["seat"]] += told["counters"]

    def _unrest_drawn(self, told):
        self.unrest[told["seat"]] += sum(told["values"])

    def _unrest_returned(self, told):
        self.unrest[told["seat"]] -= told["points"]
        self.unrest_returned[told["seat"]] += told["points"]

    # Units

    def _unplayed_placed(self, told):
        regions = [region for region, _ in told["markers"]]
        assert regions == [region for region, _ in told["placed"]]
        for region, piece in told["placed"]:
            if piece == "control":
                self.control[region, told["power"]] += 1
            else:
                self.units[told["power"], region, piece] += 1

    def _unit_placed(self, told):
        self.units[told["seat"], told["place"], told["unit"]] += 1

    _built = _unit_placed

    def _unit_lost(self, told):
        self.units[told["seat"], told["place"], told["unit"]] -= 1

    _unit_destroyed = _unit_lost

    def _unit_moved(self, told):
        self.units[told["seat"], told["origin"], told["unit"]] -= 1
        self.units[told["seat"], told["destination"], told["unit"]] += 1

    # Markers

    def _markers_drawn(self, told):
        for region, _ in told["markers"]:
            self.control[region, told["seat"]] += 1

    def _marker_redrawn(self, told):
        self.control[told["returned"][0], told["seat"]] -= 1
        self.control[told["drawn"][0], told["seat"]] += 1

    def _control_taken(self, told):
        """Only the active player can ever capture a control marker."""
        assert told["seat"] == self.active
        self.control[told["region"], told["seat"]] += 1
        if not told["loser"].startswith(OUT):
            self.control[told["region"], told["loser"]] -= 1

    def _incited_held(self, told):
        self.control[told["region"], told["victim"]] -= 1

    # Combats

    def _combat_fought(self, told):
        self._all_losses_are_borne()
        for side in ("attacker", "defender"):
            a, b = told[side]["dice"]
            assert told[side]["base"] == sum(item["strength"] for item in told[side]["items"])
            assert told[side]["total"] == told[side]["base"] + abs(a - b)
            assert told[side]["seven"] == (a + b == 7)
            self.due[side] = self._losses(told, side)
        attacker, defender = told["attacker"]["total"], told["defender"]["total"]
        won = "tie" if attacker == defender else "attacker" if attacker > defender else "defender"
        assert told["winner"] == won

    def _losses(self, told, side):
        """One for a defeat or a tie, one more for a seven; only powers that are played lose."""
        if told[side]["power"] not in self.seats:
            return []
        cause = {"tie": ["tie"], side: []}.get(told["winner"], ["defeat"])
        return [*cause, *(["seven"] if told[side]["seven"] else [])]

    def _loss(self, told):
        assert self.due[told["side"]].pop(0) == told["cause"]

    _no_loss = _loss

    def _withdrawal(self, told):
        self.due["defender"] = []

    _spared = _withdrawal

    def _attack_declared(self, told):
        self._all_losses_are_borne()
        assert told["seat"] == self.active
        assert told["target"] != told["seat"]

    def _all_losses_are_borne(self):
        assert not any(self.due.values())

    # Tiles and alliances

    def _tiles_dealt(self, told):
        for seat in self.seats:
            self.tiles.update((seat, tile) for tile in told["tiles"])

    def _tile_claimed(self, told):
        if DATA.tiles[told["tile"]].kind != "immediate":
            self.tiles[told["seat"], told["tile"]] += 1

    def _blockade_placed(self, told):
        self.tiles[told["seat"], "blockade"] -= 1

    def _blockade_lifted(self, told):
        """The return of the tile, told next, is one from the map."""
        self.tiles[told["seat"], "blockade"] += 1

    def _tile_returned(self, told):
        if told["tile"] in DATA.tiles:
            self.tiles[told["seat"], told["tile"]] -= 1

    def _alliance_established(self, told):
        self.alliances[told["seat"], told["alliance"]] += 1

    def _war_ended(self, told):
        self.alliances.clear()

    # Scoring

    def _region_scored(self, told):
        """The most markers score the first value, and so on; all tied score it in full, or the
        value below it if a power that nobody plays is tied with them."""
        region = told["region"]
        owned = {power: n for (where, power), n in self.control.items() if where == region and n}
        values = [*self.rules.values[region], 0]
        scored = {}
        for power, number in owned.items():
            above = len({other for other in owned.values() if other > number})
            idle = any(n == number for other, n in owned.items() if other not in self.seats)
            if power in self.seats and above < len(values) - 1:
                scored[power] = values[above + idle]
        places = told["places"]
        assert scored == {seat: place["points"] for place in places for seat in place["seats"]}
        for seat, points in scored.items():
            self.victory_points[seat] += points

    def _war_scored(self, told):
        assert told["victory_points"] == self.victory_points

    def _revolution(self, told):
        assert told["unrest"] == self.unrest[told["seat"]] >= 20
        self.victory_points[told["seat"]] = 0

    def _unrest_penalty(self, told):
        standing = {unrest for unrest in self.unrest.values() if unrest < 20}
        place = sorted(standing, reverse=True).index(told["unrest"])
        assert told["points"] == self.rules.unrest_penalties[len(self.seats)][place]
        assert told["unrest"] == self.unrest[told["seat"]]
        self.victory_points[told["seat"]] -= told["points"]

    def _game_over(self, told):
        """The most points win; of the tied, the least unrest."""
        standing = [seat for seat in self.seats if self.unrest[seat] < 20]
        best = sorted((-self.victory_points[seat], self.unrest[seat]) for seat in standing)[:1]
        won = [s for s in standing if [(-self.victory_points[s], self.unrest[s])] == best]
        assert told["winner"] == won


SAME = ("gold", "population", "victory_points", "unrest", "unrest_taken", "unrest_returned")


def _present(counted):
    """A counter without what has gone."""
    if isinstance(counted, Counter):
        return {key: number for key, number in counted.items() if number}
    return counted


def course(players, rounds):
    """The phases of a whole game and its turns without their seats, as the rules order them."""
    war = ("neutrals", "alliances", "actions", "income", "scoring", "end-of-war")
    phases = [(1, "setup"), *((1, phase) for phase in war[1:])]
    phases += [(number, phase) for number in (2, 3) for phase in war]
    turns = [(number, turn) for number in (1, 2, 3) for turn in range(1, rounds + 1)]
    return phases, [turn for turn in turns for _ in range(players)]
