"""What the record of a segment says, gone through again without a session: a second opinion on
whether rules fit it."""

import json
from collections import Counter, deque
from itertools import pairwise

from engine.core.decision import as_choice
from engine.core.rules_interface import Table


class Misfit(Exception):
    """Something is asked or drawn that the record has otherwise."""


def fits(rules, dice, record):
    """Whether these rules lead through what stands of the last segment, and ask something then."""
    at, ledger = record.standing()
    epoch = max(record.line(n).body.get("epoch", 0) for n in range(at, len(record)))
    try:
        state = rules.load(record.snapshot(at))
    except ValueError:
        return False
    thrown = Thrown(dice, record.line(at).body["path"], epoch, [body for _, body in ledger])
    table = Table(state, thrown.draw, lambda *_: None)
    name, *args = rules.segment(state)
    left = deque(body for _, body in ledger if body["t"] in ("choice", "anytime"))
    try:
        lead(rules, table, rules.segments[name](table, *args), left, thrown)
    except (Misfit, StopIteration):
        return False
    return True


def lead(rules, table, frame, left, thrown):
    """Hand the rules what was answered and done, until nothing is left of it."""
    asked = frame.send(None)
    while left:
        if left[0]["t"] == "choice":
            asked = frame.send(answers(table, asked, left))
            continue
        body, thrown.acting = left.popleft(), True
        rules.do_anytime(table, body["seat"], as_choice(body["choice"]))
        thrown.acting = False


def answers(table, asked, left):
    """To each question the answer of those that were entered together."""
    choices = [body for body in left if body["t"] == "choice"]
    ends = (n for n, (one, next_) in enumerate(pairwise(choices), 1) if next_["part"] == 0)
    together = choices[: next(ends, len(choices))]
    return {seat: answer(table, seat, kind, args, together, left) for kind, seat, args in asked}


def answer(table, seat, kind, args, together, left):
    """What this seat answered to this kind of question, which must still be legal."""
    for body in together:
        if (body["seat"], body["kind"]) == (seat, kind.name):
            left.remove(body)
            choice = as_choice(body["choice"])
            if refusal := kind.make(table, seat, *args).menu.judge(choice):
                raise Misfit(str(refusal))
            return choice
    if kind.absent is None:
        raise Misfit(f"{seat} was not asked {kind.name}")
    return kind.absent


class Thrown:
    """Draws as they were made; those that were not, as they come now."""

    def __init__(self, dice, path, epoch, bodies):
        self.made = {(b["label"], b["occurrence"]): b["value"] for b in bodies if b["t"] == "draw"}
        self.dice, self.path, self.epoch, self.acting = dice, path, epoch, False
        self.seen = Counter()
        for body in bodies:
            if body["t"] == "choice":
                step = body["seat"], body["kind"], body["choice"]
                self.path = dice.hash("path", self.path, "choice", *step)

    def draw(self, label, options, _to, _hoped):
        """One of the options."""
        label = f"anytime: {label}" if self.acting else label
        occurrence = self.seen[label]
        self.seen[label] += 1
        if (label, occurrence) not in self.made:
            where = self.path, self.epoch, label, occurrence
            return options[self.dice.index(len(options), *where)]
        for option in options:
            if json.loads(json.dumps(option)) == self.made[label, occurrence]:
                return option
        raise Misfit(f"{label} cannot be what it was")
