"""Who agrees to a season's money: what each is named for, asked, says; and treasurers named later."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from league.competitions.errors import CompetitionError
from league.competitions.state.season_access import Reader
from league.competitions.words import money_terms
from league.leagues.tenancy import organiser_or_404
from league.prizes.errors import NotNamed
from league.prizes.forms.treasurers import DeclineForm, TreasurerForm
from league.prizes.selectors.agreeing import agreeing_of
from league.prizes.services.book_access import money_reader
from league.prizes.services.treasurers import agreeing, treasurers
from league.prizes.views.finding import named_reader_or_404


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def trust(request: Any, season: str) -> HttpResponse:
    """For who is named or organises: the money rules, who has agreed, and one's own word."""
    reader = named_reader_or_404(request, season)
    if request.method == "POST":
        return _act(request, reader)
    return _page(request, reader, TreasurerForm())


@login_required
@require_POST
def ask(request: Any, season: str) -> HttpResponse:
    """Ask everyone named in a draft who has not answered."""
    organiser_or_404(request)
    reader = named_reader_or_404(request, season)
    try:
        count = agreeing.ask(competition=reader.season, by=request.user)
    except CompetitionError as error:
        messages.error(request, str(error))
    else:
        words = ngettext(
            "%(count)d person has been asked by e-mail.",
            "%(count)d people have been asked by e-mail.",
            count,
        )
        nobody = _("Everyone who has not answered was e-mailed less than a day ago.")
        messages.success(request, words % {"count": count} if count else nobody)
    return redirect("prizes:trust", request.league.slug, season)


@login_required
@require_POST
def treasurer(request: Any, season: str) -> HttpResponse:
    """Name another treasurer of a season in play money that lacks one."""
    organiser_or_404(request)
    reader = named_reader_or_404(request, season)
    form = TreasurerForm(request.POST, league=request.league)
    if form.is_valid():
        try:
            treasurers.name_treasurer(
                competition=reader.season, user=form.cleaned_data["name"], by=request.user
            )
        except CompetitionError as error:
            form.add_error("name", str(error))
        else:
            messages.success(request, _("Named, and asked by e-mail. Everyone can see it."))
            return redirect("prizes:trust", request.league.slug, season)
    return _page(request, reader, form)


def _page(request: Any, reader: Reader, form: TreasurerForm) -> HttpResponse:
    given = reader.rules.money
    if given is None:
        raise Http404
    page = agreeing_of(reader, given)
    if not (reader.sees_season or page.duties):
        raise Http404  # asked once, and named no more
    context = {
        "league": request.league,
        "reader": reader,
        "found": money_reader(reader, request.user),
        "page": page,
        "terms": list(money_terms.terms_of(given)),
        "given": given,
        "form": form,
        "declining": DeclineForm(),
    }
    return render(request, "prizes/trust.html", context)


def _act(request: Any, reader: Reader) -> HttpResponse:
    season, user, act = reader.season, request.user, request.POST.get("act")
    if not season.is_hidden and not reader.is_arbiter:
        raise Http404
    try:
        if act == "take-back":
            agreeing.take_back(competition=season, user=user)
            messages.success(request, _("You have withdrawn your agreement."))
        elif act == "decline":
            agreeing.decline(competition=season, user=user, reason=request.POST.get("reason", ""))
            messages.success(request, _("You said no. The organiser has been told."))
            return redirect(request.league)
        else:
            agreeing.agree(competition=season, user=user, sha256=request.POST.get("sha256", ""))
            messages.success(request, _("You have agreed. The organisers can see it."))
    except NotNamed as error:
        raise Http404 from error
    except CompetitionError as error:
        messages.error(request, str(error))
    return redirect("prizes:trust", request.league.slug, season.code)
