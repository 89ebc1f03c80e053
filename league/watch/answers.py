"""What machines are answered."""

from __future__ import annotations

from django.http import HttpResponse


def said(faults: list[str]) -> HttpResponse:
    """200 and "ok"; or 503 and the faults, one a line."""
    text = "\n".join(faults) or "ok"
    return HttpResponse(
        f"{text}\n",
        status=503 if faults else 200,
        content_type="text/plain; charset=utf-8",
        headers={"Cache-Control": "no-store"},
    )
