"""Creates the forum that the configuration names."""

import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from pbem.forum.by_mail import Account, ByMail
from pbem.forum.discourse import Discourse
from pbem.forum.nodebb import NodeBB
from pbem.forum.protocol import Forum, ForumProblem
from pbem.forum.spirit import Spirit
from pbem.mail.transports.configuration_findings import Finding
from pbem.mail.transports.configured import way_in, way_out
from pbem.settings.config import Config, ConfigError
from pbem.settings.sections.service import Forum as Settings


class Secrets(NamedTuple):
    """The lines of the secrets file; for Spirit, the first one is the password."""

    token: str
    password: str = ""


def _discourse(settings: Settings, secrets: Secrets) -> Forum:
    about = (settings.address, settings.user, secrets.token, settings.category)
    return Discourse(*about, settings.timeout)


def _nodebb(settings: Settings, secrets: Secrets) -> Forum:
    about = (settings.address, settings.user, *secrets, settings.category)
    return NodeBB(*about, settings.timeout)


def _spirit(settings: Settings, secrets: Secrets) -> Forum:
    about = (settings.address, settings.user, secrets.token, settings.category)
    return Spirit(*about, settings.timeout)


def _by_mail(config: Config) -> Forum:
    """Make a forum of a mailing list. It uses the account for mails, with the list's own folder."""
    settings, given = config.forum, config.mail.incoming
    own = {"path" if given.kind == "maildir" else "folder": settings.folder}
    mail = config.mail.model_copy(update={"incoming": given.model_copy(update=own)})
    way = config.model_copy(update={"mail": mail})
    account = Account(config.moderator.name, config.moderator.address, settings.category)
    return ByMail(account, lambda: way_in(way, now), way_out(config), now)


def now() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(UTC)


_KINDS: Mapping[str, Callable[[Settings, Secrets], Forum]] = {
    "discourse": _discourse,
    "nodebb": _nodebb,
    "spirit": _spirit,
}


def forum_of(config: Config) -> Forum | None:
    """Return the configured forum, or None if there is none. Raises ConfigError."""
    settings = config.forum
    if settings.kind == "none":
        return None
    if settings.kind == "mail":
        if "@" not in settings.category or not settings.folder:
            raise ConfigError(
                "[forum] category should be the address of the list, and folder where its mails are"
            )
        return _by_mail(config)
    if not settings.address:
        raise ConfigError("[forum] address is missing: the forum's, such as https://f.example.org")
    return _KINDS[settings.kind](settings, read_secrets(config.inside(settings.secrets)))


def check(config: Config) -> Iterator[Finding]:
    """Check that the configured forum can be reached and knows the account."""
    if config.forum.kind == "none":
        return
    what = f"the forum at {config.forum.address or config.forum.category or '?'}"
    try:
        forum = forum_of(config)
        assert forum
        with closing(forum):
            number = forum.account()
    except (ConfigError, ForumProblem) as problem:
        yield Finding(what, False, str(problem))
    else:
        yield Finding(f"{what} knows the account of the moderator, number {number}", True)


def read_secrets(file: Path) -> Secrets:
    """Read the token and, if there is one, the password below it. Raises ConfigError, whose text
    never contains either."""
    try:
        mode = stat.S_IMODE(file.stat().st_mode)
        lines = file.read_text("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is no text in UTF-8"
        raise ConfigError(
            f"[forum] secrets: {file}: {why}; write the token into it, and the password below"
        ) from None
    if mode & 0o077:
        raise ConfigError(
            f"[forum] secrets: others can read {file}: `chmod 600 {file}`, and if they may have"
            " read it, get a new token from the forum"
        )
    if not lines[0].strip():
        raise ConfigError(f"[forum] secrets: the first line of {file} should be the token")
    return Secrets(*(line.strip() for line in lines[:2]))
