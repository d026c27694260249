"""What can be told: every event of the game, its fields and who sees it.

Powers, regions, tiles and alliances appear as keys, units as "army", "navy", "fort", a place as a
region or "home", a target as in orders: a power, "neutral:4+3gold", "pirates", "rebels". A battle
is told as it goes on, and each of its combats once more as a whole (`combat_fought`), which is
all that a table of strengths and dice needs.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.kit.event_spec import Told

# The parts of a `side` in combat_fought and combat_dice, and of an item in its `items`.
SIDE = {
    "power": "the attacker or defender; a target for neutral markers, pirates, rebels",
    "items": "what counts, in order: a list of ITEM",
    "base": "the sum of the items",
    "dice": "[a, b], the final ones",
    "difference": "between the dice",
    "total": "base + difference",
    "seven": "whether the dice add up to seven",
}
ITEM = {
    "item": "armies, navies, forts, alliance, training, support, value (of a marker or token)",
    "power": "whose (an ally's too); a target for neutral markers, pirates, rebels",
    "count": "how many units, tiles ...",
    "strength": "what it adds",
    "name": "the local alliance, for item alliance; else empty",
}

EVENTS: dict[str, Told] = {
    # Sequence of play
    "game_begun": Told(
        "the table is set",
        {
            "edition": "deluxe, original",
            "variants": "their printed names",
            "seats": "powers in clockwise order, the start player first",
            "unplayed": "powers that nobody plays",
            "rounds": "rounds of each war",
        },
    ),
    "phase_begun": Told(
        "a phase begins",
        {"war": "1 to 3", "phase": "setup neutrals alliances actions income scoring end-of-war"},
    ),
    "round_begun": Told(
        "a round of actions begins", {"war": "1 to 3", "round": "from 1", "turn_order": "seats"}
    ),
    "turn_begun": Told("a turn begins", {"seat": "whose", "war": "1 to 3", "round": "from 1"}),
    # Set-up and neutral region markers
    "tiles_dealt": Told("all seats begin with these tiles", {"tiles": "keys"}),
    "unplayed_placed": Told(
        "an unplayed power gets its markers, which go out of play, and a piece for each of them",
        {
            "power": "which",
            "letter": "A to E, empty if they were drawn",
            "markers": "[[region, face], ...]",
            "placed": "[[region, army or navy or control], ...]",
        },
    ),
    "neutrals_placed": Told(
        "neutral region markers are drawn and placed on the map",
        {"war": "1 to 3", "markers": "[[region, face], ...] in the order drawn"},
    ),
    "markers_drawn": Told(
        "a seat's starting markers; a control marker of its own stands in each region now",
        {
            "seat": "whose",
            "markers": "[[region, face], ...] in the order drawn, or chosen in a draft",
            "returned": "[[region, face], ...] of a region drawn before, put back and replaced",
        },
    ),
    "hands_passed": Told(
        "a round of the draft: all choose from the hand that has come by",
        {
            "round": "from 1",
            "rounds": "how many markers each chooses",
            "markers": "how many are in each hand",
        },
    ),
    "marker_redrawn": Told(
        "a duplicate goes back to the bag, another marker is drawn",
        {"seat": "whose", "returned": "[region, face]", "drawn": "[region, face]"},
    ),
    "markers_kept": Told(
        "a seat keeps its duplicates",
        {"seat": "whose", "regions": "where it keeps them"},
    ),
    "unit_placed": Told(
        "one of the five initial units is placed", {"seat": "whose", "unit": "", "place": ""}
    ),
    # Grand alliances
    "auction_opened": Told(
        "an auction begins",
        {"seat": "the opener", "unallied": "powers that can be proposed or come later"},
    ),
    "bid": Told(
        "a bid and its proposal",
        {
            "seat": "whose",
            "gold": "the bid",
            "red": "power or none",
            "blue": "power or none",
        },
    ),
    "auction_passed": Told("a pass in an auction", {"seat": "whose"}),
    "auction_won": Told(
        "the auction is over, the two powers join their alliances",
        {"seat": "the winner", "gold": "paid", "red": "power or none", "blue": "power or none"},
    ),
    "alliances_formed": Told(
        "all powers are in an alliance",
        {
            "red": "seats in order of placing",
            "blue": "seats in order of placing",
            "unplayed": "{power: red or blue}",
            "turn_order": "seats",
            "gavel": "who opens the first auction of the next war",
        },
    ),
    # Gold, population, unrest
    "gold_paid": Told(
        "gold is paid to the supply",
        {
            "seat": "who pays",
            "gold": "how much",
            "purpose": "auction attack tile alliance sea-die maintenance",
            "left": "gold in hand after it",
        },
    ),
    "gold_gained": Told(
        "gold comes from the supply",
        {
            "seat": "who gains",
            "gold": "how much",
            "source": "neutral, or the key of a tile",
            "region": "where it comes from",
            "left": "gold in hand after it",
        },
    ),
    "taxed": Told(
        "taxation, because gold was short",
        {
            "seat": "who taxes",
            "times": "instances, each with one unrest counter",
            "gold": "raised in all",
            "purpose": "as in gold_paid, or gift, offer",
        },
    ),
    "gift": Told("a seat gives gold", {"seat": "giver", "gold": "how much", "receiver": "seat"}),
    "offer": Told(
        "gold is offered for joining; it replaces a lower offer",
        {"seat": "giver", "gold": "how much", "receiver": "seat"},
    ),
    "offer_paid": Told(
        "the receiver has joined and gets the offer",
        {"seat": "giver", "gold": "how much", "receiver": "seat"},
    ),
    "offer_failed": Told(
        "the receiver has joined, but the giver can no longer raise the gold",
        {"seat": "giver", "gold": "how much", "receiver": "seat"},
    ),
    "population_changed": Told(
        "population rises or falls",
        {
            "seat": "whose",
            "change": "how much, negative for a loss",
            "population": "after it",
            "cause": "build tile colonize growth, or the key of a tile",
        },
    ),
    "unrest_taken": Told(
        "unrest counters are taken; all see how many, not their values",
        {
            "seat": "whose",
            "counters": "how many",
            "cause": "taxation, naval combat, land combat, sea, rebuild, industry",
        },
    ),
    "unrest_drawn": Told(
        "the values of the counters just taken",
        {"seat": "whose", "values": "of the counters, in order", "unrest": "points in all now"},
        private=True,
    ),
    "unrest_returned": Told(
        "points of unrest go back to the supply",
        {"seat": "whose", "points": "how many", "cause": "pass, government_reform"},
    ),
    # Actions
    "built": Told(
        "a unit is built at home (where it goes from there is told next); Trained Native Militia: "
        "directly in a colony",
        {
            "seat": "whose",
            "unit": "",
            "place": "home, or the colony",
            "by": "action, rebuild, or the key of a tile",
        },
    ),
    "unit_destroyed": Told(
        "a unit is destroyed to be built anew", {"seat": "whose", "unit": "", "place": ""}
    ),
    "sea_die": Told(
        "the die of a distant sea move",
        {
            "seat": "whose",
            "unit": "",
            "origin": "place",
            "destination": "place",
            "die": "success stay sink",
            "dice": "the first and, behind a 1, the second die; with the custom die empty",
            "bonus": "what Navigation adds to the second die",
        },
    ),
    "unit_moved": Told(
        "a unit has arrived",
        {"seat": "whose", "unit": "", "origin": "place", "destination": "place"},
    ),
    "unit_stayed": Told(
        "a unit remains where it was after its sea die",
        {"seat": "whose", "unit": "", "origin": "place", "destination": "place"},
    ),
    "unit_lost": Told(
        "a unit is lost",
        {"seat": "whose", "unit": "", "place": "", "cause": "sea, naval combat, land combat"},
    ),
    "colonized": Told(
        "a neutral marker becomes a control marker without an attack",
        {"seat": "whose", "region": "", "by": "colonize, commerce"},
    ),
    "tile_claimed": Told("a tile is claimed", {"seat": "who", "tile": "key"}),
    "tile_used": Told(
        "a tile is used; what it brings is told next",
        {"seat": "whose", "tile": "key", "region": "where it matters, else empty"},
    ),
    "tile_returned": Told(
        "a used tile or token goes back to the general supply",
        {"seat": "who had it, or has defeated the token", "tile": "key"},
    ),
    "alliance_established": Told(
        "a local alliance", {"seat": "whose", "alliance": "key", "regions": "where it helps"}
    ),
    "blockade_placed": Told("a blockade", {"seat": "whose", "region": ""}),
    "blockade_lifted": Told(
        "a blockade ends", {"seat": "whose", "region": "", "cause": "end of war, no navies"}
    ),
    "passed": Told("an action is passed", {"seat": "who", "actions_left": "after it"}),
    # Attacks
    "attack_declared": Told(
        "an attack is declared",
        {
            "seat": "the attacker",
            "region": "",
            "target": "",
            "by": "action, war_office",
            "navies_only": "whether there can be no land combat",
        },
    ),
    "surprise": Told("nobody may join the defender", {"seat": "attacker", "region": ""}),
    "allies_called": Told(
        "possible allies are asked",
        {"region": "", "attacker": "seats asked for him", "defender": "seats asked for him"},
    ),
    "ally_joined": Told(
        "a seat commits units",
        {"seat": "the ally", "side": "attacker, defender", "armies": "", "navies": ""},
    ),
    "ally_declined": Told("a seat stays out", {"seat": "who", "side": "attacker, defender"}),
    "unplayed_joined": Told(
        "an unplayed power's units join by themselves",
        {"power": "which", "side": "attacker, defender", "armies": "", "navies": ""},
    ),
    "naval_choice": Told(
        "whether navies fight", {"seat": "who", "side": "attacker, defender", "fights": "bool"}
    ),
    "alliance_used": Told(
        "how an alliance that can help on land or at sea counts",
        {"seat": "whose", "alliance": "key", "use": "army navy unused"},
    ),
    "combat_dice": Told(
        "dice are rolled, or rolled again",
        {
            "combat": "naval, land",
            "region": "",
            "attacker": "SIDE",
            "defender": "SIDE",
            "winner": "attacker defender tie, if it stays so",
            "rolls": "1, then one more for each reroll",
        },
    ),
    "rerolled": Told("Reserves: both roll again", {"seat": "whose", "combat": "naval, land"}),
    "combat_fought": Told(
        "a combat as a whole, after rerolls and before losses",
        {
            "combat": "naval, land",
            "region": "",
            "attacker": "SIDE",
            "defender": "SIDE",
            "winner": "attacker defender tie",
            "rolls": "how often was rolled",
        },
    ),
    "withdrawal": Told(
        "Fighting Withdrawal: the defender's side loses no units",
        {"seat": "whose", "combat": "naval, land"},
    ),
    "spared": Told(
        "an earlier Fighting Withdrawal saves the defender's side from losses here too",
        {"seat": "whose", "combat": "naval, land"},
    ),
    "no_loss": Told(
        "a loss is due that nobody on the side can bear",
        {
            "side": "attacker, defender",
            "power": "the attacker or defender",
            "combat": "naval, land",
            "cause": "defeat tie seven",
        },
    ),
    "loss": Told(
        "who bears a loss and why; the unit and the unrest are told next",
        {
            "side": "attacker, defender",
            "power": "whose unit",
            "unit": "",
            "combat": "naval, land",
            "cause": "defeat tie seven",
        },
    ),
    "naval_support": Told(
        "who has naval support in the land combat",
        {
            "side": "attacker, defender, none",
            "power": "who, else empty",
            "reason": "combat tie unopposed declined, neutral: a marker or rebels cede it",
        },
    ),
    "no_land_combat": Told(
        "there is no land combat", {"reason": "no army of the attacker, nothing to fight for"}
    ),
    "surrendered": Told(
        "the defender gives up a control marker instead of fighting on land",
        {"seat": "the defender", "region": ""},
    ),
    "control_taken": Told(
        "a control marker is replaced",
        {"seat": "who has it now", "region": "", "loser": "power or target it was taken from"},
    ),
    "control_kept": Told(
        "the attack leaves the marker where it is",
        {"seat": "the attacker", "region": "", "target": ""},
    ),
    "no_marker_left": Told(
        "the attacker has won, but has no control marker left to place",
        {"seat": "the attacker", "region": "", "target": ""},
    ),
    "victory_points_gained": Told(
        "points outside of scoring",
        {
            "seat": "whose",
            "points": "how many",
            "source": "neutral, industry",
            "victory_points": "after it",
        },
    ),
    # Covert actions
    "incited": Told(
        "pirates or a revolt against a control marker",
        {"seat": "who incites", "token": "pirates rebels", "region": "", "victim": "power"},
    ),
    "incited_held": Told(
        "the token has won: it holds the victim's control marker",
        {"token": "pirates rebels", "region": "", "victim": "power"},
    ),
    "incited_failed": Told(
        "the token has failed and is back in the supply",
        {"token": "pirates rebels", "region": "", "victim": "power"},
    ),
    # Income, scoring, ends
    "income": Told(
        "income and maintenance of a seat (payments and taxation are told apart)",
        {
            "seat": "whose",
            "population": "gold from population",
            "markers": "gold from control markers",
            "maintenance": "gold for units",
            "gold": "in hand at the end",
        },
    ),
    "maintenance_short": Told(
        "no counter is left for taxation: the rest of the maintenance is waived",
        {"seat": "whose", "gold": "waived"},
    ),
    "region_scored": Told(
        "a region is scored",
        {
            "war": "1 to 3",
            "region": "",
            "values": "[8, 5, 3]",
            "places": "[{place, points, markers, seats, unplayed}, ...]; unplayed: tied with them",
        },
    ),
    "war_scored": Told(
        "a war's points",
        {
            "war": "1 to 3",
            "points": "{seat: gained in this war's scoring}",
            "victory_points": "{seat: in all}",
        },
    ),
    "war_ended": Told(
        "local alliances return, tiles are ready again, blockades are lifted",
        {"war": "1 or 2", "alliances": "{seat: [key, ...]} returned", "gavel": "who opens next"},
    ),
    "unrest_revealed": Told("unrest at the end of the game", {"unrest": "{seat: points}"}),
    "revolution": Told(
        "20 or more unrest: out of the game, no points left", {"seat": "whose", "unrest": ""}
    ),
    "unrest_penalty": Told(
        "points lost for the highest and second highest unrest",
        {
            "seat": "whose",
            "unrest": "points of unrest",
            "points": "victory points lost",
            "victory_points": "after it",
        },
    ),
    "game_over": Told(
        "the end",
        {
            "winner": "seats: several only if tied in points and in unrest",
            "victory_points": "{seat: points}",
            "unrest": "{seat: points}",
            "tie_broken": "whether unrest decided",
        },
    ),
}

CONCERNS: Mapping[str, tuple[str, ...]] = {
    "alliances_formed": (),
    "attack_declared": ("target",),
    "auction_won": ("red", "blue"),
    "control_taken": ("loser",),
    "gift": ("receiver",),
    "incited": ("victim",),
    "loss": ("power",),
    "offer": ("receiver",),
    "offer_paid": ("receiver", "seat"),
    "war_scored": (),
    "game_over": (),
}
"""What a seat should hear of at once: events that name it in one of these fields; (): always."""
