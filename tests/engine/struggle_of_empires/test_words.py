"""What the orders of Struggle of Empires are read as, and printed as."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.decision import Refusal
from engine.games import GAMES
from engine.orders.vocabulary import Line, NotAnOrder
from engine.struggle_of_empires.data import SHIPPED, read
from tests.wording import worded

DATA = read(SHIPPED)

GAME = GAMES["struggle-of-empires"]
WORDS = GAME.words
PLACES = (*DATA.regions, "home")
UNITS = ("army", "navy", "fort")
FREE = ["action", "free_action"]
MOVES = ["action", "further_move", "native_move"]

FORMS = [
    ("choose India 4+3gold", [(["draft"], ("choose", "india", "4+3gold"))]),
    ("choose India 4", [(["draft"], ("choose", "india", "4"))]),
    ("choose South America colony", [(["draft"], ("choose", "south_america", "pop"))]),
    ("pick Slaves in Caribbean", [(["draft"], ("choose", "caribbean", "slaves"))]),
    ("choose neutral 3 with 3 gold in Africa", [(["draft"], ("choose", "africa", "3+3gold"))]),
    ("draft Gold Coast Commerce in NA", [(["draft"], ("choose", "north_america", "slaves"))]),
    ("choose Africa", [(["draft"], ("choose", "africa", "?"))]),
    ("bid 3 red Austria blue France", [(["auction"], ("bid", 3, "austria", "france"))]),
    ("bid 3 red Austria", [(["auction"], ("bid", 3, "austria", "none"))]),
    ("bid 3 blue Austria", [(["auction"], ("bid", 3, "none", "austria"))]),
    ("pass", [(["auction", "action"], ("pass",))]),
    ("pass both", [(["action"], ("pass",)), (["action"], ("pass",))]),
    ("build army in India", [(["action", "militia_build"], ("build", "army", "india"))]),
    ("build army", [(["action", "militia_build"], ("build", "army", "home"))]),
    ("rebuild fort from India in Africa", [(["action"], ("rebuild", "fort", "india", "africa"))]),
    (
        "build navy in Baltic, army in Baltic",
        [
            (["action", "militia_build"], ("build", "navy", "baltic")),
            (["militia_build"], ("build", "army", "baltic")),
        ],
    ),
    ("use Militia in Baltic", [(["militia_build"], ("build", "army", "baltic"))]),
    ("move fort home to India", [(MOVES, ("move", "fort", "home", "india"))]),
    (
        "move navy North America to India, army German States to India",
        [
            (MOVES, ("move", "navy", "north_america", "india")),
            (["further_move"], ("move", "army", "german_states", "india")),
        ],
    ),
    ("attack Britain in North America", [(["action"], ("attack", "north_america", "britain"))]),
    ("attack neutral 4 in India", [(["action"], ("attack", "india", "neutral:4"))]),
    ("attack neutral 4+3gold in India", [(["action"], ("attack", "india", "neutral:4+3gold"))]),
    ("attack pirates in India", [(["action"], ("attack", "india", "pirates"))]),
    ("attack rebels in Caribbean", [(["action"], ("attack", "caribbean", "rebels"))]),
    (
        "use Surprise Attack: attack France in Baltic",
        [(["action"], ("attack", "baltic", "france")), (["surprise"], ("surprise",))],
    ),
    ("use Surprise Attack", [(["surprise"], ("surprise",))]),
    ("use Blockade", [(["double_support"], ("use_blockade",))]),
    ("colonize South America", [(["action"], ("colonize", "south_america"))]),
    ("commerce Caribbean", [(["action"], ("commerce", "caribbean"))]),
    ("enslave Caribbean", [(["action"], ("commerce", "caribbean"))]),
    ("claim Banking", [(["action"], ("claim", "banking"))]),
    ("buy Banking", [(["action"], ("claim", "banking"))]),
    ("take Banking", [(["action"], ("claim", "banking"))]),
    ("claim Portugal", [(["action"], ("claim", "portugal"))]),
    ("ally North American Indians", [(["action"], ("ally", "north_american_indians"))]),
    ("use War Office: attack Britain in India", [(FREE, ("war_office", "india", "britain"))]),
    ("use Mercenaries", [(FREE, ("mercenaries", "home"))]),
    ("use Pressgangs in Africa", [(FREE, ("pressgangs", "africa"))]),
    ("use Trained Native Militia in India", [(FREE, ("trained_native_militia", "india"))]),
    ("use Trained Natives in India", [(FREE, ("trained_native_militia", "india"))]),
    (
        "use Trained Native Militia in India, army India to Caribbean",
        [
            (FREE, ("trained_native_militia", "india")),
            (["native_move"], ("move", "army", "india", "caribbean")),
        ],
    ),
    ("use Diplomatic Service: ally Portugal", [(FREE, ("diplomatic_service", "portugal"))]),
    ("use Sugar Plantations", [(FREE, ("sugar_plantations", "?"))]),
    ("use Improved Agriculture", [(FREE, ("improved_agriculture",))]),
    (
        "use Levant Company in Mediterranean",
        [(FREE, ("levant_company", "mediterranean"))],
    ),
    ("use Blockade in India", [(FREE, ("blockade", "india"))]),
    ("pirates against France in Caribbean", [(["action"], ("pirates", "caribbean", "france"))]),
    ("revolt against France in Caribbean", [(["action"], ("revolt", "caribbean", "france"))]),
    ("join with 1 army, 2 navies", [(["call"], ("join", 1, 2))]),
    ("join with all armies, no navies", [(["call"], ("join", "all", 0))]),
    ("join with all", [(["call"], ("join", "all", "all"))]),
    ("call: join with all", [(["call"], ("join", "all", "all"))]),
    ("decline", [(["call", "naval"], ("decline",))]),
    ("call: decline", [(["call"], ("decline",))]),
    ("at sea: decline", [(["naval"], ("decline",))]),
    ("fight", [(["naval", "surrender"], ("fight",))]),
    ("on land: fight", [(["surrender"], ("fight",))]),
    ("surrender", [(["surrender"], ("surrender",))]),
    ("at sea: fight", [(["naval"], ("fight",))]),
    ("alliance as army", [(["alliance_use"], ("alliance", "army"))]),
    ("alliance as navy", [(["alliance_use"], ("alliance", "navy"))]),
    ("alliance unused", [(["alliance_use"], ("alliance", "unused"))]),
    ("reroll", [(["reroll"], ("reroll",))]),
    ("re-roll", [(["reroll"], ("reroll",))]),
    ("withdraw", [(["withdraw"], ("withdraw",))]),
    ("stand", [(["withdraw"], ("stand",))]),
    ("lose army", [(["loss"], ("lose", "army"))]),
    ("lose fort", [(["loss"], ("lose", "fort"))]),
    ("lose Spain", [(["loss"], ("lose", "spain"))]),
    ("pay to stay", [(["sea_die"], ("pay", "stay"))]),
    ("pay to arrive", [(["sea_die"], ("pay", "arrive"))]),
    ("accept", [(["sea_die"], ("accept",))]),
    ("place army in India", [(["placement"], ("place", "army", "india"))]),
    (
        "keep India, redraw Baltic",
        [(["redraw"], ("keep", "india")), (["redraw"], ("redraw", "baltic"))],
    ),
]


def steps(text: str) -> list[tuple[list[str], tuple[object, ...]]]:
    """Each step of a line as its kinds, in the order of the forms, and its one choice."""
    line = WORDS.read(text)
    assert isinstance(line, Line), line
    found = []
    for step in line.steps:
        choices = list(dict.fromkeys(choice for _, choice in step.candidates))
        assert len(choices) == 1, step
        found.append(([kind for kind, _ in step.candidates], choices[0]))
    return found


@pytest.mark.parametrize(("text", "expected"), FORMS, ids=[text for text, _ in FORMS])
def test_every_documented_form_is_understood(text: str, expected: object) -> None:
    assert steps(text) == expected


def test_keep_alone_keeps_the_dice_or_all_markers() -> None:
    line = WORDS.read("keep")
    assert isinstance(line, Line)
    assert set(line.steps[0].candidates) == {("redraw", ("keep", "all")), ("reroll", ("keep",))}


SAME = [
    ("ATTACK BRITAIN IN NORTH AMERICA!", "attack Britain in North America"),
    ("please attack the British in N. America", "attack Britain in North America"),
    ("then attack Great Britain at North America, please", "attack Britain in North America"),
    ("attack in India: Britain", "attack Britain in India"),
    ("Hello, attack Britain in the Caribbean. Thanks, Spain", "attack Britain in Caribbean"),
    ("1. attack Britain in India", "attack Britain in India"),
    ("* move navy NA -> India", "move navy North America to India"),
    ("move a navy from N. America into India", "move navy North America to India"),
    ("move the fleet to India from North America", "move navy North America to India"),
    ("move Navy \u2192 India from N. America", "move navy North America to India"),
    ("send 2 ships GS to Africa", "move 2 navies German States to Africa"),
    ("move two armies home to India", "move army home to India, army home to India"),
    (
        "move navy NA to India and army GS to India",
        "move navy North America to India, army German States to India",
    ),
    ("bid 3: red Austria, blue the Dutch", "bid 3 red Austria blue United Provinces"),
    ("bid three, Austria red, Dutch blue", "bid 3 red Austria blue United Provinces"),
    ("raise to 3 blue UP red Austria", "bid 3 red Austria blue United Provinces"),
    ("join with one army and two navies", "join with 1 army, 2 navies"),
    ("help with 2 navies and 1 army", "join with 1 army, 2 navies"),
    ("join with an army", "join with 1 army"),
    ("incite pirates in the Carib against the French", "pirates against France in Caribbean"),
    ("colonise S. America", "colonize South America"),
    ("use Mercs", "use Mercenaries"),
    ("ally with the Indians", "ally North American Indians"),
    ("b\u00faild \u00e1rmy \u00edn B\u00e4ltic", "build army in Baltic"),
    ("attack 4 + 3 gold in India", "attack neutral 4+3gold in India"),
    ("I would like to claim Banking", "claim Banking"),
    ("attack natives 3 in Africa", "attack neutral 3 in Africa"),
]


@pytest.mark.parametrize(("text", "canonical"), SAME, ids=[text for text, _ in SAME])
def test_case_accents_articles_prepositions_and_short_forms_do_not_matter(
    text: str, canonical: str
) -> None:
    line = WORDS.read(text)
    assert isinstance(line, Line), line
    assert steps(text) == steps(canonical)
    assert line.guesses == ()


GUESSED = [
    ("then buy mercenarys please", "claim Mercenaries", '"mercenarys" read as Mercenaries'),
    ("bild army in India", "build army in India", '"bild" read as build'),
    ("build army in Indai", "build army in India", '"indai" read as India'),
    ("claim Amry Trainng", "claim Army Training", '"amry trainng" read as Army Training'),
    ("atack Britain in India", "attack Britain in India", '"atack" read as attack'),
    ("lose Sapin", "lose Spain", '"sapin" read as Spain'),
    ("move navys NA to India", "move navy NA to India", '"navys" read as navy'),
    ("colonize Afrca", "colonize Africa", '"afrca" read as Africa'),
]


@pytest.mark.parametrize(("text", "meant", "guess"), GUESSED, ids=[text for text, *_ in GUESSED])
def test_a_small_slip_is_put_right_and_reported(text: str, meant: str, guess: str) -> None:
    line = WORDS.read(text)
    assert isinstance(line, Line), line
    assert steps(text) == steps(meant)
    assert guess in map(worded, line.guesses)


REFUSED = [
    "attack Britian in India",
    "attack Britain in Indai",
    "use War Office: attack Britain in Indai",
    "pirates against Frence in Caribbean",
    "revolt against France in Carribean",
]


@pytest.mark.parametrize("text", REFUSED)
def test_who_or_what_is_attacked_is_never_guessed(text: str) -> None:
    refusal = WORDS.read(text)
    assert isinstance(refusal, Refusal)
    assert "never guess who" in worded(refusal)
    assert not isinstance(refusal, NotAnOrder)


AMBIGUOUS = [
    ("move army America to India", "North America or South America"),
    ("claim Training", "Army Training or Naval Training"),
    ("build army in Indies", "East Indies"),
]


@pytest.mark.parametrize(("text", "asked"), AMBIGUOUS, ids=[text for text, _ in AMBIGUOUS])
def test_what_may_mean_two_things_is_asked(text: str, asked: str) -> None:
    refusal = WORDS.read(text)
    assert isinstance(refusal, Refusal)
    assert asked in worded(refusal)


NOT_UNDERSTOOD = [
    "attack Britain",
    "don't attack Britain in India",
    "attack Britain in India?",
    "attack Britain in India if it rains",
    "re-roll if it rains",
    "else: build army in India if it rains",
    "bid -3 red Austria blue France",
    "bid 1.5 red Austria blue France",
    "bid 99999999 red Austria blue France",
    "bid 3 Austria France",
    "build 0 armies",
    "move 50 armies home to India",
    "join with 1.000 armies",
    "build army \u0418\u043d\u0434\u0438\u044f",
    "move army to India home",
    "move army and navy home to India",
    "build army in Atlantis",
    "lose",
]


@pytest.mark.parametrize("text", NOT_UNDERSTOOD)
def test_what_is_not_understood_whole_is_not_obeyed_in_part(text: str) -> None:
    refusal = WORDS.read(text)
    assert isinstance(refusal, Refusal), refusal
    assert not isinstance(refusal, NotAnOrder)


def test_a_refusal_names_the_forms_that_are_near() -> None:
    refusal = WORDS.read("attack Britain")
    assert isinstance(refusal, Refusal)
    assert "attack POWER in REGION" in worded(refusal)


@pytest.mark.parametrize(
    "text",
    [
        "Hello,", "Dear moderator,", "best, Spain", "Spain", "Cheers!", "Kind regards", "", "--",
        "Thank you very much", "> attack Britain in India", "# claim Banking",
        "What a lovely evening that was",
    ],
)  # fmt: skip
def test_greetings_signatures_and_remarks_are_no_orders(text: str) -> None:
    assert isinstance(WORDS.read(text), NotAnOrder)


def test_several_orders_of_a_line_are_several_lines() -> None:
    orders = WORDS.split("attack Britain in India: fight, then buy Banking and give 2 gold to UP")
    assert not isinstance(orders, Refusal)
    assert [order.text for order in orders] == [
        "attack Britain in India",
        "fight",
        "buy Banking",
        "give 2 gold to UP",
    ]
    assert orders[3].anytime == ("give", 2, "united_provinces")


def test_the_verb_is_taken_over() -> None:
    assert [choice for _, choice in steps("claim Banking, Logistics")] == [
        ("claim", "banking"),
        ("claim", "logistics"),
    ]
    assert [choice for _, choice in steps("lose army, Spain")] == [
        ("lose", "army"),
        ("lose", "spain"),
    ]


def test_all_units_that_join_are_printed_as_all() -> None:
    assert WORDS.say("call", ("join", "all", "all")) == "join with all"


def test_gifts_and_offers() -> None:
    for text, choice, waits in [
        ("give 3 gold to France", ("give", 3, "france"), False),
        ("give France 3", ("give", 3, "france"), False),
        ("pay 3 gold to France", ("give", 3, "france"), False),
        ("give 3 gold to France if it joins", ("offer", 3, "france"), True),
        ("offer France 3 gold", ("offer", 3, "france"), True),
    ]:
        line = WORDS.read(text)
        assert isinstance(line, Line), line
        assert (line.anytime, line.with_action, line.steps) == (choice, waits, ())
        assert WORDS.role(line) == "anytime"


def test_actions_wait_in_the_queue_and_answers_do_not() -> None:
    for text, role in [
        ("pass", "action"),
        ("bid 1 red Spain", "action"),
        ("use Mercenaries", "action"),
        ("place army in India", "action"),
        ("use Militia in India", "answer"),
        ("decline", "answer"),
        ("lose fort", "answer"),
    ]:
        line = WORDS.read(text)
        assert isinstance(line, Line)
        assert WORDS.role(line) == role, text


def test_the_roles_are_those_of_the_kinds_of_decision() -> None:
    actions = [name for name, kind in GAME.kinds.items() if kind.role == "action"]
    assert sorted(WORDS.words.actions) == sorted(actions)


@pytest.mark.parametrize("kind", sorted(GAME.kinds))
def test_every_kind_of_decision_has_forms_with_help(kind: str) -> None:
    usages = WORDS.usages(kind) or (kind == "further_move" and WORDS.usages("action"))
    assert usages
    assert all(text and told for text, told in usages)


def test_forms_serve_only_kinds_that_there_are() -> None:
    assert {kind for form in WORDS.forms for kind in form.kinds} <= set(GAME.kinds)


def test_names_are_those_of_the_data() -> None:
    for key in (*DATA.powers, *DATA.regions, *DATA.tiles, *DATA.alliances):
        assert WORDS.name(key) == DATA.name(key)
        assert WORDS.key(DATA.name(key), among=[key]) == key


def test_a_key_is_found_as_people_say_it() -> None:
    assert [WORDS.key(said) for said in ("the Dutch", "GB", "Rusia", "German States")] == [
        "united_provinces",
        "britain",
        "russia",
        "german_states",
    ]


region, power = st.sampled_from(DATA.regions), st.sampled_from(DATA.powers)
place = st.sampled_from(PLACES)
unit, number = st.sampled_from(UNITS), st.integers(0, 999_999)
face = st.sampled_from(
    sorted({face for faces in DATA.faces.values() for face in faces} - {"pop", "slaves"})
)
target = power | face.map("neutral:{}".format) | st.sampled_from(["pirates", "rebels"])
alliance = st.sampled_from(sorted(DATA.alliances))


def choice_of(verb: str, *arguments: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.tuples(st.just(verb), *arguments)


free_actions = st.one_of(
    choice_of("war_office", region, target),
    choice_of("mercenaries", place),
    choice_of("pressgangs", place),
    choice_of("trained_native_militia", region),
    choice_of("diplomatic_service", alliance),
    choice_of("improved_agriculture"),
    st.tuples(st.sampled_from(DATA.trade_tiles), region),
    choice_of("blockade", region),
)
CHOICES: dict[str, st.SearchStrategy[object]] = {
    "redraw": choice_of("keep", region | st.just("all")) | choice_of("redraw", region),
    "draft": choice_of("choose", region, face | st.sampled_from(["pop", "slaves"])),
    "placement": choice_of("place", unit, place),
    "auction": st.one_of(
        choice_of("bid", number, power, power),
        choice_of("bid", number, power, st.just("none")),
        choice_of("bid", number, st.just("none"), power),
        choice_of("pass"),
    ),
    "action": st.one_of(
        choice_of("build", unit, place),
        choice_of("rebuild", unit, place, place),
        choice_of("move", unit, place, place),
        choice_of("attack", region, target),
        choice_of("colonize", region),
        choice_of("commerce", region),
        choice_of("claim", st.sampled_from(sorted(DATA.tiles))),
        choice_of("ally", alliance),
        choice_of("pirates", region, power),
        choice_of("revolt", region, power),
        choice_of("pass"),
        free_actions,
    ),
    "free_action": free_actions | choice_of("done"),
    "further_move": choice_of("move", unit, place, place) | choice_of("done"),
    "militia_build": choice_of("build", st.just("army"), place) | choice_of("done"),
    "native_move": choice_of("move", st.just("army"), place, place) | choice_of("stay"),
    "sea_die": choice_of("pay", st.sampled_from(["arrive", "stay"])) | choice_of("accept"),
    "surprise": choice_of("surprise") | choice_of("no_surprise"),
    "call": choice_of("join", st.integers(0, 14), st.integers(0, 8)) | choice_of("decline"),
    "naval": choice_of("fight") | choice_of("decline"),
    "alliance_use": choice_of("alliance", st.sampled_from(["army", "navy", "unused"])),
    "double_support": choice_of("use_blockade") | choice_of("keep_blockade"),
    "surrender": choice_of("surrender") | choice_of("fight"),
    "reroll": choice_of("reroll") | choice_of("keep"),
    "withdraw": choice_of("withdraw") | choice_of("stand"),
    "loss": choice_of("lose", unit | power),
}


def test_every_kind_is_printed_and_read_in_the_next_test() -> None:
    assert sorted(CHOICES) == sorted(GAME.kinds)


@given(st.sampled_from(sorted(CHOICES)).flatmap(lambda k: st.tuples(st.just(k), CHOICES[k])))
def test_what_is_printed_reads_as_the_same_choice(asked: tuple[str, tuple[object, ...]]) -> None:
    kind, choice = asked
    said = WORDS.say(kind, choice)
    line = WORDS.read(said)
    assert isinstance(line, Line), line
    assert all(step.rest and not step.choices(kind) for step in line.steps[1:])
    assert (kind, choice) in line.steps[0].candidates
    assert line.guesses == ()


@given(st.sampled_from(["give", "offer"]), st.integers(1, 999_999), power)
def test_gifts_read_as_they_are_printed(verb: str, gold: int, to: str) -> None:
    line = WORDS.read(WORDS.say_anytime((verb, gold, to)))
    assert isinstance(line, Line)
    assert line.anytime == (verb, gold, to)


@given(st.text(max_size=500))
def test_any_text_is_read_or_refused(text: str) -> None:
    assert isinstance(WORDS.read(text), Line | Refusal)


lines_of_orders = st.lists(
    st.tuples(
        st.sampled_from([text for text, _ in FORMS] + [text for text, *_ in GUESSED]),
        st.sampled_from([", ", "; ", " and ", ", then ", ". "]),
    ).map("".join),
    min_size=1,
    max_size=4,
).map("".join)


@given(lines_of_orders)
def test_each_order_of_a_line_reads_the_same_when_it_stands_alone(text: str) -> None:
    read = WORDS.split(text)
    if isinstance(read, Refusal):
        return
    for order in read:
        again = WORDS.split(order.text)
        assert not isinstance(again, Refusal), order.text
        assert [line.steps for line in again] == [order.steps]


@given(st.lists(st.sampled_from(sorted(WORDS.words.grammar.known)), max_size=40).map(" ".join))
def test_any_row_of_known_words_is_read_or_refused(text: str) -> None:
    assert isinstance(WORDS.read(text), Line | Refusal)


@pytest.mark.parametrize("joint", [" and ", " then ", "; ", ". "])
def test_two_orders_that_could_be_one_are_asked_about(joint):
    read = WORDS.split(f"use Mercenaries{joint}build an army in Africa")
    assert isinstance(read, Refusal)
    assert "may mean one order or two" in worded(read)
    assert len(WORDS.split(f"use Mercenaries in Africa{joint}build an army in Africa")) == 2
    assert len(WORDS.split("use Mercenaries build an army in Africa")) == 1


ALL_OF_THEM = [
    ("move armies Ottoman Empire to Mediterranean", ("army", "ottoman_empire", "mediterranean")),
    ("move all armies OE to Med", ("army", "ottoman_empire", "mediterranean")),
    ("send my fleets in Africa to home", ("navy", "africa", "home")),
    ("move armys Africa to India", ("army", "africa", "india")),
    ("move all of my navies to Baltic", ("navy", "?", "baltic")),
    ("move every ship to Baltic from home", ("navy", "home", "baltic")),
    ("move everything from Africa to India", ("all", "africa", "india")),
    ("move all from Africa to India", ("all", "africa", "india")),
    ("transfer all units in Africa to home", ("all", "africa", "home")),
]


@pytest.mark.parametrize(("text", "meant"), ALL_OF_THEM)
def test_a_plural_without_a_number_and_all_mean_as_many_as_there_are(text, meant):
    [order] = WORDS.split(text)
    [step] = order.steps
    assert (step.every, step.choices("action")) == (True, [("move", *meant)])


@pytest.mark.parametrize(
    "text",
    [
        "move both armies from Africa to India",
        "move the two armies in Africa to India",
        "move both of my armies Africa to India",
        "move 2 armies Africa to India",
        "move armies Africa to India, army home to Baltic",
    ],
)
def test_a_number_of_units_is_no_more_than_that(text):
    [order] = WORDS.split(text)
    assert len(order.steps) == 2
    assert not order.steps[1].every


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("place armies in Caribbean", "'place 2 armies in Caribbean'"),
        ("place all my ships in Africa", "'place 2 navies in Africa'"),
    ],
)
def test_units_that_are_placed_in_the_plural_need_their_number(text, near):
    refused = WORDS.read(text)
    assert isinstance(refused, Refusal)
    assert "does not say how many" in worded(refused)
    assert near in worded(refused)


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("join with armies", ("join", "all", 0)),
        ("help with my fleets", ("join", 0, "all")),
        ("join with both armies", ("join", 2, 0)),
        ("join with all armies and both navies", ("join", "all", 2)),
        ("join with armies and navies", ("join", "all", "all")),
    ],
)
def test_who_joins_with_armies_joins_with_all_of_them(text, choice):
    [order] = WORDS.split(text)
    assert {found for step in order.steps for found in step.choices("call")} == {choice}


@pytest.mark.parametrize("text", ["bid all red Britain blue France", "give both gold to France"])
def test_all_and_both_are_no_amounts_of_gold(text):
    assert isinstance(WORDS.read(text), Refusal)
