"""What can be told: every event of the game, its fields and who sees it.

Seats, areas and cards appear as keys, nobody as "". What is turned up in a battle is told pair by
pair; what is not turned up is never told.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.kit.event_spec import Told

EVENTS: dict[str, Told] = {
    # Set-up and sequence
    "game_begun": Told(
        "the table is set",
        {
            "seats": "in clockwise order",
            "opening": "placed fixed",
            "variants": "their printed names",
            "rounds": "of each game turn",
        },
    ),
    "army_drawn": Told(
        "a starting army is drawn", {"seat": "whose", "army": "A to F"}, private=True
    ),
    "start_player": Told("who begins the first game turn", {"seat": "who", "turn_order": "seats"}),
    "turn_begun": Told(
        "a game turn begins", {"turn": "1 to 4", "rounds": "in it", "first": "the start player"}
    ),
    "round_begun": Told("a round begins", {"turn": "", "round": "from 1", "turn_order": "seats"}),
    "revolt": Told(
        "the dice of a revolt",
        {"half": "north south", "number": "the second die", "areas": "provinces that it hits"},
    ),
    "revolt_held": Told("a fort holds a province", {"seat": "whose", "area": ""}),
    "income": Told(
        "cubes for a warehouse",
        {
            "seat": "whose",
            "amphoras": "own areas with one",
            "merchants": "in play",
            "due": "cubes",
            "gained": "cubes, fewer if the stock has no more",
            "warehouse": "cubes after it",
        },
    ),
    # Bases, forts, cubes
    "base_placed": Told("a base is placed", {"seat": "whose", "area": "", "bases": "there now"}),
    "bases_lost": Told(
        "bases leave the board",
        {"seat": "whose", "area": "", "bases": "how many", "cause": "revolt diplomacy attack"},
    ),
    "control_changed": Told(
        "an area changes hands",
        {"area": "", "seat": "who has it now, or empty", "loser": "who had it, or empty"},
    ),
    "fort_placed": Told("a fort is placed", {"seat": "whose", "area": ""}),
    "fort_destroyed": Told("a fort is destroyed", {"area": ""}),
    "fort_taken": Told("a fort is taken over", {"seat": "by whom", "area": ""}),
    "cubes_paid": Told(
        "cubes go back to the stock",
        {
            "seat": "who pays",
            "cubes": "how many",
            "purpose": "fort, new row, diplomacy",
            "left": "in the warehouse after it",
        },
    ),
    "cube_placed": Told(
        "a trade cube is placed", {"seat": "whose", "area": "", "cubes": "of its there now"}
    ),
    "replacing": Told(
        "the die for replacing a cube in a full area; a failure sends the own cube to the stock",
        {
            "seat": "who rolls",
            "area": "",
            "replaced": "whose cube",
            "die": "1 to 6",
            "bonus": "for Merchants",
            "needed": "that or more, with the bonus",
            "success": "bool",
        },
    ),
    "plundered": Told(
        "trade cubes of a conquered area go to a warehouse",
        {"seat": "who takes them", "area": "", "cubes": "{seat: how many}"},
    ),
    "plunder_returned": Told(
        "plundered cubes go back to their owners' stock",
        {"seat": "who held them", "cubes": "{seat: how many}"},
    ),
    # Cards
    "row_filled": Told("cards are drawn for the draft row", {"cards": "new", "row": "all"}),
    "row_discarded": Told(
        "a whole draft row is discarded", {"seat": "by whom", "cards": "that were in it"}
    ),
    "deck_reshuffled": Told("the discards are the deck again", {"cards": "how many"}),
    "recruited": Told("a card is taken from the draft row", {"seat": "by whom", "card": ""}),
    "nothing_recruited": Told("no card of the new row may be taken", {"seat": "who tried"}),
    "disbanded": Told("a mercenary army is discarded", {"seat": "whose", "card": ""}),
    "passed": Told("an action is passed", {"seat": "who"}),
    # Diplomacy and attack
    "diplomacy": Told(
        "a diplomatic attack",
        {
            "seat": "whose",
            "area": "",
            "target": "who controls it, or empty",
            "die": "1 to 6; 0: none was needed",
            "bonus": "for extra cubes",
            "needed": "that or more, with the bonus; 0: no die",
            "success": "bool",
        },
    ),
    "attack_declared": Told(
        "an attack is declared",
        {
            "seat": "the attacker",
            "area": "",
            "target": "who controls it, or empty",
            "origin": "the own area it comes from",
            "dice": "[{obstacle, at, needed}, ...] of the crossing",
        },
    ),
    "crossing": Told(
        "a die of a crossing",
        {
            "seat": "the attacker",
            "obstacle": "mountain strait sea_lane sea",
            "at": "area: of the sea, else the target",
            "die": "1 to 6",
            "needed": "that or more",
            "success": "bool",
        },
    ),
    "attack_failed": Told("the attack has not arrived", {"seat": "the attacker", "area": ""}),
    "neutral_attacked": Told(
        "the die of an attack on a neutral area",
        {
            "seat": "the attacker",
            "area": "",
            "die": "1 to 6",
            "needed": "that or more",
            "success": "bool",
        },
    ),
    "stance_taken": Told(
        "how the defender fights",
        {"seat": "the defender", "area": "", "stance": "outside ambush inside inside_ambush"},
    ),
    "battle_begun": Told(
        "both sides are asked for their decks",
        {
            "area": "",
            "attacker": "seat",
            "defender": "seat",
            "place": "field siege sea",
            "ambush": "bool",
        },
    ),
    "pair_turned_up": Told(
        "two cards are turned up",
        {
            "pair": "from 1",
            "attacker": "card or none",
            "defender": "card or none",
            "met": "{side: {hit, rating, on_rating, on_die}} how they meet, the bonuses on rating "
            "and die counted in; hit 0: does not shoot; rating -1: blocks; empty if one is missing",
            "dice": "{side: die} of those that shot",
            "winner": "attacker, defender or empty",
            "tokens": "{centre, attacker, defender} after it",
        },
    ),
    "battle_fought": Told(
        "a battle is over",
        {
            "area": "",
            "place": "field siege sea",
            "attacker": "seat",
            "winner": "seat",
            "loser": "seat",
            "rout": "bool",
        },
    ),
    "card_drawn": Told(
        "a loss is drawn from the cards used",
        {"seat": "whose", "card": "", "lost": "bool; a starting card goes back to its owner"},
    ),
    "extra_action": Told("a rout wins an extra action", {"seat": "whose"}),
    "rout_paid": Told(
        "a routed attacker loses cubes of his warehouse",
        {
            "seat": "the attacker",
            "receiver": "the defender",
            "cubes": "how many",
            "become": "plunder stock",
        },
    ),
    # Scoring and the end
    "scored": Told(
        "the points of a seat at the end of a game turn",
        {
            "seat": "whose",
            "control": "values of areas",
            "trade": "half values of areas with most cubes",
            "plunder": "for plundered cubes",
            "upkeep": "taken off for what was recruited",
            "victory_points": "after it",
        },
    ),
    "game_over": Told(
        "the end",
        {
            "winner": "seats: several only if tied in all",
            "victory_points": "{seat: points}",
            "tie_broken": "whether areas or cubes decided",
            "armies": "{seat: the starting army}",
        },
    ),
}

CONCERNS: Mapping[str, tuple[str, ...]] = {
    "attack_declared": ("target",),
    "battle_fought": ("winner", "loser"),
    "control_changed": ("loser",),
    "diplomacy": ("target",),
    "replacing": ("replaced",),
    "scored": (),
    "game_over": (),
}
"""What a seat should hear of at once: events that name it in one of these fields; (): always."""
