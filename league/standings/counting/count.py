"""Counting finished games: when results come in, for the first time, at night to compare, and again.

A process that counts a league's games holds the lock of its `Counting` row, so no other does; whatever
arrives twice, late or out of order finds the same rows (`tallies`, `records`). The first count of what there
was before, and the check of a night, go through all games in parts: each part is an outbox row, which does
some and puts out the next.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import uuid4

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from games.common import clock, outbox
from games.common.outbox.row import OutboxRow
from games.facts.finished import finished_after, opens_at
from games.models import Game
from league.leagues.models import League
from league.standings.counting import records, tallies
from league.standings.counting.sums import Drifted, Key, Sums, Table, differences, write
from league.standings.models import Counting

AT_ONCE: Final = 200
"""Games of one transaction."""

CHECKED_AT_ONCE: Final = 2000
"""Games that one outbox row of a check goes through."""

SOON: Final = timedelta(minutes=1)

TOPICS: Final = ("results", "count_results")
"""By which games come to be counted."""

Wanted = Callable[[int], dict[Key, Sums]]

SUMS: Final[tuple[tuple[Table, Wanted], ...]] = (
    (tallies.TALLIES, tallies.wanted_tallies),
    (tallies.COUNTS, tallies.wanted_counts),
    (records.PAIRS, records.wanted_pairs),
    (records.PRICES, records.wanted_prices),
    (records.AUCTIONS, records.wanted_auctions),
)


def count_games(*, games: Collection[int]) -> None:
    """Count these games (keys) as their result rows have them now. Again, or in any order, does no harm.

    Games that are opened to everyone on a later day (SPY-6) are counted then.
    """
    found = Game.objects.filter(pk__in=list(games)).order_by("league_id", "pk")
    by_league: dict[int, list[Game]] = defaultdict(list)
    for game in found.only("league", "state", "visibility", "settings"):
        by_league[game.league_id].append(game)
    for league, of_it in by_league.items():
        for start in range(0, len(of_it), AT_ONCE):
            _count(league, [game.pk for game in of_it[start : start + AT_ONCE]])
        _put_off(of_it)


def count_more(*, league: int, after: int) -> None:
    """Count the next of the older games of a league (a key) whose first count has come as far as `after`;
    else nothing is done. Without any left the first count is over.
    """
    with transaction.atomic():
        row = _locked(league)
        if row.upto != after:
            return
        games = finished_after(league, after, AT_ONCE)
        if games:
            _sync(league, games)
            _put_off(list(Game.objects.filter(pk__in=games).only("state", "visibility", "settings")))
            outbox.put(outbox.tell("count_results", clock.now(), league=league, after=games[-1]))
        row.upto = games[-1] if games else None
        row.save(update_fields=["upto"])


def begin_checks() -> None:
    """Let every league's rows be compared with what they are made of; a first count that was lost goes on."""
    now = clock.now()
    finished = Game.objects.filter(league=OuterRef("pk"), state=Game.State.FINISHED)
    never = League.objects.filter(Exists(finished)).exclude(pk__in=Counting.objects.values("pk"))
    Counting.objects.bulk_create([Counting(league=league) for league in never], ignore_conflicts=True)
    rows = []
    for league, upto in Counting.objects.order_by("pk").values_list("pk", "upto"):
        if upto is not None:
            rows.append(outbox.tell("count_results", now, league=league, after=upto))
            continue
        Counting.objects.filter(pk=league).update(checked_upto=0, wrong=0)
        rows.append(outbox.tell("count_results", now, league=league, after=0, check=True))
    outbox.put(*rows)


def check_more(*, league: int, after: int) -> None:
    """Compare the next games of a league whose check has come as far as `after`, else nothing is done; at its
    end the sums, and alarm if anything was wrong. Nothing is repaired, so that the cause can be looked for.
    """
    for _part in range(CHECKED_AT_ONCE // AT_ONCE):
        with transaction.atomic():
            row = _locked(league)
            if row.checked_upto != after:
                return
            games = finished_after(league, after, AT_ONCE)
            if not games:
                break
            row.wrong += _wrong_but_untold(games)
            row.checked_upto = after = games[-1]
            row.save(update_fields=["wrong", "checked_upto"])
    else:
        outbox.put(outbox.tell("count_results", clock.now(), league=league, after=after, check=True))
        return
    suspects = _suspects(league)
    with transaction.atomic():
        row = _locked(league)
        if row.checked_upto != after:
            return
        row.wrong += sum(len(differences(table, league, wanted(league))) for table, wanted in suspects)
        row.wrong += sum(_strays_untold(rows) for rows in _strays(league))
        row.checked_upto, row.checked_at = None, clock.now()
        row.save(update_fields=["wrong", "checked_upto", "checked_at"])
        if row.wrong:
            outbox.put(outbox.tell("alarm", row.checked_at, standings=league))


def how_many(*, league: int) -> int:
    """How many finished games a league (a key) has: most of them `recount` goes through."""
    return Game.objects.filter(league=league, state=Game.State.FINISHED).count()


def recount(*, league: int) -> Iterator[tuple[int, int]]:
    """Make everything of a league (a key) again that is counted, in transactions of some games each.

    Yields, after each, how many games it went through and how many rows were wrong, and at last 0 games with
    the sums that were wrong and the rows of games that are none of the league's finished ones. The first
    count of older games is then over.
    """
    after = 0
    while games := finished_after(league, after, AT_ONCE):
        after = games[-1]
        with transaction.atomic():
            _locked(league)
            wrong = _wrong(games).total()
            if wrong:
                _sync(league, games)
        yield len(games), wrong
    with transaction.atomic():
        _locked(league)
        strays = sum(rows.delete()[0] for rows in _strays(league))
    suspects = _suspects(league)
    with transaction.atomic():
        row = _locked(league)
        wrong = strays + sum(_repaired(league, table, wanted) for table, wanted in suspects)
        row.upto, row.wrong = None, 0
        row.save(update_fields=["upto", "wrong"])
    yield 0, wrong


@transaction.atomic
def _count(league: int, games: Collection[int]) -> None:
    _locked(league)
    _sync(league, games)


def _locked(league: int) -> Counting:
    Counting.objects.get_or_create(league_id=league)
    return Counting.objects.select_for_update().get(league_id=league)


def _sync(league: int, games: Collection[int]) -> None:
    """The rows of these games, and the sums with them. Sums that were wrong are made again."""
    try:
        with transaction.atomic():
            tallies.sync_results(league, games)
            records.sync_records(league, games)
    except Drifted:
        for table, wanted in SUMS:
            _repaired(league, table, wanted)
        tallies.sync_results(league, games)
        records.sync_records(league, games)
    _stamp(league)


def _stamp(league: int) -> None:
    """Let nothing be read any more that was kept of what had been counted before."""
    Counting.objects.filter(league=league).update(stamp=uuid4())


def _repaired(league: int, table: Table, wanted: Wanted) -> int:
    """How many rows of sums were wrong; none is any more."""
    wrong = differences(table, league, wanted(league))
    write(table, league, wrong)
    _stamp(league)
    return len(wrong)


def _wrong(games: Collection[int]) -> Counter[int]:
    """By game, how many of its rows are wrong."""
    return tallies.wrong_results(games) + records.wrong_records(games)


def _wrong_but_untold(games: Collection[int]) -> int:
    """How many rows are wrong of those games of which the outbox has nothing more to tell.

    The outbox is asked afterwards: what changed while rows were compared is then on its way, and stays so
    as long as this transaction keeps the lock of the count.
    """
    wrong = _wrong(games)
    return sum(wrong[game] for game in wrong.keys() - _on_their_way(wrong))


def _strays(league: int) -> Sequence[QuerySet[Any]]:
    return tallies.stray_results(league), records.stray_records(league)


def _strays_untold(rows: QuerySet[Any]) -> int:
    games = Counter(rows.values_list("game_id", flat=True))
    return sum(games[game] for game in games.keys() - _on_their_way(games))


def _suspects(league: int) -> list[tuple[Table, Wanted]]:
    """The sums that are not what they ought to be, or that changed while they were looked at: without the
    lock, which would keep results waiting for as long as it takes to add up a big league.
    """
    return [(table, wanted) for table, wanted in SUMS if differences(table, league, wanted(league))]


def _on_their_way(games: Collection[int]) -> set[int]:
    """Those of `games` of which an outbox row has yet to tell."""
    rows = OutboxRow.objects.filter(topic__in=TOPICS, sent_at=None, given_up_at=None, payload__has_key="game")
    return set(rows.values_list("payload__game", flat=True)) & set(games)


def _put_off(games: Collection[Game]) -> None:
    """Have games counted when they are opened to everyone, where that is on a day to come (SPY-6)."""
    days = [(game.pk, moment) for game in games if (moment := opens_at(game)) is not None]
    if not days:
        return
    now = clock.now()
    outbox.put(*(_later(game, moment, now) for game, moment in days))


def _later(game: int, moment: datetime, now: datetime) -> OutboxRow:
    row = outbox.tell("count_results", now, game=game)
    row.due_at = max(moment, now + SOON)
    return row
