"""Putting the parts of a line together: orders, their steps, their text."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.core.decision import Choice
from engine.orders.patterns.choice_templates import filled
from engine.orders.patterns.forms import ALL, NO_PLURALS, UNSAID, Form, Piece, pieces
from engine.orders.reading import guessing
from engine.orders.reading.lines import Line, OrderPart, Step
from engine.orders.vocabularies.game_words import Words


def grouped(parts: list[OrderPart]) -> list[list[OrderPart]]:
    """Group parts that make up one order, such as one Move action."""
    groups: list[list[OrderPart]] = []
    for part in parts:
        if part.follow and groups:
            groups[-1].append(part)
        else:
            groups.append([part])
    return groups


def order_of(group: list[OrderPart]) -> Line:
    """Make one order from its parts."""
    form, match = group[0].found[0]
    said = ", ".join(part.text for part in group)
    agreed = max(part.agreed for part in group)
    guesses = tuple(
        guessing.slip(slip, meant) for part in group for slip, meant in part.found[0][1].guesses
    )
    if form.anytime or form.change:
        choice = filled(form.choice, {**form.default, **match.values})
        if form.change:
            return Line(said, guesses=guesses, change=choice)
        asked = replace(group[0], found=tuple(p for p in group[0].found if p[0].kinds))
        steps = tuple(steps_of([asked])) if asked.found else ()
        return Line(said, steps, choice, guesses, form.with_action, agreed=agreed)
    return Line(said, tuple(steps_of(group)), None, guesses, agreed=agreed)


def steps_of(group: list[OrderPart]) -> Iterator[Step]:
    """Yield what the parts of one order answer, one question after the other."""
    for part in group:
        form, match = part.found[0]
        times = form.times(match)
        now = any(form.now for form, _ in part.found)
        step = Step(_candidates(part, part.follow), bound=bool(part.follow), now=now)
        yield replace(step, every=times == ALL)
        again = part.follow or form.next
        for _ in range(1, times if isinstance(times, int) else 1):
            yield Step(_candidates(part, again), bound=bool(again))
        if resting := tuple(pair for pair in part.found if pair[0].rest):
            rest = _candidates(replace(part, found=resting))
            for _ in range(max(form.rest for form, _ in resting)):
                yield Step(rest, bound=True, rest=True)
        if form.then:
            said = filled(form.then[1:], {**form.default, **match.values})
            yield Step(((form.then[0], said),), bound=True)
        if part.lead and part.lead.then:
            yield Step((part.lead.then,), bound=True)


def _candidates(part: OrderPart, follow: Sequence[str] = ()) -> tuple[tuple[str, Choice], ...]:
    """Return (kind, choice) pairs; for a follow-up, only those of the follow-up kinds."""
    kinds = follow or (part.lead.kinds if part.lead else ())
    pairs = [
        (kind, filled(form.choice, {**form.default, **match.values}))
        for form, match in part.found
        for kind in form.kinds
        if not kinds or kind in kinds
    ]
    return tuple(dict.fromkeys(pairs))


def printed(words: Words, form: Form, values: Mapping[str, Any]) -> str:
    """Print the canonical text of a form with these values, after the words that say for whom."""
    text = " ".join(piece.text for piece in printed_pieces(words, form, values))
    for said, put in words.language.agreeing_forms.items():
        text = re.sub(rf"\b{said}\b", put, text)
    return text


def _names(say: str, slot: str) -> bool:
    """Tell whether a form names what stands in a place: `{power}`, `{power.acc}`."""
    return f"{{{slot}}}" in say or f"{{{slot}." in say


def printed_pieces(words: Words, form: Form, values: Mapping[str, Any]) -> Iterator[Piece]:
    """Yield the words and places of this text one by one."""
    for lead in words.leads:
        whom = values.get(lead.slot, UNSAID)
        if lead.slot and whom != UNSAID and not _names(form.say, lead.slot):
            yield from pieces(lead.say, values, words.name)
            break
    plurals = words.grammar.plurals if form.lists else NO_PLURALS
    yield from pieces(form.say, values, words.name, plurals, form.lists)
