"""Learns which words tell which order is meant, from the understanding files of the tests.

`python tools/learn_verbs.py [--without PART] [GAME...]` writes `engine/<game>/likely_verbs.json`.
`--without`: leaves out files with this in their path, to try the result on them.

Multinomial logistic regression by stochastic gradient descent, in a fixed order: the same files
give the same table."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import exp
from pathlib import Path

import click

from engine.core.decision import Refusal
from engine.games import GAMES
from engine.kit import datafile
from engine.orders.understanding.likely_verbs import NO_ORDER
from engine.orders.understanding.mixed_languages import Interpreters
from engine.orders.vocabulary import Vocabulary
from tests.bench.understanding.files import MailsFile, found

FILES = Path("tests/understanding")
ROUNDS, RATE, SHRINK = 12, 0.3, 1e-5
LEAST_SEEN = 2
LEAST_WEIGHT = 0.5
Text = tuple[list[str], str]
"""What a text has in it, and the verb that it orders."""
STRIDE = 7919
"""A prime number: so far apart are texts that are looked at in a row."""
LEAST_CHANGE = 0.002


def texts(game: str, files: Sequence[Path]) -> Iterator[Text]:
    """What is known: the texts that order one thing, or nothing."""
    vocabulary = GAMES[game].words
    interpreters = Interpreters(vocabulary)
    for path in files:
        for mail in datafile.read(str(path), MailsFile).mail:
            if isinstance(mail.means, str) or len(mail.means) > 1:
                continue
            verb = _verb(vocabulary, mail.means[0]) if mail.means else NO_ORDER
            if verb is not None:
                yield interpreters.features(mail.text), verb


def _verb(vocabulary: Vocabulary, line: str) -> str | None:
    """The verb of a line; None: it is no plain order."""
    read = vocabulary.split(line)
    if isinstance(read, Refusal) or read[0].clause:
        return None
    if read[0].anytime:
        return str(read[0].anytime[0])
    verbs = {str(choice[0]) for step in read[0].steps[:1] for _, choice in step.candidates}
    return min(verbs, default=None)


def learn(known: Sequence[Text], least: float = LEAST_WEIGHT) -> dict[str, dict[str, float]]:
    """Weights by what a text has in it and by verb; those below the `least` are left out."""
    seen = Counter(feature for features, _ in known for feature in features)
    verbs = sorted({verb for _, verb in known})
    weights = {f: [0.0] * len(verbs) for f, n in sorted(seen.items()) if n >= LEAST_SEEN}
    examples = [
        ([weights[f] for f in features if f in weights], verbs.index(verb))
        for features, verb in known
    ]
    for turn in range(ROUNDS):
        rate = RATE / (1 + turn)
        for n in range(len(examples)):  # each once, in an order that mixes the files
            rows, meant = examples[n * STRIDE % len(examples)]
            totals = [sum(column) for column in zip(*rows, strict=True)]
            most = max(totals)
            each = [exp(total - most) for total in totals]
            whole = sum(each)
            for verb, likely in enumerate(each):
                change = rate * ((verb == meant) - likely / whole)
                if abs(change) > LEAST_CHANGE:
                    for row in rows:
                        row[verb] += change - rate * SHRINK * row[verb]
    found = {
        f: {v: round(w, 1) for v, w in zip(verbs, row, strict=True) if abs(w) >= least}
        for f, row in weights.items()
    }
    return {f: row for f, row in found.items() if row}


def written(weights: Mapping[str, Mapping[str, float]]) -> str:
    """The table as JSON, with a row for each thing that a text may have in it."""
    rows = (f"{json.dumps(f)}: {json.dumps(row)}" for f, row in weights.items())
    return "{\n" + ",\n".join(rows) + "\n}\n"


@click.command(help=__doc__)
@click.option("--without", default="", help="Leave out files with this in their path.")
@click.argument("games", nargs=-1)
def main(without: str, games: Sequence[str]) -> None:
    """Write the tables of games, or of all."""
    for game in games or sorted(GAMES):
        package = game.replace("-", "_")
        paths = found([str(FILES / package)])
        files = [path for path in paths if not (without and without in str(path))]
        weights = learn(list(texts(game, files)))
        Path("engine", package, "likely_verbs.json").write_text(written(weights), "utf-8")
        click.echo(f"{game}: {len(files)} files, {len(weights)} rows")


if __name__ == "__main__":
    main()
