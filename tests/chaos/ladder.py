"""A season of the ladder for the script: games whose open phase is their last, so that results come in while
everything is killed. None may be lost or counted twice, and the table has to be what they come to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from random import Random
from typing import Any

from games.common import clock
from games.models import Game
from league.competitions import kinds, services
from league.competitions.ladder import log
from league.competitions.ladder.services import table
from league.competitions.models import Challenge, Competition, Entry, Event
from league.competitions.rules.event_kind import EventKind
from league.competitions.services.locking import lock
from league.competitions.services.playing import pair
from league.leagues.models import League, Membership
from league.users.models import User
from tests.league.competitions.seasons import RULES

ENTRIES = 24
REACH = 4
"""Ranks that challenges go up, at most; so many pairs an entry has room for."""
DAY = timedelta(days=1)
BY = "1"
"""The seat of the challenger."""


@dataclass(frozen=True, slots=True)
class Counting:
    """What became of the results of a season's games."""

    games: int
    counted: int
    lost: int
    twice: int
    wrong: int
    is_right: bool

    @property
    def violations(self) -> list[str]:
        found = []
        if self.lost:
            found.append(f"{self.lost} results of the ladder lost")
        if self.twice:
            found.append(f"{self.twice} results of the ladder counted twice")
        if self.wrong:
            found.append(f"{self.wrong} results of the ladder are not what the engine says")
        if not self.is_right:
            found.append("the ladder's table is not what its results come to")
        return found


class Season:
    """A running season whose challenges are laid out as rows, each with a game that is about to end."""

    def __init__(self, league: League, ago: timedelta = DAY) -> None:
        """It began so long `ago`."""
        people = [person(league, name) for name in ("organiser", "arbiter", *_rungs())]
        self.people = people[2:]
        begins = clock.now() - ago
        moments = {"enters_from": begins - 9 * DAY, "enters_until": begins, "starts_at": begins}
        moments |= {"challenges_until": begins + 30 * DAY, "ends_at": begins + 90 * DAY}
        rules = replace(RULES, league=league.slug, largest=ENTRIES, **moments)
        with clock.reading(lambda: begins - 10 * DAY):
            season = services.create_season(league=league, by=people[0], rules=rules, arbiters=[people[1]])
            season = services.announce(competition=season, by=people[0])
        self.entries = Entry.objects.bulk_create(
            Entry(competition=season, number=number, user=user, state="playing", entered_at=begins)
            for number, user in enumerate(self.people, start=1)
        )
        season.entries_given, season.state, season.started_at = ENTRIES, Competition.State.RUNNING, begins
        season.save()
        table.record(lock(season), log.opens(season, range(1, ENTRIES + 1), begins, begins))
        self.competition = season
        pairs = [(low, low - up) for low in range(1, ENTRIES) for up in range(1, REACH + 1) if up <= low]
        Random(1901).shuffle(pairs)
        self.pairs = pairs
        self.given = 0

    @property
    def has_room(self) -> bool:
        return self.given < len(self.pairs)

    def next_players(self) -> list[User]:
        """Who plays the next game: the challenger, and whom they challenged."""
        return [self.people[place] for place in self.pairs[self.given]]

    def take(self, game: Game) -> None:
        """Let `game`, of the next players, be the next challenge's."""
        low, high = self.pairs[self.given]
        self.given += 1
        now = clock.now()
        pairing = pair(self.competition, self.given, (self.entries[low], self.entries[high]))
        pairing.game = game
        pairing.save()
        challenge = Challenge.objects.create(
            competition=self.competition,
            number=self.given,
            by=self.entries[low],
            of=self.entries[high],
            state=Challenge.State.PLAYING,
            by_rank=low + 1,
            of_rank=high + 1,
            made_at=now,
            answer_by=now,
            answered_at=now,
            pairing=pairing,
        )
        table.record(self.competition, log.challenged(challenge, (None, None)))
        Competition.objects.filter(pk=self.competition.pk).update(challenges_given=self.given)


def _rungs() -> list[str]:
    return [f"rung {number}" for number in range(1, ENTRIES + 1)]


def person(league: League, name: str) -> User:
    """Someone of this name in the league; `organiser` runs it."""
    user, _is_new = User.objects.get_or_create(username=name, defaults={"email": f"{name.split()[-1]}@rungs"})
    role = Membership.Role.ORGANISER if name == "organiser" else Membership.Role.MEMBER
    Membership.objects.get_or_create(league=league, user=user, defaults={"role": role})
    return user


def counting() -> Counting:
    """Count the results of all seasons' games, and fold the log again."""
    challenges = list(
        Challenge.objects.exclude(pairing=None)
        .select_related("by", "of", "pairing__game", "competition")
        .order_by("pk")
    )
    told: dict[int, list[Any]] = {}
    for each in Event.objects.filter(kind=EventKind.RESULT):
        told.setdefault(each.game_id, []).append(each.facts)
    events = Counter({game: len(facts) for game, facts in told.items()})
    return Counting(
        games=len(challenges),
        counted=sum(events[each.game.pk] == 1 for each in challenges),
        lost=sum(not events[each.game.pk] or each.state != Challenge.State.OVER for each in challenges),
        twice=sum(count > 1 for count in events.values()),
        wrong=sum(not _is_right(each, told.get(each.game.pk, [])) for each in challenges),
        is_right=not any(kinds.of(each).has_drifted(each) for each in Competition.objects.all()),
    )


def _is_right(challenge: Challenge, told: Sequence[Any]) -> bool:
    """Whether what is told of a game is what its last turn says; of one that is not told of, nothing is."""
    if not told:
        return True
    assert challenge.game is not None
    last = challenge.game.phases.exclude(turn=None).order_by("-ordinal").first()
    outcome = last.turn.turn["position"]["outcome"] if last is not None else None
    if outcome is None:
        return False
    return all(facts["winner"] == _winner(challenge, outcome) for facts in told)


def _winner(challenge: Challenge, outcome: Any) -> int | None:
    """The number of the entry that the engine says has won; None: no one alone."""
    winners = outcome["winners"]
    if len(winners) != 1:
        return None
    return challenge.by.number if winners == [BY] else challenge.of.number
