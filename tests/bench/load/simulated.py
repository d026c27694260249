"""A great number of games, simulated: the database itself writes them, SQLite or PostgreSQL.

A campaign of five is begun by mail. Whatever a look at all games reads is then copied, row by row:
each copy has players and mails of its own. What was said and played is left out: nobody reads it
while there is nothing to do.
"""

from pathlib import Path

from sqlalchemy import Connection, Table, text

from pbem.store import tables as t
from pbem.store.tables import metadata
from tests.bench.bench_daemon import begun, copying
from tests.house import House

COPIED = (t.Game, t.Entrant, t.Seat, t.Window, t.InboundMail, t.Outgoing)
"""Parents before their children."""
APART = 1_000
"""All rows of the one game have smaller numbers."""
OWN = ("name", "server_id", "message_id", "address", "sender", "recipient")
"""What is another one in each game."""
LEFT_OUT = ("raw", "payload")


def simulated(folder: Path, games: int, url: str | None = None) -> House:
    """A moderator with so many games, who has sent everything."""
    house = begun(folder, url)
    house.go_on()
    with house.world.store.transaction() as db:
        connection = db.connection()
        if connection.dialect.name == "postgresql":  # it need not look up the parents of each row
            connection.execute(text("SET LOCAL session_replication_role = replica"))
        for one in COPIED:
            multiply(connection, metadata.tables[str(one.__tablename__)], games)
        if connection.dialect.name == "postgresql":  # as it does by itself, a minute later
            connection.execute(text("ANALYZE"))
    return house


def multiply(db: Connection, table: Table, games: int) -> None:
    """Copy the rows of the one game, so that there are so many games."""
    values = {column.name: value(table.name, column.name) for column in table.columns}
    db.execute(text(copying(table.name, values, games)))


def value(table: str, column: str) -> str:
    """What a column holds in the nth copy."""
    if column == "game_id" or (table, column) == ("game", "id"):
        return f'"{column}" + nth'
    if column == "id":
        return f'"{column}" + nth * {APART}'
    if column in OWN:
        return f"CAST(nth AS TEXT) || '.' || \"{column}\""
    return "''" if column in LEFT_OUT else f'"{column}"'
