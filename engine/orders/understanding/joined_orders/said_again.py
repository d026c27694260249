"""Text that only repeats what stands before it, in fewer words or in others."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from engine.orders.conditions.policy import Sight, found_at
from engine.orders.patterns.choice_templates import all_slots
from engine.orders.understanding.cutting.cutting_a_mail import Piece
from engine.orders.understanding.frames.making_orders import HOW_MANY
from engine.orders.understanding.frames.reading_a_piece import PieceReader
from engine.orders.understanding.reading_types import Meaning, Situation
from engine.orders.understanding.words.token import Token
from engine.orders.words.lexicon import Word
from engine.orders.words.phrases import begun
from engine.orders.words.words_of_answers import QuestionWords

NOBODY = "none"
"""Stands in a list for something that could be named and is not."""


def leaves_last_out(before: Meaning, meaning: Meaning, piece: Piece) -> bool:
    """Tell whether an order does the same as the one before it, and its piece does not say where,
    or with what."""
    named = {sense.key for token in piece.tokens for sense in token.names}
    same = len(meaning.choice) > 1 and before.choice[:-1] == meaning.choice[:-1]
    return same and meaning.choice[-1] not in named


def is_number(piece: Piece, more: Container[Word]) -> bool:
    """Tell whether a piece is only the number of what stands before it: `the neutral in India, the
    4`. `more`: words that say that it is another one."""
    numbers = [token for token in piece.tokens if token.number is not None]
    small = all(token.light or token in numbers for token in piece.tokens)
    other = any(token.word in more or token.ordinal for token in piece.tokens)
    return len(numbers) == 1 and small and not other


def is_for(before: Meaning, meaning: Meaning, piece: Piece, for_what: Container[Word]) -> bool:
    """Tell whether a piece only says what the order before it is for, with less of that order:
    `..., um Spanien zu gewinnen`. `for_what`: words that begin such a piece."""
    less = " ".join(before.lines).startswith(" ".join(meaning.lines))
    return less and bool(meaning.kind) and piece.tokens[0].word in for_what


def counts(piece: Piece, more: Container[Word], but: Container[object]) -> bool:
    """Tell whether a piece has a number that is not in `but`, an ordinal, or one of the words in
    `more`."""
    return any(t.number not in but or t.ordinal or t.word in more for t in piece.tokens)


def doubted_again(
    meanings: Sequence[Meaning], pieces: Sequence[Piece], more: Container[Word]
) -> list[Meaning]:
    """Return the meanings, with a doubt about those that may be the one before in other words: `we
    found a colony in South America and take the marker there`. `pieces`: where each begins. `more`:
    words that say that it is done once more."""
    found = list(meanings[:1])
    for (one, said), (meaning, piece) in pairwise(zip(meanings, pieces, strict=True)):
        same = piece.joint and one.lines == meaning.lines and not meaning.guessed
        if same and _in_other_words(said, piece) and not counts(piece, more, (None,)):
            meaning = replace(meaning, guessed=(HOW_MANY,))
        found.append(meaning)
    return found


def _in_other_words(first: Piece, piece: Piece) -> bool:
    said = [{token.word for token in each.tokens if not token.light} for each in (first, piece)]
    return bool(said[0] and said[1]) and said[0].isdisjoint(said[1])


def named_by_number(
    meanings: Sequence[Meaning], rows: Mapping[str, Sequence[object]]
) -> list[Meaning]:
    """Return the meanings without those that name what the one before takes by its position in a
    row: `I take number six, the Archers will be useful`. `rows`: what lies there, by kind of
    order."""
    found = list(meanings[:1])
    for one, meaning in pairwise(meanings):
        row, places = rows.get(meaning.kind, ()), one.choice[1:] + meaning.choice[1:]
        verbs = {line.split()[0] for each in (one, meaning) for line in each.lines}
        same = one.kind == meaning.kind and len(verbs) == 1
        if not (row and same and len(places) == 2 and _is_at(places, row)):
            found.append(meaning)
    return found


def _is_at(places: Sequence[object], row: Sequence[object]) -> bool:
    """Whether one of the two is the other's position in a row."""
    return any(
        isinstance(number, int) and 0 < number <= len(row) and row[number - 1] == key
        for number, key in (places, places[::-1])
    )


def rows(there: Situation, question: QuestionWords) -> dict[str, Sequence[object]]:
    """Return what lies in the row whose positions count in answers to the open question, by its
    kind."""
    asked = there.asked
    if asked is None:
        return {}
    sight = Sight(there.seat, {}, asked.facts)
    found = [row for path in question.listed.values() if (row := found_at(path, sight))]
    return {asked.kind: found[0]} if found else {}


def with_doubts(meanings: Sequence[Meaning]) -> list[Meaning]:
    """Return the meanings, with the doubts of each also for one that only repeats it."""
    found: list[Meaning] = []
    for meaning in meanings:
        if found and meaning.lines == found[-1].lines and not meaning.guessed:
            meaning = replace(meaning, guessed=found[-1].guessed)
        found.append(meaning)
    return found


def counts_list(piece: Piece, meanings: Sequence[Meaning]) -> bool:
    """Tell whether a piece stands before a colon and only says how many names follow: `I fight with
    three cards: ...`."""
    numbers = [t.number for t in piece.tokens if isinstance(t.number, int) and not t.weak]
    named = (t for t in piece.tokens if t.number is None and t.names and not t.names_of({"self"}))
    if not piece.heads or len(meanings) != 1 or any(named):
        return False
    return numbers == [sum(value != NOBODY for value in meanings[0].choice[1:])]


def counts_more(pieces: Iterable[Piece], meanings: Sequence[Meaning], reader: PieceReader) -> bool:
    """Tell whether the text counts more than the order has places, if the order goes on from place
    to place: `two cubes in Illyria, and one more in Italy` is not one cube in each."""
    slots = reader.words.grammar.slots
    for meaning in meanings:
        if not (meaning.form and meaning.form.next):
            return False
        sorts = {slots.get(slot, slot) for slot in all_slots(meaning.form.choice)}
        if not sorts & reader.places or sorts & reader.forces:
            return False
    tokens = [token for piece in pieces for token in piece.tokens]
    numbers = [token.number for token in tokens if isinstance(token.number, int)]
    most, counted = max(numbers, default=0), sum(numbers)
    if most <= 1 or counted == 2 * most:
        counted = most  # `three cubes, two of them in Sicily and one in Italy`
    said = [t for m in meanings for line in m.lines for t in reader.senses.of_text(line)]
    named = sum(bool(token.names_of(reader.places)) for token in said)
    return max([counted, *(token.ordinal for token in tokens)]) > max(named, 1)


def says_how_many(one: Meaning, more: Meaning) -> bool:
    """Tell whether an order is the one before with another amount: `diplomacy in Creta, with 2`."""
    if one.kind != more.kind or len(one.choice) != len(more.choice) or one.choice == more.choice:
        return False
    pairs = [(a, b) for a, b in zip(one.choice, more.choice, strict=True) if a != b]
    return all(isinstance(a, int) and isinstance(b, int) for a, b in pairs)


def without_counts_of_all(
    parts: Sequence[tuple[int, int, Meaning | None]], pieces: Sequence[Piece], reader: PieceReader
) -> list[tuple[int, int, Meaning | None]]:
    """Return the parts. After an order for everything, one that only counts units and answers
    something else is dropped: `C14 x D14 with everything, 2 fleets 2 armies`."""
    found = list(parts[:1])
    for (start, end, one), part in pairwise(parts):
        first, (at, behind, meaning) = pieces[start:end], part
        every = any(t.word in reader.senses.everything for each in first for t in each.tokens)
        other = one and meaning and meaning.kind not in ("", one.kind)
        said = [t for each in pieces[at:behind] for t in each.tokens]
        dropped = every and other and only_counts(said, reader.forces) and not pieces[at].joint
        found.append((at, behind, None) if dropped else part)
    return found


def only_counts(said: Sequence[Token], forces: Container[str]) -> bool:
    """Tell whether a text only counts units."""
    small = all(t.light or t.number is not None or t.names_of(forces) for t in said)
    return small and any(isinstance(t.number, int) and not t.weak for t in said)


def begins_with(
    pieces: Sequence[Piece],
    parts: Sequence[tuple[int, int, Meaning | None]],
    phrases: Sequence[tuple[Word, ...]],
) -> bool:
    """Tell whether an order behind another begins with one of these phrases: `4 armies in D16,
    davon 2 Veteranen` only says what some of them are."""
    read = [at for at, _, meaning in parts if meaning]
    said = (tuple(token.word for token in pieces[at].tokens) for at in read[1:])
    return any(begun(phrases, words) for words in said)
