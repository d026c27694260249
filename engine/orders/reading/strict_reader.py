"""Reading lines of order text as orders, for any game's vocabulary."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any

from engine.core.decision import Refusal, refuse
from engine.core.messages import Message, message, quoted
from engine.core.messages import text as as_it_stands
from engine.orders.conditions.clauses import Part
from engine.orders.conditions.policy import Clause
from engine.orders.patterns.before_an_order import Whom
from engine.orders.patterns.brackets import shortest
from engine.orders.patterns.choice_templates import all_slots, filled
from engine.orders.patterns.forms import ALL, Form, Match, written
from engine.orders.patterns.pattern_index import PatternIndex
from engine.orders.reading import guessing
from engine.orders.reading.cutting_a_line import (
    JOINTS,
    SEPARATOR,
    Piece,
    as_written,
    between,
    pieces_of,
    without_bullet,
    words_of,
)
from engine.orders.reading.free_text import FreeText
from engine.orders.reading.lines import ANY_TOLL, Line, NotAnOrder, OrderPart, Step, no_order
from engine.orders.reading.remarks import announces, is_idiom
from engine.orders.reading.steps import grouped, order_of, printed, steps_of
from engine.orders.vocabularies.game_words import SMALL, Words
from engine.orders.words.lexicon import LONGEST_LINE, Word, is_long, tokens
from engine.orders.words.phrases import Phrases

MOST_PARTS = 12
MOST_REPEATS = 10
MOST_AGREEING = 8
"""The largest number of words in which an order agrees to its toll."""
MOST_UNKNOWN = 8
"""The largest number of words in a line that are reported as unknown."""
MOST_MEANT = 4
"""The largest number of names listed for a word that they share."""
LONGEST_ORDER = 4
"""The number of pieces between separators that may make up one order, unless a form needs more."""
UNREAD = (">", "#")
"""How lines begin that are not read: quoted ones and comments."""

NO_SUCH_ORDER = "refusal.no_such_order"
"""The id of the refusal for texts that a vocabulary lists as no order."""
IN_ORDER = message("remark.in_order")


class Reader:
    """Reads the lines that players write, with the words of a vocabulary."""

    def __init__(self, words: Words, *, heard: bool = False) -> None:
        self.words, self.forms, self.free = words, words.forms, FreeText(words)
        self.heard = heard
        """Whether orders, conditions and situations may be worded as people say them."""
        self._index = PatternIndex(
            (pattern, form)
            for form in words.forms
            for pattern in ((*form.patterns, *form.wordings) if heard else form.patterns)
        )
        self._conditional = words.language.words("conditional")
        self._one_more = Phrases(words.language.phrases("one_more"))
        self._ahead, self._times = words.language.words("ahead"), words.language.words("times")
        self._orders = lru_cache(maxsize=1_000)(self._orders_of)
        self._parts_of = lru_cache(maxsize=1_000)(self._parts_once)
        written = (1 + len(SEPARATOR.findall(form.say)) for form in words.forms)
        lists = any(form.lists for form in words.forms)
        self.longest = max((MOST_PARTS if lists else LONGEST_ORDER, *written))

    def read(self, text: str) -> Line | Refusal:
        """Read one line of order text. A refusal says what was not understood and what is near it;
        NotAnOrder needs no answer."""
        orders = self.split(text)
        if isinstance(orders, Refusal):
            return orders
        if any(order.clause for order in orders):
            return orders[0]
        gifts = [order for order in orders if order.anytime is not None]
        if len(gifts) > 1:
            return refuse("refusal.one_gift_a_line")
        return Line(
            text,
            tuple(step for order in orders for step in order.steps),
            gifts[0].anytime if gifts else None,
            tuple(guess for order in orders for guess in order.guesses),
            any(order.with_action for order in orders),
        )

    def split(self, text: str) -> tuple[Line, ...] | Refusal:
        """Return the orders of one line, each with a text that reads the same on its own; a
        condition comes before the orders that depend on it."""
        if is_long(text):
            return refuse("refusal.line_too_long", most=LONGEST_LINE)
        text = " ".join(text.split())
        if text.startswith(UNREAD):
            return no_order("remark.not_read")
        if heading := self.heading(text):
            return no_order("remark.heading", whom=as_it_stands(heading.rstrip(":")))
        read = self._orders(text)
        if not isinstance(read, Refusal):
            return read
        if (below := self._behind_heading(text)) is not None:
            return below
        clauses = self.words.heard if self.heard else self.words.clauses
        parts = clauses.read(without_bullet(text), self._orders)
        if not isinstance(parts, list) and self._is_heading(text):
            return no_order("remark.announces", said=as_it_stands(text))
        if parts is None or isinstance(parts, Refusal):
            if parts is None or isinstance(read, NotAnOrder):
                return read
            return Refusal(parts.message) if isinstance(parts, NotAnOrder) else parts
        return tuple(line for part in parts for line in self._lines(part))

    def heading(self, text: str) -> str:
        """Return a heading as printed: a line that only says for whom the orders below it are.
        Return "" for other lines."""
        whom = self.headed(text)
        return whom.text if whom else ""

    def headed(self, text: str) -> Whom | None:
        """Return for whom the orders below a line are, if it only says that; otherwise None."""
        words = tokens(text)
        found = (pair for loose in ("", "slips") for pair in self._whom(words, loose))
        return next((whom for whom, rest in found if not rest), None)

    def below(self, heading: str, read: tuple[Line, ...] | Refusal) -> tuple[Line, ...] | Refusal:
        """Return the orders of a line, as `split` returns them, that is below a heading: orders
        that can be for somebody and do not say for whom are for the one named there."""
        if isinstance(read, Refusal):
            return read
        return tuple(self._for(heading, line) for line in read)

    def _for(self, heading: str, line: Line) -> Line:
        if line.clause is None:
            said = f"{heading} {line.text}"
        elif line.clause.word == "when":
            said = line.text
            for answer in dict.fromkeys(answer.text for answer in line.clause.answers):
                if not isinstance(self._orders(f"{heading} {answer}"), Refusal):
                    said = said.replace(answer, f"{heading} {answer}")
        else:
            return line
        read = self.split(said) if line.clause else self._orders(said)
        if isinstance(read, Refusal) or len(read) > 1:
            return line
        return replace(read[0], apart=line.apart)

    def _behind_heading(self, text: str) -> tuple[Line, ...] | Refusal | None:
        """Read `for Austria: if it arrives: move ...`: the heading is for the orders after it."""
        before, colon, rest = text.partition(":")
        heading = self.heading(before) if colon else ""
        below = self.below(heading, self.split(rest)) if heading else ()
        said_of_others = not isinstance(below, Refusal) and any(line.clause for line in below)
        return below if said_of_others else None

    def _whom(self, words: Sequence[Word], loose: str) -> Iterator[tuple[Whom, Sequence[Word]]]:
        """Yield for whom orders are that begin like this, and the words after that."""
        for lead in self.words.leads:
            yield from lead.named(self.words.grammar, words, loose, self.words.name)

    def _lines(self, part: Part) -> tuple[Line, ...]:
        if part.clause is not None:
            guesses = self._guesses_in(part.clause)
            return (Line(part.text, guesses=guesses, clause=part.clause, apart=part.apart),)
        read = self._orders(part.text)
        if isinstance(read, Refusal):
            return ()
        return (replace(read[0], apart=part.apart), *read[1:])

    def _guesses_in(self, clause: Clause) -> tuple[Message, ...]:
        """Return the slips that were corrected in what a line says about others."""
        said = (guess for found in clause.all_statements() for guess in found.guesses)
        own = tuple(guessing.slip(slip, meant) for slip, meant in said)
        return (*own, *(guess for answer in clause.answers for guess in answer.guesses))

    def parts(self, text: str) -> Iterator[tuple[OrderPart, Step]]:
        """Yield the parts of one order's text, each with its first step."""
        parts = self._parts_of(text)
        for part in () if isinstance(parts, Refusal) else parts:
            yield part, next(steps_of([part]))

    def _orders_of(self, text: str) -> tuple[Line, ...] | Refusal:
        """Read one line as orders, without conditions."""
        parts = self._parts_of(text)
        if isinstance(parts, Refusal):
            return parts
        return tuple(order_of(group) for group in grouped(parts))

    def _parts_once(self, text: str) -> list[OrderPart] | Refusal:
        read = self._pieced(text)
        several = isinstance(read, Refusal) or len(read) > 1 or read[0].found[0][0].is_free
        if several and (opened := self.free.opened(text)):
            said = printed(self.words, opened.form, opened.values)
            return [OrderPart(said, ((opened.form, opened.match),))]
        return read

    def _pieced(self, text: str) -> list[OrderPart] | Refusal:
        pieces = self._without_courtesy(list(pieces_of(without_bullet(text))))
        if all(self._is_signed(piece) for piece in pieces):
            return no_order("remark.no_order")
        if len(pieces) > MOST_PARTS:
            return refuse("refusal.too_many_orders", most=MOST_PARTS)
        if any(self.words.is_stray(piece.words) for piece in pieces):
            return self._not_understood(pieces)
        if any(self._one_more.stand_in(p.words) and self._is_signed(p) for p in pieces[1:]):
            return self._not_understood(pieces)  # `..., then another one`
        parts = self._parts(pieces, "") or self._parts(pieces, "slips")
        if not parts:
            return self._not_understood(pieces)
        if isinstance(parts, Refusal):
            return parts
        without = [pair for part in parts for pair in part.found[:1] if _lacks_number(*pair)]
        return self._how_many(between(pieces), *without[0]) if without else parts

    def _without_courtesy(self, pieces: list[Piece]) -> list[Piece]:
        """Drop a greeting at the start, and thanks and a name at the end."""
        while pieces and self._is_courtesy(pieces[0]):
            pieces = pieces[1:]
        ends = [n for n, piece in enumerate(pieces) if self._is_courtesy(piece)]
        for n in reversed(ends):
            if all(self._is_signed(piece) for piece in pieces[n:]):
                pieces = pieces[:n]
        for lead_in in self.words.lead_ins:
            if pieces and tuple(pieces[0].words[: len(lead_in)]) == lead_in:
                return [pieces[0]._replace(words=pieces[0].words[len(lead_in) :]), *pieces[1:]]
        return pieces

    def _is_signed(self, piece: Piece) -> bool:
        """Tell whether a piece is nothing but courtesy and the names of seats."""
        words = self.words
        return all(
            word in words.courtesy or word in words.grammar.noise or word in words.signatures
            for word in piece.words
        )

    def is_courtesy(self, text: str) -> bool:
        """Tell whether a line is nothing but courtesy and the names of seats."""
        return all(self._is_signed(p) or is_idiom(p.words) for p in pieces_of(text))

    def _is_heading(self, text: str) -> bool:
        """Tell whether a line announces orders and contains none."""
        return announces(text) and not self.words.names_objects(tokens(text))

    def _is_courtesy(self, piece: Piece) -> bool:
        if is_idiom(piece.words):
            return True
        if self._is_later(piece):
            return False
        return self._is_signed(piece) and any(w in self.words.courtesy for w in piece.words)

    def _is_later(self, piece: Piece) -> bool:
        """Tell whether a piece says `next turn` or the like."""
        return not (self._ahead.isdisjoint(piece.words) or self._times.isdisjoint(piece.words))

    def _parts(self, pieces: list[Piece], loose: str) -> list[OrderPart] | Refusal | None:
        """Return the orders in the pieces, each as long as possible: it may contain separators."""
        parts: list[OrderPart] = []
        while pieces:
            part, used = self._longest(pieces, parts[-1] if parts else None, loose)
            if part is None or isinstance(part, Refusal):
                return part
            parts.append(part)
            pieces = pieces[used:]
            while pieces and self._is_courtesy(pieces[0]):
                pieces = pieces[1:]
        return parts

    def _longest(
        self, pieces: list[Piece], before: OrderPart | None, loose: str
    ) -> tuple[OrderPart | Refusal | None, int]:
        for length in range(min(len(pieces), self.longest), 0, -1):
            taken = pieces[:length]
            words = [word for piece in taken for word in piece.words]
            if part := self._part(words, before, loose):
                if self._may_be_several(taken, loose):
                    said = as_it_stands(between(taken))
                    return refuse("refusal.one_order_or_two", said=said), length
                if isinstance(part, OrderPart):
                    carried = part.text
                    part = replace(part, text=carried + between(taken))
                return part, length
        return None, 0

    def _may_be_several(self, taken: Sequence[Piece], loose: str) -> bool:
        """Tell whether what reads as one order also reads as two, divided at an `and`."""
        return any(
            piece.mark.lower() in JOINTS
            and self.words.begins(piece.words)
            and all(self._part(words_of(half), None, loose) for half in (taken[:n], taken[n:]))
            for n, piece in enumerate(taken)
            if n
        )

    def _part(
        self, words: list[Word], before: OrderPart | None, loose: str
    ) -> OrderPart | Refusal | None:
        """Read one order: after a lead such as `at sea`, alone, or with the last verb."""
        if agreed := self._agreed_behind(words):
            part = self._part(words[: -agreed[0]], before, loose)
            return replace(part, agreed=agreed[1]) if isinstance(part, OrderPart) else part
        for lead in self.words.leads:
            if rest := lead.rest(words):
                part = self._part(rest, None, loose)
                if isinstance(part, OrderPart) and (kept := lead.kept(part.found)):
                    return replace(part, found=kept, lead=lead)
        for whom, behind in self._whom(words, loose):
            if behind and (part := self._order(list(behind), None, loose)):
                return self._named(part, whom, " ".join(behind))
        part = self._order(words, before, loose)
        if isinstance(part, OrderPart) and before and before.whom:
            return self._going_on(part, before.whom)
        return part

    def _named(self, part: OrderPart | Refusal, whom: Whom, said: str) -> OrderPart | Refusal:
        """Apply the words that say for whom to the order after them."""
        if isinstance(part, Refusal):
            return part
        if found := whom.filling(part.found):
            return replace(part, found=found, whom=whom)
        heading = as_it_stands(whom.text.rstrip(":"))
        return refuse("refusal.not_done_for", said=as_it_stands(said), whom=heading)

    def _going_on(self, part: OrderPart, whom: Whom) -> OrderPart:
        """Make a further order of a line count for the same, if it can be for somebody."""
        found = whom.once_more().filling(part.found)
        text = part.text if part.follow else f"{whom.text} {part.text}"
        return replace(part, found=found, whom=whom, text=text) if found else part

    def _order(
        self, words: list[Word], before: OrderPart | None, loose: str
    ) -> OrderPart | Refusal | None:
        """Read one order, alone or with the verb of the one before."""
        if found := self._forms(words, loose):
            return found if isinstance(found, Refusal) else OrderPart("", found)
        if before is None or not (carry := before.found[0][0].carry):
            return None
        follow = before.follow or before.found[0][0].next
        again = self._forms([*tokens(carry), *words], loose, only=follow)
        if again is None or isinstance(again, Refusal):
            return again
        return OrderPart("" if follow else f"{carry} ", again, follow=follow)

    def _agreed_behind(self, words: list[Word]) -> tuple[int, int] | None:
        """Return how many words at the end of an order agree to its toll, and to how much."""
        there = frozenset(words[-MOST_AGREEING:])
        patterns = [pattern for pattern in self.words.agreed if pattern.may_be_in(there)]
        for length in range(min(len(words) - 1, MOST_AGREEING) if patterns else 0, 0, -1):
            for pattern in patterns:
                if match := self.words.grammar.match(pattern, words[-length:]):
                    return length, match.values.get("n", ANY_TOLL)
        return None

    def _forms(
        self, words: list[Word], loose: str, only: Sequence[str] = ()
    ) -> tuple[tuple[Form, Match], ...] | Refusal | None:
        """Return the forms that match all the words at least cost; refuse if that is unclear."""
        found = list(self._matches(words, loose, only))
        if not found:
            return None
        least = min(match.cost for _, match in found)
        near = [pair for pair in found if pair[1].cost < least + 2]
        meant = dict.fromkeys(_meaning(form, match) for form, match in near)
        if least and len(meant) > 1 and not _same_words(near):
            ways = tuple(quoted(self._plain(*pair)) for pair in near[:3])
            return refuse("refusal.may_mean", said=as_it_stands(" ".join(words)), ways=ways)
        return tuple(pair for pair in found if pair[1].cost == least)

    def _matches(
        self, words: list[Word], loose: str, only: Sequence[str]
    ) -> Iterator[tuple[Form, Match]]:
        """Yield each form that matches all the words, with the first of its patterns that does."""
        grammar, last = self.words.grammar, None
        for pattern, form in self._index.near(grammar.reached(words, loose)):
            if form is last or (only and set(only).isdisjoint(form.kinds)):
                continue
            match = grammar.fitted(pattern, words, loose=loose)
            if match and not match.possessive.isdisjoint(form.receivers):
                continue
            if match and form.times(match) in (ALL, *range(1, MOST_REPEATS + 1)):
                last = form
                yield form, match

    def _not_understood(self, pieces: list[Piece]) -> Refusal:
        words = [word for piece in pieces for word in piece.words]
        said = between(pieces)
        if not self.words.tells([piece.words for piece in pieces]) and not self._depends(pieces):
            return no_order("remark.not_understood", said=as_it_stands(said))
        if not self._conditional.isdisjoint(words):
            return refuse("refusal.how_conditions_are_written", said=as_it_stands(said))
        if any(map(self._is_later, pieces)):
            return refuse("refusal.in_order", said=as_it_stands(said), how=IN_ORDER)
        if len(pieces) == 1 and (because := self._reason(words)):
            return refuse(NO_SUCH_ORDER, said=as_it_stands(said), because=because)
        meant = None if self.words.is_stray(words) else self._forms(words, "all")
        if meant and not isinstance(meant, Refusal):
            plain = as_it_stands(self._plain(*meant[0]))
            return refuse("refusal.attack_not_guessed", said=as_it_stands(said), meant=plain)
        known = self.words.grammar.known
        strange = [word for word in words if word.isalpha() and word not in known]
        some = strange if len(strange) < len(words) else []
        written = as_written(said) if some else {}
        unknown = dict.fromkeys(written.get(word, word) for word in some)
        return refuse(
            "refusal.not_understood",
            said=as_it_stands(said),
            unknown=tuple(map(as_it_stands, islice(unknown, MOST_UNKNOWN))),
            which=tuple(self._which_names(words, said)),
            there="there" in words,
            near=tuple(map(as_it_stands, self._usages_near(words))),
        )

    def _reason(self, words: Sequence[Word]) -> Message | None:
        """Say why these words are no order, if the vocabulary knows them for that."""
        for form in self.words.reasons:
            for pattern in form.patterns:
                if match := self.words.grammar.fitted(pattern, words):
                    values = {**form.default, **match.values}
                    plurals = self.words.grammar.plurals
                    order = written(form.instead, values, self.words.name, plurals)
                    return message(form.reason, **values, order=as_it_stands(order))
        return None

    def _which_names(self, words: Sequence[Word], said: str) -> Iterator[Message]:
        """Ask which name is meant by a word that is part of several."""
        parts = self.words.grammar.parts_of_names
        several = [word for word in words if 1 < len(parts.get(word, ())) <= MOST_MEANT]
        for word in self.words.outside_names(words) if several else ():
            if word in several:
                written = as_it_stands(as_written(said).get(word, word))
                yield message("guess.which_name", said=written, names=tuple(parts[word]))

    def _how_many(self, said: str, form: Form, match: Match) -> Refusal:
        """Refuse a plural without a number, if nothing says how many are meant."""
        values = {**form.default, **match.values, form.repeat: 2}
        numbered = written(form.numbered, values, self.words.name, self.words.grammar.plurals)
        slots = {"said": as_it_stands(said), "example": as_it_stands(numbered)}
        return refuse("refusal.how_many", **slots)

    def _depends(self, pieces: Sequence[Piece]) -> bool:
        """Tell whether a text is about an order and about what may happen, so that it is no
        remark."""
        words = [word for piece in pieces for word in piece.words]
        verbs = self.words.beginning - SMALL
        opened = words[0] in self._conditional or not self._times.isdisjoint(words)
        marked = len(pieces) > 1 and any(":" in piece.mark for piece in pieces)
        return opened and (marked or "ask" in words or any(word in verbs for word in words))

    def _usages_near(self, words: Sequence[Word]) -> list[str]:
        """Return short usages of forms that begin with one of the words: at most three. Those that
        are printed with the word come first."""
        said = set(words) & self.words.beginning
        begun = [
            form
            for form in (self.forms if said else ())
            if form.help and not said.isdisjoint(self.words.verbs.get(form.say, ()))
        ]
        begun.sort(key=lambda form: said.isdisjoint(tokens(form.say)[:1]))
        return list(islice(dict.fromkeys(shortest(form.usage) for form in begun), 3))

    def _plain(self, form: Form, match: Match) -> str:
        try:
            return printed(self.words, form, {**form.default, **match.values})
        except KeyError:
            return form.usage


def _lacks_number(form: Form, match: Match) -> bool:
    return form.times(match) == ALL and not form.every


def _meaning(form: Form, match: Match) -> tuple[Any, ...]:
    values = {**form.default, **match.values}
    return filled(form.choice, {slot: values.get(slot) for slot in all_slots(form.choice)})


def _same_words(found: Sequence[tuple[Form, Match]]) -> bool:
    """Tell whether all matches corrected the same slips in the same way."""
    return len({match.guesses for _, match in found}) == 1
