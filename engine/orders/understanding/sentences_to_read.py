"""What is read of a mail's sentences: without what orders nothing, and put as orders are put."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from engine.core.messages import message
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
    """Takes from sentences what orders nothing; what it names may be referred to behind it."""

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
        """What is done with each sentence before those behind it are looked at."""
        self._then: tuple[Step, ...] = (
            self._in_other_words(self._heads.left_out),
            self._announced,
        )

    def of(self, mail: Mail, sentences: Sequence[str]) -> Iterator[str]:
        """Yield what is read of sentences."""
        texts: Sequence[str] = self._topics.together(sentences, mail.written.keep)
        texts = self._with_tasks(mail, texts) if self._tasks else texts
        texts = self.with_deals(mail, texts)
        texts = [left for text in texts for left in _through(self._first, mail, text)]
        mail.doubts += [(said, QUOTED) for text in texts for said in self.quoted(text)]
        texts = [left for text in texts for left in _through(self._then, mail, text)]
        return self._by_turns(mail, texts)

    def _with_tasks(self, mail: Mail, texts: Sequence[str]) -> list[str]:
        """The sentences, each that only says what units do at the end of their way behind the one
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
        """Whether a sentence says no more than what units do that come somewhere."""
        said = [t for t in self._parts.senses.of_text(text) if t.senses or not t.light]
        first = bool(said) and any(sense.category in self._tasks for sense in said[0].senses)
        return first and not self._parts.names_place(text)

    def _in_other_words(self, put: Callable[[Mail, str], str]) -> Step:
        """A step of what puts a sentence in other words; players are quoted in their own."""
        return lambda mail, text: (mail.written.keep(text, put(mail, text)),)

    def with_deals(
        self, mail: Mail, texts: Sequence[str], but: Callable[[str], bool] = lambda _: False
    ) -> list[str]:
        """Return the texts, those that propose something to other seats as the lines that do so;
        `but`: whether one is left as it is."""
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
        """A sentence as an order is put."""
        plain = self._fewer_words.without_others(text)
        allowed = partial(self._structured.allows, mail)
        order, doubts = self.as_orders.put(plain, mail.there, allowed)
        mail.doubts += doubts
        return order

    def _to_whom(self, mail: Mail, text: str) -> str:
        """A sentence that tells another seat what is done, with that seat's name."""
        named = self._parts.talk.to_whom(text, mail.there)
        if named != text:
            mail.doubts.append((named, TO_OTHER))
        return named

    def _without_told(self, mail: Mail, text: str) -> Sequence[str]:
        """A sentence without clauses that only tell what was done before, or, where it answers,
        what there is; what they name may be referred to."""
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
        if away(text):
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

    def _without_topic(self, mail: Mail, text: str) -> str:
        """A sentence without its first clause, where that only tells what something is like, and
        with its name for `it` in the order behind it: `India looks weak, I attack it`."""
        parted = self._topics.parted(text)
        if parted is None or not (parted.rest or self._parts.talk.is_remark(text)):
            return text
        done = self._structured.what.done(parted.topic, mail.there, mail.before)
        if done and not (done.guessed or done.bare):
            return text  # `Greece is my home, the next base is in Macedonia`
        self._tell(mail, parted.topic)
        mail.before.place = parted.place or mail.before.place
        return parted.rest and mail.written.keep(text, parted.rest)

    def _tell(self, mail: Mail, clause: str) -> None:
        """Take note of what a clause names that orders nothing."""
        mail.found.append(replace(nothing(clause), to_other=self._away.tells(clause)))
        for piece in self._parts.pieces(clause, 0):
            mail.before = self._parts.joiner.talked_of(mail.before, piece, told=True)

    def _announced(self, _: Mail, text: str) -> tuple[str, ...]:
        """A sentence, cut behind a colon where only what stands before it is talk."""
        head, mark, rest = text.partition(":")
        talk = self._parts.talk.is_remark
        apart = mark and rest.strip() and talk(head) and not talk(rest)
        apart = apart and not self._parts.things(head)
        return (head, rest.strip()) if apart else self._structured.by_times(text)

    def quoted(self, text: str) -> tuple[str, ...]:
        """Return what stands behind a colon, where what was said is told before it, and the whole
        of it: `you wrote: ...`."""
        head, mark, rest = text.partition(":")
        told = mark and rest.strip() and self._parts.telling.says_in_the_past(head)
        return (rest.strip(), text) if told else ()

    def _by_turns(self, mail: Mail, sentences: Sequence[str]) -> Iterator[str]:
        """The sentences, those cut that go on with another turn: where a turn has room for one
        order only, what is said of the next is an order like those before it."""
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
    """What a text has become when each of the steps was taken."""
    if not steps:
        yield text
        return
    for left in steps[0](mail, text):
        yield from _through(steps[1:], mail, left)
