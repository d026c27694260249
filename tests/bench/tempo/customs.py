"""What differs from game to game in how people write: a table for each."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.core.session import Session

SET_UP = "set-up"


@dataclass(frozen=True)
class Customs:
    """How a game is played by mail, by people who know it."""

    rules: str
    seats: int
    turn: tuple[str, ...]
    """Keys of the public view that tell one turn of a seat from the next."""
    actions: tuple[str, ...]
    """Kinds of decision that are actions of a turn."""
    ahead: int
    """Actions of a mail that has several turns; 0: nobody plans further than his next turn."""
    attacks: tuple[str, ...]
    """Verbs."""
    idle: tuple[str, ...]
    """Verbs by which nothing is done."""
    subjects: Mapping[str, tuple[str, ...]]
    """What windows are about, by kinds of decision; of kinds in none it is combat."""
    auction: str = ""
    """A kind of decision whose course can be foreseen from several tries."""
    free: tuple[str, ...] = ()
    """How orders begin whose refusal is missed by nobody."""
    otherwise: str = ""
    """What is ordered at last where an order of a later turn is not possible any more."""
    below: tuple[str, ...] = ()
    """Kinds that are asked of who attacks: his answer can stand below the order."""
    call: str = ""
    """A kind that is asked of allies in another's turn."""
    standing: tuple[str, ...] = ()
    """What is left standing when the game begins."""
    subject: Mapping[str, str] = field(init=False)
    """Of each kind."""

    def __post_init__(self) -> None:
        found = {kind: subject for subject, kinds in self.subjects.items() for kind in kinds}
        object.__setattr__(self, "subject", found)

    def turn_of(self, session: Session) -> str:
        """Which turn of a seat it is that all see; the set-up is one."""
        view = session.view(None)
        numbers = () if view["phase"] == "setup" else [view[key] for key in self.turn]
        return " ".join(map(str, (view["phase"] == "setup", *numbers)))


STRUGGLE = Customs(
    rules="struggle-of-empires",
    seats=5,
    turn=("phase", "war", "round"),
    actions=("action", "free_action"),
    ahead=10,  # those of a war of five rounds
    attacks=("attack", "war_office"),
    idle=("pass", "done"),
    subjects={
        SET_UP: ("placement", "redraw", "draft"),
        "auctions": ("auction",),
        "actions": (
            "action",
            "free_action",
            "further_move",
            "militia_build",
            "native_move",
            "sea_die",
        ),
        "calls for allies": ("call",),
    },
    auction="auction",
    free=("use ", "done"),
    otherwise="pass",
    below=("naval",),
    call="call",
    standing=(
        "when a defender asks: join with all if I am allied with {friend}; default",
        "when anyone asks: default",
        "in combat: default",
        "when a sea die fails: pay to arrive; default",
        "when attacking: default",
        "when only free actions are left: default",
        "in auctions: me against {foe} up to {ceiling}; pass; default",
    ),
)
EMPIRES = Customs(
    rules="empires-of-the-ancient-world",
    seats=5,
    turn=("phase", "turn", "round"),
    actions=("action",),
    ahead=3,
    attacks=("attack",),
    idle=("pass", "done"),
    subjects={
        SET_UP: ("start_province", "placement", "first_fort"),
        "actions": ("action", "pick", "further_trade"),
    },
    free=("done",),
    otherwise="pass",
    below=("deck",),
    standing=("in battles: best deck", "when attacked: default"),
)
SEVEN_YEARS = Customs(
    rules="seven-years-world-war",
    seats=4,
    turn=("turn", "active"),
    actions=("turn", "treasury"),
    ahead=0,
    attacks=("attack", "force_attack", "alliance_attack"),
    idle=("done",),
    subjects={
        SET_UP: ("draft", "set_up", "wild"),
        "treasuries": ("treasury", "taxes", "settle", "room", "provision"),
        "player turns": ("turn", "commit", "spy"),
        "defences of powers": ("defence", "sturm"),
    },
    free=("done", "end turn"),
    standing=(
        "when diplomacy against {me}: defend with 3; defend with 2; defend with 1; no defence",
        "when diplomacy against anybody: no defence",
    ),
)
CUSTOMS = {customs.rules: customs for customs in (STRUGGLE, EMPIRES, SEVEN_YEARS)}
