"""Whole games of the classic rulebook between bots, at every table; each phase checked, each record replayed.

python -m tests.fuzz.standard --games 500 --seed 1
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

import adjudicator
from adjudicator.board import standard
from games.bots import play
from tests.fuzz.dues import check_due
from tests.fuzz.intimate import BOTS
from tests.fuzz.invariants import check_ground, told
from tests.fuzz.running import Tally, lots_of, main, play_many, replayed

VARIANT = "standard"
TABLES = (7, 6, 5, 4, "3a", "3b", 2)
POWERS = frozenset(standard().powers)
ITALIAN = frozenset(standard().powers["ITALY"].territory)
WORDS = (
    *(
        "A Par - Bur",
        "Paris soutient Munich",
        "flotte",
        "convoie",
        "WAIVE",
        "passe",
        "R",
        "désordre",
        "??",
        ";",
    ),
    *(
        "France:",
        "Autriche :",
        "supports",
        "->",
        "StP (cn)",
        "Mer du Nord",
        "Mun",
        "B",
        "é" * 40,
        "\x00",
        "1",
        "—",
    ),
)
Json = dict[str, Any]


def check(settings: Json, careful: bool, random: Random, before: Json, answers: Json, turn: Json) -> None:
    """AssertionError, with all that makes it happen again, if `turn` cannot follow from `before`.

    `careful`: every line that was sent is one of those offered.
    """
    with told(before, answers, turn):
        check_ground(before, turn)
        _seats(settings, before, answers, turn)
        if "powers" in before:
            _powers(settings, before, turn)
        _disordered(before, turn)
        _ended(settings, before, turn)
        if careful:
            assert all(result["verdict"] != "void" for result in turn["results"]), "what is offered is legal"
        if turn["outcome"] is None and random.random() < 0.1:
            _read(settings, turn["position"], random)


def _held(settings: Json, position: Json) -> dict[str, list[str]]:
    """Whom each seat may order now."""
    if "powers" not in position:
        return {power: [power] for power in POWERS}
    joined = int(position["phase"][1:5]) > settings["first_year"]
    return {
        seat: [
            power
            for power in powers
            if power not in position["disorder"] and (power != "ITALY" or settings["players"] != 2 or joined)
        ]
        for seat, powers in position["powers"].items()
    }


def _seats(settings: Json, before: Json, answers: Json, turn: Json) -> None:
    """Exactly those owe something who have something to order, and silence is told of them alone."""
    held = _held(settings, before)
    silent = {item["seat"] for item in turn["news"] if item["kind"] == "disorder"}
    assert silent == {seat for seat, answer in answers.items() if answer is None}
    if turn["outcome"] is None:
        due = check_due(VARIANT, settings, turn["position"])
        now = _held(settings, turn["position"])
        for seat, owed in due.items():
            assert set(owed["powers"]) <= set(now[seat])
        if turn["position"]["phase"][5] == "M":
            units = turn["position"]["units"]
            owing = {seat for seat, powers in now.items() if any(power in units for power in powers)}
            assert set(due) == owing
    for seat in answers:
        assert held[seat], "nobody answers for powers that nobody orders"


def _powers(settings: Json, before: Json, turn: Json) -> None:
    """No one changes hands but Italy, once, by the coin (RB-20)."""
    one, two = before["powers"], turn["position"]["powers"]
    coins = [item for item in turn["news"] if item["kind"] == "coin"]
    if not coins:
        assert one == two
    else:
        (coin,) = coins
        assert settings["players"] == 2
        assert before["phase"][0] == "F"
        assert coin["year"] == int(before["phase"][1:5]) == settings["first_year"]
        assert two == one | {coin["seat"]: sorted([*one[coin["seat"]], "ITALY"])}
    if settings["players"] == 2 and int(turn["position"]["phase"][1:5]) <= settings["first_year"]:
        for power, units in turn["position"]["units"].items():
            assert power == "ITALY" or not {unit[2:5] for unit in units} & ITALIAN, "Italy is closed"
        assert turn["position"]["units"]["ITALY"] == list(standard().powers["ITALY"].units)


def _disordered(before: Json, turn: Json) -> None:
    """Powers in disorder for good never move and never grow (RB-16)."""
    after = turn["position"]
    assert after["disorder"] == before["disorder"]
    for power in after["disorder"]:
        assert set(after["units"].get(power, ())) <= set(before["units"].get(power, ()))
        assert power not in after["dislodged"], "what is dislodged is removed"


def _ended(settings: Json, before: Json, turn: Json) -> None:
    outcome, after = turn["outcome"], turn["position"]
    held = _held(settings, after)
    great = {power for power, owned in after["centres"].items() if len(owned) >= 18}
    armed = {seat: sum(len(after["units"].get(power, ())) for power in held[seat]) for seat in held}
    winter = before["phase"][0] == "W" or turn["position"]["phase"][1:5] > before["phase"][1:5]
    if settings["players"] == 2:
        expected = sorted(seat for seat, count in armed.items() if count >= 24)
        if winter or outcome is not None:
            assert outcome == ({"how": "RB-20", "winners": expected} if expected else None)
        return
    solo = sorted(seat for seat, powers in held.items() if great & set(powers))
    if solo:
        assert outcome == {"how": "RB-12", "winners": solo}
        return
    if outcome is None:
        last = settings["last_year"]
        assert last is None or int(after["phase"][1:5]) <= last
        return
    most = max(armed.values())
    assert outcome == {"how": "RB-13", "winners": sorted(seat for seat in armed if armed[seat] == most)}
    assert after["phase"][1:5] == str(settings["last_year"])


def _read(settings: Json, position: Json, random: Random) -> None:
    """Whatever is written is read, or refused in words."""
    seat = random.choice(sorted(adjudicator.about(VARIANT, settings)["seats"]))
    units = [unit for held in position["units"].values() for unit in held]
    words = [*WORDS, *units, *(unit[2:5] for unit in units)]
    text = "\n".join(" ".join(random.choices(words, k=random.randint(1, 7))) for _ in range(5))
    for language in ("en", "fr"):
        reading = adjudicator.read(VARIANT, settings, position, seat, text=text, language=language)
        assert all(problem["message"] and problem["line"] for problem in reading["problems"]), text
    again = adjudicator.read(VARIANT, settings, position, seat, answer=reading["answer"])
    assert again["answer"] == reading["answer"], "what is canonical stays so"


@dataclass
class TallyOfTables(Tally):
    """How often each table was played, and how each ended."""

    tables: Counter[Any] = field(default_factory=Counter)
    endings_of: Counter[str] = field(default_factory=Counter)

    def add(self, record: Json) -> None:
        super().add(record)
        players = record["settings"]["players"]
        self.tables[players] += 1
        self.endings_of[f"{players}: {record['turns'][-1]['outcome']['how']}"] += 1


def play_one(seed: int, *, years: int) -> Json:
    """Game number `seed`: its record, every phase checked and the whole replayed."""
    random = Random(seed)
    players = TABLES[seed % len(TABLES)]
    settings = {"players": players, "rulebook": random.choice(["classic", "modern"])}
    defaults = adjudicator.about(VARIANT, settings)
    settings["first_year"] = first = random.choice([defaults["settings"]["first_year"], 1901])
    settings["last_year"] = None if players == 2 else random.choice([None, first + years // 2])
    names = random.choice((["greedy"], ["random"], ["greedy", "random"], ["greedy", "random", "careless"]))
    record = play(
        variant=VARIANT,
        settings=settings,
        bots={seat: BOTS[random.choice(names)] for seat in defaults["seats"]},
        lots=lots_of(seed),
        random=random,
        last_year=first + years,
        watch=partial(check, settings, "careless" not in names, Random(seed)),
    )
    return replayed(record)


def run(seeds: Iterable[int], *, years: int = 10) -> TallyOfTables:
    """Play the games numbered `seeds`; AssertionError, with the game's number, at the first that fails."""
    return play_many(partial(play_one, years=years), seeds, TallyOfTables())


if __name__ == "__main__":
    sys.exit(main(__doc__, run, 210))
