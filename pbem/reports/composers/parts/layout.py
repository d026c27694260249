"""Parts that many mails have: what is asked, who is waited for, what is held, the order block."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from engine.core.messages import Message, text
from pbem.reports.composers.parts.story import story
from pbem.reports.composers.words import NOTHING, Blocks, Words, free, lines, listed, plain, running
from pbem.reports.drawing.map_svg import marks_anything
from pbem.reports.languages.language import Worded
from pbem.reports.mail_parts import Asides, Free, Held, Line, Lines, Question, Said, Status
from pbem.reports.mails import Mail, PlayMail
from pbem.reports.rendering import document as d
from pbem.reports.rendering.markup import shown
from pbem.reports.topics import Entry

AT_ONCE = ("receipt", "stale")
"""The mails that may be written before the report on their question is sent: the time for an answer
begins with that report."""
FENCE = 44
"""How many columns the first and last line of an order block have: what fits on a phone."""
SENTENCE = 120
"""How many letters the answers may have together for a sentence to show them, instead of an order
block."""
FEW_ORDERS = 2
"""How many orders a sentence shows at most."""
MOST_TOPICS = 2
"""How many help texts answer the questions of a mail."""
GUESSED = "guess.doubt"
"""The message that quotes a line and tells which part of it is a guess."""
MOST_DOUBTS, LONGEST_DOUBTED = 3, 80
"""How many lines in doubt are quoted, and how many characters of each."""


def deadline(question: Question, say: Words) -> Worded:
    """Say until when a question is open, and what happens then; nothing if no deadline runs and a
    report that is about to be sent tells it."""
    if not question.due:
        by_report = question.to_come or say.mail.kind in AT_ONCE
        return NOTHING if by_report else say("mail.no_deadline")
    return say(
        "mail.deadline",
        due=say.when(question.due),
        late=say.when(question.late_until),
        otherwise=say.game.otherwise(question),
    )


def awaited(mail: PlayMail, say: Words) -> Worded:
    """Say who else the moderator waits for; empty if nobody."""
    others = [one for one in mail.position.waiting if one.seat != mail.seat]
    if not others:
        return NOTHING
    said = [{"seat": one.seat, "away": say.briefly(one.away)} for one in others]
    return say(
        "mail.also_awaited" if mail.question else "mail.awaited",
        seats=say.each("mail.awaited_seat", said),
        due=say.when(others[0].due),
    )


def due(mail: PlayMail, say: Words) -> str | None:
    """Say briefly until when the mail's question is open; None if it asks nothing."""
    return say.briefly(mail.question.due) if mail.question else None


def asked_and_due(question: Question, say: Words) -> dict[str, Worded]:
    """Fill the slots for what is asked and until when."""
    return {"ask": say.game.ask(question), "deadline": deadline(question, say)}


def asked(question: Question, say: Words) -> d.Paragraph:
    """Tell what is asked of the reader."""
    return say.paragraph("mail.asked", **asked_and_due(question, say))


def owed(question: Question, say: Words) -> d.Paragraph:
    """Tell what is still asked of the reader."""
    return say.paragraph("mail.owed", **asked_and_due(question, say))


def owed_or_awaited(mail: PlayMail, say: Words, nothing: str) -> d.Block:
    """Tell what is still asked of the reader; if nothing is, that, and who the moderator waits
    for."""
    if mail.question:
        return owed(mail.question, say)
    return d.Paragraph(running(say(nothing), awaited(mail, say)))


# What is held


def held_orders(mail: PlayMail, say: Words, *, besides: bool = False) -> Blocks:
    """Tell what waits for its time, or stands in for an answer; `besides`: the mail has already
    told of other such lines."""
    held = mail.held or Held()
    reached = text(held.reached) if held.reached else None
    if held.orders:
        yield say.inset("held.also" if besides else "held.orders", reached=reached)
        yield listed(held.orders)
    if held.failed:
        yield say.inset("held.failed", line=text(held.failed), why=_why(held, say))
    if held.behind:
        yield from _held_behind(held, mail, say)
    told = besides or held.orders or held.behind or held.failed
    if held.answers:
        yield say.inset("held.answers", answers=text("; ".join(held.answers)))
    elif not (told or (held.standing and not held.reached)):
        yield say.inset("held.nothing", reached=reached)
    if held.standing:
        yield from _standing(held.standing, mail, say)


def _standing(orders: Sequence[str], mail: PlayMail, say: Words) -> Blocks:
    """List the standing orders, each with the number that cancels it; those that are lines of the
    mail are not repeated."""
    lines = {line.text: line.n for line in mail.told.lines if line.status == "standing"}
    if len(orders) == 1 and orders[0] in lines:
        yield say.inset("held.standing_line", line=lines[orders[0]])
        return
    yield say.inset("held.standing")
    shown = (say.plain("held.line", line=lines[one]) if one in lines else one for one in orders)
    yield listed(f"({n}) {order}" for n, order in enumerate(shown, 1))


def _held_behind(held: Held, mail: PlayMail, say: Words) -> Blocks:
    if why := _why(held, say):
        yield say.inset("held.failed", line=text(held.in_the_way), why=why)
    yield say.inset("held.behind", line=None if why else text(held.in_the_way))
    yield listed(held.behind)
    yield from how_it_goes_on(held, mail, say)


def _why(held: Held, say: Words) -> Worded | None:
    """Say why a line was not played, with the place in the rules; None if the mail already says
    it."""
    rule = say.rule(held.rule) if held.rule else ""
    return Worded(f"{say.said(held.why)} {rule}".strip()) if held.why else None


def how_it_goes_on(held: Held, mail: PlayMail, say: Words) -> Blocks:
    """Tell what happens to lines that wait for one that was not played."""
    if held.to_confirm:
        yield say.inset("held.behind_to_confirm")
    else:
        yield say.inset("held.behind_refused", asked=mail.question is not None)


# Where everybody stands


def happened(mail: PlayMail, say: Words, heading: str = "mail.happened") -> Blocks:
    """Tell what has happened, under its heading; nothing if there is no story."""
    if told := list(story(mail.events, say)):
        yield say.heading(heading)
        yield from told


def in_brief(mail: PlayMail, say: Words) -> Blocks:
    """Tell in three lines what has changed for the reader."""
    if mail.events:
        yield from say.game.in_brief(mail.events)


def standings(say: Words) -> Blocks:
    """Tell where everybody stands, under its heading."""
    yield say.heading("mail.standings", aside=say.game.moment())
    yield from say.game.standings()


def map_words(
    mail: PlayMail, *, marked: str = "mail.map_marked", unmarked: str = "mail.map"
) -> Sequence[str]:
    """Return the messages for the map and below it: these mention red marks only if the map has
    any."""
    rules = mail.game.rules if mail.game else ""
    if mail.map and marks_anything(rules, mail.events):
        return marked, "mail.map_caption"
    return (unmarked,)


def map_if_any(mail: PlayMail, say: Words, text: str, caption: str = "") -> Blocks:
    """Place the map, in a mail where its absence needs no remark."""
    if mail.map:
        yield d.MapPlace(say.plain(text), say.plain(caption) if caption else "")


def map_place(mail: PlayMail, say: Words, text: str, caption: str = "") -> Blocks:
    """Place the map; if there is none, say so to readers who want one."""
    yield from map_if_any(mail, say, text, caption)
    if not (mail.map or mail.no_map):
        yield say.inset("mail.no_map")


def secrets(mail: PlayMail, say: Words) -> Blocks:
    """Tell what only the reader sees, and what is held, if anything is."""
    if mail.seat:
        yield say.heading("mail.secrets")
        yield from say.game.secrets(mail.seat)
        if holds(mail) or (mail.held and mail.held.standing):
            yield from held_orders(mail, say)


def held_if_any(mail: PlayMail, say: Words) -> Blocks:
    """Tell what waits for its time, if anything does."""
    if mail.seat and holds(mail):
        yield say.heading("held.heading")
        yield from held_orders(mail, say)


def holds(mail: PlayMail) -> bool:
    """Tell whether something waits for its time."""
    held = mail.held or Held()
    return bool(held.orders or held.answers or held.behind or held.failed or held.reached)


def soon(mail: PlayMail, say: Words) -> d.Paragraph:
    """Tell a seat, when the game begins, that orders can be sent before they are asked for."""
    return say.paragraph("mail.soon", asked=mail.question is not None)


# Orders


def how_to_answer(question: Question, mail: PlayMail, say: Words) -> Blocks:
    """Tell how to answer: in a sentence if that is enough, else with the order block."""
    if in_a_sentence(question):
        yield from answers(question, mail, say)
    else:
        yield from order_block(question, mail, say)


def in_a_sentence(question: Question) -> bool:
    """Tell whether a sentence can show how to answer: with all answers if they are few; or, if they
    are short, with examples for a question that takes no orders, or with a few orders beside a
    default that does nothing."""
    shown = _examples(question)
    bare = len(question.default_choice) == 1  # such as to pass, which the deadline tells
    few = question.role == "answer" or (bare and len(shown) <= FEW_ORDERS)
    return question.few or (few and 0 < sum(map(len, shown)) <= SENTENCE)


def _examples(question: Question) -> Sequence[str]:
    """What could be answered. Of many answers, the default is left out, as the deadline tells it;
    not if it ends the turn and leaves only one other, which alone would look like advice."""
    if question.few:
        return question.suggestions
    others = [line for line in question.suggestions if line != question.default]
    ends = len(question.default_choice) == 1
    return others if len(others) > 1 or (others and not ends) else question.suggestions


def answers(question: Question, mail: PlayMail, say: Words) -> Blocks:
    """Tell all possible answers, or examples of them, in a sentence."""
    each = say.each("block.answer", ({"said": text(line)} for line in _examples(question)))
    plan = question.role == "action"
    if question.few:
        yield say.paragraph("block.answers", answers=each)
    else:
        yield say.paragraph("block.examples", answers=each, plan=plan)
    if mail.order_page and not question.few:
        yield say.paragraph("block.page", address=text(mail.order_page))
    yield from _in_advance(question, say)


def order_block(question: Question, mail: PlayMail, say: Words) -> Blocks:
    """Tell how to write orders, with the order block."""
    plan = question.role == "action"
    yield say.heading("block.heading", plan=plan)
    yield say.paragraph("block.how", plan=plan)
    head = _fence(say.plain("block.head", seat=text(mail.seat or "")))
    shown = question.suggestions or filter(None, [question.default])
    suggested = lines(f"# {order}" for order in shown)
    yield d.Orders((head, *suggested, _fence(say.plain("block.end"))))
    if mail.order_page:
        yield say.paragraph("block.page", address=text(mail.order_page))
    yield from _in_advance(question, say)


def _in_advance(question: Question, say: Words) -> Blocks:
    """Tell how to answer in advance what may be asked next."""
    if question.in_advance:
        each = say.each("block.answer", ({"said": text(line)} for line in question.in_advance))
        yield say.paragraph("block.in_advance", answers=each)


def _fence(words: str) -> str:
    return f"--- {words} ---".ljust(FENCE, "-")


TONES: Mapping[Status, str] = {
    **dict.fromkeys(("played", "started", "done", "given", "met", "standing"), "good"),
    **dict.fromkeys(("foreseen", "would_stand", "possible"), "good"),
    **dict.fromkeys(("queued", "on_hold", "to_confirm", "condition", "stop", "reached"), "wait"),
    **dict.fromkeys(("asked", "waits"), "wait"),
    **dict.fromkeys(("refused", "unclear", "impossible"), "bad"),
    **dict.fromkeys(("provided", "unmet", "skipped"), "plain"),
}
"""How a line with this status is shown."""


def status_of(line: Line, mail: PlayMail, say: Words) -> Worded:
    """Say what became of a line."""
    if line.status == "asked" and mail.question:
        return say("status.asked_for", topic=say.game.topic(mail.question))
    if line.status == "waits" and line.after:
        return say("status.waits_for", line=line.after)
    if line.status in ("queued", "on_hold") and line.depends:
        return say("status.depends", line=line.depends[-1])
    if line.status == "possible" and line.depends:
        return say("status.possible_if", line=line.depends[-1])
    if line.otherwise and line.status == "condition":
        return say("status.otherwise", line=line.otherwise, refused=line.if_refused)
    if line.otherwise and line.status in ("met", "unmet"):
        return say("status.otherwise_done", so=line.status == "met")
    if line.status == "queued" and mail.kind == "preview" and mail.question:
        return say("status.open")
    return say(f"status.{line.status}")


def order_line(line: Line, mail: PlayMail, say: Words) -> d.Item:
    """Show a line of orders, and what became of it."""
    status = status_of(line, mail, say)
    return item(str(line.n), line.text, status, TONES[line.status], _notes(line, say))


def _notes(line: Line, say: Words) -> Iterable[tuple[str, d.Text]]:
    yield from (("note", running(f"({say.said(guess)})")) for guess in line.guesses)
    if line.joins:
        yield "note", running(say("line.joins", line=line.joins))
    if line.reason:
        yield "note", reason(line.reason, line.rule, say)
    if line.note:
        yield "note", running(say.said(line.note))
    if line.near:
        yield "note", running(say("line.near"))
        yield from (("near", free(order)) for order in line.near)


def reason(said: Said | None, rule: str, say: Words) -> d.Text:
    """Say why something is impossible, with the place in the rules."""
    return running(say.said(said), say.rule(rule) if rule else None)


def item(
    mark: str, said: str, status: Worded, tone: str, notes: Iterable[tuple[str, d.Text]] = ()
) -> d.Item:
    """Show a line of a mail; `said` is the line as it was written."""
    written = " ".join(said.split("\n")).strip()
    return d.Item(mark, written, d.words(running(status)), tone, tuple(notes))


def order_lines(mail: PlayMail, say: Words) -> Blocks:
    """Show the lines of orders, those that were not understood, and those that are no orders."""
    told = mail.told
    yield from (order_line(line, mail, say) for line in told.lines)
    if told.more_unclear:
        more = say.plain("line.more_unclear", count=told.more_unclear)
        yield item("-", more, say("status.unclear"), "bad")
    yield from left_over(told.not_orders, "line.not_orders", say)
    yield from _asides(told, say)


def _asides(lines: Lines, say: Words) -> Blocks:
    """Answer questions, and show orders that are near to what was not understood."""
    told = lines.asides
    topics = {question: _topics(question, say) for question in told.strange}
    strange = [question for question, entries in topics.items() if not entries]
    for one in told.answers:
        notes = [("note", reason(one.reason, one.rule, say))] if one.reason else []
        can = "cannot" if one.reason else "can"
        yield item("?", one.line, say(f"aside.{can}"), "bad" if one.reason else "good", notes)
    if told.near and (strange or any(line.status == "unclear" for line in lines.lines)):
        near = (("near", free(order)) for order in told.near)
        yield item("-", say.plain("aside.near"), NOTHING, "plain", near)
    if told.answers:
        possible = any(not one.reason for one in told.answers)
        yield say.paragraph("aside.asked", count=len(told.answers), possible=possible)
    if strange:
        asked = quoted(strange, say)
        yield say.paragraph("aside.strange", asked=asked, count=len(strange))
    if told.of_position:
        yield from say.game.standings()
        yield from say.game.secrets(say.mail.seat or "")
    for entry in list(dict.fromkeys(chain(*topics.values())))[:MOST_TOPICS]:
        yield d.Heading(entry.title)
        yield from say.game.help_on(entry)


def _topics(question: str, say: Words) -> list[Entry]:
    """Find what the game's own help has about a question."""
    return say.game.answers_to(question) if say.game.given["rules"] else []


def answers_a_question(told: Asides, say: Words) -> bool:
    """Tell whether a mail answers a question of the reader."""
    found = bool(told.answers or told.of_position)
    return found or any(_topics(question, say) for question in told.strange)


def left_over(texts: Sequence[str], what: str, say: Words) -> Blocks:
    """Show the lines that are something else, with the message for them (`what`)."""
    if texts:
        became = say.plain(what, count=len(texts))
        yield d.Item("-", shown(quoted(texts, say, 40)).strip(), became, "plain")


def quoted(texts: Sequence[Said], say: Words, most: int = 60) -> Worded:
    """Quote the first lines of a mail as they were written, long ones cut."""
    shown = [plain(say.said(one)) for one in texts[:3]]
    said = [say("line.quoted", said=text(cut(one, most)), cut=len(one) > most) for one in shown]
    return Worded(" ".join([*said, *["..."] * (len(texts) > len(said))]))


def doubtful(texts: Sequence[Said], say: Words) -> Worded:
    """Quote what is in doubt, with long lines cut; a line that is only guessed is followed by all
    its doubts."""
    shown = [_doubtful(one, say) for one in texts[:MOST_DOUBTS]]
    return Worded("; ".join([*shown, *["..."] * (len(texts) > len(shown))]))


def is_guess(one: Said) -> bool:
    """Tell whether a doubt lies in the line itself, and not in a remark above it."""
    return isinstance(one, Message) and one.id == GUESSED


def _doubtful(one: Said, say: Words) -> Worded:
    said = one.slots["said"] if isinstance(one, Message) and one.id == GUESSED else None
    if isinstance(one, Message) and isinstance(said, Message):
        line = quoted([said], say, LONGEST_DOUBTED)
        return Worded(say.language.words(GUESSED, {"said": line, "why": one.slots["why"]}))
    return quoted([one], say, LONGEST_DOUBTED)


def cut(line: str, most: int) -> str:
    """Cut a line at the end of a word, unless the word is very long."""
    if len(line) <= most:
        return line
    words = line[: most + 1].rpartition(" ")[0].rstrip(" ,;:(-")
    return words if len(words) > most // 2 else line[:most]


def given_back(mail: PlayMail, say: Words) -> Blocks:
    """Show orders that were taken back: a "yes" applies them again."""
    if mail.told.lines:
        yield say.heading("given_back.heading")
        yield say.paragraph("given_back.how")
        yield from order_lines(mail, say)


# The end


def foot(mail: Mail, say: Words, more: str = "") -> Blocks:
    """Tell who writes, and about what, followed by the message `more`; and that this is the last
    answer for now, if it is."""
    if mail.silence:
        until = say.when(mail.silence.until)
        yield say.heading("silence.heading")
        told = "silence.host" if mail.silence.host else "silence.until"
        yield say.paragraph(told, until=until, orders=bool(mail.silence.orders))
        if mail.silence.orders:
            yield d.Preformatted(lines(mail.silence.orders))
    if isinstance(mail, PlayMail) and mail.unsubscribe:
        yield say.foot("mail.unsubscribe")
    yield say.foot("mail.foot", more=say(more) if more else None, **_recorded(mail))


def _recorded(mail: Mail) -> Free:
    line = mail.position.line if isinstance(mail, PlayMail) else None
    return {"line": line.n, "hash": text(line.hash[:4])} if line else {"line": None}
