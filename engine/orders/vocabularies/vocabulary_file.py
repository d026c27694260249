"""Building a game's vocabulary from its file (`vocabulary_schema` describes the file)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from msgspec.structs import asdict

from engine.core.decision import as_choice
from engine.orders.conditions.clauses import Clauses
from engine.orders.conditions.policy import ME, SEVERAL, Period, Test, TestRow
from engine.orders.conditions.statements import Known, Statements
from engine.orders.conditions.structure import Structure
from engine.orders.conditions.wordings import Wordings
from engine.orders.patterns.before_an_order import Lead
from engine.orders.patterns.brackets import spellings
from engine.orders.patterns.choice_templates import all_slots
from engine.orders.patterns.forms import (
    ALL,
    Form,
    FormRow,
    Items,
    Literal,
    Pattern,
    left_out,
    lists_in,
    literals_in,
    places_in,
)
from engine.orders.patterns.grammar import Grammar
from engine.orders.patterns.idioms import Idioms, idioms_of
from engine.orders.vocabularies import rewording
from engine.orders.vocabularies.game_words import SMALL, Words
from engine.orders.vocabularies.vocabulary_schema import (
    LeadRow,
    VocabularyFile,
    read,
)
from engine.orders.words.language import ENGLISH, Language, language
from engine.orders.words.lexicon import Names, Spelled, Word, tokens, words_in

NamesByCategory = Mapping[str, Mapping[str, Sequence[str]]]
NO_NAMES: NamesByCategory = {}
NO_FILES: Mapping[str, bytes] = {}


def load(
    data: bytes,
    source: str,
    names: NamesByCategory = NO_NAMES,
    others: Mapping[str, bytes] = NO_FILES,
) -> tuple[Words, dict[str, Callable[[], Words]]]:
    """Read a vocabulary, with functions that make it in other languages (they take time).

    `names` by category and key: those that the file leaves to the game's data, or that come before
    its own; `others`: the files of other languages. Raises ValueError with file, key and what was
    expected.
    """
    file = read(data, source)
    mixed = {key: _in_front(rows, file.names.get(key, {})) for key, rows in names.items()}
    own = {**file.names, **mixed}
    said = {code: rewording.read(others[code], code, language(code).folded) for code in others}
    foreign = [each.names for each in said.values()]
    words = _Building(file, own, source, language(ENGLISH), foreign).words()
    return words, {code: partial(_reworded, file, own, said[code], code) for code in said}


def _reworded(
    file: VocabularyFile, own: NamesByCategory, words: rewording.OtherWords, code: str
) -> Words:
    spoken = language(code)
    names = rewording.named(own, _with_many(words), spoken.endings)
    return _Building(rewording.reworded(file, words, code), names, code, spoken).words()


def _with_many(words: rewording.OtherWords) -> NamesByCategory:
    """Return the names, each followed by its plural names."""
    return {
        category: {key: (*texts, *words.many.get(key, ())) for key, texts in rows.items()}
        for category, rows in words.names.items()
    }


def _in_front(
    names: Mapping[str, Sequence[str]], written: Mapping[str, Sequence[str]]
) -> dict[str, list[str]]:
    """Put the names of a category before those of its file, where these mean nothing else."""
    meant = {tuple(tokens(text)): key for key, texts in names.items() for text in texts}
    found = {key: list(names.get(key, ())) for key in (*written, *names)}
    for key, texts in written.items():
        found[key] += [text for text in texts if meant.get(tuple(tokens(text)), key) == key]
    return {key: texts for key, texts in found.items() if texts}


class _Building:
    """A vocabulary being built from its file."""

    def __init__(
        self,
        file: VocabularyFile,
        written: NamesByCategory,
        source: str,
        spoken: Language,
        foreign: Sequence[NamesByCategory] = (),
    ) -> None:
        """Check the file, build names and grammar. `foreign`: names in other languages."""
        self.file, self.written, self.source = file, written, source
        self.language, self.foreign = spoken, foreign
        self._check_categories()
        self.names = {category: self._names([category]) for category in written}
        self.grammar = Grammar(
            names={**self.names, **self._unions()},
            synonyms=file.synonyms,
            prepositions=file.prepositions,
            slots={slot: of for slot, of in file.slots.items() if isinstance(of, str)},
            numbers=file.numbers,
            counts=file.counts,
            plurals=file.plurals,
            noise=words_in(file.words.noise),
            verbs=file.verbs,
            folded=spoken.folded,
        )
        self.grammar = replace(self.grammar, lists=dict(map(self._list, file.lists)))

    def _check_categories(self) -> None:
        """Raise ValueError for a category without names."""
        slots = {f"slots.{slot}": of for slot, of in self.file.slots.items()}
        lists = {key: of for key, of in slots.items() if isinstance(of, list)}
        known = {*self.written, *self.file.slots}
        for key, wanted in {"signatures": self.file.signatures, **lists}.items():
            if unknown := [category for category in wanted if category not in self.written]:
                raise ValueError(f"{self.source}: {key}: {unknown[0]!r} has no names")
        for key in ("places", "things", "forces"):
            if unknown := [each for each in getattr(self.file, key) if each not in known]:
                raise ValueError(f"{self.source}: {key}: {unknown[0]!r} has no names")

    def _unions(self) -> dict[str, Names]:
        """Return the slots that take names of several categories: `tile = ["tile", "trade"]`."""
        return {
            slot: self._names(of) for slot, of in self.file.slots.items() if isinstance(of, list)
        }

    def _names(self, categories: Sequence[str]) -> Names:
        """Return the names of some categories."""
        written = {key: said for each in categories for key, said in self.written[each].items()}
        foreign: dict[str, list[str]] = {}
        for names in self.foreign:
            for category in categories:
                for key, said in names.get(category, {}).items():
                    foreign.setdefault(key, []).extend(said)
        return Names(written, self.file.many, foreign)

    def words(self) -> Words:
        """Build the vocabulary. Raises ValueError with file, key and what was expected."""
        file, names = self.file, self.names
        written = tuple(self._form(n, row) for n, row in enumerate(file.form, 1))
        forms = tuple(form for form in written if not form.reason)
        named = frozenset(w for key, group in names.items() if key != "self" for w in group.words())
        literals = literals_in(
            pattern for form in forms for pattern in (*form.patterns, *form.wordings)
        )
        verbs = {form.say: _first_words(form) for form in forms}
        courtesy = words_in(file.words.courtesy)
        prepositions = frozenset(w for group in file.prepositions.values() for w in words_in(group))
        numbers = frozenset([*file.numbers, *file.counts])
        between = self.grammar.noise | courtesy | numbers | prepositions
        beginning = frozenset(word for group in verbs.values() for word in group)
        agreed = tuple(map(self.grammar.pattern, file.words.agreed))
        leads = tuple(map(self._lead, file.lead))
        spoken = literals_in(pattern for lead in leads for pattern in lead.patterns)
        self.grammar = replace(
            self.grammar,
            known=named
            | literals
            | self.grammar.noise
            | numbers
            | spoken
            | self.language.words("indefinite"),
            spelled=Spelled(literals),
            named=Spelled(name for group in names.values() for name in group.joined()),
        )
        printed = self._printed()
        clauses, heard = self._clauses(printed)
        return Words(
            language=self.language,
            grammar=self.grammar,
            forms=forms,
            reasons=tuple(form for form in written if form.reason),
            leads=leads,
            leading=literals_in(agreed)
            | spoken
            | frozenset(word for lead in leads for text in lead.texts for word in text),
            actions=file.actions,
            ordered=file.ordered,
            printed=printed,
            courtesy=courtesy,
            signatures=frozenset(w for cat in file.signatures for w in names[cat].words()),
            lead_ins=tuple(tuple(tokens(text)) for text in file.words.lead_in),
            verbs=verbs,
            literals=literals,
            clauses=clauses,
            heard=heard,
            telling=named - between,
            talked_of=frozenset(file.talked_of),
            beginning=beginning,
            acting=beginning - between - SMALL,
            agreed=agreed,
            agreeing=next(iter(file.words.agreed), ""),
            foreseen=file.foreseen,
            questions=file.question,
            led=file.led,
            standing=file.standing,
            hands=file.hands,
            owned=file.owned,
            signed=file.signatures,
            places=file.places,
            things=file.things,
            thing_keys=frozenset(
                key for cat in file.things for key in self.grammar.names[cat].keys
            ),
            forces=file.forces,
            cues=_by_word(file.cues),
            hints=_by_word(file.hints),
            cued=literals_in(cue for form in forms for cue in form.cued),
            groups=file.groups,
            light=words_in(file.words.light),
            counted=file.words.counted,
            fighting=words_in(file.words.fighting),
            dropped=tuple(tuple(tokens(text)) for text in file.words.dropped),
            meant=self._meant(),
            short=file.words.short,
            terse=file.words.terse,
            letters=file.words.letters,
            unit_verbs=file.words.unit_verbs,
            signs=file.words.signs,
            fields=file.words.fields,
            proposing=file.deals,
            transport=file.transport,
        )

    def _meant(self) -> Idioms:
        """Return the phrases that are read as other words, in all their spellings."""
        common = self.file.words
        try:
            return idioms_of(common.meant, common.sets, self.language.folded)
        except ValueError as error:
            raise ValueError(f"{self.source}: words.meant: {error}") from None

    def _printed(self) -> dict[str, str]:
        """Return how each name is printed, and each form of it that patterns may ask for."""
        names = {key: said[0] for group in self.written.values() for key, said in group.items()}
        declined, cases = self.file.declined, self.file.cases
        forms = {
            f"{key}.{case}": declined.get(key, {}).get(case, form.format(name))
            for key, name in names.items()
            for case, form in cases.items()
        }
        forms |= {
            f"{key}.{SEVERAL}": row[SEVERAL] for key, row in declined.items() if SEVERAL in row
        }
        counts = {str(n): text for text, n in reversed(self.file.counts.items())}
        return {**names, **forms, **{key: counts[key] for key in (ALL,) if key in counts}}

    def _patterns(
        self, texts: Iterable[str], where: str, exact: Sequence[str] = ()
    ) -> tuple[Pattern, ...]:
        try:
            return tuple(each for text in texts for each in self.grammar.patterns(text, exact))
        except ValueError as error:
            raise ValueError(f"{self.source}: {where}: {error}") from None

    def _spelled(self, texts: Iterable[str], where: str) -> list[str]:
        """Return texts with and without what is in brackets."""
        try:
            return [spelled for text in texts for spelled in spellings(text)]
        except ValueError as error:
            raise ValueError(f"{self.source}: {where}: {error}") from None

    def _have_all(
        self,
        slots: Iterable[str],
        texts: Iterable[str],
        default: Mapping[str, Any],
        where: str,
    ) -> None:
        """Raise ValueError if a pattern lacks a place that has no default either."""
        wanted = list(slots)
        for text in texts:
            places = places_in(next(self.grammar.patterns(text)))
            if lacking := [slot for slot in wanted if slot not in (*places, *default)]:
                said = f"{text!r} does not say {lacking[0]!r}, nor has it a default"
                raise ValueError(f"{self.source}: {where}: {said}")

    def _list(self, key: str) -> tuple[str, Items]:
        row, where = self.file.lists[key], f"lists.{key}"
        texts = self._spelled([row.each, *row.also], where)
        patterns = self._patterns(texts, where, row.exact)
        slots = row.order or tuple(places_in(patterns[0]))
        self._have_all(slots, texts, row.default, where)
        between = tuple(word for text in row.between for word in tokens(text))
        further = self._patterns(self._spelled(row.further, where), where, row.exact)
        shared = left_out(slots, further, row.default)
        ahead = self._patterns(self._spelled(row.ahead, where), where, row.exact)
        own = (row.each, slots, patterns, row.joined, between, row.default, row.many)
        left = left_out(slots, ahead, row.default)
        return key, Items(*own, further, shared, row.behind, ahead, left)

    def _lead(self, row: LeadRow) -> Lead:
        if row.say:
            return self._lead_for(row)
        then = (row.then.kind, as_choice(row.then.choice)) if row.then else None
        texts = tuple(tuple(tokens(text)) for text in row.texts)
        return Lead(texts, row.kinds, then, shown=row.texts[0])

    def _lead_for(self, row: LeadRow) -> Lead:
        """Build a lead that says for whom. Raises ValueError unless it has just one place."""
        where = f"lead ({row.say})"
        patterns = self._patterns([row.say, *row.also], where)
        places = {tuple(places_in(pattern)) for pattern in patterns}
        slots = places.pop()
        if places or len(slots) != 1:
            raise ValueError(f"{self.source}: {where}: it has one place, which its orders take")
        return Lead(say=row.say, patterns=patterns, slot=slots[0])

    def _clauses(self, printed: Mapping[str, str]) -> tuple[Clauses, Clauses]:
        """Build the readers of lines about lines: strict, and as people say them."""
        file = self.file
        sections = [
            tuple(self._test(f"{section} {n}", row) for n, row in enumerate(rows, 1))
            for section, rows in (
                ("condition", file.condition), ("situation", file.situation), ("plan", file.plan),
            )
        ]  # fmt: skip
        periods = [
            Period(self._spans(row.texts), row.same, row.asks, row.now) for row in file.period
        ]
        every = [test for section in sections for test in section]
        literals = literals_in(p for t in every for p in (*t.patterns, *t.wordings, *t.denied))
        spelled = replace(self.grammar, spelled=Spelled(literals))

        english = language(ENGLISH)
        spoken = [self.language] if self.language is english else [self.language, english]
        structure = Structure(spoken)

        def clauses(wordings: Wordings | None) -> Clauses:
            statements = Statements(spelled, Known(*sections), printed, structure, wordings)
            return Clauses(statements, periods, file.actions)

        return clauses(None), clauses(Wordings(self.language))

    def _spans(self, texts: Sequence[str]) -> tuple[str, ...]:
        """Return the texts for a period; the last text, in which it is printed, stays last."""
        said = [span for text in texts for span in self.language.spans_of(text)]
        return tuple(reversed(dict.fromkeys(reversed(said))))

    def _test(self, where: str, row: TestRow) -> Test:
        where = f"{where} ({row.say})"
        patterns = self._patterns(filter(None, [row.say, row.own, row.several]), where)
        wordings, denied = self._patterns(row.also, where), self._patterns(row.contrary, where)
        if lists_in((*patterns, *wordings, *denied)):
            raise ValueError(f"{self.source}: {where}: a list stands in forms only")
        return Test(
            **{**asdict(row), "default": {**({"who": ME} if row.own else {}), **row.default}},
            patterns=patterns,
            wordings=wordings,
            denied=denied,
            usage=_usage(row.say, self.file),
        )

    def _form(self, n: int, row: FormRow) -> Form:
        where = f"form {n} ({row.say})"
        texts = self._spelled(filter(None, [row.say, row.numbered, *row.also]), where)
        heard = self._spelled(row.heard, where)
        patterns = self._patterns(texts, where, row.exact)
        wordings = self._patterns(heard, where, row.exact)
        choice, then = as_choice(row.choice), as_choice(row.then)
        self._have_all(all_slots((*choice, *then)), (*texts, *heard), row.default, where)
        made = {"choice": choice, "then": then, "default": _as_said(row.default)}
        return Form(
            **{**asdict(row), **made},
            patterns=patterns,
            wordings=wordings,
            cued=self._patterns(row.cues, where, row.exact),
            lists=lists_in((*patterns, *wordings)),
            usage=_usage(row.say, self.file),
        )


def _as_said(default: Mapping[str, Any]) -> dict[str, Any]:
    """Return defaults with tuples for their lists."""
    return {slot: as_choice([value])[0] for slot, value in default.items()}


def _by_word(said: Mapping[str, Iterable[str]]) -> dict[Word, frozenset[Word]]:
    """Return words by the word they stand for, whatever its capitals."""
    return {word: words_in(texts) for text, texts in said.items() for word in tokens(text)}


def _first_words(form: Form) -> tuple[Word, ...]:
    """Return a form's verbs; none if it ends a turn, since its words begin remarks as well."""
    if form.now:
        return ()
    return tuple(
        dict.fromkeys(
            word
            for pattern in (*form.patterns, *form.wordings)
            for part in pattern[:1]
            if isinstance(part, Literal) and not part.preposition
            for word in part.words
        )
    )


def _usage(say: str, file: VocabularyFile) -> str:
    def shown(part: str) -> str:
        slot, _, after = part[1:].partition("}")
        slot, _, case = slot.partition(".")
        label = file.labels.get(slot, slot.upper().replace("_", " "))
        return file.cases.get(case, "{}").format(label) + after

    parts = say.split()
    return " ".join(shown(p) if p.startswith("{") else p.split("|")[-1] for p in parts)
