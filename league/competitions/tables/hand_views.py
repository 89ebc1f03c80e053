"""The desk of an event at which people meet: the roll, and what games that are played elsewhere come to."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.common.errors import GameError
from games.common.words.people import at_start, called
from league.competitions.errors import CompetitionError, NoReason
from league.competitions.models import CheckIn, Entry
from league.competitions.rules.calendar import FIRST_YEAR
from league.competitions.state.season_access import Reader
from league.competitions.tables import by_hand, words
from league.competitions.tables.forms import OverForm, RollForm, YearForm
from league.competitions.tables.now import now_of
from league.competitions.tables.pages.cards import cards_of
from league.competitions.tables.pages.lines import names_of
from league.competitions.tables.seating import POWERS
from league.competitions.tables.state import Read, read
from league.competitions.tables.views import only_here
from league.competitions.views.desk import runner_or_404


def _read(request: Any, season: str) -> tuple[Reader, Read]:
    reader = only_here(runner_or_404(request, season))
    if not reader.season.rules.get("by_hand") or not (
        reader.season.is_live or reader.season.started_at is None
    ):
        raise Http404
    return reader, read(reader.season)


@require_http_methods(["GET", "HEAD", "POST"])
def roll(request: Any, season: str) -> HttpResponse:
    """Who is there for the round that is called; then it is drawn at once."""
    reader, found = _read(request, season)
    last = found.last
    if last is None or last.drawn is not None or last.begun is not None:
        raise Http404
    standing = [*Entry.IN, Entry.State.WAITING]
    rows = reader.season.entries.filter(state__in=standing).order_by("user__username")
    names = {number: at_start(called(name)) for number, name in rows.values_list("number", "user__username")}
    checked = CheckIn.objects.filter(entry__competition=reader.season, round=last.number)
    here = set(checked.values_list("entry__number", flat=True))
    form = RollForm(request.POST if request.method == "POST" else None, names=names, here=here)
    if request.method == "POST" and form.is_valid():
        given = {"competition": reader.season, "by": request.user, "number": last.number}
        try:
            by_hand.call_roll(**given, present=form.present)
            if request.POST.get("act") == "draw":
                by_hand.draw_now(**given)
        except (CompetitionError, GameError) as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("The roll is saved."))
            drawn = request.POST.get("act") == "draw"
            return redirect(
                "tournaments:desk" if not drawn else "tournaments:drawing", request.league.slug, season
            )
    name = words.round_name(found.rules, last.number)
    context = {"league": request.league, "reader": reader, "form": form, "name": name, "here": len(here)}
    return render(request, "tournaments/tables/roll.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def hand_result(request: Any, season: str, number: int) -> HttpResponse:
    """The centres of a table year by year, and that its game is over."""
    reader, found = _read(request, season)
    if number not in found.tables:
        raise Http404
    entered = {year: noted.facts["centres"] for year, noted in sorted(found.years.get(number, {}).items())}
    last = int(found.rules.settings["last_year"])
    next_ = min(max(entered, default=FIRST_YEAR - 1) + 1, last)
    posted = request.POST.get("act", "") if request.method == "POST" else ""
    form = YearForm(
        request.POST if posted == "year" else None,
        years=range(FIRST_YEAR, last + 1),
        year=next_,
        centres=entered[max(entered)] if entered else {},
    )
    alive = [power for power in POWERS if entered and entered[max(entered)][power]]
    over = OverForm(request.POST if posted == "over" else None, alive=alive, prefix="over")
    if posted and _done(request, reader, number, posted, form, over):
        return redirect(request.path if posted == "year" else reader.season)  # which may be over by that
    now = now_of(reader.season)
    (card,) = cards_of(reader, now, [found.tables[number]], names_of(reader.season))
    context = {
        "league": request.league,
        "reader": reader,
        "form": form,
        "over": over,
        "card": card,
        "powers": POWERS,
        "years": [(year, [owned[power] for power in POWERS]) for year, owned in entered.items()],
        "is_over": bool(found.played.end_of(number)),
    }
    return render(request, "tournaments/tables/hand_result.html", context)


def _done(request: Any, reader: Reader, number: int, posted: str, form: YearForm, over: OverForm) -> bool:
    """Whether what was sent is done; else the form says why not."""
    sent = {"year": form, "over": over}.get(posted)
    if sent is None:
        raise Http404
    if not sent.is_valid():
        return False
    of = {"competition": reader.season, "by": request.user, "table": number}
    reason = sent.cleaned_data["reason"]
    try:
        if posted == "year":
            by_hand.enter_year(**of, year=form.cleaned_data["year"], centres=form.centres, reason=reason)
            messages.success(request, _("The year is saved."))
        else:
            by_hand.end_game(**of, voted=over.cleaned_data["voted"], reason=reason)
            messages.success(request, _("The result is saved."))
    except NoReason as error:
        sent.add_error("reason", str(error))
        return False
    except (CompetitionError, GameError) as error:
        sent.add_error(None, str(error))
        return False
    return True
