"""`pbem seal`: the hash of orders that are shown later."""

import secrets
from typing import TextIO

import click

from engine.core.decision import Refused
from pbem.forum import seal_hash

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


@click.command("seal")
@click.argument("game")
@click.argument("seat")
@click.argument("file", type=click.File(), default="-")
@click.option("--word", default="", help="A word of your own; without it, one is made.")
def command(game: str, seat: str, file: TextIO, word: str) -> None:
    """Seal orders: their hash is shown now, their text later.

    The orders are read from FILE, or typed in. It prints the line to be posted now, and the lines
    to be sent later. It needs no moderator: players can run it at home.

    \b
    Example:
      pbem seal club1 spain orders.txt
      pbem seal club1 spain orders.txt --word green-tulip
    """
    lines = [line.strip() for line in file if line.strip()]
    if not lines:
        raise Refused("There are no orders to be sealed.")
    word = word or "".join(secrets.choice(LETTERS) for _ in range(16))
    if len(word) < seal_hash.SHORTEST or not seal_hash.WORD.fullmatch(word):
        raise Refused(
            f"The word needs {seal_hash.SHORTEST} or more letters, digits and hyphens, and nothing"
            " else: others could guess it."
        )
    seal = seal_hash.seal_of(game, "_".join(seat.split()), lines, word)
    click.echo(f"Post this now:\n\n  sealed: {seal}\n\nSend this later:\n")
    for line in (f"seal word: {word}", *lines):
        click.echo(f"  {line}")
