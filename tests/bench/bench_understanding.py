"""Mails as people write them: how many are understood, and what is made of the others.

`python -m tests.bench understanding [-v] [--without STEP]... FILE...`, directories too;
tests/understanding without. `--without rewriting.wishes` shows what that step is good for.
"""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence

from engine.core.game import DataError
from engine.queue.order import Order
from tests.bench.understanding import files
from tests.bench.understanding.files import ASK, Mail
from tests.bench.understanding.judging import RESULTS, Judged, Mistake, Taken, judge
from tests.bench.understanding.leaving_out import leave_out
from tests.wording import worded

WHERE = "tests/understanding"
AIMS = {"understood": 85, "understood or proposed": 95}


def main(arguments: Sequence[str]) -> None:
    """Print what came of each file, with -v what was made of all mails not understood."""
    wanted = _parser().parse_args(arguments)
    for step in wanted.without:
        print(f"without {step}: {', '.join(leave_out(step))}")
    total: Counter[str] = Counter()
    mistakes: list[str] = []
    for path in files.found(wanted.files or [WHERE]):
        try:
            file = files.load(path)
            found = list(judge(file))
        except DataError as error:
            mistakes.append(str(error))
            continue
        judged = [one for one in found if isinstance(one, Judged)]
        mistakes += [str(one) for one in found if isinstance(one, Mistake)]
        counts = Counter(one.result for one in judged)
        total.update(counts)
        print(_row(str(path), counts))
        for one in judged if wanted.v else ():
            if one.result != "understood":
                print(_listing(one))
    print(_row("in all", total))
    _print_aims(total)
    for mistake in mistakes:
        print(f"MISTAKE {mistake}")
    if mistakes:
        raise SystemExit(1)


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="understanding", description=__doc__)
    parser.add_argument("-v", action="store_true", help="tell of all mails not understood")
    parser.add_argument(
        "--without",
        metavar="STEP",
        action="append",
        default=[],
        help="leave out a step of reading, named by its module in engine/orders/understanding, or "
        "by a function or method of that (settling.doubted); given again, several steps",
    )
    parser.add_argument("files", metavar="FILE", nargs="*", help="files and directories")
    return parser


def _row(name: str, counts: Counter[str]) -> str:
    number = counts.total()
    shown = "  ".join(
        f"{result} {counts[result]:3} ({100 * counts[result] / (number or 1):3.0f} %)"
        for result in RESULTS
    )
    return f"{name[-60:]:<60} {number:4} mails: {shown}"


def _print_aims(total: Counter[str]) -> None:
    number = total.total() or 1
    for aim, wanted in AIMS.items():
        share = 100 * sum(total[result] for result in RESULTS if result in aim) / number
        print(f"{aim}: {share:.1f} % (aim {wanted} %)")
    print(f"misread: {total['misread']} (aim 0)")


def _listing(judged: Judged) -> str:
    mail = judged.mail
    rows = [f"  {judged.result.upper()} mail {mail.number}{_open(mail)}:"]
    rows += [f"      | {line}" for line in mail.text.strip().splitlines()]
    meant = mail.means if mail.means == ASK else "; ".join(mail.means) or "nothing"
    rows.append(f"      means: {meant}")
    rows += [f"      made of it: {text}" for text in _made(judged.taken)]
    return "\n".join(rows)


def _open(mail: Mail) -> str:
    return f" ({mail.open})" if mail.open else ""


def _made(taken: Taken) -> list[str]:
    made = [_order(order) for order in taken.orders]
    made += [f"proposed: {'; '.join(o.text for o in way)}" for way in taken.proposals]
    made += [f"command: {text}" for text in taken.commands]
    return made or ["nothing"]


def _order(order: Order) -> str:
    reason = f" ({worded(order)})" if worded(order) else ""
    return f"{order.role}: {order.text}{reason}"
