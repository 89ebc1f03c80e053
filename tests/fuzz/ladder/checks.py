"""Everything that has to be true of a season of the ladder, counted by other means than the site's: from its
export, as its description says, and from what its games and people did.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from itertools import zip_longest
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction

from games.common.clock import midnight
from games.models import Game, GameArbiter, Holiday, Tenure
from league.competitions.ladder.services import table
from league.competitions.log.exporting import export_bytes
from league.competitions.models import Challenge, Competition, Entry, Event, IdleWeek, Move, Standing
from tests.league.competitions.checker import faults_in, folded

DAY = timedelta(days=1)
CHECKS = 7
"""In a week, one for each day."""
WRITTEN = "%Y-%m-%dT%H:%M:%S.%fZ"
"""How an export writes a moment."""


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


def exported(competition: Competition, now: datetime) -> dict[str, Any]:
    """What anyone can download of a season."""
    return dict(json.loads(export_bytes(competition, now)))


def violations(competition: Competition, now: datetime) -> Iterator[str]:
    """What is wrong with a season that should be over."""
    yield from wrong_table(competition, now)
    if competition.state != Competition.State.FINISHED:
        yield f"it is {competition.state}"
        return
    export = exported(competition, now)
    yield from wrong_moves(competition, export)
    yield from wrong_declines(export)
    yield from _wrong_results(competition, export)
    yield from _wrong_games(competition)
    yield from _wrong_places(competition, export)
    if competition.next_seasons.count() != 1:
        yield "the next season is not drafted once"


def wrong_moves(competition: Competition, export: Mapping[str, Any]) -> Iterator[str]:
    """The moves that pages tell of, who rose and who fell, against the table after each exported event."""
    events = [each for each in export["events"] if not each.get("superseded")]
    before: list[int] = []
    expected = []
    for number, event in enumerate(events):
        after = _order_after(export, events, number)
        if event["kind"] != "opens" and after != before:
            entry = event["entry"] if "entry" in event else event["winner"]
            expected.append((event["at"], entry, _rank(entry, before), _rank(entry, after)))
            if [each for each in before if each != entry] != [each for each in after if each != entry]:
                yield f"{event}: others than {entry} have changed places"
        before = after
    rows = Move.objects.filter(competition=competition).order_by("place")
    columns = rows.values_list("at", "entry__number", "before", "after")
    moves = [(f"{at.astimezone(UTC):{WRITTEN}}", *move) for at, *move in columns]
    for told, found in zip_longest(moves, expected):
        if told != found:
            yield f"a move is {told} instead of {found}"
            return


def _order_after(export: Mapping[str, Any], events: list[Any], number: int) -> list[int]:
    """The entries from the top after the event of that number. Challenges move no one, later ones neither."""
    later = [each for each in events[number + 1 :] if each["kind"] == "challenge"]
    return [row["entry"] for row in folded(export, [*events[: number + 1], *later])[0]]


def _rank(entry: int, order: list[int]) -> int:
    return order.index(entry) + 1 if entry in order else 0


def wrong_declines(export: Mapping[str, Any]) -> Iterator[str]:
    """The first declines of a person are free, and each later one costs the same."""
    names = {each["entry"]: each["name"] for each in export["entries"]}
    costs = defaultdict(list)
    for event in export["events"]:
        if event["kind"] == "declined":
            costs[names[event["entry"]]].append(event["cost"])
    free, cost = export["rules"]["free_declines"], export["rules"]["cost"]
    for name, paid in sorted(costs.items()):
        if sorted(paid) != [0] * min(free, len(paid)) + [cost] * (len(paid) - free):
            yield f"{name} has paid {paid} for declining"


def _wrong_results(competition: Competition, export: Mapping[str, Any]) -> Iterator[str]:
    """Each finished game has exactly one result that counts, and it says what the game says."""
    results = [each for each in export["events"] if each["kind"] == "result" and not each.get("superseded")]
    per_game = Counter(each["game"] for each in results)
    told = {each["game"]: each for each in results}
    played = Challenge.objects.filter(competition=competition, pairing__isnull=False)
    for challenge in played.select_related("pairing__game", "by", "of"):
        game = challenge.game
        if game.state != Game.State.FINISHED or challenge.state != Challenge.State.OVER:
            yield f"{challenge}: its game is {game.state}, it is {challenge.state}"
            continue
        if per_game.pop(game.code, 0) != 1 or told[game.code]["challenge"] != challenge.number:
            yield f"{challenge}: its game does not count once"
            continue
        users = {challenge.by.user_id: challenge.by.number, challenge.of.user_id: challenge.of.number}
        seats = dict(Tenure.objects.filter(game=game).values_list("seat__key", "user"))
        winners = [users[seats[seat]] for seat in game.outcome["winners"]]
        winner = winners[0] if len(winners) == 1 else None
        if told[game.code]["winner"] != winner:
            yield f"{challenge}: {told[game.code]} while its game ended {game.outcome}"
    if per_game:
        yield f"results of games that are none of the season's: {sorted(per_game)}"


def _wrong_games(competition: Competition) -> Iterator[str]:
    """Its games have its rules, no one presides over them but its arbiters, and all ended in time."""
    arbiters = set(competition.arbiters.values_list("user", flat=True))
    games = Game.objects.filter(pairing__competition=competition).select_related("contest")
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


def wrong_weeks(
    competition: Competition, export: Mapping[str, Any], offered: Mapping[tuple[int, int], int]
) -> Iterator[str]:
    """Weeks that count as idle, or do not, against how often the page offered someone, by entry and week,
    and the entries' own acts; and whether so many in a row have cost what they should, at the seventh check.
    """
    zone, limit = export["rules"]["zone"], export["rules"]["idle_weeks"]
    first = competition.starts_at.astimezone(ZoneInfo(zone)).date()
    entries = {each.number: each for each in competition.entries.all()}
    idle: dict[tuple[int, int], int] = {}
    paying = {}
    for number, week in sorted(key for key, checks in offered.items() if checks == CHECKS):
        begins, ends = (midnight(first + CHECKS * (week + each) * DAY, zone) for each in (0, 1))
        if _did_something(entries[number], begins, ends):
            continue
        idle[number, week] = idle.get((number, week - 1), 0) % limit + 1
        if idle[number, week] == limit:
            paying[number, f"{ends.astimezone(UTC):{WRITTEN}}"] = export["rules"]["cost"]
    rows = IdleWeek.objects.filter(entry__competition=competition)
    kept = {
        (number, week): count for number, week, count in rows.values_list("entry__number", "week", "in_a_row")
    }
    for (number, week), count in sorted(idle.items() ^ kept.items()):
        yield f"week {week} of entry {number}: {count} in a row, or not"
    costs = {(each["entry"], each["at"]): each["cost"] for each in export["events"] if each["kind"] == "idle"}
    if costs != paying:
        yield f"idle weeks cost {costs} instead of {paying}"


def _saves(challenge: Challenge, begins: datetime, ends: datetime) -> bool:
    """Whether it was answered or dropped in a week, or waited for a whole day of it."""
    stopped = challenge.answered_at or challenge.over_at or datetime.max.replace(tzinfo=UTC)
    if challenge.state not in ("taken_back", "suspended", "waiting") and begins <= stopped < ends:
        return True
    return min(stopped, ends) >= max(challenge.made_at, begins) + DAY


def _did_something(entry: Entry, begins: datetime, ends: datetime) -> bool:
    """Whether an entry did anything in a week that saves it, or was not there for all of it."""
    for each in [*entry.challenges_made.all(), *entry.challenges_received.all()]:
        if each.by_id == entry.pk and _saves(each, begins, ends):
            return True
        if each.pairing_id and each.answered_at < ends and (each.over_at is None or each.over_at > begins):
            return True
    holidays = Holiday.objects.filter(user=entry.user_id, taken_back_at=None)
    joined = Event.objects.filter(kind="joins", entry=entry, at__gt=begins)
    return holidays.filter(begins_at__lt=ends, ends_at__gt=begins).exists() or joined.exists()
