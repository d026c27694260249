"""The demo as a whole: play, verify, and say where to look."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console

from engine.core.decision import Refusal, Refused
from engine.core.verify import verify
from engine.games import GAMES
from pbem.campaign import control
from pbem.campaign.lookup import portable_record, reprint
from pbem.campaign.mails.outbox import Context
from pbem.daemon.drawing import maps_of
from pbem.demo import campaign, tally
from pbem.demo.campaign import Campaign, Plan
from pbem.demo.carriers import PLAYERS_MAILS, Carrier, Folders, servers
from pbem.demo.progress import bar
from pbem.demo.sparing import sparing
from pbem.forum import paste

SAID = {True: "ok", False: "WRONG", None: "not checked"}


def show(plan: Plan, console: Console, *, imap: bool = False) -> bool:
    """Play a campaign; whether its record is as it should be. Raises Refused."""
    if plan.folder.exists() and any(plan.folder.iterdir()):
        raise Refused(Refusal(f"{plan.folder} is not empty: name a folder that is not there yet."))
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
    console.print(f"{posts[-1].read_text().partition(chr(10))[0]}\n")
    findings = verify(*portable_record.read(record), GAMES)
    for finding in findings:
        console.print(f"  {finding.check:6} {SAID[finding.ok]:12} {finding.text}")
    _say_where(plan, console, record, posts)
    return all(finding.ok for finding in findings)


def _keep(played: Campaign, record: Path) -> list[Path]:
    """Write the record, and the last report as forums want it."""
    plan, world = played.plan, played.world
    with world.store.transaction() as db:
        game = control.game_named(db, plan.name)
        record.write_text("".join(f"{line}\n" for line in portable_record.lines(db, game)), "utf-8")
        report = reprint.report(Context(world, db, played.clock.now, "demo's end"), game, None)
    png = maps_of(plan.folder)(plan.rules, report.position.view or {}, report.events)
    forum, words = plan.folder / "forum", played.rules.words
    return [paste.write(report, words, forum, form, png) for form in ("html", "bbcode", "text")]


def _tell(played: Campaign, console: Console) -> None:
    """What went through the mail."""
    with played.world.store.reading() as db:
        game = control.game_named(db, played.plan.name)
        windows = game.windows
        letters, sent = tally.letters(db), tally.mails(db, game)
        lines = sorted(tally.lines(db, game).items())
    wrote = sum((player.desk.tally for player in played.players.values()), Counter[str]())
    days = (played.clock.now - campaign.BEGIN).days
    console.print(f"The game took {windows} windows and {days} simulated days.\n")
    tally.show(console, "How the players wrote", sorted(wrote.items()))
    tally.show(console, "What became of their mails", letters)
    tally.show(console, "What became of their lines", lines)
    tally.show(console, "What the moderator sent", sent)


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
