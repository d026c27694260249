"""What is no longer secret when a game has ended: the diaries, and what the dice were made from."""

from engine.core.messages import text
from pbem.reports.composers.press_and_diary import entries
from pbem.reports.composers.words import Blocks, Words, free, lines, running
from pbem.reports.mail_parts import Revealed
from pbem.reports.rendering import document as d


def diaries(revealed: Revealed, say: Words) -> Blocks:
    """Show all diaries."""
    if revealed.diaries:
        yield say.heading("diaries.heading")
        yield say.paragraph("diaries.how")
        yield from entries(revealed.diaries, say)


def dice(revealed: Revealed, say: Words) -> Blocks:
    """Tell what was promised about the dice, and how to check that the promise was kept."""
    dice = revealed.dice
    kept = {"commitment": dice.commitment, "secret": dice.secret, "seed": dice.seed}
    yield say.heading("dice.heading")
    yield say.paragraph("dice.how")
    shown = (line for name, value in kept.items() for line in (say.plain(f"dice.{name}"), value))
    yield d.Preformatted(lines(shown))
    if dice.words:
        yield _words_table(dice.words, say)
    yield say.paragraph("dice.verify", verify=text(revealed.verify or "pbem verify FILE"))


def _words_table(words: dict[str, str], say: Words) -> d.Table:
    rows = (
        (running(say.name(who)), free(said) if said else running(say("dice.no_words")))
        for who, said in words.items()
    )
    return d.Table("ll", say.row("dice.seat", "dice.words"), tuple(rows))
