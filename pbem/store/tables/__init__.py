"""The tables of the store, one class each.

Times are aware and in UTC. Kinds and states are plain strings; the docstring of the table lists the
values. JSON is stored as text, and read and written as a whole.
"""

from pbem.store.tables.columns import Moment, metadata
from pbem.store.tables.forum import ForumMember, ForumPost, ForumPosting, ForumSeal, ForumThread
from pbem.store.tables.games import Clearance, Game, GameData, GameSecret, SafetyStop, Vote
from pbem.store.tables.mails import (
    AnswerCount,
    Answered,
    Bouncing,
    InboundMail,
    Outgoing,
    PendingConfirmation,
    Routing,
    SendingRate,
    ToldHost,
)
from pbem.store.tables.persons_and_subscribers import Person, Subscriber
from pbem.store.tables.press import DiaryEntry, Press, PressCopy
from pbem.store.tables.record import Entry, Event, QueueLine, SealedAnswer, Snapshot, Window
from pbem.store.tables.seats import Absence, Entrant, Seat

__all__ = [
    "Absence",
    "AnswerCount",
    "Answered",
    "Bouncing",
    "Clearance",
    "DiaryEntry",
    "Entrant",
    "Entry",
    "Event",
    "ForumMember",
    "ForumPost",
    "ForumPosting",
    "ForumSeal",
    "ForumThread",
    "Game",
    "GameData",
    "GameSecret",
    "InboundMail",
    "Moment",
    "Outgoing",
    "PendingConfirmation",
    "Person",
    "Press",
    "PressCopy",
    "QueueLine",
    "Routing",
    "SafetyStop",
    "SealedAnswer",
    "Seat",
    "SendingRate",
    "Snapshot",
    "Subscriber",
    "ToldHost",
    "Vote",
    "Window",
    "metadata",
]
