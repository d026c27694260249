"""Lines that are written like a form. `Amount: 5`, `Red: Prussia`, `Blue: France`, one below the
other, are `bid 5 red Prussia blue France`; `Fleets: yes, both` and `Armies: no` are `both fleets`;
`Reason: ...` orders nothing."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from engine.orders.understanding.reading_types import Situation
from engine.orders.understanding.terse.numbered_slots import NumberedSlots
from engine.orders.understanding.words.senses import Senses
from engine.orders.words.language import Language, in_all
from engine.orders.words.lexicon import is_long, tokens, words_in

_BULLET = re.compile(r"^\s*(?:\(?\d{1,2}[.)]|[a-h][.)]|[-*\u2022\u2013])\s+", re.IGNORECASE)
_LABELLED = re.compile(
    r"^\W*(?P<label>(?:\d(?:st|nd|rd|th) )?[^\W\d][^:;.!?,()\n]{0,25}?)\s*:"
    r"\s*(?P<value>[^\s:][^:\n]*)$"
)
_NEXT = re.compile(r"(?<=[.;,])\s+(?=[^\W\d_]+(?: [^\W\d_]+)?:\s)")
_TAIL = re.compile(r"\s*(?:,(?!\s*\d)|[.;!(])\s*")
_REMARK = re.compile(r"(?<=\w)\s*\(([^()\d]{9,})\)\s*[.,;]?$")
LEAST_REMARK = 3
"""How many words a remark in brackets has at least."""


class Line(NamedTuple):
    """A line as it was written, and as it is read: empty if it orders nothing."""

    written: str
    read: str


class _Field(NamedTuple):
    """A line with a label."""

    written: str
    label: str
    value: str


class FilledInForms:
    """Puts the lines that belong to one order into a single line."""

    def __init__(self, language: Language, senses: Senses) -> None:
        words = senses.words
        self._senses, self._words, self._forces = senses, words, frozenset(words.forces)
        self._fields = {" ".join(tokens(label)): put for label, put in words.fields.items()}
        self._order = list(dict.fromkeys(self._fields.values()))
        self._small = language.words("articles") | words_in(language.told.whose)
        self._reasons = frozenset(" ".join(tokens(text)) for text in language.form_reasons)
        self._headings = words_in(language.form_headings)
        opening = (*language.if_words, *language.excepting, *language.openers)
        single = (text for text in opening if " " not in text)
        going_on = ("joints", "negations", "not_words", "then_words", "excepting")
        self._going_on = words_in(language.deciding.alternatives).union(
            *map(language.words, going_on)
        )
        self._opening = words_in(single)
        self._yes, self._no = words_in(in_all("heading_yes")), words_in(language.form_none)
        self._all, self._no_at_all = language.form_all
        self._whole = words_in([self._all, *language.words("everything")])
        self._numbers = {**language.slot_numbers, **words.grammar.numbers}
        self._numbered = NumberedSlots(language)

    def read(self, lines: Sequence[str], there: Situation) -> list[Line]:
        """Return the lines; those of a form become orders."""
        kind = there.asked.kind if there.asked else ""
        if self._words.question(kind).held:
            return list(self._with_slots(lines))
        if not any(":" in line or _BULLET.match(line) for line in lines):
            return [Line(line, line) for line in lines]
        rows = [part for line in lines for part in self._parted(line)]
        found: list[Line] = []
        run: list[_Field] = []
        for row in [*rows, ""]:
            field = self._field(row)
            if field and (self._is_unit(field.label) or field.label in self._fields):
                run.append(field)
                continue
            found += list(self._filled(run, found, there))
            run, row = [], self._headed(row)
            if field and field.label in self._reasons:
                found.append(Line(row, ""))
            else:
                found.append(Line(row, self._without_remark(row)))
        return [self._unheaded(n, found) for n in range(len(found) - 1)]

    def _with_slots(self, lines: Sequence[str]) -> Iterator[Line]:
        """The lines of an answer that is a list; lines that number its places become one."""
        for blank, group in groupby(lines, key=lambda line: not line.strip()):
            run = list(group)
            head = run[:1] if len(run) > 1 and run[0].rstrip().endswith(":") else []
            items = run[len(head) :]
            read = [] if blank else self._numbered.written_out(items)
            yield from (Line(line, line) for line in head)
            if len(read) == 1 and read != items:
                yield Line(" ".join(items), read[0])
            else:
                yield from (Line(line, self._without_remark(line)) for line in items)

    def _parted(self, line: str) -> list[str]:
        """The fields of a line that has several; other lines unchanged."""
        parts = [line] if is_long(line) else _NEXT.split(line)
        fields = [self._field(part) for part in parts]
        known = all(f and (f.label in self._fields or self._is_unit(f.label)) for f in fields[:-1])
        return parts if len(parts) > 1 and known and fields[-1] else [line]

    def _field(self, line: str) -> _Field | None:
        plain = _BULLET.sub("", line)
        found = None if is_long(line) or line.startswith(">") else _LABELLED.match(plain)
        if not found:
            return None
        said = [word for word in tokens(found["label"]) if word not in self._small]
        return _Field(line.strip(), " ".join(said), found["value"].strip())

    def _filled(
        self, run: Sequence[_Field], before: list[Line], there: Situation
    ) -> Iterator[Line]:
        """The orders that fields one below the other make; the fields unchanged if that is not
        clear."""
        for group in self._groups(run):
            units = self._is_unit(group[0].label)
            read = self._counted(group, there) if units else self._put(group)
            written = " ".join(field.written for field in group)
            if before and self._is_theirs(before[-1].read, there):
                read = ""
            if read and not units and before and (verb := self._verb(before[-1].read)):
                head = before.pop()
                read, written = f"{verb} {read}", f"{head.written} {written}"
            if read:
                yield Line(written, read)
            else:
                yield from (Line(field.written, field.written) for field in group)

    def _groups(self, run: Sequence[_Field]) -> Iterator[list[_Field]]:
        """The fields of each order: where a field comes again, another order begins."""
        group: list[_Field] = []
        for field in run:
            put = self._fields.get(field.label)
            again = any(self._fields.get(each.label) == put for each in group) if put else False
            units = group and self._is_unit(field.label) != self._is_unit(group[0].label)
            alone = group and self._is_alone(put or "") | self._is_alone(
                self._fields.get(group[-1].label, "")
            )
            if group and (again or units or alone):
                yield group
                group = []
            group.append(field)
        if group:
            yield group

    def _is_alone(self, put: str) -> bool:
        """Whether a field is an order of its own."""
        return put.endswith(".")

    def _put(self, group: Sequence[_Field]) -> str:
        """Fields as one order; empty if something in them is more than a remark."""
        if len(group) == 1 and not self._is_alone(self._fields[group[0].label]):
            return ""
        said: dict[str, str] = {}
        for field in group:
            value, tail = self._cut(field.value)
            put = self._fields[field.label]
            if self._may_order(tail) or (self._is_alone(put) and "," in field.value):
                return ""
            if not self._no.issuperset(tokens(value)):
                said[put] = put.removesuffix(".").format(value)
            elif len(group) == 1:
                return ""
        return " ".join(said[put].strip() for put in self._order if put in said)

    def _cut(self, value: str) -> tuple[str, str]:
        """A value, and the text after it."""
        found = _TAIL.search(value)
        return (value[: found.start()], value[found.end() :]) if found else (value, "")

    def _may_order(self, tail: str) -> bool:
        """Whether the text after a value may change it: it has a number, or a word that opens a
        condition."""
        said = set(tokens(tail))
        return any(word.isdecimal() for word in said) or not self._opening.isdisjoint(said)

    def _is_unit(self, label: str) -> bool:
        said = [] if label in self._fields else self._senses.of_text(self._unit(label))
        return len(said) == 1 and bool(said[0].names_of(self._forces))

    def _unit(self, label: str) -> str:
        """A unit, which a letter may stand for."""
        return self._words.letters.get(label.upper()) or self._words.short.get(label, label)

    def _counted(self, group: Sequence[_Field], there: Situation) -> str:
        """Units with their numbers; empty if a unit has none."""
        kind = there.asked.kind if there.asked else ""
        answers = bool(self._words.question(kind).amounts_of)
        if not answers:
            some = [f for f in group if not self._no.issuperset(tokens(f.value))]
            out = [self._counted_out(field) for field in some]
            return ", ".join(out) if all(out) else ""
        found: list[str] = []
        for field in group:
            value, tail = self._cut(field.value)
            count = self._count(value, self._cut(tail)[0])
            if not count or self._may_order(tail):
                return ""
            if count != self._no_at_all:
                found.append(f"{count} {self._unit(field.label)}")
        return ", ".join(found) or self._no_at_all

    def _count(self, value: str, tail: str) -> str:
        said = tokens(value)
        if self._no.issuperset(said):
            return self._no_at_all
        if len(said) == 1 and (said[0].isdecimal() or said[0] in self._numbers):
            return str(self._numbers.get(said[0], said[0]))
        if self._yes.issuperset(said):
            counted = [word for word in tokens(tail) if word in self._numbers]
            return str(self._numbers[counted[0]]) if counted else self._all
        return self._all if self._whole.intersection(said) else ""

    def _counted_out(self, field: _Field) -> str:
        """`Armies: 2 in D14` as `2 armies in D14`."""
        number, _, rest = field.value.partition(" ")
        if any(t.names_of(self._forces) for t in self._senses.of_text(rest)):
            return ""
        return f"{number} {self._unit(field.label)} {rest}" if number.isdecimal() and rest else ""

    def _without_remark(self, line: str) -> str:
        """An item of a list without a remark in brackets at its end."""
        found = _REMARK.search(line) if _BULLET.match(line) else None
        said = tokens(found[1]) if found else []
        if not found or len(said) < LEAST_REMARK or self._may_order(found[1]):
            return line
        if said[0] in self._going_on:
            return line
        return line[: found.start()]

    def _is_theirs(self, line: str, there: Situation) -> bool:
        """Whether a heading names another seat: `Spain's bid:`."""
        signed = frozenset(self._words.signed)
        keys = {s.key for t in self._senses.of_text(line) for s in t.names_of(signed)}
        return line.rstrip().endswith(":") and bool(keys) and not there.is_own(keys)

    def _verb(self, line: str) -> str:
        """A verb that is alone above the fields of its order."""
        said = self._senses.of_text(_BULLET.sub("", line))
        acts = len(said) == 1 and not said[0].forms.isdisjoint(self._words.acting)
        return str(said[0].word) if acts else ""

    def _headed(self, line: str) -> str:
        """`Move. Both armies go there` with a colon after the verb, which is no order by itself."""
        head, mark, rest = _BULLET.sub("", line).partition(". ")
        bare = bool(mark and rest and _BULLET.match(line) and self._verb(head))
        return f"{head}: {rest}" if bare and not is_long(line) else line

    def _unheaded(self, at: int, lines: Sequence[Line]) -> Line:
        """A line; empty if it only announces the form after it."""
        line, behind = lines[at], lines[at + 1]
        head = line.read.strip()
        if not head.endswith(":") or not behind.written.strip():
            return line
        said = set(tokens(head)) - self._small
        names = {
            t.word for t in self._senses.of_text(head) if t.names_of(frozenset(self._words.signed))
        }
        form = behind.read != behind.written or bool(_BULLET.match(behind.written))
        return Line(line.written, "") if form and said <= self._headings | names else line
