"""Compiles a message's text, once, into a function of its slots.

    {slot}  {slot.form}      as the language prints it: a name or number, or in a form: {place.in};
                             {place.In} begins with a capital letter;
                             a list may have a form and a joint: {places.in.or}
    {slot: a | b}            singular or plural: by a count, a list, or a name that is plural
    {slot: a | b | c}        the same, the third for several things: "wins", "win", "win together"
    {slot: a | b | you: c}   the same, c for the reader; behind `you_all:`, for several seats with
                             the reader among them. Both stand last.
    {slot? a | b}            a if the slot has a value, else b
    {slot.you? a | b}        a if the slot is the reader's seat, else b
    {slot= x: a | y: b | c}  by value, the last for all others

In a message that tells what happened, a slot of `PEOPLE` that is the reader's seat says "you" in
each form that the language's `[you]` has; without a form it is a label, and always the seat's name.

A space on either side of `|`, or after `:` or `=`, is ignored; one after `?` is part of the text.
The value of a slot cannot be markup; `**bold**` in a message's own words is.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, Protocol

Slots = Mapping[str, Any]
Phrase = Callable[[Slots], str]
_OPEN = re.compile(r"\{([a-z_]\w*)(?:\.([A-Za-z_.]+))?\s*([:?=}])")
_VALUE = re.compile(r"\s*([\w+-]+):\s?")
_FOR_READER = re.compile(r"\s*(you|you_all):\s?")
YOU, YOU_ALL = "you", "you_all"
"""Who is meant in a choice: the reader, or several seats with the reader among them."""
PEOPLE = frozenset(
    [
        *("who", "seat", "by", "target", "victim", "winner", "loser", "receiver", "replaced"),
        *("first", "other", "before", "controller"),
    ]
)
"""The slots that name a seat, or several, who may be the reader."""


class Prints(Protocol):
    """What a phrase needs from its language."""

    def printed(self, value: Any, form: str) -> str:
        """Print what a slot holds, in a form; "" leaves it unchanged."""
        ...

    def number(self, value: Any) -> int:
        """Return the grammatical number for a value: 0 singular, 1 plural, 2 several things."""
        ...

    def addressed(self, value: Any, form: str, several: bool) -> str:
        """Print seats in a form, with the reader as "you"; `several`: also if there are others."""
        ...

    def is_reader(self, value: Any) -> bool:
        """Tell whether a value is the reader's seat alone."""
        ...

    def is_among(self, value: Any) -> bool:
        """Tell whether the reader's seat is among several."""
        ...

    def has_you(self, form: str) -> bool:
        """Tell whether "you" has this form."""
        ...

    def fits_you(self, said: str) -> bool:
        """Tell whether the words for several seats also fit "you"."""
        ...


class PhraseError(ValueError):
    """A text is not a valid phrase; says why, and where."""


class Slot(NamedTuple):
    """A slot in a phrase: its name, the form it is printed in, and what kind of choice depends on
    it."""

    name: str
    form: str
    kind: str


def compile(text: str, language: Prints, *, told: bool = False) -> Phrase:
    """Compile a message into a function of its slots; `told`: it tells what happened, so that its
    seats may be the reader's. Raises PhraseError."""
    reader = _Reader(text, language, told)
    made = reader.phrase("")
    if reader.at != len(text):
        raise PhraseError(f"a brace too many at {reader.at}: {text!r}")
    return made


def tells_people(text: str) -> bool:
    """Tell whether a message has a slot for a seat that may be the reader's."""
    return any(slot.name in PEOPLE for slot in slots_of(text))


def slots_of(text: str) -> Iterator[Slot]:
    """Find all slots of a phrase, including repeated ones."""
    return (Slot(found[1], found[2] or "", found[3]) for found in _OPEN.finditer(text))


class _Choice(NamedTuple):
    """One of the texts that a slot chooses from: the value that selects it, what it says, and its
    source."""

    value: str
    said: Phrase
    source: str


class _Reader:
    """Reads a phrase from left to right."""

    def __init__(self, text: str, language: Prints, told: bool) -> None:
        self.text, self.language, self.at = text, language, 0
        self.told = told
        self.others: list[str] = []
        """Slots that cannot be the reader in the current text."""

    def phrase(self, ends: str) -> Phrase:
        """Read the text from here to one of these characters."""
        parts: list[str | Phrase] = []
        while self.at < len(self.text) and self.text[self.at] not in ends + "}":
            parts.append(self._slot() if self.text[self.at] == "{" else self._words(ends))
        is_followed = self.text.startswith("|", self.at)
        if is_followed and parts and isinstance(parts[-1], str):
            parts[-1] = parts[-1].removesuffix(" ")
        return _joined(parts)

    def _words(self, ends: str) -> str:
        begin = self.at
        while self.at < len(self.text) and self.text[self.at] not in ends + "{}":
            self.at += 1
        return self.text[begin : self.at]

    def _slot(self) -> Phrase:
        found = _OPEN.match(self.text, self.at)
        if found is None:
            raise PhraseError(f"no slot at {self.at}: {self.text!r}")
        self.at = found.end()
        name, form, kind = found[1], found[2] or "", found[3]
        if kind == "}":
            return self._printed(name, form)
        if form == YOU:
            return _by_reader(self.language, name, self._choices(kind, other=name))
        choices = self._choices(kind)
        if kind == ":" and self._may_be_reader(name):
            return self._agreeing(name, choices)
        return _CHOOSE[kind](self.language, name, choices)

    def _may_be_reader(self, name: str) -> bool:
        return self.told and name in PEOPLE and name not in self.others

    def _printed(self, name: str, form: str) -> Phrase:
        if not form or not self._may_be_reader(name):
            printed = self.language.printed
            return lambda slots: printed(slots[name], form)
        if not self.language.has_you(form):
            raise PhraseError(f'"you" has no form for {{{name}.{form}}}: {self.text!r}')
        addressed, several = self.language.addressed, self._several(name)
        return lambda slots: addressed(slots[name], form, several)

    def _several(self, name: str) -> bool:
        """Whether the message has words for several seats with the reader among them."""
        agrees = re.search(rf"\{{{name}\s*:", self.text) is not None
        return YOU_ALL in self.text or self.language.fits_you("") or not agrees

    def _agreeing(self, name: str, choices: "list[_Choice]") -> Phrase:
        """Choose by number and person."""
        own = {choice.value: choice.said for choice in choices if choice.value}
        plain = [choice for choice in choices if not choice.value]
        plural = plain[:2][-1]
        if YOU not in own and not self.language.fits_you(plural.source):
            raise PhraseError(f'no words for "you" behind {{{name}: ...}}: {self.text!r}')
        you, by_number = own.get(YOU, plural.said), _by_number(self.language, name, plain)
        several = own.get(YOU_ALL, by_number)
        is_reader, is_among = self.language.is_reader, self.language.is_among

        def said(slots: Slots) -> str:
            who = slots[name]
            return (you if is_reader(who) else several if is_among(who) else by_number)(slots)

        return said

    def _choices(self, kind: str, other: str = "") -> "list[_Choice]":
        """Read the texts of a choice; in all but the first, the slot `other` is not the reader."""
        choices: list[_Choice] = []
        named = {"=": _VALUE, ":": _FOR_READER}.get(kind)
        while True:
            value = named.match(self.text, self.at) if named else None
            blank = self.text.startswith(" ", self.at) and (kind != "?" or bool(choices))
            self.at = begin = value.end() if value else self.at + blank
            self.others += [other] if choices else []
            said = self.phrase("|")
            self.others = self.others[: len(self.others) - bool(choices)]
            choices.append(_Choice(value[1] if value else "", said, self.text[begin : self.at]))
            if self.at >= len(self.text):
                raise PhraseError(f"a brace is open at the end: {self.text!r}")
            self.at += 1
            if self.text[self.at - 1] == "}":
                return choices


def _joined(parts: list[str | Phrase]) -> Phrase:
    if all(isinstance(part, str) for part in parts):
        whole = "".join(map(str, parts))
        return lambda slots: whole
    if len(parts) == 1 and callable(parts[0]):
        return parts[0]
    return lambda slots: "".join([p if isinstance(p, str) else p(slots) for p in parts])


_Choices = list[_Choice]


def _by_reader(language: Prints, name: str, choices: _Choices) -> Phrase:
    you, other = choices[0].said, choices[1].said if len(choices) > 1 else _nothing
    return lambda slots: (you if language.is_reader(slots.get(name)) else other)(slots)


def _by_number(language: Prints, name: str, choices: _Choices) -> Phrase:
    said = [choice.said for choice in choices if not choice.value]
    last = len(said) - 1
    return lambda slots: said[min(language.number(slots[name]), last)](slots)


def _by_presence(language: Prints, name: str, choices: _Choices) -> Phrase:
    there, otherwise = choices[0].said, choices[1].said if len(choices) > 1 else _nothing
    return lambda slots: (there if slots.get(name) else otherwise)(slots)


def _by_value(language: Prints, name: str, choices: _Choices) -> Phrase:
    known = {choice.value: choice.said for choice in choices if choice.value}
    other = choices[-1].said if not choices[-1].value else _nothing
    return lambda slots: known.get(str(slots[name]), other)(slots)


def _nothing(slots: Slots) -> str:
    return ""


_CHOOSE: Mapping[str, Callable[[Prints, str, _Choices], Phrase]] = {
    ":": _by_number,
    "?": _by_presence,
    "=": _by_value,
}
