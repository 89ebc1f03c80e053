"""Records of earlier releases, which told some results in other words, still replay."""

from __future__ import annotations

import copy

import pytest

import adjudicator
from adjudicator import records
from adjudicator.errors import AdjudicatorError

UNITS = {
    "ENGLAND": ["F LON", "F WAL", "A PIC"],
    "FRANCE": ["A BRE", "F ENG", "F YOR"],
    "GERMANY": ["F BEL", "F NTH", "A MUN", "A BER"],
    "ITALY": ["A TUN", "F ION", "F TYS", "F ADR"],
}
PARADOX = {
    "ENGLAND": ["F LON S F WAL - ENG", "F WAL - ENG", "A PIC H"],
    "FRANCE": ["A BRE - LON", "F ENG C A BRE - LON", "F YOR S A BRE - LON"],
    "GERMANY": ["F NTH S F BEL - ENG", "F BEL - ENG", "A MUN S A BER - KIE", "A BER - KIE", "A BER - SIL"],
}
WALK = {"ENGLAND": ["A PIC - BRE"], "FRANCE": ["A BRE - GAS", "F ENG C A PIC - BRE"]}


def played(answers):
    start = {"phase": "S1901M", "units": UNITS, "centres": {power: [] for power in UNITS}}
    answers = {power: answers.get(power, []) for power in UNITS}
    settings = {"rulebook": "classic"}
    record = records.begin(variant="standard", settings=settings, start=start)
    turn = adjudicator.resolve("standard", settings, start, answers=answers)
    return records.add_turn(record, turn, answers=answers)


def of(record, order):
    return next(result for result in record["turns"][0]["results"] if result["order"] == order)


def replays(record):
    try:
        adjudicator.replay(record)
    except AdjudicatorError as error:
        assert error.code == "replay-differs"
        return False
    return True


@pytest.mark.parametrize(
    ("answers", "order", "before"),
    [
        (
            PARADOX,
            "F LON S F WAL - ENG",
            {"verdict": "fails", "reason": "dislodged", "clause": "RB-5c"},
        ),
        (PARADOX, "A MUN S A BER - KIE", {"detail": None}),
        (
            WALK,
            "F ENG C A PIC - BRE",
            {"verdict": "succeeds", "clause": "RB-5h", "reason": None, "detail": None, "by": None},
        ),
    ],
)
def test_a_result_as_an_earlier_release_told_it_is_no_difference(answers, order, before):
    record = played(answers)
    assert replays(record)
    older = copy.deepcopy(record)
    told = of(older, order)
    told |= before
    for key in [key for key, value in told.items() if value is None]:
        del told[key]
    assert told != of(record, order)
    assert replays(older)
    told["clause"] = "RB-1"
    assert not replays(older)
