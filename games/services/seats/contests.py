"""Games of a competition as they begin: both players in their seats, under the competition's terms."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from adjudicator.errors import AdjudicatorError
from games.adjudication.locking import show_change
from games.adjudication.starting import start
from games.agreed.absence import POLICIES, TOURNAMENT, Absence
from games.agreed.dealing import GIVEN, LOTS
from games.agreed.pace import Pace
from games.common import clock
from games.common.words.people import Person
from games.engine import bridge
from games.errors import ArbiterSits, BadSettings, NotMember
from games.gate.contests import PLAYERS
from games.gate.game_terms import GameTerms
from games.gate.tenancy import LeagueLike
from games.models import Contest, Game, GameArbiter, Seat, Tenure
from games.services.seats.opening import open_game

NONCE_BYTES = 16


LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Terms:
    """What a game is told of its competition, and keeps (`Contest`).

    `key` and `number` name the game in its league; `address` is the path of the competition's page, `rules`
    are its frozen rules with their hash.
    """

    key: str
    kind: str
    title: str
    address: str
    number: int
    rules: Mapping[str, Any]
    rules_sha256: str


def contest_settings(
    variant: str, settings: Mapping[str, Any], *, seats: int = PLAYERS, draws: bool = False
) -> dict[str, Any]:
    """The settings of a competition's game: those given, with draws by vote only where its rules know them
    (HR-10). `BadSettings` if no one can play so, or it is no game for so many.
    """
    try:
        facts = bridge.about(variant, settings)
    except AdjudicatorError as error:
        raise BadSettings(error.text(get_language())) from error
    if len(facts["seats"]) != seats:
        said = ngettext("Choose a game for %(count)d player.", "Choose a game for %(count)d players.", seats)
        raise BadSettings(_("Choose a game for two.") if seats == PLAYERS else said % {"count": seats})
    return {**settings, "draws": draws} if "draws" in facts["settings"] else dict(settings)


@transaction.atomic
def open_contest(
    *,
    league: LeagueLike,
    players: Sequence[Person],
    contest: Terms,
    arbiters: Sequence[Person],
    code: str,
    variant: str,
    settings: Mapping[str, Any],
    pace: Pace,
    press: str = Game.Press.OPEN,
    absence: Absence = POLICIES[TOURNAMENT],
    name: str = "",
    draws: bool = False,
    is_dealt: bool = True,
) -> Game:
    """Create a public game of a competition, seat its `players`, and start it.

    They have the seats in this order, but where lots deal them: not unless it `is_dealt`. `draws`: whether
    votes can end it so, where it is for more than two. Without a `name` it has the competition's and
    its number: names of people would stay in it when they have gone.

    The same `code` in the same league again: the same game. Whatever would keep someone from joining a game
    (a suspension, little reliability) keeps no one out of this one: they entered the competition. Those of
    `arbiters` who are members of the league have power over it. Raises `NotMember` where a player is none,
    `ArbiterSits` where one is an arbiter, `BadSettings`.
    """
    if {each.pk for each in players} & {each.pk for each in arbiters}:
        raise ArbiterSits
    if absence.policy != TOURNAMENT:
        raise BadSettings(_("Competitions use the tournament rules for missed phases (HR-10)."))
    game = open_game(
        league=league,
        user=players[0],
        name=name or _named(contest),
        terms=replace(
            GameTerms.of_league(
                league, variant, contest_settings(variant, settings, seats=len(players), draws=draws)
            ),
            pace=pace,
            press=press,
            press_pauses="rulebook",
            dealing=LOTS if is_dealt else GIVEN,
            absence=absence,
        ),
        code=code,
        is_contest=True,
    )
    if earlier := Contest.objects.filter(game=game).first():
        if earlier.key != contest.key or earlier.number != contest.number:
            raise BadSettings(_("Another game has this code."))
        return game
    if not game.is_contest or not game.is_waiting:
        raise BadSettings(_("Another game has this code."))
    now = clock.now()
    members = _lock_members(game, [*players, *arbiters])
    if not members.issuperset(each.pk for each in players):
        raise NotMember
    Contest.objects.create(
        game=game,
        league_id=league.pk,
        key=contest.key,
        kind=contest.kind,
        title=contest.title,
        address=contest.address,
        number=contest.number,
        rules=dict(contest.rules),
        rules_sha256=contest.rules_sha256,
    )
    GameArbiter.objects.bulk_create(
        GameArbiter(game=game, user=each, named_at=now)
        for each in {each.pk: each for each in arbiters}.values()
        if each.pk in members
    )
    _seat(game, players, now)
    start(game, now)
    show_change(game, now)
    return game


def _named(contest: Terms) -> str:
    """The name of a game that was given none, as long as names may be at most."""
    number = f" · {contest.number}"
    return contest.title[: LONGEST_NAME - len(number)].strip() + number


def _lock_members(game: Game, people: Sequence[Person]) -> set[int]:
    """Which of `people` are members of the game's league, by key: they stay so until the transaction ends."""
    memberships = game.league.memberships.select_for_update(of=("self",)).order_by("user")
    return set(memberships.filter(user__in=[each.pk for each in people]).values_list("user", flat=True))


def _seat(game: Game, players: Sequence[Person], now: datetime) -> None:
    """Seat the players in the order of the seats, each with a part of the lots that is drawn here."""
    seats = Seat.objects.filter(game=game).order_by("order")
    Tenure.objects.bulk_create(
        Tenure(
            game=game,
            seat=seat,
            place=seat.order,
            user=player,
            nonce=secrets.token_hex(NONCE_BYTES),
            taken_at=now,
        )
        for seat, player in zip(seats, players, strict=True)
    )
