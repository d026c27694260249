"""Lines that the strict reader knows and that leave nothing open."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from engine.core.decision import Choice, Refusal
from engine.core.messages import Message
from engine.orders.conditions.policy import ONCE, Clause
from engine.orders.conditions.structure import WHEN
from engine.orders.patterns.forms import Pattern
from engine.orders.reading.lines import Line, Step
from engine.orders.reading.strict_reader import NO_SUCH_ORDER
from engine.orders.understanding.conditions.slips import Slips
from engine.orders.understanding.frames.reading_a_piece import PieceReader
from engine.orders.understanding.reading_types import Asked, Reading, Situation
from engine.orders.understanding.words.both import Both
from engine.orders.vocabulary import Vocabulary
from engine.orders.words.lexicon import tokens
from engine.orders.words.phrases import Phrases


@dataclass(frozen=True)
class AsWritten:
    """Takes texts that need no interpreting. `once`: whether a kind of question has one answer;
    `cores`: a text with and without what only stands beside it; `names_several`: whether a text
    names several things without a number."""

    vocabulary: Vocabulary
    reader: PieceReader
    once: Callable[[str], bool]
    cores: Callable[[str, Situation], Iterator[str]]
    names_several: Callable[[str], bool]

    def read(self, text: str, there: Situation, ordered: bool) -> Reading | None:
        """Return the reading of a line as it is; None if the strict reader does not know it for
        sure. `ordered`: whether its mail has ordered something already."""
        if found := self._no_such_order(text, there) or self._read(text, there, ordered):
            return found
        cores = (core for core in self._politely(text, there) if core != text)
        core = next(filter(self._ends_turn, cores), None)
        found = self._read(core, there, ordered) if core else None
        if found is None and (counted := self._both.counted(text)) != text:
            found = self._read(counted, there, ordered)
        return replace(found, text=text) if found else None

    @cached_property
    def _both(self) -> Both:
        return Both(self.reader.language, self.reader.senses)

    @cached_property
    def _one_of(self) -> Phrases:
        return Phrases(self.reader.language.phrases("one_of"))

    @cached_property
    def _slips(self) -> Slips:
        return Slips(self.vocabulary)

    def _no_such_order(self, text: str, there: Situation) -> Reading | None:
        """The reading of a text that is known to be no order: unclear, with the reason, or the
        order that it means if it names the writer's own power, as in `move army Baltic to
        Britain`."""
        read = self.vocabulary.split(text)
        if not isinstance(read, Refusal) or read.message.id != NO_SUCH_ORDER:
            return None
        if isinstance(because := read.message.slots["because"], Message):
            order = because.slots["order"]
            named = [said for said in because.slots.values() if isinstance(said, str)]
            if isinstance(order, Message) and order.slots["text"] and there.is_own(named):
                return Reading(text, "order", (str(order.slots["text"]),))
        return Reading(text, "unclear", reason=read.message)

    def _politely(self, text: str, there: Situation) -> Iterator[str]:
        """The text without small words around it, and without polite words at its ends."""
        language = self.reader.language
        polite = language.words("polite") | language.words("consent")
        small = polite | language.words("weightless")
        small -= language.words("ones") | language.words("you") | language.words("limiting")
        for core in self.cores(text, there):
            words = core.split() if small.issuperset(tokens(text.replace(core, ""))) else []
            while len(words) > 1 and polite.issuperset(tokens(words[-1])):
                words.pop()
            while len(words) > 1 and polite.issuperset(tokens(words[0])):
                words.pop(0)
            yield " ".join(words) or text

    def _ends_turn(self, text: str) -> bool:
        """Whether a text ends a turn."""
        said = frozenset(tokens(text))
        may = any(pattern.may_be_in(said) for pattern in self._ending)
        return may and any(step.now for step in self.vocabulary.order(text).steps)

    @cached_property
    def _ending(self) -> tuple[Pattern, ...]:
        """The patterns of the forms that end a turn."""
        ending = (form for form in self.vocabulary.words.forms if form.now)
        return tuple(pattern for form in ending for pattern in form.patterns)

    def _read(self, text: str, there: Situation, ordered: bool) -> Reading | None:
        """The reading of a text in which every word counts; None if it is not sure."""
        read, asked = self.vocabulary.split(text), there.asked
        lines: tuple[str, ...] = (text,)
        if isinstance(read, Refusal):
            read = self._for_now(text, self.vocabulary.heard(text), asked, ordered)
            lines = self.vocabulary.canonical(read)
            if any(
                order.clause and self.vocabulary.words.heard.is_for_turn(order.clause)
                for order in read
            ):
                return None
        if not read or self._is_loose(text, read) or self._ends(read, text, asked):
            return None
        if self._slips.are_in(read):
            return None
        steps = [step for order in read for step in order.steps]
        if asked is None or not steps or any(order.clause for order in read):
            return Reading(text, "order", lines)
        choices = steps[0].choices(asked.kind)
        if choices and not any(self._is_legal(asked, choice) for choice in choices):
            return self._refused(text, there, steps[0]) if len(read) == 1 else None
        answers = all(self.vocabulary.role(order) == "answer" for order in read)
        denies = asked.kind in self.vocabulary.words.actions and self._denies(text)
        if answers and not (choices or ordered or denies or self._says_to_what(text)):
            return None
        if not choices and self._means_another_phase(text, steps[0], asked):
            return None
        kind = asked.kind if choices else ""
        said = {tuple(order.steps[0].choices(kind)) for order in read if kind and order.steps}
        answered = [choices for choices in said if choices]
        if not kind or not self.once(kind) or len(read) == 1:
            return Reading(text, "order", (text,), kind=kind)
        if len(answered) > 1:
            return None  # it answers twice, and not the same
        same = len(said) == 1 and all(order.steps for order in read)  # a gift has none
        return Reading(text, "order", (read[0].text if same else text,), kind=kind)

    def _for_now(
        self, text: str, read: tuple[Line, ...], asked: Asked | None, ordered: bool
    ) -> tuple[Line, ...]:
        """The lines; standing orders that are not meant for good become answers for once. They name
        a situation while no action is asked, `in the field: best deck`, or follow an order and say
        how it goes on, `if they come out: best deck`."""
        words, language = self.vocabulary.words, self.reader.language
        if asked is None or self._is_for_good(text):
            return read
        answers = asked.kind not in words.actions
        if answers and self._opens(text, language.if_words):
            return read
        if not answers and not (ordered and self._opens(text, language.if_words)):
            return read
        below = {kind for kind, question in words.questions.items() if question.below}
        return tuple(
            replace(line, clause=replace(line.clause, period=ONCE))
            if line.clause and self._may_be_for_now(text, line.clause, answers, below)
            else line
            for line in read
        )

    def _may_be_for_now(
        self, text: str, clause: Clause, answers: bool, below: Collection[str]
    ) -> bool:
        """Whether a standing order has no period and names its situation in other words than the
        game's. While an action is asked, it must also be about what an action leads to."""
        if clause.word != WHEN or clause.period or not clause.situation:
            return False
        test = clause.situation.test
        own = text.lower().startswith(test.say.lower())
        return not own and (answers or set(test.kinds) <= set(below))

    def _opens(self, text: str, phrases: Sequence[str]) -> bool:
        """Whether a text begins with one of these phrases."""
        said = f"{' '.join(tokens(text))} "
        return any(said.startswith(f"{phrase} ") for phrase in phrases)

    def _is_for_good(self, text: str) -> bool:
        """Whether a text says that it is meant for more than now: `whenever`, `in every siege`."""
        said = tokens(text)
        return self._for_good.stand_in(said) or not self.reader.senses.everything.isdisjoint(said)

    @cached_property
    def _for_good(self) -> Phrases:
        """The phrases that mean `for good`."""
        language = self.reader.language
        opening = (*language.when_words, *language.unless_words)
        texts = (*opening, *language.lasting_words, *language.never_words, *language.every)
        return Phrases(tuple(tokens(text)) for text in texts)

    def _means_another_phase(self, text: str, step: Step, asked: Asked) -> bool:
        """Whether an order is for another phase than the action asked, and not in the words in
        which it is printed: `put a new army into India` places no first unit."""
        kinds, actions = {kind for kind, _ in step.candidates}, self.vocabulary.words.actions
        if asked.kind not in actions or not kinds.issubset(actions) or asked.kind in kinds:
            return False
        return not (self._is_printed(text, step) or kinds <= self.reader.book.further)

    def _is_printed(self, text: str, step: Step) -> bool:
        """Whether an order is written in its printed form."""
        said = list(tokens(text))
        printed = (self.vocabulary.say(*candidate) for candidate in step.candidates)
        return any(list(tokens(one)) == said for one in printed)

    def _denies(self, text: str) -> bool:
        """Whether a text begins with what is not done: `no advance` orders nothing else."""
        return self.reader.negations.issuperset(tokens(text)[:1])

    def _says_to_what(self, text: str) -> bool:
        """Whether a text begins with what it answers: `on land: fight`."""
        head, colon, _ = text.partition(":")
        said = tuple(tokens(head))
        return bool(colon) and any(said in lead.texts for lead in self.vocabulary.words.leads)

    def _is_loose(self, text: str, read: Sequence[Line]) -> bool:
        """Whether the lines may not be all that is meant: a number or a limit is left open, a
        standing order takes in more than it should, or only the last of several orders has the
        place."""
        if self._one_of.stand_in(tokens(text)):
            return True  # `one of the` and a plural means only one
        if self._says_what_is_first(text) or self._leaves_number_open(text, read):
            return True
        if self._limits_all(text, read):
            return True
        standing = len(read) > 1 and any(o.clause and o.clause.word == "when" for o in read)
        return standing or self._leaves_out(text)

    def _limits_all(self, text: str, read: Sequence[Line]) -> bool:
        """Whether a text limits what its order does with all: `keep only one` does not keep all."""
        said = frozenset(tokens(text))
        if self.reader.limiting.isdisjoint(said):
            return False
        every = self.reader.senses.everything
        steps = [step for order in read for step in order.steps]
        printed = (self.vocabulary.say(*each) for step in steps for each in step.candidates)
        return any(every.difference(said).intersection(tokens(line)) for line in printed)

    def _leaves_number_open(self, text: str, read: Sequence[Line]) -> bool:
        """Whether a text has a plural where its order names things one by one: `deck: pikes,
        spear`."""
        questions = self.vocabulary.words.questions
        clauses = [order.clause for order in read if order.clause]
        kinds = {kind for order in read for step in order.steps for kind, _ in step.candidates}
        kinds |= {kind for c in clauses for answer in c.answers for kind, _ in answer.candidates}
        held = any(questions[kind].held for kind in kinds & questions.keys())
        return held and self.names_several(text)

    def _says_what_is_first(self, text: str) -> bool:
        """Whether the end of a text only tells which order comes first: `..., the fort first`."""
        head, _, end = text.rpartition(",")
        said = self.reader.senses.of_text(end)
        rest = [token for token in said[:-1] if not token.light]
        named = {sense.key for token in rest for sense in token.senses}
        before = {s.key for t in self.reader.senses.of_text(head) for s in t.senses}
        return bool(said) and said[-1].ordinal == 1 and len(rest) == 1 and bool(named & before)

    def _leaves_out(self, text: str) -> bool:
        """Whether only the last of several joined orders has a value that the others fill by
        default."""
        said = list(self.vocabulary.said_forms(text)) if "," not in text else []
        return any(
            form.choice == after.choice and set(form.default) & (set(later) - set(values))
            for (form, values), (after, later) in pairwise(said)
        )

    def _ends(self, read: Sequence[Line], text: str, asked: Asked | None) -> bool:
        """Whether `stop` answers the question, and is not about the lines below it."""
        if asked is None or not (read[0].clause and read[0].clause.word == "stop"):
            return False
        return self.reader.fixed_of(asked.kind).issuperset(tokens(text))

    def _refused(self, text: str, there: Situation, step: Step) -> Reading | None:
        """An order in its printed form that the rules refuse; it is kept, so that they can say why.
        None if its words could also mean something that is possible."""
        asked, said = there.asked, self.reader.senses.of_text(text)
        if asked is None or not self._is_printed(text, step):
            return None
        choices = step.choices(asked.kind)
        loose = self.reader.loose.chosen(said, there) != tuple(said)
        if loose or not all(self._is_clear(asked, choice) for choice in choices):
            return None
        line = self.vocabulary.say(asked.kind, choices[0])
        return Reading(text, "order", (line,), kind=asked.kind)

    def _is_clear(self, asked: Asked, choice: Choice) -> bool:
        """Whether a choice has one meaning, legal or not."""
        if asked.menu is None:
            return False
        return not isinstance(self.vocabulary.resolve(asked.kind, choice, asked.menu), Refusal)

    def _is_legal(self, asked: Asked, choice: Choice) -> bool:
        """Whether a choice has one meaning, and the menu allows it."""
        if asked.menu is None:
            return True
        meant = self.vocabulary.resolve(asked.kind, choice, asked.menu)
        return not isinstance(meant, Refusal) and asked.menu.judge(meant) is None
