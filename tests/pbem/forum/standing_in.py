"""Forums that answer as their documentation says, on a real socket: strict, and with the limits
that a real one has."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.parser import BytesParser
from email.policy import HTTP
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple
from urllib.parse import parse_qs, urlsplit

from PIL import Image

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)


class Asked(NamedTuple):
    """A call, taken apart."""

    method: str
    path: str
    query: dict[str, list[str]]
    headers: dict[str, str]
    form: dict[str, Any]
    files: dict[str, tuple[str, bytes]]


class Answer(NamedTuple):
    """What is answered to it: an object, or a page."""

    status: int
    body: dict[str, Any] | str
    headers: Mapping[str, str] = MappingProxyType({})


@dataclass
class Written:
    """A post as the forum has it."""

    id: int
    thread: int
    author: int
    raw: str
    at: datetime
    edited: datetime | None = None
    version: int = 1
    deleted: bool = False


@dataclass
class StandIn:
    """What all forums have: members, posts, a queue, a flood limit, and a clock that is set."""

    now: datetime = NOON
    names: dict[int, str] = field(default_factory=lambda: {1: "moderator", 2: "anna", 3: "ben"})
    posts: list[Written] = field(default_factory=list)
    titles: dict[int, str] = field(default_factory=dict)
    private: set[int] = field(default_factory=set)
    """The threads that are messages to one member."""
    waiting: list[Written] = field(default_factory=list)
    """What a person has to approve."""
    approves: bool = False
    closed: set[int] = field(default_factory=set)
    hidden: set[int] = field(default_factory=set)
    """Threads that the moderator's account may not see any more."""
    categories: dict[int, bool] = field(default_factory=lambda: {4: True})
    """Those that there are, and whether the account may begin topics there."""
    breaks: list[str] = field(default_factory=list)
    """What happens to the next calls: down, blocked (by a server in front of the forum), lost (done
    all the same, but the answer is not heard)."""
    broken: dict[str, str] = field(default_factory=dict)
    """What happens to all calls of some paths."""
    takes_pictures: bool = True
    pictures: list[bytes] = field(default_factory=list)
    calls: list[Asked] = field(default_factory=list)
    last: dict[int, datetime] = field(default_factory=dict)
    """When each member posted last."""
    flood = timedelta(seconds=10)
    least, most = 8, 32_767

    def say(self, author: int, raw: str, thread: int = 1, *, at: datetime | None = None) -> Written:
        """A member writes, by the pages of the forum."""
        post = Written(self._next(), thread, author, raw, at or self.now)
        self.posts.append(post)
        return post

    def approve(self) -> None:
        """A person approves what waits: it appears with the time at which it was written."""
        for post in self.waiting:
            self.titles.setdefault(post.thread, "approved")
            self.posts.append(post)
        self.waiting = []

    def change(self, post: Written, raw: str) -> None:
        """A post is edited by who wrote it."""
        post.raw, post.edited, post.version = raw, self.now, post.version + 1

    def of(self, thread: int) -> list[Written]:
        """The posts of a thread."""
        return sorted((p for p in self.posts if p.thread == thread), key=lambda p: p.id)

    def _next(self) -> int:
        return 1 + max((p.id for p in [*self.posts, *self.waiting]), default=100)

    def _new_thread(self, title: str) -> int:
        number = 1 + max(self.titles, default=0)
        self.titles[number] = title
        return number

    def answer(self, asked: Asked) -> Answer:
        """Answer a call."""
        raise NotImplementedError

    def reencoded(self, data: bytes) -> bytes:
        """A picture as forums keep it: decoded, and written anew without its palette."""
        out = BytesIO()
        Image.open(BytesIO(data)).convert("RGB").save(out, "PNG")
        self.pictures.append(out.getvalue())
        return out.getvalue()


@contextmanager
def serving(forum: StandIn) -> Iterator[str]:
    """Serve it on loopback; its address."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1
        """An answer goes out in one piece: of two, the second waits for the first to be noted."""

        def _handle(self) -> None:
            asked = _taken_apart(self)
            forum.calls.append(asked)
            fault = forum.breaks.pop(0) if forum.breaks else forum.broken.get(asked.path)
            if fault == "down":
                self._send(Answer(503, {}))
                return
            if fault == "blocked":
                self._send(Answer(403, "<html><h1>Are you a robot?</h1></html>"))
                return
            answer = forum.answer(asked)
            if fault == "lost":
                self.close_connection = True
                return
            self._send(answer)

        def _send(self, answer: Answer) -> None:
            page = isinstance(answer.body, str)
            body = str(answer.body if page else json.dumps(answer.body)).encode()
            self.send_response(answer.status)
            kind = "text/html" if page else "application/json"
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = do_PUT = _handle

        def log_message(self, *_args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _taken_apart(handler: BaseHTTPRequestHandler) -> Asked:
    address = urlsplit(handler.path)
    body = handler.rfile.read(int(handler.headers.get("Content-Length") or 0))
    kind = handler.headers.get("Content-Type", "")
    form: dict[str, Any] = {}
    files: dict[str, tuple[str, bytes]] = {}
    if kind.startswith("application/json"):
        form = json.loads(body or b"{}")
    elif kind.startswith("application/x-www-form-urlencoded"):
        form = {name: values[-1] for name, values in parse_qs(body.decode()).items()}
    elif kind.startswith("multipart/form-data"):
        whole = BytesParser(policy=HTTP).parsebytes(f"Content-Type: {kind}\r\n\r\n".encode() + body)
        for part in whole.iter_parts():
            name = str(part.get_param("name", header="content-disposition"))
            content = part.get_payload(decode=True)
            assert isinstance(content, bytes)
            if part.get_filename():
                files[name] = (str(part.get_filename()), content)
            else:
                form[name] = content.decode()
    headers = {name.lower(): value for name, value in handler.headers.items()}
    return Asked(handler.command, address.path, parse_qs(address.query), headers, form, files)


@dataclass
class DiscourseStandIn(StandIn):
    """https://docs.discourse.org, with the limits of a new site."""

    key: str = "a-key-of-discourse"
    flood: timedelta = timedelta(seconds=5)
    least: int = 20
    most: int = 32_000

    def message(self, author: int, title: str, raw: str) -> Written:
        """A member writes to the moderator: each message is a topic of its own."""
        thread = self._new_thread(title)
        self.private.add(thread)
        return self.say(author, raw, thread)

    def answer(self, asked: Asked) -> Answer:
        known = asked.headers.get("api-key") == self.key
        if not known or asked.headers.get("api-username") not in self.names.values():
            why = "You are not permitted to view the requested resource."
            return Answer(403, {"errors": [why], "error_type": "invalid_access"})
        me = next(n for n, name in self.names.items() if name == asked.headers["api-username"])
        for pattern, does in self._ROUTES.items():
            if found := re.fullmatch(pattern, f"{asked.method} {asked.path}"):
                return does(self, asked, me, *found.groups())
        return self._missing()

    @staticmethod
    def _missing() -> Answer:
        why = "The requested URL or resource could not be found."
        return Answer(404, {"errors": [why], "error_type": "not_found"})

    def _session(self, _asked: Asked, me: int) -> Answer:
        return Answer(200, {"current_user": {"id": me, "username": self.names[me]}})

    def _create(self, asked: Asked, me: int) -> Answer:
        raw, thread = asked.form["raw"], asked.form.get("topic_id")
        if thread and int(thread) in self.closed:
            why = "You are not permitted to view the requested resource."
            return Answer(403, {"errors": [why], "error_type": "invalid_access"})
        if wrong := self._rules(raw, me):
            return wrong
        if not thread and len(asked.form["title"]) < 15:
            return _unprocessable("Title is too short (minimum is 15 characters)")
        if any(p.author == me and p.raw == raw for p in self.posts):
            return _unprocessable("Body is too similar to what you recently posted")
        to = asked.form.get("target_recipients")
        if to and to not in self.names.values():
            return _unprocessable("You must send a message to at least one valid user.")
        if not (thread or to) and not str(asked.form.get("category", "")).isdecimal():
            return _unprocessable("Category can't be blank")
        if not (thread or to) and (refused := self._no_topic(int(asked.form["category"]))):
            return refused
        topic = int(thread) if thread else self._new_thread(asked.form["title"])
        if to:
            assert asked.form["archetype"] == "private_message"
            self.private.add(topic)
        self.last[me] = self.now
        post = Written(self._next(), topic, me, raw, self.now)
        if self.approves:
            self.waiting.append(post)
            pending = {"id": 7, "raw": raw}
            return Answer(200, {"action": "enqueued", "success": True, "pending_post": pending})
        self.posts.append(post)
        return Answer(200, self._shown(post, raw=True))

    def _no_topic(self, category: int) -> Answer | None:
        """Rights are looked at first; a category that is not there is a wrong parameter."""
        if category not in self.categories:
            why = "You supplied invalid parameters to the request: category"
            return Answer(400, {"errors": [why], "error_type": "invalid_parameters"})
        if not self.categories[category]:
            why = "You are not permitted to view the requested resource."
            return Answer(403, {"errors": [why], "error_type": "invalid_access"})
        return None

    def _rules(self, raw: str, me: int) -> Answer | None:
        left = self.flood - (self.now - self.last.get(me, self.now - self.flood))
        if left > timedelta(0):
            seconds = int(left.total_seconds())
            why = "You've performed this action too many times, please try again later."
            extras = {"wait_seconds": seconds, "time_left": f"{seconds} seconds"}
            return Answer(
                429, {"errors": [why], "error_type": "rate_limit", "extras": extras},
                {"Retry-After": str(seconds)},
            )  # fmt: skip
        if len(raw.strip()) < self.least:
            return _unprocessable(f"Body is too short (minimum is {self.least} characters)")
        if len(raw) > self.most:
            return _unprocessable(f"Body is limited to {self.most} characters; you entered more.")
        return None

    def _edit(self, asked: Asked, me: int, number: str) -> Answer:
        post = next((p for p in self.posts if p.id == int(number)), None)
        if post is None or post.deleted:
            return self._missing()
        if post.author != me:
            return Answer(403, {"errors": ["not permitted"], "error_type": "invalid_access"})
        if wrong := self._rules(asked.form["post"]["raw"], 0):
            return wrong
        grace = self.now - post.at < timedelta(minutes=5)
        post.raw, post.edited = asked.form["post"]["raw"], self.now
        post.version += not grace  # changes within five minutes make no revision
        return Answer(200, {"post": self._shown(post, raw=True)})

    def _last(self, asked: Asked, me: int, thread: str) -> Answer:
        return self._topic(asked, me, thread, self.of(int(thread))[-20:])

    def _some(self, asked: Asked, me: int, thread: str) -> Answer:
        wanted = list(map(int, asked.query.get("post_ids[]", [])))
        assert 0 < len(wanted) <= 20
        found = [post for post in self.of(int(thread)) if post.id in wanted]
        return self._topic(asked, me, thread, found)

    def _topic(self, asked: Asked, me: int, thread: str, posts: list[Written]) -> Answer:
        if int(thread) not in self.titles:
            return self._missing()
        if int(thread) in self.hidden:
            why = "You are not permitted to view the requested resource."
            return Answer(403, {"errors": [why], "error_type": "invalid_access"})
        raw = asked.query.get("include_raw") == ["true"]
        stream = [post.id for post in self.of(int(thread))]
        shown = [self._shown(post, raw=raw) for post in posts]
        return Answer(200, {"id": int(thread), "post_stream": {"posts": shown, "stream": stream}})

    def _messages(self, _asked: Asked, _me: int, _name: str) -> Answer:
        last = {number: self.of(number)[-1] for number in self.private}
        topics = [
            {
                "id": number,
                "last_posted_at": _z(post.at),
                "last_poster_username": self.names[post.author],
            }
            for number, post in sorted(last.items(), key=lambda pair: pair[1].id, reverse=True)
        ]
        return Answer(200, {"topic_list": {"topics": topics}})

    def _upload(self, asked: Asked, _me: int) -> Answer:
        if asked.form.get("upload_type") != "composer" or "files[]" not in asked.files:
            return _unprocessable("type and a file are needed")
        if not self.takes_pictures:
            return _unprocessable("Sorry, the image you are trying to upload is too big.")
        kept = self.reencoded(asked.files["files[]"][1])
        number = f"upload://picture{len(self.pictures)}.png"
        return Answer(200, {"id": 1, "short_url": number, "filesize": len(kept)})

    def _shown(self, post: Written, *, raw: bool) -> dict[str, Any]:
        times = {"created_at": _z(post.at), "updated_at": _z(post.edited or post.at)}
        shown = {
            "id": post.id,
            "topic_id": post.thread,
            "user_id": post.author,
            **times,
            "username": self.names[post.author],
            "version": post.version,
            "deleted_at": _z(self.now) if post.deleted else None,
        }
        return {**shown, "raw": post.raw} if raw else shown

    _ROUTES: ClassVar[dict[Any, Any]] = {
        r"GET /session/current\.json": _session,
        r"POST /posts\.json": _create,
        r"PUT /posts/(\d+)\.json": _edit,
        r"GET /t/(\d+)/last\.json": _last,
        r"GET /t/(\d+)/posts\.json": _some,
        r"GET /topics/private-messages/(\w+)\.json": _messages,
        r"POST /uploads\.json": _upload,
    }


def _z(time: datetime) -> str:
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _unprocessable(why: str) -> Answer:
    return Answer(422, {"action": "create_post", "errors": [why]})


@dataclass
class NodeBBStandIn(StandIn):
    """https://docs.nodebb.org/api, and what a NodeBB 4 answered when it was tried."""

    token: str = "a-token-of-nodebb"
    password: str = "a password"
    csrf: str = "csrf-7"
    chats: dict[int, list[Written]] = field(default_factory=dict)
    """Messages by room; a room is the number of its member."""
    sessions: set[str] = field(default_factory=set)
    on_page: int = 20
    may_chat: bool = True
    """Whether the account has the global privilege for chats."""

    def chat(self, author: int, raw: str) -> Written:
        """A member writes to the moderator."""
        message = Written(1 + sum(map(len, self.chats.values())), author, author, raw, self.now)
        self.chats.setdefault(author, []).append(message)
        return message

    def answer(self, asked: Asked) -> Answer:
        me = 1 if asked.headers.get("authorization") == f"Bearer {self.token}" else 0
        for (pattern, needs), does in self._ROUTES.items():
            if found := re.fullmatch(pattern, f"{asked.method} {asked.path}"):
                if needs == "token" and not me:
                    return self._no(401, "A valid login session was not found.")
                if "chats" in asked.path and not self.may_chat:
                    return self._no(403, "You do not have enough privileges for this action.")
                return does(self, asked, me, *found.groups())
        return self._no(404, "Not Found")

    @staticmethod
    def _no(status: int, why: str) -> Answer:
        codes = {400: "bad-request", 401: "not-authorised", 403: "forbidden", 404: "not-found"}
        return Answer(status, {"status": {"code": codes[status], "message": why}, "response": {}})

    @staticmethod
    def _ok(response: dict[str, Any], status: int = 200) -> Answer:
        return Answer(status, {"status": {"code": "ok", "message": "OK"}, "response": response})

    def _self(self, _asked: Asked, me: int) -> Answer:
        return Answer(200, {"uid": me, "username": self.names[me]})

    def _rules(self, content: str, me: int) -> Answer | None:
        if len(content) < self.least:
            return self._no(400, f"Posts should contain at least {self.least} character(s).")
        if len(content) > self.most:
            return self._no(400, f"Posts can't be longer than {self.most} character(s).")
        if self.now - self.last.get(me, self.now - self.flood) < self.flood:
            why = "You can only post once every 10 second(s) - please wait before posting again"
            return self._no(400, why)
        return None

    def _new(self, asked: Asked, me: int) -> Answer:
        assert isinstance(asked.form["cid"], int)
        if asked.form["cid"] not in self.categories:
            return self._no(400, "Category does not exist")
        if not self.categories[asked.form["cid"]]:
            return self._no(403, "You do not have enough privileges for this action.")
        if wrong := self._rules(asked.form["content"], me):
            return wrong
        topic = self._new_thread(asked.form["title"])
        return self._posted(topic, asked.form["content"], me, new=True)

    def _reply(self, asked: Asked, me: int, thread: str) -> Answer:
        if int(thread) in self.closed:
            return self._no(403, "This topic has been locked by a moderator")
        if int(thread) not in self.titles:
            return self._no(404, "Topic does not exist")
        if wrong := self._rules(asked.form["content"], me):
            return wrong
        return self._posted(int(thread), asked.form["content"], me, new=False)

    def _posted(self, topic: int, content: str, me: int, *, new: bool) -> Answer:
        self.last[me] = self.now
        post = Written(self._next(), topic, me, content, self.now)
        if self.approves:
            self.waiting.append(post)
            queued = {"id": "reply-1", "queued": True, "message": "The post is queued"}
            return self._ok(queued, 202 if new else 200)
        self.posts.append(post)
        about = {"tid": topic, "mainPid": post.id} if new else {"pid": post.id, "tid": topic}
        return self._ok(about)

    def _edit(self, asked: Asked, me: int, number: str) -> Answer:
        post = next((p for p in self.posts if p.id == int(number)), None)
        if post is None:
            return self._no(404, "Post does not exist")
        if post.author != me:
            return self._no(403, "You are not allowed to do this")
        self.change(post, asked.form["content"])
        return self._ok({"pid": post.id, "content": post.raw})

    def _topic(self, asked: Asked, _me: int, thread: str) -> Answer:
        if int(thread) not in self.titles:
            return Answer(404, {"path": asked.path, "title": "not found"})
        if int(thread) in self.hidden:
            return self._no(403, "You do not have enough privileges for this action.")
        posts = self.of(int(thread))
        page = int(asked.query.get("page", ["1"])[0])
        pages = max(1, -(-len(posts) // self.on_page))
        shown = posts[(page - 1) * self.on_page : page * self.on_page]
        listed = [self._shown(post) for post in shown]
        paged = {"posts": listed, "pagination": {"pageCount": pages}}
        return Answer(200, {"tid": int(thread), **paged})

    def _shown(self, post: Written) -> dict[str, Any]:
        return {
            "pid": post.id,
            "uid": post.author,
            "content": f"<p>{post.raw}</p>",
            "user": {"uid": post.author, "username": self.names[post.author]},
            "timestamp": _milliseconds(post.at),
            "edited": _milliseconds(post.edited) if post.edited else 0,
            "deleted": int(post.deleted),
        }

    def _raw(self, _asked: Asked, _me: int, number: str) -> Answer:
        post = next((p for p in self.posts if p.id == int(number)), None)
        return self._ok({"content": post.raw}) if post else self._no(404, "Post does not exist")

    def _rooms(self, _asked: Asked, _me: int) -> Answer:
        rooms = [
            {"roomId": n, "teaser": {"fromuid": n, "timestamp": _milliseconds(said[-1].at)}}
            for n, said in self.chats.items()
        ]
        return self._ok({"rooms": rooms, "nextStart": len(rooms)})

    def _open_room(self, asked: Asked, _me: int) -> Answer:
        (uid,) = asked.form["uids"]
        self.chats.setdefault(uid, [])
        return self._ok({"roomId": uid})

    def _messages(self, _asked: Asked, _me: int, room: str) -> Answer:
        said = [
            {
                "messageId": one.id,
                "fromuid": one.author,
                "content": f"<p>{one.raw}</p>\n",
                "fromUser": {"username": self.names[one.author]},
                "timestamp": _milliseconds(one.at),
            }
            for one in self.chats[int(room)]
        ]
        return self._ok({"messages": said})

    def _say(self, asked: Asked, me: int, room: str) -> Answer:
        number = 1 + sum(map(len, self.chats.values()))
        self.chats[int(room)].append(
            Written(number, int(room), me, asked.form["message"], self.now)
        )
        return self._ok({"messageId": number, "content": asked.form["message"]})

    def _config(self, asked: Asked, _me: int) -> Answer:
        logged = asked.headers.get("cookie", "") in self.sessions
        cookie = {"Set-Cookie": "express.sid=s7; Path=/; HttpOnly"}
        return Answer(200, {"csrf_token": self.csrf, "loggedIn": logged}, cookie)

    def _login(self, asked: Asked, _me: int) -> Answer:
        if asked.headers.get("x-csrf-token") != self.csrf:
            return Answer(403, {"error": "csrf-invalid"})
        if asked.form != {"username": "moderator", "password": self.password}:
            return Answer(403, {"status": {"message": "Invalid login credentials"}})
        self.sessions.add(asked.headers["cookie"])
        return Answer(200, {"next": "/"})

    def _upload(self, asked: Asked, _me: int) -> Answer:
        if asked.headers.get("x-csrf-token") != self.csrf:
            return self._no(403, "You do not have access to this resource")
        if asked.headers.get("cookie", "") not in self.sessions:
            return self._no(403, "You do not have access to this resource")
        if not self.takes_pictures:
            return self._no(400, "File is too big")
        self.reencoded(asked.files["files[]"][1])
        url = f"/assets/uploads/files/{len(self.pictures)}.png"
        return self._ok({"images": [{"url": url}]})

    _ROUTES: ClassVar[dict[Any, Any]] = {
        (r"GET /api/self", "token"): _self,
        (r"POST /api/v3/topics", "token"): _new,
        (r"POST /api/v3/topics/(\d+)", "token"): _reply,
        (r"PUT /api/v3/posts/(\d+)", "token"): _edit,
        (r"GET /api/topic/(\d+)", "token"): _topic,
        (r"GET /api/v3/posts/(\d+)/raw", "token"): _raw,
        (r"GET /api/v3/chats", "token"): _rooms,
        (r"POST /api/v3/chats", "token"): _open_room,
        (r"GET /api/v3/chats/(\d+)/messages", "token"): _messages,
        (r"POST /api/v3/chats/(\d+)", "token"): _say,
        (r"GET /api/config", ""): _config,
        (r"POST /login", ""): _login,
        (r"POST /api/post/upload", ""): _upload,
    }


def _milliseconds(time: datetime) -> int:
    return int(time.timestamp() * 1000)
