"""Reading order text as choices and printing choices as text, for any game's vocabulary.

A vocabulary is data, a TOML file of the game: names by category, words, and forms.
`engine.orders.vocabularies.vocabulary_file` describes the file, `engine.orders.patterns.forms` how
patterns are written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, lru_cache, partial
from itertools import groupby, islice
from typing import Any, Literal

from engine.core.decision import Choice, Menu, Refusal, Refused, refuse
from engine.core.messages import text as as_it_stands
from engine.orders.conditions.policy import Answer, Clause
from engine.orders.conditions.structure import POSSIBLE
from engine.orders.languages.other_languages import Tongue
from engine.orders.patterns.before_an_order import Whom
from engine.orders.patterns.brackets import left_out, shortest
from engine.orders.patterns.choice_templates import taken_apart
from engine.orders.patterns.forms import ALL, COUNT, TEXT, UNSAID, Form, Piece, begins, written
from engine.orders.patterns.suggestions import fitting, nearest
from engine.orders.reading.lines import (
    NOTHING,
    Line,
    NotAnOrder,
    OrderPart,
    Step,
    WrittenLine,
    no_order,
)
from engine.orders.reading.remarks import Doubt, Said, doubts
from engine.orders.reading.steps import printed, printed_pieces
from engine.orders.reading.strict_reader import UNREAD, Reader
from engine.orders.vocabularies.game_words import Words
from engine.orders.vocabularies.vocabulary_file import NO_FILES, NO_NAMES, NamesByCategory, load
from engine.orders.words.lexicon import is_long, tokens

__all__ = ["NOTHING", "Doubt", "Line", "NotAnOrder", "Step", "Vocabulary", "WrittenLine"]

LineRole = Literal["action", "answer", "anytime", "condition", "standing", "stop", "forget", "end"]
_ROLES: Mapping[str, LineRole] = {
    "if": "condition", "else": "condition", "when": "standing", "stop": "stop",
    "forget": "forget", "end": "end",
}  # fmt: skip


NO_OTHERS: Mapping[str, Any] = {}
Weights = Mapping[str, Mapping[str, float]]
"""How much each thing in a text speaks for a verb: by that thing, then by verb."""


class Vocabulary:
    """The wording of a game's orders: reads them and prints them."""

    def __init__(
        self,
        words: Words,
        others: Mapping[str, Callable[[], Words]] = NO_OTHERS,
        weights: Callable[[], Weights] = dict,
    ) -> None:
        """Set up the readers. `others`: functions that make the words of other languages;
        `weights`: a function that reads how likely verbs are (it takes time)."""
        self.words, self._others, self.weights = words, others, weights
        orders, changes = words.only(changes=False), words.only(changes=True)
        self.forms: tuple[Form, ...] = orders.forms
        self.changes: tuple[Form, ...] = changes.forms
        """How a host's changes of the state are written."""
        self._reader, self._changes = Reader(orders), Reader(changes)
        self._heard = lru_cache(maxsize=500)(Reader(orders, heard=True).split)
        self._split = lru_cache(maxsize=500)(self._reader.split)
        self._heading = lru_cache(maxsize=500)(self._reader.heading)
        self._line = lru_cache(maxsize=500)(self._read_line)
        self._saying = lru_cache(maxsize=500)(self._forms_for)
        self._by_kind = {
            kind: tuple(form for form in words.forms if kind in form.kinds)
            for form in words.forms
            for kind in form.kinds
        }

    @classmethod
    def read_toml(
        cls,
        data: bytes,
        source: str,
        names: NamesByCategory = NO_NAMES,
        others: Mapping[str, bytes] = NO_FILES,
        weights: Callable[[], Weights] = dict,
    ) -> Vocabulary:
        """Read a vocabulary from its file. `names` come from elsewhere, before those of the file;
        `others` are the files of other languages; `weights` reads how likely verbs are.

        Raises ValueError with file, key and what was expected.
        """
        return cls(*load(data, source, names, others), weights)

    @cached_property
    def tongues(self) -> Mapping[str, Tongue]:
        """The other languages that its lines may be written and shown in."""
        others = {
            code: Vocabulary(made(), weights=self.weights) for code, made in self._others.items()
        }
        return {code: Tongue(self, other) for code, other in others.items()}

    def read(self, text: str) -> Line | Refusal:
        """Read one line of order text. A refusal says what was not understood and what is near it;
        NotAnOrder needs no answer."""
        return self._reader.read(text)

    def split(self, text: str) -> tuple[Line, ...] | Refusal:
        """Return the orders of one line, each with a text that reads the same on its own.

        A line in another language is translated into the vocabulary's own: exact names and words in
        any language are preferred to corrected slips.
        """
        read = self._split(text)
        tongue = self._tongue(text) if isinstance(read, Refusal) or _is_guessed(read) else None
        other = tongue.strictly(text) if tongue else read
        if not tongue or isinstance(other, Refusal):
            return read
        if _is_guessed(other) and not (isinstance(read, Refusal) or tongue.weight(text) > 0):
            return read
        found = self._split(tongue.in_own(text))
        guesses = tuple(guess for line in other for guess in line.guesses)
        if isinstance(found, Refusal) or not guesses:
            return read if isinstance(found, Refusal) else found
        return (replace(found[0], guesses=guesses), *found[1:])

    def _tongue(self, text: str) -> Tongue | None:
        """Return the language that a line may be in, if it has words that only this language
        has."""
        heard = (each for each in self.tongues.values() if each.has_words_of(text))
        return max(heard, key=lambda tongue: tongue.weight(text), default=None)

    def heading(self, text: str) -> str:
        """Return a heading as printed: a line that says for whom the orders below it are, such as
        `for Austria:`. Return "" for other lines."""
        return self._heading(text) or next(filter(None, self._headings_elsewhere(text)), "")

    def _headings_elsewhere(self, text: str) -> Iterator[str]:
        """Yield such a line of another language in the vocabulary's own."""
        for tongue in self.tongues.values():
            if whom := tongue.other.headed(text):
                lead = self.words.leads[tongue.other.words.leads.index(whom.lead)]
                yield written(lead.say, whom.match.values, self.name)

    def headed(self, text: str) -> Whom | None:
        """Return for whom the orders below a line are, if it only says that; otherwise None."""
        return self._reader.headed(text)

    def line(self, text: str) -> WrittenLine:
        """Read a line and keep it as written; conditions may be worded as people write them."""
        return self._line(text)

    def _read_line(self, text: str) -> WrittenLine:
        read = self.split(text)
        heading = self.heading(text) if isinstance(read, Refusal) and not is_long(text) else ""
        if heading:
            said = as_it_stands(heading.rstrip(":"))
            return WrittenLine(text, no_order("remark.heading", whom=said), heading)
        if isinstance(read, Refusal):
            read = self._in_own_words(text) if self.tongues else self._heard(text)
        return WrittenLine(text, read)

    def _in_own_words(self, text: str) -> tuple[Line, ...] | Refusal:
        """Read a line with conditions worded as people write them, in any of the languages."""
        read = self._heard(text)
        tongue = self._tongue(text) if isinstance(read, Refusal) else None
        if tongue is None:
            return read
        if said := tongue.in_own(text):
            return self._split(said)
        spoken = tongue.other.line(text).read
        return spoken if isinstance(spoken, Refusal) and tongue.weight(text) > 0 else read

    def spoken(self, code: str) -> Vocabulary:
        """Return the vocabulary of a language, or this one if there is none for it."""
        return self.tongues[code].other if code in self._others else self

    def lines(self, texts: Iterable[str]) -> list[WrittenLine]:
        """Read several lines, such as those of a mail."""
        return [self.line(text) for text in texts]

    def below(self, heading: str, line: WrittenLine) -> tuple[Line, ...] | Refusal:
        """Return the orders of a line below a heading, if there is one: each text then says for
        whom it is."""
        return self._reader.below(heading, line.read) if heading else line.read

    def heard(self, text: str) -> tuple[Line, ...]:
        """Return the orders of a line with conditions or situations worded as people write them;
        empty if it is no such line."""
        if not self.words.clauses.structure.depends(text):
            return ()
        read = self._heard(text)
        if isinstance(read, Refusal) or not any(line.clause for line in read):
            return ()
        return read

    def canonical(self, read: Iterable[Line]) -> tuple[str, ...]:
        """Print lines about lines, with everything that depends on one condition on one line."""
        lines: list[str] = []
        begun = False
        for line in read:
            opens = line.clause is not None and line.clause.one_line
            other = opens and line.clause is not None and line.clause.word == "else"
            if lines and other and line.apart:
                lines[-1] = f"{self.words.clauses.structure.printed[POSSIBLE]}: {lines[-1]}"
            elif lines and not line.apart and (begun or other):
                lines[-1] += f"{' ' if begun else '; '}{self._line_said(line)}"
            else:
                lines.append(self._line_said(line))
            begun = opens
        return tuple(lines)

    def _line_said(self, line: Line) -> str:
        stands = line.clause is not None and line.clause.word == "when"
        return self.standing_said(line.clause) if stands and line.clause else line.text

    def standing_said(self, clause: Clause) -> str:
        """Print a standing order with its answers in canonical words."""
        answers = tuple(replace(each, text=self._answer_said(each)) for each in clause.answers)
        return self.words.clauses.standing_said(replace(clause, answers=answers))

    def _answer_said(self, answer: Answer) -> str:
        """Print the order of an answer; unchanged if the canonical text would not be read as the
        same."""
        for kind, choice in answer.candidates[:1]:
            said = "" if UNSAID in str(choice) else self.said_anyhow(kind, choice)
            steps = self.order(said).steps if said else ()
            if len(steps) == 1 and steps[0].candidates == answer.candidates:
                return said
        return answer.text

    def order(self, text: str) -> Line:
        """Read a text as one order; NOTHING if it is not understood."""
        read = self.line(text).read
        return NOTHING if isinstance(read, Refusal) else read[0]

    def doubts(self, lines: Iterable[WrittenLine]) -> list[Doubt]:
        """Return the remarks that put orders in doubt, from a mail's lines including blank ones."""
        return doubts((line.text, self._what(line)) for line in lines)

    def _what(self, line: WrittenLine) -> Said:
        if line.is_order:
            return "order"
        if not line.is_remark or line.text.startswith(UNREAD) or line.heading:
            return "other"
        return "courtesy" if self.is_courtesy(line.text) else "remark"

    def is_courtesy(self, text: str) -> bool:
        """Tell whether a line is nothing but courtesy and the names of seats, in any language."""
        others = (tongue.other for tongue in self.tongues.values())
        return self._reader.is_courtesy(text) or any(one.is_courtesy(text) for one in others)

    def breaks_off(self, text: str) -> bool:
        """Tell whether a text ends with a word that ends no sentence, in any language."""
        last = tokens(text.rpartition(" ")[2])[-1:] if text[-1:].isalpha() else []
        every = (self, *(tongue.other for tongue in self.tongues.values()))
        return any(not one.words.language.words("never_last").isdisjoint(last) for one in every)

    def begins_with_verb(self, text: str) -> bool:
        """Tell whether the first word of a text is a verb of orders, in any language."""
        first = tokens(text.partition(" ")[0])[:1]
        every = (self, *(tongue.other for tongue in self.tongues.values()))
        return any(not one.words.acting.isdisjoint(first) for one in every)

    def read_change(self, text: str) -> Choice | Refusal:
        """Read a host's change of the state, in any language. A refusal says what was not
        understood."""
        read = self._changes.split(text)
        if isinstance(read, Refusal):
            others = (tongue.other.read_change(text) for tongue in self.tongues.values())
            found = (choice for choice in others if not isinstance(choice, Refusal))
            return next(found, Refusal(read.message))
        if len(read) > 1 or read[0].change is None:
            return refuse("refusal.one_change_a_line")
        return read[0].change

    def begins(self, kind: str, text: str) -> bool:
        """Tell whether a text has the first word of an order that answers this kind of question."""
        first = "".join(tokens(text)[:1])
        return any(begins(form, first) for form in self._by_kind.get(kind, ()))

    def spelled_out(
        self, text: str, every: Callable[[Step], Sequence[Choice] | Refusal]
    ) -> str | Refusal:
        """Return one order's text, with each step that means all there are replaced by what `every`
        returns for it; or a refusal."""
        said: list[str] = []
        for part, step in self._reader.parts(text):
            found = every(step) if step.every else part.text
            if isinstance(found, Refusal):
                return found
            form = part.found[0][0]
            for each in [found] if isinstance(found, str) else self.counted(step, found):
                said.append(form.carried_on(each) if said else each)
        return ", ".join(said)

    def counted(self, step: Step, choices: Sequence[Choice]) -> list[str]:
        """Word choices of a step as orders, equal ones as one order with a number."""
        kind = step.candidates[0][0]
        return [self._numbered(kind, each, len(list(all_of))) for each, all_of in groupby(choices)]

    def _numbered(self, kind: str, choice: Choice, number: int) -> str:
        for form in self._saying(kind, choice[0], len(choice)):
            values = taken_apart(form.choice, choice) if number > 1 and form.numbered else None
            if values is not None and self._are_names(form.numbered, values):
                values = {**values, form.repeat: number}
                plurals = self.words.grammar.plurals
                return written(form.numbered, values, self.words.name, plurals)
        return self.say(kind, choice)

    def parts(self, text: str) -> Iterator[tuple[OrderPart, Step]]:
        """Yield the parts of one order's text, each with its first step."""
        return self._reader.parts(text)

    def has_own_words(self, text: str) -> bool:
        """Tell whether a line is an order that ends in a player's own words."""
        return self._reader.free.opened(text) is not None

    def may_propose(self, text: str) -> bool:
        """Tell whether a text names a seat, in a game whose seats can propose agreements."""
        named = self.words.named_in(tokens(text)) if self.words.proposing.say else ()
        return any(each.category == "seat" for each in named)

    def last_form(self, text: str) -> tuple[Form, Mapping[str, Any]] | None:
        """Return the form of a readable line's last order, and its values, or None."""
        found = list(self.said_forms(text))
        return found[-1] if found else None

    def said_forms(self, text: str) -> Iterator[tuple[Form, Mapping[str, Any]]]:
        """Yield the form of each order of a readable line, and the values of its places."""
        for part, _ in self._reader.parts(text):
            yield part.found[0][0], part.found[0][1].values

    def role(self, line: Line) -> LineRole:
        """Tell whether a line waits in the queue, answers an open question, or is done unasked; or
        what it says about other lines."""
        if line.clause:
            return _ROLES[line.clause.word]
        if line.anytime is not None or not line.steps:
            return "anytime"
        kinds = (kind for kind, _ in line.steps[0].candidates)
        return "action" if any(kind in self.words.actions for kind in kinds) else "answer"

    # Printing

    def name(self, key: str) -> str:
        """Return how a key is printed: "united_provinces" is "United Provinces"."""
        return self.words.name(key)

    def key(self, said: str, among: Sequence[str] | None = None, *, guess: bool = True) -> str:
        """Return the key of a name as people write it. Raises Refused if none or several are meant.

        Without `guess`, a name with a slip is unknown.
        """
        words = tokens(said)
        kept = [word for word in words if word not in self.words.grammar.noise]
        meant = dict.fromkeys(
            name.key
            for names in self.words.grammar.names.values()
            for looked_up in ((names.at, names.guessed) if guess else (names.at,))
            for name in looked_up(kept, 0)
            if name.end == len(kept) and (among is None or name.key in among)
        )
        exact = [key for key in meant if tokens(self.name(key)) == words]
        if len(found := exact or list(meant)) == 1:
            return found[0]
        if not found:
            for tongue in self.tongues.values():
                with suppress(Refused):
                    return tongue.other.key(said, among, guess=guess)
            near = tuple(among or ())
            raise Refused(refuse("refusal.name_unknown", said=as_it_stands(said), near=near))
        raise Refused(refuse("refusal.name_unclear", said=as_it_stands(said), ways=tuple(found)))

    def say(self, kind: str, choice: Choice) -> str:
        """Word a choice of this kind as an order that `read` understands."""
        return printed(self.words, *self._said_as(kind, choice))

    def said_anyhow(self, kind: str, choice: Choice) -> str:
        """Word a choice as an order; if no form fits it, in the way such orders are written."""
        try:
            return self.say(kind, choice) if kind else self.say_anytime(choice)
        except ValueError:
            return self.how(kind, choice[0])

    def how(self, kind: str, verb: str) -> str:
        """Tell how an answer with this verb is written: `pass`, `recruit CARD`."""
        with suppress(ValueError):
            return self.say(kind, (verb,)) if kind else self.say_anytime((verb,))
        forms = self._by_kind.get(kind, ()) if kind else self.forms
        told = [form for form in forms if form.choice[0] == verb]
        usages = [form.usage for form in told if form.help] or [form.usage for form in told]
        return shortest(usages[0]) if usages else self.name(verb)

    def say_in_pieces(self, kind: str, choice: Choice) -> tuple[Piece, ...]:
        """Word a choice as `say` does, in pieces: the words of its form, and the text of its
        places."""
        return tuple(printed_pieces(self.words, *self._said_as(kind, choice)))

    def _said_as(self, kind: str, choice: Choice) -> tuple[Form, dict[str, Any]]:
        """Return the form that says a choice, and its values. Raises ValueError if none does."""
        unnamed: tuple[Form, dict[str, Any]] | None = None
        for form in self._saying(kind, choice[0], len(choice)):
            if (values := taken_apart(form.choice, choice)) is not None:
                if self._are_names(form.say, values):
                    return form, values
                unnamed = unnamed or (form, values)
        if unnamed is None:
            raise ValueError(f"no order form says {choice!r} for {kind!r}")
        return unnamed

    def _are_names(self, say: str, values: Mapping[str, Any]) -> bool:
        """Tell whether each value is of the sort that its place takes: "all" is no number."""
        grammar = self.words.grammar
        names, slots, lists = grammar.names, grammar.slots, grammar.lists

        def is_one(slot: str, value: Any) -> bool:
            of = slots.get(slot, slot)
            if of in lists and isinstance(value, tuple):
                each = lists[of]
                return value != () and all(
                    self._are_names(each.say, each.values(item)) for item in value
                )
            if of == TEXT or (of == COUNT and value in grammar.counts.values()):
                return True
            return isinstance(value, int) or (of in names and value in names[of].keys)

        open_ones = [lead.slot for lead in self.words.leads if values.get(lead.slot) == UNSAID]
        unsaid = left_out(say, values).union(open_ones)
        return all(slot in unsaid or is_one(slot, value) for slot, value in values.items())

    def _forms_for(self, kind: str, verb: str, length: int) -> list[Form]:
        """Return the forms that may print a choice of a kind, by its verb and its length. Forms
        without places come first, since they are plainer."""
        found = [
            form
            for form in self._by_kind.get(kind, ())
            if form.say and len(form.choice) == length
            if form.choice[0] == verb or "{" in form.choice[0]
        ]
        return sorted(found, key=lambda form: "{" in form.say)

    def agreeing(self, text: str, amount: int) -> str:
        """Word the order of this text so that it agrees to its toll."""
        return f"{text}, {written(self.words.agreeing, {'n': amount}, self.name)}"

    def foreseen(self, order: str, values: Mapping[str, Any]) -> str:
        """Word a standing order that is offered, by the name of what is foreseen."""
        said = {slot: self.name(str(value)) for slot, value in values.items()}
        return self.words.foreseen[order].format(**said)

    def say_anytime(self, choice: Choice) -> str:
        """Word a choice that needs no question as an order."""
        found = ((form, taken_apart(form.choice, choice)) for form in self.forms if form.anytime)
        fitting = [(form, values) for form, values in found if values is not None]
        named = [pair for pair in fitting if self._are_names(pair[0].say, pair[1])]
        for form, values in named or fitting:
            return printed(self.words, form, values)
        raise ValueError(f"no order form says {choice!r} at any time")

    def say_rest(self, step: Step) -> str:
        """Word the order for the rest of a turn that this step continues with."""
        _, choice = step.candidates[0]
        return next(form.say for form in self.forms if form.rest and form.choice == choice)

    def say_change(self, choice: Choice) -> str:
        """Word a change of the state as `read_change` understands it."""
        for form in self.changes:
            values = taken_apart(form.choice, choice)
            if values is not None and self._are_names(form.say, values):
                return printed(self.words, form, values)
        raise ValueError(f"no form says {choice!r} as a change")

    def usages(self, kind: str) -> list[tuple[str, str]]:
        """Return the forms of a kind with a line of help each, for `help` and order forms."""
        return [(f.usage, f.help) for f in self._by_kind.get(kind, ()) if f.help]

    # Using a menu

    def resolve(self, kind: str, choice: Choice, menu: Menu) -> Choice | Refusal:
        """Return the choice that an incomplete order must mean, or a refusal that asks for more.

        "all" is the most there may be, UNSAID the only thing that fits, and a value such as
        "neutral:4" the one option that begins like this. A choice that leaves nothing out is
        returned unchanged. `kind`: "" for what needs no question.
        """
        found = list(dict.fromkeys(islice(fitting(menu.canonical(choice), menu), 9)))
        if len(found) == 1:
            return found[0]
        if not found:
            return _said_anyhow(choice, menu)
        said = partial(self.say, kind) if kind else self.say_anytime
        ways = [said(option) for option in found[:8]] + ["..."] * (len(found) > 8)
        return refuse("refusal.which_is_meant", ways=tuple(map(as_it_stands, ways)))

    def nearest(self, kind: str, choice: Choice, menu: Menu, most: int = 3) -> list[str]:
        """Return legal orders with the same verb and as many equal arguments as possible."""
        return [self.say(kind, near) for near in nearest(choice, menu, most)]


def _is_guessed(read: Sequence[Line]) -> bool:
    """Tell whether slips were corrected in a line."""
    return any(line.guesses for line in read)


def _said_anyhow(choice: Choice, menu: Menu) -> Choice | Refusal:
    """Return what to judge if nothing fits, so that the refusal's reason comes from the rules."""
    verb = menu.get(choice[0])
    if verb is None or len(choice) - 1 != len(verb.domains):
        return choice
    args: tuple[Any, ...] = ()
    for value in choice[1:]:
        if value in (UNSAID, ALL):
            if refusal := verb.why_not(*args):
                return refusal
            domain = verb.domain(*args)
            after = (verb.then(args, value) for value in domain)
            reasons = [refusal for begun in after if (refusal := verb.why_not(*begun))]
            if reasons or not domain:
                return reasons[0] if reasons else refuse("refusal.could_mean_nothing")
            value = (domain[-1],) if verb.lists(args) else domain[-1]
        args = (*args, value)
    return (choice[0], *args)
