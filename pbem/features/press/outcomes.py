"""What became of the press and the diary entries of a mail, until a receipt tells it."""

import json
from dataclasses import dataclass
from typing import Any

from pbem.store import tables as t


@dataclass(frozen=True)
class Spoken:
    """A piece of a mail: what it was, and the press or the entry that was made of it, or why not.

    `unread` are seats among those it was meant for that read nothing: bots have them.
    """

    title: str
    press: t.Press | None = None
    kept: bool = False
    refused: str = ""
    unread: tuple[str, ...] = ()

    def shown(self) -> dict[str, Any]:
        """As payloads have it."""
        press = self.press
        if press is None:
            state = {"status": "kept" if self.kept else "refused", "reason": self.refused}
        else:
            state = {"status": press.state, "way": press.way, "bears": press.bears} | whom(press)
        return {"title": self.title, "unread": list(self.unread), **state}


def whom(press: t.Press) -> dict[str, Any]:
    """To whom press goes, as those who get it may know: `hidden` is how many go unnamed."""
    hidden = json.loads(press.hidden)
    named = [key for key in json.loads(press.to) if key not in hidden]
    return {"to": named, "hidden": len(hidden), "open": press.open}


def told(spoken: list[Spoken]) -> list[dict[str, Any]]:
    """All of it, as payloads have it; it is told from now on."""
    shown = [one.shown() for one in spoken]
    spoken.clear()
    return shown
