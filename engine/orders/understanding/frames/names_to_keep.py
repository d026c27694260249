"""The names that no order may leave over. They show which frames need not be tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.orders.patterns.forms import Form
from engine.orders.understanding.frames.extra_words import Besides
from engine.orders.understanding.frames.frame import Found, Frame
from engine.orders.understanding.reading_types import Situation
from engine.orders.understanding.words.token import Token

if TYPE_CHECKING:
    from engine.orders.understanding.frames.reading_a_piece import PieceReader


class NamesToKeep:
    """The names of a piece that its order has to contain."""

    def __init__(
        self, reader: PieceReader, tokens: Sequence[Token], there: Situation, besides: Besides
    ) -> None:
        self._reader, self._tokens, self._there = reader, tokens, there
        self._besides, self._senses = besides, reader.senses
        self._needed = list(self._needs())

    def are_left_by(self, frame: Frame) -> bool:
        """Tell whether the text has names for which a frame has no slot, or too few. Then it need
        not be matched."""
        form: Form = frame.source
        filling: list[frozenset[str]] = []
        for token, sorts in self._needed:
            if not (token.forms.isdisjoint(frame.words) and frame.words.isdisjoint(token.slips)):
                continue
            if self._besides.goes_on(token, form) or (form.force and self._may_fight(token)):
                continue
            if form.onward and not sorts:
                continue
            if not any(sense.category in frame.taken for sense in token.senses):
                return True
            filling += [sorts] * bool(sorts)
        return len(filling) > 1 and any(
            sum(sorts <= several for sorts in filling) > frame.places_for(several)
            for several in set(filling)
        )

    def is_owned(self, found: Found) -> bool:
        """Tell whether the name of a receiver is only a possessive: `show Russia's hand`."""
        getting = {found.values.get(slot) for slot in found.frame.source.receivers}
        return any(
            sense.key in getting and self._senses.is_possessive(self._tokens, at, sense)
            for at, token in enumerate(self._tokens if getting else ())
            for sense in token.names
        )

    def _needs(self) -> Iterator[tuple[Token, frozenset[str]]]:
        """The names that no order may leave over (`Besides.accounted`), each with its categories if
        only a slot for names can take it."""
        end = 0
        for place, token in enumerate(self._tokens):
            within, end = place < end, max((end, *(sense.end for sense in token.senses)))
            keys = {sense.key for sense in token.names}
            counts = token.number is not None or token.ordinal
            if not keys or within or counts or token.light or token.between:
                continue
            besides = self._besides
            from_ = besides.may_be_origin(place) or besides.is_purse(place)
            if not (self._there.is_own(keys) or besides.acts(place) or from_):
                yield token, frozenset() if self._may_be_left(token) else _sorts(token)

    def _may_be_left(self, token: Token) -> bool:
        """Whether a name may be left over after all: it adds nothing, or stands for the writer, or
        for a power that may have forces where the order is carried out."""
        sorts = _sorts(token)
        stands = bool(self._there.standing) and not sorts.isdisjoint(self._reader.seats)
        return (
            stands
            or "self" in sorts
            or token.word in self._reader.empty_verbs
            or not token.forms.isdisjoint(self._reader.light)
        )

    def _may_fight(self, token: Token) -> bool:
        """Whether a word names what may take part in an order of forces."""
        everything = not token.forms.isdisjoint(self._reader.senses.everything)
        return everything or any(s.category in self._reader.forces for s in token.senses)


def _sorts(token: Token) -> frozenset[str]:
    """The categories of what a word may be."""
    return frozenset(sense.category for sense in token.senses)
