"""Taking a seat, leaving it, stepping down as master, calling a game off: what can be done before a start."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.agreed.dealing import RANKING
from games.common.errors import GameError
from games.common.guards import limits
from games.errors import NotMember, NotReliable
from games.forms.playing import SeatForm
from games.forms.ranking import RankingForm
from games.gate.access import Access, get_game_or_404, get_own_game_or_404, get_presided_game_or_404
from games.gate.tenancy import LeagueRequest
from games.pages.dealing import dealing_page
from games.pages.room import ranking_form, room_page
from games.services.seats import seating


@require_POST
def take(request: LeagueRequest, code: str) -> HttpResponse:
    """Sit down. Only members of the league play in it."""
    access = get_game_or_404(request, code)
    room = redirect("games:game", request.league.slug, access.game.code)
    if not request.user.is_authenticated:
        return redirect_to_login(room.url)
    if not access.is_member:
        messages.warning(request, NotMember.message)
        return room
    form, ranking = SeatForm(request.POST), ranking_form(access, request.POST)
    if not all([form.is_valid(), ranking is None or ranking.is_valid()]):
        return _again(request, access, form, ranking)
    try:
        limits.count(limits.SEATINGS, request.user.pk)
        seating.take_seat(
            game=access.game,
            user=request.user,
            nonce=form.cleaned_data["nonce"],
            seat=form.cleaned_data["seat"] or None,
            ranking=ranking.ranking if ranking else (),
        )
    except GameError as error:
        return _refused(request, access, error, form, ranking)
    messages.success(request, _("You have a seat."))
    return room


@require_POST
def rank(request: LeagueRequest, code: str) -> HttpResponse:
    """Rank the seats again, before the game starts."""
    access = get_own_game_or_404(request, code)
    if access.game.dealing != RANKING:
        raise Http404
    ranking = ranking_form(access, request.POST)
    if ranking is not None and not ranking.is_valid():
        return _again(request, access, None, ranking)
    try:
        seating.rank_seats(game=access.game, user=request.user, ranking=ranking.ranking if ranking else ())
    except GameError as error:
        return _refused(request, access, error, None, ranking)
    messages.success(request, _("Your list is saved. No one sees it before the game starts."))
    return redirect("games:game", request.league.slug, access.game.code)


def _refused(
    request: LeagueRequest,
    access: Access,
    error: GameError,
    form: SeatForm | None,
    ranking: RankingForm | None,
) -> HttpResponse:
    """Say why not: beside what was sent, as long as the game waits and it can be sent again."""
    if not isinstance(error, NotReliable):  # the room says it where the button would be
        messages.error(request, str(error))
    access.game.refresh_from_db(fields=["state"])
    if not access.game.is_waiting:
        return redirect("games:game", request.league.slug, access.game.code)
    return _again(request, access, form, ranking)


def _again(
    request: LeagueRequest, access: Access, form: SeatForm | None, ranking: RankingForm | None
) -> HttpResponse:
    """The room with what was sent in vain."""
    page = room_page(access, user=request.user, league=request.league, form=form, ranking=ranking)
    return render(request, "games/room.html", {"page": page})


@require_safe
def dealing(request: LeagueRequest, code: str) -> HttpResponse:
    """How the seats were dealt, once they are; where someone is anonymous, when the game is over."""
    access = get_game_or_404(request, code)
    page = dealing_page(access)
    if page is None:
        raise Http404
    return render(request, "games/dealing.html", {"page": page})


@require_POST
def leave(request: LeagueRequest, code: str) -> HttpResponse:
    access = get_own_game_or_404(request, code)
    try:
        seating.leave_seat(game=access.game, user=request.user)
    except GameError as error:
        messages.error(request, str(error))
        return redirect("games:game", request.league.slug, access.game.code)
    messages.success(request, _("You have left your seat in “%(game)s”.") % {"game": access.game.name})
    return redirect("games:list", request.league.slug)


@login_required
@require_POST
def cancel(request: LeagueRequest, code: str) -> HttpResponse:
    access = get_game_or_404(request, code)
    if access.game.opened_by_id != request.user.pk:
        raise Http404
    try:
        seating.cancel_game(game=access.game, user=request.user)
    except GameError as error:
        messages.error(request, str(error))
        return redirect("games:game", request.league.slug, access.game.code)
    messages.success(request, _("“%(game)s” is cancelled.") % {"game": access.game.name})
    return redirect("games:list", request.league.slug)


@login_required
@require_POST
def step_down(request: LeagueRequest, code: str) -> HttpResponse:
    """Preside no more over a game that waits; for its game master alone."""
    game = get_presided_game_or_404(request, code).game
    try:
        seating.step_down(game=game, user=request.user)
    except GameError as error:
        messages.error(request, str(error))
        return redirect("games:game", request.league.slug, game.code)
    messages.success(request, _("You’re no longer game master of “%(game)s”.") % {"game": game.name})
    return redirect("games:list", request.league.slug)


@require_safe
def join_private(request: LeagueRequest, code: str, token: str) -> HttpResponse:
    """Where a private game's link leads: remembered for this reader, then on to the game."""
    access = get_game_or_404(request, code, key=token)
    return redirect("games:game", request.league.slug, access.game.code)
