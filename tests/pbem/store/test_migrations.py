"""What migrations make of the rows that are there, on SQLite and on PostgreSQL."""

from __future__ import annotations

import json
import re
import runpy
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Engine, MetaData, create_engine, text
from sqlmodel import Session

from pbem.campaign import confirmations
from pbem.features.safety_stop import safety_stop
from pbem.store import connecting, upgrading
from pbem.store import tables as t
from pbem.store.versions import ALEMBICS_OWN, MIGRATIONS, revisions
from tests import ROOT
from tests.pbem.store.moderators import unpack

Rows = dict[str, list[dict[str, Any]]]


@pytest.fixture(scope="session")
def moderator(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """The database of a moderator of version 0001, with rows in nearly every table."""
    folder = unpack(tmp_path_factory.mktemp("migrations") / "club")
    engine = create_engine(f"sqlite:///{folder / 'pbem.sqlite'}")
    yield engine
    engine.dispose()


@pytest.fixture
def older(moderator: Engine, url: str) -> Iterator[Engine]:
    """The same rows in an empty database."""
    engine = carried_over(moderator, url, "0001")
    yield engine
    engine.dispose()


def carried_over(source: Engine, url: str, revision: str) -> Engine:
    """The rows of a database in an empty one of the same version."""
    address = connecting.address_of(url)
    upgrading.migrate(address, revision)
    there, here = MetaData(), MetaData()
    there.reflect(source)
    engine = create_engine(address)
    here.reflect(engine)
    with source.connect() as old, engine.begin() as new:
        for table in there.sorted_tables:
            rows = [dict(row._mapping) for row in old.execute(table.select())]
            if rows and table.name != ALEMBICS_OWN:
                new.execute(here.tables[table.name].insert(), rows)
    return engine


def migrate(engine: Engine, revision: str) -> None:
    with engine.connect() as db:
        before = db.scalar(text("SELECT version_num FROM alembic_version"))
    move = command.downgrade if revision < before else command.upgrade
    with upgrading.migrating(connecting.address_of(url_of(engine))) as config:
        move(config, revision)


def url_of(engine: Engine) -> str:
    return engine.url.render_as_string(hide_password=False)


def rows_in(engine: Engine) -> Rows:
    """All rows, by table."""
    tables = MetaData()
    tables.reflect(engine)
    with engine.connect() as db:
        return {
            name: [
                {column: read(row._mapping[column]) for column in sorted(table.columns.keys())}
                for row in db.execute(table.select().order_by(*table.primary_key.columns))
            ]
            for name, table in tables.tables.items()
        }


def points_nowhere(engine: Engine) -> list[Any]:
    """Rows that name rows that are not there; PostgreSQL would have refused them."""
    if engine.dialect.name != "sqlite":
        return []
    with engine.connect() as db:
        return list(db.execute(text("PRAGMA foreign_key_check")))


def read(value: Any) -> Any:
    """JSON as what it says, its times in one form."""
    if not isinstance(value, str) or value[:1] not in ("{", "["):
        return value
    return json.loads(re.sub(r"(:\d\d)Z", r"\1+00:00", value))


def test_nothing_is_lost_on_the_way_to_the_newest_version_and_back(older: Engine) -> None:
    before = rows_in(older)
    migrate(older, "head")
    assert points_nowhere(older) == []
    migrate(older, "0001")
    assert apart_from_dead(rows_in(older)) == apart_from_dead(before)


def apart_from_dead(rows: Rows) -> Rows:
    """Rows without the times that nothing has ever read."""
    dead = dict.fromkeys(("asked", "stand_in_since", "offered"))
    return rows | {"seat": [row | dead for row in rows["seat"]]}


def test_people_without_a_seat_are_the_same_on_the_way_back(url: str, tmp_path: Path) -> None:
    """Who is invited, waits or has resigned; what he left behind who has left is gone."""
    club = unpack(tmp_path / "club", "v0005")
    source = create_engine(f"sqlite:///{club / 'pbem.sqlite'}")
    engine = carried_over(source, url, "0005")
    before = rows_in(engine)
    migrate(engine, "head")
    assert points_nowhere(engine) == []
    migrate(engine, "0005")
    (left,) = (row for row in before["seat"] if row["status"] == "left" and row["person_id"])
    left["person_id"] = None
    before["absence"] = [row for row in before["absence"] if row["seat_id"] != left["id"]]
    assert [bool(row["offered"]) for row in rows_in(engine)["seat"]] == [
        bool(row["offered"]) for row in before["seat"]
    ]
    assert apart_from_dead(rows_in(engine)) == apart_from_dead(before)
    engine.dispose()
    source.dispose()


@pytest.mark.parametrize("back", [False, True])
def test_who_comes_afterwards_has_a_number_of_their_own(older: Engine, back: bool) -> None:
    migrate(older, "head")
    table, how = "entrant", "number, state, wished, name, words, settings, generation, address"
    values = "99, 'asked', '', '', '', '', 0, 'late@example.org'"
    if back:
        migrate(older, "0005")
        table, how = "seat", "status, name, words, generation, bot, told, missed, stand_in"
        how += ", stand_in_why, offered_why, foretold, foretold_at"
        values = "'asked', '', '', 0, false, 0, 0, '', '', '', '', 0"
    with older.begin() as db:
        before = db.scalar(text(f"SELECT max(id) FROM {table}"))
        db.execute(text(f"INSERT INTO {table} (game_id, {how}) VALUES (1, {values})"))
        assert db.scalar(text(f"SELECT max(id) FROM {table}")) == before + 1


@pytest.mark.parametrize("table", ["entrant", "seat"])
def test_entrants_keep_the_number_that_is_in_the_tags_of_their_mails(
    older: Engine, table: str
) -> None:
    migrate(older, "head")
    rows = rows_in(older)[table]
    assert rows
    assert all(row["number"] == row["id"] for row in rows)


SETTINGS = {
    "brakes": {
        "looked": "2026-12-01T20:33:00+00:00",
        "released": "1970-01-01T00:00:00+00:00",
        "stop": {
            "why": "gap",
            "since": "2026-12-01T12:00:00+00:00",
            "seen": "From 12:00 to 20:00 the moderator did not work.",
            "at": None,
        },
    },
    "shown 1 1": [4, 2, [[2, "two@example.org", ["pass"]], [3, "three@example.org", ["a", "b"]]]],
    "shown 1 2": [1, 0, []],
    "shown 1 host": [1, 1, [[1, "one@example.org", ["pause"]]]],
    "answers 1.0": [{"2026-11-30": 2, "2026-12-01": 31}, 7],
    "answers 2.1": [{}, 3],
}


def test_what_is_remembered_is_the_same_in_tables_and_in_settings(older: Engine) -> None:
    """What lines wait for a yes, why the clocks stand still, who was answered how often."""
    migrate(older, "0002")
    given = {key: json.dumps(value) for key, value in SETTINGS.items()}
    given["told host map 2026-12-01"] = "2026-12-01T20:00:00+00:00"
    with older.begin() as db:
        db.execute(text("DELETE FROM setting"))
        rows = [{"key": key, "value": value} for key, value in given.items()]
        db.execute(text("INSERT INTO setting (key, value) VALUES (:key, :value)"), rows)
    migrate(older, "head")
    with Session(older) as db:
        game, britain = db.get_one(t.Game, 1), db.get_one(t.Seat, 1)
        assert confirmations.number(db, game, britain, ["a", "b"]) == 3
        assert confirmations.number(db, game, britain, ["new"]) == 5
        assert safety_stop.stopped(db) == {
            "since": "2026-12-01T12:00:00+00:00",
            "why": "From 12:00 to 20:00 the moderator did not work.",
        }
    migrate(older, "0002")
    assert {row["key"]: row["value"] for row in rows_in(older)["setting"]} == {
        key: read(value) for key, value in given.items()
    }


SAID = {
    "told": {
        "lines": [
            {"n": 1, "text": "build army", "status": "held"},
            {"n": 2, "text": "build fort", "status": "consent"},
        ]
    },
    "spoken": [{"title": "press to Spain", "status": "held"}],
    "acts": [{"verb": "end", "text": "end", "status": "held"}],
    "games": [{"state": "held", "held": {"orders": ["build navy"], "consent": True}}],
}


def test_what_was_called_held_has_names_of_its_own(older: Engine) -> None:
    migrate(older, "0006")
    with older.begin() as db:
        db.execute(text("UPDATE press SET state = 'held'"))
        db.execute(text("UPDATE queue_line SET state = 'held'"))
        number = db.scalar(text("SELECT max(id) FROM outgoing"))
        said = {"payload": json.dumps(SAID), "number": number}
        db.execute(
            text("UPDATE outgoing SET state = 'kept', payload = :payload WHERE id = :number"), said
        )
    before = rows_in(older)
    migrate(older, "0007")
    now = rows_in(older)
    assert {row["state"] for row in now["queue_line"]} == {"on_hold"}
    assert {row["state"] for row in now["press"]} == {"embargoed"}
    assert len(now["sealed_answer"]) == len(before["held"])
    mail = now["outgoing"][-1]
    assert mail["state"] == "suppressed"
    words = re.findall(r'"(?:status|state)": "(\w+)"', json.dumps(mail["payload"]))
    assert words == ["on_hold", "to_confirm", "embargoed", "not_reached", "stopped"]
    assert mail["payload"]["games"][0]["held"] == {"orders": ["build navy"], "to_confirm": True}
    migrate(older, "0006")
    assert rows_in(older) == before


def test_the_tool_writes_the_next_migration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upgrading, "MIGRATIONS", shutil.copytree(MIGRATIONS, tmp_path / "written"))
    tool = runpy.run_path(str(ROOT / "tools/migration.py"))
    tool["main"]("9999", "Nothing changes")
    written = (tmp_path / "written/versions/v9999_nothing_changes.py").read_text()
    assert f'down_revision = "{revisions()[-1]}"' in written.replace("'", '"')
    assert "op." not in written
