"""Who may do what by mail.

The tables of commands define it (`players_commands` for players and anybody, `hosts_commands` for
the host); this module enforces it. Without a tag, a command that changes something is shown for a
`yes` (`needs_yes`). The host's commands are done only if the host provably wrote them (`obeys`),
and are denied to everybody else (`without_hosts`).
"""

from collections.abc import Iterable, Iterator

from engine.core.messages import message
from pbem.inbox.hosts_commands import HOST_COMMANDS
from pbem.inbox.players_commands import COMMANDS, Who
from pbem.inbox.reading.requests import Command, HostLine, Said
from pbem.inbox.senders import Host, is_proven
from pbem.reports.mail_parts import DeniedLine

REASONS = {spec.verb: spec.denied for spec in HOST_COMMANDS}
UNKNOWN = "refusal.only_host"


def allowed_to(who: Who) -> Iterator[str]:
    """Return the commands that these people may send without a tag, in the order of the table."""
    return (verb for verb, spec in COMMANDS.items() if spec.who == who)


def needs_yes(command: Command) -> bool:
    """Tell whether a command in a mail without a tag is done only after a `yes`."""
    return COMMANDS[command.verb].needs_yes


def is_grave(commands: Iterable[Command]) -> bool:
    """Tell whether these commands are done only after a `yes` to the mail that asks for them, as
    with a vote or resigning."""
    return any(COMMANDS[command.verb].grave for command in commands)


def obeys(host: Host) -> bool:
    """Tell whether a mail with the host's tag is obeyed, that is, the host provably wrote it;
    otherwise the host is asked (`host/trusting_the_host.py`)."""
    return is_proven(host)


def without_hosts(said: Said) -> tuple[Said, list[DeniedLine]]:
    """Take the host's commands out of a player's mail; return what is left, and them as denied."""
    lines = ((one.text, one.act) for one in said.hosts)
    denied = [
        DeniedLine(text, message(REASONS[act.verb] if act else UNKNOWN)) for text, act in lines
    ]
    return Said(one for one in said if not isinstance(one, HostLine)), denied
