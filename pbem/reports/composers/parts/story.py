"""What has happened, told as a story: events of the game, and acts of the host among them."""

from collections.abc import Sequence

from pbem.reports.composers.parts import host_acts_told
from pbem.reports.composers.words import Words
from pbem.reports.mail_parts import Free
from pbem.reports.rendering import document as d


def story(events: Sequence[Free], say: Words, *, brief: bool = False) -> Sequence[d.Block]:
    """Tell events as blocks; `brief`: battles without the reader in one sentence each."""
    return say.game.story(events, lambda event: host_acts_told.tell(event, say), brief=brief)
