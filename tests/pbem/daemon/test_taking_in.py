"""Taking mails in: whoever ends the moderator does not wait for a long mailbox."""

from contextlib import closing
from threading import Event

from pbem.daemon import receive_judge_send
from pbem.store import tables as t
from tests.house import House


class EndsAtFirstLook(Event):
    """The moderator is ended while the first mails are stored."""

    looks = 0

    def is_set(self):
        self.looks += 1
        return self.looks > 1


def test_one_who_ends_the_moderator_waits_for_a_few_mails_not_for_the_mailbox(tmp_path):
    few = receive_judge_send.AT_ONCE
    with closing(House(tmp_path / "house")) as house:
        for number in range(few + 2):
            house.mail(f"p{number}@example.org", "help")
        stop = EndsAtFirstLook()
        assert not receive_judge_send.take_in(house.world, house.mailbox, house.now, stop)
        assert len(house.rows(t.InboundMail)) == few
        assert len(house.mailbox.fetch()) == few + 2
        assert receive_judge_send.take_in(house.world, house.mailbox, house.now)
        assert len(house.rows(t.InboundMail)) == few + 2
        assert house.mailbox.fetch() == []
