"""Tables of one's own: whoever has the printed game lays its board and cards into a folder."""

from __future__ import annotations

import pytest

from engine import empires_of_the_ancient_world as ancient
from engine.games import GAMES
from pbem.campaign import game_store, host_acts, seats
from pbem.campaign.mails.outbox import Context
from pbem.daemon.own_tables import games_at, games_with_own
from pbem.features.joining import opening_and_starting
from pbem.settings.config import ConfigError, load
from pbem.settings.pacing import Pace
from tests.house import House

GAME = ancient.GAME
KNOWN = {GAME.name: GAME}
ITALIA = 'key = "italia"\nname = "Italia"\nalso = ["Italy"]\nkind = "land"\nhalf = "north"\n'
VALUE = ITALIA + "value = 6"
STRAIT = 'belgica = "strait"'


def lay(folder, file, old="", new=""):
    """A copy of a file with a change, into the moderator's folder."""
    own = folder / "data" / GAME.name
    own.mkdir(parents=True, exist_ok=True)
    text = GAME.data.get(file, b"").decode()
    assert old in text
    (own / file).write_text(text.replace(old, new, 1))
    return own


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "config.toml").write_text("# nothing is set")
    return tmp_path


def italia(rules):
    options = rules.options({"seats": 3})
    return rules.view(rules.start({**options, "seats": ["red", "blue", "green"]}), None)["values"][
        "italia"
    ]


def test_without_files_of_ones_own_the_games_are_as_they_come(folder):
    assert games_with_own(load(folder), GAMES) == GAMES
    assert games_at(folder / "nowhere", GAMES) is GAMES


def test_a_file_of_ones_own_goes_before_the_one_that_comes_with_the_game(folder):
    lay(folder, "board.toml", VALUE, ITALIA + "value = 9")
    rules = games_with_own(load(folder), KNOWN)[GAME.name]
    assert (italia(GAME), italia(rules)) == (6, 9)
    assert {name for name in GAME.data if rules.data[name] != GAME.data[name]} == {"board.toml"}


def test_a_copy_that_is_not_changed_changes_nothing(folder):
    lay(folder, "board.toml", "# The areas", "# My areas")
    assert games_with_own(load(folder), KNOWN)[GAME.name].data_hash == GAME.data_hash


def test_the_folder_may_be_another(folder):
    (folder / "config.toml").write_text('[data]\nfolder = "printed"')
    own = lay(folder, "board.toml", VALUE, ITALIA + "value = 9")
    own.parent.rename(folder / "printed")
    assert italia(games_at(folder, KNOWN)[GAME.name]) == 9


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (
            "board.toml",
            VALUE,
            ITALIA + "value = 60",
            "area italia.value: expected a whole number <= 12",
        ),
        ("board.toml", STRAIT, 'belgica = "land"', "britannia.adjacent.belgica: land here, and "),
        ("cards.toml", "sword = 3", "legion = 3", "army A.cards: expected one of sword, "),
        ("cards.toml", "[[card]]", "[[card", "this is not TOML: "),
        ("bord.toml", "", "", "expected one of board.toml, "),
    ],
)
def test_a_mistake_is_named_by_file_and_key(folder, file, old, new, said):
    own = lay(folder, file, old, new)
    with pytest.raises(ConfigError) as raised:
        games_with_own(load(folder), KNOWN)
    assert str(raised.value).startswith(f"{own}/{file}: {said}")


def test_a_file_that_no_longer_fits_ones_own_is_named_with_what_to_do(folder):
    lay(folder, "board.toml", 'key = "lusitania"', 'key = "hibernia"')
    text = (folder / "data" / GAME.name / "board.toml").read_text()
    text = text.replace('lusitania = "', 'hibernia = "')
    (folder / "data" / GAME.name / "board.toml").write_text(text)
    with pytest.raises(ConfigError) as raised:
        games_with_own(load(folder), KNOWN)
    assert "openings.toml: opening 3.bases: expected" in str(raised.value)
    assert f"`pbem tables {GAME.name} openings.toml` lays" in str(raised.value)
    lay(folder, "openings.toml")
    (folder / "data" / GAME.name / "openings.toml").write_text("opening = []")
    assert "Lusitania" in games_with_own(load(folder), KNOWN)[GAME.name].words.name("hibernia")


def test_a_folder_that_is_no_game_is_named(folder):
    (folder / "data" / "ancient").mkdir(parents=True)
    with pytest.raises(
        ConfigError, match=f"data/ancient: expected the name of a game: {GAME.name}"
    ):
        games_with_own(load(folder), KNOWN)


def begun(house, name):
    """A campaign of bots and one player, begun."""
    with house.world.store.transaction() as db:
        opening_and_starting.new(
            house.world,
            db,
            house.now,
            rules=GAME.name,
            name=name,
            options={"seats": 3, "opening": "fixed"},
            pace=Pace(),
            bots=2,
        )
        row = host_acts.game_named(db, name)
        post = Context(house.world, db, house.now, f"start {name}")
        seats.assign_seat(post, seats.add_entrant(db, row, "asked", "p@example.org"))
        opening_and_starting.start(post, row)


def value_in(house, name):
    with house.world.store.reading() as db:
        row = host_acts.game_named(db, name)
        return game_store.restore(db, row, house.world.games[row.kind]).view(None)["values"][
            "italia"
        ]


def test_new_games_take_ones_own_tables_and_those_in_play_keep_theirs(folder):
    values, names = (6, 9, 11), ("first", "second", "third")
    for value, name in zip(values, names, strict=True):
        lay(folder, "board.toml", VALUE, ITALIA + f"value = {value}")
        house = House(folder, games=games_with_own(load(folder), KNOWN))
        begun(house, name)
        house.close()
    house = House(folder, games=KNOWN)
    assert [value_in(house, name) for name in names] == list(values)
    house.close()
