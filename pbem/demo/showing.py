"""Runs the whole demo: plays, verifies, and says where to look."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.table import Table
from sqlmodel import Session as Db
from sqlmodel import col, func, select

from engine.core.decision import Refused
from engine.core.verify import verify
from engine.games import GAMES
from pbem.campaign import host_acts
from pbem.campaign.lookup import last_report_again, portable_record
from pbem.campaign.mails.outbox import Context
from pbem.daemon.map_cache import maps_of
from pbem.demo import campaign
from pbem.demo.campaign import Campaign, Plan
from pbem.demo.carriers import PLAYERS_MAILS, Carrier, Folders, servers
from pbem.demo.progress import bar, sparing
from pbem.forum import paste
from pbem.reports import stored_mails
from pbem.reports.mails import ReceiptMail
from pbem.store import tables as t

SAID = {True: "ok", False: "WRONG", None: "not checked"}
LINES = {
    "played": ("played", "done", "given"),
    "held for later": ("queued", "waits", "on_hold"),
    "skipped": ("skipped",),
    "asked what is meant": ("unclear",),
    "refused": ("refused",),
}


def show(plan: Plan, console: Console, *, imap: bool = False) -> bool:
    """Play a campaign. Returns whether its record and mails are in order. Raises Refused."""
    if plan.folder.exists() and any(plan.folder.iterdir()):
        raise Refused(f"{plan.folder} is not empty: name a folder that is not there yet.")
    with _carrier(plan, imap) as carrier:
        return _show(plan, console, carrier)


@contextmanager
def _carrier(plan: Plan, imap: bool) -> Iterator[Carrier]:
    if imap:
        with servers(plan.folder) as real:
            yield real
    else:
        yield Folders(plan.folder)


def _show(plan: Plan, console: Console, carrier: Carrier) -> bool:
    with campaign.prepared(plan, carrier, sparing(maps_of(plan.folder))) as played:
        with bar(console) as shown:
            played.play(shown)
        record = plan.folder / f"{plan.name}.jsonl"
        posts = _keep(played, record)
        _tell(played, console)
        unanswered = _unanswered(played)
    console.print(f"{posts[-1].read_text().partition(chr(10))[0]}\n")
    findings = verify(*portable_record.read(record), GAMES)
    for finding in findings:
        console.print(f"  {finding.check:6} {SAID[finding.ok]:12} {finding.text}")
    console.print(f"  mails  {SAID[not unanswered]:12} {unanswered or 'every one was dealt with'}")
    _say_where(plan, console, record, posts)
    return all(finding.ok for finding in findings) and not unanswered


def _keep(played: Campaign, record: Path) -> list[Path]:
    """Write the record, and the last report in formats for forums."""
    plan, world = played.plan, played.world
    with world.store.transaction() as db:
        game = host_acts.game_named(db, plan.name)
        record.write_text("".join(f"{line}\n" for line in portable_record.lines(db, game)), "utf-8")
        report = last_report_again.report(
            Context(world, db, played.clock.now, "demo's end"), game, None
        )
    view, events = report.position.view or {}, report.events
    png = maps_of(plan.folder)(plan.rules, view, events, report.language)
    forum, words = plan.folder / "forum", played.rules.words
    return [paste.write(report, words, forum, form, png) for form in ("html", "bbcode", "text")]


def _tell(played: Campaign, console: Console) -> None:
    """Print what went through the mail."""
    with played.world.store.reading() as db:
        game = host_acts.game_named(db, played.plan.name)
        windows = game.windows
        came, sent = _incoming(db), _mails(db, game)
        lines = sorted(_lines(db, game).items())
    wrote = sum((player.desk.tally for player in played.players.values()), Counter[str]())
    days = (played.clock.now - campaign.BEGIN).days
    console.print(f"The game took {windows} windows and {days} simulated days.\n")
    _print(console, "How the players wrote", sorted(wrote.items()))
    _print(console, "What became of their mails", came)
    _print(console, "What became of their lines", lines)
    _print(console, "What the moderator sent", sent)


def _unanswered(played: Campaign) -> str:
    """Tell how many mails were set aside or could not be sent; empty if none."""
    aside = select(func.count(col(t.InboundMail.id))).where(t.InboundMail.status == "aside")
    failed = select(func.count(col(t.Outgoing.id))).where(t.Outgoing.state == "failed")
    with played.world.store.reading() as db:
        found = {"set aside": db.exec(aside).one(), "not sent": db.exec(failed).one()}
    return ", ".join(f"{number} {what}" for what, number in found.items() if number)


def _say_where(plan: Plan, console: Console, record: Path, posts: list[Path]) -> None:
    console.print()
    places = {
        "mails to the players": plan.folder / PLAYERS_MAILS,
        "mails of the players": plan.folder / "mail" / "inbox" / ".processed" / "cur",
        "the final report": posts[0],
        "its map": posts[0].with_suffix(".png"),
        "the record": record,
    }
    for what, path in places.items():
        if path.exists():
            console.print(f"  {what:22} {path}", soft_wrap=True)
    console.print(f"\nTry: pbem -C {plan.folder} status", soft_wrap=True)


def _lines(db: Db, game: t.Game) -> Counter[str]:
    """Count what became of the order lines, from the receipts."""
    found: Counter[str] = Counter()
    rows = select(t.Outgoing).where(t.Outgoing.game_id == game.id, t.Outgoing.kind == "receipt")
    names = {status: name for name, statuses in LINES.items() for status in statuses}
    for row in db.exec(rows):
        mail = stored_mails.restored(row.kind, row.payload)
        for line in mail.told.lines if isinstance(mail, ReceiptMail) else ():
            found[names.get(line.status, line.status)] += 1
            found["slips put right"] += len(line.guesses)
    return found


def _mails(db: Db, game: t.Game) -> list[tuple[str, int]]:
    """Count the mails sent, by kind."""
    kinds = select(t.Outgoing.kind, func.count(col(t.Outgoing.id)))
    sent = kinds.where(t.Outgoing.game_id == game.id, t.Outgoing.state == "sent")
    return sorted(db.exec(sent.group_by(t.Outgoing.kind)), key=lambda pair: -pair[1])


def _incoming(db: Db) -> list[tuple[str, int]]:
    """Count the mails received, by what became of them."""
    verdicts = select(t.InboundMail.status, func.count(col(t.InboundMail.id))).group_by(
        t.InboundMail.status
    )
    return sorted(db.exec(verdicts), key=lambda pair: -pair[1])


def _print(console: Console, title: str, rows: Iterable[tuple[str, int]]) -> None:
    """Print a small table."""
    table = Table(box=None, show_header=False)
    table.add_column(justify="right")
    table.add_column()
    for name, number in rows:
        table.add_row(str(number), name)
    console.print(title)
    console.print(table)
    console.print()
