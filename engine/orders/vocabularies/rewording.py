"""A game's vocabulary in another language, from a file with just the words that differ.

    [names.region]
    caribbean = ["Karibik", "Westindien"]     # printed first; English names are read, too
    [cases]
    in = "in {}"                              # {place.in} in a pattern
    [declined.caribbean]
    in = "in der Karibik"                     # if that is not the name after a word
    [verbs]
    "greife an" = ["angreifen"]               # ... Frankreich in Indien angreifen
    [form."build {unit} in {place}"]          # as in English; `#2`: the second such form
    say = "baue {unit} {place.in}"
    [condition."{who} controls {region}"]
    say = "{who} kontrolliert {region}"
    [period]
    "this war" = ["dieser Krieg"]             # as English prints it

What an order means, what it counts and when it is allowed stays in the game's own file.
Whatever a file does not reword is printed and read as in English.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import field
from msgspec.structs import asdict, replace

from engine.orders.conditions.policy import TestRow
from engine.orders.patterns.forms import FormRow
from engine.orders.vocabularies.vocabulary_schema import (
    NO_DEALS,
    NO_TRANSPORT,
    Common,
    DealsRow,
    LeadRow,
    ListRow,
    PeriodRow,
    Texts,
    TransportRow,
    VocabularyFile,
)
from engine.orders.words.lexicon import spellings, tokens
from engine.orders.words.words_of_answers import QuestionWords

Row = TypeVar("Row", FormRow, TestRow)
_PLACE = re.compile(r"\{(\w+)")
LEAST_ENDED = 5
"""The least length of a name that may take endings."""
Named = Mapping[str, Mapping[str, Sequence[str]]]


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table of the file; unknown keys are an error."""


class FormWords(_Words, frozen=True):
    """The words of a form."""

    say: str
    also: Texts = ()
    heard: Texts = ()
    cues: Texts = ()
    help: str = ""
    carry: str = ""
    numbered: str = ""
    onward: str = ""
    instead: str = ""


class TestWords(_Words, frozen=True):
    """The words of a condition, a situation or a plan."""

    say: str
    own: str = ""
    several: str = ""
    also: Texts = ()
    cues: Texts = ()
    contrary: Texts = ()
    help: str = ""


class ListWords(_Words, frozen=True):
    """The words of a list."""

    each: str
    joined: str
    also: Texts = ()
    between: Texts = ()
    further: Texts = ()
    ahead: Texts = ()


class LeadWords(_Words, frozen=True):
    """The words of what comes before orders."""

    texts: Texts = ()
    say: str = ""
    also: Texts = ()


class OtherWords(_Words, frozen=True):
    """The whole file; its lists replace those of the game's own."""

    names: dict[str, dict[str, Texts]]
    form: dict[str, FormWords]
    lists: dict[str, ListWords] = field(default_factory=dict)
    cases: dict[str, str] = field(default_factory=dict)
    declined: dict[str, dict[str, str]] = field(default_factory=dict)
    many: dict[str, Texts] = field(default_factory=dict)
    verbs: dict[str, Texts] = field(default_factory=dict)
    groups: dict[str, dict[str, Texts]] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    words: Common = field(default_factory=Common)
    numbers: dict[str, int] = field(default_factory=dict)
    counts: dict[str, int | str] = field(default_factory=dict)
    plurals: dict[str, str] = field(default_factory=dict)
    cues: dict[str, Texts] = field(default_factory=dict)
    hints: dict[str, Texts] = field(default_factory=dict)
    synonyms: dict[str, Texts] = field(default_factory=dict)
    prepositions: dict[str, Texts] = field(default_factory=dict)
    question: dict[str, dict[str, Any]] = field(default_factory=dict)
    lead: tuple[LeadWords, ...] = ()
    condition: dict[str, TestWords] = field(default_factory=dict)
    situation: dict[str, TestWords] = field(default_factory=dict)
    plan: dict[str, TestWords] = field(default_factory=dict)
    period: dict[str, Texts] = field(default_factory=dict)
    deals: DealsRow = NO_DEALS
    transport: TransportRow = NO_TRANSPORT


def read(data: bytes, source: str, folded: Mapping[str, str]) -> OtherWords:
    """Read such a file.

    `folded`: letters that may be written as others, so that a text with one of them is added in
    both spellings. Raises ValueError with file, key and what was expected.
    """
    try:
        tree = tomllib.loads(data.decode())
        for section in ("names", "many", "groups", "words", "cues", "hints", "synonyms"):
            tree[section] = _spelled(tree.get(section, {}), folded)
        for section in ("prepositions", "verbs", "question", "transport"):
            tree[section] = _spelled(tree.get(section, {}), folded)
        for section in ("numbers", "counts"):
            rows = tree.get(section, {})
            tree[section] = {
                word: n
                for text, n in rows.items()
                for word in tokens(" ".join(spellings(text, folded)))
            }
        return msgspec.convert(tree, OtherWords)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ValueError(f"{source}: {error}") from None


def _spelled(tree: Any, folded: Mapping[str, str]) -> Any:
    """Return a tree with each text in its lists in all its spellings."""
    if isinstance(tree, dict):
        return {key: _spelled(value, folded) for key, value in tree.items()}
    if isinstance(tree, list):
        return [said for text in tree for said in spellings(text, folded)]
    return tree


def reworded(file: VocabularyFile, other: OtherWords, source: str) -> VocabularyFile:
    """Put a game's vocabulary into other words. Raises ValueError for words for unknown things."""
    situations = _tests(file.situation, other.situation, source)
    said = dict(zip((row.say for row in file.situation), situations, strict=True))
    kept = {key: value for key, value in asdict(other).items() if value and key in _KEPT}
    return replace(
        file,
        **kept,
        form=_rows(file.form, other.form, source),
        lists=dict(_lists(file.lists, other.lists, source)),
        condition=_tests(file.condition, other.condition, source),
        situation=situations,
        plan=_tests(file.plan, other.plan, source),
        lead=_leads(file.lead, other.lead),
        period=tuple(_period(row, other.period, said) for row in file.period),
        question=dict(_questions(file.question, other.question, source)),
    )


_KEPT = frozenset(
    [
        *("cases", "declined", "many", "verbs", "groups", "words", "numbers", "counts", "plurals"),
        *("cues", "hints", "synonyms", "prepositions", "labels", "deals", "transport"),
    ]
)


def named(own: Named, other: Named, endings: Iterable[str]) -> dict[str, dict[str, list[str]]]:
    """Return another language's names by category, with and without these endings, followed by the
    game's own names that mean nothing else there. Names of things unknown to the game are left
    out."""
    found: dict[str, dict[str, list[str]]] = {}
    for category, rows in own.items():
        said = other.get(category, {})
        first = {key: list(said.get(key, ())) for key in rows}
        ended = {
            key: [text + end for text in texts if _may_end(text) for end in endings]
            for key, texts in first.items()
        }
        taken = {tuple(tokens(text)): key for key, texts in first.items() for text in texts}
        for besides in (rows, ended):
            for key, texts in besides.items():
                for text in texts:
                    if taken.setdefault(tuple(tokens(text)), key) == key:
                        first[key].append(text)
        found[category] = first
    return found


def _may_end(name: str) -> bool:
    """Tell whether a name may take endings: it ends in a letter and is not short."""
    return len(name) >= LEAST_ENDED and name[-1].isalpha()


def _rows(
    rows: Sequence[FormRow], words: Mapping[str, FormWords], source: str
) -> tuple[FormRow, ...]:
    numbered = list(_numbered(row.say for row in rows))
    _check(words, numbered, source, "form")
    found = ((row, words.get(key)) for row, key in zip(rows, numbered, strict=True))
    return tuple(_with(row, said) for row, said in found)


def _tests(
    rows: Sequence[TestRow], words: Mapping[str, TestWords], source: str
) -> tuple[TestRow, ...]:
    _check(words, [row.say for row in rows], source, "condition, situation or plan")
    return tuple(_with(row, words.get(row.say)) for row in rows)


def _with(row: Row, words: FormWords | TestWords | None) -> Row:
    if words is None:
        return row
    said = asdict(words)
    said["help"] = said["help"] or row.help
    return replace(row, **said)


def _check(words: Iterable[str], known: Sequence[str], source: str, what: str) -> None:
    if strange := [key for key in words if key not in known]:
        raise ValueError(f"{source}: {strange[0]!r} is no {what} of the game")


def _numbered(says: Iterable[str]) -> Iterator[str]:
    """Yield each form as printed, with `#2` after the second that is printed alike."""
    seen: dict[str, int] = {}
    for say in says:
        seen[say] = seen.get(say, 0) + 1
        yield say if seen[say] == 1 else f"{say} #{seen[say]}"


def _lists(
    rows: Mapping[str, ListRow], words: Mapping[str, ListWords], source: str
) -> Iterator[tuple[str, ListRow]]:
    """Yield the lists; items in a choice keep the order of the game's own list."""
    _check(words, list(rows), source, "list")
    for key, row in rows.items():
        said = asdict(words[key]) if key in words else {}
        yield key, replace(row, **said, order=row.order or tuple(_PLACE.findall(row.each)))


def _leads(rows: Sequence[LeadRow], words: Sequence[LeadWords]) -> tuple[LeadRow, ...]:
    pairs = zip(rows, words, strict=False)
    return (*(replace(row, **asdict(said)) for row, said in pairs), *rows[len(words) :])


def _period(
    row: PeriodRow, words: Mapping[str, Texts], situations: Mapping[str, TestRow]
) -> PeriodRow:
    asks = situations[row.asks].say if row.asks else ""
    return replace(row, texts=words.get(row.texts[-1], row.texts), asks=asks)


def _questions(
    rows: Mapping[str, QuestionWords], words: Mapping[str, dict[str, Any]], source: str
) -> Iterator[tuple[str, QuestionWords]]:
    _check(words, list(rows), source, "question")
    for kind, row in rows.items():
        try:
            said = msgspec.convert(words.get(kind, {}), QuestionWords)
        except msgspec.ValidationError as error:
            raise ValueError(f"{source}: question.{kind}: {error}") from None
        given = {key: getattr(said, key) for key in words.get(kind, {})}
        yield kind, replace(row, **given)
