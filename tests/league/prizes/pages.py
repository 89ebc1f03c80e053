"""What tests of the pages of a season's money share."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from league.prizes.services.payouts.pay_details import digest_of


def at(name: str, season: Any, *args: Any) -> str:
    """The address of a page of a season's money."""
    return reverse(f"prizes:{name}", args=[season.league.slug, season.competition.code, *args])


def text_of(response: Any, status: int = 200) -> str:
    """What a page says, without line breaks."""
    assert response.status_code == status, response.status_code
    return " ".join(response.content.decode().split())


def said(response: Any) -> list[str]:
    """The messages that the page after a redirect shows."""
    return [str(each) for each in response.context["messages"]]


def typed(form: Any) -> dict[str, Any]:
    """What a form holds when it is opened, as a browser posts it."""
    found = {}
    for field in form:
        value = field.value()
        if value is not False and value not in (None, "", []):
            found[field.html_name] = "on" if value is True else value
    return found


def shown(row: Any) -> dict[str, str]:
    """What the page that pays a prize or a refund out posts of where it says that it goes."""
    return {"shown": digest_of(type(row).objects.get(pk=row.pk))}
