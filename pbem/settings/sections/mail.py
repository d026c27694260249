"""The settings of mail: how it comes in and goes out."""

import re
from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, ValidationInfo, field_validator

from pbem.settings.sections.section import (
    Address,
    GuardedWebAddress,
    Port,
    Seconds,
    Section,
    Tls,
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
    user: str = Field("moderator@example.org", min_length=1, description="The user name.")
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


class SmtpServer(Section):
    """What an SMTP server has to be told, whichever account it is."""

    host: str = ""
    port: Port = Field(587, description="587 for tls = starttls, 465 for implicit, else 25.")
    tls: Tls = Field("starttls", description="implicit, starttls or none.")
    ca_file: Path | None = Field(
        None,
        description="Certificates to trust, if not the system's.",
        examples=["club-ca.pem"],
    )
    user: str = Field("", description="The user name; empty for none.")
    password: SecretStr = SecretStr("")
    timeout: Seconds = Field(30, description="Seconds to wait for the server.")
    envelope_sender: Address | None = Field(
        None,
        description="Where bounces go, if not to the moderator's address.",
        examples=["bounces@example.org"],
    )


class Smtp(SmtpServer):
    """Mail goes out through an SMTP server."""

    kind: Literal["smtp"] = "smtp"
    host: str = Field("smtp.example.org", min_length=1, description="The server's name.")
    user: str = Field("moderator@example.org", description="The user name; empty for none.")
    password: SecretStr = Field(
        SecretStr(""), description="Or in the environment: PBEM_MAIL__OUT__PASSWORD."
    )


class SecondSmtp(SmtpServer):
    """A second SMTP account, for mails that the first cannot get through (see docs/host.md)."""

    host: str = Field("", description="The server's name; empty: there is none.")
    password: SecretStr = Field(
        SecretStr(""), description="Or in the environment: PBEM_MAIL__SECOND__PASSWORD."
    )
    address: Address | None = Field(
        None,
        description="The sender, if this account wants its own.",
        examples=["games@example.net"],
    )
    domains: str = Field("", description="Whose mails it takes at once: example.com, example.net.")

    @property
    def takes(self) -> frozenset[str]:
        """The domains whose mails it takes at once, in small letters."""
        return frozenset(re.findall(r"[^\s,;@]+", self.domains.lower()))


class Rates(Section):
    """How many mails go out a minute, where a server takes only so many (see docs/host.md)."""

    per_minute: int = Field(
        0, ge=0, le=100_000, description="To all domains together; 0: as many as there are."
    )
    domains: str = Field("", description="To single ones, such as gmail.com 20, outlook.com 10.")

    @field_validator("domains")
    @classmethod
    def _readable(cls, value: str) -> str:
        if not re.fullmatch(r"\s*([^\s,;@]+\s+[1-9][0-9]{0,4}\s*([,;]\s*|$))*", value):
            raise ValueError(
                "should be domains, each with a number up to 99999: gmail.com 20, outlook.com 10"
            )
        return value

    @property
    def limits(self) -> dict[str, int]:
        """The most mails a minute by the domain that they go to, in small letters, and under the
        empty word to all together; what has no limit is not named."""
        of_all = {"": self.per_minute} if self.per_minute else {}
        pairs = re.findall(r"([^\s,;]+)\s+([0-9]+)", self.domains.lower())
        return of_all | {domain: int(most) for domain, most in pairs}


class OAuth(Section):
    """For providers that want tokens instead of passwords (see `pbem login`)."""

    token_url: GuardedWebAddress = Field(
        "",
        description="Where tokens are fetched (https://example.org/token); empty: use passwords.",
    )
    device_url: GuardedWebAddress = Field(
        "", description="Where a log-in begins (device authorization)."
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
    rates: Rates = Rates()
    oauth: OAuth = OAuth()
