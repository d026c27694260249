"""A game's part of a mail: what its templates print.

A game's folder of templates holds: `questions.j2`, for each kind of decision the macros KIND,
KIND_title and KIND_otherwise, and KIND_facts where there is more to know; `events.j2`, a macro for
each event, `untold` and `who` (see `storytelling`); `standings.j2` with `moment`, `standings` and
`details`; `secrets.j2` with `secrets`; `final.j2` with `title`, `verdict` and `result`; `help.j2`
with `orders` and a macro for each topic, and entry of a topic, that `topics.toml` names. A file's
`more` names others that go on with it.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from markupsafe import Markup

from engine.core.decision import as_choice
from engine.core.game import Game
from engine.orders.vocabulary import Vocabulary
from pbem.reports import orderform, times
from pbem.reports.languages.language import ENGLISH, Language, texts_of
from pbem.reports.mail_parts import GameTold, Question
from pbem.reports.mails import HelpMail, Mail, PlayMail
from pbem.reports.stored_mails import NotAMail
from pbem.reports.storytelling import run, story
from pbem.reports.topics import GENERAL, Entry, Topic, found, topics_of
from pbem.reports.wording import TemplateMissing, folder, template_of

FILES: dict[str, tuple[str, ...]] = {
    "events.j2": ("untold", "who"),
    "standings.j2": ("moment", "standings", "details"),
    "secrets.j2": ("secrets",),
    "final.j2": ("title", "verdict", "result"),
    "help.j2": ("orders",),
}
"""The macros that every game has to have, apart from those of its kinds and events."""


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
        self.language = Language(texts_of(ENGLISH, rules), self.name)

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

    def story(self, events: list[dict[str, Any]]) -> Markup:
        """Tell the events by the game's `events.j2`."""
        parts = {name: self._macro("events.j2", name) for name in ("untold", "who")}
        return story(events, self._tell, parts["untold"], parts["who"])

    def _tell(self, event: dict[str, Any]) -> Markup:
        name = event["what"]
        general = self._find_in("mail/acts.j2", name)
        return (general or self._macro("events.j2", name))(event)

    def ask(self, question: Question) -> Markup:
        """Tell what is asked, in a sentence without its subject: `it is your turn: ...`."""
        return _line(self._macro("questions.j2", question.kind)(question))

    def facts(self, question: Question) -> Markup:
        """Tell what there is to know about a question, as blocks; empty if it has no such macro."""
        found = self.find("questions.j2", f"{question.kind}_facts")
        return found(question) if found else Markup("")

    def otherwise(self, question: Question) -> Markup:
        """Tell what happens if nothing comes: `both actions are passed`."""
        return _line(self._macro("questions.j2", f"{question.kind}_otherwise")(question))

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
    yield from ((file, name) for file, names in FILES.items() for name in names)
    yield from (("events.j2", what) for what in game.events)
    for kind in game.kinds:
        yield from (("questions.j2", kind + part) for part in ("", "_title", "_otherwise"))
    for topic in topics_of(game.name):
        own = () if topic.key in GENERAL else (topic.key,)
        yield from (("help.j2", name) for name in (*own, *topic.entries.values()))
