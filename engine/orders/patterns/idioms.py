"""Phrases that are read as other words, and the short way in which files write them.

"put|lay two cubes|counters"          a word is one of several
"out of (the|my|our) fort"            a part may be left out
"{leader} is in command"              a text of a set, which the other words name, too:
                                      "led by {leader}"
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from engine.orders.patterns.brackets import spellings

Sets = Mapping[str, Sequence[str] | Mapping[str, str]]
"""The texts of each set; in a table, what each of them is read as."""
_NAME = re.compile(r"\{(\w*)\}")


def written_out(meant: Mapping[str, str], sets: Sets) -> Iterator[tuple[str, str]]:
    """Yield each phrase of a table in words alone, and what it is read as.

    Raises ValueError for a set that does not exist or is not said, and an unmatched bracket.
    """
    for said, put in meant.items():
        names = list(dict.fromkeys(_NAME.findall(said)))
        for name in {*names, *_NAME.findall(put)}:
            if name not in sets or name not in names:
                raise ValueError(f"{said!r}: no set {{{name}}} of which a text is said")
        for texts in product(*(_texts(sets[name]) for name in names)):
            spoken = {name: text for name, (text, _) in zip(names, texts, strict=True)}
            read = {name: text for name, (_, text) in zip(names, texts, strict=True)}
            for words in _worded(said):
                yield words.format(**spoken), put.format(**read)


def _worded(said: str) -> Iterator[str]:
    """A phrase with one of each words, with and without what may be left out."""
    for text in spellings(said.replace("(", "[").replace(")", "]")):
        for words in product(*(word.split("|") for word in text.split())):
            yield " ".join(words)


def _texts(of_set: Sequence[str] | Mapping[str, str]) -> Sequence[tuple[str, str]]:
    """The texts of a set, each with what it is read as."""
    return [*of_set.items()] if isinstance(of_set, Mapping) else [(one, one) for one in of_set]
