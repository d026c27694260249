"""What is said, as data: a message's id and what stands in its slots.

How it is said is for the files of each language (`templates/languages/CODE/`): the engine has no
sentences. A slot holds a number, a yes or no, the key of a name (a seat, a place, a piece, as the
vocabulary has it), another message, or several of these.
"""

from typing import Any, TypeAlias, Union

from msgspec import Struct, convert, field

Item: TypeAlias = Union[int, str, "Message"]
Slot: TypeAlias = Union[bool, int, str, "Message", tuple[Item, ...], None]
TEXT = "text"
"""The id of what is said as it stands, in every language."""


class Message(Struct, frozen=True, omit_defaults=True):
    """What is said: its id, as `refusal.no_army`, and its slots by their names."""

    id: str
    slots: dict[str, Slot] = field(default_factory=dict)

    def __str__(self) -> str:
        """Show it without any language, for logs: its id and slots, or the text as it stands."""
        if self.id == TEXT:
            return str(self.slots[TEXT])
        said = ", ".join(f"{name}={_shown(value)}" for name, value in self.slots.items())
        return f"{self.id}({said})" if said else self.id

    def __hash__(self) -> int:
        """Let what holds messages be looked up by them."""
        return hash(self.id)


def _shown(value: Slot) -> str:
    return f"[{', '.join(map(str, value))}]" if isinstance(value, tuple) else str(value)


def message(id: str, /, **slots: Any) -> Message:
    """Make a message."""
    return Message(id, slots)


def text(said: str) -> Message:
    """Make a message of words that are the same in every language: a player's, an order's."""
    return Message(TEXT, {TEXT: said})


def quoted(said: str) -> Message:
    """Make a message of what somebody wrote or may write, in the quotation marks of a language."""
    return Message("phrase.quoted", {"what": text(said)})


def said_of(stored: Any) -> Message | None:
    """Read a message back from JSON; a version before stored sentences. None: nothing was said."""
    if isinstance(stored, str):
        return text(stored) if stored else None
    return None if stored is None else convert(stored, Message)
