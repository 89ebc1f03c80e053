"""The games of a season: begun when a challenge is accepted, ended when somebody goes."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from games.common import outbox as game_outbox
from games.common.errors import GameError
from games.errors import GameIsOver
from games.models import Game
from games.models.game import new_code
from games.services.masters.contests import forfeit_by_removal
from games.services.players import votes
from games.services.seats import contests
from league.competitions.errors import CompetitionError
from league.competitions.models import Challenge, Competition, Entry
from league.competitions.outbox import mail


def begin_game(competition: Competition, challenge: Challenge) -> Game:
    """Open the game of a challenge, seat both and start it; the same again for the same challenge.

    `CompetitionError` with the game's own reason where it cannot be: one of them has just left the league.
    """
    if challenge.game is not None:
        return challenge.game
    try:
        return _begin(competition, challenge)
    except GameError as error:
        raise CompetitionError(str(error)) from error


def _begin(competition: Competition, challenge: Challenge) -> Game:
    rules = competition.terms
    by, of = challenge.by.user, challenge.of.user
    return contests.open_contest(
        league=competition.league,
        players=(by, of),
        variant=rules.variant,
        settings=rules.settings,
        pace=rules.pace,
        absence=rules.absence,
        press=rules.press,
        contest=contests.Terms(
            key=competition.code,
            kind=competition.kind,
            title=competition.name,
            address=competition.get_absolute_url(),
            number=challenge.number,
            rules=competition.rules,
            rules_sha256=competition.rules_sha256,
        ),
        arbiters=[each.user for each in competition.arbiters.filter(left_at=None).select_related("user")],
        code=new_code(),
    )


def lose_open_games(entry: Entry, *, concedes: bool) -> None:
    """Let the games of `entry` that run be lost by it, in the order of their challenges' numbers: conceded by
    its person (HR-4), or forfeited by a ruling (HR-5).
    """
    lose = votes.concede if concedes else forfeit_by_removal
    running = Challenge.objects.filter(state=Challenge.State.PLAYING, competition=entry.competition_id)
    games = Game.objects.filter(ladder_challenge__in=running.filter(by=entry) | running.filter(of=entry))
    for game in games.filter(state=Game.State.RUNNING).order_by("ladder_challenge__number"):
        with suppress(GameIsOver):  # it has just ended, and its result is on its way
            lose(game=game, user=entry.user)


def drop_waiting(
    entry: Entry,
    now: datetime,
    state: str = Challenge.State.DROPPED,
    *,
    made_until: datetime | None = None,
) -> list[int]:
    """End the challenges of and to `entry` that wait for an answer, made until then (None: all);
    nobody pays. The others are told. Returns the numbers of the challenges.
    """
    waiting = Challenge.objects.filter(state=Challenge.State.WAITING, competition=entry.competition_id)
    waiting = (waiting.filter(by=entry) | waiting.filter(of=entry)).select_related("by", "of")
    found = list(waiting.filter(made_at__lte=made_until or now).order_by("number"))
    for challenge in found:
        drop(challenge, now, state)
        other = challenge.of if challenge.by_id == entry.pk else challenge.by
        game_outbox.put(mail(other.user_id, now, about="dropped", challenge=challenge.pk))
    return [challenge.number for challenge in found]


def drop(challenge: Challenge, now: datetime, state: str = Challenge.State.DROPPED) -> None:
    """End a challenge that waits for an answer; nobody pays."""
    challenge.state, challenge.over_at = state, now
    challenge.save(update_fields=["state", "over_at"])
