"""A process that sends what waits: its folder, the database, the time, and how many mails a server
takes before the process dies without a word (0: it lives). Waits for a line before it begins."""

import os
import sys
from datetime import datetime
from pathlib import Path

from pbem.daemon import cycle
from tests.house import House, WayOut


class Deadly(WayOut):
    """A way out at which the process dies once it has handed in so many mails."""

    left = 0

    async def send(self, batch):
        async for sent in super().send(batch):
            self.left -= 1
            if self.left == 0:
                os._exit(9)
            yield sent


def main(folder, url, now, last):
    house = House(Path(folder), url)
    house.now = datetime.fromisoformat(now)
    house.transport = Deadly(Path(folder) / "mail/outbox")
    house.transport.left = int(last)
    print("ready", flush=True)
    sys.stdin.readline()
    while cycle.send(house.world, house.transport, house.now, house.maps):
        pass
    house.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
