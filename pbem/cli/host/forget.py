"""`pbem forget`: a person who does not want to be known here any more."""

import click

from engine.core.decision import Refused
from pbem.cli.support.workspace import Workspace, pass_workspace
from pbem.features.host import forgetting_a_person
from pbem.mail.identity import normalise


@click.command("forget")
@click.argument("address")
@pass_workspace
def command(here: Workspace, address: str) -> None:
    """Remove an address, and the mails that came from it.

    Games that are over keep their record and their reports, which name seats. Somebody who still
    plays must be replaced first.

    \b
    Example:
      pbem -C club forget player@example.org
    """
    known = normalise(address)
    if known is None:
        raise Refused(f"{address} is no mail address.")
    with here.hand(f"forget {known}") as post:
        gone = forgetting_a_person.forget(post, known)
    click.echo(f"{known} is forgotten here.")
    click.echo(
        f"Games: {gone.games}. Mails received and emptied: {gone.received}."
        f" Mails sent, now without the address: {gone.sent}."
    )
    click.echo("Backups, the mailbox, the mail server's logs and `mail/` may still name it.")
