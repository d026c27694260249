"""Learns which words are talk and which are orders, from the tests' mails and samples of talk.

`python -m tools.learn_talk [--without PART]` writes `engine/orders/languages/likely_talk.json`.
`--without`: leaves out files with this in their path, to try the result on them.

Orders are the mails of one sentence in the understanding files; talk is those that order nothing,
and the lines of `tests/understanding/<game>/talk`."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import click

from engine.games import GAMES
from engine.kit import datafile
from engine.orders.understanding.mixed_languages import Interpreters
from engine.orders.understanding.talk.likely_talk import TABLE
from tests.bench.understanding.files import MailsFile, found
from tools.learn_verbs import FILES, Text, learn

LEAST_WEIGHT = 0.2
TALK, ORDER = "talk", "order"
ENDS = re.compile(r"[.!?;:\n](?=\s|\Z)")


def texts(game: str, without: str = "") -> Iterator[Text]:
    """What is known: sentences of a game's files that are talk, or orders."""
    interpreters = Interpreters(GAMES[game].words)
    for sort, text in sentences(game, without):
        yield interpreters.features_of_talk(text), sort


def sentences(game: str, without: str = "") -> Iterator[tuple[str, str]]:
    """Yield each sentence with what it is; questions are neither."""
    folder = FILES / game.replace("-", "_")
    for path in found([str(folder)]):
        if without and without in str(path):
            continue
        for mail in datafile.read(str(path), MailsFile).mail:
            text = mail.text.strip()
            if "?" not in text and not ENDS.search(text.rstrip(".!;:")):
                yield (ORDER if mail.means else TALK), text
    for path in sorted(folder.glob("talk/*.txt")):
        if not (without and without in str(path)):
            for line in filter(None, path.read_text("utf-8").splitlines()):
                yield TALK, line
                if bare := line.rstrip(".!"):  # whether people set a point means little
                    yield TALK, bare


@click.command(help=__doc__)
@click.option("--without", default="", help="Leave out files with this in their path.")
def main(without: str) -> None:
    """Write the table."""
    known = [text for game in sorted(GAMES) for text in texts(game, without)]
    weights = {
        f: row.get(TALK, 0.0) - row.get(ORDER, 0.0) for f, row in learn(known, LEAST_WEIGHT).items()
    }
    rows = (f"{json.dumps(f)}: {weight:.1f}" for f, weight in weights.items())
    Path("engine/orders/languages", TABLE).write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")
    talk = sum(sort == TALK for _, sort in known)
    click.echo(f"{len(known)} sentences, {talk} of talk; {len(weights)} rows")


if __name__ == "__main__":
    main()
