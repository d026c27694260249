"""A game's part of a mail: what it tells (`engine.kit.telling`), and what its templates print.

A game's folder of templates holds `help.j2` with `orders` and a macro for each topic, and entry of
a topic, that `topics.toml` names. A file's `more` names others that go on with it.

A game without a telling has templates instead: `questions.j2`, for each kind of decision the macros
KIND, KIND_title and KIND_otherwise, and KIND_facts where there is more to know; `events.j2`, a
macro for each event, `untold` and `who` (see `storytelling`); `standings.j2` with `moment`,
`standings` and `details`; `secrets.j2` with `secrets`; `final.j2` with `title`, `verdict` and
`result`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from markupsafe import Markup

from engine.core.decision import as_choice
from engine.core.game import Game
from engine.core.messages import Message
from engine.games import GAMES
from engine.kit.telling import Block, News, Part, Telling, Told, View, chained
from engine.orders.vocabulary import Vocabulary
from pbem.reports import orderform, telling, times
from pbem.reports.languages.language import ENGLISH, language_of
from pbem.reports.mail_parts import GameTold, Question
from pbem.reports.mails import HelpMail, Mail, PlayMail
from pbem.reports.rendering import document
from pbem.reports.rendering.markup import PLACE
from pbem.reports.stored_mails import NotAMail
from pbem.reports.storytelling import run, short_forms, story
from pbem.reports.topics import GENERAL, Entry, Topic, found, topics_of
from pbem.reports.wording import TemplateMissing, folder, template_of

FILES: dict[str, tuple[str, ...]] = {
    "events.j2": ("untold", "who"),
    "standings.j2": ("moment", "standings", "details"),
    "secrets.j2": ("secrets",),
    "final.j2": ("title", "verdict", "result"),
}
"""The macros that a game without a telling has to have, apart from those of kinds and events."""


_BLANK = PlayMail()


def printed(mail: Mail) -> dict[str, Any]:
    """Tell what any template may print of any mail: its head, and the parts that most have."""
    names = PlayMail.__struct_fields__
    given = {name: getattr(mail, name, getattr(_BLANK, name)) for name in names}
    parts = (given["position"], given["told"])
    return given | {name: getattr(part, name) for part in parts for name in part.__struct_fields__}


class Parts:
    """A game's part of a mail: the macros of its templates, each file read once a mail."""

    def __init__(self, mail: Mail, words: Vocabulary | None) -> None:
        self.mail, self.words = mail, words
        self.given = {**printed(mail), "about": mail}
        self.modules: dict[str, Any] = {}
        rules = self.given["game"].rules if self.given["game"] else ""
        self.telling: Telling | None = GAMES[rules].telling if rules in GAMES else None
        self.language = language_of(ENGLISH, rules, words)
        self.blocks: list[list[document.Block]] = []
        """What the game has told as blocks, for their places in the markup."""

    def context(self) -> dict[str, Any]:
        """Tell what a template of a mail sees."""
        return {
            **self.given,
            "name": self.name,
            "say": self.language.say,
            "story": self.story,
            "ask": self.ask,
            "facts": self.facts,
            "otherwise": self.otherwise,
            "title_of": self.title_of,
            "moment": self.moment,
            "standings": self.standings,
            "details": self.details,
            "secrets": self.secrets,
            "final_title": self.final_title,
            "verdict": self.verdict,
            "result": self.result,
            "part": self.part,
            "change": self.change,
            "topics": self.topics,
            "find_topics": self.find_topics,
            "order_forms": self.order_forms,
            "clauses": self.clauses,
            "say_when": lambda time: times.long(time, self.mail.zone),
            "say_briefly": lambda time: times.short(time, self.mail.zone),
        }

    def name(self, key: str) -> str:
        """Return the printed name behind a key."""
        return self.words.name(key) if self.words else key.replace("_", " ").title()

    def change(self, choice: Sequence[Any]) -> str:
        """Return a host's change of the state, as it is written."""
        try:
            return self.words.say_change(as_choice(choice)) if self.words else ""
        except ValueError:  # it was ruled when there was such a form
            return " ".join(map(str, choice))

    # What the game tells

    @property
    def _view(self) -> View:
        view: View = self.given["view"] or {}
        return view

    @property
    def _seat(self) -> str | None:
        return self.given["seat"] or None

    def story(self, events: News) -> Markup:
        """Tell the events."""
        if self.telling:
            return self._placed(telling.story(self._parts(events, self.telling), self.language))
        parts = {name: self._macro("events.j2", name) for name in ("untold", "who")}
        return story(events, self._tell, parts["untold"], parts["who"])

    def _parts(self, events: News, game: Telling) -> Iterator[Part | telling.Said]:
        for event in chained(events, game):
            if event["what"] in GAMES[self._rules].events:
                yield from game.tell(event, self._view, self._seat)
            else:
                yield from self._act(event)

    def _act(self, event: Told) -> Iterator[Part | telling.Said]:
        """What a host does, or the moderator, in any game."""
        act = self._find_in("mail/acts.j2", event["what"])
        if act is None:
            raise LookupError(f"nobody tells the event {event['what']!r}")
        yield from (telling.Said(mark, words) for mark, words in short_forms(act(event)))

    def _tell(self, event: dict[str, Any]) -> Markup:
        name = event["what"]
        general = self._find_in("mail/acts.j2", name)
        return (general or self._macro("events.j2", name))(event)

    def ask(self, question: Question) -> Markup:
        """Tell what is asked, in a sentence without its subject: `it is your turn: ...`."""
        if self.telling:
            return self._said(self.telling.ask(question, self._view, self._seat))
        return _line(self._macro("questions.j2", question.kind)(question))

    def title_of(self, question: Question) -> Markup:
        """Name a question in a few words."""
        if self.telling:
            return self._said(self.telling.title(question, self._view))
        return self.part("questions.j2", f"{question.kind}_title", question)

    def otherwise(self, question: Question) -> Markup:
        """Tell what happens if nothing comes: `both actions are passed`."""
        if self.telling:
            return self._said(self.telling.otherwise(question, self._view))
        return _line(self._macro("questions.j2", f"{question.kind}_otherwise")(question))

    def facts(self, question: Question) -> Markup:
        """Tell what there is to know about a question, as blocks; nothing if there is no more."""
        if self.telling:
            return self._told(self.telling.facts(question, self._view, self._seat))
        found = self.find("questions.j2", f"{question.kind}_facts")
        return found(question) if found else Markup("")

    def moment(self) -> Markup:
        """Tell where the game stands, in a few words: `war 2, round 3 of 5`."""
        if self.telling:
            return self._said(self.telling.moment(self._view))
        return self.part("standings.j2", "moment")

    def standings(self) -> Markup:
        """Tell where everybody stands, short."""
        if self.telling:
            news = self.given["events"]
            return self._told(self.telling.standings(self._view, self._seat, news))
        return self.part("standings.j2", "standings")

    def details(self) -> Markup:
        """Tell all that the map shows, and what it does not."""
        if self.telling:
            return self._told(self.telling.details(self._view, self._seat))
        return self.part("standings.j2", "details")

    def secrets(self) -> Markup:
        """Tell what only the reader sees."""
        if self.telling:
            return self._told(self.telling.secrets(self._view, self.given["seat"]))
        return self.part("secrets.j2", "secrets")

    def final_title(self) -> Markup:
        """Name the end of the game."""
        if self.telling:
            return self._said(self.telling.final_title(self._view))
        return self.part("final.j2", "title")

    def verdict(self) -> Markup:
        """Tell who has won."""
        if self.telling:
            return self._said(self.telling.verdict(self._view))
        return self.part("final.j2", "verdict")

    def result(self) -> Markup:
        """Tell how the game ended."""
        if self.telling:
            return self._told(self.telling.result(self._view))
        return self.part("final.j2", "result")

    def _said(self, said: Message) -> Markup:
        return Markup(self.language.say(said))

    def _told(self, parts: Iterable[Block]) -> Markup:
        return self._placed(telling.blocks(parts, self.language))

    def _placed(self, blocks: list[document.Block]) -> Markup:
        """Keep blocks, and mark their place."""
        self.blocks.append(blocks)
        return Markup(f"{PLACE} {len(self.blocks) - 1}")

    # What its templates print

    def part(self, file: str, name: str, *args: Any) -> Markup:
        """Tell what a macro of one of the game's templates prints."""
        return Markup(str(self._macro(file, name)(*args)).strip("\n"))

    def topics(self) -> tuple[Topic, ...]:
        """Tell what the game has help on."""
        return topics_of(self._rules)

    def find_topics(self, said: str) -> list[Entry]:
        """Tell what somebody means who asks for help on this."""
        return found(said, self.topics(), self.words) if self.words else []

    def order_forms(self) -> list[tuple[str, str]]:
        """Tell how the orders of the game at hand are written, with a line on each."""
        return orderform.usages(self.words, self.given["rules"]) if self.words else []

    def clauses(self, section: str) -> list[tuple[str, str]]:
        """Tell what can be said in conditions, situations or plans of standing orders, each with
        its line of help."""
        return orderform.clauses(self.words, section) if self.words else []

    def _macro(self, file: str, name: str) -> Callable[..., Markup]:
        found = self.find(file, name)
        if found is None:
            path = f"{folder(self._rules)}/{file}"
            raise TemplateMissing(f"templates/{path} has no macro {name!r}")
        return found

    def find(self, file: str, name: str) -> Callable[..., Markup] | None:
        """Find a macro of one of the game's templates; None if it has none of that name."""
        return self._find_in(f"{folder(self._rules)}/{file}", name)

    def _find_in(self, path: str, name: str) -> Callable[..., Markup] | None:
        """A macro of this template, or of those beside it that its `more` names."""
        if path not in self.modules:
            seen = {**self.given, "name": self.name, "part": self.part, "run": run}
            seen["say"] = self.language.say
            seen["change"] = self.change
            self.modules[path] = template_of(path).make_module(seen)
        module = self.modules[path]
        found: Callable[..., Markup] | None = getattr(module, name, None)
        for more in getattr(module, "more", ()) if found is None else ():
            found = found or self._find_in(f"{path.rpartition('/')[0]}/{more}", name)
        return found

    @property
    def _rules(self) -> str:
        if self.mail.game is None:
            raise NotAMail(f"a mail of kind {self.mail.kind!r} needs its game")
        return self.mail.game.rules


def _line(said: Markup) -> Markup:
    return Markup(" ".join(str(said).split()))


def lacking(game: Game) -> Iterator[str]:
    """Find the macros that a game's templates lack, as `file: macro`. Raises TemplateMissing."""
    about = GameTold(game.name, game.name, game.title)
    parts = Parts(HelpMail(game=about), game.words)
    for file, name in _wanted(game):
        if parts.find(file, name) is None:
            yield f"{file}: {name}"


def _wanted(game: Game) -> Iterator[tuple[str, str]]:
    if game.telling is None:
        yield from ((file, name) for file, names in FILES.items() for name in names)
        yield from (("events.j2", what) for what in game.events)
        for kind in game.kinds:
            yield from (("questions.j2", kind + part) for part in ("", "_title", "_otherwise"))
    yield "help.j2", "orders"
    for topic in topics_of(game.name):
        own = () if topic.key in GENERAL else (topic.key,)
        yield from (("help.j2", name) for name in (*own, *topic.entries.values()))
