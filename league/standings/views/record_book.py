"""The record book of games with auctions: a league's own, and that of all public leagues."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from games.common.forms.parameters import code
from league.leagues.models import League
from league.leagues.tenancy import TenantRequest
from league.standings.forms.records import RecordForm
from league.standings.selectors import records as selected
from league.standings.selectors.record_lines import Book


@require_safe
def league_records(request: TenantRequest) -> HttpResponse:
    """What home powers won in this league, what powers cost, how long games lasted."""
    league = request.league
    book = selected.book_of_league(league, _kind(request))
    return _book(request, book, reverse("tournaments:record-games", args=[league.slug]), league)


@require_safe
def all_records(request: Any) -> HttpResponse:
    """The same over all public leagues."""
    return _book(request, selected.book_of_all(_kind(request)), reverse("tournaments:all-record-games"))


@require_safe
def league_games(request: TenantRequest) -> HttpResponse:
    """The games of this league behind a number of its record book."""
    return _games(request, reverse("tournaments:records", args=[request.league.slug]), request.league)


@require_safe
def all_games(request: Any) -> HttpResponse:
    """The games of all public leagues behind a number of the record book of all."""
    return _games(request, reverse("tournaments:all-records"))


def _kind(request: Any) -> str:
    asked, keys = request.GET.get("game", ""), [key for key, _name in selected.kinds()]
    return asked if asked in keys else keys[0]


def _book(request: Any, book: Book, games_url: str, league: League | None = None) -> HttpResponse:
    context = {"league": league, "book": book, "kinds": selected.kinds(), "games_url": games_url}
    return render(request, "tournaments/records.html", context)


def _games(request: Any, book_url: str, league: League | None = None) -> HttpResponse:
    form = RecordForm(request.GET, kinds=selected.kinds())
    games = selected.with_games(selected.games_behind(league, form.asked))
    before = code(request, "before")
    if before and (bound := games.filter(game__code=before).values_list("pk", flat=True).first()):
        games = games.filter(pk__lt=bound)
    rows = list(games[: selected.GAMES_A_PAGE + 1])
    shown = rows[: selected.GAMES_A_PAGE]
    query = {name: value for name, value in form.asked.items() if value}
    more = urlencode({**query, "before": shown[-1].code}) if len(rows) > len(shown) else ""  # type: ignore[attr-defined]
    context = {
        "league": league,
        "form": form,
        "lines": selected.lines_of(shown, form.asked),
        "book_url": f"{book_url}?{urlencode({'game': form.asked['game']})}",
        "more": more,
        "is_later": bool(before),
        "query": urlencode(query),
        "has_price": bool(form.asked.get("sold") and form.asked.get("year")),
    }
    return render(request, "tournaments/record_games.html", context)
