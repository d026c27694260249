"""Run a Spirit forum on loopback, with three members, by the interpreter that has Spirit. Its clock
is the file `now` in its folder."""

import os
from datetime import datetime
from pathlib import Path
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

os.environ["DJANGO_SETTINGS_MODULE"] = "site_settings"

import django
from django.core.cache import caches
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.utils import timezone

FOLDER = Path(os.environ["SPIRIT_FOLDER"])
MEMBERS = ("moderator", "anna", "ben", "referee")
MODERATORS = ("moderator", "referee")
PASSWORD = "correct horse battery staple"


def now() -> datetime:
    """Tell the time of the file."""
    return datetime.fromisoformat((FOLDER / "now").read_text())


class Clock:
    """What stands for the module `time` where floods are counted."""

    latest = 0.0

    @classmethod
    def time(cls) -> float:
        """Tell the seconds since 1970. Posts are counted by windows of time: where a test sets the
        clock back, those of another test in the same window are forgotten."""
        time = now().timestamp()
        if time < cls.latest:
            caches["st_rate_limit"].clear()
        cls.latest = time
        return time


def fill() -> None:
    """Make the tables, a category and the members."""
    from django.contrib.auth import get_user_model
    from spirit.category.models import Category

    call_command("migrate", verbosity=0)
    for name in MEMBERS:
        address = f"{name}@example.org"
        get_user_model().objects.create_user(name, address, PASSWORD)
    for name in MODERATORS:
        profile = get_user_model().objects.get(username=name).st
        profile.is_moderator = True
        profile.save()
    print("category", Category.objects.create(title="Games by mail").pk)


class Server(ThreadingMixIn, WSGIServer):
    """One thread a request, none of which outlives it."""

    daemon_threads = True


class Handler(WSGIRequestHandler):
    """It tells nobody what was asked."""

    def log_message(self, *_: object) -> None:
        pass


def main() -> None:
    """Set the clock before anything takes it, fill the forum and serve it."""
    timezone.now = now
    django.setup()
    from spirit.core.utils.ratelimit import ratelimit

    ratelimit.time = Clock
    fill()
    server = Server(("127.0.0.1", 0), Handler)
    server.set_app(get_wsgi_application())
    print("port", server.server_port, flush=True)
    server.serve_forever()


main()
