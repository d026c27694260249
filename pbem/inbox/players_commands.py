"""The players' commands by mail: how a line says one, who may send it, and what the page for
players shows.

It is the one source of all three: `requests` and `press_blocks` read mails by it, `permissions`
enforces who may, `tools/commands_table.py` writes the page from it, and tests demand a script for
each command. What a command does is up to its feature (`hooks`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["line", "setting", "head", "preference"]
"""How a command is read: `line` takes a whole line; `setting` too, but only before the game begins;
`head` has text below it; `preference` lines are read by `pbem.settings.preferences`."""
Who = Literal["players", "readers", "anybody"]
"""Who may send it without a tag; `readers` are those who get the public reports, and players."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A line of the page: what to write, and what it does."""

    write: tuple[str, ...]
    does: str


@dataclass(frozen=True, slots=True)
class CommandSpec:
    """One command."""

    verb: str
    patterns: tuple[str, ...]
    """The patterns of a line with this command, ignoring case."""
    shown: tuple[Shown, ...]
    who: Who
    kind: Kind = "line"
    needs_yes: bool = False
    """Whether it changes something, so that a mail without a tag has to be confirmed by a `yes`."""
    grave: bool = False
    """Whether it is done only after a `yes` to the very mail that asks for it."""
    harmless: bool = False
    """Whether an answer to press may contain it; other commands may be part of a text for a
    player."""
    in_all_games: bool = False
    """Whether it applies to all of a person's games at once."""


def _row(does: str, *write: str) -> Shown:
    return Shown(write, does)


def _command(
    verb: str, patterns: str | tuple[str, ...], *shown: Shown, **columns: Any
) -> CommandSpec:
    return CommandSpec(
        verb, (patterns,) if isinstance(patterns, str) else patterns, shown, **columns
    )


_MASKED = r"(?P<masked>anonymous(?:ly)? )?"
_PRESS = (
    rf"{_MASKED}press as (?P<bears>[^:]+?)(?: (?:to|for) (?P<to>[^:]*))? ?:(?P<text>.*)",
    rf"{_MASKED}press(?:(?: to| for)?\b(?P<to>[^:]*))? ?:(?P<text>.*)",
    rf"{_MASKED}press(?: as (?P<bears>[^:]+?))? (?:to|for) (?P<to>[^:]*)",
    rf"{_MASKED}press",
)

SECTIONS: Mapping[str, tuple[CommandSpec, ...]] = {
    "Joining": (
        _command(
            "join",
            r"join(?: (?:the )?game)? (?P<game>[\w-]+)(?: (?:(?:as|with|for) )?(?P<seat>.+))?",
            _row(
                "Take a seat. Without a name you get whatever is left.",
                "join soe1 as Britain",
                "join soe1",
            ),
            who="anybody",
        ),
        _command(
            "name",
            r"(?:shown )?name\s*[:=]\s*(?P<value>.{1,60})",
            _row("Below `join`: the name that the others see.", "name: The Admiral"),
            kind="setting",
            who="anybody",
        ),
        _command(
            "dice",
            r"(?:my )?dice(?: words?)?\s*[:=]\s*(?P<value>.{1,200})",
            _row(
                "Below `join`: any words. They go into the dice, so nobody can have chosen them.",
                "dice: seven purple elephants",
            ),
            kind="setting",
            who="anybody",
        ),
        _command(
            "leave",
            r"leave (?:(?:the )?game )?(?P<game>[\w-]+)",
            _row("Give your seat back, before the game begins.", "leave soe1"),
            who="players",
            needs_yes=True,
        ),
        _command(
            "wait",
            r"wait for (?:a seat (?:in|of) )?(?P<game>[\w-]+)",
            _row("You are offered the next seat that becomes free.", "wait for soe1"),
            who="anybody",
        ),
        _command(
            "subscribe",
            r"subscribe(?: to)?(?: (?:the )?game)? (?P<game>[\w-]+)"
            r"(?P<said>(?:,? (?:as|in|language) \w+)*)",
            _row(
                "Follow a game: you get its public reports.",
                "subscribe soe1",
                "subscribe soe1 as bbcode",
                "subscribe soe1 as markdown language de",
            ),
            who="anybody",
        ),
        _command(
            "unsubscribe",
            r"unsubscribe(?:(?: from)?(?: (?:the )?game)? (?P<game>[\w-]+))?",
            _row("Stop following it.", "unsubscribe soe1"),
            who="anybody",
        ),
    ),
    "Looking around": (
        _command(
            "status",
            r"status(?: (?:of )?(?P<game>[\w-]+))?",
            _row("Where the game stands and whom it is waiting for.", "status"),
            who="players",
            harmless=True,
        ),
        _command(
            "orders?",
            r"orders\s*\?",
            _row("Which of your orders are waiting, and your standing orders.", "orders?"),
            who="players",
            harmless=True,
        ),
        _command(
            "history",
            r"(?:the )?history(?: (?:of )?(?P<said>.*\d.*))?",
            _row(
                "What happened so far. `history` alone lists the numbers you can ask for.",
                "history",
                "history 12",
                "history 10-14",
                "history round 2",
            ),
            who="readers",
        ),
        _command(
            "resend",
            r"(?:please )?(?:resend(?:(?: the)?(?: last)? report)?"
            r"|(?:send )?(?:me )?(?:the )?(?:full |whole )?(?:report|position))"
            r"(?P<topic> (?:with )?(?:a )?map)?(?:,? please)?",
            _row(
                "The last report again, with the whole position.",
                "report",
                "resend",
                "resend with map",
            ),
            who="players",
            harmless=True,
        ),
        _command(
            "help",
            r"(?:help(?: me)?(?: (?:on|with|about|for))?(?:,? please)?"
            r"|(?:please,? )?(?:(?:can|could|would) you (?:please )?)?help(?: me)?(?:,? please)?"
            r":?(?: (?:on|with|about|for))? (?!please)(?P<topic>.+?)(?:,? please)?\??)",
            _row(
                "How to write orders; the rules of one topic, place, tile or card; all forms"
                " of orders (`help order forms`).",
                "help",
                "help combat",
                "help Banking",
            ),
            who="anybody",
            harmless=True,
        ),
    ),
    "Your orders": (
        _command(
            "preview",
            r"(?:(?:please|just|only|a) )*"
            r"(?:pre-?view|dry[ -]?run|test run|simulate|"
            r"what (?:would|will) happen(?: if)?|what if)"
            r"(?: (?:only|please|of|for|with|this|these|the|my|following|orders?|mail|turn))*"
            r"\s*[:?,]*",
            _row("Above your orders: shows what they would do now, and keeps nothing.", "preview"),
            who="players",
        ),
        _command(
            "undo",
            r"undo(?: (?:my )?(?:last )?(?:orders?|move|turn|action|answer))?",
            _row(
                "Take back your last order, as long as no dice have been rolled for it and "
                "nobody has acted since.",
                "undo",
            ),
            who="players",
            needs_yes=True,
        ),
        _command(
            "clear",
            r"(?:please )?"
            r"(?:clear|(?:cancel|delete|drop|forget|scrap|withdraw)"
            r"(?= .*(?:queue|orders|all|everything)))"
            r"(?: (?:all|my|the|of|queued|held|old|waiting|previous|earlier))*"
            r"(?: (?:queue|orders|everything))?(?:,? please)?",
            _row("Drop all orders that are waiting. Standing orders stay.", "clear"),
            who="players",
            needs_yes=True,
        ),
        _command(
            "go on",
            r"(?:(?:please|just|then|yes|ok|okay),? )*"
            r"(?:go (?:on|ahead)|continue|carry on|proceed|play on)"
            r"(?: (?:with|without|all|the|my|what|is|rest|others?|"
            r"held|it|them|orders?|lines?|anyway))*"
            r"(?:[ ,.!]+(?:please|thanks|thank you))?",
            _row("Play the orders that wait after a refusal or a `stop`.", "go on"),
            who="players",
            needs_yes=True,
        ),
        _command(
            "yes",
            r"(?:yes|y|ja|oui|si|ok|okay|confirm|confirmed)(?:[ ,.!]+(?:please|thanks|thank you))?",
            _row(
                "Answer to a mail that asks: you join, these orders are played, you vote for it.",
                "yes",
            ),
            who="players",
        ),
        _command(
            "pick",
            r"(?:(?:the|number|no\.?|nr\.?|option|choice|way|#) ?)*"
            r"(?P<said>[1-8]|1st|2nd|3rd|[4-8]th|first|second|third|fourth|fifth|sixth|seventh|"
            r"eighth)(?: (?:one|way|option))?[.)]?(?:[ ,.!]+(?:please|thanks|thank you))?",
            _row("Answer to a numbered list of what your mail may mean: the second is done.", "2"),
            who="players",
        ),
        _command(
            "no",
            r"(?:no|n|nein|non)(?:[ ,.!]+(?:please|thanks|thank you))?",
            _row("Answer to a mail that asks for a `yes`: do not do it, or vote against it.", "no"),
            who="players",
        ),
    ),
    "The other players": (
        _command(
            "press",
            _PRESS,
            _row(
                "Send what follows to them, up to a line `end press` or the end of the mail.",
                "press to France:",
                "press to France, Spain:",
                "press to all:",
                "press to allies:",
                "press to host:",
            ),
            _row(
                "Press without your name, or in another player's name, if the game allows it.",
                "anonymous press to Spain:",
                "press as France to Spain:",
            ),
            who="players",
            kind="head",
        ),
        _command(
            "reply",
            rf"{_MASKED}reply(?P<all>(?: to)? all)?(?: to (?:press )?(?P<number>\d{{1,6}}))?"
            r" ?:(?P<text>.*)",
            _row(
                "In your answer to press: to its author, or to everybody who got it.",
                "reply:",
                "reply all:",
            ),
            who="players",
            kind="head",
        ),
        _command(
            "diary",
            r"(?:my )?diary(?: entry)? ?:(?P<text>.*)",
            _row(
                "A note that only you can read. When the game is over, the final report "
                "shows it to all.",
                "diary: Spain owes me one.",
            ),
            who="players",
            kind="head",
        ),
        _command(
            "diary?",
            r"(?:show )?(?:my )?diary ?\??",
            _row("Show your diary.", "diary?"),
            who="players",
            harmless=True,
        ),
        _command(
            "propose",
            r"(?:i )?propose:? (?P<said>.+)",
            _row(
                "Start a vote.",
                "propose draw",
                "propose end",
                "propose extend 2 days",
                "propose replace Spain",
            ),
            who="players",
            needs_yes=True,
        ),
        _command(
            "vote",
            r"(?:i )?vote:? (?P<ballot>yes|no|y|n)"
            r"(?: (?:on|to|for|about) (?:vote |number )?(?P<said>.+))?",
            _row(
                "Vote. `yes` or `no` in an answer to the mail about the vote does the same.",
                "vote yes",
                "vote no",
            ),
            who="players",
            needs_yes=True,
            grave=True,
        ),
        _command(
            "withdraw",
            r"withdraw (?=\S)(?:(?:my|the) )?"
            r"(?:(?:proposal|vote|motion)(?: (?:of|to|for|on))?)?"
            r"(?: ?(?P<said>(?:an? )?(?:draw|end|extend|replace)\b.*|\d+))?",
            _row("Take your own proposal back.", "withdraw proposal"),
            who="players",
            needs_yes=True,
        ),
        _command(
            "resign",
            r"(?:i )?resign(?: (?:my seat|for good|from (?:the|this) game))*",
            _row("Give up your seat for good. You are asked to confirm it.", "resign"),
            who="players",
            needs_yes=True,
            grave=True,
        ),
    ),
    "Being away": (
        _command(
            "away",
            r"(?:i am |i'm |i will be )?away(?:[ :,]+(?P<away>.*\d.*))?",
            _row(
                "You are away, in all your games. Say after a colon what should happen: "
                "`wait`, `stand-in` or `standing orders`.",
                "away from 3 May to 12 May",
                "away May 3-12: stand-in",
            ),
            who="players",
            needs_yes=True,
            in_all_games=True,
        ),
        _command(
            "back",
            r"(?:i am |i'm )?back(?: again| now)*(?:[ ,.!]+(?:thanks|thank you))?",
            _row(
                "You are here again. If a bot plays for you, any order you send means the same.",
                "back",
            ),
            who="players",
            needs_yes=True,
            in_all_games=True,
        ),
    ),
    "Your mails": (
        _command(
            "forum word",
            r"(?:please )?(?:send )?(?:me )?(?:a |my |the )?forum ?word(?:,? please)?",
            _row(
                "The word that lets your account in the forum send your orders: post it there.",
                "forum word",
            ),
            who="players",
        ),
        _command(
            "new token",
            r"(?:please )?(?:(?:send|give) me )?(?:a )?new (?:token|tag)s?(?:,? please)?",
            _row(
                "The tags in all mails you have had about this game stop counting, and you get a "
                "new one. Use it when somebody else may have read your mails.",
                "new token",
            ),
            who="players",
            needs_yes=True,
        ),
        _command(
            "seal",
            r"(?:please )?seal(?: (?:this|these|my)(?: orders?)?)?\s*:?",
            _row(
                "The hash of the orders below it, to be shown in the forum; nothing else is done.",
                "seal",
            ),
            who="players",
        ),
        _command(
            "sealed",
            r"(?:my orders?(?: are)? )?sealed\s*[:=]?\s*(?:sha-?256\s*[:=]?\s*)?"
            r"(?P<said>[0-9a-f]{64})",
            _row(
                "Show the hash of your orders now, and their text later.",
                "sealed: 029d4b3de3d338d1bd97e82e79cc7352db77c0e6306dbac839c49e3c1809d991",
            ),
            who="players",
            needs_yes=True,
        ),
        _command(
            "seal word",
            r"seal ?word\s*[:=]\s*(?P<said>[\w-]{1,80})",
            _row(
                "The word of your seal: the orders beside it are checked and obeyed.",
                "seal word: green-tulip",
            ),
            who="players",
            needs_yes=True,
        ),
        _command(
            "unseal",
            r"(?:please )?(?:unseal|(?:take back|withdraw) (?:my |the )?seal)",
            _row("Take your seal back.", "unseal"),
            who="players",
            needs_yes=True,
        ),
        _command(
            "preferences",
            r"(?:(?:show|list) )?(?:my )?(?:preferences|settings|prefs)",
            _row("Show all of the settings below, and how to change them.", "preferences"),
            who="players",
            in_all_games=True,
        ),
        _command(
            "zone",
            r"(?:my )?(?:time ?)?zone(?: is)?\s*[:= ]\s*(?P<zone>[A-Za-z][\w/+-]+)",
            _row(
                "Show times by this clock, and keep your deadlines out of the night there.",
                "zone Europe/Madrid",
            ),
            who="players",
            needs_yes=True,
            in_all_games=True,
        ),
        _command(
            "prefer",
            (),
            _row("Plain text only, or text and HTML.", "text only", "html"),
            _row("Reports without or with the map.", "no map", "map on"),
            _row(
                "With each question, get the order form, a page that writes orders, or not.",
                "form on",
                "form off",
            ),
            _row(
                "Only mails that ask you something, or all. Nothing is lost: the next "
                "question tells you what happened.",
                "only my turn",
                "all reports",
            ),
            _row(
                "One mail a day about all your games. Questions still come at once.",
                "digest at 7",
                "digest off",
            ),
            _row(
                "Mails in this language, in all your games.",
                "language de",
                "language en",
            ),
            who="players",
            kind="preference",
            needs_yes=True,
            in_all_games=True,
        ),
    ),
}
"""The commands, by the headings of the page."""
COMMANDS = {spec.verb: spec for specs in SECTIONS.values() for spec in specs}
"""All commands, by verb."""


def of_kind(kind: Kind) -> list[CommandSpec]:
    """Return the commands that are read this way, in the order in which they are tried."""
    return [spec for spec in COMMANDS.values() if spec.kind == kind]
