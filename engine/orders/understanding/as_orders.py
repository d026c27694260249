"""A sentence rewritten as an order: active, each unit by itself, without a count of orders."""

from collections.abc import Callable
from itertools import pairwise

from engine.core.messages import Message, message
from engine.orders.understanding.frames.frame import FROM
from engine.orders.understanding.frames.making_orders import HOW_MANY
from engine.orders.understanding.interpreter_parts import Parts
from engine.orders.understanding.reading_types import Situation
from engine.orders.understanding.rewriting.added_forces import AddedForces
from engine.orders.understanding.rewriting.bare_counts import BareCounts
from engine.orders.understanding.rewriting.bare_participles import BareParticiples
from engine.orders.understanding.rewriting.fought_forces import FoughtForces
from engine.orders.understanding.rewriting.once import Once
from engine.orders.understanding.rewriting.own_name import OwnName
from engine.orders.understanding.rewriting.passives import Passives
from engine.orders.understanding.rewriting.sharing_out import SharingOut
from engine.orders.understanding.rewriting.the_others import TheOthers
from engine.orders.understanding.rewriting.told_forces import ToldForces
from engine.orders.understanding.rewriting.totals import Totals
from engine.orders.understanding.rewriting.transports import Transports
from engine.orders.understanding.rewriting.where_asked import WhereAsked
from engine.orders.understanding.rewriting.wishes import Wishes
from engine.orders.words.lexicon import Word, tokens
from engine.orders.words.phrases import Phrases

FORETOLD = message("guess.foretold")


class AsOrders:
    """Rewrites sentences as orders, and tells which of them may not be meant as orders."""

    def __init__(self, parts: Parts, uncounted: Callable[[str], str]) -> None:
        """`uncounted`: takes off the number of orders at the beginning of a sentence."""
        language, senses = parts.language, parts.senses
        self._parts, self._uncounted = parts, uncounted
        self._by_writer = language.words("first_person") | language.words("using")
        self._wishing = Phrases((*language.phrases("polite"), *language.phrases("urging")))
        self._passives = Passives(language, senses)
        self._bare_participles = BareParticiples(language, senses, self._passives)
        self._once, self._wishes = Once(language), Wishes(language)
        self._own_name = OwnName(language, senses)
        frames = (f for each in parts.reader.frames.values() for f in each)
        again = [f for f in frames if f.source.next and f.source.carry]
        words = frozenset[Word]().union(*(f.words for f in again))
        kinds = {kind for f in again for kind in f.source.kinds}
        counted = (parts.words.question(kind).price_words for kind in kinds)
        self._totals = Totals(language, senses, words, frozenset[Word]().union(*counted))
        self._the_others = TheOthers(language, senses)
        self._sharing_out = SharingOut(language, senses)
        self._told_forces, self._fought = ToldForces(senses, language), FoughtForces(senses)
        self._where_asked = WhereAsked(senses, parts.reader.book.lasting_of)
        self._company, self._bare_counts = AddedForces(senses), BareCounts(senses)
        self.transports = Transports(parts.words.transport, senses, language)

    def put(
        self, text: str, there: Situation, is_allowed: Callable[[str], bool]
    ) -> tuple[str, list[tuple[str, Message]]]:
        """Return the sentence as an order, and the texts that are in doubt, each with the reason.

        `is_allowed`: whether a sentence consists only of orders that the rules allow.
        """
        text = self._bare_participles.active(self._wishes.left_out(text), there)
        text = self._own_name.as_writer(text, there)
        text = self._fought.left_out(self._told_forces.ordered(text, there), there)
        moved = self.transports.moved(text)
        text = self._parts.canonical(moved) if moved != text else text
        asked = there.asked
        if asked and asked.kind not in self._parts.actions:
            text = self._once.for_this_time(self._once.all_of_it(text))
            if asked.kind in self._parts.joiner.listing:
                text = self._once.one_more(text)
        active = self._passives.active(self._where_asked.named(text, there), there)
        foretold = self._passives.foretold(active)
        named, others = self._the_others.named(foretold, there)
        counted, total = self._totals.shared(named)
        doubts = [(foretold, FORETOLD)] * (foretold != active and self._is_foretold(text, there))
        doubts += [(foretold, HOW_MANY)] * self._once.repeats(foretold)
        doubts += [(named, HOW_MANY)] * others
        doubts += [(counted, HOW_MANY)] * total
        forces = self._bare_counts.named(self._company.beside(counted), is_allowed)
        shared = self._sharing_out.each(forces)
        return self._once.uncounted(self._uncounted(shared)), doubts

    def may_be_foretold(self, text: str, there: Situation) -> bool:
        """Tell whether an order may only foretell something: `India will be attacked`."""
        return self._passives.foretold(text) != text and self._is_foretold(text, there)

    def _is_foretold(self, text: str, there: Situation) -> bool:
        """Whether nothing in a passive sentence shows that it is an order: no word for the writer,
        no wish, no means, no place where it starts, and nothing that the writer has."""
        said = frozenset(tokens(text))
        if not self._by_writer.isdisjoint(said) or self._wishing.stand_in(tuple(tokens(text))):
            return False
        things = self._parts.things(text) & there.hand.union(there.owned)
        return not (things or self._comes_from(text))

    def _comes_from(self, text: str) -> bool:
        """Whether a place is named as the one where something starts: `von C16 aus`."""
        places, said = self._parts.words.places, self._parts.senses.of_text(text)
        found = [t for t in said if t.word in FROM or t.senses or not t.light]
        return any(
            before.word in FROM and token.names_of(places) for before, token in pairwise(found)
        )
