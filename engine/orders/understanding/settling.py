"""What a mail means as a whole: one answer to what is asked once, nothing that is taken back."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import zip_longest

from engine.core.messages import Message, message, text
from engine.orders.understanding.frames.reading_a_piece import WHEN
from engine.orders.understanding.joined_orders.yes_and_no import HOW
from engine.orders.understanding.reading_types import TO_DO, Meaning, Reading, nothing
from engine.orders.words.lexicon import Word, tokens
from engine.orders.words.phrases import Phrases, begun

ANSWERS = ("order", "proposal", "several")
PROSE = 12
"""How many sentences are prose, if none of them is an order."""
NOT_CLEAR = message("guess.before")
NOT_ALL = message("guess.beside")
NEAREST = message("guess.nearest")
PLAYED = ("order", "proposal")
_ENDS = re.compile(r"[.!?\n]")
GUESSES = ("proposal", "several")
DOUBTFUL = (*GUESSES, "unclear")


def merged(meanings: Sequence[Meaning]) -> list[Meaning]:
    """Return the meanings; further parts of an order are put on its line: `trade A, B`."""
    found: list[Meaning] = []
    for meaning in meanings:
        if found and _goes_on(found[-1], meaning):
            last, form = found[-1], meaning.form
            line = f"{last.lines[0]}, {form.carried_on(meaning.lines[0])}"
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
    """Return the readings of a mail that takes back something, which may be anything in it: all of
    it is proposed."""
    rest = [reading for reading in found if reading.sort in ("question", "remark")]
    orders = [reading for reading in found if reading.sort in PLAYED]
    if not orders:
        return rest
    lines = tuple(line for reading in orders for line in reading.lines)
    return [*rest, replace(orders[0], sort="proposal", lines=lines, guessed=(why,))]


def stated(found: Sequence[Reading]) -> list[Reading]:
    """Return the readings without what only follows from what is not meant, if the mail also orders
    it."""
    said = {r.lines for r in found if r.sort in PLAYED and not r.implied}
    kept: list[Reading] = []
    for reading in found:
        if not (reading.implied and reading.lines in said):
            kept.append(reading)
            said |= {reading.lines} if reading.implied else set()
    return kept


def beside_orders(
    found: Sequence[Reading], actions: Sequence[Reading], names: Callable[[Reading], bool]
) -> list[Reading]:
    """Return the readings; mere names become orders if the mail has other orders: `Banking, then
    attack France in India`. `names`: whether the text of a reading names what it orders."""
    if not actions:
        return list(found)
    return [
        replace(r, sort="order", guessed=()) if r.guessed == (TO_DO,) and names(r) else r
        for r in found
    ]


def named_alone(found: Sequence[Reading], names: Callable[[str], bool]) -> list[Reading]:
    """Return the readings; a mere name becomes an order if it is the whole mail and can only mean
    one order: `the merchant, please`. `names`: whether a text is only the name of a thing."""
    (only,) = found if len(found) == 1 else (None,)
    if only is None or only.sort != "proposal" or only.guessed != (TO_DO,) or not names(only.text):
        return list(found)
    return [replace(only, sort="order", guessed=())]


def doubted(found: Sequence[Reading], doubts: Iterable[tuple[str, Message]]) -> list[Reading]:
    """Return the readings; orders that may not be meant as orders are only proposed: `Spain, I
    attack you in India`. `doubts`: in which texts, and why."""
    why = {r.text: next((w for text, w in doubts if r.text in text), None) for r in found}
    return [
        replace(r, sort="proposal", guessed=(doubt,))
        if r.sort == "order" and (doubt := why[r.text])
        else r
        for r in found
    ]


def without_headings(found: Sequence[Reading], says_where: Callable[[str], bool]) -> list[Reading]:
    """Return the readings without guesses from a text with a colon above orders that names no
    place: `quick turn from the train:`."""
    last = max((n for n, reading in enumerate(found) if reading.sort == "order"), default=0)
    return [
        reading
        for n, reading in enumerate(found)
        if not (n < last and reading.sort in GUESSES and reading.text.endswith(":"))
        or says_where(reading.text)
    ]


def behind_questions(found: Sequence[Reading], polar: Callable[[str], str]) -> list[Reading]:
    """Return the readings; a yes or no that may answer the writer's own question before it is only
    proposed: `keep the dice? No way!` `polar`: whether a text is only a yes or no."""
    kept: list[Reading] = []
    for reading in found:
        before = kept[-1] if kept else None
        asks = before is not None and before.sort == "question" and bool(before.asks_about)
        if asks and reading.sort == "order" and polar(reading.text):
            reading = replace(reading, sort="proposal", guessed=(NOT_CLEAR,))
        kept.append(reading)
    return kept


def ended_once(
    found: Sequence[Reading],
    ends: Callable[[str], bool],
    passes_too: Callable[[str, str], bool],
    closes: Callable[[Reading, Reading], bool],
) -> list[Reading]:
    """Return the readings with one end if something is ended twice: a second end would also end
    what comes next. `passes_too`: whether a line passes what another line ends: `I'm done, pass`;
    `closes`: whether a reading before it ends the same thing in other words: `That's all. Done.`"""
    kept: list[Reading] = []
    for reading in found:
        last = kept[-1] if kept else None
        over = bool(last and last.lines and reading.lines and ends(last.lines[-1]))
        if last and over and passes_too(reading.lines[0], last.lines[-1]):
            kept[-1] = reading
        elif last and over and reading.guessed == (WHEN,):
            continue  # `pass both. Nothing from me.`
        elif last and closes(last, reading):
            continue
        elif not (last and over and last.text == reading.text and last.lines == reading.lines):
            kept.append(reading)
    return kept


def named_before(
    found: Sequence[Reading], is_named: Callable[[Reading, Reading], bool]
) -> list[Reading]:
    """Return the readings without orders that only name what is ordered right after them: `Industry
    is good. I claim Industry.` `is_named`: whether the first of two readings only does that."""
    return [
        replace(one, sort="remark", lines=()) if other and is_named(one, other) else one
        for one, other in zip_longest(found, found[1:])
    ]


def reordered(found: Sequence[Reading], phrases: Iterable[tuple[Word, ...]]) -> str:
    """Return the part of a mail which says that the last of several orders comes first; `""`:
    none."""
    played = [reading for reading in found if reading.sort in PLAYED]
    if sum(len(reading.lines) for reading in played) < 2:
        return ""
    said = Phrases(phrases)
    return next((r.text for r in played if said.stand_in(tokens(r.text))), "")


def out_of_order(found: Sequence[Reading], first: str, second: str) -> str:
    """Return the later part of a mail that calls itself the first; `""` if there is none."""
    before = ""
    for reading in found:
        said = set(tokens(reading.text)) if reading.sort in PLAYED else set()
        if before and reading.text != before and first in said:
            return reading.text
        before = before or (reading.text if second in said else "")
    return ""


def reconsidered(
    found: Sequence[Reading],
    rather: Iterable[tuple[Word, ...]],
    kinds: Callable[[str], set[str]],
) -> str:
    """Return the part of a mail that wants something else than what is ordered before it: `attack
    France in India. No, rather Spain.`; `""` if there is none. `kinds`: the questions that a line
    answers; `keep the tile, I'd rather lose the fort` answers two."""
    phrases = Phrases(rather)
    played = [reading for reading in found if reading.sort in PLAYED]
    before = [kinds(line) for reading in played for line in reading.lines[:1]]
    later = (
        reading.text
        for n, reading in enumerate(played)
        if n and reading.text != played[0].text
        if not reading.lines or any(kinds(reading.lines[0]) & one for one in before[:n])
    )
    return next((text for text in later if phrases.stand_in(tokens(text))), "")


def without_preferences(
    found: Sequence[Reading], kind: str, lasts: Callable[[str], bool]
) -> list[Reading]:
    """Return the readings without a lasting preference if its sentence also has an answer for now:
    `keep the veterans, lose two recruits`. `lasts`: whether a line is such a preference."""
    answers = [r for r in found if r.kind == kind and r.sort in PLAYED]
    lasting = [r for r in answers if any(map(lasts, r.lines))]
    now = {r.text for r in answers if r not in lasting}
    return [r for r in found if r not in lasting or r.text not in now]


def denied_between(
    found: Sequence[Reading],
    denies: Callable[[str], bool],
    kinds: Callable[[str], set[str]],
) -> str:
    """Return the part of a mail that begins with a no, after an order and before or with one of its
    kind: `The archers can go. No, it's the galley that costs me. So the galley goes.`; `""` if
    there is none. `denies`: whether a text begins with a no; `kinds`: the questions that a line
    answers."""
    played = [(n, kinds(r.lines[0])) for n, r in enumerate(found) if r.sort in PLAYED and r.lines]
    for n, reading in enumerate(found):
        if denies(reading.text):
            before = [of for at, of in played if at < n]
            behind = [of for at, of in played if at >= n]
            if any(one & other for one in before for other in behind):
                return reading.text
    return ""


def answered_once(
    found: Sequence[Reading],
    kind: str,
    choices: Callable[[str], object],
    acts: Callable[[Reading], bool],
) -> list[Reading]:
    """Return the readings with one answer to a kind of question: the same answer twice counts once,
    and of different ones the player is asked which is meant. What follows an action belongs to it,
    if there is an answer before it. `choices`: what a line answers, in whatever words; `acts`:
    whether a reading is an action."""
    first = next((n for n, r in enumerate(found) if r.kind == kind and r.sort in ANSWERS), None)
    behind = range((first or 0) + 1, len(found))
    other = (n for n in behind if acts(found[n]) and found[n].kind != kind)
    action = next(other, len(found))
    if action < len(found):
        return [*answered_once(found[:action], kind, choices, acts), *found[action:]]
    said_first = {r.lines for r in found if r.kind == kind and r.sort == "order"}
    found = [r for r in found if r.kind in (kind, "") or r.lines not in said_first]
    found = _without_open_yes(found, kind)
    answers = [reading for reading in found if reading.kind == kind and reading.sort in ANSWERS]
    if len(answers) < 2:
        return [_said_once(r) if r in answers else r for r in found]
    said = (way for r in answers for way in (r.several or ["; ".join(r.lines)]))
    ways = tuple({choices(way): way for way in reversed([*said])}.values())[::-1]
    sure = [reading for reading in answers if reading.sort == "order"] or answers
    kept = sure[0] if len(ways) == 1 else answers[0]
    meant = (
        kept
        if len(ways) == 1
        else replace(kept, sort="several", lines=(), several=ways, scattered=True)
    )
    return [meant if r is kept else r for r in found if r is kept or r not in answers]


def _without_open_yes(found: Sequence[Reading], kind: str) -> list[Reading]:
    """The readings without a yes that leaves open how much, if an answer with its verb tells that:
    `Of course! Two armies.`"""
    verbs = {r.lines[0].split()[0] for r in found if r.kind == kind and r.sort == "order"}
    return [
        r
        for r in found
        if r.sort != "proposal" or r.guessed != (HOW,) or r.lines[0].split()[0] not in verbs
    ]


def _said_once(reading: Reading) -> Reading:
    """The reading without alternatives that only repeat what another one has once."""
    if reading.sort != "several":
        return reading
    ways = dict.fromkeys("; ".join(dict.fromkeys(way.split("; "))) for way in reading.several)
    if len(ways) > 1:
        return replace(reading, several=tuple(ways))
    lines = tuple(next(iter(ways)).split("; "))
    return replace(reading, sort="proposal", lines=lines, several=(), guessed=(NOT_ALL,))


def without_chatter(found: Sequence[Reading], speaks: Callable[[str], bool]) -> list[Reading]:
    """Return the readings; if the mail has a sure order, text that was not understood and is not
    about orders becomes a remark: `Withdraw. Two in one place is just what I like.` `speaks`:
    whether a text names something of the game, or has a verb of orders."""
    if all(reading.sort != "order" for reading in found):
        return list(found)
    return [nothing(r.text) if r.sort == "unclear" and not speaks(r.text) else r for r in found]


def without_likely_talk(
    found: Sequence[Reading], is_likely: Callable[[str], bool]
) -> list[Reading]:
    """Return the readings; what is not clear is a remark if its words are those of talk, and
    something else in the mail may be an order. `is_likely`: whether a text is probably talk."""
    sure = {reading.text for reading in found if reading.sort == "order"}
    talk = {
        reading.text
        for reading in found
        if reading.sort in DOUBTFUL and reading.text not in sure and is_likely(reading.text)
    }
    if all(reading.sort not in ANSWERS or reading.text in talk for reading in found):
        return list(found)
    return [nothing(r.text) if r.text in talk else r for r in found]


def without_echoes(found: Sequence[Reading], again: Callable[[str], bool]) -> list[Reading]:
    """Return the readings without proposals of an answer that is surely given: `I'm happy with what
    I have, keep everything`. `again`: whether a text says that something is done once more, which
    may be meant in a sentence of its own."""
    said = {r.lines: r.text for r in found if r.sort == "order" and r.kind}

    def echoes(reading: Reading) -> bool:
        if reading.sort != "proposal" or not reading.kind or reading.lines not in said:
            return False
        return reading.text == said[reading.lines] or not again(reading.text)

    return [reading for reading in found if not echoes(reading)]


def said_in_one_breath(
    found: Sequence[Reading],
    again: Callable[[str], bool],
    concludes: Callable[[Reading], bool],
    printed: Callable[[Reading], Reading],
) -> list[Reading]:
    """Return the readings without proposals that only repeat the reading before them: `I attack the
    rebels. Down with the rebels!` `again`: whether a text says that something is done once more;
    `concludes`: whether a reading is only a conclusion, so that an order is left out, too;
    `printed`: a reading with its lines as they are printed."""
    kept: list[Reading] = []
    for reading in found:
        last = kept[-1] if kept else None
        sure = last if last and last.sort in PLAYED else None
        same = sure is not None and printed(sure).lines == printed(reading).lines
        echoes = reading.sort == "proposal" or concludes(reading)
        if not (same and echoes and not again(reading.text)):
            kept.append(reading)
    return kept


def open_ended(found: Sequence[Reading], goes_on: Callable[[str], bool]) -> list[Reading]:
    """Return the readings; an order that may go on with text after it that was not understood is
    only proposed: `Trade. Judea one, Thebes one.`"""
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


def without_terms(
    found: Sequence[Reading],
    texts: Sequence[str],
    are_terms: Callable[[str, str], bool],
    bare: Callable[[str], frozenset[str]],
) -> list[Reading]:
    """Return the readings without orders that name nothing, such as `done`, if they only tell what
    powers agreed on: `I offered Russia peace: no attacks`. `texts`: the mail; `are_terms`: whether
    a text only tells this after the text before it; `bare`: what a line does if it names
    nothing."""
    whole = "\n".join(texts)

    def behind_deal(reading: Reading) -> bool:
        before = [said for said in _ENDS.split(whole.partition(reading.text)[0]) if said.strip()]
        return are_terms(reading.text, "".join(before[-1:]))

    return [
        nothing(r.text)
        if r.sort in PLAYED and r.lines and all(map(bare, r.lines)) and behind_deal(r)
        else r
        for r in found
    ]


def below_unclear(
    found: Sequence[Reading],
    depends: Callable[[str], bool],
    otherwise: Sequence[tuple[Word, ...]] = (),
) -> list[Reading]:
    """Return the readings; orders below a condition that was not understood, or that was taken for
    a remark, are only proposed. An order for the `otherwise` case is as unclear as the condition
    right before it."""
    kept: list[Reading] = []
    doubtful = False
    for reading in found:
        doubtful = not reading.apart and (
            doubtful
            or (bool(kept) and kept[-1].sort in ("unclear", "remark") and depends(kept[-1].text))
        )
        unclear = bool(kept) and kept[-1].sort == "unclear" and not reading.apart
        if unclear and reading.sort == "order" and begun(otherwise, tokens(reading.text)):
            reading = replace(reading, sort="unclear", lines=(), reason=kept[-1].reason)
        elif doubtful and reading.sort == "order":
            reading = replace(reading, sort="proposal", guessed=(NOT_CLEAR,))
        kept.append(reading)
    return kept


def ended_when_clear(
    found: Sequence[Reading],
    ends_turn: Callable[[str], bool],
    ends_part: Callable[[str], bool],
    goes_on: Callable[[str], bool],
    heading: Callable[[str], str],
) -> list[Reading]:
    """Return the readings; the end of a turn, or of a part of it, is only proposed if something
    before it is not clear; that of a turn also if it may only be the end of a repeated order.
    `heading`: a text as a heading that is read elsewhere."""
    unclear = repeated = False
    kept: list[Reading] = []
    for reading in found:
        ends = reading.sort == "order" and all(map(ends_turn, reading.lines))
        leaves = reading.sort == "order" and all(map(ends_part, reading.lines))
        if (ends and (unclear or repeated)) or (leaves and unclear):
            reading = replace(reading, sort="proposal", guessed=(NOT_CLEAR,))
        doubtful = reading.sort in ("unclear", "proposal", "several")
        unclear = unclear or (doubtful and not heading(reading.text))
        repeated = repeated or any(map(goes_on, reading.lines[-1:]))
        kept.append(reading)
    return kept


def without_closings(
    found: Sequence[Reading],
    kind: str,
    ends: Callable[[str], bool],
    speaks: Callable[[str], bool],
) -> list[Reading]:
    """Return the readings without the end of a turn after an answer to something else, or after
    what may be one: `deck: sword, spear. That's it.` `ends`: whether a line ends a turn; `speaks`:
    whether a text names something of the game, or has a verb of orders."""
    closing = [
        reading.sort == "order"
        and not reading.kind
        and bool(reading.lines)
        and all(map(ends, reading.lines))
        for reading in found
    ]
    answered = not any(closing)  # without an end, it does not matter
    kept: list[Reading] = []
    for reading, closes in zip(found, closing, strict=True):
        if answered and closes:
            reading = nothing(reading.text)
        answered = answered or (reading.kind == kind and reading.sort in ANSWERS)
        answered = answered or (reading.sort in ("remark", "unclear") and speaks(reading.text))
        kept.append(reading)
    return kept


def without_what_is_said_anyhow(
    found: Sequence[Reading], verbs: Callable[[str], frozenset[str]]
) -> list[Reading]:
    """Return the readings without guesses that are only talk beside an order with the same verb:
    `my gold goes into walls: fort in Italy`."""
    sure = frozenset[str]().union(
        *(verbs(line) for r in found if r.sort == "order" for line in r.lines)
    )
    return [
        reading
        for reading in found
        if not (reading.sort in ("proposal", "several") and _only(reading, verbs, sure))
    ]


def _only(reading: Reading, verbs: Callable[[str], frozenset[str]], sure: frozenset[str]) -> bool:
    """Whether each order that a guess may mean has one of these verbs."""
    lines = reading.lines or reading.several
    return bool(lines) and all(verbs(line) and verbs(line) <= sure for line in lines)


def is_prose(found: Sequence[Reading]) -> bool:
    """Tell whether a text is long and has no sure order."""
    return len(found) >= PROSE and all(reading.sort != "order" for reading in found)


def without_guesses_in_prose(found: Sequence[Reading]) -> list[Reading]:
    """Return the readings; in a long text without a sure order, proposals become unclear."""
    if not is_prose(found):
        return list(found)
    return [replace(r, sort="unclear", lines=()) if r.sort == "proposal" else r for r in found]


def is_clear(found: Sequence[Reading]) -> bool:
    """Tell whether a mail orders something, and all that it orders is sure."""
    sorts = {reading.sort for reading in found}
    return "order" in sorts and sorts <= {"order", "remark"}


def is_clearer(again: Sequence[Reading], found: Sequence[Reading]) -> bool:
    """Tell whether the new readings are clear, and have all that was sure before, with or without a
    condition."""
    sure = [line for reading in found if reading.sort == "order" for line in reading.lines]
    left = iter(line for reading in again for line in reading.lines)
    return is_clear(again) and all(
        any(said == line or said.endswith(f": {line}") for said in left) for line in sure
    )


def without_unsayable(found: Sequence[Reading], says: Callable[[str], bool]) -> list[Reading]:
    """Return the readings without guesses that no line can express. If nothing is left of one,
    orders beside it are in doubt. `says`: whether a canonical line can be kept."""
    sayable = [_sayable(r, says) if r.sort in GUESSES else r for r in found]
    pairs = zip(found, sayable, strict=True)
    lost = any(a.sort in GUESSES and b.sort == "unclear" for a, b in pairs)
    return [
        replace(r, sort="proposal", guessed=(NOT_ALL,)) if lost and r.sort == "order" else r
        for r in sayable
    ]


def _sayable(reading: Reading, says: Callable[[str], bool]) -> Reading:
    if not all(map(says, reading.lines)):
        return _not_understood(reading)
    ways = tuple(way for way in reading.several if all(map(says, way.split("; "))))
    return with_ways(reading, ways) if reading.several else reading


def with_ways(reading: Reading, ways: tuple[str, ...]) -> Reading:
    """Return a reading with these alternatives: a single one is proposed; without any, the reading
    is not understood."""
    if not ways:
        return _not_understood(reading)
    if len(ways) > 1:
        return replace(reading, sort="several", lines=(), several=ways)
    lines, guessed = tuple(ways[0].split("; ")), reading.guessed or (NEAREST,)
    return replace(reading, sort="proposal", lines=lines, several=(), guessed=guessed)


def _not_understood(reading: Reading) -> Reading:
    why = message("remark.not_understood", said=text(reading.text))
    return Reading(reading.text, "unclear", reason=why, near=reading.near)
