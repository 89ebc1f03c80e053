"""What comes and goes by hand: recorded by those who answer for a season's money, confirmed, corrected."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.common.forms.parameters import number
from games.common.guards import limits
from league.competitions.errors import CompetitionError
from league.competitions.forms.acts import ReasonForm
from league.prizes.forms.records import OWN, MatchForm, RecordForm, RecordsFilter
from league.prizes.models import HandRecord
from league.prizes.selectors import records as selectors
from league.prizes.services.book_access import MoneyReader
from league.prizes.services.incoming import manual_entries
from league.prizes.views.finding import book_or_404, trustee_or_404

RECORDS = limits.Limit("money-records", 300, 3600)
"""Written, confirmed and corrected by one person."""


@require_safe
def records(request: Any, season: str) -> HttpResponse:
    """What was recorded, page by page; to those who record also whose fees are open."""
    found = book_or_404(request, season)
    form = RecordsFilter(request.GET)
    before, after = number(request, "before") or 0, number(request, "after") or 0
    context = {
        "league": request.league,
        "reader": found.reader,
        "found": found,
        "form": form,
        "part": selectors.page_of(found, form.asked, before=before, after=after),
        "waiting": selectors.waiting(found),
        "unknown": selectors.unknown(found),
        "to_pay": selectors.to_pay_lines(found) if found.is_trustee and found.money.fee else [],
        "kinds": kinds_of(found),
    }
    return render(request, "prizes/records.html", context)


def kinds_of(found: MoneyReader) -> list[tuple[str, str]]:
    """What can be recorded in this season, by kind and name."""
    given, kind = found.money, HandRecord.Kind
    if not found.is_trustee:
        return []
    by_hand = bool(given.cash_holder)
    possible = {
        kind.PAYMENT: by_hand and bool(given.fee),
        kind.GIFT: by_hand,
        kind.EXTRA: by_hand and bool(given.extras),
        kind.GUARANTEE: by_hand and bool(given.guarantor),
        kind.COSTS: bool(given.fee and given.league_percent),
        kind.SITE_SHARE: bool(given.fee and given.site_percent),
        kind.PAID_BACK: found.reader.season.is_over,
    }
    return [(key.value, str(key.label)) for key, is_so in possible.items() if is_so]


@require_http_methods(["GET", "HEAD", "POST"])
def record(request: Any, season: str, what_kind: str) -> HttpResponse:
    """Record money that came or went by hand."""
    found, kind = trustee_or_404(request, season), what_kind
    if kind not in OWN:
        raise Http404
    posted = request.POST if request.method == "POST" else None
    form = RecordForm(posted, kind=kind, found=found, entry=number(request, "entry") or 0)
    status = 200
    if posted is not None and form.is_valid():
        try:
            limits.count(RECORDS, request.user.pk)
            made = manual_entries.record(competition=found.reader.season, by=request.user, **form.given)
        except limits.TooOften as error:
            form.add_error(None, str(error))
            status = limits.TOO_MANY_REQUESTS
        except CompetitionError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _said_of(made))
            return redirect("prizes:records", request.league.slug, season)
    context = {
        "league": request.league,
        "reader": found.reader,
        "found": found,
        "form": form,
        "kind": kind,
        "title": HandRecord.Kind(kind).label,
    }
    return render(request, "prizes/record.html", context, status=status)


def _said_of(made: HandRecord) -> str:
    if made.state == HandRecord.State.WAITING:
        return _("Logged. It counts once a second treasurer has confirmed it.")
    if made.state == HandRecord.State.UNKNOWN:
        return _("Logged. It is held until you match it with an entry or send it back.")
    return _("Logged, and in the ledger.")


@require_POST
def confirm(request: Any, season: str, record: int) -> HttpResponse:
    """The second person's word."""
    _found, row = _record_or_404(request, season, record)
    try:
        limits.count(RECORDS, request.user.pk)
        manual_entries.confirm_record(record=row, by=request.user)
    except (CompetitionError, limits.TooOften) as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("Confirmed, and in the ledger."))
    return redirect("prizes:records", request.league.slug, season)


@require_http_methods(["GET", "HEAD", "POST"])
def refuse(request: Any, season: str, record: int) -> HttpResponse:
    """Refuse what waits for the second person, with a reason."""

    def act(row: HandRecord, reason: str) -> None:
        manual_entries.refuse_record(record=row, by=request.user, reason=reason)

    said = {"title": _("Refuse a payment"), "button": _("Refuse"), "done": _("Refused.")}
    return _with_reason(request, season, record, act, said)


@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: Any, season: str, record: int) -> HttpResponse:
    """Take back what was recorded by mistake, with a reason."""

    def act(row: HandRecord, reason: str) -> None:
        manual_entries.correct(record=row, by=request.user, reason=reason)

    said = {"title": _("Correct a payment"), "button": _("Correct the payment"), "done": _("Corrected.")}
    return _with_reason(request, season, record, act, said)


@require_http_methods(["GET", "HEAD", "POST"])
def send_back(request: Any, season: str, record: int) -> HttpResponse:
    """Send a payment back of which it is not known whose fee it is, with a reason."""

    def act(row: HandRecord, reason: str) -> None:
        manual_entries.send_back(record=row, by=request.user, reason=reason)

    said = {
        "title": _("Send a payment back"),
        "button": _("Send back"),
        "done": _("“Payouts” now lists it, to be sent back."),
    }
    return _with_reason(request, season, record, act, said)


@require_http_methods(["GET", "HEAD", "POST"])
def match(request: Any, season: str, record: int) -> HttpResponse:
    """Say whose fee a payment is that was not known."""
    found, row = _record_or_404(request, season, record)
    form = MatchForm(request.POST if request.method == "POST" else None, found=found)
    said = {"title": _("Match a payment"), "button": _("Match"), "done": _("Matched, and in the ledger.")}

    def act() -> None:
        manual_entries.match(record=row, by=request.user, entry=form.chosen)

    return _done(request, (found, row), form, act, said)


def _with_reason(
    request: Any,
    season: str,
    record: int,
    act: Callable[[HandRecord, str], None],
    said: dict[str, str],
) -> HttpResponse:
    found, row = _record_or_404(request, season, record)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    return _done(request, (found, row), form, lambda: act(row, form.cleaned_data["reason"]), said)


def _done(
    request: Any,
    of: tuple[MoneyReader, HandRecord],
    form: Form,
    act: Callable[[], object],
    said: dict[str, str],
) -> HttpResponse:
    """Do what was asked for with a record, or show its form."""
    found, row = of
    if request.method == "POST" and form.is_valid():
        try:
            limits.count(RECORDS, request.user.pk)
            act()
        except (CompetitionError, limits.TooOften) as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, said["done"])
            return redirect("prizes:records", request.league.slug, found.reader.season.code)
    context = {
        "league": request.league,
        "reader": found.reader,
        "found": found,
        "form": form,
        "line": selectors.line_of(found, row),
        "said": said,
    }
    return render(request, "prizes/record_reason.html", context)


def _record_or_404(request: Any, season: str, key: int) -> tuple[MoneyReader, HandRecord]:
    """A record of this season's book, for those who answer for it."""
    found = trustee_or_404(request, season)
    rows = found.book.hand_records.select_related("entry__user", "holder", "by", "second_by", "payment")
    row = rows.filter(pk=key).first()
    if row is None:
        raise Http404
    row.book = found.book
    return found, row
