"""The settings that new games begin with: how long they wait, and what they ask of players."""

from typing import Any

from pydantic import Field, ValidationInfo, field_validator, model_validator

from pbem.settings import attendance_policy, pacing
from pbem.settings.attendance_policy import LISTS
from pbem.settings.sections.section import Hundred, Section


class Pace(Section):
    """How long new games wait for an answer; `pbem pace` changes it for a running game."""

    time: str = Field("48h", description="Such as 48h, 2 days or 3 working days.")
    bank: str = Field("none", description="A time bank instead: 72h +24h max 120h; or none.")
    days: str = Field("all", description="Days on which time counts: mon-fri, mon,wed,fri or all.")
    hours: str = Field("any", description="Hours at which a deadline may fall: 8-22, 20 or any.")
    blackout: str = Field("none", description="Days that do not count: 2026-12-24..2026-12-27.")
    zone: str = Field("UTC", description="The time zone of days and hours: Europe/Berlin.")
    grace: str = Field("none", description="How long a late answer still counts: 12h, or none.")
    reminders: str = Field(
        "50, 12",
        description="Reminders go out when so many per cent of the time are left; or none.",
    )

    @model_validator(mode="before")
    @classmethod
    def _in_its_old_form(cls, given: Any) -> Any:
        """`hours = 48` was the time where there was no `time`; `reminders = [50, 12]` a list."""
        if not isinstance(given, dict):
            return given
        now, hours = dict(given), given.get("hours")
        if type(hours) is int:
            now |= (
                {"hours": str(hours)} if "time" in given else {"hours": "any", "time": f"{hours}h"}
            )
        if isinstance(given.get("reminders"), list):
            now["reminders"] = ", ".join(map(str, given["reminders"])) or "none"
        return now

    @field_validator(*pacing.SETTINGS)
    @classmethod
    def _readable(cls, value: str, given: ValidationInfo) -> str:
        try:
            pacing.changed(pacing.Pace(), {str(given.field_name): value})
        except pacing.NotAPace as problem:
            how = str(problem).partition(": ")[2]
            raise ValueError(f"cannot be read: {how}") from None
        return value

    @property
    def of_new_games(self) -> pacing.Pace:
        """The pace that these settings make."""
        return pacing.changed(pacing.Pace(), self.model_dump())


class People(Section):
    """What new games ask of players, and do when players are missing."""

    stand_in_after: Hundred = Field(
        2, description="A bot stands in after so many missed deadlines in a row; 0: never."
    )
    offer_after: Hundred = Field(
        3,
        description="After so many answers of the bot, the seat is offered to others; 0: never.",
    )
    punctual: Hundred = Field(
        0, description="Only players who answered so many per cent in time may join."
    )
    away: str = Field(
        ", ".join(attendance_policy.WAYS),
        description="What players may choose for an absence, or none.",
    )
    away_days: int = Field(14, ge=0, le=365, description="Days of one absence, at most.")
    away_total: int = Field(42, ge=0, le=3_650, description="Days of absence in a whole game.")
    press: str = Field(
        "signed", description="Press between players: signed, anonymous, forged, or none."
    )
    late_press: attendance_policy.LatePress = Field(
        "embargoed", description="Press from a player who is late: embargoed, or at once."
    )
    votes: str = Field(
        ", ".join(attendance_policy.MATTERS), description="What players may vote on, or none."
    )
    spectators: bool = Field(
        True, description="Whether anybody may get the public reports by mail."
    )

    @field_validator("late_press", mode="before")
    @classmethod
    def _renamed(cls, value: Any) -> Any:
        return attendance_policy.RENAMED.get(value, value) if isinstance(value, str) else value

    @field_validator(*LISTS)
    @classmethod
    def _readable(cls, value: str, given: ValidationInfo) -> str:
        try:
            attendance_policy.listed(str(given.field_name), value)
        except attendance_policy.NotTerms as problem:
            how = str(problem).partition(": ")[2]
            raise ValueError(f"cannot be read: {how}") from None
        return value

    @property
    def of_new_games(self) -> attendance_policy.Terms:
        """The terms that these settings make."""
        read = {key: attendance_policy.listed(key, getattr(self, key)) for key in LISTS}
        return attendance_policy.Terms(**{**self.model_dump(), **read})
