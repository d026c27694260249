"""Sentences that order nothing: questions, thanks, reports about others, mere thoughts."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from engine.orders.reading.remarks import POINTING
from engine.orders.understanding.cutting.cutting_a_mail import Cutter
from engine.orders.understanding.frames.reading_a_piece import PieceReader
from engine.orders.understanding.reading_types import Facts, Situation
from engine.orders.understanding.words.senses import MOST_WORDS, words_of
from engine.orders.understanding.words.token import Token
from engine.orders.words.lexicon import Word, tokens, words_in
from engine.orders.words.phrases import Phrases, begun

_VOCATIVE = re.compile(r"([^,:!]{1,60})[,:!](.*)", re.DOTALL)
_ASIDE = re.compile(r"\s*(?:,|\s[-\u2013\u2014])\s+")
_WORD = re.compile(r"[^\W\d_]+")
MOST_ASIDES = 4
QUESTION_ENDS = " )!"
MOST_VAGUE = 4
"""How many words an answer may have that does not tell what is meant."""


class Talk:
    """Tells talk from orders."""

    def __init__(self, reader: PieceReader, cutter: Cutter) -> None:
        language = reader.language
        self.reader, self.cutter, self.senses = reader, cutter, reader.senses
        self._questions, self._greeting = language.words("questions"), language.words("greeting")
        self._shares = language.choices(language.vague_shares)
        self._then, self._verbs_last = language.words("then_words"), language.verbs_last
        self._requests = language.phrases("requests")
        self._doing, self._things = language.words("doing"), language.words("articles")
        self._leave, self._of_facts = language.phrases("leave"), language.phrases("of_facts")
        self._who = language.words("asking_who")
        self._holding = language.words("holding")
        self._affording = language.words("affording")
        self._opening = [p for p in language.phrases("dropped") if self._questions & {p[0]}]
        self._opening += language.phrases("what_is_left")
        remarks = tuple(
            phrase for key in ("remarks", "musings") for phrase in language.phrases(key)
        )
        self._telling = language.words("superlatives") | language.words("general")
        self._first_person = language.words("first_person")
        self._you = language.words("you")
        self._yours = self._you & words_in(language.told.whose)
        self._depending = self._yours | language.words("structure")
        self._small = language.words("weightless")
        self._answers = language.words("yes") | language.words("no") | language.words("consent")
        self._unreal = Phrases(language.phrases("subjunctive"))
        self._gladly = frozenset((word,) for word in self._answers)
        self._phrases = Phrases(phrase for phrase in remarks if len(phrase) > 1)
        self._words = frozenset(phrase[0] for phrase in remarks if len(phrase) == 1)
        self._when = language.when_words[-1]
        self._cancels = Phrases(language.phrases("cancels"))
        self._having = language.phrases("having")
        self._having_behind = language.phrases("having_behind")
        self._toward = language.words("toward")
        self._seats = frozenset(reader.words.signed)
        self._thanks = language.words("thanks")
        self._named = {*reader.words.things, *reader.words.forces, *reader.words.places}
        self._fixed = frozenset[Word]().union(*map(reader.fixed_of, reader.frames))

    def asks(self, text: str) -> bool:
        """Tell whether a text is a question."""
        if text.rstrip(QUESTION_ENDS).endswith("?"):
            return True
        bare = self._opened(text)
        if bare[:1] == (self._when,) and text.rstrip(QUESTION_ENDS)[-1:] != "?":
            return False  # when my turn comes, ...
        if self._is_wish(bare) or begun(self._opening, bare):
            return False
        return (
            bool(bare)
            and bare[0] in self._questions
            and not (self._stands_second(text, bare[0]) or self.requests(text))
            and not self._begins_with_long_name(bare)
        )

    def _begins_with_long_name(self, said: tuple[Word, ...]) -> bool:
        """Whether words begin with a name of several: `War Office`, though `war` is German for
        `was`."""
        return any(sense.end > 1 for token in self.senses.of(said)[:1] for sense in token.names)

    def _stands_second(self, text: str, verb: Word) -> bool:
        """Whether a verb follows `then`, in a language in which statements do that: `Dann sind die
        Rekruten weg`."""
        said = tuple(tokens(text))
        return bool(self._verbs_last) and any(
            one in self._then and other == verb for one, other in pairwise(said[: MOST_VAGUE + 1])
        )

    def _is_wish(self, bare: tuple[Word, ...]) -> bool:
        """Whether words that begin like a question are an order: `have a go at France`."""
        begins = self._doing.intersection(bare[:1])
        return bool(begins and self._things.intersection(bare[1:2]))

    def requests(self, text: str) -> bool:
        """Tell whether a text asks the moderator to do something: `could you build ...`."""
        bare = self._opened(text)
        return bool(begun(self._requests, bare))

    def facts(self, text: str) -> Facts | None:
        """Return what a question asks for that is about no order: `what does a fort cost?`, `how
        much gold do I have?`; None if it is about something else."""
        bare = self._opened(text)
        begins = begun(self._of_facts, bare)
        last = [word for word in bare if word.isalpha()][-1:]
        if not begins and self._affording.isdisjoint(last):
            return None
        must = any(a in self._holding and b in self._toward for a, b in pairwise(bare))
        return "rules" if must or self._holding.isdisjoint(bare) else "position"

    def asks_who(self, text: str) -> bool:
        """Tell whether a question asks who does something, so that it is about no order of the
        writer: `Who would attack in this weather?`"""
        bare = self._opened(text)
        return not self._who.isdisjoint(bare[:1]) and self._first_person.isdisjoint(bare)

    def without_leave(self, text: str) -> str:
        """Return a question without the words that ask for permission: `can I build ...` is about
        building."""
        bare = self._opened(text)
        begins = (phrase for phrase in self._leave if bare[: len(phrase)] == phrase)
        phrase = next(begins, ())
        return " ".join(bare[len(phrase) :]) if phrase else text

    def _opened(self, text: str) -> tuple[Word, ...]:
        """The words of a text, without a greeting at its beginning."""
        said = tuple(tokens(text))[:MOST_WORDS]
        at = next((n for n, word in enumerate(said) if word not in self._greeting), len(said))
        return said[at:]

    def is_remark(self, text: str) -> bool:
        """Tell whether a text has words that make it a remark."""
        if not self._words.isdisjoint(self._bare(text)):
            return True
        said = words_of(text)
        if self._phrases.stand_in(said) or self._only_thanks(text):
            return True
        return any(said[end : end + 1] not in self._gladly for _, end in self._unreal.found(said))

    def _only_thanks(self, text: str) -> bool:
        """Whether a text gives thanks, and has no word that may belong to an order."""
        said = self.senses.of_text(text)
        if self._thanks.isdisjoint(token.word for token in said):
            return False
        rest = [token for token in said if token.word not in self._thanks]
        named = any(t.names_of(self._named) or t.number is not None for t in rest)
        small = self._small | self._you | self.reader.polite
        known = (self.reader.known | self._fixed | self._answers) - small
        return not named and not any(token.forms & known for token in rest)

    def cancels(self, text: str) -> bool:
        """Tell whether a text takes something back. A word before a name or a number is no pronoun:
        `Sturm cancels that 3`."""
        words = words_of(text)
        ends = [end for _, end in self._cancels.found(words)]
        said = self.senses.of(words) if ends else ()
        return any(not (words[end - 1] in self.reader.them and _names(said[end:])) for end in ends)

    def has(self, text: str) -> str:
        """Return the words which show that a text only tells what there is, `I have a fleet in
        Africa`; `""` if it has none."""
        said = self._opened(text)
        phrase = begun(self._having, said)
        rest = said[len(phrase) :]
        if not phrase:
            return self._had_behind(said)
        must = bool(rest) and rest[0] in self._toward  # I have to
        acts = any(
            t.forms & self.reader.words.acting and not t.senses for t in self.senses.of(rest)
        )
        return "" if acts or must else " ".join(phrase)

    def _had_behind(self, said: tuple[Word, ...]) -> str:
        """Words after a thing which show that the text only tells that it is there, `das Gold habe
        ich ja`; `""` if there are none."""
        for phrase in self._having_behind:
            for at in range(1, len(said) - len(phrase) + 1):
                behind = said[at + len(phrase) :]
                if said[at : at + len(phrase)] == phrase and self._small.issuperset(behind):
                    return " ".join(phrase)
        return ""

    def denies(self, said: Iterable[Word]) -> bool:
        """Tell whether one of these words is a negation; in `all except the fort`, none is."""
        words = list(said)
        everything = self.senses.everything
        first = next((n for n, word in enumerate(words) if word in everything), len(words))
        return any(
            word in self.reader.negations and not (n > first and word in self.reader.excepting)
            for n, word in enumerate(words)
        )

    def of_theirs(self, text: str) -> str:
        """Return the words that give forces to the person addressed: `your fleet`; `""` if there
        are none."""
        said = self.senses.of_text(text)
        forces = self.reader.forces
        for before, token in pairwise(said):
            if before.word in self._yours and any(s.category in forces for s in token.senses):
                return f"{before.word} {token.word}"
        return ""

    def doubted(self, text: str) -> str:
        """Return the word that leaves open whether a text is meant; `""` if there is none."""
        found = [word for word in self._bare(text) if word in self.reader.doubts]
        return found[0] if found else self._shared_vaguely(text)

    def _shared_vaguely(self, text: str) -> str:
        """The words that leave open how much of something is meant: `a bit of what I have`."""
        said = tuple(tokens(text))
        ends = ((at, self._shares.end(said, at)) for at in range(len(said)))
        return next((" ".join(said[at:end]) for at, end in ends if end), "")

    def cores(self, text: str, there: Situation) -> Iterator[str]:
        """Yield the text as it is, and without courtesies and the writer's own name: `Sorry
        Austria, not this time`, `I'll sit this one out, thanks for asking`."""
        yield text
        parts = _ASIDE.split(text, MOST_ASIDES)
        while len(parts) > 1 and self._is_aside(parts[-1], there):
            parts.pop()
        while len(parts) > 1 and self._is_aside(parts[0], there):
            parts[:2] = [self._ungreeted(parts[1]), *parts[2:]]
        if (core := ", ".join(parts)) != text:
            yield core
        if own := self._without_own_name(core, there):
            yield own

    def _ungreeted(self, text: str) -> str:
        """A text without a word such as `but` that follows a courtesy: `Sorry, but no`."""
        words = list(_WORD.finditer(text))
        said = [word[0].casefold() in self._greeting for word in words]
        at = said.index(False) if False in said else 0
        return text[words[at].start() :] if at else text

    def _without_own_name(self, text: str, there: Situation) -> str:
        """A text that begins with the name of the writer's seat, without it: `Austria stays out of
        it`."""
        words = list(_WORD.finditer(text))
        said = self.senses.of(tuple(tokens(text)[:1]))
        own = any(s.category in self._seats and s.key == there.seat for t in said for s in t.senses)
        return text[words[1].start() :] if own and len(words) > 1 else ""

    def _is_aside(self, text: str, there: Situation) -> bool:
        """Whether a text is a courtesy, to nobody or to the seat that the question is about."""
        if self.is_remark(text):
            return True
        facts = there.asked.facts.values() if there.asked else ()
        whom = {fact for fact in facts if isinstance(fact, str)}
        said = self.senses.of(self._bare(text))
        polite = any(token.light and not token.senses for token in said)
        return polite and all(
            (token.light and not token.senses and token.word not in self._answers)
            or any(s.category in self._seats and s.key in whom for s in token.senses)
            for token in said
        )

    def is_talk(self, text: str, there: Situation) -> bool:
        """Tell whether a text denies something, begins with the name of another seat, or has no
        word of orders."""
        said = self.senses.of(self._bare(text))
        if self.denies(token.word for token in said) or self._is_of_others(said, there):
            return True
        return not any(token.forms & self._fixed for token in said)

    def _is_of_others(self, said: Sequence[Token], there: Situation) -> bool:
        """Whether words begin with the name of another seat: they are about it, or addressed to
        it."""
        first = next((token for token in said if not token.light or token.senses), None)
        keys = {s.key for s in first.senses if s.category in self._seats} if first else set()
        return bool(keys) and not there.is_own(keys)

    def is_to_other(self, text: str, there: Situation) -> bool:
        """Tell whether a text is addressed to another seat: it begins with its name, and has a word
        such as `you`."""
        found = _VOCATIVE.match(text)
        name, rest = found.groups() if found else ("", "")
        said = self.senses.of_text(name)
        named = all(token.senses for token in said)
        return named and self._is_of_others(said, there) and not self._you.isdisjoint(tokens(rest))

    def asked_of(self, text: str, there: Situation) -> str:
        """Return the other seat that is asked to do something: `Britain, please attack Prussia`;
        `""` if none is. `Spain, attack them in India` does not ask Spain."""
        found = _VOCATIVE.match(text)
        name, rest = found.groups() if found else ("", "")
        words = tuple(tokens(name))[:MOST_WORDS]
        said, behind = self.senses.of(words), self.senses.of_text(rest)
        if not (said and all(token.senses for token in said) and self._is_of_others(said, there)):
            return ""
        if any(t.word in self.reader.them | self._first_person for t in behind):
            return ""
        begins = next((t for t in behind if t.word not in self.reader.polite), None)
        acts = begins is not None and not begins.forms.isdisjoint(self.reader.words.acting)
        return name.strip() if acts else ""

    def is_of_self(self, text: str) -> bool:
        """Tell whether the writer of a text is in it: `Russia I leave in peace`."""
        return not self._first_person.isdisjoint(tokens(text))

    def leaves_orders_alone(self, text: str, there: Situation) -> bool:
        """Tell whether a text is addressed to another seat and not about what the writer does:
        `Spain, why don't you help me?`"""
        own = self._first_person.isdisjoint(tokens(text)) and not POINTING.search(text)
        return own and not text.endswith(":") and self.is_to_other(text, there)

    def without_name(self, text: str, there: Situation) -> str:
        """Return a text that is addressed to another seat without its name; any other text
        unchanged."""
        found = _VOCATIVE.match(text) if self.is_to_other(text, there) else None
        return found[2].strip() if found else text

    def to_whom(self, text: str, there: Situation) -> str:
        """Return what the writer does to the seat that a text is addressed to, with its name
        instead of `you`: `Spain, I attack you in India`; any other text unchanged."""
        if not self.is_to_other(text, there) or text.rstrip(QUESTION_ENDS).endswith("?"):
            return text
        found = _VOCATIVE.match(text)
        assert found
        name, rest = found.groups()
        said = tokens(rest)
        if self._first_person.isdisjoint(said) or not self._depending.isdisjoint(said):
            return text
        return _WORD.sub(lambda w: name if w[0].lower() in self._you else w[0], rest).strip()

    def is_vague(self, text: str, there: Situation) -> bool:
        """Tell whether a text is a short answer that does not tell what is meant: `the
        cheapest`."""
        said = frozenset(tokens(text))
        if there.asked is None or not 0 < len(said) <= MOST_VAGUE:
            return False
        kind = there.asked.kind
        light = self.reader.words.question(kind).light_words
        telling = self._telling | light - self._small
        return bool(said & telling) and said <= telling | self._small

    def leaves_open(self, text: str, there: Situation) -> bool:
        """Tell whether a text names something of the open question, or has a word such as a
        superlative, which does not say which thing is meant."""
        assert there.asked
        said = self.senses.of(self._bare(text))
        if any(token.word in self._telling for token in said):
            return True
        first = next((token for token in said if not token.light or token.senses), None)
        categories = self.reader.slots_of(there.asked.kind) - {"self"}
        named = (bool(t.names_of(categories)) for t in said)
        return first is not None and not self._is_of_others(said, there) and any(named)

    def concerns(self, text: str, there: Situation) -> bool:
        """Tell whether most words of a text belong to the open question."""
        said = self.senses.of(self._bare(text))
        if there.asked is None or self.denies(token.word for token in said):
            return False
        named = self._seats & self.reader.slots_of(there.asked.kind)
        if self._is_of_others(said, there) and not (
            named and self.reader.is_marked(there.asked.kind)
        ):
            return False
        known = [token for token in said if self._is_of(token, there.asked.kind)]
        strange = [token for token in said if not token.light and token not in known]
        return len(known) > max(len(strange), 1)

    def _is_of(self, token: Token, kind: str) -> bool:
        """Whether a word may be in an answer to a kind of question."""
        if token.forms & self.reader.fixed_of(kind):
            return True
        categories = self.reader.slots_of(kind) - {"self"}
        named = bool(token.names_of(categories))
        return named or (token.number is not None and not token.weak)

    def _bare(self, text: str) -> tuple[Word, ...]:
        return self.cutter.bare_words(text)


def _names(behind: Sequence[Token]) -> bool:
    """Whether words begin with a name or a number."""
    return bool(behind) and behind[0].is_named and not behind[0].weak
