"""What went through the mail in a demo, counted from the store."""

from collections import Counter
from collections.abc import Iterable

from rich.console import Console
from rich.table import Table
from sqlmodel import Session as Db
from sqlmodel import col, func, select

from pbem.reports import stored_mails
from pbem.reports.mails import ReceiptMail
from pbem.store import tables as t

LINES = {
    "played": ("played", "done", "given"),
    "held for later": ("queued", "waits", "held"),
    "skipped": ("skipped",),
    "asked what is meant": ("unclear", "ambiguous"),
    "refused": ("refused",),
}


def lines(db: Db, game: t.Game) -> Counter[str]:
    """What became of the order lines, from the receipts."""
    found: Counter[str] = Counter()
    rows = select(t.Outgoing).where(t.Outgoing.game_id == game.id, t.Outgoing.kind == "receipt")
    names = {status: name for name, statuses in LINES.items() for status in statuses}
    for row in db.exec(rows):
        mail = stored_mails.restored(row.kind, row.payload)
        for line in mail.told.lines if isinstance(mail, ReceiptMail) else ():
            found[names.get(line.status, line.status)] += 1
            found["slips put right"] += len(line.guesses)
    return found


def mails(db: Db, game: t.Game) -> list[tuple[str, int]]:
    """Mails out by their kind."""
    kinds = select(t.Outgoing.kind, func.count(col(t.Outgoing.id)))
    sent = kinds.where(t.Outgoing.game_id == game.id, t.Outgoing.state == "sent")
    return sorted(db.exec(sent.group_by(t.Outgoing.kind)), key=lambda pair: -pair[1])


def letters(db: Db) -> list[tuple[str, int]]:
    """Mails in by what became of them."""
    verdicts = select(t.InboundMail.status, func.count(col(t.InboundMail.id))).group_by(
        t.InboundMail.status
    )
    return sorted(db.exec(verdicts), key=lambda pair: -pair[1])


def show(console: Console, title: str, rows: Iterable[tuple[str, int]]) -> None:
    """A small table."""
    table = Table(box=None, show_header=False)
    table.add_column(justify="right")
    table.add_column()
    for name, number in rows:
        table.add_row(str(number), name)
    console.print(title)
    console.print(table)
    console.print()
