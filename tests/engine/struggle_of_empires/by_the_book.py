"""A slow second reading of the rules: what a seat may answer in a position, listed.

It is written from the rulebooks and imports nothing of the game, not even a table: a mistake in the
rules code is not a mistake here. A position is the tree that scenario files write, `Turn` what the
tree does not say of the turn under way.
"""

from collections import Counter
from dataclasses import dataclass, field
from itertools import permutations

EUROPE = ("german_states", "central_europe", "baltic", "mediterranean", "ottoman_empire")
AMERICAS = ("north_america", "caribbean", "south_america")
COLONIES = (*AMERICAS, "africa", "india", "east_indies")
REGIONS = (*EUROPE, *COLONIES)
PORTS = (*COLONIES, "baltic", "mediterranean")

BORDERS = {
    frozenset(pair)
    for pair in (
        ("german_states", "central_europe"),
        ("german_states", "mediterranean"),
        ("central_europe", "baltic"),
        ("central_europe", "ottoman_empire"),
    )
}
NEIGHBOURS = {
    "britain": {"german_states"},
    "united_provinces": {"german_states"},
    "france": {"german_states", "mediterranean"},
    "spain": {"mediterranean"},
    "austria": {"german_states", "central_europe", "mediterranean", "ottoman_empire"},
    "prussia": {"german_states", "central_europe", "baltic"},
    "russia": {"central_europe", "baltic", "ottoman_empire"},
}

COMPANIES = {
    "baltic_company": ("baltic",),
    "east_indies_company": ("india", "east_indies"),
    "gold_coast_commerce": ("africa",),
    "gold_mines": ("south_america",),
    "levant_company": ("mediterranean", "ottoman_empire"),
    "sugar_plantations": ("caribbean",),
    "tobacco_fields": ("north_america",),
}
ALLIANCES = (
    "bavaria", "saxony", "north_american_indians", "gaucho", "portugal", "ottoman",
    "denmark", "sweden", "poland", "savoy", "mahratta",
)  # fmt: skip
POPULATION_COST = {"logistics": 1, "industry": 2}
TILE_COST = {
    "diplomatic_service": 2, "mercenaries": 3, "pressgangs": 3, "reserves": 2, "war_office": 8,
    "trained_native_militia": 4, "army_training": 6, "militia": 4, "naval_training": 5,
}  # fmt: skip
ALLIANCE_COST = {"ottoman": 1, "portugal": 1, "gaucho": 1, "denmark": 1}
ATTACK_COST = 2
SPECIAL = ("colonize", "commerce", "claim", "ally", "pirates", "revolt")
TOKENS = {"pirates": ("pirates", COLONIES), "revolt": ("rebels", AMERICAS)}
BY_TILE = {"mercenaries": "army", "pressgangs": "navy"}


@dataclass
class Turn:
    """What has happened in the turn under way that a position does not tell."""

    barred: set[str] = field(default_factory=set)
    """Tokens, and tiles used once, that the seat used in this round and may not take again."""
    moved: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Units of this Move action by type and place: moved there, or left there by the sea die."""
    taxes: int = 100
    """Unrest counters that can still be taken: for gold, or with Industry."""


class Book:
    """The rules as a seat reads them in a position."""

    def __init__(self, tree, edition, variants, seats, seat, turn):
        self.tree, self.seat, self.turn = tree, seat, turn
        self.original, self.variants = edition == "original", variants
        self.seats = seats

    # The board

    def units(self, power, place, *kinds):
        """Navies of the Mediterranean are not here: see `at_sea`."""
        there = self.tree["units"].get(power, {}).get(place, {})
        return sum(there.get(kind, 0) for kind in kinds)

    def at_sea(self, power, region):
        """Navies that fight over a region; the Ottoman Empire's sea is the Mediterranean."""
        return self.units(power, "mediterranean" if region == "ottoman_empire" else region, "navy")

    def on_land(self, power, region):
        return self.units(power, region, "army", "fort")

    def controls(self, power, region):
        return self.tree["control"].get(region, {}).get(power, 0)

    def colour(self, power):
        for colour in ("red", "blue"):
            if power in self.tree[colour]:
                return colour
        return self.tree["unplayed"].get(power)

    def allies(self):
        powers = {*self.seats, *self.tree["unplayed"]} - {self.seat}
        return {power for power in powers if self.colour(power) == self.colour(self.seat)}

    def pieces(self, kind):
        box = {"army": 14, "navy": 7 if self.original else 8, "fort": 2}
        places = self.tree["units"].get(self.seat, {})
        return box[kind] - sum(self.units(self.seat, place, kind) for place in places)

    def control_markers(self):
        placed = sum(self.controls(self.seat, region) for region in REGIONS)
        for token in ("pirates", "rebels"):
            placed += list(self.tree[token].values()).count(self.seat)
        return 20 - placed

    def population(self):
        return self.tree["population"].get(self.seat, 5)

    def held(self, tile):
        return self.ready(tile) + self.tree["tiles"].get(self.seat, []).count(tile + "!")

    def ready(self, tile):
        return self.tree["tiles"].get(self.seat, []).count(tile)

    def pays(self, gold):
        """Whether gold in hand and taxation are enough."""
        each = 3 if self.held("banking") else 2
        return self.tree["gold"].get(self.seat, 10) + each * self.turn.taxes >= gold

    def affords(self, tile):
        """Whether gold, population and unrest counters for a tile are there."""
        gold = TILE_COST.get(tile, 0)
        if tile == "improved_agriculture" and (
            self.original or "original_agriculture" in self.variants
        ):
            gold = 4
        return (
            self.pays(gold)
            and self.population() >= POPULATION_COST.get(tile, 0)
            and (tile != "industry" or self.turn.taxes >= 2)
        )

    # Movement

    def borders_matter(self):
        return self.original or "original_movement" in self.variants

    def reaches(self, kind, place):
        """Whether a unit of the seat's can go to a place, wherever it is now."""
        if place == "home":
            return True
        if kind == "navy":
            return place in PORTS
        if self.shut_out(place):
            return False
        if place in COLONIES:
            return self.units(self.seat, place, "navy") > 0
        return not self.borders_matter() or self.borders_let(place)

    def borders_let(self, region):
        return (
            self.controls(self.seat, region) > 0
            or any(
                self.controls(self.seat, other) > 0
                for other in EUROPE
                if frozenset((region, other)) in BORDERS
            )
            or region in NEIGHBOURS[self.seat]
            or self.at_sea(self.seat, region) > 0
        )

    def shut_out(self, region):
        """By a blockade of the other side, unless the seat has more navies there."""
        owner = self.tree["blockades"].get(region)
        if owner is None or owner == self.seat or owner in self.allies():
            return False
        return self.units(self.seat, region, "navy") <= self.units(owner, region, "navy")

    def destinations(self, kind):
        return [place for place in (*REGIONS, "home") if self.reaches(kind, place)]

    def moves(self):
        """Of units not yet moved in this action; a fort moves from home only."""
        for kind in ("army", "navy", "fort"):
            for place in ("home",) if kind == "fort" else (*REGIONS, "home"):
                if self.units(self.seat, place, kind) > self.turn.moved[kind, place]:
                    for to in self.destinations(kind):
                        if to != place:
                            yield ("move", kind, place, to)

    def native_moves(self, region):
        yield ("stay",)
        for to in self.destinations("army"):
            if to != region:
                yield ("move", "army", region, to)

    # Building

    def builds(self, kinds=("army", "navy", "fort")):
        for kind in kinds:
            if self.population() >= 1 and self.pieces(kind):
                for place in self.destinations(kind):
                    yield ("build", kind, place)

    def rebuilds(self):
        for kind in ("army", "navy", "fort"):
            for place in (*REGIONS, "home"):
                paid = "rebuild_for_unrest" in self.variants or self.population() >= 1
                if paid and self.units(self.seat, place, kind):
                    for to in self.destinations(kind):
                        yield ("rebuild", kind, place, to)

    # Attacks

    def attacks(self, verb="attack", cost=ATTACK_COST):
        for region in REGIONS:
            for target in self.targets(region) if self.pays(cost) else ():
                yield (verb, region, target)

    def targets(self, region):
        for power in (*self.seats, *self.tree["unplayed"]):
            if self.can_fight(power, region):
                yield power
        if self.units(self.seat, region, "army"):
            for face in sorted(set(self.tree["neutrals"].get(region, ()))):
                if face not in ("pop", "slaves"):
                    yield f"neutral:{face}"
            if region in self.tree["rebels"]:
                yield "rebels"
        if region in self.tree["pirates"] and self.units(self.seat, region, "navy"):
            yield "pirates"

    def can_fight(self, power, region):
        if power == self.seat or power in self.allies():
            return False
        army = self.units(self.seat, region, "army")
        if power not in self.seats:  # with two or three players its control markers alone
            return bool(army and self.controls(power, region))
        if army and (self.controls(power, region) or self.on_land(power, region)):
            return True
        return bool(self.at_sea(power, region)) and self.ships_for(region, army)

    def ships_for(self, region, army):
        """Navies to fight navies with: an ally's too, but somebody must be there himself."""
        if self.at_sea(self.seat, region):
            return True
        own_only = self.original or "own_fleet" in self.variants
        return bool(army) and not own_only and any(self.at_sea(a, region) for a in self.allies())

    # Special actions

    def may(self, verb):
        """Deluxe: one special action in a turn. Original: one tile, and one colony, in a round."""
        group = SPECIAL
        if self.original:
            colony = ("colonize", "commerce")
            group = colony if verb in colony else tuple(v for v in SPECIAL if v not in colony)
        return not set(group) & set(self.tree["actions_taken"])

    def colonies(self):
        if not self.control_markers():
            return
        for region in REGIONS:
            faces = self.tree["neutrals"].get(region, ())
            if "pop" in faces and self.population() >= 1 and self.may("colonize"):
                yield ("colonize", region)
            if (
                "slaves" in faces
                and self.units(self.seat, "africa", "navy")
                and self.may("commerce")
            ):
                yield ("commerce", region)

    def claims(self):
        if not self.may("claim"):
            return
        companies = sum(self.held(company) for company in COMPANIES)
        enough = not self.original and len(self.seats) <= 3 and companies >= 3
        for tile, left in self.tree["stock"].items():
            barred = tile in self.turn.barred or (tile in COMPANIES and enough)
            if left and not barred and self.affords(tile):
                yield ("claim", tile)
        if self.original:
            yield from (("claim", key) for _, key in self.alliances(""))

    def alliances(self, verb):
        owned = [key for keys in self.tree["alliances"].values() for key in keys]
        most = 11 if self.original else 6
        if len(self.tree["alliances"].get(self.seat, ())) < most:
            for key in ALLIANCES:
                if key not in owned and self.pays(ALLIANCE_COST.get(key, 0)):
                    yield (verb, key)

    def covert(self):
        for verb, (token, where) in TOKENS.items():
            out = len(self.tree[token])
            number = 2 if self.original and token == "pirates" else 1
            if out < number and verb not in self.turn.barred and self.may(verb):
                for region in where:
                    if region in self.tree[token]:
                        continue  # a ruling: in a region there is one of them
                    for victim in (*self.seats, *self.tree["unplayed"]):
                        if victim != self.seat and self.controls(victim, region):
                            yield (verb, region, victim)

    # Free actions

    def free(self):
        if self.ready("war_office"):
            yield from self.attacks("war_office", 0)
        for tile, kind in BY_TILE.items():
            if self.ready(tile) and self.pieces(kind):
                yield from ((tile, place) for place in self.destinations(kind))
        if self.ready("trained_native_militia") and self.pieces("army"):
            for region in COLONIES:
                present = self.units(self.seat, region, "army", "navy", "fort")
                if present or self.controls(self.seat, region):
                    yield ("trained_native_militia", region)
        if self.ready("diplomatic_service"):
            yield from self.alliances("diplomatic_service")
        if self.ready("improved_agriculture") and self.population() < 9:
            yield ("improved_agriculture",)
        for company, regions in COMPANIES.items():
            if self.ready(company):
                yield from ((company, r) for r in regions if self.controls(self.seat, r))
        if self.ready("blockade"):
            for region in COLONIES:
                if self.units(self.seat, region, "navy"):
                    yield ("blockade", region)

    # Set-up and auctions

    def placement(self):
        """Anywhere; in the original edition in one of the eleven regions."""
        for kind in ("army", "navy", "fort"):
            for place in PORTS if kind == "navy" else REGIONS:
                if self.pieces(kind):
                    yield ("place", kind, place)
            if self.pieces(kind) and not self.original:
                yield ("place", kind, "home")

    def auction(self):
        """Proposals at the lowest bid that is enough; who opens cannot pass."""
        standing = self.tree["auction"]
        bid = 0
        if standing["bidder"]:
            bid = standing["bid"] + 1
            yield ("pass",)
        if self.pays(bid):
            yield from (("bid", bid, red, blue) for red, blue in self.proposals())

    def proposals(self):
        """Players come before powers that nobody plays; the last power of all is alone."""
        players = [power for power in self.seats if self.colour(power) is None]
        idle = [p for p in NEIGHBOURS if p not in self.seats and self.colour(p) is None]
        if self.original:
            idle = []
        if len(players) + len(idle) == 1:
            (last,) = players + idle
            return [(last, "none"), ("none", last)]
        if len(players) == 1:
            return [pair for other in idle for pair in permutations((players[0], other))]
        return list(permutations(players or idle, 2))

    # Answers

    def action(self):
        yield ("pass",)
        yield from self.builds()
        yield from self.rebuilds()
        yield from self.moves()
        yield from self.attacks()
        yield from self.colonies()
        yield from self.claims()
        if self.may("ally") and not self.original:
            yield from self.alliances("ally")
        yield from self.covert()
        yield from self.free()

    def free_action(self):
        yield ("done",)
        yield from self.free()

    def further_move(self):
        yield ("done",)
        yield from self.moves()

    def militia_build(self):
        yield ("done",)
        yield from self.builds(("army",))


ANSWERS = {
    "action": Book.action,
    "free_action": Book.free_action,
    "further_move": Book.further_move,
    "native_move": Book.native_moves,
    "militia_build": Book.militia_build,
    "placement": Book.placement,
    "auction": Book.auction,
}
"""What reads the answers to a kind of question; it is given the arguments of the question."""
