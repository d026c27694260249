"""The store: one database with all games, mails in and mails out. SQLite or PostgreSQL."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pbem.store.connecting import StoreError
    from pbem.store.database import Store, open_store

__all__ = ["Store", "StoreError", "open_store"]


def __getattr__(name: str) -> Any:
    """Give what is opened with SQLAlchemy: loaded when asked for, as it takes a third of a second
    that `plain_reading` does without."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from pbem.store import connecting, database

    return getattr(connecting if name == "StoreError" else database, name)
