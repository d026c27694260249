"""What a mail does that surely comes from a player: the right tag, the address that joined."""

from __future__ import annotations

from dataclasses import replace

from engine.core.decision import Refusal, Refused
from engine.queue.intake import adds
from pbem.campaign import confirmations, game_data, order_queue
from pbem.campaign.confirmations import Shown
from pbem.campaign.mails.outbox import Post
from pbem.campaign.turns import PLAYING
from pbem.features.absences import absences
from pbem.features.host import undoing
from pbem.features.joining import joining, opening
from pbem.features.preferences import preferences, zones
from pbem.features.press import speaking
from pbem.features.replacement import replacing, resigning
from pbem.features.spectators import subscribing
from pbem.features.votes import ballots, voting
from pbem.inbox import commands, denials, limits, orders, requests
from pbem.inbox.commands import Command, IsOrder, Said
from pbem.inbox.denials import Denied
from pbem.inbox.senders import Caller
from pbem.mail.incoming import Letter
from pbem.store import tables as t

BEHIND = 'It was not looked at, since the order before it stands: send it without "undo".'
NOTHING_HELD = (
    "Nothing is held for you that waits for this: write orders. If the game is paused, only the"
    " host can let it go on."
)
UNDONE = "the last order was taken back"


def hear(post_: Post, caller: Caller, letter: Letter, said: Said, is_order: IsOrder) -> str:
    """Do all that the mail says. What was done, in words; empty: it says nothing that is known, and
    enough of such mails were answered."""
    game, seat = caller.game, caller.seat
    if game is None or seat is None:
        raise ValueError("nobody's mail: its caller has no seat")
    if seat.status == "invited":
        return replacing.hear(post_, game, seat, said)
    if seat.status == "resigned":
        return resigning.hear(post_, game, seat, said)
    if seat.status == "asked":
        done = joining.confirm(post_, game, seat, said)
        opening.start_if_full(post_, game)
        return done
    if caller.press and (unsent := speaking.prose(letter, said)):
        return speaking.show_unsent(post_, game, seat, caller.press, unsent)
    said, denied = denials.sort_out(said, is_order)
    done = denials.deny(post_, game, seat, denied) if denied else ""
    if denied and not (said.rest or said.commands or said.pieces or letter.block):
        return done
    done = ", ".join(filter(None, (done, _hear(post_, caller, letter, said, is_order))))
    speaking.tell(post_, game, seat)
    return done


def _hear(post_: Post, caller: Caller, letter: Letter, said: Said, is_order: IsOrder) -> str:
    game, seat, window = caller.game, caller.seat, caller.window or 0
    if game is None or seat is None:
        raise ValueError("nobody's mail: its caller has no seat")
    shown = _shown(post_, caller, letter, said, is_order)
    if len(shown) > 1:
        return orders.show_again(post_, game, seat, shown, is_order)
    for one in shown:
        if not ballots.asked_in(one.lines):  # who has voted may think better of it
            confirmations.take(post_.db, game, seat, one)
        again = commands.read(one.lines, is_order, settings=False)
        said = replace(again, spaced=(), pieces=(*said.pieces, *again.pieces))
    if shown and (confirmed := said.asks("resign")):
        return resigning.resign(post_, game, seat, confirmed)
    spoken = speaking.hear(post_, game, seat, said)
    if spoken and not (said.rest or said.commands or letter.block):
        return spoken
    join, leave, address = said.asks("join"), said.asks("leave"), seat.address or ""
    if join or leave:
        if not limits.may_answer(post_, address, asked=True):
            return ""
        if leave:
            return joining.leave(post_, leave, address)
        if join:
            return joining.ask_to_join(post_, join, said, address)
    wish = said.asks("subscribe") or said.asks("unsubscribe")
    if wish and (done := subscribing.hear(post_, wish, address)):
        return done
    if named := said.asks("zone"):
        zones.settle(post_, seat, named.zone or "")
    if game.status == "open":
        joining.settle_wishes(seat, said)
    done = _orders_and_requests(post_, game, seat, letter, said, window, answered=bool(spoken))
    return ", ".join(filter(None, (spoken, done)))


def _undo(post_: Post, game: t.Game, seat: t.Seat, command: Command, said: Said) -> str:
    """A player's last order is taken back, or he is told why not; then new ones are not taken."""
    try:
        undoing.undo_own(post_, game, seat)
    except Refused as refused:
        denied = Denied(command.text, str(refused.refusal))
        return denials.deny(post_, game, seat, [denied, *_behind(post_, game, said)])
    return UNDONE


def _behind(post_: Post, game: t.Game, said: Said) -> list[Denied]:
    """The orders of a mail that were to take the place of one that stands."""
    words = game_data.its_words(post_.db, game.data_hash, post_.world.games[game.kind])
    new = [line for line in said.rest if not isinstance(words.split(line), Refusal)]
    return [Denied(line, BEHIND) for line in new]


def _shown(
    post_: Post, caller: Caller, letter: Letter, said: Said, is_order: IsOrder
) -> list[Shown]:
    """What a yes stands for: lines that were shown; or a no, where they ask for a vote. An order
    beside it means itself; what is said to another player means nothing here. What is grave is
    meant only by an answer to the very mail."""
    yes, no = bool(said.asks("yes")), bool(said.asks("no"))
    if caller.game is None or caller.press or yes == no:
        return []
    if any(is_order(line) for line in said.rest):
        return []
    found = confirmations.meant(post_.db, caller.game, caller.seat, letter, caller.shown)
    shown = [
        one
        for one in found
        if not _is_grave(one) or confirmations.is_tied(one, letter, caller.shown)
    ]
    asked = [(one, line) for one in shown if (line := ballots.asked_in(one.lines))]
    return shown if yes else [one._replace(lines=[ballots.against(line)]) for one, line in asked]


def _is_grave(one: Shown) -> bool:
    """Whether it votes or resigns."""
    said = commands.read(one.lines, settings=False)
    return said.asks("resign") is not None or said.asks("vote") is not None


def _writes_again(said: Said, letter: Letter) -> bool:
    """Whether the mail shows that the player answers for his seat himself."""
    meant = bool(said.rest or said.asks("go on")) or letter.block is not None
    return meant and not said.asks("preview")


def _lets_go(said: Said, letter: Letter) -> bool:
    """Whether a mail says that what is held shall go on: so, by a yes that answers nothing else, or
    by the first line of orders that are to be added. Its other lines may be remarks only."""
    yes = said.asks("go on") or (said.asks("yes") and not said.asks("no"))
    return letter.block is None and bool(yes or any(map(adds, said.rest)))


def _nothing_held(said: Said) -> Denied:
    return Denied(" ".join(c.text for c in said.commands if c.verb == "go on"), NOTHING_HELD)


def _comes_or_goes(post_: Post, seat: t.Seat, said: Said) -> str:
    """The player is back, or away. No machine that says so over and over is answered for ever."""
    if not limits.may_answer(post_, seat.address or "", asked=True):
        return orders.ENOUGH
    if said.asks("back"):
        return absences.back(post_, seat)
    leave = said.asks("away")
    return absences.hear(post_, seat, (leave and leave.away) or "")


def _orders_and_requests(
    post_: Post,
    game: t.Game,
    seat: t.Seat,
    letter: Letter,
    said: Said,
    window: int,
    *,
    answered: bool = False,
) -> str:
    """What a mail says besides press; `answered`: another answer to it is on its way."""
    requested, done = requests.requests_in(said), list[str]()
    if said.asks("back"):
        done.append(_comes_or_goes(post_, seat, said))
    if game.status in PLAYING:
        if undo := said.asks("undo"):
            done.append(_undo(post_, game, seat, undo, said))
            if done[-1] != UNDONE:
                return ", ".join(done)
        if said.asks("clear"):
            order_queue.forget_waiting(post_.db, game, seat.key or "")
        if _writes_again(said, letter) and absences.has_written(post_, game, seat):
            done.append("answers for his seat again")
        if said.asks("preview"):
            done.append(orders.preview(post_, game, seat, letter, said, window))
        elif _lets_go(said, letter) and (gone_on := orders.let_go(post_, game, seat, said.rest)):
            done.append(gone_on)
        elif said.asks("go on") and not said.rest:
            done.append(denials.deny(post_, game, seat, [_nothing_held(said)], "nothing is held"))
        elif said.rest or letter.block is not None:
            done.append(orders.obey(post_, game, seat, letter, said, window))
    if said.asks("prefer"):
        done.append(preferences.hear(post_, game, seat, said))
    done += [
        voting.hear(post_, game, seat, one) for one in said.commands if one.verb in voting.VERBS
    ]
    if leaving := said.asks("resign"):
        done.append(resigning.ask(post_, game, seat, leaving))
    if said.asks("away") and not said.asks("back"):
        done.append(_comes_or_goes(post_, seat, said))
    answerable = requested or not (answered or any(done))
    if answerable and limits.may_answer(post_, seat.address or "", asked=bool(requested)):
        done.append(requests.answer_request(post_, game, seat, said))
    return ", ".join(filter(None, done))
