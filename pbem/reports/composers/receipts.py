"""What became of orders, what would become of them, and what to do with those that came too
late."""

from collections.abc import Iterable

from engine.core.messages import text
from pbem.reports.composers.parts import layout
from pbem.reports.composers.press_and_diary import spoken
from pbem.reports.composers.words import Blocks, Composer, Composers, Words, running
from pbem.reports.languages.language import Worded
from pbem.reports.mail_parts import Line
from pbem.reports.mails import PreviewMail, ReceiptMail, StaleMail
from pbem.reports.rendering import document as d

STOPPED = ("refused", "unclear", "to_confirm")
PLAYED = ("played", "started", "done")
KEPT = ("queued", "asked", "waits", "on_hold", "condition", "stop", "reached")
"""The statuses of lines that wait, which are counted together."""
COUNTED = {"played": PLAYED, "given": ("given",), "held": KEPT, "kept": ("standing",)}


def _of(mail: ReceiptMail, statuses: Iterable[str]) -> list[Line]:
    return [line for line in mail.told.lines if line.status in statuses]


def _stop(mail: ReceiptMail) -> Line | None:
    return next(iter(_of(mail, STOPPED)), None)


# The receipt


def subject(mail: ReceiptMail, say: Words) -> str:
    """Say whether something was refused, how much was done, and whether an answer is owed."""
    counts = {key: len(_of(mail, statuses)) for key, statuses in COUNTED.items()}
    said = tuple(say(f"receipt.count_{key}", count=n) for key, n in counts.items() if n)
    if mail.repeated:
        return say.subject("receipt.subject_repeated")
    if stop := _stop(mail):
        slots = {"line": stop.n, "status": stop.status, "counts": said}
        return say.subject("receipt.subject_stopped", **slots)
    if not mail.told.lines:
        asked = "asked" if layout.answers_a_question(mail.told.asides, say) else "no_orders"
        return say.subject(f"receipt.subject_{asked}")
    return say.subject(
        "receipt.subject", counts=said, owed=mail.asked_next or mail.question is not None
    )


def receipt(mail: ReceiptMail, say: Words) -> Blocks:
    """Tell what was understood, line by line, what came of it, and what is still owed."""
    yield _lead(mail, say)
    yield from layout.order_lines(mail, say)
    if mail.unused_yes:
        yield say.paragraph("receipt.unused_yes")
    if mail.replaced:
        yield say.inset("receipt.replaced", orders=text("; ".join(mail.replaced)))
    if mail.spoken:
        yield say.heading("receipt.spoken")
        yield from spoken(mail.spoken, say)
    yield from layout.happened(mail, say, "receipt.happened")
    yield from _owed(mail, say)
    if not mail.over:
        yield from _also_held(mail, say)
    yield from layout.foot(mail, say)


def _lead(mail: ReceiptMail, say: Words) -> d.Lead:
    stop = _stop(mail)
    if mail.repeated:
        return say.lead("receipt.repeated")
    if mail.by_host:
        return say.lead("receipt.by_host", stop=stop and stop.n)
    if stop:
        nothing = not _of(mail, (*PLAYED, "given"))
        slots = {"line": stop.n, "status": stop.status, "nothing": nothing}
        return say.lead("receipt.stopped", **slots)
    if mail.without is not None:
        without = ", ".join(say("line.quoted", said=text(line), cut=False) for line in mail.without)
        return say.lead("receipt.without", late=mail.late, without=Worded(without))
    asked = "asked" if layout.answers_a_question(mail.told.asides, say) else "no_orders"
    return say.lead("receipt.told" if mail.told.lines else f"receipt.{asked}")


def _also_held(mail: ReceiptMail, say: Words) -> Blocks:
    """Tell what is held besides the lines above, and what happens to lines that wait for another;
    not if a report that is sent at the same time tells it."""
    held = mail.held
    if mail.asked_next and held and held.in_the_way:
        return
    if layout.holds(mail) or _of(mail, ("standing",)):
        yield from layout.held_orders(mail, say, besides=bool(mail.told.lines))
    elif held and held.in_the_way:
        yield say.inset("held.waiting", line=text(held.in_the_way))
        yield from layout.how_it_goes_on(held, mail, say)
    if _of(mail, KEPT) and not (held and held.in_the_way):
        yield say.paragraph("held.changed")


def _owed(mail: ReceiptMail, say: Words) -> Blocks:
    """What is still owed: with the order block if orders must be sent again, else with the few
    possible answers."""
    question = mail.question
    if mail.asked_next or mail.over:
        yield say.paragraph("receipt.over" if mail.over else "receipt.asked_next")
        return
    if not question:
        waits = _of(mail, ("waits",))
        need_not = say("receipt.need_not", line=waits[0].n) if len(waits) == 1 else None
        yield d.Paragraph(running(say("mail.owe_nothing"), layout.awaited(mail, say), need_not))
        return
    yield say.heading("receipt.owed")
    yield layout.asked(question, say)
    yield from say.game.facts(question)
    stop = _stop(mail)
    told_how = stop.near if stop else mail.told.lines
    if not mail.by_host and (question.few or not told_how):
        yield from layout.how_to_answer(question, mail, say)


# What would become of orders


def preview_subject(_mail: PreviewMail, say: Words) -> str:
    """Say that nothing was done."""
    return say.subject("preview.subject")


def preview(mail: PreviewMail, say: Words) -> Blocks:
    """Tell what would become of orders if they were sent now; nothing was kept."""
    yield say.lead("preview.told")
    if mail.told.lines:
        yield from layout.order_lines(mail, say)
    else:
        yield say.inset("preview.no_orders")
    if mail.doubts:
        yield say.paragraph("preview.doubts", doubt=layout.doubtful(mail.doubts, say))
    yield say.paragraph("preview.dice")
    yield layout.owed_or_awaited(mail, say, "mail.owe_nothing")
    yield from layout.foot(mail, say)


# Orders that come too late


def stale_subject(mail: StaleMail, say: Words) -> str:
    """Say that the orders answer an earlier question."""
    return say.subject("stale.subject", good=_good(mail))


def stale(mail: StaleMail, say: Words) -> Blocks:
    """Tell which orders for a closed window would be possible today."""
    yield say.lead("stale.told", answered=mail.window)
    yield say.paragraph("stale.possible" if _good(mail) else "stale.impossible")
    yield from layout.order_lines(mail, say)
    if mail.question:
        yield say.heading("stale.asked")
        yield layout.asked(mail.question, say)
        yield from say.game.facts(mail.question)
        yield from layout.how_to_answer(mail.question, mail, say)
    else:
        yield say.paragraph("stale.not_asked", awaited=layout.awaited(mail, say))
    yield from layout.foot(mail, say)


def _good(mail: StaleMail) -> bool:
    return any(line.status == "possible" for line in mail.told.lines)


COMPOSERS: Composers = {
    "receipt": Composer(subject, receipt),
    "preview": Composer(preview_subject, preview),
    "stale": Composer(stale_subject, stale),
}
