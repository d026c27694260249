"""One click ends a spectator's reports (RFC 8058): a real client, server, store and moderator."""

import re
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest
import structlog
from structlog.testing import capture_logs

from pbem.daemon import one_click_page
from pbem.features.spectators import one_click
from pbem.store import tables as t
from tests.pbem.features.test_subscribing import LIST, list_report, report, subscribed

URL = "https://games.example.org/unsubscribe/"
CLICK = "List-Unsubscribe=One-Click"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture
def clicking(setting_up):
    setting_up.limit("unsubscribe", url=URL)
    return setting_up


class Clock:
    """Seconds that pass when a test says so."""

    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def page(clicking):
    """The port of the page."""

    def end(token):
        return one_click.asked(clicking.world, token, clicking.now)

    with one_click_page.page(end, 0, Clock()) as port:
        yield port


def ask(port, path, body=None, method="POST", **headers):
    """What the page answers: its status, its head and its words."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body, {**FORM, **names})
    answer = connection.getresponse()
    told = answer.read().decode()
    connection.close()
    return answer.status, answer.headers, told


def link(mail):
    """Where the header of a report leads, without the host's name."""
    https, _ = re.findall(r"<([^>]+)>", mail["List-Unsubscribe"])
    assert https.startswith(URL)
    return urlsplit(https).path


def test_a_report_says_both_ways_out_and_the_click_ends_the_reports_once(clicking, page):
    subscribed(clicking)
    (mail,) = report(clicking)
    https, mailto = mail["List-Unsubscribe"].split(", ")
    assert re.fullmatch(r"<https://\S+/soe1-readerx[a-z2-7]{6}-w\d+-[a-z2-7]{10}>", https)
    assert re.fullmatch(r"<mailto:games\+[^>]+>", mailto)
    assert mail["List-Unsubscribe-Post"] == CLICK
    answers = [ask(page, link(mail), CLICK) for _ in range(3)]
    assert [status for status, _, _ in answers] == [200, 200, 200]
    assert clicking.cycle(minutes=1) == []  # a click is not answered
    assert clicking.rows(t.Subscriber) == []
    assert clicking.letters()[-1] == ("ignored", "automatic(Auto-Submitted: auto-generated), "
                                      "unsubscribed(soe1)")  # fmt: skip
    assert len(clicking.rows(t.InboundMail, source=one_click.SOURCE)) == 1
    assert report(clicking) == []


def test_who_subscribes_again_can_click_again(clicking, page):
    for _ in range(2):
        subscribed(clicking)
        (mail,) = report(clicking)
        ask(page, link(mail), CLICK)
        clicking.cycle(minutes=1)
        assert clicking.rows(t.Subscriber) == []


def test_looking_at_the_page_changes_nothing_and_its_button_does(clicking, page):
    subscribed(clicking)
    (mail,) = report(clicking)
    status, head, told = ask(page, link(mail), method="GET")
    assert status == 200
    assert 'method="post"' in told
    assert 'name="List-Unsubscribe" value="One-Click"' in told
    assert (head["Cache-Control"], head["Referrer-Policy"]) == ("no-store", "no-referrer")
    assert clicking.rows(t.InboundMail, source=one_click.SOURCE) == []
    ask(page, link(mail), CLICK)
    clicking.cycle(minutes=1)
    assert clicking.rows(t.Subscriber) == []


def test_a_form_in_parts_is_a_click_too(clicking, page):
    subscribed(clicking)
    (mail,) = report(clicking)
    body = (
        '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--'
    )
    kind = "multipart/form-data; boundary=b"
    assert ask(page, link(mail), body, Content_Type=kind)[0] == 200
    clicking.cycle(minutes=1)
    assert clicking.rows(t.Subscriber) == []


@pytest.mark.parametrize("body", ["", "a=b", "List-Unsubscribe=Yes", "&" * 1_000, "x" * 1_000])
def test_what_is_no_click_ends_nothing(clicking, page, body):
    subscribed(clicking)
    (mail,) = report(clicking)
    assert ask(page, link(mail), body)[0] == 400
    assert clicking.rows(t.InboundMail, source=one_click.SOURCE) == []


def test_a_wrong_tag_gets_the_same_answer_as_a_right_one(clicking, page):
    subscribed(clicking)
    (mail,) = report(clicking)
    right = link(mail)
    wrong = (f"{right[:-10]}aaaaaaaaaa", "/unsubscribe/", "/", f"{right}x", "/%00", "/" + "a" * 999,
             right.replace("readerx", "readerxa"), right.replace("soe1", "soe2"))  # fmt: skip
    told = {path: ask(page, path, CLICK)[::2] for path in wrong}
    assert set(told.values()) == {(200, ask(page, right, CLICK)[2])}
    assert len(clicking.rows(t.InboundMail, source=one_click.SOURCE)) == 1


def test_a_list_that_the_host_has_subscribed_has_no_link(clicking, page):
    mail = list_report(clicking)
    assert mail["List-Unsubscribe-Post"] is None
    tag = mail["List-Unsubscribe"].partition("+")[2].partition("@")[0]
    assert ask(page, f"/{tag}", CLICK)[0] == 200
    assert clicking.cycle(minutes=1) == []
    assert [row.address for row in clicking.rows(t.Subscriber)] == [LIST]


def test_without_the_setting_a_report_has_only_the_way_by_mail(setting_up):
    subscribed(setting_up)
    (mail,) = report(setting_up)
    assert mail["List-Unsubscribe"].count("<") == 1
    assert mail["List-Unsubscribe-Post"] is None


def test_a_browser_gets_the_page_in_its_language(page):
    german = ask(page, "/x", method="GET", Accept_Language="de-CH,en;q=0.5")[2]
    french = ask(page, "/x", method="GET", Accept_Language="fr")[2]
    assert 'lang="de"' in german
    assert "Berichte" in german
    assert 'lang="en"' in french


def test_clicks_are_counted_and_long_ones_not_read():
    ended, clock = [], Clock()
    with one_click_page.page(ended.append, 0, clock) as port:
        answers = [ask(port, "/t", CLICK)[0] for _ in range(int(one_click_page.AT_MOST) + 2)]
        assert answers[-3:] == [200, 429, 429]
        clock.now += 1
        assert ask(port, "/t", CLICK)[0] == 200
        assert ask(port, "/t", CLICK + "&a=" + "a" * one_click_page.BODY_LIMIT)[0] == 413
    assert len(ended) == one_click_page.AT_MOST + 1


def test_when_the_database_is_away_the_click_is_to_come_again_and_no_tag_is_logged():
    def end(token):
        raise RuntimeError(f"no database for {token}")

    structlog.reset_defaults()  # whatever a command in another test has asked for
    with capture_logs() as logged, one_click_page.page(end, 0, Clock()) as port:
        assert ask(port, "/soe1-reader1-w1-aaaaaaaaaa", CLICK)[0] == 503
    (told,) = logged
    assert told["problem"] == "RuntimeError"
    assert "aaaaaaaaaa" not in str(told)
