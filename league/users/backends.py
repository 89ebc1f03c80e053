"""By name or address, and password: who it is, for one hash of a password whatever is tried."""

# allauth has no types, so every class here has a base that mypy cannot see.
# mypy: disable-error-code="misc"

from __future__ import annotations

from typing import Any

from allauth.account import auth_backends
from allauth.account.models import EmailAddress
from django.http import HttpRequest

from league.server.composed import composed
from league.users.models import User

LONGEST = 254
"""Characters in an address; names are shorter."""


class AuthenticationBackend(auth_backends.AuthenticationBackend):
    """The only one there is: allauth's, with Django's permissions, that tries one account at most.

    Where there is none to try, allauth makes a hash all the same. An address that is not confirmed signs
    no one in: a person who signed up with another's would learn from it whether that one has an account.
    """

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        login = str(credentials.get("username") or credentials.get("email") or "")
        found: User | None = self._check_password(account_called(login), credentials["password"])
        return found


def account_called(login: str) -> User | None:
    """Whose name or confirmed address `login` is, in whatever case. Names have no @.

    What is longer than any of them is no one's: SQLite refuses to look for very long texts.
    """
    if len(login) > LONGEST:
        return None
    if "@" not in login:
        login = composed(login)
        return User.objects.filter(username__iexact=login).first()
    mine = EmailAddress.objects.filter(email=login.lower(), verified=True).select_related("user").first()
    return mine.user if mine else None
