"""Every entry of a menu is printed as order text and read back; what people write is understood."""

import re

import pytest

from engine.core.bots import Stream
from engine.empires_of_the_ancient_world import GAME
from tests import ROOT
from tests.engine.empires_of_the_ancient_world.ancient import (
    DATA,
    Warlike,
    at,
    begin,
    crowded,
    wander,
)
from tests.engine.order_texts import entries, printed_and_read
from tests.sampling import sampled

WORDS = GAME.words
MOST, SAMPLE = 150, 12
README = ROOT / "engine" / "empires_of_the_ancient_world" / "README.md"


def reads_back(kind, choice, menu):
    """Printed, read, resolved: of this kind it means this choice and no other."""
    text, line = printed_and_read(WORDS, kind, choice)
    meant = line.steps[0].choices(kind)
    legal = {
        found
        for said in meant
        for found in [WORDS.resolve(kind, said, menu)]
        if isinstance(found, tuple) and menu.judge(found) is None
    }
    assert choice in meant, text
    assert legal == {choice}, text


def read_back(number, decks):
    """How many entries were met in a campaign; each was read back once. `decks`: up to how many
    decks that can be sent are all listed."""
    read, stream = set(), Stream("sample")
    name_ = f"said {number}"
    session = (begin, crowded)[number % 2](name_, 2 + number)
    for _ in wander(session, Warlike(name_)):
        for seat, question in session.questions.items():
            menu, kind = session.decision(seat).menu, question.kind.name
            for choice in entries(menu, stream, decks if kind == "deck" else MOST, SAMPLE):
                if (kind, choice) not in read:
                    reads_back(kind, choice, menu)
                    read.add((kind, choice))
    return len(read)


@pytest.mark.parametrize("number", sampled([0, 3], [0]))
def test_every_entry_of_a_menu_is_read_back_from_its_order_text(number):
    assert read_back(number, decks=SAMPLE) > 500


@pytest.mark.soak
@pytest.mark.parametrize("number", range(4))
def test_every_entry_of_a_menu_and_every_deck_is_read_back_from_its_order_text(number):
    assert read_back(number, decks=MOST) > 500


@pytest.mark.parametrize(
    ("text", "kind", "choice"),
    [
        ("Attack Numidia by sea", "action", ("attack", "numidia", "sea")),
        ("invade Greece", "action", ("attack", "graecia", "surest")),
        ("deck: archers, heavy horse, sword, sword, spear", "deck",
         ("deck", "archers", "heavy_horse", "sword", "sword", "spear")),
        ("Deck - archer, heavy cavalry and swordsmen", "deck",
         ("deck", "archers", "heavy_horse", "sword", "none", "none")),
        ("my army: veteran archers, northern heavy horse", "deck",
         ("deck", "veteran_archers", "northern_heavy_horse", "none", "none", "none")),
        ("recruit 3", "action", ("draft", 3)),
        ("hire the foot skirmishers", "action", ("recruit", "foot_skirmishers")),
        ("take siege tower", "pick", ("recruit", "siege_tower")),
        ("place base in Italia", "placement", ("base", "italia")),
        ("fort in Italy", "action", ("fort", "italia")),
        ("build a fort in Egypt", "first_fort", ("fort", "aegyptus")),
        ("diplomacy Syria with 3", "action", ("diplomacy", "syria", 3)),
        ("negotiate Syria with two extra cubes", "action", ("diplomacy", "syria", 2)),
        ("disband spear", "action", ("disband", "spear")),
        ("trade Africa replacing Blue", "action", ("trade", "africa", "blue")),
        ("pass.", "action", ("pass",)),
        ("ambush!", "stance", ("ambush",)),
        ("we will fight inside", "stance", ("inside",)),
        ("new row", "action", ("new_row",)),
        ("start in Sicily", "start_province", ("start", "sicilia")),
    ],
)  # fmt: skip
def test_orders_as_people_write_them(text, kind, choice):
    assert choice in WORDS.read(text).steps[0].choices(kind)


def test_a_deck_may_be_written_below_the_attack():
    lines = WORDS.split("attack Cisalpina; deck: sword, sword, spear")
    assert [line.steps[0].candidates[0][1][0] for line in lines] == ["attack", "deck"]


def test_trade_on_one_line_is_one_order_of_several_cubes():
    (line,) = WORDS.split("trade Sicilia, Africa, Italia")
    assert [step.bound for step in line.steps] == [False, True, True]


def test_what_is_attacked_or_given_up_is_never_guessed():
    for text in ("attack Numidja", "disband elefants", "diplomacy Syrai"):
        assert "guess" in str(WORDS.read(text)), text


def test_every_area_card_and_colour_has_its_printed_name():
    for key in (*DATA.areas, *DATA.cards, *DATA.seats):
        assert WORDS.name(key) == DATA.name(key)


@pytest.mark.parametrize("kind", GAME.kinds)
def test_every_kind_of_decision_has_order_forms_with_help(kind):
    assert WORDS.usages(kind)


def test_the_orders_of_the_readme_are_orders():
    section = README.read_text().partition("## Orders")[2].partition("\n## ")[0]
    orders = re.findall(r"^\| (.*?) \|", section, re.M)[2:]
    texts = [text for cell in orders for text in re.findall(r"`([^`]+)`", cell)]
    assert len(texts) >= 20
    assert [text for text in texts if not hasattr(WORDS.read(text), "steps")] == []


def test_a_refused_recruit_names_what_is_near():
    session = at(bases={"italia": {"red": 1}}, row=["spear", "pike"])
    menu = session.decision("red").menu
    near = WORDS.nearest("action", ("recruit", "sword"), menu)
    assert near == ["recruit Spear", "recruit Pike"]
