"""Two ways out: each mail says which of two transports it goes by."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from pbem.mail.transports.configuration_findings import Finding
from pbem.mail.transports.transport import Sending, Sent, Transport


@dataclass(frozen=True, slots=True)
class TwoAccounts:
    """A Transport that hands mails to two others."""

    first: Transport
    second: Transport

    async def send(self, batch: Sequence[Sending]) -> AsyncIterator[Sent]:
        """Yield one result for each mail, first for those that go by the first account."""
        for transport in (self.first, self.second):
            mails = [mail for mail in batch if mail.second == (transport is self.second)]
            if mails:
                async for sent in transport.send(mails):
                    yield sent

    async def check(self) -> list[Finding]:
        """Try both; return findings for each."""
        other = [f._replace(what=f"{f.what}, second account") for f in await self.second.check()]
        return [*await self.first.check(), *other]
