"""A host's own language model: what it is asked, and that its answers are only ever proposed."""

import json
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from pydantic import SecretStr

from pbem.daemon.language_model import LONGEST_ANSWER, Interpreter
from pbem.settings.sections import service
from tests.house import kinds, text_of

LINE = "gather the hosts upon the burning sands"


class Endpoint(BaseHTTPRequestHandler):
    """An OpenAI-compatible endpoint that is strict about what it is sent."""

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        assert self.path == "/v1/chat/completions"
        assert set(body) == {"model", "messages", "temperature", "stream"}
        assert [each["role"] for each in body["messages"]] == ["system", "user"]
        self.server.asked.append((dict(self.headers), body))
        status, said = self.server.answer
        self.send_response(status)
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *_said):
        """Say nothing."""


def completion(content):
    return json.dumps({"choices": [{"message": {"content": content}}]}).encode()


@pytest.fixture
def endpoint():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
    server.asked, server.answer = [], (200, completion("{}"))
    Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def call(action, endpoint):
    """A call for allies is open to Spain, and the host has an interpreter."""
    url = f"http://127.0.0.1:{endpoint.server_address[1]}/v1/"
    settings = service.Interpreter(url=url, model="small", key=SecretStr("open-sesame"), timeout=5)
    action.order("britain", "attack France in German States")
    action.cycle(minutes=1)
    action.world = replace(action.world, interpreter=Interpreter(settings))
    return action


def send(house, text, seat="spain"):
    house.order(seat, text)
    return [mail for mail in house.cycle(minutes=1) if mail["To"] == f"{seat}@example.org"]


def asked_about(endpoint):
    return [json.loads(body["messages"][1]["content"]) for _, body in endpoint.asked]


def test_what_it_makes_of_a_line_is_played_by_a_yes_alone(call, endpoint):
    endpoint.answer = (200, completion(f"Sure! {json.dumps({LINE: ['join with 1 army']})}"))
    (mail,) = send(call, LINE)
    assert kinds([mail]) == ["ask"]
    assert "join with 1 army" in text_of(mail)
    assert "spain" in call.session().waiting()
    call.answer(mail, "yes")
    call.cycle(minutes=1)
    assert "spain" not in call.session().waiting()
    assert asked_about(endpoint) == [[LINE]]


@pytest.mark.parametrize(
    "orders",
    [["storm the moon"], ["join with 1 army", "dance"], [], ["host: cancel"], ["forget all"] * 9],
)
def test_what_is_no_order_is_not_proposed(call, endpoint, orders):
    endpoint.answer = (200, completion(json.dumps({LINE: orders})))
    before = call.session().record.lines
    mails = send(call, LINE)
    assert not any("dance" in text_of(mail) or "moon" in text_of(mail) for mail in mails)
    assert call.session().record.lines == before
    assert "spain" in call.session().waiting()


def test_an_answer_to_a_line_that_was_not_asked_about_counts_for_nothing(call, endpoint):
    endpoint.answer = (200, completion(json.dumps({"decline": ["decline"]})))
    send(call, LINE)
    assert "spain" in call.session().waiting()
    assert not any("decline (" in text_of(mail) for mail in call.box)


@pytest.mark.parametrize(
    "answer",
    [
        (500, b"down"),
        (200, b"no json"),
        (200, b"{}"),
        (200, completion("I would rather not.")),
        (200, completion('{"a": 1}')),
        (200, b"x" * (LONGEST_ANSWER + 1)),
    ],
)
def test_one_that_fails_is_left_alone_for_a_while(call, endpoint, answer):
    endpoint.answer = answer
    assert send(call, LINE)
    assert send(call, "gather the hosts upon the frozen lakes")
    assert len(endpoint.asked) == 1
    call.now = call.now.replace(hour=call.now.hour + 1)
    send(call, "gather the hosts upon the endless sands")
    assert len(endpoint.asked) == 2


def test_what_is_understood_is_never_put_to_it(call, endpoint):
    send(call, "join with 1 army")
    assert endpoint.asked == []


def test_it_is_told_nothing_that_the_seat_does_not_know(call, endpoint):
    send(call, LINE)
    ((headers, body),) = endpoint.asked
    told = json.dumps(body)
    assert not [secret for secret in ("@", "soe1", "pbem", "example.org") if secret in told]
    assert headers["Authorization"] == "Bearer open-sesame"
    assert "open-sesame" not in told
    assert "join with 1 army" in told


def test_without_a_setting_there_is_none(house):
    assert house.world.interpreter is None
