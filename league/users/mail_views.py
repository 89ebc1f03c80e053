"""Which mails one wants: one's own page, and the page that a link in a mail opens."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from league.users import pushes, services, wishes
from league.users.forms import HOW_MUCH, ReachForm, WishesForm
from league.users.models import Reach, User


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def mails(request: Any) -> HttpResponse:
    """How much reaches them by e-mail and when; a box for each kind of mail; how much pushes say; and, where
    their address is refused, the word to try it again.
    """
    user = request.user
    if request.method == "POST" and "again" in request.POST:
        services.try_address_again(user=user)
        messages.success(request, _("We’ll try to e-mail you again."))
        return redirect("users:mails")
    if request.method == "POST" and "push_names" in request.POST:
        services.choose_push_words(user=user, names=request.POST["push_names"] == "yes")
        messages.success(request, _("Saved."))
        return redirect("users:mails")
    given = request.POST if request.method == "POST" else None
    form = WishesForm(given, initial=wishes_of(user))
    hours = {name: getattr(user, name) for name in ("reach", "digest_at", "quiet_from", "quiet_to")}
    reach = ReachForm(given, initial=hours)
    if reach.is_valid() and form.is_valid():
        try:
            services.choose_reach(user=user, **reach.cleaned_data)
        except ValidationError as error:
            reach.add_error(None, error)
        else:
            services.update_wishes(user=user, wishes=form.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect("users:mails")
    context = {
        "form": form,
        "reach": reach,
        "how_much": HOW_MUCH,
        "push_key": pushes.public_key(),
        "pushes": user.push_subscriptions.order_by("pk"),
    }
    return render(request, "users/mails.html", context)


def wishes_of(user: User) -> dict[str, bool]:
    """By kind of mail, whether they want it."""
    return {wish: bool(getattr(user, f"mail_{wish}")) for wish in wishes.WISHES}


def _is_wanted(user: User, wish: str) -> bool:
    return user.reach == Reach.DAILY if wish == wishes.DIGEST else wishes_of(user)[wish]


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stop_mails(request: Any, token: str) -> HttpResponse:
    """Stop one kind of mails to one person, or send them again: the link in each mail leads here.

    Everyone who holds the token may do that and nothing else, signed in or not; so it needs no other proof,
    and a mail program may post here by itself (RFC 8058). Looking at the page changes nothing: scanners of
    mail do.
    """
    read = wishes.read(token)
    person = User.objects.filter(pk=read[0], is_active=True).first() if read else None
    if read is None or person is None:
        raise Http404
    wish = read[1]
    if request.method == "POST":
        services.update_wishes(user=person, wishes={wish: request.POST.get("wish") == "again"})
    context = {
        "person": person,
        "what": wishes.WISHES.get(wish, _("Once a day: one e-mail with all of it")),
        "is_wanted": _is_wanted(person, wish),
        "is_done": request.method == "POST",
    }
    language = language_for(request, person)
    with translation.override(language):
        response = render(request, "users/stop_mails.html", context)
    response.headers["Content-Language"] = language
    return response


def language_for(request: HttpRequest, person: User) -> str:
    """The reader's own language, where they have said which; else the one in which the mail was written."""
    if request.user.is_authenticated or settings.LANGUAGE_COOKIE_NAME in request.COOKIES:
        return translation.get_language() or person.language
    return person.language
