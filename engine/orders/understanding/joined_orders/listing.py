"""Several names in one order, which is given again for each of them: `two in Egypt, one in
Syria`."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.orders.patterns.choice_templates import all_slots, filled, taken_apart
from engine.orders.patterns.forms import UNSAID, Form, Part, Place
from engine.orders.reading.steps import printed
from engine.orders.understanding.frames.making_orders import HOW_MANY, legal
from engine.orders.understanding.frames.matching import MISSING
from engine.orders.understanding.reading_types import TO_DO, Meaning, Situation
from engine.orders.understanding.words.token import Sense, Token
from engine.orders.vocabularies.game_words import Words
from engine.orders.words.lexicon import Plural, Word, tokens

MOST_NAMES = 12


class _Named(NamedTuple):
    """A name in a piece: its position, and what it is."""

    start: int
    sense: Sense


def listed(
    words: Words,
    said: Sequence[Token],
    there: Situation,
    read: Callable[[Sequence[Word]], list[Meaning]],
    written: Sequence[Token],
) -> Meaning | None:
    """Return the order that is meant for each of several places; None if there are no such places,
    or no such order. `written`: the words with all numbers."""
    named = list(_names(words, said))
    names = [
        each
        for each, before in zip(named, (None, *named), strict=False)
        if before is None or not _is_other_name(each, before, said)
    ]
    if not 1 < len(names) <= MOST_NAMES:
        return None
    first = (*said[: names[0].sense.end], *said[names[-1].sense.end :])
    alone = [token.word for token in first]
    alone = [_single(words, token) for token in first] if words.grammar.counts_units else alone
    found = [meaning for meaning in read(alone) if meaning.form and not meaning.several]
    if not found and not any(token.forms & words.acting and not token.senses for token in first):
        found = _unsaid(words, alone, read)
    goes_on = [meaning for meaning in found if meaning.form.next]
    best = (goes_on or found)[:1]
    if best and any(_is_exact(part) for pattern in best[0].form.patterns for part in pattern):
        return None
    if not best or best[0].cost > found[0].cost + 1 or len(best[0].lines) > 1:
        return None
    alike = [m for m in goes_on or found if m.form is best[0].form and m.cost == best[0].cost]
    ways = {m.choice: m for m in alike}.values()
    keys = [name.sense.key for name in names[1:]]
    if sum(isinstance(token.number, int) for token in written) == 1:
        best = [_shared_out(words, m, [names[0].sense.key, *keys], first) for m in best]
    one_place = all(key == names[0].sense.key for key in keys)
    if one_place and any(token.number == len(names) for token in first):
        return best[0]  # `two hordes, both E25`
    if len({names[0].sense.key, *keys}) > len(keys) and _leaves_open_how_many(words, first):
        best = [replace(meaning, guessed=(*meaning.guessed, HOW_MANY)) for meaning in best]
    if len(ways) == 1 or best[0].form.next:
        return _again(words, best[0], keys, there)
    apart = (replace(m, values=taken_apart(m.form.choice, m.choice) or m.values) for m in ways)
    again = (_again(words, m, keys, there) for m in apart)
    several = tuple("; ".join(way.lines) for way in again if way)
    return replace(best[0], several=several) if several else None


def _single(words: Words, token: Token) -> Word:
    """The word of a unit or a thing as one of its kind, to be read for each of several places:
    `bases in Oman and Bengal`."""
    if isinstance(token.word, Plural):
        return str(token.word)
    forces = (s.key for s in token.names_of(words.forces) if s.plural)
    names = (tuple(tokens(words.name(key))) for key in forces)
    return next((name[0] for name in names if len(name) == 1), token.word)


def _shared_out(
    words: Words, meaning: Meaning, keys: Sequence[str], said: Sequence[Token]
) -> Meaning:
    """An order for several units, one for each of as many places: `two navies: Caribbean, then
    Africa`. If the numbers differ, the order is only a guess."""
    form: Form = meaning.form
    number = meaning.values.get(form.repeat) if form.repeat else None
    if not isinstance(number, int) or number < 2 or len(set(keys)) < len(keys):
        return meaning
    shared = number == len(keys) and words.language.words("each").isdisjoint(t.word for t in said)
    if not shared:
        return replace(meaning, guessed=(*meaning.guessed, HOW_MANY))
    values = {**meaning.values, form.repeat: 1}
    return replace(meaning, values=values, lines=(printed(words, form, values),))


def _leaves_open_how_many(words: Words, said: Sequence[Token]) -> bool:
    """Whether the text has several units in several places, and does not say whether they are so
    many in each."""
    if not words.grammar.counts_units or words.language.words("each") & {
        token.word for token in said
    }:
        return False
    numbers = [token.number for token in said if isinstance(token.number, int)]
    many = any(
        s.plural or isinstance(t.word, Plural)
        for t in said
        for s in t.senses
        if s.category in words.forces
    )
    return many if not numbers else max(numbers) > 1


def _is_other_name(one: _Named, before: _Named, said: Sequence[Token]) -> bool:
    """Whether a name is only another one for the place before it: `for Prussia in C16`."""
    return one.sense.key == before.sense.key and said[one.start].word != said[before.start].word


def _is_exact(part: Part) -> bool:
    """Whether a part is a slot in which nothing is guessed."""
    return isinstance(part, Place) and part.exact


def _unsaid(
    words: Words, alone: Sequence[Word], read: Callable[[Sequence[Word]], list[Meaning]]
) -> list[Meaning]:
    """The orders that are given again for each name, if the verb is left out."""
    verbs = dict.fromkeys(form.carry for form in words.forms if form.next and form.carry)
    found = (meaning for verb in verbs for meaning in read([*tokens(verb), *alone]))
    return [
        replace(m, cost=m.cost + MISSING, guessed=(*m.guessed, TO_DO))
        for m in found
        if m.form and m.form.next
    ]


def _names(words: Words, said: Sequence[Token]) -> Iterator[_Named]:
    """The names of places, up to a word between them that means something else."""
    at, begun = 0, False
    while at < len(said):
        sense = next((s for s in said[at].senses if s.category in words.places), None)
        if sense:
            yield _Named(at, sense)
            begun = True
        elif begun and not (said[at].light or said[at].between or said[at].number is not None):
            return
        at = sense.end if sense else at + 1


def _again(words: Words, first: Meaning, keys: Sequence[str], there: Situation) -> Meaning | None:
    """The order, given again for each of these names; None if it cannot be."""
    form: Form = first.form
    slots = words.grammar.slots
    of_place = [s for s in all_slots(form.choice) if slots.get(s, s) in words.places]
    menu, again = there.menu(first.kind), words.question(first.kind).again
    if len(of_place) != 1 or menu is None or not (form.next or again):
        return None
    lines = list(first.lines)
    for key in keys:
        values = {**first.values, of_place[0]: key}
        if not legal(filled(form.choice, values), menu):
            return None
        line = printed(words, form, values)
        if UNSAID in line:
            return None  # the text does not say what is in each place
        if line in lines and not (form.next or form.repeat or first.kind in words.actions):
            continue
        if form.next:
            lines = [f"{lines[0]}, {form.carried_on(line)}"]
        else:
            lines.append(line)
    return replace(first, lines=tuple(lines))
