"""The record of a game that is over, so that anyone can replay it."""

from __future__ import annotations

from django.http import Http404, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from games.engine import bridge, sight
from games.facts.holders import result_of
from games.gate.access import get_game_or_404
from games.gate.tenancy import LeagueRequest
from games.models import Game


@require_safe
def record(request: LeagueRequest, code: str) -> HttpResponse:
    """The record, once it is open (SPY-6): one line of JSON, as `python -m adjudicator replay` takes it. Its
    `result` says what the engine does not know: who held the seats, and what rulings made of the end.
    """
    access = get_game_or_404(request, code)
    if access.game.state != Game.State.FINISHED or sight.is_in_fog(access.game):
        raise Http404
    record = sight.record_of(access.game, bridge.record_of(access.game), access.seat_key)
    response = JsonResponse(
        record | {"result": result_of(access.game)},
        json_dumps_params={"sort_keys": True, "ensure_ascii": False, "separators": (",", ":")},
    )
    response.headers["Content-Disposition"] = f'attachment; filename="{access.game.code}.json"'
    return response
