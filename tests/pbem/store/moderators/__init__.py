"""Moderators of versions before, packed.

Each was made by commands and mails of a pbem whose database had that version: its folder, and of
the mails that it had sent those that can be answered, without their texts.

`v0001.tar.xz`: three campaigns are being played (soe1, eaw1, soe3), soe2 is open, eaw2 was
cancelled. France is to place units and has been asked to confirm `place army in India`; the others'
orders wait.

`v0005.tar.xz`: people come and go. In soe1 Spain's player has resigned; late@ and tardy@ wait for a
seat and were offered his, which tardy@ has declined; a bot stands in for Austria, whose seat new@
is invited to. In soe2, which is open, friend@ is invited, patient@ waits, Russia's player is asked
to confirm, denmark@ has left, and Prussia's, who is to be away, has been asked whether he leaves.
"""

import tarfile
from datetime import UTC, datetime
from pathlib import Path

THEN = {
    "v0001": datetime(2026, 12, 1, 20, 41, tzinfo=UTC),
    "v0005": datetime(2026, 12, 3, 21, 46, tzinfo=UTC),
}
"""When the moderator of a version looked into its mailbox last."""


def unpack(folder: Path, version: str = "v0001") -> Path:
    """Its folder, as it was left."""
    with tarfile.open(Path(__file__).parent / f"{version}.tar.xz") as packed:
        packed.extractall(folder, filter="data")
    for part in ("new", "cur", "tmp"):
        (folder / "mail/inbox" / part).mkdir(parents=True)
    return folder
