"""The parts of an interpreter, and what is known of a mail while it is read."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from engine.core.decision import Refusal
from engine.core.messages import Message
from engine.orders.languages.compounds import Compounds
from engine.orders.reading.lines import NotAnOrder
from engine.orders.reading.remarks import announces
from engine.orders.understanding.conditions.slips import Slips
from engine.orders.understanding.cutting.cutting_a_mail import Cutter, Piece, read_as
from engine.orders.understanding.frames.before import Before
from engine.orders.understanding.frames.reading_a_piece import PieceReader
from engine.orders.understanding.joined_orders.one_order_or_several import Joiner, Way
from engine.orders.understanding.joined_orders.sharing import Sharing
from engine.orders.understanding.likely_verbs import LikelyVerbs
from engine.orders.understanding.nearness import Nearness
from engine.orders.understanding.questions_and_remarks import Talk
from engine.orders.understanding.reading_types import Meaning, Reading, Situation, Sort, nothing
from engine.orders.understanding.rewriting.corrections import Corrections
from engine.orders.understanding.rewriting.original_texts import OriginalTexts
from engine.orders.understanding.talk.apologies import Apologies
from engine.orders.understanding.talk.likely_talk import LikelyTalk
from engine.orders.understanding.talk.past import PastClauses
from engine.orders.understanding.talk.telling import Telling
from engine.orders.vocabulary import Vocabulary
from engine.orders.words.language import language
from engine.orders.words.lexicon import tokens

MOST_PIECES = 40
"""How many pieces the text between two lines that the strict reader knows may have."""


@dataclass
class Mail:
    """What is known of a mail while it is read."""

    there: Situation
    room: int
    """How many sentences are looked at closely."""
    before: Before = field(default_factory=Before)
    found: list[Reading] = field(default_factory=list)
    sentences: int = 0
    """How many have been looked at."""
    taken_back: str = ""
    """The words that take back something in it."""
    doubts: list[tuple[str, Message]] = field(default_factory=list)
    """Sentences whose orders are only proposed, and why."""
    written: OriginalTexts = field(default_factory=OriginalTexts)
    reasons: frozenset[str] = frozenset()
    """Sentences that only give a reason for what is written after them."""
    parts: bool = False
    """Whether its sentences are parts of others."""

    @property
    def ordered(self) -> bool:
        """Whether something in it is definitely an order."""
        return any(reading.sort == "order" for reading in self.found)


class Parts:
    """The parts of an interpreter for one vocabulary and language, and functions that use them."""

    def __init__(self, vocabulary: Vocabulary, name: str) -> None:
        self.vocabulary, self.words = vocabulary, vocabulary.words
        self.language = language(name)
        self.reader = PieceReader(self.words, vocabulary.say, self.language)
        self.senses = self.reader.senses
        parts = Compounds(self.words).parts if self.language.chips else None
        self.cutter = Cutter(
            self.language, self.senses, self.reader.named_below, read_as(self.words), parts
        )
        self.sharing = Sharing(self.words, self.senses, self.language)
        self.joiner = Joiner(vocabulary, self.reader)
        self.nearness, self.slips = Nearness(vocabulary, self.senses), Slips(vocabulary)
        self.likely = LikelyVerbs(self.words, vocabulary.weights)
        self.talk = Talk(self.reader, self.cutter)
        self.telling = Telling(self.language, self.senses, self.words.acting)
        self.apologies = Apologies(self.language, self.senses)
        self.likely_talk = LikelyTalk(self.language, self.senses)
        self.corrections = Corrections(self.language, self.senses, self.telling, self.words.acting)
        self.past = PastClauses(self.language, self.telling, self.words.acting, self.verb_in_front)
        self.actions = frozenset(self.words.actions)

    def pieces(self, text: str, sentence: int) -> list[Piece]:
        """Cut a sentence into pieces; words that belong to several of them are given to each."""
        return self.sharing.shared(self.cutter.pieces(text, sentence))[:MOST_PIECES]

    def way(self, pieces: Sequence[Piece], there: Situation, before: Before) -> Way:
        """Find the cheapest way to put pieces together."""
        return self.joiner.best(pieces, there, replace(before)) if pieces else Way(0, ())

    def way_of(self, text: str, mail: Mail) -> Way:
        """Find the cheapest way to put the pieces of a text together."""
        return self.way(self.pieces(text, 0), mail.there, mail.before)

    def take(self, mail: Mail, readings: Sequence[Reading]) -> None:
        """Add readings to those of a mail; later sentences may refer to what is in them."""
        mail.found += readings
        for reading in readings:
            for line in reading.lines if reading.sort != "question" else ():
                self._remember(mail, line)

    def remember_talk(self, mail: Mail, text: str) -> None:
        """Keep what a text names that orders nothing: `My pike is useless. Disband it.`"""
        for piece in self.pieces(text, 0):
            mail.before = self.joiner.talked_of(mail.before, piece, told=True)
        named = self.things(text)
        if len(named) == 1:
            mail.before.thing = str(next(iter(named)))

    def _remember(self, mail: Mail, line: str) -> None:
        """Keep what a canonical line names, for sentences after it that refer to it."""
        if last := self.vocabulary.last_form(line):
            mail.before.form, mail.before.values = last
            kinds = self.kinds_of(line)
            mail.before.line = line if kinds & self.actions else mail.before.line
        said, at = self.senses.of_text(line), 0
        while at < len(said):
            senses = said[at].names
            for sense in senses:
                if sense.category in self.reader.places:
                    mail.before.place = sense.key
                elif sense.category in self.words.things:
                    mail.before.thing = sense.key
            at = max((sense.end for sense in senses), default=at + 1)

    def words_of(self, meaning: Meaning) -> Iterator[str]:
        """Yield the fixed words of an order."""
        frames = self.reader.frames.get(meaning.kind, self.reader.unasked)
        yield from (word for f in frames if f.source is meaning.form for word in f.words)

    def verbs_of(self, line: str, kind: str) -> frozenset[str]:
        """Return the verbs that people use to order what a line does."""
        choices = [c for s in self.vocabulary.order(line).steps for c in s.choices(kind)]
        done = {choice[0] for choice in choices}
        frames = (f for f in self.reader.frames.get(kind, ()) if f.source.choice[:1])
        return frozenset(w for f in frames if f.source.choice[0] in done for w in f.verb)

    def kinds_of(self, line: str) -> set[str]:
        """Return the kinds of questions that the first step of a line answers."""
        steps = self.vocabulary.order(line).steps
        return {kind for kind, _ in steps[0].candidates} if steps else set()

    def reading(self, text: str, meaning: Meaning, doubted: Message | None) -> Reading:
        """Make a reading of a meaning; `doubted`: why it may not be meant, or None."""
        if meaning.several:
            return Reading(text, "several", several=meaning.several, kind=meaning.kind)
        why = meaning.guessed or ((doubted,) if doubted else ())
        sort: Sort = "proposal" if why else "order"
        lines, kind = meaning.lines, meaning.kind
        return Reading(text, sort, lines, guessed=why, kind=kind, implied=meaning.implied)

    def passes_too(self, line: str, end: str) -> bool:
        """Tell whether a line only passes an action, as the end of a turn (`end`) does, too."""
        one, other = self.vocabulary.order(line).steps, self.vocabulary.order(end).steps
        if len(one) != 1 or one[0].now:
            return False
        return any(set(one[0].choices(kind)) & set(other[0].choices(kind)) for kind in self.actions)

    def closes(self, one: Reading, other: Reading) -> bool:
        """Tell whether two readings end the same part of a turn in different words. Two that deny
        something end two parts: `no talks, no moves`."""
        steps = [[self.vocabulary.order(x).steps for x in each.lines] for each in (one, other)]
        if not (one.sort == other.sort == "order" and len(one.lines) == 1 and steps[0] == steps[1]):
            return False
        denying = all(self.talk.denies(tokens(each.text)) for each in (one, other))
        return self.ends_part(one.lines[0]) and not denying

    def ends_part(self, line: str) -> bool:
        """Tell whether a line ends answers to a question that is asked again until it comes."""
        questions = (self.words.questions.get(kind) for kind in self.kinds_of(line))
        again = any(question is not None and question.again for question in questions)
        return again and bool(self.bare_verbs(line))

    def names_thing_of(self, one: Reading, other: Reading) -> bool:
        """Tell whether a reading without a verb names the one thing that another reading orders."""
        if not (one.sort == other.sort == "order" and len(one.lines) == len(other.lines) == 1):
            return False
        steps = [self.vocabulary.order(each.lines[0]).steps for each in (one, other)]
        acts = any(
            not token.forms.isdisjoint(self.words.acting) for token in self.senses.of_text(one.text)
        )
        things = self.senses.keys_in(one.lines[0], self.words.things)
        return bool(steps[0]) and steps[0] == steps[1] and bool(things) and not acts

    def canonical(self, line: str) -> str:
        """Return a line of one step in its canonical form; any other line unchanged."""
        read = self.vocabulary.split(line)
        orders = () if isinstance(read, Refusal) else tuple(read)
        if len(orders) != 1 or len(orders[0].steps) != 1 or orders[0].clause:
            return line
        kind, choice = orders[0].steps[0].candidates[0]
        said = self.vocabulary.say(kind, choice)
        return said if self.vocabulary.order(said).steps == orders[0].steps else line

    def printed(self, reading: Reading) -> Reading:
        """Return a reading with its lines in the form in which they are printed."""
        return replace(reading, lines=tuple(map(self.canonical, reading.lines)))

    def verb_in_front(self, text: str) -> str:
        """Return the verb of orders at the beginning of a text; `""` if there is none."""
        said = self.senses.of_text(text)
        first = next((token for token in said if not token.light), None)
        acts = first is not None and not first.forms.isdisjoint(self.words.acting)
        return str(first.word) if first and acts else ""

    def ends_turn(self, line: str) -> bool:
        """Tell whether a line ends a turn."""
        steps = self.vocabulary.order(line).steps
        return any(step.now for step in steps)

    def takes_all(self, line: str) -> bool:
        """Tell whether a line ends a turn, or does something with all that is left of it."""
        steps = self.vocabulary.order(line).steps
        return any(step.now or step.rest for step in steps)

    def choices(self, line: str, kind: str) -> object:
        """Return what each step of a line answers to a kind of question; the line itself if it has
        no steps."""
        steps = self.vocabulary.order(line).steps
        return tuple(tuple(step.choices(kind)) for step in steps) or line

    def verbs(self, line: str) -> frozenset[str]:
        """Return what a line does, whatever it does it with."""
        order = self.vocabulary.order(line)
        if order.anytime is not None:
            return frozenset([order.anytime[0]])
        return frozenset(choice[0] for step in order.steps[:1] for _, choice in step.candidates)

    def bare_verbs(self, line: str) -> frozenset[str]:
        """Return what a line does if it names nothing."""
        steps = self.vocabulary.order(line).steps
        candidates = [choice for step in steps[:1] for _, choice in step.candidates]
        return frozenset(c[0] for c in candidates if len(c) == 1)

    def begins_with_no(self, text: str) -> bool:
        """Tell whether a text begins with a `no` that takes back what is written before it."""
        head, *behind = re.split(r"[,.;:!]", text, maxsplit=1)
        said, no = tokens(head), self.language.words("no")
        answers = bool(said) and bool(behind) and no.issuperset(said)
        return answers and self.language.words("after_no").isdisjoint(tokens(behind[0])[:1])

    def lasts(self, line: str) -> bool:
        """Tell whether a line is an answer for good."""
        last = self.vocabulary.last_form(line)
        return last is not None and bool(last[0].lasting)

    def goes_on(self, line: str) -> bool:
        """Tell whether an order is repeated until its seat says that it is done."""
        last = self.vocabulary.last_form(line)
        return last is not None and bool(last[0].next)

    def is_answered_once(self, kind: str) -> bool:
        """Tell whether a kind of question is answered by a single order."""
        known = kind in self.words.questions or kind not in self.actions
        return known and not self.words.question(kind).again

    def says_again(self, text: str) -> bool:
        """Tell whether a text has a word such as `again`, or a number above one."""
        more = self.language.words("again") | self.language.words("ones")
        said = self.senses.of_text(text)
        counts = (isinstance(t.number, int) and t.number > 1 for t in said)
        return any(counts) or any(t.word in more or t.ordinal > 1 for t in said)

    def speaks_of_orders(self, text: str) -> bool:
        """Tell whether a text names something, or has a verb of orders."""
        said = self.senses.of(self.cutter.bare_words(text))
        return any(
            not token.forms.isdisjoint(self.words.acting)
            or any(sense.category != "self" for sense in token.names)
            for token in said
            if not token.light or token.senses
        )

    def only_stays(self, text: str, there: Situation) -> bool:
        """Tell whether a text only says that forces stay where they are, while a question is open
        in which they may act: `both armies stay in the Baltic`, `they stay at home`."""
        if there.asked is None or self.words.question(there.asked.kind).spared:
            return False
        said = self.senses.of(self.cutter.bare_words(text))
        people = self.language.words("people") | self.language.words("them")
        named = self.words.forces
        forces = [t for t in said if t.word in people or any(s.category in named for s in t.senses)]
        stays = self.language.words("staying") - self.language.words("negations")
        verb = any(t.word in stays and not t.senses for t in said)
        rest = [t for t in said if t.word not in stays | self.language.words("at_home")]
        others = any(t.forms & self.words.acting for t in rest if t not in forces)
        small = all(t.light or t.senses or t.number is not None for t in rest)
        return bool(forces) and verb and small and not others

    def names_seat(self, text: str) -> bool:
        """Tell whether a text names a seat exactly."""
        return bool(self.senses.keys_in(text, self.words.signed))

    def names_place(self, text: str) -> bool:
        """Tell whether a text names a place exactly."""
        return bool(self.senses.keys_in(text, self.reader.places))

    def names_its_thing(self, reading: Reading) -> bool:
        """Tell whether a reading's text names the thing that it orders, if it is a thing, and says
        more than that the writer has it."""
        has = self.talk.has(reading.text)
        if has and " ".join(tokens(reading.text)).startswith(has):
            return False
        ordered = {key for line in reading.lines for key in self.things(line)}
        return not ordered or not ordered.isdisjoint(self.things(reading.text))

    def things(self, text: str) -> set[object]:
        """Return the keys of the things that a text names exactly."""
        said = self.senses.of_text(text)
        named = (t.names_of(self.words.things) for t in said if t.number is None)
        return {sense.key for senses in named for sense in senses}

    def only_names(self, text: str) -> bool:
        """Tell whether a text is only the name of a thing, or its place in a row: `third card,
        please`."""
        said, end, named = (
            self.senses.of(self.cutter.bare_words(text)),
            0,
            False,
        )
        for place, token in enumerate(said):
            ends = [s.end for s in token.names_of(self.words.things)]
            end, named = max((end, *ends)), named or bool(ends or token.ordinal or token.number)
            if place >= end and not (token.light or token.ordinal or token.number):
                return False
        return named

    def is_vague(self, mail: Mail, text: str) -> bool:
        """Tell whether a mail is only an answer that does not tell what is meant."""
        return mail.sentences == 1 and not mail.found and self.talk.is_vague(text, mail.there)

    def unclear(self, mail: Mail, text: str) -> Reading:
        """Judge a text that is not surely an order: it is talk, unless it has the words of
        orders."""
        read = self.vocabulary.split(text)
        if slipped := self.slips.proposed(text, mail.ordered):
            return slipped
        if not isinstance(read, Refusal) and not self.slips.are_in(read):
            return Reading(text, "order", (text,))  # the rules say why it is not possible
        if self.words.heard.structure.depends(text):
            heard = self.vocabulary.line(text).read
            read = heard if isinstance(heard, Refusal) else read
        if not isinstance(read, Refusal):
            read = self.slips.why_not(read)
        heads = isinstance(read, NotAnOrder) and announces(text)
        if self.only_stays(text, mail.there):
            return nothing(text)
        if self.is_vague(mail, text) or (self.talk.concerns(text, mail.there) and not heads):
            return Reading(text, "unclear", reason=read.message)
        if isinstance(read, NotAnOrder) or self.talk.is_talk(text, mail.there):
            return nothing(text)
        return Reading(text, "unclear", reason=read.message)
