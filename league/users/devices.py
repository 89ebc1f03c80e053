"""Browsers that have been in an account before, known by a signed cookie.

They count their own failures (`league.users.adapter`): however often strangers guess at an account's
password, its owner gets in from a browser they have used. The cookie lets no one in by itself.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core import signing
from django.db.models import Q
from django.http import HttpRequest, HttpResponse

from league.users.backends import LONGEST, account_called
from league.users.models import User

SALT = "league.users.devices"
AGE = 365 * 24 * 3600
IN_SESSION = "chose_password_of"


def account_of(credentials: Mapping[str, Any]) -> str:
    """Whose password is tried, as a key that quotes neither name nor address.

    It is one key for a name in all letters that the database takes for the same (PostgreSQL's capital of `ı`
    is `I`). By its address an account is counted apart: else the limit would tell whose address it is.
    """
    login = str(credentials.get("email") or credentials.get("username") or "")
    found = None if "@" in login else account_called(login)
    return hashlib.sha256((found.username if found else login).lower().encode()).hexdigest()[:32]


def known(request: HttpRequest, credentials: Mapping[str, Any]) -> str:
    """The mark of this browser when it has been in the account before; else nothing.

    The database is asked only for browsers with a cookie of ours.
    """
    marks: dict[int, str] = {}
    try:
        pk, mark = signing.loads(request.COOKIES.get(settings.DEVICE_COOKIE_NAME, ""), salt=SALT, max_age=AGE)
        marks[pk] = mark
    except (signing.BadSignature, TypeError, ValueError):
        pass
    if chosen := request.session.get(IN_SESSION):
        marks.setdefault(chosen, "letter")
    if not marks:
        return ""
    # One character more than any has is enough to be no one's.
    email, username = (str(credentials.get(name) or "")[: LONGEST + 1] for name in ("email", "username"))
    named = Q(username__iexact=username) if username else Q(pk=None)
    if email:
        named |= Q(emailaddress__email__iexact=email)
    owner = User.objects.filter(named, pk__in=marks).values_list("pk", flat=True).first()
    return f"{owner}:{marks[owner]}" if owner else ""


def remember(response: HttpResponse, user: User) -> None:
    """Let `response` carry the cookie by which this browser is known to have been in the account."""
    response.set_cookie(
        settings.DEVICE_COOKIE_NAME,
        signing.dumps([user.pk, secrets.token_urlsafe(12)], salt=SALT),
        max_age=AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def remember_for_now(request: HttpRequest, user: User) -> None:
    """Until the session ends this browser is known: it has opened the account's mails."""
    request.session[IN_SESSION] = user.pk
