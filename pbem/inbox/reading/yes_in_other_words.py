"""Reads a yes or a no in a player's own words, in the answer to a mail that asks for one."""

import re
from collections.abc import Iterable

from pbem.inbox.reading.invitation_answers import sentences

_BEFORE = (
    r"\W*(?:(?:hi|hello|hey|dear|hallo|oh|well|so|thanks|thank you|danke|sorry|unfortunately|"
    r"leider|then|nun|also|for me|from me|my answer is|my vote is|i say|i vote|ich sage)\b[\W]*)*"
)
"""What may come before the word that decides."""
_YES = re.compile(
    _BEFORE + r"(?:yes|y|yeah|yep|yup|aye|ja|jawohl|jo|oui|si|sure|surely|certainly|absolutely|"
    r"definitely|indeed|of course|ok|okay|alright|all right|agreed|gladly|happily|with pleasure|"
    r"by all means|why not|fine (?:with|by) me|(?:very |i'?m |i am )?(?:happy|glad|pleased) to|"
    r"i(?:'d| would)(?: really)? (?:love|like|be (?:happy|glad)) to|i (?:agree|accept)|i'?m in|"
    r"i am in|count me in|i(?:'ll| will)(?: gladly| happily)? (?:take|play|do)|"
    r"(?:i'?m |i am )?(?:for it|in favou?r)|gern|gerne|sehr gerne?|einverstanden|natürlich|klar|"
    r"na klar|selbstverständlich|abgemacht|mit vergnügen|ich (?:übernehme|nehme|stimme zu)|"
    r"(?:ich )?bin (?:dafür|dabei|einverstanden)|dafür)\b",
    re.IGNORECASE,
)
_NO = re.compile(
    _BEFORE + r"(?:no|n|nope|nah|nay|nein|non|nö|never|not (?:this|that|for|interested|now|yet)|"
    r"rather not|i (?:disagree|decline|object|refuse)|count me out|(?:i'?m |i am )?against|"
    r"i (?:don'?t|do not|can'?t|cannot|won'?t|will not|would not|wouldn'?t)|niemals|"
    r"auf keinen fall|lieber nicht|keinesfalls|(?:ich )?bin dagegen|dagegen|"
    r"ich (?:lehne|kann (?:leider )?nicht|will nicht|möchte nicht|mag nicht))\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:if|unless|but|except|provided|as long as|not|n't|aber|wenn|falls|sofern|nicht|es sei "
    r"denn|außer)\b|n't\b",
    re.IGNORECASE,
)
"""What takes a yes back, or makes it depend on something."""


def read(lines: Iterable[str]) -> bool | None:
    """Tell whether these lines say yes (True) or no (False). None: they say neither, or both, ask
    something, or set a condition."""
    said = sentences(lines)
    yes = any(_YES.match(one) for one in said)
    no = any(_NO.match(one) for one in said)
    if yes == no or any(one.rstrip().endswith("?") for one in said):
        return None
    return None if yes and any(_CONDITION.search(one) for one in said) else yes
