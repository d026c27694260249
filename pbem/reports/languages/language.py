"""A language: its messages and names, read from its files, and how it prints the values in slots.

`templates/languages/CODE/` holds `language.toml` (numbers, joining, days, the patterns of forms),
`engine.toml` (the engine's messages in any game), `mail.toml` (for every mail), `site.toml` (for
published pages), `commands.toml` (about commands) and a file for each game. A file has
`[names.CATEGORY]`, the names behind keys with their forms; `[short]`, the replacements for the form
`short` of any name; and tables of messages: `army` in `[refusal]` is the message `refusal.army`. A
message used in slots of others may have forms like a name: `{units.dat}`. A message of a story may
be a list of variants with the same meaning, of which the event's position chooses one
(`unit.moved`, `unit.moved.2`). If a language lacks a message, it is said in English.
"""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.core.messages import TEXT, Message
from pbem.reports.languages.phrases import Phrase, compile, tells_people
from pbem.reports.rendering.markup import escape
from pbem.resources import templates

if TYPE_CHECKING:
    from engine.orders.vocabulary import Vocabulary

ENGLISH = "en"
SHARED = ("engine", "mail", "site", "commands")
"""The files that all games share."""
TOLD = ("act",)
"""The tables of the shared files that tell what happened."""
UNTOLD = frozenset(
    [
        *("ask", "title", "otherwise", "facts", "change", "secrets"),
        *("moment", "final", "refusal", "mistake"),
    ]
)
"""The tables of a game's file that do not tell what happened: they tell the reader about others, or
speak to everybody."""
Names = Callable[[str], str]
"""Returns the vocabulary's name for a key that no file of the language has."""


def _own(key: str) -> str:
    return key.replace("_", " ").title()


def capital(said: str) -> str:
    """Begin with a capital letter, even if the first words are bold."""
    at = 2 if said.startswith("**") else 0
    return said[:at] + said[at : at + 1].upper() + said[at + 1 :]


LETTERS: Mapping[str, Callable[[str], str]] = {
    "capital": capital,
    "upper": str.upper,
    "lower": str.lower,
}
"""Forms that change the letters of any value in a slot."""


class Worded(str):
    """Text that is markup already: a slot prints it unchanged."""

    __slots__ = ()


@cache
def _letters(form: str) -> tuple[str, Callable[[str], str] | None]:
    """Split a form into the form without its change of letters, and that change."""
    before, _, last = form.rpartition(".")
    if last in LETTERS:
        return before, LETTERS[last]
    return (form[:1].lower() + form[1:], capital) if form[:1].isupper() else (form, None)


class LanguageMissing(LookupError):
    """There is no such language."""


class UnknownMessage(LookupError):
    """No file has a text for this message."""


class Language:
    """A language, as used in mails about one game.

    `names` returns the printed names from a game's own data; `reader` is the seat that is called
    "you" in what it did. Raises UnknownMessage for a message that not even English has.
    """

    def __init__(self, texts: "Texts", names: Names = _own, reader: str = "") -> None:
        self.texts, self.names, self.reader = texts, names, reader
        self.code, self.how = texts.code, texts.how
        self._said: dict[str, Phrase] = {}
        self._forms: dict[tuple[str, str], str] = {}

    def say(self, said: Message, form: str = "") -> str:
        """Say a message as markup: its slots escaped, its own words unchanged."""
        if said.id == TEXT:
            return escape(said.slots[TEXT])
        id = said.id
        if form and f"{id}.{form}" in self.texts.messages:
            id = f"{id}.{form}"
        return (self._said.get(id) or self.compiled(id))(said.slots)

    def words(self, id: str, slots: Mapping[str, Any]) -> str:
        """Say a message by its id and slots."""
        return (self._said.get(id) or self.compiled(id))(slots)

    def variants(self, id: str) -> tuple[str, ...]:
        """List the ids of a message's variants, its own first."""
        return self.texts.variants.get(id, (id,))

    def people(self, key: str) -> str:
        """Return the key that has the forms for a name's people; "" if there is none."""
        return self.texts.names.get(key, {}).get("people", "")

    def compiled(self, id: str) -> Phrase:
        """Compile a message, once. Raises UnknownMessage, PhraseError."""
        text = self.texts.messages.get(id)
        if text is not None:
            self._said[id] = compile(text, self, told=id in self.texts.told)
        elif self.texts.base is not None:
            self._said[id] = Language(self.texts.base, self.names, self.reader).compiled(id)
        else:
            raise UnknownMessage(f"no file of {self.code!r} has the message {id!r}")
        return self._said[id]

    def printed(self, value: Any, form: str) -> str:
        """Print what a slot holds, in a form; `The` is `the` with a capital letter."""
        if type(value) is str:  # most values are the keys of names, or whole messages
            return self._forms.get((value, form)) or self.name(value, form)
        if type(value) is Message and not form:
            return self.say(value)
        before, change = _letters(form)
        if change is str.upper and isinstance(value, list | tuple):  # but not the "and"
            before, joint = self._joint(before)
            return self.listing([change(self.printed(each, before)) for each in value], joint)
        if change:
            return change(self.printed(value, before))
        if isinstance(value, Worded):
            return value
        if isinstance(value, Message):
            return self.say(value, form)
        if isinstance(value, int):
            return self._number(value, form)
        form, joint = self._joint(form)
        return self.listing([self.printed(each, form) for each in value or ()], joint)

    # The reader

    def to(self, reader: str) -> "Language":
        """Return this language as it speaks to a seat about what it did."""
        return type(self)(self.texts, self.names, reader)

    def addressed(self, value: Any, form: str, several: bool = False) -> str:
        """Print seats in a form, with the reader as "you" and first; `several`: also if there are
        others, for which a message needs words of its own."""
        if self.is_reader(value):
            return self._you(form)
        if not (several and self.is_among(value)):
            return self.printed(value, form)
        before, change = _letters(form)
        if change:
            return change(self.addressed(value, before, several))
        form, joint = self._joint(form)
        others = [self.printed(each, form) for each in value if each != self.reader]
        return self.listing([self._you(form), *others], joint)

    def _you(self, form: str) -> str:
        before, change = _letters(form)
        said = str(self.how["you"][self._joint(before)[0]])
        return change(said) if change else said

    def is_reader(self, value: Any) -> bool:
        """Tell whether a value is the reader's seat alone."""
        if isinstance(value, list | tuple):
            value = value[0] if len(value) == 1 else ""
        return bool(self.reader) and value == self.reader

    def is_among(self, value: Any) -> bool:
        """Tell whether the reader's seat is among several."""
        several = isinstance(value, list | tuple) and len(value) > 1
        return several and bool(self.reader) and self.reader in value

    def has_you(self, form: str) -> bool:
        """Tell whether "you" has this form."""
        return self._joint(_letters(form)[0])[0] in self.how["you"]

    def fits_you(self, said: str) -> bool:
        """Tell whether the words for several seats also fit "you": only in languages whose verbs
        have one form for both, and only if the words have no pronoun."""
        unlike = self.how["you"].get("unlike")
        return unlike is not None and not set(unlike).intersection(said.lower().split())

    def _joint(self, form: str) -> tuple[str, str]:
        before, _, last = form.rpartition(".")
        return (before, last) if last in self.how["last"] else (form, "and")

    def span(self, seconds: int) -> Worded:
        """Say a length of time in its largest units: `1 day 6 hours`."""
        length = timedelta(seconds=seconds)
        hours, rest = divmod(length.seconds, 3600)
        units = (("day", length.days), ("hour", hours), ("minute", rest // 60))
        said = [self.words(f"span.{unit}", {"count": n}) for unit, n in units if n]
        return Worded(" ".join(said[:2]) or self.words("span.least", {}))

    def name(self, key: str, form: str = "") -> str:
        """Print the name behind a key, in a form; `written` is the name as used in orders."""
        found = self._forms.get((key, form))
        if found is None:
            before, change = _letters(form)
            found = self._form(key, before or "name")
            found = self._forms[key, form] = change(found) if change else found
        return found

    def _form(self, key: str, form: str) -> str:
        given = self.texts.names.get(key, {}).get(form)
        if given is not None:
            return escape(given)
        if form in ("name", "written"):
            return escape(self.names(key))
        if form == "short":
            return self._shortened(self.name(key))
        pattern = self._of_kind(key).get(form) or self.how["forms"].get(form, "{name}")
        return str(pattern).format_map(_Forms(self, key))

    def _shortened(self, name: str) -> str:
        for long, short in self.texts.short.items():
            name = name.replace(long, short)
        return name

    def _of_kind(self, key: str) -> Mapping[str, str]:
        """Return the patterns for a name's `kind`."""
        kind = self.texts.names.get(key, {}).get("kind")
        patterns: Mapping[str, str] = self.how["kinds"][kind] if kind else {}
        return patterns

    def _number(self, value: int, form: str) -> str:
        if form == "words" and 0 <= value < len(self.how["numbers"]):
            return str(self.how["numbers"][value])
        if form == "grouped":
            return f"{value:,}".replace(",", self.how["thousands"])
        return f"{value:+d}" if form == "signed" and value else str(value)

    def number(self, value: Any) -> int:
        """Return the grammatical number for a value: 0 singular, 1 plural, 2 several things."""
        if isinstance(value, bool | int):
            return 0 if abs(value) == 1 else 1
        if isinstance(value, list | tuple):
            return self.number(value[0]) if len(value) == 1 else 2
        if isinstance(value, Message):
            return 0
        forms = self.texts.names.get(value, {})
        return int((forms.get("number") or self._of_kind(value).get("number")) == "plural")

    def listing(self, items: Sequence[str], joint: str = "and") -> str:
        """Join words: `a, b and c`."""
        if len(items) < 2:
            return items[0] if items else str(self.how["nothing"])
        between: str = self.how["between"].get(joint, ", ")
        return between.join(items[:-1]) + str(self.how["last"][joint]) + items[-1]


class _Forms(dict[str, str]):
    """The forms of one name, for a pattern such as `in {the}`."""

    def __init__(self, language: Language, key: str) -> None:
        self.language, self.key = language, key

    def __missing__(self, form: str) -> str:
        return self.language.name(self.key, "" if form == "name" else form)


NO_MESSAGES = ("names", "short", "rules")
"""The tables of a language's files that hold no messages."""


class Texts:
    """The texts of a language for one game, or with "" for none.

    Raises LanguageMissing if the language has no folder, PhraseError and ValueError for a mistake
    in a file.
    """

    def __init__(self, code: str, game: str = "") -> None:
        folder = templates() / "languages" / code
        self.how = how_of(code)
        self.code, self.game = code, game
        self.base = texts_of(ENGLISH, game) if code != ENGLISH else None
        self.names: dict[str, dict[str, str]] = {}
        self.messages: dict[str, str] = {}
        self.variants: dict[str, tuple[str, ...]] = {}
        self.short: dict[str, str] = {}
        self.rules: dict[str, str] = {}
        """What the headings of the rulebook are called, where the language has a name for them."""
        self.told: set[str] = set()
        """The ids of messages that tell what happened."""
        for name in (*SHARED, *([game.replace("-", "_")] if game else [])):
            self._take(_read(folder / f"{name}.toml"), name in SHARED)

    def _take(self, file: Mapping[str, Any], shared: bool) -> None:
        for category in file.get("names", {}).values():
            self.names |= {k: {"name": v} if isinstance(v, str) else v for k, v in category.items()}
        self.short |= file.get("short", {})
        self.rules |= file.get("rules", {})
        for table in [name for name in file if name not in NO_MESSAGES]:
            for key, said in file[table].items():
                forms = _forms(said)
                ids = {_id(table, key, form): text for form, text in forms.items()}
                self.messages |= ids
                if table in TOLD if shared else table not in UNTOLD:
                    self.told.update(ids)
                if isinstance(said, list):
                    self.variants[_id(table, key, "name")] = tuple(ids)


def _forms(said: str | list[str] | dict[str, str]) -> dict[str, str]:
    """Return the texts of a message by form. A list has variants, numbered from the second on."""
    if isinstance(said, list):
        return {"name" if number == 1 else str(number): text for number, text in enumerate(said, 1)}
    return {"name": said} if isinstance(said, str) else said


def _id(table: str, key: str, form: str) -> str:
    return f"{table}.{key}" if form == "name" else f"{table}.{key}.{form}"


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}


@cache
def how_of(code: str) -> Mapping[str, Any]:
    """Read how a language counts, joins, declines and writes times. Raises LanguageMissing."""
    file = templates() / "languages" / code / "language.toml"
    if not file.is_file():
        raise LanguageMissing(f"there is no language {code!r}")
    return _read(file)


@cache
def texts_of(code: str, game: str = "") -> Texts:
    """Read what a language says about a game, once. Raises LanguageMissing, PhraseError."""
    texts = Texts(code, game)
    language = Language(texts)
    for id in texts.told:  # a message that cannot say "you" is found before a mail needs it
        if tells_people(texts.messages[id]):
            language.compiled(id)
    return texts


@lru_cache(maxsize=32)
def language_of(
    code: str, game: str, words: "Vocabulary | None", reader: str | None = None
) -> Language:
    """Return a language for mails about a game, with names from the vocabulary `words`; what the
    seat `reader` did is told as "you". It is cached, with what it has already said. Raises
    LanguageMissing."""
    return Language(texts_of(code, game), words.name if words else _own, reader or "")


def code_of(called: str) -> str:
    """Find a language by its code or by its name, in itself or in English.

    Raises LanguageMissing, whose text lists the languages that exist.
    """
    for code in codes():
        how = how_of(code)
        if called.strip().lower() in (code, how["name"].lower(), *how["called"]):
            return code
    names = ", ".join(f"{code} ({texts_of(code).how['name']})" for code in codes())
    raise LanguageMissing(f"there is no language {called!r}: choose one of {names}")


@cache
def codes() -> tuple[str, ...]:
    """List the languages that exist, English first."""
    found = sorted(path.parent.name for path in (templates() / "languages").glob("*/language.toml"))
    return (ENGLISH, *(code for code in found if code != ENGLISH))
