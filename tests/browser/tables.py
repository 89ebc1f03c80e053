"""The hands on the clock and games of events at tables of seven: what is done in the house by shell."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tests.browser.money import do

FIND = """
from league.competitions.tables import checking
from league.competitions.tables.seating import POWERS
from league.competitions.tables.state import read
season = Competition.objects.select_related("league").get(code={code!r})
def turn(**moved):
    if moved:
        Competition.objects.filter(pk=season.pk).update(**moved)
    turning.turn_all()
def last_round():
    return read(Competition.objects.get(pk=season.pk)).last
"""

DRAFT = """
from games.agreed.pace import Pace
from league.competitions.tables.rules import TablesRules
from league.leagues.models import League
now, day = clock.now(), timedelta(days=1)
rules = TablesRules(
    name="An afternoon in Calais", league="calais", pace=Pace(), zone="Europe/Paris",
    settings={{"players": 7, "rulebook": "modern", "last_year": 1907}},
    enters_from=now - day, enters_until=now + 7 * day, starts_at=now + 8 * day, ends_at=now + 20 * day,
    by_hand=True, dispute_days=0, rounds=1, best_of=1, final=False,
)
carl = person("carl")
made = services.create_season(league=League.objects.get(), by=carl, rules=rules, arbiters=[carl])
services.announce(competition=made, by=carl)
print(made.get_absolute_url())
"""
"""An event at which people meet, of one round."""

ENTER = """
for name in {names!r}:
    services.enter(competition=season, user=person(name))
"""

CLOSE_ENTRIES = """
turn(enters_until=clock.now())
"""
"""Check-in for the first round opens."""

CHECK_IN = """
for name in {names!r}:
    checking.check_in(competition=season, user=person(name), number=last_round().number)
"""

CLOSE_CHECK_IN = """
Event.objects.filter(competition=season, kind="called", number=last_round().number).update(at=clock.now())
turn()
"""
"""The round that is called is drawn."""

BEGIN = """
then = clock.now() - timedelta(hours=13)
Event.objects.filter(competition=season, kind="called", number=last_round().number).update(at=then)
turn(starts_at=clock.now())
"""
"""The first round begins, with the season."""

TURN = """
for _time in range(3):
    turn()
"""
"""What is due is done; an event whose last result is final is over."""

RESIGN = """
from games.services.seats import resigning
game = season.pairings.get(game__state="running", sides__entry=entry_of({name!r})).game
resigning.resign(game=game, user=person({name!r}))
"""

END = """
from tests.league.competitions.tables_seasons import end_with
found, best = read(season), [entry_of(name).number for name in {best!r}]
boards = [(9, 7, 6, 4, 4, 3, 1), (11, 8, 6, 4, 3, 1, 1)]
for pairing in season.pairings.filter(game__state="running").select_related("game").order_by("number"):
    seats = found.tables[pairing.number].seats
    first = sorted(seats, key=lambda entry: best.index(entry) if entry in best else len(best))
    owned = dict(zip(first, boards[pairing.number % 2]))
    end_with(pairing.game, {{power: owned[entry] for power, entry in zip(POWERS, seats)}})
    results.take_results([pairing.game.pk])
for _time in range(3):
    turning.turn_all()
"""
"""All games that run end; those of `best` who play have most centres."""


def at(folder: Path, season: str, lines: str, **values: object) -> None:
    """Do `lines` in the house, which know the event at the address `season`."""
    do(folder, FIND + lines, code=season.rstrip("/").rpartition("/")[2], **values)


def announced(folder: Path) -> str:
    """An event at which people meet, announced; where it stands."""
    return do(folder, DRAFT).split()[-1]


def check_in(folder: Path, season: str, names: Sequence[str]) -> None:
    at(folder, season, CHECK_IN, names=[*names])
