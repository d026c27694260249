"""The sentences of a mail as they are read: without what orders nothing, and worded like orders."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from engine.core.decision import Refusal
from engine.core.messages import message
from engine.orders.reading.remarks import wonders
from engine.orders.understanding.as_orders import AsOrders
from engine.orders.understanding.cutting.headings import Headings
from engine.orders.understanding.general_heads import GeneralHeads
from engine.orders.understanding.interpreter_parts import Mail
from engine.orders.understanding.plain_sentences import TO_OTHER
from engine.orders.understanding.reading_types import nothing
from engine.orders.understanding.rewriting.agreements import Agreements
from engine.orders.understanding.structured_sentences import IS_QUESTION, Structured
from engine.orders.understanding.talk.away import Away
from engine.orders.understanding.talk.fewer_words import FewerWords
from engine.orders.understanding.talk.quoting import Quoting
from engine.orders.understanding.talk.topics import Topics
from engine.orders.words.lexicon import tokens

QUOTED = message("guess.quoted")
Step = Callable[[Mail, str], Sequence[str]]


class SentencesToRead:
    """Takes out of sentences what orders nothing; text after it may refer to what it names."""

    def __init__(
        self, structured: Structured, headings: Headings, quoting: Quoting, away: Away
    ) -> None:
        self._structured, self._parts = structured, structured.parts
        self._quoting, self._away = quoting, away
        language, senses = self._parts.language, self._parts.senses
        self._tasks = senses.lists.tasks
        self._heads = GeneralHeads(structured)
        self._fewer_words = FewerWords(language, senses, self._parts.words.acting)
        self._topics = Topics(language, senses, self._parts.telling)
        self.as_orders = AsOrders(self._parts, headings.uncounted)
        self.deals = Agreements(
            self._parts.words.proposing,
            senses,
            language,
            self._is_watched,
            self._parts.telling.says_in_the_past,
        )
        self._first: tuple[Step, ...] = (
            self._in_other_words(self._heads.uncounted),
            self._in_other_words(self._as_order),
            self._in_other_words(self._to_whom),
            self._without_told,
        )
        """The steps for each sentence before the sentences after it are looked at."""
        self._then: tuple[Step, ...] = (
            self._in_other_words(self._heads.left_out),
            self._announced,
        )

    def of(self, mail: Mail, sentences: Sequence[str]) -> Iterator[str]:
        """Yield sentences as they are to be read."""
        texts: Sequence[str] = self._topics.together(sentences, mail.written.keep)
        texts = self._with_tasks(mail, texts) if self._tasks else texts
        texts = self.with_deals(mail, texts)
        texts = [left for text in texts for left in _through(self._first, mail, text)]
        mail.doubts += [(said, QUOTED) for text in texts for said in self.quoted(text)]
        texts = [left for text in texts for left in _through(self._then, mail, text)]
        return self._by_turns(mail, texts)

    def _with_tasks(self, mail: Mail, texts: Sequence[str]) -> list[str]:
        """The sentences; one that only tells what units do where they arrive is joined to the one
        that sends them: `... from C14 to E7; land everything`."""
        found: list[str] = []
        for text in texts:
            if found and self._only_acts(text) and self._parts.names_place(found[-1]):
                whole = f"{found[-1].rstrip(' .;!')}, {text}"
                found[-1] = mail.written.keep(f"{found[-1]} {text}", whole)
            else:
                found.append(text)
        return found

    def _only_acts(self, text: str) -> bool:
        """Whether a sentence only tells what units do where they arrive."""
        said = [t for t in self._parts.senses.of_text(text) if t.senses or not t.light]
        first = bool(said) and any(sense.category in self._tasks for sense in said[0].senses)
        return first and not self._parts.names_place(text)

    def _in_other_words(self, put: Callable[[Mail, str], str]) -> Step:
        """A step that puts a sentence in other words; players are quoted in their own words."""
        return lambda mail, text: (mail.written.keep(text, put(mail, text)),)

    def with_deals(
        self, mail: Mail, texts: Sequence[str], but: Callable[[str], bool] = lambda _: False
    ) -> list[str]:
        """Return the texts; one that proposes something to other seats becomes the lines that do
        so. `but`: whether a text stays as it is."""
        found: list[str] = []
        for n, text in enumerate(texts):
            earlier = (*(reading.text for reading in mail.found), *texts[:n])
            deal = None if but(text) else self.deals.read(text, earlier, mail.there.seat)
            if deal is None:
                found.append(text)
                continue
            for line in deal.lines:
                mail.written.keep(text, line)
                mail.doubts += [(line, IS_QUESTION)] * (not deal.sure)
            found += deal.lines
        return found

    def _is_watched(self, line: str) -> bool:
        """Whether a line is an order, and not in a player's own words."""
        form = self._parts.vocabulary.last_form(line)
        return form is not None and not form[0].is_free

    def _as_order(self, mail: Mail, text: str) -> str:
        """A sentence worded like an order."""
        plain = self._fewer_words.without_others(text)
        allowed = partial(self._structured.allows, mail)
        order, doubts = self.as_orders.put(plain, mail.there, allowed)
        mail.doubts += doubts
        return order

    def _to_whom(self, mail: Mail, text: str) -> str:
        """A sentence that tells another seat what is done to it, with that seat's name."""
        named = self._parts.talk.to_whom(text, mail.there)
        if named != text:
            mail.doubts.append((named, TO_OTHER))
        return named

    def _without_told(self, mail: Mail, text: str) -> Sequence[str]:
        """A sentence without clauses that only tell what was done before or, in an answer, what
        there is; text after them may refer to what they name."""
        if text in mail.reasons:
            self._tell(mail, text)
            return ()
        if not (text := self._without_topic(mail, text)):
            return ()
        asked = mail.there.asked
        answers = asked is not None and asked.kind not in self._parts.actions
        refers = not self._parts.reader.them.isdisjoint(tokens(text))
        has = self._parts.talk.has
        told_of, away = self._quoting.tells_of_others, self._away.tells
        if away(text) or (not answers and self._is_talk(mail, text)):
            self._tell(mail, text)
            return ()
        left, told = self._parts.past.parted(
            text, lambda c: told_of(c) or away(c) or (answers and not refers and bool(has(c)))
        )
        if not told or (not left and any(map(has, told))):
            return (text,)
        for clause in told:
            self._tell(mail, clause)
        return left

    def _is_talk(self, mail: Mail, text: str) -> bool:
        """Whether a sentence is surely talk, and no order that is understood."""
        if self._parts.apologies.are_all(text):
            return True
        if wonders(text) or not self._parts.likely_talk.is_sure(text):
            return False
        strange = isinstance(self._parts.vocabulary.split(text), Refusal)
        return strange and not self._is_done(mail, text)

    def _is_done(self, mail: Mail, text: str) -> bool:
        """Whether a text surely tells what is to be done."""
        done = self._structured.what.done(text, mail.there, mail.before)
        return done is not None and not (done.guessed or done.bare)

    def _without_topic(self, mail: Mail, text: str) -> str:
        """A sentence without a first clause that only describes something, and with the name of
        that for `it` in the order after it: `India looks weak, I attack it`."""
        parted = self._topics.parted(text)
        if parted is None or not (parted.rest or self._parts.talk.is_remark(text)):
            return text
        if self._is_done(mail, parted.topic):
            return text  # `Greece is my home, the next base is in Macedonia`
        self._tell(mail, parted.topic)
        mail.before.place = parted.place or mail.before.place
        return parted.rest and mail.written.keep(text, parted.rest)

    def _tell(self, mail: Mail, clause: str) -> None:
        """Note what is named in a clause that orders nothing."""
        mail.found.append(replace(nothing(clause), to_other=self._away.tells(clause)))
        self._parts.remember_talk(mail, clause)

    def _announced(self, _: Mail, text: str) -> tuple[str, ...]:
        """A sentence, cut after a colon if only the text before the colon is talk."""
        head, mark, rest = text.partition(":")
        talk = self._parts.talk.is_remark
        apart = mark and rest.strip() and talk(head) and not talk(rest)
        apart = apart and not self._parts.things(head)
        return (head, rest.strip()) if apart else self._structured.by_times(text)

    def quoted(self, text: str) -> tuple[str, ...]:
        """Return the text after a colon, and all of it, if the text before the colon reports
        something: `you wrote: ...`."""
        head, mark, rest = text.partition(":")
        told = mark and rest.strip() and self._parts.telling.says_in_the_past(head)
        return (rest.strip(), text) if told else ()

    def _by_turns(self, mail: Mail, sentences: Sequence[str]) -> Iterator[str]:
        """The sentences, cut where they go on with another turn: if a turn has room for only one
        order, what is written about the next turn is an order like those before it."""
        there, ordered = mail.there, any(r.sort in ("order", "proposal") for r in mail.found)
        single = there.asked and self._parts.words.question(there.asked.kind).single
        next_turn = self._structured.next_turn
        parted = next_turn.parted
        if not (single and any(map(next_turn.comes, sentences))):
            yield from sentences
            return
        for text in sentences:
            text = next_turn.without_last(text) if ordered else text
            head, rest = parted(text) or (text, "")
            ordered = ordered or bool(head and self._structured.what.done(head, there, mail.before))
            if rest and head and not self._structured.structure.isdisjoint(tokens(head)):
                head, rest = f"{head}, {rest}", ""
            if head and rest and self._parts.words.acting.isdisjoint(tokens(rest)):
                rest = mail.written.keep(rest, f"{self._parts.language.then_words[0]} {rest}")
            yield from (filter(None, (head, rest)) if ordered else (text,))


def _through(steps: Sequence[Step], mail: Mail, text: str) -> Iterator[str]:
    """What a text has become after each of the steps."""
    if not steps:
        yield text
        return
    for left in steps[0](mail, text):
        yield from _through(steps[1:], mail, left)
