"""What a mail means as a whole: one answer to what is asked once, nothing that is taken back."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from engine.core.messages import Message, message
from engine.orders.lexicon import tokens
from engine.orders.understanding.readings import NO_VERB, TO_DO, Meaning, Reading, nothing

ANSWERS = ("order", "proposal", "several")
PROSE = 12
"""Sentences that are prose, if none of them is an order."""
NOT_CLEAR = message("guess.before")
NOT_ALL = message("guess.beside")
PLAYED = ("order", "proposal")
GUESSES = ("proposal", "several")


def merged(meanings: Sequence[Meaning]) -> list[Meaning]:
    """The same with further parts of an order on one line with it: `trade A, B`."""
    found: list[Meaning] = []
    for meaning in meanings:
        if found and _goes_on(found[-1], meaning):
            last, form = found[-1], meaning.form
            line = f"{last.lines[0]}, {meaning.lines[0].removeprefix(f'{form.carry} ')}"
            guessed = (*last.guessed, *meaning.guessed)
            found[-1] = replace(last, lines=(line,), guessed=guessed)
        else:
            found.append(meaning)
    return found


def _goes_on(last: Meaning, meaning: Meaning) -> bool:
    """Whether an order is a further part of the one before it, with the same verb."""
    one, other = last.form, meaning.form
    if not (one and other and one.next and one.carry and one.carry == other.carry):
        return False
    single = len(last.lines) == len(meaning.lines) == 1
    return single and not (last.several or meaning.several) and set(one.next) <= set(other.kinds)


def taken_back(found: Sequence[Reading], why: Message) -> list[Reading]:
    """A mail that takes something back, which may be anything in it: all of it is proposed."""
    rest = [reading for reading in found if reading.sort in ("question", "remark")]
    orders = [reading for reading in found if reading.sort in PLAYED]
    if not orders:
        return rest
    lines = tuple(line for reading in orders for line in reading.lines)
    return [*rest, replace(orders[0], sort="proposal", lines=lines, guessed=(why,))]


def stated(found: Sequence[Reading]) -> list[Reading]:
    """The same without what only follows from what is not meant, where the mail says it, too."""
    said = {r.lines for r in found if r.sort in PLAYED and not r.implied}
    kept: list[Reading] = []
    for reading in found:
        if not (reading.implied and reading.lines in said):
            kept.append(reading)
            said |= {reading.lines} if reading.implied else set()
    return kept


def beside_orders(found: Sequence[Reading], actions: Sequence[Reading]) -> list[Reading]:
    """The same with names alone as orders, where the mail has other orders: `Banking, then
    attack France in India`."""
    if not actions:
        return list(found)
    return [replace(r, sort="order", guessed=()) if r.guessed == (TO_DO,) else r for r in found]


def without_topics(found: Sequence[Reading], acts: Callable[[str], bool]) -> list[Reading]:
    """The same without what only names that of which another sentence says what is done with it:
    `France is weak in India. I attack them there.` `acts`: whether a text has a verb of orders."""
    topics = [r for r in found if r.sort == "proposal" and r.guessed == (NO_VERB,)]
    others = [r for r in found if r.sort in PLAYED and r not in topics and acts(r.text)]
    said = {line for r in others for line in r.lines}
    return [
        r if r not in topics or not said.issuperset(r.lines) else nothing(r.text) for r in found
    ]


def without_headings(found: Sequence[Reading]) -> list[Reading]:
    """The same without guesses at what stands with a colon above orders: `quick turn from the
    train:`."""
    last = max((n for n, reading in enumerate(found) if reading.sort == "order"), default=0)
    return [
        reading
        for n, reading in enumerate(found)
        if not (n < last and reading.sort in GUESSES and reading.text.endswith(":"))
    ]


def ended_once(found: Sequence[Reading], ends: Callable[[str], bool]) -> list[Reading]:
    """The same with one end where a sentence says twice that something is over: a second one would
    end what comes next, too."""
    kept: list[Reading] = []
    for reading in found:
        last = kept[-1] if kept else None
        twice = last and last.text == reading.text and last.lines == reading.lines
        if not (twice and reading.lines and ends(reading.lines[-1])):
            kept.append(reading)
    return kept


def out_of_order(found: Sequence[Reading], first: str, second: str) -> str:
    """The later part of a mail that says of itself that it comes first; "": none does."""
    later = False
    for reading in found:
        said = set(tokens(reading.text)) if reading.sort in PLAYED else set()
        if later and first in said:
            return reading.text
        later = later or second in said
    return ""


def reconsidered(found: Sequence[Reading], rather: Iterable[tuple[str, ...]]) -> str:
    """The part of a mail that rather wants something else than what is ordered before it: `attack
    France in India. No, rather Spain.`; "": none does."""
    phrases = [f" {' '.join(words)} " for words in rather]
    played = [reading for reading in found if reading.sort in PLAYED]
    later = (reading.text for reading in played[1:] if reading.text != played[0].text)
    said = ((text, f" {' '.join(tokens(text))} ") for text in later)
    return next((text for text, words in said if any(p in words for p in phrases)), "")


def answered_once(found: Sequence[Reading], kind: str) -> list[Reading]:
    """The same with one answer to a kind of question: said twice it is meant once, and of several
    that differ it is asked which is meant."""
    said_first = {r.lines for r in found if r.kind == kind and r.sort == "order"}
    found = [r for r in found if r.kind in (kind, "") or r.lines not in said_first]
    answers = [reading for reading in found if reading.kind == kind and reading.sort in ANSWERS]
    if len(answers) < 2:
        return list(found)
    said = (way for r in answers for way in (r.several or ["; ".join(r.lines)]))
    ways = tuple(dict.fromkeys(said))
    sure = [reading for reading in answers if reading.sort == "order"] or answers
    kept = sure[0] if len(ways) == 1 else answers[0]
    meant = kept if len(ways) == 1 else replace(kept, sort="several", lines=(), several=ways)
    return [meant if r is kept else r for r in found if r is kept or r not in answers]


def open_ended(found: Sequence[Reading], goes_on: Callable[[str], bool]) -> list[Reading]:
    """The same with an order only proposed that may go on with what was not understood behind it:
    `Trade. Judea one, Thebes one.`"""
    following = [*found[1:], None]
    return [
        replace(reading, sort="proposal", guessed=(*reading.guessed, NOT_ALL))
        if reading.sort == "order"
        and after
        and after.sort == "unclear"
        and not after.apart
        and any(map(goes_on, reading.lines[-1:]))
        else reading
        for reading, after in zip(found, following, strict=False)
    ]


def below_unclear(found: Sequence[Reading], depends: Callable[[str], bool]) -> list[Reading]:
    """The same with orders only proposed that stand below a condition that was not understood."""
    kept: list[Reading] = []
    doubtful = False
    for reading in found:
        doubtful = not reading.apart and (
            doubtful or (bool(kept) and kept[-1].sort == "unclear" and depends(kept[-1].text))
        )
        if doubtful and reading.sort == "order":
            reading = replace(reading, sort="proposal", guessed=(NOT_CLEAR,))
        kept.append(reading)
    return kept


def ended_when_clear(
    found: Sequence[Reading], ends: Callable[[str], bool], goes_on: Callable[[str], bool]
) -> list[Reading]:
    """The same with the end of a turn only proposed, where something before it is not clear, or
    where it may be no more than the end of an order that goes on."""
    doubtful = False
    kept: list[Reading] = []
    for reading in found:
        if doubtful and reading.sort == "order" and all(map(ends, reading.lines)):
            reading = replace(reading, sort="proposal", guessed=(NOT_CLEAR,))
        unclear = reading.sort in ("unclear", "proposal", "several")
        doubtful = doubtful or unclear or any(map(goes_on, reading.lines[-1:]))
        kept.append(reading)
    return kept


def said_once(found: Sequence[Reading], bare: Callable[[str], frozenset[str]]) -> list[Reading]:
    """The same without orders that only say again what is said: `I wait. Pass.`; `bare`: what is
    done by a line that names nothing."""
    said: frozenset[str] = frozenset()
    kept: list[Reading] = []
    for reading in found:
        verbs = bare(reading.lines[0]) if reading.sort == "order" else frozenset[str]()
        if not (verbs and verbs == said):
            kept.append(reading)
        said = verbs or said
    return kept


def without_what_is_said_anyhow(
    found: Sequence[Reading], verbs: Callable[[str], frozenset[str]]
) -> list[Reading]:
    """The same without guesses that an order of the same verb makes talk: `my gold goes into
    walls: fort in Italy`."""
    sure = frozenset[str]().union(
        *(verbs(line) for r in found if r.sort == "order" for line in r.lines)
    )
    return [
        reading
        for reading in found
        if not (reading.sort in ("proposal", "several") and _only(reading, verbs, sure))
    ]


def _only(reading: Reading, verbs: Callable[[str], frozenset[str]], sure: frozenset[str]) -> bool:
    """Whether all that a guess may mean is of these verbs."""
    lines = reading.lines or reading.several
    return bool(lines) and all(verbs(line) and verbs(line) <= sure for line in lines)


def is_prose(found: Sequence[Reading]) -> bool:
    """Whether nothing in a long text is an order beyond doubt."""
    return len(found) >= PROSE and all(reading.sort != "order" for reading in found)


def without_guesses_in_prose(found: Sequence[Reading]) -> list[Reading]:
    """The same without proposals, where nothing in a long text is an order beyond doubt."""
    if not is_prose(found):
        return list(found)
    return [replace(r, sort="unclear", lines=()) if r.sort == "proposal" else r for r in found]
