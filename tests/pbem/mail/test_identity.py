"""Tags bind a mail to game, seat, window and generation; addresses are compared in one form."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.identity import (
    Tag,
    envelope_sender,
    find_bounced,
    find_tags,
    is_ours,
    named_address,
    normalise,
    plus_address,
    shown_name,
    strip_tags,
    tag,
    verify,
)

KEY = b"a key of the moderator"
TAG = tag(KEY, "soe1", "united_provinces", 41, 2)


def found_in(text: str) -> Tag:
    (found,) = find_tags((), text)
    return found


def test_a_tag_tells_game_seat_and_window_and_carries_fifty_bits():
    game, seat, window, code = TAG.split("-")
    assert (game, seat, window, len(code)) == ("soe1", "united_provinces", "w41", 10)


def test_a_tag_is_found_in_the_subject_and_is_true():
    assert verify(KEY, found_in(f"Re: [{TAG}] Your turn"), 2)


def test_a_tag_is_found_in_capitals_as_some_servers_write_addresses():
    assert verify(KEY, found_in(f"Re: [{TAG.upper()}]"), 2)


def test_a_tag_is_found_in_any_plus_address_before_the_subject():
    other = tag(KEY, "soe1", "spain", 40, 0)
    found = find_tags(("a@example.org", f"games+{TAG}@example.org"), f"{other} {TAG}")
    assert [str(each) for each in found] == [TAG, other]


def test_no_tag_and_a_wrong_tag_are_two_things():
    assert find_tags(("games+filter@example.org",), "[soe1] w41") == ()
    wrong = found_in("[soe1-spain-w41-aaaaaaaaaa]")
    assert wrong == Tag("soe1", "spain", 41, "aaaaaaaaaa")
    assert not verify(KEY, wrong, 0)


@pytest.mark.parametrize(
    "changed",
    [
        Tag("soe2", "united_provinces", 41, TAG[-10:]),
        Tag("soe1", "spain", 41, TAG[-10:]),
        Tag("soe1", "united_provinces", 42, TAG[-10:]),
    ],
)
def test_a_tag_is_good_for_nothing_else(changed: Tag):
    assert verify(KEY, Tag("soe1", "united_provinces", 41, TAG[-10:]), 2)
    assert not verify(KEY, changed, 2)


def test_a_tag_dies_with_its_generation_and_with_the_key():
    assert not verify(KEY, found_in(TAG), 3)
    assert not verify(b"another key", found_in(TAG), 2)


@pytest.mark.parametrize("about", [{}, {"shown": 1}, {"press": 1}])
def test_a_tag_dies_when_its_player_gets_new_ones(about: dict[str, int]):
    tags = [tag(KEY, "soe1", "spain", 41, 2, **about, renewed=renewed) for renewed in range(3)]
    good = [[verify(KEY, found_in(one), 2, renewed) for renewed in range(3)] for one in tags]
    assert good == [[True, False, False], [False, True, False], [False, False, True]]
    assert not verify(KEY, found_in(tags[1]), 3, 1)


@pytest.mark.parametrize(("game", "seat"), [("Soe1", "spain"), ("soe-1", "spain"), ("soe", "a b")])
def test_a_name_that_would_not_be_found_again_makes_no_tag(game: str, seat: str):
    with pytest.raises(ValueError, match="no tag can be made"):
        tag(KEY, game, seat, 1, 0)


def test_a_tag_tells_which_lines_its_mail_showed():
    shown = tag(KEY, "soe1", "spain", 41, 2, 7)
    assert found_in(f"Re: {shown}").shown == 7
    assert verify(KEY, found_in(shown), 2)
    assert str(found_in(shown)) == shown
    assert not verify(KEY, found_in(shown)._replace(shown=8), 2)
    assert not verify(KEY, found_in(shown)._replace(shown=0), 2)
    assert strip_tags(f"see games+{shown}@example.org, {shown}") == "see games@example.org, soe1"


def test_a_tag_cannot_be_had_by_shifting_a_letter_between_its_words():
    assert tag(KEY, "soe1a", "b", 1, 0)[-10:] != tag(KEY, "soe1", "ab", 1, 0)[-10:]


def test_tags_are_cut_from_text():
    verp = envelope_sender("games@example.org", KEY, 17)
    text = f"Re: [{TAG}] from games+{TAG}@example.org and {verp}, see w41-abc"
    assert (
        strip_tags(text) == "Re: [soe1] from games@example.org and games@example.org, see w41-abc"
    )


@given(st.text(max_size=200))
def test_cutting_tags_leaves_none(text: str):
    assert find_tags((), strip_tags(f"{text} {TAG} {text}")) == ()


def test_a_bounce_tells_what_it_is_about():
    address = envelope_sender("games@example.org", KEY, 17)
    assert address.startswith("games+bounce-17-")
    assert find_bounced(["x@example.org", address], KEY) == 17


def test_a_forged_bounce_tells_nothing():
    address = envelope_sender("games@example.org", KEY, 17)
    assert find_bounced([address.replace("-17-", "-18-")], KEY) is None
    assert find_bounced([address], b"another key") is None


@pytest.mark.parametrize(
    ("given", "normal"),
    [
        ("Spain@Example.NET", "spain@example.net"),
        (" <spain@example.net> ", "spain@example.net"),
        ("spain+games@example.net", "spain+games@example.net"),
        ("spain@Bücher.example.", "spain@xn--bcher-kva.example"),
        ("SPAÍN@example.net", "spaín@example.net"),
        ("spain", None),
        ("@example.net", None),
        ("spain@", None),
        ("spain@-example.net", None),
        ("spain@example..net", None),
        ("spain@exa mple.net", None),
        ("spa in@example.net", None),
        ("spain@example.net\nBcc: france@example.net", None),
        ("a" * 65 + "@example.net", None),
        ("a@" + "b" * 300, None),
    ],
)
def test_addresses_are_brought_to_one_form(given: str, normal: str | None):
    assert normalise(given) == normal


@given(st.text(max_size=80))
def test_normalising_twice_is_normalising_once(text: str):
    once = normalise(f"{text}@example.net")
    assert once is None or normalise(once) == once


def test_our_own_address_is_known_with_and_without_a_tag():
    assert is_ours("games@example.org", "Games@Example.org")
    assert is_ours(plus_address("games@example.org", TAG), "games@example.org")
    assert not is_ours("game@example.org", "games@example.org")


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Great \n Britain ", "Great Britain"),
        ("<b>Spain</b> <games@example.org>", "b Spain /b games example.org"),
        ("\u202enoitcerid\u202c", "noitcerid"),
        ("Z\u200ba\u0301lgo", "Zálgo"),
        (f"me {TAG}", "me soe1"),
        ("a" * 100, "a" * 40),
        ("\x00\x07", ""),
    ],
)
def test_a_chosen_name_is_fit_to_be_shown(given: str, shown: str):
    assert shown_name(given) == shown


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("", "spain@example.net"),
        ("Spain", "Spain <spain@example.net>"),
        ('Spain, "Great"', '"Spain, \\"Great\\"" <spain@example.net>'),
        ("España", "=?utf-8?q?Espa=C3=B1a?= <spain@example.net>"),
        ("Spain\nBcc: x", '"SpainBcc: x" <spain@example.net>'),
    ],
)
def test_a_name_is_quoted_as_a_header_needs_it(name: str, field: str):
    assert named_address(name, "spain@example.net") == field


def test_a_tag_of_press_tells_which_press_it_was():
    text = tag(KEY, "soe1", "spain", 41, 0, press=12)
    assert text.startswith("soe1-spain-w41p12-")
    found = found_in(f"Re: [{text}]")
    assert (found.press, found.shown, str(found)) == (12, 0, text)
    assert verify(KEY, found, 0)
    assert not verify(KEY, found._replace(press=11), 0)
    assert not verify(KEY, found._replace(press=0, shown=12), 0)
