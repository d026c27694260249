"""Reads a free-text answer to an invitation: whether somebody wants to play, and as whom.

It judges sentences, not lines. The game's vocabulary reads the names of seats.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple

from engine.core.decision import Refused
from engine.core.game import Game
from engine.orders.vocabulary import Vocabulary
from pbem.inbox.reading.other_languages import Joining, joining
from pbem.inbox.reading.requests import Said, Setting
from pbem.reports.languages.language import ENGLISH

_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")
_WORD = re.compile(r"\w[\w']*")
_ENGLISH = Joining(
    wants=(
        r"join|play|yes|yeah|yep|yup|ja|oui|si|sure|ok|okay|absolutely|definitely|gladly|happily|"
        r"count me in|deal me in|sign me up|i'?m in|i am in|i'?d be in|(?:love|like|happy|glad) to|"
        r"of course|with pleasure|i'?ll (?:take|be|have)|i(?: would|'d) (?:take|be|have|prefer)|"
        r"i want|i prefer|i choose|why not|take|rather(?! not)"
    ),
    asks_for=(
        r"(?:could|can|may|might) i (?:please |perhaps |maybe )?(?:be|have|take|get|play|join)\b"
        r"|is \w.* (?:free|available|left|open|taken)"
    ),
    declines=(
        r"(?:no,? (?:thanks|thank you)|not (?:this|that) time|not interested|"
        r"can(?:'?t|not)(?! wait)|won'?t|unable|no time|too busy|decline|count me out|"
        r"(?:have to|must|i'?ll) pass|(?:do not|don'?t) (?:have|want|think))"
    ),
    no="no|nope|nah|nein|non|sorry",
    not_for=(
        r"(?:not|no|never|but|except|from|(?<!'m )(?<!am )(?<!me )in|than|without|"
        r"against|hate|dislike|avoid|"
        r"(?:do not|don'?t|would not|wouldn'?t|will not|won'?t|can'?t|cannot)(?: (?:really|want|"
        r"like|care for|wish|to))*)"
    ),
    not_after=r"not(?! (?:free|available|taken|gone))",
    between=("the", "be", "as", "play", "to", "for", "have", "take"),
    beside=(
        *("please", "or", "and", "then", "the", "as", "me", "maybe", "perhaps", "if", "else"),
        *("for", "they", "she", "he", "it", "is", "are", "gone", "taken"),
    ),
    chained=("or", "nor", "and"),
)
_SETTING = ("prefer", "zone", "preferences")
SHORT = 3
"""A name up to this length must be in capitals, unless it is the printed one: `up`, `us`."""
LONGEST = 4
"""How many words a name has at most."""


class _Patterns(NamedTuple):
    """How people answer, in all languages together."""

    wants: re.Pattern[str]
    asks_for: re.Pattern[str]
    declines: re.Pattern[str]
    no: re.Pattern[str]
    not_for: re.Pattern[str]
    not_after: re.Pattern[str]
    beside: frozenset[str]
    chained: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    known = (_ENGLISH, *joining().values())
    between, chained = (
        "|".join(word for one in known for word in words(one))
        for words in (attrgetter("between"), attrgetter("chained"))
    )

    def any_of(name: str, begins: str = r"\b", ends: str = r"\b") -> re.Pattern[str]:
        each = "|".join(getattr(one, name) for one in known)
        return re.compile(f"{begins}(?:{each}){ends}", re.IGNORECASE)

    return _Patterns(
        any_of("wants"),
        any_of("asks_for"),
        any_of("declines"),
        any_of("no", r"\W*"),
        any_of("not_for", ends=rf"(?: (?:{between}))* *$"),
        any_of("not_after", " *"),
        frozenset(word for one in known for word in one.beside),
        re.compile(rf" *,? *(?:{chained}) (?:(?:{between}) )*| *,? *", re.IGNORECASE),
    )


@dataclass(frozen=True)
class Wish:
    """What was said: whether somebody wants to play or declines, which seats they name in order,
    whether they ask something."""

    wants: bool = False
    declines: bool = False
    seats: tuple[str, ...] = ()
    asks: bool = False


@cache
def _wishes() -> Mapping[str, re.Pattern[str]]:
    """Return for each language how a wish to play is expressed."""
    known = {ENGLISH: _ENGLISH, **joining()}
    return {
        code: re.compile(rf"\b(?:{one.wants}|{one.asks_for})\b", re.IGNORECASE)
        for code, one in known.items()
    }


def language_of(lines: Iterable[str]) -> str:
    """Return the language with most of the words for a wish to play: English, if there are none, or
    if several languages have equally many."""
    text = "\n".join(lines)
    found = {code: len(pattern.findall(text)) for code, pattern in _wishes().items()}
    return max(found, key=lambda code: (found[code], code == ENGLISH))


def spoken(lines: Iterable[str], said: Said) -> list[str]:
    """Leave out the lines that are settings, such as a name or a time zone: they name no seat."""
    settings = {one.text.strip() for one in said if isinstance(one, Setting)}
    settings |= {one.line.text.strip() for one in said.commands if one.verb in _SETTING}
    return [line for line in lines if line and line.strip() not in settings]


def called(rules: Game, options: Mapping[str, Any]) -> dict[str, str]:
    """Return the seat that each key stands for: a seat's own key, and that of a power that it leads
    at the start."""
    keys = rules.seat_names(options)
    led = {power: seat for seat, powers in rules.leads(options).items() for power in powers}
    return led | {key: key for key in keys}


def read(lines: Iterable[str], words: Vocabulary, keys: Mapping[str, str]) -> Wish:
    """Read what these lines wish for; `keys` are as in `called`."""
    wants = declines = asks = False
    seats: list[str] = []
    told = list(sentences(lines))
    for sentence in told:
        named = seats_in(sentence, words, keys)
        rest = _without_denied(sentence, words, keys)
        if _patterns().declines.search(rest):
            declines = True
        elif _is_wish(rest, named, words, keys):
            wants = True
            seats += named
        elif sentence.rstrip().endswith("?"):
            asks = True
    first = _without_denied(told[0], words, keys) if told else ""
    declines = not wants and (declines or bool(_patterns().no.match(first)))
    return Wish(wants, declines, tuple(dict.fromkeys(seats)), asks)


def sentences(lines: Iterable[str]) -> list[str]:
    """Split a text into sentences; a line that begins in lower case continues the one before it."""
    plain = (line.strip().replace("\u2019", "'") for line in lines)
    text = re.sub(r"\n(?=[a-z])", " ", "\n".join(plain))
    return [found for found in _SENTENCE.findall(text) if _WORD.search(found)]


def _is_wish(
    sentence: str, named: Sequence[str], words: Vocabulary, keys: Mapping[str, str]
) -> bool:
    """Tell whether a sentence asks for a seat or for the game."""
    wants = _patterns().asks_for if sentence.rstrip().endswith("?") else _patterns().wants
    return bool(wants.search(sentence) or (named and _only_names(sentence, words, keys)))


def _only_names(sentence: str, words: Vocabulary, keys: Mapping[str, str]) -> bool:
    """Tell whether a sentence consists only of names."""
    rest = sentence
    for name in reversed(list(_names(sentence, words, keys))):
        rest = rest[: name.begins] + rest[name.ends :]
    return all(word.lower() in _patterns().beside for word in _WORD.findall(rest))


def seats_in(text: str, words: Vocabulary, keys: Mapping[str, str]) -> tuple[str, ...]:
    """Find the seats that a text wishes for, in order, by any name that the game knows."""
    found = (name.key for name in _names(text, words, keys) if name.denied is None)
    return tuple(dict.fromkeys(found))


def _without_denied(text: str, words: Vocabulary, keys: Mapping[str, str]) -> str:
    """Return a text without the names that are not wanted, and without the words that say so."""
    for name in reversed(list(_names(text, words, keys))):
        if name.denied is not None:
            text = text[: name.denied[0]] + " " + text[name.denied[1] :]
    return text


class _Named(NamedTuple):
    """A name in a text; `denied`: the part of the text that says it is not wanted."""

    key: str
    begins: int
    ends: int
    denied: tuple[int, int] | None


def _names(text: str, words: Vocabulary, keys: Mapping[str, str]) -> Iterator[_Named]:
    """Yield the names in a text, and which are not wanted: in "not Spain or France", neither is."""
    last: _Named | None = None
    for key, begins, ends in _places(text, words, keys):
        before, after = _patterns().not_for.search(text[:begins]), None
        if after := _patterns().not_after.match(text, ends):
            denied: tuple[int, int] | None = (begins, after.end())
        elif before:
            denied = (before.start(), ends)
        elif last and last.denied and _goes_on(text, last.ends, begins, ends):
            denied = (last.ends, ends)
        else:
            denied = None
        last = _Named(key, begins, ends, denied)
        yield last


def _goes_on(text: str, before: int, begins: int, ends: int) -> bool:
    """Tell whether a name continues a list: "A or B"; "A, B or C", but not "A, B please"."""
    chained = _patterns().chained
    if not (joined := chained.fullmatch(text, before, begins)):
        return False
    follows = chained.match(text, ends)
    return bool(_WORD.search(joined[0]) or (follows and _WORD.search(follows[0])))


def _places(
    text: str, words: Vocabulary, keys: Mapping[str, str]
) -> Iterator[tuple[str, int, int]]:
    """Yield the names in a text, each with where it begins and ends; longer names are tried
    first."""
    found = list(_WORD.finditer(text))
    said = [word[0] for word in found]
    place = 0
    while place < len(said):
        for end in range(min(len(said), place + LONGEST), place, -1):
            if key := _name(said[place:end], words, keys):
                yield key, found[place].start(), found[end - 1].end()
                place = end - 1
                break
        place += 1


def _name(said: Sequence[str], words: Vocabulary, keys: Mapping[str, str]) -> str:
    """Return the seat with exactly this name; empty if there is none."""
    noise = words.words.grammar.noise
    if {said[0].lower(), said[-1].lower()} & noise:
        return ""
    try:
        key = words.key(" ".join(said), tuple(keys), guess=False)
    except Refused:
        return ""
    text = "".join(said)
    called = {words.name(key), *(tongue.other.name(key) for tongue in words.tongues.values())}
    printed = text.casefold() in {name.casefold() for name in called}
    return keys[key] if printed or len(text) > SHORT or text.isupper() else ""
