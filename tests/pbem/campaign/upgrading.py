"""Games of a moderator that are stopped somewhere, and go on under other rules: what is done with
them, whatever the game."""

import json
from datetime import timedelta

from engine.core.bots import Stream, random_choice
from engine.core.decision import Refused
from engine.core.verify import verify
from pbem.campaign import host_acts, turns
from pbem.campaign.lookup import portable_record
from pbem.campaign.mails.outbox import Context
from pbem.campaign.seats import add_entrant, assign_seat
from pbem.features.host import changed_rules
from pbem.features.joining import opening_and_starting
from pbem.settings.pacing import Pace
from pbem.store import tables as t
from tests import databases
from tests.house import House

WAYS = {
    changed_rules.DROP: changed_rules.drop,
    changed_rules.RESTART: changed_rules.begin_again,
    changed_rules.GO_ON: changed_rules.go_on,
}


def act(house, name, do, *args):
    """What one command or mail does with a game, in a transaction of its own."""
    house.count += 1
    with house.world.store.transaction() as db:
        post = Context(house.world, db, house.now, f"{name} {house.now} {house.count}")
        return do(post, host_acts.game_named(db, name), *args)


def open_game(house, rules, name, seats, then=None, **options):
    """A game whose seats are taken, each by the player of its name, and which has begun; `then`
    belongs to its beginning: if it fails, there is no game."""
    options = {"seats": len(seats), **options}
    with house.world.store.transaction() as db:
        game = opening_and_starting.new(
            house.world, db, house.now, rules=rules, name=name, options=options, pace=Pace()
        )
        post = Context(house.world, db, house.now, f"start {name}")
        for seat in seats:
            row = add_entrant(db, game, "asked", f"{seat}@example.org", seat)
            row.name = seat.title()
            assign_seat(post, row)
        opening_and_starting.start(post, game)
        if then:
            then(post, game)


def answer(post, game, most=10_000, chance=Stream):
    """Up to so many answers by chance."""
    at, stream = turns.at(post, game), chance(f"{game.name} {game.windows}")
    for _ in range(most):
        if not (waiting := at.session.waiting()):
            break
        at.session.submit(waiting[0], random_choice(at.session.decision(waiting[0]), stream))
    turns.go_on(at)
    turns.tell_all(at)


def under(folder, tmp_path, rules):
    """The same moderator with other rules at hand, who has just been started."""
    house = House(databases.copied(folder, tmp_path / "house"), games={rules.name: rules})
    house.now += timedelta(hours=1)
    changed_rules.take_up(house.world, house.now)
    return house


def look(house, name):
    """How a game stands under the rules at hand."""
    with house.world.store.reading() as db:
        game = host_acts.game_named(db, name)
        return changed_rules.look(db, game, house.world.games[game.kind])


def entries(house):
    """The lines of all games in play, by name: body and hash."""
    with house.world.store.reading() as db:
        games = {game.id: game.name for game in changed_rules.running(db)}
    kept = {name: [] for name in games.values()}
    for row in house.rows(t.Entry):
        kept[games[row.game_id]].append((row.body, row.hash))
    return kept


def past_of(folder, rules):
    """The lines of all games in play there, as they were before anything changed."""
    house = House(folder, games={rules.name: rules})
    past = entries(house)
    house.close()
    return past


def mend(house, name, found, turn):
    """What the host does about it: every way that there is has its turn. Which it was."""
    if found.fits:
        return "fits"
    ways = [way for way, _ in changed_rules.ways_of(found)] + [changed_rules.GO_ON] * found.ended
    if not ways:
        return "held"
    way = ways[turn % len(ways)]
    act(house, name, WAYS[way], "the rules were corrected")
    assert look(house, name).fits
    return way


def exported(house, name):
    """The portable record: its header and its lines."""
    with house.world.store.reading() as db:
        header, *lines = map(json.loads, portable_record.lines(db, host_acts.game_named(db, name)))
    return header, lines


def starts_with(lines, past):
    """Whether a record is an older one, untouched, and something more."""
    return all(
        (line["body"], line["hash"]) == (json.loads(body), hash)
        for line, (body, hash) in zip(lines, past, strict=False)
    ) and len(lines) > len(past)


def check_spans(header, lines, first, rules):
    """Each version verifies its own span, and names the other's."""
    versions = [version["version"] for version in header["versions"]]
    assert versions in ([first.version, rules.version], [rules.version])
    chain, dice, *spans = verify(header, lines, {rules.name: rules})
    assert (chain.ok, dice.ok) == (True, True), dice.text
    assert [span.ok for span in spans] == [None, True][-len(versions) :], [s.text for s in spans]
    if len(versions) == 2:
        assert f"version {first.version}" in spans[0].text
        assert spans[0].text.endswith(f"the version at hand is {rules.version}")
        assert f"lines {header['versions'][1]['line']} to {len(lines) - 1}" in spans[1].text
    older = verify(header, lines, {rules.name: first})[2:]
    assert [span.ok for span in older] == [True, None][: len(versions)], [s.text for s in older]


def cannot_be_taken_over(house, name):
    """The data at hand cannot play it."""
    try:
        act(house, name, changed_rules.take_over_data, "a misprint")
    except Refused as no:
        return "only the pbem" in str(no)
    return False
