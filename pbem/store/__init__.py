"""The store: one database, SQLite or PostgreSQL, with all games and all mails in and out."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pbem.store.connecting import StoreError
    from pbem.store.database import Store, open_store

__all__ = ["Store", "StoreError", "open_store"]


def __getattr__(name: str) -> Any:
    """Load what needs SQLAlchemy only on demand: that takes a third of a second, which users of
    `plain_reading` can save."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from pbem.store import connecting, database

    return getattr(connecting if name == "StoreError" else database, name)
