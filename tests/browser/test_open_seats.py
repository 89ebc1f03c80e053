"""Leaving a running game and taking its seat over, as the people concerned see it."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Demo
from tests.browser.window import PHONE, PHONE_IN_FRENCH

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE_BY_DAY = {"viewport": PHONE}


def test_a_seat_is_left_found_and_taken_over(demo: Demo) -> None:
    """fay resigns from a game of four; gus finds her seat in the league and takes it over in one press."""
    fay = demo.visit("fay", "Four corners")
    fay.keep("game")
    fay.press('a[href$="/resign/"]')
    fay.sees("You leave at once")
    fay.keep("resign")
    fay.press("main form:not([action]) button")
    fay.sees("You no longer play")
    fay.keep("left")
    fay.go("/games/")
    ben = demo.visit("ben", "Four corners", **PHONE_BY_DAY)
    ben.sees("Place sans joueur")
    ben.keep("open")
    visitor = demo.visit("visitor", **PHONE_IN_FRENCH)
    visitor.go("/l/cafe/")
    visitor.sees("Places à reprendre")
    visitor.keep("league")
    visitor.press("#h-offers ~ a")
    visitor.keep("seats")
    visitor.press(".entry-name a >> nth=0")
    visitor.keep("seat")
    gus = demo.visit("gus")
    gus.go("/l/cafe/")
    gus.keep("league")
    gus.go("/l/cafe/games/")
    gus.keep("games")
    gus.press('.entry-name a[href*="take-over"] >> nth=0')
    gus.sees("Take over")
    gus.keep("seat")
    gus.press(".sign-form button")
    gus.sees("You now play")
    gus.keep("taken over")


def test_a_seat_in_fog_is_offered_or_left_at_the_end_of_the_year(demo: Demo) -> None:
    ada = demo.visit("ada", "What the waiter heard")
    ada.press('button[name="wanted"]')
    ada.sees("Your seat is offered to others")
    ada.keep("wanted")
    eve = demo.visit("eve")
    eve.go("/l/cafe/seats/")
    eve.keep("seats")
    eve.press(".entry-name a >> nth=0")
    eve.keep("seat in fog")
    ada.go(ada.game)
    ada.press('button[name="wanted"]')
    ada.sees("You keep your seat")
    ada.press('a[href$="/resign/"]')
    ada.keep("resign")
    ada.press("main form:not([action]) button")
    ada.sees("You have resigned")
    ada.keep("resigned")
