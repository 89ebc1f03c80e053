"""The page that the link in a mail to the old address opens."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.contrib.auth import logout
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.views.decorators.http import require_http_methods

from league.users.address_changes import AddressTaken, change_of, take_back
from league.users.mail_views import language_for
from league.users.models import User


@require_http_methods(["GET", "HEAD", "POST"])
def undo_address(request: Any, token: str) -> HttpResponse:
    """Take a change of address back, and go on to a new password. Everyone who holds the token may, signed in
    or not. Looking at the page changes nothing: scanners of mail do.
    """
    change = change_of(token)
    if change is None:
        raise Http404
    is_taken = False
    if request.method == "POST":
        email = change.user.email
        try:
            user = take_back(change=change)
        except AddressTaken:
            is_taken = True
        else:
            if user is None:
                raise Http404
            _tell(user, email)
            logout(request)
            return redirect("account_reset_password_from_key", user_pk_to_url_str(user), _key_for(user))
    language = language_for(request, change.user)
    with translation.override(language):
        context = {"change": change, "is_taken": is_taken}
        response = render(request, "users/undo_address.html", context)
    response.headers["Content-Language"] = language
    return response


def _key_for(user: User) -> str:
    """The key with which `user` chooses a new password, as in the mail for that."""
    return str(default_token_generator.make_token(user))


def _tell(user: User, email: str) -> None:
    """Write to the address that was taken back, in case it was the owner's and the other one is a thief's."""
    context = {"user": user, "to_email": user.email, "from_email": email}
    get_adapter().send_notification_mail("account/email/address_restored", user, context, email=email)
