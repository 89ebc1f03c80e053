"""Writes rules of seasons as the release in the present folder wrote and froze them; README.md says how it is
run. It knows no other module of the tests, for it is run on old ones.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import fields, replace
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any

sys.path.insert(0, os.getcwd())
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings.test")

import django

django.setup()

from games.agreed.pace import Pace  # noqa: E402
from games.services.seats.contests import contest_settings  # noqa: E402
from league.competitions.ladder.rules.challenge_rules import ChallengeRules, Reach  # noqa: E402
from league.competitions.ladder.rules.ladder_rules import LadderRules, Order  # noqa: E402
from league.competitions.rules.canonical import canonical, sha256_of  # noqa: E402
from league.competitions.rules.common_rules import Names  # noqa: E402
from league.competitions.rules.prize_rules import Extra, PrizeRules  # noqa: E402

STARTS, DAY = datetime(2026, 9, 1, tzinfo=UTC), timedelta(days=1)
PLAIN: dict[str, Any] = {
    "name": "Échelle d’automne",
    "league": "calais",
    "variant": "intimate",
    "settings": {"last_year": 1904},
    "pace": Pace(),
    "zone": "Europe/Paris",
    "enters_from": STARTS - 14 * DAY,
    "enters_until": STARTS - DAY,
    "starts_at": STARTS,
    "challenges_until": STARTS + 60 * DAY,
    "ends_at": STARTS + 118 * DAY,
}
SETTINGS: dict[str, Any] = {
    "intimate": {"last_year": 1904},
    "intimate-ii": {"last_year": 1903},
    "standard": {"players": 2},
}
PACES = (
    Pace(kind="live", first=900, movement=600, retreats=300, adjustments=300, auctions=300),
    Pace(at=time(20, 30), zone="Europe/Paris", weekends_off=True),
    Pace(kind="custom", first=3 * 86400, movement=2 * 86400, writing=3600),
)
FEE: dict[str, Any] = {"fee": 1200, "cash_holder": "henrik", "league_percent": 5}


def seasons() -> Iterator[tuple[str, LadderRules]]:
    """Rules of every kind that this release can write, and what is particular about each."""
    rules = LadderRules(**PLAIN)
    for variant, typed in SETTINGS.items():
        yield variant, replace(rules, variant=variant, settings=contest_settings(variant, typed))
    for order in Order:
        yield f"order {order}", replace(rules, order=order, previous="before" if order == "previous" else "")
    for reach, far in ((Reach.SHARE, 30), (Reach.RATING, 250)):
        yield f"reach {reach}", replace(rules, challenges=ChallengeRules(reach=reach, reach_of=far))
    for pace in PACES:
        yield f"pace {pace.kind}", replace(rules, pace=pace)
    numbers = {"smallest": 2, "largest": 5000, "cost": 0, "idle_weeks": 0, "dispute_days": 7}
    yield "numbers", replace(rules, **numbers, free_declines=0, least_games=0, playing_out_days=0)
    told = {"press": "none", "verified": False, "invitation": True, "names": Names.NUMBERS}
    yield "by invitation", replace(rules, **told, zone="Asia/Kolkata", least_reliability=80)
    for what, money in purses():
        yield what, replace(rules, money=money)


def purses() -> Iterator[tuple[str, PrizeRules]]:
    yield "fee in play money", PrizeRules(**FEE)
    agreed = {"operator": "Relais Jeux", "site_percent": 5, "trustees": ("henrik", "ines")}
    yield "fee in euros", PrizeRules(**FEE, currency="EUR", second_above=5000, **agreed)
    yield (
        "paid online",
        PrizeRules(**FEE, online=True, guarantor="kim", hold_days=90, charges_from="site", **agreed),
    )
    extras = (Extra(rank=1, amount=4000, sponsor="Librairie du Port"), Extra(rank=3, amount=1, sponsor="É"))
    yield (
        "gifts",
        PrizeRules(
            cash_holder="henrik",
            guarantor="kim",
            guaranteed=50000,
            shares=(50, 30, 20),
            fixed=(1000, 500),
            extras=extras,
            least_age=18,
            countries=("FR", "BE"),
            prize_games=0,
        ),
    )
    if any(field.name == "waiting_days" for field in fields(PrizeRules)):
        for days in (1, 3, 7):
            yield f"waiting list, days to pay: {days}", PrizeRules(**FEE, waiting_days=days)


def as_kept(rules: dict[str, Any]) -> dict[str, Any]:
    """The first release's were written again by migration 0005_logs_by_the_clause, which is later than it."""
    found = {name: value for name, value in rules.items() if name != "arbiters"}
    if "ranked_games" in found:
        found["entry_games"], found["least_games"] = found["least_games"], found.pop("ranked_games")
    return found


def main(commit: str, path: Path) -> None:
    """Add to the file at `path` what no release before this one has written."""
    lines = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    known = {line["sha256"] for line in lines}
    for what, rules in seasons():
        kept = as_kept(rules.to_json())
        line = {"of": commit, "what": what, "rules": canonical(kept), "sha256": sha256_of(kept)}
        if rules.money is not None:
            line["agreed_sha256"] = rules.money.agreed_sha256
        if line["sha256"] not in known:
            known.add(line["sha256"])
            lines.append(line)
    path.write_text("".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
