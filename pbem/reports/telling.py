"""Turns what a game tells into blocks of a document in one language.

Clauses about one actor are joined into sentences, and sentences into paragraphs, by the language's
rules. A clause that ends in a comma (a German relative clause) keeps it before an "and" and loses
it before the full stop.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from engine.core.messages import Message, text
from engine.kit import telling as t
from pbem.reports.languages.language import Language, capital
from pbem.reports.rendering import document as d
from pbem.reports.rendering.markup import inline, shown

MOST = 3
"""How many clauses a sentence may have."""


WithName: TypeAlias = Callable[[str], Message | None]
"""Puts the name after a sign, such as that of a square; returns None if it has none."""


def story(
    parts: Iterable[t.Part | int], language: Language, with_name: WithName = lambda _: None
) -> list[d.Block]:
    """Tell a story as blocks, with the name of each place where the story first mentions it. A
    number among the parts is the position of the event that is told next."""
    told = _Story(language, _Names(with_name))
    for part in parts:
        told.take(part)
    return told.ended()


def blocks(parts: Iterable[t.Block], language: Language) -> list[d.Block]:
    """Turn a game's blocks into those of a document."""
    return [block(part, language) for part in parts]


def lines(told: Iterable[t.Line], language: Language) -> list[d.Block]:
    """Make a list with an item for each group of sentences that belong together; no block if there
    are none."""
    items = tuple(inline(_sentences(said, language)) for said in told if said)
    return [d.Bullets(items)] if items else []


def _sentences(said: Iterable[Message], language: Language) -> str:
    return " ".join(capital(language.say(each)) for each in said)


def block(part: t.Block, language: Language) -> d.Block:
    """Turn a game's block into one of a document."""
    return _BLOCKS[type(part)](part, language)


def cell(said: t.Cell, language: Language) -> str:
    """Return the text of a cell, as markup."""
    return language.printed(said, "") if said != "" else ""


def _text(said: t.Cell, language: Language) -> d.Text:
    return inline(cell(said, language))


def _plain(said: t.Cell, language: Language) -> str:
    return shown(cell(said, language))


def _heading(part: t.Heading, language: Language) -> d.Block:
    return d.Heading(_plain(part.said, language), _plain(part.aside, language))


_STYLES: Mapping[str, Callable[[d.Text], d.Block]] = {
    "paragraph": d.Paragraph,
    "inset": d.Inset,
    "lead": d.Lead,
}


def _paragraph(part: t.Paragraph, language: Language) -> d.Block:
    return _STYLES[part.style](inline(_sentences(part.said, language)))


def _bullets(part: t.Bullets, language: Language) -> d.Block:
    return d.Bullets(tuple(_text(item, language) for item in part.items))


def _table(part: t.Table, language: Language) -> d.Block:
    def row(cells: Sequence[t.Cell]) -> tuple[d.Text, ...]:
        return tuple(_text(each, language) for each in cells)

    return d.Table(part.aligns, row(part.head), tuple(map(row, part.rows)))


def _tally(part: t.Tally, language: Language) -> d.Tally:
    sides = (
        d.Side(
            _text(side.name, language),
            *(_plain(each, language) for each in (side.items, side.sum, side.total, side.remark)),
        )
        for side in part.sides
    )
    return d.Tally(_plain(part.title, language), tuple(sides), ())


_BLOCKS: Mapping[type, Callable[[Any, Language], d.Block]] = {
    t.Heading: _heading,
    t.Paragraph: _paragraph,
    t.Bullets: _bullets,
    t.Table: _table,
    t.Tally: _tally,
}


@dataclass
class _Names:
    """The names of places, each mentioned once in a story."""

    of: WithName
    told: frozenset[str] = frozenset()

    def in_message(self, said: Message) -> Message:
        """Return a message with the names of those of its places that have not been named yet."""
        signs = (slot for slot in said.slots.values() if type(slot) is str)
        if sign := next((one for one in signs if said == self.of(one)), ""):
            named_already = sign in self.told
            self.told |= {sign}
            return text(sign) if named_already else said
        return Message(said.id, {name: self.in_slot(slot) for name, slot in said.slots.items()})

    def in_slot(self, slot: Any) -> Any:
        """Return the same for the contents of a slot or a cell."""
        if isinstance(slot, Message):
            return self.in_message(slot)
        if isinstance(slot, list | tuple):
            return tuple(map(self.in_slot, slot))
        named = self.of(slot) if type(slot) is str and slot not in self.told else None
        return slot if named is None else self.in_message(named)


@dataclass
class _Story:
    """A story that is being told."""

    language: Language
    names: _Names
    place: int = 0
    """The position of the event that is being told, by which a message's variant is chosen."""
    used: dict[str, str] = field(default_factory=dict)
    """The last variant used of each message, so that it is not used twice running."""
    blocks: list[d.Block] = field(default_factory=list)
    running: list[str] = field(default_factory=list)
    """Sentences of the paragraph that is being written."""
    last: t.Sentence | None = None
    """The sentence at its end, as long as nothing follows it."""
    actor: str = ""
    subject: str = ""
    """How the current sentence names the actor: by the seat or its people."""
    before_last: frozenset[str] = frozenset()
    """The places that were named before the sentence at the end."""
    clauses: list[str] = field(default_factory=list)
    results: list[str] | None = None
    """Sentences below the last tally."""
    asides: list[str] = field(default_factory=list)

    def take(self, part: t.Part | int) -> None:
        """Tell the next part."""
        _TAKES.get(type(part), _Story.block)(self, part)

    def block(self, part: t.Block) -> None:
        """Tell a block, which ends the paragraph before it."""
        self.end()
        if isinstance(part, t.Bullets):
            part = t.Bullets(tuple(map(self.names.in_slot, part.items)))
        self.blocks.append(block(part, self.language))
        self.results = [] if isinstance(part, t.Tally) else None

    def fought(self, part: t.Fought) -> None:
        """Tell a battle in detail."""
        for each in part.parts:
            self.take(each)

    def clause(self, part: t.Clause) -> None:
        """Tell what a seat did."""
        if part.seat != self.actor:
            self.end()
            self.actor = part.seat
        elif len(self.clauses) == MOST:
            self._end_sentence()
        if not self.clauses:
            self.subject = self._named(part.seat)
        slots = {"who": self.subject, **self.names.in_message(part.said).slots}
        self.clauses.append(self.language.words(self._variant(part.said.id), slots))

    def more(self, part: t.More) -> None:
        """Continue the last clause or sentence."""
        self.last = None
        words = self.language.say(self._varied(self.names.in_message(part.said)))
        words = words if words.startswith((",", ";", ":")) else f" {words}"
        if self.clauses:
            last = self.clauses[-1]
            self.clauses[-1] = (last.rstrip(",") if words.startswith(",") else last) + words
        elif self.running:
            self.running[-1] = self.running[-1].removesuffix(".") + words.rstrip(",") + "."

    def sentence(self, part: t.Sentence | t.Result) -> None:
        """Tell a separate sentence; or merge it with a similar one."""
        self._end_result()
        self._end_sentence()
        if self.last and (both := added(self.last, part)):
            self.running.pop()
            self.names.told = self.before_last
            part = both
        self.before_last = self.names.told
        if whole := self._whole(part.said):  # empty for a reader whom something else has told it
            self.running.append(whole)
        self.last = part if whole and isinstance(part, t.Sentence) else None

    def result(self, part: t.Result) -> None:
        """Tell the result of the tally above."""
        if self.results is None:
            self.sentence(part)
        else:
            self.results.append(self._whole(part.said))

    def aside(self, part: t.Aside) -> None:
        """Keep a sentence for the end of the paragraph."""
        self.asides.append(self._whole(part.said))

    def ended(self) -> list[d.Block]:
        """End the story and return its blocks."""
        self.end()
        if self.asides:
            self.blocks.append(d.Paragraph(inline(" ".join(self.asides))))
        return self.blocks

    def _whole(self, said: Message) -> str:
        return capital(self.language.say(self._varied(self.names.in_message(said))))

    def _varied(self, said: Message) -> Message:
        """A message, or one of its variants; its parts are varied, too."""
        slots = {
            name: self._varied(slot) if isinstance(slot, Message) else slot
            for name, slot in said.slots.items()
        }
        return Message(self._variant(said.id), slots)

    def _variant(self, id: str) -> str:
        """Choose a message or one of its variants by the event's position; never the same twice
        running."""
        variants = self.language.variants(id)
        if len(variants) < 2:
            return id
        at = self.place % len(variants)
        if variants[at] == self.used.get(id):
            at = (at + 1) % len(variants)
        self.used[id] = variants[at]
        return variants[at]

    def _named(self, seat: str) -> str:
        """Name a seat or its people, alternating within the story of a seat; the reader is "you"
        and their seat has only one name."""
        if self.language.is_reader(seat):
            return seat
        called = (seat, *filter(None, [self.language.people(seat)]))
        at = (called.index(self.subject) + 1) if self.subject in called else self.place
        return called[at % len(called)]

    def _end_sentence(self) -> None:
        if self.clauses:
            self.last = None
            told = joined(self.clauses, self.language, self.place)
            who = self.language.addressed(self.subject, "the")
            self.running.append(capital(f"{who} {told}."))
            self.clauses = []

    def _end_result(self) -> None:
        last = self.blocks[-1] if self.blocks else None
        if self.results and isinstance(last, d.Tally):
            result = inline(" ".join([*self.results, *self.asides]))
            self.blocks[-1] = d.Tally(last.title, last.sides, result)
            self.asides = []
        self.results = None

    def end(self) -> None:
        """End the paragraph."""
        self._end_result()
        self._end_sentence()
        if self.running:
            self.blocks.append(d.Paragraph(inline(" ".join([*self.running, *self.asides]))))
            self.asides = []
        self.running, self.last, self.actor = [], None, ""


def added(one: t.Sentence, other: t.Part) -> t.Sentence | None:
    """Merge a sentence with a similar one: `Ruritania drew a card` twice is `drew two cards`; None
    if they are not alike."""
    slot, said = one.adds, one.said
    if not (slot and isinstance(other, t.Sentence) and other.adds == slot):
        return None
    if other.said.id != said.id or _besides(other.said, slot) != _besides(said, slot):
        return None
    first: Any = said.slots[slot]
    second: Any = other.said.slots[slot]
    numbers = isinstance(first, int) and isinstance(second, int)
    both = first + second if numbers else (*_several(first), *_several(second))
    return t.Sentence(Message(said.id, {**said.slots, slot: both}), slot)


def _several(what: Any) -> tuple[Any, ...]:
    return what if isinstance(what, tuple) else (what,)


def _besides(said: Message, slot: str) -> dict[str, Any]:
    return {name: value for name, value in said.slots.items() if name != slot}


def _at(story: _Story, place: int) -> None:
    story.place = place


_TAKES: Mapping[type, Callable[[_Story, Any], None]] = {
    int: _at,
    t.Fought: _Story.fought,
    t.Clause: _Story.clause,
    t.More: _Story.more,
    t.Sentence: _Story.sentence,
    t.Result: _Story.result,
    t.Aside: _Story.aside,
    t.Break: lambda story, _: story.end(),
}


def joined(clauses: Sequence[str], language: Language, place: int = 0) -> str:
    """Join clauses: `built a mill, sold it and passed`; with a comma before the "and" if that
    helps.

    Of equal auxiliaries the first stands for all: `hast eine Mühle gebaut und gepasst`.
    Depending on `place`, the position of the event, another word of the language's `sequence`
    replaces the "and".
    """
    *first, last = _without_repeated_auxiliaries(clauses, language)
    if not first:
        return last.rstrip(",")
    joints = language.how["sequence"]
    joint = str(joints[place % len(joints)])
    inner = any(joints[0] in clause or "," in clause for clause in first)
    text = ", ".join(clause.rstrip(",") for clause in first)
    wanted = first[-1].endswith(",") or (inner and language.how["comma_before_and"])
    comma = "," if wanted and not joint.startswith(",") else ""
    return text + comma + joint + last.rstrip(",")


def _without_repeated_auxiliaries(clauses: Sequence[str], language: Language) -> Iterator[str]:
    before, heard = ",", ""
    for clause in clauses:
        first, _, rest = clause.partition(" ")
        if first not in language.how["auxiliaries"]:
            first = ""
        yield rest if first and first == heard and "," not in before else clause
        before, heard = clause, first
