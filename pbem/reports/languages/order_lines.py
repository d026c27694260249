"""Puts the order lines of a mail into its reader's language.

Lines are stored in English, whatever language they were written in. A translated line in any mail
is read back as the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from engine.core.decision import Choice
from engine.core.messages import TEXT, Message
from engine.core.messages import text as as_it_stands
from engine.orders.conditions.policy import Answer
from engine.orders.languages.other_languages import Tongue
from engine.orders.vocabulary import Vocabulary
from pbem.reports import arguments_apart
from pbem.reports.mail_parts import ActTold, AnswerTold, Asides, Held, Line, Lines, Question
from pbem.reports.mails import AskMail, HandoverMail, HostReceiptMail, Mail, PlayMail, ReceiptMail

Part = TypeVar("Part", bound=Struct)

Fields: TypeAlias = Mapping[type, tuple[str, ...]]
Translate: TypeAlias = Callable[[str], str]
FIELDS: Fields = {
    Line: ("text", "near", "reason"),
    AnswerTold: ("line", "reason"),
    Asides: ("near", "answers"),
    Lines: ("lines", "asides"),
    Held: ("orders", "answers", "behind", "standing", "in_the_way", "why", "failed", "reached"),
    Question: ("default", "suggestions", "in_advance"),
    PlayMail: ("question", "held", "told"),
    ReceiptMail: ("replaced", "without"),
    AskMail: ("ways",),
    HandoverMail: ("legacy",),
}
"""The fields of mails and their parts that are order lines, or contain such parts."""
CHANGES: Fields = {HostReceiptMail: ("acts", "changes"), ActTold: ("said", "reason")}
"""The fields that may have a host's changes of the state, or how these are written."""
_MARK = 70_001
"""Stands for the first number of a range while its text is built; see `question_as_json`."""


def in_language(mail: Mail, words: Vocabulary | None) -> Any:
    """Put a mail's order lines, and a host's changes of the state, into its language; a line that
    cannot be translated stays. Standing orders are shown as people write them."""
    if words is None:
        return mail
    tongue = words.tongues.get(mail.language)
    if tongue is None:
        said = _with(mail, FIELDS, lambda line: as_people_write(line, words))
        return mail if said == mail else said
    said = _with(mail, FIELDS, lambda line: as_people_write(tongue.in_other(line), tongue.other))
    return (
        _with(said, CHANGES, tongue.change_in_other) if isinstance(said, HostReceiptMail) else said
    )


def as_people_write(line: str, words: Vocabulary) -> str:
    """Leave out, in a standing order, what its situation already implies: `when anyone asks:
    decline` for `when anyone asks: call: decline`, if both are read as the same."""
    clause = words.order(line).clause if line.count(": ") > 1 else None
    if clause is None or clause.situation is None or len(clause.situation.test.kinds) != 1:
        return line
    (kind,) = clause.situation.test.kinds
    for place, answer in enumerate(clause.answers):
        lead, colon, bare = answer.text.partition(": ")
        shorter = line.replace(f"{lead}{colon}{bare}", bare, 1) if colon else line
        read = words.order(shorter).clause
        if read and len(read.answers) == len(clause.answers):
            same = _to(kind, read.answers[place]) == _to(kind, answer) != []
            line = shorter if same else line
    return line


def _to(kind: str, answer: Answer) -> list[Any]:
    """The choice by which an answer answers a kind of question."""
    said = [choice for to, choice in answer.candidates if to == kind]
    return [said, answer.conditions] if said else []


def _said(value: Any, fields: Fields, translate: Translate) -> Any:
    if isinstance(value, str):
        return translate(value) if value else value
    if isinstance(value, list):
        return [_said(each, fields, translate) for each in value]
    if isinstance(value, Message):
        return _message(value, translate)
    return _with(value, fields, translate) if isinstance(value, Struct) else value


def _message(said: Message, translate: Translate) -> Message:
    """Translate the lines inside a message."""
    if said.id == TEXT:
        return as_it_stands(translate(str(said.slots[TEXT])))
    slots = {name: _slot(slot, translate) for name, slot in said.slots.items()}
    return Message(said.id, slots)


def _slot(slot: Any, translate: Translate) -> Any:
    if isinstance(slot, list | tuple):
        return tuple(_slot(each, translate) for each in slot)
    return _message(slot, translate) if isinstance(slot, Message) else slot


def _with(part: Part, fields: Fields, translate: Translate) -> Part:
    names = (name for kind, names in fields.items() if isinstance(part, kind) for name in names)
    changed = {name: _said(getattr(part, name), fields, translate) for name in names}
    return replace(part, **{name: value for name, value in changed.items() if value})


def form_in_language(question: Question, words: Vocabulary, code: str) -> Question:
    """Translate the menu of a question, which only the order form shows."""
    tongue, kind = words.tongues.get(code), question.kind
    if tongue is None:
        return question
    words = tongue.other
    menu = [[verb, _orders(verb, below, kind, words)] for verb, below in question.menu]
    further = {verb: _further(verb, each, kind, tongue) for verb, each in question.further.items()}
    return replace(question, menu=menu, further=further)


def _further(verb: str, part: Mapping[str, Any], kind: str, tongue: Tongue) -> dict[str, Any]:
    """Translate the further parts that an action may have: they begin as its form does."""
    form = next(f for f in tongue.other.forms if kind in f.kinds and f.next and f.choice[0] == verb)
    menu = _orders(verb, part["menu"], form.next[0], tongue.other)
    return {**part, "carry": form.carry, "end": tongue.in_other(part["end"]), "menu": menu}


def _orders(verb: str, below: Any, kind: str, words: Vocabulary) -> Any:
    """Translate the orders of a verb."""
    listed = arguments_apart.list_places(kind, verb, below, words)

    def text(path: tuple[Any, ...], said: str) -> str:
        return _text(kind, (verb, *arguments_apart.folded(path, listed)), words, said)

    return _below(below, (), text)


def _below(below: Any, path: tuple[Any, ...], text: Callable[[tuple[Any, ...], str], str]) -> Any:
    """Translate what is below a path of a menu, making the text of each order again."""
    if isinstance(below, str):
        return text(path, below)
    return [_node(node, path, text) for node in below]


def _node(
    node: Sequence[Any], path: tuple[Any, ...], text: Callable[[tuple[Any, ...], str], str]
) -> Any:
    *value, below = node
    marks = sum(isinstance(each, int) and each >= _MARK for each in path)
    said = _MARK + 2 * marks if value[0] == "#" else value[0]
    return [*value, _below(below, (*path, said), text)]


def _text(kind: str, choice: Choice, words: Vocabulary, text: str) -> str:
    """Return the text of an order; unchanged if it cannot be translated."""
    try:
        said = words.say(kind, choice)
    except (ValueError, KeyError):
        return text
    marks = [value for value in choice if isinstance(value, int) and value >= _MARK]
    for place, mark in enumerate(marks):
        said = said.replace(str(mark), f"{{{place}}}")
    return said
