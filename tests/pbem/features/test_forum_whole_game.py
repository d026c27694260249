"""A whole game in a Discourse forum: a thread for each war, orders in the thread, in the one before
and in private."""

from __future__ import annotations

import re
from pathlib import Path

from pbem.campaign import stand_in
from pbem.features.forum import threads
from pbem.store import tables as t
from tests.house import HOST, House, to
from tests.pbem.features.boards import Board, beside
from tests.pbem.forum.standing_in import DiscourseStandIn

ANNA, SEAT, BOTS = 2, "britain", ("france", "spain", "austria")
MOST = 250
"""Windows of the seat, more than there are in any game."""


def answer(board: Board) -> str:
    """Anna answers what the default would be: in private what is hidden, otherwise in the thread or
    in the one before. Returns where."""
    session = board.house.session()
    asked = session.questions[SEAT]
    order = session.game.words.say(asked.kind.name, session.decision(SEAT).default)
    said = f"That is easy.\n\n**orders:**\n{order}\n\nend\n"
    if asked.kind.secret or len(session.questions) > 1:
        board.server.message(ANNA, f"my orders for {board.house.game().windows}", said)
        return "private"
    *left, current = board.house.rows(t.ForumThread)
    where = left[-1] if left and board.house.game().windows % 2 else current
    board.server.say(ANNA, said, int(where.thread))
    return where.state


def test_a_game_is_played_in_a_forum_from_its_first_question_to_its_end(
    begun: House, tmp_path: Path
) -> None:
    house, ways = begun.copy(tmp_path / "house"), list[str]()
    with beside(house, DiscourseStandIn()) as board:
        house.command(threads.begin)
        board.visit()
        board.tie(SEAT, ANNA)
        for bot in BOTS:
            house.command(stand_in.by_host, key=bot, back=False)
        while house.game().status != "over":
            board.settle()
            if SEAT in house.session().waiting():
                ways.append(answer(board))
                assert len(ways) < MOST
            board.read()
        board.settle()

    assert house.game().status == "over"
    _joined, *posts = house.rows(t.InboundMail, source="forum")
    assert [row.status for row in posts] == ["done"] * len(ways)
    assert len(ways) > 15
    assert {"private", "open", "closed"} == set(ways)
    assert len(board.whispered(ANNA)) == ways.count("private")
    assert {state for _, state in board.rows()} <= {"sent", "withdrawn"}
    public = {n: title for n, title in board.server.titles.items() if n not in board.server.private}
    assert list(public.values()) == [
        "soe1: Struggle of Empires",
        "soe1: Struggle of Empires, part 2",
        "soe1: Struggle of Empires, part 3",
    ]
    threads_of = [board.posts(number) for number in public]
    for opening, *_ in threads_of[:-1]:
        assert "it goes on in another thread" in opening
        assert "still has to answer" not in opening
    last = threads_of[-1]
    assert "Nobody has to answer" in last[0]
    assert "War 3 is scored." in last[-1]
    told = "".join(post for one in threads_of for post in one)
    assert not re.search(r"example\.org|soe1-\w+-w\d", told)
    assert [mail for mail in to(house.box, HOST) if "forum" in mail["Subject"]] == []
    house.close()
