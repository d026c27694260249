"""What is told of Empires of the Ancient World, in the cases that a game seldom has together."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.reports.rendering.plain import columns
from tests.pbem.reports.ancient_world import AMBUSH, ATTACK, GAME, NO, ROUT, SHOTS, played, report
from tests.pbem.reports.sampled import compose


def told(orders: Any, dice: Any = (), seat: str | None = None, **position: Any) -> str:
    """The text of the report of all that has happened, in one line."""
    text = compose(report(played(orders, dice, **position), seat), GAME.words).text
    assert [line for line in text.splitlines() if columns(line) > 72] == []
    return " ".join(text.split())


def test_of_a_deck_nobody_but_its_owner_hears() -> None:
    deck = ("deck", "veteran_archers", "elephants", NO, NO, NO)
    session = played([*AMBUSH, ("red", deck)])

    assert session.waiting() == ["blue"]
    for seat in ("blue", None):
        mail = compose(report(session, seat), GAME.words)
        forms = [str(file.data) for file in mail.attachments]
        for text in (mail.text, mail.html, *forms):
            assert "deck: Veteran Archers" not in text
    blue = compose(report(session, "blue"), GAME.words).text
    assert "Elephants" not in blue
    assert "Veteran Archers" not in blue


@pytest.mark.parametrize(
    ("orders", "dice", "position", "said"),
    [
        ([("red", ("pass",))], (), {}, "Red passed."),
        (
            [("red", ("diplomacy", "cisalpina", 2))],
            (4,),
            {},
            "Red offered Blue's base in Gallia Cisalpina 3 cubes (die 4+2, 6+ needed) "
            "and won it over.",
        ),
        (
            [("red", ("diplomacy", "cisalpina", 0))],
            (4,),
            {},
            "Red offered Blue's base in Gallia Cisalpina 1 cube (die 4, 6+ needed), in vain.",
        ),
        (
            [("red", ("diplomacy", "illyria", 0))],
            (),
            {},
            "Red's envoys won Illyria over for 1 cube.",
        ),
        (
            [("blue", ("diplomacy", "illyria", 0))],
            (1,),
            {"active": "blue"},
            "Blue's envoys to Illyria came back empty-handed, 2 cubes poorer (die 1, 2+ needed).",
        ),
        (
            [("green", ("trade", "italia", "red")), ("green", ("done",))],
            (3,),
            {"active": "green"},
            "Green drove one of Red's trade cubes out of Italia and took its place "
            "(die 3+2, 5+ needed).",
        ),
        (
            [
                ("green", ("trade", "italia", "red")),
                ("green", ("trade", "west_med", "nobody")),
                ("green", ("trade", "africa", "nobody")),
                ("green", ("trade", "africa", "nobody")),
            ],
            (1,),
            {"active": "green"},
            "Green failed to drive out one of Red's trade cubes in Italia and lost its own "
            "(die 1+2, 5+ needed). Green placed three trade cubes in Africa (two) and the "
            "Western Mediterranean.",
        ),
        (
            [("red", ("recruit", "spear"))],
            ("pike",),
            {},
            "Red took Spear from the draft row; new in the row: Pike.",
        ),
        (
            [("red", ("disband", "elephants"))],
            ("elephants",),
            {"row": ["sword", "galley"], "deck": []},
            "Red disbanded Elephants; new in the row: Elephants.",
        ),
        (
            ROUT,
            (*SHOTS, "archers"),
            {"row": ["sword", "galley"], "deck": []},
            "The rout won Red an extra action. The draft row: Sword, Galley and Archers.",
        ),
        (
            [("red", ("fort", "sicilia"))],
            (),
            {},
            "Red built a fort in Sicilia for 4 cubes.",
        ),
        (
            [("red", ("base", "italia"))],
            (),
            {},
            "Red placed a base in Italia (3 there now).",
        ),
        (
            [("red", ("attack", "numidia", "sea"))],
            (4, 3),
            {},
            "Red attacked neutral Numidia from Italia by way of the Western Mediterranean "
            "(die 4, 4+ needed) and took it (die 3, 3+ needed).",
        ),
        (
            [("red", ("attack", "east_med", "sea"))],
            (5, 2),
            {},
            "Red attacked the neutral Eastern Mediterranean from Italia by way of the Central "
            "Mediterranean (die 5, 4+ needed) and on, but did not get there",
        ),
    ],
)  # fmt: skip
def test_actions_are_told_in_a_sentence(orders: Any, dice: Any, position: Any, said: str) -> None:
    assert said in told(orders, dice, **position)


def test_who_brings_no_card_is_routed_without_a_pair() -> None:
    none = ("deck", NO, NO, NO, NO, NO)
    sword = ("deck", "sword", NO, NO, NO, NO)

    text = told([*AMBUSH, ("red", none), ("blue", ("deck", "pike", NO, NO, NO, NO))], ())
    assert "Red brought no army and was routed by Blue." in text
    assert "The rout cost Red 2 cubes of its warehouse, held by Blue until" in text
    assert "The battle of" not in text
    assert "No army attacked, and Blue held" in told([*AMBUSH, ("red", none), ("blue", none)])
    assert "Blue brought no army" in told([*AMBUSH, ("red", sword), ("blue", none)])


def test_level_tokens_are_the_defenders() -> None:
    deck = ("deck", "sword", NO, NO, NO, NO)
    pike = ("deck", "pike", NO, NO, NO, NO)

    assert "1 Sword 6 = 6 Pike 0 : 0 The tokens were level, and Blue held Gallia" in told(
        [*AMBUSH, ("red", deck), ("blue", pike)]
    )


def test_at_the_walls_and_at_sea_other_rules_are_told() -> None:
    inside = told([*ATTACK, ("blue", ("inside",))], seat="blue")
    assert (
        "there is a battle at the walls. Which of your cards fight, and in which order? Up to thr"
        in inside
    )
    assert "Any order will do." in inside

    sea = told([("red", ("attack", "west_med", "sea"))], (6,), seat="green")
    assert "At most one each: Sword or Spear; Foot Skirmishers or Archers; Artillery." in sea
    assert " you in the Western Mediterranean from Italia (die 6, 4+ needed)." in sea


def test_a_rout_is_told_with_all_that_it_brings() -> None:
    text = told(ROUT, SHOTS)

    for said in (
        "Blue lay in ambush.",
        "The battle of Gallia Cisalpina, in the open field, from ambush:",
        "1 Vet. Archers 5+2 hits 5+ > 3+1 fails 5+ Archers 1 : 0",
        "Red put Blue to flight. Losses: Red none (Heavy Horse drawn, but a starting army never "
        "dies); Blue Archers (Heavy Horse,",
        "The plunder: 2 cubes of Blue and 1 of Green. The fort was destroyed.",
    ):
        assert said in text
