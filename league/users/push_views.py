"""Pushes: the service worker, the manifest, and a browser that subscribes or stops."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.common.errors import GameError
from league.users import pushes
from league.users.forms import StopPushForm, SubscriptionForm


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The script that shows pushes and keeps static files, at the root, for it may only look after what lies
    below it. A browser looks each day whether it is another.
    """
    text = (settings.ROOT / "static" / "worker.js").read_text()
    response = HttpResponse(text, content_type="text/javascript; charset=utf-8")
    response.headers["Cache-Control"] = "no-cache"
    return response


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """What a phone that keeps the site among its programs calls it."""
    said = {
        "name": "Poste Restante",
        "short_name": "Poste",
        "description": _("Diplomacy for two, with an auction; and for seven"),
        "start_url": "/games/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#faf6ea",
        "theme_color": "#faf6ea",
        "icons": [
            {"src": static(f"icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
            for size in (192, 512)
        ],
    }
    return JsonResponse(said, content_type="application/manifest+json")


@login_required
@require_POST
def subscribe(request: Any) -> HttpResponse:
    """Send pushes to this browser from now on; 400 and a sentence where it gave nothing to send them to."""
    form = SubscriptionForm(request.POST)
    if not form.is_valid():
        return JsonResponse({"error": str(pushes.NotASubscription())}, status=400)
    try:
        pushes.subscribe(user=request.user, **form.cleaned_data)
    except GameError as error:
        return JsonResponse({"error": str(error)}, status=400)
    return JsonResponse({"error": ""})


@login_required
@require_POST
def unsubscribe(request: Any) -> HttpResponse:
    """No more pushes to one browser."""
    form = StopPushForm(request.POST)
    if form.is_valid():
        pushes.unsubscribe(user=request.user, **form.cleaned_data)
        messages.success(request, _("Saved."))
    return redirect("users:mails")
