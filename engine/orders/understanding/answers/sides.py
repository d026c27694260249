"""Answers that put names on sides, for an amount: `2 for Spain in red, Austria blue`."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from engine.core.decision import Choice
from engine.core.messages import Message, message
from engine.orders.conditions.policy import Sight, found_at
from engine.orders.reading import guessing
from engine.orders.understanding.cutting.cutting_a_mail import Piece
from engine.orders.understanding.frames.making_orders import SAME
from engine.orders.understanding.frames.reading_a_piece import PieceReader
from engine.orders.understanding.reading_types import Asked, Meaning, Situation
from engine.orders.understanding.words.senses import MOST_WORDS
from engine.orders.understanding.words.token import Token
from engine.orders.vocabulary import Vocabulary
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Word, tokens
from engine.orders.words.phrases import Phrases, begun
from engine.orders.words.words_of_answers import QuestionWords

MOST_UNKNOWN = 2
"""The most unknown words in an answer that may still be proposed."""
MOST_LINES = 8
SHORT = 3
"""The fewest letters of a name in which a slip is corrected."""
NOT_SAID = message("guess.how_much")
NOBODY = "none"


@dataclass
class _Said:
    """What a text says: sides and names in their order, and amounts."""

    sides: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    valuing: list[int] = field(default_factory=list)
    """The indexes of names that only say to whom something is worth an amount."""
    numbers: list[int] = field(default_factory=list)
    counted: list[int] = field(default_factory=list)
    """Numbers next to words for what is paid."""
    more: bool = False
    """Whether a number says by how much more."""
    one_more: bool = False
    """Whether the words for that have a one in them; then another number does not say by how
    much."""
    same: bool = False
    swapped: bool = False
    guessed: list[Message] = field(default_factory=list)
    unknown: list[Word] = field(default_factory=list)


class Sides:
    """Finds out which names are on which sides, and for how much."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        reader: PieceReader,
        language: Language,
        bare: Callable[[tuple[Word, ...]], tuple[Word, ...]],
    ) -> None:
        """`bare`: returns words without those that add nothing, and with phrases as they are
        read."""
        self._bare = bare
        self.vocabulary, self.words = vocabulary, vocabulary.words
        self.reader, self.senses = reader, reader.senses
        self.same, self.nothing = language.words("same"), language.phrases("no_amount")
        swapped, more = language.phrases("swapped"), language.phrases("raising")
        self.swapped, self.more = Phrases(swapped), Phrases(more)
        self.open_more = Phrases(filter(self._counts_none, more))
        self.known = self.same.union(*swapped, *more, {"="})
        self.stops = language.words("structure") | reader.negations
        self.subject = language.words("subject")
        self.seats = frozenset(vocabulary.words.signed)

    def concerns(self, text: str, there: Situation) -> bool:
        """Tell whether a text has a side, a name or an amount, and no denial."""
        question = self._question(there)
        if not (question and question.sides):
            return False
        said = self._tokens(text)
        if any(token.word in self.stops for token in said):
            return False
        return any(
            self._side(said, at, question)
            or self._name(token, there)[0]
            or token.word in self.same
            or (isinstance(token.number, int) and not token.weak)
            for at, token in enumerate(said)
        ) or bool(self._has(said, self.swapped) or self._has(said, self.more))

    def are_asked(self, there: Situation) -> bool:
        """Tell whether the open question is answered by putting names on sides."""
        question = self._question(there)
        return bool(question and question.sides)

    def heads_another(self, piece: Piece, there: Situation) -> bool:
        """Tell whether a heading with a colon says that the rest is another seat's answer to the
        question: `Spain's bid:`."""
        question = self._question(there)
        if not (piece.heads and question and question.sides and there.asked):
            return False
        said = self._tokens(piece.text)
        named = {self._name(token, there)[0] for token in said} - {""}
        small = self.reader.fixed_of(there.asked.kind) | question.light_words
        plain = all(t.light or t.between or t.names or t.forms & small for t in said)
        return plain and len(named) == 1 and not there.is_own(named)

    def puts(self, text: str, there: Situation) -> bool:
        """Tell whether a text mentions a side."""
        question = self._question(there)
        said = self._tokens(text) if question and question.sides else ()
        return any(question and self._side(said, at, question) for at in range(len(said)))

    def read(self, text: str, there: Situation) -> Meaning | None:
        """Return what a text answers; None if it answers nothing, or says more."""
        question, asked = self._question(there), there.asked
        if not (question and question.sides and asked and asked.menu):
            return None
        if question.amounts_of not in asked.menu:
            return None
        said = self._said(self._tokens(text), question, there)
        if said is not None and said.more and not (said.sides or said.names or said.swapped):
            said.guessed += [] if said.same else [SAME]
            said.same = True
        if said is None or not (said.sides or said.same or said.swapped):
            return None
        choices = list(self._choices(said, question, asked))
        legal = [choice for choice in choices if asked.menu.judge(choice) is None]
        if not legal or len(legal) > MOST_LINES:
            return None
        lines = tuple(self.vocabulary.say(asked.kind, choice) for choice in legal)
        guessed = list(said.guessed)
        if said.unknown:
            guessed.append(guessing.unknown(said.unknown))
        if not said.numbers:
            guessed.append(NOT_SAID)
        several = lines if len(lines) > 1 else ()
        return Meaning(asked.kind, legal[0], lines[:1], 0, tuple(guessed), several)

    def _question(self, there: Situation) -> QuestionWords | None:
        return self.words.question(there.asked.kind) if there.asked else None

    def _tokens(self, text: str) -> tuple[Token, ...]:
        said = list(self._bare(tuple(tokens(text))))[:MOST_WORDS]
        for at in range(len(said)):
            if phrase := begun(self.nothing, said, at):
                said[at : at + len(phrase)] = [Word("0")]
        return self.senses.of(tuple(said))

    def _has(self, said: Sequence[Token], phrases: Phrases) -> bool:
        return phrases.stand_in([token.word for token in said])

    def _counts_none(self, phrase: Sequence[Word]) -> bool:
        """Whether a phrase leaves it to a number how much more is meant: `more than that`."""
        return all(token.number != 1 for token in self.senses.of(phrase))

    def _side(self, said: Sequence[Token], at: int, question: QuestionWords) -> str:
        """The side that a word stands for; a single letter does so only next to a name."""
        token = said[at]
        for side, words in question.sides.items():
            if token.word in words and (len(token.word) > 1 or self._beside_name(said, at)):
                return side
        return ""

    def _beside_name(self, said: Sequence[Token], at: int) -> bool:
        near = [*said[max(at - 1, 0) : at], *said[at + 1 : at + 2]]
        return any(t.word == "=" or t.senses for t in near)

    def _name(self, token: Token, there: Situation) -> tuple[str, str]:
        """The seat that a word names, and the word itself if it is a slip."""
        for sense in sorted(token.senses, key=lambda sense: sense.cost):
            slip = "" if not sense.cost else str(token.word)
            if slip and len(token.word) < SHORT:
                continue
            if sense.category in self.seats:
                return sense.key, slip
            if sense.category == "self" and token.word not in self.subject:
                return there.seat, slip
        return ("", "")

    # Word by word

    def _said(
        self, said: Sequence[Token], question: QuestionWords, there: Situation
    ) -> _Said | None:
        found, at, known = _Said(), 0, self._known(there)
        found.same = any(token.word in self.same for token in said)
        found.swapped = self._has(said, self.swapped)
        found.more = self._has(said, self.more)
        found.one_more = found.more and not self._has(said, self.open_more)
        while at < len(said):
            token, end = said[at], at + 1
            name, slip = self._name(token, there)
            if token.word in self.subject and self._is_placed(said[at + 1 :], question):
                found.names.append(there.seat)
                name = ""
            if side := self._side(said, at, question):
                found.sides.append(side)
            elif name:
                if at == 0 and self._acts(said[1:2]) and name != there.seat:
                    return None  # the text tells what another seat does
                end = max(s.end for s in token.senses if s.category in {*self.seats, "self"})
                found.valuing += [len(found.names)] * self._values(said, at, question)
                found.names.append(name)
                found.guessed += [guessing.slip(slip, name)] if slip else []
            elif isinstance(token.number, int):
                self._count(found, said, at, question)
            elif token.word in self.stops:
                return None
            elif not (token.light or token.between or token.forms & known):
                found.unknown.append(token.word)
            at = end
        return found if len(found.unknown) <= MOST_UNKNOWN else None

    def _values(self, said: Sequence[Token], at: int, question: QuestionWords) -> bool:
        """Whether `me` stands next to an amount and no side: `worth 2 to me`, `mir 2 wert`."""
        if any(s.category in self.seats for s in said[at].senses):
            return False
        if at + 1 < len(said) and self._side(said, at + 1, question):
            return False
        before = [t for t in said[:at] if not t.between and t.word not in question.paid]
        beside = (*before[-1:], *said[at + 1 : at + 2])
        return any(isinstance(token.number, int) and not token.weak for token in beside)

    def _is_placed(self, behind: Sequence[Token], question: QuestionWords) -> bool:
        """Whether a side comes next: `I want to be red`."""
        light = question.light_words
        heavy = (n for n, t in enumerate(behind) if not (t.light or t.forms & light or t.between))
        at = next(heavy, 0)
        return bool(behind) and bool(self._side(behind, at, question))

    def _known(self, there: Situation) -> frozenset[Word]:
        assert there.asked
        kind = there.asked.kind
        return self.known | self.reader.fixed_of(kind) | self._question_light(kind)

    def _question_light(self, kind: str) -> frozenset[Word]:
        return self.words.question(kind).light_words

    def _acts(self, said: Sequence[Token]) -> bool:
        return any(token.forms & self.words.acting for token in said)

    def _count(self, found: _Said, said: Sequence[Token], at: int, question: QuestionWords) -> None:
        """Note an amount, unless it counts something else."""
        behind = said[at + 1].word if at + 1 < len(said) else ""
        before = said[at - 1].word if at else ""
        paid = behind in question.paid
        if said[at].weak and not (paid or before in question.paying or behind == "more"):
            return
        if isinstance(number := said[at].number, int) and behind not in question.collective:
            found.numbers.append(number)
            found.counted += [number] if paid or before in question.paying else []

    # The answers

    def _choices(self, said: _Said, question: QuestionWords, asked: Asked) -> Iterator[Choice]:
        """The answers that the text may be."""
        stands = self._standing(question, asked)
        placed = self._placed(said, question, asked, stands)
        amount = self._amount(said, question, asked)
        if placed is None or amount is None:
            return
        free = found_at(question.free, Sight("", {}, asked.facts)) or ()
        others = [name for name in free if name not in placed.values()] or [NOBODY]
        names = ([placed[side]] if side in placed else others for side in question.sides)
        for way in product(*names):
            yield (question.amounts_of, amount, *way)

    def _standing(self, question: QuestionWords, asked: Asked) -> dict[str, Any]:
        sight = Sight("", {}, asked.facts)
        return {side: found_at(question.same[side], sight) for side in question.sides}

    def _placed(
        self, said: _Said, question: QuestionWords, asked: Asked, stands: dict[str, Any]
    ) -> dict[str, str] | None:
        """The names by side; None if these are not clear."""
        free = list(found_at(question.free, Sight("", {}, asked.facts)) or ())
        names = [name for name in said.names if name in free]
        if len(names) > len(said.sides):  # worth 2 to me
            others = (name for n, name in enumerate(said.names) if n not in said.valuing)
            names = [name for name in others if name in free]
        if said.sides:
            if not names and len(free) == 1:
                names = free
            if len(set(said.sides)) != len(said.sides) or len(names) != len(said.sides):
                return None
            return dict(zip(said.sides, names, strict=True))
        if not (said.same or said.swapped) or not all(stands.values()):
            return None
        if said.swapped:
            return dict(zip(stands, reversed(list(stands.values())), strict=True))
        return None if set(names) - set(stands.values()) else stands

    def _amount(self, said: _Said, question: QuestionWords, asked: Asked) -> int | None:
        numbers = set(said.counted) or set(said.numbers)
        lowest = found_at(question.lowest, Sight("", {}, asked.facts))
        if said.one_more and len(numbers) > 1:
            numbers.discard(1)
        if len(numbers) > 1:
            return None
        if not numbers:
            return int(lowest)
        number = numbers.pop()
        by_that = said.more and not (said.one_more and number >= int(lowest))
        return int(lowest) - 1 + number if by_that else number
