"""What has to be true of an event at tables of seven at every moment, and of one that is over."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from league.competitions.models import Competition, Entry, FinalPlace
from league.competitions.models.pairing import runs
from league.competitions.tables.state import Read, read
from league.prizes.models import Proposal
from tests.fuzz.events.checks import wrong_money, wrong_state, wrong_table
from tests.league.competitions.check_tables import faults_in


def wrong_tables(season: Competition, now: datetime) -> Iterator[str]:
    """What is wrong with rounds and standings at this moment, and with the export."""
    yield from wrong_table(season, now, faults_in)
    found = read(season)
    if len(found.rounds) > found.rules.rounds:
        yield f"{len(found.rounds)} rounds are called of {found.rules.rounds}"
    yield from _wrong_seats(season, found)
    yield from _wrong_turns(found)


def _wrong_seats(season: Competition, found: Read) -> Iterator[str]:
    """No one sits down who had gone when the round began, and everyone who stayed has their seat."""
    gone = dict(season.entries.exclude(left_at=None).values_list("number", "left_at"))
    numbers = set(season.pairings.values_list("number", flat=True))
    for each in found.rounds.values():
        if each.begun is None:
            continue
        for table in each.tables:
            if table.number not in numbers:
                yield f"table {table.number} has no game"
            for entry in table.seats:
                if entry in gone and gone[entry] < each.begun.recorded_at:
                    yield f"entry {entry} had gone when it sat down at table {table.number}"


def _wrong_turns(found: Read) -> Iterator[str]:
    """No one sits out twice before all who play have once."""
    for each in found.rounds.values():
        if each.begun is None:
            continue
        sat = found.sat_out_before(each.number)
        play = {
            entry
            for table in each.tables
            if not table.is_top
            for entry in table.seats
            if entry not in table.aside
        }
        least = min((sat.get(entry, 0) for entry in play), default=None)
        for entry in each.sat_out:
            if least is not None and sat.get(entry, 0) > least:
                yield f"entry {entry} sits out round {each.number} before its turn"


def wrong_end(season: Competition, now: datetime) -> Iterator[str]:
    """What is wrong with one that is over."""
    yield from wrong_state(season)
    if season.pairings.filter(runs()).exists():
        yield "games of it still run"
    if season.state != Competition.State.FINISHED:
        return
    found = read(season)
    placed = set(FinalPlace.objects.filter(competition=season).values_list("entry__number", flat=True))
    if missing := set(found.began) - found.disqualified - placed:
        yield f"entries {missing} have no place"
    if strangers := placed - set(found.began):
        yield f"entries {strangers} have a place and never began"
    away = [Entry.State.REMOVED, Entry.State.DISQUALIFIED]
    lost = set(season.entries.filter(state__in=away).values_list("number", flat=True))
    for made in Proposal.objects.filter(book__competition=season, state=Proposal.State.OPEN):
        own = {line["entry"] for line in made.content["payouts"] if not line.get("of")}
        yield from (f"entry {entry} was put out and has its own prize" for entry in own & lost)
    yield from wrong_money(season)
