"""Words from anybody, without the power that forums give to some of them.

Forums make links of addresses, notify whom an `@` names, and draw smileys: an invisible space
within leaves such words readable and takes their power away.
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
    """Write words as they may stand in a post of any forum, its markup apart."""
    return _POWERFUL.sub(rf"\1{GAP}", clean(text))


def in_brackets(said: str) -> str:
    """Put words of a post into brackets, which may not become a smiley's mouth."""
    return f"({said}{GAP if said[-1:] in (*':;=8-', chr(39)) else ''})"
