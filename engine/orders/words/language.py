"""A language: words without a meaning of their own, and words that give sentences a structure."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache, cached_property, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Literal

import msgspec

from engine.orders.words.happening_words import HappeningWords
from engine.orders.words.lexicon import Word, spellings, tokens, words_in
from engine.orders.words.phrases import Choices
from engine.orders.words.told_words import Told
from engine.orders.words.verb_forms import PassiveVoice, VerbForms

ENGLISH = "en"
"""The language in which lines are stored, whatever they were written in."""


class OtherTimes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Moments, and the words that turn them into moments other than the current one."""

    before: tuple[str, ...]
    moments: tuple[str, ...]
    own: tuple[str, ...]
    numbered: tuple[str, ...]
    within: tuple[str, ...]
    counted: tuple[str, ...]
    numbers: tuple[str, ...]
    past: tuple[str, ...]
    past_before: tuple[str, ...]
    """Words that put a moment in the past."""
    earlier: tuple[str, ...]
    now: tuple[str, ...]


class Correcting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words that correct the order before them: `sorry, make that three`."""

    sure: tuple[str, ...]
    before_names: tuple[str, ...]
    """Words that only correct before names and amounts alone: `sorry, Spain`."""
    between: tuple[str, ...]
    """Words that may stand between such words and these: `no, only Spain`."""
    behind: tuple[str, ...]
    """Words after what is meant instead, if it begins as a correction: `no, 2 will do`."""
    ending: tuple[str, ...]
    """Words there that are enough to show a correction: `by sea, I mean`."""
    only: tuple[str, ...]
    """Words that limit what was named to some of it: `just the 3`."""
    dropping: tuple[str, ...]
    """Words that take back an order: `scratch the fleet`."""
    staying: tuple[str, ...]
    """Words that take back a move: `leave it in port`."""
    adding: tuple[str, ...]
    """Words that make it an addition instead of a correction: `PS: also a fleet`."""
    apologizing: tuple[str, ...]
    """Words that say sorry to other seats: `nothing personal, France`."""


class Contrast(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words around what is denied because something else is meant: `not the navy but the
    army`."""

    denied: tuple[str, ...]
    """Words before what is denied, after a mark or with one of `but`."""
    instead: tuple[str, ...]
    """Words before what is denied, anywhere."""
    in_front: tuple[str, ...]
    """Words at the beginning, before a whole clause about what is not done: `instead of attacking,
    ...`."""
    but: tuple[str, ...]
    gerunds: tuple[str, ...] = ()
    """Endings of a verb after `instead` that is not done at all: `instead of hiding`."""


class Subjects(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words after forces in orders about them or to them."""

    should: tuple[str, ...] = ()
    """Words before the verb: `the army in India should attack France`."""
    called: tuple[str, ...] = ()
    """Commands to forces, with a verb: `army, off you go to India`."""
    go: str = ""
    """The verb that such a command means."""


class Deciding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of writers who think aloud, and then decide."""

    alternatives: tuple[str, ...] = ()
    """Words between two things that the writer chooses from."""
    settled: tuple[str, ...] = ()
    """Words before the thing that is chosen."""


class Quoting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words by which a mail reports what others say or want."""

    saying: tuple[str, ...]
    past: tuple[str, ...]
    """Words of `saying` that, even of the writer, only report something."""
    but: tuple[str, ...]
    """Words after which the writer goes on."""
    asked: tuple[str, ...]
    """Patterns of what others want of the writer: `asks me to`."""
    going_on: tuple[str, ...]
    """Words with which the report goes on."""
    idioms: tuple[str, ...]
    """Phrases with such words that report nothing: `he has been asking for it`."""


class Withholding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of orders that are mentioned but not given."""

    front: tuple[str, ...] = ()
    """Phrases with choices at the beginning of a sentence: `imagine`."""
    unwilling: tuple[str, ...] = ()
    """Words before the order, in its part of the sentence: `I forgot to attack`."""
    others: tuple[str, ...] = ()
    """Other people who may be the ones that act: `they want to attack`."""
    behind: tuple[str, ...] = ()
    """Phrases with choices after the order: `attack, but not yet`."""


class Counting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words that say an order is meant one time."""

    once: tuple[str, ...]
    behind: tuple[str, ...]
    """Words after such a word that show it only counts."""
    more: tuple[str, ...]
    """Phrases at the end of an order that say one like it was played before."""


class Absence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How players say that they are away or back, as regular expressions of whole clauses."""

    states: tuple[str, ...]
    """What `STATE` in the other lists stands for: words such as `on leave`."""
    away: tuple[str, ...]
    back: tuple[str, ...]
    beside: tuple[str, ...]
    """What else they mention, such as where they were or who should play."""
    only_beside: tuple[str, ...]
    """What may mean something else where it stands alone: `back on Friday`, `thanks`."""

    def said(self, *keys: str) -> str:
        """Return one expression for everything in some of its lists."""
        each = [pattern for key in keys for pattern in getattr(self, key)]
        return "|".join(each).replace("STATE", rf"\b(?:{'|'.join(self.states)})\b(?!-)")


class Language(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The content of a language's file, which all games share."""

    weightless: tuple[str, ...]
    dropped: tuple[str, ...]
    yes: tuple[str, ...]
    no: tuple[str, ...]
    consent: tuple[str, ...]
    agreeing: tuple[str, ...]
    refusing: tuple[str, ...]
    negations: tuple[str, ...]
    doubts: tuple[str, ...]
    questions: tuple[str, ...]
    requests: tuple[str, ...]
    doing: tuple[str, ...]
    articles: tuple[str, ...]
    leave: tuple[str, ...]
    of_facts: tuple[str, ...]
    """Beginnings of questions that are about no order: `what does a fort cost?`"""
    holding: tuple[str, ...]
    """Words of such questions that ask what somebody has, or who leads."""
    pricing: tuple[str, ...]
    """Words of such questions that only ask for a price."""
    affording: tuple[str, ...]
    """Words that end a question that only asks whether there is enough for a thing."""
    effects: tuple[str, ...]
    """Words of such questions that only ask what a thing does."""
    joints: tuple[str, ...]
    there: tuple[str, ...]
    being: tuple[str, ...]
    describing: tuple[str, ...]
    """Verbs before a description of what is named: `Hungary is lovely`."""
    owning: tuple[str, ...]
    """Verbs before what somebody has: `Austria has three armies`."""
    small_numbers: tuple[str, ...]
    of_them: tuple[str, ...]
    """Words after a number of units that were named before."""
    in_a_row: tuple[str, ...]
    """Words for a position in a row."""
    tags: tuple[str, ...]
    """Polite endings of an order: `build an army in India, would you?`"""
    abbreviations: tuple[str, ...]
    """Words with a dot after them that ends no sentence."""
    slot_words: tuple[str, ...]
    """Words for the places of a list."""
    slot_joints: tuple[str, ...]
    slot_ranges: tuple[str, ...]
    slot_numbers: dict[str, int]
    """Numbers of places as words."""
    form_reasons: tuple[str, ...]
    """Labels of lines that order nothing: `Reason: ...`."""
    form_headings: tuple[str, ...]
    """Words of lines that only announce a form: `My bid:`."""
    form_none: tuple[str, ...]
    """Words for "none" in a form."""
    form_all: tuple[str, str]
    """The word for all units in a field, and the one for a form with none in any field."""
    concluding: tuple[str, ...]
    """Words before something that only follows from the text before: `So: a fort there.`"""
    reasons_of_others: tuple[str, ...]
    """Beginnings of parts about what others should not do, or may do: `so nobody walks in`."""
    namely: tuple[str, ...]
    """Words that continue the sentence before them: `Ich passe. Und zwar beide Aktionen.`"""
    preferring: tuple[str, ...]
    preferred_to: tuple[str, ...]
    separable: tuple[str, ...]
    """Prefixes that only change the direction of a verb: `rüberziehen`."""
    them: tuple[str, ...]
    everything: tuple[str, ...]
    asked_about: tuple[str, ...]
    limits: tuple[str, ...]
    limiting: tuple[str, ...]
    beyond: tuple[str, ...]
    for_good: tuple[str, ...]
    subject: tuple[str, ...]
    first_person: tuple[str, ...]
    least: tuple[str, ...]
    most: tuple[str, ...]
    works: tuple[str, ...]
    one_of: tuple[str, ...]
    no_more: tuple[str, ...]
    """Words after an amount that say it is all."""
    ones: tuple[str, ...]
    arrow: tuple[str, str, str]
    """The words before both ends of an arrow, `army Baltic -> Africa`, and before what is
    between."""
    passive: PassiveVoice
    subjects: Subjects
    counting: Counting
    shared_ones: tuple[str, ...]
    """Words for each of several units in turn: `one ..., the other ...`."""
    fails: tuple[str, ...]
    excepting: tuple[str, ...]
    upon: tuple[str, ...]
    new_ones: tuple[str, ...]
    wherever: tuple[str, ...]
    swapped: tuple[str, ...]
    raising: tuple[str, ...]
    no_amount: tuple[str, ...]
    each: tuple[str, ...]
    half: tuple[str, ...]
    staying: tuple[str, ...]
    at_home: tuple[str, ...]
    staying_away: tuple[str, ...]
    """Phrases that say units stay: `the armies sit this one out`."""
    remarks: tuple[str, ...]
    later: tuple[str, ...]
    other_times: OtherTimes
    months: tuple[str, ...]
    date_ranges: tuple[str, ...]
    """Words between two dates: `20. bis 27. Dezember`."""
    absence: Absence
    contrast: Contrast
    correcting: Correcting
    other_persons: tuple[str, ...]
    """Words for other people, before what they do."""
    quoting: Quoting
    following: tuple[str, ...]
    following_others: tuple[str, ...]
    """Words that send a force where the one before it goes."""
    adjuncts: tuple[str, ...]
    what_is_left: tuple[str, ...]
    """Words for the units that are left, which begin like a question: `what is left goes to
    D15`."""
    before_nouns: tuple[str, ...]
    """Words before a noun that says how or with what something is done: `from my purse`."""
    reasons: tuple[str, ...]
    reasons_behind_comma: tuple[str, ...]
    reasons_in_front: tuple[str, ...]
    fillers: tuple[str, ...]
    out_of: tuple[str, ...]
    adverbs: tuple[str, ...]
    """Endings of words that only say how something is done."""
    told: Told
    happening: HappeningWords
    spans: dict[str, tuple[str, ...]]
    """Texts for how long something counts, by the gender of the noun in them."""
    mine: tuple[str, ...]
    indefinite: tuple[str, ...]
    toward: tuple[str, ...]
    every: tuple[str, ...]
    all_others: tuple[str, ...]
    origins: tuple[str, ...]
    subjunctive: tuple[str, ...]
    superlatives: tuple[str, ...]
    structure: tuple[str, ...]
    cancels: tuple[str, ...]
    habits: tuple[str, ...]
    having: tuple[str, ...]
    musings: tuple[str, ...]
    again: tuple[str, ...]
    again_with: tuple[str, ...]
    counted_orders: dict[str, int]
    """Phrases that only count the orders after them: `my two actions: ...`."""
    multiples: dict[str, int]
    one_more: tuple[str, ...]
    """Words for one more of what was ordered: `noch so eine`."""
    against: tuple[str, ...]
    same: tuple[str, ...]
    greeting: tuple[str, ...]
    polite: tuple[str, ...]
    asking_who: tuple[str, ...]
    """Words that ask who does something."""
    completing: tuple[str, ...]
    """Words that open a clause without which the one before it is not whole: `I see that ...`."""
    never_last: tuple[str, ...]
    """Words that end no sentence, so that a line behind them goes on."""
    thanks: tuple[str, ...]
    urging: tuple[str, ...]
    """Words for "it is high time": a text that foretells something with these wishes it."""
    reordering: tuple[str, ...]
    ordinals: tuple[str, ...]
    numbered: tuple[str, ...]
    after_no: tuple[str, ...]
    if_words: tuple[str, ...]
    unless_words: tuple[str, ...]
    when_words: tuple[str, ...]
    when_itself: tuple[str, ...]
    """First words of situations that are printed without any of these words: `in battles: ...`."""
    else_words: tuple[str, ...]
    narrowing_words: tuple[str, ...]
    and_asked: tuple[str, ...]
    on_success: tuple[str, ...]
    on_failure: tuple[str, ...]
    conditional_verbs: tuple[str, ...]
    """Verbs that open a clause that the rest depends on: `should it arrive`, `kommt sie an`."""
    conditional_auxiliaries: tuple[str, ...]
    lasting_words: tuple[str, ...]
    not_lasting_behind: tuple[str, ...]
    not_lasting_before: tuple[str, ...]
    """Words beside which none of those is about the future: `as always`, `schon immer`."""
    never_words: tuple[str, ...]
    lead_words: tuple[str, ...]
    standing_leads: tuple[str, ...]
    """Those of them that say that what follows is for good."""
    general: tuple[str, ...]
    using: tuple[str, ...]
    numerals: dict[str, int]
    contractions: dict[str, str]
    agreeing_forms: dict[str, str]
    """Words that do not agree in printed orders, and their right forms: `mit alle`, `mit allen`."""
    denials: dict[str, str]
    unasked: tuple[str, ...]
    unasked_about: tuple[str, ...]
    places: dict[str, int]
    number_signs: tuple[str, ...]
    else_if_words: tuple[str, ...]
    then_words: tuple[str, ...]
    and_words: tuple[str, ...]
    or_words: tuple[str, ...]
    not_words: tuple[str, ...]
    possible_words: tuple[str, ...]
    end_words: tuple[str, ...]
    stop_words: tuple[str, ...]
    default_words: tuple[str, ...]
    forget_words: tuple[str, ...]
    adding: tuple[str, ...]
    standing_words: tuple[str, ...]
    all_of_words: tuple[str, ...]
    once_words: tuple[str, ...]
    open_end_words: tuple[str, ...]
    until_words: tuple[str, ...]
    exact_words: tuple[str, ...]
    separators: tuple[str, ...]
    verbs_last: tuple[str, ...]
    conditional: tuple[str, ...]
    ahead: tuple[str, ...]
    times: tuple[str, ...]
    away: tuple[str, ...]
    empty_verbs: tuple[str, ...]
    """Verbs that say little if another word says what is done."""
    particles: tuple[str, ...]
    """Words split off from verbs that add little at the end: `rücke nach Wien vor`."""
    denying_behind: tuple[str, ...]
    """Words that deny only what stands after them: `instead of`."""
    excess: tuple[str, ...]
    """Words for more of something than is good: `too old for it`."""
    relative_pronouns: tuple[str, ...]
    forgoing: tuple[str, ...]
    """Words in an answer that say the thing named beside them is not wanted."""
    aimed_at: tuple[str, ...]
    """Words before the place where something is done, such as `on`."""
    softeners: tuple[str, ...]
    light_in_heads: tuple[str, ...]
    openers: tuple[str, ...]
    before_openers: tuple[str, ...]
    before_heads: tuple[str, ...]
    for_all: tuple[str, ...]
    before_following: tuple[str, ...]
    behind_following: tuple[str, ...]
    elsewhere: tuple[str, ...]
    both: str
    origin: str
    inside: str
    within: tuple[str, ...]
    folded: dict[str, str]
    endings: tuple[str, ...]
    idioms: tuple[str, ...]
    heading_yes: tuple[str, ...]
    accepting: tuple[str, ...]
    """Words that mean yes beside what they are about: `the sea battle is accepted`."""
    heading_no: tuple[str, ...]
    """Words that mean yes or no after a heading: `Retreat: not played`."""
    negated_heading: str
    """How such a heading is denied: `no {}`."""
    headings: tuple[str, ...]
    doubting: tuple[str, ...]
    wondering: tuple[str, ...]
    """Words of doubt that are about orders only if one of the `tied` is beside them."""
    tied: tuple[str, ...]
    denying: tuple[str, ...]
    denied_now: tuple[str, ...]
    past: tuple[str, ...]
    harmless: tuple[str, ...]
    excuses: tuple[str, ...]
    pointing: tuple[str, ...]
    another_time: tuple[str, ...]
    at_hand: tuple[str, ...]
    printed: dict[str, str]
    plain: tuple[dict[str, str], ...]
    denied: dict[str, str]
    compared: dict[Literal["at_least", "at_most", "more", "less"], tuple[str, ...]]
    meant: dict[str, str] = {}
    as_conditions: dict[str, str] = {}
    put_plainly: dict[str, str] = {}
    """Regular expressions, and the plainer words for them: `die Armee, die in Wien steht`."""
    you: tuple[str, ...] = ()
    the_others: tuple[str, ...] = ()
    """Words for the units that are left."""
    having_behind: tuple[str, ...] = ()
    """Words after something that say it is there: `das Gold habe ich ja`."""
    at_end: tuple[str, ...] = ()
    no_deeds: tuple[str, ...] = ()
    """Words at the end of compounds that say what something is, not what is done."""
    this_time: tuple[str, ...] = ()
    """Phrases that limit an answer to what is asked now: `just this once`."""
    wishing: tuple[str, ...] = ()
    """Wordings of an order as a wish, a plan or a request: `(i|we) should like to`."""
    states: tuple[str, ...] = ()
    """Verbs after a wish that do nothing: `I should like to be red`."""
    infinitive: tuple[str, ...] = ()
    """Words between a wish and its verb: `I long to attack`."""
    unsure: tuple[str, ...] = ()
    """Words before an order that may mean it is not one."""
    withholding: Withholding = Withholding()
    deciding: Deciding = Deciding()
    answer_before: tuple[str, ...] = ()
    """Phrases that stand for the answer given right before: `that is my answer`."""
    vague_shares: tuple[str, ...] = ()
    """Phrases with choices that leave open how much of something is meant: `a bit of what`."""
    none_of: tuple[str, ...] = ()
    """Words before what there is none of that are also answers by themselves: `no trouble`."""
    playing: tuple[str, ...] = ()
    """Verbs for using what somebody holds: `play the marker`."""
    people: tuple[str, ...] = ()
    """Words for forces as the people they are."""
    keeping_off: tuple[str, ...] = ()
    """Regular expressions for the purpose of an order: `to keep the Austrians out`."""
    pronouns: tuple[str, ...] = ()
    """Words that stand for what the clause before them describes."""
    and_no_more: tuple[str, ...] = ()
    verbs: VerbForms = VerbForms()
    written_out: dict[str, str] = {}
    """Words that would be others without their apostrophe, and what they are short for."""
    conclusions: dict[str, tuple[str, ...]] = {}
    """Words before what follows from a reason, each with those before which it means something
    else: `so`, but not `so that`."""
    attributes: tuple[str, ...] = ()
    """Regular expressions of words that change nothing before a noun: `die gezogenen Marker`."""
    chips: tuple[str, ...] = ()
    """Words for chips at the end of compounds; empty if the language has no such words."""

    @cached_property
    def participles(self) -> frozenset[Word]:
        """The irregular participles."""
        said = (text for each in self.passive.participles for text in spellings(each, self.folded))
        return frozenset(word for text in said for word in tokens(text))

    @cached_property
    def attribute(self) -> re.Pattern[str]:
        """A pattern of the words that change nothing before a noun."""
        return re.compile("|".join(self.attributes) or "(?!)", re.IGNORECASE)

    def words(self, key: str) -> frozenset[Word]:
        """Return the words of one of the language's lists."""
        found = self._words.get(key)
        if found is None:
            spelled = self._spelled(key)
            found = words_in(spelled)
            self._words[key] = found
        return found

    @cached_property
    def _words(self) -> dict[str, frozenset[Word]]:
        """The words of the lists that were asked for so far."""
        return {}

    def phrases(self, key: str) -> tuple[tuple[Word, ...], ...]:
        """Return the phrases of one of the language's lists, the longest first."""
        found = self._phrases.get(key)
        if found is None:
            said = {tuple(tokens(text)) for text in self._spelled(key)}
            found = tuple(sorted(said, key=lambda words: (-len(words), words)))
            self._phrases[key] = found
        return found

    @cached_property
    def _phrases(self) -> dict[str, tuple[tuple[Word, ...], ...]]:
        """The phrases of the lists that were asked for so far."""
        return {}

    def _spelled(self, key: str) -> list[str]:
        return [said for text in getattr(self, key) for said in spellings(text, self.folded)]

    def spans_of(self, text: str) -> tuple[str, ...]:
        """Return the texts for a time, from the cases of a noun: `*m: Krieg, Krieges`; the text
        itself if it has no star."""
        gender, colon, nouns = text.removeprefix("*").partition(": ")
        if not (text.startswith("*") and colon):
            return (text,)
        return tuple(frame.format(*nouns.split(", ")) for frame in self.spans[gender])

    def words_of(self, texts: Iterable[str]) -> frozenset[Word]:
        """Return the words of texts in all their spellings."""
        return words_in(said for text in texts for said in spellings(text, self.folded))

    def phrases_of(self, texts: Iterable[str]) -> tuple[tuple[Word, ...], ...]:
        """Return texts as phrases, in all their spellings."""
        return tuple(
            dict.fromkeys(tuple(tokens(s)) for t in texts for s in spellings(t, self.folded))
        )

    def choices(self, texts: Iterable[str]) -> Choices:
        """Return phrases with choices, in all their spellings."""
        return Choices(said for text in texts for said in spellings(text, self.folded))

    @cached_property
    def unwilling(self) -> frozenset[Word]:
        """Words before an order that is not given."""
        return words_in(self.withholding.unwilling)


@lru_cache(maxsize=16)
def language(name: str) -> Language:
    """Return the language of a file in `languages/`, such as `en`.

    Raises ValueError with file, key and what was expected.
    """
    file = _folder().joinpath(f"{name}.toml")
    try:
        return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Language)
    except (msgspec.ValidationError, tomllib.TOMLDecodeError) as error:
        raise ValueError(f"{name}.toml: {error}") from None


def languages() -> list[Language]:
    """Return all languages that have files."""
    return [language(code) for code in codes()]


@cache
def codes() -> tuple[str, ...]:
    """Return the codes of the languages, English first."""
    files = sorted(file.name for file in _folder().iterdir() if file.name.endswith(".toml"))
    found = [name.removesuffix(".toml") for name in files]
    return tuple(sorted(found, key=lambda code: (code != ENGLISH, code)))


def in_all(key: str) -> list[str]:
    """Return the texts of a list in all languages, for words that mean nothing else in another
    one."""
    return list(dict.fromkeys(text for each in languages() for text in getattr(each, key)))


def _folder() -> Traversable:
    return resources.files("engine.orders").joinpath("languages")
