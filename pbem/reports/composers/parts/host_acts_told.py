"""What a host does, and what takes play back: events of every game, told like a game's own."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec

from engine.core.messages import text
from engine.kit.telling import Break, Part, Sentence, Told
from pbem.reports.composers.parts.ballots import COUNTED, cast, proposal, result
from pbem.reports.composers.words import Words
from pbem.reports.languages.language import Worded
from pbem.reports.mail_parts import Free, Vote
from pbem.reports.mails import PlayMail

_REWRITES = ("undone", "taken_back", "ruled", "corrected", "went_on")
"""Acts after which the position differs from what was told before."""
_IN_LINE = ("stood", "dropped", "went_on_with_held", "defaulted")
"""Acts that are told in the same paragraph as the events around them; all others begin a new
one."""


def rewritten(events: Iterable[Free]) -> bool:
    """Tell whether anything but play has changed the position."""
    return any(event["what"] in _REWRITES for event in events)


def tell(event: Told, say: Words) -> Sequence[Part] | None:
    """Tell an act that every game has; return None for an event of the game's own."""
    return tuple(_told(event, say)) if event["what"] in ACTS else None


def _told(event: Told, say: Words) -> Iterator[Part]:
    act = event["what"]
    if act == "stood" and any(_as_often(event, "after")):
        return
    if act == "defaulted" and event["after"]["what"] == act:
        return
    if act not in _IN_LINE:
        yield Break()
    reason = event.get("because") or ""
    because = {"because": text(reason) if reason else None, "joined": _goes_on(reason, say)}
    slots = {"who": event.get("seat"), **because, **ACTS[act](event, say)}
    yield Sentence(say.message(f"act.{act}", **slots))
    if act == "vote_closed" and event["result"] in COUNTED:
        yield Sentence(say.message("act.ballots", cast=cast(event["ballots"], say)))


def _goes_on(reason: str, say: Words) -> bool:
    """Whether the first word of a reason continues the sentence before it."""
    begins = tuple(f"{word} " for word in say.language.how["reasons"])
    return reason.lower().startswith(begins)


def _nothing(event: Told, say: Words) -> Free:
    return {}


def _of(*fields: str) -> Callable[[Told, Words], Free]:
    """Makes a function that returns these fields of an event."""
    return lambda event, say: {field: event.get(field) for field in fields}


def _extended(event: Told, say: Words) -> Free:
    return {"time": say.span(event["hours"] * 3600), "vote": "source" in event}


def _moved(event: Told, say: Words) -> Free:
    return {"to": text(event["to"]) if event.get("to") else None}


def _pace(event: Told, say: Words) -> Free:
    return {"pace": say.sentences(event["pace"])}


def _opened(event: Told, say: Words) -> Free:
    return {"proposal": proposal(msgspec.convert(event, Vote), say)}


def _closed(event: Told, say: Words) -> Free:
    return {"result": result(msgspec.convert(event, Vote), say)}


def _stood(event: Told, say: Words) -> Free:
    """What is told of a standing order; if it gave the same answer several times, once, with the
    last. It is quoted unless the mail has just quoted it, or a receipt lists it among its lines."""
    times = 1 + len(list(_as_often(event, "before")))
    order, said = (say.game.order(event[field]) for field in ("order", "said"))
    again, line = _was_just_told(event), _line_with(order, say)
    return {
        "order": None if again or line else text(order),
        "line": None if again else line,
        "again": again,
        "said": text(said),
        "times": times if times > 1 else None,
    }


def _was_just_told(event: Told) -> bool:
    """Tell whether the standing order told just before this one, with another answer, is the
    same."""
    other = event["before"]
    while other["what"]:
        same = other["what"] == "stood" and all(other[k] == event[k] for k in ("order", "said"))
        if other["what"] == "stood" and not same and not any(_as_often(other, "after")):
            return bool(other["order"] == event["order"])
        other = other["before"]
    return False


def _line_with(order: str, say: Words) -> int | None:
    """Return the number of the receipt's line with this order; None if there is none."""
    told = say.mail.told.lines if isinstance(say.mail, PlayMail) else ()
    return next((line.n for line in told if line.text == order), None)


def _as_often(event: Told, way: str) -> Iterator[Told]:
    """The events before or after one in which its standing order gave the same answer."""
    other = event[way]
    while other["what"]:
        if other["what"] == "stood" and all(other[k] == event[k] for k in ("order", "said")):
            yield other
        other = other[way]


def _defaulted(event: Told, say: Words) -> Free:
    """The seats in a row whose answers did not come; they are told together, with the last."""
    silent = [event["seat"]]
    while (event := event["before"])["what"] == "defaulted":
        silent.insert(0, event["seat"])
    return {"who": tuple(dict.fromkeys(silent))}


def _went_on_with_held(event: Told, say: Words) -> Free:
    order = say.game.order
    without = [say("line.quoted", said=text(order(line)), cut=False) for line in event["without"]]
    said = "; ".join(map(order, event["said"]))
    return {"said": text(said), "without": Worded(", ".join(without))}


ACTS: Mapping[str, Callable[[Told, Words], Free]] = {
    "undone": _of("line", "new_dice"),
    "taken_back": _nothing,
    "ruled": lambda event, say: {"change": text(say.game.change(event["choice"]))},
    "answered_for": _nothing,
    "reminded": lambda event, say: {"seats": tuple(event["seats"])},
    "new_player_sought": lambda event, say: {"vote": "source" in event},
    "taken_over": _nothing,
    "paused": _nothing,
    "resumed": _nothing,
    "extended": _extended,
    "pace": _pace,
    "cancelled": _of("source"),
    "moved": _moved,
    "arrived": _nothing,
    "vote_opened": _opened,
    "vote_closed": _closed,
    "resigned": _nothing,
    "version": lambda event, say: {"version": text(str(event["version"])), "data": event["data"]},
    "corrected": _nothing,
    "went_on": _nothing,
    "looked": _nothing,
    "stood": _stood,
    "dropped": lambda event, _say: {"order": text(event["order"])},
    "went_on_with_held": _went_on_with_held,
    "defaulted": _defaulted,
    "stand_in": _of("by", "why"),
    "stand_in_ended": _nothing,
}
"""What the text of each act names, besides the seat (`who`), the reason (`because`) and whether the
reason continues the sentence (`joined`)."""
