"""A person's preferences for their mails, and the public reports that they get."""

from engine.core.messages import text
from pbem.reports.composers.parts import layout
from pbem.reports.composers.words import Blocks, Composer, Composers, Words, running
from pbem.reports.languages.language import Worded
from pbem.reports.mails import PreferencesMail, SubscriptionMail
from pbem.reports.rendering import document as d
from pbem.reports.rendering.markup import escape

WRITTEN = {
    "text only": "write.text_only",
    "html": "write.html",
    "no map": "write.no_map",
    "map on": "write.map_on",
    "form on": "write.form_on",
    "form off": "write.form_off",
    "all reports": "write.all_reports",
    "only my turn": "write.only_my_turn",
    "digest at 7": "write.digest_at_7",
    "digest off": "write.digest_off",
    "language en": "write.language_en",
    "language de": "write.language_de",
    "zone Europe/Madrid": "write.zone",
}
"""How to write the commands that change a preference, by their English form."""


def preferences_subject(mail: PreferencesMail, say: Words) -> str:
    """Say what the preferences are, or that the mail was not understood."""
    unclear = mail.problems and not mail.changed
    return say.subject_of_game(f"preferences.subject{'_unclear' if unclear else ''}")


def preferences(mail: PreferencesMail, say: Words) -> Blocks:
    """Tell a person's preferences for their mails, and how to change each."""
    if mail.problems:
        problems = "; ".join(
            say("preferences.problem", said=text(one.text), reason=say.said(one.reason))
            for one in mail.problems
        )
        slots = {"count": len(mail.problems), "changed": mail.changed}
        yield say.lead("preferences.problems", problems=Worded(problems), **slots)
    else:
        yield say.lead("preferences.noted" if mail.changed else "preferences.told")
    heads = ("what", "now", "write")
    rows = tuple(
        (running(say.said(one.what)), running(say.said(one.now)), running(_way(one.write, say)))
        for one in mail.rows
    )
    yield d.Table("lll", say.row(*(f"preferences.head_{head}" for head in heads)), rows)
    if mail.digest:
        utc = not mail.zone or mail.zone_of_game
        yield say.paragraph("preferences.digest", due=say.when(mail.digest), utc=utc)
    if mail.keeps_back:
        yield say.paragraph("preferences.keeps_back", digest=mail.digest is not None)
    yield from layout.foot(mail, say)


def _way(command: str, say: Words) -> str:
    """How a command that changes a preference is written in the reader's language."""
    return say(WRITTEN[command]) if command in WRITTEN else escape(command)


def subscription_subject(mail: SubscriptionMail, say: Words) -> str:
    """Say how far the subscription has come."""
    return say.subject_of_game(f"subscription.subject_{mail.step}")


def subscription(mail: SubscriptionMail, say: Words) -> Blocks:
    """Tell somebody who wants the public reports of a game, or no more of them, what happens
    now."""
    form = say(f"subscription.as_{mail.form}") if mail.form else None
    why = say(f"subscription.{mail.why.replace(' ', '_')}") if mail.why else None
    yield say.opening(f"subscription.{mail.step}", form=form, why=why)
    if mail.step == "done":
        yield say.bullets("subscription.history", "subscription.offers", "subscription.end")
    yield from layout.foot(mail, say)


COMPOSERS: Composers = {
    "preferences": Composer(preferences_subject, preferences),
    "subscription": Composer(subscription_subject, subscription),
}
