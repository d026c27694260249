"""The settings of a moderator: `config.toml` in his folder, and the environment over it."""

import difflib
import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    PrivateAttr,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
)

from pbem.settings import attendance_policy, pacing
from pbem.settings.attendance_policy import LISTS

FILE, KEY = "config.toml", "secret.key"
"""What a moderator's folder cannot do without."""
PREFIX = "PBEM_"
DELIMITER = "__"


class ConfigError(Exception):
    """The configuration cannot be used; the text is one line: where, what, and what to do."""


def _address(value: str) -> str:
    name, _, domain = value.rpartition("@")
    if (
        not name
        or not domain
        or "@" in name
        or any(c.isspace() or not c.isprintable() for c in value)
    ):
        raise ValueError("should be a mail address such as games@example.org")
    if not value.isascii():
        raise ValueError("should be in plain letters, a domain as xn--...")
    return value


Address = Annotated[str, AfterValidator(_address)]
Port = Annotated[int, Field(ge=1, le=65535)]
Seconds = Annotated[int, Field(ge=1, le=86_400)]
Minutes = Annotated[int, Field(ge=1, le=10_080)]
Many = Annotated[int, Field(ge=2, le=1_000)]
Hundred = Annotated[int, Field(ge=0, le=100)]
Tls = Literal["implicit", "starttls", "none"]


class Section(BaseModel):
    """A table of the file; a setting that it does not know is a mistake, not ignored."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Moderator(Section):
    """Who writes to the players."""

    name: str = Field("The moderator", min_length=1, description="The sender's name in every mail.")
    address: Address = Field(
        "moderator@example.org",
        description="Its mailbox; it must take plus-addresses.",
    )
    host: Address = Field(
        "host@example.org",
        description="You: questions for a person go there.",
    )

    @field_validator("address")
    @classmethod
    def _without_plus(cls, value: str) -> str:
        if "+" in value.rpartition("@")[0]:
            why = "what stands behind one tells whose answer it is"
            raise ValueError(f"should have no + before the @: {why}")
        return value

    @field_validator("host")
    @classmethod
    def _a_person(cls, value: str, given: ValidationInfo) -> str:
        if value.lower() == str(given.data.get("address")).lower():  # it never reads its own mail
            raise ValueError("should be another address than address")
        return value


class Database(Section):
    """Where games and mails are stored."""

    url: str = Field(
        "sqlite:///pbem.sqlite",
        description="Or postgresql://USER:PASSWORD@HOST/NAME.",
    )


class Work(Section):
    """How many processes of `pbem run` judge (see docs/host.md)."""

    engine: Literal["embedded", "postgresql"] = Field(
        "embedded", description="postgresql: all of them, on a database of PostgreSQL."
    )


class Maildir(Section):
    """Mail arrives in a folder: you or a mail server put files into its `new`."""

    kind: Literal["maildir"] = "maildir"
    path: Path = Field(Path("mail/inbox"), description="The Maildir.")


class Imap(Section):
    """Mail comes from an IMAP server; mails that were read are moved, never deleted."""

    kind: Literal["imap"] = "imap"
    host: str = Field("imap.example.org", min_length=1, description="The server's name.")
    port: Port = Field(993, description="993 for tls = implicit, else 143.")
    tls: Tls = Field("implicit", description="implicit, starttls or none.")
    ca_file: Path | None = Field(
        None,
        description="Certificates to trust, if not the system's.",
        examples=["club-ca.pem"],
    )
    user: str = Field("moderator@example.org", description="The user name.")
    password: SecretStr = Field(
        SecretStr(""), description="Or in the environment: PBEM_MAIL__IN__PASSWORD."
    )
    folder: str = Field("INBOX", min_length=1, description="The folder where mail arrives.")
    processed: str = Field(
        "processed", min_length=1, description="Where mails go once they are read."
    )
    timeout: Seconds = Field(20, description="Seconds to wait for the server.")
    poll: Seconds = Field(60, description="Seconds between checks if the server has no IDLE.")

    @field_validator("processed")
    @classmethod
    def _apart(cls, value: str, given: ValidationInfo) -> str:
        if value == given.data.get("folder"):  # each mail would come in again and again
            raise ValueError("should be another folder than folder")
        return value


class Folder(Section):
    """Mail goes into a folder, one file per mail."""

    kind: Literal["folder"] = "folder"
    path: Path = Field(Path("mail/outbox"), description="The folder.")


class Smtp(Section):
    """Mail goes out through an SMTP server."""

    kind: Literal["smtp"] = "smtp"
    host: str = Field("smtp.example.org", min_length=1, description="The server's name.")
    port: Port = Field(587, description="587 for tls = starttls, 465 for implicit, else 25.")
    tls: Tls = Field("starttls", description="implicit, starttls or none.")
    ca_file: Path | None = Field(
        None,
        description="Certificates to trust, if not the system's.",
        examples=["club-ca.pem"],
    )
    user: str = Field("moderator@example.org", description="The user name; empty for none.")
    password: SecretStr = Field(
        SecretStr(""), description="Or in the environment: PBEM_MAIL__OUT__PASSWORD."
    )
    timeout: Seconds = Field(30, description="Seconds to wait for the server.")
    envelope_sender: Address | None = Field(
        None,
        description="Where bounces go, if not to the moderator's address.",
        examples=["bounces@example.org"],
    )


class SecondSmtp(Section):
    """A second SMTP account, for mails that the first cannot get through (see docs/host.md)."""

    host: str = Field("", description="The server's name; empty: there is none.")
    port: Port = Field(587, description="587 for tls = starttls, 465 for implicit, else 25.")
    tls: Tls = Field("starttls", description="implicit, starttls or none.")
    ca_file: Path | None = Field(
        None,
        description="Certificates to trust, if not the system's.",
        examples=["club-ca.pem"],
    )
    user: str = Field("", description="The user name; empty for none.")
    password: SecretStr = Field(
        SecretStr(""), description="Or in the environment: PBEM_MAIL__SECOND__PASSWORD."
    )
    timeout: Seconds = Field(30, description="Seconds to wait for the server.")
    address: Address | None = Field(
        None,
        description="The sender, if this account wants its own.",
        examples=["games@example.net"],
    )
    envelope_sender: Address | None = Field(
        None,
        description="Where bounces go, if not to the moderator's address.",
        examples=["bounces@example.net"],
    )
    domains: str = Field("", description="Whose mails it takes at once: example.com, example.net.")

    @property
    def takes(self) -> frozenset[str]:
        """The domains whose mails it takes at once, in small letters."""
        return frozenset(re.findall(r"[^\s,;@]+", self.domains.lower()))


class OAuth(Section):
    """For providers that want tokens instead of passwords (see `pbem login`)."""

    token_url: str = Field(
        "",
        pattern="^(https://.+|http://127.0.0.1.+)?$",
        description="Where tokens are fetched (https://example.org/token); empty: use passwords.",
    )
    device_url: str = Field(
        "",
        pattern="^(https://.+|http://127.0.0.1.+)?$",
        description="Where a log-in begins (device authorization).",
    )
    client_id: str = Field("", description="What the provider calls this program.")
    client_secret: SecretStr = Field(
        SecretStr(""),
        description="If one is wanted. Or in the environment: PBEM_MAIL__OAUTH__CLIENT_SECRET.",
    )
    scope: str = Field("", description="What this program may do there, as the provider writes it.")
    file: Path = Field(Path("oauth.token"), description="Where the tokens are kept, of mode 600.")


class Mail(Section):
    """How mail comes in and goes out. Keep one [mail.in] and one [mail.out]; delete the other."""

    incoming: Maildir | Imap = Field(Maildir(), alias="in", discriminator="kind")
    outgoing: Folder | Smtp = Field(Folder(), alias="out", discriminator="kind")
    aside: Path = Field(
        Path("mail/aside"), description="The folder for mails that you should look at."
    )
    authserv_id: str = Field(
        "",
        description="Your server's name in Authentication-Results headers; empty to ignore them.",
    )
    second: SecondSmtp = SecondSmtp()
    oauth: OAuth = OAuth()


class Pace(Section):
    """How long new games wait for an answer; `pbem pace` changes it for a running game."""

    time: str = Field("48h", description="Such as 48h, 2 days or 3 working days.")
    bank: str = Field("none", description="A time bank instead: 72h +24h max 120h; or none.")
    days: str = Field("all", description="Days on which time counts: mon-fri, mon,wed,fri or all.")
    hours: str = Field("any", description="Hours at which a deadline may fall: 8-22, 20 or any.")
    blackout: str = Field("none", description="Days that do not count: 2026-12-24..2026-12-27.")
    zone: str = Field("UTC", description="The time zone of days and hours: Europe/Berlin.")
    grace: str = Field("none", description="How long a late answer still counts: 12h, or none.")
    reminders: str = Field(
        "50, 12",
        description="Reminders go out when so many per cent of the time are left; or none.",
    )

    @model_validator(mode="before")
    @classmethod
    def _in_its_old_form(cls, given: Any) -> Any:
        """`hours = 48` was the time where there was no `time`; `reminders = [50, 12]` a list."""
        if not isinstance(given, dict):
            return given
        now, hours = dict(given), given.get("hours")
        if type(hours) is int:
            now |= (
                {"hours": str(hours)} if "time" in given else {"hours": "any", "time": f"{hours}h"}
            )
        if isinstance(given.get("reminders"), list):
            now["reminders"] = ", ".join(map(str, given["reminders"])) or "none"
        return now

    @field_validator(*pacing.SETTINGS)
    @classmethod
    def _readable(cls, value: str, given: ValidationInfo) -> str:
        try:
            pacing.changed(pacing.Pace(), {str(given.field_name): value})
        except pacing.NotAPace as problem:
            how = str(problem).partition(": ")[2]
            raise ValueError(f"cannot be read: {how}") from None
        return value

    @property
    def of_new_games(self) -> pacing.Pace:
        """The pace that these settings make."""
        return pacing.changed(pacing.Pace(), self.model_dump())


class People(Section):
    """What new games ask of players, and do when players are missing."""

    stand_in_after: Hundred = Field(
        2, description="A bot stands in after so many missed deadlines in a row; 0: never."
    )
    offer_after: Hundred = Field(
        3,
        description="After so many answers of the bot, the seat is offered to others; 0: never.",
    )
    punctual: Hundred = Field(
        0, description="Only players who answered so many per cent in time may join."
    )
    away: str = Field(
        ", ".join(attendance_policy.WAYS),
        description="What players may choose for an absence, or none.",
    )
    away_days: int = Field(14, ge=0, le=365, description="Days of one absence, at most.")
    away_total: int = Field(42, ge=0, le=3_650, description="Days of absence in a whole game.")
    press: str = Field(
        "signed", description="Press between players: signed, anonymous, forged, or none."
    )
    late_press: attendance_policy.LatePress = Field(
        "embargoed", description="Press from a player who is late: embargoed, or at once."
    )
    votes: str = Field(
        ", ".join(attendance_policy.MATTERS), description="What players may vote on, or none."
    )
    spectators: bool = Field(
        True, description="Whether anybody may get the public reports by mail."
    )

    @field_validator("late_press", mode="before")
    @classmethod
    def _renamed(cls, value: Any) -> Any:
        return attendance_policy.RENAMED.get(value, value) if isinstance(value, str) else value

    @field_validator(*LISTS)
    @classmethod
    def _readable(cls, value: str, given: ValidationInfo) -> str:
        try:
            attendance_policy.listed(str(given.field_name), value)
        except attendance_policy.NotTerms as problem:
            raise ValueError(f"cannot be read: {problem}") from None
        return value

    @property
    def of_new_games(self) -> attendance_policy.Terms:
        """The terms that these settings make."""
        read = {key: attendance_policy.listed(key, getattr(self, key)) for key in LISTS}
        return attendance_policy.Terms(**{**self.model_dump(), **read})


class SafetyStop(Section):
    """The safety stop: when one of these happens, all clocks stop and you are asked."""

    gap_hours: int = Field(
        96, ge=2, le=8_760, description="`pbem run` did not run for so many hours."
    )
    mailbox_hours: int = Field(
        12, ge=1, le=8_760, description="The mailbox could not be read for so many hours."
    )
    back_minutes: Minutes = Field(
        60, description="The clock went back by more than so many minutes."
    )
    jump_minutes: Minutes = Field(
        10, description="The clock jumped forward by more than so many minutes."
    )
    silent: Many = Field(3, description="So many deadlines passed and nobody wrote at all.")
    missing: Many = Field(5, description="So many players missed a deadline within a day ...")
    share: int = Field(
        60,
        ge=1,
        le=100,
        description="... and so many per cent of the day's deadlines were missed.",
    )


class Limits(Section):
    """Limits for people or programs that write too much."""

    answers_a_day: int = Field(
        5,
        ge=0,
        le=1_000,
        description="Mails a day that are answered to one address when no game waits for it.",
    )
    press_a_day: int = Field(
        30, ge=0, le=1_000, description="Press and diary entries a day from one player."
    )
    press_characters: int = Field(
        8_000, ge=100, le=50_000, description="The length of one of these."
    )
    megabytes: int = Field(20, ge=1, le=100, description="A bigger mail is set aside unread.")
    attempts: int = Field(
        3, ge=1, le=100, description="Tries before a mail that fails is set aside."
    )


class Keep(Section):
    """How long mails are kept after the end of their game (see docs/host.md)."""

    raw_mails: int = Field(
        0, ge=0, le=36_500, description="Days to keep mails that came in; 0: for ever."
    )
    sent_payloads: int = Field(
        0, ge=0, le=36_500, description="Days to keep the text of mails that went out; 0: for ever."
    )


class Interpreter(Section):
    """A language model of your own that reads what the moderator cannot (see docs/host.md)."""

    url: str = Field(
        "",
        pattern="^(https?://.+)?$",
        description="An OpenAI-compatible address such as http://127.0.0.1:8080/v1; empty: none.",
    )
    model: str = Field("default", description="The model's name there.")
    key: SecretStr = Field(
        SecretStr(""),
        description="If the server wants one. Or in the environment: PBEM_INTERPRETER__KEY.",
    )
    timeout: Seconds = Field(
        20, description="Seconds to wait for an answer; other mails wait meanwhile."
    )


class Health(Section):
    """A page on this machine for programs that watch the moderator (see docs/host.md)."""

    port: int = Field(
        0,
        ge=0,
        le=65535,
        description="Where /health and /metrics are served, on 127.0.0.1; 0: nowhere.",
    )


class Forum(Section):
    """A forum where games are posted and played (see docs/host.md)."""

    kind: Literal["none", "discourse", "nodebb", "spirit", "mail"] = Field(
        "none", description="discourse, nodebb, spirit or mail (a mailing list); or none."
    )
    address: str = Field(
        "", pattern="^(https?://.+)?$", description="Its address: https://forum.example.org."
    )
    user: str = Field("moderator", description="The name of the moderator's account there.")
    secrets: Path = Field(
        Path("forum.secrets"),
        description="Its file, mode 600: the token, then the password (Spirit: only that).",
    )
    category: str = Field(
        "",
        description="The category for new threads, by its number; for a mailing list, its address.",
    )
    folder: str = Field(
        "", description="Where mails of the list are filed: a Maildir, or an IMAP folder."
    )
    poll: Seconds = Field(60, description="Seconds between checks for new posts.")
    timeout: Seconds = Field(20, description="Seconds to wait for the forum.")


class Site(Section):
    """Campaigns as pages that any web server serves (see `pbem site`)."""

    folder: str = Field(
        "", description="Write them into this folder after each move; empty: do not."
    )
    url: str = Field(
        "",
        pattern="^(https?://.+)?$",
        description="Where they will be seen: https://example.org/campaigns/",
    )


class Data(Section):
    """Your own boards and cards, if you have a printed game (see `pbem tables`)."""

    folder: Path = Field(
        Path("data"),
        description="A file in its subfolder GAME replaces the shipped one of that name.",
    )


class Config(BaseSettings):
    """All settings. Made by `load`."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_nested_delimiter=DELIMITER, extra="forbid", frozen=True
    )
    moderator: Moderator = Moderator()
    database: Database = Database()
    work: Work = Work()
    mail: Mail = Mail()
    pace: Pace = Pace()
    people: People = People()
    safety_stop: SafetyStop = SafetyStop()
    limits: Limits = Limits()
    keep: Keep = Keep()
    interpreter: Interpreter = Interpreter()
    health: Health = Health()
    forum: Forum = Forum()
    site: Site = Site()
    data: Data = Data()
    _folder: Path = PrivateAttr(Path())

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Let the environment go before the file."""
        return env_settings, init_settings

    @property
    def folder(self) -> Path:
        """The moderator's folder, absolute."""
        return self._folder

    def inside(self, path: Path) -> Path:
        """Return a path of the configuration, seen from the moderator's folder."""
        return self._folder / path

    @property
    def database_url(self) -> str:
        """The database's address; a file's path is absolute."""
        scheme, slashes, path = self.database.url.partition(":///")
        if scheme == "sqlite" and slashes:
            return f"{scheme}:///{self._folder / path}"
        return self.database.url


def load(folder: Path) -> Config:
    """Read the configuration of the moderator in this folder. Raises ConfigError."""
    file = folder / FILE
    try:
        given = tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        raise ConfigError(f"{folder} has no {FILE}: `pbem init {folder}` makes one") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{file}: {_lower(str(error))}") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{file}: should be text in UTF-8") from None
    except OSError as error:
        raise ConfigError(f"{file}: {error.strerror}") from None
    try:
        config = Config(**_in_new_names(given))
    except SettingsError as error:
        raise ConfigError(f"{PREFIX}... in the environment: {error}") from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise ConfigError(_line(file, first)) from None
    config._folder = folder.absolute()
    return config


def _in_new_names(given: dict[str, Any]) -> dict[str, Any]:
    """`[safety_stop]` was once `[brakes]`: that is read too, in the environment as well."""
    old, new = given.get("brakes", {}), given.get("safety_stop", {})
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return given
    prefix = f"{PREFIX}BRAKES{DELIMITER}"
    variables = {
        name.removeprefix(prefix).lower(): value
        for name, value in os.environ.items()
        if name.startswith(prefix)
    }
    others = {name: value for name, value in given.items() if name != "brakes"}
    return others | {"safety_stop": {**old, **new, **variables}}


def _line(file: Path, error: ErrorDetails) -> str:
    """One line for the first mistake: where it stands, what it is, what was expected."""
    keys = [key for key in error["loc"] if isinstance(key, str)]
    if keys[:1] == ["mail"] and len(keys) > 2:
        del keys[2]  # the kind, by which pydantic tells the alternatives apart
    if error["type"].startswith("union_tag"):
        keys.append("kind")
    variable = PREFIX + DELIMITER.join(keys).upper()
    place = f"[{'.'.join(keys[:-1])}] {keys[-1]}" if keys[1:] else f"[{keys[0]}]"
    where = variable if variable in os.environ else f"{file}: {place}"
    return f"{where} {_mistake(keys, error)}"


def _mistake(keys: list[str], error: ErrorDetails) -> str:
    match error["type"]:
        case "extra_forbidden":
            known = difflib.get_close_matches(keys[-1], _known(keys[:-1]), 1)
            return "is no setting" + (f": is {known[0]} meant?" if known else "")
        case "union_tag_not_found":
            return "is missing: maildir or imap for mail.in, folder or smtp for mail.out"
        case "union_tag_invalid":
            tags = error["ctx"]["expected_tags"].replace(", ", " or ")
            return f"should be {tags}, not '{error['ctx']['tag']}'"
        case "value_error":
            said = str(error["ctx"]["error"])
        case _:
            said = error["msg"].removeprefix("Input ").removeprefix("Value ")
    secret = "password" in keys or keys == ["database", "url"]
    return _lower(said) + ("" if secret else f", not {error['input']!r}")


def _known(keys: list[str]) -> list[str]:
    """The settings that there are in a table of the file."""
    models: list[type[BaseModel]] = [Config]
    for key in keys:
        fields = [field for model in models for name, field in named(model) if name == key]
        models = [model for field in fields for model in tables(field)]
    return [name for model in models for name, _ in named(model)]


def named(model: type[BaseModel]) -> Iterator[tuple[str, FieldInfo]]:
    """Return the settings of a table, by their names in the file."""
    for name, field in model.model_fields.items():
        yield field.alias or name, field


def tables(field: FieldInfo) -> list[type[BaseModel]]:
    """Return the tables that a setting may be: none where it is a plain value."""
    kinds = get_args(field.annotation) or (field.annotation,)
    return [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Section)]


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
