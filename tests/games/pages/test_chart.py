"""The drawing of the treasuries."""

from __future__ import annotations

import pytest

from games.features.auction.chart import BOTTOM, LEFT, RIGHT, TOP, chart_of
from games.pages.auctions import auction_of


def auctions(count, before=20, after=0):
    item = {"bids": {}, "winner": {}, "price": {}, "bust": []}
    return [
        auction_of(
            item | {"year": 1901 + n, "before": {"1": before, "2": 3}, "after": {"1": after, "2": 3}},
            {"1": "ada", "2": "ben"},
        )
        for n in range(count)
    ]


@pytest.mark.parametrize("count", [1, 2, 7, 60])
def test_every_treasury_is_a_point_inside_the_drawing(count):
    chart = chart_of(auctions(count), ["ada", "ben"])
    for line in chart.lines:
        assert len(line.points) == 2 * count
        assert all(LEFT <= point.x <= RIGHT and TOP <= point.y <= BOTTOM for point in line.points)
    assert chart.lines[0].points[0].y == TOP
    assert chart.lines[0].points[1].y == BOTTOM


def test_a_long_game_names_some_of_its_years():
    assert len(chart_of(auctions(7), ["ada", "ben"]).years) == 7
    assert 4 <= len(chart_of(auctions(60), ["ada", "ben"]).years) <= 9


@pytest.mark.parametrize("most", [0, 3, 20, 99, 4000])
def test_amounts_are_named_from_nought_up(most):
    ticks = chart_of(auctions(2, before=most), ["ada", "ben"]).credits
    assert ticks[0].says == 0
    assert 2 <= len(ticks) <= 8
