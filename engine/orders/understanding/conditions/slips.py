"""Conditions and situations with words that were corrected as slips.

Few words are known in conditions, so a word that is near to a known one is often another word:
`full` is not `fell`. What depends on such a word is only proposed, never played. A name that is
nearly right is accepted, as it is in orders.
"""

from collections.abc import Sequence
from functools import cached_property

from engine.core.decision import Refusal
from engine.core.messages import Message
from engine.orders.conditions.statements import CONDITION
from engine.orders.reading.lines import Line
from engine.orders.understanding.reading_types import Reading
from engine.orders.vocabulary import Vocabulary


class Slips:
    """Finds such words."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    def are_in(self, read: Sequence[Line]) -> bool:
        """Tell whether words of a condition or situation, other than names, were corrected as
        slips."""
        meant = {said for line in read for guess in _guesses(line) for said in _meant(guess)}
        return not meant <= self._names

    def proposed(self, text: str, ordered: bool) -> Reading | None:
        """Return what a text means with such slips corrected; None if it has none, or if it asks
        about the outcome of an order that does not exist (`ordered`: whether an order stands before
        the text)."""
        read = self.vocabulary.split(text)
        read = self.vocabulary.heard(text) if isinstance(read, Refusal) else read
        clauses = [line.clause for line in read if line.clause]
        if not self.are_in(read) or any(clause.word == "stop" for clause in clauses):
            return None
        stated = [statement for clause in clauses for statement in clause.statements()]
        if not ordered and any(statement.test.of_action for statement in stated):
            return None
        guessed = tuple(guess for line in read for guess in line.guesses)
        return Reading(text, "proposal", self.vocabulary.canonical(read), guessed=guessed)

    def why_not(self, read: Sequence[Line]) -> Refusal:
        """Return the refusal of the first condition with such slips, as one that is not known."""
        said = next((line.text for line in read if self.are_in([line])), "")
        statements = self.vocabulary.words.clauses.statements
        head = said.partition(":")[0].partition(" ")[2] or said
        return statements.unknown(head, statements.known.conditions, CONDITION)

    @cached_property
    def _names(self) -> frozenset[str]:
        """The keys of all names."""
        names = self.vocabulary.words.grammar.names.values()
        return frozenset(key for each in names for key in each.keys)


def _guesses(line: Line) -> Sequence[Message]:
    """The guesses in a line's condition or situation, without those in its answers."""
    if line.clause is None:
        return ()
    of_answers = [guess for answer in line.clause.answers for guess in answer.guesses]
    return [guess for guess in line.guesses if guess not in of_answers]


def _meant(guess: Message) -> Sequence[str]:
    """The keys that a slip was taken to mean."""
    meant = guess.slots["meant"]
    return [each for each in meant if isinstance(each, str)] if isinstance(meant, tuple) else ()
