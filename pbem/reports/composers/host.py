"""What the host reads: what needs attention, what a yes does, what became of commands."""

from collections.abc import Iterable, Sequence

from engine.core.messages import Message, text
from pbem.reports.composers.parts import layout
from pbem.reports.composers.press_and_diary import texts
from pbem.reports.composers.words import Blocks, Composer, Composers, Words, lines, running
from pbem.reports.languages.language import Worded
from pbem.reports.mail_parts import ActTold, Said
from pbem.reports.mails import HostAskMail, HostMail, HostReceiptMail
from pbem.reports.rendering import document as d

# Something needs attention


def host_subject(mail: HostMail, say: Words) -> str:
    """Say what it is."""
    return say.subject_of_game("host.subject", subject=_said(mail.subject, say))


def host(mail: HostMail, say: Words) -> Blocks:
    """Tell the host what needs attention."""
    said = [running(_said(line, say)) for line in mail.lines]
    yield from map(d.Lead, said[:1])
    yield from (d.Paragraph(line) for line in said[1:] if line)
    yield from layout.foot(mail, say)


TIMES = ("now", "since", "before", "until")
"""Slots that hold times in messages to the host."""


def _said(line: Said, say: Words) -> Worded:
    """Say a line, with its times as the language writes them."""
    if isinstance(line, Message):
        slots = {
            name: say.when(slot) if name in TIMES and isinstance(slot, str) else slot
            for name, slot in line.slots.items()
        }
        line = Message(line.id, slots)
    return say.said(line)


# Asked for a yes


def ask_subject(mail: HostAskMail, say: Words) -> str:
    """Say what a yes does."""
    return say.subject_of_game(f"host_ask.subject{'_ends' if mail.ends else ''}")


def ask(mail: HostAskMail, say: Words) -> Blocks:
    """Ask for a yes to commands that look like the host's, or to the end of a game."""
    yield say.opening(f"host_ask.{mail.why}")
    yield from _guessed(mail, say)
    yield from layout.order_lines(mail, say)
    if mail.ends:
        yield say.paragraph("host_ask.for_good")
    yield from layout.left_over(mail.not_commands, "line.not_commands", say)
    yield from texts(mail.texts, say)
    yield say.paragraph(f"host_ask.not_you_{mail.why}")
    yield from layout.foot(mail, say)


def _guessed(mail: HostAskMail | HostReceiptMail, say: Words) -> Blocks:
    """Tell which game the mail was taken to be about, if it names none."""
    if mail.guessed is not None:
        subject = text(mail.guessed) if mail.guessed else None
        yield say.paragraph("host_ask.guessed", subject=subject)


# What became of commands


def _of(mail: HostReceiptMail, status: str) -> list[ActTold]:
    return [act for act in mail.acts if act.status == status]


FORMS = {
    "pause because ...": "host_write.pause",
    "resume": "host_write.resume",
    "extend 2 days": "host_write.extend",
    "remind all": "host_write.remind_all",
    "remind SEAT": "host_write.remind",
    "replace SEAT by ADDRESS": "host_write.replace",
    "stand-in SEAT": "host_write.stand_in",
    "end stand-in SEAT": "host_write.end_stand_in",
    "undo to LINE because ...": "host_write.undo",
    "rule: CHANGE because ...": "host_write.rule",
    "answer for SEAT: ORDER": "host_write.answer",
    "end because ...": "host_write.end",
    "press to SEAT: TEXT": "host_write.press",
    "press to all: TEXT": "host_write.press_to_all",
}
"""How commands are written, by their English form."""


VERBS = {
    "pause": "host_verb.pause",
    "resume": "host_verb.resume",
    "extend": "host_verb.extend",
    "remind": "host_verb.remind",
    "replace": "host_verb.replace",
    "stand-in": "host_verb.stand_in",
    "end stand-in": "host_verb.end_stand_in",
    "undo": "host_verb.undo",
    "rule": "host_verb.rule",
    "answer": "host_verb.answer",
    "end": "host_verb.end",
    "press": "host_verb.press",
    "language": "host_verb.language",
}
"""What each command is called."""


def subject(mail: HostReceiptMail, say: Words) -> str:
    """Say what was refused or done."""
    refused, done = _of(mail, "refused"), _of(mail, "done")
    if refused:
        slots = {"line": refused[0].n, "done": len(done)}
        return say.subject_of_game("host_receipt.subject_refused", **slots)
    if done:
        verbs = tuple(say(VERBS[verb]) for verb in dict.fromkeys(act.verb for act in done))
        return say.subject_of_game("host_receipt.subject_done", verbs=verbs)
    return say.subject_of_game("host_receipt.subject")


def receipt(mail: HostReceiptMail, say: Words) -> Blocks:
    """Tell what became of the host's commands, how the game stands, and what can be done."""
    yield from _lead(mail, say)
    yield from _guessed(mail, say)
    yield from (_act(act, say) for act in mail.acts)
    yield from layout.left_over(mail.not_commands, "line.not_commands", say)
    state, awaited = say(f"host_receipt.{mail.state}"), layout.awaited(mail, say)
    yield say.paragraph("host_receipt.stands", state=state, awaited=awaited)
    if mail.forms and not _of(mail, "done"):
        yield from _forms(mail, say)
    yield from layout.foot(mail, say)


UNTOLD = ("press", "language")
"""Commands that not everybody is told about."""


def _lead(mail: HostReceiptMail, say: Words) -> Blocks:
    refused, rest, done = (_of(mail, one) for one in ("refused", "not_reached", "done"))
    if mail.several:
        yield say.opening("host_receipt.several")
    elif refused and not rest and done and done[-1].n > refused[-1].n:
        yield say.opening("host_receipt.left_out", lines=tuple(text(str(act.n)) for act in refused))
    elif refused:
        below = {"nothing": not done, "rest": bool(done and rest)}
        yield say.opening("host_receipt.refused", line=refused[-1].n, **below)
    elif rest:
        yield say.opening("host_receipt.not_reached", line=rest[0].n)
    elif done:
        told = any(act.verb not in UNTOLD for act in done)
        yield say.opening("host_receipt.done", count=len(done), told=told)
    elif mail.declined:
        yield say.opening("host_receipt.declined")
    elif mail.undoable:
        yield from _undoable(mail, say)
    elif mail.not_commands or not mail.asks:
        yield say.opening("host_receipt.no_command")
    else:
        yield say.opening("host_receipt.asked", can_do=bool(mail.forms))


def _undoable(mail: HostReceiptMail, say: Words) -> Blocks:
    yield say.opening("host_receipt.which_undo")
    each = ((say("host_receipt.undo", line=line), say.said(what)) for line, what in mail.undoable)
    yield d.Table("ll", (), tuple((running(undo), running(what)) for undo, what in each))


TONES = {"done": "good", "asked": "wait", "refused": "bad", "not_reached": "wait"}
"""How a command with this result is shown."""


def _act(act: ActTold, say: Words) -> d.Item:
    status = say(f"host_receipt.act_{act.status}")
    notes = (("note", note) for note in _notes(act, say))
    return layout.item(str(act.n), act.text, status, TONES[act.status], notes)


def _notes(act: ActTold, say: Words) -> Iterable[d.Text]:
    if act.said is not None:
        yield running(say.said(act.said))
    reasons = _lines_of(act.reason, say)
    for n, reason in enumerate(reasons, 1):
        rule = say.rule(act.rule) if act.rule and n == len(reasons) else None
        yield running(reason, rule)
    for line in act.lines:
        became = say("host_receipt.waits")
        if line.status in layout.TONES and line.status not in ("asked", "waits"):
            became = say(f"status.{line.status}")
        slots = {"said": text(line.text), "became": became}
        yield running(say("host_receipt.line", reason=_reason(line.reason, say), **slots))


def _reason(reason: Said, say: Words) -> Worded | None:
    return say.said(reason) if reason else None


def _lines_of(reason: Said | None, say: Words) -> Sequence[str]:
    """Split a reason of several lines."""
    if isinstance(reason, str):
        return [say.said(line) for line in reason.splitlines()]
    return say.said(reason).split("\n") if reason else []


def _forms(mail: HostReceiptMail, say: Words) -> Blocks:
    """What the host can do; and the changes that the game knows, unless the mail has named some."""
    yield say.heading("host_receipt.can_do")
    yield say.paragraph("host_receipt.how", number=mail.position.window or 1)
    yield d.Preformatted(lines(_form(form, say) for form in mail.forms))
    refused = _of(mail, "refused")
    named = bool(refused) and len(_lines_of(refused[0].reason, say)) > 1
    if mail.changes and not named:
        yield say.paragraph("host_receipt.changes")
        yield d.Preformatted(lines(mail.changes))


def _form(form: str, say: Words) -> str:
    """How a command is written in the reader's language."""
    return say.plain(FORMS[form]) if form in FORMS else form


COMPOSERS: Composers = {
    "host": Composer(host_subject, host),
    "host_ask": Composer(ask_subject, ask),
    "host_receipt": Composer(subject, receipt),
}
