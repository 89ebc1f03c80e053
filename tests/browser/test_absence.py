"""Players who vanish, as those see it who play on (HR-2): one of seven, whose seat someone else takes, and
one of two, who loses. Their deadlines come when the phases have lasted as long as they should.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.clockwork import time_goes_by
from tests.browser.conftest import Demo
from tests.browser.window import PHONE_IN_FRENCH

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SEVEN = "A concert of seven"
MOST_PHASES = 6
"""After two that ask for something the seat is open; phases between them may ask for nothing."""


def test_a_player_of_two_vanishes_and_forfeits(demo: Demo) -> None:
    """ada opens a game under the rules of tournaments; ben sits down, in French, and never comes back."""
    ada = demo.visit("ada")
    ada.go("/l/cafe/games/new/")
    ada.fill({"name": "The last ferry"})
    ada.unfold()
    ada.one('[name="absence-policy"][value="tournament"]').check()
    ada.keep("open-a-game")
    ada.press("main form .button-main")
    ada.sees("lose the game")
    ada.game = ada.path

    ben = demo.visit("ben", **PHONE_IN_FRENCH)
    ben.go(ada.game)
    ben.keep("what follows")
    ben.press('form[action$="/seat/"] .button-main')

    ada.go(ada.game)
    ada.is_at("Choice of home powers")
    ada.write("France", "England", "Germany", "Russia", "Turkey", "Italy", "Austria")
    ada.save()
    time_goes_by(demo.folder, ada.game, "ben")
    ada.go(ada.game)
    ada.sees("ben had saved nothing at the deadline")
    ada.sees("Extended once: orders were missing (HR-2)", "#clock-changes")
    ada.keep("extended")

    time_goes_by(demo.folder, ada.game, "ben")
    ada.is_at("Auction for 1901")
    ada.sees("1 phase missed in a row", "#table")
    ada.sees("ben loses this game", "#table")
    ada.keep("missed")
    time_goes_by(demo.folder, ada.game, "ben")
    expect(ada.one("#outcome")).to_contain_text("ben forfeited the game")
    ada.sees("You have won", "#outcome")
    ada.keep("won")
    ben.go(ada.game)
    ben.sees("HR-5", "#outcome")
    ben.keep("lost")


@pytest.mark.long
@pytest.mark.slow
def test_a_player_of_seven_vanishes_and_is_replaced(demo: Demo) -> None:
    """ben sends nothing any more; kim finds ben's seat in the league, takes it over, and has a full phase."""
    ada = demo.visit("ada", SEVEN)
    kim = demo.visit("kim")
    time_goes_by(demo.folder, ada.game, "ben")
    ada.go(ada.game)
    ada.sees("ben had saved nothing at the deadline")
    ada.keep("extended")
    time_goes_by(demo.folder, ada.game, "ben")
    ada.go(ada.game)
    ada.sees("1 phase missed in a row", "#table")
    ada.keep("missed")
    for _phase in range(MOST_PHASES):
        if ada.one("#open-seats .notice").count():
            break
        time_goes_by(demo.folder, ada.game, "ben")
        ada.go(ada.game)
    ada.sees("No one plays", "#open-seats")
    ada.keep("open")
    ben = demo.visit("ben", **PHONE_IN_FRENCH)
    ben.go(ada.game)
    ben.keep("has lost it")

    kim.go("/l/cafe/")
    offered = kim.one("#h-offers").locator("xpath=../..")
    expect(offered).to_contain_text(SEVEN)
    kim.keep("league")
    kim.press(f'.entry:has-text("{SEVEN}") button')
    kim.sees("You now play")
    kim.keep("taken over")
    ada.go(ada.game)
    expect(ada.one("#open-seats .notice")).to_have_count(0)
    ada.sees("A full phase for a player who has taken over a seat (HR-1)", "#clock-changes")
    ada.sees("kim", "#table")
    ada.keep("replaced")
