"""The store: one database with all games, mails in and mails out. SQLite or PostgreSQL."""

from pbem.store.database import Store, StoreError, open_store

__all__ = ["Store", "StoreError", "open_store"]
