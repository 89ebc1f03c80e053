"""The replay of a game: a page a phase, and the file that lets a script show them all on one."""

from __future__ import annotations

import json
import zlib
from typing import Final

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from games.gate import spectator_cache
from games.gate.access import get_game_or_404
from games.gate.tenancy import LeagueRequest
from games.pages.page import GamePage, Past
from games.pages.phases import first_label_of, past_phase_of
from games.pages.replaying import players_of, reel_name, reel_of, replay_page

KEPT: Final = 600
"""Seconds for which spectators are given the same file; another version of a game has another."""


@require_safe
def replay(request: LeagueRequest, code: str, label: str | None = None) -> HttpResponse:
    """One phase with the ways to the one before and the one after; the first one where none is named."""
    access = get_game_or_404(request, code)
    label = label or first_label_of(access.game)
    past = past_phase_of(access.game, label) if label else None
    if past is None:
        raise Http404
    return render(request, "games/replay.html", {"page": replay_page(access, past)})


@require_safe
def reel(request: LeagueRequest, code: str) -> HttpResponse:
    """All phases as this reader may see them now, in one JSON file; 404 before the first one is over."""
    access = get_game_or_404(request, code)
    players = players_of(access)

    def happened(page: GamePage, past: Past) -> str:
        return render_to_string("games/_happened.html", {"page": page, "last": past}, request).strip()

    def make() -> bytes:
        told = reel_of(access, players, happened)
        if told is None:
            raise Http404
        powers = {power for phase in told["phases"] for power, _commander, _orders in phase["groups"]}
        told["badges"] = {
            power: render_to_string("games/_badge.html", {"power": power}).strip() for power in sorted(powers)
        }
        return zlib.compress(json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode())

    packed = spectator_cache.for_watchers(access, reel_name(access, players), make, seconds=KEPT)
    return HttpResponse(zlib.decompress(packed), content_type="application/json")
