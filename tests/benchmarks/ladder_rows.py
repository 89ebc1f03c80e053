"""A ladder with many results, laid out by rows: those that the services would have written one by one.

The season is created, announced and begun by its services. Entries, challenges, their games and events are
inserted thousands at a time, in the order in which they would have come; `wrong_in` says where they are
others than the services make of them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final

DAY: Final = timedelta(days=1)
BEGAN: Final = 60
"""For how many days the season has been running; its results are spread evenly over them."""
LEFT: Final = 120
"""Days until its end: challenges can be made for some time yet."""
ANSWERED: Final = timedelta(hours=1)
PLAYED: Final = 2 * DAY
"""How long after a challenge it is accepted, and its game is over."""
SURPLUS: Final = 1.3
"""Games copied for each result: a part of them is not for two."""
REACH: Final = 4
"""Ranks that challenges of the season go up, at most."""
AT_ONCE: Final = 1000
CONCEDED: Final = "ID-19"
"""The clause by which the games ended that are copied."""

PLAYED_ROWS: Final = """
    CREATE TEMPORARY VIEW played AS SELECT c.*, p.game_id
    FROM tournaments_challenge c JOIN tournaments_pairing p ON p.id = c.pairing_id
"""
TIMES_OF_GAMES: Final = """
    UPDATE games_game g SET is_contest = true, name = left(%s, 60) || ' · ' || c.number,
        opened_at = c.answered_at, started_at = c.answered_at, finished_at = c.over_at
    FROM played c WHERE c.competition_id = %s AND c.game_id = g.id
"""
TIMES_OF_RESULTS: Final = """
    UPDATE games_seatresult r SET at = c.over_at
    FROM played c WHERE c.competition_id = %s AND c.game_id = r.game_id
"""
TIMES_OF_PLAYERS: Final = """
    UPDATE games_tenureresult t SET since = c.answered_at, until = c.over_at
    FROM games_seatresult r JOIN played c ON c.game_id = r.game_id
    WHERE c.competition_id = %s AND t.result_id = r.id
"""
NOBODYS: Final = """
    UPDATE games_tenure t SET taken_at = c.answered_at, user_id = CASE t.place WHEN 0 THEN %s ELSE %s END
    FROM played c WHERE c.competition_id = %s AND c.game_id = t.game_id
"""
THEIRS: Final = """
    UPDATE games_tenure t SET user_id =
        CASE WHEN (r.outcome = 'solo') = (c.number %% 2 = 1) THEN one.user_id ELSE other.user_id END
    FROM played c
    JOIN tournaments_entry one ON one.id = c.by_id JOIN tournaments_entry other ON other.id = c.of_id
    JOIN games_seatresult r ON r.game_id = c.game_id
    WHERE c.competition_id = %s AND t.game_id = c.game_id AND t.seat_id = r.seat_id
"""


def lay_out(slug: str, entries: int, results: int) -> Any:
    """A running season in a league of its own, with so many entries and results, and no table yet."""
    from games.common import clock
    from league.competitions.services import turning
    from league.leagues.models import League
    from tests.benchmarks.large import add_finished
    from tests.benchmarks.scene import make_players

    league = League.objects.create(slug=slug, name=slug.capitalize())
    users = make_players(league, entries + 2, name=slug)
    entrants, (organiser, arbiter) = users[:entries], users[entries:]
    add_finished(int(results * SURPLUS), entrants, slug, phases=0)
    begins = clock.now() - BEGAN * DAY
    season = _announced(league, organiser, arbiter, begins, entries)
    _enter(season, entrants, begins - 2 * DAY)
    with clock.reading(lambda: begins):
        turning.turn(season)
    season.refresh_from_db()
    _play(season, results, organiser, arbiter)
    return season


def wrong_in(season: Any) -> list[str]:
    """Where the rows are not what the services make of them, each in words."""
    from league.competitions.ladder.services import table
    from league.competitions.services import results

    found = []
    if results.count_ends(season, season.pairings.values_list("pk", flat=True)):
        found.append("results are others than their games’")
    if table.kept(season)["ranks"] != table.fold(season)["ranks"]:
        found.append("challenges have other ranks than their log")
    return found


def _announced(league: Any, organiser: Any, arbiter: Any, begins: datetime, entries: int) -> Any:
    from games.common import clock
    from league.competitions import services
    from league.leagues.models import Membership
    from tests.league.competitions.seasons import RULES

    Membership.objects.filter(user=organiser).update(role=Membership.Role.ORGANISER)
    moments = {"enters_from": begins - 9 * DAY, "enters_until": begins - DAY, "starts_at": begins}
    moments |= {"challenges_until": begins + DAY, "ends_at": begins + (BEGAN + LEFT) * DAY}
    rules = replace(RULES, league=league.slug, largest=entries, **moments)  # type: ignore[arg-type]
    with clock.reading(lambda: begins - 10 * DAY):
        season = services.create_season(league=league, by=organiser, rules=rules, arbiters=[arbiter])
        return services.announce(competition=season, by=organiser)


def _enter(season: Any, users: Sequence[Any], at: datetime) -> None:
    """Let `users` enter, with the two steps that each entry has before its season begins."""
    from league.competitions.models import Entry, EntryStep

    Why = EntryStep.Why
    rows = [
        Entry(competition=season, number=number, user=user, state=Entry.State.ACCEPTED, entered_at=at)
        for number, user in enumerate(users, start=1)
    ]
    Entry.objects.bulk_create(rows, batch_size=AT_ONCE)
    steps = [
        step
        for entry in rows
        for step in (
            EntryStep(entry=entry, state=Entry.State.APPLIED, why=Why.ASKED, by=entry.user, at=at),
            EntryStep(entry=entry, state=Entry.State.ACCEPTED, why=Why.FIT, at=at),
        )
    ]
    EntryStep.objects.bulk_create(steps, batch_size=AT_ONCE)
    season.entries_given = len(rows)
    season.save(update_fields=["entries_given"])


def _play(season: Any, wanted: int, organiser: Any, arbiter: Any) -> None:
    """Challenges and results, spread evenly over the days since the season began."""
    from league.competitions.models import Challenge, Event, Pairing, Side

    written = _Written.of(season, wanted)
    apart = (BEGAN * DAY - PLAYED) / (wanted + 1)
    open_ = deque[Any]()
    for number in range(1, wanted + 1):
        at = season.starts_at + number * apart
        while open_ and open_[0].over_at <= at:
            written.end(open_.popleft())
        open_.append(written.challenge(number, at))
    while open_:
        written.end(open_.popleft())
    pairings = [each.pairing for each in written.challenges]
    Pairing.objects.bulk_create(pairings, batch_size=AT_ONCE)
    sides = [
        Side(pairing=each.pairing, entry=one) for each in written.challenges for one in (each.by, each.of)
    ]
    Side.objects.bulk_create(sides, batch_size=AT_ONCE)
    Challenge.objects.bulk_create(written.challenges, batch_size=AT_ONCE)
    Event.objects.bulk_create(written.events, batch_size=AT_ONCE)
    season.challenges_given = wanted
    season.save(update_fields=["challenges_given"])
    _seat_the_two_of_each(season, organiser, arbiter)
    _tell_games(season, arbiter)


@dataclass
class _Written:
    """Rows in the order of time, and the ladder as they have made it so far."""

    season: Any
    entries: dict[int, Any]
    games: Iterator[Any]
    ladder: Any
    random: Random
    challenges: list[Any] = field(default_factory=list)
    events: list[Any] = field(default_factory=list)

    @classmethod
    def of(cls, season: Any, wanted: int) -> _Written:
        from games.models import Game
        from league.competitions import ladder
        from league.competitions.ladder import log
        from league.competitions.models import Entry

        copies = Game.objects.filter(
            league=season.league,
            state=Game.State.FINISHED,
            variant="intimate",
            code__startswith=season.league.slug,
        )
        games = list(copies.order_by("pk")[:wanted])
        assert len(games) == wanted, f"{wanted} games were to be copied, not {len(games)}"
        entries = {each.number: each for each in Entry.objects.filter(competition=season)}
        return cls(season, entries, iter(games), ladder.fold(log.events_of(season)), Random(1))

    def challenge(self, number: int, at: datetime) -> Any:
        """One of someone below the top to one of the next ranks up, which will be played."""
        from league.competitions.ladder import log
        from league.competitions.models import Challenge, Pairing
        from league.competitions.models.challenge import pair_of

        low = self.random.randrange(1, len(self.ladder.table))
        high = max(0, low - self.random.randint(1, REACH))
        by, of = (self.entries[self.ladder.table[place]] for place in (low, high))
        made = Challenge(
            competition=self.season,
            number=number,
            by=by,
            of=of,
            pair=pair_of(by.user_id, of.user_id),
            state=Challenge.State.OVER,
            by_rank=low + 1,
            of_rank=high + 1,
            made_at=at,
            answer_by=at + DAY,
            answered_at=at + ANSWERED,
            over_at=at + PLAYED,
            pairing=Pairing(competition=self.season, number=number, game=next(self.games)),
        )
        self.challenges.append(made)
        self.ladder.pairs[number] = (by.number, of.number)
        self._count(log.challenged(made, (None, None)))
        return made

    def end(self, challenge: Any) -> None:
        """By turns the challenger wins and loses: `_seat_the_two_of_each` seats them so."""
        from tests.league.competitions.rows import result

        pair = (challenge.by.number, challenge.of.number)
        winner, loser = pair if challenge.number % 2 else pair[::-1]
        at = challenge.over_at
        self._count(result(challenge, winner=winner, loser=loser, how=CONCEDED, at=at))

    def _count(self, row: Any) -> None:
        from league.competitions.ladder import log

        self.events.append(row)
        log.event_of(row).applied_to(self.ladder)


def _seat_the_two_of_each(season: Any, organiser: Any, arbiter: Any) -> None:
    """Give each copied game the two people of its challenge, the winner in the seat that won, and its times.

    Two who never play take the seats first: in one game no one holds two, not even for a moment.
    """
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(PLAYED_ROWS)
        cursor.execute(TIMES_OF_GAMES, [season.name, season.pk])
        cursor.execute(TIMES_OF_RESULTS, [season.pk])
        cursor.execute(TIMES_OF_PLAYERS, [season.pk])
        cursor.execute(NOBODYS, [organiser.pk, arbiter.pk, season.pk])
        cursor.execute(THEIRS, [season.pk])
        cursor.execute("DROP VIEW played")


def _tell_games(season: Any, arbiter: Any) -> None:
    """What each game knows of its season, and who has power over it."""
    from games.models import Contest, GameArbiter

    rows = season.challenges.order_by("number").values_list("pairing__game", "number", "answered_at")
    told = list(rows)
    common = {
        "league": season.league,
        "key": season.code,
        "kind": season.kind,
        "title": season.name,
        "address": season.get_absolute_url(),
        "rules": season.rules,
        "rules_sha256": season.rules_sha256,
    }
    contests = (Contest(game_id=game, number=number, **common) for game, number, _at in told)
    Contest.objects.bulk_create(contests, batch_size=AT_ONCE)
    arbiters = (GameArbiter(game_id=game, user=arbiter, named_at=at) for game, _number, at in told)
    GameArbiter.objects.bulk_create(arbiters, batch_size=AT_ONCE)
