"""Takes orders apart into what can be chosen for each place of their text.

Where a verb has more orders than a page has room for, the reader chooses each place separately.
Every legal order can be made that way, and others too: the moderator judges what arrives.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, product, zip_longest
from typing import Any, NamedTuple

from engine.core.decision import Choice, Verb, as_choice
from engine.core.repeated_arguments import Begun
from engine.orders.patterns.forms import Piece
from engine.orders.vocabulary import Vocabulary

REACHED = 400
"""How many beginnings of a verb's orders are followed at most, chosen evenly from all."""
NUMBERS = 400
"""How many numbers of a range are offered at most."""
NO_MORE = "."
CUT = "..."
RANGE = "#"

Arguments = Sequence[Sequence[Any]]
"""For each argument, the values that it may have."""
Frame = tuple[str, ...]
"""An order's text with the names of its places, in braces, instead of what stands there."""
Texts = list[dict[str, None]]
"""What may stand at each position of a frame, in order."""


class Place(NamedTuple):
    """A place in an order, the words before it, and what may stand there."""

    before: str
    texts: Sequence[str]


class Frames(NamedTuple):
    """An order as its places, and the words after the last."""

    places: Sequence[Place]
    after: str


# When the question is stored


def cut(nodes: Any) -> bool:
    """Tell whether something was left out of a menu's nodes."""
    if isinstance(nodes, str):
        return False
    return not nodes or any(node[0] == CUT or cut(node[-1]) for node in nodes)


def arguments(verb: Verb) -> list[list[Any]]:
    """Return for each argument of a verb the values that a legal order may have there."""
    found: list[dict[Any, None]] = [{} for _ in verb.domains]
    reached: list[Choice] = [()]
    while reached:
        following = [
            then
            for args in reached
            if not verb.whole(args)
            for value in verb.domain(*args)
            if verb.allows(*(then := verb.then(args, value)))
        ]
        for args in following:
            for place, value in enumerate(args):
                if type(value) is not Begun:
                    found[place][value] = None
        reached = following[:: 1 + len(following) // REACHED]
    return [list(values) for values in found]


# When the page is written


def choices(verb: str, nodes: Any, listed: Sequence[int]) -> Iterator[Choice]:
    """Yield the orders of a menu as choices; of a range, those with its first and last number.

    `listed`: the arguments that are lists, whose values are nested one by one.
    """
    for path in _paths(nodes):
        yield (verb, *folded(path, listed))


def _paths(nodes: Any) -> Iterator[tuple[Any, ...]]:
    if isinstance(nodes, str):
        yield ()
        return
    for value, *numbers, below in nodes:
        if value != CUT:
            each = dict.fromkeys(numbers) if value == RANGE else [value]
            yield from ((one, *rest) for one in each for rest in _paths(below))


def folded(path: Iterable[Any], listed: Sequence[int]) -> Choice:
    """Put the values of each list on a path of a menu together."""
    found: list[Any] = []
    begun: list[Any] | None = None
    for value in path:
        if begun is None and len(found) in listed:
            begun = []
        if begun is None:
            found.append(value)
        elif value == NO_MORE:
            found.append(begun)
            begun = None
        else:
            begun.append(value)
    return as_choice(found)


def list_places(kind: str, verb: str, below: Any, words: Vocabulary) -> list[int]:
    """Find the arguments of a verb that are lists, whose values are chosen one by one."""
    if not _ends_lists(below):
        return []
    grammar = words.words.grammar
    named = enumerate(place_names(kind, verb, words))
    return [place for place, slot in named if grammar.slots.get(slot, slot) in grammar.lists]


def _ends_lists(nodes: Any) -> bool:
    if isinstance(nodes, str):
        return False
    return any(node[0] == NO_MORE or _ends_lists(node[-1]) for node in nodes)


def place_names(kind: str, verb: str, words: Vocabulary) -> list[str]:
    """Return the name that order forms have for each argument of a verb; "" if there is none."""
    choices = [form.choice for form in words.forms if kind in form.kinds]
    fitting = [choice for choice in choices if choice[0] == verb]
    fitting = fitting or [choice for choice in choices if _slot(choice[0])]
    arguments = zip_longest(*(choice[1:] for choice in fitting))
    return [next(filter(None, map(_slot, parts)), "") for parts in arguments]


def _slot(part: Any) -> str:
    """Return the name of a place in an order form's choice, "" for a fixed word or number."""
    if isinstance(part, str) and part.startswith("{") and part.endswith("}"):
        return part[1:-1]
    return ""


def frames(
    kind: str, orders: Sequence[Choice], apart: Arguments, words: Vocabulary
) -> Iterator[Frames]:
    """Yield the frames of a verb's orders, with what may stand in each place.

    `orders`: some of them, at least one for each frame; `apart`: further values of arguments.
    """
    values = [_values(column, more) for column, more in _columns(orders, apart)]
    found: dict[Frame, Texts] = {}
    framed = _framed(kind, orders, values, words)
    for frame, order in sorted(framed.items(), key=lambda pair: len(pair[0])):
        texts: Texts = [{} for _ in frame]
        for other in _varied(order, values):
            said = _pieces(kind, other, words)
            if _frame(said) == frame:
                for standing, piece in zip(texts, said, strict=True):
                    standing[piece.text] = None
        _join(found, frame, texts)
    return map(_placed, found.values())


def _join(found: dict[Frame, Texts], frame: Frame, texts: Texts) -> None:
    """Add a frame to one that fits it, with the texts of both; as a new one if none fits."""
    for other, there in found.items():
        if _alike(frame, other):
            _add(there, texts)
            return
        if added := _added(frame, other):
            start, end = added.start, added.stop
            _add(there, [*texts[:start], *texts[end:]])
            there.insert(start, {"": None, **_as_one(texts[start:end])})
            del found[other]
            found[(*frame[:start], " ".join(frame[start:end]), *frame[end:])] = there
            return
    found[frame] = texts


def _add(there: Texts, texts: Texts) -> None:
    for standing, more in zip(there, texts, strict=True):
        standing.update(more)


def _alike(frame: Frame, other: Frame) -> bool:
    """Tell whether one has a word where the other has a place: `move all` and `move {force}`."""
    if len(frame) != len(other):
        return False
    differing = [(a, b) for a, b in zip(frame, other, strict=True) if a != b]
    return len(differing) == 1 and _is_place(differing[0][0]) != _is_place(differing[0][1])


def _added(frame: Frame, other: Frame) -> slice | None:
    """Return the part of a frame that a shorter one lacks, if that part has exactly one place."""
    more = len(frame) - len(other)
    for start in range(len(other) + 1):
        added = slice(start, start + more)
        if (*frame[:start], *frame[added.stop :]) == other:
            return added if sum(map(_is_place, frame[added])) == 1 else None
    return None


def _as_one(texts: Texts) -> dict[str, None]:
    return {" ".join(said): None for said in product(*texts)}


def _columns(
    orders: Sequence[Choice], apart: Arguments
) -> Iterator[tuple[Iterable[Any], Iterable[Any]]]:
    length = max(map(len, orders))
    for place in range(1, length):
        more = as_choice(apart[place - 1]) if place <= len(apart) else ()
        yield [order[place] for order in orders if place < len(order)], more


def _values(said: Iterable[Any], more: Iterable[Any]) -> list[Any]:
    """List the values of an argument; if they are numbers, also those in between."""
    every = list(dict.fromkeys(chain(said, more)))
    if every and all(isinstance(value, int) for value in every):
        return list(range(min(every), max(every) + 1))[:NUMBERS]
    return every


def _framed(
    kind: str, orders: Sequence[Choice], values: Sequence[Sequence[Any]], words: Vocabulary
) -> Mapping[Frame, Choice]:
    """Find an order for each frame, also by changing one argument of a known order."""
    found: dict[Frame, Choice] = {}
    for order in orders:
        found.setdefault(_frame(_pieces(kind, order, words)), order)
    for order in list(found.values()):
        for other in _varied(order, values):
            found.setdefault(_frame(_pieces(kind, other, words)), other)
    found.pop((), None)
    return found


def _varied(order: Choice, values: Sequence[Sequence[Any]]) -> Iterator[Choice]:
    for place, column in enumerate(values[: len(order) - 1], 1):
        yield from ((*order[:place], value, *order[place + 1 :]) for value in column)


def _pieces(kind: str, order: Choice, words: Vocabulary) -> Sequence[Piece]:
    """Word an order in pieces, each with the comma before it; empty if no form can express it."""
    try:
        said = words.say_in_pieces(kind, order)
    except (ValueError, KeyError):
        return ()
    found: list[Piece] = []
    comma = ""
    for slot, text in said[:-1]:
        found.append(Piece(slot, comma + text.removesuffix(",")))
        comma = ", " if text.endswith(",") else ""
    return (*found, said[-1]._replace(text=comma + said[-1].text))


def _frame(pieces: Iterable[Piece]) -> Frame:
    return tuple(f"{{{piece.slot}}}" if piece.slot else piece.text for piece in pieces)


def _is_place(part: str) -> bool:
    return "{" in part


def _placed(texts: Texts) -> Frames:
    """Join the words of a frame; a place with only one possible text becomes words, too."""
    places: list[Place] = []
    before: list[str] = []
    for standing in texts:
        if len(standing) == 1:
            before += standing
        else:
            places.append(Place(" ".join(before), list(standing)))
            before = []
    return Frames(places, " ".join(before))
