"""What is always true of a phase of Intimate Diplomacy II, said in other words than the engine's own."""

from __future__ import annotations

from typing import Any

import adjudicator
from adjudicator.board import standard
from adjudicator.canonical import dumps
from tests.fuzz.dues import check_due
from tests.fuzz.invariants import check_board, check_last_year, told

CLAUSES = {"ID-15", "ID-16", "ID-18", "ID-19", "ID2-5", "ID2-11", "HR-7"}
Json = dict[str, Any]


def check(before: Json, answers: Json, turn: Json) -> None:
    """Raise AssertionError, with the phase and the fault, if `turn` cannot follow from `before`."""
    with told(before, answers, turn):
        check_board(before, turn)
        check_due("intimate-ii", {}, turn["position"])
        _money(before, turn)
        _auction(before, answers, turn)
        _loyalty(before, turn)
        _satellites(before, turn)
        _won(turn)
        check_last_year(turn)
        _sealed(answers, turn)


def _items(turn: Json, kind: str) -> list[Json]:
    return [item for item in turn["news"] if item["kind"] == kind]


def _money(before: Json, turn: Json) -> None:
    """Credits move at auctions, and at the year's end (ID2-2)."""
    after, purse = turn["position"], dict(before["treasury"])
    assert all(isinstance(n, int) and n >= 0 for n in after["treasury"].values()), "nobody is in debt"
    for item in _items(turn, "auction"):
        assert item["before"] == purse
        purse = item["after"]
    ended = after["phase"][1:5] != before["phase"][1:5] or (
        after["outcome"] is not None and after["phase"][0] == "W"
    )
    assert len(_items(turn, "income")) == ended
    for item in _items(turn, "income"):
        assert item["before"] == purse
        for seat, home in after["homes"].items():
            assert item["after"][seat] == purse[seat] + len(after["centres"].get(home, ()))
        purse = item["after"]
    if before["phase"][5] != "H":
        assert after["treasury"] == purse


def _auction(before: Json, answers: Json, turn: Json) -> None:
    """ID2-3, ID2-4 and ID2-5, with the charges as they were made."""
    for item in _items(turn, "auction"):
        off = {
            seat: {
                power: min(4, run["years"]) for power, run in before["loyalty"].items() if run["seat"] == seat
            }
            for seat in ("1", "2")
        }
        net = {
            seat: {power: max(0, bid - off[seat].get(power, 0)) for power, bid in bids.items()}
            for seat, bids in item["bids"].items()
        }
        one, two = item["bids"]["1"], item["bids"]["2"]
        higher = {power: "1" if one[power] > two[power] else "2" for power in one if one[power] != two[power]}
        said = {seat: _said(answers.get(seat), item["charged"][seat]) for seat in ("1", "2")}
        bust = []
        for seat in ("1", "2"):
            debt = said[seat] + sum(net[seat][power] for power, who in higher.items() if who == seat)
            if debt > item["before"][seat]:
                bust.append(seat)
        assert item["bust"] == bust
        for power in one:
            owner, price = higher.get(power), 0
            if owner is not None:
                price = net[owner][power]
            if len(bust) == 2:
                owner, price = None, 0
            elif bust:
                rich = "2" if bust == ["1"] else "1"
                owner, price = (rich, -(-net[rich][power] // 2)) if item["bids"][rich][power] else (None, 0)
            assert (item["winner"][power], item["price"][power]) == (owner, price), f"{power} went wrong"
        for seat in ("1", "2"):
            charges = sum(item["charged"][seat].values())
            assert item["charges"][seat] == charges
            paid = sum(item["price"][power] for power, who in item["winner"].items() if who == seat)
            left = item["before"][seat] - paid - charges
            assert item["after"][seat] == (0 if seat in bust else max(0, left))
            if charges > said[seat]:
                assert seat not in bust
                assert left >= 0, "what is charged without a word is affordable"
        assert (turn["outcome"] is not None) == (len(bust) == 2)


def _said(answer: Any, charged: Json) -> int:
    """The credits of `charged` that were asked for in so many words."""
    said = answer if isinstance(answer, dict) else {}
    asked = {
        "nomination": "satellite" in said,
        "upkeep": said.get("keep_satellite") is True,
        "secrecy": said.get("secret") is True,
    }
    assert set(charged) <= {"nomination", "upkeep", "secrecy"}
    return sum(amount for name, amount in charged.items() if asked[name])


def _loyalty(before: Json, turn: Json) -> None:
    """A run is as long as the seat has had control, and ends with it (ID2-3)."""
    after = turn["position"]
    for power, run in after["loyalty"].items():
        earlier = before["loyalty"].get(power)
        held = earlier["years"] if earlier is not None and earlier["seat"] == run["seat"] else 0
        if after["phase"][1:5] != before["phase"][1:5] or (turn["outcome"] and after["phase"][0] == "W"):
            assert run["years"] == min(4, held + 1)
        else:
            assert run == earlier
            assert after["control"][power] == run["seat"] or before["phase"][5] == "H"
    if before["phase"][5] == "A":
        owned = {power for power, seat in before["control"].items() if seat is not None}
        assert set(after["loyalty"]) == owned


def _satellites(before: Json, turn: Json) -> None:
    """No one gets a second one, none is raised from the dead, and what is known stays so."""
    after = turn["position"]
    events = {(item["seat"], item["event"]) for item in _items(turn, "satellite")}
    for seat in ("1", "2"):
        one = before["satellites"].get(seat, {}).get("power")
        two = after["satellites"].get(seat, {}).get("power")
        if one == two and one is not None:
            was, now = before["satellites"][seat]["secret"], after["satellites"][seat]["secret"]
            assert was or not now, "a satellite that was known is not"
            assert (was != now) == ((seat, "shown") in events)
        elif two is not None:
            assert one is None
            assert before["phase"][5] == "B"
            assert before["phase"][1:5] == "1901" or before["renominate"]
            assert (seat, "nominated") in events
        elif one is not None and not (turn["outcome"] and turn["outcome"]["how"] == "ID2-5"):
            assert events & {(seat, "lost"), (seat, "lapsed")}
        if two is not None:
            assert any(after[key].get(two) for key in ("units", "dislodged", "centres")), f"{two} is gone"
    known = [each["power"] for each in after["satellites"].values() if each["power"] is not None]
    assert len(known) == len(set(known))


def _won(turn: Json) -> None:
    outcome, after = turn["outcome"], turn["position"]
    victories = [item for item in _items(turn, "victory") if "winners" in item]
    if outcome is None:
        assert not victories
        return
    assert outcome["how"] in CLAUSES
    assert [(item["how"], item["winners"]) for item in victories] == [(outcome["how"], outcome["winners"])]
    by_home, by_both = {}, {}
    for seat, home in after["homes"].items():
        other = next(power for who, power in after["homes"].items() if who != seat)
        targets = set(standard().powers[other].homes)
        satellite = after["satellites"].get(seat, {}).get("power")
        units = after["units"]
        by_home[seat] = targets & {unit[2:5] for unit in units.get(home, ())}
        by_both[seat] = by_home[seat] | targets & {unit[2:5] for unit in units.get(satellite, ())}
    if outcome["how"] in ("ID-15", "ID2-11"):
        (winner,) = outcome["winners"]
        assert by_both[winner]
        assert not any(by_both[seat] for seat in by_both if seat != winner)
        assert bool(by_home[winner]) == (outcome["how"] == "ID-15")
    if outcome["how"] == "ID-16":
        (winner,) = outcome["winners"]
        other = "2" if winner == "1" else "1"
        mine, theirs = min(3, len(by_both[winner])), min(3, len(by_both[other]))
        assert 0 < theirs <= mine
        credits = victories[0]["credits"]
        assert mine > theirs or credits[winner] > credits[other]


def _sealed(answers: Json, turn: Json) -> None:
    """What each seat is shown names no ranking but its own, and no satellite that is another's secret."""
    given = {"answers": answers} | turn
    for seat in ("1", "2", None):
        seen = adjudicator.view("intimate-ii", {}, position=turn["position"], turn=given, seat=seat)
        for who in {"1", "2"} - {seat}:
            assert set(seen["turn"]["answers"].get(who) or {}) <= {"bids", "preferences"} or isinstance(
                seen["turn"]["answers"][who], list
            )
            hidden = turn["position"]["satellites"].get(who)
            if hidden is not None and hidden["secret"] and hidden["power"] is not None:
                assert seen["position"]["satellites"][who] == {"secret": True}
                shown = [item for item in seen["turn"]["news"] if item.get("seat") == who]
                assert hidden["power"].encode() not in dumps(
                    [item for item in shown if item["kind"] == "satellite"]
                )
