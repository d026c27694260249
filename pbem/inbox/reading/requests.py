"""What a mail says: a tuple of typed requests, each with the text that it was read from.

`read` makes it; nothing else looks at the lines of a mail. A line that is no command is for the
game, and comes with what the game's vocabulary makes of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeVar

from engine.core.decision import Refusal, refuse
from engine.orders.reading.lines import no_order
from engine.orders.vocabulary import Vocabulary, WrittenLine
from engine.orders.words.language import ENGLISH
from pbem.inbox.players_commands import COMMANDS, of_kind
from pbem.inbox.reading import absences, hosts_grammar, press_blocks
from pbem.inbox.reading.hosts_grammar import HostCommand
from pbem.inbox.reading.other_languages import in_english
from pbem.inbox.reading.press_blocks import PressBlock
from pbem.mail.incoming import InboundMail
from pbem.mail.paragraphs import sentences
from pbem.mail.quotes import RULED_OFF, trimmed
from pbem.settings.preferences import wish_in

_LINES, _SETTINGS = (
    {spec.verb: re.compile(spec.patterns[0], re.IGNORECASE) for spec in of_kind(kind)}
    for kind in ("line", "setting")
)
_ANSWERED = re.compile(r"(?:(?:re|aw|sv|antw|odp) ?: ?)+", re.IGNORECASE)
CONFIRMING = ("yes", "no", "pick")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
LONGEST = 200
"""The longest line, in characters, that may be a command."""
MOST_BROKEN = 20
"""How many lines may be broken until it is sure that a mail program broke them."""
MOST_LINES = 300
"""How many lines of one mail are read as orders."""
UNREAD = refuse("refusal.only_so_many_lines", most=MOST_LINES)
NO_LINE = WrittenLine("", no_order("remark.no_game"))
_PREVIEWED = re.compile(
    r"(?:please )?"
    r"(?:pre-?view|dry[ -]?run|test run|simulate|what (?:would|will) happen if|what if)"
    r"\s*[:,-]?\s+(?:i |we )?(?P<order>.+)",
    re.IGNORECASE,
)
"""A preview of the order that follows it on the same line."""
_LISTED = re.compile(r"[\W\d_]|(?:\S+ ){0,2}\S*:")


@dataclass(frozen=True, slots=True)
class GameLine:
    """A line that is no command."""

    line: WrittenLine
    """The line as read by the vocabulary of a game that its writer plays."""
    apart: bool = False
    """Whether a blank line or a rule separates it from the line before it."""
    picks: int = 0
    """The number it selects, if it answers a list of alternatives; 0: it says more, or no
    number."""

    @property
    def text(self) -> str:
        """The line as it was written."""
        return self.line.text


@dataclass(frozen=True, slots=True)
class OrderLine(GameLine):
    """A line that is an order, or is meant as one."""


@dataclass(frozen=True, slots=True)
class Remark(GameLine):
    """A line that is no order, or was not understood."""


@dataclass(frozen=True, slots=True)
class HostLine(GameLine):
    """A line that would be a command of the host."""

    act: HostCommand | None = None
    """None: it is marked as one, but is no such command."""


@dataclass(frozen=True, slots=True)
class Command:
    """One command: its verb and what was said with it."""

    verb: str
    text: str
    game: str | None = None
    seat: str | None = None
    topic: str | None = None
    zone: str | None = None
    away: str | None = None
    ballot: str | None = None
    said: str | None = None
    """The rest of the text, for the command's handler to read."""
    line: WrittenLine = field(default=NO_LINE, compare=False, repr=False)
    apart: bool = field(default=False, compare=False, repr=False)

    @property
    def picks(self) -> int:
        """The number of the alternative that it selects; 0: none."""
        return _counted(self.said or "") if self.verb == "pick" else 0

    @property
    def is_word_for_word(self) -> bool:
        """Whether it has no words of its writer's own; an order could have the same words."""
        own = (self.game, self.seat, self.topic, self.zone, self.away, self.said)
        return not any(own)


@dataclass(frozen=True, slots=True)
class Confirmation(Command):
    """A yes, a no or a number: a command if it answers something; among orders, an order."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting for before a game begins, such as the name that the others see."""

    text: str
    name: str
    value: str


Request = OrderLine | Remark | HostLine | Command | Confirmation | Setting | PressBlock


Fits = Callable[[Command], bool]
"""Tells whether a line is this command, and not an order that looks like it."""
R = TypeVar("R")


class Said(tuple[Request, ...]):
    """What a mail says: its requests in the order written, press and diary entries last."""

    def __init__(self, _requests: Iterable[Request] = ()) -> None:
        self.commands = self._of(Command)
        self.verbs = {command.verb: command for command in reversed(self.commands)}
        """The first command with each verb."""
        self.settings = {one.name: one.value for one in reversed(self._of(Setting))}
        """The settings, by name; the first of two counts."""
        self.pieces = self._of(PressBlock)
        """Press and diary entries."""
        self.rest = self._of(GameLine)
        """The lines that are no commands."""
        self.orders, self.hosts = self._of(OrderLine), self._of(HostLine)
        self.for_game = tuple(one for one in self if isinstance(one, GameLine | Confirmation))
        """The lines that are no commands, or may be none."""
        self.lines = tuple(one.line.text for one in self.for_game)
        """The same, as they were written."""

    @property
    def written(self) -> list[str]:
        """All lines as they were written, except press, diary entries and the subject."""
        lines = (one for one in self if not isinstance(one, PressBlock))
        texts = (one.text if isinstance(one, Setting) else one.line.text for one in lines)
        return [text for text in texts if text]

    def _of(self, kind: type[R]) -> tuple[R, ...]:
        return tuple(one for one in self if isinstance(one, kind))

    def asks(self, verb: str) -> Command | None:
        """Return the first command with this verb."""
        return self.verbs.get(verb)

    def answering(self, number: int) -> Said:
        """Direct replies to the press that the mail answers, by its number."""
        others = (one for one in self if not isinstance(one, PressBlock))
        return Said((*others, *press_blocks.answering(self.pieces, number)))


class _Text(NamedTuple):
    """What a line of text may be."""

    line: WrittenLine
    is_order: bool
    command: Command | None

    @property
    def means_something(self) -> bool:
        """Whether it is an order or a command, even one of the host's."""
        known = self.is_order or self.command is not None
        return known or hosts_grammar.act_in(self.line.text) is not None


class _Texts(dict[str, _Text]):
    """The texts of a mail, each read when it is first needed."""

    def __init__(self, words: Sequence[Vocabulary]) -> None:
        super().__init__()
        self.words = words

    def __missing__(self, text: str) -> _Text:
        line = self._read(text) if len(self) < MOST_LINES else WrittenLine(text, UNREAD)
        is_order = line.is_order and not (_is_guessed(line) and _is_command(text))
        command = None if is_order else command_in(text)
        known = replace(command, line=line) if command else None
        return self.setdefault(text, _Text(line, is_order, known))

    def is_heading(self, text: str) -> bool:
        """Tell whether a line says who the orders below it are for."""
        may_be = any(words.heading(text) for words in self.words)  # this takes little time
        return may_be and bool(self[text].line.heading)

    def ends_in_own_words(self, text: str) -> bool:
        """Tell whether a text is an order that ends in a player's own words, in one of the
        games."""
        spoken = (words.spoken(code) for words in self.words for code in (ENGLISH, *words.tongues))
        return any(words.has_own_words(text) for words in spoken)

    def breaks_off(self, text: str) -> bool:
        """Tell whether a line ends in the middle of a sentence, in one of the languages."""
        return any(words.breaks_off(text) for words in self.words)

    def stands_alone(self, text: str) -> bool:
        """Tell whether a line has a meaning on its own, or is only courtesy."""
        return self[text].means_something or any(each.is_courtesy(text) for each in self.words)

    def may_be_listed(self, text: str) -> bool:
        """Tell whether a line looks like one of several: it begins with a mark, a number, a heading
        or a verb of orders, or has a meaning on its own."""
        verb = any(words.begins_with_verb(text) for words in self.words)
        return verb or _LISTED.match(text) is not None or self.stands_alone(text)

    def _read(self, text: str) -> WrittenLine:
        """Return the line as read by the first game that finds an order in it."""
        read = [words.line(text) for words in self.words]
        first = next(iter(read), replace(NO_LINE, text=text))
        return next((line for line in read if line.is_order), first)


def _is_guessed(line: WrittenLine) -> bool:
    """Tell whether a line is an order only by a guess."""
    return not isinstance(line.read, Refusal) and any(order.guesses for order in line.read)


def _is_command(text: str) -> bool:
    """Tell whether a text is a command word for word, or one of the host in plain words."""
    command = command_in(text)
    known = command is not None and command.is_word_for_word
    return known or hosts_grammar.act_in(text) is not None


def read(
    lines: Iterable[str],
    words: Sequence[Vocabulary] = (),
    *,
    settings: bool = True,
    broken: Collection[tuple[str, str]] = (),
    wrapped: Collection[str] = (),
) -> Said:
    """Read what these lines say.

    `words`: the vocabularies of games that the lines may be orders for, since an order is no
    command ("help with all armies"). Without `settings`, no line is one. `broken`: pairs of lines
    that a mail program may have made from one; `wrapped`: lines that count only if they mean
    something.
    """
    blocks, others = press_blocks.cut_in_paragraphs(lines)
    texts, found, apart = _Texts(words), list[Request](), False
    for line in _unbroken(others, broken, texts):
        if not line or RULED_OFF.match(line):
            apart = True
            continue
        for text in _taken_apart(line, texts):
            one = _request(texts[text], settings, apart)
            if isinstance(one, Remark) and text in wrapped:
                continue
            found.append(one)
            apart = apart and not isinstance(one, GameLine | Confirmation)
    return Said((*found, *blocks))


def _request(text: _Text, settings: bool, apart: bool) -> Request:
    if text.command:
        return replace(text.command, apart=apart)
    if settings and (setting := _setting(text.line.text)):
        return setting
    if text.is_order:
        return OrderLine(text.line, apart, picks_in(text.line.text))
    act = hosts_grammar.act_in(text.line.text)
    if act or hosts_grammar.is_marked(text.line.text):
        return HostLine(text.line, apart, act=act)
    return Remark(text.line, apart)


def _unbroken(
    lines: Iterable[str], broken: Collection[tuple[str, str]], texts: _Texts
) -> Iterator[str]:
    """Yield the lines, joining sentences that a mail program broke. Two orders or commands below
    each other are a list and stay two lines, and so does an order above `regards`.

    A line that begins with a capital goes on only if the line above breaks off, if it means nothing
    alone, or if another line of the mail surely was broken."""
    whole: list[str] = []
    surely = any(line[:1].islower() for _, line in broken) or len(broken) > MOST_BROKEN
    for line in lines:
        goes_on = bool(whole) and (whole[-1], line) in broken and not texts.is_heading(line)
        small = surely or line[:1].islower()
        goes_on = goes_on and (
            small or texts.breaks_off(whole[-1]) or not texts.may_be_listed(line)
        )
        listed = goes_on and len(whole) == 1
        listed = listed and texts[whole[0]].means_something and texts.stands_alone(line)
        if whole and (listed or not goes_on):
            yield from _sentence(whole, texts)
            whole = []
        whole.append(line)
    yield from _sentence(whole, texts)


def _sentence(whole: Sequence[str], texts: _Texts) -> Iterable[str]:
    """Split a joined sentence from what comes before and after it; an order's own words run to its
    end."""
    if len(whole) > 1 and texts.ends_in_own_words(whole[0]):
        return [" ".join(whole)]
    return sentences(" ".join(whole)) if len(whole) > 1 else whole


def _taken_apart(line: str, texts: _Texts) -> tuple[str, ...]:
    """Split a line such as `preview: attack France in India` in two; leave any other as it is."""
    found = None if texts[line].means_something else _PREVIEWED.fullmatch(line.strip())
    return ("preview", found["order"].rstrip("?")) if found else (line,)


def with_subject(said: Said, subject: str) -> Said:
    """Add what the subject says. Some people write `join soe1` there, and little or nothing
    below."""
    command = command_in(_ANSWERED.sub("", subject))
    if command and command.verb == "preview":
        return Said((command, *said))
    if command and not said.commands and not isinstance(command, Confirmation):
        return Said((*said, command))
    return said


def of_mail(message: InboundMail) -> Said:
    """Read what a mail says to the moderator, if no game is being played."""
    return with_subject(read(message.prose, broken=message.broken), message.subject)


def unaddressed(message: InboundMail, said: Said) -> list[str]:
    """Return the prose of an answer to press: without an address it reaches nobody, and it is no
    order.

    It is empty if the mail has press in it or consists of requests.
    """
    harmless = (isinstance(one, Command) and COMMANDS[one.verb].harmless for one in said)
    if said.pieces or all(harmless):
        return []
    return list(trimmed([line for line in message.prose if line not in message.wrapped]))


def settings_in(said: Said) -> list[str]:
    """Return the lines with preferences, such as a language or a time zone, as they were
    written."""
    return [one.line.text.strip() for one in said.commands if one.verb in ("prefer", "zone")]


def command_in(line: str) -> Command | None:
    """Read a line as a command; None: it is none."""
    text = _bare(line)
    if not text or len(text) > LONGEST:
        return None
    for verb, pattern in _LINES.items():
        if found := pattern.fullmatch(text):
            said: dict[str, Any] = {name: part for name, part in found.groupdict().items() if part}
            kind = Confirmation if verb in CONFIRMING else Command
            return replace(kind(verb, _sentence_of(line)), **said)
    if wish_in(text):
        return Command("prefer", text)
    whole = line.strip()
    told = whole if text in whole else text  # its English, if it has one as a command
    verb = absences.tells_of(told)
    return Command(verb, whole, away=told) if verb else None


def _bare(line: str) -> str:
    """Return a line in English, without the end of its sentence."""
    return in_english(_sentence_of(line))


def _sentence_of(line: str) -> str:
    return line.strip().rstrip(".!").strip()


def picks_in(line: str) -> int:
    """Return the number if a line consists only of one, even if it is an order; 0: it says more."""
    found = _LINES["pick"].fullmatch(_bare(line))
    return _counted(found["said"]) if found else 0


def _counted(said: str) -> int:
    """Return the number that `2`, `2nd` or `second` means."""
    said = said.lower()
    return _ORDINALS.index(said) + 1 if said in _ORDINALS else int(said[0])


def _setting(line: str) -> Setting | None:
    text = in_english(line.strip())
    for name, pattern in _SETTINGS.items():
        if found := pattern.fullmatch(text):
            return Setting(line, name, found["value"].strip())
    return None
