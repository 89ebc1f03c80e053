"""The page of a game that is over: turning points, curves and what decided it tell what everyone may see."""

from __future__ import annotations

import pytest

from tests.secrecy.worlds.conftest import Apart
from tests.secrecy.worlds.test_seats import DRAW, FRANCE, NINE, SEVEN
from tests.secrecy.worlds.test_spy import BY_PHASE, OUTSIDE, opening, world
from tests.secrecy.worlds.world import ONLOOKERS, STAFF, Pair, World, pin, save

pytestmark = [pytest.mark.long, pytest.mark.slow]


def test_how_a_game_went_stays_closed_with_its_record(apart: Apart) -> None:
    """Turkey took a centre, or did not, before all agreed on a draw (SPY-6)."""
    begun, put_off = (
        opening("F1901M", units={"TURKEY": ["A CON", "A SMY", "F ANK"]}),
        {"reveal_at": "2099-08-01"},
    )
    took, stayed = (
        world((save("TURKEY", text),), DRAW, opening=begun, settings={**BY_PHASE, **put_off})
        for text in ("A Con - Bul", "A Con H")
    )
    assert not apart(Pair(took, stayed, OUTSIDE, texts=()))


@pytest.mark.parametrize(
    ("variant", "sealed"),
    [("spy", "A BUL - RUM\nEspionage:\nE CON - BUL"), ("devil-and-god", "A BUL - RUM")],
)
def test_what_was_never_played_is_no_part_of_how_it_went(apart: Apart, variant: str, sealed: str) -> None:
    """Turkey has taken a centre, which is told to all once it is over; where it would have gone is not."""
    begun = opening("F1901M", units={"TURKEY": ["A CON", "A SMY", "F ANK"]})
    people, more = SEVEN, {"settings": BY_PHASE}
    if variant == "devil-and-god":
        begun = {key: begun[key] for key in ("phase", "units", "centres")}
        begun["protected"] = {"DEVIL": "ITALY", "GOD": "TURKEY"}
        people, more = NINE, {}
    took = save("TURKEY", "A Con - Bul")
    notes = (pin("TURKEY", "PAR", "FRANCE", note="Bluffs."),) if variant == "spy" else ()
    one, other = (
        World(variant, people, ((took,), (*acts, *DRAW)), opening=begun, **more)  # type: ignore[arg-type]
        for acts in ((save("TURKEY", sealed), *notes), ())
    )
    assert not apart(Pair(one, other, (FRANCE, *ONLOOKERS, STAFF), texts=()))
