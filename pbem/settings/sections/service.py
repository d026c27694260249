"""The settings of the service: who it is, where it keeps things, its limits, what it is tied to."""

import re
from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, ValidationInfo, field_validator

from pbem.settings.sections.section import Address, Many, Minutes, Seconds, Section, WebAddress

UNNAMED = "The moderator"
"""What a moderator is called that has no name of its own; mails say it in their language."""


class Moderator(Section):
    """Who writes to the players."""

    name: str = Field(UNNAMED, min_length=1, description="The sender's name in every mail.")
    address: Address = Field(
        "moderator@example.org",
        description="Its mailbox; it must take plus-addresses.",
    )
    host: Address = Field(
        "host@example.org",
        description="You: questions for a person go there.",
    )
    host_in_invitations: bool = Field(
        True, description="false: invitations do not name your address."
    )
    host_hears_of_seats: bool = Field(
        True, description="false: no mail to you when a seat is taken or a game begins."
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
        "embedded",
        description="postgresql: all of them, on a database of PostgreSQL (with pbem[shared]).",
    )
    workers: int = Field(
        2, ge=1, le=16, description="How many games each judges at once, if several judge."
    )


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

    url: WebAddress = Field(
        "",
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


class Unsubscribe(Section):
    """Ends a spectator's reports with one click, by your web server (see docs/host.md)."""

    url: str = Field(
        "",
        description="Where it is reached: https://example.org/unsubscribe/; empty: by mail only.",
    )
    port: int = Field(
        8025,
        ge=1,
        le=65535,
        description="Where your web server passes that on to, on 127.0.0.1.",
    )

    @field_validator("url")
    @classmethod
    def _fits_into_a_header(cls, value: str) -> str:
        if value and not re.fullmatch("https://[!-;=?-~]{3,200}", value):
            raise ValueError(
                "should begin with https://, have no more than 200 characters behind that, and"
                " hold no < or > and nothing but plain letters"
            )
        return value


class Forum(Section):
    """A forum where games are posted and played (see docs/host.md)."""

    kind: Literal["none", "discourse", "nodebb", "spirit", "mail"] = Field(
        "none", description="discourse, nodebb, spirit or mail (a mailing list); or none."
    )
    address: WebAddress = Field("", description="Its address: https://forum.example.org.")
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
    url: WebAddress = Field(
        "", description="Where they will be seen: https://example.org/campaigns/"
    )


class Data(Section):
    """Your own boards and cards, if you have a printed game (see `pbem tables`)."""

    folder: Path = Field(
        Path("data"),
        description="A file in its subfolder GAME replaces the shipped one of that name.",
    )
