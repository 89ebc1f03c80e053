"""Inviting members to a game by name, withdrawing an invitation, declining one."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from games.common.errors import GameError
from games.common.guards import limits
from games.common.words.people import Person
from games.errors import AlreadyStarted
from games.forms.playing import GuestForm
from games.gate.access import Access, get_game_or_404
from games.gate.tenancy import LeagueRequest
from games.pages.room import room_page
from games.services.seats import invitations


@login_required
@require_POST
def invite(request: LeagueRequest, code: str) -> HttpResponse:
    """Invite the members who are named, while the game waits for players."""
    access = _hosted_game_or_404(request, code)
    room = redirect("games:game", request.league.slug, access.game.code)
    page = room_page(access, user=request.user, league=request.league, named=request.POST)
    form, status = page.invite, 200
    if form is None:
        messages.error(request, AlreadyStarted.message)
        return room
    if form.is_valid():
        guests = form.cleaned_data["guests_to_add"]
        try:
            invitations.count_guests(request.user, guests)
            invitations.invite(game=access.game, user=request.user, guests=guests)
        except GameError as error:
            form.add_error(None, str(error))
            status = limits.TOO_MANY_REQUESTS if isinstance(error, limits.TooOften) else status
        else:
            messages.success(request, invited_in_words(guests))
            return room
    return render(request, "games/room.html", {"page": page}, status=status)


@login_required
@require_POST
def withdraw(request: LeagueRequest, code: str) -> HttpResponse:
    """Take the invitation of one guest back."""
    access = _hosted_game_or_404(request, code)
    form = GuestForm(request.POST)
    if form.is_valid():
        try:
            is_withdrawn = invitations.withdraw_invitation(
                game=access.game, user=request.user, guest=form.cleaned_data["guest"]
            )
        except GameError as error:
            messages.error(request, str(error))
        else:
            if is_withdrawn:
                messages.success(request, _("The invitation is withdrawn."))
            else:
                messages.error(request, _("No one with this name is invited."))
    return redirect("games:game", request.league.slug, access.game.code)


@login_required
@require_POST
def new_link(request: LeagueRequest, code: str) -> HttpResponse:
    """Another link for a private game in place of one that has gone astray; it leads the reader back in."""
    access = _hosted_game_or_404(request, code)
    try:
        invitations.renew_link(game=access.game, user=request.user)
    except GameError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("The game has a new link. The old one no longer works."))
    return _by_its_link(request, access)


@login_required
@require_POST
def shut_out(request: LeagueRequest, code: str) -> HttpResponse:
    """Take someone's seat in a private game before it starts."""
    access = _hosted_game_or_404(request, code)
    form = GuestForm(request.POST)
    if form.is_valid():
        guest = form.cleaned_data["guest"]
        try:
            is_done = invitations.shut_out(game=access.game, user=request.user, guest=guest)
        except GameError as error:
            messages.error(request, str(error))
        else:
            if is_done:
                messages.success(
                    request,
                    _("%(player)s is removed. The game has a new link; the old one no longer works.")
                    % {"player": guest},
                )
            else:
                messages.error(request, _("No one with this name has a seat."))
    return _by_its_link(request, access)


def _by_its_link(request: LeagueRequest, access: Access) -> HttpResponse:
    """On to the game, whose link may have changed: the creator is to have the new one."""
    access.game.refresh_from_db(fields=["join_token"])
    if not access.game.is_private:
        return redirect("games:game", request.league.slug, access.game.code)
    return redirect("games:join-private", request.league.slug, access.game.code, access.game.join_token)


@login_required
@require_POST
def decline(request: LeagueRequest, code: str) -> HttpResponse:
    """Say no to an invitation, and go back to where it was read; no harm if there is none."""
    access = get_game_or_404(request, code)
    if invitations.decline(game=access.game, user=request.user):
        messages.success(
            request, _("You have declined the invitation to “%(game)s”.") % {"game": access.game.name}
        )
    if request.POST.get("from") == "mine":
        return redirect("games:mine")
    return redirect("leagues:home", request.league.slug)


def invited_in_words(guests: Sequence[Person]) -> str:
    """The sentence that these guests are invited, by name."""
    names = ", ".join(guest.get_username() for guest in guests)
    said = ngettext("%(names)s is invited.", "%(names)s are invited.", len(guests))
    return said % {"names": names}


def _hosted_game_or_404(request: LeagueRequest, code: str) -> Access:
    """The game `code` for the member who created it; to everyone else it does not exist."""
    access = get_game_or_404(request, code)
    if access.game.opened_by_id != request.user.pk or not access.is_member:
        raise Http404
    return access
