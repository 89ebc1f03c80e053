"""The page on which an opponent is found, and its three acts: look, stop, answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.common import clock
from games.common.errors import GameError
from games.common.guards import limits
from games.common.words import local
from games.common.words.zones import place_of
from games.words.addresses import game_address
from league.leagues import front
from league.leagues.errors import LeagueError
from league.leagues.models import Search
from league.leagues.opponents import selectors, services
from league.leagues.opponents.forms import LookForm, YesForm
from league.leagues.opponents.turning import SUGGESTIONS, is_next
from league.leagues.views.joining import after_signing_in

LOOKS = limits.Limit("looks", 40, 3600)
"""The limit of one person's searches begun, changed and stopped."""


@require_http_methods(["GET", "HEAD", "POST"])
def opponent(request: Any) -> HttpResponse:
    """For everyone how many wait; for who looks, where their search stands, or who was found."""
    if request.method != "POST" or "counting" in request.POST:
        return _page(request)
    if not request.user.is_authenticated:
        ticked = LookForm(request.POST).ticked | {"counting": ["1"]}
        return after_signing_in(f"{request.path}?{urlencode(ticked, doseq=True)}")
    form = LookForm(request.POST)
    if not form.is_valid():
        return _page(request, form)
    try:
        limits.count(LOOKS, request.user.pk)
        if selectors.is_looking(request.user):
            messages.success(request, _("Saved. We look for what you now accept."))
        services.look(user=request.user, **form.cleaned_data)
    except limits.TooOften as error:
        form.add_error(None, str(error))
        return _page(request, form, status=limits.TOO_MANY_REQUESTS)
    except LeagueError as error:
        messages.error(request, str(error))
    return redirect("leagues:opponent")


@login_required
@require_POST
def stop(request: Any) -> HttpResponse:
    """Look no more."""
    services.stop(user=request.user)
    messages.success(request, _("We no longer look for an opponent for you."))
    return redirect("leagues:opponent")


@login_required
@require_POST
def answer(request: Any) -> HttpResponse:
    """Say yes or no to the game that is proposed."""
    search = selectors.latest_search(request.user)
    asked = selectors.asked_about(search) if search is not None else None
    if asked is None or str(asked.proposal.pk) != request.POST.get("proposal"):
        messages.error(request, _("This game is no longer proposed. See below where your search stands."))
        return redirect("leagues:opponent")
    given = {"user": request.user, "proposal": asked.proposal.pk}
    try:
        if "no" in request.POST:
            services.say_no(**given)
            messages.success(request, _("You said no, and we no longer look for you."))
            return redirect("leagues:opponent")
        form = YesForm(request.POST, powers=asked.powers, openings=asked.openings)
        if not form.is_valid():
            return _page(request, yes=form)
        chosen = [int(each) for each in request.POST.getlist("evening") if each in ("0", "1")]
        game = services.say_yes(**given, ranking=form.ranking, evenings=chosen)
    except (GameError, LeagueError) as error:
        messages.error(request, str(error))
        return redirect("leagues:opponent")
    if game is not None:
        messages.success(request, _("You both said yes: the game has begun."))
        return redirect(game_address(game.league.slug, game.code))
    return redirect("leagues:opponent")


def _page(
    request: Any, form: LookForm | None = None, yes: YesForm | None = None, status: int = 200
) -> HttpResponse:
    """Whatever the search has come to. `form` and `yes` are what was sent and would not do."""
    search = selectors.latest_search(request.user)
    is_open = search is not None and search.state in Search.OPEN
    asked = selectors.asked_about(search) if search is not None and is_open else None
    if asked is not None:
        yes = yes or YesForm(powers=asked.powers, ranking=asked.ranking, openings=asked.openings)
        return render(request, "leagues/opponent/found.html", {"asked": asked, "form": yes}, status=status)
    line = selectors.Line(request.user.pk)
    asks = request.POST if request.method == "POST" else request.GET
    is_counting = "counting" in asks
    ticked: Mapping[str, Sequence[str]]
    if is_counting or form is not None:
        ticked = LookForm(asks).ticked
    else:
        ticked = selectors.first_ticks(search, local.language())
    context: dict[str, Any] = {
        "sets": line.ticks(ticked),
        "truth": selectors.truth(line.fitting(ticked)),
        "usual": selectors.usual_wait(),
        "form": form,
        "is_looking": is_open,
        "zone": place_of(timezone.get_current_timezone_name()),
    }
    if is_counting and request.htmx:
        response = render(request, "leagues/opponent/_truth.html", context | {"is_counting": True})
    else:
        if search is not None and is_open and form is None and not is_counting:
            context |= _waiting(search, line, request.user)
        response = render(request, "leagues/opponent/page.html", context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _waiting(search: Search, line: selectors.Line, user: Any) -> Mapping[str, Any]:
    """What someone reads who waits."""
    now = clock.shown()
    more = selectors.more_to_accept(search, line)
    days = [search.since + after for after in SUGGESTIONS]
    return {
        "search": search,
        "is_fitting": bool(line.fitting(search.accepts())) and is_next(search),
        "fitting": more if now >= days[0] else [each for each in more if each.count][:1],
        "elsewhere": front.elsewhere(user),
        "days": [*days, search.ends_at],
    }
