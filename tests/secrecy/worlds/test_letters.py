"""Messages are read by those whom they go between; how many others write is no one's business."""

from __future__ import annotations

import pytest

from tests.secrecy.worlds.conftest import Found
from tests.secrecy.worlds.drawn.twins import NAMES
from tests.secrecy.worlds.world import ONLOOKERS, Secret, Secrets, World, begin_letter, save, wait, write

pytestmark = [pytest.mark.long, pytest.mark.slow]

SEATS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
CAST = dict(zip(SEATS, NAMES, strict=False))


def test_letters_of_others_leave_no_trace_in_mine(found: Found) -> None:
    """Nor whether Germany had saved before it was reminded, though staff see who was reminded."""
    mine = write("ENGLAND", "AUSTRIA"), wait(60), write("AUSTRIA", "ENGLAND", body="Gladly.")
    before = write("FRANCE", "GERMANY"), write("GERMANY", "FRANCE", body="Yes."), wait(60)
    between = write("ITALY", "TURKEY", "RUSSIA"), begin_letter("FRANCE", "ENGLAND", body="Dear")
    late, sheet = wait(23 * 3600), save("GERMANY", "A MUN - TYR")
    kept = (
        Secret(
            "letters of others",
            one=((*before, mine[0], *between, *mine[1:]),),
            other=((wait(60), *mine),),
        ),
        Secret("when Germany saved", one=((sheet, late),), other=((late, sheet),)),
    )
    viewers = (CAST["AUSTRIA"], *ONLOOKERS)
    assert not found(Secrets(World("standard", CAST, ((),)), kept, viewers, ()))
