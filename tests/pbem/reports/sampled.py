"""Mails made of samples: these are payloads as the first version stored them, and as rows of it
may still wait to be sent."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.orders.vocabulary import Vocabulary
from pbem.reports import compose_mail, orderform, stored_mails
from pbem.reports.compose_mail import Composed
from pbem.reports.composers.words import Words
from pbem.reports.mails import PlayMail
from pbem.reports.rendering.markup import shown

Payload = Mapping[str, Any]


def mail_of(payload: Payload) -> Any:
    """The mail that a payload is."""
    return stored_mails.of_data(payload["kind"], payload)


def compose(
    payload: Payload, words: Vocabulary | None = None, others: Sequence[Vocabulary | None] = ()
) -> Composed:
    """What is sent of it."""
    return compose_mail.compose(mail_of(payload), words, others)


def form_of(payload: Payload, words: Vocabulary, subject: str, asked: str = "") -> str:
    """The order form for its question, in words of its own where the game tells nothing."""
    mail = stored_mails.cleaned(mail_of(payload))
    assert isinstance(mail, PlayMail)
    assert mail.question is not None
    say = Words(mail, words)
    asked = asked or shown(say.game.ask(mail.question))
    return orderform.page(mail, mail.question, words, subject, asked, say)
