"""Orders that a browser has written as the fields of a form are put together."""

from pbem.mail.form_fields import joined
from pbem.mail.text import plain_lines


def lines(text: str) -> list[str]:
    return [line.text for line in joined(plain_lines(text))]


def test_the_fields_of_an_order_become_one_line() -> None:
    said = "order=move\n...=2 armies\n... from=Hanover\n... to=Berlin\n\nRegards"
    assert lines(said) == ["move 2 armies from Hanover to Berlin", "", "Regards"]


def test_several_orders_stay_apart() -> None:
    said = "order=move\n...=army\n... to=C1\nBefehl=deck:\n...=Bogen\n...=, Speer"
    assert lines(said) == ["move army to C1", "deck: Bogen, Speer"]


def test_a_menu_from_which_nothing_was_chosen_adds_nothing() -> None:
    assert lines("order=deck:\n...=archers\n...=\n...=") == ["deck: archers"]


def test_words_after_the_last_menu_end_the_order() -> None:
    assert lines("Befehl=greife\n...=Frankreich\n...=an") == ["greife Frankreich an"]


def test_other_lines_with_an_equals_sign_stay_as_they_are() -> None:
    said = ["a=b", "order=pass", "... and so on", "...=x"]
    assert lines("\n".join(said)) == said


def test_quoted_fields_are_not_joined_with_what_is_written_below() -> None:
    assert lines("> order=move\n> ...=army\n...=x") == ["move army", "...=x"]
