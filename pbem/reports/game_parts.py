"""A game's part of a mail: what it tells (`engine.kit.telling`), and what its templates print.

A game's template folder has `help.j2`, with a macro `orders` and one for each topic, and entry of a
topic, that `topics.toml` names. A file's `more` lists files in which it is continued.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from markupsafe import Markup

from engine.core.decision import as_choice
from engine.core.game import Game
from engine.core.messages import Message
from engine.games import GAMES
from engine.kit.telling import (
    Block,
    Fought,
    News,
    Part,
    Sentence,
    Story,
    Telling,
    Told,
    View,
    chained,
)
from engine.orders.vocabulary import Vocabulary
from engine.orders.words.language import in_all
from engine.orders.words.lexicon import tokens
from pbem.reports import orderform, telling
from pbem.reports.jinja_environment import TemplateMissing, folder, template_of
from pbem.reports.languages.language import ENGLISH, Worded, codes, language_of
from pbem.reports.mail_parts import Free, GameTold, Question
from pbem.reports.mails import HelpMail, Mail, PlayMail
from pbem.reports.rendering import document as d
from pbem.reports.rendering.markup import parse
from pbem.reports.stored_mails import NotAMail
from pbem.reports.topics import GENERAL, Entry, Topic, found, topics_of
from pbem.resources import templates

ASKING = frozenset(
    word for key in ("pricing", "effects") for text in in_all(key) for word in tokens(text)
)
"""Words of all languages that ask for a price, or for what a thing does."""
_BLANK = PlayMail()
Act: TypeAlias = Callable[[Told], Sequence[Part] | None]
"""Tells an event that every game has; returns None for one of the game's own."""


def printed(mail: Mail) -> dict[str, Any]:
    """Return what a game's templates may print of any mail: its head, and the parts that most
    have."""
    names = PlayMail.__struct_fields__
    given = {name: getattr(mail, name, getattr(_BLANK, name)) for name in names}
    parts = (given["position"], given["told"])
    given["rules"] = given["rules"] or given["told"].asides.rules
    return given | {name: getattr(part, name) for part in parts for name in part.__struct_fields__}


class Parts:
    """A game's part of a mail, from its telling or from the macros of its templates. Each template
    file is read once per mail."""

    def __init__(self, mail: Mail, words: Vocabulary | None) -> None:
        self.mail, self.words = mail, words
        self.given = {**printed(mail), "about": mail}
        self.modules: dict[str, Any] = {}
        rules = mail.game.rules if mail.game else ""
        code = mail.language if mail.language in codes() else ENGLISH
        self.spoken = words.spoken(code) if words else None
        """The vocabulary for orders in the mail's language."""
        self.language = language_of(code, rules, words)
        reader = mail.seat if mail.tells_its_seat else None
        self.told_in = language_of(code, rules, words, reader) if reader else self.language
        """The language for the reader about what happened: their own seat is "you"."""
        self.view: View = self.given["view"] or {}
        self.seat: str | None = mail.seat or None

    def name(self, key: str) -> str:
        """Return the printed name behind a key."""
        return self.words.name(key) if self.words else key.replace("_", " ").title()

    def change(self, choice: Sequence[Any]) -> str:
        """Return a host's change of the state, as it is written in the mail's language."""
        try:
            return self.spoken.say_change(as_choice(choice)) if self.spoken else ""
        except ValueError:  # from a version that still had such a form
            return " ".join(map(str, choice))

    # From the game's telling

    @property
    def telling(self) -> Telling:
        """The game's telling. Raises NotAMail, LookupError."""
        told = GAMES[self._rules].telling if self._rules in GAMES else None
        if told is None:
            raise LookupError(f"nothing tells the game {self._rules!r}")
        return told

    def story(self, events: News, act: Act, *, brief: bool = False) -> Sequence[d.Block]:
        """Tell events as a story; `brief`: battles of others in a sentence each."""
        told = self._told(events, act, self.telling.story)
        shown = map(self._in_brief, told) if brief else told
        return telling.story(shown, self.told_in, self.telling.with_name)

    def _in_brief(self, part: Part | int) -> Part | int:
        """A part as it is told to the reader: one sentence for a battle without them."""
        others = isinstance(part, Fought) and self.seat is not None and self.seat not in part.seats
        return Sentence(part.brief) if isinstance(part, Fought) and others else part

    def untold(self, events: Sequence[Free], question: Question | None) -> Sequence[Free]:
        """Find the events of a mail that its question does not tell. If several have the same name,
        the question can only tell the last."""
        if question is None:
            return events
        last = {event["what"]: place for place, event in enumerate(events)}
        told = {at for at in last.values() if self.telling.questions.tells(question, events[at])}
        return [event for place, event in enumerate(events) if place not in told]

    def _told(self, events: News, act: Act, story: Story) -> Iterator[Part | int]:
        for event in chained(events, story):
            yield event["place_told"]
            told = act(event)
            yield from story.tell(event, self.view) if told is None else told

    def in_brief(self, events: News) -> Sequence[d.Block]:
        """Tell what the events have changed for the reader, a line each."""
        lines = self.telling.in_brief(events, self.view, self.seat)
        return telling.lines(lines, self.language)

    def round_ended(self, events: News) -> bool:
        """Tell whether events have ended a round: a report then tells the whole position."""
        return self.telling.round_ended(events)

    def has_begun(self, events: News) -> bool:
        """Tell whether a turn has begun: a report without a map then tells everything the map
        shows."""
        return self.telling.has_begun(events)

    def turn_begins(self, question: Question | None) -> bool:
        """Tell whether the reader's turn begins: a report then tells where everybody stands."""
        return question is not None and self.telling.turn_begins(question)

    def ask(self, question: Question) -> Worded:
        """Say what is asked, without a subject: `it is your turn: ...`."""
        return self._said(self.telling.questions.ask(question))

    def topic(self, question: Question) -> Worded:
        """Name a question in a few words."""
        return self._said(self.telling.questions.title(question))

    def otherwise(self, question: Question) -> Worded:
        """Say what happens if no answer comes: `you pass both actions`."""
        return self._said(self.telling.questions.otherwise(question))

    def facts(self, question: Question) -> Sequence[d.Block]:
        """Tell the facts about a question; empty if there are none."""
        return self._blocks(self.telling.questions.facts(question))

    def moment(self) -> Worded:
        """Say where the game stands, in a few words: `war 2, round 3 of 5`."""
        return self._said(self.telling.moment(self.view))

    def standings(self) -> Sequence[d.Block]:
        """Tell briefly where everybody stands."""
        news = self.given["events"]
        return telling.blocks(self.telling.standings(self.view, self.seat, news), self.told_in)

    def details(self) -> Sequence[d.Block]:
        """Tell everything the map shows, and what it does not."""
        return self._blocks(self.telling.details(self.view, self.seat))

    def at_hand(self, question: Question | None) -> Sequence[d.Block]:
        """Tell what the reader needs from the board to answer a question; empty if the whole
        position is told instead."""
        if question is None or not self.seat:
            return ()
        return self._blocks(self.telling.at_hand(self.view, self.seat, question) or ())

    def secrets(self, seat: str) -> Sequence[d.Block]:
        """Tell what only this seat, the reader's, sees."""
        return self._blocks(self.telling.secrets(self.view, seat))

    def final_title(self) -> Worded:
        """Name the end of the game, for the subject."""
        return self._said(self.telling.final_title(self.view))

    def verdict(self) -> Worded:
        """Say who has won."""
        return self._said(self.telling.verdict(self.view))

    def result(self) -> Sequence[d.Block]:
        """Tell how the game ended, as tables."""
        return self._blocks(self.telling.result(self.view))

    def _said(self, said: Message) -> Worded:
        return Worded(self.language.say(said))

    def _blocks(self, parts: Iterable[Block]) -> Sequence[d.Block]:
        return telling.blocks(parts, self.language)

    # From the game's templates

    def part(self, file: str, name: str, *args: Any) -> Sequence[d.Block]:
        """Return the blocks that a macro of one of the game's templates prints."""
        return parse("", str(self._macro(file, name)(*args))).blocks

    def topics(self) -> tuple[Topic, ...]:
        """Return the game's help topics."""
        return topics_of(self._rules, self.language.code)

    def sheet(self) -> Iterator[tuple[str, Sequence[d.Block]]]:
        """Yield title and text of each topic that is the game's own and on the sheet."""
        for topic in self.topics():
            if topic.on_sheet and topic.key not in GENERAL:
                yield topic.title, self.help_on(Entry(topic.title, topic.key))

    def find_topics(self, said: str) -> list[Entry]:
        """Find the help that a text asks for."""
        if self.words is None:
            return []
        if self.language.code == ENGLISH:
            return found(said, self.topics(), self.words)
        tongue = self.words.tongues.get(self.language.code)
        apart = tongue.in_parts(said) if tongue else said
        return found(apart, self.topics(), self.words, self.language.name, self.spoken)

    def answers_to(self, question: str) -> list[Entry]:
        """Find the game's own help that answers a question. A word that asks for a price, or for
        what a thing does, counts as a topic only if the question names nothing else."""
        said = " ".join(word for word in tokens(question) if word not in ASKING)
        found = self.find_topics(said) or self.find_topics(question)
        return [entry for entry in found if entry.macro not in GENERAL]

    def help_on(self, entry: Entry) -> Sequence[d.Block]:
        """Return the text of a help topic of the game's own, or of an entry of one."""
        return self.part("help.j2", entry.macro, *([entry.key] if entry.key else []))

    def order_forms(self) -> list[tuple[str, str]]:
        """List how the orders of this game are written, each with a line of help."""
        return orderform.usages(self.spoken, self.given["rules"]) if self.spoken else []

    def clauses(self, section: str) -> list[tuple[str, str]]:
        """List what can be written in conditions, situations or plans of standing orders, each with
        its line of help."""
        return orderform.clauses(self.spoken, section) if self.spoken else []

    def _macro(self, file: str, name: str) -> Callable[..., Markup]:
        found = self.find(file, name)
        if found is None:
            path = f"{folder(self._rules)}/{file}"
            raise TemplateMissing(f"templates/{path} has no macro {name!r}")
        return found

    def find(self, file: str, name: str) -> Callable[..., Markup] | None:
        """Find a macro of one of the game's templates, in the reader's language if possible; None
        if there is none of that name."""
        own = _of_language(self.language.code, self._rules, file)
        found = self.find_in(own, name) if (templates() / own).is_file() else None
        return found or self.find_in(f"{folder(self._rules)}/{file}", name)

    def find_in(self, path: str, name: str) -> Callable[..., Markup] | None:
        """Find a macro in this template, or in those beside it that its `more` lists."""
        if path not in self.modules:
            seen = {**self.given, **self._named(path), "say": self.language.say}
            self.modules[path] = template_of(path).make_module(seen)
        module = self.modules[path]
        found: Callable[..., Markup] | None = getattr(module, name, None)
        for more in getattr(module, "more", ()) if found is None else ():
            found = found or self.find_in(f"{path.rpartition('/')[0]}/{more}", name)
        return found

    def _named(self, path: str) -> dict[str, Callable[..., str]]:
        """Return the functions by which a template prints the name behind a key.

        A template of another language uses that language's names and their forms; its `order` puts
        an English order into that language.
        """
        if not path.startswith("languages/"):
            return {"name": self.name}
        own = self.language.name
        return {"name": own, "form": own, "english": self.name, "order": self.order}

    def order(self, line: str) -> str:
        """Put an order line into the mail's language; unchanged if it cannot be translated."""
        tongue = self.words.tongues.get(self.language.code) if self.words else None
        return tongue.in_other(line) if tongue else line

    @property
    def _rules(self) -> str:
        if self.mail.game is None:
            raise NotAMail(f"a mail of kind {self.mail.kind!r} needs its game")
        return self.mail.game.rules


def help_lacking(game: Game, code: str = ENGLISH) -> tuple[list[str], int]:
    """Find the help texts, by macro, that a language lacks for a game, and count all that are
    needed. Raises TemplateMissing."""
    about = GameTold(game.name, game.name, game.title)
    parts = Parts(HelpMail(game=about, language=code), game.words)
    path = f"{folder(game.name)}/help.j2"
    if code != ENGLISH:
        path = _of_language(code, game.name, "help.j2")
    wanted = list(_wanted(game))
    if not (templates() / path).is_file():
        return wanted, len(wanted)
    return [name for name in wanted if parts.find_in(path, name) is None], len(wanted)


def _of_language(code: str, game: str, file: str) -> str:
    return f"languages/{code}/{folder(game)}/{file}"


def _wanted(game: Game) -> Iterator[str]:
    yield "orders"
    for topic in topics_of(game.name):
        yield from () if topic.key in GENERAL else (topic.key,)
        yield from topic.entries.values()
