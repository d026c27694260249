"""Orders in the passive voice: `A fort is built in India`, `France is to be attacked by me`; in
German the verb comes last, `In Indien wird eine Festung gebaut`, or first, `Gebaut wird ...`.

What may only be foretold is kept apart: in `France will be attacked in India`, anybody may be the
attacker. If `by` names somebody else, it is no order.
"""

import re
from collections.abc import Collection, Iterable

from engine.orders.understanding.reading_types import Situation
from engine.orders.understanding.words.senses import Senses
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Word, tokens
from engine.orders.words.phrases import any_of

MOST = 80
"""How many letters the name of what is acted on may have."""
_PARTS = {
    "WHAT": rf"(?P<what>[^,;:.!?]{{2,{MOST}}}?)",
    "REST": rf"(?P<rest>[^,;:.!?]{{1,{MOST}}}?)",
    "VERB": r"(?P<verb>\w+)",
}


class Passives:
    """Puts the verb in the place that it has in an order."""

    def __init__(self, language: Language, senses: Senses) -> None:
        voice = language.passive
        self._senses, self._voice = senses, voice
        at_end = (text for texts in senses.words.grammar.verbs.values() for text in texts)
        self._acting = senses.words.acting | {word for text in at_end for word in tokens(text)}
        cues = (senses.words.cues.get(verb, frozenset()) for verb in self._acting)
        self._spoken = self._acting.union(*cues) - language.words("weightless")
        self._leaving = (
            language.words("structure")
            | language.words("negations")
            | language.words("first_person")
            | language.words("you")
            | (language.words("them") - language.words("ones"))
        )
        agents = frozenset(word for text in voice.agents for word in tokens(text))
        self._ours = agents | language.words("mine") | language.words("people")
        self._forces = frozenset(senses.words.forces)
        self._by = re.compile(rf"\s*\b(?:{any_of(voice.by)})\s+", re.IGNORECASE)
        self._hostile = frozenset(voice.hostile)
        led = any_of(voice.led)
        end = r"\b(?=\s*(?:[,;:.!?]|$))" if voice.verb_last else r"\b"
        begun = rf"(?P<begun>(?:^|[,;:.!?]\s+)(?:(?:{led})\b,?\s+)*)"
        self._forms, self._foretelling = (
            [re.compile(rf"{begun}{_pattern(form)}{end}", re.IGNORECASE) for form in forms]
            for forms in (voice.forms, voice.foretelling)
        )

    def active(self, text: str, there: Situation) -> str:
        """Return a text with its passives as orders; what is no order, or may only foretell
        something, stays unchanged."""
        plain = self._without_agents(text, there)
        if any(self._names_power(plain, found.end()) for found in self._by.finditer(plain)):
            return text
        changed = self._changed(plain, self._forms, ())
        changed = self._changed(changed, self._foretelling, () if plain != text else self._hostile)
        return text if changed == plain else changed

    def foretold(self, text: str) -> str:
        """Return a text with passives as orders, even if they may only foretell something."""
        return self._changed(text, self._foretelling, ())

    def _without_agents(self, text: str, there: Situation) -> str:
        """The text without the writer as the one who acts: `by me`, `by my troops`."""
        for found in reversed(list(self._by.finditer(text))):
            if end := self._end_of_agent(text, found.end(), there):
                text = f"{text[: found.start()]}{text[end:]}"
        return text

    def _end_of_agent(self, text: str, start: int, there: Situation) -> int:
        """Where the seat's own name, or its forces, end if the text names them there; 0 if it does
        not."""
        end = 0
        for word in re.finditer(r"\w+", text[start:]):
            said = self._senses.of_text(word[0])
            if not said or not all(
                token.word in self._ours
                or any(s.key == there.seat or s.category in self._forces for s in token.names)
                for token in said
            ):
                break
            end = start + word.end()
        return end

    def _names_power(self, text: str, start: int) -> bool:
        """Whether the text names a power there."""
        said = self._senses.of_text(text[start:])
        first = next((token for token in said if token.senses or not token.light), None)
        return bool(first and first.names_of(self._senses.words.signed))

    def _changed(self, text: str, forms: Iterable[re.Pattern[str]], kept: Collection[Word]) -> str:
        for form in forms:
            text = form.sub(lambda found: self._order(found, kept), text)
        return text

    def _order(self, found: re.Match[str], kept: Collection[Word]) -> str:
        parts = found.groupdict("")
        said = f"{parts['what']} {parts.get('rest', '')}".strip()
        verb = self.verb(parts["verb"].lower())
        told = not self._leaving.isdisjoint(tokens(said))
        by = self._by.match(found.string, found.end())
        if told or by or not verb or verb in kept:
            return found[0]
        begins = found.start("verb") < found.start("what")
        goes_on = found.string[found.end() :].lstrip().startswith(",")
        if begins and (goes_on or verb == parts["verb"].lower()):
            return found[0]  # a list, or no participle
        words = (said, verb) if self._voice.verb_last and not begins else (verb, said)
        return parts["begun"] + " ".join(words)

    def verb(self, participle: str) -> str:
        """Return the verb of orders whose participle or infinitive a word is; `""` if there is
        none."""
        voice = self._voice
        if participle in voice.participles:
            said = [voice.participles[participle]]
        else:
            said = [made for each in voice.regular for made in each.verbs(participle)]
        spoken = (word for each in said if (word := self._known(each, self._spoken)))
        return next(spoken, "") or self._known(participle, self._acting)

    def _known(self, word: str, verbs: frozenset[Word]) -> str:
        """The word itself, if it is one of these verbs of orders; `""` if not."""
        said = tokens(word)
        known = len(said) == 1 and not verbs.isdisjoint(self._senses.of(said)[0].forms)
        return word if known else ""


def _pattern(form: str) -> str:
    """The regular expression of a form such as `WHAT shall be VERB`."""
    return r"\s+".join(_PARTS.get(word, re.escape(word)) for word in form.split())
