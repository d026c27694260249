"""The core: decisions, the session, the record, dice, undo, restoring and verifying."""
