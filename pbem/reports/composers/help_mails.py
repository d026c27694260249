"""Help: how to write to the moderator, and what a game has to say on a topic."""

from collections.abc import Sequence

from engine.core.messages import text
from pbem.reports import topics
from pbem.reports.composers.parts import layout
from pbem.reports.composers.words import Blocks, Composer, Composers, Words, free, running
from pbem.reports.mails import HelpMail
from pbem.reports.rendering import document as d
from pbem.reports.topics import Entry

MOST = 60
"""How much is shown of what somebody asked for."""
COMMANDS = (
    *("join", "name", "dice", "leave", "status", "orders", "zone", "away", "back", "wait"),
    *("history", "propose"),
    *(
        "vote",
        "resign",
        "subscribe",
        "resend",
        "preferences",
        "language",
        "text_only",
        "only_my_turn",
    ),
    *("digest", "undo", "clear", "go_on", "preview", "forget", "press", "reply", "diary", "help"),
)
"""The messages of the table of commands: how each is written, and what it does."""
PRESS = (
    *("seat", "seats", "all", "allies", "host", "reply", "reply_all", "anonymous", "forged"),
    *("diary", "diary_shown"),
)
"""The messages of the table of press."""
RULES = ("by_line", "in_order", "answers", "conditions", "stopped", "receipt")
"""The messages about orders."""
CONDITIONS = (
    *("unless", "one_line", "numbers", "if_possible"),
    *("outcome", "block", "else", "stop"),
)
"""The messages about conditions."""


def _topics(mail: HelpMail, say: Words) -> Sequence[Entry]:
    return say.game.find_topics(mail.topic) if mail.game and mail.rules else ()


def subject(mail: HelpMail, say: Words) -> str:
    """Name the topics."""
    titles = ", ".join(entry.title for entry in _topics(mail, say))
    return say.subject_of_game("help.subject", titles=text(titles) if titles else None)


def help(mail: HelpMail, say: Words) -> Blocks:
    """Tell what a game has to say on a topic, or how to write to the moderator."""
    if mail.asked:
        yield say.inset("help.asked", said=text(mail.asked[:MOST]))
    told = _topics(mail, say)
    for entry in told:
        yield d.Heading(entry.title)
        yield from _entry(entry, mail, say)
    if not told:
        yield from _all(mail, say)
    yield from layout.foot(mail, say)


def _entry(entry: Entry, mail: HelpMail, say: Words) -> Blocks:
    if entry.macro == topics.FORMS:
        yield say.paragraph("help.forms")
        yield _usages(say.game.order_forms())
    elif entry.macro == topics.CLAUSES:
        yield from _conditions(say)
    elif entry.macro == topics.PRESS:
        yield from _press(mail, say)
    elif entry.macro == topics.SHEET:
        yield from _sheet(say)
    else:
        yield from say.game.help_on(entry)


def _sheet(say: Words) -> Blocks:
    """All topics of the current game and its order forms."""
    titles = {topic.key: topic.title for topic in say.game.topics()}
    for title, blocks in say.game.sheet():
        yield d.Heading(title)
        yield from blocks
    yield d.Heading(titles[topics.FORMS])
    yield _usages(say.game.order_forms())


def _usages(told: Sequence[tuple[str, str]]) -> d.Table:
    return d.Table("ll", (), tuple((free(usage), free(help)) for usage, help in told))


def _table(category: str, keys: Sequence[str], say: Words, **slots: object) -> d.Table:
    """A table of messages: `KEY`, and `KEY_does`."""
    pairs = ((f"{category}.{key}", f"{category}.{key}_does") for key in keys)
    return d.Table("ll", (), tuple(tuple(running(say(id, **slots)) for id in row) for row in pairs))


# Everything at once


def _all(mail: HelpMail, say: Words) -> Blocks:
    with_game = mail.game is not None
    if mail.topic and with_game:
        yield say.opening("help.no_topic", topic=text(mail.topic[:MOST]))
    else:
        address = text(mail.moderator.address) if mail.moderator.address else None
        yield say.opening("help.lead", address=address)
    yield say.heading("help.commands")
    yield _table("command", COMMANDS, say)
    yield say.heading("help.orders")
    yield say.bullets(*(f"help.{rule}" for rule in RULES))
    if with_game:
        yield say.heading("help.orders_of_game")
        yield from say.game.part("help.j2", "orders")
        yield say.heading("help.topics")
        yield say.paragraph("help.how_topics")
        titles = "; ".join(topic.title for topic in say.game.topics())
        yield say.inset("help.titles", titles=text(titles))


# Conditions


def _conditions(say: Words) -> Blocks:
    """The events and situations that orders may depend on, from the vocabulary of the current
    game."""
    clauses = say.game.clauses
    yield say.paragraph("conditions.begin")
    yield _forms(say, "order", "if", "else", "behind")
    yield say.bullets(*(f"conditions.{rule}" for rule in CONDITIONS))
    yield say.paragraph("conditions.what")
    yield _usages(clauses("conditions"))
    yield say.paragraph("conditions.standing")
    yield _forms(say, "when")
    yield say.paragraph("conditions.always")
    yield say.paragraph("conditions.narrowest")
    yield _usages(clauses("situations"))
    if plans := clauses("plans"):
        yield say.paragraph("conditions.plans")
        yield _usages(plans)


def _forms(say: Words, *keys: str) -> d.Orders:
    return d.Orders(tuple(say.plain(f"conditions.form_{key}") for key in keys))


# Press


def _press(mail: HelpMail, say: Words) -> Blocks:
    """How to write to other players, and to oneself."""
    if mail.press:
        yield d.Paragraph(running(say.sentences(mail.press)))
    yield _table("press_form", PRESS, say)
    yield say.bullets("press_help.text", "press_help.names", "press_help.hidden", "press_help.host")


COMPOSERS: Composers = {"help": Composer(subject, help)}
