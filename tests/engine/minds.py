"""Games between players with minds of their own."""

from engine.core.bots import Stream, advised_choice, random_choice, thrifty_choice


def play(session, name, mind_of, *, at=None, most=100_000):
    """To the end; `mind_of` a seat is how it chooses, `at` is shown every question."""
    streams = {seat: Stream(f"{name}, {seat}") for seat in session.state.seats}
    for _ in range(most):
        if not (waiting := session.waiting()):
            break
        seat = waiting[0]
        if at:
            at(session, seat)
        session.submit(seat, mind_of(seat)(session, seat, streams[seat]), "bot")
    return session.game.result(session.state)


def by_chance(session, seat, stream):
    return random_choice(session.decision(seat), stream)


def thriftily(session, seat, stream):
    return thrifty_choice(session.decision(seat), stream)


def wins(begin, numbers, others, players, **options):
    """Games that the one seat wins which has the bot, each place at the table in turn."""
    won = 0
    for number in numbers:
        name = f"against {others.__name__} {number}"
        session = begin(name, players, **options)
        seat = session.state.seats[number % players]

        def mind_of(asked, seat=seat):
            return advised_choice if asked == seat else others

        won += seat in play(session, name, mind_of)["winner"]
    return won
