"""An answer to press in prose: nobody gets it by itself, and no rule judges it."""

from __future__ import annotations

from pbem.inbox import commands
from pbem.inbox.command_table import COMMANDS
from pbem.inbox.commands import Said
from pbem.mail.incoming import InboundMail
from pbem.mail.quotes import trimmed


def prose(message: InboundMail, said: Said) -> list[str]:
    """What an answer to press says in prose, which nobody gets by itself and no rule judges.

    Nothing, if there is a piece in it or all of it are requests.
    """
    lines = [line for line in message.prose if line not in message.wrapped]
    if said.pieces or all(map(_is_request, filter(None, lines))):
        return []
    return list(trimmed(lines))


def _is_request(line: str) -> bool:
    found = commands.read([line], settings=False).commands
    return any(COMMANDS[command.verb].harmless for command in found)
