"""The words of one mail: messages of its language, made into blocks, and what its game tells."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from engine.core.messages import Message, text
from engine.orders.vocabulary import Vocabulary
from pbem.reports import times
from pbem.reports.game_parts import Parts
from pbem.reports.languages.language import Worded, capital
from pbem.reports.mail_parts import Said
from pbem.reports.mails import Mail, PlayMail
from pbem.reports.rendering import document as d
from pbem.reports.rendering.markup import escape, inline, shown
from pbem.settings.sections.service import UNNAMED

NOTHING = Worded("")
Blocks = Iterator[d.Block]


class Composer(NamedTuple):
    """How a kind of mail is composed: its subject, and its blocks."""

    subject: Callable[[Any, "Words"], str]
    blocks: Callable[[Any, "Words"], Iterable[d.Block]]


Composers = Mapping[str, Composer]


class Words:
    """The words for a mail; `game` tells the game's part.

    Any message may name `game`, `title`, `seat`, `window` and `moderator`, from the head of the
    mail.
    """

    def __init__(self, mail: Mail, vocabulary: Vocabulary | None) -> None:
        self.mail = mail
        self.game = Parts(mail, vocabulary)
        self.language = self.game.language
        self.given = _head(mail)

    # Messages

    def __call__(self, id: str, /, **slots: Any) -> Worded:
        """Say a message."""
        return Worded(self.language.words(id, {**self.given, **slots}))

    def message(self, id: str, /, **slots: Any) -> Message:
        """Make a message with the slots that any message of this mail may use."""
        return Message(id, {**self.given, **slots})

    def addressed(self, id: str, /, **slots: Any) -> Worded:
        """Say a message to the reader, after the name of their seat if they have one."""
        said = self.behind_seat(id, **slots)
        return said if self.mail.seat else Worded(capital(said))

    def behind_seat(self, id: str, /, **slots: Any) -> Worded:
        """Say a message that begins with a name, after the name of the reader's seat."""
        said = self(id, **slots)
        return self("mail.addressed", said=said) if self.mail.seat else said

    def subject(self, id: str, /, **slots: Any) -> str:
        """Say a subject, after the names of the game and of the reader's seat."""
        return self.subject_of_game("mail.of_seat", said=self(id, **slots))

    def subject_of_game(self, id: str, /, **slots: Any) -> str:
        """Say a subject, after the name of the game."""
        return shown(self("mail.of_game", said=self(id, **slots)))

    def said(self, what: Said | None) -> Worded:
        """Say a message of a mail; a plain sentence stays unchanged."""
        if isinstance(what, Message):
            return Worded(self.language.say(what))
        return Worded(escape(what or ""))

    def sentences(self, said: Iterable[Said]) -> Worded:
        """Say lines that lack their full stops, one after the other."""
        return Worded(" ".join(f"{self.said(line)}." for line in said))

    def name(self, key: str) -> Worded:
        """Say the name behind a key."""
        return Worded(self.language.name(key))

    def rule(self, heading: str) -> Worded:
        """Name the place in the rules, by its heading or paragraph in the rulebook."""
        return self("line.rule", rule=text(self.language.texts.rules.get(heading, heading)))

    def plain(self, id: str, /, **slots: Any) -> str:
        """Say a message as plain words, on one line."""
        return plain(self(id, **slots))

    def each(self, id: str, items: Iterable[Mapping[str, Any]]) -> tuple[Worded, ...]:
        """Say a message for each item, for a slot that holds several."""
        return tuple(self(id, **item) for item in items)

    # Times

    def when(self, time: str | None) -> Worded | None:
        """Say a time with the full name of the day."""
        if not time:
            return None
        zone, named = self.mail.zone, self.mail.zone_of_game
        return Worded(escape(times.long(time, zone, self.language.how, named=named)))

    def briefly(self, time: str | None) -> Worded | None:
        """Say a time as it is written in lists."""
        if not time:
            return None
        zone, named = self.mail.zone, self.mail.zone_of_game
        return Worded(escape(times.short(time, zone, self.language.how, named=named)))

    def span(self, seconds: int) -> Worded:
        """Say a length of time."""
        return self.language.span(seconds)

    # Blocks

    def lead(self, id: str, /, **slots: Any) -> d.Lead:
        """Make the first sentence, for the reader, from a message."""
        return d.Lead(running(self.addressed(id, **slots)))

    def opening(self, id: str, /, **slots: Any) -> d.Lead:
        """Make the first sentence, for whoever reads it, from a message."""
        return d.Lead(running(self(id, **slots)))

    def paragraph(self, id: str, /, **slots: Any) -> d.Paragraph:
        """Make running text from a message."""
        return d.Paragraph(running(self(id, **slots)))

    def inset(self, id: str, /, **slots: Any) -> d.Inset:
        """Make a remark from a message."""
        return d.Inset(running(self(id, **slots)))

    def foot(self, id: str, /, **slots: Any) -> d.Foot:
        """Make small print from a message."""
        return d.Foot(running(self(id, **slots)))

    def heading(self, id: str, /, aside: str = "", **slots: Any) -> d.Heading:
        """Make the heading of a part from a message."""
        return d.Heading(plain(self(id, **slots)), plain(aside))

    def bullets(self, *ids: str, **slots: Any) -> d.Bullets:
        """Make a list from messages."""
        return d.Bullets(tuple(running(self(id, **slots)) for id in ids))

    def row(self, *ids: str) -> tuple[d.Text, ...]:
        """Make a row of a table from messages; "" for an empty cell."""
        return tuple(running(self(id)) if id else () for id in ids)


def _head(mail: Mail) -> dict[str, Any]:
    name = mail.moderator.name if mail.moderator.name != UNNAMED else ""
    game, window = mail.game, mail.position.window if isinstance(mail, PlayMail) else None
    return {
        "game": text(game.name) if game else None,
        "title": text(game.title) if game else None,
        "seat": mail.seat,
        "window": window,
        "moderator": text(name) if name else None,
    }


def running(*said: str | None) -> d.Text:
    """Make running text from sentences, without the empty ones."""
    return inline(" ".join(filter(None, said)))


def plain(said: str) -> str:
    """Make plain words from markup."""
    return shown(" ".join(said.split()))


def free(said: str) -> d.Text:
    """Make text from words that are not markup."""
    return inline(escape(said))


def lines(said: Iterable[str]) -> tuple[str, ...]:
    """Make lines in which spaces are kept."""
    return tuple(" ".join(line.split("\n")).rstrip() for line in said)


def listed(items: Iterable[str]) -> d.Bullets:
    """Make a list of words that are not markup, such as orders."""
    return d.Bullets(tuple(map(free, items)))
