"""`pbem login`: let the moderator into a mailbox whose provider takes no passwords of programs."""

import click

from pbem.cli.support.workspace import Workspace, pass_workspace
from pbem.mail.transports import oauth
from pbem.mail.transports.configured import authorization
from pbem.settings import config as configuration
from pbem.settings.config import ConfigError


@click.command("login")
@click.option(
    "--refresh-token", "given", is_flag=True, help="Ask for a refresh token that you have already."
)
@pass_workspace
def command(here: Workspace, given: bool) -> None:
    """Log in at the mail provider by OAuth 2.

    It shows an address and a code: open the one in any browser, type the other, and agree. The
    moderator then needs no password; what lets it in is kept in a file that only its user can
    read, and is renewed by itself. [mail.oauth] in config.toml names the provider.

    \b
    Example:
      pbem -C club login
    """
    config = configuration.load(here.folder)
    server = authorization(config)
    if server is None:
        raise ConfigError("[mail.oauth] token_url is missing: mail servers are given a password")
    if given:
        token = click.prompt("Refresh token", hide_input=True).strip()
        oauth.keep_refresh_token(server, token, here.now())
    else:
        device = oauth.ask(server)
        click.echo(f"Open {device.page} in a browser and type this code: {device.user_code}")
        click.echo("Waiting until you have agreed ...")
        oauth.agreed(server, device, here.now)
    click.echo(f"The moderator is let in; {server.file} keeps its tokens. Now: pbem check")
