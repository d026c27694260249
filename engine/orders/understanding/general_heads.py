"""Heads before a colon that repeat or count the orders after it. What a head orders in general and
the text after it orders in full is ordered once: `I build two units: an army in India and a navy`.
A head that only counts repeats nothing: `My two actions: claim Banking, build an army`."""

import re
from collections.abc import Iterator

from engine.orders.understanding.frames.making_orders import HOW_MANY
from engine.orders.understanding.interpreter_parts import Mail
from engine.orders.understanding.structured_sentences import Structured
from engine.orders.understanding.words.token import Token
from engine.orders.words.lexicon import Word, tokens
from engine.orders.words.phrases import any_of

_HEAD = re.compile(r"(?P<head>[^:,]+)(?P<mark>[:,])\s*(?P<rest>\S.*)")


class GeneralHeads:
    """Leaves out the text before a colon if the text after it orders all of that."""

    def __init__(self, structured: Structured) -> None:
        self._structured, self._parts = structured, structured.parts
        language = structured.parts.language
        self._mark = re.compile(rf":|\b(?:{any_of(language.describing)})\b", re.IGNORECASE)
        counted = language.counted_orders.items()
        self._counts = {tuple(tokens(said)): often for said, often in counted}
        small = language.words("weightless") | {*map(Word, language.told.whose)}
        self._small = small.difference(*self._counts)

    def left_out(self, mail: Mail, text: str) -> str:
        """Return the sentence without its head; unchanged if the head has anything else, such as
        another verb or a name. It is in doubt if the number of orders is not the one in the
        head."""
        head, mark, rest = text.partition(":")
        if not (mark and rest.strip() and self._is_whole(head)):
            return text
        if not self._structured.structure.isdisjoint(tokens(text)):
            return text
        given = self._structured.what.done(rest, mail.there, mail.before)
        if given is None or given.guessed or not self._is_said_by(head, given.lines):
            return text
        counts = {token.number for token in self._said(head) if token.number}
        mail.doubts += [(rest.strip(), HOW_MANY)] * (not counts.issubset({len(given.lines)}))
        return rest.strip()

    def uncounted(self, mail: Mail, text: str) -> str:
        """Return the text after a head that only counts; the whole text if that is one order, which
        is repeated. It is in doubt if the number of orders is not the one in the head."""
        if (again := self._once(mail, text)) != text:
            return again
        often, rest = self._counted(text) or (1, "")
        given = self._structured.what.done(rest, mail.there, mail.before) if rest else None
        orders = len(given.lines) if given else 0
        mail.doubts += [(rest, HOW_MANY)] * (orders not in (0, 1, often))
        return rest if rest and orders != 1 else text

    def _once(self, mail: Mail, text: str) -> str:
        """The sentence without the count in its head, if the text after it is that many orders, or
        one order with that many parts: `Diplomacy twice: Cyrenaica, Numidia`."""
        found = _HEAD.match(text)
        head, rest = (found["head"], found["rest"]) if found else ("", "")
        does, often = self._parts.joiner.repeats.times(tuple(tokens(head)))
        if often == 1 or not does or (found and found["mark"] == "," and self._names(head)):
            return text
        once = f"{' '.join(map(str, does))}: {rest}"
        given = self._structured.what.done(once, mail.there, mail.before)
        lines = given.lines if given else ()
        return once if often in (len(lines), sum(len(line.split(", ")) for line in lines)) else text

    def _names(self, text: str) -> bool:
        return any(token.names for token in self._said(text))

    def _counted(self, text: str) -> tuple[int, str] | None:
        """How many orders a head counts, if it does nothing else, and the text after it."""
        if (found := self._mark.search(text)) is None:
            return None
        said = tuple(w for w in tokens(text[: found.start()]) if w not in self._small)
        often = self._counts.get(said)
        return (often, text[found.end() :].strip(" :")) if often else None

    def _is_whole(self, head: str) -> bool:
        """Whether a head has a verb of orders, and something that this is done with or to."""
        said = [not t.forms.isdisjoint(self._parts.words.acting) for t in self._said(head)]
        return any(said) and not all(said)

    def _said(self, text: str) -> Iterator[Token]:
        """The words that carry a meaning; of each name, only the first word."""
        end = 0
        for n, token in enumerate(self._parts.senses.of_text(text)):
            if n < end or token.light or token.between:
                continue
            end = max((sense.end for sense in token.names), default=n)
            yield token

    def _is_said_by(self, head: str, lines: tuple[str, ...]) -> bool:
        """Whether these orders have everything that a head has, except numbers."""
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
