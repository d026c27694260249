"""Forces that others carry: `the fleet in England takes an army over to Sweden and puts it ashore`
moves both, and lands.

Carriers and carried may come in any order, in the active or the passive voice; forces that are
shipped go with as many carriers. A sentence with anything else in it stays unchanged.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.orders.understanding.words.both import words_for_both
from engine.orders.understanding.words.senses import Senses
from engine.orders.understanding.words.spans import spans_of
from engine.orders.understanding.words.token import Token
from engine.orders.vocabularies.vocabulary_schema import TransportRow
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Word, is_long, tokens, words_in
from engine.orders.words.phrases import any_of, begun


class _Span(NamedTuple):
    """Words that name forces or a place, from one up to another."""

    start: int
    end: int
    carries: bool = False
    led_by: str = ""


class _Said(NamedTuple):
    """What a sentence names, and where its verbs of carrying are."""

    forces: list[_Span]
    places: list[_Span]
    verbs: list[int]
    passive: bool
    boards: bool
    """Whether the carried forces board the carriers."""
    lands: int
    """Where somebody lands in the text; -1 if nobody does."""


class Transports:
    """Rewrites sentences about carrying as moves of both forces."""

    def __init__(self, row: TransportRow, senses: Senses, language: Language) -> None:
        self._row, self._senses = row, senses
        self._carriers = frozenset(row.carriers)
        self._verbs, self._participles = words_in(row.carrying), words_in(row.carried)
        self._shipping, self._staying = words_in(row.shipping), _at_the_end(row.staying)
        self._landing, self._last = _phrases(row.landing), words_in(row.landing_at_the_end)
        self._boarding = _phrases(row.boarding)
        joining = language.words("and_words") | language.words("then_words")
        and_ = any_of(joining | words_in(row.before_landing))
        self._cut = re.compile(rf"(?:[,;:]|\b(?:{and_})\b)(?:[,;:\s]|\b(?:{and_})\b)*", re.I)
        self._fillers = language.words("fillers")
        self._aboard, self._with = words_in(row.aboard), language.words("using")
        self._in = language.words("within")
        self._from = words_in(row.before_from) | self._in
        self._to = words_in(row.before_to)
        self._by = words_in(language.passive.by)
        self._everything = language.words("everything") - language.words("them")
        self._everything |= words_in(row.people)
        self._both = words_in(words_for_both(language))
        self._whose = words_in(language.told.whose) | language.words("articles")
        self._structure = language.words("structure") | language.words("negations")
        self._of = words_in(language.out_of)
        self._a = language.words("indefinite")
        self._own = self._verbs | self._participles | self._aboard | self._shipping
        self._own |= {phrase[0] for phrase in self._landing | self._boarding}
        self._there = language.words("there")
        words = senses.words
        self._forces, self._places = frozenset(words.forces), frozenset(words.places)
        self._moving = words.acting

    def moved(self, text: str) -> str:
        """Return a sentence with what it carries as a move; any other sentence unchanged."""
        if not self._row.say or is_long(text):
            return text
        head, colon, said = text.rpartition(":")
        if colon and self._named(head):
            return text
        bare, stays = self._staying.subn(" ", said)
        bare, lands = (bare, False) if stays else self._ashore(said)
        made = self._made(bare, lands) if lands or self._carries(bare) else ""
        return f"{head}{colon} {made}".strip() if made else text

    def _ashore(self, text: str) -> tuple[str, bool]:
        """A sentence whose end says that the carried forces land: without that end, but with its
        place as the destination; and whether there is such an end. Empty if only some of them
        land."""
        for found in list(self._cut.finditer(text))[:-4:-1]:
            place = self._landed(text[found.end() :])
            if place is not None and not self._all_land(text[: found.start()], text[found.end() :]):
                return "", False
            if place is not None:
                to = f" {self._row.to.format(place)}" if place else ""
                return f"{text[: found.start()]}{to}", True
        return text, False

    def _all_land(self, text: str, landing: str) -> bool:
        """Whether all forces land: a clause has no other numbers than the text before it."""
        before, behind = (
            {token.number for token in self._senses.of_text(part)} for part in (text, landing)
        )
        return {number for number in behind if isinstance(number, int)} <= before

    def _landed(self, text: str) -> str | None:
        """The place in a clause that only says that somebody lands, or `""`; None if it has
        something else."""
        words, spans = spans_of(text)
        if not words:
            return None
        said, at, lands, place = self._senses.of(words), 0, False, ""
        moving = self._moving | self._verbs
        acts = any(not moving.isdisjoint((*token.forms, token.word)) for token in said)
        while at < len(said):
            landing = len(begun(self._landing, words, at))
            force, there = self._force(said, at), self._place(said, at)
            if landing or (acts and at and at == len(said) - 1 and words[at] in self._last):
                lands, at = True, at + (landing or 1)
            elif force:
                at = force.end
            elif there and not place and there.led_by not in self._from - self._in:
                place, at = text[spans[at][0] : spans[there.end - 1][1]], there.end
            elif self._is_small(said[at]) or words[at] in self._verbs | self._fillers:
                at += 1
            elif words[at] in self._both:
                at += 1  # `put both ashore`
            else:
                return None
        return place if lands else None

    def _carries(self, text: str) -> bool:
        return not self._own.isdisjoint(tokens(text))

    def _named(self, text: str) -> bool:
        """Whether a text names forces."""
        said = self._senses.of_text(text)
        return any(map(self._is_force, said))

    def _made(self, text: str, lands: bool) -> str:
        """The move that a text means, with the landing that was cut off it; `""` if it means
        something else."""
        words, spans = spans_of(text)
        if not words or not self._structure.isdisjoint(words):
            return ""
        all_said = self._senses.of(words)
        said = self._read(all_said)
        if said is None or not 0 < len(said.places) < 3:
            return ""
        carriers = [span for span in said.forces if span.carries]
        others = self._carried(words, said)
        by_ship = "" if carriers else self._as_many(words, others)
        drops = any(span.start < said.lands for span in carriers) and bool(others)
        lands = lands or drops
        in_order = drops or self._in_order(said, carriers, others, lands)
        if not by_ship and not (carriers and (others or lands) and in_order):
            return ""

        def written(span: _Span) -> str:
            return text[spans[span.start][0] : spans[span.end - 1][1]]

        def force_of(span: _Span) -> str:
            if words[span.start] in self._everything:
                return self._row.all
            start, number = self._counted(all_said, span)
            return f"{number} {written(span._replace(start=start))}" if number else written(span)

        ends = [span for span in said.places if span.led_by in self._to]
        begins = [span for span in said.places if span.led_by in self._from or not span.led_by]
        if drops and not ends and begins and begins[-1].start > said.lands:
            ends = [begins.pop()]
        if not ends and len(begins) == 2 and begins[0].end == begins[1].start:
            ends = [begins.pop()]  # `C14-E7`
        if len(ends) != 1 or len(begins) + len(ends) != len(said.places):
            return ""
        forces = map(force_of, (*carriers, *others))
        force = self._row.joint.join((by_ship, *forces) if by_ship else forces)
        from_ = self._row.from_.format(written(begins[0])) if begins else ""
        to = self._row.to.format(written(ends[0]))
        counted = len(others) == 1 and others[0].end > others[0].start + 1
        landed = force_of(others[0]) if counted else self._row.every
        land = self._row.land.format(landed) if lands else ""
        return self._row.say.format(force=force, **{"from": from_}, to=to) + land

    def _carried(self, words: Sequence[Word], said: _Said) -> list[_Span]:
        """The carried forces, without those that land and were named before: `two armies go by ship
        to E7; both armies land there`."""
        others = [span for span in said.forces if not span.carries]
        first, last = others[:1], others[-1:]
        again = len(others) > 1 and said.places[-1].end <= last[0].start < said.lands
        return (
            first if again and len(others) == 2 and words[last[0].start] in self._both else others
        )

    def _counted(self, said: Sequence[Token], span: _Span) -> tuple[int, int]:
        """Where the name after a number begins, and the number, if it is above one; else the start,
        and 0."""
        for at in range(span.start, span.end - 1):
            number = said[at].number
            if isinstance(number, int) and number > 1:
                small = self._of | self._whose  # `two of the armies`
                named = (n for n in range(at + 1, span.end) if said[n].word not in small)
                return next(named, at + 1), number
        return span.start, 0

    def _as_many(self, words: Sequence[Word], others: Sequence[_Span]) -> str:
        """As many carriers as there are forces to ship; `""` if there are none, or their number is
        open."""
        if len(others) != 1 or self._shipping.isdisjoint(words):
            return ""
        (span,) = others
        counts = [token.number for token in self._senses.of(words[span.start : span.end])]
        some = int(not self._a.isdisjoint(words[span.start : span.end]))
        number = next((n for n in counts if isinstance(n, int) and n > 0), some)
        return self._row.by_ship.format(n=number) if number else ""

    def _in_order(
        self, said: _Said, carriers: Sequence[_Span], others: Sequence[_Span], lands: bool
    ) -> bool:
        """Whether the carriers come before the carried forces. In the passive, they need a word
        such as `by`; where forces board, they come after these. Without a verb, both are named
        before the way, and land at its end."""
        if not others:
            return True
        if said.boards:
            return all(other.start < span.start for span in carriers for other in others)
        if said.passive:
            return all(span.led_by in self._by for span in carriers)
        forces, first = (*carriers, *others), said.places[0].start
        together = lands and all(span.end <= first for span in forces)
        goes_along = all(span.led_by in self._with for span in carriers)
        if together or ((said.verbs or lands) and goes_along):
            return True
        if not (said.verbs or all(span.led_by in self._with for span in others)):
            return False
        return all(span.start < other.start for span in carriers for other in others)

    def _read(self, said: Sequence[Token]) -> _Said | None:
        """What the words name; None if they have something else in them."""
        forces, places, verbs, passive, at = list[_Span](), list[_Span](), list[int](), False, 0
        words, lands, boards = tuple(token.word for token in said), -1, False
        while at < len(said):
            token, start = said[at], at
            force = None if self._ships(said, at) else self._force(said, at)
            place = None if force else self._place(said, at)
            landing = 0 if force or place else len(begun(self._landing, words, at))
            boarding = 0 if force or place else len(begun(self._boarding, words, at))
            if boarding and self._force(said, at + boarding):
                boards, at = True, at + boarding
            elif landing:
                lands, at = at, at + landing
            elif force:
                forces.append(force)
                at = force.end
            elif place:
                places.append(place)
                at = place.end
            else:
                at += 1
                if token.word in self._verbs or token.word in self._shipping:
                    verbs.append(start)
                elif token.word in self._participles:
                    passive = True
                elif not self._is_small(token):
                    return None
        return _Said(forces, places, verbs, passive, boards, lands)

    def _ships(self, said: Sequence[Token], at: int) -> bool:
        """Whether a word that names a carrier is a verb, as in `ship an army to Ireland`."""
        return said[at].word in self._shipping and self._force(said, at + 1) is not None

    def _is_small(self, token: Token) -> bool:
        acts = not token.forms.isdisjoint(self._moving)
        own = token.word in self._there | self._aboard
        return (token.light and token.number is None) or acts or own

    def _force(self, said: Sequence[Token], at: int) -> _Span | None:
        """The forces that begin at a word, with their number and owner."""
        if at >= len(said):
            return None
        end, led_by = at, str(said[at - 1].word) if at else ""
        while end < len(said) and not self._is_force(said[end]):
            token = said[end]
            owner = bool(token.names_of({"power"}))
            article = token.word in self._whose or (token.word in self._of and end > at)
            counts = token.number is not None or (article and not self._is_place(token))
            if not (counts or (owner and end > at)):
                break
            end += 1
        if end < len(said) and self._is_force(said[end]):
            sense = said[end].names_of(self._forces)[0]
            return _Span(at, sense.end, sense.key in self._carriers, led_by)
        whose = said[at].word in self._whose and at + 1 < len(said)
        whole = at + whose
        if said[whole].word in self._everything:
            return _Span(whole, whole + 1, False, led_by)
        return None

    def _place(self, said: Sequence[Token], at: int) -> _Span | None:
        """The place that begins at a word, with the small word before it."""
        sense = next(iter(said[at].names_of(self._places)), None)
        before = [token.word for token in said[:at] if token.word not in self._whose]
        led_by = next((str(w) for w in reversed(before) if w in self._from | self._to), "")
        return _Span(at, sense.end, led_by=led_by) if sense else None

    def _is_place(self, token: Token) -> bool:
        return bool(token.names_of(self._places))

    def _is_force(self, token: Token) -> bool:
        return bool(token.names_of(self._forces))


def _phrases(texts: Iterable[str]) -> frozenset[tuple[Word, ...]]:
    return frozenset(tuple(tokens(text)) for text in texts)


def _at_the_end(patterns: Sequence[str]) -> re.Pattern[str]:
    every = "|".join(patterns)
    return re.compile(
        rf"(?:,\s*|\s+|^)(?:{every})(?=\s*(?:[,.;!]|$))" if every else "(?!)", re.IGNORECASE
    )
