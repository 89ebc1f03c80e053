"""Press: letters from one player to others."""

from __future__ import annotations

from dataclasses import replace

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from games.access import get_own_game_or_404
from games.errors import GameError
from games.forms.playing import LetterForm
from games.selectors.gathering import current_page
from games.selectors.seats import places_of
from games.services.letters import send_letter
from games.tenancy import LeagueRequest


@sensitive_post_parameters()
@require_POST
def send(request: LeagueRequest, code: str) -> HttpResponse:
    """Send a letter. What cannot be sent stays in the form, with the reason."""
    access = get_own_game_or_404(request, code)
    seats = [
        (place.key, place.player)
        for place in places_of(access.game, access.seat)
        if not place.is_own and place.player
    ]
    form = LetterForm(request.POST, seats=seats)
    if form.is_valid():
        try:
            send_letter(
                game=access.game,
                user=request.user,
                to=form.cleaned_data["to"],
                body=form.cleaned_data["body"],
                key=str(form.cleaned_data["key"]),
            )
        except GameError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("Your letter is on its way."))
            address = reverse("games:game", args=[request.league.slug, access.game.code])
            return redirect(f"{address}#press")
    page = current_page(access)
    if page.press is not None:
        page.press = replace(page.press, form=form)
    return render(request, "games/game.html", {"page": page})
