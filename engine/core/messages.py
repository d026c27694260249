"""Messages as data: a message's id and the values of its slots.

The wording is in the files of each language (`templates/languages/CODE/`): the engine has no
sentences. A slot holds a number, a yes or no, the key of a name (a seat, a place, a piece, as in
the vocabulary), another message, or several of these.
"""

from typing import Any, TypeAlias, Union

from msgspec import Struct, convert, field

Item: TypeAlias = Union[int, str, "Message"]
Slot: TypeAlias = Union[bool, int, str, "Message", tuple[Item, ...], None]
TEXT = "text"
"""The id of a message that is a fixed text, the same in every language."""


class Message(Struct, frozen=True, omit_defaults=True):
    """A message: its id, such as `refusal.no_army`, and its slots by name."""

    id: str
    slots: dict[str, Slot] = field(default_factory=dict)

    def __str__(self) -> str:
        """Show the message in no language, for logs: its id and slots, or the fixed text."""
        if self.id == TEXT:
            return str(self.slots[TEXT])
        said = ", ".join(f"{name}={_shown(value)}" for name, value in self.slots.items())
        return f"{self.id}({said})" if said else self.id

    def __hash__(self) -> int:
        """Hash by id, so that structs that hold messages can be dictionary keys."""
        return hash(self.id)


def _shown(value: Slot) -> str:
    return f"[{', '.join(map(str, value))}]" if isinstance(value, tuple) else str(value)


def message(id: str, /, **slots: Any) -> Message:
    """Make a message."""
    return Message(id, slots)


def text(said: str) -> Message:
    """Make a message of words that no language changes: a player's, an order's."""
    return Message(TEXT, {TEXT: said})


def quoted(said: str) -> Message:
    """Make a message of what somebody wrote or may write, in the language's quotation marks."""
    return Message("phrase.quoted", {"what": text(said)})


def said_of(stored: Any) -> Message | None:
    """Read a message back from JSON (an older version stored text). None if there is none."""
    if isinstance(stored, str):
        return text(stored) if stored else None
    return None if stored is None else convert(stored, Message)
