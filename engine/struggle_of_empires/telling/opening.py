"""The sequence of play, set-up and neutral region markers, told."""

from collections import Counter
from collections.abc import Iterable, Mapping

from engine.core.messages import Message, message, text
from engine.kit.telling import (
    Break,
    Paragraph,
    Part,
    Sentence,
    Table,
    Told,
    View,
    listed,
    run,
)
from engine.struggle_of_empires.telling.phrases import faces, regions

PHASES: Mapping[str, str] = {
    "alliances": "phase.alliances",
    "actions": "phase.actions",
    "income": "phase.income",
    "scoring": "phase.scoring",
}
"""The phases that are announced whenever they come."""


def game_begun(e: Told, _view: View) -> Iterable[Part]:
    """Tell in a paragraph who plays, how many rounds there are, and the variants."""
    said = [
        message("begin.seats", seats=e["seats"], unplayed=e["unplayed"]),
        message("begin.rounds", rounds=e["rounds"]),
    ]
    if e["variants"]:
        said.append(message("begin.variants", variants=e["variants"]))
    yield Paragraph(tuple(said))


def phase_begun(e: Told, _view: View) -> Iterable[Part]:
    """Announce a phase. Set-up and the end of a war are not announced: their events show them."""
    yield Break()
    if e["phase"] == "neutrals" and e["war"] > 1:
        yield Sentence(message("phase.war", war=e["war"]))
    elif e["phase"] in PHASES:
        yield Sentence(message(PHASES[e["phase"]], war=e["war"]))


def round_begun(e: Told, _view: View) -> Iterable[Part]:
    """Begin a paragraph, with the round if more than a new turn has happened in it."""
    yield Break()
    later = e["after"]
    while later["what"] == "turn_begun":
        later = later["after"]
    if later["what"]:
        yield Sentence(message("phase.round", round=e["round"]))


def turn_begun(_e: Told, _view: View) -> Iterable[Part]:
    """Begin a paragraph; what the seat does tells whose turn it is."""
    yield Break()


def tiles_dealt(e: Told, _view: View) -> Iterable[Part]:
    """Tell the tiles that everybody begins with in a game of few players."""
    yield Sentence(message("begin.tiles", tiles=e["tiles"]))


def unplayed_placed(e: Told, _view: View) -> Iterable[Part]:
    """Tell what a power that nobody plays begins with."""
    placed = tuple(_placed(e))
    if e["letter"]:
        letter = message("begin.letter_set", letter=text(e["letter"]))
    else:
        letter = message("begin.drawn_set")
    yield Sentence(message("begin.unplayed", power=e["power"], markers=letter, placed=placed))


PIECES = {"army": "begin.armies", "navy": "begin.navies", "control": "begin.markers"}


def _placed(e: Told) -> Iterable[Message]:
    for piece, said in PIECES.items():
        if found := [pair for pair in e["placed"] if pair[1] == piece]:
            yield message(said, number=len(found), regions=regions(found))


def neutrals_placed(e: Told, _view: View) -> Iterable[Part]:
    """Tell the neutral markers of a war."""
    yield Sentence(message("begin.neutrals", markers=faces(e["markers"])))


def markers_drawn(e: Told, _view: View) -> Iterable[Part]:
    """Tell the markers of all seats as a table, when the last of them has drawn."""
    if drawn := run(e):
        head = ("", message("begin.drawn_in"))
        yield Table("ll", head, tuple((row["seat"], _drawn(row)) for row in drawn))


def _drawn(row: Told) -> Message:
    slots = {"regions": regions(row["markers"]), "returned": regions(row["returned"])}
    return message("begin.drawn", **slots)


def hands_passed(e: Told, _view: View) -> Iterable[Part]:
    """Tell of a round of the draft."""
    if e["round"] == 1:
        yield Sentence(message("begin.first_hands", markers=e["markers"]))
    else:
        yield Sentence(message("begin.next_hands", markers=e["markers"]))


def marker_redrawn(e: Told, _view: View) -> Iterable[Part]:
    """Tell that a duplicate is put back."""
    slots = {"returned": e["returned"][0], "drawn": e["drawn"][0]}
    yield Sentence(message("begin.redrawn", who=e["seat"], **slots))


def markers_kept(e: Told, _view: View) -> Iterable[Part]:
    """Tell that duplicates stay."""
    yield Sentence(message("begin.kept", who=e["seat"], regions=e["regions"]))


def unit_placed(e: Told, _view: View) -> Iterable[Part]:
    """Tell the initial units when the last of them is placed: as a table if a seat has placed
    several."""
    placed = run(e)
    seats = dict.fromkeys(each["seat"] for each in placed)
    if len(placed) > len(seats):
        head = ("", message("begin.placed_units"))
        yield Table("ll", head, tuple((seat, _units(placed, seat)) for seat in seats))
        return
    if placed:
        yield Break()
    for each in placed:
        slots = {"unit": each["unit"], "place": each["place"]}
        yield Sentence(message("begin.placed", who=each["seat"], **slots))


def _units(placed: Iterable[Told], seat: str) -> Message:
    units = Counter((each["unit"], each["place"]) for each in placed if each["seat"] == seat)
    return listed(
        message("change.units", unit=unit, number=number, place=place)
        for (unit, place), number in units.items()
    )
