"""How several processes share the judging through PostgreSQL, if the settings want that."""

from collections.abc import Callable, Collection
from threading import Event
from typing import Any, Protocol

from pbem.campaign.world import World
from pbem.daemon.several_processes.process_names import Process, Role
from pbem.settings.config import Config, ConfigError


class Share(Protocol):
    """How a process shares the judging with others. Rows decide what is to be done: a wake only
    says that a unit may have something to do."""

    def judge(self, catch_up: Callable[[int], object], stop: Event) -> None:
        """Call `catch_up` with the units woken, several of them at once in threads, until `stop` is
        set or others have taken this process for gone. Passes on the exceptions of `catch_up` and
        of the database."""

    def wake(self, units: Collection[int]) -> None:
        """Have somebody catch up with these units, and free those of processes that are gone."""


def share_of(world: World, roles: Collection[Role]) -> Share | None:
    """Return how a process with these roles shares the judging; None: it does not. Raises
    ConfigError and StoreError."""
    if world.config.work.engine == "embedded":
        return None
    sharing = adapter(world.config)
    url = world.config.database_url
    sharing.set_up(url)
    name = str(Process.here(world, roles))
    share: Share = sharing.Shared(url, name, world.config.work.workers)
    return share


def adapter(config: Config) -> Any:
    """Return the module by which work is shared. Raises ConfigError if it needs another database,
    or a package that is not installed."""
    if not config.database_url.startswith("postgresql"):
        raise ConfigError(
            '[work] engine = "postgresql" needs a database of PostgreSQL: set [database] url to it'
        )
    try:
        from pbem.daemon.several_processes import postgres_work_sharing
    except ModuleNotFoundError as missing:
        raise ConfigError(
            f'[work] engine = "postgresql" needs {missing.name}: install pbem[shared], as in'
            " `pip install '.[shared]'`"
        ) from missing
    return postgres_work_sharing
