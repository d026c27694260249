"""Posts in a forum: the standings above a thread, short answers in it; and mails that tell players
about posts."""

import re
from collections.abc import Iterator

from engine.core.messages import text
from pbem.reports.composers.parts import layout
from pbem.reports.composers.words import Blocks, Composer, Composers, Words, free, lines, running
from pbem.reports.mail_parts import Seated
from pbem.reports.mails import ForumNoteMail, ForumReplyMail, ForumStandingsMail
from pbem.reports.rendering import document as d

_CALLABLE = re.compile(r"[\w.-]{1,60}")
"""Names that forums notify by an `@`."""
_CROWDS = frozenset(
    [
        "admins",
        "administrators",
        "all",
        "channel",
        "everyone",
        "global-moderators",
        "here",
        "moderators",
        "registered-users",
        "staff",
        "team",
        "users",
        "verified-users",
    ]
)
"""Names by which forums notify many at once."""


def standings_subject(mail: ForumStandingsMail, say: Words) -> str:
    """Say whose standings these are, and at what point of the game."""
    return say.plain("forum.standings", moment=say.game.moment())


def standings(mail: ForumStandingsMail, say: Words) -> Blocks:
    """Tell who the moderator waits for, how things stand, and how to play from the forum."""
    awaited = layout.awaited(mail, say)
    nobody = say("forum.goes_on" if mail.left else "forum.nobody")
    yield d.Lead(running(awaited or nobody))
    yield from layout.map_place(mail, say, "mail.map")
    yield say.heading("forum.players")
    head = say.row("forum.head_seat", "forum.head_player", "forum.head_state")
    yield d.Table("lll", head, tuple(_seat(one, mail, say) for one in mail.seats))
    yield from layout.standings(say)
    yield from say.game.details()
    if not mail.left:
        yield say.heading("forum.how")
        yield say.paragraph("forum.orders")
        yield say.paragraph("forum.joining")
    yield say.heading("forum.dice")
    yield say.paragraph("forum.dice_made")
    yield d.Preformatted(lines([mail.commitment]))
    yield from layout.foot(mail, say)


def _seat(one: Seated, mail: ForumStandingsMail, say: Words) -> tuple[d.Text, ...]:
    """A seat, who plays it, and whether they have answered."""
    player = running(say("forum.bot")) if one.bot else free(mail.members.get(one.seat) or one.name)
    waiting = next((each for each in mail.position.waiting if each.seat == one.seat), None)
    if one.seat in mail.sealed:
        state = running(say("forum.has_sealed"))
    elif waiting:
        state = running(say("forum.awaited", due=say.briefly(waiting.due)))
    else:
        state = running(say("forum.has_answered")) if one.seat in mail.answered else ()
    return running(say.name(one.seat)), player, state


def reply(mail: ForumReplyMail, say: Words) -> Blocks:
    """Tell members of the forum something, and have it notify them."""
    said = running(say(f"forum.{mail.what}", who=mail.who, due=say.when(mail.due)))
    names = (*called(mail.names), d.Span(": ")) if mail.names else ()
    yield d.Paragraph((*names, *said))
    if mail.hash:
        yield d.Preformatted(lines([mail.hash]))


def called(names: list[str]) -> Iterator[d.Span]:
    """Call members of a forum by their names."""
    for n, name in enumerate(names):
        if n:
            yield d.Span(", ")
        callable_ = bool(_CALLABLE.fullmatch(name)) and name.lower() not in _CROWDS
        yield d.Span(name, bold=not callable_, mention=callable_)


def note(mail: ForumNoteMail, say: Words) -> Blocks:
    """Tell a player the word for their seat, or what became of one of their posts."""
    yield say.lead(f"forum_note.{mail.what}", word=text(mail.word), due=say.when(mail.due))
    if mail.what == "word":
        yield d.Preformatted(lines([mail.word]))
        yield say.paragraph("forum_note.word_once")
    if mail.hash:
        yield d.Preformatted(lines([f"{say.plain('forum_note.seal_line')} {mail.hash}"]))
    if mail.what == "seal_made":
        yield say.paragraph("forum_note.seal_later")
        word = f"{say.plain('forum_note.seal_word')} {mail.word}"
        yield d.Preformatted(lines([word, *mail.asked]))
        yield say.paragraph("forum_note.seal_kept")
        return
    if mail.asked:
        yield d.Quote(tuple(mail.asked))


COMPOSERS: Composers = {
    "forum_standings": Composer(standings_subject, standings),
    "forum_reply": Composer(lambda _mail, say: say.subject("forum_note.subject"), reply),
    "forum_note": Composer(lambda _mail, say: say.subject("forum_note.subject"), note),
}
