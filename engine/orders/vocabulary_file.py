"""The file of a game's vocabulary, read and checked.

signatures = ["power"]            # categories of names that seats sign with
actions    = ["action"]           # kinds whose lines wait in the queue; all others answer
places     = ["region"]           # categories that `there` stands for; things: `it`; forces: units
talked_of  = ["power", "region"]   # those that remarks name, too: "Greetings from Spain!"
ordered    = ["turn_order"]       # lists of a position whose order matters

[names.power]
spain = ["Spain", "Spanish"]      # the printed name first, then other ways to write it
[groups.unit]                     # what stands for any of several names
troop = ["army", "fort"]
[slots]
from = "region"                   # places of patterns that are not named like a category
[lists]                           # places for several names or numbers, each a tuple in the choice
path = { each = "{square}", joined = "-", between = ["via"] }
force = { each = "{n} {unit}", joined = " and ", also = ["{unit}"], default = { n = 1 } }
[labels]
from = "REGION"                   # how help prints them, if not by their name
[words]                           # noise, courtesy, lead_in: lists of texts
                                  # agreed: how an order agrees to its toll, in patterns
[numbers]
one = 1
[counts]                          # of places that are a `count`: other numbers, and `all`
both = 2
every = "all"
[question.call]                   # how a kind is answered in few words: see engine.orders.questions
yes = "join with all"
[plurals]                         # how names are printed behind a number
army = "armies"
[synonyms]
build = ["raise"]
[cues]
build = ["new"]
[prepositions]
to = ["to", "into"]

[[lead]]                          # what may stand before an order
texts = ["at sea"]
kinds = ["naval"]                 # keeps to these kinds, or
then = { kind = "surprise", choice = ["surprise"] }      # adds a step
[[lead]]
say = "for {power}:"              # says for whom: fills this place of the choices behind it; alone
also = ["in the name of {power}"] # on a line, of all orders below it, down to the next such line

[[form]]
say = "build {unit} in {region}"  # printed so, and read so
also = ["build {unit}"]           # read, too
choice = ["build", "{unit}", "{region}"]
kinds = ["action"]
default = { region = "home" }     # where a pattern leaves a place out
exact = ["region"]                # places in which no slip is put right
help = "..."                      # without help: not in lists of forms
cues = ["new unit"]               # said by people, but no order by itself: these two and [cues] are
                                  # for engine.orders.understanding
# next, carry, repeat, counted, every, numbered, rest, now, anytime, with_action, change, onward,
# bare, where, force:
# see engine.orders.forms.Form

[[condition]]                     # what an order may depend on; see engine.orders.policy.Test
say = "{who} controls {region}"
also = ["{who} have a marker in {region}"]
contrary = ["{who} has lost {region}"]      # how it is said that it does not hold
least = { "view.control.{region}.{who}" = 1 }
[[situation]]                     # when a standing order answers: the kinds, and their facts
say = "{power} asks in {region}"
kinds = ["call"]
where = [{ "facts.attacker" = "{power}", "facts.region" = "{region}" }]
[[plan]]                          # a standing order that the game works out: its function
say = "me against {power} up to {n}"
kinds = ["auction"]
plan = "oppose"
args = ["{power}", "{n}"]
[[period]]                        # how long a standing order is good
texts = ["this war"]
same = "view.war"
asks = "in auctions"              # the situation that `in this war: ...` is for
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, NamedTuple

from engine.core.decision import as_choice
from engine.orders.clauses import Clauses
from engine.orders.forms import Form, Grammar, Items, Literal, Pattern, all_slots, lists_in
from engine.orders.language import language, languages
from engine.orders.leads import Lead
from engine.orders.lexicon import Names, Spelled, Word, tokens
from engine.orders.policy import ME, Period, Test
from engine.orders.questions import QuestionWords, questions
from engine.orders.statements import Known, Statements
from engine.orders.structure import Structure
from engine.orders.wordings import Wordings

_KEYS = {
    "signatures": list, "actions": list, "ordered": list, "talked_of": list, "names": dict,
    "slots": dict, "lists": dict, "labels": dict, "words": dict, "numbers": dict, "counts": dict,
    "question": dict, "places": list, "things": list, "forces": list, "plurals": dict,
    "cues": dict, "groups": dict,
    "synonyms": dict, "prepositions": dict, "lead": list, "form": list, "condition": list,
    "situation": list, "plan": list, "period": list,
}  # fmt: skip
_TEST_KEYS = {
    "say": str, "also": list, "own": str, "contrary": list, "help": str, "kinds": list,
    "where": list, "least": dict, "most": dict, "less": dict, "less_than": dict,
    "holds": dict, "happened": dict, "never": list, "known": list, "refused": bool,
    "plan": str, "args": list, "default": dict,
}  # fmt: skip
_PERIOD_KEYS = {"texts": list, "same": str, "asks": str}
_FORM_KEYS = {
    "say": str, "also": list, "choice": list, "kinds": list, "default": dict, "exact": list,
    "help": str, "next": list, "carry": str, "repeat": str, "counted": str, "every": bool,
    "numbered": str, "rest": bool, "now": bool, "anytime": bool, "with_action": bool,
    "change": bool, "onward": str, "force": bool, "bare": bool, "where": dict, "cues": list,
}  # fmt: skip
_LIST_KEYS = {
    "each": str, "also": list, "joined": str, "between": list, "default": dict, "exact": list,
}  # fmt: skip
_LEAD_KEYS = {"texts": list, "kinds": list, "then": dict, "say": str, "also": list}


SMALL = frozenset(["i", "we", "no", "not", "do", "dont", "never"])
"""Words that begin orders, and remarks as well."""


class Named(NamedTuple):
    """A name that stands in words from `start` to `end`."""

    category: str
    start: int
    end: int


@dataclass(frozen=True)
class Words:
    """A vocabulary, checked."""

    grammar: Grammar
    forms: tuple[Form, ...]
    leads: tuple[Lead, ...]
    actions: tuple[str, ...]
    ordered: tuple[str, ...]
    printed: Mapping[str, str]
    courtesy: frozenset[Word]
    signatures: frozenset[Word]
    lead_ins: tuple[tuple[Word, ...], ...]
    verbs: Mapping[str, tuple[Word, ...]]
    """The words that a form begins with, by its text."""
    literals: frozenset[Word]
    """Words of forms that are no names."""
    leading: frozenset[Word]
    """Words that stand before an order, or behind one that agrees to its toll."""
    telling: frozenset[Word]
    """Words of names that tell an order from a remark."""
    talked_of: frozenset[str]
    """Categories of names that remarks have in them, too."""
    beginning: frozenset[Word]
    """The words that a form begins with."""
    acting: frozenset[Word]
    """Those of them that are verbs, wherever they stand."""
    clauses: Clauses
    """Conditions and standing orders."""
    heard: Clauses
    """The same, with conditions and situations as people say them."""
    agreed: tuple[Pattern, ...] = ()
    """What stands behind an order that agrees to its toll."""
    agreeing: str = ""
    """How that is printed, with the number."""
    questions: Mapping[str, QuestionWords] = field(default_factory=dict)
    """How kinds of questions are answered in few words."""
    signed: tuple[str, ...] = ()
    """Categories of names that seats sign with."""
    places: tuple[str, ...] = ()
    """Categories of names of places: `there` is one."""
    things: tuple[str, ...] = ()
    """Categories of names that `it` may stand for."""
    thing_keys: frozenset[str] = frozenset()
    forces: tuple[str, ...] = ()
    """Categories of what fights."""
    cues: Mapping[str, frozenset[Word]] = field(default_factory=dict)
    """Further words that people use for a verb: more than its lines are written with."""
    cued: frozenset[Word] = frozenset()
    """The words of forms that people use for them."""
    groups: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)
    """Words for any of several names, by category."""
    light: frozenset[Word] = frozenset()
    """Words of the game that add nothing to what people write."""

    def tells(self, pieces: Sequence[Sequence[Word]]) -> bool:
        """Whether an order may be meant by what is understood as none: a part of it begins with a
        verb, or it names something and is more than talk about it."""
        said = [word for piece in pieces for word in piece]
        if any(map(self.begins, pieces)):
            return True
        if not self._strange(said) and not self.acting.isdisjoint(said):
            return True
        if not self._names(said):
            return False
        return self.deals(said) or any(map(self._may_begin, pieces)) or not self._strange(said)

    def deals(self, said: Sequence[Word]) -> bool:
        """Whether there is a verb, a number, or a name of what is not only talked of."""
        counts = any((self.grammar.number(word) or 0) > 1 for word in said)
        return counts or any(word in self.acting for word in said) or self.names_objects(said)

    def names_objects(self, said: Sequence[Word]) -> bool:
        """Whether something is named that is not only talked of, such as a unit."""
        return any(
            not self.telling.isdisjoint(said[found.start : found.end])
            for found in self.named_in(said)
            if found.category not in self.talked_of
        )

    def named_in(self, said: Sequence[Word]) -> Iterator[Named]:
        """The names that stand in the words as they are written."""
        for start in range(len(said)):
            for category, names in self.grammar.names.items():
                for found in names.at(said, start):
                    yield Named(category, start, found.end)

    def _names(self, said: Sequence[Word]) -> bool:
        """Whether one of the words stands in a name, or may be a slip of one."""
        known, near = self.grammar.known, self.grammar.named.near
        return any(w in self.telling or (w not in known and near(w)) for w in said)

    def begins(self, piece: Sequence[Word]) -> bool:
        """Whether it begins with the verb of an order."""
        said = [word for word in piece if word not in self.grammar.noise]
        return bool(said) and said[0] in self.beginning

    def _may_begin(self, piece: Sequence[Word]) -> bool:
        """Whether its first word, and no other, is strange and may be a verb: it is a slip of one,
        or two names stand behind it."""
        said = [w for w in piece if w not in self.grammar.noise and w not in self.courtesy]
        if not self._strange(said[:1]):
            return False
        if not self.acting.isdisjoint(self.grammar.spelled.near(said[0])):
            return self._names(said[1:])
        places = {found.start for found in self.named_in(said)}
        return len(places) > 1 and not self._strange(said[1:])

    def _strange(self, said: Sequence[Word]) -> bool:
        """Whether one of the words stands in no order."""
        return any(w not in self.grammar.known and not w.isdecimal() for w in said)

    def is_stray(self, words: Sequence[Word]) -> bool:
        """Whether one of the words has no place in an order, nor before or behind one."""
        besides = self.courtesy | self.signatures | self.leading
        return self.grammar.is_stray([word for word in words if word not in besides])

    def only(self, *, changes: bool) -> Words:
        """The same with a host's changes as its only forms, or without them."""
        forms = tuple(form for form in self.forms if form.change == changes)
        verbs = {form.say: self.verbs[form.say] for form in forms}
        beginning = frozenset(word for group in verbs.values() for word in group)
        acting = self.acting & beginning
        return replace(self, forms=forms, verbs=verbs, beginning=beginning, acting=acting)

    def name(self, key: str) -> str:
        """How a key is printed."""
        return self.printed.get(key, key.replace("_", " "))

    def outside_names(self, words: Sequence[Word]) -> list[Word]:
        """The words that stand in no name, and are more than a number or a word between."""
        inside = {n for found in self.named_in(words) for n in range(found.start, found.end)}
        outside = [word for n, word in enumerate(words) if n not in inside]
        between = self.grammar.noise | self.literals | frozenset(self.grammar.numbers)
        return [w for w in dict.fromkeys(outside) if w not in between and not w.isdecimal()]

    def parts_of_names(self, word: Word) -> list[str]:
        """The names that have this word in them, if it means nothing alone."""
        groups = self.grammar.names.values()
        if any(found.end == 1 for names in groups for found in names.at([word], 0)):
            return []
        keys = (key for names in groups for key in names.containing(word))
        return list(dict.fromkeys(keys))


NamesByCategory = Mapping[str, Mapping[str, Sequence[str]]]
NO_NAMES: NamesByCategory = {}


def load(data: bytes, source: str, names: NamesByCategory = NO_NAMES) -> Words:
    """Read a vocabulary; `names` by category and key: those that its file leaves to the data of a
    game, or that come before its own. Raises ValueError with file, key and what was expected."""
    try:
        given = tomllib.loads(data.decode())
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ValueError(f"{source}: not TOML: {error}") from None
    _check(given, _KEYS, source)
    written = given.get("names", {})
    mixed = {key: _in_front(rows, written.get(key, {})) for key, rows in names.items()}
    given["names"] = {**written, **mixed}
    try:
        return _words(given, source)
    except (KeyError, TypeError) as error:
        raise ValueError(f"{source}: {error!r} is missing or of the wrong kind") from None


def _in_front(
    names: Mapping[str, Sequence[str]], written: Mapping[str, Sequence[str]]
) -> dict[str, list[str]]:
    """The names of a category before those of its file, where they mean nothing else."""
    meant = {tuple(tokens(text)): key for key, texts in names.items() for text in texts}
    found = {key: list(names.get(key, ())) for key in (*written, *names)}
    for key, texts in written.items():
        found[key] += [text for text in texts if meant.get(tuple(tokens(text)), key) == key]
    return {key: texts for key, texts in found.items() if texts}


def _check(given: Mapping[str, Any], keys: Mapping[str, type], where: str) -> None:
    for key, value in given.items():
        if key not in keys:
            raise ValueError(f"{where}: unknown key {key!r}; expected {', '.join(keys)}")
        if not isinstance(value, keys[key]):
            raise ValueError(f"{where}: {key} must be a {keys[key].__name__}")


def _words(given: Mapping[str, Any], source: str) -> Words:
    names = {category: Names(texts) for category, texts in given["names"].items()}
    words = given.get("words", {})
    grammar = Grammar(
        names={**names, **_unions(given)},
        synonyms=given.get("synonyms", {}),
        prepositions=given.get("prepositions", {}),
        slots={k: v for k, v in given.get("slots", {}).items() if isinstance(v, str)},
        numbers=given.get("numbers", {}),
        counts=given.get("counts", {}),
        plurals=given.get("plurals", {}),
        noise=_flat(words.get("noise", ())),
    )
    grammar = replace(grammar, lists=_lists(given, grammar, source))
    forms = tuple(
        replace(made, usage=_usage(made.say, given.get("labels", {})))
        for n, form in enumerate(given["form"], 1)
        for made in [_form(form, grammar, f"{source}: form {n}")]
    )
    named = frozenset(w for key, group in names.items() if key != "self" for w in group.words())
    literals = _literals(pattern for form in forms for pattern in form.patterns)
    verbs = {form.say: _first_words(form) for form in forms}
    courtesy = _flat(words.get("courtesy", ()))
    prepositions = frozenset(w for group in grammar.prepositions.values() for w in _flat(group))
    numbers = frozenset([*grammar.numbers, *grammar.counts])
    between = grammar.noise | courtesy | numbers | prepositions
    beginning = frozenset(word for group in verbs.values() for word in group)
    printed = {k: texts[0] for group in given["names"].values() for k, texts in group.items()}
    grammar = replace(
        grammar,
        known=named | literals | grammar.noise | numbers,
        spelled=Spelled(literals),
        named=Spelled(name for group in names.values() for name in group.joined()),
    )
    agreed = tuple(grammar.pattern(text) for text in words.get("agreed", ()))
    leads = tuple(_lead(row, grammar, f"{source}: lead") for row in given.get("lead", ()))
    spoken = _literals(pattern for lead in leads for pattern in lead.patterns)
    grammar = replace(grammar, known=grammar.known | spoken)
    clauses, heard = _clauses(given, grammar, printed, source)
    return Words(
        grammar=grammar,
        forms=forms,
        leads=leads,
        leading=(frozenset(word for lead in leads for text in lead.texts for word in text))
        | _literals(agreed)
        | spoken,
        actions=tuple(given["actions"]),
        ordered=tuple(given.get("ordered", ())),
        printed=printed,
        courtesy=courtesy,
        signatures=frozenset(w for cat in given["signatures"] for w in names[cat].words()),
        lead_ins=tuple(tuple(tokens(text)) for text in words.get("lead_in", ())),
        verbs=verbs,
        literals=literals,
        clauses=clauses,
        heard=heard,
        telling=named - between,
        talked_of=frozenset(given.get("talked_of", ())),
        beginning=beginning,
        acting=beginning - between - SMALL,
        agreed=agreed,
        agreeing=next(iter(words.get("agreed", ())), ""),
        questions=questions(given.get("question", {}), source),
        signed=tuple(given["signatures"]),
        places=tuple(given.get("places", ())),
        things=tuple(given.get("things", ())),
        thing_keys=frozenset(
            key for cat in given.get("things", ()) for key in grammar.names[cat].keys
        ),
        forces=tuple(given.get("forces", ())),
        cues={verb: _flat(said) for verb, said in given.get("cues", {}).items()},
        cued=_literals(cue for form in forms for cue in form.cues),
        groups=given.get("groups", {}),
        light=_flat(words.get("light", ())),
    )


def _literals(patterns: Iterable[Pattern]) -> frozenset[Word]:
    """The words of patterns that are no names."""
    patterns = list(patterns)
    parts = (part for pattern in patterns for part in pattern)
    found = frozenset(w for part in parts if isinstance(part, Literal) for w in part.words)
    for items in lists_in(patterns).values():
        found |= _literals(items.patterns) | frozenset(items.between)
    return found


def _lists(given: Mapping[str, Any], grammar: Grammar, source: str) -> dict[str, Items]:
    found: dict[str, Items] = {}
    for key, row in given.get("lists", {}).items():
        where = f"{source}: lists.{key}"
        _check(row, _LIST_KEYS, where)
        texts, exact = [row["each"], *row.get("also", ())], row.get("exact", ())
        default = row.get("default", {})
        patterns = tuple(_pattern(text, grammar, where, exact) for text in texts)
        slots = tuple(_places(patterns[0]))
        _have_all(slots, zip(texts, patterns, strict=True), default, where)
        between = tuple(word for text in row.get("between", ()) for word in tokens(text))
        found[key] = Items(row["each"], slots, patterns, row["joined"], between, default)
    return found


def _pattern(text: str, grammar: Grammar, where: str, exact: Sequence[str] = ()) -> Pattern:
    try:
        return grammar.pattern(text, exact)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None


def _places(pattern: Pattern) -> list[str]:
    return [part.slot for part in pattern if not isinstance(part, Literal)]


def _have_all(
    slots: Iterable[str],
    patterns: Iterable[tuple[str, Pattern]],
    default: Mapping[str, Any],
    where: str,
) -> None:
    """Raise ValueError if a pattern does not say what a choice has, nor a default."""
    wanted = list(slots)
    for text, pattern in patterns:
        lacking = [slot for slot in wanted if slot not in (*_places(pattern), *default)]
        if lacking:
            raise ValueError(f"{where}: {text!r} does not say {lacking[0]!r}, nor has it a default")


def _unions(given: Mapping[str, Any]) -> dict[str, Names]:
    """Slots that take names of several categories: `tile = ["tile", "trade"]`."""
    return {
        slot: Names({k: v for category in wanted for k, v in given["names"][category].items()})
        for slot, wanted in given.get("slots", {}).items()
        if isinstance(wanted, list)
    }


def _flat(texts: Iterable[str]) -> frozenset[Word]:
    return frozenset(word for text in texts for word in tokens(text))


def _first_words(form: Form) -> tuple[Word, ...]:
    """The verbs of a form. What ends a turn is said in words that begin remarks as well."""
    if form.now:
        return ()
    return tuple(
        dict.fromkeys(
            word
            for pattern in form.patterns
            for part in pattern[:1]
            if isinstance(part, Literal) and not part.preposition
            for word in part.words
        )
    )


def _usage(say: str, labels: Mapping[str, str]) -> str:
    def shown(part: str) -> str:
        slot, _, after = part[1:].partition("}")
        return labels.get(slot, slot.upper().replace("_", " ")) + after

    parts = say.split()
    return " ".join(shown(p) if p.startswith("{") else p.split("|")[-1] for p in parts)


def _lead(given: Mapping[str, Any], grammar: Grammar, where: str) -> Lead:
    _check(given, _LEAD_KEYS, where)
    if "say" in given:
        return _lead_for(given, grammar, where)
    then = given.get("then")
    return Lead(
        tuple(tuple(tokens(text)) for text in given["texts"]),
        tuple(given.get("kinds", ())),
        (then["kind"], as_choice(then["choice"])) if then else None,
    )


def _lead_for(given: Mapping[str, Any], grammar: Grammar, where: str) -> Lead:
    """One that says for whom. Raises ValueError if it has not one place and one only."""
    texts = [given["say"], *given.get("also", ())]
    patterns = tuple(_pattern(text, grammar, where) for text in texts)
    places = {tuple(_places(pattern)) for pattern in patterns}
    slots = places.pop()
    if places or len(slots) != 1:
        raise ValueError(f"{where} ({given['say']}): it has one place, which its orders take")
    return Lead(say=given["say"], patterns=patterns, slot=slots[0])


def _clauses(
    given: Mapping[str, Any], grammar: Grammar, printed: Mapping[str, str], source: str
) -> tuple[Clauses, Clauses]:
    """The lines about lines as they are printed, and with statements as people say them."""

    def tests(section: str) -> tuple[Test, ...]:
        labels = given.get("labels", {})
        return tuple(
            _test(row, grammar, labels, f"{source}: {section} {n}")
            for n, row in enumerate(given.get(section, ()), 1)
        )

    periods: list[Period] = []
    for n, row in enumerate(given.get("period", ()), 1):
        _check(row, _PERIOD_KEYS, f"{source}: period {n}")
        periods.append(Period(tuple(row["texts"]), row["same"], row.get("asks", "")))
    sections = tests("condition"), tests("situation"), tests("plan")
    every = [test for section in sections for test in section]
    literals = _literals(p for t in every for p in (*t.patterns, *t.heard, *t.contrary))
    spelled = replace(grammar, spelled=Spelled(literals))
    wordings = Wordings(language("en"))

    def clauses(wordings: Wordings | None) -> Clauses:
        statements = Statements(spelled, Known(*sections), printed, _structure(), wordings)
        return Clauses(statements, periods, given["actions"])

    return clauses(None), clauses(wordings)


@cache
def _structure() -> Structure:
    return Structure(languages())


def _test(
    given: Mapping[str, Any], grammar: Grammar, labels: Mapping[str, str], where: str
) -> Test:
    _check(given, _TEST_KEYS, where)
    where = f"{where} ({given['say']})"
    patterns, heard, contrary = (
        tuple(_pattern(text, grammar, where) for text in texts)
        for texts in (
            [given["say"], *filter(None, [given.get("own")])],
            given.get("also", ()),
            given.get("contrary", ()),
        )
    )
    if lists_in((*patterns, *heard, *contrary)):
        raise ValueError(f"{where}: a list stands in forms only")
    own = {"who": ME} if "own" in given else {}
    return Test(
        say=given["say"],
        patterns=patterns,
        heard=heard,
        contrary=contrary,
        own=given.get("own", ""),
        help=given.get("help", ""),
        usage=_usage(given["say"], labels),
        kinds=tuple(given.get("kinds", ())),
        where=tuple(given.get("where", ())),
        least=given.get("least", {}),
        most=given.get("most", {}),
        less=given.get("less", {}),
        less_than=given.get("less_than", {}),
        holds=given.get("holds", {}),
        happened=given.get("happened", {}),
        never=tuple(given.get("never", ())),
        known=tuple(given.get("known", ())),
        refused=given.get("refused", False),
        plan=given.get("plan", ""),
        args=tuple(given.get("args", ())),
        default={**own, **given.get("default", {})},
    )


def _form(given: Mapping[str, Any], grammar: Grammar, where: str) -> Form:
    _check(given, _FORM_KEYS, where)
    where = f"{where} ({given['say']})"
    exact = given.get("exact", ())
    numbered = given.get("numbered", "")
    texts = [text for text in (given["say"], numbered, *given.get("also", ())) if text]
    patterns = tuple(_pattern(text, grammar, where, exact) for text in texts)
    form = Form(
        say=given["say"],
        choice=as_choice(given["choice"]),
        kinds=tuple(given.get("kinds", ())),
        help=given.get("help", ""),
        patterns=patterns,
        lists=lists_in(patterns),
        default=given.get("default", {}),
        next=tuple(given.get("next", ())),
        carry=given.get("carry", ""),
        repeat=given.get("repeat", ""),
        counted=given.get("counted", ""),
        every=given.get("every", False),
        numbered=numbered,
        rest=given.get("rest", False),
        now=given.get("now", False),
        anytime=given.get("anytime", False),
        with_action=given.get("with_action", False),
        change=given.get("change", False),
        onward=given.get("onward", ""),
        force=given.get("force", False),
        bare=given.get("bare", False),
        where=given.get("where", {}),
        cues=tuple(_pattern(text, grammar, where, exact) for text in given.get("cues", ())),
    )
    said = zip(texts, patterns, strict=True)
    _have_all(all_slots(form.choice), said, form.default, where)
    return form
