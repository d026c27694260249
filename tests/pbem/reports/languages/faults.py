"""What goes wrong where words are put together, found by looking at a line."""

import re

ARTICLES = "der|die|das|den|dem|des|ein|eine|einen|einem"
PLACED = "in|im|ins|aus|nach|an|am|auf|von|vom|zu|zum|mit|bei|für"
WITH_DATIVE = "mit|von|aus|bei|seit|nach|zu|gegenüber|außer"
WITH_ACCUSATIVE = "für|gegen|durch|ohne|um"
WITH_GENITIVE = "während|wegen|trotz|innerhalb|statt"
ANY = {
    "two spaces": r"  ",
    "a space at an end": r"^ | $",
    "a space before a mark": r" [.,;!?)]|(?<!\d) :",
    "a space behind a bracket": r"\( ",
    "two marks": r"[.,;:!?][.,;:](?!\.)",
    "no space behind a mark": r"[,;!?)][^\W\d_]|[.:](?!png|html)[^\W\d_]{2}(?!\w*\.)",
    "words run together": r"(?!aS)[a-zäöüß][A-ZÄÖÜ]|\d[A-ZÄÖÜ][a-zäöü]",
    "a word twice": r"(?i)\b(?!home\b)([^\W\d_]{2,}) \1\b",
    "what is no word": r"[{}]|\b(None|True|False)\b|[a-z]_[a-z]|\bplace told\b",
}
GERMAN = {
    "two articles": rf"(?i)(?<![,;:] )\b(?!eine?n? (der|den)\b)({ARTICLES}) ({ARTICLES})\b",
    "two prepositions": rf"(?i)(?<!, )\b({PLACED}) ({PLACED})\b",
    "a preposition that is contracted": r"\b([Vv]on dem|[Zz]u dem|[Zz]u der|[Bb]ei dem) [A-ZÄÖÜ]",
    "no dative": rf"(?i)\b({WITH_DATIVE}) (die|das|eine|einen|diese|dieses|deine|seine|ihre) ",
    "no accusative": rf"(?i)\b({WITH_ACCUSATIVE}) (dem|der|des|einem|einer|diesem|deinem|seinem) ",
    "no genitive": rf"(?i)\b({WITH_GENITIVE}) (dem|den|die|das|einem|einen|eine) ",
    "a plural of one": r"\b1 (Armeen|Marinen|Forts|Steine|Karten|Basen|Punkte|Unruhe(punkte))\b",
    "a singular of several": r"\b([02-9]|[1-9]\d+) (Armee|Marine|Stein|Karte|Basis|Punkt|Tag)\b",
    "a verb of another person": (
        r"(?i)^\W*du (?!und\b)(?!\w+(st|ßt)\b)[a-zäöü]"
        r"|\b(hat|ist|wird|steht|bietet|gewinnt) du\b"
        r"|^\W*du und [^.]*? (haben|sind|wurden|werden)\b"
    ),
    "a pronoun of another person": r"(?i)^\W*du (?!und\b)[^.:;,]*\bsich\b",
    "English": r"(?i)\b(the|and|(?<!Balance )of|with|is|your|other)\b",
}
VOWEL_SOUNDS = r"(?:[aeio]|u(?!n[it]|s[aeiou])|hour|honest|honou?r|heir)"
"""How a word begins that "an" stands before, as far as its letters tell."""
ENGLISH = {
    "a before a vowel": rf"\b[Aa] (?=(?!one\b|once\b|eu){VOWEL_SOUNDS})",
    "an before a consonant": rf"\b[Aa]n (?!{VOWEL_SOUNDS}|[A-Z8»])",
    "two articles": r"(?i)\b(the|an?) (the|an?)\b",
    "two prepositions": r"(?i)\b(at|from|in|into|of|to|with) (at|from|in|into|of|to|with)\b",
    "a plural of one": r"\b(1|one) (armies|navies|forts|markers|counters|points|cubes|days)\b",
    "a singular of several": (
        r"\b([02-9]|[1-9]\d+) (army(?! card)|navy|fort|counter|point|cube|day|hour)\b"
    ),
    "a verb of another person": r"(?i)\byou (is|was|has|does|its|their)\b",
    "German": r"(?i)\b(der|das|und|mit|nicht|ein|eine)\b",
}
FAULTS = {"en": {**ANY, **ENGLISH}, "de": {**ANY, **GERMAN}}


SLOT = "\ue0ff"
"""Stands around what a slot holds."""
QUOTED = r"»[^«]*«|`[^`]*`|\"[^\"]*\"|https?://\S+"
"""Orders, commands and addresses, which are as they are."""
RUN_TOGETHER = rf"\w\w{SLOT}+(?!(en|er|e|s|mal)\b|{SLOT})\w"
"""Words that run into a slot, but for a German ending behind it and a number's letter: 2A."""


def faults(line: str, code: str) -> list[str]:
    """Find what is wrong with a line of a language; slots may be marked in it."""
    said = re.sub(QUOTED, "»so«", line.replace(SLOT, "")).replace("...", "…")
    found = [name for name, fault in FAULTS[code].items() if re.search(fault, said)]
    into = re.search(RUN_TOGETHER, line) and not re.search(rf"\d{SLOT}+[A-Z]\b", line)
    return [*found, *(["a word run into a slot"] if into else [])]
