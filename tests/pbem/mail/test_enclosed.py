"""Encoded files and the armour of signatures are no text."""

import pytest

from pbem.mail.paragraphs import without_enclosed
from pbem.mail.text import plain_lines

BASE64 = "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJz"


def left(text: str) -> list[str]:
    return [line.text for line in without_enclosed(plain_lines(text))]


@pytest.mark.parametrize(
    "enclosed",
    [
        "begin 644 map.png\n#0V%T\n`\nend",
        "begin-base64 644 map.png\nQ2F0\n====",
        "=ybegin line=128 size=3 name=x\n> r\n=yend size=3",
        "-----BEGIN PGP SIGNATURE-----\n\niHUE\n=Xk3d\n-----END PGP SIGNATURE-----",
        "-----BEGIN PGP PUBLIC KEY BLOCK-----\nVersion: 1\n-----END PGP PUBLIC KEY BLOCK-----",
        f"{BASE64}\n{BASE64}\n{BASE64}\nQUI=",
    ],
)
def test_what_is_encoded_is_left_out(enclosed: str):
    assert left(f"attack\n{enclosed}\nfight") == ["attack", "fight"]


@pytest.mark.parametrize(
    "text",
    [
        "begin with an attack",
        "begin 644 map.png\nattack",
        "-----BEGIN PGP SIGNATURE-----\nattack",
        f"{BASE64}\n{BASE64}\nattack",
        "\u6211" * 60 + "\n" + "\u6211" * 60 + "\n" + "\u6211" * 60,
    ],
)
def test_what_only_looks_like_it_stays(text: str):
    assert left(text) == text.split("\n")


def test_a_signed_text_is_as_it_was_before():
    signed = (
        "attack\n- build\n-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n"
        "- --- orders a b c ---\n- - fight\n- From India\npass"
    )
    assert left(signed) == [
        "attack", "- build", "", "--- orders a b c ---", "- fight", "From India", "pass",
    ]  # fmt: skip
