"""Mail scripts: what comes in and when, and all that has to go out, each a file in `scripts/`.

begins = "setting_up"            # house (empty), drawing, setting_up, auction, action; empires;
                                 # war: the third game, a turn; asking: and reactions are asked
pace = { time = "48h" }          # its settings, as a host writes them (pbem.settings.pacing)
terms = { stand_in_after = 1 }    # for missing players (pbem.settings.attendance_policy)
limits = { press_a_day = 2 }      # limits of [limits] that are others than the defaults
mail = { authserv_id = "mx" }    # settings of [mail] that are others than the defaults
safety_stop = { missing = 2 }    # limits of [safety_stop] that are others than the defaults
pains = [3]                      # which pains of play by mail it shows the end of (test_pains.py)
[[step]]
shows = ["undo: refusal"]        # what it shows of a command (test_commands_shown.py)
after = "2h"                     # time that passes before it
jumps = "3h"                     # then the clock is set forward while the moderator runs
from = "spain"                   # a seat's address, or any other
answers = "report"               # the last mail of this kind to it, or "last"; else a new mail
sender = "other@example.net"     # if it is not the one who was written to
quotes = "whole"                 # the answered mail below the text; "edited": its first order
                                 # without its comment mark
text = "place army in India"     # also subject, to, headers; {last choice}, {last change}: its line
bounces = "report"               # the last mail of this kind to `from` comes back
refuses = ["france"]             # from now on mails to these (and no others) are refused for good
stalls = ["france"]              # from now on mails to these (and no others) are put off
maps = "drawn"                   # from now on maps are drawn; "failing": they cannot be
host = "pause"                   # instead of a mail: an act of the host, its arguments in `with`
[[step.sends]]                   # every mail that this brings about; in any order
to = "spain"
kind = "receipt"
says = ["1 place army in India played"]
says_not = ["refused"]
files = ["map.png"]              # all that is attached
html = true                      # whether there is a part in HTML
entry = { deadline = ["PUBLISH", 1, "05 Dec 09:00"] }  # method, SEQUENCE and time of deadline.ics
[step.then]                      # the state afterwards
waiting = ["france"]
letter = ["done", "orders: played"]
status = "running"
"""

import re
from datetime import timedelta
from itertools import permutations

import pytest
from icalendar import Calendar

from pbem.campaign import host_acts, stand_in
from pbem.daemon import map_cache
from pbem.features.forum import threads
from pbem.features.host import undoing
from pbem.features.joining import join_and_leave, opening_and_starting
from pbem.features.safety_stop import safety_stop
from pbem.features.spectators import subscribers
from pbem.settings.attendance_policy import Terms, stored
from pbem.store import tables as t
from tests.house import flat, kinds, text_of
from tests.mailbox.scripts_read import SCRIPTS, read


def change_pace(post, game, because="", **settings):
    host_acts.change_pace(post, game, settings, because)


ACTS = {
    "pace": change_pace,
    "invite": join_and_leave.invite,
    "release": lambda post, _game: safety_stop.release(post),
    "pause": host_acts.pause,
    "resume": host_acts.resume,
    "extend": host_acts.extend,
    "cancel": host_acts.cancel,
    "undo": undoing.undo,
    "start": opening_and_starting.start,
    "stand-in": stand_in.by_host,
    "subscribe": subscribers.subscribe,
    "forum": threads.begin,
}
MAPS = {
    "drawn": lambda house: map_cache.maps_of(house.folder),
    "failing": lambda house: (
        lambda _rules, *seen: map_cache.maps_of(house.folder)("nowhere", *seen)
    ),
}
UNITS = {"m": "minutes", "h": "hours", "d": "days"}


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.stem)
def test_a_mail_script_goes_as_written(file, request):
    script = read(file)
    house = request.getfixturevalue(script["begins"])
    house.limit("moderator", host_hears_of_seats=True)
    if "safety_stop" in script:
        house.limit(**script["safety_stop"])
    if "limits" in script:
        house.limit("limits", **script["limits"])
    if "mail" in script:
        house.limit("mail", **script["mail"])
    if "pace" in script:
        house.command(change_pace, **script["pace"])
        house.cycle()
    if "terms" in script:
        house.command(change_terms, **script["terms"])
    for number, step in enumerate(script["step"], 1):
        house.now += time_of(step.get("after", "1m"))
        begin(house, step)
        if "bounces" in step:
            returned = mail_to_answer(house, address_of(step["from"]), step["bounces"])
            house.bounce(returned["X-Envelope-From"])
        elif "from" in step:
            write(house, step)
        if "host" in step:
            arguments = dict(step.get("with", {}))
            if arguments.get("line") == "last choice":
                arguments["line"] = last_line(house, "choice")
            house.command(ACTS[step["host"]], **arguments)
        where = f"{file.name}, step {number}"
        compare(house.cycle(), step.get("sends", []), where)
        check_state(house, step.get("then", {}), where)


def begin(house, step):
    if "jumps" in step:
        should = house.now
        house.now += time_of(step["jumps"])
        safety_stop.look_at_jump(house.world, should, house.now)
    if "new" in step:
        house.new(**step["new"])
    if "refuses" in step:
        house.transport.refused = [address_of(name) for name in step["refuses"]]
    if "stalls" in step:
        house.transport.stalled = [address_of(name) for name in step["stalls"]]
    if "maps" in step:
        house.maps = MAPS[step["maps"]](house)


def change_terms(_post, game, **settings):
    game.terms = stored(Terms(**settings))


def time_of(text):
    number, unit = re.fullmatch(r"(-?[\d.]+)([mhd])", text).groups()
    return timedelta(**{UNITS[unit]: float(number)})


def address_of(name):
    return name if "@" in name else f"{name}@example.org"


def write(house, step):
    sender = address_of(step.get("sender", step["from"]))
    headers = dict(step.get("headers", {}))
    for key in ("subject", "to"):
        if key in step:
            headers[key] = step[key]
    text = step.get("text", "")
    for kind in ("choice", "change"):
        if f"{{last {kind}}}" in text:
            text = text.replace(f"{{last {kind}}}", str(last_line(house, kind)))
    if "answers" not in step:
        house.mail(sender, text, **headers)
        return
    answered = mail_to_answer(house, address_of(step["from"]), step["answers"])
    text += quoted(answered, step.get("quotes", ""))
    house.answer(answered, text, sender=sender, **headers)


def mail_to_answer(house, address, kind):
    mails = [m for m in house.box if m["To"] == address]
    return [m for m in mails if kind == "last" or kinds([m]) == [kind]][-1]


def quoted(mail, how):
    lines = [f"> {line}" for line in text_of(mail).splitlines()]
    if how == "edited":
        first = next(n for n, line in enumerate(lines) if line.startswith(">   # "))
        lines[first] = lines[first].replace("# ", "", 1)
    return "\n\nThe moderator wrote:\n" + "\n".join(lines) if how else ""


def last_line(house, kind):
    return [row.n for row in house.rows(t.Entry) if f'"t":"{kind}"' in row.body][-1]


def compare(sent, expected, where):
    """Every mail is expected and every expected mail is there, each a mail of its own."""
    found = sorted(kind_of(mail) for mail in sent)
    wanted = sorted(kind_wanted(want) for want in expected)
    said = "\n\n".join(flat(mail) for mail in sent)
    assert found == wanted, f"{where}: {said}"
    for kind in dict.fromkeys(wanted):
        mails = [mail for mail in sent if kind_of(mail) == kind]
        wants = [want for want in expected if kind_wanted(want) == kind]
        compare_kind(mails, wants, f"{where}, {kind}")


def compare_kind(mails, wants, where):
    """Mails of one kind to one address: in some order each is as one of the wants says."""
    tries = [
        [wrong for mail, want in zip(order, wants, strict=True) for wrong in faults(mail, want)]
        for order in permutations(mails)
    ]
    assert [] in tries, "\n\n".join([where, *tries[0]])  # the first is the order of sending


def faults(mail, want):
    """Yield what is not in a mail as a script wants it."""
    said = f"{mail['Subject']} {flat(mail)}"
    for text in want.get("says", []):
        if text not in said:
            yield f"{text!r} is not in: {said}"
    for text in want.get("says_not", []):
        if text in said:
            yield f"{text!r} is in: {said}"
    for name, values in want.get("entry", {}).items():
        if entry_of(mail, name) != values:
            yield f"{name} is {entry_of(mail, name)}, not {values}"
    if "html" in want and (mail.get_body(("html",)) is not None) != want["html"]:
        yield f"a part in HTML: not {want['html']}"
    files = [part.get_filename() for part in mail.iter_attachments()]
    if files != want.get("files", files):
        yield f"the files are {files}, not {want['files']}"


def kind_of(mail):
    return mail["To"], *kinds([mail])


def kind_wanted(want):
    return address_of(want["to"]), want["kind"]


def entry_of(mail, name):
    """What a calendar entry of the mail says: its method, its number, its time in UTC."""
    (part,) = [part for part in mail.iter_attachments() if part.get_filename() == f"{name}.ics"]
    calendar = Calendar.from_ical(part.get_content())
    (event,) = calendar.walk("VEVENT")
    assert part["Content-Type"].params["method"] == calendar["METHOD"]
    at = event.decoded("DTSTART").strftime("%d %b %H:%M")
    return [str(calendar["METHOD"]), event["SEQUENCE"], at]


def check_state(house, then, where):
    if "waiting" in then:
        assert house.session().waiting() == then["waiting"], where
    if "status" in then:
        assert house.game().status == then["status"], where
    if "letter" in then:
        assert list(house.letters()[-1]) == then["letter"], where
    for seat, units in then.get("units", {}).items():
        on_board = house.session().view(None)["units"][seat]
        assert {region: sum(u.values()) for region, u in on_board.items()} == units, where
