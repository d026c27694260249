"""Recognises mails from machines, which must never be answered (RFC 3834, RFC 3464).

The first sign found is given in words, for the log and the host. Those for out-of-office replies
begin with "out of office", so that they can be told from the rest. A mail from a moderator, this
one or another, is recognised by fields that it needs to be delivered and answered: a server on the
way may have removed all others.
"""

import re

from pbem.mail.identity import DETAIL, MODERATORS_ID
from pbem.mail.mime import Mail

OUT_OF_OFFICE = "out of office"

AWAY_SUBJECTS = (
    "auto:", "autoreply", "auto-reply", "auto reply", "autoresponse", "auto response",
    "auto-response", "automatic reply", "automatic response", "automated reply",
    "automated response", "out of office", "out of the office", "ooo:", "vacation:",
    "automatische antwort", "abwesenheitsnotiz", "abwesenheit:", "abwesenheitsmeldung",
    "réponse automatique", "reponse automatique", "absence du bureau", "respuesta automática",
    "respuesta automatica", "fuera de oficina", "fuera de la oficina", "risposta automatica",
    "fuori sede", "fuori ufficio", "automatisch antwoord", "automatische reactie", "afwezig:",
    "resposta automática", "fora do escritório", "autosvar", "automatisk svar", "frånvaro",
)  # fmt: skip
CALENDAR_SUBJECTS = (
    "accepted:", "declined:", "tentative:", "tentatively accepted:", "angenommen:", "zugesagt:",
    "abgelehnt:", "mit vorbehalt:", "accepté :", "accepté:", "refusé :", "refusé:", "aceptado:",
    "aceptada:", "accettato:", "geaccepteerd:", "aceito:", "aceite:",
)  # fmt: skip
MACHINE_SENDER = re.compile(
    r"(?i)(?:mailer[-_.]?daemon|post[-_.]?master|no[-_.]?reply|do[-_.]?not[-_.]?reply|bounces?"
    r"|listserv|majordomo|mdaemon)(?:[-+][^@]*)?@"
)
AWAY_FIELDS = ("x-autoreply", "x-autorespond", "x-autoresponder", "x-vacation", "x-away")
MACHINE_FIELDS = ("x-auto-response-suppress", "x-failed-recipients", "x-mailing-list", "x-loop",
                  "x-cron-env", "x-ms-exchange-inbox-rules-loop")  # fmt: skip
BULK = ("bulk", "junk", "list", "auto_reply")


def why_automatic(mail: Mail, sender: str, subject: str) -> str | None:
    """Find the sign that no person sent this mail, or None."""
    if subject.lower().startswith(AWAY_SUBJECTS):
        return f"{OUT_OF_OFFICE}: subject says so"
    for sign in (_declared, _reported, _listed, _moderated):
        if reason := sign(mail):
            return reason
    if _has_no_return(mail):
        return "empty Return-Path"
    if MACHINE_SENDER.match(sender):
        return f"sender {sender}"
    if _is_calendar_answer(mail, subject):
        return "calendar answer"
    return None


def _has_no_return(mail: Mail) -> bool:
    return "" in (value.strip("<> ") for value in mail.head.every["return-path"])


def _declared(mail: Mail) -> str | None:
    """RFC 3834, 5: Auto-Submitted, and what was used before there was a standard."""
    for value in mail.head.every["auto-submitted"]:
        word = value.partition(";")[0].partition("(")[0].strip().lower()
        if word.startswith("auto-replied") and mail.root.type != "multipart/report":
            return f"{OUT_OF_OFFICE}: Auto-Submitted: auto-replied"
        if word != "no":
            return f"Auto-Submitted: {word[:40]}"
    for name, values in mail.head.every.items():
        if name in AWAY_FIELDS and any(one.lower() not in ("no", "false", "0") for one in values):
            return f"{OUT_OF_OFFICE}: {name}"
        if name in MACHINE_FIELDS:
            return name
    return None


def _reported(mail: Mail) -> str | None:
    kinds = {part.type for part in mail.leaves}
    if mail.root.type == "multipart/report" or "message/delivery-status" in kinds:
        return f"report: {mail.root.params.get('report-type', 'delivery-status')[:40]}"
    return None


def _listed(mail: Mail) -> str | None:
    precedence = mail.head.first["precedence"].lower()
    if precedence in BULK:
        return f"Precedence: {precedence}"
    return next((name for name in mail.head.every if name.startswith("list-")), None)


def _moderated(mail: Mail) -> str | None:
    """Recognise a moderator's mail: no other mail asks for answers to an address with a tag."""
    answer_to, message_id = mail.head.first["reply-to"], mail.head.first["message-id"]
    ours = DETAIL.search(answer_to) or MODERATORS_ID.match(message_id.strip("< "))
    return "a moderator's mail" if ours else None


def _is_calendar_answer(mail: Mail, subject: str) -> bool:
    calendars = [part for part in mail.leaves if part.type == "text/calendar"]
    if not calendars:
        return False
    methods = {part.params.get("method", "").lower() for part in calendars}
    return bool(methods & {"reply", "counter"}) or subject.lower().startswith(CALENDAR_SUBJECTS)
