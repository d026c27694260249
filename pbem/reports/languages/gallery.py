"""Lists what a language lacks, and every message with each kind of argument, for review.

`templates/languages/samples.toml` lists sample values for slots, by name: a plural power, home, one
and several. A slot that it does not list holds numbers, or the values its messages choose by.
"""

import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from engine.core.messages import TEXT, Message, text
from pbem.reports.languages.language import Language, Texts, texts_of
from pbem.reports.languages.phrases import PEOPLE, YOU, slots_of
from pbem.reports.rendering.markup import shown
from pbem.resources import templates

Samples = Mapping[str, Sequence[Any]]
_NUMBERS = (1, 3)
OTHER = "other"
"""A value that a phrase does not distinguish."""
_VALUE = re.compile(r"\s*([\w+-]+):\s?")
"""A value by which a phrase chooses."""


_CLAUSE = re.compile(r"\{who(:|\.you\?[a-z])")
"""How a message begins that follows its subject."""


class Gap(NamedTuple):
    """A message that a language lacks: its id and the English text."""

    id: str
    english: str


def gaps(texts: Texts) -> list[Gap]:
    """Find the messages that English has and a language lacks."""
    english = texts.base.messages if texts.base else {}
    own = texts.messages
    return [Gap(id, said) for id, said in english.items() if id not in own and not _is_variant(id)]


def _is_variant(id: str) -> bool:
    return id.rpartition(".")[2].isdigit()


def _of_variant(id: str) -> str:
    """The message that this is a variant of, or the message itself."""
    return id.rpartition(".")[0] if _is_variant(id) else id


def left_over(texts: Texts) -> list[str]:
    """Find the ids of messages that English does not have, which are never used."""
    english = texts.base.messages if texts.base else texts.messages
    return [id for id in texts.messages if without_form(id) not in english]


def without_form(id: str) -> str:
    """Remove the form from a message's id, if it has one: `unit.armies` for `unit.armies.dat`."""
    return ".".join(id.split(".")[:2])


def messages_of(texts: Texts) -> dict[str, str]:
    """Return a game's own messages, without those that all games share."""
    shared = texts_of(texts.code).messages if texts.game else {}
    return {id: said for id, said in texts.messages.items() if id not in shared}


def gallery(language: Language, *, shared: bool = False) -> Iterator[tuple[str, list[str]]]:
    """Say every message of a game with each kind of argument. Yields its id and the distinct texts.

    With `shared`, do this for the messages that all games share, with this game's names.
    """
    own, general = messages_of(language.texts), texts_of(language.code).messages
    known = samples("all") if shared else samples("all") | samples(language.texts.game)
    for id in general if shared else own:
        said = [_whole(id, language, slots) for slots in arguments(id, language, known)]
        if id in language.texts.told:
            said += _to_readers(id, language, known)
        yield id, list(dict.fromkeys(said))


def _to_readers(id: str, language: Language, known: Samples) -> Iterator[str]:
    """Say a message to each seat that it names once."""
    chosen = {slot.name for slot in slots_of(language.texts.messages[id]) if slot.kind != "}"}
    for slots in arguments(id, language, known, chosen | PEOPLE):
        named = Counter(_named(slots))
        for reader in (key for key, times in named.items() if times == 1):
            yield _whole(id, language.to(reader), slots)


def _named(slots: Mapping[str, Any]) -> Iterator[str]:
    for name in sorted(PEOPLE.intersection(slots)):
        named = slots[name]
        several = named if isinstance(named, tuple) else [named]
        yield from (key for key in several if key and isinstance(key, str))


def _whole(id: str, language: Language, slots: dict[str, Any]) -> str:
    """Say a message; a clause gets its subject."""
    said = shown(language.words(id, slots))
    clause = _CLAUSE.match(language.texts.messages[id])
    return f"{language.addressed(slots['who'], 'the')} {said}" if clause else said


def arguments(
    id: str, language: Language, known: Samples, varied: Collection[str] | None = None
) -> Iterator[dict[str, Any]]:
    """Fill a message's slots: all with their first sample, then each in turn, or only those that
    are `varied`, with its others."""
    held = _held(id, language, known)
    first = {name: values[0] for name, values in held.items()}
    yield first
    for name, values in held.items():
        if varied is not None and name not in varied:
            continue
        yield from ({**first, name: value} for value in values[1:])


def _held(id: str, language: Language, known: Samples) -> dict[str, list[Any]]:
    """List the values for a message's slots, considering all languages that have the message."""
    texts, kinds = language.texts, defaultdict[str, set[str]](set)
    said = [
        texts.messages[id],
        *([texts.base.messages.get(without_form(id), "")] if texts.base else []),
    ]
    for slot in (slot for phrase in said for slot in slots_of(phrase)):
        kinds[slot.name].add("}" if slot.form == YOU else slot.kind)
    return {name: _values(id, name, used, said, known) for name, used in kinds.items()}


def _values(id: str, name: str, kinds: set[str], said: list[str], known: Samples) -> list[Any]:
    """List the values for a slot: its samples, or what its use suggests."""
    if given := known.get(f"{_of_variant(id)}.{name}"):
        return list(given)
    values = list(known.get(name, ()))
    if "=" in kinds:
        chosen = list(dict.fromkeys(each for phrase in said for each in _chosen(phrase, name)))
        others = [value for value in values if isinstance(value, str | int)] or [OTHER]
        first = [value for value in chosen if value != OTHER]
        values = list(dict.fromkeys(first + (others if OTHER in chosen else [])))
    if not values:
        values = [True] if kinds == {"?"} else list(_NUMBERS)
    return values + ([""] if "?" in kinds else [])


def _chosen(phrase: str, name: str) -> list[str]:
    """List the values that a phrase distinguishes, with OTHER for all others."""
    _, _, choices = phrase.partition(f"{{{name}=")
    inner, depth = "", 0
    for mark in choices:
        depth += (mark == "{") - (mark == "}")
        if depth < 0:
            break
        inner += "" if depth else mark
    found = [(_VALUE.match(choice), choice) for choice in inner.split("|")] if choices else []
    return [value[1] if value else OTHER for value, choice in found if choice.strip()]


@cache
def samples(part: str) -> dict[str, list[Any]]:
    """Read the sample values for a game's messages, or with `all` for those that all games
    share."""
    file = tomllib.loads((templates() / "languages" / "samples.toml").read_text("utf-8"))
    own = file.get(part.replace("-", "_"), {})
    return {name: [_value(v) for v in values] for name, values in own.items()}


def _value(value: Any) -> Any:
    """Read a sample. A table is a message, with its `text`, or its `id` and slots."""
    if isinstance(value, list):
        return tuple(map(_value, value))
    if not isinstance(value, dict):
        return value
    if TEXT in value:
        return text(value[TEXT])
    return Message(value["id"], {k: _value(v) for k, v in value.items() if k != "id"})
