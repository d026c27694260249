"""Fifty games, stopped at fifty places, whose rules or data change while they are played."""

import json

import pytest

from engine.core.decision import Refused
from engine.core.verify import verify
from pbem.campaign import host_acts
from pbem.features.host import changed_rules, undoing
from pbem.reports import stored_mails
from pbem.reports.languages.english import shared_said
from pbem.store import tables as t
from tests.house import House
from tests.pbem.campaign.upgrading import (
    act,
    answer,
    cannot_be_taken_over,
    check_spans,
    entries,
    exported,
    look,
    mend,
    open_game,
    past_of,
    starts_with,
    under,
)
from tests.pbem.features.changing import FIRST, POSTS, RENAMED, SEATS, caravans
from tests.wording import refusing

NUMBER = 50
CHANGES = {
    "a new question": caravans(toll=True),
    "a new question that old answers stand for": caravans(toll=True, absent=True),
    "a new draw": caravans(storm=True),
    "a changed cost": caravans(cost=3),
    "a withdrawn option": caravans(gamble=False),
    "a withdrawn question": caravans(council=False),
    "another order": caravans(order=SEATS[::-1]),
    "a renamed marker that the rules still know": caravans(posts=RENAMED, alias=True),
    "a renamed marker that they do not know": caravans(posts=RENAMED),
    "a renamed marker and rules for its own data only": caravans(posts=RENAMED, fixed_data=True),
}
"""Kinds of change: the rules from then on."""
MISFITS = {
    "a new question": "toll",
    "a changed cost": "buy",
    "a withdrawn option": "sell",
    "a withdrawn question": "what is being played ends where",
    "another order": "vote",
}
"""Changes that some games do not fit, and what is said of one of them."""


def name_of(number):
    return f"game{number}"


def begin(house, number):
    open_game(house, "caravans", name_of(number), SEATS)


@pytest.fixture(scope="module")
def stopped(tmp_path_factory):
    """Each game is stopped one answer later than the one before it."""
    house = House(tmp_path_factory.mktemp("changing") / "house", games={"caravans": FIRST})
    for number in range(NUMBER):
        begin(house, number)
        act(house, name_of(number), answer, number)
    assert {game.status for game in house.rows(t.Game)} == {"running"}
    house.close()
    return house.folder


@pytest.mark.parametrize("change", CHANGES)
def test_every_game_fits_or_is_mended_keeps_its_past_and_goes_on_to_its_end(
    stopped, tmp_path, change
):
    mend_and_play(stopped, tmp_path, change, every=8)


@pytest.mark.soak
@pytest.mark.parametrize("change", CHANGES)
def test_all_fifty_are_mended_and_played_to_their_end(stopped, tmp_path, change):
    mend_and_play(stopped, tmp_path, change, every=1)


def mend_and_play(stopped, tmp_path, change, every):
    """Look at all games; mend and play on each so many-th, and the first that do not fit."""
    rules, past = CHANGES[change], past_of(stopped, FIRST)
    house = under(stopped, tmp_path, rules)
    prospects = {name_of(number): look(house, name_of(number)) for number in range(NUMBER)}
    misfits = [name for name, found in prospects.items() if not found.fits]
    chosen = []
    for name in dict.fromkeys([*misfits[:6], *list(prospects)[::every]]):
        way = mend(house, name, prospects[name], sum(way != "fits" for way in chosen))
        chosen.append(way)
        if way == "held":
            assert cannot_be_taken_over(house, name)
            act(house, name, host_acts.pause, "the older program goes on with it")
            assert house.game(name).status == "paused"
            continue
        act(house, name, answer)
        assert house.game(name).status == "over"
        header, lines = exported(house, name)
        assert starts_with(lines, past[name])
        check_spans(header, lines, FIRST, rules.with_data({"posts.toml": POSTS}))
    if misfit := MISFITS.get(change):
        assert any(misfit in str(found.problem) for found in prospects.values())
        assert set(chosen) >= {"fits", changed_rules.DROP, changed_rules.RESTART}
    house.close()


def test_corrected_data_serve_new_games_and_one_in_play_only_when_the_host_says_so(
    stopped, tmp_path
):
    rules = caravans(posts=RENAMED, alias=True)
    house = under(stopped, tmp_path, rules)
    begin(house, NUMBER)
    assert house.session(name_of(NUMBER)).state["posts"] == ["bridge", "oasis"]
    costs = []
    for name in map(name_of, range(0, NUMBER, 4)):
        assert house.session(name).state["posts"] == ["ford", "oasis"]
        try:
            act(house, name, changed_rules.take_over_data, "a misprint")
        except Refused as no:
            costs.append(str(no))
            act(house, name, changed_rules.take_over_data, "a misprint", changed_rules.DROP)
        assert house.session(name).state["posts"] == ["bridge", "oasis"]
        assert "corrected" in {json.loads(row.body)["what"] for row in house.rows(t.Event)}
        act(house, name, answer)
        header, lines = exported(house, name)
        chain, dice, *spans = verify(header, lines, {"caravans": rules})
        assert (chain.ok, dice.ok) == (True, True)
        assert [span.ok for span in spans] == [None, True, True]
        lost = verify({**header, "data": {}}, lines, {"caravans": rules})
        assert lost[3].text.endswith(f"the data at hand are {rules.data_hash[:8]}")
        false = {digest: {"posts.toml": RENAMED.decode()} for digest in header["data"]}
        assert verify({**header, "data": false}, lines, {"caravans": rules})[3] == lost[3]
    assert costs
    assert all("--drop-answers (takes back" in said for said in costs)
    house.close()


@pytest.mark.parametrize(
    ("careless", "why"),
    [(False, "only the pbem that game7 was played with"), (True, r"game7 fails \(KeyError\)")],
)
def test_data_that_the_position_does_not_fit_are_not_taken_over(stopped, tmp_path, careless, why):
    house = under(stopped, tmp_path, caravans(posts=RENAMED, careless=careless))
    before = entries(house)
    with refusing(why):
        act(house, "game7", changed_rules.take_over_data, "a misprint")
    assert entries(house) == before
    house.close()


def test_who_is_asked_something_else_by_the_new_rules_is_told_when_they_take_over(
    stopped, tmp_path
):
    house = under(stopped, tmp_path, caravans(toll=True))
    for number in range(NUMBER):
        name = name_of(number)
        if not look(house, name).fits:
            continue
        asked = {
            (w.seat, w.question) for w in house.rows(t.Window, game_id=number + 1, state="open")
        }
        session = house.session(name)
        assert asked == {(s, session.questions[s].kind.name) for s in session.waiting()}
    withdrawn = house.rows(t.Window, state="withdrawn")
    assert {row.question for row in withdrawn} == {"buy"}
    house.close()


def test_a_game_that_does_not_fit_can_be_held_or_given_up_and_the_host_is_told(stopped, tmp_path):
    house = under(stopped, tmp_path, caravans(toll=True))
    misfits = [n for n in map(name_of, range(NUMBER)) if not look(house, n).fits]
    rows = house.rows(t.Outgoing, kind="host")
    told = [stored_mails.restored(row.kind, row.payload) for row in rows]
    assert [mail.game.name for mail in told] == misfits
    assert {mail.subject.id for mail in told} == {"host_note.stuck_subject"}
    assert f"`pbem mend {misfits[0]}`" in shared_said(told[0].lines[1])
    act(house, misfits[0], host_acts.pause, "until it is mended")
    assert house.game(misfits[0]).status == "paused"
    act(house, misfits[1], host_acts.cancel, "it cannot be mended")
    header, lines = exported(house, misfits[1])
    assert [finding.ok for finding in verify(header, lines, {"caravans": FIRST})] == [True] * 3
    with refusing(f"`pbem mend {misfits[2]}`"):
        act(house, misfits[2], host_acts.extend, 24, "more time")
    house.close()


def test_an_undo_by_hand_mends_a_game_too(stopped, tmp_path):
    house = under(stopped, tmp_path, caravans(toll=True))
    name = next(n for n in map(name_of, range(NUMBER)) if not look(house, n).fits)
    line = look(house, name).drop.line
    act(house, name, undoing.undo, line, "the toll was forgotten")
    assert look(house, name).fits
    house.close()


def test_a_game_that_fits_is_not_mended(stopped, tmp_path):
    house = under(stopped, tmp_path, caravans())
    for do in (changed_rules.drop, changed_rules.begin_again, changed_rules.go_on):
        with refusing("nothing to mend"):
            act(house, "game5", do, "for fun")
    with refusing("already"):
        act(house, "game5", changed_rules.take_over_data, "for fun")
    house.close()
