"""Reminders of an open question, the order form, and the orders that are held for a seat."""

from pbem.reports.composers.parts import layout
from pbem.reports.composers.words import Blocks, Composer, Composers, Words
from pbem.reports.mails import HeldMail, OrderFormMail, ReminderMail


def reminder_subject(mail: ReminderMail, say: Words) -> str:
    """Say what is still asked, and until when."""
    topic = say.game.topic(mail.question) if mail.question else ""
    return say.subject("reminder.subject", topic=topic, due=layout.due(mail, say))


def reminder(mail: ReminderMail, say: Words) -> Blocks:
    """Remind of a question that is still open."""
    if mail.question:
        yield say.lead("report.asked", **layout.asked_and_due(mail.question, say))
    if mail.left is not None:
        yield say.paragraph("reminder.left", left=say.span(mail.left))
    if mail.question:
        yield from say.game.facts(mail.question)
        yield from layout.how_to_answer(mail.question, mail, say)
    yield from layout.foot(mail, say)


def form_subject(mail: OrderFormMail, say: Words) -> str:
    """Say what the form is for."""
    topic = say.game.topic(mail.question) if mail.question else ""
    return say.subject("order_form.subject", topic=topic)


def form(mail: OrderFormMail, say: Words) -> Blocks:
    """Send the page that writes orders."""
    yield say.lead("order_form.told")
    if mail.question:
        yield layout.asked(mail.question, say)
    yield say.paragraph("order_form.how")
    yield from layout.foot(mail, say)


def held_subject(_mail: HeldMail, say: Words) -> str:
    """Say that this is about held orders."""
    return say.subject("held.subject")


def held(mail: HeldMail, say: Words) -> Blocks:
    """Tell what the moderator holds for a seat."""
    yield say.lead("held.told")
    yield from layout.held_orders(mail, say)
    yield layout.owed_or_awaited(mail, say, "mail.owe_nothing")
    yield say.paragraph("held.changed")
    yield from layout.foot(mail, say)


COMPOSERS: Composers = {
    "reminder": Composer(reminder_subject, reminder),
    "order_form": Composer(form_subject, form),
    "held": Composer(held_subject, held),
}
