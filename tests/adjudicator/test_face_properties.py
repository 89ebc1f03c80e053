"""What holds of any well-formed position and anything that is sent to it."""

import hashlib
import json
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import adjudicator
from adjudicator import records
from adjudicator.board import standard
from adjudicator.canonical import dumps
from adjudicator.errors import OrderSyntaxError
from adjudicator.orders import parse
from adjudicator.variants import course
from adjudicator.variants.tables import checked_position, table_for
from tests.adjudicator.tables import POWERS

BOARD = standard()
UNITS = sorted(unit for province in BOARD.provinces for unit in BOARD.unit_sites(province))
PHASES = [f"{season}1903{kind}" for season, kind in ("SM", "SR", "FM", "FR", "WA")]
seats = st.sampled_from(["1", "2"])


@st.composite
def boards(draw):
    """Units anywhere, one a province; centres with anyone; some units in retreat."""
    units, taken = {}, set()
    for unit in draw(st.lists(st.sampled_from(UNITS), max_size=24)):
        if unit[2:5] not in taken:
            taken.add(unit[2:5])
            units.setdefault(draw(st.sampled_from(POWERS)), []).append(unit)
    centres, dislodged, out = {}, {}, set()
    for centre in draw(st.lists(st.sampled_from(BOARD.centres), unique=True, max_size=34)):
        centres.setdefault(draw(st.sampled_from(POWERS)), []).append(centre)
    for unit in draw(st.lists(st.sampled_from(UNITS), max_size=3)):
        if unit[2:5] not in out:
            out.add(unit[2:5])
            origin = draw(st.sampled_from(sorted(BOARD.provinces)))
            fact = {"unit": unit, "from": origin, "by_convoy": draw(st.booleans())}
            dislodged.setdefault(draw(st.sampled_from(POWERS)), []).append(fact)
    phase = draw(st.sampled_from(PHASES))
    contested = draw(st.lists(st.sampled_from(sorted(BOARD.provinces)), max_size=2))
    position = {"phase": phase, "units": units, "centres": centres, "contested": contested}
    return position | ({"dislodged": dislodged} if phase[5] == "R" else {})


@st.composite
def intimate_positions(draw):
    homes = draw(st.permutations(POWERS))[:2]
    mercenaries = [power for power in POWERS if power not in homes]
    position = draw(boards())
    if draw(st.booleans()):
        position["phase"] = "S1903B"
        position.pop("dislodged", None)
    return position | {
        "homes": {"1": homes[0], "2": homes[1]},
        "treasury": {"1": draw(st.integers(0, 30)), "2": draw(st.integers(0, 30))},
        "control": {power: draw(st.sampled_from(["1", "2", None])) for power in mercenaries},
        "tied_until": draw(st.sampled_from([None, 1903, 1904])),
        "quiet_years": draw(st.integers(0, 3)),
    }


places = st.sampled_from(sorted(BOARD.locations))
units = st.sampled_from(UNITS)
lines = st.one_of(
    st.builds("{} - {}".format, units, places),
    st.builds("{} H".format, units),
    st.builds("{} R {}".format, units, places),
    st.builds("{} B".format, units),
    st.builds("{} D".format, units),
    st.builds("{} S {} - {}".format, units, units, places),
    st.builds("{} C {} - {}".format, units, units, places),
    st.sampled_from(["WAIVE", "WAIVE FRANCE", "", "Russie A War-Pru", "\ud800", "A", "-"]),
    st.text(max_size=12),
)
bids = st.dictionaries(
    st.sampled_from([*POWERS, "MARS"]), st.one_of(st.integers(-2, 40), st.none(), st.text(max_size=3))
)
patient = settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))


def own_lines(data, variant, position, seat):
    """Lines at random, and some that the seat could really give."""
    offered = adjudicator.options(variant, {}, position, seat)
    legal = [line for each in (*offered["options"].values(), *offered["sites"].values()) for line in each]
    real = data.draw(st.lists(st.sampled_from(legal), max_size=20)) if legal else []
    return real + data.draw(st.lists(lines, max_size=4))


def told_apart(line):
    """The orders of a line that semicolons or commas divide, or the line if there is nothing between them."""
    return [part for part in line.replace(",", ";").split(";") if part.strip()] or [line]


def is_canonical(line):
    try:
        return bool(parse(line, BOARD))
    except OrderSyntaxError:
        return False


@pytest.mark.slow
@patient
@given(data=st.data(), position=intimate_positions(), rulebook=st.sampled_from(["classic", "modern"]))
def test_intimate_resolves_whatever_is_sent(data, position, rulebook):
    chosen = {"rulebook": rulebook}
    record = records.begin(variant="intimate", settings=chosen, start=position)
    before = position
    for _ in range(3):
        answers = {}
        for seat in data.draw(st.sets(seats)):
            sealed = before["phase"][5] == "B"
            answers[seat] = {"bids": data.draw(bids)} if sealed else own_lines(data, "intimate", before, seat)
        turn = adjudicator.resolve("intimate", chosen, before, answers)
        again = adjudicator.resolve(
            "intimate", chosen, json.loads(dumps(before)), dict(reversed(answers.items()))
        )
        assert dumps(turn) == dumps(again)
        assert all(n >= 0 for n in turn["position"]["treasury"].values())
        for language in ("en", "fr"):
            assert all(adjudicator.sentence(item, language) for item in (*turn["results"], *turn["news"]))
        record = records.add_turn(record, turn, answers=answers)
        before = turn["position"]
        if turn["outcome"] is not None:
            break
        assert adjudicator.due("intimate", chosen, before)["due"] or not any(
            before["units"].get(power) for power in before["homes"].values()
        ), "a phase is opened for somebody"
    assert dumps(adjudicator.replay(record)["turns"]) == dumps(record["turns"])


@pytest.mark.slow
@patient
@given(data=st.data(), position=boards())
def test_standard_resolves_whatever_is_sent(data, position):
    answers = {
        power: own_lines(data, "standard", position, power)
        for power in data.draw(st.sets(st.sampled_from(POWERS)))
    }
    turn = adjudicator.resolve("standard", {}, position, answers)
    assert adjudicator.view("standard", {}, turn["position"])["position"] == turn["position"], "canonical"
    table = table_for("standard", {})
    value = checked_position(table, position)
    settled = course.stage_of(table, value).kind.settled(table, value)
    heard = [sheet for power, sheet in answers.items() if power not in settled]
    given_orders = [order for sheet in heard for line in sheet for order in told_apart(line)]
    told = [
        result["order"]
        for result in turn["results"]
        if not result.get("implied") and not result.get("by_rule")
    ]
    assert len(told) == len(given_orders), (
        "a result for every order given, but of those who could give no other"
    )
    canonical = Counter(order for order in given_orders if is_canonical(order))
    assert canonical <= Counter(told), "what is in canonical spelling is told in it"


@pytest.mark.slow
@patient
@given(data=st.data(), position=boards(), power=st.sampled_from(POWERS))
def test_reading_never_fails_and_what_was_read_reads_the_same(data, position, power):
    text = "\n".join(data.draw(st.lists(lines, max_size=8)))
    reading = adjudicator.read("standard", {}, position, power, text=text, language="fr")
    again = adjudicator.read("standard", {}, position, power, answer=reading["answer"])
    assert again["answer"] == reading["answer"]
    assert all(problem["message"] for problem in reading["problems"])


@pytest.mark.slow
@patient
@given(
    preferences=st.dictionaries(
        seats, st.one_of(st.permutations(POWERS), st.lists(st.text(max_size=4)), st.none())
    )
)
def test_every_choice_of_homes_gives_two_different_homes(preferences):
    start = adjudicator.start("intimate")["position"]
    lots = hashlib.sha256(repr(preferences).encode("utf-8", "replace")).hexdigest()
    answers = {seat: {"preferences": listed} for seat, listed in preferences.items()}
    turn = adjudicator.resolve("intimate", {}, start, answers, lots=lots)
    assert len(set(turn["position"]["homes"].values())) == 2
    assert turn["position"]["phase"] == "S1901B"
