"""What is always true of a phase of Intimate Diplomacy, said again in other words than the engine's own."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from adjudicator.board import standard
from tests.fuzz.dues import check_due

KINDS = ("H", "B", "M", "R", "A")
ORDER = ("SH", "SB", "SM", "SR", "FM", "FR", "WA")
CLAUSES = {"ID-15", "ID-16", "ID-18", "ID-19", "HR-7"}
Json = dict[str, Any]


def check(before: Json, answers: Json, turn: Json) -> None:
    """Raise AssertionError, with the phase and the fault, if `turn` cannot follow from `before`."""
    with told(before, answers, turn):
        check_board(before, turn)
        check_due("intimate", {}, turn["position"])
        _money(before, turn)
        _won(before, turn)
        check_last_year(turn)


@contextmanager
def told(before: Json, answers: Json, turn: Json) -> Iterator[None]:
    """Whatever is found inside is told with the phase and all that makes it happen again."""
    try:
        yield
    except AssertionError as fault:
        raise AssertionError(f"{before['phase']}: {fault}\n{json.dumps([before, answers, turn])}") from fault


def check_board(before: Json, turn: Json) -> None:
    """What is true of units, centres and control in every game of two with mercenaries."""
    check_ground(before, turn)
    _control(before, turn)
    _compulsory(before, turn["position"])


def check_ground(before: Json, turn: Json) -> None:
    """What is true of units and centres in every game that counts them as the classic one does."""
    after = turn["position"]
    assert json.loads(json.dumps(turn)) == turn, "a turn is plain JSON"
    assert turn["outcome"] == after["outcome"]
    _calendar(before, turn)
    check_standing(after)
    _conserved(before, turn)
    _year_end(before, after)
    _owned(before, turn)


def _place(phase: str) -> tuple[int, int]:
    return int(phase[1:5]), ORDER.index(phase[0] + phase[5])


def _calendar(before: Json, turn: Json) -> None:
    after = turn["position"]
    if turn["outcome"] is None:
        assert _place(after["phase"]) > _place(before["phase"]), "time goes on"
        assert _place(after["phase"])[0] - _place(before["phase"])[0] <= 1
        if before["phase"][5] == "M" and any(after["dislodged"].values()):
            assert after["phase"] == before["phase"][:5] + "R", "who is dislodged retreats next"


def check_standing(after: Json) -> None:
    """Every unit stands where it may, and no two in one place; no two powers own a centre."""
    standing = [unit[2:5] for units in after["units"].values() for unit in units]
    assert len(standing) == len(set(standing)), "one unit a province"
    owned = [centre for centres in after["centres"].values() for centre in centres]
    assert len(owned) == len(set(owned)), "one owner a centre"
    for units in after["units"].values():
        assert units == sorted(units)
        assert all(standard().may_stand(unit) for unit in units)


def units_counted(position: Json) -> Counter[str]:
    """Units of each power, those in retreat included."""
    count: Counter[str] = Counter()
    for power, units in (*position["units"].items(), *position["dislodged"].items()):
        count[power] += len(units)
    return count


def _conserved(before: Json, turn: Json) -> None:
    """No unit is lost or doubled but by an order, a rule or a dislodgement that the results name."""
    one, two = units_counted(before), units_counted(turn["position"])
    if before["phase"][5] == "R":  # who finds no place is gone; a unit may have several lines
        for power, count in two.items():
            assert count <= one.get(power, 0), f"{power} grew by retreating"
        return
    change: Counter[str] = Counter()
    for result in turn["results"]:
        power, order = result["power"], result["order"]
        if result["verdict"] == "succeeds":
            change[power] += order.endswith(" B") - order.endswith(" D")
        if "dislodged_by" in result and not result["retreats"]:
            change[power] -= 1
    for power in one.keys() | two.keys():
        expected = one.get(power, 0) + change[power]
        assert two.get(power, 0) == expected, f"{power} should have {expected} units"


def _money(before: Json, turn: Json) -> None:
    after = turn["position"]
    assert all(isinstance(n, int) and n >= 0 for n in after["treasury"].values()), "nobody is in debt"
    auctions = [item for item in turn["news"] if item["kind"] == "auction"]
    incomes = [item for item in turn["news"] if item["kind"] == "income"]
    purse = dict(before["treasury"])
    for item in auctions:
        assert item["before"] == purse
        _auction(item)
        purse = item["after"]
    for item in incomes:
        assert item["before"] == purse
        for seat, home in after["homes"].items():
            assert item["income"][seat] == len(after["centres"].get(home, ()))
            assert item["after"][seat] == purse[seat] + item["income"][seat]
        purse = item["after"]
    if before["phase"][5] != "H":
        assert after["treasury"] == purse, "money moves at auctions and incomes alone"


def _auction(item: Json) -> None:
    """ID-4 to ID-7 in the words of the rules page."""
    one, two = item["bids"]["1"], item["bids"]["2"]
    debts = {
        "1": sum(bid for power, bid in one.items() if bid > two[power]),
        "2": sum(bid for power, bid in two.items() if bid > one[power]),
    }
    bust = sorted(seat for seat, debt in debts.items() if debt > item["before"][seat])
    assert item["bust"] == bust
    for power, seat in item["winner"].items():
        bids = {"1": one[power], "2": two[power]}
        if len(bust) == 2:
            expected, price = None, 0
        elif bust:
            rich = "2" if bust == ["1"] else "1"
            expected, price = (rich, -(-bids[rich] // 2)) if bids[rich] else (None, 0)
        elif bids["1"] == bids["2"]:
            expected, price = None, 0
        else:
            expected, price = max(bids, key=lambda who: bids[who]), max(bids.values())
        assert (seat, item["price"][power]) == (expected, price), f"{power} went wrong"
    for seat in ("1", "2"):
        paid = sum(item["price"][power] for power, who in item["winner"].items() if who == seat)
        assert item["after"][seat] == (0 if seat in bust else max(0, item["before"][seat] - paid))


def _control(before: Json, turn: Json) -> None:
    after = turn["position"]
    if before["phase"][5] == "H" and turn["outcome"] is not None:
        return
    homes = set(after["homes"].values())
    assert len(homes) == 2
    assert set(after["control"]) == set(standard().powers) - homes, "mercenaries alone are controlled"
    assert set(after["control"].values()) <= {"1", "2", None}
    if after["phase"][5] == "B":
        assert set(after["control"].values()) == {None}, "nobody controls before the auction"
    if before["phase"][5] in "MR" and after["phase"][:5] == before["phase"][:5]:
        assert after["control"] == before["control"]


def _year_end(before: Json, after: Json) -> None:
    """After the winter no power has more units than centres."""
    if after["outcome"] is not None or after["phase"][1:5] == before["phase"][1:5]:
        return
    assert not any(after["dislodged"].values())
    for power, count in units_counted(after).items():
        assert count <= len(after["centres"].get(power, ())), f"{power} has too many units"


def _compulsory(before: Json, after: Json) -> None:
    """After the winter every build was made that must be (ID-12)."""
    if after["outcome"] is not None or before["phase"][5] != "A":
        return
    units = units_counted(after)
    occupied = {unit[2:5] for units in after["units"].values() for unit in units}
    for power, controller in before["control"].items():
        centres = after["centres"].get(power, ())
        vacant = [home for home in standard().powers[power].homes if home in centres and home not in occupied]
        if controller is not None and vacant:
            assert units.get(power, 0) == len(centres), f"{power} did not build what it must"


def _owned(before: Json, turn: Json) -> None:
    """Ownership changes in autumn alone, to who stands there (RB-10)."""
    after = turn["position"]
    changes = [item["changes"] for item in turn["news"] if item["kind"] == "ownership"]
    one = {centre: power for power, centres in before["centres"].items() for centre in centres}
    two = {centre: power for power, centres in after["centres"].items() for centre in centres}
    told = {centre: change["to"] for each in changes for centre, change in each.items()}
    assert {centre: owner for centre, owner in two.items() if one.get(centre) != owner} == told
    assert not one.keys() - two.keys(), "an owned centre stays owned"
    assert before["phase"][0] == "F" or not told


def check_last_year(turn: Json) -> None:
    """HR-7: who has more centres, or with as many the larger treasury, and nothing else."""
    outcome, after = turn["outcome"], turn["position"]
    if outcome is None or outcome["how"] != "HR-7":
        return
    assert after["phase"].startswith("W")
    weight = {
        seat: (len(after["centres"].get(home, ())), after["treasury"][seat])
        for seat, home in after["homes"].items()
    }
    assert outcome["winners"] == [seat for seat in sorted(weight) if weight[seat] == max(weight.values())]


def _won(before: Json, turn: Json) -> None:
    outcome, after = turn["outcome"], turn["position"]
    victories = [item for item in turn["news"] if item["kind"] == "victory" and "winners" in item]
    if outcome is None:
        assert not victories
        return
    assert outcome["how"] in CLAUSES
    assert [(item["how"], item["winners"]) for item in victories] == [(outcome["how"], outcome["winners"])]
    inside = {}
    for seat, home in after["homes"].items():
        other = next(power for who, power in after["homes"].items() if who != seat)
        places = {unit[2:5] for unit in after["units"].get(home, ())}
        inside[seat] = sorted(places & set(standard().powers[other].homes))
    if outcome["how"] == "ID-15":
        (winner,) = outcome["winners"]
        assert inside[winner]
        assert not any(inside[seat] for seat in inside if seat != winner)
    if outcome["how"] == "ID-16":
        (winner,) = outcome["winners"]
        other = "2" if winner == "1" else "1"
        mine, theirs = min(3, len(inside[winner])), min(3, len(inside[other]))
        assert 0 < theirs <= mine
        assert mine > theirs or after["treasury"][winner] > after["treasury"][other]
