"""Words that two pieces joined by `and` share: `an army and a navy in the Baltic`, `the army at
home and the one in India march to Africa`."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from engine.orders.understanding.cutting.cutting_a_mail import ONE, Piece
from engine.orders.understanding.joined_orders.repeating import Repeats
from engine.orders.understanding.words.senses import Senses, words_of
from engine.orders.understanding.words.token import Token
from engine.orders.vocabularies.game_words import Words
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Plural, Word


@dataclass(frozen=True)
class Sharing:
    """Completes pieces by what they share with the one behind them or before them."""

    words: Words
    senses: Senses
    language: Language

    @cached_property
    def repeats(self) -> Repeats:
        """The words that repeat an order."""
        return Repeats(self.words, self.language)

    def shared(self, pieces: Sequence[Piece]) -> list[Piece]:
        """Return the pieces, each completed by what it shares with others."""
        pieces = self._placed([self._without_other_name(piece) for piece in pieces])
        found = self._together(pieces) if self.words.grammar.counts_units else pieces
        for at in range(len(found) - 1):
            one, other = found[at], found[at + 1]
            if other.sentence != one.sentence:
                continue
            if not self._unit(one.tokens):
                if self._ends_with_one(other.tokens):
                    found[at + 1] = self._named(self._with_unit(found[: at + 1]), other)
                continue
            if other.joint or self._begins_with_other(other.tokens) or self._follows(other.tokens):
                found[at + 1] = self._named(one, other)
                found[at] = self._completed(one, found[at + 1])
            elif self._ends_with_one(other.tokens):
                found[at + 1] = self._named(one, other)
            if self.words.grammar.counts_units:
                found[at + 1] = self._counted(found[at], found[at + 1])
        return found

    def _placed(self, pieces: list[Piece]) -> list[Piece]:
        """The pieces, each with the place that the last one gives for all: `recruit an army and a
        fort, both in Prussia`."""
        at = len(pieces) - 1
        while at > 0 and pieces[at - 1].sentence == pieces[-1].sentence:
            at -= 1
        others, last = pieces[at:-1], pieces[-1:]
        first, where = (last[0].tokens[:1], last[0].tokens[1:]) if last else ((), ())
        if len(others) < 2 or not any(token.word in self._all_of_them for token in first):
            return pieces
        places = self._places(where)
        if len(places) != 1 or not all(t.light for t in where[: places[0][0]]):
            return pieces
        if any(self._says_where(one.tokens) or not self._unit(one.tokens) for one in others):
            return pieces
        said = tuple(token.word for token in where[: places[0][1]])
        whole = [(*(token.word for token in one.tokens), *said) for one in others]
        placed = [
            one._replace(tokens=self.senses.of(words))
            for one, words in zip(others, whole, strict=True)
        ]
        return [*pieces[:at], *placed]

    @cached_property
    def _all_of_them(self) -> frozenset[Word]:
        return self.language.words("everything") | {self.language.both}

    def _without_other_name(self, piece: Piece) -> Piece:
        """The piece without the second name of a place that it names twice: `attack Austria in
        D16`."""
        places, said = self._places(piece.tokens), [token.word for token in piece.tokens]
        for (at, end), (again, behind) in pairwise(places):
            same = self._keys(piece.tokens[at]) & self._keys(piece.tokens[again])
            if same and said[end:again] == [self.language.inside] and said[at] != said[again]:
                left = (*said[:end], *said[behind:])
                return piece._replace(tokens=self.senses.of(left))
        return piece

    def _keys(self, token: Token) -> set[str]:
        """The places whose names begin with a word."""
        return {s.key for s in token.names_of(self.words.places)}

    def _together(self, pieces: Sequence[Piece]) -> list[Piece]:
        """The pieces, with those joined whose units do the same: `fleet and army from C14 to
        E7`."""
        found: list[Piece] = []
        for piece in pieces:
            one = found[-1] if found else piece
            joined = (
                piece.joint and piece.sentence == one.sentence and not self._says_where(one.tokens)
            )
            begins = self._begins_with_unit(piece.tokens)
            if (
                joined
                and begins
                and self._places(piece.tokens)
                and self._ends_with_unit(one.tokens)
            ):
                said = (token.word for token in (*one.tokens, *piece.tokens))
                text = f"{one.text} {piece.joint} {piece.text}"
                tokens = self.senses.of(tuple(said))
                found[-1] = one._replace(text=text, tokens=tokens, heads=piece.heads)
            else:
                found.append(piece)
        return found

    def _begins_with_unit(self, tokens: Sequence[Token]) -> bool:
        """Whether units are the first thing that the text names."""
        told = (t for t in tokens if t.senses or not (t.light or t.between or t.number is not None))
        first = next(told, None)
        return first is not None and any(s.category in self.lists for s in first.senses)

    def _ends_with_unit(self, tokens: Sequence[Token]) -> bool:
        """Whether the text ends with the units that it names."""
        return bool(self._unit(tokens)) and self._span(tokens)[1] == len(tokens)

    def _counted(self, one: Piece, other: Piece) -> Piece:
        """The second piece, with the unit if it has only a number, or with all but the place if the
        first speaks of each: `two fleets in England, one in Ireland`, `a base each in England and
        Ireland`. Not what some units do on their way: `drop one in D16`."""
        said = [token.word for token in other.tokens]
        places = self._places(other.tokens)
        first = self._places(one.tokens)
        if (
            not places
            or not first
            or self._unit(other.tokens)
            or any(map(self._acts, other.tokens))
            or any(s.category in self.lists for s in other.tokens[0].senses)
        ):
            return other
        before = [t for t in other.tokens[: places[0][0]] if not (t.between or t.light)]
        numbers = [n for n, t in enumerate(other.tokens[: places[0][0]]) if t.number is not None]
        if numbers and all(t.number is not None or t.word in self._ones for t in before):
            start, end = self._span(one.tokens)
            said[numbers[-1] + 1 : numbers[-1] + 1] = [t.word for t in one.tokens[start:end]]
            said[: numbers[-1]] = []
        elif not before and len(first) == 1 and self._of_each(one.tokens):
            start, end = first[0]
            place = [t.word for t in other.tokens[places[0][0] :]]
            said = [*(t.word for t in one.tokens[:start]), *place]
            said += [t.word for t in one.tokens[end:]]
        return other._replace(tokens=self.senses.of(tuple(said)))

    def _of_each(self, tokens: Sequence[Token]) -> bool:
        """Whether the text speaks of each of several places."""
        return not self.language.words("each").isdisjoint(token.word for token in tokens)

    def _span(self, tokens: Sequence[Token]) -> tuple[int, int]:
        """The positions where the last named unit begins and ends."""
        ends = {
            at: max(s.end for s in token.senses if s.category in self.words.forces)
            for at, token in enumerate(tokens)
            if any(s.category in self.words.forces for s in token.senses)
        }
        start = max(ends.values())
        return min(at for at, end in ends.items() if end == start), start

    def _named(self, one: Piece, other: Piece) -> Piece:
        """The second piece, with the unit that `the one` or `the other` stands for."""
        said = [token.word for token in other.tokens]
        at = next((n for n in range(len(said)) if self._stands_for_one(said, n)), None)
        if at is None and self._begins_with_other(other.tokens):
            at = 1
        if at is None or self._unit(other.tokens) or self._is_from_there(said):
            return other
        if not self._unit(one.tokens) or self.repeats.asks_for_one_more(tuple(said)):
            return other
        if not self.language.words("numbered").isdisjoint(said[at + 1 : at + 2]):
            return other  # the other action
        end = at + 1 + (said[at + 1 : at + 2] == [self.language.ones[0]])
        of_same = end > at + 1 or self._begins_with_other(other.tokens)
        unit = [Plural(self._unit(one.tokens))]
        said[at:end] = unit if isinstance(said[at], Plural) else self._one_unit(one.tokens)
        places = self._places(one.tokens)
        if len(places) == 2 and len(self._places(other.tokens)) == 1 and of_same:
            start, behind = self._origin(one.tokens, places)
            said += [self.language.origin, *(t.word for t in one.tokens[start:behind])]
        return other._replace(tokens=self.senses.of(tuple(said)))

    def _with_unit(self, pieces: Sequence[Piece]) -> Piece:
        """The last piece of the same sentence that names a unit; else the last one."""
        same = (piece for piece in reversed(pieces) if piece.sentence == pieces[-1].sentence)
        return next((piece for piece in same if self._unit(piece.tokens)), pieces[-1])

    def _ends_with_one(self, tokens: Sequence[Token]) -> bool:
        """Whether the text ends with a word such as `ones`, and gives their sort: `two ordinary
        ones`."""
        return len(tokens) > 1 and tokens[-1].word in self._ones and not self._places(tokens)

    def _begins_with_other(self, tokens: Sequence[Token]) -> bool:
        """Whether the text begins with `the other` or `the second`, and says where that goes."""
        said = [token.word for token in tokens]
        if len(said) < 3 or said[0] not in self.language.words("articles"):
            return False
        stays = self.language.words("staying") | self.language.words("at_home")
        if not self._places(tokens) or not stays.isdisjoint(said):
            return False
        if isinstance(tokens[2].number, int):
            return False  # `the other two`
        return said[1] in self.language.ones[1:] or self._is_second(tokens, 1)

    def _follows(self, tokens: Sequence[Token]) -> bool:
        """Whether units elsewhere do the same, according to the text: `die aus Indien auch`."""
        said = [token.word for token in tokens]
        follows = not self.language.words("following_others").isdisjoint(said)
        return follows and len(said) > 1 and self._stands_for_one(said, 0)

    def _is_second(self, tokens: Sequence[Token], at: int) -> bool:
        """Whether `second` stands there for a unit."""
        behind = tokens[at + 1 : at + 2]
        return tokens[at].ordinal == 2 and all(token.between for token in behind)

    def _one_unit(self, tokens: Sequence[Token]) -> Sequence[Word]:
        """The last named unit, in the singular."""
        senses = (s for token in reversed(tokens) for s in token.senses)
        sense = next(s for s in senses if s.category in self.words.forces)
        return words_of(self.words.name(sense.key)) if sense.plural else [self._unit(tokens)]

    def _origin(
        self, tokens: Sequence[Token], places: Sequence[tuple[int, int]]
    ) -> tuple[int, int]:
        """The one of two places from which something comes: that behind a word such as `from`, or
        the first."""
        origins = self.language.words("origins")
        before = (tokens[max(at - 2, 0) : at] for at, _ in places)
        said = (not origins.isdisjoint(token.word for token in each) for each in before)
        return next((place for place, comes in zip(places, said, strict=True) if comes), places[0])

    def _stands_for_one(self, said: Sequence[Word], at: int) -> bool:
        """Whether a word stands for a unit: `the one in India`, `die` or `1 aus Indien`."""
        article = said[at] in {ONE, *self.language.words("articles")}
        return said[at] in self._ones or (
            article and self._out.issuperset(said[at + 1 : at + 2]) and at + 1 < len(said)
        )

    @cached_property
    def _out(self) -> frozenset[Word]:
        return frozenset(self.words.grammar.prepositions.get("out", ()))

    def _is_from_there(self, said: Sequence[Word]) -> bool:
        """Whether the text says where something comes from by a word such as `there`."""
        there = self.language.words("there")
        return any(a == self.language.origin and b in there for a, b in pairwise(said))

    def _completed(self, one: Piece, other: Piece) -> Piece:
        """The first piece, with the verb or the place that only the second has."""
        tokens = other.tokens
        if not self._unit(tokens):
            return one
        verb = next((n for n, token in enumerate(tokens) if self._acts(token)), None)
        places = self._places(tokens)
        if verb and len(self._places(one.tokens)) > 1:
            return one  # in `ship out to India`, the verb may be a noun
        if verb and not any(map(self._acts, one.tokens)) and self._unit(tokens[:verb]):
            behind: Sequence[Token] = tokens[verb:]
        elif verb is None and places and not self._says_where(one.tokens):
            behind = tokens[max(places[0][0] - 1, 0) :]
        elif verb is None and len(places) == 2 and len(self._places(one.tokens)) == 1:
            behind = tokens[max(places[1][0] - 1, 0) :]
        else:
            return one
        said = [token.word for token in one.tokens if token.word != self.language.both]
        return one._replace(tokens=self.senses.of((*said, *(token.word for token in behind))))

    def _says_where(self, tokens: Sequence[Token]) -> bool:
        """Whether the text names a place, or has a word such as `there`."""
        there = self.language.words("there")
        return bool(self._places(tokens)) or any(token.word in there for token in tokens)

    @cached_property
    def lists(self) -> frozenset[str]:
        """The categories of forces and of lists that count units."""
        lists = self.words.grammar.lists
        return frozenset((*self.words.forces, *(key for key, items in lists.items() if items.many)))

    @property
    def _ones(self) -> frozenset[Word]:
        return self.language.words("ones")

    def _unit(self, tokens: Sequence[Token]) -> Word:
        """The last named unit; empty if there is none."""
        units = [token.word for token in tokens if self._is_unit(token)]
        return str(units[-1]) if units else ""

    def _is_unit(self, token: Token) -> bool:
        """Whether the word names a unit, and not the thing whose longer name it begins: `Army
        Training`."""
        ends = [s.end for s in token.senses if s.category in self.words.forces]
        longest = max((s.end for s in token.names_of(self.words.things)), default=0)
        return bool(ends) and max(ends) >= longest

    def _acts(self, token: Token) -> bool:
        return bool(token.forms & self.words.acting) and not token.senses

    def _places(self, tokens: Sequence[Token]) -> list[tuple[int, int]]:
        """The positions where places begin and end."""
        found: list[tuple[int, int]] = []
        for at, token in enumerate(tokens):
            ends = [s.end for s in token.names_of(self.words.places)]
            if ends and not (found and at < found[-1][1]):
                found.append((at, max(ends)))
        return found
