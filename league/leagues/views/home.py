"""The lists and the home of leagues, and founding one."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games.common import clock
from games.common.guards import limits
from games.gate.reliability import reliability_of
from games.lists import invitations, listing, played, waiting
from games.pages import blocking, open_seats
from games.words import wording
from league.leagues import sections, selectors, services
from league.leagues.errors import LeagueError
from league.leagues.forms import LeagueForm, SearchForm
from league.leagues.models import League, Membership
from league.leagues.selectors import announcements, people
from league.leagues.selectors.first_steps import first_steps
from league.leagues.selectors.home_sections import present_in
from league.leagues.selectors.player_games import player_games
from league.leagues.tenancy import TenantRequest
from league.users.models import User


@require_safe
def leagues(request: Any) -> HttpResponse:
    """Public leagues, searchable, and one's own."""
    words = SearchForm.words(request.GET)
    page = Paginator(selectors.public_leagues(words), selectors.LEAGUES_A_PAGE).get_page(
        request.GET.get("page")
    )
    own = selectors.memberships_of(request.user) if request.user.is_authenticated else []
    return render(request, "leagues/list.html", {"page": page, "words": words, "memberships": own})


LEAGUES = limits.Limit("leagues", 5, 24 * 3600)
"""Founded by one person."""


@login_required
def create(request: Any) -> HttpResponse:
    """Create a league and become its organiser."""
    form = LeagueForm(request.POST or None)
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            limits.count(LEAGUES, request.user.pk)
            league = services.create_league(user=request.user, **form.cleaned_data)
        except limits.TooOften as error:
            form.add_error(None, str(error))
            status = limits.TOO_MANY_REQUESTS
        except LeagueError as error:
            form.add_error("slug", str(error))
        else:
            messages.success(
                request, _("“%(league)s” is created, and you are its organiser.") % {"league": league.name}
            )
            return redirect("leagues:home", league.slug)
    return render(request, "leagues/create.html", {"form": form}, status=status)


WAITING_SHOWN = 3
"""Games that wait for the reader, on the page of a league."""

OFFERS_SHOWN = 5
"""Seats of running games to take over, on the page of a league."""


@require_safe
def home(request: TenantRequest) -> HttpResponse:
    """A league's front page: seats to take, its latest games, what waits for the reader, the way in."""
    league, now = request.league, clock.shown()
    reader = request.user.pk if request.user.is_authenticated else None
    present = present_in(league, reader)
    is_suspended = request.membership is not None and request.membership.is_suspended(now)
    context = {
        "league": league,
        "members": _members_in_words(present.members),
        "organisers": selectors.organisers(league),
        "running": _running_in_words(listing.running_in(league, request.user)),
        "may_open": request.membership is not None and _may_open(league, request.membership, now),
        "latest": listing.latest_of_league(league, request.user),
        "offers": open_seats.offers_in(league, request.user, OFFERS_SHOWN) if present.offers else [],
        "waiting": waiting.waiting_for(reader, WAITING_SHOWN) if reader is not None else [],
        "invitations": invitations.invitations_to(request.user, league)
        if request.membership and present.invitations
        else [],
        "warnings": people.warnings_to(league, request.user)
        if request.membership and present.warnings
        else [],
        "ban": _ban(request, now),
        "suspension": people.suspension_words(league, request.user, now) if is_suspended else None,
        "announcements": announcements.pinned(league) if present.announcements else [],
        "titles": wording.STATES,
        "first_steps": first_steps(league)
        if request.membership is not None and request.membership.is_organiser
        else [],
    }
    for name, section in sections.home.items():
        is_there = name in present.sections
        context[name] = section.shows(league, request.user, request.membership) if is_there else None
    return render(request, "leagues/home.html", context)


def _may_open(league: League, membership: Membership, now: datetime) -> bool:
    """Whether a member creates games now."""
    opens = membership.is_organiser or league.who_opens_games == league.Openers.MEMBERS
    return opens and not membership.is_suspended(now)


def _members_in_words(count: int) -> str:
    return ngettext("%(counter)s member", "%(counter)s members", count) % {"counter": count}


def _running_in_words(count: int) -> str:
    return ngettext("%(counter)s game running", "%(counter)s games running", count) % {"counter": count}


def _ban(request: TenantRequest, now: datetime) -> str:
    """Why the reader may not join; "" where nothing keeps them out. One query for visitors who are no
    members.
    """
    if request.membership is not None or not request.user.is_authenticated:
        return ""
    return str(services.ban_of(request.league, request.user, now) or "")


@require_safe
def members(request: TenantRequest) -> HttpResponse:
    """Who belongs to the league; organisers may change roles here."""
    words = SearchForm.words(request.GET)
    keys = selectors.keys_of_members(request.league, words)
    page = Paginator(keys, selectors.MEMBERS_A_PAGE).get_page(request.GET.get("page"))
    members = selectors.members(page.object_list)  # type: ignore[arg-type]
    ties = people.ties_to_organisers(request.league, request.membership, members)
    context = {
        "league": request.league,
        "page": page,
        "members": [(each, ties.get(each.user_id)) for each in members],
        "words": words,
        "roles": Membership.Role,
        "now": clock.shown(),
    }
    return render(request, "leagues/members.html", context)


@require_safe
def player(request: TenantRequest, username: str) -> HttpResponse:
    """What one person plays and has played here: a member, or someone in a game that the reader may see."""
    league, now = request.league, clock.shown()
    person = User.objects.filter(username=username).first()
    membership = league.memberships.filter(user=person).first() if person else None
    if person is None or not (
        membership
        or played.has_played(league, person, listing.visible_to(request.user))
        or sections.is_known(league, person)
    ):
        raise Http404
    games = player_games(league, person, request.user, request.GET)
    own = request.membership
    context = {
        "league": league,
        "person": person,
        "membership": membership,
        "is_blocked": request.user.is_authenticated and blocking.has_blocked(request.user, person),
        "uncounted": played.uncounted(league, person),
        "reliability": reliability_of(league, person),
        "games": games,
        "page": games.page,
        "lines": games.lines,
        "now": now,
        "may_invite": membership is not None
        and own is not None
        and own.user_id != person.pk
        and _may_open(league, own, now),
    }
    context |= sections.of_player(league, person, request)
    return render(request, "leagues/player.html", context)
