"""An organiser's pages. To everyone else there is nothing at these addresses."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.common import clock
from games.common.guards import limits
from games.forms import absence, pace
from league.leagues import selectors, services
from league.leagues.errors import LeagueError
from league.leagues.forms import InvitationForm, MailedInvitationForm, RoleForm, SettingsForm
from league.leagues.models import Invitation, League, Membership
from league.leagues.tenancy import organiser_or_404
from league.leagues.views.members import asked_first

INVITATIONS_A_PAGE = 20
INVITATIONS = limits.Limit("invitations", 30, 3600)
"""Made by one organiser."""
MAILED = limits.Limit("mailed-invitations", 30, 24 * 3600)
"""Mailed by one organiser."""
MAILED_TO_ONE = limits.Limit("invited-address", 2, 7 * 24 * 3600)
"""Mailed to one address, by one league."""


def settings(request: Any) -> HttpResponse:
    """Name, description, visibility, and the policy that games copy when they open."""
    organiser_or_404(request)
    # A fresh row: validating the form writes to its instance, and the page's masthead shows the league.
    form = SettingsForm(request.POST or None, instance=League.objects.get(pk=request.league.pk))
    pace_form = pace.PaceForm(request.POST or None, initial=request.league.pace, prefix="pace")
    absence_form = absence.AbsenceForm.of_league(request.POST or None, request.league.absence, narrows=False)
    # All are asked, so that one round shows all that is wrong.
    if request.method == "POST" and all([form.is_valid(), pace_form.is_valid(), absence_form.is_valid()]):
        try:
            services.update_settings(
                league=request.league,
                by=request.user,
                pace=pace_form.pace.to_json(),
                absence=absence_form.absence.to_json(),
                **form.cleaned_data,
            )
        except LeagueError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("Saved. New games start with these settings."))
            return redirect("leagues:settings", request.league.slug)
    context = {"league": request.league, "form": form, "pace_form": pace_form, "absence_form": absence_form}
    return render(request, "leagues/settings.html", context)


def invitations(request: Any) -> HttpResponse:
    """The links that let people in: make one, mail one, see how often each was used, withdraw one."""
    organiser_or_404(request)
    by_mail = request.method == "POST" and "mail-address" in request.POST
    form = InvitationForm(request.POST if request.method == "POST" and not by_mail else None)
    mail_form = MailedInvitationForm(request.POST if by_mail else None, language=request.user.language)
    status, chosen = 200, mail_form if by_mail else form
    if request.method == "POST" and chosen.is_valid():
        try:
            said = _mail_invitation(request, mail_form) if by_mail else _make_link(request, form)
        except limits.TooOften as error:
            chosen.add_error(None, str(error))
            status = limits.TOO_MANY_REQUESTS
        except LeagueError as error:
            messages.error(request, str(error))
            return redirect("leagues:invitations", request.league.slug)
        else:
            messages.success(request, said)
            return redirect("leagues:invitations", request.league.slug)
    page = Paginator(selectors.invitations(request.league), INVITATIONS_A_PAGE).get_page(
        request.GET.get("page")
    )
    now = clock.now()
    links = [
        selectors.Link(each, request.build_absolute_uri(each.link_path), each.is_valid(now))
        for each in page.object_list
    ]
    context = {
        "league": request.league,
        "form": form,
        "mail_form": mail_form,
        "page": page,
        "links": links,
    }
    return render(request, "leagues/invitations.html", context, status=status)


def _make_link(request: Any, form: InvitationForm) -> str:
    limits.count(INVITATIONS, request.user.pk)
    services.invite(league=request.league, by=request.user, days=form.cleaned_data["days"])
    return _("Link created, first in the list. Copy it and share it.")


def _mail_invitation(request: Any, form: MailedInvitationForm) -> str:
    """The same is said whether the address has an account or not."""
    given = form.cleaned_data
    limits.count(MAILED, request.user.pk)
    limits.count(MAILED_TO_ONE, f"{request.league.pk}-{hash_of(given['address'])}")
    services.invite_by_mail(league=request.league, by=request.user, **given)
    return _("The invitation to %(address)s is on its way.") % {"address": given["address"]}


def hash_of(address: str) -> str:
    """An address as the cache may hold it."""
    return salted_hmac("invited", address.strip().lower()).hexdigest()[:32]


@require_POST
def withdraw(request: Any, invitation_id: int) -> HttpResponse:
    organiser_or_404(request)
    invitation = get_object_or_404(Invitation, league=request.league, pk=invitation_id)
    try:
        services.withdraw(league=request.league, by=request.user, invitation=invitation)
    except LeagueError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("Link withdrawn. No one can join with it any more."))
    return redirect("leagues:invitations", request.league.slug)


@require_POST
def role(request: Any, membership: int) -> HttpResponse:
    """Change someone's role, and go back to the page, or to the search, that they were found on."""
    organiser_or_404(request)
    changed = get_object_or_404(Membership, league=request.league, pk=membership)
    form = RoleForm(request.POST)
    if form.is_valid():
        try:
            changed = services.change_role(
                league=request.league, by=request.user, membership=changed, role=form.cleaned_data["role"]
            )
        except LeagueError as error:
            messages.error(request, str(error))
        else:
            is_done = changed.role == form.cleaned_data["role"]
            messages.success(
                request,
                asked_first()
                if not is_done
                else _("%(name)s is now: %(role)s.")
                % {"name": changed.user.username, "role": changed.get_role_display()},
            )
    members = reverse("leagues:members", args=[request.league.slug])
    asked = request.POST.get("next", "")
    return redirect(asked if asked.startswith(f"{members}?") else members)
