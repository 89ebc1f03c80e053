"""Ending a game by ruling: void (HR-6), or in a game for two forfeit by one of them (HR-5).

The game master may; in a game that no one presides over an organiser of its league or an administrator of the
site, who do not play in it. Whether someone is one of these is for the view to say (`has_power`). In a
competition's game its arbiters may, and no one else (HR-10).
"""

from __future__ import annotations

from typing import Any

from django.db import transaction

from games.adjudication.acts import enter_act
from games.adjudication.locking import lock_running_game, open_phase_of
from games.common.words.people import Person
from games.errors import HasPlayed, NoReason, NotMaster, NotSeated
from games.models import Game, MasterAct, Seat, Tenure
from games.services.masters.presiding import refuse_others
from games.services.players.votes import end_by, ended

RULING = "ruling"


@transaction.atomic
def declare_void(*, game: Game, user: Person, reason: str, has_power: bool = False) -> MasterAct:
    """End the game without a winner, for the reason that all who see it read (HR-6): it is not rated.

    Refuses with `NotMaster`, `HasPlayed`, `NoReason`, `NotRunning`, `GameIsOver`.
    """
    game = lock_to_rule(game, user, reason, has_power)
    return _end(game, user, MasterAct.Kind.VOID, reason, {}, {"how": "void", "by": [], "cause": RULING})


@transaction.atomic
def declare_forfeit(
    *, game: Game, user: Person, seat: str, reason: str, has_power: bool = False
) -> MasterAct:
    """Let the seat `seat` of a game for two lose, and the other win (HR-5). `NotSeated` if there is none;
    `NotAllowed`, with the rules' reason, at larger tables.
    """
    game = lock_to_rule(game, user, reason, has_power)
    if not Seat.objects.filter(game=game, key=seat).exists():
        raise NotSeated
    loser = Tenure.objects.filter(game=game, seat__key=seat, left_at=None).select_related("user").first()
    facts = {"seat": seat, "before": loser.user.get_username() if loser else ""}
    agreed = {"how": "forfeit", "by": [seat], "cause": RULING}
    return _end(game, user, MasterAct.Kind.FORFEIT, reason, facts, agreed)


def lock_to_rule(game: Game, user: Person, reason: str, has_power: bool) -> Game:
    """The running game, locked, for its master, or for someone who `has_power` where no one presides; a
    competition's for its arbiters alone (`NotArbiter`).

    One who plays in it, or has since it began, has no power over it.
    """
    game = lock_running_game(game)
    if game.is_contest:
        refuse_others(game, user)
    elif game.master_id != user.pk and not (has_power and game.master_id is None):
        raise NotMaster
    if has_played(game, user):
        raise HasPlayed
    if not reason.strip():
        raise NoReason
    return game


def has_played(game: Game, user: Person) -> bool:
    """Whether `user` has held a seat of `game` since it began."""
    held = Tenure.objects.filter(game=game, user=user)
    return held.exclude(left_how=Tenure.Leaving.BEFORE).exists()


def _end(
    game: Game, user: Person, kind: str, reason: str, facts: dict[str, str], agreed: dict[str, Any]
) -> MasterAct:
    phase = open_phase_of(game)
    ending = agreed, ended(game, phase, agreed)
    act = enter_act(game, user, kind, reason, facts)
    end_by(game, phase, ending)
    return act
