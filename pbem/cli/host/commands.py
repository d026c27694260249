"""The host's commands on the command line: the same functions as by mail."""

from collections.abc import Callable, Sequence
from dataclasses import replace as changed
from typing import Any

import click

from engine.core.decision import Refused
from engine.core.game import Game
from engine.core.messages import Message
from pbem.campaign import host_acts
from pbem.campaign.turns import PLAYING
from pbem.cli.support import pace_options
from pbem.cli.support.workspace import Workspace, pass_workspace, say_done
from pbem.daemon.moderator_folder import opened
from pbem.features.forum import threads
from pbem.features.host import undoing
from pbem.features.joining import opening_and_starting
from pbem.features.safety_stop import safety_stop, stopped_games
from pbem.features.spectators import subscribers
from pbem.inbox.host import performing_commands
from pbem.inbox.reading import hosts_grammar
from pbem.inbox.reading.hosts_grammar import HostCommand
from pbem.reports.languages.english import message_said
from pbem.reports.languages.language import codes
from pbem.reports.mail_parts import Line

Param = Callable[[Callable[..., Any]], Callable[..., Any]]

NAME = click.argument("name")
SEAT = click.argument("seat")
BECAUSE = click.option("--because", default="", metavar="TEXT", help="The reason, for all to read.")
WINDOW = click.option(
    "--window",
    type=click.IntRange(min=1),
    metavar="NUMBER",
    help="Only if this window is still open.",
)
COMMANDS: dict[str, click.Command] = {}


def _command(
    name: str, *params: Param, **settings: Any
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A command: its name, what is given with it, click's settings; the docstring is its help."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        command = pass_workspace(function)
        for param in reversed(params):
            command = param(command)
        COMMANDS[name] = click.command(name, context_settings=settings)(command)
        return function

    return decorate


def _act(name: str, *params: Param, **settings: Any) -> Callable[[Callable[..., HostCommand]], Any]:
    """A command that does to a game what the host can do by mail: the function says what it is."""

    def decorate(function: Callable[..., HostCommand]) -> Any:
        def act(here: Workspace, name: str, window: int | None, **given: Any) -> None:
            perform(here, name, changed(function(**given), window=window))

        act.__doc__ = function.__doc__
        return _command(name, NAME, *params, WINDOW, **settings)(act)

    return decorate


def perform(here: Workspace, name: str, act: HostCommand) -> None:
    """Do it to the campaign of this name, and say what was done. Raises Refused."""
    with here.hand(f"{act.verb} {name}", own_tables=False) as post:
        game = host_acts.game_named(post.db, name)
        rules = post.world.games[game.kind]
        done = performing_commands.perform(post, game, act)
    say_done(post, message_said(rules, done.said), *(_said(rules, line) for line in done.lines))


def _said(rules: Game, line: Line) -> str:
    reason = message_said(rules, line.reason) if isinstance(line.reason, Message) else line.reason
    return f"  {line.n}  {line.text}: {line.status}{f': {reason}' if reason else ''}"


def _spoken(words: Sequence[str], because: str) -> tuple[str, str]:
    """What stands on the command line before a `because`, and the reason, as mails have it."""
    said, _, reason = f" {' '.join(words)} ".partition(" because ")
    return said.strip(), because or reason.strip()


@_command("start", NAME, click.option("--bots", is_flag=True, help="Give the empty seats to bots."))
def start(here: Workspace, name: str, bots: bool) -> None:
    """Start a game before all its seats are taken.

    \b
    Example:
      pbem start club1 --bots
    """
    with here.hand(f"start {name}") as post:
        game = host_acts.game_named(post.db, name)
        opening_and_starting.check_joined(post, game)
        opening_and_starting.start(post, game, fill_with_bots=bots)
    say_done(post, f"{name} has started.")


WORDS = click.argument("words", nargs=-1, metavar="[because REASON]")
YES = click.option("--yes", "agreed", is_flag=True, help="Do not ask whether it is meant.")


def _only_reason(words: Sequence[str], because: str) -> str:
    """Return the reason. Raises click.UsageError if anything else is written before it."""
    said, reason = _spoken(words, because)
    if said:
        called = click.get_current_context()
        form = f"{called.info_name} {called.params['name']} because ..."
        raise click.UsageError(f"{said!r} is not understood: write {form}")
    return reason


@_command("cancel", NAME, WORDS, BECAUSE, YES, WINDOW)
def cancel(
    here: Workspace,
    name: str,
    words: Sequence[str],
    because: str,
    agreed: bool,
    window: int | None,
) -> None:
    """Give up a game for good.

    The secret of its dice is published, and nobody is asked anything any more. You are asked
    whether you mean it; a script says --yes.

    \b
    Example:
      pbem cancel club1 because two players have left
      pbem cancel club1 --because "two players have left" --yes
    """
    act = HostCommand("end", because=_only_reason(words, because), window=window)
    with here.hand(f"end {name}", own_tables=False) as post:
        performing_commands.check(post, host_acts.game_named(post.db, name), act)
    if not agreed:
        click.confirm(f"{name} is then given up for good. Give it up?", abort=True)
    perform(here, name, act)


@_act("pause", WORDS, BECAUSE)
def pause(words: Sequence[str], because: str) -> HostCommand:
    """Pause a game: its deadlines stand still.

    Orders are still taken.

    \b
    Example:
      pbem pause club1 because the host is on holiday
    """
    return HostCommand("pause", because=_only_reason(words, because))


@_act("resume")
def resume() -> HostCommand:
    """Continue after a pause.

    Every deadline moves by the length of the pause.

    \b
    Example:
      pbem resume club1
    """
    return HostCommand("resume")


TIME = click.argument("words", nargs=-1, required=True, metavar="TIME [because REASON]")


@_act("extend", TIME, BECAUSE, ignore_unknown_options=True)  # for `-3 days`
def extend(words: Sequence[str], because: str) -> HostCommand:
    """Give everybody more time.

    All deadlines of the game move by TIME, such as 36h, 2d or 2 weeks.

    \b
    Example:
      pbem extend club1 2 days because the mail server was down
    """
    time, reason = _spoken(words, because)
    return HostCommand("extend", what=hosts_grammar.in_figures(time), because=reason)


@_command("release")
def release(here: Workspace) -> None:
    """Restart the clocks after a safety stop.

    If mail or the machine's clock seem to be broken, the moderator stops the clocks of all games
    and tells you what it has seen. Every deadline moves by the time they stood still.

    \b
    Example:
      pbem release
    """
    with here.hand("release", own_tables=False) as post:
        safety_stop.release(post)
    with opened(here.folder, own_tables=False) as world:
        post.written += stopped_games.let_all_go(world, here.now())
    say_done(post, "All clocks run again.")


@_act("remind", click.argument("seat", required=False, default=""))
def remind(seat: str) -> HostCommand:
    """Remind players who have not answered.

    All of them, or one SEAT. Automatic reminders still go out.

    \b
    Example:
      pbem remind club1 Spain
    """
    return HostCommand("remind", seat=seat)


@_act("replace", SEAT, click.argument("address"), WORDS, BECAUSE)
def replace(seat: str, address: str, words: Sequence[str], because: str) -> HostCommand:
    """Invite somebody to take over a seat.

    The seat changes hands when ADDRESS answers the invitation with yes. From then on, earlier mails
    for the seat are void.

    \b
    Example:
      pbem replace club1 Spain friend@example.org
    """
    reason = _only_reason(words, because)
    return HostCommand("replace", seat=seat, what=address, because=reason)


BACK = click.option("--back", is_flag=True, help="Give the seat back to its player.")


@_act("stand-in", SEAT, WORDS, BACK, BECAUSE)
def stand_in(seat: str, words: Sequence[str], back: bool, because: str) -> HostCommand:
    """Let a bot answer for a seat until its player writes again.

    \b
    Example:
      pbem stand-in club1 Spain because no word came for a week
      pbem stand-in club1 Spain --back
    """
    reason = _only_reason(words, because)
    return HostCommand("end stand-in" if back else "stand-in", seat=seat, because=reason)


LINE = click.option(
    "--to", "line", type=click.IntRange(min=0), metavar="LINE", help="The line to undo."
)


@_command("undo", NAME, WORDS, LINE, BECAUSE, WINDOW)
def undo(
    here: Workspace,
    name: str,
    words: Sequence[str],
    line: int | None,
    because: str,
    window: int | None,
) -> None:
    """Take back part of a game.

    A line of the record and everything that came of it is undone. Players get their orders back and
    can apply them again. Without --to it lists the latest lines that can be taken back.

    \b
    Example:
      pbem undo club1
      pbem undo club1 --to 612 because the order was misread
    """
    reason = _only_reason(words, because)
    if line is not None:
        perform(here, name, HostCommand("undo", what=str(line), because=reason, window=window))
        return
    with here.hand(f"undo {name}", own_tables=False) as post:
        game = host_acts.game_named(post.db, name)
        host_acts.allowed(post, game, *PLAYING)
        choices = undoing.standing_choices(post, game)
    for n, said in choices:
        click.echo(f"{n:6}  {said}")
    if not choices:
        click.echo(f"Nothing in {name} can be taken back yet.")


CHANGE = click.argument("words", nargs=-1, required=True, metavar="CHANGE because REASON")


@_act("rule", CHANGE, BECAUSE, ignore_unknown_options=True)  # for `to -3`
def rule(words: Sequence[str], because: str) -> HostCommand:
    """Change the position by a ruling.

    The game checks the CHANGE. It stands in the record, and all players are told, with the reason.
    If a change is not understood, you get a list of the possible ones.

    \b
    Example:
      pbem rule club1 set gold of Britain to 5 because a tax was forgotten
      pbem rule club1 "set gold of Britain to 5" --because "a tax was forgotten"
    """
    change, reason = _spoken(words, because)
    if not reason:
        raise click.UsageError("Everybody reads the reason of a ruling: add because ...")
    return HostCommand("rule", what=change, because=reason)


ORDERS = click.argument("orders", nargs=-1, required=True, metavar="ORDER...")


@_act("answer", SEAT, ORDERS)
def answer(seat: str, orders: Sequence[str]) -> HostCommand:
    """Send orders for a seat.

    They are read as if the player had sent them. The record says that they are yours, the player
    gets the receipt, and everybody is told.

    \b
    Example:
      pbem answer club1 Spain "pass"
    """
    return HostCommand("answer", seat=seat, lines=tuple(orders))


FORMAT = click.option(
    "--format",
    "form",
    type=click.Choice(subscribers.FORMATS),
    default=subscribers.FORMATS[0],
    show_default=True,
    help="A mail as players get it, or a post for a forum.",
)
END = click.option("--end", is_flag=True, help="Send no more reports to this address.")


@_command("subscribe", NAME, click.argument("address"), FORMAT, pace_options.LANGUAGE, END)
def subscribe(
    here: Workspace, name: str, address: str, form: str, language: str, end: bool
) -> None:
    """Mail the public reports to a forum or a list.

    \b
    Example:
      pbem subscribe club1 board@example.org --format bbcode
    """
    with here.hand(f"subscribe {name}", own_tables=False) as post:
        game = host_acts.game_named(post.db, name)
        if end:
            subscribers.unsubscribe(post, game, address)
        else:
            subscribers.subscribe(post, game, address, form, language=language)
    click.echo(f"{address} gets {'no more' if end else 'the public'} reports of {name}.")


THREAD = click.option("--thread", default="", metavar="NUMBER", help="In this thread of it.")
NO_MORE = click.option("--end", is_flag=True, help="Post nothing more of the game.")


POSTED_IN = click.option(
    "--language",
    type=click.Choice(codes()),
    callback=lambda _ctx, _param, code: code or "",
    help="What the posts are in, if not in the language of the game.",
)


@_command("forum", NAME, THREAD, POSTED_IN, NO_MORE)
def forum(here: Workspace, name: str, thread: str, language: str, end: bool) -> None:
    """Play a game in the forum that the configuration names.

    It gets a thread, whose first post always says how the game stands, and a post for each round.
    Where a post waits for approval, or its answer got lost, `--thread` tells the thread's number.
    With `--language`, a game that is posted already goes on in that language.

    \b
    Example:
      pbem forum club1
      pbem forum club1 --language de
    """
    with here.hand(f"forum {name}") as post:
        game = host_acts.game_named(post.db, name)
        if end:
            threads.end(post, game)
        elif post.world.config.forum.kind == "none":
            raise Refused("No forum is configured: fill in [forum] in config.toml.")
        else:
            threads.begin(post, game, thread, language)
    click.echo(f"{name} is posted in the forum{' no more' if end else ''}.")
