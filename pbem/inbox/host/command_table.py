"""The commands of the host by mail: how a line says one, how it is shown, and what a player is told
who writes one. The one source of all that, as `command_table` is of the players' commands."""

from dataclasses import dataclass

from pbem.inbox.command_table import Shown

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_SPELLED = rf"(?:an?|{'|'.join(NUMBERS)})(?= (?:hour|day|week)s?\b)"
_NUMBER = rf"(?:\d{{1,4}}|{_SPELLED})"
_GAME = r"(?: (?:the )?game)?"


@dataclass(frozen=True, slots=True)
class HostCommandSpec:
    """One command of the host."""

    verb: str
    forms: tuple[str, ...]
    """How the host is told that it is written."""
    pattern: str
    """What a line looks like that says it, without regard to capitals; empty: `press_blocks` reads
    it."""
    shown: Shown
    """What the page for hosts shows."""
    denied: str = ""
    """What a player is told who writes it."""


HOST_COMMANDS = (
    HostCommandSpec(
        "pause",
        ("pause because ...",),
        rf"pause{_GAME}",
        Shown(("pause because we are on holiday",), "Stop the clocks. Orders are still taken."),
        "Only the host can pause the game.",
    ),
    HostCommandSpec(
        "resume",
        ("resume",),
        rf"(?:resume|go on|continue){_GAME}",
        Shown(("resume",), "Start them again; every deadline moves by the length of the pause."),
        "Only the host can let the game go on.",
    ),
    HostCommandSpec(
        "extend",
        ("extend 2 days",),
        rf"extend(?: (?:the )?deadlines?)?(?: by)? (?P<what>{_NUMBER} ?[a-z]+)",
        Shown(("extend 2 days",), "Give everybody more time."),
        'Only the host can extend deadlines; "propose extend 2 days" has all vote on it.',
    ),
    HostCommandSpec(
        "remind",
        ("remind all", "remind SEAT"),
        r"remind(?: (?:all|everybody|everyone)| (?P<seat>[^:]{1,60}))?",
        Shown(("remind all", "remind Spain"), "Remind players who have not answered."),
        "Only the host can have others reminded; the moderator does it by himself, too.",
    ),
    HostCommandSpec(
        "replace",
        ("replace SEAT by ADDRESS",),
        r"replace (?P<seat>[^:]{1,60}?) (?:by|with) <?(?P<what>[^\s<>]+@[^\s<>]+?)>?",
        Shown(("replace Spain by friend@example.org",), "Invite somebody to take a seat over."),
        'Only the host can give a seat to somebody else; "propose replace SEAT" has all vote'
        ' on one that is late, and "resign" gives up your own.',
    ),
    HostCommandSpec(
        "stand-in",
        ("stand-in SEAT",),
        r"(?:let a bot )?stand[ -]?in(?: for)? (?P<seat>[^:]{1,60})",
        Shown(("stand-in Spain",), "A bot answers for a seat until its player writes again."),
        'Only the host can let a bot stand in for another; "away until DATE: stand-in"'
        " does it for your own seat.",
    ),
    HostCommandSpec(
        "end stand-in",
        ("end stand-in SEAT",),
        r"end stand[ -]?in(?: for)? (?P<seat>[^:]{1,60})",
        Shown(("end stand-in Spain",), "The player answers for the seat again."),
        'Only the host can end that; for your own seat, "back" does.',
    ),
    HostCommandSpec(
        "undo",
        ("undo to LINE because ...",),
        r"undo(?: back)?(?: to)?(?: line)? #?(?P<what>\d{1,7})",
        Shown(
            ("undo to 612 because it was misread",),
            "Take back a line of the record and everything after it. `pbem undo soe1` lists the"
            " numbers.",
        ),
        'Only the host can take the game back; "undo" alone takes back your own last order'
        " as long as nothing came of it.",
    ),
    HostCommandSpec(
        "rule",
        ("rule: CHANGE because ...",),
        r"rule ?: ?(?P<what>.+)",
        Shown(
            ("rule: set gold of Britain to 5 because a tax was forgotten",),
            "Change the position by a ruling.",
        ),
        "Only the host can change what lies on the board.",
    ),
    HostCommandSpec(
        "answer",
        ("answer for SEAT: ORDER",),
        r"answer for (?P<seat>[^:]{1,60}?) ?: ?(?P<what>.*)",
        Shown(("answer for Spain: pass",), "Send orders for a seat. Everybody is told."),
        "Only the host can answer for another seat.",
    ),
    HostCommandSpec(
        "end",
        ("end because ...",),
        rf"(?:end|cancel){_GAME}",
        Shown(("end because two players have left",), "Give the game up and publish its dice."),
        'Only the host can end the game; "propose end" has all vote on it, and "clear" forgets'
        " the orders that are held for you.",
    ),
    HostCommandSpec(
        "press",
        ("press to SEAT: TEXT", "press to all: TEXT"),
        "",
        Shown(("press to Spain:", "press to all:"), "Write to players."),
    ),
)
"""All of them, in the order in which a line is tried and the host is told them."""
