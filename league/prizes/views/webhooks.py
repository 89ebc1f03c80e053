"""Where providers send their webhooks: stored, answered, looked into afterwards."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from league.prizes.providers import by_key, webhooks
from league.prizes.providers.port import BadSignature


@csrf_exempt
@require_POST
def receive(request: HttpRequest, provider: str) -> HttpResponse:
    """200 for what was stored, now or before; 400 for what the provider did not send, or not just now; 413
    for what is too large to be read; 404 for a provider that this site does not use.

    No one is signed in here and nothing carries a token: the signature is the proof.
    """
    found = by_key(provider)
    if found is None:
        raise Http404
    if _announced(request) > webhooks.LARGEST:
        return HttpResponse("Too large.\n", status=413, content_type="text/plain")
    try:
        webhooks.take_in(found, request.headers, request.body)
    except BadSignature:
        return HttpResponse("The signature is not valid.\n", status=400, content_type="text/plain")
    except ValueError:
        return HttpResponse("This makes no sense.\n", status=400, content_type="text/plain")
    return HttpResponse("Stored.\n", content_type="text/plain")


def _announced(request: HttpRequest) -> int:
    """How many bytes the request says it has; without that it is read as having none."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    return int(length) if length.isdecimal() else 0
