"""The games of a season: begun when those who play are known, lost or left when someone goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from games.common.errors import GameError
from games.common.guards.codes import new_code
from games.errors import GameIsOver
from games.models import Game, Tenure
from games.services.masters.contests import lose
from games.services.seats import contests
from league.competitions.errors import CompetitionError
from league.competitions.models import Competition, Entry, Pairing, Side
from league.competitions.models.pairing import running_games
from league.users.models import User


def pair(competition: Competition, number: int, entries: Sequence[Entry]) -> Pairing:
    """Bring entries together for a game that is still to begin; the same again under the same number."""
    found, is_new = Pairing.objects.get_or_create(competition=competition, number=number)
    if is_new:
        Side.objects.bulk_create(Side(pairing=found, entry=entry) for entry in entries)
    return found


def begin_game(
    competition: Competition,
    pairing: Pairing,
    settings: Mapping[str, Any] | None = None,
    *,
    is_dealt: bool = True,
) -> Game:
    """Open the game of a pairing, seat its entries and start it; the same again for the same pairing. It is
    played by the settings of the season's rules, or by these. Lots deal the seats, unless it is not to be
    `is_dealt`: then they are in the order of the sides.

    `CompetitionError` with the game's own reason where it cannot be: one of them has just left the league.
    """
    if pairing.game is not None:
        return pairing.game
    sides = list(pairing.sides.select_related("entry__user"))
    try:
        people = [side.entry.user for side in sides]
        pairing.game = _begin(competition, pairing.number, people, settings, is_dealt)
    except GameError as error:
        raise CompetitionError(str(error)) from error
    pairing.save(update_fields=["game"])
    seats = dict(pairing.game.tenures.values_list("user", "seat__key"))
    for side in sides:
        side.seat = seats[side.entry.user_id]
    Side.objects.bulk_update(sides, ["seat"])
    return pairing.game


def _begin(
    competition: Competition,
    number: int,
    players: Sequence[User],
    settings: Mapping[str, Any] | None,
    is_dealt: bool,
) -> Game:
    rules = competition.terms
    return contests.open_contest(
        league=competition.league,
        players=players,
        variant=rules.variant,
        settings=rules.settings if settings is None else settings,
        pace=rules.pace,
        absence=rules.absence,
        press=rules.press,
        contest=contests.Terms(
            key=competition.code,
            kind=competition.kind,
            title=competition.name,
            address=competition.get_absolute_url(),
            number=number,
            rules=competition.rules,
            rules_sha256=competition.rules_sha256,
        ),
        arbiters=[each.user for each in competition.arbiters.filter(left_at=None).select_related("user")],
        code=new_code(),
        draws=rules.has_votes,
        is_dealt=is_dealt,
    )


def lose_open_games(entry: Entry, *, concedes: bool) -> None:
    """Let the games of the season in which the person of `entry` has a seat be lost by them, in the order of
    their pairings' numbers: conceded (HR-4), or forfeited by a ruling (HR-5). Where more than two play their
    seat opens.
    """
    seated = Tenure.objects.filter(user=entry.user_id, left_at=None).values("game")
    games = running_games(competition=entry.competition_id).filter(pk__in=seated).order_by("pairing__number")
    end_each(games, partial(lose, user=entry.user, concedes=concedes))


def end_each(games: Iterable[Game], end: Callable[..., object]) -> None:
    """Let `end` end each of `games`, but for one that has just ended: its result is on its way."""
    for game in games:
        with suppress(GameIsOver):
            end(game=game)
