"""Whole games of Diable et Bon Dieu between bots, each phase checked, each record replayed.

python -m tests.fuzz.devil_and_god --games 500 --seed 1
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

import adjudicator
from adjudicator.board import standard
from adjudicator.canonical import dumps
from games.bots import Bot, Scene, greedy_bot, play, random_bot
from tests.fuzz.dues import check_due
from tests.fuzz.intimate import careless_bot
from tests.fuzz.invariants import check_standing, told, units_counted
from tests.fuzz.running import Tally, lots_of, main, play_many, replayed

VARIANT = "devil-and-god"
LAST_YEAR = 1912
DIVINE = ("DEVIL", "GOD")
POWERS = tuple(standard().powers)
ORDER = ("SM", "SR", "FM", "FR", "WA")
HOWS = {"DG-15", "DG-17"}
Json = dict[str, Any]


def divine_bot(scene: Scene) -> Any:
    """Any unit that may be touched, any power that may be favoured; now and then neither."""
    random = scene.random
    answer: Json = {}
    if scene.options and random.random() < 0.9:
        answer["spell"] = random.choice(sorted(scene.options))
    if "favour" in scene.owed and random.random() < 0.8:
        answer["favour"] = random.choice(scene.owed["favour"])
    return answer


def cunning_bot(scene: Scene) -> Any:
    """A unit next to one of another power, where there is most to decide."""
    units = {unit[2:5]: power for power, held in scene.position["units"].items() for unit in held}
    hot = [
        unit
        for unit in sorted(scene.options)
        if any(units.get(step[:3], units[unit[2:5]]) != units[unit[2:5]] for step in standard().steps(unit))
    ]
    answer = divine_bot(scene)
    return answer | {"spell": scene.random.choice(hot)} if hot else answer


def careless_divine_bot(scene: Scene) -> Any:
    """What people and programs send besides."""
    whole = divine_bot(scene)
    nothing = (
        {},
        None,
        [],
        "A MUN",
        {"spell": 3},
        {"spell": "A MARS", "favour": "MARS"},
        {"favour": "Italie"},
    )
    return scene.random.choice((whole, whole, whole | {"x": 1}, {"spell": "Munich"}, *nothing))


MORTALS: Mapping[str, Bot] = {"greedy": greedy_bot, "random": random_bot, "careless": careless_bot}
GODS: Mapping[str, Bot] = {
    "random": divine_bot,
    "cunning": cunning_bot,
    "careless": careless_divine_bot,
}


def check(settings: Json, before: Json, answers: Json, turn: Json) -> None:
    """AssertionError, with all that makes it happen again, if `turn` cannot follow from `before`."""
    with told(before, answers, turn):
        assert json.loads(json.dumps(turn)) == turn, "a turn is plain JSON"
        assert turn["outcome"] == turn["position"]["outcome"]
        _calendar(before, turn)
        check_due(VARIANT, settings, turn["position"])
        _board(before, turn)
        _spells(before, answers, turn)
        _state(before, turn)
        _ended(before, turn)
        _sealed(settings, before, answers, turn)


def _place(phase: str) -> tuple[int, int]:
    return int(phase[1:5]), ORDER.index(phase[0] + phase[5])


def _calendar(before: Json, turn: Json) -> None:
    after = turn["position"]
    if turn["outcome"] is None:
        assert _place(after["phase"]) > _place(before["phase"]), "time goes on"
    assert after["protected"] == before["protected"], "protections never change"


def _standing(position: Json) -> dict[str, str]:
    """Province -> power."""
    return {unit[2:5]: power for power, units in position["units"].items() for unit in units}


def _board(before: Json, turn: Json) -> None:
    after = turn["position"]
    check_standing(after)
    one, two = units_counted(before), units_counted(after)
    if before["phase"][5] == "M" and after["phase"][:5] == before["phase"][:5]:
        for power in one:
            gone = sum(r["power"] == power and r.get("retreats") == [] for r in turn["results"])
            assert two[power] == one[power] - gone, f"{power} lost or gained a unit"
    if after["phase"][1:5] != before["phase"][1:5]:
        for power, count in two.items():
            spare = 1 if before["favour"] == power or _favours(turn, power) else 0
            assert count <= len(after["centres"].get(power, ())) + spare, f"{power} has too many units"
    if before["centres"] != after["centres"]:
        assert before["phase"][0] == "F", "ownership changes in autumn alone (RB-10)"


def _favours(turn: Json, power: str) -> bool:
    return any(item["kind"] == "favour" and item["power"] == power for item in turn["news"])


def _spells(before: Json, answers: Json, turn: Json) -> None:
    spells = {item["seat"]: item for item in turn["news"] if item["kind"] == "spell"}
    assert not spells or before["phase"][5] == "M", "no spell but in movement (DG-5)"
    assert not spells or not before["divine_retired"]
    cancelled = {item["cancelled"] for item in spells.values()}
    assert len(cancelled) < 2, "cancelling takes two"
    assert True not in cancelled or set(spells) == set(DIVINE)
    orders = {r["order"].rsplit(" ", 1)[0]: r for r in turn["results"] if r["verdict"] != "void"}
    assert orders or not spells
    after = turn["position"]
    held = _standing(after)
    for seat, item in spells.items():
        unit, power = item["unit"], item["power"]
        assert unit in before["units"][power]
        assert power not in before["cast"][seat], "not twice a year on one power (DG-3)"
        assert answers[seat]["spell"]
        told = _result(turn, power, unit)
        if item["clause"] in ("DG-6", "DG-8", "DG-9"):
            assert "dislodged_by" not in told, "a blessed unit that stays is not dislodged"
            if after["phase"][:5] == before["phase"][:5]:
                assert held.get(unit[2:5]) == power
        if item["clause"] == "DG-7" and told["verdict"] == "fails":
            assert told["reason"] in ("bounced", "no-convoy", "convoy-disrupted", "paradox")
            if told["reason"] == "bounced":
                assert _owners(before, told["by"]) == {power}, "only its own power stops a blessed attack"
        if item["clause"] == "DG-8" and told.get("reason") not in (None, "unmatched"):
            raise AssertionError("a blessed support is not cut")
        if item["clause"] in ("DG-11", "DG-12", "DG-13"):
            assert told["verdict"] == "fails", "a cursed unit's doing fails"
        if item["clause"] == "DG-12" and "dislodged_by" in told:
            aimed = told["order"].split(" - ")[1][:3]
            assert aimed not in [place[:3] for place in told["retreats"]]
    for item in turn["results"]:
        if str(item.get("clause")).startswith("DG-") and item["verdict"] != "void" and spells:
            assert item["clause"] in {spell["clause"] for spell in spells.values()} | {"DG-14"}


def _result(turn: Json, power: str, unit: str) -> Json:
    """The first result of a unit: its own, those of further lines follow."""
    return next(r for r in turn["results"] if r["power"] == power and r["order"].startswith(f"{unit} "))


def _owners(before: Json, units: list[str]) -> set[str]:
    return {power for power, held in before["units"].items() for unit in held if unit in units}


def _state(before: Json, turn: Json) -> None:
    after = turn["position"]
    new_year = after["phase"][1:5] != before["phase"][1:5]
    cast = {
        seat: sorted(
            [
                *before["cast"][seat],
                *(i["power"] for i in turn["news"] if i["kind"] == "spell" and i["seat"] == seat),
            ]
        )
        for seat in DIVINE
    }
    assert after["cast"] == ({seat: [] for seat in DIVINE} if new_year else cast)
    if after["favour"] is not None:
        assert after["phase"][0] in "FW" and (int(after["phase"][1:5]) - 1901) % 2 == 0
    gone = {
        seat
        for seat, power in after["protected"].items()
        if not (after["units"].get(power) or after["centres"].get(power))
    }
    if new_year and not before["divine_retired"]:
        winner = None if len(gone) != 1 else "GOD" if gone == {"DEVIL"} else "DEVIL"
        assert (after["divine_winner"], after["divine_retired"]) == (winner, bool(gone))
    else:
        for key in ("divine_winner", "divine_retired"):
            assert after[key] == before[key]


def _ended(before: Json, turn: Json) -> None:
    outcome, after = turn["outcome"], turn["position"]
    most = {power for power, centres in after["centres"].items() if len(centres) >= 18}
    if outcome is None:
        assert not most, "18 centres win (DG-15)"
        return
    assert outcome["how"] in HOWS
    assert set(outcome["winners"]) - set(DIVINE) == most
    divine = set(outcome["winners"]) & set(DIVINE)
    earned = {after["divine_winner"]} - {None}
    if not after["divine_retired"]:
        earned = {seat for seat, power in after["protected"].items() if power in most}
    assert divine == earned


def _sealed(settings: Json, before: Json, answers: Json, turn: Json) -> None:
    """The seven see nothing of protections, nor of another's favour, nor of answers of the divine."""
    if turn["outcome"] is not None:
        return
    other = dict(zip(DIVINE, reversed(list(before["protected"].values())), strict=True))
    for seat in ("TURKEY", None):
        seen = [
            dumps(
                adjudicator.view(
                    VARIANT,
                    settings,
                    position=turn["position"] | {"protected": protected},
                    turn={
                        **turn,
                        "answers": answers,
                        "position": turn["position"] | {"protected": protected},
                    },
                    seat=seat,
                )
            )
            for protected in (before["protected"], other)
        ]
        assert seen[0] == seen[1], "protections show"
        shown = json.loads(seen[0])
        assert not {*DIVINE} & set(shown["turn"]["answers"])
        assert all(i["power"] == seat for i in shown["turn"]["news"] if i["kind"] == "favour")
        if settings["spells_shown"] == "end":
            assert not [i for i in shown["turn"]["news"] if i["kind"] == "spell"]
            clauses = {i.get("clause") for i in (*shown["turn"]["results"], *shown["turn"]["news"])}
            assert not {clause for clause in clauses if str(clause).startswith("DG-")} - {"DG-14"}


@dataclass
class DivineTally(Tally):
    """What became of the two as well."""

    divine: Counter[str] = field(default_factory=Counter)

    def add(self, record: Json) -> None:
        super().add(record)
        last = record["turns"][-1]["position"]
        self.divine[last["divine_winner"] or ("retired" if last["divine_retired"] else "none")] += 1


def play_one(seed: int, *, last_year: int = LAST_YEAR) -> Json:
    """Game number `seed`: its record, every phase checked and the whole replayed."""
    random = Random(seed)
    settings = {
        "rulebook": random.choice(["classic", "modern"]),
        "spells_shown": random.choice(["turn", "turn", "end"]),
    }
    table = random.choice([["greedy"], ["random"], ["greedy", "greedy", "random", "careless"]])
    record = play(
        variant=VARIANT,
        settings=settings,
        bots={power: MORTALS[random.choice(table)] for power in POWERS}
        | {seat: GODS[random.choice(sorted(GODS))] for seat in DIVINE},
        lots=lots_of(seed),
        random=random,
        last_year=last_year,
        watch=partial(check, settings),
    )
    return replayed(record)


def run(seeds: Iterable[int], *, last_year: int = LAST_YEAR) -> DivineTally:
    """Play the games numbered `seeds`; AssertionError, with the game's number, at the first that fails."""
    return play_many(partial(play_one, last_year=last_year), seeds, DivineTally())


if __name__ == "__main__":
    sys.exit(main(__doc__, run, 200))
