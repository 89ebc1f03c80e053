"""Someone's opponents, and any two people's games against each other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.common.files.downloads import FORMATS, download
from games.common.files.spreadsheets import table_lines
from league.leagues.selectors.export import as_json
from league.leagues.tenancy import TenantRequest
from league.standings.forms.against import PairForm
from league.standings.selectors import against as selected
from league.standings.selectors.played import (
    GAMES_A_PAGE,
    OPPONENT_COLUMNS,
    Sums,
    opponent_rows,
    opponents_of,
)
from league.standings.selectors.players import player_called, player_of
from league.users.models import User

OPPONENTS_A_PAGE = 50


@require_safe
def find(request: TenantRequest) -> HttpResponse:
    """`?one=ada&other=ben` leads to their page; without both names, or where one is unknown, a form asks."""
    asked = request.GET if {"one", "other"} & request.GET.keys() else None
    form = PairForm(asked, called=lambda name: player_called(request.league, name, request.user))
    if form.is_valid():
        names = (form.cleaned_data[field].username for field in ("one", "other"))
        return redirect("tournaments:against", request.league.slug, *names)
    return render(request, "tournaments/find_pair.html", {"league": request.league, "form": form})


@require_safe
def pair(request: TenantRequest, username: str, other: str) -> HttpResponse:
    """Two people's finished games against each other; someone against themselves: their own page."""
    league = request.league
    one, against = (player_or_404(request, name) for name in (username, other))
    if one == against:
        return redirect("leagues:player", league.slug, one.username)
    games = selected.games_between(league, one, against, request.GET)
    page: Any = Paginator(games, GAMES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "league": league,
        "people": (one, against),
        "meeting": selected.meeting_of(league, one, against),
        "page": page,
        "lines": selected.lines_of(page.object_list, against),
        "is_part": bool({"game", "result"} & request.GET.keys()),
    }
    return render(request, "tournaments/against.html", context)


@require_safe
def opponents(request: TenantRequest, username: str) -> HttpResponse:
    """Everyone whom someone met in finished games of one kind, those met most often first."""
    league, person = request.league, player_or_404(request, username)
    kind, met = opponents_of(league, person, request.GET.get("game", ""))
    page = Paginator(met, OPPONENTS_A_PAGE).get_page(request.GET.get("page"))
    context = {"league": league, "person": person, "kind": kind, "page": page}
    return render(request, "tournaments/opponents.html", context)


@require_safe
def opponents_file(request: TenantRequest, username: str, form: str) -> StreamingHttpResponse:
    """The same as CSV or JSON, all of them."""
    person = player_or_404(request, username)
    kind, met = opponents_of(request.league, person, request.GET.get("game", ""))
    if form not in FORMATS or kind is None:
        raise Http404
    rows = opponent_rows(met)
    lines = table_lines(OPPONENT_COLUMNS, rows) if form == "csv" else _as_json(person, kind, rows)
    name = f"{request.league.slug}-{person.username}-{kind.key}-opponents.{form}"
    return download(request, lines, FORMATS[form], name)


def _as_json(person: User, kind: Sums, rows: Iterator[dict[str, Any]]) -> Iterator[str]:
    """One object: whose opponents, in which game, and a row for each."""
    yield json.dumps({"player": person.username, "game": kind.key}, ensure_ascii=False)[:-1]
    yield ', "rows": '
    yield from as_json(rows)
    yield "}\n"


def player_or_404(request: TenantRequest, username: str) -> User:
    """The account of this name, where the league has a page of it for the reader."""
    person = player_of(request.league, username, request.user)
    if person is None:
        raise Http404
    return person
