import pytest
from click.testing import CliRunner

from engine.games import GAMES
from pbem.cli import main
from pbem.cli.check.command import incomplete
from pbem.cli.words import in_english, lacking
from pbem.reports.languages.language import codes, texts_of


def words(*args):
    return CliRunner().invoke(main, ["words", *args])


@pytest.mark.parametrize("code", codes())
def test_what_a_language_lacks_is_listed_and_counted(code):
    result = words(code)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    *lacking, counted = [line for line in lines if not line.startswith("In English: ")]
    assert counted.startswith(f"{len(lacking)} of ")
    assert counted.endswith(" messages are missing.")


def test_english_lacks_nothing():
    assert words("en").stdout.startswith("0 of ")


def test_a_gallery_says_each_message_below_its_id():
    said = words("en", "--gallery").stdout
    assert [line for line in said.splitlines() if line in texts_of("en").messages] == [
        *texts_of("en").messages
    ]


def test_a_language_that_is_not_there_is_said_no_to():
    result = words("xx")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "'xx'" in result.stderr


def test_what_is_lacking_has_its_english_text():
    found, there = lacking("de")
    assert len(found) < there
    assert all(english and "." in id for id, english in found.items())


@pytest.mark.parametrize("game", GAMES)
def test_help_maps_and_orders_that_a_language_lacks_are_told(game):
    help, drawn, orders = in_english("xx", [game])
    assert f"texts of help on {game} (orders, edition, course, " in help
    assert (drawn, orders) == (f"the words on the map of {game}", f"the orders of {game}")


def test_a_check_counts_what_is_said_in_english():
    said = incomplete("de", 3, 900)
    assert said == "language de: 3 of 900 messages are said in English: pbem words de"
