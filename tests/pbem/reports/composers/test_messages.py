"""What composers say is in the English file, and nothing else is."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from typing import NamedTuple

from pbem.reports.composers.words import Words
from pbem.reports.languages.language import ENGLISH, texts_of
from pbem.reports.languages.phrases import slots_of
from pbem.reports.mails import HelpMail
from pbem.resources import templates
from tests import ROOT

SAID = texts_of(ENGLISH).messages
TABLES = tomllib.loads((templates() / "languages" / "en" / "mail.toml").read_text("utf-8"))
SHARED = {"refusal"}
"""Tables of which the engine says messages, too."""
ID = re.compile(r"[a-z_]+\.(?!j2)[a-z_0-9]+\Z")
MADE = (*("lead", "opening", "paragraph", "inset", "foot", "heading", "plain", "message"),)
SAYING = {*MADE, "addressed", "behind_seat", "subject", "subject_of_game"}
"""The methods of `Words` that say one message, with its slots as keywords."""


class Use(NamedTuple):
    """Where a message is said: its id, or what its id may be, and the slots that are given."""

    where: str
    id: str
    slots: set[str] | None = None


def sources() -> Iterator[tuple[str, ast.AST]]:
    for room in ("", "composers", "composers/parts", "languages"):
        for file in sorted((ROOT / "pbem/reports" / room).glob("*.py")):
            yield file.name, ast.parse(file.read_text("utf-8"))


def pattern(node: ast.JoinedStr) -> str:
    """What a formatted id may be."""
    parts = (
        re.escape(str(p.value)) if isinstance(p, ast.Constant) else r"\w*" for p in node.values
    )
    return "".join(parts)


def written() -> Iterator[Use]:
    """The ids that stand in the sources, whole or in parts."""
    for name, tree in sources():
        parts = [p for n in ast.walk(tree) if isinstance(n, ast.JoinedStr) for p in n.values]
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if (
                    node not in parts
                    and ID.match(node.value)
                    and node.value.split(".")[0] in TABLES
                ):
                    yield Use(f"{name}:{node.lineno}", re.escape(node.value))
            elif isinstance(node, ast.JoinedStr) and re.search(r"\w\\\.|\*\\\.", pattern(node)):
                yield Use(f"{name}:{node.lineno}", pattern(node))


def said() -> Iterator[Use]:
    """Where a message is said by its whole id and its own slots."""
    for name, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.args and _says(node.func):
                id, slots = node.args[0], [each.arg for each in node.keywords]
                if isinstance(id, ast.Constant) and None not in slots:
                    yield Use(f"{name}:{node.lineno}", str(id.value), {str(s) for s in slots})


def _says(function: ast.expr) -> bool:
    if isinstance(function, ast.Name):
        return function.id == "say"
    return isinstance(function, ast.Attribute) and function.attr in SAYING


def test_every_message_that_is_said_is_there() -> None:
    assert [use for use in said() if use.id not in SAID] == []
    ids = [use for use in written() if "\\w" not in use.id]
    assert [use for use in ids if use.id.replace("\\", "") not in SAID] == []


def test_every_message_that_is_there_is_said() -> None:
    page = (templates() / "mail/orderform.html.j2").read_text("utf-8")
    on_page = re.findall(r'say\("([\w.]+)"', page)
    uses = re.compile("|".join({use.id for use in written()} | {*map(re.escape, on_page)}))
    own = [id for id in SAID if id.split(".")[0] not in SHARED]
    assert [id for id in own if not uses.fullmatch(id)] == []


def test_a_message_names_no_slot_that_is_not_given() -> None:
    head = set(Words(HelpMail(), None).given) | {"aside"}
    wrong = [
        (use.where, use.id, more)
        for use in said()
        if (more := {slot.name for slot in slots_of(SAID[use.id])} - (use.slots or set()) - head)
    ]
    assert wrong == []


def test_every_message_can_be_compiled() -> None:
    language = Words(HelpMail(), None).language
    assert all(language.compiled(id) for id in SAID)
