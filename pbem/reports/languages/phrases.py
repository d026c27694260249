"""Compiles a message's text, once, into a function of its slots.

    {slot}  {slot.form}      as the language prints it: a name or number, or in a form: {place.in};
                             {place.In} begins with a capital letter;
                             a list may have a form and a joint: {places.in.or}
    {slot: a | b}            singular or plural: by a count, a list, or a name that is plural
    {slot: a | b | c}        the same, the third for several things: "wins", "win", "win together"
    {slot? a | b}            a if the slot has a value, else b
    {slot= x: a | y: b | c}  by value, the last for all others

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


class Prints(Protocol):
    """What a phrase needs from its language."""

    def printed(self, value: Any, form: str) -> str:
        """Print what a slot holds, in a form; "": as it is."""
        ...

    def number(self, value: Any) -> int:
        """Return the grammatical number for a value: 0 singular, 1 plural, 2 several things."""
        ...


class PhraseError(ValueError):
    """A text is not a valid phrase; says why, and where."""


class Slot(NamedTuple):
    """A slot in a phrase: its name, the form it is printed in, and what kind of choice depends on
    it."""

    name: str
    form: str
    kind: str


def compile(text: str, language: Prints) -> Phrase:
    """Compile a message into a function of its slots. Raises PhraseError."""
    reader = _Reader(text, language)
    made = reader.phrase("")
    if reader.at != len(text):
        raise PhraseError(f"a brace too many at {reader.at}: {text!r}")
    return made


def slots_of(text: str) -> Iterator[Slot]:
    """Find all slots of a phrase, including repeated ones."""
    return (Slot(found[1], found[2] or "", found[3]) for found in _OPEN.finditer(text))


class _Reader:
    """Reads a phrase from left to right."""

    def __init__(self, text: str, language: Prints) -> None:
        self.text, self.language, self.at = text, language, 0

    def phrase(self, ends: str) -> Phrase:
        """Read what is here, up to one of these characters."""
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
            printed = self.language.printed
            return lambda slots: printed(slots[name], form)
        choices = self._choices(kind)
        return _CHOOSE[kind](self.language, name, choices)

    def _choices(self, kind: str) -> "list[tuple[str, Phrase]]":
        choices: list[tuple[str, Phrase]] = []
        while True:
            value = _VALUE.match(self.text, self.at) if kind == "=" else None
            blank = self.text.startswith(" ", self.at) and (kind != "?" or bool(choices))
            self.at = value.end() if value else self.at + blank
            choices.append((value[1] if value else "", self.phrase("|")))
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


_Choices = list[tuple[str, Phrase]]


def _by_number(language: Prints, name: str, choices: _Choices) -> Phrase:
    said, last = [phrase for _, phrase in choices], len(choices) - 1
    return lambda slots: said[min(language.number(slots[name]), last)](slots)


def _by_presence(language: Prints, name: str, choices: _Choices) -> Phrase:
    there, otherwise = choices[0][1], choices[1][1] if len(choices) > 1 else _nothing
    return lambda slots: (there if slots.get(name) else otherwise)(slots)


def _by_value(language: Prints, name: str, choices: _Choices) -> Phrase:
    known = {value: phrase for value, phrase in choices if value}
    other = choices[-1][1] if not choices[-1][0] else _nothing
    return lambda slots: known.get(str(slots[name]), other)(slots)


def _nothing(slots: Slots) -> str:
    return ""


_CHOOSE: Mapping[str, Callable[[Prints, str, _Choices], Phrase]] = {
    ":": _by_number,
    "?": _by_presence,
    "=": _by_value,
}
