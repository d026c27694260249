"""The mails that the moderator writes: a struct for each kind, stored as JSON in its row.

A mail is checked when it is written, in the transaction with the change that it reports: a missing
or wrong field rolls that change back. The head is filled in at that time, from who the mail is for.
The text of each kind is in `composers/`.
"""

from collections.abc import Iterator, Mapping

from pbem.reports.mails.asking_for_yes import (
    AskMail,
    DeniedMail,
    DoubtedMail,
    ElsewhereMail,
    StaleMail,
    UnknownMail,
    UnreadableMail,
    YesMail,
)
from pbem.reports.mails.base import GameMail, Mail, PlayMail, SeatMail
from pbem.reports.mails.forum import (
    ForumNoteMail,
    ForumReplyMail,
    ForumStandingsMail,
    WhatNoted,
    WhatReplied,
)
from pbem.reports.mails.host import Doubt, HostAskMail, HostMail, HostReceiptMail
from pbem.reports.mails.people import (
    AwayAskMail,
    AwayMail,
    ConfirmMail,
    InvitationMail,
    JoinedMail,
    LeftMail,
    PreferencesMail,
    RefusedMail,
    Resigning,
    ResignMail,
    ReturnedMail,
    StrangerMail,
    SubscriptionMail,
    TakeoverMail,
    WhyNoReports,
    WhyRefused,
)
from pbem.reports.mails.play import (
    Act,
    DigestedGame,
    DigestMail,
    FinalMail,
    HandoverMail,
    HeldMail,
    HelpMail,
    HistoryMail,
    NoticeMail,
    OrderFormMail,
    PreviewMail,
    ReceiptMail,
    ReminderMail,
    ReportMail,
    StartedMail,
    StatusMail,
    VoteMail,
)
from pbem.reports.mails.press import DiaryMail, PressMail, PressReceiptMail, UnsentMail

__all__ = [
    "KINDS",
    "Act",
    "AskMail",
    "AwayAskMail",
    "AwayMail",
    "ConfirmMail",
    "DeniedMail",
    "DiaryMail",
    "DigestMail",
    "DigestedGame",
    "Doubt",
    "DoubtedMail",
    "ElsewhereMail",
    "FinalMail",
    "ForumNoteMail",
    "ForumReplyMail",
    "ForumStandingsMail",
    "GameMail",
    "HandoverMail",
    "HeldMail",
    "HelpMail",
    "HistoryMail",
    "HostAskMail",
    "HostMail",
    "HostReceiptMail",
    "InvitationMail",
    "JoinedMail",
    "LeftMail",
    "Mail",
    "NoticeMail",
    "OrderFormMail",
    "PlayMail",
    "PreferencesMail",
    "PressMail",
    "PressReceiptMail",
    "PreviewMail",
    "ReceiptMail",
    "RefusedMail",
    "ReminderMail",
    "ReportMail",
    "ResignMail",
    "Resigning",
    "ReturnedMail",
    "SeatMail",
    "StaleMail",
    "StartedMail",
    "StatusMail",
    "StrangerMail",
    "SubscriptionMail",
    "TakeoverMail",
    "UnknownMail",
    "UnreadableMail",
    "UnsentMail",
    "VoteMail",
    "WhatNoted",
    "WhatReplied",
    "WhyNoReports",
    "WhyRefused",
    "YesMail",
]


def _kinds(above: type[Mail]) -> Iterator[tuple[str, type[Mail]]]:
    """Yield the kinds of mail, by name."""
    for one in above.__subclasses__():
        if "kind" in vars(one):
            yield one.kind, one
        yield from _kinds(one)


KINDS: Mapping[str, type[Mail]] = dict(_kinds(Mail))
