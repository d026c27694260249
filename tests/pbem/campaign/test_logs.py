"""The log says what happened, and holds no tag, token, mail or seed."""

import pytest
import structlog

from pbem.campaign import game_store, host_acts
from pbem.mail.identity import TAG
from pbem.store import tables as t
from tests.house import letter

SECRET_WORDS = "elephants over the mountains"


@pytest.fixture(autouse=True)
def loud(quiet):
    """Everything is logged."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(0))


def waiting(house):
    seat = house.session().waiting()[0]
    return seat, f"{seat}@example.org"


def an_order(house):
    house.order(waiting(house)[0], f"place army in India\n{SECRET_WORDS}")


def a_forged_tag(house):
    address = house.last(waiting(house)[1])["Reply-To"].replace("-w", "-w9")
    house.mail(waiting(house)[1], SECRET_WORDS, to=address)


def a_tag_from_elsewhere(house):
    house.answer(house.last(waiting(house)[1]), SECRET_WORDS, sender="x@example.net")


def a_mail_that_cannot_be_read(house):
    house.drop(f"Content-Type: application/ms-tnef\nSubject: {SECRET_WORDS}\n\n".encode())


def an_order_that_the_database_refuses(house):
    an_order(house)
    with house.world.store.transaction() as db:
        n = len(house.rows(t.Entry))
        body = '{"t": "note"}'
        row = t.Entry(game_id=1, n=n, body=body, salt="", hash="")
        db.add(row)
        db.flush()
        db.add(t.Snapshot(game_id=1, n=n + 50, version="", data_hash="", data=b"?"))


def a_row_that_cannot_be_made(house):
    an_order(house)
    with house.world.store.transaction() as db:
        db.add(
            t.Outgoing(
                message_id="1@example.org",
                recipient="spain@example.org",
                kind="report",
                payload=f'{{"secret": "{SECRET_WORDS}"}}',
                created=house.now,
                next_try=house.now,
            )
        )


def a_first_line_that_is_a_header_gone_wrong(house):
    raw = letter("spain@example.org", SECRET_WORDS, "x", "games@example.org", house.now, 1, {})
    house.drop(raw.replace(b"From: ", b"From:: ", 1))


SCENES = [
    an_order,
    a_forged_tag,
    a_tag_from_elsewhere,
    a_mail_that_cannot_be_read,
    an_order_that_the_database_refuses,
    a_row_that_cannot_be_made,
    a_first_line_that_is_a_header_gone_wrong,
]


def secrets_of(house):
    with house.world.store.reading() as db:
        game = host_acts.game_named(db, "soe1")
        secret, seed = game_store.secret_of(db, game), game_store.seed_of_game(db, game)
    tags = [str(mail["Reply-To"]) for mail in house.box if mail["Reply-To"]]
    codes = [code for text in tags for *_, code in TAG.findall(text)]
    key = house.world.entropy.derived("tags")
    hidden = [secret.reveal().hex(), str(secret.reveal()), seed.reveal().hex(), key.hex()]
    return [SECRET_WORDS, *codes, *hidden]


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_no_line_of_the_log_holds_a_secret(setting_up, scene):
    scene(setting_up)
    with structlog.testing.capture_logs() as lines:
        for _ in range(4):
            setting_up.cycle(minutes=1)
    assert lines
    said = "\n".join(map(str, lines))
    assert not [secret for secret in secrets_of(setting_up) if secret in said]


def test_every_letter_leaves_a_line_with_its_reason(setting_up):
    a_forged_tag(setting_up)
    with structlog.testing.capture_logs() as lines:
        setting_up.cycle(minutes=1)
    (line,) = [line for line in lines if line["event"] == "mail"]
    assert (line["status"], line["reason"]) == setting_up.letters()[-1]


def test_the_line_of_a_letter_names_game_seat_and_window(setting_up):
    seat, _ = waiting(setting_up)
    an_order(setting_up)
    with structlog.testing.capture_logs() as lines:
        setting_up.cycle(minutes=1)
    (line,) = [line for line in lines if line["event"] == "mail"]
    assert (line["game"], line["seat"]) == ("soe1", seat)
    assert line["window"] >= 1


def test_a_failure_is_told_by_its_kind_and_place(setting_up):
    an_order_that_the_database_refuses(setting_up)
    with structlog.testing.capture_logs() as lines:
        setting_up.cycle(minutes=1)
    (line,) = [line for line in lines if line["event"] == "a mail failed"]
    assert line["problem"]
    assert line["attempt"] == 1
    assert all(":" in place for place in line["where"])


def test_a_mail_that_is_not_taken_is_told_with_the_reason_but_no_address(setting_up):
    """A host who hears of it by no mail sees it in the log."""
    _seat, address = waiting(setting_up)
    setting_up.transport.refused = [address]
    setting_up.transport.words = f"550 5.1.1 <{address}>: no such mailbox"
    an_order(setting_up)
    with structlog.testing.capture_logs() as lines:
        setting_up.cycle(minutes=1)
    told = [line for line in lines if line["event"] == "a mail was not taken"]
    assert [(line["outcome"], line["attempt"]) for line in told] == [("never", 1)]
    assert "550 5.1.1" in told[0]["reason"]
    assert "no such mailbox" in told[0]["reason"]
    assert address not in str(lines)


def test_what_is_shown_of_rows_and_keys_is_not_secret(setting_up):
    shown = repr(setting_up.world.entropy) + repr(setting_up.rows(t.GameSecret))
    shown += repr(setting_up.rows(t.Outgoing)) + repr(setting_up.rows(t.InboundMail))
    assert not [secret for secret in secrets_of(setting_up) if secret in shown]
