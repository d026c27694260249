"""A process that sends what waits: its folder, the database, the time, and how many mails a server
takes before the process dies without a word (0: it lives). Waits for a word before it begins."""

import os

from pbem.daemon import receive_judge_send
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


def main(pipe, folder, url, now, last):
    house = House(folder, url)
    house.now = now
    house.transport = Deadly(folder / "mail/outbox")
    house.transport.left = last
    pipe.send("ready")
    pipe.recv()
    while receive_judge_send.send(house.world, house.transport, house.now, house.maps):
        pass
    house.close()
