"""Pages for machines: is this process up, is it ready, is the work done, and the metrics."""

from __future__ import annotations

import hmac

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from league.watch import health
from league.watch.answers import said
from league.watch.metrics import CONTENT_TYPE
from league.watch.metrics import metrics as metrics_text


@require_safe
def live(request: HttpRequest) -> HttpResponse:
    """200 as long as this process answers at all. Asks no one else (`LiveMiddleware` answers before)."""
    return said([])


@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """200 when pages can be served; else 503 and what is missing, a word a line."""
    return said(health.faults_of_pages())


@require_safe
def work(request: HttpRequest) -> HttpResponse:
    """200 while deadlines are being met; 503 when for a minute no drain ended or a phase stayed open."""
    return said(health.faults_of_work())


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The figures, for callers that bring the environment's token; for others there is no such page."""
    scheme, _space, token = request.headers.get("Authorization", "").partition(" ")
    known = settings.METRICS_TOKEN
    if not known or scheme != "Bearer" or not hmac.compare_digest(token.encode(), known.encode()):
        raise Http404
    return HttpResponse(metrics_text(), content_type=CONTENT_TYPE, headers={"Cache-Control": "no-store"})
