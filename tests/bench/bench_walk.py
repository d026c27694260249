"""How many hands an order goes through: the modules that its mail is in, and the frames of a die.

A module is entered when control comes to it by a call from another one. A placement is followed
from its raw mail to the queue saved; an attack from the judging loop to its first die.
"""

import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from engine.core.chance import Stream, thrifty_choice
from engine.core.dice import Dice
from engine.core.session import Session
from engine.queue.steps_to_choices import ordered
from engine.struggle_of_empires.attack.combat import DIE
from pbem.campaign import order_queue
from pbem.daemon import receive_judge_send
from pbem.inbox import judging_a_mail
from tests.bench.bench_mail import quietly
from tests.bench.timing import line
from tests.house import House

PLACED = "place army in Baltic"
LOOP = 1
"""The frame of the loop itself, which the bench stands in for."""


@contextmanager
def profiled(called: Callable[[FrameType, str, Any], None]) -> Iterator[None]:
    """Tell of each call and return meanwhile."""
    sys.setprofile(called)
    try:
        yield
    finally:
        sys.setprofile(None)


def entered(work: Callable[[], object], first: CodeType, last: CodeType) -> Counter[str]:
    """How often each module of pbem was entered between the call of the first function and the
    return of the last."""
    found: Counter[str] = Counter()
    here, counts = "", False

    def called(frame: FrameType, what: str, _: Any) -> None:
        nonlocal here, counts
        if what == "call":
            counts = counts or frame.f_code is first
            module = module_of(frame)
            if counts and module.startswith("pbem.") and module != here:
                found[module] += 1
                here = module
        elif what == "return" and frame.f_code is last:
            counts = False

    with profiled(called):
        work()
    return found


def stack_of(work: Callable[[], object], first: CodeType, last: CodeType) -> list[str]:
    """Our frames from the first function to the first die that the last one throws."""
    found: list[str] = []

    def called(frame: FrameType, what: str, _: Any) -> None:
        if what == "call" and frame.f_code is last and not found and is_die(frame.f_locals):
            found.extend(frames(frame, first))

    with profiled(called):
        work()
    return found


def is_die(drawn: dict[str, Any]) -> bool:
    """Whether it is a die that is drawn, and not tried only."""
    return not drawn["self"].blind and list(drawn["options"]) == list(DIE)


def frames(frame: FrameType | None, first: CodeType) -> list[str]:
    """Our frames on the stack, outermost first."""
    found: list[str] = []
    while frame is not None:
        if module := module_of(frame):
            found.append(f"{module}.{frame.f_code.co_qualname}")
        frame = None if frame.f_code is first else frame.f_back
    return found[::-1]


def module_of(frame: FrameType) -> str:
    """The module of ours that a frame is in; "": it is in none."""
    name: str = frame.f_globals.get("__name__", "")
    return name if name.startswith(("pbem.", "engine.")) else ""


def play_to_attack(house: House) -> None:
    """Play on until a seat can attack, and let it order that."""
    stream = Stream("walks")
    while True:
        session = house.session()
        seat = session.waiting()[0]
        if order := attack_of(session, seat):
            return house.order(seat, order)
        choice = thrifty_choice(session.decision(seat), stream)
        house.order(seat, ordered(session, seat, choice))
        house.cycle(minutes=1)


def attack_of(session: Session, seat: str) -> str:
    """An attack that is legal; "": there is none."""
    choices = session.decision(seat).menu.choices()
    choice = next((choice for choice in choices if choice[0] == "attack"), None)
    return ordered(session, seat, choice) if choice else ""


def judging(house: House) -> Callable[[], object]:
    """What the judging loop does with the mail that has come."""
    receive_judge_send.take_in(house.world, house.mailbox, house.now)
    return partial(receive_judge_send.work, house.world, house.now)


def main() -> None:
    """Print the figures, and what they count."""
    quietly()
    with tempfile.TemporaryDirectory() as temporary:
        house = House(Path(temporary) / "walk")
        house.begin()
        house.keep_all()
        house.order("britain", PLACED)
        walk = entered(judging(house), judging_a_mail.handle.__code__, order_queue.save.__code__)
        play_to_attack(house)
        stack = stack_of(judging(house), receive_judge_send.work.__code__, Dice.draw.__code__)
        house.close()
    line("modules from a placement's mail to its queue", len(walk), "", "14", 0)
    line("  entered, all in all", walk.total(), "times", "", 0)
    line("frames from the judging loop to an attack's die", LOOP + len(stack), "", "24", 0)
    print(*(f"{count:5} {module}" for module, count in walk.most_common()), sep="\n")
    print(*(f"{n:5} {name}" for n, name in enumerate(stack, LOOP + 1)), sep="\n")


if __name__ == "__main__":
    main()
