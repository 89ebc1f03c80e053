"""A league's webhook, on a page of the organisers' desk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.common.guards import limits
from games.common.guards.outgoing import REASONS, in_words
from league.leagues.forms.webhooks import WebhookForm
from league.leagues.models import Webhook
from league.leagues.services import webhooks
from league.leagues.tenancy import organiser_or_404, organiser_still_or_404

CHANGES = limits.Limit("webhook-changes", 20, 3600)
"""The limit of one organiser's changes."""
TESTS = limits.Limit("webhook-tests", 10, 3600)
"""The limit of one league's test deliveries."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the page tells of a webhook: never its address, of which the host is enough to know it again."""

    host: str
    row: Webhook

    @property
    def outcome(self) -> str:
        """What came of the last message."""
        said = self.row.said
        if not said:
            return _("Nothing has been sent yet.")
        if said in REASONS:
            return in_words(said, self.host)
        if self.row.failing_since is None:
            return _("The last message arrived.")
        return _("%(host)s refused the last message with status %(status)s.") % {
            "host": self.host,
            "status": said,
        }


@require_http_methods(["GET", "HEAD", "POST"])
def webhook(request: Any) -> HttpResponse:
    """Name its address, try it, change what signs, remove it."""
    organiser_or_404(request)
    league, secret, status = request.league, "", 200
    is_naming = request.method == "POST" and "name" in request.POST
    form = WebhookForm(request.POST if is_naming else None, initial={"language": request.user.language})
    try:
        if is_naming and form.is_valid():
            limits.count(CHANGES, request.user.pk)
            with organiser_still_or_404():
                secret = webhooks.name_webhook(league=league, by=request.user, **form.cleaned_data)
            if not secret:
                messages.success(request, _("Saved. Send a test message to see whether it arrives."))
                return redirect("leagues:webhook", league.slug)
            form = WebhookForm(initial={"language": form.cleaned_data["language"]})
        elif request.method == "POST" and not is_naming:
            secret = _done(request)
            if not secret:
                return redirect("leagues:webhook", league.slug)
    except limits.TooOften as error:
        status = limits.TOO_MANY_REQUESTS
        if is_naming:
            form.add_error(None, str(error))
        else:
            messages.error(request, str(error))
    row = Webhook.objects.filter(league=league).first()
    context = {
        "league": league,
        "form": form,
        "secret": secret,
        "webhook": Shown(row.host, row) if row is not None else None,
    }
    return render(request, "leagues/desk/webhook.html", context, status=status)


def _done(request: Any) -> str:
    """Do what another button says; the new secret, if it made one."""
    given = {"league": request.league, "by": request.user}
    with organiser_still_or_404():
        if "test" in request.POST:
            limits.count(TESTS, request.league.pk)
            if webhooks.send_test(**given):
                messages.success(request, _("A test message is on its way. Reload this page in a moment."))
        elif "secret" in request.POST:
            limits.count(CHANGES, request.user.pk)
            return webhooks.change_secret(**given)
        elif "remove" in request.POST:
            webhooks.remove_webhook(**given)
            messages.success(request, _("The webhook is removed: no more messages are sent."))
    return ""
