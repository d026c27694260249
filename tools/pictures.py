"""The map in docs/pictures: `python tools/pictures.py` plays half a campaign and draws it.

The report beside it is a picture of the mail in a browser, taken by hand.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from engine.core.bots import Stream, advised_choice, random_policy
from engine.core.dice import Dice, Seed
from engine.core.session import Session
from engine.games import GAMES
from pbem.daemon.drawing import maps_of
from pbem.reports import questions

PICTURE = Path(__file__).parent.parent / "docs" / "pictures" / "map.png"
GAME = GAMES["struggle-of-empires"]
SEATS = GAME.seat_names({})[:5]
REPORTED = 40
"""So many events make a report."""


def main() -> None:
    """Draw what the first seat sees in the second war, with what has just happened."""
    stream = Stream("a picture")
    options = GAME.options({"seats": SEATS})
    session = Session.start(GAME, Dice(Seed(bytes(32))), options, policy=random_policy(stream))
    told = 0
    while (seen := session.view(SEATS[0]))["war"] < 2 or seen["round"] < 4:
        seat = session.waiting()[0]
        if seat == SEATS[0] and len(session.events) - told > REPORTED:
            told = len(session.events)
        session.submit(seat, advised_choice(session, seat, stream))
    with TemporaryDirectory() as folder:
        events = questions.events(session.events[told:], SEATS[0])
        PICTURE.write_bytes(maps_of(Path(folder))(GAME.name, seen, events) or b"")


if __name__ == "__main__":
    main()
