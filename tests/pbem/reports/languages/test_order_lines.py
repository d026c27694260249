"""Order lines of mails, shown in the language of their reader."""

from typing import Any

import pytest

from engine.core.decision import Refusal
from engine.games import GAMES
from engine.orders.vocabulary import Vocabulary
from pbem.reports import question_as_json
from pbem.reports.languages.order_lines import form_in_language, in_language
from pbem.reports.mail_parts import Held, Line, Lines, Question
from pbem.reports.mails import AskMail, ReceiptMail
from tests.bench.understanding import files
from tests.bench.understanding.judging import position

WORDS = GAMES["struggle-of-empires"].words
POSITIONS = [
    "struggle_of_empires/whole-turns", "struggle_of_empires/auction-raise",
    "struggle_of_empires/call-defend", "empires_of_the_ancient_world/actions-late",
]  # fmt: skip


def receipt(language: str) -> ReceiptMail:
    told = Lines([Line(1, "attack France in India", "refused", near=["pass"])])
    held = Held(orders=["if it wins: claim Banking"], standing=["when Spain asks: join with all"])
    return ReceiptMail(language=language, seat="britain", told=told, held=held, replaced=["stop"])


@pytest.mark.parametrize(
    ("kept", "english", "german"),
    [
        (
            "when anyone asks: call: decline",
            "when anyone asks: decline",
            "immer wenn jemand ruft: ablehnen",
        ),
        (
            "when Spain asks in India: join with all; call: decline, this war",
            "when Spain asks in India: join with all; decline, this war",
            "immer wenn Spanien in Indien ruft: helfe mit allem; ablehnen, in diesem Krieg",
        ),
        (
            "when at sea: at sea: decline",
            "when at sea: decline",
            "immer wenn auf See gekämpft wird: verzichte",
        ),
        (  # who attacks may ask for a battle at sea and on land
            "when attacked: at sea: decline",
            "when attacked: at sea: decline",
            "immer wenn ich angegriffen werde: auf See: verzichte",
        ),
    ],
)
def test_a_standing_order_is_shown_as_people_write_it(kept: str, english: str, german: str) -> None:
    for code, shown in (("en", english), ("de", german)):
        held = Held(standing=[kept])
        told = Lines([Line(1, kept, "standing")])
        mail = in_language(ReceiptMail(language=code, seat="britain", held=held, told=told), WORDS)
        assert (mail.held.standing, mail.told.lines[0].text) == ([shown], shown)

        situation, answers = (words_of(shown, what) for what in ("situation", "answers"))
        assert situation == words_of(kept, "situation")
        kinds = situation.test.kinds
        assert [answering(kinds, one) for one in answers] == [
            answering(kinds, one) for one in words_of(kept, "answers")
        ]


def words_of(line: str, what: str) -> Any:
    return getattr(WORDS.order(line).clause, what)


def answering(kinds: tuple[str, ...], answer: Any) -> list[Any]:
    return [each for each in answer.candidates if each[0] in kinds]


def test_a_german_reader_sees_german_order_lines() -> None:
    mail = in_language(receipt("de"), WORDS)
    assert mail.told.lines[0].text == "greife Frankreich in Indien an"
    assert mail.told.lines[0].near == ["passe"]
    assert mail.held.orders == ["wenn es gewinnt: kaufe Bankwesen"]
    assert mail.held.standing == ["immer wenn Spanien ruft: helfe mit allem"]
    assert mail.replaced == ["halt"]


def test_an_english_reader_sees_the_mail_as_it_is() -> None:
    mail = receipt("en")
    assert in_language(mail, WORDS) is mail


def test_numbered_ways_are_shown_in_german() -> None:
    ways = [["attack France in India", "pass"], ["build army in Africa"]]
    mail = in_language(AskMail(language="de", ways=ways), WORDS)
    assert mail.ways == [["greife Frankreich in Indien an", "passe"], ["baue Armee in Afrika"]]


def test_a_line_that_is_no_order_stays() -> None:
    told = Lines([Line(1, "Wollen wir tanzen?", "unclear")])
    mail = in_language(ReceiptMail(language="de", seat="spain", told=told), WORDS)
    assert mail.told.lines[0].text == "Wollen wir tanzen?"


def asked(name: str) -> tuple[Question, Vocabulary]:
    file = files.load(files.Path(f"tests/understanding/{name}.toml"))
    play = position(file, "")
    assert not isinstance(play, str)
    session, seat = play.session, file.seat
    kind = session.questions[seat].kind
    further = question_as_json.further(session, seat)
    words = session.game.words
    return question_as_json.question(kind, session.decision(seat), words, further=further), words


def leaves(node: Any) -> list[str]:
    if isinstance(node, str):
        return [node]
    return [leaf for each in node for leaf in leaves(each[-1])]


@pytest.mark.parametrize("name", POSITIONS)
def test_every_order_of_the_form_is_read_back_as_the_english_one(name: str) -> None:
    question, words = asked(name)
    german = form_in_language(question, words, "de")
    for one, other in zip(leaves(question.menu), leaves(german.menu), strict=True):
        assert one != other
        said = [text.replace("{0}", "3").replace("{1}", "4") for text in (one, other)]
        read = [words.split(text) for text in said]
        assert not any(isinstance(each, Refusal) for each in read), other
        first, second = ([set(s.candidates) for line in r for s in line.steps] for r in read)
        assert first == second


@pytest.mark.parametrize("name", POSITIONS)
def test_suggestions_are_read_back_as_the_english_ones(name: str) -> None:
    question, words = asked(name)
    german = in_language(ReceiptMail(language="de", seat="x", question=question), words).question
    pairs = zip(question.suggestions, german.suggestions, strict=True)
    for one, other in pairs:
        read = [words.split(text) for text in (one, other)]
        assert [[s.candidates for line in r for s in line.steps] for r in read[:1]] == [
            [s.candidates for line in r for s in line.steps] for r in read[1:]
        ]


OTHERS = [(code, game.name) for game in GAMES.values() for code in game.words.tongues]


@pytest.mark.parametrize(("code", "name"), OTHERS)
def test_each_order_and_condition_has_its_line_of_help_in_the_language(code, name):
    english, own = GAMES[name].words, GAMES[name].words.spoken(code)
    pairs = [*zip(english.forms, own.forms, strict=True)]
    for section in ("conditions", "situations", "plans"):
        clauses = (getattr(words.words.clauses, section) for words in (english, own))
        pairs += zip(*clauses, strict=True)
    assert [other.usage for one, other in pairs if one.help == other.help != ""] == []
