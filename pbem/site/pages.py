"""The pages of a campaign: self-contained files with their own styles, fonts and scripts.

Each page's policy (CSP) lets it load only pictures beside it and run only its own script.
"""

import base64
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from html import escape
from importlib.metadata import version
from itertools import pairwise
from typing import Any

from markupsafe import Markup

from engine.core.messages import Message, text
from pbem.reports import times
from pbem.reports.composers.press_and_diary import entries, piece_title
from pbem.reports.composers.words import Words, plain, running
from pbem.reports.drawing import map_svg
from pbem.reports.jinja_environment import pages
from pbem.reports.mail_parts import PressTold
from pbem.reports.rendering.document import words
from pbem.resources import templates
from pbem.site import markup, statistics, svg_groups_kept_once
from pbem.site.campaign import Campaign
from pbem.site.campaign_by_windows import Frame, Stop

FONTS = (
    ("IM FELL English", "normal", "normal", "IMFellEnglish-Roman-Latin.woff2"),
    ("IM FELL English", "italic", "normal", "IMFellEnglish-Italic-Latin.woff2"),
    ("DejaVu Sans Condensed", "normal", "bold", "DejaVuSansCondensed-Bold-Latin.woff2"),
)
"""Family, style, weight and file of the fonts used in maps."""
PROOF = (
    *("proof.busy", "proof.good", "proof.good_chain", "proof.bad", "proof.bad_secret"),
    *("proof.bad_salt", "proof.bad_draw", "proof.bad_chain", "proof.bad_file"),
)
"""The messages of the page that checks a record."""
VERSION = version("pbem")


@dataclass(frozen=True)
class Seen:
    """A stop and its frame, put into words."""

    window: int
    at: str
    moment: str
    asked: str
    told: str
    press: Sequence[Mapping[str, str]] = ()


@dataclass(frozen=True)
class Part:
    """A part of a campaign, such as a round: its stops, and the map at its end."""

    title: str
    stops: Sequence[Seen]
    words: str
    picture: str
    points: Sequence[tuple[int, int]]


def picture_of(frame: Frame) -> str:
    """Return the file name of a frame's picture; each position has its own."""
    return f"{hashlib.sha256(''.join(frame.groups).encode()).hexdigest()[:16]}.png"


@dataclass(frozen=True)
class Page:
    """What the templates of a campaign's pages show."""

    campaign: Campaign
    worded: Words
    url: str
    """The address of its pages; "" if unknown."""
    seen: Sequence[Seen] = field(init=False)

    def __post_init__(self) -> None:
        press = [*map(self._press, self.campaign.press)]
        object.__setattr__(self, "press", press)
        pairs = zip(self.campaign.stops, self.campaign.frames, strict=True)
        seen = [self._seen(stop, frame, press) for stop, frame in pairs]
        object.__setattr__(self, "seen", seen)

    press: list[dict[str, Any]] = field(init=False)

    # What templates use

    def say(self, id: str, **slots: Any) -> str:
        """Return a message as plain text."""
        return self.worded.plain(id, **slots)

    text = staticmethod(text)

    def day(self, moment: str) -> Message:
        """Return the date of a time."""
        return text(times.date(moment, self.worded.language.how))

    def minute(self, moment: str) -> str:
        """Return date and time of day of a time (in UTC); empty if there is none."""
        return times.date(moment, self.worded.language.how, time=True) if moment else ""

    @property
    def name(self) -> str:
        """The campaign's name."""
        return self.campaign.name

    @property
    def over(self) -> bool:
        """Whether the campaign has ended."""
        return self.campaign.telling.over

    @property
    def title(self) -> str:
        """The title of its pages."""
        return self.say("site.of_game", name=text(self.name), title=text(self.campaign.rules.title))

    @property
    def about(self) -> str:
        """A line about how it stands."""
        frame, said = self.campaign.frames[-1], [self.say(self.campaign.state)]
        if not self.over:
            said.append(frame.moment)
        number = max(stop.number for stop in self.campaign.stops)
        said.append(self.say("site.windows", count=number))
        said.append(self.say("site.begun", at=self.day(self.campaign.started)))
        if self.campaign.ended:
            said.append(self.say("site.ended", at=self.day(self.campaign.ended)))
        return " · ".join(said)

    @property
    def scores(self) -> bool:
        """Whether scoring the position would change anybody's points in any frame."""
        frames = self.campaign.frames
        return any(now != then for frame in frames for now, then in frame.points.values())

    @property
    def to_text(self) -> Message:
        """The address of the page that needs no script."""
        return text("text.html")

    @property
    def seats(self) -> list[dict[str, str]]:
        """The seats, with name and colour."""
        return [
            {"key": key, "name": self.called(key), "tint": self.campaign.tint(key)}
            for key in self.campaign.seats
        ]

    def called(self, key: str) -> str:
        """Return the name for a key; if its parts are joined by colons, the name of each."""
        return " ".join(plain(self.worded.name(part)) for part in key.split(":"))

    def fighter(self, key: str) -> str:
        """Return the name of a side in an attack; "neutral" for a side that is no seat's."""
        side = self.worded.game.telling.fighter(key)
        if isinstance(side, Message):
            return plain(self.worded.said(side))
        return self.called(str(side)) or self.say("site.neutral")

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the map, in pixels."""
        folder = self.campaign.telling.drawings
        width, height = map_svg.drawings_in(folder).layout["size"] if folder else (0, 0)
        return width, height

    @property
    def tall(self) -> bool:
        """Whether the map is so high that there is room beside it on a page of a book."""
        width, height = self.size
        return height > 2 * width

    @property
    def attacks(self) -> list[dict[str, Any]]:
        """All attacks, in order of time."""
        pairs = zip(self.campaign.stops, self.campaign.frames, strict=True)
        return [
            {
                "window": stop.number,
                "place": self.called(place),
                "attacker": self.fighter(attacker),
                "defender": self.fighter(defender),
            }
            for stop, frame in pairs
            for place, attacker, defender in frame.battles
        ]

    @property
    def attackers(self) -> list[str]:
        """The names of all who attacked or were attacked."""
        sides = {one[side] for one in self.attacks for side in ("attacker", "defender")}
        return sorted(sides - {self.say("site.neutral")})

    @property
    def places(self) -> list[str]:
        """The names of the places where there were attacks."""
        return sorted({one["place"] for one in self.attacks})

    @property
    def result(self) -> Markup:
        """How the game ended; empty while it goes on."""
        if not (verdict := self.say_verdict()):
            return Markup("")
        verdict = f"<p><strong>{escape(verdict)}</strong></p>"
        return Markup(verdict + markup.blocks(self.worded.game.result()))

    def say_verdict(self) -> str:
        """Say who has won; empty while the game goes on."""
        ended = self.campaign.view.get("result") and self.over
        return words(running(self.worded.game.verdict())) if ended else ""

    @property
    def diaries(self) -> Markup:
        """The diaries of a game that has ended."""
        return Markup(markup.blocks(entries(self.campaign.diaries, self.worded)))

    @property
    def dice(self) -> Markup:
        """The results of the dice, a table for each kind."""
        parts = [f'<p class="soft">{escape(self.say("site.dice_how"))}</p>']
        parts += map(self._fallen, self.campaign.dice)
        parts += [self._hands()] if self.campaign.hands else []
        nothing = f"<p>{escape(self.say('site.dice_none'))}</p>"
        return Markup("".join(parts) if self.campaign.dice or self.campaign.hands else nothing)

    def _hands(self) -> str:
        """Make the table of who rolled what: a row for each seat, with its average; the expected
        average is below."""
        sides = [str(n + 1) for n in range(statistics.SIDES)]
        ids = ("site.who", "site.dice_rolled", "site.dice_average")
        heads = [*map(self.say, ids), *sides]
        head = "".join(
            f'<th scope="col"{" class=r" if n else ""}>{escape(h)}</th>'
            for n, h in enumerate(heads)
        )
        rows = "".join(map(self._hand, self.campaign.hands))
        how = self.say("site.dice_hands_how", average=self._decimal((statistics.SIDES + 1) / 2))
        return (
            f"<h3>{escape(self.say('site.dice_hands'))}</h3>"
            f'<div class="wide" tabindex="0"><table><thead><tr>{head}</tr></thead>'
            f'<tbody>{rows}</tbody></table></div><p class="soft">{escape(how)}</p>'
        )

    def _hand(self, hand: statistics.Hand) -> str:
        told = [hand.rolled, self._decimal(hand.average), *hand.counts]
        cells = "".join(f'<td class="r">{one}</td>' for one in told)
        return f'<tr><th scope="row">{escape(self.called(hand.seat))}</th>{cells}</tr>'

    def _decimal(self, number: float) -> str:
        whole, part = f"{number:.1f}".split(".")
        return self.say("site.decimal", whole=whole, part=part)

    def _fallen(self, row: Any) -> str:
        sum_ = self.say("site.dice_sum", count=row.draws, of=row.of)
        chance = self.say("site.percent", number=round(100 * row.by_chance))
        outcomes = "".join(f'<th scope="col" class="r">{n}</th>' for n in range(1, row.of + 1))
        drawn = "".join(f'<td class="r">{count}</td>' for count in row.counts)
        expected = f'<td class="r">{self._decimal(row.expected)}</td>' * row.of
        rows = (
            ("site.dice_outcome", outcomes),
            ("site.dice_count", drawn),
            ("site.dice_expected", expected),
        )
        said = ((f'<th scope="row">{escape(self.say(id))}</th>', row) for id, row in rows)
        body = "".join(f"<tr>{head}{cells}</tr>" for head, cells in said)
        return (
            f"<h3>{escape(sum_)}</h3>"
            f'<div class="wide" tabindex="0"><table><tbody>{body}</tbody></table></div>'
            f'<p class="soft">{escape(self.say("site.dice_chance"))}: {escape(chance)}</p>'
        )

    @cached_property
    def parts(self) -> list[Part]:
        """The parts of the campaign; each ends where a frame says so."""
        ends = [n + 1 for n, frame in enumerate(self.campaign.frames) if frame.chapter]
        places = sorted({0, *ends, len(self.seen)})
        return [self._part(first, after) for first, after in pairwise(places)]

    def _part(self, first: int, after: int) -> Part:
        frame = self.campaign.frames[after - 1]
        drawn = self.campaign.telling.drawings is not None
        return Part(
            self.campaign.frames[first].moment,
            self.seen[first:after],
            frame.words,
            f"maps/{picture_of(frame)}" if drawn else "",
            [frame.points[seat] for seat in self.campaign.seats],
        )

    # Parts that are put into words only once

    def _seen(self, stop: Stop, frame: Frame, press: Sequence[Mapping[str, Any]]) -> Seen:
        asked = self.say("site.asked", seats=tuple(stop.asked)) if stop.asked else ""
        undone = f'<p class="soft">{escape(self.say("site.undone"))}</p>' if frame.undone else ""
        return Seen(
            window=stop.number,
            at=self.minute(stop.at),
            moment=frame.moment,
            asked=asked,
            told=Markup(frame.told + undone),
            press=[one for one in press if one["window"] == stop.number],
        )

    def _press(self, one: PressTold) -> dict[str, Any]:
        return {
            "title": plain(piece_title(one, self.worded)),
            "at": self.minute(one.at),
            "window": self.campaign.stops[self.campaign.at(one.at)].number,
            "text": Markup(markup.quote(one.text)),
        }


def map_page(page: Page) -> str:
    """Write the page with map and slider."""
    folder, language = page.campaign.telling.drawings, page.campaign.telling.language
    drawn = map_svg.drawings_in(folder, language).base if folder else ""
    base = svg_groups_kept_once.slim(drawn)
    return _rendered(
        "campaign", page, base=Markup(base), data=_json(_data(page)), script="campaign.js"
    )


def text_page(page: Page) -> str:
    """Write the page that has everything as text, with a picture for each part."""
    return _rendered("text", page)


def dice_page(page: Page) -> str:
    """Write the page that checks the record."""
    words = {id.removeprefix("proof."): page.say(id) for id in PROOF}
    record = _json(page.campaign.record)
    return _rendered("dice", page, words=_json(words), record=record, script="dice.js")


def _rendered(name: str, page: Page, **more: Any) -> str:
    return rendered(name, page.worded.plain, page.campaign.telling.language, page=page, **more)


def rendered(
    name: str,
    say: Callable[..., str],
    language: str,
    *,
    script: str = "",
    **more: Any,
) -> str:
    """Render a page's template with its style sheet and its script."""
    own = templates() / "site" / f"{name}.css"
    program = _source(script) if script else ""
    return (
        pages()
        .get_template(f"site/{name}.html.j2")
        .render(
            say=say,
            text=text,
            language=language,
            version=VERSION,
            policy=_policy(program),
            fonts=Markup(_fonts()),
            style=Markup(_source("style.css")),
            more_style=Markup(own.read_text("utf-8") if own.is_file() else ""),
            script=Markup(program),
            **more,
        )
    )


def _policy(script: str) -> str:
    """Return the page's policy, which allows only its own script, by its hash (CSP 3)."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    allowed = f"; script-src 'sha256-{digest}'" if script else ""
    return (
        "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src 'self' data:; "
        f"base-uri 'none'; form-action 'none'{allowed}"
    )


def _source(name: str) -> str:
    return (templates() / "site" / name).read_text("utf-8")


@cache
def _fonts() -> str:
    return "".join(_font(*font) for font in FONTS)


def _font(family: str, style: str, weight: str, file: str) -> str:
    data = base64.b64encode((templates() / "fonts" / file).read_bytes()).decode()
    return (
        f"@font-face{{font-family:'{family}';font-style:{style};font-weight:{weight};"
        f"src:url(data:font/woff2;base64,{data}) format('woff2')}}"
    )


def _json(value: Any) -> Markup:
    """Write JSON that is safe inside a script element, whatever its strings contain."""
    said = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    for sign in "<>&\u2028\u2029":
        said = said.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(said)


def _data(page: Page) -> dict[str, Any]:
    """Return the data for the map page's script."""
    campaign, pool = page.campaign, svg_groups_kept_once.Pool()
    numbers = [pool.numbers(frame.groups) for frame in campaign.frames]
    tags, groups = pool.packed()
    shown = zip(page.seen, campaign.frames, _differences(numbers), strict=True)
    chapters = [n for n, frame in enumerate(campaign.frames) if frame.chapter or n == 0]
    return {
        "frames": [_frame(page, seen, frame, drawn) for seen, frame, drawn in shown],
        "tags": tags,
        "groups": groups,
        "head": campaign.head,
        "tints": [campaign.tint(seat) for seat in campaign.seats],
        "chapters": chapters,
        "first": 0 if page.over else len(page.seen) - 1,
        "said": {
            "map": page.say("site.map"),
            "play": page.say("site.play"),
            "pause": page.say("site.pause"),
            "nothing": page.say("site.happened_nothing"),
        },
    }


def _frame(page: Page, seen: Seen, frame: Frame, drawn: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "w0": seen.window,
        "n": page.say("site.window", number=seen.window, over=page.over),
        "at": seen.at,
        "m": seen.moment,
        "asked": seen.asked,
        "told": str(seen.told),
        "p": [frame.points[seat] for seat in page.campaign.seats],
        "b": bool(frame.battles),
        "w": frame.words,
        **drawn,
    }


def _differences(frames: Sequence[Sequence[int]]) -> list[dict[str, Any]]:
    """Return the groups of each frame: only those that differ, if the frame before has equally
    many."""
    found: list[dict[str, Any]] = []
    for n, groups in enumerate(frames):
        if n and len(groups) == len(frames[n - 1]):
            pairs = enumerate(zip(frames[n - 1], groups, strict=True))
            found.append({"d": [[at, new] for at, (old, new) in pairs if old != new]})
        else:
            found.append({"g": list(groups)})
    return found
