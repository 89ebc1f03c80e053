"""Pictures that are files of their own, which browsers keep: a game's small board, and what stands beside
links on other sites.
"""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

import adjudicator
from adjudicator.errors import AdjudicatorError
from games.board import small
from games.gate.access import get_game_or_404
from games.gate.tenancy import LeagueRequest
from games.models import Game, Phase
from games.pages import posters
from games.pages.showcase import (
    board_of,
    is_whole,
    last_board_of,
    open_phase,
    picture_of,
    sign_of,
    still_boards,
)
from games.words.addresses import address

KEEP: Final = "public, max-age=31536000, immutable"


@require_safe
def board(request: LeagueRequest, code: str, look: str, sign: str) -> HttpResponse:
    """The board of a public game that hides nothing, as everyone sees it, under its own `sign`: now, or as
    the game ended.

    An older page's address leads on to what stands there now; where there is nothing, to the board as every
    game begins.
    """
    game = get_game_or_404(request, code).game
    if look not in small.LOOKS or game.is_private or not request.league.is_public:
        raise Http404
    try:
        has_fog = adjudicator.is_in_fog(game.variant, game.settings)
        if not is_whole(game.variant, has_fog=has_fog):
            raise Http404
        is_over = game.state == Game.State.FINISHED
        drawn = last_board_of(game) if is_over else board_of(open_phase(game.pk))
    except (AdjudicatorError, Phase.DoesNotExist):
        return redirect(still_boards()[look])
    if sign != (now := sign_of(drawn)):
        return redirect(address("games:board", request.league.slug, code, look, now))
    return HttpResponse(
        picture_of(drawn, look), content_type="image/svg+xml", headers={"Cache-Control": KEEP}
    )


@require_safe
def poster(request: HttpRequest, shown: str) -> HttpResponse:
    """What a page of ours says of itself to other sites, as a picture."""
    given = posters.read(shown)
    if given is None:
        raise Http404
    return HttpResponse(posters.png_of(given), content_type="image/png", headers={"Cache-Control": KEEP})
