"""What the engine and its games say is in the English files, with its slots, and nothing besides.

What mails say is looked at in tests/pbem/reports/composers/test_messages.py.
"""

import re
import tomllib

import pytest

from engine.games import GAMES
from pbem.reports.languages.gallery import messages_of, without_form
from pbem.reports.languages.language import ENGLISH, LETTERS, SHARED, codes, texts_of
from pbem.reports.languages.phrases import YOU, slots_of
from pbem.resources import templates
from tests.pbem.reports.languages.ids import said_in, written_in

ALL = ("", *GAMES)
OF_VALUES = {YOU, "words", "signed", "grouped", "short", "written"}
SUBJECT = "who"
"""The slot that a clause has of its own."""


@pytest.mark.parametrize("game", ALL)
def test_what_is_said_is_in_the_english_file(game):
    messages = texts_of(ENGLISH, game).messages
    assert [said for said in said_in(game) if said.id not in messages] == []


@pytest.mark.parametrize("game", ALL)
def test_an_id_in_a_table_is_in_the_english_file(game):
    messages = texts_of(ENGLISH, game).messages
    tables = {id.split(".")[0] for id in messages}
    files = (".py", ".toml", ".j2")
    written = {id for id in written_in(game) if game and not id.endswith(files)}
    assert {id for id in written if id.split(".")[0] in tables} - messages.keys() == set()


@pytest.mark.parametrize("game", ALL)
def test_a_message_uses_only_slots_that_are_given(game):
    messages = texts_of(ENGLISH, game).messages
    lacking = [
        (said.where, said.id, sorted(more))
        for said in said_in(game)
        if said.slots is not None
        if (more := {slot.name for slot in slots_of(messages[said.id])} - said.slots - {SUBJECT})
    ]
    assert lacking == []


@pytest.mark.parametrize("game", GAMES)
def test_every_message_of_a_game_is_said(game):
    written = written_in(game) | written_in("")
    said = map(without_form, messages_of(texts_of(ENGLISH, game)))
    assert [id for id in said if id not in written] == []


def test_every_message_besides_those_of_composers_is_said():
    folder = templates() / "languages" / ENGLISH
    files = {name: tomllib.loads((folder / f"{name}.toml").read_text("utf-8")) for name in SHARED}
    tables = [
        (table, said)
        for name, file in files.items()
        for table, said in file.items()
        if name != "mail" or table == "refusal"
    ]
    ids = [f"{table}.{key}" for table, said in tables for key in said]
    written = written_in("").union(*map(written_in, GAMES))
    pages = "".join(page.read_text("utf-8") for page in (templates() / "site").glob("*.j2"))
    said = written | set(re.findall(r'"([a-z]+\.\w+)"', pages))
    assert [id for id in ids if id not in said] == []


@pytest.mark.parametrize("code", codes())
@pytest.mark.parametrize("game", ALL)
def test_a_form_is_one_that_the_language_has(code, game):
    texts = texts_of(code, game)
    patterns = [texts.how["forms"], *texts.how.get("kinds", {}).values(), *texts.names.values()]
    known = {form for forms in patterns for form in forms} | LETTERS.keys() | OF_VALUES
    known |= {
        "short",
        *texts.how["last"],
        *(id.split(".")[2] for id in texts.messages if id.count(".") == 2),
    }
    used = {
        (id, form)
        for id, said in texts.messages.items()
        for slot in slots_of(said)
        for form in slot.form.split(".")
        if form
    }
    assert {(id, form) for id, form in used if form[:1].lower() + form[1:] not in known} == set()
