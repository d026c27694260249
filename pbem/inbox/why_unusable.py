"""Tells senders why their mail could not be used. Logs and the host's list of such mails show the
short reason stored with the mail."""

import re

from engine.core.messages import Message, message

_WHY = (
    (r"the mail holds only a winmail", "unusable.winmail"),
    (r"the mail is encrypted", "unusable.encrypted"),
    (r"the mail holds only another mail", "unusable.another_mail"),
    (r"the text is longer than (?P<most>[\d,]+)", "unusable.long_text"),
    (r"the text has more than (?P<most>[\d,]+)", "unusable.many_lines"),
    (r"it is longer than (?P<most>\d+) megabytes", "unusable.too_large"),
    (r"it failed", "unusable.failed"),
)


def why(problem: str) -> Message:
    """Turn the reason stored with a mail into a message; any other reason means no text was
    found."""
    for begins, id in _WHY:
        if found := re.match(begins, problem):
            most = {name: int(said.replace(",", "")) for name, said in found.groupdict().items()}
            return message(id, **most)
    return message("unusable.no_text")
