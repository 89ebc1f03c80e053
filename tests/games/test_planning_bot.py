"""The bot that looks ahead: plans whose orders fit each other, bids within reason, and games that it wins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Any

import pytest

import adjudicator
from games.bots import brisk_bot, greedy_bot, look, planning_bot, play
from games.bots.bidding import bids_of
from games.bots.plans import Side
from tests.fuzz.bots import compare, compete
from tests.fuzz.running import lots_of

OPTIONS = {
    "A YOR": ("A YOR H", "A YOR - LON", "A YOR - NWY", "A YOR - EDI"),
    "F NTH": ("F NTH H", "F NTH C A YOR - NWY", "F NTH S F LON - ENG", "F NTH - NWY", "F NTH S A YOR"),
    "F LON": ("F LON H", "F LON - ENG"),
}
HOLD = {unit: f"{unit} H" for unit in OPTIONS}


@pytest.fixture
def side() -> Side:
    return Side(OPTIONS, frozenset({"NWY"}))


def test_an_army_crosses_only_with_the_fleet_that_carries_it(side: Side) -> None:
    assert side.changed(HOLD, "A YOR - NWY") is None
    crossing = side.changed(HOLD, "A YOR - NWY", "F NTH C A YOR - NWY")
    assert crossing == {"A YOR": "A YOR - NWY", "F NTH": "F NTH C A YOR - NWY", "F LON": "F LON H"}
    assert side.changed(crossing, "F NTH H") == HOLD


def test_a_support_goes_with_what_it_supports(side: Side) -> None:
    assert side.changed(HOLD, "F NTH S F LON - ENG") is None
    helped = side.changed(HOLD, "F LON - ENG", "F NTH S F LON - ENG")
    assert helped is not None
    assert side.changed(helped, "F LON H") == HOLD


def test_nobody_goes_where_an_own_unit_stays(side: Side) -> None:
    assert side.changed(HOLD, "A YOR - LON") is None
    after = side.changed(HOLD, "A YOR - LON", "F LON - ENG")
    assert after == {"A YOR": "A YOR - LON", "F NTH": "F NTH H", "F LON": "F LON - ENG"}


@pytest.mark.parametrize("seed", range(5))
def test_its_bids_never_come_to_more_than_twice_the_treasury(seed: int) -> None:
    """A sum above the treasury is a risk (ID-6) that it takes knowingly, and never by much."""
    table = {"variant": "intimate", "settings": {}}
    position = adjudicator.start(**table, lots=lots_of(seed))["position"]
    homes = {"1": {"preferences": ["FRANCE"]}, "2": {"preferences": ["RUSSIA"]}}
    position = adjudicator.resolve(**table, position=position, answers=homes, lots=lots_of(seed))["position"]
    scene = look(**table, position=position, seat="1", random=Random(seed))
    bids = bids_of(scene, kept={})
    assert sum(bids.values()) <= 2 * scene.owed["treasury"]
    assert min(bids.values()) >= 0
    assert any(bids.values())


@pytest.mark.slow
def test_the_same_seed_plays_the_same_game() -> None:
    records = [
        play(
            variant="intimate",
            settings={},
            bots={"1": planning_bot, "2": greedy_bot},
            lots=lots_of(3),
            random=Random(3),
            last_year=1901,
        )
        for _each in range(2)
    ]
    assert records[0] == records[1]


@pytest.mark.slow
def test_it_beats_the_greedy_bot_from_either_seat() -> None:
    score = compare(games=8)
    assert score.wins >= 6
    assert "seat 2" in score.row("2")


def brisk_answers(variant: str, position: dict[str, Any], seat: str, **settings: Any) -> Any:
    table: dict[str, Any] = {"variant": variant, "settings": settings}
    return brisk_bot(look(**table, position=position, seat=seat, random=Random(1)))


@pytest.fixture
def opening() -> Callable[..., dict[str, Any]]:
    """A game's first position, with what stands on the board laid again."""

    def lay(variant: str, settings: Mapping[str, Any] = MappingProxyType({}), **board: Any) -> dict[str, Any]:
        start = adjudicator.start(variant, dict(settings), lots=lots_of(1))["position"]
        return {**start, **board}

    return lay


def test_where_centres_count_a_centre_that_can_be_entered_is_not_left_open(
    opening: Callable[..., dict[str, Any]],
) -> None:
    """In autumn no unit leaves Paris to an enemy beside it, neither for Spain nor for Belgium."""
    units = {"FRANCE": ["A GAS", "A PAR"], "GERMANY": ["A BUR"]}
    orders = brisk_answers("standard", opening("standard", phase="F1901M", units=units), "FRANCE")
    assert {line for line in orders if line == "A PAR H" or line.endswith("- PAR")}, orders


def test_two_powers_of_one_seat_never_take_from_each_other(
    opening: Callable[..., dict[str, Any]],
) -> None:
    """Serbia is Turkey's and Tyrol leads to Munich: of one seat with Germany, Turkey looks elsewhere."""
    settings = {"players": 4}
    units = {"GERMANY": ["A TYR", "A SIL"], "TURKEY": ["A BUL", "A SER"]}
    centres = {"GERMANY": ["BER", "KIE", "MUN"], "TURKEY": ["ANK", "BUL", "CON", "SER", "SMY"]}
    position = opening("standard", settings, phase="F1901M", units=units, centres=centres)
    seat = next(seat for seat, powers in position["powers"].items() if "TURKEY" in powers)
    orders = brisk_answers("standard", position, seat, **settings)
    assert [line[:5] for line in orders] == ["A BUL", "A SER", "A SIL", "A TYR"]
    gone = {line.split(" - ")[1] for line in orders if line[6] == "-"}
    assert gone and gone.isdisjoint({*centres["GERMANY"], *centres["TURKEY"]}), orders


def test_two_dislodged_units_never_retreat_to_one_place(
    opening: Callable[..., dict[str, Any]],
) -> None:
    lost = [
        {"unit": "A BUR", "from": "MUN", "by_convoy": False},
        {"unit": "A PIC", "from": "BEL", "by_convoy": False},
    ]
    board = {"units": {"GERMANY": ["A BUR", "A PIC"], "FRANCE": ["F BRE"]}, "dislodged": {"FRANCE": lost}}
    retreats = brisk_answers("standard", opening("standard", phase="F1901R", **board), "FRANCE")
    assert "R PAR" in " ".join(retreats), "an empty home centre is held first"
    assert len({line.partition(" R ")[2] for line in retreats}) == 2, retreats


def test_in_fog_it_knows_no_more_than_its_seat_is_shown(opening: Callable[..., dict[str, Any]]) -> None:
    """Units that no one of the seat's sees are not where they began, and nothing comes of it."""
    position = opening("spy")
    elsewhere = {
        power: [{"A MOS": "A UKR", "F ANK": "F BLA", "A VIE": "A GAL"}.get(unit, unit) for unit in units]
        for power, units in position["units"].items()
    }
    moved = {**position, "units": elsewhere}
    assert brisk_answers("spy", position, "ENGLAND") == brisk_answers("spy", moved, "ENGLAND")


def test_builds_are_ordered_ahead_for_as_many_as_the_autumn_may_bring(
    opening: Callable[..., dict[str, Any]],
) -> None:
    """Winter is ordered with autumn (SPY-22): a build where a centre can be won, none where none can be."""
    units = {"FRANCE": ["A BUR", "A GAS", "F BRE"]}
    orders = brisk_answers("spy", opening("spy", phase="F1901M", units=units), "FRANCE")
    won = {line.split(" - ")[1] for line in orders["orders"] if line[6] == "-"} & {"BEL", "MUN", "SPA"}
    builds = orders["later"]["A"][0]["orders"]
    assert won and len(builds) == len(won), orders
    units = {"FRANCE": ["A PAR", "F ENG", "F BRE", "A MAR", "A SYR"]}
    orders = brisk_answers("spy", opening("spy", phase="F1901M", units=units), "FRANCE")
    gains = sum(line.endswith(("- LON", "- BEL", "- SPA", "- SMY")) for line in orders["orders"])
    assert len(orders["later"].get("A", [{"orders": []}])[0]["orders"]) <= max(0, gains - 2), orders


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    ("variant", "settings", "years"),
    [("standard", {}, 2), ("standard", {"players": 4}, 2), ("spy", {}, 2), ("devil-and-god", {}, 2)],
    ids=["seven", "four", "spy", "nine"],
)
def test_with_half_of_the_seats_it_takes_more_centres_and_orders_nothing_void(
    variant: str, settings: dict[str, Any], years: int
) -> None:
    standings = compete(variant, settings, games=2, years=years, bot=brisk_bot)
    assert standings.mean("planning") > 1.2 * standings.mean("greedy"), standings.rows()
    assert not standings.faults.keys() & {"void", "unmatched"}, standings.rows()
    assert standings.orders
