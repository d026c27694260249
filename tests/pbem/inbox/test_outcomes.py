"""What came of a mail is a code, and what it is about stands in brackets."""

from pbem.inbox.outcomes import ENOUGH, Outcome, listed
from pbem.inbox.verdicts import Verdict, done


def test_an_outcome_is_shown_as_a_code_with_what_it_is_about():
    assert str(Outcome("joined", "soe1")) == "joined(soe1)"
    assert str(Outcome("away")) == "away"


def test_several_outcomes_are_listed_and_each_once():
    outcomes = (Outcome("elsewhere"), Outcome("denied"), Outcome("denied"))
    assert Verdict("done", outcomes).reason == "elsewhere, denied"
    assert listed(["played", "queued", "played"]) == "played, queued"


def test_a_mail_that_is_not_answered_since_enough_was_is_ignored():
    assert done(ENOUGH).status == "ignored"
    assert done(Outcome("away")).status == "done"
