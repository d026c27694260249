"""How Alembic runs the migrations: on the connection that pbem.store.upgrading gives it."""

from typing import Any, Literal

from alembic import context

from pbem.store import tables


def run() -> None:
    """Bring the database to the version asked for, all or nothing."""
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=tables.metadata,
        render_as_batch=True,
        compare_type=True,
        transactional_ddl=True,
        render_item=_render_item,
    )
    with context.begin_transaction():
        context.run_migrations()


def _render_item(kind: str, item: Any, _context: object) -> str | Literal[False]:
    """Migrations spell our types in SQLAlchemy's, so that they outlive a change of ours."""
    if kind == "type" and isinstance(item, tables.Moment):
        return "sa.DateTime(timezone=True)"
    if kind == "type" and type(item).__name__ == "AutoString":
        return "sa.String()"
    return False


run()
