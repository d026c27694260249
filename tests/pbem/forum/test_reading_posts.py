"""What a post says to the moderator: the orders below a head of theirs, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.forum import reading_posts

ORDERS = ("pass", "attack France in India")


@pytest.mark.parametrize(
    "text",
    [
        "orders:\npass\nattack France in India",
        "Hello all!\n\nOrders:\npass\nattack France in India\nend\nbye",
        "**Orders:**\n\npass\nattack France in India\n",
        "[b]ORDERS:[/b]\npass\nattack France in India",
        "my orders:\n```\npass\nattack France in India\n```",
        "[code]\norders: pass\nattack France in India\n[/code]",
        "Befehle:\npass\nattack France in India\nEnde der Befehle",
        "> orders:\n> retreat\n\norders:\npass\nattack France in India",
        '[quote="ben, post:3"]orders:\nretreat[/quote]\norders:\npass\nattack France in India',
        "order: pass\nend\nand then\norder: attack France in India",
        "## Orders\n\npass\nattack France in India",
        "**Meine Befehle**\npass\nattack France in India",
        "@moderator orders:\npass\nattack France in India",
        "Here are my orders for war 1:\npass\nattack France in India",
        "Hier kommen meine Befehle für die Vereinigten Provinzen:\npass\nattack France in India",
        "\u202eorders:\u202c\npass\nattack France in India",
    ],
)
def test_orders_stand_below_their_head(text: str) -> None:
    assert reading_posts.read(text).orders == ORDERS


@pytest.mark.parametrize(
    "text",
    [
        "pass",
        "What are your orders?",
        "The orders are: pass",
        "My orders would be: pass",
        "My orders come tomorrow.",
        "Orders are late again: pass it on.",
        "> orders:\n> pass",
        "[quote]orders:\npass[/quote]",
        "[quote]orders:\npass",
        "[quote][quote]a[/quote]\norders:\npass[/quote]",
        "",
    ],
)
def test_talk_and_quotes_are_no_orders(text: str) -> None:
    assert reading_posts.read(text).orders == ()


def test_a_private_message_may_name_the_game() -> None:
    assert reading_posts.read("orders soe2:\npass").game == "soe2"
    assert reading_posts.read("my orders for soe2 this round:\npass").game == "soe2"


def test_a_word_is_found_wherever_it_stands_but_in_a_quote() -> None:
    assert reading_posts.read("it is **Word-abcdefghij**, I think").word == "word-abcdefghij"
    assert reading_posts.read("> word-abcdefghij").word == ""
    assert reading_posts.read("keyword-abcdefghijk").word == ""


@given(st.text())
def test_any_text_can_be_read(text: str) -> None:
    reading_posts.read(text)


@given(st.lists(st.sampled_from(["[quote]", "[/quote]", "orders:\n", "pass\n", "> ", "```\n"])))
def test_any_markup_can_be_read(parts: list[str]) -> None:
    said = reading_posts.read("".join(parts))
    assert "[quote]" not in "".join(said.orders)


def test_a_seal_and_the_text_below_its_word_are_orders_without_a_head() -> None:
    seal = f"sealed: {'ab' * 32}"
    assert reading_posts.read(f"Ready!\n\n{seal}\n\nGood luck").orders == (seal,)
    assert reading_posts.read("Here:\n**Siegelwort: tulpe-grün**\npasse").orders == (
        "Siegelwort: tulpe-grün",
        "passe",
    )
    assert not reading_posts.read("orders:\npass").sealed


def test_a_quoted_seal_is_nobodys() -> None:
    assert reading_posts.read(f"> sealed: {'ab' * 32}") == ((), "", "", False)
