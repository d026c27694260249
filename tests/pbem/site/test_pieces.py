"""A position's SVG, cut at its groups and put together again."""

import re

import pytest

from engine.games import GAMES
from pbem.reports.drawing import map_svg
from pbem.site import svg_groups_kept_once


def svg_of(game):
    rules = GAMES[game]
    options = rules.options({"seats": rules.seat_names({})[:4]})
    state = rules.start(options)
    return map_svg.render_svg(map_svg.map_folder(game), rules.view(state, None))[1]


@pytest.mark.parametrize("game", GAMES)
def test_the_pieces_together_are_the_whole(game):
    whole = svg_of(game)
    head, groups = svg_groups_kept_once.cut(whole)

    assert len(groups) > 10
    assert re.sub(r"\s", "", f"{head}{''.join(groups)}</svg>") == re.sub(r"\s", "", whole)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_kept_once_gives_every_group_back(game):
    groups = svg_groups_kept_once.cut(svg_of(game)).groups
    pool = svg_groups_kept_once.Pool()
    numbers = pool.numbers([*groups, *groups])
    tags, kept = pool.packed()

    assert numbers[: len(groups)] == numbers[len(groups) :]
    assert ["".join(tags[tag] for tag in kept[number]) for number in numbers] == [*groups, *groups]


def test_an_element_within_another_is_no_group_of_its_own():
    svg = '<svg a="1"><defs><g/></defs><g><g>in</g><path/></g><path d="x"/></svg>'

    cut = svg_groups_kept_once.cut(svg)

    assert cut.head == '<svg a="1"><defs><g/></defs>'
    assert cut.groups == ["<g><g>in</g><path/></g>", '<path d="x"/>']
