"""What the query of a page of messages asks for."""

from __future__ import annotations

from django.http import HttpRequest

from games.common.forms.parameters import number
from games.pages.letters import ThreadRequest


def letters_asked_for(request: HttpRequest) -> ThreadRequest:
    """`?thread=0-1&letters=17`: a thread, and its messages before one of them; `?to=2&to=3`: a new thread."""
    return ThreadRequest(
        thread=request.GET.get("thread", ""),
        before=number(request, "letters"),
        to=request.GET.getlist("to"),
    )
