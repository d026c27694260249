"""The map as it is shipped."""

import tomllib

from engine.kit.datafile import shipped
from engine.seven_years_world_war.tables.board import read_board
from engine.seven_years_world_war.tables.board_schema import BOARD

FILES = shipped("engine.seven_years_world_war", (BOARD,))
POWERS = sorted({row["owner"] for row in tomllib.loads(FILES[BOARD].decode())["square"]} - {""})
WORLD = read_board(FILES, POWERS)
