"""What the sentences of a mail mean beside each other, settled step by step.

A step that needs only the readings of a mail is a function of `settling`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from engine.core.decision import Refusal
from engine.core.messages import Message
from engine.core.messages import text as as_it_stands
from engine.orders.understanding.denials import Denials
from engine.orders.understanding.following import Following
from engine.orders.understanding.interpreter_parts import Mail, Parts
from engine.orders.understanding.proposing.near_orders import NearOrders
from engine.orders.understanding.reading_types import Reading, Situation
from engine.orders.understanding.settling import (
    NOT_ALL,
    PLAYED,
    answered_once,
    behind_questions,
    below_unclear,
    beside_orders,
    denied_between,
    doubted,
    ended_once,
    ended_when_clear,
    named_alone,
    named_before,
    open_ended,
    out_of_order,
    reconsidered,
    reordered,
    stated,
    taken_back,
    without_chatter,
    without_closings,
    without_echoes,
    without_guesses_in_prose,
    without_headings,
    without_likely_talk,
    without_preferences,
    without_what_is_said_anyhow,
)
from engine.orders.understanding.structured_sentences import Structured

Step = Callable[[list[Reading], Mail], list[Reading]]


def always(step: Callable[..., list[Reading]], *given: Any) -> Step:
    """Make a step of a function that needs only the readings of a mail."""
    return lambda found, _: step(found, *given)


class WholeMails:
    """Settles what a whole mail means, after each of its sentences has been read."""

    def __init__(
        self,
        parts: Parts,
        structured: Structured,
        following: Following,
        near_orders: NearOrders,
    ) -> None:
        self.parts, self.structured = parts, structured
        self.following, self.near_orders = following, near_orders
        self.denials = Denials(parts.senses, parts.talk)
        otherwise = parts.language.phrases("else_words")
        self.steps: tuple[Step, ...] = (
            always(without_headings, parts.names_place),
            always(without_likely_talk, parts.likely_talk.is_likely),
            self._doubted,
            self._with_later_answers,
            always(without_guesses_in_prose),
            always(stated),
            always(without_echoes, parts.says_again),
            always(without_chatter, parts.speaks_of_orders),
            self._beside_actions,
            always(named_alone, parts.only_names),
            always(named_before, parts.names_thing_of),
            self._passed_once,
            always(behind_questions, structured.what.short_answers.polar),
            always(ended_once, parts.takes_all, parts.passes_too, parts.closes),
            always(below_unclear, self._opens, otherwise),
            always(open_ended, parts.goes_on),
            always(
                ended_when_clear,
                parts.ends_turn,
                parts.ends_part,
                parts.goes_on,
                parts.vocabulary.heading,
            ),
            self._without_talk_beside_a_choice,
            self._without_closings_of_answers,
            self._answered_once,
            self._told,
            self._with_near_orders,
        )
        """In the order in which they are taken: each sees what those before it have left."""

    def settled(self, mail: Mail, lines: Sequence[str]) -> list[Reading]:
        """Return what each part of a mail means; `lines`: the whole mail, as it was read."""
        if why := self._why_not_in_order(mail, lines):
            return taken_back(mail.found, as_it_stands(why))
        found = mail.found
        for step in self.steps:
            found = step(found, mail)
        return found

    def _why_not_in_order(self, mail: Mail, lines: Sequence[str]) -> str:
        """The words that take back something before them, or put it elsewhere; `""` if there are
        none."""
        found, language, kinds = mail.found, self.parts.language, self.parts.kinds_of
        return (
            mail.taken_back
            or self.parts.cutter.out_of_order(lines)
            or out_of_order(found, *language.ordinals[:2])
            or reordered(found, language.phrases("reordering"))
            or reconsidered(found, language.phrases("preferring"), kinds)
            or denied_between(found, self.parts.begins_with_no, kinds)
        )

    def _doubted(self, found: list[Reading], mail: Mail) -> list[Reading]:
        return doubted(found, (*mail.doubts, *self._unused(found, mail.there)))

    def _unused(self, found: Sequence[Reading], there: Situation) -> Iterator[tuple[str, Message]]:
        """The sentences that name a thing which could be used, while their orders name none: `War
        Office: we strike at Spain in India`."""
        menus = (menu for _, menu in self.parts.nearness.menus(there))
        usable: set[object] = {verb for menu in menus for verb in menu}
        ordered = {thing for r in found for line in r.lines for thing in self.parts.things(line)}
        for reading in found:
            head = reading.text.rpartition(":")[0]  # what is played is no mere heading
            held = self.parts.things(head) & there.hand
            named = held | usable & self.parts.things(reading.text)
            things = held or not any(map(self.parts.things, reading.lines))
            if reading.sort == "order" and named - ordered and things:
                yield reading.text, NOT_ALL

    def _with_later_answers(self, found: list[Reading], mail: Mail) -> list[Reading]:
        return self.following.answered(found, mail.there, parts=mail.parts)

    def _beside_actions(self, found: list[Reading], _: Mail) -> list[Reading]:
        return beside_orders(found, list(filter(self._acts, found)), self.parts.names_its_thing)

    def _acts(self, reading: Reading) -> bool:
        """Whether a reading is surely an action."""
        return reading.sort == "order" and any(
            self.parts.kinds_of(line) & self.parts.actions for line in reading.lines[:1]
        )

    def _passed_once(self, found: list[Reading], _: Mail) -> list[Reading]:
        """The readings; a line that ends a turn and passes becomes the pass alone: `I'm done,
        pass`."""
        return list(map(self._with_one_end, found))

    def _with_one_end(self, reading: Reading) -> Reading:
        read = self.parts.vocabulary.split(reading.lines[0]) if len(reading.lines) == 1 else ()
        if isinstance(read, Refusal) or len(read) != 2 or any(not order.steps for order in read):
            return reading
        end, last = (order.text for order in read)
        twice = self.parts.ends_turn(end) and self.parts.passes_too(last, end)
        return replace(reading, lines=(last,)) if twice else reading

    def _opens(self, text: str) -> bool:
        """Whether a text is only a condition."""
        return text.rstrip().endswith(":") and bool(self.structured.conditions.opening(text))

    def _without_talk_beside_a_choice(self, found: list[Reading], mail: Mail) -> list[Reading]:
        asked = mail.there.asked
        if asked and self.parts.words.question(asked.kind).single:
            return without_what_is_said_anyhow(found, self.parts.verbs)
        return found

    def _without_closings_of_answers(self, found: list[Reading], mail: Mail) -> list[Reading]:
        asked, parts = mail.there.asked, self.parts
        if asked and asked.kind not in parts.actions:
            return without_closings(found, asked.kind, parts.ends_turn, parts.speaks_of_orders)
        return found

    def _answered_once(self, found: list[Reading], mail: Mail) -> list[Reading]:
        asked, parts = mail.there.asked, self.parts
        if asked is None or not parts.is_answered_once(asked.kind):
            return found
        found = without_preferences(found, asked.kind, parts.lasts)
        return answered_once(
            found, asked.kind, lambda line: parts.choices(line, asked.kind), self._acts
        )

    def _told(self, found: list[Reading], mail: Mail) -> list[Reading]:
        """The readings, with those marked that are addressed to another player, or deny what is not
        ordered."""
        lines = [line for r in found if r.sort in PLAYED for line in r.lines]
        return [replace(r, to_other=self._is_to_other(r, lines, mail.there)) for r in found]

    def _is_to_other(self, reading: Reading, ordered: Sequence[str], there: Situation) -> bool:
        talk = reading.sort == "remark" or (reading.sort == "question" and not reading.asks_about)
        if reading.to_other or (talk and self.parts.talk.leaves_orders_alone(reading.text, there)):
            return True
        return reading.sort == "remark" and self.denials.leaves_alone(reading.text, ordered)

    def _with_near_orders(self, found: list[Reading], mail: Mail) -> list[Reading]:
        return list(self.near_orders.beside(found, mail.there))
