"""Orders that may be meant by a text that was not understood: those of likely verbs.

All words of a text tell which verb is likely (`likely_verbs`). The text is read again with that
verb in front, and without unknown words. Legal orders of the verb are also found by the names and
numbers of the text. All this is only proposed, besides what was found before.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from engine.orders.patterns.forms import Form, Literal
from engine.orders.understanding.cutting.next_turn import NextTurn
from engine.orders.understanding.interpreter_parts import Parts
from engine.orders.understanding.likely_verbs import NO_ORDER
from engine.orders.understanding.proposing.offering import HOW_CONDITIONS, NOT_OPEN
from engine.orders.understanding.questions_and_remarks import QUESTION_ENDS
from engine.orders.understanding.reading_types import Reading, Situation
from engine.orders.understanding.settling import NEAREST, with_ways
from engine.orders.understanding.words.token import Token
from engine.orders.words.lexicon import is_long, tokens

LIKELY = 0.1
"""How likely a verb has to be for its orders to be looked for."""
UNASKED = 0.4
"""How likely a verb has to be that needs no question."""
SURE, VERY_SURE = 0.6, 0.8
"""How likely a verb has to be if nothing seems to be ordered, and if something is denied."""
UNLIKELY = 0.5
"""If it is likelier than this that nothing is ordered, no orders are looked for."""
MOST_WORDS, MOST_VERBS, MOST_FORMS, MOST_OFFERED = 30, 3, 2, 5
BETTER = 0.5
"""How much better an order has to score than one that was proposed."""
MOST_KEPT = 3
"""The most earlier orders that are offered whatever else is."""
ENOUGH = 3
"""With so many orders read with a verb in front, no others are looked for."""
WEIGHT = 2
"""How much a certain verb counts, if a name counts 1."""
CLOSE = 1
"""An order that scores less than the best by more than this is not offered."""
QUOTES = (">", "|")
"""What begins a line that somebody else wrote."""
NOT_UNDERSTOOD = ("guess.unknown", "guess.not_understood", NEAREST.id)
"""Doubts because of unknown words."""
Read = Callable[[Sequence[str], Situation], list[Reading]]


class LikelyOrders:
    """Finds orders by the verbs that the words of a text make likely."""

    def __init__(self, parts: Parts, as_said: Read, says: Callable[[str], bool]) -> None:
        """`as_said`: reads lines as they are. `says`: whether a canonical line can be kept."""
        self.says = says
        self.parts, self.as_said = parts, as_said
        self.later = NextTurn(parts.language)
        self._no = parts.language.words("no")
        self._polite = parts.language.words("polite")
        opening = ("if_words", "unless_words", "when_words", "else_words")
        self._opening = frozenset(
            word for each in opening for phrase in parts.language.phrases(each) for word in phrase
        )
        self._depending = parts.language.words("structure")
        self._likely_of: dict[str, dict[str, float]] = {}
        self._scored_of: dict[str, dict[str, float]] = {}
        """The scores looked up for the current mail."""
        self._ending = frozenset(self._verbs_that_end())
        self._anytime = frozenset(
            str(form.choice[0]) for form in parts.words.forms if form.anytime and form.choice
        )

    def _verbs_that_end(self) -> Iterator[str]:
        """The verbs that end a turn, or pass an action."""
        yield from (str(f.choice[0]) for f in self.parts.words.forms if f.now or f.rest)
        for kind in self.parts.actions:
            question = self.parts.words.questions.get(kind)
            if question and question.no:
                yield from map(str, self.parts.verbs(question.no))

    def related(self, reading: Reading, there: Situation) -> list[str]:
        """Return legal orders of likely verbs that have no other names than a text and its
        proposals."""
        if is_long(reading.text) or len(tokens(reading.text)) > MOST_WORDS:
            return []
        nearness, own = self.parts.nearness, (*reading.lines, *reading.several)
        scored = self._scored(reading, there)
        return [line for line in scored if nearness.names_no_more(line, (reading.text, *own))]

    def score(self, text: str, way: str, there: Situation) -> float:
        """Return how well one or more orders fit a text: the likelier their verbs are and the more
        names they share with it, the better."""
        likely = self._likely(text, there)
        verbs = [self.parts.verbs(line) for line in way.split("; ")]
        least = min(max((likely.get(str(v), 0) for v in each), default=0) for each in verbs)
        return self.parts.nearness.fits(text, way) + WEIGHT * least

    def beside(self, found: list[Reading], there: Situation) -> list[Reading]:
        """Return the readings of a mail, the one that was not understood with the orders that may
        be meant."""
        self._likely_of.clear()
        self._scored_of.clear()
        at = self._doubtful(found, there)
        if at is None:
            return found
        reading = _as_request(found[at])
        alone = reading.sort != "remark" or len(found) == 1
        likely = alone and self._is_likely(reading, there)
        texts = self._texts(reading.text)
        guessed = (text for text in texts if likely or not self._is_unguessable(text, there))
        each = (self._offered(replace(reading, text=text), there) for text in guessed)
        offered = next(filter(None, each), ())
        if not offered or offered == reading.lines:
            return found
        if len(offered) == 1 and not self._stands_alone(reading.text, offered[0], there, likely):
            offered = self.parts.joiner.yes_no.few(there.asked) if there.asked else ()
        if not offered:
            return found
        meant = with_ways(replace(reading, lines=(), guessed=(), near=(), several=()), offered)
        return [*found[:at], replace(meant, reason=None), *found[at + 1 :]]

    def _stands_alone(self, text: str, line: str, there: Situation, likely: bool) -> bool:
        """Whether the only order found may be proposed alone: it has the likeliest verb, and fits
        the names of the text, unless its words speak clearly for that verb."""
        verb = next(iter(self._likely(text, there)), NO_ORDER)
        fits = likely or self.parts.nearness.fits(text, line) >= 0
        return fits and verb in map(str, self.parts.verbs(line))

    def _doubtful(self, found: Sequence[Reading], there: Situation) -> int | None:
        """The position of the only part that may order something and was not understood; None if
        there is no such part."""
        if any(reading.sort == "order" for reading in found):
            return None
        strange = [n for n, r in enumerate(found) if r.sort != "remark"]
        if not all(self._is_open(found[n], there, len(found) == 1) for n in strange):
            return None
        if not strange:
            alone = len(found) == 1
            strange = [n for n, r in enumerate(found) if self._may_order(r, there, alone)]
        if len(strange) != 1 or len(found[strange[0]].lines) > 1:
            return None
        return strange[0]

    def _texts(self, text: str) -> Iterator[str]:
        """A text, and what is left of it without clauses that only tell or deny something."""
        yield text
        clauses = list(self.parts.telling.clauses(text))
        told, denies = self.parts.telling.is_told, self.parts.talk.denies
        kept = [one for one in clauses if not (told(one) or denies(tokens(one)))]
        if 0 < len(kept) < len(clauses):
            yield " ".join(kept)

    def _is_unguessable(self, text: str, there: Situation) -> bool:
        """Whether a text is too long or too vague to guess its meaning, names an unknown square,
        denies or excepts something, or is about another time."""
        said, talk = tokens(text), self.parts.talk
        if is_long(text) or len(said) > MOST_WORDS or self.parts.nearness.has_unknown_square(text):
            return True
        excepts = talk.denies(said) or not self.parts.reader.excepting.isdisjoint(said)
        vague = talk.is_vague(text, there) or talk.doubted(text) != "" or talk.has(text) != ""
        return excepts or vague or self._is_later(text)

    def _says_little(self, text: str, there: Situation) -> bool:
        """Whether a text is only talk, or leaves open what is meant: `everything except the
        pike`."""
        excepts = not self.parts.reader.excepting.isdisjoint(tokens(text))
        talks = self.parts.talk.is_remark(text) and not self.parts.nearness.names_something(text)
        return excepts or talks or self.parts.talk.is_vague(text, there)

    def _is_later(self, text: str) -> bool:
        """Whether a text is about another time than now."""
        return self.parts.telling.is_of_another_time(text) or bool(self.later.parted(text))

    def _is_open(self, reading: Reading, there: Situation, alone: bool) -> bool:
        """Whether a reading was not understood, and no reason says why. `alone`: it is the whole
        mail."""
        if reading.sort == "question":
            return self._requests(reading, alone)
        if reading.sort == "proposal":
            return all(why.id in NOT_UNDERSTOOD for why in reading.guessed)
        why = reading.reason
        if why is not None and why.id == HOW_CONDITIONS:
            said = frozenset(tokens(reading.text))
            return self._opening.isdisjoint(said) and self._is_likely(reading, there)
        return why is not None and why.id not in NOT_OPEN

    def _requests(self, reading: Reading, alone: bool) -> bool:
        """Whether a question asks for something to be done (`could you please ...?`), or is the
        whole mail and ends without a question mark or an exclamation mark."""
        asks = reading.text.rstrip(QUESTION_ENDS).endswith("?") or reading.text.endswith("!")
        polite = not self._polite.isdisjoint(tokens(reading.text))
        return not (reading.to_other or reading.facts) and (polite or (alone and not asks))

    def _may_order(self, reading: Reading, there: Situation, alone: bool) -> bool:
        """Whether a part that seems to order nothing may order something. It is not known to be
        talk; or it is the whole mail, and its words speak for an order, or a clause that is no talk
        names something."""
        whole, *rest = self._texts(reading.text)
        if not self._is_talk(reading, there) or (alone and self._is_likely(reading, there)):
            return True
        depends = not self._depending.isdisjoint(tokens(whole))
        talks = depends or self.parts.talk.is_remark(whole) or self._begins_with_power(whole)
        return (
            alone
            and not talks
            and any(
                self.parts.nearness.names_something(text)
                and not self._is_talk(replace(reading, text=text), there)
                for text in rest
            )
        )

    def _is_likely(self, reading: Reading, there: Situation) -> bool:
        """Whether the words of a text speak for one verb, so that it may be an order even if it
        seems to tell or to deny something: `I'd rather not help Russia here`."""
        text = reading.text
        if is_long(text) or text.lstrip().startswith(QUOTES):
            return False
        if reading.to_other and not self.parts.talk.denies(tokens(text)):
            return False
        if self.parts.talk.leaves_orders_alone(text, there):
            return False
        told = self.parts.telling.is_told(text) or self._is_of_other(text)
        if told and self._begins_with_power(text) and not self.parts.talk.is_of_self(text):
            return False
        if self.parts.past.is_told(text):
            return False
        depends = not self._depending.isdisjoint(tokens(text)) and reading.sort == "remark"
        if depends or self._is_later(text) or self._says_little(text, there):
            return False
        said = self.parts.senses.of_text(text)
        if len(said) > MOST_WORDS or self.parts.nearness.has_unknown_square(text):
            return False
        verb, chance = next(iter(self._likely(text, there).items()), (NO_ORDER, 0.0))
        refuses = self._refuses(text)
        if not verb or (refuses and self._may_be_denied(verb, said)):
            return False
        least = VERY_SURE if refuses else SURE
        return chance >= least and self.parts.likely.speaks_for(said, verb)

    def _may_be_denied(self, verb: str, said: Sequence[Token]) -> bool:
        """Whether a denial may be about this verb: the verb ends something, or is in the text, as
        in `I won't build`."""
        own = frozenset([*self.parts.nearness.words_of_verb(verb), *verb.split("_")])
        return verb in self._ending or any(not token.forms.isdisjoint(own) for token in said)

    def _refuses(self, text: str) -> bool:
        """Whether a text says no, or denies something."""
        said = tokens(text)
        return self.parts.talk.denies(said) or not self._no.isdisjoint(said)

    def _is_talk(self, reading: Reading, there: Situation) -> bool:
        """Whether a part that seems to order nothing is known to be talk."""
        text, talk = reading.text, self.parts.talk
        quoted = text.lstrip().startswith(QUOTES)
        told = self.parts.telling.is_told(text)
        apart = reading.to_other or talk.leaves_orders_alone(text, there)
        return apart or quoted or told or talk.is_remark(text) or self._is_of_other(text)

    def _is_of_other(self, text: str) -> bool:
        """Whether a text begins with a power, and has a verb of orders: `France attacks me`."""
        said = self.parts.senses.of_text(text)
        acts = any(token.forms & self.parts.words.acting for token in said)
        return acts and self._begins_with_power(text)

    def _begins_with_power(self, text: str) -> bool:
        said = self.parts.senses.of_text(text)
        first = next((token for token in said if not token.light), None)
        return first is not None and bool(first.names_of(self.parts.words.signed))

    def _offered(self, reading: Reading, there: Situation) -> tuple[str, ...]:
        """The orders that may be meant, the best first: those found before, and those of likely
        verbs."""
        scores, own = self._scored(reading, there), reading.lines or reading.several
        its = self.parts.nearness.says_its_piece
        scores = {line: scores[line] for line in scores if its(reading.text, line) or line in own}
        best = sorted(scores, key=lambda line: -scores[line])
        if not best or (reading.lines and scores[best[0]] < scores[reading.lines[0]] + BETTER):
            return ()
        least = scores[best[0]] - CLOSE
        offered = [line for line in best if scores[line] >= least][:MOST_OFFERED]
        kept = [line for line in best if line in own][:MOST_KEPT]
        return tuple(dict.fromkeys((*offered, *kept)))

    def _scored(self, reading: Reading, there: Situation) -> dict[str, float]:
        """The orders found before and those of likely verbs, with their scores; empty if no order
        is likely."""
        text, own = reading.text, reading.lines or reading.several
        likely = self._likely(text, there)
        if not likely or likely[NO_ORDER] > UNLIKELY:
            return {}
        verb = next(iter(likely))
        said = self.parts.senses.of_text(text)
        speaks = likely[verb] >= SURE and self.parts.likely.speaks_for(said, verb)
        if reading.sort == "remark" and not speaks:
            return {}
        if text not in self._scored_of:
            of_verbs = self._of_likely_verbs(text, there)
            self._scored_of[text] = {line: self.score(text, line, there) for line in of_verbs}
        return {line: self.score(text, line, there) for line in own} | self._scored_of[text]

    def _likely(self, text: str, there: Situation) -> dict[str, float]:
        """How likely each possible verb is."""
        if text not in self._likely_of:
            possible = {str(verb) for _, menu in self.parts.nearness.menus(there) for verb in menu}
            said = self.parts.senses.of_text(text)
            self._likely_of[text] = self.parts.likely.of(said, sorted(possible | self._anytime))
        return self._likely_of[text]

    def _of_likely_verbs(self, text: str, there: Situation) -> list[str]:
        """Orders of the likely verbs."""
        likely = self._likely(text, there)
        verbs = [verb for verb in likely if verb and likely[verb] >= self._least(verb)]
        verbs = verbs[:MOST_VERBS]
        lines = [line for verb in verbs for line in self._read_with(verb, text, there)]
        if len(set(lines)) < ENOUGH:
            lines += self.parts.nearness.of_verbs(text, there, verbs)
        sayable = (self.parts.canonical(line) for line in lines if self.says(line))
        return self.parts.nearness.of_same_amounts(text, sayable)

    def _least(self, verb: str) -> float:
        """How likely a verb has to be: more if it needs no question."""
        return UNASKED if verb in self._anytime else LIKELY

    def _read_with(self, verb: str, text: str, there: Situation) -> Iterator[str]:
        """The orders that a text means with a verb in front."""
        known = self._without_strange(text)
        for form in self._forms(verb, there):
            if "{" not in form.say:
                yield form.say
                continue
            for said in dict.fromkeys((text, known)):
                whole = f"{' '.join(first_words(form))} {said}"
                read = self.as_said([whole], there)
                ways = (way for each in read for way in (*each.lines, *each.several))
                yield from (way for way in ways if way != whole and self._is_one(way, verb))

    def _is_one(self, way: str, verb: str) -> bool:
        """Whether a way is only one order, with this verb."""
        return ";" not in way and verb in map(str, self.parts.verbs(way))

    def _forms(self, verb: str, there: Situation) -> list[Form]:
        """The forms of a verb that may be meant."""
        kinds = {there.asked.kind} if there.asked else self.parts.actions
        found: dict[tuple[str, ...], Form] = {}
        for form in self.parts.words.forms:
            possible = form.anytime or not kinds.isdisjoint(form.kinds)
            if form.choice[:1] == (verb,) and possible and first_words(form):
                found.setdefault(first_words(form), form)
        return list(found.values())[:MOST_FORMS]

    def _without_strange(self, text: str) -> str:
        """A text without unknown words."""
        known = self.parts.senses.fixed | self.parts.words.acting
        kept, end = list[str](), 0
        for place, token in enumerate(self.parts.senses.of_text(text)):
            end = max(end, *(sense.end for sense in token.senses), 0)
            if place < end or token.light or token.number is not None or token.forms & known:
                kept.append(token.word)
        return " ".join(kept)


def first_words(form: Form) -> tuple[str, ...]:
    """Return the words that begin a form."""
    fixed = takewhile(_is_fixed, form.patterns[0] if form.patterns else ())
    return tuple(str(part.words[0]) for part in fixed if isinstance(part, Literal))


def _is_fixed(part: object) -> bool:
    return isinstance(part, Literal) and not (part.optional or part.preposition)


def _as_request(reading: Reading) -> Reading:
    """A question as a request that was not understood."""
    if reading.sort != "question":
        return reading
    return replace(reading, sort="unclear", lines=(), several=reading.asks_about)
