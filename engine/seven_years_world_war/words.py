"""The names that orders use, from the tables, in addition to those of vocabulary.toml."""

from collections.abc import Mapping, Sequence

from engine.kit.naming import called
from engine.seven_years_world_war.data import Data
from engine.seven_years_world_war.tables.powers import MajorRow, MinorRow


def names(data: Data) -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Return the names in the tables, by their category of words."""
    majors = {key: _written(row) for key, row in data.powers.majors.items()}
    minors = {key: _written(row) for key, row in data.powers.minors.items()}
    return {
        "seat": majors,
        "power": majors,
        "minor": minors,
        "nation": {**majors, **minors},
        "square": data.board.names,
        "route": {key: (row.name,) for key, row in data.board.routes.items()},
        "marker": called(data.charts.markers),
        "table": called(data.charts.tables),
    }


def _written(row: MajorRow | MinorRow) -> tuple[str, ...]:
    """The ways to write a power, the printed one first."""
    return tuple(dict.fromkeys(filter(None, (row.name, row.adjective, *row.also))))
