"""Who may come near a game: the one place that answers it, for every page, form, fragment and socket."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import F
from django.http import Http404

from adjudicator.variants.variant import GAME_MASTER
from games.common.database.compiled import Param, PreparedQuery, columns, from_row
from games.gate.contests import arbitrates
from games.gate.invitations import is_invited
from games.gate.nominations import is_nominated
from games.gate.tenancy import LeagueRequest
from games.models import Game, Seat, Tenure

_GAME = PreparedQuery(
    lambda: (
        Game.objects.filter(league_id=Param("league"), code=Param("code"))
        .order_by()
        .values_list(*columns(Game))
    )
)

_OWN = PreparedQuery(
    lambda: (
        Tenure.objects.filter(
            user_id=Param("user"), left_at=None, game__league_id=Param("league"), game__code=Param("code")
        )
        .order_by()
        .values_list("results_seen", *columns(Seat, "seat__"), *columns(Game, "game__"))
    )
)


@dataclass(frozen=True, slots=True)
class Access:
    """What one reader is to one game. Made by `get_game_or_404` alone.

    `seat` is the seat they hold now, or held when the game ended; None for everyone else. `by_link` says
    that a private game is open to them only because they hold its link, `is_master` that they preside
    (RB-24). `results_seen` is how many phases they have seen the result of, from the first; 0 for readers
    without a seat.
    """

    game: Game
    seat: Seat | None
    is_member: bool
    by_link: bool
    is_master: bool = False
    results_seen: int = 0
    may_rule: bool = False
    """Whether they have power over a running game that no one presides over: an organiser of its league or an
    administrator of the site, who has no seat in it (HR-5, HR-6, HR-9). Never over a competition's."""
    is_arbiter: bool = False
    """Whether they have power over a competition's game: they see of it what everyone sees (HR-10)."""
    reader: int | None = None
    """The key of the reader's account; None for visitors."""

    @property
    def seat_key(self) -> str | None:
        """The seat as the engine names it; None is the engine's word for the public."""
        return self.seat.key if self.seat else None

    @property
    def viewer(self) -> str | None:
        """Whose sight the engine is asked for: the seat's, the game master's, or the public's (None)."""
        return GAME_MASTER if self.is_master else self.seat_key

    @property
    def is_watcher(self) -> bool:
        """Whether they see what everyone sees."""
        return self.seat is None and not self.is_master

    @property
    def has_desk(self) -> bool:
        """Whether they act on the game: its master, or an arbiter of its competition."""
        return self.is_master or self.is_arbiter

    @property
    def is_player(self) -> bool:
        return self.seat is not None

    @property
    def may_join(self) -> bool:
        """Whether a free seat may be theirs: players are members of the league."""
        return self.game.is_waiting and self.seat is None and self.is_member and not self.is_master


def get_game_or_404(request: LeagueRequest, code: str, *, key: str = "") -> Access:
    """The game `code` of this league, if this reader may see it; unknown and forbidden are the same 404.

    A private game opens to its players, its game master, the member who is nominated for that while the
    nomination stands (HR-9), those who bring its link (`key`, or `?key=`) and, while it waits for players,
    its host and those whom they invited by name. The link is remembered in the reader's session, so that the
    pages of the game need not carry it on.
    """
    here = {"league": request.league.pk, "code": code}
    seat, results_seen = None, 0
    own = _OWN.row(user=request.user.pk, **here) if request.user.is_authenticated else None
    row = own or _GAME.row(**here)
    if row is None:
        raise Http404
    if own:
        width = len(columns(Seat))
        results_seen, *own = own
        seat, row = from_row(Seat, own[:width]), own[width:]
    game = from_row(Game, row)
    by_link = False
    is_master = game.master_id is not None and game.master_id == request.user.pk and seat is None
    if game.is_private and seat is None and not is_master:
        by_link = _holds_link(request, game, key)
        if not by_link and not is_let_in(game, request.user):
            raise Http404
    is_member = request.membership is not None
    return Access(
        game=game,
        seat=seat,
        is_member=is_member,
        by_link=by_link,
        is_master=is_master,
        results_seen=results_seen,
        may_rule=seat is None and _may_be_ruled(game) and has_power(request),
        is_arbiter=seat is None and arbitrates(game, request.user),
        reader=request.user.pk,
    )


def get_own_game_or_404(request: LeagueRequest, code: str) -> Access:
    """The game `code` for one of its players; to everyone else it does not exist."""
    access = get_game_or_404(request, code)
    if access.seat is None:
        raise Http404
    return access


def get_presided_game_or_404(request: LeagueRequest, code: str) -> Access:
    """The game `code` for the game master; to everyone else it does not exist."""
    access = get_game_or_404(request, code)
    if not access.is_master:
        raise Http404
    return access


def get_desk_game_or_404(request: LeagueRequest, code: str) -> Access:
    """The game `code` for a person who acts on it, its master or an arbiter of its competition; to everyone
    else it does not exist.
    """
    access = get_game_or_404(request, code)
    if not access.has_desk:
        raise Http404
    return access


def get_left_game_or_404(request: LeagueRequest, code: str) -> Access:
    """The game `code` for a player who had a seat in it after its start and has left it; to everyone else
    it does not exist. They have no part in the game any more, and may be shut out of it: it opens
    what was theirs, no more.
    """
    if not request.user.is_authenticated:
        raise Http404
    held = Tenure.objects.filter(
        user_id=request.user.pk,
        game__league_id=request.league.pk,
        game__code=code,
        left_at__gt=F("game__started_at"),
    )
    tenure = held.select_related("game").first()
    if tenure is None or tenure.game.press != Game.Press.OPEN:
        raise Http404
    is_member = request.membership is not None
    return Access(game=tenure.game, seat=None, is_member=is_member, by_link=False, reader=request.user.pk)


def get_ruled_game_or_404(request: LeagueRequest, code: str) -> Access:
    """The game `code` for an organiser who has power over it, since no one presides; to others it does not
    exist.

    A private game is no organiser's who may not see it; administrators of the site come to all.
    """
    key = ""
    if is_administrator(request):
        row = _GAME.row(league=request.league.pk, code=code)
        key = from_row(Game, row).join_token if row else ""
    access = get_game_or_404(request, code, key=key)
    if not access.may_rule:
        raise Http404
    return access


def _may_be_ruled(game: Game) -> bool:
    """Whether organisers and administrators have power over `game`: it runs, no one presides, and it is no
    competition's, whose arbiters have all of it (HR-10).
    """
    return game.is_running and game.master_id is None and not game.is_contest


def has_power(request: LeagueRequest) -> bool:
    """Whether the reader organises this league or administers the site. Players of the game have no such
    power.
    """
    is_organiser = request.membership is not None and request.membership.is_organiser
    return is_organiser or is_administrator(request)


def is_administrator(request: LeagueRequest) -> bool:
    return bool(request.user.is_authenticated and request.user.is_superuser and request.user.is_active)


def seat_held(game: Game, user: Any) -> Seat | None:
    """The seat of `game` that someone holds now; None for readers who hold none or are not signed in."""
    if user is None or not user.is_authenticated:
        return None
    tenure = Tenure.objects.select_related("seat").filter(game=game, user_id=user.pk, left_at=None).first()
    return tenure.seat if tenure else None


def is_let_in(game: Game, user: Any) -> bool:
    """Whether a private game is open to `user` without its link, who neither plays nor presides. One query
    at most.
    """
    if game.is_running:
        return is_nominated(game, user)
    return is_host(game, user) or is_invited(game, user)


def is_host(game: Game, user: Any) -> bool:
    """Whether `user` opened `game`, which waits for players; once it has begun they are no one special."""
    return game.is_waiting and user is not None and user.is_authenticated and game.opened_by_id == user.pk


def is_remembered(game: Game, session: Mapping[str, Any] | None) -> bool:
    """Whether a reader has brought the link of a private game before, in this session."""
    return bool(session and session.get(_name_of_link(game)) == game.join_token)


def _name_of_link(game: Game) -> str:
    return f"key of game {game.pk}"


def _holds_link(request: LeagueRequest, game: Game, key: str) -> bool:
    given = key or request.GET.get("key", "")
    if given and hmac.compare_digest(given.encode(), game.join_token.encode()):
        if not is_remembered(game, request.session):
            request.session[_name_of_link(game)] = game.join_token
        return True
    return is_remembered(game, request.session)
