"""Legal orders in place of one that the rules refuse: `take Denmark` claims no tile, but allies
with Denmark. They are only proposed, with the reason why the other is refused."""

from dataclasses import replace

from engine.core.decision import Refusal
from engine.core.messages import message
from engine.orders.understanding.interpreter_parts import Parts
from engine.orders.understanding.proposing.likely_orders import LikelyOrders
from engine.orders.understanding.reading_types import Asked, Reading, Situation
from engine.orders.understanding.settling import with_ways
from engine.orders.words.lexicon import Word, tokens

MOST = 5
WORSE = 0.5
"""How much less than the refused order a legal one may score and still be offered."""


class InsteadOfRefused:
    """Offers legal orders if the first order of a mail is refused."""

    def __init__(self, parts: Parts, likely_orders: LikelyOrders) -> None:
        self.parts, self.likely_orders = parts, likely_orders

    def beside(self, found: list[Reading], there: Situation) -> list[Reading]:
        """Return the readings. If the rules refuse the first order now, and it is not written as
        printed, the orders that may be meant instead take its place."""
        at = next((n for n, reading in enumerate(found) if reading.sort != "remark"), None)
        if at is None or found[at].sort != "order" or there.asked is None:
            return found
        reading, asked = found[at], there.asked
        refusal = self._refusal(reading.lines[0], asked) if len(reading.lines) == 1 else None
        if refusal is None or self._is_printed(reading):
            return found
        ways = self._instead(reading, asked, there)
        others = (line for n, other in enumerate(found) if n != at for line in other.lines)
        if not ways or not set(ways).isdisjoint(map(self.parts.canonical, others)):
            return found
        why = message("guess.refused", order=reading.lines[0], why=refusal.message)
        several = replace(reading, sort="several", lines=(), guessed=(why,))
        return [*found[:at], with_ways(several, ways), *found[at + 1 :]]

    def _instead(self, reading: Reading, asked: Asked, there: Situation) -> tuple[str, ...]:
        """The legal orders of other verbs that fit a text about as well as the refused one, the
        best first; none if the text has the verb of the refused one as printed."""
        text, refused = reading.text, reading.lines[0]
        verb = _verb(self.parts.canonical(refused))
        if any(verb in token.forms for token in self.parts.senses.of_text(text)):
            return ()
        score, fits = self.likely_orders.score, self.parts.nearness.fits
        named, least = fits(text, refused) > 0, score(text, refused, there) - WORSE
        legal = (
            line
            for line in self.likely_orders.related(reading, there)
            if _verb(line) != verb and self._refusal(line, asked) is None
            if not named or fits(text, line) > 0
        )
        scores = {line: score(text, line, there) for line in legal}
        fitting = (line for line in scores if scores[line] >= least)
        return tuple(sorted(fitting, key=lambda line: -scores[line])[:MOST])

    def _refusal(self, line: str, asked: Asked) -> Refusal | None:
        """Why the rules refuse a line as an answer to the open question; None if they do not, or if
        it answers something else."""
        order = self.parts.vocabulary.order(line)
        choices = order.steps[0].choices(asked.kind) if order.steps and not order.clause else ()
        if asked.menu is None or len(choices) != 1:
            return None
        meant = self.parts.vocabulary.resolve(asked.kind, choices[0], asked.menu)
        return meant if isinstance(meant, Refusal) else asked.menu.judge(meant)

    def _is_printed(self, reading: Reading) -> bool:
        """Whether a text has the words of its order as printed, though it is not that line letter
        by letter."""
        said, line = reading.text, reading.lines[0]
        printed = {tuple(tokens(one)) for one in (line, self.parts.canonical(line))}
        return said != line and tuple(tokens(said)) in printed


def _verb(line: str) -> Word:
    return next(iter(tokens(line)))
