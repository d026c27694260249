"""How the host's commands are written, by mail and on the command line.

    pause because we are on holidays         w41: extend 2 days
    replace Spain by friend@example.org      undo to 612 because the order was misread
    rule: set gold of Britain to 5 because a tax was forgotten
    answer for Spain: pass

Each may name the window that it is for, before or after the command. A line may begin with `host:`,
which distinguishes it from the orders of a host who plays.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from pbem.inbox.hosts_commands import HOST_COMMANDS, NUMBERS
from pbem.inbox.reading.other_languages import hosts_first_words, hosts_in_english
from pbem.inbox.reading.press_blocks import PressBlock

LONGEST = 500
"""The longest line, in characters, that may be a command."""
QUOTED = 80
"""How many characters of a longer line are shown."""
WRAPPED = 55
"""A line of at least this many characters may have been broken by a mail program."""
FORMS = tuple(form for spec in HOST_COMMANDS for form in spec.forms)
"""How all commands are written."""

_COMMANDS = {
    spec.verb: re.compile(spec.pattern, re.IGNORECASE) for spec in HOST_COMMANDS if spec.pattern
}
_PLEASE = re.compile(
    r"^(?:please,? |(?:could|can|would) you (?:please )?)+|,? please$", re.IGNORECASE
)
_MARK = re.compile(r"(?:host|gastgeber) ?: ?(.*)", re.IGNORECASE | re.DOTALL)
_BEFORE = re.compile(
    r"(?:for )?(?:w|window |abschnitt )(\d{1,6}) ?: ?(.*)", re.IGNORECASE | re.DOTALL
)
_BEHIND = re.compile(r"(.*?)[ ,]+\(?(?:(?:for|in) )?(?:w|window )(\d{1,6})\)?", re.IGNORECASE)
_BECAUSE = re.compile(
    r"(?P<said>.*?),? (?:(?:because:?|since) (?!of\b)(?P<clause>.+)"
    r"|(?P<phrase>(?:because of|due to) .+))",
    re.IGNORECASE | re.DOTALL,
)
"""A line and its reason: a clause that is complete, or one that needs its first word."""
_FIRST_WORDS = {form.lower().split()[0].rstrip(":") for form in FORMS} - {"press"}
_BEGINS = _FIRST_WORDS - {"undo"}
"""The words that commands begin with; `undo` alone asks what can be undone."""
_SLIP = 0.75
"""How similar a misspelt word must be to one of these (difflib's ratio)."""
_TIDY = re.compile(r"[ ,;:(\u2013\u2014-]+$")
UNCLEAR = "unclear"
"""The verb of a line that is meant as a command, but is not one."""
TOO_LONG = "too long"
"""The verb of a line that would be a command if it were shorter."""
NOT_READ = (UNCLEAR, TOO_LONG)


@dataclass(frozen=True)
class HostCommand:
    """One command of the host."""

    verb: str
    what: str = ""
    """A time, an address, a line's number, a change of the state."""
    seat: str = ""
    """The seat, as it was written."""
    lines: tuple[str, ...] = ()
    """Orders for a seat."""
    because: str = ""
    window: int | None = None
    """The window that it is for; None: any."""
    game: str = ""
    """The game it names, if it names one."""
    text: str = ""
    """The command as it was written."""
    piece: PressBlock | None = None
    """A text from the host to others."""

    @property
    def line(self) -> str:
        """The command, if it is without an object, as one line that reads the same."""
        window = "" if self.window is None else f"w{self.window}: "
        because = f" because {self.because}"[: LONGEST - 100] if self.because else ""
        return f"{window}{self.verb}{because}"

    @property
    def seats(self) -> list[str]:
        """The seats named: `Spain, Prussia and France` are three."""
        said = self.seat.replace(" and ", ",").split(",")
        return [one.strip() for one in said if one.strip()]


@dataclass(frozen=True)
class Heard:
    """What a host's mail says: commands, and lines that are none."""

    acts: tuple[HostCommand, ...] = ()
    taken: tuple[str, ...] = ()
    """The lines that they were read from."""
    shown: tuple[str, ...] = ()
    """The same, with one line for each press block."""
    rest: tuple[str, ...] = ()


def is_marked(line: str) -> bool:
    """Tell whether a line is marked as a command of the host."""
    return _MARK.match(_without_window(line.strip())[1]) is not None


def without_mark(line: str) -> str:
    """Return a line without `host:` before it."""
    window, said = _without_window(line.strip())
    marked = _MARK.match(said)
    return marked[1].strip() if marked and window is None else line


def is_heading(line: str) -> bool:
    """Tell whether a line is `host:` alone, which marks the lines below it."""
    return is_marked(line) and not without_mark(line)


def is_meant(line: str) -> bool:
    """Tell whether a line that is no command was meant as one: it begins with a command's first
    word or with a whole command, or is one apart from a typing mistake in its first word."""
    text = without_mark(line)
    if act_in(line) or not text or len(text) > LONGEST:
        return False
    words = _PLEASE.sub("", text).split()
    if words and words[0].lower().rstrip(":") in _BEGINS:
        return True
    parts = (" ".join(words[:n]) for n in range(len(words) - 1, 1, -1))
    return any(act_in(_TIDY.sub("", part)) for part in (*parts, *_mended(text)))


def _mended(line: str) -> Iterator[str]:
    """Yield a line with the typing mistake in its first word corrected, once for each word that may
    be meant."""
    first, blank, rest = _PLEASE.sub("", _without_window(line)[1]).partition(" ")
    word = first.rstrip(":,.!")
    known = (*_FIRST_WORDS, *hosts_first_words())
    for meant in get_close_matches(word.lower(), known, cutoff=_SLIP):
        yield f"{meant}{first[len(word) :]}{blank}{rest}"


def act_in(line: str) -> HostCommand | None:
    """Read a line as a command; None: it is none."""
    text = line.strip()
    if not text or len(text) > LONGEST:
        return None
    window, said = _without_window(text)
    if marked := _MARK.match(said):
        inner, said = _without_window(marked[1].strip())
        window = inner if window is None else window
    said, reason = _without_reason(said)
    said = _PLEASE.sub("", said.rstrip(".!?").rstrip())
    if behind := _BEHIND.fullmatch(said):
        said, window = behind[1], int(behind[2]) if window is None else window
    if act := _act(said, text, reason, window):
        return act
    english = hosts_in_english(said)
    if english == said:
        return None
    said, its_reason = _without_reason(english)
    return _act(said, text, reason or its_reason, window)


def _act(said: str, text: str, reason: str, window: int | None) -> HostCommand | None:
    """Read a command without window, mark and reason."""
    for verb, pattern in _COMMANDS.items():
        if found := pattern.fullmatch(said):
            parts = {name: part.strip() for name, part in found.groupdict("").items()}
            what, seat = parts.get("what", ""), parts.get("seat", "")
            orders = tuple(filter(None, [what])) if verb == "answer" else ()
            what = "" if verb == "answer" else in_figures(what) if verb == "extend" else what
            game = parts.get("game", "").lower()
            return HostCommand(verb, what, seat, orders, reason, window, game, text)
    return None


def in_figures(time: str) -> str:
    """Write a time in figures: `two days` becomes `2 days`, `a week` becomes `1 week`."""
    number, _, unit = time.partition(" ")
    known = {"a": 1, "an": 1} | {word: n for n, word in enumerate(NUMBERS, 1)}
    return f"{known[number.lower()]} {unit}" if number.lower() in known else time


def _without_reason(said: str) -> tuple[str, str]:
    """Split off the reason; orders for a seat have none from the host."""
    because = None if _COMMANDS["answer"].match(said) else _BECAUSE.fullmatch(said)
    if because is None:
        return said, ""
    return because["said"], (because["clause"] or because["phrase"]).strip()


def _without_window(text: str) -> tuple[int | None, str]:
    before = _BEFORE.fullmatch(text)
    return (int(before[1]), before[2]) if before else (None, text)


def handle(lines: Iterable[str], blocks: Sequence[PressBlock] = ()) -> Heard:
    """Read the commands in the lines of a mail, and its texts to others (`blocks`), which come
    last.

    A reason broken by a mail program continues in the next line, and orders for a seat in the lines
    after `answer for SEAT:`.
    """
    acts: list[HostCommand] = []
    taken: list[str] = []
    rest: list[str] = []
    before = ""
    for line in lines:
        if is_heading(line):
            continue
        (taken if _take(acts, line, before) else rest).append(line)
        before = line
    acts += [HostCommand("press", text=block.summary, piece=block) for block in blocks]
    source = (line for block in blocks for line in block.source)
    shown = (*taken, *(block.summary for block in blocks))
    return Heard(tuple(acts), (*taken, *source), shown, tuple(rest))


def _take(acts: list[HostCommand], line: str, before: str) -> bool:
    """Use a line if it is a command, or continues the last one; tell whether it was used."""
    act, last = act_in(line), acts[-1] if acts else None
    if act is not None:
        _add(acts, act)
    elif last and last.text.endswith(":") and last.verb not in NOT_READ:
        acts[-1] = replace(last, lines=(*last.lines, line))
    elif last and _goes_on(last, before, line):
        acts[-1] = replace(last, because=f"{last.because} {line}")
    elif is_meant(line):
        acts.append(HostCommand(UNCLEAR, text=line.strip()))
    elif len(line.strip()) > LONGEST and act_in(line.strip()[:LONGEST]):
        acts.append(HostCommand(TOO_LONG, text=f"{line.strip()[:QUOTED]} ..."))
    else:
        return False
    return True


def _add(acts: list[HostCommand], act: HostCommand) -> None:
    """Add a command; several orders for one seat in a row become one command."""
    last = acts[-1] if acts else None
    if last and act.verb == last.verb == "answer" and act.seat.lower() == last.seat.lower():
        acts[-1] = replace(last, lines=(*last.lines, *act.lines), text=f"{last.text}\n{act.text}")
    else:
        acts.append(act)


def _goes_on(act: HostCommand, before: str, line: str) -> bool:
    """Tell whether a line is the rest of a reason in the line before it."""
    return bool(act.because) and len(before) >= WRAPPED and line[:1].islower()
