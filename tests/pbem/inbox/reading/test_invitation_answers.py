"""What people write in answer to an invitation."""

import pytest

from engine.games import GAMES
from pbem.inbox.reading import invitation_answers, requests

WORDS = GAMES["struggle-of-empires"].words
KEYS = {
    key: key
    for key in ("britain", "france", "spain", "united_provinces", "austria", "prussia", "russia")
}
WANTS = {
    "I'd love to play! Could I be Great Britain, please?": ["britain"],
    "yes please, I'll join as Great Britain": ["britain"],
    "Join as Great Britain please": ["britain"],
    "join as Great Britain please, or Spain if she's gone": ["britain", "spain"],
    "count me in": [],
    "Yes!": [],
    "Yes, please. The Dutch or, if they are gone, Russia.": ["united_provinces", "russia"],
    "Sure, I'd be glad to play.\nGreetings from Spain": [],
    "Austria please": ["austria"],
    "Russia or Prussia, please!": ["russia", "prussia"],
    "I'll take the Dutch.": ["united_provinces"],
    "I'd be up for it, yes": [],
    "I'd like to be the UP": ["united_provinces"],
    "Anything but France! I'm in.": [],
    "Is Austria still free?": ["austria"],
    "I can't wait to play!": [],
    "No problem, count me in.": [],
    "I'd rather not be Spain than wait, but yes, I join as\nfrance": ["france"],
    "I'm in as Spain": ["spain"],
    "No, rather France": ["france"],
    "yes, any country, just not Spain or France": [],
    "yes, not Spain, France please": ["france"],
    "Yes, but I don't want Spain, France please": ["france"],
    "no Spain please, but I'm in": [],
    "ja, egal welches Land, nur nicht Spanien": [],
    "Ich möchte Spanien nicht spielen, lieber Russland": ["russia"],
    "Alles außer Frankreich, bin dabei!": [],
    "Ich nehme Frankreich": ["france"],
    "Gern, am liebsten Frankreich": ["france"],
    "Ich bin dabei, Preußen oder Österreich wäre schön.": ["prussia", "austria"],
    "Ist Frankreich noch frei?": ["france"],
}
COLOURS = ("red", "blue", "green")
DECLINES = [
    "no thanks",
    "No, sorry.",
    "Thanks for asking, but not this time.",
    "I'd love to, but I can't.",
    "I don't have time just now. Greetings from Spain!",
    "Count me out",
    "Nein danke, keine Zeit.",
    "Ich würde gerne, aber ich kann leider nicht. Grüße aus Spanien!",
    "Ich möchte nicht mitspielen",
]
NEITHER = [
    "How long does a game take?",
    "Is Britain hard to play?",
    "Thank you for your mail, which has been received as ticket 5.",
    "Hello from France!",
    "Schöne Grüße aus Frankreich!",
    "Wie lange dauert ein Spiel?",
    "I don't want Spain",
    "",
]


@pytest.mark.parametrize("text", WANTS)
def test_a_wish_to_play_is_understood(text):
    wish = invitation_answers.read(text.split("\n"), WORDS, KEYS)
    assert wish.wants
    assert not wish.declines
    assert list(wish.seats) == WANTS[text]


@pytest.mark.parametrize("text", DECLINES)
def test_so_is_that_somebody_does_not_play(text):
    wish = invitation_answers.read(text.split("\n"), WORDS, KEYS)
    assert (wish.wants, wish.declines, wish.seats) == (False, True, ())


@pytest.mark.parametrize("text", NEITHER)
def test_what_says_neither_is_neither(text):
    wish = invitation_answers.read(text.split("\n"), WORDS, KEYS)
    assert (wish.wants, wish.declines, wish.seats) == (False, False, ())
    assert wish.asks == ("?" in text)


def test_a_colour_is_named_by_its_whole_short_name():
    words = GAMES["empires-of-the-ancient-world"].words
    wish = invitation_answers.read(
        ["I'd like to play red, or else blue"], words, {key: key for key in COLOURS}
    )
    assert wish.seats == ("red", "blue")
    wish = invitation_answers.read(
        ["Ja, gerne! Ich möchte Rot spielen."], words, {"red": "red", "blue": "blue"}
    )
    assert wish.seats == ("red",)


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("Gern, am liebsten als Preußen", ("britain",)),
        ("Yes please, I'd like to be Prussia", ("britain",)),
        ("I'm in as Austria", ("france",)),
        ("Yes, Prussia or France", ("britain", "france")),
        ("Ja, nur nicht Preußen", ()),
    ],
)
def test_a_power_stands_for_the_seat_that_leads_it_at_the_start(text, seats):
    rules = GAMES["seven-years-world-war"]
    options = rules.options({"seats": 2})
    called = invitation_answers.called(rules, options)
    wish = invitation_answers.read([text], rules.words, called)
    assert wish.wants
    assert wish.seats == seats


def test_where_powers_are_chosen_in_play_each_stands_for_itself():
    rules = GAMES["seven-years-world-war"]
    options = rules.options({"seats": 2, "scenario": "free"})
    called = invitation_answers.called(rules, options)
    assert called == {key: key for key in rules.seat_names(options)}


def test_a_line_with_a_setting_names_no_seat():
    lines = [
        "yes",
        "zone Europe/Madrid",
        "Sprache de",
        "name: Prussian Blue",
        "Würfelworte: France",
    ]
    spoken = invitation_answers.spoken(lines, requests.read(lines))
    assert spoken == ["yes"]


@pytest.mark.parametrize(
    "line",
    [
        "dice: rote Rosen",
        "My dice words: rote Rosen",
        "Würfel: rote Rosen",
        "Würfelworte: rote Rosen",
        "meine Wuerfelwoerter: rote Rosen",
    ],
)
def test_words_for_the_dice_are_a_setting(line):
    assert requests.read([line]).settings == {"dice": "rote Rosen"}


def test_in_a_running_game_an_order_about_dice_or_cubes_is_no_setting():
    said = requests.read(["Würfel: noch einmal"], settings=False)
    assert not said.settings
    assert said.lines == ("Würfel: noch einmal",)
