"""The host's commands, as they are written."""

import pytest

from pbem.inbox.reading.hosts_grammar import HostCommand, act_in, handle, is_marked

READ = {
    "pause": HostCommand("pause"),
    "Pause the game.": HostCommand("pause"),
    "pause because of the holidays": HostCommand("pause", because="because of the holidays"),
    "resume": HostCommand("resume"),
    "Pause, bitte": HostCommand("pause"),
    "Bitte pausieren, weil wir verreisen": HostCommand("pause", because="weil wir verreisen"),
    "Weiter, bitte.": HostCommand("resume"),
    "Verlängere die Frist um 2 Tage": HostCommand("extend", what="2 days"),
    "Erinnere alle": HostCommand("remind"),
    "host: erinnere Spanien": HostCommand("remind", seat="Spanien"),
    "zurück zu 41, weil falsch gelesen": HostCommand(
        "undo", what="41", because="weil falsch gelesen"
    ),
    "pausiere, denn wir sind im Urlaub": HostCommand("pause", because="wir sind im Urlaub"),
    "pausiere wegen Urlaub": HostCommand("pause", because="wegen Urlaub"),
    "pause due to holidays": HostCommand("pause", because="due to holidays"),
    "pause since we travel": HostCommand("pause", because="we travel"),
    "Abschnitt 41: verlängere um 2 Tage": HostCommand("extend", what="2 days", window=41),
    "ersetze Spanien durch neu@example.org": HostCommand("replace", "neu@example.org", "Spanien"),
    "Ersatz für Spanien: <neu@example.org>": HostCommand("replace", "neu@example.org", "Spanien"),
    "Vertretung für Spanien": HostCommand("stand-in", seat="Spanien"),
    "Bot für die Niederlande": HostCommand("stand-in", seat="die Niederlande"),
    "beende die Vertretung für Spanien": HostCommand("end stand-in", seat="Spanien"),
    "Vertretung für Spanien beenden": HostCommand("end stand-in", seat="Spanien"),
    "entscheide: setze Gold von Spanien auf 5, weil eine Steuer vergessen wurde": HostCommand(
        "rule", "setze Gold von Spanien auf 5", "", (), "weil eine Steuer vergessen wurde"
    ),
    "antworte für Spanien: ich trete bei, weil wir müssen": HostCommand(
        "answer", "", "Spanien", ("ich trete bei, weil wir müssen",)
    ),
    "beende das Spiel, weil zwei aufgehört haben": HostCommand(
        "end", because="weil zwei aufgehört haben"
    ),
    "brich das Spiel ab": HostCommand("end"),
    "extend 2 days": HostCommand("extend", what="2 days"),
    "Extend the deadline by 36h": HostCommand("extend", what="36h"),
    "w41: extend 2 days": HostCommand("extend", what="2 days", window=41),
    "extend 2 days w41": HostCommand("extend", what="2 days", window=41),
    "extend 2 days (window 41) because of me": HostCommand(
        "extend", "2 days", "", (), "because of me", 41
    ),
    "host: w3: remind Spain": HostCommand("remind", seat="Spain", window=3),
    "w3: host: remind": HostCommand("remind", window=3),
    "Please pause the game because we travel": HostCommand("pause", because="we travel"),
    "extend two days, please": HostCommand("extend", what="2 days"),
    "Could you extend the deadline by a week?": HostCommand("extend", what="1 week"),
    "remind all": HostCommand("remind"),
    "replace Spain by <new@example.org>": HostCommand(
        "replace", what="new@example.org", seat="Spain"
    ),
    "replace the Dutch with a.b@example.org": HostCommand(
        "replace", "a.b@example.org", "the Dutch"
    ),
    "undo to 41": HostCommand("undo", what="41"),
    "undo line 612, because it was misread": HostCommand(
        "undo", what="612", because="it was misread"
    ),
    "rule: set gold of Britain to 5 because x": HostCommand(
        "rule", "set gold of Britain to 5", "", (), "x"
    ),
    "answer for Spain: pass": HostCommand("answer", seat="Spain", lines=("pass",)),
    "answer for Spain: join because we must": HostCommand(
        "answer", "", "Spain", ("join because we must",)
    ),
    "end": HostCommand("end"),
    "cancel the game because two have left!": HostCommand("end", because="two have left!"),
}


@pytest.mark.parametrize("line", READ)
def test_a_command_is_read(line):
    found = act_in(line)
    assert found is not None
    assert found.text == line
    assert found == HostCommand(**{**vars(READ[line]), "text": line})


@pytest.mark.parametrize(
    "line",
    [
        "",
        "undo",
        "undo my last order",
        "extend my thanks to Spain",
        "extend another",
        "extend a hand",
        "replace Spain",
        "rule:",
        "answer for Spain",
        "place army in India",
        "pause for a moment and think",
        "Ende",
        "Vertretung für Spanien bis 12. Mai",
        "ersetze eine Armee durch eine Flotte",
        "x" * 600,
    ],
)
def test_other_lines_are_no_commands(line):
    assert act_in(line) is None


def test_a_mail_is_sorted_into_commands_and_the_rest():
    heard = handle(["Hello,", "extend 2 days", "remind Spain", "Regards"])
    assert [act.verb for act in heard.acts] == ["extend", "remind"]
    assert heard.taken == ("extend 2 days", "remind Spain")
    assert heard.rest == ("Hello,", "Regards")


def test_a_reason_that_was_broken_goes_on_in_the_next_line():
    first = "rule: set gold of Britain to 5 because the tax of the last war was"
    heard = handle([first, "forgotten by all of us", "Regards"])
    assert heard.acts[0].because.endswith("last war was forgotten by all of us")
    assert heard.rest == ("Regards",)


def test_a_short_reason_does_not_take_in_what_follows():
    assert handle(["pause because of me", "see you all soon"]).acts[0].because == "because of me"


def test_orders_for_a_seat_may_stand_below_each_other():
    block = handle(["answer for Spain:", "attack Britain in India", "fight", "extend 1 day"])
    assert [act.lines for act in block.acts] == [("attack Britain in India", "fight"), ()]
    rows = handle(["answer for Spain: attack Britain in India", "answer for spain: fight"])
    assert [act.lines for act in rows.acts] == [("attack Britain in India", "fight")]


@pytest.mark.parametrize(
    ("line", "marked"),
    [("host: pause", True), ("w3: HOST: remind", True), ("hostile: pause", False)],
)
def test_lines_that_are_marked_are_the_hosts(line, marked):
    assert is_marked(line) == marked
