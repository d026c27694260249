"""No secret of one seat is in anything that is sent to another.

Two campaigns that differ only in what a seat cannot see send it the same mails, to the letter.
"""

import email.policy
import re
from dataclasses import replace

import pytest

from engine.core.bots import Stream, random_choice, thrifty_choice
from engine.core.rules_interface import Table
from engine.games import GAMES
from engine.queue.steps_to_choices import ordered
from pbem.campaign import game_store, host_acts
from pbem.features.spectators import subscribers
from pbem.mail.identity import TAG
from pbem.reports import stored_mails
from pbem.reports.mails import PlayMail
from pbem.store import tables as t
from tests.house import PLAYERS, House, kinds, readable, to

RULES = "struggle-of-empires"
FIVE = [*PLAYERS, "prussia@example.org"]
BOARDS = {"en": "board@forum.example", "de": "brett@example.org"}
GERMAN = ("france", "spain")
"""Seats that read German."""
CHAIN = re.compile(rb"(?:record line|Protokollzeile) (\d+) \([0-9a-f]{4}\)")
"""The record's hash is a commitment to what is hidden too: it differs, and tells nothing."""


CHAIN_LINE = re.compile(rb"(?:record line|Protokollzeile) (\d+)")


class Other(Table):
    """A table at which all that is drawn for one seat's eyes only comes out otherwise."""

    def __init__(self, table):
        self.true = table

    @property
    def state(self):
        return self.true.state

    def draw(self, label, options, *, to=None, hoped=None):
        drawn = self.true.draw(label, options, to=to, hoped=hoped)
        if to is None:
            return drawn
        return options[len(options) - 1 - options.index(drawn)]

    def tell(self, event):
        self.true.tell(event)


def otherwise():
    """The same rules; only what one seat alone may see is different."""
    right = GAMES[RULES]

    def of(rules):
        return lambda table, *args: rules(Other(table), *args)

    segments = {name: of(rules) for name, rules in right.segments.items()}
    return {RULES: replace(right, segments=segments)}


class Campaign:
    """A campaign of five, played by mail from first to last."""

    def __init__(self, folder, games=GAMES):
        self.house = House(folder, games=games)
        self.house.new(seats=5)
        for language, address in BOARDS.items():
            self.house.command(subscribers.subscribe, address=address, language=language)
        self.house.join(*FIVE, wish={p: p.partition("@")[0] for p in FIVE})
        self.lines = []
        for seat in GERMAN:
            self.house.order(seat, "language de")
        self.house.cycle(minutes=10)

    def play(self, number, stream):
        """Answer so many questions by chance: those of the first auction without thrift."""
        while len(self.lines) < number:
            seat, text = self.chosen(stream)
            self.send(seat, text)
            if self.house.game().status != "running":
                break

    def chosen(self, stream):
        session = self.house.session()
        seat = session.waiting()[0]
        choose = random_choice if len(self.lines) < 40 else thrifty_choice
        choice = choose(session.decision(seat), stream)
        return seat, ordered(session, seat, choice)

    def send(self, seat, text):
        self.lines.append((seat, text))
        self.house.order(seat, text)
        self.house.cycle(minutes=10)

    def mails(self, address):
        """The mails to an address as they were sent, but for the chain of the record."""
        return [mail_bytes(mail) for mail in to(self.house.box, address) if kinds([mail]) != FINAL]

    def events(self):
        return self.house.rows(t.Event)


FINAL = ["final"]


def mail_bytes(mail):
    return CHAIN.sub(rb"record line \1", mail.as_bytes(policy=email.policy.default))


@pytest.fixture(scope="module")
def played(request, tmp_path_factory):
    """Two campaigns with the same mails, and other secrets."""
    folder = tmp_path_factory.mktemp("secrets")
    number = request.param
    first, second = Campaign(folder / "first"), Campaign(folder / "second", otherwise())
    first.play(number, Stream("secrets"))
    for seat, text in first.lines:
        second.send(seat, text)
    yield first, second
    first.house.close()
    second.house.close()


def hidden(campaign):
    return [(row.body, row.to) for row in campaign.events() if row.to is not None]


WHOLE = pytest.param(10_000, marks=pytest.mark.soak, id="whole")
lengths = pytest.mark.parametrize("played", [pytest.param(45, id="short"), WHOLE], indirect=True)


@lengths
def test_the_two_campaigns_differ_in_what_is_hidden_and_in_nothing_else(played):
    first, second = played
    assert hidden(first) != hidden(second)
    assert len(hidden(first)) == len(hidden(second)) > 0
    views = [c.house.session().view(None) for c in played]
    assert views[0] == views[1] or first.house.game().status == "over"


@lengths
def test_the_public_gets_the_same_reports_in_every_language(played):
    first, second = played
    for address in BOARDS.values():
        assert first.mails(address) == second.mails(address) != []


@lengths
def test_every_seat_gets_the_same_mails_until_it_has_a_secret_of_its_own(played):
    """Its own counters come from a bag out of which the others have taken other ones."""
    first, second = played
    compared = 0
    for address in FIVE:
        own = own_secret(first, address.partition("@")[0])
        for one, other in zip(first.mails(address), second.mails(address), strict=True):
            if one != other:
                assert told_up_to(one) >= own
                break
            compared += 1
    assert compared > 50


def own_secret(campaign, seat):
    """The line of the record at which a seat first drew something that it alone may see."""
    lines = [row.n for row in campaign.events() if row.to and seat in row.to]
    return min(lines, default=10**9)


def told_up_to(mail):
    return int(CHAIN_LINE.search(mail)[1])


@lengths
def test_no_mail_shows_the_address_the_tag_or_the_ids_of_another(played):
    for campaign in played:
        for mail in campaign.house.box:
            said = readable(mail)
            others = {player for player in FIVE if player != mail["To"]}
            assert not [other for other in others if other in said]
            seats = {found[1] for found in TAG.findall(said)}
            nobodys = ("joining", "reader")  # of who joins, takes over or reads along himself
            assert all(seat in mail["To"] or seat.startswith(nobodys) for seat in seats)


def test_what_is_held_for_a_seat_is_in_no_mail_of_another(tmp_path):
    """One campaign in which a seat sends its orders beforehand, one in which it does not."""
    silent, sly = Campaign(tmp_path / "silent"), Campaign(tmp_path / "sly")
    for campaign in (silent, sly):
        while campaign.house.session().waiting():
            session = campaign.house.session()
            if "placement" in {q.kind.name for q in session.questions.values()}:
                break
            campaign.send(session.waiting()[0], "keep all")
    turn = sly.house.session().view(None)["seats"]
    first = sly.house.session().waiting()[0]
    last = turn[turn.index(first) - 1]
    sly.house.order(last, "place fort in Africa\nplace navy in India\n")
    sly.house.cycle(minutes=1)
    silent.house.cycle(minutes=1)
    for campaign in (silent, sly):
        campaign.house.sent()
        campaign.house.box = [m for m in campaign.house.box if m["Reply-To"]]
        for number in (1, 2, 3):
            seat = turn[(turn.index(first) + number - 1) % 5]
            campaign.send(seat, "place army in Baltic")
    others = [p for p in FIVE if p.partition("@")[0] != last]
    for address in others:
        got = [[said_in(mail) for mail in to(c.house.box, address)] for c in (silent, sly)]
        assert got[0] == got[1]
    silent.house.close()
    sly.house.close()


def said_in(mail):
    """Subject and text, without the ids that count all letters."""
    return mail["Subject"], mail.get_body(("plain",)).get_content()


@lengths
def test_a_view_of_another_seat_is_in_no_payload(played):
    """What is stored to be sent holds the reader's own view, or the public one."""
    seen = 0
    for campaign in played:
        for row in campaign.house.rows(t.Outgoing):
            mail = stored_mails.restored(row.kind, row.payload)
            if view := isinstance(mail, PlayMail) and mail.position.view:
                seen += 1
                assert view["you"] in (row.seat, None)
    assert seen


@lengths
def test_the_secret_of_the_dice_is_in_no_mail_before_the_end(played):
    campaign = played[0]
    with campaign.house.world.store.reading() as db:
        game = host_acts.game_named(db, "soe1")
        secret = game_store.secret_of(db, game).reveal().hex()
        seed = game_store.seed_of_game(db, game).reveal().hex()
    key = campaign.house.world.entropy.derived("tags").hex()
    for mail in campaign.house.box:
        if kinds([mail]) != FINAL:
            assert not [one for one in (secret, seed, key) if one in readable(mail)]


def test_a_standing_deck_is_in_no_mail_of_another(rising, tmp_path):
    """Before the battle that it answers, while that waits for the other deck, and after: the
    opponent learns the cards that were played, and not what else was left standing."""
    told = {}
    for cards in ("heavy horse", "no cards"):
        house = rising.copy(tmp_path / cards)
        house.order("red", f"in field battles: deck: {cards}; no cards\nattack Asia")
        house.cycle(minutes=1)
        house.cycle(hours=24)
        told[cards] = [said_in(mail) for mail in to(house.box, "blue@example.org")]
        assert house.session().sealed["red"][1] == "standing"
        assert list(house.session().waiting()) == ["blue"]
        own = "\n".join(said_in(mail)[1] for mail in to(house.box, "red@example.org"))
        assert cards in own.lower()
        house.close()
    assert told["heavy horse"] == told["no cards"] != []
