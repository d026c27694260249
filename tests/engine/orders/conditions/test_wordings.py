"""Conditions, standing orders and queues as board gamers write them, and what is made of them."""

from functools import cache

import pytest

from engine.core.decision import Refusal
from engine.games import GAMES
from engine.orders.understanding.interpreter import Interpreter
from engine.orders.understanding.reading_types import Situation
from engine.orders.vocabulary import NotAnOrder
from tests.wording import worded

SOE, ANCIENT = "struggle-of-empires", "empires-of-the-ancient-world"
UNDERSTOOD = {
    SOE: [
        (
            "If I win: claim Mercenaries. If I lose: claim Banking",
            "if it wins: claim Mercenaries | if it loses: claim Banking",
        ),
        (
            "attack Prussia in Germany; if we win then colonise in North America else pass",
            "attack Prussia in Germany | if it wins: colonise in North America; else: pass",
        ),
        (
            "attack Prussia in Germany; colonise in North America if we win",
            "attack Prussia in Germany | if it wins: colonise in North America",
        ),
        (
            "Attack Prussia in the German States unless Austria is allied with Prussia",
            "Attack Prussia in the German States unless Austria is allied with Prussia",
        ),
        (
            "attack Prussia in german states as long as I have 5 gold",
            "if I have at least 5 gold: attack Prussia in german states",
        ),
        (
            "if I've got at least 6 gold, claim War Office, else claim Banking",
            "if I have at least 6 gold: claim War Office | else: claim Banking",
        ),
        ("if my gold >= 6: claim war office", "if I have at least 6 gold: claim war office"),
        ("Provided I have 6 gold, claim War Office", "if I have at least 6 gold: claim War Office"),
        ("if Logistics is gone claim Militia", "if Logistics is gone: claim Militia"),
        ("if Britain took Logistics, claim Militia", "if Britain has Logistics: claim Militia"),
        (
            "if that is not possible, build a fort in India",
            "if it is refused: build a fort in India",
        ),
        (
            "colonize in North America. If that isn't possible, pass.",
            "colonize North America | if it is refused: pass",
        ),
        (
            "If Britain controls more than me in India, attack Britain in India",
            "if Britain controls more than me in India: attack Britain in India",
        ),
        (
            "If nobody controls India, attack neutral in India",
            "if nobody controls India: attack neutral in India",
        ),
        (
            "If anyone attacks me in India, fight naval battle and re-roll if I'm losing",
            "when attacked in India: at sea: fight; reroll if losing",
        ),
        (
            "if France asks me for help, join with all my armies but no navies",
            "when France asks: join with all armies",
        ),
        ("never join anyone", "when anyone asks: call: decline"),
        (
            "decline all calls for alliance until further notice",
            "when anyone asks: call: decline",
        ),
        (
            "I will not join any battle this war",
            "when anyone asks: call: decline, this war",
        ),
        (
            "Stay out of all battles until I say otherwise",
            "when anyone asks: call: decline",
        ),
        (
            "if asked to join against Austria: decline",
            "when asked to fight against Austria: decline",
        ),
        ("always reroll if I'm losing", "in combat: reroll if losing"),
        ("re-roll when behind", "in combat: reroll if losing"),
        ("Never reroll", "when in combat: keep"),
        ("Always decline calls this war.", "when anyone asks: call: decline, this war"),
        ("this war, never join anyone", "when anyone asks: call: decline, this war"),
        ("for the rest of the war, reroll if losing", "in combat: reroll if losing, this war"),
        ("standing order: never reroll", "when in combat: keep"),
        ("always lose armies first", "in combat: lose army"),
        ("losses: army, army, navy", "losses: army, army, navy"),
        ("always pass in the auction", "when in auctions: pass"),
        (
            "Build army in German States then wait for me",
            "Build army in German States then wait for me",
        ),
        ("If it is round 5 or later: pass", "If it is round 5 or later: pass"),
        (
            "build 1 army german states x2",
            "build army in German States | build army in German States",
        ),
        (
            "1) build army in german states 2) claim Militia",
            "build army in german states | claim Militia",
        ),
        (
            "if Prussia is my enemy: attack Prussia in German States",
            "if I am against Prussia: attack Prussia in German States",
        ),
        (
            "if Prussia is in the other alliance attack prussia in german states",
            "if I am against Prussia: attack prussia in german states",
        ),
        (
            "If France is allied with me, give France 2 gold",
            "if France is allied with me: give France 2 gold",
        ),
        (
            "if unrest > 8 pass else claim Banking",
            "if I have at least 9 unrest: pass | else: claim Banking",
        ),
        (
            "if the attack succeeds and I have 3 gold, claim Militia",
            "if it wins and I have at least 3 gold: claim Militia",
        ),
        ("Claim Banking twice", "claim Banking | claim Banking"),
        (
            "if allied with Austria: move 2 armies from Mediterranean to Central Europe",
            "if I am allied with Austria: move 2 armies from Mediterranean to Central Europe",
        ),
        ("if the move fails: claim Banking", "if not it arrives: claim Banking"),
        ("if the navy sinks, build navy in Caribbean", "if navy sinks: build navy in Caribbean"),
    ],
    ANCIENT: [
        ("if the crossing fails, recruit swords", "if not it arrives: recruit swords"),
        ("if we get across, place base in Crete", "if it arrives: place base in Crete"),
        (
            "If I have at least 4 cubes place fort in Thrace, else expand trade into Crete",
            "if I have at least 4 cubes: place fort in Thrace | else: trade Creta",
        ),
        (
            "if i've 4 cubes or more in my warehouse: fort in Thrace",
            "if I have at least 4 cubes: fort in Thrace",
        ),
        (
            "if my warehouse has fewer than 4 cubes recruit spears otherwise fort in thrace",
            "if I have less than 4 cubes: recruit Spear | else: fort in thrace",
        ),
        (
            "if there is a Merchant in the draft, recruit Merchant",
            "if Merchant is in the row: recruit Merchant",
        ),
        (
            "if Merchant is gone: recruit Engineer",
            "if not Merchant is in the row: recruit Engineer",
        ),
        (
            "if attacked: deck Archers, Light Horse, Sword, Spear, Sword",
            "if attacked: deck Archers, Light Horse, Sword, Spear, Sword",
        ),
        ("When attacked in Thrace fight outside", "when attacked in Thracia: outside"),
        ("always stay inside", "in battles: inside"),
        ("always fight in the open", "in battles: outside"),
        ("whenever I'm attacked, declare an ambush", "when attacked: ambush"),
        ("always ambush if I can", "in battles: ambush"),
        ("If I rout the defender, attack Dacia", "if it is a rout: attack Dacia"),
        (
            "If I rout him: attack Dacia, otherwise pass",
            "if it is a rout: attack Dacia; else: pass",
        ),
        (
            "if i get an extra action: place base in Thrace",
            "if it is an extra action: place base in Thrace",
        ),
        (
            "if I rout them and I have 4 cubes: fort in Thrace",
            "if it is a rout and I have at least 4 cubes: fort in Thrace",
        ),
        ("if Blue controls Thrace attack Thrace", "if Blue controls Thracia: attack Thrace"),
        (
            "if Blue still holds Thrace: attack Thrace, otherwise diplomacy in Dacia",
            "if Blue controls Thracia: attack Thrace; else: diplomacy in Dacia",
        ),
        (
            "if there's no fort in Thrace attack Thrace",
            "if not there is a fort in Thracia: attack Thrace",
        ),
        (
            "if Thrace is neutral: diplomacy Thrace; else attack Thrace",
            "if Thrace is neutral: diplomacy Thrace; else attack Thrace",
        ),
        ("if I lost Thrace: attack Thrace", "if not I control Thracia: attack Thrace"),
        ("if I no longer control Thrace: attack Thrace", "if not I control Thracia: attack Thrace"),
        (
            "If Green has more cubes than me in Crete, expand trade in Crete",
            "if Green has more cubes than me in Creta: trade Creta",
        ),
        ("if it's round 5: pass", "if it is round 5: pass"),
        (
            "if I have a merchant: trade Crete, Sicily, Thrace; else trade Crete, Sicily",
            "if I have a merchant: trade Crete, Sicily, Thrace; else trade Crete, Sicily",
        ),
        ("fort in thrace if I've got an engineer", "if I have Engineer: fort in thrace"),
        (
            "if I own an engineer place fort in Thrace, otherwise recruit engineer",
            "if I have Engineer: place fort in Thrace | else: recruit engineer",
        ),
        (
            "put a base in thrace; put another base in thrace",
            "put a base in thrace | place base in Thracia",
        ),
        ("place base thrace x2", "place base in Thracia | place base in Thracia"),
        ("1) fort in Thrace 2) recruit sword", "fort in Thrace | recruit sword"),
        ("FORT IN THRACE!!! THEN RECRUIT SWORD", "FORT IN THRACE!!! THEN RECRUIT SWORD"),
        (
            "if the sea crossing fails: expand trade in Crete",
            "if not it arrives: expand trade in Crete",
        ),
        ("attack thrace and wait", "attack thrace and wait"),
        ("attack Thrace if I have more than 6 cards", "if I have at least 7 cards: attack Thrace"),
        (
            "For the rest of this game turn when attacked: outside",
            "when attacked: outside, this turn",
        ),
        (
            "if Blue has less than 3 bases in Thrace: attack Thrace",
            "if not Blue has at least 3 bases in Thracia: attack Thrace",
        ),
        (
            "if nobody has a fort in Thrace and I have 4 cubes: fort in Thrace",
            "if not there is a fort in Thracia and I have at least 4 cubes: fort in Thrace",
        ),
        ("if possible, fort in Thrace", "if possible, fort in Thrace"),
    ],
}
"""Lines, and the canonical lines that they mean, with bars between."""
ASKED = {
    SOE: [
        ("next turn: build army in German States", "used in the order written"),
        ("This turn: build army. Next turn: build navy", "used in the order written"),
        ("in my second turn build army", "used in the order written"),
        ("attack Prussia in German States unless Prussia has 3 armies there", "'there'"),
        ("claim Logistics. If it is taken: claim Militia", "it is refused"),
        ("move navy Caribbean to India. If it fails: build navy", "it arrives"),
        ("if I have exactly 5 gold: build army", "is not known"),
        ("if I have just 5 gold: build army", "is not known"),
        ("if possibel: build army", "is not known"),
        ("if refused: dance", "not understood"),
        ("else: dance", "not understood"),
        ("always reroll when the moon is full", "help conditions"),
        ("always help France", "help conditions"),
        ("decline this war", "when anyone asks: decline"),
        ("build army this round", "was not understood"),
        ("pass for the rest of the war", "in auctions: pass"),
        ("bid up to 3 with Austria", "in auctions: bid up to 3 with Austria"),
        ("when attacked: attack Prussia in German States", "no answer to what is asked then"),
        ("if it is round 4 or 5: pass", "is not known"),
        ("if anything goes wrong ask me", "help conditions"),
    ],
    ANCIENT: [
        ("next turn: recruit sword", "used in the order written"),
        ("last round: recruit merchant", "used in the order written"),
        ("from round 7 pass", "not understood"),
        ("never ambush", "help conditions"),
        ("always pass", "when my turn comes: pass"),
        ("Attack Thrace. If it succeeds, place a fort there.", "help conditions"),
        ("if possibel: fort in Thrace", "is not known"),
        ("recruit Merchant. If it is taken: recruit Engineer", "it is refused"),
        ("if I have a base in Thrace or Dacia: pass", "is not known"),
        ("attack Thrace unless it has a fort", "is not known"),
        ("when attacked: attack Thrace", "no answer to what is asked then"),
    ],
}
"""Lines that are not obeyed but asked about, and some words of the question."""


def rows(table):
    return [(name, *row) for name, group in table.items() for row in group]


@cache
def interpreter(name):
    return Interpreter(GAMES[name].words)


@pytest.mark.parametrize(("name", "line", "meant"), rows(UNDERSTOOD))
def test_a_line_is_read_as_it_is_meant(name, line, meant):
    read = interpreter(name).read([line], Situation("nobody"))
    assert {reading.sort for reading in read} == {"order"}
    assert " | ".join(said for reading in read for said in reading.lines) == meant


@pytest.mark.parametrize(("name", "line", "meant"), rows(UNDERSTOOD))
def test_what_is_meant_is_read_the_same_again(name, line, meant):
    words = GAMES[name].words
    for said in meant.split(" | "):
        read = words.line(said).read
        assert not isinstance(read, Refusal), (said, read)
        for one in read:
            again = words.line(one.text).read
            assert not isinstance(again, Refusal), (one.text, again)
            assert (again[0].steps, again[0].anytime) == (one.steps, one.anytime)


@pytest.mark.parametrize(("name", "line", "said"), rows(ASKED))
def test_a_line_that_is_not_clear_is_asked_about(name, line, said):
    read = GAMES[name].words.line(line).read
    assert isinstance(read, Refusal)
    assert not isinstance(read, NotAnOrder)
    found = interpreter(name).read([line], Situation("nobody"))
    reasons = (worded(reading.reason) for reading in found if reading.reason)
    offered = (way for reading in found for way in reading.several)
    assert said in " ".join([worded(read), *reasons, *offered])


@pytest.mark.parametrize(
    "line",
    [
        "If you agree, I would like to think a bit longer.",
        "When is the deadline?",
        "Otherwise all is well.",
        "As long as we have fun!",
    ],
)
@pytest.mark.parametrize("name", GAMES)
def test_a_remark_that_begins_like_a_condition_stops_nothing(name, line):
    assert isinstance(GAMES[name].words.split(line), NotAnOrder)


@pytest.mark.parametrize(
    ("name", "written", "printed", "german"),
    [
        (
            ANCIENT,
            "when in battles: best deck",
            "in battles: best deck",
            "immer wenn gekämpft wird: beste Schlachtordnung",
        ),
        (
            SOE,
            "when in auctions: pass, this war",
            "in auctions: pass, this war",
            "immer wenn versteigert wird: passe, in diesem Krieg",
        ),
        (
            SOE,
            "when at sea: at sea: decline",
            "when at sea: at sea: decline",
            "immer wenn auf See gekämpft wird: auf See: verzichte",
        ),
    ],
)
def test_a_standing_order_is_printed_with_when_where_its_situation_needs_it(
    name, written, printed, german
):
    words = GAMES[name].words
    for text in (written, printed):
        assert words.standing_said(words.order(text).clause) == printed
        assert words.tongues["de"].in_other(text) == german
