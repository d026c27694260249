"""Reads a yes or a no in a player's own words, in the answer to a mail that asks for one."""

import re
from collections.abc import Iterable
from functools import cache

from pbem.inbox.reading.invitation_answers import sentences
from pbem.inbox.reading.other_languages import YesAndNo, yes_and_no

_ENGLISH = YesAndNo(
    before=r"hi|hello|hey|dear|oh|well|so|thanks|thank you|sorry|unfortunately|then|for me|from me|"
    r"my answer is|my vote is|i say|i vote",
    yes=r"yes|y|yeah|yep|yup|aye|oui|si|sure|surely|certainly|absolutely|definitely|indeed|"
    r"of course|ok|okay|alright|all right|agreed|gladly|happily|with pleasure|by all means|"
    r"why not|fine (?:with|by) me|(?:very |i'?m |i am )?(?:happy|glad|pleased) to|"
    r"i(?:'d| would)(?: really)? (?:love|like|be (?:happy|glad)) to|i (?:agree|accept)|i'?m in|"
    r"i am in|count me in|i(?:'ll| will)(?: gladly| happily)? (?:take|play|do)|"
    r"(?:i'?m |i am )?(?:for it|in favou?r)",
    no=r"no|n|nope|nah|nay|non|never|not (?:this|that|for|interested|now|yet)|rather not|"
    r"i (?:disagree|decline|object|refuse)|count me out|(?:i'?m |i am )?against|"
    r"i (?:don'?t|do not|can'?t|cannot|won'?t|will not|would not|wouldn'?t)",
    condition=r"if|unless|but|except|provided|as long as|not|\w*n't",
    also=r"please|do (?:it|that|so|them|this)(?: all)?|go ahead|go for it|"
    r"let'?s (?:do|play) (?:it|that|this)(?: like (?:this|that))?|let'?s go|like (?:this|that)|"
    r"exactly(?: (?:so|that|right|like (?:this|that)))?|just (?:so|like (?:this|that))|"
    r"that(?:'s| is) (?:right|correct|it|fine|good|what i (?:mean|meant|want))|that works|"
    r"works for me|sounds (?:good|right|fine)|(?:looks|all) (?:good|right|fine)|correct|right|"
    r"perfect|great|fine|good|play (?:it|them|that)(?: all)?|all of (?:it|them|that)|all|as listed|"
    r"as shown|as you understood (?:it|them)|and",
    changes=r"instead|rather|only|just|without|changed?|replaced?|skip|leave|drop|line|number",
)
_MORE = re.compile(
    r"[.;!]\s+(?=\w)|[^\w\s]*\s+(?:and|und|plus)\s+(?:also\s+|auch\s+|noch\s+)?(?=\w)",
    re.IGNORECASE,
)
"""Where something more begins after a yes."""


def read(lines: Iterable[str]) -> bool | None:
    """Tell whether these lines say yes (True) or no (False); None if they say neither, or both, ask
    something, or set a condition."""
    said, (yes_, no_, condition) = sentences(lines), _patterns()
    yes = any(yes_.match(one) for one in said)
    no = any(no_.match(one) for one in said)
    if yes == no or any(one.rstrip().endswith("?") for one in said):
        return None
    return None if yes and any(condition.search(one) for one in said) else yes


def is_only_yes(lines: Iterable[str]) -> bool:
    """Tell whether these lines say yes, and nothing else that might matter."""
    if not read(lines := list(lines)):
        return False
    only = _only_yes()
    return all(only.fullmatch(one) for one in sentences(lines))


def beside_a_yes(line: str) -> str | None:
    """Return what a line asks for besides the yes that it begins with, such as `a base in
    Pennsylvania` in "yes, and a base in Pennsylvania"; None if it does not begin with a yes of its
    own, which ends a sentence or is followed by a word such as `and`."""
    found = [one for one in _MORE.finditer(line) if is_only_yes([line[: one.start()]])]
    return line[found[-1].end() :] if found else None


def has_reservations(lines: Iterable[str]) -> bool:
    """Tell whether these lines may take a yes back, change what it applies to, or make it
    conditional."""
    text = " ".join(lines)
    return bool(_patterns()[2].search(text) or _changes().search(text))


@cache
def _changes() -> re.Pattern[str]:
    """The pattern of words that change something that was shown, in all languages."""
    known = "|".join(each.changes for each in (_ENGLISH, *yes_and_no()))
    return re.compile(rf"\b(?:{known})\b", re.IGNORECASE)


@cache
def _only_yes() -> re.Pattern[str]:
    """The pattern of a sentence that only says yes, in all languages."""
    known = (_ENGLISH, *yes_and_no())
    words = "|".join(f"{each.before}|{each.yes}|{each.also}" for each in known)
    return re.compile(rf"\W*(?:(?:{words})(?!\w)\W*)+", re.IGNORECASE)


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """The patterns of a yes, a no and a condition, in all languages."""
    known = (_ENGLISH, *yes_and_no())
    before = "|".join(each.before for each in known)
    begun = rf"\W*(?:(?:{before})\b[\W]*)*"
    yes, no = ("|".join(texts) for texts in zip(*((k.yes, k.no) for k in known), strict=True))
    condition = "|".join(each.condition for each in known)
    said = (rf"{begun}(?:{yes})\b", rf"{begun}(?:{no})\b", rf"\b(?:{condition})\b")
    yes_, no_, if_ = (re.compile(pattern, re.IGNORECASE) for pattern in said)
    return yes_, no_, if_
