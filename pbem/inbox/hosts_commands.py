"""The host's commands by mail: the one source of how lines are recognised, how they are shown, and
what a player who writes one is told (`players_commands` has the players' commands)."""

from dataclasses import dataclass

from pbem.inbox.players_commands import Shown

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_SPELLED = rf"(?:an?|{'|'.join(NUMBERS)})(?= (?:hour|day|week)s?\b)"
_NUMBER = rf"(?:[-\u2212]?\d{{1,9}}|{_SPELLED})"
_NAMED = r"(?P<game>(?!w\d)[a-z]+\d[a-z0-9]*)"
"""The name of a game, as far as a pattern can recognise one: it has a digit and is no window."""
_GAME = rf"(?: (?:the )?game)?(?: {_NAMED})?"


@dataclass(frozen=True, slots=True)
class HostCommandSpec:
    """One command of the host."""

    verb: str
    forms: tuple[str, ...]
    """How the host is told to write the command."""
    pattern: str
    """The pattern for lines with this command, ignoring case; empty if `press_blocks` reads it."""
    shown: Shown
    """What the page for hosts shows."""
    denied: str = ""
    """The id of the message for a player who writes it."""


HOST_COMMANDS = (
    HostCommandSpec(
        "pause",
        ("pause because ...",),
        rf"pause{_GAME}",
        Shown(("pause because we are on holiday",), "Stop the clocks. Orders are still taken."),
        "refusal.only_host_pause",
    ),
    HostCommandSpec(
        "resume",
        ("resume",),
        rf"(?:resume|go on|continue){_GAME}",
        Shown(("resume",), "Start them again; every deadline moves by the length of the pause."),
        "refusal.only_host_resume",
    ),
    HostCommandSpec(
        "extend",
        ("extend 2 days",),
        rf"extend(?: (?:the )?deadlines?(?: (?:of|in))?)?{_GAME}(?: by)?"
        rf" (?P<what>{_NUMBER} ?[a-z]+)",
        Shown(("extend 2 days",), "Give everybody more time."),
        "refusal.only_host_extend",
    ),
    HostCommandSpec(
        "remind",
        ("remind all", "remind SEAT"),
        r"remind(?: (?:all|everybody|everyone)| (?P<seat>[^:]{1,60}))?",
        Shown(("remind all", "remind Spain"), "Remind players who have not answered."),
        "refusal.only_host_remind",
    ),
    HostCommandSpec(
        "replace",
        ("replace SEAT by ADDRESS",),
        r"replace (?P<seat>[^:]{1,60}?) (?:by|with) <?(?P<what>[^\s<>]+@[^\s<>]+?)>?",
        Shown(("replace Spain by friend@example.org",), "Invite somebody to take over a seat."),
        "refusal.only_host_replace",
    ),
    HostCommandSpec(
        "stand-in",
        ("stand-in SEAT",),
        r"(?:let a bot )?stand[ -]?in(?: for)? (?P<seat>[^:]{1,60})",
        Shown(("stand-in Spain",), "A bot answers for a seat until its player writes again."),
        "refusal.only_host_stand_in",
    ),
    HostCommandSpec(
        "end stand-in",
        ("end stand-in SEAT",),
        r"end stand[ -]?in(?: for)? (?P<seat>[^:]{1,60})",
        Shown(("end stand-in Spain",), "The player answers for the seat again."),
        "refusal.only_host_end_stand_in",
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
        "refusal.only_host_undo",
    ),
    HostCommandSpec(
        "rule",
        ("rule: CHANGE because ...",),
        r"rule ?: ?(?P<what>.+)",
        Shown(
            ("rule: set gold of Britain to 5 because a tax was forgotten",),
            "Change the position by a ruling.",
        ),
        "refusal.only_host_rule",
    ),
    HostCommandSpec(
        "answer",
        ("answer for SEAT: ORDER",),
        r"answer for (?P<seat>[^:]{1,60}?) ?: ?(?P<what>.*)",
        Shown(("answer for Spain: pass",), "Send orders for a seat. Everybody is told."),
        "refusal.only_host_answer",
    ),
    HostCommandSpec(
        "end",
        ("end because ...",),
        rf"(?:end|cancel){_GAME}",
        Shown(
            ("end because two players have left",),
            "Give the game up and publish its dice, after a `yes`.",
        ),
        "refusal.only_host_end",
    ),
    HostCommandSpec(
        "press",
        ("press to SEAT: TEXT", "press to all: TEXT"),
        "",
        Shown(
            ("press to Spain:", "press to all:"),
            "Send the text below this line to players, up to a line `end press` or the end of the"
            " mail.",
        ),
    ),
)
"""All commands, in the order in which lines are tried and the host reads of them."""
