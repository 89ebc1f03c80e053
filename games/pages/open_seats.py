"""Seats of running games that can be taken over: in a league's lists, and each on a page of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse

from games.agreed.pace import Pace
from games.common import clock
from games.common.database.compiled import Param, PreparedModels, moment
from games.common.words.people import at_start, called
from games.engine import hosting_rules, sight
from games.engine.commands import powers_of
from games.engine.elimination import is_out
from games.engine.hidden_players import is_hidden
from games.errors import NotReliable
from games.gate.access import Access
from games.gate.open_seats import is_concession, offer_of, refusal
from games.gate.reliability import unmet_in
from games.gate.suspension import ban, suspension
from games.gate.tenancy import LeagueLike
from games.lists.terms import pace_briefly
from games.models import Game, Phase, Tenure, Vacancy
from games.pages.seats import Place
from games.words import wording
from games.words.addresses import game_address

PAGE = 20
"""Seats on one page of a list."""

LATELY = timedelta(days=14)
"""So long the list of one's own games tells of a seat that was given up or taken over."""

Cause = Vacancy.Cause

CAUSES = {
    Cause.RESIGNED: "resigned",
    Cause.SILENT: "silent",
    Cause.REMOVED: "removed",
}


@dataclass(frozen=True, slots=True)
class Offer:
    """One seat to take over, as people without a part in its game may see it.

    `role` is what the seat is called; `powers` it commands, `units` and `centres` of them, none of it where
    the game is in fog. `holder` still plays it and looks for a replacement; without one it stands open, since
    `player` left it for `cause`: both empty where absence is hidden (HR-3). `refusal` says why the reader
    may not take it.
    """

    seat: str
    role: str
    game: str
    code: str
    variant: str
    phase: str
    deadline: datetime | None
    pace: str
    press: str
    reliability: int
    powers: Sequence[str]
    units: int | None
    centres: int | None
    in_fog: bool
    is_wanted: bool
    holder: str
    player: str
    cause: str
    since: datetime
    address: str
    refusal: str = ""


def offers_in(league: LeagueLike, user: Any, count: int) -> list[Offer]:
    """The first `count` seats of the public games of `league` that `user` may ask for, those open for longest
    first.

    Not of games over which they preside, or in which they have or had a seat. Where a game asks for more
    reliability than theirs, or the league has suspended them, `refusal` says so. At most six queries.
    """
    reader = _reader(user)
    given = {"league": league.pk} | ({"user": reader} if reader is not None else {})
    return _offers(league, user, _first_offered(count, reader is not None).all(**given))


def _reader(user: Any) -> int | None:
    """The key of the reader's account; None for visitors."""
    return user.pk if getattr(user, "is_authenticated", False) else None


def _offers(league: LeagueLike, user: Any, vacancies: Sequence[Vacancy]) -> list[Offer]:
    if not vacancies:
        return []
    games = {each.game_id: each.game for each in vacancies}
    phases = Phase.objects.filter(game__in=games, adjudicated_at=None).only(
        "game", "label", "position", "deadline"
    )
    opened = {phase.game_id: phase for phase in phases}
    suspended = suspension(league, user, clock.shown())
    is_asked = _reader(user) is not None and not suspended
    unmet = unmet_in(league.pk, games.values(), user) if is_asked else {}
    return [
        _offer(each, opened[each.game_id], league, str(suspended or unmet.get(each.game_id) or ""))
        for each in vacancies
        if each.game_id in opened
    ]


class Offers(Sequence[Offer]):
    """All that `offers_in` has, a page at a time: a query for how many, and those of `offers_in` for each."""

    def __init__(self, league: LeagueLike, user: Any) -> None:
        self.league, self.user = league, user

    def __len__(self) -> int:
        return _offered(self.league.pk, _reader(self.user)).count()

    def __getitem__(self, place: Any) -> Any:
        return _offers(self.league, self.user, list(_offered(self.league.pk, _reader(self.user))[place]))


@cache
def _first_offered(count: int, has_reader: bool) -> PreparedModels[Vacancy]:
    """Of `_offered` the first `count`, those whose league and reader are given."""
    reader = Param("user") if has_reader else None
    return PreparedModels(Vacancy, lambda: _offered(Param("league"), reader)[:count], *_WITH)


_WITH = ("game", "seat", "tenure", "tenure__user")


def _offered(league: Any, reader: Any) -> QuerySet[Vacancy]:
    """The seats to take over; both are keys, or `Param`, no reader is None."""
    offered = Vacancy.objects.select_related(*_WITH).filter(
        opened_at__isnull=False,
        game__league_id=league,
        game__state=Game.State.RUNNING,
        game__visibility=Game.Visibility.PUBLIC,
    )
    if reader is not None:
        own = Tenure.objects.filter(game=OuterRef("game"), user_id=reader)
        own = own.exclude(left_how=Tenure.Leaving.BEFORE)
        offered = offered.filter(~Q(game__master_id=reader) | Q(game__master=None), ~Exists(own))
    return offered.order_by("opened_at", "pk")


def _offer(vacancy: Vacancy, phase: Phase, league: LeagueLike, refused: str = "") -> Offer:
    """What everyone may know of an offered seat: its position as the public sees it (SPY-1 to SPY-5)."""
    game, seat = vacancy.game, vacancy.seat.key
    in_fog = sight.is_in_fog(game)
    seen: Mapping[str, Any] = sight.position_of(game, phase.position, None)
    powers = list(powers_of(seen, seat))
    is_wanted = vacancy.tenure.left_at is None
    is_told = not hosting_rules.hides_absence(game.variant, seat)
    name = vacancy.tenure.user.get_username()
    name = "" if is_hidden(game.variant, game.state, seat) else at_start(called(name))
    return Offer(
        seat=seat,
        role=wording.seat_at(game.variant, game.settings, seat),
        game=game.name,
        code=game.code,
        variant=wording.game(game.variant, game.settings),
        phase=wording.phase(phase.label),
        deadline=phase.deadline,
        pace=pace_briefly(Pace.from_json(game.pace)),
        press=game.press,
        reliability=game.reliability,
        powers=powers,
        units=None if in_fog or not powers else _sum(seen, "units", powers),
        centres=None if in_fog or not powers else _sum(seen, "centres", powers),
        in_fog=in_fog,
        is_wanted=is_wanted,
        holder=name if is_wanted else "",
        player=name if is_told and not is_wanted else "",
        cause=CAUSES.get(vacancy.cause, "") if is_told and not is_wanted else "",  # type: ignore[call-overload]
        since=vacancy.opened_at or vacancy.since,
        address=f"{game_address(league.slug, game.code)}take-over/{seat}/",
        refusal=refused,
    )


def _sum(position: Mapping[str, Any], what: str, powers: Sequence[str]) -> int:
    return sum(len(position.get(what, {}).get(power, ())) for power in powers)


@dataclass(frozen=True, slots=True)
class OfferPage:
    """The page of one seat: what is known of it, and whether the reader may take it over, or why not.

    `shows_figures`: their reliability is the reason. `is_reader_in`: they play in the game or preside over
    it, so the page is theirs to send on. `link` opens it, a private game too.
    """

    access: Access
    offer: Offer
    refusal: str
    shows_figures: bool
    may_take: bool
    must_join: bool
    is_reader_in: bool
    link: str

    @property
    def game(self) -> Game:
        return self.access.game


def offer_page(access: Access, user: Any, league: LeagueLike, seat: str) -> OfferPage | None:
    """The page of `seat`, as `user` sees it; None where it cannot be taken over, by anyone."""
    game = access.game
    vacancy = offer_of(game, seat) if game.is_running else None
    if vacancy is None:
        return None
    vacancy.game = game
    offer = _offer(vacancy, Phase.objects.get(game=game, ordinal=game.phase_number), league)
    is_in = access.is_player or access.is_master
    error: Exception | None = None
    banned = "" if access.is_member or is_in else ban(league, user, clock.shown())
    if user.is_authenticated and access.is_member and not is_in:
        error = suspension(league, user, clock.shown()) or refusal(game, user)
    may_send = is_in or access.by_link
    key = f"?key={game.join_token}" if game.is_private and may_send else ""
    return OfferPage(
        access=access,
        offer=offer,
        refusal=banned or str(error or ""),
        shows_figures=isinstance(error, NotReliable),
        may_take=access.is_member and not is_in and error is None,
        must_join=not access.is_member,
        is_reader_in=is_in,
        link=reverse("games:take-over", args=[league.slug, game.code, seat]) + key,
    )


@dataclass(frozen=True, slots=True)
class Leaving:
    """What a player can do about leaving a running game.

    `is_lost`: they have lost everything, where all may know it. `is_hidden`: others see nothing of it before
    the game year is over (HR-3). `is_wanted`: they look for a replacement; `is_resigned`, `is_given_up`:
    their seat opens at the end of the game year, because they want it, or not; `is_removed`: an organiser
    decided so.
    """

    role: str
    is_lost: bool
    is_hidden: bool
    is_wanted: bool
    is_resigned: bool
    is_given_up: bool
    is_removed: bool
    concedes: bool
    may_be_replaced: bool = True
    """Whether someone may take the seat over: in no competition (HR-10)."""

    @property
    def has_choice(self) -> bool:
        """Whether there is anything to do but concede, which stands among the endings."""
        return self.may_be_replaced or not self.concedes


@dataclass(frozen=True, slots=True)
class Left:
    """How someone without a seat left the one they had: `resigned`, `removed`, `replaced` or `lost`."""

    how: str
    role: str
    at: datetime
    game: str = ""
    address: str = ""


_TOLD = [
    Tenure.Leaving.RESIGNED,
    Tenure.Leaving.REMOVED,
    Tenure.Leaving.REPLACED,
    Tenure.Leaving.LOST,
]


def left_by(game: Game, user: Any) -> Left | None:
    """How `user`, who has no seat in `game`, left the last one that they had there; None if they had none.
    One query.
    """
    own = Tenure.objects.filter(game=game, user=user.pk, left_how__in=_TOLD, left_at__isnull=False)
    tenure = own.select_related("seat").order_by("-pk").first()
    return _left(game, tenure) if tenure else None


def _ended_lately() -> QuerySet[Tenure]:
    held = Tenure.objects.filter(game=OuterRef("game"), user_id=Param("user"), left_at=None)
    own = Tenure.objects.filter(~Exists(held), user_id=Param("user"), left_at__gte=Param("since"))
    return own.order_by("-left_at")


_ENDED_LATELY = PreparedModels(Tenure, _ended_lately, "seat", "game", "game__league")


def ended_lately(user: Any) -> list[Tenure]:
    """The tenures of `user` that ended in the last `LATELY`, in games in which they have no seat now, the
    last first. One query.
    """
    return _ENDED_LATELY.all(user=user.pk, since=moment(clock.shown() - LATELY))


def left_lately(ended: Sequence[Tenure], besides: Sequence[str] = ()) -> list[Left]:
    """Those of the seats with these tenures that their player was removed from, or someone took over as they
    wished; not of games with these addresses.
    """
    ways = [Tenure.Leaving.REMOVED, Tenure.Leaving.REPLACED]
    told = [_left(tenure.game, tenure) for tenure in ended if tenure.left_how in ways]
    return [each for each in told if each.address not in besides]


def _left(game: Game, tenure: Tenure) -> Left:
    is_seen = not game.is_private
    return Left(
        how=tenure.left_how,
        role=wording.seat_at(game.variant, game.settings, tenure.seat.key),
        at=tenure.left_at or tenure.taken_at,
        game=game.name,
        address=game_address(game.league.slug, game.code) if is_seen else "",
    )


def leaving_of(access: Access, phase: Phase, places: Sequence[Place]) -> Leaving | None:
    """What the reader can do about leaving, who plays in the open `phase`; None for everyone else."""
    game = access.game
    own = next((place for place in places if place.is_own), None)
    if own is None or not game.is_running:
        return None
    return Leaving(
        role=wording.seat_at(game.variant, game.settings, own.key),
        is_lost=is_out(game, phase.position, own.key),
        is_hidden=hosting_rules.hides_absence(game.variant, own.key),
        is_wanted=own.is_offered,
        is_resigned=own.cause == Cause.RESIGNED,
        is_given_up=own.cause in (Cause.SILENT, Cause.REMOVED),
        is_removed=own.cause == Cause.REMOVED,
        concedes=is_concession(game) and not any(place.is_open for place in places),
        may_be_replaced=not game.is_contest,
    )
