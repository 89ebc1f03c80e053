"""Makes the rows of seasons that a later release has to bring to their end; README.md says how it is run.

Everything is done by the site's own services at a clock that is set, with chance from a seed.
"""

from __future__ import annotations

import gzip
import json
import os
import random
import sqlite3
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

SEEDED = random.Random(1902)
os.urandom = SEEDED.randbytes
random._urandom = SEEDED.randbytes  # type: ignore[attr-defined]  # secrets and codes are drawn from it
VAR = TemporaryDirectory(prefix="old-seasons-")
os.environ |= {"DJANGO_SETTINGS_MODULE": "league.settings.test", "VAR_DIR": VAR.name}
os.environ |= {"PRIZES_REAL_MONEY": "1", "PRIZES_OPERATOR": "Relais Jeux", "PRIZES_SITE_PERCENT": "5"}

import django  # noqa: E402

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from games.agreed.pace import Pace  # noqa: E402
from games.common import clock  # noqa: E402
from league.competitions import services  # noqa: E402
from league.competitions.ladder.rules.challenge_rules import ChallengeRules  # noqa: E402
from league.competitions.ladder.rules.ladder_rules import LadderRules  # noqa: E402
from league.competitions.models import Competition  # noqa: E402
from league.competitions.rules.prize_rules import Extra, PrizeRules  # noqa: E402
from league.leagues import services as leagues  # noqa: E402
from league.prizes.services import money_draft  # noqa: E402
from tests.conftest import make_user  # noqa: E402
from tests.old_seasons.acts import GUARANTOR, HOLDER, ORGANISER, SECOND, Acts, person  # noqa: E402
from tests.old_seasons.days import Days  # noqa: E402
from tests.old_seasons.kept import kept  # noqa: E402

RUNS_THE_LEAGUE = (ORGANISER, HOLDER, SECOND, "kim")
PLAYERS = ("ada", "ben", "cleo", "dan", "eva", "finn", "gail", "hugo", "ivo", "jane")
SPONSOR = "Librairie du Port"
FEE = 1200
MONEY = PrizeRules(
    fee=FEE,
    league_percent=5,
    shares=(50, 30, 20),
    extras=(Extra(rank=1, amount=4000, sponsor=SPONSOR),),
    prize_games=0,
    guaranteed=6000,
    guarantor="kim",
    second_above=3000,
    online=True,
    cash_holder=HOLDER,
)
EUROS = PrizeRules(
    currency="EUR",
    fee=FEE,
    league_percent=5,
    shares=(60, 40),
    prize_games=0,
    second_above=5000,
    cash_holder=HOLDER,
    guarantor="kim",
)
BANK_DETAILS = "Henrik H., FR14 2004 1010 0505 0001 3M02 606"


DAY = timedelta(days=1)


def at(month: int, day: int, hour: int = 10) -> datetime:
    return datetime(2026, month, day, hour, tzinfo=UTC)


SEASONS: dict[str, Any] = {
    "finished": {"enters_from": at(6, 2), "starts_at": at(6, 15), "ends_at": at(8, 14)},
    "running": {
        "enters_from": at(9, 7),
        "starts_at": at(9, 27, 22),
        "ends_at": at(12, 20),
        "dispute_days": 5,
        "idle_weeks": 3,
    },
    "announced": {"enters_from": at(10, 12), "starts_at": at(11, 2), "ends_at": at(12, 31) + 20 * DAY},
    "euros": {"enters_from": at(10, 13), "starts_at": at(11, 5), "ends_at": at(12, 31) + 20 * DAY},
    "draft": {"enters_from": at(11, 10), "starts_at": at(12, 1), "ends_at": at(12, 31) + 50 * DAY},
}
"""Their names, by how they stand in the end."""
OF = "fcc1dff"
"""The release by which the rows were made."""
STANDS_AT = at(10, 20, 12)


def main(folder: Path) -> None:
    days = Days(at(5, 30))
    clock.read = days
    call_command("migrate", verbosity=0, interactive=False)
    organiser = make_user(ORGANISER, date_joined=days.now)
    league = leagues.create_league(
        user=organiser, name="Calais", slug="calais", description="", visibility="public"
    )
    for name in (*RUNS_THE_LEAGUE[1:], *PLAYERS):
        leagues.join(league=league, user=make_user(name, date_joined=days.now))

    play_to_the_end(drafted(days, league, "finished"))
    runs = drafted(days, league, "running")
    begin(runs)
    days.to(at(10, 9))
    takes_entries, in_euros = drafted(days, league, "announced"), drafted(days, league, "euros", EUROS)
    take_entries(takes_entries, in_euros)
    leave_open(runs)
    drafted(days, league, "draft").agree(SECOND)
    days.to(STANDS_AT)
    takes_entries.begin_to_pay_online("dan")
    write(folder, days)


def drafted(days: Days, league: Any, name: str, money: PrizeRules = MONEY) -> Acts:
    """A draft, as its organiser makes it some days before entries open."""
    given: dict[str, Any] = {"dispute_days": 2, **SEASONS[name]}
    starts = given["starts_at"]
    rules = LadderRules(
        name=f"The {name} season",
        league=league.slug,
        variant="intimate",
        settings={"last_year": 1901},
        pace=Pace(),
        zone="Europe/Paris",
        enters_until=starts - timedelta(hours=6),
        challenges_until=starts + DAY,
        challenges=ChallengeRules(pause_days=7),
        smallest=2,
        least_games=0,
        **given,
    )
    organiser, arbiters = person(ORGANISER), [person(HOLDER), person(SECOND)]
    days.to(max(days.now, min(given["enters_from"] - 3 * DAY, STANDS_AT - 2 * DAY)))
    made = services.create_season(league=league, by=organiser, rules=rules, arbiters=arbiters)
    money_draft.set_money(competition=made, by=organiser, money=money, bank_details=BANK_DETAILS)
    return Acts(days, made.code)


def announce(season: Acts) -> None:
    season.agree(HOLDER, SECOND, GUARANTOR)
    season.announce()
    season.days.to(season.competition.enters_from + timedelta(hours=1))


def play_to_the_end(season: Acts) -> None:
    """Four play: their prizes are confirmed, the sponsor's is paid out, the first one of the pool claimed."""
    announce(season)
    season.keep("guarantee", 6000, name="kim")
    season.keep("extra", 4000, name=SPONSOR, promise=0)
    for name in ("ada", "ben"):
        season.enter(name, word=f"word of {name}")
        season.pay_online(name)
    for name in ("cleo", "dan"):
        season.enter(name)
        season.pay_by_hand(name)
    season.days.to(season.competition.starts_at + 2 * DAY)
    season.play(season.rank(4), seed=1)
    made = season.begin_game(season.rank(2))
    season.play_on(made, seed=2, phases=3)
    season.concede(made, made.of)
    season.finish()
    season.confirm_prizes()
    own, first = sorted(season.owed()[:2], key=lambda payout: not payout.sponsor)
    season.claim(own)
    season.pay(own)
    season.claim(first)


def begin(season: Acts) -> None:
    """Ten enter, two of whom leave before their first game: one's fee went back, the other's is owed."""
    announce(season)
    for name in PLAYERS:
        season.enter(name)
        if name in ("ada", "cleo", "eva", "jane"):
            season.pay_online(name)
        else:
            season.pay_by_hand(name)
    season.days.to(season.competition.starts_at + DAY)
    for name in ("ivo", "jane"):
        season.withdraw(name)
    season.days.to(at(10, 1))
    season.play(season.rank(8), seed=3)
    for day in (3, 6):
        season.days.to(at(10, day))
        made = season.challenge(season.rank(5))
        assert made is not None
        season.days.pass_(hours=20)
        season.decline(made)


def take_entries(season: Acts, in_euros: Acts) -> None:
    """Some have paid, and some owe their fee."""
    announce(season)
    announce(in_euros)
    season.days.to(at(10, 16))
    for name in ("ada", "ben", "cleo", "dan", "eva"):
        season.enter(name, word=f"word of {name}")
    season.pay_online("ada")
    season.pay_by_hand("ben")
    season.keep("extra", 4000, name=SPONSOR, promise=0)
    for name in ("finn", "gail", "ada"):
        in_euros.enter(name)
    in_euros.pay_by_hand("finn")


def leave_open(season: Acts) -> None:
    """A result that is disputed and one that is provisional, a game, a challenge, a gift that waits."""
    made = season.begin_game(season.rank(3))
    season.play_on(made, seed=4, phases=2)
    season.concede(made, made.of)
    season.days.pass_(hours=8)
    services.dispute(challenge=season.answered(made), user=made.of.user, said="I had conceded the other one.")
    season.days.to(at(10, 18))
    made = season.begin_game(season.rank(6))
    season.days.pass_(hours=3)
    season.concede(made, made.of)
    season.record("gift", 5000, name=SPONSOR)
    season.days.to(at(10, 19, 18))
    season.play_on(season.begin_game(season.rank(8)), seed=5, phases=3)
    assert season.challenge(season.rank(2)) is not None


def write(folder: Path, days: Days) -> None:
    """The rows as SQL, and beside them what has to stay of them."""
    folder.mkdir(parents=True, exist_ok=True)
    told = {
        "stands_at": days.now.isoformat(),
        "seasons": kept(days.now),
        "states": {season.name: season.code for season in Competition.objects.order_by("pk")},
    }
    folder.joinpath(f"{OF}.json").write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n")
    lines = "\n".join(sqlite3.connect(connection.settings_dict["NAME"]).iterdump())
    folder.joinpath(f"{OF}.sql.gz").write_bytes(gzip.compress(lines.encode(), 9, mtime=0))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
