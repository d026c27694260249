from __future__ import annotations

import structlog

from pbem.daemon.monitoring.logs import log_to_stderr, told
from pbem.mail.identity import tag

TAG = tag(b"key", "club1", "red", 3, 0)


def caught(error):
    try:
        raise error
    except Exception as raised:
        return told(raised)


def test_a_mistake_is_told_by_its_kind_and_place_not_by_its_text():
    said = caught(ValueError("attack at dawn"))
    assert said["error"] == "ValueError"
    assert said["at"].startswith("test_logs.py:")


def test_what_the_machine_says_is_told():
    assert caught(OSError(28, "No space left on device"))["error"].endswith("on device")


def test_no_tag_and_no_long_text_is_logged(capsys):
    before = structlog.get_config()
    try:
        log_to_stderr()
        structlog.get_logger().info("sent", to=f"games+{TAG}@example.org", text="x" * 10_000)
    finally:
        structlog.configure(**before)
    line = capsys.readouterr().err
    assert TAG not in line
    assert "games@example.org" in line
    assert len(line) < 1_000


def test_the_time_is_utc_and_the_level_named(capsys):
    before = structlog.get_config()
    try:
        log_to_stderr()
        structlog.get_logger().warning("the mailbox is down")
    finally:
        structlog.configure(**before)
    line = capsys.readouterr().err
    assert line.startswith("timestamp='2")
    assert "Z' level='warning' event='the mailbox is down'" in line
