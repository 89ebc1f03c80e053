"""Signing up, and the page that waits for the code: allauth's, where they need more than other forms."""

# allauth has no types, so every class here has a base that mypy cannot see.
# mypy: disable-error-code="misc"

from __future__ import annotations

from typing import Any

from allauth.account import views
from allauth.account.adapter import get_adapter
from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.utils.decorators import method_decorator

from league.users.account_forms import NameTaken, SignupForm
from league.users.addresses import minutes_left


class SignUpView(views.SignupView):
    def form_valid(self, form: SignupForm) -> HttpResponse:
        try:
            response: HttpResponse = super().form_valid(form)
        except NameTaken:
            form.add_error("username", get_adapter().validation_error("username_taken"))
            response = self.form_invalid(form)
        return response


class KeepsTheWay:
    """A page of a forgotten password leads to the next of them, and hands on where its reader was going:
    no one is signed in before the last of them.
    """

    success_url: str
    passthrough_next_url: Any

    def get_success_url(self) -> str:
        return str(self.passthrough_next_url(str(self.success_url)))


@method_decorator(login_not_required, name="dispatch")
class ResetPasswordView(KeepsTheWay, views.PasswordResetView):
    """Asks for the e-mail with the link, which keeps the way too (`AccountAdapter`)."""


class NewPasswordView(KeepsTheWay, views.PasswordResetFromKeyView):
    """Where the link leads."""


@method_decorator(login_not_required, name="dispatch")
class ConfirmAddressView(views.ConfirmEmailVerificationCodeView):
    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | {"minutes": minutes_left(self._process)}
