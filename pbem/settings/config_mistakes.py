"""Says in one line what is wrong with a configuration."""

import difflib
import os
import re
import tomllib
from pathlib import Path

from pydantic import BaseModel, SecretStr
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from pbem.settings.sections.section import named, tables

PREFIX, DELIMITER = "PBEM_", "__"
"""The parts of a setting's name in the environment, such as PBEM_MAIL__IN__PASSWORD."""


def line(file: Path, error: ErrorDetails, model: type[BaseModel]) -> str:
    """Say where a mistake is, what it is, and what was expected; never a secret's value.

    `model` is the configuration's class, which knows all settings.
    """
    keys = [key for key in error["loc"] if isinstance(key, str)]
    kind = ""
    if keys[:2] in (["mail", "in"], ["mail", "out"]) and len(keys) > 2:
        kind = keys.pop(2)  # which pydantic puts in to tell the alternatives apart
    if error["type"].startswith("union_tag"):
        keys.append("kind")
    variable = PREFIX + DELIMITER.join(keys).upper()
    place = f"[{'.'.join(keys[:-1])}] {keys[-1]}" if keys[1:] else f"[{keys[0]}]"
    where = variable if variable in os.environ else f"{file}: {place}"
    if error["type"] == "extra_forbidden" and (other := _other_kind(model, keys)):
        return f"{where} belongs to kind = {other}, not {kind}: delete it"
    return f"{where} {_mistake(_known(model, keys[:-1]), keys, error)}"


UNCLOSED = ("Illegal character '\\n'", "Illegal character '\\r", "Unterminated", 'Expected "\'"')
"""How the parser tells of a text whose end is missing."""
TWICE = ("Cannot declare", "Cannot overwrite")
"""How it tells of a table or setting that is there already."""


def of_form(error: tomllib.TOMLDecodeError, text: str) -> str:
    """Say in which line the file is no TOML, and what is wrong there."""
    said, _, place = str(error).rpartition(" (at ")
    number = re.match(r"line (\d+)", place)
    last = max(1, text.rstrip().count("\n") + 1)
    line = int(number[1]) if number else last
    written = (text.splitlines() or [""])[min(line, last) - 1].partition("#")[0]
    if said.startswith(UNCLOSED) or written.count('"') % 2 or written.count("'") % 2:
        said = "a quotation mark is missing"
    elif said.startswith(TWICE):
        said = f"{written.strip()} stands here a second time: keep one of the two"
    elif said == "Invalid value":
        said = "a value is missing, or should stand in straight quotation marks"
    return f"line {line}: {said[:1].lower()}{said[1:]}"


PLAIN = {
    "int_parsing": "should be a whole number",
    "int_type": "should be a whole number",
    "int_from_float": "should be a whole number",
    "bool_parsing": "should be true or false",
    "bool_type": "should be true or false",
    "path_type": "should be a path in quotation marks",
    "model_type": "should be a table of settings",
    "model_attributes_type": "should be a table of settings",
}
"""What is expected, by the type of the mistake, where pydantic says it in a programmer's words."""
LENGTHS = ("pace.time", "pace.grace")
"""Settings of a length of time, which has a unit."""


def _in_quotes(keys: list[str], value: object) -> str:
    """Say how a text is written, from the number that stands in its place."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return "should be a text in quotation marks"
    unit = "h" if ".".join(keys) in LENGTHS else ""
    return f'should stand in quotation marks: write "{value}{unit}"'


def _mistake(known: dict[str, FieldInfo], keys: list[str], error: ErrorDetails) -> str:
    field = known.get(keys[-1])
    secret = keys == ["database", "url"] or (field and field.annotation is SecretStr)
    match error["type"]:
        case "string_too_short":
            return "is empty"
        case "string_type" if secret:
            return "should be a text in quotation marks"
        case "string_type":
            return _in_quotes(keys, error["input"])
        case kind if kind in PLAIN:
            said = PLAIN[kind]
        case "extra_forbidden":
            close = difflib.get_close_matches(keys[-1], known, 1)
            return "is no setting" + (f": is {close[0]} meant?" if close else "")
        case "union_tag_not_found":
            return "is missing: maildir or imap for mail.in, folder or smtp for mail.out"
        case "union_tag_invalid":
            tags = error["ctx"]["expected_tags"].replace(", ", " or ")
            return f"should be {tags}, not '{error['ctx']['tag']}'"
        case "value_error":
            said = str(error["ctx"]["error"])
        case _:
            said = error["msg"].removeprefix("Input ").removeprefix("Value ")
    return said[:1].lower() + said[1:] + ("" if secret else f", not {error['input']!r}")


def _known(model: type[BaseModel], keys: list[str]) -> dict[str, FieldInfo]:
    """Return the settings that exist in a table of the file."""
    return {name: field for one in _tables(model, keys) for name, field in named(one)}


def _other_kind(model: type[BaseModel], keys: list[str]) -> str:
    """Return the kind of mail server that has a setting; empty: none has."""
    kinds = (dict(named(one)) for one in _tables(model, keys[:-1]))
    return next((str(kind["kind"].default) for kind in kinds if keys[-1] in kind), "")


def _tables(model: type[BaseModel], keys: list[str]) -> list[type[BaseModel]]:
    """Return the tables of the file that this may be."""
    models = [model]
    for key in keys:
        fields = [field for model in models for name, field in named(model) if name == key]
        models = [model for field in fields for model in tables(field)]
    return models
