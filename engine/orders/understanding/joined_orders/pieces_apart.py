"""Pieces that do not make up one order, judged by what each of them says."""

from collections.abc import Collection, Sequence
from itertools import pairwise

from engine.orders.understanding.cutting.cutting_a_mail import Piece
from engine.orders.understanding.frames.reading_a_piece import PieceReader
from engine.orders.understanding.joined_orders.repeating import Repeats
from engine.orders.understanding.reading_types import Meaning
from engine.orders.words.lexicon import Word


class Apart:
    """Recognizes pieces that do not make up one order."""

    def __init__(self, reader: PieceReader, repeats: Repeats, tasks: Collection[str]) -> None:
        """`tasks`: what units may do on their way."""
        self._reader, self._words, self._repeats = reader, reader.words, repeats
        self._tasks, self._small = tasks, reader.language.words("weightless")
        self._relative = reader.language.words("relative_pronouns")
        self.acting = self._acting()

    def are(self, pieces: Sequence[Piece], *, begins: bool) -> bool:
        """Tell whether several pieces are not one order. `begins`: nothing stands before them."""
        first, last = pieces[0], pieces[-1]
        return (
            self._say_the_same(pieces)
            or self._announces(first)
            or (not begins and self._is_relative(first))
            or self._is_apart(first, last)
            or (self.acts(first) and self._is_another(first, last))
            or (first.sentence != last.sentence and self._say_more_than_one(pieces))
        )

    def _say_the_same(self, pieces: Sequence[Piece]) -> bool:
        """Whether joined pieces have the same words, and name nothing: `pass and pass`."""
        first = (True, *shown(pieces[0])[1:])
        same = all(shown(piece) == first for piece in pieces[1:])
        return same and not any(t.names for t in pieces[0].tokens)

    def _announces(self, piece: Piece) -> bool:
        """Whether a piece only says how much follows: `My five units:`."""
        words = tuple(token.word for token in piece.tokens)
        names = any(t.senses and t.number is None for t in piece.tokens)
        often = self._repeats.says_how_often(words)
        counts = any(token.number is not None for token in piece.tokens)
        return piece.heads and counts and not (names or often or self.acts(piece))

    def _is_relative(self, piece: Piece) -> bool:
        """Whether a piece is a relative clause about the piece before it: `die nach Indien
        geht`."""
        first, second = piece.tokens[:1], piece.tokens[1:2]
        opens = any(token.word in self._relative for token in first)
        return opens and any((t.light or t.between) and not t.senses for t in second)

    def _is_apart(self, piece: Piece, last: Piece) -> bool:
        """Whether a piece has a force and a place, but no verb, and the verb of the last one does
        not refer to them: `army Baltic, then attack France there`. Two places make a complete
        move."""
        senses = [s for t in piece.tokens for s in t.names]
        categories = {sense.category for sense in senses}
        first = next((token for token in last.tokens if not token.light), None)
        goes_on = first is not None and any(s.category in self._tasks for s in first.senses)
        acts = first is not None and not goes_on and not first.forms.isdisjoint(self.acting)
        whole = categories & self._reader.forces and categories & self._reader.places
        led = bool(piece.tokens) and piece.tokens[0].between
        moves = len({s.key for s in senses if s.category in self._reader.places}) > 1
        refers = not moves and any(token.word in self._reader.them for token in last.tokens)
        return acts and bool(whole) and not (led or refers or self.acts(piece))

    def _is_another(self, piece: Piece, last: Piece) -> bool:
        """Whether both pieces name a way, and the last also says who goes: `C18 moves to C17; 2
        armies from B18 move to C18`."""
        ways = [
            {s.key for t in each.tokens for s in t.names_of(self._reader.places)}
            for each in (piece, last)
        ]
        forces = any(t.names_of(self._reader.forces) for t in last.tokens)
        return all(len(way) > 1 for way in ways) and forces and self.acts(last)

    def _say_more_than_one(self, pieces: Sequence[Piece]) -> bool:
        """Whether two sentences both say what to do with something."""
        acts = {p.sentence for p in pieces if any(t.forms & self.acting for t in p.tokens)}
        names = {
            piece.sentence
            for piece in pieces
            if any(t.names or t.number is not None for t in piece.tokens)
        }
        return len(acts & names) > 1

    def leave_thing(self, meaning: Meaning, pieces: Sequence[Piece]) -> bool:
        """Tell whether an order lacks a thing that one piece names before another, joined to it,
        says what to do or where: `Army Training first, and then attack France`."""
        return meaning.kind in self._words.actions and any(
            behind.joint
            and (self.acts(behind) or self._is_somewhere(behind))
            and not (self.acts(one) or self._is_somewhere(one))
            and (named := self._things(one))
            and named.isdisjoint(meaning.choice)
            for one, behind in pairwise(pieces)
        )

    def _things(self, piece: Piece) -> set[str]:
        """The keys of the things that a piece names."""
        senses = (s for token in piece.tokens for s in token.names if not s.loose)
        return {s.key for s in senses if s.key in self._words.thing_keys}

    def _is_somewhere(self, piece: Piece) -> bool:
        return any(token.names_of(self._reader.places) for token in piece.tokens)

    def _acting(self) -> frozenset[Word]:
        """The verbs of orders, and the words that people use for them."""
        others = (self._words.cues.get(verb, frozenset()) for verb in self._words.acting)
        return self._words.acting.union(*others) - self._small - self._reader.them

    def acts(self, piece: Piece) -> bool:
        """Tell whether a piece has a verb of an order."""
        return any(token.forms & self._words.acting for token in piece.tokens)


def shown(piece: Piece) -> tuple[object, ...]:
    """Return everything in a piece that its meaning depends on. The endings of words count, too."""
    said = ((t.word, type(t.word), bool(t.senses)) for t in piece.tokens)
    return (bool(piece.joint), *said)
