"""Clocks stand still, answers are sealed, lines wait, press is embargoed: once all were held"""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

COLUMNS = (
    ("game", "held", "stopped"),
    ("seat", "foretold", "announced"),
    ("seat", "foretold_at", "announced_at"),
)
STATES = (
    ("queue_line", "held", "on_hold"),
    ("queue_line", "consent", "to_confirm"),
    ("press", "held", "embargoed"),
    ("outgoing", "kept", "suppressed"),
)
"""What the state of rows was called, and is, by table."""
MAILS = sa.table("outgoing", sa.column("id", sa.Integer), sa.column("payload", sa.String))
NAMED = sa.or_(*(MAILS.c.payload.like(f'%"{word}"%') for word in ("held", "consent")))
RENAMED = sa.or_(
    *(
        MAILS.c.payload.like(f'%"{word}"%')
        for word in ("stopped", "on_hold", "embargoed", "not_reached", "to_confirm")
    )
)


def upgrade() -> None:
    """To this version."""
    for table, old, new in COLUMNS:
        op.alter_column(table, old, new_column_name=new)
    for table, old, new in STATES:
        op.execute(f"UPDATE {table} SET state = '{new}' WHERE state = '{old}'")
    _rename_table("held", "sealed_answer")
    _rewrite_mails(NAMED, back=False)


def downgrade() -> None:
    """Back to the version before."""
    _rewrite_mails(RENAMED, back=True)
    _rename_table("sealed_answer", "held")
    for table, old, new in STATES:
        op.execute(f"UPDATE {table} SET state = '{old}' WHERE state = '{new}'")
    for table, old, new in COLUMNS:
        op.alter_column(table, new, new_column_name=old)


def _rename_table(old: str, new: str) -> None:
    """Rename it, and all that is named after it."""
    op.rename_table(old, new)
    with op.batch_alter_table(new, schema=None) as batch_op:
        batch_op.drop_constraint(f"fk_{old}_game_id_game", type_="foreignkey")
        batch_op.create_foreign_key(f"fk_{new}_game_id_game", "game", ["game_id"], ["id"])
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"ALTER TABLE {new} RENAME CONSTRAINT pk_{old} TO pk_{new}")


def _rewrite_mails(which: sa.ColumnElement[bool], *, back: bool) -> None:
    """Write the words of mails anew: those that wait to be sent are composed by today's
    templates, and the last one to a seat is told again when it is asked for."""
    db = op.get_bind()
    for number in list(db.scalars(sa.select(MAILS.c.id).where(which))):
        payload = db.scalar(sa.select(MAILS.c.payload).where(MAILS.c.id == number))
        said = json.dumps(_renamed(json.loads(payload or "null"), back=back))
        db.execute(MAILS.update().where(MAILS.c.id == number).values(payload=said))


def _renamed(node: Any, *, back: bool) -> Any:
    """A part of a mail with the other words."""
    if isinstance(node, list):
        return [_renamed(one, back=back) for one in node]
    if not isinstance(node, dict):
        return node
    found = {key: _renamed(value, back=back) for key, value in node.items()}
    for key, old, new in _words(found):
        before, after = (new, old) if back else (old, new)
        if found.get(key) == before:
            found[key] = after
    before, after = ("to_confirm", "consent") if back else ("consent", "to_confirm")
    if isinstance(found.get(before), bool):
        found[after] = found.pop(before)
    return found


def _words(part: dict[str, Any]) -> list[tuple[str, str, str]]:
    """The fields of a part of a mail whose words have changed: the old one and the new one."""
    if "verb" in part:  # a command of the host
        return [("status", "held", "not_reached")]
    if "title" in part:  # a text for others
        return [("status", "held", "embargoed")]
    if "text" in part:  # a line of orders
        return [("status", "held", "on_hold"), ("status", "consent", "to_confirm")]
    return [("state", "held", "stopped")]
