"""One question to several seats: in whatever order their mails come, the game is the same."""

import json
from itertools import permutations

import pytest
from house import House, flat, kinds, to

from pbem.store import tables as t


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """A game in which three seats or more are asked at once what they keep of what they drew."""
    folder = tmp_path_factory.mktemp("joint")
    for number in range(50):
        house = House(folder / f"house{number}", address=f"games{number}@example.org")
        house.begin()
        waiting = house.session().waiting()
        house.close()
        if len(waiting) >= 3:
            return house, waiting
    raise AssertionError("nobody drew anything twice")


def answers_of(house, seats):
    """Each its own answer: some redraw, so that dice are thrown."""
    session = house.session()
    words = session.game.words
    chosen = {}
    for number, seat in enumerate(seats):
        choices = list(session.decision(seat).menu.choices())
        chosen[seat] = words.say("redraw", choices[-1 if number % 2 else 0])
    return chosen


def played(asked, folder, order, together):
    """The answers arrive in this order, in one cycle or in one each."""
    house = asked[0].copy(folder)
    answers = answers_of(house, asked[1])
    for seat in order:
        house.answer(house.last(f"{seat}@example.org"), answers[seat])
        if not together:
            house.cycle(minutes=7)
    house.cycle(minutes=7)
    house.close()
    return house


def outcome(house):
    session = house.session()
    record = [json.loads(row.body) for row in house.rows(t.Entry)]
    hashes = [row.hash for row in house.rows(t.Entry)]
    return session.path, record, hashes, session.view(None), session.waiting()


def test_any_order_of_arrival_gives_the_same_record(asked, tmp_path):
    """Path, dice, position; and, since nothing else goes in, every hash of the chain."""
    orders = list(permutations(asked[1][:3]))
    rest = tuple(asked[1][3:])
    found = [
        outcome(played(asked, tmp_path / f"{n}", order + rest, together=n % 2))
        for n, order in enumerate(orders)
    ]
    assert len(found) == 6
    assert all(one == found[0] for one in found)
    assert any(line["t"] == "draw" for line in found[0][1][-10:])


def test_a_changed_mind_counts_only_in_its_last_state(asked, tmp_path):
    plain = outcome(played(asked, tmp_path / "plain", asked[1], together=False))
    house = asked[0].copy(tmp_path / "changed")
    answers = answers_of(house, asked[1])
    first = asked[1][0]
    house.order(first, answers[first])
    house.cycle(minutes=1)
    other = next(c for c in house.session().decision(first).menu.choices() if c[0] == "redraw")
    house.order(first, house.session().game.words.say("redraw", other))
    house.cycle(minutes=1)
    for seat in [*asked[1][1:-1], first, asked[1][-1]]:
        house.order(seat, answers[seat])
        house.cycle(minutes=1)
    assert outcome(house) == plain
    house.close()


def test_an_answer_is_in_nobodys_view_before_all_are_in(asked, tmp_path):
    house = asked[0].copy(tmp_path / "one")
    answers = answers_of(house, asked[1])
    first = asked[1][0]
    before = {seat: house.session().view(seat) for seat in (*asked[1], None)}
    lines = len(house.rows(t.Entry))
    house.order(first, answers[first])
    mails = house.cycle(minutes=1)
    assert {mail["To"] for mail in mails} == {f"{first}@example.org"}
    assert {seat: house.session().view(seat) for seat in before} == before
    assert len(house.rows(t.Entry)) == lines
    other = asked[1][1]
    house.order(other, "status\norders?")
    for mail in to(house.cycle(minutes=1), f"{other}@example.org"):
        assert answers[first] not in flat(mail)
    house.close()


def test_the_last_answer_brings_all_into_the_record_at_once(asked, tmp_path):
    house = played(asked, tmp_path / "all", asked[1], together=False)
    bodies = [json.loads(row.body) for row in house.rows(t.Entry)]
    entered = [b["seat"] for b in bodies if b["t"] == "choice" and b["kind"] == "redraw"]
    seats = house.session().view(None)["seats"]
    first_round = entered[: len(asked[1])]
    assert first_round == sorted(first_round, key=seats.index)
    assert kinds(house.box).count("receipt") == len(asked[1])
