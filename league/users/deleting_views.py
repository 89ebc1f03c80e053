"""The page on which one deletes one's account."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from allauth.account.adapter import get_adapter
from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from games.common.guards import limits
from league.users.deletion import CannotDelete, consequences_of, delete_account
from league.users.password_forms import TRIES, PasswordForm
from league.users.refusing import may_refuse_deletion


class DeletionForm(PasswordForm):
    """One's name, typed once more, and the password: a person who finds an open browser knows only the
    first.
    """

    name = forms.CharField(label=gettext_lazy("Your name on this site, exactly as written"), max_length=150)
    field_order = ["name", "password"]

    def clean_name(self) -> str:
        name = str(self.cleaned_data["name"]).strip()
        if name != self._user.username:
            raise forms.ValidationError(_("Type “%(name)s”.") % {"name": self._user.username})
        return name


@sensitive_post_parameters()
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: Any) -> HttpResponse:
    """Says what goes and what stays, asks for name and password, and deletes the account."""
    user = request.user
    form = DeletionForm(request.POST if request.method == "POST" else None, user=user)
    if request.method == "POST":
        try:
            limits.count(TRIES, user.pk)
        except limits.TooOften as error:
            # The form is not asked: its errors would still tell a wrong password from the right one.
            return _page(request, DeletionForm(user=user), [str(error)], limits.TOO_MANY_REQUESTS)
    if form.is_valid():
        email, name = user.email, user.username
        try:
            delete_account(user=user)
        except CannotDelete as error:
            form.add_error(None, str(error))
        else:
            logout(request)
            _say_farewell(email, name)
            messages.success(request, _("Your account is deleted."))
            return redirect("home")
    return _page(request, form, may_refuse_deletion.of(user))


def _page(request: Any, form: DeletionForm, refusals: list[str], status: int = 200) -> HttpResponse:
    """The page, without its form where there are `refusals`."""
    context = {"form": form, "refusals": refusals, "follows": consequences_of(request.user)}
    return render(request, "users/delete.html", context, status=status)


def _say_farewell(email: str, name: str) -> None:
    """The last mail to the address. The account is gone whether or not the mail server takes it."""
    with suppress(Exception):
        get_adapter().send_mail("account/email/account_deleted", email, {"name": name})
