"""Lines beside orders: talk, headings, and remarks that put the orders below them in doubt."""

import pytest

from engine.core.decision import Refusal
from engine.games import GAMES
from engine.orders.vocabulary import NotAnOrder

SOE, EMPIRES = GAMES["struggle-of-empires"].words, GAMES["empires-of-the-ancient-world"].words
ORDER = {SOE: "colonize Caribbean", EMPIRES: "recruit 1"}
IN_BOTH = list(ORDER.items())

TALK = """
Hi all,
Dear moderator:
Great stuff!
Great!
that was fun!
Your turn!
Take care!
Take your time.
Keep up the good work!
No worries, I have time.
No hurry.
How are you?
How are you all?
Have a nice weekend
Happy new year!
Enjoy!
Well played!
Here we go again
Let the games begin!
This is going to be fun.
I hope everyone is well.
Phew, that was close.
Back from holidays, sorry for the delay!
Sorry, I could not write earlier.
Sorry, had no internet.
Sorry to keep you waiting!
Thanks for the map, it looks great.
I love this game.
What a war!
See you later!
My address is another one now.
Orders for war 1, round 1:
my orders:
My orders for this turn are as follows:
Action 1:
I would like to do the following:
This turn:
Here is what I do:
Sent from my phone
"""
TALK_OF_EMPIRES_IN_EUROPE = """
Sorry for the delay, I was on a business trip to Spain
Hi Moderator, greetings from sunny Spain!
Well fought, Britain!
France moves:
Orders for France, war 1, round 1:
Ouch, Britain took India.
NAME, Head of Sales Austria
Congratulations Spain!
Bravo Spain!
Poor Austria!
No hard feelings, Spain!
Greetings from rainy Austria
Spain is getting strong.
The Dutch were lucky again.
Phew, that was close in the Baltic.
Nice try, Austria!
Russia is always so quiet...
Sent from my iPhone in South America
Good luck to Prussia.
France is in trouble
Merry Christmas from Central Europe
East or west, home is best
"""
TALK_OF_ANTIQUITY = """
Greetings from sunny Sicily!
Well fought, Red!
Ouch, Blue took Africa.
Green moves:
Blue is getting strong.
Congratulations Yellow!
Bravo Purple!
I was in Greece on holidays.
Best wishes from rainy Britannia
What a shame for Green
"""
NEAR_ORDERS = """
attak Frnce in Carib
attak Frnce in Caribean
atk France in India
hit Spain in Baltic
kill Spain in Africa
France in India
Africa India
an army in the Med
army to India
army Africa
use the mercs somewhere
attack them
attack the French where they are weak
Spain attacks Austria in Baltic with 2
1 gold for Spain
2 armies home
bild a fort in Inda
bild a fort
move to India
move everything there
colnise Carib
colonize the Carribean now with slaves
don't attack Spain
do not fight Spain
Atttack Spain now
take everything
take the gold
claim Bankng please soon
claim the banc
sell Banking
raise an army somewhere nice
send my fleet to the Caribbean and back
fleet from Africa
bid 5 for red with France
red Spain, blue France
pass if nobody comes
pass unless attacked
ally with the Bavarians for good
give gold to Spain if he helps me
help Spain in Africa
join the fight
rebuild everything in India
fort, India
Baltic: army
neutral in Africa
"""
NEAR_ORDERS_OF_ANTIQUITY = """
attak Egpt from Cyrene
atk Red in Sicily
hit Blue in Egypt
Red in Sicily
Sicily Africa
base Sicily Africa
a base somewhere
fort wherever Red is
bild fort in Sicly
recruit the best card
recruit something with elephants
hire number nine
take everything
take card nine
disband all of them
disband the weak ones
attack them
attack the reds where they are weak
declare war on Red
go to Africa
raise a fort somewhere nice
trade with Blue in Egypt
trade Egpt
diplomacy in Sicily with Red
diplomacy everywhere
place them all
2 bases
spear, horse and elephants in this order
deck of horse
fight at the walls with all
stay inside unless Red comes
pass if nobody comes
expand to Sicily
give Sicily to Red
do not attack Red
no card from me, Red
start in Sicily or Africa
add the horse
galleys to Africa
"""


def lines(*texts):
    """The lines of these texts."""
    return [line for text in texts for line in text.strip().splitlines()]


@pytest.mark.parametrize(
    ("words", "talk"),
    [
        *((SOE, line) for line in lines(TALK, TALK_OF_EMPIRES_IN_EUROPE)),
        *((EMPIRES, line) for line in lines(TALK, TALK_OF_ANTIQUITY)),
    ],
)
def test_talk_above_a_good_order_neither_stops_it_nor_puts_it_in_doubt(words, talk):
    assert isinstance(words.split(talk), NotAnOrder), words.split(talk)
    assert not words.doubts(words.lines([talk, ORDER[words]]))


@pytest.mark.parametrize(
    ("words", "line"),
    [
        *((SOE, line) for line in lines(NEAR_ORDERS)),
        *((EMPIRES, line) for line in lines(NEAR_ORDERS_OF_ANTIQUITY)),
    ],
)
def test_what_may_be_a_failed_order_is_no_talk(words, line):
    assert not isinstance(words.split(line), NotAnOrder)


DOUBTS = """
Forget my last mail, I do not want this any more:
Would this be legal?
Is this right?
Can I do this?
next turn:
Next turn, perhaps:
In the next round I do:
Orders for next turn:
Later I will:
Options I see:
My old orders were:
I slept on it and talked about it with a friend, and I decided not to
I decided that I would rather not
I'm not sure about this one.
I won\u2019t do that now
Never!
Instead of what I wrote before
Maybe it is better to wait
Hm. I wonder what comes of it.
Cancel that.
Scratch that
Please ignore what stands here
Dear all, please disregard
Just kidding!
"""


@pytest.mark.parametrize("remark", lines(DOUBTS))
@pytest.mark.parametrize(("words", "order"), IN_BOTH, ids=["soe", "empires"])
def test_a_remark_right_above_an_order_may_put_it_in_doubt(words, order, remark):
    if isinstance(words.split(remark), NotAnOrder):
        ((said, below),) = words.doubts(words.lines(["Hello,", "", remark, order]))
        assert (said, below) == (remark, [order])
    else:
        assert isinstance(words.split(remark), Refusal), "it holds what follows"


def doubted(*mail):
    return [order for doubt in SOE.doubts(SOE.lines(mail)) for order in doubt.orders]


def test_the_whole_paragraph_below_a_doubt_is_in_doubt_and_no_more() -> None:
    assert doubted("pass", "next turn:", "colonize Africa", "pass", "", "colonize India") == [
        "colonize Africa",
        "pass",
    ]


def test_a_doubt_with_a_colon_goes_beyond_one_blank_line_and_other_doubts_do_not() -> None:
    assert doubted("Later I will:", "", "pass", "", "colonize India") == ["pass"]
    assert doubted("Would this be legal?", "", "pass") == ["pass"]
    assert not doubted("I would not miss it.", "", "pass")
    assert not doubted("Did you sleep well?", "", "pass")


def test_a_heading_of_orders_ends_a_doubt() -> None:
    assert doubted("next turn:", "pass", "this turn:", "colonize India") == ["pass"]


def test_a_sentence_in_doubt_may_go_on_over_lines_and_a_new_one_is_another() -> None:
    assert doubted("I thought about it and would not,", "since Spain is strong,", "pass") == [
        "pass"
    ]
    assert not doubted("My boss would not let me go.", "Great stuff!", "pass")


def test_a_remark_below_an_order_puts_nothing_above_it_in_doubt() -> None:
    assert not doubted("pass", "Would this be legal?")
    assert not doubted("pass", "", "Next turn I will do more.")


def test_comments_and_lines_not_understood_are_no_doubts() -> None:
    assert not doubted("# next turn:", "pass", "> would you?", "pass")
    assert not doubted("do not attack Spain?", "pass")
