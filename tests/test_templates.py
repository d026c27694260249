"""The templates, as text."""

from tests import ROOT

WIDTH = 160
LONG = 181
"""Lines that are longer: rows of tables and what has much in braces, drawings not counted. Lower it
as they become fewer."""


def lines_over(width):
    found = (ROOT / "templates").rglob("*.j2")
    files = sorted(file for file in found if not file.name.endswith(".svg.j2"))
    read = ((file, file.read_text("utf-8").splitlines()) for file in files)
    return [
        f"{file.name}:{n}"
        for file, lines in read
        for n, line in enumerate(lines, 1)
        if len(line) > width
    ]


def test_no_more_lines_of_templates_are_too_long_than_there_were():
    assert len(lines_over(WIDTH)) <= LONG


def test_no_line_of_a_template_is_endless():
    assert lines_over(5 * WIDTH + 10) == []
