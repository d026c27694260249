"""What a mail can be: each kind is judged, and the reason is kept."""

import pytest

from pbem.store import tables as t
from tests.house import HOST, PLAYERS
from tests.pbem.mail.test_delivery_reports import HEAD, STATUS, parted

BRITAIN, FRANCE = PLAYERS[:2]
STRANGER = "stranger@elsewhere.example"
UNKNOWN_ID = "soe1.report.spain.x1y2@example.org"
REPORTS = {
    "bounce(": (STATUS + "Action: failed\nStatus: 5.1.1", "delivery-status"),
    "soft_bounce(": (STATUS + "Action: failed\nStatus: 5.2.2", "delivery-status"),
    "delayed(": (STATUS + "Action: delayed\nStatus: 4.4.1", "delivery-status"),
    "opened(": ("Disposition: manual-action/MDN-sent-manually; displayed",
                "disposition-notification"),
    "complaint(": ("Feedback-Type: abuse\nUser-Agent: x/1\nVersion: 1", "feedback-report"),
}  # fmt: skip
"""What is reported of a mail, by the reason that is kept."""


def report(about, said, kind):
    """A report of the mail with this Message-ID."""
    head = HEAD.format(sender="MAILER-DAEMON@mx.example.net", subject="Returned mail")
    told = parted(said, kind).replace(UNKNOWN_ID, about)
    return (head.replace("<1@", f"<{kind}.{len(said)}@") + told).encode()


def reason(house, sends=None):
    """Why the mail that this sends is judged as it is."""
    before = len(house.letters())
    if sends:
        sends()
    house.cycle(minutes=1)
    (judged,) = house.letters()[before:]
    return judged


def test_a_report_of_a_mail_of_ours_is_named_and_its_number_kept(setting_up):
    sent = setting_up.last(FRANCE)["Message-ID"].strip("<>")
    for named, (said, kind) in REPORTS.items():
        setting_up.drop(report(sent, said, kind))
        status, why = reason(setting_up)
        assert (status, why[: len(named)]) == ("ignored", named)
        assert why[len(named)].isdigit()


def test_a_report_of_no_mail_of_ours_is_strange(setting_up):
    setting_up.drop(report(UNKNOWN_ID, *REPORTS["bounce("]))
    assert reason(setting_up) == ("ignored", "strange_report(bounce)")


def test_a_bounce_that_names_only_an_address_counts_as_one_that_may_pass(setting_up):
    def returned(to):
        body = f"Hi. This is the qmail-send program.\n\n<{FRANCE}>:\nno mailbox here. (#5.1.1)\n"
        head = f"From: MAILER-DAEMON@mx.example.net\nTo: {to}\nSubject: failure notice\n"
        setting_up.drop(f"{head}Message-ID: <{to}>\n\n{body}".encode())
        return reason(setting_up)

    last = max(row.id for row in setting_up.rows(t.Outgoing, recipient=FRANCE, state="sent"))
    forged = setting_up.address.replace("@", "+bounce-1-aaaaaaaaaa@")
    assert returned(forged) == ("ignored", "strange_report(bounce)")
    assert returned(setting_up.address) == ("ignored", f"soft_bounce({last})")
    (known,) = setting_up.rows(t.Bouncing)
    assert (known.address, known.strikes, known.again) == (FRANCE, 0, 1)
    assert setting_up.rows(t.Outgoing, id=last)[0].state == "waiting"


def test_what_a_machine_or_we_ourselves_have_sent_says_so(setting_up):
    def sends(sender, **head):
        return reason(setting_up, lambda: setting_up.mail(sender, "place army in India", **head))

    away = sends(BRITAIN, Auto_Submitted="auto-replied")
    listed = sends(BRITAIN, List_Id="<club.example>")
    bulk = sends(BRITAIN, Precedence="bulk")
    ours = sends(setting_up.address)
    assert away[1].startswith("automatic(out of office")
    assert (listed, bulk) == (("ignored", "automatic(list-id)"),
                              ("ignored", "automatic(Precedence: bulk)"))  # fmt: skip
    assert ours == ("ignored", "our_own")


def test_what_a_person_has_sent_says_who_they_are_and_what_they_want(setting_up):
    report_to_britain = setting_up.last(BRITAIN)

    def answers(text, **head):
        return reason(setting_up, lambda: setting_up.answer(report_to_britain, text, **head))

    assert answers("zone Europe/Madrid") == ("done", "zone")
    assert answers("press to Spain: Shall we?") == ("done", "press(sent)")
    assert answers("place army in India") == ("done", "orders(played)")
    assert answers("Have a look at this.", sender=STRANGER) == ("ignored", "elsewhere")
    stranger = reason(setting_up, lambda: setting_up.mail(STRANGER, "Buy gold!"))
    assert stranger == ("ignored", "stranger")
    host = reason(setting_up, lambda: setting_up.mail(HOST, "pause", subject="soe1"))
    assert host == ("done", "yes_asked")


@pytest.mark.parametrize("passed_on", ["Fwd: {}", "WG: {}", "FW: Re: {}", "{} resent"])
def test_what_somebody_else_forwards_says_so(setting_up, passed_on):
    """Its player is told, or asked for a yes if it orders something; nobody else is answered."""
    report_to_britain = setting_up.last(BRITAIN)
    resent = {"Resent_From": STRANGER} if "resent" in passed_on else {}
    head = {"subject": passed_on.format(report_to_britain["Subject"]), **resent}

    def passes_on(text, sender):
        about = {"sender": sender, **head}
        return reason(setting_up, lambda: setting_up.answer(report_to_britain, text, **about))

    assert passes_on("Have a look at this.", STRANGER) == ("ignored", "forwarded")
    assert {mail["To"] for mail in setting_up.box[-1:]} == {BRITAIN}
    assert passes_on("place army in India", STRANGER) == ("done", "forwarded, yes_asked")
    assert setting_up.session().waiting()[0] == "britain"
    assert passes_on("place army in India", BRITAIN) == ("done", "orders(played)")


def test_an_answer_to_what_was_forwarded_is_none(setting_up):
    report_to_britain = setting_up.last(BRITAIN)
    head = {"sender": STRANGER, "subject": f"Re: Fwd: {report_to_britain['Subject']}"}
    answered = reason(
        setting_up, lambda: setting_up.answer(report_to_britain, "What is this?", **head)
    )
    assert answered == ("ignored", "elsewhere")


def test_what_cannot_be_read_is_set_aside_and_what_came_before_is_known(setting_up):
    setting_up.drop(f"From: {BRITAIN}\nTo: {setting_up.address}\n\n".encode())
    assert reason(setting_up) == ("aside", "unreadable(the mail holds no text)")
    for expected in ("status", "duplicate"):
        setting_up.mail(BRITAIN, "status", message_id="<same@example.org>")
        assert reason(setting_up)[1] == expected
