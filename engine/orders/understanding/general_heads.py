"""What is said in general before a colon, and in full behind it, is ordered once: `I build two
units: an army in India and a navy`."""

from collections.abc import Iterator

from engine.orders.understanding.frames.making_orders import HOW_MANY
from engine.orders.understanding.interpreter_parts import Mail
from engine.orders.understanding.structured_sentences import Structured
from engine.orders.understanding.words.token import Token
from engine.orders.words.lexicon import Word, tokens


class GeneralHeads:
    """Leaves out what stands before a colon, where what stands behind it orders all of that."""

    def __init__(self, structured: Structured) -> None:
        self._structured, self._parts = structured, structured.parts

    def left_out(self, mail: Mail, text: str) -> str:
        """Return the sentence without it; as it is, if the head says anything else: another verb,
        a name. It is in doubt if there are not as many orders as the head says."""
        head, mark, rest = text.partition(":")
        if not (mark and rest.strip() and self._is_whole(head)):
            return text
        if not self._structured.structure.isdisjoint(tokens(text)):
            return text
        given = self._structured.done(rest, mail.there, mail.before)
        if given is None or given.guessed or not self._is_said_by(head, given.lines):
            return text
        counts = {token.number for token in self._said(head) if token.number}
        mail.doubts += [(rest.strip(), HOW_MANY)] * (not counts.issubset({len(given.lines)}))
        return rest.strip()

    def _is_whole(self, head: str) -> bool:
        """Whether it has a verb of orders, and something that this is done with or to."""
        said = [not t.forms.isdisjoint(self._parts.words.acting) for t in self._said(head)]
        return any(said) and not all(said)

    def _said(self, text: str) -> Iterator[Token]:
        """The words that carry a meaning, the first alone of each name."""
        end = 0
        for n, token in enumerate(self._parts.senses.of_text(text)):
            if n < end or token.light or token.between:
                continue
            end = max((sense.end for sense in token.names), default=n)
            yield token

    def _is_said_by(self, head: str, lines: tuple[str, ...]) -> bool:
        """Whether these orders say all that a head says, but for numbers."""
        ordered = self._parts.senses.of_text("; ".join(lines))
        names = {sense.key for token in ordered for sense in token.names}
        verbs = {word for line in lines for word in tokens(line)[:1]}
        same = self._parts.words.grammar.synonyms
        verbs |= {Word(other) for verb in tuple(verbs) for other in same.get(verb, ())}
        return all(
            token.number
            or any(sense.key in names for sense in token.names)
            or not token.forms.isdisjoint(verbs)
            for token in self._said(head)
        )
