"""`pbem release`: let the clocks run again that the moderator has stopped."""

import click

from pbem.cli.here import Here, pass_here, say_done
from pbem.features.safety_stop import safety_stop


@click.command("release")
@pass_here
def command(here: Here) -> None:
    """Restart the clocks after a safety stop.

    If mail or the machine's clock seem to be broken, the moderator stops the clocks of all games
    and tells you what it has seen. Every deadline moves by the time they stood still.

    \b
    Example:
      pbem release
    """
    with here.hand("release") as post:
        safety_stop.release(post)
    say_done(post, "All clocks run again.")
