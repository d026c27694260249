"""Disarms words from anybody that forums would act on.

Forums turn addresses into links, notify whoever an `@` names, and draw smileys. An invisible space
inside such words keeps them readable and stops that.
"""

import re

from pbem.reports.rendering.document import clean

GAP = "\u200b"
_POWERFUL = re.compile(
    r"(:(?=//)"  # an address
    r"|[wW]{3}(?=\.)"
    r"|@"  # a mention, of one or of everyone
    r"|[:;=](?=['^-]?[()\[\]DPpOoSsXx/\\|?*$])|8(?=-?\))"  # :-) ;) 8)
    r"|:(?=[\w+-]+:))"  # :mrgreen:
)


def inert(text: str) -> str:
    """Make words safe to put into a post of any forum, except for its markup."""
    return _POWERFUL.sub(rf"\1{GAP}", clean(text))


def in_brackets(said: str) -> str:
    """Put words of a post into brackets, making sure that no smiley results."""
    return f"({said}{GAP if said[-1:] in (*':;=8-', chr(39)) else ''})"
