"""A player is told what his own seat did in the second person; everybody else by its name."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from engine.core.messages import message
from engine.games import GAMES
from engine.kit.telling import Clause, Sentence
from pbem.reports.languages.gallery import arguments, samples
from pbem.reports.languages.language import TOLD, UNTOLD, codes, language_of
from pbem.reports.languages.phrases import PEOPLE, PhraseError, compile, slots_of
from pbem.reports.rendering import document as d
from pbem.reports.telling import story

SOE, EAW = "struggle-of-empires", "empires-of-the-ancient-world"
YOU = {
    "en": re.compile(r"\b(you|your|yours|yourself)\b", re.IGNORECASE),
    "de": re.compile(r"\b(du|dich|dir|dein(e[nmrs]?)?)\b", re.IGNORECASE),
}
NAMED = re.compile(r"\{(\w+)\.(?!you\b)\w|\{(\w+)\s*:")
"""A slot that is printed in a form, or that a verb agrees with."""


def to_readers(code: str, game: str):
    """Each message that tells what happened, with a seat that is named in it, and its slots."""
    language = language_of(code, game, GAMES[game].words)
    shared, own = samples("all"), samples("all") | samples(game)
    for id in sorted(language.texts.told):
        known = shared if id.startswith(TOLD) else own
        text = language.texts.messages[id]
        spoken = {a or b for a, b in NAMED.findall(text)} & PEOPLE
        for slots in arguments(id, language, known) if spoken else ():
            count = Counter(key for name in spoken if slots.get(name) for key in keys(slots[name]))
            for key in (key for key, times in count.items() if times == 1):
                if language.words(id, slots) != language.words(id, _without(key, slots, game)):
                    yield language, id, slots, key


def keys(held):
    """The seats in a slot."""
    return held if isinstance(held, tuple) else (held,)


def _without(seat, slots, game):
    """The slots with another seat in the place of one."""
    other = "yellow" if game == EAW else "russia"
    return {
        name: tuple(other if key == seat else key for key in held)
        if isinstance(held, tuple)
        else other
        if held == seat
        else held
        for name, held in slots.items()
    }


@pytest.mark.parametrize("code", codes())
@pytest.mark.parametrize("game", GAMES)
def test_every_message_says_you_to_each_seat_that_it_names(game: str, code: str) -> None:
    silent = {
        (id, said)
        for language, id, slots, reader in to_readers(code, game)
        if (said := _whole(language.to(reader), id, slots)) and not YOU[code].search(said)
    }

    assert silent == set()


def _whole(language, id, slots):
    """What a message says; a clause of the seat itself is told with its subject."""
    said = language.words(id, slots)
    return f"{language.addressed(slots['who'], 'the')} {said}" if _is_clause(language, id) else said


def _is_clause(language, id):
    return "{who" in language.texts.messages[id] and "{who.the" not in language.texts.messages[id]


@pytest.mark.parametrize("code", codes())
@pytest.mark.parametrize("game", GAMES)
def test_no_message_says_you_to_anybody_else(game: str, code: str) -> None:
    """Messages that are told to one seat alone say it to whoever reads them."""
    wrong = {
        (id, reader)
        for language, id, slots, reader in to_readers(code, game)
        if language.to("nobody").words(id, slots) != language.words(id, slots)
    }

    assert wrong == set()


def test_tables_that_are_told_and_those_that_are_not_are_tables() -> None:
    texts = [language_of("en", game, None).texts for game in GAMES]
    tables = {id.partition(".")[0] for each in texts for id in each.messages}

    assert set(TOLD) | set(UNTOLD) <= tables


# Stories


def told(code: str, reader: str | None, *parts) -> str:
    (paragraph,) = story(parts, language_of(code, SOE, GAMES[SOE].words, reader))
    assert isinstance(paragraph, d.Paragraph)
    return d.words(paragraph.text)


TURN = (
    Clause("spain", message("gold.paid", gold=3)),
    Clause("spain", message("unit.built", unit="army", place="africa")),
    Clause("spain", message("action.passed", twice=False)),
)
JOINED = Sentence(message("attack.stayed_out", who=["prussia", "spain"]))


@pytest.mark.parametrize(
    ("code", "reader", "said"),
    [
        ("en", None, "Spain paid 3 gold, built an army in Africa and passed."),
        ("en", "spain", "You paid 3 gold, built an army in Africa and passed."),
        ("en", "france", "Spain paid 3 gold, built an army in Africa and passed."),
        ("de", None, "Spanien zahlte 3 Gold, baute eine Armee in Afrika und passte."),
        ("de", "spain", "Du hast 3 Gold gezahlt, eine Armee in Afrika gebaut und gepasst."),
        ("de", "france", "Spanien zahlte 3 Gold, baute eine Armee in Afrika und passte."),
    ],
)
def test_the_clauses_of_the_reader_are_one_sentence(
    code: str, reader: str | None, said: str
) -> None:
    assert told(code, reader, *TURN) == said


@pytest.mark.parametrize(
    ("code", "reader", "said"),
    [
        ("en", "spain", "You and Prussia stayed out."),
        ("en", "france", "Prussia and Spain stayed out."),
        ("de", "spain", "Du und Preußen habt euch herausgehalten."),
        ("de", "prussia", "Du und Spanien habt euch herausgehalten."),
        ("de", "france", "Preußen und Spanien hielten sich heraus."),
    ],
)
def test_the_reader_stands_before_those_who_did_the_same(code: str, reader: str, said: str) -> None:
    assert told(code, reader, JOINED) == said


def test_another_auxiliary_is_said() -> None:
    attack = {"region": "india", "target": "france", "office": False, "navies_only": False}
    parts = (3, TURN[1], Clause("spain", message("attack.declared", **attack)))

    assert told("de", "spain", *parts) == (
        "Du hast eine Armee in Afrika gebaut und bist in Indien gegen Frankreich vorgegangen."
    )


def test_an_auxiliary_is_repeated_behind_a_clause_of_another_subject() -> None:
    way = {"origin": "home", "destination": "india", "sea": ""}
    turned_back = Clause("spain", message("unit.stayed", unit="army", **way))

    assert told("de", "spain", 1, turned_back, TURN[2]) == (
        "Du hast eine Armee aus dem Heimatland nach Indien geschickt, doch die See zwang zur "
        "Umkehr (Seewurf: missglückt), und hast gepasst."
    )


@pytest.mark.parametrize(
    ("code", "reader", "said"),
    [
        ("en", "spain", "attacked you in India"),
        ("en", "france", "attacked Spain in India"),
        ("de", "spain", "griff dich in Indien an"),
        ("de", "france", "griff in Indien Spanien an"),
    ],
)
def test_the_reader_is_you_as_an_object_too(code: str, reader: str, said: str) -> None:
    slots = {"who": "prussia", "region": "india", "office": False, "navies_only": False}
    language = language_of(code, SOE, GAMES[SOE].words, reader)

    assert language.words("attack.declared", {"target": "spain", **slots}) == said


def test_a_bare_slot_is_a_label_and_keeps_the_name() -> None:
    language = language_of("en", SOE, GAMES[SOE].words, "spain")

    assert language.words("phrase.power_and_number", {"power": "spain", "number": 3}) == "Spain 3"
    assert language.printed("spain", "") == "Spain"


# What is found when a language is read


@pytest.mark.parametrize(
    ("code", "text", "problem"),
    [
        ("de", "{who.the} {who: baute | bauten} eine Armee.", 'no words for "you"'),
        ("de", "Der {who.of}e Marker.", '"you" has no form'),
        ("en", "{who.the} lost {who: its | their} army.", 'no words for "you"'),
        ("en", "The {who.of} marker.", '"you" has no form'),
    ],
)
def test_a_message_that_cannot_say_you_is_found(code: str, text: str, problem: str) -> None:
    with pytest.raises(PhraseError, match=problem):
        compile(text, language_of(code, SOE, None), told=True)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("de", "{who.the} {who: baute | bauten | you: hast} eine Armee{who.you? gebaut}."),
        ("de", "{who.you?Dein|Der {who.of}e} Marker."),
        ("en", "{who.the} {who: was | were} there."),
        ("en", "{who.the} lost {who: its | their | you: your} army."),
        ("en", "{who} lost an army."),
    ],
)
def test_a_message_that_can_say_you_is_read(code: str, text: str) -> None:
    assert compile(text, language_of(code, SOE, None), told=True)


def test_a_list_with_the_reader_keeps_its_names_where_no_verb_fits() -> None:
    text = "{who.the} {who: baute | bauten | you: bautest}."
    language = language_of("de", SOE, GAMES[SOE].words, "spain")
    said = compile(text, language, told=True)

    assert said({"who": ["spain"]}) == "du bautest."
    assert said({"who": ["prussia", "spain"]}) == "Preußen und Spanien bauten."


def test_slots_of_people_are_used() -> None:
    texts = [language_of("en", game, None).texts for game in GAMES]
    used = {slot.name for each in texts for id in each.told for slot in slots_of(each.messages[id])}

    assert sorted(PEOPLE - used) == []
