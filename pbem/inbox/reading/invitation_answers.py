"""Reads a free-text answer to an invitation: whether somebody wants to play, and as whom.

It judges sentences, not lines. The game's vocabulary reads the names of seats.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.core.decision import Refused
from engine.orders.vocabulary import Vocabulary

_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")
_WORD = re.compile(r"\w[\w']*")
_WANTS = re.compile(
    r"\b(?:join|play|yes|yeah|yep|yup|ja|oui|si|sure|ok|okay|absolutely|definitely|gladly|happily|"
    r"count me in|deal me in|sign me up|i'?m in|i am in|i'?d be in|(?:love|like|happy|glad) to|"
    r"of course|with pleasure|i'?ll (?:take|be|have)|i(?: would|'d) (?:take|be|have|prefer)|"
    r"i want|i prefer|i choose|why not|take)\b",
    re.IGNORECASE,
)
_ASKS_FOR = re.compile(
    r"\b(?:could|can|may|might) i (?:please |perhaps |maybe )?(?:be|have|take|get|play|join)\b"
    r"|\bis \w.* (?:free|available|left|open|taken)\b",
    re.IGNORECASE,
)
_DECLINES = re.compile(
    r"\b(?:no,? (?:thanks|thank you)|not (?:this|that) time|not interested|"
    r"can(?:'?t|not)(?! wait)|won'?t|unable|no time|too busy|decline|count me out|"
    r"(?:have to|must|i'?ll) pass|(?:do not|don'?t) (?:have|want|think))\b",
    re.IGNORECASE,
)
_NO = re.compile(r"\W*(?:no|nope|nah|nein|non|sorry)\b", re.IGNORECASE)
_NOT_FOR = frozenset(("not", "but", "except", "from", "in", "than", "without", "against"))
"""Words before a name that mean it is not wanted."""
_BETWEEN = frozenset(("the", "be", "as", "play"))
_BESIDE = frozenset(
    [
        *("please", "or", "and", "then", "the", "as", "me", "maybe", "perhaps", "if", "else"),
        *("for", "they", "she", "he", "it", "is", "are", "gone", "taken"),
    ]
)
"""Words that may stand beside names when nothing else is said."""
SHORT = 3
"""A name this short must be in capitals, unless it is the printed one: `up`, `us`."""
LONGEST = 4
"""The most words of a name."""


@dataclass(frozen=True)
class Wish:
    """What was said: whether they want to play or decline, which seats in order, whether they
    ask."""

    wants: bool = False
    declines: bool = False
    seats: tuple[str, ...] = ()
    asks: bool = False


def read(lines: Iterable[str], words: Vocabulary, keys: Sequence[str]) -> Wish:
    """Read what somebody wishes in these lines, if these seats are available."""
    wants = declines = asks = False
    seats: list[str] = []
    sentences = _sentences(lines)
    for sentence in sentences:
        named = seats_in(sentence, words, keys)
        if _DECLINES.search(sentence):
            declines = True
        elif _is_wish(sentence, named, words, keys):
            wants = True
            seats += named
        elif sentence.rstrip().endswith("?"):
            asks = True
    declines = not wants and (declines or bool(sentences and _NO.match(sentences[0])))
    return Wish(wants, declines, tuple(dict.fromkeys(seats)), asks)


def _sentences(lines: Iterable[str]) -> list[str]:
    """Split a text into sentences; a line that begins in lower case continues the one before it."""
    plain = (line.strip().replace("\u2019", "'") for line in lines)
    text = re.sub(r"\n(?=[a-z])", " ", "\n".join(plain))
    return [found for found in _SENTENCE.findall(text) if _WORD.search(found)]


def _is_wish(sentence: str, named: Sequence[str], words: Vocabulary, keys: Sequence[str]) -> bool:
    """Tell whether a sentence asks for a seat or for the game."""
    if sentence.rstrip().endswith("?"):
        return bool(_ASKS_FOR.search(sentence) or (named and _only_names(sentence, words, keys)))
    return bool(_WANTS.search(sentence) or (named and _only_names(sentence, words, keys)))


def _only_names(sentence: str, words: Vocabulary, keys: Sequence[str]) -> bool:
    said = _WORD.findall(sentence)
    inside = {n for _, first, end in _names(said, words, keys) for n in range(first, end)}
    return all(n in inside or word.lower() in _BESIDE for n, word in enumerate(said))


def seats_in(text: str, words: Vocabulary, keys: Sequence[str]) -> tuple[str, ...]:
    """Find the seats that a text wishes, in order, by any name that the game knows."""
    said = _WORD.findall(text)
    found = (key for key, first, _ in _names(said, words, keys) if _is_for(said[:first]))
    return tuple(dict.fromkeys(found))


def _is_for(before: Sequence[str]) -> bool:
    """Tell whether a name after these words is wished."""
    plain = [word.lower() for word in before if word.lower() not in _BETWEEN]
    return not plain or plain[-1] not in _NOT_FOR


def _names(
    said: Sequence[str], words: Vocabulary, keys: Sequence[str]
) -> Iterator[tuple[str, int, int]]:
    """Yield the names in a text, each with the places of its first word and the one after its last;
    longer names are tried first."""
    place = 0
    while place < len(said):
        for end in range(min(len(said), place + LONGEST), place, -1):
            if key := _name(said[place:end], words, keys):
                yield key, place, end
                place = end - 1
                break
        place += 1


def _name(said: Sequence[str], words: Vocabulary, keys: Sequence[str]) -> str:
    """Return the seat that exactly these words name; empty: none."""
    noise = words.words.grammar.noise
    if {said[0].lower(), said[-1].lower()} & noise:
        return ""
    try:
        key = words.key(" ".join(said), keys, guess=False)
    except Refused:
        return ""
    text = "".join(said)
    printed = words.name(key).casefold() == text.casefold()
    return key if printed or len(text) > SHORT or text.isupper() else ""
