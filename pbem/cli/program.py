"""The program `pbem`: which commands there are.

A command's module is imported when it is called, and with it the moderator: the list of commands
takes a tenth of the time without them, and the daemon carries only its own. `pbem status`, which
people call often, does without most of the moderator, too.
"""

import gc
from importlib import import_module
from pathlib import Path

import click

COMMANDS = {
    "init": "Make a folder for a new moderator.",
    "check": "Test the configuration and restore all games.",
    "login": "Log in at the mail provider by OAuth 2.",
    "new": "Create a game and mail the invitations.",
    "start": "Start a game before all its seats are taken.",
    "cancel": "Give up a game for good.",
    "pause": "Pause a game: its deadlines stand still.",
    "resume": "Continue after a pause.",
    "extend": "Give everybody more time.",
    "pace": "Show or change how long a game waits for answers.",
    "release": "Restart the clocks after a safety stop.",
    "remind": "Remind players who have not answered.",
    "replace": "Invite somebody to take over a seat.",
    "stand-in": "Let a bot answer for a seat until its player writes again.",
    "undo": "Take back part of a game.",
    "rule": "Change the position by a ruling.",
    "answer": "Send orders for a seat.",
    "mend": "Continue a game after the rules have changed.",
    "tables": "Use your own board and cards.",
    "data": "Show or correct a running game's data.",
    "backup": "Back up everything into one file.",
    "restore": "Make a moderator again from a backup.",
    "export": "Write a game into a file, to be played elsewhere.",
    "import": "Go on with a game of another moderator.",
    "forget": "Remove an address, and the mails that came from it.",
    "run": "Run the moderator until you stop it.",
    "forum": "Play a game in the forum that the configuration names.",
    "seal": "Seal orders: their hash is shown now, their text later.",
    "subscribe": "Mail the public reports to a forum or a list.",
    "status": "Show games, who has to answer, and waiting mails.",
    "report": "Print the latest report.",
    "record": "Write the record of a game to a file.",
    "site": "Write all campaigns as pages for a web server.",
    "book": "Write a finished campaign as one file to be printed.",
    "verify": "Check a record: hash chain, dice and rules.",
    "rebuild": "Make everything again from the mails, and compare.",
    "rules": "Write the crib sheet of a game.",
    "words": "Show what a language lacks.",
    "scenario": "Run scenario files, which test the rules.",
    "demo": "Let bots play a whole game by mail.",
}
"""What the list says of each command: the first line of its own help."""
HOST = "host.commands"
MODULES = {
    **dict.fromkeys(("start", "cancel", "pause", "resume", "extend", "release", "remind"), HOST),
    **dict.fromkeys(("replace", "stand-in", "undo", "rule", "answer", "forum", "subscribe"), HOST),
    **{name: f"host.{name}" for name in ("pace", "mend", "data", "forget")},
    **dict.fromkeys(("export", "import"), "host.moving"),
    "check": "check.command",
}
"""Where a command is that has no module of its own name."""
GARBAGE = (20_000, 20, 20)
"""How many objects are made until Python looks for garbage among them, and how often among older
ones: at its usual pace it takes a seventh of the time of a mail to find next to nothing."""
QUIET = ("status",)
"""Commands that log nothing, except for a mistake in the program: the log takes a while to load."""


class Program(click.Group):
    """The commands, in the order of a campaign; a user's mistake ends in one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names, as the help lists them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of this name, if there is one."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"pbem.cli.{MODULES.get(cmd_name, cmd_name)}")
        found: click.Command = getattr(module, "COMMANDS", {}).get(cmd_name) or module.command
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> None:
        """Run the command; what it raises becomes a line on stderr and an exit code."""
        try:
            super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except Exception as mistake:
            from pbem.cli.support import errors

            errors.end_with(ctx, mistake)


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="pbem", message="pbem %(version)s")
@click.option(
    "-C",
    "folder",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="Work on the moderator in DIR instead of the current folder.",
)
@click.option("--debug", is_flag=True, help="Show the details of an internal error.")
@click.pass_context
def main(ctx: click.Context, folder: Path, debug: bool) -> None:
    """Moderate board wargames played by mail and on forums.

    \b
    Example:
      pbem init club && cd club
      pbem new GAME --name NAME --seats 5 --invite friend@example.org
      pbem run
    """
    from pbem.cli.support.workspace import Workspace
    from pbem.daemon.clock import utc_now

    gc.set_threshold(*GARBAGE)
    if ctx.invoked_subcommand not in QUIET:
        from pbem.daemon.monitoring import logs

        logs.log_to_stderr()
    ctx.obj = Workspace(folder, ctx.obj or utc_now)
