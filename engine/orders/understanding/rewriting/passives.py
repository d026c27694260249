"""Orders in the passive voice: `A fort shall be built in India`, `France is to be attacked`; in
German the verb comes last, `In Indien soll eine Festung gebaut werden`.

What may only be foretold is told apart: in `France will be attacked in India` anybody may be the
attacker."""

import re
from collections.abc import Iterable, Mapping

from engine.orders.language import Language
from engine.orders.lexicon import Word, tokens
from engine.orders.phrases import any_of

MOST = 80
"""Letters of what is to be done something with."""
_PARTS = {
    "WHAT": rf"(?P<what>[^,;:.!?]{{2,{MOST}}}?)",
    "REST": rf"(?P<rest>[^,;:.!?]{{1,{MOST}}}?)",
    "VERB": r"(?P<verb>\w+)",
}


class Passives:
    """Puts the verb where an order has it."""

    def __init__(self, language: Language, acting: frozenset[Word]) -> None:
        """`acting`: verbs of orders."""
        voice = language.passive
        self._acting, self._participles = acting, voice.participles
        self._verb_last = voice.verb_last
        self._leaving = (
            language.words("structure")
            | language.words("negations")
            | language.words("first_person")
            | language.words("you")
            | language.words("them")
        )
        self._by = tuple(f"{word} " for word in voice.by)
        led = any_of(voice.led)
        end = r"\b(?=\s*(?:[,;:.!?]|$))" if voice.verb_last else r"\b"
        begun = rf"(?P<begun>(?:^|[,;:.!?]\s+)(?:(?:{led})\b,?\s+)*)"
        self._forms, self._foretelling = (
            [re.compile(rf"{begun}{_pattern(form)}{end}", re.IGNORECASE) for form in forms]
            for forms in (voice.forms, voice.foretelling)
        )

    def active(self, text: str) -> str:
        """Return a text with its passives as orders; what is no order stays as it is."""
        return self._changed(text, self._forms)

    def foretold(self, text: str) -> str:
        """Return the same of what may be an order, or only foretell something."""
        return self._changed(text, self._foretelling)

    def _changed(self, text: str, forms: Iterable[re.Pattern[str]]) -> str:
        for form in forms:
            text = form.sub(self._order, text)
        return text

    def _order(self, found: re.Match[str]) -> str:
        parts = found.groupdict("")
        said = f"{parts['what']} {parts.get('rest', '')}".strip()
        verb = _base(parts["verb"].lower(), self._participles, self._acting)
        told = not self._leaving.isdisjoint(tokens(said))
        by = found.string[found.end() :].lstrip().startswith(self._by)
        if told or by or not verb:
            return found[0]
        words = (said, verb) if self._verb_last else (verb, said)
        return parts["begun"] + " ".join(words)


def _pattern(form: str) -> str:
    """The regular expression of a form such as `WHAT shall be VERB`."""
    return r"\s+".join(_PARTS.get(word, re.escape(word)) for word in form.split())


def _base(word: str, others: Mapping[str, str], acting: frozenset[Word]) -> str:
    """Return the verb of orders of which a word is the participle or the infinitive; "": none."""
    regular = (word[:-2], word[:-1], word[:-3]) if word.endswith("ed") else ()
    said = (others.get(word, ""), *regular, word)
    return next((each for each in said if tokens(each) and tokens(each)[0] in acting), "")
