"""Everything that has to be true of a season of the ladder, counted by other means than the site's."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction

from games.holidays import midnight
from games.models import Game, GameArbiter, Holiday, Tenure
from league.tournaments import log
from league.tournaments.exporting import export_bytes
from league.tournaments.ladder import Opens, Result, before_all
from league.tournaments.models import Challenge, Competition, Entry, Event, IdleWeek, Move, Standing
from league.tournaments.services import table
from tests.league.tournaments.checker import faults_in

DAY = timedelta(days=1)


def wrong_table(competition: Competition, now: datetime) -> Iterator[str]:
    """What is wrong with the table at this moment: its rows, its export, and what a new fold would make."""
    if competition.started_at is None:
        return
    if table.has_drifted(competition):
        yield "the table has drifted from its log"
    text = export_bytes(competition, now).decode()
    yield from faults_in(text)
    before = table.table_bytes(competition)
    with transaction.atomic():
        Move.objects.filter(competition=competition).delete()
        Standing.objects.filter(competition=competition).delete()
        table.refold(competition)
        if table.table_bytes(competition) != before:
            yield "folded anew, its rows are others"
        if export_bytes(competition, now).decode() != text:
            yield "folded anew, its export is another"


def violations(competition: Competition, now: datetime) -> Iterator[str]:
    """What is wrong with a season that should be over."""
    yield from wrong_table(competition, now)
    if competition.state != Competition.State.FINISHED:
        yield f"it is {competition.state}"
        return
    yield from _wrong_moves(competition)
    yield from _wrong_results(competition)
    yield from _wrong_games(competition)
    yield from _wrong_places(competition, json.loads(export_bytes(competition, now)))
    if competition.next_seasons.count() != 1:
        yield "the next season is not drafted once"


def _wrong_moves(competition: Competition) -> Iterator[str]:
    """Whoever moves changes nobody else's order, and a win launches nobody."""
    events = log.events_of(competition)
    folded = before_all(events)
    for event in events:
        before = list(folded.table)
        move = event.applied_to(folded)
        if isinstance(event, Opens):
            continue
        moved = move.entry if move else None
        if [each for each in folded.table if each != moved] != [each for each in before if each != moved]:
            yield f"{event}: others than {moved} have changed places"
        if move and isinstance(event, Result) and event.loser:
            then = folded.rank_when_challenged(event.challenge, event.loser)
            if move.after < then or move.after < before.index(event.loser) + 1 or move.after >= move.before:
                yield f"{event}: {move} comes above whom it has beaten, on {then} then"


def _wrong_results(competition: Competition) -> Iterator[str]:
    """Each finished game has exactly one result that counts, and it says what the game says."""
    counting = Event.objects.filter(competition=competition, kind="result", superseded_by=None)
    per_game = Counter(counting.values_list("game", flat=True))
    facts = {event.game_id: event.facts for event in counting}
    played = Challenge.objects.filter(competition=competition, game__isnull=False)
    for challenge in played.select_related("game", "by", "of"):
        game = challenge.game
        if game.state != Game.State.FINISHED or challenge.state != Challenge.State.OVER:
            yield f"{challenge}: its game is {game.state}, it is {challenge.state}"
            continue
        if per_game.pop(game.pk, 0) != 1:
            yield f"{challenge}: its game does not count once"
            continue
        users = {challenge.by.user_id: challenge.by.number, challenge.of.user_id: challenge.of.number}
        seats = dict(Tenure.objects.filter(game=game).values_list("seat__key", "user"))
        winners = [users[seats[seat]] for seat in game.outcome["winners"]]
        winner = winners[0] if len(winners) == 1 else None
        if facts[game.pk]["winner"] != winner:
            yield f"{challenge}: {facts[game.pk]} while its game ended {game.outcome}"
    if per_game:
        yield f"results of games that are none of the season's: {sorted(per_game)}"


def _wrong_games(competition: Competition) -> Iterator[str]:
    """Its games have its rules, nobody presides over them but its arbiters, and all ended in time."""
    arbiters = set(competition.arbiters.values_list("user", flat=True))
    games = Game.objects.filter(ladder_challenge__competition=competition).select_related("contest")
    named = Counter(GameArbiter.objects.filter(game__in=games).values_list("game", flat=True))
    strangers = GameArbiter.objects.filter(game__in=games).exclude(user__in=arbiters)
    if strangers.exists() or set(named.values()) - {len(arbiters)}:
        yield "others than its arbiters have power over its games (HR-10)"
    for game in games:
        if game.master_id is not None or game.contest.rules_sha256 != competition.rules_sha256:
            yield f"{game}: it has a master, or other rules"
        if game.finished_at and game.finished_at > competition.ends_at:
            yield f"{game}: begun in time, it ended on {game.finished_at:%d %b}, after the last day"


def _wrong_places(competition: Competition, export: dict[str, Any]) -> Iterator[str]:
    """The final places are the table's; ranked are those that the export says are, and it is checked."""
    final = {each["entry"]: each["place"] for each in export["final"]}
    expected = [(row["entry"], row["rank"], final.get(row["entry"])) for row in export["table"]]
    places = competition.final_places.order_by("place").values_list("entry__number", "place", "rank")
    if list(places) != expected:
        yield f"the final places are {list(places)} instead of {expected}"


def wrong_weeks(competition: Competition, offered: Mapping[tuple[int, int], int]) -> Iterator[str]:
    """Weeks that count as idle, or do not, against how often the page offered somebody, by entry and week,
    and the entries' own acts; and how many there are in a row, and what they cost.
    """
    zone, limit = competition.rules["zone"], competition.rules["idle_weeks"]
    first = competition.starts_at.astimezone(ZoneInfo(zone)).date()
    rows = {(row.entry.number, row.week): row for row in IdleWeek.objects.select_related("entry")}
    costs = set(Event.objects.filter(kind="idle").values_list("entry__number", "at"))
    expected = set()
    for number, week in sorted({*offered, *rows}):
        begins, ends = (midnight(first + 7 * (week + each) * DAY, zone) for each in (0, 1))
        entry = competition.entries.get(number=number)
        is_idle = offered[number, week] == 7 and not _did_something(entry, begins, ends)
        row = rows.get((number, week))
        if is_idle != (row is not None):
            yield f"week {week} of {entry} is {'not ' if is_idle else ''}idle"
        before = rows.get((number, week - 1))
        if row is not None and row.in_a_row != (before.in_a_row if before else 0) % limit + 1:
            yield f"week {week} of {entry} is number {row.in_a_row} in a row"
        if row is not None and row.in_a_row == limit:
            expected.add((number, ends))
    if costs != expected:
        yield f"idle weeks cost {sorted(costs)} instead of {sorted(expected)}"


def _did_something(entry: Entry, begins: datetime, ends: datetime) -> bool:
    """Whether an entry did anything in a week that saves it, or was not there for all of it."""
    for each in [*entry.challenges_made.all(), *entry.challenges_received.all()]:
        was_made = each.by_id == entry.pk and each.state != Challenge.State.TAKEN_BACK
        if was_made and begins <= each.made_at < ends:
            return True
        if each.game_id and each.answered_at < ends and (each.over_at is None or each.over_at > begins):
            return True
    holidays = Holiday.objects.filter(user=entry.user_id, taken_back_at=None)
    joined = Event.objects.filter(kind="joins", entry=entry, at__gt=begins)
    return holidays.filter(begins_at__lt=ends, ends_at__gt=begins).exists() or joined.exists()
