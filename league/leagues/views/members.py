"""One person at the organisers' desk: what was decided about them, and what can be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.common import clock
from league.leagues import services
from league.leagues.errors import LeagueError
from league.leagues.forms.people import LiftForm, NoteForm, RemoveForm, SuspendForm, WarnForm
from league.leagues.models import Sanction
from league.leagues.selectors import people
from league.leagues.selectors.removals import removal_page
from league.leagues.tenancy import TenantRequest, organiser_or_404

FORMS: dict[str, type[forms.Form]] = {
    "warn": WarnForm,
    "suspend": SuspendForm,
    "lift": LiftForm,
    "note": NoteForm,
}


def page_or_404(request: TenantRequest, username: str) -> people.PersonPage:
    organiser_or_404(request)
    page = people.person_page(request.league, username, request.user, clock.now())  # type: ignore[arg-type]
    if page is None:
        raise Http404
    return page


@require_http_methods(["GET", "HEAD", "POST"])
def person(request: TenantRequest, username: str) -> HttpResponse:
    """What was decided about someone; warn, suspend, end a sanction, note something down."""
    page = page_or_404(request, username)
    asked = request.POST.get("act", "") if request.method == "POST" else ""
    bound = {name: kind(request.POST if name == asked else None, prefix=name) for name, kind in FORMS.items()}
    if asked in bound and bound[asked].is_valid():
        try:
            said = ACTS[asked](request, page, bound[asked].cleaned_data)
        except LeagueError as error:
            bound[asked].add_error(None, str(error))
        else:
            messages.success(request, said)
            return redirect("leagues:person", request.league.slug, username)
    return render(request, "leagues/desk/person.html", {"league": request.league, "page": page, **bound})


def _warn(request: Any, page: people.PersonPage, given: dict[str, Any]) -> str:
    services.warn(league=request.league, by=request.user, person=page.person, reason=given["reason"])
    return _("%(name)s has been warned.") % {"name": page.person.username}


def _suspend(request: Any, page: people.PersonPage, given: dict[str, Any]) -> str:
    act = services.suspend(
        league=request.league,
        by=request.user,
        person=page.person,
        reason=given["reason"],
        until=given["until"],
    )
    if act is None:
        return asked_first()
    return _("%(name)s is suspended.") % {"name": page.person.username}


def asked_first() -> str:
    return _("An arbiter of the season is asked first. Nothing is done yet; you get an e-mail.")


def _lift(request: Any, page: people.PersonPage, given: dict[str, Any]) -> str:
    held = Sanction.objects.filter(league=request.league, person=page.person, pk=given["sanction"]).first()
    if held is None:
        raise LeagueError(_("There is nothing left to lift."))
    services.lift(league=request.league, by=request.user, sanction=held, reason=given["reason"])
    return _("Lifted.")


def _note(request: Any, page: people.PersonPage, given: dict[str, Any]) -> str:
    services.note(league=request.league, by=request.user, person=page.person, text=given["text"])
    return _("Note saved. Only organisers see it.")


ACTS: dict[str, Callable[[Any, people.PersonPage, dict[str, Any]], str]] = {
    "warn": _warn,
    "suspend": _suspend,
    "lift": _lift,
    "note": _note,
}


@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: TenantRequest, username: str) -> HttpResponse:
    """Says what becomes of someone's seats and games before it removes or bans them."""
    page = page_or_404(request, username)
    if not page.may_sanction:
        raise Http404
    posted = request.POST if request.method == "POST" else None
    if posted is not None and page.membership is None and posted.get("how") == RemoveForm.REMOVE:
        return _removed(request, username)  # pressed twice, or someone else was quicker
    form = RemoveForm(posted, is_member=page.membership is not None)
    if posted is not None and form.is_valid():
        given = form.cleaned_data
        common: dict[str, Any] = {
            "league": request.league,
            "by": request.user,
            "person": page.person,
            "reason": given["reason"],
        }
        try:
            if given["how"] == form.REMOVE:
                act = services.remove(**common)
            else:
                until = given["until"] if given["how"] == form.UNTIL else None
                act = services.ban(**common, until=until)
        except LeagueError as error:
            form.add_error(None, str(error))
        else:
            if act is not None:
                return _removed(request, username)
            messages.success(request, asked_first())
            return redirect("leagues:person", request.league.slug, username)
    context = {
        "league": request.league,
        "page": page,
        "form": form,
        "removal": removal_page(request.league, page.person, request.user),
    }
    return render(request, "leagues/desk/remove.html", context)


def _removed(request: TenantRequest, username: str) -> HttpResponse:
    messages.success(request, _("%(name)s is no longer a member.") % {"name": username})
    return redirect("leagues:person", request.league.slug, username)


@require_safe
def log(request: TenantRequest) -> HttpResponse:
    """All acts at the desk, newest first."""
    organiser_or_404(request)
    acts = people.all_acts(request.league, request.user)
    page = Paginator(acts, people.ACTS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "league": request.league,
        "page": page,
        "acts": [people.as_line(act) for act in page.object_list],
    }
    return render(request, "leagues/desk/log.html", context)


@require_safe
def bans(request: TenantRequest) -> HttpResponse:
    """The page of people who are kept out."""
    organiser_or_404(request)
    page = Paginator(people.bans(request.league, clock.now()), people.ACTS_A_PAGE).get_page(
        request.GET.get("page")
    )
    return render(request, "leagues/desk/bans.html", {"league": request.league, "page": page})


@login_required
@require_safe
def own(request: TenantRequest) -> HttpResponse:
    """What organisers decided about the reader, in any league that they can see."""
    acts = people.own_acts(request.league, request.user)
    return render(request, "leagues/own_acts.html", {"league": request.league, "acts": acts})


@login_required
@require_POST
def read(request: TenantRequest, sanction: int) -> HttpResponse:
    """“I have read this”, below a warning."""
    services.say_read(league=request.league, user=request.user, sanction=sanction)  # type: ignore[arg-type]
    return redirect("leagues:home", request.league.slug)
