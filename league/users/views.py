"""One's own profile, and the language in which the site speaks."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.users import services
from league.users import sessions as open_places
from league.users.forms import ProfileForm
from league.users.ways_on import is_ours

COOKIE_AGE = 365 * 24 * 3600


@login_required
def profile(request: Any) -> HttpResponse:
    """Who one is here, and the form for zone and language."""
    user = request.user
    form = ProfileForm(request.POST or None, initial={"time_zone": user.time_zone, "language": user.language})
    if request.method == "POST" and form.is_valid():
        services.update_profile(user=user, **form.cleaned_data)
        with translation.override(user.language):
            messages.success(request, _("Saved. Times are now shown in %(zone)s.") % {"zone": user.time_zone})
        return speaking(redirect("users:profile"), user.language)
    memberships = user.memberships.select_related("league").order_by("league__name", "pk")
    return render(request, "users/profile.html", {"form": form, "memberships": memberships})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def sessions(request: Any) -> HttpResponse:
    """Where one is signed in; one of them, or all but this one, can be ended."""
    here = request.session.session_key
    if request.method == "POST":
        number = request.POST.get("session", "")
        if "others" in request.POST:
            open_places.end_other_sessions(user=request.user, here=here)
            messages.success(request, _("You’re signed out everywhere else."))
        elif number.isascii() and number.isdigit() and len(number) < 19:
            open_places.end_session(user=request.user, number=int(number))
            messages.success(request, _("That device is signed out."))
        return redirect("users:sessions")
    found = open_places.open_sessions(request.user, here)
    return render(request, "users/sessions.html", {"sessions": found})


@require_POST
def language(request: Any) -> HttpResponse:
    """Speak another language from now on, and go back to the page that asked.

    Visitors keep it in a cookie, people with an account in their profile too. An unknown language changes
    nothing; an address outside this site is not followed.
    """
    wanted = request.POST.get("language", "")
    response = redirect(page_before(request))
    if wanted not in dict(settings.LANGUAGES):
        return response
    if request.user.is_authenticated:
        services.update_profile(user=request.user, time_zone=request.user.time_zone, language=wanted)
    return speaking(response, wanted)


def page_before(request: HttpRequest) -> str:
    """The page the reader was on, when it is one of this site's; else the first page."""
    wanted = request.POST.get("next", "")
    return wanted if is_ours(request, wanted) else "home"


def speaking(response: HttpResponse, language: str) -> HttpResponse:
    """`response`, with the cookie by which a visitor (and the sign-in page) is spoken to in `language`."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response
