"""Games of competitions: created with both players seated, and what ends them besides play (HR-10).

`games` knows nothing of a competition but the terms that come with its games; what a result does to a table
is the floor's above. No one joins such a game or calls it off; at a table for two no seat of it opens.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from games.adjudication.locking import lock_running_game, lock_tenure, open_phase_of
from games.adjudication.vacancies import open_seat
from games.common import clock
from games.common.words.people import Person
from games.errors import NotSeated
from games.gate.contests import is_duel
from games.models import Game, GameArbiter, Tenure, Vacancy
from games.services.players.votes import concede, end_by, ended


@transaction.atomic
def name_arbiters(*, league: int, key: str, arbiters: Iterable[Person]) -> None:
    """Give power over the competition's games, the finished ones too, to `arbiters` and to no one else.

    One who plays in a game, or has, gets no power over it.
    """
    now = clock.now()
    people = {each.pk for each in arbiters}
    games = Game.objects.filter(contest__league=league, contest__key=key).order_by("pk")
    keys = list(games.select_for_update(of=("self",)).values_list("pk", flat=True))
    standing = GameArbiter.objects.filter(game__in=keys, left_at=None)
    standing.exclude(user__in=people).update(left_at=now)
    named = set(standing.values_list("game", "user"))
    played = set(Tenure.objects.filter(game__in=keys, user__in=people).values_list("game", "user"))
    GameArbiter.objects.bulk_create(
        GameArbiter(game_id=game, user_id=user, named_at=now)
        for game in keys
        for user in sorted(people)
        if (game, user) not in named | played
    )


def lose(*, game: Game, user: Person, concedes: bool) -> None:
    """End a running game of a competition as lost by `user`, who leaves the competition: conceded by them
    (HR-4), or forfeited since they are sent away (HR-5). Where more than two play the seat opens, and the
    game goes on. It refuses what either refuses.
    """
    if not is_duel(game):
        give_up(game=game, user=user, cause=Vacancy.Cause.RESIGNED if concedes else Vacancy.Cause.REMOVED)
        return
    end = concede if concedes else forfeit_by_removal
    end(game=game, user=user)


@transaction.atomic
def give_up(*, game: Game, user: Person, cause: str) -> None:
    """Open the seat of `user`. Refuses with `NotSeated`, `NotRunning`, `GameIsOver`."""
    game = lock_running_game(game)
    tenure = lock_tenure(game, user)
    open_seat(game=game, phase=open_phase_of(game), tenure=tenure, cause=cause, now=clock.now())


@transaction.atomic
def forfeit_by_removal(*, game: Game, user: Person) -> None:
    """End a running game of a competition as lost by `user`, who is sent away from the competition (HR-5).

    Refuses with `NotSeated`, `NotRunning`, `GameIsOver`.
    """
    game = lock_running_game(game)
    tenure = Tenure.objects.select_related("seat").filter(game=game, user=user, left_at=None).first()
    if tenure is None:
        raise NotSeated
    forfeit(game, tenure.seat.key)


def forfeit(game: Game, loser: str) -> None:
    """End `game`, locked and running, as forfeited by the seat `loser`, without an act in the game itself."""
    phase = open_phase_of(game)
    agreed = {"how": "forfeit", "by": [loser], "cause": "ruling"}
    end_by(game, phase, (agreed, ended(game, phase, agreed)))
