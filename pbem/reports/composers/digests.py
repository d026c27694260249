"""A digest: one mail on several games, each told in its own words."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from engine.core.messages import text
from engine.orders.vocabulary import Vocabulary
from pbem.reports.composers.parts import layout
from pbem.reports.composers.parts.story import story
from pbem.reports.composers.words import Blocks, Composer, Composers, Words, running
from pbem.reports.languages.order_lines import in_language
from pbem.reports.mails import DigestedGame, DigestMail, Mail
from pbem.reports.rendering import document as d


class Chapter(NamedTuple):
    """A part of a mail: its subject matter, the vocabulary for it, and how it is composed."""

    mail: Mail
    words: Vocabulary | None
    blocks: Blocks


def chapters(
    mail: DigestMail, words: Vocabulary | None, others: Sequence[Vocabulary | None]
) -> list[Chapter]:
    """Tell what is asked in each game, then what happened in each. `others` are the vocabularies of
    the games; if they are not given, all games use that of the mail."""
    several, spoken = len(mail.games) > 1, others or [words] * len(mail.games)
    seen = [
        replace(
            game,
            moderator=mail.moderator,
            at=mail.at,
            zone=game.zone or mail.zone,
            language=mail.language,
            map=game.map and mail.map,
            no_map=mail.no_map,
            several=several,
        )
        for game in mail.games
    ]
    worded = (in_language(one, its) for one, its in zip(seen, spoken, strict=True))
    games = [(one, Words(one, its), its) for one, its in zip(worded, spoken, strict=True)]
    return [
        *(Chapter(one, its, asked(one, say)) for one, say, its in games),
        *(Chapter(one, its, told(one, say)) for one, say, its in games if one.events),
        Chapter(mail, words, foot(mail, Words(mail, words))),
    ]


STOPPED = ("paused", "stopped", "over", "cancelled", "moved")
"""States of a game in which no deadline runs."""
ENDED = ("over", "cancelled", "moved")
"""States in which nothing more is played here."""


def subject(mail: DigestMail, say: Words) -> str:
    """Say what is asked, and in how many games."""
    asked = [game for game in mail.games if game.question]
    first = asked[0] if asked else None
    due = first.question.due if first and first.question else None
    slots = {
        "games": len(mail.games) if len(mail.games) > 1 else None,
        "first": text(first.game.name) if first and first.game else None,
        "more": len(asked) - 1,
        "due": say.briefly(due),
    }
    return say.subject_of_game("digest.subject", **slots)


def asked(mail: DigestedGame, say: Words) -> Blocks:
    """Tell what is asked in one of its games."""
    if mail.question:
        slots = {
            "ask": say.game.ask(mail.question),
            "deadline": layout.deadline(mail.question, say),
        }
        yield _lead("report.asked", mail, say, **slots)
    elif mail.asked:
        yield _lead("digest.asked_by_now", mail, say)
    elif not mail.position.view:
        yield _lead("digest.not_shown", mail, say)
    else:
        yield _not_asked(mail, say)
    if mail.invited and not mail.question and not mail.asked:
        yield layout.soon(mail, say)


def _lead(id: str, mail: DigestedGame, say: Words, **slots: str) -> d.Lead:
    """A message as a lead; if there are several games, the game's name stands first."""
    said = say.addressed(id, **slots)
    return d.Lead(running(say("digest.of_game", said=said) if mail.several else said))


def _not_asked(mail: DigestedGame, say: Words) -> d.Block:
    stopped = mail.state in STOPPED
    state = say(f"digest.{mail.state}") if stopped else layout.awaited(mail, say)
    if mail.stood_in and mail.state not in ENDED:
        by = mail.stood_in.replace(" ", "-")
        if mail.several:
            return say.paragraph("digest.stood_in", by=by, state=state)
        return say.lead("report.stood_in", by=by, awaited=state)
    if mail.several:
        return say.paragraph("digest.not_asked", state=state)
    return say.lead("report.not_asked", awaited=state)


def told(mail: DigestedGame, say: Words) -> Blocks:
    """Tell what happened in one of its games, and where it stands."""
    several, title = mail.several, mail.game.title if mail.game else ""
    aside = say("digest.title", title=text(title)) if several else ""
    yield say.heading("digest.happened" if several else "mail.happened", aside=aside)
    yield from layout.in_brief(mail, say)
    own = {"marked": "digest.map_marked", "unmarked": "digest.map"} if several else {}
    yield from layout.map_place(mail, say, *layout.map_words(mail, **own))
    yield from story(mail.events, say)
    yield say.heading("digest.standings" if several else "mail.standings", aside=say.game.moment())
    yield from say.game.standings()
    held = mail.held
    if held and (held.orders or held.answers or held.behind):
        yield from layout.held_orders(mail, say)


def foot(mail: DigestMail, say: Words) -> Blocks:
    """Tell how a digest is answered."""
    several = len(mail.games) > 1
    yield say.heading("digest.orders" if several else "digest.to_answer")
    if several:
        yield say.paragraph("digest.addresses")
        games = [game for game in mail.games if game.game]
        named = ((text(game.game.name), text(game.reply_to)) for game in games if game.game)
        said = (say("digest.address", name=name, address=address) for name, address in named)
        yield d.Bullets(tuple(map(running, said)))
    how = say("digest.answer_several" if several else "digest.answer_one")
    yield d.Paragraph(running(how, say("digest.commands")))
    yield from layout.foot(mail, say)


COMPOSERS: Composers = {"digest": Composer(subject, foot)}
