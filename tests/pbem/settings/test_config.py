"""The configuration: what it says by default, over the environment, and of mistakes."""

import tomllib
from pathlib import Path

import pytest

from pbem.settings.config import ConfigError, load
from pbem.settings.config_example import example
from pbem.settings.sections.mail import Folder, Imap, Maildir, SecondSmtp, Smtp
from tests import ROOT

REPOSITORY = ROOT


def configured(folder: Path, text: str) -> Path:
    (folder / "config.toml").write_text(text)
    return folder


def refusal(folder: Path, text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        load(configured(folder, text))
    line = str(caught.value)
    assert "\n" not in line
    return line.removeprefix(f"{folder / 'config.toml'}: ")


def in_use(text: str) -> str:
    """The example with the settings in use that are not, each table once."""
    for table in ("mail.in", "mail.out"):
        begin = text.index(f"\n[{table}]")
        end = text.index(f"#[{table}]")
        text = text[: begin + 1] + text[end:]
    lines = [without_mark(line, "##") for line in text.splitlines()]
    return "\n".join(lines)


STRAIGHT = "a value is missing, or should stand in straight quotation marks"


def without_mark(line: str, marks: str) -> str:
    """A line of the example in use, if it begins with these marks or fewer."""
    bare = line.lstrip("#")
    return bare if bare[:1] != " " and len(line) - len(bare) <= len(marks) else line


def test_the_example_in_the_repository_is_what_init_writes() -> None:
    assert (REPOSITORY / "config.example.toml").read_text() == example()


def test_the_example_says_what_holds_without_it(tmp_path: Path) -> None:
    commented = load(configured(tmp_path, example()))
    assert commented == load(configured(tmp_path, "# nothing is set"))


def test_every_setting_of_the_example_that_is_not_in_use_can_be(tmp_path: Path) -> None:
    config = load(configured(tmp_path, in_use(example())))
    assert isinstance(config.mail.incoming, Imap)
    assert isinstance(config.mail.outgoing, Smtp)
    assert config.mail.outgoing.envelope_sender == "bounces@example.org"


def test_a_mark_taken_from_each_line_of_a_block_uses_no_sample(tmp_path: Path) -> None:
    """A sample is the address or the file of a stranger."""
    text = example()
    for table in ("mail.in", "mail.out"):
        text = text[: text.index(f"\n[{table}]") + 1] + text[text.index(f"#[{table}]") :]
    config = load(configured(tmp_path, "\n".join(
        line[1:] if line.startswith("##") else without_mark(line, "#") for line in text.splitlines()
    )))  # fmt: skip
    assert isinstance(config.mail.incoming, Imap)
    assert isinstance(config.mail.outgoing, Smtp)
    assert (config.mail.incoming.ca_file, config.mail.outgoing.ca_file) == (None, None)
    assert config.mail.outgoing.envelope_sender is None


def test_the_example_has_every_setting_in_lines_that_fit() -> None:
    given = tomllib.loads(in_use(example()))
    assert set(given["mail"]["in"]) == set(Imap.model_fields)
    assert set(given["mail"]["out"]) == set(Smtp.model_fields)
    assert set(given["mail"]["second"]) == set(SecondSmtp.model_fields)
    assert set(given) == {
        "moderator",
        "database",
        "work",
        "mail",
        "pace",
        "safety_stop",
        "people",
        "limits",
        "keep",
        "interpreter",
        "forum",
        "site",
        "health",
        "unsubscribe",
        "data",
    }
    assert max(map(len, example().splitlines())) <= 100


def test_what_init_knows_already_stands_in_the_file(tmp_path: Path) -> None:
    name = 'The "moderator" \\ of the club'
    text = example({"moderator.name": name, "moderator.host": "club@example.net"})
    config = load(configured(tmp_path, text))
    assert (config.moderator.name, config.moderator.host) == (name, "club@example.net")


def test_a_file_without_settings_is_the_embedded_default(tmp_path: Path) -> None:
    config = load(configured(tmp_path, "# nothing is set"))
    assert config.mail.incoming == Maildir()
    assert config.mail.outgoing == Folder()
    assert config.database_url == f"sqlite:///{tmp_path / 'pbem.sqlite'}"
    assert config.inside(config.mail.aside) == tmp_path / "mail" / "aside"
    assert config.pace.time == "48h"


def test_a_server_database_is_left_as_it_is(tmp_path: Path) -> None:
    url = "postgresql://club@localhost/club"
    assert load(configured(tmp_path, f"[database]\nurl = '{url}'")).database_url == url


def test_an_absolute_database_file_is_left_as_it_is(tmp_path: Path) -> None:
    config = load(configured(tmp_path, "[database]\nurl = 'sqlite:////var/lib/pbem/a.sqlite'"))
    assert config.database_url == "sqlite:////var/lib/pbem/a.sqlite"


def test_the_environment_goes_before_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_MAIL__IN__PASSWORD", "from outside")
    monkeypatch.setenv("PBEM_PACE__TIME", "24h")
    text = "[mail.in]\nkind='imap'\nhost='mx'\npassword='from inside'\n[pace]\nreminders=''"
    config = load(configured(tmp_path, text))
    assert isinstance(config.mail.incoming, Imap)
    assert config.mail.incoming.host == "mx"
    assert config.mail.incoming.password.get_secret_value() == "from outside"
    pace = config.pace.of_new_games
    assert (pace.length, pace.reminders) == (24, ())


def test_a_pace_in_its_old_form_is_read(tmp_path: Path) -> None:
    """Before a pace had a calendar, `hours` was the time, and reminders were a list."""
    pace = load(configured(tmp_path, "[pace]\nhours = 30\nreminders = [40, 10]")).pace.of_new_games
    assert (pace.length, pace.unit, pace.between, pace.reminders) == (30, "hours", None, (40, 10))
    pace = load(configured(tmp_path, "[pace]\nreminders = []")).pace.of_new_games
    assert (pace.length, pace.reminders) == (48, ())


def test_hours_without_quotes_beside_a_time_are_hours_of_the_day(tmp_path: Path) -> None:
    pace = load(configured(tmp_path, "[pace]\ntime = '2 days'\nhours = 20")).pace.of_new_games
    assert (pace.length, pace.unit, pace.between) == (2, "days", (20, 20))


def test_a_password_shows_nowhere(tmp_path: Path) -> None:
    text = "[mail.out]\nkind = 'smtp'\npassword = 'hidden'"
    assert "hidden" not in repr(load(configured(tmp_path, text)))
    assert "31337" not in refusal(tmp_path, text.replace("'hidden'", "31337"))
    assert "31337" not in refusal(tmp_path, "[interpreter]\nkey = 31337")
    assert "31337" not in refusal(tmp_path, "[mail.oauth]\nclient_secret = 31337")
    assert "31337" not in refusal(tmp_path, "[mail.second]\npassword = 31337")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "[pace]\nhours = 9999",
            "[pace] time cannot be read: write 48h, 2 days or 3 working days, not '9999h'",
        ),
        (
            "[mail.second]\ntimeout = 0",
            "[mail.second] timeout should be greater than or equal to 1, not 0",
        ),
        ("[limits]\nattempts = 0", "[limits] attempts should be greater than or equal to 1, not 0"),
        (
            "[pace]\ntime = '0h'",
            "[pace] time cannot be read: write 48h, 2 days or 3 working days, not '0h'",
        ),
        (
            "[pace]\nreminders = '12, 50'",
            "[pace] reminders cannot be read: they should be at most 10 numbers from 99 down to 1, "
            "the greatest first, like 50,12, or none, not '12, 50'",
        ),
        (
            "[pace]\nzone = 'Europe/Berln'",
            "[pace] zone cannot be read: write one like Europe/Berlin, not 'Europe/Berln'",
        ),
        ("[pace]\nhuors = 24", "[pace] huors is no setting: is hours meant?"),
        ("[paec]\nhours = 24", "[paec] is no setting: is pace meant?"),
        ("[mail.in]\nkind = 'imap'\nprot = 1", "[mail.in] prot is no setting: is port meant?"),
        ("[mail.in]\npath = 'a'", "[mail.in] kind is missing: maildir or imap for mail.in, "
                                  "folder or smtp for mail.out"),
        ("[mail.in]\nkind = 'pop3'", "[mail.in] kind should be 'maildir' or 'imap', not 'pop3'"),
        (
            "[mail.out]\nkind = 'smtp'\nport = 'smtp'",
            "[mail.out] port should be a whole number, not 'smtp'",
        ),
        ("[pace]\ntime = 48", '[pace] time should stand in quotation marks: write "48h"'),
        ("[moderator]\nname = 5", '[moderator] name should stand in quotation marks: write "5"'),
        ("[health]\nport = 1.5", "[health] port should be a whole number, not 1.5"),
        ("[people]\nspectators = 'maybe'",
         "[people] spectators should be true or false, not 'maybe'"),
        ("[mail.in]\nkind = 'imap'\nuser = ''", "[mail.in] user is empty"),
        ("[mail.in]\nkind = 'imap'\nhost = ''", "[mail.in] host is empty"),
        (
            "[mail.out]\nkind = 'smtp'\ntls = 'ssl'",
            "[mail.out] tls should be 'implicit', 'starttls' or 'none', not 'ssl'",
        ),
        (
            "[moderator]\naddress = 'the club'",
            "[moderator] address should be a mail address such as games@example.org, "
            "not 'the club'",
        ),
        (
            "[moderator]\naddress = 'club+games@example.org'",
            "[moderator] address should have no + before the @: what stands behind one tells whose "
            "answer it is, not 'club+games@example.org'",
        ),
        (
            "[moderator]\nhost = 'jürgen@example.org'",
            "[moderator] host should be in plain letters, a domain as xn--..., "
            "not 'jürgen@example.org'",
        ),
        (
            "[moderator]\naddress = 'games@example.org'\nhost = 'Games@example.org'",
            "[moderator] host should be another address than address, not 'Games@example.org'",
        ),
        (
            "[mail.in]\nkind = 'imap'\nprocessed = 'INBOX'",
            "[mail.in] processed should be another folder than folder, not 'INBOX'",
        ),
        ("[mail.in]\nkind = 'imap'\npath = 'mail/inbox'",
         "[mail.in] path belongs to kind = maildir, not imap: delete it"),
        ("[mail.out]\nkind = 'folder'\nhost = 'smtp.example.org'",
         "[mail.out] host belongs to kind = smtp, not folder: delete it"),
        ("[mail.in]\nkind = 'imap'\npassword = 12",
         "[mail.in] password should be a text in quotation marks"),
        ("[site]\nurl = 'nonsense'",
         "[site] url should be an address that begins with https:// or http://, not 'nonsense'"),
        ("[mail.oauth]\ntoken_url = 'http://example.org/token'",
         "[mail.oauth] token_url should be an address that begins with https:// (or "
         "http://127.0.0.1), not 'http://example.org/token'"),
        ("[unsubscribe]\nurl = 'http://example.org/'",
         "[unsubscribe] url should begin with https://, have no more than 200 characters behind "
         "that, and hold no < or > and nothing but plain letters, not 'http://example.org/'"),
        ("[mail.rates]\ndomains = 'gmail.com'",
         "[mail.rates] domains should be domains, each with a number up to 99999: gmail.com "
         "20, outlook.com 10, not 'gmail.com'"),
        ("[people]\nvotes = 'dwar'",
         "[people] votes cannot be read: write none, or some of draw, end, extend, replace, "
         "not 'dwar'"),
        ("[keep]\n\n[keep]\n", "line 3: [keep] stands here a second time: keep one of the two"),
        ("[keep]\nraw_mails = 1\nraw_mails = 2\n",
         "line 3: raw_mails = 2 stands here a second time: keep one of the two"),
        ("pace = 48", "[pace] should be a table of settings, not 48"),
        ("[pace\n", "line 1: expected ']' at the end of a table declaration"),
        ("\n\n[pace]\ntime = '48h\nzone = 'UTC'\n", "line 4: a quotation mark is missing"),
        ("[pace]\ntime = \"48h\nzone = 'UTC'\n", "line 2: a quotation mark is missing"),
        ("[pace]\ntime = 48h\"\n", "line 2: a quotation mark is missing"),
        ("[pace]\ntime = \u201c48h\u201d\n", f"line 2: {STRAIGHT}"),
        ("[pace]\ntime = \"48h", "line 2: a quotation mark is missing"),
        ("[pace]\ntime = \n", f"line 2: {STRAIGHT}"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_line_that_says_where_and_what(
    tmp_path: Path, text: str, told: str
) -> None:
    assert refusal(tmp_path, text) == told


def test_the_safety_stop_is_still_read_by_its_old_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_BRAKES__MISSING", "7")
    config = load(configured(tmp_path, "[brakes]\nsilent = 4\n[safety_stop]\nshare = 50\n"))
    stop = config.safety_stop
    assert (stop.silent, stop.share, stop.missing, stop.gap_hours) == (4, 50, 7, 96)
    assert "is silent meant?" in refusal(tmp_path, "[brakes]\nsilnt = 4\n")


def test_a_password_in_the_environment_that_nothing_uses_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_MAIL__IN__PASSWORD", "hidden")
    said = refusal(tmp_path, "[mail.in]\nkind = 'maildir'")
    assert said == "PBEM_MAIL__IN__PASSWORD belongs to kind = imap, not maildir: delete it"


def test_a_mistake_in_the_environment_names_its_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_PACE__TIME", "soon")
    assert refusal(tmp_path, "# nothing").startswith("PBEM_PACE__TIME cannot be read: write 48h")


def test_a_table_in_the_environment_that_is_no_json_is_a_mistake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_PACE", "two days")
    assert "environment" in refusal(tmp_path, "# nothing")


def test_a_folder_without_a_configuration_is_told_how_to_get_one(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="pbem init"):
        load(tmp_path)


def test_a_configuration_that_is_no_text_is_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match="UTF-8"):
        load(tmp_path)
