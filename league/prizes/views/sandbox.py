"""The sandbox's own checkout page, where someone plays the payer, and their bank.

Like any hosted checkout it belongs to who knows its address, signed in or not; no real money is near it.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.common import clock
from league.money import money
from league.prizes.forms.sandbox import ChargeBackForm
from league.prizes.models import SandboxSession
from league.prizes.providers import sandbox


@require_http_methods(["GET", "HEAD", "POST"])
def checkout(request: HttpRequest, session: str) -> HttpResponse:
    """One checkout: pay, be declined, or go back; once it is paid, let the bank take it back."""
    found = _session_or_404(session)
    match request.POST.get("act", ""):
        case "pay":
            sandbox.pay(found.code)
            return redirect(_way_back(found))
        case "step":
            return redirect("prizes:sandbox-confirm", session=found.code)
        case "decline":
            sandbox.decline(found.code)
            messages.info(request, _("The card was declined. You can try again."))
        case "cancel":
            return redirect(_way_back(found))
        case "charge-back":
            return _charge_back(request, found)
        case "return":
            sandbox.return_charge_back(found.code)
            messages.info(request, _("The bank has returned the payment."))
        case _:
            if request.method == "POST":
                messages.error(request, _("Choose one of the buttons."))
            return _shown(request, found, _bank_form(found))
    return redirect("prizes:sandbox", session=found.code)


def _charge_back(request: HttpRequest, found: SandboxSession) -> HttpResponse:
    """All of the payment is taken back, or the part that was typed."""
    bank = _bank_form(found, request.POST)
    if not bank.is_valid():
        return _shown(request, found, bank)
    taken = bank.cleaned_data["taken"]
    sandbox.charge_back(found.code, taken)
    said = {"sum": money(taken, found.currency)}
    messages.info(request, _("The bank has reversed %(sum)s.") % said)
    return redirect("prizes:sandbox", session=found.code)


def _bank_form(found: SandboxSession, typed: Any = None) -> ChargeBackForm:
    return ChargeBackForm(typed, currency=found.currency, left=found.amount - found.charged_back)


def _shown(request: HttpRequest, found: SandboxSession, bank: ChargeBackForm) -> HttpResponse:
    return render(request, "prizes/sandbox/checkout.html", _context(found) | {"bank": bank})


@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, session: str) -> HttpResponse:
    """The extra step that a payer's bank may ask for: who does not confirm it does not pay."""
    found = _session_or_404(session)
    context = _context(found)
    if not context["may_pay"]:
        return redirect("prizes:sandbox", session=found.code)
    if request.method == "POST":
        if request.POST.get("act") == "confirm":
            sandbox.pay(found.code)
            return redirect(_way_back(found))
        sandbox.decline(found.code)
        messages.info(request, _("You did not confirm, so the payment was declined. You can try again."))
        return redirect("prizes:sandbox", session=found.code)
    return render(request, "prizes/sandbox/confirm.html", context)


def _session_or_404(code: str) -> SandboxSession:
    found = SandboxSession.objects.filter(code=code).first()
    if found is None:
        raise Http404
    return found


def _context(found: SandboxSession) -> dict[str, Any]:
    state = sandbox.state_of(found, clock.shown())
    return {
        "session": found,
        "state": state,
        "may_pay": state in ("open", "failed"),
        "amount": money(found.amount, found.currency),
        "refunded": sandbox.refunded_of(found),
        "way_back": _way_back(found),
    }


def _way_back(found: SandboxSession) -> str:
    """The page that the payer came from, on whatever address they reach this site."""
    return found.return_to.removeprefix(settings.SITE_ADDRESS) or "/"
