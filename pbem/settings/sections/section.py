"""What all tables of the configuration share: the kinds of values, and their base."""

import re
from collections.abc import Iterator
from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic.fields import FieldInfo


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


def web_address(value: str) -> str:
    """Return the address of a page, or nothing, as it is. Raises ValueError."""
    if value and not re.fullmatch(r"https?://\S+", value):
        raise ValueError("should be an address that begins with https:// or http://")
    return value


def _guarded_web_address(value: str) -> str:
    """The same, for an address to which secrets go."""
    if value and not re.fullmatch(r"https://\S+|http://127\.0\.0\.1\S+", value):
        raise ValueError("should be an address that begins with https:// (or http://127.0.0.1)")
    return value


Address = Annotated[str, AfterValidator(_address)]
WebAddress = Annotated[str, AfterValidator(web_address)]
GuardedWebAddress = Annotated[str, AfterValidator(_guarded_web_address)]
Port = Annotated[int, Field(ge=1, le=65535)]
Seconds = Annotated[int, Field(ge=1, le=86_400)]
Minutes = Annotated[int, Field(ge=1, le=10_080)]
Many = Annotated[int, Field(ge=2, le=1_000)]
Hundred = Annotated[int, Field(ge=0, le=100)]
Tls = Literal["implicit", "starttls", "none"]


class Section(BaseModel):
    """A table of the file; a setting that it does not know is a mistake, not ignored."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def named(model: type[BaseModel]) -> Iterator[tuple[str, FieldInfo]]:
    """Return the settings of a table, by their names in the file; first what kind it is."""
    for name, field in sorted(model.model_fields.items(), key=lambda named: named[0] != "kind"):
        yield field.alias or name, field


def tables(field: FieldInfo) -> list[type[BaseModel]]:
    """Return the tables that a setting may be: none where it is a plain value."""
    kinds = get_args(field.annotation) or (field.annotation,)
    return [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Section)]
