"""Standing orders whose situation no `if` or `when` opens."""

import pytest

from tests.engine.orders.understanding.mails_read import ordered, read

SIEGES = ("empires_of_the_ancient_world/plurals-of-a-deck-once-misread", 7)
AMBUSH = ("empires_of_the_ancient_world/german/standing", 1)
DUTCH = ("struggle_of_empires/autumn/france-waits-its-turn", 8)
CALLS = ("struggle_of_empires/out-of-turn", 2)
AUCTION = ("struggle_of_empires/writers/third-standing", 7)
HELD = ("seven_years_world_war/answers-in-advance", 2)
CUBES = ("empires_of_the_ancient_world/standing", 11)

SIEGE = "in sieges: deck: siege tower"
DECLINED = "attacked by united provinces in caribbean: at sea: decline"
STOOD = "attacked in c16: stand"


def standing(where: tuple[str, int], text: str) -> list[str]:
    """What stands for good, without the word that opens it."""
    return [line.removeprefix("when ").casefold() for line in ordered(where[0], text, where[1])]


@pytest.mark.parametrize(
    ("where", "text", "line"),
    [
        (SIEGES, "any siege: siege tower", SIEGE),
        (SIEGES, "In sieges I always fight with just the siege tower.", SIEGE),
        (SIEGES, "Every siege is met with the Siege Tower.", SIEGE),
        (SIEGES, "Standing order for all sieges: the Siege Tower", SIEGE),
        (SIEGES, "If I am in a siege, now or later, Siege Tower", SIEGE),
        (SIEGES, "Bei jeder Belagerung: Belagerungsturm", SIEGE),
        (AMBUSH, "Every attack by Red gets ambushed.", "attacked by red: ambush"),
        (AMBUSH, "Hinterhalt bei jedem Angriff von Rot", "attacked by red: ambush"),
        (AMBUSH, "Greift Rot an: Hinterhalt", "attacked by red: ambush"),
        (DUTCH, "caribbean, attacked by UP: decline naval combat", DECLINED),
        (DUTCH, "Bei jedem niederländischen Angriff auf mich in der Karibik lehne ich das "
                "Seegefecht ab.", DECLINED),
        (CALLS, "India: should France request my support, join with all navies",
         "france asks in india: join with all navies"),
        (AUCTION, "Until this war ends: pass on every auction.", "in auctions: pass, this war"),
        (AUCTION, "Pass every auction, as long as the current war lasts",
         "in auctions: pass, this war"),
        (HELD, "c16 attacked: stand", STOOD),
        (HELD, "Standing order for C16: if I am attacked there, stand", STOOD),
        (HELD, "Standing order: no countermarches.",
         "countermarch is possible: no countermarch"),
        (CUBES, "From now on don't ask whether more cubes follow, I'm always done.",
         "more cubes can be placed: done"),
    ],
)  # fmt: skip
def test_it_is_divided_into_what_happens_and_what_is_done(
    where: tuple[str, int], text: str, line: str
) -> None:
    assert standing(where, text) == [line]


@pytest.mark.parametrize(
    ("where", "text"),
    [
        (DUTCH, "I do not want any sea battle"),
        (CALLS, "Next turn I will attack Prussia in the German States."),
        (HELD, "Attack C17 from C16, stand"),
    ],
)
def test_what_is_said_of_one_case_stands_for_no_other(where: tuple[str, int], text: str) -> None:
    lines = [line for each in read(where[0], text, where[1]).readings for line in each.lines]
    assert not [line for line in lines if line.startswith(("when ", "in "))]
