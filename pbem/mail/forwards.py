"""Tells whether a mail passes on another one, by its head; the text of that is left out anyhow."""

import re

from pbem.mail.mime import Head

RESENT = ("resent-from", "resent-to")
"""Fields of whoever passes a mail on as it is (RFC 5322, 3.6.6)."""
PREFIX = re.compile(r"(?:fwd?|wg|tr|rv|enc|doorst|vb|vl|pd)(?:\[\d+\])? ?:", re.IGNORECASE)
"""What mail programs put before the subject: in English, German, French, Spanish, Portuguese,
Dutch, Swedish, Finnish and Polish."""


def is_forwarded(head: Head, subject: str) -> bool:
    """Tell whether somebody passes on a mail. The answer to one that was passed on does not."""
    return bool(PREFIX.match(subject)) or any(head.first[name] for name in RESENT)
