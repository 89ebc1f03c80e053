"""Where someone was going when pages of accounts came between: `next`, on this site's own pages alone."""

from __future__ import annotations

from functools import cache
from urllib.parse import urlencode

from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

ENTRANCE = (
    "account_login",
    "account_signup",
    "account_email_verification_sent",
    "mfa_authenticate",
    "mfa_login_webauthn",
)
"""The pages that lead from one to another until someone is signed in."""


def is_ours(request: HttpRequest, address: str) -> bool:
    """Whether `address` is of the very site that is asked, written from its root: `/l/cafe/`."""
    return address.startswith("/") and url_has_allowed_host_and_scheme(
        address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )


def way_on(request: HttpRequest) -> str:
    """Where the request says that it wants to go in the end; empty where it says nothing, or another site."""
    wanted = str(request.POST.get(REDIRECT_FIELD_NAME) or request.GET.get(REDIRECT_FIELD_NAME) or "")
    return wanted if is_ours(request, wanted) else ""


def leading_on(request: HttpRequest, address: str) -> str:
    """`address`, to which a page of the entrance sends its reader; with the way on, if it is one of them too
    and says none of its own.
    """
    if request.path in _entrance() and address in _entrance():
        return with_way(address, way_on(request))
    return address


def with_way(address: str, wanted: str) -> str:
    """`address`, which has no query, with where its reader wants to go in the end; as it is where that is
    nowhere.
    """
    return f"{address}?{urlencode({REDIRECT_FIELD_NAME: wanted})}" if wanted else address


@cache
def _entrance() -> frozenset[str]:
    return frozenset(map(reverse, ENTRANCE))
