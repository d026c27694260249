"""Every game has all that mails print of it: help, what it tells, what is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from engine.core.game import Game
from engine.games import GAMES
from engine.orders.vocabulary import Line
from engine.struggle_of_empires import GAME
from pbem.reports.composers.parts.host_acts_told import ACTS
from pbem.reports.composers.parts.story import story
from pbem.reports.composers.words import Words
from pbem.reports.game_parts import Parts, help_lacking
from pbem.reports.jinja_environment import TemplateMissing
from pbem.reports.mail_parts import Question
from pbem.reports.rendering.document import Block, Paragraph, Table, Tally, words
from pbem.reports.stored_mails import NotAMail
from tests.pbem.reports.playing import reports
from tests.pbem.reports.sampled import mail_of
from tests.pbem.reports.samples import GAME as ABOUT
from tests.pbem.reports.samples import VIEW, asking, event


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_no_game_lacks_a_template(game: Game) -> None:
    assert help_lacking(game)[0] == []


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_no_event_of_a_game_has_the_name_of_a_hosts_act(game: Game) -> None:
    assert [what for what in game.events if what in ACTS] == []


def test_a_game_without_templates_is_named() -> None:
    with pytest.raises(TemplateMissing, match=r"templates/other_game/topics\.toml"):
        help_lacking(replace(GAME, name="other-game"))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_orders_that_help_shows_are_orders(game: Game) -> None:
    about = {"name": "g1", "rules": game.name, "title": game.title}
    rules = game.rules_facts(game.options({}))
    shown = Parts(mail_of({"kind": "help", "game": about, "rules": rules}), game.words)
    (table,) = shown.part("help.j2", "orders")
    assert isinstance(table, Table)

    for row in table.rows:
        assert isinstance(game.words.read(words(row[0])), Line), words(row[0])


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_question_is_asked_where_no_view_is_at_hand(game: Game) -> None:
    """Mails about orders and deadlines hold none."""
    for payload, _ in reports(game, "no view", game.seat_names({})[:3], every=17, form=False):
        mail = mail_of(payload | {"view": None})
        if asked := mail.question:
            blind = Parts(mail, game.words)
            assert blind.ask(asked)
            assert blind.otherwise(asked)
            blind.facts(asked)


def question(kind: str, facts: dict[str, Any]) -> Question:
    return Question(**{**asking(kind)["question"], "facts": facts})


def telling(**given: Any) -> Words:
    payload = {"kind": "report", "game": ABOUT, "view": VIEW, "seat": "spain", **given}
    return Words(mail_of(payload), GAME.words)


def told(say: Words, *events: dict[str, Any]) -> str:
    return told_of(story(events, say))


def told_of(blocks: Sequence[Block]) -> str:
    return " ".join(words(block.text) for block in blocks if isinstance(block, Paragraph))


def test_an_original_game_is_told_in_its_own_words() -> None:
    original = telling(view={**VIEW, "edition": "original", "unrest_drawn": False})
    happened = told(original, event("colonized", seat="spain", region="africa", by="commerce"))
    facts = {"actions_left": 2, "once_a_turn": ["purchase", "colonization or enslavement"]}
    asked = original.game.ask(question("action", facts))

    assert "took a marker in Africa by enslavement" in happened
    assert "at most one purchase and one colonization or enslavement." in asked


def test_the_last_action_of_a_turn_is_asked_for_with_all_that_was_done_before() -> None:
    facts = {"actions_left": 1, "actions_taken": ["war_office", "build"]}

    asked = telling().game.ask(question("action", facts))
    assert "one action left (after war office and build)" in asked


def combat(attacker: str, defender: str) -> dict[str, Any]:
    def side(power: str, total: int) -> dict[str, Any]:
        army = {"item": "armies", "power": power, "count": 1, "strength": 1}
        dice = {"dice": [total, 1], "difference": total - 1, "seven": False}
        return {"power": power, "items": [army], "base": 1, "total": total, **dice}

    sides = {"attacker": side(attacker, 4), "defender": side(defender, 2)}
    return event("combat_fought", combat="land", rolls=1, winner="attacker", **sides)


@pytest.mark.parametrize(("who", "tables"), [("france", 1), ("britain", 1), ("spain", 0)])
def test_a_battle_without_the_reader_is_a_sentence_in_a_report(who: str, tables: int) -> None:
    say = telling(seat=who)
    blocks = story([combat("britain", "france")], say, brief=True)

    assert sum(isinstance(block, Tally) for block in blocks) == tables
    if not tables:
        assert told_of(blocks).startswith("On land it was 4 to 2. ")


def test_no_story_ends_with_the_number_of_a_round() -> None:
    begun = event("round_begun", round=3)
    passed = event("passed", seat="spain")

    assert "Round" not in told(telling(), passed, begun)
    assert "Round 3." in told(telling(), begun, passed)


def test_an_event_that_nobody_tells_is_an_error_that_names_it() -> None:
    with pytest.raises(LookupError, match="'comet'"):
        told(telling(), event("comet"))


def test_a_mail_without_a_game_cannot_tell_of_one() -> None:
    with pytest.raises(NotAMail, match="needs its game"):
        told(telling(game=None), event("passed", seat="spain", actions_left=1))


@pytest.mark.parametrize(
    ("what", "data", "said"),
    [
        ("undone", {"line": 9, "because": "a slip", "new_dice": True}, "line 9 of the record: a"),
        ("paused", {"because": ""}, "The host has paused the game."),
        ("resumed", {}, "The game goes on."),
        ("extended", {"hours": 48, "because": ""}, "extended the deadline by 2 days"),
        ("cancelled", {"because": "x"}, "The host has cancelled the game: x."),
        ("extended", {"hours": 24, "because": "", "source": "vote"}, "By a vote of the players"),
        ("cancelled", {"because": "", "source": "vote"}, "is over, by a vote of its players"),
        ("cancelled", {"because": "", "source": "resigned"}, "its last player has resigned"),
        ("new_player_sought", {"seat": "spain", "because": "", "source": "vote"}, "By a vote of"),
        ("resigned", {"seat": "spain"}, "The player of Spain has resigned."),
        (
            "vote_opened",
            {"vote": 1, "on": "replace", "seat": "spain", "who": "france"},
            "Spain has proposed that the seat of France is offered to others.",
        ),
        (
            "vote_closed",
            {
                "vote": 1,
                "on": "extend",
                "seat": "spain",
                "hours": 48,
                "result": "failed",
                "ballots": {"france": False},
            },
            "by 2 days was not passed. Yes: nobody; no: France.",
        ),
        ("looked", {"because": ""}, "The host has looked at hidden information"),
        ("defaulted", {"seat": "united_provinces"}, "No answer came from the United Provinces"),
    ],
)
def test_a_hosts_acts_are_told_in_every_game(what: str, data: dict[str, Any], said: str) -> None:
    assert said in told(telling(seat="prussia"), event(what, **data))


def test_a_standing_order_that_gave_the_same_answer_twice_is_told_once() -> None:
    stood = event("stood", kind="action", order="when asked: pass", said="pass")
    story = told(telling(), stood, event("resumed", because=""), stood)
    assert story.count("when asked: pass") == 1
    assert "answered for you two times" in story


def test_a_standing_order_is_quoted_once_where_it_answers_one_thing_after_the_other() -> None:
    first, then = (
        event("stood", kind="auction", order="when asked: bid", said=said)
        for said in ("bid 3", "pass")
    )
    story = told(telling(), first, then, event("resumed", because=""), then)
    assert story.count("when asked: bid") == 1
    assert "The same standing order answered for you two times: pass" in story


@pytest.mark.parametrize(
    ("silent", "english", "german"),
    [
        (
            ["austria", "prussia"],
            "from Austria or Prussia in time, so the game went on without them",
            "Von Österreich und von Preußen kam",
        ),
        (
            ["austria", "spain"],
            "from you or Austria in time, so the game went on without you",
            "Von dir und von Österreich kam",
        ),
    ],
)
def test_several_who_gave_no_answer_are_told_in_one_sentence(
    silent: list[str], english: str, german: str
) -> None:
    events = [event("defaulted", seat=seat) for seat in silent]

    assert f"No answer came {english}." in (story := told(telling(seat="spain"), *events))
    assert story.count("in time") == 1
    assert f"{german} keine rechtzeitige Antwort" in told(
        telling(seat="spain", language="de"), *events
    )


def test_a_standing_order_is_told_in_the_language_of_its_reader() -> None:
    order, said = "when Spain asks: join with all", "join with all"
    stood = event("stood", kind="call", order=order, said=said)
    held = event("went_on_with_held", said=["build army in Africa"], without=["claim Banking"])
    story = told(telling(language="de"), stood, held)
    assert "(»immer wenn Spanien ruft: helfe mit allem«)" in story
    assert "geantwortet: helfe mit allem" in story
    assert "baue Armee in Afrika" in story
    assert "»kaufe Bankwesen«" in story
