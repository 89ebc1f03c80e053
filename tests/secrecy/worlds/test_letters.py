"""Letters are read by those whom they go between; how many others write is nobody's business."""

from __future__ import annotations

import pytest

from tests.secrecy.worlds.conftest import Apart
from tests.secrecy.worlds.drawn.twins import NAMES
from tests.secrecy.worlds.world import VISITOR, Pair, World, begin_letter, wait, write

pytestmark = pytest.mark.long

SEATS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
CAST = dict(zip(SEATS, NAMES, strict=False))


def test_letters_of_others_leave_no_trace_in_mine(apart: Apart) -> None:
    mine = write("ENGLAND", "AUSTRIA"), wait(60), write("AUSTRIA", "ENGLAND", body="Gladly.")
    before = write("FRANCE", "GERMANY"), write("GERMANY", "FRANCE", body="Yes."), wait(60)
    between = write("ITALY", "TURKEY", "RUSSIA"), begin_letter("FRANCE", "ENGLAND", body="Dear")
    pair = Pair(
        World("standard", CAST, ((*before, mine[0], *between, *mine[1:]),)),
        World("standard", CAST, ((wait(60), *mine),)),
        (CAST["AUSTRIA"], VISITOR),
        texts=(),
    )
    assert not apart(pair)
