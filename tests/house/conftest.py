"""The house's tests play at the same table as the games' tests."""

from tests.games.conftest import (  # noqa: F401
    advance,
    answer,
    auction_game,
    make_game,
    movement_game,
    opened_game,
    running_game,
    seat_both,
    set_clock,
)
