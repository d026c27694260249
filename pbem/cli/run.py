"""`pbem run`: the daemon."""

import signal
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from types import FrameType
from typing import Any, get_args

import click
import structlog

from engine.core.decision import Refused
from pbem.campaign.world import World
from pbem.cli.support.workspace import Workspace, pass_workspace
from pbem.daemon import (
    forum_visits,
    mailbox_owner,
    one_click_page,
    receive_judge_send,
    site_process,
)
from pbem.daemon.local_pages import another_port
from pbem.daemon.loops import Loops, steady
from pbem.daemon.maintenance import retention
from pbem.daemon.map_cache import maps_of
from pbem.daemon.map_process import MapProcess
from pbem.daemon.moderator_folder import only_one, opened
from pbem.daemon.monitoring import health, health_page
from pbem.daemon.monitoring.heartbeat import Stop
from pbem.daemon.several_processes.mailbox_reader import lead_of
from pbem.daemon.several_processes.process_names import Role
from pbem.daemon.several_processes.work_sharing import Share, share_of
from pbem.features.host import changed_rules
from pbem.features.spectators import one_click
from pbem.mail.transports.configured import way_in, way_out

log: Any = structlog.get_logger()


def _moment(_ctx: click.Context, _param: click.Parameter, text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        raise click.BadParameter(f"{text!r}: write it like 2026-12-03T20:00Z") from None
    return time.replace(tzinfo=time.tzinfo or UTC).astimezone(UTC)


TOGETHER = (
    "stop it first, and give all roles but judge to one process (`--role mail --role send`),"
    " or give this process a folder of its own with the same settings and secret.key"
)
"""What to do where a second process with a role needs the folder's lock."""


@click.command("run")
@click.option("--once", is_flag=True, help="Do what there is to do, then exit.")
@click.option(
    "--now",
    metavar="TIME",
    callback=_moment,
    help="With --once: act as if it were this time (UTC).",
)
@click.option(
    "--role",
    "roles",
    type=click.Choice(get_args(Role)),
    multiple=True,
    help="Do only this, with several processes on PostgreSQL; may be given several times.",
)
@pass_workspace
def command(here: Workspace, once: bool, now: datetime | None, roles: tuple[Role, ...]) -> None:
    """Run the moderator until you stop it.

    It reads mails, watches the deadlines, and sends what it has written. It stops on SIGTERM and
    Ctrl-C, and can be killed at any moment without harm.

    \b
    Example:
      pbem -C club run
      pbem -C club run --once --now 2026-12-03T20:00Z
      pbem -C club run --role judge
    """
    if now is not None and not once:
        raise click.UsageError("--now works only with --once")
    if once and roles:
        raise click.UsageError("--role does not work with --once")
    with opened(here.folder) as world:
        does = roles or get_args(Role)
        share = share_of(world, does)
        if roles and share is None:
            raise click.UsageError('--role works only with engine = "postgresql" in [work]')
        if roles == ("judge",):  # any number of them may work in one folder
            _on_and_on(world, here, share, does)
            return
        with only_one(world.config.folder, TOGETHER if roles else "stop it first", here.now):
            if once:
                _once(world, now or here.now())
            else:
                _on_and_on(world, here, share, does)


def _once(world: World, now: datetime) -> None:
    config = world.config
    changed_rules.take_up(world, now)
    maps = maps_of(config.folder)
    with forum_visits.opened(config) as forum:
        forum_visits.visit_once(world, forum, now, maps)
        with closing(way_in(config, lambda: now)) as mailbox:
            mailbox_owner.hold(world, mailbox, now)
            receive_judge_send.cycle(world, mailbox, way_out(config), now, maps)
        forum_visits.visit_once(world, forum, now, maps)
    retention.tidy(world, now)
    site_process.try_to(world)


@contextmanager
def watched(
    world: World, here: Workspace, roles: Collection[Role]
) -> Iterator[health_page.SharedPage | None]:
    """Serve the page for programs that watch, if the settings name a port for it, and the page that
    ends reports with one click, if they say where it is reached. Yield the former if this process
    does only a part of the work: then another may have the port, as it says the same in each."""
    health_port, click = world.config.health.port, world.config.unsubscribe
    shared = None

    def look() -> list[health.Sign]:
        return health.signs(world, here.now())

    with ExitStack() as served:
        if health_port:
            with _told_if_taken("health", health_port):
                if set(roles) == set(get_args(Role)):
                    served.enter_context(health_page.page(look, health_port))
                else:
                    shared = health_page.SharedPage(look, health_port)
                    served.enter_context(closing(shared))
                    shared.take()
        if click.url and "mail" in roles:
            with _told_if_taken("unsubscribe", click.port):
                clicks = one_click_page.page(
                    lambda token: one_click.asked(world, token, here.now()), click.port, steady
                )
                served.enter_context(clicks)
        yield shared


@contextmanager
def _told_if_taken(section: str, port: int) -> Iterator[None]:
    """Say which setting is wrong if a port cannot be used."""
    try:
        yield
    except OSError as error:
        raise Refused(
            f"[{section}] port {port}: {error.strerror}. You can {another_port(section)}."
        ) from None


def _on_and_on(world: World, here: Workspace, share: Share | None, roles: Sequence[Role]) -> None:
    config = world.config
    stop = Stop()

    def end(_number: int, _frame: FrameType | None) -> None:
        stop.set()

    before = {number: signal.signal(number, end) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        with (
            closing(lead_of(world, roles)) as lead,
            closing(MapProcess(config.folder)) as map_process,
            forum_visits.opened(config) as forum,
            watched(world, here, roles) as page,
        ):
            Loops(
                world=world,
                open_mailbox=lambda: way_in(config, here.now),
                transport=way_out(config),
                maps=map_process.draw,
                now=here.now,
                lead=lead,
                roles=roles,
                share=share,
                forum=forum,
                page=page,
                stop=stop,
            ).run()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
