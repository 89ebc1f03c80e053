"""The desk of those who answer for a season's money. Who holds some of it sees what they have to send. For
everyone else there is nothing here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.common.files.downloads import CSV, download
from games.common.guards import limits
from league.competitions.errors import CompetitionError
from league.competitions.forms.acts import ReasonForm
from league.prizes.errors import NotToCarry
from league.prizes.forms.desk import PLAY_REFERENCE, CarryingForm, ConfirmForm, ReferenceForm, RulingForm
from league.prizes.models import Payout, Refund
from league.prizes.selectors import records as records_selectors
from league.prizes.selectors.carrying import choices_of
from league.prizes.selectors.desk import desk_of, held_of, payouts_of, refund_line
from league.prizes.selectors.proposals import ProposalPage, proposal_page
from league.prizes.selectors.transfers import transfers as lines_of
from league.prizes.services.book_access import MoneyReader
from league.prizes.services.payouts import paying_out
from league.prizes.services.payouts.confirming import ConfirmationOutcome, confirm, refuse
from league.prizes.services.payouts.rulings_after import propose_ruling
from league.prizes.services.refunds.carrying import propose_carrying
from league.prizes.views.finding import sender_or_404, trustee_or_404

ACTS: Final = limits.Limit("money-desk", 300, 3600)
"""Confirmed, paid and ruled by one person."""

SAID: Final[Mapping[ConfirmationOutcome, Callable[[], str]]] = {
    ConfirmationOutcome.WAITS: lambda: _("You have confirmed. It takes effect once enough treasurers have."),
    ConfirmationOutcome.CARRIED_OUT: lambda: _(
        "Confirmed. The winners have been told to claim their prizes."
    ),
    ConfirmationOutcome.GOES_OVER: lambda: _("Confirmed. The money is transferred within minutes."),
    ConfirmationOutcome.CHANGED: lambda: _(
        "Something has changed, so the proposal was withdrawn. Look at the new one."
    ),
}


@require_safe
def desk(request: Any, season: str) -> HttpResponse:
    """What waits."""
    found = sender_or_404(request, season)
    if not found.is_trustee:
        return render(request, "prizes/held.html", _context(request, found) | {"page": held_of(found)})
    context = _context(request, found) | {
        "page": desk_of(found),
        "records": records_selectors.waiting(found),
        "unknown": records_selectors.unknown(found),
    }
    return render(request, "prizes/desk.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def proposal(request: Any, season: str, proposal: int) -> HttpResponse:
    """What is proposed and how it was computed; to be confirmed, or refused with a reason."""
    found = trustee_or_404(request, season)
    page = proposal_page(found, proposal)
    if page is None:
        raise Http404
    act = request.POST.get("act", "") if request.method == "POST" else ""
    if request.method == "POST" and act not in ("confirm", "refuse"):
        raise Http404
    confirming = ConfirmForm(
        request.POST if act == "confirm" else None, initial={"sha256": page.proposal.sha256}
    )
    refusing = ReasonForm(request.POST if act == "refuse" else None, prefix="refuse")
    form = confirming if act == "confirm" else refusing
    status = 200
    if act and form.is_valid():
        try:
            limits.count(ACTS, request.user.pk)
            messages.success(request, _answer(request, page, act, form))
        except limits.TooOften as error:
            form.add_error(None, str(error))
            status = limits.TOO_MANY_REQUESTS
        except CompetitionError as error:
            form.add_error(None, str(error))
        else:
            return redirect("prizes:desk", request.league.slug, season)
        page = proposal_page(found, proposal)
    context = _context(request, found) | {"page": page, "confirming": confirming, "refusing": refusing}
    return render(request, "prizes/proposal.html", context, status=status)


def _answer(request: Any, page: ProposalPage, act: str, form: forms.Form) -> str:
    given = form.cleaned_data
    if act == "confirm":
        return SAID[confirm(proposal=page.proposal, by=request.user, sha256=given["sha256"])]()
    refuse(proposal=page.proposal, by=request.user, reason=given["reason"])
    if page.is_carrying:
        return _("You have refused. No money is transferred; another season can be proposed.")
    return _("You have refused. The site’s team has been told and decides.")


@require_http_methods(["GET", "HEAD", "POST"])
def payout(request: Any, season: str, payout: int) -> HttpResponse:
    """One prize: record that it was paid out, or that the payment did not arrive."""
    found = trustee_or_404(request, season)
    row = Payout.objects.filter(book=found.book, pk=payout).select_related("book__competition").first()
    line = next(iter(payouts_of(found, pk=row.pk)), None) if row else None
    if row is None or line is None:
        raise Http404
    act = request.POST.get("act", "") if request.method == "POST" else ""
    if request.method == "POST" and act not in ("pay", "fail"):
        raise Http404
    paying = ReferenceForm(request.POST if act == "pay" else None, initial=_initial(found), prefix="pay")
    failing = ReasonForm(request.POST if act == "fail" else None, prefix="fail")

    def do(given: Mapping[str, Any]) -> str:
        if act == "pay":
            shown = request.POST.get("shown", "")
            paying_out.pay(payout=row, by=request.user, reference=given["reference"], shown=shown)
            return _("Logged: the prize is paid.")
        paying_out.fail(payout=row, by=request.user, reason=given["reason"])
        return _("Logged: the payment failed. The winner has been told.")

    done, status = _done(request, paying if act == "pay" else failing, do)
    if done:
        return redirect("prizes:desk", request.league.slug, season)
    if act:  # what holds now, in case that is not what was read
        line = next(iter(payouts_of(found, pk=row.pk)), line)
    context = _context(request, found) | {"line": line, "paying": paying, "failing": failing}
    return render(request, "prizes/payout.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def refund(request: Any, season: str, refund: int) -> HttpResponse:
    """One refund by hand: record that it was given back."""
    found = trustee_or_404(request, season)
    rows = Refund.objects.filter(book=found.book, pk=refund, way=Refund.Way.HAND)
    row = rows.select_related("book__competition", "entry__user", "holder", "payment__record").first()
    if row is None:
        raise Http404
    if row.state not in Refund.OPEN:
        if request.method == "POST":
            return redirect("prizes:desk", request.league.slug, season)  # pressed twice
        raise Http404
    form = ReferenceForm(request.POST if request.method == "POST" else None, initial=_initial(found))

    def do(given: Mapping[str, Any]) -> str:
        shown = request.POST.get("shown", "")
        paying_out.hand_refund(refund=row, by=request.user, reference=given["reference"], shown=shown)
        return _("Logged: the refund is made.")

    done, status = _done(request, form, do)
    if done:
        return redirect("prizes:desk", request.league.slug, season)
    row.refresh_from_db(fields=["pay_to", "given"])
    context = _context(request, found) | {"line": refund_line(row), "form": form}
    return render(request, "prizes/refund.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def ruling(request: Any, season: str) -> HttpResponse:
    """Propose a ruling on prizes that were confirmed."""
    found = trustee_or_404(request, season)
    if not desk_of(found).may_rule:
        if request.method == "POST":
            messages.error(request, _("First decide the other proposal: it is not confirmed yet."))
            return redirect("prizes:desk", request.league.slug, season)
        raise Http404
    form = RulingForm(request.POST if request.method == "POST" else None, found=found)

    def do(given: Mapping[str, Any]) -> str:
        propose_ruling(
            competition=found.reader.season, by=request.user, reason=given["reason"], takings=form.takings
        )
        return _("Proposed. The treasurers, you included, now confirm it.")

    done, status = _done(request, form, do)
    if done:
        return redirect("prizes:desk", request.league.slug, season)
    return render(request, "prizes/ruling.html", _context(request, found) | {"form": form}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def carrying(request: Any, season: str) -> HttpResponse:
    """Choose the season that gets what no one claimed or won."""
    found = trustee_or_404(request, season)
    page = choices_of(found)
    if not page.rows:
        if request.method == "POST":
            messages.error(request, str(NotToCarry()))
            return redirect("prizes:desk", request.league.slug, season)
        raise Http404
    form = CarryingForm(request.POST if request.method == "POST" else None, page=page)

    def do(given: Mapping[str, Any]) -> str:
        chosen = given["season"]
        propose_carrying(
            competition=found.reader.season, by=request.user, target=chosen.season, sha256=chosen.sha256
        )
        return _("Proposed, and confirmed by you. The second treasurer has been told.")

    done, status = _done(request, form, do)
    if done:
        return redirect("prizes:desk", request.league.slug, season)
    context = _context(request, found) | {"page": page, "form": form}
    return render(request, "prizes/carrying.html", context, status=status)


@require_safe
def transfers(request: Any, season: str, holder: int) -> StreamingHttpResponse:
    """What one holder has to pay by hand, as CSV: for treasurers, and for that holder."""
    found = sender_or_404(request, season)
    row = found.book.holders.filter(pk=holder).first()
    if row is None or not (found.is_trustee or row.user_id == request.user.pk):
        raise Http404
    lines = lines_of(found.book, row, found.reader.now)
    return download(request, lines, CSV, f"{season}-transfers-{row.pk}.csv")


def _done(request: Any, form: forms.Form, do: Callable[[Mapping[str, Any]], str]) -> tuple[bool, int]:
    """Whether `do` was done with what `form` says, and the status to answer where it was not."""
    if not form.is_bound or not form.is_valid():
        return False, 200
    try:
        limits.count(ACTS, request.user.pk)
        messages.success(request, do(form.cleaned_data))
    except limits.TooOften as error:
        form.add_error(None, str(error))
        return False, limits.TOO_MANY_REQUESTS
    except CompetitionError as error:
        form.add_error(None, str(error))
        return False, 200
    return True, 200


def _initial(found: MoneyReader) -> dict[str, str]:
    """Play money has no bank that gives references."""
    return {"reference": PLAY_REFERENCE} if found.money.is_play else {}


def _context(request: Any, found: MoneyReader) -> dict[str, Any]:
    return {"league": request.league, "reader": found.reader, "found": found}
